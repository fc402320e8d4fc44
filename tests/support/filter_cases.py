"""A filter of solutions for tests: how far apart two pieces are."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.model.levels import Levels
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.solving.steps import CancelCheck, Status
from tilewright.solving.strategies.filtering import SolutionFilter


@dataclass(frozen=True)
class Finding:
    """What a test's filter found."""

    levels: Levels
    status: Status = Status.COMPLETE


class DistanceExaminer:
    """The level of a solution is how far apart the pieces P and U are; 0 apart is not kept.

    The distance is the least between a cell of each, less one, and the same for all images.
    """

    def __init__(self, puzzle: Puzzle, max_bytes: int) -> None:
        self.puzzle, self.max_bytes = puzzle, max_bytes

    def examine(self, solution: Solution, check_cancelled: CancelCheck) -> Finding:
        check_cancelled()
        one, other = ({p.piece: p.cells for p in solution.placements}[name] for name in "PU")
        distance = min(sum(abs(a - b) for a, b in zip(c, d, strict=True)) for c in one for d in other) - 1
        return Finding((distance,) if distance else ())


APART = SolutionFilter("apart", DistanceExaminer, 1 << 20)
