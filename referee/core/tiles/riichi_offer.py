"""Riichi: whether it may be declared, and which discards leave the hand tenpai."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from referee.core.rules.choices import OpenRiichi, RiichiPoints
from referee.core.rules.facts import STICK
from referee.core.rules.ledger import Facts, Note
from referee.core.tiles.tiles import Meld, kind_of
from referee.core.tiles.waits import names, waiting

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset


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
    refused = riichi_refusal(melds, declared, rules)
    if refused is not None:
        return RiichiOffer(allowed=False, discards=discards, why=refused)
    return RiichiOffer(allowed=bool(discards), discards=discards, why=why_offered(discards, furiten, declared, rules))


def riichi_refusal(melds: tuple[Meld, ...], declared: Declaration, rules: Ruleset) -> Note | None:
    """Return what forbids riichi whatever is discarded: an open hand, showing it, the score or the wall."""
    points, wall, least = declared.points, declared.wall, least_points(declared, rules)
    if any(meld.is_open for meld in melds):
        return Note(reason="riichi.open_hand", rule="riichi.wall")
    if declared.is_open and rules.riichi.open == OpenRiichi.NONE:
        return Note(reason="riichi.not_open", rule="riichi.open")
    if least is not None and points < least:
        return Note(reason="riichi.points", rule="riichi.points", facts=(("points", points), ("least", least)))
    if wall < rules.riichi.wall:
        return Note(reason="riichi.wall", rule="riichi.wall", facts=(("wall", wall), ("least", rules.riichi.wall)))
    return None


def why_offered(discards: tuple[int, ...], furiten: tuple[int, ...], declared: Declaration, rules: Ruleset) -> Note:
    """Return the reason why riichi is or is not offered when score and wall allow it."""
    facts: Facts = (("discards", names(discards)), ("furiten", names(furiten)), ("points", declared.points))
    if furiten and not discards:
        return Note(reason="riichi.furiten_refused", rule="riichi.furiten", facts=facts)
    if not discards:
        return Note(reason="riichi.noten", rule="draws.karaten")
    if any(kind in discards for kind in furiten):
        return Note(reason="riichi.furiten_allowed", rule="riichi.furiten", facts=facts)
    if is_free(declared, rules):
        return Note(reason="riichi.free", rule="riichi.open", facts=facts)
    if declared.points < STICK:
        return Note(reason="riichi.any_score", rule="riichi.points", facts=facts)
    return Note(reason="riichi.allowed", rule="riichi.wall", facts=facts)


def is_free(declared: Declaration, rules: Ruleset) -> bool:
    """Return whether the riichi is declared without a stick."""
    return declared.is_open and rules.riichi.open == OpenRiichi.FREE


def least_points(declared: Declaration, rules: Ruleset) -> int | None:
    """Return the score that riichi needs, None if any will do."""
    if is_free(declared, rules):
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
