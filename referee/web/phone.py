"""What a phone fetches once so that it goes on without a network: the core, books, languages, logs of tables."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, cast

from flask import Blueprint, Response, abort, current_app, request, url_for

import referee.core
from referee import desk
from referee.core.asking.penaltyasks import guides
from referee.core.penalties.court import Court
from referee.core.text.words import Speaker
from referee.lower import program
from referee.pieces import pieces_of
from referee.web import memory
from referee.web.assets import BRIEFLY, FOREVER, HASH_LENGTH, asset
from referee.web.desks import desk_in_use, game_of
from referee.web.language import LANGUAGE, follow_language
from referee.web.pays import NOT_IN_ADDRESS as NOT_IN_PAYS
from referee.web.recordpage import NOT_IN_ADDRESS as NOT_IN_RECORD
from referee.web.shelf import library_in_use

if TYPE_CHECKING:
    from referee.core.text.library import Book, Library

EXTENSION = "phone"
ANY_TABLE = "*"
WORKER = "js/sw.js"
KEPT_FOLDERS = ("css", "icons", "js", "tiles", "vendor")
"""The folders of static files that a phone keeps."""
ANSWERED = {
    "pays.payment": "payment",
    "rulings.answer": "ruling",
    "tiles.answer": "tiles",
}
"""Which fragment of the core stands at which address."""
SHELLS = ("games.home", "games.new", "pays.show", "offline.show", "rulings.show", "rulings.shell", "tiles.show")
"""The pages that every phone keeps from the start."""
PAGE_SCRIPTS = (
    "vendor/htmx-4.0.1/hx-ptag.min.js",
    "js/kept.js",
    "js/pays.js",
    "js/rulings.js",
    "js/search.js",
    "js/table.js",
    "js/tiles.js",
)
"""What the pages that a phone keeps do for themselves; a page that brings them all into itself needs it all."""
AT_TABLES = ("play.show", "record.show", "sheet.show", "rulings.at_table", "rulings.shell_at_table", "tiles.at_table")
"""The pages of a table that its phones keep."""

phone = Blueprint("phone", __name__)
follow_language(phone)


@dataclass(frozen=True, kw_only=True, slots=True)
class Parcel:
    """A text that never changes under its address."""

    digest: str
    mimetype: str
    body: str
    packed: bytes


def parcel(body: str, mimetype: str) -> Parcel:
    """Return a text with its hash, and compressed."""
    content = body.encode()
    digest = hashlib.sha256(content).hexdigest()[:HASH_LENGTH]
    return Parcel(digest=digest, mimetype=mimetype, body=body, packed=gzip.compress(content, 9, mtime=0))


@cache
def core_parcel() -> Parcel:
    """Return the core as a phone runs it."""
    return parcel(program(Path(referee.core.__file__).parent), "text/x-python")


def parcels_of(library: Library) -> dict[str, Parcel]:
    """Return everything that is sent by the name of its file."""
    pieces = {f"{name}.json": parcel(text, "application/json") for name, text in pieces_of(library).items()}
    return {"core.py": core_parcel()} | pieces


def parcels() -> dict[str, Parcel]:
    """Return the parcels of the running application, packed when they are first asked for."""
    kept = current_app.extensions.setdefault(EXTENSION, {})
    if not kept:
        kept.update(parcels_of(library_in_use()))
    return cast("dict[str, Parcel]", kept)


def parcel_address(name: str) -> str:
    """Return the address of a parcel."""
    return url_for("phone.send", digest=parcels()[name].digest, name=name)


@phone.get("/phone/<digest>/<name>")
def send(digest: str, name: str) -> Response:
    """Send a parcel; an address with an old hash gets the present one, but nobody may keep it."""
    found = parcels().get(name)
    if found is None:
        abort(HTTPStatus.NOT_FOUND)
    response = Response(found.packed if request.accept_encodings["gzip"] else found.body, mimetype=found.mimetype)
    if request.accept_encodings["gzip"]:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = FOREVER if digest == found.digest else BRIEFLY
    response.vary.add("Accept-Encoding")
    return response


@phone.get("/phone/alive")
def alive() -> Response:
    """Answer that the server is there."""
    return uncached(Response(status=HTTPStatus.NO_CONTENT))


def uncached(response: Response) -> Response:
    """Return a response that is never kept."""
    response.headers["Cache-Control"] = "no-store"
    return response


def build() -> dict[str, object]:
    """Return the addresses of everything that a phone keeps, and a name that changes with any of them."""
    folder = Path(current_app.config["STATIC"])
    files = sorted(file for kept in KEPT_FOLDERS for file in (folder / kept).rglob("*.*") if is_kept(file))
    found: dict[str, object] = {
        "core": parcel_address("core.py"),
        "wasm": asset("vendor/micropython/micropython.wasm"),
        "machine": asset("vendor/micropython/micropython.mjs"),
        "transport": asset("js/transport.js"),
        "store": asset("js/store.js"),
        "alive": url_for("phone.alive"),
        "offline": url_for("offline.show"),
        "pieces": {name.removesuffix(".json"): parcel_address(name) for name in parcels() if name.endswith(".json")},
        "files": [parcel_address("core.py"), *(asset(file.relative_to(folder).as_posix()) for file in files)],
        "scripts": [asset(script) for script in PAGE_SCRIPTS],
        "pages": [url_for(shell) for shell in SHELLS],
        "tablePages": [url_for(page, token=ANY_TABLE) for page in AT_TABLES],
        "book": library_in_use().books[0].id,
        "guides": {book.id: guides_named(book, library_in_use()) for book in library_in_use().books},
        "bookPages": [url_for("pays.show"), url_for("tiles.show")],
        "fragments": fragment_addresses(),
    }
    name = hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()[:HASH_LENGTH]
    return found | {"name": f"referee-{name}"}


def guides_named(book: Book, library: Library) -> list[str]:
    """Return the ids of the books that speak where this one is silent."""
    variant = next(iter(book.variants))
    speaker = Speaker(lang=LANGUAGE, words=library.sentences[LANGUAGE])
    court = Court(library=library, book=book, variant=variant, speaker=speaker)
    return [guide.book.id for guide in guides(court)]


def is_kept(file: Path) -> bool:
    """Say whether a phone keeps a static file; notices stay here, and pictures that only its system shows."""
    return file.is_file() and file.suffix not in (".md", ".png")


def fragment_addresses() -> dict[str, dict[str, object]]:
    """Return which fragment answers which address, and the page whose address then shows it again, if one does.

    ``without`` names the fields that do not stand in that address; a star stands for the token of a table.
    """
    found: dict[str, dict[str, object]] = {url_for(endpoint): {"name": name} for endpoint, name in ANSWERED.items()}
    record = url_for("record.preview", token=ANY_TABLE)
    found[url_for("pays.payment")] |= {"page": url_for("pays.show"), "without": sorted(NOT_IN_PAYS)}
    page = url_for("record.show", token=ANY_TABLE)
    return found | {record: {"name": "record", "page": page, "without": sorted(NOT_IN_RECORD)}}


@phone.get("/phone/build.json")
def build_told() -> Response:
    """Tell a page without a service worker what there is to keep."""
    return uncached(Response(json.dumps(build()), mimetype="application/json"))


@phone.get("/sw.js")
def worker() -> Response:
    """Send the service worker, which stands at the root so that it serves every page."""
    told = build()
    text = (Path(current_app.config["STATIC"]) / WORKER).read_text("utf-8")
    head = (
        f'import {{ loadMicroPython }} from "{told["machine"]}";\n'
        f'import {{ isWhole, makeTransport }} from "{told["transport"]}";\n'
        f"const BUILD = {json.dumps(told)};\n"
    )
    response = Response(head + text, mimetype="text/javascript")
    response.headers["Cache-Control"] = BRIEFLY
    response.headers["Service-Worker-Allowed"] = "/"
    return response


@phone.get("/t/<token>/log")
def log(token: str) -> Response:
    """Tell a table's whole log, or nothing to a phone that already has this version of it."""
    game = game_of(token)
    me = memory.tables().get(token)
    if request.args.get("have") == tagged(desk.version(desk_in_use(), game), me):
        return uncached(Response(status=HTTPStatus.NO_CONTENT))
    found = desk.game_log(desk_in_use(), game)
    told = asdict(found) | {"token": token, "me": me, "version": tagged(found.version, me)}
    return uncached(Response(json.dumps(told, ensure_ascii=False), mimetype="application/json"))


def tagged(version: str, me: int | None) -> str:
    """Return the version of a log as one phone sees it."""
    return f"{version}-{me}"


@phone.get("/t/<token>/rules/<digest>")
def rules(token: str, digest: str) -> Response:
    """Tell the rules that a table is played under; ``digest`` is their hash, as the log names it."""
    response = Response(desk.rules_text(desk_in_use(), game_of(token)), mimetype="application/json")
    response.headers["Cache-Control"] = FOREVER if digest else BRIEFLY
    return response
