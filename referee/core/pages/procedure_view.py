"""A procedure as HTML in the shape of a ruling: the sentence first, then the steps, then where it is from."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from referee.core.forms.form import OPTION, Form
from referee.core.forms.ruling_form import ANSWER
from referee.core.lookup.finding import entries_in, entry_title
from referee.core.lookup.gists import offence_gist
from referee.core.lookup.procedures import ProcedureAnswer, asked_now, guided, procedure_answered, said_aloud
from referee.core.penalties.words import book_named
from referee.core.text.words import filled

if TYPE_CHECKING:
    from referee.core.penalties.court import Court
    from referee.core.rules.procedures import Ask, Named, Procedure, Reply
    from referee.core.rules.ruleset import Cite


def procedure_shown(form: Form, procedure: Procedure, court: Court) -> str:
    """Return what a ruleset answers, as far as the answers of a form decide."""
    given = replies_given(form, procedure)
    answer = procedure_answered(procedure, given, court)
    words = court.speaker.words
    rules = f"<span>{escape(words['rulings.rules'])}</span> {escape(book_named(court))}"
    return (
        f'<header class="ruled"><p class="under">{rules}</p><h1>{escape(procedure.title)}</h1></header>'
        f'<section class="verdict procedure" tabindex="-1" aria-label="{escape(words["rulings.answer"])}">'
        f'<p class="said">{escape(said_aloud(procedure, answer, court))}</p>'
        + steps_listed(answer, court)
        + "".join([cite_shown(cite, court) for cite in answer.cites])
        + guide_shown(procedure, answer, court)
        + "</section>"
        + asks_shown(procedure, given, court)
        + rulings_shown(answer, court)
        + see_shown(procedure, court)
    )


def replies_given(form: Form, procedure: Procedure) -> dict[str, str]:
    """Return the answers that a form gives; what answers nothing counts as left out."""
    given = {}
    for ask in procedure.asks:
        told = form.one(ANSWER + ask.id)
        if told in [reply.id for reply in ask.replies]:
            given[ask.id] = told
    return given


def steps_listed(answer: ProcedureAnswer, court: Court) -> str:
    """Return what is done at the table, nothing where there is nothing to do."""
    if not answer.steps:
        return ""
    items = "".join([f"<li>{escape(step)}</li>" for step in answer.steps])
    return f'<h2>{escape(court.speaker.words["rulings.steps"])}</h2><ol class="steps">{items}</ol>'


def cite_shown(cite: Cite, court: Court) -> str:
    """Return a clause, its source, how certain it is, and why it is read so."""
    speaker = court.speaker
    sure = speaker.words["rulings." + cite.confidence]
    label = escape(speaker.words["rulings.note"])
    note = f'<p class="remark"><strong>{label}</strong> {escape(speaker.text(cite.note))}</p>' if cite.note else ""
    return (
        f'<p class="cite"><code>{escape(cite.clause)}</code> <span class="source">{escape(speaker.text(cite.source))}'
        f'</span> <span class="confidence confidence--{cite.confidence}">{escape(sure)}</span></p>{note}'
    )


def guide_shown(procedure: Procedure, answer: ProcedureAnswer, court: Court) -> str:
    """Return what another book says where this one does not."""
    guide = guided(procedure, answer, court)
    if guide is None:
        return ""
    there, said = guide
    title = filled(court.speaker.words["rulings.guide_says"], (("title", book_named(there)),))
    cites = "".join([cite_shown(cite, there) for cite in said.cites])
    return (
        f'<aside class="guide"><h3>{escape(title)}</h3>'
        f'<p class="said">{escape(said_aloud(procedure, said, there))}</p>{cites}</aside>'
    )


def asks_shown(procedure: Procedure, given: dict[str, str], court: Court) -> str:
    """Return the questions whose answers leave fewer steps."""
    asks = asked_now(procedure, given, court.rules)
    fields = "".join([ask_shown(ask, given.get(ask.id, ""), court) for ask in asks])
    label = escape(court.speaker.words["rulings.facts"])
    return f'<section class="facts" aria-label="{label}">{fields}</section>' if fields else ""


def ask_shown(ask: Ask, chosen: str, court: Court) -> str:
    """Return one question as a group of buttons; an answer that another procedure gives leads there."""
    buttons = "".join([reply_shown(ask, reply, chosen, court) for reply in ask.replies])
    return f'<fieldset><legend>{escape(ask.text)}</legend><div class="picks picks--words">{buttons}</div></fieldset>'


def reply_shown(ask: Ask, reply: Reply, chosen: str, court: Court) -> str:
    """Return one answer as a button or as a way elsewhere."""
    title = escape(reply.title)
    if reply.go:
        return f'<a class="pick pick-face" href="{escape(address_of(reply.go, (), court))}">{title}</a>'
    name, checked = escape(ANSWER + ask.id), " checked" if reply.id == chosen else ""
    return (
        f'<label class="pick"><input type="radio" name="{name}" id="{name}-{reply.id}" value="{reply.id}"{checked}>'
        f'<span class="pick-face">{title}</span></label>'
    )


def rulings_shown(answer: ProcedureAnswer, court: Court) -> str:
    """Return the offences that belong to a procedure, each with its ruling in a few words."""
    items = "".join([ruling_link(named, court) for named in answer.rulings])
    title = escape(court.speaker.words["rulings.rulings"])
    return f'<section class="beside"><h2>{title}</h2><ul class="hits">{items}</ul></section>' if items else ""


def ruling_link(named: Named, court: Court) -> str:
    """Return one offence with its ruling, as a link."""
    offence = [each for each in court.offences() if each.id == named.offence][0]  # noqa: RUF015 the phone has lists only
    title, gist = escape(court.speaker.text(offence.titles)), escape(offence_gist(offence, court, named.answers))
    address = escape(address_of(named.offence, named.answers, court))
    return f'<li><a class="act act--hit" href="{address}">{title} <span class="gist">{gist}</span></a></li>'


def see_shown(procedure: Procedure, court: Court) -> str:
    """Return the way to what is near."""
    known = {entry.id: entry for entry in entries_in(court)}
    links = [
        f'<a class="chip" href="{escape(address_of(name, (), court))}">{escape(entry_title(known[name], court))}</a>'
        for name in procedure.see
    ]
    label = escape(court.speaker.words["rulings.see"])
    return f'<p class="checks beside"><span>{label}</span> {" ".join(links)}</p>' if links else ""


def address_of(name: str, answers: tuple[tuple[str, str], ...], court: Court) -> str:
    """Return the address of an entry beside this one, under the same rules."""
    given = "".join([f"&{ANSWER}{question}={answer}" for question, answer in answers])
    options = "".join([f"&{OPTION}{chosen}" for chosen in court.variant.split(",") if chosen])
    return f"{name}?ruleset={court.book.id}{options}{given}"
