"""What the form for a club's own rules shows and how it is read: values group by group, and rows of penalties."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import settings as tried
from hypothesis import strategies as st

from referee.explain.rulebook import READING_CHAPTERS, explained
from referee.library import library_of, sentences
from referee.paths import rulesets_dir
from referee.rulebook import Shelf, shelf_in
from referee.rulebook.club import (
    ClubRules,
    Speakers,
    changed,
    checked,
    copied,
    ground_of,
    offences_of,
    rules_read,
    with_options,
    with_row,
    without_row,
)
from referee.rulebook.penalties import CompiledTable, falls_under_row
from referee.rulebook.settings import (
    Answers,
    ClubRow,
    Pairs,
    Setting,
    fields_of,
    kinds_offered,
    row_sent,
    settings,
    settings_sent,
    spans_given,
)
from referee.rulebook.shelf import ruleset_of
from referee.rulebook.vocabulary import CHAPTERS
from referee.rules.offences import Consequence, Offence, Penalty
from referee.rules.offences import cells_of as cells_with
from referee.texts.case import Case, rulebook_under
from referee.texts.rulings import rows_of
from referee.texts.words import Speaker

NAMES = sorted(path.stem for path in rulesets_dir().glob("*.toml"))
WORDS = sentences()
SPEAKERS: Speakers = tuple(Speaker(lang=lang, words=words) for lang, words in WORDS.items())


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    """Return the shipped books as they were read."""
    return shelf_in((rulesets_dir(),))


def club(shelf: Shelf, base: str = "ema-2016") -> ClubRules:
    """Return a copy of a book."""
    book = shelf.book(base)
    assert book is not None
    return copied(book, {}, "Riverside")


def shown(rules: ClubRules, shelf: Shelf, lang: str) -> dict[str, Setting]:
    """Return every value of the form by its key."""
    speaker = next(each for each in SPEAKERS if each.lang == lang)
    ground = ground_of(rules, shelf)
    return {each.key: each for chapter in CHAPTERS for each in settings(chapter, ground, rules.values, speaker)}


def test_every_group_is_a_chapter_that_is_read() -> None:
    """The groups of the form are the chapters of the rules pages."""
    assert set(CHAPTERS) == set(READING_CHAPTERS)


@pytest.mark.parametrize(("base", "lang"), [*((base, "en") for base in NAMES), ("warsaw", "ja"), ("ema-2016", "ja")])
def test_every_choice_has_a_sentence_of_its_own(base: str, lang: str, shelf: Shelf) -> None:
    """No two choices of a value say the same, one stands as in the book, and what is said is what the pages say."""
    rules = club(shelf, base)
    speaker = next(each for each in SPEAKERS if each.lang == lang)
    pages = explained(ruleset_of(ground_of(rules, shelf)), speaker)
    page_text = {line.rule: line.text for chapter in pages for line in chapter.lines}

    for key, each in shown(rules, shelf, lang).items():
        texts = [pick.text for pick in each.picks]
        assert all(texts), key
        assert len(set(texts)) == len(texts), key
        assert bool(each.label) != (each.look == "choice"), key
        assert not each.differs, key
        if each.look == "choice":
            (pick,) = (pick for pick in each.picks if pick.chosen)
            assert pick.in_book
            assert page_text.get(key, pick.text) == pick.text


def test_what_a_club_changed_is_marked(shelf: Shelf) -> None:
    """Only the changed values differ; beside what is said now stands what the book says."""
    rules = changed(club(shelf), {"riichi.furiten": False, "draws.aborts": ("suukaikan",), "final.oka": 400}, shelf)

    found = shown(rules, shelf, "en")

    assert {key for key, each in found.items() if each.differs} == {"riichi.furiten", "draws.aborts", "final.oka"}
    furiten = found["riichi.furiten"]
    assert furiten.book_sentence == "Riichi in furiten is allowed."
    assert [pick.text for pick in furiten.picks if pick.chosen] == ["Riichi in furiten is not allowed."]
    assert [(pick.value, pick.chosen, pick.in_book) for pick in furiten.picks] == [
        ("yes", False, True),
        ("no", True, False),
    ]
    assert [pick.value for pick in found["draws.aborts"].picks if pick.chosen] == ["suukaikan"]
    assert found["final.oka"].numbers == ("400",)


def test_a_choice_that_does_not_arise_is_still_told(shelf: Shelf) -> None:
    """What dealing into an open riichi costs is told where there is none, and nothing is said of it now."""
    found = shown(club(shelf, "ema-rcr-2012"), shelf, "en")["riichi.open_ron"]

    assert found.book_sentence == ""
    assert [pick.text for pick in found.picks] == [
        "Ron on an open riichi pays what the hand is worth.",
        "Ron on an open riichi is a yakuman, unless the discarder is in riichi too.",
    ]


@pytest.mark.parametrize("base", NAMES)
def test_a_form_sent_as_it_is_changes_nothing(base: str, shelf: Shelf) -> None:
    """What the form shows, sent back unchanged, is what the book says."""
    rules = club(shelf, base)
    fields: list[tuple[str, str]] = []
    for key, each in shown(rules, shelf, "en").items():
        fields += [("asked", key), *((key, pick.value) for pick in each.picks if pick.chosen)]
        fields += [(key, number) for number in each.numbers]

    values, refused = settings_sent(tuple(fields))

    assert refused == ()
    assert values == ground_of(rules, shelf).values
    assert changed(rules, values, shelf) == rules


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ((("setup.points", " 25,000 "),), {"setup.points": 25000}),
        ((("final.uma", "15 000"), ("final.uma", "5000"), ("final.uma", "△5,000"), ("final.uma", "−15000")),
         {"final.uma": (15000, 5000, -5000, -15000)}),
        ((("final.uma_high", ""), ("final.uma_high", " "), ("final.uma_high", ""), ("final.uma_high", "")),
         {"final.uma_high": ()}),
        ((("asked", "pao.yakuman"),), {"pao.yakuman": ()}),
        ((("asked", "pao.yakuman"), ("pao.yakuman", "daisangen")), {"pao.yakuman": ("daisangen",)}),
        ((("riichi.furiten", "no"), ("other", "x"), ("text.setup.points", "x")), {"riichi.furiten": False}),
        ((), {}),
    ],
)  # fmt: skip
def test_values_as_people_type_them(fields: Pairs, expected: dict[str, object]) -> None:
    """Numbers as they are written, boxes of which none is ticked, and fields that are no values."""
    assert settings_sent(fields) == (expected, ())


def test_everything_wrong_is_told_at_once() -> None:
    """Each field is named with what was found and what is allowed, in both languages; what is right is kept."""
    values, refused = settings_sent(
        (
            ("setup.points", "25,050"),
            ("riichi.wall", "four"),
            ("course.bust", "<script>"),
            ("final.uma", "1"),
            ("final.uma", "2"),
            ("draws.aborts", "suukaikan"),
            ("draws.aborts", "suukaikan"),
            ("asked", "setup.wall_break"),
            ("yaku.riichi", "1"),
            ("yaku.riichi", "2"),
            ("time.minutes", "1"),
            ("time.minutes", "2"),
            ("riichi.kan", "x" * 99),
            ("calls.seconds", "3"),
        )
    )

    assert values == {"calls.seconds": 3}
    assert {each.field: each.found for each in refused} == {
        "setup.points": "25,050",
        "riichi.wall": "four",
        "riichi.kan": "x" * 40,
        "course.bust": "<script>",
        "final.uma": "1, 2",
        "draws.aborts": "suukaikan, suukaikan",
        "setup.wall_break": "",
        "yaku.riichi": "1, 2",
        "time.minutes": "1, 2",
    }
    known = {each.field: each.allowed for each in refused}
    assert known["setup.points"] == {"en": "0 or more, in whole hundreds", "ja": "0以上、100の倍数"}
    assert known["course.bust"]["en"] == "none, below_zero"


WARNING = Consequence(kind=Penalty.WARNING, amount=0, per="", least=0, most=0, choices=())
CHOMBO = replace(WARNING, kind=Penalty.CHOMBO)
DEAD = replace(WARNING, kind=Penalty.DEAD_HAND)
FINE = replace(WARNING, kind=Penalty.FINE, amount=1000)


def offence(name: str, rules: ClubRules, shelf: Shelf) -> Offence:
    """Return an offence that a club can rule on."""
    return offences_of(rules, shelf)[name].offence


def outcome_table_of(rules: ClubRules, name: str, shelf: Shelf) -> CompiledTable:
    """Return what a club's file says about an offence."""
    found = checked(rules, "riverside.1", shelf, SPEAKERS)
    assert found.problems == ()
    assert found.book is not None
    assert rules_read(found.document, shelf) == rules
    return found.book.penalties.outcome_tables[""][name]


def kinds_at(outcome_table: CompiledTable, cell: tuple[int, ...]) -> list[str] | None:
    """Return the penalties under exact answers, None where they cannot be."""
    row = outcome_table.row_at(tuple((each, each) for each in cell))
    return None if row is None else [each.kind for each in row.ruling.consequences]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ((("penalty", "warning"),), (WARNING,)),
        ((("penalty", "chombo"), ("penalty", "warning")), (WARNING, CHOMBO)),
        ((("penalty", "dead_hand"), ("penalty", "fine"), ("fine", "1,000")), (FINE, DEAD)),
        ((("penalty", "points"), ("points", "500"), ("per", "count"), ("fine", "1")),
         (replace(WARNING, kind=Penalty.POINTS, amount=500, per="count"),)),
        ((("penalty", "referee"), ("least", "1000"), ("most", "5000"), ("choice", "fine"), ("choice", "chombo")),
         (replace(WARNING, kind=Penalty.REFEREE, least=1000, most=5000, choices=("fine", "chombo")),)),
        ((("penalty", "referee"), ("least", ""), ("most", "")), (replace(WARNING, kind=Penalty.REFEREE),)),
        ((("penalty", "none"),), (replace(WARNING, kind=Penalty.NONE),)),
        ((("penalty", "disqualification"),), (replace(WARNING, kind=Penalty.DISQUALIFICATION),)),
    ],
)  # fmt: skip
def test_a_row_is_read_written_and_ruled(fields: Pairs, expected: tuple[Consequence, ...], shelf: Shelf) -> None:
    """Each penalty with what belongs to it goes through the form and the file, and decides where it is meant to."""
    rules = club(shelf)
    known = offence("exposed_tiles", rules, shelf)
    sent = (("when.source", "own_hand"), ("when.count", "5+"), ("says", ' So "it" is.\n'), *fields)

    row, refused = row_sent(sent, known)

    assert refused == ()
    assert row == ClubRow(
        offence="exposed_tiles",
        when={"source": ("own_hand",), "count": ("5+",)},
        consequences=expected,
        says='So "it" is.',
    )
    ruled = with_row(rules, row, shelf)
    assert ruled.rows == (row,)
    outcome_table, before = (
        outcome_table_of(ruled, "exposed_tiles", shelf),
        outcome_table_of(rules, "exposed_tiles", shelf),
    )
    own = [each.id for each in known.questions[0].answers].index("own_hand")
    for cell in cells_of(known):
        if cell[0] == own and cell[1] >= 5 and kinds_at(before, cell) is not None:
            assert kinds_at(outcome_table, cell) == [each.kind for each in expected]
        else:
            assert kinds_at(outcome_table, cell) == kinds_at(before, cell)


def cells_of(known: Offence) -> list[tuple[int, ...]]:
    """Return every exact combination of answers."""
    return list(product(*(range(each.low, each.high + 1) for each in known.questions)))


def test_a_row_on_the_page_is_a_row_of_the_form(shelf: Shelf) -> None:
    """Every row of a book, put into the form and sent as it is, is no difference, but for those where it is silent."""
    library = library_of(shelf)
    rules = club(shelf, "rrc-1.5")
    book = library.book("rrc-1.5")
    assert book is not None
    rulebook = rulebook_under(book, rules.options, library, "en")
    for known in rulebook.offences():
        given_none = (None,) * len(known.questions)
        case = Case(offence=known, given=given_none, cells=cells_with(rulebook.outcome_table(known), given_none))
        for shown_row in rows_of(case, rulebook):
            row, refused = row_sent(fields_of(shown_row), known)

            assert refused == ()
            assert row is not None
            assert (with_row(rules, row, shelf) == rules) == shown_row.ruling.covered


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ((), {"penalty"}),
        ((("penalty", "none"), ("penalty", "warning")), {"penalty"}),
        ((("penalty", "chombo"), ("penalty", "points"), ("points", "100")), {"penalty"}),
        ((("penalty", "beheading"),), {"penalty"}),
        ((("penalty", "fine"), ("penalty", "points"), ("fine", "150"), ("points", "-100"), ("per", "source")),
         {"fine", "points", "per"}),
        ((("penalty", "referee"), ("least", "2000"), ("most", "1000"), ("choice", "referee")), {"most", "choice"}),
        ((("penalty", "referee"), ("least", "2000"), ("most", "")), {"most"}),
        ((("when.source", "moon"), ("when.count", "0-3"), ("when.colour", "red"), ("penalty", "fine")),
         {"when.source", "when.count", "when.colour", "fine"}),
    ],
)  # fmt: skip
def test_a_wrong_row_is_refused_field_by_field(fields: Pairs, expected: set[str], shelf: Shelf) -> None:
    """Everything wrong is named at once, in both languages, and no row is made."""
    row, refused = row_sent(fields, offence("exposed_tiles", club(shelf), shelf))

    assert row is None
    assert {each.field for each in refused} == expected
    assert all(each.allowed["en"] and each.allowed["ja"] for each in refused)


def test_a_row_put_back_to_the_book_leaves_no_trace(shelf: Shelf) -> None:
    """What the book does is no row of the club's, said again or taken back."""
    rules = club(shelf)
    one = with_row(rules, ClubRow(offence="too_slow", when={}, consequences=(FINE,), says=""), shelf)
    two = with_row(one, ClubRow(offence="empty_call", when={"call": ("chii",)}, consequences=(DEAD,), says=""), shelf)

    assert {row.offence for row in two.rows} == {"too_slow", "empty_call"}
    back = without_row(without_row(two, "too_slow", {}, shelf), "empty_call", {"call": ("chii", "pon")}, shelf)
    assert back == rules
    book = outcome_table_of(rules, "too_slow", shelf).rows[0]
    assert book is not None
    same = ClubRow(
        offence="too_slow",
        when={"repeated": ("no",)},
        consequences=book.ruling.consequences,
        says=book.ruling.says.get("en", ""),
    )
    assert with_row(one, same, shelf).rows == tuple(replace(each, when={"repeated": ("yes",)}) for each in one.rows)


def test_rows_follow_the_options_of_the_book(shelf: Shelf) -> None:
    """On another option rows stay that still differ."""
    row = ClubRow(offence="phone", when={}, consequences=(DEAD,), says="")
    rules = with_row(club(shelf), row, shelf)

    moved = with_options(rules, {"play": "social"}, shelf)

    assert moved.options["play"] == "social"
    assert moved.rows == (row,)


ROWS: dict[str, tuple[Answers, ...]] = {
    "exposed_tiles": ({"source": ("wall", "own_hand")}, {"count": ("2-4", "6+")}, {"deal": ("yes",)}, {}),
    "changed_call": ({"from": ("ron",)}, {"to": ("pon", "nothing"), "at_once": ("no",)}, {"shown": ("1-13",)}, {}),
    "play_cannot_continue": ({}, {}, {}, {}),
}


@tried(max_examples=25, deadline=None)
@given(
    name=st.sampled_from(sorted(ROWS)),
    edits=st.lists(st.tuples(st.integers(0, 3), st.sampled_from([WARNING, CHOMBO, DEAD, FINE, None])), max_size=6),
)
def test_the_last_edit_rules(shelf: Shelf, name: str, edits: list[tuple[int, Consequence | None]]) -> None:
    """After any edits each answer has the last row that was put there, or the book's, and the file is whole."""
    rules = start = club(shelf)
    known = offence(name, rules, shelf)
    before = outcome_table_of(start, name, shelf)
    model: dict[tuple[int, ...], Consequence | None] = dict.fromkeys(cells_of(known))
    for place, penalty in edits:
        when: Answers = ROWS[name][place]
        spans = spans_given(when, known)
        model |= {
            cell: penalty for cell in model if falls_under_row(tuple((each, each) for each in cell), spans, known)
        }
        if penalty is None:
            rules = without_row(rules, name, when, shelf)
        else:
            row = ClubRow(offence=name, when=when, consequences=(penalty,), says="")
            rules = with_row(rules, row, shelf)

    outcome_table = outcome_table_of(rules, name, shelf)

    for cell, penalty in model.items():
        book = kinds_at(before, cell)
        assert kinds_at(outcome_table, cell) == (book if book is None or penalty is None else [penalty.kind])


def test_no_chombo_is_offered_where_there_is_none(shelf: Shelf) -> None:
    """Without a chombo no row may cost one: the form offers none, and what the book's rows cost is named."""
    form = {
        "chombo.form": "none",
        **dict.fromkeys(("chombo.with_win", "chombo.with_draw", "chombo.several"), "referee"),
    }
    rules = changed(club(shelf), {**form, "chombo.penalty": 0}, shelf)

    found = checked(rules, "riverside.1", shelf, SPEAKERS)

    assert found.book is None
    (contradiction,) = found.contradictions
    assert contradiction.keys == ("chombo.form",)
    assert "mistaken_win" in contradiction.offences
    assert "too_slow" not in contradiction.offences
    assert "chombo" in kinds_offered("mangan")
    assert "chombo" not in kinds_offered("none")
