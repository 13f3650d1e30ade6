"""The same orders on disk and in memory: the same answers, views and logs."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from referee import desk
from referee.database import ServerClock
from referee.desk import Begun, Desk, MarkKind, Order, UndoReason, Way
from referee.desk.opened import game_of_command
from referee.rules.offences import Penalty
from referee.store import MemoryStore, Store, Stored
from referee.store.sqlite import open_store
from referee.web.phone import game_log
from tests.desks import BY, NAMES, begin, desk_over, draw, ron, ruling_plan, tsumo

PLAN = desk.NewGame(ruleset="aalto", options={}, names=NAMES)
OTHERS = ("Aki", "Ben", "Chie", "Fumi")
RIICHI = desk.Mark(hand=0, seat=2, kind=MarkKind.RIICHI, on=True)
FIX = desk.Correction(number=0, hand=ron(2, 3, 3, 30, riichi=[2]), way=Way.REPLAY)
FINE = ruling_plan(1, "other", {}, (desk.Sanction(kind=Penalty.FINE, amount=1000),), "tore a tile")
ANSWERS = """Begun Begun BegunOtherwise Recorded Recorded Recorded Conflict Conflict Refused Recorded Recorded Recorded
Recorded Recorded Recorded Recorded Recorded Recorded Conflict Recorded Recorded Recorded Recorded Recorded Recorded
Recorded Begun Conflict"""


def wish(name: str) -> Order:
    """Return an order that is known by its name."""
    return Order(command=f"{name:-<32}", by=BY)


TABLES = tuple(game_of_command(wish(name).command) for name in ("begin", "other table"))


def answers_of(own_desk: Desk) -> list[object]:
    """Give the same orders at any desk and return every answer."""
    begun = desk.start(own_desk, wish("begin"), PLAN)
    assert isinstance(begun, Begun)
    game = begun.game

    def done(act: Callable[..., object], name: str, *known: object, **more: bool) -> object:
        return act(own_desk, game, wish(name), desk.table_view(own_desk, game).expected, *known, **more)

    return [
        begun,
        desk.start(own_desk, wish("begin"), PLAN),
        desk.start(own_desk, wish("begin"), replace(PLAN, names=OTHERS)),
        desk.mark(own_desk, game, wish("riichi"), RIICHI),
        done(desk.record, "ron", ron(2, 3, 2, 30, riichi=[2])),
        done(desk.record, "ron", ron(2, 3, 2, 30, riichi=[2])),
        done(desk.record, "ron", draw(0)),
        desk.record(own_desk, game, wish("late"), 1, draw(0)),
        done(desk.record, "impossible", draw(7)),
        done(desk.record, "draw", draw(0, 3)),
        done(desk.record_instead, "tsumo", tsumo(1, 3, 30)),
        done(desk.undo, "undo", UndoReason.MISCOUNTED),
        done(desk.record, "next", draw(1)),
        done(desk.correct, "correct", FIX),
        done(desk.rule, "rule", (FINE,)),
        done(desk.withdraw_ruling, "withdraw", desk.game_now(own_desk, game).seq, "it was torn before"),
        desk.rename(own_desk, game, wish("rename"), OTHERS),
        desk.rename(own_desk, game, wish("rename"), OTHERS),
        desk.rename(own_desk, game, wish("rename"), ("Aki", "Ben", "Chie", "Gen")),
        done(desk.adjust, "adjust", desk.Adjustment(honba=2, text="one more")),
        done(desk.signal, "signal", running=False),
        desk.note(own_desk, game, wish("note"), "東風 🎲"),
        done(desk.force_end, "end"),
        done(desk.finish, "finish"),
        done(desk.reopen, "reopen", "one hand was left"),
        done(desk.record, "last", draw()),
        desk.start(own_desk, wish("other table"), PLAN),
        desk.note(own_desk, TABLES[1], wish("note"), "東風 🎲"),
    ]


def played(store: Store) -> tuple[list[object], Desk]:
    """Return every answer of a desk over a store, and one that has read nothing of it yet."""
    seconds = itertools.count()
    own_desk = desk_over(store, lambda: f"2026-11-22T10:00:{next(seconds):02}.000+00:00")
    return answers_of(own_desk), desk_over(store, ServerClock().now)


def test_both_stores_answer_the_same(tmp_path: Path) -> None:
    """Whatever is ordered, once more, too late or wrongly; and again when the logs are read anew."""
    file = open_store(tmp_path / "table.db")
    (found, there), (again, here) = played(file), played(MemoryStore())

    assert [type(each).__name__ for each in found] == ANSWERS.split()
    assert found == again
    for game in TABLES:
        assert there.store.events_of(game) == here.store.events_of(game) != ()
        assert desk.table_view(there, game) == desk.table_view(here, game)
        assert game_log(there, game) == game_log(here, game)
    file.close()


def test_a_block_that_fails_writes_nothing(own_desk: Desk) -> None:
    """Neither names nor events nor a game nor its rules; a block that ends well writes all of them."""
    game = begin(own_desk)
    row, first = own_desk.store.game_row(game.game), own_desk.store.events_of(game.game)[0]
    assert row is not None
    added, event = replace(row, id="new", token=row.token[::-1]), replace(first, game="new", command="new")

    def write() -> Stored:
        own_desk.store.add_ruleset("new", "{}")
        own_desk.store.mend_names(game.game, OTHERS)
        own_desk.store.add_game(added)
        own_desk.store.append(event)
        assert own_desk.store.game_by_token(added.token) == "new"
        return own_desk.store.events_of("new")[0]

    with pytest.raises(ZeroDivisionError), own_desk.store.writing():
        assert 1 / (write().seq - 1)
    assert own_desk.store.game_row(game.game) == row
    assert (
        own_desk.store.game_row("new"),
        own_desk.store.game_by_token(added.token),
        own_desk.store.event_by_command("new"),
    ) == (None,) * 3
    assert own_desk.store.events_of("new") == ()
    with pytest.raises(LookupError):
        own_desk.store.ruleset_body("new")

    with own_desk.store.writing():
        write()
    assert own_desk.store.game_row(game.game) == replace(row, names=OTHERS, revision=1)
    assert (own_desk.store.game_row("new"), own_desk.store.event_by_command("new")) == (added, event)
    assert own_desk.store.ruleset_body("new") == "{}"
