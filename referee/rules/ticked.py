"""The yaku of a hand that are ticked instead of read from its tiles: which can stand together, and with how many fu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.rules.yaku import YAKU_NAMES

if TYPE_CHECKING:
    from referee.rules.yaku import PriceList


_RIICHI_FORMS = ("riichi", "double_riichi", "open_riichi", "open_double_riichi")
_ONLY_BY_TSUMO = ("menzen_tsumo", "rinshan", "haitei")
_ONLY_BY_RON = ("houtei", "chankan", "kanburi")

_NEVER_TOGETHER = (
    ("rinshan", ("ippatsu", "pinfu", "chiitoitsu", "ryanpeikou")),
    ("chankan", ("houtei", "kanburi", "chiitoitsu", "toitoi", "honroutou")),
    ("kanburi", ("ippatsu",)),
)
"""Facts of a win that no such hand can have."""

NO_HAND_SHOWS = (
    (
        "pinfu",
        (
            "yakuhai_haku",
            "yakuhai_hatsu",
            "yakuhai_chun",
            "yakuhai_seat",
            "yakuhai_round",
            "chiitoitsu",
            "toitoi",
            "sanankou",
            "sankantsu",
            "sanshoku_doukou",
            "honroutou",
            "shousangen",
            "sanrenkou",
            "sanpuukou",
        ),
    ),
    (
        "tanyao",
        (
            "yakuhai_haku",
            "yakuhai_hatsu",
            "yakuhai_chun",
            "yakuhai_seat",
            "yakuhai_round",
            "ittsuu",
            "chanta",
            "honroutou",
            "shousangen",
            "sanpuukou",
            "junchan",
        ),
    ),
    (
        "iipeikou",
        ("chiitoitsu", "toitoi", "sanankou", "sankantsu", "sanshoku_doukou", "honroutou", "sanrenkou", "sanpuukou"),
    ),
    (
        "uumensai",
        (
            "chiitoitsu",
            "pinfu",
            "tanyao",
            "iipeikou",
            "ittsuu",
            "shousangen",
            "sanrenkou",
            "sanpuukou",
            "isshoku_sanjun",
            "honitsu",
            "junchan",
            "ryanpeikou",
            "chinitsu",
        ),
    ),
    ("yakuhai_haku", ("chiitoitsu", "junchan", "ryanpeikou", "chinitsu")),
    ("yakuhai_hatsu", ("chiitoitsu", "junchan", "ryanpeikou", "chinitsu")),
    ("yakuhai_chun", ("chiitoitsu", "junchan", "ryanpeikou", "chinitsu")),
    ("yakuhai_seat", ("chiitoitsu", "junchan", "ryanpeikou", "chinitsu")),
    ("yakuhai_round", ("chiitoitsu", "junchan", "ryanpeikou", "chinitsu")),
    (
        "sanshoku_doujun",
        (
            "ittsuu",
            "chiitoitsu",
            "toitoi",
            "sanankou",
            "sankantsu",
            "sanshoku_doukou",
            "honroutou",
            "shousangen",
            "sanrenkou",
            "sanpuukou",
            "isshoku_sanjun",
            "honitsu",
            "ryanpeikou",
            "chinitsu",
        ),
    ),
    (
        "ittsuu",
        (
            "chanta",
            "chiitoitsu",
            "toitoi",
            "sanankou",
            "sankantsu",
            "sanshoku_doukou",
            "honroutou",
            "shousangen",
            "sanrenkou",
            "sanpuukou",
            "isshoku_sanjun",
            "junchan",
            "ryanpeikou",
        ),
    ),
    ("chanta", ("chiitoitsu", "sanrenkou")),
    (
        "chiitoitsu",
        (
            "toitoi",
            "sanankou",
            "sankantsu",
            "sanshoku_doukou",
            "shousangen",
            "sanrenkou",
            "sanpuukou",
            "isshoku_sanjun",
            "junchan",
            "ryanpeikou",
        ),
    ),
    ("toitoi", ("isshoku_sanjun", "ryanpeikou")),
    ("sanankou", ("isshoku_sanjun", "ryanpeikou")),
    ("sankantsu", ("isshoku_sanjun", "ryanpeikou")),
    (
        "sanshoku_doukou",
        ("shousangen", "sanrenkou", "sanpuukou", "isshoku_sanjun", "honitsu", "ryanpeikou", "chinitsu"),
    ),
    ("honroutou", ("sanrenkou", "isshoku_sanjun", "ryanpeikou", "chinitsu")),
    ("shousangen", ("sanrenkou", "sanpuukou", "isshoku_sanjun", "junchan", "ryanpeikou", "chinitsu")),
    ("sanrenkou", ("sanpuukou", "isshoku_sanjun", "junchan", "ryanpeikou")),
    ("sanpuukou", ("isshoku_sanjun", "junchan", "ryanpeikou", "chinitsu")),
)
"""Yaku of the tiles that no hand shows at once, each pair named once."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ticked:
    """What was ticked: the yaku, whether the hand is open, and whether it was self-drawn."""

    yaku: tuple[str, ...]
    is_open: bool
    is_tsumo: bool


def ticked_yaku(names: tuple[str, ...], prices: PriceList, *, is_open: bool, is_tsumo: bool) -> Ticked:
    """Return the ticks that can stand, each looked at beside those before it; a closed self-draw counts unasked."""
    ticked = Ticked(yaku=(), is_open=is_open, is_tsumo=is_tsumo)
    if is_tsumo and not is_open and "menzen_tsumo" in prices.closed_han:
        ticked = Ticked(yaku=("menzen_tsumo",), is_open=is_open, is_tsumo=is_tsumo)
    for name in YAKU_NAMES:
        if name in names and name not in ticked.yaku and can_tick(name, ticked, prices):
            ticked = Ticked(yaku=(*ticked.yaku, name), is_open=is_open, is_tsumo=is_tsumo)
    return ticked


def can_tick(name: str, ticked: Ticked, prices: PriceList) -> bool:
    """Return whether a yaku can be added to the ticked ones."""
    if not price_ticked(name, ticked, prices):
        return False
    if name in (_ONLY_BY_RON if ticked.is_tsumo else _ONLY_BY_TSUMO):
        return False
    if name == "ippatsu" and not any(each in _RIICHI_FORMS for each in ticked.yaku):
        return False
    if name == "pinfu" and ticked.is_tsumo and prices.rules.values.pinfu_tsumo_fu > 20:
        return False
    return all(can_meet(name, other, prices) for other in ticked.yaku)


def price_ticked(name: str, ticked: Ticked, prices: PriceList) -> int:
    """Return the han of a yaku in such a hand, 0 where it does not count."""
    return (prices.open_han if ticked.is_open else prices.closed_han).get(name, 0)


def can_meet(one: str, other: str, prices: PriceList) -> bool:
    """Return whether two yaku can count in the same hand under the ruleset."""
    if one in _RIICHI_FORMS and other in _RIICHI_FORMS:
        return False
    if other in prices.beaten_by.get(one, ()) or one in prices.beaten_by.get(other, ()):
        return False
    rules = prices.rules.hand
    pair = (one, other)
    if "rinshan" in pair and "haitei" in pair and not rules.rinshan_haitei:
        return False
    if "chankan" in pair and "ippatsu" in pair and not rules.chankan_ippatsu:
        return False
    return not _is_listed(one, other) and not _is_listed(other, one)


def _is_listed(one: str, other: str) -> bool:
    """Return whether a pair stands in one of the lists in this order."""
    return any(name == one and other in others for name, others in (*_NEVER_TOGETHER, *NO_HAND_SHOWS))


def ticked_han(ticked: Ticked, prices: PriceList) -> int:
    """Return the han of all ticked yaku."""
    return sum([price_ticked(name, ticked, prices) for name in ticked.yaku])


def fu_possible(ticked: Ticked, prices: PriceList) -> tuple[int, ...]:
    """Return the fu that such a hand can have, the usual ones first found by its yaku."""
    values = prices.rules.values
    if "chiitoitsu" in ticked.yaku:
        return (values.seven_pairs_fu,)
    if "pinfu" in ticked.yaku:
        return (values.pinfu_tsumo_fu,) if ticked.is_tsumo else (30,)
    least = 30 if ticked.is_open or ticked.is_tsumo else 40
    return tuple(range(least, 120, 10))
