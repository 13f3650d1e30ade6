"""The process beside the server that makes what it and phones need, while nobody else wants the machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.database import open_desk
from referee.web import create_app
from referee.web.assets import SMALL
from referee.web.build_cache import Read, contents, keep_library, read_library
from referee.web.cache import Cache
from referee.web.downloads import made_of
from referee.web.guard import build_of

_LEAST_URGENT = 19


def main() -> None:
    """Make what the arguments name: the folder that it is left in, and folders of rulesets."""
    if hasattr(os, "nice"):
        os.nice(_LEAST_URGENT)
    place, *folders = map(Path, sys.argv[1:])
    make(place, folders)


def make(place: Path, folders: Sequence[Path]) -> None:
    """Make everything for the program with these folders of rulesets, and leave it in a folder."""
    cache = Cache(folder=place)
    read = read_library(folders, cache)
    build = _compile_templates(read, place)
    for content, _ in contents(made_of(read[1], build, cache)):
        for coding, pack in SMALL.items():
            cache.kept(coding, content, partial(pack, content))
    keep_library(read, folders, cache)
    cache.tidy()


def _compile_templates(read: Read, place: Path) -> str:
    """Compile every template as the server would when a page first needs it; return the name of the build."""
    shelf, library = read
    with TemporaryDirectory(dir=place) as empty:
        desk = open_desk(Path(empty) / "empty.db", library)
        app = create_app(library, desk, place, shelf)
        for name in app.jinja_env.list_templates():
            app.jinja_env.get_template(name)
        desk.close()
    return build_of(app)
