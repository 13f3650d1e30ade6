"""A form that is sent once more: answered as then, and never taken for another entry; both sides of "take mine"."""

import re
from http import HTTPStatus

import pytest
from flask.testing import FlaskClient

from referee.app.form import Form
from referee.app.hand_form import digest_of_hand
from tests.web.requests_at_table import NAMES, RON, expected_at, fields_of, send, started, text_of_page

TSUMO = {"result": "tsumo", "tsumo": "2", "han-2": "2", "fu-2": "30", "drawn": "1"}
FIGURES = {"score-0": "24000", "score-1": "26000", "score-2": "25000", "score-3": "25000", "kyoutaku": "0"} | {
    "honba": "2",
    "dealer": "1",
    "round": "E",
    "text": "counted",
}
FINE = {"seat": "1", "kind": "fine", "amount-fine": "1000", "text": "tore a tile", "offence": "other"}
SEVEN_PAIRS = TSUMO | {"han-2": "1", "fu-2": "25"}
"""A value that no hand has."""
OTHERS: tuple[tuple[str, dict[str, str], dict[str, str] | None], ...] = (
    ("/notes", {"note": "late"}, {"note": "later"}),
    ("/marks", {"mark": "riichi-2-on", "hand": "0"}, {"mark": "riichi-2-on", "hand": "7"}),
    ("/adjust", FIGURES, FIGURES | {"honba": "3"}),
    ("/undo", {"reason": "mistyped"}, {"reason": "miscounted"}),
    ("/hands/0", RON | {"fu-1": "30", "way": "replay"}, RON | {"fu-1": "30", "way": "points_only"}),
    ("/signal", {"running": "yes"}, {"running": "no"}),
    ("/end", {}, None),
)
"""Orders with what else the same id could be sent with; None where an order says nothing more."""


def entries(client: FlaskClient, path: str) -> int:
    """Return how many events the log of a table holds."""
    return len(client.get(path + "/log", headers={"Referee-Build": "of today"}).get_json()["events"])


def test_the_same_hand_counts_once_whatever_was_seen(client: FlaskClient) -> None:
    """A retried form is answered as then, also with the position of another moment."""
    path = started(client)
    form = fields_of(client, path, RON)
    for more in ({}, {}, {"expected": "2", "expected_event": ""}, {"expected_event": "0123456789abcdef"}):
        assert client.post(path + "/hands", data=form | more).status_code == HTTPStatus.SEE_OTHER
    assert entries(client, path) == 2


def test_another_hand_under_a_known_id_is_a_choice(client: FlaskClient) -> None:
    """Nothing is written, and both hands are shown."""
    path = started(client)
    form = fields_of(client, path, RON)
    client.post(path + "/hands", data=form)
    other = {key: value for key, value in form.items() if key not in RON} | TSUMO

    answer = client.post(path + "/hands", data=other)

    assert answer.status_code == HTTPStatus.CONFLICT
    assert "was already sent with something else in it" in text_of_page(answer.text)
    assert "Ben (3 han 40 fu) from Aino" in text_of_page(answer.text)
    assert "Tsumo: Chie Chie: 2 han 30 fu" in text_of_page(answer.text)
    assert entries(client, path) == 2


def test_an_id_of_another_table_shows_nothing_of_it(client: FlaskClient) -> None:
    """Neither its players nor its rows; the form can be recorded here under an id of its own."""
    elsewhere = client.post("/games", data={f"name-{seat}": f"Stranger{seat}" for seat in range(4)}).headers["Location"]
    form = fields_of(client, elsewhere, RON)
    client.post(elsewhere + "/hands", data=form)
    path = started(client)

    mine = fields_of(client, path, RON) | {"command_id": form["command_id"]}
    answer = client.post(path + "/hands", data=mine)

    assert answer.status_code == HTTPStatus.CONFLICT
    assert "used at another table" in answer.text
    assert "Stranger" not in answer.text
    assert (entries(client, path), entries(client, elsewhere)) == (1, 2)
    note = client.post(path + "/notes", data={"note": "late", "command_id": form["command_id"]})
    assert (note.status_code, entries(client, path)) == (HTTPStatus.CONFLICT, 1)


@pytest.mark.parametrize(("action", "fields", "other"), OTHERS, ids=[row[0] for row in OTHERS])
def test_every_order_is_known_again(
    client: FlaskClient, action: str, fields: dict[str, str], other: dict[str, str] | None
) -> None:
    """Sent twice it is answered twice and written once; with other content it is a conflict."""
    path = started(client, "wrc-2025")
    assert send(client, path, RON) == HTTPStatus.SEE_OTHER
    known = f"known {path}"
    form = {"command_id": known, "expected": expected_at(client, path)} | fields
    answers = [client.post(path + action, data=form).status_code for _ in range(2)]
    assert answers == [HTTPStatus.SEE_OTHER] * 2
    assert entries(client, path) == 3
    if other is not None:
        answer = client.post(path + action, data=form | other)
        assert answer.status_code == HTTPStatus.CONFLICT
        assert "was already sent with something else in it" in text_of_page(answer.text)
    hand = fields_of(client, path, RON) | {"command_id": known + "riichi-2-on" if action == "/marks" else known}
    refused = HTTPStatus.UNPROCESSABLE_ENTITY if action == "/end" else HTTPStatus.CONFLICT
    assert client.post(path + "/hands", data=hand).status_code == refused
    assert entries(client, path) == 3


def test_a_ruling_and_its_withdrawal_are_known_again(client: FlaskClient) -> None:
    """The same for what a referee writes."""
    path = started(client)
    shown = client.get(path + "/rulings/apply/outcome", query_string=FINE).text
    previewed = re.findall(r'name="previewed" value="([^"]*)"', shown)[0]
    form = FINE | {"command_id": f"ruled {path}", "expected": "1", "previewed": previewed}
    assert [client.post(path + "/rulings/apply", data=form).status_code for _ in range(2)] == [HTTPStatus.SEE_OTHER] * 2
    assert client.post(path + "/rulings/apply", data=form | {"seat": "2"}).status_code == HTTPStatus.CONFLICT
    back = {"command_id": f"back {path}", "expected": "2", "text": "it was Dai"}
    assert [client.post(path + "/rulings/2/withdraw", data=back).status_code for _ in range(2)] == [303, 303]
    assert client.post(path + "/rulings/2/withdraw", data=back | {"text": "no"}).status_code == HTTPStatus.CONFLICT
    assert entries(client, path) == 3


def test_one_id_starts_one_game(client: FlaskClient) -> None:
    """Sent again it leads to the same table; with other players or rules both games are shown and none is started."""
    plan = NAMES | {"ruleset": "aalto", "command_id": "start " + "x" * 40}
    path = client.post("/games", data=plan).headers["Location"]
    assert client.post("/games", data=plan).headers["Location"] == path
    quick = client.post("/games", data=plan, headers={"HX-Request": "true"})
    assert (quick.status_code, quick.headers["HX-Redirect"]) == (HTTPStatus.OK, path)
    for other in ({"name-2": "Doris"}, {"ruleset": "wrc-2025"}):
        answer = client.post("/games", data=plan | other)
        assert answer.status_code == HTTPStatus.CONFLICT
        assert "Aino · Ben · Chie · Dai" in answer.text
        assert other.get("name-2", "Chie") in answer.text
    assert entries(client, path) == 1

    hand = fields_of(client, path, RON) | {"command_id": "hand " + "y" * 40}
    client.post(path + "/hands", data=hand)
    stranger = client.post("/games", data=plan | {"command_id": hand["command_id"]})
    assert stranger.status_code == HTTPStatus.CONFLICT
    assert "used at another table" in stranger.text


def compared(client: FlaskClient, path: str, mine: dict[str, str]) -> dict[str, str]:
    """Record a hand on another phone while ``mine`` is in the form, and return the form of "take mine instead"."""
    form = fields_of(client, path, mine)
    assert send(client, path, RON) == HTTPStatus.SEE_OTHER
    page = client.post(path + "/hands", data=form)
    assert page.status_code == HTTPStatus.CONFLICT
    block = page.text[page.text.index("/hands/instead") :]
    return dict(re.findall(r'name="([^"]+)" value="([^"]*)"', block))


def test_mine_instead_of_theirs_is_one_decision(client: FlaskClient) -> None:
    """Both events of one order, and once more the same answer."""
    path = started(client)
    form = compared(client, path, TSUMO)
    for _ in range(2):
        assert client.post(path + "/hands/instead", data=form).status_code == HTTPStatus.SEE_OTHER
    kinds = [kind for _, kind, _ in client.get(path + "/log").get_json()["events"]]
    assert kinds == ["game_started", "hand_recorded", "undone", "hand_recorded"]


@pytest.mark.parametrize(
    ("mine", "spoiled", "why"),
    [
        (TSUMO, {"fu-2": "25", "han-2": "1"}, "not as it was"),
        (TSUMO, {"previewed": ""}, "not as it was"),
        (TSUMO, {"marks": "2;;"}, "not as it was"),
        (SEVEN_PAIRS, {"previewed": digest_of_hand(Form(pairs=tuple(SEVEN_PAIRS.items())))}, "1 han 25 fu"),
    ],
)
def test_mine_that_is_refused_leaves_theirs(
    client: FlaskClient, mine: dict[str, str], spoiled: dict[str, str], why: str
) -> None:
    """Their hand still stands, and the page shows both with the reason."""
    path = started(client)
    form = compared(client, path, mine)

    answer = client.post(path + "/hands/instead", data=form | spoiled)

    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Ben (3 han 40 fu) from Aino" in text_of_page(answer.text)
    assert why in text_of_page(answer.text)
    assert entries(client, path) == 2


def test_only_a_hand_is_taken_back_for_mine(client: FlaskClient) -> None:
    """Where the last entry is another, nothing is taken back."""
    path = started(client)
    send(client, path, RON)
    client.post(path + "/adjust", data=FIGURES | {"expected": expected_at(client, path)})
    answer = client.post(path + "/hands/instead", data=fields_of(client, path, TSUMO))
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "The last entry is not a hand" in text_of_page(answer.text)
    assert entries(client, path) == 3
