"""The pages that explain rulesets: the list of books, one book clause by clause, two of them side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import NOT_FOUND, Answer, page_of, redirect
from referee.app.asked import Asked, HttpError
from referee.app.form import OPTION
from referee.app.pages import (
    Choice,
    OptionField,
    book_named,
    books_by_rank,
    option_offered,
    rulesets_offered,
    title_of,
)
from referee.app.routes import query_of, url_for
from referee.explain.rulebook import (
    Sentence,
    clauses_explained,
    compared,
    events_explained,
    explained,
    offence_tables,
    sentence_of,
)
from referee.explain.statements import price_groups, priced_point
from referee.records import dataclass
from referee.rules.offences import CATEGORIES
from referee.texts.case import Rulebook, rulebook_under
from referee.texts.rulings import is_undated
from referee.texts.words import (
    TERM,
    choices_in,
    chosen_options,
    clauses_named,
    is_version,
    newest_of,
    rules_id,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.app.form import Form
    from referee.desk import Desk
    from referee.explain.rulebook import (
        ChapterStatements,
        ClauseStatements,
        Comparison,
        Difference,
        OffenceTable,
        RulingDifference,
    )
    from referee.explain.statements import PriceTag
    from referee.texts.words import Book, Option, Speaker, Words


_WIDTH, _HEIGHT = 54900, 79100
"""What A4 leaves between the margins."""

_SIZES = (95, 90, 85, 80, 75, 70, 65, 60)
"""The sizes of print, the most readable first."""

_LINE = 12
"""The height of a line for each tenth of a point that the print is high."""

_LATIN, _WIDE = 51, 100
_FIRST_WIDE = "\u2e80"
"""Widths of letters; kana and kanji begin here."""

_GAP = 800
"""Between two texts of a row."""

_RAGGED = 25
"""What a line leaves free at its end because the next word is too long, for each tenth of a point of the print."""

_RULE = 100
"""What a row takes beside its lines."""

_HALF_LINES = 17
"""The head and the last line, in half lines."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A row of texts side by side, each with its share of the width in quarters."""

    cells: tuple[tuple[str, int], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Print:
    """The size to print in, and how many of the rows, from the first on, stand on the page."""

    size: int
    rows: int


def _fitted(rows: Sequence[Row], needed: int) -> Print:
    """Return the largest print in which the first ``needed`` rows fit, else the smallest with as many as do."""
    prints = [Print(size=size, rows=_fitting(rows, size)) for size in _SIZES]
    return next((each for each in prints if each.rows >= needed), prints[-1])


def _fitting(rows: Sequence[Row], size: int) -> int:
    """Return how many rows fit a page that also has its head and its last line."""
    room = _HEIGHT - _HALF_LINES * size * _LINE // 2
    for place, row in enumerate(rows):
        room -= height(row, size)
        if room < 0:
            return place
    return len(rows)


def height(row: Row, size: int) -> int:
    """Return the height of a row: that of its longest text."""
    lines = [_lines_of(text, (_WIDTH + _GAP) * share // 4 - _GAP, size) for text, share in row.cells]
    return max(1, *lines) * size * _LINE + _RULE


def _lines_of(text: str, width: int, size: int) -> int:
    """Return how many lines a text needs in a column."""
    return -(-_width_of(text) * size // (10 * (width - _RAGGED * size)))


def _width_of(text: str) -> int:
    return sum(_WIDE if letter >= _FIRST_WIDE else _LATIN for letter in text)


_SAVED_BOOK = "Referee-Book"
"""The header that tells a phone which version of saved rules a page shows, so that it keeps that one."""
OWN_RULES = "/own-rules"
"""Where a book is copied to be changed, which only the server answers."""
_OTHER_OPTION = "other-"
"""What the name of a field begins with that chooses an option of the other one of two books."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BookCard:
    """One book in the list."""

    id: str
    title: str
    undated: bool
    sure: str
    extends: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PriceRow:
    """One yaku with its han in a closed and an open hand, and the clause."""

    name: str
    closed: str
    open: str
    sentence: Sentence


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
class VersionLink:
    """A version of rules that were saved on pages, by its number."""

    text: str
    book: str
    shown: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class History:
    """The versions of rules, the newest first; ``changes`` are those since the version before the one shown."""

    rules: str
    versions: tuple[VersionLink, ...]
    since: str
    changes: tuple[CardRow, ...]
    may_save: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesPage:
    """One book explained under its options; ``languages`` are this page's addresses by language."""

    card: BookCard
    options: tuple[OptionField, ...]
    chapters: tuple[ChapterView, ...]
    categories: tuple[CategoryView, ...]
    own: tuple[ClauseStatements, ...]
    base: tuple[ClauseStatements, ...]
    others: tuple[Choice, ...]
    history: History | None
    copy: str


def _book_cards(asked: Asked) -> tuple[BookCard, ...]:
    """Return every book of the library, in the order in which one is chosen."""
    return tuple(_book_card(asked, book) for _, book in books_by_rank(asked))


def _book_card(asked: Asked, book: Book) -> BookCard:
    base = asked.library.book(book.extends)
    name = rules_id(book.id)
    return BookCard(
        id=name,
        title=title_of(asked, book),
        undated=is_undated(asked.speaker.text(book.edition), asked.speaker),
        sure=asked.say("page.rules.sure_own" if name != book.id else f"page.rules.sure_{book.confidence}"),
        extends="" if base is None else asked.say("page.rules.extends", book=title_of(asked, base)),
    )


def _book_choices(asked: Asked, chosen: str, left_out: str = "") -> tuple[Choice, ...]:
    """Return the books as a list to choose from."""
    offered = rulesets_offered(asked, asked.library.book(chosen))
    return tuple(each for each in offered if each.value != left_out)


def rulebook_of(asked: Asked, book: Book, sent: Form, prefix: str) -> Rulebook:
    """Return a book under the options that were sent, defaults for the others, in the page's language."""
    return rulebook_under(book, _options_sent(sent, prefix), asked.library, asked.speaker.lang)


def _options_sent(sent: Form, prefix: str) -> dict[str, str]:
    """Return the options that were sent, by name."""
    return {name[len(prefix) :]: sent.one(name) for name, _ in sent.pairs if name.startswith(prefix)}


def _option_fields(asked: Asked, book: Book, sent: Form, prefix: str) -> tuple[OptionField, ...]:
    """Return the options of a book; the name of each field has the prefix."""
    chosen = chosen_options(book, _options_sent(sent, prefix))
    return tuple(option_field(asked, option, chosen[option.id], prefix) for option in book.options)


def option_field(asked: Asked, option: Option, chosen: str, prefix: str) -> OptionField:
    """Return one option with its choices."""
    return option_offered(asked, option, chosen, prefix + option.id)


def _rules_page(asked: Asked, rulebook: Rulebook, sent: Form) -> RulesPage:
    chapters = explained(rulebook.rules, rulebook.speaker)
    policy = (asked.policies or {}).get(rulebook.book.id)
    events = () if policy is None else events_explained(policy, rulebook.speaker)
    clauses = clauses_explained(rulebook.book, rulebook.variant, (*chapters, *events), rulebook.speaker, policy)
    return RulesPage(
        card=_book_card(asked, rulebook.book),
        options=_option_fields(asked, rulebook.book, sent, OPTION),
        chapters=(
            *(_chapter_view(asked, chapter, rulebook) for chapter in chapters),
            *(_events_view(asked, chapter) for chapter in events),
        ),
        categories=_categories_of(asked, offence_tables(rulebook)),
        own=tuple(clause for clause in clauses if clause.own),
        base=tuple(clause for clause in clauses if not clause.own),
        others=_book_choices(asked, "", left_out=rulebook.book.id),
        history=_history_of(asked, rulebook, sent),
        copy="" if is_version(rulebook.book.id) else OWN_RULES,
    )


def _history_of(asked: Asked, rulebook: Rulebook, sent: Form) -> History | None:
    """Return the versions of rules that were saved on pages, and what the one that is shown has changed.

    There are none of a book that comes with the program, nor while the folder cannot be read.
    """
    books = [book for _, book in asked.versions]
    if rulebook.book.id not in books:
        return None
    place = books.index(rulebook.book.id)
    before = [(number, asked.library.book(book)) for number, book in asked.versions[place + 1 : place + 2]]
    known = [(number, rulebook_of(asked, book, sent, OPTION)) for number, book in before if book is not None]
    return History(
        rules=rules_id(rulebook.book.id),
        versions=tuple(
            VersionLink(text=asked.say("page.rules.version", number=number), book=book, shown=book == rulebook.book.id)
            for number, book in asked.versions
        ),
        since=asked.say("page.rules.changed", number=known[0][0]) if known else "",
        changes=_card_rows(asked, compared(known[0][1], rulebook)) if known else (),
        may_save=asked.may_save_rules,
    )


def _chapter_view(asked: Asked, chapter: ChapterStatements, rulebook: Rulebook) -> ChapterView:
    """Return one chapter; yaku that exist stand in the table, the others in one sentence."""
    prices: tuple[PriceRow, ...] = ()
    lines = chapter.lines
    if chapter.id in ("yaku", "yakuman"):
        groups = price_groups(chapter.id, rulebook.rules)
        prices = tuple(_price_row(asked, tag, rulebook) for group in groups for tag in group if tag.closed)
        priced = {group[0].rule for group in groups if group[0].closed}
        lines = tuple(line for line in chapter.lines if line.rule not in priced)
    return ChapterView(id=chapter.id, title=asked.say(f"rule.title.{chapter.id}"), prices=prices, lines=lines)


def _events_view(asked: Asked, chapter: ChapterStatements) -> ChapterView:
    return ChapterView(id=chapter.id, title=asked.say(f"policy.title.{chapter.id}"), prices=(), lines=chapter.lines)


def _price_row(asked: Asked, tag: PriceTag, rulebook: Rulebook) -> PriceRow:
    return PriceRow(
        name=asked.say(f"yaku.{tag.name}"),
        closed=str(tag.closed),
        open=str(tag.open) if tag.open else asked.say("page.rules.never"),
        sentence=sentence_of(priced_point((tag,)), rulebook.rules, rulebook.speaker),
    )


def _categories_of(asked: Asked, tables: tuple[OffenceTable, ...]) -> tuple[CategoryView, ...]:
    return tuple(
        CategoryView(
            id=category,
            title=asked.say(f"category.{category}"),
            tables=tuple(table for table in tables if table.offence.category == category),
        )
        for category in CATEGORIES
    )


_HALF = 2
_CASE, _RULING = 2, 1
"""How many quarters of the width a case and each book's ruling have on paper."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    """One of the two books."""

    letter: str
    card: BookCard
    options: tuple[OptionField, ...]
    chosen: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CardRow:
    """One row of the card: two sentences side by side, or a case with two rulings.

    ``heading`` stands above it, on paper before it; ``hint`` explains the heading.
    """

    printed: bool = True
    heading: str = ""
    hint: str = ""
    case: str = ""
    one: Sentence | None = None
    other: Sentence | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class AgainstPage:
    """The card; ``size`` names the size of its print, ``more`` what paper has no room for."""

    sides: tuple[Side, Side]
    rows: tuple[CardRow, ...]
    size: str
    more: str


def _against_page(asked: Asked, one: Rulebook, other: Rulebook, sent: Form) -> AgainstPage:
    """Return two books side by side."""
    comparison = compared(one, other)
    rows = _card_rows(asked, comparison)
    paper = _fitted([_paper_row(row, asked.speaker) for row in rows], len(comparison.values))
    return AgainstPage(
        sides=(side(asked, "A", one, sent, OPTION), side(asked, "B", other, sent, _OTHER_OPTION)),
        rows=tuple(replace(row, printed=place < paper.rows) for place, row in enumerate(rows)),
        size=f"{paper.size // 10}-5" if paper.size % 10 else str(paper.size // 10),
        more=_more_text(asked, len(rows) - paper.rows),
    )


def _card_rows(asked: Asked, comparison: Comparison) -> tuple[CardRow, ...]:
    """Return everything in which two books differ."""
    return (
        *_value_rows(asked, comparison.values),
        *_word_rows(asked, comparison),
        *_ruling_rows(asked, comparison.rulings),
    )


def side(asked: Asked, letter: str, rulebook: Rulebook, sent: Form, prefix: str) -> Side:
    """Return one of the two books with the options it is shown under."""
    fields = _option_fields(asked, rulebook.book, sent, prefix)
    chosen = [f"{field.title}: {choice.text}" for field in fields for choice in field.choices if choice.chosen]
    return Side(letter=letter, card=_book_card(asked, rulebook.book), options=fields, chosen=" · ".join(chosen))


def _value_rows(asked: Asked, differences: tuple[Difference, ...]) -> tuple[CardRow, ...]:
    """Return the differences of values under the headings of their chapters."""
    chapters = ["", *[difference.chapter for difference in differences]]
    return tuple(
        CardRow(
            heading="" if each.chapter == before else asked.say(f"rule.title.{each.chapter}"),
            one=each.one,
            other=each.other,
        )
        for before, each in zip(chapters, differences, strict=False)
    )


def _word_rows(asked: Asked, comparison: Comparison) -> tuple[CardRow, ...]:
    """Return what each book says in words only, side by side without being compared."""
    one, other = comparison.words
    rows = tuple(
        CardRow(one=one[place] if place < len(one) else None, other=other[place] if place < len(other) else None)
        for place in range(max(len(one), len(other)))
    )
    return _with_heading(rows, asked.say("page.rules.in_words"), asked.say("page.rules.in_words_how"))


def _ruling_rows(asked: Asked, rulings: tuple[RulingDifference, ...]) -> tuple[CardRow, ...]:
    rows = tuple(
        CardRow(case=" · ".join(filter(None, (each.title, each.when))), one=each.one, other=each.other)
        for each in rulings
    )
    return _with_heading(rows, asked.say("page.rules.cases"))


def _with_heading(rows: tuple[CardRow, ...], heading: str, hint: str = "") -> tuple[CardRow, ...]:
    """Return rows with a heading above the first."""
    return tuple(replace(row, heading=heading, hint=hint) if row is rows[0] else row for row in rows)


def _paper_row(row: CardRow, speaker: Speaker) -> Row:
    lead = f"{row.heading}: " if row.heading else ""
    sides = (_with_clauses(row.one, speaker), _with_clauses(row.other, speaker))
    if row.case:
        return Row(cells=((lead + row.case, _CASE), (sides[0], _RULING), (sides[1], _RULING)))
    return Row(cells=((lead + sides[0], _HALF), (sides[1], _HALF)))


def _with_clauses(line: Sentence | None, speaker: Speaker) -> str:
    return "" if line is None else f"{line.text} ({clauses_named(line.clauses, speaker)})"


def _more_text(asked: Asked, count: int) -> str:
    """Return where the rest stands that paper has no room for, nothing if all of it has."""
    return asked.say("page.rules.more", count=count, address=asked.url) if count else ""


def books(asked: Asked, _desk: Desk) -> Answer:
    """List the books; with two of them chosen, go to their comparison."""
    one, other = asked.query.one("one"), asked.query.one("other")
    if one and other:
        return redirect(url_for("rules.against", one=one, other=other))
    choices = _book_choices(asked, "")
    return page_of("rules/books.html", cards=_book_cards(asked), choices=choices)


def show(asked: Asked, _desk: Desk, book: str) -> Answer:
    """Explain one book; with another chosen, go to the comparison under the same options."""
    found = book_named(asked, newest_of(asked.library, book))
    other = asked.query.one("with")
    if other:
        options = {name: asked.query.one(name) for name, _ in asked.query.pairs if name.startswith(OPTION)}.items()
        return redirect(f"{url_for('rules.against', one=book, other=other)}?{query_of(options)}")
    page = _rules_page(asked, rulebook_of(asked, found, asked.query, OPTION), asked.query)
    answer = page_of("rules/show.html", page=page, kept=_kept_query(asked))
    return answer.with_headers((_SAVED_BOOK, found.id)) if is_version(found.id) else answer


def clause(asked: Asked, _desk: Desk, of: str, place: str) -> Answer:
    """Go to a clause on the page of its book, under the first options with which it stands there."""
    wanted = f"{of}/{place}"
    for book in asked.library.books:
        for variant in book.variants:
            if wanted in [each.cite.clause for each in book.clauses_under(variant) if each.own]:
                options = [(OPTION + name, choice) for name, choice in choices_in(variant)]
                return redirect(f"{url_for('rules.show', book=book.id)}?{query_of(options)}#clause-{wanted}")
    raise HttpError(NOT_FOUND, asked.say("error_page.text_404"))


def against(asked: Asked, _desk: Desk, one: str, other: str) -> Answer:
    """Show two books side by side."""
    both = (
        rulebook_of(asked, book_named(asked, newest_of(asked.library, one)), asked.query, OPTION),
        rulebook_of(asked, book_named(asked, newest_of(asked.library, other)), asked.query, _OTHER_OPTION),
    )
    return page_of("rules/against.html", page=_against_page(asked, *both, asked.query), kept=_kept_query(asked))


@dataclass(frozen=True, kw_only=True, slots=True)
class TermView:
    """A term of the field as it is said and as it is written in kana or kanji, and its meaning in one sentence."""

    id: str
    name: str
    written: str
    means: str


def _term_view(name: str, words: Words) -> TermView:
    return TermView(
        id=name, name=words[f"term.{name}"], written=words[f"written.{name}"], means=words[f"meaning.{name}"]
    )


def glossary(asked: Asked, _desk: Desk) -> Answer:
    """List the terms of the field, in the order of the page's language."""
    words = asked.speaker.words
    names = [key[len(TERM) :] for key in words if key.startswith(TERM)]
    terms = [_term_view(name, words) for name in names]
    return page_of("rules/glossary.html", terms=tuple(terms))


def _kept_query(asked: Asked) -> str:
    """Return the fields of this address but the language, to be written before another one."""
    kept = query_of([(name, value) for name, value in asked.query.pairs if name != "lang"])
    return f"{kept}&" if kept else ""
