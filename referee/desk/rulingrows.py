"""Rulings on the sheet, standing, taken back or withdrawn."""

from dataclasses import dataclass

from referee.core.games.events import Proposal, Sanction
from referee.core.rules.facts import Table
from referee.core.rules.ledger import Line
from referee.desk.stamps import Stamp, Undo


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
