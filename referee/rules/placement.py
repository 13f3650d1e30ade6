"""The end of a game: left sticks, places, uma, oka, chips and the final result."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from referee.records import dataclass
from referee.rules.choices import LeftSticks, Remainder, Rounding, Ties, UmaBy, Yakitori
from referee.rules.table import ALL_SEATS, NOTHING, Four, added

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset


@dataclass(frozen=True, kw_only=True, slots=True)
class Parts:
    """What one seat's final result is made of, in points; their ``total`` is the result."""

    score: int
    uma: int
    oka: int
    chips: int
    penalties: int

    @property
    def total(self) -> int:
        """Return the final result in points."""
        return self.score + self.uma + self.oka + self.chips + self.penalties


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """The end of a game: scores after left sticks, places 1-4, and the parts of each result in points."""

    scores: Four
    places: Four
    parts: tuple[Parts, Parts, Parts, Parts]


@dataclass(frozen=True, kw_only=True, slots=True)
class Played:
    """What the final result is worked out from."""

    scores: Four
    kyoutaku: int
    chips: Four
    penalties: Four
    yakitori: tuple[bool, bool, bool, bool]


def seat_order(scores: Four) -> tuple[int, ...]:
    """Return the seats from first to last; of equal scores the earlier starting seat is ahead."""
    return tuple(sorted(ALL_SEATS, key=lambda seat: (-scores[seat], seat)))


def tie_groups(scores: Four, ties: Ties) -> tuple[tuple[int, ...], ...]:
    """Return the seats place by place, tied seats together where ties are shared."""
    order = seat_order(scores)
    match ties:
        case Ties.SEAT:
            return tuple((seat,) for seat in order)
        case Ties.SHARED:
            heads = tuple(i for i in ALL_SEATS if i == 0 or scores[order[i]] != scores[order[i - 1]])
            return tuple(tuple(seat for seat in order if scores[seat] == scores[order[head]]) for head in heads)
        case _:
            assert_never(ties)


def places_of(groups: tuple[tuple[int, ...], ...]) -> Four:
    """Return the place of each seat; a shared place is the best of those shared: 1, 1, 3, 4."""
    places = [0, 0, 0, 0]
    ahead = 0
    for group in groups:
        for seat in group:
            places[seat] = ahead + 1
        ahead += len(group)
    return (places[0], places[1], places[2], places[3])


def shared(amount: int, group: tuple[int, ...], unit: int, remainder: Remainder) -> tuple[tuple[int, int], ...]:
    """Return ``amount`` split among the group in whole units, as (seat, part) pairs.

    What does not divide goes to nobody or to the earliest starting seat, or the parts are rounded.
    """
    each = amount // len(group) // unit * unit
    rest = amount - each * len(group)
    match remainder:
        case Remainder.NOBODY:
            return tuple((seat, each) for seat in group)
        case Remainder.EARLIER_SEAT:
            return tuple((seat, each + (rest if seat == min(group) else 0)) for seat in group)
        case Remainder.ROUNDED:
            nearest = (2 * amount + unit * len(group)) // (2 * unit * len(group)) * unit
            return tuple((seat, nearest) for seat in group)
        case _:
            assert_never(remainder)


def _with_pairs(pairs: tuple[tuple[int, int], ...]) -> Four:
    """Return the sum of the parts of each seat."""
    seats = [0, 0, 0, 0]
    for seat, part in pairs:
        seats[seat] += part
    return (seats[0], seats[1], seats[2], seats[3])


def with_left_sticks(scores: Four, kyoutaku: int, rules: Ruleset) -> Four:
    """Return the scores after the points left on the table are given out."""
    match rules.final.left_sticks:
        case LeftSticks.NOBODY:
            return scores
        case LeftSticks.FIRST:
            first = tie_groups(scores, rules.final.ties)[0]
            return added(scores, _with_pairs(shared(kyoutaku, first, 100, rules.final.remainder)))
        case _:
            assert_never(rules.final.left_sticks)


def uma_by_place(scores: Four, rules: Ruleset) -> tuple[int, ...]:
    """Return the uma of the four places, in points or in chips."""
    match rules.final.uma_by:
        case UmaBy.PLACE:
            return rules.final.uma
        case UmaBy.SECOND_SCORE:
            second = scores[seat_order(scores)[1]]
            return rules.final.uma_high if second >= rules.final.uma_second else rules.final.uma
        case UmaBy.FLOATING:
            afloat = sum([1 for score in scores if score >= rules.final.subtract])
            return {1: rules.final.uma_low, 3: rules.final.uma_high}.get(afloat, rules.final.uma)
        case _:
            assert_never(rules.final.uma_by)


def _uma_of(scores: Four, groups: tuple[tuple[int, ...], ...], rules: Ruleset) -> Four:
    """Return the uma of each seat in points; a chip that does not divide belongs to nobody."""
    uma = uma_by_place(scores, rules)
    places = places_of(groups)
    pooled = tuple(
        (group, sum(uma[place - 1 : place - 1 + len(group)])) for group in groups for place in (places[group[0]],)
    )
    if rules.final.uma_chips:
        parts = _with_pairs(
            tuple(pair for group, amount in pooled for pair in shared(amount, group, 1, Remainder.NOBODY))
        )
        return in_points(parts, rules)
    return _with_pairs(
        tuple(
            pair for group, amount in pooled for pair in shared(amount, group, rules.final.unit, rules.final.remainder)
        )
    )


def in_points(chips: Four, rules: Ruleset) -> Four:
    """Return what the chips are worth."""
    value = rules.chips.value
    return (chips[0] * value, chips[1] * value, chips[2] * value, chips[3] * value)


def yakitori_chips(yakitori: tuple[bool, bool, bool, bool], rules: Ruleset) -> Four:
    """Return the chips that players without a win pay to each other player."""
    if rules.chips.yakitori == Yakitori.NONE:
        return NOTHING
    each = rules.chips.yakitori_each
    payers = sum(1 for waiting in yakitori if waiting)
    seats = [each * (payers - 4) if waiting else each * payers for waiting in yakitori]
    return (seats[0], seats[1], seats[2], seats[3])


def rounded(points: int, rounding: Rounding) -> int:
    """Return the points as whole thousands, still in points."""
    match rounding:
        case Rounding.NONE:
            return points
        case Rounding.HALF_AWAY:
            size = (abs(points) + 500) // 1000 * 1000
            return size if points >= 0 else -size
        case Rounding.HALF_UP:
            return (points + 500) // 1000 * 1000
        case _:
            assert_never(rounding)


def _score_parts(scores: Four, oka: Four, uma: Four, rules: Ruleset) -> Four:
    """Return the score part of each result; with rounding the first takes what makes the sum zero.

    Of tied firsts the earlier starting seat is worked out last.
    """
    parts = [
        rounded(scores[seat] + oka[seat], rules.final.rounding) - oka[seat] - rules.final.subtract for seat in ALL_SEATS
    ]
    if rules.final.rounding != Rounding.NONE:
        first = seat_order(scores)[0]
        parts[first] = -sum((0 if seat == first else parts[seat]) + oka[seat] + uma[seat] for seat in ALL_SEATS)
    return (parts[0], parts[1], parts[2], parts[3])


def standing(played: Played, rules: Ruleset) -> Standing:
    """Return the final standing of a game."""
    scores = with_left_sticks(played.scores, played.kyoutaku, rules)
    groups = tie_groups(scores, rules.final.ties)
    oka = _with_pairs(shared(rules.final.oka, groups[0], rules.final.unit, rules.final.remainder))
    uma = _uma_of(scores, groups, rules)
    score = _score_parts(scores, oka, uma, rules)
    chips = in_points(added(played.chips, yakitori_chips(played.yakitori, rules)), rules)
    parts = tuple(
        Parts(score=score[seat], uma=uma[seat], oka=oka[seat], chips=chips[seat], penalties=played.penalties[seat])
        for seat in ALL_SEATS
    )
    return Standing(scores=scores, places=places_of(groups), parts=(parts[0], parts[1], parts[2], parts[3]))
