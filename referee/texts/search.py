"""Finding by a few typed words what is meant: words in any order, unfinished, misspelt or in another script."""

from __future__ import annotations

from referee.records import dataclass

UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LOWER = "abcdefghijklmnopqrstuvwxyz"
_PLAIN_DIGITS = "0123456789"
_ACCENTED = (
    ("àáâãäåāăą", "a"),
    ("çćč", "c"),
    ("ďđ", "d"),
    ("èéêëēėęě", "e"),
    ("ğģ", "g"),
    ("ìíîïīįı", "i"),
    ("ķ", "k"),
    ("ļľł", "l"),
    ("ñńņň", "n"),
    ("òóôõöøōő", "o"),
    ("ŕř", "r"),
    ("śşšș", "s"),
    ("ťțţ", "t"),
    ("ùúûüūůűų", "u"),
    ("ýŷ", "y"),
    ("źżž", "z"),
    ("æ", "ae"),
    ("œ", "oe"),
)
_LARGE_BEFORE_SMALL = 0x20
"""How far a large letter with an accent stands before its small one; right before it from "ā" on."""
_MARKS = '-_.,:;/!?()[]"+*~'
_OTHER_MARKS = "・、。「」『』\u301c\u3000\t\n\r"
"""What separates words, in full width too."""

FULL_WIDTH = 0xFEE0
"""How far a letter of full width stands behind its narrow one."""

_SMALL_Y = "ゃゅょ"
_KANA = (
    ("あいうえおぁぃぅぇぉ", "", "aiueoaiueo"),
    ("かきくけこ", "k", "aiueo"),
    ("がぎぐげご", "g", "aiueo"),
    ("さしすせそ", "s", "aiueo"),
    ("ざじずぜぞ", "z", "aiueo"),
    ("たちつてと", "t", "aiueo"),
    ("だぢづでど", "d", "aiueo"),
    ("なにぬねの", "n", "aiueo"),
    ("はひふへほ", "h", "aiueo"),
    ("ばびぶべぼ", "b", "aiueo"),
    ("ぱぴぷぺぽ", "p", "aiueo"),
    ("まみむめも", "m", "aiueo"),
    ("やゆよ", "y", "auo"),
    ("らりるれろ", "r", "aiueo"),
    ("わゐゑを", "w", "aieo"),
)
_KATAKANA_AFTER_HIRAGANA = 0x60
"""How far a katakana stands behind its hiragana."""

_SPELLINGS = (
    ("four", "4"),
    ("fell", "fall"),
    ("sh", "sy"),
    ("ch", "ty"),
    ("ts", "t"),
    ("j", "zy"),
    ("f", "h"),
    ("syi", "si"),
    ("tyi", "ti"),
    ("zyi", "zi"),
    ("di", "zi"),
    ("du", "zu"),
    ("l", "r"),
    ("mb", "nb"),
    ("mp", "np"),
    ("mm", "nn"),
    ("mt", "nt"),
)
"""Ways to write one sound in Latin letters, and letters that are taken for each other.

Before them stand words that would then be spelt as others are that say nothing: "for", "her".
"""

_LONG_VOWELS = (("ou", "o"), ("oo", "o"), ("uu", "u"), ("aa", "a"), ("ii", "i"), ("ee", "e"), ("oo", "o"))


def _kana_folds() -> tuple[tuple[str, str], ...]:
    """Return how kana are written in letters, hiragana and katakana alike."""
    plain = [(kana, start + end) for row, start, ends in _KANA for kana, end in zip(row, ends, strict=True)]
    plain += [("ん", "n"), ("っ", ""), ("ゔ", "bu"), *zip(_SMALL_Y, ("xya", "xyu", "xyo"), strict=True)]
    both = [(chr(ord(kana) + shift), letters) for kana, letters in plain for shift in (0, _KATAKANA_AFTER_HIRAGANA)]
    return (*both, ("ー", ""))


def _letter_folds() -> tuple[tuple[str, str], ...]:
    """Return small plain letters for all others, spaces for marks."""
    accented = [(small, letters) for row, letters in _ACCENTED for small in row]
    pairs = [*zip(UPPER, LOWER, strict=True), *accented, ("ß", "ss")]
    pairs += [(chr(ord(small) - (1 if small >= "ā" else _LARGE_BEFORE_SMALL)), letters) for small, letters in accented]
    pairs += [(chr(ord(letter) + FULL_WIDTH), letter) for letter in LOWER + _PLAIN_DIGITS]
    pairs += [(chr(ord(upper) + FULL_WIDTH), lower) for upper, lower in zip(UPPER, LOWER, strict=True)]
    marks = [*_MARKS, *[chr(ord(mark) + FULL_WIDTH) for mark in _MARKS], *_OTHER_MARKS]
    return (*pairs, *[(mark, " ") for mark in marks], ("'", ""), ("\u2019", ""))


def _doubled_folds() -> tuple[tuple[str, str], ...]:
    """Return one letter for two of a kind."""
    return tuple((letter + letter, letter) for letter in LOWER if letter not in "aiueo")


_LETTERS = dict(_letter_folds())
_IN_LETTERS = dict(_kana_folds())
_FOLDS = (
    ("ixy", "y"),
    ("uxy", "y"),
    ("xy", "y"),
    *_SPELLINGS,
    *_doubled_folds(),
    *_LONG_VOWELS,
    ("   ", " "),
    ("  ", " "),
    ("  ", " "),
)
"""Every replacement after them, in its order."""


def plain(text: str) -> str:
    """Return a text in small letters without accents and marks, nothing else of its spelling changed."""
    return "".join([_LETTERS.get(letter, letter) for letter in text])


def fold(text: str) -> str:
    """Return the one spelling of a text, words separated by single spaces."""
    text = "".join([_IN_LETTERS.get(letter, letter) for letter in plain(text)])
    for old, new in _FOLDS:
        text = text.replace(old, new)
    return text.strip(" ")


_ENDINGS = ("ing", "ed", "s")
_SHORTEST_STEM = 3


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
    kept = [word for word in words if word not in lexicon.stops] or words
    stems = [stem(word) for word in kept]
    meant = [lexicon.meanings.get(word, word) for word in stems]
    return tuple(word for place, word in enumerate(meant) if word not in meant[:place])


def stem(word: str) -> str:
    """Return an English word without its ending; others seldom have one of these."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)]
    return word


def index_of(entries: tuple[tuple[str, tuple[str, ...]], ...], lexicon: Lexicon) -> Index:
    """Return the index of entries, each an id with its folded phrases; in another order words are no other phrase."""
    meant = [
        (name, sorted({words_meant(text, lexicon) for text in texts} - {()}, reverse=True)) for name, texts in entries
    ]
    once = [(name, {tuple(sorted(words)): " ".join(words) for words in phrases}.values()) for name, phrases in meant]
    return _index_over([(name, "/".join(sorted(texts, key=_kana_last))) for name, texts in once])


def _kana_last(text: str) -> tuple[bool, str]:
    return (not _is_latin(text), text)


def index_read(record: tuple[list[str], list[str], list[str]]) -> Index:
    """Return an index as `index_record` wrote it."""
    return _index_over(
        [
            (name, f"{letters}/{kana}".strip("/"))
            for name, letters, kana in zip(record[0], record[1], record[2], strict=True)
        ]
    )


def _index_over(entries: list[tuple[str, str]]) -> Index:
    """Return the index of entries, each an id with its phrases in words as they are meant."""
    phrases = [(place, text.split(" ")) for place, (_, texts) in enumerate(entries) for text in texts.split("/")]
    held_by: dict[str, list[int]] = {}
    for number, (_, words) in enumerate(phrases):
        for word in words:
            held_by.setdefault(word, []).append(number)
    numbers = {word: number for number, word in enumerate(held_by)}
    return Index(
        words=tuple(held_by),
        weights=tuple(_weight(len({phrases[number][0] for number in numbers})) for numbers in held_by.values()),
        held_by=tuple(tuple(numbers) for numbers in held_by.values()),
        sizes=tuple(len(words) for _, words in phrases),
        firsts=tuple(numbers[words[0]] for _, words in phrases),
        owners=tuple(place for place, _ in phrases),
        entries=tuple(name for name, _ in entries),
    )


def index_record(index: Index) -> tuple[list[str], list[str], list[str]]:
    """Return the entries of an index, their phrases in letters, and those in kana, which take less room so."""
    held: list[list[int]] = [[first] for first in index.firsts]
    for number, phrases in enumerate(index.held_by):
        for phrase in phrases:
            if number != index.firsts[phrase]:
                held[phrase].append(number)
    texts: list[list[str]] = [[] for _ in index.entries]
    for numbers, owner in zip(held, index.owners, strict=True):
        texts[owner].append(" ".join([index.words[number] for number in numbers]))
    letters = ["/".join([text for text in each if _is_latin(text)]) for each in texts]
    return (list(index.entries), letters, ["/".join([text for text in each if not _is_latin(text)]) for each in texts])


def _weight(entries: int) -> int:
    """Return how much a word says that leads to so many entries."""
    return 100 + 2400 // (entries + 5)


LONGEST_QUERY = 100
"""How many characters of a query are looked at."""
_MOST_WORDS = 12
"""How many words of a query are looked at."""

_EXACT, _BEGUN, _SLIPPED, _LONGER = 100, 85, 80, 60
"""How well a word fits, in hundredths: the same, begun, misspelt (ten less for each slip), with something behind it."""
_MOST_COMMON, _COMMON = 9, 8
"""How much more a misspelt word fits for being common, in hundredths, at most; and how many phrases make it common."""
_SHORTEST_BEGUN, _MOST_LONGER = 3, 3
"""How many letters must be there to begin a word, and how many may stand behind one."""
_UNKNOWN = 250
"""How much a word weighs that fits nothing."""

_ENOUGH = 280
"""How well an entry must fit to be shown, in thousandths; where a word fits and none does, the best ones are shown."""
_SURE = 700
"""From where on words are known to be meant as they stand."""
_SURPLUS, _MOST_MISSING = 30, 3
"""What a phrase loses, in thousandths, for each word that the query does not have, and for how many at most."""
_BEFORE = "\n"
"""What stands before each word where all of them are one text."""

_SHORTEST_LONG, _SHORTEST_FREE = 6, 8
"""From how many letters on a word may have two slips, and those of any kind."""
_SHORTEST_INSIDE = 4
_INSIDE = 300
"""How much it counts, in thousandths, that a listed word is all of a text, and as much less as it is a part of it."""
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_SOUNDS = ("ckgq", "sz", "bvwp", "mn", "td", "rw")
_VOWELS = "aeiou"
"""Letters that are typed for each other: on keys side by side, or because they sound alike; vowels in long words."""
_GOES_ON = ("s", "es", "ed", "d", "er", "ers", "ing", "in", "ly", "e", "n")
"""What may stand behind a listed word; in kana anything may, where a syllable ends."""
_SYLLABLE_ENDS = _VOWELS + "n"
_OTHER_ORDER = 10
"""The same for another first word."""
EXACTLY = 1000 - _OTHER_ORDER
"""From where on an entry has all words of a query and no other."""
_BESIDE_EXACT, _BESIDE = 76, 64
"""How many per cent of the best one's fit are enough: the first where that has all words, else the less it fits."""
_GRAMS_COUNT = 90
"""How much pairs of letters count beside words, in hundredths."""

Fits = list[tuple[int, int]]
"""How well a part of the query fits words, by their number: hundredths times weight."""
Part = tuple[int, Fits]
"""A part of the query: what it weighs, and what it fits."""


def ranked(query: str, lexicon: Lexicon, indexes: tuple[Index, ...]) -> tuple[tuple[int, str], ...]:
    """Return the ids of the entries that fit a query well enough, the best first, each behind its thousandths."""
    folded = fold(query[:LONGEST_QUERY])
    words, in_kana = words_meant(folded, lexicon)[:_MOST_WORDS], not _is_latin(query)
    parts = [_parts_of(words, index, lexicon, in_kana=in_kana) for index in indexes]
    scored = [_scores_by(index, each) for index, each in zip(indexes, parts, strict=True)]
    if not _each_fits(folded, parts) and max([score for scores in scored for score in scores], default=0) < _SURE:
        text = _without_fillers(folded, lexicon).replace(" ", "")
        inside = [_words_inside(text, index, in_kana=in_kana) for index in indexes]
        held = [index.words[number] for numbers, index in zip(inside, indexes, strict=True) for number in numbers]
        if _fit_something(parts) or _has_known(text, held, in_kana=in_kana):
            trio = zip(scored, inside, indexes, strict=True)
            scored = [_with_grams(scores, numbers, text, index) for scores, numbers, index in trio]
    best = max([score for scores in scored for score in scores], default=0)
    beside = _BESIDE_EXACT if best >= EXACTLY else _BESIDE * best // 1000
    enough = max(min(_ENOUGH, best) if _fit_something(parts) else _ENOUGH, best * beside // 100)
    found: list[tuple[int, int, str]] = []
    for scores, index in zip(scored, indexes, strict=True):
        pairs = zip(scores, index.entries, strict=True)
        found += [(-score, len(found) + place, name) for place, (score, name) in enumerate(pairs) if score >= enough]
    return tuple((-score, name) for score, _, name in sorted(found))


def _each_fits(folded: str, parts: list[list[Part]]) -> bool:
    """Return whether each word of a query fits something, which is then meant.

    ``parts`` are those of the query for each index. Only words between spaces are all that was typed.
    """
    return _is_latin(folded) and all(any(fits for _, fits in found) for found in zip(*parts, strict=True))


def _parts_of(words: tuple[str, ...], index: Index, lexicon: Lexicon, *, in_kana: bool) -> list[Part]:
    """Return how well each word of a query fits the words of an index."""
    listed = _in_lines(index)
    return [part_of(word, index, listed, lexicon, in_kana=in_kana) for word in words]


def _in_lines(index: Index) -> str:
    """Return all words of an index as one text, which is searched sooner than each of them."""
    return _BEFORE + _BEFORE.join(index.words) + _BEFORE


def _has_known(text: str, held: list[str], *, in_kana: bool) -> bool:
    """Return whether a query holds anything known: what is written in letters shares pairs of them with every text.

    ``held`` are the listed words that stand in it without spaces around. In letters they must be all of it, for most
    words of everyday life hold a short one.
    """
    if not _most_errors(text) or not _is_latin(text):
        return True
    left = text
    for word in sorted(held, key=len, reverse=True):
        left = left.replace(word, "")
    return left != text if in_kana else not left


def _fit_something(parts: list[list[Part]]) -> bool:
    """Return whether any word of a query fits a word of an index."""
    return any(fits for found in parts for _, fits in found)


def _with_grams(scores: list[int], numbers: list[int], text: str, index: Index) -> list[int]:
    """Return how well each entry of an index fits by its words or, if that is more, by a text's pairs of letters.

    ``numbers`` are those of the listed words that stand in it.
    """
    by_grams, inside = _scores_by(index, _grams_fitting(text, _in_lines(index))), _scores_inside(text, numbers, index)
    grams = [gram * _GRAMS_COUNT // 100 + within for gram, within in zip(by_grams, inside, strict=True)]
    return [max(pair) for pair in zip(scores, grams, strict=True)]


def _without_fillers(folded: str, lexicon: Lexicon) -> str:
    """Return a folded text without what says nothing in a language that puts no spaces between words."""
    if not _is_latin(folded):
        for filler in lexicon.fillers:
            folded = folded.replace(filler, " ")
    return folded if folded.strip(" ") else ""


def _words_inside(text: str, index: Index, *, in_kana: bool) -> list[int]:
    """Return the numbers of the listed words that stand in a text; in kana those that may end there."""
    return [
        number
        for number, word in enumerate(index.words)
        if word in text
        and len(word) >= (_SHORTEST_INSIDE if _is_latin(word) else 2)
        and not (in_kana and _is_cut(word))
    ]


def _is_cut(word: str) -> bool:
    """Return whether a word ends where no syllable of Japanese does, so that no kana spell it."""
    return _is_latin(word) and word[-1] not in _SYLLABLE_ENDS


def _scores_inside(text: str, numbers: list[int], index: Index) -> list[int]:
    """Return how much of a text is one of the listed words that stand in it as a whole, for each entry."""
    scores = [0] * len(index.entries)
    for number in numbers:
        share = _INSIDE * len(index.words[number]) // len(text)
        for phrase in index.held_by[number]:
            if index.sizes[phrase] == 1 and share > scores[index.owners[phrase]]:
                scores[index.owners[phrase]] = share
    return scores


def _is_latin(folded: str) -> bool:
    """Return whether a folded text holds nothing but plain letters, figures and spaces."""
    return not folded or max(folded) <= "z"


def _scores_by(index: Index, parts: list[Part]) -> list[int]:
    """Return how well each entry fits: three quarters for its best phrase, one quarter for all of them together."""
    whole = sum([weight for weight, _ in parts]) * _EXACT
    best, together = [0] * len(index.entries), [0] * len(index.entries)
    totals, hits = [0] * len(index.sizes), [0] * len(index.sizes)
    for _, fits in parts:
        of_entries: dict[int, int] = {}
        for phrase, fit in _phrases_fitting(fits, index).items():
            totals[phrase] += fit
            hits[phrase] += 1
            entry = index.owners[phrase]
            if fit > of_entries.get(entry, 0):
                of_entries[entry] = fit
        for entry, fit in of_entries.items():
            together[entry] += fit
    begun = [number for number, _ in parts[0][1]] if parts else []
    for phrase, total in enumerate(totals):
        entry = index.owners[phrase]
        if total > best[entry]:
            fit = total * (1000 - _lost_by(phrase, hits[phrase], index) - _other_order(phrase, begun, index)) // 1000
            best[entry] = max(best[entry], fit)
    return [(3 * one + every) * 250 // whole for one, every in zip(best, together, strict=True)] if whole else best


def _lost_by(phrase: int, hits: int, index: Index) -> int:
    """Return what a phrase loses for words that the query does not have."""
    missing = index.sizes[phrase] - hits
    if missing < 1:
        return 0
    return _SURPLUS * (min(_MOST_MISSING, missing))


def _other_order(phrase: int, begun: list[int], index: Index) -> int:
    """Return what a phrase loses for beginning with another word."""
    return 0 if index.firsts[phrase] in begun else _OTHER_ORDER


def _phrases_fitting(fits: Fits, index: Index) -> dict[int, int]:
    """Return how well each phrase fits a part of the query: as well as the best of its words."""
    found: dict[int, int] = {}
    for number, fit in sorted(fits, key=_fit_of):
        for phrase in index.held_by[number]:
            found[phrase] = fit
    return found


def _fit_of(found: tuple[int, int]) -> int:
    return found[1]


def part_of(word: str, index: Index, listed: str, lexicon: Lexicon, *, in_kana: bool) -> Part:
    """Return how well one word of a query fits the words of an index; all weigh as much as the word that is meant.

    Whoever types kana types syllables: a letter of theirs is no slip. What begins nothing but rare words may be one.
    """
    fitting = _fitting_words(word, index, listed, in_kana=in_kana)
    is_known = any(fit == _EXACT or len(index.held_by[number]) > 1 for number, fit in fitting)
    if not is_known and not (in_kana and _is_latin(word)):
        fitting += _fitting_slips(word, index, listed, lexicon)
    exact = [index.weights[number] for number, fit in fitting if fit == _EXACT]
    meant = max(exact or [index.weights[number] for number, _ in fitting] or [_UNKNOWN])
    return (meant, [(number, fit * meant) for number, fit in fitting])


def _fitting_slips(word: str, index: Index, listed: str, lexicon: Lexicon) -> list[tuple[int, int]]:
    """Return which words a misspelt word may be, or one that means the same, by their numbers; common ones sooner."""
    if not _most_errors(word):
        return []
    alike = [index.words[number] for number in _alike_words(word, listed)]
    spelt = [(known, known) for known in alike] + [(known, lexicon.meanings[known]) for known in lexicon.meanings]
    near = [(_slips_to(word, known), known, meant) for known, meant in spelt if _is_alike(word, known)]
    made = sorted([each for each in near if each[0] <= _most_errors(word)], reverse=True)
    slips = {meant: _SLIPPED - 10 * many for many, _, meant in made}
    plain = [meant for many, known, meant in made if _is_plain_slip(many, word, known)]
    return [
        (number, slips[known] + min(len(index.held_by[number]), _MOST_COMMON))
        for number, known in enumerate(index.words)
        if known in slips and (known in plain or len(index.held_by[number]) >= _COMMON)
    ]


def _is_plain_slip(many: int, word: str, known: str) -> bool:
    """Return whether a slip is plain enough to mean a word that few phrases hold.

    Letters are swapped, or the word may have more slips: others are more often another word, rightly spelt.
    """
    return not _is_latin(word) or sorted(word) == sorted(known) or many < _most_errors(known)


def _alike_words(word: str, listed: str) -> list[int]:
    """Return the numbers of all words that are alike, and of some that are not."""
    begun = _words_holding(_BEFORE + word[0], listed) + _words_holding(_BEFORE + word[1] + word[0], listed)
    return sorted({*begun, *_words_holding(word[1:3], listed)})


def _slips_to(word: str, known: str) -> int:
    """Return how many slips of the hand lie between two words, one more than there may be if it is more.

    For each slip one end must be right, or most words of everyday life would be slips of some other. So would short
    words whose first letter is wrong, or with two slips that make them longer or shorter; the shortest may have letters
    swapped, or must be right at both ends.
    """
    most, is_swapped = _most_errors(word), sorted(word) == sorted(known)
    begins, ends = word[0] == known[0], word[-1] == known[-1]
    if len(word) < _SHORTEST_LONG and not (is_swapped or (begins and (ends or len(word) == _SHORTEST_LONG - 1))):
        return most + 1
    limit = min(most, (word[:2] == known[:2]) + ends)
    if len(word) < _SHORTEST_FREE and len(word) != len(known):
        limit = min(limit, 1)
    slips = edits(word, known, limit)
    return slips if slips <= limit and (_is_of_hand(word, known) or not _is_latin(word)) else most + 1


def _is_of_hand(word: str, known: str) -> bool:
    """Return whether what lies between two words is what a hand does: swap, leave out, hit a key beside the right one.

    Several slips apart from each other may be anything.
    """
    at = 0
    while word[at : at + 1] == known[at : at + 1] != "":
        at += 1
    behind = 0
    while behind < min(len(word), len(known)) - at and word[-1 - behind] == known[-1 - behind]:
        behind += 1
    typed, meant = word[at : len(word) - behind], known[at : len(known) - behind]
    if len(typed) == 1 and len(meant) < 2:
        is_free = not meant or len(word) >= _SHORTEST_LONG
        others = meant or word[max(0, at - 1) : at] + word[at + 1 : at + 2]
        return any(_is_near(typed, letter, is_free=is_free) for letter in others)
    return sorted(typed) == sorted(meant) or abs(len(word) - len(known)) < 2


def _is_near(typed: str, meant: str, *, is_free: bool) -> bool:
    """Return whether one letter is typed for another, or beside it; a vowel for another one only where it is free."""
    places = [
        (row, keys.index(letter)) for letter in (typed, meant) for row, keys in enumerate(_KEYS) if letter in keys
    ]
    if len(places) == 2 and abs(places[0][0] - places[1][0]) < 2 and abs(places[0][1] - places[1][1]) < 2:
        return True
    groups = (*_SOUNDS, _VOWELS) if is_free else _SOUNDS
    return any(typed in group and meant in group for group in groups)


def _fitting_words(word: str, index: Index, listed: str, *, in_kana: bool) -> list[tuple[int, int]]:
    """Return which words a word is, else begins or goes on from, by their numbers; in kana a word may be all these."""
    found = []
    for number in _words_holding(_BEFORE + word[0], listed):
        known = index.words[number]
        if known == word:
            found.append((number, _EXACT))
        elif len(word) >= _SHORTEST_BEGUN and known.startswith(word):
            found.append((number, _BEGUN))
        elif len(known) > _SHORTEST_BEGUN and word.startswith(known) and _may_go_on(word, known, in_kana=in_kana):
            found.append((number, _LONGER))
    exact = [] if in_kana else [each for each in found if each[1] == _EXACT]
    return exact or found


def _may_go_on(word: str, known: str, *, in_kana: bool) -> bool:
    """Return whether a word may be a listed one with something behind it."""
    rest = word[len(known) :]
    return len(rest) <= _MOST_LONGER and not _is_cut(known) if in_kana else rest in _GOES_ON


def _words_holding(part: str, listed: str) -> list[int]:
    """Return the numbers of the listed words that hold a text, which may start with what stands before each word."""
    found: list[int] = []
    number = -1
    for between in listed.split(part)[:-1]:
        number += between.count(_BEFORE) + part.count(_BEFORE)
        if number not in found[-1:]:
            found.append(number)
    return found


def _is_alike(word: str, known: str) -> bool:
    """Return whether one word may be a slip of another: the first letters agree, or those after them."""
    return word[0] == known[0] or word[1:3] == known[1:3] or word[:2] == known[1:2] + known[:1]


def _grams_fitting(text: str, listed: str) -> list[Part]:
    parts: list[Part] = []
    grams = _grams_of(text)
    for place, gram in enumerate(grams):
        if gram not in grams[:place]:
            numbers = _words_holding(gram, listed)
            share = (100 + 24000 // (len(numbers) + 50)) * (1 if len(gram) == 1 else 2)
            parts.append((share, [(number, share * _EXACT) for number in numbers]))
    return parts


def _grams_of(text: str) -> list[str]:
    """Return each letter with its neighbour, and each kanji alone."""
    pairs = [text[at : at + 2] for at in range(len(text) - 1)]
    return [*pairs, *[letter for letter in text if not _is_latin(letter)]]


def _most_errors(word: str) -> int:
    """Return how many slips of the hand a word of this length may have."""
    if len(word) < 3:
        return 0
    return 1 if len(word) < _SHORTEST_LONG else 2


def edits(one: str, other: str, limit: int) -> int:
    """Return how many letters must be put in, taken out, replaced or swapped; ``limit`` + 1 if it is more than that."""
    foreign = [letter for letter in one if letter not in other]
    if abs(len(one) - len(other)) > limit or len(foreign) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i in range(len(one)):
        before, row = row, _next_row(one, other, i, before, row)
        if min(row) > limit:
            return limit + 1
    return row[len(other)]


def _next_row(one: str, other: str, i: int, older: list[int], old: list[int]) -> list[int]:
    """Return the next row of the table of distances between the beginnings of two words."""
    row = [i + 1]
    for j, letter in enumerate(other):
        cost = min(old[j] + (one[i] != letter), old[j + 1] + 1, row[j] + 1)
        if i and j and one[i] == other[j - 1] and one[i - 1] == letter:
            cost = min(cost, older[j - 1] + 1)
        row.append(cost)
    return row
