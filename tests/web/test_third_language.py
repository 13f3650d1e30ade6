"""A language that nobody has written yet: one more file of words, and the program speaks it."""

import json
import re
from pathlib import Path
from shutil import copytree

import pytest
from flask.testing import FlaskClient

from referee.ask.api import answer
from referee.database import open_desk
from referee.library import CatalogueError
from referee.paths import words_dir
from referee.texts.words import Library
from referee.web import create_app
from tests.libraries import load
from tests.web.languages import texts
from tests.web.requests_at_table import RON, send, started

OWN = """[language]
name = "Suomi"
thousands = "\N{NO-BREAK SPACE}"
decimal = ","
minus = "-"
gap = " "

"""
"""What the language calls itself, and how it writes numbers."""
SENTENCE = re.compile(r'^(\w+) = "(.*)"$', re.MULTILINE)


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the shipped words and a third language: every English sentence in asterisks."""
    folder = copytree(words_dir(), tmp_path_factory.mktemp("words"), dirs_exist_ok=True)
    _, _, sentences = (folder / "en.toml").read_text("utf-8").partition("[wind]")
    translated = SENTENCE.sub(r'\1 = "*\2*"', "[wind]" + sentences)
    (folder / "fi.toml").write_text(OWN + translated, "utf-8")
    of_events = (folder / "event" / "en.toml").read_text("utf-8")
    (folder / "event" / "fi.toml").write_text(SENTENCE.sub(r'\1 = "*\2*"', of_events), "utf-8")
    return folder


@pytest.fixture(scope="module")
def library(words: Path) -> Library:
    """Return the shipped rulesets with three languages."""
    return load(words=words)


@pytest.fixture(scope="module")
def reader(library: Library, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """Return a browser that asks for the third language."""
    desk = open_desk(tmp_path_factory.mktemp("desk") / "referee.db", library)
    client = create_app(library, desk).test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "fi,en;q=0.5"
    return client


def test_the_switch_offers_it_by_its_own_name(reader: FlaskClient) -> None:
    """The first page follows the browser, and leads to every language there is."""
    page = reader.get("/").text
    offered = re.findall(r'hreflang="(\w+)"[^>]*>([^<]+)</a>', page)

    assert '<html lang="fi">' in page
    assert offered == [("en", "English"), ("ja", "日本語"), ("fi", "Suomi")]
    assert "*Which rules do you play?*" in page


def test_a_page_speaks_it_but_for_what_the_rulebooks_say(reader: FlaskClient) -> None:
    """Titles of rulesets and options are in English, and marked as English; everything else is translated."""
    page = reader.get("/games/new?ruleset=ema-2016").text
    english = [each.words.strip("*") for each in texts(page) if each.lang == "en"]

    assert {"EMA Riichi rules, 2016", "Play", "Tournament", "Social play"} <= set(english)
    latin = [each for each in texts(page) if re.search("[A-Za-z]{3}", each.words)]
    assert all("*" in each.words or each.lang == "en" for each in latin)


def test_numbers_are_written_its_way(reader: FlaskClient) -> None:
    """Thousands, decimals and minus are those of the language, at the table and in a result."""
    path = started(reader, "aalto", **{"score-0": "-1200", "score-1": "51200"})
    assert send(reader, path, RON) == 303
    reader.post(path + "/end", data={"expected": "2"})

    sheet, table = reader.get(path + "/sheet").text, reader.get(path).text

    assert "56\N{NO-BREAK SPACE}400" in sheet
    assert "-6\N{NO-BREAK SPACE}400" in sheet
    assert re.search(r"[+-]\d+,\d", table)


def test_programs_can_ask_in_it(library: Library) -> None:
    """What the program says is translated, what stands in the catalogue of offences is in English."""
    question = {"ask": "offences", "ruleset": "ema-2016", "lang": "fi", "query": "chombo"}
    first, *_ = json.loads(answer(json.dumps(question), library))["offences"]

    assert re.fullmatch("[A-Za-z ,()-]+", first["title"])
    assert all("*" in outcome["text"] for outcome in first["outcomes"])


def test_what_is_missing_is_named_with_its_file(words: Path, tmp_path: Path) -> None:
    """A sentence that any of the languages lacks is told by file and key."""
    folder = copytree(words, tmp_path / "words")
    lacking = (folder / "fi.toml").read_text("utf-8").replace('app = "*Riichi referee*"\n', "")
    (folder / "fi.toml").write_text(lacking + '\n[own]\nword = "extra"\n', "utf-8")

    with pytest.raises(CatalogueError) as caught:
        load(words=folder)

    assert caught.value.problems == (
        "en.toml: own.word is missing",
        "fi.toml: page.app is missing",
        "ja.toml: own.word is missing",
    )
