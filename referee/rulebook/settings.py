"""What a form for a club's own rules shows and sends: every value with its choices, and outcomes row by row."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise, product

from referee.ask.lookup import HEAVIER
from referee.explain.rulebook import points_of, sentence_of
from referee.explain.statements import Statement, pair_point, price_tags, priced_point
from referee.records import dataclass
from referee.rulebook.document import Table, When
from referee.rulebook.offences import Row, consequence_of, consequences_at, when_of
from referee.rulebook.penalties import CompiledTable, Spans, falls_under_row
from referee.rulebook.problems import Location, listed
from referee.rulebook.shelf import Variant, ruleset_of
from referee.rulebook.vocabulary import (
    ALL_KEYS,
    CHAPTERS,
    COUNT,
    FLAGS,
    NUMBERS,
    PRICED,
    Kind,
    Plain,
    Shape,
    accepted,
    row_limit,
)
from referee.rules.choices import ChomboForm
from referee.rules.offences import (
    NEVER,
    Cell,
    Consequence,
    Offence,
    Penalty,
    Ruling,
    TableRow,
    Texts,
    distinguishing_questions,
    first_cell,
    rows_with,
    span_text,
)
from referee.rules.ruleset import Ruleset
from referee.texts.reader import read_number, spaces_off
from referee.texts.rulings import OutcomeRow, answers_of
from referee.texts.words import LIBRARY, Speaker

Pairs = tuple[tuple[str, str], ...]
"""The fields of a form in the order sent; a name may come several times."""

_ASKED = "asked"
"""The field that names a value which the form showed: of boxes none of which is ticked nothing else is sent."""
LONGEST_FOUND = 40
"""How many characters of what cannot stand somewhere are repeated."""
_AS_TYPED = str.maketrans(
    {**dict.fromkeys(", \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}", ""), **dict.fromkeys("\N{MINUS SIGN}△▲", "-")}
)
"""What people type into numbers: spaces between thousands, and signs of minus, which in results is a triangle."""
_ENTRIES = {"draws.aborts": "abort.", "pao.yakuman": "yaku."}
"""How the keys of the words begin that name the entries of a list; other lists hold pairs of yaku."""
_PAIRS_IN = {"hand.replaces": "yaku", "hand.upgrades": "yakuman"}
"""The chapter that says which yaku go together."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Pick:
    """One choice, or one entry of a list: how it is sent, its sentence, whether it stands here and in the book."""

    value: str
    text: str
    chosen: bool
    in_book: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Setting:
    """One value of a form; ``key`` is its ``chapter.key`` and the name of its field.

    ``look`` is "choice" (one of ``picks``), "names" (any of ``picks``), "number" or "numbers" (one field of that name
    for each of ``numbers``); ``label`` names all but a choice, which its sentences name. ``book_sentence`` is what the
    book says of it, empty where other values leave nothing to say. ``allowed`` tells in each language what may stand
    here.
    """

    key: str
    look: str
    label: str
    picks: tuple[Pick, ...]
    numbers: tuple[str, ...]
    allowed: Texts
    differs: bool
    book_sentence: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """A field with what cannot stand there, cut short, and what is allowed, in each language."""

    field: str
    found: str
    allowed: Texts


def settings(chapter: str, book: Variant, own: Mapping[str, Plain], speaker: Speaker) -> tuple[Setting, ...]:
    """Return every value of a chapter, as the book has it and as a club changed it."""
    base = ruleset_of(book)
    rules = ruleset_with(base, own)
    return tuple(
        Setting(
            key=key,
            look=_look_of(kind),
            label=_label_of(key, kind, speaker),
            picks=_picks_of(key, kind, (book.values[key], own.get(key, book.values[key])), rules, speaker),
            numbers=_numbers_of(key, own.get(key, book.values[key])) if _look_of(kind).startswith("number") else (),
            allowed=_allowed_at(key),
            differs=own.get(key, book.values[key]) != book.values[key],
            book_sentence=sentence_in(key, base, speaker),
        )
        for key, kind in _keys_of_chapter(chapter)
    )


def _keys_of_chapter(chapter: str) -> tuple[tuple[str, Kind], ...]:
    """Return every ``chapter.key`` of a chapter with its kind."""
    return tuple((f"{chapter}.{name}", kind) for name, kind in CHAPTERS[chapter].items())


def _kind_of_key(key: str) -> Kind:
    """Return the kind of a ``chapter.key``."""
    chapter, name = key.split(".")
    return CHAPTERS[chapter][name]


def _look_of(kind: Kind) -> str:
    if kind.shape is Shape.NUMBER:
        return "numbers" if kind.is_list else "number"
    return "names" if kind.is_list else "choice"


def _label_of(key: str, kind: Kind, speaker: Speaker) -> str:
    """Return what a value is called that is a number or a list."""
    if key.startswith(PRICED):
        return speaker.words["yaku." + key.split(".")[1]]
    return "" if _look_of(kind) == "choice" else speaker.words["club." + key]


def _picks_of(key: str, kind: Kind, values: tuple[Plain, Plain], rules: Ruleset, speaker: Speaker) -> tuple[Pick, ...]:
    """Return the choices of a value, or the entries of a list; ``values`` are the book's and the one now."""
    in_book, now = map(texts_of, values)
    return tuple(
        Pick(
            value=name,
            text=_entry_value_text(key, name, rules, speaker)
            if kind.is_list
            else sentence_with(key, name, rules, speaker),
            chosen=name in now,
            in_book=name in in_book,
        )
        for name in (tuple(FLAGS) if kind.shape is Shape.FLAG else kind.names)
    )


def texts_of(value: Plain) -> tuple[str, ...]:
    """Return a value as the fields of a form hold it."""
    if isinstance(value, bool):
        return (next(name for name, flag in FLAGS.items() if flag == value),)
    return tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)


def _numbers_of(key: str, value: Plain) -> tuple[str, ...]:
    """Return the numbers of a value, empty ones where a row is empty that may be filled in."""
    row = row_limit(key)
    return texts_of(value) or (("",) * row.size if row else ())


def _allowed_at(key: str) -> Texts:
    """Return in each language what may stand at ``chapter.key``."""
    kind, row = _kind_of_key(key), row_limit(key)
    if row is not None:
        return row.allowed
    if kind.shape is Shape.NUMBER:
        return NUMBERS[key].allowed
    return dict.fromkeys(COUNT.allowed, listed(FLAGS if kind.shape is Shape.FLAG else kind.names))


def ruleset_with(rules: Ruleset, values: Mapping[str, Plain | str]) -> Ruleset:
    """Return a ruleset with other values by ``chapter.key``; a yes or no may be given as a form says it."""
    changed: dict[str, dict[str, object]] = {}
    for key, value in values.items():
        chapter, name = key.split(".")
        own = changed.setdefault(chapter, LIBRARY.plain(getattr(rules, chapter)))
        own[name] = list(value) if isinstance(value, tuple) else value
    read = {chapter: LIBRARY.value_of(type(getattr(rules, chapter)), plain) for chapter, plain in changed.items()}
    return replace(rules, **read)


def _entry_value_text(key: str, name: str, rules: Ruleset, speaker: Speaker) -> str:
    """Return the name of an entry of a list, or of two yaku that the second does not count beside the first."""
    if key in _ENTRIES:
        return speaker.words[_ENTRIES[key] + name]
    return sentence_of(pair_point(key, name, apart=True), rules, speaker).text


def sentence_in(key: str, rules: Ruleset, speaker: Speaker) -> str:
    """Return what a ruleset says of one value, empty where it says nothing."""
    sentences = [sentence_of(point, rules, speaker).text for point in _points_about(key, rules)]
    return speaker.words["language.gap"].join(sentences)


def _points_about(key: str, rules: Ruleset) -> tuple[Statement, ...]:
    """Return the statement that is about a value, or that tells it beside another; all those about a list of pairs."""
    chapter = key.split(".", maxsplit=1)[0]
    if key.startswith(PRICED):
        return tuple(priced_point((tag,)) for tag in price_tags(chapter, rules) if tag.rule == key)
    points = [point for point in points_of(_PAIRS_IN.get(key, chapter), rules) if key in point.rules]
    if key in _PAIRS_IN:
        return tuple(point for point in points if point.phrase.key.endswith(".yes")) or tuple(points)
    return tuple(sorted(points, key=lambda point: point.rules.index(key))[:1])


def sentence_with(key: str, value: str, rules: Ruleset, speaker: Speaker) -> str:
    """Return what a ruleset with this choice says of it; where others leave nothing to say, what it would say else."""
    there = ruleset_with(rules, {key: FLAGS.get(value, value) if _kind_of_key(key).shape is Shape.FLAG else value})
    sentences = (sentence_in(key, each, speaker) for each in (there, *_others_than(key, there)))
    return next(filter(None, sentences), "")


def _others_than(key: str, rules: Ruleset) -> Iterator[Ruleset]:
    """Yield a ruleset with each other choice of each other value of the same chapter."""
    for other, kind in _keys_of_chapter(key.split(".", maxsplit=1)[0]):
        for value in () if other == key else instead(other, kind):
            yield ruleset_with(rules, {other: value})


def instead(key: str, kind: Kind) -> tuple[Plain, ...]:
    """Return values that may make something arise which does not where there is none of the kind."""
    row = row_limit(key)
    if row is not None:
        return ((1,) * row.size,)
    if kind.is_list:
        return (kind.names[:1],)
    return (True, False) if kind.shape is Shape.FLAG else kind.names


def settings_sent(fields: Pairs) -> tuple[dict[str, Plain], tuple[Refused, ...]]:
    """Return the values that a form sent, by ``chapter.key``, and every field that holds none that may stand there."""
    values: dict[str, Plain] = {}
    refused = []
    for key in ALL_KEYS:
        sent = [spaces_off(value) for name, value in fields if name == key]
        if sent or (_ASKED, key) in fields:
            value = accepted(_as_plain(sent, _kind_of_key(key)), key, Location(file="", key=key))
            if value is None:
                refused.append(Refused(field=key, found=", ".join(sent)[:LONGEST_FOUND], allowed=_allowed_at(key)))
            else:
                values[key] = value
    return values, tuple(refused)


def _as_plain(sent: list[str], kind: Kind) -> object:
    """Return what the fields of a value say as a file would hold it."""
    filled = [text for text in sent if text]
    if kind.shape is Shape.NUMBER:
        numbers = [_number_typed(text) for text in filled]
        return numbers if kind.is_list else "".join(map(str, numbers)) if len(numbers) != 1 else numbers[0]
    if kind.is_list:
        return filled
    last = filled[-1] if filled else ""
    return FLAGS.get(last, last) if kind.shape is Shape.FLAG else last


def _number_typed(text: str) -> int | str:
    """Return the whole number that somebody typed, or the text itself when it is none."""
    return read_number(text.translate(_AS_TYPED))


Answers = dict[str, tuple[str, ...]]
"""For each question that matters the ids of answers, or ranges such as "3-5" or "6+"."""

CLUB = "club/"
"""How the ids of the clauses begin that stand in a club's own files."""
WHEN = "when."
"""What the names of the fields begin with that hold the answers to a question."""
_AMOUNTS = {
    "fine": {"amount": "fine"},
    "points": {"amount": "points", "per": "per"},
    "referee": {"min": "least", "max": "most", "choices": "choice"},
}
"""What a penalty may come with, and the field that holds it."""
_BOOK = 0
"""Stands for what the book does."""

_ANSWERS_ALLOWED = {"en": "answers to the questions about this offence", "ja": "この違反についての質問の答え"}
_PENALTIES_ALLOWED = {
    "en": "one or more; none stands alone, and beside a chombo there are no points and no fine",
    "ja": "一つ以上。罰なしは単独で、チョンボに減点や罰金は併せない",
}
_AMOUNT_ALLOWED = {"en": "a whole number above 0, in whole hundreds", "ja": "0より大きい100の倍数"}
_RANGE_ALLOWED = {
    "en": "two amounts above 0 in whole hundreds, the second one higher",
    "ja": "0より大きい100の倍数を二つ、後が大きい",
}
_ALLOWED = {
    "fine": _AMOUNT_ALLOWED,
    "points": _AMOUNT_ALLOWED,
    "least": _RANGE_ALLOWED,
    "most": _RANGE_ALLOWED,
    "per": {"en": "a question about this offence that counts", "ja": "この違反の数を問う質問"},
    "choice": {"en": "any penalties that there are", "ja": "定められた罰"},
}
"""What may stand in the fields of a row."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubRow:
    """What a club does about an offence under some answers; ``says`` is a sentence of its own, empty for none."""

    offence: str
    when: Answers
    consequences: tuple[Consequence, ...]
    says: str


def kinds_offered(chombo_form: str) -> tuple[str, ...]:
    """Return the penalties that a row may have, the lightest first, where a chombo is paid in this form."""
    return tuple(kind for kind in HEAVIER if kind != Penalty.CHOMBO or chombo_form != ChomboForm.NONE)


def row_sent(fields: Pairs, offence: Offence) -> tuple[ClubRow | None, tuple[Refused, ...]]:
    """Return the row that a form sent, None with every field that holds what cannot stand there.

    ``when.QUESTION`` holds answers or ranges, ``penalty`` kinds, ``fine``, ``points``, ``least`` and ``most`` amounts,
    ``per`` a question, ``choice`` kinds, ``says`` a sentence. The first two and ``choice`` may come several times.
    """
    sent: dict[str, list[str]] = {}
    for name, text in fields:
        sent.setdefault(name, []).extend([spaces_off(text)] if spaces_off(text) else [])
    kinds = sorted(set(sent.get("penalty", [])), key=lambda kind: (*HEAVIER, kind).index(kind))
    refused = (
        *_answers_refused(sent, offence),
        *(each for kind in kinds for each in _penalty_refused(kind, sent, offence)),
    )
    location = Location(file="")
    penalties = [] if refused else [_penalty_sent(kind, sent) for kind in kinds]
    consequences = () if refused else consequences_at({"penalties": penalties}, offence, location)
    if location.problems:
        refused = (_refused_in("penalty", sent, _PENALTIES_ALLOWED),)
    row = ClubRow(
        offence=offence.id,
        when={
            name.removeprefix(WHEN): tuple(values) for name, values in sent.items() if values and name.startswith(WHEN)
        },
        consequences=consequences,
        says=" ".join(sent.get("says", [])),
    )
    return (None if refused else row), refused


def _refused_in(field: str, sent: dict[str, list[str]], allowed: Texts) -> Refused:
    return Refused(field=field, found=", ".join(sent.get(field, []))[:LONGEST_FOUND], allowed=allowed)


def _answers_refused(sent: dict[str, list[str]], offence: Offence) -> tuple[Refused, ...]:
    """Return the fields with answers that there are not."""
    asked = {name: values for name, values in sent.items() if values and name.startswith(WHEN)}
    wrong = [name for name, values in asked.items() if _answered_wrongly({name.removeprefix(WHEN): values}, offence)]
    return tuple(_refused_in(name, sent, _ANSWERS_ALLOWED) for name in wrong)


def _answered_wrongly(when: dict[str, list[str]], offence: Offence) -> bool:
    """Return whether some answers are none to questions about an offence."""
    location = Location(file="")
    when_of(when, offence, location)
    return bool(location.problems)


def _penalty_refused(kind: str, sent: dict[str, list[str]], offence: Offence) -> tuple[Refused, ...]:
    """Return the fields of a penalty with what cannot stand there."""
    location = Location(file="")
    consequence_of(_penalty_sent(kind, sent), offence, location)
    fields = dict.fromkeys(_AMOUNTS.get(kind, {}).get(problem.key, "penalty") for problem in location.problems)
    return tuple(_refused_in(field, sent, _ALLOWED.get(field, _PENALTIES_ALLOWED)) for field in fields)


def _penalty_sent(kind: str, sent: dict[str, list[str]]) -> Table:
    """Return a penalty with what was sent beside it, as a file holds it."""
    table: Table = {"kind": kind}
    for key, field in _AMOUNTS.get(kind, {}).items():
        values = sent.get(field, [])
        if values:
            table[key] = values if key == "choices" else values[0] if key == "per" else _number_typed(values[0])
    return table


def fields_of(row: OutcomeRow) -> Pairs:
    """Return a row of a table of outcomes as a form holds it, to change it; the words of a book are not a club's."""
    fields = [(WHEN + question.id, answer) for question, answers in row.when for answer in answers]
    for table in map(_penalty_table, row.ruling.consequences):
        kind = str(table["kind"])
        fields.append(("penalty", kind))
        for key, field in _AMOUNTS.get(kind, {}).items():
            values = table.get(key, [])
            fields += [(field, str(each)) for each in (values if isinstance(values, list) else [values])]
    if row.ruling.says and row.ruling.cite.clause.startswith(CLUB):
        fields.append(("says", row.ruling.says["en"]))
    return tuple(fields)


def row_table(row: ClubRow, clause: str) -> Table:
    """Return a row as a file holds it."""
    when: Table = {name: list(answers) for name, answers in row.when.items()}
    penalties = [_penalty_table(each) for each in row.consequences]
    table: Table = {"offence": row.offence, "when": when, "penalties": penalties, "clause": clause, "says": row.says}
    return {key: value for key, value in table.items() if value}


def _penalty_table(consequence: Consequence) -> Table:
    """Return one penalty as a file holds it: its kind, with what belongs to it."""
    table: Table = {
        "kind": str(consequence.kind),
        "amount": consequence.amount,
        "per": consequence.per,
        "min": consequence.least,
        "max": consequence.most,
        "choices": list(consequence.choices),
    }
    return {key: value for key, value in table.items() if value}


def row_read(row: Row, offence: Offence) -> ClubRow:
    """Return a row of a file as a club's."""
    when: Answers = {}
    for question in offence.questions:
        spans = row.when.get(question.id, ())
        names = [answer.id for answer in question.answers]
        answers = tuple(names[low] if names else span_text((low, high), question.high) for low, high in spans)
        when |= {question.id: answers} if answers else {}
    return ClubRow(
        offence=offence.id,
        when=when,
        consequences=row.ruling.consequences,
        says=row.ruling.says.get("en", ""),
    )


def rows_after(
    outcome_table: CompiledTable, offence: Offence, rows: tuple[ClubRow, ...], when: Answers, row: ClubRow | None
) -> tuple[ClubRow, ...]:
    """Return a club's rows on an offence after one is put over all that was, or under ``when`` the book's for None.

    No two of them meet, and none does what the ``outcome_table`` of the book does there. ``rows`` are its rows so far.
    """
    over = [(spans_given(when, offence), row), *((spans_given(each.when, offence), each) for each in rows)]
    spans = _finer(outcome_table.spans, [held for held, _ in over], offence)
    kinds: dict[tuple[tuple[Consequence, ...], str], int] = {}
    cells = []
    for place, cell in zip(product(*(range(len(each)) for each in spans)), product(*spans), strict=True):
        book = outcome_table.row_at(cell)
        own = next((each for held, each in over if falls_under_row(cell, held, offence)), None)
        ruling = NEVER if book is None else _BOOK
        if book is not None and own is not None and not _does_alike(own, book.ruling):
            ruling = kinds.setdefault((own.consequences, own.says), len(kinds) + 1)
        cells.append(Cell(key=place, ruling=ruling))
    done = {ruling: kind for kind, ruling in kinds.items()}
    outcomes = sorted((outcome for ruling in done for outcome in rows_with(ruling, tuple(cells))), key=first_cell)
    possible = tuple(cell for cell in cells if cell.ruling != NEVER)
    return tuple(
        ClubRow(
            offence=offence.id,
            when=_answers_in(outcome, possible, spans, offence),
            consequences=done[outcome.ruling][0],
            says=done[outcome.ruling][1],
        )
        for outcome in outcomes
    )


def spans_given(when: Answers, offence: Offence) -> When:
    """Return answers as spans."""
    return when_of({name: list(answers) for name, answers in when.items()}, offence, Location(file=""))


def _finer(spans: Spans, whens: list[When], offence: Offence) -> Spans:
    """Return the spans of each question cut wherever some answers begin or end."""
    cut = []
    for question, each in zip(offence.questions, spans, strict=True):
        ends = {end for when in whens for low, high in when.get(question.id, ()) for end in (low, high + 1)}
        starts = sorted({low for low, _ in each} | {end for end in ends if end <= each[-1][1]})
        cut.append(tuple((low, after - 1) for low, after in pairwise([*starts, each[-1][1] + 1])))
    return tuple(cut)


def _does_alike(row: ClubRow, ruling: Ruling) -> bool:
    """Return whether a row does and says nothing else than the book."""
    return ruling.covered and row.consequences == ruling.consequences and row.says in ("", *ruling.says.values())


def _answers_in(outcome: TableRow, possible: tuple[Cell, ...], spans: Spans, offence: Offence) -> Answers:
    """Return the answers that tell a outcome from everything else that can be."""
    questions = offence.questions
    return {
        questions[place].id: answers_of(questions[place], outcome.spans[place], spans[place])
        for place in distinguishing_questions(outcome, possible)
    }
