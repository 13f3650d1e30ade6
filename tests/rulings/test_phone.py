"""The phone rules as the server does, byte for byte."""

import json

from referee.app.form import Form
from referee.app.rulings import ruling_answer
from referee.ask.api import answer
from referee.phone.lower import library_json
from referee.texts.words import library_from_json
from tests.cases import library
from tests.drawn import drawn
from tests.phone.conftest import REPLY_WITH_PART, Phone, as_sent, part_asked, phone, phone_page
from tests.phone.test_phone_answers import differences, program
from tests.rulings.test_search import QUERIES

__all__ = ["phone", "phone_page"]

TABLE = {"scores": [25000, 24000, 26000, 25000], "round": "S", "dealer": 2, "honba": 1, "kyoutaku": 1000}


def questions() -> list[str]:
    """Return rulings with none, some and all answers at a table, and lists found by a query."""
    asked: list[dict[str, object]] = []
    for place, book in enumerate(library().books):
        lang = ("en", "ja")[place % 2]
        asked.append({"ask": "offences", "ruleset": book.id, "lang": lang})
        for offence in library().offences:
            frame = {"ask": "ruling", "ruleset": book.id, "lang": lang, "offence": offence.id}
            full = {q.id: q.answers[-1].id if q.answers else q.high for q in offence.questions}
            some = dict(list(full.items())[:1])
            incident = {"table": TABLE, "offender": place % 4, "riichi": [0]}
            asked += [{**frame, "answers": {}}, {**frame, "answers": some}, {**frame, "answers": full, **incident}]
    asked += [{"ask": "offences", "ruleset": "warsaw", "query": query} for query, _ in QUERIES[::8]]
    for number, procedure in enumerate(library().procedures["en"]):
        answers = {each.id: each.replies[0].id for each in procedure.asks}
        frame = {"ask": "procedure", "ruleset": library().books[number % 10].id, "lang": ("en", "ja")[number % 2]}
        asked.append({**frame, "procedure": procedure.id, "answers": answers})
    asked += [{"ask": "ruling", "ruleset": "warsaw", "offence": "x", "answers": 5, "table": 5, "offender": "y"}]
    return [json.dumps(each, ensure_ascii=False) for each in asked]


def test_every_ruling_is_the_same_on_the_phone(phone: Phone) -> None:
    """Rulings, lists and searches, answered by CPython and by MicroPython."""
    text = library_json(library())
    on_server = library_from_json(text)
    every = questions()
    here = [answer(question, on_server) for question in every]

    assert differences(every, here, phone(program(text), every)) == []


def forms() -> list[str]:
    """Return a form for every offence of every book: unanswered, half answered or answered in turn."""
    sent: list[str] = []
    for place, book in enumerate(library().books):
        for number, offence in enumerate(library().offences):
            lang = ("en", "ja")[(place + number) % 2]
            frame = [["ruleset", book.id], ["offence", offence.id]]
            answers = [[f"answer-{q.id}", q.answers[-1].id if q.answers else f"{q.low}-3"] for q in offence.questions]
            beside = [["other", library().books[(place + number) % 9].id], ["answer-times", "3"]]
            ways = [frame, frame + answers[:1], frame + answers + beside]
            sent.append(part_asked("/rulings/answer", ways[(place + number // 2) % 3], lang))
    return sent


def test_every_ruling_answer_looks_the_same_on_the_phone(phone: Phone) -> None:
    """The fragment, made by CPython and by MicroPython."""
    every = forms()
    here = []
    for asked in map(json.loads, every):
        form = Form(pairs=tuple((name, value) for name, value in asked["query"]))
        here.append(drawn("ruling", ruling_answer(form, library(), asked["lang"]), asked["lang"]))

    assert differences(every, here, phone(as_sent(library()) + REPLY_WITH_PART, every)) == []
    assert len(set(here)) > 300
