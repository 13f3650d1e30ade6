"""Standings, rulings, penalties and the table for EMA as files."""

from __future__ import annotations

from fractions import Fraction

from referee.records import dataclass
from referee.tournament.formats.people import Person
from referee.tournament.formats.sheets import csv_text, decimal
from referee.tournament.standings import Row, TieBreak

_STANDINGS = (
    "place",
    "number",
    "family",
    "given",
    "name",
    "country",
    "club",
    "team",
    "ema",
    "ara",
    "division",
    "status",
    "games",
    "total",
)
_AFTER_ROUNDS = (
    "penalties",
    "carry",
    "firsts",
    "seconds",
    "thirds",
    "fourths",
    "average_place",
    "raw_points",
    "tie",
)
_RULINGS = (
    "time",
    "round",
    "table",
    "hand",
    "number",
    "offence",
    "category",
    "repeated_proposed",
    "repeated",
    "proposed",
    "issued",
    "points",
    "clause",
    "referee",
    "status",
    "reason",
)
_PENALTIES = ("time", "number", "points", "offence", "clause", "referee", "status", "reason")
EMA = ("Place", "EMA Number", "Last Name", "First Name", "Country", "Score (points)")
_NO_NUMBER = "-"


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsLine:
    """A row of the standings with all that stands beside it; ``finals`` by round, None where somebody did not play.

    ``row`` is None for those who are not ranked, ``total`` is theirs; ``is_substitute`` puts their total in brackets.
    ``penalties`` and ``carry`` are points.
    """

    person: Person
    finals: tuple[int | None, ...]
    row: Row | None = None
    total: int = 0
    division: str = ""
    status: str = ""
    penalties: int = 0
    carry: int = 0

    @property
    def is_substitute(self) -> bool:
        """Return whether somebody stands there only as a substitute."""
        return self.person.kind == "substitute"


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingLine:
    """A ruling in a game as the list of all rulings tells it; what does not apply is empty or None."""

    time: str
    round: int
    table: int
    hand: str
    number: int
    offence: str
    category: str
    repeated_proposed: str
    repeated: str
    proposed: str
    issued: str
    points: int
    clause: str
    referee: str
    status: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PenaltyLine:
    """A penalty outside a game as the list of all of them tells it."""

    time: str
    number: int
    points: int
    offence: str
    clause: str
    referee: str
    status: str
    reason: str


def standings_csv(lines: tuple[StandingsLine, ...]) -> str:
    """Return standings as a file, in their order, with a column for each round that anybody played."""
    rounds = max((len(line.finals) for line in lines), default=0)
    columns = (*_STANDINGS, *[f"r{number}" for number in range(1, rounds + 1)], *_AFTER_ROUNDS)
    return csv_text(columns, [_cells_of(line, rounds) for line in lines])


def _cells_of(line: StandingsLine, rounds: int) -> list[str | int | None]:
    person, record = line.person, None if line.row is None else line.row.record
    finals = (*line.finals, *(None,) * (rounds - len(line.finals)))
    return [
        None if line.row is None else line.row.place,
        person.number,
        *[person.family, person.given, person.name, person.country, person.club, person.team, person.ema, person.ara],
        line.division,
        line.status,
        sum(final is not None for final in line.finals) if record is None else record.games,
        _total_cell(line),
        *[None if final is None else decimal(final) for final in finals],
        decimal(line.penalties),
        decimal(line.carry),
        *(record.places if record and record.places else (None,) * 4),
        None if record is None or record.average_place is None else hundredths(record.average_place),
        None if record is None else record.points,
        tie_cell(line.row),
    ]


def _total_cell(line: StandingsLine) -> str:
    """Return a total; that of a substitute stands in brackets."""
    total = decimal(line.total if line.row is None else line.row.record.total)
    return f"({total})" if line.is_substitute else total


def tie_cell(row: Row | None) -> str | None:
    """Return what put somebody ahead of the next of the same total, such as "firsts 4:3"."""
    if row is None or row.tie is None:
        return None
    unit = 1000 if row.tie.by is TieBreak.DIRECT else 1
    return f"{row.tie.by} {hundredths(row.tie.mine / unit)}:{hundredths(row.tie.theirs / unit)}"


def hundredths(value: Fraction) -> str:
    """Return a number with two decimals at most, halves away from zero."""
    size = (abs(value.numerator) * 200 + value.denominator) // (2 * value.denominator)
    text = f"{size // 100}.{size % 100:02}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and size else text


def rulings_csv(lines: tuple[RulingLine, ...]) -> str:
    """Return rulings in games as a file."""
    return csv_text(_RULINGS, [[getattr(line, name) for name in _RULINGS] for line in lines])


def penalties_csv(lines: tuple[PenaltyLine, ...]) -> str:
    """Return penalties outside games as a file."""
    return csv_text(_PENALTIES, [[getattr(line, name) for name in _PENALTIES] for line in lines])


def ema_csv(lines: tuple[StandingsLine, ...]) -> str:
    """Return the table that EMA is sent."""
    return csv_text(EMA, ema_rows(lines))


def ema_rows(lines: tuple[StandingsLine, ...]) -> list[list[str | int | None]]:
    """Return its rows: whoever is ranked, in the order given, equal scores with equal places."""
    rows: list[list[str | int | None]] = []
    before, place = None, 0
    for line in lines:
        if line.row is None or line.is_substitute:
            continue
        score = decimal(line.row.record.total)
        place = place if score == before else len(rows) + 1
        before, person = score, line.person
        name = person.family or person.name
        rows.append([place, person.ema or _NO_NUMBER, name, person.given, person.country, score])
    return rows


def base_rank(place: int, people: int) -> str:
    """Return what a place is worth in EMA's ranking before weights, as its site explains it (secondary)."""
    return hundredths(Fraction(1000 * (people - place), people - 1)) if people > 1 else "0"
