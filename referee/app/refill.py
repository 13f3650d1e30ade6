"""A recorded hand as the form that would record it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.forms.form import Form
from referee.core.forms.hand_form import FU_MATTERS_BELOW
from referee.core.forms.winner_tiles import NAMED_BY_SEAT
from referee.core.rules.facts import NO_CHIPS, Aborted, Chomboed, Drawn, Won

if TYPE_CHECKING:
    from referee.core.rules.facts import Hand, Win

Pairs = list[tuple[str, str]]


def form_of(hand: Hand) -> Form:
    """Return the form filled in as the hand was recorded."""
    pairs: Pairs = [("drawn", "1"), *ending_fields(hand)]
    pairs += [("riichi", str(seat)) for seat in hand.riichi]
    pairs += [("open", str(seat)) for seat in hand.open_riichi]
    pairs += [("dead", str(seat)) for seat in hand.dead]
    if hand.wareme is not None:
        pairs.append(("wareme", str(hand.wareme)))
    return Form(pairs=tuple(pairs))


def ending_fields(hand: Hand) -> Pairs:
    """Return the fields that say how the hand ended; a discarder still in riichi was not ronned on his riichi tile."""
    match hand.ending:
        case Won(discarder=None, wins=wins):
            return [("result", "tsumo"), ("tsumo", str(wins[0].seat)), *win_fields(wins[0])]
        case Won(discarder=discarder, wins=wins):
            winners = [pair for win in wins for pair in (("ron", str(win.seat)), *win_fields(win))]
            tile = [("riichi_tile", "no")] if discarder in hand.riichi else []
            return [("result", "ron"), ("from", str(discarder)), *winners, *tile]
        case Drawn(tenpai=tenpai, nagashi=nagashi):
            waiting = [("tenpai", str(seat)) for seat in tenpai]
            return [("result", "draw"), *waiting, *[("nagashi", str(seat)) for seat in nagashi]]
        case Aborted(reason=reason):
            return [("result", "abort"), ("abort", reason)]
        case Chomboed(offenders=offenders):
            return [("result", "chombo"), *[("offender", str(seat)) for seat in offenders]]


def win_fields(win: Win) -> Pairs:
    """Return the fields of one winner's hand."""
    seat = win.seat
    pairs = laid_fields(win) if win.laid else value_fields(win)
    if win.pao is not None:
        pairs.append((f"pao-{seat}", str(win.pao.seat)))
        pairs += [(f"pao_yakuman-{seat}", str(win.pao.yakuman))] if win.pao.yakuman else []
    return pairs


def laid_fields(win: Win) -> Pairs:
    """Return the tiles that a hand was told by."""
    names = dict(NAMED_BY_SEAT)
    return [
        (f"{names[name]}-{win.seat}", each)
        for name, told in win.laid
        for each in (told.split(" ") if name == "fact" else (told,))
    ]


def value_fields(win: Win) -> Pairs:
    """Return what a hand was tapped to be worth."""
    seat = win.seat
    pairs: Pairs = [(f"han-{seat}", f"yakuman{win.yakuman}" if win.yakuman else str(win.han))]
    if not win.yakuman and win.han < FU_MATTERS_BELOW:
        pairs.append((f"fu-{seat}", str(win.fu)))
    if win.yaku_han is not None:
        pairs.append((f"yaku_han-{seat}", str(win.yaku_han)))
    if win.chips != NO_CHIPS:
        counts = (("ippatsu", win.chips.ippatsu), ("red", win.chips.red), ("ura", win.chips.ura))
        pairs += [(f"{kind}-{seat}", str(count)) for kind, count in counts if count]
    return pairs
