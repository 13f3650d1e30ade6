"""The terms of the field are found in texts, and each leads to its line in the glossary."""

import re

import pytest
from flask.testing import FlaskClient

from referee.texts.words import TERM, forms_of, terms_in
from tests.cases import library

FOUND = [
    ("en", "Dead hand (agari houki): no ron, no tsumo.", ["dead_hand", "ron", "tsumo"]),
    ("en", "Riichi furiten lasts; a riichi may go on.", ["riichi_furiten", "riichi"]),
    ("en", "Two triplets and chips for red fives.", ["triplet", "chips", "red_five"]),
    ("en", "A wrong word upon which the hand is dealt and recalled.", []),
    ("en", "Haitei or houtei, haitei again.", ["haitei"]),
    ("en", "From 5 honba a two-han minimum: 2 han.", ["honba", "two_han_minimum", "han"]),
    ("en", "Noten payments after a noten riichi; triple ron.", ["noten_payment", "noten_riichi", "sanchahou"]),
    ("en", "The dora indicator is dora in the last hand.", ["dora_indicator", "dora", "last_hand"]),
    ("ja", "ノーテンリーチは、ノーテンでも罰符でもない。", ["noten_riichi", "noten"]),
    ("ja", "オーラスの後は延長戦、三家和は途中流局。", ["last_hand", "extra_round", "sanchahou", "abortive_draw"]),
    ("ja", "和了放棄とする。罰符は供託する。", ["dead_hand", "kyoutaku"]),
    ("ja", "4翻30符は切り上げ満貫。", ["han", "fu", "kiriage"]),
    ("ja", "途中流局。フリテンと同巡フリテン。", ["abortive_draw", "discard_furiten", "temporary_furiten"]),
    ("ja", "包（責任払い）は役満だけ。", ["liability", "yakuman"]),
]


@pytest.mark.parametrize(("lang", "text", "names"), FOUND, ids=[text for _, text, _ in FOUND])
def test_terms_are_found_in_a_text(lang: str, text: str, names: list[str]) -> None:
    """In the order of the text, each once, the longest that stands there, and never within another word."""
    assert [name for name, _ in terms_in(text, library().sentences[lang])] == names


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_term_is_found_by_each_of_its_forms(lang: str) -> None:
    """No form belongs to two terms."""
    words = library().sentences[lang]
    forms = {key.removeprefix(TERM): forms_of(words[key]) for key in words if key.startswith(TERM)}

    assert len(forms) > 60
    for name, mine in forms.items():
        assert all([found for found, _ in terms_in(form, words)] == [name] for form in mine)


PAGES = [
    ("/rulings/mistaken_win?ruleset=aalto&answer-call=ron&answer-cause=furiten&answer-shown=14", "chombo", "en"),
    ("/rulings/mistaken_win?ruleset=aalto&answer-call=ron&answer-cause=furiten&answer-shown=14", "chombo", "ja"),
    ("/rulings/nagashi?ruleset=ema-rcr-2012", "nagashi", "en"),
    ("/pays?ruleset=tenhou&result=draw&nagashi=1", "noten_payment", "en"),
    ("/pays?ruleset=tenhou&result=draw&nagashi=1", "noten_payment", "ja"),
    ("/rules/warsaw", "oka", "en"),
    ("/rules/warsaw", "oka", "ja"),
    ("/pays?ruleset=aalto&result=ron&ron=1&from=2&han-1=3&fu-1=40&honba=1&sticks=1", "kyoutaku", "en"),
    ("/pays?ruleset=aalto&result=ron&ron=1&from=2&han-1=3&fu-1=40&honba=1&sticks=1", "honba", "ja"),
]
LED_TO = re.compile(r'<a href="/glossary#(\w+)">([^<]+)</a>')


@pytest.mark.parametrize(("path", "name", "lang"), PAGES)
def test_terms_of_a_page_lead_to_their_lines(path: str, name: str, lang: str, client: FlaskClient) -> None:
    """Each by the form that the glossary explains, on a line that is there."""
    client.get("/", query_string={"lang": lang})
    page, glossary = client.get(path).text, client.get("/glossary").text
    led = dict(LED_TO.findall(page))

    assert name in led
    assert all(f'id="{each}"' in glossary for each in led)
    assert all(term == forms_of(library().sentences[lang][TERM + each])[0] for each, term in led.items())
