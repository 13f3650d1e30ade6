"""Correcting an earlier hand: what it changes, and the two ways to go on."""

import json
from dataclasses import replace

import pytest

from referee import desk
from referee.desk import Change, Consequences, Desk, HandRow, MarkKind, Refused, UndoReason, Way
from referee.desk.opened import speaker_of
from referee.rules.table import Four
from tests.desks import Hand, Played, begin, chombo, draw, ron, tsumo

WRONG = ron(1, 2, 3, 40)
RIGHT = ron(0, 2, 3, 40)


@pytest.fixture
def game(own_desk: Desk) -> Played:
    """Return three hands under ema-2016, 30,000 each.

    South wins 5,200 in E1; in E2 he is tenpai alone (3,000) and then draws 1 han 30 fu as the dealer with one
    honba: 600 from each.
    """
    game = begin(own_desk)
    game.record(WRONG, draw(1), tsumo(1, 1, 30))
    assert (game.scores, game.place) == ([28400, 40000, 23200 + 600 - 600, 28400], "E2-2 0")
    return game


def rows(game: Played) -> list[HandRow]:
    """Return the rows of the hands that stand."""
    return [row for row in game.view.sheet if isinstance(row, HandRow) and row.undone is None]


def deltas(game: Played) -> list[Four]:
    """Return what each hand that stands moved."""
    return [row.deltas for row in rows(game)]


def asked(game: Played, number: int, hand: Hand) -> Consequences:
    """Return what a correction would change."""
    found = desk.consequences(game.desk, game.game, number, hand, speaker_of(game.desk, "en"))
    assert isinstance(found, Consequences), found
    return found


def correct(game: Played, number: int, hand: Hand, way: Way) -> None:
    """Correct a hand."""
    game.must(desk.correct, desk.Correction(number=number, hand=hand, way=way))


def test_every_later_hand_that_changes_is_shown(game: Played) -> None:
    """It was East who won E1: then E2 was E1-1, and the tsumo was worth another honba."""
    found = asked(game, 0, RIGHT)

    assert [(each.number, each.changes) for each in found.later] == [
        (1, (Change.DEALER, Change.HONBA)),
        (2, (Change.PAYMENTS, Change.HONBA)),
    ]
    first, second = (each.new for each in found.later)
    assert first is not None
    assert second is not None
    assert (first.before.dealer, first.before.honba, first.deltas) == (0, 1, (-1000, 3000, -1000, -1000))
    assert (second.before.dealer, second.before.honba, second.deltas) == (1, 2, (-700, 2100, -700, -700))
    assert found.preview.answer["deltas"] == [7700, 0, -7700, 0]
    assert game.view.seq == 4


def test_replay_settles_later_hands_again(game: Played) -> None:
    """Scores, dealer and honba are what they would have been; the old lines stay readable."""
    found = asked(game, 0, RIGHT)
    correct(game, 0, RIGHT, Way.REPLAY)

    assert game.scores == [30000 + 7700 - 1000 - 700, 30000 + 3000 + 2100, 30000 - 7700 - 1000 - 700, 28300]
    assert (game.place, game.view.table) == ("E2-3 0", found.replay_table)
    assert [row.deltas for row in rows(game)] == [
        (7700, 0, -7700, 0),
        (-1000, 3000, -1000, -1000),
        (-700, 2100, -700, -700),
    ]
    assert [[old.deltas for old in row.older] for row in rows(game)] == [
        [(0, 5200, -5200, 0)],
        [(-1000, 3000, -1000, -1000)],
        [(-600, 1800, -600, -600)],
    ]


def test_points_only_adds_one_line(game: Played) -> None:
    """Later hands keep lines, dealer and honba; East gets his 7,700, South gives his 5,200 back."""
    found = asked(game, 0, RIGHT)
    correct(game, 0, RIGHT, Way.POINTS_ONLY)

    assert found.difference.points == (7700, -5200, -2500, 0)
    assert (game.scores, game.place) == ([36100, 34800, 20700, 28400], "E2-2 0")
    assert game.view.table == found.points_table
    assert [row.deltas for row in rows(game)] == [
        (7700, 0, -7700, 0),
        (-1000, 3000, -1000, -1000),
        (-600, 1800, -600, -600),
    ]
    assert [len(row.older) for row in rows(game)] == [1, 0, 0]
    row = game.view.sheet[-1]
    assert isinstance(row, desk.CorrectionRow)
    assert (row.difference, row.way, row.number) == (found.difference, Way.POINTS_ONLY, 0)


@pytest.mark.parametrize("way", list(Way))
def test_a_correction_may_say_why(game: Played, way: Way) -> None:
    """The reason that was typed stands in its row, at most 500 letters of it."""
    fix = desk.Correction(number=0, hand=RIGHT, way=way, text="  seat swapped ")
    assert [why for _, why in game.refused(desk.correct, replace(fix, text="a" * 501))] == ["desk.text_too_long"]
    game.must(desk.correct, fix)

    row = game.view.sheet[-1]
    assert isinstance(row, desk.CorrectionRow)
    assert row.text == "seat swapped"


def test_a_correction_without_a_reason_is_written_as_ever(game: Played) -> None:
    """What older programs wrote and read has no such field."""
    correct(game, 0, RIGHT, Way.REPLAY)
    (stored,) = [each for each in game.desk.store.events_of(game.game) if each.kind == "hand_corrected"]

    assert "text" not in json.loads(stored.body)


@pytest.mark.parametrize("way", list(Way))
def test_a_correction_is_undone_like_any_entry(game: Played, way: Way) -> None:
    """The hands stand again as they were first recorded."""
    before = (game.scores, game.place)
    correct(game, 0, RIGHT, way)
    offered = game.view.undo
    assert offered is not None
    assert (offered.kind, offered.number) == ("hand_corrected", 0)
    game.must(desk.undo, UndoReason.RULED_OTHERWISE)

    assert (game.scores, game.place) == before
    assert [row.older for row in rows(game)] == [(), (), ()]


def test_a_replay_after_points_only_counts_nothing_twice(game: Played) -> None:
    """Corrected by points only, then replayed from the same hand: as if it had been right from the start."""
    straight = begin(game.desk)
    straight.record(RIGHT, draw(1), tsumo(1, 2, 30))
    correct(game, 2, tsumo(1, 2, 30), Way.POINTS_ONLY)
    correct(game, 0, ron(3, 2, 3, 40), Way.POINTS_ONLY)
    correct(game, 0, RIGHT, Way.REPLAY)

    assert game.view.table == straight.view.table
    assert [len(row.older) for row in rows(game)] == [2, 1, 2]


def test_a_replay_keeps_adjustments_and_the_signal(game: Played) -> None:
    """What people did between hands is done again: a honba set, points moved, the time signal."""
    game.must(desk.signal, running=True)
    game.must(desk.adjust, desk.Adjustment(scores=(28300, 40000, 23300, 28400), honba=5, text="counted"))
    correct(game, 0, RIGHT, Way.REPLAY)

    assert game.scores == [36000 - 100, 35100, 20600 + 100, 28300]
    assert (game.place, game.view.hands_left) == ("E2-5 0", 2)


def test_a_fact_that_no_longer_fits_refuses_the_replay(own_desk: Desk) -> None:
    """With 500 points after the corrected hand there was no riichi in the next; by points only it can stand."""
    start = {"scores": [5000, 45000, 25000, 25000], "round": "E", "dealer": 3, "honba": 0, "kyoutaku": 0}
    game = begin(own_desk, "ranking-match", start)
    game.record(draw(), ron(0, 1, 1, 30, riichi=[0]))
    right = ron(1, 0, 2, 70)  # 4,500

    found = asked(game, 0, right)
    assert (found.refused_at, found.replay_table) == (1, None)
    assert [problem.code for problem in found.replay_refused] == ["riichi_not_allowed"]
    assert [(each.number, each.new) for each in found.later] == [(1, None)]
    refused = game.refused(desk.correct, desk.Correction(number=0, hand=right, way=Way.REPLAY))
    assert refused == [("riichi_not_allowed", "refused.riichi_not_allowed")]
    correct(game, 0, right, Way.POINTS_ONLY)
    assert game.view.number == 2


def test_a_game_that_would_have_ended_refuses_the_replay(own_desk: Desk) -> None:
    """Below zero the game ends: hands that were played after it do not fit."""
    game = begin(own_desk, "tenhou")
    game.record(draw(), draw())
    right: Hand = {"result": "win", "from": 0, "wins": [{"seat": 1, "yakuman": 1}]}

    found = asked(game, 0, right)
    assert [problem.reason for problem in found.replay_refused] == ["desk.ends_earlier"]
    assert game.refused(desk.correct, desk.Correction(number=0, hand=right, way=Way.REPLAY)) == [
        ("game_over", "desk.ends_earlier")
    ]


def test_a_correction_can_end_the_game_and_open_it(own_desk: Desk) -> None:
    """The last hand corrected: with a yakuman somebody is below zero; corrected back, the game goes on."""
    game = begin(own_desk, "tenhou")
    game.record(draw())
    right: Hand = {"result": "win", "from": 0, "wins": [{"seat": 1, "yakuman": 1}]}

    found = asked(game, 0, right)
    correct(game, 0, right, Way.REPLAY)
    assert (game.view.end, found.replay_end) == ("bust", "bust")
    correct(game, 0, draw(), Way.REPLAY)
    assert (game.view.end, game.scores) == (None, [25000] * 4)


def test_a_dead_hand_stays_dead_in_a_correction(own_desk: Desk) -> None:
    """What was marked during the hand is enforced later too."""
    game = begin(own_desk)
    game.mark(0, MarkKind.DEAD_HAND)
    game.record(WRONG)

    found = desk.consequences(own_desk, game.game, 0, RIGHT, speaker_of(own_desk, "en"))
    assert isinstance(found, Refused)
    assert [problem.code for problem in found.problems] == ["dead_hand_cannot_win"]


@pytest.mark.parametrize(
    ("number", "hand", "reason"),
    [
        (0, WRONG, "desk.nothing_changes"),
        (3, RIGHT, "desk.no_such_hand"),
        (-1, RIGHT, "desk.no_such_hand"),
        (0, {"result": "draw"}, "error.missing_field"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(game: Played, number: int, hand: Hand, reason: str) -> None:
    """The same in the announcement and in the act, in both ways."""
    found = desk.consequences(game.desk, game.game, number, hand, speaker_of(game.desk, "en"))

    assert isinstance(found, Refused)
    assert [problem.reason for problem in found.problems] == [reason]
    for way in Way:
        fix = desk.Correction(number=number, hand=hand, way=way)
        assert [why for _, why in game.refused(desk.correct, fix)] == [reason]


def test_a_correction_moves_penalties_too(own_desk: Desk) -> None:
    """It was West's chombo, not North's: 20,000 off the tournament score change hands, by points only or not."""
    for way in Way:
        game = begin(own_desk, "ema-2016")
        game.record(chombo(3), draw())
        assert game.view.table.penalties == (0, 0, 0, -20000)
        correct(game, 0, chombo(2), way)
        assert game.view.table.penalties == (0, 0, -20000, 0)


def test_a_correction_moves_chips_too(own_desk: Desk) -> None:
    """Two chips from each for a red five and ippatsu that nobody had typed."""
    for way in Way:
        game = begin(own_desk, "standard-shuugi")
        game.record(tsumo(0, 3, 30), draw())
        won = {"seat": 0, "han": 3, "fu": 30, "chips": {"ippatsu": 1, "red": 1}}
        correct(game, 0, tsumo(0, 3, 30) | {"wins": [won]}, way)
        assert game.view.table.chips == (6, -2, -2, -2)


def test_a_correction_by_points_only_knows_who_has_won(own_desk: Desk) -> None:
    """It was South who won, not East: East is a yakitori until he wins."""
    game = begin(own_desk, "standard-shuugi")
    game.record(tsumo(0, 3, 30), draw(), ron(3, 2, 2, 30))
    correct(game, 0, tsumo(1, 3, 30), Way.POINTS_ONLY)
    assert game.view.table.yakitori == (True, False, True, False)

    game.record(ron(0, 2, 2, 30))
    assert game.view.table.yakitori == (False, False, True, False)
