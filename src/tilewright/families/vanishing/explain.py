"""Why pieces stay: for each side of each piece that is left, what keeps it from going that way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright._core import VanishingSearch
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.conditions import Way, ways
from tilewright.families.vanishing.exact import listed

KINDS = {
    "never": "the board alone forbids every side",
    "stuck": "every side waits for pieces that can never go themselves",
    "conflict": "it could go in some order, but not in this one",
}
"""Why a piece stays, from the plainest reason to the deepest."""


@dataclass(frozen=True)
class SideReason:
    """Why a piece cannot go by one of its sides, as a sentence; ``for_ever`` when no order changes that."""

    side: str
    sentence: str
    for_ever: bool


@dataclass(frozen=True)
class Stay:
    """A piece that is left, the kind of reason, and the reason for each of its four sides."""

    number: int
    kind: str
    sides: tuple[SideReason, ...]


def stays(board: DominoBoard, order: Sequence[int]) -> list[Stay]:
    """Every piece that an order of removal leaves, with the reasons; the order is taken to be allowed.

    "never" and "stuck" are proofs: by no order can the piece go. "conflict" is about this order.
    """
    # The rule and its proof stand in native/families/vanishing/game.hpp.
    hopeless = set(VanishingSearch(len(board.pieces), listed(board)).stuck)
    turn = {number: at for at, number in enumerate(order, start=1)}
    found = []
    for number in range(len(board.pieces)):
        if number in turn:
            continue
        own = ways(board, number)
        reasons = tuple(_reason(board, way, turn, hopeless) for way in own)
        if all(way.never for way in own):
            kind = "never"
        elif number in hopeless:
            kind = "stuck"
        else:
            kind = "conflict"
        found.append(Stay(number, kind, reasons))
    return found


def _reason(board: DominoBoard, way: Way, turn: dict[int, int], hopeless: set[int]) -> SideReason:
    def named(numbers: set[int] | frozenset[int]) -> str:
        words = [f"{number + 1} ({board.pieces[number]})" for number in sorted(numbers)]
        head = "piece" if len(words) == 1 else "pieces"
        return f"{head} {' and '.join([', '.join(words[:-1]), words[-1]] if len(words) > 1 else words)}"

    if way.never:
        return SideReason(way.side, way.never, for_ever=True)
    for_ever = way.gone & hopeless
    if for_ever:
        verb = "stands" if len(for_ever) == 1 else "stand"
        return SideReason(way.side, f"{named(for_ever)} {verb} in between and can never go", for_ever=True)
    waits = way.gone - turn.keys()
    lost = way.there & turn.keys()
    if lost:
        when = ", ".join(f"removal {turn[number]}" for number in sorted(lost))
        verb = "has" if len(lost) == 1 else "have"
        more = f", and {named(waits)} is in between" if waits else ""
        return SideReason(
            way.side, f"{named(lost)} had to stay to stop the distance, and {verb} gone ({when}){more}", False
        )
    verb = "stands" if len(waits) == 1 else "stand"
    return SideReason(way.side, f"{named(waits)} {verb} in between and stays", for_ever=False)
