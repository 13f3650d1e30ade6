"""What a form for a club's own rules shows and sends: every value with a sentence for each of its choices."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee.explain.rulebook import points_of, sentence_of
from referee.explain.statements import Statement, pair_point, price_tags, priced_point
from referee.records import dataclass
from referee.rulebook.problems import Place, listed
from referee.rulebook.shelf import Variant, ruleset_of
from referee.rulebook.vocabulary import (
    ALL_KEYS,
    CHAPTERS,
    COUNT,
    NUMBERS,
    PRICED,
    Kind,
    Plain,
    Shape,
    accepted,
    row_limit,
)
from referee.rules.offences import Texts
from referee.rules.ruleset import Ruleset
from referee.texts.reader import read_number, spaces_off
from referee.texts.words import LIBRARY, Speaker

Pairs = tuple[tuple[str, str], ...]
"""The fields of a form in the order sent; a name may come several times."""

FLAGS = {"yes": True, "no": False}
"""How a form says true and false."""
ASKED = "asked"
"""The field that names a value which the form showed: of boxes none of which is ticked nothing else is sent."""
LONGEST_FOUND = 40
"""How many characters of what cannot stand somewhere are repeated."""
AS_TYPED = str.maketrans(
    {**dict.fromkeys(", \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}", ""), **dict.fromkeys("\N{MINUS SIGN}△▲", "-")}
)
"""What people type into numbers: spaces between thousands, and signs of minus, which in results is a triangle."""
ENTRIES = {"draws.aborts": "abort.", "pao.yakuman": "yaku."}
"""How the keys of the words begin that name the entries of a list; other lists hold pairs of yaku."""
PAIRS_IN = {"hand.replaces": "yaku", "hand.upgrades": "yakuman"}
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
    for each of ``numbers``); ``label`` names all but a choice, which its sentences name. ``book_said`` is what the
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
    book_said: str


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
            look=look_of(kind),
            label=label_of(key, kind, speaker),
            picks=picks_of(key, kind, (book.values[key], own.get(key, book.values[key])), rules, speaker),
            numbers=numbers_of(key, own.get(key, book.values[key])) if look_of(kind).startswith("number") else (),
            allowed=allowed_at(key),
            differs=own.get(key, book.values[key]) != book.values[key],
            book_said=sentence_in(key, base, speaker),
        )
        for key, kind in keys_of_chapter(chapter)
    )


def keys_of_chapter(chapter: str) -> tuple[tuple[str, Kind], ...]:
    """Return every ``chapter.key`` of a chapter with its kind."""
    return tuple((f"{chapter}.{name}", kind) for name, kind in CHAPTERS[chapter].items())


def kind_of_key(key: str) -> Kind:
    """Return the kind of a ``chapter.key``."""
    chapter, name = key.split(".")
    return CHAPTERS[chapter][name]


def look_of(kind: Kind) -> str:
    """Return what the fields of a value are."""
    if kind.shape is Shape.NUMBER:
        return "numbers" if kind.is_list else "number"
    return "names" if kind.is_list else "choice"


def label_of(key: str, kind: Kind, speaker: Speaker) -> str:
    """Return what a value is called that is a number or a list."""
    if key.startswith(PRICED):
        return speaker.words["yaku." + key.split(".")[1]]
    return "" if look_of(kind) == "choice" else speaker.words["club." + key]


def picks_of(key: str, kind: Kind, values: tuple[Plain, Plain], rules: Ruleset, speaker: Speaker) -> tuple[Pick, ...]:
    """Return the choices of a value, or the entries of a list; ``values`` are the book's and the one now."""
    in_book, now = map(texts_of, values)
    return tuple(
        Pick(
            value=name,
            text=entry_value_text(key, name, rules, speaker)
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


def numbers_of(key: str, value: Plain) -> tuple[str, ...]:
    """Return the numbers of a value, empty ones where a row is empty that may be filled in."""
    row = row_limit(key)
    return texts_of(value) or (("",) * row.size if row else ())


def allowed_at(key: str) -> Texts:
    """Return in each language what may stand at ``chapter.key``."""
    kind, row = kind_of_key(key), row_limit(key)
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


def entry_value_text(key: str, name: str, rules: Ruleset, speaker: Speaker) -> str:
    """Return the name of an entry of a list, or of two yaku that the second does not count beside the first."""
    if key in ENTRIES:
        return speaker.words[ENTRIES[key] + name]
    return sentence_of(pair_point(key, name, apart=True), rules, speaker).text


def sentence_in(key: str, rules: Ruleset, speaker: Speaker) -> str:
    """Return what a ruleset says of one value, empty where it says nothing."""
    sentences = [sentence_of(point, rules, speaker).text for point in points_about(key, rules)]
    return speaker.words["language.gap"].join(sentences)


def points_about(key: str, rules: Ruleset) -> tuple[Statement, ...]:
    """Return the statement that is about a value, or that tells it beside another; all those about a list of pairs."""
    chapter = key.split(".", maxsplit=1)[0]
    if key.startswith(PRICED):
        return tuple(priced_point((tag,)) for tag in price_tags(chapter, rules) if tag.rule == key)
    points = [point for point in points_of(PAIRS_IN.get(key, chapter), rules) if key in point.rules]
    if key in PAIRS_IN:
        return tuple(point for point in points if point.phrase.key.endswith(".yes")) or tuple(points)
    return tuple(sorted(points, key=lambda point: point.rules.index(key))[:1])


def sentence_with(key: str, value: str, rules: Ruleset, speaker: Speaker) -> str:
    """Return what a ruleset with this choice says of it; where others leave nothing to say, what it would say else."""
    there = ruleset_with(rules, {key: FLAGS.get(value, value) if kind_of_key(key).shape is Shape.FLAG else value})
    sentences = (sentence_in(key, each, speaker) for each in (there, *others_than(key, there)))
    return next(filter(None, sentences), "")


def others_than(key: str, rules: Ruleset) -> Iterator[Ruleset]:
    """Yield a ruleset with each other choice of each other value of the same chapter."""
    for other, kind in keys_of_chapter(key.split(".", maxsplit=1)[0]):
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
        if sent or (ASKED, key) in fields:
            value = accepted(as_plain(sent, kind_of_key(key)), key, Place(file="", key=key))
            if value is None:
                refused.append(Refused(field=key, found=", ".join(sent)[:LONGEST_FOUND], allowed=allowed_at(key)))
            else:
                values[key] = value
    return values, tuple(refused)


def as_plain(sent: list[str], kind: Kind) -> object:
    """Return what the fields of a value say as a file would hold it."""
    filled = [text for text in sent if text]
    if kind.shape is Shape.NUMBER:
        numbers = [number_typed(text) for text in filled]
        return numbers if kind.is_list else "".join(map(str, numbers)) if len(numbers) != 1 else numbers[0]
    if kind.is_list:
        return filled
    last = filled[-1] if filled else ""
    return FLAGS.get(last, last) if kind.shape is Shape.FLAG else last


def number_typed(text: str) -> int | str:
    """Return the whole number that somebody typed, or the text itself when it is none."""
    return read_number(text.translate(AS_TYPED))
