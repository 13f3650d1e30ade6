"""What the program writes by itself because MicroPython cannot is what CPython's library writes, on both hosts."""

import unicodedata
from base64 import urlsafe_b64encode
from hashlib import sha256
from urllib.parse import quote, urlencode

from hypothesis import given
from hypothesis import strategies as st

from referee.app.routes import IN_PATH, IN_QUERY, query_of, quoted
from referee.desk.starting import is_unreadable, is_visible
from referee.game.events import hashed, letters_of
from referee.phone.lower import CORE, bundle, runtime_source
from referee.texts.reader import SPACES, spaces_off
from tests.phone.conftest import Phone

WRITABLE = st.text(st.characters(codec="utf-8"), max_size=20)
STEERING = ("Cc", "Cs", "Zl", "Zp")
SAMPLES = ["", " a b ", "まちがい", "\u3000だい\u3000", "、手、", "\u00a0x\u00a0", "Zoë & Co=1+1?/:;@'()*~%", "👩‍🚀 é"]
REPLY = """
def reply(text):
    query = query_of([(text, 3), ("b", text)], "/:")
    return "|".join([spaces_off(text), quoted(text, "!/"), query, hashed(text), letters_of(digest_of(text))])
"""


@given(WRITABLE, st.sampled_from(["", IN_PATH, IN_QUERY]))
def test_addresses_are_written_as_urllib_does(text: str, safe: str) -> None:
    """A text in a path, and fields in a query."""
    assert quoted(text, safe) == quote(text, safe=safe)
    assert query_of([(text, 3), ("b", text)], safe) == urlencode([(text, 3), ("b", text)], safe=safe)


@given(WRITABLE)
def test_hashes_are_written_as_the_library_does(text: str) -> None:
    """In hexadecimal digits, and in the letters of an address."""
    assert hashed(text) == sha256(text.encode()).hexdigest()
    assert letters_of(text.encode()) == urlsafe_b64encode(text.encode()).decode()


def test_spaces_are_those_of_cpython() -> None:
    """Every character that ``str.strip`` takes off."""
    assert set(SPACES) == {letter for letter in map(chr, range(0x110000)) if letter.isspace()}


@given(st.text(st.sampled_from(SPACES + "aか、"), max_size=8))
def test_spaces_are_taken_off_as_in_cpython(text: str) -> None:
    """At both ends, and between nothing."""
    assert spaces_off(text) == text.strip()


def test_the_phone_writes_the_same(phone: Phone) -> None:
    """Kana, which its own strip takes apart, among them."""
    names: dict[str, object] = {}
    program = runtime_source() + bundle(*CORE, "app/routes") + REPLY
    exec(program, names)  # noqa: S102 it is what a phone runs
    reply = names["reply"]
    assert callable(reply)
    assert phone(program, SAMPLES) == [reply(text) for text in SAMPLES]


def is_of_a_name(letter: str) -> bool:
    """Return whether Unicode knows a character of the basic plane as a letter, a digit, punctuation or a sign."""
    blank = "\u115f\u1160\u2800\u3164\uffa0"
    return unicodedata.category(letter)[0] in "LNPS" and letter not in blank


def test_everything_that_names_are_written_with_can_be_seen() -> None:
    """And what Unicode says cannot be seen alone is an accent of a script of its own, or not given out yet."""
    plane = [chr(code) for code in range(0x10000)]
    assert [letter for letter in plane if is_of_a_name(letter) and not is_visible(letter)] == []
    more = {unicodedata.category(letter) for letter in plane if is_visible(letter) and not is_of_a_name(letter)}
    assert more <= {"Cn", "Mn", "Mc", "Me"}
    assert [is_visible(letter) for letter in ("\u0301", "\u3099", "\ufe0f", "\u200d", "\u3000", "\ue000")] == [
        False
    ] * 6


def test_what_breaks_or_turns_a_line_is_unreadable() -> None:
    """Whatever Unicode calls a control, a half or a separator of lines is refused, and nothing else but turning."""
    refused = {letter for letter in map(chr, range(0x110000)) if is_unreadable(letter)}
    turning = {chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
    steering = {letter for letter in map(chr, range(0x110000)) if unicodedata.category(letter) in STEERING}
    assert refused == turning | steering
