"""What the form of a finished hand is told: what it pays, what is still to be chosen, and the button that confirms."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from referee.core.forms.hand_form import hand_mark, hand_recorded, lacking_in_record
from referee.core.games.hand_answer import Preview, hand_preview
from referee.core.pages.over_view import is_over, over_shown
from referee.core.pages.preview_html import hint_shown, settle_parts

if TYPE_CHECKING:
    from referee.core.forms.form import Form
    from referee.core.games.at_table import AtTable
    from referee.core.games.game import Game
    from referee.core.rules.ruleset import Ruleset
    from referee.core.text.words import Speaker, Words


@dataclass(frozen=True, kw_only=True, slots=True)
class Confirming:
    """The button that confirms: where it sends the form, by which method, and what stands on it."""

    address: str
    method: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordAnswer:
    """What a form is told; ``asked`` is the mark of the hand whose payment is shown, empty until there is one.

    ``over`` says that the form was made for a state which is no more; then nothing else is told.
    """

    over: str = ""
    hint: str = ""
    preview: Preview | None = None
    asked: str = ""


def record_at_table(form: Form, table: AtTable) -> str:
    """Return what the hand of a form would pay at a table, with the button that records it."""
    if is_over(form, table):
        return over_shown(form, "record", table)
    words = table.speaker.words
    confirming = Confirming(address=table.address + "/hands", method="post", text=words["page.record.confirm"])
    return record_shown(record_answer(form, table.game, table.rules, table.speaker), table.me, words, confirming)


def record_answer(form: Form, game: Game, rules: Ruleset, speaker: Speaker) -> RecordAnswer:
    """Return what a hand would pay if it were recorded now, or the next question."""
    lacking = lacking_in_record(form)
    if lacking is not None:
        return RecordAnswer(hint=speaker.words["hint." + lacking])
    return told_by(form, hand_preview(game, hand_recorded(form), rules, speaker))


def told_by(form: Form, preview: Preview) -> RecordAnswer:
    """Return the answer of a preview; a hand that is refused cannot be confirmed."""
    return RecordAnswer(preview=preview, asked="" if "error" in preview.answer else hand_mark(form))


def record_shown(told: RecordAnswer, me: int, words: Words, confirming: Confirming) -> str:
    """Return it as HTML; ``me`` is the seat shown at the bottom."""
    if told.over or told.hint:
        return told.over or hint_shown(told.hint)
    if told.preview is None:
        return ""
    headline, details = settle_parts(told.preview.question, told.preview.answer, me, words)
    confirm = confirm_shown(told.asked, confirming) if told.asked else ""
    return f'<div class="answer">{headline}{confirm}</div>{details}'


def confirm_shown(asked: str, confirming: Confirming) -> str:
    """Return the button that confirms the hand with this mark."""
    address, posts = escape(confirming.address), confirming.method == "post"
    sends = f' hx-post="{address}" hx-include="#hand" hx-target="#screen" hx-select="#screen" hx-swap="outerHTML"'
    sends += ' hx-sync="this:replace"'
    return (
        f'<div class="confirm"><input type="hidden" name="previewed" value="{escape(asked)}" form="hand">'
        f'<button class="act act--main" form="hand" formmethod="{escape(confirming.method)}" formaction="{address}"'
        f"{sends if posts else ''}>{escape(confirming.text)}</button></div>"
    )
