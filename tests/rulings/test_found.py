"""What referees type finds what they mean: offences and procedures in one list, ranked.

``found.tsv`` holds queries with everything that is right for them, and at which place the first of these stands now;
0 stands for none of the first ten. A change of words or of the search shows there what it does to each.
"""

from pathlib import Path

import pytest

from referee.ask.lookup import COMMONEST, entries_found, entries_in
from referee.texts.case import Rulebook
from referee.texts.search import fold, words_meant
from referee.texts.words import Speaker
from tests.cases import library

FOUND = Path(__file__).parent / "found.tsv"
PLACES = 10
FIRST_THREE = 3


def rows() -> list[tuple[str, str, list[str], int]]:
    """Return set, query, right answers and kept place of every row."""
    lines = [line.split("\t") for line in FOUND.read_text("utf-8").splitlines() if not line.startswith("#")]
    return [(kind, query, right.split("|"), int(place)) for kind, query, right, place in lines]


def rulebook(ruleset: str, lang: str = "en") -> Rulebook:
    """Return where to look up."""
    book = library().book(ruleset)
    assert book is not None
    speaker = Speaker(lang=lang, words=library().sentences[lang])
    return Rulebook(library=library(), book=book, variant=next(iter(book.variants)), speaker=speaker)


def place_of(query: str, right: list[str], ruleset: str = "ema-2016") -> int:
    """Return the place of the first right answer, 0 where it is none of the first."""
    found = [entry.id for entry in entries_found(query, rulebook(ruleset))[:PLACES]]
    return min((found.index(each) + 1 for each in right if each in found), default=0)


def test_every_query_finds_at_its_place() -> None:
    """Each row stands where the file says."""
    moved = [(query, place, now) for _, query, right, place in rows() if (now := place_of(query, right)) != place]

    assert moved == []


@pytest.mark.parametrize(("kind", "in_three", "first"), [("open", 0.97, 0.85), ("other", 0.9, 0.85)])
def test_what_is_meant_comes_first(kind: str, in_three: float, first: float) -> None:
    """Of the queries known before 97 of 100 in the first three places, of others 90."""
    places = [place for each, _, _, place in rows() if each == kind]

    assert len(places) > 100
    assert sum(1 <= place <= FIRST_THREE for place in places) >= in_three * len(places)
    assert sum(place == 1 for place in places) >= first * len(places)


def test_one_unknown_word_empties_no_list() -> None:
    """Whatever is typed beside it, what is known is found."""
    lost = [query for _, query, right, place in rows() if place == 1 and not place_of(f"{query} qqxqq", right)]

    assert len(lost) <= 0.02 * len(rows())


@pytest.mark.parametrize(
    "query",
    [
        *("xyzzy", "qwerty", "banana", "asdfghjkl", "ラーメン", "ありがとう", "明日の天気", "999"),
        *("weather", "football", "orange", "garden", "umbrella", "kitchen", "garage", "usctapi", "skamtsu"),
        *("hello", "monday", "purple", "tennis", "blubb", "wobble", "chocolate", "newspaper", "hospital"),
        *("バナナ", "映画", "りんご", "ほげ", "カレー", "サッカー"),
        *("computer", "blah", "glorp", "carrot", "raincoat", "potato", "bread", "horse", "butter", "hotel"),
        *("teacher", "mother", "brother", "paper", "password", "plastic", "apartment", "country", "headache", "temple"),
        *("nose", "heart", "beach", "soup", "goat", "sheep", "cake", "meat", "shirt", "chair", "copper", "movie"),
        *("contract", "internet", "finger", "summer", "spring", "letter", "wolf", "swimming", "novel", "island"),
    ],
)
def test_nonsense_finds_nothing(query: str) -> None:
    """Letters that come one after the other in some word make no hit, nor does a word that is two slips away.

    Nor does a slip that no hand makes, a known word that is only a part of another, or one that kana are not; nor what
    is more likely a word rightly spelt than a slip of one that hardly any phrase holds.
    """
    for ruleset in ("ema-2016", "aalto"):
        assert entries_found(query, rulebook(ruleset)) == ()


@pytest.mark.parametrize(
    "query",
    [
        *("chmobo", "deadhand", "laet", "ded hand", "slowpoke", "リーチしてるのにポン"),
        "knocked qwerty asdfgh zxcvbn poiuyt lkjhg",
    ],
)
def test_what_holds_something_known_finds_something(query: str) -> None:
    """A slip, words that stand together, kana only and one known word among many."""
    assert entries_found(query, rulebook("ema-2016"))


def test_words_that_are_spelt_as_stop_words_count() -> None:
    """Four is not "for", and what fell is not "her"."""
    assert place_of("four riichi", ["abortive_draw"]) <= 2
    assert words_meant(fold("four tiles fell for her"), library().lexicon)[::2] == ("4", "har")


def test_words_may_come_in_any_order() -> None:
    """Turned round, a query finds the same in its first three places."""
    turned = [(" ".join(reversed(query.split(" "))), right) for _, query, right, place in rows() if place == 1]
    found = [place_of(query, right) for query, right in turned]

    assert sum(1 <= place <= FIRST_THREE for place in found) >= 0.97 * len(found)


def test_every_title_finds_its_entry() -> None:
    """In both languages, the title of an offence or a procedure finds it first."""
    for lang in ("en", "ja"):
        here = rulebook("warsaw", lang)
        for entry in entries_in(here):
            title = here.speaker.text(entry.offence.titles) if entry.offence else ""
            title = entry.procedure.title if entry.procedure else title
            assert [each.id for each in entries_found(title, here)][:1] == [entry.id], title


@pytest.mark.parametrize(
    ("query", "right"),
    [
        *[(term, "dead_hand_means") for term in ("dead hand", "agari houki", "agarihouki", "和了放棄", "アガリ放棄")],
        *[(term, "furiten") for term in ("furiten", "フリテン", "振聴")],
        *[(term, "chombo_steps") for term in ("chombo", "チョンボ", "chonbo")],
        *[(term, "false_set") for term in ("誤ポン", "誤チー", "false set", "wrong pon")],
        *[(term, "empty_call") for term in ("empty call", "空ポン", "空発声", "empty chii")],
        *[(term, "too_fast") for term in ("先ツモ", "先ヅモ", "sakizumo", "drawing too fast")],
        *[(term, "wrong_tile_count") for term in ("多牌", "少牌", "tahai", "shouhai", "too many tiles")],
        *[(term, "kan_in_riichi") for term in ("kan in riichi", "may kan after riichi")],
        *[(term, "exhaustive_draw") for term in ("ノーテン罰符", "noten bappu", "ryuukyoku", "流局")],
        *[(term, "noten_riichi") for term in ("noten riichi", "ノーテンリーチ", "不聴リーチ")],
        *[(term, "false_tenpai") for term in ("誤聴牌", "false tenpai")],
        *[(term, "swap_calling") for term in ("kuikae", "喰い替え", "swap calling")],
        *[(term, "multiple_ron") for term in ("double ron", "head bump", "頭ハネ", "ダブロン")],
        *[(term, "pao") for term in ("pao", "責任払い", "liability")],
        *[(term, "robbing_kan") for term in ("chankan", "搶槓")],
        *[(term, "nagashi") for term in ("nagashi mangan", "流し満貫")],
        *[(term, "exposed_tiles") for term in ("見せ牌", "misehai", "exposed tiles", "dead wall")],
    ],
)
def test_a_term_finds_what_is_called_so_first(query: str, right: str) -> None:
    """What is named exactly so stands before what only speaks of it, whatever the ruleset."""
    for ruleset in ("ema-2016", "m-league"):
        assert place_of(query, [right], ruleset) == 1


@pytest.mark.parametrize("query", ["empty call", "empty pon", "false ron", "wrong dora", "空ポン", "多牌"])
def test_what_is_named_exactly_stands_alone(query: str) -> None:
    """A hit that only shares a word with it is not beside it."""
    assert len(entries_found(query, rulebook("ema-2016"))) == 1


def test_commonest_are_there() -> None:
    """Eight calls and the chombo open the page."""
    assert len(COMMONEST) == 9
    assert set(COMMONEST) <= {entry.id for entry in entries_in(rulebook("aalto"))}
