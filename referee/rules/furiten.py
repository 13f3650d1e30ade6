"""Furiten: whether a waiting hand may ron, of which kind its furiten is, and what ends it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from referee.records import dataclass
from referee.rules.choices import LastingFuriten, TemporaryFuriten
from referee.rules.ledger import Facts, Kinds, Note
from referee.rules.tiles import Counts, completing_kinds, counts_of, is_thirteen_orphans, kind_of, with_more

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset


class FuritenKind(StrEnum):
    """What made a hand furiten."""

    DISCARD = "discard"
    TEMPORARY = "temporary"
    RIICHI = "riichi"


class Since(StrEnum):
    """What can happen after a tile was let pass."""

    OWN_DRAW = "own_draw"
    OWN_DISCARD = "own_discard"
    OWN_CALL = "own_call"
    CALL = "call"


class PassedBy(StrEnum):
    """How the tile came that was let pass: as a discard, or in a kan that could be robbed."""

    DISCARD = "discard"
    KAKAN = "kakan"
    ANKAN = "ankan"


EVENTS = tuple(Since)
WAYS_TO_PASS = tuple(PassedBy)


@dataclass(frozen=True, kw_only=True, slots=True)
class Passed:
    """A tile that was let pass, how it came, and what has happened since."""

    tile: int
    by: str
    since: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Behaviour:
    """What a player has done in the hand so far: his discards (also those called away) and what he let pass.

    In riichi ``passed`` holds what he let pass after declaring.
    """

    discards: tuple[int, ...]
    passed: tuple[Passed, ...]
    riichi: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class FuritenState:
    """Whether a hand is furiten (``kind`` is not None), and ``until`` when; a self-draw is always allowed."""

    kind: str | None
    until: str | None
    why: Note


def furiten_state(closed: tuple[int, ...], done: Behaviour, rules: Ruleset) -> FuritenState:
    """Return whether a hand of 13 tiles less 3 per meld is furiten; a discard of its own goes before a pass."""
    counts = counts_of(closed)
    waits = completing_kinds(counts)
    thrown = tuple(kind for kind in waits if kind in [kind_of(tile) for tile in done.discards])
    if thrown:
        return by_discard(thrown, rules, riichi=done.riichi)
    missed = tuple(each for each in done.passed if kind_of(each.tile) in waits)
    counted = tuple(each for each in missed if could_be_won(each, counts, rules))
    if done.riichi and counted:
        return furiten_by(FuritenKind.RIICHI, rules.furiten.riichi, passed_kinds(counted))
    lasting = tuple(each for each in counted if not is_lifted(each.since, rules.furiten.temporary))
    if lasting:
        return furiten_by(FuritenKind.TEMPORARY, rules.furiten.temporary, passed_kinds(lasting))
    return not_furiten(waits, missed, counted, rules)


def could_be_won(passed: Passed, counts: Counts, rules: Ruleset) -> bool:
    """Return whether letting this tile pass counts: a closed kan can be robbed for thirteen orphans only."""
    kind = kind_of(passed.tile)
    if passed.by == PassedBy.DISCARD:
        return True
    if passed.by == PassedBy.ANKAN:
        orphans = is_thirteen_orphans(with_more(counts, kind, 1))
        return rules.furiten.robbed_kan and rules.hand.closed_kan_kokushi and orphans
    return rules.furiten.robbed_kan


def by_discard(thrown: tuple[int, ...], rules: Ruleset, *, riichi: bool) -> FuritenState:
    """Return the furiten of a player who discarded what he waits for; in riichi his waits cannot change."""
    until = LastingFuriten.END_OF_HAND if riichi else rules.furiten.discard
    return furiten_by(FuritenKind.DISCARD, until, thrown)


def furiten_by(kind: str, until: str, tiles: tuple[int, ...]) -> FuritenState:
    """Return a furiten of a kind with its reason."""
    facts: Facts = (("tiles", Kinds(kinds=tiles)), ("until", f"until.{until}"))
    return FuritenState(kind=kind, until=until, why=Note(reason=f"furiten.{kind}", rule=f"furiten.{kind}", facts=facts))


def not_furiten(
    waits: tuple[int, ...], missed: tuple[Passed, ...], counted: tuple[Passed, ...], rules: Ruleset
) -> FuritenState:
    """Return why a hand is not furiten, or is so no longer."""
    if not waits:
        why = Note(reason="furiten.no_waits", rule="furiten.discard")
    elif counted:
        facts: Facts = (("tiles", Kinds(kinds=passed_kinds(counted))), ("until", f"until.{rules.furiten.temporary}"))
        why = Note(reason="furiten.lifted", rule="furiten.temporary", facts=facts)
    elif missed:
        facts = (("tiles", Kinds(kinds=passed_kinds(missed))),)
        closed_kan = rules.furiten.robbed_kan and all(each.by == PassedBy.ANKAN for each in missed)
        rule = "hand.closed_kan_kokushi" if closed_kan else "furiten.robbed_kan"
        why = Note(reason="furiten.kan", rule=rule, facts=facts)
    else:
        why = Note(reason="furiten.none", rule="furiten.discard", facts=(("waits", Kinds(kinds=waits)),))
    return FuritenState(kind=None, until=None, why=why)


def is_lifted(since: tuple[str, ...], temporary: TemporaryFuriten) -> bool:
    """Return whether what has happened since ends a temporary furiten."""
    match temporary:
        case TemporaryFuriten.OWN_DRAW:
            return Since.OWN_DRAW in since
        case TemporaryFuriten.OWN_DISCARD:
            return Since.OWN_DISCARD in since
        case TemporaryFuriten.OWN_DRAW_OR_CALL:
            return Since.OWN_DRAW in since or Since.OWN_CALL in since
        case TemporaryFuriten.INTERRUPTION:
            return Since.OWN_DRAW in since or Since.OWN_CALL in since or Since.CALL in since
        case _:
            assert_never(temporary)


def passed_kinds(passed: tuple[Passed, ...]) -> tuple[int, ...]:
    """Return the kinds that were let pass, each once, in ascending order."""
    return tuple(sorted({kind_of(each.tile) for each in passed}))
