"""What the listener lets in, what it waits for, and what it leaves open."""

import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlencode

import pytest
from flask import Flask

from referee.desk import Desk
from referee.web import connections, guard, server
from tests.desks import begin

NAMES = {f"name-{seat}": name for seat, name in enumerate(("Aki", "Ben", "Chie", "Dan"))}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@contextmanager
def line(port: int, *, source: str = "") -> Iterator[HTTPConnection]:
    """Return an open connection."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30, source_address=(source, 0) if source else None)
    connection.connect()
    yield connection
    connection.close()


def asked(over: HTTPConnection, method: str, path: str, body: str = "", **headers: str) -> HTTPResponse:
    """Ask, and read the answer to its end."""
    over.request(method, path, body or None, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = over.getresponse()
    answer.read()
    return answer


def hung_up(over: HTTPConnection, seconds: float) -> bool:
    """Say whether the server closes a connection within a time."""
    over.sock.settimeout(seconds)
    try:
        return over.sock.recv(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def test_a_connection_stays_open_after_answers_without_a_body(port: int, hall: Desk) -> None:
    """A poll that brings nothing new, and the question whether the server is there, cost no new connection."""
    path = f"/t/{begin(hall).token}/state"
    with line(port) as over:
        own = over.sock.getsockname()
        tag = asked(over, "GET", path).headers["HX-PTag"]
        statuses = [
            asked(over, "GET", path, HX_PTag=tag).status,
            asked(over, "GET", "/phone/alive").status,
            asked(over, "GET", path, HX_PTag=tag).status,
        ]

        assert statuses == [304, 204, 304]
        assert over.sock is not None
        assert over.sock.getsockname() == own


def test_who_says_so_is_hung_up_on(port: int) -> None:
    """A program that asks for the end of its connection gets it, also after an answer without a body."""
    with line(port) as over:
        over.request("GET", "/phone/alive", headers={"Connection": "close"})
        assert over.getresponse().headers["Connection"] == "close"


@pytest.mark.parametrize(
    "begun",
    [b"G", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"POST /games HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na"],
)
def test_a_request_that_does_not_become_whole_is_not_waited_for(
    port: int, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    """Whether nothing more comes or a byte now and then; a connection on which nothing was asked stays."""
    monkeypatch.setattr(connections, "SECONDS_FOR_A_REQUEST", 1.0)
    monkeypatch.setattr(connections, "LOOK_EVERY", 0.1)
    with line(port) as idle, line(port) as silent, line(port) as dripping:
        silent.sock.sendall(begun)
        until = time.monotonic() + 30
        closed = False
        while not closed and time.monotonic() < until:
            try:
                dripping.sock.sendall(begun[:1] if begun.startswith(b"G") else begun)
                begun = b"a"
            except ConnectionError:
                break
            closed = hung_up(dripping, 0.1)

        assert time.monotonic() < until
        assert hung_up(silent, 30)
        assert asked(idle, "GET", "/phone/alive").status == 204


@pytest.mark.parametrize("length", [64 * 1024 + 1, 1024 * 1024 + 1, 10**15])
@pytest.mark.parametrize("path", ["/games", "/api/v1/score", "/nowhere"])
def test_too_large_a_body_is_refused_before_it_is_read(port: int, path: str, length: int) -> None:
    """The answer comes while nothing of the body was sent, in the shape of what was asked."""
    kind = "application/json" if path.startswith("/api") else FORM["Content-Type"]
    with line(port) as over:
        over.putrequest("POST", path)
        for name, value in (("Content-Type", kind), ("Content-Length", str(length)), ("Referee-Command", "abc")):
            over.putheader(name, value)
        over.putheader("Expect", "100-continue")
        over.endheaders()
        answer = over.getresponse()
        found = answer.read()

    assert answer.status == 413
    assert answer.headers["Referee"].startswith("referee-")
    assert answer.headers["Referee-Command"] == "abc"
    if path.startswith("/api"):
        assert json.loads(found)["error"]["code"] == "too_large"


@pytest.mark.parametrize("path", ["/games", "/api/v1/score"])
def test_a_body_of_unknown_length_is_read_up_to_the_limit(port: int, path: str) -> None:
    """A body in pieces is cut off, and the refusal can be read although more is on its way."""
    kind = "application/json" if path.startswith("/api") else FORM["Content-Type"]
    with line(port) as over:
        over.request("POST", path, iter([b"x" * 1000] * 300), {"Content-Type": kind}, encode_chunked=True)
        answer = over.getresponse()

        assert answer.status == 413
        assert answer.headers["Referee"].startswith("referee-")


def test_a_form_in_pieces_is_read(port: int) -> None:
    """What is not too large is taken however it comes."""
    body = urlencode(NAMES | {"command_id": "0" * 32, "ruleset": "aalto"}).encode()
    with line(port) as over:
        over.request("POST", "/games", iter([body[:9], body[9:]]), FORM, encode_chunked=True)

        assert over.getresponse().status == 303


def test_what_is_no_request_is_refused_with_our_name(port: int) -> None:
    """Also what is refused before the application sees it says whose answer it is."""
    with line(port) as over:
        over.sock.sendall(b"GET / HTTP/1.1\r\nHost : x\r\n\r\n")
        answer = over.sock.recv(10_000)

    assert b" 400 " in answer.splitlines()[0]
    assert b"\r\nReferee: referee-" in answer


def test_a_newcomer_finds_room_among_idle_connections(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Where as many connections are open as may be, those that have been idle for longest make room."""
    monkeypatch.setattr(server, "connections_allowed", lambda _: 40)
    monkeypatch.setattr(connections, "LOOK_EVERY", 0.1)
    assert own_app
    port = request.getfixturevalue("port")
    crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(120)]
    with line(port) as over:
        assert asked(over, "GET", "/phone/alive").status == 204
    for each in crowd:
        each.close()


@pytest.mark.parametrize(("source", "statuses"), [("127.0.0.1", [303, 303]), ("127.0.0.2", [303, 429])])
def test_only_the_proxy_on_this_machine_says_for_whom_it_asks(
    port: int, own_app: Flask, source: str, statuses: list[int]
) -> None:
    """Two addresses behind it may begin a game each; a stranger who names others is one address."""
    own_app.extensions[guard.LIMITS] = guard.Limits(most=1)
    found = []
    for number in (1, 2):
        body = urlencode(NAMES | {"command_id": str(number) * 32, "ruleset": "aalto"})
        with line(port, source=source) as over:
            found.append(asked(over, "POST", "/games", body, X_Forwarded_For=f"192.0.2.{number}", **FORM).status)

    assert found == statuses


@pytest.mark.parametrize(("scheme", "secure"), [("https", True), ("http", False)])
def test_cookies_go_over_https_only_where_that_was_used(port: int, scheme: str, secure: bool) -> None:  # noqa: FBT001
    """Whoever comes over HTTPS never sends a cookie without it."""
    body = urlencode(NAMES | {"command_id": "3" * 32, "ruleset": "aalto"})
    with line(port) as over:
        written = asked(over, "POST", "/games?lang=ja", body, X_Forwarded_Proto=scheme, **FORM)
    with line(port) as over:
        chosen = asked(over, "GET", "/pays?lang=ja", X_Forwarded_Proto=scheme)
    cookies = [*(written.headers.get_all("Set-Cookie") or ()), *(chosen.headers.get_all("Set-Cookie") or ())]

    assert len(cookies) >= 2
    assert [("; Secure" in each) for each in cookies] == [secure] * len(cookies)


@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        ("/", "a" * 64, 400),
        ("/static/0/%00", "localhost", 404),
        ("/static/0/" + "x" * 300, "localhost", 404),
        ("/t/%00", "localhost", 404),
    ],
)
def test_odd_addresses_are_answered(port: int, path: str, host: str, status: int) -> None:
    """A host that cannot be one, and files that cannot be, are no mistakes of ours."""
    with line(port) as over:
        answer = asked(over, "GET", path, Host=host)

    assert answer.status == status
    assert answer.headers["Referee"].startswith("referee-")


@pytest.mark.parametrize("files", [256, 1024, 20_000, 10**9])
def test_as_many_phones_fit_as_files_may_be_open(files: int) -> None:
    """Some files are left for everything else, and memory is not promised without end."""
    assert 64 <= server.connections_allowed(files) <= min(files, server.MOST_CONNECTIONS)
    assert files < 20_000 or server.connections_allowed(files) > 600 * 6 + 200


@pytest.mark.parametrize(
    ("path", "status", "code"), [("/api/v1/score", 405, "wrong_method"), ("/api/v1/a/b", 404, "not_found")]
)
def test_programs_are_refused_in_their_own_language(port: int, path: str, status: int, code: str) -> None:
    """Also what is wrong with the address or the method is said as JSON."""
    with line(port) as over:
        over.request("GET", path)
        answer = over.getresponse()

        assert answer.status == status
        assert json.loads(answer.read())["error"]["code"] == code


def test_pages_come_one_after_the_other_but_none_waits_long(
    port: int, own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of pages that are asked for at once each is drawn alone; one that takes long lets the others pass."""
    at_once: list[int] = []
    now: list[str] = []

    def page(name: str, seconds: str) -> str:
        now.append(name)
        at_once.append(len(now))
        time.sleep(float(seconds))
        now.remove(name)
        return name

    own_app.add_url_rule("/slow/<name>/<seconds>", "slow", page)

    def look(name: str, seconds: float) -> float:
        began = time.monotonic()
        with line(port) as over:
            assert asked(over, "GET", f"/slow/{name}/{seconds}").status == 200
        return time.monotonic() - began

    with ThreadPoolExecutor(5) as people:
        with monkeypatch.context() as patient:
            patient.setattr(connections, "LONGEST_TURN", 30.0)
            list(people.map(look, "abcd", [0.03] * 4))
        assert at_once == [1, 1, 1, 1]
        long = people.submit(look, "long", 3.0)
        while "long" not in now:
            time.sleep(0.01)
        assert look("short", 0.0) < 2
        assert not long.done()


def test_an_answer_that_ends_after_the_server_wakes_nobody(own_app: Flask) -> None:
    """What still works when all is closed neither fails nor writes into whatever has taken the number of its pipe."""
    listener = server.make_server(own_app, "127.0.0.1", 0)
    listener.close()

    for each in listener.servers:
        each.pull_trigger()
