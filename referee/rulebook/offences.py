"""Offences read from TOML: the shipped catalogue and those that a club adds in its own file."""

import re
import tomllib
from pathlib import Path

from referee.core.rules.offences import Answer, Inquiry, Offence, Span
from referee.core.text.fold import fold
from referee.rulebook.document import Texts
from referee.rulebook.listed import Listed, Offences, When
from referee.rulebook.problems import Place, RulebookError, as_written, listed, nearest_name
from referee.rulebook.tables import Table, names_at, refuse_others, table_at, text_at, texts_at

CATEGORIES = ("tiles", "calls", "win", "riichi", "end", "conduct")
"""The six groups of offences, in the order they are shown."""

CHECKS = ("waits", "furiten", "riichi_kan", "kuikae")
"""The questions about tiles that may help to decide."""

OFFENCE_ID = re.compile(r"[a-z][a-z0-9_]*")
MOST_QUESTIONS = 5
HIGHEST_COUNT = 1000
COUNT_KEYS = ("id", "text", "checks", "after", "min", "max", "unit")
WORD_KEYS = ("id", "text", "checks", "after", "answers", "default", "earlier")
OFFENCE_TABLES = ("category", "title", "search", "checks", "ended", "impossible", "question")
ENDINGS = ("draw", "abort", "win")
"""How a hand may have ended before an offence is ruled on."""
SPAN = re.compile(r"(\d+)(?:-(\d+)|(\+))?")


def offences_at(content: Table, place: Place) -> Offences:
    """Return the offences of a file; none if it has no such table."""
    if "offence" not in content:
        return {}
    table, at = table_at(content, "offence", place)
    return {name: offence_at(table, name, at) for name in table}


def offence_at(offences: Table, name: str, place: Place) -> Listed:
    """Return one offence."""
    table, at = table_at(offences, name, place)
    if not OFFENCE_ID.fullmatch(name):
        at.report("This name cannot be an id.", found=as_written(name), allowed="small letters a-z, digits and _")
    refuse_others(table, OFFENCE_TABLES, at)
    titles = texts_at(table, "title", at)
    offence = Offence(
        id=name,
        category=name_out_of(table, "category", CATEGORIES, at),
        titles=titles,
        search=folded_words(name, titles, names_at(table, "search", at) if "search" in table else ()),
        checks=checks_at(table, at),
        ended=ended_at(table, at),
        questions=questions_at(table, at),
    )
    return Listed(offence=offence, impossible=impossible_at(table, offence, at))


def folded_words(name: str, titles: Texts, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return every word that finds an offence, folded, each once."""
    return tuple(dict.fromkeys(filter(None, map(fold, (name, *titles.values(), *words)))))


def ended_at(table: Table, place: Place) -> dict[str, tuple[str, ...]]:
    """Return with which answers the hand is over, by how it ended; an empty list stands for all answers."""
    if "ended" not in table:
        return {}
    found, at = table_at(table, "ended", place)
    refuse_others(found, ENDINGS, at)
    return {ending: names_at(found, ending, at) for ending in found}


def name_out_of(table: Table, key: str, allowed: tuple[str, ...], place: Place) -> str:
    """Return a name if it is among the allowed ones; else report it and return the first of them."""
    found = text_at(table, key, place)
    if not found or found in allowed:
        return found or allowed[0]
    report_name(found, allowed, place.inside(key))
    return allowed[0]


def report_name(found: str, allowed: tuple[str, ...], place: Place) -> None:
    """Report a name that is not among the allowed ones."""
    nearest = nearest_name(found, allowed)
    place.report("There is no such choice.", found=as_written(found), allowed=listed(allowed), nearest=nearest)


def checks_at(table: Table, place: Place) -> tuple[str, ...]:
    """Return the questions about tiles that help with an offence or with one question about it."""
    names = names_at(table, "checks", place) if "checks" in table else ()
    for name in names:
        if name not in CHECKS:
            report_name(name, CHECKS, place.inside("checks"))
    return names


def questions_at(table: Table, place: Place) -> tuple[Inquiry, ...]:
    """Return the questions of an offence."""
    found, at = table.get("question", []), place.inside("question")
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        at.report("Wrong type.", found=as_written(found), allowed="a list of tables")
        return ()
    if len(found) > MOST_QUESTIONS:
        at.report("An offence has too many questions.", found=str(len(found)), allowed=f"up to {MOST_QUESTIONS}")
    questions = tuple(question_at(each, at.inside(str(i + 1))) for i, each in enumerate(found))
    if len({question.id for question in questions}) < len(questions):
        at.report("Two questions have the same id.", found=listed(question.id for question in questions))
    for i, question in enumerate(questions):
        check_after(question, questions[:i], at.inside(str(i + 1)).inside("after"))
    return questions[:MOST_QUESTIONS]


def check_after(question: Inquiry, before: tuple[Inquiry, ...], place: Place) -> None:
    """Report answers that a question waits for although no question before it has them."""
    known = {each.id: tuple(answer.id for answer in each.answers) for each in before}
    for name, answer in question.after.items():
        if answer not in known.get(name, ()):
            place.inside(name).report("No question before this one has that answer.", found=as_written(answer))


def question_at(table: Table, place: Place) -> Inquiry:
    """Return one question: with answers in words, or a count."""
    counted = "answers" not in table
    refuse_others(table, COUNT_KEYS if counted else WORD_KEYS, place)
    answers = () if counted else answers_at(table, place)
    low, high = (bound_at(table, "min", place), bound_at(table, "max", place)) if counted else (0, len(answers) - 1)
    if counted and low >= high:
        place.inside("max").report("A count needs a most above its least.", found=f"{low} to {high}")
        high = low + 1
    names = tuple(answer.id for answer in answers)
    return Inquiry(
        id=text_at(table, "id", place),
        texts=texts_at(table, "text", place),
        answers=answers,
        low=low,
        high=high,
        default=name_out_of(table, "default", names, place) if "default" in table and names else "",
        units=units_at(table, place) if "unit" in table else {},
        checks=checks_at(table, place),
        after=after_at(table, place),
        earlier=earlier_at(table, names, place),
    )


def after_at(table: Table, place: Place) -> dict[str, str]:
    """Return the answers to earlier questions without which a question is not asked."""
    if "after" not in table:
        return {}
    found, at = table_at(table, "after", place)
    return {name: text_at(found, name, at) for name in found}


def earlier_at(table: Table, names: tuple[str, ...], place: Place) -> dict[str, tuple[str, str]]:
    """Return the answers of earlier catalogues, each with the first and the last answer that stands for it."""
    if "earlier" not in table:
        return {}
    found, at = table_at(table, "earlier", place)
    earlier = {}
    for name in found:
        stand = names_at(found, name, at)
        for each in stand:
            if each not in names:
                report_name(each, names, at.inside(name))
        if stand:
            earlier[name] = (stand[0], stand[-1])
    return earlier


def units_at(table: Table, place: Place) -> Texts:
    """Return how a count is said in each language."""
    units = texts_at(table, "unit", place)
    for lang, text in units.items():
        if {"{", "}"} & set(text.replace("{count}", "")) or "{count}" not in text:
            at = place.inside("unit").inside(lang)
            at.report("The count has no place.", found=as_written(text), allowed="a text with {count} in it")
    return units


def answers_at(table: Table, place: Place) -> tuple[Answer, ...]:
    """Return the answers in words."""
    answers, at = table_at(table, "answers", place)
    if not answers:
        at.report("A question needs answers.", allowed="one answer or more")
    return tuple(Answer(id=name, titles=texts_at(answers, name, at)) for name in answers) or (Answer(id="", titles={}),)


def bound_at(table: Table, key: str, place: Place) -> int:
    """Return the least or most of a count."""
    found = table.get(key)
    if isinstance(found, int) and not isinstance(found, bool) and 0 <= found <= HIGHEST_COUNT:
        return found
    place.inside(key).report(
        "Wrong type.", found=as_written(found), allowed=f"a whole number from 0 to {HIGHEST_COUNT}"
    )
    return 0


def impossible_at(table: Table, offence: Offence, place: Place) -> tuple[When, ...]:
    """Return the combinations of answers that cannot be."""
    found, at = table.get("impossible", []), place.inside("impossible")
    if not isinstance(found, list):
        at.report("Wrong type.", found=as_written(found), allowed="a list of tables")
        return ()
    return tuple(when_of(each, offence, at) for each in found)


def when_of(found: object, offence: Offence, place: Place) -> When:
    """Return answers by question as spans; what is unknown is reported and left out."""
    if not isinstance(found, dict):
        place.report("Wrong type.", found=as_written(found), allowed="a table of answers by question")
        return {}
    names = tuple(question.id for question in offence.questions)
    when: When = {}
    for name in found:
        question = offence.question(name)
        if question is None:
            allowed = listed(names) or "none: this offence has no questions"
            place.inside(name).report(
                f"{offence.id} has no such question.", allowed=allowed, nearest=nearest_name(name, names)
            )
        else:
            when[name] = spans_of(found[name], question, place.inside(name))
    return when


def spans_of(found: object, question: Inquiry, place: Place) -> tuple[Span, ...]:
    """Return the answers to one question as sorted spans."""
    entries = found if isinstance(found, list) else [found]
    spans = [span for entry in entries for span in span_of(entry, question, place)]
    if not entries:
        place.report("This list is empty.", allowed="one answer or more")
    return tuple(sorted(spans)) or ((question.low, question.high),)


def span_of(found: object, question: Inquiry, place: Place) -> tuple[Span, ...]:
    """Return one entry as a span, or report it and return nothing."""
    if question.answers:
        names = tuple(answer.id for answer in question.answers)
        if isinstance(found, str) and found in names:
            return ((names.index(found), names.index(found)),)
        nearest = nearest_name(found, names)
        place.report("There is no such answer.", found=as_written(found), allowed=listed(names), nearest=nearest)
        return ()
    span = counted_span(found, question)
    if span and question.low <= span[0] <= span[1] <= question.high:
        return (span,)
    allowed = f'a number from {question.low} to {question.high}, or a range such as "3-5" or "6+" within it'
    place.report("There is no such count.", found=as_written(found), allowed=allowed)
    return ()


def counted_span(found: object, question: Inquiry) -> Span | None:
    """Return a number or a text such as "3-5" or "6+" as a span, None if it is neither."""
    if isinstance(found, int) and not isinstance(found, bool):
        return (found, found)
    match = SPAN.fullmatch(found) if isinstance(found, str) else None
    if match is None:
        return None
    low, high, more = match.groups()
    return (int(low), question.high if more else int(high or low))


def catalogue(path: Path) -> Offences:
    """Return the offences of the shipped catalogue; raise ``RulebookError`` if it is wrong."""
    place = Place(file=str(path))
    content = tomllib.loads(path.read_text("utf-8"))
    refuse_others(content, ("offence",), place)
    offences = offences_at(content, place)
    if place.problems:
        raise RulebookError(place.problems)
    return offences
