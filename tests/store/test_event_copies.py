"""Copies of events: an export restores to the same but for links, and lets nobody in."""

import json
import re
import sqlite3
from pathlib import Path

import pytest

from referee.cli import main
from referee.commands.audit import audit
from referee.commands.copies import events_of, operators_order
from referee.database import DatabaseDesk, open_desk
from referee.desk_event.links import make_link
from referee.desk_event.opened import right_of
from referee.desk_event.rights import Right
from referee.store.sqlite import RestoreError, SqliteStore, exported, open_store, restore
from referee.store.tournaments import PersonRow
from referee.tournament.events import LinkRevoked, Role, Seated
from tests.cups import NAMES, REASON, Cup, opened_cup
from tests.desks import begin, draw, opened, shipped

LINK = re.compile(r"/in/([a-z2-7]{26})\n")


@pytest.fixture
def hall(own_desk: DatabaseDesk) -> Cup:
    """Return an event with a game at one of its tables, and a casual game beside it."""
    hall = opened_cup(own_desk)
    hall.played(1, 1).record(draw(0, 1))
    return hall


@pytest.fixture
def other(tmp_path: Path) -> SqliteStore:
    """Return a store with nothing in it."""
    return open_store(tmp_path / "other.db")


def kinds(lines: list[str]) -> list[str]:
    """Return the kinds of the lines of an export."""
    return [json.loads(line)["kind"] for line in lines]


def test_everything_restores_to_the_same(hall: Cup, other: SqliteStore) -> None:
    """Games, people, links without what lets in, seats and the log: the same export line by line, the same names."""
    lines = list(exported(hall.store))
    count = restore(other, lines)

    assert list(exported(other)) == lines
    assert count == sum(kind in ("event", "tournament_event") for kind in kinds(lines))
    assert other.people_of(hall.id) == hall.store.people_of(hall.id)
    assert other.games_of_tournament(hall.id) == hall.store.games_of_tournament(hall.id)
    assert other.tournament_events_of(hall.id) == hall.store.tournament_events_of(hall.id)
    game = other.games_of_tournament(hall.id)[0].game
    row = other.game_row(game)
    assert row is not None
    assert row.names == NAMES[:4]
    assert REASON in "".join(lines)


def test_an_export_lets_nobody_in(hall: Cup, other: SqliteStore) -> None:
    """It holds no hash of a link, and where it is restored no address leads to the event."""
    tokens = [link.token for link in hall.store.links_of(hall.id)]
    text = "\n".join(exported(hall.store))
    restore(other, text.splitlines())

    assert len(set(tokens)) == 2
    assert not [token for token in tokens if token in text]
    assert [other.link_by_token(token) for token in tokens] == [None, None]
    assert [(link.link, link.token, link.label) for link in other.links_of(hall.id)] == [
        ("k1", "", "Eri's laptop"),
        ("k2", "", ""),
    ]


def test_an_event_is_exported_with_its_games_alone(hall: Cup, other: SqliteStore) -> None:
    """And a game of it alone shows who sat there, without the event."""
    casual = begin(hall.desk).game
    game = hall.store.games_of_tournament(hall.id)[0].game
    lines = list(exported(hall.store, tournament=hall.id))

    assert casual not in "".join(lines)
    assert [json.loads(line).get("names", []) for line in lines if '"kind":"game"' in line] == [[]]
    assert kinds(lines) == [
        "ruleset",
        "game",
        *["event"] * 2,
        "tournament",
        *["person"] * 8,
        *["link"] * 2,
        *["tournament_event"] * len(hall.store.tournament_events_of(hall.id)),
        "tournament_game",
        "end",
    ]
    alone = list(exported(hall.store, (game,)))
    assert kinds(alone) == ["ruleset", "game", "event", "event", "end"]
    assert json.loads(alone[1])["names"] == list(NAMES[:4])
    restore(other, lines)
    assert list(exported(other)) == lines


def test_a_longer_export_continues_what_is_there(hall: Cup, other: SqliteStore) -> None:
    """What was added since comes in; names that were mended or erased here stay so; once more adds nothing."""
    older = list(exported(hall.store))
    restore(other, older)
    with other.writing():
        other.erase_person(hall.id, 1)
        other.put_people(hall.id, (PersonRow(number=2, name="Fumiko"),))
    hall.entered(LinkRevoked(link="k2"))
    hall.played(1, 2)
    longer = list(exported(hall.store))

    assert restore(other, longer) > 1
    assert restore(other, longer) == restore(other, older) == 0
    assert [person.display_name for person in other.people_of(hall.id)[:3]] == ["P1", "Fumiko", "Gen"]
    assert len(other.games_of_tournament(hall.id)) == 2


def test_who_sits_at_a_table_is_as_the_longer_log_says(hall: Cup, other: SqliteStore) -> None:
    """An export that was made after a swap brings the seats after it; one from before it changes nothing."""
    older = list(exported(hall.store))
    restore(other, older)
    game = hall.store.games_of_tournament(hall.id)[0].game
    hall.entered(Seated(round=1, table_no=1, numbers=(2, 1, 3, 4), reason="They sat down so"))
    with hall.store.writing():
        hall.store.seat_numbers(game, (2, 1, 3, 4))
    for lines in (list(exported(hall.store)), older):
        restore(other, lines)

        assert other.games_of_tournament(hall.id)[0].numbers == (2, 1, 3, 4)


@pytest.mark.parametrize(
    ("kind", "changes", "why"),
    [
        ("tournament", {"created": "2020-01-01"}, "another event has the id"),
        ("tournament_game", {"table_no": 2}, "is that of another table here"),
        ("tournament_event", {"at": "yesterday"}, "event 1 of tournament .* is another one here"),
        ("tournament_event", {"seq": 77}, "event 77 of tournament .* does not come next"),
        ("tournament_event", {"seq": 77, "tournament": "none"}, "event 77 of tournament none does not come next"),
        ("person", {"number": "first"}, "is no line of an export"),
        ("link", {"password": "x"}, "is no line of an export"),
    ],
)
def test_a_spoiled_export_restores_nothing(hall: Cup, kind: str, changes: dict[str, object], why: str) -> None:
    """The line and the reason are named, and the database stays as it was."""
    lines = list(exported(hall.store))
    place = kinds(lines).index(kind)
    spoiled = [*lines[:place], json.dumps(json.loads(lines[place]) | changes), *lines[place + 1 :]]

    with pytest.raises(RestoreError, match=f"line {place + 1}.* {why}|line {place + 1} {why}"):
        restore(hall.store, spoiled)
    assert list(exported(hall.store)) == lines


def test_an_entry_that_could_not_be_read_is_not_let_in(hall: Cup, other: SqliteStore) -> None:
    """Whatever is written about it; nothing of the export is entered."""
    lines = list(exported(hall.store))
    place = kinds(lines).index("tournament_event")
    for changes in ({"event": "rumoured"}, {"body": "{}"}, {"body": "no json"}):
        spoiled = [*lines[:place], json.dumps(json.loads(lines[place]) | changes), *lines[place + 1 :]]
        with pytest.raises(RestoreError, match=f"line {place + 1}"):
            restore(other, spoiled)
    assert other.tournaments() == ()


@pytest.mark.parametrize("kind", ["person", "link", "tournament_game", "tournament_event"])
def test_an_export_that_lacks_a_line_is_noticed(hall: Cup, other: SqliteStore, kind: str) -> None:
    """Also one whose absence leaves no gap."""
    lines = list(exported(hall.store))
    place = len(lines) - 1 - kinds(lines)[::-1].index(kind)

    with pytest.raises(RestoreError, match="were read, but"):
        restore(other, [*lines[:place], *lines[place + 1 :]])
    with pytest.raises(RestoreError, match="was cut off after"):
        restore(other, lines[:place])


def run(capsysbinary: pytest.CaptureFixture[bytes], *arguments: object) -> tuple[int, str, str]:
    """Run a command; return its exit code and what it printed."""
    code = main([str(argument) for argument in arguments])
    out, err = capsysbinary.readouterr()
    return code, out.decode(), err.decode()


def let_in(database: Path, printed: str) -> tuple[str, Right] | None:
    """Return whom the link lets in that a command printed."""
    token = LINK.search(printed)
    assert token is not None, printed
    own_desk = open_desk(database, shipped())
    found = right_of(events_of(own_desk), token[1])
    assert not own_desk.store.rows("select 1 from links where token = ?", token[1])
    own_desk.close()
    return found


def test_the_commands_move_an_event(hall: Cup, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """By its id or its address; a restore asks for new cards and prints a link of an organiser, once."""
    new, file = tmp_path / "new.db", tmp_path / "event.jsonl"
    code, text, _ = run(capsysbinary, "export", f"http://hall:8000/e/{hall.id}", "--db", hall.desk.path)
    assert (code, text) == (0, "".join(f"{line}\n" for line in exported(hall.store, tournament=hall.id)))
    file.write_text(text, "utf-8")

    code, out, _ = run(capsysbinary, "restore", file, "--db", new)
    assert code == 0
    assert "Spring cup: links are not part of an export." in out
    found = let_in(new, out)
    assert found is not None
    assert (found[0], found[1].role) == (hall.id, Role.ORGANISER)
    assert "Spring cup" not in run(capsysbinary, "restore", hall_games(hall, file), "--db", new)[1]
    assert run(capsysbinary, "audit", "--db", new)[:2] == (0, "Games: 1, differences: 0\n")
    code, out, _ = run(capsysbinary, "export", hall.id, "--db", new)
    again = out.splitlines()
    mine = [line for line in again if '"link_issued"' not in line and '"kind":"link"' not in line]
    assert mine[:-1] == [
        line for line in text.splitlines()[:-1] if '"link_issued"' not in line and '"kind":"link"' not in line
    ]


def hall_games(hall: Cup, file: Path) -> Path:
    """Write an export of the event's game alone, and return the file."""
    game = hall.store.games_of_tournament(hall.id)[0].game
    file.write_text("".join(f"{line}\n" for line in exported(hall.store, (game,))), "utf-8")
    return file


def test_an_organiser_who_lost_all_links_gets_one(hall: Cup, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """On the serving machine: printed once, kept as a hash, told in the log; others stay valid."""
    before = hall.store.tournament_events_of(hall.id)
    code, out, _ = run(
        capsysbinary, "link", f"/e/{hall.id}/links", "--db", hall.desk.path, "--address", "https://cup.example/"
    )
    found = let_in(hall.desk.path, out)

    assert (code, out.startswith("https://cup.example/in/")) == (0, True)
    assert found is not None
    assert (found[0], found[1].role) == (hall.id, Role.ORGANISER)
    entries = hall.store.tournament_events_of(hall.id)
    assert entries[:-1] == before
    assert (entries[-1].kind, json.loads(entries[-1].body)["link"]) == ("link_issued", found[1].link)
    assert [link.revoked for link in hall.store.links_of(hall.id)] == [False] * 3
    assert run(capsysbinary, "link", hall.id, "--db", hall.desk.path)[1] != out


def test_a_link_that_cannot_be_made_says_why(hall: Cup, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """Which events there are, and what belongs to links of rules."""
    code, _, err = run(capsysbinary, "link", "autumn", "--db", hall.desk.path)
    assert (code, f"There is no event autumn. There are:\n  {hall.id}  Spring cup\n" in err) == (1, True)
    code, _, err = run(capsysbinary, "link", hall.id, "--revoke", "--db", hall.desk.path)
    assert (code, "--revoke is for the links that edit rules" in err) == (2, True)
    code, _, err = run(capsysbinary, "link", "rules")
    assert (code, "--rulesets DIR" in err) == (2, True)
    assert run(capsysbinary, "link", hall.id, "--db", hall.desk.path.with_name("none.db"))[0] == 1
    assert len(hall.store.links_of(hall.id)) == 2


def test_tokens_are_long_and_never_the_same(hall: Cup) -> None:
    """128 random bits in 26 letters and digits."""
    tokens = {str(make_link(events_of(hall.desk), operators_order(hall.id), Role.ORGANISER)) for _ in range(20)}
    assert len(tokens) == 20
    assert all(re.fullmatch("[a-z2-7]{26}", token) for token in tokens)


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        ("update tournament_events set body = 'no json' where seq = 2", "unreadable"),
        ("update tournament_events set kind = 'rumour' where seq = 2", "unreadable"),
        ("delete from tournament_events", "unreadable"),
        ("update seats set number = 8 where seat = 0", "seats"),
        ("update tournament_games set table_no = 9", "seats"),
    ],
)
def test_an_audit_tells_what_is_wrong_with_an_event(hall: Cup, spoil: str, expected: str) -> None:
    """Its log is read and followed, and who sits in its games is worked out again."""
    assert audit(hall.desk) == (2, ())
    path = hall.desk.path
    connection = sqlite3.connect(path)
    for trigger in ("tournament_events_stay", "tournament_events_remain"):
        connection.execute(f"drop trigger {trigger}")
    connection.execute(spoil)
    connection.commit()
    connection.close()

    assert [each.what for each in audit(hall.desk)[1]] == [expected]


def test_a_backup_holds_events(hall: Cup, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """A copy of the whole database opens like any other, and its links hold."""
    copy = tmp_path / "copy.db"
    assert run(capsysbinary, "backup", copy, "--db", hall.desk.path)[0] == 0
    store = open_store(copy)

    assert list(exported(store)) == list(exported(hall.store))
    assert store.links_of(hall.id) == hall.store.links_of(hall.id)
    store.close()


def test_a_casual_export_is_what_it_was(tmp_path: Path) -> None:
    """Nothing of events stands in it."""
    own_desk = opened(tmp_path)
    begin(own_desk).record(draw(1))
    lines = list(exported(own_desk.store))

    assert kinds(lines) == ["ruleset", "game", "event", "event", "end"]
    assert json.loads(lines[-1]) == {"kind": "end", "games": 1, "events": 2}
    assert "link" not in json.loads(lines[2])["writer"]
    own_desk.close()
