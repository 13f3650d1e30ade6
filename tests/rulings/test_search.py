"""Offences are found by what people type: any language, any spelling, with slips."""

import json
import tomllib
from pathlib import Path

import pytest

from referee.texts.search import edits, fold, index_read, index_record
from tests.cases import ask, library

QUERIES: list[list[str]] = tomllib.loads((Path(__file__).parent / "queries.toml").read_text("utf-8"))["query"]


def test_there_are_enough_queries() -> None:
    """The list holds at least sixty, none twice."""
    assert len(QUERIES) >= 60
    assert len({query for query, _ in QUERIES}) == len(QUERIES)


@pytest.mark.parametrize(("query", "offence"), QUERIES, ids=[query for query, _ in QUERIES])
@pytest.mark.parametrize("ruleset", ["ema-2016", "warsaw", "ranking-match"])
def test_query_finds_the_offence_first(query: str, offence: str, ruleset: str) -> None:
    """The expected offence is the first hit, whatever the ruleset covers."""
    found = ask({"ask": "offences", "ruleset": ruleset, "query": query})["offences"]

    assert [each["id"] for each in found][:1] == [offence]


@pytest.mark.parametrize(
    "spellings",
    [
        ("chombo", "Chonbo", "CHOMBO", "チョンボ", "ちょんぼ"),
        ("agari houki", "agari hōki", "Agari-Houki", "agari hoki"),
        ("noten riichi", "nooten riichi", "Nōten Rīchi", "noten richi"),
        ("tenpai", "tempai", "テンパイ", "てんぱい"),
        ("shouhai", "syohai", "shōhai", "しょうはい", "ショウハイ"),
        ("RON", "\uff32\uff2f\uff2e", "ろん", "ロン"),
        ("juntsu", "zyuntu", "ジュンツ"),
        ("kuikae", "クイカエ", "くいかえ"),
    ],
)
def test_spellings_of_one_word_fold_alike(spellings: tuple[str, ...]) -> None:
    """Case, macrons, kana, romaji and long vowels make no difference."""
    assert len({fold(spelling) for spelling in spellings}) == 1


def test_folding_again_changes_nothing() -> None:
    """Every search word is folded to the end."""
    words = [word for offence in library().offences for word in offence.search]

    assert [fold(word) for word in words] == words


def test_an_index_is_read_as_it_was_made() -> None:
    """A phone fetches only the phrases: words, weights and numbers come out of them the same."""
    index = library().index

    assert len(index.words) > 2000
    assert index_read(index_record(index)) == index
    assert index_read(json.loads(json.dumps(index_record(index)))) == index


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("abc", "abc", 0),
        ("abc", "abd", 1),
        ("abc", "acb", 1),
        ("abc", "ab", 1),
        ("kitten", "sitting", 3),
        ("", "ab", 2),
    ],
)
def test_edits_count_slips(one: str, other: str, distance: int) -> None:
    """A swapped pair of letters is one slip."""
    assert edits(one, other, 3) == distance


def test_more_slips_than_allowed_are_not_counted() -> None:
    """The count stops just above the limit."""
    assert edits("kitten", "sitting", 2) == 3


def test_nothing_is_found_for_nonsense() -> None:
    """A query that fits nothing finds nothing."""
    assert ask({"ask": "offences", "ruleset": "warsaw", "query": "xyzzyplugh"}) == {"offences": [], "procedures": []}


def test_without_a_query_all_are_listed() -> None:
    """All offences come in the order of the catalogue, grouped by category."""
    listed = ask({"ask": "offences", "ruleset": "aalto"})["offences"]

    assert [each["id"] for each in listed] == [offence.id for offence in library().offences]
    assert list(dict.fromkeys(each["category"] for each in listed)) == [
        "tiles",
        "calls",
        "win",
        "riichi",
        "end",
        "conduct",
    ]


def test_name_of_a_penalty_finds_what_leads_to_it() -> None:
    """Under warsaw a fine is found for an empty call; under tenhou nobody is fined."""

    def hits(ruleset: str) -> list[str]:
        return [each["id"] for each in ask({"ask": "offences", "ruleset": ruleset, "query": "fine"})["offences"]]

    assert "empty_call" in hits("warsaw")
    assert "empty_call" not in hits("tenhou")


@pytest.mark.parametrize("query", [5, ["ron"], True, {"a": 1}])
def test_query_must_be_text(query: object) -> None:
    """Anything else is refused with its field."""
    error = ask({"ask": "offences", "ruleset": "aalto", "query": query})["error"]

    assert (error["code"], error["field"]) == ("wrong_type", "query")


@pytest.mark.parametrize("query", ["ア" * 5000, "\x00", "🀄" * 50, "'\"{}", "   "])
def test_any_text_is_answered(query: str) -> None:
    """No query is too strange."""
    assert json.dumps(ask({"ask": "offences", "ruleset": "aalto", "query": query}))
