"""Looking before writing: what a hand would pay if it were recorded now."""

from collections.abc import Mapping

from referee.core.answers import error_record, settlement_record, table_record
from referee.core.facts import Hand, Table
from referee.core.game_codec import hand_record
from referee.core.game_decide import NotDone, closed, with_dead
from referee.core.jsontext import Record, Value, json_text, record
from referee.core.ruleset import Ruleset
from referee.core.settlement import settle
from referee.core.verify import verify
from referee.core.words import Speaker
from referee.desk.opened import Desk, history_of, kept_rules
from referee.desk.orders import Preview
from referee.desk.writing import hand_from


def preview(desk: Desk, game: str, hand: Mapping[str, object], lang: str) -> Preview:
    """Return what a hand would pay if it were recorded now; writes nothing."""
    database = desk.store.database()
    state = history_of(desk, database, game)[-1].game
    rules = kept_rules(desk, database, state).rules
    speaker = speaker_of(desk, lang)
    facts = closed(state) or hand_from(hand, state.table, rules)
    if isinstance(facts, NotDone):
        return previewed(state.table, dict(hand), error_record(facts.problems, rules, speaker))
    return preview_of(state.table, with_dead(facts, state.marks.dead), rules, speaker)


def speaker_of(desk: Desk, lang: str) -> Speaker:
    """Return the words of a language."""
    return Speaker(lang=lang, words=desk.library.sentences[lang])


def preview_of(table: Table, hand: Hand, rules: Ruleset, speaker: Speaker) -> Preview:
    """Return the question and the answer about a hand at a table."""
    problems = verify(table, hand, rules)
    if problems:
        return previewed(table, hand_record(hand), error_record(problems, rules, speaker))
    answer = settlement_record(settle(table, hand, rules), table.dealer, rules, speaker)
    return previewed(table, hand_record(hand), answer)


def previewed(table: Table, hand: Value, answer: Record) -> Preview:
    """Return a question and its answer as JSON text."""
    question = record(("ask", "settle"), ("table", table_record(table)), ("hand", hand))
    return Preview(question=json_text(question), answer=json_text(answer))
