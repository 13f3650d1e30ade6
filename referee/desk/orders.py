"""What people ask of the desk, and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.desk.views import Row, TableView
from referee.game.events import MarkKind, Way
from referee.rules.problems import Problem
from referee.store import Writer


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """One wish to write; ``command`` is an id of its own, so that a retried request is entered once.

    ``seen`` is the hash of the last change of the sheet that its sender had seen, empty where he told only a number.
    """

    command: str
    by: Writer
    seen: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class NewGame:
    """A game to be started: names in turn order from the first dealer, ``table`` as in a settle question.

    Without a table the game starts in East 1 with the points of its ruleset. ``rules`` is the hash of the rules under
    which a phone has begun it already.
    """

    ruleset: str
    options: dict[str, str]
    names: tuple[str, ...]
    table: Mapping[str, object] | None = None
    rules: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Mark:
    """A mark that is wanted, or wanted off, in the hand with this number; ``reason`` is why a hand is dead."""

    hand: int
    seat: int
    kind: MarkKind
    on: bool
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Correction:
    """What a hand of the sheet should have been, and how later hands follow."""

    number: int
    hand: Mapping[str, object]
    way: Way


@dataclass(frozen=True, kw_only=True, slots=True)
class Recorded:
    """It is on the sheet as the events ``seq`` to ``last``; ``repeated`` if an earlier request with it wrote them.

    ``event`` is the hash of the last of them.
    """

    seq: int
    last: int
    event: str
    repeated: bool
    view: TableView


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """Nothing was written, for these reasons."""

    problems: tuple[Problem, ...]


class Clash(StrEnum):
    """Why an order was not written although the rules allow it."""

    STALE = "stale"  # others have changed the sheet since it was seen
    REUSED = "reused"  # its id stands for another entry of this sheet
    ELSEWHERE = "elsewhere"  # its id stands for an entry of another table


@dataclass(frozen=True, kw_only=True, slots=True)
class Conflict:
    """Nothing was written: ``theirs`` is what others have changed since the sheet was seen, or what the id wrote."""

    theirs: tuple[Row, ...]
    view: TableView
    why: Clash = Clash.STALE


@dataclass(frozen=True, kw_only=True, slots=True)
class Begun:
    """A game has begun; its address holds the token, which is told only here."""

    token: str
    game: str
    view: TableView
    repeated: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class BegunOtherwise:
    """No game was started: the id of the order stands for another start, ``view``, or for an entry of a table."""

    token: str
    view: TableView | None


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesChanged:
    """No game was started: the ruleset says something else than where a phone has begun it."""


Written = Recorded | Refused | Conflict
