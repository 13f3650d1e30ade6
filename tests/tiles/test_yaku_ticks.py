"""Yaku to tick: what can stand beside what, and what the ticked ones come to."""

import re
from itertools import combinations, combinations_with_replacement

import pytest

from referee.app.form import Form
from referee.app.tiles import tiles_answer
from referee.rules.ticked import NO_HAND_SHOWS, can_meet, ticked_yaku
from referee.rules.tiles import KIND_COUNT
from referee.rules.yaku import YAKU_NAMES, price_list, yaku_by_honours, yaku_by_kinds, yaku_by_sets
from referee.texts.words import Book
from tests.cases import library
from tests.drawn import drawn

OF_FACTS = frozenset(YAKU_NAMES[: YAKU_NAMES.index("pinfu")])
"""The yaku that no tile shows."""
RUNS = tuple((kind, kind + 1, kind + 2) for kind in (0, 1, 3, 6, 9, 10, 15, 18, 19, 24))
TRIPLETS = tuple((kind,) * 3 for kind in (0, 1, 2, 3, 8, 9, 10, 18, 19, 27, 28, 29, 31, 32, 33))
PAIRS = (0, 4, 17, 29, 31, 33)


def shown(*ticked: str, **fields: str) -> str:
    """Return the fragment of a form with some yaku ticked."""
    pairs = (("check", "yaku"), *fields.items(), *(("ticked", name) for name in ticked))
    return drawn("tiles", tiles_answer(Form(pairs=pairs), library(), "en"))


def boxes(html: str, state: str) -> set[str]:
    """Return the yaku whose boxes are checked or disabled."""
    return set(re.findall(rf'name="ticked" value="(\w+)"[^>]* {state}', html))


def amount(html: str) -> str:
    """Return what is paid."""
    found = re.search(r'<strong class="amount">([^<]*)</strong>', html)
    return found[1] if found else ""


def book(name: str) -> Book:
    """Return a rulebook."""
    found = library().book(name)
    assert found is not None
    return found


def hands() -> list[set[str]]:
    """Return what many hands show: sets of few kinds, chosen so that every pair of yaku that can meet does."""
    found: set[frozenset[str]] = set()
    for sets in combinations_with_replacement((*RUNS, *TRIPLETS), 4):
        counts = [0] * KIND_COUNT
        for kind in [kind for each in sets for kind in each]:
            counts[kind] += 1
        if max(counts) <= 4:
            found |= {names_of(sets, counts, pair) for pair in PAIRS if counts[pair] <= 2}
    return [set(each) for each in found]


def names_of(sets: tuple[tuple[int, ...], ...], counts: list[int], pair: int) -> frozenset[str]:
    """Return the yaku that four sets and a pair can show."""
    whole = tuple(count + 2 * (kind == pair) for kind, count in enumerate(counts))
    runs = [each[0] for each in sets if each[0] != each[1]]
    triplets = [each[0] for each in sets if each[0] == each[1]]
    kinds = sum(1 << kind for kind in range(KIND_COUNT) if whole[kind])
    names = [*yaku_by_kinds(kinds), *yaku_by_sets(runs, triplets, pair), *yaku_by_honours(whole, 27, (28,))]
    names += ["sanankou", "sankantsu"] if len(triplets) >= 3 else []
    names += ["pinfu"] if not triplets and pair < 31 else []
    return frozenset(name for name in names if name in YAKU_NAMES)


def test_the_list_of_pairs_is_what_hands_show() -> None:
    """Two yaku are refused beside each other exactly when none of many hands shows both; seven pairs stand apart."""
    met = {frozenset(pair) for names in hands() for pair in combinations(sorted(names), 2)}
    of_tiles = [name for name in YAKU_NAMES if name not in OF_FACTS and name != "chiitoitsu"]
    listed = {frozenset((one, other)) for one, others in NO_HAND_SHOWS for other in others}
    for pair in combinations(of_tiles, 2):
        assert (frozenset(pair) in met) != (frozenset(pair) in listed), pair


def test_seven_pairs_stand_beside_what_looks_at_kinds_only() -> None:
    """Tanyao, honroutou, honitsu and chinitsu."""
    listed = {frozenset((one, other)) for one, others in NO_HAND_SHOWS for other in others}
    beside = {name for name in YAKU_NAMES if name not in OF_FACTS and frozenset(("chiitoitsu", name)) not in listed}
    assert beside == {"chiitoitsu", "tanyao", "honroutou", "honitsu", "chinitsu"}


def test_what_the_ruleset_lets_not_count_beside_another_is_refused() -> None:
    """Ryanpeikou over iipeikou, chinitsu over honitsu, junchan over chanta (EMA 2016, 4.2)."""
    prices = price_list(next(iter(book("ema-2016").variants.values())))
    for one, other in (("ryanpeikou", "iipeikou"), ("chinitsu", "honitsu"), ("junchan", "chanta")):
        assert not can_meet(one, other, prices)
        assert not can_meet(other, one, prices)


def test_greyed_are_those_that_cannot_be_added() -> None:
    """Beside a closed tanyao by ron there is no yakuhai, no straight and nothing of a self-draw."""
    html = shown("tanyao", ruleset="ema-2016", by="ron")
    off = boxes(html, "disabled")
    assert {"yakuhai_haku", "ittsuu", "chanta", "honroutou", "haitei", "rinshan", "menzen_tsumo", "ippatsu"} <= off
    assert not off & {"tanyao", "riichi", "pinfu", "iipeikou", "houtei", "chinitsu", "toitoi"}


def test_ippatsu_needs_a_riichi_and_goes_with_it() -> None:
    """A tick that cannot stand is not counted."""
    assert boxes(shown("riichi", "ippatsu", ruleset="aalto"), "checked") == {"riichi", "ippatsu"}
    assert boxes(shown("ippatsu", ruleset="aalto"), "checked") == set()


def test_an_open_hand_has_no_yaku_of_closed_ones() -> None:
    """Riichi, pinfu and iipeikou are greyed; sanshoku doujun is one han less."""
    html = shown(ruleset="tenhou", shape="open")
    assert {"riichi", "pinfu", "iipeikou", "chiitoitsu", "menzen_tsumo", "ryanpeikou"} <= boxes(html, "disabled")
    assert ">sanshoku doujun 1<" in html
    assert ">sanshoku doujun 2<" in shown(ruleset="tenhou")


@pytest.mark.parametrize(
    ("ticked", "fields", "pays"),
    [
        # riichi, ippatsu, pinfu and two dora: five han
        (("riichi", "ippatsu", "pinfu"), {"ruleset": "aalto", "dora_count": "2"}, "8,000"),
        # tanyao and pinfu by ron: 30 * 2^4 * 4 = 1,920
        (("tanyao", "pinfu"), {"ruleset": "ema-2016"}, "2,000"),
        # the same self-drawn: three han with menzen tsumo, 20 * 2^5 = 640
        (("tanyao", "pinfu"), {"ruleset": "ema-2016", "by": "tsumo"}, "700/1,300"),
        # seven pairs: 25 * 2^4 * 4 = 1,600
        (("chiitoitsu",), {"ruleset": "ema-2016"}, "1,600"),
        # a dealer's toitoi, open, 40 fu: 40 * 2^4 * 6 = 3,840
        (("toitoi",), {"ruleset": "ema-2016", "shape": "open", "fu": "40", "seat_wind": "E"}, "3,900"),
        (("toitoi",), {"ruleset": "ema-2016", "shape": "open"}, ""),
        ((), {"ruleset": "ema-2016", "dora_count": "4"}, ""),
    ],
)
def test_the_ticked_yaku_come_to_a_value(ticked: tuple[str, ...], fields: dict[str, str], pays: str) -> None:
    """Prices are the ruleset's; dora alone win nothing, and fu are asked where they matter."""
    assert amount(shown(*ticked, **fields)) == pays


def test_a_closed_self_draw_is_ticked_unasked() -> None:
    """Menzen tsumo follows from the rest."""
    assert boxes(shown("tanyao", ruleset="ema-2016", by="tsumo"), "checked") == {"menzen_tsumo", "tanyao"}


def test_two_han_of_yaku_are_asked_where_the_ruleset_does() -> None:
    """Under Aalto's five-honba rule one han does not win."""
    names = [each.id for each in library().books]
    refused = [name for name in names if "a win needs 2 han from yaku" in shown("riichi", ruleset=name, honba="5")]
    kept = [name for name in names if name not in refused]
    assert refused
    assert kept


def test_a_form_from_nowhere_ticks_nothing_that_cannot_stand() -> None:
    """Whatever is sent, the ticks that count fit each other two by two."""
    for each in library().books:
        for rules in each.variants.values():
            prices = price_list(rules)
            for is_open in (False, True):
                ticked = ticked_yaku(YAKU_NAMES, prices, is_open=is_open, is_tsumo=True)
                assert all(can_meet(one, other, prices) for one, other in combinations(ticked.yaku, 2))
