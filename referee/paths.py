"""Where the files lie that are not code: inside the installed package, or at the top of the repository."""

import os
import sys
from collections.abc import Mapping
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


def events_file() -> Path:
    """Return the file of what holds at events where a book is silent."""
    return PACKAGE / "events.toml"


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


def cache_dir() -> Path | None:
    """Return the user's folder for what this program can make again, None where a user has no such place."""
    try:
        return cache_folder(sys.platform, os.environ, Path.home()) / "referee"
    except RuntimeError:
        return None


def cache_folder(platform: str, environment: Mapping[str, str], home: Path) -> Path:
    """Return where programs of this system keep what they can make again."""
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Cache"
    if platform == "darwin":
        return home / "Library" / "Caches"
    xdg = environment.get("XDG_CACHE_HOME", "")
    return Path(xdg) if Path(xdg).is_absolute() else home / ".cache"
