"""What a hand is worth, as tiles are tapped in or yaku ticked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.form import FieldGroup, Form, Pick, number_group, radio_group
from referee.app.preview import ReasonRow
from referee.app.tile_entry import EntryLayout, TileEntry, count_text, unread_text
from referee.app.tile_win import (
    Found,
    Headline,
    ReasonList,
    Reasons,
    TilesAnswer,
    asks_discarder,
    declared_in,
    error_worth,
    facts_possible,
    han_text,
    hint_worth,
    is_by_tsumo,
    known_at_table,
    payment_text,
    plain_answer,
    refused_worth,
    tiles_named,
    use_button,
    value_named,
    way_asked,
    why_not,
    wind_asked,
    winds_asked,
    with_honba_text,
)
from referee.ask.score import BONUSES, score_result
from referee.ask.tiles import waits_result
from referee.rules.points import MANGAN_FROM, needs_two_han, ron_amount, tsumo_amounts, worth
from referee.rules.progress import most_indicators
from referee.rules.tiles import MELD_KINDS, tile_name
from referee.rules.yaku import (
    YAKU_NAMES,
    PriceList,
    Ticked,
    can_tick,
    fu_possible,
    price_rule,
    price_ticked,
    ticked_han,
    ticked_yaku,
)
from referee.texts.reader import Reader, meld_record, read_number, tiles_text
from referee.texts.words import Speaker, Words, filled

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset


INDICATORS = ("dora", "ura")


def value_layout(rules: Ruleset) -> EntryLayout:
    """Return how a finished hand is laid out, with the indicators that there can be."""
    most = most_indicators(rules)
    trays = tuple([(name, most) for name in INDICATORS if name == "dora" or rules.riichi.ura])
    return EntryLayout(closed=14, calls=MELD_KINDS, trays=trays, last="winning", one_by_one=INDICATORS)


def hand_worth(form: Form, entry: TileEntry, rules: Ruleset, speaker: Speaker) -> TilesAnswer:
    """Return what the hand is worth, what it waits for, or what is still missing."""
    if entry.unread:
        return TilesAnswer(unread=unread_text(entry, speaker.words))
    if not entry.is_whole:
        return unfinished(entry, rules, speaker)
    reader = Reader(path="", fields=hand_question(form, entry, rules), problems=[])
    found = plain_answer(score_result(reader, rules, speaker), reader, rules, speaker)
    if "error" in found:
        return error_worth(found, speaker.words)
    return won_worth(form, found, rules, speaker.words) if found["valid"] else no_win(found, speaker.words)


def hand_question(form: Form, entry: TileEntry, rules: Ruleset) -> Found:
    """Return the score question of a whole hand."""
    return {
        "tiles": tiles_text(entry.closed),
        "win": tile_name(entry.closed[-1]),
        "by": "tsumo" if is_by_tsumo(form) else "ron",
        "seat_wind": wind_asked(form, "seat_wind"),
        "round_wind": wind_asked(form, "round_wind"),
        "melds": [meld_record(meld) for meld in entry.melds],
        "riichi": declared_in(form, entry, rules),
        "flags": [fact for fact in facts_possible(form, entry, rules) if form.has("fact", fact)],
        "dora_indicators": tiles_text(entry.tray("dora")),
        "ura_indicators": tiles_text(entry.tray("ura")),
        "honba": read_number(form.one("honba", "0")),
        "dealer_wins": read_number(form.one("dealer_wins", "0")),
        "renchan": read_number(form.one("renchan", "0")),
        "from_riichi": asks_discarder(form, entry, rules) and form.has("from_riichi", "1"),
    }


def unfinished(entry: TileEntry, rules: Ruleset, speaker: Speaker) -> TilesAnswer:
    """Return how many tiles there are, and what a hand waits for that lacks one."""
    words = speaker.words
    count = count_text(entry, words)
    if len(entry.closed) == entry.wanted - 1:
        return waits_worth(count, waits_found(entry, rules, speaker), words)
    if len(entry.closed) > entry.wanted:
        return hint_worth(count, words["tiles.too_many"])
    return hint_worth(count, words["tiles.start" if not entry.closed and not entry.melds else "tiles.go_on"])


def waits_found(entry: TileEntry, rules: Ruleset, speaker: Speaker) -> Found:
    """Return what the hand waits for."""
    question: Found = {"tiles": tiles_text(entry.closed), "melds": [meld_record(meld) for meld in entry.melds]}
    reader = Reader(path="", fields=question, problems=[])
    return plain_answer(waits_result(reader, rules, speaker), reader, rules, speaker)


def waits_worth(count: str, found: Found, words: Words) -> TilesAnswer:
    """Return the tiles that a hand waits for."""
    if "error" in found:
        return error_worth(found, words)
    tiles = tiles_named(found["waits"], words)
    return TilesAnswer(
        headline=Headline(look="hint", who=count, tiles=tiles, message=found["text"], clause=found["clause"])
    )


def no_win(found: Found, words: Words) -> TilesAnswer:
    """Return why a whole hand does not win."""
    headline = Headline(look="refused", who=words["tiles.no_win"], message=found["text"])
    return TilesAnswer(headline=headline, reasons=why_not(found, words))


def won_worth(form: Form, found: Found, rules: Ruleset, words: Words) -> TilesAnswer:
    """Return the payment, then yaku, fu and what does not count, each with its clause."""
    headline = Headline(
        amount=payment_text(found, 0, rules, words),
        who=value_named(found, words),
        named=yaku_named(found, words),
        with_honba=with_honba_text(found, read_number(form.one("honba", "0")), rules, words),
        use=use_button(form, words["tiles.use"]),
    )
    yaku = ReasonList(kind="line", title=words["tiles.yaku"], rows=yaku_rows(found, rules, words))
    made_of = Reasons(lists=(yaku, *fu_list(found, words)), foot=chips_text(found, words))
    return TilesAnswer(headline=headline, reasons=(made_of, *why_not(found, words)))


def yaku_named(found: Found, words: Words) -> str:
    """Return the names of all that counts: "riichi, tanyao, dora 2"."""
    names = [each["name"] for each in found["yaku"]]
    names += [filled(words["score." + key], (("han", str(found[key])),)) for key in BONUSES if found[key]]
    return words["score.comma"].join(names)


def yaku_rows(found: Found, rules: Ruleset, words: Words) -> tuple[ReasonRow, ...]:
    """Return the yaku and the dora, each with what it is worth."""
    yaku = [yaku_row(each, rules, words) for each in found["yaku"]]
    bonuses = [(words["tiles.bonus_" + key], found[key]) for key in BONUSES if found[key]]
    return (*yaku, *[ReasonRow(text=name, clause="", worth=han_text(han, words)) for name, han in bonuses])


def yaku_row(each: Found, rules: Ruleset, words: Words) -> ReasonRow:
    """Return one yaku."""
    worth = han_text(each["han"], words)
    if each["yakuman"]:
        worth = filled(words["tiles.yakuman"], (("count", str(each["yakuman"])),))
    return ReasonRow(text=each["name"], clause=rules.cites[price_rule(each["id"])].clause, worth=worth)


def fu_list(found: Found, words: Words) -> tuple[ReasonList, ...]:
    """Return what the fu are made of, nothing where they do not matter."""
    rows = [ReasonRow(text=each["text"], clause="", worth=str(each["fu"])) for each in found["fu_parts"]]
    title = filled(words["tiles.fu"], (("fu", str(found["fu"])),))
    return (ReasonList(kind="line", title=title, rows=tuple(rows)),) if rows else ()


def chips_text(found: Found, words: Words) -> str:
    """Return the chips that the hand brings, nothing where there are none."""
    chips = found["chips"]
    total = chips["ippatsu"] + chips["red"] + chips["ura"] + chips["yakuman"]
    return filled(words["tiles.chips"], (("count", str(total)),)) if total else ""


MOST_DORA = 12


def ticks_asked(form: Form, ticked: Ticked, prices: PriceList, words: Words) -> tuple[FieldGroup, ...]:
    """Return the yaku of a ruleset to tick, dora and fu to choose, and the circumstances that the payment hangs on."""
    known = (known_at_table(form, words),)
    told = (way_asked(form, words), winds_asked("seat_wind", form, words), number_group(("honba",), form, words))
    shape = radio_group("half", "shape", ("closed", "open"), "open" if ticked.is_open else "closed", words)
    boxes = [yaku_pick(name, ticked, prices, words) for name in YAKU_NAMES if name in prices.closed_han]
    return (
        *(known if form.one("for") else told),
        shape,
        FieldGroup(look="yaku", title=words["tiles.yaku"], picks=tuple(boxes)),
        numbers_to_choose("dora_count", tuple(range(MOST_DORA + 1)), dora_of_form(form), words["tiles.dora_count"]),
        *fu_asked(form, ticked, prices, words),
    )


def ticked_of(form: Form, prices: PriceList) -> Ticked:
    """Return what a form ticks."""
    return ticked_yaku(form.all("ticked"), prices, is_open=form.one("shape") == "open", is_tsumo=is_by_tsumo(form))


def yaku_pick(name: str, ticked: Ticked, prices: PriceList, words: Words) -> Pick:
    """Return one yaku with its han, greyed when it cannot be added."""
    is_on = name in ticked.yaku
    unasked = name == "menzen_tsumo"
    han = price_ticked(name, ticked, prices) or prices.closed_han[name]
    text = filled(words["tiles.yaku_han"], (("yaku", words["yaku." + name]), ("han", str(han))))
    off = unasked or not (is_on or can_tick(name, ticked, prices))
    return Pick(name="ticked", value=name, text=text, chosen=is_on, off=off)


def dora_of_form(form: Form) -> int:
    """Return how many dora a form tells."""
    told = read_number(form.one("dora_count", "0"))
    return told if isinstance(told, int) and 0 <= told <= MOST_DORA else 0


def numbers_to_choose(name: str, numbers: tuple[int, ...], chosen: int, title: str) -> FieldGroup:
    """Return a titled row of numbers of which one is chosen."""
    picks = [Pick(name=name, value=str(each), text=str(each), chosen=each == chosen) for each in numbers]
    return FieldGroup(look="row", kind="radio", title=title, picks=tuple(picks))


def fu_asked(form: Form, ticked: Ticked, prices: PriceList, words: Words) -> tuple[FieldGroup, ...]:
    """Return the fu to choose from, nothing where they do not matter."""
    possible = fu_possible(ticked, prices)
    if ticked_han(ticked, prices) + dora_of_form(form) >= MANGAN_FROM or len(possible) == 1:
        return ()
    return (numbers_to_choose("fu", tuple(possible), fu_of_form(form, ticked, prices), words["tiles.fu_asked"]),)


def fu_of_form(form: Form, ticked: Ticked, prices: PriceList) -> int:
    """Return the fu that a form tells, the only possible ones where there is one, 0 while they are not chosen."""
    possible = fu_possible(ticked, prices)
    if len(possible) == 1:
        return possible[0]
    told = read_number(form.one("fu"))
    return told if isinstance(told, int) and told in possible else 0


def ticked_worth(form: Form, ticked: Ticked, prices: PriceList, words: Words) -> TilesAnswer:
    """Return what the ticked hand is worth, or what is still to be chosen."""
    yaku_han = ticked_han(ticked, prices)
    honba = read_number(form.one("honba", "0"))
    told_honba = honba if isinstance(honba, int) else 0
    if not ticked.yaku:
        return hint_worth(words["tiles.tick_yaku"])
    if yaku_han < 2 and needs_two_han(told_honba, prices.rules):
        return refused_worth(filled(words["score.two_han_minimum"], (("honba", str(told_honba)),)))
    han, fu = yaku_han + dora_of_form(form), fu_of_form(form, ticked, prices)
    if han < MANGAN_FROM and not fu:
        return hint_worth(words["hint.fu"])
    found = found_of_ticks(form, ticked, prices, han, fu)
    fields = (("use_han", str(found["han"])), ("use_fu", str(found["fu"])))
    headline = Headline(
        amount=payment_text(found, 0, prices.rules, words),
        who=value_named(found, words),
        with_honba=with_honba_text(found, told_honba, prices.rules, words),
        use=use_button(form, words["tiles.use_value"], fields),
    )
    rows = tuple([ticked_row(name, ticked, prices, words) for name in ticked.yaku])
    yaku = ReasonList(kind="line", title=words["tiles.yaku"], rows=rows)
    return TilesAnswer(headline=headline, reasons=(Reasons(lists=(yaku,)),))


def found_of_ticks(form: Form, ticked: Ticked, prices: PriceList, han: int, fu: int) -> Found:
    """Return the value as the answer to a score question holds it."""
    value = worth(han, fu, prices.rules.values)
    is_dealer = wind_asked(form, "seat_wind") == "E"
    dealer, other = tsumo_amounts(value.base, dealer_wins=is_dealer)
    return {
        "han": han,
        "fu": fu,
        "yakuman": 0,
        "limit": value.limit or None,
        "ron": None if ticked.is_tsumo else ron_amount(value.base, dealer_wins=is_dealer),
        "tsumo": {"dealer": dealer, "other": other} if ticked.is_tsumo else None,
    }


def ticked_row(name: str, ticked: Ticked, prices: PriceList, words: Words) -> ReasonRow:
    """Return one ticked yaku with its han and its clause."""
    return ReasonRow(
        text=words["yaku." + name],
        clause=prices.rules.cites[price_rule(name)].clause,
        worth=han_text(price_ticked(name, ticked, prices), words),
    )
