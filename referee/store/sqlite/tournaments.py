"""Events in a database: their people, links, logs and games."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, fields
from itertools import groupby
from typing import Any

from sqlite_utils import Database

from referee.records import dataclass
from referee.store.sqlite.connections import TOURNAMENT_LOG, Connections, rows
from referee.store.tournaments import (
    FreeText,
    LinkRow,
    PersonRow,
    SeatedGame,
    StoredTournamentEvent,
    TournamentRow,
    folded,
)

_NUMBER, *_COLUMNS = (field.name for field in fields(PersonRow))
_PEOPLE = "select {columns} from people where tournament = ? order by number"
_ENTERED = "insert or replace into people (tournament, {columns}) values ({marks})"
_LINKS = "select link, token, role, table_no, label, revoked from links where tournament = ?"
_SEATED = """select seats.game, seats.number, {columns} from seats join tournament_games using (game)
left join people on people.tournament = tournament_games.tournament and people.number = seats.number """
_GAMES = """select round, table_no, game, number from tournament_games join seats using (game)
where tournament = ? and round = coalesce(?, round) order by round, table_no, seat"""
_LARGEST = 2**63 - 1
"""The largest number that SQLite holds."""
_GAME_AT = "select game from tournament_games where tournament = ? and round = ? and table_no = ?"
_LAST = """select table_no, game, revision,
(select max(seq) from events where events.game = tournament_games.game) as seq
from tournament_games join games on games.id = game where tournament = ? and round = ?"""
_REACHED = """update games set revision = revision + 1 where id in (
select game from tournament_games join seats using (game)
where tournament = ? and number in (select value from json_each(?)))"""
CHANGED = "update tournaments set revision = revision + 1 where id = ?"
GAME_CHANGED = "update games set revision = revision + 1 where id = ?"
_TYPED = """select null as game, seq, text from tournament_texts where tournament = ? and text <> ''
union all select game, seq, text from texts join tournament_games using (game) where tournament = ? and text <> ''
order by 1, 2"""
_REASON_GONE = "update tournament_texts set text = '' where tournament = ? and seq = ?"
_GONE = "delete from people where tournament = ? and number in (select value from json_each(?))"


def seated(database: Database, game: str | None = None) -> Iterator[tuple[str, PersonRow]]:
    """Yield each game of an event, or only this one, with each person who sits there, in seat order."""
    which, values = ("", ()) if game is None else ("where seats.game = ? ", (game,))
    for row in rows(
        database, _SEATED.format(columns=", ".join(_COLUMNS)) + which + "order by seats.game, seat", values
    ):
        known = {column: row[column] or "" for column in _COLUMNS}
        yield row["game"], PersonRow(number=row[_NUMBER], **known)


def in_events(database: Database) -> frozenset[str]:
    """Return the games that belong to events."""
    return frozenset(row["game"] for row in rows(database, "select game from tournament_games"))


def _link_of(row: dict[str, Any]) -> LinkRow:
    """Return a row as a link."""
    return LinkRow(**row | {"token": row["token"] or "", "revoked": bool(row["revoked"])})


@dataclass(frozen=True, kw_only=True, slots=True)
class SqliteTournaments(Connections):
    """What a ``TournamentStore`` holds beside games; whoever writes holds the transaction of both."""

    def add_tournament(self, tournament: TournamentRow) -> None:
        """Write a new event."""
        self.database().execute(
            "insert into tournaments (id, name, created, revision) values (?, ?, ?, ?)", astuple(tournament)
        )

    def tournament_row(self, tournament: str) -> TournamentRow | None:
        """Return an event, or None if there is none with this id."""
        found = self.rows("select * from tournaments where id = ?", tournament)
        return TournamentRow(**found[0]) if found else None

    def tournaments(self) -> tuple[TournamentRow, ...]:
        """Return all events, the oldest first."""
        return tuple(TournamentRow(**row) for row in self.rows("select * from tournaments order by created, id"))

    def mend_tournament_name(self, tournament: str, name: str) -> None:
        """Change the name of an event, so that pages which show it notice."""
        self.database().execute("update tournaments set name = ? where id = ?", (name, tournament))
        self.database().execute(CHANGED, (tournament,))

    def tournament_events_of(self, tournament: str, after: int = 0) -> tuple[StoredTournamentEvent, ...]:
        """Return the entries of an event with numbers above ``after``, in order."""
        return TOURNAMENT_LOG.after(self.database(), tournament, after)

    def tournament_event_by_command(self, command: str) -> StoredTournamentEvent | None:
        """Return the entry that this hashed command made, if it made one."""
        return TOURNAMENT_LOG.by_command(self.database(), command)

    def append_tournament_event(self, event: StoredTournamentEvent) -> None:
        """Write an entry."""
        TOURNAMENT_LOG.append(self.database(), event)

    def people_of(self, tournament: str) -> tuple[PersonRow, ...]:
        """Return the people of an event by their numbers."""
        found = self.rows(_PEOPLE.format(columns=", ".join((_NUMBER, *_COLUMNS))), tournament)
        return tuple(PersonRow(**row) for row in found)

    def put_people(self, tournament: str, people: Iterable[PersonRow]) -> None:
        """Enter people or change what is known of them, so that pages of every game in which they sit notice."""
        known = {person.number: person for person in self.people_of(tournament)}
        changed = [person for person in people if known.get(person.number) != person]
        self.write_people(tournament, changed)
        self.people_changed(tournament, [person.number for person in changed])

    def write_people(self, tournament: str, people: Iterable[PersonRow]) -> None:
        """Write what is known of people over what was known."""
        columns, marks = ", ".join((_NUMBER, *_COLUMNS)), ", ".join("?" * len(("tournament", _NUMBER, *_COLUMNS)))
        entered = _ENTERED.format(columns=columns, marks=marks)
        self.database().conn.executemany(entered, [(tournament, *astuple(person)) for person in people])

    def people_changed(self, tournament: str, numbers: Sequence[int]) -> None:
        """Note that people of an event are called otherwise, there and in the games in which they sit."""
        if numbers:
            self.database().execute(_REACHED, (tournament, json.dumps(numbers)))
            self.database().execute(CHANGED, (tournament,))

    def remove_people(self, tournament: str, numbers: Iterable[int]) -> None:
        """Take off people; where one sat in a game, only the number is left there."""
        gone = list(numbers)
        self.database().execute(_GONE, (tournament, json.dumps(gone)))
        self.people_changed(tournament, gone)

    def erase_person(self, tournament: str, number: int) -> None:
        """Empty what is known of a person, and labels that name him.

        Only ``scrub()`` after the transaction leaves no byte of it.
        """
        names = _whole_names(self.person_row(tournament, number))
        for link in self.links_of(tournament):
            if any(name in folded(link.label) for name in names):
                self.erase_label(tournament, link.link)
        self.put_people(tournament, (PersonRow(number=number),))

    def person_row(self, tournament: str, number: int) -> PersonRow:
        """Return who has a number; raise ``LookupError`` if nobody has it."""
        return {person.number: person for person in self.people_of(tournament)}[number]

    def texts_naming(self, tournament: str, number: int) -> tuple[FreeText, ...]:
        """Return what was typed in an event and in its games and may name a person."""
        names = all_names(self.person_row(tournament, number))
        found = (FreeText(**row) for row in self.rows(_TYPED, tournament, tournament))
        return tuple(each for each in found if any(name in folded(each.text) for name in names))

    def erase_texts(self, tournament: str, texts: Iterable[FreeText]) -> None:
        """Empty what was typed; only ``scrub()`` after the transaction leaves no byte of it."""
        for each in texts:
            if each.game is None:
                self.database().execute(_REASON_GONE, (tournament, each.seq))
                self.database().execute(CHANGED, (tournament,))
            else:
                self.database().execute("update texts set text = '' where game = ? and seq = ?", (each.game, each.seq))
                self.database().execute(GAME_CHANGED, (each.game,))

    def links_of(self, tournament: str) -> tuple[LinkRow, ...]:
        """Return the links of an event in the order in which they were made, also those that were revoked."""
        return tuple(map(_link_of, self.rows(f"{_LINKS} order by rowid", tournament)))

    def link_row(self, tournament: str, link: str) -> LinkRow | None:
        """Return a link of an event, also a revoked one; None if there is none."""
        found = self.rows(f"{_LINKS} and link = ?", tournament, link)
        return _link_of(found[0]) if found else None

    def link_by_token(self, token: str) -> tuple[str, LinkRow] | None:
        """Return the event and the link with this hashed token, also a revoked one; None if there is none."""
        found = self.rows("select * from links where token = ?", token)
        return (found[0].pop("tournament"), _link_of(found[0])) if found else None

    def add_link(self, tournament: str, link: LinkRow) -> None:
        """Keep a new link."""
        self.database().execute(
            "insert into links (tournament, link, token, role, table_no, label, revoked) values (?, ?, ?, ?, ?, ?, ?)",
            (tournament, link.link, link.token or None, link.role, link.table_no, link.label, link.revoked),
        )

    def revoke_link(self, tournament: str, link: str) -> None:
        """Let a link lead nowhere any more."""
        self.database().execute("update links set revoked = 1 where tournament = ? and link = ?", (tournament, link))

    def erase_label(self, tournament: str, link: str) -> None:
        """Empty what a link is called; only ``scrub()`` after the transaction leaves no byte of it."""
        self.database().execute("update links set label = '' where tournament = ? and link = ?", (tournament, link))
        self.database().execute(CHANGED, (tournament,))

    def add_tournament_game(self, tournament: str, game: SeatedGame) -> None:
        """Let a game be that of a table in a round; names that were given to the game itself go."""
        self.database().execute("delete from names where game = ?", (game.game,))
        self.database().execute(
            "insert into tournament_games (tournament, round, table_no, game) values (?, ?, ?, ?)",
            (tournament, game.round, game.table_no, game.game),
        )
        self.write_seats(game.game, game.numbers)

    def games_of_tournament(self, tournament: str, round_no: int | None = None) -> tuple[SeatedGame, ...]:
        """Return the games of an event, or of one of its rounds, by round and table."""
        found = groupby(
            self.rows(_GAMES, tournament, round_no), lambda row: (row["round"], row["table_no"], row["game"])
        )
        tables = [(key, [row["number"] for row in sitting]) for key, sitting in found]
        return tuple(
            SeatedGame(round=key[0], table_no=key[1], game=key[2], numbers=(east, south, west, north))
            for key, (east, south, west, north) in tables
        )

    def last_entries(self, tournament: str, round_no: int) -> dict[int, tuple[str, int, int]]:
        """Return each table's game, how often names and texts were changed there, and its last event's number."""
        rows = self.rows(_LAST, tournament, round_no)
        return {row["table_no"]: (row["game"], row["revision"], row["seq"]) for row in rows}

    def tournament_of_game(self, game: str) -> tuple[str, int, int] | None:
        """Return event, round and table of a game, None of a casual one."""
        found = self.rows("select tournament, round, table_no from tournament_games where game = ?", game)
        return (found[0]["tournament"], found[0]["round"], found[0]["table_no"]) if found else None

    def game_at(self, tournament: str, round_no: int, table_no: int) -> str | None:
        """Return the game of a table in a round, None before it begins; an address may name any number."""
        if max(round_no, table_no) > _LARGEST:
            return None
        found = self.rows(_GAME_AT, tournament, round_no, table_no)
        return found[0]["game"] if found else None

    def numbers_of_game(self, game: str) -> tuple[int, ...]:
        """Return the numbers of those who sit in a game of an event, in seat order."""
        return tuple(row["number"] for row in self.rows("select number from seats where game = ? order by seat", game))

    def seat_numbers(self, game: str, numbers: Sequence[int]) -> None:
        """Change who sits in a game, so that its pages notice."""
        if [person.number for _, person in seated(self.database(), game)] == list(numbers):
            return
        self.write_seats(game, numbers)
        self.database().execute(GAME_CHANGED, (game,))

    def write_seats(self, game: str, numbers: Sequence[int]) -> None:
        """Write who sits in a game over those who sat there."""
        seats = [(game, seat, number) for seat, number in enumerate(numbers)]
        self.database().conn.executemany("insert or replace into seats (game, seat, number) values (?, ?, ?)", seats)

    def names_seated(self, game: str) -> tuple[str, ...]:
        """Return the names of those who sit in a game of an event, none in a casual one."""
        return tuple(person.display_name for _, person in seated(self.database(), game))


def with_folding(database: Database) -> Database:
    """Return a connection that can fold texts."""
    database.conn.create_function("folded", 1, folded, deterministic=True)
    return database


def _whole_names(person: PersonRow) -> set[str]:
    """Return what a person is called in full, folded; nothing of one who was erased."""
    both = [" ".join(pair) for pair in ((person.given, person.family), (person.family, person.given)) if all(pair)]
    return {folded(name) for name in (person.name, *both) if name}


def all_names(person: PersonRow) -> set[str]:
    """Return what a person may be called, folded: also by one name alone."""
    return _whole_names(person) | {folded(name) for name in (person.given, person.family) if name}
