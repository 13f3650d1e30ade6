"""The questions about draws: `draw` makes one, `check_draw` looks at one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.ask_event.reading import (
    HIGHEST_NUMBER,
    MOST_ROUNDS,
    read_numbers,
    read_players,
    read_round,
    read_rounds,
    refuse_others,
    refuse_twice,
)
from referee.rules.table import Code
from referee.texts.codec import Record, record
from referee.texts.reader import read_number
from referee.tournament.draws import DrawAsked, Method, drawn
from referee.tournament.quality import Quality, check_draw, quality_of

if TYPE_CHECKING:
    from referee.texts.reader import Reader
    from referee.texts.words import Speaker
    from referee.tournament.quality import Fault
    from referee.tournament.search import Wanted
    from referee.tournament.shapes import Round

DRAW_FIELDS = ("players", "rounds", "method", "seed", "history", "standings", "plan", "winds", "apart", "keeps")
CHECK_FIELDS = ("rounds", "players", "apart", "keeps")
WINDS = ("drawn", "table")
"""How winds are come by: as drawn, or by the seat draw of the book at the table, before which they are provisional."""
BY_STANDINGS = (Method.SWISS, Method.BY_PLACE)
LARGEST_SEED = 999_999_999_999


def draw_result(reader: Reader, wanted: Wanted) -> Record | None:
    """Return a draw with its quality, None when problems were noted.

    Raise ``Stopped`` once it is not ``wanted`` any more.
    """
    asked = read_draw(reader)
    if asked is None:
        return None
    draw = drawn(asked, wanted)
    return record(("rounds", draw.rounds), ("quality", quality_record(draw.quality)))


def read_draw(reader: Reader) -> DrawAsked | None:
    """Return what is to be drawn."""
    players = read_players(reader)
    method = Method(reader.choice("method", tuple(Method)))
    rounds = reader.integer("rounds", 1, 1 if method in BY_STANDINGS else MOST_ROUNDS)
    history = reader.nested("history") if reader.has("history") else None
    if history is not None:
        history.only(("rounds",))
    if reader.has("winds"):
        reader.choice("winds", WINDS)
    asked = DrawAsked(
        players=players,
        rounds=rounds,
        method=method,
        seed=reader.integer("seed", 0, LARGEST_SEED),
        history=() if history is None else read_rounds(history, "rounds"),
        standings=read_standings(reader, players, method),
        plan=read_plan(reader, len(players)) if method is Method.BY_PLACE else (),
        apart=read_apart(reader, players),
        keeps=read_keeps(reader, players),
    )
    return None if reader.problems else asked


def read_standings(reader: Reader, players: tuple[int, ...], method: Method) -> tuple[int, ...]:
    """Return the players from first to last, where the method needs them."""
    if method not in BY_STANDINGS or not reader.required("standings"):
        return ()
    standings = read_numbers(reader, "standings")
    if not reader.problems:
        refuse_others(reader, "standings", standings, players)
    return standings


def read_plan(reader: Reader, players: int) -> Round:
    """Return the places that sit at each table."""
    if not reader.required("plan"):
        return ()
    plan = read_round(reader, "plan", reader.fields["plan"])
    places = tuple([place for table in plan for place in table])
    if not reader.problems:
        refuse_twice(reader, "plan", places)
        refuse_others(reader, "plan", places, tuple(range(1, players + 1)))
    return plan


def read_apart(reader: Reader, players: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
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


def read_keeps(reader: Reader, players: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return numbers with the table that each keeps in all rounds."""
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
    rounds = read_rounds(reader, "rounds") if reader.required("rounds") else ()
    players = read_numbers(reader, "players")
    everybody = players or tuple(sorted({number for tables in rounds for table in tables for number in table}))
    apart, keeps = read_apart(reader, everybody), read_keeps(reader, everybody)
    if reader.problems:
        return None
    faults = tuple([fault_record(fault, speaker) for fault in check_draw(rounds, players)])
    return record(("quality", quality_record(quality_of(rounds, apart, keeps))), ("problems", faults))


def fault_record(fault: Fault, speaker: Speaker) -> Record:
    """Return what is wrong with a draw as a problem."""
    message = speaker.say(f"seating.{fault.kind}", (("round", fault.round + 1), ("number", fault.number)))
    return record(("code", fault.kind), ("message", message), ("field", f"rounds[{fault.round}]"))


def quality_record(quality: Quality) -> Record:
    """Return the quality of a draw."""
    return record(
        ("repeats", quality.repeats),
        ("most", quality.most),
        ("winds", quality.winds),
        ("visits", quality.visits),
        ("apart", quality.apart),
    )
