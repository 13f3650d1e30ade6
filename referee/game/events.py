"""What happened at a table, in the past tense: the events whose fold is the score sheet.

An event holds facts and the lines as they were issued, ids of reasons and numbers; never a sentence of the
program and never a name. The only free text is what a person typed as a reason or a note.
"""

from __future__ import annotations

from enum import StrEnum

from referee.records import dataclass
from referee.rules.ledger import Line, Note
from referee.rules.offences import Consequence, Penalty
from referee.rules.placement import Standing
from referee.rules.progress import EndReason, Step
from referee.rules.table import Hand, Table


class EventKind(StrEnum):
    """The kinds of events, by the name under which they are stored."""

    GAME_STARTED = "game_started"
    MARKED = "marked"
    HAND_RECORDED = "hand_recorded"
    UNDONE = "undone"
    HAND_CORRECTED = "hand_corrected"
    ADJUSTED = "adjusted"
    NOTED = "noted"
    TIME_SIGNALLED = "time_signalled"
    GAME_ENDED = "game_ended"
    FINISHED = "finished"
    REOPENED = "reopened"
    RULING_ISSUED = "ruling_issued"
    RULING_WITHDRAWN = "ruling_withdrawn"
    RENAMED = "renamed"


OTHER_OFFENCE = "other"
"""Stands for an offence that no catalogue has; only the written reason says what it was."""


class MarkKind(StrEnum):
    """What can be marked for a seat while a hand is played."""

    RIICHI = "riichi"
    OPEN_RIICHI = "open_riichi"
    TENPAI = "tenpai"
    DEAD_HAND = "dead_hand"


class UndoReason(StrEnum):
    """Why the last entry is taken back."""

    MISTYPED = "mistyped"
    MISCOUNTED = "miscounted"
    RULED_OTHERWISE = "ruled_otherwise"
    NOT_OVER = "not_over"


class Way(StrEnum):
    """How a correction of an earlier hand reaches the hands after it."""

    REPLAY = "replay"  # they are settled again from their facts
    POINTS_ONLY = "points_only"  # they keep their lines; the difference is one line


@dataclass(frozen=True, kw_only=True, slots=True)
class Settled:
    """A hand as it stands on the sheet: the table before it, its facts, and what was issued."""

    before: Table
    hand: Hand
    lines: tuple[Line, ...]
    notes: tuple[Note, ...]
    step: Step
    after: Table
    end: EndReason | None


@dataclass(frozen=True, kw_only=True, slots=True)
class GameStarted:
    """A game began: under the ruleset stored by this hash, at this table; options are (option, choice) pairs."""

    ruleset: str
    book: str
    options: tuple[tuple[str, str], ...]
    table: Table


@dataclass(frozen=True, kw_only=True, slots=True)
class Marked:
    """A seat was marked, or its mark taken away, in the hand with this number; ``reason`` is why a hand is dead."""

    hand: int
    seat: int
    mark: MarkKind
    on: bool
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class HandRecorded:
    """A hand was finished and settled."""

    settled: Settled


@dataclass(frozen=True, kw_only=True, slots=True)
class Undone:
    """The last standing entry of the sheet, event ``target``, was taken back."""

    target: int
    reason: UndoReason


@dataclass(frozen=True, kw_only=True, slots=True)
class HandCorrected:
    """An earlier hand was corrected.

    ``settled`` holds, from the hand ``number`` on, every hand that was settled again: all of them by replay,
    one by points only, where ``difference`` is the line that makes up for it and ``yakitori`` says who has not
    won yet.
    """

    number: int
    way: Way
    settled: tuple[Settled, ...]
    difference: Line | None
    yakitori: tuple[bool, bool, bool, bool] | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Adjusted:
    """Somebody set what the rules did not: the difference in points as a line, the rest as it was wanted.

    ``hands_left`` are those after the time signal; an event gives one more.
    """

    line: Line
    honba: int | None
    dealer: int | None
    round: str | None
    extra: bool | None
    text: str
    hands_left: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Noted:
    """Somebody wrote a remark on the sheet."""

    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeSignalled:
    """The time signal fell, into a running hand or between two; so many hands are left, a running one included."""

    running: bool
    hands_left: int


@dataclass(frozen=True, kw_only=True, slots=True)
class GameEnded:
    """The game was ended before its rules end it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Finished:
    """The result was issued and signed."""

    end: EndReason
    standing: Standing


@dataclass(frozen=True, kw_only=True, slots=True)
class Reopened:
    """The signature, and an end that was forced, were taken back, for the reason that was typed.

    Reopenings of the first schema have none.
    """

    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposal:
    """What a rulebook prescribed when it was asked; amounts are counted out, so no consequence has a ``per``."""

    consequences: tuple[Consequence, ...]
    clause: str
    source: str
    confidence: str
    covered: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Sanction:
    """One penalty as a referee issues it; ``amount`` in points, 0 for a kind that has none."""

    kind: Penalty
    amount: int


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingIssued:
    """A referee ruled on an offence in the hand with this number.

    ``answers`` are (question, answer) pairs, ``proposed`` is None for an offence without a rulebook's row, ``lines``
    what the penalties move, ``recorded`` the event of the same order that records the void hand of a chombo.
    """

    hand: int
    seat: int
    offence: str
    answers: tuple[tuple[str, str | int], ...]
    proposed: Proposal | None
    issued: tuple[Sanction, ...]
    lines: tuple[Line, ...]
    recorded: int | None
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingWithdrawn:
    """The ruling of event ``target`` was withdrawn; ``lines`` give back what it had moved."""

    target: int
    lines: tuple[Line, ...]
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Renamed:
    """The name at a seat was changed; names stand beside the log, where they can be mended and erased."""

    seat: int


Event = (
    GameStarted
    | Marked
    | HandRecorded
    | Undone
    | HandCorrected
    | Adjusted
    | Noted
    | TimeSignalled
    | GameEnded
    | Finished
    | Reopened
    | RulingIssued
    | RulingWithdrawn
    | Renamed
)
