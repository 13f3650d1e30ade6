"""Numbers tell no two histories apart, hashes do: an older backup that went on, and forms from before it."""

import hashlib
from http import HTTPStatus
from typing import Any

from flask.testing import FlaskClient

from tests.web.requests_at_table import RON, fields_of, started

HTMX = {"HX-Request": "true"}


def log_of(client: FlaskClient, path: str) -> dict[str, Any]:
    """Return the log of a table as a phone is told it."""
    answer: dict[str, Any] = client.get(path + "/log", headers={"Referee-Build": "of today"}).get_json()
    return answer


def test_an_answer_names_the_event_that_was_written(client: FlaskClient) -> None:
    """The hash of the answer stands in the log, and a phone can work it out from the id of its order."""
    path = started(client)
    answer = client.post(path + "/hands", data=fields_of(client, path, RON) | {"command_id": "mine"}, headers=HTMX)

    log = log_of(client, path)
    assert (answer.headers["Sheet-Seq"], answer.headers["Sheet-Event"]) == ("2", log["hashes"][-1])
    assert log["hashes"][-1] == hashlib.sha256(b"command mine").hexdigest()[:16]
    assert len(log["hashes"]) == len(log["events"]) == 2
    mark = client.post(path + "/marks", data={"mark": "riichi-0-on", "hand": "1", "command_id": "m"}, headers=HTMX)
    assert mark.headers["Sheet-Event"] == hashlib.sha256(b"command mriichi-0-on").hexdigest()[:16]


def test_the_number_of_another_history_does_not_count(client: FlaskClient) -> None:
    """A form of a sheet that was the same length is a conflict; one with the right hash never is."""
    path = started(client)
    form = fields_of(client, path, RON)
    assert form["expected_event"] == log_of(client, path)["hashes"][0]

    stranger = client.post(path + "/hands", data=form | {"expected_event": "0123456789abcdef"})
    assert stranger.status_code == HTTPStatus.CONFLICT
    assert len(log_of(client, path)["events"]) == 1
    assert client.post(path + "/hands", data=form | {"expected": "7"}).status_code == HTTPStatus.SEE_OTHER


def test_the_tags_of_polls_and_logs_hold_the_hash(client: FlaskClient) -> None:
    """Two sheets of the same length are told apart by what a phone asks with."""
    paths = [started(client), started(client)]
    tags = [client.get(path + "/state").headers["HX-PTag"] for path in paths]
    assert tags[0] != tags[1]
    assert client.get(paths[0] + "/state", headers={"HX-PTag": tags[0]}).status_code == HTTPStatus.NOT_MODIFIED
    versions = [log_of(client, path)["version"] for path in paths]
    assert versions[0] != versions[1]
    assert client.get(f"{paths[0]}/log?have={versions[0]}").status_code == HTTPStatus.NO_CONTENT


def test_rules_are_told_only_under_their_own_hash(client: FlaskClient) -> None:
    """What a browser keeps for good is what its address says."""
    path = started(client)
    digest = log_of(client, path)["rules"]
    answer = client.get(f"{path}/rules/{digest}")
    assert hashlib.sha256(answer.data).hexdigest() == digest
    assert "immutable" in answer.headers["Cache-Control"]
    assert client.get(f"{path}/rules/anything").status_code == HTTPStatus.NOT_FOUND


def test_a_lost_entry_is_sent_like_any_order(client: FlaskClient) -> None:
    """It is written once under an id made of its hash, whoever sends it; what is none is refused with a reason."""
    path = started(client)
    hand = {"command_id": f"mine {path}"}
    client.post(path + "/hands", data=fields_of(client, path, RON) | hand)
    found = log_of(client, path)
    _, kind, body = found["events"][1]
    name = f"lost-{found['hashes'][1]}"
    restored = started(client)
    lost = {"command_id": name, "kind": kind, "body": body, "seq": "2"}
    answers = [client.post(restored + "/lost", data=lost, headers=HTMX) for _ in range(2)]
    assert [(answer.status_code, answer.headers["Sheet-Seq"]) for answer in answers] == [(200, "2"), (200, "2")]
    assert {answer.headers["Sheet-Event"] for answer in answers} == {
        hashlib.sha256(f"command {name}".encode()).hexdigest()[:16]
    }
    assert log_of(client, restored)["events"][1] == found["events"][1]
    refused = client.post(restored + "/lost", data={"command_id": "lost-0", "kind": "undone", "body": "x"})
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "not a score sheet entry" in refused.text


def test_an_older_phone_is_told_only_what_it_knows(client: FlaskClient) -> None:
    """A changed name is a note to a program from before there were any; numbers and hashes are the same for both."""
    path = started(client)
    names = {"name-0": "Aino", "name-1": "Bert", "name-2": "Chie", "name-3": "Dai"}
    assert client.post(path + "/names", data=names).status_code == HTTPStatus.SEE_OTHER
    before, now = client.get(path + "/log").get_json(), log_of(client, path)
    assert now["events"][1] == [2, "renamed", '{"seat":1}']
    assert before["events"][1][:2] == [2, "noted"]
    assert "Bert" in before["events"][1][2]
    assert before["hashes"] == now["hashes"]
