"""Swap-calling (kuikae): which tiles may not be discarded right after a chii or pon."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from referee.rules.choices import Kuikae
from referee.rules.ledger import Facts, Note
from referee.rules.riichi import Verdict
from referee.rules.tiles import Meld, MeldKind, is_run_from, kind_of, names

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset


NO_KIND = -1


def discard_after_call(call: Meld, called: int, closed: tuple[int, ...], discard: int, rules: Ruleset) -> Verdict:
    """Return whether ``discard`` may follow the call.

    ``closed`` is what is left in the hand, the discard included; empty where nobody says.
    """
    kind, end = kind_of(discard), other_end(call, called)
    facts: Facts = (("discard", names((kind,))), ("called", names((kind_of(called),))))
    barred = barred_kinds(call, called, rules)
    if kind not in barred:
        reason = "kuikae.swap_allowed" if kind in (kind_of(called), end) else "kuikae.no_swap"
        return Verdict(allowed=True, why=Note(reason=reason, rule="calls.kuikae", facts=facts))
    reason = "kuikae.same_tile" if kind == kind_of(called) else "kuikae.other_end"
    if closed and all(kind_of(tile) in barred for tile in closed):
        reason += "_only"
    return Verdict(allowed=False, why=Note(reason=reason, rule="calls.kuikae", facts=facts))


def barred_kinds(call: Meld, called: int, rules: Ruleset) -> tuple[int, ...]:
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
        return NO_KIND
    if kind == low and is_run_from(low + 1):
        return low + 3
    if kind == low + 2 and low % 9:
        return low - 1
    return NO_KIND
