"""What a hand is worth, as tiles are tapped in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.asking.judgements import waits_result
from referee.core.asking.score_answers import BONUSES, score_result
from referee.core.forms.form import Form
from referee.core.forms.tile_entry import EntryLayout, TileEntry
from referee.core.pages.preview import ReasonRow
from referee.core.pages.tile_entry_view import count_said, unread_said
from referee.core.pages.tile_rules import (
    asks_discarder,
    declared_in,
    facts_possible,
    is_by_tsumo,
    wind_asked,
)
from referee.core.pages.worth_view import (
    Found,
    Headline,
    ReasonList,
    Reasons,
    WorthView,
    error_worth,
    han_said,
    hint_worth,
    payment_said,
    plain_answer,
    tiles_named,
    use_button,
    value_named,
    why_not,
    with_honba_said,
)
from referee.core.text.reading import Reader
from referee.core.text.spaces import number_told
from referee.core.text.words import Speaker, Words, filled
from referee.core.tiles.texts import meld_told, tiles_text
from referee.core.tiles.tiles import MELD_KINDS, tile_name
from referee.core.worth.pricing import price_rule

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset

INDICATORS = (("dora", 5), ("ura", 5))
VALUE = EntryLayout(closed=14, calls=MELD_KINDS, trays=INDICATORS, last="winning", one_by_one=("dora", "ura"))
"""A finished hand with its indicators."""


def hand_worth(form: Form, entry: TileEntry, rules: Ruleset, speaker: Speaker) -> WorthView:
    """Return what the hand is worth, what it waits for, or what is still missing."""
    if entry.unread:
        return WorthView(unread=unread_said(entry, speaker.words))
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
        "melds": [meld_told(meld) for meld in entry.melds],
        "riichi": declared_in(form, entry, rules),
        "flags": [fact for fact in facts_possible(form, entry, rules) if form.has("fact", fact)],
        "dora_indicators": tiles_text(entry.tray("dora")),
        "ura_indicators": tiles_text(entry.tray("ura")),
        "honba": number_told(form.one("honba", "0")),
        "dealer_wins": number_told(form.one("dealer_wins", "0")),
        "renchan": number_told(form.one("renchan", "0")),
        "from_riichi": asks_discarder(form, entry, rules) and form.has("from_riichi", "1"),
    }


def unfinished(entry: TileEntry, rules: Ruleset, speaker: Speaker) -> WorthView:
    """Return how many tiles there are, and what a hand waits for that lacks one."""
    words = speaker.words
    count = count_said(entry, words)
    if len(entry.closed) == entry.wanted - 1:
        return waits_worth(count, waits_found(entry, rules, speaker), words)
    if len(entry.closed) > entry.wanted:
        return hint_worth(count, words["tiles.too_many"])
    return hint_worth(count, words["tiles.start" if not entry.closed and not entry.melds else "tiles.go_on"])


def waits_found(entry: TileEntry, rules: Ruleset, speaker: Speaker) -> Found:
    """Return what the hand waits for."""
    question: Found = {"tiles": tiles_text(entry.closed), "melds": [meld_told(meld) for meld in entry.melds]}
    reader = Reader(path="", fields=question, problems=[])
    return plain_answer(waits_result(reader, rules, speaker), reader, rules, speaker)


def waits_worth(count: str, found: Found, words: Words) -> WorthView:
    """Return the tiles that a hand waits for."""
    if "error" in found:
        return error_worth(found, words)
    tiles = tiles_named(found["waits"], words)
    return WorthView(
        headline=Headline(look="hint", who=count, tiles=tiles, message=found["text"], clause=found["clause"])
    )


def no_win(found: Found, words: Words) -> WorthView:
    """Return why a whole hand does not win."""
    headline = Headline(look="refused", who=words["tiles.no_win"], message=found["text"])
    return WorthView(headline=headline, reasons=why_not(found, words))


def won_worth(form: Form, found: Found, rules: Ruleset, words: Words) -> WorthView:
    """Return the payment, then yaku, fu and what does not count, each with its clause."""
    headline = Headline(
        amount=payment_said(found, 0, rules, words),
        who=value_named(found, words),
        named=yaku_named(found, words),
        with_honba=with_honba_said(found, number_told(form.one("honba", "0")), rules, words),
        use=use_button(form, words["tiles.use"]),
    )
    yaku = ReasonList(kind="line", title=words["tiles.yaku"], rows=yaku_rows(found, rules, words))
    made_of = Reasons(lists=(yaku, *fu_list(found, words)), foot=chips_said(found, words))
    return WorthView(headline=headline, reasons=(made_of, *why_not(found, words)))


def yaku_named(found: Found, words: Words) -> str:
    """Return the names of all that counts: "riichi, tanyao, dora 2"."""
    names = [each["name"] for each in found["yaku"]]
    names += [filled(words["score." + key], (("han", str(found[key])),)) for key in BONUSES if found[key]]
    return words["score.comma"].join(names)


def yaku_rows(found: Found, rules: Ruleset, words: Words) -> tuple[ReasonRow, ...]:
    """Return the yaku and the dora, each with what it is worth."""
    yaku = [yaku_row(each, rules, words) for each in found["yaku"]]
    bonuses = [(words["tiles.bonus_" + key], found[key]) for key in BONUSES if found[key]]
    return (*yaku, *[ReasonRow(text=name, clause="", worth=han_said(han, words)) for name, han in bonuses])


def yaku_row(each: Found, rules: Ruleset, words: Words) -> ReasonRow:
    """Return one yaku."""
    worth = han_said(each["han"], words)
    if each["yakuman"]:
        worth = filled(words["tiles.yakuman"], (("count", str(each["yakuman"])),))
    return ReasonRow(text=each["name"], clause=rules.cites[price_rule(each["id"])].clause, worth=worth)


def fu_list(found: Found, words: Words) -> tuple[ReasonList, ...]:
    """Return what the fu are made of, nothing where they do not matter."""
    rows = [ReasonRow(text=each["text"], clause="", worth=str(each["fu"])) for each in found["fu_parts"]]
    title = filled(words["tiles.fu"], (("fu", str(found["fu"])),))
    return (ReasonList(kind="line", title=title, rows=tuple(rows)),) if rows else ()


def chips_said(found: Found, words: Words) -> str:
    """Return the chips that the hand brings, nothing where there are none."""
    chips = found["chips"]
    total = chips["ippatsu"] + chips["red"] + chips["ura"] + chips["yakuman"]
    return filled(words["tiles.chips"], (("count", str(total)),)) if total else ""
