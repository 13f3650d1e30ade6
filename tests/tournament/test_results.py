"""What a table brings its players: finals from scores, the sum that has to be right, and rounds played by others."""

import pytest

from referee.rules.placement import Parts, standing
from referee.rules.ruleset import Ruleset
from referee.rules.table import NOTHING, Four
from referee.tournament.events import ResultEntered, Source
from referee.tournament.report import GameRuling, RoundSum, reported
from referee.tournament.results import (
    Entered,
    Fault,
    Line,
    TableScores,
    Wrong,
    entered_of,
    lines_of,
    played,
    published_final,
    ranked,
    substituted_parts,
    sum_fault,
)
from referee.tournament.sheets import Rulebook, Sheet, as_meant, for_absent
from referee.tournament.standings import SeatResult
from referee.tournament.winds import four
from tests.cases import ask, library, policies

NUMBERS = (11, 12, 13, 14)


def rules(name: str, variant: str = "") -> Ruleset:
    """Return the rules of a book under its defaults, or under other options."""
    book = library().book(name)
    assert book is not None
    return book.variants[variant] if variant else next(iter(book.variants.values()))


def finals(lines: tuple[Line, ...]) -> dict[int, int]:
    """Return the finals of all who are ranked."""
    return {seat.number: seat.final for seat in ranked(lines)}


def test_a_table_is_worked_out_as_its_game_is() -> None:
    """EMA 2016: 30,000 off, uma 15/5, left sticks to the first, a chombo 20,000 off the result after the uma."""
    table = TableScores(numbers=NUMBERS, scores=(44_000, 29_000, 26_000, 20_000), left=1_000, chombo=(0, 0, 0, 1))

    lines = lines_of(table, rules("ema-2016"))

    assert finals(lines) == {11: 30_000, 12: 4_000, 13: -9_000, 14: -45_000}
    assert lines[0].parts == Parts(score=15_000, uma=15_000, oka=0, chips=0, penalties=0)
    assert lines[3].parts == Parts(score=-10_000, uma=-15_000, oka=0, chips=0, penalties=-20_000)
    assert [(line.place, line.points) for line in lines] == [(1, 45_000), (2, 29_000), (3, 26_000), (4, 20_000)]


def test_a_chombo_that_was_paid_at_the_table_is_not_taken_twice() -> None:
    """With the mangan of social play the scores hold it already."""
    table = TableScores(numbers=NUMBERS, scores=(44_000, 30_000, 26_000, 20_000), chombo=(0, 0, 0, 2))

    assert finals(lines_of(table, rules("ema-2016", "play=social"))) == {11: 29_000, 12: 5_000, 13: -9_000, 14: -25_000}


def test_penalties_chips_and_yakitori_are_part_of_a_result() -> None:
    """What was ruled in the game stands beside the points, chips count what the book says."""
    book = rules("standard-shuugi")
    table = TableScores(
        numbers=NUMBERS, scores=(40_000, 30_000, 20_000, 10_000), chips=(3, 0, -1, -2), penalties=(0, 0, -2_000, 0)
    )

    lines = lines_of(table, book)

    assert [line.parts.chips for line in lines if line.parts] == [3 * 5_000, 0, -5_000, -10_000]
    assert [line.parts.penalties for line in lines if line.parts] == [0, 0, -2_000, 0]


@pytest.mark.parametrize(
    ("scores", "left", "difference"),
    [
        ((40_000, 30_000, 30_000, 20_000), 0, 0),
        ((40_000, 30_000, 29_000, 20_000), 1_000, 0),
        ((40_300, 30_000, 30_000, 20_000), 0, 300),
        ((40_000, 30_000, 30_000, 20_000), 1_000, 1_000),
        ((39_900, 30_000, 30_000, 20_000), 0, -100),
    ],
)
def test_the_sum_is_four_times_the_start(scores: tuple[int, int, int, int], left: int, difference: int) -> None:
    """All four are typed, so that the sum is the check on typing; what is wrong is told with the difference."""
    fault = sum_fault(TableScores(numbers=NUMBERS, scores=scores, left=left), rules("wrc-2025"), "counted twice")

    assert fault == (Fault(kind=Wrong.SUM_WRONG, difference=difference) if difference else None)


@pytest.mark.parametrize(
    ("typed", "left", "meant"),
    [
        ((355, 300, 280, 265), 0, (35_500, 30_000, 28_000, 26_500, 0)),
        ((355, 300, 280, 255), 10, (35_500, 30_000, 28_000, 25_500, 1_000)),
        ((355, 300, 280, 255), 1_000, (35_500, 30_000, 28_000, 25_500, 1_000)),
        ((35_500, 300, 28_000, 26_500), 0, (35_500, 30_000, 28_000, 26_500, 0)),
        ((-12, 500, 400, 312), 0, (-1_200, 50_000, 40_000, 31_200, 0)),
        ((300, 60_000, 40_000, 19_700), 0, (300, 60_000, 40_000, 19_700, 0)),
        ((300, 60_000, 40_000, 19_000), 0, (300, 60_000, 40_000, 19_000, 0)),
        ((300, 30_000, 28_000, 26_500), 0, (30_000, 30_000, 28_000, 26_500, 0)),
        ((355, 300, 280, None), 0, (35_500, 30_000, 28_000, None, 0)),
        ((355, 300, None, None), 0, (35_500, 30_000, None, None, 0)),
    ],
)
def test_a_score_in_hundreds_is_told_from_points_by_the_sum(
    typed: tuple[int | None, ...], left: int, meant: tuple[int | None, ...]
) -> None:
    """What is right as typed stays so; what is not is read in the way that comes nearest."""
    scores, rest = as_meant(typed, left, 120_000)

    assert (*scores, rest) == meant


def test_another_sum_needs_a_reason_and_a_book_in_which_points_get_lost() -> None:
    """EMA gives to nobody what does not divide; elsewhere the earlier seat has it, and no point is lost."""
    short = TableScores(numbers=NUMBERS, scores=(39_900, 30_000, 30_000, 20_000))

    assert sum_fault(short, rules("ema-2016")) == Fault(kind=Wrong.SUM_WRONG, difference=-100)
    assert sum_fault(short, rules("ema-2016"), "three ron, 100 left over") is None
    assert sum_fault(short, rules("tenhou"), "three ron") is not None


@pytest.mark.parametrize(
    ("book", "parts", "covered"),
    [
        ("ema-2016", Parts(score=-15_000, uma=-15_000, oka=0, chips=0, penalties=0), True),
        ("ema-2025", Parts(score=-15_000, uma=-15_000, oka=0, chips=0, penalties=0), True),
        ("wrc-2025", Parts(score=0, uma=0, oka=0, chips=0, penalties=-30_000), True),
        ("warsaw", Parts(score=-15_000, uma=0, oka=-5_000, chips=0, penalties=0), False),
        ("ema-rcr-2012", Parts(score=-15_000, uma=-30_000, oka=0, chips=0, penalties=0), False),
        ("aalto", Parts(score=-15_000, uma=0, oka=0, chips=0, penalties=0), False),
        ("tenhou", Parts(score=0, uma=0, oka=0, chips=0, penalties=-30_000), False),
    ],
)
def test_a_round_that_a_substitute_played(book: str, parts: Parts, covered: bool) -> None:  # noqa: FBT001 a row of the table
    """EMA 2016 §5.8 and WRC 2025 say it; elsewhere it is a proposal, from the book's own uma and oka where so said."""
    assert substituted_parts(policies()[book], rules(book)) == parts
    assert policies()[book].covers_substitutes is covered


def test_aalto_proposes_the_uma_of_its_tournaments() -> None:
    """The option brings an uma of 15/5/-5/-15."""
    parts = substituted_parts(policies()["aalto"], rules("aalto", "play=tournament"))

    assert parts == Parts(score=-15_000, uma=-15_000, oka=0, chips=0, penalties=0)


TABLE = TableScores(numbers=NUMBERS, scores=(44_000, 30_000, 26_000, 20_000))


def entered(number: int, table: TableScores, book: str, manned_by: Four = NUMBERS) -> Entered:
    """Return a table as its result counts, played by these people."""
    rulebook = Rulebook(rules=rules(book), policy=policies().get(book))
    end = standing(played(table, rulebook.rules), rulebook.rules)
    final = four([parts.total for parts in end.parts])
    sheet = Sheet(scores=table, end=end, source=Source.PAPER)
    result = ResultEntered(
        round=number,
        table_no=1,
        source=sheet.source,
        seq=None,
        numbers=table.numbers,
        manned_by=manned_by,
        points=table.scores,
        chips=table.chips,
        yakitori=table.yakitori,
        left=table.left,
        chombo=table.chombo,
        final=final,
        place=end.places,
        parts=end.parts,
        substituted=for_absent(sheet, manned_by, final, rulebook) if manned_by != table.numbers else NOTHING,
        agreed=(),
        reason="",
    )
    return entered_of(result, rulebook.rules)


def test_a_substitute_from_the_start() -> None:
    """EMA 2016 §5.7-5.8: 12 counts -30.0 whatever was played; the others as played; the substitute in brackets."""
    lines = entered(1, TABLE, "ema-2016", (11, 99, 13, 14)).lines

    assert finals(lines) == {11: 29_000, 12: -30_000, 13: -9_000, 14: -25_000}
    absent = next(line for line in lines if line.number == 12)
    assert (absent.by, absent.place, absent.points, absent.brackets) == (99, None, None, False)
    own = next(line for line in lines if line.number == 99)
    assert (own.by, own.final, own.place, own.brackets) == (99, 5_000, 2, True)
    assert SeatResult(number=12, final=-30_000) in ranked(lines)


def test_seven_minutes_late() -> None:
    """A ruling as today: -7.0 off the tournament score, under EMA 2016 and WRC 2025."""
    for book in ("ema-2016", "warsaw", "wrc-2025"):
        answer = ask({"ask": "ruling", "ruleset": book, "offence": "late", "answers": {"minutes": 7}})
        assert answer["penalties"] == [{"kind": "points", "amount": 7_000}]


@pytest.mark.parametrize("book", ["ema-rcr-2012", "aalto"])
def test_late_where_the_book_is_silent(book: str) -> None:
    """The referee decides, with EMA 2016 as guidance."""
    answer = ask({"ask": "ruling", "ruleset": book, "offence": "late", "answers": {"minutes": 7}})

    assert answer["covered"] is False
    assert answer["guidance"]["penalties"] == [{"kind": "points", "amount": 7_000}]


def test_every_point_is_accounted_for() -> None:
    """Penalties, sticks that nobody gets, and what a substitute played more than is counted: with the finals zero."""
    book = rules("wrc-2025")
    table = TableScores(
        numbers=NUMBERS,
        scores=(43_000, 30_000, 26_000, 20_000),
        left=1_000,
        penalties=(-5_000, 0, 0, 0),
        chombo=(0, 0, 1, 0),
    )

    report = reported((entered(1, table, "wrc-2025", (11, 99, 13, 14)),), (), book)

    (found,) = report.rounds
    assert (found.penalties, found.sticks, found.substitutes) == (5_000 + book.chombo.penalty, 1_000, 35_000)
    assert found.finals == -(found.penalties + found.sticks + found.substitutes)
    assert found.unexplained == 0


def test_what_a_book_gives_to_nobody() -> None:
    """EMA: a stick that three firsts cannot share leaves 100 points; so does a sum that was short with a reason."""
    book = rules("ema-2016")
    shared = TableScores(numbers=NUMBERS, scores=(33_000, 33_000, 33_000, 20_000), left=1_000)
    short = TableScores(numbers=NUMBERS, scores=(44_900, 30_000, 25_000, 20_000))

    report = reported((entered(1, shared, "ema-2016"), entered(2, short, "ema-2016")), (), book)

    assert [(each.nobody, each.unexplained) for each in report.rounds] == [(100, 0), (100, 0)]


def test_chips_that_nobody_has() -> None:
    """They are told apart from the points."""
    book = rules("standard-shuugi")
    table = TableScores(numbers=NUMBERS, scores=(40_000, 30_000, 20_000, 10_000), chips=(3, 0, -1, -3))

    (found,) = reported((entered(1, table, "standard-shuugi"),), (), book).rounds

    assert (found.chips, found.unexplained) == (book.chips.value, 0)


def test_a_published_table_explains_nothing() -> None:
    """Sums of finals alone are reported, not refused."""
    lines = tuple(Entered(round=3, lines=(published_final(number, -500),)) for number in NUMBERS)

    report = reported(lines, (), rules("wrc-2025"))

    assert report.rounds == (RoundSum(round=3, finals=-2_000, penalties=0, sticks=0, nobody=0, chips=0, substitutes=0),)
    assert report.rounds[0].unexplained == -2_000


def test_a_result_that_differs_from_its_scores_is_not_explained() -> None:
    """A final that was entered otherwise than the book works it out stays visible."""
    book = rules("ema-2016")
    lines = lines_of(TABLE, book)
    wrong = Line(number=11, by=11, final=lines[0].final + 1_000, parts=lines[0].parts, place=1, points=44_000)

    (found,) = reported((Entered(round=1, table_no=1, table=TABLE, lines=(wrong, *lines[1:])),), (), book).rounds

    assert found.unexplained == 1_000


def test_rulings_person_by_person() -> None:
    """Whoever was ruled against most stands on top, with the sum; each by round and table."""

    def ruling(number: int, turn: int, points: int) -> GameRuling:
        return GameRuling(round=turn, table_no=1, number=number, offence="late", clause="ema-2016/5.7", points=points)

    report = reported((), (ruling(4, 1, -1_000), ruling(2, 3, -3_000), ruling(2, 1, 0)), rules("ema-2016"))

    assert [(each.number, each.points, [one.round for one in each.rulings]) for each in report.people] == [
        (2, -3_000, [1, 3]),
        (4, -1_000, [1]),
    ]
