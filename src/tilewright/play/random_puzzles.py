"""Random puzzles: a rectangle is cut into pieces, so that it has a solution, or exactly one.

The cut is a solution, so there is one. Exactly one, up to the rectangle's symmetries, is sought among cuts
into jagged pieces: of 7 x 8 in 9 pieces, each side by which the borders between them are longer takes away
almost half of the solutions. Such a cut is changed a little, again and again, as long as that leaves no more
solutions than before; they are counted.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from tilewright.errors import PuzzleError
from tilewright.generators.cuts import Cut, CutRules, cut_pieces, piece_sizes
from tilewright.model.lattices import SQUARE, Cell
from tilewright.model.pieces import polyforms
from tilewright.model.puzzle import Board, Expected, Puzzle, Solution
from tilewright.model.verification import faults
from tilewright.solve.api import count
from tilewright.solve.engines.base import Limits, Status
from tilewright.solve.stepping import Cancelled, Control, StepLoop

DEFAULT_LIMITS = Limits(seconds=30.0)
MAX_AREA = 400
MAX_PIECES = 100
MOTIONS = ("all", "rotation", "fixed")

MAX_CUTS = 3_000  # cuts that are looked at for one with one solution
MAX_COUNTED = 64  # solutions; larger numbers are not distinguished
PATIENCE = 60  # changes without improvement before a new cut is made
COUNT_NODES = 2_000_000  # of one count, about two seconds; a cut that takes longer is passed over
SHAKES = (1, 2, 3, 6)  # cells that change hands between two cuts, drawn at random
GENERATED = 7  # cells of pieces up to which it is known at once how many shapes there are


@dataclass(frozen=True)
class RandomPuzzleSpec:
    """``width`` x ``height`` cells in ``pieces`` pieces of about the same size.

    Sizes are at most ``spread`` cells below the mean rounded down, or above the mean rounded up.
    ``different``: no two pieces are alike. ``unique``: exactly one solution up to the rectangle's symmetries.
    ``motions`` is how pieces may move: ``all``, ``rotation`` or ``fixed``. PuzzleError when it cannot be.
    """

    width: int
    height: int
    pieces: int
    different: bool = True
    unique: bool = False
    spread: int = 1
    motions: str = "all"
    seed: int = 0

    def __post_init__(self) -> None:
        area = self.width * self.height
        if self.width < 1 or self.height < 1 or area > MAX_AREA:
            raise PuzzleError(
                f"a board of {self.height} x {self.width} is not possible; expected at least 1 x 1 and "
                f"at most {MAX_AREA} cells"
            )
        if not 1 <= self.pieces <= min(area, MAX_PIECES):
            raise PuzzleError(
                f"{self.pieces} pieces are not possible; expected 1 to {min(area, MAX_PIECES)} "
                f"on {area} cells"
            )
        if self.motions not in MOTIONS:
            raise PuzzleError(f"there are no motions {self.motions!r}; expected one of {', '.join(MOTIONS)}")
        if not 0 <= self.spread <= MAX_AREA:
            raise PuzzleError(f"a spread of {self.spread} is not possible; expected 0 to {MAX_AREA}")
        if self.different:
            self._check_shapes()

    @property
    def sizes(self) -> tuple[int, int]:
        """The fewest and the most cells of a piece."""
        return piece_sizes(self.width * self.height, self.pieces, self.spread)

    @property
    def rules(self) -> CutRules:
        """How the rectangle is cut."""
        cells = tuple(product(range(self.width), range(self.height)))
        return CutRules(
            SQUARE, cells, self.pieces, self.sizes, self.different, self.motions, jagged=self.unique
        )

    def _check_shapes(self) -> None:
        least, most = self.sizes
        if most > GENERATED:
            return  # more shapes than pieces that are accepted
        there = [(size, len(polyforms(size, self.motions))) for size in range(least, most + 1)]
        # With all different, the smallest shapes come first: what they cover at least, the board must have.
        area, left, smallest, largest = self.width * self.height, self.pieces, 0, 0
        for size, shapes in there:
            smallest += size * min(shapes, left)
            left -= min(shapes, left)
        needed = self.pieces
        for size, shapes in reversed(there):
            largest += size * min(shapes, needed)
            needed -= min(shapes, needed)
        if left or smallest > area or largest < area:
            raise PuzzleError(
                f"{self.pieces} different pieces of {least} to {most} cells cannot cover {area} cells; use "
                "fewer pieces, a larger spread, or allow identical pieces"
            )


@dataclass(frozen=True)
class RandomPuzzle:
    """The puzzle that was made, with the solution that it was cut from.

    ``solutions`` is their number up to symmetry, 0 when it is not known. If ``unique`` was requested and
    ``status`` is not COMPLETE, the puzzle is the one with the fewest solutions found; None if there is none.
    """

    status: Status
    puzzle: Puzzle | None
    solution: Solution | None
    solutions: int
    cuts: int
    sentence: str


def generate(
    spec: RandomPuzzleSpec, limits: Limits = DEFAULT_LIMITS, cancel: threading.Event | None = None
) -> RandomPuzzle:
    """A random puzzle; deterministic without a time limit. ``limits.nodes`` limits the sum of all counts."""
    return _Generator(spec, limits, cancel).generate()


class _Generator:
    """The generation of one puzzle: the best cut so far, and its number of solutions."""

    def __init__(self, spec: RandomPuzzleSpec, limits: Limits, cancel: threading.Event | None) -> None:
        self.spec, self.limits = spec, limits
        self.loop = StepLoop(Control(limits, cancel=cancel))
        self.nodes = self.cuts = 0
        self.dice = random.Random(f"{spec.width}x{spec.height}/{spec.pieces}/{spec.seed}")
        self.cut = Cut(spec.rules, self.dice, self.loop.check_cancelled)
        self.best: list[int] | None = None
        self.solutions = MAX_COUNTED + 1  # that or more

    def generate(self) -> RandomPuzzle:
        status = Status.COMPLETE
        try:
            self._search()
        except Cancelled as end:
            status = end.status
        if self.spec.unique and self.solutions != 1 and status is Status.COMPLETE:
            status = Status.LIMIT
        return self._result(status)

    def _search(self) -> None:
        if not self.spec.unique:
            self.cuts = 1
            self.best = self.cut.saved() if self.cut.start() else None
            return
        while self.solutions > 1 and self.cuts < MAX_CUTS and self.cut.start():
            self._descend()

    def _descend(self) -> None:
        """Change a new cut for others with as few solutions or fewer, until there is one or nothing helps."""
        self.best = self.best or self.cut.saved()
        at = self._count(MAX_COUNTED)
        stale = 0
        while at > 1 and stale < PATIENCE and self.cuts < MAX_CUTS:
            before = self.cut.saved()
            found = self._count(at) if self.cut.shake(self.dice.choice(SHAKES)) else MAX_COUNTED + 1
            if found > at:
                self.cut.restore(before)
            stale = 0 if found < at else stale + 1
            at = min(at, found)

    def _count(self, most: int) -> int:
        """The solutions of the cut up to symmetry; ``most`` + 1 when there are more, or it takes too long."""
        self.loop.check_cancelled()
        self.cuts += 1
        puzzle, _ = _puzzle(self.cut.shapes, self.spec)
        nodes = COUNT_NODES
        if self.limits.nodes is not None:
            nodes = min(nodes, self.limits.nodes - self.nodes)
            if nodes <= 0:
                raise Cancelled(Status.LIMIT)
        seconds = self.limits.seconds
        if seconds is not None:
            seconds = max(0.0, seconds - self.loop.elapsed)
        limits = Limits(most + 1, nodes, seconds)
        cancel = self.loop.control.cancel
        answer = count(puzzle, unique=True, limits=limits, threads=1, cancel=cancel)
        self.nodes += answer.nodes
        if answer.status is not Status.COMPLETE or answer.up_to_symmetry is None:
            return most + 1
        if answer.up_to_symmetry < self.solutions:
            self.solutions, self.best = answer.up_to_symmetry, self.cut.saved()
        return answer.up_to_symmetry

    def _result(self, status: Status) -> RandomPuzzle:
        if self.best is None:
            sentence = "No such puzzle was found; try another seed, a larger spread or other pieces."
            return RandomPuzzle(
                Status.LIMIT if status is Status.COMPLETE else status, None, None, 0, self.cuts, sentence
            )
        self.cut.restore(self.best)
        shapes = self.cut.shapes
        random.Random(self.spec.seed).shuffle(shapes)
        puzzle, solution = _puzzle(shapes, self.spec, turned=True)
        if errors := faults(puzzle, solution):
            raise RuntimeError(f"the cut is not a solution of its puzzle: {errors[0]}")
        solutions = 0
        if not self.spec.unique:
            sentence = "It has a solution."
        elif self.solutions == 1:
            known = Expected("unique", 1, "counted when the puzzle was made")
            puzzle, solutions = replace(puzzle, expect=(known,)), 1
            sentence = f"It has exactly one solution up to symmetry (cut {self.cuts:,}, fully counted)."
        elif self.solutions > MAX_COUNTED:
            sentence = (
                f"It has a solution, and perhaps many: none of {self.cuts:,} cuts had at most {MAX_COUNTED}."
            )
        else:
            solutions = self.solutions
            sentence = f"It has {solutions} solutions up to symmetry: the fewest of {self.cuts:,} cuts."
        return RandomPuzzle(status, puzzle, solution, solutions, self.cuts, sentence)


def _puzzle(
    shapes: Sequence[tuple[Cell, ...]], spec: RandomPuzzleSpec, *, turned: bool = False
) -> tuple[Puzzle, Solution]:
    """The puzzle that a cut makes, and the cut as its solution; with ``turned`` pieces lie at random."""
    dice = random.Random(spec.seed) if turned else None
    pieces, placements = cut_pieces(shapes, SQUARE, spec.motions, dice)
    board = Board.of(product(range(spec.width), range(spec.height)))
    title = f"{spec.height} x {spec.width} in {len(shapes)} pieces, cut at random (seed {spec.seed})"
    return Puzzle(board, tuple(pieces), title=title), Solution.of(placements)
