"""What the phone of a table is told of its result and of what comes next (events/1, 2.4, 5)."""

import re
from dataclasses import dataclass
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.desk import force_end
from referee.desk_event.creating import change_settings
from referee.desk_event.draws import draw, publish, take_over
from referee.desk_event.links import make_cards
from referee.desk_event.results import agree, correct, enter_paper, take_back
from referee.desk_event.rounds import pause, resume, sit_down, table_address
from referee.tournament.events import DrawMethod, Form, Role, Status
from referee.tournament.seating import DrawWish
from referee.tournament.sheets import PaperSheet
from referee.web.context import desk_in_use
from tests.desks import ron
from tests.event_pages import browser
from tests.tournaments import Hall, done, opened_hall

SEATS = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)))
SCORES = (40_000, 30_000, 30_000, 20_000)
WAIT = "Wait for the end of the round, then scan the card of your next table."
BADGE = "sheet differs</em>"
NOT_HERE = "This sheet no longer counts."
WRONG = "If the result is wrong, tell a referee."


@dataclass
class Phone:
    """A phone that has scanned the card of table 1."""

    hall: Hall
    client: FlaskClient

    def at(self, page: str = "", round_no: int = 1) -> str:
        """Return the address of a page of its table."""
        return f"/t/{table_address(self.hall.id, round_no, 1)}{page}"

    @property
    def page(self) -> str:
        """The page of its table."""
        return self.client.get(self.at()).text

    @property
    def told(self) -> list[str]:
        """What stands above the sheet."""
        _, _, notice = self.page.partition('<div class="notice" role="status">')
        return [unescape(each) for each in re.findall("<p>(.*?)</p>", notice.partition("</div>")[0])]


@pytest.fixture
def hall(app: Flask) -> Hall:
    """Return an event of two tables in the first of two rounds, of which only that one is published."""
    with app.app_context():
        found = opened_hall(desk_in_use(), "ema-2016", rounds=2)
        found.seat(8, seats=SEATS[:1])
        found.start()
    return found


@pytest.fixture
def phone(app: Flask, hall: Hall) -> Phone:
    """Return a phone at table 1."""
    return phone_at(app, hall)


def keep(phone: Phone, app: Flask) -> None:
    """Let a phone stay at its table all day."""
    assert phone.page
    referee = browser(app, phone.hall, Role.REFEREE)
    (device,) = re.findall(r'name="phone" value="([^"]+)"', referee.get(f"/e/{phone.hall.id}/round/1").text)
    assert referee.post(f"/e/{phone.hall.id}/round/1/phone", data={"phone": device}).status_code == 303


def phone_at(app: Flask, hall: Hall) -> Phone:
    """Return a phone at table 1."""
    client = app.test_client()
    cards = make_cards(hall.event_desk, hall.order(), (1,))
    assert isinstance(cards, tuple)
    assert client.get(f"/in/{cards[0]}").status_code == 303
    return Phone(hall=hall, client=client)


def sheet(scores: tuple[int, int, int, int] = SCORES) -> PaperSheet:
    """Return a sheet of table 1 from paper."""
    return PaperSheet(round=1, table_no=1, scores=scores)


def test_a_result_from_paper_is_told_with_what_the_sheet_of_the_phone_has(phone: Phone) -> None:
    """events/5: the difference is shown; nobody is asked to agree, which would be refused."""
    phone.hall.game(1, 1).record(ron(1, 0, 2, 30))
    before = phone.client.get(phone.at("/state")).headers["HX-PTag"]
    assert phone.told == []
    done(enter_paper(phone.hall.event_desk, phone.hall.order(), sheet()))

    assert phone.told == [
        "The result, entered by an organiser:",
        "Given1 Family1 40,000 (+25.0), not 28,000",
        "Given2 Family2 30,000 (0.0), not 32,000",
        "Given3 Family3 30,000 (0.0)",
        "Given4 Family4 20,000 (−25.0), not 30,000",
        NOT_HERE,
        WRONG,
        WAIT,
    ]
    state = phone.client.get(phone.at("/state"), headers={"HX-PTag": before, "HX-Request": "true"})
    assert state.status_code == 200
    phone.hall.play(1, 1)
    assert ", not " in phone.page
    assert 'name="agrees"' not in phone.page


def test_a_result_from_paper_that_the_sheet_of_the_phone_has_too_is_told_without_a_difference(phone: Phone) -> None:
    """Nor does a phone on which nothing is recorded differ."""
    done(enter_paper(phone.hall.event_desk, phone.hall.order(), sheet()))
    untouched = phone.told
    done(take_back(phone.hall.event_desk, phone.hall.order(reason="typed at the wrong table"), 1, 1))
    phone.hall.play(1, 1)
    done(enter_paper(phone.hall.event_desk, phone.hall.order(), sheet((28_000, 32_000, 30_000, 30_000))))

    assert [len([each for each in told if ", not " in each]) for told in (untouched, phone.told)] == [0, 0]
    assert NOT_HERE in phone.told


def test_a_corrected_result_is_told_at_the_table_that_had_agreed(phone: Phone) -> None:
    """events/5: old and new stand beside each other there, too."""
    phone.hall.play(1, 1)
    done(agree(phone.hall.event_desk, phone.hall.order(phone.hall.table_right(1)), 1, 1))
    assert phone.told[0] == "The result is entered."
    done(correct(phone.hall.event_desk, phone.hall.order(reason="a hand was missing"), sheet()))

    assert phone.told[1] == "Given1 Family1 40,000 (+25.0), not 28,000"


def test_a_result_that_was_taken_back_says_so_and_is_agreed_on_anew(phone: Phone) -> None:
    """events/5: its table is open again."""
    game = phone.hall.play(1, 1)
    done(agree(phone.hall.event_desk, phone.hall.order(phone.hall.table_right(1)), 1, 1))
    done(take_back(phone.hall.event_desk, phone.hall.order(reason="the last hand"), 1, 1))
    game.must(force_end)

    (told,) = phone.told
    assert told.startswith("The result was taken back by an organiser: “the last hand”. Put the sheet right; then")
    assert phone.page.count('name="agrees"') == 4


def test_what_a_table_is_told_goes_with_its_log_in_every_language(phone: Phone, hall: Hall) -> None:
    """events/7: the phone draws its page itself; a phone whose program is older finds what it reads."""
    done(enter_paper(hall.event_desk, hall.order(), sheet()))
    place = phone.client.get(phone.at("/log")).get_json()["place"]

    assert sorted(place["told"]) == ["en", "ja"]
    assert place["told"]["en"] == phone.told
    assert "（入力：運営）" in place["told"]["ja"][0]
    assert (place["is_settled"], place["is_over"]) == (True, False)


def test_staff_read_at_a_table_what_stands_but_not_what_its_four_do_next(phone: Phone, hall: Hall, app: Flask) -> None:
    """Referees scan no card of a next table."""
    done(enter_paper(hall.event_desk, hall.order(), sheet()))
    page = browser(app, hall, Role.REFEREE).get(phone.at()).text

    assert NOT_HERE in page
    assert "scan the card" not in page


def test_four_whose_result_is_in_are_told_where_they_sit_next(phone: Phone, hall: Hall) -> None:
    """events/1: a table sees the published draw; until then it says what they wait for."""
    hall.play(1, 1)
    done(agree(hall.event_desk, hall.order(hall.table_right(1)), 1, 1))
    assert phone.told == ["The result is entered.", WAIT]
    wish = DrawWish(rounds=(2,), method=DrawMethod.FIXED, seed=1)
    done(take_over(hall.event_desk, hall.order(), wish, SEATS[1:]))
    assert phone.told == ["The result is entered.", WAIT]
    done(publish(hall.event_desk, hall.order(), 2, (2,)))

    assert phone.told[1:] == [
        "Seats in round 2:",
        "Given1 Family1 table 1 East",
        "Given2 Family2 table 1 West",
        "Given3 Family3 table 2 East",
        "Given4 Family4 table 2 West",
        WAIT,
    ]


def test_after_the_last_round_no_card_is_asked_for(phone: Phone, hall: Hall) -> None:
    """Nothing comes next but the standings."""
    done(change_settings(hall.event_desk, hall.order(), {"rounds": 1}))
    hall.play(1, 1)
    done(agree(hall.event_desk, hall.order(hall.table_right(1)), 1, 1))

    assert phone.told[1:] == ["This was the last round. When it is closed, the standings show how the event ended."]


def test_a_table_is_told_why_no_clock_runs(phone: Phone, hall: Hall) -> None:
    """events/3: its strip is gone while the clock stands; once it goes on, it is back."""
    done(pause(hall.event_desk, hall.order(), 1))
    (told,) = phone.told
    done(resume(hall.event_desk, hall.order(), 1))

    assert re.fullmatch(r"The clock is paused: 7[45]:\d\d until the signal\. Finish this hand, then wait .*", told)
    assert phone.told == []


def test_staff_see_at_a_glance_where_two_results_are_to_be_chosen_from(hall: Hall, app: Flask) -> None:
    """events/5: the phone's sheet, once over, makes another result than the paper; what was corrected is chosen."""
    referee = browser(app, hall, Role.REFEREE)
    done(enter_paper(hall.event_desk, hall.order(), sheet()))
    hall.game(1, 1).record(ron(1, 0, 2, 30))
    seen = [BADGE in referee.get(f"/e/{hall.id}/round").text]
    hall.game(1, 1).must(force_end)
    seen.append(BADGE in referee.get(f"/e/{hall.id}/round").text)
    assert "sheet differs</strong>" in referee.get(f"/e/{hall.id}/round/1").text
    assert "sheet differs</h2>" in referee.get(f"/e/{hall.id}/results/1/1").text
    done(correct(hall.event_desk, hall.order(reason="both were looked at"), sheet()))
    seen.append(BADGE in referee.get(f"/e/{hall.id}/round").text)

    assert seen == [False, True, False]


def test_a_paper_result_that_is_the_phone_s_wants_no_look(hall: Hall, app: Flask) -> None:
    """Nobody chooses between two that are the same."""
    hall.play(1, 1)
    done(enter_paper(hall.event_desk, hall.order(), sheet((28_000, 32_000, 30_000, 30_000))))

    assert BADGE not in browser(app, hall, Role.REFEREE).get(f"/e/{hall.id}/round").text


def after(phone: Phone) -> str:
    """Return what a page whose round is over shows of what comes next."""
    return phone.client.get(f"/e/{phone.hall.id}/tables/1/state?after=1", headers={"HX-Request": "true"}).text


def test_after_a_round_its_phone_says_where_its_four_sit_next(phone: Phone, hall: Hall) -> None:
    """events/1: once the draw is published, also where the page is open already, and while that round is played."""
    for table in (1, 2):
        hall.play(1, table)
        done(agree(hall.event_desk, hall.order(), 1, table))
    hall.close()
    before = phone.page
    assert "Seats in round 2" not in before
    assert f'hx-get="/e/{hall.id}/tables/1/state?after=1"' in before
    wish = DrawWish(rounds=(2,), method=DrawMethod.FIXED, seed=1)
    done(take_over(hall.event_desk, hall.order(), wish, SEATS[1:]))
    assert "Seats in round 2" not in after(phone)
    done(publish(hall.event_desk, hall.order(), 2, (2,)))
    seats = "<li>Given1 F. table 1 East</li><li>Given2 F. table 1 West</li><li>Given3 F. table 2 East</li>"
    assert seats in after(phone)
    hall.start(2)

    assert seats in after(phone)
    assert "Scan the card of your next table" in after(phone)
    assert seats in phone.page


def test_a_phone_whose_table_is_open_again_is_led_back_to_it(phone: Phone, hall: Hall) -> None:
    """events/5: what it still holds may be sent."""
    for table in (1, 2):
        hall.play(1, table)
        done(agree(hall.event_desk, hall.order(), 1, table))
    hall.close()
    done(take_back(hall.event_desk, hall.order(reason="a hand is missing"), 1, 1))
    answer = phone.client.get(f"/e/{hall.id}/tables/1/state?after=1", headers={"HX-Request": "true"})

    assert answer.headers["HX-Redirect"] == phone.at()


def test_a_phone_that_keeps_its_table_is_led_to_its_next_game(phone: Phone, hall: Hall, app: Flask) -> None:
    """events/1: nobody scans a card at it; until that game begins it shows the one that is over."""
    keep(phone, app)
    done(draw(hall.event_desk, hall.order(), DrawWish(rounds=(2,), method=DrawMethod.FIXED, seed=1)))
    done(publish(hall.event_desk, hall.order(), 2, (2,)))
    for table in (1, 2):
        hall.play(1, table)
        done(agree(hall.event_desk, hall.order(), 1, table))
    hall.close()
    headers = {"HX-Request": "true"}
    before = phone.client.get(phone.at("/state"), headers=headers)
    hall.start(2)

    assert (before.status_code, "HX-Redirect" in before.headers) == (200, False)
    assert phone.client.get(phone.at("/state"), headers=headers).headers["HX-Redirect"] == phone.at(round_no=2)
    assert phone.client.get(phone.at("/state", round_no=2), headers=headers).status_code == 200
    assert phone.told == [
        "This round is closed. Show this to a referee if something is missing.",
        "The next game of this table opens here when it starts.",
    ]


def night_of_four(app: Flask) -> Hall:
    """Return a night on which four have sat down at the first table."""
    with app.app_context():
        found = opened_hall(desk_in_use(), "ema-2016", form=Form.NIGHT)
        found.enter(4, status=Status.PRESENT)
        done(sit_down(found.event_desk, found.order(), 1, (1, 2, 3, 4)))
    return found


def test_a_phone_that_stays_at_a_table_of_a_night_says_how_the_next_four_begin(app: Flask) -> None:
    """events/0: the fourth name closes the game; no round and no referee is named, and no card scanned."""
    night = night_of_four(app)
    stays = phone_at(app, night)
    keep(stays, app)
    night.play(1, 1)
    done(agree(night.event_desk, night.order(), 1, 1))

    assert stays.told == [
        "This game is closed. Tell the organiser if something is missing.",
        "For the next game, tap “Spring Open” below.",
    ]


def test_a_game_of_a_night_that_staff_ended_on_paper_says_so(app: Flask) -> None:
    """events/0, 5: staff entry closes it; the phone that played on is told by whom, and what its sheet had."""
    night = night_of_four(app)
    phone = phone_at(app, night)
    night.game(1, 1).record(ron(1, 0, 2, 30))
    done(enter_paper(night.event_desk, night.order(), sheet()))
    page = phone.page

    assert "<p>The result, entered by an organiser:</p>" in page
    assert "<p>Given1 Family1 40,000 (+25.0), not 28,000</p>" in page
    assert "<p>Given3" not in page
    assert "If the result is wrong, tell the organiser." in page
    assert "referee" not in page.partition("<main")[2].partition("</main>")[0]
