"""The sentences: complete in every language, with the same facts."""

from pathlib import Path

import pytest

from referee.library import CatalogueError, sentences
from referee.texts.words import filled


def write(folder: Path, english: str, japanese: str) -> None:
    """Write the two word lists."""
    (folder / "en.toml").write_text(english, "utf-8")
    (folder / "ja.toml").write_text(japanese, "utf-8")


def problems_of(folder: Path) -> tuple[str, ...]:
    """Return what is wrong with the word lists in a folder."""
    with pytest.raises(CatalogueError) as caught:
        sentences(folder)
    return caught.value.problems


def test_tables_are_joined_with_dots(tmp_path: Path) -> None:
    """A key reads the same whether it is written with dots or in a table."""
    write(tmp_path, '[line.ron]\nplain = "{payer} pays"', 'line.ron.plain = "{payer}が払う"')

    assert sentences(tmp_path) == {
        "en": {"line.ron.plain": "{payer} pays"},
        "ja": {"line.ron.plain": "{payer}が払う"},
    }


def test_sentence_missing_in_one_language_is_refused(tmp_path: Path) -> None:
    """No page falls back to another language."""
    write(tmp_path, 'ron = "Ron"\ntsumo = "Tsumo"', 'ron = "ロン"\nchombo = "チョンボ"')

    assert problems_of(tmp_path) == ("en.toml: chombo is missing", "ja.toml: tsumo is missing")


def test_fact_missing_in_one_language_is_refused(tmp_path: Path) -> None:
    """A number that decides is said in every language."""
    write(tmp_path, 'ron = "{han} han {fu} fu"', 'ron = "{han}翻"')

    assert problems_of(tmp_path) == ("ron: en and ja do not name the same facts",)


def test_a_word_goes_with_its_number() -> None:
    """One chip, two chips; a language that makes no difference has one word for both."""
    words = {"en": "{count} {count|chip|chips} for {winner}", "ja": "{winner}にチップ{count}枚"}
    facts = (("count", "1"), ("winner", "{count|a|b}"))

    assert filled(words["en"], facts) == "1 chip for {count|a|b}"
    assert filled(words["en"], (("count", "+1"), ("winner", "West"))) == "+1 chip for West"
    assert filled(words["en"], (("count", "21"), ("winner", "West"))) == "21 chips for West"
    assert filled(words["ja"], facts) == "{count|a|b}にチップ1枚"


def test_words_that_go_with_a_number_name_the_same_fact(tmp_path: Path) -> None:
    """Where one language tells one from several, another need not."""
    write(tmp_path, 'chips = "{count} {count|chip|chips}"', 'chips = "チップ{count}枚"')

    assert sentences(tmp_path)["en"] == {"chips": "{count} {count|chip|chips}"}


@pytest.mark.parametrize(
    "template",
    [
        '"{han"',
        '"{han|one}"',
        '"{han|one|two|three}"',
        '"{}"',
        '"{han:,}"',
        '"{han!r}"',
        '"{win.han}"',
        '"{{han}}"',
        "3",
    ],
)
def test_what_is_no_template_is_refused(tmp_path: Path, template: str) -> None:
    """Braces hold a name and nothing else."""
    write(tmp_path, f"ron = {template}", f"ron = {template}")

    assert problems_of(tmp_path) == ("en.toml: ron is not a sentence", "ja.toml: ron is not a sentence")


def test_missing_and_broken_lists_are_refused(tmp_path: Path) -> None:
    """A list that cannot be read is told with the reason."""
    (tmp_path / "en.toml").write_text("ron = ", "utf-8")

    assert problems_of(tmp_path) == (
        "en.toml: Invalid value (at end of document)",
        "ja.toml: cannot be read",
    )
