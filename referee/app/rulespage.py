"""View-models of the pages that explain rulesets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.app.pages import Choice, OptionField, option_offered, rulesets_offered, title_of
from referee.core.penalties.court import Court
from referee.core.telling.clause_lists import clauses_told
from referee.core.telling.explain import Sentence, explained, told
from referee.core.telling.offence_tables import offence_tables
from referee.core.telling.points_of_yaku import price_groups, priced_point
from referee.core.text.library import chosen_options, variant_key

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.core.forms.form import Form
    from referee.core.telling.clause_lists import ClauseTold
    from referee.core.telling.explain import ToldChapter
    from referee.core.telling.offence_tables import OffenceTable
    from referee.core.telling.points_of_yaku import PriceTag
    from referee.core.text.library import Book, Option

OPTION = "option-"
OTHER_OPTION = "other-"
"""What the name of a field begins with that chooses an option of the book, or of the other one of two."""

CATEGORIES = ("tiles", "calls", "win", "riichi", "end", "conduct")


@dataclass(frozen=True, kw_only=True, slots=True)
class BookCard:
    """One book in the list."""

    id: str
    title: str
    sure: str
    extends: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PriceRow:
    """One yaku with its han in a closed and an open hand, and the clause."""

    name: str
    closed: str
    open: str
    said: Sentence


@dataclass(frozen=True, kw_only=True, slots=True)
class ChapterView:
    """One chapter: sentences, and for yaku the table of prices before them."""

    id: str
    title: str
    prices: tuple[PriceRow, ...]
    lines: tuple[Sentence, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class CategoryView:
    """The offences of one category."""

    id: str
    title: str
    tables: tuple[OffenceTable, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesPage:
    """One book explained under its options; ``languages`` are this page's addresses by language."""

    card: BookCard
    options: tuple[OptionField, ...]
    chapters: tuple[ChapterView, ...]
    categories: tuple[CategoryView, ...]
    own: tuple[ClauseTold, ...]
    base: tuple[ClauseTold, ...]
    others: tuple[Choice, ...]


def book_cards(asked: Asked) -> tuple[BookCard, ...]:
    """Return every book of the library."""
    return tuple(book_card(asked, book) for book in asked.library.books)


def book_card(asked: Asked, book: Book) -> BookCard:
    """Return a book as it is listed."""
    base = asked.library.book(book.extends)
    return BookCard(
        id=book.id,
        title=title_of(asked, book),
        sure=asked.say(f"page.rules.sure_{book.confidence}"),
        extends="" if base is None else asked.say("page.rules.extends", book=title_of(asked, base)),
    )


def book_choices(asked: Asked, chosen: str, left_out: str = "") -> tuple[Choice, ...]:
    """Return the books as a list to choose from."""
    offered = rulesets_offered(asked, asked.library.book(chosen))
    return tuple(each for each in offered if each.value != left_out)


def court_of(asked: Asked, book: Book, sent: Form, prefix: str) -> Court:
    """Return a book under the options that were sent, defaults for the others, in the page's language."""
    chosen = chosen_options(book, options_sent(sent, prefix))
    variant = variant_key(tuple(chosen.items()))
    return Court(library=asked.library, book=book, variant=variant, speaker=asked.speaker)


def options_sent(sent: Form, prefix: str) -> dict[str, str]:
    """Return the options that were sent, by name."""
    return {name[len(prefix) :]: sent.one(name) for name, _ in sent.pairs if name.startswith(prefix)}


def option_fields(asked: Asked, book: Book, sent: Form, prefix: str) -> tuple[OptionField, ...]:
    """Return the options of a book; the name of each field has the prefix."""
    chosen = chosen_options(book, options_sent(sent, prefix))
    return tuple(option_field(asked, option, chosen[option.id], prefix) for option in book.options)


def option_field(asked: Asked, option: Option, chosen: str, prefix: str) -> OptionField:
    """Return one option with its choices."""
    return option_offered(asked, option, chosen, prefix + option.id)


def rules_page(asked: Asked, court: Court, sent: Form) -> RulesPage:
    """Return a book explained."""
    chapters = explained(court.rules, court.speaker)
    clauses = clauses_told(court.book, court.variant, chapters, court.speaker)
    return RulesPage(
        card=book_card(asked, court.book),
        options=option_fields(asked, court.book, sent, OPTION),
        chapters=tuple(chapter_view(asked, chapter, court) for chapter in chapters),
        categories=categories_of(asked, offence_tables(court)),
        own=tuple(clause for clause in clauses if clause.own),
        base=tuple(clause for clause in clauses if not clause.own),
        others=book_choices(asked, "", left_out=court.book.id),
    )


def chapter_view(asked: Asked, chapter: ToldChapter, court: Court) -> ChapterView:
    """Return one chapter; yaku that exist stand in the table, the others in one sentence."""
    prices: tuple[PriceRow, ...] = ()
    lines = chapter.lines
    if chapter.id in ("yaku", "yakuman"):
        groups = price_groups(chapter.id, court.rules)
        prices = tuple(price_row(asked, tag, court) for group in groups for tag in group if tag.closed)
        priced = {group[0].rule for group in groups if group[0].closed}
        lines = tuple(line for line in chapter.lines if line.rule not in priced)
    return ChapterView(id=chapter.id, title=asked.say(f"rule.title.{chapter.id}"), prices=prices, lines=lines)


def price_row(asked: Asked, tag: PriceTag, court: Court) -> PriceRow:
    """Return one yaku of the table."""
    return PriceRow(
        name=asked.say(f"yaku.{tag.name}"),
        closed=str(tag.closed),
        open=str(tag.open) if tag.open else asked.say("page.rules.never"),
        said=told(priced_point((tag,)), court.rules, court.speaker),
    )


def categories_of(asked: Asked, tables: tuple[OffenceTable, ...]) -> tuple[CategoryView, ...]:
    """Return the offences by category."""
    return tuple(
        CategoryView(
            id=category,
            title=asked.say(f"category.{category}"),
            tables=tuple(table for table in tables if table.offence.category == category),
        )
        for category in CATEGORIES
    )
