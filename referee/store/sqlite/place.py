"""Where the database lies: in the user's data folder, or where somebody says."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

FILE = "referee.db"


class NoDatabaseError(Exception):
    """The database cannot be opened; the message says why and what to do."""


def database_path(given: Path | None, *, must_exist: bool) -> Path:
    """Return the database's path; never a new one where another was asked for.

    Raise ``NoDatabaseError`` if the folder of a given file is missing, or the file where it must exist.
    """
    path = (own_folder() / FILE) if given is None else given.absolute()
    if must_exist and not path.is_file():
        message = f"There is no database {path}."
        raise NoDatabaseError(message)
    if given is not None and not path.parent.is_dir():
        message = f"There is no folder {path.parent} for the database {path.name}. Make it first."
        raise NoDatabaseError(message)
    return path


def own_folder() -> Path:
    """Return the user's data folder for this program; it is made if it is missing."""
    folder = data_folder(sys.platform, os.environ, Path.home()) / "referee"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        message = f"The folder {folder} cannot be made ({problem.strerror}). Say where to write with --db FILE."
        raise NoDatabaseError(message) from problem
    return folder


def data_folder(platform: str, environment: Mapping[str, str], home: Path) -> Path:
    """Return where programs of this system keep what a user made."""
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if platform == "darwin":
        return home / "Library" / "Application Support"
    xdg = environment.get("XDG_DATA_HOME", "")
    return Path(xdg) if Path(xdg).is_absolute() else home / ".local" / "share"
