"""The penalties: rulings in games by person, those outside games, and whether the sums of results are accounted for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.answer import OK, UNPROCESSABLE, Answer, page_of, problem_sentences
from referee.app.asked import time_of
from referee.app.entries import issued_text
from referee.app.pages import signed, thousands
from referee.app.rows import offence_title
from referee.app_event.visit import LONGEST_NUMBER, after_order, number_in, only_if, order_of
from referee.desk import Refused, Undo
from referee.desk_event.penalties import Punished, give_penalty, penalties_given, withdraw_penalty
from referee.desk_event.people import names_for
from referee.desk_event.results import enterer
from referee.desk_event.rights import Act, not_allowed
from referee.desk_event.standings import chombo_on_sheets, latest, report_of, rulings_of
from referee.game.events import Sanction
from referee.records import dataclass
from referee.rules.offences import NEVER, Penalty
from referee.texts.case import rulebook_under
from referee.texts.reader import is_digits
from referee.tournament.results import chombo_off

if TYPE_CHECKING:
    from referee.app.asked import Asked, ShownTime
    from referee.app.form import Form
    from referee.app_event.visit import EventHandler, Visit
    from referee.desk import Withdrawn
    from referee.desk_event.opened import LoggedEntry
    from referee.desk_event.standings import EventRuling, SheetChombo
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Problem
    from referee.store import Writer
    from referee.texts.case import Rulebook
    from referee.tournament.report import RoundSum
    from referee.tournament.tournament import OutsidePenalty

_NO_POINTS = -1
_TENTH = 100
_GROUP = 3
"""How many digits stand between the marks that set thousands apart."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingView:
    """A ruling in words, a chombo that somebody wrote on a sheet, or the ``penalty`` of this number outside games.

    ``status`` is empty while a ruling stands, ``clause`` where none is known; ``back`` and ``by`` are when and by whom
    a ruling was taken back.
    """

    where: str
    time: ShownTime
    offence: str
    issued: str
    status: str
    reason: str
    penalty: int = 0
    clause: str = ""
    back: ShownTime | None = None
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonView:
    """Somebody who was ruled against."""

    name: str
    number: int
    points: str
    rulings: tuple[RulingView, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SumView:
    """What a round adds up to: the sum of all finals, each part of it that is explained, and what nothing explains."""

    round: int
    finals: str
    explained: tuple[tuple[str, str], ...]
    unexplained: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportPage:
    """The report, and for organisers what a penalty outside a game is given by: ``players`` and ``offences``.

    ``form`` is what was typed where it is refused, ``wrong`` are the fields.
    """

    sums: tuple[SumView, ...]
    people: tuple[PersonView, ...]
    form: Form
    command: str
    may_punish: bool
    players: tuple[tuple[int, str], ...]
    offences: tuple[tuple[str, str], ...]
    refusals: tuple[str, ...]
    wrong: tuple[str, ...]


def show(asked: Asked, visit: Visit) -> Answer:
    """Show the report to staff."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.SEE_STAFF))
    return _shown(asked, visit)


def _shown(asked: Asked, visit: Visit, problems: tuple[Problem, ...] = ()) -> Answer:
    """Draw the report, with what was typed where it is refused."""
    may_punish = not_allowed(visit.state, visit.right, Act.PENALTY) is None and not visit.state.is_closed
    names = names_for(visit.event_desk, visit.id, visit.right) if may_punish else {}
    standings = latest(visit.event_desk, visit.id)
    rulings = rulings_of(visit.event_desk, visit.id)
    report = report_of(standings, rulings)
    page = ReportPage(
        sums=tuple([_sum_view(asked, each) for each in report.rounds]),
        people=_people_of(
            asked,
            visit,
            rulings,
            chombo_on_sheets(visit.event_desk, visit.id, standings, rulings),
            standings.rules,
        ),
        form=asked.form,
        command=asked.command,
        may_punish=may_punish,
        players=tuple(sorted(names.items())),
        offences=_offences_of(asked, visit) if may_punish else (),
        refusals=problem_sentences(asked, problems),
        wrong=tuple([each.field for each in problems]),
    )
    status = UNPROCESSABLE if problems else OK
    return page_of("events/penalties.html", status, visit=visit, here="results", page=page)


def _give(asked: Asked, visit: Visit) -> Answer:
    """Give somebody a penalty outside a game; what is refused stays as it was typed."""
    form = asked.form
    offence = form.one("offence")
    clause, confidence = _clause_of(asked, visit, offence)
    wanted = Punished(
        number=number_in(asked, "number"),
        points=_points_typed(form.one("points") or "0"),
        offence=offence if offence in dict(_offences_of(asked, visit)) else "",
        clause=clause,
        confidence=confidence,
    )
    done = give_penalty(visit.event_desk, order_of(asked, visit), wanted)
    if isinstance(done, Refused) and not_allowed(visit.state, visit.right, Act.PENALTY) is None:
        return _shown(asked, visit, done.problems)
    return after_order(asked, visit, done, visit.to("penalties"))


def _points_typed(text: str) -> int:
    """Return the points that a text says: 20,000, or as standings write them 20.0; ``_NO_POINTS`` for anything else."""
    first, *groups = text.replace(" ", "").replace(".", ",").split(",")
    digits = first + "".join(groups)
    is_tenths = bool(groups) and len(groups[-1]) == 1
    thousands_apart = groups[:-1] if is_tenths else groups
    if not is_digits(digits) or len(digits) > LONGEST_NUMBER or any(len(each) != _GROUP for each in thousands_apart):
        return _NO_POINTS
    return int(digits) * (_TENTH if is_tenths else 1)


def withdraw(asked: Asked, visit: Visit, penalty: int) -> Answer:
    """Withdraw a penalty outside a game."""
    done = withdraw_penalty(visit.event_desk, order_of(asked, visit), penalty)
    return after_order(asked, visit, done, visit.to("penalties"))


def _rulebook_of(asked: Asked, visit: Visit) -> Rulebook | None:
    """Return the book of an event, None where it is not here any more."""
    book = asked.library.book(visit.state.settings.book)
    options = dict(visit.state.settings.options)
    return None if book is None else rulebook_under(book, options, asked.library, asked.speaker.lang)


def _offences_of(asked: Asked, visit: Visit) -> tuple[tuple[str, str], ...]:
    """Return the offences that a penalty may be for, by title."""
    rulebook = _rulebook_of(asked, visit)
    offences = () if rulebook is None else rulebook.offences()
    return tuple(sorted([(each.id, asked.speaker.text(each.titles)) for each in offences], key=lambda each: each[1]))


def _clause_of(asked: Asked, visit: Visit, name: str) -> tuple[str, str]:
    """Return the clause of the book about an offence and how certain it is, empty where there is none or several."""
    rulebook = _rulebook_of(asked, visit)
    if rulebook is None:
        return "", ""
    penalties = rulebook.book.penalties
    table = penalties.outcome_tables[rulebook.variant].get(name)
    rulings = [penalties.rulings[cell] for cell in (() if table is None else table.cells) if cell != NEVER]
    cites = {(each.cite.clause, each.cite.confidence) for each in rulings if each.covered}
    return cites.pop() if len(cites) == 1 else ("", "")


def _sum_view(asked: Asked, total: RoundSum) -> SumView:
    """Return where the points of a round are, in words."""
    parts = (
        ("penalties", total.penalties),
        ("sticks", total.sticks),
        ("nobody", total.nobody),
        ("chips", total.chips),
        ("substitutes", total.substitutes),
    )
    return SumView(
        round=total.round,
        finals=thousands(asked, total.finals),
        explained=tuple(
            [(asked.say(f"event.penalties.{name}"), thousands(asked, -amount)) for name, amount in parts if amount]
        ),
        unexplained=thousands(asked, total.unexplained) if total.unexplained else "",
    )


def _people_of(
    asked: Asked,
    visit: Visit,
    rulings: tuple[EventRuling, ...],
    sheets: tuple[SheetChombo, ...],
    rules: Ruleset,
) -> tuple[PersonView, ...]:
    """Return who was ruled against or committed chombo, those first against whom most stands."""
    names = names_for(visit.event_desk, visit.id, visit.right)
    outside = penalties_given(visit.event_desk, visit.id)
    views = [(each.number, _ruling_view(asked, visit, each, rules)) for each in rulings]
    views += [(each.given.number, _penalty_view(asked, each, entry, rules)) for each, entry in outside]
    views += [
        (each.number, _chombo_view(asked, visit, each, rules))
        for each in sheets
        for _ in range(each.count - each.ruled)
    ]
    by_number: dict[int, list[RulingView]] = {}
    for number, view in views:
        by_number.setdefault(number, []).append(view)
    order = sorted(by_number, key=lambda number: (-len([1 for each in by_number[number] if not each.status]), number))
    return tuple(
        [
            PersonView(
                name=names.get(number, str(number)),
                number=number,
                points=_points_off(asked, number, rulings, sheets, rules, visit.state.taken_off.get(number, 0)),
                rulings=tuple(by_number[number]),
            )
            for number in order
        ]
    )


def _points_off(
    asked: Asked,
    number: int,
    rulings: tuple[EventRuling, ...],
    sheets: tuple[SheetChombo, ...],
    rules: Ruleset,
    outside: int,
) -> str:
    """Return the points that rulings, chombo and penalties ``outside`` games took off, written as these write theirs.

    It is nothing where they took none.
    """
    points = outside + sum([each.points for each in rulings if each.number == number and each.row.stands])
    points -= chombo_off(rules) * sum([each.count for each in sheets if each.number == number])
    return signed(asked, points) if points else ""


def _ruling_view(asked: Asked, visit: Visit, ruling: EventRuling, rules: Ruleset) -> RulingView:
    row = ruling.row
    back = row.undone or row.withdrawn
    return RulingView(
        where=asked.say(f"event.unit_table.{visit.form}", round=ruling.round, table=ruling.table_no),
        time=time_of(asked, row.stamp.at),
        offence=offence_title(asked, row.offence),
        issued=issued_text(row.issued, rules, asked.speaker),
        status="" if back is None else asked.say("event.penalties.withdrawn"),
        reason=row.text if back is None else _why_back(asked, back),
        back=None if back is None else time_of(asked, back.stamp.at),
        by="" if back is None else _entered_by(asked, visit, back.stamp.by),
    )


def _why_back(asked: Asked, back: Undo | Withdrawn) -> str:
    """Return why a ruling was undone, or withdrawn."""
    return asked.say(f"undo.{back.reason}") if isinstance(back, Undo) else back.text


def _entered_by(asked: Asked, visit: Visit, writer: Writer) -> str:
    """Return by whom something was entered."""
    who = enterer(visit.event_desk, visit.id, writer)
    return asked.say("event.penalties.entered_by", who=who if isinstance(who, str) else asked.say(who.key))


def _penalty_view(asked: Asked, penalty: OutsidePenalty, entry: LoggedEntry, rules: Ruleset) -> RulingView:
    """Return a penalty outside a game; once it is withdrawn, with the reason for that."""
    given, back = penalty.given, penalty.withdrawn
    about = (given.offence and offence_title(asked, given.offence), given.reason)
    issued = Sanction(kind=Penalty.POINTS if given.points else Penalty.WARNING, amount=given.points)
    return RulingView(
        where=asked.say("event.penalties.outside"),
        time=time_of(asked, entry.stored.at),
        offence=": ".join(filter(None, about)),
        issued=issued_text((issued,), rules, asked.speaker),
        status="" if back is None else asked.say("event.penalties.withdrawn"),
        reason="" if back is None else back.reason,
        penalty=given.penalty,
        clause=given.clause,
    )


def _chombo_view(asked: Asked, visit: Visit, chombo: SheetChombo, rules: Ruleset) -> RulingView:
    """Return a chombo on which nobody ruled, with who entered its sheet."""
    stored = chombo.entry.stored
    return RulingView(
        where=asked.say(f"event.unit_table.{visit.form}", round=chombo.round, table=chombo.table_no),
        time=time_of(asked, stored.at),
        offence=asked.say(f"event.results.source_{chombo.source}"),
        issued=issued_text((Sanction(kind=Penalty.CHOMBO, amount=0),), rules, asked.speaker),
        status="",
        reason=_entered_by(asked, visit, stored.writer),
    )


PAGES: tuple[tuple[str, str, str, EventHandler], ...] = (
    ("penalties", "GET", "/penalties", show),
    ("penalty_give", "POST", "/penalties", _give),
    ("penalty_withdraw", "POST", "/penalties/<int:penalty>/withdraw", withdraw),
)
