"""What `referee audit` works out again of an event: its results, and who sits in its games."""

from itertools import pairwise

from referee.commands.differences import Difference, difference
from referee.commands.events import events_of
from referee.database import DatabaseDesk
from referee.desk_event.draws import manned
from referee.desk_event.opened import EventDesk, History, history_of
from referee.desk_event.results import Place, game_at_table, rulebook_of
from referee.game.events import Finished
from referee.rules.choices import ChomboForm
from referee.rules.placement import Standing, standing
from referee.rules.ruleset import Ruleset
from referee.rules.table import ALL_SEATS
from referee.tournament.events import ResultEntered, Source
from referee.tournament.results import TableScores, played
from referee.tournament.sheets import Sheet, result_of
from referee.tournament.tournament import Tournament
from referee.tournament.winds import four


def tournament_differences(desk: DatabaseDesk, event: str) -> list[Difference]:
    """Return the differences of one event; raise ``LookupError`` where it has no log."""
    at = events_of(desk)
    history = history_of(at, event)
    return results_differ(at, event, history) + seats_differ(desk, event, history[-1].tournament)


def results_differ(at: EventDesk, event: str, history: History) -> list[Difference]:
    """Return the results that what was entered would give otherwise."""
    found: list[Difference] = []
    for before, each in pairwise(history):
        if isinstance(each.event, ResultEntered):
            again = worked_out(at, event, before.tournament, each.event)
            found += [
                difference((event, each.stored.seq), None, part, getattr(each.event, part), getattr(again, part))
                for part in ("manned_by", "final", "place", "parts", "substituted")
                if getattr(each.event, part) != getattr(again, part)
            ]
    return found


def worked_out(at: EventDesk, event: str, before: Tournament, result: ResultEntered) -> ResultEntered:
    """Return a result as it follows from its sheet: from the game's signed end, on paper from what was typed."""
    book = rulebook_of(at, before)
    place = (result.round, result.table_no)
    scores = scores_of(result, book.rules)
    end = signed_end(at, event, place, result) if result.source == Source.SHEET else None
    sheet = Sheet(
        scores=scores,
        end=end or standing(played(scores, book.rules), book.rules),
        source=result.source,
        seq=result.seq,
        agreed=result.agreed,
        reason=result.reason,
    )
    return result_of(before, place, sheet, book)


def scores_of(result: ResultEntered, rules: Ruleset) -> TableScores:
    """Return the table of a result; what its chombo do not explain of the points off it was ruled."""
    each = rules.chombo.penalty if rules.chombo.form is ChomboForm.PENALTY else 0
    return TableScores(
        numbers=result.numbers,
        scores=result.points,
        left=result.left,
        chips=result.chips,
        yakitori=result.yakitori,
        chombo=result.chombo,
        penalties=four([result.parts[seat].penalties + each * result.chombo[seat] for seat in ALL_SEATS]),
    )


def signed_end(at: EventDesk, event: str, place: Place, result: ResultEntered) -> Standing | None:
    """Return how the game ended that a result was taken from, None where it was not signed there."""
    signed = [each.event for each in game_at_table(at, event, place) or () if each.stored.seq == result.seq]
    return next((each.standing for each in signed if isinstance(each, Finished)), None)


def seats_differ(desk: DatabaseDesk, event: str, state: Tournament) -> list[Difference]:
    """Return the games of an event in which others sit than its log says."""
    found: list[Difference] = []
    for game in desk.store.games_of_tournament(event):
        of = state.round(game.round)
        drawn = None if of is None else of.seats.get(game.table_no)
        numbers = None if drawn is None else manned(state, game.round, drawn)
        if numbers != game.numbers:
            found.append(difference((game.game, 0), None, "seats", game.numbers, numbers))
    return found
