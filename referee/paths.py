"""Where the files lie that are not code: inside the installed package, or at the top of the repository."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def data_dir() -> Path:
    """Return the folder that holds ``rulesets/``, ``templates/`` and ``static/``."""
    installed = PACKAGE / "_data"
    return installed if installed.is_dir() else PACKAGE.parent


def rulesets_dir() -> Path:
    """Return the folder of the shipped rulesets."""
    return data_dir() / "rulesets"


def offences_file() -> Path:
    """Return the file of the offence catalogue."""
    return PACKAGE / "offences.toml"


def procedures_file() -> Path:
    """Return the file of the procedures."""
    return PACKAGE / "procedures.toml"


def search_file() -> Path:
    """Return the file that tells how searched words are meant."""
    return PACKAGE / "search.toml"


def words_dir() -> Path:
    """Return the folder of the sentences, one file for each language."""
    return PACKAGE / "words"


def checkout_tests() -> Path | None:
    """Return the folder of the tests, None where only the package is installed."""
    folder = PACKAGE.parent / "tests"
    return folder if folder.is_dir() else None
