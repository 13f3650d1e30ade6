"""The people of an event: pasted, looked at, entered, checked in, played for, exported and erased."""

import json
from io import BytesIO

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from referee.database import DatabaseDesk
from referee.desk_event.opened import EventDesk, tournament_now
from referee.desk_event.people import people_listed
from referee.tournament.events import Status
from referee.web.context import desk_in_use
from tests.events_web.organiser import SIXTEEN, Organiser, organiser_of
from tests.quick import quickly
from tests.tournaments import opened_hall


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    """Return the organiser of a new event."""
    return organiser_of(app.test_client())


def names(organiser: Organiser, desk: DatabaseDesk) -> list[str]:
    """Return what is kept of everybody."""
    event_desk = EventDesk(desk=desk, store=desk.store)
    return [
        f"{each.number} {each.name} {each.family} {each.given}".strip()
        for each in people_listed(event_desk, organiser.event)
    ]


def test_nothing_is_written_before_it_is_confirmed(organiser: Organiser, desk: DatabaseDesk) -> None:
    """events/2.2: a list is looked at, every row as what it would do."""
    looked = organiser.client.post(organiser.to("people/paste"), data={"text": "Aki\nBen\n"})

    assert looked.get_data(as_text=True).count("row--new") == 2
    assert names(organiser, desk) == []

    organiser.paste("Aki\nBen\n")

    assert names(organiser, desk) == ["1 Aki", "2 Ben"]


@pytest.mark.parametrize("minutes", ["", "0", "11", "-3", "7.5", "soon", "99999999999"])
def test_minutes_of_a_made_up_form_are_refused_as_they_were_typed(organiser: Organiser, minutes: str) -> None:
    """events/2.4: whoever is late is so by 1 to 10 minutes; field, value and what is allowed are said."""
    organiser.paste("Aki\nBen\n")

    answer = organiser.send("people/2", "people/2/status", status="late", minutes=minutes)

    assert answer.status_code == 422
    assert f"Minutes late: “{minutes}” is not a whole number from 1 to 10." in answer.get_data(as_text=True)
    assert organiser.send("people/2", "people/2/status", status="late", minutes="10").status_code == 303


def test_a_list_shows_what_is_new_changed_the_same_and_wrong(organiser: Organiser, desk: DatabaseDesk) -> None:
    """events/2.2: all problems at once, and nothing is taken over while there is one."""
    organiser.paste("number\tname\tclub\n1\tAki\tNorth\n2\tBen\tNorth\n")
    text = "number;name;club;country\n1;Aki;North;\n2;Ben;South;\n;Chie;;Finland\n;;South;\n7;Dan;North;FI\n"

    page = organiser.client.post(organiser.to("people/paste"), data={"text": text})
    found = page.get_data(as_text=True)

    assert page.status_code == 422
    assert [found.count(f"row--{state}") for state in ("same", "changed", "wrong", "new")] == [1, 1, 2, 1]
    assert "Line 4: " in found
    assert "“Finland”" in found
    assert "Line 5: " in found
    assert [found.count(f"<bdi>{line}</bdi></small>") for line in (";Chie;;Finland", ";;South;")] == [1, 1]
    refused = organiser.client.post(organiser.to("people/paste/enter"), data={"text": text, "expected": "3"})
    assert refused.status_code == 422
    assert names(organiser, desk) == ["1 Aki", "2 Ben"]


def test_the_same_person_twice_is_a_question(organiser: Organiser, desk: DatabaseDesk) -> None:
    """events/2.2: by family, given and club; both answers can be given, and one has to be."""
    text = "family,given,club\nBerg,Anna,North\nBerg,Anna,North\nBerg,Anna,South\n"
    looked = organiser.client.post(organiser.to("people/paste"), data={"text": text}).get_data(as_text=True)
    expected = looked.partition('name="expected" value="')[2].partition('"')[0]
    sent = {"text": text, "expected": expected, "command_id": "twins-twins-twins"}

    assert 'name="twin-3"' in looked
    assert 'name="twin-4"' not in looked
    assert organiser.client.post(organiser.to("people/paste/enter"), data=sent).status_code == 422
    assert names(organiser, desk) == []
    done = organiser.client.post(organiser.to("people/paste/enter"), data=sent | {"twin-3": "skip"})
    assert done.status_code == 303
    assert len(names(organiser, desk)) == 2


@pytest.mark.parametrize(
    ("content", "status"), [("\ufeffname;club\nÅsa;Öst\n".encode(), 200), ("name\nÅsa\n".encode("latin-1"), 422)]
)
def test_a_file_is_read_as_what_is_pasted(organiser: Organiser, content: bytes, status: int) -> None:
    """events/10: UTF-8 with or without BOM, and what is not is said."""
    sent = {"text": "", "file": (BytesIO(content), "people.csv")}

    page = organiser.client.post(organiser.to("people/paste"), data=sent, content_type="multipart/form-data")

    assert page.status_code == status
    assert ("Åsa" in page.get_data(as_text=True)) == (status == 200)
    assert ("not in UTF-8" in page.get_data(as_text=True)) == (status == 422)


def test_a_thousand_people_are_looked_at_and_entered_within_a_second(organiser: Organiser, desk: DatabaseDesk) -> None:
    """events/2.2: 1,000 rows <= 1 s, each way; more than a phone's forms may send."""
    text = "family\tgiven\tclub\n" + "".join(
        f"渡辺{number}\t太郎太郎太郎\tNorth club {number}\n" for number in range(1000)
    )
    assert len(text.encode()) * 2 > 64 * 1024

    looked = quickly(lambda: organiser.client.post(organiser.to("people/paste"), data={"text": text}), 1)
    quickly(lambda: organiser.paste(text), 2)

    assert looked.get_data(as_text=True).count("row--new") == 1000
    assert len(names(organiser, desk)) == 1000


def test_check_in_is_one_tap(organiser: Organiser, desk: DatabaseDesk) -> None:
    """events/2.2: present, expected, absent; the line that htmx asked for comes alone with the counts."""
    organiser.paste("Aki\nBen\nCleo\n")
    event_desk = EventDesk(desk=desk, store=desk.store)

    sent = organiser.send("people", "people/1/status", status="present")
    line = organiser.client.post(
        organiser.to("people/2/status"),
        data={"status": "absent", "command_id": "b" * 20},
        headers={"HX-Request": "true"},
    ).get_data(as_text=True)

    assert sent.status_code == 303
    assert sent.headers["Location"].endswith("/people#p1")
    assert line.count("<li") == 1
    assert 'hx-swap-oob="true"' in line
    people = tournament_now(event_desk, organiser.event).people
    assert [each.status for each in people] == [Status.PRESENT, Status.ABSENT, Status.EXPECTED]
    organiser.send("people", "people/here")
    people = tournament_now(event_desk, organiser.event).people
    assert [each.status for each in people] == [Status.PRESENT, Status.ABSENT, Status.PRESENT]
    assert organiser.to("people/here") not in organiser.see("people")


def test_late_by_minutes(organiser: Organiser) -> None:
    """events/2.4: with the minutes; the ruling waits for the round."""
    organiser.paste("Aki\nBen\n")

    organiser.send("people/1", "people/1/status", status="late", minutes="7")

    assert "Late by 7 min" in organiser.see("people")
    assert "once the round has started" in organiser.see("people/1")


def test_the_mark_of_being_late_goes_by_no_single_tap_of_the_list(organiser: Organiser) -> None:
    """events/2.2: whoever is late counts as present; a referee may still rule on it, until the mark is taken off."""
    organiser.paste(SIXTEEN)
    organiser.send("people/2", "people/2/status", status="late", minutes="7")
    part = {"HX-Request": "true", "HX-Request-Type": "partial"}

    def tap(**more: str) -> str:
        form = organiser.hidden("people", "people/2/status") | {"status": "present"} | more
        return organiser.client.post(organiser.to("people/2/status"), data=form, headers=part).text

    asked, said = tap(), "The mark stays for the ruling."
    plain = organiser.send("people", "people/2/status", status="present")
    assert "Late by 7 min" in organiser.see("people")
    after = tap(command_id="0" * 32, sure="yes")

    assert (said in asked, said in after) == (True, False)
    assert plain.location == organiser.to("people/2")
    assert "Late by 7 min" not in organiser.see("people")


def test_missing_substitutes_are_added_and_drawn(organiser: Organiser, desk: DatabaseDesk) -> None:
    """events/2.3: 14 people lack two, who fill the tables; with three of them one is free to play for others."""
    organiser.paste("\n".join(SIXTEEN.splitlines()[:14]))
    event_desk = EventDesk(desk=desk, store=desk.store)

    assert "2 substitutes are missing" in organiser.see("people")
    organiser.send("people", "people/fill")
    organiser.paste("name,kind\nOdo,substitute\n")

    state = tournament_now(event_desk, organiser.event)
    assert "missing" not in organiser.see("people")
    assert state.substitutes == (15, 16, 17)
    assert state.in_draw == tuple(range(1, 17))
    assert "Substitute 1 plays" not in organiser.see("people/3")
    organiser.send("people/3", "people/3/substitute", by="17", round="2")
    state = tournament_now(event_desk, organiser.event)
    assert [state.manned_by(3, number) for number in (1, 2, 3)] == [3, 17, 17]
    organiser.send("people/3", "people/3/substitute", by="3", round="3")
    assert tournament_now(event_desk, organiser.event).manned_by(3, 3) == 3


def test_without_a_free_substitute_the_page_adds_one_and_says_what_the_round_counts(organiser: Organiser) -> None:
    """events/2.2, 2.4: no value is guessed, the rule of the event is told, and the round from which it holds."""
    organiser.paste("\n".join(SIXTEEN.splitlines()[:4]))
    page = organiser.see("people/2")

    assert f'href="{organiser.to("people/paste")}#columns"' in page
    assert "Substitute 1 plays" not in page
    assert "from round 2 on" not in page
    assert "organiser to decide; proposed: " in page
    added = organiser.send("people/2", "people/fill")
    page = organiser.see("people/2")
    assert (added.status_code, added.headers["Location"]) == (303, organiser.to("people/2"))
    assert "Substitute 1 plays" in page
    assert "from round 2 on" in page
    assert "No substitute is free" not in page


def test_a_list_says_who_of_it_is_a_substitute(organiser: Organiser) -> None:
    """events/2.2: both values are named where columns are, and the row shows what it was read as."""
    help_text = organiser.see("people/paste").partition('id="columns"')[2].partition("</details>")[0]
    text = "name,kind\nSam Smith,substitute\nAnna Berg,player\nBen Berg,\n"
    found = organiser.client.post(organiser.to("people/paste"), data={"text": text}).get_data(as_text=True)
    rows = {row.partition("<bdi>")[2].partition("<")[0]: row for row in found.split("<li")[1:]}

    assert "<code>kind: player, substitute</code>" in help_text
    assert [name for name, row in rows.items() if "Substitute" in row] == ["Sam Smith"]


def test_absent_players_are_taken_off_the_list_where_the_page_says_so(organiser: Organiser, desk: DatabaseDesk) -> None:
    """Absence alone keeps the seat; who sits in a draw that everybody has seen is not offered to go."""
    organiser.paste("\n".join(f"Player {number}" for number in range(1, 18)))
    organiser.send("people", "people/17/status", status="absent")
    assert 'id="four"' in organiser.see("people")
    for page in ("", "draw"):
        assert f'href="{organiser.to("people")}#four"' in organiser.see(page)

    assert "Take 1 absent person off the list" in organiser.see("people")
    assert organiser.send("people", "people/off").status_code == 303

    assert len(names(organiser, desk)) == 16
    assert 'id="four"' not in organiser.see("people")
    organiser.send("draw", "draw", way="fixed")
    organiser.send("", "draw/publish")
    organiser.send("people", "people/16/status", status="absent")
    organiser.paste("Late Entry")
    assert 'id="four"' in organiser.see("people")
    assert "people/off" not in organiser.see("people")


def test_who_is_marked_absent_can_be_taken_off_at_once(app: Flask, browser: Browser, address: str) -> None:
    """The tap on ✕ brings the button; no line of the list moves for it."""
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", rounds=1)
        hall.enter(18, status=Status.PRESENT)
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{address}/in/{hall.token}")
    page.goto(f"{address}/e/{hall.id}/people")
    page.wait_for_load_state("networkidle")
    last, button = page.locator("#p18"), page.locator("#off button")
    expect(button).to_have_count(0)
    tops = "[...document.querySelectorAll('.person')].map((each) => each.offsetTop)"
    before = page.evaluate(tops)

    last.locator("[value=absent]").click()
    expect(button).to_have_text("Take 1 absent person off the list")
    page.locator("#p17 [value=absent]").click()
    expect(button).to_have_text("Take 2 absent people off the list")
    assert page.evaluate(tops) == before
    button.click()

    expect(page.locator(".person")).to_have_count(16)


def test_names_are_mended_and_wrong_ones_refused(organiser: Organiser, desk: DatabaseDesk) -> None:
    """events/2.2: all fields of a person."""
    organiser.paste("Aki\n")

    wrong = organiser.send("people/1", "people/1", name="Aki", country="Finland")
    right = organiser.send(
        "people/1", "people/1", family="Berg", given="Aki", country="fi", kind="player", keeps_table="2"
    )

    assert wrong.status_code == 422
    assert right.status_code == 303
    assert names(organiser, desk) == ["1  Berg Aki"]
    assert tournament_now(EventDesk(desk=desk, store=desk.store), organiser.event).people[0].entrant.keeps_table == 2


def test_who_sits_nowhere_can_go(organiser: Organiser, desk: DatabaseDesk) -> None:
    """events/2.3: players are taken off the list."""
    organiser.paste("Aki\nBen\n")

    organiser.send("people/1", "people/1/off")

    assert names(organiser, desk) == ["2 Ben"]


def test_export_and_erase_one(organiser: Organiser, desk: DatabaseDesk) -> None:
    """events/2.2: everything that is kept goes out as JSON; afterwards no page and no byte has the name."""
    organiser.paste("name,club,ema\nZaphodine Quux,Riverside,08010001\nBen,,\n")

    answer = json.loads(organiser.client.get(organiser.to("people/1.json")).data)
    assert "Backups" in organiser.see("people/1")
    organiser.send("people/1", "people/1/erase")

    assert answer["person"]["name"] == "Zaphodine Quux"
    assert answer["person"]["ema"] == "08010001"
    assert "Zaphodine" not in organiser.see("people") + organiser.see("people/1")
    files = [path for path in desk.path.parent.iterdir() if path.name.startswith(desk.path.name)]
    assert files
    assert all(b"Zaphodine" not in path.read_bytes() for path in files)
    assert "erased" in organiser.see("people")


@pytest.mark.parametrize("page", ["people", "people/paste", "people/1", "people/1.json"])
def test_people_are_for_organisers(organiser: Organiser, app: Flask, page: str) -> None:
    """events/1: nobody else sees the list."""
    organiser.paste("Aki\n")

    answer = app.test_client().get(organiser.to(page))

    assert answer.status_code in (403, 422)
    assert "Aki" not in answer.get_data(as_text=True)


@pytest.mark.parametrize("action", ["people/paste", "people/paste/enter", "people/1"])
def test_nobody_learns_of_people_by_sending_a_list(organiser: Organiser, app: Flask, action: str) -> None:
    """events/1: what a list would change, which tells what is known, is told to organisers alone."""
    organiser.paste("number,name,club,ema\n1,Zaphodine,Riverside,08010001\n")
    text = "number,name,club,country\n1,Quux,,\n2,,,Nowhere\n"

    answer = app.test_client().post(organiser.to(action), data={"text": text, "name": "Quux", "country": "Nowhere"})

    assert answer.status_code == 403
    assert not [found for found in ("Zaphodine", "Riverside", "08010001") if found in answer.text]


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "=1+1", "\u202eneB", "'-2", "é" * 100])
def test_any_name_can_be_kept(organiser: Organiser, name: str) -> None:
    """events/13.12: it is shown as it is, or refused with its line."""
    page = organiser.client.post(organiser.to("people/paste"), data={"text": f'name\n"{name}"\n'})

    assert page.status_code in (200, 422)
    assert "<script>alert" not in page.get_data(as_text=True)
