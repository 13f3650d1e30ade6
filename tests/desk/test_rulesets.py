"""The ruleset that a game is played under is the one that was there at its start."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from referee import desk
from referee.commands.audit import audit
from referee.database import desk_over
from referee.desk import Desk
from referee.desk.opened import kept_of, kept_text
from referee.store.sqlite import open_store
from referee.texts.words import Library
from tests.desks import begin, draw, opened, shipped

VARIANTS = [(book.id, name) for book in shipped().books for name in book.variants]


def changed(library: Library, book_id: str) -> Library:
    """Return the library after somebody has halved the noten payments of a book."""
    books = []
    for book in library.books:
        variants = dict(book.variants)
        if book.id == book_id:
            variants = {
                name: replace(rules, draws=replace(rules.draws, noten_pool=1500)) for name, rules in variants.items()
            }
        books.append(replace(book, variants=variants))
    return replace(library, books=tuple(books))


def test_a_later_rule_never_changes_a_game(tmp_path: Path) -> None:
    """Restarted with other rules in the file: the running game goes on as it began, a new one takes the new rules."""
    first = opened(tmp_path)
    game = begin(first, "wrc-2025")
    game.record(draw(0))
    first.close()
    again = desk_over(open_store(first.path), changed(shipped(), "wrc-2025"))
    old, new = replace(game, desk=again), begin(again, "wrc-2025")

    old.record(draw(0))
    new.record(draw(0))
    assert old.scores == [36000, 28000, 28000, 28000]
    assert new.scores == [31500, 29500, 29500, 29500]
    assert audit(again) == (2, ())
    again.close()


@pytest.mark.parametrize(("book_id", "name"), VARIANTS[::7])
def test_kept_rules_read_back_the_same(book_id: str, name: str) -> None:
    """Values, sources and options; the same rules give the same text."""
    book = shipped().book(book_id)
    assert book is not None
    options = dict(part.split("=") for part in name.split(",") if part)

    text = kept_text(book, options)
    kept = kept_of(text, shipped())

    assert (kept.book, kept.edition, kept.options) == (book_id, book.edition, options)
    assert asdict(kept.rules) == asdict(book.variants[name])
    assert kept_text(book, options) == text


@pytest.mark.parametrize(("book_id", "name"), VARIANTS)
def test_kept_rules_are_written_as_ever(book_id: str, name: str) -> None:
    """Games know their rules by the hash of this text: as CPython writes JSON with its keys in order."""
    book = shipped().book(book_id)
    assert book is not None
    plain = asdict(book.variants[name])
    options = dict(part.split("=") for part in name.split(",") if part)
    kept = {"book": book_id, "titles": book.titles, "edition": book.edition, "options": options}
    kept |= {"cites": plain.pop("cites"), "values": plain}
    assert kept_text(book, options) == json.dumps(kept, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def test_rules_of_an_older_vocabulary_are_filled_in() -> None:
    """What was kept stays; what did not exist then is read from the book of today, or from any if that is gone."""
    book = shipped().book("tenhou")
    assert book is not None
    options = {option.id: option.choices[0].id for option in book.options}
    text = kept_text(book, options).replace('"noten_pool":3000,', "").replace('"points":25000,', '"points":24000,')
    others = replace(shipped(), books=tuple(each for each in shipped().books if each.id != "tenhou"))

    for library in (shipped(), others):
        rules = kept_of(text, library).rules
        assert (rules.draws.noten_pool, rules.setup.points) == (3000, 24000)


def test_texts_that_were_kept_in_one_language_are_english() -> None:
    """Games that were started before editions and sources had languages are read as they were."""
    book = shipped().book("warsaw")
    assert book is not None
    plain = json.loads(kept_text(book, {}))
    plain["edition"] = "on EMA 2016"
    plain["cites"] = {key: cite | {"source": "Warsaw, 3"} for key, cite in plain["cites"].items()}

    kept = kept_of(json.dumps(plain), shipped())

    assert kept.edition == {"en": "on EMA 2016"}
    assert {cite.source["en"] for cite in kept.rules.cites.values()} == {"Warsaw, 3"}


def test_a_games_rules_are_named(own_desk: Desk) -> None:
    """Title, edition and options are shown as they were at the start."""
    game = begin(own_desk, "warsaw")
    book = shipped().book("warsaw")
    assert book is not None

    assert (game.view.book, game.view.titles, game.view.edition) == ("warsaw", book.titles, book.edition)
    assert set(game.view.options) == {option.id for option in book.options}
    assert desk.rules_of(own_desk, game.game) == game.view.rules
