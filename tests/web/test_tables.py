"""What the server answers at a table: addresses, refusals, conflicts and languages."""

import re
from urllib.request import Request, urlopen

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.database import DatabaseDesk
from referee.web import create_app
from tests.web.requests_at_table import NAMES, PAGES, RON, WRITES, expected_at, fields_of, scores_at, send, started


def test_only_this_browsers_games_are_listed(app: Flask) -> None:
    """The first page lists the games whose link this browser has used, no others."""
    mine, other = app.test_client(), app.test_client()
    path = started(mine)

    assert path in mine.get("/").text
    assert path not in other.get("/").text
    other.get(path)
    assert path in other.get("/").text


def test_the_list_shows_the_wind_of_the_round(app: Flask) -> None:
    """A game in the south round has South's tile beside its names; one that is over that of the end."""
    client = app.test_client()
    path = started(client, at="S2")
    face = re.compile(r'<span class="tile-face small"[^>]*><span[^>]*>([^<]*)<')

    assert face.findall(client.get("/").text) == ["南"]
    client.post(path + "/end", data={"expected": expected_at(client, path), "command_id": "end-of-the-game"})
    assert face.findall(client.get("/").text) == ["終"]


@pytest.mark.parametrize("page", PAGES)
def test_an_unknown_address_is_no_table(client: FlaskClient, page: str) -> None:
    """A token that was never given out leads nowhere."""
    assert client.get("/t/" + "A" * 24 + page).status_code == 404


def test_three_players_are_refused_politely(client: FlaskClient) -> None:
    """Three names are refused in words, and the form is kept as it was."""
    response = client.post("/games", data=NAMES | {"name-3": "", "ruleset": "aalto"})

    assert response.status_code == 422
    assert "sanma" in response.text
    assert 'value="Chie"' in response.text
    assert re.search(r'<option value="aalto" selected', response.text)


def test_a_game_can_start_in_the_middle(client: FlaskClient) -> None:
    """Round, dealer, honba, sticks and scores are as they are typed; the seats are those of the start."""
    scores = {"score-0": "31000", "score-1": "22000", "score-2": "24000", "score-3": "22000"}
    path = started(client, at="S2", honba="2", sticks="1", **scores)

    page = client.get(path).text

    assert "South 3" in page
    assert scores_at(client, path) == ["31,000", "22,000", "24,000", "22,000"]
    assert "1,000</b> on the table" in page
    assert "Total 100,000 ✓" in page


def test_a_wrong_sum_is_shown(client: FlaskClient) -> None:
    """A game that starts with a thousand points too few says so on every look."""
    path = started(client, **{"score-0": "24000"})

    assert "Total 99,000, off by −1,000 ✗" in client.get(path).text


def test_only_what_the_ruleset_allows_is_offered(client: FlaskClient) -> None:
    """The ranking match has no chombo and no time signal, EMA's book of 2016 no abortive draw."""
    ranking, ema = client.get(started(client, "ranking-match")).text, client.get(started(client, "ema-2016")).text

    assert "result=chombo" not in ranking
    assert "result=abort" in ranking
    assert "result=abort" not in ema
    assert "/signal" not in ranking


def test_riichi_needs_a_thousand_points(client: FlaskClient) -> None:
    """A player with less cannot lay the stick: the button is off, and sending it all the same is refused in words."""
    path = started(client, **{"score-0": "900", "score-1": "49100"})

    button = re.search(r'<button[^>]*value="riichi-0-on"[^>]*>', client.get(path).text)
    response = client.post(path + "/marks", data={"mark": "riichi-0-on", "hand": "0"})

    assert button is not None
    assert " disabled" in button[0]
    assert response.status_code == 422
    assert "900" in response.text


def test_a_repeated_request_counts_once(client: FlaskClient) -> None:
    """The same form sent twice, as a bad network does, records one hand."""
    path = started(client)
    fields = fields_of(client, path, RON)

    assert [client.post(path + "/hands", data=fields).status_code for _ in range(2)] == [303, 303]
    assert scores_at(client, path) == ["19,800", "30,200", "25,000", "25,000"]


def test_who_sits_down_for_the_first_time_is_told_what_to_tap(client: FlaskClient) -> None:
    """Until a hand is recorded, which nobody needs to be told twice."""
    path, told = started(client), "Tap riichi when it is declared."
    assert told in client.get(path + "?lang=en").text

    assert send(client, path, RON) == 303
    assert told not in client.get(path + "?lang=en").text


def test_an_older_state_is_a_conflict(client: FlaskClient) -> None:
    """A form drawn before somebody else's hand writes nothing and shows both sides."""
    path = started(client)
    fields = fields_of(client, path, RON | {"fu-1": "30"})
    assert send(client, path, RON) == 303

    response = client.post(path + "/hands", data=fields)

    assert response.status_code == 409
    assert "Ben (3 han 40 fu) from Aino" in response.text
    assert scores_at(client, path)[1] == "30,200"


def test_what_was_not_shown_is_not_recorded(client: FlaskClient) -> None:
    """A hand that was changed after its payment was shown is shown once more first, with the form kept."""
    path = started(client)
    fields = fields_of(client, path, RON)

    response = client.post(path + "/hands", data=fields | {"fu-1": "60"})

    assert response.status_code == 422
    assert re.search(r'name="fu-1" value="60" checked', response.text)
    assert scores_at(client, path)[1] == "25,000"


def test_the_riichi_tile_is_asked_for(client: FlaskClient) -> None:
    """A ron from a player in riichi lacks one answer; with "yes" his stick stays with him, with "no" it does not."""
    path = started(client)
    client.post(path + "/marks", data={"mark": "riichi-0-on", "hand": "0"})
    in_riichi = RON | {"riichi": "0"}

    assert "Was it the riichi declaration tile?" in client.get(path + "/record/payment", query_string=in_riichi).text
    kept = client.get(path + "/record/payment", query_string=in_riichi | {"riichi_tile": "yes"}).text
    lost = client.get(path + "/record/payment", query_string=in_riichi | {"riichi_tile": "no"}).text

    assert "−5,200" in kept
    assert "−6,200" in lost


def test_polling_asks_for_changes_only(client: FlaskClient) -> None:
    """The state of a table is sent once; after that only when it changed."""
    path = started(client)
    first = client.get(path + "/state")
    tag = {"HX-PTag": first.headers["HX-PTag"]}

    assert client.get(path + "/state", headers=tag).status_code == 304
    client.post(path + "/marks", data={"mark": "tenpai-2-on", "hand": "0"})
    assert client.get(path + "/state", headers=tag).status_code == 200


def test_a_fragment_is_the_block_of_the_table(client: FlaskClient) -> None:
    """What a poll brings stands in the whole page too, but for the ids of its forms."""
    path = started(client)
    page, fragment = client.get(path).text, client.get(path + "/state").text

    assert without_commands(fragment).strip() in without_commands(page)
    assert "<html" not in fragment


def without_commands(html: str) -> str:
    """Return a page without the ids that differ in every drawing."""
    return re.sub(r'name="command_id" value="[^"]*"', "", html)


def test_the_time_signal_asks_for_the_dice(client: FlaskClient) -> None:
    """Into a running hand it leaves that hand and one more; the sheet says so."""
    path = started(client)
    client.post(path + "/signal", data={"running": "yes", "expected": expected_at(client, path)})

    assert "This hand and one more" in client.get(path).text
    assert send(client, path, RON) == 303
    assert "Last hand" in client.get(path).text


def test_a_game_can_be_ended_signed_and_opened_again(client: FlaskClient) -> None:
    """Ended by hand it has a result; signed it takes no hand; opened again it goes on."""
    path = started(client)
    for action in ("/end", "/finish"):
        assert client.post(path + action, data={"expected": expected_at(client, path)}).status_code == 303
    assert "Reopen game" in client.get(path).text
    assert send(client, path, RON) == 422

    assert (
        client.post(path + "/reopen", data={"expected": expected_at(client, path), "text": "one more"}).status_code
        == 303
    )
    assert send(client, path, RON) == 303


def adjusted(client: FlaskClient, path: str, **changes: str) -> tuple[int, str]:
    """Send the form of an adjustment and return status and page."""
    text = client.get(path + "/adjust").text
    fields = dict(re.findall(r'name="((?:score-\d|kyoutaku|honba|expected))" value="([^"]*)"', text))
    chosen = dict(re.findall(r'<select name="(dealer|round)">.*?value="([^"]*)" selected', text, re.DOTALL))
    response = client.post(path + "/adjust", data=fields | chosen | changes)
    return response.status_code, response.text


def test_an_adjustment_needs_a_reason(client: FlaskClient) -> None:
    """Scores, sticks, honba and dealer can be set right, with a reason that stays on the sheet."""
    path = started(client)

    status, page = adjusted(client, path, **{"score-0": "24000", "kyoutaku": "1000"})
    assert status == 422
    assert 'value="24000"' in page
    status, _ = adjusted(
        client, path, **{"score-0": "24000", "kyoutaku": "1000", "honba": "1", "text": "stick forgotten"}
    )
    assert status == 303

    assert scores_at(client, path)[0] == "24,000"
    assert "stick forgotten" in client.get(path + "/sheet").text
    assert "Total 100,000 ✓" in client.get(path).text


def test_old_figures_are_not_sent_again(client: FlaskClient) -> None:
    """After a conflict an adjustment is looked at again: its figures are those of a table that has moved on."""
    path = started(client)
    before = expected_at(client, path)
    assert send(client, path, RON) == 303

    status, page = adjusted(client, path, text="late", expected=before)

    assert status == 409
    assert f'href="{path}/adjust"' in page
    assert f'action="{path}/adjust"' not in page
    assert scores_at(client, path)[1] == "30,200"


def test_what_is_no_number_is_refused(client: FlaskClient) -> None:
    """A score with letters is sent back as it was."""
    status, page = adjusted(client, started(client), **{"score-0": "many", "text": "why not"})

    assert status == 422
    assert 'value="many"' in page


def test_a_correction_shows_later_hands_that_change(client: FlaskClient) -> None:
    """If East 1 was the dealer's win, East 2 would have been East 1 with a honba; replay plays it as that."""
    path = started(client)
    assert send(client, path, RON) == 303
    assert send(client, path, RON | {"ron": "2", "han-2": "1", "fu-2": "30", "from": "3"}) == 303
    mended = {"result": "ron", "ron": "0", "from": "1", "han-0": "2", "fu-0": "30", "drawn": "1"}

    shown = client.get(path + "/hands/0/changes", query_string=mended).text
    assert "Later hands that change: 1" in shown
    assert "would become East 1, 1 honba" in shown
    # 2 han 30 fu of the dealer is 2,900; then 1 han 30 fu is 1,000 and 300 for the honba.
    assert "<b>27,900</b></td><td><b>22,100</b></td><td><b>26,300</b></td><td><b>23,700</b>" in shown
    state = {"expected": expected_at(client, path)}
    assert client.post(path + "/hands/0", data=mended | state | {"way": "replay"}).status_code == 303

    assert scores_at(client, path) == ["27,900", "22,100", "26,300", "23,700"]


def test_a_correction_of_the_points_only_is_one_line(client: FlaskClient) -> None:
    """The hands after it stay as they were; the difference stands in a row of its own."""
    path = started(client)
    assert send(client, path, RON) == 303
    assert send(client, path, {"result": "draw", "drawn": "1"}) == 303
    mended = RON | {"fu-1": "30", "way": "points_only", "expected": expected_at(client, path)}

    assert client.post(path + "/hands/0", data=mended).status_code == 303
    sheet = client.get(path + "/sheet").text

    assert scores_at(client, path)[:2] == ["21,100", "28,900"]
    assert "Correction of East 1" in sheet
    assert "points corrected below" in sheet
    assert "3 han 40 fu" in sheet


@pytest.mark.parametrize(("asked", "language"), [("ja,en;q=0.5", "ja"), ("de", "en"), ("en-GB", "en")])
def test_the_pages_follow_the_readers_language(client: FlaskClient, asked: str, language: str) -> None:
    """Japanese where the browser asks for it, English otherwise."""
    page = client.get("/games/new?ruleset=aalto", headers={"Accept-Language": asked}).text

    assert f'<html lang="{language}">' in page


def test_a_chosen_language_is_kept(app: Flask) -> None:
    """The switch on the first page outlasts the request."""
    client = app.test_client()
    client.get("/?lang=ja")

    assert "どのルールで打ちますか" in client.get("/").text


@pytest.mark.parametrize("write", WRITES)
def test_other_sites_may_not_write(client: FlaskClient, write: str) -> None:
    """A post from another site's page is refused everywhere."""
    path = started(client)

    assert client.post(path + write, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_cookies_outlast_a_restart(desk: DatabaseDesk) -> None:
    """Two applications over one database trust each other's cookies."""
    first, second = create_app(desk.library, desk).test_client(), create_app(desk.library, desk).test_client()
    path = started(first)
    cookie = first.get_cookie("session")
    assert cookie is not None

    second.set_cookie("session", cookie.value)

    assert path in second.get("/").text


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_code_for_other_phones_leads_through_the_proxy(client: FlaskClient, address: str, scheme: str) -> None:
    """A proxy on this machine says how it was asked; a phone without HTTPS would keep nothing for a dead spot."""
    headers = {"X-Forwarded-Proto": scheme, "Host": "hall.example.org"}
    request = Request(f"{address}{started(client)}/share", headers=headers)  # noqa: S310 - http
    with urlopen(request) as page:  # noqa: S310 - http
        text = page.read().decode()

    assert f'value="{scheme}://hall.example.org/t/' in text
