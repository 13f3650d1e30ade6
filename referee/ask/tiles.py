"""Questions about tiles that have no price: waits, furiten, a kan in riichi, swap calls, riichi itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.ask.hands import MOST_POINTS
from referee.rules.riichi import (
    EVENTS,
    WAYS_TO_PASS,
    Behaviour,
    Declaration,
    Passed,
    PassedBy,
    discard_after_call,
    furiten_state,
    kan_in_riichi,
    riichi_offer,
)
from referee.rules.table import Code, Note, Quoted, listed
from referee.rules.tiles import (
    COPIES,
    Meld,
    MeldKind,
    all_tiles,
    completing_kinds,
    counts_of,
    kind_names,
    kind_of,
    tile_name,
    waiting,
)
from referee.texts.codec import Record, record
from referee.texts.reader import (
    Reader,
    check_copies,
    check_size,
    meld_at,
    read_melds,
    read_tile,
    read_tiles,
    shortened,
    tiles_at,
)

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset
    from referee.texts.words import Speaker


JUDGEMENT_NAMES = ("waits", "furiten", "riichi_kan", "kuikae", "riichi")
"""The kinds of these questions."""

_BEFORE_DRAW = 13
_AFTER_CALL = 11
"""How many closed tiles there are without melds; after a call the two tiles that joined it are gone."""

MOST_WALL = 70
_NO_REDS = (0, 0, 0)
_CALL_KINDS = (MeldKind.CHII, MeldKind.PON)
_CALL_FIELDS = ("kind", "tiles", "called", "from")
_PASSED_FIELDS = ("tile", "by", "since")


def judgement_result(kind: str, reader: Reader, rules: Ruleset | None, speaker: Speaker) -> Record | None:
    """Return the answer to a question of one of the kinds, or None when problems were noted."""
    match kind:
        case "waits":
            return waits_result(reader, rules, speaker)
        case "furiten":
            return _furiten_result(reader, rules, speaker)
        case "riichi_kan":
            return _riichi_kan_result(reader, rules, speaker)
        case "kuikae":
            return _kuikae_result(reader, rules, speaker)
        case _:
            return _riichi_result(reader, rules, speaker)


def _reds_of(rules: Ruleset | None) -> tuple[int, ...]:
    """Return how many red fives of man, pin and sou there are."""
    return _NO_REDS if rules is None else rules.hand.red


def reason_pairs(note: Note, rules: Ruleset, speaker: Speaker) -> tuple[tuple[str, object], ...]:
    """Return the reason and the clause of an answer, and the note of a rule that is an interpretation."""
    cite = rules.cites[note.rule]
    notes: tuple[Record, ...] = ()
    if cite.note:
        facts = (("note", Quoted(text=speaker.text(cite.note))),)
        notes = (record(("text", speaker.say("note.interpretation", facts)), ("clause", cite.clause)),)
    return (("text", speaker.say(note.reason, note.facts)), ("clause", cite.clause), ("notes", notes))


def _read_hand_tiles(reader: Reader, rules: Ruleset | None, size: int) -> tuple[tuple[int, ...], tuple[Meld, ...]]:
    """Return closed tiles and melds; ``size`` is how many closed tiles there are without melds."""
    before = len(reader.problems)
    closed = read_tiles(reader, "tiles", _reds_of(rules))
    melds = read_melds(reader, _reds_of(rules))
    if len(reader.problems) == before:
        check_size(reader, "tiles", closed, melds, size)
        check_copies(reader, "tiles", all_tiles(closed, melds))
    return (closed, melds)


def waits_result(reader: Reader, rules: Ruleset | None, speaker: Speaker) -> Record | None:
    """Return what a hand waits for and whether it is tenpai."""
    closed, melds = _read_hand_tiles(reader, rules, _BEFORE_DRAW)
    if reader.problems or rules is None:
        return None
    found = waiting(closed, melds, rules)
    return record(
        ("waits", kind_names(found.waits)),
        ("tenpai", found.tenpai),
        ("own_copies_exhausted", kind_names(found.held)),
        *reason_pairs(found.why, rules, speaker),
    )


def _furiten_result(reader: Reader, rules: Ruleset | None, speaker: Speaker) -> Record | None:
    """Return whether a hand is furiten, of which kind, and until when."""
    closed, _ = _read_hand_tiles(reader, rules, _BEFORE_DRAW)
    done = Behaviour(
        discards=_read_discards(reader, _reds_of(rules)),
        passed=_read_passed(reader, _reds_of(rules)),
        riichi=bool(reader.flag("riichi")),
    )
    if reader.problems or rules is None:
        return None
    state = furiten_state(closed, done, rules)
    return record(
        ("furiten", state.kind is not None),
        ("kind", state.kind),
        ("until", state.until),
        *reason_pairs(state.why, rules, speaker),
    )


def _read_discards(reader: Reader, reds: tuple[int, ...]) -> tuple[int, ...]:
    """Return the own discards in order, written as one text or as a list of tiles."""
    value = reader.fields.get("discards")
    if isinstance(value, list):
        read = [tiles_at(reader, f"{reader.at('discards')}[{i}]", each, reds) for i, each in enumerate(value)]
        return tuple(tile for tiles in read for tile in tiles)
    return () if value is None else tiles_at(reader, reader.at("discards"), value, reds)


def _read_passed(reader: Reader, reds: tuple[int, ...]) -> tuple[Passed, ...]:
    """Return the tiles that were let pass."""
    items = reader.items("passed")
    read = [_passed_at(reader, f"{reader.at('passed')}[{i}]", item, reds) for i, item in enumerate(items)]
    return tuple(passed for passed in read if passed is not None)


def _passed_at(reader: Reader, path: str, value: object, reds: tuple[int, ...]) -> Passed | None:
    """Return one tile that was let pass, or None if something is wrong with it."""
    inside = reader.reader_of(path, value)
    if inside is None:
        return None
    inside.only(_PASSED_FIELDS)
    tile = read_tile(inside, "tile", reds)
    by = inside.choice("by", WAYS_TO_PASS) if inside.has("by") else PassedBy.DISCARD
    since = _read_since(inside)
    return None if tile is None else Passed(tile=tile, by=by, since=since)


def _read_since(reader: Reader) -> tuple[str, ...]:
    """Return what has happened after a tile was let pass; nothing if left out."""
    events: list[str] = []
    for i, event in enumerate(reader.items("since")):
        path = f"{reader.at('since')}[{i}]"
        if not isinstance(event, str):
            reader.wrong_type(path, event, "type.text")
        elif event in EVENTS:
            events.append(event)
        else:
            reader.out_of_range(path, event, listed(EVENTS))
    return tuple(events)


def _riichi_kan_result(reader: Reader, rules: Ruleset | None, speaker: Speaker) -> Record | None:
    closed, melds = _read_hand_tiles(reader, rules, _BEFORE_DRAW)
    drawn = read_tile(reader, "drawn", _reds_of(rules))
    kan = read_tile(reader, "kan", _reds_of(rules))
    if not reader.problems and drawn is not None and kan is not None:
        _check_riichi_kan(reader, (*closed, drawn), melds, kan_kind=kind_of(kan))
    if not reader.problems and not completing_kinds(counts_of(closed)):
        reader.refuse(Code.IMPOSSIBLE, reader.at("tiles"), "error.riichi_noten")
    if reader.problems or rules is None or drawn is None or kan is None:
        return None
    verdict = kan_in_riichi(closed, drawn, kind_of(kan), rules)
    return record(("allowed", verdict.allowed), *reason_pairs(verdict.why, rules, speaker))


def _check_riichi_kan(reader: Reader, whole: tuple[int, ...], melds: tuple[Meld, ...], *, kan_kind: int) -> None:
    """Note an open meld in riichi, a fifth copy, and a kan of which the four tiles are not there."""
    opened = [i for i, meld in enumerate(melds) if meld.is_open]
    if opened:
        reader.refuse(Code.IMPOSSIBLE, f"{reader.at('melds')}[{opened[0]}]", "error.open_in_riichi")
    check_copies(reader, reader.at("drawn"), all_tiles(whole, melds))
    if not reader.problems and counts_of(whole)[kan_kind] < COPIES:
        facts = (("tile", Quoted(text=tile_name(kan_kind))), ("count", counts_of(whole)[kan_kind]))
        reader.refuse(Code.IMPOSSIBLE, reader.at("kan"), "error.kan_tiles", facts)


def _kuikae_result(reader: Reader, rules: Ruleset | None, speaker: Speaker) -> Record | None:
    """Return whether a tile may be discarded right after a call."""
    closed, melds = _read_hand_tiles(reader, rules, _AFTER_CALL)
    call, called = _read_call(reader, _reds_of(rules))
    discard = read_tile(reader, "discard", _reds_of(rules))
    if reader.problems or rules is None or call is None or called is None or discard is None:
        return None
    check_copies(reader, reader.at("call.tiles"), all_tiles(closed, (*melds, call)))
    if kind_of(discard) not in [kind_of(tile) for tile in closed]:
        facts = (("tile", Quoted(text=tile_name(discard))),)
        reader.refuse(Code.IMPOSSIBLE, reader.at("discard"), "error.not_in_hand", facts)
    if reader.problems:
        return None
    verdict = discard_after_call(call, called, closed, discard, rules)
    return record(("allowed", verdict.allowed), *reason_pairs(verdict.why, rules, speaker))


def _read_call(reader: Reader, reds: tuple[int, ...]) -> tuple[Meld | None, int | None]:
    """Return the chii or pon and the tile that was called for it, None where something is wrong."""
    inside = reader.nested("call")
    if inside is None:
        return (None, None)
    inside.only(_CALL_FIELDS)
    before = len(reader.problems)
    inside.choice("kind", _CALL_KINDS)
    called = read_tile(inside, "called", reds)
    if len(reader.problems) > before or called is None:
        return (None, None)
    fields = {key: inside.fields[key] for key in ("kind", "tiles", "from") if key in inside.fields}
    call = meld_at(reader, inside.path, fields, reds)
    if call is not None and kind_of(called) not in [kind_of(tile) for tile in call.tiles]:
        facts = (("tile", Quoted(text=tile_name(called))), ("found", shortened(inside.fields["tiles"])))
        reader.refuse(Code.IMPOSSIBLE, inside.at("called"), "error.called_not_in_set", facts)
    return (call, called)


def _riichi_result(reader: Reader, rules: Ruleset | None, speaker: Speaker) -> Record | None:
    """Return whether riichi may be declared, and with which discards."""
    closed, melds = _read_hand_tiles(reader, rules, _BEFORE_DRAW)
    drawn = read_tile(reader, "drawn", _reds_of(rules))
    declared = Declaration(
        points=reader.integer("points", -MOST_POINTS, MOST_POINTS),
        wall=reader.integer("wall", 0, MOST_WALL),
        is_open=bool(reader.flag("open")),
    )
    if not reader.problems and drawn is not None:
        check_copies(reader, reader.at("drawn"), all_tiles((*closed, drawn), melds))
    if reader.problems or rules is None or drawn is None:
        return None
    offer = riichi_offer((*closed, drawn), melds, declared, rules)
    return record(
        ("allowed", offer.allowed), ("discards", kind_names(offer.discards)), *reason_pairs(offer.why, rules, speaker)
    )
