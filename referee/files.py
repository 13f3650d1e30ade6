"""Files that are written whole or not at all, and never over others."""

import contextlib
import os
import tempfile
from pathlib import Path


def write_new(file: Path, content: bytes) -> None:
    """Write a file that only its owner reads, and have it on the disk; raise ``FileExistsError`` if its name is taken.

    Of two programs that write it at once, one comes first.
    """
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as new:
            new.write(content)
            new.flush()
            os.fsync(new.fileno())
        link(name, file)
    finally:
        Path(name).unlink(missing_ok=True)
    settle(file.parent)


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


def settle(folder: Path) -> None:
    """Have the names in a folder on the disk, where a system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
