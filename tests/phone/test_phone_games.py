"""The phone folds the same log to the same table, byte for byte."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import desk
from referee.ask.settle import table_record
from referee.desk import Desk, MarkKind, UndoReason, Way
from referee.game.events import EventKind, event_of, event_text
from referee.game.game import replay
from referee.phone.lower import CORE, bundle, runtime_source
from referee.texts.codec import json_text
from tests.desks import begin, chombo, draw, opened, order, ron, ruling_plan, tsumo
from tests.phone.conftest import Phone

FOLD = """
def reply(text):
    rows = json_value(text)
    events = tuple([(seq, event_of(kind, body)) for seq, kind, body in rows])
    game = replay(events)
    whole = [event_text(event) for _, event in events]
    return json_text((table_record(game.table), game.number, game.end, game.marks.riichi, game.changed, whole))
"""


@pytest.fixture
def own_desk(tmp_path: Path) -> Iterator[Desk]:
    """Return a desk over a new database."""
    found = opened(tmp_path)
    yield found
    found.close()


def log_of_a_game(own_desk: Desk) -> list[tuple[int, str, str]]:
    """Return number, kind and text of the events of a game in which everything happens."""
    game = begin(own_desk, "aalto")
    game.mark(2, MarkKind.RIICHI)
    game.mark(1, MarkKind.DEAD_HAND, reason="empty_call")
    game.record(ron(2, 3, 2, 30, riichi=[2]), draw(0, 3), chombo(1), tsumo(1, 5, 0) | {"wins": [{"seat": 1, "han": 5}]})
    ruled = game.must(desk.rule, (ruling_plan(2, "mistaken_win", {"call": "ron", "cause": "no_yaku", "shown": 0}),))
    game.must(desk.withdraw_ruling, ruled.seq, "役があった")
    game.must(desk.correct, desk.Correction(number=1, hand=draw(0), way=Way.REPLAY))
    game.must(desk.correct, desk.Correction(number=0, hand=ron(2, 3, 3, 30, riichi=[2]), way=Way.POINTS_ONLY))
    game.must(desk.adjust, desk.Adjustment(honba=2, dealer=3, text="立直棒を数えた"))
    game.must(desk.signal, running=False)
    game.must(desk.undo, UndoReason.MISTYPED)
    desk.note(own_desk, game.game, order(), "🎲")
    game.must(desk.force_end)
    game.must(desk.finish)
    game.must(desk.reopen, "最後の局がまだ")
    desk.rename(own_desk, game.game, order(), ("Aki", "Ben", "Chie", "文"))
    game.mark(3, MarkKind.RIICHI)
    return [(each.seq, each.kind, each.body) for each in own_desk.store.events_of(game.game)]


def test_a_log_folds_the_same_on_the_phone(own_desk: Desk, phone: Phone) -> None:
    """After every event of a game the phone's table is the server's, and writes the events as they were."""
    log = log_of_a_game(own_desk)
    starts = [log[:count] for count in range(1, len(log) + 1)]
    here = []
    for rows in starts:
        events = tuple((seq, event_of(EventKind(kind), body)) for seq, kind, body in rows)
        game = replay(events)
        whole = [event_text(event) for _, event in events]
        state = (table_record(game.table), game.number, game.end, game.marks.riichi, game.changed, whole)
        here.append(json_text(state))

    there = phone(runtime_source() + bundle(*CORE) + FOLD, [json.dumps(rows) for rows in starts])

    assert there == here
    assert {kind for _, kind, _ in log} == {str(kind) for kind in EventKind}
