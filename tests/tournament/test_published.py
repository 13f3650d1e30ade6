"""Published results, people as numbers: standings that were printed elsewhere follow from the same games."""

import csv
from dataclasses import replace
from pathlib import Path

from referee.rules.choices import Ties, UmaBy
from referee.rules.placement import Played, standing
from referee.rules.ruleset import Ruleset
from referee.tournament.standings import SeatResult, TieBreak, standings
from tests.cases import library

HERE = Path(__file__).parent
HANCHAN = ("h1", "h2", "h3", "h4", "h5")


def table(name: str) -> list[dict[str, str]]:
    """Return the lines of a file."""
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


def points(text: str) -> int:
    """Return points that are written in thousands."""
    whole, _, tenths = text.removeprefix("-").partition(".")
    size = int(whole) * 1000 + int(tenths or 0) * 100
    return -size if text.startswith("-") else size


def test_the_world_championship_of_2025_after_five_hanchan() -> None:
    """256 people of whom the finals are known (wrc.html in ApplySci/aim, 2025-07-04): all totals and all places."""
    people = table("wrc-2025-main-after-5.csv")
    results = tuple(
        (SeatResult(number=int(each["player"][1:]), final=points(each[hanchan])),)
        for each in people
        for hanchan in HANCHAN
    )

    rows = {row.record.number: row for row in standings(results, {}, tuple(TieBreak))}

    assert len(rows) == 256
    for each in people:
        row = rows[int(each["player"][1:])]
        assert row.record.total == points(each["total"])
        assert ("=" if row.shared else "") + str(row.place) == each["rank"]
    assert sum(row.shared for row in rows.values()) == 26
    assert [sum(points(each[hanchan]) for each in people) for hanchan in HANCHAN] == [
        -38_000,
        -66_000,
        -2_000,
        -95_000,
        -68_000,
    ]


def club_rules() -> Ruleset:
    """Return 25,000 points, an uma of 30 and 10, no oka, and ties by the seat."""
    book = library().book("aalto")
    assert book is not None
    rules = next(iter(book.variants.values()))
    final = replace(
        rules.final, subtract=25_000, oka=0, uma=(30_000, 10_000, -10_000, -30_000), ties=Ties.SEAT, uma_by=UmaBy.PLACE
    )
    return replace(rules, final=final)


def test_nine_games_of_a_club_night() -> None:
    """36 finals from the points, and the totals of four friends (riichi-tournament-manager, 1st-rc.json)."""
    rules = club_rules()
    results = []
    for game in table("club-night-9-games.csv"):
        scores = tuple(int(game[f"points_{wind}"]) for wind in "ESWN")
        end = standing(
            Played(
                scores=(scores[0], scores[1], scores[2], scores[3]),
                kyoutaku=0,
                chips=(0, 0, 0, 0),
                penalties=(0, 0, 0, 0),
                yakitori=(False, False, False, False),
            ),
            rules,
        )
        finals = [parts.score + parts.uma + parts.oka for parts in end.parts]
        assert finals == [points(game[f"final_{wind}"]) for wind in "ESWN"]
        results.append(
            tuple(
                SeatResult(number=int(game[wind][1:]), final=final, place=place, points=score)
                for wind, final, place, score in zip("ESWN", finals, end.places, scores, strict=True)
            )
        )

    rows = standings(tuple(results), {}, tuple(TieBreak))

    assert [(row.record.number, row.record.total, row.record.games) for row in rows] == [
        (4, 135_400, 9),
        (2, 59_500, 9),
        (3, -86_900, 9),
        (1, -108_000, 9),
    ]
