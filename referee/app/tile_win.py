"""What a win told by tiles is worth: its ruleset, its circumstances, and the answer, also as yaku are ticked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.app.form import FieldGroup, Form, Pick, number_group, radio_group, tick_group
from referee.app.preview import CHARACTERS, ReasonRow, note_rows, refusal_text
from referee.app.tile_entry import EntryLayout, TileEntry, TileFace, count_text, tile_face, unread_text
from referee.ask.score import BONUSES, score_result
from referee.ask.settle import error_record
from referee.ask.tiles import waits_result
from referee.records import dataclass
from referee.rules.choices import MixedIn, OpenRiichi, PaarenchanCounts, Renhou
from referee.rules.points import MANGAN_FROM, needs_two_han, ron_amount, tsumo_amounts, worth
from referee.rules.progress import most_indicators
from referee.rules.table import WINDS
from referee.rules.ticked import Ticked, can_tick, fu_possible, price_ticked, ticked_han, ticked_yaku
from referee.rules.tiles import MELD_KINDS, ORPHANS, kind_of, tile_name, tiles_of
from referee.rules.win import RiichiState, WinFlag
from referee.rules.yaku import YAKU_NAMES, PriceList, is_open_ron_yakuman, price_rule
from referee.texts.codec import plain_value
from referee.texts.reader import Reader, meld_record, read_number, tiles_text
from referee.texts.words import Library, Speaker, Words, filled, points_written, rules_wanted, shares_written

if TYPE_CHECKING:
    from referee.app.form import Pairs
    from referee.rules.ruleset import Ruleset


_RIICHI_OF_MARK = {
    "none": (RiichiState.NONE,),
    "riichi": (RiichiState.RIICHI, RiichiState.DOUBLE),
    "open": (RiichiState.OPEN, RiichiState.OPEN_DOUBLE),
}
"""What a player with a mark on the table can have declared."""


def rules_asked(form: Form, library: Library) -> Ruleset | None:
    """Return the rules that a form names with its options, of the first book where it names none, None if unknown."""
    book = library.book(form.one("ruleset", library.books[0].id))
    return None if book is None else rules_wanted(book, form.options())


def _is_by_tsumo(form: Form) -> bool:
    """Return whether the win is self-drawn."""
    return form.one("by") == "tsumo"


def _wind_asked(form: Form, name: str) -> str:
    """Return a wind that a form names: East for the round, South for the seat where it names none."""
    default = "E" if name == "round_wind" else "S"
    return form.one(name, default) if form.one(name) in WINDS else default


def _declarations(form: Form, entry: TileEntry, rules: Ruleset) -> tuple[str, ...]:
    """Return what the winner can have declared; the marks of a table decide where there is one."""
    if any(meld.is_open for meld in entry.melds):
        return (RiichiState.NONE,)
    marked = _RIICHI_OF_MARK.get(form.one("marked"))
    if marked is not None:
        return marked
    usual = (RiichiState.NONE, RiichiState.RIICHI, RiichiState.DOUBLE)
    return usual if rules.riichi.open == OpenRiichi.NONE else (*usual, RiichiState.OPEN, RiichiState.OPEN_DOUBLE)


def _declared_in(form: Form, entry: TileEntry, rules: Ruleset) -> str:
    known = _declarations(form, entry, rules)
    return form.one("declared") if form.one("declared") in known else known[0]


def facts_possible(form: Form, entry: TileEntry, rules: Ruleset) -> tuple[str, ...]:
    """Return the facts that this win can have come with, and that the ruleset asks about."""
    riichi = _declared_in(form, entry, rules) != RiichiState.NONE
    first_turn = not riichi and not entry.melds
    ippatsu = (WinFlag.IPPATSU,) if riichi and rules.yaku.ippatsu[0] else ()
    if _is_by_tsumo(form):
        return (*ippatsu, WinFlag.LAST_TILE, *_facts_of_tsumo(form, entry, rules, first_turn=first_turn))
    return (*ippatsu, WinFlag.LAST_TILE, WinFlag.CHANKAN, *_facts_of_ron(form, entry, rules, first_turn=first_turn))


def _facts_of_tsumo(form: Form, entry: TileEntry, rules: Ruleset, *, first_turn: bool) -> tuple[str, ...]:
    """Return the rarer facts of a self-drawn win."""
    konged = any(meld.is_kan for meld in entry.melds)
    early = konged and form.has("fact", WinFlag.RINSHAN) and rules.yakuman.toukanhou[0] > 0
    return (
        *((WinFlag.RINSHAN,) if konged else ()),
        *((WinFlag.FIRST_DRAW,) if first_turn else ()),
        *((WinFlag.FIRST_TURN_KAN,) if early else ()),
        *((WinFlag.MIXED_IN,) if rules.values.mixed_in != MixedIn.UNCHANGED else ()),
    )


def _facts_of_ron(form: Form, entry: TileEntry, rules: Ruleset, *, first_turn: bool) -> tuple[str, ...]:
    """Return the rarer facts of a win on another player's tile."""
    is_east = _wind_asked(form, "seat_wind") == "E"
    orphans = bool(entry.closed) and not entry.melds and all(kind_of(tile) in ORPHANS for tile in entry.closed)
    return (
        *((WinFlag.KAN_DISCARD,) if rules.yaku.kanburi[0] else ()),
        *((WinFlag.RIICHI_TILE,) if rules.yaku.tsubame_gaeshi[0] else ()),
        *((WinFlag.BEFORE_FIRST_DRAW,) if first_turn and not is_east and rules.hand.renhou != Renhou.NONE else ()),
        *((WinFlag.ROBBED_CLOSED_KAN,) if orphans and rules.hand.closed_kan_kokushi else ()),
    )


def _asks_discarder(form: Form, entry: TileEntry, rules: Ruleset) -> bool:
    """Return whether it matters if the discarder is in riichi himself."""
    opened = _declared_in(form, entry, rules) in (RiichiState.OPEN, RiichiState.OPEN_DOUBLE)
    return opened and not _is_by_tsumo(form) and is_open_ron_yakuman(rules)


def _asks_row(form: Form, rules: Ruleset) -> str:
    """Return the field of the dealer's row, where a paarenchan can be won."""
    if _wind_asked(form, "seat_wind") != "E" or rules.paarenchan.counts == PaarenchanCounts.NONE:
        return ""
    return "dealer_wins" if rules.paarenchan.counts == PaarenchanCounts.WINS else "renchan"


_LAST_TILES = {"tsumo": "haitei", "ron": "houtei"}
"""What winning with the last tile is called."""
_FIELDS_OF_TABLE = ("by", "seat_wind", "round_wind", "honba", "dealer_wins", "renchan", "from_riichi")
"""The circumstances that a table tells about a win."""


def circumstances_asked(form: Form, entry: TileEntry, rules: Ruleset, words: Words) -> tuple[FieldGroup, ...]:
    """Return the questions about the win beside its tiles."""
    declared = radio_group(
        "flow", "declared", _declarations(form, entry, rules), _declared_in(form, entry, rules), words
    )
    facts = tuple([_fact_pick(fact, form, words) for fact in facts_possible(form, entry, rules)])
    of_hand = (declared, FieldGroup(look="flow", picks=facts))
    if form.one("for"):
        return (_known_at_table(form, words), *of_hand)
    row = _asks_row(form, rules)
    riichi = (tick_group("alone", "from_riichi", "1", form, words),) if _asks_discarder(form, entry, rules) else ()
    return (
        _way_asked(form, words),
        *of_hand,
        _winds_asked("seat_wind", form, words),
        _winds_asked("round_wind", form, words),
        number_group(("honba", row) if row else ("honba",), form, words),
        *riichi,
    )


def _way_asked(form: Form, words: Words) -> FieldGroup:
    """Return the choice between ron and tsumo."""
    return radio_group("half", "by", ("ron", "tsumo"), "tsumo" if _is_by_tsumo(form) else "ron", words)


def _known_at_table(form: Form, words: Words) -> FieldGroup:
    """Return what the table tells about the win, in words and as fields that are not shown."""
    facts = (
        words["tiles.by_tsumo" if _is_by_tsumo(form) else "tiles.by_ron"],
        filled(words["tiles.seat_said"], (("wind", words["wind." + _wind_asked(form, "seat_wind")]),)),
        filled(words["tiles.round_said"], (("wind", words["wind." + _wind_asked(form, "round_wind")]),)),
        filled(words["preview.honba"], (("count", form.one("honba", "0")),)),
    )
    kept = tuple([(name, form.one(name)) for name in _FIELDS_OF_TABLE if form.one(name)])
    return FieldGroup(look="known", title=words["preview.separator"].join(facts), kept=kept)


def _fact_pick(fact: str, form: Form, words: Words) -> Pick:
    way = "tsumo" if _is_by_tsumo(form) else "ron"
    text = words["yaku." + _LAST_TILES[way]] if fact == "last_tile" else words["tiles.fact_" + fact]
    return Pick(name="fact", value=fact, text=text, chosen=form.has("fact", fact))


def _winds_asked(name: str, form: Form, words: Words) -> FieldGroup:
    chosen = _wind_asked(form, name)
    picks = [
        Pick(name=name, value=wind, text=words["wind." + wind], chosen=wind == chosen, character=CHARACTERS[wind])
        for wind in WINDS
    ]
    return FieldGroup(look="winds", kind="radio", title=words["tiles." + name], picks=tuple(picks))


Found = dict[str, Any]
"""An answer of the JSON interface."""


@dataclass(frozen=True, kw_only=True, slots=True)
class UseButton:
    """The button that takes a hand back to the form of a finished hand, with fields that go along."""

    address: str
    text: str
    fields: Pairs = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Headline:
    """The answer in few words; ``look`` is "hint" where something is missing and "refused" where there is no value."""

    look: str = ""
    amount: str = ""
    who: str = ""
    verdict: str = ""
    tiles: tuple[TileFace, ...] = ()
    named: str = ""
    with_honba: str = ""
    message: str = ""
    clause: str = ""
    use: UseButton | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ReasonList:
    """Reasons of one kind under their title; ``kind`` is line or note."""

    kind: str
    rows: tuple[ReasonRow, ...]
    title: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reasons:
    """Lists of reasons that belong together, and a remark at their foot."""

    lists: tuple[ReasonList, ...]
    foot: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class TilesAnswer:
    """What is answered; ``unread`` says instead which fields cannot be read as tiles."""

    unread: tuple[str, ...] = ()
    headline: Headline | None = None
    reasons: tuple[Reasons, ...] = ()


def plain_answer(found: object, reader: Reader, rules: Ruleset, speaker: Speaker) -> Found:
    """Return an answer as plain data, or the problems that were noted."""
    answer = error_record(tuple(reader.problems), rules, speaker) if found is None else found
    answered: Found = plain_value(answer)
    return answered


def hint_answer(who: str, message: str = "") -> TilesAnswer:
    """Return what is still missing."""
    return TilesAnswer(headline=Headline(look="hint", who=who, message=message))


def _refused_answer(message: str) -> TilesAnswer:
    """Return a sentence in place of a value."""
    return TilesAnswer(headline=Headline(look="refused", message=message))


def error_answer(found: Found, words: Words) -> TilesAnswer:
    """Return why there is no answer."""
    return _refused_answer(refusal_text(found["error"], words))


def tile_faces(names: list[str], words: Words) -> tuple[TileFace, ...]:
    """Return the tiles that an answer names."""
    return tuple([tile_face(tiles_of(name)[0][0], words) for name in names])


def notes_below(title: str, rows: tuple[ReasonRow, ...]) -> tuple[Reasons, ...]:
    """Return remarks under their title, nothing where there are none."""
    return (Reasons(lists=(ReasonList(kind="note", title=title, rows=rows),)),) if rows else ()


def why_not(found: Found, words: Words) -> tuple[Reasons, ...]:
    """Return the yaku that do not count, and the remarks, each with its clause."""
    refused = [ReasonRow(text=each["why"], clause=each["clause"]) for each in found["refused"]]
    return notes_below(words["tiles.why_not"], (*refused, *note_rows(found["notes"])))


def _payment_text(found: Found, honba: int, rules: Ruleset, words: Words) -> str:
    """Return what is paid as players say it, honba included: "5,200", "2,000 all", "500/1,000"."""
    if found["ron"] is not None:
        return points_written(found["ron"] + honba * rules.wins.honba_ron, words)
    more = honba * rules.wins.honba_tsumo
    other, dealer = found["tsumo"]["other"], found["tsumo"]["dealer"]
    return shares_written(other + more, None if dealer is None else dealer + more, words)


def _with_honba_text(found: Found, honba: object, rules: Ruleset, words: Words) -> str:
    """Return what is paid with the honba, nothing without any."""
    if not isinstance(honba, int) or honba <= 0:
        return ""
    facts = (("honba", str(honba)), ("points", _payment_text(found, honba, rules, words)))
    return filled(words["tiles.with_honba"], facts)


def _value_text(found: Found, words: Words) -> str:
    """Return "3 han 40 fu", the limit with what comes to it, or how many yakuman, each as a headline begins."""
    if found["yakuman"]:
        return filled(words["hand.yakumans"], (("count", str(found["yakuman"])),))
    numbers = (("han", str(found["han"])), ("fu", str(found["fu"])))
    hand = filled(words["hand.han_fu" if found["han"] < MANGAN_FROM else "hand.han"], numbers)
    if found["limit"] is None:
        return hand
    limit = "counted" if found["limit"] == "counted_yakuman" else found["limit"]
    return filled(words["score.limit"], (("limit", words["limit." + limit]), ("hand", hand)))


def _han_text(han: int, words: Words) -> str:
    """Return "2 han"."""
    return filled(words["hand.han"], (("han", str(han)),))


def _use_button(form: Form, text: str, fields: Pairs = ()) -> UseButton | None:
    """Return the button that takes a hand back to its form, None where there is no such form."""
    address = form.one("to")
    return (
        UseButton(address=address, text=text, fields=fields) if form.one("for") and is_table_address(address) else None
    )


def is_table_address(address: str) -> bool:
    """Return whether an address leads to a table of ours and nowhere else."""
    plain = all("a" <= each <= "z" or "A" <= each <= "Z" or each in "0123456789/_-" for each in address)
    return plain and address.startswith("/t/")


_INDICATORS = ("dora", "ura")


def value_layout(rules: Ruleset) -> EntryLayout:
    """Return how a finished hand is laid out, with the indicators that there can be."""
    most = most_indicators(rules)
    trays = tuple([(name, most) for name in _INDICATORS if name == "dora" or rules.riichi.ura])
    return EntryLayout(closed=14, calls=MELD_KINDS, trays=trays, last="winning", one_by_one=_INDICATORS)


def hand_answer(form: Form, entry: TileEntry, rules: Ruleset, speaker: Speaker) -> TilesAnswer:
    """Return what the hand is worth, what it waits for, or what is still missing."""
    if entry.unread:
        return TilesAnswer(unread=unread_text(entry, speaker.words))
    if not entry.is_whole:
        return _unfinished(entry, rules, speaker)
    reader = Reader(path="", fields=_hand_question(form, entry, rules), problems=[])
    found = plain_answer(score_result(reader, rules, speaker), reader, rules, speaker)
    if "error" in found:
        return error_answer(found, speaker.words)
    return _won_answer(form, found, rules, speaker.words) if found["valid"] else _no_win_answer(found, speaker.words)


def _hand_question(form: Form, entry: TileEntry, rules: Ruleset) -> Found:
    """Return the score question of a whole hand."""
    return {
        "tiles": tiles_text(entry.closed),
        "win": tile_name(entry.closed[-1]),
        "by": "tsumo" if _is_by_tsumo(form) else "ron",
        "seat_wind": _wind_asked(form, "seat_wind"),
        "round_wind": _wind_asked(form, "round_wind"),
        "melds": [meld_record(meld) for meld in entry.melds],
        "riichi": _declared_in(form, entry, rules),
        "flags": [fact for fact in facts_possible(form, entry, rules) if form.has("fact", fact)],
        "dora_indicators": tiles_text(entry.tray("dora")),
        "ura_indicators": tiles_text(entry.tray("ura")),
        "honba": read_number(form.one("honba", "0")),
        "dealer_wins": read_number(form.one("dealer_wins", "0")),
        "renchan": read_number(form.one("renchan", "0")),
        "from_riichi": _asks_discarder(form, entry, rules) and form.has("from_riichi", "1"),
    }


def _unfinished(entry: TileEntry, rules: Ruleset, speaker: Speaker) -> TilesAnswer:
    """Return how many tiles there are, and what a hand waits for that lacks one."""
    words = speaker.words
    count = count_text(entry, words)
    if len(entry.closed) == entry.size - 1:
        return _waits_answer(count, _waits_found(entry, rules, speaker), words)
    if len(entry.closed) > entry.size:
        return hint_answer(count, words["tiles.too_many"])
    return hint_answer(count, words["tiles.start" if not entry.closed and not entry.melds else "tiles.go_on"])


def _waits_found(entry: TileEntry, rules: Ruleset, speaker: Speaker) -> Found:
    question: Found = {"tiles": tiles_text(entry.closed), "melds": [meld_record(meld) for meld in entry.melds]}
    reader = Reader(path="", fields=question, problems=[])
    return plain_answer(waits_result(reader, rules, speaker), reader, rules, speaker)


def _waits_answer(count: str, found: Found, words: Words) -> TilesAnswer:
    if "error" in found:
        return error_answer(found, words)
    tiles = tile_faces(found["waits"], words)
    return TilesAnswer(
        headline=Headline(look="hint", who=count, tiles=tiles, message=found["text"], clause=found["clause"])
    )


def _no_win_answer(found: Found, words: Words) -> TilesAnswer:
    """Return why a whole hand does not win."""
    headline = Headline(look="refused", who=words["tiles.no_win"], message=found["text"])
    return TilesAnswer(headline=headline, reasons=why_not(found, words))


def _won_answer(form: Form, found: Found, rules: Ruleset, words: Words) -> TilesAnswer:
    """Return the payment, then yaku, fu and what does not count, each with its clause."""
    headline = Headline(
        amount=_payment_text(found, 0, rules, words),
        who=_value_text(found, words),
        named=_yaku_in_row(found, words),
        with_honba=_with_honba_text(found, read_number(form.one("honba", "0")), rules, words),
        use=_use_button(form, words["tiles.use"]),
    )
    yaku = ReasonList(kind="line", title=words["tiles.yaku"], rows=_yaku_rows(found, rules, words))
    made_of = Reasons(lists=(yaku, *_fu_list(found, words)), foot=_chips_text(found, words))
    return TilesAnswer(headline=headline, reasons=(made_of, *why_not(found, words)))


def _yaku_in_row(found: Found, words: Words) -> str:
    """Return the names of all that counts: "riichi, tanyao, dora 2"."""
    names = [each["name"] for each in found["yaku"]]
    names += [filled(words["score." + key], (("han", str(found[key])),)) for key in BONUSES if found[key]]
    return words["score.comma"].join(names)


def _yaku_rows(found: Found, rules: Ruleset, words: Words) -> tuple[ReasonRow, ...]:
    """Return the yaku and the dora, each with what it is worth."""
    yaku = [_yaku_row(each, rules, words) for each in found["yaku"]]
    bonuses = [(words["tiles.bonus_" + key], found[key]) for key in BONUSES if found[key]]
    return (*yaku, *[ReasonRow(text=name, clause="", worth=_han_text(han, words)) for name, han in bonuses])


def _yaku_row(each: Found, rules: Ruleset, words: Words) -> ReasonRow:
    worth = _han_text(each["han"], words)
    if each["yakuman"]:
        worth = filled(words["hand.yakumans"], (("count", str(each["yakuman"])),))
    return ReasonRow(text=each["name"], clause=rules.cites[price_rule(each["id"])].clause, worth=worth)


def _fu_list(found: Found, words: Words) -> tuple[ReasonList, ...]:
    """Return what the fu are made of, nothing where they do not matter."""
    rows = [ReasonRow(text=each["text"], clause="", worth=str(each["fu"])) for each in found["fu_parts"]]
    title = filled(words["tiles.fu"], (("fu", str(found["fu"])),))
    return (ReasonList(kind="line", title=title, rows=tuple(rows)),) if rows else ()


def _chips_text(found: Found, words: Words) -> str:
    """Return the chips that the hand brings, nothing where there are none."""
    chips = found["chips"]
    total = chips["ippatsu"] + chips["red"] + chips["ura"] + chips["yakuman"]
    return filled(words["tiles.chips"], (("count", str(total)),)) if total else ""


_MOST_DORA = 12


def ticks_asked(form: Form, ticked: Ticked, prices: PriceList, words: Words) -> tuple[FieldGroup, ...]:
    """Return the yaku of a ruleset to tick, dora and fu to choose, and the circumstances that the payment hangs on."""
    known = (_known_at_table(form, words),)
    unknown = (_way_asked(form, words), _winds_asked("seat_wind", form, words), number_group(("honba",), form, words))
    shape = radio_group("half", "shape", ("closed", "open"), "open" if ticked.is_open else "closed", words)
    boxes = [_yaku_pick(name, ticked, prices, words) for name in YAKU_NAMES if name in prices.closed_han]
    return (
        *(known if form.one("for") else unknown),
        shape,
        FieldGroup(look="yaku", title=words["tiles.yaku"], picks=tuple(boxes)),
        _numbers_to_choose("dora_count", tuple(range(_MOST_DORA + 1)), _dora_of_form(form), words["tiles.dora_count"]),
        *fu_asked(form, ticked, prices, words),
    )


def ticked_of(form: Form, prices: PriceList) -> Ticked:
    """Return what a form ticks."""
    return ticked_yaku(form.all("ticked"), prices, is_open=form.one("shape") == "open", is_tsumo=_is_by_tsumo(form))


def _yaku_pick(name: str, ticked: Ticked, prices: PriceList, words: Words) -> Pick:
    """Return one yaku with its han, greyed when it cannot be added."""
    is_on = name in ticked.yaku
    unasked = name == "menzen_tsumo"
    han = price_ticked(name, ticked, prices) or prices.closed_han[name]
    text = filled(words["tiles.yaku_han"], (("yaku", words["yaku." + name]), ("han", str(han))))
    off = unasked or not (is_on or can_tick(name, ticked, prices))
    return Pick(name="ticked", value=name, text=text, chosen=is_on, off=off)


def _dora_of_form(form: Form) -> int:
    count = read_number(form.one("dora_count", "0"))
    return count if isinstance(count, int) and 0 <= count <= _MOST_DORA else 0


def _numbers_to_choose(name: str, numbers: tuple[int, ...], chosen: int, title: str) -> FieldGroup:
    picks = [Pick(name=name, value=str(each), text=str(each), chosen=each == chosen) for each in numbers]
    return FieldGroup(look="row", kind="radio", title=title, picks=tuple(picks))


def fu_asked(form: Form, ticked: Ticked, prices: PriceList, words: Words) -> tuple[FieldGroup, ...]:
    """Return the fu to choose from, nothing where they do not matter."""
    possible = fu_possible(ticked, prices)
    if ticked_han(ticked, prices) + _dora_of_form(form) >= MANGAN_FROM or len(possible) == 1:
        return ()
    return (_numbers_to_choose("fu", tuple(possible), _fu_of_form(form, ticked, prices), words["tiles.fu_asked"]),)


def _fu_of_form(form: Form, ticked: Ticked, prices: PriceList) -> int:
    """Return the fu that a form tells, the only possible ones where there is one, 0 while they are not chosen."""
    possible = fu_possible(ticked, prices)
    if len(possible) == 1:
        return possible[0]
    fu = read_number(form.one("fu"))
    return fu if isinstance(fu, int) and fu in possible else 0


def ticked_answer(form: Form, ticked: Ticked, prices: PriceList, words: Words) -> TilesAnswer:
    """Return what the ticked hand is worth, or what is still to be chosen."""
    yaku_han = ticked_han(ticked, prices)
    honba = read_number(form.one("honba", "0"))
    told_honba = honba if isinstance(honba, int) else 0
    if not ticked.yaku:
        return hint_answer(words["tiles.tick_yaku"])
    if yaku_han < 2 and needs_two_han(told_honba, prices.rules):
        return _refused_answer(filled(words["score.two_han_minimum"], (("honba", str(told_honba)),)))
    han, fu = yaku_han + _dora_of_form(form), _fu_of_form(form, ticked, prices)
    if han < MANGAN_FROM and not fu:
        return hint_answer(words["hint.fu"])
    found = _found_of_ticks(form, ticked, prices, han, fu)
    fields = (("use_han", str(found["han"])), ("use_fu", str(found["fu"])))
    headline = Headline(
        amount=_payment_text(found, 0, prices.rules, words),
        who=_value_text(found, words),
        with_honba=_with_honba_text(found, told_honba, prices.rules, words),
        use=_use_button(form, words["tiles.use_value"], fields),
    )
    rows = tuple([_ticked_row(name, ticked, prices, words) for name in ticked.yaku])
    yaku = ReasonList(kind="line", title=words["tiles.yaku"], rows=rows)
    return TilesAnswer(headline=headline, reasons=(Reasons(lists=(yaku,)),))


def _found_of_ticks(form: Form, ticked: Ticked, prices: PriceList, han: int, fu: int) -> Found:
    """Return the value as the answer to a score question holds it."""
    value = worth(han, fu, prices.rules.values)
    is_dealer = _wind_asked(form, "seat_wind") == "E"
    dealer, other = tsumo_amounts(value.base, dealer_wins=is_dealer)
    return {
        "han": han,
        "fu": fu,
        "yakuman": 0,
        "limit": value.limit or None,
        "ron": None if ticked.is_tsumo else ron_amount(value.base, dealer_wins=is_dealer),
        "tsumo": {"dealer": dealer, "other": other} if ticked.is_tsumo else None,
    }


def _ticked_row(name: str, ticked: Ticked, prices: PriceList, words: Words) -> ReasonRow:
    """Return one ticked yaku with its han and its clause."""
    return ReasonRow(
        text=words["yaku." + name],
        clause=prices.rules.cites[price_rule(name)].clause,
        worth=_han_text(price_ticked(name, ticked, prices), words),
    )
