"""What issuing rulings at a table does: who loses what, the steps at the table, and the button that issues them."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from referee.core.forms.ruling_form import answers_asked
from referee.core.games.decide import NotDone
from referee.core.games.events import OTHER_OFFENCE, Sanction
from referee.core.games.ruling_order import answers_given, plans_told
from referee.core.games.ruling_preview import RulingPreview, mark_of_plans, rulings_previewed
from referee.core.games.rulings import RulingPlan, charge_told
from referee.core.games.view import shown_scores
from referee.core.pages.over_view import is_over, over_shown
from referee.core.pages.preview_html import settle_preview
from referee.core.pages.ruled_words import as_ruling, earlier_rulings, earlier_said, issued_said
from referee.core.pages.ruling_view import facts_section
from referee.core.penalties.facts import Hearing, facts_asked
from referee.core.penalties.rulings import joint_ruling
from referee.core.penalties.verdicts import effects
from referee.core.rules.choices import ChomboWithWin
from referee.core.rules.facts import ALL_SEATS
from referee.core.rules.ledger import Quoted
from referee.core.rules.offences import Consequence, Penalty, Ruling
from referee.core.text.amounts import change_written, points_written
from referee.core.text.problems import problem_said

if TYPE_CHECKING:
    from referee.core.forms.form import Form
    from referee.core.games.at_table import AtTable


@dataclass(frozen=True, kw_only=True, slots=True)
class Trial:
    """A ruling before it is issued: its form, its table, and what was answered; None where no book decides."""

    form: Form
    table: AtTable
    hearing: Hearing | None


def case_of(sent: Form, table: AtTable) -> Trial:
    """Return what a form rules on; a form that names no offence rules on one that no book knows."""
    form = sent if sent.one("offence") else sent.changed("offence", OTHER_OFFENCE)
    return Trial(form=form, table=table, hearing=hearing_of(form, table))


def hearing_of(form: Form, table: AtTable) -> Hearing | None:
    """Return the offence of a form with its answers, None for one that no book decides."""
    court = table.court
    if court is None or form.one("offence") == OTHER_OFFENCE:
        return None
    charge = charge_told(form.one("offence"), answers_given(form), court)
    return None if isinstance(charge, NotDone) else Hearing(charge=charge, court=court)


def ruling_decided(hearing: Hearing) -> Ruling:
    """Return the ruling that the answers decide."""
    return joint_ruling(hearing.charge.cells, hearing.court.book.penalties)


def left_to_referee(hearing: Hearing | None) -> Consequence | None:
    """Return what the book says about the referee's own decision, None where it decides itself or not yet."""
    if hearing is None or not hearing.is_decided:
        return None
    found = [each for each in ruling_decided(hearing).consequences if each.kind == Penalty.REFEREE]
    return found[0] if found else None


def leaves_open(case: Trial) -> bool:
    """Return whether the referee has to choose the penalty."""
    return case.hearing is None or left_to_referee(case.hearing) is not None


def open_facts(case: Trial) -> str:
    """Return the questions that are still to be answered, as the look-up asks them."""
    hearing = case.hearing
    if hearing is None or hearing.is_decided:
        return ""
    return facts_section(facts_asked(answers_asked(case.form, hearing.charge.offence), (hearing,)), hearing)


def apply_outcome(sent: Form, table: AtTable) -> str:
    """Return what would happen if the rulings of a form were issued now, or what is still to be chosen."""
    return outcome_shown(case_of(sent, table))


def outcome_shown(case: Trial) -> str:
    """Return what would happen, or what is still to be chosen; seats are asked for above it."""
    table, words = case.table, case.table.speaker.words
    if is_over(case.form, table):
        return over_shown(case.form, "rulings/apply", table)
    plans = plans_told(case.form)
    if open_facts(case):
        return hint_now(words["apply.answer_first"])
    if not plans:
        return ""
    if plans[0].issued is None and leaves_open(case):
        return hint_now(words["apply.which"])
    found = rulings_previewed(table.game, plans, table.rules, table.court, table.speaker)
    if isinstance(found, NotDone):
        return hint_now(" ".join([problem_said(each, table.rules, table.speaker) for each in found.problems]))
    return (
        earlier_shown(plans, table)
        + payments_shown(found, table)
        + steps_shown_at_table(case, plans[0], found.issued[0])
        + instead_shown(found, table)
        + (f'<p class="notice">{escape(words["desk.reason_missing"])}</p>' if found.departs else "")
        + issue_shown(plans, found.issued[0], table)
    )


def hint_now(text: str) -> str:
    """Return what is still to be done."""
    return f'<p class="hint-now">{escape(text)}</p>'


def earlier_shown(plans: tuple[RulingPlan, ...], table: AtTable) -> str:
    """Return the rulings that the offenders had before."""
    said = [earlier_said(entry, table) for plan in plans for entry in earlier_rulings(table, plan.seat)]
    if not said:
        return ""
    title = escape(table.speaker.words["apply.earlier"])
    items = "".join([f"<li>{escape(each)}</li>" for each in said])
    return f'<div class="note-card earlier-rulings"><h3>{title}</h3><ul>{items}</ul></div>'


def payments_shown(found: RulingPreview, table: AtTable) -> str:
    """Return what a void hand pays as every payment is shown, else whose score changes at once."""
    if found.void is not None:
        return settle_preview(found.void.question, found.void.answer, table.me, table.speaker.words)
    said = [table.speaker.say(line.reason, line.facts) for line in found.lines]
    lines = "".join([f"<li>{escape(each)}</li>" for each in said])
    return scores_moved(found, table) + (f'<ul class="lines">{lines}</ul>' if lines else "")


def scores_moved(found: RulingPreview, table: AtTable) -> str:
    """Return what each player's score becomes where it changes."""
    words, scores = table.speaker.words, shown_scores(table.game, table.rules)
    changes = [sum([line.points[seat] for line in found.lines]) for seat in ALL_SEATS]
    rows = [
        f'<tr><th scope="row">{escape(table.names[seat])}</th><td>{escape(change_written(changes[seat], words))}</td>'
        f"<td><b>{escape(points_written(scores[seat] + changes[seat], words))}</b></td></tr>"
        for seat in ALL_SEATS
        if changes[seat]
    ]
    return f'<table class="moved-now"><tbody>{"".join(rows)}</tbody></table>' if rows else ""


def steps_shown_at_table(case: Trial, plan: RulingPlan, issued: tuple[Sanction, ...]) -> str:
    """Return what is done at the table: the book's steps where it is followed, else those of each penalty."""
    rules, speaker = case.table.rules, case.table.speaker
    if plan.issued is None and case.hearing is not None:
        steps = effects(ruling_decided(case.hearing), case.hearing.charge, rules, speaker)
    else:
        steps = effects(as_ruling(issued), None, rules, speaker)
    items = "".join([f"<li>{escape(step)}</li>" for step in steps])
    title = escape(speaker.words["rulings.steps"])
    return f'<div class="steps-at-table"><h3>{title}</h3><ol class="steps">{items}</ol></div>'


def instead_shown(found: RulingPreview, table: AtTable) -> str:
    """Return the way to record a win of the same moment, where the rules let it take the place of a chombo."""
    if found.void is None or table.rules.chombo.with_win != ChomboWithWin.VOID:
        return ""
    address, text = f"{table.address}/record?result=ron", table.speaker.words["apply.win_instead"]
    return f'<p class="padded"><a class="act act--small" href="{escape(address)}">{escape(text)}</a></p>'


def issue_shown(plans: tuple[RulingPlan, ...], issued: tuple[Sanction, ...], table: AtTable) -> str:
    """Return the button that issues what is shown."""
    speaker, address = table.speaker, escape(table.address + "/rulings/apply")
    players = speaker.words["sheet.and"].join([table.names[plan.seat] for plan in plans])
    told = (
        ("issued", Quoted(text=issued_said(issued, table.rules, speaker))),
        ("players", Quoted(text=players)),
    )
    return (
        '<div class="confirm">'
        f'<input type="hidden" name="previewed" value="{mark_of_plans(plans)}" form="ruling">'
        f'<button class="act act--main" form="ruling" formmethod="post" formaction="{address}" hx-post="{address}"'
        ' hx-include="#ruling" hx-target="#screen" hx-select="#screen" hx-swap="outerHTML" hx-sync="this:replace">'
        f"{escape(speaker.say('apply.issue', told))}</button></div>"
    )
