"""The two logs of a database, those of games and of events: the same columns and rules, under other names."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Generic, TypeVar

from sqlite_utils import Database

from referee.records import dataclass
from referee.store.port import Stored, Writer
from referee.store.sqlite.connections import rows
from referee.store.sqlite.schema import emptied, filled, joined, parted
from referee.store.tournaments import StoredTournamentEvent

LOGS_AT_A_TIME = 100
"""How many logs are held in memory at once by whoever reads them all."""
EVENTS = """select events.{owner}, events.seq, command, kind, schema, body, text, at, device, role, name, link
from {prefix}events as events join {prefix}writers as writers on writers.id = events.writer
left join {prefix}texts as texts using ({owner}, seq) """
LAST = "select coalesce(max(seq), 0) as seq from {prefix}events where {owner} = ?"
KNOWN = """select min(id) as id from {prefix}writers
where {owner} = ? and device = ? and role = ? and name = ? and link = ?"""
NEW_WRITER = "insert into {prefix}writers ({owner}, device, role, name, link) values (?, ?, ?, ?, ?) returning id"
NEW_EVENT = """insert into {prefix}events ({owner}, seq, command, kind, schema, body, at, writer)
values (?, ?, ?, ?, ?, ?, ?, ?)"""
NEW_TEXT = "insert into {prefix}texts ({owner}, seq, text) values (?, ?, ?)"

Entry = TypeVar("Entry", Stored, StoredTournamentEvent)


@dataclass(frozen=True, kw_only=True, slots=True)
class Log(Generic[Entry]):
    """A log: ``owner`` is the column that says whose entry it is, ``prefix`` begins the names of its tables.

    ``parted`` takes what a person typed out of an entry's JSON, ``joined`` puts it back.
    """

    owner: str
    prefix: str
    made: Callable[..., Entry]
    parted: Callable[[str, str], tuple[str, str | None]]
    joined: Callable[[str, str | None], str]

    def sql(self, statement: str) -> str:
        """Return a statement about the tables of this log."""
        return statement.format(owner=self.owner, prefix=self.prefix)

    def owner_of(self, entry: Entry) -> str:
        """Return the id of the game or the event whose entry it is."""
        return str(getattr(entry, self.owner))

    def found(self, database: Database, condition: str, *values: object) -> tuple[Entry, ...]:
        """Return the entries for which a condition holds, with the texts that stand beside them."""
        return tuple(map(self.entry_of, rows(database, self.sql(EVENTS + condition), values)))

    def entry_of(self, row: dict[str, Any]) -> Entry:
        """Return a row of the log as an entry."""
        writer = Writer(**{name: row.pop(name) for name in ("device", "role", "name", "link")})
        body = self.joined(row.pop("body"), row.pop("text"))
        return self.made(writer=writer, body=body, **row)

    def after(self, database: Database, owner: str, seq: int) -> tuple[Entry, ...]:
        """Return the entries of one owner with numbers above ``seq``, in order."""
        return self.found(database, "where events.{owner} = ? and events.seq > ? order by events.seq", owner, seq)

    def by_command(self, database: Database, command: str) -> Entry | None:
        """Return the entry that a hashed command made, or None."""
        return next(iter(self.found(database, "where command = ?", command)), None)

    def at(self, database: Database, owner: str, seq: int) -> Entry | None:
        """Return the entry with this number, or None."""
        return next(iter(self.found(database, "where events.{owner} = ? and events.seq = ?", owner, seq)), None)

    def last_seq(self, database: Database, owner: str) -> int:
        """Return the number of the last entry, 0 if there is none."""
        return int(rows(database, self.sql(LAST), (owner,))[0]["seq"])

    def each(self, database: Database, owners: Iterable[str]) -> Iterator[tuple[str, tuple[Entry, ...]]]:
        """Yield the entries of each owner, reading some logs at a time, so that no lock is kept for long."""
        waiting = iter(owners)
        while some := tuple(islice(waiting, LOGS_AT_A_TIME)):
            marks = ", ".join("?" * len(some))
            entries: dict[str, list[Entry]] = {owner: [] for owner in some}
            condition = f"where events.{self.owner} in ({marks}) order by events.{self.owner}, events.seq"
            for entry in self.found(database, condition, *some):
                entries[self.owner_of(entry)].append(entry)
            yield from ((owner, tuple(those)) for owner, those in entries.items())

    def append(self, database: Database, entry: Entry) -> None:
        """Write an entry, and what was typed for it beside it; the caller holds the writing transaction."""
        owner, (body, text) = self.owner_of(entry), self.parted(entry.kind, entry.body)
        writer = self.writer_in(database, owner, entry.writer)
        row = (owner, entry.seq, entry.command, entry.kind, entry.schema, body, entry.at, writer)
        database.execute(self.sql(NEW_EVENT), row)
        if text is not None:
            database.execute(self.sql(NEW_TEXT), (owner, entry.seq, text))

    def writer_in(self, database: Database, owner: str, writer: Writer) -> int:
        """Return the id under which somebody writes there."""
        who = (owner, writer.device, writer.role, writer.name, writer.link)
        known = rows(database, self.sql(KNOWN), who)[0]["id"]
        return int(rows(database, self.sql(NEW_WRITER), who)[0]["id"] if known is None else known)


GAME_LOG = Log(owner="game", prefix="", made=Stored, parted=parted, joined=joined)
TOURNAMENT_LOG = Log(
    owner="tournament", prefix="tournament_", made=StoredTournamentEvent, parted=emptied, joined=filled
)
