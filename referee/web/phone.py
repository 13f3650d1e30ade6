"""What a phone fetches so that it goes on without a network, also after an upgrade; and installing the app."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, current_app, g, jsonify, redirect, render_template, request, url_for

from referee.app.sheet import read_by
from referee.app.table import event_table_tag
from referee.app.tables import game_of
from referee.desk import reader_address, table_version
from referee.desk.opened import game_now, history_of, kept_rules, table_hash
from referee.desk.tables import version_of
from referee.desk_event.opened import clock_milliseconds
from referee.game.events import EventKind, Noted, event_hash, event_text, hashed
from referee.records import dataclass
from referee.texts.case import guides, rulebook_under
from referee.texts.words import LANGUAGE
from referee.web import cookies
from referee.web.assets import (
    ALREADY_COMPRESSED,
    BRIEFLY,
    FOREVER,
    SMALLEST_WORTH_COMPRESSING,
    asset,
    content_of,
    fill,
)
from referee.web.club import library_asked
from referee.web.context import desk_in_use, library_of_build
from referee.web.cookies import follow_language, language, say
from referee.web.downloads import CORE, download_of_version, downloads, kilobytes
from referee.web.guard import build_in_use
from referee.web.host import current_asked, device_now, tell_device
from referee.web.links import events_in_use
from referee.web.share import address_of, qr_of, qr_to_read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from werkzeug.wrappers import Response as AnyResponse

    from referee.app.asked import EventTable
    from referee.desk import Desk
    from referee.rules.ruleset import Ruleset
    from referee.store import Stored
    from referee.texts.words import Book, Library


_TABLE_GREEN = "#1f5c4b"
PAGE = "#efe9dc"
_ICONS = (
    ("icons/referee-192.png", "192x192", "any"),
    ("icons/referee-512.png", "512x512", "any"),
    ("icons/referee-maskable-512.png", "512x512", "maskable"),
)
"""The pictures of the app; the maskable one has nothing outside the inner four fifths, which a phone may cut off."""
_SCREENSHOT = "icons/screenshot-table.png", "585x1170"
"""A picture of the table, which a phone shows when it asks whether to install the app."""

_OF_OLDER_PLACES = {"is_over": False}
"""What phones whose program is older read of the place of a table in its event."""

Entry = dict[str, str]

installed = Blueprint("installed", __name__)
follow_language(installed)


@installed.get("/manifest.webmanifest")
def manifest() -> Response:
    """Describe the app to the phone that installs it, in the language of the page that links here."""
    described = {
        "id": "/",
        "name": say("page.app"),
        "short_name": say("installed.short_name"),
        "description": say("installed.description"),
        "lang": language(),
        "start_url": url_for("games.home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": _TABLE_GREEN,
        "background_color": PAGE,
        "categories": ["games", "utilities"],
        "icons": [_icon(path, sizes, purpose) for path, sizes, purpose in _ICONS],
        "screenshots": [screenshot(*_SCREENSHOT)],
        "shortcuts": shortcuts(),
    }
    return Response(json.dumps(described, ensure_ascii=False), mimetype="application/manifest+json")


def _icon(path: str, sizes: str, purpose: str) -> Entry:
    return {"src": asset(path), "sizes": sizes, "type": "image/png", "purpose": purpose}


def screenshot(path: str, sizes: str) -> Entry:
    """Return a picture of a page on a phone."""
    label = say("installed.screenshot")
    return {"src": asset(path), "sizes": sizes, "type": "image/png", "form_factor": "narrow", "label": label}


def shortcuts() -> list[Entry]:
    """Return what a long press on the app's icon offers."""
    return [
        {"name": say("section.rulings"), "url": url_for("rulings.show")},
        {"name": say("installed.my_table"), "url": url_for("installed.my_table")},
        {"name": say("page.home.pays"), "url": url_for("pays.show")},
    ]


@installed.get("/my-table")
def my_table() -> AnyResponse:
    """Go to the table that this browser used last, or to the list of games where there is none."""
    token = device_now().latest
    address = url_for("games.home") if token is None else url_for("table.show", token=token)
    return redirect(address, HTTPStatus.SEE_OTHER)


@dataclass(frozen=True, kw_only=True, slots=True)
class GameLog:
    """Everything a phone needs to fold a game.

    ``ruleset`` is the hash of its rules. Events are (seq, kind, body); ``written`` says of each (hashed command,
    schema, time, role, name). ``hashes`` name the events in their order; a log that went on from an older backup has
    others.
    """

    game: str
    version: str
    created: str
    revision: int
    book: str
    ruleset: str
    names: tuple[str, ...]
    events: tuple[tuple[int, str, str], ...]
    written: tuple[tuple[str, int, str, str, str], ...]
    hashes: tuple[str, ...]


def game_log(desk: Desk, game: str) -> GameLog:
    """Return the log of a game; raise ``LookupError`` if there is no such game."""
    row = desk.store.game_row(game)
    if row is None:
        raise LookupError(game)
    history = history_of(desk, game)
    kept = kept_rules(desk, history[-1].game)
    return GameLog(
        game=game,
        version=version_of(history[-1], row.revision),
        created=row.created,
        revision=row.revision,
        book=kept.book,
        ruleset=history[-1].game.start.ruleset,
        names=row.names,
        events=tuple((each.stored.seq, each.stored.kind, each.stored.body) for each in history),
        written=tuple(_stamp_of(each.stored) for each in history),
        hashes=tuple(each.hash for each in history),
    )


def _stamp_of(stored: Stored) -> tuple[str, int, str, str, str]:
    """Return what is told of an event beside what happened: never on which device it was entered."""
    return stored.command, stored.schema, stored.at, stored.writer.role, stored.writer.name


def _rules_before(desk: Desk, game: str) -> str:
    """Return the hash of the rules of a game as they are told to programs that do not know them by ``ruleset``."""
    return hashed(_rules_for_older_program(kept_rules(desk, game_now(desk, game)).rules))


def _rules_text(desk: Desk, game: str, digest: str) -> str | None:
    """Return the text with this hash that tells the rules of a game, None where they have another one."""
    state = game_now(desk, game)
    if digest == state.start.ruleset:
        return desk.store.ruleset_body(digest)
    text = _rules_for_older_program(kept_rules(desk, state).rules)
    return text if hashed(text) == digest else None


def _rules_for_older_program(rules: Ruleset) -> str:
    """Return rules for a program that does not read them as they are stored: values by chapter and key, and sources."""
    values = asdict(rules)
    cites = values.pop("cites")
    return json.dumps({"values": values, "cites": cites}, ensure_ascii=False, separators=(",", ":"))


_BUILD_HEADER = "Referee-Build"
"""The header with which the programs of phones say who they are, since logs hold changed names."""
_OWN_SCRIPTS = "js/phone"
"""The folder of what answers in place of the server; a browser itself keeps what its worker imports."""
_PICTURES = ("icons/referee-touch-180.png",)
"""What pages name, but only the phone's system shows."""
_KEPT_FOLDERS = ("css", "icons", "js", "tiles", "vendor")
"""The folders of static files that a phone keeps."""
_PAGE_SCRIPTS = (
    "vendor/htmx-4.0.1/hx-ptag.min.js",
    "js/forms.js",
    "js/hand.js",
    "js/kept.js",
    "js/keys.js",
    "js/moved.js",
    "js/rulings.js",
    "js/search.js",
    "js/share.js",
    "js/table.js",
    "js/tiles.js",
    "js/times.js",
)
"""What the pages that a phone keeps do for themselves; a page that brings them all into itself needs it all."""
phone = Blueprint("phone", __name__)
follow_language(phone)


def _download_address(name: str) -> str:
    return url_for("phone.send", digest=downloads()[name].digest, name=name)


@phone.get("/phone/<digest>/<name>")
def send(digest: str, name: str) -> Response:
    """Send a download; what lay under another hash is gone, and an older program could not use what is there now."""
    found = downloads().get(name) or download_of_version(name)
    if found is None or found.digest != digest:
        abort(HTTPStatus.NOT_FOUND)
    response = Response(mimetype=found.mimetype)
    fill(response, found.content, found.digest)
    response.headers["Cache-Control"] = FOREVER
    return response


@phone.get("/phone/book/<book>")
def saved_book(book: str) -> Response:
    """Tell where a book lies that was saved on pages, and which books speak where it is silent.

    No build knows either: the next book is saved while phones go on with the same program.
    """
    found, name = library_asked().book(book), f"book.{book}.json"
    download = download_of_version(name)
    if found is None or download is None:
        abort(HTTPStatus.NOT_FOUND)
    address = url_for("phone.send", digest=download.digest, name=name)
    return _uncached(jsonify(address=address, guides=_guides_named(found, library_asked())))


@phone.get("/phone/alive")
def alive() -> Response:
    """Answer that the server is there."""
    return _uncached(Response(status=HTTPStatus.NO_CONTENT))


def _uncached(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response


def build() -> dict[str, object]:
    """Return the addresses of everything that a phone keeps, and the name of the build that they belong to."""
    folder = Path(current_app.config["STATIC"])
    files = _files_kept(folder)
    found: dict[str, object] = {
        "core": _download_address(CORE),
        "wasm": asset("vendor/micropython/micropython.wasm"),
        "machine": asset("vendor/micropython/micropython.mjs"),
        "transport": asset(f"{_OWN_SCRIPTS}/transport.js"),
        "store": asset(f"{_OWN_SCRIPTS}/store.js"),
        "alive": url_for("phone.alive"),
        "offline": url_for("offline.show"),
        "forget": url_for("offline.forget"),
        "pieces": {
            name.removesuffix(".json"): _download_address(name) for name in downloads() if name.endswith(".json")
        },
        "files": [_download_address(CORE), *(asset(file.relative_to(folder).as_posix()) for file in files)],
        "scripts": [asset(script) for script in _PAGE_SCRIPTS],
        "sizes": {name: kilobytes(name) for name in downloads()},
        "assets": [asset(picture) for picture in _PICTURES],
        "book": min(library_of_build().books, key=lambda book: book.rank).id,
        "guides": {book.id: _guides_named(book, library_of_build()) for book in library_of_build().books},
    }
    return found | {"name": build_in_use()}


def _guides_named(book: Book, library: Library) -> list[str]:
    """Return the ids of the books that speak where this one is silent."""
    return [guide.book.id for guide in guides(rulebook_under(book, {}, library, LANGUAGE))]


def _files_kept(folder: Path) -> list[Path]:
    """Return the static files that a phone keeps."""
    return sorted(file for kept in _KEPT_FOLDERS for file in (folder / kept).rglob("*.*") if _is_kept(file))


def files_packed(folder: Path) -> Iterator[tuple[bytes, str]]:
    """Yield what phones fetch packed of the static files, each with its hash."""
    for file in (*_files_kept(folder), *folder.rglob("*.mjs"), *(folder / _OWN_SCRIPTS).glob("*.js")):
        content, digest = content_of(file)
        if file.suffix not in ALREADY_COMPRESSED and len(content) >= SMALLEST_WORTH_COMPRESSING:
            yield content, digest


def _is_kept(file: Path) -> bool:
    """Say whether a phone keeps a static file: no notices, no pictures that only its system shows."""
    return file.is_file() and file.suffix not in (".md", ".mjs", ".png", ".py") and not file.match(f"{_OWN_SCRIPTS}/*")


@phone.get("/phone/build.json")
def build_response() -> Response:
    """Tell a page without a service worker what there is to keep."""
    return _uncached(Response(json.dumps(build()), mimetype="application/json"))


@phone.get("/sw.js")
def worker() -> Response:
    """Send the service worker, which stands at the root so that it serves every page."""
    parts = build()
    text, _ = content_of(Path(current_app.config["STATIC"]) / _OWN_SCRIPTS / "sw.js")
    head = (
        f'import {{ loadMicroPython }} from "{parts["machine"]}";\n'
        f'import {{ fetchFile, makeTransport }} from "{parts["transport"]}";\n'
        f"const BUILD = {json.dumps(parts)};\n"
    )
    response = Response(mimetype="text/javascript")
    fill(response, head.encode() + text, f"sw-{parts['name']}")
    response.headers["Cache-Control"] = BRIEFLY
    response.headers["Service-Worker-Allowed"] = "/"
    response.set_etag(str(parts["name"]))
    response.make_conditional(request)
    return response


@phone.get("/t/<token>/log")
def log(token: str) -> Response:
    """Tell a table's whole log, or nothing to a phone that already has this version of it.

    The way to the table is told with its first log only, for it stays. With it goes what the device remembers: somebody
    may have sat down on pages that came before the phone's own program did.
    """
    game = game_of(current_asked(), desk_in_use(), token)
    me = cookies.tables().get(token)
    event_table = g.get("event_table")
    if request.args.get("have") == _tagged(table_version(desk_in_use(), game), me, event_table):
        return _uncached(Response(status=HTTPStatus.NO_CONTENT))
    found = game_log(desk_in_use(), game)
    if _BUILD_HEADER not in request.headers:
        found = _for_older_program(found)
    body = asdict(found) | {"token": token, "me": me, "version": _tagged(found.version, me, event_table)}
    if event_table is not None:
        body |= {"place": asdict(event_table) | _OF_OLDER_PLACES, "now": clock_milliseconds(events_in_use())}
    if request.headers.get(_BUILD_HEADER) != build_in_use():
        body["rules"] = _rules_before(desk_in_use(), game)
    if not request.args.get("have"):
        to_read = qr_to_read(token, reader_address(desk_in_use(), game))
        body |= {"address": address_of(token), "qr": qr_of(token), "qr_to_read": to_read}
    response = _uncached(Response(json.dumps(body, ensure_ascii=False), mimetype="application/json"))
    tell_device(response, device_now())
    return response


@phone.get("/s/<reader>/log")
def log_to_read(reader: str) -> Response:
    """Tell the log of a game to a phone that only reads it: without the ids of its orders, and named by its address."""
    view = read_by(current_asked(), desk_in_use(), reader)
    if request.args.get("have") == view.version:
        return _uncached(Response(status=HTTPStatus.NO_CONTENT))
    body = asdict(_as_read(game_log(desk_in_use(), view.game))) | {"names": [seat.name for seat in view.seats]}
    del body["hashes"]
    body |= {"token": f"s/{reader}", "reads": table_hash(desk_in_use(), view.game), "address": request.path, "qr": ""}
    return _uncached(Response(json.dumps(body, ensure_ascii=False), mimetype="application/json"))


def _as_read(log: GameLog) -> GameLog:
    """Return a log that tells of its orders no more than the names of its events."""
    written = tuple((event_hash(stamp[0]), *stamp[1:]) for stamp in log.written)
    return replace(log, written=written)


@phone.get("/s/<reader>/rules/<digest>")
def rules_to_read(reader: str, digest: str) -> Response:
    """Tell the rules that a game which is read was played under."""
    return _rules_response(read_by(current_asked(), desk_in_use(), reader).game, digest)


def _for_older_program(log: GameLog) -> GameLog:
    """Return a log for a phone whose program is older than the kinds of events that came later: as notes.

    So its numbers stay those of the sheet, and its sheet says what happened.
    """
    return replace(log, events=tuple(_noted_if_new(event, log.names) for event in log.events))


def _noted_if_new(event: tuple[int, str, str], names: tuple[str, ...]) -> tuple[int, str, str]:
    seq, kind, body = event
    if kind != EventKind.RENAMED:
        return event
    text = say("sheet.renamed_at", player=names[json.loads(body)["seat"]])
    return (seq, EventKind.NOTED, event_text(Noted(text=text)))


def _tagged(version: str, me: int | None, event_table: EventTable | None) -> str:
    """Return the version of a log as one phone sees it, at its place in an event if it has one."""
    return f"{version}-{me}" if event_table is None else f"{version}-{me}-{event_table_tag(event_table)}"


@phone.get("/t/<token>/rules/<digest>")
def rules(token: str, digest: str) -> Response:
    """Tell the rules that a table is played under; ``digest`` is the hash of what is told, as the log names it."""
    return _rules_response(game_of(current_asked(), desk_in_use(), token), digest)


def _rules_response(game: str, digest: str) -> Response:
    """Return the rules of a game with this hash as a response."""
    text = _rules_text(desk_in_use(), game, digest)
    if text is None:
        abort(HTTPStatus.NOT_FOUND)
    response = Response(text, mimetype="application/json")
    response.headers["Cache-Control"] = FOREVER
    return response


def _through_another_version() -> bool:
    """Say whether the worker of another version asks for a page.

    The first ones do not say who they are, but a browser that asks for a page itself says that it navigates. Where a
    browser tells nothing, the page comes on top of the old worker, finds its own files, and lets the new one take over.
    """
    if request.method != "GET" or "HX-Request" in request.headers:
        return False
    says = request.headers.get(_BUILD_HEADER)
    if says is not None:
        return says != build_in_use()
    by_script = request.headers.get("Sec-Fetch-Mode", "navigate") != "navigate"
    return by_script and "text/html" in request.headers.get("Accept", "")


def _upgrade_first(response: Response) -> Response:
    """Send the page that lets this version take over, under a status under which no version keeps it as the page."""
    is_page = response.mimetype == "text/html" and response.data
    if not is_page or response.location or not _through_another_version():
        return response
    response.set_data(render_template("upgrade.html", build=build_in_use()))
    if response.status_code < HTTPStatus.BAD_REQUEST:
        response.status_code = HTTPStatus.CONFLICT
    return _uncached(response)


def install(app: Flask) -> None:
    """Look at every page that leaves the app."""
    app.after_request(_upgrade_first)
