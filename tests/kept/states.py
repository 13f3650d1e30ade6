"""What the games of a desk come to, told in words that outlive a change of shapes."""

from typing import Any

from referee import desk
from referee.database import DatabaseDesk
from referee.store.sqlite import all_games


def states(own_desk: DatabaseDesk) -> dict[str, dict[str, Any]]:
    """Return each game of a desk by its id: table, seats, result, and every row of its sheet."""
    return {row.id: state(own_desk, row.id) for row in all_games(own_desk.store.database())}


def state(own_desk: DatabaseDesk, game: str) -> dict[str, Any]:
    """Return what one game has come to."""
    view = desk.table_view(own_desk, game)
    table, standing = view.table, view.standing
    return {
        "seq": view.seq,
        "expected": view.expected,
        "book": view.book,
        "options": view.options,
        "phase": str(view.phase),
        "number": view.number,
        "place": f"{table.round}{table.dealer + 1}-{table.honba}",
        "kyoutaku": table.kyoutaku,
        "hands_left": view.hands_left,
        "names": [seat.name for seat in view.seats],
        "scores": list(table.scores),
        "chips": [seat.chips for seat in view.seats],
        "penalties": [seat.penalties for seat in view.seats],
        "marks": [[seat.riichi, seat.open_riichi, seat.tenpai, seat.dead] for seat in view.seats],
        "undo": None if view.undo is None else view.undo.seq,
        "final": None if standing is None else [list(standing.scores), list(standing.places)],
        "rows": [row_told(row) for row in view.sheet],
    }


def row_told(row: desk.Row) -> list[Any]:
    """Return the kind of a row, its event, what took it back, and what its hand moved."""
    undone = None if row.undone is None else [row.undone.seq, str(row.undone.reason)]
    moved = [list(row.deltas), list(row.after.scores), len(row.older)] if isinstance(row, desk.HandRow) else []
    return [type(row).__name__, row.seq, undone, *moved]
