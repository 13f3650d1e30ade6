"""Riichi, furiten and kuikae: what may be declared or ronned, and which kan or discard is not allowed."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from referee.records import dataclass
from referee.rules.choices import Kuikae, LastingFuriten, OpenRiichi, RiichiKan, RiichiPoints, TemporaryFuriten
from referee.rules.table import STICK, Facts, Kinds, Note
from referee.rules.tiles import (
    TRIPLET,
    Counts,
    Meld,
    MeldKind,
    completing_kinds,
    counts_of,
    divided,
    is_run_from,
    is_thirteen_orphans,
    kind_of,
    waiting,
    with_more,
)

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset


@dataclass(frozen=True, kw_only=True, slots=True)
class RiichiOffer:
    """Whether riichi may be declared; ``discards`` are the kinds after which the hand is tenpai."""

    allowed: bool
    discards: tuple[int, ...]
    why: Note


@dataclass(frozen=True, kw_only=True, slots=True)
class Declaration:
    """A riichi about to be declared: the player's score, the tiles left in the wall, and whether he shows his hand."""

    points: int
    wall: int
    is_open: bool


def riichi_offer(whole: tuple[int, ...], melds: tuple[Meld, ...], declared: Declaration, rules: Ruleset) -> RiichiOffer:
    """Return whether riichi may be declared with a hand of 14 tiles less 3 per meld, the drawn one included."""
    kinds = tuple(sorted({kind_of(tile) for tile in whole}))
    rests = [(kind, waiting(without(whole, kind), melds, rules)) for kind in kinds]
    discards = tuple(kind for kind, rest in rests if rest.tenpai)
    furiten = tuple(kind for kind, rest in rests if rest.tenpai and kind in rest.waits)
    if not rules.riichi.furiten:
        discards = tuple(kind for kind in discards if kind not in furiten)
    refused = _riichi_refusal(melds, declared, rules)
    if refused is not None:
        return RiichiOffer(allowed=False, discards=discards, why=refused)
    return RiichiOffer(allowed=bool(discards), discards=discards, why=_why_offered(discards, furiten, declared, rules))


def _riichi_refusal(melds: tuple[Meld, ...], declared: Declaration, rules: Ruleset) -> Note | None:
    """Return what forbids riichi whatever is discarded: an open hand, showing it, the score or the wall."""
    points, wall, least = declared.points, declared.wall, least_points(rules, is_open=declared.is_open)
    if any(meld.is_open for meld in melds):
        return Note(reason="riichi.open_hand", rule="riichi.wall")
    if declared.is_open and rules.riichi.open == OpenRiichi.NONE:
        return Note(reason="riichi.not_open", rule="riichi.open")
    if least is not None and points < least:
        return Note(reason="riichi.points", rule="riichi.points", facts=(("points", points), ("least", least)))
    if wall < rules.riichi.wall:
        return Note(reason="riichi.wall", rule="riichi.wall", facts=(("wall", wall), ("least", rules.riichi.wall)))
    return None


def _why_offered(discards: tuple[int, ...], furiten: tuple[int, ...], declared: Declaration, rules: Ruleset) -> Note:
    """Return the reason why riichi is or is not offered when score and wall allow it."""
    facts: Facts = (("discards", Kinds(kinds=discards)), ("furiten", Kinds(kinds=furiten)), ("points", declared.points))
    if furiten and not discards:
        return Note(reason="riichi.furiten_refused", rule="riichi.furiten", facts=facts)
    if not discards:
        return Note(reason="riichi.noten", rule="draws.karaten")
    if any(kind in discards for kind in furiten):
        return Note(reason="riichi.furiten_allowed", rule="riichi.furiten", facts=facts)
    if declared.is_open and is_open_free(rules):
        return Note(reason="riichi.free", rule="riichi.open", facts=facts)
    if declared.points < STICK:
        return Note(reason="riichi.any_score", rule="riichi.points", facts=facts)
    return Note(reason="riichi.allowed", rule="riichi.wall", facts=facts)


def is_open_free(rules: Ruleset) -> bool:
    """Return whether an open riichi is declared without a stick."""
    match rules.riichi.open:
        case OpenRiichi.NONE | OpenRiichi.BET:
            return False
        case OpenRiichi.FREE:
            return True
        case _:
            assert_never(rules.riichi.open)


def least_points(rules: Ruleset, *, is_open: bool) -> int | None:
    """Return the score that riichi needs, None if any will do."""
    if is_open and is_open_free(rules):
        return None
    match rules.riichi.points:
        case RiichiPoints.ANY:
            return None
        case RiichiPoints.BET:
            return STICK
        case _:
            assert_never(rules.riichi.points)


def without(tiles: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """Return the tiles less one of the kind."""
    place = [kind_of(tile) for tile in tiles].index(kind)
    return tiles[:place] + tiles[place + 1 :]


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """Whether something is allowed, and why."""

    allowed: bool
    why: Note


def kan_in_riichi(closed: tuple[int, ...], drawn: int, kan: int, rules: Ruleset) -> Verdict:
    """Return whether the kan may be declared; ``closed`` is the hand before the draw, ``kan`` a kind.

    With the drawn tile there are four of the kind.
    """
    counts = counts_of(closed)
    if kind_of(drawn) != kan:
        facts: Facts = (("kan", Kinds(kinds=(kan,))), ("drawn", Kinds(kinds=(kind_of(drawn),))))
        return Verdict(allowed=False, why=Note(reason="riichi_kan.not_drawn", rule="riichi.kan", facts=facts))
    match rules.riichi.kan:
        case RiichiKan.NEVER:
            return Verdict(allowed=False, why=Note(reason="riichi_kan.never", rule="riichi.kan"))
        case RiichiKan.SAME_WAITS:
            return _kept_waits(counts, kan)
        case RiichiKan.STRICT:
            kept = _kept_waits(counts, kan)
            return _kept_triplet(counts, kan) if kept.allowed else kept
        case _:
            assert_never(rules.riichi.kan)


def _kept_waits(counts: Counts, kan: int) -> Verdict:
    """Return whether the hand waits for the same kinds without the kan's tiles; used-up kinds are not left out."""
    before = completing_kinds(counts)
    after = completing_kinds(with_more(counts, kan, -counts[kan]))
    facts: Facts = (("before", Kinds(kinds=before)), ("after", Kinds(kinds=after)))
    if before == after:
        return Verdict(allowed=True, why=Note(reason="riichi_kan.same_waits", rule="riichi.kan", facts=facts))
    reason = "riichi_kan.other_waits" if after else "riichi_kan.no_waits"
    return Verdict(allowed=False, why=Note(reason=reason, rule="riichi.kan", facts=facts))


def _kept_triplet(counts: Counts, kan: int) -> Verdict:
    """Return whether every reading of every winning hand keeps the three tiles together as a triplet."""
    waits = completing_kinds(counts)
    for wait in waits:
        readings_of_win = divided(with_more(counts, wait, 1))
        if any(TRIPLET + kan not in sets for sets, _ in readings_of_win):
            facts: Facts = (
                ("before", Kinds(kinds=waits)),
                ("kan", Kinds(kinds=(kan,))),
                ("wait", Kinds(kinds=(wait,))),
            )
            return Verdict(allowed=False, why=Note(reason="riichi_kan.other_reading", rule="riichi.kan", facts=facts))
    facts = (("before", Kinds(kinds=waits)), ("kan", Kinds(kinds=(kan,))))
    return Verdict(allowed=True, why=Note(reason="riichi_kan.only_triplet", rule="riichi.kan", facts=facts))


_NO_KIND = -1


def discard_after_call(call: Meld, called: int, closed: tuple[int, ...], discard: int, rules: Ruleset) -> Verdict:
    """Return whether ``discard`` may follow the call.

    ``closed`` is what is left in the hand, the discard included; empty where nobody says.
    """
    kind, end = kind_of(discard), other_end(call, called)
    facts: Facts = (("discard", Kinds(kinds=(kind,))), ("called", Kinds(kinds=(kind_of(called),))))
    barred = _barred_kinds(call, called, rules)
    if kind not in barred:
        reason = "kuikae.swap_allowed" if kind in (kind_of(called), end) else "kuikae.no_swap"
        return Verdict(allowed=True, why=Note(reason=reason, rule="calls.kuikae", facts=facts))
    reason = "kuikae.same_tile" if kind == kind_of(called) else "kuikae.other_end"
    if closed and all(kind_of(tile) in barred for tile in closed):
        reason += "_only"
    return Verdict(allowed=False, why=Note(reason=reason, rule="calls.kuikae", facts=facts))


def _barred_kinds(call: Meld, called: int, rules: Ruleset) -> tuple[int, ...]:
    """Return the kinds that may not be discarded right after the call."""
    match rules.calls.kuikae:
        case Kuikae.ALLOWED:
            return ()
        case Kuikae.OTHER_END:
            return (kind_of(called),)
        case Kuikae.NONE:
            return (kind_of(called), other_end(call, called))
        case _:
            assert_never(rules.calls.kuikae)


def other_end(call: Meld, called: int) -> int:
    """Return the kind that completes the two tiles from the hand at their other end, or `NO_KIND`."""
    low, kind = call.first, kind_of(called)
    if call.kind != MeldKind.CHII:
        return _NO_KIND
    if kind == low and is_run_from(low + 1):
        return low + 3
    if kind == low + 2 and low % 9:
        return low - 1
    return _NO_KIND


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
        return _by_discard(thrown, rules, riichi=done.riichi)
    missed = tuple(each for each in done.passed if kind_of(each.tile) in waits)
    counted = tuple(each for each in missed if _could_be_won(each, counts, rules))
    if done.riichi and counted:
        return _furiten_by(FuritenKind.RIICHI, rules.furiten.riichi, _passed_kinds(counted))
    lasting = tuple(each for each in counted if not _is_lifted(each.since, rules.furiten.temporary))
    if lasting:
        return _furiten_by(FuritenKind.TEMPORARY, rules.furiten.temporary, _passed_kinds(lasting))
    return not_furiten(waits, missed, counted, rules)


def _could_be_won(passed: Passed, counts: Counts, rules: Ruleset) -> bool:
    """Return whether letting this tile pass counts: a closed kan can be robbed for thirteen orphans only."""
    kind = kind_of(passed.tile)
    if passed.by == PassedBy.DISCARD:
        return True
    if passed.by == PassedBy.ANKAN:
        orphans = is_thirteen_orphans(with_more(counts, kind, 1))
        return rules.furiten.robbed_kan and rules.hand.closed_kan_kokushi and orphans
    return rules.furiten.robbed_kan


def _by_discard(thrown: tuple[int, ...], rules: Ruleset, *, riichi: bool) -> FuritenState:
    """Return the furiten of a player who discarded what he waits for; in riichi his waits cannot change."""
    until = LastingFuriten.END_OF_HAND if riichi else rules.furiten.discard
    return _furiten_by(FuritenKind.DISCARD, until, thrown)


def _furiten_by(kind: str, until: str, tiles: tuple[int, ...]) -> FuritenState:
    facts: Facts = (("tiles", Kinds(kinds=tiles)), ("until", f"until.{until}"))
    return FuritenState(kind=kind, until=until, why=Note(reason=f"furiten.{kind}", rule=f"furiten.{kind}", facts=facts))


def not_furiten(
    waits: tuple[int, ...], missed: tuple[Passed, ...], counted: tuple[Passed, ...], rules: Ruleset
) -> FuritenState:
    """Return why a hand is not furiten, or is so no longer."""
    if not waits:
        why = Note(reason="furiten.no_waits", rule="furiten.discard")
    elif counted:
        facts: Facts = (("tiles", Kinds(kinds=_passed_kinds(counted))), ("until", f"until.{rules.furiten.temporary}"))
        why = Note(reason="furiten.lifted", rule="furiten.temporary", facts=facts)
    elif missed:
        facts = (("tiles", Kinds(kinds=_passed_kinds(missed))),)
        closed_kan = rules.furiten.robbed_kan and all(each.by == PassedBy.ANKAN for each in missed)
        rule = "hand.closed_kan_kokushi" if closed_kan else "furiten.robbed_kan"
        why = Note(reason="furiten.kan", rule=rule, facts=facts)
    else:
        why = Note(reason="furiten.none", rule="furiten.discard", facts=(("waits", Kinds(kinds=waits)),))
    return FuritenState(kind=None, until=None, why=why)


def _is_lifted(since: tuple[str, ...], temporary: TemporaryFuriten) -> bool:
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


def _passed_kinds(passed: tuple[Passed, ...]) -> tuple[int, ...]:
    """Return the kinds that were let pass, each once, in ascending order."""
    return tuple(sorted({kind_of(each.tile) for each in passed}))
