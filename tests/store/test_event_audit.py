"""`referee audit` works results of events out again: from signed sheets, and from what was typed."""

import json
import sqlite3
from contextlib import closing

import pytest

from referee.cli import main
from referee.commands.audit import audit
from referee.database import DatabaseDesk
from referee.desk_event.people import man
from referee.desk_event.results import agree
from tests.tournaments import Hall, done, opened_hall


@pytest.fixture
def hall(own_desk: DatabaseDesk) -> Hall:
    """Return an event with two results, one of a table at which a substitute played."""
    hall = opened_hall(own_desk)
    hall.seat(8, substitutes=1)
    number = hall.state.rounds[0].seats[2][0]
    done(man(hall.event_desk, hall.order(), number, 9, 1))
    hall.start()
    for table in (1, 2):
        hall.play(1, table)
        done(agree(hall.event_desk, hall.order(), 1, table))
    return hall


def changed(own_desk: DatabaseDesk, **values: object) -> int:
    """Write other values into the last result past the triggers; return its number."""
    with closing(sqlite3.connect(own_desk.path)) as database:
        database.execute("drop trigger if exists tournament_events_stay")
        last = "from tournament_events where kind = 'result_entered' order by seq desc limit 1"
        seq, body = database.execute(f"select seq, body {last}").fetchone()
        found = (json.dumps(json.loads(body) | values), seq)
        database.execute("update tournament_events set body = ? where seq = ?", found)
        database.commit()
    return int(seq)


@pytest.mark.usefixtures("hall")
def test_sound_results_are_told_of_nowhere(own_desk: DatabaseDesk) -> None:
    """Also that of a substitute."""
    assert audit(own_desk) == (2, ())


@pytest.mark.parametrize(
    ("values", "parts"),
    [
        ({"final": [1, 2, 3, 4]}, ["final"]),
        ({"place": [4, 3, 2, 1]}, ["place"]),
        ({"substituted": [0, 0, 0, 0]}, ["substituted"]),
        ({"manned_by": [5, 6, 7, 8]}, ["manned_by"]),
    ],
)
@pytest.mark.usefixtures("hall")
def test_a_result_that_does_not_follow_is_told(
    own_desk: DatabaseDesk, values: dict[str, object], parts: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The entry, the part, what is stored and what is worked out."""
    seq = changed(own_desk, **values)

    assert [(each.seq, each.what) for each in audit(own_desk)[1]] == [(seq, part) for part in parts]
    assert main(["audit", "--db", str(own_desk.path)]) == 1
    assert f"event {seq}: {parts[0]}\n  stored:     " in capsys.readouterr().out


@pytest.mark.usefixtures("hall")
def test_a_result_from_paper_follows_from_what_was_typed(own_desk: DatabaseDesk) -> None:
    """Nothing of it stands in a game."""
    changed(own_desk, source="paper", seq=None)
    assert audit(own_desk)[1] == ()
    seq = changed(own_desk, points=[20000, 20000, 40000, 40000])
    assert {(each.seq, each.what) for each in audit(own_desk)[1]} == {
        (seq, part) for part in ("final", "place", "parts", "substituted")
    }
