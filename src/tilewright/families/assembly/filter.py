"""The filter ``disassemblable``: assemblies that come apart, with the numbers of moves as their levels."""

from __future__ import annotations

from dataclasses import replace

from tilewright.errors import UnsupportedError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.families.assembly.burrtools import AssemblyDocument
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.disassembly import Disassembly
from tilewright.families.assembly.replay import check_disassembly
from tilewright.families.assembly.representatives import Representatives
from tilewright.families.assembly.rotations import TurningDisassembler
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.solving.steps import CancelCheck, Status
from tilewright.solving.strategies.filtering import SolutionFilter

MAX_SEARCH_BYTES = 1 << 28  # of one search, where more is free


class AssemblyExaminer:
    """Takes assemblies of one puzzle apart and replays the moves; arguments and errors as of Disassembler.

    With ``explain`` what does not come apart has the reason with it. ``least_total`` as of ``take_apart``.
    With ``rotations`` pieces turn as well; UnsupportedError together with ``least_total``, and on lattices
    other than the cube.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        max_bytes: int = MAX_SEARCH_BYTES,
        *,
        explain: bool = False,
        least_total: bool = False,
        rotations: bool = False,
    ) -> None:
        if least_total and rotations:
            raise UnsupportedError("the least sum of moves is searched for with translations only")
        self._puzzle, self._explain, self._least_total = puzzle, explain, least_total
        self._representatives = Representatives(puzzle)
        self._turning = TurningDisassembler(puzzle, max_bytes, self._representatives) if rotations else None
        self._disassembler = Disassembler(puzzle, max_bytes, self._representatives)
        self._group = symmetries(puzzle)

    def examine(self, solution: Solution, check_cancelled: CancelCheck) -> Disassembly:
        """How an assembly comes apart; PuzzleError when its moves cannot be made, a fault of Tilewright."""
        disassembly = self._take_apart(solution, check_cancelled)
        if not disassembly.comes_apart:
            return disassembly
        if not self._group.trivial:
            # Where several images are equally good, the levels after the first depend on the choice.
            image = self._group.canonical(solution)
            chosen = tuple((one.piece, one.cells) for one in self._representatives.choose(image))
            if chosen != disassembly.pieces:
                disassembly = self._take_apart(image, check_cancelled)
        check_disassembly(disassembly, self._puzzle)
        return disassembly

    def _take_apart(self, solution: Solution, check_cancelled: CancelCheck) -> Disassembly:
        if self._turning is not None:
            return self._turning.take_apart(solution, check_cancelled, explain=self._explain)
        return self._disassembler.take_apart(
            solution, check_cancelled, explain=self._explain, least_total=self._least_total
        )


class DisassemblableExaminer(AssemblyExaminer):
    """As the filter needs it: what translations may separate that were not tried is not decided."""

    def examine(self, solution: Solution, check_cancelled: CancelCheck) -> Disassembly:
        """How an assembly comes apart; with the status LIMIT where it does not and that is not proven."""
        disassembly_found = super().examine(solution, check_cancelled)
        return (
            disassembly_found
            if disassembly_found.is_proven
            else replace(disassembly_found, status=Status.LIMIT)
        )


DISASSEMBLABLE = SolutionFilter(
    "disassemblable",
    DisassemblableExaminer,
    MAX_SEARCH_BYTES,
    {".xmpuzzle": AssemblyDocument},
    suits=lambda lattice: bool(lattice.directions),
)
