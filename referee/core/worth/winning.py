"""A winning hand as the evaluator takes it: tiles as counts, melds as sets, and the facts of the win."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.core.tiles.shapes import TRIPLET
from referee.core.tiles.tiles import (
    FIRST_DRAGON,
    FIRST_HONOUR,
    KIND_COUNT,
    Counts,
    Meld,
    MeldKind,
    all_tiles,
    counts_of,
    kind_of,
)
from referee.core.worth.yaku import bits_of


class RiichiState(StrEnum):
    """What the winner declared."""

    NONE = "none"
    RIICHI = "riichi"
    DOUBLE = "double"
    OPEN = "open"
    OPEN_DOUBLE = "open_double"


class Flag(StrEnum):
    """Facts of a win; which yaku they make is decided by the rules."""

    IPPATSU = "ippatsu"  # before or with the own next draw after the riichi, no call in between
    RINSHAN = "rinshan"  # drawn from the dead wall after a kan
    CHANKAN = "chankan"  # the tile that another added to his pon
    ROBBED_CLOSED_KAN = "robbed_closed_kan"  # the kind of which another declared a closed kan
    LAST_TILE = "last_tile"  # the live wall is empty
    FIRST_DRAW = "first_draw"  # own first draw, nobody has called or konged
    BEFORE_FIRST_DRAW = "before_first_draw"  # own first draw not yet taken, nobody has called or konged
    FIRST_TURN_KAN = "first_turn_kan"  # konged in the own first uninterrupted turn and has not discarded
    KAN_DISCARD = "kan_discard"  # the discard right after the discarder's kan
    RIICHI_TILE = "riichi_tile"  # the discard with which another declared riichi
    MIXED_IN = "mixed_in"  # the winning tile was mixed into the hand before it was shown


@dataclass(frozen=True, kw_only=True, slots=True)
class Called:
    """A meld as the evaluator takes it: its set as `shapes` names it."""

    code: int
    is_open: bool
    is_kan: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class WinningHand:
    """A hand that claims to win.

    ``closed`` counts the closed tiles with the winning one, ``whole`` those of the melds too, ``kinds`` has a bit
    for each kind in the whole hand, ``reds`` is how many red fives it holds. ``seat`` and ``round`` are kinds.
    ``dora`` and ``ura`` are the kinds that count, one for each indicator. ``from_riichi``: the discarder is in
    riichi. ``renchan`` and ``dealer_wins`` are the dealer's rows as the table counts them.
    """

    closed: Counts
    whole: Counts
    kinds: int
    reds: int
    melds: tuple[Called, ...]
    is_closed: bool
    win: int
    is_tsumo: bool
    seat: int
    round: int
    riichi: str
    flags: tuple[str, ...]
    dora: tuple[int, ...]
    ura: tuple[int, ...]
    honba: int
    dealer_wins: int
    renchan: int
    from_riichi: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Circumstances:
    """What is known of a win beside its tiles."""

    is_tsumo: bool
    seat: int
    round: int
    riichi: str
    flags: tuple[str, ...]
    honba: int
    dealer_wins: int
    renchan: int
    from_riichi: bool


def called_of(meld: Meld) -> Called:
    """Return a meld as the evaluator takes it."""
    code = meld.first if meld.kind == MeldKind.CHII else TRIPLET + meld.first
    return Called(code=code, is_open=meld.is_open, is_kan=meld.is_kan)


def winning_hand(
    tiles: tuple[int, ...],
    melds: tuple[Meld, ...],
    win: int,
    indicators: tuple[tuple[int, ...], tuple[int, ...]],
    told: Circumstances,
) -> WinningHand:
    """Return the prepared hand; ``tiles`` are the closed ones, ``indicators`` those of dora and of ura."""
    whole = counts_of(all_tiles(tiles, melds))
    return WinningHand(
        closed=counts_of(tiles),
        whole=whole,
        kinds=bits_of(tuple([kind for kind in range(KIND_COUNT) if whole[kind]])),
        reds=sum(tile >= KIND_COUNT for tile in all_tiles(tiles, melds)),
        melds=tuple(called_of(meld) for meld in melds),
        is_closed=not any(meld.is_open for meld in melds),
        win=kind_of(win),
        is_tsumo=told.is_tsumo,
        seat=told.seat,
        round=told.round,
        riichi=told.riichi,
        flags=told.flags,
        dora=tuple(dora_of(tile) for tile in indicators[0]),
        ura=tuple(dora_of(tile) for tile in indicators[1]),
        honba=told.honba,
        dealer_wins=told.dealer_wins,
        renchan=told.renchan,
        from_riichi=told.from_riichi,
    )


def dora_of(indicator: int) -> int:
    """Return the kind that an indicator makes dora: the next one, the first of its row after the last."""
    kind = kind_of(indicator)
    if kind >= FIRST_DRAGON:
        return FIRST_DRAGON + (kind - FIRST_DRAGON + 1) % 3
    if kind >= FIRST_HONOUR:
        return FIRST_HONOUR + (kind - FIRST_HONOUR + 1) % 4
    return kind // 9 * 9 + (kind + 1) % 9
