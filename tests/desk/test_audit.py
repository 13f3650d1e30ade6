"""The audit finds whatever the log says otherwise than the rules."""

import pytest

from referee import desk
from referee.cli import main
from referee.commands.audit import audit
from referee.database import DatabaseDesk
from referee.desk import Way
from tests.desks import begin, draw, ron, tsumo

CHANGE = "update events set body = replace(body, ?, ?) where seq = ?"


@pytest.fixture
def own_desk(on_disk: DatabaseDesk) -> DatabaseDesk:
    """Return a desk whose file is changed behind its back."""
    return on_disk


def played_and_tampered(own_desk: DatabaseDesk, change: str, values: tuple[object, ...] = ()) -> None:
    """Play a game with a correction and a result, then change the database behind the program's back."""
    game = begin(own_desk)
    game.record(ron(0, 1, 3, 40), draw(2), tsumo(1, 2, 30))
    game.must(desk.correct, desk.Correction(number=1, hand=draw(3), way=Way.REPLAY))
    game.must(desk.force_end)
    game.must(desk.finish)
    database = own_desk.store.database()
    for trigger in ("events_stay", "rulesets_stay"):
        database.execute(f"drop trigger {trigger}")
    database.execute(change, values)
    own_desk.histories.clear()
    own_desk.rulesets.clear()


@pytest.mark.parametrize(
    ("seq", "written", "tampered", "found"),
    [
        (2, "", "", ()),
        (2, "[7700,-7700,0,0]", "[9700,-9700,0,0]", ("2 0 lines",)),
        (2, '"han":3', '"han":2', ("2 0 lines", "2 0 after")),
        (2, '"dead":[]', '"dead":[0]', ("2 0 refused",)),
        (5, '"honba":2,', '"honba":3,', ("5 1 after", "5 2 before")),
        (7, '"places":[1,', '"places":[2,', ("7 None result",)),
    ],
)
def test_a_changed_event_is_found(
    own_desk: DatabaseDesk, seq: int, written: str, tampered: str, found: tuple[str, ...]
) -> None:
    """With its event and its hand: changed lines, changed facts, a changed table, a changed result."""
    played_and_tampered(own_desk, CHANGE, (written, tampered, seq))
    games, differences = audit(own_desk)

    assert games == 1
    assert {f"{each.seq} {each.number} {each.what}" for each in differences} >= set(found)
    assert bool(differences) == bool(found)
    assert [each for each in differences if each.stored == each.worked_out] == []


def test_a_changed_ruleset_is_found(own_desk: DatabaseDesk) -> None:
    """By its hash, and by every hand that it would settle otherwise."""
    played_and_tampered(
        own_desk, """update rulesets set body = replace(body, '"noten_pool":3000', '"noten_pool":1500')"""
    )
    _, differences = audit(own_desk)

    assert {f"{each.seq} {each.number} {each.what}" for each in differences} == {
        "1 None ruleset",
        "3 1 lines",
        "3 1 after",
        "5 1 lines",
        "5 1 after",
        "5 2 before",
        "5 2 after",
    }


def test_the_command_reports_and_fails(own_desk: DatabaseDesk, capsys: pytest.CaptureFixture[str]) -> None:
    """`referee audit` shows what is stored and what was worked out, and ends with 1."""
    played_and_tampered(
        own_desk, "update events set body = replace(body, '[7700,-7700,0,0]', '[9700,-9700,0,0]') where seq = 2"
    )

    assert main(["audit", "--db", str(own_desk.path)]) == 1
    out = capsys.readouterr().out
    assert "event 2, hand 1: lines" in out
    assert "stored:     line.ron [9700,-9700,0,0]" in out
    assert "worked out: line.ron [7700,-7700,0,0]" in out
    assert out.endswith("differences: 1\n")
