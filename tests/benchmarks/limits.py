"""Where one process ends: how many tables, writes and readers it answers so that 99 of 100 wait 50 ms at most.

Takes five minutes, seven at the most, and needs two cores of which it gets everything.
"""

import secrets
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlencode

from referee.web.server import files_allowed
from tests.benchmarks.figures import Figure
from tests.benchmarks.server import (
    FORM,
    PHONES_AT_TABLE,
    POLL_EVERY,
    Asked,
    Phone,
    compiled_into,
    cpu_seconds,
    part,
    server_at,
    waits_for,
)

LONGEST = 0.05
"""The seconds that 99 of 100 may wait at most."""
STEP_SECONDS = 8
CLOSER = 2
"""How often the span between what was still soon enough and what was not is halved."""
READ_EVERY = 15.0
FROM_ONE_ADDRESS = 200
"""How many games are begun under one address: more are taken for a mistake."""
TABLES = (100, 200, 400, 600, 900, 1200, 1600)
WRITES = (10, 20, 40, 80, 120, 160, 240)
HAND = "0"
"""The first hand."""
READERS = (500, 1000, 2000, 4000, 6000, 8000)


def limit_figures() -> Iterator[Figure]:
    """Search upwards, each until it is too slow; the machine must have nothing else to do."""
    files_allowed()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        server = server_at(place / "hall.db", compiled_into(place / "compiled") | {"XDG_CACHE_HOME": folder})
        server.start()
        try:
            hall = Hall(port=server.port, polls=[])
            hall.tables(TABLES[-1])

            def worked() -> float:
                return cpu_seconds(server)

            yield most("tables, two phones each that poll every 3 s", TABLES, hall.polled, worked)
            yield most("marks that phones set, a second", WRITES, hall.marked, worked)
            yield most("phones that read along, each every 15 s", READERS, hall.read, worked)
        finally:
            server.kill()


def most(
    what: str, sizes: Sequence[int], waits_of: Callable[[int], list[float]], worked: Callable[[], float]
) -> Figure:
    """Return the largest size at which answers come soon enough, and what the next one took."""
    found = {0: "none"}
    held, broke = 0, 0

    def is_soon(size: int) -> bool:
        before, began = worked(), time.perf_counter()
        waits = waits_of(size)
        share = (worked() - before) / (time.perf_counter() - began)
        found[size] = f"{size:,}: p99 {part(waits, 99)}, {share:.0%} of a core"
        return sorted(waits)[len(waits) * 99 // 100] <= LONGEST

    for size in sizes:
        if not is_soon(size):
            broke = size
            break
        held = size
    for _ in range(CLOSER if broke else 0):
        middle = (held + broke) // 2
        held, broke = (middle, broke) if is_soon(middle) else (held, middle)
    return Figure(what=what, measured=found[held], wanted=f"then {found[broke]}" if broke else "the most that is tried")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """The tables of a server; ``polls`` is what their phones ask."""

    port: int
    polls: list[Asked]

    def tables(self, size: int) -> list[Asked]:
        """Return what the phones of so many tables ask; missing ones are begun, as if from several halls."""
        while len(self.polls) < size:
            clerk = Phone(self.port, (), f"192.0.2.{len(self.polls) // FROM_ONE_ADDRESS}")
            self.polls.extend([clerk.poll_of_new_table() for _ in range(min(FROM_ONE_ADDRESS, size - len(self.polls)))])
        return self.polls[:size]

    def polled(self, size: int) -> list[float]:
        """Let the phones of so many tables poll."""
        phones = [Phone(self.port, [poll]) for poll in self.tables(size) for _ in range(PHONES_AT_TABLE)]
        return waits_for(phones, len(phones) / POLL_EVERY, STEP_SECONDS)

    def marked(self, size: int) -> list[float]:
        """Let phones set marks, so many a second in all, each at a table of its own."""
        phones = [Marker(self.port, poll[0].removesuffix("/state")) for poll in self.tables(min(size * 2, 400))]
        return waits_for(phones, size, STEP_SECONDS)

    def read(self, size: int) -> list[float]:
        """Let so many phones read along at a few tables."""
        polls = self.tables(100)
        phones = [Phone(self.port, [polls[turn % len(polls)]]) for turn in range(size)]
        return waits_for(phones, size / READ_EVERY, STEP_SECONDS)


class Marker(Phone):
    """A phone that sets a mark and takes it back, again and again."""

    def __init__(self, port: int, table: str) -> None:
        super().__init__(port, ())
        self.address = f"{table}/marks"
        self.is_on = False

    def get_next(self) -> None:
        """Set the mark, or take it back."""
        self.is_on = not self.is_on
        mark = f"riichi-0-{'on' if self.is_on else 'off'}"
        found = {"command_id": secrets.token_hex(16), "hand": HAND, "mark": mark}
        response = self.send("POST", self.address, FORM, urlencode(found))
        assert response.status == HTTPStatus.SEE_OTHER, response.status
