"""`referee person`: where a name stands in the score sheets, told, exported or erased; and names that are forgotten."""

import json
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

from referee import desk as tables
from referee.app.result import final_points
from referee.commands.beside import repeated
from referee.commands.copies import failed
from referee.database import DatabaseDesk
from referee.desk import RulingRow, TableView
from referee.rules.table import WINDS
from referee.store.sqlite import Place, Spot, erase, events_by, forget_names, places_of

ALL = "all"
QUESTION = f"Which of them? ({ALL}, or numbers such as 1,3-5) "
NOT_REACHED = """Phones drop it when they next ask the server. Not reached: exports and backups that were made before,
names that a phone suggests, and what phones have not sent yet{copies}.
"""
SECONDS_A_DAY = 24 * 60 * 60


def person(desk: DatabaseDesk, name: str, which: str | None, *, exports: bool, erases: bool) -> int:
    """Tell where a name stands, export or erase it in the chosen places; return the exit code."""
    try:
        places = places_of(desk.store, name) if name.strip() else ()
        if not places:
            return nobody(desk, name, erases=erases)
        told = sys.stderr if exports else sys.stdout
        told.write("".join(f"{line}\n" for line in listed(desk, places)))
        if not exports and not erases:
            return 0
        chosen = chosen_of(places, asked_which() if which is None else which)
        if exports:
            sys.stdout.write(json.dumps(exported_person(desk, name, chosen), ensure_ascii=False, indent=1) + "\n")
        if erases:
            erase(desk.store, chosen)
            told.write(f"Erased in {len(chosen)} of {len(places)} places. {not_reached(desk)}")
    except ValueError as problem:
        return failed(f"{problem} Nothing was changed.")
    except sqlite3.Error as problem:
        return failed(f"The score sheets could not be read or changed ({problem}). Do it once more.")
    return 0


def nobody(desk: DatabaseDesk, name: str, *, erases: bool) -> int:
    """Say that a name stands nowhere; what an erasing that was broken off has left in the file goes all the same."""
    if erases:
        desk.store.scrub()
    return failed(f"The name {name} stands in no score sheet.")


def asked_which() -> str:
    """Ask at the terminal which places are meant."""
    sys.stderr.write(QUESTION)
    sys.stderr.flush()
    return sys.stdin.readline().strip()


def chosen_of(places: Sequence[Place], told: str) -> list[Place]:
    """Return the places that are meant; raise ``ValueError`` where a number is none of theirs."""
    if told == ALL:
        return list(places)
    numbers: set[int] = set()
    for part in told.split(","):
        first, _, last = part.strip().partition("-")
        if not (first.isdecimal() and (last or first).isdecimal()):
            message = f"{told!r} is neither {ALL} nor numbers such as 1,3-5."
            raise ValueError(message)
        numbers.update(range(int(first), int(last or first) + 1))
    if not numbers <= set(range(1, len(places) + 1)):
        message = f"The places have the numbers 1 to {len(places)}, not {told}."
        raise ValueError(message)
    return [place for number, place in enumerate(places, 1) if number in numbers]


def listed(desk: DatabaseDesk, places: Sequence[Place]) -> Iterator[str]:
    """Yield a line for each game and for each place in it, with its number: people may share a name."""
    game = ""
    for number, place in enumerate(places, 1):
        if place.game != game:
            game = place.game
            view = tables.view(desk, game)
            yield f"Game {game}, begun {place.begun[:10]}, {view.book}: {' · '.join(seat.name for seat in view.seats)}"
        yield f"  {number:>3}  {place_said(desk, place)}"


def place_said(desk: DatabaseDesk, place: Place) -> str:
    """Return what stands in a place."""
    match place.spot:
        case Spot.SEAT:
            return f"seat {WINDS[place.number]}: {place.text}"
        case Spot.REFEREE:
            return f"referee of {len(events_by(desk.store, place.number))} entries: {place.text}"
        case Spot.TEXT:
            return f"text of entry {place.number}: {place.text}"


def not_reached(desk: DatabaseDesk) -> str:
    """Return what no erasing reaches, with the copies that lie beside the database."""
    copies = sorted(str(copy) for copy in desk.path.parent.glob(f"{desk.path.name}.version-*"))
    return NOT_REACHED.format(copies="".join(f",\nnor the copy made at an upgrade: {copy}" for copy in copies))


def exported_person(desk: DatabaseDesk, name: str, places: Sequence[Place]) -> dict[str, Any]:
    """Return everything about a person in the chosen places, by game."""
    games = list(dict.fromkeys(place.game for place in places))
    return {"name": name, "games": [game_told(desk, [each for each in places if each.game == game]) for game in games]}


def game_told(desk: DatabaseDesk, places: Sequence[Place]) -> dict[str, Any]:
    """Return what one game tells of a person who stands there in these places."""
    view = tables.view(desk, places[0].game)
    by_number = {event.seq: event for event in desk.store.events_of(view.game)}
    return {
        "game": view.game,
        "begun": places[0].begun,
        "ruleset": view.book,
        "seats": [seat_told(view, each) for each in places if each.spot == Spot.SEAT],
        "as_referee": [
            {"name": each.text, "entry": seq, "kind": kind, "at": at}
            for each in places
            if each.spot == Spot.REFEREE
            for seq, kind, at in events_by(desk.store, each.number)
        ],
        "texts": [
            {
                "entry": each.number,
                "kind": by_number[each.number].kind,
                "at": by_number[each.number].at,
                "text": each.text,
            }
            for each in places
            if each.spot == Spot.TEXT
        ],
    }


def seat_told(view: TableView, place: Place) -> dict[str, Any]:
    """Return the seat of a person, what he reached, and what was ruled on him."""
    seat, standing = place.number, view.standing
    return {
        "name": place.text,
        "seat": WINDS[seat],
        "score": view.seats[seat].score,
        "result": None
        if standing is None
        else {"place": standing.places[seat], "points": final_points(standing.parts[seat])},
        "rulings": [ruling_told(row) for row in view.sheet if isinstance(row, RulingRow) and row.seat == seat],
    }


def ruling_told(row: RulingRow) -> dict[str, Any]:
    """Return a ruling."""
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
    return nullcontext() if days is None else repeated(lambda: forgotten_said(desk, days), SECONDS_A_DAY)


def forgotten_said(desk: DatabaseDesk, days: int) -> str:
    """Forget the names of games that began so many days ago, and say of how many; nothing where it is none."""
    before = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")
    try:
        count = forget_names(desk.store, before)
    except sqlite3.Error as problem:
        return f"Names could not be forgotten ({problem}).\n"
    return f"Names forgotten in games: {count}\n" if count else ""
