"""The filter ``disassemblable``: assemblies that come apart, with the numbers of moves as their levels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from tilewright.errors import UnsupportedError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.disassembly import Disassembly
from tilewright.families.assembly.piece_table import OptionTable, PieceTable
from tilewright.families.assembly.replay import check_disassembly
from tilewright.families.assembly.representatives import Representatives
from tilewright.model.lattices import CUBE
from tilewright.model.puzzle import Placement, Puzzle, Solution
from tilewright.solving.steps import CancelCheck, Status
from tilewright.solving.strategies.filtering import Examined, ListedSolutions, SolutionFilter

if TYPE_CHECKING:
    from tilewright.exact_cover.translation import Cover
    from tilewright.families.assembly.rotations import TurningDisassembler
    from tilewright.solving.engines.base import Batch
    from tilewright.solving.strategies.filtering import SolutionDocument

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
        self._max_bytes = max_bytes
        self._disassembler = Disassembler(puzzle, max_bytes, self._representatives)
        self._table: OptionTable | None = None
        self._group = symmetries(puzzle)

    def examine(self, solution: Solution, check_cancelled: CancelCheck) -> Disassembly:
        """How an assembly comes apart; PuzzleError when its moves cannot be made, a fault of Tilewright."""
        return self._checked(solution, self._take_apart(solution, check_cancelled), check_cancelled)

    def option_table(self, cover: Cover) -> OptionTable | None:
        """The table of the options, for the examiners of all threads; None where pieces turn as well."""
        if self._turning is not None:
            return None
        return OptionTable(cover, self._representatives, PieceTable(self._puzzle))

    def examine_options(
        self,
        table: OptionTable,
        batch: Batch,
        solutions: ListedSolutions,
        check_cancelled: CancelCheck,
    ) -> Iterator[Examined[Disassembly]]:
        """How the assemblies of a batch come apart, as :meth:`examine` says; nothing but the states of those
        that are known not to come apart by any translations."""
        if table is not self._table:
            self._table = table
            self._disassembler = Disassembler(
                self._puzzle, self._max_bytes, self._representatives, table.pieces
            )
        done = 0

        def assembly(number: int) -> Sequence[Placement]:
            return self._representatives.choose(solutions.solution(batch[number]))

        for states, disassembly in self._disassembler.take_packed_apart(
            *table.assemblies(batch),
            assembly,
            check_cancelled,
            explain=self._explain,
            least_total=self._least_total,
        ):
            done += len(states)
            if disassembly is None:
                yield Examined(states)
                continue
            solution = solutions.solution(batch[done - 1])
            disassembly = self._checked(solution, disassembly, check_cancelled)
            yield Examined(states, [(len(states) - 1, solution, disassembly)])

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

    def _checked(
        self, solution: Solution, disassembly: Disassembly, check_cancelled: CancelCheck
    ) -> Disassembly:
        """How an assembly comes apart; with the status LIMIT where it does not and that is not proven."""
        checked = super()._checked(solution, disassembly, check_cancelled)
        return checked if checked.is_proven else replace(checked, status=Status.LIMIT)


def _assembly_document(puzzle: Puzzle) -> SolutionDocument:
    from tilewright.families.assembly.burrtools import AssemblyDocument  # here: few searches write one

    return AssemblyDocument(puzzle)


DISASSEMBLABLE = SolutionFilter(
    "disassemblable",
    DisassemblableExaminer,
    MAX_SEARCH_BYTES,
    {".xmpuzzle": _assembly_document},
    suits=lambda lattice: bool(lattice.directions),
)

DISASSEMBLABLE_WITH_ROTATIONS = SolutionFilter(
    "disassemblable-with-rotations",
    partial(DisassemblableExaminer, rotations=True),
    MAX_SEARCH_BYTES,
    suits=lambda lattice: lattice is CUBE,
)
"""As DISASSEMBLABLE, where pieces turn as well; BurrTools' files hold no turns."""
