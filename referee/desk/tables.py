"""A table as it is shown: seats with their scores, what may be done next, and the sheet."""

from referee.core.games.codec import event_kind
from referee.core.games.decide import undoable
from referee.core.games.events import HandCorrected, HandRecorded, MarkKind
from referee.core.games.game import Game
from referee.core.games.view import (
    can_declare,
    can_declare_open,
    can_signal,
    final_standing,
    left_given,
    riichi_sticks,
    shown_kyoutaku,
    shown_scores,
    sticks_laid,
)
from referee.core.rules.facts import ALL_SEATS, NOTHING, Four, wind_of
from referee.core.rules.ruleset import Ruleset
from referee.core.settling.placement import places_of, tie_groups
from referee.desk.opened import Desk, Happened, History, history_of, kept_rules, seen_last
from referee.desk.rows import rows_of
from referee.desk.views import Balance, Phase, SeatView, SignalOffer, TableView, UndoOffer


def view(desk: Desk, game: str) -> TableView:
    """Return a table as it stands; raise ``LookupError`` if there is no such game."""
    row = desk.store.game_row(game)
    if row is None:
        raise LookupError(game)
    history = history_of(desk, game)
    state = history[-1].game
    kept = kept_rules(desk, state)
    rules = kept.rules
    phase = phase_of(state)
    return TableView(
        game=game,
        seq=state.seq,
        expected=state.changed,
        expected_event=seen_last(history),
        version=version_of(history[-1], row.revision),
        book=kept.book,
        titles=kept.titles,
        edition=kept.edition,
        options=kept.options,
        rules=rules,
        phase=phase,
        number=state.number,
        table=state.table,
        kyoutaku=shown_kyoutaku(state, rules),
        seats=seats_of(state, row.names, rules),
        balance=balance_of(state, rules),
        hands_left=state.table.hands_left,
        signal=signal_offer(state, rules),
        sheet=rows_of(history),
        undo=undo_offer(state, history),
        end=state.end,
        standing=final_standing(state, rules),
        returned=() if state.end is None else riichi_sticks(state, rules),
        left_given=left_given(state, rules),
        can_finish=phase == Phase.OVER,
        can_reopen=phase == Phase.FINISHED or state.forced,
        can_force_end=phase == Phase.PLAYING,
    )


def version(desk: Desk, game: str) -> str:
    """Return a tag that changes whenever the table's page would; cheap, for polling."""
    return version_of(history_of(desk, game)[-1], desk.store.revision_of(game))


def version_of(last: Happened, revision: int) -> str:
    """Return what tells one state of a table from any other: an older backup counts on with the same numbers."""
    return f"{last.stored.seq}.{last.hash}.{revision}"


def phase_of(game: Game) -> Phase:
    """Return where the game is."""
    if game.result is not None:
        return Phase.FINISHED
    return Phase.PLAYING if game.end is None else Phase.OVER


def seats_of(game: Game, names: tuple[str, ...], rules: Ruleset) -> tuple[SeatView, SeatView, SeatView, SeatView]:
    """Return the four seats."""
    scores = shown_scores(game, rules)
    places = places_of(tie_groups(scores, rules.final.ties))
    seats = tuple(seat_of(seat, game, rules, scores, (names[seat], places[seat])) for seat in ALL_SEATS)
    return (seats[0], seats[1], seats[2], seats[3])


def seat_of(seat: int, game: Game, rules: Ruleset, scores: Four, named: tuple[str, int]) -> SeatView:
    """Return one seat; ``named`` holds its name and its place."""
    marks = game.marks
    own = scores[seat]
    return SeatView(
        seat=seat,
        name=named[0],
        wind=wind_of(seat, game.table.dealer),
        score=own,
        place=named[1],
        stick=seat in sticks_laid(game, rules),
        riichi=seat in marks.riichi,
        open_riichi=seat in marks.open_riichi,
        tenpai=seat in marks.tenpai,
        dead=dict(marks.dead).get(seat),
        can_riichi=can_declare(game, seat, MarkKind.RIICHI, rules),
        can_open_riichi=can_declare_open(game, seat, rules),
        differences=(own - scores[0], own - scores[1], own - scores[2], own - scores[3]),
        chips=game.table.chips[seat],
        penalties=game.table.penalties[seat],
        has_won=not game.table.yakitori[seat],
    )


def balance_of(game: Game, rules: Ruleset) -> Balance:
    """Return whether the points are all there."""
    scores, total = sum(game.table.scores), rules.setup.points * len(NOTHING)
    kyoutaku = game.table.kyoutaku
    return Balance(scores=scores, kyoutaku=kyoutaku, total=total, difference=scores + kyoutaku - total)


def signal_offer(game: Game, rules: Ruleset) -> SignalOffer | None:
    """Return what a time signal would do now, or None where there is none to give."""
    if not can_signal(game, rules):
        return None
    return SignalOffer(running=rules.time.running, between=rules.time.between)


def undo_offer(game: Game, history: History) -> UndoOffer | None:
    """Return what an undo would take back."""
    seq = undoable(game)
    if seq is None:
        return None
    event = history[seq - 1].event
    number = event.number if isinstance(event, HandCorrected) else None
    if isinstance(event, HandRecorded):
        number = game.number - 1
    return UndoOffer(seq=seq, kind=event_kind(event), number=number)
