"""What can be asked about a win told by tiles: its ruleset, its circumstances, and the answer with its reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.app.form import FieldGroup, Pick, number_group, radio_group, tick_group
from referee.app.preview import CHARACTERS, ReasonRow, note_rows, refusal_text
from referee.app.tile_entry import TileFace, tile_face
from referee.ask.settle import error_record
from referee.records import dataclass
from referee.rules.choices import MixedIn, OpenRiichi, OpenRiichiRon, PaarenchanCounts, Renhou
from referee.rules.table import WINDS
from referee.rules.tiles import ORPHANS, kind_of, tiles_of
from referee.rules.win import RiichiState, WinFlag
from referee.texts.codec import plain_value
from referee.texts.words import Library, Speaker, Words, filled, points_written, variant_key

if TYPE_CHECKING:
    from referee.app.form import Form, Pairs
    from referee.app.tile_entry import TileEntry
    from referee.rules.ruleset import Ruleset
    from referee.texts.reader import Reader


RIICHI_OF_MARK = {
    "none": (RiichiState.NONE,),
    "riichi": (RiichiState.RIICHI, RiichiState.DOUBLE),
    "open": (RiichiState.OPEN, RiichiState.OPEN_DOUBLE),
}
"""What a player with a mark on the table can have declared."""


def rules_asked(form: Form, library: Library) -> Ruleset | None:
    """Return the rules that a form names with its options, of the first book where it names none, None if unknown."""
    book = library.book(form.one("ruleset", library.books[0].id))
    if book is None:
        return None
    wanted = form.options()
    chosen: list[tuple[str, str]] = []
    for option in book.options:
        known = [choice.id for choice in option.choices]
        chosen.append((option.id, wanted[option.id] if wanted.get(option.id, "") in known else known[0]))
    return book.variants[variant_key(tuple(chosen))]


def is_by_tsumo(form: Form) -> bool:
    """Return whether the win is self-drawn."""
    return form.one("by") == "tsumo"


def wind_asked(form: Form, name: str) -> str:
    """Return a wind that a form names: East for the round, South for the seat where it names none."""
    default = "E" if name == "round_wind" else "S"
    return form.one(name, default) if form.one(name) in WINDS else default


def declarations(form: Form, entry: TileEntry, rules: Ruleset) -> tuple[str, ...]:
    """Return what the winner can have declared; the marks of a table decide where there is one."""
    if any(meld.is_open for meld in entry.melds):
        return (RiichiState.NONE,)
    marked = RIICHI_OF_MARK.get(form.one("marked"))
    if marked is not None:
        return marked
    usual = (RiichiState.NONE, RiichiState.RIICHI, RiichiState.DOUBLE)
    return usual if rules.riichi.open == OpenRiichi.NONE else (*usual, RiichiState.OPEN, RiichiState.OPEN_DOUBLE)


def declared_in(form: Form, entry: TileEntry, rules: Ruleset) -> str:
    """Return what the winner declared."""
    known = declarations(form, entry, rules)
    return form.one("declared") if form.one("declared") in known else known[0]


def facts_possible(form: Form, entry: TileEntry, rules: Ruleset) -> tuple[str, ...]:
    """Return the facts that this win can have come with, and that the ruleset asks about."""
    riichi = declared_in(form, entry, rules) != RiichiState.NONE
    first_turn = not riichi and not entry.melds
    ippatsu = (WinFlag.IPPATSU,) if riichi and rules.yaku.ippatsu[0] else ()
    if is_by_tsumo(form):
        return (*ippatsu, WinFlag.LAST_TILE, *facts_of_tsumo(form, entry, rules, first_turn=first_turn))
    return (*ippatsu, WinFlag.LAST_TILE, WinFlag.CHANKAN, *facts_of_ron(form, entry, rules, first_turn=first_turn))


def facts_of_tsumo(form: Form, entry: TileEntry, rules: Ruleset, *, first_turn: bool) -> tuple[str, ...]:
    """Return the rarer facts of a self-drawn win."""
    konged = any(meld.is_kan for meld in entry.melds)
    early = konged and form.has("fact", WinFlag.RINSHAN) and rules.yakuman.toukanhou[0] > 0
    return (
        *((WinFlag.RINSHAN,) if konged else ()),
        *((WinFlag.FIRST_DRAW,) if first_turn else ()),
        *((WinFlag.FIRST_TURN_KAN,) if early else ()),
        *((WinFlag.MIXED_IN,) if rules.values.mixed_in != MixedIn.UNCHANGED else ()),
    )


def facts_of_ron(form: Form, entry: TileEntry, rules: Ruleset, *, first_turn: bool) -> tuple[str, ...]:
    """Return the rarer facts of a win on another player's tile."""
    is_east = wind_asked(form, "seat_wind") == "E"
    orphans = bool(entry.closed) and not entry.melds and all(kind_of(tile) in ORPHANS for tile in entry.closed)
    return (
        *((WinFlag.KAN_DISCARD,) if rules.yaku.kanburi[0] else ()),
        *((WinFlag.RIICHI_TILE,) if rules.yaku.tsubame_gaeshi[0] else ()),
        *((WinFlag.BEFORE_FIRST_DRAW,) if first_turn and not is_east and rules.hand.renhou != Renhou.NONE else ()),
        *((WinFlag.ROBBED_CLOSED_KAN,) if orphans and rules.hand.closed_kan_kokushi else ()),
    )


def asks_discarder(form: Form, entry: TileEntry, rules: Ruleset) -> bool:
    """Return whether it matters if the discarder is in riichi himself."""
    opened = declared_in(form, entry, rules) in (RiichiState.OPEN, RiichiState.OPEN_DOUBLE)
    return opened and not is_by_tsumo(form) and rules.riichi.open_ron == OpenRiichiRon.YAKUMAN


def asks_row(form: Form, rules: Ruleset) -> str:
    """Return the field of the dealer's row, where a paarenchan can be won."""
    if wind_asked(form, "seat_wind") != "E" or rules.paarenchan.counts == PaarenchanCounts.NONE:
        return ""
    return "dealer_wins" if rules.paarenchan.counts == PaarenchanCounts.WINS else "renchan"


LAST_TILES = {"tsumo": "haitei", "ron": "houtei"}
"""What winning with the last tile is called."""
KNOWN_AT_TABLE = ("by", "seat_wind", "round_wind", "honba", "dealer_wins", "renchan", "from_riichi")
"""The circumstances that a table tells about a win."""


def circumstances_asked(form: Form, entry: TileEntry, rules: Ruleset, words: Words) -> tuple[FieldGroup, ...]:
    """Return the questions about the win beside its tiles."""
    declared = radio_group("flow", "declared", declarations(form, entry, rules), declared_in(form, entry, rules), words)
    facts = tuple([fact_pick(fact, form, words) for fact in facts_possible(form, entry, rules)])
    of_hand = (declared, FieldGroup(look="flow", picks=facts))
    if form.one("for"):
        return (known_at_table(form, words), *of_hand)
    row = asks_row(form, rules)
    riichi = (tick_group("alone", "from_riichi", "1", form, words),) if asks_discarder(form, entry, rules) else ()
    return (
        way_asked(form, words),
        *of_hand,
        winds_asked("seat_wind", form, words),
        winds_asked("round_wind", form, words),
        number_group(("honba", row) if row else ("honba",), form, words),
        *riichi,
    )


def way_asked(form: Form, words: Words) -> FieldGroup:
    """Return the choice between ron and tsumo."""
    return radio_group("half", "by", ("ron", "tsumo"), "tsumo" if is_by_tsumo(form) else "ron", words)


def known_at_table(form: Form, words: Words) -> FieldGroup:
    """Return what the table tells about the win, in words and as fields that are not shown."""
    said = (
        words["tiles.by_tsumo" if is_by_tsumo(form) else "tiles.by_ron"],
        filled(words["tiles.seat_said"], (("wind", words["wind." + wind_asked(form, "seat_wind")]),)),
        filled(words["tiles.round_said"], (("wind", words["wind." + wind_asked(form, "round_wind")]),)),
        filled(words["preview.honba"], (("count", form.one("honba", "0")),)),
    )
    kept = tuple([(name, form.one(name)) for name in KNOWN_AT_TABLE if form.one(name)])
    return FieldGroup(look="known", title=words["preview.separator"].join(said), kept=kept)


def fact_pick(fact: str, form: Form, words: Words) -> Pick:
    """Return the box of one fact of the win."""
    way = "tsumo" if is_by_tsumo(form) else "ron"
    text = words["yaku." + LAST_TILES[way]] if fact == "last_tile" else words["tiles.fact_" + fact]
    return Pick(name="fact", value=fact, text=text, chosen=form.has("fact", fact))


def winds_asked(name: str, form: Form, words: Words) -> FieldGroup:
    """Return the four winds to choose from."""
    chosen = wind_asked(form, name)
    picks = [
        Pick(name=name, value=wind, text=words["wind." + wind], chosen=wind == chosen, character=CHARACTERS[wind])
        for wind in WINDS
    ]
    return FieldGroup(look="winds", kind="radio", title=words["tiles." + name], picks=tuple(picks))


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
class TilesAnswer:
    """What is answered; ``unread`` says instead which fields cannot be read as tiles."""

    unread: tuple[str, ...] = ()
    headline: Headline | None = None
    reasons: tuple[Reasons, ...] = ()


def plain_answer(found: object, reader: Reader, rules: Ruleset, speaker: Speaker) -> Found:
    """Return an answer as plain data, or the problems that were noted."""
    told = error_record(tuple(reader.problems), rules, speaker) if found is None else found
    answered: Found = plain_value(told)
    return answered


def hint_worth(who: str, message: str = "") -> TilesAnswer:
    """Return what is still missing."""
    return TilesAnswer(headline=Headline(look="hint", who=who, message=message))


def refused_worth(message: str) -> TilesAnswer:
    """Return a sentence in place of a value."""
    return TilesAnswer(headline=Headline(look="refused", message=message))


def error_worth(found: Found, words: Words) -> TilesAnswer:
    """Return why there is no answer."""
    return refused_worth(refusal_text(found["error"], words))


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


def payment_text(found: Found, honba: int, rules: Ruleset, words: Words) -> str:
    """Return what is paid as players say it, honba included: "5,200", "2,000 all", "500/1,000"."""
    if found["ron"] is not None:
        return points_written(found["ron"] + honba * rules.wins.honba_ron, words)
    more = honba * rules.wins.honba_tsumo
    other, dealer = found["tsumo"]["other"] + more, found["tsumo"]["dealer"]
    if dealer is None:
        return filled(words["preview.all"], (("points", points_written(other, words)),))
    return points_written(other, words) + "/" + points_written(dealer + more, words)


def with_honba_text(found: Found, honba: object, rules: Ruleset, words: Words) -> str:
    """Return what is paid with the honba, nothing without any."""
    if not isinstance(honba, int) or honba <= 0:
        return ""
    facts = (("honba", str(honba)), ("points", payment_text(found, honba, rules, words)))
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


def han_text(han: int, words: Words) -> str:
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
