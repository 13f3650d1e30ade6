"""What tells a phone that an answer is the program's own, and why the program cannot write."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.database import DatabaseDesk
from referee.web.cache import build_name
from tests.desks import begin, order, ron, shipped
from tests.libraries import load

SHEET = "/static/0/css/base.css"
COMMAND = "0123456789abcdef" * 2
NAMES = {f"name-{seat}": name for seat, name in enumerate(("Aki", "Ben", "Chie", "Dan"))}


@pytest.fixture
def spoiled(own_app: Flask) -> FlaskClient:
    """Return a client of a desk that a test may spoil."""
    return own_app.test_client()


@pytest.mark.parametrize(
    "path", ["/", "/pays/payment", "/nowhere", "/t/none", "/phone/alive", SHEET, "/sw.js", "/api/v1/nothing"]
)
def test_every_answer_is_signed(client: FlaskClient, path: str) -> None:
    """Pages, fragments, files, errors and what a browser holds already say which build they are of."""
    name = json.loads(client.get("/phone/build.json").text)["name"]
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers.get("ETag", "none")})

    assert first.headers["Referee"] == again.headers["Referee"] == name
    assert f'"name": "{name}"' in client.get("/sw.js").text


@pytest.mark.parametrize("fields", [{}, NAMES | {"ruleset": "aalto"}, NAMES | {"ruleset": "nowhere"}])
def test_an_order_is_answered_by_its_id(client: FlaskClient, fields: dict[str, str]) -> None:
    """Whether it was carried out or refused, the answer says which order it is about; others say nothing."""
    assert client.post("/games", data=fields | {"command_id": COMMAND}).headers["Referee-Command"] == COMMAND
    assert "Referee-Command" not in client.post("/games", data=fields | {"command_id": "a\nb"}).headers
    assert "Referee-Command" not in client.get(f"/games/new?command_id={COMMAND}").headers


def test_an_order_that_is_too_large_to_be_read_is_answered_by_the_id_beside_it(client: FlaskClient) -> None:
    """A phone says the id in a header too, so that it can hold what will never be taken."""
    answer = client.post("/games", data={"name-0": "x" * 70_000}, headers={"Referee-Command": "abc"})

    assert (answer.status_code, answer.headers["Referee-Command"]) == (413, "abc")


CAUSES = {
    "full": sqlite3.SQLITE_FULL,
    "locked": sqlite3.SQLITE_BUSY,
    "read_only": sqlite3.SQLITE_READONLY,
    "unavailable": sqlite3.SQLITE_IOERR,
}


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("cause", CAUSES)
def test_what_cannot_be_written_now_says_why(
    spoiled: FlaskClient, monkeypatch: pytest.MonkeyPatch, cause: str, lang: str
) -> None:
    """The answer is a page with the reason in the reader's language, and a header for the phone; form fields stay."""

    def broken(*_: object) -> None:
        problem = sqlite3.OperationalError("broken")
        problem.sqlite_errorcode = CAUSES[cause] | 0x300
        raise problem

    monkeypatch.setattr("referee.store.sqlite.SqliteStore.add_game", broken)
    fields = NAMES | {"ruleset": "aalto", "command_id": COMMAND}
    answer = spoiled.post(f"/games?lang={lang}", data=fields, headers={"HX-Request": "true"})

    assert answer.status_code == 503
    assert answer.headers["Referee-Cause"] == cause
    assert answer.headers["Referee-Command"] == COMMAND
    assert int(answer.headers["Retry-After"]) <= 60
    assert answer.headers["HX-Reswap"] == "none"
    assert shipped().sentences[lang][f"trouble.text_{cause}"] in answer.text


def test_a_mistake_in_a_query_stays_our_mistake(spoiled: FlaskClient, hall: DatabaseDesk) -> None:
    """Only what a database cannot do now is said to be that."""
    hall.store.database().execute("drop table names")

    assert spoiled.post("/games", data=NAMES | {"command_id": COMMAND}).status_code == 500


def test_no_log_tells_the_address_of_a_table(
    spoiled: FlaskClient, hall: DatabaseDesk, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever reads a log must not be able to write on a score sheet."""
    token = begin(hall).token
    hall.store.database().execute("drop table names")
    assert spoiled.post(f"/t/{token}/notes", data={"note": "late", "command_id": COMMAND}).status_code == 500

    assert "/t/..." in caplog.text
    assert token not in caplog.text


def test_pages_come_from_a_database_that_cannot_be_written(spoiled: FlaskClient, hall: DatabaseDesk) -> None:
    """Only writing waits."""
    played = begin(hall)
    played.record(ron(1, 0, 3, 40))
    hall.store.database().execute("pragma query_only = on")

    for page in ("", "/sheet", "/record?result=ron", "/log", "/state"):
        assert spoiled.get(f"/t/{played.token}{page}").status_code == 200
    answer = spoiled.post(f"/t/{played.token}/notes", data={"command_id": order().command, "note": "late"})
    assert (answer.status_code, answer.headers["Referee-Cause"]) == (503, "read_only")


def test_a_build_has_one_name_in_every_process() -> None:
    """The name does not depend on the order in which a process puts its sets."""
    asked = "from tests.libraries import load; from referee.web.cache import build_name; print(build_name(load()))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True, text=True)  # noqa: S603

    assert done.stdout.strip() == build_name(load())


def test_a_club_with_its_own_rules_has_its_own_build(tmp_path: Path) -> None:
    """A ruleset in a folder of its own makes another build."""
    text = 'extends = "aalto"\n[document]\ntitle = "Club"\nedition = "1"\nconfidence = "text"\nsource = "Wall"\n'
    (tmp_path / "club.toml").write_text(text, "utf-8")

    assert build_name(load([tmp_path])) != build_name(shipped())
