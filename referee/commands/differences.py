"""Where what is kept and what is worked out again disagree, and how that is told."""

from dataclasses import dataclass

from referee.ask.settle import table_record
from referee.game.codec import LOG
from referee.game.events import Finished, Proposal
from referee.rules.ledger import Line
from referee.rules.problems import NotDone
from referee.rules.table import Table
from referee.texts.codec import json_text


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """Where a log and the rules disagree; ``game`` may be an event of several tables.

    ``seq`` is the event, ``number`` the hand (None for a ruleset or a result), ``what`` says which part.
    """

    game: str
    seq: int
    number: int | None
    what: str
    stored: str
    worked_out: str


def difference(at: tuple[str, int], number: int | None, what: str, stored: object, worked_out: object) -> Difference:
    """Return a difference of an event."""
    return Difference(
        game=at[0], seq=at[1], number=number, what=what, stored=in_short(stored), worked_out=in_short(worked_out)
    )


def in_short(value: object) -> str:
    """Return a part of a hand so that two of them can be compared by eye."""
    match value:
        case Table():
            return json_text(table_record(value))
        case Finished(standing=standing):
            return json_text(LOG.plain(standing))
        case Proposal() | NotDone():
            return proposal_in_short(value)
        case tuple():
            return "; ".join(map(in_short, value))
        case Line():
            moved = f"{json_text(value.points)} kyoutaku {value.kyoutaku} chips {json_text(value.chips)}"
            return f"{value.reason} {moved} penalties {json_text(value.penalties)}"
        case _:
            return str(value)


def proposal_in_short(value: Proposal | NotDone) -> str:
    """Return what a rulebook proposes, or the codes of why it proposes nothing."""
    if isinstance(value, NotDone):
        return ", ".join(problem.code for problem in value.problems)
    return json_text(LOG.plain(value))


def difference_line(difference: Difference) -> str:
    """Return a difference as a paragraph."""
    hand = "" if difference.number is None else f", hand {difference.number + 1}"
    return (
        f"{difference.game} event {difference.seq}{hand}: {difference.what}\n"
        f"  stored:     {difference.stored}\n  worked out: {difference.worked_out}\n"
    )
