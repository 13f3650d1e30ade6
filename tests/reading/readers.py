"""What the tests of reading share: books under their options, in a language."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from referee.texts.case import Rulebook
from referee.texts.words import Speaker
from tests.cases import library

LANGUAGES = ("en", "ja")


def speaker(lang: str = "en") -> Speaker:
    """Return the words of a language."""
    return Speaker(lang=lang, words=library().sentences[lang])


@cache
def rulebook(name: str, lang: str = "en", variant: str | None = None) -> Rulebook:
    """Return a book under its default options, or in the variant that is named."""
    book = library().book(name)
    assert book is not None
    chosen = next(iter(book.variants)) if variant is None else variant
    return Rulebook(library=library(), book=book, variant=chosen, speaker=speaker(lang))


def texts_of(path: Path, lang: str) -> Iterator[str]:
    """Yield every text of a file of rules in a language, without the words that are searched for."""
    waiting: list[object] = [tomllib.loads(path.read_text("utf-8"))]
    while waiting:
        found = waiting.pop()
        if isinstance(found, list):
            waiting += found
        elif isinstance(found, dict):
            waiting += [value for key, value in found.items() if key not in (*LANGUAGES, "search")]
            if isinstance(found.get(lang), str):
                yield found[lang]
