"""Who stands where: the standings, how somebody is found in them, and the sheet of one person."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import NEVER_KEPT, NOT_FOUND, VERSION_TAG, Answer, block_of, not_modified, page_of
from referee.app.asked import HttpError, time_of
from referee.app.pages import points, thousands
from referee.app.rows import offence_title
from referee.app_event.people import rule_of_substitutes
from referee.ask_event.standings import decimal, tie_text
from referee.desk_event.opened import history_of, kept_by_state, row_of
from referee.desk_event.people import names_for, without_accents
from referee.desk_event.standings import corrections, published, sees_all, sheets_of, standings_for
from referee.records import dataclass
from referee.rules.table import ALL_SEATS, wind_word
from referee.store.tournaments import folded
from referee.texts.reader import is_digits
from referee.texts.search import fold
from referee.texts.words import number_written
from referee.tournament.events import Form, Ranking
from referee.tournament.results import WORTH

if TYPE_CHECKING:
    from fractions import Fraction

    from referee.app.asked import Asked, ShownTime
    from referee.app_event.visit import Visit
    from referee.desk_event.standings import Correction, Standings
    from referee.explain.rulebook import Sentence
    from referee.tournament.results import Line, OwnGame
    from referee.tournament.standings import Row
    from referee.tournament.tournament import Round

_LONGEST_SEARCH = 60
_MOST_FOUND = 20
_MOST_CORRECTIONS = 8
_UNKNOWN = "\N{EN DASH}"


@dataclass(frozen=True, kw_only=True, slots=True)
class RowView:
    """A line of the standings; ``cells`` are the finals round by round where these are shown.

    ``outside`` is what penalties outside games took off the total.
    """

    number: int
    place: str
    name: str
    total: str
    games: int
    tie: str
    address: str
    worth: str = ""
    cells: tuple[str, ...] = ()
    is_playing: bool = False
    is_substitute: bool = False
    outside: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectionView:
    """What was changed of published standings: "corrected 14:20, round 3 table 7: reason"."""

    time: ShownTime
    where: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """Somebody who may have been looked for."""

    number: int
    name: str
    address: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Seat:
    """Where somebody sits in a round, with whom; ``wind`` is in words. ``by`` plays there instead, if anybody does.

    ``plays_for`` is whose seat it is, where a substitute looks for it.
    """

    round: int
    table: int
    wind: str
    others: tuple[str, ...]
    by: str
    plays_for: str


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsView:
    """The standings as they are shown; ``key`` names their content, so that it is drawn once.

    ``through`` is the last round that is counted, on a night how many games are; ``done`` how many of its ``tables``
    are in. ``worth`` is the title of what a night ranks by besides the total.
    """

    key: str
    version: int | None
    through: int
    is_latest: bool
    done: int
    tables: int
    rows: tuple[RowView, ...]
    rounds: tuple[int, ...]
    worth: str
    corrections: tuple[CorrectionView, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Finder:
    """What was typed to find somebody, whom it fits, and who is chosen with seat and line."""

    typed: str
    found: tuple[Found, ...]
    me: int
    name: str
    seat: Seat | None
    row: RowView | None


def show(asked: Asked, visit: Visit) -> Answer:
    """Show the standings that somebody may see."""
    tag = tag_of(asked, visit)
    if asked.tag == tag:
        return not_modified()
    view = view_of(asked, visit, wide=asked.query.has("rounds", "1"))
    finder = finder_of(asked, visit, view)
    template = "events/standings.html"
    if asked.is_part:
        part = block_of(template, "live", visit=visit, here="standings", page=view, finder=finder, tag=tag)
        return part.with_headers((VERSION_TAG, tag), NEVER_KEPT)
    return page_of(template, visit=visit, here="standings", page=view, finder=finder, tag=tag)


def tag_of(asked: Asked, visit: Visit) -> str:
    """Return a name for everything that may change on a page with standings, for who looks at it."""
    state = visit.state
    shown = state.seq if sees_all(state, visit.right) else state.changed
    pauses = sum([len(of.pauses) + sum([1 for each in of.pauses if each.until is not None]) for of in state.running])
    revision = row_of(visit.event_desk, visit.id).revision
    return f"{shown}-{len(state.manned)}-{pauses}-{revision}-{visit.right.role}-{asked.speaker.lang}"


def view_of(asked: Asked, visit: Visit, *, wide: bool = False) -> StandingsView | None:
    """Return the standings that somebody may see, None before there are any."""
    found = standings_for(visit.event_desk, visit.id, visit.right)
    if found is None or not found.rounds:
        return None
    seen = published(visit.event_desk, visit.id)
    is_out = seen is not None and seen.rows == found.rows
    settings = found.state.settings
    ranking = settings.ranking if settings.form == Form.NIGHT else Ranking.TOTAL
    revision = row_of(visit.event_desk, visit.id).revision
    key = f"{visit.id} {found.seq} {revision} {visit.right.role} {asked.speaker.lang} {wide}"
    corrected = corrections(history_of(visit.event_desk, visit.id))
    return StandingsView(
        key=key,
        version=None if seen is None or seen.version is None else seen.version.version,
        through=len(found.rounds) if settings.form == Form.NIGHT else found.rounds[-1].number,
        is_latest=found.version is None and not is_out,
        done=len(found.rounds[-1].results),
        tables=len(found.rounds[-1].seats),
        rows=_rows_of(asked, visit, found, key, wide=wide),
        rounds=tuple([of.number for of in found.rounds]) if wide else (),
        worth="" if ranking == Ranking.TOTAL else asked.say(f"event.standings.{ranking}"),
        corrections=tuple([_correction_view(asked, visit, each) for each in corrected[:_MOST_CORRECTIONS]]),
    )


def _rows_of(asked: Asked, visit: Visit, found: Standings, key: str, *, wide: bool) -> tuple[RowView, ...]:
    """Return all lines of the standings, made once for everybody who sees the same."""

    def make(_before: tuple[RowView, ...] | None) -> tuple[RowView, ...]:
        names = names_for(visit.event_desk, visit.id, visit.right)
        rows = [_row_view(asked, visit, found, row, names, wide=wide) for row in found.rows]
        waiting = [row for row in rows if row.is_playing and not row.games]
        return (
            *_placed_without(asked, rows, waiting),
            *waiting,
            *_substitutes_of(asked, visit, found, names, wide=wide),
        )

    return kept_by_state(
        visit.event_desk, (visit.id, "lines", visit.right.role, asked.speaker.lang, str(wide)), key, make
    )


def place_text(asked: Asked, place: int, *, shared: bool) -> str:
    """Return a place as it is written in a list, marked where it is shared: "=3"."""
    return asked.say("event.standings.shared", place=place) if shared else str(place)


def player_text(asked: Asked, names: dict[int, str], number: int, by: int) -> str:
    """Return how a seat is called: by who plays there, and for whom if that is somebody else."""
    name = names.get(by, str(by))
    return name if by == number else asked.say("event.results.for", name=name, other=names.get(number, str(number)))


def _placed_without(asked: Asked, rows: list[RowView], waiting: list[RowView]) -> list[RowView]:
    """Return the lines of those who have a result, in their places among each other."""
    ranked = [row for row in rows if row not in waiting]
    if not waiting:
        return ranked
    places = [row.place for row in ranked]
    return [
        replace(row, place=place_text(asked, places.index(place) + 1, shared=places.count(place) > 1))
        for row, place in zip(ranked, places, strict=True)
    ]


def _row_view(asked: Asked, visit: Visit, found: Standings, row: Row, names: dict[int, str], *, wide: bool) -> RowView:
    number = row.record.number
    settings = found.state.settings
    at_night = settings.form == Form.NIGHT
    waits = number in found.playing and not row.record.games
    is_ranked = not waits and (not at_night or row.record.games >= settings.least_games)
    return RowView(
        number=number,
        place=place_text(asked, row.place, shared=row.shared) if is_ranked else _UNKNOWN,
        name=names.get(number, str(number)),
        total=_UNKNOWN if waits and not row.record.total else thousands(asked, row.record.total),
        games=row.record.games,
        tie="" if row.tie is None else tie_text(row.tie, asked.speaker),
        address=visit.to(f"standings/{number}"),
        worth=_worth_text(asked, row, settings.ranking) if at_night else "",
        cells=_cells_of(asked, found, number) if wide else (),
        is_playing=number in found.playing,
        outside=thousands(asked, row.record.adjusted) if row.record.adjusted else "",
    )


def _substitutes_of(
    asked: Asked, visit: Visit, found: Standings, names: dict[int, str], *, wide: bool
) -> list[RowView]:
    """Return the lines of those who only played for others: in brackets, and without a place."""
    return [
        RowView(
            number=number,
            place=_UNKNOWN,
            name=names.get(number, str(number)),
            total=f"({thousands(asked, sum([each.line.final for each in found.games[number]]))})",
            games=len(found.games[number]),
            tie="",
            address=visit.to(f"standings/{number}"),
            cells=_cells_of(asked, found, number) if wide else (),
            is_substitute=True,
        )
        for number in found.state.substitutes
        if number in found.games
    ]


def _worth_text(asked: Asked, row: Row, ranking: Ranking) -> str:
    """Return what a night ranks somebody by, as it is read."""
    if ranking == Ranking.AVERAGE_FINAL:
        average: Fraction | int = WORTH[ranking](row.record)
        return thousands(asked, round(average / 10) * 10)
    average_place = row.record.average_place
    if ranking == Ranking.AVERAGE_PLACE and average_place is not None:
        return number_written(decimal(average_place), asked.speaker.words)
    return ""


def _cells_of(asked: Asked, found: Standings, number: int) -> tuple[str, ...]:
    """Return somebody's finals round by round; one that is still played has a dash, those of substitutes brackets."""
    is_substitute = number in found.state.substitutes
    finals = {
        each.round: replace(each.line, brackets=is_substitute or each.line.brackets)
        for each in found.games.get(number, ())
    }
    cells = [_final_text(asked, finals.get(of.number)) for of in found.rounds]
    return (*cells[:-1], _UNKNOWN if number in found.playing else cells[-1])


def _final_text(asked: Asked, line: Line | None) -> str:
    """Return a final, in brackets where it does not count for who played it."""
    if line is None:
        return ""
    points = thousands(asked, line.final)
    return f"({points})" if line.brackets else points


def _correction_view(asked: Asked, visit: Visit, correction: Correction) -> CorrectionView:
    where = ", ".join([_place_text(asked, visit, number, table) for number, table in correction.places])
    return CorrectionView(time=time_of(asked, correction.at), where=where, reason=correction.reason)


def _place_text(asked: Asked, visit: Visit, number: int, table: int) -> str:
    """Return what of published standings was changed: a table, a round, or what is taken off somebody's total."""
    if not number:
        names = names_for(visit.event_desk, visit.id, visit.right)
        return asked.say("event.standings.penalty_of", name=names[table])
    if table:
        return asked.say(f"event.unit_changed.{visit.form}", round=number, table=table)
    return asked.say(f"event.unit_no.{visit.form}", round=number)


def finder_of(asked: Asked, visit: Visit, view: StandingsView | None) -> Finder:
    """Return whom somebody looks for, by a part of the name or by the number; of several it is asked which."""
    typed = asked.query.one("me")[:_LONGEST_SEARCH]
    wanted = without_accents(typed)
    names = names_for(visit.event_desk, visit.id, visit.right) if typed else {}
    if is_digits(typed) and len(typed) <= len("9999") and int(typed) in names:
        fits = [int(typed)]
    else:
        fits = [number for number, name in names.items() if wanted and wanted in without_accents(name)]
    me = fits[0] if len(fits) == 1 else 0
    fits = fits or [number for number, name in names.items() if _is_short_for(name, typed) or _sounds_in(name, typed)]
    if len(fits) == 1 and _is_short_for_whole(names[fits[0]], typed):
        me = fits[0]
    found = tuple([Found(number=each, name=names[each], address=f"?me={each}") for each in fits[:_MOST_FOUND]])
    rows = () if view is None else view.rows
    return Finder(
        typed=typed,
        found=() if me else found,
        me=me,
        name=names.get(me, ""),
        seat=seat_of(asked, visit, me, names) if me else None,
        row=next((row for row in rows if row.number == me), None),
    )


def _is_short_for(shown: str, typed: str) -> bool:
    """Return whether a name that is shown shortened may be that of somebody who types a whole one, or a part of it.

    Only what everybody sees is compared: nothing is learned here about the rest of a name.
    """
    parts, words = without_accents(shown).split(), without_accents(typed).split()
    return _is_short_for_whole(shown, typed) or (
        len(parts) > 0 and len(words) == 1 and not is_digits("".join(parts)) and words[0].startswith(parts[-1])
    )


def _is_short_for_whole(shown: str, typed: str) -> bool:
    """Return whether somebody types a whole name, in either order, of which a name that is shown is the beginning."""
    short, words = "".join(without_accents(shown).split()), without_accents(typed).split()
    return (
        short != "" and not is_digits(short) and any("".join(each).startswith(short) for each in (words, words[::-1]))
    )


def _sounds_in(name: str, typed: str) -> bool:
    """Return whether what is typed is a part of a name in another script or spelling of the same sounds."""
    sounds = fold(folded(typed))
    return bool(sounds) and sounds in fold(folded(name))


def seat_of(asked: Asked, visit: Visit, number: int, names: dict[int, str]) -> Seat | None:
    """Return where somebody sits in the round that is played, or in the next one that everybody may know of."""
    of, seat = round_shown(visit, number), number
    if of is None:
        of, seat = _seat_played(visit, number)
    table = None if of is None else of.table_of(seat)
    if of is None or table is None:
        return None
    numbers = of.seats[table]
    plays = [visit.state.manned_by(each, of.number) for each in numbers]
    by = plays[numbers.index(seat)]
    return Seat(
        round=of.number,
        table=table,
        wind=asked.say(wind_word(numbers.index(seat), 0)),
        others=tuple(
            [player_text(asked, names, each, who) for each, who in zip(numbers, plays, strict=True) if each != seat]
        ),
        by="" if by == number else names.get(by, str(by)),
        plays_for="" if seat == number else names.get(seat, str(seat)),
    )


def _seat_played(visit: Visit, number: int) -> tuple[Round | None, int]:
    """Return the round in which somebody plays for another one, with the number of that one."""
    for absent in {each.number for each in visit.state.manned if each.by == number}:
        of = round_shown(visit, absent)
        if of is not None and visit.state.manned_by(absent, of.number) == number:
            return of, absent
    return None, number


def round_shown(visit: Visit, number: int = 0) -> Round | None:
    """Return the newest round whose seating everybody may know of and which is not over; one with a number in it."""
    open_rounds = [of for of in visit.state.rounds if of.state in ("published", "running")]
    mine = [of for of in open_rounds if not number or of.table_of(number) is not None]
    return mine[0] if mine else None


def round_to_come(visit: Visit) -> int:
    """Return the round that comes next, 0 where none does, and on a night, which has no rounds of all tables."""
    over, settings = len(visit.state.closed_rounds), visit.state.settings
    comes = settings.form != Form.NIGHT and not visit.state.is_closed and over < settings.rounds
    return over + 1 if comes else 0


@dataclass(frozen=True, kw_only=True, slots=True)
class GameView:
    """A game on somebody's sheet: the round, the table, its place and final, and the others with theirs."""

    round: int
    table: int | None
    place: str
    points: str
    uma: str
    penalties: str
    final: str
    by: str
    others: tuple[tuple[str, str, str], ...]
    sheet: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonView:
    """The sheet of one person; ``penalties`` outside games stand with their offence.

    ``rule`` is the one by which games count that somebody else played, None where there are none.
    """

    name: str
    number: int
    row: RowView | None
    places: tuple[int, ...]
    average: str
    games: tuple[GameView, ...]
    penalties: tuple[tuple[str, str], ...]
    is_substitute: bool
    rule: Sentence | None


def person(asked: Asked, visit: Visit, number: int) -> Answer:
    """Show the games of one person with the opponents."""
    found = standings_for(visit.event_desk, visit.id, visit.right)
    names = names_for(visit.event_desk, visit.id, visit.right)
    if number not in names:
        raise HttpError(NOT_FOUND, asked.say("event.refused.unknown_number", field=str(number), number=number))
    row = None if found is None else next((row for row in found.rows if row.record.number == number), None)
    average = None if row is None else row.record.average_place
    games = () if found is None else _games_of(asked, visit, found, number, names)
    page = PersonView(
        name=names[number],
        number=number,
        row=None if found is None or row is None else _row_view(asked, visit, found, row, names, wide=False),
        places=() if row is None or row.record.places is None else row.record.places,
        average="" if average is None else number_written(decimal(average), asked.speaker.words),
        games=games,
        penalties=() if found is None else _penalties_of(asked, found, number),
        is_substitute=number in visit.state.substitutes,
        rule=rule_of_substitutes(asked, visit) if any(game.by for game in games) else None,
    )
    return page_of("events/standing.html", visit=visit, here="standings", page=page)


def _penalties_of(asked: Asked, found: Standings, number: int) -> tuple[tuple[str, str], ...]:
    """Return the penalties outside games that took something off somebody's total, and the offence of each."""
    return tuple(
        [
            (thousands(asked, -each.given.points), each.given.offence and offence_title(asked, each.given.offence))
            for each in found.state.penalties
            if each.given.number == number and each.given.points and each.withdrawn is None
        ]
    )


def _games_of(asked: Asked, visit: Visit, found: Standings, number: int, names: dict[int, str]) -> tuple[GameView, ...]:
    """Return somebody's games, the first one first."""
    places = [(each.round, each.table_no) for each in found.games.get(number, ())]
    sheets = sheets_of(visit.event_desk, visit.id, visit.right, places)
    lines = {(each.round, each.table_no): each.lines for each in found.entered if each.table_no is not None}
    return tuple(
        [
            _game_view(asked, each, lines.get((each.round, each.table_no or 0), ()), names, sheets)
            for each in found.games.get(number, ())
        ]
    )


def _game_view(
    asked: Asked,
    game: OwnGame,
    lines: tuple[Line, ...],
    names: dict[int, str],
    sheets: dict[tuple[int, int], str],
) -> GameView:
    line = game.line
    token = sheets.get((game.round, game.table_no or 0), "")
    others = [each for each in lines if each.number != line.number and each.place is not None]
    return GameView(
        round=game.round,
        table=game.table_no,
        place="" if line.place is None else asked.say(f"preview.place_{line.place}"),
        points="" if line.points is None else points(asked, line.points),
        uma="" if line.parts is None else thousands(asked, line.parts.uma + line.parts.oka),
        penalties=thousands(asked, line.parts.penalties) if line.parts is not None and line.parts.penalties else "",
        final=_final_text(asked, line),
        by="" if line.by == line.number else names.get(line.by, str(line.by)),
        others=tuple(
            [
                (
                    asked.say(f"preview.place_{each.place}"),
                    player_text(asked, names, each.number, each.by),
                    _final_text(asked, each),
                )
                for each in sorted(others, key=lambda other: (other.place or len(ALL_SEATS), other.number))
            ]
        ),
        sheet=f"/s/{token}" if token else "",
    )


PAGES = (
    ("standings", "GET", "/standings", show),
    ("person", "GET", "/standings/<int:number>", person),
)
