"""Results of tables: agreed on at the phone or typed from paper, accepted, taken back, corrected."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.desk import Order, find
from referee.desk.opened import history_of as game_history
from referee.desk.opened import kept_rules
from referee.desk.writing import appended
from referee.desk_event.opened import history_of, write
from referee.desk_event.rights import Act
from referee.desk_event.rounds import histories_of, rules_of_event, table_address
from referee.game.decide import decide_finish, decide_reopen
from referee.game.events import Finished, Reopened
from referee.game.game import RulingEntry, WithdrawalEntry
from referee.records import dataclass
from referee.rulebook import policy_in
from referee.rules.table import ALL_SEATS, NOTHING, Chombo, NotDone, Phrase, added
from referee.tournament.events import Form, ResultEntered, ResultTakenBack, Role, Source
from referee.tournament.refusals import EventCode, all_refusals, refusal, result_exists
from referee.tournament.results import TableScores
from referee.tournament.rounds import decide_close
from referee.tournament.sheets import (
    Rulebook,
    Sheet,
    decide_acceptance,
    decide_all_finals,
    decide_result,
    decide_taking_back,
    published_anew,
    read_paper,
    result_of,
)
from referee.tournament.tournament import evolve
from referee.tournament.winds import four

if TYPE_CHECKING:
    from referee.desk.opened import History as GameHistory
    from referee.desk_event.opened import Entered, EventDesk, EventOrder, History
    from referee.game.game import Game
    from referee.rules.table import Four
    from referee.store import Writer
    from referee.tournament.events import FinalsEntered, TournamentEvent
    from referee.tournament.sheets import PaperSheet
    from referee.tournament.tournament import Round, Tournament

RoundTable = tuple[int, int]
"""A round and a table."""


def rulebook_of(event_desk: EventDesk, state: Tournament) -> Rulebook:
    """Return what the results of an event are worked out by."""
    kept = state.settings.policy
    policy = (
        policy_in(event_desk.desk.store.ruleset_body(kept)) if kept else event_desk.policies().get(state.settings.book)
    )
    return Rulebook(rules=rules_of_event(event_desk, state), policy=policy)


def game_at_table(event_desk: EventDesk, tournament: str, round_table: RoundTable) -> GameHistory | None:
    """Return everything that happened in the game of a round and a table, None where none has begun."""
    found = find(event_desk.desk, table_address(tournament, *round_table))
    return None if found is None else game_history(event_desk.desk, found)


@dataclass(frozen=True, kw_only=True, slots=True)
class Agreed:
    """The seats that agreed on a sheet, as it was after its change ``seen``, where they tell."""

    seats: tuple[int, ...] = ALL_SEATS
    seen: int | None = None


_EVERYBODY = Agreed()
_NOBODY = Agreed(seats=())


def agree(
    event_desk: EventDesk, order: EventOrder, round_no: int, table_no: int, agreed: Agreed = _EVERYBODY
) -> Entered:
    """Enter the result of a game that is over, on which these seats agreed, and sign its sheet, both or nothing.

    A sheet that is signed already is entered as it stands. With fewer than four seats it waits for staff to accept it.
    """
    round_table = (round_no, table_no)

    def decided(state: Tournament) -> tuple[TournamentEvent, ...] | NotDone:
        sheet = _sheet_of_game(event_desk, state, order.tournament, round_table, agreed)
        return _result_entries(event_desk, order, state, round_table, sheet)

    return write(
        event_desk,
        order,
        Act.RESULT,
        decided,
        lambda _after, _events: _sign(event_desk, order, round_table),
        (round_no, table_no),
    )


def enter_paper(event_desk: EventDesk, order: EventOrder, paper: PaperSheet) -> Entered:
    """Enter the sheet of a table from paper: staff, or at the table all four who sit there."""

    def decided(state: Tournament) -> tuple[TournamentEvent, ...] | NotDone:
        if order.right.role == Role.TABLE and len(set(paper.agreed)) < len(ALL_SEATS):
            return refusal(EventCode.NOT_AGREED, "agreed", table=paper.table_no)
        sheet = _paper_sheet(event_desk, state, order, paper)
        return _result_entries(event_desk, order, state, paper.round_table, sheet)

    return write(event_desk, order, Act.RESULT, decided, None, paper.round_table)


def _paper_sheet(event_desk: EventDesk, state: Tournament, order: EventOrder, paper: PaperSheet) -> Sheet | NotDone:
    """Return a sheet from paper with what was ruled at its table, or what is wrong with it."""
    history = game_at_table(event_desk, order.tournament, paper.round_table)
    ruled = NOTHING if history is None else _points_off_by_rulings(history[-1].game)
    mine = paper if order.right.role == Role.ORGANISER else replace(paper, absent=())
    return read_paper(state, mine, ruled, rules_of_event(event_desk, state), order.reason)


def _points_off_by_rulings(game: Game) -> Four:
    """Return the points off each result that rulings in a game took, but for chombo, which stand on the sheet."""
    found = NOTHING
    for entry in game.entries:
        lines = (
            entry.issued.lines
            if isinstance(entry, RulingEntry)
            else entry.lines
            if isinstance(entry, WithdrawalEntry)
            else ()
        )
        for line in lines:
            found = added(found, line.penalties)
    return found


def accept(event_desk: EventDesk, order: EventOrder, round_no: int, table_no: int) -> Entered:
    """Accept a result; where not all four agreed on a game that is over, enter it too, for a reason."""
    round_table = (round_no, table_no)

    def decided(state: Tournament) -> tuple[TournamentEvent, ...] | NotDone:
        of = state.round(round_no)
        entered: tuple[TournamentEvent, ...] | NotDone = ()
        if of is not None and of.result_at(table_no) is None:
            sheet = _sheet_of_game(event_desk, state, order.tournament, round_table, _NOBODY)
            entered = _result_entries(event_desk, order, state, round_table, sheet)
        if isinstance(entered, NotDone):
            return entered
        by = order.right.role
        accepted = decide_acceptance(after_entries(state, entered), round_no, table_no, order.reason, by=by)
        if isinstance(accepted, NotDone):
            return accepted
        events = (*entered, accepted)
        return (*events, *_closed_at_night(after_entries(state, events), round_no))

    return write(
        event_desk,
        order,
        Act.ACCEPT,
        decided,
        lambda _after, events: _sign_for(event_desk, order, events),
        (round_no, table_no),
    )


def tables_over(event_desk: EventDesk, tournament: str, of: Round) -> frozenset[int]:
    """Return the tables of a round whose game is over, but on whose result nobody has agreed yet."""
    waiting = frozenset(of.open_tables)
    games = histories_of(event_desk, tournament, of.number) if waiting else {}
    return frozenset(table for table, history in games.items() if table in waiting and history[-1].game.end is not None)


def after_entries(state: Tournament, events: tuple[TournamentEvent, ...]) -> Tournament:
    """Return an event after several entries."""
    for each in events:
        state = evolve(state, state.seq + 1, each)
    return state


def _sign_for(event_desk: EventDesk, order: EventOrder, events: tuple[TournamentEvent, ...]) -> None:
    """Sign the sheets whose results are entered by an order."""
    for each in events:
        if isinstance(each, ResultEntered) and each.source == Source.SHEET:
            _sign(event_desk, order, (each.round, each.table_no))


def take_back(
    event_desk: EventDesk, order: EventOrder, round_no: int, table_no: int, seen: int | None = None
) -> Entered:
    """Take a result back for a reason: its table is open again, and its phone may send what it still holds.

    ``seen`` is the entry that holds the result which is taken back, where it was told.
    """

    def decided(state: Tournament) -> TournamentEvent | NotDone:
        back = decide_taking_back(state, round_no, table_no, order.reason, by=order.right.role)
        return _other_result_stands(state, (round_no, table_no), seen) or back

    def open_again(_after: Tournament, _events: tuple[TournamentEvent, ...]) -> None:
        reopen(event_desk, order, (round_no, table_no))

    return write(event_desk, order, Act.TAKE_BACK, decided, open_again, (round_no, table_no))


def reopen(event_desk: EventDesk, order: EventOrder, round_table: RoundTable) -> None:
    """Take the signature off the sheet of a game, if it has one."""
    history = game_at_table(event_desk, order.tournament, round_table)
    if history is None or history[-1].game.result is None:
        return
    opened = decide_reopen(history[-1].game, order.reason)
    if isinstance(opened, Reopened):
        appended(event_desk.desk, history, Order(command=order.command + " reopen", by=order.by), (opened,))


def _other_result_stands(state: Tournament, round_table: RoundTable, seen: int | None) -> NotDone | None:
    """Return that another result stands at a table than the one that was seen, or None."""
    of = state.round(round_table[0])
    found = None if of is None else of.result_at(round_table[1])
    if seen is None or found is None or found.seq == seen:
        return None
    return refusal(EventCode.SHEET_CHANGED, "expected", table=round_table[1])


def correct(event_desk: EventDesk, order: EventOrder, paper: PaperSheet, seen: int | None = None) -> Entered:
    """Take a result back and enter another one in its place, for a reason: both, or nothing."""

    def decided(state: Tournament) -> tuple[TournamentEvent, ...] | NotDone:
        return _other_result_stands(state, paper.round_table, seen) or corrected(event_desk, order, state, paper)

    return write(event_desk, order, Act.TAKE_BACK, decided, None, paper.round_table)


def corrected(
    event_desk: EventDesk, order: EventOrder, state: Tournament, paper: PaperSheet
) -> tuple[TournamentEvent, ...] | NotDone:
    """Return what correcting a result enters, or why it is not done."""
    back = decide_taking_back(state, paper.round, paper.table_no, order.reason, by=order.right.role)
    sheet = _paper_sheet(event_desk, state, order, paper)
    refused = all_refusals([each for each in (back, sheet) if isinstance(each, NotDone)])
    if isinstance(back, NotDone) or isinstance(sheet, NotDone):
        return refused or NotDone(problems=())
    return _replaced_result(event_desk, order, state, back, sheet)


def _replaced_result(
    event_desk: EventDesk, order: EventOrder, state: Tournament, back: ResultTakenBack, sheet: Sheet | NotDone
) -> tuple[TournamentEvent, ...] | NotDone:
    anew = _result_entries(event_desk, order, after_entries(state, (back,)), (back.round, back.table_no), sheet)
    return anew if isinstance(anew, NotDone) else (back, *anew)


def count_game_sheet(
    event_desk: EventDesk, order: EventOrder, round_no: int, table_no: int, seen: int | None = None
) -> Entered:
    """Let the sheet of a game count in place of the result that stands, such as one from paper, for a reason."""
    round_table = (round_no, table_no)

    def decided(state: Tournament) -> tuple[TournamentEvent, ...] | NotDone:
        back = _other_result_stands(state, round_table, seen) or decide_taking_back(
            state, round_no, table_no, order.reason, by=order.right.role
        )
        sheet = _sheet_of_game(event_desk, state, order.tournament, round_table, _NOBODY)
        return back if isinstance(back, NotDone) else _replaced_result(event_desk, order, state, back, sheet)

    return write(
        event_desk,
        order,
        Act.TAKE_BACK,
        decided,
        lambda _after, events: _sign_for(event_desk, order, events),
        (round_no, table_no),
    )


def game_sheet_beside(
    event_desk: EventDesk, state: Tournament, tournament: str, round_table: RoundTable
) -> ResultEntered | None:
    """Return the result that the hands of a game make where another one stands, None where they do not differ."""
    of = state.round(round_table[0])
    result = None if of is None else of.result_at(round_table[1])
    sheet = _sheet_of_game(event_desk, state, tournament, round_table, _NOBODY)
    if result is None or isinstance(sheet, NotDone):
        return None
    other = result_of(state, round_table, sheet, rulebook_of(event_desk, state))
    figures = (result.entered.points, result.entered.left, result.entered.final)
    return None if figures == (other.points, other.left, other.final) else other


def chombo_recorded(event_desk: EventDesk, tournament: str, round_table: RoundTable) -> Four:
    """Return how often each seat committed a chombo by the sheet of a table's phone."""
    history = game_at_table(event_desk, tournament, round_table)
    return NOTHING if history is None else _chombo_counted(history[-1].game)


def game_scores(event_desk: EventDesk, tournament: str, round_table: RoundTable) -> Four | None:
    """Return the scores on the sheet of a table's phone, None where no hand is recorded there."""
    history = game_at_table(event_desk, tournament, round_table)
    return history[-1].game.table.scores if history is not None and history[-1].game.hands else None


def enter_finals(event_desk: EventDesk, order: EventOrder, rounds: tuple[FinalsEntered, ...]) -> Entered:
    """Take the finals of rounds over from a table that was published elsewhere."""
    return write(event_desk, order, Act.FINALS, lambda state: decide_all_finals(state, rounds))


def _result_entries(
    event_desk: EventDesk, order: EventOrder, state: Tournament, round_table: RoundTable, sheet: Sheet | NotDone
) -> tuple[TournamentEvent, ...] | NotDone:
    """Return the result of a readable sheet, and the standings that everybody sees anew where it changes them."""
    if isinstance(sheet, NotDone):
        return sheet
    result = decide_result(state, result_of(state, round_table, sheet, rulebook_of(event_desk, state)))
    if isinstance(result, NotDone):
        return _with_enterer(event_desk, order.tournament, round_table, result)
    after = after_entries(state, (result,))
    why = order.reason or _why_taken_back(history_of(event_desk, order.tournament), round_table)
    anew = published_anew(after, round_table[0], why)
    return (result, *anew, *_closed_at_night(after_entries(after, anew), round_table[0]))


def _with_enterer(event_desk: EventDesk, tournament: str, round_table: RoundTable, refused: NotDone) -> NotDone:
    """Return a refusal that says who entered the result which stands, if that is why something is refused."""
    problems = [each for each in refused.problems if each.code != EventCode.RESULT_EXISTS]
    if len(problems) == len(refused.problems):
        return refused
    entries = [
        each.stored.writer
        for each in history_of(event_desk, tournament)
        if isinstance(each.event, ResultEntered) and (each.event.round, each.event.table_no) == round_table
    ]
    stands = result_exists(str(round_table[1]), enterer(event_desk, tournament, entries[-1]))
    return NotDone(problems=(*problems, *stands.problems))


def enterer(event_desk: EventDesk, tournament: str, writer: Writer) -> str | Phrase:
    """Return who entered something: the label of the link, else what the link lets its holder be."""
    link = event_desk.store.link_row(tournament, writer.link)
    return link.label if link is not None and link.label else Phrase(key=f"event.who.{writer.role or 'somebody'}")


def _closed_at_night(state: Tournament, round_no: int) -> tuple[TournamentEvent, ...]:
    """Return what closes a game of a night and publishes it once its result is in; a tournament closes its rounds."""
    if state.settings.form != Form.NIGHT:
        return ()
    closed = decide_close(state, round_no)
    return () if isinstance(closed, NotDone) else closed


def _why_taken_back(history: History, round_table: RoundTable) -> str:
    """Return why the result of a table was taken back last, empty where none was."""
    for each in history[::-1]:
        event = each.event
        if isinstance(event, ResultTakenBack) and (event.round, event.table_no) == round_table:
            return event.reason
    return ""


def _sheet_of_game(
    event_desk: EventDesk, state: Tournament, tournament: str, round_table: RoundTable, agreed: Agreed
) -> Sheet | NotDone:
    """Return the sheet of a game that is over, or why there is none."""
    of = state.round(round_table[0])
    history = game_at_table(event_desk, tournament, round_table)
    if of is None or history is None:
        return refusal(EventCode.UNKNOWN_NUMBER, "table", number=round_table[1])
    game = history[-1].game
    if game.result is None and agreed.seen not in (None, game.changed):
        return refusal(EventCode.SHEET_CHANGED, "expected", table=round_table[1])
    finished = game.result or decide_finish(game, kept_rules(event_desk.desk, game).rules)
    if isinstance(finished, NotDone):
        return finished
    table = game.table
    scores = TableScores(
        numbers=of.seats[round_table[1]],
        scores=table.scores,
        left=table.kyoutaku,
        chips=table.chips,
        yakitori=table.yakitori,
        chombo=_chombo_counted(game),
    )
    return Sheet(
        scores=scores,
        end=finished.standing,
        source=Source.SHEET,
        seq=_signed_at(game),
        agreed=tuple(sorted(set(agreed.seats))),
    )


def _chombo_counted(game: Game) -> Four:
    """Return how often each seat committed a chombo."""
    endings = [entry.settled.hand.ending for entry in game.hands]
    offenders = [seat for ending in endings if isinstance(ending, Chombo) for seat in ending.offenders]
    return four([offenders.count(seat) for seat in ALL_SEATS])


def _signed_at(game: Game) -> int:
    """Return the event of a game that signs its sheet, which is the next one where it is not signed yet."""
    if game.result is None:
        return game.seq + 1
    return max(seq for seq, event in game.log if isinstance(event, Finished))


def _sign(event_desk: EventDesk, order: EventOrder, round_table: RoundTable) -> None:
    """Sign the sheet of a game, if nobody has."""
    history = game_at_table(event_desk, order.tournament, round_table)
    if history is None or history[-1].game.result is not None:
        return
    game = history[-1].game
    finished = decide_finish(game, kept_rules(event_desk.desk, game).rules)
    if isinstance(finished, Finished):
        appended(event_desk.desk, history, Order(command=order.command + " finish", by=order.by), (finished,))
