"""Every form of an event over the plain HTTP of a club's network, where browsers send no `Sec-Fetch-Site` (13.9)."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.desk_event.links import make_cards, make_link
from referee.desk_event.opened import history_of
from referee.desk_event.rounds import table_address
from referee.tournament.events import Role
from tests.events_web.organiser import FORM, HIDDEN
from tests.events_web.test_event_languages import FIRST_STEPS, addresses, hall_at
from tests.tournaments import Hall

HOME = "http://192.168.1.5:8080"
FOREIGN = ("http://192.168.1.5:8081", "http://elsewhere.example", "null")
"""Another program on the same machine, another site, and what a page without a referrer sends."""
OTHER_SITE = "this request came from another site"
ACTION = re.compile(r'\baction="([^"]+)"')
POST = re.compile(r'\bmethod="post"', re.IGNORECASE)
NUMBERS = re.compile(r"\d+")

Form = tuple[str, dict[str, str]]


def visitor(app: Flask, hall: Hall, role: Role) -> FlaskClient:
    """Return a browser of the club's network that came in by a link for this role."""
    client = app.test_client()
    client.get("/?lang=en", base_url=HOME)
    with app.app_context():
        if role == Role.TABLE:
            cards = make_cards(hall.event_desk, hall.order(), (1,))
            assert isinstance(cards, tuple)
            token = cards[0]
        else:
            token = hall.token if role == Role.ORGANISER else str(make_link(hall.event_desk, hall.order(), role))
    if role != Role.PUBLIC:
        assert client.get(f"/in/{token}", base_url=HOME).status_code == 303
    return client


def forms_seen(client: FlaskClient, app: Flask, hall: Hall) -> list[Form]:
    """Return one form of each kind that a browser is shown, with what it sends unseen."""
    found: dict[str, Form] = {}
    for path in (*addresses(app, hall.id), f"/t/{table_address(hall.id, 1, 1)}"):
        shown = client.get(path, base_url=HOME)
        for attributes, body in FORM.findall(shown.text) if shown.mimetype == "text/html" else ():
            action = ACTION.search(attributes)
            if action and POST.search(attributes):
                assert shown.headers["Referrer-Policy"] == "same-origin", path
                to = unescape(action[1])
                known = {name: unescape(value) for name, value in HIDDEN.findall(body)}
                found.setdefault(NUMBERS.sub("#", to.replace(hall.id, "")), (to, known))
    return list(found.values())


@pytest.mark.parametrize("step", range(FIRST_STEPS))
@pytest.mark.parametrize("role", Role)
def test_every_form_is_taken_from_our_own_pages_only(app: Flask, role: Role, step: int) -> None:
    """events/13.9: by its `Origin` alone; from elsewhere it writes nothing, whoever's browser sends it."""
    hall = hall_at(app, "en", step)
    client = visitor(app, hall, role)
    forms = forms_seen(client, app, hall)
    with app.app_context():
        before = len(history_of(hall.event_desk, hall.id))

    for to, found in forms:
        for origin in FOREIGN:
            answer = client.post(to, data=found, base_url=HOME, headers={"Origin": origin})
            assert answer.status_code == 403, (to, origin)
            assert OTHER_SITE in answer.text
    with app.app_context():
        assert len(history_of(hall.event_desk, hall.id)) == before

    taken = 0
    for to, found in forms:
        answer = client.post(
            to, data=found | {"name": "Autumn Open", "ruleset": "ema-2016"}, base_url=HOME, headers={"Origin": HOME}
        )
        assert answer.status_code < 500, to
        assert OTHER_SITE not in answer.text, to
        taken += answer.status_code < 400
    assert taken > 0
    if role == Role.ORGANISER:
        assert len(forms) > 5
