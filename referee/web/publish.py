"""`referee publish`: an event's public pages as files, which any web server sends, drawn by the templates of all pages.

They are asked for as by somebody who holds no link, so that nothing in them is not public; templates leave out what
needs a server. A page is drawn again only when something changed of which it tells.
"""

from __future__ import annotations

import hashlib
import html
import posixpath
import re
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urldefrag, urlencode, urljoin, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from referee.desk import reader_address
from referee.desk_event.opened import open_events, row_of, tournament_now
from referee.desk_event.people import names_for
from referee.desk_event.rights import PUBLIC
from referee.desk_event.standings import published
from referee.records import dataclass
from referee.web.guard import build_of
from referee.web.published_folder import PublishError, opened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from flask import Flask

    from referee.app.asked import ShownTime
    from referee.database import DatabaseDesk
    from referee.desk_event.opened import EventDesk
    from referee.web.published_folder import Folder

FILED = "filed"
"""What templates know of the files that they draw; None where a page is sent by this server."""
_BEGINNINGS = {
    "": "index.html",
    "/standings": "standings.html",
    "/standings?rounds=1": "rounds.html",
    "/hall": "hall.html",
    **{f"/{name}.{kind}": f"{name}.{kind}" for name in ("draw", "standings", "results") for kind in ("csv", "json")},
}
"""What everybody may look at of an event, and the name of each file; these lead to people, and they to sheets."""
_OF_SHEET = {"": "html", "/result.svg": "svg", "/sheet.csv": "csv"}
STATIC = "/files/"
_LINK = re.compile(r' (href|src)="([^"]*)"')
_PART_OF_STYLE = re.compile(r'url\("([^"]+)"\)')
_VERSION_LENGTH = 12
_OK = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class Filed:
    """What pages in files say of themselves: the way to the first one, what the event is called, and its time zone."""

    home: str
    event: str
    zone: str

    def time(self, at: ShownTime) -> str:
        """Return a time as it is at the event."""
        try:
            there = datetime.fromisoformat(at.at).astimezone(ZoneInfo(self.zone))
        except (ZoneInfoNotFoundError, ValueError, OSError):
            return at.text
        return f"{there:%H:%M}" if at.shown == "time" else f"{there:%Y-%m-%d %H:%M}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A page that may be published: its address here, its language, its file, and what tells it from a later one."""

    address: str
    language: str
    file: str
    version: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """How many files lie there now, how many of them were written in this run, and how many were removed."""

    files: int
    written: int
    removed: int


def publish(app: Flask, desk: DatabaseDesk, event: str, path: Path, languages: tuple[str, ...]) -> Result:
    """Write what everybody may see of an event into a folder, the first language at its top, each other one below it.

    Raise ``PublishError`` where that is not possible; the next run goes on where this one ended.
    """
    event_desk = open_events(desk, desk.store)
    pages = tuple(_pages_of(event_desk, event, languages, build_of(app)))
    _use_files(app, event_desk, event, languages)
    with opened(path, event) as folder:
        folder.possible = tuple(page.file for page in pages)
        first = (_folder_of(each, languages) for each in languages)
        Crawl(app, pages, folder).run([f"{each}{file}" for each in first for file in _BEGINNINGS.values()])
        removed = folder.end()
        return Result(files=len(folder.now), written=folder.changed, removed=removed)


def _use_files(app: Flask, event_desk: EventDesk, event: str, languages: tuple[str, ...]) -> None:
    """Let the templates of an application draw for files."""
    zone = tournament_now(event_desk, event).settings.zone
    app.jinja_env.globals[FILED] = Filed(home=f"/e/{event}", event=row_of(event_desk, event).name, zone=zone)
    named = dict(event_desk.desk.library.languages)
    app.jinja_env.globals["languages"] = tuple((code, named[code]) for code in languages)


def _folder_of(language: str, languages: tuple[str, ...]) -> str:
    """Return how the names of a language's files begin."""
    return "" if language == languages[0] else f"{language}/"


def _pages_of(event_desk: EventDesk, event: str, languages: tuple[str, ...], build: str) -> Iterator[Page]:
    """Yield every page that may be published; which are, shows from the links between them."""
    places = tuple(_places_of(event_desk, event, build + " ".join(languages)))
    for language in languages:
        first = _folder_of(language, languages)
        for address, file, version in places:
            yield Page(address=address, language=language, file=first + file, version=version)


def _places_of(event_desk: EventDesk, event: str, drawn_by: str) -> Iterator[tuple[str, str, str]]:
    """Yield address, file and version of the pages of an event, of its people, and of the sheets that everybody reads.

    What a person's page says changes with the standings only, a sheet with its own game only, and both with names.
    """
    state, standings = tournament_now(event_desk, event), published(event_desk, event)
    names = names_for(event_desk, event, PUBLIC)
    base = _version_of(drawn_by, row_of(event_desk, event).name, state.settings.zone, sorted(names.items()))
    for address, file in _BEGINNINGS.items():
        yield f"/e/{event}{address}", file, _version_of(base, state.seq)
    rounds = () if standings is None else standings.rounds
    entries = {of.number: event_desk.store.last_entries(event, of.number) for of in rounds}
    sheets = {(number, table): entry for number, of in entries.items() for table, entry in of.items()}
    of_person = _version_of(base, standings and standings.seq, sorted(sheets.values()))
    for number in names:
        yield f"/e/{event}/standings/{number}", f"people/{number}.html", of_person
    for (number, table), (game, *entry) in sheets.items():
        version, read_at = _version_of(base, entry), f"/s/{reader_address(event_desk.desk, game)}"
        for address, kind in _OF_SHEET.items():
            yield read_at + address, f"sheets/{number}-{table}.{kind}", version


def _version_of(*parts: object) -> str:
    """Return a short name for everything that a page is drawn from."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:_VERSION_LENGTH]


class Crawl:
    """Goes from page to page, and writes those that are not as they were."""

    def __init__(self, app: Flask, pages: Iterable[Page], folder: Folder) -> None:
        self.client = app.test_client(use_cookies=False)
        self.folder = folder
        self.by_file = {page.file: page for page in pages}
        self.by_address = {(page.language, page.address): page for page in self.by_file.values()}

    def run(self, first: list[str]) -> None:
        """Write the pages of these files, and every one to which they lead."""
        waiting = first
        while waiting:
            file = waiting.pop()
            if file in self.folder.now:
                continue
            page = self.by_file.get(file) or Page(address=f"/{file}", language="", file=file, version=file)
            if not self.folder.stands(file, page.version):
                content, links = self.drawn(page)
                self.folder.put(file, page.version, content, links)
            waiting.extend(self.folder.now[file].links)

    def drawn(self, page: Page) -> tuple[bytes, tuple[str, ...]]:
        """Return the content of a page, and the files to which it leads."""
        response = self.client.get(page.address, headers={"Accept-Language": page.language})
        if response.status_code != _OK:
            message = f"{page.address} cannot be published now ({response.status})."
            raise PublishError(message)
        if response.mimetype == "text/css":
            named = (urljoin(page.address, each) for each in _PART_OF_STYLE.findall(response.text))
            return response.data, tuple(each.removeprefix("/") for each in named)
        return self.relinked(page, response.text) if response.mimetype == "text/html" else (response.data, ())

    def relinked(self, page: Page, text: str) -> tuple[bytes, tuple[str, ...]]:
        """Return a page whose links lead from file to file, and these; what leads to no file leads nowhere."""
        links: dict[str, None] = {}

        def put(match: re.Match[str]) -> str:
            name, link = match[1], html.unescape(match[2])
            if link.startswith("#") or urlsplit(link).scheme:
                return match[0]
            address, fragment = urldefrag(urljoin(page.address, link))
            file = self.file_at(page, address)
            if not file:
                return ""
            links[file] = None
            way = posixpath.relpath(file, posixpath.dirname(page.file) or ".") + (f"#{fragment}" if fragment else "")
            return f' {name}="{html.escape(way)}"'

        return _LINK.sub(put, text).encode(), tuple(links)

    def file_at(self, page: Page, address: str) -> str:
        """Return the file of an address to which a page leads, empty where none is published."""
        path, query = urlsplit(address).path, parse_qsl(urlsplit(address).query)
        if path.startswith(STATIC):
            return unquote(path.removeprefix("/"))
        language = dict(query).get("lang", page.language)
        kept = urlencode([(name, value) for name, value in query if name != "lang"])
        found = self.by_address.get((language, f"{path}?{kept}" if kept else path))
        return "" if found is None else found.file
