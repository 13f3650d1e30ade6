"""The Japanese of the program: one spelling for each term, whole sentences that are polite, labels that are nouns."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.library import sentences
from referee.paths import offences_file, rulesets_dir

FILES = (offences_file(), *sorted(rulesets_dir().glob("*.toml")))
SPELLINGS = {
    "アガリ放棄": "和了放棄",
    "テンパイ": "聴牌",
    "不聴": "ノーテン",
    "飜": "翻",
    "賽": "サイコロ",
    "祝儀": "チップ",
    "誤和(?!了)": "誤和了",
    "食い": "喰い",
    "ありえ": "あり得",
    "パオ": "責任払い",
    "者の者": "者",
    r"[\u3040-\u9fff] ?\(": "\N{FULLWIDTH LEFT PARENTHESIS}",
    r"[\u3040-\u9fff]:": "\N{FULLWIDTH COLON}",
    r"[\u3040-\u9fff]~": "〜",
}
"""What a term is not called here, as a pattern, and what it is called."""
POLITE = re.compile(r"(です|ます|ました|ません|ください|でした|ですか|ますか|でしたか|\})(\W[^。]*\W)?。$")
"""How a sentence ends: politely, perhaps with a remark in brackets, or with a fact that is said there."""


def said() -> dict[str, str]:
    """Return the Japanese sentences, without the words that are searched for."""
    return {key: text for key, text in sentences()["ja"].items() if not key.startswith("search.")}


def texts_of(path: Path) -> Iterator[str]:
    """Yield every Japanese text of a file of rules, without the words that are searched for."""
    waiting: list[object] = [tomllib.loads(path.read_text("utf-8"))]
    while waiting:
        found = waiting.pop()
        if isinstance(found, list):
            waiting += found
        elif isinstance(found, dict):
            waiting += [value for key, value in found.items() if key not in ("ja", "search")]
            if isinstance(found.get("ja"), str):
                yield found["ja"]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_rules_spell_each_term_in_one_way(path: Path) -> None:
    """A reader meets the same word for the same thing in every rulebook."""
    odd = [(text, term) for text in texts_of(path) for other, term in SPELLINGS.items() if re.search(other, text)]

    assert odd == []


def test_sentences_spell_each_term_in_one_way() -> None:
    """And the program says it like the rulebooks."""
    odd = {
        key: (text, term) for key, text in said().items() for other, term in SPELLINGS.items() if re.search(other, text)
    }

    assert odd == {}


def test_sentences_are_polite() -> None:
    """What ends with a full stop speaks politely, except the rules, which read like clauses; the rest are labels."""
    spoken = {key: text for key, text in said().items() if not key.startswith("rule.") and text.endswith("。")}

    assert {key: text for key, text in spoken.items() if not POLITE.search(text)} == {}
