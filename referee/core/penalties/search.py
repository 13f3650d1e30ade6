"""Finding offences by a few typed words: folded alike, unfinished or misspelt."""

from __future__ import annotations

from referee.core.rules.offences import Offence
from referee.core.text.fold import fold

LONGEST_QUERY = 100
"""How many characters of a query are looked at."""

SHORTEST_INSIDE = 3
"""How long a search word must be to be looked for inside a longer query."""

EXACT, BEGINS, INSIDE, ALL_WORDS, MISSPELT, SAYS_MORE, WORDS_MISSPELT, BY_PENALTY, NOT_FOUND = range(0, 900, 100)
"""How well a query fits, the best first; what is added below 100 orders within a kind."""


def found_by(query: str, offences: tuple[Offence, ...], extra: dict[str, tuple[str, ...]]) -> tuple[Offence, ...]:
    """Return the offences that a query may mean, best first; all in their order for an empty query.

    ``extra`` holds more folded words for an offence, such as its penalties under the ruleset asked for; they count
    less than its own.
    """
    folded = fold(query[:LONGEST_QUERY])
    if not folded:
        return offences
    ranked = [(search_rank(folded, offence.search, extra[offence.id]), place) for place, offence in enumerate(offences)]
    return tuple(offences[place] for distance, place in sorted(ranked) if distance < NOT_FOUND)


def search_rank(query: str, words: tuple[str, ...], extra: tuple[str, ...]) -> int:
    """Return how far a query is from the nearest of the words."""
    nearest_extra = BY_PENALTY if joined(query) in [joined(word) for word in extra] else NOT_FOUND
    return min([nearest_extra, *[distance_to(query, word) for word in words], by_words(query, words)])


def joined(words: str) -> str:
    """Return words without the spaces between them."""
    return words.replace(" ", "")


def distance_to(query: str, word: str) -> int:
    """Return how far a query is from one search word or phrase."""
    short, long = joined(query), joined(word)
    if short == long:
        return EXACT
    surplus = min(abs(len(long) - len(short)), 99)
    if long.startswith(short):
        return BEGINS + surplus
    if short in long and len(short) > 1:
        return INSIDE + surplus
    errors = edits(short, long, most_errors(short))
    if errors <= most_errors(short):
        return MISSPELT + errors
    if len(long) >= SHORTEST_INSIDE and long in short:
        return SAYS_MORE + surplus
    return NOT_FOUND


def by_words(query: str, phrases: tuple[str, ...]) -> int:
    """Return how far a query is when its words may come in any order, each as part of a word of one phrase."""
    wanted = query.split(" ")
    if len(wanted) < 2:
        return NOT_FOUND
    return min([NOT_FOUND, *[words_in(wanted, phrase.split(" ")) for phrase in phrases]])


def words_in(wanted: list[str], words: list[str]) -> int:
    """Return how far a phrase is from holding every wanted word."""
    if all(any(part in word for word in words) for part in wanted):
        return ALL_WORDS + min(len(words), 99)
    errors = [min([edits(part, word, most_errors(part)) - most_errors(part) for word in words]) for part in wanted]
    return WORDS_MISSPELT + min(len(words), 99) if max(errors) <= 0 else NOT_FOUND


def most_errors(query: str) -> int:
    """Return how many slips of the hand a query of this length may have."""
    if len(query) < 4:
        return 0
    return 1 if len(query) < 6 else 2


def edits(one: str, other: str, limit: int) -> int:
    """Return how many letters must be put in, taken out, replaced or swapped; ``limit`` + 1 if it is more than that."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i in range(len(one)):
        before, row = row, next_row(one, other, i, before, row)
        if min(row) > limit:
            return limit + 1
    return row[len(other)]


def next_row(one: str, other: str, i: int, older: list[int], old: list[int]) -> list[int]:
    """Return the next row of the table of distances between the beginnings of two words."""
    row = [i + 1]
    for j, letter in enumerate(other):
        cost = min(old[j] + (one[i] != letter), old[j + 1] + 1, row[j] + 1)
        if i and j and one[i] == other[j - 1] and one[i - 1] == letter:
            cost = min(cost, older[j - 1] + 1)
        row.append(cost)
    return row
