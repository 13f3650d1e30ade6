"""What a person asks of the command about people, and what is left of them in the files."""

from pathlib import Path

import pytest

from referee.cli import main


def run(capsysbinary: pytest.CaptureFixture[bytes], *arguments: object) -> tuple[int, str, str]:
    """Run the command about a person; return its exit code and what it printed."""
    code = main(["person", *map(str, arguments)])
    out, err = capsysbinary.readouterr()
    return code, out.decode(), err.decode()


def bytes_of(path: Path) -> bytes:
    """Return the bytes of a database and of what SQLite keeps beside it."""
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*") if file.suffix != ".key")
