"""What the pages on which a club writes its own rules show."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.form import OPTION, Form
from referee.app.pages import title_of
from referee.app.rules import OWN_RULES, option_field
from referee.editor.draft import file_name, reading_of, text_carried
from referee.explain.rulebook import READING_CHAPTERS, bare_case, differences_on, events_compared, row_sentence
from referee.records import dataclass
from referee.rulebook import policy_of, policy_with
from referee.rulebook.club import base_of, is_too_large, offences_of, procedures_changed, value_sentence, without_row
from referee.rulebook.settings import WHEN, fields_of, kinds_offered, settings
from referee.rulebook.vocabulary import ALL_KEYS
from referee.rules.offences import CATEGORIES
from referee.texts.rulings import rows_of, when_text

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.pages import OptionField
    from referee.editor.draft import Draft, Reading
    from referee.explain.rulebook import Sentence
    from referee.rulebook import Shelf
    from referee.rulebook.club import Contradiction, ProcedureChange
    from referee.rulebook.settings import Answers, Refused, Setting
    from referee.rules.offences import Offence, OffenceQuestion
    from referee.texts.rulings import OutcomeRow

_SENTENCE_END = re.compile(r"(?<=[.?!])\s+|(?<=。)")
Errors = dict[str, str]
"""What is wrong with a field, by its name."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Link:
    """A button that leads to another of these pages: where, what it says, and how much there differs."""

    address: str
    text: str
    count: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkGroup:
    """Links under a heading; ``count`` is how much differs below all of them."""

    title: str
    links: tuple[Link, ...]
    count: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Clash:
    """Values that no book can have together: why, with the ways to their fields."""

    text: str
    links: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnPage:
    """What all these pages share.

    ``text``, ``id`` and ``version`` are carried from form to form; ``here`` is where the page is drawn anew, ``source``
    tells which fields it sends.
    """

    text: str
    id: str
    version: str
    title: str
    base: str
    base_id: str
    home: str
    here: str
    source: str
    clashes: tuple[Clash, ...]
    problems: tuple[str, ...]
    errors: Errors


@dataclass(frozen=True, kw_only=True, slots=True)
class Overview:
    """The first page: what the rules are called, their options, and the ways to all groups."""

    own: OwnPage
    title: str
    edition: str
    note: str
    options: tuple[OptionField, ...]
    groups: tuple[Link, ...]
    categories: tuple[LinkGroup, ...]
    differing: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Changed:
    """What is said by the book and by the club, of a value, of some cases of an offence or in an answer."""

    title: str
    before: str
    after: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """The values of one chapter."""

    own: OwnPage
    title: str
    settings: tuple[Setting, ...]
    following: Link | None
    procedures: tuple[Changed, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RowView:
    """One row of a table of outcomes; ``number`` counts them."""

    number: int
    when: str
    sentence: Sentence
    is_own: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class OffencePage:
    """What an offence costs, row by row."""

    own: OwnPage
    title: str
    rows: tuple[RowView, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """A question on which a row may depend: ticked answers, or ranges of a count in one text."""

    name: str
    text: str
    answers: tuple[tuple[str, str], ...]
    typed: str
    low: int
    high: int


@dataclass(frozen=True, kw_only=True, slots=True)
class RowPage:
    """The fields of one row."""

    own: OwnPage
    offence: str
    title: str
    form: Form
    questions: tuple[Question, ...]
    kinds: tuple[str, ...]
    counts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedGroup:
    """Changes under a heading."""

    title: str
    changes: tuple[Changed, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """Everything that differs, and the file; ``whole`` is its text, empty while something is wrong with it."""

    own: OwnPage
    groups: tuple[ChangedGroup, ...]
    procedures: tuple[Changed, ...]
    file: str
    whole: str
    may_save: bool


def _own_page(reading: Reading, asked: Asked, source: str, refused: tuple[Refused, ...]) -> OwnPage:
    draft = reading.draft
    return OwnPage(
        text=text_carried(reading.found.text),
        id=draft.id,
        version=draft.version,
        title=draft.rules.title,
        base=title_of(asked, reading.before.book),
        base_id=draft.rules.base,
        home=OWN_RULES,
        here=OWN_RULES + address_of(source),
        source=source,
        clashes=tuple(_clash_view(each, reading) for each in reading.found.contradictions),
        problems=_problems_of(reading, asked),
        errors={each.field: _refused_text(each, asked) for each in refused},
    )


def address_of(source: str) -> str:
    """Return where the page with these fields is drawn, behind the address of all pages."""
    kind, _, name = source.partition("/")
    if kind == "row":
        return f"/penalties/{name}/row"
    return "" if kind == "about" else f"/{source}"


def _refused_text(refused: Refused, asked: Asked) -> str:
    allowed = asked.speaker.text(refused.allowed)
    if not refused.found:
        return asked.say("club.page.missing", allowed=allowed)
    return asked.say("club.page.refused", found=refused.found, allowed=allowed)


def _problems_of(reading: Reading, asked: Asked) -> tuple[str, ...]:
    """Return what is wrong with the file beside contradictions, as a check names it."""
    large = [asked.say("club.page.too_large")] if is_too_large(reading.found.text) else []
    return (*map(str, reading.found.others), *large)


def _clash_view(found: Contradiction, reading: Reading) -> Clash:
    """Return a contradiction with the ways to its values and its offences."""
    speaker = reading.after.speaker
    titles = {each.id: speaker.text(each.titles) for each in reading.after.offences()}
    values = tuple(
        Link(address=f"/values/{key.split('.')[0]}#{key}", text=_value_name(key, reading)) for key in found.keys
    )
    offences = tuple(Link(address=f"/penalties/{name}", text=titles[name]) for name in found.offences)
    return Clash(text=speaker.text(found.sentence), links=(*values, *offences))


def _value_name(key: str, reading: Reading) -> str:
    """Return what a value is called, where it has a name, else what is said of it."""
    return reading.after.speaker.words.get("club." + key) or _text_after(key, reading)


def _text_before(key: str, reading: Reading) -> str:
    return value_sentence(key, reading.ground.values[key], reading.before.rules, reading.before.speaker)


def _text_after(key: str, reading: Reading) -> str:
    value = reading.draft.rules.values.get(key, reading.ground.values[key])
    return value_sentence(key, value, reading.after.rules, reading.after.speaker)


def _differing_in(chapter: str, draft: Draft) -> tuple[str, ...]:
    return tuple(key for key in ALL_KEYS if key in draft.rules.values and key.startswith(f"{chapter}."))


def _group_link(chapter: str, draft: Draft, asked: Asked) -> Link:
    return Link(
        address=f"/values/{chapter}", text=asked.say(f"rule.title.{chapter}"), count=len(_differing_in(chapter, draft))
    )


def overview(reading: Reading, asked: Asked, refused: tuple[Refused, ...]) -> Overview:
    """Return the first page; what was refused is shown as it was typed."""
    draft = reading.draft
    chosen = draft.rules.options
    texts = {"title": draft.rules.title, "edition": draft.rules.edition, "note": draft.rules.note}
    texts |= {each.field: asked.form.one(each.field) for each in refused}
    return Overview(
        own=_own_page(reading, asked, "about", refused),
        title=texts["title"],
        edition=texts["edition"],
        note=texts["note"],
        options=tuple(option_field(asked, option, chosen[option.id], OPTION) for option in reading.before.book.options),
        groups=tuple(_group_link(chapter, draft, asked) for chapter in READING_CHAPTERS),
        categories=tuple(_category_links(category, reading, asked) for category in CATEGORIES),
        differing=len(draft.rules.values) + len(draft.rules.events) + len(draft.rules.rows),
    )


def _category_links(category: str, reading: Reading, asked: Asked) -> LinkGroup:
    own = [row.offence for row in reading.draft.rules.rows]
    links = tuple(
        Link(address=f"/penalties/{each.id}", text=asked.speaker.text(each.titles), count=own.count(each.id))
        for each in reading.after.offences()
        if each.category == category
    )
    return LinkGroup(title=asked.say(f"category.{category}"), links=links, count=sum(each.count for each in links))


def group_page(chapter: str, reading: Reading, asked: Asked, shelf: Shelf, refused: tuple[Refused, ...]) -> Group:
    """Return the values of one chapter; what was refused is shown as it was typed."""
    draft = reading.draft
    wrong = [each.field for each in refused]
    found = settings(chapter, reading.ground, draft.rules.values, asked.speaker)
    following = READING_CHAPTERS[READING_CHAPTERS.index(chapter) + 1 :][:1]
    return Group(
        own=_own_page(reading, asked, f"values/{chapter}", refused),
        title=asked.say(f"rule.title.{chapter}"),
        settings=tuple(_as_typed(each, asked) if each.key in wrong else each for each in found),
        following=next((_group_link(each, draft, asked) for each in following), None),
        procedures=_in_short(_changed_by(chapter, reading, asked, shelf)),
    )


def _as_typed(setting: Setting, asked: Asked) -> Setting:
    sent = [value for name, value in asked.form.pairs if name == setting.key]
    empty = ("",) * len(setting.numbers)
    return replace(setting, numbers=(*sent, *empty)[: len(setting.numbers)])


def _changed_by(chapter: str, reading: Reading, asked: Asked, shelf: Shelf) -> tuple[ProcedureChange, ...]:
    """Return the procedures that are answered otherwise because of the values of one chapter."""
    rules = reading.draft.rules
    values = {key: rules.values[key] for key in _differing_in(chapter, reading.draft)}
    if not values:
        return ()
    draft = replace(reading.draft, rules=replace(rules, values=values, rows=()))
    part = reading_of(draft, asked, shelf)
    return procedures_changed(part.before, part.after)


def _in_short(changes: tuple[ProcedureChange, ...]) -> tuple[Changed, ...]:
    """Return the sentences of each answer that the other one does not say."""
    return tuple(
        Changed(
            title=each.title,
            before=_sentences_only_in(each.before, each.after),
            after=_sentences_only_in(each.after, each.before),
        )
        for each in changes
    )


def _sentences_only_in(one: str, other: str) -> str:
    """Return the sentences of one text that another does not say."""
    others = _SENTENCE_END.split(other)
    return " ".join(each for each in _SENTENCE_END.split(one) if each and each not in others)


def outcomes(offence: Offence, reading: Reading) -> tuple[OutcomeRow, ...]:
    """Return everything that an offence can lead to."""
    return rows_of(bare_case(offence, reading.after.outcome_table(offence)), reading.after)


def answers_in(row: OutcomeRow) -> Answers:
    """Return when a row applies, by questions."""
    return {question.id: answers for question, answers in row.when}


def offence_page(offence: Offence, reading: Reading, asked: Asked, shelf: Shelf) -> OffencePage:
    """Return what an offence costs, row by row."""
    rules = reading.draft.rules
    return OffencePage(
        own=_own_page(reading, asked, f"penalties/{offence.id}", ()),
        title=asked.speaker.text(offence.titles),
        rows=tuple(
            RowView(
                number=number,
                when=when_text(row.when, asked.speaker),
                sentence=row_sentence(row.ruling, offence, reading.after),
                is_own=without_row(rules, offence.id, answers_in(row), shelf) != rules,
            )
            for number, row in enumerate(outcomes(offence, reading))
        ),
    )


def row_page(
    offence: Offence, form: Form, reading: Reading, asked: Asked, refused: tuple[Refused, ...] = ()
) -> RowPage:
    """Return the fields of one row, filled in as in ``form``."""
    return RowPage(
        own=_own_page(reading, asked, f"row/{offence.id}", refused),
        offence=offence.id,
        title=asked.speaker.text(offence.titles),
        form=form,
        questions=tuple(_question_fields(each, form, asked) for each in offence.questions),
        kinds=kinds_offered(str(reading.after.rules.chombo.form)),
        counts=tuple((each.id, asked.speaker.text(each.texts)) for each in offence.questions if not each.answers),
    )


def row_fields(row: OutcomeRow) -> Form:
    """Return a row as the fields that change it."""
    return Form(pairs=fields_of(row))


def _question_fields(question: OffenceQuestion, form: Form, asked: Asked) -> Question:
    """Return a question with its answers, or with the ranges of a count."""
    name = WHEN + question.id
    return Question(
        name=name,
        text=asked.speaker.text(question.texts),
        answers=tuple((each.id, asked.speaker.text(each.titles)) for each in question.answers),
        typed=", ".join(form.all(name)),
        low=question.low,
        high=question.high,
    )


def result_page(reading: Reading, asked: Asked, shelf: Shelf) -> Result:
    """Return all differences and the file."""
    own = _own_page(reading, asked, "result", ())
    is_right = reading.found.book is not None and not own.problems
    return Result(
        own=own,
        groups=(
            *_values_changed(reading, asked),
            *_events_changed(reading, asked, shelf),
            *_rows_changed(reading, asked, shelf),
        ),
        procedures=_in_short(procedures_changed(reading.before, reading.after)),
        file=file_name(reading.draft, shelf),
        whole=reading.found.text if is_right else "",
        may_save=asked.may_save_rules,
    )


def _values_changed(reading: Reading, asked: Asked) -> tuple[ChangedGroup, ...]:
    """Return the values that differ, chapter by chapter."""
    groups = []
    for chapter in READING_CHAPTERS:
        changes = tuple(
            Changed(title="", before=_text_before(key, reading), after=_text_after(key, reading))
            for key in _differing_in(chapter, reading.draft)
        )
        groups += [ChangedGroup(title=asked.say(f"rule.title.{chapter}"), changes=changes)] if changes else []
    return tuple(groups)


def _events_changed(reading: Reading, asked: Asked, shelf: Shelf) -> tuple[ChangedGroup, ...]:
    """Return what differs at events, chapter by chapter; no form changes it, but a file that was pasted may."""
    rules = reading.draft.rules
    book = base_of(rules, shelf)
    before, after = policy_of(book), policy_with(book, rules.events)
    groups: dict[str, list[Changed]] = {}
    for each in events_compared(before, after, asked.speaker):
        change = Changed(
            title="", before=each.one.text if each.one else "", after=each.other.text if each.other else ""
        )
        groups.setdefault(each.chapter, []).append(change)
    return tuple(
        ChangedGroup(title=asked.say(f"policy.title.{chapter}"), changes=tuple(changes))
        for chapter, changes in groups.items()
    )


def _rows_changed(reading: Reading, asked: Asked, shelf: Shelf) -> tuple[ChangedGroup, ...]:
    """Return the cases that are ruled otherwise, offence by offence."""
    ruled = dict.fromkeys(row.offence for row in reading.draft.rules.rows)
    known = offences_of(reading.draft.rules, shelf)
    return tuple(
        ChangedGroup(
            title=asked.speaker.text(known[name].offence.titles),
            changes=tuple(
                Changed(title=each.when, before=each.one.text, after=each.other.text)
                for each in differences_on(known[name].offence, reading.before, reading.after)
            ),
        )
        for name in ruled
    )
