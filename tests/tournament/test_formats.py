"""The files of an event (events.md §10): read with every problem at once, and written so that they read the same."""

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from referee.app_event.pasted import problem_text
from referee.texts.words import Speaker
from referee.tournament.formats.draws import draw_in
from referee.tournament.formats.people import COLUMNS, Person, State, previewed
from referee.tournament.formats.reports import (
    RulingLine,
    StandingsLine,
    base_rank,
    ema_csv,
    rulings_csv,
    standings_csv,
)
from referee.tournament.formats.results import ResultRow, results_csv, results_in
from referee.tournament.formats.sheets import Problem, Trouble, csv_text, rows_in
from referee.tournament.quality import check_draw, quality_of
from referee.tournament.standings import Decided, Record, Row, TieBreak
from tests.cases import library
from tests.mutations import mutated
from tests.quick import quickly

HERE = Path(__file__).parent

AINO = Person(number=1, family="Virtanen", given="Aino", country="FI", club="Aalto", ema="04210001")
BEN = Person(number=2, family="O'Hara", given="Ben", country="IE", team="Reds", ara="77", keeps_table=3)
CAT = Person(number=3, name="猫", kind="substitute")
PEOPLE = (AINO, BEN, CAT)
HOSTILE = (
    '=HYPERLINK("http://x","y")',
    "+1+1",
    "@SUM(A1)",
    "-2+3",
    "'=already",
    "''-5",
    "-5",
    "a,b;c d",
    'say "hi"',
    "<script>alert(1)</script>",
    "\u202eevil",
    "e\u0301\u0301\u0301",
    "0007",
    "名 前",
)


def troubles(problems: tuple[Problem, ...]) -> list[tuple[str, int, str]]:
    """Return what is wrong, where."""
    return [(problem.trouble, problem.line, problem.column) for problem in problems]


# ---- Tables as text


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_any_separator_line_end_and_mark_is_read(separator: str, end: str, bom: str) -> None:
    """Also quotes as RFC 4180 has them, with separators and quotes inside, and empty lines."""
    lines = [["family", "given", "club"], ["Virtanen", "Aino", '"A, B; ""C"""'], [], ["O'Hara", "Ben", ""]]

    preview = previewed(bom + end.join([separator.join(line) for line in lines]))

    assert preview.problems == ()
    assert [(person.family, person.club) for person in preview.people] == [("Virtanen", 'A, B; "C"'), ("O'Hara", "")]


@pytest.mark.parametrize("text", [*HOSTILE, "a\tb"])
def test_a_cell_is_never_a_formula(text: str) -> None:
    """It is written with an apostrophe before it, and read as it was; a number stays one."""
    written = csv_text(("name",), [[text]]).split("\r\n")[1]

    assert not written.strip('"').startswith(("=", "+", "@"))
    assert written.strip('"').startswith("-") == (text == "-5")
    assert rows_in(csv_text(("name",), [[text]]), []) == [(1, ["name"]), (2, [text])]


# ---- People


def people_text(people: tuple[Person, ...]) -> str:
    """Return people as a spreadsheet writes them."""
    rows = [[str(getattr(person, name) or "") for name in COLUMNS] for person in people]
    return csv_text(COLUMNS, rows)


def test_people_are_read_as_they_were_written() -> None:
    """Every column."""
    assert previewed(people_text(PEOPLE)).people == PEOPLE


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_stay_names(text: str) -> None:
    """Formula cells, marks of direction, combining characters and markup are text."""
    person = Person(number=1, family=text, given="X")

    assert previewed(people_text((person,))).people == (person,)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Aino\nBen\n猫", ["Aino", "Ben", "猫"]),
        ("1\tAino\n5\tBen", ["Aino", "Ben"]),
        ("Virtanen;Aino\nHara;Ben", ["Virtanen Aino", "Hara Ben"]),
        ("3,Virtanen,Aino\n4,Hara,Ben", ["Virtanen Aino", "Hara Ben"]),
        ("Given, FAMILY\nAino, Virtanen", ["Virtanen Aino"]),
    ],
)
def test_a_header_may_be_left_out(text: str, names: list[str]) -> None:
    """Of names, of family and given names, and of numbers before them; anything else has to say what it is."""
    preview = previewed(text)

    assert [f"{each.family} {each.given}{each.name}".strip() for each in preview.people] == names


def test_columns_that_nobody_named_are_not_guessed() -> None:
    """Three texts a row could be anything."""
    assert troubles(previewed("Virtanen,Aino,Aalto\nHara,Ben,Cork").problems) == [("no_header", 1, "")]


def test_numbers_are_given_where_they_are_missing() -> None:
    """The lowest that nobody has, neither here nor before."""
    preview = previewed("number,name\n,A\n2,B\n,C", (Person(number=1, name="Z"),))

    assert [(person.number, person.name) for person in preview.people] == [(3, "A"), (2, "B"), (4, "C")]


def test_every_row_says_what_it_would_do() -> None:
    """New, changed, same or wrong; while one is wrong nobody is taken over."""
    text = (
        "number,family,given,country,club\n1,Virtanen,Aino,FI,Aalto\n2,O'Hara,Ben,GB,\n,New,Eve,SE,\n9,Odd,One,Finland,"
    )

    preview = previewed(text, PEOPLE)

    assert [row.state for row in preview.rows] == [State.SAME, State.CHANGED, State.NEW, State.WRONG]
    assert preview.rows[1].before == BEN
    assert preview.rows[1].person == replace(BEN, country="GB")  # what the list does not tell stays
    assert preview.rows[2].person == Person(number=4, family="New", given="Eve", country="SE")
    assert preview.people == ()
    assert troubles(preview.problems) == [("not_allowed", 5, "country")]


def test_a_list_without_numbers_can_be_pasted_again() -> None:
    """Whoever is known by an id, or by names and club, keeps the number and is no question."""
    preview = previewed("family,given,club\nVirtanen,Aino,Aalto\nO'HARA,ben,", PEOPLE)

    assert [(row.state, row.person.number) for row in preview.rows if row.person] == [
        (State.SAME, 1),
        (State.CHANGED, 2),
    ]
    assert preview.questions == ()


@pytest.mark.parametrize(
    ("text", "twin"),
    [
        ("number,family,given,club\n8,Virtanen,Aino,Aalto", 1),
        ("number,family,given,ema\n8,Wirtanen,A.,04210001", 1),
        ("family,given\nDoe,Jo\nDoe,Jo", 4),
    ],
)
def test_the_same_person_twice_is_a_question(text: str, twin: int) -> None:
    """By an id or by names and club, in the list or known before: it can be somebody else."""
    preview = previewed(text, PEOPLE)

    assert preview.problems == ()
    assert [row.twin for row in preview.questions] == [twin]


def test_everything_wrong_with_a_list_is_told_at_once() -> None:
    """Each cell with its line, its column and what is allowed."""
    text = "\n".join(
        [
            "number,name,country,kind,keeps_table",
            "0,A,FI,player,",
            "5,B,FI,player,7",
            "5,C,FI,player,7",
            "6,,Finland,referee,x",
            '7,"D\nE",FI,player,',
            f"8,{'F' * 101},FI,player,",
            "9,G,FI,player,1,2",
        ]
    )

    preview = previewed(text)

    assert preview.people == ()
    assert troubles(preview.problems) == [
        ("cells", 9, ""),
        ("not_allowed", 2, "number"),
        ("missing", 5, "name"),
        ("not_allowed", 5, "country"),
        ("not_allowed", 5, "kind"),
        ("not_allowed", 5, "keeps_table"),
        ("unseen", 7, "name"),
        ("too_long", 8, "name"),
        ("twice", 4, "number"),
        ("twice", 4, "keeps_table"),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("name,colour,shoe\nA,red,44", [("unknown_column", 1, "colour"), ("unknown_column", 1, "shoe")]),
        ("name,name\nA,B", [("column_twice", 1, "name")]),
        ("number,club\n1,X", [("no_column", 1, "name")]),
        ('name\n"A', [("not_csv", 2, "")]),
        ("", [("no_rows", 0, "")]),
        ("name,club\n,\n", [("no_rows", 0, "")]),
        ("name\n" + "A\n" * 1001, [("too_large", 0, "")]),
        ("x" * (2 * 1024 * 1024 + 1), [("too_large", 0, "")]),
    ],
)
def test_a_list_that_cannot_be_read_says_why(text: str, found: list[tuple[str, int, str]]) -> None:
    """Columns that do not exist are refused by their names."""
    assert troubles(previewed(text).problems) == found


def test_a_thousand_people_are_read_within_a_second() -> None:
    """And compared with a thousand who are known."""
    people = tuple(Person(number=number, family=f"F{number}", given="G", club="C") for number in range(1, 1001))
    text = people_text(people).replace("G", "H")

    assert len(quickly(lambda: previewed(text, people), 1).people) == 1000


# ---- Draws

ROUNDS = (((1, 2, 3, 4), (5, 6, 7, 8)), ((2, 1, 8, 7), (6, 5, 4, 3)))


BY_TABLE = "round,table,E,S,W,N\n1,1,1,2,3,4\n1,2,5,6,7,8\n2,1,2,1,8,7\n2,2,6,5,4,3"


def test_a_draw_has_a_table_a_row() -> None:
    """Rows in any order."""
    head, *rows = BY_TABLE.splitlines()

    assert draw_in("\n".join([head, *rows[::-1]]), {}) == (ROUNDS, ())


def test_a_draw_may_have_lines_with_dashes() -> None:
    """An empty line, or several, between rounds."""
    assert draw_in("1-2-3-4\n5-6-7-8\n\n\n2-1-8-7\r\n6-5-4-3\n", {}) == (ROUNDS, ())


def test_a_draw_may_tell_everybodys_table() -> None:
    """By name or number; the winds are dealt out evenly, and a dash is somebody who does not play."""
    names = {f"P{number}": number for number in range(1, 10)}
    rows = [f"P{number},{1 + (number > 4)},{1 + number % 2}" for number in range(1, 9)]

    rounds, problems = draw_in("\n".join(["name,H1,H2", *rows, "P9,-,"]), names)

    assert problems == ()
    assert [[sorted(table) for table in tables] for tables in rounds] == [
        [[1, 2, 3, 4], [5, 6, 7, 8]],
        [[2, 4, 6, 8], [1, 3, 5, 7]],
    ]
    assert quality_of(rounds).winds == 1


def test_the_toronto_open_of_2024() -> None:
    """60 seats with people who come later or leave: the tables of each round, no pair twice in the first six."""
    text = (HERE / "tori-open-2024-seating.csv").read_text("utf-8").replace("player", "name")
    names = {line.partition(",")[0]: at for at, line in enumerate(text.splitlines()) if at}

    rounds, problems = draw_in(text, names)

    assert problems == ()
    assert [len(tables) for tables in rounds] == [15, 15, 15, 15, 14, 14, 13, 13]
    assert quality_of(rounds[:6]).repeats == 0
    assert check_draw(rounds, ()) == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("round,table,E,S,W\n1,1,1,2,3", [("no_column", 1, "n")]),
        ("round,table,E,S,W,N\n1,2,1,2,3,4\n1,2,5,6,7,8", [("twice", 3, "table"), ("missing", 0, "table")]),
        ("round,table,E,S,W,N\n2,1,1,2,3,4", [("missing", 0, "round")]),
        ("round,table,E,S,W,N\n1,1,1,two,3,", [("not_allowed", 2, "s"), ("missing", 2, "n")]),
        ("1-2-3-4\n1-2-3\n0-1-2-3", [("not_allowed", 2, ""), ("not_allowed", 3, "")]),
        ("name,H1\nA,1\nB,1\nA,1\nX,1", [("unknown", 5, "name"), ("twice", 2, "name"), ("twice", 4, "name")]),
        ("name,H1,H3\nA,1,1\nB,1,1", [("not_four", 0, "h1"), ("not_four", 0, "h3"), ("missing", 0, "h")]),
        ("name,place\nA,1", [("unknown_column", 1, "place")]),
        ("name,H999999999\nA,1", [("unknown_column", 1, "h999999999")]),
        ("name\nA", [("no_column", 1, "h1")]),
        ("", [("no_rows", 0, "")]),
    ],
)
def test_a_draw_that_cannot_be_taken_says_why(text: str, found: list[tuple[str, int, str]]) -> None:
    """All at once, and no round of it."""
    rounds, problems = draw_in(text, {"A": 1, "B": 2})

    assert rounds == ()
    assert troubles(problems) == found


# ---- Results

EAST = ResultRow(
    round=1,
    number=11,
    manned_by=11,
    source="paper",
    table=2,
    seat=0,
    points=45_000,
    place=1,
    final=30_000,
    uma=15_000,
    oka=0,
    chips=-2,
    yakitori=True,
    penalty=-1_000,
)
SEATS = (
    EAST,
    replace(EAST, seat=1, number=12, manned_by=99, points=30_000, place=2, final=-500),
    replace(EAST, seat=2, number=13, manned_by=13, points=24_000, place=3, yakitori=False),
    replace(EAST, seat=3, number=14, manned_by=14, points=20_000, place=4, penalty=0),
)
PUBLISHED = ResultRow(round=2, number=11, manned_by=11, source="published", final=-12_300)


def test_results_are_written_as_they_were_read() -> None:
    """The seats of tables, also those of a substitute, and finals alone."""
    read = results_in(results_csv((PUBLISHED, *SEATS[::-1])))

    assert read.problems == ()
    assert read.tables == (SEATS,)
    assert read.finals == (PUBLISHED,)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("round,number,place\n1,5,2", [("places_only", 2, "place")]),
        ("round,table,seat,number,place\n1,1,E,5,2", [("places_only", 2, "place")]),
        ("round,number\n1,5", [("missing", 2, "final")]),
        ("round,number,points\n1,5,25000", [("missing", 2, "table"), ("missing", 2, "seat")]),
        ("round,number,final\n1,5,1.25", [("not_allowed", 2, "final")]),
        ("round,number,final\n1,5,1\n1,5,2", [("twice", 3, "number")]),
        ("round,table,seat,number,points\n1,1,E,5,50", [("not_allowed", 2, "points")]),
        (
            "round,table,seat,number,points,final\n1,1,E,5,100,\n1,,,6,,3",
            [("mixed", 3, "table"), ("not_four", 2, "table")],
        ),
        (
            "round,table,seat,number,points\n" + "\n".join(f"1,1,{wind},{at},100" for at, wind in enumerate("ESWW", 1)),
            [("twice", 5, "seat")],
        ),
        ("round,player,final\n1,5,3", [("unknown_column", 1, "player"), ("no_column", 1, "number")]),
    ],
)
def test_results_that_cannot_be_taken_say_why(text: str, found: list[tuple[str, int, str]]) -> None:
    """Places alone are refused, and so are tables that are not whole, and both kinds in one round."""
    read = results_in(text)

    assert (read.tables, read.finals) == ((), ())
    assert troubles(read.problems) == found


# ---- Standings, rulings, penalties, EMA


def line(
    person: Person, place: int, total: int, places: tuple[int, int, int, int] | None = (1, 0, 0, 1)
) -> StandingsLine:
    """Return a row of the standings."""
    record = Record(
        number=person.number, total=total, adjusted=0, games=2, places=places, points=51_000 if places else None
    )
    tie = Decided(by=TieBreak.AVERAGE_PLACE, mine=Fraction(5, 2), theirs=Fraction(3)) if place == 1 else None
    return StandingsLine(
        person=person, finals=(12_300, None, -500), row=Row(record=record, place=place, shared=False, tie=tie)
    )


def test_standings_are_told_with_all_that_stands_beside_them() -> None:
    """Every column of events.md §10 in its order; what is unknown is empty, a substitute's total stands in brackets."""
    lines = (
        replace(line(AINO, 1, 11_800), penalties=-5_000, carry=1_000, division="A"),
        line(BEN, 2, -300, places=None),
        StandingsLine(person=CAT, finals=(None, 5_000), total=5_000, status="sub"),
    )

    head, first, second, third = standings_csv(lines).splitlines()

    assert head == (
        "place,number,family,given,name,country,club,team,ema,ara,division,status,games,total,r1,r2,r3,"
        "penalties,carry,firsts,seconds,thirds,fourths,average_place,raw_points,tie"
    )
    assert first == (
        "1,1,Virtanen,Aino,,FI,Aalto,,04210001,,A,,2,11.8,12.3,,-0.5,-5.0,1.0,1,0,0,1,2.5,51000,average_place 2.5:3"
    )
    assert second == "2,2,O'Hara,Ben,,IE,,Reds,,77,,,2,-0.3,12.3,,-0.5,0.0,0.0,,,,,,,"
    assert third == ",3,,,猫,,,,,,,sub,1,(5.0),,5.0,,0.0,0.0,,,,,,,"


def test_rulings_and_penalties_are_told_row_by_row() -> None:
    """A reason that looks like a formula is none."""
    ruling = RulingLine(
        time="10:41",
        round=3,
        table=7,
        hand="E2-1",
        number=4,
        offence="late",
        category="conduct",
        repeated_proposed="no",
        repeated="yes",
        proposed="warning",
        issued="points",
        points=-1_000,
        clause="ema-2016/5.7",
        referee="Referee 2",
        status="standing",
        reason="=1+1",
    )

    assert rulings_csv((ruling,)).splitlines()[1] == (
        "10:41,3,7,E2-1,4,late,conduct,no,yes,warning,points,-1000,ema-2016/5.7,Referee 2,standing,'=1+1"
    )


def test_the_table_for_ema() -> None:
    """Without substitutes and who is not ranked; equal scores have equal places; "-" without a number."""
    eve = Person(number=9, name="Eve")
    lines = (
        line(AINO, 1, 9_000),
        line(BEN, 2, 9_000),
        StandingsLine(person=CAT, finals=(), total=50_000),
        line(eve, 3, -400),
        StandingsLine(person=replace(eve, number=10), finals=(), status="WD"),
    )

    assert ema_csv(lines).splitlines() == [
        "Place,EMA Number,Last Name,First Name,Country,Score (points)",
        "1,04210001,Virtanen,Aino,FI,9.0",
        "1,-,O'Hara,Ben,IE,9.0",
        "3,-,Eve,,,-0.4",
    ]


def test_the_base_rank_of_ema() -> None:
    """events.md §13.7: 16 players, the third; 100 players, the 75th."""
    assert (base_rank(3, 16), base_rank(75, 100), base_rank(1, 1)) == ("866.67", "252.53", "0")


# ---- Words, and anything that anybody may send


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("trouble", Trouble)
def test_every_problem_is_said(lang: str, trouble: Trouble) -> None:
    """With its line, and no place of a fact left open."""
    speaker = Speaker(lang=lang, words=library().sentences[lang])
    problem = Problem(trouble=trouble, line=3, column="club", found="{x}", allowed="a")

    result = problem_text(problem, speaker)

    assert "3" in result
    assert problem_text(replace(problem, line=0), speaker) in result
    assert problem_text(replace(problem, found=""), speaker)


def test_whatever_is_sent_is_read_or_refused() -> None:
    """events/13.12: no exception, nothing is taken over with a problem, and each says where it is and what stands."""
    chance = random.Random(16)  # noqa: S311 the same mutations every time
    good = [
        people_text(PEOPLE),
        BY_TABLE,
        results_csv((PUBLISHED, *SEATS)),
        "1-2-3-4\n5-6-7-8",
        "name,H1\nA,1\nB,1",
    ]
    refused = 0
    known: dict[object, Problem] = {}
    for _ in range(10_000):
        text = mutated(chance.choice(good), chance)
        preview, (rounds, wrong), results = previewed(text, PEOPLE), draw_in(text, {"A": 1, "B": 2}), results_in(text)
        assert not (preview.problems and preview.people)
        assert not (wrong and rounds)
        assert not (results.problems and (results.tables or results.finals))
        assert all(len(seats) == 4 for seats in results.tables)
        assert preview.problems or preview.rows
        for problem in (*preview.problems, *wrong, *results.problems):
            known.setdefault((problem.trouble, problem.column, problem.line > 0, len(problem.found)), problem)
        refused += bool(preview.problems and wrong and results.problems)
    assert 1_000 < refused < 10_000
    for problem in known.values():
        check_said(problem)


WHOLE_FILE = (Trouble.TOO_LARGE, Trouble.NO_ROWS)
"""What is wrong with a file as a whole, which has no line and no column."""
SAID_WITHOUT = (Trouble.UNSEEN, Trouble.PLACES_ONLY)
"""What cannot be shown, and what is wrong whatever stands there."""


@cache
def speakers() -> tuple[Speaker, ...]:
    """Return those who say what is wrong, in each language."""
    return tuple([Speaker(lang=lang, words=words) for lang, words in library().sentences.items()])


def check_said(problem: Problem) -> None:
    """See that a problem names its line or its column, and what stands there, in every language."""
    assert problem.line or problem.column or problem.trouble in WHOLE_FILE, problem
    for speaker in speakers():
        sentences = problem_text(problem, speaker)
        assert problem.line == 0 or str(problem.line) in sentences
        assert problem.column in sentences, (problem, sentences)
        assert problem.found in sentences or problem.trouble in SAID_WITHOUT, (problem, sentences)
