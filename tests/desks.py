"""A desk over a store of its own, and short ways to play at it."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from referee import desk
from referee.app.apply import RulingPreview, rulings_previewed
from referee.database import DatabaseDesk, ServerClock, open_desk
from referee.desk import Desk, MarkKind, Order, Recorded, Sanction, TableView, Written
from referee.game.rulings import RulingPlan
from referee.game.view import Preview, hand_preview, rulebook_of_game
from referee.rules.table import NotDone
from referee.store import MemoryStore, Store
from referee.texts.words import Library, Speaker
from tests.libraries import load

NAMES = ("Aki", "Ben", "Chie", "Dan")
BY = desk.By(device="phone", role="table", name="Eri")

Hand = dict[str, Any]


@cache
def shipped() -> Library:
    """Return the shipped rulesets."""
    return load()


def order() -> Order:
    """Return an order that nobody has given before."""
    return Order(command=secrets.token_hex(16), by=BY)


def opened(folder: Path) -> DatabaseDesk:
    """Return a desk over a database in this folder."""
    return open_desk(folder / "table.db", shipped())


def in_memory() -> Desk:
    """Return a desk over nothing but memory, as on a phone."""
    return desk_over(MemoryStore(), ServerClock().now)


def desk_over(store: Store, clock: Callable[[], str]) -> Desk:
    """Return a desk that has read nothing yet."""
    return Desk(store=store, library=shipped(), clock=clock, histories={}, rulesets={})


def ruling_plan(
    seat: int,
    offence: str,
    answers: Mapping[str, str | int],
    issued: tuple[Sanction, ...] | None = None,
    text: str = "",
) -> RulingPlan:
    """Return a ruling to be issued: exactly what the rulebook proposes, or ``issued`` with its written reason."""
    return RulingPlan(seat=seat, offence=offence, answers=tuple(sorted(answers.items())), issued=issued, text=text)


@dataclass(frozen=True, kw_only=True, slots=True)
class Played:
    """A game at a desk, played on by whoever sees its newest state."""

    desk: Desk
    game: str
    token: str

    @property
    def view(self) -> TableView:
        """The table as it stands."""
        return desk.table_view(self.desk, self.game)

    @property
    def scores(self) -> list[int]:
        """The scores before this hand's sticks."""
        return list(self.view.table.scores)

    @property
    def place(self) -> str:
        """The hand to be played now, such as "E1-0", and the points on the table."""
        table = self.view.table
        return f"{table.round}{table.dealer + 1}-{table.honba} {table.kyoutaku}"

    def must(self, act: Callable[..., Written], *values: Any, **named: Any) -> Recorded:  # noqa: ANN401 of any act
        """Do something that may be done."""
        done = act(self.desk, self.game, order(), self.view.expected, *values, **named)
        assert isinstance(done, Recorded), done
        return done

    def refused(self, act: Callable[..., Written], *values: Any, **named: Any) -> list[tuple[str, str]]:  # noqa: ANN401 of any act
        """Try something that may not be done; return code and reason of each problem."""
        before = desk.table_version(self.desk, self.game)
        done = act(self.desk, self.game, order(), self.view.expected, *values, **named)
        assert isinstance(done, desk.Refused), done
        assert desk.table_version(self.desk, self.game) == before
        return [(problem.code, problem.reason) for problem in done.problems]

    def record(self, *hands: Hand) -> Recorded:
        """Record hands that may be recorded; return the answer to the last."""
        return [self.must(desk.record, hand) for hand in hands][-1]

    def mark(self, seat: int, kind: MarkKind, *, on: bool = True, reason: str = "") -> None:
        """Mark a seat in the hand being played."""
        wanted = desk.Mark(hand=self.view.number, seat=seat, kind=kind, on=on, reason=reason)
        assert isinstance(desk.mark(self.desk, self.game, order(), wanted), Recorded)


def begin(own_desk: Desk, ruleset: str = "ema-2016", table: dict[str, object] | None = None, **options: str) -> Played:
    """Start a game."""
    plan = desk.NewGame(ruleset=ruleset, options=options, names=NAMES, table=table)
    begun = desk.start(own_desk, order(), plan)
    assert isinstance(begun, desk.Begun), begun
    return Played(desk=own_desk, game=begun.game, token=begun.token)


def hand_seen(own_desk: Desk, game: str, hand: Hand, lang: str) -> Preview:
    """Return what a hand would pay if it were recorded now."""
    speaker = Speaker(lang=lang, words=own_desk.library.sentences[lang])
    return hand_preview(desk.game_now(own_desk, game), hand, desk.rules_of(own_desk, game), speaker)


def rulings_seen(own_desk: Desk, game: str, plans: tuple[RulingPlan, ...], lang: str) -> RulingPreview | NotDone:
    """Return what rulings would do, as the page shows it before they are issued."""
    state, speaker = desk.game_now(own_desk, game), Speaker(lang=lang, words=own_desk.library.sentences[lang])
    return rulings_previewed(
        state, plans, desk.rules_of(own_desk, game), rulebook_of_game(state, own_desk.library, speaker), speaker
    )


def standing_rulings(view: TableView) -> list[desk.RulingRow]:
    """Return the rulings of the sheet that were neither taken back nor withdrawn."""
    return [row for row in view.sheet if isinstance(row, desk.RulingRow) and row.stands]


def ron(winner: int, discarder: int, han: int, fu: int, **more: object) -> Hand:
    """Return a win by ron."""
    return {"result": "win", "from": discarder, "wins": [{"seat": winner, "han": han, "fu": fu}], **more}


def tsumo(winner: int, han: int, fu: int, **more: object) -> Hand:
    """Return a win by tsumo."""
    return {"result": "win", "from": None, "wins": [{"seat": winner, "han": han, "fu": fu}], **more}


def draw(*tenpai: int, **more: object) -> Hand:
    """Return an exhaustive draw."""
    return {"result": "draw", "tenpai": list(tenpai), **more}


def chombo(*offenders: int, **more: object) -> Hand:
    """Return a chombo."""
    return {"result": "chombo", "offenders": list(offenders), **more}


def abort(reason: str = "kyuushu_kyuuhai", **more: object) -> Hand:
    """Return an abortive draw."""
    return {"result": "abort", "reason": reason, **more}
