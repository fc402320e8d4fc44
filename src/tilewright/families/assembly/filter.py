"""The filter ``disassemblable``: assemblies that come apart, with the numbers of moves as their levels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from tilewright.errors import UnsupportedError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.families.assembly.burrtools import AssemblyDocument
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.disassembly import Disassembly
from tilewright.families.assembly.replay import check_disassembly
from tilewright.families.assembly.representatives import Representatives
from tilewright.model.lattices import CUBE
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.solving.steps import CancelCheck, Status
from tilewright.solving.strategies.filtering import SolutionFilter

if TYPE_CHECKING:
    from tilewright.families.assembly.rotations import TurningDisassembler

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
        self._turning: TurningDisassembler | None = None
        if rotations:
            from tilewright.families.assembly.rotations import TurningDisassembler  # here: most pieces slide

            self._turning = TurningDisassembler(puzzle, max_bytes, self._representatives)
        self._disassembler = Disassembler(puzzle, max_bytes, self._representatives)
        self._group = symmetries(puzzle)

    def examine(self, solution: Solution, check_cancelled: CancelCheck) -> Disassembly:
        """How an assembly comes apart; PuzzleError when its moves cannot be made, a fault of Tilewright."""
        return next(self.examine_each([solution], check_cancelled))

    def examine_each(
        self, solutions: Sequence[Solution], check_cancelled: CancelCheck
    ) -> Iterator[Disassembly]:
        """As :meth:`examine`, of each of some assemblies."""
        results = self._take_apart(solutions, check_cancelled)
        for solution, disassembly in zip(solutions, results, strict=True):
            yield self._checked(solution, disassembly, check_cancelled)

    def _checked(
        self, solution: Solution, disassembly: Disassembly, check_cancelled: CancelCheck
    ) -> Disassembly:
        """The disassembly of an assembly, of that image where it depends on the image, replayed."""
        if not disassembly.comes_apart:
            return disassembly
        if not self._group.trivial:
            # Where several images are equally good, the levels after the first depend on the choice.
            image = self._group.canonical(solution)
            chosen = tuple((one.piece, one.cells) for one in self._representatives.choose(image))
            if chosen != disassembly.pieces:
                disassembly = next(self._take_apart([image], check_cancelled))
        check_disassembly(disassembly, self._puzzle)
        return disassembly

    def _take_apart(
        self, solutions: Iterable[Solution], check_cancelled: CancelCheck
    ) -> Iterator[Disassembly]:
        turning = self._turning
        if turning is not None:
            return (turning.take_apart(one, check_cancelled, explain=self._explain) for one in solutions)
        return self._disassembler.take_each_apart(
            solutions, check_cancelled, explain=self._explain, least_total=self._least_total
        )


class DisassemblableExaminer(AssemblyExaminer):
    """As the filter needs it: what translations may separate that were not tried is not decided."""

    def _checked(
        self, solution: Solution, disassembly: Disassembly, check_cancelled: CancelCheck
    ) -> Disassembly:
        """How an assembly comes apart; with the status LIMIT where it does not and that is not proven."""
        checked = super()._checked(solution, disassembly, check_cancelled)
        return checked if checked.is_proven else replace(checked, status=Status.LIMIT)


DISASSEMBLABLE = SolutionFilter(
    "disassemblable",
    DisassemblableExaminer,
    MAX_SEARCH_BYTES,
    {".xmpuzzle": AssemblyDocument},
    suits=lambda lattice: bool(lattice.directions),
)

DISASSEMBLABLE_WITH_ROTATIONS = SolutionFilter(
    "disassemblable-with-rotations",
    partial(DisassemblableExaminer, rotations=True),
    MAX_SEARCH_BYTES,
    suits=lambda lattice: lattice is CUBE,
)
"""As DISASSEMBLABLE, where pieces turn as well; BurrTools' files hold no turns."""
