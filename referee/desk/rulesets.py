"""The ruleset that a game is played under: kept as text at its start, never read from its file again."""

from dataclasses import asdict, dataclass
from typing import Any

from referee.core.rules.ruleset import Ruleset
from referee.core.text.jsontext import in_key_order, json_text, trusted_value
from referee.core.text.library import Book, Library, ruleset_of, variant_key


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """A ruleset as a game keeps it, with what it was called at the time."""

    book: str
    titles: dict[str, str]
    edition: dict[str, str]
    options: dict[str, str]
    rules: Ruleset


def kept_text(book: Book, options: dict[str, str]) -> str:
    """Return the text of a book with its options chosen; the same rules give the same text."""
    plain = asdict(variant(book, options))
    kept = {
        "book": book.id,
        "titles": book.titles,
        "edition": book.edition,
        "options": options,
        "cites": plain.pop("cites"),
        "values": plain,
    }
    return json_text(in_key_order(kept))


def kept_of(text: str, library: Library) -> Kept:
    """Return what the text holds; ``library`` is asked only for rules that did not exist when it was written."""
    plain: Any = trusted_value(text)
    return Kept(
        book=plain["book"],
        titles=plain["titles"],
        edition=in_languages(plain["edition"]),
        options=plain["options"],
        rules=ruleset_of(lifted(plain, asdict(present_rules(plain, library)))),
    )


def variant(book: Book, options: dict[str, str]) -> Ruleset:
    """Return a book's rules under these options."""
    return book.variants[variant_key(tuple(options.items()))]


def present_rules(plain: dict[str, Any], library: Library) -> Ruleset:
    """Return what the book says today, or any book if it or its options are gone."""
    book = library.book(plain["book"])
    if book is not None:
        found = book.variants.get(variant_key(tuple(plain["options"].items())))
        if found is not None:
            return found
    return next(iter(library.books[0].variants.values()))


def lifted(plain: dict[str, Any], present: dict[str, Any]) -> dict[str, Any]:
    """Return kept rules in the present vocabulary: what was kept stays, what did not exist yet is filled in."""
    cites = present.pop("cites")
    values = {
        chapter: {key: plain["values"].get(chapter, {}).get(key, value) for key, value in rules.items()}
        for chapter, rules in present.items()
    }
    kept = {key: {**cite, "source": in_languages(cite["source"])} for key, cite in plain["cites"].items()}
    return {"values": values, "cites": cites | kept}


def in_languages(text: str | dict[str, str]) -> dict[str, str]:
    """Return a text per language; one that was kept before texts had languages is English."""
    return {"en": text} if isinstance(text, str) else text
