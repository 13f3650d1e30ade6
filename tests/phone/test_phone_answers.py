"""The phone gives the same answers as the server, byte for byte."""

import random

import pytest

from referee.ask.api import answer
from referee.phone.lower import CORE, bundle, library_json, runtime_source
from referee.texts.words import Library, library_from_json
from tests.cases import all_questions
from tests.desks import shipped
from tests.phone.conftest import Phone

STRANGE_CHARACTERS = '0123456789-"[]{},:ea. \\'
STRANGE = [
    "",
    "[",
    "{}",
    "[1,]",
    '{"ask":"settle",}',
    '{"ask":"settle" "ruleset":"aalto"}',
    '{"ask":"settle"}',
    '{"ask":true}',
    '{"ask":"rulesets","lang":"ja","id":null}',
    '{"ask":"rulesets","id":12345678901234567890}',
    '{"ask":"rulesets","id":[0.1,-99.9,1e3,1E400,true,false]}',
    '{"ask":"rulesets","id":NaN}',
    '{"ask":"x","id":{"b":1,"a":[1,{"z":0,"y":"東😀"}]},"q":1,"a":2}',
    '{"ask":5,"id":"\\ud83d\\ude00 \\b\\f\\n\\r\\t\\u0001\\/\\"\\\\ \x7f\u2028"}',
    '{"ask":"rulesets","id":' + "[" * 60 + "]" * 60 + "}",
    '{"ask":"rulesets","id":"' + "東" * 30_000 + '"}',
    '{"ask":"settle","ruleset":["aalto"],"options":5,"zeta":1,"alpha":2,"lang":"fr"}',
    '{"ask":"settle","ruleset":"aalto","table":{"scores":[1,2.5,3],"dealer":"x"},"hand":{"result":"win","wins":[{}]}}',
    '{"ask":"dice","ruleset":"aalto","dealer":true,"dice":[1.5,7]}',
]
"""Questions that are wrong, each in its own way."""


@pytest.fixture(scope="module")
def library_text() -> str:
    """Return the library as the phone gets it."""
    return library_json(shipped())


@pytest.fixture(scope="module")
def library(library_text: str) -> Library:
    """Return the same library on the server."""
    return library_from_json(library_text)


def program(library_text: str) -> str:
    """Return the lowered core, answering from the library."""
    return (
        runtime_source()
        + bundle(*CORE)
        + f"\nlibrary = library_from_json({library_text!r})\n"
        + "def reply(question):\n    return answer(question, library)\n"
    )


def misspelt(question: str, chance: random.Random) -> str:
    """Return a question with one character lost and one replaced."""
    place = chance.randrange(len(question))
    shorter = question[:place] + question[place + 1 :]
    place = chance.randrange(len(shorter))
    return shorter[:place] + chance.choice(STRANGE_CHARACTERS) + shorter[place + 1 :]


def differences(questions: list[str], here: list[str], there: list[str]) -> list[tuple[str, str, str]]:
    """Return question, answer of the server and answer of the phone where those are not equal."""
    return [row for row in zip(questions, here, there, strict=True) if row[1] != row[2]]


def test_every_case_gets_the_same_answer_on_the_phone(phone: Phone, library: Library, library_text: str) -> None:
    """All questions of the tables and the sheets, answered by CPython and by MicroPython."""
    questions = all_questions()
    here = [answer(question, library) for question in questions]
    assert differences(questions, here, phone(program(library_text), questions)) == []


def test_wrong_questions_get_the_same_answer_on_the_phone(phone: Phone, library: Library, library_text: str) -> None:
    """Text that is no JSON, strange values, and every case with two slips of the hand."""
    chance = random.Random(20_261_120)  # noqa: S311 slips, no secrets
    questions = STRANGE + [misspelt(question, chance) for question in all_questions()]
    here = [answer(question, library) for question in questions]
    assert differences(questions, here, phone(program(library_text), questions)) == []
