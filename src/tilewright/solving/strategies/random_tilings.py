"""Samples of tilings by dominoes or lozenges that need no table of states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.model.verification import faults
from tilewright.solving.answers import Draw, Sample
from tilewright.solving.engines.base import Engine
from tilewright.solving.engines.registry import COUPLING, DOMINO_SHUFFLING
from tilewright.solving.facts import Prepared
from tilewright.solving.random_tilings.board import TilingBoard, tiling_board
from tilewright.solving.random_tilings.drawing import NO_TILING, draw_tilings
from tilewright.solving.steps import Cancelled, Status
from tilewright.solving.strategies.base import Strategy

if TYPE_CHECKING:
    from tilewright.model.puzzle import Solution
    from tilewright.solving.explanation import PlanNode
    from tilewright.solving.facts import Measuring

MIN_CELLS = 150  # of boards below, a sweep is as quick, and it tells how many solutions there are
SHUFFLED = "an Aztec diamond: domino shuffling draws each tiling with the same probability"
COUPLED = "a board without holes: coupling from the past draws each tiling with the same probability"

CUT_OFF = (
    "the time of coupling from the past depends on the tiling, so tilings drawn before an early end are not "
    "exactly uniform"
)


@dataclass(frozen=True)
class RandomTilings(Strategy):
    """Tilings of a board drawn one after another, each uniformly from all."""

    board: TilingBoard

    def answer(self, facts: Prepared[Any]) -> Sample:
        query, loop = facts.query, facts.loop
        assert isinstance(query.question, Draw)
        drawn: list[Solution] = []
        status, began, proof, size = Status.COMPLETE, loop.elapsed, "", query.question.size
        try:
            # One tiling at least tells whether there is any.
            for solution in draw_tilings(self.board, max(1, size), seed=query.control.seed, loop=loop):
                # Its placements are new ones, of which a Checker would keep a mask as long as the board.
                if wrong := faults(self.board.puzzle, solution):
                    what = f"the engine {self.engine.name!r} gave a wrong solution: {'; '.join(wrong)}"
                    raise RuntimeError(what)
                drawn.append(solution)
            proof = "" if drawn else NO_TILING
        except Cancelled as cancelled:
            status = cancelled.status
        share = 1.0 if status is Status.COMPLETE else len(drawn) / max(1, size)
        loop.note_effort("sweep", self.engine.name, len(drawn), loop.elapsed - began, share, status)
        is_biased = status is not Status.COMPLETE and bool(drawn) and self.engine is COUPLING
        return Sample(
            status, tuple(drawn[:size]), 0 if proof else None, 0, loop.seconds, share,
            self.engine.name, self.reason, CUT_OFF if is_biased else "", proof,
        )  # fmt: skip

    def unanswered(self, facts: Prepared[Any], status: Status) -> Sample:
        return Sample(status, (), None, 0, facts.loop.seconds, 0.0, self.engine.name, self.reason)

    def node(self, measuring: Measuring) -> PlanNode:
        from tilewright.solving.explanation import PlanNode

        return PlanNode("random tilings", "sweep", self.engine.name, self.reason, None)


def random_tilings(facts: Prepared[Any]) -> RandomTilings | None:
    """The strategy for a sample of tilings of a large board by dominoes or lozenges; None for others."""
    query = facts.query
    if not isinstance(query.question, Draw) or query.options.order or query.options.engine is not None:
        return None
    if query.control.limits.nodes is not None:
        return None
    board = tiling_board(query.puzzle)
    if isinstance(board, str) or len(board.cells) < MIN_CELLS:
        return None
    engine: Engine
    if board.aztec_order:
        engine, reason = DOMINO_SHUFFLING, SHUFFLED
    elif board.is_simply_connected:
        engine, reason = COUPLING, COUPLED
    else:
        return None
    return RandomTilings(engine, reason, board)
