"""Files that are written whole or not at all, and never over others."""

import contextlib
import os
import tempfile
import time
from pathlib import Path

UNFINISHED = ".new-"
"""How the names of files begin that are not whole yet."""
SECONDS_TO_WRITE = 60.0
"""After how long nobody can be writing a file any more."""


def write_new(file: Path, content: bytes) -> None:
    """Write a file that only its owner reads, and have it on the disk; raise ``FileExistsError`` if its name is taken.

    Of two programs that write it at once, one comes first.
    """
    clear_unfinished(file.parent)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as new:
            new.write(content)
            new.flush()
            os.fsync(new.fileno())
        link(name, file)
    finally:
        Path(name).unlink(missing_ok=True)
    settle(file.parent)


def clear_unfinished(folder: Path) -> None:
    """Remove the files that a program left half written when it was killed, where that can be done."""
    for each in folder.glob(f"{UNFINISHED}*"):
        with contextlib.suppress(OSError):
            if each.stat().st_mtime < time.time() - SECONDS_TO_WRITE:
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


def put_down(file: Path) -> None:
    """Wait until a file that another program wrote is on the disk."""
    with file.open("rb+") as written:
        os.fsync(written.fileno())


def settle(folder: Path) -> None:
    """Have the names in a folder on the disk, where a system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
