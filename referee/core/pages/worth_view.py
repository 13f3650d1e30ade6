"""What is answered about tiles: a headline and the reasons below it, which ``templates/_parts/worth.html`` draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.core.asking.answers import error_record
from referee.core.pages.preview import ReasonRow, note_rows, refusal_said
from referee.core.pages.tile_entry_view import TileFace, tile_face
from referee.core.text.amounts import points_written
from referee.core.text.jsontext import plain_value
from referee.core.text.words import Speaker, Words, filled
from referee.core.tiles.tiles import tiles_of

if TYPE_CHECKING:
    from referee.core.forms.form import Form
    from referee.core.pages.fields_view import Pairs
    from referee.core.rules.ruleset import Ruleset
    from referee.core.text.reading import Reader

Found = dict[str, Any]
"""An answer of the JSON interface."""


@dataclass(frozen=True, kw_only=True, slots=True)
class UseButton:
    """The button that takes a hand back to the form of a finished hand, with fields that go along."""

    address: str
    text: str
    fields: Pairs = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Headline:
    """The answer in few words; ``look`` is "hint" where something is missing and "refused" where there is no value."""

    look: str = ""
    amount: str = ""
    who: str = ""
    verdict: str = ""
    tiles: tuple[TileFace, ...] = ()
    named: str = ""
    with_honba: str = ""
    message: str = ""
    clause: str = ""
    use: UseButton | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ReasonList:
    """Reasons of one kind under their title; ``kind`` is line or note."""

    kind: str
    rows: tuple[ReasonRow, ...]
    title: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reasons:
    """Lists of reasons that belong together, and a remark at their foot."""

    lists: tuple[ReasonList, ...]
    foot: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class WorthView:
    """What is answered; ``unread`` says instead which fields cannot be read as tiles."""

    unread: tuple[str, ...] = ()
    headline: Headline | None = None
    reasons: tuple[Reasons, ...] = ()


def plain_answer(found: object, reader: Reader, rules: Ruleset, speaker: Speaker) -> Found:
    """Return an answer as plain data, or the problems that were noted."""
    told = error_record(tuple(reader.problems), rules, speaker) if found is None else found
    answered: Found = plain_value(told)
    return answered


def hint_worth(who: str, message: str = "") -> WorthView:
    """Return what is still missing."""
    return WorthView(headline=Headline(look="hint", who=who, message=message))


def refused_worth(message: str) -> WorthView:
    """Return a sentence in place of a value."""
    return WorthView(headline=Headline(look="refused", message=message))


def error_worth(found: Found, words: Words) -> WorthView:
    """Return why there is no answer."""
    return refused_worth(refusal_said(found["error"], words))


def tiles_named(names: list[str], words: Words) -> tuple[TileFace, ...]:
    """Return the tiles that an answer names."""
    return tuple([tile_face(tiles_of(name)[0][0], words) for name in names])


def notes_below(title: str, rows: tuple[ReasonRow, ...]) -> tuple[Reasons, ...]:
    """Return remarks under their title, nothing where there are none."""
    return (Reasons(lists=(ReasonList(kind="note", title=title, rows=rows),)),) if rows else ()


def why_not(found: Found, words: Words) -> tuple[Reasons, ...]:
    """Return the yaku that do not count, and the remarks, each with its clause."""
    refused = [ReasonRow(text=each["why"], clause=each["clause"]) for each in found["refused"]]
    return notes_below(words["tiles.why_not"], (*refused, *note_rows(found["notes"])))


def payment_said(found: Found, honba: int, rules: Ruleset, words: Words) -> str:
    """Return what is paid as players say it, honba included: "5,200", "2,000 all", "500/1,000"."""
    if found["ron"] is not None:
        return points_written(found["ron"] + honba * rules.wins.honba_ron, words)
    more = honba * rules.wins.honba_tsumo
    other, dealer = found["tsumo"]["other"] + more, found["tsumo"]["dealer"]
    if dealer is None:
        return filled(words["preview.all"], (("points", points_written(other, words)),))
    return points_written(other, words) + "/" + points_written(dealer + more, words)


def with_honba_said(found: Found, honba: object, rules: Ruleset, words: Words) -> str:
    """Return what is paid with the honba, nothing without any."""
    if not isinstance(honba, int) or honba <= 0:
        return ""
    facts = (("honba", str(honba)), ("points", payment_said(found, honba, rules, words)))
    return filled(words["tiles.with_honba"], facts)


def value_named(found: Found, words: Words) -> str:
    """Return "3 han 40 fu", the limit with its han, or how many yakuman."""
    if found["yakuman"]:
        return filled(words["tiles.yakuman"], (("count", str(found["yakuman"])),))
    numbers = (("han", str(found["han"])), ("fu", str(found["fu"])))
    if found["limit"] is None:
        return filled(words["hand.han_fu"], numbers)
    limit = "counted" if found["limit"] == "counted_yakuman" else found["limit"]
    return filled(words["tiles.limit"], (*numbers, ("limit", words["limit." + limit])))


def han_said(han: int, words: Words) -> str:
    """Return "2 han"."""
    return filled(words["tiles.han"], (("han", str(han)),))


def use_button(form: Form, text: str, fields: Pairs = ()) -> UseButton | None:
    """Return the button that takes a hand back to its form, None where there is no such form."""
    address = form.one("to")
    return UseButton(address=address, text=text, fields=fields) if form.one("for") and is_of_table(address) else None


def is_of_table(address: str) -> bool:
    """Return whether an address leads to a table of ours and nowhere else."""
    plain = all("a" <= each <= "z" or "A" <= each <= "Z" or each in "0123456789/_-" for each in address)
    return plain and address.startswith("/t/")
