"""Numbers, tables and rounds read from a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.rules.table import Code

if TYPE_CHECKING:
    from referee.rules.table import Four
    from referee.texts.reader import Reader
    from referee.tournament.shapes import Round, Rounds

HIGHEST_NUMBER = 9999
MOST_PEOPLE = 1000
MOST_ROUNDS, MOST_ROUNDS_PLAYED = 20, 400
"""How many rounds are drawn at once, and how many a night has."""


def read_numbers(reader: Reader, key: str) -> tuple[int, ...]:
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


def read_players(reader: Reader) -> tuple[int, ...]:
    """Return the numbers of all who play, or note that they do not fill tables of four."""
    if not reader.required("players"):
        return ()
    players = read_numbers(reader, "players")
    missing = -len(players) % 4
    if missing and not reader.problems:
        facts = (("count", len(players)), ("missing", missing))
        reader.refuse(Code.OUT_OF_RANGE, "players", "error.people_not_four", facts)
    if not 4 <= len(players) <= MOST_PEOPLE and not reader.problems:
        refuse_length(reader, "players", len(players), (4, MOST_PEOPLE))
    return players


def refuse_length(reader: Reader, path: str, count: int, allowed: tuple[int, int]) -> None:
    """Note that a list is too short or too long."""
    low, high = allowed
    reader.refuse(Code.OUT_OF_RANGE, path, "error.list_length", (("count", count), ("low", low), ("high", high)))


def read_rounds(reader: Reader, key: str) -> Rounds:
    """Return rounds of tables of four numbers; whether anybody sits twice is not looked at."""
    rounds = reader.items(key)
    if len(rounds) > MOST_ROUNDS_PLAYED:
        refuse_length(reader, reader.at(key), len(rounds), (0, MOST_ROUNDS_PLAYED))
        return ()
    return tuple([read_round(reader, f"{reader.at(key)}[{at}]", tables) for at, tables in enumerate(rounds)])


def read_round(reader: Reader, path: str, tables: object) -> Round:
    """Return the tables of a round."""
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


def refuse_others(reader: Reader, path: str, numbers: tuple[int, ...], wanted: tuple[int, ...]) -> None:
    """Note every number that should stand in a list and does not, and every one that should not."""
    known, there = set(wanted), set(numbers)
    for number in sorted(known - there):
        reader.refuse(Code.IMPOSSIBLE, path, "error.number_missing", (("number", number),))
    for number in sorted(there - known):
        reader.refuse(Code.IMPOSSIBLE, path, "error.number_unknown", (("number", number),))
