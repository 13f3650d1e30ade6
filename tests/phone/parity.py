"""A server beside a phone: what the server was asked is asked of the phone too, and what both answer is compared."""

import json
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.app.answer import BAD_REQUEST, Answer
from referee.app.asked import Asked, Device
from referee.app.form import FormPairs
from referee.database import DatabaseDesk
from referee.paths import data_dir
from referee.web import create_app, host
from referee.web import host as web_asked
from referee.web.assets import asset
from referee.web.downloads import CORE, downloads, kilobytes
from tests.desks import shipped

TIME = "2026-11-22T12:00:00.000+00:00"
Call = list[str]
"""A function that a phone is asked by its host, and the texts that it is given."""
Reply = Callable[[Call], str]
"""A phone: it answers a call."""


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A question, and what the server answered; ``what`` says it to a person.

    ``waits`` where the phone has to say beside the same that rows of the sheet are not sent yet.
    """

    what: str
    call: Call
    answer: dict[str, Any]
    waits: bool = False


@dataclass
class Server:
    """A server at a fixed time with ids that can be foretold; ``calls`` is what a phone is told and asked beside it.

    ``program`` is what the phone runs.
    """

    client: FlaskClient
    program: str
    calls: list[Call | Compared] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    unsent: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    log: str = ""

    def get(self, path: str, *, part: bool = False) -> TestResponse:
        """Ask for a page on both."""
        return self.both("GET", path, {}, part=part)

    def follow(self, path: str) -> TestResponse:
        """Ask for a page on both, and where they lead on, for the page there."""
        response = self.get(path)
        while "Location" in response.headers:
            response = self.get(response.headers["Location"])
        return response

    def post(self, path: str, fields: Mapping[str, str], *, part: bool = False) -> TestResponse:
        """Send an order to both; the phone keeps it among its unsent ones."""
        return self.both("POST", path, fields, part=part)

    def both(self, method: str, path: str, fields: Mapping[str, str], *, part: bool) -> TestResponse:
        """Ask the server, and write down what a phone has to answer to the same question."""
        self.answers.clear()
        headers = {"HX-Request": "true"} if part else {}
        response = self.client.open(path, method=method, data=dict(fields) or None, headers=headers)
        asked = self.asked[-1]
        found = self.question_of(asked, method)
        answer: dict[str, Any] = {"status": response.status_code}
        if "Location" not in response.headers:
            answer["body"] = response.text
        if self.answers:
            answer |= {"headers": [list(each) for each in self.answers[-1].headers]}
            device = self.answers[-1].device
            answer |= {"device": None if device is None else remembered(device)}
        what = f"{method} {path} {dict(fields) or ''} {asked.speaker.lang}"
        waits = "/sheet" in path and any(is_row(order) for order in self.unsent.get(token_in(path), []))
        self.calls.append(Compared(what=what, call=["respond", json.dumps(found)], answer=answer, waits=waits))
        if found["order"] and response.status_code < BAD_REQUEST:
            order = {"id": found["order"], "path": asked.path, "form": found["form"], "at": TIME}
            begun = asked.path == "/games"
            table = token_in(response.headers["Location"] if begun else asked.path)
            self.unsent.setdefault(table, []).append(order)
        return response

    def question_of(self, asked: Asked, method: str) -> dict[str, Any]:
        """Return a question as the phone is asked it."""
        return {
            "method": method,
            "path": asked.path,
            "query": asked.query.pairs,
            "form": asked.form.pairs,
            "device": remembered(asked.device),
            "lang": asked.speaker.lang,
            "command": asked.command,
            "order": told_one(asked.form.pairs, "command_id") if method == "POST" else "",
            "at": TIME,
            "is_part": asked.is_part,
            "tag": asked.tag,
            "url": asked.url,
            "unsent": {token: list(orders) for token, orders in self.unsent.items()},
        }

    def open_table(self, path: str) -> None:
        """Tell the phone a table as it stands by now, so that nothing of it is unsent any more."""
        log = self.client.get(f"{path}/log", headers={"Referee-Build": "parity"}).get_json()
        rules = self.client.get(f"{path}/rules/{log['ruleset']}").text
        self.log = json.dumps(log)
        self.calls += [["keep_rules", log["ruleset"], rules], ["keep_log", self.log]]
        self.unsent.pop(token_in(path), None)

    def tell_again(self) -> None:
        """Tell the phone the same log once more, so that it enters all that is unsent anew."""
        self.calls.append(["keep_log", self.log])


def is_row(order: dict[str, Any]) -> bool:
    """Return whether an order stands on the sheet, unlike marks and what a device remembers."""
    return not order["path"].endswith(("/marks", "/seat", "/archive"))


def token_in(address: str) -> str:
    """Return the token in the address of a table."""
    return address.split("/")[2]


def told_one(pairs: FormPairs, name: str) -> str:
    """Return the first value of a field."""
    return next((value for key, value in pairs if key == name), "")


def remembered(device: Device) -> dict[str, Any]:
    """Return what a device remembers as both hosts tell it."""
    look = device.look
    return {
        "id": device.id,
        "language": device.language,
        "look": [["theme", look.theme], ["contrast", look.contrast], ["hand", look.hand]],
        "tables": [list(each) for each in device.tables.items()],
        "referee": device.referee,
        "rules": [list(each) for each in device.rules.items()],
        "names": list(device.names),
        "archived": [list(each) for each in device.archived],
    }


def program_sent(app: Flask) -> str:
    """Return the program that a phone is sent."""
    with app.test_request_context():
        return downloads()[CORE].content.decode()


def pieces_told(app: Flask) -> list[Call]:
    """Return what a phone is told before it is asked anything: where its files lie, and the whole library, as sent."""
    static = data_dir() / "static"
    paths = [path_in(static, file) for file in static.rglob("*.*") if file.is_file()]
    with app.test_request_context():
        assets = {path: asset(path) for path in paths}
        sizes = {name: kilobytes(name) for name in downloads()}
        pieces = [each.content.decode() for name, each in downloads().items() if name != CORE]
    return [["keep_assets", json.dumps({"assets": assets, "sizes": sizes})], *(["keep_piece", text] for text in pieces)]


def path_in(folder: Path, file: Path) -> str:
    """Return the path of a file as templates name it."""
    return file.relative_to(folder).as_posix()


@pytest.fixture
def beside(desk: DatabaseDesk, monkeypatch: pytest.MonkeyPatch) -> Server:
    """Return a server that tells what it is asked and what it answers."""
    app = create_app(desk.library, replace(desk, clock=lambda: TIME))
    server = Server(client=app.test_client(), program=program_sent(app), calls=[*pieces_told(app)])
    asked_now, sent = web_asked.current_asked, host.sent

    def asking() -> Asked:
        server.asked.append(asked_now())
        return server.asked[-1]

    def sending(answer: Answer) -> Response:
        server.answers.append(answer)
        return sent(answer)

    monkeypatch.setattr(host, "current_asked", asking)
    monkeypatch.setattr(host, "sent", sending)
    monkeypatch.setattr(secrets, "token_hex", lambda size: "c0" * size)
    return server


UNSENT_TAG = re.compile(r'(\d\.[0-9a-f]{16}\.\d+)-\d+(?=\\?")')
"""The version of a sheet, with the number of the last event that was sent behind it."""


def differences(server: Server, replies: list[str]) -> list[str]:
    """Return what a phone answers otherwise than the server, a line for each question."""
    found = []
    for asked, reply in zip(server.calls, replies, strict=True):
        if isinstance(asked, Compared):
            head, _, body = UNSENT_TAG.sub(r"\1", reply).partition("\n")
            there = json.loads(head) | {"body": body}
            if asked.waits:
                there["body"] = sent_already(there["body"])
            wrong = [name for name, value in asked.answer.items() if there[name] != value]
            found += [f"{asked.what}: {name}: {first_difference(asked.answer[name], there[name])}" for name in wrong]
    return found


def sent_already(sheet: str) -> str:
    """Return a sheet without that it says that rows are not sent, which it has to say of every one."""
    for words in shipped().sentences.values():
        row, note = (" row--waiting", f" <small>{words['offline.not_sent']}</small>")
        notice = f'<p class="notice no-print" role="status">{words["offline.on_sheet"]}</p>\n'
        if notice in sheet and 0 < sheet.count(row) == sheet.count(note) == sheet.count('<tr role="row" class="row'):
            return sheet.replace(row, "").replace(note, "").replace(notice, "")
    return "a sheet that does not say what is not sent"


def texts(server: Server) -> list[str]:
    """Return what a phone is called with, each call as one text."""
    return [json.dumps(each.call if isinstance(each, Compared) else each) for each in server.calls]


def first_difference(here: object, there: object) -> str:
    """Return where two values part."""
    if not isinstance(here, str) or not isinstance(there, str):
        return f"{here!r} and {there!r}"
    places = zip(here, there, strict=False)
    place = next((at for at, pair in enumerate(places) if pair[0] != pair[1]), min(len(here), len(there)))
    start = max(0, place - 60)
    return f"{here[start : place + 80]!r} and {there[start : place + 80]!r}"
