"""Whatever is sent to an event's addresses: no mistake of ours, and nothing half-written (`events/13.12`)."""

import json
import random
import re

import pytest
from flask import Flask

from referee.desk_event.opened import history_of
from referee.desk_event.rounds import table_address
from referee.store.tournaments import PersonRow
from referee.tournament.events import Form, Role, Status
from referee.web.context import desk_in_use
from tests.events_web.test_event_languages import addresses, browser, hall_at
from tests.mutations import mutated
from tests.openapi.questions import KINDS, good_questions
from tests.tournaments import Hall, opened_hall

NASTY = (
    "",
    "0",
    "-1",
    "1",
    "9",
    "77",
    "99999999999999999999",
    "9" * 5000,
    "1e9",
    "½",
    "\uff12",
    "<script>alert(1)</script>",
    '"><img src=x>',
    "=1+1",
    "\u202e\u0301\u0000x",
    "\ud83d",
    "a" * 3000,
    "number,name\n1,a\n1,b",
    "round,table,E,S,W,N\n1,1,1,2,3,4",
    "1-2-3-4",
    "fixed",
    "swiss",
    "organiser",
    "present",
    "late",
    "../../etc/passwd",
    "{}",
    "%",
)
SPOILT: tuple[object, ...] = (None, True, -1, 0.5, 10**30, "", "\u202e", [], [[]], [[[1]]], {}, {"": 0}, ["x"] * 1500)
FIELD = re.compile(r'(?<![-\w])name="([a-z][^"]*)"')
PLACE = re.compile(r"<[^>]*>")
READ = ("/e/<event>", "/t/<token>", "/in/", "/s/<")
WORDS = ("%F0%9F%80%84", "-1", "a" * 300, "..%2f..%2f", "%00")
QUERIED = ("q", "me", "round", "sort", "now", "lang", "offence")
JSON = "application/json"
SENT_TO_EACH = 2
MUTATED_QUESTIONS = 60


def orders(app: Flask, hall: Hall) -> list[str]:
    """Return the addresses that take orders: those of the event, of its tables and of casual ones."""
    tokens = [table_address(hall.id, 1, 1), f"{hall.id}.{'9' * 5000}.1", f"{hall.id}.1.{'9' * 30}"]
    found = []
    for rule in app.url_map.iter_rules():
        if "POST" in (rule.methods or ()) and rule.rule.startswith(("/e/<event>", "/t/<token>")):
            path = rule.rule.replace("<event>", hall.id)
            found += [each for token in tokens for each in with_values(path.replace("<token>", token))]
    return sorted({*found})


def with_values(path: str) -> list[str]:
    """Return a path with what may stand in it, and with numbers that nothing has."""
    return [PLACE.sub(value, path) for value in ("1", "0", "9" * 30)]


def halls(app: Flask) -> tuple[Hall, Hall]:
    """Return a tournament in play, and a night at which four people wait."""
    hall = hall_at(app, "en", 2)
    with app.app_context():
        night = opened_hall(desk_in_use(), "ema-2016", form=Form.NIGHT)
        night.enter(6, status=Status.PRESENT)
    return hall, night


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.PUBLIC])
@pytest.mark.parametrize("seed", range(2))
def test_nonsense_writes_nothing_and_breaks_nothing(app: Flask, seed: int, role: Role) -> None:
    """To every address that takes orders, with fields that its pages know and values that they never send."""
    chance = random.Random(seed)  # noqa: S311 values, no secrets
    for hall in halls(app):
        client = browser(app, hall, role, "en")
        staff = browser(app, hall, Role.ORGANISER, "en")
        names = {"command_id", "expected", "reason", "seats", "tapped", "who"}
        for page in ("", "people", "people/1", "draw", "round", "results", "links", "settings", "results/1/1"):
            names |= set(FIELD.findall(staff.get(f"/e/{hall.id}/{page}".rstrip("/")).text))
        for path in orders(app, hall):
            for _ in range(SENT_TO_EACH):
                fields = chance.sample(sorted(names), min(6, len(names)))
                found = {name: chance.choice(NASTY).encode("utf-8", "replace") for name in fields}
                with app.app_context():
                    before = all_entries(hall)
                answer = client.post(path, data=found)
                with app.app_context():
                    after = all_entries(hall)
                assert answer.status_code < 500, (path, found)
                assert answer.status_code < 400 or after == before, (path, found)
                assert role == Role.ORGANISER or after == before, (path, found)
                assert "<script>alert" not in answer.text
                assert "<img src=x>" not in answer.text


def all_entries(hall: Hall) -> tuple[int, int]:
    """Return how many entries stand in the log of an event, and in those of its games."""
    store = hall.event_desk.store
    games = store.games_of_tournament(hall.id)
    return len(history_of(hall.event_desk, hall.id)), sum(
        len(hall.event_desk.desk.store.events_of(each.game)) for each in games
    )


def test_every_page_is_read_whatever_is_asked(app: Flask) -> None:
    """Every address that is read, with every number in it and every query: no mistake of ours, and nothing written."""
    chance = random.Random(16)  # noqa: S311 values, no secrets
    for hall in halls(app):
        with app.app_context():
            before = all_entries(hall)
        for role in (Role.ORGANISER, Role.PUBLIC):
            client = browser(app, hall, role, "en")
            for rule in app.url_map.iter_rules():
                if "GET" not in (rule.methods or ()) or not rule.rule.startswith(READ):
                    continue
                path = rule.rule.replace("<event>", hall.id).replace("<token>", table_address(hall.id, 1, 1))
                for each in (*with_values(path), PLACE.sub(chance.choice(WORDS), path)):
                    query = {name: chance.choice(NASTY).encode("utf-8", "replace") for name in QUERIED}
                    answer = client.get(each, query_string=query)
                    assert answer.status_code < 500, (each, query)
                    assert "<script>alert" not in answer.text
        with app.app_context():
            assert before[0] <= all_entries(hall)[0] <= before[0] + 1
            assert all_entries(hall)[1] == before[1]


@pytest.mark.parametrize("kind", KINDS)
def test_every_question_is_answered_whatever_is_asked(app: Flask, kind: str) -> None:
    """Over HTTP, every question of the interface with each of its fields spoiled, and cut off anywhere: no 500."""
    chance = random.Random(kind)  # noqa: S311 values, no secrets
    hall = hall_at(app, "en", 0)
    client = browser(app, hall, Role.ORGANISER, "en")
    for good in good_questions(kind):
        text = json.dumps(good.fields)
        sent = [json.dumps(good.fields | {field: each}) for field in good.fields for each in SPOILT]
        sent += [mutated(text, chance) for _ in range(MUTATED_QUESTIONS)]
        for each in (text, *sent):
            answer = client.post(f"/api/v1/{kind}", data=each.encode("utf-8", "replace"), content_type=JSON)
            assert answer.status_code < 500, each
            assert ("error" in answer.get_json()) == (answer.status_code >= 400), each


def test_two_of_one_name_are_told_apart_by_their_numbers(app: Flask) -> None:
    """events/13.12: on the pages of staff, on the seating that hangs on the wall, and where the public looks."""
    hall = hall_at(app, "en", 1)
    with app.app_context():
        hall.event_desk.store.put_people(hall.id, [PersonRow(number=at, name="Mai Sato") for at in (1, 2)])
    organiser, public = browser(app, hall, Role.ORGANISER, "en"), browser(app, hall, Role.PUBLIC, "en")

    for client, page in ((organiser, "/people"), (organiser, "/draw"), (organiser, "/print/seating"), (public, "")):
        text = client.get(f"/e/{hall.id}{page}?me=Mai").text
        assert text.count("Mai S") >= 2, page
        assert all(re.search(rf"<(\w+)[^>]*>{number}</\1>", text) for number in (1, 2)), page
    text = "name,H1\n" + "Mai Sato,1\n" * 2
    found = dict.fromkeys(("sure", "round"), "1") | {"text": text}
    assert organiser.post(f"/e/{hall.id}/draw/paste", data=found).status_code == 422


def test_hostile_names_are_only_text(app: Flask) -> None:
    """In pages, and in files for spreadsheets, whose cells never begin a formula."""
    hall = hall_at(app, "en", 2)
    hostile = ("<b>x</b>", "=1+1", "+cmd|' /C calc'!A0", "\u202eevil", "a\u0301\u0301\u0301")
    with app.app_context():
        hall.event_desk.store.put_people(
            hall.id, [PersonRow(number=at, name=name) for at, name in enumerate(hostile, 1)]
        )
    client = browser(app, hall, Role.ORGANISER, "en")
    for role in (Role.ORGANISER, Role.REFEREE, Role.PUBLIC):
        visitor = browser(app, hall, role, "en")
        table = f"/t/{table_address(hall.id, 1, 1)}"
        for path in (*addresses(app, hall.id), table, f"{table}/record", f"{table}/sheet", f"{table}/rulings"):
            assert "<b>x</b>" not in visitor.get(path).text, path
    for page in ("people", "draw", "print/seating?round=1"):
        text = client.get(f"/e/{hall.id}/{page}").text
        assert "&lt;b&gt;x&lt;/b&gt;" in text, page
        assert not re.search("(?<!<bdi>)\u202eevil", re.sub(r'"[^"]*"', "", text)), page
    for file in ("draw.csv", "standings.csv", "results.csv", "rulings.csv"):
        text = client.get(f"/e/{hall.id}/{file}").text
        cells = [cell.strip('"') for line in text.splitlines() for cell in re.split(r"[,;\t]", line)]
        assert not [cell for cell in cells if cell[:1] in ("=", "@") or (cell[:1] == "+" and not cell[1:2].isdigit())]
