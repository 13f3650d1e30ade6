"""The listener: waitress, as a hall of phones needs it.

Connections of phones stay open however many there are; a request that is not complete in time, or too large, is not
waited for; the server ends when it is told to, and finishes what it has begun to answer.
"""

from __future__ import annotations

import re
import selectors
import socket
import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, Task, ThreadedTaskDispatcher, WSGITask
from waitress.utilities import RequestEntityTooLarge

from referee.ask_event.api import DRAW, OVER_HTTP

if TYPE_CHECKING:
    from flask import Flask


LARGEST_BODY = 2 * 1024 * 1024
"""What is larger is not read, whoever would take it."""
LARGEST_FORM = 64 * 1024
"""What is larger than this is not read either, as no page and no question is as large."""
_LARGEST_RULES = 4 * LARGEST_FORM
"""The same for a club's rules, whose letters may take more room in a form than in their file."""
SECONDS_FOR_A_REQUEST = 15.0
_SECONDS_IDLE = 600.0
"""How long a connection may stay on which nothing is asked."""
_SECONDS_TO_LISTEN = 2.0
"""How long what is sent after a refusal is thrown away, so that the refusal can be read before the line is cut."""
LOOK_EVERY = 1.0
_FULL = 0.9
"""The part of all connections from which on those make room that have been idle for longest."""

_LARGE_QUESTIONS = tuple(f"/api/v1/{kind}" for kind in (*OVER_HTTP, DRAW))
"""Where questions about events are asked."""

_PASTED = re.compile(r"/e/[^/]+/(?:[^/]+/)*paste(?:/|$)")
"""Where lists and tables of events are pasted."""

_LET_IN_AT_ONCE = 64
LONGEST_TURN = 0.25
"""The seconds for which a page waits for those that were asked before it: then one of them takes unusually long.

Threads that draw at once take the interpreter from each other at every look into the log. 250 tables, 20 staff and
1,000 viewers (`events/8`) take 0.5 of a core so, without turns 0.7, and they wait half as long.
"""

Map = dict[int, Any]

_AT_WORK = threading.local()
"""Holds the connection that each thread is answering."""


def client_waits() -> bool:
    """Say whether whoever asked what this thread is answering has not hung up.

    Nothing else is read from a connection before its request is answered, so what has come in can be looked at here.
    """
    channel = getattr(_AT_WORK, "channel", None)
    if channel is None:
        return True
    try:
        return bool(channel.socket.recv(1, socket.MSG_PEEK))
    except BlockingIOError:
        return True
    except OSError:
        return False


def most_read(path: str) -> int:
    """Return how many bytes are read of what is sent to an address."""
    if path in _LARGE_QUESTIONS or _PASTED.match(path):
        return LARGEST_BODY
    return _LARGEST_RULES if path.startswith("/rules/") else LARGEST_FORM


class Request(HTTPRequestParser):
    """A request whose body is not read if it is too large: the application then refuses it, in its own words."""

    unread = False
    command = path = ""
    body_rcv: Any

    def received(self, data: bytes) -> int:
        """Take what came in, and stop where too much is announced or sent."""
        taken = int(super().received(data))
        too_large = isinstance(self.error, RequestEntityTooLarge) or self.size() > most_read(self.path)
        if too_large and not self.unread and self.headers_finished:
            self.leave_unread()
        return len(data) if self.unread else taken

    def size(self) -> int:
        """Return how long the body is, as far as it is known."""
        return len(self.body_rcv) if self.chunked and self.body_rcv is not None else self.content_length

    def leave_unread(self) -> None:
        """Hand the request on without its body."""
        length = max(self.size(), most_read(self.path) + 1)
        if self.body_rcv is not None:
            self.body_rcv.getbuf().close()
        self.error = self.body_rcv = None
        self.headers["CONTENT_LENGTH"] = str(length)
        self.headers["CONNECTION"] = "close"
        self.expect_continue = False
        self.completed = self.unread = self.connection_close = True


class Answering(Task):
    """An answer after which the connection stays open, also where it has no body."""

    channel: Channel

    def set_close_on_finish(self) -> None:
        """Close the connection after this answer, unless only the missing body would be the reason."""
        wants_close = self.request.headers.get("CONNECTION", "").lower() == "close"
        bodiless = self.version == "1.1" and not self.has_body and not self.wrote_header
        if wants_close or not bodiless:
            super().set_close_on_finish()

    def build_response_header(self) -> bytes:
        """Say that the connection ends after this answer when the whole server does."""
        if self.channel.server.stopping:
            super().set_close_on_finish()
        head: bytes = super().build_response_header()
        return head


class Answer(Answering, WSGITask):
    """An answer of the application."""


class Refusal(ErrorTask):
    """What the listener itself says to a request that cannot be understood, with the header of ours."""

    channel: Channel

    def execute(self) -> None:
        """Send the refusal."""
        self.response_headers.extend(self.channel.server.headers.items())
        super().execute()


class Channel(HTTPChannel):
    """A connection that is watched for requests that do not become whole."""

    task_class = Answer
    error_task_class = Refusal
    parser_class = Request
    server: Server
    begun: float | None = None
    """When the request began that is being received."""
    idle_since = 0.0
    listening_until: float | None = None
    """Until when what comes after a refusal is thrown away."""
    refused = False

    def __init__(self, *values: Any, **named: Any) -> None:  # noqa: ANN401 as the class it extends
        self.idle_since = time.monotonic()
        super().__init__(*values, **named)

    def received(self, data: bytes) -> bool:
        """Take what came in, and note since when a request is incomplete."""
        taken: bool = super().received(data)
        self.idle_since = time.monotonic()
        with self.requests_lock:
            self.refused = self.refused or any(request.unread for request in self.requests)
            if self.request is None:
                self.begun = None
            elif self.begun is None:
                self.begun = self.idle_since
        return taken

    def service(self) -> None:
        """Answer one request; what is only looked at waits for its turn, as long as that is soon."""
        _AT_WORK.channel = self
        looks = self.requests[0].command == "GET" and self.server.listener.turn_to_look.acquire(timeout=LONGEST_TURN)
        try:
            super().service()
        finally:
            if looks:
                self.server.listener.turn_to_look.release()
        self.idle_since = time.monotonic()

    def add_channel(self, map: Map | None = None) -> None:  # noqa: A002 as the method it extends
        """Be looked at from now on."""
        super().add_channel(map)
        self.server.listener.changed.append(self)

    def del_channel(self, map: Map | None = None) -> None:  # noqa: A002 as the method it extends
        """Be looked at no more."""
        self.server.listener.forget(self)
        super().del_channel(map)

    @property
    def idle(self) -> bool:
        """Whether nothing is asked, being answered, or on its way out."""
        return not self.requests and self.request is None and not self.total_outbufs_len

    def readable(self) -> bool:
        """Say whether more is taken from this connection."""
        return self.listening_until is not None or bool(super().readable())

    def handle_read(self) -> None:
        """Take what came in; after a refusal throw it away."""
        if self.listening_until is None:
            super().handle_read()
        else:
            self.recv(self.adj.recv_bytes)

    def handle_close(self) -> None:
        """Close the connection; after a refusal, only when it was possible to read it."""
        if self.refused and self.listening_until is None and self.connected:
            self.listening_until = time.monotonic() + _SECONDS_TO_LISTEN
            self.will_close = self.close_when_flushed = False
            try:
                self.socket.shutdown(socket.SHUT_WR)
            except OSError:
                super().handle_close()
        else:
            super().handle_close()

    def overdue(self, now: float) -> bool:
        """Say whether the other side has had its time."""
        if self.listening_until is not None:
            return now > self.listening_until
        if self.begun is not None and not self.requests:
            return now > self.begun + SECONDS_FOR_A_REQUEST
        return self.idle and now > self.idle_since + _SECONDS_IDLE


class Server(TcpWSGIServer):
    """A listening socket with its connections."""

    channel_class = Channel
    next_channel_cleanup = float("inf")
    next_look = 0.0
    stopping = False
    headers: dict[str, str]
    listener: Listener

    def pull_trigger(self) -> None:
        """Wake the listener up for the connection that is being answered."""
        channel = getattr(_AT_WORK, "channel", None)
        if channel is not None:
            self.listener.changed.append(channel)
        try:
            if not self.listener.closed:
                super().pull_trigger()
        except OSError:
            if not self.listener.closed:  # a loop that ended in this very moment needs no waking either
                raise

    def handle_accept(self) -> None:
        """Let everybody in who is waiting, as far as there is room."""
        for _ in range(_LET_IN_AT_ONCE):
            before = len(self._map)
            super().handle_accept()
            if len(self._map) == before or len(self._map) >= self.adj.connection_limit:
                return

    def readable(self) -> bool:
        """Look after the connections from time to time, by a clock that nobody sets."""
        now = time.monotonic()
        if now >= self.next_look:
            self.next_look = now + LOOK_EVERY
            self.look_after(now)
        return bool(super().readable())

    def look_after(self, now: float) -> None:
        """Close connections that are overdue, and the longest idle ones where there is hardly room for another."""
        channels: list[Channel] = list(self.active_channels.values())
        for channel in channels:
            if channel.overdue(now):
                self.cut(channel)
        too_many = len(channels) - round(self.adj.connection_limit * _FULL)
        if too_many > 0:
            idle = sorted((each for each in channels if each.idle), key=lambda each: each.idle_since)
            for channel in idle[:too_many]:
                self.cut(channel)

    def cut(self, channel: Channel) -> None:
        """Close a connection at the next turn."""
        channel.refused = False
        channel.will_close = True
        self.listener.changed.append(channel)

    def stop_listening(self) -> None:
        """Accept nobody any more, and close the connections on which nothing is being answered."""
        self.stopping = True
        self.accepting = False
        self.del_channel()
        self.socket.close()
        self.close_idle()

    def close_idle(self) -> None:
        """Close the connections on which nothing is being answered."""
        for channel in list(self.active_channels.values()):
            if not channel.requests and not channel.total_outbufs_len:
                channel.refused = False
                channel.handle_close()


class Listener:
    """All listening sockets of a server, one for each address that a host's name stands for.

    Waitress asks every connection at every turn what it waits for; in a hall that are thousands. Here only those are
    asked on which something happened, and the system watches the others.
    """

    def __init__(self, app: Flask, headers: dict[str, str], **settings: Any) -> None:  # noqa: ANN401 waitress's own
        self.adjustments = Adjustments(**settings)
        self.map: Map = {}
        self.selector = selectors.DefaultSelector()
        self.changed: deque[Channel] = deque()
        self.turn_to_look = threading.Lock()
        self.patience: float | None = None
        self.running = self.closed = False
        self.dispatcher = ThreadedTaskDispatcher()
        self.servers: list[Server] = []
        try:
            for place in self.adjustments.listen:
                server = Server(app, self.map, True, None, self.dispatcher, self.adjustments, place)  # noqa: FBT003
                server.headers, server.listener = headers, self
                self.servers.append(server)
        except OSError:
            self.close_all()
            raise
        self.dispatcher.set_thread_count(self.adjustments.threads)
        self.effective_port = int(self.servers[-1].effective_port)

    def run(self) -> None:
        """Serve until somebody stops it, then finish the answers that were begun."""
        self.running = True
        while self.patience is None and not self.closed:
            self.turn()
        if self.closed:
            return
        for server in self.servers:
            self.forget(server)
            server.stop_listening()
        begun = time.monotonic()
        while self.answering() and time.monotonic() < begun + (self.patience or 0.0):
            self.turn()
            for server in self.servers:
                server.close_idle()
        self.close_all()

    def turn(self) -> None:
        """Wait for what comes in or can go out, and take or send it."""
        for server in self.servers:
            self.watch(server.trigger)
            if not server.stopping:
                self.watch(server)
        while self.changed:
            self.watch(self.changed.popleft())
        for key, events in self.selector.select(LOOK_EVERY):
            if events & selectors.EVENT_READ and self.map.get(key.fd) is key.data:
                wasyncore.read(key.data)
            if events & selectors.EVENT_WRITE and self.map.get(key.fd) is key.data:
                wasyncore.write(key.data)
            if isinstance(key.data, Channel):
                self.changed.append(key.data)

    def watch(self, part: Any) -> None:  # noqa: ANN401 one of waitress's, which come without types
        """Let the system watch for what a connection waits for now."""
        place = part._fileno  # noqa: SLF001 the number of its socket, None where that is closed
        if place is None or place not in self.map:
            return
        wanted = selectors.EVENT_READ if part.readable() else 0
        if not part.accepting and part.writable():
            wanted |= selectors.EVENT_WRITE
        known = self.selector.get_map().get(place)
        if known is None and wanted:
            self.selector.register(place, wanted, part)
        elif known is not None and not wanted:
            self.selector.unregister(place)
        elif known is not None and known.events != wanted:
            self.selector.modify(place, wanted, part)

    def forget(self, part: Any) -> None:  # noqa: ANN401 one of waitress's, which come without types
        """Watch a connection no more."""
        if part._fileno is not None and part._fileno in self.selector.get_map():  # noqa: SLF001 the number of its socket
            self.selector.unregister(part._fileno)  # noqa: SLF001 the same

    def answering(self) -> bool:
        """Say whether any answer is still being worked out or on its way."""
        return any(server.active_channels for server in self.servers)

    def stop(self, patience: float) -> None:
        """End soon, as soon as everything is answered or so many seconds are over; a signal may call this."""
        self.patience = patience
        for server in self.servers:
            server.pull_trigger()

    def close(self) -> None:
        """End at once, but for answers that are being worked out."""
        if self.running:
            self.stop(1.0)
        else:
            self.close_all()

    def close_all(self) -> None:
        """Close every socket."""
        self.closed = True
        for part in list(self.map.values()):
            self.forget(part)
        wasyncore.close_all(self.map)
        self.selector.close()
        self.dispatcher.set_thread_count(0)
