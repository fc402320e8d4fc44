"""The strategy ``aztec-formula``: counts the dominoes on an Aztec diamond without a search.

An Aztec diamond of order n has 2^(n(n+1)/2) tilings (Elkies, Kuperberg, Larsen and Propp 1992). It shows how
a strategy is added: it takes part in counting and in ``tilewright explain`` where the puzzle is such a board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright import ExactCoverPuzzle, Status
from tilewright.solving.engines.base import Engine
from tilewright.solving.facts import Prepared
from tilewright.solving.questions import Answer, Count
from tilewright.solving.strategies.base import Strategy
from tilewright.solving.strategies.registry import StrategyPlan
from tilewright_tetrakis.aztec import diamond

if TYPE_CHECKING:
    from tilewright.solving.explanation import PlanNode
    from tilewright.solving.facts import Measuring

FORMULA = Engine("aztec-formula", "the tilings of an Aztec diamond by a formula", frozenset(), __name__)
REASON = "the board is an Aztec diamond: the number of its tilings is known"


@dataclass(frozen=True)
class AztecFormula(Strategy):
    """The count of the tilings of an Aztec diamond of an order."""

    order: int

    def answer(self, facts: Prepared[Any]) -> Answer:
        tilings = 2 ** (self.order * (self.order + 1) // 2)
        seconds, name = facts.loop.seconds, self.engine.name
        facts.loop.note_effort("count", name, 0, seconds, 1.0, Status.COMPLETE)  # what `explain --run` shows
        return Answer(Status.COMPLETE, tilings, None, None, "", 0, seconds, name, self.reason, 1.0)

    def node(self, measuring: Measuring) -> PlanNode:
        from tilewright.solving.explanation import PlanNode

        return PlanNode("a formula", "count", self.engine.name, self.reason)


def plan(facts: Prepared[Any]) -> AztecFormula | None:
    """The strategy, where the question is the number of tilings of an Aztec diamond by dominoes."""
    puzzle, options = facts.query.puzzle, facts.query.options
    if not isinstance(facts.query.question, Count) or options.unique or options.labelled:
        return None
    if isinstance(puzzle, ExactCoverPuzzle) or len(puzzle.pieces) != 1:
        return None
    order = next((n for n in range(1, 100) if 2 * n * (n + 1) >= len(puzzle.board.cells)), 0)
    piece, cells = puzzle.pieces[0], puzzle.board.cells
    plain = piece.size == 2 and piece.min_copies == piece.max_copies == order * (order + 1)
    if not plain or puzzle.lattice.name != "square":
        return None
    if _from_zero(cells) != _from_zero(diamond(order).board.cells):
        return None
    return AztecFormula(FORMULA, REASON, order)


def _from_zero(cells: frozenset[Any]) -> set[tuple[int, int]]:
    """The cells, moved to the corner."""
    columns, rows = min(x for x, _ in cells), min(y for _, y in cells)
    return {(x - columns, y - rows) for x, y in cells}


AZTEC_FORMULA = StrategyPlan("aztec-formula", "the tilings of Aztec diamonds by a formula", plan)
