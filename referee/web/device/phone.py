"""What a phone fetches once so that it goes on without a network: the core, books, languages, logs of tables."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cache
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, cast

from flask import Blueprint, Response, abort, current_app, request, url_for

from referee import desk
from referee.core.forms.hand_form import NOT_IN_ADDRESS as NOT_IN_RECORD
from referee.core.penalties.court import Court, guides
from referee.core.text.words import Speaker
from referee.phone.lower import program
from referee.phone.pieces import pieces_of
from referee.web import memory
from referee.web.assets import BRIEFLY, FOREVER, HASH_LENGTH, asset
from referee.web.compress import fill
from referee.web.desks import desk_in_use, game_of
from referee.web.language import LANGUAGE, follow_language
from referee.web.lookup.pays import NOT_IN_ADDRESS as NOT_IN_PAYS
from referee.web.shelf import library_in_use

if TYPE_CHECKING:
    from referee.core.text.library import Book, Library

EXTENSION = "phone"
ANY_TABLE = "*"
OWN_SCRIPTS = "js/phone"
"""The folder of what answers in place of the server; a browser itself keeps what its worker imports."""
KEPT_FOLDERS = ("css", "icons", "js", "tiles", "vendor")
"""The folders of static files that a phone keeps."""
ANSWERED = {
    "pays.payment": "payment",
    "rulings.answer": "ruling",
    "rulings.found": "found",
    "tiles.answer": "tiles",
}
"""Which fragment of the core stands at which address."""
ANSWERED_AT_TABLE = {
    "record.preview": ("record", "record.show"),
    "rulings.found_at_table": ("found_at_table", "rulings.at_table"),
    "apply.hearing": ("applying", "apply.show"),
    "apply.outcome": ("outcome", "apply.show"),
}
"""The same for the fragments of a table's pages, with the page whose address shows each again."""
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
AT_TABLES = (
    *("play.show", "record.show", "sheet.show", "rulings.at_table", "rulings.shell_at_table", "tiles.at_table"),
    *("apply.show", "adjust.show", "sheet.end"),
)
"""The pages of a table that its phones keep."""

MAKING = Lock()
"""Held while the parcels are made, so that two phones at once do not make them twice."""

phone = Blueprint("phone", __name__)
follow_language(phone)


@dataclass(frozen=True, kw_only=True, slots=True)
class Parcel:
    """A text that never changes under its address."""

    digest: str
    mimetype: str
    content: bytes


def parcel(body: str, mimetype: str) -> Parcel:
    """Return a text with its hash."""
    content = body.encode()
    digest = hashlib.sha256(content).hexdigest()[:HASH_LENGTH]
    return Parcel(digest=digest, mimetype=mimetype, content=content)


@cache
def core_parcel() -> Parcel:
    """Return the core as a phone runs it."""
    return parcel(program(), "text/x-python")


def parcels_of(library: Library) -> dict[str, Parcel]:
    """Return everything that is sent by the name of its file."""
    pieces = {f"{name}.json": parcel(text, "application/json") for name, text in pieces_of(library).items()}
    return {"core.py": core_parcel()} | pieces


def parcels() -> dict[str, Parcel]:
    """Return the parcels of the running application, made when one is first asked for."""
    kept = current_app.extensions.setdefault(EXTENSION, {})
    with MAKING:
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
    response = Response(mimetype=found.mimetype)
    fill(response, found.content, found.digest)
    response.headers["Cache-Control"] = FOREVER if digest == found.digest else BRIEFLY
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
        "transport": asset(f"{OWN_SCRIPTS}/transport.js"),
        "store": asset(f"{OWN_SCRIPTS}/store.js"),
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
        "handForm": url_for("record.show", token=ANY_TABLE),
    }
    own = [asset(file.relative_to(folder).as_posix()) for file in sorted((folder / OWN_SCRIPTS).glob("*.js"))]
    name = hashlib.sha256(json.dumps([found, own], sort_keys=True).encode()).hexdigest()[:HASH_LENGTH]
    return found | {"name": f"referee-{name}"}


def guides_named(book: Book, library: Library) -> list[str]:
    """Return the ids of the books that speak where this one is silent."""
    variant = next(iter(book.variants))
    speaker = Speaker(lang=LANGUAGE, words=library.sentences[LANGUAGE])
    court = Court(library=library, book=book, variant=variant, speaker=speaker)
    return [guide.book.id for guide in guides(court)]


def is_kept(file: Path) -> bool:
    """Say whether a phone keeps a static file: no notices, no pictures that only its system shows."""
    return file.is_file() and file.suffix not in (".md", ".mjs", ".png", ".py") and not file.match(f"{OWN_SCRIPTS}/*")


def fragment_addresses() -> dict[str, dict[str, object]]:
    """Return which fragment answers which address, and the page whose address then shows it again, if one does.

    ``without`` names the fields that do not stand in that address; a star stands for the token of a table.
    """
    found: dict[str, dict[str, object]] = {url_for(endpoint): {"name": name} for endpoint, name in ANSWERED.items()}
    found[url_for("pays.payment")] |= {"page": url_for("pays.show"), "without": sorted(NOT_IN_PAYS)}
    found[url_for("rulings.found")] |= {"page": url_for("rulings.show"), "without": ["lang"]}
    for endpoint, (name, page) in ANSWERED_AT_TABLE.items():
        shown = {"page": url_for(page, token=ANY_TABLE), "without": sorted(NOT_IN_RECORD)}
        found[url_for(endpoint, token=ANY_TABLE)] = {"name": name, **shown}
    return found


@phone.get("/phone/build.json")
def build_told() -> Response:
    """Tell a page without a service worker what there is to keep."""
    return uncached(Response(json.dumps(build()), mimetype="application/json"))


@phone.get("/sw.js")
def worker() -> Response:
    """Send the service worker, which stands at the root so that it serves every page."""
    told = build()
    text = (Path(current_app.config["STATIC"]) / OWN_SCRIPTS / "sw.js").read_text("utf-8")
    head = (
        f'import {{ loadMicroPython }} from "{told["machine"]}";\n'
        f'import {{ isWhole, makeTransport }} from "{told["transport"]}";\n'
        f"const BUILD = {json.dumps(told)};\n"
    )
    response = Response(head + text, mimetype="text/javascript")
    response.headers["Cache-Control"] = BRIEFLY
    response.headers["Service-Worker-Allowed"] = "/"
    response.set_etag(str(told["name"]))
    response.make_conditional(request)
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
