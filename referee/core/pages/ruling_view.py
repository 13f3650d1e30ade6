"""The ruling answer: a form about an offence becomes HTML, the same on the server and on a phone without a network.

First the answer, or the table of all outcomes while it is open; then the questions that can still change it; then the
same facts under another book. Pure string building; every text is escaped.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from referee.core.asking.penaltyasks import guidance_of
from referee.core.forms.form import OPTION, Form
from referee.core.forms.ruling_form import (
    ANSWER,
    answers_asked,
    charge_with,
    court_asked,
    offence_asked,
    other_books,
    other_court_asked,
)
from referee.core.lookup.procedures import procedure_called
from referee.core.pages.procedure_view import procedure_shown
from referee.core.penalties.court import Charge, Court
from referee.core.penalties.facts import Fact, Hearing, facts_asked
from referee.core.penalties.outcomes import OutcomeRow, rows_of
from referee.core.penalties.rulings import Given, cells_of, joint_ruling
from referee.core.penalties.verdicts import effects, spoken
from referee.core.penalties.words import book_named, heaviest_kind, outcome_said, ruleset_named, when_said
from referee.core.text.words import Speaker, Words, filled

if TYPE_CHECKING:
    from referee.core.games.at_table import AtTable
    from referee.core.rules.offences import Offence, Ruling, Texts
    from referee.core.text.library import BookTitle, Library

TILE_CHECK = "/tiles?check="
"""Where the tiles are checked that decide a question of fact."""


def ruling_answer(form: Form, library: Library, lang: str) -> str:
    """Return what a form's offence costs under its ruleset, as far as its answers decide.

    Fields: ``ruleset``, ``option-OPTION``, ``offence``, ``answer-QUESTION`` (an answer's id, a count or a range of
    counts) and ``other``, a ruleset to compare with. A procedure is answered in its place; nothing is returned for what
    the ruleset does not know.
    """
    court = court_asked(form, library, lang)
    offence = offence_asked(form, court)
    if offence is None:
        procedure = procedure_called(form.one("offence"), court)
        return "" if procedure is None else procedure_shown(form, procedure, court)
    known = answers_asked(form, offence)
    here = Hearing(charge=charge_with(known, offence, court), court=court)
    there = hearing_there(form, offence, here)
    words = court.speaker.words
    heard = tuple(each for each in (here, there, guide_of(here)) if each is not None)
    return (
        title_shown(here)
        + answer_first(here, known)
        + facts_section(facts_asked(known, heard), here)
        + books_compared(here, there, words)
        + all_outcomes(here, words)
    )


def ruling_at_table(sent: Form, table: AtTable) -> str:
    """Return what the offence of a form costs under the rules of a table, with the field that names the offence."""
    start = table.game.start
    rules = [("ruleset", start.book), *[(OPTION + option, choice) for option, choice in start.options]]
    answers = [(name, value) for name, value in sent.pairs if name != "ruleset" and not name.startswith(OPTION)]
    return ruling_named(Form(pairs=(*rules, *answers)), table.library, table.speaker.lang)


def ruling_named(form: Form, library: Library, lang: str) -> str:
    """Return what a form's offence costs, with the field that names the offence."""
    offence = escape(form.one("offence"))
    answer = ruling_answer(form, library, lang)
    return f'<input type="hidden" name="offence" value="{offence}"><div id="ruling">{answer}</div>'


def hearing_there(form: Form, offence: Offence, here: Hearing) -> Hearing | None:
    """Return the same answers under the other book, None where no other one is asked for."""
    other = other_court_asked(form, offence, here.court)
    if other is None:
        return None
    return Hearing(charge=charge_with(here.charge.given, offence, other), court=other)


def title_shown(here: Hearing) -> str:
    """Return under which rules it is ruled, and on what."""
    words = here.court.speaker.words
    rules = f"<span>{escape(words['rulings.rules'])}</span> {escape(book_named(here.court))}"
    title = escape(here.court.speaker.text(here.charge.offence.titles))
    return f'<header class="ruled"><p class="under">{rules}</p><h1>{title}</h1></header>'


def answer_first(here: Hearing, known: Given) -> str:
    """Return the ruling where the answers decide it, else everything that those given leave open."""
    words = here.court.speaker.words
    if not here.charge.cells:
        return f'<p class="refused" role="alert">{escape(words["rulings.impossible"])}</p>'
    if not here.is_decided:
        open_ones = hearing_with(known, here)
        return outcome_table(open_ones, "rulings.still" if any(known) else "rulings.outcomes")
    ruling = joint_ruling(here.charge.cells, here.court.book.penalties)
    return (
        f'<section class="verdict" tabindex="-1" aria-label="{escape(words["rulings.ruling"])}">'
        + pronouncement(ruling, here)
        + steps_shown(ruling, here)
        + source_shown(ruling, here.court.speaker)
        + note_shown(ruling, here.court.speaker)
        + guidance_shown(ruling, here)
        + "</section>"
    )


def pronouncement(ruling: Ruling, hearing: Hearing) -> str:
    """Return the penalties in few words, then what the referee says aloud."""
    counted, court = hearing.charge.counted(), hearing.court
    said = spoken(ruling, counted, court.prices, court.speaker)
    return (
        f'<p class="outcome outcome--{heaviest_kind(ruling)}">{escape(outcome_said(ruling, counted, court))}</p>'
        f'<p class="said">{escape(said)}</p>'
    )


def steps_shown(ruling: Ruling, hearing: Hearing) -> str:
    """Return what is to be done at the table, step by step."""
    court = hearing.court
    steps = effects(ruling, hearing.charge, court.rules, court.speaker)
    items = "".join([f"<li>{escape(step)}</li>" for step in steps])
    return f'<h2>{escape(court.speaker.words["rulings.steps"])}</h2><ol class="steps">{items}</ol>'


def source_shown(ruling: Ruling, speaker: Speaker) -> str:
    """Return the clause, its source, and how certain it is."""
    cite = ruling.cite
    source, sure = speaker.text(cite.source), speaker.words["rulings." + cite.confidence]
    return (
        f'<p class="cite"><code>{escape(cite.clause)}</code> <span class="source">{escape(source)}</span> '
        f'<span class="confidence confidence--{cite.confidence}">{escape(sure)}</span></p>'
    )


def note_shown(ruling: Ruling, speaker: Speaker) -> str:
    """Return why an interpretation reads the book as it does."""
    return remark_shown("rulings.note", ruling.cite.note, speaker)


def remark_shown(key: str, texts: Texts, speaker: Speaker) -> str:
    """Return a text under its label, nothing where there is none."""
    if not texts:
        return ""
    label = escape(speaker.words[key])
    return f'<p class="remark"><strong>{label}</strong> {escape(speaker.text(texts))}</p>'


def guidance_shown(ruling: Ruling, here: Hearing) -> str:
    """Return advice where the referee decides: the book's own, else what a base or the last resort says."""
    speaker = here.court.speaker
    guide = guide_of(here)
    if guide is None:
        return remark_shown("rulings.guidance", ruling.guidance, speaker)
    title = filled(speaker.words["rulings.guide"], (("title", book_named(guide.court)),))
    return f'<aside class="guide"><h3>{escape(title)}</h3>{ruling_in_short(guide)}</aside>'


def guide_of(here: Hearing) -> Hearing | None:
    """Return the book that guides the referee where his own decides nothing, None where none is needed."""
    if not here.charge.cells or not here.is_decided:
        return None
    ruling = joint_ruling(here.charge.cells, here.court.book.penalties)
    guide = guidance_of(ruling, here.charge, here.court)
    return None if guide is None else Hearing(charge=guide[0], court=guide[1])


def ruling_in_short(hearing: Hearing) -> str:
    """Return what a book says in short: its ruling, or what it depends on."""
    if not hearing.is_decided:
        return outcome_table(hearing, "rulings.depends")
    ruling = joint_ruling(hearing.charge.cells, hearing.court.book.penalties)
    return pronouncement(ruling, hearing) + source_shown(ruling, hearing.court.speaker)


def outcome_table(hearing: Hearing, title: str) -> str:
    """Return every outcome that the answers leave open, equal ones in one row; ``title`` is the key of its title."""
    words = hearing.court.speaker.words
    rows = "".join([outcome_row(row, hearing) for row in rows_of(hearing.charge, hearing.court)])
    heads = "".join([f'<th scope="col">{escape(words[key])}</th>' for key in ("rulings.when", "rulings.then")])
    caption = escape(words[title])
    return (
        f'<table class="outcomes"><caption>{caption}</caption><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def outcome_row(row: OutcomeRow, hearing: Hearing) -> str:
    """Return one row: when, what, and the clause."""
    said = escape(outcome_said(row.ruling, {}, hearing.court))
    return (
        f"<tr><td>{escape(when_said(row.when, hearing.court.speaker))}</td>"
        f'<td class="outcome--{heaviest_kind(row.ruling)}"><strong>{said}</strong> '
        f"<code>{escape(row.ruling.cite.clause)}</code></td></tr>"
    )


def facts_section(facts: tuple[Fact, ...], here: Hearing) -> str:
    """Return the questions with their answers as buttons, and the tile checks that no question offers."""
    words = here.court.speaker.words
    offered = [check for fact in facts for check in fact.question.checks]
    others = tuple(check for check in here.charge.offence.checks if check not in offered)
    fields = "".join([fact_shown(fact, here.court) for fact in facts]) + checks_shown(others, here.court)
    return f'<section class="facts" aria-label="{escape(words["rulings.facts"])}">{fields}</section>' if fields else ""


def fact_shown(fact: Fact, court: Court) -> str:
    """Return one question as a group of buttons, with the tile checks that help to answer it."""
    kind = "words" if fact.question.answers else "counts"
    buttons = "".join([answer_button(fact, sent, said) for sent, said in fact.answers])
    name = escape(ANSWER + fact.question.id)
    carried = f'<input type="hidden" name="{name}" value="{escape(fact.carried)}">' if fact.carried else ""
    checks = checks_shown(fact.question.checks, court)
    return (
        f"<fieldset><legend>{escape(court.speaker.text(fact.question.texts))}</legend>"
        f'<div class="picks picks--{kind}">{buttons}</div>{carried}{checks}</fieldset>'
    )


def answer_button(fact: Fact, sent: str, said: str) -> str:
    """Return one answer as a button that can be pressed or not."""
    name, value = escape(ANSWER + fact.question.id), escape(sent)
    checked = " checked" if sent == fact.chosen else ""
    return (
        f'<label class="pick"><input type="radio" name="{name}" id="{name}-{value}" value="{value}"{checked}>'
        f'<span class="pick-face">{escape(said)}</span></label>'
    )


def checks_shown(checks: tuple[str, ...], court: Court) -> str:
    """Return the ways to the tile checks that decide a question of fact."""
    if not checks:
        return ""
    links = " ".join([check_link(check, court) for check in checks])
    return f'<p class="checks"><span>{escape(court.speaker.words["rulings.check"])}</span> {links}</p>'


def check_link(check: str, court: Court) -> str:
    """Return the way to one tile check under the same rules."""
    options = "".join([f"&{OPTION}{chosen}" for chosen in court.variant.split(",") if chosen])
    address = f"{TILE_CHECK}{check}&ruleset={court.book.id}{options}"
    return f'<a class="chip" href="{escape(address)}">{escape(court.speaker.words["rulings.check_" + check])}</a>'


def books_compared(here: Hearing, there: Hearing | None, words: Words) -> str:
    """Return the choice of another book, and both answers side by side once one is chosen."""
    charge, court = here.charge, here.court
    chosen = "" if there is None else there.court.book.id
    options = "".join([book_entry(book, chosen, court.speaker) for book in other_books(charge.offence, court)])
    cards = "" if there is None else f'<div class="sides">{ruling_card(here)}{ruling_card(there)}</div>'
    return (
        f'<section class="compare"><label class="figure"><span>{escape(words["rulings.other"])}</span>'
        f'<select name="other"><option value="">{escape(words["rulings.nobody"])}</option>{options}</select></label>'
        f"{cards}</section>"
    )


def book_entry(book: BookTitle, chosen: str, speaker: Speaker) -> str:
    """Return a book as an entry of a list."""
    selected = " selected" if book.id == chosen else ""
    title = ruleset_named(book.titles, book.edition, speaker)
    return f'<option value="{escape(book.id)}"{selected}>{escape(title)}</option>'


def ruling_card(hearing: Hearing) -> str:
    """Return one book's answer to the facts under its title."""
    words = hearing.court.speaker.words
    body = ruling_in_short(hearing) if hearing.charge.cells else f"<p>{escape(words['rulings.impossible'])}</p>"
    return f'<article class="side"><h3>{escape(book_named(hearing.court))}</h3>{body}</article>'


def all_outcomes(here: Hearing, words: Words) -> str:
    """Return the whole table again below a ruling that the answers decided, folded away."""
    nothing: Given = tuple(None for _ in here.charge.given)
    whole = hearing_with(nothing, here)
    if whole.is_decided or not here.is_decided:
        return ""
    table = outcome_table(whole, "rulings.outcomes")
    return f"<details><summary>{escape(words['rulings.outcomes'])}</summary>{table}</details>"


def hearing_with(given: Given, here: Hearing) -> Hearing:
    """Return the offence under the same book with these answers and no defaults."""
    cells = cells_of(here.chart, given)
    return Hearing(charge=Charge(offence=here.charge.offence, given=given, cells=cells), court=here.court)
