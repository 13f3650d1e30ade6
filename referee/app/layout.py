"""What every page is drawn with beside its own values: its words, its look, and the ways to the other pages.

The bar of sections leads from every screen to the main ones; rulings are one tap away from everywhere, under the rules
of the table that is being played.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.routes import query_of, url_for
from referee.app.tiles import winner_tiles
from referee.records import dataclass
from referee.texts.words import clause_named, terms_in

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.preview import ReasonRow
    from referee.app.rows import LineText
    from referee.texts.words import Speaker


VALUES = ("language", "languages", "look")
FUNCTIONS = (
    "say",
    "text_of",
    "address_in_language",
    "sections",
    "home_sections",
    "by_tiles",
    "url_for",
    "clause_links",
    "terms_in",
    "short_names",
    "words_of",
)
"""The names under which templates know it, values and what is called; most pages do without some of the latter."""
_TABLE_PAGES = frozenset({"table", "record", "sheet", "correct", "adjust"})
"""The sections whose pages belong to the table that is played."""
_SHORT = 9
"""Names of fewer letters stand in one line nearly everywhere."""
_NARROW = 7
"""The letters that a column has room for on a phone."""
_VOWELS = "aeiouyäöüåæøáàâãéèêëíîïóòôõúùûý"
_CONSONANTS = "bcdfghjklmnpqrstvwxzçčłñšž"
_ONE_SOUND = ("ch", "ph", "sh", "th")


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """One entry of the bar: ``id`` names its sign and its words, ``current`` that the page belongs to it."""

    id: str
    address: str
    text: str
    current: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ClauseLink:
    """The way to the words of a clause, by the name that people call it; without a number that is its book's."""

    id: str
    text: str
    address: str


def layout_of(asked: Asked, section: str, table: str | None) -> dict[str, object]:
    """Return what a page is drawn with, by name.

    ``_section`` is the part of the page's endpoint before the dot, ``table`` the token of the table that it shows.
    """
    here = "table" if section in _TABLE_PAGES else section
    token = table or asked.device.latest
    return {
        "say": asked.say,
        "text_of": asked.speaker.text,
        "language": asked.speaker.lang,
        "languages": asked.library.languages,
        "address_in_language": lambda code: address_in_language(asked, code),
        "look": asked.device.look,
        "sections": lambda: sections(asked, here, token),
        "home_sections": lambda: home_sections(asked, here),
        "by_tiles": lambda form, seat, address: winner_tiles(form, seat, address, asked.speaker.words),
        "url_for": url_for,
        "clause_links": lambda clauses: clause_links(clauses, asked.speaker),
        "terms_in": lambda shown: term_links(shown, asked.speaker),
        "short_names": short_names,
        "words_of": words_of,
    }


def clause_links(clauses: str, speaker: Speaker) -> tuple[ClauseLink, ...]:
    """Return the ways to the words of clauses, whose ids stand in a row: "aalto/47, aalto/44"."""
    return tuple(
        ClauseLink(
            id=clause,
            text=clause_named(clause, speaker),
            address=_clause_address(clause),
        )
        for clause in clauses.split(", ")
    )


def _clause_address(clause: str) -> str:
    """Return where the words of a clause are read: who fetches a page is not told where in it he was sent."""
    of, _, place = clause.partition("/")
    return url_for("rules.clause", of=of, place=place) + f"#clause-{clause}"


def term_links(shown: str | tuple[LineText | ReasonRow, ...], speaker: Speaker) -> tuple[tuple[str, str], ...]:
    """Return the address of each term's line in the glossary, with the term, as they stand in a text or in lines."""
    text = shown if isinstance(shown, str) else " ".join([line.text for line in shown])
    glossary = url_for("rules.glossary")
    return tuple([(f"{glossary}#{name}", term) for name, term in terms_in(text, speaker.words)])


def words_of(name: str) -> tuple[tuple[str, str], ...]:
    """Return each word of a long name, as it may be broken over lines, with what stands between it and the next.

    Browsers know the syllables of no name, and few of them those of any language.
    """
    if len(name) < _SHORT:
        return ()
    words = name.replace("-", "-\n").replace(" ", " \n").split("\n")
    return tuple([(_hyphenated(word.strip(" ")), " " if word.endswith(" ") else "") for word in words])


def short_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names in so few letters as a narrow column has room for, all different; nothing where all are short."""
    if all(len(name) <= _NARROW for name in names):
        return ()
    words = [name.split(" ") for name in names]
    first = [each[0] if len(each[0]) <= _NARROW else each[0][: _NARROW - 1] + "." for each in words]
    last = [each[-1] if len(each[-1]) == 1 else each[-1][0] + "." for each in words]
    more = [f"{first[at]} {last[at]}" if len(each) > 1 else first[at] for at, each in enumerate(words)]
    return next((tuple(each) for each in (first, more) if len(set(each)) == len(names)), ())


def _hyphenated(word: str) -> str:
    """Return a word with a soft hyphen before each syllable."""
    starts = [at for at in range(2, len(word.rstrip("-")) - 2) if _begins_syllable(word, at)]
    return "\u00ad".join([word[start:end] for start, end in zip([0, *starts], [*starts, len(word)], strict=True)])


def _begins_syllable(word: str, at: int) -> bool:
    """Say whether a consonant with a vowel behind it stands at a place."""
    after = word[at + 2 if word[at : at + 2] in _ONE_SOUND else at + 1]
    return word[at] in _CONSONANTS and after in _VOWELS and word[at - 1 : at + 1] not in _ONE_SOUND


def address_in_language(asked: Asked, code: str) -> str:
    """Return the address of the present page in another language, with everything else that it asks for."""
    kept = [(name, value) for name, value in asked.query.pairs if name != "lang"]
    return "?" + query_of([*kept, ("lang", code)])


def sections(asked: Asked, here: str, token: str | None) -> tuple[Section, ...]:
    """Return the entries of the bar, the one most needed in a hurry nearest to the thumb.

    Rulings that are looked up from an event lead back there, not to a table of another time; its rules stay.
    """
    event = asked.query.one("event")
    if event:
        token = None
    at = "show" if token is None else "at_table"
    table = () if token is None else (_section(asked, here, "table", "table.show", token),)
    rulings = _section(asked, here, "rulings", f"rulings.{at}", token)
    if event:
        table = (Section(id="event", address=f"/e/{event}/round", text=asked.say("page.home.of_event"), current=False),)
        kept = [each for each in asked.query.pairs if each[0] != "query"]
        rulings = replace(rulings, address=f"{rulings.address}?{query_of(kept)}")
    return (
        _section(asked, here, "games", "games.home"),
        *table,
        _section(asked, here, "pays", f"pays.{at}", token),
        _section(asked, here, "tiles", f"tiles.{at}", token),
        rulings,
    )


def home_sections(asked: Asked, here: str) -> tuple[Section, ...]:
    """Return what only the first page leads to."""
    ways = (
        ("rules", "rules.books"),
        ("glossary", "rules.glossary"),
        ("settings", "settings.show"),
    )
    return tuple(_section(asked, here, name, endpoint) for name, endpoint in ways)


def _section(asked: Asked, here: str, name: str, endpoint: str, token: str | None = None) -> Section:
    return Section(
        id=name, address=url_for(endpoint, token=token), text=asked.say(f"section.{name}"), current=name == here
    )
