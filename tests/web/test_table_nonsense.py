"""Forms and addresses full of nonsense: every answer is a page, a redirect, a refusal or a conflict."""

from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.attacks import forms
from tests.web.requests_at_table import PAGES, RON, WRITES, send, started

FIELDS = (
    *("command_id", "expected", "result", "ron", "from", "tsumo", "tenpai", "offender", "riichi", "open", "abort"),
    "declarer",
    *("han-1", "fu-1", "han-0", "pao-1", "riichi_tile", "previewed", "marks", "mark", "hand", "me", "name-0", "reason"),
    *("running", "score-0", "score-1", "score-2", "score-3", "kyoutaku", "honba", "dealer", "round", "text", "way"),
    *(
        "kind",
        "body",
        "target",
        "seq",
        "expected_event",
        "note",
        "drawn",
        "ruleset",
        "at",
        "sticks",
        "fines",
        "wareme",
        "gap",
        "chips-0",
        "why",
        "by",
    ),
    *("seat", "offence", "answer-call", "answer-count", "answer-minutes", "kind", "amount-fine", "amount-points"),
)
LIKELY = ("", "0", "1", "3", "4", "-1", "100", "25000", "٣", "9" * 30, "ron", "tsumo", "draw", "abort", "chombo", "yes")
LOST = ('{"text":"late"}', '{"target":1,"reason":"mistyped"}', '{"seat":7}', "noted", "undone", "renamed", "finished")
LIKELIER = ("mangan", "yakuman1", "yakuman9", "riichi-1-on", "dead_hand-3-off", "riichi-9-on", "mistyped", "replay")
RULED = ("empty_call", "late", "other", "pon", "fine", "points", "dead_hand", "warning")
VALUES = st.sampled_from([*LIKELY, *LIKELIER, "points_only", "E", "Q", "S3", "40", "aalto", *RULED, *LOST]) | st.text(
    max_size=8
)
FORMS = st.lists(st.tuples(st.sampled_from(FIELDS), VALUES), max_size=20)


@settings(max_examples=150, deadline=None)
@given(write=st.sampled_from([*WRITES, "new"]), fields=FORMS)
def test_no_form_breaks_a_table(app: Flask, write: str, fields: list[tuple[str, str]]) -> None:
    """Whatever a form holds, the answer is a page, a redirect, a refusal or a conflict."""
    client = app.test_client()
    path = started(client)
    body: dict[str, list[str]] = {}
    for name, value in fields:
        body.setdefault(name, []).append(value)

    response = client.post("/games" if write == "new" else path + write, data=body)

    assert response.status_code in {303, 400, 404, 409, 422}, response.text
    for page in ("", "/sheet"):
        assert client.get(path + page).status_code == 200


@settings(max_examples=100, deadline=None)
@given(page=st.sampled_from([*PAGES, "/hands/0/changes", "/hands/0/payment", "/record/payment"]), fields=FORMS)
def test_no_address_breaks_a_table(app: Flask, page: str, fields: list[tuple[str, str]]) -> None:
    """Whatever an address asks for, the answer is a page or a refusal."""
    client = app.test_client()
    path = started(client)
    assert send(client, path, RON) == 303

    assert client.get(path + page, query_string=fields).status_code in {200, 404, 422}


def test_spoiled_forms_write_nothing_that_is_refused() -> None:
    """Valid forms, spoiled ones and those of old pages at tables of several rulebooks; more by `tests.attacks`."""
    assert "audit without a difference" in forms.main(rounds=5)
