"""Fragments as HTML without an application: what their macros draw of a view."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from referee.app.answer import FRAGMENT_MACROS
from referee.app.layout import clause_links, term_links, words_of
from referee.paths import data_dir
from referee.texts.words import Speaker
from tests.cases import library

MACROS = FRAGMENT_MACROS | {"payment": ("_parts/payment.html", "payment")}
"""What draws the fragments, and a part of pages that is none."""


@cache
def environment(lang: str) -> Environment:
    """Return Jinja as the application sets it up, in one language."""
    folder = FileSystemLoader(data_dir() / "templates")
    made = Environment(loader=folder, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    speaker = Speaker(lang=lang, words=library().sentences[lang])
    made.globals["say"] = lambda key, **facts: speaker.say(key, tuple(sorted(facts.items())))
    made.globals["words_of"] = words_of
    made.globals["clause_links"] = lambda clauses: clause_links(clauses, speaker)
    made.globals["terms_in"] = lambda text: term_links(text, speaker)
    return made


def drawn(name: str, view: object, lang: str = "en") -> str:
    """Return a fragment, or a part of a page, as the server draws it."""
    template, macro = MACROS[name]
    module = environment(lang).get_template(template).module
    return str(getattr(module, macro)(view))
