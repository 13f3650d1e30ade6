"""Entries that an older backup does not hold are entered again from a phone's log, and the sheet is as it was."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from referee import desk
from referee.desk import Desk, Lost, MarkKind, Order, Recorded, Refused, Row, UndoReason, Way
from referee.desk.opened import history_of
from referee.rules.offences import Penalty
from referee.store import Stored
from tests.desks import BY, Played, abort, begin, chombo, draw, order, ron, ruling_plan, tsumo


def everything(own_desk: Desk) -> Played:
    """Return a game in which everything happens that is entered again."""
    game = begin(own_desk, "aalto")
    game.mark(2, MarkKind.RIICHI)
    game.mark(1, MarkKind.DEAD_HAND, reason="empty_call")
    game.record(ron(2, 3, 2, 30, riichi=[2]), draw(0, 3), chombo(1))
    game.must(desk.undo, UndoReason.MISCOUNTED)
    game.record(tsumo(1, 5, 0) | {"wins": [{"seat": 1, "han": 5}]})
    ruled = game.must(desk.rule, (ruling_plan(2, "mistaken_win", {"call": "ron", "cause": "no_yaku", "shown": 0}),))
    game.must(desk.withdraw_ruling, ruled.seq, "役があった")
    both = tuple(ruling_plan(seat, "other", {}, (sanction(Penalty.CHOMBO),), "both") for seat in (0, 3))
    game.must(desk.rule, both)
    game.must(desk.undo, UndoReason.RULED_OTHERWISE)
    game.must(desk.rule, both)
    game.must(desk.rule, (ruling_plan(1, "other", {}, (sanction(Penalty.FINE, 1000),), "tore a tile"),))
    game.must(desk.correct, desk.Correction(number=1, hand=draw(0), way=Way.REPLAY))
    game.must(desk.correct, desk.Correction(number=0, hand=ron(2, 3, 3, 30, riichi=[2]), way=Way.POINTS_ONLY))
    game.must(desk.adjust, desk.Adjustment(honba=2, dealer=3, text="立直棒を数えた"))
    game.must(desk.signal, running=False)
    game.must(desk.undo, UndoReason.MISTYPED)
    desk.note(own_desk, game.game, order(), "🎲")
    game.record(abort(declarer=2))
    game.must(desk.force_end)
    game.must(desk.finish)
    game.must(desk.reopen, "one hand was left")
    game.mark(3, MarkKind.RIICHI)
    return game


def sanction(kind: Penalty, amount: int = 0) -> desk.Sanction:
    """Return one penalty."""
    return desk.Sanction(kind=kind, amount=amount)


def log_of(game: Played) -> tuple[Stored, ...]:
    """Return everything that happened in a game."""
    return tuple(each.stored for each in history_of(game.desk, game.game))


def lost_of(stored: Stored, log: tuple[Stored, ...], *, named: bool) -> tuple[Order, Lost]:
    """Return the order with which a phone enters an event again; ``named`` says whether it tells what it is about."""
    wish = Order(command=f"lost-{stored.command[:16]}", by=BY)
    if not named:
        return wish, Lost(kind=stored.kind, body=stored.body)
    event = json.loads(stored.body)
    target = log[event["target"] - 1].command[:16] if "target" in event else ""
    return wish, Lost(kind=stored.kind, body=stored.body, seq=stored.seq, target=target)


def older(game: Played, kept: int, found: Desk) -> Desk:
    """Return a desk with a backup of a game from when it had so many events."""
    store, digest = game.desk.store, desk.game_now(game.desk, game.game).start.ruleset
    row = store.game_row(game.game)
    assert row is not None
    with found.store.writing():
        found.store.add_ruleset(digest, store.ruleset_body(digest))
        found.store.add_game(row)
        for event in store.events_of(game.game)[:kept]:
            found.store.append(event)
    return found


def rows(own_desk: Desk, game: str) -> list[Row]:
    """Return the rows of a sheet without when and by whom they were written."""
    return [without_stamps(row) for row in desk.table_view(own_desk, game).sheet]


def without_stamps(row: Any) -> Any:  # noqa: ANN401 rows of every kind
    """Return a row as it would be if it had been written at another time by somebody else."""
    found: dict[str, Any] = {"stamp": None}
    if row.undone is not None:
        found["undone"] = replace(row.undone, stamp=None)
    if getattr(row, "withdrawn", None) is not None:
        found["withdrawn"] = replace(row.withdrawn, stamp=None)
    return replace(row, **found)


@pytest.mark.parametrize("named", [True, False])
def test_a_lost_tail_is_entered_again(own_desk: Desk, new_desk: Callable[[], Desk], *, named: bool) -> None:
    """A game cut at any event: table, scores and rows are as before, and a second phone writes nothing more."""
    game = everything(own_desk)
    log = log_of(game)
    for kept in range(1, len(log)):
        found = older(game, kept, new_desk())
        for _ in range(2):
            for stored in log[kept:]:
                done = desk.enter_lost(found, game.game, *lost_of(stored, log, named=named))
                assert isinstance(done, Recorded), (kept, stored, done)
                assert done.seq == done.last == stored.seq
        assert rows(found, game.game) == rows(own_desk, game.game), kept
        now, then = desk.table_view(found, game.game), game.view
        assert (now.table, now.seats, now.standing, now.phase) == (then.table, then.seats, then.standing, then.phase)
        assert desk.game_now(found, game.game).changed == desk.game_now(own_desk, game.game).changed


def test_a_tail_behind_new_entries_finds_its_targets(own_desk: Desk, new_desk: Callable[[], Desk]) -> None:
    """Where others wrote meanwhile, an undo finds its target by the hash; without one it is refused."""
    game = begin(own_desk, "aalto")
    game.record(draw(0, 1))
    game.must(desk.undo, UndoReason.MISTYPED)
    log = log_of(game)
    for named in (True, False):
        found = older(game, 1, new_desk())
        desk.note(found, game.game, order(), "meanwhile")
        hand, undo = (lost_of(stored, log, named=named) for stored in log[1:])
        assert isinstance(desk.enter_lost(found, game.game, *hand), Recorded)
        done = desk.enter_lost(found, game.game, *undo)
        assert isinstance(done, Recorded if named else Refused)
        assert desk.table_view(found, game.game).number == (0 if named else 1)


def test_what_others_recorded_is_not_taken_back(own_desk: Desk, new_desk: Callable[[], Desk]) -> None:
    """A lost undo whose hand was never entered again leaves the hand of another phone alone."""
    game = begin(own_desk, "aalto")
    game.record(draw(0, 1))
    game.must(desk.undo, UndoReason.MISTYPED)
    log = log_of(game)
    found = older(game, 1, new_desk())
    theirs = Played(desk=found, game=game.game, token=game.token)
    theirs.record(tsumo(2, 2, 30))
    done = desk.enter_lost(found, game.game, *lost_of(log[2], log, named=True))
    assert isinstance(done, Refused)
    assert [problem.reason for problem in done.problems] == ["desk.lost_target"]
    assert theirs.view.number == 1


@pytest.mark.parametrize(
    ("kind", "body", "reason"),
    [
        ("hand_recorded", "{}", "desk.lost_unreadable"),
        ("hand_recorded", "[" * 5000, "desk.lost_unreadable"),
        ("no_such_kind", "{}", "desk.lost_unreadable"),
        ("noted", '{"text":""}', "desk.text_missing"),
        ("noted", '{"text":"\\ud800"}', "desk.lost_unreadable"),
        ("noted", '{"text":7}', "desk.lost_unreadable"),
        ("marked", '{"hand":0,"seat":9,"mark":"riichi","on":true,"reason":""}', "desk.lost_unreadable"),
        ("undone", '{"target":1,"reason":"mistyped"}', "desk.lost_target"),
        ("finished", '{"end":"forced","standing":{}}', "desk.lost_unreadable"),
        ("renamed", '{"seat":1}', "desk.lost_name"),
        ("ruling_withdrawn", '{"target":1,"lines":[],"text":"why"}', "desk.no_such_ruling"),
        ("game_ended", "7", ""),
    ],
)
def test_what_is_no_entry_is_refused(own_desk: Desk, kind: str, body: str, reason: str) -> None:
    """Whatever a form says: a sentence, and nothing is written; an entry without content needs none."""
    game = begin(own_desk)
    done = desk.enter_lost(own_desk, game.game, order(), Lost(kind=kind, body=body))
    if reason:
        assert isinstance(done, Refused)
        assert [problem.reason for problem in done.problems] == [reason]
    assert game.view.seq == (1 if reason else 2)


def test_lines_are_worked_out_again(own_desk: Desk) -> None:
    """A lost hand moves what its facts say, whatever lines its text claims."""
    game = begin(own_desk, "aalto")
    game.record(ron(2, 3, 2, 30))
    stored = log_of(game)[1]
    other = begin(own_desk, "aalto")
    cheated = stored.body.replace("[0,0,2000,-2000]", "[0,0,9000,-9000]")
    assert cheated != stored.body
    done = desk.enter_lost(own_desk, other.game, order(), Lost(kind=stored.kind, body=cheated))
    assert isinstance(done, Recorded)
    assert other.scores == game.scores
