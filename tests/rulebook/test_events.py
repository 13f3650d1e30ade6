"""What books say about events (events.md §2.4, §6, §11): late and missing players, ties, and a hash of their own."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from referee.cli import main
from referee.commands.rulesets import run_check
from referee.desk.opened import kept_text
from referee.editor.draft import text_carried
from referee.explain.rulebook import events_compared, events_explained
from referee.game.events import ruleset_hash
from referee.library import library_of
from referee.paths import rulesets_dir
from referee.rulebook import (
    Problem,
    RulebookError,
    Shelf,
    books_in,
    policy_hash,
    policy_in,
    policy_of,
    policy_text,
    shelf_in,
)
from referee.rulebook.club import checked, copied, rules_in
from referee.rulebook.vocabulary import EVENT_CHAPTERS, EVENT_KEYS
from referee.texts.words import Speaker, choices_in
from referee.tournament.policy import Policy
from referee.tournament.standings import TieBreak
from tests.cases import library, policies

Write = Callable[[str, str], Path]

NAMES = sorted(path.stem for path in rulesets_dir().glob("*.toml"))
EMA = (10, "substitute", "book", (-15_000, -15_000, 0), "by_order", "ranked", "last", False)
OTHERS = (0, "substitute", "proposed", (0, 0, -30_000), "as_played", "unranked", "unranked", False)
OWN_UMA = (0, "substitute", "from_uma", (-15_000, 0, 0), "by_order", "unranked", "unranked", False)
TABLE: dict[str, tuple[object, ...]] = {
    "ema-2016": EMA,
    "ema-2025": EMA,
    "warsaw": (10, "substitute", "from_uma", (-15_000, 0, 0), "by_order", "unranked", "last", False),
    "wrc-2025": (10, "forfeited", "book", (0, 0, -30_000), "as_played", "unranked", "unranked", True),
    "ema-rcr-2012": OWN_UMA,
    "aalto": OWN_UMA,
}
"""The table of events.md §2.4; every other book is as OTHERS."""
CLUB = """\
extends = "warsaw"
document = { title = "Riverside", edition = "2026", confidence = "text", source = "Notice board" }
standings = { ties = ["direct", "firsts"] }
tournament = { staff_check = true }
clause.riverside-1 = { values = ["standings.ties", "tournament.staff_check"], place = "1", text = "As we do it." }
"""


def values(policy: Policy) -> tuple[object, ...]:
    """Return what a policy says of people, in the order of the table."""
    rules = policy.tournament
    parts = (rules.late, rules.absent, rules.substituted, rules.substituted_parts)
    return (*parts, rules.others, rules.withdrawn, rules.disqualified, rules.staff_check)


@pytest.mark.parametrize("name", NAMES)
def test_people_are_treated_as_the_book_says(name: str) -> None:
    """Every book, also those that rest on another and say nothing themselves."""
    policy = policies()[name]

    assert values(policy) == TABLE.get(name, OTHERS)
    assert policy.covers_substitutes == (name in ("ema-2016", "ema-2025", "wrc-2025"))
    assert {*policy.cites} == {*EVENT_KEYS}
    assert all(cite.note for cite in policy.cites.values() if cite.confidence == "interpretation")


@pytest.mark.parametrize("name", NAMES)
def test_only_warsaw_decides_ties(name: str) -> None:
    """All five in the order of its sheet; everywhere else places are shared."""
    assert policies()[name].standings.ties == (tuple(TieBreak) if name == "warsaw" else ())


@pytest.mark.parametrize(
    ("name", "rule", "clause", "confidence"),
    [
        ("ema-2016", "tournament.substituted", "ema-2016/5.8", "text"),
        ("ema-2016", "tournament.late", "ema-2016/5.7", "text"),
        ("ema-2025", "tournament.substituted", "ema-2025/people", "secondary"),
        ("wrc-2025", "tournament.absent", "wrc-2025/12.3.9", "secondary"),
        ("wrc-2025", "tournament.staff_check", "wrc-2025/decided-staff", "interpretation"),
        ("wrc-2025", "standings.ties", "wrc-2025/decided-standings", "interpretation"),
        ("warsaw", "standings.ties", "warsaw/standings", "text"),
        ("warsaw", "tournament.late", "ema-2016/5.7", "text"),
        ("warsaw", "tournament.substituted", "warsaw/decided-substitutes", "interpretation"),
        ("rrc-1.5", "tournament.substituted", "events/substitutes", "interpretation"),
        ("saikouisen", "tournament.staff_check", "events/staff", "interpretation"),
    ],
)
def test_each_value_has_its_source(name: str, rule: str, clause: str, confidence: str) -> None:
    """A clause of the book or of its base, else this program's own."""
    cite = policies()[name].cite(rule)

    assert (cite.clause, cite.confidence) == (clause, confidence)


def without_events(path: Path) -> dict[str, Any]:
    """Return a ruleset file from which everything about events is taken out."""
    table = tomllib.loads(path.read_text("utf-8"))
    for chapter in EVENT_CHAPTERS:
        table.pop(chapter, None)
    for clause in table.get("clause", {}).values():
        clause["values"] = [value for value in clause["values"] if value not in EVENT_KEYS]
    return table


def hashes(shelf: Shelf) -> dict[tuple[str, str], str]:
    """Return the hash of the rules of every variant of every book."""
    return {
        (book.id, name): ruleset_hash(kept_text(book, dict(choices_in(name))))
        for book in library_of(shelf).books
        for name in book.variants
    }


def test_a_games_ruleset_keeps_its_hash(tmp_path: Path) -> None:
    """Whatever a book says about events: with or without it a game is played under the same rules."""
    for name in NAMES:
        table = without_events(rulesets_dir() / f"{name}.toml")
        (tmp_path / f"{name}.toml").write_text(tomli_w.dumps(table), "utf-8")

    bare = shelf_in((tmp_path,))

    assert hashes(bare) == hashes(shelf_in((rulesets_dir(),)))
    assert values(policy_of(bare_book(bare, "wrc-2025"))) == OTHERS


def bare_book(shelf: Shelf, name: str) -> Any:  # noqa: ANN401 a book that is there
    """Return a book of a shelf."""
    book = shelf.book(name)
    assert book is not None
    return book


@pytest.mark.parametrize("name", NAMES)
def test_a_policy_is_kept_as_a_text(name: str) -> None:
    """What is read is what was written, ladders of repeated offences included, and has the same hash."""
    policy = policies()[name]

    text = policy_text(policy)

    assert policy_in(text) == policy
    assert policy_hash(policy_text(policy_in(text))) == policy_hash(text)


def test_ladders_are_part_of_a_policy() -> None:
    """The three sections are kept together: other steps are another policy."""
    policy = policies()["wrc-2025"]
    bare = Policy(standings=policy.standings, tournament=policy.tournament, ladders=(), cites=policy.cites)

    assert [ladder.scope for ladder in policy.ladders] == ["event", "event"]
    assert policy_hash(policy_text(bare)) != policy_hash(policy_text(policy))


def test_a_club_sets_its_own(folder: Path, write: Write) -> None:
    """Its file goes over the book that it extends; what it does not say stays."""
    write("riverside", CLUB)

    (book,) = (book for book in books_in((folder, rulesets_dir())) if book.document.id == "riverside")
    policy = policy_of(book)

    assert policy.standings.ties == (TieBreak.DIRECT, TieBreak.FIRSTS)
    assert policy.tournament.staff_check
    assert policy.tournament.late == 10
    assert policy.cite("standings.ties").clause == "riverside-1"
    assert "standings.ties" not in book.variants[""].values


def test_a_file_without_a_base_need_not_speak_of_events(folder: Path) -> None:
    """Files written before there were events stay as they are."""
    (book,) = books_in((folder,))

    assert values(policy_of(book)) == OTHERS


def test_every_mistake_is_told_at_once(folder: Path, write: Write) -> None:
    """Wrong names, wrong numbers, values without a clause: each with what is allowed there."""
    write(
        "riverside",
        CLUB.replace('["direct", "firsts"]', '["luck", "firsts"]').replace(
            "staff_check = true }", "staff_check = 1, substituted_parts = [1, 2], late = 5, seats = 4 }"
        ),
    )

    with pytest.raises(RulebookError) as caught:
        books_in((folder, rulesets_dir()))

    found = [(problem.key, problem.message) for problem in caught.value.problems]
    assert found == [
        ("standings.ties", "There is no such choice."),
        ("tournament.late", "No clause says where this value is from."),
        ("tournament.seats", "There is no such key here."),
        ("tournament.staff_check", "Wrong type."),
        ("tournament.substituted_parts", "No clause says where this value is from."),
        ("tournament.substituted_parts", "This value cannot be."),
    ]
    assert "firsts, average_place, fourths, raw_points, direct" in str(caught.value)


def test_options_leave_events_alone(folder: Path, write: Write) -> None:
    """One event has one policy, whatever its tables choose."""
    overlay = """
[option.cup]
title = "Cup"
choices = ["no", "yes"]
labels = { no = "No", yes = "Yes" }
[option.cup.set.yes]
standings = { ties = [] }
clause.riverside-2 = { values = ["standings.ties"], place = "2", text = "Shared." }
"""
    write("riverside", CLUB + overlay)

    with pytest.raises(RulebookError) as caught:
        books_in((folder, rulesets_dir()))

    (problem,) = caught.value.problems
    assert isinstance(problem, Problem)
    assert (problem.message, problem.found) == ("An option cannot decide what holds at events.", "standings.ties")


def test_the_pages_for_a_clubs_rules_keep_what_it_says_about_events(folder: Path, write: Write) -> None:
    """Its file is read for a form, carried along, and written with the same values, each with a clause of its own."""
    write("riverside", CLUB)
    shelf = shelf_in((rulesets_dir(),))
    speakers = tuple(speaker(lang) for lang in ("en", "ja"))

    rules = rules_in((folder / "riverside.toml").read_text("utf-8"), shelf)
    found = checked(
        rules_in(text_carried(checked(rules, "own.1", shelf, speakers).text), shelf), "own.2", shelf, speakers
    )

    assert rules.events == {"standings.ties": ("direct", "firsts"), "tournament.staff_check": True}
    assert found.problems == ()
    assert found.book is not None
    assert policy_of(found.book).standings.ties == (TieBreak.DIRECT, TieBreak.FIRSTS)
    assert policy_of(found.book).cite("tournament.staff_check").clause == "club/tournament.staff_check"
    clause = found.book.events.clauses["club/standings.ties"]
    assert clause.text["ja"].endswith("直接対局の成績・1位の回数の順で決める。それでも同じなら同順位。")


def test_a_copy_says_about_events_what_its_book_says() -> None:
    """Nothing of it is written, and all of it holds."""
    shelf = shelf_in((rulesets_dir(),))
    for name in NAMES:
        book = shelf.book(name)
        assert book is not None
        found = checked(copied(book, {}, "Ours"), "own.1", shelf, (speaker("en"), speaker("ja")))
        assert found.book is not None
        assert policy_of(found.book) == policy_of(book)
        assert "tournament" not in tomllib.loads(found.text)


def speaker(lang: str) -> Speaker:
    """Return a language."""
    return Speaker(lang=lang, words=library().sentences[lang])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_everything_is_said_in_both_languages(lang: str) -> None:
    """A sentence for each value, with its clause; two books differ in what they say otherwise."""
    sentence = {
        name: [line.text for chapter in events_explained(policy, speaker(lang)) for line in chapter.lines]
        for name, policy in policies().items()
    }

    assert all(len(lines) == 8 for lines in sentence.values())
    differing = events_compared(policies()["warsaw"], policies()["wrc-2025"], speaker(lang))
    assert [each.chapter for each in differing] == ["standings", *["tournament"] * 5]
    assert len({line for lines in sentence.values() for line in lines}) == 18


@pytest.mark.parametrize(
    ("book", "lang", "told"),
    [
        ("ema-2016", "en", "counts −30.0 for the absent player (−15,000 points and an uma of −15,000)"),
        ("wrc-2025", "en", "counts −30.0 for the absent player (0 points and a penalty of 30,000)"),
        ("arizona-2025", "en", "proposed: −30.0 (0 points and a penalty of 30,000)."),
        ("ema-2016", "ja", "欠席者の成績を△30.0とする（素点△15,000点・ウマ△15,000点）"),
    ],
)
def test_what_a_substitute_costs_is_said_as_standings_show_it(book: str, lang: str, told: str) -> None:
    """With only the parts that there are beside the points."""
    lines = events_explained(policies()[book], speaker(lang))[1].lines
    (line,) = (line for line in lines if line.rule == "tournament.substituted")

    assert told in line.text
    assert line.clauses == {"ema-2016": "ema-2016/5.8"}.get(book, line.clauses)


def test_a_check_says_what_a_file_says_about_events(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """In every language, and nothing of what this program decides itself."""
    assert run_check(write("riverside", CLUB), ()) == 0

    text = capsys.readouterr().out
    assert "Between equal totals these decide, in this order: the result of the games against each other" in text
    assert "直接対局の成績・1位の回数の順で決める。" in text
    assert "(riverside-1)" in text
    assert "(events/" not in text


def test_two_books_differ_at_events(capsys: pytest.CaptureFixture[str]) -> None:
    """`referee diff` says what each does, under the titles of its chapters."""
    assert main(["diff", "ema-2016", "ema-2025"]) == 0
    assert "Late, missing" not in capsys.readouterr().out
    assert main(["diff", "warsaw", "ema-2016", "--lang", "ja"]) == 0

    text = capsys.readouterr().out.splitlines()
    place = text.index("大会の総合順位")
    assert text[place + 1].endswith("それでも同じなら同順位。 (warsaw/standings)")
    assert text[place + 2] == "  B  合計が同じなら同順位。 (events/ties)"
    assert "  B  棄権した人も順位に入れ、欠けた回は代走の回として数える。 (ema-2016/5.8)" in text
