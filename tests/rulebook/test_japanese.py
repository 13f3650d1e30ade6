"""The Japanese of the program: one spelling for each term, whole sentences that are polite, labels that are nouns."""

import re
import tomllib
from pathlib import Path

import pytest

from referee.library import sentences
from referee.paths import offences_file, procedures_file, rulesets_dir
from tests.reading.readers import texts_of

FILES = (offences_file(), procedures_file(), *sorted(rulesets_dir().glob("*.toml")))
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
    "トークン": "起家マーク",
    "荒牌平局": "流局",
    "逆満貫払い": "満貫払い",
    "和了[りるれ]": "和了する",
    "別解": "別の解釈",
    "同巡内": "同巡フリテン",
    "罰金": "罰符",
    "露出": "見せ牌",
    "打ち直し": "やり直し",
    "言い違い": "言い間違い",
    "(?<!四家)立直": "リーチ",
    "十分|[一二三四五六七八九十](枚|位|翻(?!縛り))": "10分, 1枚",
    "\uff1b": "、",
    "） ": "）",
    r"[\u3040-\u9fff] ?\(": "\N{FULLWIDTH LEFT PARENTHESIS}",
    r"[\u3040-\u9fff]:": "\N{FULLWIDTH COLON}",
    r"[\u3040-\u9fff]~": "〜",
}
"""What a term is not called here, as a pattern, and what it is called."""
POLITE = re.compile(r"(です|ます|ました|ません|ください|でした|ですか|ますか|でしたか|\})(\W[^。]*\W)?。$")
"""How a sentence ends: politely, perhaps with a remark in brackets, or with a fact that is said there."""
COURTESY = re.compile(r"(です|ます|ました|ません|ください|でした|でしょう)(?=\W|が、|$)")
"""What a rule sheet does not say, wherever it stands."""
RULES = (
    "rule.",
    "policy.",
    "meaning.",
    "procedure.",
    "verdict.",
    "effect.",
    "line.",
    "next.",
    "end.",
    "note.",
    "final.",
)
SETTING_UP = ("dice.", "signal.", "seat_draw.", "wall_break.", "indicators.")
CLAUSES = (*RULES, *SETTING_UP)
"""What states a rule or tells a referee what to do; all else speaks to whoever holds the phone."""


def japanese_sentences() -> dict[str, str]:
    """Return the Japanese sentences, without the words that are searched for."""
    return {key: text for key, text in sentences()["ja"].items() if not key.startswith("search.")}


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_rules_spell_each_term_in_one_way(path: Path) -> None:
    """A reader meets the same word for the same thing in every rulebook."""
    odd = [(text, term) for text in texts_of(path, "ja") for other, term in SPELLINGS.items() if re.search(other, text)]

    assert odd == []


def test_sentences_spell_each_term_in_one_way() -> None:
    """And the program says it like the rulebooks."""
    odd = {
        key: (text, term)
        for key, text in japanese_sentences().items()
        for other, term in SPELLINGS.items()
        if re.search(other, text)
    }

    assert odd == {}


def test_sentences_are_polite() -> None:
    """What ends with a full stop speaks politely, except what reads like a clause."""
    spoken = {key: text for key, text in japanese_sentences().items() if not key.startswith(CLAUSES)}
    ended = {key: text for key, text in spoken.items() if text.endswith("。")}

    assert {key: text for key, text in ended.items() if not POLITE.search(text)} == {}


def test_clauses_are_plain() -> None:
    """Rulings, reasons, payments and setting up are in the style of a rule sheet, like the clauses that they cite."""
    stated = [text for key, text in japanese_sentences().items() if key.startswith(CLAUSES)]

    assert len(stated) > 300
    assert [text for text in stated if COURTESY.search(text)] == []


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_rulebooks_are_plain(path: Path) -> None:
    """And so is every sentence of a rulebook: clause, note, ruling and step."""
    assert [text for text in texts_of(path, "ja") if COURTESY.search(text)] == []


def test_procedures_read_like_a_rule_sheet() -> None:
    """Each sentence of their steps and answers is plain and ends with what is done or holds: no noun alone, no です."""
    plain = re.compile(r"([うくぐすつぬぶむるただ]|ない|よい)。$")
    read = tomllib.loads(procedures_file().read_text("utf-8"))["procedure"]
    texts = [text["ja"] for each in read.values() for text in (*each.get("steps", ()), each.get("says", {"ja": ""}))]
    texts += [text for key, text in japanese_sentences().items() if key.startswith("procedure.")]
    sentences_of = [sentence for text in texts for sentence in re.findall(r"[^。]+。?", text)]

    assert len(sentences_of) > 200
    assert [each for each in sentences_of if POLITE.search(each) or not plain.search(each)] == []
