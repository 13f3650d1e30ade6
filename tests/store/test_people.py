"""A person is found, exported and erased: no byte of a name is left in the file, and the log stays whole."""

import io
import json
import re
from pathlib import Path

import pytest

from referee import desk
from referee.cli import main
from referee.commands.audit import audit, damage
from referee.commands.people import forgetting
from referee.database import DatabaseDesk, open_desk
from referee.desk import By, Order
from referee.rules.offences import Penalty
from referee.store.sqlite import all_games, erase, exported, forget_names, open_store, restore, uses_of_name
from referee.web import create_app
from tests.desks import NAMES, Played, begin, draw, opened, order, ron, ruling_plan, shipped
from tests.store.persons import bytes_of, run

NAME = "Ángström"
KANA = "さくらﾈｺ"
GAMES = 12


def named(own_desk: DatabaseDesk, names: tuple[str, str, str, str]) -> Played:
    """Begin a game with these names."""
    plan = desk.NewGame(ruleset="ema-2016", options={}, names=names)
    begun = desk.start(own_desk, order(), plan)
    assert isinstance(begun, desk.Begun), begun
    return Played(desk=own_desk, game=begun.game, token=begun.token)


def by(name: str) -> Order:
    """Return an order of a referee with a name."""
    return Order(command=order().command, by=By(device="laptop", role="referee", name=name))


def ruled(game: Played, name: str) -> None:
    """Let a referee with a name rule on the second player, and say why."""
    warning = (desk.Sanction(kind=Penalty.WARNING, amount=0),)
    plan = ruling_plan(1, "empty_call", {"call": "pon"}, warning, f"{name} did it for the first time")
    assert isinstance(desk.rule(game.desk, game.game, by(name), game.view.expected, (plan,)), desk.Recorded)


@pytest.fixture
def two(own_desk: DatabaseDesk) -> tuple[Played, Played]:
    """Return two games in which somebody called Ben plays, or two people of that name."""
    first, second = begin(own_desk), named(own_desk, ("Eri", "Fumi", "Gen", "BEN"))
    first.record(ron(1, 2, 3, 40))
    desk.note(own_desk, first.game, order(), "ben came late")
    ruled(first, "Ben")
    second.record(draw(3))
    return first, second


@pytest.mark.usefixtures("two")
def test_a_name_is_listed_wherever_it_stands(
    own_desk: DatabaseDesk, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Large or small, as a player, as a referee and in what was typed; by game, with a number for each place."""
    code, out, _ = run(capsysbinary, "bEN", "--db", own_desk.path)

    assert code == 0
    assert re.sub(r"Game \w+, begun [\d-]+", "Game", out).splitlines() == [
        "Game, ema-2016: Aki · Ben · Chie · Dan",
        "    1  seat S: Ben",
        "    2  referee of 1 entries: Ben",
        "    3  text of entry 3: ben came late",
        "    4  text of entry 4: Ben did it for the first time",
        "Game, ema-2016: Eri · Fumi · Gen · BEN",
        "    5  seat N: BEN",
    ]


def test_a_person_is_exported(
    own_desk: DatabaseDesk, two: tuple[Played, Played], capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Seat, score, rulings, what he wrote as a referee and what was typed about him: of the chosen places only."""
    two[0].must(desk.force_end)
    two[0].must(desk.finish)
    code, out, err = run(capsysbinary, "Ben", "--export", "--which", "1-4", "--db", own_desk.path)
    found = json.loads(out)

    assert (code, "seat S: Ben" in err) == (0, True)
    assert [game["game"] for game in found["games"]] == [two[0].game]
    game = found["games"][0]
    assert game["seats"][0]["seat"] == "S"
    assert game["seats"][0]["score"] == two[0].view.seats[1].score
    assert game["seats"][0]["result"]["place"] == 1
    assert game["seats"][0]["rulings"][0]["penalties"] == [{"kind": "warning", "amount": 0}]
    assert [each["kind"] for each in game["as_referee"]] == ["ruling_issued"]
    assert [each["text"] for each in game["texts"]] == ["ben came late", "Ben did it for the first time"]
    assert not [name for name in ("Aki", "Chie", "Dan") if name in out]


def test_one_of_two_people_of_a_name_is_erased(
    own_desk: DatabaseDesk,
    two: tuple[Played, Played],
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The numbers are asked for; the other one keeps his name, results stay, and what is not reached is said."""
    before = [game.scores for game in two]
    monkeypatch.setattr("sys.stdin", io.StringIO("1-3, 4\n"))
    code, out, err = run(capsysbinary, "Ben", "--erase", "--db", own_desk.path)

    assert (code, "Which of them?" in err) == (0, True)
    assert "Erased in 4 of 5 places." in out
    assert "Not reached: exports and backups" in out
    assert [[seat.name for seat in game.view.seats][1::2] for game in two] == [["P2", "Dan"], ["Fumi", "BEN"]]
    assert [game.scores for game in two] == before
    assert run(capsysbinary, "Ben", "--db", own_desk.path)[1].count("seat") == 1
    assert main(["audit", "--db", str(own_desk.path)]) == 0
    assert capsysbinary.readouterr().out == b"Games: 2, differences: 0\n"


@pytest.mark.parametrize("expected", ["", "0", "6", "1-9", "x", "1,,2", "-3"])
def test_places_that_are_none_erase_nothing(
    own_desk: DatabaseDesk, two: tuple[Played, Played], capsysbinary: pytest.CaptureFixture[bytes], expected: str
) -> None:
    """What is allowed is said."""
    code, _, err = run(capsysbinary, "Ben", "--erase", f"--which={expected}", "--db", own_desk.path)

    assert (code, "Nothing was changed." in err) == (1, True)
    assert two[0].view.seats[1].name == "Ben"


@pytest.mark.parametrize("name", ["Nobody", " ", "%", "_en"])
@pytest.mark.usefixtures("two")
def test_a_name_that_stands_nowhere(
    own_desk: DatabaseDesk, capsysbinary: pytest.CaptureFixture[bytes], name: str
) -> None:
    """It is said, also where everything or nothing would match."""
    assert run(capsysbinary, name, "--erase", "--which", "all", "--db", own_desk.path)[0] == 1


@pytest.mark.parametrize("mode", ["delete", "wal"])
@pytest.mark.parametrize("name", [NAME, KANA])
def test_no_byte_of_a_name_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, name: str) -> None:
    """After many games, mended names and rulings, in either journal mode, while another process has the file open."""
    safe = (3, 0, 0) if mode == "wal" else (99, 0, 0)
    monkeypatch.setattr("referee.store.sqlite.connections.WAL_IS_SAFE_FROM", safe)
    own_desk, server = opened(tmp_path), opened(tmp_path)
    assert own_desk.store.database().execute("pragma journal_mode").fetchone() == (mode,)
    games = [named(own_desk, (f"Aki {turn}", name, "Chie", "Dan")) for turn in range(GAMES)]
    for turn, game in enumerate(games):
        desk.note(own_desk, game.game, by(name.upper()), f"{turn}: {name}が遅れた " * (1 + turn % 9))
        ruled(game, name)
        desk.rename(own_desk, game.game, order(), (f"Aki {turn}", name, "Chie", f"Dan {turn}"))
    assert desk.table_view(server, games[0].game).seats[1].name == name
    spellings = [each.encode() for each in (name, name.upper(), name.casefold())]
    assert spellings[0] in bytes_of(own_desk.path)

    erase(own_desk.store, uses_of_name(own_desk.store, name))

    assert not [each for each in spellings if each in bytes_of(own_desk.path)]
    assert uses_of_name(own_desk.store, name) == ()
    assert audit(own_desk) == (GAMES, ())
    assert damage(own_desk) == ()
    assert name not in repr(desk.table_view(server, games[0].game))
    own_desk.close()
    server.close()


def test_the_pages_tell_an_erased_name_at_once(own_desk: DatabaseDesk) -> None:
    """The server remembers games, but not beyond a change beside the log; the version for phones is another."""
    other = open_desk(own_desk.path, shipped())
    game = named(own_desk, ("Aki", NAME, "Chie", "Dan"))
    ruled(game, NAME)
    client = create_app(shipped(), own_desk).test_client()
    pages = [f"/t/{game.token}{page}" for page in ("", "/sheet", "/seats", "/log")]
    assert [NAME in client.get(page).text for page in pages] == [True] * 4
    had = client.get(pages[-1]).json

    erase(other.store, uses_of_name(other.store, NAME))

    assert [NAME in client.get(page).text for page in pages] == [False] * 4
    assert had is not None
    assert client.get(f"{pages[-1]}?have={had['version']}").status_code == 200
    other.close()


def test_an_order_that_was_written_before_its_text_was_erased_is_the_same(own_desk: DatabaseDesk) -> None:
    """A phone that was switched off asks once more; nothing is written twice, and nothing comes back."""
    game, wish = begin(own_desk), order()
    desk.note(own_desk, game.game, wish, f"{NAME} came late")
    assert isinstance(desk.note(own_desk, game.game, wish, "Another text"), desk.Conflict)
    erase(own_desk.store, uses_of_name(own_desk.store, NAME))

    again = desk.note(own_desk, game.game, wish, f"{NAME} came late")

    assert isinstance(again, desk.Recorded)
    assert (again.repeated, NAME in repr(game.view)) == (True, False)


def test_an_export_restores_what_was_erased_nowhere(own_desk: DatabaseDesk, tmp_path: Path) -> None:
    """An older export only goes on with what is there: nothing of it comes back; exports made since are the same."""
    game = named(own_desk, ("Aki", NAME, "Chie", "Dan"))
    ruled(game, NAME)
    older = list(exported(own_desk.store))
    erase(own_desk.store, uses_of_name(own_desk.store, NAME))
    lines = list(exported(own_desk.store))

    assert restore(own_desk.store, older) == 0
    assert list(exported(own_desk.store)) == lines
    other = open_store(tmp_path / "other.db")
    restore(other, lines)
    assert list(exported(other)) == lines
    assert NAME not in "".join(lines)
    other.close()


def test_names_of_old_games_are_forgotten(own_desk: DatabaseDesk) -> None:
    """With the texts that hold one of them, and no others; newer games keep theirs."""
    old, new = begin(own_desk), begin(own_desk)
    for game in (old, new):
        ruled(game, "Eri")
        desk.note(own_desk, game.game, by("Eri"), "chie was late")
        desk.note(own_desk, game.game, by("Eri"), "a tile was missing")
    own_desk.store.database().execute("update games set created = '2020-01-01' where id = ?", (old.game,))
    border = max(row.created for row in all_games(own_desk.store.database()))

    assert forget_names(own_desk.store, border) == 1

    found = repr(old.view)
    assert not [name for name in (*NAMES, "Eri", "chie was late") if name in found]
    assert "a tile was missing" in found
    assert "chie was late" in repr(new.view)
    assert [seat.name for seat in new.view.seats] == list(NAMES)
    assert audit(own_desk) == (len(all_games(own_desk.store.database())), ())
    revision = own_desk.store.revision_of(old.game)
    assert forget_names(own_desk.store, border) == 0
    assert own_desk.store.revision_of(old.game) == revision


@pytest.mark.parametrize(
    ("days", "names"), [(30, ["P1", "P2", "P3", "P4"]), (40_000, list(NAMES)), (None, list(NAMES))]
)
def test_the_server_forgets_names_at_its_start(own_desk: DatabaseDesk, days: int | None, names: list[str]) -> None:
    """Only where it is told to, and only in games that are old enough."""
    game = begin(own_desk)
    own_desk.store.database().execute("update games set created = '2020-01-01'")
    with forgetting(own_desk, days):
        pass

    assert [seat.name for seat in game.view.seats] == names
