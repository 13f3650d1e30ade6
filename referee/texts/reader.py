"""Reading a question field by field: every problem is collected, with its path, its value and what is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.rules.ledger import Facts, Phrase, Quoted, listed
from referee.rules.problems import Code, Problem
from referee.texts.codec import json_text, too_deep
from referee.texts.words import Speaker, clause_named, with_field_named

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset


SPACES = " \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    [chr(code) for code in range(0x2000, 0x200B)]
)
"""What counts as a space, as in CPython; the last but those of typesetters is the ideographic space."""


def spaces_off(text: str) -> str:
    """Return a text without the spaces at its ends."""
    first, last = 0, len(text)
    while first < last and text[first] in SPACES:
        first += 1
    while first < last and text[last - 1] in SPACES:
        last -= 1
    return text[first:last]


LONGEST_NUMBER = 12


def read_number(text: str) -> int | str:
    """Return the whole number that a text says, or the text itself when it says none."""
    before, minus, rest = text.partition("-")
    digits = rest if minus and not before else text
    return int(text) if is_digits(digits) and len(digits) <= LONGEST_NUMBER else text


def is_digits(text: str) -> bool:
    """Return whether a text is made of the digits 0 to 9, of one at least."""
    return text != "" and all(letter in "0123456789" for letter in text)


def problem_text(problem: Problem, rules: Ruleset | None, speaker: Speaker) -> str:
    """Return what is wrong as a sentence, with the clause where a rule of ``rules`` decided."""
    text = with_field_named(speaker.say(problem.reason, problem.facts), problem.field, speaker.words)
    if rules is None or not problem.rule:
        return text
    clause = Quoted(text=clause_named(rules.cite(problem.rule).clause, speaker))
    return speaker.say("page.cited", (("said", Quoted(text=text)), ("clause", clause)))


LONGEST_SHOWN = 40
"""How many characters of a wrong value are shown."""

MOST_COUNT = 10_000
"""The largest count of anything."""

Fields = dict[str, object]
"""A JSON object as it was read."""


def shortened(value: object) -> Quoted:
    """Return a wrong value for a message, cut short."""
    if isinstance(value, list | dict) and too_deep(value, 3):
        return Quoted(text="[…]")
    text = json_text(value)
    return Quoted(text=text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…")


@dataclass(frozen=True, kw_only=True, slots=True)
class Reader:
    """An object of a question at ``path``; problems go into the list that all readers of a question share."""

    path: str
    fields: Fields
    problems: list[Problem]

    def at(self, key: str) -> str:
        """Return the path of a field."""
        return f"{self.path}.{key}" if self.path else key

    def refuse(self, code: Code, path: str, reason: str, facts: Facts = ()) -> None:
        """Note a problem."""
        named: Facts = (("field", Quoted(text=path)), *facts)
        self.problems.append(Problem(code=code, field=path, reason=reason, facts=named))

    def wrong_type(self, path: str, value: object, wanted: str) -> None:
        """Note that a value is of the wrong type; ``wanted`` is the key of the word for the right one."""
        facts: Facts = (("found", shortened(value)), ("wanted", wanted))
        self.refuse(Code.WRONG_TYPE, path, "error.wrong_type", facts)

    def out_of_range(self, path: str, value: object, allowed: Phrase | Quoted) -> None:
        """Note that a value is not one of those allowed."""
        self.refuse(Code.OUT_OF_RANGE, path, "error.out_of_range", (("found", shortened(value)), ("allowed", allowed)))

    def only(self, known: tuple[str, ...]) -> None:
        """Note every field that is not known here."""
        for key in sorted(self.fields):
            if key not in known:
                facts: Facts = (("allowed", listed(known)),)
                self.refuse(Code.UNKNOWN_FIELD, self.at(key), "error.unknown_field", facts)

    def has(self, key: str) -> bool:
        """Return whether an optional field is given; null is the same as left out."""
        return self.fields.get(key) is not None

    def required(self, key: str) -> bool:
        """Return whether a required field is there; note it if not."""
        if key in self.fields:
            return True
        self.refuse(Code.MISSING_FIELD, self.at(key), "error.missing_field")
        return False

    def integer(self, key: str, low: int, high: int, unit: int = 1) -> int:
        """Return a required whole number between ``low`` and ``high``, a multiple of ``unit``; 0 if wrong."""
        if not self.required(key):
            return 0
        return self.whole(self.at(key), self.fields[key], low, high, unit)

    def optional_integer(self, key: str, low: int, high: int) -> int | None:
        """Return an optional whole number."""
        return self.integer(key, low, high) if self.has(key) else None

    def whole(self, path: str, value: object, low: int, high: int, unit: int = 1) -> int:
        """Return a whole number, or note what is wrong with it and return 0."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong_type(path, value, "type.integer")
            return 0
        if not low <= value <= high or value % unit:
            key = "allowed.range" if unit == 1 else "allowed.hundreds"
            self.out_of_range(path, value, Phrase(key=key, facts=(("low", low), ("high", high))))
            return 0
        return value

    def flag(self, key: str) -> bool | None:
        """Return an optional true or false."""
        value = self.fields.get(key)
        if value is None or isinstance(value, bool):
            return value
        self.wrong_type(self.at(key), value, "type.boolean")
        return None

    def choice(self, key: str, allowed: tuple[str, ...]) -> str:
        """Return a required text that is one of those allowed; the first of them if wrong."""
        if not self.required(key):
            return allowed[0]
        value = self.fields[key]
        if not isinstance(value, str):
            self.wrong_type(self.at(key), value, "type.text")
        elif value in allowed:
            return value
        else:
            self.out_of_range(self.at(key), value, listed(allowed))
        return allowed[0]

    def items(self, key: str) -> tuple[object, ...]:
        """Return an optional list; empty if left out or wrong."""
        if not self.has(key):
            return ()
        value = self.fields[key]
        if isinstance(value, list):
            return tuple(value)
        self.wrong_type(self.at(key), value, "type.list")
        return ()

    def four(self, key: str, low: int, high: int, unit: int = 1) -> tuple[int, int, int, int]:
        """Return a list of four whole numbers; zeros if left out."""
        if not self.has(key):
            return (0, 0, 0, 0)
        read = [self.whole(f"{self.at(key)}[{i}]", value, low, high, unit) for i, value in enumerate(self.items(key))]
        if len(read) == 4:
            return (read[0], read[1], read[2], read[3])
        if isinstance(self.fields[key], list):
            self.refuse(Code.OUT_OF_RANGE, self.at(key), "error.four_values", (("count", len(read)),))
        return (0, 0, 0, 0)

    def seats(self, key: str) -> tuple[int, ...]:
        """Return a list of seats without repeats, in ascending order."""
        items = self.items(key)
        read = [self.whole(f"{self.at(key)}[{i}]", value, 0, 3) for i, value in enumerate(items)]
        if len(set(read)) < len(read) and not self.problems:
            self.refuse(Code.IMPOSSIBLE, self.at(key), "error.repeated", (("found", shortened(list(items))),))
        return tuple(sorted(set(read)))

    def nested(self, key: str) -> Reader | None:
        """Return a reader for an object inside this one, or None if it is missing or no object."""
        if not self.required(key):
            return None
        return self.reader_of(self.at(key), self.fields[key])

    def reader_of(self, path: str, value: object) -> Reader | None:
        """Return a reader for a value that must be an object."""
        if isinstance(value, dict):
            return Reader(path=path, fields=value, problems=self.problems)
        self.wrong_type(path, value, "type.object")
        return None
