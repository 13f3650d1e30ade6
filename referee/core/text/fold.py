"""One spelling for many: case, macrons, kana or romaji, long vowels and doubled letters make no difference.

``FOLDS`` is all there is to it: replacements made one after another. A page can do the same with the same list.
"""

from __future__ import annotations

UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LOWER = "abcdefghijklmnopqrstuvwxyz"
PLAIN_DIGITS = "0123456789"
ACCENTED = "āīūēōâîûêôàèéíóúáäëïöüĀĪŪĒŌÂÎÛÊÔÄÖÜ"
PLAIN = "aiueoaiueoaeeiouaaeiouaiueoaiueoaou"
MARKS = '-_.,:;/!?()[]"+*~'
OTHER_MARKS = "・、。「」『』\u301c\u3000\t\n\r"
"""What separates words, in full width too."""

FULL_WIDTH = 0xFEE0
"""How far a letter of full width stands behind its narrow one."""

SMALL_Y = "ゃゅょ"
KANA = (
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
KATAKANA_AFTER_HIRAGANA = 0x60
"""How far a katakana stands behind its hiragana."""

SPELLINGS = (
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
)
"""Ways to write one sound in Latin letters, and letters that are taken for each other."""

LONG_VOWELS = (("ou", "o"), ("oo", "o"), ("uu", "u"), ("aa", "a"), ("ii", "i"), ("ee", "e"), ("oo", "o"))


def kana_folds() -> tuple[tuple[str, str], ...]:
    """Return how kana are written in letters, hiragana and katakana alike."""
    plain = [(kana, start + end) for row, start, ends in KANA for kana, end in zip(row, ends, strict=True)]
    plain += [("ん", "n"), ("っ", ""), ("ゔ", "bu"), *zip(SMALL_Y, ("xya", "xyu", "xyo"), strict=True)]
    both = [(chr(ord(kana) + shift), letters) for kana, letters in plain for shift in (0, KATAKANA_AFTER_HIRAGANA)]
    return (*both, ("ー", ""), ("ixy", "y"), ("uxy", "y"), ("xy", "y"))


def letter_folds() -> tuple[tuple[str, str], ...]:
    """Return small plain letters for all others, spaces for marks."""
    pairs = [*zip(UPPER, LOWER, strict=True), *zip(ACCENTED, PLAIN, strict=True)]
    pairs += [(chr(ord(letter) + FULL_WIDTH), letter) for letter in LOWER + PLAIN_DIGITS]
    pairs += [(chr(ord(upper) + FULL_WIDTH), lower) for upper, lower in zip(UPPER, LOWER, strict=True)]
    marks = [*MARKS, *[chr(ord(mark) + FULL_WIDTH) for mark in MARKS], *OTHER_MARKS]
    return (*pairs, *[(mark, " ") for mark in marks], ("'", ""), ("\u2019", ""))


def doubled_folds() -> tuple[tuple[str, str], ...]:
    """Return one letter for two of a kind."""
    return tuple((letter + letter, letter) for letter in LOWER if letter not in "aiueo")


FOLDS = (
    *letter_folds(),
    *kana_folds(),
    *SPELLINGS,
    *doubled_folds(),
    *LONG_VOWELS,
    ("   ", " "),
    ("  ", " "),
    ("  ", " "),
)
"""Every replacement in its order."""


def fold(text: str) -> str:
    """Return the one spelling of a text, words separated by single spaces."""
    for old, new in FOLDS:
        text = text.replace(old, new)
    return text.strip(" ")
