"""An offence under a rulebook: what is known of it, and the questions that can still change its ruling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.rules.choices import ChomboForm
from referee.rules.offences import (
    Cell,
    KnownAnswers,
    cells_of,
    counts,
    default_of,
    is_due,
    is_exact,
    joint_ruling,
    leading,
    open_questions,
    ranges_of,
    span_text,
    with_defaults,
)
from referee.texts.reader import read_number
from referee.texts.words import Speaker, variant_wanted

if TYPE_CHECKING:
    from referee.rules.offences import Ladder, Offence, OffenceQuestion, OutcomeTable, Ruling, Span
    from referee.rules.ruleset import Ruleset
    from referee.texts.words import Book, Library


_LAST_RESORTS = ("ema-2016", "wrc-2025")
"""Whose rules guide the referee, in this order, where neither a rulebook nor its bases say anything."""

TIMES = "times"
"""What says how often an offence was committed, this time included; ``REPEATED`` asks it without a number."""
REPEATED = "repeated"
MOST_TIMES = 9


@dataclass(frozen=True, kw_only=True, slots=True)
class Rulebook:
    """A book with its options chosen, and the language in which it is read aloud.

    ``asked_by`` is the ruleset of the table where this book only guides: a chombo is paid as it says.
    """

    library: Library
    book: Book
    variant: str
    speaker: Speaker
    asked_by: Ruleset | None = None

    @property
    def prices(self) -> Ruleset:
        """Return the ruleset that says what a chombo costs."""
        return self.rules if self.asked_by is None else self.asked_by

    @property
    def rules(self) -> Ruleset:
        """Return the values of the book under its options."""
        return self.book.variants[self.variant]

    def outcome_table(self, offence: Offence) -> OutcomeTable:
        """Return what the rulebook says about an offence."""
        return self.book.penalties.outcome_tables[self.variant][offence.id]

    def offences(self) -> tuple[Offence, ...]:
        """Return the offences of the catalogue and of this book."""
        return (*self.library.offences, *self.book.penalties.own)


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """An offence with the answers given, defaults filled in, and the cells that still fit.

    ``times`` counts how often it was committed, this time included.
    """

    offence: Offence
    given: KnownAnswers
    cells: tuple[Cell, ...]
    times: int = 1

    @property
    def ended(self) -> str:
        """Return how the hand had ended when this was ruled on, empty where it had not or may not have."""
        for ending in self.offence.ended:
            answers = self.offence.ended[ending]
            if not answers or any(answer in answers for answer in self.answered()):
                return ending
        return ""

    def answered(self) -> tuple[str, ...]:
        """Return the answers in words, the first where several are still open."""
        pairs = zip(self.offence.questions, self.given, strict=True)
        return tuple(
            question.answers[value[0]].id for question, value in pairs if value is not None and question.answers
        )

    def counted(self) -> dict[str, int]:
        """Return the exact answers to count questions."""
        pairs = zip(self.offence.questions, self.given, strict=True)
        return {
            question.id: value[0]
            for question, value in pairs
            if value is not None and is_exact(value) and not question.answers
        }


def guides(rulebook: Rulebook) -> tuple[Rulebook, ...]:
    """Return the bases of a book from the nearest on, then the last resorts, each with its default options."""
    names: list[str] = [rulebook.book.id]
    book: Book | None = rulebook.book
    while book is not None and book.extends:
        names.append(book.extends)
        book = rulebook.library.book(book.extends)
    names += _LAST_RESORTS
    books = [rulebook.library.book(name) for i, name in enumerate(names) if name not in names[:i]]
    return tuple(
        Rulebook(
            library=rulebook.library,
            book=found,
            variant=variant_wanted(found, {}),
            speaker=rulebook.speaker,
            asked_by=None if rulebook.rules.chombo.form == ChomboForm.NONE else rulebook.rules,
        )
        for found in books[1:]
        if found is not None
    )


def rulebook_under(book: Book, options: dict[str, str], library: Library, lang: str) -> Rulebook:
    """Return a book with these options, defaults where they name no choice of the book."""
    speaker = Speaker(lang=lang, words=library.sentences[lang])
    return Rulebook(library=library, book=book, variant=variant_wanted(book, options), speaker=speaker)


def answer_span(text: str, question: OffenceQuestion) -> Span | None:
    """Return the answer that a text gives to a question, None if it is none."""
    if question.answers:
        return question.named(text)
    low, high = _read_range(text, question)
    if isinstance(low, int) and isinstance(high, int) and question.low <= low <= high <= question.high:
        return (low, high)
    return None


def _read_range(text: str, question: OffenceQuestion) -> tuple[int | str, int | str]:
    """Return the bounds of a range as it is written; what is no number stays a text."""
    if text.endswith("+"):
        return (read_number(text.partition("+")[0]), question.high)
    low, dash, high = text.partition("-")
    return (read_number(low), read_number(high if dash else low))


def case_with(known: KnownAnswers, offence: Offence, rulebook: Rulebook, times: int = 0) -> Case:
    """Return the offence with these answers, defaults filled in; without cells if they cannot come together.

    ``times`` is 0 where nothing is said about it; what is only said to be repeated happened for the second time.
    """
    number = times or (2 if _repeated_answer(known, offence) == "yes" else 0)
    given = with_defaults(_with_repeats(known, number, offence), offence)
    return Case(offence=offence, given=given, cells=cells_of(rulebook.outcome_table(offence), given), times=number or 1)


def _repeated_answer(known: KnownAnswers, offence: Offence) -> str:
    """Return whether the answers say that the offence is repeated, empty where they do not say."""
    pairs = zip(offence.questions, known, strict=True)
    answers = [
        question.answers[value[0]].id for question, value in pairs if question.id == REPEATED and value is not None
    ]
    return answers[0] if answers else ""


def _with_repeats(known: KnownAnswers, times: int, offence: Offence) -> KnownAnswers:
    """Return the answers with whether the offence is repeated, as far as that is known."""
    answer = "yes" if times > 1 else "no"
    return tuple(
        question.named(answer) if question.id == REPEATED and value is None and times else value
        for question, value in zip(offence.questions, known, strict=True)
    )


def contradicts(times: int, known: KnownAnswers, offence: Offence) -> bool:
    """Return whether a number of times and the answer whether the offence is repeated cannot both be."""
    return bool(times) and _repeated_answer(known, offence) == ("no" if times > 1 else "yes")


def ruling_in(case: Case, rulebook: Rulebook) -> Ruling:
    """Return the ruling that the answers decide; that of a repeated offence rises by the book's ladder."""
    ladder = None if case.times == 1 else ladder_for(case, rulebook)
    return joint_ruling(case.cells, rulebook.book.penalties) if ladder is None else ladder.step(case.times)


def ladder_for(case: Case, rulebook: Rulebook) -> Ladder | None:
    """Return the book's ladder that a case is on, None where its price does not rise."""
    ladder = rulebook.book.penalties.ladder(case.offence.id)
    if ladder is None or not _falls_under(case, ladder):
        return None
    pairs = zip(case.offence.questions, case.given, strict=True)
    first = tuple(question.named("no") if question.id == REPEATED else value for question, value in pairs)
    rulings = [
        rulebook.book.penalties.rulings[cell.ruling] for cell in cells_of(rulebook.outcome_table(case.offence), first)
    ]
    raises = [[each.kind for each in ruling.consequences] == [ladder.raises] for ruling in rulings]
    return ladder if all(raises) else None


def _falls_under(case: Case, ladder: Ladder) -> bool:
    pairs = zip(case.offence.questions, case.given, strict=True)
    return all(
        value is not None and any(low <= value[0] <= value[1] <= high for low, high in ladder.when[question.id])
        for question, value in pairs
        if question.id in ladder.when
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenCase:
    """An offence under one book, with the answers known so far."""

    case: Case
    rulebook: Rulebook

    @property
    def outcome_table(self) -> OutcomeTable:
        """Return what the book says about the offence."""
        return self.rulebook.outcome_table(self.case.offence)

    @property
    def is_decided(self) -> bool:
        """Return whether no question is left that could change the ruling."""
        case = self.case
        return not open_questions(case.cells, case.given, case.offence, self.rulebook.book.penalties)

    def with_answer(self, question: int, value: Span | None) -> tuple[Cell, ...]:
        """Return the cells that fit all answers, where this question has another or none."""
        return cells_of(self.outcome_table, _answered(self.case.given, question, value))

    def without(self, question: int) -> tuple[Cell, ...]:
        """Return the cells that fit all answers but the one to this question."""
        return self.with_answer(question, None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """One question with the answers that are offered: what is sent, what is read, and which is chosen.

    ``carried`` is an answer that is wider than any of those offered, ``off`` are answers that the others rule out.
    """

    question: OffenceQuestion
    answers: tuple[tuple[str, str], ...]
    chosen: str
    carried: str
    off: tuple[str, ...]


def _answered(given: KnownAnswers, question: int, value: Span | None) -> KnownAnswers:
    """Return the answers with another one to a question, or with none to it."""
    return (*given[:question], value, *given[question + 1 :])


def facts_asked(known: KnownAnswers, cases: tuple[OpenCase, ...]) -> tuple[Fact, ...]:
    """Return the questions that matter under any of the books, or were answered, the first book's answers first."""
    offence = cases[0].case.offence
    places = [i for i in range(len(offence.questions)) if _is_asked(i, known, cases)]
    facts = [_fact_asked(i, cases) for i in places]
    return tuple(fact for fact in facts if fact.question.answers or len(fact.answers) > 1)


def _is_asked(question: int, known: KnownAnswers, cases: tuple[OpenCase, ...]) -> bool:
    """Return whether a question was answered otherwise than by its default, or can change a ruling."""
    value, default = known[question], default_of(cases[0].case.offence.questions[question])
    answered = value is not None and value != default
    due = is_due(question, known, cases[0].case.offence)
    return due and (answered or any(_can_change(question, open_case) for open_case in cases))


def _can_change(question: int, open_case: OpenCase) -> bool:
    """Return whether the ruling can depend on a question, all other answers as they are."""
    case, book = open_case.case, open_case.rulebook.book.penalties
    given = _answered(case.given, question, None)
    return question in open_questions(open_case.without(question), given, case.offence, book)


def _fact_asked(question: int, cases: tuple[OpenCase, ...]) -> Fact:
    asked = cases[0].case.offence.questions[question]
    value = cases[0].case.given[question]
    speaker = cases[0].rulebook.speaker
    spans = _words_known(question, cases) if asked.answers else _ranges_together(question, cases)
    answers = [(span, *_answer_sentence(span, asked, speaker)) for span in spans]
    chosen = [sent for (low, high), sent, _ in answers if value is not None and low <= value[0] <= value[1] <= high]
    return Fact(
        question=asked,
        answers=tuple((sent, text) for _, sent, text in answers),
        chosen=chosen[0] if chosen else "",
        carried="" if chosen or value is None or asked.answers else _answer_sentence(value, asked, speaker)[0],
        off=tuple(sent for span, sent, _ in answers if not any(each.with_answer(question, span) for each in cases)),
    )


def _answer_sentence(span: Span, question: OffenceQuestion, speaker: Speaker) -> tuple[str, str]:
    """Return an answer as it is sent and as it is read on a button."""
    if question.answers:
        answer = question.answers[span[0]]
        return (answer.id, speaker.text(answer.titles))
    text = span_text(span, question.high)
    return (text, span_on_button(text, speaker, speaker.text(question.units) if question.units else ""))


def span_on_button(text: str, speaker: Speaker, unit: str = "") -> str:
    """Return a count or a range of counts as it is read on a button, with what is counted where a unit parts it."""
    number, more, _ = text.partition("+")
    counter = unit.partition("{count}")[2].partition("{more}")[0] if "{more}" in unit else ""
    return number.replace("-", speaker.words["rulings.to"]) + counter + (speaker.words["rulings.up"] if more else "")


def _words_known(question: int, cases: tuple[OpenCase, ...]) -> tuple[Span, ...]:
    """Return the answers in words that a table under any of the books knows."""
    asked, books = cases[0].case.offence.questions[question], [each.rulebook.rules for each in cases]
    places = range(len(asked.answers))
    return tuple((place, place) for place in places if any(asked.is_known(place, each.draws.aborts) for each in books))


def _ranges_together(question: int, cases: tuple[OpenCase, ...]) -> tuple[Span, ...]:
    """Return the ranges of a count between which the ruling changes under any of the books."""
    ranges = [span for open_case in cases for span in _ranges_in(question, open_case)]
    edges = sorted({edge for low, high in ranges for edge in (low, high + 1)})
    spans = [(edges[i], edges[i + 1] - 1) for i in range(len(edges) - 1)]
    return tuple((low, high) for low, high in spans if any(first <= low and high <= last for first, last in ranges))


def _ranges_in(question: int, open_case: OpenCase) -> tuple[Span, ...]:
    """Return the ranges of a count under one book; where each one counts, every number stands alone."""
    book = open_case.rulebook.book.penalties
    cells = leading(open_case.without(question), book)
    inquiry = open_case.case.offence.questions[question]
    found: list[Span] = []
    for low, high in ranges_of(question, cells, open_case.outcome_table):
        here = [
            cell.ruling
            for cell in cells
            if low <= open_case.outcome_table.spans[question][cell.key[question]][0] <= high
        ]
        if any(counts(inquiry, ruling, book) for ruling in here):
            found += [(count, count) for count in range(low, high + 1)]
        else:
            found.append((low, high))
    return tuple(found)
