"""Who sits where: draws, what everybody sees of them, and seats that are changed, decided by what is played already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.tournament.draws import DrawAsked, Method
from referee.tournament.draws import drawn as drawn_by_lot
from referee.tournament.entry import arrived, too_long, twice, why_closed, without_reason
from referee.tournament.events import DrawMethod, Drawn, DrawPublished, Form, RoundStarted, Seated, Status, Winds
from referee.tournament.life import MOST_TABLES
from referee.tournament.plans import SEATS
from referee.tournament.quality import FaultKind, check_draw, meetings, quality_of
from referee.tournament.refusals import EventCode, all_refusals, listed, refusal, result_exists
from referee.tournament.search import Stopped, always
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from referee.rules.table import Four, NotDone
    from referee.tournament.events import StatusSet
    from referee.tournament.search import SeededRandom, Wanted
    from referee.tournament.tournament import Round, Tournament
    from referee.tournament.winds import Round as Tables
    from referee.tournament.winds import Rounds

_FAULT_CODES = {
    FaultKind.DUPLICATE_NUMBER: EventCode.DUPLICATE_NUMBER,
    FaultKind.UNKNOWN_NUMBER: EventCode.UNKNOWN_NUMBER,
    FaultKind.DRAW_INCOMPLETE: EventCode.DRAW_INCOMPLETE,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawWish:
    """How rounds should be drawn; ``standings`` are the numbers from first to last, of this version."""

    rounds: tuple[int, ...]
    method: DrawMethod
    seed: int = 0
    winds: Winds = Winds.DRAWN
    standings: tuple[int, ...] = ()
    version: int | None = None
    plan: tuple[Four, ...] = ()
    apart: tuple[tuple[int, ...], ...] = ()


def decide_draw(tournament: Tournament, wish: DrawWish, wanted: Wanted = always) -> Drawn | NotDone:
    """Draw rounds for all who play, as long as they are ``wanted``."""
    by_rank = wish.method in (DrawMethod.SWISS, DrawMethod.BY_PLACE)
    refused = all_refusals(
        (
            why_closed(tournament),
            not_fours(tournament),
            _why_begun(tournament, wish.rounds),
            refusal(EventCode.SWISS_NEEDS_RESULTS, "method") if by_rank and not wish.standings else None,
        )
    )
    if refused is not None:
        return refused
    try:
        found = drawn_by_lot(_asked_by(tournament, wish), wanted)
    except Stopped:
        return refusal(EventCode.DRAW_STOPPED, "draw")
    return _draw_of(tournament, wish, found.rounds)


def _asked_by(tournament: Tournament, wish: DrawWish) -> DrawAsked:
    return DrawAsked(
        players=tournament.in_draw,
        rounds=len(wish.rounds),
        method=Method(wish.method.value),
        seed=wish.seed,
        history=_history_before(tournament, min(wish.rounds)),
        standings=wish.standings,
        plan=wish.plan,
        apart=wish.apart,
        keeps=tuple([each for each in keepers(tournament) if each[0] in tournament.in_draw]),
    )


def decide_pasted(tournament: Tournament, wish: DrawWish, tables: Rounds) -> Drawn | NotDone:
    """Take a draw over that was made elsewhere, if everybody who plays sits once in each round.

    Any substitutes may fill its tables.
    """
    seated = {number for round_tables in tables for table in round_tables for number in table}
    filling = seated.intersection(tournament.substitutes)
    faults = check_draw(tables, (*tournament.players, *sorted(filling)))
    wrong = [
        refusal(_FAULT_CODES[fault.kind], "draw", number=fault.number, round=wish.rounds[fault.round])
        for fault in faults
    ]
    refused = all_refusals((why_closed(tournament), _why_begun(tournament, wish.rounds), *wrong))
    return refused or _draw_of(tournament, wish, tables)


def _draw_of(tournament: Tournament, wish: DrawWish, tables: Rounds) -> Drawn:
    """Return a draw with its quality together with the rounds before."""
    history = _history_before(tournament, min(wish.rounds))
    return Drawn(
        draw=len(tournament.draws) + 1,
        rounds=wish.rounds,
        method=wish.method,
        seed=wish.seed,
        winds=wish.winds,
        tables=tables,
        quality=quality_of((*history, *tables), wish.apart, keepers(tournament)),
        apart=wish.apart,
        from_version=wish.version,
    )


def keepers(tournament: Tournament) -> tuple[tuple[int, int], ...]:
    """Return the numbers that have a table of their own, with it."""
    return tuple(
        (each.entrant.number, each.entrant.keeps_table)
        for each in tournament.people
        if each.entrant.keeps_table is not None
    )


def _history_before(tournament: Tournament, number: int) -> Rounds:
    """Return who sat where in the rounds before one."""
    return tuple(each.tables for each in tournament.rounds if each.number < number and each.tables)


def met_before(tournament: Tournament, number: int, tables: Tables) -> int:
    """Return how many pairs at the tables of a round sat together in an earlier one."""
    earlier = meetings(_history_before(tournament, number))
    return len([pair for pair in meetings((tables,)) if pair in earlier])


def not_fours(tournament: Tournament) -> NotDone | None:
    """Return why nobody can be drawn, or None."""
    count = len(tournament.in_draw)
    if count >= SEATS and count % SEATS == 0:
        return None
    missing = missing_substitutes(tournament)
    return refusal(EventCode.PEOPLE_NOT_FOUR, "people", count=count, missing=missing)


def missing_substitutes(tournament: Tournament) -> int:
    """Return how many substitutes are missing that all players sit at tables of four."""
    count = len(tournament.in_draw)
    return SEATS - count if count < SEATS else -count % SEATS


def _why_begun(tournament: Tournament, rounds: tuple[int, ...]) -> NotDone | None:
    """Return why rounds are not drawn any more, or None."""
    late = [number for number in rounds if is_begun(tournament.round(number))]
    return refusal(EventCode.DRAW_STARTED, "round", round=listed(late)) if late else None


def is_begun(of: Round | None) -> bool:
    """Return whether a round was started, or taken over from a published table."""
    return of is not None and of.is_begun


def decide_publishing(
    tournament: Tournament, draw: int, rounds: tuple[int, ...], reason: str = ""
) -> DrawPublished | NotDone:
    """Show a draw to everybody; one that takes the place of another that everybody has seen needs a reason."""
    found = tournament.draw(draw)
    missing = [
        number
        for number in rounds
        if found is None or number not in found.rounds or _is_gone(tournament, found, number)
    ]
    seen = [
        each
        for each in map(tournament.round, rounds)
        if each is not None and each.state == RoundState.PUBLISHED and each.draw != draw
    ]
    refused = all_refusals(
        (
            why_closed(tournament),
            _why_begun(tournament, rounds),
            refusal(EventCode.ROUND_NOT_DRAWN, "round", round=listed(missing)) if missing else None,
            without_reason(reason) if seen else too_long(reason),
        )
    )
    return refused or DrawPublished(draw=draw, rounds=rounds, reason=reason)


def _is_gone(tournament: Tournament, draw: Drawn, number: int) -> bool:
    """Return whether somebody who sits in a round of a draw was taken off since, so that it is none any more."""
    tables = draw.tables[draw.rounds.index(number)]
    known = {each.entrant.number for each in tournament.people}
    return tournament.round(number) is None or any(each not in known for table in tables for each in table)


def decide_swap(
    tournament: Tournament, number: int, one: int, other: int, reason: str = ""
) -> tuple[Seated, ...] | NotDone:
    """Let two numbers change places in a round; the sheets stay with the seats."""
    of = tournament.round(number)
    if of is None:
        return refusal(EventCode.ROUND_NOT_DRAWN, "round", round=number)
    unknown = [each for each in (one, other) if of.table_of(each) is None]
    refused = all_refusals(
        (
            why_closed(tournament),
            refusal(EventCode.UNKNOWN_NUMBER, "number", number=listed(unknown)) if unknown else None,
            refusal(EventCode.NOTHING_CHANGED, "number") if one == other else None,
            _already_over(of, (one, other)),
            without_reason(reason) if of.state == RoundState.RUNNING else too_long(reason),
        )
    )
    if refused is not None:
        return refused
    return tuple(
        Seated(round=number, table_no=table_no, numbers=_swapped(numbers, one, other), reason=reason)
        for table_no, numbers in of.seats.items()
        if one in numbers or other in numbers
    )


def _already_over(of: Round, numbers: tuple[int, ...]) -> NotDone | None:
    """Return why seats stay as they are, or None: a result that stands is taken back first."""
    known = {of.table_of(number) for number in numbers}
    done = [table_no for table_no, _ in of.results if table_no in known]
    if done:
        return result_exists(listed(done))
    return refusal(EventCode.ROUND_NOT_RUNNING, "round", round=of.number) if of.state == RoundState.CLOSED else None


def _swapped(numbers: Four, one: int, other: int) -> Four:
    """Return the numbers at a table after two changed places."""
    east, south, west, north = (other if each == one else one if each == other else each for each in numbers)
    return (east, south, west, north)


def decide_seats(
    tournament: Tournament, number: int, table_no: int, numbers: Four, reason: str = ""
) -> Seated | NotDone:
    """Say which of the four of a table sits where, as their own draw of seats has it."""
    of = tournament.round(number)
    if of is None or table_no not in of.seats:
        return refusal(EventCode.ROUND_NOT_DRAWN, "round", round=number)
    others = sorted(set(numbers) - set(of.seats[table_no]))
    again = twice(numbers)
    refused = all_refusals(
        (
            why_closed(tournament),
            refusal(EventCode.UNKNOWN_NUMBER, "numbers", number=listed(others)) if others else None,
            refusal(EventCode.DUPLICATE_NUMBER, "numbers", number=listed(again)) if again else None,
            _already_over(of, numbers),
            too_long(reason),
        )
    )
    return refused or Seated(round=number, table_no=table_no, numbers=numbers, reason=reason)


def not_seated(tournament: Tournament, number: int, table_no: int) -> NotDone | None:
    """Return why no hand is played at a table yet, or None: its winds are drawn there, and were not told."""
    of = tournament.round(number)
    if of is None or tournament.winds_of(of) == Winds.DRAWN or table_no in of.reseated:
        return None
    return refusal(EventCode.NOT_SEATED, "numbers", table=table_no)


def decide_sitting_down(
    tournament: Tournament, table_no: int, numbers: Four, at: int
) -> tuple[StatusSet | Drawn | DrawPublished | Seated | RoundStarted, ...] | NotDone:
    """Let four people of a night begin a game at a table, a round of its own; whoever sits down is there."""
    number = max([each.number for each in tournament.rounds], default=0) + 1
    playing = {each for of in tournament.running for table in of.tables for each in table}
    unknown = sorted(set(numbers) - {each.entrant.number for each in tournament.people})
    still = sorted(playing.intersection(numbers))
    taken = any(table_no in of.seats for of in tournament.running)
    again = twice(numbers)
    refused = all_refusals(
        (
            why_closed(tournament),
            refusal(EventCode.NOT_ALLOWED, "form") if tournament.settings.form != Form.NIGHT else None,
            refusal(EventCode.UNKNOWN_NUMBER, "numbers", number=listed(unknown)) if unknown else None,
            refusal(EventCode.DUPLICATE_NUMBER, "numbers", number=listed(again)) if again else None,
            refusal(EventCode.STILL_PLAYING, "numbers", number=listed(still)) if still else None,
            refusal(EventCode.STILL_PLAYING, "table", number=table_no) if taken else None,
            refusal(EventCode.TOO_LARGE, "rounds", count=number, most=_MOST_GAMES) if number > _MOST_GAMES else None,
            refusal(EventCode.TOO_LARGE, "table", count=table_no, most=MOST_TABLES) if table_no > MOST_TABLES else None,
            refusal(EventCode.NOT_ALLOWED, "table") if table_no < 1 else None,
        )
    )
    if refused is not None:
        return refused
    wish = DrawWish(rounds=(number,), method=DrawMethod.HAND)
    draw = _draw_of(tournament, wish, ((numbers,),))
    return (
        *arrived(tournament, numbers),
        draw,
        DrawPublished(draw=draw.draw, rounds=(number,), reason=""),
        Seated(round=number, table_no=table_no, numbers=numbers, reason=""),
        RoundStarted(round=number, minutes=tournament.settings.minutes, at=at),
    )


_MOST_GAMES = 400
"""How many games a night has at most, each a round of its own."""


def waiting(tournament: Tournament, lots: SeededRandom | None = None) -> tuple[int, ...]:
    """Return the people of a night who are there and at no table: the fewest games first, ties by lot or by number."""
    playing = {each for of in tournament.running for table in of.tables for each in table}
    games = dict.fromkeys(tournament.players, 0)
    for number in [each for of in tournament.rounds for table in of.tables for each in table]:
        games[number] = games.get(number, 0) + 1
    here = [each.entrant.number for each in tournament.people if each.status == Status.PRESENT]
    free = sorted([each for each in here if each not in playing])
    return tuple(sorted(lots.shuffled(free) if lots else free, key=lambda each: games.get(each, 0)))


_MOST_FREE = 12
"""How many free tables are offered at once."""


def free_tables(tournament: Tournament) -> tuple[int, ...]:
    """Return the tables of a night at which nobody plays: all, or without a number of them those known and one more."""
    taken = {table_no for of in tournament.running for table_no in of.seats}
    cards = [each.issued.table_no for each in tournament.links if each.issued.table_no and not each.revoked]
    used = [table_no for of in tournament.rounds for table_no in of.seats]
    next_one = next(table_no for table_no in range(1, len(taken) + 2) if table_no not in taken)
    count = tournament.settings.tables
    known = range(1, count + 1) if count else {*cards, *used, next_one}
    return tuple(sorted(set(known) - taken))[:_MOST_FREE]


def same_four(tournament: Tournament, table_no: int) -> Four | None:
    """Return the four who played last at a free table of a night, while they are there and played nowhere since."""
    latest = {number: of for of in tournament.rounds for table in of.tables for number in table}
    last = [of for of in tournament.rounds if table_no in of.seats][-1:]
    if not last or last[0].state != RoundState.CLOSED:
        return None
    numbers = last[0].seats[table_no]
    stay = all(latest[number] is last[0] and tournament.is_expected(number) for number in numbers)
    return numbers if stay else None
