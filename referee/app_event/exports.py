"""What programs and spreadsheets read of an event: its draw, standings, results and rulings, as the role sees them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from referee.app.answer import Answer, not_modified, page_of
from referee.app_event.standings import tag_of
from referee.app_event.visit import only_if
from referee.desk_event.penalties import penalties_given
from referee.desk_event.people import names_for
from referee.desk_event.results import enterer
from referee.desk_event.rights import STAFF, Act, not_allowed
from referee.desk_event.standings import rulings_for, standings_for
from referee.game.events import hashed
from referee.records import dataclass
from referee.rules.table import WINDS
from referee.store.tournaments import PersonRow
from referee.texts.codec import json_text
from referee.tournament.formats.people import Person
from referee.tournament.formats.reports import (
    PenaltyLine,
    RulingLine,
    StandingsLine,
    base_rank,
    ema_csv,
    ema_rows,
    hundredths,
    penalties_csv,
    rulings_csv,
    standings_csv,
    tie_cell,
)
from referee.tournament.formats.results import ResultRow, results_csv
from referee.tournament.formats.sheets import csv_text
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.app.asked import Asked
    from referee.app_event.visit import EventHandler, Visit
    from referee.desk_event.standings import EventRuling, Standings
    from referee.store import Writer
    from referee.tournament.events import NumberFinal, ResultEntered
    from referee.tournament.standings import Row
    from referee.tournament.tournament import Round

_JSON = "application/json"
CSV = "text/csv; charset=utf-8"
Plain = dict[str, object]


@dataclass(frozen=True, kw_only=True, slots=True)
class Export:
    """A kind of export: its records for JSON, and its text as CSV."""

    records: Callable[[Visit], list[Plain]]
    table: Callable[[Visit], str]


def _rounds_seen(visit: Visit) -> tuple[Round, ...]:
    """Return the rounds whose seating somebody may see: organisers and referees all, others those published."""
    known = [of for of in visit.state.rounds if of.tables]
    if visit.right.role in STAFF:
        return tuple(known)
    return tuple([of for of in known if of.state != RoundState.DRAWN])


def _draw_records(visit: Visit) -> list[Plain]:
    """Return who sits where, a record for each table."""
    names = names_for(visit.event_desk, visit.id, visit.right)
    return [
        {
            "round": of.number,
            "state": of.state,
            "table": table,
            "numbers": numbers,
            "names": [names.get(each, str(each)) for each in numbers],
        }
        for of in _rounds_seen(visit)
        for table, numbers in of.seats.items()
    ]


def _draw_table(visit: Visit) -> str:
    """Return who sits where as draw.csv."""
    rows = [(of.number, table, *numbers) for of in _rounds_seen(visit) for table, numbers in of.seats.items()]
    return csv_text(("round", "table", *WINDS), rows)


def _standings_records(visit: Visit) -> list[Plain]:
    """Return who stands where, a record for each person; what is unknown is null."""
    found = standings_for(visit.event_desk, visit.id, visit.right)
    names = names_for(visit.event_desk, visit.id, visit.right)
    return [] if found is None else [_standings_record(found, row, names) for row in found.rows]


def _standings_record(found: Standings, row: Row, names: dict[int, str]) -> Plain:
    record = row.record
    average = record.average_place
    finals = {each.round: each.line.final for each in found.games.get(record.number, ())}
    return {
        "number": record.number,
        "name": names.get(record.number, str(record.number)),
        "place": row.place,
        "shared": row.shared,
        "total": record.total,
        "games": record.games,
        "finals": [{"round": number, "final": final} for number, final in sorted(finals.items())],
        "places": record.places,
        "average_place": None if average is None else hundredths(average),
        "raw_points": record.points,
        "tie": tie_cell(row),
    }


def _standings_table(visit: Visit) -> str:
    """Return who stands where as standings.csv."""
    return standings_csv(_standings_lines(visit))


def _standings_lines(visit: Visit) -> tuple[StandingsLine, ...]:
    """Return the lines of standings.csv, those of substitutes behind all others."""
    found = standings_for(visit.event_desk, visit.id, visit.right)
    if found is None:
        return ()
    people = _people_seen(visit)
    rounds = [of.number for of in found.rounds]
    lines = []
    for row in found.rows:
        finals = {each.round: each.line.final for each in found.games.get(row.record.number, ())}
        person = people.get(row.record.number, Person(number=row.record.number))
        own = tuple([finals.get(each) for each in rounds])
        lines.append(StandingsLine(person=person, finals=own, row=row, penalties=row.record.adjusted))
    for number in visit.state.substitutes:
        played = {each.round: each.line.final for each in found.games.get(number, ())}
        if played:
            person = people.get(number, Person(number=number, kind="substitute"))
            finals_of = tuple([played.get(each) for each in rounds])
            lines.append(StandingsLine(person=person, finals=finals_of, total=sum(played.values())))
    return tuple(lines)


def _people_seen(visit: Visit) -> dict[int, Person]:
    """Return people as somebody may know of them: staff everything, everybody else what stands in public."""
    names = names_for(visit.event_desk, visit.id, visit.right)
    kinds = {each.entrant.number: each.entrant.kind for each in visit.state.people}
    is_staff = visit.right.role in STAFF
    found = {}
    for row in visit.event_desk.store.people_of(visit.id):
        shown = row if is_staff else PersonRow(number=row.number, name=names[row.number], country=row.country)
        found[row.number] = Person(
            number=shown.number,
            family=shown.family,
            given=shown.given,
            name=shown.name,
            country=shown.country,
            club=shown.club,
            team=shown.team,
            ema=shown.ema,
            ara=shown.ara,
            kind=kinds.get(row.number, "player"),
        )
    return found


def _results_records(visit: Visit) -> list[Plain]:
    """Return the results, a record for each table; of a published table one for each person."""
    found = standings_for(visit.event_desk, visit.id, visit.right)
    if found is None:
        return []
    tables = [_result_record(result.entered) for of in found.rounds for _, result in of.results]
    finals = [
        _final_record(of.number, each) for of in found.rounds if of.finals is not None for each in of.finals.finals
    ]
    return [*tables, *finals]


def _result_record(result: ResultEntered) -> Plain:
    return {
        "round": result.round,
        "table": result.table_no,
        "source": result.source,
        "numbers": result.numbers,
        "manned_by": result.manned_by,
        "points": result.points,
        "left": result.left,
        "chips": result.chips,
        "yakitori": result.yakitori,
        "chombo": result.chombo,
        "places": result.place,
        "parts": [
            {"score": each.score, "uma": each.uma, "oka": each.oka, "chips": each.chips, "penalties": each.penalties}
            for each in result.parts
        ],
        "finals": result.final,
        "substituted": result.substituted,
    }


def _final_record(round_no: int, final: NumberFinal) -> Plain:
    """Return the final of a person in a published table."""
    return {"round": round_no, "number": final.number, "final": final.final, "source": "published"}


def _results_table(visit: Visit) -> str:
    found = standings_for(visit.event_desk, visit.id, visit.right)
    if found is None:
        return results_csv(())
    rows: list[ResultRow] = []
    for of in found.rounds:
        for _, result in of.results:
            rows += [_result_row(result.entered, seat) for seat in range(len(WINDS))]
        if of.finals is not None:
            rows += [
                ResultRow(
                    round=of.number,
                    number=each.number,
                    manned_by=each.number,
                    source="published",
                    final=each.final,
                )
                for each in of.finals.finals
            ]
    return results_csv(tuple(rows))


def _result_row(result: ResultEntered, seat: int) -> ResultRow:
    parts = result.parts[seat]
    return ResultRow(
        round=result.round,
        number=result.numbers[seat],
        manned_by=result.manned_by[seat],
        source=result.source,
        table=result.table_no,
        seat=seat,
        points=result.points[seat],
        place=result.place[seat],
        final=result.final[seat] + result.substituted[seat],
        uma=parts.uma,
        oka=parts.oka,
        chips=result.chips[seat],
        yakitori=result.yakitori[seat],
        penalty=parts.penalties,
    )


def _rulings_records(visit: Visit) -> list[Plain]:
    """Return the rulings in games, a record for each."""
    lines = _ruling_lines(visit)
    return [{name: getattr(line, name) for name in RulingLine.__slots__} for line in lines]


def _rulings_table(visit: Visit) -> str:
    return rulings_csv(_ruling_lines(visit))


def _ruling_lines(visit: Visit) -> tuple[RulingLine, ...]:
    """Return the rulings that somebody may see; offences and penalties by their ids, for they are read by programs."""
    found = rulings_for(visit.event_desk, visit.id, visit.right, visit.state)
    return tuple([_ruling_line(each) for each in found])


def _ruling_line(ruling: EventRuling) -> RulingLine:
    row = ruling.row
    proposed = () if row.proposed is None else row.proposed.consequences
    repeated = str(dict(row.answers).get("repeated", ""))
    return RulingLine(
        time=row.stamp.at,
        round=ruling.round,
        table=ruling.table_no,
        hand=f"{row.round}{row.dealer + 1}-{row.honba}",
        number=ruling.number,
        offence=row.offence,
        category="",
        repeated_proposed="",
        repeated=repeated,
        proposed="; ".join([_penalty_cell(each.kind, each.amount) for each in proposed]),
        issued="; ".join([_penalty_cell(each.kind, each.amount) for each in row.issued]),
        points=ruling.points,
        clause="" if row.proposed is None else row.proposed.clause,
        referee=row.stamp.by.name,
        status="stands" if row.stands else "withdrawn",
        reason=row.text,
    )


def _penalty_cell(kind: str, amount: int) -> str:
    """Return a penalty by its id, with the points that it takes."""
    return f"{kind} {amount}" if amount else kind


def _penalties_table(visit: Visit) -> str:
    """Return the penalties outside games as penalties.csv."""
    return penalties_csv(
        tuple(
            [
                PenaltyLine(
                    time=entry.stored.at,
                    number=each.given.number,
                    points=-each.given.points,
                    offence=each.given.offence,
                    clause=each.given.clause,
                    referee=_label_of(visit, entry.stored.writer),
                    status="stands" if each.withdrawn is None else "withdrawn",
                    reason=each.given.reason,
                )
                for each, entry in penalties_given(visit.event_desk, visit.id)
            ]
        )
    )


def _label_of(visit: Visit, writer: Writer) -> str:
    """Return the label of the link by which something was entered, if it has one."""
    who = enterer(visit.event_desk, visit.id, writer)
    return who if isinstance(who, str) else ""


def _penalties_csv(asked: Asked, visit: Visit) -> Answer:
    """Answer with the penalties outside games."""
    return answered(asked, visit, "penalties", CSV, lambda: _penalties_table(visit))


def _ema_table(visit: Visit) -> str:
    return ema_csv(_standings_lines(visit))


_EXPORTS = {
    "draw": Export(records=_draw_records, table=_draw_table),
    "standings": Export(records=_standings_records, table=_standings_table),
    "results": Export(records=_results_records, table=_results_table),
    "rulings": Export(records=_rulings_records, table=_rulings_table),
}
_STAFF_ONLY = ("rulings", "penalties", "ema")


def answered(asked: Asked, visit: Visit, name: str, content: str, text: Callable[[], str]) -> Answer:
    """Answer with an export, or that it is still what the asker has."""
    if name in _STAFF_ONLY and not (name == "rulings" and _rules_itself(visit)):
        only_if(asked, not_allowed(visit.state, visit.right, Act.SEE_STAFF))
    tag = tag_of(asked, visit)
    headers = (("Content-Type", content), ("Cache-Control", "private, no-cache"))
    if name == "rulings":
        body = text()
        return Answer(body=body, headers=(*headers, ("ETag", f'"{hashed(body)}"')))
    return not_modified() if asked.tag == tag else Answer(body=text(), headers=(*headers, ("ETag", f'"{tag}"')))


def _rules_itself(visit: Visit) -> bool:
    """Return whether somebody sees rulings although he is no staff: the tables of a night their own."""
    return not_allowed(visit.state, visit.right, Act.RULE) is None


def _as_json(asked: Asked, visit: Visit, name: str) -> Answer:
    found = standings_for(visit.event_desk, visit.id, visit.right)
    version = None if found is None or found.version is None else found.version.version

    def text() -> str:
        return json_text(
            {"event": visit.id, "name": visit.name, "version": version, name: _EXPORTS[name].records(visit)}
        )

    return answered(asked, visit, name, _JSON, text)


def _as_csv(asked: Asked, visit: Visit, name: str) -> Answer:
    return answered(asked, visit, name, CSV, lambda: _EXPORTS[name].table(visit))


def _show_ema(asked: Asked, visit: Visit) -> Answer:
    """Show the table that EMA is sent, with what each place is worth in its ranking."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.SEE_STAFF))
    lines = _standings_lines(visit)
    has_results = any(final is not None for each in lines for final in each.finals)
    rows = ema_rows(lines) if has_results else []
    valued = tuple([(*row, base_rank(int(row[0] or 0), len(rows))) for row in rows])
    return page_of("events/ema.html", visit=visit, here="standings", rows=valued)


def ema(asked: Asked, visit: Visit) -> Answer:
    """Answer with the table that EMA is sent."""
    return answered(asked, visit, "ema", CSV, lambda: _ema_table(visit))


PAGES: tuple[tuple[str, str, str, EventHandler], ...] = (
    *[(f"{name}_json", "GET", f"/{name}.json", partial(_as_json, name=name)) for name in _EXPORTS],
    *[(f"{name}_csv", "GET", f"/{name}.csv", partial(_as_csv, name=name)) for name in _EXPORTS],
    ("penalties_csv", "GET", "/penalties.csv", _penalties_csv),
    ("ema", "GET", "/ema", _show_ema),
    ("ema_csv", "GET", "/ema.csv", ema),
)
