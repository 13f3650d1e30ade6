"""What of a page is not in its language: texts, and what a screen reader says or a field shows."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from referee.library import sentences

READ_OUT = ("aria-label", "placeholder", "title", "alt")
"""Attributes that reach the reader."""
SILENT = ("script", "style", "code")
"""What is no sentence; ``code`` holds ids of clauses and addresses."""
VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})

ADDRESS = re.compile(r"https?://\S+|\b[a-z0-9.-]+/[a-z0-9.-]+")
"""The address of a page, or the id of a clause, in a sentence."""
NAMES = (
    "Japanese Mahjong Wiki",
    "EMA",
    "ARA",
    "CSV",
    "PRO2024",
    "RCR",
    "RMU",
    "RRC",
    "WRC",
    "QR",
    "UTC",
    "MB",
    "KB",
    "HTTPS",
)
"""Names and units that are written in Latin letters in Japanese too."""
ENGLISH = ("en", "English")
"""The switch to English, which every page may carry."""
BOOKS = [key.removeprefix("clause.of.") for key in sentences()["en"] if key.startswith("clause.of.")]
ID = re.compile(rf"\b[a-z]+(?:_[a-z]+)+\b|\b(?:{'|'.join(map(re.escape, BOOKS))})/[a-z0-9]")
"""What only programs call something: ``own_first``, ``aalto/24``."""
NOT_WORDS = re.compile(r'\btitle="[^"]*"|https?://\S+')
"""The exact name of a clause, for who rests a pointer on it, and the address of a page."""
LATIN = re.compile(r"[A-Za-z]{2,}")
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")


@dataclass
class Reader(HTMLParser):
    """Collects every text of a page with the language that the page says it is in."""

    found: list[tuple[str, str]] = field(default_factory=list)
    stack: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    @property
    def lang(self) -> str:
        """The language at this place."""
        return self.stack[-1][1] if self.stack else ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the language of an element, and what its attributes say."""
        given = {name: value or "" for name, value in attrs}
        lang = given.get("lang", self.lang)
        self.found += [(lang, given[name]) for name in READ_OUT if name in given]
        if given.get("name") == "description":
            self.found.append((lang, given["content"]))
        if tag not in VOID:
            self.stack.append((tag, lang))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an element that closes itself, as in a drawing."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Leave an element, and those inside it that nobody closed."""
        while self.stack and self.stack.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Note a text that is read."""
        if data.strip() and not any(tag in SILENT for tag, _ in self.stack):
            self.found.append((self.lang, data.strip()))


def texts(html: str) -> list[tuple[str, str]]:
    """Return every text of a page that somebody reads or hears, each with its language."""
    reader = Reader()
    reader.feed(html)
    return reader.found


def strangers(html: str, language: str) -> list[str]:
    """Return the texts that a reader of Japanese or of English stumbles over.

    On a Japanese page that is every Latin word but names and the way to English; on an English page every
    Japanese character that is not marked as Japanese.
    """
    if language == "ja":
        return [text for lang, text in texts(html) if (lang, text) != ENGLISH and LATIN.search(without_names(text))]
    return [text for lang, text in texts(html) if lang != "ja" and CJK.search(text)]


def ids_shown(html: str) -> list[str]:
    """Return the texts that hold an id in place of a word."""
    return [text for _, text in texts(NOT_WORDS.sub("", html)) if ID.search(text)]


def without_names(text: str) -> str:
    """Return a text without the names and ids that are the same in every language."""
    text = ADDRESS.sub("", text)
    for name in NAMES:
        text = text.replace(name, "")
    return text
