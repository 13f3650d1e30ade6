"""A table as its people see it. Views hold ids and numbers; the page that shows them makes the words."""

from collections.abc import Iterable
from enum import StrEnum

from referee.game.events import EventKind, Proposal, Sanction, UndoReason, Way
from referee.records import dataclass
from referee.rules.placement import Standing
from referee.rules.progress import EndReason, Step
from referee.rules.ruleset import Ruleset
from referee.rules.table import Four, Hand, Line, Note, Table
from referee.store import Writer

_TABLE = "table"
"""The role of whoever writes at a table without being staff."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stamp:
    """When (UTC, ISO 8601) and by whom something was written."""

    at: str
    by: Writer


@dataclass(frozen=True, kw_only=True, slots=True)
class Undo:
    """An entry was taken back by event ``seq``."""

    seq: int
    reason: UndoReason
    stamp: Stamp


@dataclass(frozen=True, kw_only=True, slots=True)
class Withdrawn:
    """A ruling was withdrawn by event ``seq``, for the reason that was typed."""

    seq: int
    text: str
    stamp: Stamp


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingRow:
    """A ruling in the hand ``number``, played at ``round``, ``dealer`` and ``honba``.

    ``can_withdraw`` is false while the void hand of a chombo stands: that hand has to be taken back or corrected.
    """

    seq: int
    stamp: Stamp
    undone: Undo | None
    number: int
    round: str
    dealer: int
    honba: int
    seat: int
    offence: str
    answers: tuple[tuple[str, str | int], ...]
    proposed: Proposal | None
    issued: tuple[Sanction, ...]
    departs: bool
    lines: tuple[Line, ...]
    recorded: int | None
    text: str
    withdrawn: Withdrawn | None
    can_withdraw: bool
    table: Table

    @property
    def stands(self) -> bool:
        """Return whether the ruling was neither taken back nor withdrawn."""
        return self.undone is None and self.withdrawn is None


@dataclass(frozen=True, kw_only=True, slots=True)
class WithdrawalRow:
    """The withdrawal of the ruling of event ``target``, with what it gave back."""

    seq: int
    stamp: Stamp
    undone: Undo | None
    target: int
    seat: int
    offence: str
    lines: tuple[Line, ...]
    text: str
    table: Table


class Phase(StrEnum):
    """Where a game is: ``over`` is ended but not signed yet."""

    PLAYING = "playing"
    OVER = "over"
    FINISHED = "finished"


@dataclass(frozen=True, kw_only=True, slots=True)
class Version:
    """How a hand stood before it was corrected; ``way`` is None for its first recording."""

    seq: int
    way: Way | None
    dealer: int
    hand: Hand
    lines: tuple[Line, ...]
    deltas: Four
    after: Table


@dataclass(frozen=True, kw_only=True, slots=True)
class StartRow:
    """The start of the game."""

    seq: int
    stamp: Stamp
    undone: Undo | None
    table: Table


@dataclass(frozen=True, kw_only=True, slots=True)
class HandRow:
    """A hand: where it was played, its facts, what was issued, and how it stood before corrections.

    ``dead`` holds the hands that were marked dead, each with the id of its reason; ``older`` the oldest first.
    """

    seq: int
    stamp: Stamp
    undone: Undo | None
    number: int
    round: str
    dealer: int
    honba: int
    before: Table
    hand: Hand
    dead: tuple[tuple[int, str], ...]
    lines: tuple[Line, ...]
    notes: tuple[Note, ...]
    deltas: Four
    chips: Four
    next: Step
    after: Table
    end: EndReason | None
    older: tuple[Version, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectionRow:
    """A correction of an earlier hand; ``difference`` is there when later hands kept their lines.

    ``text`` is the reason, empty where none was typed.
    """

    seq: int
    stamp: Stamp
    undone: Undo | None
    number: int
    way: Way
    difference: Line | None
    text: str
    table: Table


@dataclass(frozen=True, kw_only=True, slots=True)
class AdjustmentRow:
    """An adjustment with the reason that was typed; None where something stayed."""

    seq: int
    stamp: Stamp
    undone: Undo | None
    line: Line
    text: str
    honba: int | None
    dealer: int | None
    round: str | None
    hands_left: int | None
    table: Table


@dataclass(frozen=True, kw_only=True, slots=True)
class SignalRow:
    """The time signal; ``hands_left`` as it was then, a running hand included."""

    seq: int
    stamp: Stamp
    undone: Undo | None
    running: bool
    hands_left: int


@dataclass(frozen=True, kw_only=True, slots=True)
class NoteRow:
    """A remark that somebody typed."""

    seq: int
    stamp: Stamp
    undone: Undo | None
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EndRow:
    """A forced end."""

    seq: int
    stamp: Stamp
    undone: Undo | None


@dataclass(frozen=True, kw_only=True, slots=True)
class FinishedRow:
    """The signed result."""

    seq: int
    stamp: Stamp
    undone: Undo | None
    end: EndReason
    standing: Standing


@dataclass(frozen=True, kw_only=True, slots=True)
class ReopenedRow:
    """The game was opened again, for the reason that was typed."""

    seq: int
    stamp: Stamp
    undone: Undo | None
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RenamedRow:
    """The name at a seat was changed."""

    seq: int
    stamp: Stamp
    undone: Undo | None
    seat: int


Row = (
    StartRow
    | HandRow
    | CorrectionRow
    | AdjustmentRow
    | SignalRow
    | NoteRow
    | EndRow
    | FinishedRow
    | ReopenedRow
    | RenamedRow
    | RulingRow
    | WithdrawalRow
)


def standing_hands(rows: Iterable[Row]) -> list[HandRow]:
    """Return the hands among these rows that nobody took back."""
    return [row for row in rows if isinstance(row, HandRow) and row.undone is None]


def ruling_taken_back(rows: Iterable[Row], seq: int) -> RulingRow | WithdrawalRow | None:
    """Return the ruling that goes where event ``seq`` is taken back, or its withdrawal; a chombo with its void hand."""
    for row in rows:
        if isinstance(row, WithdrawalRow) and row.seq == seq:
            return row
        if isinstance(row, RulingRow) and seq in (row.seq, row.recorded):
            return row
    return None


def is_for_staff(ruling: RulingRow | WithdrawalRow, role: str) -> bool:
    """Return whether a ruling is that of staff and asked about by a table, which takes back only its own."""
    return role == _TABLE and ruling.stamp.by.role != _TABLE


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatView:
    """One seat: ``score`` with this hand's stick taken off, ``differences`` to each seat, ``dead`` a reason's id."""

    seat: int
    name: str
    wind: str
    score: int
    place: int
    stick: bool
    riichi: bool
    open_riichi: bool
    tenpai: bool
    dead: str | None
    can_riichi: bool
    can_open_riichi: bool
    differences: Four
    chips: int
    penalties: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Balance:
    """Whether the scores and the table make the total that the ruleset started with; if so, ``difference`` is 0."""

    scores: int
    kyoutaku: int
    total: int
    difference: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SignalOffer:
    """How many hands a time signal would leave, given in a running hand or between two.

    ``command`` is the id of its order, the same whoever gives it, so that it is entered once.
    """

    running: int
    between: int
    command: str


@dataclass(frozen=True, kw_only=True, slots=True)
class UndoOffer:
    """What an undo would take back; ``number`` is there for a hand and for a correction of one."""

    seq: int
    kind: EventKind
    number: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class TableView:
    """A table: ``expected`` is the last event that changed the sheet, ``number`` that of the hand now played.

    ``expected_event`` is the hash of the former, which tells it from another of the same number.
    ``table`` is before this hand's sticks, ``kyoutaku`` with them. Of a game that is over ``returned`` are the seats
    that took back the stick of a hand which was not played to its end, ``left_given`` what of the points on the table
    was given to whom.
    """

    game: str
    seq: int
    expected: int
    expected_event: str
    version: str
    book: str
    titles: dict[str, str]
    edition: dict[str, str]
    options: dict[str, str]
    rules: Ruleset
    phase: Phase
    number: int
    table: Table
    kyoutaku: int
    seats: tuple[SeatView, SeatView, SeatView, SeatView]
    balance: Balance
    hands_left: int | None
    signal: SignalOffer | None
    sheet: tuple[Row, ...]
    undo: UndoOffer | None
    end: EndReason | None
    standing: Standing | None
    returned: tuple[int, ...]
    left_given: Four
    can_finish: bool
    can_reopen: bool
    can_force_end: bool
    dealer_may_stop: bool
