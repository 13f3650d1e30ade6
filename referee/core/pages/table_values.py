"""Everything on a table's pages that changes from hand to hand, as values by name.

The pages are drawn by the server. A phone without a network shows them as they were last drawn and fills these
values in: texts, parts, and attributes, where None takes an attribute away.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from referee.core.games.adjusting import FIGURES, figures_of
from referee.core.games.codec import event_kind
from referee.core.games.decide import is_dead, undoable
from referee.core.games.events import HandRecorded, MarkKind
from referee.core.games.view import (
    MARK_FIELDS,
    can_be_tenpai,
    can_declare,
    can_declare_open,
    can_signal,
    is_playing,
    marks_told,
    seats_marked,
    shown_kyoutaku,
    shown_scores,
)
from referee.core.pages.preview import CHARACTERS
from referee.core.pages.ruled_words import hand_title, rulings_now
from referee.core.rules.choices import OpenRiichi
from referee.core.rules.facts import ALL_SEATS, WINDS, wind_of
from referee.core.rules.ledger import Quoted
from referee.core.settling.placement import places_of, tie_groups
from referee.core.text.amounts import change_written, points_written

if TYPE_CHECKING:
    from referee.core.games.at_table import AtTable
    from referee.core.games.game import Game
    from referee.core.rules.ruleset import Ruleset
    from referee.core.text.words import Speaker

Filling = tuple[tuple[str, str | None], ...]
"""Values by name; None where an attribute is not there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Onlooker:
    """Who looks at a table: the names of its players, the language, and the seat whose differences are shown."""

    names: tuple[str, ...]
    speaker: Speaker
    gap: int | None = None


def table_filling(table: AtTable, gap: int | None) -> Filling:
    """Return the values of the pages of a table; ``gap`` is the seat whose differences are shown, if any."""
    game, rules = table.game, table.rules
    eyes = Onlooker(names=table.names, speaker=table.speaker, gap=gap)
    seats = [value for seat in ALL_SEATS for value in seat_filling(game, rules, seat, eyes)]
    centre, tools = centre_filling(game, rules, eyes), tools_filling(game, rules, eyes.speaker)
    seen = ("expected-event", table.expected_event)
    return (*centre, *tools, seen, *rulings_filling(table), *adjusting_filling(game), *seats)


def adjusting_filling(game: Game) -> Filling:
    """Return the figures that the form of an adjustment starts with."""
    form = figures_of(game.table)
    chosen = [(f"dealer-is-{seat}", present(seat == game.table.dealer)) for seat in ALL_SEATS]
    chosen += [(f"round-is-{wind}", present(wind == game.table.round)) for wind in WINDS]
    return (*[(f"figure-{name}", form.one(name)) for name in FIGURES], *chosen)


def rulings_filling(table: AtTable) -> Filling:
    """Return the rulings of this hand as the items of a list."""
    said = rulings_now(table)
    items = "".join([f"<li>{escape(each)}</li>" for each in said])
    return (("rulings-now", items), ("rulings-now-hidden", present(not said)))


def present(shown: bool) -> str | None:  # noqa: FBT001 one flag is all it is about
    """Return the value of an attribute that is there or not."""
    return "" if shown else None


def centre_filling(game: Game, rules: Ruleset, eyes: Onlooker) -> Filling:
    """Return which hand is played, what lies on the table, and the running check."""
    left = hands_left_told(game.table.hands_left, eyes.speaker)
    scores, total = sum(game.table.scores), 4 * rules.setup.points
    difference = scores + game.table.kyoutaku - total
    return (
        ("hand", hand_named(game, eyes.speaker)),
        ("honba", str(game.table.honba)),
        ("on-table", points_written(shown_kyoutaku(game, rules), eyes.speaker.words)),
        ("hands-left", left),
        ("hands-left-hidden", present(left == "")),
        ("balance", balance_told(scores + game.table.kyoutaku, difference, eyes)),
        ("balance-class", "check" if difference == 0 else "check check--off"),
    )


def hand_named(game: Game, speaker: Speaker) -> str:
    """Return "East 1"."""
    return hand_title(game.table.round, game.table.dealer, speaker)


def hands_left_told(left: int | None, speaker: Speaker) -> str:
    """Return how many hands are left after the time signal, nothing without one."""
    if left is None or left == 0:
        return ""
    if left <= 2:
        return speaker.say("table.last_hand" if left == 1 else "table.one_more")
    return speaker.say("table.hands_left", (("count", left),))


def balance_told(total: int, difference: int, eyes: Onlooker) -> str:
    """Return the running check: scores and table together are what the game started with."""
    said = ("total", Quoted(text=points_written(total, eyes.speaker.words)))
    if difference == 0:
        return eyes.speaker.say("table.balanced", (said,))
    lacking = ("difference", Quoted(text=change_written(difference, eyes.speaker.words)))
    return eyes.speaker.say("table.unbalanced", (said, lacking))


def tools_filling(game: Game, rules: Ruleset, speaker: Speaker) -> Filling:
    """Return what may be done next, and what a form says about the game that it was drawn for."""
    playing, taken_back = is_playing(game), undo_named(game, speaker)
    return (
        ("number", str(game.number)),
        ("expected", str(game.changed)),
        ("marks", marks_told(game, rules)),
        ("playing-hidden", present(not playing)),
        ("over-hidden", present(playing)),
        ("undo", speaker.say("table.undo_what", (("what", Quoted(text=taken_back)),))),
        ("undo-hidden", present(taken_back == "")),
        ("signal-hidden", present(not can_signal(game, rules))),
    )


def undo_named(game: Game, speaker: Speaker) -> str:
    """Return the hand that an undo would take back, or that it is another entry; nothing if there is none."""
    seq = undoable(game)
    if seq is None:
        return ""
    event = next(event for number, event in game.log if number == seq)
    if isinstance(event, HandRecorded):
        before = event.settled.before
        return hand_title(before.round, before.dealer, speaker)
    return speaker.words["event." + event_kind(event)]


def seat_filling(game: Game, rules: Ruleset, seat: int, eyes: Onlooker) -> Filling:
    """Return one seat: its wind, its score and its marks."""
    wind, speaker = wind_of(seat, game.table.dealer), eyes.speaker
    name = speaker.words["wind." + wind]
    dealer = speaker.words["seat.dealer"] if wind == "E" else ""
    values: Filling = (
        ("wind", CHARACTERS[wind]),
        ("wind-class", "wind wind--dealer" if wind == "E" else "wind"),
        ("wind-name", name),
        ("wind-said", name + dealer + ": "),
        ("group", eyes.names[seat] + ", " + name),
        *score_filling(game, rules, seat, eyes),
        *[(f"in-{field}", present(seat in seats_marked(game, field, rules))) for field in MARK_FIELDS],
        *mark_filling(game, rules, seat),
        *ending_filling(game, rules, seat, speaker),
    )
    return tuple((f"seat-{seat}-{key}", value) for key, value in values)


def score_filling(game: Game, rules: Ruleset, seat: int, eyes: Onlooker) -> Filling:
    """Return the score of a seat, or its difference to the seat that is compared with."""
    scores = shown_scores(game, rules)
    place = "preview.place_" + str(places_of(tie_groups(scores, rules.final.ties))[seat])
    plain = eyes.gap is None or eyes.gap == seat
    shown = (
        points_written(scores[seat], eyes.speaker.words)
        if plain
        else change_written(scores[seat] - scores[eyes.gap or 0], eyes.speaker.words)
    )
    facts = (("player", Quoted(text=eyes.names[seat])), ("points", Quoted(text=shown)), ("place", place))
    label = eyes.speaker.say("table.score_of" if plain else "table.difference_of", facts)
    return (("score", shown), ("label", label), ("rank", eyes.speaker.words[place]))


def mark_filling(game: Game, rules: Ruleset, seat: int) -> Filling:
    """Return the buttons of a seat's marks: what each would send, whether it is on, and whether it can be tapped."""
    marks = game.marks
    riichi, is_open = seat in marks.riichi, seat in marks.open_riichi
    may = can_declare(game, seat, MarkKind.RIICHI, rules)
    offers_open = rules.riichi.open != OpenRiichi.NONE and (riichi or (can_declare_open(game, seat, rules) and not may))
    return (
        *button_filling(seat, "riichi", riichi),
        ("riichi-disabled", present(not (may or riichi))),
        *button_filling(seat, "open_riichi", is_open),
        ("open_riichi-hidden", present(not offers_open)),
        *button_filling(seat, "tenpai", seat in marks.tenpai),
        ("tenpai-hidden", present(riichi)),
        *button_filling(seat, "dead_hand", seat in [each for each, _ in marks.dead]),
    )


def ending_filling(game: Game, rules: Ruleset, seat: int, speaker: Speaker) -> Filling:
    """Return whether a seat can be named as winner or as tenpai, and what stands there instead where it cannot."""
    wins, waits = not is_dead(game, seat), can_be_tenpai(game, seat, rules)
    return (
        ("cannot-win", present(not wins)),
        ("won", speaker.words["seat.won" if wins else "mark.dead_hand"]),
        ("cannot-wait", present(not waits)),
        ("waits", speaker.words["seat.tenpai" if waits else "mark.dead_hand"]),
    )


def button_filling(seat: int, kind: str, on: bool) -> Filling:  # noqa: FBT001 a mark is on or off
    """Return what the button of a mark sends, and whether it is pressed."""
    wanted, pressed = ("off", "true") if on else ("on", "false")
    return ((f"{kind}-sends", f"{kind}-{seat}-{wanted}"), (f"{kind}-pressed", pressed))
