"""The settle preview: how payments are said, seat by seat and reason by reason."""

import re
from typing import Any

import pytest

from referee.app.form import Form
from referee.app.preview import payment_view, settle_payment
from referee.texts.codec import Thousands
from referee.texts.words import Speaker, rules_wanted
from tests.cases import library
from tests.drawn import drawn
from tests.libraries import load

SPEAKER = Speaker(lang="en", words=load().sentences["en"])

RULES = rules_wanted(load().books[0], {})


def line(points: list[int], text: str = "because", clause: str = "club/1") -> dict[str, Any]:
    """Return a line of an answer that moves points between players only."""
    moves = {"points": points, "kyoutaku": 0, "bank": 0, "chips": [0] * 4}
    return moves | {"text": text, "clause": clause, "source": "notice board"}


def preview(hand: dict[str, Any], *lines: dict[str, Any], **changes: object) -> str:
    """Return the preview of a hand with these lines; the dealer is seat 0."""
    deltas = [sum(each["points"][seat] for each in lines) for seat in range(4)]
    table = {"scores": deltas, "round": "E", "dealer": 0, "honba": 1, "kyoutaku": 0}
    answer = {
        "deltas": deltas,
        "chips": [0] * 4,
        "table": table,
        "next": "repeat",
        "end": None,
        "lines": lines,
        "notes": [],
    }
    question = {"table": {"dealer": 0}, "hand": hand}
    return shown(question, answer | changes)


def shown(question: dict[str, Any], answer: dict[str, Any], me: int = 0) -> str:
    """Return what pages show of a question and its answer."""
    return drawn("payment", payment_view(question, answer, me, RULES, SPEAKER))


def filled_in(fields: str) -> Form:
    """Return a form with these fields: "result=ron ron=1"."""
    pairs = [each.partition("=") for each in fields.split()]
    return Form(pairs=tuple([(name, value) for name, _, value in pairs]))


def payments_in(html: str) -> list[str]:
    """Return the headline's payments as text."""
    return [re.sub(r"<[^>]+>", "", row) for row in re.findall(r'<p class="payment">(.*?)</p>', html)]


WIN = {"result": "win"}
DRAW = {"result": "draw", "tenpai": [0]}
CHOMBO = {"result": "chombo", "offenders": [1]}


@pytest.mark.parametrize(
    ("hand", "lines", "expected"),
    [
        (WIN, [line([0, -5200, 5200, 0])], ["5,200 South pays West"]),
        (WIN, [line([0, -5200, 5200, 0]), line([0, -300, 300, 0])], ["5,500 South pays West"]),
        (WIN, [line([6000, -2000, -2000, -2000])], ["2,000 all everyone pays East"]),
        (WIN, [line([-1000, 2000, -500, -500])], ["500/1,000 everyone pays South"]),
        (WIN, [line([-8000, 0, 16000, -8000])], ["8,000 East pays West", "8,000 North pays West"]),
        (
            WIN,
            [line([0, -5200, 5200, 0]), line([3900, -3900, 0, 0])],
            ["3,900 South pays East", "5,200 South pays West"],
        ),
        (
            WIN,
            [line([-2000, 6000, -3000, -1000])],
            ["2,000 East pays South", "3,000 West pays South", "1,000 North pays South"],
        ),
        (DRAW, [line([3000, -1000, -1000, -1000])], ["1,000 each from South, West and North; 3,000 to East"]),
        (DRAW, [line([1500, 1500, -1500, -1500])], ["1,500 each from West and North; 1,500 each to East and South"]),
        (DRAW, [line([1000, 1000, 1000, -3000])], ["3,000 from North; 1,000 each to East, South and West"]),
        (DRAW | {"nagashi": [1]}, [line([-4000, 8000, -2000, -2000])], ["2,000/4,000 everyone pays South"]),
        (CHOMBO, [line([4000, -8000, 2000, 2000])], ["2,000/4,000 South pays everyone"]),
        (DRAW | {"tenpai": []}, [], ["Nobody tenpai: no payments"]),
        (DRAW | {"tenpai": [0, 1, 2, 3]}, [], ["Everyone tenpai: no payments"]),
        (DRAW | {"tenpai": [2]}, [], ["No payments"]),
    ],
)
def test_payments_are_said_as_players_say_them(
    hand: dict[str, Any], lines: list[dict[str, Any]], expected: list[str]
) -> None:
    """Ron by its sum, tsumo as "500/1,000" or "2,000 all", others payer by payer."""
    assert payments_in(preview(hand, *lines)) == expected


@pytest.mark.parametrize(
    ("rules", "lang", "expected", "changes"),
    [
        ({"ruleset": "standard-shuugi", "option-house": "on"}, "en", "2 chips all South pays everyone", "−6 chips"),
        ({"ruleset": "standard-shuugi", "option-house": "on"}, "ja", "チップ2枚オール 南家から全員へ", "チップ△6枚"),
        ({"ruleset": "wrc-2025"}, "en", "−30,000 South\u2019s tournament score", "(−30,000)"),
        ({"ruleset": "wrc-2025"}, "ja", "△30,000 南家の大会成績", "(△30,000)"),
    ],
)
def test_what_a_chombo_costs_is_told_where_no_points_move(
    rules: dict[str, str], lang: str, expected: str, changes: str
) -> None:
    """Two chips to each other player (house rules of the seed), 30,000 off the score (WRC 2025): never "0"."""
    form = Form(pairs=(*rules.items(), ("result", "chombo"), ("offender", "1")))
    html = drawn("payment", settle_payment(form, library(), lang), lang)

    assert payments_in(html) == [expected]
    assert re.findall(r'<strong class="change [a-z]*">([^<]*)</strong>', html)[2] == changes
    assert 'class="chips"' not in html


def test_chips_stand_with_the_amount_that_is_read_aloud() -> None:
    """Ippatsu and one ura of a mangan from the dealer: 8,000 and two chips (standard-shuugi)."""
    won = (("ron", "1"), ("from", "0"), ("han-1", "mangan"), ("wareme", "2"), ("ippatsu-1", "1"), ("ura-1", "1"))
    for lang, told in (("en", "8,000 +2 chips East pays South"), ("ja", "8,000 チップ+2枚 東家から南家へ")):
        form = Form(pairs=(("ruleset", "standard-shuugi"), ("result", "ron"), ("riichi", "1"), *won))
        html = drawn("payment", settle_payment(form, library(), lang), lang)
        assert payments_in(html) == [told]
        assert "in-all" not in html


@pytest.mark.parametrize(
    ("lang", "wall", "expected", "in_all"),
    [
        ("en", "", ["1,300/2,600 +1 chip all everyone pays South"], "+5,200, +3 chips in all"),
        ("ja", "", ["1,300/2,600 チップ+1枚オール 全員から南家へ"], "+5,200、チップ+3枚"),
        (
            "en",
            "2",
            ["2,600 +1 chip East pays South", "2,600 +1 chip West pays South", "1,300 +1 chip North pays South"],
            "+6,500, +3 chips in all",
        ),
    ],
)
def test_each_payer_of_a_self_draw_is_told_the_chips_too(
    lang: str, wall: str, expected: list[str], in_all: str
) -> None:
    """standard/chips: one ura of 3 han 40 fu is a chip from each; who sits at the broken wall pays twice the points."""
    rules = (("ruleset", "standard-shuugi"), ("option-house", "" if wall else "on"))
    won = (("tsumo", "1"), ("han-1", "3"), ("fu-1", "40"), ("wareme", wall), ("ura-1", "1"))
    form = Form(pairs=(*rules, ("result", "tsumo"), ("riichi", "1"), *won))
    html = drawn("payment", settle_payment(form, library(), lang), lang)

    assert payments_in(html) == expected
    assert in_all in html


def test_three_noten_pay_a_thousand_each_not_three() -> None:
    """The sentence beside the amount cannot be read as 3,000 from each."""
    html = drawn(
        "payment",
        settle_payment(Form(pairs=(("ruleset", "aalto"), ("result", "draw"), ("tenpai", "1"))), library(), "ja"),
        "ja",
    )
    assert payments_in(html) == ["1,000 東家、西家、北家が各自払い、南家が3,000点を受け取ります"]


def test_two_offenders_pay_each_other_too() -> None:
    """What one receives of the other is no stick: the dealer pays 4,000 all and is paid 4,000 (Aalto)."""
    pairs = (("ruleset", "aalto"), ("result", "chombo"), ("offender", "0"), ("offender", "1"))
    html = drawn("payment", settle_payment(Form(pairs=pairs), library(), "en"), "en")

    assert payments_in(html) == ["4,000 all East pays everyone", "2,000/4,000 South pays everyone"]
    assert re.findall(r'<p class="in-all">([^<]*)</p>', html) == ["East: −8,000 in all", "South: −4,000 in all"]


NAGASHI = (("result", "draw"), ("tenpai", "2"), ("nagashi", "0"), ("nagashi", "3"), ("honba", "1"), ("sticks", "1"))
"""A nagashi mangan of the dealer and of North, with a stick on the table."""


def test_what_one_nagashi_pays_the_other_is_no_stick() -> None:
    """aalto/19: the sticks stay on the table, so no sum includes them: 12,000 - 4,000, and 8,000 - 4,000."""
    html = drawn("payment", settle_payment(Form(pairs=(("ruleset", "aalto"), *NAGASHI)), library(), "en"), "en")

    assert payments_in(html) == ["4,000 all everyone pays East", "2,000/4,000 everyone pays North"]
    assert re.findall(r'<p class="in-all">([^<]*)</p>', html) == ["East: +8,000 in all", "North: +4,000 in all"]


@pytest.mark.parametrize(
    ("lang", "told", "otherwise"), [("en", "Nagashi mangan for North", "tsumo"), ("ja", "北家の流し満貫", "ツモ和了")]
)
def test_nagashi_that_counts_as_a_tsumo_is_called_nagashi(lang: str, told: str, otherwise: str) -> None:
    """ema-rcr/nagashi: a win with honba and sticks, of which the reason does not say that somebody drew a tile."""
    form = Form(pairs=(("ruleset", "ema-rcr-2012"), *NAGASHI))
    html = drawn("payment", settle_payment(form, library(), lang), lang)

    assert told in html
    assert otherwise not in html


def test_sticks_are_not_a_payment_between_players() -> None:
    """A bet lies on the table; the headline holds only what a player hands to a player."""
    bet = line([0, 0, -1000, 0]) | {"kyoutaku": 1000}

    assert payments_in(preview(WIN, bet, line([0, -1000, 1000, 0]))) == ["1,000 South pays West"]


@pytest.mark.parametrize(
    ("hand", "lang", "told"),
    [
        ("draw tenpai=0 tenpai=1 riichi=0", "en", ["+1,500 −\u00a0stick"]),
        ("draw tenpai=0 tenpai=1 riichi=0", "ja", ["+1,500 −リーチ棒"]),
        ("ron ron=1 from=0 han-1=3 fu-1=40 riichi=1 riichi=3", "en", ["riichi stick", "stick back"]),
        ("tsumo tsumo=1 han-1=3 fu-1=40 riichi=0", "en", ["−2,600 −\u00a0stick"]),
    ],
)
def test_a_stick_of_ones_own_in_a_sum_is_told(hand: str, lang: str, told: list[str]) -> None:
    """1,500 for tenpai and 1,000 put down are +500: the card says both, and who wins the stick back reads so."""
    html = drawn("payment", settle_payment(filled_in(f"ruleset=aalto result={hand}"), library(), lang), lang)
    assert re.findall(r'class="stick-in">([^<]*)<', html) == told


@pytest.mark.parametrize(
    ("ruleset", "value", "told"),
    [
        ("wrc-2025", "han-1=4 fu-1=30", ["4 han 30 fu counts as mangan."]),
        ("ema-2016", "han-1=4 fu-1=30", []),
        ("ema-2016", "han-1=4 fu-1=40", ["4 han 40 fu counts as mangan."]),
        ("ema-2016", "han-1=5", []),
    ],
)
def test_what_counts_as_mangan_says_so(ruleset: str, value: str, told: list[str]) -> None:
    """Whoever tapped 4 han 30 fu reads why a mangan is paid, with the clause of the limit."""
    view = settle_payment(filled_in(f"ruleset={ruleset} result=ron ron=1 from=0 {value}"), library(), "en")
    assert view.settlement is not None
    assert [row.text for row in view.settlement.lines if "counts as" in row.text] == told
    assert all(row.clause.startswith(ruleset) for row in view.settlement.lines if "counts as" in row.text)


def test_every_line_and_note_shows_its_clause() -> None:
    """Each reason stands with the clause that decided, whose source is told where it leads to; text is escaped."""
    html = preview(WIN, line([0, -1000, 1000, 0], text="a < b"), notes=[{"text": "a remark", "clause": "club/2"}])

    assert "a &lt; b" in html
    assert re.findall('<a class="clause" href="([^"]*)" title="([^"]*)">§\N{NO-BREAK SPACE}([^<]*)</a>', html) == [
        ("/rules/clauses/club/1#clause-club/1", "club/1", "1 · Club rules"),
        ("/rules/clauses/club/2#clause-club/2", "club/2", "2 · Club rules"),
    ]
    assert "notice board" not in html


def test_the_next_hand_is_named() -> None:
    """Round, dealer, honba, whether the dealer stays, and what lies on the table."""
    html = preview(
        WIN, table={"scores": [0] * 4, "round": "S", "dealer": 2, "honba": 0, "kyoutaku": 2000}, next="rotate"
    )

    assert "South 3, 0 honba, deal passes, 2,000 on the table" in html


def test_the_end_of_the_game_shows_places_and_results() -> None:
    """At the end each seat has its place and its result in thousands, with a true minus."""
    end = {"places": [1, 2, 3, 4], "final": [Thousands(points=each) for each in (45000, 5500, -10200, -40300)]}

    html = preview(WIN, line([0, -1000, 1000, 0]), end=end, next="end")

    assert "The game is over." in html
    assert "1st <b>+45.0</b>" in html
    assert "4th <b>−40.3</b>" in html


def test_chips_are_shown_where_they_move() -> None:
    """A seat that wins or loses chips says how many."""
    html = preview(WIN, line([0, -1000, 1000, 0]), chips=[0, -2, 2, 0])

    assert "+2 chips" in html
    assert html.count('class="chips"') == 2


def test_a_refusal_stands_in_place_of_the_payment() -> None:
    """The core's sentence is shown, escaped."""
    html = shown({}, {"error": {"message": "<b>no</b>", "field": ""}})

    assert "&lt;b&gt;no&lt;/b&gt;" in html
    assert "amount" not in html


def test_the_seat_at_the_bottom_is_mine() -> None:
    """Seats stand around the table in turn order, mine at the bottom, the next to the right."""
    answer = {"deltas": [1, 2, 3, -6], "chips": [0] * 4, "next": "repeat", "end": None, "lines": [], "notes": []}
    table = {"scores": [0] * 4, "round": "E", "dealer": 0, "honba": 0, "kyoutaku": 0}

    html = shown({"table": {"dealer": 0}, "hand": WIN}, answer | {"table": table}, me=2)

    places = dict(re.findall(r'delta--(bottom|right|top|left).*?class="change[^"]*">([^<]*)<', html))
    assert places == {"bottom": "+3", "right": "−6", "top": "+1", "left": "+2"}


@pytest.mark.parametrize(
    ("book", "hint"),
    [
        ("wrc-2025", "Who won? One only (head bump)"),
        ("m-league", "Who won? One only (head bump)"),
        ("ema-2016", "Who won?"),
    ],
)
def test_where_one_ron_only_counts_the_question_says_so(book: str, hint: str) -> None:
    """A second winner takes the first one's place: nobody is to learn that by the tap."""
    assert settle_payment(Form(pairs=(("ruleset", book), ("result", "ron"))), library(), "en").hint == hint
