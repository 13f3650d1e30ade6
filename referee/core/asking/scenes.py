"""What a ruling does to the points of a table: chombo settled, fines laid down, points off the tournament score."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.core.asking.answers import error_record, settlement_record, table_record
from referee.core.asking.questions import read_table
from referee.core.penalties.verdicts import amount_of_points
from referee.core.rules.facts import NOTHING, Chomboed, Four, Hand, Table, added
from referee.core.rules.ledger import Line, only, wind_word
from referee.core.rules.offences import Consequence, Penalty, Ruling
from referee.core.settling.endgame import last_round
from referee.core.settling.settlement import settle
from referee.core.settling.verify import verify
from referee.core.text.jsontext import Record, record

if TYPE_CHECKING:
    from referee.core.penalties.court import Charge, Court
    from referee.core.rules.ruleset import Ruleset
    from referee.core.text.reading import Reader

SCENE = ("table", "offender", "riichi")
"""The fields that place an offence at a table."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """The table during the hand, who offended, and whose riichi was accepted in this hand."""

    table: Table
    offender: int
    riichi: tuple[int, ...]


def read_scene(reader: Reader, rules: Ruleset) -> Scene | None:
    """Return where it happened, or None when problems were noted."""
    inside = reader.nested("table")
    offender = reader.integer("offender", 0, 3)
    riichi = reader.seats("riichi")
    table = None if inside is None else read_table(inside, last_round(rules))
    return None if table is None else Scene(table=table, offender=offender, riichi=riichi)


def scene_record(scene: Scene, ruling: Ruling, charge: Charge, court: Court) -> Record | None:
    """Return what the ruling moves at once, or None where it moves nothing."""
    kinds = [each.kind for each in ruling.consequences]
    if Penalty.CHOMBO in kinds:
        return chombo_record(scene, court)
    lines = tuple(line for each in ruling.consequences for line in lines_of_penalty(each, scene, charge))
    return moved_record(scene.table, lines, ruling, court) if lines else None


def chombo_record(scene: Scene, court: Court) -> Record:
    """Return the settlement of the void hand."""
    ending = Chomboed(offenders=(scene.offender,))
    hand = Hand(ending=ending, riichi=scene.riichi, open_riichi=(), dead=(), wareme=None)
    refused = verify(scene.table, hand, court.rules)
    if refused:
        return error_record(refused, court.rules, court.speaker)
    return settlement_record(settle(scene.table, hand, court.rules), scene.table.dealer, court.rules, court.speaker)


def lines_of_penalty(consequence: Consequence, scene: Scene, charge: Charge) -> tuple[Line, ...]:
    """Return what one penalty of a ruling moves."""
    amount = amount_of_points(consequence, charge.counted())
    return penalty_lines(consequence.kind, amount, scene.offender, scene.table)


def penalty_lines(kind: Penalty, amount: int, offender: int, table: Table) -> tuple[Line, ...]:
    """Return the line of a fine or of points off the tournament score; other penalties move nothing."""
    facts = (("player", wind_word(offender, table.dealer)), ("points", amount))
    taken = only(offender, -amount)
    match kind:
        case Penalty.FINE:
            return (Line(reason="line.fine", rule="", facts=facts, points=taken, kyoutaku=amount),)
        case Penalty.POINTS:
            return (Line(reason="line.penalty_points", rule="", facts=facts, penalties=taken),)
        case _:
            return ()


def moved_record(table: Table, lines: tuple[Line, ...], ruling: Ruling, court: Court) -> Record:
    """Return the lines and the table after them; the hand goes on."""
    deltas: Four = NOTHING
    penalties: Four = table.penalties
    for line in lines:
        deltas, penalties = added(deltas, line.points), added(penalties, line.penalties)
    after_it = replace(
        table,
        scores=added(table.scores, deltas),
        kyoutaku=table.kyoutaku + sum([line.kyoutaku for line in lines]),
        penalties=penalties,
    )
    return record(
        ("deltas", deltas),
        ("chips", NOTHING),
        ("table", table_record(after_it)),
        ("next", None),
        ("end", None),
        ("lines", tuple(penalty_line_record(line, ruling, court) for line in lines)),
        ("notes", ()),
    )


def penalty_line_record(line: Line, ruling: Ruling, court: Court) -> Record:
    """Return one line, which cites the row of the ruling."""
    penalties = (("penalties", line.penalties),) if any(line.penalties) else ()
    return record(
        ("reason", line.reason.split(".")[1]),
        ("points", line.points),
        ("kyoutaku", line.kyoutaku),
        ("bank", line.bank),
        ("chips", line.chips),
        *penalties,
        ("text", court.speaker.say(line.reason, line.facts)),
        ("clause", ruling.cite.clause),
        ("source", court.speaker.text(ruling.cite.source)),
    )
