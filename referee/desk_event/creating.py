"""Making an event, and changing its settings while they are not frozen."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from referee.ask.settle import read_book, read_variant
from referee.desk import Order, Refused
from referee.desk.opened import kept_text
from referee.desk.starting import SHORTEST_COMMAND, is_unreadable, is_visible
from referee.desk_event.links import issue
from referee.desk_event.opened import EventDesk, EventOrder, append, row_of, tournament_now, write
from referee.desk_event.rights import PUBLIC, Act, not_allowed
from referee.game.events import command_hash, digest_of, letters_of, ruleset_hash
from referee.records import dataclass
from referee.rulebook import policy_hash, policy_text
from referee.rules.choices import TimeLimit
from referee.rules.table import NotDone
from referee.store.tournaments import TournamentRow
from referee.texts.codec import in_key_order, json_text
from referee.texts.reader import Reader, spaces_off
from referee.texts.words import choices_in
from referee.tournament.events import Form, Mode, PublicNames, Ranking, Release, Role, TournamentOpened
from referee.tournament.life import decide_settings, wrong_sizes
from referee.tournament.refusals import EventCode, refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.desk_event.opened import Entered
    from referee.desk_event.rights import Right
    from referee.tournament.policy import Policy
    from referee.tournament.tournament import Tournament

_LONGEST_EVENT_NAME = 60
_RANDOM_LETTERS = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class NewEvent:
    """An event to be made; only the name has to be told.

    ``minutes``, ``signal`` (minutes before the end) and ``hands`` are None where the book's hold; a book without a
    limit has none then, and a night has no clock then, whatever the book says.
    """

    name: str
    ruleset: str
    options: dict[str, str]
    form: Form = Form.TOURNAMENT
    tables: int = 0
    rounds: int = 4
    minutes: int | None = None
    signal: int | None = None
    hands: int | None = None
    zone: str = "UTC"
    days: tuple[str, ...] = ()
    mode: Mode = Mode.ANY
    ties: tuple[str, ...] | None = None
    release: Release = Release.EACH
    staff_check: bool | None = None
    public_names: PublicNames = PublicNames.INITIAL
    ranking: Ranking = Ranking.TOTAL
    least_games: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class EventMade:
    """An event that was made; ``token`` is that of the first link of an organiser, which is told only here."""

    id: str
    token: str
    tournament: Tournament


def _event_id(name: str, command: str) -> str:
    """Return the id of an event: what of its name can stand in an address, and eight letters that nobody foresees."""
    letters = letters_of(digest_of("event " + command)).lower().replace("-", "").replace("_", "")[:_RANDOM_LETTERS]
    kept = "".join([letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lower()])
    words = "-".join([word for word in kept.split("-") if word])[:24].strip("-")
    return f"{words}-{letters}" if words else letters


def create(event_desk: EventDesk, order: Order, plan: NewEvent) -> EventMade | Refused:
    """Make an event with its first link; the same order again answers with the same."""
    name = spaces_off(plan.name)
    ready = _planned(event_desk, order, plan, name)
    if isinstance(ready, NotDone):
        return Refused(problems=ready.problems)
    texts, opened = ready
    made = EventOrder(command=order.command, by=order.by, tournament=_event_id(name, order.command), right=PUBLIC)
    with event_desk.store.writing():
        if event_desk.store.tournament_event_by_command(command_hash(order.command)) is None:
            for text in texts:
                event_desk.desk.store.add_ruleset(ruleset_hash(text), text)
            row = TournamentRow(id=made.tournament, name=name, created=event_desk.desk.clock(), revision=0)
            event_desk.store.add_tournament(row)
            append(event_desk, made, 0, (opened,))
        token = issue(event_desk, replace(made, command=order.command + " link"), Role.ORGANISER)
    return EventMade(id=made.tournament, token=token, tournament=tournament_now(event_desk, made.tournament))


def _planned(
    event_desk: EventDesk, order: Order, plan: NewEvent, name: str
) -> tuple[tuple[str, ...], TournamentOpened] | NotDone:
    """Return the texts that are kept under their hashes and the first entry, or everything that is wrong."""
    reader = Reader(path="", fields={"ruleset": plan.ruleset, "options": dict(plan.options)}, problems=[])
    book = read_book(reader, event_desk.desk.library)
    variant = read_variant(reader, book)
    wrong = [each for each in (_wrong_name(name), _wrong_command(order)) if each is not None]
    if book is None or variant is None or wrong:
        return NotDone(problems=(*reader.problems, *[problem for each in wrong for problem in each.problems]))
    options = choices_in(variant)
    text = _timed_text(kept_text(book, dict(options)), plan)
    policy = event_desk.policies().get(book.id)
    policy_kept = "" if policy is None else policy_text(policy)
    opened = TournamentOpened(
        form=plan.form,
        ruleset=ruleset_hash(text),
        book=book.id,
        options=options,
        policy=policy_hash(policy_kept) if policy_kept else "",
        tables=plan.tables,
        rounds=plan.rounds,
        minutes=None if plan.form == Form.NIGHT and not plan.minutes else _minutes_of(text),
        zone=plan.zone,
        days=plan.days,
        mode=plan.mode,
        ties=_ties_of(plan, policy),
        release=plan.release,
        staff_check=_is_checked(plan, policy),
        public_names=plan.public_names,
        ranking=plan.ranking,
        least_games=plan.least_games,
        team_substitutes=False,
    )
    return wrong_sizes(opened) or (tuple(filter(None, (text, policy_kept))), opened)


def _ties_of(plan: NewEvent, policy: Policy | None) -> tuple[str, ...]:
    """Return what decides between equal totals: what was chosen, else what the book says."""
    if plan.ties is not None:
        return plan.ties
    return () if policy is None else tuple([tie.value for tie in policy.standings.ties])


def _is_checked(plan: NewEvent, policy: Policy | None) -> bool:
    """Return whether staff look at every result on which four agreed: as chosen, else on a night nobody does."""
    if plan.staff_check is not None:
        return plan.staff_check
    return plan.form != Form.NIGHT and policy is not None and policy.tournament.staff_check


def _wrong_name(name: str) -> NotDone | None:
    """Return what is wrong with the name of an event, or None."""
    if not any(map(is_visible, name)):
        return refusal(EventCode.NAME_MISSING, "name")
    if len(name) > _LONGEST_EVENT_NAME:
        return refusal(EventCode.TOO_LARGE, "name", count=len(name), most=_LONGEST_EVENT_NAME)
    return refusal(EventCode.NAME_UNREADABLE, "name") if any(map(is_unreadable, name)) else None


def _wrong_command(order: Order) -> NotDone | None:
    """Return what is wrong with the id of an order that makes an event, from which its links follow, or None."""
    if len(order.command) >= SHORTEST_COMMAND:
        return None
    return refusal(EventCode.NOT_ALLOWED, "command_id")


def _timed_text(text: str, plan: NewEvent) -> str:
    """Return kept rules with the event's own minutes and hands in place of the book's."""
    own: dict[str, object] = {}
    if plan.minutes is not None:
        own |= {"limit": TimeLimit.SIGNAL if plan.minutes else TimeLimit.NONE, "minutes": plan.minutes}
    if plan.signal is not None:
        own["signal"] = plan.signal
    if plan.hands is not None:
        own |= {"running": plan.hands, "between": max(plan.hands - 1, 0)}
    if not own:
        return text
    kept: dict[str, Any] = json.loads(text)
    kept["values"]["time"] |= own
    return json_text(in_key_order(kept))


def _minutes_of(text: str) -> int | None:
    """Return how long a round is under kept rules, None without a limit."""
    time: dict[str, Any] = json.loads(text)["values"]["time"]
    return int(time["minutes"]) if time["limit"] != TimeLimit.NONE else None


def change_settings(event_desk: EventDesk, order: EventOrder, wanted: Mapping[str, object]) -> Entered:
    """Change settings, told as they stand in JSON."""
    return write(event_desk, order, Act.SETTINGS, lambda state: decide_settings(state, wanted))


def rename_event(event_desk: EventDesk, tournament: str, right: Right, name: str) -> Refused | None:
    """Change what an event is called, which stands beside its log."""
    wanted = spaces_off(name)
    refused = not_allowed(tournament_now(event_desk, tournament), right, Act.SETTINGS) or _wrong_name(wanted)
    if refused is not None:
        return Refused(problems=refused.problems)
    if row_of(event_desk, tournament).name != wanted:
        with event_desk.store.writing():
            event_desk.store.mend_tournament_name(tournament, wanted)
    return None
