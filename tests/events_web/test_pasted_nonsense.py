"""Files that were broken on their way, pasted on every page that takes them (`events/13.12`)."""

import random
import re
from collections.abc import Callable
from functools import partial
from html import unescape

import pytest
from flask import Flask

from referee.desk_event.opened import history_of, tournament_now
from referee.tournament.events import Role
from tests.events_web.organiser import HIDDEN, Organiser
from tests.events_web.test_event_languages import browser, hall_at
from tests.mutations import mutated
from tests.tournaments import Hall

PEOPLE = (
    "number,family,given,name,country,club,team,ema,ara,kind,keeps_table\n"
    "1,Virtanen,Aino,,FI,Aalto,Reds,04210001,,player,2\n2,O'Hara,Ben,,IE,,,,77,player,\n,,,\u732b,,,,,,substitute,\n"
)
LINES = "Aki Berg\nBen Cole\nChie Dahl"
BY_TABLE = "round,table,E,S,W,N\n1,1,1,2,3,4\n1,2,5,6,7,8\n2,1,1,5,2,6\n2,2,3,7,4,8\n"
DASHED = "1-2-3-4\n5-6-7-8\n\n1-5-2-6\n3-7-4-8\n"
BY_PERSON = "number,H1,H2\n1,1,1\n2,1,1\n3,1,2\n4,1,2\n5,2,1\n6,2,1\n7,2,2\n8,2,2\n"
FINALS = "round,number,final\n" + "".join(
    f"{number},{person},{final}\n" for number in (1, 2) for person, final in enumerate(["15.0", "-5.0"] * 4, 1)
)
OF_EACH = 60
TWIN = re.compile(r'name="(twin-\d+)"')

Sent = Callable[[Organiser, str], tuple[int, str]]


def people_sent(organiser: Organiser, text: str) -> tuple[int, str]:
    """Paste a list and, where that is offered, enter it."""
    shown = organiser.client.post(organiser.to("people/paste"), data={"text": bytes_of(text)})
    if shown.status_code != 200 or "people/paste/enter" not in shown.text:
        return shown.status_code, shown.text
    page_text = {name: unescape(value) for name, value in HIDDEN.findall(shown.text) if name != "text"}
    twins = dict.fromkeys(TWIN.findall(shown.text), "skip")
    answer = organiser.client.post(
        organiser.to("people/paste/enter"), data=page_text | twins | {"text": bytes_of(text)}
    )
    return answer.status_code, answer.text


def bytes_of(text: str) -> bytes:
    """Return a text as it comes in; half a character comes as what is no UTF-8."""
    return text.encode("utf-8", "surrogatepass")


def sent_with(organiser: Organiser, text: str, page: str, action: str) -> tuple[int, str]:
    """Paste a text where nothing is asked first, or where somebody is sure."""
    found = organiser.hidden(page, action) | {"sure": "1", "reason": "as published"}
    answer = organiser.client.post(organiser.to(action), data=found | {"text": bytes_of(text)})
    return answer.status_code, answer.text


PASTED: tuple[tuple[str, tuple[str, ...], Sent], ...] = (
    ("people", (PEOPLE, LINES), people_sent),
    ("draw", (BY_TABLE, DASHED, BY_PERSON), partial(sent_with, page="draw/paste", action="draw/paste")),
    ("finals", (FINALS,), partial(sent_with, page="results/finals", action="results/finals/paste")),
)


def written(hall: Hall) -> tuple[int, object]:
    """Return all that an event holds: how many entries, and its people."""
    return len(history_of(hall.event_desk, hall.id)), hall.event_desk.store.people_of(hall.id)


@pytest.mark.parametrize(("texts", "sent"), [each[1:] for each in PASTED], ids=[each[0] for each in PASTED])
def test_a_broken_file_is_taken_whole_or_not_at_all(app: Flask, texts: tuple[str, ...], sent: Sent) -> None:
    """No 500; what is refused says why and changes nothing; what is taken can be read again by every page."""
    chance = random.Random(16)  # noqa: S311 the same mutations every time
    hall = hall_at(app, "en", 1)
    organiser = Organiser(client=browser(app, hall, Role.ORGANISER, "en"), event=hall.id)
    answers = {303: 0, 422: 0}
    for text in (*texts, *(mutated(chance.choice(texts), chance) for _ in range(OF_EACH))):
        with app.app_context():
            before = written(hall)
        status, page = sent(organiser, text)
        with app.app_context():
            after = written(hall)
            tournament_now(hall.event_desk, hall.id)
        assert status in answers, (status, text)
        answers[status] += 1
        assert status == 303 or after == before, text
        assert status == 303 or 'role="alert"' in page, text
        assert "<script>alert" not in page
    assert answers[303] > 1
    assert answers[422] > 1
    assert [page for page in ("people", "draw", "standings", "results", "draw.csv") if not organiser.see(page)] == []
