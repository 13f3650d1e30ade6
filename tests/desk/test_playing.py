"""What people do at a table, and what stands on the sheet afterwards."""

from typing import Any

import pytest

from referee import desk
from referee.database import DatabaseDesk
from referee.desk import Desk, HandRow, MarkKind, Phase, Recorded, Refused, Row, UndoReason
from referee.rules.progress import EndReason
from referee.rules.table import AbortiveDraw
from tests.desks import NAMES, Hand, Played, abort, begin, chombo, draw, hand_seen, order, ron, tsumo

LATE = {"scores": [20000, 30000, 26000, 23000], "round": "S", "dealer": 2, "honba": 1, "kyoutaku": 1000}


def hands(game: Played) -> list[HandRow]:
    """Return the rows of hands."""
    return [row for row in game.view.sheet if isinstance(row, HandRow)]


def kinds(rows: tuple[Row, ...]) -> list[str]:
    """Return the kinds of rows, those taken back with a minus."""
    return [("-" if row.undone else "") + type(row).__name__ for row in rows]


def test_a_game_begins_in_east_one(own_desk: Desk) -> None:
    """Everybody has the points of the ruleset, and the check adds up."""
    view = begin(own_desk, "wrc-2025").view

    assert [(seat.name, seat.wind, seat.score, seat.place) for seat in view.seats] == [
        ("Aki", "E", 30000, 1),
        ("Ben", "S", 30000, 1),
        ("Chie", "W", 30000, 1),
        ("Dan", "N", 30000, 1),
    ]
    assert (view.table.round, view.table.dealer, view.number, view.phase) == ("E", 0, 0, Phase.PLAYING)
    assert (view.balance.total, view.balance.difference) == (120000, 0)


def test_a_game_begins_in_the_middle(own_desk: Desk) -> None:
    """Round, dealer, honba, sticks and scores as they are on the table."""
    game = begin(own_desk, "ranking-match", LATE)

    assert game.place == "S3-1 1000"
    assert [seat.wind for seat in game.view.seats] == ["W", "N", "E", "S"]
    assert game.view.balance.difference == 0
    game.record(tsumo(1, 1, 30))  # 300/500 and 100 each for the honba, and the stick
    assert game.scores == [19600, 32400, 25400, 22600]
    assert game.place == "S4-0 0"


def test_points_that_do_not_add_up_are_shown(own_desk: Desk) -> None:
    """A mistyped score at the start shows in the check, with its size."""
    wrong = LATE | {"scores": [20000, 30000, 26000, 33000]}

    assert begin(own_desk, "ranking-match", wrong).view.balance.difference == 10000


@pytest.mark.parametrize(
    ("plan", "problems"),
    [
        ({"names": ("A", "B", "C")}, [("names", "desk.three_players")]),
        ({"names": ("A", "B", "C", " ")}, [("names", "desk.three_players")]),
        ({"names": ("A", "B")}, [("names", "desk.four_names")]),
        ({"names": ("A", "B", "C", "D", "E")}, [("names", "desk.four_names")]),
        ({"names": ("A", "B", "C", "D" * 41)}, [("names", "desk.name_too_long")]),
        ({"ruleset": "nobody"}, [("ruleset", "error.unknown_ruleset")]),
        ({"options": {"colour": "red"}}, [("options.colour", "error.unknown_option")]),
        ({"table": {"round": "S"}}, [("table.scores", "error.missing_field"), ("table.dealer", "error.missing_field")]),
        ({"table": LATE | {"round": "N", "extra": False}}, [("table.extra", "refused.extra_does_not_fit")]),
        ({"table": LATE | {"hands_left": 0}}, [("table.hands_left", "refused.time_over")]),
    ],
)
def test_a_game_that_cannot_begin_is_refused(
    on_disk: DatabaseDesk, plan: dict[str, object], problems: list[tuple[str, str]]
) -> None:
    """Everything that is wrong is said, and no game is made; three players are refused in their own words."""
    whole: dict[str, Any] = {"ruleset": "ranking-match", "options": {}, "names": NAMES, "table": None} | plan
    done = desk.start(on_disk, order(), desk.NewGame(**whole))

    assert isinstance(done, Refused)
    found = [(problem.field, problem.reason) for problem in done.problems]
    assert [each for each in problems if each not in found] == []
    assert on_disk.store.database().execute("select count(*) from games").fetchone() == (0,)


def test_the_address_of_a_game_cannot_be_guessed(on_disk: DatabaseDesk) -> None:
    """It is made of the command, which must be long; what is stored does not tell it."""
    short = desk.start(
        on_disk, desk.Order(command="7", by=order().by), desk.NewGame(ruleset="aalto", options={}, names=NAMES)
    )
    game = begin(on_disk)

    assert isinstance(short, Refused)
    assert desk.find(on_disk, game.token) == game.game
    assert desk.find(on_disk, game.game) is None
    assert game.token not in "".join(on_disk.store.database().iterdump())


def test_a_riichi_moves_its_stick_at_once(own_desk: Desk) -> None:
    """The 1,000 lie on the table as soon as it is marked, and are back when the mark is taken away."""
    game = begin(own_desk)
    game.mark(1, MarkKind.RIICHI)

    assert ([seat.score for seat in game.view.seats], game.view.kyoutaku) == ([30000, 29000, 30000, 30000], 1000)
    assert [seat.place for seat in game.view.seats] == [1, 4, 1, 1]
    assert game.view.seats[0].differences == (0, 1000, 0, 0)
    game.mark(1, MarkKind.RIICHI, on=False)
    assert ([seat.score for seat in game.view.seats], game.view.kyoutaku) == ([30000] * 4, 0)


def test_marks_belong_to_their_hand(own_desk: Desk) -> None:
    """They are gone with the next hand; a late one counts, like the others, when its hand is taken back."""
    game = begin(own_desk)
    game.mark(1, MarkKind.RIICHI)
    game.mark(2, MarkKind.TENPAI)
    game.mark(3, MarkKind.DEAD_HAND, reason="chii_without_pair")
    late = desk.Mark(hand=0, seat=0, kind=MarkKind.TENPAI, on=True)
    game.record(draw(1, 2, riichi=[1]))
    assert isinstance(desk.mark(own_desk, game.game, order(), late), Recorded)

    assert [(seat.riichi, seat.tenpai, seat.dead) for seat in game.view.seats] == [(False, False, None)] * 4
    assert hands(game)[0].dead == ((3, "chii_without_pair"),)
    game.must(desk.undo, UndoReason.NOT_OVER)
    assert [(seat.riichi, seat.tenpai, seat.dead) for seat in game.view.seats] == [
        (False, True, None),
        (True, False, None),
        (False, True, None),
        (False, False, "chii_without_pair"),
    ]


def test_a_hand_marked_dead_does_not_win(own_desk: Desk) -> None:
    """Whatever the form says, the mark is enforced, in the preview too."""
    game = begin(own_desk)
    game.mark(2, MarkKind.DEAD_HAND)

    assert game.refused(desk.record, tsumo(2, 3, 30)) == [("dead_hand_cannot_win", "refused.dead_hand_cannot_win")]
    assert hand_seen(own_desk, game.game, tsumo(2, 3, 30), "en").answer["error"]["code"] == "dead_hand_cannot_win"
    assert game.refused(desk.record, draw(2)) == [("dead_hand_not_tenpai", "refused.dead_hand_not_tenpai")]


def test_riichi_needs_what_the_ruleset_says(own_desk: Desk) -> None:
    """With 900 points there is no riichi where the stick must be paid; elsewhere the score goes below zero."""
    poor = LATE | {"scores": [900, 49100, 26000, 23000]}
    strict, free = begin(own_desk, "ranking-match", poor), begin(own_desk, "wrc-2025", poor)
    wanted = desk.Mark(hand=0, seat=0, kind=MarkKind.RIICHI, on=True)

    assert not strict.view.seats[0].can_riichi
    assert isinstance(desk.mark(own_desk, strict.game, order(), wanted), Refused)
    assert free.view.seats[0].can_riichi
    free.mark(0, MarkKind.RIICHI)
    assert free.view.seats[0].score == -100


@pytest.mark.parametrize(("ruleset", "laid"), [("ema-2016", None), ("standard-shuugi", True), ("aalto", None)])
def test_open_riichi_is_where_the_ruleset_has_it(own_desk: Desk, ruleset: str, laid: bool | None) -> None:  # noqa: FBT001 a column
    """An open riichi is a riichi too; without one in the ruleset it is not offered and not taken."""
    game = begin(own_desk, ruleset)
    offered = game.view.seats[3].can_open_riichi
    done = desk.mark(own_desk, game.game, order(), desk.Mark(hand=0, seat=3, kind=MarkKind.OPEN_RIICHI, on=True))

    assert offered == isinstance(done, Recorded)
    if laid is not None and offered:
        assert (game.view.seats[3].riichi, game.view.seats[3].open_riichi) == (True, True)


def test_the_preview_is_what_is_recorded(own_desk: Desk) -> None:
    """Question and answer are those of the JSON interface, under the game's own rules."""
    game = begin(own_desk)
    shown = hand_seen(own_desk, game.game, ron(0, 1, 3, 40), "en")
    answer = shown.answer
    game.record(ron(0, 1, 3, 40))

    assert answer["deltas"] == list(hands(game)[0].deltas) == [7700, -7700, 0, 0]
    assert answer["table"]["scores"] == game.scores
    assert (shown.question["hand"]["result"], shown.question["hand"]["from"]) == ("win", 1)


def test_a_hand_with_wrong_fields_is_refused_with_their_paths(own_desk: Desk) -> None:
    """A form that is not filled in comes back with every problem."""
    done = desk.record(own_desk, begin(own_desk).game, order(), 1, {"result": "win", "from": 9, "wins": [{"seat": 0}]})

    assert isinstance(done, Refused)
    assert [problem.field for problem in done.problems] == ["hand.from", "hand.wins[0].han"]


def test_an_undo_takes_back_the_last_entry_and_shows_it(own_desk: Desk) -> None:
    """Entry by entry, back to the start; the rows stay, struck out, with their reasons."""
    game = begin(own_desk)
    game.record(ron(0, 1, 3, 40))
    game.must(desk.adjust, desk.Adjustment(honba=3, text="the honba had been forgotten"))
    offered = game.view.undo
    assert offered is not None
    assert (offered.kind, offered.number) == ("adjusted", None)

    game.must(desk.undo, UndoReason.MISTYPED)
    assert game.place == "E1-1 0"
    offered = game.view.undo
    assert offered is not None
    assert (offered.kind, offered.number) == ("hand_recorded", 0)
    game.must(desk.undo, UndoReason.RULED_OTHERWISE)

    assert (game.scores, game.place) == ([30000] * 4, "E1-0 0")
    assert kinds(game.view.sheet) == ["StartRow", "-HandRow", "-AdjustmentRow"]
    assert [row.undone.reason for row in game.view.sheet if row.undone] == ["ruled_otherwise", "mistyped"]
    assert game.refused(desk.undo, UndoReason.MISTYPED) == [("impossible", "desk.nothing_to_undo")]


def test_an_adjustment_needs_a_reason_and_a_change(own_desk: Desk) -> None:
    """The difference is a line; what no seat has is the bank's, and the check shows it."""
    game = begin(own_desk)

    assert game.refused(desk.adjust, desk.Adjustment(honba=2, text="  ")) == [("missing_field", "desk.text_missing")]
    assert game.refused(desk.adjust, desk.Adjustment(honba=2, text="x" * 501)) == [
        ("out_of_range", "desk.text_too_long")
    ]
    assert game.refused(desk.adjust, desk.Adjustment(honba=0, text="?")) == [("impossible", "desk.nothing_changes")]
    scores = (30000, 29000, 30000, 30000)
    game.must(desk.adjust, desk.Adjustment(scores=scores, kyoutaku=1000, dealer=1, round="S", text="stick found"))
    assert (tuple(game.scores), game.place, game.view.balance.difference) == (scores, "S2-0 1000", 0)
    game.must(desk.adjust, desk.Adjustment(scores=(30000, 30000, 30000, 30000), text="stick given back"))
    assert game.view.balance.difference == 1000
    row = game.view.sheet[-1]
    assert isinstance(row, desk.AdjustmentRow)
    assert (row.line.points, row.line.bank, row.text) == ((0, 1000, 0, 0), -1000, "stick given back")


def test_an_adjustment_into_an_extra_round(own_desk: Desk) -> None:
    """A round after the last regular one is an extra round."""
    game = begin(own_desk, "tenhou")
    game.must(desk.adjust, desk.Adjustment(round="W", text="we are in West already"))

    assert game.view.table.extra
    game.record(draw())


@pytest.mark.parametrize(
    ("ruleset", "running", "left"),
    [("ema-2016", True, 2), ("ema-2016", False, 1), ("wrc-2025", True, 2), ("wrc-2025", False, 1)],
)
def test_the_time_signal_leaves_hands(own_desk: Desk, ruleset: str, running: bool, left: int) -> None:  # noqa: FBT001 a column
    """A running hand and one more, or between two hands only one more; repeats count, a chombo does not."""
    game = begin(own_desk, ruleset)
    game.must(desk.signal, running=running)
    assert (game.view.hands_left, game.view.signal) == (left, None)
    assert game.refused(desk.signal, running=True) == [("impossible", "desk.signal_twice")]

    game.record(chombo(2))
    for still in range(left, 0, -1):
        assert (game.view.hands_left, game.view.end) == (still, None)
        game.record(draw(0))
    assert (game.view.end, game.view.phase) == (EndReason.TIME, Phase.OVER)


def test_there_is_no_signal_without_a_time_limit(own_desk: Desk) -> None:
    """It is neither offered nor taken."""
    game = begin(own_desk, "tenhou")

    assert game.view.signal is None
    assert game.refused(desk.signal, running=False) == [("impossible", "desk.no_signal")]


def test_a_game_is_ended_signed_and_opened_again(own_desk: Desk) -> None:
    """Each step is offered when it is possible; a signed sheet takes nothing but notes."""
    game = begin(own_desk)
    game.record(ron(0, 1, 3, 40))
    assert game.refused(desk.finish) == [("impossible", "desk.not_over")]
    assert game.refused(desk.reopen, "why") == [("impossible", "desk.not_closed")]

    game.must(desk.force_end)
    assert (game.view.end, game.view.phase) == (EndReason.FORCED, Phase.OVER)
    assert game.refused(desk.record, draw()) == [("game_over", "desk.over")]
    assert hand_seen(own_desk, game.game, draw(), "ja").answer["error"]["code"] == "game_over"
    game.must(desk.finish)
    view = game.view
    assert (view.phase, view.can_reopen, view.undo) == (Phase.FINISHED, True, None)
    assert view.standing is not None
    assert view.standing.places == (1, 4, 2, 2)
    refused: list[tuple[Any, tuple[Any, ...]]] = [
        (desk.record, (draw(),)),
        (desk.undo, (UndoReason.MISTYPED,)),
        (desk.adjust, (desk.Adjustment(honba=1, text="late"),)),
        (desk.correct, (desk.Correction(number=0, hand=draw(), way=desk.Way.REPLAY),)),
        (desk.finish, ()),
        (desk.force_end, ()),
    ]
    for act, values in refused:
        assert game.refused(act, *values) == [("game_over", "desk.signed")]

    game.must(desk.reopen, "one hand was left")
    game.record(draw(0))
    assert (game.view.phase, game.view.number) == (Phase.PLAYING, 2)
    assert kinds(game.view.sheet) == ["StartRow", "HandRow", "EndRow", "FinishedRow", "ReopenedRow", "HandRow"]


def test_a_forced_end_is_undone_or_opened_again(own_desk: Desk) -> None:
    """Undo takes it back like any entry; after a reopening the next undo is for the hand before it."""
    game = begin(own_desk)
    game.record(draw(0))
    game.must(desk.force_end)
    game.must(desk.undo, UndoReason.MISTYPED)
    assert game.view.phase == Phase.PLAYING
    game.must(desk.force_end)
    game.must(desk.reopen, "one hand was left")

    assert game.view.undo is not None
    assert game.view.undo.kind == "hand_recorded"


def test_a_changed_name_is_an_entry_without_the_name(own_desk: Desk) -> None:
    """A substitute's name shows at once on every phone; the log says at which seat and by whom, and nothing else."""
    game = begin(own_desk)
    game.record(draw(0))
    before, wish = game.view, order()
    substitute = ("Aki", "Ben", "Chie", " Fumi ")
    done = desk.rename(own_desk, game.game, wish, substitute)

    assert isinstance(done, Recorded)
    assert [seat.name for seat in done.view.seats] == ["Aki", "Ben", "Chie", "Fumi"]
    assert (done.seq, done.view.expected, done.view.version != before.version) == (3, before.expected, True)
    row = done.view.sheet[-1]
    assert isinstance(row, desk.RenamedRow)
    assert (row.seat, row.stamp.by) == (3, wish.by)
    stored = own_desk.store.events_of(game.game)[-1]
    assert (stored.kind, stored.body, stored.schema) == ("renamed", '{"seat":3}', 2)
    assert done.view.undo == before.undo
    game.must(desk.undo, UndoReason.MISTYPED)
    assert kinds(game.view.sheet) == ["StartRow", "-HandRow", "RenamedRow"]
    assert game.view.seats[3].name == "Fumi"

    again = desk.rename(own_desk, game.game, wish, substitute)
    assert isinstance(again, Recorded)
    assert (again.seq, again.repeated) == (3, True)
    other = desk.rename(own_desk, game.game, wish, ("Aki", "Ben", "Chie", "Gen"))
    assert isinstance(other, desk.Conflict)
    assert (other.why, kinds(other.theirs)) == (desk.Clash.REUSED, ["RenamedRow"])
    assert isinstance(desk.rename(own_desk, game.game, order(), substitute), Refused)


def test_names_of_a_signed_result_stay(own_desk: Desk) -> None:
    """Only after the game was opened again, with a reason, is another name put in place."""
    game = begin(own_desk)
    game.must(desk.force_end)
    game.must(desk.finish)
    swapped = ("Ben", "Aki", "Chie", "Dan")
    refused = desk.rename(own_desk, game.game, order(), swapped)
    assert isinstance(refused, Refused)
    assert refused.problems[0].reason == "desk.signed_names"
    assert game.refused(desk.reopen, "  ") == [("missing_field", "desk.text_missing")]
    game.must(desk.reopen, "two names were swapped")
    done = desk.rename(own_desk, game.game, order(), swapped)
    assert isinstance(done, Recorded)
    assert (done.seq, done.last) == (5, 6)
    opened_again = [row.text for row in done.view.sheet if isinstance(row, desk.ReopenedRow)]
    assert opened_again == ["two names were swapped"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Ben\0", "desk.name_unreadable"),
        ("Be\nn", "desk.name_unreadable"),
        ("Ben\x1b[31m", "desk.name_unreadable"),
        ("Ben\u202e", "desk.name_unreadable"),
        ("\u2066Ben", "desk.name_unreadable"),
        ("\u200b\u200d", "desk.name_blank"),
        ("\u3164", "desk.name_blank"),
        ("", "desk.three_players"),
        ("B" * 41, "desk.name_too_long"),
    ],
)
def test_what_cannot_be_read_is_no_name(own_desk: Desk, name: str, reason: str) -> None:
    """At the start of a game and later, with the sentence that says why."""
    game = begin(own_desk)
    refused = desk.rename(own_desk, game.game, order(), ("Aki", name, "Chie", "Dan"))
    assert isinstance(refused, Refused)
    assert [problem.reason for problem in refused.problems] == [reason]
    plan = desk.NewGame(ruleset="ema-2016", options={}, names=("Aki", name, "Chie", "Dan"))
    assert isinstance(desk.start(own_desk, order(), plan), Refused)
    assert game.view.seq == 1


def test_four_people_have_four_names(own_desk: Desk) -> None:
    """The same name four times tells nobody apart; names of every script are names."""
    game = begin(own_desk)
    for names in (("Aki", "aki", " AKI", "Aki"), ("Éva", "éva", "ÉVA", "éVA"), ("Юля", "юля", "ЮЛЯ", "\u3000Юля")):
        assert isinstance(desk.rename(own_desk, game.game, order(), names), Refused)
    for names in (("אבי", "محمد", "張三", "🀄"), ("Zoë", "Nguyễn", "田中 愛", "👩‍🚀")):
        assert isinstance(desk.rename(own_desk, game.game, order(), names), Recorded)


def test_an_unknown_game_is_no_table(own_desk: Desk) -> None:
    """Asking for it is a mistake of the page."""
    with pytest.raises(LookupError):
        desk.table_view(own_desk, "nobody")
    with pytest.raises(LookupError):
        desk.rules_of(own_desk, "nobody")
    assert desk.find(own_desk, "nobody") is None


def test_forgotten_games_are_read_again(own_desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so many games are kept in memory; the others come from the log."""
    monkeypatch.setattr("referee.desk.opened.MOST_REMEMBERED", 1)
    games = [begin(own_desk), begin(own_desk)]
    for hand in (draw(0), draw(1)):
        for game in games:
            game.record(hand)

    assert [game.scores for game in games] == [[32000, 32000, 28000, 28000]] * 2
    assert len(own_desk.histories) == 1


def test_a_remark_is_kept_as_it_was_typed(own_desk: Desk) -> None:
    """Who wrote it and when stands beside it."""
    game = begin(own_desk)
    desk.note(own_desk, game.game, order(), " wind tile missing <b> ")
    row = game.view.sheet[-1]

    assert isinstance(row, desk.NoteRow)
    assert (row.text, row.stamp.by.name, row.stamp.at[-6:]) == ("wind tile missing <b>", "Eri", "+00:00")
    assert isinstance(desk.note(own_desk, game.game, order(), ""), Refused)


@pytest.mark.parametrize("reason", ["ten pai", "空ポン", "x" * 41, "<b>"])
def test_the_reason_of_a_dead_hand_is_an_id(own_desk: Desk, reason: str) -> None:
    """Sentences do not go into the log."""
    wanted = desk.Mark(hand=0, seat=0, kind=MarkKind.DEAD_HAND, on=True, reason=reason)

    assert isinstance(desk.mark(own_desk, begin(own_desk).game, order(), wanted), Refused)


GAME: list[tuple[Hand, list[int], str]] = [
    # tonpuusen of ranking-match, worked by hand: 25,000 each, noten pool 3,000
    (ron(0, 2, 2, 30, riichi=[0]), [27900, 25000, 22100, 25000], "E1-1 0"),  # 2,900, own stick back
    (draw(1, 3, riichi=[3]), [26400, 26500, 20600, 25500], "E2-2 1000"),  # 1,500 each way, a stick stays
    (abort(riichi=[1]), [26400, 25500, 20600, 25500], "E2-3 2000"),
    (tsumo(2, 3, 30), [25100, 23200, 27500, 24200], "E3-0 0"),  # 1,000/2,000 + 300 each + 2,000
]
"""Hands, the scores after each, and the hand that follows with the points on the table."""


def test_kyuushu_kyuuhai_is_declared_by_somebody(own_desk: Desk) -> None:
    """Who declared it stays on the sheet, and need not be told; nobody in riichi can, nobody declares another abort."""
    game = begin(own_desk, "aalto")
    game.record(abort(), abort(declarer=2, riichi=[1]))
    assert [row.hand.ending for row in hands(game)] == [
        AbortiveDraw(reason="kyuushu_kyuuhai"),
        AbortiveDraw(reason="kyuushu_kyuuhai", declarer=2),
    ]
    assert game.refused(desk.record, abort(declarer=1, riichi=[1])) == [("impossible", "refused.declarer_in_riichi")]
    assert game.refused(desk.record, abort("suukaikan", declarer=1)) == [("impossible", "error.no_declarer")]


def test_a_game_by_hand(own_desk: Desk) -> None:
    """Scores, dealer, honba and sticks after every hand as worked out on paper; undone, nothing is left of it."""
    game = begin(own_desk, "ranking-match")
    for hand, scores, place in GAME:
        game.record(hand)
        assert (game.scores, game.place) == (scores, place)
    for _ in GAME:
        game.must(desk.undo, UndoReason.MISTYPED)
    assert (game.scores, game.place) == ([25000] * 4, "E1-0 0")


@pytest.mark.parametrize(
    ("scores", "hand", "may_stop"),
    [
        ([25_000, 23_000, 22_000, 30_000], ron(3, 0, 2, 40), True),
        ([25_000, 23_000, 22_000, 30_000], draw(3), True),
        ([34_000, 18_000, 18_000, 30_000], draw(0, 3), False),
        ([25_000, 25_000, 25_000, 25_000], ron(3, 0, 1, 30), False),
        ([25_000, 23_000, 22_000, 30_000], chombo(1), False),
    ],
    ids=["wins", "is tenpai", "is second", "has 26,500", "void hand"],
)
def test_the_last_dealer_may_end_the_game(own_desk: Desk, scores: list[int], hand: Hand, *, may_stop: bool) -> None:
    """toronto-casual/yame: first with 30,000 after a win or tenpai the dealer chooses; else an end is an early one."""
    last: dict[str, object] = {"scores": scores, "round": "S", "dealer": 3, "honba": 0, "kyoutaku": 0}
    game = begin(own_desk, "toronto-casual", last)

    game.record(hand)

    assert (game.view.phase, game.view.dealer_may_stop) == (Phase.PLAYING, may_stop)
    game.must(desk.force_end)
    assert game.view.end == (EndReason.DEALER_LEADS if may_stop else EndReason.FORCED)
    assert not game.view.dealer_may_stop
