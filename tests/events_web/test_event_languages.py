"""Every page of an event speaks one language, to everybody who may open it (`events/9`)."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.desk_event.links import make_link
from referee.store.tournaments import PersonRow
from referee.tournament.events import Role
from referee.web.context import desk_in_use
from tests.tournaments import Hall, opened_hall
from tests.web.languages import ids_shown, strangers

NAMES = {
    "ja": ("青木", "馬場", "千葉", "土井", "遠藤", "藤井", "後藤", "林"),
    "en": ("Aino", "Ben", "Chie", "Dai", "Eero", "Fay", "Goro", "Hanna"),
}
CALLED = {"ja": "春の大会", "en": "Spring Open"}
VALUES = {
    "number": ("1", "9", "77"),
    "round_no": ("1", "2", "9"),
    "table_no": ("1", "2"),
    "kind": ("sheets",),
    "page": ("people",),
}
"""What stands in addresses, also such as leads nowhere."""
NO_PAGES = (".json", ".csv", ".jsonl")
FIRST_STEPS = 3


def hall_at(app: Flask, language: str, step: int) -> Hall:
    """Return an event that has come so far: nobody in it, drawn and published, played by one of two tables."""
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", rounds=2)
        hall.event_desk.store.mend_tournament_name(hall.id, CALLED[language])
        if step > 0:
            hall.seat(8, rounds=2, substitutes=1)
            people = [
                PersonRow(number=at, name=name) for at, name in enumerate((*NAMES[language], NAMES[language][0]), 1)
            ]
            hall.event_desk.store.put_people(hall.id, people)
        if step > 1:
            hall.start()
            hall.play(1, 1)
    return hall


def browser(app: Flask, hall: Hall, role: Role, language: str) -> FlaskClient:
    """Return a browser that holds a link for this role."""
    client = app.test_client()
    client.get(f"/?lang={language}")
    with app.app_context():
        token = hall.token if role == Role.ORGANISER else make_link(hall.event_desk, hall.order(), role)
    if role != Role.PUBLIC:
        assert client.get(f"/in/{token}").status_code == 303
    return client


def addresses(app: Flask, event: str) -> list[str]:
    """Return the addresses of all pages of an event."""
    found = ["/events/new"]
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/e/<event>") and "GET" in (rule.methods or ()) and not rule.rule.endswith(NO_PAGES):
            found += filled(rule.rule.replace("<event>", event))
    return found


def filled(path: str) -> list[str]:
    """Return a path with each of the values that may stand in it; a name that is not known here fails."""
    before, mark, rest = path.partition("<")
    if not mark:
        return [path]
    name, _, after = rest.partition(">")
    return [each for value in VALUES[name.rpartition(":")[2]] for each in filled(before + value + after)]


@pytest.mark.parametrize("step", range(FIRST_STEPS))
@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_page_of_an_event_is_in_one_language(app: Flask, language: str, step: int) -> None:
    """For organisers, referees and the public, before people are entered, before the first round, and during it."""
    hall = hall_at(app, language, step)
    left_over: dict[str, object] = {}
    seen = 0
    for role in (Role.ORGANISER, Role.REFEREE, Role.PUBLIC):
        client = browser(app, hall, role, language)
        for address in addresses(app, hall.id):
            response = client.get(address)
            assert response.status_code < 500, address
            if response.mimetype == "text/html" and "Location" not in response.headers:
                seen += 1
                found = [*strangers(response.text, language), *ids_shown(response.text)]
                if found:
                    left_over[f"{role} {address}"] = found
    assert left_over == {}
    assert seen
