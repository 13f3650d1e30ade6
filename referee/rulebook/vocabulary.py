"""Every key that a ruleset has, what may stand there, and between what bounds."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from enum import Enum, StrEnum, auto
from typing import assert_never, get_args, get_origin, get_type_hints

from referee.explain.statements import REPLACES, UPGRADES
from referee.records import dataclass
from referee.rulebook.problems import Location, as_written, listed, nearest_name
from referee.rules.ruleset import Ruleset
from referee.tournament.policy import Policy

HUNDRED = 100
"""Points are paid in whole hundreds."""

_SHARED_BY_THREE_BOTH_WAYS = 600
"""A noten pool divides by one, two and three players into hundreds."""

SEATS = 4

_PRICES = 2
_RESULT_PARTS = 3
_SUITS = 3
_COPIES = 4
_MOST_HAN = 12
"""Han below a counted yakuman; what is worth more is a yakuman."""

_FU = (20, 25, 30, 40, 50)


@dataclass(frozen=True, kw_only=True, slots=True)
class NumberLimit:
    """What one number must be, in words of each language and as a test."""

    allowed: dict[str, str]
    holds: Callable[[int], bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class RowLimit:
    """What a row of ``size`` numbers must be, in words of each language and as a test."""

    allowed: dict[str, str]
    holds: Callable[[tuple[int, ...]], bool]
    size: int


def _is_money(number: int) -> bool:
    """Return whether a number is an amount that can be paid in sticks."""
    return number >= 0 and number % HUNDRED == 0


def _is_uma(row: tuple[int, ...]) -> bool:
    """Return whether a row is an uma: by place, never more for a worse one, zero in all."""
    return len(row) == SEATS and list(row) == sorted(row, reverse=True) and sum(row) == 0


def _is_price(row: tuple[int, ...]) -> bool:
    """Return whether a row is what a yaku is worth: closed, open, and never more open than closed."""
    return len(row) == _PRICES and 0 <= row[1] <= row[0] <= _MOST_HAN


def _are_reds(row: tuple[int, ...]) -> bool:
    """Return whether a row says how many red fives each suit has."""
    return len(row) == _SUITS and all(0 <= count <= _COPIES for count in row)


COUNT = NumberLimit(allowed={"en": "0 or more", "ja": "0以上の整数"}, holds=lambda number: number >= 0)
_MONEY = NumberLimit(allowed={"en": "0 or more, in whole hundreds", "ja": "0以上、100の倍数"}, holds=_is_money)
_FU_VALUE = NumberLimit(
    allowed={"en": "20, 25, 30, 40 or 50", "ja": "20・25・30・40・50のいずれか"}, holds=lambda number: number in _FU
)
_UNIT = NumberLimit(allowed={"en": "10 or 100", "ja": "10または100"}, holds=lambda number: number in (10, HUNDRED))
_WIND_FU = NumberLimit(allowed={"en": "2 or 4", "ja": "2または4"}, holds=lambda number: number in (2, 4))
_AT_LEAST_ONE = NumberLimit(allowed={"en": "1 or more", "ja": "1以上の整数"}, holds=lambda number: number >= 1)
_POOL = NumberLimit(
    allowed={
        "en": "0 or a multiple of 600, so that one, two or three can share it",
        "ja": "0、または600の倍数（一人・二人・三人で割れるように）",
    },
    holds=lambda number: number >= 0 and number % _SHARED_BY_THREE_BOTH_WAYS == 0,
)
_UMA = RowLimit(
    allowed={
        "en": "four numbers from first to last, none above the one before, zero in all",
        "ja": "一位から四位まで四つの数。前の順位を超えず、合計0",
    },
    holds=_is_uma,
    size=SEATS,
)
_SUBSTITUTED = RowLimit(
    allowed={
        "en": "three numbers: points, uma and penalty, in whole hundreds",
        "ja": "点・ウマ・減点の三つの数。100の倍数",
    },
    holds=lambda row: len(row) == _RESULT_PARTS and all(part % HUNDRED == 0 for part in row),
    size=_RESULT_PARTS,
)
_UMA_OR_NONE = RowLimit(
    allowed={"en": f"nothing, or {_UMA.allowed['en']}", "ja": f"空欄、または{_UMA.allowed['ja']}"},
    holds=lambda row: not row or _is_uma(row),
    size=SEATS,
)

NUMBERS = {
    "setup.points": _MONEY,
    "wins.honba_ron": _MONEY,
    "wins.honba_tsumo": _MONEY,
    "values.mangan": _MONEY,
    "values.seven_pairs_fu": _FU_VALUE,
    "values.pinfu_tsumo_fu": _FU_VALUE,
    "values.most_yakuman": _AT_LEAST_ONE,
    "hand.double_wind_fu": _WIND_FU,
    "draws.noten_pool": _POOL,
    "course.target": _MONEY,
    "course.yame_points": _MONEY,
    "chombo.penalty": _MONEY,
    "chips.value": _MONEY,
    "final.subtract": _MONEY,
    "final.oka": _MONEY,
    "final.uma_second": _MONEY,
    "final.unit": _UNIT,
}
_COUNTS = (
    *("riichi.wall", "calls.seconds", "wins.two_han_honba", "paarenchan.before", "chombo.chips"),
    *("chips.yakuman_ron", "chips.yakuman_tsumo", "chips.bust_east", "chips.bust_later", "chips.yakitori_each"),
    *("time.minutes", "time.signal", "time.running", "time.between", "tournament.late"),
)
NUMBERS |= dict.fromkeys(_COUNTS, COUNT)
"""The bounds of every single number: a new one has none until it stands here, and no book can be read."""

_PRICE = RowLimit(
    allowed={
        "en": "two numbers, closed and open, 0 to 12, the open one no higher",
        "ja": "門前・副露の二つの数。0から12まで、副露は門前以下",
    },
    holds=_is_price,
    size=_PRICES,
)
_REDS = RowLimit(
    allowed={"en": "three numbers for man, pin and sou, 0 to 4", "ja": "萬子・筒子・索子の三つの数。0から4まで"},
    holds=_are_reds,
    size=_SUITS,
)
_ROWS = {
    "final.uma": _UMA,
    "final.uma_high": _UMA_OR_NONE,
    "final.uma_low": _UMA_OR_NONE,
    "hand.red": _REDS,
    "tournament.substituted_parts": _SUBSTITUTED,
}
PRICED = ("yaku.", "yakuman.")
"""Chapters of which every value is a price."""


def row_limit(key: str) -> RowLimit | None:
    """Return the bounds of the row of numbers at ``chapter.key``, None where something else stands."""
    return _PRICE if key.startswith(PRICED) else _ROWS.get(key)


def limit_of(key: str, value: object) -> str:
    """Return the bounds that ``value`` breaks at ``chapter.key``, in words; empty if it keeps them."""
    if isinstance(value, int) and not isinstance(value, bool):
        limit = NUMBERS[key]
        return "" if limit.holds(value) else limit.allowed["en"]
    row = row_limit(key)
    if isinstance(value, tuple) and row is not None:
        return "" if row.holds(value) else row.allowed["en"]
    return ""


Plain = bool | int | str | tuple[int, ...] | tuple[str, ...]
"""A value of a ruleset, enum members as their text."""

_CLOSED_NAMES = {
    "pao.yakuman": (
        "daisangen",
        "shousuushii",
        "daisuushii",
        "tsuuiisou",
        "ryuuiisou",
        "chinroutou",
        "suukantsu",
        "suurenkou",
        "benikujaku",
        "touhokujidoushadou",
    ),
    "hand.replaces": REPLACES,
    "hand.upgrades": UPGRADES,
}
"""Names allowed where rules take any text: the yakuman that open melds can lead to, and which yaku may exclude."""

FLAGS = {"yes": True, "no": False}
"""What forms and conditions call a rule that holds or does not."""


class Shape(Enum):
    """What one entry of a value is."""

    NUMBER = auto()
    FLAG = auto()
    NAME = auto()


@dataclass(frozen=True, kw_only=True, slots=True)
class Kind:
    """What may stand at a key: one entry or a list of them, out of ``names`` where that is not empty."""

    shape: Shape
    is_list: bool = False
    names: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """Return what is allowed, in words."""
        return f"a list of {self.many}" if self.is_list else self.one

    @property
    def one(self) -> str:
        """Return one allowed entry in words."""
        match self.shape:
            case Shape.NUMBER:
                return "a whole number"
            case Shape.FLAG:
                return "true or false"
            case Shape.NAME:
                return listed(self.names) or "a text"
            case _:
                assert_never(self.shape)

    @property
    def many(self) -> str:
        """Return what a list holds, in words."""
        return "whole numbers" if self.shape is Shape.NUMBER else self.one


def _chapters(whole: type[Ruleset | Policy]) -> dict[str, dict[str, Kind]]:
    """Return what each chapter decides: chapter, key, kind."""
    hints = get_type_hints(whole)
    named = {field.name: hints[field.name] for field in fields(whole)}
    return {chapter: _keys_of(chapter, hint) for chapter, hint in named.items() if is_dataclass(hint)}


def _keys_of(chapter: str, described: object) -> dict[str, Kind]:
    kinds = {key: _kind_of(hint) for key, hint in get_type_hints(described).items()}
    return {key: replace(kind, names=_CLOSED_NAMES.get(f"{chapter}.{key}", kind.names)) for key, kind in kinds.items()}


def _kind_of(hint: object) -> Kind:
    """Return the kind that a field's type asks for; raise ``TypeError`` for a type no file can hold."""
    if get_origin(hint) is tuple:
        return replace(_kind_of(get_args(hint)[0]), is_list=True)
    if hint is bool:
        return Kind(shape=Shape.FLAG)
    if hint is int:
        return Kind(shape=Shape.NUMBER)
    if hint is str:
        return Kind(shape=Shape.NAME)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return Kind(shape=Shape.NAME, names=tuple(member.value for member in hint))
    message = f"a ruleset file cannot hold {hint}"
    raise TypeError(message)


CHAPTERS = _chapters(Ruleset)
ALL_KEYS = tuple(f"{chapter}.{key}" for chapter, keys in CHAPTERS.items() for key in keys)
EVENT_CHAPTERS = _chapters(Policy)
EVENT_KEYS = tuple(f"{chapter}.{key}" for chapter, keys in EVENT_CHAPTERS.items() for key in keys)
"""What a book says about events stands in its file beside the rules of its games, and is kept apart from them."""
ENTRY_KEYS = (
    *(
        f"{chapter}.{key}.{name}"
        for chapter, keys in CHAPTERS.items()
        for key, kind in keys.items()
        if kind.is_list
        for name in kind.names
    ),
    "course.honba.abort",
    "course.honba.gone",
)
"""Entries of lists that a clause may name one by one, such as each abortive draw, and parts of a value."""


def accepted(found: object, key: str, location: Location) -> Plain | None:
    """Return the value of ``chapter.key`` if it may stand there; else report why not and return ``None``."""
    chapter, name = key.split(".")
    kind = (CHAPTERS | EVENT_CHAPTERS)[chapter][name]
    value = _accepted_list(found, kind, location) if kind.is_list else _accepted_one(found, kind, location)
    if value is None:
        return None
    limit = limit_of(key, value)
    if limit:
        location.report("This value cannot be.", found=as_written(found), allowed=limit)
        return None
    return value


def _accepted_one(found: object, kind: Kind, location: Location) -> bool | int | str | None:
    """Return a single entry of this kind, or report it. A bool is never a number."""
    match kind.shape, found:
        case (Shape.FLAG, bool(value)):
            return value
        case (Shape.NUMBER, int(value)) if not isinstance(value, bool):
            return value
        case (Shape.NAME, str(value)):
            return _accepted_name(value, kind, location)
        case _:
            location.report("Wrong type.", found=as_written(found), allowed=kind.allowed)
            return None


def _accepted_name(found: str, kind: Kind, location: Location) -> str | None:
    """Return a name if it is among the allowed ones, or report it with the nearest."""
    if not kind.names or found in kind.names:
        return found
    nearest = nearest_name(found, kind.names)
    location.report("There is no such choice.", found=as_written(found), allowed=kind.allowed, nearest=nearest)
    return None


def _accepted_list(found: object, kind: Kind, location: Location) -> tuple[int, ...] | tuple[str, ...] | None:
    """Return a list of entries of this kind, or report each wrong one; names may not come twice."""
    if not isinstance(found, list):
        location.report("Wrong type.", found=as_written(found), allowed=kind.allowed)
        return None
    entries = [_accepted_one(entry, kind, location) for entry in found]
    if None in entries:
        return None
    numbers = tuple(entry for entry in entries if isinstance(entry, int))
    names = tuple(entry for entry in entries if isinstance(entry, str))
    if len(set(names)) < len(names):
        location.report("A name comes twice.", found=as_written(found))
        return None
    return names or numbers
