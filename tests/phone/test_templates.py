"""Compiled templates draw what Jinja draws, letter for letter, and refuse what they would draw otherwise."""

import ast
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask, template_rendered
from flask.testing import FlaskClient
from jinja2 import Environment, UndefinedError
from jinja2 import Template as JinjaTemplate

import referee
from referee.paths import data_dir
from referee.phone.drawing import Template, render_block, render_page
from referee.phone.lower import lowered, stripped
from referee.phone.templates import TemplateError, compiled
from tests.phone.conftest import Phone
from tests.phone.test_lower import PHONE
from tests.web.requests_at_table import RON, WRITES, expected_at, fields_of, reader_of, started

Page = Callable[[Template, dict[str, Any]], str]
HOSTILE = {"name-0": "<b>O'Neill</b>", "name-1": '"&amp; 東', "name-2": "{{ 7 * 7 }}", "name-3": "Dai"}
LOOKED_UP = (
    *("/", "/rulings", "/pays?ruleset=aalto", "/pays"),
    *(
        "/games/new",
        "/games/new?ruleset=aalto",
        "/settings",
        "/offline",
        "/tiles",
        "/rules",
        "/rulings?q=chombo",
        "/nowhere",
    ),
    *("/glossary", "/privacy", "/own-rules?book=aalto", "/points?ruleset=ema-2025"),
    *(
        "/rulings/mistaken_win?call=ron",
        "/pays?result=tsumo&tsumo=1&han-1=3&fu-1=30",
        "/games/new?ruleset=aalto&at=S1&score-0=9",
    ),
    *("/tiles?tiles=123m456p789s1122z&win=1z", "/rulings?q=<script>", "/pays?result=ron&ron=1&ron=2&from=0"),
)
AT_TABLE = (
    *("", "?gap=1", "/record", "/record?result=tsumo", "/record?result=draw", "/record?result=abort", "/sheet"),
    *("/record?result=chombo", "/record?drawn=1&ron=1&ron=2&from=0&han-1=mangan", "/tiles", "/rulings", "/share"),
    *("/rulings/mistaken_win", "/rulings/apply?offence=mistaken_win&call=ron", "/seats", "/end", "/adjust", "/points"),
    *("/record?drawn=1&result=abort&abort=kyuushu_kyuuhai", "/record?drawn=1&result=abort&declarer=2"),
    *("/hands/0", "/hands/0/changes?result=draw&drawn=1&tenpai=0", "/hands/7"),
)


DRAWING = (Path(referee.__file__).parent / "phone/drawing.py").read_text("utf-8")


def module(text: str) -> dict[str, Any]:
    """Return what compiled templates define, over what they call."""
    found: dict[str, Any] = {}
    exec(DRAWING + text, found)  # noqa: S102 it is what is tested
    return found


def of_text(folder: Path, **files: str) -> dict[str, Any]:
    """Return what is compiled of these files."""
    for name, text in files.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return module(compiled(folder))


class Compared:
    """Draws every page that the application draws once more, and compares it and each of its blocks."""

    def __init__(self) -> None:
        self.templates: dict[str, Template] = module(compiled(data_dir() / "templates", "events"))["TEMPLATES"]
        self.seen: set[str] = set()

    def page(self, sender: Flask, template: JinjaTemplate, context: dict[str, Any], **_: object) -> None:
        """Compare a page that was drawn just now."""
        name = cast("str", template.name)
        values, ours = dict(sender.jinja_env.globals) | context, self.templates[name]
        self.seen.add(name)
        assert render_page(ours, values) == template.render(context), name
        for block, draw in template.blocks.items():
            with suppress(UndefinedError):  # one that calls what its page imports is never drawn alone
                theirs = "".join(draw(template.new_context(context)))
                assert render_block(ours, block, values) == theirs, f"{name}: {block}"
                self.seen.add(f"{name}: {block}")


@pytest.fixture(scope="module")
def compared(app: Flask) -> Iterator[Compared]:
    """Return a comparison of every page that is drawn meanwhile."""
    comparison = Compared()
    with template_rendered.connected_to(comparison.page, app):
        yield comparison


@cache
def play(app: Flask, ruleset: str, lang: str) -> None:
    """Look at every page of a game: at its start, after a hand and a ruling, after refusals, over and signed."""
    client = app.test_client()
    client.set_cookie("lang", lang)
    table = started(client, ruleset, **HOSTILE)
    look(client, table)
    for path in WRITES:
        client.post(
            table + path, data={"expected": "0", "reason": "mistyped", "mark": "riichi-1-on", "hand": "0", "me": "1"}
        )
    client.post(f"{table}/hands", data=fields_of(client, table, RON))
    client.post(f"{table}/notes", data={"note": "<i>late</i>"})
    client.post(f"{table}/hands", data=RON | {"expected": "1"})
    look(client, table)
    for path in ("/end", "/finish"):
        client.post(table + path, data={"expected": expected_at(client, table)})
        look(client, table)


def look(client: FlaskClient, table: str) -> None:
    """Ask for every page of a table."""
    for path in (*(table + path for path in AT_TABLE), reader_of(client, table), "/?name=dai"):
        assert client.get(path).status_code < 500, path


@cache
def look_up(app: Flask, lang: str) -> None:
    """Look at every page without a table, under every rulebook."""
    client = app.test_client()
    client.set_cookie("lang", lang)
    for path in LOOKED_UP:
        assert client.get(path).status_code < 500, path
    for book in ("aalto", "ema-rcr-2012", "m-league", "wrc-2025"):
        for path in (
            f"/rules/{book}",
            f"/rules/{book}/against/warsaw",
            f"/rulings?ruleset={book}",
            f"/pays?ruleset={book}",
        ):
            assert client.get(path).status_code == 200, path
    assert client.post("/rules/save", data={"text": HOSTILE["name-1"], "id": "a", "version": "1"}).status_code == 403
    assert client.get("/", headers={"Referee-Build": "of another version"}).status_code == 409


@cache
def change_rules(app: Flask) -> None:
    """Look at the pages on which a club changes a copy of a book."""
    client = app.test_client()
    page = client.get("/own-rules?book=aalto").get_data(as_text=True)
    text = unescape(page.partition('name="text" value="')[2].partition('"')[0])
    for path in ("", "/values/draws", "/penalties/exposed_tiles", "/penalties/exposed_tiles/row", "/result"):
        assert client.post(f"/own-rules{path}", data={"text": text}).status_code == 200, path


GAMES = (("aalto", "en"), ("aalto", "ja"), ("standard-shuugi", "ja"), ("warsaw", "en"))


@pytest.mark.parametrize(("ruleset", "lang"), GAMES)
def test_a_game_is_drawn_alike(compared: Compared, app: Flask, ruleset: str, lang: str) -> None:
    """Every page and every block of it, in every state that a game comes to."""
    play(app, ruleset, lang)
    assert compared.seen >= {"games/show.html: table", "games/record.html: payment", "games/sheet.html: sheet"}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_is_looked_up_is_drawn_alike(compared: Compared, app: Flask, lang: str) -> None:
    """Every page without a table, under every rulebook."""
    look_up(app, lang)
    assert "error_page.html" in compared.seen


def test_own_rules_are_drawn_alike(compared: Compared, app: Flask) -> None:
    """The pages on which a club changes a copy of a book."""
    change_rules(app)
    assert "rules/own_row.html" in compared.seen


def test_every_page_was_compared(compared: Compared, app: Flask) -> None:
    """None is left out above; what another worker looked at is looked at once more."""
    for game in GAMES:
        play(app, *game)
    for lang in ("en", "ja"):
        look_up(app, lang)
    change_rules(app)
    assert {name for name in compared.seen if ":" not in name} == compared.templates.keys() - {"base.html"}


VALUES = {"page": {"names": ["<a>", "b&b"], "none": None, "big": 12}, "say": lambda key: f"<{key}>"}
SAME = [
    "{% for name in page['names'] %}{{ loop.index }} {{ name }}{% else %}nobody{% endfor %}",
    "{% for name in page['names'] if name != 'b&b' %}{{ name }}{% endfor %}",
    "{% for name in [] %}{{ name }}{% else %}nobody{% endfor %}",
    "{{ 'a' ~ page['big'] ~ \"'\" }}|{{ page['names'] | join(', ') }}|{{ page['names'] | length }}",
    "{{ 'yes' if page['none'] is none else 'no' }}{% if not page['big'] < 3 and page['big'] %}!{% endif %}",
    "{{ say('key') }}",
    "{% macro tag(text, class='x') %}{{ class }}{{ text }}{{ caller() }}{% endmacro %}{% call tag(1) %}b{% endcall %}",
    "{% set big = page['big'] %}{{ big }}{% if big %}{% set more = big ~ big %}{{ more }}{% endif %}",
]


@pytest.mark.parametrize("text", SAME)
def test_what_is_compiled_means_the_same(tmp_path: Path, text: str) -> None:
    """Piece by piece, escaped alike."""
    theirs = Environment(trim_blocks=True, lstrip_blocks=True, autoescape=True).from_string(text).render(VALUES)
    ours = of_text(tmp_path, page=text)
    assert render_page(ours["TEMPLATES"]["page.html"], VALUES) == theirs


def test_a_phone_draws_the_same(phone: Phone, tmp_path: Path) -> None:
    """The same pieces in MicroPython, with a list as the page."""
    for place, text in enumerate(SAME):
        (tmp_path / f"page-{place}.html").write_text(text, encoding="utf-8")
    own = compiled(tmp_path)
    reply = f"""
PAGE = {VALUES["page"]!r}
def reply(name):
    return render_page(TEMPLATES[name], {{"page": PAGE, "say": lambda key: "<" + key + ">"}})
"""
    names = [f"page-{place}.html" for place in range(len(SAME))]
    theirs = [render_page(module(own)["TEMPLATES"][name], VALUES) for name in names]
    assert (
        phone(
            ast.unparse(stripped(PHONE)) + "\n" + lowered(stripped(DRAWING), "drawing.py") + "\n" + own + reply, names
        )
        == theirs
    )


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("\n{{ page | safe }}", "line 2: Filter"),
        ("{{ page | title }}", "Filter"),
        ("{{ page is defined }}", "Test"),
        ("{% include 'x.html' %}", "Include"),
        ("{% autoescape false %}{{ page }}{% endautoescape %}", "Scope"),
        ("{% for a in b recursive %}{% endfor %}", "For"),
        ("{{ say(*page) }}", "a call with"),
        ("{{ page[1:] }}", "Slice"),
        ("{{ loop.first }}", "loop"),
        ("{% macro a() %}{% endmacro %}{{ say(a()) }}", "Call"),
        ("{% if page %}{% set page = 1 %}{% endif %}", "the name page"),
        ("{{ put }}", "put"),
    ],
)
def test_what_is_not_compiled_is_refused(tmp_path: Path, text: str, what: str) -> None:
    """With its file, its line and what it is; above all whatever would switch escaping off."""
    with pytest.raises(TemplateError, match=what):
        of_text(tmp_path, page=text)


def test_two_functions_of_one_name_are_refused(tmp_path: Path) -> None:
    """Files whose names differ only in what a function's name cannot hold."""
    with pytest.raises(TemplateError, match="draw_a_b"):
        of_text(tmp_path, **{"a-b": "x", "a_b": "y"})
