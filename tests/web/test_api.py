"""The JSON interface over HTTP."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

SETTLE: dict[str, Any] = {
    "ruleset": "aalto",
    "table": {"scores": [25000, 25000, 25000, 25000], "round": "E", "dealer": 0, "honba": 0, "kyoutaku": 0},
    "hand": {"result": "win", "from": 1, "wins": [{"seat": 2, "han": 3, "fu": 40}]},
}
ASKS = (
    "settle",
    "final",
    "dice",
    "rulesets",
    "score",
    "ruling",
    "offences",
    "procedure",
    "waits",
    "furiten",
    "riichi_kan",
    "kuikae",
    "riichi",
    "standings",
    "check_draw",
    "signal",
)
PLAIN = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["E", "win", "aalto"])
)
KEYS = st.sampled_from(
    ["ruleset", "options", "table", "hand", "scores", "wins", "dice", "ask", "id", "lang"]
) | st.text(max_size=4)
JSON = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=20
)


def test_the_kind_of_question_stands_in_the_address(client: FlaskClient) -> None:
    """`ask` may be left out of the body or repeat the address; the answer is the same."""
    short = client.post("/api/v1/settle", json=SETTLE)
    full = client.post("/api/v1/settle", json={"ask": "settle"} | SETTLE)

    assert short.status_code == full.status_code == 200
    assert short.data == full.data
    assert short.get_json()["deltas"] == [0, -5200, 5200, 0]


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("settle", b"{", 400, "not_json"),
        ("settle", b"\xff", 400, "not_json"),
        ("settle", b"[]", 400, "not_json"),
        ("weather", b"{}", 404, "unknown_ask"),
        ("settle", b'{"ask":"dice"}', 422, "impossible"),
        ("settle", b'{"ruleset":"nowhere","table":{},"hand":{}}', 422, "unknown_ruleset"),
        ("settle", b" " * (64 * 1024 + 1), 413, "too_large"),
    ],
)
def test_errors_have_their_status(client: FlaskClient, path: str, body: bytes, status: int, code: str) -> None:
    """Each kind of error has the HTTP status and the code that the interface promises."""
    response = client.post(f"/api/v1/{path}", data=body, content_type="application/json")

    assert response.status_code == status
    assert response.get_json()["error"]["code"] == code
    assert response.get_json()["error"]["message"]


def test_only_json_is_read(client: FlaskClient) -> None:
    """A form is not a question."""
    assert client.post("/api/v1/settle", data={"ask": "settle"}).status_code == 415


def test_no_cookie_is_set(client: FlaskClient) -> None:
    """The interface neither reads nor sets cookies."""
    assert "Set-Cookie" not in client.post("/api/v1/settle", json=SETTLE).headers


def test_the_description_lists_every_question(client: FlaskClient) -> None:
    """The OpenAPI description has a path for each kind, also the organiser's, and every reference leads somewhere."""
    text = client.get("/api/v1/openapi.json").text
    description = json.loads(text)

    asked = [path for path in description["paths"] if not path.startswith("/e/")]
    assert sorted(asked) == sorted(f"/{ask}" for ask in (*ASKS, "draw"))
    for piece in text.split('"#/components/schemas/')[1:]:
        assert piece.split('"')[0] in description["components"]["schemas"]


def test_the_description_s_example_is_answered(client: FlaskClient) -> None:
    """The example in the description is a real question."""
    description = client.get("/api/v1/openapi.json").get_json()
    body = description["paths"]["/settle"]["post"]["requestBody"]["content"]["application/json"]

    assert client.post("/api/v1/settle", json=body["example"]).status_code == 200


@settings(max_examples=200, deadline=None)
@given(ask=st.sampled_from(ASKS), value=JSON)
def test_no_json_breaks_the_interface(app: Flask, ask: str, value: object) -> None:
    """Whatever is asked, the answer is a result or an error in the promised shape."""
    response = app.test_client().post(f"/api/v1/{ask}", data=json.dumps(value), content_type="application/json")

    assert response.status_code in {200, 400, 404, 413, 422}
    assert response.status_code == 200 or response.get_json()["error"]["code"]


@settings(max_examples=100, deadline=None)
@given(
    spot=st.sampled_from([("table", key) for key in SETTLE["table"]] + [("hand", key) for key in SETTLE["hand"]]),
    value=JSON,
)
def test_no_wrong_field_breaks_a_settlement(app: Flask, spot: tuple[str, str], value: object) -> None:
    """A good question with one field replaced by anything is answered or refused, never an error of ours."""
    part, key = spot
    question = SETTLE | {part: SETTLE[part] | {key: value}}

    response = app.test_client().post("/api/v1/settle", data=json.dumps(question), content_type="application/json")

    assert response.status_code in {200, 400, 422}


def test_a_large_draw_is_checked_and_none_is_made(client: FlaskClient) -> None:
    """A thousand people and twelve rounds are more than other questions may hold; draws are for organisers."""
    tables = [[number, number + 1, number + 2, number + 3] for number in range(1, 1001, 4)]

    checked = client.post("/api/v1/check_draw", json={"rounds": [tables] * 20})
    made = client.post("/api/v1/draw", json={"players": [1, 2, 3, 4], "rounds": 1, "method": "fixed", "seed": 1})

    assert (checked.status_code, made.status_code) == (200, 403)
    assert checked.get_json()["quality"]["most"] == 20
