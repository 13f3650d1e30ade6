"""What stands beside a silent book, another book or an interpretation, is never given out as its own word."""

import re
from itertools import chain

import pytest

from referee.app.form import Form
from referee.app.rulings import ruling_answer
from tests.cases import library
from tests.drawn import drawn

BOOKS = tuple(book.id for book in library().books)
ENTRIES = (
    *[offence.id for offence in library().offences],
    *[procedure.id for procedure in library().procedures["en"]],
)
READING = {"en": "the app\u2019s reading (", "ja": "本アプリの解釈（"}


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("book", BOOKS)
def test_no_book_is_said_to_say_what_is_our_interpretation(book: str, lang: str) -> None:
    """Every offence and procedure: a guide is named as a book only where that book's text says any of what follows."""
    for entry in ENTRIES:
        answer = ruling_answer(Form(pairs=(("ruleset", book), ("offence", entry))), library(), lang)
        guide = answer.procedure.guide if answer.procedure else None
        verdict = answer.ruling.verdict if answer.ruling else None
        if guide is not None:
            title, levels = guide.title, {cite.confidence for cite in guide.cites}
        elif verdict is not None and verdict.guide is not None:
            there = verdict.guide
            rows = chain(there.outcomes.rows, there.outcomes.rest) if there.outcomes else ()
            title = there.title
            levels = {there.cite.confidence} if there.cite else {row.confidence for row in rows if row.confidence}
        else:
            continue
        assert (READING[lang] in title) == (levels == {"interpretation"}), (entry, title, levels)


@pytest.mark.parametrize(
    ("lang", "said", "source"),
    [
        (
            "en",
            "The rules\u2019 text is not known here. For guidance, the app\u2019s reading (EMA 2016):",
            'EMA 2016</a> <span class="confidence--interpretation">the app\u2019s reading',
        ),
        (
            "ja",
            "ルール本文が未確認。参考：本アプリの解釈（EMA 2016）",
            'EMA 2016</a> <span class="confidence--interpretation">本アプリの解釈',
        ),
    ],
)
def test_a_wrong_dealer_is_our_interpretation(lang: str, said: str, source: str) -> None:
    """research/procedures.md, ema-2016: not found. Where the book has no clause it is no source either."""
    form = Form(pairs=(("ruleset", "wrc-2025"), ("offence", "wrong_dealer")))
    html = drawn("ruling", ruling_answer(form, library(), lang), lang)

    assert f'<p class="nearest-said">{said}</p>' in html
    assert f">{source}" in html


def test_a_row_that_is_our_interpretation_is_marked() -> None:
    """ema-2016 writes of some cases of an offence, and of others not: the table tells which."""
    form = Form(pairs=(("ruleset", "tenhou"), ("offence", "empty_call")))
    html = drawn("ruling", ruling_answer(form, library(), "en"), "en")
    rows = re.findall(r"<tr><td>.*?</tr>", html)

    assert "For guidance, EMA 2016:" in html
    assert 0 < len([row for row in rows if "<small>the app\u2019s reading</small>" in row]) < len(rows)
