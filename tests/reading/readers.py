"""What the tests of reading share: books under their options, in a language."""

from functools import cache

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
