"""The hand as it is tapped in: what lies there, what it is worth, and which keys are off; values worked by hand."""

import re

import pytest

from referee.app.form import Form
from referee.app.tile_entry import tile_entry_of, with_taps
from referee.app.tile_win import rules_asked, value_layout
from referee.app.tiles import tiles_answer
from tests.cases import library
from tests.drawn import drawn


def shown(lang: str = "en", **fields: str | tuple[str, ...]) -> str:
    """Return the fragment of a form; a field may come several times."""
    return drawn("tiles", tiles_answer(form_of(**fields), library(), lang), lang)


def form_of(**fields: str | tuple[str, ...]) -> Form:
    """Return a form; ``by`` and ``into`` are named so, a trailing underscore is dropped."""
    pairs = [
        (name, value) for name, found in fields.items() for value in ((found,) if isinstance(found, str) else found)
    ]
    return Form(pairs=tuple(pairs))


def amount(html: str) -> str:
    """Return what is paid, as it is said."""
    found = re.search(r'<strong class="amount">([^<]*)</strong>', html)
    return found[1] if found else ""


def keys_off(html: str) -> set[str]:
    """Return the tiles whose keys are off."""
    return set(re.findall(r'<button class="key key--tile" name="tap" value="(\w\w)"[^>]* disabled>', html))


def keys(html: str) -> set[str]:
    """Return the tiles that have a key."""
    return set(re.findall(r'<button class="key key--tile" name="tap" value="(\w\w)"', html))


def folded(**fields: str | tuple[str, ...]) -> dict[str, str]:
    """Return the form with its taps worked in."""
    form = form_of(**fields)
    rules = rules_asked(form, library())
    assert rules is not None
    return dict(with_taps(form, tile_entry_of(form, value_layout(rules), rules.hand.red)).pairs)


@pytest.mark.parametrize(
    ("fields", "pays", "named"),
    [
        # 20 base + 10 closed ron + 2 triplet completed by ron = 32, so 40 fu; 40 * 2^3 * 4 = 1,280
        ({"ruleset": "aalto", "tiles": "234567m66678s888p", "by": "ron"}, "1,300", "1 han 40 fu"),
        # riichi, tsumo, pinfu, tanyao: 20 * 2^6 = 1,280 from each, 2,560 from the dealer
        (
            {"ruleset": "tenhou", "tiles": "234m456p67855234s", "by": "tsumo", "declared": "riichi"},
            "1,300/2,600",
            "4 han 20 fu",
        ),
        # the same of the dealer: 2,560 from each
        (
            {"ruleset": "tenhou", "tiles": "234m456p67855234s", "by": "tsumo", "declared": "riichi", "seat_wind": "E"},
            "2,600 all",
            "4 han 20 fu",
        ),
        # riichi, red dragon, two dora on 7 pin, one red five: mangan
        (
            {
                "ruleset": "aalto",
                "tiles": "234067m67s88p8s",
                "melds": "(7777z)",
                "dora": "7p",
                "declared": "riichi",
                "by": "ron",
            },
            "8,000",
            "Mangan (5 han)",
        ),
        # riichi, pinfu, tanyao and one dora, 30 fu: 7,700 is rounded up to mangan (WRC 2025, kiriage)
        (
            {"ruleset": "wrc-2025", "tiles": "234m456p67855234s", "by": "ron", "declared": "riichi", "dora": "1s"},
            "8,000",
            "Mangan (4 han 30 fu)",
        ),
        # three dragons called: a yakuman, 32,000 by ron
        ({"ruleset": "tenhou", "tiles": "12m99p3m", "melds": "555z 666z 777z", "by": "ron"}, "32,000", "1 yakuman"),
    ],
)
def test_a_whole_hand_says_what_it_pays(fields: dict[str, str], pays: str, named: str) -> None:
    """Han, fu and payment follow from the tiles and the circumstances."""
    html = shown(**fields)
    assert amount(html) == pays
    assert f'<span class="who">{named}</span>' in html


def test_a_value_names_its_yaku_its_fu_and_their_clauses() -> None:
    """Tanyao counts by aalto/9 (Aalto, official rules 9); the fu are told part by part."""
    html = shown(ruleset="aalto", tiles="234567m66678s888p", by="ron")
    address = "/rules/clauses/aalto/9#clause-aalto/9"
    clause = f'<a class="clause" href="{address}" title="aalto/9">§\N{NO-BREAK SPACE}9 · Aalto</a>'
    assert f'<span>tanyao</span> <b>1 han</b><small class="cited">{clause}</small>' in html
    assert re.findall(r"<span>([^<]*)</span> <b>(\d+)</b>", html) == [
        ("base", "20"),
        ("open triplet of 8 pin", "2"),
        ("closed ron", "10"),
        ("rounded up", "8"),
    ]


def test_honba_are_added_beside_the_value() -> None:
    """Two honba make 1,300 by ron 1,900."""
    html = shown(ruleset="aalto", tiles="234567m66678s888p", by="ron", honba="2")
    assert amount(html) == "1,300"
    assert "with 2 honba 1,900" in html


def test_thirteen_tiles_show_what_they_wait_for() -> None:
    """66678s with 88p waits for 6s and 9s beside 888..., and for both pairs: 8p, 6s, 9s."""
    html = shown(ruleset="aalto", tiles="234567m66678s88p")
    waits = re.search(r'<p class="waits">(.*?)</p>', html)
    assert waits is not None
    assert re.findall(r"art--(\w\w)", waits[1]) == ["8p", "6s", "9s"]
    assert "13 of 14 tiles" in html


def test_fewer_tiles_are_counted_and_nothing_is_refused() -> None:
    """Nine tiles are no mistake; a meld counts as three."""
    assert "9 of 14 tiles" in shown(ruleset="aalto", tiles="234567m666s")
    assert "9 of 14 tiles" in shown(ruleset="aalto", tiles="234567m", melds="(1111z)")
    assert "0 of 14 tiles" in shown(ruleset="aalto")


def test_a_hand_without_yaku_says_so_and_what_is_missing() -> None:
    """An open hand of runs has no yaku; pinfu needs a closed one."""
    html = shown(ruleset="tenhou", tiles="456p78999s11m7p", melds="123m")
    assert "12 of 14" not in html
    html = shown(ruleset="tenhou", tiles="456p78911s456m", melds="123m", by="ron")
    assert amount(html) == ""
    assert "Not a winning hand" in html
    assert "Complete hand, but no yaku: it cannot win." in html


def test_typing_may_be_in_full_width_with_capitals_and_spaces() -> None:
    """What is pasted need not be tidy."""
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in "234567m")
    assert amount(shown(ruleset="aalto", tiles=wide + " 666 78S, 888P")) == "1,300"


def test_a_text_that_is_no_tiles_is_named_and_kept() -> None:
    """Nothing typed is lost."""
    html = shown(ruleset="aalto", tiles="12x", melds="12m")
    assert "“12x” is not tile notation" in html
    assert "“12m” is not tile notation" in html
    assert 'name="tiles" value="12x"' in html
    assert folded(ruleset="aalto", tiles="12x", tap="1m")["tiles"] == "12x"


def test_used_up_tiles_are_off_wherever_they_lie() -> None:
    """Three in the hand and one as an indicator are all four."""
    assert keys_off(shown(ruleset="aalto", tiles="111m", dora="1m")) == {"1m"}
    assert "1m" not in keys_off(shown(ruleset="aalto", tiles="111m"))
    assert "9p" in keys_off(shown(ruleset="aalto", melds="(9999p)"))


def test_red_fives_are_as_many_as_the_ruleset_has() -> None:
    """Tenhou with reds has one of each suit; EMA 2016 has none."""
    assert {"0m", "0p", "0s"} <= keys(shown(ruleset="tenhou"))
    assert keys_off(shown(ruleset="tenhou", tiles="0p")) == {"0p"}
    assert not keys(shown(ruleset="ema-2016")) & {"0m", "0p", "0s"}


def test_melds_take_the_tiles_that_they_need() -> None:
    """A chii needs a run, a pon two more copies, a kan all four."""
    html = shown(ruleset="tenhou", tiles="55z9m", into="pon")
    assert "5z" in keys_off(html)
    assert "9m" not in keys_off(html)
    assert {f"{number}z" for number in range(1, 8)} <= keys_off(shown(ruleset="tenhou", into="chii"))
    assert keys_off(shown(ruleset="tenhou", tiles="9m", into="ankan")) == {"9m"}


@pytest.mark.parametrize(
    ("before", "taps", "after"),
    [
        ({}, ("1m", "2m", "3p"), {"tiles": "12m3p"}),
        ({}, ("into-pon", "5z", "1m"), {"tiles": "1m", "melds": "555z", "into": "tiles"}),
        ({}, ("into-chii", "3m"), {"melds": "345m"}),
        ({}, ("into-chii", "9s"), {"melds": "789s"}),
        ({}, ("into-chii", "0p"), {"melds": "067p"}),
        ({}, ("into-ankan", "5p"), {"melds": "(0555p)"}),
        ({}, ("into-kakan", "2z"), {"melds": "2222z+"}),
        ({}, ("into-daiminkan", "2z"), {"melds": "2222z"}),
        ({"melds": "345m"}, ("red-0",), {"melds": "340m"}),
        ({"melds": "340m"}, ("red-0",), {"melds": "345m"}),
        ({"melds": "345m 555z"}, ("drop-melds-0",), {"melds": "555z"}),
        ({"tiles": "123m"}, ("drop-tiles-2m",), {"tiles": "13m"}),
        ({"tiles": "123m"}, ("back",), {"tiles": "12m"}),
        ({"tiles": "123m"}, ("into-last", "1m"), {"tiles": "231m", "into": "tiles"}),
        ({"tiles": "1m", "dora": "2p"}, ("into-dora", "3p", "drop-dora-2p"), {"tiles": "1m", "dora": "3p"}),
        ({"tiles": "1m"}, ("drop-tiles-9s", "nonsense", "12m", "into-river", "", "red-7"), {"tiles": "1m"}),
        ({"tiles": "1111m"}, ("1m",), {"tiles": "1111m"}),
    ],
)
def test_taps_change_the_texts(before: dict[str, str], taps: tuple[str, ...], after: dict[str, str]) -> None:
    """Every tap is worked into the text fields, in the order of the taps."""
    found = folded(ruleset="tenhou", tap=taps, **before)
    assert {name: found.get(name, "") for name in after} == after


def test_more_tiles_than_a_hand_holds_are_not_taken() -> None:
    """The fifteenth tile is not put down; typed, it is said."""
    assert folded(ruleset="tenhou", tiles="234567m66678s888p", tap="1z")["tiles"] == "234567m66678s888p"
    assert "Too many tiles for one hand" in shown(ruleset="tenhou", tiles="234567m66678s888p1z")


@pytest.mark.parametrize(
    ("fields", "offered", "missing"),
    [
        ({"ruleset": "tenhou", "by": "ron"}, {"last_tile", "chankan"}, {"rinshan", "ippatsu", "first_draw"}),
        ({"ruleset": "tenhou", "by": "tsumo", "declared": "riichi"}, {"ippatsu"}, {"first_draw", "chankan"}),
        ({"ruleset": "tenhou", "by": "tsumo", "melds": "(1111z)"}, {"rinshan"}, {"first_draw"}),
        ({"ruleset": "tenhou", "by": "ron", "declared": "riichi", "melds": "111z"}, {"chankan"}, {"ippatsu"}),
        ({"ruleset": "aalto", "by": "tsumo"}, {"mixed_in"}, set()),
        ({"ruleset": "tenhou", "by": "tsumo"}, {"first_draw"}, {"mixed_in"}),
        ({"ruleset": "ema-2016", "by": "ron", "seat_wind": "S"}, {"before_first_draw"}, set()),
        ({"ruleset": "ema-2016", "by": "ron", "seat_wind": "E"}, set(), {"before_first_draw"}),
        ({"ruleset": "tenhou", "by": "ron", "seat_wind": "S"}, set(), {"before_first_draw"}),
    ],
)
def test_only_facts_that_can_be_are_asked(fields: dict[str, str], offered: set[str], missing: set[str]) -> None:
    """What a win can have come with depends on how it was won, the melds, and the ruleset (renhou: EMA 2016 4.2)."""
    found = set(re.findall(r'name="fact" value="(\w+)"', shown(**fields)))
    assert offered <= found
    assert not missing & found


def test_a_fact_that_is_no_longer_asked_does_not_count() -> None:
    """Ippatsu that was ticked before the riichi was taken back is not sent on."""
    fields = {"ruleset": "tenhou", "tiles": "234m456p67855234s", "by": "tsumo"}
    assert amount(shown(**fields, fact="ippatsu")) == amount(shown(**fields)) == "700/1,300"


def test_the_way_back_leads_to_a_table_only() -> None:
    """The button that uses a hand never leaves the program."""
    fields = {"ruleset": "aalto", "tiles": "234567m66678s888p", "for": "2"}
    assert 'formaction="/t/abc_1-2/record"' in shown(**fields, to="/t/abc_1-2/record")
    for address in ("https://example.org/", "//example.org", "javascript:alert(1)", "/t/../x", ""):
        assert "formaction" not in shown(**fields, to=address)


def test_texts_are_escaped() -> None:
    """What somebody typed is shown, not run."""
    html = shown(ruleset="aalto", tiles='"><script>', honba='"><script>', dora="<b>")
    assert "<script>" not in html
    assert "<b>" not in html.replace("<b>1", "")


def test_an_unknown_ruleset_is_said() -> None:
    """There is nothing to guess from."""
    assert "Ruleset not found" in shown(ruleset="nowhere")
