"""What a reason is: a sentence a person understands, and the cells that show it."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Placement

KINDS = {
    "areas": "the pieces have too many cells, or too few",
    "area sums": "no choice of pieces has the board's area",
    "uncoverable cell": "a cell that no piece can cover",
    "uncoverable item": "an item that too few options cover",
    "unplaceable piece": "a piece that must be used has too few places to lie",
    "competing cells": "more cells need a piece of one kind than there are such pieces",
    "regions": "a part of the board that is cut off, whose area no choice of pieces has",
    "colours": "the numbers of cells of each printed colour differ on board and pieces",
    "colouring": "a colouring of the cells that the pieces cannot match",
    "weights": "weights of the cells under which pieces and board never weigh the same",
    "weight bound": "weights of the cells under which the board weighs more than the pieces can",
    "cases": "a short case analysis: each place of one piece, or each way to cover one cell, fails",
}
"""Every kind of reason, with what it says."""


@dataclass(frozen=True)
class Reason:
    """A proof that a puzzle has no solution.

    ``cells`` are worth marking in a picture. ``classes`` gives cells their colour in a colouring or their
    weight (modulo ``modulus``) in a weighting; weight 0 is left out. ``cases`` are the branches of a case
    analysis, each a placement and why the puzzle fails with it. ``hint`` says what might help.
    """

    kind: str
    sentence: str
    cells: tuple[Cell, ...] = ()
    classes: tuple[tuple[Cell, int], ...] = ()
    modulus: int = 0
    cases: tuple[tuple[Placement, Reason], ...] = ()
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.sentence} {self.hint}".rstrip()

    def leaves(self) -> int:
        """How many ends the case analysis has; 1 for any other reason."""
        return sum(reason.leaves() for _, reason in self.cases) if self.cases else 1
