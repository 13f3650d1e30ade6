"""A hall full of phones with as many connections as browsers hold, and somebody who keeps connections half open."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

SECONDS_TO_ANSWER = 10.0
SECONDS_BETWEEN_POLLS = 3.0
HALF_A_REQUEST = b"GET / HTTP/1.1\r\nHost: hall\r\nX-Slowly: "
VERSION = "hx-ptag"
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Hall:
    """How many of everything, and for how long."""

    phones: int
    connections: int
    half_open: int
    seconds: float


@dataclass(kw_only=True)
class Seen:
    """What happened: the seconds that polls and newcomers waited, and what failed."""

    polls: list[float] = field(default_factory=list)
    newcomers: list[float] = field(default_factory=list)
    half_open_for: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def in_line(self) -> str:
        """Return the figures in a line."""
        return (
            f"{len(self.polls)} polls {waits(self.polls)}, {len(self.newcomers)} newcomers {waits(self.newcomers)}, "
            f"{len(self.half_open_for)} half-open ones closed {waits(self.half_open_for)}, {len(self.failed)} failed"
        )


def waits(seconds: list[float]) -> str:
    """Return the middle, nearly the longest and the longest wait."""
    if not seconds:
        return "-"
    found = sorted(seconds)
    parts = (found[len(found) // 2], found[len(found) * 99 // 100], found[-1])
    return "p50 {:.3f} p99 {:.3f} max {:.3f} s".format(*parts)


class Connection:
    """A connection that stays open, over which one request after the other is sent."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, path: str, headers: dict[str, str]) -> tuple[int, dict[str, str]]:
        """Ask for a page; return its status and headers when all of it has come."""
        if self.reader is None or self.writer is None:
            await self.open()
        assert self.reader is not None
        assert self.writer is not None
        known = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{known}\r\n".encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        found = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        await self.reader.readexactly(int(found.get("content-length", "0")))
        return int(head[0].split()[1]), found

    def close(self) -> None:
        """Hang up."""
        if self.writer is not None:
            self.writer.close()


async def phone(port: int, path: str, hall: Hall, seen: Seen, place: int) -> None:
    """Poll a table as a phone does, over one connection after the other, so that each has been idle for long."""
    connections = [Connection(port) for _ in range(hall.connections)]
    until = time.monotonic() + hall.seconds
    await asyncio.sleep(SECONDS_BETWEEN_POLLS * place / max(1, hall.phones))
    for each in connections:
        await watched(seen, f"opening for {path}", each.open)
    version, turn = "", 0
    while time.monotonic() < until:
        begun = time.monotonic()
        headers = {"HX-Request": "true"} | ({VERSION: version} if version else {})
        connection = connections[turn % len(connections)]
        found = await watched(seen, f"poll {turn} of {path}", partial(polled, connection, path, headers))
        if found is not None:
            version = found.get(VERSION, version)
            seen.polls.append(time.monotonic() - begun)
        turn += 1
        await asyncio.sleep(max(0.0, SECONDS_BETWEEN_POLLS - (time.monotonic() - begun)))
    for each in connections:
        each.close()


async def polled(connection: Connection, path: str, headers: dict[str, str]) -> dict[str, str]:
    """Ask for a table; return the headers of its answer."""
    status, found = await connection.ask(path, headers)
    assert status in (200, 304), status
    return found


async def watched(seen: Seen, what: str, act: Callable[[], Awaitable[T]]) -> T | None:
    """Do something within the time a phone waits; note what fails."""
    try:
        return await asyncio.wait_for(act(), SECONDS_TO_ANSWER)
    except (OSError, EOFError, TimeoutError, AssertionError, ValueError) as problem:
        seen.failed.append(f"{what}: {problem!r}")
        return None


async def newcomers(port: int, hall: Hall, seen: Seen) -> None:
    """Open the first page anew every second, over a new connection."""
    until = time.monotonic() + hall.seconds
    while time.monotonic() < until:
        begun, connection = time.monotonic(), Connection(port)
        if await watched(seen, "newcomer", partial(connection.ask, "/", {})) is not None:
            seen.newcomers.append(time.monotonic() - begun)
        connection.close()
        await asyncio.sleep(1)


async def half_open(port: int, hall: Hall, seen: Seen) -> None:
    """Begin a request that never ends, one byte a second, and begin again when the server has had enough."""
    until = time.monotonic() + hall.seconds
    while time.monotonic() < until:
        begun = time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        if await dripped(reader, writer, until):
            seen.half_open_for.append(time.monotonic() - begun)
        writer.close()


async def dripped(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, until: float) -> bool:
    """Send byte after byte, and say whether the server hung up meanwhile."""
    try:
        writer.write(HALF_A_REQUEST)
        while time.monotonic() < until and not reader.at_eof():
            writer.write(b"x")
            with suppress(TimeoutError):
                await asyncio.wait_for(reader.read(1), 1)
    except ConnectionError:
        return True
    return reader.at_eof()


def filled(port: int, paths: list[str], hall: Hall) -> Seen:
    """Fill the hall and return what happened, in a thread of its own as a browser's tests have a loop in theirs."""
    seen = Seen()

    async def everybody() -> None:
        phones = (phone(port, paths[place % len(paths)], hall, seen, place) for place in range(hall.phones))
        slow = (half_open(port, hall, seen) for _ in range(hall.half_open))
        await asyncio.gather(*phones, newcomers(port, hall, seen), *slow)

    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, everybody()).result()
    return seen
