"""Whatever is sent to an event's addresses: no mistake of ours, and nothing half-written (`events/13.12`)."""

import random
import re

import pytest
from flask import Flask

from referee.desk_event.opened import history_of
from referee.store.tournaments import PersonRow
from referee.tournament.events import Role
from tests.events_web.test_event_languages import browser, filled, hall_at

NASTY = (
    "",
    "0",
    "-1",
    "1",
    "9",
    "77",
    "99999999999999999999",
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
FIELD = re.compile(r'(?<![-\w])name="([a-z][^"]*)"')
SENT_TO_EACH = 6


@pytest.mark.parametrize("seed", range(3))
def test_nonsense_writes_nothing_and_breaks_nothing(app: Flask, seed: int) -> None:
    """To every address that takes orders, with fields that its pages know and values that they never send."""
    chance = random.Random(seed)  # noqa: S311 values, no secrets
    hall = hall_at(app, "en", 2)
    client = browser(app, hall, Role.ORGANISER, "en")
    names = {"command_id", "expected", "reason"}
    for page in ("", "people", "people/1", "draw", "round", "results", "links", "settings", "results/1/1"):
        names |= set(FIELD.findall(client.get(f"/e/{hall.id}/{page}".rstrip("/")).text))
    fields = sorted(names)
    for rule in app.url_map.iter_rules():
        if not rule.rule.startswith("/e/<event>") or "POST" not in (rule.methods or ()):
            continue
        for path in filled(rule.rule.replace("<event>", hall.id)):
            for _ in range(SENT_TO_EACH):
                sent = {name: chance.choice(NASTY) for name in chance.sample(fields, min(6, len(fields)))}
                with app.app_context():
                    before = len(history_of(hall.at, hall.id))
                answer = client.post(
                    path, data={name: value.encode("utf-8", "replace") for name, value in sent.items()}
                )
                with app.app_context():
                    after = len(history_of(hall.at, hall.id))
                assert answer.status_code < 500, (path, sent)
                assert answer.status_code < 400 or after == before, (path, sent)
                assert "<script>alert" not in answer.text
                assert "<img src=x>" not in answer.text


def test_hostile_names_are_only_text(app: Flask) -> None:
    """In pages, and in files for spreadsheets, whose cells never begin a formula."""
    hall = hall_at(app, "en", 2)
    hostile = ("<b>x</b>", "=1+1", "+cmd|' /C calc'!A0", "\u202eevil", "a\u0301\u0301\u0301")
    with app.app_context():
        hall.at.store.put_people(hall.id, [PersonRow(number=at, name=name) for at, name in enumerate(hostile, 1)])
    client = browser(app, hall, Role.ORGANISER, "en")
    for page in ("people", "people/1", "draw", "round", "standings", "results", "print/seating?round=1", "hall"):
        text = client.get(f"/e/{hall.id}/{page}").text
        assert "<b>x</b>" not in text, page
    for file in ("draw.csv", "standings.csv", "results.csv", "rulings.csv"):
        text = client.get(f"/e/{hall.id}/{file}").text
        cells = [cell.strip('"') for line in text.splitlines() for cell in re.split(r"[,;\t]", line)]
        assert not [cell for cell in cells if cell[:1] in ("=", "@") or (cell[:1] == "+" and not cell[1:2].isdigit())]
