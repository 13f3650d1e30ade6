"""Requests that a table page would send, made without a browser."""

import re
from collections.abc import Mapping
from html import unescape

from flask.testing import FlaskClient

NAMES = {"name-0": "Aino", "name-1": "Ben", "name-2": "Chie", "name-3": "Dai"}
RON = {"result": "ron", "ron": "1", "from": "0", "han-1": "3", "fu-1": "40", "drawn": "1"}
RULINGS = ("/rulings/apply", "/rulings/apply/outcome", "/rulings/apply/hearing")
PAGES = ("", "/state", "/record", "/sheet", "/sheet/state", "/adjust", "/end", "/share", "/seats", "/hands/0", *RULINGS)
WRITES = (
    *("/marks", "/seat", "/names", "/hands", "/hands/instead", "/undo", "/signal", "/end", "/finish", "/reopen"),
    *("/archive", "/adjust", "/notes", "/hands/0", "/hands/7", "/rulings/apply", "/rulings/7/withdraw", "/lost"),
)


def started(client: FlaskClient, ruleset: str = "aalto", **more: str) -> str:
    """Start a game and return the path of its table."""
    response = client.post("/games", data=NAMES | {"ruleset": ruleset} | more)
    assert response.status_code == 303, response.text
    return str(response.headers["Location"])


def fields_of(client: FlaskClient, path: str, hand: Mapping[str, str]) -> dict[str, str]:
    """Return a hand's fields with what its form carries: command, expected state, and the hand that was shown."""
    text = client.get(path + "/record", query_string=dict(hand)).text
    carried = ("command_id", "expected", "expected_event", "marks", "previewed")
    found = {name: re.search(rf'name="{name}" value="([^"]*)"', text) for name in carried}
    return dict(hand) | {name: match[1] for name, match in found.items() if match is not None}


def send(client: FlaskClient, path: str, hand: Mapping[str, str], **more: str) -> int:
    """Confirm a hand and return the status."""
    return client.post(path + "/hands", data=fields_of(client, path, hand) | more).status_code


def scores_at(client: FlaskClient, path: str) -> list[str]:
    """Return the scores in turn order: the first dealer sits at the bottom."""
    top, left, right, bottom = re.findall(r"<strong[^>]*>([^<]*)</strong></a>", client.get(path).text)
    return [bottom, right, top, left]


def text_of_page(page: str) -> str:
    """Return what is read on a page, or on a piece of one."""
    return " ".join(unescape(re.sub("<[^>]*>", " ", page)).split())


def expected_at(client: FlaskClient, path: str) -> str:
    """Return the state that a form of the table page would carry."""
    match = re.search(r'name="expected" value="(\d+)"', client.get(path + "/end").text)
    assert match is not None
    return match[1]


def reader_of(client: FlaskClient, path: str) -> str:
    """Return the path at which a game is only read, as the page that shares it says."""
    found = re.search(r'value="[^"]*(/s/[^"]+)"', client.get(path + "/share").text)
    assert found is not None
    return found[1]
