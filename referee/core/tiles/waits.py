"""Waits and tenpai: which tiles complete a hand, and whether that makes it tenpai under a ruleset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from referee.core.rules.choices import Karaten
from referee.core.rules.ledger import Facts, Note, Quoted
from referee.core.tiles.shapes import completing_kinds
from referee.core.tiles.tiles import Counts, Meld, all_tiles, counts_of, kind_names

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset

COPIES = 4
"""How many tiles there are of each kind."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting:
    """The kinds a hand waits for; ``held`` are those of which the player has all four, melds included."""

    waits: tuple[int, ...]
    held: tuple[int, ...]
    tenpai: bool
    why: Note


def waiting(closed: tuple[int, ...], melds: tuple[Meld, ...], rules: Ruleset) -> Waiting:
    """Return what a hand waits for; ``closed`` has 13 tiles less 3 per meld."""
    counts = counts_of(closed)
    waits = completing_kinds(counts)
    whole = counts_of(all_tiles(closed, melds))
    held = tuple(kind for kind in waits if whole[kind] >= COPIES)
    tenpai = any(kind not in used_up(waits, counts, whole, rules) for kind in waits)
    return Waiting(waits=waits, held=held, tenpai=tenpai, why=why_tenpai(waits, held, tenpai=tenpai))


def used_up(waits: tuple[int, ...], closed: Counts, whole: Counts, rules: Ruleset) -> tuple[int, ...]:
    """Return the waits that do not count, because the player has all four copies where the ruleset looks."""
    match rules.draws.karaten:
        case Karaten.NEVER:
            return ()
        case Karaten.CLOSED_TILES:
            return tuple(kind for kind in waits if closed[kind] >= COPIES)
        case Karaten.OWN_HAND:
            return tuple(kind for kind in waits if whole[kind] >= COPIES)
        case _:
            assert_never(rules.draws.karaten)


def why_tenpai(waits: tuple[int, ...], held: tuple[int, ...], *, tenpai: bool) -> Note:
    """Return the reason why a hand is tenpai or noten."""
    facts: Facts = (("waits", names(waits)), ("held", names(held)))
    if not waits:
        return Note(reason="waits.none", rule="draws.karaten")
    if not held:
        return Note(reason="waits.tenpai", rule="draws.karaten", facts=facts)
    if len(held) < len(waits):
        return Note(reason="waits.some_held", rule="draws.karaten", facts=facts)
    return Note(reason="waits.held_tenpai" if tenpai else "waits.held_noten", rule="draws.karaten", facts=facts)


def names(kinds: tuple[int, ...]) -> Quoted:
    """Return kinds as a list in a sentence."""
    return Quoted(text=", ".join(kind_names(kinds)))
