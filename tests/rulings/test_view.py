"""The ruling answer as a referee reads it: the answer first, then what can still change it, then another book."""

import re

import pytest

from referee.app.form import Form, Pairs
from referee.app.rulings import ruling_answer
from referee.ask.lookup import HEAVIER
from referee.rules.offences import Penalty
from tests.cases import library
from tests.drawn import drawn


def answered(pairs: Pairs, lang: str = "en") -> str:
    """Return the answer to a form as it is drawn."""
    return drawn("ruling", ruling_answer(Form(pairs=pairs), library(), lang), lang)


def shown(ruleset: str, offence: str, lang: str = "en", **fields: str) -> str:
    """Return the answer to a form without its title; ``answer_count`` stands for the field ``answer-count``."""
    named = {name.replace("answer_", "answer-").replace("option_", "option-"): value for name, value in fields.items()}
    pairs = (("ruleset", ruleset), ("offence", offence), *named.items())
    return answered(pairs, lang).partition("</header>")[2]


def text_of(html: str) -> str:
    """Return HTML as text."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


def rows(html: str) -> list[tuple[str, str]]:
    """Return the rows of the tables: when, and what."""
    found = re.findall(r"<tr><td>(.*?)</td><td[^>]*><strong>(.*?)</strong>", html)
    return [(text_of(when), text_of(what)) for when, what in found]


def greyed(html: str) -> list[str]:
    """Return when those rows apply that the answers in force leave out."""
    return [text_of(when) for when in re.findall(r'<tr><td>((?:(?!</td>).)*)</td><td class="[^"]* off"', html)]


def offered(html: str) -> dict[str, list[str]]:
    """Return the values of the buttons by question."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r'name="answer-([a-z_]+)" id="[^"]*" value="([^"]*)"', html):
        found.setdefault(name, []).append(value)
    return found


def chosen(html: str) -> dict[str, str]:
    """Return the value of each pressed button."""
    return dict(re.findall(r'name="answer-([a-z_]+)" id="[^"]*" value="([^"]*)" checked', html))


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Ruleset Standard with chips · House rules: On Tiles exposed"),
        ("ja", "適用するルール スタンダード・チップあり · ハウスルール：あり 見せ牌"),
    ],
)
def test_title_names_rules_edition_and_options_that_matter(lang: str, sentence: str) -> None:
    """Whether the table mixes the tiles itself changes no ruling and is not named."""
    pairs = (("ruleset", "standard-shuugi"), ("option-house", "on"), ("offence", "exposed_tiles"))
    html = answered(pairs, lang)

    assert text_of(html.partition("</header>")[0]) == sentence


def test_an_offence_opens_with_all_its_outcomes() -> None:
    """Warsaw, 7: up to two revealed tiles nothing, three to five a dead hand, six a chombo; in the deal nothing."""
    html = shown("warsaw", "exposed_tiles")

    assert rows(html) == [
        ("1\N{EN DASH}2 seen, not during the deal", "No penalty"),
        ("3\N{EN DASH}5 seen, not during the deal", "Dead hand"),
        ("6 or more seen, not during the deal", "Chombo, −8,000 (dealer −12,000)"),
        ("during the deal", "No penalty"),
    ]
    assert "All outcomes" in html
    assert "verdict" not in html


def test_buttons_have_the_ranges_of_the_ruleset_and_the_default_is_pressed() -> None:
    """The source of the tiles does not matter in Warsaw, so it is not asked."""
    html = shown("warsaw", "exposed_tiles")

    assert offered(html) == {"count": ["1-2", "3-5", "6+"], "deal": ["no", "yes"]}
    assert chosen(html) == {"deal": "no"}


def test_the_answer_comes_first() -> None:
    """Penalty, the sentence to say, clause and confidence, then the steps; the buttons stay to be changed."""
    html = shown("warsaw", "exposed_tiles", answer_count="3-5")
    text = text_of(html)

    assert text.startswith("Dead hand Dead hand (agari houki).")
    order = ["Dead hand", "Three to five exposed tiles.", "Warsaw", "rule text", "Mark the hand as dead"]
    assert [text.index(part) for part in order] == sorted(text.index(part) for part in order)
    assert chosen(html) == {"count": "3-5", "deal": "no"}


@pytest.mark.parametrize(("lang", "named"), [("en", "Chombo"), ("ja", "チョンボ")])
def test_a_chombo_is_named_once(lang: str, named: str) -> None:
    """The outcome names it; the sentence below goes on with what it means."""
    html = shown("ema-2016", "mistaken_win", lang, answer_call="ron", answer_cause="no_yaku", answer_shown="14")
    said = text_of(html).partition("20,000")[2]
    assert text_of(html).startswith(named)
    assert named not in said[:40]


@pytest.mark.parametrize("count", ["3-5", "3", "4", "5"])
def test_a_count_may_be_a_number_or_a_range(count: str) -> None:
    """The button of the range is pressed for any number in it."""
    html = shown("warsaw", "exposed_tiles", answer_count=count)

    assert chosen(html)["count"] == "3-5"
    assert text_of(html).startswith("Dead hand")


@pytest.mark.parametrize("count", ["0", "15", "5-3", "3-", "-5", "+", "x", "3.5", "1-2-3", "\u0663"])
def test_what_is_no_count_is_not_answered(count: str) -> None:
    """Nonsense in the address leaves the question open."""
    assert rows(shown("warsaw", "exposed_tiles", answer_count=count)) == rows(shown("warsaw", "exposed_tiles"))


def test_a_range_that_no_longer_decides_is_asked_again() -> None:
    """Aalto draws its line at five tiles: "3-5" of another ruleset's buttons says too little there."""
    html = shown("aalto", "exposed_tiles", answer_source="wall", answer_count="3-5")

    assert "verdict" not in html
    assert offered(html)["count"] == ["1-4", "5+"]
    assert "count" not in chosen(html)


def test_where_minutes_count_each_has_its_own_button() -> None:
    """EMA 2016, 5.7: 1,000 a minute up to ten; 5.8: after that 30,000."""
    assert offered(shown("ema-2016", "late")) == {"minutes": [*map(str, range(1, 11)), "11+"]}
    assert text_of(shown("ema-2016", "late", answer_minutes="7")).startswith("−7,000 tournament score 7,000 points off")


def test_count_that_changes_nothing_is_not_asked() -> None:
    """Under EMA 2016 it does not matter how many tiles are shown when a dead hand says tenpai."""
    assert list(offered(shown("ema-2016", "dead_hand_action", answer_action="tenpai", answer_shown="3"))) == ["action"]


def test_narrowing_leaves_only_what_is_still_possible() -> None:
    """A dead hand calls tsumo: what other acts lead to is gone, and whether it was declared dead no longer matters."""
    html = shown("ema-2016", "dead_hand_action", answer_action="tsumo")

    assert "Possible rulings" in html
    assert rows(html) == [("none shown", "Dead hand"), ("1 or more shown", "Chombo, −20,000 tournament score")]
    assert list(offered(html)) == ["action", "shown"]


def test_other_ruleset_stands_beside_with_its_own_title() -> None:
    """A mistaken ron with three tiles shown: dead hand in Warsaw (up to five), chombo under EMA 2016 (any tile)."""
    html = shown("warsaw", "mistaken_win", answer_shown="1-5", other="ema-2016")
    sides = [text_of(side) for side in re.findall(r'<article class="side">(.*?)</article>', html)]

    assert [side[:48] for side in sides] == [
        "Warsaw Dead hand Dead hand (agari houki). § 3.4.",
        "EMA 2016 · Tournament Chombo, −20,000 tournament",
    ]
    assert offered(html)["shown"] == ["0", "1-5", "6+"]


def test_other_ruleset_may_need_to_know_more() -> None:
    """EMA 2016 asks whose tiles they were once there are three; Warsaw does not."""
    html = shown("warsaw", "exposed_tiles", answer_count="3-5", other="ema-2016")

    assert rows(html.partition('class="sides"')[2].partition("</section>")[0])
    assert "source" in offered(html)
    decided = shown("warsaw", "exposed_tiles", answer_count="3-5", answer_source="other_hand", other="ema-2016")
    assert not rows(decided.partition('class="sides"')[2].partition("</section>")[0])


def test_answer_wider_than_the_buttons_is_carried_along() -> None:
    """The house rules of the standard sheet draw the line at six tiles, Warsaw at five: "3-6" decides only here."""
    html = shown("standard-shuugi", "exposed_tiles", option_house="on", answer_count="3-6", other="warsaw")

    assert text_of(html).startswith("Dead hand")
    assert offered(html)["count"] == ["1-2", "3-5", "6", "7+"]
    assert '<input type="hidden" name="answer-count" value="3-6">' in html
    assert html.index('value="7+"') < html.index('value="3-6"')
    assert "hidden" not in shown("standard-shuugi", "exposed_tiles", option_house="on", answer_count="3-6")


def test_uncovered_offence_shows_what_a_guide_would_rule() -> None:
    """Tenhou has no penalties: the referee decides, EMA 2016 beside it, with the question that it needs."""
    html = shown("tenhou", "mistaken_win")

    assert text_of(html).startswith("The head referee decides The rules do not say. For guidance, EMA 2016: ")
    assert rows(html) == [("none shown", "Dead hand"), ("1 or more shown", "Chombo, −20,000 tournament score")]
    assert offered(html) == {"shown": ["0", "1+"]}
    assert 'class="steps"' not in html
    answered_there = shown("tenhou", "mistaken_win", answer_shown="1+")
    assert rows(answered_there) == []
    assert answered_there.index('class="guide"') < answered_there.index('class="steps"')


def test_a_guide_raises_what_is_repeated() -> None:
    """wrc-2025/12.3.6 beside M.League: a warning, and the second time 5,000 points off the tournament score."""
    assert "Warning" in shown("m-league", "false_tenpai")
    assert "−5,000 tournament score" in shown("m-league", "false_tenpai", answer_times="2")


def test_interpretation_says_so_and_why() -> None:
    """The mark and the note stand with the answer."""
    html = shown("warsaw", "mistaken_win", answer_call="ron", answer_cause="incomplete", answer_shown="0-2")

    assert "the app\u2019s reading" in html
    assert "Reading it as no penalty is possible." in html


@pytest.mark.parametrize(
    ("ruleset", "offence", "checks"),
    [
        ("warsaw", "false_tenpai", ["waits"]),
        ("warsaw", "riichi_wait_changed", ["riichi_kan", "waits"]),
        ("warsaw", "swap_calling", ["kuikae"]),
        ("ema-2016", "mistaken_win", ["waits", "furiten"]),
        ("wrc-2025", "noten_riichi", ["waits"]),
        ("warsaw", "phone", []),
    ],
)
def test_questions_of_fact_lead_to_the_tile_check(ruleset: str, offence: str, checks: list[str]) -> None:
    """Each check is offered once, under the same ruleset."""
    assert re.findall(rf'"\.\./tiles\?check=([a-z_]+)&amp;ruleset={ruleset}["&]', shown(ruleset, offence)) == checks


def test_only_the_usual_and_the_heaviest_outcomes_lie_open() -> None:
    """Of eight outcomes of an action in a dead hand (ema-2016) four are folded; of four of a noten riichi none is."""
    many, few = shown("ema-2016", "dead_hand_action"), shown("aalto", "noten_riichi")

    assert len(rows(many)) == 8
    assert len(rows(many.partition("<summary>More cases: 4</summary>")[2])) == 4
    assert [what for _, what in rows(few)].count("Dead hand") == 1
    assert "More cases" not in few


def test_tiles_seen_of_the_dead_wall_lie_open() -> None:
    """Aalto 45, which is what a table asks; only what happened during the deal is folded away."""
    opening = shown("aalto", "exposed_tiles")

    assert "dead wall" in text_of(opening.partition("<summary>More cases")[0].partition("<table")[2])


def test_no_chombo_is_folded_away_where_something_lighter_lies_open() -> None:
    """Every book and offence: what is folded while the answers allow it is lighter than the heaviest that lies open."""
    for book in library().books:
        for offence in library().offences:
            pairs = (("ruleset", book.id), ("offence", offence.id))
            view = ruling_answer(Form(pairs=pairs), library(), "en").ruling
            table = view.outcomes if view else None
            if table is not None:
                heaviest = max(HEAVIER.index(Penalty(row.kind)) for row in table.rows)
                folded = [HEAVIER.index(Penalty(row.kind)) for row in table.rest if not row.is_off]
                assert max(folded, default=-1) < heaviest, (book.id, offence.id)


def test_that_the_referee_decides_is_said_once() -> None:
    """ema-2016/5.6 and 5.5: below the outcome stands what for, and no amount or name again."""
    for offence, told in (("phone", "A phone at the table."), ("obstruction", "Obstruction: the one or the other,")):
        verdict = shown("ema-2016", offence, answer_repeated="no").partition("<h2>")[0]

        assert text_of(verdict).count("eferee decides") == 1
        assert f'<p class="verdict-text">{told}' in verdict


def test_who_decides_is_said_first() -> None:
    """ema-2016/5.2: of more than a few tiles the referee decides; the whole table keeps the order of the counts."""
    html = shown("ema-2016", "exposed_tiles", answer_source="dead_wall", answer_count="3+")

    assert '<p class="outcome outcome--referee">The referee decides: no penalty to chombo</p>' in html
    assert rows(shown("warsaw", "exposed_tiles", answer_count="6+")) == [
        ("1\N{EN DASH}2 seen, not during the deal", "No penalty"),
        ("during the deal", "No penalty"),
        ("3\N{EN DASH}5 seen, not during the deal", "Dead hand"),
        ("6 or more seen, not during the deal", "Chombo, −8,000 (dealer −12,000)"),
    ]


def test_what_a_book_says_nothing_about_is_one_row() -> None:
    """m-league/cards: two exposed tiles after the deal; of whatever else happens the nearest ruleset speaks."""
    assert rows(shown("m-league", "exposed_tiles")) == [
        ("2 or more seen, not during the deal", "Warning"),
        ("otherwise", "WRC 2025: Warning / No penalty"),
    ]


def test_tile_check_is_made_under_the_same_options() -> None:
    """The options chosen go along."""
    html = shown("standard-shuugi", "false_tenpai", option_house="on")

    assert 'href="../tiles?check=waits&amp;ruleset=standard-shuugi&amp;option-house=on&amp;option-table=auto"' in html


def test_check_stands_with_the_question_that_it_decides() -> None:
    """Where the cause of a mistaken win is asked, the checks stand in its box."""
    html = shown("aalto", "mistaken_win", answer_cause="furiten")
    box = next(field for field in re.findall(r"<fieldset>(.*?)</fieldset>", html) if "answer-cause" in field)

    assert "check=furiten" in box
    assert html.count("check=furiten") == 1


def test_answers_that_cannot_come_together_are_told() -> None:
    """Nobody is furiten by tsumo; the buttons lead out of it."""
    html = shown("ema-2016", "mistaken_win", answer_call="tsumo", answer_cause="furiten")

    assert "These answers contradict each other." in html
    assert "verdict" not in html
    assert re.findall(r'id="answer-([a-z]+-[a-z]+)"[^>]* disabled', html) == ["call-tsumo", "cause-furiten"]
    assert offered(html)["call"] == ["ron", "tsumo"]


def test_unknown_names_change_nothing() -> None:
    """An unknown option, answer or other ruleset counts as left out, an unknown offence has no answer."""
    plain = shown("warsaw", "exposed_tiles")

    assert shown("warsaw", "exposed_tiles", option_x="y", answer_source="sky", other="nobody") == plain
    assert answered((("ruleset", "warsaw"), ("offence", "spilled_tea"))) == ""


def test_options_change_the_answer_and_are_named() -> None:
    """Standard rules: two chips each with the house rules, WRC's 30,000 without (penalties come from WRC 2025)."""
    with_house = shown("standard-shuugi", "play_cannot_continue", option_house="on", other="wrc-2025")
    without = shown("standard-shuugi", "play_cannot_continue", option_house="off", other="wrc-2025")

    assert "Chombo, 2 chips to each" in with_house
    assert "<h3>Standard with chips · House rules: On</h3>" in with_house
    assert "<h3>Standard with chips · House rules: Off</h3>" in without
    assert "chips to each" not in without


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_text_is_escaped(lang: str) -> None:
    """Quotation marks of a title cannot end an attribute, and no letter of a text becomes a tag."""
    html = shown("warsaw", "exposed_tiles", lang, answer_count='"><b>', other="<i>")

    assert "<b>" not in html
    assert "<i>" not in html
    assert "another player&#39;s" not in html or lang == "en"


@pytest.mark.parametrize(
    ("ruleset", "offence", "answers", "times", "outcome"),
    [
        # rrc-1.5/repeats: 2,000, 4,000 ... doubling per cause; wrc-2025/12.3.6: 5P; toronto-2026: a warning, then 5P
        ("rrc-1.5", "too_slow", {}, "123456789", "−4,000 tournament score"),
        ("rrc-1.5", "exposed_tiles", {"answer_source": "own_hand", "answer_count": "2"}, "123456789", "−4,000"),
        ("wrc-2025", "false_tenpai", {}, "12", "−5,000 tournament score"),
        ("toronto-2026", "exposed_tiles", {"answer_source": "wall", "answer_count": "1"}, "123", "−5,000"),
        # dearer by no ladder, or by none for these answers, or not yet decided
        ("rrc-1.5", "exposed_tiles", {"answer_source": "dead_wall", "answer_count": "2"}, "", "Dead hand"),
        ("toronto-2026", "exposed_tiles", {}, "", ""),
        ("ema-2016", "false_tenpai", {}, "", "No penalty"),
        ("wrc-2025", "too_slow", {"answer_repeated": "yes"}, "", ""),
    ],
)
def test_how_often_is_asked_where_a_repeat_is_dearer(
    ruleset: str, offence: str, answers: dict[str, str], times: str, outcome: str
) -> None:
    """The first time unless something else is said; the third time as the ladder of the book says."""
    first, third = shown(ruleset, offence, **answers), shown(ruleset, offence, answer_times="3", **answers)

    assert "".join(offered(first).get("times", [])) == times
    assert chosen(first).get("times", "") == times[:1]
    assert chosen(third).get("times", "") == times[:3][-1:]
    assert outcome in text_of(third.partition("</p>")[0])


def test_last_number_of_times_stands_for_all_above() -> None:
    """wrc-2025/12.3.6 knows one step: the second time and every later one."""
    assert re.findall(r'pick-face">([^<]*)<', shown("wrc-2025", "false_tenpai")) == ["1", "2+"]
    assert re.findall(r'pick-face">([^<]*)<', shown("wrc-2025", "false_tenpai", "ja")) == ["1", "2以上"]


def test_how_often_is_asked_once_beside_another_book() -> None:
    """Where the other book asks in words whether it is repeated, the number is not asked, too; they might disagree."""
    alone, beside = (offered(shown("rrc-1.5", "too_fast", other=other)) for other in ("", "wrc-2025"))

    assert (list(alone), list(beside)) == (["times"], ["repeated"])


READING = "the app\u2019s reading (EMA 2016):"


@pytest.mark.parametrize(
    ("lang", "ruleset", "offence", "said"),
    [
        (
            "en",
            "ema-2025",
            "false_tenpai",
            f"The rules\u2019 text is not known here. Such gaps are filled from {READING}",
        ),
        ("ja", "ema-2025", "false_tenpai", "ルール本文が未確認。代わりの参考：本アプリの解釈（EMA 2016）"),
        (
            "en",
            "m-league",
            "riichi_hand_not_shown",
            f"The rules\u2019 text is not known here. For guidance, {READING}",
        ),
        (
            "ja",
            "m-league",
            "riichi_hand_not_shown",
            "ルール本文が未確認。参考：本アプリの解釈（EMA 2016）",
        ),
        (
            "en",
            "tenhou",
            "false_tenpai",
            f"The rules do not say. For guidance, {READING}",
        ),
        ("en", "ema-2016", "tenpai_too_early", "The rules do not say. For guidance, WRC 2025:"),
    ],
)
def test_the_nearest_book_is_named_with_why_it_is_that_one(lang: str, ruleset: str, offence: str, said: str) -> None:
    """Whose decision it is stands largest, said once; then which book is near, and smaller what it says."""
    html = shown(ruleset, offence, lang)
    decides = "審判長が決める" if lang == "ja" else "The head referee decides"

    assert text_of(html).startswith(f"{decides} {said}")
    assert html.index(said) < html.index('class="guide"')
    assert html.count(f'<p class="outcome outcome--referee">{decides}</p>') == 1


@pytest.mark.parametrize(
    ("ruleset", "found"),
    [
        ("wrc-2025", ["exhaustive_draw", "own_win_call", "other_player_won"]),
        ("m-league", ["exhaustive_draw", "own_win_call", "other_player_won"]),
        ("standard-shuugi", ["exhaustive_draw", "other_abort", "own_win_call", "other_player_won"]),
        ("aalto", ["exhaustive_draw", "four_riichi", "other_abort", "own_win_call", "other_player_won"]),
    ],
)
def test_no_abortive_draw_is_asked_about_that_a_table_does_not_know(ruleset: str, found: list[str]) -> None:
    """Neither on a button nor in a row; shuugi's has all but that by four riichi (draws.aborts)."""
    html = shown(ruleset, "noten_riichi")

    assert offered(html)["found"] == found
    assert ("abortive draw" in html) == ("other_abort" in found)
    assert ("four riichi" in html) == ("four_riichi" in found)
    assert 'class="outcome' in shown(ruleset, "noten_riichi", answer_found="four_riichi")


@pytest.mark.parametrize("ruleset", ["m-league", "ema-2025"])
def test_a_guide_says_whose_chombo_it_names(ruleset: str) -> None:
    """WRC's text leads to a chombo, of 30,000 there; a table of the M.League pays the 20,000 of its own rules."""
    html = shown(ruleset, "mistaken_win", answer_call="ron", answer_cause="no_yaku", answer_shown="14")

    assert "−20,000 tournament score" in html
    assert ("A chombo costs what this ruleset says." in html) == (ruleset == "m-league")


@pytest.mark.parametrize(
    ("ruleset", "told"),
    [
        (
            "ema-2016",
            [
                ("at an exhaustive draw", "Chombo, −20,000 tournament score"),
                ("by the player\u2019s own win call, none shown", "Dead hand"),
                ("by the player\u2019s own win call, 1 or more shown", "Chombo, −20,000 tournament score"),
                ("another player won", "No penalty"),
            ],
        ),
        (
            "wrc-2025",
            [
                ("at an exhaustive draw / by the player\u2019s own win call", "Chombo, −30,000 tournament score"),
                ("another player won", "No penalty"),
            ],
        ),
    ],
)
def test_a_row_speaks_of_no_question_that_is_not_asked(ruleset: str, told: list[tuple[str, str]]) -> None:
    """How many tiles were shown is asked after the player's own win call only; the clauses stay those of the rows."""
    html = shown(ruleset, "noten_riichi")

    assert rows(html) == told
    assert (
        re.findall(r'title="([^"]+)"', html)[0]
        == {"ema-2016": "ema-2016/3.4.6", "wrc-2025": "wrc-2025/12.3.5"}[ruleset]
    )


def test_a_row_breaks_between_the_answers_to_one_question_only() -> None:
    """Where two questions tell, a line after a slash would begin with the answers to either; none begins with one."""
    assert "<span>at an exhaustive draw\u00a0/ </span> <span>by the" in shown("wrc-2025", "noten_riichi")
    assert "<span>chii\u00a0/ pon\u00a0/ kan, changed to no call" in shown("ema-2016", "changed_call")


def test_each_note_of_several_causes_stands_behind_its_own() -> None:
    """aalto/44 and /47: which cause it was is not asked, so the notes say what each is about, line by line."""
    html = shown("aalto", "mistaken_win", answer_shown="1+")
    lines = re.findall(r"<p>(.*?)</p>", html[html.index('class="remark"') :])

    assert [line.partition(": ")[0] for line in lines] == [
        "An invalid ron or tsumo with the hand shown / A win without yaku or in furiten, with the hand shown",
        "A win below the two-han minimum, shown, is ruled like one without yaku",
    ]
    assert all(": The rules " in line for line in lines)
    assert "の和了：手を開けるとだけあり" in shown("aalto", "mistaken_win", "ja", answer_shown="1+")


def test_what_the_answers_leave_out_is_greyed_in_the_table() -> None:
    """Nobody said yet whether it was during the deal, and the answer pressed beforehand is that it was not."""
    opening, decided = shown("warsaw", "exposed_tiles"), shown("warsaw", "exposed_tiles", answer_count="3-5")

    assert greyed(opening) == ["during the deal"]
    assert greyed(decided) == [
        "1\N{EN DASH}2 seen, not during the deal",
        "during the deal",
        "6 or more seen, not during the deal",
    ]
    assert greyed(shown("tenhou", "mistaken_win")) == []


def test_an_answer_that_another_rules_out_stays_in_its_place() -> None:
    """A call is never changed to itself: that key is greyed, and no other moves to where a finger waits."""
    html = shown("wrc-2025", "changed_call", answer_from="chii", answer_to="pon")

    assert offered(html) == {"from": ["chii", "pon", "kan", "ron"], "to": ["chii", "pon", "kan", "ron", "nothing"]}
    assert re.findall(r'id="answer-([a-z]+-[a-z]+)"[^>]* disabled', html) == ["from-pon", "to-chii"]
    assert "disabled" not in shown("wrc-2025", "changed_call")


def test_no_row_says_that_a_call_is_changed_to_itself() -> None:
    """What is changed is another call, whichever of them both lists name."""
    told = [when for when, _ in rows(shown("wrc-2025", "changed_call"))]

    assert told[:2] == ["chii / pon / kan, changed to chii / pon / kan / ron", "chii / pon / kan, changed to no call"]


@pytest.mark.parametrize(
    ("offence", "when", "buttons"),
    [
        ("exposed_tiles", "5枚以上見えた、配牌後", ["1〜\u20604枚", "5枚以上"]),
        ("mistaken_win", "見せた牌1枚以上", ["0枚", "1枚以上"]),
        ("late", "11分以上の遅刻", []),
    ],
)
def test_what_is_counted_is_named_in_japanese(offence: str, when: str, buttons: list[str]) -> None:
    """Sheets of paper, tiles and minutes have each their own word behind the number."""
    html = shown("ema-2016" if offence == "late" else "aalto", offence, "ja")

    assert when in [each for each, _ in rows(html)]
    assert re.findall(r'<span class="pick-face">([0-9][^<]*)</span>', html)[: len(buttons)] == buttons
