"""From keys, facts and amounts to sentences, in the language of the given word list."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.rules.ledger import Fact, Facts, Kinds, Phrase, Quoted, wind_word
from referee.rules.table import ALL_SEATS, WINDS
from referee.rules.tiles import FIRST_DRAGON, FIRST_HONOUR, RED_FIVES, kind_of, tile_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.rules.offences import Texts


def points_written(amount: int, words: Mapping[str, str]) -> str:
    """Return points or a count with thousands set apart."""
    return number_written(f"{amount:,}", words)


def change_written(amount: int, words: Mapping[str, str]) -> str:
    """Return a change or a difference with its sign; zero has none."""
    return ("+" if amount > 0 else "") + points_written(amount, words)


def number_written(plain: str, words: Mapping[str, str]) -> str:
    """Return a number that is given as a program writes it: "-1,234.5"."""
    whole, point, tenths = plain.replace("-", words["language.minus"]).partition(".")
    decimal = words["language.decimal"] if point else ""
    return whole.replace(",", words["language.thousands"]) + decimal + tenths


Words = dict[str, str]
"""One language: sentence templates by key.

``{name}`` marks a fact, ``{name|chip|chips}`` the first word where the fact is one and the second otherwise.
"""

LANGUAGE = "en"
"""The language of a reader whose own there are no words for, and of texts that are not given in his."""
ONE = ("1", "+1", "-1", "\N{MINUS SIGN}1")
"""How a fact that is one may be written."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Speaker:
    """A language with its words; ``players`` are those who sit at a table, each by the key of the wind's word."""

    lang: str
    words: Words
    players: tuple[tuple[str, str], ...] = ()

    def naming(self, names: tuple[str, ...], dealer: int) -> Speaker:
        """Return the same language once it knows who sits where in a hand of that dealer."""
        return replace(self, players=tuple([(wind_word(seat, dealer), names[seat]) for seat in ALL_SEATS]))

    def player(self, wind: str) -> str:
        """Return the name of who sits there, nothing where nobody is known; ``wind`` is the key of the wind's word."""
        for known, name in self.players:
            if known == wind:
                return name
        return ""

    def say(self, key: str, facts: Facts = ()) -> str:
        """Return the sentence ``key`` with its facts filled in."""
        return filled(self.words[key], tuple([(name, self.value(fact)) for name, fact in facts]))

    def value(self, fact: Fact) -> str:
        """Return a fact in words: numbers with thousands separated, words looked up, quotations as they are."""
        if isinstance(fact, int):
            return points_written(fact, self.words)
        match fact:
            case Phrase():
                return self.say(fact.key, fact.facts)
            case Quoted():
                return fact.text
            case Kinds():
                return self.words["score.comma"].join([spoken_tile(kind, self.words) for kind in fact.kinds])
            case _:
                return self.word(fact)

    def word(self, key: str) -> str:
        """Return a word as it is; a wind at which somebody known sits is said with the name: "Aino (East)"."""
        player = self.player(key)
        if not player:
            return self.words[key]
        return filled(self.words["seat.player"], (("player", player), ("wind", self.words[key])))

    def text(self, texts: Texts) -> str:
        """Return a text in this language, in English where it is not given in it."""
        return texts.get(self.lang, texts[LANGUAGE])


DRAGON_NAMES = ("white", "green", "red_dragon")
"""The words that name a dragon, in the order of the tiles."""


def spoken_tile(tile: int, words: Words) -> str:
    """Return what people call a tile: "5 man", "red 5 man", "East"."""
    kind = kind_of(tile)
    if kind >= FIRST_DRAGON:
        return words["tiles." + DRAGON_NAMES[kind - FIRST_DRAGON]]
    if kind >= FIRST_HONOUR:
        return words["round." + WINDS[kind - FIRST_HONOUR]]
    plain = filled(words["tiles.suit_" + tile_name(kind)[1]], (("number", str(kind % 9 + 1)),))
    return filled(words["tiles.red_five"], (("tile", plain),)) if tile in RED_FIVES else plain


def clause_named(clause: str, speaker: Speaker) -> str:
    """Return what people call a clause: "§ 24 · Aalto" for ``aalto/24``, the book alone where it has no number."""
    of, _, place = clause.partition("/")
    book = speaker.words.get(f"clause.of.{of}", of)
    if not "0" <= place[:1] <= "9":
        return book
    return filled(speaker.words["clause.numbered"], (("place", place.partition("-")[0]), ("book", book)))


def clauses_named(clauses: str, speaker: Speaker) -> str:
    """Return what people call clauses, whose ids stand in a row, each name once."""
    names = [clause_named(clause, speaker) for clause in clauses.split(", ")]
    return ", ".join([name for place, name in enumerate(names) if name not in names[:place]])


def with_field_named(message: str, field: str, words: Words) -> str:
    """Return a sentence that begins with the path of a field; it then begins with what people call the field."""
    name = "field." + field.rpartition(".")[2].partition("[")[0]
    if not field or not message.startswith(field) or name not in words:
        return message
    return words[name] + message[len(field) :]


def filled(template: str, values: tuple[tuple[str, str], ...]) -> str:
    """Return the template with every ``{name}`` replaced once; values are never read as templates."""
    if "{" not in template:
        return template
    pieces = template.split("{")
    text = pieces[0]
    for piece in pieces[1:]:
        end = piece.index("}")
        text += named(piece[:end], values) + piece[end + 1 :]
    return text


def named(place: str, values: tuple[tuple[str, str], ...]) -> str:
    """Return what stands at a place: the value of its name, or the word that goes with the value."""
    name, _, forms = place.partition("|")
    for known, value in values:
        if known == name:
            return with_number(value, forms) if forms else value
    raise AssertionError("a sentence names a fact that it was not given: " + name)


def with_number(value: str, forms: str) -> str:
    """Return the word for one or the word for several."""
    one, _, several = forms.partition("|")
    return one if value in ONE else several
