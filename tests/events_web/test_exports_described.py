"""What programs read of an event is what the description of the interface says (events/11)."""

import json

import pytest
from flask import Flask

from referee.desk_event.results import enter_finals, enter_paper
from referee.tournament.events import FinalsEntered, NumberFinal, Role
from referee.tournament.sheets import PaperSheet
from referee.web.context import desk_in_use
from tests.event_pages import browser
from tests.openapi.document import document
from tests.openapi.fitting import misfits
from tests.openapi.questions import DESCRIBED
from tests.tournaments import Hall, done, opened_hall

SEATS = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)))


@pytest.fixture
def hall(app: Flask) -> Hall:
    """Return an event with a round from paper, in which a ruling was given, and one of which only finals are known."""
    with app.app_context():
        found = opened_hall(desk_in_use(), "ema-2016", rounds=3)
        found.seat(8, rounds=2, seats=SEATS)
        found.start()
        for table_no in (1, 2):
            sheet = PaperSheet(round=1, table_no=table_no, scores=(40_000, 30_000, 30_000, 20_000), chombo=(0, 1, 0, 0))
            done(enter_paper(found.event_desk, found.order(), sheet))
        found.close()
        finals = tuple(NumberFinal(number=number, final=0) for number in range(1, 9))
        done(enter_finals(found.event_desk, found.order(), (FinalsEntered(round=2, finals=finals, reason=""),)))
    return found


@pytest.mark.parametrize("name", DESCRIBED["exports"])
@pytest.mark.parametrize("role", [Role.ORGANISER, Role.PUBLIC])
def test_exports_are_as_described(app: Flask, hall: Hall, role: Role, name: str) -> None:
    """Each field that is described is there, and no other; each status is described as well."""
    document_of = document()
    address = f"/e/{{event}}/{name}"
    responses = document_of["paths"][f"{address}.json"]["get"]["responses"]
    client = browser(app, hall, role)

    answer = client.get(f"/e/{hall.id}/{name}.json")
    again = client.get(f"/e/{hall.id}/{name}.json", headers={"If-None-Match": answer.headers.get("ETag", "")})
    table = client.get(f"/e/{hall.id}/{name}.csv")

    assert str(answer.status_code) in responses
    assert str(client.get(f"/e/none/{name}.json").status_code) in responses
    if answer.status_code == 200:
        schema = responses["200"]["content"]["application/json"]["schema"]
        assert [*misfits(json.loads(answer.text), schema, document_of["components"]["schemas"])] == []
        assert str(again.status_code) in responses
        assert table.mimetype in document_of["paths"][f"{address}.csv"]["get"]["responses"]["200"]["content"]
    else:
        assert (role, name) == (Role.PUBLIC, "rulings")


def test_every_field_of_results_is_there(app: Flask, hall: Hall) -> None:
    """Between a result of a table and a final alone, all that is described is told."""
    shown = json.loads(browser(app, hall, Role.ORGANISER).get(f"/e/{hall.id}/results.json").text)["results"]

    assert {field for each in shown for field in each} == {*DESCRIBED["exports"]["results"]["fields"]}


def test_a_draw_needs_the_token_that_the_description_names() -> None:
    """events/11: over HTTP only with an organiser's link, one at a time; everything else asks for none."""
    paths = document()["paths"]
    scheme = document()["components"]["securitySchemes"]["link"]

    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    assert paths["/draw"]["post"]["security"] == [{"link": []}]
    assert {"403", "409"} <= paths["/draw"]["post"]["responses"].keys()
    assert "security" not in paths["/check_draw"]["post"]
