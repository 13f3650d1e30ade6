"""What books say about events: as values, and as the text that an event keeps under its hash."""

from collections.abc import Iterable, Mapping

from referee.game.codec import hashed
from referee.rulebook.shelf import Book, in_chapters
from referee.rulebook.vocabulary import Plain
from referee.texts.codec import in_key_order, json_text, trusted_value
from referee.texts.library import LIBRARY
from referee.tournament.policy import Policies, Policy, StandingsRules, TournamentRules


def policy_of(book: Book) -> Policy:
    """Return what a book says about events."""
    return policy_with(book, {})


def policy_with(book: Book, values: Mapping[str, Plain]) -> Policy:
    """Return what a book says about events, with other values by ``chapter.key``."""
    chapters = in_chapters({**book.events.values, **values})
    return Policy(
        standings=LIBRARY.value_of(StandingsRules, chapters["standings"]),
        tournament=LIBRARY.value_of(TournamentRules, chapters["tournament"]),
        ladders=book.penalties.ladders,
        cites=book.events.cites,
    )


def policies_of(books: Iterable[Book]) -> Policies:
    """Return what each of some books says about events, by their ids."""
    return {book.document.id: policy_of(book) for book in books}


def policy_text(policy: Policy) -> str:
    """Return the text that an event keeps; the same policy gives the same text."""
    return json_text(in_key_order(LIBRARY.plain(policy)))


def policy_in(text: str) -> Policy:
    """Return the policy that a text holds which an event has kept."""
    policy: Policy = LIBRARY.value_of(Policy, trusted_value(text))
    return policy


def policy_hash(text: str) -> str:
    """Return the hash under which the text of a policy is kept."""
    return hashed(text)
