"""Published results, people as numbers: standings that were printed elsewhere follow from the same games."""

import csv
from pathlib import Path
from typing import Any

import pytest

from referee.paths import rulesets_dir
from referee.rulebook import books_in, ruleset_of
from referee.rules.ruleset import Ruleset
from referee.tournament.formats.results import ResultRow, results_csv, results_in
from referee.tournament.report import reported
from referee.tournament.results import Entered, TableScores, lines_of, published_final, ranked
from referee.tournament.standings import Row, TieBreak, standings
from tests.cases import ask, library

HERE = Path(__file__).parent
HANCHAN = ("h1", "h2", "h3", "h4", "h5")
LOST = [-38_000, -66_000, -2_000, -95_000, -68_000]
"""What the finals of each hanchan of the championship lack: penalties and sticks, of which nothing was published."""


def table(name: str) -> list[dict[str, str]]:
    """Return the lines of a file."""
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


def points(text: str) -> int:
    """Return points that are written in thousands."""
    whole, _, tenths = text.removeprefix("-").partition(".")
    size = int(whole) * 1000 + int(tenths or 0) * 100
    return -size if text.startswith("-") else size


@pytest.fixture(scope="module")
def people() -> list[dict[str, str]]:
    """Return the 256 people of the championship (wrc.html in ApplySci/aim, 2025-07-04)."""
    return table("wrc-2025-main-after-5.csv")


def finals_of(rows: tuple[ResultRow, ...]) -> tuple[Entered, ...]:
    """Return finals alone as they are entered."""
    return tuple([Entered(round=row.round, lines=(published_final(row.number, row.final or 0),)) for row in rows])


@pytest.fixture(scope="module")
def finals(people: list[dict[str, str]]) -> tuple[Entered, ...]:
    """Return their finals, read from a file as an organiser enters a published table."""
    lines = [
        f"{turn},{each['player'][1:]},{each[hanchan]}" for turn, hanchan in enumerate(HANCHAN, 1) for each in people
    ]
    read = results_in("\n".join(["round,number,final", *lines]))
    assert read.problems == ()
    return finals_of(read.finals)


def wrc() -> Ruleset:
    """Return the rules of the championship."""
    book = library().book("wrc-2025")
    assert book is not None
    return next(iter(book.variants.values()))


def test_the_world_championship_of_2025_after_five_hanchan(
    people: list[dict[str, str]], finals: tuple[Entered, ...]
) -> None:
    """events.md §13.1: all totals and all places follow, 26 rows with "="; no tie-break can decide."""
    rows = {row.record.number: row for row in standings(tuple(map(in_game, finals)), {}, tuple(TieBreak))}

    assert len(rows) == 256
    for each in people:
        row = rows[int(each["player"][1:])]
        assert row.record.total == points(each["total"])
        assert ("=" if row.shared else "") + str(row.place) == each["rank"]
    assert sum(row.shared for row in rows.values()) == 26


def in_game(entered: Entered) -> Any:  # noqa: ANN401 the results of a game
    """Return what is entered as the standings count it."""
    return ranked(entered.lines)


def test_sums_of_a_published_table_are_reported(finals: tuple[Entered, ...]) -> None:
    """events.md §13.1: the report names what each hanchan lacks, and that nothing explains it."""
    report = reported(finals, (), wrc())

    assert [each.finals for each in report.rounds] == LOST
    assert [each.unexplained for each in report.rounds] == LOST


def test_a_published_table_is_written_as_it_was_read(finals: tuple[Entered, ...]) -> None:
    """events.md §13.1: export = import."""
    rows = tuple(
        ResultRow(round=entered.round, number=line.number, manned_by=line.by, source="published", final=line.final)
        for entered in finals
        for line in entered.lines
    )

    read = results_in(results_csv(rows))

    assert sorted(finals_of(read.finals), key=str) == sorted(finals, key=str)
    assert results_csv(read.finals) == results_csv(rows)


def test_other_programs_ask_for_the_same_table(people: list[dict[str, str]]) -> None:
    """The question `standings` gives the same totals and places; what finals do not tell is null."""
    results = [
        {"round": turn, "number": int(each["player"][1:]), "final": float(each[hanchan])}
        for turn, hanchan in enumerate(HANCHAN, 1)
        for each in people
    ]

    found = ask({"ask": "standings", "ruleset": "wrc-2025", "results": results, "ties": [*TieBreak]})

    rows = {row["number"]: row for row in found["rows"]}
    for each in people:
        row = rows[int(each["player"][1:])]
        assert round(row["total"] * 1000) == points(each["total"])
        assert ("=" if row["shared"] else "") + str(row["place"]) == each["rank"]
        assert row["raw_points"] is row["firsts"] is row["average_place"] is row["parts"]["uma"] is None
    assert found["checks"] == {"sum": -269, "explained": 0}


@pytest.fixture(scope="module")
def club_rules() -> Ruleset:
    """Return the rules of a file that a club wrote: 25,000 points, an uma of 30 and 10, and ties by the seat."""
    (book,) = (each for each in books_in((rulesets_dir(), HERE)) if each.document.id == "club-night")
    return ruleset_of(next(iter(book.variants.values())))


def test_nine_games_of_a_club_night(club_rules: Ruleset) -> None:
    """events.md §13.4: 36 finals from the points, and the totals of four friends, each game a round of its own."""
    results = []
    for game in table("club-night-9-games.csv"):
        east, south, west, north = (int(game[f"points_{wind}"]) for wind in "ESWN")
        one, two, three, four = (int(game[wind][1:]) for wind in "ESWN")
        scores = TableScores(numbers=(one, two, three, four), scores=(east, south, west, north))
        lines = lines_of(scores, club_rules)
        assert [line.final for line in lines] == [points(game[f"final_{wind}"]) for wind in "ESWN"]
        results.append(Entered(round=int(game["game"]), table_no=1, table=scores, lines=lines))

    rows = standings(tuple(map(in_game, results)), {}, ())

    assert [totals(row) for row in rows] == [(4, 135_400, 9), (2, 59_500, 9), (3, -86_900, 9), (1, -108_000, 9)]
    assert all(
        each.unexplained == 0 and each.explained == 0 for each in reported(tuple(results), (), club_rules).rounds
    )


def totals(row: Row) -> tuple[int, int, int]:
    """Return a number with its total and its games."""
    return (row.record.number, row.record.total, row.record.games)
