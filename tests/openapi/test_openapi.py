"""The description of the interface for programs says what is read and answered, no less and no more."""

import json
import re
from collections.abc import Iterator

import pytest

from referee.ask import hands, settle
from referee.rules.table import Code, Table
from referee.rules.tiles import tiles_of
from referee.texts.codec import json_value
from referee.texts.reader import Reader
from tests.cases import ask
from tests.openapi.answers import sample_questions
from tests.openapi.document import FILE, document, written
from tests.openapi.fitting import misfits
from tests.openapi.questions import (
    KINDS,
    OTHERS_SAY,
    TILE,
    TILES,
    Good,
    Place,
    changed,
    good_questions,
    question_schema,
)
from tests.openapi.schema import MADE_UP, Schema

GOOD = [good for kind in KINDS for good in good_questions(kind)]
BOUND_ELSEWHERE = (*OTHERS_SAY, "rounds", "yaku_han")
"""Fields of which rulebooks, or another field, say what is in range."""
SPOILING = ("0.5", '"?"', "-1000000000000000", "1000000000000000", "true", "[]", "[[]]", "{}")


def asking(kind: str) -> Schema:
    """Return the schema of the questions of a kind."""
    post = document()["paths"][f"/{kind}"]["post"]
    found: Schema = post["requestBody"]["content"]["application/json"]["schema"]
    return found


def answering(kind: str, *, refused: bool) -> Schema:
    """Return the schema of the answers to them."""
    responses = (
        document()["components"]["responses"]["422"],
        document()["paths"][f"/{kind}"]["post"]["responses"]["200"],
    )
    found: Schema = responses[0 if refused else 1]["content"]["application/json"]["schema"]
    return found


def wrong(value: object, schema: Schema) -> list[str]:
    """Return where a value does not fit."""
    return [*misfits(value, schema, document()["components"]["schemas"])]


def test_the_file_is_up_to_date() -> None:
    """It is what is made now of what reads the questions; `python -m tests.openapi` writes it anew."""
    assert FILE.read_text("utf-8") == written()


@pytest.mark.parametrize("good", GOOD, ids=[good.kind for good in GOOD])
def test_good_questions_are_answered(good: Good) -> None:
    """Each question that the description is made from is a real one."""
    assert "error" not in ask(good.fields)


def test_what_is_asked_and_answered_fits() -> None:
    """Every question of the tests that is answered is described, and so is every answer."""
    for question in sample_questions():
        answer = ask(question)
        refused = "error" in answer
        assert refused or not wrong(question, asking(question["ask"]))
        assert not wrong(answer, answering(question["ask"], refused=refused))


@pytest.mark.parametrize("good", GOOD, ids=[good.kind for good in GOOD])
def test_what_is_refused_by_itself_does_not_fit(good: Good) -> None:
    """A value of the wrong type or out of range, wherever it stands, is against the description as well."""
    for place in places_in(good.fields):
        for text in SPOILING:
            codes = {problem.code for problem in good.refusals(place, json_value(text))}
            if Code.WRONG_TYPE in codes or (Code.OUT_OF_RANGE in codes and place[-1] not in BOUND_ELSEWHERE):
                assert wrong(changed(good.fields, place, json.loads(text)), asking(good.kind)), f"{place} {text}"


def places_in(value: object, place: Place = ()) -> Iterator[Place]:
    """Yield where something stands in a question, but for what rulebooks name."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*place, key)
        yield from places_in(each, (*place, key)) if key not in OTHERS_SAY else ()


def test_a_new_field_is_described(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a reader learns to take stands in the schema with its bounds, though no question has it yet."""

    def read_weather(reader: Reader, last_round: str) -> Table:
        reader.optional_integer("rain", 0, 9)
        reader.seats("umbrellas")
        return hands.read_table(reader, last_round)

    monkeypatch.setattr(settle, "read_table", read_weather)
    monkeypatch.setattr(hands, "TABLE_FIELDS", (*hands.TABLE_FIELDS, "rain", "umbrellas"))

    table = question_schema("settle")["properties"]["table"]

    assert table["properties"]["rain"] == {"type": "integer", "minimum": 0, "maximum": 9} | MADE_UP
    assert table["properties"]["umbrellas"]["items"] == {"type": "integer", "minimum": 0, "maximum": 3}
    assert not {"rain", "umbrellas"}.intersection(table["required"])


def test_a_field_that_is_never_read_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A field that a table may have, but that nothing looks at, is refused: what it may hold cannot be said."""
    monkeypatch.setattr(hands, "TABLE_FIELDS", (*hands.TABLE_FIELDS, "weather"))

    with pytest.raises(LookupError, match="weather is shown by no question"):
        document.__wrapped__()


@pytest.mark.parametrize("suit", "mpszx")
@pytest.mark.parametrize("digit", "0123456789")
def test_patterns_are_those_of_the_tiles(digit: str, suit: str) -> None:
    """A tile fits the pattern if and only if it is one."""
    _, unread = tiles_of(digit + suit)

    for schema in (TILE, TILES):
        assert bool(re.search(schema["pattern"], digit + suit)) == (unread == "")
