"""Offences and what a book says about them, read from TOML: the shipped catalogue and those that a club adds."""

import re
import tomllib
from itertools import chain
from pathlib import Path

from referee.records import dataclass
from referee.rulebook.document import (
    Clause,
    Confidence,
    Document,
    Offences,
    OffenceSpec,
    Table,
    Texts,
    When,
    joined,
    names_at,
    refuse_others,
    table_at,
    text_at,
    texts_at,
)
from referee.rulebook.problems import Location, RulebookError, as_written, listed, nearest_name
from referee.rules.choices import Abort
from referee.rules.offences import CATEGORIES, Answer, Consequence, Offence, OffenceQuestion, Penalty, Ruling, Span
from referee.rules.ruleset import Cite
from referee.texts.search import fold

_CHECKS = ("waits", "furiten", "riichi_kan", "kuikae")
"""The questions about tiles that may help to decide."""

_OFFENCE_ID = re.compile(r"[a-z][a-z0-9_]*")
_MOST_QUESTIONS = 5
_HIGHEST_COUNT = 1000
_COUNT_KEYS = ("id", "text", "checks", "after", "min", "max", "unit")
_WORD_KEYS = ("id", "text", "checks", "after", "answers", "default", "earlier", "aborts", "unit")
_OFFENCE_TABLES = ("category", "title", "search", "checks", "ended", "impossible", "question")
_ENDINGS = ("draw", "abort", "win")
"""How a hand may have ended before an offence is ruled on."""
_SPAN = re.compile(r"(\d+)(?:-(\d+)|(\+))?")


def offences_at(content: Table, location: Location) -> Offences:
    """Return the offences of a file; none if it has no such table."""
    if "offence" not in content:
        return {}
    table, at = table_at(content, "offence", location)
    return {name: _offence_at(table, name, at) for name in table}


def _offence_at(offences: Table, name: str, location: Location) -> OffenceSpec:
    table, at = table_at(offences, name, location)
    if not _OFFENCE_ID.fullmatch(name):
        at.report("This name cannot be an id.", found=as_written(name), allowed="small letters a-z, digits and _")
    refuse_others(table, _OFFENCE_TABLES, at)
    titles = texts_at(table, "title", at)
    offence = Offence(
        id=name,
        category=name_out_of(table, "category", CATEGORIES, at),
        titles=titles,
        search=_folded_words(name, titles, names_at(table, "search", at) if "search" in table else ()),
        checks=_checks_at(table, at),
        ended=_ended_at(table, at),
        questions=_questions_at(table, at),
    )
    return OffenceSpec(offence=offence, impossible=_impossible_at(table, offence, at))


def _folded_words(name: str, titles: Texts, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return every word that finds an offence, folded, each once."""
    return tuple(dict.fromkeys(filter(None, map(fold, (name, *titles.values(), *words)))))


def _ended_at(table: Table, location: Location) -> dict[str, tuple[str, ...]]:
    """Return with which answers the hand is over, by how it ended; an empty list stands for all answers."""
    if "ended" not in table:
        return {}
    found, at = table_at(table, "ended", location)
    refuse_others(found, _ENDINGS, at)
    return {ending: names_at(found, ending, at) for ending in found}


def name_out_of(table: Table, key: str, allowed: tuple[str, ...], location: Location) -> str:
    """Return a name if it is among the allowed ones; else report it and return the first of them."""
    found = text_at(table, key, location)
    if not found or found in allowed:
        return found or allowed[0]
    report_name(found, allowed, location.inside(key))
    return allowed[0]


def report_name(found: str, allowed: tuple[str, ...], location: Location) -> None:
    """Report a name that is not among the allowed ones."""
    nearest = nearest_name(found, allowed)
    location.report("There is no such choice.", found=as_written(found), allowed=listed(allowed), nearest=nearest)


def _checks_at(table: Table, location: Location) -> tuple[str, ...]:
    """Return the questions about tiles that help with an offence or with one question about it."""
    names = names_at(table, "checks", location) if "checks" in table else ()
    for name in names:
        if name not in _CHECKS:
            report_name(name, _CHECKS, location.inside("checks"))
    return names


def _questions_at(table: Table, location: Location) -> tuple[OffenceQuestion, ...]:
    found, at = table.get("question", []), location.inside("question")
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        at.report("Wrong type.", found=as_written(found), allowed="a list of tables")
        return ()
    if len(found) > _MOST_QUESTIONS:
        at.report("An offence has too many questions.", found=str(len(found)), allowed=f"up to {_MOST_QUESTIONS}")
    questions = tuple(_question_at(each, at.inside(str(i + 1))) for i, each in enumerate(found))
    if len({question.id for question in questions}) < len(questions):
        at.report("Two questions have the same id.", found=listed(question.id for question in questions))
    for i, question in enumerate(questions):
        _check_after(question, questions[:i], at.inside(str(i + 1)).inside("after"))
    return questions[:_MOST_QUESTIONS]


def _check_after(question: OffenceQuestion, before: tuple[OffenceQuestion, ...], location: Location) -> None:
    """Report answers that a question waits for although no question before it has them."""
    known = {each.id: tuple(answer.id for answer in each.answers) for each in before}
    for name, answer in question.after.items():
        if answer not in known.get(name, ()):
            location.inside(name).report("No question before this one has that answer.", found=as_written(answer))


def _question_at(table: Table, location: Location) -> OffenceQuestion:
    """Return one question: with answers in words, or a count."""
    counted = "answers" not in table
    refuse_others(table, _COUNT_KEYS if counted else _WORD_KEYS, location)
    answers = () if counted else _answers_at(table, location)
    low, high = (
        (_bound_at(table, "min", location), _bound_at(table, "max", location)) if counted else (0, len(answers) - 1)
    )
    if counted and low >= high:
        location.inside("max").report("A count needs a most above its least.", found=f"{low} to {high}")
        high = low + 1
    names = tuple(answer.id for answer in answers)
    return OffenceQuestion(
        id=text_at(table, "id", location),
        texts=texts_at(table, "text", location),
        answers=answers,
        low=low,
        high=high,
        default=name_out_of(table, "default", names, location) if "default" in table and names else "",
        units=_units_at(table, location) if "unit" in table else {},
        checks=_checks_at(table, location),
        after=_after_at(table, location),
        earlier=_earlier_at(table, names, location),
        aborts=_aborts_at(table, names, location),
    )


def _after_at(table: Table, location: Location) -> dict[str, str]:
    """Return the answers to earlier questions without which a question is not asked."""
    if "after" not in table:
        return {}
    found, at = table_at(table, "after", location)
    return {name: text_at(found, name, at) for name in found}


def _earlier_at(table: Table, names: tuple[str, ...], location: Location) -> dict[str, tuple[str, str]]:
    """Return the answers of earlier catalogues, each with the first and the last answer that stands for it."""
    if "earlier" not in table:
        return {}
    found, at = table_at(table, "earlier", location)
    earlier = {}
    for name in found:
        stand = names_at(found, name, at)
        for each in stand:
            if each not in names:
                report_name(each, names, at.inside(name))
        if stand:
            earlier[name] = (stand[0], stand[-1])
    return earlier


def _aborts_at(table: Table, names: tuple[str, ...], location: Location) -> dict[str, tuple[str, ...]]:
    """Return the answers that only a table with one of some abortive draws knows, with these."""
    if "aborts" not in table:
        return {}
    found, at = table_at(table, "aborts", location)
    needed = {name: names_at(found, name, at) for name in found}
    for name, aborts in needed.items():
        if name not in names:
            report_name(name, names, at)
        for each in aborts:
            if each not in tuple(Abort):
                report_name(each, tuple(Abort), at.inside(name))
    return needed


def _units_at(table: Table, location: Location) -> Texts:
    units = texts_at(table, "unit", location)
    for lang, text in units.items():
        if {"{", "}"} & set(text.replace("{count}", "").replace("{more}", "")) or "{count}" not in text:
            at = location.inside("unit").inside(lang)
            at.report("The count has no place.", found=as_written(text), allowed="a text with {count} in it")
    return units


def _answers_at(table: Table, location: Location) -> tuple[Answer, ...]:
    answers, at = table_at(table, "answers", location)
    if not answers:
        at.report("A question needs answers.", allowed="one answer or more")
    return tuple(Answer(id=name, titles=texts_at(answers, name, at)) for name in answers) or (Answer(id="", titles={}),)


def _bound_at(table: Table, key: str, location: Location) -> int:
    """Return the least or most of a count."""
    found = table.get(key)
    if isinstance(found, int) and not isinstance(found, bool) and 0 <= found <= _HIGHEST_COUNT:
        return found
    location.inside(key).report(
        "Wrong type.", found=as_written(found), allowed=f"a whole number from 0 to {_HIGHEST_COUNT}"
    )
    return 0


def _impossible_at(table: Table, offence: Offence, location: Location) -> tuple[When, ...]:
    """Return the combinations of answers that cannot be."""
    found, at = table.get("impossible", []), location.inside("impossible")
    if not isinstance(found, list):
        at.report("Wrong type.", found=as_written(found), allowed="a list of tables")
        return ()
    return tuple(when_of(each, offence, at) for each in found)


def when_of(found: object, offence: Offence, location: Location) -> When:
    """Return answers by question as spans; what is unknown is reported and left out."""
    if not isinstance(found, dict):
        location.report("Wrong type.", found=as_written(found), allowed="a table of answers by question")
        return {}
    names = tuple(question.id for question in offence.questions)
    when: When = {}
    for name in found:
        question = offence.question(name)
        if question is None:
            allowed = listed(names) or "none: this offence has no questions"
            location.inside(name).report(
                f"{offence.id} has no such question.", allowed=allowed, nearest=nearest_name(name, names)
            )
        else:
            when[name] = _spans_of(found[name], question, location.inside(name))
    return when


def _spans_of(found: object, question: OffenceQuestion, location: Location) -> tuple[Span, ...]:
    entries = found if isinstance(found, list) else [found]
    spans = [span for entry in entries for span in _span_of(entry, question, location)]
    if not entries:
        location.report("This list is empty.", allowed="one answer or more")
    return tuple(sorted(spans)) or ((question.low, question.high),)


def _span_of(found: object, question: OffenceQuestion, location: Location) -> tuple[Span, ...]:
    """Return one entry as a span, or report it and return nothing."""
    if question.answers:
        names = tuple(answer.id for answer in question.answers)
        if isinstance(found, str) and found in names:
            return ((names.index(found), names.index(found)),)
        nearest = nearest_name(found, names)
        location.report("There is no such answer.", found=as_written(found), allowed=listed(names), nearest=nearest)
        return ()
    span = _counted_span(found, question)
    if span and question.low <= span[0] <= span[1] <= question.high:
        return (span,)
    allowed = f'a number from {question.low} to {question.high}, or a range such as "3-5" or "6+" within it'
    location.report("There is no such count.", found=as_written(found), allowed=allowed)
    return ()


def _counted_span(found: object, question: OffenceQuestion) -> Span | None:
    """Return a number or a text such as "3-5" or "6+" as a span, None if it is neither."""
    if isinstance(found, int) and not isinstance(found, bool):
        return (found, found)
    match = _SPAN.fullmatch(found) if isinstance(found, str) else None
    if match is None:
        return None
    low, high, more = match.groups()
    return (int(low), question.high if more else int(high or low))


def catalogue(path: Path) -> Offences:
    """Return the offences of the shipped catalogue; raise ``RulebookError`` if it is wrong."""
    location = Location(file=str(path))
    content = tomllib.loads(path.read_text("utf-8"))
    refuse_others(content, ("offence",), location)
    offences = offences_at(content, location)
    if location.problems:
        raise RulebookError(location.problems)
    return offences


EVERY = "*"
"""Stands for every offence."""

_ROW_TABLES = (
    "offence",
    "when",
    "penalties",
    "clause",
    "place",
    "confidence",
    "note",
    "says",
    "steps",
    "covered",
    "found",
    "guidance",
)
_KINDS = tuple(member.value for member in Penalty)
CONFIDENCES = tuple(member.value for member in Confidence)
_AMOUNT_KEYS = {
    Penalty.FINE: ("kind", "amount"),
    Penalty.POINTS: ("kind", "amount", "per"),
    Penalty.REFEREE: ("kind", "min", "max", "choices"),
}
_APART = (frozenset({"chombo", "points"}), frozenset({"chombo", "fine"}))
"""Penalties that cannot come together: a chombo has its price already."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One row: when it applies and what it says; ``name`` is how problems speak of it.

    ``covers`` are the offences it is for: one, or all that its file knows.
    """

    name: str
    offence: str
    covers: frozenset[str]
    when: When
    ruling: Ruling


@dataclass(frozen=True, kw_only=True, slots=True)
class Context:
    """What rows are read against: the offences there are, and the clauses a row may cite, the nearest first."""

    document: Document
    offences: Offences
    clauses: tuple[Clause, ...]

    def cite(self, name: str) -> Cite | None:
        """Return the source of a clause, or None if there is no such clause."""
        return next((clause.cite for clause in self.clauses if clause.cite.clause == name), None)


def rows_of(tables: tuple[Table, ...], context: Context, location: Location) -> tuple[Row, ...]:
    """Return the rows of a file or of a choice; what is wrong with a row is reported and the row left out."""
    read = (
        _row_of(table, i + 1, context, location.inside("penalty").inside(str(i + 1))) for i, table in enumerate(tables)
    )
    return tuple(chain.from_iterable(read))


def _row_of(table: Table, number: int, context: Context, location: Location) -> tuple[Row, ...]:
    """Return one row, or nothing if it cannot be read."""
    before = len(location.problems)
    refuse_others(table, _ROW_TABLES, location)
    name = text_at(table, "offence", location)
    listed_offence = context.offences.get(name)
    if name and name != EVERY and listed_offence is None:
        report_offence(name, tuple(context.offences), location)
    offence = listed_offence.offence if listed_offence else None
    when = when_at(table, offence, location)
    ruling = ruling_at(table, offence, context, location)
    if len(location.problems) > before:
        return ()
    covers = frozenset(context.offences) if name == EVERY else frozenset({name})
    label = _row_name(number, name, table, context)
    return (Row(name=label, offence=name, covers=covers, when=when, ruling=ruling),)


def report_offence(name: str, known: tuple[str, ...], location: Location) -> None:
    """Report an offence that nobody has heard of."""
    nearest = nearest_name(name, known)
    location.inside("offence").report("There is no such offence.", found=as_written(name), nearest=nearest)


def _row_name(number: int, offence: str, table: Table, context: Context) -> str:
    when = f" with {as_written(table['when'])}" if "when" in table else ""
    return f"penalty {number} of {context.document.id} ({offence}{when})"


def when_at(table: Table, offence: Offence | None, location: Location) -> When:
    """Return the answers that a row is for."""
    if "when" not in table:
        return {}
    if offence is None:
        if table.get("offence") == EVERY:
            location.inside("when").report(
                "A row for every offence cannot have answers.", found=as_written(table["when"])
            )
        return {}
    return when_of(table["when"], offence, location.inside("when"))


def ruling_at(table: Table, offence: Offence | None, context: Context, location: Location) -> Ruling:
    """Return what a row says."""
    consequences = consequences_at(table, offence, location)
    kinds = [each.kind for each in consequences]
    covered, found = _covered_at(table, kinds, location), _found_at(table, location)
    if "guidance" in table and Penalty.REFEREE not in kinds:
        location.inside("guidance").report("Guidance is for a referee who decides.", allowed='penalties = ["referee"]')
    return Ruling(
        consequences=consequences,
        says=texts_at(table, "says", location) if "says" in table else {},
        steps=_steps_at(table, location),
        cite=_cite_at(table, context, location),
        covered=covered,
        found=found,
        guidance=texts_at(table, "guidance", location) if "guidance" in table else {},
    )


def _covered_at(table: Table, kinds: list[Penalty], location: Location) -> bool:
    found = table.get("covered", True)
    if not isinstance(found, bool):
        location.inside("covered").report("Wrong type.", found=as_written(found), allowed="true or false")
        return True
    if not found and kinds != [Penalty.REFEREE]:
        location.inside("covered").report("Where the book says nothing the referee decides.", allowed='["referee"]')
    return found


def _found_at(table: Table, location: Location) -> bool:
    """Return whether the text was found that would cover the case."""
    found = table.get("found", True)
    if not isinstance(found, bool):
        location.inside("found").report("Wrong type.", found=as_written(found), allowed="true or false")
        return True
    if not found and table.get("covered", True):
        location.inside("found").report("What was not found cannot cover the case.", allowed="covered = false")
    return found


def _steps_at(table: Table, location: Location) -> tuple[Texts, ...]:
    """Return the steps at the table that come first."""
    found, at = table.get("steps", []), location.inside("steps")
    if not isinstance(found, list):
        at.report("Wrong type.", found=as_written(found), allowed="a list of texts")
        return ()
    return tuple(texts_at({str(i + 1): step}, str(i + 1), at) for i, step in enumerate(found))


def _cite_at(table: Table, context: Context, location: Location) -> Cite:
    """Return the source of a row: its clause's, with whatever the row says otherwise."""
    clause = text_at(table, "clause", location)
    known = context.cite(clause)
    if known is None and clause and "place" not in table:
        near = nearest_name(clause, [each.cite.clause for each in context.clauses])
        location.inside("clause").report(
            "There is no such clause.",
            found=as_written(clause),
            allowed="a clause, or a place in the row",
            nearest=near,
        )
    source, confidence, note = _cited_as(known, context.document)
    if "place" in table:
        source = joined(context.document.source, texts_at(table, "place", location))
    if "confidence" in table:
        confidence = text_at(table, "confidence", location)
        if confidence not in CONFIDENCES:
            report_name(confidence, CONFIDENCES, location.inside("confidence"))
    if "note" in table:
        note = texts_at(table, "note", location)
    if confidence == Confidence.INTERPRETATION and not note:
        location.inside("note").report("An interpretation needs a note: why so, and what other reading there is.")
    return Cite(clause=clause, source=source, confidence=confidence, note=note)


def _cited_as(known: Cite | None, document: Document) -> tuple[Texts, str, Texts]:
    """Return source, confidence and note of a clause, or of the document as a whole."""
    if known is None:
        return document.source, document.confidence, {}
    return known.source, known.confidence, known.note


def consequences_at(table: Table, offence: Offence | None, location: Location) -> tuple[Consequence, ...]:
    """Return the penalties of a row."""
    found, at = table.get("penalties"), location.inside("penalties")
    if not isinstance(found, list) or not found:
        at.report("A row needs penalties.", found=as_written(found), allowed=f"a list of {listed(_KINDS)}")
        return ()
    read = tuple(chain.from_iterable(consequence_of(each, offence, at) for each in found))
    kinds = [each.kind for each in read]
    if len(set(kinds)) < len(kinds):
        at.report("A penalty comes twice.", found=as_written(found))
    if Penalty.NONE in kinds and len(kinds) > 1:
        at.report("No penalty stands alone.", found=as_written(found))
    if any(apart <= set(kinds) for apart in _APART):
        at.report("A chombo has its price already: no points and no fine beside it.", found=as_written(found))
    return read


def consequence_of(found: object, offence: Offence | None, location: Location) -> tuple[Consequence, ...]:
    """Return one penalty, or nothing if it cannot be read."""
    table: Table = {"kind": found} if isinstance(found, str) else found if isinstance(found, dict) else {}
    if not table:
        location.report("Wrong type.", found=as_written(found), allowed="a penalty, or a table with its kind")
        return ()
    kind = text_at(table, "kind", location)
    if kind not in _KINDS:
        report_name(kind, _KINDS, location)
        return ()
    refuse_others(table, _AMOUNT_KEYS.get(Penalty(kind), ("kind",)), location)
    amounted = kind in (Penalty.FINE, Penalty.POINTS)
    least, most = _bounds_at(table, location)
    return (
        Consequence(
            kind=Penalty(kind),
            amount=_points_at(table, "amount", location) if amounted else 0,
            per=_per_at(table, offence, location),
            least=least,
            most=most,
            choices=_choices_at(table, location),
        ),
    )


def _bounds_at(table: Table, location: Location) -> tuple[int, int]:
    """Return the bounds of the referee's discretion, zeros where there are none."""
    if "min" not in table and "max" not in table:
        return (0, 0)
    least, most = _points_at(table, "min", location), _points_at(table, "max", location)
    if least >= most:
        location.inside("max").report("A range needs a most above its least.", found=f"{least} to {most}")
    return (least, most)


def _choices_at(table: Table, location: Location) -> tuple[str, ...]:
    """Return the penalties that the book leaves to the referee."""
    names = names_at(table, "choices", location) if "choices" in table else ()
    for name in names:
        if name not in _KINDS or name == Penalty.REFEREE:
            report_name(name, tuple(kind for kind in _KINDS if kind != Penalty.REFEREE), location.inside("choices"))
    return names


def _per_at(table: Table, offence: Offence | None, location: Location) -> str:
    """Return the count question that an amount is multiplied by, empty for none."""
    if "per" not in table:
        return ""
    name = text_at(table, "per", location)
    counts = tuple(question.id for question in offence.questions if not question.answers) if offence else ()
    if name not in counts:
        report_name(name, counts, location.inside("per"))
    return name


def _points_at(table: Table, key: str, location: Location) -> int:
    found = table.get(key)
    if isinstance(found, int) and not isinstance(found, bool) and found > 0 and found % 100 == 0:
        return found
    allowed = "a whole number above 0, in whole hundreds"
    location.inside(key).report("This value cannot be.", found=as_written(found), allowed=allowed)
    return 0
