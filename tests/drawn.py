"""Fragments as HTML without an application: what their macros draw of a view."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from referee.core.pages.fragments import DRAWN_BY
from referee.core.text.words import Speaker
from referee.paths import data_dir
from tests.cases import library


@cache
def environment(lang: str) -> Environment:
    """Return Jinja as the application sets it up, in one language."""
    folder = FileSystemLoader(data_dir() / "templates")
    made = Environment(loader=folder, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    made.globals["say"] = Speaker(lang=lang, words=library().sentences[lang]).say
    return made


def drawn(name: str, view: object, lang: str = "en") -> str:
    """Return a fragment as the server draws it."""
    template, macro = DRAWN_BY[name]
    module = environment(lang).get_template(template).module
    return str(getattr(module, macro)(view))
