"""A player whose hand is dead is not offered as winner, nor as tenpai where the rules say so; refused, it says why."""

import re
from http import HTTPStatus

import pytest
from flask.testing import FlaskClient

from tests.web.requests_at_table import RON, fields_of, started

ENDINGS = ("ron", "tsumo", "tenpai")
"""The fields of the form that name who won or is tenpai."""
BEN_DEAD = {"mark": "dead_hand-1-on", "hand": "0"}


def offered(text: str, name: str) -> list[str]:
    """Return the seats that can be tapped for a field of the form."""
    inputs = re.findall(rf'<input [^>]*name="{name}" value="(\d)"[^>]*>', text)
    barred = re.findall(rf'<input [^>]*name="{name}" value="(\d)"[^>]* disabled[ >]', text)
    assert len(inputs) == 4
    return [seat for seat in inputs if seat not in barred]


def played(client: FlaskClient, ruleset: str) -> str:
    """Start a game in which the second player's hand is dead."""
    path = started(client, ruleset)
    assert client.post(path + "/marks", data=BEN_DEAD).status_code == HTTPStatus.SEE_OTHER
    return path


@pytest.mark.parametrize("ruleset", ["wrc-2025", "aalto", "ema-rcr-2012"])
def test_a_dead_hand_is_not_offered(client: FlaskClient, ruleset: str) -> None:
    """On the form, with the reason in place of the question."""
    path = played(client, ruleset)
    text = client.get(path + "/record?lang=en").text
    others = [seat for seat in ("0", "1", "2", "3") if seat != "1"]
    assert {name: sorted(offered(text, name)) for name in ENDINGS} == dict.fromkeys(ENDINGS, others)
    assert text.count(">dead hand<") == len(ENDINGS)


def test_the_table_offers_no_tenpai_to_a_dead_hand(client: FlaskClient) -> None:
    """wrc-2025: noten at a draw; the key of every other seat can be tapped."""
    table = client.get(played(client, "wrc-2025")).text
    keys = re.findall(r'<button id="tenpai-(\d)"[^>]*>', table)
    barred = re.findall(r'<button id="tenpai-(\d)"[^>]* disabled[ >]', table)
    assert (sorted(keys), barred) == (["0", "1", "2", "3"], ["1"])


@pytest.mark.parametrize(
    "fields",
    [
        RON,
        {"result": "tsumo", "tsumo": "1", "han-1": "2", "fu-1": "30", "drawn": "1"},
        {"result": "draw", "tenpai": "1", "drawn": "1"},
        {"result": "draw", "nagashi": "1", "drawn": "1"},
    ],
)
def test_a_dead_hand_that_is_named_is_refused(client: FlaskClient, fields: dict[str, str]) -> None:
    """The preview, the form and the sheet say why, and nothing is written."""
    path = played(client, "ema-rcr-2012")
    shown = client.get(path + "/record/payment", query_string=fields).text
    assert "dead hand (agari houki)" in shown
    assert "previewed" not in shown
    form = fields_of(client, path, fields) | {"expected_event": "", "expected": "99"}
    assert client.post(path + "/hands", data=form).status_code == HTTPStatus.CONFLICT
    assert client.post(path + "/hands", data=fields_of(client, path, fields)).status_code == 422
    assert len(client.get(path + "/log").get_json()["events"]) == 2
