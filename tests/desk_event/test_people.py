"""People of an event at the desk: substitutes who fill tables, check-in of all, and what is left of who is erased."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.desk_event.links import make_link
from referee.desk_event.people import (
    add_substitutes,
    all_present,
    enter_list,
    enter_people,
    erase,
    people_listed,
    set_status,
    texts_naming,
)
from referee.tournament.events import PersonKind, Role, Status
from referee.tournament.formats.people import Person
from tests.desks import opened
from tests.tournaments import Hall, codes, done, opened_hall


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Return an event of fourteen people."""
    desk = opened(tmp_path)
    found = opened_hall(desk, "ema-2016", rounds=2)
    names = [Person(number=number, name=f"Name{number}", club="Riverside") for number in range(1, 15)]
    done(enter_list(found.event_desk, found.order(), names))
    yield found
    desk.close()


def test_missing_substitutes_are_added_once(hall: Hall) -> None:
    """events/2.3: as many as are missing, with names and numbers of their own; the same order adds none again."""
    order = hall.order()

    done(add_substitutes(hall.event_desk, order, "Substitute"))
    again = done(add_substitutes(hall.event_desk, order, "Substitute"))

    assert again.repeated
    added = [each for each in people_listed(hall.event_desk, hall.id) if each.kind == PersonKind.SUBSTITUTE]
    assert [(each.number, each.name) for each in added] == [(15, "Substitute 1"), (16, "Substitute 2")]
    assert codes(add_substitutes(hall.event_desk, hall.order(), "Substitute")) == ["nothing_changed"]
    assert codes(add_substitutes(hall.event_desk, hall.order(hall.referee()), "Substitute")) == ["not_allowed"]


def test_lists_and_what_is_kept_are_the_same(hall: Hall) -> None:
    """events/2.2: every field of a person comes back."""
    person = Person(
        number=3,
        family="Berg",
        given="Anna",
        name="Anna B",
        country="FI",
        club="North",
        team="Red",
        ema="08010001",
        ara="A-1",
        kind="substitute",
        keeps_table=4,
    )

    done(enter_list(hall.event_desk, hall.order(), [person]))

    assert people_listed(hall.event_desk, hall.id)[2] == person


def test_whoever_is_expected_is_present(hall: Hall) -> None:
    """events/2.2: who was marked otherwise stays so."""
    done(set_status(hall.event_desk, hall.order(), 3, Status.ABSENT))

    done(all_present(hall.event_desk, hall.order()))

    statuses = [each.status for each in hall.state.people]
    assert statuses.count(Status.PRESENT) == 13
    assert statuses[2] == Status.ABSENT


def test_who_is_erased_leaves_no_label_and_his_reasons_are_shown(hall: Hall) -> None:
    """events/2.2: a label that names the person is emptied, another is not; reasons that may name him are shown."""
    done(enter_list(hall.event_desk, hall.order(), [Person(number=1, name="Mai")]))
    for label in ("Referee Mai", "Head table"):
        assert isinstance(make_link(hall.event_desk, hall.order(), Role.REFEREE, label), str)
    done(set_status(hall.event_desk, replace(hall.order(), reason="Mai missed the train"), 1, Status.ABSENT))
    done(set_status(hall.event_desk, replace(hall.order(), reason="The road was closed"), 2, Status.ABSENT))

    assert texts_naming(hall.event_desk, hall.id, 1) == ("Mai missed the train",)
    done(erase(hall.event_desk, hall.order(), 1))

    assert [each.label for each in hall.event_desk.store.links_of(hall.id)][1:] == ["", "Head table"]
    assert people_listed(hall.event_desk, hall.id)[0] == Person(number=1)


def test_who_is_taken_off_is_gone_with_his_name(hall: Hall) -> None:
    """events/2.3: players can be removed before anybody has seen a draw."""
    done(enter_people(hall.event_desk, hall.order(), (), (14,)))

    assert len(people_listed(hall.event_desk, hall.id)) == 13
    assert len(hall.event_desk.store.people_of(hall.id)) == 13
