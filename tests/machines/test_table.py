"""Whatever people do at a table, in any order: the sheet never lies."""

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from referee import desk
from referee.app.apply import RulingPreview
from referee.commands.audit import audit
from referee.database import DatabaseDesk, desk_over
from referee.desk import MarkKind, Recorded, Refused, Sanction, UndoReason, Way, Written
from referee.desk.opened import speaker_of
from referee.game.events import Adjusted, EventKind, event_of, event_text
from referee.game.game import Game, replay
from referee.rules.offences import Penalty
from referee.store.sqlite import exported, open_store, restore
from tests.desks import NAMES, Hand, hand_seen, opened, order, ruling_plan, rulings_seen, standing_rulings

BOOKS = ("aalto", "ema-2016", "ranking-match", "standard-shuugi", "tenhou", "warsaw", "wrc-2025")
SEATS = st.integers(0, 3)
SOME_SEATS = st.sets(SEATS).map(sorted)
NO_SEATS: st.SearchStrategy[list[int]] = st.just([])
POINTS = st.integers(1, 60).map(lambda thousands: thousands * 1000)


@st.composite
def wins(draw: st.DrawFn) -> Hand:
    """Return a win by one or two players."""
    first, discarder = draw(st.permutations(range(4)).map(lambda seats: seats[:2]))
    seats = [first] if draw(st.booleans()) else sorted({first, *draw(SOME_SEATS)} - {discarder})[:2]
    each = st.sampled_from([{"han": 1, "fu": 30}, {"han": 3, "fu": 40}, {"han": 5}, {"han": 8}, {"yakuman": 1}])
    by_ron = len(seats) > 1 or draw(st.booleans())
    won = [{"seat": seat, **draw(each)} for seat in seats]
    return {"result": "win", "from": discarder if by_ron else None, "wins": won, "riichi": draw(NO_SEATS | SOME_SEATS)}


@st.composite
def others(draw: st.DrawFn) -> Hand:
    """Return a hand without a winner."""
    tenpai = draw(SOME_SEATS)
    riichi = draw(st.sets(st.sampled_from(tenpai)).map(sorted)) if tenpai else []
    drawn = {"result": "draw", "tenpai": tenpai, "riichi": riichi}
    aborted = {"result": "abort", "reason": "kyuushu_kyuuhai", "riichi": draw(SOME_SEATS)}
    void = {"result": "chombo", "offenders": [draw(SEATS)], "riichi": draw(SOME_SEATS)}
    return draw(st.sampled_from([drawn, drawn, aborted, void]))


HANDS = wins() | wins() | others()


def sanction(kind: Penalty, amount: int = 0) -> Sanction:
    """Return one penalty."""
    return Sanction(kind=kind, amount=amount)


HUNDREDS = st.integers(1, 30).map(lambda hundreds: hundreds * 100)
ISSUED = (
    st.none()
    | st.sampled_from([Penalty.WARNING, Penalty.DEAD_HAND, Penalty.CHOMBO]).map(lambda kind: (sanction(kind),))
    | HUNDREDS.map(lambda amount: (sanction(Penalty.FINE, amount), sanction(Penalty.DEAD_HAND)))
    | HUNDREDS.map(lambda amount: (sanction(Penalty.POINTS, amount),))
)
OFFENCES: list[tuple[str, dict[str, str | int]]] = [
    ("empty_call", {"call": "pon"}),
    ("mistaken_win", {"call": "ron", "cause": "no_yaku", "shown": 14}),
    ("mistaken_win", {"call": "ron", "cause": "no_yaku", "shown": 0}),
    ("late", {"minutes": 3}),
    (desk.OTHER_OFFENCE, {}),
]


class TableMachine(RuleBasedStateMachine):
    """Four people, one table, every button."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.desk: DatabaseDesk = opened(Path(self.folder.name))
        self.game = ""
        self.last: tuple[Any, ...] = ()

    @initialize(book=st.sampled_from(BOOKS), late=st.booleans())
    def start(self, book: str, *, late: bool) -> None:
        """Start a game, at its first hand or in the middle."""
        table = {"scores": [20000, 30000, 26000, 23000], "round": "S", "dealer": 2, "honba": 1, "kyoutaku": 1000}
        plan = desk.NewGame(ruleset=book, options={}, names=NAMES, table=table if late else None)
        wish = order()
        begun, again = desk.start(self.desk, wish, plan), desk.start(self.desk, wish, plan)
        assert isinstance(begun, desk.Begun)
        assert isinstance(again, desk.Begun)
        assert (begun.game, begun.token, again.repeated) == (again.game, again.token, True)
        self.game = begun.game

    @property
    def view(self) -> desk.TableView:
        """The table as it stands."""
        return desk.table_view(self.desk, self.game)

    def act(self, what: Any, *values: Any, **named: Any) -> Written:  # noqa: ANN401 any act of the desk
        """Do something with the newest state in view, then ask the same again: nothing more happens."""
        wish, expected = order(), self.view.expected
        done: Written = what(self.desk, self.game, wish, expected, *values, **named)
        if isinstance(done, Recorded):
            after = desk.table_version(self.desk, self.game)
            again = what(self.desk, self.game, wish, expected, *values, **named)
            assert isinstance(again, Recorded)
            assert (again.seq, again.repeated) == (done.seq, True)
            assert desk.table_version(self.desk, self.game) == after
            self.last = (what, values, named, expected)
        return done

    @rule(seat=SEATS, kind=st.sampled_from(list(MarkKind)), on=st.booleans())
    def mark(self, seat: int, kind: MarkKind, *, on: bool) -> None:
        """Mark a seat; only riichi can be refused."""
        wanted = desk.Mark(hand=self.view.number, seat=seat, kind=kind, on=on)
        done = desk.mark(self.desk, self.game, order(), wanted)
        ruled = any(row.seat == seat for row in standing_rulings(self.view))
        assert isinstance(done, Recorded) or on or (ruled and kind == MarkKind.DEAD_HAND)

    @rule(hand=HANDS)
    def record(self, hand: Hand) -> None:
        """Record a hand; what the preview answered is what stands."""
        shown = hand_seen(self.desk, self.game, hand, "en").answer
        done = self.act(desk.record, hand)
        assert isinstance(done, Recorded) == ("error" not in shown)
        assert isinstance(done, Recorded | Refused)

    @rule(hand=HANDS, number=st.integers(0, 5), way=st.sampled_from(list(Way)))
    def correct(self, hand: Hand, number: int, way: Way) -> None:
        """Correct a hand in one way; what was announced is what happens."""
        number %= self.view.number + 1
        announced = desk.consequences(self.desk, self.game, number, hand, speaker_of(self.desk, "ja"))
        done = self.act(desk.correct, desk.Correction(number=number, hand=hand, way=way))
        if isinstance(announced, Refused):
            assert done == announced
        elif way == Way.POINTS_ONLY:
            assert isinstance(done, Recorded)
            assert done.view.table == announced.points_table
        elif announced.replay_refused:
            assert done == Refused(problems=announced.replay_refused)
        else:
            assert isinstance(done, Recorded)
            assert (done.view.table, done.view.end) == (announced.replay_table, announced.replay_end)

    @rule(reason=st.sampled_from(list(UndoReason)))
    def undo(self, reason: UndoReason) -> None:
        """Take the last entry back, if there is one."""
        offered = self.view.undo
        done = self.act(desk.undo, reason)
        assert isinstance(done, Recorded) == (offered is not None)

    @rule(seat=SEATS, points=POINTS, honba=st.integers(0, 3), dealer=SEATS | st.none())
    def adjust(self, seat: int, points: int, honba: int, dealer: int | None) -> None:
        """Set a score, the honba and perhaps the dealer."""
        scores = list(self.view.table.scores)
        scores[seat] = points
        wanted = (scores[0], scores[1], scores[2], scores[3])
        done = self.act(desk.adjust, desk.Adjustment(scores=wanted, honba=honba, dealer=dealer, text="counted"))
        if isinstance(done, Recorded):
            assert done.view.table.scores == wanted
            assert done.view.table.honba == honba

    @rule(running=st.booleans())
    def signal(self, *, running: bool) -> None:
        """Give the time signal where it is offered."""
        offered = self.view.signal
        done = self.act(desk.signal, running=running)
        assert isinstance(done, Recorded) == (offered is not None)

    @rule(what=st.sampled_from([desk.force_end, desk.finish, desk.reopen, desk.finish]))
    def close(self, what: Any) -> None:  # noqa: ANN401 any act of the desk
        """End, sign or open the game again, where that is offered."""
        view = self.view
        offered = {desk.force_end: view.can_force_end, desk.finish: view.can_finish, desk.reopen: view.can_reopen}
        why = ("the last hand was left",) if what == desk.reopen else ()
        assert isinstance(self.act(what, *why), Recorded) == offered[what]

    @rule(seats=SOME_SEATS, about=st.sampled_from(OFFENCES), issued=ISSUED, text=st.sampled_from(["", "so"]))
    def rule_on(self, seats: list[int], about: tuple[str, dict[str, str | int]], issued: Any, text: str) -> None:  # noqa: ANN401 what a strategy draws
        """Rule on some players; what was shown before is what happens, and a dead hand is dead."""
        plans = tuple(ruling_plan(seat, *about, issued, text) for seat in seats)
        shown = rulings_seen(self.desk, self.game, plans, "en")
        done = self.act(desk.rule, plans)
        if isinstance(done, Recorded):
            assert isinstance(shown, RulingPreview)
            assert done.view.table == shown.table
            assert all(done.view.seats[seat].dead is not None for seat in shown.dead if shown.void is None)

    @rule(which=st.integers(0, 9))
    def withdraw(self, which: int) -> None:
        """Withdraw a ruling of the sheet; it is refused where the sheet does not offer it."""
        rulings = [row for row in self.view.sheet if isinstance(row, desk.RulingRow)]
        if not rulings:
            return
        row = rulings[which % len(rulings)]
        before = self.view.table.penalties[row.seat]
        done = self.act(desk.withdraw_ruling, row.seq, "so")
        if isinstance(done, Recorded):
            assert row.can_withdraw
            assert done.view.table.penalties[row.seat] == before - sum(line.penalties[row.seat] for line in row.lines)
        else:
            assert isinstance(done, Refused)
            assert not row.can_withdraw or [each.reason for each in done.problems] == ["desk.fine_gone"]

    @rule(text=st.text(min_size=1, max_size=20).filter(lambda text: text.strip()))
    def note(self, text: str) -> None:
        """Write a remark."""
        assert isinstance(desk.note(self.desk, self.game, order(), text), Recorded)

    @precondition(lambda self: self.last)
    @rule()
    def come_late(self) -> None:
        """Somebody who saw an older state learns of it, and nothing is written."""
        what, values, named, expected = self.last
        before = desk.table_version(self.desk, self.game)
        done = what(self.desk, self.game, order(), expected, *values, **named)
        assert isinstance(done, desk.Conflict)
        assert done.theirs
        assert desk.table_version(self.desk, self.game) == before

    @invariant()
    def state_is_what_the_log_says(self) -> None:
        """Work the state out from the log alone, where every event reads back as it was written."""
        if not self.game:
            return
        stored = self.desk.store.events_of(self.game)
        events = tuple((each.seq, event_of(EventKind(each.kind), each.body)) for each in stored)
        game = replay(events)
        view = self.view
        assert (game.table, game.end, game.number, game.seq) == (view.table, view.end, view.number, view.seq)
        assert [event_text(event) for _, event in events] == [each.body for each in stored]
        assert [each.seq for each in stored] == list(range(1, len(stored) + 1))
        points_stay(game)

    def teardown(self) -> None:
        """Work everything out again, and move it to another database."""
        if self.game:
            assert audit(self.desk) == (1, ())
            lines = list(exported(self.desk.store))
            other = open_store(Path(self.folder.name) / "other.db")
            assert restore(other, lines) == self.view.seq
            assert list(exported(other)) == lines
            moved = desk_over(other, self.desk.library)
            assert desk.table_view(moved, self.game) == self.view
            moved.close()
        self.desk.close()
        self.folder.cleanup()


def points_stay(game: Game) -> None:
    """Nothing but an adjustment brings points to a table or takes them off."""
    start, now = game.start.table, game.table
    given = sum(-event.line.bank for _, event in game.log if isinstance(event, Adjusted))
    assert sum(now.scores) + now.kyoutaku == sum(start.scores) + start.kyoutaku + given
    for hand in game.hands:
        assert all(sum(line.points) + line.kyoutaku + line.bank == 0 for line in hand.settled.lines)


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
