"""The form that asks for a ruling, offences and procedures as they are found, and what a procedure says is done."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.form import OPTION, Form
from referee.app.hand_form import FORM_SEATS
from referee.ask.lookup import (
    COMMONEST,
    HEAVIER,
    MOST_ROWS,
    Entry,
    ProcedureAnswer,
    asked_now,
    case_so_far,
    each_once,
    entries_fitting,
    entries_in,
    entry_title,
    guidance_elsewhere,
    heaviest_first,
    procedure_answered,
    procedure_gist,
    procedure_sentences,
    told_when,
)
from referee.ask.rulings import covers, guidance_of
from referee.game.events import OTHER_OFFENCE, Sanction
from referee.game.rulings import WITH_AMOUNT, Answers, RulingPlan, number_of_times
from referee.records import dataclass
from referee.rules.offences import CATEGORIES, KnownAnswers, Penalty, joint_ruling
from referee.texts.case import (
    TIMES,
    Case,
    Rulebook,
    answer_span,
    rulebook_under,
)
from referee.texts.reader import read_number, spaces_off
from referee.texts.rulings import (
    PENALTIES,
    book_named,
    heaviest_kind,
    kinds_of,
    outcome_text,
    when_text,
)
from referee.texts.search import EXACTLY, fold
from referee.texts.words import BookTitle, Library, clause_named, filled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.explain.rulebook import Sentence
    from referee.rules.offences import Ask, Named, Offence, Procedure, Reply
    from referee.rules.ruleset import ChomboRules, Cite
    from referee.texts.rulings import OutcomeRow
    from referee.texts.words import Speaker


ANSWER = "answer-"
"""What the name of a field begins with that answers a question about an offence."""


IDLE = "idle"
"""The field that names the steps for which nothing is there at a table."""


def idle_at_table(form: Form) -> tuple[str, ...]:
    """Return the steps that a form leaves out, by the keys of their sentences."""
    return tuple(form.one(IDLE).split(" "))


def rulebook_asked(form: Form, library: Library, lang: str) -> Rulebook:
    """Return where a form seeks a ruling: the first book for an unknown one, defaults for unknown options."""
    book = library.book_or_first(form.one("ruleset"))
    return rulebook_under(book, form.options(), library, lang)


def other_rulebook_asked(form: Form, offence: Offence, rulebook: Rulebook) -> Rulebook | None:
    """Return the other book that a form wants to see beside this one, None if none that knows the offence."""
    wanted = form.one("other")
    book = rulebook.library.book(wanted)
    if book is None or wanted not in [title.id for title in other_books(offence, rulebook)]:
        return None
    return rulebook_under(book, {}, rulebook.library, rulebook.speaker.lang)


def other_books(offence: Offence, rulebook: Rulebook) -> tuple[BookTitle, ...]:
    """Return every other book that knows an offence, whether or not it is open here."""
    return tuple(
        title for title in rulebook.library.shelf if title.id != rulebook.book.id and offence.id in title.offences
    )


def answers_asked(form: Form, offence: Offence) -> KnownAnswers:
    """Return the answers that a form gives; what answers nothing counts as left out."""
    return tuple(answer_span(form.one(ANSWER + question.id), question) for question in offence.questions)


def times_asked(form: Form) -> int:
    """Return how often a form says that the offence was committed, 0 where it does not say."""
    return number_of_times(form.one(ANSWER + TIMES))


def read_plans(form: Form) -> tuple[RulingPlan, ...]:
    """Return the rulings that a form orders, one for each offender."""
    answers, issued = answers_given(form), _read_sanctions(form)
    return tuple(
        RulingPlan(
            seat=int(seat),
            offence=form.one("offence", OTHER_OFFENCE),
            answers=answers,
            issued=issued,
            text=form.one("text"),
        )
        for seat in FORM_SEATS
        if form.has("seat", seat)
    )


def answers_given(form: Form) -> Answers:
    """Return the answers of a form by question; a field that is empty answers nothing, nor does the first time."""
    answers = {
        key[len(ANSWER) :]: read_number(spaces_off(value))
        for key, value in form.pairs
        if key.startswith(ANSWER) and spaces_off(value) and (key, value) != (ANSWER + TIMES, "1")
    }
    return tuple((question, answers[question]) for question in sorted(answers))


def _read_sanctions(form: Form) -> tuple[Sanction, ...] | None:
    """Return the penalties that a referee chose himself, None where he issues what is proposed."""
    chosen = tuple(
        Sanction(kind=kind, amount=_read_amount(form, kind)) for kind in PENALTIES if form.has("kind", str(kind))
    )
    return chosen or None


def _read_amount(form: Form, kind: Penalty) -> int:
    """Return the points of a penalty; what is no number is no amount."""
    amount = read_number(form.one(f"amount-{kind}")) if kind in WITH_AMOUNT else 0
    return amount if isinstance(amount, int) else 0


@dataclass(frozen=True, kw_only=True, slots=True)
class CiteView:
    """A clause, which leads to its words and source, how certain it is, and why an interpretation reads it so."""

    clause: str
    confidence: str
    notes: tuple[str, ...]


def cite_view(cite: Cite, speaker: Speaker) -> CiteView:
    """Return where something is from."""
    return CiteView(
        clause=cite.clause,
        confidence=cite.confidence,
        notes=tuple(speaker.text(cite.note).split("\n")) if cite.note else (),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Link:
    """A way to another page."""

    text: str
    address: str


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerButton:
    """One answer, ``off`` where the others rule it out; with an address it leads there instead."""

    value: str
    text: str
    chosen: bool
    address: str = ""
    off: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class QuestionView:
    """One question; ``look`` is words, counts or times, ``carried`` an answer wider than any of those offered."""

    name: str
    text: str
    look: str
    buttons: tuple[AnswerButton, ...]
    carried: str = ""
    checks: tuple[Link, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class FactsView:
    """What is asked, and the tile checks that belong to no question."""

    questions: tuple[QuestionView, ...]
    checks: tuple[Link, ...] = ()


MOST_HITS = 10
"""How many hits are shown."""
_NEAR = 75
"""How many per cent of the best hit's fit a hit must have to be shown as large as that one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Gist:
    """An answer in a few words; ``is_guided`` tells that they name another book, whose all or a part of it is.

    ``has_own_chombo`` tells that the other book prices a chombo otherwise than these words, which price it as here.
    """

    text: str
    is_guided: bool = False
    has_own_chombo: bool = False


_NO_GIST = Gist(text="")


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """An entry with the address of its page; one in a long list shows no gist, one that hardly fits is small."""

    title: str
    address: str
    gist: Gist
    is_small: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class KindView:
    """One kind with all its entries."""

    id: str
    title: str
    hits: tuple[Hit, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundView:
    """The hits of a query, or what is offered where there are none: what is asked most, and every kind.

    ``elsewhere`` says what it means that a hit names another book, ``related`` are folded away: they lead only to the
    penalty of that name, or share words with what is called exactly so.
    """

    elsewhere: str
    hits: tuple[Hit, ...] = ()
    related: tuple[Hit, ...] = ()
    found_nothing: bool = False
    commonest: tuple[Hit, ...] = ()
    kinds: tuple[KindView, ...] = ()


def looked_up(query: str, rulebook: Rulebook, folder: str) -> FoundView:
    """Return what is found by a query, or what is offered without one; ``folder`` is an address, * for the entry."""
    is_asked = bool(query.strip(" "))
    found = entries_fitting(query, rulebook)[:MOST_HITS] if is_asked else ()
    if found:
        near = found[0][0] * _NEAR
        hits = tuple([_told_hit(each, query, rulebook, folder, is_small=100 * fit < near) for fit, each in found])
        least = EXACTLY if found[0][0] >= EXACTLY else min(found[0][0], 1)
        meant = len([fit for fit, _ in found if fit >= least])
        return FoundView(elsewhere=_elsewhere_in(hits, rulebook), hits=hits[:meant], related=hits[meant:])
    entries = entries_in(rulebook)
    known = {entry.id: entry for entry in entries}
    commonest = tuple([_told_hit(known[name], "", rulebook, folder) for name in COMMONEST])
    return FoundView(
        elsewhere=_elsewhere_in(commonest, rulebook),
        found_nothing=is_asked,
        commonest=commonest,
        kinds=tuple([_kind_view(kind, entries, rulebook, folder) for kind in CATEGORIES]),
    )


def _kind_view(kind: str, entries: tuple[Entry, ...], rulebook: Rulebook, folder: str) -> KindView:
    hits = [_hit_of(each, _NO_GIST, rulebook, folder) for each in entries if each.category == kind]
    return KindView(id=kind, title=rulebook.speaker.words["category." + kind], hits=tuple(hits))


def _told_hit(entry: Entry, query: str, rulebook: Rulebook, folder: str, *, is_small: bool = False) -> Hit:
    """Return an entry with its answer to a query."""
    gist = _NO_GIST if entry.procedure is None else _procedure_told(entry.procedure, query, rulebook)
    gist = gist if entry.offence is None else _offence_told(entry.offence, rulebook)
    return _hit_of(entry, gist, rulebook, folder, is_small=is_small)


def _hit_of(entry: Entry, gist: Gist, rulebook: Rulebook, folder: str, *, is_small: bool = False) -> Hit:
    return Hit(title=entry_title(entry, rulebook), address=folder.replace("*", entry.id), gist=gist, is_small=is_small)


def _offence_told(offence: Offence, rulebook: Rulebook, answers: tuple[tuple[str, str], ...] = ()) -> Gist:
    """Return what an offence costs; where the book rules on nothing of it, what the nearest one says that does."""
    case = case_so_far(offence, rulebook, answers)
    ruling = joint_ruling(case.cells, rulebook.book.penalties)
    guide = None if covers(case, rulebook) else guidance_of(ruling, case, rulebook)
    if ruling.guidance and not ruling.covered:
        return Gist(text=rulebook.speaker.text(ruling.guidance))
    if guide is None or not covers(*guide):
        return _costs(offence, rulebook, answers)
    there = guide[1]
    return Gist(
        text=_said_in(book_of(first_cite(*guide), rulebook), _costs(offence, there, answers).text, rulebook),
        is_guided=True,
        has_own_chombo=Penalty.CHOMBO in kinds_of(offence, there) and prices_chombo_itself(there),
    )


def _said_in(book: str, text: str, rulebook: Rulebook) -> str:
    """Return what a book says behind its name."""
    return book + rulebook.speaker.words["rulings.colon"] + text


def _costs(offence: Offence, rulebook: Rulebook, answers: tuple[tuple[str, str], ...]) -> Gist:
    """Return the outcomes of an offence, the heaviest first; of a few also when each comes.

    Of many, those that the referee decides are one. A book that only guides is not asked what a chombo costs.
    """
    rows, words = silent_once(heaviest_first(offence, rulebook, answers)), rulebook.speaker.words
    told = [row_told(row, offence, rulebook) for row in rows]
    kinds = ["" if gist.is_guided else heaviest_kind(row.ruling) for gist, row in zip(told, rows, strict=True)]
    texts = [gist.text for gist in told]
    if rulebook.asked_by is not None:
        texts = _named_where(Penalty.CHOMBO, kinds, texts, words["outcome.chombo_mangan"])
    if len(each_once(texts)) == 1:
        text = texts[0]
    elif len(rows) > MOST_ROWS:
        text = words["rulings.or"].join(
            each_once(_named_where(Penalty.REFEREE, kinds, texts, words["outcome.referee"]))
        )
    else:
        text = told_when(texts, _whens_of(rows, rulebook), rulebook)
    return Gist(
        text=text,
        is_guided=any(gist.is_guided for gist in told),
        has_own_chombo=any(gist.has_own_chombo for gist in told),
    )


def silent_once(rows: Sequence[OutcomeRow]) -> list[OutcomeRow]:
    """Return outcomes with all on which a book is silent as one, which is the last."""
    silent = [row for row in rows if not row.ruling.covered]
    cells = tuple([cell for row in silent for cell in row.cells])
    return [*[row for row in rows if row.ruling.covered], *[replace(row, cells=cells) for row in silent[:1]]]


def _whens_of(rows: list[OutcomeRow], rulebook: Rulebook) -> list[str]:
    """Return when each outcome comes; the last one otherwise, where that is shorter, and those that are silent."""
    otherwise = rulebook.speaker.words["rulings.otherwise"]
    whens = [when_text(row.when, rulebook.speaker) if row.ruling.covered else otherwise for row in rows]
    is_many = any(len(answers) > 1 for _, answers in rows[-1].when)
    return [*whens[:-1], otherwise] if is_many else whens


def row_told(row: OutcomeRow, offence: Offence, rulebook: Rulebook) -> Gist:
    """Return one outcome; where the book is silent, those of the nearest one that speaks."""
    own, spans = outcome_text(row.ruling, {}, rulebook), rulebook.outcome_table(offence).spans
    cases = [
        Case(offence=offence, given=tuple([spans[i][at] for i, at in enumerate(cell.key)]), cells=(cell,))
        for cell in (() if row.ruling.covered else row.cells)
    ]
    heard = [guidance_of(row.ruling, case, rulebook) for case in cases]
    guided = [guide for guide in heard if guide is not None and covers(*guide)]
    if not guided:
        return Gist(text=own)
    there = guided[0][1]
    near = [cell for case, guide in guided if guide.book.id == there.book.id for cell in case.cells]
    places = [cell.ruling for cell in near]
    rulings = [each for place, each in enumerate(there.book.penalties.rulings) if place in places and each.covered]
    rulings = sorted(rulings, key=lambda each: HEAVIER.index(each.consequences[-1].kind), reverse=True)
    kinds = [heaviest_kind(each) for each in rulings]
    texts = [outcome_text(each, {}, there) for each in rulings]
    named = _named_where(Penalty.CHOMBO, kinds, texts, rulebook.speaker.words["outcome.chombo_mangan"])
    cite = first_cite(replace(cases[0], cells=tuple(near)), there)
    return Gist(
        text=_said_in(book_of(cite, rulebook), rulebook.speaker.words["rulings.or"].join(each_once(named)), rulebook),
        is_guided=True,
        has_own_chombo=Penalty.CHOMBO in kinds and prices_chombo_itself(there),
    )


def _named_where(kind: Penalty, kinds: list[str], texts: list[str], name: str) -> list[str]:
    """Return outcomes, those of one kind by its name alone."""
    return [name if found == kind else text for found, text in zip(kinds, texts, strict=True)]


def _procedure_told(procedure: Procedure, query: str, rulebook: Rulebook) -> Gist:
    """Return what a procedure says to a query; where the book says nothing, what the nearest one says that does."""
    here = procedure_answered(procedure, {}, rulebook)
    guide = guidance_elsewhere(procedure, here, rulebook)
    if guide is not None:
        line = _line_asked(guide[1].lines, query)
        return Gist(text=_said_in(book_of(line.cites[0], rulebook), line.text, rulebook), is_guided=True)
    text = _line_asked(here.lines, query).text if here.covered else procedure_gist(procedure, rulebook)
    return Gist(text=text)


def _line_asked(lines: tuple[Sentence, ...], query: str) -> Sentence:
    """Return the line that holds all words of a query, the first one where none does."""
    words = fold(query).split(" ")
    return [*[line for line in lines if all(word in fold(line.text) for word in words)], lines[0]][0]


def book_of(cite: Cite, rulebook: Rulebook) -> str:
    """Return in short from which book something is; that it is our interpretation, where the book does not say it."""
    book, words = clause_named(cite.clause.partition("/")[0], rulebook.speaker), rulebook.speaker.words
    reading = (("ruling", words["rulings.interpretation"]), ("when", book))
    return filled(words["rulings.when_so"], reading) if _is_reading(cite) else book


def _is_reading(cite: Cite) -> bool:
    """Return whether something is our interpretation, which no book says."""
    return cite.confidence == "interpretation"


def first_cite(case: Case, rulebook: Rulebook) -> Cite:
    """Return where the first ruling is from that a book itself has on a case, else an interpretation or its silence."""
    rulings = [rulebook.book.penalties.rulings[cell.ruling] for cell in case.cells]
    cites = [each.cite for each in rulings if each.covered]
    return ([each for each in cites if not _is_reading(each)] or cites or [rulings[0].cite])[0]


def nearest_said(silent: str, cite: Cite, there: Rulebook, own: Rulebook) -> str:
    """Return that a book is silent, with the nearest one that speaks and why it is that one."""
    key = "nearest_base" if own.book.extends == there.book.id else "nearest"
    return filled(own.speaker.words["rulings." + key], (("silent", silent), ("title", book_of(cite, own))))


def prices_chombo_itself(guide: Rulebook) -> bool:
    """Return whether a book that guides another one prices a chombo otherwise."""
    return _cost(guide.prices.chombo) != _cost(guide.rules.chombo)


def _cost(chombo: ChomboRules) -> tuple[str, int, int]:
    return (chombo.form, chombo.chips, chombo.penalty)


def _elsewhere_in(hits: tuple[Hit, ...], rulebook: Rulebook) -> str:
    """Return what it means that hits name other books, empty where none does."""
    words = rulebook.speaker.words
    said = ["rulings.elsewhere"] if any(hit.gist.is_guided for hit in hits) else []
    said += ["rulings.own_chombo"] if any(hit.gist.has_own_chombo for hit in hits) else []
    return words["language.gap"].join([words[each] for each in said])


def rules_named(rulebook: Rulebook) -> str:
    """Return how an address names the rules."""
    options = "".join([f"&{OPTION}{chosen}" for chosen in rulebook.variant.split(",") if chosen])
    return f"?ruleset={rulebook.book.id}{options}"


@dataclass(frozen=True, kw_only=True, slots=True)
class ProcedureGuide:
    """What another book says where this one does not."""

    title: str
    sentences: tuple[str, ...]
    cites: tuple[CiteView, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ProcedureView:
    """A procedure under one ruleset; ``rulings`` are the offences that belong to it."""

    rules: str
    title: str
    sentences: tuple[str, ...]
    steps: tuple[str, ...]
    cites: tuple[CiteView, ...]
    guide: ProcedureGuide | None
    facts: FactsView | None
    rulings: tuple[Hit, ...]
    elsewhere: str
    near: tuple[Link, ...]


def procedure_view(form: Form, procedure: Procedure, rulebook: Rulebook) -> ProcedureView:
    """Return what a ruleset answers, as far as the answers of a form decide."""
    given = _replies_given(form, procedure)
    answer = procedure_answered(procedure, given, rulebook)
    rulings = tuple([_ruling_hit(named, rulebook) for named in answer.rulings])
    idle = [rulebook.speaker.words.get(key) for key in idle_at_table(form)]
    return ProcedureView(
        rules=book_named(rulebook),
        title=procedure.title,
        sentences=procedure_sentences(procedure, answer, rulebook),
        steps=tuple([step for step in answer.steps if step not in idle]),
        cites=tuple([cite_view(cite, rulebook.speaker) for cite in answer.cites]),
        guide=_guide_beside(procedure, answer, rulebook),
        facts=_asks_view(procedure, given, rulebook),
        rulings=rulings,
        elsewhere=_elsewhere_in(rulings, rulebook),
        near=_links_near(procedure, rulebook),
    )


def _replies_given(form: Form, procedure: Procedure) -> dict[str, str]:
    """Return the answers that a form gives; what answers nothing counts as left out."""
    given = {}
    for ask in procedure.asks:
        reply_id = form.one(ANSWER + ask.id)
        if reply_id in [reply.id for reply in ask.replies]:
            given[ask.id] = reply_id
    return given


def _guide_beside(procedure: Procedure, answer: ProcedureAnswer, rulebook: Rulebook) -> ProcedureGuide | None:
    """Return what another book says where this one does not."""
    guide = guidance_elsewhere(procedure, answer, rulebook)
    if guide is None:
        return None
    there, answer_there = guide
    silent = rulebook.speaker.words["outcome.unknown" if rulebook.book.silence == "unread" else "outcome.uncovered"]
    return ProcedureGuide(
        title=nearest_said(silent, answer_there.cites[0], there, rulebook),
        sentences=procedure_sentences(procedure, answer_there, there),
        cites=tuple([cite_view(cite, there.speaker) for cite in answer_there.cites]),
    )


def _asks_view(procedure: Procedure, given: dict[str, str], rulebook: Rulebook) -> FactsView | None:
    """Return the questions whose answers leave fewer steps, None where there are none."""
    asks = asked_now(procedure, given, rulebook.rules)
    if not asks:
        return None
    return FactsView(questions=tuple([_ask_view(ask, given.get(ask.id, ask.usual), rulebook) for ask in asks]))


def _ask_view(ask: Ask, chosen: str, rulebook: Rulebook) -> QuestionView:
    buttons = tuple([_reply_button(reply, chosen, rulebook) for reply in ask.replies])
    return QuestionView(name=ANSWER + ask.id, text=ask.text, look="words", buttons=buttons)


def _reply_button(reply: Reply, chosen: str, rulebook: Rulebook) -> AnswerButton:
    """Return one answer; one that another procedure gives leads there."""
    address = address_of(reply.go, (), rulebook) if reply.go else ""
    return AnswerButton(value=reply.id, text=reply.title, chosen=reply.id == chosen, address=address)


def _ruling_hit(named: Named, rulebook: Rulebook) -> Hit:
    """Return one offence with its ruling in a few words."""
    offence = [each for each in rulebook.offences() if each.id == named.offence][0]  # noqa: RUF015 the phone has lists only
    return Hit(
        title=rulebook.speaker.text(offence.titles),
        address=address_of(named.offence, named.answers, rulebook),
        gist=_offence_told(offence, rulebook, named.answers),
    )


def _links_near(procedure: Procedure, rulebook: Rulebook) -> tuple[Link, ...]:
    known = {entry.id: entry for entry in entries_in(rulebook)}
    links = [
        Link(text=entry_title(known[name], rulebook), address=address_of(name, (), rulebook)) for name in procedure.see
    ]
    return tuple(links)


def address_of(name: str, answers: tuple[tuple[str, str], ...], rulebook: Rulebook) -> str:
    """Return the address of an entry beside this one, under the same rules."""
    given = "".join([f"&{ANSWER}{question}={answer}" for question, answer in answers])
    return f"{name}{rules_named(rulebook)}{given}"
