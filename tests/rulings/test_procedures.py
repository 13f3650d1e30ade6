"""Procedures: every one has an answer under every rulebook or says that it is not known, and follows the values."""

import re
from dataclasses import replace
from html import unescape
from itertools import product
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.ask import lookup
from referee.ask.lookup import (
    asked_now,
    entry_called,
    holds_under,
    procedure_answered,
    procedure_sentences,
    procedure_text,
    procedures_in,
)
from referee.rulebook.vocabulary import CHAPTERS, Shape
from referee.rules.offences import Procedure
from referee.rules.ruleset import Ruleset
from referee.texts.case import Rulebook
from referee.texts.words import Speaker
from tests.cases import ask, library

SURE = ("interpretation", "secondary", "text")
BOOKS = tuple(book.id for book in library().books)


def courts(lang: str = "en") -> list[Rulebook]:
    """Return every rulebook with every choice of options."""
    speaker = Speaker(lang=lang, words=library().sentences[lang])
    return [
        Rulebook(library=library(), book=book, variant=variant, speaker=speaker)
        for book in library().books
        for variant in book.variants
    ]


def procedure_called(name: str, rulebook: Rulebook) -> Procedure:
    """Return the procedure with this id."""
    entry = entry_called(name, rulebook)
    assert entry is not None
    assert entry.procedure is not None
    return entry.procedure


def all_answers(procedure: Procedure) -> list[dict[str, str]]:
    """Return every combination of answers, left out ones too."""
    offered = [["", *[reply.id for reply in each.replies if not reply.go]] for each in procedure.asks]
    names = [each.id for each in procedure.asks]
    return [{name: reply for name, reply in zip(names, chosen, strict=True) if reply} for chosen in product(*offered)]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_procedure_is_answered_or_said_not_to_be_known(lang: str) -> None:
    """Every book, procedure and answers: a sentence with clause and confidence, or why there is none."""
    for rulebook in courts(lang):
        unknown = rulebook.speaker.words[f"procedure.{rulebook.book.silence}"]
        for procedure in procedures_in(rulebook):
            for given in all_answers(procedure):
                answer = procedure_answered(procedure, given, rulebook)
                found = procedure_text(procedure, answer, rulebook)
                assert found.endswith((".", "。")), procedure.id
                assert answer.covered == (found != unknown), procedure.id
                assert answer.covered == bool(answer.cites), procedure.id


@pytest.mark.parametrize("book", BOOKS)
def test_confidence_is_that_of_the_weakest_clause(book: str) -> None:
    """An answer is as sure as the least sure of the clauses whose values it states."""
    for procedure in library().procedures["en"]:
        first = {"ask": "procedure", "ruleset": book, "procedure": procedure.id}
        given = {each.id: next(reply.id for reply in each.replies if not reply.go) for each in procedure.asks}
        rulebook = next(each for each in courts() if each.book.id == book)
        asked = asked_now(procedure, given, rulebook.rules)
        found = ask(first | {"answers": {each.id: given[each.id] for each in asked}})
        answer = procedure_answered(procedure, given, rulebook)
        levels = [SURE.index(cite.confidence) for cite in answer.cites]
        assert found["confidence"] == SURE[min(levels, default=0)], procedure.id
        assert found["clause"] == ", ".join(cite.clause for cite in answer.cites)
        assert found["values"] == list(answer.values)


def with_value(rules: Ruleset, rule: str, value: object) -> Ruleset:
    """Return a ruleset with another value; its source stays."""
    chapter, key = rule.split(".")
    return replace(rules, **{chapter: replace(getattr(rules, chapter), **{key: value})})


def values_of(rule: str) -> tuple[object, ...]:
    """Return what a value may be, two of each number, and of the numbers of the three suits."""
    chapter, key = rule.split(".")
    kind = CHAPTERS[chapter][key]
    if kind.is_list and not kind.names:
        return ((0, 0, 0), (1, 1, 1), (1, 2, 1))
    if kind.is_list:
        return ((), kind.names[:1], kind.names[:2])
    return {Shape.FLAG: (True, False), Shape.NUMBER: (0, 1000, 2000), Shape.NAME: kind.names}[kind.shape]


@pytest.mark.parametrize(
    ("name", "rule"),
    [(procedure.id, rule) for procedure in library().procedures["en"] for rule in procedure.values],
)
def test_another_value_gives_another_sentence(name: str, rule: str) -> None:
    """For each value that a procedure names, each other choice is another answer somewhere, after some replies."""
    choices = values_of(rule)
    alike = {(one, other) for one in range(len(choices)) for other in range(one)}
    for rulebook in courts():
        procedure = procedure_called(name, rulebook)
        found = []
        for choice in choices:
            rules = with_value(rulebook.rules, rule, choice)
            book = replace(rulebook.book, variants={rulebook.variant: rules})
            there = replace(rulebook, book=book)
            answers = [procedure_answered(procedure, given, there) for given in all_answers(procedure)]
            found.append([procedure_text(procedure, answer, there) for answer in answers])
        alike = {(one, other) for one, other in alike if found[one] == found[other]}
        if not alike:
            return

    assert [(choices[one], choices[other]) for one, other in alike] == []


def test_no_rulebook_is_named_in_the_code() -> None:
    """Procedures know values and books' own texts, no rulebook by its id; nor does the catalogue."""
    here = Path(lookup.__file__)
    texts = [file.read_text("utf-8") for file in (here, here.parents[1] / "procedures.toml")]

    assert [book for book in BOOKS for text in texts if re.search(rf"\b{book}\b", text)] == []


def test_no_sentence_states_a_penalty() -> None:
    """What an offence costs is ruled by the offence; only the chombo's own page says what a chombo is."""
    words = re.compile(r"\b(chombo|dead hand|fine of|warning|disqualif)", re.IGNORECASE)
    texts = {(book.id, name): text.texts["en"] for book in library().books for name, text in book.procedures.items()}

    assert {key: text for key, text in texts.items() if words.search(text)} == {
        key: text for key, text in texts.items() if key[1] == "call_referee" and "dead hand" in text
    }


def test_a_procedure_shows_the_ruling_of_the_offence() -> None:
    """Two tiles drawn and mixed in: under ema-2016 the ruling on too many tiles, computed."""
    found = ask({"ask": "procedure", "ruleset": "ema-2016", "procedure": "drew_twice", "answers": {"mixed_in": "yes"}})

    assert [(each["offence"], each["answers"], each["gist"]) for each in found["rulings"]] == [
        ("wrong_tile_count", {"count": "too_many"}, "Dead hand")
    ]


def test_questions_come_first_and_may_lead_elsewhere() -> None:
    """As for a ruling: what can still change the answer is asked; ron and ron is answered by another procedure."""
    frame = {"ask": "procedure", "ruleset": "warsaw", "procedure": "call_priority"}
    asked = ask(frame | {"answers": {}})["questions"]

    assert [each["id"] for each in asked] == ["calls"]
    assert asked[0]["choices"] == ["win_and_set", "pon_kan_and_chii", {"id": "ron_and_ron", "go": "multiple_ron"}]
    assert ask(frame | {"answers": {"calls": "ron_and_ron"}}) == {"go": "multiple_ron"}
    assert [each["id"] for each in ask(frame | {"answers": {"calls": "pon_kan_and_chii"}})["questions"]] == ["order"]
    assert ask(frame | {"answers": {"calls": "win_and_set"}})["text"].startswith("Ron goes before")


def test_what_is_not_known_is_said_with_what_another_book_says() -> None:
    """Tenhou is a program: the head referee decides, and EMA 2016 stands beside as guidance."""
    answers = {"state": "let_go"}
    found = ask({"ask": "procedure", "ruleset": "tenhou", "procedure": "discard_taken_back", "answers": answers})

    assert (found["covered"], found["values"], found["clause"]) == (False, [], "")
    assert found["text"].startswith("These are the rules of a program")
    assert (found["guidance"]["ruleset"], found["guidance"]["clause"]) == (
        "ema-2016",
        "ema-2016/procedure-discard-taken-back",
    )


@pytest.mark.parametrize(
    ("ruleset", "procedure", "sentence"),
    [
        ("wrc-2025", "multiple_ron", "only the next in turn order after the discarder wins."),
        ("ema-rcr-2012", "call_timing", "Pon, kan and chii can be called for 3 seconds, even after a draw."),
        ("aalto", "kan_dora", "An open or added kan turns its dora after the discard"),
        ("ema-2016", "nagashi", "No nagashi mangan."),
        ("m-league", "kan_dora", "An open or added kan turns its dora at once"),
    ],
)
def test_answers_follow_the_values(ruleset: str, procedure: str, sentence: str) -> None:
    """Some answers as the books have them."""
    rulebook = next(each for each in courts() if each.book.id == ruleset)
    called = procedure_called(procedure, rulebook)

    assert sentence in procedure_text(called, procedure_answered(called, {}, rulebook), rulebook)


def test_steps_hold_for_the_values_that_they_name() -> None:
    """Every step and every ruling of the catalogue is shown under some rulebook or by some answer."""
    for procedure in library().procedures["en"]:
        for only in (*[step.only for step in procedure.steps], *[named.only for named in procedure.rulings]):
            assert any(holds_under(only, {}, rulebook.rules) for rulebook in courts()), (procedure.id, only)


@pytest.mark.parametrize(
    ("procedure", "given", "values"),
    [
        ("furiten", {"kind": "passed_tile"}, ["furiten.temporary"]),
        ("kan_dora", {"kan": "closed", "forgotten": "no"}, ["kan.dora_closed"]),
        ("riichi_sticks", {"event": "game_end"}, ["final.left_sticks", "final.ties"]),
        ("chombo_steps", {"with": "alone"}, ["chombo.form", "course.bust"]),
    ],
)
def test_only_the_rules_that_the_answers_ask_for_are_told(
    procedure: str, given: dict[str, str], values: list[str]
) -> None:
    """A referee reads one thing aloud: what an answer has nothing to do with is left out."""
    found = ask({"ask": "procedure", "ruleset": "aalto", "procedure": procedure, "answers": given})

    assert found["values"] == values


@pytest.mark.parametrize("ruleset", ["aalto", "wrc-2025", "ema-2016"])
def test_a_chombo_beside_a_win_is_not_paid_and_nothing_is_dealt_again(ruleset: str) -> None:
    """rulesets.md, decisions for all: "chombo together with a win: void, the win counts"."""
    asked = {"ask": "procedure", "ruleset": ruleset, "procedure": "chombo_steps", "answers": {"with": "win"}}
    found = ask(asked)

    assert found["text"] == "A win at the same time counts, and the chombo is not paid."
    assert found["steps"] == ["Stop play and check the tiles.", "Settle the win only."]


def test_the_usual_answer_holds_until_another_is_given() -> None:
    """A chombo alone is told in one sentence and a few steps, of which each is one thing to do."""
    rulebook = next(each for each in courts() if each.book.id == "ema-2016")
    chombo = procedure_called("chombo_steps", rulebook)

    alone = procedure_answered(chombo, {}, rulebook)
    assert procedure_text(chombo, alone, rulebook) == "Chombo: 20,000 points off the tournament score."
    assert alone == procedure_answered(chombo, {"with": "alone"}, rulebook)
    assert alone.steps == (
        "Stop play and check the tiles.",
        "Return this hand\N{RIGHT SINGLE QUOTATION MARK}s riichi sticks.",
        "Write down the deduction; nobody pays now.",
        "Deal again: same dealer, same honba, earlier sticks stay.",
        "Do not count this hand for the clock.",
    )


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_each_rule_of_an_answer_stands_by_itself(lang: str, client: FlaskClient) -> None:
    """A referee finds the one that matters: every sentence of the answer is a paragraph, in the same order."""
    page = client.get("/rulings/furiten", query_string={"ruleset": "ema-2016", "lang": lang}).text
    rulebook = next(each for each in courts(lang) if each.book.id == "ema-2016")
    furiten = procedure_called("furiten", rulebook)

    sentences = procedure_sentences(furiten, procedure_answered(furiten, {}, rulebook), rulebook)
    assert len(sentences) == 1 + len(furiten.values)
    assert tuple(unescape(each) for each in re.findall('<p class="verdict-text">(.*?)</p>', page)) == sentences


@pytest.mark.parametrize(
    ("ruleset", "won", "step"),
    [
        ("aalto", "self_draw", "By tsumo: the liable player pays everything."),
        ("wrc-2025", "self_draw", "By tsumo: the liable player pays all of that yakuman; any other is paid as usual."),
        ("wrc-2025", "ron_other", "Ron on another player: half each of that yakuman; the discarder pays any other."),
    ],
)
def test_a_liable_player_pays_for_what_the_book_says(ruleset: str, won: str, step: str) -> None:
    """aalto/22: the whole hand. wrc-2025/decided-pao: of several yakuman only the one concerned."""
    found = ask({"ask": "procedure", "ruleset": ruleset, "procedure": "pao", "answers": {"won": won}})

    assert [each for each in found["steps"] if each.startswith(("By tsumo", "Ron on another"))] == [step]


def test_where_nobody_is_liable_no_step_says_so() -> None:
    """rmu/pao: neither yakuman nor rinshan make a player liable; the sticks still go to the winner."""
    found = ask({"ask": "procedure", "ruleset": "rmu", "procedure": "pao", "answers": {"won": "self_draw"}})

    assert found["steps"] == ["Riichi sticks go to the winner as always."]


def test_only_the_winner_shows_the_hand_where_one_wins() -> None:
    """wrc-2025/head-bump. The others pay nothing and show nothing, so no step asks every caller for the hand."""
    asked = {"ask": "procedure", "ruleset": "wrc-2025", "procedure": "multiple_ron", "answers": {"count": "two"}}

    assert not any("Every winner" in step for step in ask(asked)["steps"])
    assert any("Every winner" in step for step in ask(asked | {"ruleset": "ema-2016"})["steps"])
