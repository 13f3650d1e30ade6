"""A form that was made for a state of the game which is no more: what happened meanwhile, and the way on.

Every form of a table says which change of the sheet it was made after. The server and a phone decide alike whether
that is still the last one, and draw the same in place of a payment or of a button.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.games.codec import event_kind
from referee.core.games.events import Event, HandRecorded
from referee.core.games.game import changes_sheet
from referee.core.games.view import is_playing
from referee.core.pages.ruled_words import hand_title
from referee.core.pages.sheet_words import hand_ended
from referee.core.rules.ledger import Quoted

if TYPE_CHECKING:
    from referee.core.forms.form import Form
    from referee.core.games.at_table import AtTable

EXPECTED = "expected"
EXPECTED_EVENT = "expected_event"
ANEW = "anew"
"""The field that asks for what was typed once more, for the game as it is now."""
NO_CHANGE = -1
LONGEST_SEQ = 9
IDS = {"record": "hand", "rulings/apply": "ruling", "adjust": "figures"}
"""The id of each form that can be looked at again, by the last part of its address; one of a hand has its own."""
CORRECTION = "hands/"


@dataclass(frozen=True, kw_only=True, slots=True)
class FormAgain:
    """The button that asks for a form once more: the id of the form, where it is sent, and what stands on it."""

    form: str
    address: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OverView:
    """That a form is over: why, what was entered meanwhile, the way to the table, and to the same form again."""

    title: str
    entered: str
    table: str
    next_hand: str
    again: FormAgain | None


def is_over(form: Form, table: AtTable) -> bool:
    """Return whether the sheet has changed since a form was made; one that does not say when is made now.

    The hash of the last change decides where both know it, its number where one does not.
    """
    if form.one(EXPECTED_EVENT) and table.expected_event:
        return form.one(EXPECTED_EVENT) != table.expected_event
    return form.one(EXPECTED) != "" and seen_by(form) != table.game.changed


def seen_by(form: Form) -> int:
    """Return the change of the sheet after which a form was made; what is no number is a change that never was."""
    told = form.one(EXPECTED)
    plain = 0 < len(told) <= LONGEST_SEQ and all(digit in "0123456789" for digit in told)
    return int(told) if plain else NO_CHANGE


def since(form: Form, table: AtTable) -> OverView | None:
    """Return what is shown in an open form once its state is no more, nothing before; ``of`` says which form it is."""
    return over_view(form, form.one("of", "record"), table) if is_over(form, table) else None


def over_view(form: Form, of: str, table: AtTable) -> OverView:
    """Return that a form is over, in one line what was entered meanwhile, and the ways on."""
    title, entered = over_said(form, of, table)
    return OverView(
        title=title,
        entered=entered,
        table=table.address,
        next_hand=next_said(table),
        again=form_again(of, table),
    )


def form_again(of: str, table: AtTable) -> FormAgain | None:
    """Return the button that asks for the same form once more; a form that is not known gets none."""
    form = "hand" if of.startswith(CORRECTION) else IDS.get(of, "")
    if not form:
        return None
    text = table.speaker.words["over.take_over" if of == "record" else "over.again"]
    return FormAgain(form=form, address=f"{table.address}/{of}", text=text)


def next_said(table: AtTable) -> str:
    """Return the way on to the hand that is played now, or to the table of a game that is over."""
    game, speaker = table.game, table.speaker
    if not is_playing(game):
        return speaker.words["over.to_table"]
    title = hand_title(game.table.round, game.table.dealer, speaker)
    hand = speaker.say("sheet.hand", (("hand", Quoted(text=title)), ("honba", game.table.honba)))
    return speaker.say("over.next", (("hand", Quoted(text=hand)),))


def over_said(form: Form, of: str, table: AtTable) -> tuple[str, str]:
    """Return why a form is over, and what was entered since it was made."""
    words, seen = table.speaker.words, seen_by(form)
    entered = [event for seq, event in table.game.log if seq > seen and changes_sheet(event)]
    hands = [event for event in entered if isinstance(event, HandRecorded)]
    title = "table.over" if not is_playing(table.game) else "over.hand" if hands and of == "record" else "over.sheet"
    told = hands or entered
    return words[title], event_said(told[-1], table) if told else words["over.taken_back"]


def event_said(event: Event, table: AtTable) -> str:
    """Return an entry in one line."""
    speaker = table.speaker
    if not isinstance(event, HandRecorded):
        kind = Quoted(text=speaker.words["event." + event_kind(event)])
        return speaker.say("over.entered", (("what", kind),))
    before = event.settled.before
    hand = Quoted(text=hand_title(before.round, before.dealer, speaker))
    ended = Quoted(text=hand_ended(event.settled.hand, table.names, speaker))
    return speaker.say("over.recorded", (("hand", hand), ("ended", ended)))
