"""What a device remembers, so that nothing is chosen or typed twice: the rules, the names, the table."""

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Locator, Page, expect

from referee.paths import rulesets_dir
from tests.web.requests_at_table import NAMES, send, started
from tests.web.table import PLAYERS, begin, server_alone, start, unhurried

WITHOUT_TABLE = ("/pays", "/tiles", "/rulings", "/games/new", "/settings")
FIRST_VISIT = "Which rules do you play?"


def ruleset_at(client: FlaskClient, path: str) -> str:
    """Return the ruleset that a page begins with."""
    shown = client.get(path).text.partition('<select name="ruleset"')[2].partition("</select>")[0]
    found = re.search(r'value="([^"]*)"[^>]* selected', shown)
    assert found is not None, path
    return found[1]


def ways_in(page: str) -> list[str]:
    """Return where the books on a page lead that asks for the rules."""
    return re.findall(r'<li><a class="act act--small" href="([^"]*)"', page.partition('class="books"')[2])


def fields_at(client: FlaskClient, path: str) -> dict[str, str]:
    """Return the fields that are typed or carried on a page, each with its value."""
    return dict(re.findall(r'name="([^"]+)" value="([^"]*)"', client.get(path).text))


def over(client: FlaskClient, **more: str) -> str:
    """Return the path of a table whose game is over."""
    path = started(client, **more)
    fields = fields_at(client, path + "/end")
    assert client.post(path + "/end", data=fields).status_code == 303
    return path


def test_the_first_visit_asks_for_the_rules_once(client: FlaskClient) -> None:
    """One line says what this is; once the rules are chosen every page begins with them, and nobody asks again."""
    first = client.get("/").text
    way = next(unescape(each) for each in ways_in(first) if "ruleset=warsaw" in each)
    chosen = client.get(way)

    assert "Payments, rulings and score sheet for riichi mahjong" in first.partition("<main")[2]
    assert FIRST_VISIT in first
    assert way.partition("?")[0] == "/games/new"
    assert (chosen.status_code, chosen.text.count('name="name-')) == (200, 4)
    assert FIRST_VISIT not in client.get("/").text
    assert {ruleset_at(client, path) for path in WITHOUT_TABLE} == {"warsaw"}


ANSWERING = (
    *("/pays", "/pays?result=ron&ron=1&from=2", "/tiles", "/tiles?check=yaku", "/points", "/rulings"),
    *(
        "/games/new",
        "/games/new?name-0=Aino&name-3=Dai",
        "/rulings?query=chombo",
        "/rulings/mistaken_win?answer-shown=14",
        "/rulings/call_priority",
    ),
)
"""Pages that answer under some rules, those of an offence and of a procedure among them."""


@pytest.mark.parametrize("path", ANSWERING)
def test_nothing_is_answered_before_the_rules_are_chosen(client: FlaskClient, path: str) -> None:
    """One tap names the rules of all pages; until then none are taken for granted, shown as chosen or remembered."""
    asking = client.get(path)
    ways = ways_in(asking.text)

    assert asking.status_code == 200
    assert FIRST_VISIT in asking.text
    assert "Your choice is used on every page until you choose other rules." in asking.text
    assert "Payments, rulings and score sheet" not in asking.text.partition("<main")[2]
    assert 'name="ruleset"' not in asking.text
    assert len(ways) == len({*rulesets_dir().glob("*.toml")})
    assert FIRST_VISIT in client.get("/").text

    way = next(unescape(each) for each in ways if "ruleset=warsaw" in each)
    assert way.partition("?")[0] == path.partition("?")[0]
    assert {*path.partition("?")[2].split("&")} <= {*way.partition("?")[2].split("&"), ""}
    answered = client.get(way)
    assert answered.status_code == 200
    assert FIRST_VISIT not in answered.text
    assert "Warsaw" in answered.text
    assert "Warsaw" in client.get(path).text
    assert FIRST_VISIT not in client.get("/").text


def test_a_search_remembers_no_rules_that_nobody_chose(client: FlaskClient) -> None:
    """Parts of pages that name no rules are answered, and the rules are still asked for."""
    for path in ("/rulings/found?query=chombo", "/rulings/answer?offence=late", "/tiles/answer?tiles=1m"):
        assert client.get(path).status_code == 200

    assert FIRST_VISIT in client.get("/").text
    assert FIRST_VISIT in client.get("/rulings").text


def test_what_no_book_knows_is_not_there_before_the_rules_are_chosen(client: FlaskClient) -> None:
    """Nobody chooses rules only to hear that there is no such page."""
    assert client.get("/rulings/spilled_tea").status_code == 404


@pytest.mark.parametrize("scripted", [True, False])
def test_the_rules_are_chosen_in_one_tap(browser: Browser, address: str, *, scripted: bool) -> None:
    """From the bar to the rulings, one tap on a book, and a search is answered under it."""
    how: dict[str, Any] = {} if scripted else {"java_script_enabled": False}
    context = server_alone(browser, viewport={"width": 360, "height": 640}, has_touch=True, locale="en-GB", **how)
    page = context.new_page()
    page.goto(address)
    page.locator("nav.sections a", has_text="Rulings").tap()
    page.locator(".books a", has_text="EMA Riichi rules, 2025").tap()
    page.wait_for_url("**/rulings?ruleset=ema-2025")

    expect(page.locator("select[name=ruleset]")).to_have_value("ema-2025")
    page.goto(f"{address}/tiles")
    expect(page.locator(".rules-chosen summary")).to_contain_text("EMA Riichi rules, 2025")
    context.close()


@pytest.mark.parametrize("scripted", [True, False])
def test_rules_that_are_seldom_played_are_one_tap_further(browser: Browser, address: str, *, scripted: bool) -> None:
    """They are folded until somebody looks for them; once used, they stand among the usual ones."""
    context = server_alone(browser, has_touch=True, locale="en-GB", java_script_enabled=scripted)
    page = context.new_page()
    page.goto(address)
    expect(page.get_by_text("Not sure?")).to_be_visible()
    expect(page.get_by_role("link", name="Warsaw")).to_be_hidden()
    page.get_by_text("Other rules", exact=True).tap()
    page.get_by_role("link", name="Warsaw").tap()
    page.wait_for_url("**/games/new?ruleset=warsaw")

    groups = page.locator("select[name=ruleset] optgroup")
    assert groups.evaluate_all("found => found.map(each => each.label)") == ["Played most", "Other rules"]
    assert groups.nth(0).locator("option").evaluate_all("found => found.map(each => each.value)")[:2] == [
        "warsaw",
        "wrc-2025",
    ]
    context.close()


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
def test_the_question_stands_in_nobodys_way(browser: Browser, address: str, language: str) -> None:
    """On the smallest screen the usual books can be tapped without a scroll; then four names and Start are on it."""
    context = server_alone(browser, viewport={"width": 360, "height": 640}, has_touch=True, locale=language)
    page = context.new_page()
    page.goto(address)
    usual = page.locator(".which > .books a")
    expect(usual).to_have_count(6)
    assert foot(usual.last) <= bar_top(page)
    page.locator(".books a").first.tap()
    page.wait_for_url("**/games/new?ruleset=*")

    expect(page.locator("select[name=ruleset]")).to_have_value("wrc-2025")
    assert foot(page.locator("input[name=name-3]")) <= bar_top(page)
    assert foot(page.locator(".plan .act--main")) <= bar_top(page)
    context.close()


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
def test_the_other_language_is_in_sight_at_the_first_visit(browser: Browser, address: str, language: str) -> None:
    """Above the bar of a phone, with what is needed seldom."""
    context = server_alone(browser, viewport={"width": 390, "height": 844}, locale=language)
    page = context.new_page()
    page.goto(address)
    expect(page.locator("nav.languages a")).to_have_text(["English", "日本語"])
    assert foot(page.locator("nav.languages a").last) <= bar_top(page)
    assert foot(page.get_by_role("link", name=re.compile("Privacy|プライバシー"))) <= bar_top(page)
    context.close()


def foot(what: Locator) -> float:
    """Return where something ends on the screen."""
    box = what.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def bar_top(page: Page) -> float:
    """Return where the bar of sections begins."""
    box = page.locator("nav.sections").bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
def test_a_new_game_is_on_one_screen(browser: Browser, address: str, language: str) -> None:
    """At 390x844 nothing of the form lies under its button or under the bar, whatever draw the rules prescribe."""
    context = server_alone(browser, viewport={"width": 390, "height": 844}, locale=language)
    page = context.new_page()
    for ruleset in ("aalto", "warsaw", "ema-2016"):
        page.goto(f"{address}/games/new?ruleset={ruleset}")
        start = page.locator(".plan .act--main").bounding_box()
        assert start is not None
        for each in page.locator(".plan :is(.names, .rules, details)").all():
            assert foot(each) <= start["y"], ruleset
    context.close()


@pytest.mark.parametrize("used", WITHOUT_TABLE[:-1])
def test_rules_chosen_on_any_page_are_those_of_all(client: FlaskClient, used: str) -> None:
    """A ruleset with its option that is chosen on one page is chosen on the others, too."""
    client.get(f"{used}?ruleset=ema-2016&option-play=tournament")

    assert {ruleset_at(client, path) for path in WITHOUT_TABLE} == {"ema-2016"}
    for path in WITHOUT_TABLE:
        options = client.get(path).text.partition('<select name="option-play"')[2].partition("</select>")[0]
        assert re.search(r'value="tournament"[^>]* selected', options), path
    assert FIRST_VISIT not in client.get("/").text


def test_a_game_is_begun_under_the_rules_of_the_last_one(client: FlaskClient) -> None:
    """Who started a game finds its rules everywhere, and can choose others under Settings."""
    started(client, "tenhou")
    assert {ruleset_at(client, path) for path in WITHOUT_TABLE} == {"tenhou"}

    client.post("/settings", data={"ruleset": "wrc-2025"})
    assert {ruleset_at(client, path) for path in WITHOUT_TABLE} == {"wrc-2025"}


def test_who_joins_a_table_uses_its_rules(client: FlaskClient) -> None:
    """A phone that opened somebody else's table begins its own games under the same rules, unasked."""
    table = started(client, "warsaw")
    joined = client.application.test_client()
    joined.get(table)

    assert {ruleset_at(joined, path) for path in WITHOUT_TABLE} == {"warsaw"}
    assert FIRST_VISIT not in joined.get("/").text
    joined.get("/pays?ruleset=jpml")
    joined.get(table)
    assert ruleset_at(joined, "/games/new") == "jpml"


def test_rules_that_are_gone_are_forgotten(client: FlaskClient) -> None:
    """A ruleset that does not exist is not remembered, and the last one stays."""
    client.get("/pays?ruleset=jpml")
    client.get("/pays?ruleset=nobody")

    assert ruleset_at(client, "/pays") == "jpml"


def test_settings_sent_in_part_leave_the_rest(client: FlaskClient) -> None:
    """Choosing the rules alone changes neither the language nor the look."""
    client.post("/settings", data={"language": "ja", "theme": "black", "hand": "left"})
    client.post("/settings", data={"ruleset": "jpml"})

    assert '<html lang="ja" data-theme="black" data-hand="left">' in client.get("/").text


def test_names_are_suggested_until_they_are_forgotten(client: FlaskClient) -> None:
    """Names typed here are suggested here, the latest first, and on no other device; Settings forgets them."""
    started(client)
    started(client, **{"name-0": "文", "name-1": "Aino", "name-2": "Eve & <b>", "name-3": "Dai"})
    known = re.findall(r'<option value="([^"]*)"></option>', client.get("/games/new").text)
    other = client.application.test_client()

    assert known == ["文", "Aino", "Eve &amp; &lt;b&gt;", "Dai", "Ben", "Chie"]
    assert (
        "<option"
        not in other.get("/games/new?ruleset=aalto").text.partition('<datalist id="names">')[2].partition("<")[0]
    )
    assert "Aino" not in other.get("/games/new?ruleset=aalto").text
    assert "Forget these names" in client.get("/settings").text

    gone = client.post("/settings/names")
    assert (gone.status_code, gone.headers["Location"]) == (303, "/settings?saved=1")
    assert "文" not in client.get("/games/new").text
    assert "Forget these names" not in client.get("/settings").text


def test_no_cookie_grows_too_large_for_names(client: FlaskClient) -> None:
    """After many games with long names the browser still keeps the cookie, with the latest ones in it."""
    for game in range(12):
        started(client, **{f"name-{seat}": f"{game:02}{seat}" + "名" * 37 for seat in range(4)})
    cookie = client.get_cookie("names")

    assert cookie is not None
    assert len(f"{cookie.key}={cookie.value}") < 2000
    assert "110名" in client.get("/games/new").text


def test_the_same_players_sit_down_again(client: FlaskClient) -> None:
    """A game that is over offers another one: the same rules, options and people in the seats that they had."""
    table = over(client, ruleset="ema-2016", **{"option-play": "tournament"})
    client.get("/pays?ruleset=aalto")
    again = f'href="{table}/again"'

    assert again in client.get("/").text
    assert again in client.get(table).text
    form = fields_at(client, table + "/again")
    assert {name: form[name] for name in NAMES} == NAMES
    assert ruleset_at(client, table + "/again") == "ema-2016"
    assert again not in client.get(started(client)).text
    assert again not in client.get("/").text


@pytest.mark.parametrize("path", ["/games/new", "again"])
def test_the_lot_seats_everybody_anew(client: FlaskClient, path: str) -> None:
    """Each draw seats the same four people, in another order sooner or later, and says who deals first."""
    path = over(client) + "/again" if path == "again" else path
    drawn = set()
    for _ in range(20):
        there = client.get("/games/new", query_string=NAMES | {"ruleset": "aalto", "lot": "draw"})
        assert there.status_code == 302
        page = client.get(there.headers["Location"]).text
        names = tuple(re.findall(r'name="name-\d" value="([^"]*)"', page))
        assert sorted(names) == sorted(NAMES.values())
        assert f"{names[0]} deals first." in page
        assert client.get(there.headers["Location"]).text.count(names[0]) == page.count(names[0])
        drawn.add(names)

    assert len(drawn) > 5


def test_a_lot_needs_four_names(client: FlaskClient) -> None:
    """With a name missing nothing is drawn, and it is said what is missing."""
    page = client.get("/games/new", query_string=NAMES | {"ruleset": "aalto", "name-3": "", "lot": "draw"})

    assert page.status_code == 422
    assert "three" in page.text.lower()


@pytest.mark.parametrize(
    ("names", "called"),
    [
        ({}, ["Player 1", "Player 2", "Player 3", "Player 4"]),
        ({"name-2": "Chie"}, ["Player 1", "Player 2", "Chie", "Player 4"]),
    ],
)
def test_a_game_begins_without_names(client: FlaskClient, names: dict[str, str], called: list[str]) -> None:
    """Whoever has no name is called by the place in the order; only what was typed is suggested again."""
    empty = {f"name-{place}": "" for place in range(4)}
    gone = client.post("/games", data={"ruleset": "wrc-2025"} | empty | names)
    table = client.get(gone.headers["Location"]).text

    assert gone.status_code == 303
    assert [name for name in called if name not in table] == []
    assert "Player 1" not in re.findall('<option value="([^"]*)"', client.get("/games/new").text)


def test_winds_are_shown_once_they_are_drawn(page: Page, address: str) -> None:
    """Names are typed first, by numbers; the lot shows the winds in one tap."""
    page.goto(f"{address}/games/new?ruleset=aalto")
    expect(page.locator(".draw .pick").first).to_be_hidden()
    expect(page.locator(".name .tile-face")).to_have_text(["1", "2", "3", "4"])
    for seat, name in enumerate(PLAYERS):
        page.locator(f"input[name=name-{seat}]").fill(name)
    page.get_by_role("button", name="Draw seats by lot").tap()

    expect(page.locator(".name .tile-face")).to_have_text(["東", "南", "西", "北"])
    typed = [page.locator(f"input[name=name-{seat}]").input_value() for seat in range(4)]
    assert sorted(typed) == sorted(PLAYERS)
    page.get_by_role("button", name="Start the game").tap()
    page.wait_for_url("**/t/*")
    expect(page.locator(".seat--bottom .player")).to_have_text(typed[0])


def test_the_second_game_needs_two_taps(page: Page, address: str) -> None:
    """The same players, the game, and whoever holds the phone sits where that name sits."""
    table = begin(page, address, "ema-2016", me="Chie")
    page.goto(table + "/end")
    page.get_by_role("button", name="End game now").click()
    page.wait_for_url(table)
    page.goto(table)
    page.get_by_role("link", name="Same players again").tap()
    page.wait_for_url("**/again")
    page.wait_for_timeout(800)
    page.get_by_role("button", name="Start the game").tap()

    expect(page.locator(".seat--bottom .player")).to_have_text("Chie")
    expect(page.locator(".choose")).to_have_count(0)


def test_a_payment_is_asked_about_as_the_table_stands(client: FlaskClient) -> None:
    """The bar leads to the payments of the table: its rules, its people, its hand, honba, sticks and riichi."""
    table = started(client, "ema-2016")
    assert send(client, table, {"result": "draw", "tenpai": "0", "riichi": "0", "drawn": "1"}) == 303
    client.post(table + "/marks", data=fields_at(client, table) | {"mark": "riichi-1-on"})
    client.get("/pays?ruleset=tenhou")
    assert f'href="{table}/pays"' in client.get(table).text
    page = client.get(table + "/pays").text

    assert "EMA Riichi rules, 2016" in page
    assert '<select name="ruleset"' not in page
    fields = fields_at(client, table + "/pays")
    assert (fields["honba"], fields["sticks"]) == ("1", "1")
    assert re.search(r'name="riichi" value="1"[^>]* checked', page)
    assert 'value="E0" selected' in page
    assert all(name in page for name in NAMES.values())


def test_a_payment_at_the_table_pays_what_the_table_would(client: FlaskClient) -> None:
    """With one honba and a stick everybody's change is the one of the form that records the hand."""
    table = started(client, "wrc-2025")
    assert send(client, table, {"result": "draw", "tenpai": "0", "riichi": "0", "drawn": "1"}) == 303
    asked = {"result": "ron", "ron": "1", "from": "0", "han-1": "3", "fu-1": "40"}
    shown = [client.get(table + path, query_string=asked).text for path in ("/pays/payment", "/record/payment")]
    first, second = (re.findall(r'<strong class="change[^"]*">([^<]*)<', each) for each in shown)

    assert len(first) == 4
    assert first == second


def test_the_latest_table_stays_a_tap_away(page: Page, address: str) -> None:
    """From the table to a payment and back in two taps, which is no more than before."""
    table = begin(page, address, "ema-2016")
    page.locator("nav.sections a", has_text="Payment").tap()
    page.wait_for_url(table + "/pays*")
    page.wait_for_timeout(800)
    page.locator("header a.back").tap()
    page.wait_for_url(table)


def test_a_new_game_takes_three_taps_beside_its_names(page: Page, address: str) -> None:
    """The rules, start, and the seat: under any rules the first one is begun with three taps."""
    page.goto(address)
    page.get_by_role("link", name="Tenhou").tap()
    page.wait_for_url("**/games/new?ruleset=tenhou")
    unhurried(page)
    start(page)
    expect(page.locator(".seat--bottom .player")).to_have_text("Aino")
