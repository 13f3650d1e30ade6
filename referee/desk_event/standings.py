"""The standings of an event as somebody may see them, the rulings in its games, and where the points of a round are."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from referee.desk import RulingRow, game_now, reader_address, table_view
from referee.desk.opened import history_of as game_history
from referee.desk_event.opened import history_of, kept_by_state
from referee.desk_event.rights import Act, not_allowed
from referee.desk_event.rounds import rules_of_event
from referee.game.events import RulingIssued
from referee.records import dataclass
from referee.rules.offences import Penalty
from referee.tournament.events import FinalsEntered, Form, PenaltyGiven, PenaltyWithdrawn, Published, ResultEntered
from referee.tournament.report import GameRuling, reported
from referee.tournament.results import Counted, counted, entered_in, own_games
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from collections.abc import Collection

    from referee.desk_event.opened import EventDesk, History, LoggedEntry
    from referee.desk_event.rights import Right
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Four
    from referee.tournament.events import Source, TournamentEvent
    from referee.tournament.report import Report
    from referee.tournament.results import Entered, Known, OwnGame
    from referee.tournament.standings import Row
    from referee.tournament.tournament import Round, Tournament


@dataclass(frozen=True, kw_only=True)
class Standings:
    """Who stands where after some rounds, and from what; ``version`` is None where it is not what is published.

    ``seq`` is the entry of the log after which they were made. The games of each are worked out when they are asked
    for, as most who look want to see the places only.
    """

    seq: int
    version: Published | None
    counted: Counted
    rules: Ruleset

    @property
    def state(self) -> Tournament:
        """The event as it stood then."""
        return self.counted.state

    @property
    def rows(self) -> tuple[Row, ...]:
        """Who stands where, best first."""
        return self.counted.rows

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that count."""
        return self.counted.rounds

    @cached_property
    def entered(self) -> tuple[Entered, ...]:
        """The results with the lines of everybody."""
        return entered_in(self.rounds, self.rules)

    @cached_property
    def games(self) -> dict[int, list[OwnGame]]:
        """The games of each number."""
        return own_games(self.entered)

    @cached_property
    def playing(self) -> frozenset[int]:
        """Who has no result yet of a round of which others have one; on a night everybody plays at his own pace."""
        if self.version is not None or not self.rounds or self.state.settings.form == Form.NIGHT:
            return frozenset()
        of = self.rounds[-1]
        return frozenset([number for at in of.open_tables for number in of.seats[at]])


@dataclass(frozen=True, kw_only=True, slots=True)
class Correction:
    """What of published standings was changed since, when (UTC, ISO 8601), and why; ``places`` are rounds and tables.

    A table of 0 stands for a round of which only the finals are known, a round of 0 for a penalty outside games and the
    number of whom it is for.
    """

    at: str
    places: tuple[tuple[int, int], ...]
    reason: str


def sees_all(state: Tournament, right: Right) -> bool:
    """Return whether somebody sees what is not published."""
    return not_allowed(state, right, Act.SEE_STAFF) is None


def standings_for(event_desk: EventDesk, tournament: str, right: Right) -> Standings | None:
    """Return the standings that somebody may see, None before there are any."""
    history = history_of(event_desk, tournament)
    return (
        latest(event_desk, tournament) if sees_all(history[-1].tournament, right) else published(event_desk, tournament)
    )


def published(event_desk: EventDesk, tournament: str) -> Standings | None:
    """Return the standings that everybody sees: the log up to their entry, over the rounds that were closed then."""
    history = history_of(event_desk, tournament)
    versions = history[-1].tournament.versions
    if not versions:
        return None
    seq, version = versions[-1]

    def make(before: Standings | None) -> Standings:
        state = history[seq - 1].tournament
        return _standings_of(event_desk, tournament, state, state.closed_rounds, version, before)

    return kept_by_state(event_desk, (tournament, "published"), seq, make)


def latest(event_desk: EventDesk, tournament: str) -> Standings:
    """Return the standings over all results that stand now."""
    state = history_of(event_desk, tournament)[-1].tournament

    def make(before: Standings | None) -> Standings:
        rounds = tuple([of for of in state.rounds if of.results or of.finals])
        return _standings_of(event_desk, tournament, state, rounds, None, before)

    return kept_by_state(event_desk, (tournament, "latest"), state.seq, make)


def _counted_in(event_desk: EventDesk, tournament: str, state: Tournament) -> Known:
    """Return what was counted of an event's results before: a result never changes."""
    rules, known = event_desk.built.get((tournament, "counted"), ("", {}))
    if rules != state.settings.ruleset or not isinstance(known, dict):
        known = {}
        event_desk.built[tournament, "counted"] = (state.settings.ruleset, known)
    return known


def _standings_of(
    event_desk: EventDesk,
    tournament: str,
    state: Tournament,
    rounds: tuple[Round, ...],
    version: Published | None,
    before: Standings | None,
) -> Standings:
    """Return the standings after these rounds of an event, going on from those ``before``."""
    rules = rules_of_event(event_desk, state)
    known = _counted_in(event_desk, tournament, state)
    then = before.counted if before is not None else None
    return Standings(seq=state.seq, version=version, counted=counted(state, rounds, rules, known, then), rules=rules)


def corrections(history: History) -> tuple[Correction, ...]:
    """Return what was changed of what everybody had seen, the latest first.

    Why somebody was given a penalty outside games, or is spared one, is not told: what staff prints hangs on the wall.
    """
    found: list[Correction] = []
    before: TournamentEvent | None = None
    public: frozenset[int] = frozenset()
    changed: list[tuple[int, int]] = []
    for each in history:
        match each.event:
            case ResultEntered(round=number, table_no=table_no) if number in public:
                changed.append((number, table_no))
            case FinalsEntered(round=number) if number in public:
                changed.append((number, 0))
            case PenaltyGiven() | PenaltyWithdrawn() if public:
                given = each.tournament.penalties[each.event.penalty - 1].given
                changed += [(0, given.number)] if given.points else []
            case Published():
                is_open = not isinstance(before, PenaltyGiven | PenaltyWithdrawn)
                if changed:
                    found.append(_correction_of(each, each.event.reason if is_open else "", tuple(changed)))
                public, changed = frozenset([of.number for of in each.tournament.closed_rounds]), []
            case _:
                pass
        before = each.event
    return tuple(found[::-1])


def _correction_of(entry: LoggedEntry, reason: str, places: tuple[tuple[int, int], ...]) -> Correction:
    """Return what was changed by the version that an entry publishes."""
    return Correction(at=entry.stored.at, places=places, reason=reason)


def sheets_of(
    event_desk: EventDesk, tournament: str, right: Right, places: Collection[tuple[int, int | None]]
) -> dict[tuple[int, int], str]:
    """Return where the sheets of these rounds and tables can be read: with a link all, else those published.

    A table that played on paper has none, unless its hands were typed later.
    """
    state = history_of(event_desk, tournament)[-1].tournament
    standings = published(event_desk, tournament)
    is_public = not_allowed(state, right, Act.SEE_TABLE) is not None
    seen = {of.number for of in standings.rounds} if standings is not None else set()
    over = {of.number for of in state.rounds if of.state == RoundState.CLOSED}
    return {
        place: reader_address(event_desk.desk, game)
        for place, game in _games_by_place(event_desk, tournament, state).items()
        if place in places
        and (place[0] in seen or (not is_public and place[0] in over) or sees_all(state, right))
        and game_now(event_desk.desk, game).hands
    }


def _games_by_place(event_desk: EventDesk, tournament: str, state: Tournament) -> dict[tuple[int, int], str]:
    """Return the game of each round and table; to list those of 12 rounds takes longer than the rest of a page."""

    def make(_before: dict[tuple[int, int], str] | None) -> dict[tuple[int, int], str]:
        return {(each.round, each.table_no): each.game for each in event_desk.store.games_of_tournament(tournament)}

    return kept_by_state(event_desk, (tournament, "games"), state.seq, make)


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


def rulings_of(event_desk: EventDesk, tournament: str) -> tuple[EventRuling, ...]:
    """Return every ruling in every game of an event, also those that were withdrawn or taken back."""
    found: list[EventRuling] = []
    for game in event_desk.store.games_of_tournament(tournament):
        if not any(isinstance(each.event, RulingIssued) for each in game_history(event_desk.desk, game.game)):
            continue
        found += [
            EventRuling(
                round=game.round,
                table_no=game.table_no,
                number=game.numbers[row.seat],
                numbers=game.numbers,
                row=row,
            )
            for row in table_view(event_desk.desk, game.game).sheet
            if isinstance(row, RulingRow)
        ]
    return tuple(found)


def rulings_for(event_desk: EventDesk, tournament: str, right: Right, state: Tournament) -> tuple[EventRuling, ...]:
    """Return the rulings that somebody may see: staff all, a table that rules itself its own."""
    every = rulings_of(event_desk, tournament)
    if not_allowed(state, right, Act.SEE_STAFF) is None:
        return every
    return tuple([each for each in every if not_allowed(state, right, Act.RULE, table_no=each.table_no) is None])


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetChombo:
    """How often a number committed chombo by the sheet that ``entry`` entered; rulings tell of ``ruled`` of them."""

    round: int
    table_no: int
    number: int
    count: int
    ruled: int
    source: Source
    entry: LoggedEntry


def chombo_on_sheets(
    event_desk: EventDesk, tournament: str, standings: Standings, rulings: tuple[EventRuling, ...]
) -> tuple[SheetChombo, ...]:
    """Return the chombo on all sheets that count: a sheet from paper may hold some on which nobody ruled."""
    history = history_of(event_desk, tournament)
    ruled = [
        (each.round, each.table_no, each.row.seat)
        for each in rulings
        if each.row.stands and any(one.kind == Penalty.CHOMBO for one in each.row.issued)
    ]
    return tuple(
        [
            SheetChombo(
                round=of.number,
                table_no=table_no,
                number=result.entered.numbers[seat],
                count=count,
                ruled=ruled.count((of.number, table_no, seat)),
                source=result.entered.source,
                entry=history[result.seq - 1],
            )
            for of in standings.rounds
            for table_no, result in of.results
            for seat, count in enumerate(result.entered.chombo)
            if count
        ]
    )


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
