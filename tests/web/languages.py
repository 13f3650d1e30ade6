"""What of a page is not in its language: texts, and what a screen reader says or a field shows."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape

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
    "Enter",
    "Escape",
)
"""Names, units and keys of a keyboard that are written in Latin letters in Japanese too."""
ENGLISH = ("en", "English")
"""The switch to English, which every page may carry."""
BOOKS = [key.removeprefix("clause.of.") for key in sentences()["en"] if key.startswith("clause.of.")]
ID = re.compile(rf"\b[a-z]+(?:_[a-z]+)+\b|\b(?:{'|'.join(map(re.escape, BOOKS))})/[a-z0-9]")
"""What only programs call something: ``own_first``, ``aalto/24``."""
WEB = re.compile(r"https?://\S+")
LATIN = re.compile(r"[A-Za-z]{2,}")
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")


TOKEN = re.compile(
    r"""<!.*?>|<(?P<closes>/?)(?P<tag>[a-zA-Z][^\s/>]*)(?P<attributes>(?:[^>"']|"[^"]*"|'[^']*')*)>|(?P<data>[^<]+)|<"""
)
ATTRIBUTE = re.compile(rf"""\b(lang|name|content|{"|".join(READ_OUT)})=(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""")


@dataclass(frozen=True, slots=True)
class Text:
    """What somebody reads or hears, in the language that its page says it is in; ``on`` an attribute, or the page."""

    lang: str
    words: str
    on: str = ""


@dataclass
class Reader:
    """Collects every text of a page. A page is read piece by piece: Python's own parser takes thrice the time."""

    found: list[Text] = field(default_factory=list)
    stack: list[tuple[str, str]] = field(default_factory=list)
    silent: int = 0

    @property
    def lang(self) -> str:
        """The language at this place."""
        return self.stack[-1][1] if self.stack else ""

    def read(self, html: str) -> None:
        """Read a page."""
        for token in TOKEN.finditer(html):
            closes, tag, attributes, data = token.groups()
            if data is not None:
                if not self.silent and (words := unescape(data).strip()):
                    self.found.append(Text(self.lang, words))
            elif closes:
                self.leave(tag.lower())
            elif tag:
                self.enter(tag.lower(), attributes)

    def enter(self, tag: str, attributes: str) -> None:
        """Note the language of an element, and what its attributes say."""
        given = {name: unescape("".join(value)) for name, *value in ATTRIBUTE.findall(attributes)}
        lang = given.get("lang", self.lang)
        self.found += [Text(lang, given[name], name) for name in READ_OUT if name in given]
        if given.get("name") == "description":
            self.found.append(Text(lang, given["content"], "content"))
        if tag not in VOID and not attributes.endswith("/"):
            self.stack.append((tag, lang))
            self.silent += tag in SILENT

    def leave(self, tag: str) -> None:
        """Leave an element, and those inside it that nobody closed."""
        while self.stack:
            left = self.stack.pop()[0]
            self.silent -= left in SILENT
            if left == tag:
                return


@lru_cache(maxsize=1)
def texts(html: str) -> tuple[Text, ...]:
    """Return every text of a page that somebody reads or hears; what is asked about a page reads it once."""
    reader = Reader()
    reader.read(html)
    return tuple(reader.found)


def strangers(html: str, language: str) -> list[str]:
    """Return the texts that a reader of Japanese or of English stumbles over.

    On a Japanese page that is every Latin word but names and the way to English; on an English page every
    Japanese character that is not marked as Japanese.
    """
    if language == "ja":
        text = [each for each in texts(html) if (each.lang, each.words) != ENGLISH]
        return [each.words for each in text if LATIN.search(without_names(each.words))]
    return [each.words for each in texts(html) if each.lang != "ja" and CJK.search(each.words)]


def ids_shown(html: str) -> list[str]:
    """Return the texts that hold an id in place of a word.

    The exact name of a clause, for who rests a pointer on it, is none, nor is the address of a page.
    """
    return [each.words for each in texts(html) if each.on != "title" and ID.search(WEB.sub("", each.words))]


def without_names(text: str) -> str:
    """Return a text without the names and ids that are the same in every language."""
    text = ADDRESS.sub("", text)
    for name in NAMES:
        text = text.replace(name, "")
    return text
