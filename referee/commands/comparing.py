"""The command ``referee diff A B``: two rulebooks side by side, every sentence with its clause."""

import sys
from collections.abc import Iterator, Sequence

from referee.core.penalties.court import Court
from referee.core.penalties.words import ruleset_named
from referee.core.telling.explain import Sentence
from referee.core.telling.side_by_side import Comparison, compared
from referee.core.text.library import Book, Library, variant_key
from referee.core.text.words import Speaker

SIDES = ("a", "b")


class NoSuchChoiceError(ValueError):
    """A rulebook or an option that does not exist was asked for; the message says what there is."""


def run_diff(library: Library, books: Sequence[str], options: Sequence[str], lang: str) -> int:
    """Print how two rulebooks differ; ``options`` are "a.play=tournament". Return 0, or 1 for an unknown name."""
    speaker = Speaker(lang=lang, words=library.sentences[lang])
    try:
        one, other = (court(library, book, side, options, speaker) for side, book in zip(SIDES, books, strict=True))
    except NoSuchChoiceError as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    sys.stdout.write("\n".join([*heads(one, other), *told(compared(one, other), speaker), ""]))
    return 0


def court(library: Library, name: str, side: str, options: Sequence[str], speaker: Speaker) -> Court:
    """Return a rulebook with the options that are asked for on its side."""
    book = library.book(name)
    if book is None:
        message = f"There is no ruleset {name}. There are: {', '.join(each.id for each in library.books)}."
        raise NoSuchChoiceError(message)
    wanted = dict(side_option(text) for text in options if text.startswith(f"{side}."))
    misplaced = [text for text in options if text.partition(".")[0] not in SIDES]
    if misplaced:
        message = f"An option is written a.NAME=CHOICE or b.NAME=CHOICE, not {misplaced[0]}."
        raise NoSuchChoiceError(message)
    return Court(library=library, book=book, variant=variant(book, wanted), speaker=speaker)


def side_option(text: str) -> tuple[str, str]:
    """Return name and choice of "a.play=tournament"."""
    name, _, choice = text.partition(".")[2].partition("=")
    return (name, choice)


def variant(book: Book, wanted: dict[str, str]) -> str:
    """Return the key of the wanted choices, defaults for the other options."""
    choices = {option.id: [choice.id for choice in option.choices] for option in book.options}
    for name, choice in wanted.items():
        if choice not in choices.get(name, ()):
            known = ", ".join(f"{option}={'|'.join(names)}" for option, names in choices.items()) or "none"
            message = f"{book.id} has no option {name}={choice}. Its options: {known}."
            raise NoSuchChoiceError(message)
    return variant_key(tuple((name, wanted.get(name, names[0])) for name, names in choices.items()))


def heads(one: Court, other: Court) -> list[str]:
    """Return what the two sides are."""
    pairs = zip(("A", "B"), (one, other), strict=True)
    return [
        f"{side}  {ruleset_named(each.book.titles, each.book.edition, each.speaker)} ({described(each)})"
        for side, each in pairs
    ]


def described(court: Court) -> str:
    """Return the id of a book with its options."""
    return ", ".join(filter(None, (court.book.id, court.variant.replace(",", ", "))))


def told(comparison: Comparison, speaker: Speaker) -> Iterator[str]:
    """Yield the lines of the comparison."""
    chapter = ""
    for difference in comparison.values:
        if difference.chapter != chapter:
            chapter = difference.chapter
            yield from ("", speaker.say(f"rule.title.{chapter}"))
        yield from sides(difference.one, difference.other)
    if comparison.rulings:
        yield from ("", speaker.say("page.rules.cases"))
    for ruling in comparison.rulings:
        yield f"  {' · '.join(filter(None, (ruling.title, ruling.when)))}"
        yield from sides(ruling.one, ruling.other)
    if any(comparison.words):
        yield from ("", speaker.say("page.rules.in_words"))
    for side, lines in zip(("A", "B"), comparison.words, strict=True):
        yield from (f"  {side}  {ended(line)}" for line in lines)
    if not comparison.values and not comparison.rulings:
        yield from ("", speaker.say("page.rules.same"))


def sides(one: Sentence | None, other: Sentence | None) -> Iterator[str]:
    """Yield what each side says."""
    yield f"  A  {ended(one)}"
    yield f"  B  {ended(other)}"


def ended(line: Sentence | None) -> str:
    """Return a sentence that ends in its clauses, a dash where nothing is said."""
    return "-" if line is None else f"{line.text} ({line.clauses})"
