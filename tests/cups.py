"""Events of several tables as they lie in a store: people, links, entries and games, by the shortest ways."""

import secrets
from dataclasses import dataclass

from referee.database import DatabaseDesk
from referee.game.events import command_hash
from referee.store import Writer
from referee.store.sqlite import SqliteStore
from referee.store.tournaments import (
    TOURNAMENT_SCHEMA,
    LinkRow,
    PersonRow,
    SeatedGame,
    StoredTournamentEvent,
    TournamentRow,
)
from referee.tournament.codec import event_kind, event_text
from referee.tournament.events import (
    DrawMethod,
    Drawn,
    Entrant,
    Form,
    LinkIssued,
    Mode,
    PeopleEntered,
    PersonKind,
    PublicNames,
    Ranking,
    Release,
    Role,
    Status,
    StatusSet,
    TournamentEvent,
    TournamentOpened,
    Winds,
)
from referee.tournament.quality import Quality
from tests.desks import Played, begin

AT = "2020-05-01T10:00:00.000+00:00"
NAMES = ("Emi", "Fumi", "Gen", "Hana", "Ivo", "Jun", "Kei", "Lea")
STAFF = Writer(device="laptop", role="organiser", name="Eri", link="k1")
DRAW = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)))
REASON = "The bus of Emi stood still"


@dataclass(frozen=True, kw_only=True, slots=True)
class Cup:
    """An event in a store, written to as the desk does."""

    desk: DatabaseDesk
    id: str

    @property
    def store(self) -> SqliteStore:
        """The store in which it lies."""
        return self.desk.store

    def entered(self, event: TournamentEvent, by: Writer = STAFF) -> StoredTournamentEvent:
        """Append an entry to the log."""
        stored = StoredTournamentEvent(
            tournament=self.id,
            seq=len(self.store.tournament_events_of(self.id)) + 1,
            command=command_hash(secrets.token_hex(16)),
            kind=event_kind(event),
            schema=TOURNAMENT_SCHEMA,
            body=event_text(event),
            at=AT,
            writer=by,
        )
        with self.store.writing():
            self.store.append_tournament_event(stored)
        return stored

    def begun(self, round_no: int, table_no: int, *numbers: int) -> Played:
        """Begin a game at a table of the event."""
        game = begin(self.desk)
        east, south, west, north = numbers
        seated = SeatedGame(round=round_no, table_no=table_no, game=game.game, numbers=(east, south, west, north))
        with self.store.writing():
            self.store.add_tournament_game(self.id, seated)
        return game

    def played(self, round_no: int, table_no: int) -> Played:
        """Begin a game at a table with those who were drawn there."""
        return self.begun(round_no, table_no, *DRAW[round_no - 1][table_no - 1])


def person(number: int, name: str) -> PersonRow:
    """Return a person of a club."""
    return PersonRow(number=number, name=name, club="Riverside", ema=f"0810{number:04}")


def opened_cup(own_desk: DatabaseDesk, name: str = "Spring cup", tournament: str = "spring-abcdefgh") -> Cup:
    """Open an event of eight people, with links of its organiser and of a table, a draw, and a reason in its log."""
    hall, ruleset = Cup(desk=own_desk, id=tournament), begin(own_desk)
    digest = own_desk.store.database().execute("select hash from rulesets").fetchone()[0]
    assert ruleset.view.book == "ema-2016"
    with own_desk.store.writing():
        own_desk.store.add_tournament(TournamentRow(id=tournament, name=name, created=AT, revision=0))
        own_desk.store.put_people(tournament, [person(number, each) for number, each in enumerate(NAMES, 1)])
        for link, role, table_no, label in (("k1", Role.ORGANISER, None, "Eri's laptop"), ("k2", Role.TABLE, 1, "")):
            token = f"hash of {tournament} {link}"
            row = LinkRow(link=link, token=token, role=role, table_no=table_no, label=label, revoked=False)
            own_desk.store.add_link(tournament, row)
    hall.entered(settings(digest))
    hall.entered(LinkIssued(link="k1", role=Role.ORGANISER, table_no=None))
    entrants = [Entrant(number=each, kind=PersonKind.PLAYER, team="", keeps_table=None) for each in range(1, 9)]
    hall.entered(PeopleEntered(people=tuple(entrants), removed=()))
    hall.entered(drawn())
    hall.entered(StatusSet(number=1, status=Status.LATE, from_round=1, minutes=4, reason=REASON))
    return hall


def settings(ruleset: str) -> TournamentOpened:
    """Return the settings of a small tournament under a ruleset that is kept."""
    return TournamentOpened(
        form=Form.TOURNAMENT,
        ruleset=ruleset,
        book="ema-2016",
        options=(),
        policy="",
        tables=2,
        rounds=2,
        minutes=90,
        zone="Europe/Berlin",
        days=("2026-11-23",),
        mode=Mode.ANY,
        ties=(),
        release=Release.EACH,
        staff_check=False,
        public_names=PublicNames.INITIAL,
        ranking=Ranking.TOTAL,
        least_games=0,
        team_substitutes=False,
    )


def drawn() -> Drawn:
    """Return the draw of both rounds."""
    return Drawn(
        draw=1,
        rounds=(1, 2),
        method=DrawMethod.FIXED,
        seed=1,
        winds=Winds.DRAWN,
        tables=DRAW,
        quality=Quality(repeats=0, most=1, winds=1, visits=2, apart=0),
        apart=(),
        from_version=None,
    )
