"""What search words mean: which words say nothing, which ones say the same, and the index of all phrases.

The index is made once, on the server; a phone is sent it ready.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.core.text.fold import fold

ENDINGS = ("ing", "ed", "s")
SHORTEST_STEM = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Lexicon:
    """Folded words: ``stops`` say nothing by themselves, ``meanings`` holds the first word of those that say the same.

    ``fillers`` say nothing either, in a language that puts no spaces between words.
    """

    stops: tuple[str, ...]
    fillers: tuple[str, ...]
    meanings: dict[str, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Index:
    """Phrases to be searched, each of which belongs to an entry.

    ``words`` stand beside what each says (``weights``: the more, the fewer entries it leads to) and the numbers of the
    phrases that hold it (``held_by``). ``sizes`` counts the words of each phrase, ``firsts`` is the number of its
    first, ``owners`` names its entry by the place among ``entries``, which are ids.
    """

    words: tuple[str, ...]
    weights: tuple[int, ...]
    held_by: tuple[tuple[int, ...], ...]
    sizes: tuple[int, ...]
    firsts: tuple[int, ...]
    owners: tuple[int, ...]
    entries: tuple[str, ...]


NO_LEXICON = Lexicon(stops=(), fillers=(), meanings={})
NO_INDEX = Index(words=(), weights=(), held_by=(), sizes=(), firsts=(), owners=(), entries=())


def lexicon_of(stops: tuple[str, ...], fillers: tuple[str, ...], alike: tuple[tuple[str, ...], ...]) -> Lexicon:
    """Return the lexicon of words that say nothing, and of groups of words that say the same."""
    meanings = {stem(fold(word)): stem(fold(group[0])) for group in alike for word in group}
    return Lexicon(
        stops=tuple(sorted({fold(word) for word in stops})),
        fillers=tuple(folded for folded in [fold(filler) for filler in fillers] if folded),
        meanings=meanings,
    )


def words_meant(folded: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the words of a folded text by their meaning, each once, without those that say nothing."""
    words = [word for word in folded.split(" ") if word]
    telling = [word for word in words if word not in lexicon.stops] or words
    stems = [stem(word) for word in telling]
    meant = [lexicon.meanings.get(word, word) for word in stems]
    return tuple(word for place, word in enumerate(meant) if word not in meant[:place])


def stem(word: str) -> str:
    """Return an English word without its ending; others seldom have one of these."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            return word[: -len(ending)]
    return word


def index_of(entries: tuple[tuple[str, tuple[str, ...]], ...], lexicon: Lexicon) -> Index:
    """Return the index of entries, each an id with its folded phrases."""
    phrases = [
        (place, words)
        for place, (_, texts) in enumerate(entries)
        for words in sorted({words_meant(text, lexicon) for text in texts} - {()})
    ]
    held_by: dict[str, list[int]] = {}
    for number, (_, words) in enumerate(phrases):
        for word in words:
            held_by.setdefault(word, []).append(number)
    numbers = {word: number for number, word in enumerate(held_by)}
    return Index(
        words=tuple(held_by),
        weights=tuple(weight(len({phrases[number][0] for number in numbers})) for numbers in held_by.values()),
        held_by=tuple(tuple(numbers) for numbers in held_by.values()),
        sizes=tuple(len(words) for _, words in phrases),
        firsts=tuple(numbers[words[0]] for _, words in phrases),
        owners=tuple(place for place, _ in phrases),
        entries=tuple(name for name, _ in entries),
    )


def weight(entries: int) -> int:
    """Return how much a word says that leads to so many entries."""
    return 100 + 2400 // (entries + 5)


def index_from(plain: dict[str, Any]) -> Index:
    """Return an index from its plain form."""
    return Index(
        words=tuple(plain["words"]),
        weights=tuple(plain["weights"]),
        held_by=tuple(tuple(numbers) for numbers in plain["held_by"]),
        sizes=tuple(plain["sizes"]),
        firsts=tuple(plain["firsts"]),
        owners=tuple(plain["owners"]),
        entries=tuple(plain["entries"]),
    )


def lexicon_from(plain: dict[str, Any]) -> Lexicon:
    """Return a lexicon from its plain form."""
    return Lexicon(stops=tuple(plain["stops"]), fillers=tuple(plain["fillers"]), meanings=plain["meanings"])
