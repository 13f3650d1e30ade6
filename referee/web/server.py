"""`referee serve`: the app in a waitress server, its log, and the address to open, also as a QR code."""

from __future__ import annotations

import contextlib
import errno
import gc
import io
import logging
import re
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

import segno
from flask import Flask, g, request

from referee.web import guard
from referee.web.build_cache import make_in_background
from referee.web.connections import LARGEST_BODY, Listener
from referee.web.guard import build_of
from referee.web.share import EVERY_INTERFACE, local_network_address

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Response


TOKEN = re.compile(r"(/t/|/in/|/rules/edit/)[^/\s?\"']+")
_QUEUE = "waitress.queue"
"""Counts every request that waits for a thread, which is no trouble in a hall."""


class WithoutTokens(logging.Filter):
    """Takes the tokens out of what is written to a log."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything pass, with dots for tokens."""
        record.msg, record.args = TOKEN.sub(r"\1...", record.getMessage()), None
        return True


def install(app: Flask) -> None:
    """Keep tokens out of the logs of the app and of its server."""
    for logger in (app.logger, logging.getLogger("waitress")):
        if not any(isinstance(each, WithoutTokens) for each in logger.filters):
            logger.addFilter(WithoutTokens())
    logging.getLogger(_QUEUE).setLevel(logging.ERROR)


def write_requests(app: Flask) -> None:
    """Write a line about every request to the standard error: when, what, the answer, and how long it took."""
    app.before_request(begin)
    app.after_request(write)


def begin() -> None:
    """Note when a request came."""
    g.begun = time.perf_counter()


def write(response: Response) -> Response:
    """Write a line about a request; it names the kind of address, not the table."""
    place = request.url_rule.rule if request.url_rule is not None else "?"
    taken = round((time.perf_counter() - g.pop("begun", time.perf_counter())) * 1000)
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    sys.stderr.write(f"{now} {request.method} {place} {response.status_code} {taken} ms\n")
    return response


try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment] # Windows counts its files otherwise

_THREADS = 32
_SWITCH_SECONDS = 0.001
_GARBAGE = (10_000, 20, 50)
"""What is sent waits less for pages that are being drawn, and all is looked through for garbage more seldom.

A hall of 250 tables in which 25 hands a second are sent: 99 of 100 polls within 83 ms, 131 without.
"""
_PROXY = "127.0.0.1"
"""A proxy on this machine may stand in front, and say for whom it asks, and that it was asked over HTTPS."""
_FILES_NOT_CONNECTIONS = 256
"""What the database, the pages and the log may hold open beside the connections of phones."""
MOST_CONNECTIONS = 16_384
_FEWEST_CONNECTIONS = 64
_MOST_WAITING = 4096
"""How many connections the system may hold that are not accepted yet, when a whole hall comes at once."""
_FILES_WHERE_UNLIMITED = 10_240
_SECONDS_TO_FINISH = 8.0
"""How long answers that were begun may take when the server is told to end: hosts that are stopped give it ten."""
_SECONDS_WHEN_INTERRUPTED = 1.0


def _code_of(address: str, encoding: str | None) -> str:
    """Return an address as a QR code made of characters, empty where the output cannot show them."""
    drawn = io.StringIO()
    segno.make(address, error="m").terminal(out=drawn, compact=True)
    try:
        drawn.getvalue().encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return ""
    return drawn.getvalue()


def announce(host: str, port: int, out: TextIO | None = None) -> None:
    """Print where the app can be opened: on this machine, and from phones on the same network.

    An output that takes nothing hinders nobody: the server runs on.
    """
    with contextlib.suppress(OSError, ValueError):
        _tell_addresses(host, port, out or sys.stdout)


def _tell_addresses(host: str, port: int, out: TextIO) -> None:
    name = "127.0.0.1" if host in EVERY_INTERFACE else host
    out.write(f"\n  On this machine:  http://{name}:{port}\n")
    network = local_network_address() if host in EVERY_INTERFACE else None
    if network is not None:
        address = f"http://{network}:{port}"
        out.write(f"  From a phone on the same network:  {address}\n\n")
        out.write(_code_of(address, out.encoding))
    out.write("\n  Ctrl+C stops it.\n")
    out.flush()


def make_server(app: Flask, host: str, port: int) -> Listener:
    """Return a listening server; port 0 takes any free one."""
    return Listener(
        app,
        {guard.BUILD: build_of(app)},
        host=host,
        port=port,
        threads=_THREADS,
        asyncore_use_poll=True,
        backlog=_MOST_WAITING,
        connection_limit=connections_allowed(files_allowed()),
        max_request_body_size=LARGEST_BODY + 1,
        trusted_proxy=_PROXY,
        trusted_proxy_count=1,
        trusted_proxy_headers={"x-forwarded-proto", "x-forwarded-for"},
    )


def files_allowed() -> int:
    """Return how many files and connections this process may have open at once, raised as far as it may be."""
    if resource is None:
        return _FILES_WHERE_UNLIMITED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (hard, _FILES_WHERE_UNLIMITED):
        if soft in (hard, resource.RLIM_INFINITY):
            break
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return _FILES_WHERE_UNLIMITED if soft == resource.RLIM_INFINITY else soft


def connections_allowed(files: int) -> int:
    """Return how many connections may be open at once where so many files may be."""
    return max(_FEWEST_CONNECTIONS, min(files - _FILES_NOT_CONNECTIONS, MOST_CONNECTIONS))


class Ending:
    """Ends the server when the system says so, also as the first process of a container, whom nothing ends unasked."""

    def __init__(self) -> None:
        self.patience: float | None = None
        self.server: Listener | None = None

    @contextlib.contextmanager
    def heeding_signals(self) -> Iterator[None]:
        """End well when told to; a terminal that is closed ends nothing that was started to outlive it."""
        patience: dict[int, float] = {signal.SIGTERM: _SECONDS_TO_FINISH, signal.SIGINT: _SECONDS_WHEN_INTERRUPTED}
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            patience[signal.SIGHUP] = _SECONDS_TO_FINISH
        before = {each: signal.signal(each, lambda number, _: self.end(patience[number])) for each in patience}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def end(self, patience: float) -> None:
        """End within so many seconds; whoever says so twice does not want to wait."""
        self.patience = patience if self.patience is None else 0.0
        if self.server is not None:
            self.server.stop(self.patience)

    def run(self, server: Listener) -> None:
        """Run a server until it is ended; it may have been already."""
        self.server = server
        if self.patience is not None:
            server.stop(self.patience)
        server.run()


def serve(app: Flask, host: str, port: int, folders: Sequence[Path], ending: Ending | None = None) -> int:
    """Serve until ended; return the exit code."""
    try:
        server = make_server(app, host, port)
    except (OSError, ValueError) as problem:
        sys.stderr.write(f"{_cannot_listen(host, port, problem)}\n")
        return 1
    make_in_background(app, folders)
    gc.freeze()  # what is there by now stays: to look through it for garbage would hold up all pages for a moment
    gc.set_threshold(*_GARBAGE)
    sys.setswitchinterval(_SWITCH_SECONDS)
    announce(host, server.effective_port)
    (ending or Ending()).run(server)
    return 0


def _cannot_listen(host: str, port: int, problem: OSError | ValueError) -> str:
    """Say why the server cannot listen there, and what to do."""
    code = problem.errno if isinstance(problem, OSError) else None
    if code == errno.EADDRINUSE:
        return f"Cannot listen on {host}:{port}: another program does already. Try --port {port + 1}."
    if code in (errno.EACCES, errno.EPERM):
        return f"Cannot listen on {host}:{port}: this port is not for everybody. Try --port 8000."
    return f"Cannot listen on {host}:{port}: {host} is no address of this machine. Try --host 127.0.0.1."
