"""The penalties report: the rulings in games by round and person, and whether the sums of results are accounted for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.answer import Answer, page_of
from referee.app.asked import time_of
from referee.app.entries import issued_text
from referee.app.pages import thousands
from referee.app.rows import offence_title
from referee.app_event.visit import only_if
from referee.desk_event.people import names_for
from referee.desk_event.results import enterer
from referee.desk_event.rights import Act, not_allowed
from referee.desk_event.standings import chombo_on_sheets, latest, report_of, rulings_of
from referee.game.events import Sanction
from referee.records import dataclass
from referee.rules.offences import Penalty
from referee.tournament.results import chombo_off

if TYPE_CHECKING:
    from referee.app.asked import Asked, ShownTime
    from referee.app_event.visit import Visit
    from referee.desk_event.standings import EventRuling, SheetChombo
    from referee.rules.ruleset import Ruleset
    from referee.tournament.report import RoundSum


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingView:
    """A ruling in words, or a chombo that somebody wrote on a sheet; ``status`` is empty while a ruling stands."""

    where: str
    time: ShownTime
    offence: str
    issued: str
    status: str
    reason: str


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
    """The report."""

    sums: tuple[SumView, ...]
    people: tuple[PersonView, ...]


def show(asked: Asked, visit: Visit) -> Answer:
    """Show the report to staff."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.SEE_STAFF))
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
    )
    return page_of("events/penalties.html", visit=visit, here="results", page=page)


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
    views = [(each.number, _ruling_view(asked, each, rules)) for each in rulings]
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
                points=_points_off(asked, number, rulings, sheets, rules),
                rulings=tuple(by_number[number]),
            )
            for number in order
        ]
    )


def _points_off(
    asked: Asked, number: int, rulings: tuple[EventRuling, ...], sheets: tuple[SheetChombo, ...], rules: Ruleset
) -> str:
    """Return the points that rulings and chombo took off somebody's results, nothing where they took none."""
    points = sum([each.points for each in rulings if each.number == number and each.row.stands])
    points -= chombo_off(rules) * sum([each.count for each in sheets if each.number == number])
    return thousands(asked, points) if points else ""


def _ruling_view(asked: Asked, ruling: EventRuling, rules: Ruleset) -> RulingView:
    row = ruling.row
    return RulingView(
        where=asked.say("event.results.title", round=ruling.round, table=ruling.table_no),
        time=time_of(asked, row.stamp.at),
        offence=offence_title(asked, row.offence),
        issued=issued_text(row.issued, rules, asked.speaker),
        status="" if row.stands else asked.say("event.penalties.withdrawn"),
        reason=row.text if row.withdrawn is None else row.withdrawn.text,
    )


def _chombo_view(asked: Asked, visit: Visit, chombo: SheetChombo, rules: Ruleset) -> RulingView:
    """Return a chombo on which nobody ruled, with who entered its sheet."""
    stored = chombo.entry.stored
    who = enterer(visit.event_desk, visit.id, stored.writer)
    return RulingView(
        where=asked.say("event.results.title", round=chombo.round, table=chombo.table_no),
        time=time_of(asked, stored.at),
        offence=asked.say(f"event.results.source_{chombo.source}"),
        issued=issued_text((Sanction(kind=Penalty.CHOMBO, amount=0),), rules, asked.speaker),
        status="",
        reason=asked.say("event.penalties.entered_by", who=who if isinstance(who, str) else asked.say(who.key)),
    )


PAGES = (("penalties", "GET", "/penalties", show),)
