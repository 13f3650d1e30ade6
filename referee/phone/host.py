"""The phone as a host of the program: a request becomes a question, its answer a reply, both told as JSON.

The lowering puts this behind the program. The library grows piece by piece: one book, one language at a time. A game
is told by its log; the orders that this phone has not sent yet are carried out on top of it, like any others.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from referee.app import HANDLERS
from referee.app.answer import BAD_REQUEST, NOT_FOUND, Fragment, Rendering, error_page
from referee.app.asked import Asked, EventTable, HttpError, device_of, device_record
from referee.app.form import form_of_pairs
from referee.app.layout import layout_of
from referee.app.routes import matched
from referee.desk.opened import Desk, token_hash
from referee.phone.drawing import Macro, Template, render_block, render_macro, render_page
from referee.records import dataclass
from referee.store.memory import MemoryStore
from referee.store.port import GameRow, Stored, Writer
from referee.texts.codec import json_text, record, trusted_value
from referee.texts.words import Speaker, joined_libraries, library_from_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.app.answer import Answer
    from referee.desk.opened import History
    from referee.texts.words import Library


PAGES: dict[str, Template] = {}
"""What draws each page and its blocks; the lowering fills it with the compiled templates."""
MACROS: dict[str, Macro] = {}
"""What draws each fragment, likewise."""
_NOWHERE: tuple[str, dict[str, str | int]] = ("", {})
"""The endpoint and the values of an address at which nobody answers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """A game as its log tells it; ``address`` and ``qr`` lead other phones to it, ``qr_to_read`` to its sheet."""

    row: GameRow
    events: tuple[Stored, ...]
    address: str
    qr: str
    qr_to_read: str
    event_table: EventTable | None


class Phone:
    """What this phone holds: the library, the games that it was told, and its own orders that are not sent yet.

    ``carried_out`` are the ids of the orders that are entered on top of a game's log, by the token of its address.
    """

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.pieces: dict[str, Library] = {}
        self.assets: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        self.known: dict[str, Known] = {}
        self.carried_out: dict[str, tuple[str, ...]] = {}
        self.histories: dict[str, tuple[int, History]] = {}
        self.rulesets: dict[str, Any] = {}

    def desk(self, at: str) -> Desk:
        """Return the desk at which everything is entered at a time."""
        return Desk(
            store=self.store,
            library=self.pieces["library"],
            clock=lambda: at,
            histories=self.histories,
            rulesets=self.rulesets,
        )


_PHONE = Phone()


def keep_assets(text: str) -> str:
    """Take over where the files lie that pages are dressed with, and the sizes of what a phone can keep."""
    parts: Any = trusted_value(text)
    _PHONE.assets, _PHONE.sizes = parts["assets"], parts["sizes"]
    return ""


def keep_piece(text: str) -> str:
    """Add a piece of the library."""
    piece = library_from_json(text)
    _PHONE.pieces["library"] = joined_libraries(_PHONE.pieces["library"], piece) if _PHONE.pieces else piece
    return ""


def keep_rules(digest: str, text: str) -> str:
    """Add the rules of a game, by the hash that its log names them with."""
    _PHONE.store.add_ruleset(digest, text)
    return ""


def keep_log(text: str) -> str:
    """Add the log of a table in place of an older one; of a game that is only read, unless its table is known, too."""
    log: Any = trusted_value(text)
    others = [token for token in _PHONE.known if _PHONE.known[token].row.id == log["game"] and token != log["token"]]
    if "reads" in log and others:
        return ""
    row = GameRow(
        id=log["game"],
        token=log["reads"] if "reads" in log else token_hash(log["token"]),
        created=log["created"],
        revision=log["revision"],
        names=tuple(log["names"]),
    )
    events = tuple([_stored_of(log["game"], *each) for each in zip(log["events"], log["written"], strict=True)])
    event_table = _event_table_of_log(log)
    _PHONE.known[log["token"]] = Known(
        row=row,
        events=events,
        address=log["address"],
        qr=log["qr"],
        qr_to_read=log.get("qr_to_read", ""),
        event_table=event_table,
    )
    _start_over(log["token"])
    return ""


def _event_table_of_log(log: Any) -> EventTable | None:  # noqa: ANN401 as it comes out of JSON
    """Return the place of a table in an event as its log tells it, None at a casual one."""
    place = log.get("place")
    if place is None:
        return None
    return EventTable(
        event=place["event"],
        round=place["round"],
        table=place["table"],
        role=place["role"],
        link=place["link"],
        signal=place["signal"],
        left=place["left"],
        name=place.get("name", ""),
        told=place.get("told", {}),
        counts=place.get("counts", {}),
        is_settled=place.get("is_settled", False),
        news=place.get("news", ""),
    )


def _table_in_event(values: dict[str, str | int]) -> EventTable | None:
    known = _PHONE.known.get(str(values.get("token", "")))
    return None if known is None else known.event_table


def _stored_of(game: str, event: list[Any], written: list[Any]) -> Stored:
    seq, kind, body = event
    command, schema, at, role, name = written
    writer = Writer(device="", role=role, name=name)
    return Stored(game=game, seq=seq, command=command, kind=kind, schema=schema, body=body, at=at, writer=writer)


def _start_over(token: str) -> None:
    """Forget what was entered at a table beside what its log tells."""
    known = _PHONE.known.get(token)
    game = _PHONE.store.game_by_token(token_hash(token)) if known is None else known.row.id
    if game is not None and _PHONE.store.game_row(game) is not None:
        _PHONE.store.forget(game)
        _PHONE.histories.pop(game, None)
    if known is not None:
        _PHONE.store.add_game(known.row)
        for event in known.events:
            _PHONE.store.append(event)
    _PHONE.carried_out[token] = ()


def respond(text: str) -> str:
    """Return the reply to a request: a line of JSON, and behind it the body, which would be slow to quote.

    A request tells method, path, query and form as lists of names and values, what the device remembers, language,
    time, a new command id, its id as an ``order`` if it is one, and by table the ``unsent`` orders of this phone before
    it, each with its id, path, form and time.
    """
    request: Any = trusted_value(text)
    for token in request["unsent"]:
        _catch_up(token, request["unsent"][token], request)
    endpoint, values = matched(request["method"], request["path"]) or _NOWHERE
    asked = replace(_asked_of(request), sent=_sent_at(values), event_table=_table_in_event(values))
    answer, table = answered(asked, (endpoint, values), request["at"])
    if request["order"] and answer.status < BAD_REQUEST:
        _count_in(request["order"], values, answer)
    remembered = asked if answer.device is None else replace(asked, device=answer.device)
    body = _render_body(answer.body, {**layout_of(remembered, endpoint.partition(".")[0], table), **_dressing()})
    head = record(
        ("status", answer.status),
        ("headers", answer.headers),
        ("device", None if answer.device is None else device_record(answer.device)),
    )
    return json_text(head) + "\n" + body


def _catch_up(token: str, orders: list[Any], request: Any) -> None:  # noqa: ANN401 as it comes out of JSON
    """Enter the unsent orders of a table that are not entered yet; anew if others were, for their place counts."""
    ids = tuple([order["id"] for order in orders])
    done = _PHONE.carried_out.get(token, ())
    if ids[: len(done)] != done:
        _start_over(token)
        done = ()
    for order in orders[len(done) :]:
        endpoint, values = matched("POST", order["path"]) or _NOWHERE
        form = form_of_pairs(order["form"])
        asked = replace(
            _asked_of(request), path=order["path"], form=form, is_part=False, event_table=_table_in_event(values)
        )
        answered(asked, (endpoint, values), order["at"])
    _PHONE.carried_out[token] = ids


def _count_in(order: str, values: dict[str, str | int], answer: Answer) -> None:
    """Remember that an order is entered, at the table that it began or belongs to."""
    device = answer.device
    token = str(values["token"]) if "token" in values else (device.latest or "" if device else "")
    _PHONE.carried_out[token] = (*_PHONE.carried_out.get(token, ()), order)


def _asked_of(request: Any) -> Asked:  # noqa: ANN401 as it comes out of JSON
    library = _PHONE.pieces["library"]
    return Asked(
        path=request["path"],
        query=form_of_pairs(request["query"]),
        form=form_of_pairs(request["form"]),
        device=device_of(request["device"]),
        library=library,
        speaker=Speaker(lang=request["lang"], words=library.sentences[request["lang"]]),
        command=request["command"],
        is_part=request["is_part"],
        tag=request["tag"],
        url=request["url"],
    )


def _sent_at(values: dict[str, str | int]) -> int | None:
    """Return the number of the last event of a table that the server has, None where no table is asked about."""
    if "token" not in values:
        return None
    known = _PHONE.known.get(str(values["token"]))
    return 0 if known is None else known.events[-1].seq


def answered(asked: Asked, called: tuple[str, dict[str, str | int]], at: str) -> tuple[Answer, str | None]:
    """Return the answer to a question, and the table that it shows; what cannot be answered shows none."""
    endpoint, values = called
    handler = HANDLERS.get(endpoint)
    if handler is None:
        return error_page(asked, NOT_FOUND), None
    try:
        answer = handler(asked, _PHONE.desk(at), **values)
    except HttpError as problem:
        return error_page(asked, problem.status, problem.message), None
    return answer, str(values["token"]) if "token" in values else None


def _dressing() -> dict[str, Callable[..., str | int]]:
    """Return what a host brings to every page: where its files lie, and how other phones come to a table."""
    return {"asset": asset, "size_of": size_of, "address_of": address_of, "qr_of": qr_of, "qr_to_read": qr_to_read}


def asset(path: str) -> str:
    """Return where a file lies."""
    return _PHONE.assets[path]


def size_of(name: str) -> int:
    """Return how many kilobytes a part of the program or of the library has on its way."""
    return _PHONE.sizes[name]


def address_of(token: str) -> str:
    """Return the address of a table as another phone can open it, nothing where no server has told it."""
    return _PHONE.known[token].address if token in _PHONE.known else ""


def qr_of(token: str) -> str:
    """Return the same as a picture."""
    return _PHONE.known[token].qr if token in _PHONE.known else ""


def qr_to_read(token: str, _reader: str) -> str:
    """Return the address at which a game is only read as a picture, nothing where its log came without one."""
    return _PHONE.known[token].qr_to_read


def _render_body(body: Rendering | Fragment | str, layout: dict[str, object]) -> str:
    if isinstance(body, str):
        return body
    if isinstance(body, Fragment):
        return render_macro(MACROS[body.name], body.view, layout)
    template, values = PAGES[body.template], {**layout, **body.values}
    return render_block(template, body.block, values) if body.block else render_page(template, values)
