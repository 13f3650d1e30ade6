"""A game as somebody at its table looks at it, which is all that the parts of its pages are drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.penalties.court import Court
from referee.core.text.library import Library, variant_key

if TYPE_CHECKING:
    from referee.core.games.game import Game
    from referee.core.rules.ruleset import Ruleset
    from referee.core.text.words import Speaker


@dataclass(frozen=True, kw_only=True, slots=True)
class AtTable:
    """A game with its rules and players; ``me`` is the seat of the holder, ``address`` that of the table's page.

    ``expected_event`` is the hash of the last event that changed the sheet.
    """

    game: Game
    rules: Ruleset
    names: tuple[str, ...]
    me: int
    library: Library
    speaker: Speaker
    address: str
    expected_event: str

    @property
    def court(self) -> Court | None:
        """Return where offences are judged here."""
        return court_of_game(self.game, self.library, self.speaker)


def court_of_game(game: Game, library: Library, speaker: Speaker) -> Court | None:
    """Return where the offences of a game are judged, None where its book is not here."""
    book, variant = library.book(game.start.book), variant_key(game.start.options)
    if book is None or variant not in book.variants:
        return None
    return Court(library=library, book=book, variant=variant, speaker=speaker)
