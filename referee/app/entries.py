"""Entries of the score sheet in words: how a hand ended, what was ruled, and what is over for an open form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.game.events import OTHER_OFFENCE, Event, HandRecorded, Proposal, Sanction, event_kind
from referee.game.game import changes_sheet, leaves_form_open
from referee.game.view import is_playing
from referee.records import dataclass
from referee.rules.offences import Consequence, Offence, Ruling
from referee.rules.points import MANGAN_FROM, value_phrase, worth
from referee.rules.ruleset import Cite, Ruleset, Values
from referee.rules.table import AbortiveDraw, Chombo, ExhaustiveDraw, Four, Hand, Line, Phrase, Quoted, Win, Won, total
from referee.texts.rulings import penalty_text
from referee.texts.words import listed

if TYPE_CHECKING:
    from referee.app.form import Form
    from referee.game.game import RulingEntry
    from referee.game.view import AtTable
    from referee.texts.words import Library, Speaker


def _offence_known(name: str, library: Library) -> Offence | None:
    """Return an offence of the catalogue or of any book, None if none knows it."""
    found = [each for each in library.offences if each.id == name]
    found += [each for book in library.books for each in book.penalties.own if each.id == name]
    return found[0] if found else None


def offence_named(name: str, library: Library, speaker: Speaker) -> str:
    """Return an offence in words; one that nobody knows any more is named by its id."""
    if name == OTHER_OFFENCE:
        return speaker.words["apply.other_offence"]
    found = _offence_known(name, library)
    return name if found is None else speaker.text(found.titles)


def as_ruling(issued: tuple[Sanction, ...]) -> Ruling:
    """Return what a referee issues in the form in which books rule, to be said in the same words."""
    consequences = tuple(
        Consequence(kind=each.kind, amount=each.amount, per="", least=0, most=0, choices=()) for each in issued
    )
    nowhere = Cite(clause="", source={}, confidence="", note={})
    return Ruling(consequences=consequences, says={}, steps=(), cite=nowhere, covered=True, found=True, guidance={})


def issued_text(issued: tuple[Sanction, ...], rules: Ruleset, speaker: Speaker) -> str:
    """Return penalties in few words."""
    penalties = [penalty_text(each, {}, rules, speaker) for each in as_ruling(issued).consequences]
    return speaker.words["rulings.plus"].join(penalties)


def proposal_text(proposal: Proposal | None, rules: Ruleset, speaker: Speaker) -> str:
    """Return what a rulebook proposed in few words."""
    if proposal is None or not proposal.covered:
        return speaker.words["outcome.referee"]
    penalties = [penalty_text(each, {}, rules, speaker) for each in proposal.consequences]
    return speaker.words["rulings.plus"].join(penalties)


def ruled_text(player: str, penalty: str, offence: str, speaker: Speaker) -> str:
    """Return a ruling in one sentence: who, what he suffers, and for what."""
    facts = (("player", player), ("penalty", penalty), ("offence", offence))
    return speaker.say("apply.ruled", tuple((name, Quoted(text=text)) for name, text in facts))


def _entry_text(entry: RulingEntry, table: AtTable) -> str:
    event, speaker = entry.issued, table.speaker
    penalty = issued_text(event.issued, table.rules, speaker)
    return ruled_text(table.names[event.seat], penalty, offence_named(event.offence, table.library, speaker), speaker)


def earlier_text(entry: RulingEntry, table: AtTable) -> str:
    """Return a ruling as a reminder: in which hand, what and for what."""
    hand = ("hand", Quoted(text=_hand_ruled_in(entry, table)))
    return table.speaker.say("apply.earlier_one", (hand, ("said", Quoted(text=_entry_text(entry, table)))))


def _hand_ruled_in(entry: RulingEntry, table: AtTable) -> str:
    number, hands = entry.issued.hand, table.game.hands
    before = hands[number].settled.before if number < len(hands) else table.game.table
    return hand_title(before.round, before.dealer, table.speaker)


def hand_title(wind: str, dealer: int, speaker: Speaker) -> str:
    """Return "East 1"."""
    return speaker.say("table.hand", (("round", "round." + wind), ("number", dealer + 1)))


def earlier_rulings(table: AtTable, seat: int) -> tuple[RulingEntry, ...]:
    """Return the rulings on a player that stand, the oldest first: to be seen before another is chosen."""
    return tuple(entry for entry in table.game.rulings if entry.issued.seat == seat)


def rulings_now(table: AtTable) -> tuple[str, ...]:
    """Return the rulings of this hand, and the hands that are dead without one but for a known reason."""
    game = table.game
    ruled = [entry for entry in game.rulings if entry.issued.hand == game.number]
    charged = [(entry.issued.seat, entry.issued.offence) for entry in ruled]
    marked = [(seat, why) for seat, why in sorted(game.marks.dead) if why and (seat, why) not in charged]
    return (*[_entry_text(entry, table) for entry in ruled], *[_dead_text(seat, why, table) for seat, why in marked])


def _dead_text(seat: int, why: str, table: AtTable) -> str:
    offence = Quoted(text=offence_named(why, table.library, table.speaker))
    return table.speaker.say("apply.dead_for", (("player", Quoted(text=table.names[seat])), ("offence", offence)))


def hand_ended(hand: Hand, names: tuple[str, ...], rules: Ruleset, speaker: Speaker) -> str:
    """Return how a hand ended, with the players' names, and whose wall was broken where that doubled payments."""
    ended = _ending_text(hand, names, rules, speaker)
    ending = hand.ending
    is_paid = isinstance(ending, Won) or (isinstance(ending, ExhaustiveDraw) and ending.nagashi != ())
    if hand.wareme is None or not is_paid:
        return ended
    return ended + " · " + speaker.words["page.record.wareme"] + speaker.words["rulings.colon"] + names[hand.wareme]


def _ending_text(hand: Hand, names: tuple[str, ...], rules: Ruleset, speaker: Speaker) -> str:
    match hand.ending:
        case Won(discarder=discarder, wins=wins):
            values_of_winners = [(names[win.seat], _worth_text(win, names, rules.values, speaker)) for win in wins]
            return _win_text(None if discarder is None else names[discarder], values_of_winners, speaker)
        case ExhaustiveDraw(tenpai=tenpai, nagashi=nagashi):
            drawn = _draw_text("sheet.draw", tenpai, names, speaker)
            return f"{drawn} · {_draw_text('latest.nagashi', nagashi, names, speaker)}" if nagashi else drawn
        case AbortiveDraw(reason=reason, declarer=declarer):
            by = () if declarer is None else (names[declarer],)
            return speaker.words["rulings.colon"].join([*by, speaker.words["abort." + reason]])
        case Chombo(offenders=offenders):
            guilty = Quoted(text=_players_named(offenders, names, speaker))
            return speaker.say("sheet.chombo", (("offenders", guilty),))
        case _:
            return ""


def _draw_text(key: str, seats: tuple[int, ...], names: tuple[str, ...], speaker: Speaker) -> str:
    named = _players_named(seats, names, speaker) or speaker.words["value.nobody"]
    return speaker.say(key, (("tenpai", Quoted(text=named)),))


def _win_text(discarder: str | None, wins: list[tuple[str, str]], speaker: Speaker) -> str:
    """Return who won, each with what, and from whom, if from anybody."""
    facts_of_wins = [(("winner", Quoted(text=winner)), ("value", Quoted(text=value))) for winner, value in wins]
    each = [speaker.say("sheet.win", facts) for facts in facts_of_wins]
    winners = ("winners", Quoted(text=listed(each, speaker.words)))
    if discarder is None:
        return speaker.say("sheet.tsumo", (winners,))
    return speaker.say("sheet.ron", (winners, ("discarder", Quoted(text=discarder))))


def _players_named(seats: tuple[int, ...], names: tuple[str, ...], speaker: Speaker) -> str:
    return listed([names[seat] for seat in seats], speaker.words)


def _worth_text(win: Win, names: tuple[str, ...], values: Values, speaker: Speaker) -> str:
    """Return what a winning hand was worth, as it was told, and who was liable for it.

    A limit is told by its name, also of han and fu that come to it.
    """
    limit = worth(win.han, win.fu, values).limit
    told = [Phrase(key="hand.han", facts=(("han", win.han),))]
    if win.yakuman or limit or win.fu:
        told = [value_phrase(win.han, win.fu, win.yakuman, limit)]
    if limit and win.han < MANGAN_FROM:
        told = [value_phrase(win.han, win.fu, 0, ""), *told]
    if win.pao is not None:
        told.append(Phrase(key="sheet.pao", facts=(("player", Quoted(text=names[win.pao.seat])),)))
    return speaker.words["preview.separator"].join([speaker.value(each) for each in told])


def adjusted_text(text: str, honba: int | None, dealer: str, hands_left: int | None, speaker: Speaker) -> str:
    """Return the written reason of an adjustment, and what else it changed; ``dealer`` is a name, empty for nobody."""
    parts = [text] if text else []
    if hands_left is not None:
        parts.append(speaker.say("sheet.signal_left", (("count", hands_left),)))
    if honba is not None:
        parts.append(speaker.say("sheet.honba_now", (("count", honba),)))
    if dealer:
        parts.append(speaker.say("sheet.dealer_now", (("player", Quoted(text=dealer)),)))
    return " · ".join(parts)


def withdrawn_text(player: str, offence: str, text: str) -> str:
    """Return whose ruling was withdrawn, what for it was, and the typed reason."""
    return f"{player}, {offence}: {text}"


def score_changes(before: Four, after: Four) -> Four:
    """Return what each seat has more afterwards."""
    return (after[0] - before[0], after[1] - before[1], after[2] - before[2], after[3] - before[3])


def changes_by_lines(lines: tuple[Line, ...]) -> Four | None:
    """Return what lines move at each seat, None where they move nothing at the table."""
    if not any(any(line.points) or line.kyoutaku or any(line.chips) for line in lines):
        return None
    return total(tuple(line.points for line in lines))


EXPECTED = "expected"
EXPECTED_EVENT = "expected_event"
START_AGAIN = "anew"
"""The field that asks for what was typed once more, for the game as it is now."""
_NO_CHANGE = -1
_LONGEST_SEQ = 9
_FORM_IDS = {"record": "hand", "rulings/apply": "ruling", "adjust": "figures"}
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

    The hash of the last change decides where both know it, its number where one does not. A hand goes on beside what
    is none.
    """
    if form.one("of", "record") == "record" and _seq_of_form(form) in range(1, table.game.changed):
        entered = [each for seq, each in table.game.log if seq > _seq_of_form(form)]
        if entered and all(map(leaves_form_open, entered)):
            return False
    if form.one(EXPECTED_EVENT) and table.expected_event:
        return form.one(EXPECTED_EVENT) != table.expected_event
    return form.one(EXPECTED) != "" and _seq_of_form(form) != table.game.changed


def _seq_of_form(form: Form) -> int:
    """Return the change of the sheet after which a form was made; what is no number is a change that never was."""
    text = form.one(EXPECTED)
    plain = 0 < len(text) <= _LONGEST_SEQ and all(digit in "0123456789" for digit in text)
    return int(text) if plain else _NO_CHANGE


def over_since(form: Form, table: AtTable) -> OverView | None:
    """Return what is shown in an open form once its state is no more, nothing before; ``of`` says which form it is."""
    return over_view(form, form.one("of", "record"), table) if is_over(form, table) else None


def over_view(form: Form, of: str, table: AtTable) -> OverView:
    """Return that a form is over, in one line what was entered meanwhile, and the ways on."""
    title, entered = _over_text(form, of, table)
    return OverView(
        title=title,
        entered=entered,
        table=table.address,
        next_hand=_next_text(table),
        again=_form_again(of, table),
    )


def _form_again(of: str, table: AtTable) -> FormAgain | None:
    """Return the button that asks for the same form once more; a form that is not known gets none."""
    form = "hand" if of.startswith(CORRECTION) else _FORM_IDS.get(of, "")
    if not form:
        return None
    text = table.speaker.words["over.take_over" if of == "record" else "over.again"]
    return FormAgain(form=form, address=f"{table.address}/{of}", text=text)


def _next_text(table: AtTable) -> str:
    """Return the way on to the hand that is played now, or to the table of a game that is over."""
    game, speaker = table.game, table.speaker
    if not is_playing(game):
        return speaker.words["over.to_table"]
    title = hand_title(game.table.round, game.table.dealer, speaker)
    hand = speaker.say("sheet.hand", (("hand", Quoted(text=title)), ("honba", game.table.honba)))
    return speaker.say("over.next", (("hand", Quoted(text=hand)),))


def _over_text(form: Form, of: str, table: AtTable) -> tuple[str, str]:
    """Return why a form is over, and what was entered since it was made."""
    words, seen = table.speaker.words, _seq_of_form(form)
    entered = [event for seq, event in table.game.log if seq > seen and changes_sheet(event)]
    hands = [event for event in entered if isinstance(event, HandRecorded)]
    title = "table.over" if not is_playing(table.game) else "over.hand" if hands and of == "record" else "over.sheet"
    entries = hands or entered
    return words[title], _event_sentence(entries[-1], table) if entries else words["over.taken_back"]


def _event_sentence(event: Event, table: AtTable) -> str:
    speaker = table.speaker
    if not isinstance(event, HandRecorded):
        kind = Quoted(text=speaker.words["entry." + event_kind(event)])
        return speaker.say("over.entered", (("what", kind),))
    before = event.settled.before
    hand = Quoted(text=hand_title(before.round, before.dealer, speaker))
    ended = Quoted(text=hand_ended(event.settled.hand, table.names, table.rules, speaker))
    return speaker.say("over.recorded", (("hand", hand), ("ended", ended)))
