"""Rulings at a table: issued, enforced, settled, withdrawn and kept; amounts worked by hand from the clauses named."""

import secrets
from dataclasses import replace
from pathlib import Path

import pytest

from referee import desk
from referee.app.apply import RulingPreview
from referee.commands.audit import audit
from referee.database import DatabaseDesk, desk_over
from referee.desk import Desk, MarkKind, Order, Recorded, RulingRow, Sanction, UndoReason, Way, WithdrawalRow
from referee.rules.offences import Penalty
from referee.store.sqlite import exported, restore
from referee.web import create_app
from tests.desks import Played, begin, draw, in_memory, opened, order, ron, ruling_plan, rulings_seen, standing_rulings

Given = dict[str, str | int]

FALSE_RON: Given = {"call": "ron", "cause": "no_yaku", "shown": 14}
UNSHOWN: Given = {"call": "ron", "cause": "no_yaku", "shown": 0}
EMPTY_PON: Given = {"call": "pon"}
DEAD = Sanction(kind=Penalty.DEAD_HAND, amount=0)
WARNING = Sanction(kind=Penalty.WARNING, amount=0)


def points(amount: int) -> Sanction:
    """Return points off the tournament score."""
    return Sanction(kind=Penalty.POINTS, amount=amount)


def rule(game: Played, seat: int, offence: str, answers: Given, *issued: Sanction, text: str = "") -> Recorded:
    """Rule on one offender, exactly as proposed if nothing is issued."""
    plan = ruling_plan(seat, offence, answers, issued or None, text)
    return game.must(desk.rule, (plan,))


def refused(game: Played, seat: int, offence: str, answers: Given, *issued: Sanction, text: str = "") -> list[str]:
    """Return why a ruling is not issued."""
    plan = ruling_plan(seat, offence, answers, issued or None, text)
    return [reason for _, reason in game.refused(desk.rule, (plan,))]


def last_ruling(game: Played) -> RulingRow:
    """Return the last ruling on the sheet."""
    return [row for row in game.view.sheet if isinstance(row, RulingRow)][-1]


def test_a_fine_lies_on_the_table_until_the_next_win(own_desk: Desk) -> None:
    """warsaw/empty-call: 100 to the table; South, who rons West for 5,200, takes the 100 too."""
    game = begin(own_desk, "warsaw")
    start = game.scores[0]

    rule(game, 0, "empty_call", EMPTY_PON)

    assert game.scores == [start - 100, start, start, start]
    assert game.place == "E1-0 100"
    game.record(ron(1, 2, 3, 40))
    assert game.scores == [start - 100, start + 5300, start - 5200, start]
    assert game.place == "E2-0 0"


def test_a_dead_hand_is_enforced_for_its_hand_only(own_desk: Desk) -> None:
    """ema-2016/3.4.7: a win declared without tiles shown is a dead hand: no win, no riichi, no tenpai at a draw."""
    game = begin(own_desk, "ema-2016")

    rule(game, 2, "mistaken_win", UNSHOWN)

    assert game.view.seats[2].dead == "mistaken_win"
    assert not game.view.seats[2].can_riichi
    assert game.refused(desk.record, ron(2, 3, 3, 40)) == [("dead_hand_cannot_win", "refused.dead_hand_cannot_win")]
    assert game.refused(desk.record, draw(0, 2)) == [("dead_hand_not_tenpai", "refused.dead_hand_not_tenpai")]
    wanted = desk.Mark(hand=0, seat=2, kind=MarkKind.RIICHI, on=True)
    done = desk.mark(own_desk, game.game, order(), wanted)
    assert isinstance(done, desk.Refused)
    assert done.problems[0].reason == "refused.dead_hand_cannot_riichi"
    game.record(draw(0))
    assert game.view.seats[2].dead is None
    game.record(ron(2, 3, 3, 40))


def test_a_tap_does_not_lift_what_a_ruling_ordered(own_desk: Desk) -> None:
    """The dead hand of a ruling is lifted by withdrawing the ruling, with a reason."""
    game = begin(own_desk, "ema-2016")
    rule(game, 2, "mistaken_win", UNSHOWN)

    off = desk.Mark(hand=0, seat=2, kind=MarkKind.DEAD_HAND, on=False)
    done = desk.mark(own_desk, game.game, order(), off)

    assert isinstance(done, desk.Refused)
    assert done.problems[0].reason == "desk.dead_by_ruling"
    game.must(desk.withdraw_ruling, last_ruling(game).seq, "He said chii.")
    assert game.view.seats[2].dead is None
    game.record(ron(2, 3, 3, 40))


def test_two_offenders_pay_a_chombo_each_and_one_undo_takes_all_back(own_desk: Desk) -> None:
    """aalto/44: East pays 4,000 to each; North pays East 4,000, the others 2,000. The riichi stick goes back."""
    game = begin(own_desk, "aalto")
    game.mark(1, MarkKind.RIICHI)
    plans = tuple(ruling_plan(seat, "mistaken_win", FALSE_RON) for seat in (0, 3))

    done = game.must(desk.rule, plans)

    assert game.scores == [25000 - 12000 + 4000, 25000 + 4000 + 2000, 25000 + 4000 + 2000, 25000 - 8000 + 4000]
    assert game.place == "E1-0 0"
    assert game.view.number == 1
    assert game.view.seats[1].riichi is False
    assert done.view.seq == done.seq + 2

    game.must(desk.undo, UndoReason.RULED_OTHERWISE)

    assert game.scores == [25000, 25000, 25000, 25000]
    assert game.view.number == 0
    assert game.view.seats[1].riichi
    rulings = [row for row in game.view.sheet if isinstance(row, RulingRow)]
    assert [row.undone is not None for row in rulings] == [True, True]
    assert standing_rulings(game.view) == []


def test_a_chombo_takes_points_off_the_tournament_score(own_desk: Desk) -> None:
    """ema-2016/3.4.6: 20,000 after game and uma; the scores at the table stay, and so do dealer and honba."""
    game = begin(own_desk, "ema-2016")
    game.record(draw(0))
    before = game.scores

    rule(game, 3, "noten_riichi", {"found": "exhaustive_draw"})

    assert game.scores == before
    assert list(game.view.table.penalties) == [0, 0, 0, -20000]
    assert game.place == "E1-1 0"


MIDGAME: dict[str, object] = {
    "scores": [20000, 30000, 26000, 23000],
    "round": "S",
    "dealer": 2,
    "honba": 1,
    "kyoutaku": 1000,
}
MANGAN_BY_AKI = [12000, 32000, 30000, 25000]
"""4,000 to the dealer Chie, 2,000 to Ben and Dan."""
MANGAN_BY_CHIE = [24000, 34000, 14000, 27000]
"""4,000 to each, as she deals."""


@pytest.mark.parametrize(
    ("book", "offender", "scores", "off"),
    [
        ("ema-rcr-2012", 0, MANGAN_BY_AKI, 0),
        ("ema-rcr-2012", 2, MANGAN_BY_CHIE, 0),
        ("warsaw", 0, MANGAN_BY_AKI, 0),
        ("aalto", 2, MANGAN_BY_CHIE, 0),
        ("standard-shuugi", 0, MANGAN_BY_AKI, 0),
        ("ema-2016", 0, MIDGAME["scores"], 20000),
        ("wrc-2025", 2, MIDGAME["scores"], 30000),
    ],
    ids=[
        "ema-rcr/3.4.6",
        "ema-rcr/3.4.6 dealer",
        "warsaw/chombo",
        "aalto/44 dealer",
        "standard/chombo",
        "ema-2016/3.4.6",
        "wrc-2025/12.3.3 dealer",
    ],
)
def test_a_chombo_pays_as_its_book_says(own_desk: Desk, book: str, offender: int, scores: list[int], off: int) -> None:
    """South 3 with a honba and 1,000 on the table is dealt again as it was; RF 7.7 gives the amounts."""
    game = begin(own_desk, book, MIDGAME)

    rule(game, offender, "mistaken_win", FALSE_RON)

    assert game.scores == scores
    assert game.view.table.penalties[offender] == -off
    assert game.place == "S3-1 1000"


def test_penalty_points_are_kept_for_the_final_result(own_desk: Desk) -> None:
    """wrc-2025/12.3.9: five minutes late cost 5,000 of the tournament score, nothing at the table."""
    game = begin(own_desk, "wrc-2025")

    rule(game, 1, "late", {"minutes": 5})
    game.must(desk.force_end)

    assert game.scores == [30000] * 4
    standing = game.view.standing
    assert standing is not None
    assert [parts.penalties for parts in standing.parts] == [0, -5000, 0, 0]


def test_a_repeated_offence_is_kept_with_how_often(own_desk: Desk) -> None:
    """rrc-1.5/repeats: the third time 4,000; the first time is not a repeat."""
    game = begin(own_desk, "rrc-1.5")

    rule(game, 1, "too_slow", {"times": 3})

    assert last_ruling(game).answers == (("times", 3),)
    assert last_ruling(game).issued == (points(4000),)
    assert refused(game, 1, "too_slow", {"times": 1, "repeated": "yes"}) == ["desk.no_such_answers"]


def test_a_repeated_order_rules_once(own_desk: Desk) -> None:
    """A chombo sent twice, as a bad network does, is one ruling and one void hand."""
    game = begin(own_desk, "aalto")
    wish, expected = order(), game.view.expected
    plans = (ruling_plan(2, "mistaken_win", FALSE_RON),)

    first = desk.rule(own_desk, game.game, wish, expected, plans)
    again = desk.rule(own_desk, game.game, wish, expected, plans)

    assert isinstance(first, Recorded)
    assert isinstance(again, Recorded)
    assert (again.seq, again.repeated, again.view.seq) == (first.seq, True, first.view.seq)
    assert game.scores == [29000, 27000, 17000, 27000]


def test_rulings_conflict_like_hands(own_desk: Desk) -> None:
    """Who ruled before seeing another's ruling is shown that one, and nothing is written."""
    game = begin(own_desk, "warsaw")
    expected = game.view.expected
    rule(game, 0, "empty_call", EMPTY_PON)
    version = desk.table_version(own_desk, game.game)

    late = desk.rule(own_desk, game.game, order(), expected, (ruling_plan(1, "empty_call", EMPTY_PON),))

    assert isinstance(late, desk.Conflict)
    assert [row.offence for row in late.theirs if isinstance(row, RulingRow)] == ["empty_call"]
    assert desk.table_version(own_desk, game.game) == version


def test_the_log_holds_what_was_proposed_and_what_was_issued(own_desk: Desk) -> None:
    """ema-2016/5.1.2 has no penalty for an empty pon: a warning departs from it and needs a written reason."""
    game = begin(own_desk, "ema-2016")

    assert refused(game, 0, "empty_call", EMPTY_PON, WARNING) == ["desk.reason_missing"]
    rule(game, 0, "empty_call", EMPTY_PON, WARNING, text="the fourth time today")

    row = last_ruling(game)
    assert row.proposed is not None
    assert [(each.kind, each.amount) for each in row.proposed.consequences] == [("none", 0)]
    assert (row.proposed.clause, row.proposed.confidence) == ("ema-2016/5.1.2", "text")
    assert (row.issued, row.departs, row.text) == ((WARNING,), True, "the fourth time today")
    assert row.stamp.by.name == "Eri"


@pytest.mark.parametrize(
    ("offence", "answers", "issued", "needs_reason"),
    [
        ("obstruction", {"repeated": "yes"}, points(12000), False),
        ("obstruction", {"repeated": "yes"}, points(48000), False),
        ("obstruction", {"repeated": "yes"}, points(50000), True),
        ("obstruction", {"repeated": "yes"}, DEAD, True),
        ("exposed_tiles", {"source": "wall", "count": 3}, DEAD, False),
        ("exposed_tiles", {"source": "wall", "count": 3}, WARNING, True),
        ("information", {"repeated": "yes"}, points(2000), False),
        ("too_slow", {"repeated": "yes"}, WARNING, True),
    ],
    ids=["5.5 least", "5.5 most", "5.5 beyond", "5.5 other", "5.2 choice", "5.2 none", "5.4 choice", "3.3.1 open"],
)
def test_a_reason_is_needed_beyond_what_the_book_leaves_open(
    own_desk: Desk, offence: str, answers: Given, issued: Sanction, *, needs_reason: bool
) -> None:
    """Within the bounds and choices that EMA 2016 names the referee is free; beyond them he says why."""
    game = begin(own_desk, "ema-2016")

    if needs_reason:
        assert refused(game, 0, offence, answers, issued) == ["desk.reason_missing"]
    else:
        assert rule(game, 0, offence, answers, issued).seq == 2


def test_what_no_catalogue_has_is_ruled_with_a_reason(own_desk: Desk) -> None:
    """A free offence has no proposal; its reason says what it was."""
    game = begin(own_desk, "tenhou")

    assert refused(game, 0, desk.OTHER_OFFENCE, {}, WARNING) == ["desk.reason_missing"]
    assert refused(game, 0, desk.OTHER_OFFENCE, {}) == ["desk.no_penalty"]
    rule(game, 0, desk.OTHER_OFFENCE, {}, WARNING, text="spilled his tea over the wall")

    assert last_ruling(game).proposed is None


@pytest.mark.parametrize(
    ("issued", "reason"),
    [
        ((Sanction(kind=Penalty.FINE, amount=0),), "desk.no_such_amount"),
        ((Sanction(kind=Penalty.FINE, amount=150),), "desk.no_such_amount"),
        ((points(-1000),), "desk.no_such_amount"),
        ((WARNING, WARNING), "desk.penalties_clash"),
        ((WARNING, Sanction(kind=Penalty.NONE, amount=0)), "desk.penalties_clash"),
    ],
)
def test_impossible_penalties_are_refused(own_desk: Desk, issued: tuple[Sanction, ...], reason: str) -> None:
    """Amounts are hundreds, each penalty is given once, and "no penalty" stands alone."""
    assert refused(begin(own_desk, "aalto"), 0, "empty_call", EMPTY_PON, *issued, text="so") == [reason]


def test_open_questions_are_not_ruled_on(own_desk: Desk) -> None:
    """Without the answers that decide, nothing is proposed and nothing issued."""
    game = begin(own_desk, "ema-2016")

    assert refused(game, 0, "mistaken_win", {"call": "ron"}) == ["desk.answers_missing"]
    assert refused(game, 0, "mistaken_win", {"call": "shout"}) == ["desk.no_such_answers"]
    assert refused(game, 0, "no_such_offence", {}) == ["desk.no_such_offence"]


def test_a_range_of_counts_is_an_answer_where_it_decides(own_desk: Desk) -> None:
    """wrc-2025/12.3.1: three to six tiles of the wall are a dead hand, whichever it was; one to six are undecided."""
    game = begin(own_desk, "wrc-2025")

    assert refused(game, 0, "exposed_tiles", {"source": "wall", "count": "1-6"}) == ["desk.answers_missing"]
    assert refused(game, 0, "late", {"minutes": "2-5"}) == ["desk.answers_missing"]
    rule(game, 0, "exposed_tiles", {"source": "wall", "count": "3-6"})
    assert last_ruling(game).issued == (DEAD,)
    assert last_ruling(game).answers == (("count", "3-6"), ("source", "wall"))


def test_a_chombo_where_the_book_has_none_is_refused(own_desk: Desk) -> None:
    """Tenhou has no chombo: the settlement refuses it, whatever the referee wants."""
    chombo = Sanction(kind=Penalty.CHOMBO, amount=0)

    assert refused(begin(own_desk, "tenhou"), 0, "empty_call", EMPTY_PON, chombo, text="so") == ["refused.not_covered"]


def test_a_withdrawn_fine_comes_back_from_the_table(own_desk: Desk) -> None:
    """While the 100 still lie there they are simply taken back; the ruling stays readable."""
    game = begin(own_desk, "warsaw")
    start = game.scores
    rule(game, 0, "empty_call", EMPTY_PON)

    assert game.refused(desk.withdraw_ruling, last_ruling(game).seq, " ")[0][1] == "desk.text_missing"
    game.must(desk.withdraw_ruling, last_ruling(game).seq, "It was South.")

    assert game.scores == start
    assert game.place == "E1-0 0"
    row = last_ruling(game)
    assert row.withdrawn is not None
    assert row.withdrawn.text == "It was South."
    assert not row.stands
    assert standing_rulings(game.view) == []
    assert game.refused(desk.withdraw_ruling, row.seq, "again")[0][1] == "desk.no_such_ruling"


def test_a_withdrawn_fine_comes_back_from_who_won_it(own_desk: Desk) -> None:
    """South took the 100 with his ron, so South gives them back; his other points stay."""
    game = begin(own_desk, "warsaw")
    start = game.scores[0]
    rule(game, 0, "empty_call", EMPTY_PON)
    game.record(draw(0), ron(1, 2, 3, 40))
    row = last_ruling(game)
    before = game.scores

    game.must(desk.withdraw_ruling, row.seq, "It was South.")

    assert game.scores == [before[0] + 100, before[1] - 100, before[2], before[3]]
    assert sum(game.scores) == 4 * start
    assert isinstance(game.view.sheet[-1], WithdrawalRow)
    game.must(desk.undo, UndoReason.MISTYPED)
    assert game.scores == before
    assert last_ruling(game).stands


def test_a_fine_that_somebody_adjusted_away_is_put_back_first(own_desk: Desk) -> None:
    """Nothing is taken from a table where it does not lie."""
    game = begin(own_desk, "warsaw")
    rule(game, 0, "empty_call", EMPTY_PON)
    game.must(desk.adjust, desk.Adjustment(kyoutaku=0, text="counted"))

    assert game.refused(desk.withdraw_ruling, last_ruling(game).seq, "so")[0][1] == "desk.fine_gone"


def test_penalty_points_are_given_back(own_desk: Desk) -> None:
    """wrc-2025/12.3.9: the 5,000 are off no more, even several hands later."""
    game = begin(own_desk, "wrc-2025")
    rule(game, 1, "late", {"minutes": 5})
    game.record(draw(0), draw(1))

    game.must(desk.withdraw_ruling, last_ruling(game).seq, "The clock was wrong.")

    assert list(game.view.table.penalties) == [0, 0, 0, 0]


def test_a_chombo_is_withdrawn_after_its_hand_was_taken_off(own_desk: Desk) -> None:
    """While the void hand stands its ruling stands; corrected to a draw, the ruling can be withdrawn."""
    game = begin(own_desk, "aalto")
    rule(game, 2, "mistaken_win", FALSE_RON)
    game.record(draw(0))

    assert not last_ruling(game).can_withdraw
    assert game.refused(desk.withdraw_ruling, last_ruling(game).seq, "so")[0][1] == "desk.chombo_recorded"
    game.must(desk.correct, desk.Correction(number=0, hand=draw(0), way=Way.REPLAY))
    assert last_ruling(game).can_withdraw
    game.must(desk.withdraw_ruling, last_ruling(game).seq, "The hand had a yaku.")


def test_earlier_rulings_of_a_player_are_found(own_desk: Desk) -> None:
    """wrc-2025/12.3.1 warns for one or two tiles; before a second penalty the player's first is seen."""
    game = begin(own_desk, "wrc-2025")
    rule(game, 1, "exposed_tiles", {"source": "own_hand", "count": 1})
    rule(game, 2, "exposed_tiles", {"source": "own_hand", "count": 1})
    game.record(draw(0))
    rule(game, 1, "exposed_tiles", {"source": "own_hand", "count": 2})

    earlier = [row for row in standing_rulings(game.view) if row.seat == 1]
    assert [(row.number, row.issued) for row in earlier] == [(0, (WARNING,)), (1, (WARNING,))]


def test_after_the_end_only_what_leaves_the_hand_alone_is_issued(own_desk: Desk) -> None:
    """Points can still come off before the signature; no hand is left to be dead, and a signed result stays."""
    game = begin(own_desk, "wrc-2025")
    game.must(desk.force_end)

    assert refused(game, 0, "empty_call", EMPTY_PON) == ["desk.over"]
    rule(game, 0, "late", {"minutes": 2})
    game.must(desk.finish)
    assert refused(game, 0, "late", {"minutes": 2}) == ["desk.signed"]
    assert game.refused(desk.withdraw_ruling, last_ruling(game).seq, "so")[0][1] == "desk.signed"


def test_what_would_happen_is_seen_before_it_is_issued(own_desk: Desk) -> None:
    """The look shows proposals, lines, the void hand's settlement and the table after; it writes nothing."""
    game = begin(own_desk, "aalto")
    version = desk.table_version(own_desk, game.game)
    plans = (ruling_plan(2, "mistaken_win", FALSE_RON),)

    seen = rulings_seen(own_desk, game.game, plans, "en")

    assert isinstance(seen, RulingPreview)
    assert seen.void is not None
    assert seen.void.answer["next"] == "repeat"
    assert list(seen.table.scores) == [29000, 27000, 17000, 27000]
    dead = rulings_seen(own_desk, game.game, (ruling_plan(1, "mistaken_win", UNSHOWN),), "ja")
    assert isinstance(dead, RulingPreview)
    assert (dead.dead, dead.lines, dead.void) == ((1,), (), None)
    assert desk.table_version(own_desk, game.game) == version


def test_the_audit_tells_where_the_book_says_otherwise_now(on_disk: DatabaseDesk) -> None:
    """The played game stays as it was issued; the audit names the ruling that today's book would rule otherwise."""
    game = begin(on_disk, "warsaw")
    seq = rule(game, 0, "empty_call", EMPTY_PON).seq
    assert audit(on_disk) == (1, ())
    book = on_disk.library.book("warsaw")
    assert book is not None
    dearer = tuple(
        replace(each, consequences=tuple(replace(one, amount=one.amount * 2) for one in each.consequences))
        for each in book.penalties.rulings
    )
    changed = replace(book, penalties=replace(book.penalties, rulings=dearer))
    books = tuple(changed if each is book else each for each in on_disk.library.books)

    _, found = audit(desk_over(on_disk.store, replace(on_disk.library, books=books)))

    assert [(each.seq, each.what) for each in found] == [(seq, "proposed")]
    assert game.scores[0] == game.scores[1] - 100


def test_an_answer_of_an_earlier_catalogue_is_read_for_ever(on_disk: DatabaseDesk, tmp_path: Path) -> None:
    """noten_riichi found=abortive_draw is two answers today: the old ruling stands on the sheet and in the audit."""
    game = begin(on_disk, "aalto")
    assert refused(game, 0, "noten_riichi", {"found": "abortive_draw"}) == ["desk.answers_missing"]
    rule(game, 0, "noten_riichi", {"found": "four_riichi"})
    lines = [line.replace('\\"four_riichi\\"', '\\"abortive_draw\\"') for line in exported(on_disk.store)]
    (tmp_path / "old").mkdir()
    elsewhere = opened(tmp_path / "old")
    restore(elsewhere.store, lines)
    old = Played(desk=elsewhere, game=game.game, token=game.token)

    assert last_ruling(old).answers == (("found", "abortive_draw"),)
    assert audit(elsewhere) == (1, ())
    page = create_app(elsewhere.library, elsewhere).test_client().get(f"/t/{game.token}/sheet?lang=en").text
    assert "Noten riichi" in page
    elsewhere.close()


def test_a_game_whose_book_is_gone_is_ruled_freely(on_disk: DatabaseDesk) -> None:
    """Restored where its rulebook is unknown, a game has no proposals: what is issued needs a reason."""
    game = begin(on_disk, "warsaw")
    others = tuple(book for book in on_disk.library.books if book.id != "warsaw")
    without = desk_over(on_disk.store, replace(on_disk.library, books=others))
    elsewhere = Played(desk=without, game=game.game, token="")

    assert refused(elsewhere, 0, "empty_call", EMPTY_PON) == ["desk.no_rulebook"]
    rule(elsewhere, 0, desk.OTHER_OFFENCE, {}, WARNING, text="an empty pon")
    assert audit(without) == (1, ())


def test_a_table_takes_back_nothing_that_staff_have_ruled() -> None:
    """events/1: also without a network, where the phone knows who ruled; by an undo, a withdrawal or another hand."""
    game = begin(in_memory())
    by_staff = Order(command=secrets.token_hex(16), by=desk.By(device="laptop", role="organiser", name="", link="k1"))
    plan = ruling_plan(1, "mistaken_win", FALSE_RON)
    ruled = desk.rule(game.desk, game.game, by_staff, game.view.expected, (plan,))
    assert isinstance(ruled, Recorded)
    refused = [("impossible", "desk.staff_ruling")]

    assert game.refused(desk.undo, UndoReason.MISTYPED) == refused
    assert game.refused(desk.record_instead, ron(1, 0, 2, 30)) == refused
    again = replace(by_staff, command=secrets.token_hex(16))
    undone = desk.undo(game.desk, game.game, again, game.view.expected, UndoReason.MISTYPED)
    assert isinstance(undone, Recorded)


def test_a_table_takes_back_its_own_ruling() -> None:
    """A casual table and one of a night rule themselves."""
    game = begin(in_memory())
    game.must(desk.rule, (ruling_plan(1, "mistaken_win", FALSE_RON),))

    game.must(desk.undo, UndoReason.RULED_OTHERWISE)

    assert game.view.undo is None
