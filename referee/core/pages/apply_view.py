"""The screen that applies a ruling to a table: what the rulebook proposes, who did it, and what then happens.

Pure string building, the same on the server and on a phone without a network; every text is escaped.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from referee.core.forms.ruling_form import ANSWER
from referee.core.games.rulings import WITH_AMOUNT
from referee.core.pages.apply_outcome import (
    Trial,
    case_of,
    leaves_open,
    left_to_referee,
    open_facts,
    outcome_shown,
    ruling_decided,
)
from referee.core.pages.preview import CHARACTERS, PLACES, READING_ORDER
from referee.core.pages.ruled_words import earlier_rulings, hand_title, offence_named
from referee.core.penalties.verdicts import spoken
from referee.core.penalties.words import PENALTIES, outcome_said
from referee.core.rules.choices import ChomboForm
from referee.core.rules.facts import wind_of
from referee.core.rules.offences import Penalty

if TYPE_CHECKING:
    from referee.core.forms.form import Form
    from referee.core.games.at_table import AtTable
    from referee.core.penalties.facts import Hearing


def applying(sent: Form, table: AtTable) -> str:
    """Return everything that the screen shows about the ruling of a form."""
    case = case_of(sent, table)
    words = table.speaker.words
    return (
        charge_shown(case)
        + carried_fields(case)
        + asked_shown(case)
        + offenders_shown(case)
        + kinds_shown(case)
        + f'<button class="show">{escape(words["apply.show"])}</button>'
        + f'<section id="outcome" aria-live="polite" aria-label="{escape(words["apply.outcome"])}">'
        + f"{outcome_shown(case)}</section>"
    )


def charge_shown(case: Trial) -> str:
    """Return the offence, and what the rulebook says once the answers decide it."""
    table, hearing = case.table, case.hearing
    title = escape(offence_named(case.form.one("offence"), table.library, table.speaker))
    said = "" if hearing is None or not hearing.is_decided else verdict_shown(hearing)
    return f'<section class="found"><h2>{title}</h2>{said}</section>'


def verdict_shown(hearing: Hearing) -> str:
    """Return what the rulebook says: in few words, aloud, with its clause, and why it is read so where it is read."""
    ruling, court, counted = ruling_decided(hearing), hearing.court, hearing.charge.counted()
    speaker, cite = court.speaker, ruling.cite
    note = cite.note.get(speaker.lang, "")
    sure = escape(speaker.words["rulings." + cite.confidence])
    return (
        f'<p class="short">{escape(outcome_said(ruling, counted, court))}</p>'
        f"<p>{escape(spoken(ruling, counted, court.rules, speaker))} "
        f'<small class="clause"><code>{escape(cite.clause)}</code> {sure}</small></p>'
        + (f'<p class="muted">{escape(note)}</p>' if note else "")
    )


def carried_fields(case: Trial) -> str:
    """Return the fields that the screen carries along: the offence, the answers once they decide, what it resolves."""
    decided = case.hearing is None or case.hearing.is_decided
    answers = [(name, value) for name, value in case.form.pairs if name.startswith(ANSWER) and value and decided]
    waiting = [("resolves", case.form.one("resolves"))] if case.form.one("resolves") else []
    fields = [("offence", case.form.one("offence")), *waiting, *answers]
    return "".join([f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">' for name, value in fields])


def asked_shown(case: Trial) -> str:
    """Return the questions that are still open; an answer draws the whole screen again."""
    facts, address = open_facts(case), escape(case.table.address + "/rulings/apply/hearing")
    if not facts:
        return ""
    return (
        f'<div class="asked" hx-get="{address}" hx-trigger="change consume" hx-include="closest form"'
        f' hx-target="#applying" hx-swap="innerHTML">{facts}</div>'
    )


def offenders_shown(case: Trial) -> str:
    """Return the seats to choose from, in the order in which a page reads them, the holder's at the bottom."""
    table, speaker = case.table, case.table.speaker
    seats = "".join([offender_shown(case, (table.me + step) % 4) for step in READING_ORDER])
    hand = escape(hand_title(table.game.table.round, table.game.table.dealer, speaker))
    return (
        f'<fieldset class="who"><legend>{escape(speaker.words["apply.who"])}</legend>'
        f'<div class="felt felt--who">{seats}<div class="centre"><p class="hand">{hand}</p></div></div></fieldset>'
    )


def offender_shown(case: Trial, seat: int) -> str:
    """Return one seat as a tile to tap, with the number of rulings that its player had before."""
    table, words = case.table, case.table.speaker.words
    earlier = len(earlier_rulings(table, seat))
    said = table.speaker.say("apply.earlier_count", (("count", earlier),))
    before = f' <span class="earlier">{escape(said)}</span>' if earlier else ""
    checked = " checked" if case.form.has("seat", str(seat)) else ""
    return (
        f'<div class="seat seat--{PLACES[(seat - table.me) % 4]}"><label class="tile">'
        f'<input type="checkbox" name="seat" value="{seat}" id="seat-is-{seat}"{checked}>'
        f'<span class="tile-face">{wind_face(wind_of(seat, table.game.table.dealer), words)}</span>'
        f'<span class="tile-what"><span class="player">{escape(table.names[seat])}</span>{before}</span>'
        "</label></div>"
    )


def wind_face(wind: str, words: dict[str, str]) -> str:
    """Return a seat's wind as its character, and in words for those who do not see it."""
    is_dealer = wind == "E"
    said = words["wind." + wind] + (words["seat.dealer"] if is_dealer else "")
    look = "wind wind--dealer" if is_dealer else "wind"
    return (
        f'<span class="{look}" lang="ja" aria-hidden="true">{CHARACTERS[wind]}</span>'
        f'<span class="hidden">{escape(said)}: </span>'
    )


def kinds_shown(case: Trial) -> str:
    """Return the penalties to choose from; folded away where the book decides."""
    words, is_open = case.table.speaker.words, leaves_open(case)
    barred = [Penalty.REFEREE]
    if case.table.rules.chombo.form == ChomboForm.NONE:
        barred.append(Penalty.CHOMBO)
    kinds = [kind for kind in PENALTIES if kind not in barred]
    opened = " open" if is_open or case.form.all("kind") else ""
    title = escape(words["apply.choose" if is_open else "apply.decides"])
    return (
        f'<details class="otherwise"{opened}><summary>{title}</summary>'
        f'<div class="picks picks--half kinds">{"".join([kind_shown(case, kind) for kind in kinds])}</div>'
        f'<div class="figures">{"".join([amount_asked(case, kind) for kind in kinds])}</div></details>'
    )


def kind_shown(case: Trial, kind: Penalty) -> str:
    """Return one penalty as a tile to tap."""
    checked = " checked" if case.form.has("kind", str(kind)) else ""
    text = escape(case.table.speaker.words["penalty." + kind])
    return (
        f'<label class="pick"><input type="checkbox" name="kind" value="{kind}" id="kind-{kind}"{checked}>'
        f'<span class="pick-face">{text}</span></label>'
    )


def amount_asked(case: Trial, kind: Penalty) -> str:
    """Return the field for the points of a penalty, filled with the least that the book names; some have none."""
    if kind not in WITH_AMOUNT:
        return ""
    left, name = left_to_referee(case.hearing), f"amount-{kind}"
    least = str(left.least) if left is not None and left.least else ""
    label, value = escape(case.table.speaker.words["apply.amount_" + kind]), escape(case.form.one(name, least))
    return (
        f'<label class="figure"><span>{label}</span>'
        f'<input type="text" inputmode="numeric" name="{name}" id="{name}" value="{value}"></label>'
    )
