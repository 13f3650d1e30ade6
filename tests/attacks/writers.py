"""Phones that write notes on tables as fast as they are answered, and remember what was acknowledged."""

import json
import secrets
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

from referee.commands.audit import audit, damage
from referee.database import desk_over
from referee.store.sqlite import GAME_LOG, all_games, open_store
from tests.desks import shipped

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
NAMES = {f"name-{seat}": name for seat, name in enumerate(("Aki", "Ben", "Chie", "Dan"))}


class Writers:
    """Some phones at a table each; ``said`` are the notes that were sent, ``kept`` those that were acknowledged."""

    def __init__(self, port: int, *, phones: int) -> None:
        self.port, self.phones = port, phones
        self.tokens: list[str] = []
        self.said: set[str] = set()
        self.kept: set[str] = set()
        self.statuses: Counter[int] = Counter()
        self.over = threading.Event()

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> HTTPResponse:
        """Ask over a connection of its own; return the answer."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as over:
            over.request(method, path, urlencode(fields) if fields else None, FORM)
            with over.getresponse() as answer:
                answer.read()
        return answer

    def answer_to_health(self) -> HTTPResponse:
        """Return what the server says of its health."""
        return self.ask("GET", "/health")

    def begin_games(self) -> None:
        """Begin the games of all phones."""
        while len(self.tokens) < self.phones:
            command = secrets.token_hex(16)
            answer = self.ask("POST", "/games", NAMES | {"ruleset": "aalto", "command_id": command})
            assert answer.status == 303, answer.status
            self.tokens.append(answer.headers["Location"].rpartition("/")[2])

    def write(self, phone: int) -> int:
        """Write a note; return the status of the answer."""
        note = secrets.token_hex(8)
        self.said.add(note)
        fields = {"note": note, "command_id": secrets.token_hex(16)}
        status = self.ask("POST", f"/t/{self.tokens[phone]}/notes", fields).status
        self.statuses[status] += 1
        if status == 303:
            self.kept.add(note)
        return status

    def write_on(self, phone: int) -> None:
        """Write until it is over or nobody answers."""
        while not self.over.is_set():
            try:
                self.write(phone)
            except (OSError, HTTPException):
                return

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Let all phones write."""
        self.begin_games()
        phones = [threading.Thread(target=self.write_on, args=(phone,)) for phone in range(self.phones)]
        for each in phones:
            each.start()
        try:
            yield
        finally:
            self.over.set()
            for each in phones:
                each.join(60)

    def wait_for(self, count: int) -> None:
        """Wait until so many notes were acknowledged."""
        until = time.monotonic() + 60
        while len(self.kept) < count:
            assert time.monotonic() < until, self.statuses
            time.sleep(0.01)

    def check(self, database: Path) -> None:
        """Compare the log with what was acknowledged."""
        Writers.check_all([self], database)

    @staticmethod
    def check_all(everybody: list["Writers"], database: Path) -> None:
        """Find nothing lost, doubled, or from nowhere in the log, and the file sound."""
        store = open_store(database)
        games = [game.id for game in all_games(store.database())]
        events = [event for _, log in GAME_LOG.each(store.database(), games) for event in log]
        notes = Counter(json.loads(event.body)["text"] for event in events if event.kind == "noted")
        at = desk_over(store, shipped())
        damages, (_, differences) = damage(at), audit(at)
        store.close()

        for each in everybody:
            assert each.kept - set(notes) == set()
        assert [note for note, count in notes.items() if count > 1] == []
        assert (damages, differences) == ((), ())
