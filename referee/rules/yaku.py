"""Every yaku, defined once: what shows it, and what it is worth under a ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from referee.records import dataclass
from referee.rules.choices import OpenRiichiRon, PaarenchanCounts, Renhou
from referee.rules.tiles import FIRST_DRAGON, FIRST_HONOUR, GREEN, IS_ORPHAN, KIND_COUNT, ORPHANS, RED, TRIPLET, Counts

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.rules.points import BasePoints
    from referee.rules.ruleset import Ruleset


Numbers = list[int]
"""Runs by their lowest kinds, or triplets and kans by their kinds, each in ascending order or melds first."""

YAKU_NAMES = (
    "riichi",
    "double_riichi",
    "open_riichi",
    "open_double_riichi",
    "ippatsu",
    "menzen_tsumo",
    "rinshan",
    "chankan",
    "haitei",
    "houtei",
    "kanburi",
    "tsubame_gaeshi",
    "iipin_moyue",
    "chuupin_raoyui",
    "shiiaru_raotai",
    "pinfu",
    "tanyao",
    "iipeikou",
    "yakuhai_haku",
    "yakuhai_hatsu",
    "yakuhai_chun",
    "yakuhai_seat",
    "yakuhai_round",
    "sanshoku_doujun",
    "ittsuu",
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
    "uumensai",
    "honitsu",
    "junchan",
    "ryanpeikou",
    "chinitsu",
)
"""The yaku that are worth han, in the order in which they are told."""

YAKUMAN_NAMES = (
    "tenhou",
    "chihou",
    "renhou",
    "toukanhou",
    "paarenchan",
    "open_riichi_ron",
    "ishi_no_ue",
    "kokushi",
    "kokushi13",
    "suuankou",
    "suuankou_tanki",
    "daisangen",
    "shousuushii",
    "daisuushii",
    "tsuuiisou",
    "daichiisei",
    "ryuuiisou",
    "ryuuiisou_hatsu",
    "ryuuiisou_nohatsu",
    "chinroutou",
    "chuuren",
    "junsei_chuuren",
    "suukantsu",
    "suurenkou",
    "daisharin",
    "daichikurin",
    "daisuurin",
    "shiisanputou",
    "shiisuuputou",
    "benikujaku",
    "touhokushinkansen",
    "touhokujidoushadou",
)
"""The yakuman, in the order in which they are told."""


def bits_of(kinds: tuple[int, ...]) -> int:
    """Return a number with one bit for each kind."""
    bits = 0
    for kind in kinds:
        bits |= 1 << kind
    return bits


OUTSIDE = bits_of(ORPHANS)
HONOURS = bits_of(ORPHANS[6:])
_ALL_KINDS = (1 << KIND_COUNT) - 1
_SUIT_BITS = tuple(bits_of(tuple(range(start, start + 9))) for start in (0, 9, 18))

_ONLY_OF = (
    ("tanyao", _ALL_KINDS ^ OUTSIDE),
    ("honroutou", OUTSIDE),
    ("chinroutou", OUTSIDE ^ HONOURS),
)
"""Yaku of hands that hold no other kinds than these."""

_ONE_SUIT = (
    ("honitsu", HONOURS | _SUIT_BITS[0]),
    ("honitsu", HONOURS | _SUIT_BITS[1]),
    ("honitsu", HONOURS | _SUIT_BITS[2]),
    ("chinitsu", _SUIT_BITS[0]),
    ("chinitsu", _SUIT_BITS[1]),
    ("chinitsu", _SUIT_BITS[2]),
    ("ryuuiisou", bits_of((19, 20, 21, 23, 25, GREEN))),
    ("benikujaku", bits_of((18, 22, 24, 26, RED))),
    ("touhokujidoushadou", bits_of((10, 12, 14, 27, 30))),
)
"""The same for hands of one suit; a yaku named several times needs one of its rows."""

_DRAGON_YAKU = ("yakuhai_haku", "yakuhai_hatsu", "yakuhai_chun")

_WHEELS = (0, 2, 2, 2, 2, 2, 2, 2, 0)
_WHEEL_YAKU = ("daisuurin", "daisharin", "daichikurin")
"""Two each of 2-8 of man, pin and sou."""


def yaku_by_kinds(kinds: int) -> list[str]:
    """Return the yaku that the kinds in the whole hand show, whatever its shape; ``kinds`` has a bit for each."""
    if kinds | HONOURS == HONOURS:
        return ["honroutou", "tsuuiisou"]
    found = [yaku for yaku, allowed in _ONLY_OF if kinds | allowed == allowed]
    man, pin, sou = _SUIT_BITS
    if (kinds & man > 0) + (kinds & pin > 0) + (kinds & sou > 0) == 1:
        found += [yaku for yaku, allowed in _ONE_SUIT if kinds | allowed == allowed]
        if "ryuuiisou" in found:
            found.append("ryuuiisou_hatsu" if kinds & HONOURS else "ryuuiisou_nohatsu")
    return found


def yaku_by_honours(counts: Counts, seat: int, rounds: tuple[int, ...]) -> list[str]:
    """Return the yaku of dragons and winds; ``seat`` and ``rounds`` are the kinds of the winds that count."""
    found = [_DRAGON_YAKU[kind - FIRST_DRAGON] for kind in range(FIRST_DRAGON, KIND_COUNT) if counts[kind] >= 3]
    dragons = len(found)
    winds = sum([count >= 3 for count in counts[FIRST_HONOUR:FIRST_DRAGON]])
    if winds and counts[seat] >= 3:
        found.append("yakuhai_seat")
    if winds:
        found += ["yakuhai_round" for kind in rounds if counts[kind] >= 3]
    if dragons == 3:
        found.append("daisangen")
    elif dragons == 2 and 2 in counts[FIRST_DRAGON:]:
        found.append("shousangen")
    if winds >= 3:
        found.append("sanpuukou")
    if winds == 4:
        found.append("daisuushii")
    elif winds == 3 and 2 in counts[FIRST_HONOUR:FIRST_DRAGON]:
        found.append("shousuushii")
    return found


def _twin_runs(runs: Numbers) -> int:
    """Return how many pairs of equal runs there are, each run in one pair only."""
    return sum([runs.count(run) // 2 for i, run in enumerate(runs) if run not in runs[:i]])


def _is_in_three_suits(numbers: Numbers) -> bool:
    return 1 in [1 for number in numbers if number < 9 and number + 9 in numbers and number + 18 in numbers]


def _is_straight(runs: Numbers) -> bool:
    """Return whether one suit has 123, 456 and 789."""
    return (
        (0 in runs and 3 in runs and 6 in runs)
        or (9 in runs and 12 in runs and 15 in runs)
        or (18 in runs and 21 in runs and 24 in runs)
    )


def _in_a_row(triplets: Numbers) -> int:
    """Return how many triplets of one suit follow each other at most."""
    longest = 0
    for kind in triplets:
        length = 1
        while kind + length in triplets and (kind + length) % 9 and kind + length < FIRST_HONOUR:
            length += 1
        longest = max(longest, length)
    return longest


_RUN_YAKU: tuple[tuple[str, int, Callable[[Numbers], bool]], ...] = (
    ("sanshoku_doujun", 3, _is_in_three_suits),
    ("ittsuu", 3, _is_straight),
)
"""What runs show: the yaku, how many runs it needs at least, and its test."""

_TWIN_RUN_YAKU: tuple[tuple[str, int, Callable[[Numbers], bool]], ...] = (
    ("iipeikou", 2, lambda runs: _twin_runs(runs) > 0),
    ("isshoku_sanjun", 3, lambda runs: max([runs.count(run) for run in runs]) >= 3),
    ("ryanpeikou", 4, lambda runs: _twin_runs(runs) == 2),
)
"""What runs show of which two or more are equal."""

_TRIPLET_YAKU: tuple[tuple[str, int, Callable[[Numbers], bool]], ...] = (
    ("sanshoku_doukou", 3, _is_in_three_suits),
    ("sanrenkou", 3, lambda triplets: _in_a_row(triplets) >= 3),
    ("toitoi", 4, lambda triplets: len(triplets) == 4),
    ("suurenkou", 4, lambda triplets: _in_a_row(triplets) == 4),
)
"""What triplets and kans show."""


def yaku_by_sets(runs: Numbers, triplets: Numbers, pair: int) -> list[str]:
    """Return the yaku that the four sets and the pair show."""
    count = len(runs)
    if count >= 2:
        found = [yaku for yaku, least, holds in _RUN_YAKU if count >= least and holds(runs)]
        if len(set(runs)) < count:
            found += [yaku for yaku, least, holds in _TWIN_RUN_YAKU if count >= least and holds(runs)]
    else:
        found = [yaku for yaku, least, holds in _TRIPLET_YAKU if len(triplets) >= least and holds(triplets)]
    if IS_ORPHAN[pair] and _reaches_outside(runs, triplets):
        found.append("chanta")
        if pair < FIRST_HONOUR and all(kind < FIRST_HONOUR for kind in triplets):
            found.append("junchan")
    if len(runs) == 3 and "ittsuu" in found and triplets[0] + pair == _EAST_AND_NORTH and triplets[0] in (27, 30):
        found.append("touhokushinkansen")
    if triplets and _has_all_types(runs, triplets, pair):
        found.append("uumensai")
    return found


def _has_all_types(runs: Numbers, triplets: Numbers, pair: int) -> bool:
    """Return whether the sets and the pair are of three suits, winds and dragons."""
    honours = [kind for kind in (*triplets, pair) if kind >= FIRST_HONOUR]
    if len(honours) != 2 or (honours[0] < FIRST_DRAGON) == (honours[1] < FIRST_DRAGON):
        return False
    return len({kind // 9 for kind in (*runs, *triplets, pair) if kind < FIRST_HONOUR}) == 3


_EAST_AND_NORTH = 57
"""The sum of the kinds of East and North, one of them the triplet and one the pair."""


def _reaches_outside(runs: Numbers, triplets: Numbers) -> bool:
    """Return whether every set holds a terminal or an honour."""
    for run in runs:
        if run % 9 not in (0, 6):
            return False
    return all(IS_ORPHAN[kind] for kind in triplets)


def yaku_by_suit(counts: Counts, win: int) -> list[str]:
    """Return the yakuman that fourteen closed tiles of one suit show; ``win`` is the kind of the winning tile."""
    start = win // 9 * 9
    suit = counts[start : start + 9]
    if suit == _WHEELS:
        return [_WHEEL_YAKU[start // 9]]
    if suit[0] < 3 or suit[8] < 3 or 0 in suit:
        return []
    return ["chuuren", "junsei_chuuren"] if suit[win - start] in (2, 4) else ["chuuren"]


def yaku_unconnected(counts: Counts) -> list[str]:
    """Return the yakuman of fourteen unconnected tiles, with one pair or none.

    Tiles of one suit are connected when their numbers differ by one or two, whether or not one of them is the pair.
    """
    kinds = [kind for kind in range(KIND_COUNT) if counts[kind]]
    for place in range(1, len(kinds)):
        kind, before = kinds[place], kinds[place - 1]
        if kind < FIRST_HONOUR and kind // 9 == before // 9 and kind - before < 3:
            return []
    if len(kinds) == 13:
        return ["shiisanputou"]
    return ["shiisuuputou"] if len(kinds) == 14 else []


def split_sets(sets: tuple[int, ...]) -> tuple[Numbers, Numbers]:
    """Return the runs by their lowest kinds, and the triplets by their kinds."""
    return ([each for each in sets if each < TRIPLET], [each - TRIPLET for each in sets if each >= TRIPLET])


Prices = dict[str, int]
"""Han, or how many yakuman, by yaku; what is worth nothing is left out."""

Priced = tuple[tuple[str, int], ...]
"""Yaku with what each is worth, in han or in yakuman."""

Away = tuple[tuple[str, str], ...]
"""The yaku that do not count because of a fact, each with the ``chapter.key`` that says so."""

Shown = tuple[bool, Away, tuple[str, ...]]
"""Whether a hand is closed, what a fact takes away, and the yaku that could count."""

Counted = tuple[Priced, int, int]
"""The yaku that count, and their sum in han and in yakuman, one of which is 0."""

BY_OTHER_RULES = {
    "renhou": "hand.renhou",
    "paarenchan": "paarenchan.counts",
    "open_riichi_ron": "riichi.open_ron",
}
"""Yakuman that other chapters decide."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PriceList:
    """The prices for closed and open hands; ``_beaten_by`` says beside what a yaku does not count.

    ``counted`` and ``worths`` remember what `referee.rules.score` has priced.
    """

    rules: Ruleset
    closed_han: Prices
    open_han: Prices
    closed_yakuman: Prices
    open_yakuman: Prices
    beaten_by: dict[str, tuple[str, ...]]
    counted: dict[Shown, Counted]
    worths: dict[tuple[int, int], BasePoints]


_KNOWN: list[PriceList] = []
"""The price lists asked for lately, the newest last: making one takes a tenth of the answer to a question."""
_MOST_KNOWN = 8


def price_list(rules: Ruleset) -> PriceList:
    """Return the prices of a ruleset."""
    for known in _KNOWN:
        if known.rules is rules:
            return known
    prices = _prices_of(rules)
    _KNOWN.append(prices)
    del _KNOWN[:-_MOST_KNOWN]
    return prices


def _prices_of(rules: Ruleset) -> PriceList:
    """Return the prices of a ruleset, worked out."""
    han = [(name, getattr(rules.yaku, name)) for name in YAKU_NAMES]
    yakuman = [(name, yakuman_price(name, rules)) for name in YAKUMAN_NAMES]
    return PriceList(
        rules=rules,
        closed_han={name: price[0] for name, price in han if price[0]},
        open_han={name: price[1] for name, price in han if price[1]},
        closed_yakuman={name: price[0] for name, price in yakuman if price[0]},
        open_yakuman={name: price[1] for name, price in yakuman if price[1]},
        beaten_by=_beaten_by(rules),
        counted={},
        worths={},
    )


def _is_renhou_yakuman(rules: Ruleset) -> bool:
    match rules.hand.renhou:
        case Renhou.NONE | Renhou.MANGAN:
            return False
        case Renhou.YAKUMAN:
            return True
        case _:
            assert_never(rules.hand.renhou)


def is_open_ron_yakuman(rules: Ruleset) -> bool:
    """Return whether dealing into an open riichi makes the hand a yakuman."""
    match rules.riichi.open_ron:
        case OpenRiichiRon.ORDINARY:
            return False
        case OpenRiichiRon.YAKUMAN:
            return True
        case _:
            assert_never(rules.riichi.open_ron)


def yakuman_price(name: str, rules: Ruleset) -> tuple[int, ...]:
    """Return how many yakuman one counts in a closed and in an open hand."""
    match name:
        case "renhou":
            return (int(_is_renhou_yakuman(rules)), 0)
        case "paarenchan":
            count = int(rules.paarenchan.counts != PaarenchanCounts.NONE)
            return (count, count)
        case "open_riichi_ron":
            return (int(is_open_ron_yakuman(rules)), 0)
        case _:
            price: tuple[int, ...] = getattr(rules.yakuman, name)
            return price


def _beaten_by(rules: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return for each yaku those beside which it does not count."""
    pairs = [pair.split(" over ") for pair in (*rules.hand.replaces, *rules.hand.upgrades)]
    return {under: tuple(over for over, other in pairs if other == under) for _, under in pairs}


def price_rule(name: str) -> str:
    """Return the ``chapter.key`` that prices a yaku."""
    if name in BY_OTHER_RULES:
        return BY_OTHER_RULES[name]
    return f"yaku.{name}" if name in YAKU_NAMES else f"yakuman.{name}"
