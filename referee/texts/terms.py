"""The terms of the field that stand in a text; the glossary explains each."""

from __future__ import annotations

from referee.texts.search import LOWER, UPPER
from referee.texts.words import Words

TERM = "term."
"""How the keys of the terms begin."""
BETWEEN = ("（", "(", "）", ")", "・", ",")
"""What parts the forms of a term: "dead hand (agari houki)", "haitei, houtei"."""
DONE = "\N{MIDDLE DOT}"
"""Stands in place of what belongs to a longer term that was found."""


def forms_of(term: str) -> list[str]:
    """Return what a term is called: "dead hand" and "agari houki"."""
    for mark in BETWEEN:
        term = term.replace(mark, DONE)
    return [form.strip(" ") for form in term.split(DONE) if form.strip(" ")]


def terms_in(text: str, words: Words) -> tuple[tuple[str, str], ...]:
    """Return the name and the usual form of each term in a text, in its order; "riichi furiten" holds no "riichi"."""
    rest = text
    for capital, small in zip(UPPER, LOWER, strict=True):
        rest = rest.replace(capital, small)
    found: dict[str, tuple[int, str, str]] = {}
    for _, form, name, usual in forms_in(words):
        at = place_of(form, rest)
        if at >= 0:
            found[name] = (min(at, found[name][0] if name in found else at), name, usual)
            rest = rest.replace(form, DONE * len(form))
    return tuple([(name, usual) for _, name, usual in sorted(found.values())])


Spoken = list[tuple[int, str, str, str]]
"""The forms of all terms, the longest first: how long each is, the form, the term's name and its usual form."""
KNOWN_FORMS: list[tuple[Words, Spoken]] = []
"""The forms of the languages spoken lately, the newest last: finding them takes six times as long as all else here."""
MOST_LANGUAGES = 4


def forms_in(words: Words) -> Spoken:
    """Return the forms of all terms of a language."""
    for of, found in KNOWN_FORMS:
        if of is words:
            return found
    terms = [(key[len(TERM) :], forms_of(words[key])) for key in words if key.startswith(TERM)]
    forms = sorted([(-len(form), form, name, called[0]) for name, called in terms for form in called])
    KNOWN_FORMS.append((words, forms))
    del KNOWN_FORMS[:-MOST_LANGUAGES]
    return forms


def place_of(form: str, text: str) -> int:
    """Return where a term begins that is no part of another word, less than zero if it stands nowhere."""
    at = text.find(form)
    while at >= 0 and (runs_on(form, text[:at][-1:]) or runs_on(form, text[at + len(form) :].lstrip("s")[:1])):
        at = text.find(form, at + 1)
    return at


def runs_on(form: str, beside: str) -> bool:
    """Return whether a word goes on with a letter: with any Latin one, with a kanji where the term is only one."""
    if form < "{":
        return "a" <= beside <= "z"
    return len(form) == 1 and "一" <= beside <= "龥"
