"""Questions about tiles without a price: what is asked beside the tiles, and the verdict in words with its clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.asking.judgements import MOST_WALL, judgement_result, reasoned
from referee.core.forms.form import Form
from referee.core.forms.tile_entry import EntryLayout, TileEntry
from referee.core.pages.fields_view import FieldGroup, Pick, number_group, radio_group, tick_group
from referee.core.pages.preview import note_rows
from referee.core.pages.tile_entry_view import count_said, unread_said
from referee.core.pages.worth_view import (
    Found,
    Headline,
    WorthView,
    error_worth,
    hint_worth,
    notes_below,
    plain_answer,
    tiles_named,
)
from referee.core.text.jsontext import record
from referee.core.text.reading import Reader
from referee.core.text.spaces import number_told
from referee.core.tiles.furiten import EVENTS, WAYS_TO_PASS
from referee.core.tiles.kuikae import discard_after_call
from referee.core.tiles.texts import meld_told, tiles_text
from referee.core.tiles.tiles import MELD_KINDS, Meld, MeldKind, is_set_of, kind_of, tile_name

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset
    from referee.core.text.words import Speaker, Words

MOST_DISCARDS = 24
CHECKS = {
    "waits": EntryLayout(closed=13, calls=MELD_KINDS, trays=()),
    "furiten": EntryLayout(closed=13, calls=MELD_KINDS, trays=(("discards", MOST_DISCARDS), ("passed", 4))),
    "riichi_kan": EntryLayout(closed=14, calls=(MeldKind.ANKAN,), trays=(), last="drawn"),
    "kuikae": EntryLayout(closed=11, calls=MELD_KINDS, trays=(("call", 3),), last="thrown", first="call"),
    "riichi": EntryLayout(closed=14, calls=(MeldKind.ANKAN,), trays=(), last="drawn"),
}
"""What is laid out for each question; of a call the called tile comes first."""


def check_questions(form: Form, entry: TileEntry, words: Words) -> tuple[FieldGroup, ...]:
    """Return what is asked beside the tiles."""
    match form.one("check"):
        case "furiten":
            return furiten_questions(form, entry, words)
        case "riichi":
            return (number_group(("points", "wall"), form, words),)
        case _:
            return ()


def furiten_questions(form: Form, entry: TileEntry, words: Words) -> tuple[FieldGroup, ...]:
    """Return whether the player is in riichi, and for a tile that was let pass how it came and what happened since."""
    riichi = tick_group("flow", "in_riichi", "1", form, words)
    if not entry.tray("passed"):
        return (riichi,)
    way = form.one("passed_by") if form.one("passed_by") in WAYS_TO_PASS else WAYS_TO_PASS[0]
    since = [
        Pick(name="since", value=each, text=words["tiles.since_" + each], chosen=form.has("since", each))
        for each in EVENTS
    ]
    return (
        riichi,
        radio_group("flow", "passed_by", WAYS_TO_PASS, way, words),
        FieldGroup(look="flow", title=words["tiles.since"], picks=tuple(since)),
    )


def check_worth(form: Form, entry: TileEntry, rules: Ruleset, speaker: Speaker) -> WorthView:
    """Return the verdict, or what is still missing."""
    words = speaker.words
    if entry.unread:
        return WorthView(unread=unread_said(entry, words))
    check = form.one("check")
    lacking = lacking_tiles(check, entry)
    if lacking:
        return hint_worth(count_said(entry, words), words["tiles." + lacking])
    found = kuikae_found(entry, rules, speaker) if check == "kuikae" else judged(check, form, entry, rules, speaker)
    return error_worth(found, words) if "error" in found else verdict_worth(check, found, words)


def lacking_tiles(check: str, entry: TileEntry) -> str:
    """Return the key of what is still to be laid out, nothing when the question can be asked."""
    if check == "kuikae":
        if entry.has_room("call"):
            return "lay_call"
        return "" if entry.closed else "lay_discard"
    if len(entry.closed) > entry.wanted:
        return "too_many"
    return "" if entry.is_whole else "lay_" + check


def judged(check: str, form: Form, entry: TileEntry, rules: Ruleset, speaker: Speaker) -> Found:
    """Return the answer to a question other than that of a swap call."""
    closed = entry.closed[:-1] if entry.layout.last else entry.closed
    question: Found = {"tiles": tiles_text(closed), "melds": [meld_told(meld) for meld in entry.melds]}
    drawn = tile_name(entry.closed[-1])
    match check:
        case "furiten":
            question |= behaviour_told(form, entry)
        case "riichi_kan":
            question |= {"drawn": drawn, "kan": drawn}
        case "riichi":
            question |= {
                "drawn": drawn,
                "points": number_told(form.one("points", str(rules.setup.points))),
                "wall": number_told(form.one("wall", str(MOST_WALL))),
            }
        case _:
            pass
    reader = Reader(path="", fields=question, problems=[])
    return plain_answer(judgement_result(check, reader, rules, speaker), reader, rules, speaker)


def behaviour_told(form: Form, entry: TileEntry) -> Found:
    """Return what a player has discarded and let pass."""
    since = [each for each in EVENTS if form.has("since", each)]
    way = form.one("passed_by", WAYS_TO_PASS[0])
    passed = [{"tile": tile_name(tile), "by": way, "since": since} for tile in entry.tray("passed")]
    return {"discards": tiles_text(entry.tray("discards")), "passed": passed, "riichi": form.has("in_riichi", "1")}


def kuikae_found(entry: TileEntry, rules: Ruleset, speaker: Speaker) -> Found:
    """Return whether the last tile may follow the call; the rest of the hand need not be known."""
    call = call_made(entry.tray("call"))
    if call is None:
        return {"error": {"field": "call", "message": speaker.words["tiles.no_call"]}}
    rest = entry.closed if entry.is_whole else ()
    verdict = discard_after_call(call, entry.tray("call")[0], rest, entry.closed[-1], rules)
    told = record(("allowed", verdict.allowed), *reasoned(verdict.why, rules, speaker))
    return plain_answer(told, Reader(path="", fields={}, problems=[]), rules, speaker)


def call_made(tiles: tuple[int, ...]) -> Meld | None:
    """Return the chii or pon that three tiles make, or None."""
    for kind in (MeldKind.CHII, MeldKind.PON):
        if is_set_of(kind, tiles):
            return Meld(kind=kind, tiles=tuple(sorted(tiles, key=kind_of)), source=None)
    return None


def verdict_worth(check: str, found: Found, words: Words) -> WorthView:
    """Return the verdict in a word, the tiles it names, the reason and the clause."""
    named = found["waits"] if check == "waits" else found["discards"] if check == "riichi" else []
    headline = Headline(
        verdict=words["tiles." + verdict_word(check, found)],
        tiles=tiles_named(named, words),
        message=found["text"],
        clause=found["clause"],
    )
    return WorthView(headline=headline, reasons=notes_below("", note_rows(found["notes"])))


def verdict_word(check: str, found: Found) -> str:
    """Return the key of the verdict."""
    if check == "waits":
        return "tenpai" if found["tenpai"] else "noten"
    if check == "furiten":
        return "furiten" if found["furiten"] else "not_furiten"
    return "allowed" if found["allowed"] else "not_allowed"
