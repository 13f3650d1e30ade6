"""Who may do what at an event: every address x link x place x time, and tokens that are told nowhere (`events/1`)."""

import json
import logging
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from html import escape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.desk import reader_address, rule
from referee.desk_event.links import make_cards, make_link, revoke
from referee.desk_event.results import agree
from referee.desk_event.rounds import sit_down, table_address
from referee.library import library_of
from referee.paths import rulesets_dir
from referee.rulebook import shelf_in
from referee.store.sqlite import SqliteStore, exported
from referee.tournament.events import Form, Role, Status
from referee.web import create_app
from tests.desks import opened, ron, ruling_plan, shipped
from tests.openapi.questions import KINDS, good_questions
from tests.tournaments import Hall, done, opened_hall

SEE, WRITE, RULE, STAFF, LEAD, SEATS, RESULT, ACCEPT, BACK, NEXT, SIT, NOBODY, ALL = (
    "see",
    "write",
    "rule",
    "staff",
    "lead",
    "seats",
    "result",
    "accept",
    "back",
    "next",
    "sit",
    "nobody",
    "all",
)
"""What an address asks of whoever opens it."""
TABLE_POSTS = {
    "table.mark": WRITE,
    "table.sit": SEE,
    "table.rename": NOBODY,
    "record.confirm": WRITE,
    "record.take_mine": WRITE,
    "correct.save": WRITE,
    "sheet.undo": WRITE,
    "sheet.signal": WRITE,
    "sheet.force_end": WRITE,
    "sheet.finish": RESULT,
    "sheet.reopen": STAFF,
    "sheet.enter_lost": WRITE,
    "apply.issue": RULE,
    "apply.withdraw": LEAD,
    "adjust.save": WRITE,
    "adjust.note": WRITE,
    "games.archive": SEE,
}
EVENT_PAGES = {
    "home": ALL,
    "reveal": LEAD,
    "end": LEAD,
    "people": LEAD,
    "people_here": LEAD,
    "people_fill": LEAD,
    "people_off": LEAD,
    "people_one": LEAD,
    "people_one_export": LEAD,
    "people_one_status": LEAD,
    "people_one_change": LEAD,
    "people_one_man": LEAD,
    "people_one_off": LEAD,
    "people_one_erase": LEAD,
    "people_paste": LEAD,
    "people_look": LEAD,
    "people_enter": LEAD,
    "draw": LEAD,
    "draw_make": LEAD,
    "draw_progress": LEAD,
    "draw_stop": LEAD,
    "draw_publish": LEAD,
    "draw_swap": LEAD,
    "draw_paste": LEAD,
    "draw_take": LEAD,
    "print": STAFF,
    "print_seating": STAFF,
    "print_sheets": STAFF,
    "print_cards": LEAD,
    "settings": LEAD,
    "settings_save": LEAD,
    "reopen": LEAD,
    "standings": ALL,
    "person": ALL,
    "results": STAFF,
    "result": RESULT,
    "result_enter": RESULT,
    "result_accept": ACCEPT,
    "result_back": BACK,
    "result_sheet": BACK,
    "result_correct": BACK,
    "finals": LEAD,
    "finals_paste": LEAD,
    "penalties": STAFF,
    "penalties_csv": STAFF,
    "penalty_give": LEAD,
    "penalty_withdraw": LEAD,
    "draw_json": ALL,
    "draw_csv": ALL,
    "standings_json": ALL,
    "standings_csv": ALL,
    "results_json": ALL,
    "results_csv": ALL,
    "rulings_json": STAFF,
    "rulings_csv": STAFF,
    "ema": STAFF,
    "ema_csv": STAFF,
    "links": LEAD,
    "make_link": LEAD,
    "revoke": LEAD,
    "round": STAFF,
    "round_state": STAFF,
    "round_table": STAFF,
    "start": LEAD,
    "pause": LEAD,
    "resume": LEAD,
    "close": LEAD,
    "add_time": STAFF,
    "add_hand": LEAD,
    "signal": STAFF,
    "house_phone": STAFF,
    "table": NEXT,
    "table_state": NEXT,
    "sit_down": SIT,
    "winds": SEATS,
    "say_winds": SEATS,
    "waiting": LEAD,
    "seat_waiting": LEAD,
    "hall": ALL,
    "hall_state": ALL,
}
"""What every address of an event asks of whoever opens it."""
OVER_ITSELF = ("end", "close", "reopen", "result_back", "people_one_off", "make_link", "print_cards")
"""Orders that would change what the others find, if whoever may give them did."""
FACT = re.compile(r"\{\w+\}")
REFUSED = (403, 422)


@dataclass
class Day:
    """An event of two tables and two rounds, another event, and the links to them."""

    app: Flask
    hall: Hall
    other: Hall
    tokens: dict[str, str] = field(default_factory=dict)

    def link(self, name: str) -> str:
        """Return the token of a link, which is made when it is needed first."""
        if name not in self.tokens:
            self.tokens[name] = self.made(name)
        return self.tokens[name]

    def made(self, name: str) -> str:
        """Make a link."""
        if name == "organiser":
            return self.hall.token
        if name == "referee":
            token = make_link(self.hall.event_desk, self.hall.order(), Role.REFEREE, "head referee")
        elif name == "other event":
            token = self.other.token
        else:
            cards = make_cards(self.hall.event_desk, self.hall.order(), (2 if name == "other table" else 1,))
            assert isinstance(cards, tuple)
            token = cards[0]
        assert isinstance(token, str)
        return token

    def browser(self, name: str) -> FlaskClient:
        """Return a browser that came in by a link; the public has none."""
        client = self.app.test_client()
        if name != "public":
            assert client.get(f"/in/{self.link(name)}").status_code == 303
        if name == "revoked":
            links = [each.issued.link for each in self.hall.state.links]
            done(revoke(self.hall.event_desk, self.hall.order(), (links[-1],)))
        return client

    def table(self, round_no: int = 1) -> str:
        """Return the address of table 1."""
        return f"/t/{table_address(self.hall.id, round_no, 1)}"


@pytest.fixture(scope="module")
def application(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, dict[Form, Callable[[], Day]]]]:
    """Return an application over a database of its own, and what makes a new event of each form there."""
    desk = opened(tmp_path_factory.mktemp("access"))
    shelf = shelf_in((rulesets_dir(),))
    app = create_app(library_of(shelf), desk, shelf=shelf)

    def day() -> Day:
        """Return an event whose draw is published."""
        hall, other = opened_hall(desk, "ema-2016", rounds=2), opened_hall(desk, "ema-2016", rounds=2)
        for each in (hall, other):
            each.seat(8, rounds=2)
        return Day(app=app, hall=hall, other=other)

    def night() -> Day:
        """Return a club night at whose first table four play."""
        hall, other = opened_hall(desk, form=Form.NIGHT), opened_hall(desk, form=Form.NIGHT)
        hall.enter(8, status=Status.PRESENT)
        done(sit_down(hall.event_desk, hall.order(), 1, (1, 2, 3, 4)))
        return Day(app=app, hall=hall, other=other)

    yield app, {Form.TOURNAMENT: day, Form.NIGHT: night}
    desk.close()


@pytest.fixture
def day(application: tuple[Flask, dict[Form, Callable[[], Day]]]) -> Day:
    """Return a new event whose draw is published."""
    return application[1][Form.TOURNAMENT]()


@pytest.fixture
def night(application: tuple[Flask, dict[Form, Callable[[], Day]]]) -> Day:
    """Return a new club night at whose first table four play."""
    return application[1][Form.NIGHT]()


def filled(path: str, day: Day, round_no: int) -> str:
    """Return the path of a route with the values of this event in it."""
    values = {"event": day.hall.id, "token": table_address(day.hall.id, round_no, 1), "table_no": "1", "round_no": "1"}
    values |= {"number": "0", "penalty": "1", "ruling": "1", "offence": "late", "digest": "0" * 64}
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found.group(1)], path)


def routes(app: Flask, beginning: str) -> list[tuple[str, str, str]]:
    """Return endpoint, method and path of the routes that begin so."""
    return [
        (rule.endpoint, method, rule.rule)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith(beginning)
        for method in sorted((rule.methods or set()) & {"GET", "POST"})
    ]


WHO = ("organiser", "referee", "table", "other table", "other event", "revoked", "earlier round", "public")
WHEN = ("before", "during", "after")


def may(who: str, when: str, need: str) -> bool:
    """Return what the table of `events/1` says of a page or a form of table 1 in the round that is asked about."""
    if need == ALL:
        return True
    if need == NOBODY:
        return False
    if who == "organiser":
        return True
    if who == "referee":
        return need not in (LEAD, SIT)
    return who == "table" and when == "during" and need in (SEE, WRITE, RESULT, SEATS, SIT)


def played(day: Day, round_no: int) -> None:
    """Play and close a round, with all results in."""
    day.hall.start(round_no)
    over(day, round_no)


def over(day: Day, round_no: int) -> None:
    """Bring a round that is played to its end."""
    for table in (1, 2):
        day.hall.play(round_no, table)
        done(agree(day.hall.event_desk, day.hall.order(), round_no, table))
    day.hall.close(round_no)


def at_that_time(day: Day, who: str, when: str) -> tuple[int, FlaskClient]:
    """Return the round that is asked about, before or while it is played or after, and the browser of somebody."""
    asked = 2 if who == "earlier round" else 1
    browser = day.browser(who)
    if who == "earlier round":
        played(day, 1)
    if when != "before":
        day.hall.start(asked)
    if when == "after":
        over(day, asked)
    return asked, browser


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("when", WHEN)
def test_every_address_of_a_table_is_for_those_whose_link_allows_it(day: Day, who: str, when: str) -> None:
    """events/1: all pages, fragments, logs and forms of a table, and what the phone fetches."""
    asked, browser = at_that_time(day, who, when)
    for endpoint, method, path in routes(day.app, "/t/<token>"):
        need = SEE if method == "GET" else TABLE_POSTS[endpoint]
        address = filled(path, day, asked)
        answer = browser.open(address, method=method, data={"command_id": secrets.token_hex(16)})
        found = (endpoint, method, who, when, answer.status_code)
        if when == "before":
            assert answer.status_code >= 400 or endpoint == "table.show", found
        elif (endpoint, who) == ("apply.withdraw", "referee") or (endpoint, when) == ("sheet.reopen", "after"):
            assert answer.status_code == 403, found
        else:
            assert (answer.status_code != 403) == may(who, when, need), found
        assert answer.status_code < 500, found


@pytest.mark.parametrize("who", [each for each in WHO if each != "earlier round"])
def test_a_table_of_a_night_rules_at_itself_and_nowhere_else(night: Day, who: str) -> None:
    """events/1: "night: its own" for ruling and withdrawing; everything else as at a tournament."""
    browser = night.browser(who)
    for endpoint, method, path in routes(night.app, "/t/<token>"):
        need = SEE if method == "GET" else TABLE_POSTS[endpoint]
        is_own = who == "table" and endpoint in ("apply.issue", "apply.withdraw")
        answer = browser.open(filled(path, night, 1), method=method, data={"command_id": secrets.token_hex(16)})
        found = (endpoint, method, who, answer.status_code)
        assert answer.status_code < 500, found
        if (endpoint, who) != ("apply.withdraw", "referee"):
            assert (answer.status_code != 403) == (is_own or may(who, "during", need)), found


@cache
def says_no() -> re.Pattern[str]:
    """Return what the sentences have in common that refuse somebody for the link that he has."""
    words = shipped().sentences["en"]
    keys = [key for key in words if key.startswith("event.only.")]
    keys += [f"event.refused.{code}" for code in ("not_your_table", "not_this_round", "scan_again")]
    return re.compile("|".join(re.escape(escape(max(FACT.split(words[key]), key=len))) for key in keys))


def needs(endpoint: str, when: str) -> str:
    """Return what an address of table 1 asks for at a time: a closed round is the organiser's."""
    need = EVENT_PAGES[endpoint.removeprefix("events.")]
    if need == ACCEPT:
        return STAFF
    return (LEAD if when == "after" else STAFF) if need == BACK else need


def test_every_address_of_an_event_stands_in_the_matrix(day: Day) -> None:
    """A new page cannot be forgotten."""
    found = {endpoint.removeprefix("events.") for endpoint, _, _ in routes(day.app, "/e/<event>")}

    assert found == set(EVENT_PAGES)
    assert {endpoint for endpoint, method, _ in routes(day.app, "/t/<token>") if method == "POST"} == set(TABLE_POSTS)


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("when", WHEN)
def test_every_address_of_an_event_is_for_those_whose_link_allows_it(day: Day, who: str, when: str) -> None:
    """events/1: pages, files and orders; what is refused says which link is needed, and writes nothing."""
    asked, browser = at_that_time(day, who, when)
    wrong: list[object] = []
    late = escape(shipped().sentences["en"]["event.results.organiser_only"])
    for endpoint, method, path in routes(day.app, "/e/<event>"):
        need = needs(endpoint, when)
        allowed = may(who, when, need) or (need == NEXT and who in ("table", "earlier round"))
        if allowed and endpoint.removeprefix("events.") in OVER_ITSELF:
            continue
        before = day.hall.state.seq
        data = {"command_id": secrets.token_hex(16), "round": "9", "link": "none", "minutes": "5"}
        answer = browser.open(filled(path, day, asked), method=method, data=data)
        no = answer.status_code == 403 or bool(says_no().search(seen(answer))) or (not allowed and late in seen(answer))
        found = (endpoint, method, who, when, answer.status_code)
        assert answer.status_code < 500, found
        is_early = when == "before" and need in (RESULT, SEATS, SIT) and who == "table"
        if not is_early and (no == allowed or not (allowed or answer.status_code in REFUSED)):
            wrong.append(found)
        assert allowed or day.hall.state.seq == before, found
    assert wrong == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("who", WHO)
def test_questions_are_for_everybody_but_a_draw(day: Day, who: str, kind: str) -> None:
    """events/11: `draw` over HTTP only with an organiser's link, in a cookie or as a token; nobody needs one else."""
    question = json.dumps(next(iter(good_questions(kind))).fields)
    by_cookie = day.browser(who)
    bearer = {} if who == "public" else {"Authorization": f"Bearer {day.link(who)}"}

    for browser, headers in ((by_cookie, {}), (day.app.test_client(), bearer)):
        answer = browser.post(f"/api/v1/{kind}", data=question, headers=headers, content_type="application/json")
        is_free = kind != "draw" or who in ("organiser", "other event")
        assert (answer.status_code != 403) == is_free, (who, kind)


@pytest.mark.parametrize("who", WHO)
def test_a_token_reads_what_its_cookie_reads_and_writes_nothing(day: Day, who: str) -> None:
    """events/11: `Authorization: Bearer` for what is read alone."""
    by_cookie = day.browser(who)
    by_token = day.app.test_client()
    bearer = {} if who == "public" else {"Authorization": f"Bearer {day.link(who)}"}
    day.hall.start(1)
    before = day.hall.state.seq

    for endpoint, method, path in routes(day.app, "/e/<event>"):
        address = filled(path, day, 1)
        if method == "GET" and endpoint.endswith(("_json", "_csv")):
            found = [by_cookie.get(address), by_token.get(address, headers=bearer)]
            assert found[0].status_code == found[1].status_code, (endpoint, who)
            assert found[0].data == found[1].data or found[0].status_code != 200, (endpoint, who)
        elif method == "POST":
            answer = by_token.post(address, data={"command_id": secrets.token_hex(16)}, headers=bearer)
            assert answer.status_code in (*REFUSED, 404), (endpoint, who)
    assert day.hall.state.seq == before


@pytest.mark.parametrize("who", WHO)
def test_a_sheet_is_read_by_links_at_once_and_by_all_once_published(day: Day, who: str) -> None:
    """events/1: staff and the own table during the round; the public when the round is published."""
    day.hall.start(1)
    browser = day.browser(who)
    address = f"/s/{reader_address(day.hall.event_desk.desk, day.hall.game(1, 1).game)}"
    during = browser.get(address).status_code
    over(day, 1)

    assert (during == 200) == (who in ("organiser", "referee", "table", "earlier round"))
    assert browser.get(address).status_code == 200


def test_a_link_leaves_the_address_and_is_told_to_nobody(day: Day, caplog: pytest.LogCaptureFixture) -> None:
    """events/1: 303 to an address without it, no referrer, not kept; in no log and in no page but its own."""
    caplog.set_level(logging.DEBUG)
    token = day.link("table")
    client = day.app.test_client()

    answer = client.get(f"/in/{token}")

    assert answer.status_code == 303
    assert token not in answer.headers["Location"]
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store"
    assert client.get("/in/nothing").headers["Referrer-Policy"] == "no-referrer"
    assert client.get(answer.headers["Location"]).headers["Referrer-Policy"] == "same-origin"
    assert token not in caplog.text
    tokens = (token, day.link("referee"), day.hall.token)
    store = day.hall.event_desk.desk.store
    assert isinstance(store, SqliteStore)
    export = "".join(exported(store))
    day.hall.start(1)
    for who in ("organiser", "referee", "table", "public"):
        browser = day.browser(who)
        for beginning in ("/e/<event>", "/t/<token>"):
            for endpoint, method, path in routes(day.app, beginning):
                if method == "GET":
                    answer = browser.get(filled(path, day, 1), headers={"Referer": f"/in/{token}"})
                    found = f"{seen(answer)} {answer.headers}"
                    assert not [each for each in tokens if each in found], (endpoint, who)
    assert not [each for each in tokens if each in caplog.text + export]


def test_each_role_is_led_to_its_own_page(day: Day) -> None:
    """events/9: a table to its running game or the next seating, a referee to the round, an organiser to the event."""
    event = f"/e/{day.hall.id}"

    def led(name: str) -> str:
        """Return where a link leads."""
        return day.app.test_client().get(f"/in/{day.link(name)}").headers["Location"]

    assert (led("organiser"), led("referee"), led("table")) == (event, f"{event}/round", f"{event}/tables/1")
    day.hall.start(1)
    assert led("table") == day.table()


def seen(answer: TestResponse) -> str:
    """Return the text of an answer."""
    return answer.get_data(as_text=True)


def test_a_scan_holds_for_its_round_and_is_asked_for_again(day: Day) -> None:
    """events/1: after round_closed the table page asks to scan again; what is scanned then holds for the next round."""
    browser = day.browser("table")
    day.hall.start(1)
    assert browser.get(day.table()).status_code == 200
    over(day, 1)
    again = browser.get(day.table())
    day.hall.start(2)

    assert again.status_code == 403
    assert "Scan the card" in seen(again)
    assert browser.get(day.table(2)).status_code == 403
    browser.get(f"/in/{day.link('table')}")
    assert browser.get(day.table(2)).status_code == 200


def ways_in(page: str) -> list[str]:
    """Return where the buttons of a page lead."""
    return re.findall(r'<a class="act[^"]*" href="([^"]+)"', page)


@pytest.mark.parametrize(("lang", "title"), [("en", "Round 1 is over"), ("ja", "1回戦は終了しました")])
def test_a_phone_whose_round_is_over_reads_its_sheet_and_what_comes_next(day: Day, lang: str, title: str) -> None:
    """events/1: it asks to scan again, says which round is over and not that something is forbidden; no clock runs."""
    browser = day.browser("table")
    played(day, 1)
    refused = browser.get(f"{day.table()}?lang={lang}")
    page = seen(refused)

    assert refused.status_code == 403
    assert f">{title}</h1>" in page
    assert 'data-signal=""' in page
    assert {name for _, name, _ in result_read(page)} == {f"Given{each}" for each in day.hall.state.rounds[0].seats[1]}
    assert not [words for words in ("Not allowed", "許可されていません") if words in page]
    sheet, public = ways_in(page)
    assert "Given1" in seen(browser.get(sheet))
    assert public == f"/e/{day.hall.id}"
    assert 'id="live"' in seen(browser.get(public))
    assert escape(say_scan(lang)) in page
    assert escape(say_scan(lang)) in seen(browser.get(f"/e/{day.hall.id}/tables/1?lang={lang}"))
    data = browser.get(day.table(), headers={"Accept": "application/json"})
    assert (data.status_code, data.get_json()["error"]["code"]) == (403, "forbidden")


def say_scan(lang: str) -> str:
    """Return what is done next."""
    return {"en": "Scan the card of your next table", "ja": "次に着く卓のカードを読み取ってください"}[lang]


def test_after_the_last_round_no_card_is_asked_for(day: Day) -> None:
    """Nothing comes next but the standings."""
    played(day, 1)
    day.hall.start(2)
    browser = day.browser("table")
    over(day, 2)
    page = seen(browser.get(day.table(2)))

    assert "Round 2 is over" in page
    assert "That was the last game" in page
    assert "Scan the card" not in page


def test_a_phone_at_another_table_is_led_to_its_own(day: Day) -> None:
    """events/1: before and while the round is played, by the address of a game and of a table."""
    browser = day.browser("other table")
    before = browser.get(f"/e/{day.hall.id}/tables/1")
    day.hall.start(1)
    for answer in (before, browser.get(day.table())):
        assert answer.status_code == 403
        assert ">This phone is at table 2</h1>" in seen(answer)
        assert ways_in(seen(answer))[0] == f"/e/{day.hall.id}/tables/2"


def test_the_game_of_a_night_that_is_over_asks_for_a_card_in_the_words_of_a_night(night: Day) -> None:
    """A night has games, not rounds."""
    browser = night.browser("table")
    night.hall.play(1, 1)
    done(agree(night.hall.event_desk, night.hall.order(), 1, 1))
    page = seen(browser.get(night.table()))

    assert ">Game 1 is over</h1>" in page
    assert "Scan the card of your next table" in page
    assert result_read(page) == BY_PLACES
    assert "4 agreed" in page
    assert "Given1" in seen(browser.get(ways_in(page)[0]))


BY_PLACES = [
    ("1", "Given2", "+17.0"),
    ("2", "Given3", "0.0"),
    ("2", "Given4", "0.0"),
    ("4", "Given1", "\N{MINUS SIGN}17.0"),
]
"""Places, names and finals of a game that South won off East for 2,000 points."""


def result_read(page: str) -> list[tuple[str, ...]]:
    """Return place, given name and final of each line of a result, as they stand in a page."""
    found = re.findall(
        r'class="who">(\w+).*?class="num">[^<]*</td><td role="cell" class="num">(\d)</td><td[^>]*><b>([^<]+)</b>', page
    )
    return [(place, name, final) for name, place, final in found]


def test_a_house_phone_keeps_its_table_all_day(day: Day) -> None:
    """events/1: staff mark a phone in the row of its table; it need not scan again."""
    phone, referee = day.browser("table"), day.browser("referee")
    day.hall.start(1)
    phone.get(day.table())
    row = seen(referee.get(f"/e/{day.hall.id}/round/1"))
    device = re.findall(r'name="phone" value="([^"]+)"', row)[0]
    referee.post(f"/e/{day.hall.id}/round/1/phone", data={"phone": device})
    assert phone.get(day.table() + "/state").status_code == 200
    over(day, 1)
    day.hall.start(2)

    assert phone.get(day.table(2)).status_code == 200
    assert phone.get(f"/e/{day.hall.id}").headers["Location"] == day.table(2)


def test_of_several_links_the_strongest_counts(day: Day) -> None:
    """events/1: a browser acts under the strongest; of two tables, at each under its own."""
    browser = day.browser("table")
    browser.get(f"/in/{day.link('other table')}")
    day.hall.start(1)
    both = [browser.get(f"/t/{table_address(day.hall.id, 1, at)}").status_code for at in (1, 2)]
    before = browser.get(f"/e/{day.hall.id}/links").status_code
    browser.get(f"/in/{day.link('organiser')}")

    assert (both, before) == ([200, 200], 403)
    assert browser.get(f"/e/{day.hall.id}/links").status_code == 200


def test_a_revoked_link_ends_at_once_and_another_card_stays_valid(day: Day) -> None:
    """events/1: the next poll, within 3 s, leads to where it is said; a second card leaves the first valid."""
    first = day.browser("table")
    day.tokens.pop("table")
    second = day.browser("table")
    day.hall.start(1)
    assert [each.get(day.table()).status_code for each in (first, second)] == [200, 200]
    cards = [each.issued.link for each in day.hall.state.links if each.issued.table_no == 1]
    done(revoke(day.hall.event_desk, day.hall.order(), (cards[0],)))
    poll = first.get(day.table() + "/state", headers={"HX-Request": "true"})

    assert (poll.status_code, poll.headers["HX-Redirect"]) == (403, day.table())
    assert "This link or card no longer works" in seen(first.get(day.table()))
    assert second.get(day.table()).status_code == 200


def test_an_organiser_makes_links_and_takes_them_back(day: Day) -> None:
    """events/9: a referee's link with its QR is shown once; one or all cards are revoked; the last own stays."""
    browser = day.browser("organiser")
    table = day.browser("table")
    links = f"/e/{day.hall.id}/links"
    made = browser.post(links, data={"command_id": secrets.token_hex(16), "role": "referee", "label": "Ref 2"})
    token = re.findall(r"/in/([a-z2-7]{26})", seen(made))[0]
    referee = day.app.test_client()

    assert made.headers["Cache-Control"] == "no-store"
    assert referee.get(f"/in/{token}").status_code == 303
    assert referee.get(f"/e/{day.hall.id}/round").status_code == 200
    assert "Ref 2" in seen(browser.get(links))
    assert token not in seen(browser.get(links))
    browser.post(links + "/revoke", data={"command_id": secrets.token_hex(16), "link": "tables"})
    day.hall.start(1)
    assert table.get(day.table()).status_code == 403
    own = next(each.issued.link for each in day.hall.state.links if each.issued.role == Role.ORGANISER)
    last = browser.post(links + "/revoke", data={"command_id": secrets.token_hex(16), "link": own})
    assert last.status_code == 422


def test_what_is_written_records_role_and_link(day: Day) -> None:
    """events/1: every entry stores device, role and link."""
    browser = day.browser("referee")
    day.hall.start(1)
    noted = browser.post(day.table() + "/notes", data={"command_id": secrets.token_hex(16), "note": "late start"})
    assert noted.status_code == 303, seen(noted)
    game = day.hall.game(1, 1)
    writer = day.hall.event_desk.desk.store.events_of(game.game)[-1].writer
    links = [each.issued.link for each in day.hall.state.links if each.issued.role == Role.REFEREE]

    assert (writer.role, writer.link) == ("referee", links[0])


def test_a_table_rules_through_no_side_door(day: Day) -> None:
    """events/1: a ruling that an older backup lost is entered again by staff, not by a table."""
    browser = day.browser("table")
    day.hall.start(1)
    for kind in ("ruling_issued", "ruling_withdrawn", "reopened", "finished", "renamed"):
        answer = browser.post(
            day.table() + "/lost", data={"command_id": secrets.token_hex(16), "kind": kind, "body": "{}"}
        )
        assert answer.status_code == 403, kind


def test_no_token_lies_in_the_database(day: Day) -> None:
    """events/1: stored hashed."""
    tokens = [day.link("table"), day.link("referee"), day.hall.token]
    path = day.hall.event_desk.desk.path  # type: ignore[attr-defined]
    found = b"".join(each.read_bytes() for each in path.parent.glob(path.name + "*"))
    assert not any(token.encode() in found for token in tokens)


CHOMBO = {"offence": "mistaken_win", "answer-call": "ron", "answer-cause": "no_yaku", "answer-shown": "14"}
EMPTY_CALL = {"offence": "empty_call", "answer-call": "pon"}
ONLY_REFEREES = "Only a referee can withdraw this ruling."


def ruled_by_staff(day: Day, offence: dict[str, str]) -> FlaskClient:
    """Let the organiser rule at table 1, and return his browser."""
    organiser = day.browser("organiser")
    page = seen(organiser.get(day.table() + "/rulings/apply", query_string=offence | {"seat": "1"}))
    shown = dict(re.findall(r'name="(previewed|expected)" value="([^"]*)"', page))
    shown |= dict(re.findall(r'name="(issued|penalty)" value="([^"]*)" checked', page))
    data = offence | {"seat": "1", "command_id": secrets.token_hex(16)} | shown
    answer = organiser.post(day.table() + "/rulings/apply", data=data)
    assert answer.status_code == 303, seen(answer)
    return organiser


def taken_back(browser: FlaskClient, day: Day) -> TestResponse:
    """Undo the last entry of table 1, as it stands now."""
    view = day.hall.game(1, 1).view
    data = {"command_id": secrets.token_hex(16), "expected": str(view.expected), "reason": "mistyped"}
    return browser.post(day.table() + "/undo", data=data)


def undo_offered(browser: FlaskClient, page: str) -> bool:
    """Return whether a page offers to take the last entry back."""
    found = re.search(r'<details class="undo[^"]*"( hidden)?', seen(browser.get(page)))
    assert found is not None
    return found[1] is None


@pytest.mark.parametrize("offence", [CHOMBO, EMPTY_CALL], ids=["chombo", "penalty"])
def test_a_table_does_not_undo_what_staff_have_ruled(day: Day, offence: dict[str, str]) -> None:
    """events/1: withdrawing a ruling is not for a table, by whichever button; the entry is still told there."""
    table = day.browser("table")
    day.hall.start(1)
    organiser = ruled_by_staff(day, offence)
    before = day.hall.game(1, 1).view

    refused = taken_back(table, day)
    table_page = seen(table.get(day.table()))

    assert refused.status_code == 422
    assert ONLY_REFEREES in seen(refused)
    assert day.hall.game(1, 1).view == before
    assert re.search(r'class="bar latest">\s*<details class="hands"', table_page)
    assert not undo_offered(table, day.table())
    assert not undo_offered(table, day.table() + "/sheet")
    assert "/withdraw" not in seen(table.get(day.table() + "/sheet"))
    assert ONLY_REFEREES in seen(table.get(day.table() + "/sheet"))
    assert undo_offered(organiser, day.table())
    assert taken_back(organiser, day).status_code == 303
    assert day.hall.game(1, 1).view.undo is None


def test_a_table_undoes_its_own_entries_after_a_ruling(day: Day) -> None:
    """events/1: it records and corrects; only the ruling itself stays."""
    table = day.browser("table")
    day.hall.start(1)
    ruled_by_staff(day, EMPTY_CALL)
    day.hall.game(1, 1).record(ron(1, 0, 2, 30))

    assert undo_offered(table, day.table())
    assert taken_back(table, day).status_code == 303
    assert not undo_offered(table, day.table())


def test_a_table_does_not_bring_a_ruling_back_that_staff_withdrew(day: Day) -> None:
    """events/1: nor does it rule, by undoing a withdrawal."""
    table = day.browser("table")
    day.hall.start(1)
    organiser = ruled_by_staff(day, EMPTY_CALL)
    expected = str(day.hall.game(1, 1).view.expected)
    ruling = day.hall.game(1, 1).view.seq
    data = {"command_id": secrets.token_hex(16), "expected": expected, "text": "It was Dan."}
    assert organiser.post(f"{day.table()}/rulings/{ruling}/withdraw", data=data).status_code == 303

    refused = taken_back(table, day)

    assert refused.status_code == 422
    assert "Only a referee can change that." in seen(refused)
    assert not undo_offered(table, day.table())


@pytest.mark.parametrize("offence", [CHOMBO, EMPTY_CALL], ids=["chombo", "penalty"])
def test_an_undo_of_a_ruling_that_a_backup_lost_is_refused_too(day: Day, offence: dict[str, str]) -> None:
    """events/1: a table enters again what it may do, and no more."""
    table = day.browser("table")
    day.hall.start(1)
    ruled_by_staff(day, offence)
    offer = day.hall.game(1, 1).view.undo
    assert offer is not None
    body = json.dumps({"target": offer.seq, "reason": "mistyped"})

    data = {"command_id": secrets.token_hex(16), "kind": "undone", "body": body}
    refused = table.post(day.table() + "/lost", data=data)

    assert (refused.status_code, ONLY_REFEREES in seen(refused)) == (422, True)


def test_a_table_of_a_night_undoes_its_own_ruling_and_not_that_of_staff(night: Day) -> None:
    """events/1: "night: its own"."""
    table = night.browser("table")
    game = night.hall.game(1, 1)
    game.must(rule, (ruling_plan(1, "empty_call", {"call": "pon"}),))

    assert undo_offered(table, night.table())
    assert taken_back(table, night).status_code == 303
    ruled_by_staff(night, EMPTY_CALL)
    assert taken_back(table, night).status_code == 422
