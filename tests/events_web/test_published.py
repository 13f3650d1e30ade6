"""An event's public pages as files (`events/8`): whole, with no server behind them, and nothing that is not public."""

import re
import threading
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser

from referee.cli import main
from referee.database import DatabaseDesk
from referee.desk_event.links import make_cards
from referee.desk_event.results import enter_paper
from referee.desk_event.rounds import release
from referee.rulebook import Shelf
from referee.tournament.events import Release
from referee.tournament.sheets import PaperSheet
from referee.web import create_app
from referee.web.publish import Result, publish
from referee.web.published_folder import KNOWN, PublishError
from tests.desks import opened
from tests.tournaments import Hall, done, opened_hall
from tests.web.layout import check_layout
from tests.web.test_accessibility import violations, violations_of_colours

LANGUAGES = ("en", "ja")
ROUNDS = 4
SERVERS_OWN = {"script", "form", "input", "button", "template", "iframe", "object"}
PLACES = {"href", "src", "action", "formaction", "srcset", "poster", "data"}
ASKS = re.compile(r"hx-|on|data-(poll|share|picture|copy)")


class Parsed(HTMLParser):
    """What stands in a page: its elements, its attributes, where its links lead, and the texts of its main part."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: set[str] = set()
        self.links: list[str] = []
        self.texts: list[str] = []
        self.within: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if name in PLACES]
        self.within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Leave an element, and those in it that need no end."""
        while self.within and self.within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Note a text of the main part; times are told by the clock of the event, or of the reader."""
        if "main" in self.within and "time" not in self.within and data.strip():
            self.texts.append(" ".join(data.split()))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[DatabaseDesk]:
    """Return a desk over a database of its own."""
    found = opened(tmp_path)
    yield found
    found.close()


@pytest.fixture
def own_app(desk: DatabaseDesk, shelf: Shelf) -> Flask:
    """Return the program over it."""
    return create_app(desk.library, desk, shelf=shelf)


@pytest.fixture
def hall(desk: DatabaseDesk) -> Hall:
    """Return an event whose first round is published, whose second is over but held back, and whose third is played.

    The fourth is drawn and shown to nobody.
    """
    hall = opened_hall(desk, "ema-2016", rounds=ROUNDS, zone="Asia/Tokyo", release=Release.BY_HAND)
    hall.seat(8, rounds=3)
    for round_no in (1, 2):
        hall.start(round_no)
        hall.play(round_no, 1)
        for table_no, lead in ((1, 1000 * round_no), (2, 3000 * round_no)):
            scores = (30_000 + lead, 30_000, 30_000, 30_000 - lead)
            done(
                enter_paper(hall.event_desk, hall.order(), PaperSheet(round=round_no, table_no=table_no, scores=scores))
            )
        hall.close(round_no)
        if round_no == 1:
            done(release(hall.event_desk, hall.order()))
    hall.start(3)
    return hall


def written(hall: Hall, folder: Path, shelf: Shelf, languages: tuple[str, ...] = LANGUAGES) -> Result:
    """Publish an event as another process would: it has read nothing yet."""
    desk = opened(hall.event_desk.desk.store.path.parent)  # type: ignore[attr-defined]
    try:
        return publish(create_app(desk.library, desk, shelf=shelf), desk, hall.id, folder, languages)
    finally:
        desk.close()


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the content of all files in a folder, by name."""
    return {
        file.relative_to(folder).as_posix(): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()
    }


def pages_in(folder: Path) -> dict[str, Parsed]:
    """Return the pages in a folder."""
    return {name: Parsed(text.decode()) for name, text in files_in(folder).items() if name.endswith(".html")}


@pytest.fixture
def folder(hall: Hall, shelf: Shelf, tmp_path: Path) -> Path:
    """Return a folder, somewhere in another, in which the event was published."""
    found = tmp_path / "www" / "club" / "spring"
    written(hall, found, shelf)
    return found


def test_everything_lies_there_and_leads_to_what_lies_there(folder: Path) -> None:
    """Pages, people and sheets in each language; no link leaves the folder, and none leads to nothing."""
    files, pages = files_in(folder), pages_in(folder)
    wanted = ["index.html", "standings.html", "rounds.html", "hall.html", "sheets/1-1.html"]
    wanted += [f"people/{number}.html" for number in range(1, 9)]

    assert set(pages) == {f"{first}{name}" for first in ("", "ja/") for name in wanted}
    assert {"draw.csv", "draw.json", "results.csv", "standings.json", "sheets/1-1.svg", "sheets/1-1.csv"} <= set(files)
    tables = [f"{kind}.{end}" for kind in ("draw", "standings", "results") for end in ("csv", "json")]
    reached = {
        KNOWN,
        *[f"{first}{name}" for first in ("", "ja/") for name in ("index.html", "standings.html", *tables)],
    }
    for name, page in pages.items():
        for link in page.links:
            assert not urlsplit(link).scheme, (name, link)
            assert not link.startswith("/"), (name, link)
            found = unquote(urlsplit(urljoin(f"/{name}", link)).path).removeprefix("/")
            assert found in files, (name, link)
            reached.add(found)
    styles = {name: text.decode() for name, text in files.items() if name.endswith(".css")}
    for name, text in styles.items():
        reached |= {urljoin(f"/{name}", each).removeprefix("/") for each in re.findall(r"url\(\"?([^)\"]+)", text)}
    assert reached == set(files)


def test_pages_say_what_anybody_sees_and_ask_nothing(hall: Hall, folder: Path, own_app: Flask) -> None:
    """The same texts as a browser without a link is shown, but no script, no form, and nothing that asks the server."""
    anybody = own_app.test_client(use_cookies=False)
    addresses = {"index": "", "standings": "/standings", "rounds": "/standings?rounds=1", "hall": "/hall"}
    addresses |= {f"people/{number}": f"/standings/{number}" for number in range(1, 9)}
    for first, language in (("", "en"), ("ja/", "ja")):
        for name, address in addresses.items():
            page = Parsed((folder / f"{first}{name}.html").read_text("utf-8"))
            shown = anybody.get(f"/e/{hall.id}{address}", headers={"Accept-Language": language})
            served = Parsed(shown.text)

            assert shown.status_code == 200
            assert [text for text in page.texts if text not in served.texts] == [], name
            assert len(page.texts) > 2, name
    for name, page in pages_in(folder).items():
        assert page.elements & SERVERS_OWN == set(), name
        assert [each for each in page.attributes if ASKS.match(each)] == [], name


def test_nothing_private_lies_there(hall: Hall, shelf: Shelf, tmp_path: Path) -> None:
    """No whole name, no result or draw that is held back, no link, no address of a table or of this server."""
    cards = make_cards(hall.event_desk, hall.order(), (1, 2))
    assert isinstance(cards, tuple)
    written(hall, tmp_path / "www", shelf)
    files = {name: text.decode("utf-8", "replace") for name, text in files_in(tmp_path / "www").items()}
    everything = "\n".join([*files, *files.values()])
    games = [each.game for each in hall.event_desk.store.games_of_tournament(hall.id)]
    sheet = hall.game(1, 1)

    secrets = [hall.token, *cards, *games, sheet.token, "/t/", "/in/", "/s/", "/e/", "localhost"]
    assert [each for each in secrets if each in everything] == []
    assert "Given1 F." in files["index.html"]
    assert re.findall(r"Family\d", everything) == []
    assert [name for name in files if name.startswith("sheets/2")] == []
    rounds = {
        name: {line.split(",")[0] for line in files[name].splitlines()[1:]} for name in ("draw.csv", "results.csv")
    }
    assert rounds == {"draw.csv": {"1", "2", "3"}, "results.csv": {"1"}}


def test_times_are_those_of_the_event(hall: Hall, folder: Path) -> None:
    """No script turns them into the reader's: what ends at 00:30 UTC ends at 09:30 in Tokyo."""
    text = (folder / "index.html").read_text("utf-8")
    found = re.search(r'<time datetime="\d+-\d+-\d+T(\d\d):(\d\d)[^"]*">(\d\d):(\d\d)</time>', text)

    assert hall.state.settings.zone in text
    assert found is not None
    assert ((int(found[1]) + 9) % 24, found[2]) == (int(found[3]), found[4])


def test_only_what_changed_is_written(hall: Hall, folder: Path, shelf: Shelf) -> None:
    """A second run writes nothing; one that reveals a round writes what tells of it, and what is gone goes."""
    before = {name: (folder / name).stat().st_mtime_ns for name in files_in(folder)}

    again = written(hall, folder, shelf)

    assert (again.written, again.removed) == (0, 0)
    assert {name: (folder / name).stat().st_mtime_ns for name in files_in(folder)} == before

    done(release(hall.event_desk, hall.order()))
    revealed = written(hall, folder, shelf)
    changed = {name for name in files_in(folder) if before.get(name) != (folder / name).stat().st_mtime_ns}

    assert revealed.written == len(changed - {KNOWN})
    assert {"index.html", "people/1.html", "sheets/2-1.html", "ja/sheets/2-1.svg"} <= changed
    assert not {each for each in changed if each.startswith(("files/", "sheets/1-1"))}

    english = written(hall, folder, shelf, ("en",))

    assert english.removed > 0
    assert not (folder / "ja").exists()
    assert [name for name in files_in(folder) if "/." in f"/{name}"] == []


def test_a_run_that_was_killed_leaves_nothing_behind(
    hall: Hall, tmp_path: Path, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one knows of what it wrote: a page that is no longer public goes then."""
    folder, count = tmp_path / "www", 0
    whole = Path.replace

    def killed(file: Path, target: Path) -> Path:
        nonlocal count
        count += 1
        if count > 30:
            raise KeyboardInterrupt
        return whole(file, target)

    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        written(hall, folder, shelf)
    monkeypatch.undo()
    assert (folder / "ja").exists()

    written(hall, folder, shelf, ("en",))
    fresh = tmp_path / "fresh"
    written(hall, fresh, shelf, ("en",))

    assert set(files_in(folder)) == set(files_in(fresh))


def test_a_file_that_was_spoilt_is_written_again(hall: Hall, folder: Path, shelf: Shelf) -> None:
    """One that is missing, or that was cut short when the power went."""
    whole = (folder / "index.html").read_bytes()
    (folder / "index.html").write_bytes(b"")
    (folder / "people/1.html").unlink()

    assert written(hall, folder, shelf).written == 2
    assert (folder / "index.html").read_bytes() == whole


def test_a_folder_with_other_things_is_left_alone(hall: Hall, folder: Path, shelf: Shelf, tmp_path: Path) -> None:
    """Whoever mistypes a folder loses nothing there; nor does another event."""
    other = tmp_path / "letters"
    other.mkdir()
    (other / "index.html").write_text("mine", "utf-8")
    with pytest.raises(PublishError, match="letters holds other things"):
        written(hall, other, shelf)
    assert files_in(other) == {"index.html": b"mine"}

    another = opened_hall(hall.event_desk.desk)  # type: ignore[arg-type]
    with pytest.raises(PublishError, match=f"pages of another event \\({hall.id}\\)"):
        written(another, folder, shelf)

    (folder / KNOWN).write_text('{"files": []}', "utf-8")
    with pytest.raises(PublishError, match="is broken"):
        written(hall, folder, shelf)


def test_nothing_outside_the_folder_is_removed(hall: Hall, folder: Path, shelf: Shelf) -> None:
    """Whatever somebody wrote into the list of files."""
    letter = folder.parent / "letter.txt"
    letter.write_text("mine", "utf-8")
    text = (folder / KNOWN).read_text("utf-8")
    (folder / KNOWN).write_text(text.replace('"files":{', '"files":{"../letter.txt":["",4,[]],', 1), "utf-8")

    written(hall, folder, shelf)

    assert letter.read_text("utf-8") == "mine"


def test_the_command_says_what_it_did(hall: Hall, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An event goes by its address too; one that nobody knows is answered with those that there are."""
    database = ["--db", str(hall.event_desk.desk.store.path)]  # type: ignore[attr-defined]

    assert main(["publish", f"https://club.example/e/{hall.id}", str(tmp_path / "www"), "--lang", "ja", *database]) == 0
    assert re.search(r"www: \d+ files, \d+ written, 0 removed", capsys.readouterr().out)
    assert 'lang="ja"' in (tmp_path / "www/index.html").read_text("utf-8")
    assert not (tmp_path / "www/ja").exists()

    assert main(["publish", "nowhere", str(tmp_path / "www"), *database]) == 1
    assert f"There is no event nowhere. There are:\n  {hall.id}  Spring Open" in capsys.readouterr().err
    assert main(["publish", hall.id, str(tmp_path), *database]) == 1
    assert "holds other things" in capsys.readouterr().err


class Quiet(SimpleHTTPRequestHandler):
    """`python -m http.server`, which tells nobody of every request."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 as the method it extends
        """Say nothing."""


@pytest.fixture
def static(folder: Path) -> Iterator[str]:
    """Serve the folder from a path below the root of a plain server; return its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder.parent.parent)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/club/{folder.name}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("first", ["", "ja/"])
def test_the_files_are_pages_for_everybody(browser: Browser, hall: Hall, static: str, first: str) -> None:
    """From a plain server in a folder below its root: nothing is missing, axe finds nothing, and targets are large."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page, lost = context.new_page(), list[str]()
    page.on("response", lambda answer: lost.append(answer.url) if answer.status >= 400 else None)
    found: list[str] = []
    for name in ("index", "standings", "rounds", "hall", "people/1", "sheets/1-1"):
        page.goto(f"{static}/{first}{name}.html")
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        if page.locator(".ranks").count() == 0:  # whose lines are as dense as on the served page
            check_layout(page)
        found += violations(page)
        page.emulate_media(color_scheme="dark")
        found += violations_of_colours(page)
        page.emulate_media(color_scheme="light")
    page.goto(f"{static}/{first}index.html")
    of = hall.state.round(1)
    assert of is not None
    page.get_by_role("link", name=f"Given{of.seats[1][0]} F.").first.click()
    page.get_by_role("link", name={"": "Score sheet", "ja/": "スコアシート"}[first]).first.click()
    page.get_by_role("link", name="Spring Open").click()
    page.get_by_role("link", name={"": "日本語", "ja/": "English"}[first]).click()

    assert page.url == f"{static}/{'ja/' if not first else ''}index.html"
    assert "\n".join(found) == ""
    assert lost == []
    context.close()
