"""Finding by a few typed words what is meant: words in any order, unfinished, misspelt, of any language, or unknown."""

from __future__ import annotations

from referee.core.text.fold import fold
from referee.core.text.lexicon import Index, Lexicon, words_meant

LONGEST_QUERY = 100
"""How many characters of a query are looked at."""
MOST_WORDS = 12
"""How many words of a query are looked at."""

EXACT, BEGUN, SLIPPED, LONGER = 100, 85, 80, 60
"""How well a word fits, in hundredths: the same, begun, misspelt (ten less for each slip), with something behind it."""
MOST_COMMON = 9
"""How much more a misspelt word fits for being common, in hundredths, at most."""
SHORTEST_BEGUN, MOST_LONGER = 3, 3
"""How many letters must be there to begin a word, and how many may stand behind one."""
UNKNOWN = 250
"""How much a word weighs that fits nothing."""

ENOUGH = 280
"""How well an entry must fit to be shown, in thousandths."""
SURE = 700
"""From where on words are known to be meant as they stand."""
SURPLUS, MOST_MISSING = 30, 3
"""What a phrase loses, in thousandths, for each word that the query does not have, and for how many at most."""
SHORTEST_INSIDE = 4
INSIDE = 300
"""How much it counts, in thousandths, that a listed word is all of a text, and as much less as it is a part of it."""
OTHER_ORDER = 10
"""The same for another first word."""
GRAMS_COUNT = 90
"""How much pairs of letters count beside words, in hundredths."""

Fits = list[tuple[int, int]]
"""How well a part of the query fits words, by their number: hundredths times weight."""
Part = tuple[int, Fits]
"""A part of the query: what it weighs, and what it fits."""


def ranked(query: str, lexicon: Lexicon, indexes: tuple[Index, ...]) -> tuple[tuple[int, str], ...]:
    """Return the ids of the entries that fit a query well enough, the best first, each behind its thousandths."""
    folded = fold(query[:LONGEST_QUERY])
    words = words_meant(folded, lexicon)[:MOST_WORDS]
    scored = [scores_by(index, [part_of(word, index, lexicon) for word in words]) for index in indexes]
    if max([score for scores in scored for score in scores], default=0) < SURE:
        text = without_fillers(folded, lexicon).replace(" ", "")
        scored = [with_grams(scores, text, index) for scores, index in zip(scored, indexes, strict=True)]
    found: list[tuple[int, int, str]] = []
    for scores, index in zip(scored, indexes, strict=True):
        pairs = zip(scores, index.entries, strict=True)
        found += [(-score, len(found) + place, name) for place, (score, name) in enumerate(pairs) if score >= ENOUGH]
    return tuple((-score, name) for score, _, name in sorted(found))


def with_grams(scores: list[int], text: str, index: Index) -> list[int]:
    """Return how well each entry of an index fits by its words or, if that is more, by a text's pairs of letters."""
    by_grams, inside = scores_by(index, grams_fitting(text, index)), scores_inside(text, index)
    grams = [gram * GRAMS_COUNT // 100 + within for gram, within in zip(by_grams, inside, strict=True)]
    return [max(pair) for pair in zip(scores, grams, strict=True)]


def without_fillers(folded: str, lexicon: Lexicon) -> str:
    """Return a folded text without what says nothing in a language that puts no spaces between words."""
    if not is_latin(folded):
        for filler in lexicon.fillers:
            folded = folded.replace(filler, " ")
    return folded if folded.strip(" ") else ""


def scores_inside(text: str, index: Index) -> list[int]:
    """Return how much of a text is one listed word that stands in it as a whole, for each entry."""
    scores = [0] * len(index.entries)
    for number, word in enumerate(index.words):
        if word in text and len(word) >= (SHORTEST_INSIDE if is_latin(word) else 2):
            share = INSIDE * len(word) // len(text)
            for phrase in index.held_by[number]:
                if index.sizes[phrase] == 1 and share > scores[index.owners[phrase]]:
                    scores[index.owners[phrase]] = share
    return scores


def is_latin(folded: str) -> bool:
    """Return whether a folded text holds nothing but plain letters, figures and spaces."""
    return not folded or max(folded) <= "z"


def scores_by(index: Index, parts: list[Part]) -> list[int]:
    """Return how well each entry fits: three quarters for its best phrase, one quarter for all of them together."""
    whole = sum([weight for weight, _ in parts]) * EXACT
    best, together = [0] * len(index.entries), [0] * len(index.entries)
    totals: dict[int, int] = {}
    hits: dict[int, int] = {}
    for _, fits in parts:
        of_entries: dict[int, int] = {}
        for phrase, fit in phrases_fitting(fits, index).items():
            totals[phrase] = totals.get(phrase, 0) + fit
            hits[phrase] = hits.get(phrase, 0) + 1
            entry = index.owners[phrase]
            if fit > of_entries.get(entry, 0):
                of_entries[entry] = fit
        for entry, fit in of_entries.items():
            together[entry] += fit
    begun = [number for number, _ in parts[0][1]] if parts else []
    for phrase, total in totals.items():
        entry = index.owners[phrase]
        if total > best[entry]:
            fit = total * (1000 - lost_by(phrase, hits[phrase], index) - other_order(phrase, begun, index)) // 1000
            best[entry] = max(best[entry], fit)
    return [(3 * one + every) * 250 // whole for one, every in zip(best, together, strict=True)] if whole else best


def lost_by(phrase: int, hits: int, index: Index) -> int:
    """Return what a phrase loses for words that the query does not have."""
    missing = index.sizes[phrase] - hits
    if missing < 1:
        return 0
    return SURPLUS * (min(MOST_MISSING, missing))


def other_order(phrase: int, begun: list[int], index: Index) -> int:
    """Return what a phrase loses for beginning with another word."""
    return 0 if index.firsts[phrase] in begun else OTHER_ORDER


def phrases_fitting(fits: Fits, index: Index) -> dict[int, int]:
    """Return how well each phrase fits a part of the query."""
    found: dict[int, int] = {}
    for number, fit in fits:
        for phrase in index.held_by[number]:
            if fit > found.get(phrase, 0):
                found[phrase] = fit
    return found


def part_of(word: str, index: Index, lexicon: Lexicon) -> Part:
    """Return how well one word of a query fits the words of an index; all weigh as much as the word that is meant."""
    fitting = fitting_words(word, index.words) or fitting_slips(word, index, lexicon)
    exact = [index.weights[number] for number, fit in fitting if fit == EXACT]
    meant = max(exact or [index.weights[number] for number, _ in fitting] or [UNKNOWN])
    return (meant, [(number, fit * meant) for number, fit in fitting])


def fitting_slips(word: str, index: Index, lexicon: Lexicon) -> list[tuple[int, int]]:
    """Return which words a misspelt word may be, or one that means the same, by their numbers; common ones sooner."""
    spelt = [(known, known) for known in index.words] + [(known, lexicon.meanings[known]) for known in lexicon.meanings]
    near = [(slips_to(word, known), meant) for known, meant in spelt if is_alike(word, known)]
    slips = {meant: SLIPPED - 10 * many for many, meant in sorted(near, reverse=True) if many <= most_errors(word)}
    return [
        (number, slips[known] + min(len(index.held_by[number]), MOST_COMMON))
        for number, known in enumerate(index.words)
        if known in slips
    ]


def slips_to(word: str, known: str) -> int:
    """Return how many slips of the hand lie between two words, one more than there may be if it is more."""
    return edits(word, known, most_errors(word))


def fitting_words(word: str, words: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return which words a word is, begins or goes on from, by their numbers."""
    found = []
    for number, known in enumerate(words):
        if known == word:
            found.append((number, EXACT))
        elif len(word) >= SHORTEST_BEGUN and known.startswith(word):
            found.append((number, BEGUN))
        elif len(known) > SHORTEST_BEGUN and word.startswith(known) and len(word) - len(known) <= MOST_LONGER:
            found.append((number, LONGER))
    return found


def is_alike(word: str, known: str) -> bool:
    """Return whether one word may be a slip of another: the first letters agree, or those after them."""
    return word[0] == known[0] or word[1:3] == known[1:3] or word[:2] == known[1:2] + known[:1]


def grams_fitting(text: str, index: Index) -> list[Part]:
    """Return for each gram of a text which words hold it."""
    parts: list[Part] = []
    grams = grams_of(text)
    for place, gram in enumerate(grams):
        if gram not in grams[:place]:
            numbers = [number for number, word in enumerate(index.words) if gram in word]
            share = (100 + 24000 // (len(numbers) + 50)) * (1 if len(gram) == 1 else 2)
            parts.append((share, [(number, share * EXACT) for number in numbers]))
    return parts


def grams_of(text: str) -> list[str]:
    """Return each letter with its neighbour, and each kanji alone."""
    pairs = [text[at : at + 2] for at in range(len(text) - 1)]
    return [*pairs, *[letter for letter in text if not is_latin(letter)]]


def most_errors(word: str) -> int:
    """Return how many slips of the hand a word of this length may have."""
    if len(word) < 3:
        return 0
    return 1 if len(word) < 6 else 2


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
