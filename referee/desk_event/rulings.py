"""The rulings in all games of an event, and where the points of each round are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.desk import RulingRow, view
from referee.desk.opened import history_of as game_history
from referee.desk_event.rights import Act, not_allowed
from referee.game.events import RulingIssued
from referee.records import dataclass
from referee.tournament.report import GameRuling, reported

if TYPE_CHECKING:
    from referee.desk_event.opened import EventDesk
    from referee.desk_event.rights import Right
    from referee.desk_event.standings import Standings
    from referee.rules.table import Four
    from referee.tournament.report import Report
    from referee.tournament.tournament import Tournament


@dataclass(frozen=True, kw_only=True, slots=True)
class EventRuling:
    """A ruling in a game of an event, against whoever has this number; ``numbers`` sit at the table."""

    round: int
    table_no: int
    number: int
    numbers: Four
    row: RulingRow

    @property
    def points(self) -> int:
        """The points that it took off the result, a negative number or 0."""
        return sum([line.penalties[self.row.seat] for line in self.row.lines])


def rulings_of(at: EventDesk, tournament: str) -> tuple[EventRuling, ...]:
    """Return every ruling in every game of an event, also those that were withdrawn or taken back."""
    found: list[EventRuling] = []
    for game in at.store.games_of_tournament(tournament):
        if not any(isinstance(each.event, RulingIssued) for each in game_history(at.desk, game.game)):
            continue
        found += [
            EventRuling(
                round=game.round,
                table_no=game.table_no,
                number=game.numbers[row.seat],
                numbers=game.numbers,
                row=row,
            )
            for row in view(at.desk, game.game).sheet
            if isinstance(row, RulingRow)
        ]
    return tuple(found)


def rulings_for(at: EventDesk, tournament: str, right: Right, state: Tournament) -> tuple[EventRuling, ...]:
    """Return the rulings that somebody may see: staff all, a table that rules itself its own."""
    every = rulings_of(at, tournament)
    if not_allowed(state, right, Act.SEE_STAFF) is None:
        return every
    return tuple([each for each in every if not_allowed(state, right, Act.RULE, each.table_no) is None])


def report_of(standings: Standings, rulings: tuple[EventRuling, ...]) -> Report:
    """Return the report on penalties over the results that count and the rulings that stand."""
    standing = [each for each in rulings if each.row.stands]
    game_rulings = tuple(
        [
            GameRuling(
                round=each.round,
                table_no=each.table_no,
                number=each.number,
                offence=each.row.offence,
                clause="" if each.row.proposed is None else each.row.proposed.clause,
                points=each.points,
            )
            for each in standing
        ]
    )
    return reported(standings.entered, game_rulings, standings.rules)
