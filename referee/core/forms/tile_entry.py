"""What tiles are laid out for, and what lies there: the hand, its melds, and the trays beside it."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.tiles.tiles import Meld, all_tiles

HAND, MELDS, INTO, TAP = "tiles", "melds", "into", "tap"
"""The names of fields."""
LAST = "last"
"""Where a tile is put that lies in the hand already, to be its last one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EntryLayout:
    """What tiles are asked for.

    ``closed`` is how many closed tiles there are without melds, ``calls`` which melds there may be, ``trays`` the other
    fields with the most tiles that each holds, ``last`` what the last tile of the hand is called when it stands apart
    (the winning or the drawn one), ``first`` where the first tile goes, ``one_by_one`` the trays that take one tile
    before the next goes into the hand again.
    """

    closed: int
    calls: tuple[str, ...]
    trays: tuple[tuple[str, int], ...]
    last: str = ""
    first: str = HAND
    one_by_one: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class TileEntry:
    """What lies in the trays; ``unread`` holds the fields whose text names no tiles, with that text."""

    layout: EntryLayout
    reds: tuple[int, ...]
    into: str
    closed: tuple[int, ...]
    melds: tuple[Meld, ...]
    trays: tuple[tuple[str, tuple[int, ...]], ...]
    unread: tuple[tuple[str, str], ...]

    @property
    def wanted(self) -> int:
        """Return how many closed tiles the hand has when it is whole."""
        return self.layout.closed - 3 * len(self.melds)

    @property
    def is_whole(self) -> bool:
        """Return whether all closed tiles are there."""
        return len(self.closed) == self.wanted

    def tray(self, name: str) -> tuple[int, ...]:
        """Return the tiles of a tray that is not the hand."""
        return dict(self.trays)[name]

    def has_room(self, name: str) -> bool:
        """Return whether one more tile fits into a tray."""
        return len(self.tray(name)) < dict(self.layout.trays)[name]

    def reds_entered(self, red: int) -> int:
        """Return how many red fives of a suit lie anywhere."""
        return sum([tile == red for tile in self.everything()])

    def everything(self) -> tuple[int, ...]:
        """Return all tiles that lie apart from each other."""
        return (*all_tiles(self.closed, self.melds), *[tile for _, tiles in self.trays for tile in tiles])


def ways_in(layout: EntryLayout) -> tuple[str, ...]:
    """Return where a tile can be put."""
    again = (LAST,) if layout.last else ()
    return (HAND, *layout.calls, *[name for name, _ in layout.trays], *again)
