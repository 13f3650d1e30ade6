"""Offences and procedures found by words, and the answer to a procedure with its gist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.explain.rulebook import Sentence, points_of, sentence_of
from referee.records import dataclass
from referee.rules.offences import KnownAnswers, Offence, Penalty, cells_of
from referee.texts.case import Case, Rulebook, guides
from referee.texts.rulings import PENALTIES, OutcomeRow, kinds_of, outcome_text, rows_of, when_text
from referee.texts.search import LONGEST_QUERY, fold, ranked
from referee.texts.words import filled

if TYPE_CHECKING:
    from referee.rules.offences import Ask, BookText, Named, Only, Procedure
    from referee.rules.ruleset import Cite, Ruleset


_NO_VALUE = "none"


@dataclass(frozen=True, kw_only=True, slots=True)
class ProcedureAnswer:
    """What a ruleset answers: ``lines`` with their sources; without any the ruleset does not cover it.

    ``steps`` are done at the table, ``rulings`` name the offences that are judged by themselves.
    """

    lines: tuple[Sentence, ...]
    steps: tuple[str, ...]
    rulings: tuple[Named, ...]

    @property
    def covered(self) -> bool:
        """Return whether the ruleset says anything."""
        return bool(self.lines)

    @property
    def cites(self) -> tuple[Cite, ...]:
        """Return the sources, the least certain first, each once; the first one's confidence is that of the answer."""
        cites = [cite for line in self.lines for cite in line.cites]
        clauses = [cite.clause for cite in cites]
        once = [cite for place, cite in enumerate(cites) if cite.clause not in clauses[:place]]
        sure = ("interpretation", "secondary", "text")
        return tuple([cite for level in sure for cite in once if cite.confidence == level])

    @property
    def values(self) -> tuple[str, ...]:
        """Return the values that the sentences are made from."""
        return tuple([line.rule for line in self.lines if line.rule])


def procedures_in(rulebook: Rulebook) -> tuple[Procedure, ...]:
    """Return the procedures in the language of the rulebook."""
    return rulebook.library.procedures[rulebook.speaker.lang]


def procedure_answered(procedure: Procedure, given: dict[str, str], rulebook: Rulebook) -> ProcedureAnswer:
    """Return what a ruleset answers, as far as the answers given decide, and the usual ones in place of others."""
    given = {**{ask.id: ask.usual for ask in procedure.asks if ask.usual}, **given}
    text = rulebook.book.procedures.get(procedure.id)
    steps = [step.text for step in procedure.steps if holds_under(step.only, given, rulebook.rules)]
    if text is not None:
        steps += [rulebook.speaker.text(step) for step in text.steps]
    return ProcedureAnswer(
        lines=_lines_from_values(procedure, given, rulebook) if procedure.values else _lines_from_text(text, rulebook),
        steps=tuple(steps),
        rulings=tuple([named for named in procedure.rulings if holds_under(named.only, given, rulebook.rules)]),
    )


def _lines_from_values(procedure: Procedure, given: dict[str, str], rulebook: Rulebook) -> tuple[Sentence, ...]:
    """Return the sentences that the values of a ruleset make, in the order in which the procedure names them."""
    untold = [each.value for each in procedure.when if not holds_under(each.only, given, rulebook.rules)]
    values = [value for value in procedure.values if value not in untold]
    chapters = [value.split(".")[0] for value in values]
    once = [chapter for place, chapter in enumerate(chapters) if chapter not in chapters[:place]]
    points = [point for chapter in once for point in points_of(chapter, rulebook.rules)]
    ordered = [point for value in values for point in points if point.rules[0] == value]
    return tuple(sentence_of(point, rulebook.rules, rulebook.speaker) for point in ordered)


def _lines_from_text(text: BookText | None, rulebook: Rulebook) -> tuple[Sentence, ...]:
    """Return the sentence of a book's text, nothing where there is none."""
    return () if text is None else (Sentence(rule="", text=rulebook.speaker.text(text.texts), cites=(text.cite,)),)


def procedure_sentences(procedure: Procedure, answer: ProcedureAnswer, rulebook: Rulebook) -> tuple[str, ...]:
    """Return an answer as a referee reads it aloud, one rule after the other."""
    if not answer.covered:
        return (rulebook.speaker.words["procedure." + rulebook.book.silence],)
    general = [procedure.says] if procedure.says else []
    return (*general, *[line.text for line in answer.lines])


def procedure_text(procedure: Procedure, answer: ProcedureAnswer, rulebook: Rulebook) -> str:
    """Return an answer as one text."""
    return rulebook.speaker.words["language.gap"].join(procedure_sentences(procedure, answer, rulebook))


def guidance_elsewhere(
    procedure: Procedure, answer: ProcedureAnswer, rulebook: Rulebook
) -> tuple[Rulebook, ProcedureAnswer] | None:
    """Return what the first book says that speaks where this one does not."""
    if answer.covered:
        return None
    for guide in guides(rulebook):
        there = procedure_answered(procedure, {}, guide)
        if there.covered:
            return (guide, there)
    return None


def asked_now(procedure: Procedure, given: dict[str, str], rules: Ruleset) -> tuple[Ask, ...]:
    """Return the questions that can be asked after the answers given."""
    return tuple([ask for ask in procedure.asks if _is_after(ask, given) and holds_under(ask.only, given, rules)])


def _is_after(ask: Ask, given: dict[str, str]) -> bool:
    """Return whether the answers are given that a question comes after."""
    return all(name in given for name, _ in ask.only if "." not in name)


def holds_under(only: Only, given: dict[str, str], rules: Ruleset) -> bool:
    """Return whether a condition holds; a question that was not answered may yet be answered so."""
    return all(_is_met(name, allowed, given, rules) for name, allowed in only)


def _is_met(name: str, allowed: tuple[str, ...], given: dict[str, str], rules: Ruleset) -> bool:
    """Return whether a value or an answer is among those allowed."""
    found = _value_names(name, rules) if "." in name else (given[name],) if name in given else allowed
    return any(each in allowed for each in found)


def _value_names(rule: str, rules: Ruleset) -> tuple[str, ...]:
    """Return what a value is called in a condition: a choice, yes or no, some or none, or the entries of a list."""
    chapter, _, key = rule.partition(".")
    value = getattr(getattr(rules, chapter), key)
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    if isinstance(value, int):
        return ("some" if value else _NO_VALUE,)
    if isinstance(value, tuple):
        return tuple([str(each) for each in value]) or (_NO_VALUE,)
    return (str(value),)


MOST_ROWS = 3
"""How many outcomes are told one by one."""
HEAVIER = (
    Penalty.NONE,
    Penalty.WARNING,
    Penalty.REFEREE,
    Penalty.FINE,
    Penalty.POINTS,
    Penalty.DEAD_HAND,
    Penalty.CHOMBO,
    Penalty.DISQUALIFICATION,
)
_BETWEEN = "\u00a0· "
"""What stands between two outcomes, at the end of a line rather than at its beginning."""


def offence_gist(offence: Offence, rulebook: Rulebook, answers: tuple[tuple[str, str], ...] = ()) -> str:
    """Return what an offence costs, as far as the answers decide: "Dead hand (none shown) · Chombo (1 or more shown)".

    Of many outcomes only the lightest and the heaviest are told.
    """
    rows = heaviest_first(offence, rulebook, answers)
    texts = [outcome_text(row.ruling, {}, rulebook) for row in rows]
    kinds = each_once(texts)
    if len(kinds) == 1:
        return kinds[0]
    if len(rows) > MOST_ROWS:
        return _plain(_range_text(rows, kinds, rulebook))
    return _plain(told_when(texts, [when_text(row.when, rulebook.speaker, "-") for row in rows], rulebook))


def _plain(text: str) -> str:
    """Return a text without what only tells a page where a line may end."""
    return text.replace("\u00a0", " ").replace("\u2060", "")


def heaviest_first(offence: Offence, rulebook: Rulebook, answers: tuple[tuple[str, str], ...]) -> list[OutcomeRow]:
    """Return the outcomes that answers leave open, those on which a book says nothing last."""
    return sorted(rows_of(case_so_far(offence, rulebook, answers), rulebook), key=_heaviness, reverse=True)


def each_once(texts: list[str]) -> list[str]:
    """Return texts without those that stand before."""
    return [each for place, each in enumerate(texts) if each not in texts[:place]]


def told_when(texts: list[str], whens: list[str], rulebook: Rulebook) -> str:
    """Return outcomes, each with when it comes."""
    form = rulebook.speaker.words["rulings.when_so"]
    pairs = zip(texts, whens, strict=True)
    return _BETWEEN.join(each_once([filled(form, (("ruling", text), ("when", when))) for text, when in pairs]))


def case_so_far(offence: Offence, rulebook: Rulebook, answers: tuple[tuple[str, str], ...]) -> Case:
    """Return an offence with these answers in words and no defaults."""
    given = _given_by(offence, answers)
    return Case(offence=offence, given=given, cells=cells_of(rulebook.outcome_table(offence), given))


def _range_text(rows: list[OutcomeRow], kinds: list[str], rulebook: Rulebook) -> str:
    """Return the lightest and the heaviest outcome that the book rules on; all where they are of one kind."""
    known = [row.ruling.consequences[-1].kind for row in rows if row.ruling.covered]
    first, last = known[-1], known[0]
    if first == last:
        return rulebook.speaker.words["rulings.or"].join(kinds)
    return rulebook.speaker.say("gist.range", (("first", f"penalty.{first}"), ("last", f"penalty.{last}")))


def _given_by(offence: Offence, answers: tuple[tuple[str, str], ...]) -> KnownAnswers:
    """Return answers in words as what a question takes; what they do not name is left out."""
    chosen = dict(answers)
    places = {question.id: [each.id for each in question.answers] for question in offence.questions}
    return tuple(
        (places[question.id].index(chosen[question.id]), places[question.id].index(chosen[question.id]))
        if chosen.get(question.id, "") in places[question.id]
        else None
        for question in offence.questions
    )


def _heaviness(row: OutcomeRow) -> int:
    """Return how heavy an outcome is, by its last penalty, which is its heaviest."""
    return HEAVIER.index(row.ruling.consequences[-1].kind) if row.ruling.covered else -1


def procedure_gist(procedure: Procedure, rulebook: Rulebook) -> str:
    """Return the first sentence of an answer."""
    answer = procedure_answered(procedure, {}, rulebook)
    return answer.lines[0].text if answer.covered else procedure_text(procedure, answer, rulebook)


COMMONEST = (
    "call_priority",
    "exposed_tiles",
    "wrong_tile_count",
    "mistaken_win",
    "empty_call",
    "false_set",
    "noten_riichi",
    "wrong_payment",
    "chombo_steps",
)
"""What a referee is asked most, shown before anything is typed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """An offence or a procedure."""

    offence: Offence | None
    procedure: Procedure | None

    @property
    def id(self) -> str:
        """Return the id, which no other offence or procedure has."""
        return self.offence.id if self.offence else self.procedure.id if self.procedure else ""

    @property
    def category(self) -> str:
        """Return the kind under which it is listed."""
        return self.offence.category if self.offence else self.procedure.category if self.procedure else ""


def entries_in(rulebook: Rulebook) -> tuple[Entry, ...]:
    """Return every offence and every procedure."""
    offences = [Entry(offence=offence, procedure=None) for offence in rulebook.offences()]
    return (*offences, *[Entry(offence=None, procedure=procedure) for procedure in procedures_in(rulebook)])


def entry_called(name: str, rulebook: Rulebook) -> Entry | None:
    """Return the offence or the procedure with this id, None if the book knows neither."""
    for entry in entries_in(rulebook):
        if entry.id == name:
            return entry
    return None


def entries_found(query: str, rulebook: Rulebook) -> tuple[Entry, ...]:
    """Return what a query may mean, best first; everything for an empty one."""
    return tuple([entry for _, entry in entries_fitting(query, rulebook)])


def entries_fitting(query: str, rulebook: Rulebook) -> tuple[tuple[int, Entry], ...]:
    """Return what a query may mean, best first, each behind the thousandths by which it fits.

    Of what fits alike that comes first whose title begins so. Behind what its words fit stand the offences that can
    lead to a penalty of that name.
    """
    every = entries_in(rulebook)
    if not fold(query[:LONGEST_QUERY]):
        return tuple([(0, entry) for entry in every])
    known = {entry.id: entry for entry in every}
    fitting = ranked(query, rulebook.library.lexicon, (rulebook.library.index, rulebook.book.index))
    found = _named_so_first([(fit, name) for fit, name in fitting if name in known], query, known, rulebook)
    names = [name for _, name in found]
    found += [(0, name) for name in _by_penalty(query, rulebook) if name not in names]
    return tuple([(fit, known[name]) for fit, name in found])


def _named_so_first(
    found: list[tuple[int, str]], query: str, known: dict[str, Entry], rulebook: Rulebook
) -> list[tuple[int, str]]:
    """Return hits in their order, before others that fit as well those whose title begins with the query."""
    best = [name for fit, name in found if fit == found[0][0]]
    if len(best) < 2:
        return found
    named = [name for name in best if fold(entry_title(known[name], rulebook)).startswith(fold(query))]
    return [*[each for each in found if each[1] in named], *[each for each in found if each[1] not in named]]


_OF_KIND, _OF_NAME = "\x1e", "\x1f"
"""What stands between names while they are folded: no mark, which would be folded too."""


def _by_penalty(query: str, rulebook: Rulebook) -> list[str]:
    """Return the offences that can lead to the penalty that a query names."""
    wanted = joined(fold(query[:LONGEST_QUERY]))
    kinds = [kind for kind, words in _penalty_words(rulebook).items() if wanted in [joined(word) for word in words]]
    if not kinds:
        return []
    return [each.id for each in rulebook.offences() if any(kind in kinds for kind in kinds_of(each, rulebook))]


def joined(words: str) -> str:
    """Return words without the spaces between them."""
    return words.replace(" ", "")


def _penalty_words(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """Return the folded names of each penalty in every language."""
    sentences = rulebook.library.sentences
    names = [";".join([sentences[lang][f"search.{kind}"] for lang in sentences]) for kind in PENALTIES]
    # Folded as one text, for to fold is hundreds of replacements, however short a text is.
    folded = fold(_OF_KIND.join(names).replace(";", _OF_NAME)).split(_OF_KIND)
    return {kind: tuple(words.split(_OF_NAME)) for kind, words in zip(PENALTIES, folded, strict=True)}


def entry_title(entry: Entry, rulebook: Rulebook) -> str:
    """Return what an entry is called."""
    if entry.offence is not None:
        return rulebook.speaker.text(entry.offence.titles)
    return entry.procedure.title if entry.procedure else ""


def entry_gist(entry: Entry, rulebook: Rulebook) -> str:
    """Return the answer in a few words."""
    if entry.offence is not None:
        return offence_gist(entry.offence, rulebook)
    return procedure_gist(entry.procedure, rulebook) if entry.procedure else ""
