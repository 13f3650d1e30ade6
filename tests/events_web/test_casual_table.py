"""A table without an event, on a server that has one: nothing of events reaches it (`events/13.15`)."""

import re
from pathlib import Path

from flask.testing import FlaskClient

from referee import desk
from referee.database import DatabaseDesk
from referee.desk.opened import history_of
from referee.web import create_app
from tests.desks import NAMES, Played, opened, order, ron, shipped, tsumo
from tests.tournaments import opened_hall

PAGES = ("", "/record", "/sheet", "/rulings", "/rulings/exposed_tiles", "/pays", "/tiles", "/adjust", "/log", "/share")
"""What phones open at a table."""
QR = re.compile(rb'data:image/svg[^"]*')
"""The code of the address: as long as its token, drawn by chance, makes it."""


def begun(own_desk: DatabaseDesk) -> Played:
    """Begin a casual game and play two hands."""
    made = desk.start(own_desk, order(), desk.NewGame(ruleset="ema-2016", options={}, names=NAMES, table=None))
    assert isinstance(made, desk.Begun)
    game = Played(desk=own_desk, game=made.game, token=made.token)
    game.record(ron(1, 0, 2, 30), tsumo(2, 3, 40))
    return game


def phone_of(own_desk: DatabaseDesk, game: Played) -> FlaskClient:
    """Return a phone that has opened a table."""
    phone = create_app(shipped(), own_desk).test_client()
    phone.get(f"/t/{game.token}")
    return phone


def test_an_event_beside_it_changes_no_byte_and_no_entry(tmp_path: Path) -> None:
    """events/13.15: the same log and, within 2 %, the same bytes of every page; no file of events among those kept."""
    folders = (tmp_path / "alone", tmp_path / "beside")
    for folder in folders:
        folder.mkdir()
    alone, beside = (opened(folder) for folder in folders)
    hall = opened_hall(beside, rounds=2)
    hall.seat(16, rounds=2)
    hall.start()
    games = (begun(alone), begun(beside))
    phones = (phone_of(alone, games[0]), phone_of(beside, games[1]))

    kinds = [[entry.stored.kind for entry in history_of(game.desk, game.game)] for game in games]
    assert kinds[0] == kinds[1] == ["game_started", "hand_recorded", "hand_recorded"]
    for page in PAGES:
        sizes = [phone.get(f"/t/{game.token}{page}") for phone, game in zip(phones, games, strict=True)]
        assert [found.status_code for found in sizes] == [200, 200], page
        least, most = sorted(len(QR.sub(b"", found.data)) for found in sizes)
        assert most <= least * 1.02, page
        assert b"/e/" not in sizes[1].data
        assert b"/events/" not in sizes[1].data.replace(b"/events/new", b"")
    builds = [phone.get("/phone/build.json").get_json() for phone in phones]
    assert builds[0]["files"] == builds[1]["files"]
    assert [file for file in builds[1]["files"] if "/events/" in file] == []
    for each in (alone, beside):
        each.close()


FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
NAMED = re.compile(r'<(?:button|input|select|a)\b[^>]*?(?:name|class|href)="[^"]*"')


def test_an_event_beside_it_adds_no_tap_and_no_work_to_a_start(tmp_path: Path) -> None:
    """events/13.15: the forms that begin a game and record a hand have the same fields; a start does as much work."""
    counted: list[tuple[list[str], int]] = []
    for name in ("alone", "beside"):
        (tmp_path / name).mkdir()
        own_desk = opened(tmp_path / name)
        if name == "beside":
            opened_hall(own_desk, rounds=2).seat(16, rounds=2)
        phone = create_app(shipped(), own_desk).test_client()
        game = begun(own_desk)
        pages = [phone.get(page).text for page in ("/games/new", f"/t/{game.token}/record")]
        fields = [tag for page in pages for form in FORM.findall(page) for tag in NAMED.findall(form)]
        statements: list[str] = []
        own_desk.store.database().conn.set_trace_callback(statements.append)
        begun(own_desk)
        own_desk.store.database().conn.set_trace_callback(None)
        counted.append(([each.replace(game.token, "") for each in fields], len(statements)))
        own_desk.close()

    assert counted[0][0]
    assert counted[0] == counted[1]


def test_a_link_to_read_shows_the_sheet_and_writes_nothing(tmp_path: Path) -> None:
    """events/1, 13.15: one-way from the table's token; every address of the table is closed to it."""
    own_desk = opened(tmp_path)
    game = begun(own_desk)
    app = create_app(shipped(), own_desk)
    token = desk.reader_address(own_desk, game.game)
    reader = app.test_client()
    before = len(history_of(own_desk, game.game))

    shown = reader.get(f"/s/{token}")
    assert shown.status_code == 200
    assert all(name in shown.text for name in NAMES)
    assert game.token not in shown.text
    assert token != game.token
    for rule in app.url_map.iter_rules():
        if "POST" not in (rule.methods or ()) or not rule.rule.startswith(("/t/<", "/s/<")):
            continue
        path = re.sub(r"<[^>]*>", "1", re.sub(r"<(?:token|reader)>", token, rule.rule))
        answer = reader.post(path, data={"command_id": "read-only-read-only", "note": "no", "result": "draw"})
        assert answer.status_code in (400, 403, 404, 405), (path, answer.status_code)
    assert len(history_of(own_desk, game.game)) == before
    own_desk.close()
