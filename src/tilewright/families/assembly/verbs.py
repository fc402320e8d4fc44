"""What ``tilewright.disassemble`` does with a solution."""

from __future__ import annotations

import threading

from tilewright.errors import PuzzleError
from tilewright.families.assembly.disassembly import Disassembly
from tilewright.families.assembly.filter import MAX_SEARCH_BYTES, AssemblyExaminer
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.solving.steps import Control, Limits, StepLoop

__all__ = ["disassemble"]


def disassemble(
    solution: Solution,
    *,
    explain: bool = False,
    least_total: bool = False,
    rotations: bool = False,
    memory: int = MAX_SEARCH_BYTES,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    cancel: threading.Event | None = None,
) -> Disassembly:
    """How an assembly comes apart, its moves replayed by a checker of their own.

    ``explain`` says of what does not come apart what is in the way. ``least_total`` searches for the least
    sum of all moves in place of the fewest to each separation. With ``rotations`` pieces of cubes also turn,
    by quarters about axes of the grid, and a turn counts as one move. ``memory`` bounds the bytes of the
    search: where they do not suffice, the status is LIMIT. Cancelled is raised when the time of ``limits`` is
    over, and soon after ``cancel`` is set. PuzzleError for a solution without a board; UnsupportedError for a
    lattice without directions.
    """
    if not isinstance(solution.puzzle, Puzzle):
        raise PuzzleError("the puzzle of this solution has no board, so nothing comes apart")
    examiner = AssemblyExaminer(
        solution.puzzle, memory, explain=explain, least_total=least_total, rotations=rotations
    )
    return examiner.examine(solution, StepLoop(Control(limits, cancel=cancel)).check_cancelled)
