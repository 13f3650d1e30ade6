"""Fu: what each set, the pair, the wait and the way of winning add, and how the sum is rounded."""

from __future__ import annotations

from referee.core.tiles.shapes import TRIPLET
from referee.core.tiles.tiles import FIRST_DRAGON, FIRST_HONOUR, ORPHANS

FuPart = tuple[str, int, int]
"""One part: the key of its sentence, the kind of tile it is about or `NO_TILE`, and its fu."""

NO_TILE = -1
BASE_FU = 20

SET_FU = {
    (True, False): ("fu.triplet_open", 2),
    (False, False): ("fu.triplet_closed", 4),
    (True, True): ("fu.kan_open", 8),
    (False, True): ("fu.kan_closed", 16),
}
"""What a triplet or kan of simples adds, by whether it is open and whether it is a kan; others add twice that."""


def set_part(kind: int, *, is_open: bool, is_kan: bool) -> FuPart:
    """Return what a triplet or kan adds."""
    name, fu = SET_FU[(is_open, is_kan)]
    return (name, kind, fu * 2 if kind in ORPHANS else fu)


def pair_fu(pair: int, seat: int, rounds: tuple[int, ...], double: int) -> int:
    """Return what the pair adds; ``double`` is what a wind that counts more than once adds in all."""
    if pair < FIRST_HONOUR:
        return 0
    if pair >= FIRST_DRAGON:
        return 2
    if pair not in rounds:
        return 2 if pair == seat else 0
    return double if pair == seat else 2


def wait_name(completed: int, win: int) -> str:
    """Return the key of the wait that a set was completed from if it adds 2 fu, else nothing.

    ``completed`` is a set as `shapes` names it; a triplet comes from a wait on two pairs, which adds nothing.
    """
    if completed >= TRIPLET:
        return ""
    if win == completed + 1:
        return "fu.closed_wait"
    if (win == completed + 2 and completed % 9 == 0) or (win == completed and completed % 9 == 6):
        return "fu.edge_wait"
    return ""


def rounded_fu(fu: int) -> int:
    """Return fu rounded up to a whole ten."""
    return -(-fu // 10) * 10
