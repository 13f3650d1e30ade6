"""The questions about draws: `draw` makes one, `check_draw` looks at one; and how tables are read from a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.rules.table import Code
from referee.texts.codec import Record, record
from referee.texts.reader import read_number
from referee.tournament.draws import DrawAsked, Method, drawn
from referee.tournament.quality import Quality, check_draw, quality_of

if TYPE_CHECKING:
    from referee.rules.table import Four
    from referee.texts.reader import Reader
    from referee.texts.words import Speaker
    from referee.tournament.quality import Fault
    from referee.tournament.search import Wanted
    from referee.tournament.winds import Round, Rounds


HIGHEST_NUMBER = 9999
_MOST_PEOPLE = 1000
_MOST_ROUNDS, MOST_ROUNDS_PLAYED = 20, 400
"""How many rounds are drawn at once, and how many a night has."""


def _read_numbers(reader: Reader, key: str) -> tuple[int, ...]:
    """Return a list of numbers, each once; empty if it is left out or wrong."""
    items = reader.items(key)
    read = tuple([reader.whole(f"{reader.at(key)}[{at}]", each, 1, HIGHEST_NUMBER) for at, each in enumerate(items)])
    refuse_twice(reader, reader.at(key), read)
    return read


def refuse_twice(reader: Reader, path: str, numbers: tuple[int, ...]) -> None:
    """Note every number that stands in a list twice; what could not be read is 0 and noted already."""
    for number in sorted({each for each in numbers if each and numbers.count(each) > 1} if twice(numbers) else ()):
        reader.refuse(Code.IMPOSSIBLE, path, "error.number_twice", (("number", number),))


def twice(numbers: tuple[int, ...]) -> bool:
    """Return whether any number stands there twice."""
    return len(set(numbers)) < len(numbers)


def _read_players(reader: Reader) -> tuple[int, ...]:
    """Return the numbers of all who play, or note that they do not fill tables of four."""
    if not reader.required("players"):
        return ()
    players = _read_numbers(reader, "players")
    missing = -len(players) % 4
    if missing and not reader.problems:
        facts = (("count", len(players)), ("missing", missing))
        reader.refuse(Code.OUT_OF_RANGE, "players", "error.people_not_four", facts)
    if not 4 <= len(players) <= _MOST_PEOPLE and not reader.problems:
        _refuse_length(reader, "players", len(players), (4, _MOST_PEOPLE))
    return players


def _refuse_length(reader: Reader, path: str, count: int, allowed: tuple[int, int]) -> None:
    """Note that a list is too short or too long."""
    low, high = allowed
    reader.refuse(Code.OUT_OF_RANGE, path, "error.list_length", (("count", count), ("low", low), ("high", high)))


def _read_rounds(reader: Reader, key: str) -> Rounds:
    """Return rounds of tables of four numbers; whether anybody sits twice is not looked at."""
    rounds = reader.items(key)
    if len(rounds) > MOST_ROUNDS_PLAYED:
        _refuse_length(reader, reader.at(key), len(rounds), (0, MOST_ROUNDS_PLAYED))
        return ()
    return tuple([_read_round(reader, f"{reader.at(key)}[{at}]", tables) for at, tables in enumerate(rounds)])


def _read_round(reader: Reader, path: str, tables: object) -> Round:
    if not isinstance(tables, list):
        reader.wrong_type(path, tables, "type.list")
        return ()
    return tuple([read_table(reader, f"{path}[{at}]", table) for at, table in enumerate(tables)])


def read_table(reader: Reader, path: str, table: object) -> Four:
    """Return the four numbers of a table, zeros if they are wrong."""
    if not isinstance(table, list):
        reader.wrong_type(path, table, "type.list")
        return (0, 0, 0, 0)
    read = [reader.whole(f"{path}[{at}]", number, 1, HIGHEST_NUMBER) for at, number in enumerate(table)]
    if len(read) == 4:
        return (read[0], read[1], read[2], read[3])
    reader.refuse(Code.OUT_OF_RANGE, path, "error.four_numbers", (("count", len(read)),))
    return (0, 0, 0, 0)


def _refuse_others(reader: Reader, path: str, numbers: tuple[int, ...], wanted: tuple[int, ...]) -> None:
    """Note every number that should stand in a list and does not, and every one that should not."""
    known, there = set(wanted), set(numbers)
    for number in sorted(known - there):
        reader.refuse(Code.IMPOSSIBLE, path, "error.number_missing", (("number", number),))
    for number in sorted(there - known):
        reader.refuse(Code.IMPOSSIBLE, path, "error.number_unknown", (("number", number),))


DRAW_FIELDS = ("players", "rounds", "method", "seed", "history", "standings", "plan", "winds", "apart", "keeps")
CHECK_FIELDS = ("rounds", "players", "apart", "keeps")
_WINDS = ("drawn", "table")
"""How winds are come by: as drawn, or by the seat draw of the book at the table, before which they are provisional."""
_BY_STANDINGS = (Method.SWISS, Method.BY_PLACE)
_LARGEST_SEED = 999_999_999_999


def draw_result(reader: Reader, wanted: Wanted) -> Record | None:
    """Return a draw with its quality, None when problems were noted.

    Raise ``Stopped`` once it is not ``wanted`` any more.
    """
    asked = _read_draw(reader)
    if asked is None:
        return None
    draw = drawn(asked, wanted)
    return record(("rounds", draw.rounds), ("quality", _quality_record(draw.quality)))


def _read_draw(reader: Reader) -> DrawAsked | None:
    players = _read_players(reader)
    method = Method(reader.choice("method", tuple(Method)))
    rounds = reader.integer("rounds", 1, 1 if method in _BY_STANDINGS else _MOST_ROUNDS)
    history = reader.nested("history") if reader.has("history") else None
    if history is not None:
        history.only(("rounds",))
    if reader.has("winds"):
        reader.choice("winds", _WINDS)
    asked = DrawAsked(
        players=players,
        rounds=rounds,
        method=method,
        seed=reader.integer("seed", 0, _LARGEST_SEED),
        history=() if history is None else _read_rounds(history, "rounds"),
        standings=_read_standings(reader, players, method),
        plan=_read_plan(reader, len(players)) if method is Method.BY_PLACE else (),
        apart=_read_apart(reader, players),
        keeps=_read_keeps(reader, players),
    )
    return None if reader.problems else asked


def _read_standings(reader: Reader, players: tuple[int, ...], method: Method) -> tuple[int, ...]:
    """Return the players from first to last, where the method needs them."""
    if method not in _BY_STANDINGS or not reader.required("standings"):
        return ()
    standings = _read_numbers(reader, "standings")
    if not reader.problems:
        _refuse_others(reader, "standings", standings, players)
    return standings


def _read_plan(reader: Reader, players: int) -> Round:
    """Return the places that sit at each table."""
    if not reader.required("plan"):
        return ()
    plan = _read_round(reader, "plan", reader.fields["plan"])
    places = tuple([place for table in plan for place in table])
    if not reader.problems:
        refuse_twice(reader, "plan", places)
        _refuse_others(reader, "plan", places, tuple(range(1, players + 1)))
    return plan


def _read_apart(reader: Reader, players: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return groups who should not meet; of each those who play."""
    groups = []
    playing = set(players)
    for at, each in enumerate(reader.items("apart")):
        path = f"apart[{at}]"
        if isinstance(each, list):
            group = tuple([reader.whole(f"{path}[{i}]", one, 1, HIGHEST_NUMBER) for i, one in enumerate(each)])
            refuse_twice(reader, path, group)
            groups.append(tuple([number for number in group if number in playing]))
        else:
            reader.wrong_type(path, each, "type.list")
    return tuple(groups)


def _read_keeps(reader: Reader, players: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    keeps = reader.nested("keeps") if reader.has("keeps") else None
    if keeps is None:
        return ()
    tables = max(1, len(players) // 4)
    read = tuple([(read_number(key), keeps.integer(key, 1, tables)) for key in sorted(keeps.fields)])
    refuse_twice(reader, "keeps", tuple([table for _, table in read]))
    for number, _ in read:
        if number not in players:
            reader.refuse(Code.IMPOSSIBLE, f"keeps.{number}", "error.no_player")
    return tuple([(number, table) for number, table in read if isinstance(number, int)])


def check_result(reader: Reader, speaker: Speaker) -> Record | None:
    """Return how good a draw is and what is wrong with it, None when it cannot be read."""
    rounds = _read_rounds(reader, "rounds") if reader.required("rounds") else ()
    players = _read_numbers(reader, "players")
    everybody = players or tuple(sorted({number for tables in rounds for table in tables for number in table}))
    apart, keeps = _read_apart(reader, everybody), _read_keeps(reader, everybody)
    if reader.problems:
        return None
    faults = tuple([_fault_record(fault, speaker) for fault in check_draw(rounds, players)])
    return record(("quality", _quality_record(quality_of(rounds, apart, keeps))), ("problems", faults))


def _fault_record(fault: Fault, speaker: Speaker) -> Record:
    """Return what is wrong with a draw as a problem."""
    message = speaker.say(f"seating.{fault.kind}", (("round", fault.round + 1), ("number", fault.number)))
    return record(("code", fault.kind), ("message", message), ("field", f"rounds[{fault.round}]"))


def _quality_record(quality: Quality) -> Record:
    return record(
        ("repeats", quality.repeats),
        ("most", quality.most),
        ("winds", quality.winds),
        ("visits", quality.visits),
        ("apart", quality.apart),
    )
