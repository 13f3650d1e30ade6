"""A proxy between phone and server that plays what stands or happens between them."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

LOGIN = b"<!doctype html><title>Hotel</title><h1>Welcome to Hotel Wi-Fi</h1><form method=post><button>Log in</button>"
HOP_BY_HOP = ("connection", "transfer-encoding", "keep-alive")


@dataclass
class Answer:
    """What is sent to the phone; ``sent`` is how much of the body arrives."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes = b""
    sent: float = 1.0


@dataclass
class Asked:
    """A request of the phone, which can be passed on."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    beyond: str

    def pass_on(self) -> Answer:
        """Return what the server answers."""
        where = urlsplit(self.beyond)
        connection = HTTPConnection(str(where.hostname), where.port or 80, timeout=30)
        try:
            connection.request(self.method, self.path, self.body, self.headers | {"Connection": "close"})
            response = connection.getresponse()
            found = [each for each in response.getheaders() if each[0].lower() not in HOP_BY_HOP]
            return Answer(status=response.status, headers=found, body=response.read())
        finally:
            connection.close()


Playing = Callable[[Asked], Answer | None]
"""Answers in place of the server; None is a connection that breaks without a word."""


def foreign(status: int, *headers: tuple[str, str]) -> Playing:
    """Return what answers everything by itself: a login page, a proxy's excuse."""
    return lambda _: Answer(status=status, headers=[("Content-Type", "text/html"), *headers], body=LOGIN)


def refusing(status: int, *headers: tuple[str, str]) -> Playing:
    """Return a server of ours that answers every order with a status, and everything else as ever."""

    def play(asked: Asked) -> Answer | None:
        if asked.method == "GET":
            return asked.pass_on()
        alive = Asked(method="GET", path="/phone/alive", headers={}, body=b"", beyond=asked.beyond).pass_on()
        build = next(value for name, value in alive.headers if name == "Referee")
        own = [("Referee", build), ("Referee-Command", asked.headers.get("Referee-Command", "")), *headers]
        return Answer(status=status, headers=own, body=b"no")

    return play


def broken(_: Asked) -> Answer | None:
    """Break every connection."""
    return None


def half(asked: Asked) -> Answer | None:
    """Pass everything on, and break off in the middle of every answer that has a body."""
    answer = asked.pass_on()
    answer.sent = 0.5 if answer.body else 0.0
    return answer if answer.body else None


def answer_lost(asked: Asked) -> Answer | None:
    """Pass everything on, and lose the answers to orders."""
    answer = asked.pass_on()
    return answer if asked.method == "GET" else None


def slow(asked: Asked) -> Answer | None:
    """Pass everything on after longer than a phone waits."""
    time.sleep(4)
    return asked.pass_on()


FAULTS: dict[str, Playing] = {
    "portal 200": foreign(200),
    "portal 302": foreign(302, ("Location", "http://portal.invalid/login")),
    "portal 302 here": foreign(302, ("Location", "/login")),
    "portal 403": foreign(403),
    "portal 511": foreign(511),
    "foreign 500": foreign(500),
    "foreign 413": foreign(413),
    "foreign 429": foreign(429, ("Retry-After", "1")),
    "gateway 503": foreign(503),
    "broken": broken,
    "half": half,
    "answer lost": answer_lost,
    "slow": slow,
    "ours 503": refusing(503, ("Retry-After", "1"), ("Referee-Cause", "full")),
    "ours 500": refusing(500),
    "ours 404": refusing(404),
    "ours 413": refusing(413),
    "ours 429": refusing(429, ("Retry-After", "1")),
}


@dataclass
class Between:
    """The running proxy; ``playing`` says what it does to every request, None passes everything on."""

    server: ThreadingHTTPServer
    playing: Playing | None = field(default=None)

    @property
    def port(self) -> int:
        """Where it listens on this machine."""
        return int(self.server.server_port)


@contextmanager
def between(beyond: str) -> Iterator[Between]:
    """Run a proxy before the server."""

    class Passing(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            asked = Asked(self.command, self.path, dict(self.headers.items()), body, beyond)
            try:
                found = asked.pass_on() if running.playing is None else running.playing(asked)
            except (OSError, HTTPException):
                found = None
            if found is None:
                return
            self.send_response_only(found.status)
            names = {name.lower() for name, _ in found.headers}
            for name, value in found.headers:
                self.send_header(name, value)
            if "content-length" not in names and found.status not in (204, 304):
                self.send_header("Content-Length", str(len(found.body)))
            self.end_headers()
            self.wfile.write(found.body[: int(len(found.body) * found.sent)])

        do_GET = do_POST = answer  # noqa: N815 - as the base class wants them

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Passing)
    server.daemon_threads = True
    running = Between(server=server)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield running
    server.shutdown()
    server.server_close()
