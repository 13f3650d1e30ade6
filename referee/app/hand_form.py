"""The form of a finished hand: the settle question that it asks, what it still lacks, and winners told by tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.app.form import OPTION, Form
from referee.app.tile_entry import INTO, TAP
from referee.rules.choices import Abort, MultipleRon
from referee.rules.table import STICK
from referee.rules.tiles import tile_name, tiles_of
from referee.texts.codec import in_key_order, json_text
from referee.texts.reader import meld_record, melds_of_text, plain_letters, read_number, tiles_text

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset

FIELDS_WITH_SEAT = (
    ("tiles", "hand"),
    ("melds", "melds"),
    ("dora", "dora"),
    ("ura", "uradora"),
    ("declared", "declared"),
    ("fact", "fact"),
)
"""The fields of the page of tiles, and what each is called before a winner's seat: "hand-2"."""

_FIELDS_FROM_TILES = ("han", "fu", "yaku_han", "ippatsu", "red", "ura")
"""The fields of a winner that his tiles make needless."""

_FIELDS_FROM_TICKS = (("use_han", "han"), ("use_fu", "fu"))
"""What ticked yaku come to, and what each is called before a winner's seat."""

ONLY_AT_TILES = (
    *("by", "seat_wind", "round_wind", "honba", "dealer_wins", "renchan", "from_riichi", "marked", "to", "for"),
    *("ruleset", "forget", "check", "ticked", "shape", "dora_count", "fu", "use_han", "use_fu", INTO, TAP),
)
"""The fields of the page of tiles that the form of a finished hand does not know."""


def from_tiles(form: Form) -> bool:
    """Return whether a form comes back from the tiles, or is to forget the tiles of a seat."""
    return form.uses("for", "forget")


def with_hand_tiles(form: Form) -> Form:
    """Return the form of a finished hand with what its tiles told, or without the tiles that it is to forget."""
    seat, forgotten = form.one("for"), form.one("forget")
    names = _FIELDS_FROM_TICKS if form.one("use_han") else FIELDS_WITH_SEAT
    laid = [(f"{name}-{seat}", value) for field, name in names for value in form.all(field) if seat]
    gone = [f"{name}-{each}" for _, name in FIELDS_WITH_SEAT for each in (seat, forgotten)]
    gone += [f"{name}-{seat}" for name in _FIELDS_FROM_TILES if laid]
    kept = form.without(*ONLY_AT_TILES, *[field for field, _ in FIELDS_WITH_SEAT], *gone)
    pairs = tuple([(name, value) for name, value in kept.pairs if not name.startswith(OPTION)])
    return Form(pairs=(*pairs, *laid))


def tile_form_of_winner(form: Form) -> Form:
    """Return the form of the tiles for the winner that ``for`` names, with the tiles that he has already.

    Dora indicators of another winner are everybody's.
    """
    seat = form.one("for")
    if not seat or form.one("tiles"):
        return form
    known = [(field, value) for field, name in FIELDS_WITH_SEAT for value in form.all(f"{name}-{seat}")]
    if "dora" not in [name for name, _ in known]:
        others = [value for name, value in form.pairs if name.startswith("dora-") and value]
        known += [("dora", value) for value in others[:1]]
    kept = form.without(*[f"{name}-{seat}" for _, name in FIELDS_WITH_SEAT])
    return Form(pairs=(*kept.pairs, *known))


def has_tiles(form: Form, seat: str) -> bool:
    """Return whether a winner's hand is told by its tiles."""
    return bool(form.one(f"hand-{seat}"))


def _hand_of_winner(form: Form, seat: str) -> dict[str, Any]:
    """Return a winner's hand as a settle question holds it; what the table tells is left to the table."""
    text = plain_letters(form.one(f"hand-{seat}"))
    tiles, wrong = tiles_of(text)
    melds, _ = melds_of_text(plain_letters(form.one(f"melds-{seat}")))
    hand: dict[str, Any] = {
        "tiles": text if wrong else tiles_text(tiles),
        "win": tile_name(tiles[-1]) if tiles else "",
        "melds": [meld_record(meld) for meld in melds],
        "flags": list(form.all(f"fact-{seat}")),
        "dora_indicators": plain_letters(form.one(f"dora-{seat}")),
        "ura_indicators": plain_letters(form.one(f"uradora-{seat}")),
    }
    declared = form.one(f"declared-{seat}")
    return hand | {"riichi": declared} if declared else hand


FORM_SEATS = ("0", "1", "2", "3")
HAN_OF_LIMIT = {"mangan": 5, "haneman": 6, "baiman": 8, "sanbaiman": 11, "counted": 13}
"""The least han of each limit, for a hand that is told by its limit's name."""
_SEATS_MARKED = (("riichi", ("riichi", "open")), ("open_riichi", ("open",)), ("dead", ("dead",)))
"""Which fields name the seats of a mark: an open riichi is a riichi too."""
NOT_IN_ADDRESS = ("command_id", "previewed", "marks", "to", "anew", "of")
"""The fields that only belong to one sending of a form, so that no address holds them."""
FU_MATTERS_BELOW = 5
_DIGEST_MODULUS = 2**48 - 59
"""A prime: how many marks there are to tell hands or rulings apart by."""

Facts = dict[str, Any]
"""A part of a question, as it will stand in JSON."""


def settle_question(form: Form, ruleset: str, start: int) -> Facts:
    """Return the settle question of a form that is filled in far enough."""
    return {
        "ask": "settle",
        "ruleset": ruleset,
        "options": form.options(),
        "table": table_facts(form, start),
        "hand": hand_recorded(form),
    }


def _read_seats(form: Form, *names: str) -> list[int | str]:
    """Return the seats that any of these fields names, each once, in the order of the seats."""
    return [read_number(text) for text in sorted({text for name in names for text in form.all(name)})]


def table_facts(form: Form, start: int) -> Facts:
    """Return the table before the hand; scores left out are the ruleset's start."""
    at = form.one("at", "E0")
    sticks, other = read_number(form.one("sticks", "0")), read_number(form.one("fines", "0"))
    table: Facts = {
        "scores": [read_number(form.one(f"score-{seat}", str(start))) for seat in FORM_SEATS],
        "round": at[:1],
        "dealer": read_number(at[1:]),
        "honba": read_number(form.one("honba", "0")),
        "kyoutaku": sticks * STICK + other
        if isinstance(sticks, int) and isinstance(other, int)
        else f"{sticks} + {other}",
    }
    for name in ("dealer_wins", "renchan", "hands_left"):
        if form.one(name):
            table[name] = read_number(form.one(name))
    chips = [form.one(f"chips-{seat}") for seat in FORM_SEATS]
    if any(chips):
        table["chips"] = [read_number(held or "0") for held in chips]
    if form.all("won"):
        table["yakitori"] = [not form.has("won", seat) for seat in FORM_SEATS]
    return table


def _hand_facts(form: Form) -> Facts:
    hand = _ending_facts(form)
    for field, names in _SEATS_MARKED:
        if any(form.all(name) for name in names):
            hand[field] = _read_seats(form, *names)
    if form.one("wareme"):
        hand["wareme"] = read_number(form.one("wareme"))
    return hand


def _ending_facts(form: Form) -> Facts:
    result = form.one("result", "ron")
    match result:
        case "ron":
            wins = [_win_facts(form, seat) for seat in form.all("ron")]
            return {"result": "win", "from": read_number(form.one("from")), "wins": wins}
        case "tsumo":
            return {"result": "win", "from": None, "wins": [_win_facts(form, form.one("tsumo"))]}
        case "draw":
            drawn: Facts = {"result": "draw", "tenpai": _read_seats(form, "tenpai")}
            return drawn | ({"nagashi": _read_seats(form, "nagashi")} if form.all("nagashi") else {})
        case "abort":
            return _abort_facts(form)
        case "chombo":
            return {"result": "chombo", "offenders": _read_seats(form, "offender")}
        case _:
            return {"result": result}


def _abort_facts(form: Form) -> Facts:
    """Return an abortive draw, with who declared it where somebody does."""
    facts: Facts = {"result": "abort", "reason": abort_chosen(form)}
    declarer = form.one("declarer")
    return facts | {"declarer": read_number(declarer)} if declarer and _is_declared(form) else facts


def abort_chosen(form: Form) -> str:
    """Return which abortive draw it is; who is tapped alone declared the only one that a player declares."""
    return form.one("abort") or (Abort.KYUUSHU_KYUUHAI if form.one("declarer") else "")


def _is_declared(form: Form) -> bool:
    """Return whether the abortive draw is one that a player declares."""
    return abort_chosen(form) == Abort.KYUUSHU_KYUUHAI


def _win_facts(form: Form, seat: str) -> Facts:
    """Return one winner with the value of the hand and its circumstances."""
    win: Facts = {"seat": read_number(seat)} | _value_facts(form, seat) | _pao_facts(form, seat)
    if has_tiles(form, seat):
        return win
    if form.one(f"yaku_han-{seat}"):
        win["yaku_han"] = read_number(form.one(f"yaku_han-{seat}"))
    kinds = [kind for kind in ("ippatsu", "red", "ura") if form.one(f"{kind}-{seat}")]
    if kinds:
        win["chips"] = {kind: read_number(form.one(f"{kind}-{seat}")) for kind in kinds}
    return win


def _value_facts(form: Form, seat: str) -> Facts:
    """Return han and fu, the number of yakuman, or the tiles that tell both."""
    if has_tiles(form, seat):
        return {"hand": _hand_of_winner(form, seat)}
    value = form.one(f"han-{seat}")
    if value.startswith("yakuman"):
        return {"yakuman": read_number(value[len("yakuman") :])}
    han = HAN_OF_LIMIT.get(value) or read_number(value)
    if isinstance(han, int) and han >= FU_MATTERS_BELOW:
        return {"han": han}
    return {"han": han, "fu": read_number(form.one(f"fu-{seat}"))}


def _pao_facts(form: Form, seat: str) -> Facts:
    """Return who is liable for the win, and for how many yakuman; without a yakuman it is a rinshan pao."""
    liable = form.one(f"pao-{seat}")
    if not liable:
        return {}
    pao: Facts = {"seat": read_number(liable)}
    by_tiles = has_tiles(form, seat) and not form.has(f"fact-{seat}", "rinshan")
    if by_tiles or form.one(f"han-{seat}").startswith("yakuman"):
        pao["yakuman"] = read_number(form.one(f"pao_yakuman-{seat}", "1"))
    return {"pao": pao}


def missing_in_hand(form: Form, rules: Ruleset) -> str | None:
    """Return the key of what has to be chosen next before the question can be asked, None when it can.

    A form of an earlier version tells an empty ``wareme`` where nobody's wall was broken.
    """
    found, result = _missing_in_ending(form), form.one("result", "ron")
    if result == "ron" and len(form.all("ron")) == _ALL_BUT_DISCARDER and rules.wins.multiple_ron == MultipleRon.DOUBLE:
        return "sanchahou"
    is_told = any(name == "wareme" for name, _ in form.pairs)
    if not rules.values.wareme or is_told or found not in _TOLD_LAST:
        return found
    return "wareme" if result in ("ron", "tsumo") or (result == "draw" and form.all("nagashi")) else found


_ALL_BUT_DISCARDER = 3
_TOLD_LAST = (None, "wareme", "han", "fu", "chips")
"""What a hand may lack when all is told of its seats."""


def _missing_in_ending(form: Form) -> str | None:
    """Return which seat, or which value of a winner, is still to be told."""
    match form.one("result", "ron"):
        case "ron":
            return _missing_in_ron(form)
        case "tsumo":
            return _missing_in_value(form, (form.one("tsumo"),)) if form.one("tsumo") else "tsumo"
        case "abort":
            return None if abort_chosen(form) else "abort"
        case "chombo":
            return None if form.all("offender") else "offender"
        case _:
            return None


def _missing_in_ron(form: Form) -> str | None:
    """Return what a ron still lacks: a winner, the discarder, or a winner's value."""
    if not form.all("ron"):
        return "ron"
    if not form.one("from"):
        return "from"
    return _missing_in_value(form, form.all("ron"))


def _missing_in_value(form: Form, winners: tuple[str, ...]) -> str | None:
    """Return whether a winner's han or fu is still to be chosen, or its chips are more than its han."""
    for seat in winners:
        win = _win_facts(form, seat)
        if win.get("han") == "":
            return "han"
        if win.get("fu") == "":
            return "fu"
        if _has_too_many_chips(win):
            return "chips"
    return None


_LAST_HAN = (1, 2, 3, *[first - 1 for first in HAN_OF_LIMIT.values()])
"""The most han of each value that is told by a number or a limit's name: the one before the next begins."""


def _has_too_many_chips(win: Facts) -> bool:
    """Return whether chips leave no han for a yaku: each is a han of its own."""
    han, chips = win.get("han"), [count for count in win.get("chips", {}).values() if isinstance(count, int)]
    return isinstance(han, int) and any(han <= most <= sum(chips) for most in _LAST_HAN)


def _asks_for_tile(form: Form) -> bool:
    """Return whether the discarder of a ron is in riichi, so that it matters on which tile."""
    return form.one("result", "ron") == "ron" and form.has("riichi", form.one("from"))


def missing_in_record(form: Form, rules: Ruleset) -> str | None:
    """Return what has to be chosen next before a hand can be recorded; a ron on a riichi tile is asked about first."""
    found = missing_in_hand(form, rules)
    if found in _TOLD_LAST and _asks_for_tile(form) and form.one("riichi_tile") not in ("yes", "no"):
        return "riichi_tile"
    return found


def next_question(form: Form, rules: Ruleset) -> str | None:
    """Return what a page asks next: what lacks, then what a form of an earlier version may not say."""
    return missing_in_record(form, rules) or _missing_on_page(form)


def _missing_on_page(form: Form) -> str | None:
    """Return whether it is open who declared a draw, or a winner without riichi has chips for ippatsu or ura."""
    if form.one("result") == "abort" and _is_declared(form) and not form.one("declarer"):
        return "declarer"
    return "riichi" if chips_without_riichi(form) else None


def chips_without_riichi(form: Form) -> list[str]:
    """Return the winners who have chips for ippatsu or ura and are not in riichi."""
    winners = {"ron": form.all("ron"), "tsumo": form.all("tsumo")}.get(form.one("result", "ron"), ())
    silent = [seat for seat in winners if not (form.has("riichi", seat) or form.has("open", seat))]
    return [seat for seat in silent if any(form.one(kind + seat) not in ("", "0") for kind in ("ippatsu-", "ura-"))]


def hand_recorded(form: Form) -> Facts:
    """Return the finished hand: a riichi whose own tile was ronned was never accepted."""
    if not (_asks_for_tile(form) and form.one("riichi_tile") == "yes"):
        return _hand_facts(form)
    discarder = form.one("from")
    kept = [(name, value) for name, value in form.pairs if name not in ("riichi", "open") or value != discarder]
    return _hand_facts(Form(pairs=tuple(kept)))


def digest_of_hand(form: Form) -> str:
    """Return a short text that changes with the hand, so that only what was shown is confirmed."""
    return digest_of_text(json_text(in_key_order(hand_recorded(form))))


def digest_of_text(text: str) -> str:
    """Return a short text that changes with a long one."""
    mark = 0
    for letter in text:
        mark = (mark * 31 + ord(letter)) % _DIGEST_MODULUS
    return f"{mark:012x}"
