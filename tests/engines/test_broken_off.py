"""A connection breaks in the middle of an answer: some browsers take the half for the whole, the phone must not."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from urllib.response import addinfourl

import pytest

from tests.engines.engines import Hand

WHOLE = """
const response = await fetch('{path}', {{ headers: {{ 'HX-Request-Type': 'full' }} }});
return [response.status, (await response.text()).trimEnd().endsWith('</html>')];
"""


def answered(asked: Request) -> addinfourl:
    """Return what the server answers, also that the browser holds it already."""
    try:
        return urlopen(asked)  # type: ignore[no-any-return]  # noqa: S310 - our own server
    except HTTPError as answer:
        return answer


class Relay(ThreadingHTTPServer):
    """Stands between a phone and the server, and sends half of every compressed answer when it is told to."""

    daemon_threads = True

    def __init__(self, beyond: str) -> None:
        super().__init__(("127.0.0.1", 0), Passing)
        self.beyond = beyond
        self.breaks = False

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.server_port}"


class Passing(BaseHTTPRequestHandler):
    """Passes one request on."""

    server: Relay

    def do_GET(self) -> None:
        """Send what the server answers, or the first half of it."""
        asked = Request(self.server.beyond + self.path, headers=dict(self.headers))  # noqa: S310 - our own server
        with answered(asked) as answer:
            body = answer.read()
            self.send_response(answer.getcode() or 200)
            for name, value in answer.headers.items():
                self.send_header(name, value)
        self.end_headers()
        half = self.server.breaks and "Content-Encoding" in answer.headers
        self.wfile.write(body[: len(body) // 2] if half else body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def relay(address: str) -> Iterator[Relay]:
    """Return a running relay before the server."""
    running = Relay(address)
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield running
    running.shutdown()
    running.server_close()


def test_half_an_answer_is_none(hand: Hand, relay: Relay) -> None:
    """This phone's own page is shown instead, or the one that is kept, which stays what it is."""
    hand.engine.goto(f"{relay.address}/pays")
    hand.wait("return Boolean(navigator.serviceWorker.controller && (await caches.match('/offline')))", "not kept")
    for path in ("/pays", "/rules"):
        assert hand.engine.run(WHOLE.format(path=path)) == [200, True]
    relay.breaks = True
    for path in ("/pays", "/rules"):
        assert hand.engine.run(WHOLE.format(path=path)) == [200, True]
    assert hand.engine.run("return (await (await caches.match('/rules')).text()).trimEnd().endsWith('</html>')")
    hand.engine.goto("about:blank")
