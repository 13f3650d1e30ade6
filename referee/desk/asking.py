"""Looking before writing: what a hand would pay if it were recorded now."""

from collections.abc import Mapping

from referee.core.games.hand_answer import Preview, hand_preview
from referee.core.text.words import Speaker
from referee.desk.opened import Desk, game_now, kept_rules


def preview(desk: Desk, game: str, hand: Mapping[str, object], lang: str) -> Preview:
    """Return what a hand would pay if it were recorded now; writes nothing."""
    state = game_now(desk, game)
    return hand_preview(state, hand, kept_rules(desk, state).rules, speaker_of(desk, lang))


def speaker_of(desk: Desk, lang: str) -> Speaker:
    """Return the words of a language."""
    return Speaker(lang=lang, words=desk.library.sentences[lang])
