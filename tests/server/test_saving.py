"""A club's rules saved on pages: who may, what is written, what two savers or a power cut leave, and what goes on."""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
import tomli_w
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee import desk as desks
from referee.cli import main
from referee.database import DatabaseDesk, open_desk
from referee.desk.opened import kept_rules
from referee.library import library_of
from referee.paths import rulesets_dir
from referee.rulebook import Shelf, shelf_in
from referee.rulebook import saved as saved_module
from referee.rulebook.club import LONGEST_TITLE, MOST_BYTES
from referee.rulebook.saved import MOST_RULESETS, MOST_VERSIONS, numbers_in
from referee.texts.words import Library
from referee.web import create_app, guard
from referee.web.club import Club
from referee.web.saving import MOST_SAVES, SAVES
from tests.desks import NAMES, order

FIRST = """
extends = "aalto"

[document]
title = "Riverside"
edition = "Riverside"
source = "Riverside"
confidence = "text"
"""
SECOND = f"""{FIRST}
[setup]
points = 31000

[clause."club/setup.points"]
values = ["setup.points"]
place = "x"
text = "x"
"""
PENALTY = """
[[penalty]]
offence = "too_slow"
clause = "club/too_slow.1"
penalties = ["dead_hand"]
says = "As the second version says."

[clause."club/too_slow.1"]
values = []
place = "x"
text = "x"
"""


@pytest.fixture(scope="module")
def known(shelf: Shelf) -> Library:
    """Return the library of the shipped books, which no test changes."""
    return library_of(shelf)


class Hall:
    """A server over a folder of rulesets that can be started again."""

    def __init__(self, folder: Path, shelf: Shelf, library: Library, *, is_open: bool = True) -> None:
        self.folder, self.shelf, self.library, self.is_open = folder, shelf, library, is_open
        self.start()

    def start(self) -> None:
        """Start it, or start it again."""
        self.desk: DatabaseDesk = open_desk(self.folder / "table.db", self.library)
        club = Club(rulesets=self.folder, is_open=self.is_open)
        self.app: Flask = create_app(self.library, self.desk, shelf=self.shelf, rules=club)
        self.app.extensions[guard.LIMITS] = guard.Limits(most=1000)
        self.browser: FlaskClient = self.app.test_client()

    def save(self, text: str = FIRST, rules: str = "", version: int | str = "", **more: Any) -> TestResponse:  # noqa: ANN401 as the client takes it
        """Send rules as a page does."""
        return self.browser.post("/rules/save", data={"text": text, "id": rules, "version": str(version)}, **more)

    def saved(self, text: str = FIRST, rules: str = "", version: int | str = "") -> str:
        """Save rules; return their id."""
        answer = self.save(text, rules, version)
        assert answer.status_code == 303, answer.text
        return answer.location.removeprefix("/rules/")

    def files(self) -> list[str]:
        """Return the names of everything that was saved."""
        return sorted(each.name for each in (self.folder / "pages").iterdir()) if self.has_pages() else []

    def has_pages(self) -> bool:
        """Return whether anything was saved."""
        return (self.folder / "pages").is_dir()

    def book(self, rules: str) -> str:
        """Return the id of the book that the newest version makes."""
        return self.browser.get(f"/rules/{rules}").headers["Referee-Book"]


@pytest.fixture
def hall(tmp_path: Path, shelf: Shelf, known: Library) -> Hall:
    """Return a server at which everybody may save."""
    return Hall(tmp_path, shelf, known)


@pytest.fixture
def closed(tmp_path: Path, shelf: Shelf, known: Library) -> Hall:
    """Return a server at which those save who have a link."""
    return Hall(tmp_path, shelf, known, is_open=False)


# --- what is written --------------------------------------------------------------------------------------------------


def test_each_save_is_a_new_file(hall: Hall) -> None:
    """Named after the title and random letters, and the versions numbered; the one before stays as it was."""
    rules = hall.saved()
    first = (hall.folder / "pages" / f"{rules}.1.toml").read_bytes()
    assert hall.saved(SECOND, rules, 1) == rules

    assert re.fullmatch("riverside-[a-z]{6}", rules)
    assert hall.files() == [f"{rules}.1.toml", f"{rules}.2.toml"]
    assert (hall.folder / "pages" / f"{rules}.1.toml").read_bytes() == first
    assert tomllib.loads((hall.folder / "pages" / f"{rules}.2.toml").read_text("utf-8"))["setup"] == {"points": 31000}
    assert main(["check", str(hall.folder / "pages" / f"{rules}.2.toml")]) == 0


def test_rules_whose_file_is_gone_are_still_read(hall: Hall) -> None:
    """A folder that is not there for a while takes nothing from what the server knows already."""
    rules = hall.saved()
    book = hall.book(rules)
    (hall.folder / "pages").rename(hall.folder / "elsewhere")

    for address in (f"/rules/{rules}", f"/rules/{book}", f"/rules/aalto/against/{rules}", "/rules"):
        assert hall.browser.get(address).status_code == 200, address
    assert hall.save(SECOND, rules, 1).status_code == 404


def test_it_is_there_at_once_and_after_a_restart(hall: Hall) -> None:
    """The page, the list, a new game; each version under its hash for ever, and what changed."""
    rules = hall.saved()
    first = hall.book(rules)
    hall.saved(SECOND, rules, 1)
    second = hall.book(rules)
    for _ in range(2):
        assert second == hall.book(rules) != first
        page = hall.browser.get(f"/rules/{rules}?lang=en").text
        assert "Changed since version 1" in page
        assert "Before: " in page
        assert "31,000" in page
        assert "第1版からの変更点" in hall.browser.get(f"/rules/{rules}?lang=ja").text
        old = hall.browser.get(f"/rules/{first}?lang=en")
        assert old.status_code == 200
        assert old.headers["Referee-Book"] == first
        assert "31,000" not in old.text
        assert f'value="{second}"' in hall.browser.get("/games/new?ruleset=aalto").text
        assert f'value="{first}"' not in hall.browser.get("/games/new?ruleset=aalto").text
        assert hall.browser.get("/rules").text.count("Riverside</strong>") == 1
        assert hall.browser.get(f"/rules/{rules}/against/ema-2016").status_code == 200
        hall.start()
    assert hall.browser.get(f"/rules/{rules}@0123456789ab").status_code == 404


def test_what_is_sent_twice_is_saved_once(hall: Hall) -> None:
    """The answer was lost and the form is sent again, new rules or a new version."""
    rules = hall.saved()
    assert hall.saved() == rules
    hall.saved(SECOND, rules, 1)
    hall.saved(SECOND, rules, 1)

    assert hall.files() == [f"{rules}.1.toml", f"{rules}.2.toml"]


def test_only_rules_are_written(hall: Hall) -> None:
    """The text is written anew: comments and tables that a form does not know are not kept."""
    rules = hall.saved("# <script>\n" + FIRST)
    text = (hall.folder / "pages" / f"{rules}.1.toml").read_text("utf-8")

    assert "script" not in text
    assert tomllib.loads(text)["document"]["title"] == "Riverside"


@pytest.mark.parametrize("title", ["../../etc/passwd", "雀荘", "a/b\\c", "x" * 60, "CON", "..."])
def test_no_title_becomes_a_path(hall: Hall, title: str) -> None:
    """Whatever a title says, the file lies in the folder, under a name of small letters, digits and dashes."""
    rules = hall.saved(FIRST.replace('"Riverside"', repr(title)))

    assert re.fullmatch("[a-z0-9-]{1,41}-[a-z]{6}", rules)
    assert hall.files() == [f"{rules}.1.toml"]
    assert sorted(each.name for each in hall.folder.iterdir() if not each.name.startswith("table.db")) == ["pages"]


@pytest.mark.parametrize(
    "note", ['"; alert(1)', "line\nline", "<script>alert(1)</script>", "../..", "\u202etxt\u2066", "'''"]
)
def test_a_note_does_no_harm(hall: Hall, note: str) -> None:
    """It is read back as it was typed, and stands on the page as text."""
    clause = {"club/note": {"values": [], "place": "Riverside", "text": note}}
    rules = hall.saved(tomli_w.dumps(tomllib.loads(FIRST) | {"clause": clause}))
    page = hall.browser.get(f"/rules/{rules}").text

    text = (hall.folder / "pages" / f"{rules}.1.toml").read_text("utf-8")
    assert tomllib.loads(text)["clause"]["club/note"]["text"] == note
    assert "<script>alert" not in page


@pytest.mark.parametrize("title", ["two\nlines", "\u202eturned", "x" * (LONGEST_TITLE + 1), "zero\u200bwidth"])
def test_a_title_is_one_line_that_can_be_seen(hall: Hall, title: str) -> None:
    """Others are refused, with what is allowed."""
    escaped = "".join(f"\\u{ord(each):04x}" for each in title)
    answer = hall.save(FIRST.replace('title = "Riverside"', f'title = "{escaped}"'))

    assert answer.status_code == 422
    assert "document.title" in answer.text
    assert hall.files() == []


def test_all_problems_are_told_and_what_was_typed_stays(hall: Hall) -> None:
    """In the sentence of the page's language where there is one."""
    wrong = SECOND.replace("31000", "-5") + "[course]\nnonsense = 1\n"
    answer = hall.save(wrong + "# typed </textarea>")

    assert answer.status_code == 422
    assert answer.headers["Referee-Cause"] == "rules_wrong"
    assert "setup.points" in answer.text
    assert "course.nonsense" in answer.text
    assert "# typed &lt;/textarea&gt;" in answer.text
    assert hall.files() == []
    assert hall.save("= no TOML").status_code == 422
    assert hall.save("").status_code == 422


# --- limits -----------------------------------------------------------------------------------------------------------


def test_a_text_has_a_length(hall: Hall) -> None:
    """64 KB, also of kana, whose letters take nine characters each in a form; what was typed stays."""
    note = '[clause."club/note"]\nvalues = []\nplace = "x"\ntext = "'
    fits = FIRST + note + "あ" * ((MOST_BYTES - 400) // 3) + '"\n'
    assert hall.save(fits).status_code == 303
    answer = hall.save(FIRST + note + "あ" * (MOST_BYTES // 3 + 1) + '"\n')

    assert answer.status_code == 413
    assert answer.headers["Referee-Cause"] == "too_large"
    assert "64 KB" in answer.text
    assert "ああ" in answer.text
    assert hall.save("x" * (4 * MOST_BYTES)).status_code == 413


def test_there_is_room_for_so_many(hall: Hall) -> None:
    """Two hundred rulesets, and a hundred versions of each."""
    rules = hall.saved()
    pages = hall.folder / "pages"
    text = (pages / f"{rules}.1.toml").read_text("utf-8")
    for number in range(MOST_RULESETS - 1):
        (pages / f"r{number}-abcdef.1.toml").write_text(text + f"# {number}", "utf-8")
    full = hall.save(SECOND)
    (pages / f"{rules}.{MOST_VERSIONS}.toml").write_text(text + "# last", "utf-8")
    last = hall.save(SECOND, rules, MOST_VERSIONS)

    assert (full.status_code, last.status_code) == (413, 413)
    assert str(MOST_RULESETS) in full.text
    assert str(MOST_VERSIONS) in last.text
    assert full.headers["Referee-Cause"] == last.headers["Referee-Cause"] == "too_large"


def test_one_address_saves_so_often(hall: Hall) -> None:
    """Thirty times an hour; what was refused does not count."""
    limits = hall.app.extensions[SAVES]
    assert (limits.most, limits.seconds) == (MOST_SAVES, 3600.0) == (30, 3600.0)
    hall.app.extensions[SAVES] = guard.Limits(most=1, seconds=3600.0)
    hall.save("wrong")
    rules = hall.saved()
    answer = hall.save(SECOND, rules, 1)

    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    found = hall.save(SECOND, rules, 1, headers={"Accept": "application/json"})
    assert (found.status_code, found.get_json()["error"]["code"]) == (429, "too_often")
    assert hall.save(SECOND, rules, 1, environ_base={"REMOTE_ADDR": "192.0.2.9"}).status_code == 303


# --- commands ---------------------------------------------------------------------------------------------------------


def test_questions_are_answered_by_saved_rules(hall: Hall) -> None:
    """`referee ask --rulesets DIR` knows the newest version of all rules in the folder; what is broken is named."""
    rules = hall.saved()
    hall.saved(SECOND, rules, 1)
    (hall.folder / "pages" / "harbour-abcdef.1.toml").write_text("[setup]", "utf-8")
    question = {"ask": "final", "ruleset": hall.book(rules), "scores": [31000] * 4}
    command = [sys.executable, "-m", "referee", "ask", "--rulesets", str(hall.folder)]
    asked = json.dumps({"ask": "rulesets"}) + "\n" + json.dumps(question) + "\n"
    done = subprocess.run(command, input=asked, text=True, capture_output=True, check=True)  # noqa: S603
    listed, final = map(json.loads, done.stdout.splitlines())

    assert [each["id"] for each in listed["rulesets"] if each["id"].startswith(rules)] == [hall.book(rules)]
    assert final["scores"] == [31000] * 4
    assert "harbour-abcdef.1.toml" in done.stderr


def test_saved_rules_are_compared(hall: Hall, capsys: pytest.CaptureFixture[str]) -> None:
    """`referee diff --rulesets DIR` with the newest version by the id of the rules, with an older one by its own."""
    rules = hall.saved()
    first = hall.book(rules)
    hall.saved(SECOND, rules, 1)

    assert main(["diff", first, rules, "--rulesets", str(hall.folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [f"A  Riverside ({first})", f"B  Riverside ({hall.book(rules)})"]
    assert "  B  Everyone starts with 31,000 points. (club/setup.points)" in lines
    assert main(["diff", f"{rules}@0123456789ab", rules, "--rulesets", str(hall.folder)]) == 1
    assert main(["diff", first, rules]) == 1


# --- two savers, power cuts, folders that cannot be written -----------------------------------------------------------


def test_the_second_of_two_savers_keeps_what_he_typed(hall: Hall) -> None:
    """He is told of the newer version, and can save his as the one after it."""
    rules = hall.saved()
    hall.saved(SECOND, rules, 1)
    mine = SECOND.replace("31000", "32000")
    answer = hall.save(mine, rules, 1)

    assert answer.status_code == 409
    assert answer.headers["Referee-Cause"] == "rules_stale"
    assert "32000" in answer.text
    assert 'name="version" value="2"' in answer.text
    assert hall.files() == [f"{rules}.1.toml", f"{rules}.2.toml"]
    assert hall.saved(mine, rules, 2) == rules
    assert hall.files()[-1] == f"{rules}.3.toml"


def test_of_many_at_once_one_saves(hall: Hall) -> None:
    """The others are told; nothing is written over, and nothing half is left."""
    rules = hall.saved()
    together, statuses = Barrier(6), list[int]()

    def send(points: int) -> None:
        browser = hall.app.test_client()
        text = SECOND.replace("31000", str(points))
        together.wait()
        answer = browser.post("/rules/save", data={"text": text, "id": rules, "version": "1"})
        statuses.append(answer.status_code)

    savers = [Thread(target=send, args=(26000 + 1000 * turn,)) for turn in range(6)]
    for each in savers:
        each.start()
    for each in savers:
        each.join()

    assert sorted(statuses) == [303, *[409] * 5]
    assert hall.files() == [f"{rules}.1.toml", f"{rules}.2.toml"]


def test_another_program_came_first(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two servers over one folder look at the same moment: the name is taken when the second one writes."""
    rules = hall.saved()
    taken = hall.folder / "pages" / f"{rules}.2.toml"
    before = numbers_in(hall.folder / "pages")
    taken.write_text("theirs", "utf-8")
    monkeypatch.setattr(saved_module, "numbers_in", lambda _: before)

    assert hall.save(SECOND, rules, 1).status_code == 409
    assert taken.read_text("utf-8") == "theirs"
    assert len(hall.files()) == 2


KILLED = """
import os, signal, sys
from pathlib import Path
from referee import paths
from referee.rulebook import saved
real = getattr(os, sys.argv[2])
def die(*given, **named):
    if sys.argv[3] == "after":
        real(*given, **named)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(paths.os, sys.argv[2], die)
saved.write(Path(sys.argv[1]), saved.Version(rules="riverside-abcdef", number=2, text=sys.stdin.read()))
"""


@pytest.mark.parametrize(
    ("step", "when", "is_new"), [("fsync", "before", False), ("link", "before", False), ("link", "after", True)]
)
def test_a_power_cut_leaves_the_old_or_the_new(hall: Hall, step: str, when: str, *, is_new: bool) -> None:
    """Killed before, between and after the steps of writing, the server starts with one or the other, whole."""
    rules = hall.saved()
    second = (hall.folder / "pages" / f"{rules}.1.toml").read_text("utf-8").replace("Riverside", "Riverbank")
    file = hall.folder / "pages" / f"{rules}.2.toml"
    done = subprocess.run([sys.executable, "-c", KILLED, str(file), step, when], input=second, text=True, check=False)  # noqa: S603
    hall.start()

    assert done.returncode == -9
    assert file.exists() == is_new
    assert any(name.startswith(".new-") for name in hall.files())
    assert ("Riverbank" if is_new else "Riverside") in hall.browser.get(f"/rules/{rules}").text
    assert hall.saved(SECOND, rules, 2 if is_new else 1) == rules


@pytest.mark.parametrize("again", [Hall.start, Hall.saved])
def test_what_a_power_cut_left_is_cleared(hall: Hall, again: Callable[[Hall], object]) -> None:
    """At the next start or with the next save, but not what another server may be writing at the moment."""
    rules = hall.saved(SECOND)
    for name in (".new-old", ".new-now"):
        (hall.folder / "pages" / name).write_bytes(b"half")
    os.utime(hall.folder / "pages" / ".new-old", (0, 0))
    again(hall)

    assert ".new-old" not in hall.files()
    assert {".new-now", f"{rules}.1.toml"} <= set(hall.files())


@pytest.mark.parametrize("code", [30, 13, 28])
def test_a_folder_that_cannot_be_written(hall: Hall, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    """Read only, forbidden or full: it is said, what was typed stays, and nothing is left."""
    rules = hall.saved()

    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    answer = hall.save(SECOND, rules, 1)

    assert answer.status_code == 503
    assert answer.headers["Referee-Cause"] == "folder_not_writable"
    assert "31000" in answer.text
    assert hall.files() == [f"{rules}.1.toml"]


def test_a_file_in_place_of_the_folder(hall: Hall) -> None:
    """It stays what it is."""
    (hall.folder / "pages").write_text("a file", "utf-8")

    assert hall.save().headers["Referee-Cause"] == "folder_not_writable"
    assert (hall.folder / "pages").read_text("utf-8") == "a file"


def test_what_somebody_broke_is_left_out_and_named(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    """The version before it answers, and the next one is saved on top of that."""
    rules = hall.saved()
    other = hall.saved(FIRST.replace("Riverside", "Harbour"))
    (hall.folder / "pages" / f"{rules}.2.toml").write_bytes(b"\xff broken")
    (hall.folder / "pages" / f"{other}.1.toml").write_text("[setup]\npoints = 3", "utf-8")
    hall.start()

    assert f"{rules}.2.toml" in caplog.text
    assert f"{other}.1.toml" in caplog.text
    assert hall.browser.get(f"/rules/{rules}").status_code == 200
    assert hall.browser.get(f"/rules/{other}").status_code == 404
    assert hall.saved(SECOND, rules, 1) == rules
    assert f"{rules}.3.toml" in hall.files()


def test_rules_written_by_hand_are_not_saved_over(tmp_path: Path) -> None:
    """They are no versions: their id names nothing that can be saved, and stays what it is."""
    file = tmp_path / "harbour.toml"
    file.write_text(FIRST, "utf-8")
    shelf = shelf_in((rulesets_dir(), tmp_path))
    hall = Hall(tmp_path, shelf, library_of(shelf))

    for named in ("harbour", "../harbour", "aalto", "pages/../../harbour"):
        assert hall.save(SECOND, named, 1).status_code == 404
    assert file.read_text("utf-8") == FIRST
    assert hall.files() == []


# --- who may save -----------------------------------------------------------------------------------------------------


def link(capsys: pytest.CaptureFixture[str], folder: Path, *more: str) -> str:
    """Run the command for editing links; return what it prints."""
    assert main(["link", "rules", "--rulesets", str(folder), *more]) == 0
    return capsys.readouterr().out.strip()


def test_without_a_link_nobody_saves(closed: Hall) -> None:
    """403, to people and to programs, with the code; reading is open to all."""
    answer = closed.save()
    found = closed.save(headers={"Accept": "application/json"})

    assert (answer.status_code, found.status_code) == (403, 403)
    assert answer.headers["Referee-Cause"] == found.get_json()["error"]["code"] == "rules_closed"
    assert "Riverside" in answer.text
    assert closed.files() == []
    assert closed.browser.get("/rules/edit/AAAAAAAAAAAAAAAAAAAAAA").status_code == 403
    assert closed.browser.get("/rules/aalto").status_code == 200


def test_a_link_lets_save_until_it_is_revoked(closed: Hall, capsys: pytest.CaptureFixture[str]) -> None:
    """It becomes a cookie, its address is left, only its hash is kept; a later link holds again."""
    address = link(capsys, closed.folder, "--address", "http://hall.test/")
    token = address.removeprefix("http://hall.test/rules/edit/")
    assert len(token) == 22
    opened = closed.browser.get(f"/rules/edit/{token}")
    assert (opened.status_code, opened.location) == (303, "/rules")
    assert "HttpOnly" in opened.headers["Set-Cookie"]
    assert token not in opened.headers["Set-Cookie"]
    rules = closed.saved()
    (kept,) = closed.folder.glob("pages/*.link")
    assert token not in kept.name + kept.read_text("utf-8")
    assert kept.stat().st_mode & 0o777 == 0o600

    assert closed.app.test_client().post("/rules/save", data={"text": FIRST}).status_code == 403
    assert "1" in link(capsys, closed.folder, "--revoke")
    assert closed.save(SECOND, rules, 1).status_code == 403
    assert closed.browser.get(f"/rules/edit/{token}").status_code == 403
    fresh = link(capsys, closed.folder).rpartition("/")[2]
    closed.start()
    closed.browser.get(f"/rules/edit/{fresh}")
    assert closed.saved(SECOND, rules, 1) == rules


def test_a_cookie_of_ones_own_making_saves_nothing(closed: Hall) -> None:
    """Only what this server has signed counts."""
    closed.browser.set_cookie("session", "eyJlZGl0aW5nIjoiYSJ9.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb")

    assert closed.save().status_code == 403


def test_a_page_of_another_site_saves_nothing(hall: Hall) -> None:
    """Though everybody may."""
    for foreign in ({"Origin": "http://elsewhere.test"}, {"Sec-Fetch-Site": "cross-site"}):
        assert hall.save(headers=foreign).status_code == 403
    assert hall.files() == []


def test_nothing_is_saved_without_a_folder(hall: Hall, shelf: Shelf) -> None:
    """Not even where everybody may."""
    app = create_app(hall.library, hall.desk, shelf=shelf, rules=Club(is_open=True))

    answer = app.test_client().post("/rules/save", data={"text": FIRST})
    assert answer.status_code == 403
    assert "without <code>--rulesets DIR</code>" in answer.text or "without `--rulesets DIR`" in answer.text


def test_a_program_is_told_the_version(hall: Hall) -> None:
    """And why not, by a code."""
    asked = {"Accept": "application/json"}
    answer = hall.save(headers=asked).get_json()

    assert answer["version"] == 1
    assert answer["book"] == hall.book(answer["id"])
    assert hall.save("wrong", headers=asked).get_json()["error"]["code"] == "rules_wrong"
    assert hall.save(SECOND, answer["id"], 7, headers=asked).get_json()["error"]["code"] == "rules_stale"
    nowhere = hall.save(SECOND, "warsaw", 1, headers=asked)
    assert (nowhere.status_code, nowhere.get_json()["error"]["code"]) == (404, "not_found")


# --- games and phones -------------------------------------------------------------------------------------------------


def played(hall: Hall, book: str) -> str:
    """Begin a game through the page; return its token."""
    fields = {f"name-{seat}": name for seat, name in enumerate(NAMES)}
    answer = hall.browser.post("/games", data=fields | {"ruleset": book, "command_id": order().command})
    assert answer.status_code == 303, answer.text
    return answer.location.removeprefix("/t/")


def test_a_game_goes_on_under_its_version(hall: Hall) -> None:
    """Values and penalties are those under which it began, after another version and after a restart."""
    rules = hall.saved()
    first = hall.book(rules)
    token = played(hall, first)
    hall.saved(SECOND + PENALTY, rules, 1)
    for _ in range(2):
        game = desks.find(hall.desk, token)
        assert game is not None
        kept = kept_rules(hall.desk, desks.game_now(hall.desk, game))
        assert kept.book == first
        assert kept.rules.setup.points == 25000
        ruled = hall.browser.get(f"/t/{token}/rulings/too_slow?repeated=yes&lang=en")
        assert ruled.status_code == 200
        assert "no longer on this server" not in ruled.text
        assert "second version" not in ruled.text
        asked = f"/rulings/too_slow?repeated=yes&ruleset={hall.book(rules)}"
        assert "second version" in hall.browser.get(asked).text
        assert hall.browser.get(f"/t/{token}").status_code == 200
        hall.start()
    assert hall.browser.get("/games/new?ruleset=aalto").text.count("Riverside") >= 1


def test_a_game_begun_offline_under_an_older_version(hall: Hall) -> None:
    """It begins though a newer version was saved since and the server was started again; its rulings go on."""
    rules = hall.saved()
    first = hall.book(rules)
    hall.saved(SECOND, rules, 1)
    hall.start()
    token = played(hall, first)

    assert hall.browser.get(f"/t/{token}/rulings/mistaken_win").status_code == 200


def test_phones_keep_their_program(hall: Hall) -> None:
    """Its name and its worker are the same after a save and a restart; a saved book lies under its hash."""
    before = hall.browser.get("/sw.js")
    rules = hall.saved()
    book = hall.book(rules)
    answer = hall.browser.get(f"/phone/book/{book}").get_json()
    piece = hall.browser.get(answer["address"])
    log = hall.browser.get(f"/t/{played(hall, book)}/log").get_json()
    hall.saved(SECOND, rules, 1)
    hall.start()
    after = hall.browser.get("/sw.js")

    assert after.text == before.text
    assert after.headers["ETag"] == before.headers["ETag"]
    assert after.headers["Referee"] == before.headers["Referee"]
    assert log["book"] == book
    assert "ema-2016" in answer["guides"]
    assert "immutable" in piece.headers["Cache-Control"]
    assert [each["id"] for each in piece.get_json()["shelf"]] == [book]
    assert hall.browser.get(answer["address"]).data == piece.data
    assert hall.browser.get("/phone/book/aalto").status_code == 404
