"""The answer about an offence or a procedure: its questions as buttons, the sentence, the steps, where it is from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.app.form import OPTION, Form
from referee.app.ruling_form import (
    ANSWER,
    answers_asked,
    offence_asked,
    other_books,
    other_rulebook_asked,
    rulebook_asked,
    times_asked,
)
from referee.ask.lookup import (
    COMMONEST,
    Entry,
    ProcedureAnswer,
    asked_now,
    entries_found,
    entries_in,
    entry_gist,
    entry_title,
    guided,
    offence_gist,
    procedure_answered,
    procedure_called,
    spoken_answer,
)
from referee.ask.rulings import guidance_of
from referee.rules.offences import CATEGORIES
from referee.rules.rulings import Given, cells_of, span_text
from referee.texts.case import (
    MOST_TIMES,
    REPEATED,
    TIMES,
    Case,
    OpenCase,
    Rulebook,
    case_with,
    facts_asked,
    ladder_for,
    ruling_in,
)
from referee.texts.rulings import (
    OutcomeRow,
    book_named,
    effects,
    heaviest_kind,
    outcome_text,
    rows_of,
    ruleset_named,
    spoken,
    when_text,
)
from referee.texts.words import filled

if TYPE_CHECKING:
    from referee.rules.offences import Ask, Named, Offence, Procedure, Reply, Ruling
    from referee.rules.ruleset import Cite
    from referee.texts.case import Fact
    from referee.texts.library import Library
    from referee.texts.words import Speaker


@dataclass(frozen=True, kw_only=True, slots=True)
class CiteView:
    """A clause, its source, how certain it is, and why an interpretation reads it so."""

    clause: str
    source: str
    confidence: str
    note: str


def cite_view(cite: Cite, speaker: Speaker) -> CiteView:
    """Return where something is from."""
    return CiteView(
        clause=cite.clause,
        source=speaker.text(cite.source),
        confidence=cite.confidence,
        note=speaker.text(cite.note) if cite.note else "",
    )


MOST_HITS = 10
"""How many hits are shown."""
LONGEST_GIST = 160
"""How many letters of a gist are shown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """An entry with the address of its page; one in a long list shows no gist."""

    title: str
    address: str
    gist: str


@dataclass(frozen=True, kw_only=True, slots=True)
class KindView:
    """One kind with all its entries."""

    id: str
    title: str
    hits: tuple[Hit, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundView:
    """The hits of a query, or what is offered where there are none: what is asked most, and every kind."""

    hits: tuple[Hit, ...] = ()
    found_nothing: bool = False
    commonest: tuple[Hit, ...] = ()
    kinds: tuple[KindView, ...] = ()


def looked_up(query: str, rulebook: Rulebook, folder: str) -> FoundView:
    """Return what is found by a query, or what is offered without one; entries lie in a ``folder`` of addresses."""
    is_asked = bool(query.strip(" "))
    found = entries_found(query, rulebook)[:MOST_HITS] if is_asked else ()
    if found:
        return FoundView(hits=hits_of(found, rulebook, folder))
    entries = entries_in(rulebook)
    known = {entry.id: entry for entry in entries}
    return FoundView(
        found_nothing=is_asked,
        commonest=hits_of(tuple([known[name] for name in COMMONEST]), rulebook, folder),
        kinds=tuple([kind_view(kind, entries, rulebook, folder) for kind in CATEGORIES]),
    )


def kind_view(kind: str, entries: tuple[Entry, ...], rulebook: Rulebook, folder: str) -> KindView:
    """Return one kind with its entries."""
    hits = [hit_of(each, "", rulebook, folder) for each in entries if each.category == kind]
    return KindView(id=kind, title=rulebook.speaker.words["category." + kind], hits=tuple(hits))


def hits_of(entries: tuple[Entry, ...], rulebook: Rulebook, folder: str) -> tuple[Hit, ...]:
    """Return entries with their gists."""
    return tuple([hit_of(entry, entry_gist(entry, rulebook), rulebook, folder) for entry in entries])


def hit_of(entry: Entry, gist: str, rulebook: Rulebook, folder: str) -> Hit:
    """Return one entry with its gist."""
    rules = rules_named(rulebook) if folder == "/rulings" else ""
    return Hit(title=entry_title(entry, rulebook), address=f"{folder}/{entry.id}{rules}", gist=shortened(gist))


def rules_named(rulebook: Rulebook) -> str:
    """Return how an address names the rules."""
    options = "".join([f"&{OPTION}{chosen}" for chosen in rulebook.variant.split(",") if chosen])
    return f"?ruleset={rulebook.book.id}{options}"


def shortened(gist: str) -> str:
    """Return a gist that is not too long."""
    return gist if len(gist) <= LONGEST_GIST else gist[: LONGEST_GIST - 1] + "…"


TILE_CHECK = "/tiles?check="
"""Where the tiles are checked that decide a question of fact."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Link:
    """A way to another page."""

    text: str
    address: str


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerButton:
    """One answer; with an address it leads there instead."""

    value: str
    text: str
    chosen: bool
    address: str = ""


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


def facts_view(known: Given, heard: tuple[OpenCase, ...]) -> FactsView | None:
    """Return the questions about an offence under one or more books, None where there is nothing to ask and to check.

    How often it was committed is asked last, and only where that makes it dearer and no question asks it in words.
    """
    here, facts = heard[0], facts_asked(known, heard)
    names = [fact.question.id for fact in facts]
    offered = [check for fact in facts for check in fact.question.checks]
    others = tuple([check for check in here.case.offence.checks if check not in offered])
    repeats = None if REPEATED in names else times_view(heard)
    questions = tuple([question_view(fact, here.rulebook) for fact in facts])
    if repeats is not None:
        questions = (*questions, repeats)
    return FactsView(questions=questions, checks=checks_of(others, here.rulebook)) if questions or others else None


def times_view(heard: tuple[OpenCase, ...]) -> QuestionView | None:
    """Return the question how often an offence was committed, None where that changes no ruling."""
    ladders = [ladder_for(each.case, each.rulebook) for each in heard if can_rule(each)]
    steps = [len(ladder.steps) for ladder in ladders if ladder is not None]
    if not steps:
        return None
    last, times = 1 + max(steps), heard[0].case.times
    buttons = [times_button(each, last, min(times, last)) for each in range(1, last + 1)]
    text = heard[0].rulebook.speaker.words["rulings.times"]
    return QuestionView(name=ANSWER + TIMES, text=text, look="times", buttons=tuple(buttons))


def times_button(times: int, last: int, chosen: int) -> AnswerButton:
    """Return one number of times; the last one stands for all above it."""
    text = span_text((times, MOST_TIMES if times == last else times), MOST_TIMES)
    return AnswerButton(value=str(times), text=text, chosen=times == chosen)


def question_view(fact: Fact, rulebook: Rulebook) -> QuestionView:
    """Return one question with the tile checks that help to answer it."""
    buttons = [AnswerButton(value=sent, text=said, chosen=sent == fact.chosen) for sent, said in fact.answers]
    return QuestionView(
        name=ANSWER + fact.question.id,
        text=rulebook.speaker.text(fact.question.texts),
        look="words" if fact.question.answers else "counts",
        buttons=tuple(buttons),
        carried=fact.carried,
        checks=checks_of(fact.question.checks, rulebook),
    )


def checks_of(checks: tuple[str, ...], rulebook: Rulebook) -> tuple[Link, ...]:
    """Return the ways to tile checks under the same rules."""
    rules = "&" + rules_named(rulebook)[1:]
    words = rulebook.speaker.words
    return tuple([Link(text=words["rulings.check_" + check], address=TILE_CHECK + check + rules) for check in checks])


@dataclass(frozen=True, kw_only=True, slots=True)
class ProcedureGuide:
    """What another book says where this one does not."""

    title: str
    said: str
    cites: tuple[CiteView, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ProcedureView:
    """A procedure under one ruleset; ``rulings`` are the offences that belong to it."""

    rules: str
    title: str
    said: str
    steps: tuple[str, ...]
    cites: tuple[CiteView, ...]
    guide: ProcedureGuide | None
    facts: FactsView | None
    rulings: tuple[Hit, ...]
    near: tuple[Link, ...]


def procedure_view(form: Form, procedure: Procedure, rulebook: Rulebook) -> ProcedureView:
    """Return what a ruleset answers, as far as the answers of a form decide."""
    given = replies_given(form, procedure)
    answer = procedure_answered(procedure, given, rulebook)
    return ProcedureView(
        rules=book_named(rulebook),
        title=procedure.title,
        said=spoken_answer(procedure, answer, rulebook),
        steps=answer.steps,
        cites=tuple([cite_view(cite, rulebook.speaker) for cite in answer.cites]),
        guide=guide_beside(procedure, answer, rulebook),
        facts=asks_view(procedure, given, rulebook),
        rulings=tuple([ruling_hit(named, rulebook) for named in answer.rulings]),
        near=links_near(procedure, rulebook),
    )


def replies_given(form: Form, procedure: Procedure) -> dict[str, str]:
    """Return the answers that a form gives; what answers nothing counts as left out."""
    given = {}
    for ask in procedure.asks:
        told = form.one(ANSWER + ask.id)
        if told in [reply.id for reply in ask.replies]:
            given[ask.id] = told
    return given


def guide_beside(procedure: Procedure, answer: ProcedureAnswer, rulebook: Rulebook) -> ProcedureGuide | None:
    """Return what another book says where this one does not."""
    guide = guided(procedure, answer, rulebook)
    if guide is None:
        return None
    there, said = guide
    return ProcedureGuide(
        title=filled(rulebook.speaker.words["rulings.guide_says"], (("title", book_named(there)),)),
        said=spoken_answer(procedure, said, there),
        cites=tuple([cite_view(cite, there.speaker) for cite in said.cites]),
    )


def asks_view(procedure: Procedure, given: dict[str, str], rulebook: Rulebook) -> FactsView | None:
    """Return the questions whose answers leave fewer steps, None where there are none."""
    asks = asked_now(procedure, given, rulebook.rules)
    if not asks:
        return None
    return FactsView(questions=tuple([ask_view(ask, given.get(ask.id, ""), rulebook) for ask in asks]))


def ask_view(ask: Ask, chosen: str, rulebook: Rulebook) -> QuestionView:
    """Return one question with its answers."""
    buttons = tuple([reply_button(reply, chosen, rulebook) for reply in ask.replies])
    return QuestionView(name=ANSWER + ask.id, text=ask.text, look="words", buttons=buttons)


def reply_button(reply: Reply, chosen: str, rulebook: Rulebook) -> AnswerButton:
    """Return one answer; one that another procedure gives leads there."""
    address = address_of(reply.go, (), rulebook) if reply.go else ""
    return AnswerButton(value=reply.id, text=reply.title, chosen=reply.id == chosen, address=address)


def ruling_hit(named: Named, rulebook: Rulebook) -> Hit:
    """Return one offence with its ruling in a few words."""
    offence = [each for each in rulebook.offences() if each.id == named.offence][0]  # noqa: RUF015 the phone has lists only
    return Hit(
        title=rulebook.speaker.text(offence.titles),
        address=address_of(named.offence, named.answers, rulebook),
        gist=offence_gist(offence, rulebook, named.answers),
    )


def links_near(procedure: Procedure, rulebook: Rulebook) -> tuple[Link, ...]:
    """Return the ways to what is near."""
    known = {entry.id: entry for entry in entries_in(rulebook)}
    links = [
        Link(text=entry_title(known[name], rulebook), address=address_of(name, (), rulebook)) for name in procedure.see
    ]
    return tuple(links)


def address_of(name: str, answers: tuple[tuple[str, str], ...], rulebook: Rulebook) -> str:
    """Return the address of an entry beside this one, under the same rules."""
    given = "".join([f"&{ANSWER}{question}={answer}" for question, answer in answers])
    return f"{name}{rules_named(rulebook)}{given}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Pronouncement:
    """The penalties in few words, with the heaviest kind, then what the referee says aloud."""

    kind: str
    outcome: str
    said: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OutcomeShown:
    """One row of the table of outcomes: when, what, and the clause."""

    when: str
    kind: str
    said: str
    clause: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OutcomeTable:
    """Every outcome that the answers leave open, equal ones in one row."""

    title: str
    rows: tuple[OutcomeShown, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingInShort:
    """What a book says in short: its ruling with its source, or what it depends on, or neither if nothing can be."""

    title: str
    pronounced: Pronouncement | None = None
    cite: CiteView | None = None
    outcomes: OutcomeTable | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class VerdictView:
    """A ruling; where the referee decides, the book's own advice or what a ``guide`` says."""

    pronounced: Pronouncement
    steps: tuple[str, ...]
    cite: CiteView
    guidance: str
    guide: RulingInShort | None


@dataclass(frozen=True, kw_only=True, slots=True)
class BookEntry:
    """A book to compare with."""

    id: str
    title: str
    chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingView:
    """What an offence costs: the ``verdict`` or the open ``outcomes``, neither for answers that cannot come together.

    ``sides`` are both books' answers once another one is chosen, ``every_outcome`` is the table below a ruling.
    """

    rules: str
    title: str
    verdict: VerdictView | None
    outcomes: OutcomeTable | None
    facts: FactsView | None
    books: tuple[BookEntry, ...]
    sides: tuple[RulingInShort, ...]
    every_outcome: OutcomeTable | None


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingAnswer:
    """A ruling or a procedure; neither for what the ruleset does not know."""

    ruling: RulingView | None = None
    procedure: ProcedureView | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingNamed:
    """An answer with the field that names the offence."""

    offence: str
    answer: RulingAnswer


def ruling_answer(form: Form, library: Library, lang: str) -> RulingAnswer:
    """Return what a form's offence costs under its ruleset, as far as its answers decide.

    Fields: ``ruleset``, ``option-OPTION``, ``offence``, ``answer-QUESTION`` (an answer's id, a count or a range of
    counts) and ``other``, a ruleset to compare with. A procedure is answered in its place.
    """
    rulebook = rulebook_asked(form, library, lang)
    offence = offence_asked(form, rulebook)
    if offence is not None:
        return RulingAnswer(ruling=ruling_view(form, offence, rulebook))
    procedure = procedure_called(form.one("offence"), rulebook)
    return RulingAnswer() if procedure is None else RulingAnswer(procedure=procedure_view(form, procedure, rulebook))


def ruling_named(form: Form, library: Library, lang: str) -> RulingNamed:
    """Return what a form's offence costs, with the field that names the offence."""
    return RulingNamed(offence=form.one("offence"), answer=ruling_answer(form, library, lang))


def ruling_view(form: Form, offence: Offence, rulebook: Rulebook) -> RulingView:
    """Return what an offence costs under a book, as far as the answers of a form decide."""
    known = answers_asked(form, offence)
    here = OpenCase(case=case_with(known, offence, rulebook, times_asked(form)), rulebook=rulebook)
    there = open_case_in_other_book(form, offence, here)
    heard = tuple([each for each in (here, there, guide_of(here)) if each is not None])
    return RulingView(
        rules=book_named(rulebook),
        title=rulebook.speaker.text(offence.titles),
        verdict=verdict_view(here) if can_rule(here) else None,
        outcomes=open_outcomes(here, known),
        facts=facts_view(known, heard),
        books=books_beside(here, there),
        sides=() if there is None else (side_of(here), side_of(there)),
        every_outcome=every_outcome(here),
    )


def open_case_in_other_book(form: Form, offence: Offence, here: OpenCase) -> OpenCase | None:
    """Return the same answers under the other book, None where no other one is asked for."""
    other = other_rulebook_asked(form, offence, here.rulebook)
    if other is None:
        return None
    return OpenCase(case=case_with(here.case.given, offence, other, here.case.times), rulebook=other)


def can_rule(open_case: OpenCase) -> bool:
    """Return whether the answers decide the ruling; those that cannot come together decide nothing."""
    return bool(open_case.case.cells) and open_case.is_decided


def ruling_decided(open_case: OpenCase) -> Ruling:
    """Return the ruling that the answers decide."""
    return ruling_in(open_case.case, open_case.rulebook)


def verdict_view(here: OpenCase) -> VerdictView:
    """Return the ruling that the answers decide, with what is to be done at the table step by step."""
    ruling, rulebook = ruling_decided(here), here.rulebook
    guide, guidance = guide_of(here), ruling.guidance
    return VerdictView(
        pronounced=pronouncement(ruling, here),
        steps=effects(ruling, here.case, rulebook.rules, rulebook.speaker),
        cite=cite_view(ruling.cite, rulebook.speaker),
        guidance=rulebook.speaker.text(guidance) if guidance and guide is None else "",
        guide=None if guide is None else guide_view(guide),
    )


def pronouncement(ruling: Ruling, open_case: OpenCase) -> Pronouncement:
    """Return a ruling as it is pronounced."""
    counted, rulebook = open_case.case.counted(), open_case.rulebook
    return Pronouncement(
        kind=heaviest_kind(ruling),
        outcome=outcome_text(ruling, counted, rulebook),
        said=spoken(ruling, counted, rulebook.prices, rulebook.speaker),
    )


def guide_of(here: OpenCase) -> OpenCase | None:
    """Return the book that guides the referee where his own decides nothing, None where none is needed."""
    if not can_rule(here):
        return None
    guide = guidance_of(ruling_decided(here), here.case, here.rulebook)
    return None if guide is None else OpenCase(case=guide[0], rulebook=guide[1])


def guide_view(guide: OpenCase) -> RulingInShort:
    """Return what a base or the last resort says."""
    words = guide.rulebook.speaker.words
    return ruling_in_short(guide, filled(words["rulings.guide"], (("title", book_named(guide.rulebook)),)))


def ruling_in_short(open_case: OpenCase, title: str) -> RulingInShort:
    """Return what a book says in short under a title."""
    if not open_case.is_decided:
        return RulingInShort(title=title, outcomes=outcome_table(open_case, "rulings.depends"))
    ruling = ruling_decided(open_case)
    return RulingInShort(
        title=title,
        pronounced=pronouncement(ruling, open_case),
        cite=cite_view(ruling.cite, open_case.rulebook.speaker),
    )


def side_of(open_case: OpenCase) -> RulingInShort:
    """Return one book's answer to the facts under its title."""
    title = book_named(open_case.rulebook)
    return ruling_in_short(open_case, title) if open_case.case.cells else RulingInShort(title=title)


def open_outcomes(here: OpenCase, known: Given) -> OutcomeTable | None:
    """Return everything that the answers given leave open, None where they decide or cannot come together."""
    if not here.case.cells or here.is_decided:
        return None
    return outcome_table(open_case_with(known, here), "rulings.still" if any(known) else "rulings.outcomes")


def every_outcome(here: OpenCase) -> OutcomeTable | None:
    """Return the whole table again for a ruling that the answers decided."""
    nothing: Given = tuple([None for _ in here.case.given])
    whole = open_case_with(nothing, here)
    return None if whole.is_decided or not here.is_decided else outcome_table(whole, "rulings.outcomes")


def outcome_table(open_case: OpenCase, title: str) -> OutcomeTable:
    """Return every outcome that the answers leave open; ``title`` is the key of its title."""
    rows = tuple([outcome_line(row, open_case.rulebook) for row in rows_of(open_case.case, open_case.rulebook)])
    return OutcomeTable(title=open_case.rulebook.speaker.words[title], rows=rows)


def outcome_line(row: OutcomeRow, rulebook: Rulebook) -> OutcomeShown:
    """Return one row."""
    return OutcomeShown(
        when=when_text(row.when, rulebook.speaker),
        kind=heaviest_kind(row.ruling),
        said=outcome_text(row.ruling, {}, rulebook),
        clause=row.ruling.cite.clause,
    )


def books_beside(here: OpenCase, there: OpenCase | None) -> tuple[BookEntry, ...]:
    """Return the books to compare with."""
    speaker, chosen = here.rulebook.speaker, "" if there is None else there.rulebook.book.id
    entries = [
        BookEntry(id=book.id, title=ruleset_named(book.titles, book.edition, speaker), chosen=book.id == chosen)
        for book in other_books(here.case.offence, here.rulebook)
    ]
    return tuple(entries)


def open_case_with(given: Given, here: OpenCase) -> OpenCase:
    """Return the offence under the same book with these answers and no defaults."""
    cells = cells_of(here.chart, given)
    return OpenCase(case=Case(offence=here.case.offence, given=given, cells=cells), rulebook=here.rulebook)
