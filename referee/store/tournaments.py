"""What the desk asks of a store about events: their people, links, logs and games. Only the server has such a store."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from referee.records import dataclass
from referee.rules.table import Four
from referee.store.port import Store, Writer

TOURNAMENT_SCHEMA = 1
"""The shape in which entries of events are written; a reader lifts older shapes, they are never rewritten."""
_WIDE_SPACE = "\N{IDEOGRAPHIC SPACE}"
_FAMILY_FIRST_FROM = "\u3000"
"""From this character on, names are written as in Japan, China and Korea: the family's comes first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentRow:
    """An event; ``revision`` counts changes of its name, of its people, and of labels and texts."""

    id: str
    name: str
    created: str
    revision: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonRow:
    """Who has a number in an event; of a person who was erased only the number is left."""

    number: int
    family: str = ""
    given: str = ""
    name: str = ""
    country: str = ""
    club: str = ""
    team: str = ""
    ema: str = ""
    ara: str = ""

    @property
    def display_name(self) -> str:
        """The name to be shown, else family and given name in the order of their writing, else the number."""
        if self.name:
            return self.name
        both = (self.family, self.given) if self.is_family_first else (self.given, self.family)
        return " ".join(filter(None, both)) or unnamed(self.number)

    @property
    def parted_name(self) -> tuple[str, str]:
        """The family's name and the given one, empty if there is one name; one in one piece is parted at its space."""
        if self.family and self.given:
            return self.family, self.given
        first, _, last = self.display_name.replace(_WIDE_SPACE, " ").rpartition(" ")
        return (last, first) if last < _FAMILY_FIRST_FROM or not first else (first, last)

    def short_name(self, families: Counter[str]) -> str:
        """Return a given name and the family's first letter, "Aino K."; where the family's comes first, that alone.

        Of those whose family's name several of these ``families`` have, the given one's first letter is told: 田中 太.
        A number, as of "Substitute 12", is no family's name, and tells nothing about anybody.
        """
        family, given = self.parted_name
        if not (family and given) or family[0].isdigit():
            return self.display_name
        if family < _FAMILY_FIRST_FROM:
            return f"{given} {family[:1]}."
        return f"{family} {given[:1]}" if families[family] > 1 else family

    @property
    def is_family_first(self) -> bool:
        """Whether the name is written with the family's first, as in Japanese."""
        return self.family >= _FAMILY_FIRST_FROM


def folded(text: str) -> str:
    """Return a text so that names which read alike are the same: large or small, wide or narrow."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def unnamed(number: int) -> str:
    """Return what stands in place of a name, in every language."""
    return f"P{number}"


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkRow:
    """A link to an event; ``token`` is hashed, and empty after a restore, which leaves the link without an address.

    ``table_no`` is the table of a table's link, else None.
    """

    link: str
    token: str
    role: str
    table_no: int | None
    label: str
    revoked: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredTournamentEvent:
    """An entry as it lies in an event's log; ``command`` is hashed, ``body`` its JSON text, ``at`` in UTC."""

    tournament: str
    seq: int
    command: str
    kind: str
    schema: int
    body: str
    at: str
    writer: Writer


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatedGame:
    """A game of an event: its round, its table, and the numbers of those who sit there, in seat order."""

    round: int
    table_no: int
    game: str
    numbers: Four


@dataclass(frozen=True, kw_only=True, slots=True)
class FreeText:
    """What a person typed for entry ``seq`` of an event, or of one of its games."""

    game: str | None
    seq: int
    text: str


class TournamentStore(Store, Protocol):
    """Events beside the games; ``writing()`` holds the transaction of both, for an order may write into both logs.

    The names of an event's game are those of the people who sit there, so that whatever changes these reaches it.
    """

    def add_tournament(self, tournament: TournamentRow) -> None:
        """Write a new event."""

    def tournament_row(self, tournament: str) -> TournamentRow | None:
        """Return an event, or None if there is none with this id."""

    def tournaments(self) -> tuple[TournamentRow, ...]:
        """Return all events, the oldest first."""

    def mend_tournament_name(self, tournament: str, name: str) -> None:
        """Change the name of an event, so that pages which show it notice."""

    def tournament_events_of(self, tournament: str, after: int = 0) -> tuple[StoredTournamentEvent, ...]:
        """Return the entries of an event with numbers above ``after``, in order."""

    def tournament_event_by_command(self, command: str) -> StoredTournamentEvent | None:
        """Return the entry that this hashed command made, if it made one."""

    def append_tournament_event(self, event: StoredTournamentEvent) -> None:
        """Write an entry."""

    def people_of(self, tournament: str) -> tuple[PersonRow, ...]:
        """Return the people of an event by their numbers."""

    def put_people(self, tournament: str, people: Iterable[PersonRow]) -> None:
        """Enter people or change what is known of them, so that pages of every game in which they sit notice."""

    def remove_people(self, tournament: str, numbers: Iterable[int]) -> None:
        """Take off people who sit in no game."""

    def erase_person(self, tournament: str, number: int) -> None:
        """Empty what is known of a person, and labels that name him.

        Only ``scrub()`` after the transaction leaves no byte of it.
        """

    def texts_naming(self, tournament: str, number: int) -> tuple[FreeText, ...]:
        """Return what was typed in an event and in its games and may name a person."""

    def erase_texts(self, tournament: str, texts: Iterable[FreeText]) -> None:
        """Empty what was typed; only ``scrub()`` after the transaction leaves no byte of it."""

    def links_of(self, tournament: str) -> tuple[LinkRow, ...]:
        """Return the links of an event in the order in which they were made, also those that were revoked."""

    def link_row(self, tournament: str, link: str) -> LinkRow | None:
        """Return a link of an event, also a revoked one; None if there is none."""

    def link_by_token(self, token: str) -> tuple[str, LinkRow] | None:
        """Return the event and the link with this hashed token, also a revoked one; None if there is none."""

    def add_link(self, tournament: str, link: LinkRow) -> None:
        """Keep a new link; an entry of the log tells of it."""

    def revoke_link(self, tournament: str, link: str) -> None:
        """Let a link lead nowhere any more; an entry of the log tells of it."""

    def erase_label(self, tournament: str, link: str) -> None:
        """Empty what a link is called; only ``scrub()`` after the transaction leaves no byte of it."""

    def add_tournament_game(self, tournament: str, game: SeatedGame) -> None:
        """Let a game be that of a table in a round; names that were given to the game itself go."""

    def games_of_tournament(self, tournament: str, round_no: int | None = None) -> tuple[SeatedGame, ...]:
        """Return the games of an event, or of one of its rounds, by round and table."""

    def last_entries(self, tournament: str, round_no: int) -> dict[int, tuple[str, int, int]]:
        """Return each table's game, how often names and texts were changed there, and its last event's number."""

    def tournament_of_game(self, game: str) -> tuple[str, int, int] | None:
        """Return event, round and table of a game, None of a casual one."""

    def game_at(self, tournament: str, round_no: int, table_no: int) -> str | None:
        """Return the game of a table in a round, None before it begins."""

    def numbers_of_game(self, game: str) -> tuple[int, ...]:
        """Return the numbers of those who sit in a game of an event, in seat order."""

    def seat_numbers(self, game: str, numbers: Sequence[int]) -> None:
        """Change who sits in a game, so that its pages notice."""

    def scrub(self) -> None:
        """Leave no byte of what was erased, outside a transaction; raise an error of the database if it is busy."""
