"""Where the files lie that are not code, and how files are written: whole or not at all, and never over others."""

import contextlib
import os
import sys
import tempfile
import time
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


_UNFINISHED = ".new-"
"""How the names of files begin that are not whole yet."""
_SECONDS_TO_WRITE = 60.0
"""After how long nobody can be writing a file any more."""


def write_new(file: Path, content: bytes) -> None:
    """Write a file that only its owner reads, and have it on the disk; raise ``FileExistsError`` if its name is taken.

    Of two programs that write it at once, one comes first.
    """
    clear_unfinished(file.parent)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=_UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as new:
            new.write(content)
            new.flush()
            os.fsync(new.fileno())
        link(name, file)
    finally:
        Path(name).unlink(missing_ok=True)
    flush_folder(file.parent)


def clear_unfinished(folder: Path) -> None:
    """Remove the files that a program left half written when it was killed, where that can be done."""
    for each in folder.glob(f"{_UNFINISHED}*"):
        with contextlib.suppress(OSError):
            if each.stat().st_mtime < time.time() - _SECONDS_TO_WRITE:
                each.unlink()


def link(new: str, file: Path) -> None:
    """Give a file its name, if nothing has that name; some disks of cameras and phones cannot do that in one step."""
    try:
        os.link(new, file)
    except FileExistsError:
        raise
    except OSError:
        if file.exists():
            raise FileExistsError(file) from None
        Path(new).replace(file)


def flush_file(file: Path) -> None:
    """Wait until a file that another program wrote is on the disk."""
    with file.open("rb+") as written:
        os.fsync(written.fileno())


def flush_folder(folder: Path) -> None:
    """Have the names in a folder on the disk, where a system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
