"""An event at a desk of its own, with the shortest ways to seat people, play and enter results."""

import secrets
from dataclasses import dataclass, field, replace
from functools import cache

from referee.database import DatabaseDesk
from referee.desk import By, Order, find, force_end
from referee.desk_event.creating import EventMade, NewEvent, create
from referee.desk_event.draws import draw, publish, take_over
from referee.desk_event.opened import (
    Done,
    Entered,
    EventDesk,
    EventOrder,
    history_of,
    open_events,
    right_of,
    tournament_now,
)
from referee.desk_event.people import enter_people, set_status
from referee.desk_event.rights import Right
from referee.desk_event.rounds import close, start, table_address
from referee.paths import rulesets_dir
from referee.rulebook import policies_of, shelf_in
from referee.store.tournaments import PersonRow
from referee.tournament.events import DrawMethod, Entrant, PersonKind, Role, Status
from referee.tournament.policy import Policies
from referee.tournament.seating import DrawWish
from referee.tournament.tournament import Tournament
from referee.tournament.winds import Rounds
from tests.desks import Played, ron

BY = By(device="laptop", role="organiser", name="")


@cache
def shipped_policies() -> Policies:
    """Return what the shipped books say about events."""
    return policies_of(shelf_in((rulesets_dir(),)).books)


@dataclass
class Hall:
    """An event at which its organiser does what is told; ``token`` is that of the organiser's link."""

    event_desk: EventDesk
    id: str
    token: str
    right: Right = field(init=False)

    def __post_init__(self) -> None:
        """Come in by the organiser's link."""
        found = right_of(self.event_desk, self.token)
        assert found is not None
        self.right = found[1]

    @property
    def state(self) -> Tournament:
        """The event as it stands."""
        return tournament_now(self.event_desk, self.id)

    @property
    def kinds(self) -> list[str]:
        """The kinds of all entries."""
        return [each.stored.kind for each in history_of(self.event_desk, self.id)]

    def order(self, right: Right | None = None, reason: str = "") -> EventOrder:
        """Return an order that nobody has given before."""
        return EventOrder(
            command=secrets.token_hex(16),
            by=BY,
            tournament=self.id,
            right=right or self.right,
            reason=reason,
        )

    def enter(self, people: int, substitutes: int = 0, status: Status | None = None) -> None:
        """Let so many people take part, and say whether they are there if that is told."""
        kinds = [PersonKind.PLAYER] * people + [PersonKind.SUBSTITUTE] * substitutes
        rows = tuple(
            (
                Entrant(number=number, kind=kind, team="", keeps_table=None),
                PersonRow(number=number, family=f"Family{number}", given=f"Given{number}"),
            )
            for number, kind in enumerate(kinds, 1)
        )
        done(enter_people(self.event_desk, self.order(), rows))
        for number in range(1, len(kinds) + 1) if status is not None else ():
            done(set_status(self.event_desk, self.order(), number, status or Status.PRESENT))

    def seat(self, people: int, rounds: int = 1, substitutes: int = 0, seats: Rounds = ()) -> None:
        """Let so many people take part, draw rounds for them, as told or by lot, and publish the draw."""
        self.enter(people, substitutes)
        wish = DrawWish(rounds=tuple(range(1, rounds + 1)), method=DrawMethod.FIXED, seed=1)
        done(
            take_over(self.event_desk, self.order(), wish, seats)
            if seats
            else draw(self.event_desk, self.order(), wish)
        )
        done(publish(self.event_desk, self.order(), 1, wish.rounds))

    def start(self, round_no: int = 1) -> None:
        """Start a round."""
        done(start(self.event_desk, self.order(), round_no))

    def close(self, round_no: int = 1) -> None:
        """Close a round."""
        done(close(self.event_desk, self.order(), round_no))

    def game(self, round_no: int, table_no: int) -> Played:
        """Return the game of a round and a table."""
        token = table_address(self.id, round_no, table_no)
        found = find(self.event_desk.desk, token)
        assert found is not None
        return Played(desk=self.event_desk.desk, game=found, token=token)

    def play(self, round_no: int, table_no: int, winner: int = 1) -> Played:
        """Play one hand at a table, won off East for 2,000 points, and end the game."""
        game = self.game(round_no, table_no)
        game.record(ron(winner, 0, 2, 30))
        game.must(force_end)
        return game

    def table_right(self, table_no: int, in_round: int = 1) -> Right:
        """Return what the phone of a table may do that scanned its card for a round."""
        return Right(role=Role.TABLE, link="card", table_no=table_no, in_round=in_round)

    def referee(self) -> Right:
        """Return what a referee may do."""
        return replace(self.right, role=Role.REFEREE)


def opened_hall(desk: DatabaseDesk, ruleset: str = "ema-2016", **expected: object) -> Hall:
    """Return a new event over a database."""
    event_desk = open_events(desk, desk.store, shipped_policies)
    plan = NewEvent(name="Spring Open", ruleset=ruleset, options={}, **expected)  # type: ignore[arg-type]
    made = create(event_desk, Order(command=secrets.token_hex(20), by=BY), plan)
    assert isinstance(made, EventMade), made
    return Hall(event_desk=event_desk, id=made.id, token=made.token)


def done(entered: Entered) -> Done:
    """Return what an order that may be carried out has done."""
    assert isinstance(entered, Done), entered
    return entered


def codes(entered: Entered) -> list[str]:
    """Return the codes for which an order was refused."""
    assert not isinstance(entered, Done), entered
    return [problem.code for problem in getattr(entered, "problems", ())]
