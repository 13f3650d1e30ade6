"""Events in the store: an own log, people whose names their games show, links, and which game is whose."""

import sqlite3
import time
from dataclasses import replace

import pytest

from referee import desk
from referee.database import DatabaseDesk
from referee.game.events import command_hash
from referee.store import GameRow, Writer
from referee.store.sqlite import SqliteStore, all_games
from referee.store.tournaments import LinkRow, PersonRow, SeatedGame, TournamentRow, TournamentStore
from referee.tournament.codec import event_of
from referee.tournament.events import LinkRevoked, Role, Status, StatusSet, TournamentEventKind
from tests.cups import AT, NAMES, REASON, STAFF, Cup, opened_cup, person
from tests.desks import NAMES as CASUAL
from tests.desks import begin, draw, order

TABLES = 250


@pytest.fixture
def hall(own_desk: DatabaseDesk) -> Cup:
    """Return an event, and one casual game beside it."""
    return opened_cup(own_desk)


@pytest.mark.parametrize(
    "change", ["update tournament_events set body = '{}'", "delete from tournament_events where seq = 2"]
)
def test_what_is_written_stays(hall: Cup, change: str) -> None:
    """SQLite itself refuses to change or delete an entry of an event."""
    with pytest.raises(sqlite3.IntegrityError, match="never"):
        hall.store.database().execute(change)


def test_a_number_and_a_command_are_given_once(hall: Cup) -> None:
    """Two entries of one event cannot have the same number, nor two entries of any events the same command."""
    entry = hall.entered(LinkRevoked(link="k2"))
    other = opened_cup(hall.desk, tournament="autumn-stuvwxyz")

    for again in (
        replace(entry, command=command_hash("another")),
        replace(entry, seq=entry.seq + 1),
        replace(entry, tournament=other.id, seq=9),
    ):
        with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"), hall.store.writing():
            hall.store.append_tournament_event(again)
    assert hall.store.tournament_event_by_command(entry.command) == entry
    assert hall.store.tournament_event_by_command(command_hash("another")) is None


def test_entries_are_read_as_they_were_written(hall: Cup) -> None:
    """From any number on, with who wrote, on which device and by which link."""
    entry = hall.entered(LinkRevoked(link="k2"), Writer(device="phone", role="referee", name="Fumi", link="k7"))
    entries = hall.store.tournament_events_of(hall.id)

    assert [each.seq for each in entries] == [1, 2, 3, 4, 5, 6]
    assert hall.store.tournament_events_of(hall.id, 5) == (entry,)
    assert entries[0].writer == STAFF
    late = StatusSet(number=1, status=Status.LATE, from_round=1, minutes=4, reason=REASON)
    assert event_of(TournamentEventKind(entries[4].kind), entries[4].body) == late


def test_a_reason_stands_beside_the_log(hall: Cup) -> None:
    """So that it can be erased, and the entry stays."""
    database = hall.store.database()
    bodies = [body for (body,) in database.execute("select body from tournament_events").fetchall()]

    assert not [body for body in bodies if REASON in body]
    database.execute("update tournament_texts set text = ''")
    entry = hall.store.tournament_events_of(hall.id)[4]
    assert entry.body == bodies[4]
    assert event_of(TournamentEventKind(entry.kind), entry.body) == StatusSet(
        number=1, status=Status.LATE, from_round=1, minutes=4, reason=""
    )


def test_an_order_writes_both_logs_or_none(hall: Cup) -> None:
    """Whatever fails in its block, neither an entry of the event nor one of a game is left of it."""
    store: TournamentStore = hall.store
    before = (store.tournament_events_of(hall.id), all_games(hall.store.database()))
    game = GameRow(id="g1", token=command_hash("t1"), created=AT, revision=0, names=())
    entry = replace(before[0][0], seq=9, command=command_hash("start"))

    def start(tables: tuple[int, ...]) -> None:
        with store.writing():
            store.append_tournament_event(entry)
            store.add_game(game)
            for table in tables:
                seated = SeatedGame(round=1, table_no=table, game="g1", numbers=(1, 2, 3, 4))
                store.add_tournament_game(hall.id, seated)

    with pytest.raises(sqlite3.IntegrityError):
        start((1, 2))
    assert (store.tournament_events_of(hall.id), all_games(hall.store.database())) == before
    start((1,))
    assert store.tournament_of_game("g1") == (hall.id, 1, 1)


def test_events_are_listed_and_renamed(hall: Cup) -> None:
    """The oldest first; a new name counts as a change for whoever shows it."""
    with hall.store.writing():
        hall.store.add_tournament(TournamentRow(id="older", name="Winter cup", created="2020-01-01", revision=0))
        before = hall.store.tournament_row(hall.id)
        hall.store.mend_tournament_name(hall.id, "May cup")
    assert before is not None
    assert hall.store.tournament_row(hall.id) == replace(before, name="May cup", revision=before.revision + 1)
    assert [row.id for row in hall.store.tournaments()] == ["older", hall.id]
    assert hall.store.tournament_row("none") is None


def test_a_game_of_an_event_shows_its_people(hall: Cup) -> None:
    """In seat order; a mended name is seen in each game in which the person sits, and only these have changed."""
    first, second = hall.begun(1, 1, 4, 1, 3, 2), hall.begun(1, 2, 5, 6, 7, 8)
    assert [seat.name for seat in first.view.seats] == ["Hana", "Emi", "Gen", "Fumi"]
    before = [hall.store.revision_of(each.game) for each in (first, second)]
    with hall.store.writing():
        hall.store.put_people(hall.id, [replace(person(number, name)) for number, name in enumerate(NAMES, 1)])
    assert [hall.store.revision_of(each.game) for each in (first, second)] == before

    with hall.store.writing():
        hall.store.put_people(hall.id, (person(1, "Emilia"), person(9, "Mia")))

    assert [seat.name for seat in first.view.seats] == ["Hana", "Emilia", "Gen", "Fumi"]
    assert [hall.store.revision_of(each.game) for each in (first, second)] == [before[0] + 1, before[1]]
    assert {row.id: row.names for row in all_games(hall.store.database())}[first.game] == (
        "Hana",
        "Emilia",
        "Gen",
        "Fumi",
    )
    assert hall.store.people_of(hall.id)[-1] == person(9, "Mia")


def test_names_of_an_events_game_stand_nowhere_else(hall: Cup) -> None:
    """Those that the game was begun with go, and none can be written there: else erasing would miss them."""
    game = hall.begun(1, 1, 1, 2, 3, 4)
    desk.rename(hall.desk, game.game, order(), ("Zoe", "Yan", "Xia", "Wim"))

    assert [seat.name for seat in game.view.seats] == list(NAMES[:4])
    assert hall.store.rows("select name from names where game = ?", game.game) == []
    assert [row.names for row in all_games(hall.store.database()) if row.id != game.game] == [CASUAL]


def test_who_sits_at_a_table_is_changed(hall: Cup) -> None:
    """Four taps or a swap: names follow, and what was recorded stays with the seats."""
    game = hall.begun(2, 1, 1, 2, 3, 4)
    game.record(draw(0))
    scores, revision = game.scores, hall.store.revision_of(game.game)
    for _ in range(2):
        with hall.store.writing():
            hall.store.seat_numbers(game.game, (2, 1, 3, 8))

    assert [seat.name for seat in game.view.seats] == ["Fumi", "Emi", "Gen", "Lea"]
    assert (game.scores, hall.store.revision_of(game.game)) == (scores, revision + 1)
    assert hall.store.games_of_tournament(hall.id) == (
        SeatedGame(round=2, table_no=1, game=game.game, numbers=(2, 1, 3, 8)),
    )


def test_games_are_found_by_round_and_table(hall: Cup) -> None:
    """And the event, round and table of a game; a casual game has none."""
    games = [hall.begun(round_no, table, 1, 2, 3, 4) for round_no, table in ((2, 1), (1, 2), (1, 1))]
    found = hall.store.games_of_tournament(hall.id)

    assert [(each.round, each.table_no, each.game) for each in found] == [
        (1, 1, games[2].game),
        (1, 2, games[1].game),
        (2, 1, games[0].game),
    ]
    assert hall.store.games_of_tournament(hall.id, 2) == found[2:]
    assert hall.store.games_of_tournament("none") == ()
    assert hall.store.tournament_of_game(games[1].game) == (hall.id, 1, 2)
    assert hall.store.tournament_of_game(begin(hall.desk).game) is None


def test_a_table_has_one_game_in_a_round(hall: Cup) -> None:
    """And a game one table."""
    game = hall.begun(1, 1, 1, 2, 3, 4)
    for table, other in ((1, begin(hall.desk).game), (2, game.game)):
        seated = SeatedGame(round=1, table_no=table, game=other, numbers=(5, 6, 7, 8))
        with pytest.raises(sqlite3.IntegrityError), hall.store.writing():
            hall.store.add_tournament_game(hall.id, seated)
    assert [seat.name for seat in game.view.seats] == list(NAMES[:4])


@pytest.mark.parametrize(
    ("row", "shown"),
    [
        (PersonRow(number=7, name="Emi", family="Sato", given="Emiko"), "Emi"),
        (PersonRow(number=7, family="Müller", given="Jörg"), "Jörg Müller"),
        (PersonRow(number=7, family="佐藤", given="恵美"), "佐藤 恵美"),
        (PersonRow(number=7, family="Sato"), "Sato"),
        (PersonRow(number=7, club="Riverside"), "P7"),
    ],
)
def test_a_person_is_called_by_the_name_that_is_shown(hall: Cup, row: PersonRow, shown: str) -> None:
    """Else by both names in the order of their writing, else by the number; in games as well."""
    with hall.store.writing():
        hall.store.put_people(hall.id, (row,))

    assert row.display_name == shown
    assert hall.begun(1, 1, 7, 1, 2, 3).view.seats[0].name == shown


def test_people_are_taken_off(hall: Cup) -> None:
    """Nobody has their numbers any more."""
    with hall.store.writing():
        hall.store.remove_people(hall.id, (2, 8))

    assert [each.number for each in hall.store.people_of(hall.id)] == [1, 3, 4, 5, 6, 7]
    assert hall.begun(1, 1, 1, 2, 3, 4).view.seats[1].name == "P2"


def test_an_erased_person_is_a_number_everywhere(hall: Cup) -> None:
    """In the list and in each game; the log, the seats and the others stay."""
    games = [hall.begun(round_no, 1, 4, 1, 3, 2) for round_no in (1, 2)]
    entries, revisions = hall.store.tournament_events_of(hall.id), [hall.store.revision_of(each.game) for each in games]
    with hall.store.writing():
        hall.store.erase_person(hall.id, 4)
    hall.store.scrub()

    assert hall.store.people_of(hall.id)[3] == PersonRow(number=4)
    assert [game.view.seats[0].name for game in games] == ["P4", "P4"]
    assert [hall.store.revision_of(each.game) for each in games] == [each + 1 for each in revisions]
    assert hall.store.tournament_events_of(hall.id) == entries


def test_a_link_is_found_by_its_hash(hall: Cup) -> None:
    """With its event; also a revoked one, for its holder is told so."""
    token = f"hash of {hall.id} k2"
    found = hall.store.link_by_token(token)
    row = LinkRow(link="k2", token=token, role="table", table_no=1, label="", revoked=False)
    assert found == (hall.id, row)

    with hall.store.writing():
        hall.store.revoke_link(hall.id, "k2")

    assert hall.store.link_by_token(token) == (hall.id, replace(row, revoked=True))
    assert hall.store.link_row(hall.id, "k2") == replace(row, revoked=True)
    assert hall.store.link_row("another", "k2") is None
    assert hall.store.link_by_token("") is None
    assert [each.link for each in hall.store.links_of(hall.id)] == ["k1", "k2"]


def test_two_links_never_have_one_token(hall: Cup) -> None:
    """Nor one event two links of one name."""
    known = hall.store.links_of(hall.id)[0]
    for each in (replace(known, link="k3"), replace(known, token=command_hash("other"))):
        with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"), hall.store.writing():
            hall.store.add_link(hall.id, each)


def test_a_label_is_erased(hall: Cup) -> None:
    """The link holds as before, and pages that show it notice."""
    before = hall.store.tournament_row(hall.id)
    with hall.store.writing():
        hall.store.erase_label(hall.id, "k1")
    assert before is not None
    assert hall.store.tournament_row(hall.id) == replace(before, revision=before.revision + 1)

    assert [(each.label, each.role, each.revoked) for each in hall.store.links_of(hall.id)] == [
        ("", Role.ORGANISER, False),
        ("", Role.TABLE, False),
    ]


def test_a_round_of_many_tables_starts_in_one_transaction(hall: Cup, capsys: pytest.CaptureFixture[str]) -> None:
    """All its games with their first events and seats; how long it took is printed."""
    store: SqliteStore = hall.store
    with store.writing():
        store.put_people(hall.id, [person(number, f"Player {number}") for number in range(1, 4 * TABLES + 1)])
    first = store.events_of(all_games(store.database())[0].id)[0]

    begun = time.perf_counter()
    with store.writing():
        for table in range(1, TABLES + 1):
            game, east = f"game{table}", 4 * table - 3
            store.add_game(GameRow(id=game, token=f"token{table}", created=AT, revision=0, names=()))
            store.append(replace(first, game=game, command=command_hash(game)))
            numbers = (east, east + 1, east + 2, east + 3)
            store.add_tournament_game(hall.id, SeatedGame(round=1, table_no=table, game=game, numbers=numbers))
    took = time.perf_counter() - begun

    with capsys.disabled():
        print(f"\n{TABLES} games begun in one transaction: {took * 1000:.0f} ms (budget of the whole order: 1000 ms)")  # noqa: T201
    found = store.games_of_tournament(hall.id, 1)
    assert [each.numbers[0] for each in found] == list(range(1, 4 * TABLES + 1, 4))
    row = store.game_row("game250")
    assert row is not None
    assert row.names == ("Player 997", "Player 998", "Player 999", "Player 1000")
