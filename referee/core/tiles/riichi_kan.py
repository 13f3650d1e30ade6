"""A closed kan in riichi: whether the tile just drawn may be added to a triplet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from referee.core.rules.choices import RiichiKan
from referee.core.rules.ledger import Facts, Note
from referee.core.tiles.shapes import TRIPLET, completing_kinds, divided, with_more
from referee.core.tiles.tiles import Counts, counts_of, kind_of
from referee.core.tiles.waits import names

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset


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
        facts: Facts = (("kan", names((kan,))), ("drawn", names((kind_of(drawn),))))
        return Verdict(allowed=False, why=Note(reason="riichi_kan.not_drawn", rule="riichi.kan", facts=facts))
    match rules.riichi.kan:
        case RiichiKan.NEVER:
            return Verdict(allowed=False, why=Note(reason="riichi_kan.never", rule="riichi.kan"))
        case RiichiKan.SAME_WAITS:
            return kept_waits(counts, kan)
        case RiichiKan.STRICT:
            kept = kept_waits(counts, kan)
            return kept_triplet(counts, kan) if kept.allowed else kept
        case _:
            assert_never(rules.riichi.kan)


def kept_waits(counts: Counts, kan: int) -> Verdict:
    """Return whether the hand waits for the same kinds without the kan's tiles; used-up kinds are not left out."""
    before = completing_kinds(counts)
    after = completing_kinds(with_more(counts, kan, -counts[kan]))
    facts: Facts = (("before", names(before)), ("after", names(after)))
    if before == after:
        return Verdict(allowed=True, why=Note(reason="riichi_kan.same_waits", rule="riichi.kan", facts=facts))
    reason = "riichi_kan.other_waits" if after else "riichi_kan.no_waits"
    return Verdict(allowed=False, why=Note(reason=reason, rule="riichi.kan", facts=facts))


def kept_triplet(counts: Counts, kan: int) -> Verdict:
    """Return whether every reading of every winning hand keeps the three tiles together as a triplet."""
    waits = completing_kinds(counts)
    for wait in waits:
        readings_of_win = divided(with_more(counts, wait, 1))
        if any(TRIPLET + kan not in sets for sets, _ in readings_of_win):
            facts: Facts = (("before", names(waits)), ("kan", names((kan,))), ("wait", names((wait,))))
            return Verdict(allowed=False, why=Note(reason="riichi_kan.other_reading", rule="riichi.kan", facts=facts))
    facts = (("before", names(waits)), ("kan", names((kan,))))
    return Verdict(allowed=True, why=Note(reason="riichi_kan.only_triplet", rule="riichi.kan", facts=facts))
