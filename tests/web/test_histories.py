"""Numbers tell no two histories apart, hashes do: an older backup that went on, and forms from before it."""

import hashlib
from http import HTTPStatus
from typing import Any

from flask.testing import FlaskClient

from tests.web.requests_at_table import RON, fields_of, started

HTMX = {"HX-Request": "true"}


def log_of(client: FlaskClient, path: str) -> dict[str, Any]:
    """Return the log of a table as a phone is told it."""
    told: dict[str, Any] = client.get(path + "/log", headers={"Referee-Build": "of today"}).get_json()
    return told


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
    told = client.get(f"{path}/rules/{digest}")
    assert hashlib.sha256(told.data).hexdigest() == digest
    assert "immutable" in told.headers["Cache-Control"]
    assert client.get(f"{path}/rules/anything").status_code == HTTPStatus.NOT_FOUND
