"""Every clause of a book stands on its page, and the commands find where it lives."""

import html
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.cli import main
from referee.commands.rulesets import ids_in
from referee.database import open_desk
from referee.explain.rulebook import Force, clauses_explained, events_explained, explained
from referee.rulebook import RulebookError
from referee.web import create_app
from tests.cases import library, policies
from tests.libraries import load
from tests.reading.readers import LANGUAGES, rulebook

BOOKS = [book.id for book in library().books]

IN_WORDS_ONLY = {
    "aalto/7": ("aalto", "only with the winning tile"),
    "aalto/33": ("aalto", "for ron only"),
    "ema-rcr/dora": ("ema-rcr-2012", "indicator is turned at once"),
    "ema-rcr/paper": ("ema-rcr-2012", "written on paper"),
    "standard/house-peek": ("standard-shuugi", "may look at the neighbours"),
    "warsaw/kandora": ("warsaw", "A closed kan turns its dora before the discard, the other kans after it."),
    "warsaw/atozuke": ("warsaw", "only with the winning tile"),
    "warsaw/standings": ("warsaw", "more first places, better average place, fewer fourth places, raw points"),
    "ranking/atozuke": ("ranking-match", "only with the winning tile"),
    "ranking/kandora": ("ranking-match", "a closed kan turns its indicator at once, the others late"),
}
"""Clauses that a person applies and no value holds: where they are, and what their sheet says."""


def clauses_on(page: str) -> dict[str, str]:
    """Return the text of every clause in the list of a page, by its id."""
    parts = re.split(r'<article class="clause-text" id="clause-([^"]+)">', page)
    texts = [html.unescape(re.sub(r"<[^>]+>", " ", part)) for part in parts[2::2]]
    return dict(zip(parts[1::2], texts, strict=True))


@pytest.mark.parametrize("clause", IN_WORDS_ONLY)
def test_clause_without_a_value_can_be_read(clause: str, client: FlaskClient) -> None:
    """What the program cannot decide it still explains."""
    book, text = IN_WORDS_ONLY[clause]
    found = clauses_on(client.get(f"/rules/{book}?lang=en").text)

    assert text in found[clause]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", BOOKS)
def test_page_shows_every_clause_of_the_book(name: str, lang: str, client: FlaskClient) -> None:
    """Under every option each clause of the file is there, each with its words in the page's language."""
    book = library().book(name)
    assert book is not None
    for variant in book.variants:
        options = "&".join(f"option-{pair}" for pair in variant.split(",") if pair)
        found = clauses_on(client.get(f"/rules/{name}?lang={lang}&{options}").text)
        speaker, policy = rulebook(name, lang).speaker, policies()[name]
        chapters = (*explained(book.variants[variant], speaker), *events_explained(policy, speaker))
        known = clauses_explained(book, variant, chapters, speaker, policy)

        assert {text.cite.clause for text in book.clauses if text.own} == {
            each.cite.clause for each in known if each.own
        }
        assert found.keys() == {each.cite.clause for each in known}
        assert all(each.text in found[each.cite.clause] for each in known if each.force == Force.WHOLE)


def test_clause_of_a_base_holds_in_part_only() -> None:
    """ema-2016/3.6 sets return, uma and ties; warsaw/uma and warsaw/oka come before it, the return stays."""
    found = rulebook("warsaw")
    chapters = explained(found.rules, found.speaker)
    known = {each.cite.clause: each for each in clauses_explained(found.book, found.variant, chapters, found.speaker)}
    clause = known["ema-2016/3.6"]

    assert (clause.own, clause.force) == (False, Force.PART)
    assert "final.left_sticks" in [line.rule for line in clause.lines]
    assert "final.uma" not in [line.rule for line in clause.lines]


def test_clause_gives_way_to_an_option() -> None:
    """standard/aborts lists abortive draws of an automatic table; shuffled by hand there are none."""
    found = rulebook("standard-shuugi", "en", "house=off,table=hand")
    line = next(
        line
        for chapter in explained(found.rules, found.speaker)
        for line in chapter.lines
        if line.rule == "draws.aborts"
    )

    assert line.text == "No abortive draws."


CLUB = """\
extends = "aalto"
document = { title = "Riverside", edition = "2026", confidence = "text", source = "Notice board" }
course = { target = 31000 }
clause.riverside-1 = { values = ["course.target"], place = "1", text = "Play on until somebody has 31,000." }
"""


def test_club_reads_its_own_words(tmp_path: Path) -> None:
    """A club's own file is explained for free: its number in our sentence, its text among the clauses."""
    (tmp_path / "riverside.toml").write_text(CLUB, "utf-8")
    shelf = load((tmp_path,))
    desk = open_desk(tmp_path / "referee.db", shelf)
    client = create_app(shelf, desk).test_client()
    page = client.get("/rules/riverside").text
    card = client.get("/rules/aalto/against/riverside").text
    desk.close()

    assert "If nobody has 31,000 after the last hand" in page
    assert "Play on until somebody has 31,000." in clauses_on(page)["riverside-1"]
    assert "extra rounds are played until someone has. <cite>§\N{NO-BREAK SPACE}5 · Aalto, riverside-1</cite>" in card
    assert card.count('class="pair') == 2
    assert "aalto/7" in clauses_on(page)


def test_a_clause_in_words_gives_way_to_another(tmp_path: Path) -> None:
    """aalto/30 turns kan dora otherwise than ema-rcr/dora, which aalto does not show; ema-rcr/interruption stays."""
    assert "ema-rcr/interruption" in {text.cite.clause for text in rulebook("aalto").book.clauses}
    assert "ema-rcr/dora" not in {text.cite.clause for text in rulebook("aalto").book.clauses}

    (tmp_path / "riverside.toml").write_text(
        CLUB.replace('place = "1"', 'place = "1", instead_of = ["aalto/8"]'), "utf-8"
    )
    with pytest.raises(RulebookError, match=r"riverside-1\.instead_of.*no such clause without a value"):
        load((tmp_path,))


def test_diff_ends_every_sentence_in_its_clause(capsys: pytest.CaptureFixture[str]) -> None:
    """`referee diff` prints both sides, chapter by chapter."""
    assert main(["diff", "ranking-match", "tenhou"]) == 0
    out = capsys.readouterr().out

    assert out.splitlines()[0].startswith("A  ")
    assert "reaching 30,000 ends the game (sudden death). (ranking/decided-sudden-death)\n" in out
    found = [line for line in out.splitlines()[2:] if line.startswith(("  A  ", "  B  "))]
    assert len(found) >= 4
    assert all(line.endswith((")", "  -")) for line in found)


def test_diff_takes_options_and_languages(capsys: pytest.CaptureFixture[str]) -> None:
    """The same book under two options, in Japanese."""
    assert main(["diff", "aalto", "aalto", "--option", "b.play=tournament", "--lang", "ja"]) == 0

    assert "  B  持ち点は0点。 (aalto/3)\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["diff", "aalto", "warsav"], "There is no ruleset warsav. There are: aalto, "),
        (["diff", "aalto", "warsaw", "--option", "a.play=final"], "aalto has no option play=final. Its options: play="),
        (["diff", "aalto", "warsaw", "--option", "play=club"], "An option is written a.NAME=CHOICE"),
        (["clauses", "warsav"], "There is no ruleset warsav. There are: aalto, "),
    ],
)
def test_wrong_names_are_explained(arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is not known is said, with what there is."""
    assert main(arguments) == 1
    assert expected in capsys.readouterr().err


def test_clauses_say_where_they_live(capsys: pytest.CaptureFixture[str]) -> None:
    """A clause with values, one with rows of penalties, one that an option changes; each with its tests."""
    assert main(["clauses", "warsaw"]) == 0
    lines = capsys.readouterr().out.splitlines()
    entry = {line.split()[0]: lines[i + 1 : i + 3] for i, line in enumerate(lines) if line.startswith("  warsaw/")}

    assert entry["warsaw/bust"][0] == "    data:  course.bust"
    assert "tests/tables/settle/warsaw.toml" in entry["warsaw/bust"][1]
    assert entry["warsaw/revealed"][0] == "    data:  offence exposed_tiles"
    assert "tests/reading/test_clauses.py" in entry["warsaw/kandora"][1]


def test_every_clause_of_the_five_sheets_has_a_test(capsys: pytest.CaptureFixture[str]) -> None:
    """No clause that a sheet itself states is without a test that names it."""
    assert main(["clauses"]) == 0
    lines = capsys.readouterr().out.splitlines()
    sheets = ("  aalto/", "  ema-rcr/", "  standard/", "  warsaw/", "  ranking/")
    untested = [
        line.split()[0]
        for line, below in zip(lines, lines[2:], strict=False)
        if below == "    tests: none" and line.startswith(sheets)
    ]

    assert [clause for clause in untested if "/decided-" not in clause and "/book-" not in clause] == []


def test_a_longer_id_is_another_clause() -> None:
    """aalto/3 is not named by a text about aalto/38b, and a full stop may follow it."""
    assert ids_in("see aalto/3. And (aalto/38b), ema-2016/3.4.6") == {"aalto/3", "aalto/38b", "ema-2016/3.4.6"}


def test_without_a_checkout_no_tests_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An installed package says that its tests are elsewhere."""
    nowhere: Callable[[], None] = lambda: None  # noqa: E731
    monkeypatch.setattr("referee.commands.rulesets.checkout_tests", nowhere)

    assert main(["clauses", "warsaw"]) == 0
    out = capsys.readouterr().out
    assert "tests:" not in out
    assert "The tests are not installed here" in out
