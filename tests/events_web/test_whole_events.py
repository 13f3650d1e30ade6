"""Whole events through the program: published tables, a club night, and a tournament played on phones and paper."""

import csv
import io
import json
import random
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from referee.database import open_desk
from referee.desk_event.links import make_cards
from referee.desk_event.rounds import sit_down
from referee.library import library_of
from referee.paths import rulesets_dir
from referee.rulebook import shelf_in
from referee.tournament.events import Form, Status
from referee.web import create_app
from referee.web.context import desk_in_use
from tests.event_pages import send
from tests.tournament.independent import Book, ranked, totals_in
from tests.tournaments import Hall, done, opened_hall
from tests.web.requests_at_table import expected_at, fields_of

DATA = Path(__file__).parent.parent / "tournament"
HANCHAN = ("h1", "h2", "h3", "h4", "h5")
EMA = Book(start=30_000, uma=(15_000, 5_000, -5_000, -15_000), chombo=20_000)


def table(name: str) -> list[dict[str, str]]:
    """Return the lines of a file."""
    return [*csv.DictReader((DATA / name).read_text("utf-8").splitlines())]


def organiser(app: Flask, hall: Hall) -> FlaskClient:
    """Return the browser of the organiser."""
    client = app.test_client()
    assert client.get(f"/in/{hall.token}").status_code == 303
    return client


def test_the_world_championship_of_2025_read_in_as_finals_only(app: Flask) -> None:
    """events/13.1: 256 people; totals and ranks; the sums that nothing explains; export = import."""
    people = table("wrc-2025-main-after-5.csv")
    with app.app_context():
        hall = opened_hall(desk_in_use(), "wrc-2025", rounds=10)
        hall.enter(len(people))
    client = organiser(app, hall)
    lines = [
        f"{turn},{int(each['player'][1:])},{each[hanchan]}"
        for turn, hanchan in enumerate(HANCHAN, 1)
        for each in people
    ]
    text = "\n".join(["round,number,final", *lines])

    status, _ = send(client, hall, "results/finals", "results/finals/paste", text=text, sure="1")
    assert status == 303

    rows = {row["number"]: row for row in json.loads(client.get(f"/e/{hall.id}/standings.json").text)["standings"]}
    for each in people:
        row = rows[int(each["player"][1:])]
        assert row["total"] == round(float(each["total"]) * 1000)
        assert ("=" if row["shared"] else "") + str(row["place"]) == each["rank"]
        assert row["places"] is row["average_place"] is row["raw_points"] is None
    assert sum(row["shared"] for row in rows.values()) == 26
    report = client.get(f"/e/{hall.id}/penalties").text
    for lost in ("38.0", "66.0", "2.0", "95.0", "68.0"):
        assert f"−{lost} not explained" in report
    assert same_lines(client.get(f"/e/{hall.id}/results.csv").text, text)


def same_lines(exported: str, imported: str) -> bool:
    """Return whether an export says of everybody what was read in."""
    rows = [
        [(row["round"], row["number"], row["final"]) for row in csv.DictReader(io.StringIO(text))]
        for text in (exported, imported)
    ]
    return sorted(rows[0]) == sorted(rows[1])


def test_a_night_of_nine_games_under_a_clubs_own_rules(tmp_path: Path) -> None:
    """events/13.4: 36 finals from the points, and the totals of four friends; each game closes and is published."""
    shelf = shelf_in((rulesets_dir(), DATA))
    desk = open_desk(tmp_path / "night.db", library_of(shelf))
    app = create_app(desk.library, desk, shelf=shelf)
    with app.app_context():
        hall = opened_hall(desk, "club-night", form=Form.NIGHT)
        hall.enter(4, status=Status.PRESENT)
    client = organiser(app, hall)
    games = table("club-night-9-games.csv")
    for turn, game in enumerate(games, 1):
        east, south, west, north = (int(game[wind][1:]) for wind in "ESWN")
        done(sit_down(hall.event_desk, hall.order(), 1, (east, south, west, north)))
        fields = {f"points{seat}": game[f"points_{wind}"] for seat, wind in enumerate("ESWN")}
        assert send(client, hall, f"results/{turn}/1", f"results/{turn}/1/paper", **fields)[0] == 303
        assert hall.kinds[-3:] == ["result_entered", "round_closed", "published"]

    public = app.test_client()
    rows = [*csv.DictReader(io.StringIO(public.get(f"/e/{hall.id}/results.csv").text))]
    finals = {(int(row["round"]), row["seat"]): float(row["final"]) for row in rows}
    assert finals == {
        (turn, wind): float(game[f"final_{wind}"]) for turn, game in enumerate(games, 1) for wind in "ESWN"
    }
    standings = json.loads(public.get(f"/e/{hall.id}/standings.json").text)["standings"]
    assert [(row["number"], row["total"], row["games"]) for row in standings] == [
        (4, 135_400, 9),
        (2, 59_500, 9),
        (3, -86_900, 9),
        (1, -108_000, 9),
    ]
    desk.close()


def random_hand(chance: random.Random) -> dict[str, str]:
    """Return a legal hand as a form sends it."""
    winner, loser, sleeper, watcher = (str(seat) for seat in chance.sample(range(4), 4))
    worth = {f"han-{winner}": str(chance.randint(1, 4)), f"fu-{winner}": chance.choice(("30", "40"))}
    riichi = {"riichi": chance.choice((winner, sleeper, watcher))} if chance.random() < 0.4 else {}
    return chance.choice(
        (
            {"result": "ron", "ron": winner, "from": loser} | worth | riichi,
            {"result": "ron", "ron": winner, "from": loser} | worth,
            {"result": "tsumo", "tsumo": winner} | worth | riichi,
            {"result": "draw", "tenpai": watcher} | ({"riichi": watcher} if chance.random() < 0.5 else {}),
            {"result": "chombo", "offenders": loser},
        )
    ) | {"drawn": "1"}


def play_on_a_phone(app: Flask, hall: Hall, place: tuple[int, int], card: str, chance: random.Random) -> None:
    """Scan the card of a table, play some hands there, and end the game; its four then tap their names."""
    round_no, table_no = place
    phone = app.test_client()
    assert phone.get(f"/in/{card}").status_code == 303
    path = f"/t/{hall.id}.{round_no}.{table_no}"
    entered = 0
    while entered < 3:
        response = phone.post(f"{path}/hands", data=fields_of(phone, path, random_hand(chance)))
        entered += response.status_code in (200, 303)
        assert response.status_code in (200, 303, 422), response.text
    assert phone.post(
        f"{path}/end", data={"command_id": f"{hall.id} {place} end", "expected": expected_at(phone, path)}
    ).status_code in (200, 303)
    agreed = {"command_id": f"{hall.id} {place} agree", "expected": expected_at(phone, path), "agrees": list("0123")}
    assert phone.post(f"{path}/finish", data=agreed).status_code == 303


def write_on_paper(client: FlaskClient, hall: Hall, place: tuple[int, int], chance: random.Random) -> None:
    """Type a sheet with random scores that add up, some sticks left and now and then a chombo."""
    points = [30_000] * 4
    for _ in range(6):
        winner, loser = chance.sample(range(4), 2)
        amount = chance.choice((1_000, 2_000, 3_900, 7_700, 12_000))
        points[winner] += amount
        points[loser] -= amount
    left = chance.choice((0, 0, 1_000))
    points[chance.randrange(4)] -= left
    fields = {f"points{seat}": str(each) for seat, each in enumerate(points)} | {"left": str(left)}
    if chance.random() < 0.2:
        fields["chombo1"] = "1"
    address = f"results/{place[0]}/{place[1]}"
    assert send(client, hall, address, f"{address}/paper", **fields)[0] == 303


def play_round(app: Flask, hall: Hall, round_no: int, cards: tuple[str, ...], chance: random.Random) -> None:
    """Play a round from its start to its close, every fourth table on paper."""
    staff = organiser(app, hall)
    assert send(staff, hall, "round", "round/start", round=str(round_no), sure="yes")[0] == 303
    for table_no, card in enumerate(cards, 1):
        if (table_no + round_no) % 4:
            play_on_a_phone(app, hall, (round_no, table_no), card, chance)
        else:
            write_on_paper(staff, hall, (round_no, table_no), chance)
    assert send(staff, hall, "round", "round/close", round=str(round_no))[0] == 303


def test_a_tournament_of_sixteen_tables_and_four_rounds(app: Flask) -> None:
    """Issue 16: phones and paper, random legal hands; the standings equal those worked out anew from the export."""
    chance = random.Random(16)  # noqa: S311 hands of a test
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", rounds=4)
        hall.seat(64, rounds=4)
        cards = make_cards(hall.event_desk, hall.order(), tuple(range(1, 17)))
    assert isinstance(cards, tuple)
    staff = organiser(app, hall)
    for round_no in range(1, 5):
        play_round(app, hall, round_no, cards, chance)
    address = "results/2/5"
    fields = {"points0": "10000", "points1": "50000", "points2": "30000", "points3": "30000", "reason": "misread"}
    assert send(staff, hall, address, f"{address}/correct", sure="1", **fields)[0] == 303

    public = app.test_client()
    results = json.loads(public.get(f"/e/{hall.id}/results.json").text)["results"]
    standings = json.loads(public.get(f"/e/{hall.id}/standings.json").text)

    assert len(results) == 64
    assert {each["source"] for each in results} == {"sheet", "paper"}
    assert any(sum(each["chombo"]) for each in results)
    assert any(each["left"] for each in results)
    anew = {number: (total, place) for number, total, place in ranked(results, EMA)}
    found = {
        row["number"]: (row["total"], ("=" if row["shared"] else "") + str(row["place"]))
        for row in standings["standings"]
    }
    assert found == anew
    assert standings["version"] == 5
    assert totals_in(public.get(f"/e/{hall.id}/standings.csv").text) == {each: anew[each][0] for each in anew}
