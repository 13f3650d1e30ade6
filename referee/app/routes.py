"""The addresses of all pages and orders, as data: which request is answered by whom, and where something is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.texts.reader import is_digits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from referee.app.answer import Answer

    Handler = Callable[..., Answer]

_PLAIN_IN_ADDRESS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"
_HEX_DIGITS = "0123456789ABCDEF"


def quoted(text: str, safe: str = "") -> str:
    """Return a text as it stands in an address; letters, digits and what is ``safe`` stay as they are."""
    kept = _PLAIN_IN_ADDRESS + safe
    return "".join([letter if letter in kept else _percents(letter) for letter in text])


def _percents(letter: str) -> str:
    """Return a character as the hexadecimal numbers of its bytes."""
    return "".join(["%" + _HEX_DIGITS[byte >> 4] + _HEX_DIGITS[byte & 15] for byte in letter.encode()])


def query_of(fields: Iterable[tuple[str, str | int]], safe: str = "") -> str:
    """Return fields as the query of an address, spaces as plus signs."""
    return "&".join([f"{_in_query(name, safe)}={_in_query(str(value), safe)}" for name, value in fields])


def _in_query(text: str, safe: str) -> str:
    """Return a name or a value as it stands in a query."""
    return quoted(text, safe + " ").replace(" ", "+")


IN_PATH = "!$&'()*+,:;=@"
IN_QUERY = "!$'()*,/:;?@"


@dataclass(frozen=True, kw_only=True, slots=True)
class Route:
    """An endpoint, and the method and the path that lead to it; ``<token>`` is any text, ``<int:number>`` a number."""

    endpoint: str
    method: str
    path: str


ROUTES = tuple(
    Route(endpoint=endpoint, method=method, path=path)
    for endpoint, method, path in (
        ("games.home", "GET", "/"),
        ("games.new", "GET", "/games/new"),
        ("games.begin", "POST", "/games"),
        ("games.again", "GET", "/t/<token>/again"),
        ("games.archive", "POST", "/t/<token>/archive"),
        ("pays.show", "GET", "/pays"),
        ("pays.payment", "GET", "/pays/payment"),
        ("pays.at_table", "GET", "/t/<token>/pays"),
        ("pays.payment_at_table", "GET", "/t/<token>/pays/payment"),
        ("point_table.show", "GET", "/points"),
        ("point_table.at_table", "GET", "/t/<token>/points"),
        ("rulings.show", "GET", "/rulings"),
        ("rulings.at_table", "GET", "/t/<token>/rulings"),
        ("rulings.offence", "GET", "/rulings/<offence>"),
        ("rulings.offence_at_table", "GET", "/t/<token>/rulings/<offence>"),
        ("rulings.answer", "GET", "/rulings/answer"),
        ("rulings.found", "GET", "/rulings/found"),
        ("rulings.found_at_table", "GET", "/t/<token>/rulings/found"),
        ("tiles.show", "GET", "/tiles"),
        ("tiles.answer", "GET", "/tiles/answer"),
        ("tiles.at_table", "GET", "/t/<token>/tiles"),
        ("rules.books", "GET", "/rules"),
        ("rules.show", "GET", "/rules/<book>"),
        ("rules.clause", "GET", "/rules/clauses/<of>/<place>"),
        ("rules.against", "GET", "/rules/<one>/against/<other>"),
        ("rules.glossary", "GET", "/glossary"),
        ("table.show", "GET", "/t/<token>"),
        ("table.state", "GET", "/t/<token>/state"),
        ("table.mark", "POST", "/t/<token>/marks"),
        ("table.seats", "GET", "/t/<token>/seats"),
        ("table.sit", "POST", "/t/<token>/seat"),
        ("table.rename", "POST", "/t/<token>/names"),
        ("record.show", "GET", "/t/<token>/record"),
        ("record.preview", "GET", "/t/<token>/record/payment"),
        ("record.confirm", "POST", "/t/<token>/hands"),
        ("record.take_mine", "POST", "/t/<token>/hands/instead"),
        ("correct.show", "GET", "/t/<token>/hands/<int:number>"),
        ("correct.preview", "GET", "/t/<token>/hands/<int:number>/payment"),
        ("correct.changes", "GET", "/t/<token>/hands/<int:number>/changes"),
        ("correct.save", "POST", "/t/<token>/hands/<int:number>"),
        ("sheet.show", "GET", "/t/<token>/sheet"),
        ("sheet.state", "GET", "/t/<token>/sheet/state"),
        ("sheet.undo", "POST", "/t/<token>/undo"),
        ("sheet.signal", "POST", "/t/<token>/signal"),
        ("sheet.end", "GET", "/t/<token>/end"),
        ("sheet.force_end", "POST", "/t/<token>/end"),
        ("sheet.finish", "POST", "/t/<token>/finish"),
        ("sheet.reopen", "POST", "/t/<token>/reopen"),
        ("sheet.share", "GET", "/t/<token>/share"),
        ("apply.show", "GET", "/t/<token>/rulings/apply"),
        ("apply.facts", "GET", "/t/<token>/rulings/apply/hearing"),
        ("apply.outcome", "GET", "/t/<token>/rulings/apply/outcome"),
        ("apply.issue", "POST", "/t/<token>/rulings/apply"),
        ("apply.withdraw", "POST", "/t/<token>/rulings/<int:ruling>/withdraw"),
        ("adjust.show", "GET", "/t/<token>/adjust"),
        ("adjust.save", "POST", "/t/<token>/adjust"),
        ("adjust.note", "POST", "/t/<token>/notes"),
        ("table.since", "GET", "/t/<token>/since"),
        ("sheet.enter_lost", "POST", "/t/<token>/lost"),
        ("reader.show", "GET", "/s/<reader>"),
        ("reader.state", "GET", "/s/<reader>/state"),
        ("settings.show", "GET", "/settings"),
        ("settings.save", "POST", "/settings"),
        ("settings.forget_names", "POST", "/settings/names"),
        ("offline.show", "GET", "/offline"),
        ("offline.forget", "POST", "/offline/forget"),
    )
)
SERVED = {
    "reader.picture": "/s/<reader>/result.svg",
    "reader.table": "/s/<reader>/sheet.csv",
    "installed.manifest": "/manifest.webmanifest",
    "privacy.show": "/privacy",
    "rules.save": "/rules/save",
    "rules.edit": "/rules/<book>/edit",
    "events.new": "/events/new",
}
"""The addresses that pages lead to, though only the server answers there: endpoint and path."""
PATHS = {route.endpoint: route.path for route in ROUTES} | SERVED


def url_for(endpoint: str, **values: str | int | None) -> str:
    """Return the address of an endpoint; values that are no part of its path are fields, unless they are None."""
    pieces = PATHS[endpoint].split("/")
    names = [value_in(piece) for piece in pieces]
    path = [quoted(str(values[name]), IN_PATH) if name else piece for name, piece in zip(names, pieces, strict=True)]
    fields = [(name, str(values[name])) for name in sorted(values) if name not in names and values[name] is not None]
    return "/".join(path) + ("?" + query_of(fields, IN_QUERY) if fields else "")


def value_in(piece: str) -> str:
    """Return the name of the value that stands in a piece of a path, nothing where the piece is fixed."""
    return piece[1:-1].rpartition(":")[2] if piece.startswith("<") else ""


def matched(method: str, path: str) -> tuple[str, dict[str, str | int]] | None:
    """Return the endpoint that answers at a path, with the values that stand in it; None where nothing does."""
    pieces = path.split("/")
    fitting = [route for route in ROUTES if route.method == method and _fits(pieces, route.path.split("/"))]
    if not fitting:
        return None
    fixed_first = min(fitting, key=_variables)
    return fixed_first.endpoint, _values_in(pieces, fixed_first.path.split("/"))


def _variables(route: Route) -> int:
    """Return how many values stand in a path; the path with fewer says more."""
    return route.path.count("<")


def _fits(pieces: list[str], pattern: list[str]) -> bool:
    return len(pieces) == len(pattern) and all(
        piece == wanted or _is_value(piece, wanted) for piece, wanted in zip(pieces, pattern, strict=True)
    )


def _is_value(piece: str, wanted: str) -> bool:
    if not wanted.startswith("<"):
        return False
    return is_digits(piece) if wanted.startswith("<int:") else piece != ""


def _values_in(pieces: list[str], pattern: list[str]) -> dict[str, str | int]:
    """Return the values that stand in a path by their names."""
    return {
        value_in(wanted): int(piece) if wanted.startswith("<int:") else piece
        for piece, wanted in zip(pieces, pattern, strict=True)
        if wanted.startswith("<")
    }
