"""The pages of results, standings and penalties, and their exports (events/5, 6, 9, 11)."""

import gzip
import json
import random
import re
import secrets

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.desk import reader_address, rule
from referee.desk_event.links import make_cards, make_link
from referee.desk_event.opened import open_events
from referee.desk_event.people import man
from referee.desk_event.results import agree, enter_finals, enter_paper
from referee.desk_event.rounds import sit_down
from referee.desk_event.standings import latest
from referee.store.tournaments import PersonRow
from referee.tournament.events import FinalsEntered, Form, Mode, NumberFinal, PublicNames, Ranking, Release, Role
from referee.tournament.sheets import PaperSheet
from referee.web.context import desk_in_use
from tests.desks import chombo, ron, ruling_plan
from tests.event_pages import browser, command_in, expected_in, send
from tests.tournaments import Hall, done, opened_hall, shipped_policies

SCORES = ("40000", "30000", "30000", "20000")
SEATS = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)))
UNKNOWN = "\N{EN DASH}"


@pytest.fixture
def hall(app: Flask) -> Hall:
    """Return an event of two tables in the first of two rounds."""
    return new_hall(app)


def new_hall(app: Flask, **expected: object) -> Hall:
    """Return an event of two tables in its first round."""
    with app.app_context():
        found = opened_hall(desk_in_use(), "ema-2016", rounds=2, **expected)
        found.seat(8, rounds=2, seats=SEATS)
        found.start()
    return found


def paper(scores: tuple[str, ...] = SCORES, **more: str) -> dict[str, str]:
    """Return the fields of a sheet from paper."""
    return {f"points{seat}": score for seat, score in enumerate(scores)} | more


def test_the_round_is_closed_where_its_last_sheet_came_in(app: Flask, hall: Hall) -> None:
    """Only an organiser is offered it, and only once all tables have a result."""
    organiser, referee = browser(app, hall, Role.ORGANISER), browser(app, hall, Role.REFEREE)
    with app.app_context():
        for table_no in (1, 2):
            assert "Close round 1" not in organiser.get(f"/e/{hall.id}/results").text
            sheet = PaperSheet(round=1, table_no=table_no, scores=(40_000, 30_000, 30_000, 20_000))
            done(enter_paper(hall.event_desk, hall.order(), sheet))

    assert "Close round 1" not in referee.get(f"/e/{hall.id}/results").text
    page = organiser.get(f"/e/{hall.id}/results").text
    fields = {"command_id": command_in(page), "expected": expected_in(page), "round": "1"}
    assert "Close round 1" in page
    assert organiser.post(f"/e/{hall.id}/round/close", data=fields).status_code == 303
    assert "Close round 1" not in organiser.get(f"/e/{hall.id}/results").text


def both_sheets(app: Flask, hall: Hall, round_no: int = 1) -> None:
    """Enter both sheets of a round and close it."""
    with app.app_context():
        for table_no in (1, 2):
            sheet = PaperSheet(round=round_no, table_no=table_no, scores=(40_000, 30_000, 30_000, 20_000))
            done(enter_paper(hall.event_desk, hall.order(), sheet))
        hall.close(round_no)


def test_a_sheet_from_paper_is_typed_and_stands_in_the_list(app: Flask, hall: Hall) -> None:
    """events/9: table, digits, Enter."""
    client = browser(app, hall, Role.REFEREE)
    assert f"/e/{hall.id}/results/1/2" in client.get(f"/e/{hall.id}/results").text

    status, _ = send(client, hall, "results/1/2", "results/1/2/paper", **paper())

    assert status == 303
    shown = client.get(f"/e/{hall.id}/results").text
    assert "1 of 2 sheets are in." in shown
    assert "40,000" in shown


def test_scores_in_hundreds_are_read_as_points(app: Flask, hall: Hall) -> None:
    """Most clubs write 355 for 35,500."""
    client = browser(app, hall, Role.REFEREE)

    status, _ = send(client, hall, "results/1/2", "results/1/2/paper", **paper(("355", "30000", "280", "26,500")))

    assert status == 303
    assert "35,500" in client.get(f"/e/{hall.id}/results").text


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (paper(("40,300", "30,000", "30,000", "20,000")), "120,300, not 120,000: 300 too many"),
        (paper(("300", "30,000", "30,000", "20,000")), "East 30,000, South 30,000, West 30,000, North 20,000"),
        (paper(("400", "300", "300", "201")), "120,100, not 120,000: 100 too many"),
        (paper(("405", "30000", "30000", "20000")), "East 40,500, South 30,000"),
        (paper(("40000", "", "30000", "20000")), "South: the score is missing."),
        (paper(("40000", "x1", "30000", "20050")), "Score of South: “x1” is not points in steps of 100"),
        (paper(left="7"), "Sticks left: “7” is not points"),
        (paper(chombo2="many"), "Chombo of West: “many” is not a whole number"),
    ],
)
def test_what_is_wrong_with_a_sheet_is_said_with_what_was_typed(
    app: Flask, hall: Hall, fields: dict[str, str], sentence: str
) -> None:
    """events/5: nothing is entered, nothing typed is lost."""
    client = browser(app, hall, Role.REFEREE)

    status, text = send(client, hall, "results/1/1", "results/1/1/paper", **fields)

    assert status == 422
    assert sentence in text
    assert f'name="points0" value="{fields["points0"]}"' in text
    assert "result_entered" not in hall.kinds


def test_a_correction_shows_old_and_new_and_whom_it_moves_before_it_is_entered(app: Flask, hall: Hall) -> None:
    """events/5: taking back and entering in one order, with the effect on the standings."""
    both_sheets(app, hall)
    client = browser(app, hall, Role.ORGANISER)
    before = browser(app, hall, Role.PUBLIC).get(f"/e/{hall.id}").text
    fields = paper(("20000", "30000", "30000", "40000"), reason="read upside down")

    status, shown = send(client, hall, "results/1/1", "results/1/1/correct", **fields)

    assert status == 200
    assert "What stands" in shown
    assert "Family1" in shown
    assert "+25.0 → <b>−25.0</b>" in shown
    assert hall.kinds[-1] == "published"
    sure = fields | {"sure": "1", "command_id": command_in(shown), "expected": expected_in(shown)}
    assert client.post(f"/e/{hall.id}/results/1/1/correct", data=sure).status_code == 303
    assert hall.kinds[-3:] == ["result_taken_back", "result_entered", "published"]
    public = browser(app, hall, Role.PUBLIC).get(f"/e/{hall.id}").text
    assert re.search(r"Corrected <time[^>]*>[^<]*</time>, round 1 table 1: read upside down", public)
    assert "After round 1<" in before
    assert "After round 1 (version 2)<" in public


def test_a_correction_of_another_result_than_was_seen_is_refused(app: Flask, hall: Hall) -> None:
    """events/7: orders that overwrite results carry what their sender saw."""
    both_sheets(app, hall)
    client = browser(app, hall, Role.ORGANISER)
    seen = expected_in(client.get(f"/e/{hall.id}/results/1/1").text)
    send(client, hall, "results/1/1", "results/1/1/correct", **paper(SCORES[::-1], reason="first", sure="1"))

    data = paper(reason="second", sure="1") | {"command_id": "c" * 32, "expected": seen}
    response = client.post(f"/e/{hall.id}/results/1/1/correct", data=data)

    assert response.status_code == 422
    assert "someone has changed the sheet since" in response.text


def test_a_second_sheet_of_a_table_is_shown_beside_the_first_with_who_entered_it(app: Flask, hall: Hall) -> None:
    """events/12: `result_exists` by whom, with the page on which one of the two is chosen, for a reason."""
    with app.app_context():
        token = make_link(hall.event_desk, hall.order(), Role.REFEREE, "Anna, side referee")
    first, second = app.test_client(), browser(app, hall, Role.ORGANISER)
    assert first.get(f"/in/{token}").status_code == 303
    address = f"/e/{hall.id}/results/1/1"
    open_page = second.get(address).text
    assert send(first, hall, "results/1/1", "results/1/1/paper", **paper())[0] == 303

    typed = paper(SCORES[::-1]) | {"command_id": command_in(open_page), "expected": expected_in(open_page)}
    conflict = second.post(f"{address}/paper", data=typed)
    seen = {"command_id": command_in(conflict.text), "expected": expected_in(conflict.text), "sure": "1"}
    without = second.post(f"{address}/correct", data=paper(SCORES[::-1]) | seen)
    corrected = second.post(f"{address}/correct", data=paper(SCORES[::-1]) | seen | {"reason": "read upside down"})

    assert conflict.status_code == 409
    assert "entered by Anna, side referee." in conflict.text
    assert "What stands" in conflict.text
    assert conflict.text.index("40,000") < conflict.text.index("What it becomes")
    assert 'name="points3" value="40000"' in conflict.text
    assert without.status_code == 422
    assert corrected.status_code == 303
    result = hall.state.rounds[0].result_at(1)
    assert result is not None
    assert result.entered.points == (20_000, 30_000, 30_000, 40_000)


def test_a_phone_is_told_who_entered_the_sheet_before(app: Flask, hall: Hall) -> None:
    """events/12: `result_exists`, where nobody may take it back."""
    with app.app_context():
        cards = make_cards(hall.event_desk, hall.order(), (1,))
        assert isinstance(cards, tuple)
        phone = app.test_client()
        assert phone.get(f"/in/{cards[0]}").status_code == 303
        page = phone.get(f"/e/{hall.id}/results/1/1").text
        done(
            enter_paper(
                hall.event_desk, hall.order(hall.referee()), PaperSheet(round=1, table_no=1, scores=(30_000,) * 4)
            )
        )
    fields = paper() | {"command_id": command_in(page), "expected": expected_in(page), "agreed": list("0123")}

    refused = phone.post(f"/e/{hall.id}/results/1/1/paper", data=fields)

    assert refused.status_code == 422
    assert "Table 1 has a result already, entered by" in refused.text


def test_a_result_is_taken_back_with_a_reason(app: Flask, hall: Hall) -> None:
    """events/9: the table stands first in the list again."""
    both_sheets(app, hall)
    client = browser(app, hall, Role.ORGANISER)

    assert send(client, hall, "results/1/2", "results/1/2/back")[0] == 422
    assert send(client, hall, "results/1/2", "results/1/2/back", reason="unsigned")[0] == 303
    listed = client.get(f"/e/{hall.id}/results").text
    assert listed.index("taken back") < listed.index("done")


def test_agreed_results_are_checked_with_one_tap_in_the_list(app: Flask) -> None:
    """events/5: where staff look at each."""
    hall = new_hall(app, staff_check=True)
    with app.app_context():
        hall.play(1, 1)
        done(agree(hall.event_desk, hall.order(), 1, 1))
    client = browser(app, hall, Role.REFEREE)

    assert send(client, hall, "results", "results/1/1/accept")[0] == 303

    assert hall.kinds[-1] == "result_accepted"


def test_a_game_that_is_over_is_accepted_with_a_reason(app: Flask, hall: Hall) -> None:
    """events/5: with fewer names staff accept."""
    with app.app_context():
        hall.play(1, 1)
    client = browser(app, hall, Role.REFEREE)
    assert "over, not agreed" in client.get(f"/e/{hall.id}/results").text

    assert send(client, hall, "results/1/1", "results/1/1/accept")[0] == 422
    assert send(client, hall, "results/1/1", "results/1/1/accept", reason="North left")[0] == 303


STAFF_PAGES = ("results", "results/1/1", "results/finals", "penalties", "rulings.json", "ema", "ema.csv")


@pytest.mark.parametrize("page", STAFF_PAGES)
def test_what_is_for_staff_is_shown_to_nobody_else(app: Flask, hall: Hall, page: str) -> None:
    """events/1: the server's check decides."""
    assert browser(app, hall, Role.PUBLIC).get(f"/e/{hall.id}/{page}").status_code == 403
    assert browser(app, hall, Role.ORGANISER).get(f"/e/{hall.id}/{page}").status_code == 200


def test_results_of_a_round_that_is_not_published_are_for_staff_only(app: Flask) -> None:
    """events/6: names as the role sees them, and the standings of the last version."""
    hall = new_hall(app, release=Release.BY_HAND)
    both_sheets(app, hall)
    public, staff = browser(app, hall, Role.PUBLIC), browser(app, hall, Role.REFEREE)

    for path in ("", "/standings", "/standings/1", "/standings.json", "/standings.csv", "/results.json"):
        assert "25" not in re.sub(r"[0-9a-f]{12}", "", text_of_page(public.get(f"/e/{hall.id}{path}").text)), path
    assert "+25.0" in staff.get(f"/e/{hall.id}/standings").text
    assert "Given1 Family1" in staff.get(f"/e/{hall.id}/standings").text


def text_of_page(page: str) -> str:
    """Return what the main part of a page says, or a whole file."""
    found = re.search(r"<main.*</main>", page, re.DOTALL)
    return re.sub(r"<[^>]+>", " ", found[0]) if found else page


@pytest.mark.parametrize(
    ("names", "shown"),
    [(PublicNames.FULL, "Given1 Family1"), (PublicNames.INITIAL, "Given1 F."), (PublicNames.NUMBERS, ">1<")],
)
def test_the_public_sees_names_as_the_event_chose(app: Flask, names: PublicNames, shown: str) -> None:
    """events/2.1: full, given name with initial, or numbers."""
    hall = new_hall(app, public_names=names)
    both_sheets(app, hall)
    client = browser(app, hall, Role.PUBLIC)

    page = client.get(f"/e/{hall.id}").text
    files = [client.get(f"/e/{hall.id}/{each}").text for each in ("standings.csv", "standings.json", "draw.json")]

    assert shown in page
    assert all(("Family1" in each) == (names == PublicNames.FULL) for each in (page, *files))


def test_japanese_names_are_shown_with_the_family_name_and_told_apart_by_a_letter(app: Flask, hall: Hall) -> None:
    """events/2.1: as the settings say by the example; staff see whole names on every page."""
    with app.app_context():
        names = [("高橋", "健"), ("田中", "太郎"), ("林", "修"), ("田中", "花子"), ("Korhonen", "Aino")]
        people = [PersonRow(number=at, family=family, given=given) for at, (family, given) in enumerate(names, 1)]
        hall.event_desk.store.put_people(hall.id, people)
    organiser, public = browser(app, hall, Role.ORGANISER), browser(app, hall, Role.PUBLIC)

    draw = json.loads(public.get(f"/e/{hall.id}/draw.json").text)["draw"]

    told = [name for table in draw[:2] for name in table["names"]][:5]
    assert told == ["高橋", "田中 太", "林", "田中 花", "Aino K."]
    example = "姓だけ（例：高橋。同姓は田中 太）"
    assert example in organiser.get(f"/e/{hall.id}/settings?lang=ja").text
    for page in ("round", "round/1", "draw?round=1", "results"):
        shown = organiser.get(f"/e/{hall.id}/{page}").text
        assert [name for name in ("高橋 健", "田中 太郎", "林 修", "田中 花子") if name not in shown] == [], page


def test_who_is_not_found_is_told_what_to_type(app: Flask, hall: Hall) -> None:
    """A family name that is not shown finds nobody: the given name does, and so does the number."""
    public, organiser = browser(app, hall, Role.PUBLIC), browser(app, hall, Role.ORGANISER)
    way, way_ja = "type that name or the number", "その姓か名、または番号を入力してください"

    assert way in public.get(f"/e/{hall.id}?me=lind").text.split("</form>")[1].split("</p>")[0]
    assert way_ja in public.get(f"/e/{hall.id}?me=lind&lang=ja").text.split("</form>")[1].split("</p>")[0]
    assert way not in organiser.get(f"/e/{hall.id}/standings?me=family99").text


def test_somebody_finds_the_own_seat_and_line_by_a_part_of_the_name(app: Flask, hall: Hall) -> None:
    """events/9: typed, one tap; several who fit are offered."""
    both_sheets(app, hall)
    with app.app_context():
        hall.start(2)
    client = browser(app, hall, Role.PUBLIC)

    mine = client.get(f"/e/{hall.id}?me=given7").text
    assert 'class="own-row"' in mine
    assert "Table 2</b> <span>South" in mine
    assert "With Given3 F., Given4 F., Given8 F." in mine
    assert client.get(f"/e/{hall.id}?me=given").text.count("?me=") > 4
    assert "Nobody here is called “Zoë”." in client.get(f"/e/{hall.id}?me=Zoë").text


def test_one_persons_games_are_shown_with_the_opponents(app: Flask, hall: Hall) -> None:
    """events/6: games with opponents, places, and links to sheets; a table on paper has none."""
    with app.app_context():
        hall.play(1, 1)
        done(agree(hall.event_desk, hall.order(), 1, 1))
        scores = (40_000, 30_000, 30_000, 20_000)
        done(enter_paper(hall.event_desk, hall.order(), PaperSheet(round=1, table_no=2, scores=scores)))
        hall.close()

    for role in (Role.PUBLIC, Role.REFEREE):
        client = browser(app, hall, role)
        shown = client.get(f"/e/{hall.id}/standings/2").text
        assert "Round 1" in shown
        assert "Given4" in shown
        sheet = re.search(r'href="(/s/[^"]+)"', shown)
        assert sheet is not None
        assert client.get(sheet[1]).status_code == 200
        assert "/s/" not in client.get(f"/e/{hall.id}/standings/5").text
    assert app.test_client().get(f"/e/{hall.id}/standings/99").status_code == 404


@pytest.mark.parametrize(
    ("names", "shown"),
    [(PublicNames.FULL, "Given1 Family1"), (PublicNames.INITIAL, "Given1 F."), (PublicNames.NUMBERS, ">1<")],
)
def test_a_published_sheet_calls_people_as_the_event_chose(app: Flask, names: PublicNames, shown: str) -> None:
    """events/1, 2.1: the public reads sheets of published rounds, also as a picture, a file, and kept on a phone."""
    hall = new_hall(app, public_names=names)
    with app.app_context():
        for table_no in (1, 2):
            hall.play(1, table_no)
            done(agree(hall.event_desk, hall.order(), 1, table_no))
        hall.close()
        address = f"/s/{reader_address(hall.event_desk.desk, hall.game(1, 1).game)}"
    public, staff = browser(app, hall, Role.PUBLIC), browser(app, hall, Role.REFEREE)
    ways = ("", "/state", "/result.svg", "/sheet.csv", "/log")

    for way in ways:
        assert ("Family1" in public.get(address + way).text) == (names == PublicNames.FULL), way
        assert "Given1 Family1" in staff.get(address + way).text, way
    assert shown in public.get(address).text
    assert "Round 1, table 1</h1>" in public.get(address).text
    assert json.loads(public.get(f"{address}/log").text)["names"][0] == shown.strip("<>")


def test_an_unchanged_page_or_export_is_not_sent_again(app: Flask, hall: Hall) -> None:
    """events/8, 11: 304 with the version that the browser holds."""
    both_sheets(app, hall)
    client = browser(app, hall, Role.PUBLIC)
    page = client.get(f"/e/{hall.id}").text
    tag = re.search(r'hx-ptag="([^"]+)"', page)
    assert tag is not None
    poll = {"HX-Request": "true", "HX-PTag": tag[1]}
    assert client.get(f"/e/{hall.id}", headers=poll).status_code == 304
    first = client.get(f"/e/{hall.id}/standings.json")
    again = {"If-None-Match": first.headers["ETag"]}
    assert client.get(f"/e/{hall.id}/standings.json", headers=again).status_code == 304

    with app.app_context():
        hall.start(2)

    assert client.get(f"/e/{hall.id}", headers=poll).status_code == 200
    assert client.get(f"/e/{hall.id}/standings.json", headers=again).status_code == 200


def test_programs_read_with_the_token_of_a_link(app: Flask, hall: Hall) -> None:
    """events/11: Authorization: Bearer; what the role may see; a token writes nothing."""
    with app.app_context():
        done(
            enter_paper(
                hall.event_desk, hall.order(), PaperSheet(round=1, table_no=1, scores=(40_000, 30_000, 30_000, 20_000))
            )
        )
    client = app.test_client()
    bearer = {"Authorization": f"Bearer {hall.token}"}

    mine = json.loads(client.get(f"/e/{hall.id}/results.json", headers=bearer).text)
    assert mine["results"][0]["finals"] == [25_000, 0, 0, -25_000]
    assert json.loads(client.get(f"/e/{hall.id}/results.json").text)["results"] == []
    wrong = {"Authorization": "Bearer nothing"}
    assert client.get(f"/e/{hall.id}/rulings.json", headers=wrong).status_code == 403
    data = paper() | {"command_id": "c" * 32}
    assert client.post(f"/e/{hall.id}/results/1/2/paper", data=data, headers=bearer).status_code in (403, 422)
    assert hall.kinds.count("result_entered") == 1


def test_the_draw_of_a_round_that_is_not_published_is_for_staff(app: Flask) -> None:
    """events/1: see the published draw."""
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", rounds=2)
        hall.seat(8, rounds=2, seats=SEATS)
    assert len(json.loads(browser(app, hall, Role.PUBLIC).get(f"/e/{hall.id}/draw.json").text)["draw"]) == 4
    csv = browser(app, hall, Role.PUBLIC).get(f"/e/{hall.id}/draw.csv")
    assert csv.text.splitlines()[:2] == ["round,table,E,S,W,N", "1,1,1,2,3,4"]
    assert csv.mimetype == "text/csv"


def test_the_penalties_report_says_what_is_not_explained(app: Flask) -> None:
    """events/6: whether finals, penalties, sticks and the rest sum to zero, and what does not."""
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", rounds=1, mode=Mode.ANY)
        hall.seat(4, seats=(((1, 2, 3, 4),),))
    client = browser(app, hall, Role.ORGANISER)
    text = "round,number,final\n1,1,30.0\n1,2,1.0\n1,3,-10.0\n1,4,-23.0\n"

    status, shown = send(client, hall, "results/finals", "results/finals/paste", text=text)
    assert (status, "−2.0" in shown) == (200, True)
    status, _ = send(client, hall, "results/finals", "results/finals/paste", text=text, sure="1")

    assert status == 303
    assert "−2.0 not explained" in client.get(f"/e/{hall.id}/penalties").text
    assert client.get(f"/e/{hall.id}/results.csv").text.count("published") == 4


def test_a_chombo_on_a_paper_sheet_is_told_with_its_sheet_and_with_its_player(app: Flask, hall: Hall) -> None:
    """events/6: the penalties report names everybody who lost points by a penalty, and who entered it."""
    client = browser(app, hall, Role.ORGANISER)
    fields = paper(("39000", "30000", "30000", "20000"), left="1000", chombo1="2")
    send(client, hall, "results/1/1", "results/1/1/paper", **fields)

    rows, sheet, report = (
        " ".join(text_of_page(client.get(f"/e/{hall.id}/{page}").text).split())
        for page in ("results", "results/1/1", "penalties")
    )

    assert "Given2 Family2 Chombo \N{MULTIPLICATION SIGN} 2 30,000" in rows
    assert "1,000 left on the table" in rows
    assert "Given2 Family2 Chombo \N{MULTIPLICATION SIGN} 2 penalties" in sheet
    assert "Given2 Family2 no. 2 −40,000" in report
    assert report.count("Chombo, −20,000 tournament score") == report.count("entered by an organiser") == 2
    assert "No rulings" not in report
    in_japanese = " ".join(text_of_page(client.get(f"/e/{hall.id}/penalties?lang=ja").text).split())
    assert re.search(r"1回戦 1卓、.*：", in_japanese)
    assert not re.search(r"卓, |[^\x00-\x7f]: ", in_japanese)


def test_an_organiser_gives_a_penalty_outside_a_game_and_withdraws_it(app: Flask, hall: Hall) -> None:
    """events/4: before any result and after the standings went out, told beside the total, never deleted."""
    client, public = browser(app, hall, Role.ORGANISER), browser(app, hall, Role.PUBLIC)
    given = {"number": "2", "points": "5,000", "reason": "Came without a badge"}
    assert "Penalty outside a game" in client.get(f"/e/{hall.id}/penalties").text
    assert "Penalty outside a game" not in browser(app, hall, Role.REFEREE).get(f"/e/{hall.id}/penalties").text

    assert send(client, hall, "penalties", "penalties", **given)[0] == 303
    report = " ".join(text_of_page(client.get(f"/e/{hall.id}/penalties").text).split())
    assert "Given2 Family2 no. 2 −5,000 Outside a game" in report
    both_sheets(app, hall)
    before = totals(public, hall)
    assert "penalties −5.0" in public.get(f"/e/{hall.id}/standings").text
    assert "Came without a badge" in report
    assert send(client, hall, "penalties", "penalties/1/withdraw", reason="It lay in the bag")[0] == 303

    assert totals(public, hall) == before | {2: before[2] + 5_000}
    assert "penalty for Given2 Family2</li>" in client.get(f"/e/{hall.id}/standings").text
    assert "It lay in the bag" in client.get(f"/e/{hall.id}/penalties").text
    rows = client.get(f"/e/{hall.id}/penalties.csv").text.splitlines()
    assert rows[0] == "time,number,points,offence,clause,referee,status,reason"
    assert rows[1].endswith(",2,-5000,,,,withdrawn,Came without a badge")


@pytest.mark.parametrize("way", ["undone", "withdrawn"])
def test_staff_read_when_why_and_by_whom_a_ruling_was_taken_back(app: Flask, hall: Hall, way: str) -> None:
    """events/6: an undo tells as much as a withdrawal."""
    client = browser(app, hall, Role.ORGANISER)
    with app.app_context():
        game = hall.game(1, 1)
        ruled = game.must(rule, (ruling_plan(1, "empty_call", {"call": "pon"}),))
    path = f"/t/{game.token}"
    order, data = "/undo", {"reason": "ruled_otherwise"}
    if way == "withdrawn":
        order, data = f"/rulings/{ruled.seq}/withdraw", {"text": "It was Dan."}
    with app.app_context():
        expected = str(game.view.expected)
    assert (
        client.post(path + order, data=data | {"command_id": secrets.token_hex(16), "expected": expected}).status_code
        == 303
    )

    report = " ".join(text_of_page(client.get(f"/e/{hall.id}/penalties").text).split())

    why = "Referee\N{RIGHT SINGLE QUOTATION MARK}s decision" if way == "undone" else "It was Dan."
    assert re.search(rf"withdrawn\s?, \d\d:\d\d UTC\s?, entered by an organiser {UNKNOWN} {why}", report), report


PUBLIC_PAGES = (
    *("", "hall", "standings", "standings?rounds=1", "standings/2", "standings/3"),
    *[f"{name}.{kind}" for name in ("draw", "standings", "results") for kind in ("json", "csv")],
)


@pytest.mark.parametrize("role", [Role.PUBLIC, Role.TABLE])
def test_why_somebody_was_given_a_penalty_is_read_by_staff_only(app: Flask, hall: Hall, role: Role) -> None:
    """events/1: nobody else sees rulings; the notice names a penalty that moves a total, and no warning."""
    client, outsider = browser(app, hall, Role.ORGANISER), browser(app, hall, Role.PUBLIC)
    if role == Role.TABLE:
        with app.app_context():
            token = make_cards(hall.event_desk, hall.order(), (1,))
        assert isinstance(token, tuple)
        assert outsider.get(f"/in/{token[0]}").status_code == 303
    both_sheets(app, hall)
    for number, points, offence in (("2", "5,000", ""), ("3", "1,000", "late"), ("4", "", "")):
        typed = {"number": number, "points": points, "offence": offence, "reason": "Rude to the staff"}
        assert send(client, hall, "penalties", "penalties", **typed)[0] == 303
    assert send(client, hall, "penalties", "penalties/1/withdraw", reason="Rude to the cook")[0] == 303

    seen = {page: outsider.get(f"/e/{hall.id}/{page}".rstrip("/")).text for page in PUBLIC_PAGES}

    assert [page for page, text in seen.items() if "Rude" in text] == []
    notices = re.findall(r"Corrected.*?</time>, ([^<]*)</li>", seen["standings"])
    assert notices == [f"penalty for Given{number} F." for number in (2, 3, 2)]
    assert re.search("penalties −1.0 . Late to the table", seen["standings/3"])
    printed = {page: client.get(f"/e/{hall.id}/{page}").text for page in PUBLIC_PAGES[2:6]}
    assert [page for page, text in printed.items() if "Rude" in text] == [], "staff prints them for the wall"
    report = client.get(f"/e/{hall.id}/penalties").text
    assert "Late to the table: Rude to the staff" in report
    assert "Rude to the cook" in report
    assert "read by organisers and referees only" in report


def test_a_correction_says_that_everybody_reads_its_reason(app: Flask, hall: Hall) -> None:
    """events/5: what was published is corrected with its reason; before that the reason stays with the sheet."""
    client = browser(app, hall, Role.ORGANISER)
    send(client, hall, "results/1/1", "results/1/1/paper", **paper())
    assert "everyone sees it" not in client.get(f"/e/{hall.id}/results/1/1").text
    send(client, hall, "results/1/2", "results/1/2/paper", **paper())
    with app.app_context():
        hall.close()

    assert client.get(f"/e/{hall.id}/results/1/1").text.count("Reason (everyone sees it)") == 2


def test_standings_that_everybody_sees_say_so_to_staff(app: Flask, hall: Hall) -> None:
    """Results are said to be hidden from others only while they are."""
    client = browser(app, hall, Role.ORGANISER)
    send(client, hall, "results/1/1", "results/1/1/paper", **paper())
    assert "Others see only what is published" in client.get(f"/e/{hall.id}/standings").text
    send(client, hall, "results/1/2", "results/1/2/paper", **paper())
    with app.app_context():
        hall.close()

    shown = client.get(f"/e/{hall.id}/standings").text

    assert "Others see only what is published" not in shown
    assert "After round 1" in shown


def totals(client: FlaskClient, hall: Hall) -> dict[int, int]:
    """Return the totals that somebody may see, by number."""
    rows = json.loads(client.get(f"/e/{hall.id}/standings.json").text)["standings"]
    return {row["number"]: row["total"] for row in rows}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"number": "9", "points": "5000", "reason": "why"}, "there is no 9 here"),
        ({"number": "2", "points": "5050", "reason": "why"}, "steps of 100, up to 999,900"),
        ({"number": "2", "points": "1000000", "reason": "why"}, "steps of 100, up to 999,900"),
        ({"number": "2", "points": "much", "reason": "why"}, "steps of 100, up to 999,900"),
        ({"number": "2", "points": "20", "reason": "why"}, "twenty thousand is 20,000 or 20.0, not 20"),
        ({"number": "2", "points": "20.00", "reason": "why"}, "twenty thousand is 20,000 or 20.0, not 20"),
        ({"number": "2", "points": "20,00", "reason": "why"}, "twenty thousand is 20,000 or 20.0, not 20"),
        ({"number": "2", "points": "9999999999", "reason": "why"}, "steps of 100, up to 999,900"),
        ({"number": "2", "points": "5000", "reason": ""}, "A reason is needed"),
    ],
)
def test_a_wrong_penalty_outside_a_game_stays_as_it_was_typed(
    app: Flask, hall: Hall, typed: dict[str, str], said: str
) -> None:
    """events/4: 100 to 999,900 in hundreds, for somebody of the event, with a reason or an offence."""
    status, shown = send(browser(app, hall, Role.ORGANISER), hall, "penalties", "penalties", **typed)

    assert (status, said in shown, f'value="{typed["points"]}"' in shown) == (422, True, True)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("20000", "−20,000"),
        ("20,000", "−20,000"),
        ("20.000", "−20,000"),
        ("20.0", "−20,000"),
        ("20,0", "−20,000"),
        ("1.5", "−1,500"),
    ],
)
def test_points_of_a_penalty_are_typed_as_at_the_table_or_as_in_the_standings(
    app: Flask, hall: Hall, typed: str, told: str
) -> None:
    """Standings say +33.0, tables 33,000: both are right, and neither becomes the other's hundredth."""
    client = browser(app, hall, Role.ORGANISER)

    assert send(client, hall, "penalties", "penalties", number="2", points=typed, reason="why")[0] == 303

    card = " ".join(text_of_page(client.get(f"/e/{hall.id}/penalties").text).split()).partition("no. 2 ")[2]
    assert card.startswith(f"{told} Outside a game")
    assert f"{told} tournament score" in card


def test_a_warning_for_an_offence_of_the_book_needs_no_reason(app: Flask, hall: Hall) -> None:
    """events/4: a reason or an offence; without points it is a warning, which moves no total."""
    client = browser(app, hall, Role.ORGANISER)
    before = totals(client, hall)

    assert send(client, hall, "penalties", "penalties", number="3", points="", offence="late")[0] == 303

    report = " ".join(text_of_page(client.get(f"/e/{hall.id}/penalties").text).split())
    assert "Given3 Family3 no. 3 Outside a game" in report
    assert "Warning" in report
    assert totals(client, hall) == before


def test_the_table_for_ema_shows_the_base_rank_beside_it(app: Flask, hall: Hall) -> None:
    """events/10: 1000(n-p)/(n-1) for the 8 people here, worked by hand; two firsts, four thirds, two sevenths."""
    both_sheets(app, hall)
    page = browser(app, hall, Role.REFEREE).get(f"/e/{hall.id}/ema").text

    rows = re.findall(r'<td[^>]* class="rank">(\d)</td>.*?<td[^>]* data-head="Base rank">([\d.]+)</td></tr>', page)
    assert rows == [("1", "1000")] * 2 + [("3", "714.29")] * 4 + [("7", "142.86")] * 2
    assert "secondary" in page


def test_the_table_for_ema_is_offered_at_a_tournament(app: Flask, hall: Hall) -> None:
    """events/10: also where nobody has a number of EMA, but not on a night."""
    both_sheets(app, hall)
    assert f'href="/e/{hall.id}/ema"' in browser(app, hall, Role.ORGANISER).get(f"/e/{hall.id}/standings").text


def test_paper_at_an_event_of_phones_is_refused_with_the_way_out(app: Flask) -> None:
    """events/1: the setting in the words of the language, and that a reason lifts it."""
    hall = new_hall(app, mode=Mode.PHONES)
    client = browser(app, hall, Role.ORGANISER)

    status, shown = send(client, hall, "results/1/1?lang=ja", "results/1/1/paper?lang=ja", **paper())

    assert (status, "「全卓スマートフォン」です。理由を書けば入力できます。" in shown) == (422, True)
    assert send(client, hall, "results/1/1", "results/1/1/paper", **paper(reason="No phone here"))[0] == 303


def test_wrong_finals_are_refused_with_their_lines(app: Flask, hall: Hall) -> None:
    """events/10: all problems at once; a round that is played here takes no finals."""
    client = browser(app, hall, Role.ORGANISER)
    wrong = "round,number,final\n1,1,x\n1,2,3.0\n1,2,3.0\n"

    status, shown = send(client, hall, "results/finals", "results/finals/paste", text=wrong)

    assert status == 422
    assert "Line 2: final" in shown
    assert "Line 4: number: 2 is there twice." in shown
    status, shown = send(client, hall, "results/finals", "results/finals/paste", text="round,number,final\n1,1,3.0\n")
    assert (status, "Round 1 has begun already." in shown) == (422, True)


def test_a_draw_is_made_for_organisers_only(app: Flask, hall: Hall) -> None:
    """events/11: over HTTP only with an organiser's link, in a browser or as a token."""
    question = {"players": [1, 2, 3, 4, 5, 6, 7, 8], "rounds": 1, "method": "random", "seed": 7}
    with app.app_context():
        referee = make_link(hall.event_desk, hall.order(), Role.REFEREE)

    def ask(client: FlaskClient, token: str = "") -> tuple[int, str]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        response = client.post("/api/v1/draw", json=question, headers=headers)
        return response.status_code, response.text

    assert ask(app.test_client())[0] == 403
    assert ask(app.test_client(), str(referee))[0] == 403
    status, text = ask(app.test_client(), hall.token)
    assert (status, len(json.loads(text)["rounds"][0])) == (200, 2)
    assert ask(browser(app, hall, Role.ORGANISER))[0] == 200


def test_a_substitute_who_fills_a_table_of_the_draw_is_not_ranked(app: Flask) -> None:
    """events/2.4: seven players and one substitute: places 1 to 7, and the substitute's own line in brackets."""
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", rounds=1)
        hall.seat(7, substitutes=1, seats=(((1, 2, 3, 4), (5, 6, 7, 8)),))
        hall.start()
        for table_no in (1, 2):
            sheet = PaperSheet(round=1, table_no=table_no, scores=(20_000, 25_000, 35_000, 40_000))
            done(enter_paper(hall.event_desk, hall.order(), sheet))
        hall.close()
        again = open_events(hall.event_desk.desk, hall.event_desk.store, shipped_policies)
        rows = latest(again, hall.id).rows
        assert rows == latest(hall.event_desk, hall.id).rows
    client = browser(app, hall, Role.PUBLIC)
    shown = json.loads(client.get(f"/e/{hall.id}/standings.json").text)["standings"]
    table = client.get(f"/e/{hall.id}/standings.csv").text.splitlines()

    assert sorted(row.record.number for row in rows) == [1, 2, 3, 4, 5, 6, 7]
    assert [(each["number"], each["place"]) for each in shown][:2] == [(4, 1), (3, 2)]
    assert 8 not in [each["number"] for each in shown]
    assert client.get(f"/e/{hall.id}/standings").text.count("(+25.0)") == 1
    assert client.get(f"/e/{hall.id}/standings?rounds=1").text.count("(+25.0)") == 2
    assert [line.split(",")[0] for line in table][-1] == ""


def test_a_substitute_stands_in_brackets_below_all_who_are_ranked(app: Flask) -> None:
    """events/2.4: his own line is unranked; who was played for has what the book says, without a place."""
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", rounds=1)
        hall.seat(4, substitutes=1, seats=(((1, 2, 3, 4),),))
        done(man(hall.event_desk, hall.order(), 2, 5, 1))
        hall.start()
        done(
            enter_paper(
                hall.event_desk, hall.order(), PaperSheet(round=1, table_no=1, scores=(20_000, 40_000, 30_000, 30_000))
            )
        )
        hall.close()
    client = browser(app, hall, Role.PUBLIC)

    for lang, first in (("en", "=1"), ("ja", "同1")):
        page = client.get(f"/e/{hall.id}?lang={lang}").text
        rows = re.findall(r'<tr[^>]* id="p(\d)"><td[^>]* class="rank">([^<]*)', page)
        assert rows == [("3", first), ("4", first), ("1", "3"), ("2", "4"), ("5", UNKNOWN)]
    client.get("/?lang=en")
    assert "(+25.0)" in client.get(f"/e/{hall.id}/standings/5").text
    own = json.loads(client.get(f"/e/{hall.id}/standings.json").text)["standings"][3]
    assert (own["number"], own["total"], own["places"]) == (2, -30_000, [0, 0, 0, 0])
    assert ",(25.0)," in client.get(f"/e/{hall.id}/standings.csv").text


def test_who_plays_for_somebody_is_named_with_him_and_the_other_number_is_explained(app: Flask) -> None:
    """events/2.4: list, sheet and standings name both; what counts stands with its rule."""
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", rounds=1)
        hall.seat(4, substitutes=1, seats=(((1, 2, 3, 4),),))
        public = browser(app, hall, Role.PUBLIC)
        before = public.get(f"/e/{hall.id}?me=2").text
        done(man(hall.event_desk, hall.order(), 2, 5, 1))
        waits, own = (public.get(f"/e/{hall.id}?me={number}").text for number in (2, 5))
        hall.start()
        scores = (20_000, 40_000, 30_000, 30_000)
        chombo = (0, 1, 0, 0)
        done(enter_paper(hall.event_desk, hall.order(), PaperSheet(round=1, table_no=1, scores=scores, chombo=chombo)))
        hall.close()
    staff = browser(app, hall, Role.ORGANISER)
    rule = "A round played by a substitute counts"
    both = "Given5 Family5 for Given2 Family2"

    assert "Played by" not in before
    assert "Played by Given5 F.<" in waits
    assert "Given5 F. for Given2 F." in own.partition("Your seat")[2].partition("</section>")[0]
    assert "Table 1" in own
    assert f"{both} <small" in staff.get(f"/e/{hall.id}/results").text
    sheet = staff.get(f"/e/{hall.id}/results/1/1").text
    for told in (both, "In brackets: what the substitute won, chombo included.", rule, "5.8"):
        assert told in sheet, told
    for client in (staff, public):
        row = client.get(f"/e/{hall.id}/standings").text.partition('id="p5"')[2].partition("</tr>")[0]
        assert "<small>Substitute</small>" in row
        assert "In brackets" in client.get(f"/e/{hall.id}/standings/5").text
        assert rule in client.get(f"/e/{hall.id}/standings/2").text
        assert "Given5" in client.get(f"/e/{hall.id}/standings/1").text


@pytest.mark.parametrize(
    ("ranking", "least", "order"),
    [
        (Ranking.TOTAL, 0, ["1", "5", "2", "6", "7", "3", "8", "4"]),
        (Ranking.AVERAGE_FINAL, 2, ["1", "2", "3", "4", "5", "6", "7", "8"]),
        (Ranking.AVERAGE_PLACE, 2, ["1", "2", "3", "4", "5", "6", "7", "8"]),
    ],
)
def test_a_night_is_ranked_by_what_was_chosen(app: Flask, ranking: Ranking, least: int, order: list[str]) -> None:
    """events/6: total, average final or average place, with a minimum of games; who has fewer has no place."""
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", form=Form.NIGHT, ranking=ranking, least_games=least)
        hall.enter(8)
        scores = ((1, 2, 3, 4), (40_000, 30_000, 29_000, 21_000)), ((5, 6, 7, 8), (50_000, 30_000, 25_000, 15_000))
        for turn, (numbers, points) in enumerate((scores[0], scores[0], scores[1]), 1):
            done(sit_down(hall.event_desk, hall.order(), 1, numbers))
            done(enter_paper(hall.event_desk, hall.order(), PaperSheet(round=turn, table_no=1, scores=points)))
    page = browser(app, hall, Role.PUBLIC).get(f"/e/{hall.id}").text

    rows = re.findall(r'<tr[^>]* id="p(\d)"><td[^>]* class="rank">([^<]*)', page)

    assert [number for number, _ in rows] == order
    assert [place for _, place in rows].count(UNKNOWN) == (4 if least else 0)
    assert "/ema" not in browser(app, hall, Role.ORGANISER).get(f"/e/{hall.id}/standings").text


def test_a_sheet_whose_result_stands_is_not_opened_at_the_table(app: Flask, hall: Hall) -> None:
    """events/5: one way to correct: the result is taken back, which opens the sheet."""
    with app.app_context():
        game = hall.play(1, 1)
        done(agree(hall.event_desk, hall.order(), 1, 1))
    client = browser(app, hall, Role.REFEREE)
    data = {"command_id": "r" * 32, "expected": str(game.view.expected), "text": "one more hand"}

    refused = client.post(f"/t/{game.token}/reopen", data=data)

    assert refused.status_code == 403
    assert "Table 1 has a result already" in refused.text
    assert game.view.standing is not None


def test_a_table_sees_no_more_of_other_tables_than_everybody(app: Flask, hall: Hall) -> None:
    """events/5: during a round a table sees only itself; open scores change how people play."""
    with app.app_context():
        done(
            enter_paper(
                hall.event_desk, hall.order(), PaperSheet(round=1, table_no=2, scores=(40_000, 30_000, 30_000, 20_000))
            )
        )
        cards = make_cards(hall.event_desk, hall.order(), (1,))
    assert isinstance(cards, tuple)
    phone = app.test_client()
    assert phone.get(f"/in/{cards[0]}").status_code == 303

    assert json.loads(phone.get(f"/e/{hall.id}/results.json").text)["results"] == []
    assert "25.0" not in text_of_page(phone.get(f"/e/{hall.id}/standings").text)
    assert phone.get(f"/e/{hall.id}/results").status_code == 403
    assert phone.get(f"/e/{hall.id}/results/1/2").status_code == 403
    own = phone.get(f"/e/{hall.id}/results/1/1").text
    assert own.count('name="agreed"') == 4


def test_four_at_a_table_enter_their_paper_sheet_with_their_ticks(app: Flask, hall: Hall) -> None:
    """events/5: typed at the table, with four taps; fewer are told what is missing."""
    with app.app_context():
        cards = make_cards(hall.event_desk, hall.order(), (1,))
    assert isinstance(cards, tuple)
    phone = app.test_client()
    phone.get(f"/in/{cards[0]}")

    assert send(phone, hall, "results/1/1", "results/1/1/paper", **paper())[0] == 422
    shown = phone.get(f"/e/{hall.id}/results/1/1").text
    data = paper() | {"command_id": command_in(shown), "agreed": ["0", "1", "2", "3"]}
    assert phone.post(f"/e/{hall.id}/results/1/1/paper", data=data).status_code == 303
    assert hall.kinds[-1] == "result_entered"


def test_standings_of_a_thousand_are_small_and_drawn_once(app: Flask) -> None:
    """events/8: at most 80 KB compressed; names are shown as they are, whatever they hold."""
    with app.app_context():
        hall = opened_hall(desk_in_use(), "wrc-2025", rounds=1, public_names=PublicNames.FULL)
        hall.enter(1000)
        rows = [PersonRow(number=at, name=f"<b>{secrets.token_hex(5)}</b>") for at in range(1, 1001)]
        hall.event_desk.store.put_people(hall.id, rows)
        told_finals = tuple(NumberFinal(number=at, final=at * 100 - 50_050) for at in range(1, 1001))
        done(enter_finals(hall.event_desk, hall.order(), (FinalsEntered(round=1, finals=told_finals, reason=""),)))
    client = browser(app, hall, Role.PUBLIC)

    page = client.get(f"/e/{hall.id}")

    assert page.text.count('<tr role="row" id=') == 1000
    assert "&lt;b&gt;" in page.text
    assert "<b>" + rows[0].name[3:-4] not in page.text
    assert len(gzip.compress(page.data, 6)) <= 80 * 1024
    drawn = len(app.extensions["event_drawn"])
    assert client.get(f"/e/{hall.id}?me=7").status_code == 200
    assert len(app.extensions["event_drawn"]) == drawn


ODD = (
    "",
    "0",
    "-1",
    "1" * 30,
    "x",
    "\uff11\uff12",
    "\x00",
    "=1+1",
    "<script>",
    "\uff14\uff10\uff10\uff10",
    "1e9",
    "﷽" * 40,
    "NaN",
)


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.REFEREE, Role.PUBLIC])
def test_nothing_that_is_sent_breaks_a_page_of_results(app: Flask, hall: Hall, role: Role) -> None:
    """events/13.12: no 500 and no partial write, whatever stands in forms and addresses."""
    client = browser(app, hall, role)
    chance = random.Random(role)  # noqa: S311 nonsense
    names = ("points0", "points1", "points2", "points3", "left", "chombo0", "chips1", "yakitori", "agreed", "absent0")
    before = [kind for kind in hall.kinds if kind != "link_issued"]
    for turn in range(40):
        to = chance.choice(("paper", "accept", "back", "correct"))
        place = f"{chance.choice((0, 1, 2, 10**20))}/{chance.choice((0, 1, 2, 10**20))}"
        address = chance.choice((f"results/{place}/{to}", "results/finals/paste"))
        fields = {name: chance.choice(ODD) for name in (*names, "expected", "sure", "text") if chance.random() < 0.7}
        data = fields | {"command_id": f"{role} {turn}".ljust(32, "x"), "points0": "x"}
        assert client.post(f"/e/{hall.id}/{address}", data=data).status_code < 500, (address, data)
        query = {"me": chance.choice(ODD), "round": chance.choice(ODD), "rounds": chance.choice(ODD)}
        for page in ("", "standings", "results", f"results/{place}", "penalties", "standings/0"):
            assert client.get(f"/e/{hall.id}/{page}".rstrip("/"), query_string=query).status_code < 500, page
    assert [kind for kind in hall.kinds if kind != "link_issued"] == before


def test_a_chombo_of_the_phone_s_sheet_is_not_lost_on_paper(app: Flask, hall: Hall) -> None:
    """events/5, EMA 2016 § 5.5: the sheet to be typed begins with it, and says what the phone has recorded."""
    client = browser(app, hall, Role.REFEREE)
    assert "recorded on a phone" not in client.get(f"/e/{hall.id}/results/1/1").text
    with app.app_context():
        hall.game(1, 1).record(ron(1, 0, 2, 30))
        hall.game(1, 1).record(chombo(2))

    page = client.get(f"/e/{hall.id}/results/1/1").text
    told = text_of_page(page)
    assert "This table is recorded on a phone: Given1 Family1 28,000 · Given2 Family2 32,000 · " in " ".join(
        told.split()
    )
    assert re.search(r'name="chombo2" value="1"', page)
    assert re.search(r'name="chombo1" value=""', page)


def test_hands_that_say_something_else_than_the_paper_are_shown_and_one_of_the_two_is_chosen(
    app: Flask, hall: Hall
) -> None:
    """events/5: a paper sheet may be typed as hands later."""
    with app.app_context():
        done(
            enter_paper(
                hall.event_desk, hall.order(), PaperSheet(round=1, table_no=1, scores=(30_000, 30_000, 28_000, 32_000))
            )
        )
    client = browser(app, hall, Role.REFEREE)
    assert "sheet differs" not in client.get(f"/e/{hall.id}/results/1/1").text
    with app.app_context():
        hall.play(1, 1)
    assert "sheet differs" in client.get(f"/e/{hall.id}/results/1/1").text

    assert send(client, hall, "results/1/1", "results/1/1/sheet")[0] == 422
    assert send(client, hall, "results/1/1", "results/1/1/sheet", reason="typed as hands")[0] == 303

    assert hall.kinds[-2:] == ["result_taken_back", "result_entered"]
    assert hall.game(1, 1).view.standing is not None
    assert "sheet differs" not in client.get(f"/e/{hall.id}/results/1/1").text
