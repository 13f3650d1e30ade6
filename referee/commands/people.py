"""`referee person`: where a name stands in the score sheets, told, exported or erased; and names that are forgotten."""

import json
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

from referee.commands.copies import OPERATOR, events_of, failed, operators_order, repeated
from referee.database import DatabaseDesk
from referee.desk import Refused, RulingRow, TableView, table_view
from referee.desk_event import people as event_people
from referee.desk_event.opened import row_of
from referee.rules.table import WINDS
from referee.store import Stored
from referee.store.sqlite import NameKind, NameUse, erase, events_by, forget_names, uses_of_name
from referee.store.tournaments import StoredTournamentEvent

_ALL = "all"
_QUESTION = f"Which of them? ({_ALL}, or numbers such as 1,3-5) "
_NOT_REACHED = """Phones drop it when they next ask the server. Not reached: exports and backups that were made before,
names that a phone suggests, and what phones have not sent yet{copies}.
"""
_SECONDS_A_DAY = 24 * 60 * 60


def person(desk: DatabaseDesk, name: str, which: str | None, *, exports: bool, erases: bool) -> int:
    """Tell where a name stands, export or erase it in the chosen places; return the exit code."""
    try:
        uses = uses_of_name(desk.store, name) if name.strip() else ()
        if not uses:
            return _tell_nobody(desk, name, erases=erases)
        out = sys.stderr if exports else sys.stdout
        out.write("".join(f"{line}\n" for line in _listed(desk, uses)))
        if not exports and not erases:
            return 0
        chosen = _chosen_of(uses, _asked_which() if which is None else which)
        if exports:
            sys.stdout.write(json.dumps(_exported_person(desk, name, chosen), ensure_ascii=False, indent=1) + "\n")
        if erases:
            _erase_all(desk, chosen)
            out.write(f"Erased in {len(chosen)} of {len(uses)} places. {_not_reached(desk)}")
    except ValueError as problem:
        return failed(f"{problem} Nothing was changed.")
    except sqlite3.Error as problem:
        return failed(f"The score sheets could not be read or changed ({problem}). Do it once more.")
    return 0


def _erase_all(desk: DatabaseDesk, uses: Sequence[NameUse]) -> None:
    """Erase a name in these places; the log of an event tells which of its people were erased."""
    for use in uses:
        if use.kind == NameKind.PERSON:
            event_people.erase(events_of(desk), operators_order(use.owner), int(use.key))
    erase(desk.store, [use for use in uses if use.kind != NameKind.PERSON])


def _tell_nobody(desk: DatabaseDesk, name: str, *, erases: bool) -> int:
    """Say that a name stands nowhere; what an erasing that was broken off has left in the file goes all the same."""
    if erases:
        desk.store.scrub()
    return failed(f"The name {name} stands in no score sheet.")


def _asked_which() -> str:
    """Ask at the terminal which places are meant."""
    sys.stderr.write(_QUESTION)
    sys.stderr.flush()
    return sys.stdin.readline().strip()


def _chosen_of(uses: Sequence[NameUse], answer: str) -> list[NameUse]:
    """Return the places that are meant; raise ``ValueError`` where a number is none of theirs."""
    if answer == _ALL:
        return list(uses)
    numbers: set[int] = set()
    for part in answer.split(","):
        first, _, last = part.strip().partition("-")
        if not (first.isdecimal() and (last or first).isdecimal()):
            message = f"{answer!r} is neither {_ALL} nor numbers such as 1,3-5."
            raise ValueError(message)
        numbers.update(range(int(first), int(last or first) + 1))
    if not numbers <= set(range(1, len(uses) + 1)):
        message = f"The places have the numbers 1 to {len(uses)}, not {answer}."
        raise ValueError(message)
    return [use for number, use in enumerate(uses, 1) if number in numbers]


def _listed(desk: DatabaseDesk, uses: Sequence[NameUse]) -> Iterator[str]:
    """Yield a line for each game or event and for each place in it, with its number: people may share a name."""
    owner = ""
    for number, use in enumerate(uses, 1):
        if use.owner != owner:
            owner = use.owner
            yield _event_line(desk, use) if use.in_event else _game_line(desk, use)
        yield f"  {number:>3}  {_place_line(desk, use)}"


def _game_line(desk: DatabaseDesk, use: NameUse) -> str:
    view = table_view(desk, use.owner)
    names = " · ".join(seat.name for seat in view.seats)
    return f"Game {use.owner}, begun {use.begun[:10]}, {view.book}: {names}"


def _event_line(desk: DatabaseDesk, use: NameUse) -> str:
    return f"Event {use.owner}, made {use.begun[:10]}: {row_of(events_of(desk), use.owner).name}"


def _place_line(desk: DatabaseDesk, use: NameUse) -> str:
    match use.kind:
        case NameKind.SEAT:
            return f"seat {WINDS[int(use.key)]}: {use.text}"
        case NameKind.PERSON:
            return f"number {use.key}: {use.text}"
        case NameKind.REFEREE | NameKind.STAFF:
            return f"referee of {len(events_by(desk.store, use))} entries: {use.text}"
        case NameKind.TEXT | NameKind.REASON:
            return f"text of entry {use.key}: {use.text}"
        case NameKind.LABEL:
            return f"label of a link: {use.text}"


def _not_reached(desk: DatabaseDesk) -> str:
    """Return what no erasing reaches, with the copies that lie beside the database."""
    copies = sorted(str(copy) for copy in desk.path.parent.glob(f"{desk.path.name}.version-*"))
    return _NOT_REACHED.format(copies="".join(f",\nnor the copy made at an upgrade: {copy}" for copy in copies))


def _exported_person(desk: DatabaseDesk, name: str, uses: Sequence[NameUse]) -> dict[str, Any]:
    """Return everything about a person in the chosen places, by game and by event."""
    games, events = (
        [
            [each for each in uses if each.owner == owner]
            for owner in dict.fromkeys(use.owner for use in uses if use.in_event == in_event)
        ]
        for in_event in (False, True)
    )
    found = {"name": name, "games": [_game_record(desk, each) for each in games]}
    return found | ({"events": [_event_record(desk, each) for each in events]} if events else {})


def _game_record(desk: DatabaseDesk, uses: Sequence[NameUse]) -> dict[str, Any]:
    """Return what one game tells of a person who stands there in these places."""
    view = table_view(desk, uses[0].owner)
    return {
        "game": view.game,
        "begun": uses[0].begun,
        "ruleset": view.book,
        "seats": [_seat_record(view, int(each.key), each.text) for each in uses if each.kind == NameKind.SEAT],
        **_entry_records(desk, uses, desk.store.events_of(view.game)),
    }


def _event_record(desk: DatabaseDesk, uses: Sequence[NameUse]) -> dict[str, Any]:
    """Return what an event tells of a person who stands there in these places."""
    event = uses[0].owner
    return {
        "event": event,
        "name": row_of(events_of(desk), event).name,
        "made": uses[0].begun,
        "people": [_entrant_record(desk, event, int(each.key)) for each in uses if each.kind == NameKind.PERSON],
        "labels": [{"link": each.key, "label": each.text} for each in uses if each.kind == NameKind.LABEL],
        **_entry_records(desk, uses, desk.store.tournament_events_of(event)),
    }


def _entrant_record(desk: DatabaseDesk, event: str, number: int) -> dict[str, Any]:
    """Return a person of an event, with what was reached and ruled in the games of this number."""
    seats = {
        game.game: game.numbers.index(number)
        for game in desk.store.games_of_tournament(event)
        if number in game.numbers
    }
    views = [(table_view(desk, game), seat) for game, seat in seats.items()]
    return {
        **(_known_of(desk, event, number)),
        "games": [{"game": view.game, **_seat_record(view, seat, view.seats[seat].name)} for view, seat in views],
    }


def _known_of(desk: DatabaseDesk, event: str, number: int) -> dict[str, Any]:
    """Return what an event keeps of a person; raise ``ValueError`` where its log does not know the number."""
    match event_people.exported(events_of(desk), event, OPERATOR, number):
        case Refused():
            message = f"The log of {event} knows no number {number}."
            raise ValueError(message)
        case found:
            return {field: value for field, value in found.items() if field != "event"}


def _entry_records(
    desk: DatabaseDesk, uses: Sequence[NameUse], entries: Sequence[Stored | StoredTournamentEvent]
) -> dict[str, Any]:
    """Return what a person wrote in a log, and what was typed about one."""
    by_number = {entry.seq: entry for entry in entries}
    return {
        "as_referee": [
            {"name": each.text, "entry": seq, "kind": kind, "at": at}
            for each in uses
            if each.kind in (NameKind.REFEREE, NameKind.STAFF)
            for seq, kind, at in events_by(desk.store, each)
        ],
        "texts": [
            {
                "entry": each.key,
                "kind": by_number[int(each.key)].kind,
                "at": by_number[int(each.key)].at,
                "text": each.text,
            }
            for each in uses
            if each.kind in (NameKind.TEXT, NameKind.REASON)
        ],
    }


def _seat_record(view: TableView, seat: int, name: str) -> dict[str, Any]:
    """Return the seat of a person, what he reached, and what was ruled on him."""
    standing = view.standing
    return {
        "name": name,
        "seat": WINDS[seat],
        "score": view.seats[seat].score,
        "result": None if standing is None else {"place": standing.places[seat], "points": standing.parts[seat].total},
        "rulings": [_ruling_record(row) for row in view.sheet if isinstance(row, RulingRow) and row.seat == seat],
    }


def _ruling_record(row: RulingRow) -> dict[str, Any]:
    return {
        "entry": row.seq,
        "at": row.stamp.at,
        "offence": row.offence,
        "penalties": [asdict(each) for each in row.issued],
        "text": row.text,
        "stands": row.stands,
    }


def forgetting(desk: DatabaseDesk, days: int | None) -> AbstractContextManager[None]:
    """Forget the names of games that are older than so many days, at once and then every day; none without days."""
    return nullcontext() if days is None else repeated(lambda: _forgotten_line(desk, days), _SECONDS_A_DAY)


def _forgotten_line(desk: DatabaseDesk, days: int) -> str:
    """Forget the names of games that began so many days ago, and say of how many; nothing where it is none."""
    before = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")
    try:
        count = forget_names(desk.store, before)
    except sqlite3.Error as problem:
        return f"Names could not be forgotten ({problem}).\n"
    return f"Names forgotten in games: {count}\n" if count else ""
