"""`referee audit`: every score sheet and every event worked out again, and where the log says otherwise."""

import itertools
import sqlite3
import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise

from referee.ask.settle import table_record
from referee.commands.copies import events_of, failed
from referee.database import DatabaseDesk
from referee.desk import Desk, rulebook_of
from referee.desk.opened import History, kept_rules, logged_event
from referee.desk_event.draws import manned
from referee.desk_event.opened import EventDesk, history_of
from referee.desk_event.opened import History as EventHistory
from referee.desk_event.results import RoundTable, game_at_table
from referee.desk_event.results import rulebook_of as rulebook_of_event
from referee.game.decide import decide_correction, decide_finish, decide_hand
from referee.game.events import (
    LOG,
    Event,
    Finished,
    HandCorrected,
    HandRecorded,
    Proposal,
    RulingIssued,
    RulingWithdrawn,
    Settled,
    ruleset_hash,
)
from referee.game.game import Game
from referee.game.rulings import lines_given_back, proposal_for, sanction_lines
from referee.records import dataclass
from referee.rules.placement import Standing, standing
from referee.rules.ruleset import Ruleset
from referee.rules.table import Line, NotDone, Table
from referee.store import Stored
from referee.store.sqlite import GAME_LOG, all_games
from referee.texts.case import Rulebook
from referee.texts.codec import json_text
from referee.tournament.events import ResultEntered, Source
from referee.tournament.results import played, scores_of
from referee.tournament.sheets import Sheet, result_of
from referee.tournament.tournament import Tournament

_NO_EVENTS = "there are no entries"
_SOUND = "ok"


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """Where a log and the rules disagree; ``game`` may be an event of several tables.

    ``seq`` is the event, ``number`` the hand (None for a ruleset or a result), ``what`` says which part.
    """

    game: str
    seq: int
    number: int | None
    what: str
    stored: str
    worked_out: str


def difference(at: tuple[str, int], number: int | None, what: str, stored: object, worked_out: object) -> Difference:
    """Return a difference of an event."""
    return Difference(
        game=at[0], seq=at[1], number=number, what=what, stored=_in_short(stored), worked_out=_in_short(worked_out)
    )


def _in_short(value: object) -> str:
    """Return a part of a hand so that two of them can be compared by eye."""
    match value:
        case Table():
            return json_text(table_record(value))
        case Finished(standing=standing):
            return json_text(LOG.plain(standing))
        case Proposal() | NotDone():
            return _proposal_in_short(value)
        case tuple():
            return "; ".join(map(_in_short, value))
        case Line():
            moved = f"{json_text(value.points)} kyoutaku {value.kyoutaku} chips {json_text(value.chips)}"
            return f"{value.reason} {moved} penalties {json_text(value.penalties)}"
        case _:
            return str(value)


def _proposal_in_short(value: Proposal | NotDone) -> str:
    """Return what a rulebook proposes, or the codes of why it proposes nothing."""
    if isinstance(value, NotDone):
        return ", ".join(problem.code for problem in value.problems)
    return json_text(LOG.plain(value))


def _difference_line(difference: Difference) -> str:
    """Return a difference as a paragraph."""
    hand = "" if difference.number is None else f", hand {difference.number + 1}"
    return (
        f"{difference.game} event {difference.seq}{hand}: {difference.what}\n"
        f"  stored:     {difference.stored}\n  worked out: {difference.worked_out}\n"
    )


def damage(desk: DatabaseDesk) -> tuple[str, ...]:
    """Return what SQLite itself finds wrong with the file."""
    database = desk.store.database()
    try:
        checked = [str(row[0]) for row in database.execute("pragma integrity_check").fetchall()]
        loose = database.execute("pragma foreign_key_check").fetchall()
    except sqlite3.Error as problem:
        return (str(problem),)
    found = [line for text in checked for line in text.splitlines() if line != _SOUND]
    return (*found, *(f"a row of {row[0]} belongs to a row of {row[2]} that is not there" for row in loose))


def audit(desk: DatabaseDesk) -> tuple[int, tuple[Difference, ...]]:
    """Return how many games were looked at, and every difference."""
    database = desk.store.database()
    games = [row.id for row in all_games(database)]
    known: dict[str, str] = {}
    found: list[Difference] = []
    for game, events in GAME_LOG.each(database, games):
        found += _differences_or_why(game, partial(_differences_of, desk, game, events, known))
    for row in desk.store.tournaments():
        found += _differences_or_why(row.id, partial(_tournament_differences, desk, row.id))
    return len(games), tuple(found)


def _differences_or_why(whose: str, work_out: Callable[[], list[Difference]]) -> list[Difference]:
    """Return the differences of a game or an event; one that cannot be read is one, whatever is wrong with it."""
    try:
        return work_out()
    except Exception as problem:  # noqa: BLE001 a damaged text may break anything that reads it
        text = f"{type(problem).__name__}: {problem}"
        return [Difference(game=whose, seq=0, number=None, what="unreadable", stored=text, worked_out="")]


def _differences_of(desk: Desk, game: str, events: tuple[Stored, ...], known: dict[str, str]) -> list[Difference]:
    """Return the differences of one game; ``known`` holds the hashes of rulesets that were worked out again."""
    history: History = ()
    for stored in events:
        history = (*history, logged_event(stored, history))
    if not history:
        raise LookupError(_NO_EVENTS)
    digest = history[0].game.start.ruleset
    found: list[Difference] = []
    if digest not in known:
        known[digest] = ruleset_hash(desk.store.ruleset_body(digest))
    if known[digest] != digest:
        found.append(Difference(game=game, seq=1, number=None, what="ruleset", stored=digest, worked_out=known[digest]))
    kept = kept_rules(desk, history[0].game)
    rulebook = rulebook_of(desk, history[0].game)
    for before, each in itertools.pairwise(history):
        at = (game, each.stored.seq)
        found += _event_differences(before.game, each.event, kept.rules, at)
        found += _ruling_differences(before.game, each.event, rulebook, at)
    return found


def _event_differences(game: Game, event: Event, rules: Ruleset, at: tuple[str, int]) -> list[Difference]:
    """Return where an event is not what the rules decide in the game before it."""
    match event:
        case HandRecorded(settled=settled):
            again = decide_hand(game, settled.hand, rules)
            hands = again if isinstance(again, NotDone) else (again.settled,)
            return _hands_differ(game.number, (settled,), hands, at)
        case HandCorrected(number=number, way=way, settled=stored):
            corrected = decide_correction(game, number, stored[0].hand, way, rules)
            return _hands_differ(number, stored, corrected if isinstance(corrected, NotDone) else corrected.settled, at)
        case Finished():
            result = decide_finish(game, rules)
            return [] if result == event else [difference(at, None, "result", event, result)]
        case _:
            return []


def _ruling_differences(game: Game, event: Event, rulebook: Rulebook | None, at: tuple[str, int]) -> list[Difference]:
    """Return where a ruling is not what the rulebook proposes today, or moved other points than its penalties say.

    A ruling of a book that is not here any more, or whose answers today's catalogue asks otherwise, is compared by its
    points only.
    """
    pairs: tuple[tuple[str, object, object], ...] = ()
    match event:
        case RulingIssued():
            found = event.proposed if rulebook is None else proposal_for(event.offence, event.answers, rulebook)
            again = event.proposed if isinstance(found, NotDone) else found
            lines = sanction_lines(event.issued, event.seat, game.table)
            pairs = (("proposed", event.proposed, again), ("lines", event.lines, lines))
        case RulingWithdrawn():
            entry = next(each for each in game.rulings if each.seq == event.target)
            pairs = (("lines", event.lines, lines_given_back(game, entry)),)
        case _:
            pass
    return [difference(at, None, part, stored, found) for part, stored, found in pairs if stored != found]


def _hands_differ(
    number: int, stored: tuple[Settled, ...], again: tuple[Settled, ...] | NotDone, at: tuple[str, int]
) -> list[Difference]:
    """Return where stored hands, the first with this number, are not what was worked out again."""
    if isinstance(again, NotDone):
        return [difference(at, number, "refused", "recorded", again)]
    return [
        difference(at, number + i, part, getattr(old, part), getattr(new, part))
        for i, (old, new) in enumerate(zip(stored, again, strict=True))
        for part in ("before", "lines", "step", "after", "end")
        if getattr(old, part) != getattr(new, part)
    ]


def audit_all(desk: DatabaseDesk) -> int:
    """Report what SQLite finds damaged and every hand that the rules would settle otherwise; return 1 for any."""
    damaged = damage(desk)
    for each in damaged:
        sys.stdout.write(f"Damaged: {each}\n")
    try:
        games, found = audit(desk)
    except sqlite3.Error as problem:
        return failed(f"The games cannot be read ({problem}). Take the latest backup or export.")
    for different in found:
        sys.stdout.write(_difference_line(different))
    sys.stdout.write(
        f"Games: {games}, differences: {len(found)}{', damages: ' if damaged else ''}{len(damaged) or ''}\n"
    )
    return 1 if found or damaged else 0


def _tournament_differences(desk: DatabaseDesk, event: str) -> list[Difference]:
    """Return the differences of one event; raise ``LookupError`` where it has no log."""
    event_desk = events_of(desk)
    history = history_of(event_desk, event)
    return _results_differ(event_desk, event, history) + _seats_differ(desk, event, history[-1].tournament)


def _results_differ(event_desk: EventDesk, event: str, history: EventHistory) -> list[Difference]:
    """Return the results that what was entered would give otherwise."""
    found: list[Difference] = []
    for before, each in pairwise(history):
        if isinstance(each.event, ResultEntered):
            again = _worked_out(event_desk, event, before.tournament, each.event)
            found += [
                difference((event, each.stored.seq), None, part, getattr(each.event, part), getattr(again, part))
                for part in ("manned_by", "final", "place", "parts", "substituted")
                if getattr(each.event, part) != getattr(again, part)
            ]
    return found


def _worked_out(event_desk: EventDesk, event: str, before: Tournament, result: ResultEntered) -> ResultEntered:
    """Return a result as it follows from its sheet: from the game's signed end, on paper from what was typed."""
    book = rulebook_of_event(event_desk, before)
    round_table = (result.round, result.table_no)
    scores = scores_of(result, book.rules)
    end = _signed_end(event_desk, event, round_table, result) if result.source == Source.SHEET else None
    sheet = Sheet(
        scores=scores,
        end=end or standing(played(scores, book.rules), book.rules),
        source=result.source,
        seq=result.seq,
        agreed=result.agreed,
        reason=result.reason,
    )
    return result_of(before, round_table, sheet, book)


def _signed_end(event_desk: EventDesk, event: str, round_table: RoundTable, result: ResultEntered) -> Standing | None:
    """Return how the game ended that a result was taken from, None where it was not signed there."""
    signed = [
        each.event for each in game_at_table(event_desk, event, round_table) or () if each.stored.seq == result.seq
    ]
    return next((each.standing for each in signed if isinstance(each, Finished)), None)


def _seats_differ(desk: DatabaseDesk, event: str, state: Tournament) -> list[Difference]:
    """Return the games of an event in which others sit than its log says."""
    found: list[Difference] = []
    for game in desk.store.games_of_tournament(event):
        of = state.round(game.round)
        drawn = None if of is None else of.seats.get(game.table_no)
        numbers = None if drawn is None else manned(state, game.round, drawn)
        if numbers != game.numbers:
            found.append(difference((game.game, 0), None, "seats", game.numbers, numbers))
    return found
