"""The look-up of rulings: found by words or by kind, and the answer about an offence, with what other books say."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import NOT_FOUND, Answer, Fragment, page_of
from referee.app.asked import Asked, HttpError
from referee.app.form import OPTION, Form
from referee.app.lookup import (
    ANSWER,
    IDLE,
    AnswerButton,
    CiteView,
    FactsView,
    Link,
    ProcedureView,
    QuestionView,
    answers_asked,
    cite_view,
    first_cite,
    idle_at_table,
    looked_up,
    nearest_said,
    other_books,
    other_rulebook_asked,
    prices_chombo_itself,
    procedure_view,
    row_told,
    rulebook_asked,
    rules_named,
    silent_once,
    times_asked,
)
from referee.app.pages import Choice, OptionField, book_asked, option_field, rulesets_offered
from referee.app.routes import query_of, url_for
from referee.app.settings import keeping_rules, rules_as_fields, under_rules, with_rules
from referee.app.tables import table_at
from referee.ask.lookup import HEAVIER, entry_called, entry_title
from referee.ask.rulings import guidance_of
from referee.records import dataclass
from referee.rules.offences import KnownAnswers, Penalty, cells_of, span_text
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
    rulebook_under,
    ruling_in,
    span_on_button,
)
from referee.texts.rulings import (
    OutcomeRow,
    book_named,
    effects,
    heaviest_kind,
    idle_steps,
    kinds_of,
    outcome_text,
    rows_in_turn,
    ruleset_named,
    sentence_below,
    when_text,
)

if TYPE_CHECKING:
    from referee.app.lookup import FoundView
    from referee.desk import Desk
    from referee.rules.offences import Cell, Offence, Ruling
    from referee.texts.case import Fact
    from referee.texts.words import Book, Library, Speaker


EVENT = "event"
"""Names the event from which staff opened the look-up, and to which it leads back."""
_TILE_CHECK = "../tiles?check="
"""Where the tiles are checked that decide a question of fact, seen from a ruling: at a table those of the table."""


def facts_view(known: KnownAnswers, open_cases: tuple[OpenCase, ...]) -> FactsView | None:
    """Return the questions about an offence under one or more books, None where there is nothing to ask and to check.

    How often it was committed is asked last, and only where that makes it dearer and no question asks it in words.
    """
    here, facts = open_cases[0], facts_asked(known, open_cases)
    names = [fact.question.id for fact in facts]
    offered = [check for fact in facts for check in fact.question.checks]
    others = tuple([check for check in here.case.offence.checks if check not in offered])
    repeats = None if REPEATED in names else times_view(open_cases)
    questions = tuple([_question_view(fact, here.rulebook) for fact in facts])
    if repeats is not None:
        questions = (*questions, repeats)
    return FactsView(questions=questions, checks=_checks_of(others, here.rulebook)) if questions or others else None


def times_view(open_cases: tuple[OpenCase, ...]) -> QuestionView | None:
    """Return the question how often an offence was committed, None where that changes no ruling."""
    ladders = [ladder_for(each.case, each.rulebook) for each in open_cases if _can_rule(each)]
    steps = [len(ladder.steps) for ladder in ladders if ladder is not None]
    if not steps:
        return None
    last, times = 1 + max(steps), open_cases[0].case.times
    speaker = open_cases[0].rulebook.speaker
    buttons = [_times_button(each, last, min(times, last), speaker) for each in range(1, last + 1)]
    return QuestionView(name=ANSWER + TIMES, text=speaker.words["rulings.times"], look="times", buttons=tuple(buttons))


def _times_button(times: int, last: int, chosen: int, speaker: Speaker) -> AnswerButton:
    """Return one number of times; the last one stands for all above it."""
    text = span_text((times, MOST_TIMES if times == last else times), MOST_TIMES)
    return AnswerButton(value=str(times), text=span_on_button(text, speaker), chosen=times == chosen)


def _question_view(fact: Fact, rulebook: Rulebook) -> QuestionView:
    """Return one question with the tile checks that help to answer it."""
    buttons = [
        AnswerButton(value=sent, text=text, chosen=sent == fact.chosen, off=sent in fact.off)
        for sent, text in fact.answers
    ]
    return QuestionView(
        name=ANSWER + fact.question.id,
        text=rulebook.speaker.text(fact.question.texts),
        look="words" if fact.question.answers else "counts",
        buttons=tuple(buttons),
        carried=fact.carried,
        checks=_checks_of(fact.question.checks, rulebook),
    )


def _checks_of(checks: tuple[str, ...], rulebook: Rulebook) -> tuple[Link, ...]:
    """Return the ways to tile checks under the same rules."""
    rules = "&" + rules_named(rulebook)[1:]
    words = rulebook.speaker.words
    return tuple([Link(text=words["rulings.check_" + check], address=_TILE_CHECK + check + rules) for check in checks])


@dataclass(frozen=True, kw_only=True, slots=True)
class Pronouncement:
    """The penalties in few words, with the heaviest kind, then what the referee says aloud."""

    kind: str
    outcome: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OutcomeShown:
    """One row of the table of outcomes: when, in one or more ways where one question tells, what, and where from.

    ``is_off`` tells that the answers in force leave it out.
    """

    when: tuple[str, ...]
    kind: str
    text: str
    clause: str
    confidence: str
    is_off: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class OutcomeTable:
    """Every outcome that the answers leave open, equal ones in one row; of many, the ``rest`` is folded away."""

    title: str
    rows: tuple[OutcomeShown, ...]
    rest: tuple[OutcomeShown, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingInShort:
    """What a book says in short: its ruling with its source, or what it depends on, or neither if nothing can be.

    The ``note`` below it tells whose chombo it names.
    """

    title: str
    note: str = ""
    pronounced: Pronouncement | None = None
    cite: CiteView | None = None
    outcomes: OutcomeTable | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class VerdictView:
    """A ruling; where the referee decides, the book's own advice or what a ``guide`` says.

    ``is_open`` tells that the guide still asks, so that its questions come before what the book itself says.
    """

    pronounced: Pronouncement
    steps: tuple[str, ...]
    cite: CiteView
    guidance: str
    guide: RulingInShort | None
    is_open: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingView:
    """What an offence costs: the ``verdict`` or the open ``outcomes``, neither for answers that cannot come together.

    ``sides`` are both books' answers once another one is chosen, ``_every_outcome`` is the table below a ruling.
    """

    rules: str
    title: str
    verdict: VerdictView | None
    outcomes: OutcomeTable | None
    facts: FactsView | None
    books: tuple[Choice, ...]
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
    entry = entry_called(form.one("offence"), rulebook)
    if entry is None:
        return RulingAnswer()
    if entry.offence is not None:
        return RulingAnswer(ruling=_ruling_view(form, entry.offence, rulebook))
    return RulingAnswer(procedure=None if entry.procedure is None else procedure_view(form, entry.procedure, rulebook))


def _ruling_view(form: Form, offence: Offence, rulebook: Rulebook) -> RulingView:
    """Return what an offence costs under a book, as far as the answers of a form decide."""
    known = answers_asked(form, offence)
    here = OpenCase(case=case_with(known, offence, rulebook, times_asked(form)), rulebook=rulebook)
    idle = idle_at_table(form)
    there = _open_case_in_other_book(form, offence, here)
    heard = tuple([each for each in (here, there, guide_of(here)) if each is not None])
    return RulingView(
        rules=book_named(rulebook),
        title=rulebook.speaker.text(offence.titles),
        verdict=_verdict_view(here, idle) if _can_rule(here) else None,
        outcomes=_open_outcomes(here, known),
        facts=facts_view(known, heard),
        books=_books_beside(here, there),
        sides=() if there is None else (_side_of(here), _side_of(there)),
        every_outcome=_every_outcome(here),
    )


def _open_case_in_other_book(form: Form, offence: Offence, here: OpenCase) -> OpenCase | None:
    """Return the same answers under the other book, None where no other one is asked for."""
    other = other_rulebook_asked(form, offence, here.rulebook)
    if other is None:
        return None
    return OpenCase(case=case_with(here.case.given, offence, other, here.case.times), rulebook=other)


def _can_rule(open_case: OpenCase) -> bool:
    """Return whether the answers decide the ruling; those that cannot come together decide nothing."""
    return bool(open_case.case.cells) and open_case.is_decided


def ruling_decided(open_case: OpenCase) -> Ruling:
    """Return the ruling that the answers decide."""
    return ruling_in(open_case.case, open_case.rulebook)


def _verdict_view(here: OpenCase, idle: tuple[str, ...]) -> VerdictView:
    """Return the ruling that the answers decide, with what is to be done at the table step by step.

    That the head referee is called can wait until the guide has no more questions.
    """
    ruling, rulebook = ruling_decided(here), here.rulebook
    guide, guidance = guide_of(here), ruling.guidance
    has_steps = guide is None or guide.is_decided or ruling.steps != ()
    pronounced = _pronouncement(ruling, here)
    if guide is not None:  # whose title says already that the book is silent
        pronounced = replace(pronounced, text=rulebook.speaker.text(ruling.says) if ruling.says else "")
    return VerdictView(
        pronounced=pronounced,
        steps=effects(ruling, here.case, rulebook.rules, rulebook.speaker, idle) if has_steps else (),
        cite=cite_view(ruling.cite, rulebook.speaker),
        guidance=rulebook.speaker.text(guidance) if guidance and guide is None else "",
        guide=None if guide is None else _guide_view(guide, here),
        is_open=guide is not None and not guide.is_decided,
    )


def _pronouncement(ruling: Ruling, open_case: OpenCase) -> Pronouncement:
    counted, rulebook = open_case.case.counted(), open_case.rulebook
    return Pronouncement(
        kind=heaviest_kind(ruling),
        outcome=outcome_text(ruling, counted, rulebook, in_full=True),
        text=sentence_below(ruling, counted, rulebook.prices, rulebook.speaker),
    )


def guide_of(here: OpenCase) -> OpenCase | None:
    """Return the book that guides the referee where his own decides nothing, None where none is needed."""
    if not _can_rule(here):
        return None
    guide = guidance_of(ruling_decided(here), here.case, here.rulebook)
    return None if guide is None else OpenCase(case=guide[0], rulebook=guide[1])


def _guide_view(guide: OpenCase, here: OpenCase) -> RulingInShort:
    """Return what a base or the last resort says; whose chombo it names is said where the two pay otherwise."""
    own, there = here.rulebook, guide.rulebook
    silent = outcome_text(ruling_decided(here), {}, own)
    cite = ruling_decided(guide).cite if guide.is_decided else first_cite(guide.case, there)
    said = nearest_said(silent, cite, there, own)
    note = own.speaker.words["rulings.own_chombo"] if has_own_chombo(guide) else ""
    return replace(_ruling_in_short(guide, said), note=note)


def has_own_chombo(guide: OpenCase) -> bool:
    """Return whether a guide leads to a chombo that its own book pays otherwise."""
    kinds = (
        (heaviest_kind(ruling_decided(guide)),) if guide.is_decided else kinds_of(guide.case.offence, guide.rulebook)
    )
    return Penalty.CHOMBO in kinds and prices_chombo_itself(guide.rulebook)


def _ruling_in_short(open_case: OpenCase, title: str) -> RulingInShort:
    if not open_case.is_decided:
        return RulingInShort(title=title, outcomes=_folded(_outcome_table(open_case, "rulings.outcomes")))
    ruling = ruling_decided(open_case)
    return RulingInShort(
        title=title,
        pronounced=_pronouncement(ruling, open_case),
        cite=cite_view(ruling.cite, open_case.rulebook.speaker),
    )


def _side_of(open_case: OpenCase) -> RulingInShort:
    """Return one book's answer to the facts under its title."""
    title = book_named(open_case.rulebook)
    return _ruling_in_short(open_case, title) if open_case.case.cells else RulingInShort(title=title)


def _open_outcomes(here: OpenCase, known: KnownAnswers) -> OutcomeTable | None:
    """Return everything that the answers given leave open, None where they decide or cannot come together."""
    if not here.case.cells or here.is_decided:
        return None
    title = "rulings.still" if any(known) else "rulings.outcomes"
    return _folded(_outcome_table(_open_case_with(known, here), title, here.case.cells))


def _every_outcome(here: OpenCase) -> OutcomeTable | None:
    """Return the whole table again for a ruling that the answers decided."""
    nothing: KnownAnswers = tuple([None for _ in here.case.given])
    whole = _open_case_with(nothing, here)
    if whole.is_decided or not here.is_decided:
        return None
    return _outcome_table(whole, "rulings.outcomes", here.case.cells)


def _outcome_table(open_case: OpenCase, title: str, in_force: tuple[Cell, ...] = ()) -> OutcomeTable:
    """Return every outcome that the answers leave open; ``title`` is the key of its title.

    ``in_force`` are the combinations of answers that fit those given and the defaults; without any all do.
    """
    rulebook = open_case.rulebook
    rows = rows_in_turn(open_case.case, rulebook)
    shown = silent_once(rows) if any(row.ruling.covered for row in rows) else rows
    lines = [_outcome_line(row, open_case, in_force or row.cells) for row in shown]
    if len(shown) < len(rows):
        lines[-1] = replace(lines[-1], when=(rulebook.speaker.words["rulings.otherwise"],))
    return OutcomeTable(title=rulebook.speaker.words[title], rows=tuple(lines))


def _folded(table: OutcomeTable) -> OutcomeTable:
    """Return a table of many rows with those folded away that the answers leave out, or that are rare and no heaviest.

    The books name first what happens most. One or two rows take hardly more room than the line that unfolds them.
    """
    shown = table.rows if len(table.rows) <= 3 else [row for row in table.rows if not row.is_off]
    heavy = [HEAVIER.index(row.kind) for row in shown]
    usual = [row for at, row in enumerate(shown) if at < 2 or heavy[at] == max(heavy)]
    if len(shown) - len(usual) > 2:
        shown = usual
    return replace(table, rows=tuple(shown), rest=tuple([row for row in table.rows if row not in shown]))


def _outcome_line(row: OutcomeRow, open_case: OpenCase, in_force: tuple[Cell, ...]) -> OutcomeShown:
    rulebook = open_case.rulebook
    when, told = when_text(row.when, rulebook.speaker), row_told(row, open_case.case.offence, rulebook)
    return OutcomeShown(
        when=tuple(when.split(rulebook.speaker.words["rulings.or"])) if len(row.when) == 1 else (when,),
        kind=heaviest_kind(row.ruling),
        text=outcome_text(row.ruling, {}, rulebook, in_full=True) if row.ruling.covered else told.text,
        clause="" if told.is_guided else row.ruling.cite.clause,
        confidence=row.ruling.cite.confidence if row.ruling.covered else "",
        is_off=not any(cell in in_force for cell in row.cells),
    )


def _books_beside(here: OpenCase, there: OpenCase | None) -> tuple[Choice, ...]:
    speaker, chosen = here.rulebook.speaker, "" if there is None else there.rulebook.book.id
    entries = [
        Choice(value=book.id, text=ruleset_named(book.titles, book.edition, speaker), chosen=book.id == chosen)
        for book in other_books(here.case.offence, here.rulebook)
    ]
    return tuple(entries)


def _open_case_with(given: KnownAnswers, here: OpenCase) -> OpenCase:
    """Return the offence under the same book with these answers and no defaults."""
    cells = cells_of(here.outcome_table, given)
    return OpenCase(case=Case(offence=here.case.offence, given=given, cells=cells), rulebook=here.rulebook)


@dataclass(frozen=True, kw_only=True, slots=True)
class LookUpContext:
    """Where rulings are looked up: under these rules, at the table with this token or, without one, anywhere.

    ``back`` is where it was opened from, with what to call it.
    """

    rulebook: Rulebook
    fields: dict[str, str]
    token: str | None
    back: tuple[str, str]

    @property
    def look_up(self) -> str:
        """Return the address of the look-up."""
        if self.token is None:
            return f"{url_for('rulings.show')}?{query_of(self.fields.items())}"
        return url_for("rulings.at_table", token=self.token)

    @property
    def folder(self) -> str:
        """Return the address of an entry, with * for its name."""
        return self.look_up.replace("/rulings", "/rulings/*", 1)


@dataclass(frozen=True, kw_only=True, slots=True)
class LookUpPage:
    """The search box and what it finds; ``asks`` is where that alone is asked for."""

    context: LookUpContext
    rules: str
    query: str
    found: FoundView
    rulesets: tuple[Choice, ...]
    options: tuple[OptionField, ...]
    asks: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OffencePage:
    """An offence or a procedure under one ruleset; ``apply`` is where a ruling is applied, None without a table.

    ``anchor`` leads back to its kind.
    """

    context: LookUpContext
    title: str
    anchor: str
    ruling: RulingNamed
    apply: str | None


def _look_up_page(asked: Asked, context: LookUpContext) -> LookUpPage:
    rulebook, query = context.rulebook, asked.form.one("query")
    return LookUpPage(
        context=context,
        rules=book_named(rulebook),
        query=query,
        found=looked_up(query, rulebook, context.folder),
        rulesets=() if context.token else rulesets_offered(asked, rulebook.book),
        options=()
        if context.token
        else tuple(option_field(asked, asked.form, rulebook.book, each) for each in rulebook.book.options),
        asks=url_for("rulings.found_at_table", token=context.token) if context.token else url_for("rulings.found"),
    )


def _page_address(context: LookUpContext, query: str) -> str:
    asked = query_of([("query", query)]) if query else ""
    return context.look_up + (("&" if "?" in context.look_up else "?") + asked if asked else "")


def show(asked: Asked, _desk: Desk) -> Answer:
    """Show the search box and the kinds of offences under any ruleset."""
    return under_rules(asked, "rulings.title", lambda: _look_up(asked, _context_anywhere(asked)))


def at_table(asked: Asked, desk: Desk, token: str) -> Answer:
    """Show the same under the rules of a table."""
    return _look_up(asked, _context_at_table(asked, desk, token))


def offence(asked: Asked, _desk: Desk, offence: str) -> Answer:
    """Show what an offence costs under any ruleset, as far as the answers decide."""
    answered = _offence_answer(asked, _context_anywhere(asked), offence)
    return under_rules(asked, "rulings.title", lambda: answered)


def offence_at_table(asked: Asked, desk: Desk, token: str, offence: str) -> Answer:
    """Show the same under the rules of a table, where it can be applied."""
    return _offence_answer(asked, _context_at_table(asked, desk, token), offence)


def answer(asked: Asked, _desk: Desk) -> Answer:
    """Return only the answer to a form, which names its ruleset and offence."""
    view = ruling_answer(asked.form, asked.library, asked.speaker.lang)
    return Answer(body=Fragment(name="ruling", view=view))


def _look_up(asked: Asked, context: LookUpContext) -> Answer:
    return page_of("rulings/look_up.html", page=_look_up_page(asked, context))


def found(asked: Asked, _desk: Desk) -> Answer:
    """Return only what a query finds, and the address under which the whole page shows it again."""
    context = _context_anywhere(asked)
    return keeping_rules(asked, _found_at(asked, context))


def found_at_table(asked: Asked, desk: Desk, token: str) -> Answer:
    """Return the same under the rules of a table."""
    return _found_at(asked, _context_at_table(asked, desk, token))


def _found_at(asked: Asked, context: LookUpContext) -> Answer:
    """Return what a query finds at a place, and the address of the page that shows it."""
    query = asked.form.one("query")
    view = looked_up(query, context.rulebook, context.folder)
    shown = Answer(body=Fragment(name="found", view=view))
    return shown.with_headers(("HX-Replace-Url", _page_address(context, query)))


def _offence_answer(asked: Asked, context: LookUpContext, wanted: str) -> Answer:
    """Return the page of an offence, or answer that there is no such page."""
    pairs = [(name, value) for name, value in asked.form.pairs if not _is_in_address(name)]
    form = Form(pairs=(*pairs, *context.fields.items(), ("offence", wanted)))
    rulebook = context.rulebook
    entry = entry_called(wanted, rulebook)
    if entry is None:
        raise HttpError(NOT_FOUND, asked.say("rulings.no_offence"))
    can_apply = context.token is not None and entry.offence is not None
    page = OffencePage(
        context=context,
        title=entry_title(entry, rulebook),
        anchor="#" + entry.category,
        ruling=RulingNamed(offence=wanted, answer=ruling_answer(form, rulebook.library, rulebook.speaker.lang)),
        apply=url_for("apply.show", token=context.token) if can_apply else None,
    )
    return page_of("rulings/offence.html", page=page)


def _is_in_address(name: str) -> bool:
    """Say whether a field tells what the address of a page decides: the rules, the offence, the table and the event."""
    return name in ("ruleset", "offence", IDLE, EVENT) or name.startswith(OPTION)


def _context_anywhere(asked: Asked) -> LookUpContext:
    """Return where rulings are looked up without a table: under the rules named, else those of the last time."""
    form = with_rules(asked)
    return _context_under(asked, book_asked(asked, form), form.options(), None)


def _context_at_table(asked: Asked, desk: Desk, token: str) -> LookUpContext:
    """Return where the rulings of a table are looked up."""
    view = table_at(asked, desk, token).view
    book = asked.library.book(view.book)
    if book is None:
        raise HttpError(NOT_FOUND, asked.say("rulings.no_ruleset"))
    idle = idle_steps(has_sticks=view.kyoutaku > view.table.kyoutaku, has_signal=view.hands_left is not None)
    context = _context_under(asked, book, view.options, token)
    return replace(context, fields=context.fields | {IDLE: " ".join(idle)})


def _context_under(asked: Asked, book: Book, options: dict[str, str], token: str | None) -> LookUpContext:
    """Return the look-up under a book with these options, defaults for the others."""
    rulebook = rulebook_under(book, options, asked.library, asked.speaker.lang)
    fields, event = rules_as_fields(book, options), asked.form.one(EVENT)
    back = (url_for("games.home"), asked.say("page.home.title"))
    if token is not None:
        back = (url_for("table.show", token=token), asked.say("page.back"))
    elif event:
        fields[EVENT] = event
        back = (f"/e/{event}/round", asked.say("page.home.of_event"))
    return LookUpContext(rulebook=rulebook, fields=fields, token=token, back=back)
