"""The tiles: what a hand is worth, and what was allowed with it; alone, or at a table whose form it goes back to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import Answer, Fragment, page_of, redirect
from referee.app.form import OPTION, FieldGroup, Form, Pairs, Pick, names_asked, number_group, radio_group, tick_group
from referee.app.hand_form import (
    FIELDS_WITH_SEAT,
    FORM_SEATS,
    NOT_IN_ADDRESS,
    ONLY_AT_TILES,
    has_tiles,
    tile_form_of_winner,
)
from referee.app.pages import Choice, OptionField, book_asked, option_field, rulesets_offered
from referee.app.preview import note_rows
from referee.app.routes import query_of, url_for
from referee.app.settings import under_rules, with_rules
from referee.app.tables import at_table_of_device, table_at
from referee.app.tile_entry import (
    EntryLayout,
    TileEntry,
    TileEntryView,
    TileFace,
    count_text,
    place_in_hand,
    tile_entry_of,
    tile_entry_view,
    tile_face,
    unread_text,
)
from referee.app.tile_win import (
    Found,
    Headline,
    TilesAnswer,
    circumstances_asked,
    error_answer,
    hand_answer,
    hint_answer,
    is_table_address,
    notes_below,
    plain_answer,
    rules_asked,
    ticked_answer,
    ticked_of,
    ticks_asked,
    tile_faces,
    value_layout,
)
from referee.ask.tiles import JUDGEMENT_NAMES, MOST_WALL, judgement_result, reason_pairs
from referee.records import dataclass
from referee.rules.riichi import EVENTS, WAYS_TO_PASS, discard_after_call
from referee.rules.table import Table, wind_of
from referee.rules.tiles import MELD_KINDS, Meld, MeldKind, is_set_of, kind_of, tile_name, tiles_of
from referee.rules.yaku import price_list
from referee.texts.codec import record
from referee.texts.reader import Reader, meld_record, melds_of_text, plain_letters, read_number, tiles_text
from referee.texts.words import Speaker, Words

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.desk import Desk
    from referee.game.game import Game
    from referee.game.view import AtTable
    from referee.rules.ruleset import Ruleset
    from referee.texts.words import Library


_MOST_DISCARDS = 24
_CHECKS = {
    "waits": EntryLayout(closed=13, calls=MELD_KINDS, trays=()),
    "furiten": EntryLayout(closed=13, calls=MELD_KINDS, trays=(("discards", _MOST_DISCARDS), ("passed", 4))),
    "riichi_kan": EntryLayout(closed=14, calls=(MeldKind.ANKAN,), trays=(), last="drawn"),
    "kuikae": EntryLayout(closed=11, calls=MELD_KINDS, trays=(("call", 3),), last="thrown", first="call"),
    "riichi": EntryLayout(closed=14, calls=(MeldKind.ANKAN,), trays=(), last="drawn"),
}
"""What is laid out for each question; of a call the called tile comes first."""


def _check_questions(form: Form, entry: TileEntry, words: Words) -> tuple[FieldGroup, ...]:
    """Return what is asked beside the tiles."""
    match form.one("check"):
        case "furiten":
            return _furiten_questions(form, entry, words)
        case "riichi":
            return (number_group(("points", "wall"), form, words),)
        case _:
            return ()


def _furiten_questions(form: Form, entry: TileEntry, words: Words) -> tuple[FieldGroup, ...]:
    """Return whether the player is in riichi, and for a tile that was let pass how it came and what happened since."""
    riichi = tick_group("flow", "in_riichi", "1", form, words)
    if not entry.tray("passed"):
        return (riichi,)
    way = form.one("passed_by") if form.one("passed_by") in WAYS_TO_PASS else WAYS_TO_PASS[0]
    since = [
        Pick(name="since", value=each, text=words["tiles.since_" + each], chosen=form.has("since", each))
        for each in EVENTS
    ]
    return (
        riichi,
        radio_group("flow", "passed_by", WAYS_TO_PASS, way, words),
        FieldGroup(look="flow", title=words["tiles.since"], picks=tuple(since)),
    )


def _check_answer(form: Form, entry: TileEntry, rules: Ruleset, speaker: Speaker) -> TilesAnswer:
    """Return the verdict, or what is still missing."""
    words = speaker.words
    if entry.unread:
        return TilesAnswer(unread=unread_text(entry, words))
    check = form.one("check")
    lacking = _missing_tiles(check, entry)
    if lacking:
        return hint_answer(count_text(entry, words), words["tiles." + lacking])
    found = (
        _kuikae_found(entry, rules, speaker) if check == "kuikae" else _check_result(check, form, entry, rules, speaker)
    )
    return error_answer(found, words) if "error" in found else _verdict_answer(check, found, words)


def _missing_tiles(check: str, entry: TileEntry) -> str:
    """Return the key of what is still to be laid out, nothing when the question can be asked."""
    if check == "kuikae":
        if entry.has_room("call"):
            return "lay_call"
        return "" if entry.closed else "lay_discard"
    if len(entry.closed) > entry.size:
        return "too_many"
    return "" if entry.is_whole else "lay_" + check


def _check_result(check: str, form: Form, entry: TileEntry, rules: Ruleset, speaker: Speaker) -> Found:
    """Return the answer to a question other than that of a swap call."""
    closed = entry.closed[:-1] if entry.layout.last else entry.closed
    question: Found = {"tiles": tiles_text(closed), "melds": [meld_record(meld) for meld in entry.melds]}
    drawn = tile_name(entry.closed[-1])
    match check:
        case "furiten":
            question |= _read_behaviour(form, entry)
        case "riichi_kan":
            question |= {"drawn": drawn, "kan": drawn}
        case "riichi":
            question |= {
                "drawn": drawn,
                "points": read_number(form.one("points", str(rules.setup.points))),
                "wall": read_number(form.one("wall", str(MOST_WALL))),
            }
        case _:
            pass
    reader = Reader(path="", fields=question, problems=[])
    return plain_answer(judgement_result(check, reader, rules, speaker), reader, rules, speaker)


def _read_behaviour(form: Form, entry: TileEntry) -> Found:
    """Return what a player has discarded and let pass."""
    since = [each for each in EVENTS if form.has("since", each)]
    way = form.one("passed_by", WAYS_TO_PASS[0])
    passed = [{"tile": tile_name(tile), "by": way, "since": since} for tile in entry.tray("passed")]
    return {"discards": tiles_text(entry.tray("discards")), "passed": passed, "riichi": form.has("in_riichi", "1")}


def _kuikae_found(entry: TileEntry, rules: Ruleset, speaker: Speaker) -> Found:
    """Return whether the last tile may follow the call; the rest of the hand need not be known."""
    call = _call_made(entry.tray("call"))
    if call is None:
        return {"error": {"field": "call", "message": speaker.words["tiles.no_call"]}}
    rest = entry.closed if entry.is_whole else ()
    verdict = discard_after_call(call, entry.tray("call")[0], rest, entry.closed[-1], rules)
    answer = record(("allowed", verdict.allowed), *reason_pairs(verdict.why, rules, speaker))
    return plain_answer(answer, Reader(path="", fields={}, problems=[]), rules, speaker)


def _call_made(tiles: tuple[int, ...]) -> Meld | None:
    """Return the chii or pon that three tiles make, or None."""
    for kind in (MeldKind.CHII, MeldKind.PON):
        if is_set_of(kind, tiles):
            return Meld(kind=kind, tiles=tuple(sorted(tiles, key=kind_of)), source=None)
    return None


def _verdict_answer(check: str, found: Found, words: Words) -> TilesAnswer:
    """Return the verdict in a word, the tiles it names, the reason and the clause."""
    named = found["waits"] if check == "waits" else found["discards"] if check == "riichi" else []
    headline = Headline(
        verdict=words["tiles." + _verdict_word(check, found)],
        tiles=tile_faces(named, words),
        message=found["text"],
        clause=found["clause"],
    )
    return TilesAnswer(headline=headline, reasons=notes_below("", note_rows(found["notes"])))


def _verdict_word(check: str, found: Found) -> str:
    if check == "waits":
        return "tenpai" if found["tenpai"] else "noten"
    if check == "furiten":
        return "furiten" if found["furiten"] else "not_furiten"
    return "allowed" if found["allowed"] else "not_allowed"


_ABOUT_TILES = ("value", "yaku", *JUDGEMENT_NAMES)
"""What can be asked: the value of a hand by its tiles or by its yaku, and the verdicts."""

_KEPT_FIELDS = (
    *("tiles", "melds", "dora", "ura", "discards", "passed", "call", "ticked", "shape", "dora_count"),
    *("by", "declared", "fact", "seat_wind", "round_wind", "honba", "dealer_wins", "renchan", "from_riichi"),
    *("in_riichi", "points", "wall"),
)
"""What another question may ask about again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TilesView:
    """Tiles being entered where there are any, what is asked beside them, and the answer.

    ``refused`` stands in place of it all under an unknown ruleset; ``kept`` are fields of other questions.
    """

    refused: Headline | None = None
    entry: TileEntryView | None = None
    asked: tuple[FieldGroup, ...] = ()
    worth: TilesAnswer | None = None
    kept: Pairs = ()


def tiles_answer(form: Form, library: Library, lang: str) -> TilesView:
    """Return the answer to the question that the field ``check`` names, the value of a hand where it names none.

    Fields: ``ruleset``, ``option-OPTION``, ``tiles``, ``melds`` (mpsz), ``into`` and ``tap``.

    For the value ``dora``, ``ura``, ``by``, ``declared``, ``fact`` (several), ``seat_wind``, ``round_wind``, ``honba``,
    ``dealer_wins``, ``renchan``, ``from_riichi``. ``for`` names the seat whose win at a table this is, ``marked`` that
    seat's riichi mark, and ``to`` the address of the form that the hand goes back to; what the table tells is then not
    asked. By its yaku instead ``ticked`` (several), ``shape`` (closed or open), ``dora_count`` and ``fu``.

    For furiten ``discards``, ``passed``, ``passed_by``, ``since`` (several) and ``in_riichi``; for kuikae ``call``, its
    called tile first, the discard being the last of ``tiles``; in riichi questions the last of ``tiles`` is the drawn
    one; for riichi ``points`` and ``wall``.
    """
    speaker = Speaker(lang=lang, words=library.sentences[lang])
    rules = rules_asked(form, library)
    if rules is None:
        view = TilesView(refused=Headline(look="refused", message=speaker.words["tiles.no_rules"]))
    elif form.one("check") == "yaku":
        view = _ticks_view(form, rules, speaker.words)
    else:
        view = (
            _check_view(form, rules, speaker)
            if form.one("check") in JUDGEMENT_NAMES
            else _hand_view(form, rules, speaker)
        )
    return replace(view, kept=_kept_for_later(form, view))


def _ticks_view(form: Form, rules: Ruleset, words: Words) -> TilesView:
    """Return the value of a hand by its yaku."""
    prices = price_list(rules)
    ticked = ticked_of(form, prices)
    return TilesView(asked=ticks_asked(form, ticked, prices, words), worth=ticked_answer(form, ticked, prices, words))


def _check_view(form: Form, rules: Ruleset, speaker: Speaker) -> TilesView:
    entry = tile_entry_of(form, _CHECKS[form.one("check")], rules.hand.red)
    return TilesView(
        entry=tile_entry_view(form, entry, speaker.words),
        asked=_check_questions(form, entry, speaker.words),
        worth=_check_answer(form, entry, rules, speaker),
    )


def _hand_view(form: Form, rules: Ruleset, speaker: Speaker) -> TilesView:
    entry = tile_entry_of(form, value_layout(rules), rules.hand.red)
    return TilesView(
        entry=tile_entry_view(form, entry, speaker.words),
        asked=circumstances_asked(form, entry, rules, speaker.words),
        worth=hand_answer(form, entry, rules, speaker),
    )


def _kept_for_later(form: Form, view: TilesView) -> Pairs:
    """Return the fields that this question does not ask, so that another question finds them again."""
    typed = [field.name for field in view.entry.typed] if view.entry is not None else []
    asked = (*typed, *names_asked(view.asked))
    return tuple([(name, value) for name in _KEPT_FIELDS if name not in asked for value in form.all(name)])


_WIN_FIELDS_OF_TABLE = ("seat_wind", "round_wind", "honba", "dealer_wins", "renchan")
"""What a table tells about a hand."""
_KEPT_FOR_WINNER = ("for", "to", "marked")
_DRAWN_WITH_TILES = (
    "lang",
    *[name for name in (*ONLY_AT_TILES, *[name for name, _ in FIELDS_WITH_SEAT]) if name not in _KEPT_FOR_WINNER],
)
"""The fields that the page draws itself; for the winner of a hand all others are carried along."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TilesAtTable:
    """The tiles of a page, and the fields that the page carries along without showing them."""

    carried: Pairs
    tiles: TilesView


@dataclass(frozen=True, kw_only=True, slots=True)
class WinnerTiles:
    """The way to a winner's tiles; those that were entered with the fields that keep them in his form."""

    seat: str
    address: str
    are_entered: bool
    kept: Pairs
    tiles: tuple[TileFace, ...]


def _tiles_at_table(sent: Form, table: AtTable) -> TilesAtTable:
    form = _with_facts_of_table(sent, table)
    carried = tuple([(name, value) for name, value in form.pairs if value and _is_carried(name, form)])
    return TilesAtTable(carried=carried, tiles=tiles_answer(form, table.library, table.speaker.lang))


def _is_carried(name: str, form: Form) -> bool:
    """Return whether a field is kept unseen: the table's rules, and for a winner the form of the hand."""
    if name == "ruleset" or name.startswith(OPTION):
        return True
    of_one_sending = name in NOT_IN_ADDRESS and name not in _KEPT_FOR_WINNER
    return bool(form.one("for")) and name not in _DRAWN_WITH_TILES and not of_one_sending


def _with_facts_of_table(sent: Form, table: AtTable) -> Form:
    """Return a form about a hand at a table: its rules, its winds, and for a win what its form says."""
    form = tile_form_of_winner(sent)
    winner, before, start = form.one("for"), _table_meant(form, table.game), table.game.start
    fields = [("ruleset", start.book), *[(OPTION + option, choice) for option, choice in start.options]]
    if winner not in FORM_SEATS:
        known = [pair for pair in _fields_from_table(before, table.me) if not form.one(pair[0])]
        return Form(pairs=(*known, *form.pairs, *fields))
    is_tsumo = form.one("result", "ron") == "tsumo"
    mark = "open" if form.has("open", winner) else "riichi" if form.has("riichi", winner) else "none"
    from_riichi = form.has("riichi", form.one("from")) and form.one("riichi_tile") != "yes"
    fields += [*_fields_from_table(before, int(winner)), ("by", "tsumo" if is_tsumo else "ron"), ("marked", mark)]
    fields += [("from_riichi", "1")] if from_riichi and not is_tsumo else []
    kept = form.without(*_WIN_FIELDS_OF_TABLE, "by", "marked", "from_riichi")
    return Form(pairs=(*kept.pairs, *fields))


def _table_meant(form: Form, game: Game) -> Table:
    """Return the table before the hand that a form is about: an earlier one where its address names it."""
    _, earlier, number = form.one("to").rpartition("/hands/")
    is_number = number != "" and all(digit in "0123456789" for digit in number) and len(number) < len("1000")
    if not earlier or not is_number or int(number) >= game.number:
        return game.table
    return game.hands[int(number)].settled.before


def _fields_from_table(table: Table, seat: int) -> list[tuple[str, str]]:
    """Return what a table tells about a seat's hand."""
    facts = (wind_of(seat, table.dealer), table.round, table.honba, table.dealer_wins, table.renchan)
    return [(name, str(fact)) for name, fact in zip(_WIN_FIELDS_OF_TABLE, facts, strict=True)]


def winner_tiles(form: Form, seat: str, address: str, words: Words) -> WinnerTiles:
    """Return the way to a winner's tiles, which are entered at this address."""
    fields = [(f"{name}-{seat}", value) for _, name in FIELDS_WITH_SEAT for value in form.all(f"{name}-{seat}")]
    entered = has_tiles(form, seat)
    return WinnerTiles(
        seat=seat,
        address=address,
        are_entered=entered,
        kept=tuple(fields) if entered else (),
        tiles=tuple([tile_face(tile, words) for tile in _tiles_of_winner(form, seat)]) if entered else (),
    )


def _tiles_of_winner(form: Form, seat: str) -> tuple[int, ...]:
    """Return a winner's tiles in the order in which they are shown, the winning tile after the others."""
    tiles, _ = tiles_of(plain_letters(form.one(f"hand-{seat}")))
    melds, _ = melds_of_text(plain_letters(form.one(f"melds-{seat}")))
    return (*sorted(tiles[:-1], key=place_in_hand), *tiles[-1:], *[tile for meld in melds for tile in meld.tiles])


PAGE = "tiles/show.html"
_OF_WINNER = ("value", "yaku")
"""What can be asked about the winner of a hand that is being recorded."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TilesPage:
    """A page of tiles: ``preview`` is where the answer on it is asked for again.

    ``of_winner`` are the questions about the winner of a hand that is being recorded.
    """

    back: str
    back_text: str
    address: str
    preview: str
    shown: TilesAtTable
    at_table: bool
    questions: tuple[Choice, ...]
    of_winner: tuple[str, ...]
    rulesets: tuple[Choice, ...]
    options: tuple[OptionField, ...]


def show(asked: Asked, _desk: Desk) -> Answer:
    """Show the tiles without a table."""
    return under_rules(asked, "tiles.title", lambda: _tiles_anywhere(asked))


def _tiles_anywhere(asked: Asked) -> Answer:
    """Return the page under the rules that are asked for."""
    form = with_rules(asked)
    book = book_asked(asked, form)
    choices = rulesets_offered(asked, book)
    options = tuple(option_field(asked, form, book, option) for option in book.options)
    shown = TilesAtTable(carried=(), tiles=tiles_answer(form, asked.library, asked.speaker.lang))
    home = (url_for("games.home"), asked.say("section.games"))
    return _tiles_page(asked, form, url_for("tiles.show"), home, shown, (choices, options))


def answer(asked: Asked, _desk: Desk) -> Answer:
    """Return only the tiles with what is answered about them."""
    view = tiles_answer(asked.form, asked.library, asked.speaker.lang)
    return Answer(body=Fragment(name="tiles", view=view))


def at_table(asked: Asked, desk: Desk, token: str) -> Answer:
    """Show the tiles under a game's rules, with what the table tells about the hand.

    A winner's form is taken over into an address that says everything, for a page that is drawn again from it.
    """
    sent, table = asked.form, at_table_of_device(asked, desk, table_at(asked, desk, token))
    form = _with_facts_of_table(sent, table)
    if sent.one("for") and not sent.one("marked"):
        return redirect(f"{url_for('tiles.at_table', token=token)}?{query_of(_fields_to_carry(form))}")
    back = form.one("to") if is_table_address(form.one("to")) else url_for("table.show", token=token)
    address = url_for("tiles.at_table", token=token)
    return _tiles_page(asked, form, address, (back, asked.say("page.back")), _tiles_at_table(sent, table))


def _tiles_page(
    asked: Asked,
    form: Form,
    address: str,
    back: tuple[str, str],
    shown: TilesAtTable,
    books: tuple[tuple[Choice, ...], tuple[OptionField, ...]] | None = None,
) -> Answer:
    """Return the whole page of tiles for the question that its form asks.

    ``books`` are the rules to choose from, None at a table, which has its own.
    """
    rulesets, options = books or ((), ())
    question = form.one("check", _ABOUT_TILES[0])
    offered = _OF_WINNER if form.one("for") else _ABOUT_TILES
    page = TilesPage(
        back=back[0],
        back_text=back[1],
        address=address,
        preview=url_for("tiles.answer"),
        shown=shown,
        at_table=books is None,
        questions=tuple(
            Choice(value=each, text=asked.say(f"tiles.check_{each}"), chosen=each == question) for each in offered
        ),
        of_winner=_OF_WINNER,
        rulesets=rulesets,
        options=options,
    )
    return page_of(PAGE, page=page)


def _fields_to_carry(form: Form) -> list[tuple[str, str]]:
    """Return the filled fields of a form without what only belongs to one sending of a winner's form."""
    return [pair for pair in form.pairs if pair[1] and (pair[0] in _KEPT_FOR_WINNER or pair[0] not in NOT_IN_ADDRESS)]
