"""One question to all books at once: where they differ, each answers as its own rules say."""

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from tests.cases import TESTS, ask, library

SWITCHES: list[dict[str, Any]] = tomllib.loads((TESTS / "tables" / "switches.toml").read_text("utf-8"))["switch"]
NOTHING = "nothing"


def probes() -> Iterator[tuple[str, str, dict[str, Any], str, object]]:
    """Yield what is asked about, the book, the question, the part of the answer and what it must be."""
    for switch in SWITCHES:
        for expected, books in switch["expect"]:
            for book in books:
                question = {"ask": switch["ask"], "ruleset": book, **json.loads(switch["question"])}
                yield (switch["about"], book, question, switch["part"], expected)


def part_of(answered: dict[str, Any], path: str) -> object:
    """Return the part of an answer at a path of keys."""
    found: Any = answered
    for key in path.split("."):
        found = found.get(key) if isinstance(found, dict) else None
    return NOTHING if found is None else found


PROBES = tuple(probes())


@pytest.mark.parametrize(
    ("about", "book", "question", "part", "expected"), PROBES, ids=[f"{row[1]}: {row[0]}" for row in PROBES]
)
def test_book_answers_as_its_rules_say(
    about: str, book: str, question: dict[str, Any], part: str, expected: object
) -> None:
    """The part in which the books differ is that of this book."""
    assert part_of(ask(question), part) == expected, f"{about} ({book})"


@pytest.mark.parametrize("switch", SWITCHES, ids=[switch["about"] for switch in SWITCHES])
def test_every_book_is_asked_once(switch: dict[str, Any]) -> None:
    """No book is left out or named twice."""
    named = [book for _, books in switch["expect"] for book in books]

    assert sorted(named) == sorted(book.id for book in library().books)
