"""What the page of a table is told of its event, in every language, for its phone draws that page itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.pages import points, thousands
from referee.desk_event.opened import history_of, kept_by_state, row_of
from referee.desk_event.people import names_for
from referee.desk_event.results import enterer, game_scores, rulebook_of
from referee.desk_event.tables import clock_at
from referee.explain.rulebook import substitution_explained
from referee.records import dataclass
from referee.rules.table import ALL_SEATS, Phrase, wind_word
from referee.texts.words import Speaker, clauses_named
from referee.tournament.events import Form, ResultTakenBack, Role, Source, Winds
from referee.tournament.rounds import is_paused
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.app.asked import Asked
    from referee.desk_event.opened import EventDesk
    from referee.desk_event.tables import TableVisit
    from referee.store import Writer
    from referee.tournament.tournament import Result, Round, Tournament

_SEATED = (RoundState.PUBLISHED, RoundState.RUNNING)
"""The states of a round of which everybody may know where to sit."""
Told = dict[str, tuple[str, ...]]
"""Sentences by language."""


@dataclass(frozen=True, kw_only=True, slots=True)
class News:
    """What a table is told: ``now`` above its sheet, ``counts`` below its result.

    ``is_settled`` where a result stands on which nobody at the table agrees any more.
    """

    now: Told
    counts: Told
    is_settled: bool


NO_NEWS = News(now={}, counts={}, is_settled=False)
"""What somebody is told who only reads a sheet."""


def news_at(asked: Asked, visit: TableVisit) -> News:
    """Return what a table is told of its event, in every language; its phones ask for that again and again."""
    event_desk, state = visit.event_desk, visit.state
    of, revision = state.round(visit.round), row_of(event_desk, visit.event).revision

    def make(_before: object) -> dict[object, News]:
        return {}

    known = kept_by_state(event_desk, (visit.event, "told"), (state.seq, revision), make)
    has_result = of is not None and of.result_at(visit.table) is not None
    scores = game_scores(event_desk, visit.event, (visit.round, visit.table)) if has_result else None
    key = (visit.round, visit.table, visit.right.role, scores)
    if key not in known:
        known[key] = _news_of(asked, visit)
    return known[key]


def _news_of(asked: Asked, visit: TableVisit) -> News:
    now: Told = {}
    counts: Told = {}
    for lang, words in asked.library.sentences.items():
        spoken = replace(asked, speaker=Speaker(lang=lang, words=words))
        now[lang], counts[lang] = _told_now(spoken, visit), _substitution_told(spoken, visit)
    of = visit.state.round(visit.round)
    return News(now=now, counts=counts, is_settled=of is not None and of.result_at(visit.table) is not None)


def _told_now(asked: Asked, visit: TableVisit) -> tuple[str, ...]:
    """Return that the round is over, what stands as the result of the table, and what the four do next."""
    of = visit.state.round(visit.round)
    if of is None:
        return ()
    result, told = of.result_at(visit.table), _closed_told(asked, visit) if visit.is_over else ()
    if result is None:
        return (*told, *_pause_told(asked, visit, of), *_taken_back_told(asked, visit))
    stands = _result_told(asked, visit, result)
    follows = _step_told(asked, visit, of) if visit.right.role == Role.TABLE else ()
    entered = (asked.say("event.at.in"),) if follows and not stands and not told else ()
    return (*told, *stands, *entered, *follows)


def _closed_told(asked: Asked, visit: TableVisit) -> tuple[str, ...]:
    return (asked.say(f"event.at.closed.{visit.state.settings.form}"),)


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperResult:
    """A result that is not the one of the phone's sheet: who entered it, its seats, and those where the sheet differs.

    ``wrong`` is what is done where it is wrong.
    """

    entered: str
    seats: tuple[str, ...]
    differing: tuple[str, ...]
    wrong: str


def paper_result(asked: Asked, visit: TableVisit, result: Result) -> PaperResult | None:
    """Return a result with what the phone's sheet has where it differs, None where it is the one of that sheet."""
    names, entered = _names_at(visit), result.entered
    if entered.source != Source.PAPER:
        return None
    writer = history_of(visit.event_desk, visit.event)[result.seq - 1].stored.writer
    scores = game_scores(visit.event_desk, visit.event, (visit.round, visit.table)) or entered.points
    differing = [seat for seat in ALL_SEATS if scores[seat] != entered.points[seat]]
    lines = [
        asked.say(
            "event.at.line_differs" if seat in differing else "event.at.line",
            name=names[entered.manned_by[seat]],
            points=points(asked, entered.points[seat]),
            final=thousands(asked, entered.final[seat] + entered.substituted[seat]),
            here=points(asked, scores[seat]),
        )
        for seat in ALL_SEATS
    ]
    return PaperResult(
        entered=asked.say("event.at.entered", who=_who_text(asked, visit, writer)),
        seats=tuple(lines),
        differing=tuple([lines[seat] for seat in differing]),
        wrong=asked.say(f"event.at.wrong.{visit.state.settings.form}"),
    )


def _result_told(asked: Asked, visit: TableVisit, result: Result) -> tuple[str, ...]:
    """Return a result that is not the one of the phone's sheet in sentences, nothing where it is."""
    paper = paper_result(asked, visit, result)
    return () if paper is None else (paper.entered, *paper.seats, asked.say("event.at.not_here"), paper.wrong)


def _names_at(visit: TableVisit) -> dict[int, str]:
    """Return what everybody is called, those at the table as on its sheet."""
    names = dict(names_for(visit.event_desk, visit.event, visit.right))
    row = None if visit.game is None else visit.event_desk.desk.store.game_row(visit.game)
    if row is not None:
        names.update(zip(visit.event_desk.store.numbers_of_game(row.id), row.names, strict=True))
    return names


def _pause_told(asked: Asked, visit: TableVisit, of: Round) -> tuple[str, ...]:
    """Return that the clock stands, and what it then shows, nothing while it runs."""
    clock = clock_at(visit) if is_paused(of) else None
    if clock is None or clock.left <= 0:
        return ()
    minutes, seconds = divmod(-(-clock.left // 1000), 60)
    return (asked.say("event.at.paused", left=f"{minutes}:{seconds:02}"),)


def _who_text(asked: Asked, visit: TableVisit, writer: Writer) -> str:
    who = enterer(visit.event_desk, visit.event, writer)
    return asked.speaker.say(who.key, who.facts) if isinstance(who, Phrase) else who


def _taken_back_told(asked: Asked, visit: TableVisit) -> tuple[str, ...]:
    """Return by whom and why the result of the table was taken back, nothing where none was."""
    found = _taken_back(visit.event_desk, visit.event, visit.state).get((visit.round, visit.table))
    if found is None:
        return ()
    writer, reason = found
    return (asked.say("event.at.back", who=_who_text(asked, visit, writer), reason=reason),)


def _taken_back(event_desk: EventDesk, event: str, state: Tournament) -> dict[tuple[int, int], tuple[Writer, str]]:
    """Return by whom and why results were taken back last, by round and table."""

    def make(_before: object) -> dict[tuple[int, int], tuple[Writer, str]]:
        return {
            (each.event.round, each.event.table_no): (each.stored.writer, each.event.reason)
            for each in history_of(event_desk, event)
            if isinstance(each.event, ResultTakenBack)
        }

    return kept_by_state(event_desk, (event, "taken back"), state.seq, make)


def _step_told(asked: Asked, visit: TableVisit, of: Round) -> tuple[str, ...]:
    """Return what the four of a table whose result is in wait for; one that is over shows a phone that stays there."""
    state = visit.state
    if state.settings.form == Form.NIGHT:
        name = row_of(visit.event_desk, visit.event).name
        return (asked.say("event.at.again", event=name),) if visit.is_over else ()
    if of.number >= state.settings.rounds:
        return () if visit.is_over else (asked.say("event.at.last"),)
    if visit.is_over:
        return (asked.say("event.at.opens"),)
    comes = seats_to_come(asked, state, (of.number, visit.table), _names_at(visit))
    told = () if comes is None else (asked.say("event.at.next", round=comes.round), *comes.seats)
    return (*told, asked.say("event.at.wait"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Comes:
    """Where the four of a table sit in the round that comes next."""

    round: int
    seats: tuple[str, ...]


def seats_to_come(asked: Asked, state: Tournament, at: tuple[int, int], names: Mapping[int, str]) -> Comes | None:
    """Return where those of a round and a table sit next, by table; None before all may know, and on a night."""
    of = state.round(at[0])
    shown = [each for each in state.rounds if each.number > at[0] and each.state in _SEATED]
    if of is None or not shown or state.settings.form == Form.NIGHT:
        return None
    comes, found = shown[0], []
    draw = state.draw(comes.draw)
    key = "event.at.table" if draw is not None and draw.winds == Winds.TABLE else "event.at.seat"
    for number in of.seats.get(at[1], ()):
        table = comes.table_of(number)
        if table is not None:
            seat = comes.seats[table].index(number)
            called = names[state.manned_by(number, comes.number)]
            told = asked.say(key, name=called, table=table, wind=asked.say(wind_word(seat, 0)))
            found.append((table, seat, told))
    return Comes(round=comes.number, seats=tuple([told for _, _, told in sorted(found)]))


def _substitution_told(asked: Asked, visit: TableVisit) -> tuple[str, ...]:
    """Return what the round counts for those who are played for at a table, with its clauses."""
    of, state = visit.state.round(visit.round), visit.state
    numbers = () if of is None else of.seats.get(visit.table, ())
    if all(state.manned_by(number, visit.round) == number for number in numbers):
        return ()
    policy = rulebook_of(visit.event_desk, state).policy
    if policy is None:
        return ()
    rule = substitution_explained(policy, asked.speaker)
    sure = "" if rule.confidence == "text" else asked.say(f"page.rules.mark_{rule.confidence}")
    return (" ".join(filter(None, (rule.text, clauses_named(rule.clauses, asked.speaker), sure))),)
