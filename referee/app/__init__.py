"""Everything that a person may ask for, answered from a request and the desk alone, on the server and on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app import (
    apply,
    correct,
    games,
    pays,
    record,
    rules,
    rulings,
    settings,
    sheet,
    table,
    tiles,
)
from referee.app.routes import ROUTES

if TYPE_CHECKING:
    from referee.app.routes import Handler


HANDLERS: dict[str, Handler] = {
    "games.home": games.home,
    "games.new": games.new,
    "games.begin": games.begin,
    "games.again": games.again,
    "games.archive": games.archive,
    "pays.show": pays.show,
    "pays.payment": pays.payment,
    "pays.at_table": pays.at_table,
    "pays.payment_at_table": pays.payment_at_table,
    "point_table.show": pays.points,
    "point_table.at_table": pays.points_at_table,
    "rulings.show": rulings.show,
    "rulings.at_table": rulings.at_table,
    "rulings.offence": rulings.offence,
    "rulings.offence_at_table": rulings.offence_at_table,
    "rulings.answer": rulings.answer,
    "rulings.found": rulings.found,
    "rulings.found_at_table": rulings.found_at_table,
    "tiles.show": tiles.show,
    "tiles.answer": tiles.answer,
    "tiles.at_table": tiles.at_table,
    "table.show": table.show,
    "table.state": table.state,
    "table.mark": table.mark,
    "table.seats": table.seats,
    "table.sit": table.sit,
    "table.rename": table.rename,
    "record.show": record.show,
    "record.preview": record.preview,
    "record.confirm": record.confirm,
    "record.take_mine": record.take_mine,
    "correct.show": correct.show,
    "correct.preview": correct.preview,
    "correct.changes": correct.changes,
    "correct.save": correct.save,
    "sheet.show": sheet.show,
    "sheet.state": sheet.state,
    "sheet.undo": sheet.undo,
    "sheet.signal": sheet.signal,
    "sheet.end": sheet.end,
    "sheet.force_end": sheet.force_end,
    "sheet.finish": sheet.finish,
    "sheet.reopen": sheet.reopen,
    "sheet.share": sheet.share,
    "apply.show": apply.show,
    "apply.facts": apply.facts,
    "apply.outcome": apply.outcome,
    "apply.issue": apply.issue,
    "apply.withdraw": apply.withdraw,
    "adjust.show": correct.show_adjusting,
    "adjust.save": correct.adjust,
    "adjust.note": correct.note,
    "table.since": table.since,
    "sheet.enter_lost": sheet.enter_lost,
    "reader.show": sheet.show_read_only,
    "reader.state": sheet.state_read_only,
    "settings.show": settings.show,
    "offline.show": settings.offline,
    "offline.forget": settings.forget,
    "settings.save": settings.save,
    "settings.forget_names": settings.forget_names,
}
"""Who answers at which endpoint."""
DOCUMENTS: dict[str, Handler] = {
    "rules.books": rules.books,
    "rules.show": rules.show,
    "rules.clause": rules.clause,
    "rules.against": rules.against,
    "rules.glossary": rules.glossary,
}
"""The same for what is read like a book: a phone keeps it as the server drew it."""

__all__ = ["DOCUMENTS", "HANDLERS", "ROUTES"]
