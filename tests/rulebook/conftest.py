"""Fixtures for ruleset files: a whole book to stand on, and a folder to write others into."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the rulebook ``complete`` in it."""
    shutil.copy(HERE / "complete.toml", tmp_path)
    return tmp_path


@pytest.fixture
def write(folder: Path) -> Callable[[str, str], Path]:
    """Return a function that writes a file of this name and content beside ``complete``."""

    def written(name: str, content: str) -> Path:
        path = folder / f"{name}.toml"
        path.write_text(content, "utf-8")
        return path

    return written
