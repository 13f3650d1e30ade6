"""The catalogue of procedures refuses whatever stands for nothing, everything at once."""

from pathlib import Path

import pytest

from referee.paths import offences_file, rulesets_dir, search_file
from referee.rulebook import check
from referee.rulebook.offences import catalogue
from referee.rulebook.problems import RulebookError
from referee.rulebook.reading import lexicon, procedures

WRONG = """
[procedure.late]
category = "ends"
title = "Late"
values = ["wins.head_bump"]
see = ["nowhere"]
search = ["late"]
steps = [{ en = "Wait.", ja = "待つ。", only = { "draws.aborts" = ["five_kans"] } }]
rulings = [{ offence = "late", answers = { hours = "2" } }]
[[procedure.late.question]]
id = "who"
text = { en = "Who?" }
usual = "west"
answers = { east = { en = "East", ja = "東", go = "elsewhere" } }
"""


def test_every_mistake_of_the_catalogue_is_told(tmp_path: Path) -> None:
    """Unknown kinds, values, entries, answers and missing languages, each with its place."""
    path = tmp_path / "procedures.toml"
    path.write_text(WRONG, "utf-8")
    with pytest.raises(RulebookError) as refused:
        procedures(path, catalogue(offences_file()))
    found = str(refused.value)

    for place in ("category", "values", "see", "steps.only", "rulings", "text.ja", "question", "usual"):
        assert f"procedure.late.{place}" in found or f".{place}" in found, place
    assert "An offence has this name." in found


def test_a_word_has_one_meaning(tmp_path: Path) -> None:
    """A word in two groups is refused; the shipped file holds none."""
    path = tmp_path / "search.toml"
    path.write_text('stop = ["a"]\nfiller = ["です"]\nsame = [["pon", "pung"], ["chii", "pung"]]\n', "utf-8")

    with pytest.raises(RulebookError, match="pung"):
        lexicon(path)
    assert lexicon(search_file()).meanings["pung"] == "pon"


def test_a_book_cannot_speak_of_what_values_answer(tmp_path: Path) -> None:
    """What a ruleset's values answer has no text of its own beside them; an unknown procedure is refused too."""
    path = tmp_path / "club.toml"
    found = 'clause = "club/1"\nconfidence = "text"\ntext = "So it is."\n'
    about = '[document]\ntitle = "Club"\nedition = "2026"\nconfidence = "text"\nsource = "Club"\n'
    path.write_text(f'extends = "ema-2016"\n{about}[procedure.pao]\n{found}[procedure.tea]\n{found}', "utf-8")
    messages = {problem.key: problem.message for problem in check(path, (rulesets_dir(),)).problems}

    assert messages == {
        "procedure.pao": "The values of the ruleset answer this procedure.",
        "procedure.tea": "There is no such procedure.",
    }
