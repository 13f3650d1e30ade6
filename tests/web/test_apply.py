"""What the server answers when a ruling is applied to a table, withdrawn, or asked why a hand is dead."""

import re
from html import unescape
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from tests.web.requests_at_table import RON, expected_at, fields_of, scores_at, send, started

APPLY = "/rulings/apply"
EMPTY_PON = {"offence": "empty_call", "answer-call": "pon"}
FALSE_RON = {"offence": "mistaken_win", "answer-call": "ron", "answer-cause": "no_yaku", "answer-shown": "14"}


def issued(client: FlaskClient, path: str, fields: dict[str, str], **more: str) -> tuple[int, str]:
    """Issue a ruling whose outcome was shown; return status and page."""
    page = client.get(path + APPLY, query_string=fields).text
    carried = ("command_id", "expected", "previewed")
    found = {name: re.search(rf'name="{name}" value="([^"]*)"', page) for name in carried}
    shown = {name: match[1] for name, match in found.items() if match is not None}
    response = client.post(path + APPLY, data=fields | shown | more)
    return response.status_code, response.text


def test_a_ruling_is_seen_at_the_table_and_on_the_sheet(client: FlaskClient) -> None:
    """warsaw/empty-call: 100 to the table; the sheet tells what was issued, under which clause and by whom."""
    path = started(client, "warsaw")

    status, _ = issued(client, path, EMPTY_PON | {"seat": "0", "by": "Eri"})

    assert status == 303
    assert scores_at(client, path) == ["24,900", "25,000", "25,000", "25,000"]
    assert "Aino: 100 to the table · Empty call" in client.get(path).text
    sheet = client.get(path + "/sheet").text
    assert "As the rules say: 100 to the table" in sheet
    assert 'title="warsaw/empty-call">Warsaw</a>, rule text' in sheet
    assert "Ruled by Eri" in sheet


def penalised(client: FlaskClient, path: str) -> list[tuple[str, int]]:
    """Return who is shown at the table as penalised, and how often."""
    seat = re.compile(r'aria-label="(\w+), \w+">(?:(?!role="group").)*?Penalties in this game: </span>(\d+)', re.DOTALL)
    return [(player, int(count)) for player, count in seat.findall(client.get(path).text)]


def test_whoever_was_penalised_carries_a_mark(client: FlaskClient) -> None:
    """A chombo counts once, ruled or not, until it is undone; what no penalty follows counts never."""
    path = started(client, "ema-2016")
    assert penalised(client, path) == []
    send(client, path, {"result": "chombo", "offender": "1", "drawn": "1"})
    assert issued(client, path, FALSE_RON | {"seat": "1"})[0] == 303
    assert issued(client, path, EMPTY_PON | {"seat": "2", "kind": "warning"}, text="asked")[0] == 303
    assert issued(client, path, EMPTY_PON | {"seat": "3", "kind": "none"}, text="nobody heard it")[0] == 303
    assert penalised(client, path) == [("Chie", 1), ("Ben", 2)]
    for _ in range(3):
        client.post(path + "/undo", data={"expected": expected_at(client, path), "reason": "mistyped"})
    assert penalised(client, path) == [("Ben", 1)]


def test_what_was_not_shown_is_not_issued(client: FlaskClient) -> None:
    """A seat that was added after the outcome was shown is shown once more first."""
    path = started(client, "warsaw")

    status, page = issued(client, path, EMPTY_PON | {"seat": "0"}, seat="1")

    assert status == 422
    assert "Check it again, then confirm" in page
    assert "Record for Ben: 100 to the table" in page
    assert scores_at(client, path)[0] == "25,000"


def test_another_penalty_needs_a_written_reason(client: FlaskClient) -> None:
    """What departs from the book is refused without a reason, and then stands on the sheet beside the proposal."""
    path = started(client, "warsaw")
    fields = EMPTY_PON | {"seat": "0", "kind": "points", "amount-points": "2000"}

    status, page = issued(client, path, fields)
    assert status == 422
    assert "Give a reason" in page
    assert "Reason (needed if the rules say otherwise)" in client.get(path + "/rulings/apply?lang=en").text
    status, _ = issued(client, path, fields, text="the fourth time")

    assert status == 303
    sheet = client.get(path + "/sheet").text
    assert "Given: −2,000 tournament score. Rules: 100 to the table" in sheet
    assert "Reason: the fourth time" in sheet


def test_a_referee_without_a_row_decides_himself(client: FlaskClient) -> None:
    """Nothing can be issued until a penalty is chosen, neither for an offence of no book nor for an uncovered one."""
    path = started(client, "tenhou")

    for fields in ({"seat": "2"}, EMPTY_PON | {"seat": "2"}):
        page = client.get(path + APPLY, query_string=fields).text
        assert "Choose a penalty" in page
        assert "Record for" not in page
        assert 'value="chombo"' not in page
        status, _ = issued(client, path, fields | {"kind": "warning"}, text="shouted")
        assert status == 303


FALSE_PON = {"offence": "false_set", "answer-call": "pon", "answer-noticed": "after_discard"}


def test_a_ruling_keeps_its_colour_where_it_is_recorded(client: FlaskClient) -> None:
    """As on the page that it was looked up on."""
    page = client.get(started(client, "wrc-2025") + APPLY, query_string={"offence": "mistaken_win"}).text

    assert '<p class="outcome outcome--chombo">Chombo' in page


def test_the_nearest_ruling_is_taken_over_with_its_clause(client: FlaskClient) -> None:
    """wrc-2025/12.3.4, where the text of M.League is not known: one tap, and the clause is the written reason."""
    path = started(client, "m-league")
    page = client.get(path + APPLY, query_string=FALSE_PON | {"seat": "1"}).text

    assert "The text of this edition on this point is not known here" in page
    assert 'Tap to follow WRC 2025: <b class="outcome outcome--dead_hand">Dead hand</b>' in page
    assert "Record for" not in page
    status, _ = issued(client, path, FALSE_PON | {"seat": "1", "after": "wrc-2025"})

    assert status == 303
    sheet = client.get(path + "/sheet").text
    assert "Given: Dead hand. Rules: The referee decides" in sheet
    assert "Reason: As §\N{NO-BREAK SPACE}12.3.4 · WRC 2025" in sheet


def test_what_is_taken_over_may_come_with_more(client: FlaskClient) -> None:
    """Another penalty beside it is issued too, and a reason that was typed stays."""
    path = started(client, "m-league")
    fields = FALSE_PON | {"seat": "1", "after": "wrc-2025", "kind": "warning"}

    assert issued(client, path, fields, text="both")[0] == 303
    sheet = client.get(path + "/sheet").text
    assert "Given: Dead hand + Warning." in sheet
    assert "Reason: both" in sheet


STICKS_BACK, NO_HAND_LESS = "riichi sticks.</li>", "Do not count this hand for the clock."


def test_steps_are_left_out_for_which_nothing_is_there(client: FlaskClient) -> None:
    """No stick lies on the table and no signal has come: nothing to return or to count. A wrong riichi laid one."""
    path = started(client, "aalto")
    ruling, applied = path + "/rulings/mistaken_win?answer-shown=3", path + APPLY
    chombo = FALSE_RON | {"seat": "1"}

    for shown in (client.get(ruling).text, client.get(applied, query_string=chombo).text):
        assert "Stop play and check the tiles." in shown
        assert STICKS_BACK not in shown
        assert NO_HAND_LESS not in shown
    assert STICKS_BACK in client.get(path + "/rulings/noten_riichi?answer-found=own_win_call&answer-shown=3").text
    client.post(path + "/marks", data={"mark": "riichi-2-on", "hand": "0"})
    assert STICKS_BACK in client.get(ruling).text
    assert STICKS_BACK in client.get(applied, query_string=chombo).text
    client.post(path + "/signal", data={"running": "yes", "expected": expected_at(client, path)})
    assert NO_HAND_LESS in client.get(ruling).text
    assert NO_HAND_LESS in client.get(applied, query_string=chombo).text


def test_a_free_open_riichi_leaves_no_stick_to_return(client: FlaskClient) -> None:
    """The answer and the form agree: nobody laid one."""
    path = started(client, "standard-shuugi")
    client.post(path + "/marks", data={"mark": "open_riichi-2-on", "hand": "0"})

    for page in ("/rulings/mistaken_win?answer-shown=3", APPLY + "?offence=mistaken_win&answer-shown=3&seat=1"):
        shown = client.get(path + page).text
        assert "Stop play and check the tiles." in shown
        assert STICKS_BACK not in shown


@pytest.mark.parametrize("page", ["/rulings/noten_riichi", "/rulings/apply?offence=mistaken_win"])
def test_the_tiles_are_checked_at_the_table(client: FlaskClient, page: str) -> None:
    """With its rules and winds: the way leads to the tiles of this table, from the answer as from the form."""
    path = started(client, "ema-2016")
    shown = client.get(path + page).text
    way = re.search(r'href="(\.\./tiles\?check=waits[^"]*)"', shown)

    assert way is not None
    tiles = urljoin(path + page, unescape(way[1]))
    assert tiles.startswith(path + "/tiles?check=waits&ruleset=ema-2016")
    assert f'action="{path}/tiles"' in client.get(tiles).text


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_steps_of_a_chombo_are_left_out_where_it_is_explained(client: FlaskClient, lang: str) -> None:
    """In the same words, in every language: three steps of the procedure are left, five anywhere else."""
    path = started(client, "aalto")
    at_table, anywhere = (
        client.get(f"{of}/rulings/chombo_steps", query_string={"ruleset": "aalto", "lang": lang}).text
        for of in (path, "")
    )

    steps = [
        page.partition('<ol class="steps">')[2].partition("</ol>")[0].count("<li>") for page in (at_table, anywhere)
    ]
    assert steps == [3, 5]


def test_an_answer_at_a_table_leaves_out_the_same_steps(client: FlaskClient) -> None:
    """The answer alone, asked for by the form of the page, knows what the page knew."""
    path = started(client, "aalto")
    page = client.get(path + "/rulings/mistaken_win").text
    carried = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page))

    answer = client.get("/rulings/answer", query_string=carried | {"answer-shown": "3"}).text

    assert "Stop play and check the tiles." in answer
    assert STICKS_BACK not in answer


def test_a_chombo_taken_over_is_paid_as_the_table_pays(client: FlaskClient) -> None:
    """m-league/chombo: 20,000 points off the tournament score, where WRC 2025 takes 30,000."""
    path = started(client, "m-league")
    fields = {"offence": "wrong_tile_count", "answer-count": "too_few", "seat": "2", "after": "wrc-2025"}

    page = client.get(path + APPLY, query_string=fields).text
    assert "A chombo costs what this ruleset says." in page
    assert "Record for Chie: Chombo, −20,000 tournament score" in page
    assert issued(client, path, fields)[0] == 303


def test_the_nearest_book_asks_its_own_questions(client: FlaskClient) -> None:
    """What it rules depends on the answers; the referee may still choose without them."""
    path = started(client, "m-league")
    page = client.get(path + APPLY, query_string={"offence": "false_set", "seat": "1", "after": "wrc-2025"}).text

    assert 'name="answer-noticed"' in page
    assert 'id="nearest"' not in page
    assert "Record for" not in page
    chosen = {"offence": "false_set", "seat": "1", "kind": "warning"}
    assert "Record for Ben: Warning" in client.get(path + APPLY, query_string=chosen).text


@pytest.mark.parametrize("after", ["ema-2016", "warsaw", "x"])
def test_only_what_the_page_offers_is_taken_over(client: FlaskClient, after: str) -> None:
    """Neither another book's ruling nor a chombo at a table that has none."""
    path = started(client, "tenhou")
    fields = {"offence": "mistaken_win", "answer-call": "ron", "answer-cause": "no_yaku", "answer-shown": "14"}
    page = client.get(path + APPLY, query_string=fields | {"seat": "1", "after": after}).text

    assert re.search(r'id="nearest"( checked)? disabled', page)
    assert "Choose a penalty." in page
    assert "Record for" not in page


def test_several_offenders_pay_one_void_hand(client: FlaskClient) -> None:
    """aalto/44: Aino pays 4,000 to each as dealer, Dai 4,000 to her and 2,000 to the others; one hand is recorded."""
    path = started(client)
    page = client.get(path + APPLY, query_string=[*FALSE_RON.items(), ("seat", "0"), ("seat", "3")]).text
    previewed = re.findall(r'name="(previewed|expected)" value="([^"]*)"', page)

    assert "Another player won at the same time" in page
    fields: list[tuple[str, str]] = [*FALSE_RON.items(), ("seat", "0"), ("seat", "3"), *previewed]
    body = {name: [value for key, value in fields if key == name] for name, _ in fields}
    assert client.post(path + APPLY, data=body).status_code == 303

    assert scores_at(client, path) == ["17,000", "31,000", "31,000", "21,000"]
    assert "Undo or correct the chombo hand on the score sheet first" in client.get(path + "/sheet").text
    assert "/withdraw" not in client.get(path + "/sheet").text


def test_a_repeated_offence_costs_what_the_ladder_says(client: FlaskClient) -> None:
    """wrc-2025/12.3.6: a warning, and the second time 5,000 points off the tournament score, without a reason."""
    path = started(client, "wrc-2025")
    false_tenpai = {"offence": "false_tenpai", "seat": "1"}

    assert 'value="1" checked' in client.get(path + APPLY, query_string=false_tenpai).text
    assert issued(client, path, false_tenpai, **{"answer-times": "1"})[0] == 303
    assert "As the rules say: Warning" in client.get(path + "/sheet").text
    assert issued(client, path, false_tenpai | {"answer-times": "2"})[0] == 303
    assert "As the rules say: −5,000 tournament score" in client.get(path + "/sheet").text


def test_what_is_no_number_of_times_asks_again(client: FlaskClient) -> None:
    """Neither a word nor the tenth time, which nobody counts, is issued."""
    path = started(client, "wrc-2025")

    for times in ("ten", "10", "-1"):
        page = client.get(path + APPLY, query_string={"offence": "false_tenpai", "seat": "1", "answer-times": times})
        assert "Record for" not in page.text


def test_questions_that_are_open_are_asked_first(client: FlaskClient) -> None:
    """Without the answers that decide, nothing can be issued; the page asks them."""
    path = started(client, "wrc-2025")

    page = client.get(path + APPLY, query_string={"offence": "exposed_tiles", "seat": "1"}).text

    assert "Answer the question first." in page
    assert 'name="answer-count"' in page
    assert "Record for" not in page


def test_earlier_rulings_are_shown_before_a_second_one(client: FlaskClient) -> None:
    """The seat says how many, and the outcome which."""
    path = started(client, "warsaw")
    assert issued(client, path, EMPTY_PON | {"seat": "1"})[0] == 303

    assert "1 earlier ruling" in client.get(path + APPLY, query_string=EMPTY_PON).text
    page = client.get(path + APPLY, query_string=EMPTY_PON | {"seat": "1"}).text
    assert "East 1: Ben: 100 to the table · Empty call" in page
    assert "East 1: Ben" not in client.get(path + APPLY, query_string=EMPTY_PON | {"seat": "2"}).text


def test_a_ruling_is_withdrawn_with_a_reason(client: FlaskClient) -> None:
    """Without a reason it stands; with one it is struck out, and the fine comes back."""
    path = started(client, "warsaw")
    assert issued(client, path, EMPTY_PON | {"seat": "0"})[0] == 303
    action = re.search(r'action="([^"]*/withdraw)"', client.get(path + "/sheet").text)
    assert action is not None

    expected = expected_at(client, path)
    assert client.post(action[1], data={"expected": expected, "text": " "}).status_code == 422
    assert client.post(action[1], data={"expected": expected, "text": "It was Ben."}).status_code == 303

    assert scores_at(client, path)[0] == "25,000"
    sheet = client.get(path + "/sheet").text
    assert re.search(r'row--undone">\s*<th[^>]*>Ruling, East 1</th>', sheet)
    assert "<p>Withdrawn: It was Ben.</p>" in sheet
    assert "/withdraw" not in sheet


@pytest.mark.parametrize("fields", [EMPTY_PON, FALSE_RON], ids=["fine", "chombo"])
def test_the_undo_of_a_ruling_names_it_and_asks_for_what_fits(client: FlaskClient, fields: dict[str, str]) -> None:
    """A chombo is a ruling, not a hand: neither its han were wrong nor was it too early."""
    path = started(client, "warsaw")
    assert issued(client, path, fields | {"seat": "0"})[0] == 303

    for page in (client.get(path).text, client.get(path + "/sheet").text):
        assert "Undo the ruling. Why?" in page
        assert re.findall(r'name="reason" value="(\w+)"', page) == ["mistyped", "ruled_otherwise"]
    assert send(client, path, RON) == 303
    hand = client.get(path).text
    assert re.findall(r'name="reason" value="(\w+)"', hand) == ["mistyped", "miscounted", "ruled_otherwise", "not_over"]


def test_an_older_state_is_a_conflict_both_ways(client: FlaskClient) -> None:
    """A ruling that was looked at before somebody's hand is looked at again, and so is a hand after a ruling."""
    path = started(client, "warsaw")
    hand = fields_of(client, path, RON)
    assert issued(client, path, EMPTY_PON | {"seat": "0"})[0] == 303

    response = client.post(path + "/hands", data=hand)
    assert response.status_code == 409
    assert "Check mine" in response.text
    assert "Enter mine as the next hand" not in response.text
    before = expected_at(client, path)
    assert send(client, path, RON) == 303
    status, page = issued(client, path, EMPTY_PON | {"seat": "1"}, expected=before)
    assert status == 409
    assert "Ben (3 han 40 fu) from Aino" in page
    assert f'href="{path}{APPLY}?' in page


def test_a_mark_is_asked_for_its_reason_afterwards(client: FlaskClient) -> None:
    """A dead hand is marked at once; then one of the offences that lead to it, or another, says why."""
    path = started(client, "ema-2016")
    client.post(path + "/marks", data={"mark": "dead_hand-2-on", "hand": "0"})

    page = client.get(path).text
    assert "Why is the hand of Chie dead?" in page
    assert 'value="swap_calling"' in page
    assert 'value="late"' not in page
    wrong = client.post(path + "/marks", data={"mark": "dead_hand-2-on", "hand": "0", "why": "<b>"})
    assert wrong.status_code == 422
    client.post(path + "/marks", data={"mark": "dead_hand-2-on", "hand": "0", "why": "swap_calling"})

    page = client.get(path).text
    assert "Why is the hand of Chie dead?" not in page
    assert "Chie: dead hand · Swap calling (kuikae)" in page


def test_what_a_ruling_ordered_is_not_tapped_away(client: FlaskClient) -> None:
    """The dead hand of a ruling is lifted on the sheet, not by the mark; the table says so."""
    path = started(client, "ema-2016")
    unshown = FALSE_RON | {"answer-shown": "0", "seat": "2"}
    assert issued(client, path, unshown)[0] == 303

    response = client.post(path + "/marks", data={"mark": "dead_hand-2-off", "hand": "0"})

    assert response.status_code == 422
    assert "Withdraw that ruling on the score sheet" in response.text


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_page_of_no_offence_is_still_a_page(client: FlaskClient, lang: str) -> None:
    """An offence or answers that no book knows leave the decision to the referee."""
    path = started(client)
    for fields in ({"offence": "nonsense"}, FALSE_RON | {"answer-call": "shout"}, {"answer-x": "1"}):
        assert client.get(path + APPLY, query_string=fields | {"seat": "0", "lang": lang}).status_code == 200


def test_a_game_starts_in_the_middle_with_its_chips(client: FlaskClient) -> None:
    """Where the ruleset plays for chips they are asked for too; elsewhere they are not."""
    chips = {"chips-0": "-3", "chips-1": "3"}
    path = started(client, "standard-shuugi", at="S0", **chips)

    assert re.search(r"chips</th>(<td[^>]*><b>)−3</b></td><td[^>]*><b>\+3", client.get(path + "/sheet").text)
    assert 'name="chips-0"' in client.get("/games/new?ruleset=standard-shuugi").text
    assert 'name="chips-0"' not in client.get("/games/new?ruleset=aalto").text
