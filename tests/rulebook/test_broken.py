"""One file with many mistakes: all of them are told at once, each with what was found and what is allowed."""

import shutil
from pathlib import Path

import pytest

from referee.rulebook import Problem, RulebookError, books_in

HERE = Path(__file__).parent
TEXTS = "a text, or a table with one for each of en, ja"
UMA = "four numbers from first to last, none above the one before, zero in all"
CONFIDENCES = "text, secondary, interpretation"
YAKUMAN = (
    "daisangen, shousuushii, daisuushii, tsuuiisou, ryuuiisou, chinroutou, suukantsu, suurenkou, "
    "benikujaku, touhokujidoushadou"
)
TOP = (
    "extends, base_options, document, option, clause, offence, penalty, escalation, procedure, "
    "setup, riichi, furiten, calls, kan, wins, values, hand, yaku, yakuman, pao, paarenchan, draws, course, chombo, "
    "chips, final, time, standings, tournament"
)
UNCITED = ("No clause says where this value is from.", "", "one clause that lists it in its values", "")
SANCHAHOU = "Three ron are an abortive draw (sanchahou) exactly where only two may win (multiple_ron = double)."
ABORTS = '["kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan"]'
WINS = "multiple_ron, sticks, honba_to, honba_ron, honba_tsumo, two_han, two_han_honba, dead_hand"

EXPECTED = {
    "base_options.play": [("The base has no such option.", "", "none: the base has no options", "")],
    "chombo.with_draws": [
        ("There is no such key here.", "", "form, chips, penalty, with_win, with_draw, several", "with_draw")
    ],
    "chombo.with_win": [UNCITED, ("There is no such choice.", '"voided"', "void, stands, referee", "void")],
    'clause."broken/1".place': [("This key is missing.", "", TEXTS, "")],
    'clause."broken/1".values': [
        (
            "There is no such value.",
            '"riichi.pionts"',
            "chapter.key of any value of a ruleset, chapter.key.entry of a list",
            "riichi.points",
        ),
    ],
    'clause."broken/2".note': [
        ("An interpretation needs a note: why so, and what other reading there is.", "", "", ""),
    ],
    'clause."broken/2".place': [("Wrong type.", "2", TEXTS, "")],
    'clause."broken/2".text': [("Wrong type.", "2", TEXTS, "")],
    'clause."broken/3".pages': [
        ("There is no such key here.", "", "values, place, text, confidence, note, instead_of", "place"),
    ],
    'clause."broken/3".values': [("Wrong type.", '"pao.yakuman"', "a list of names", "")],
    "colour": [("There is no such key here.", "", TOP, "course")],
    "document.confidence": [("There is no such choice.", '"texts"', CONFIDENCES, "text")],
    "document.edition": [("This key is missing.", "", TEXTS, "")],
    "document.source": [("This text is empty.", "", "a text", "")],
    "document.usual": [("Wrong type.", '"first"', "a place from 1 on", "")],
    "document.title.ja": [("This key is missing.", "", "a text", "")],
    "draws.aborts": [(SANCHAHOU, f'draws.aborts = {ABORTS}, wins.multiple_ron = "double"', "", "")],
    "final.uma": [("This value cannot be.", "[15000, 5000, -5000]", UMA, "")],
    "final.uma_high": [UNCITED, ("Wrong type.", '"2"', "a list of whole numbers", "")],
    "option.play.labels.cup": [("This key is missing.", "", TEXTS, "")],
    "option.play.set.cupp": [("There is no such key here.", "", "club, cup", "cup")],
    "pao.yakuman": [UNCITED, ("There is no such choice.", '"daisushi"', f"a list of {YAKUMAN}", "daisuushii")],
    "rihci": [("There is no such key here.", "", TOP, "riichi")],
    "riichi.opne": [("There is no such key here.", "", "points, wall, furiten, kan, open, open_ron, ura", "open")],
    "riichi.points": [("There is no such choice.", '"bets"', "any, bet", "bet")],
    "riichi.wall": [
        ("More than one clause decides this value.", "broken/1, broken/2", "one clause", ""),
        ("Wrong type.", '"4"', "a whole number", ""),
    ],
    "values.kiriage": [("Wrong type.", "1", "true or false", "")],
    "wins.honba_ron": [("This value cannot be.", "350", "0 or more, in whole hundreds", "")],
    "wins.honba_tsumo": [("Wrong type.", "true", "a whole number", "")],
    "wins.noten_pool": [("There is no such key here.", "", WINS, "draws.noten_pool")],
}
"""Key, then message, found, allowed and nearest of each problem there."""


@pytest.fixture
def problems(folder: Path) -> tuple[Problem, ...]:
    """Return what is said about the broken file."""
    shutil.copy(HERE / "broken.toml", folder)
    with pytest.raises(RulebookError) as caught:
        books_in((folder,))
    return caught.value.problems


def test_every_mistake_is_told(problems: tuple[Problem, ...]) -> None:
    """All problems are reported together, and none that is not there."""
    known: dict[str, list[tuple[str, str, str, str]]] = {}
    for problem in problems:
        known.setdefault(problem.key, []).append((problem.message, problem.found, problem.allowed, problem.nearest))

    assert known == EXPECTED


def test_every_problem_names_its_file(problems: tuple[Problem, ...], folder: Path) -> None:
    """A club that keeps several files reads which one is meant; the sound base is not blamed."""
    assert {problem.file for problem in problems} == {str(folder / "broken.toml")}


def test_problem_reads_as_one_line(problems: tuple[Problem, ...], folder: Path) -> None:
    """A problem says where, what, what was found, what is allowed and what was probably meant."""
    lines = [str(problem) for problem in problems]

    assert (
        f'{folder / "broken.toml"}: riichi.points: There is no such choice. Found: "bets". Allowed: any, bet. '
        "Did you mean bet?"
    ) in lines
