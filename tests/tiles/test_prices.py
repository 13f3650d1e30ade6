"""What every yaku is worth in every book, closed and open, typed from the value table of the yaku sources."""

from dataclasses import asdict

import pytest

from referee.rules.choices import Renhou
from tests.cases import library

CLOSED_ONLY = {"riichi": 1, "double_riichi": 2, "ippatsu": 1, "menzen_tsumo": 1, "pinfu": 1, "iipeikou": 1}
ORDINARY = {
    **{name: (han, 0) for name, han in CLOSED_ONLY.items()},
    "tanyao": (1, 1),
    "yakuhai_haku": (1, 1),
    "yakuhai_hatsu": (1, 1),
    "yakuhai_chun": (1, 1),
    "yakuhai_seat": (1, 1),
    "yakuhai_round": (1, 1),
    "rinshan": (1, 1),
    "chankan": (1, 1),
    "haitei": (1, 1),
    "houtei": (1, 1),
    "sanshoku_doujun": (2, 1),
    "ittsuu": (2, 1),
    "chanta": (2, 1),
    "chiitoitsu": (2, 0),
    "toitoi": (2, 2),
    "sanankou": (2, 2),
    "sankantsu": (2, 2),
    "sanshoku_doukou": (2, 2),
    "honroutou": (2, 2),
    "shousangen": (2, 2),
    "honitsu": (3, 2),
    "junchan": (3, 2),
    "ryanpeikou": (3, 0),
    "chinitsu": (6, 5),
}
"""Han that all books give alike (one exception: tanyao in an open hand); what is not listed does not exist."""

YAKUMAN = {
    **dict.fromkeys(("kokushi", "kokushi13", "suuankou", "suuankou_tanki", "chuuren", "junsei_chuuren"), (1, 0)),
    **dict.fromkeys(("daisangen", "shousuushii", "daisuushii", "tsuuiisou"), (1, 1)),
    **dict.fromkeys(("ryuuiisou", "chinroutou", "suukantsu"), (1, 1)),
    **dict.fromkeys(("tenhou", "chihou"), (1, 0)),
}
DOUBLE = {"kokushi13": (2, 0), "suuankou_tanki": (2, 0), "junsei_chuuren": (2, 0), "daisuushii": (2, 2)}

MORE_YAKU = {
    # aalto.txt 38-41
    "aalto": {
        "open_riichi": (2, 0),
        "open_double_riichi": (3, 0),
        "sanrenkou": (2, 2),
        "sanpuukou": (2, 2),
        "isshoku_sanjun": (3, 2),
    },
    # ema-rcr-2012.txt, Yaku: open tanyao is not allowed
    "ema-rcr-2012": {"tanyao": (1, 0)},
    # books.md 4 and 5: without ippatsu
    "jpml": {"ippatsu": (0, 0)},
    "saikouisen-classic": {"ippatsu": (0, 0)},
    # standard-shuugi.txt, local yaku; rulesets.md: open riichi 2 han, kanburi 1 han, sanrenkou 2 han
    "standard-shuugi": {
        "open_riichi": (2, 0),
        "open_double_riichi": (3, 0),
        "sanrenkou": (2, 2),
        "kanburi": (1, 1),
    },
}
MORE_YAKUMAN = {
    # aalto.txt 38 and 39
    "aalto": {
        **DOUBLE,
        "daichiisei": (2, 0),
        "suurenkou": (1, 1),
        "daisharin": (1, 0),
        "toukanhou": (1, 0),
        "shiisanputou": (1, 0),
        "shiisuuputou": (1, 0),
        "benikujaku": (1, 1),
        "touhokushinkansen": (1, 0),
        "touhokujidoushadou": (1, 1),
    },
    # ema-rcr-2012.txt, Yaku: daisuushii is the only double yakuman
    "ema-rcr-2012": {"daisuushii": (2, 2)},
    # standard-shuugi.txt, yakuman and local yaku
    "standard-shuugi": {**DOUBLE, "shiisanputou": (1, 0)},
    # warsaw.txt, yaku
    "warsaw": DOUBLE,
    # books.md 2, double yakuman
    "mahjong-soul": DOUBLE,
}
RENHOU = {
    # the sheets' own words; rules-facts.md 2 and 10 for the books
    "aalto": Renhou.YAKUMAN,
    "ema-rcr-2012": Renhou.YAKUMAN,
    "standard-shuugi": Renhou.YAKUMAN,
    "warsaw": Renhou.YAKUMAN,
    "ema-2016": Renhou.MANGAN,
    "ema-2025": Renhou.MANGAN,
    "wrc-2025": Renhou.MANGAN,
    "m-league": Renhou.NONE,
    "tenhou": Renhou.NONE,
    "ranking-match": Renhou.NONE,
    "saikouisen": Renhou.NONE,
    "saikouisen-classic": Renhou.NONE,
    "npm": Renhou.NONE,
    "jpml": Renhou.NONE,
    "rmu": Renhou.NONE,
    "saikyosen-2022": Renhou.NONE,
    "toronto-casual": Renhou.MANGAN,
    "arizona-2025": Renhou.MANGAN,
    "philadelphia-2024": Renhou.MANGAN,
    "toronto-2026": Renhou.MANGAN,
    "wrc-2022": Renhou.MANGAN,
    "mahjong-soul": Renhou.NONE,
    "rrc-1.5": Renhou.MANGAN,
}
OPTIONS = {"kuitan=off": {"tanyao": (1, 0)}, "rule=b": {"ippatsu": (0, 0)}}
"""What a choice changes: tenhou and ranking-match without open tanyao, rmu's rule B (books.md 6) without ippatsu."""


def wanted(
    name: str, variant: str, ordinary: dict[str, tuple[int, int]], more: dict[str, tuple[int, int]]
) -> tuple[int, int]:
    """Return what a yaku is worth in closed and in open hands."""
    chosen = {key: worth for choice in variant.split(",") for key, worth in OPTIONS.get(choice, {}).items()}
    return {**ordinary, **more, **chosen}.get(name, (0, 0))


@pytest.mark.parametrize("ruleset", sorted(RENHOU))
def test_yaku_are_worth_what_the_book_says(ruleset: str) -> None:
    """Every yaku and yakuman, under every choice of options."""
    book = library().book(ruleset)
    assert book is not None
    for variant, rules in book.variants.items():
        more, more_yakuman = MORE_YAKU.get(ruleset, {}), MORE_YAKUMAN.get(ruleset, {})
        assert asdict(rules.yaku) == {name: wanted(name, variant, ORDINARY, more) for name in asdict(rules.yaku)}
        assert asdict(rules.yakuman) == {
            name: wanted(name, variant, YAKUMAN, more_yakuman) for name in asdict(rules.yakuman)
        }
        assert rules.hand.renhou == (Renhou.NONE if "renhou=off" in variant else RENHOU[ruleset])


def test_every_shipped_book_is_here() -> None:
    """A new book needs its values typed here too."""
    assert {book.id for book in library().books} == set(RENHOU)
