"""Random puzzles: a rectangle is cut into pieces, so that it has a solution, or exactly one.

The cut is a solution, so there is one. Exactly one, up to the rectangle's symmetries, is sought among cuts
into jagged pieces: of 7 x 8 in 9 pieces, each side by which the borders between them are longer takes away
almost half of the solutions. Such a cut is changed a little, again and again, as long as that leaves no more
solutions than before; they are counted.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from tilewright.errors import PuzzleError
from tilewright.generators.cuts import ONE_SOLUTION, Cut, CutRules, cut_pieces, piece_sizes
from tilewright.model.lattices import SQUARE, Cell
from tilewright.model.pieces import polyforms
from tilewright.model.puzzle import Board, Puzzle, Solution
from tilewright.model.verification import faults
from tilewright.solving.api import count
from tilewright.solving.steps import Cancelled, Control, Limits, Status, StepLoop
from tilewright.wording import quoted

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
            raise PuzzleError(
                f"there are no motions {quoted(self.motions)}; expected one of {', '.join(MOTIONS)}"
            )
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


class Descent:
    """A search for a cut of a board with exactly one solution up to symmetry, from cut to cut.

    ``make`` gives the puzzle of the pieces of a cut. ``best`` is the cut with the fewest ``solutions`` so
    far, None before the first; these are MAX_COUNTED + 1 where there are more, or no count was complete.
    """

    def __init__(
        self,
        rules: CutRules,
        dice: random.Random,
        make: Callable[[list[tuple[Cell, ...]]], Puzzle],
        limits: Limits,
        cancel: threading.Event | None = None,
    ) -> None:
        self.dice, self.limits, self._make = dice, limits, make
        self.loop = StepLoop(Control(limits, cancel=cancel))
        self.nodes = self.cuts = 0
        self.cut = Cut(rules, self.dice, self.loop.check_cancelled)
        self.best: list[int] | None = None
        self.solutions = MAX_COUNTED + 1  # that or more

    def run(self) -> Status:
        """Search; COMPLETE only when there is a cut with one solution. ``limits.nodes`` is of all counts."""
        try:
            while self.solutions > 1 and self.cuts < MAX_CUTS and self.cut.start():
                self._descend()
        except Cancelled as end:
            return end.status
        return Status.COMPLETE if self.solutions == 1 else Status.LIMIT

    def best_shapes(self) -> list[tuple[Cell, ...]]:
        """The pieces of the best cut as they lie; none when there was no cut."""
        if self.best is None:
            return []
        self.cut.restore(self.best)
        return self.cut.shapes

    def _descend(self) -> None:
        """Change a new cut for others with as few solutions or fewer, until there is one or nothing helps."""
        self.best = self.best or self.cut.saved()
        at = self._count(MAX_COUNTED)
        stale = 0
        while at > 1 and stale < PATIENCE and self.cuts < MAX_CUTS:
            before = self.cut.saved()
            number = self._count(at) if self.cut.shake(self.dice.choice(SHAKES)) else MAX_COUNTED + 1
            if number > at:
                self.cut.restore(before)
            stale = 0 if number < at else stale + 1
            at = min(at, number)

    def _count(self, most: int) -> int:
        """The solutions of the cut up to symmetry; ``most`` + 1 when there are more, or it takes too long."""
        self.loop.check_cancelled()
        self.cuts += 1
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
        answer = count(self._make(self.cut.shapes), unique=True, limits=limits, threads=1, cancel=cancel)
        self.nodes += answer.nodes
        if answer.status is not Status.COMPLETE or answer.up_to_symmetry is None:
            return most + 1
        if answer.up_to_symmetry < self.solutions:
            self.solutions, self.best = answer.up_to_symmetry, self.cut.saved()
        return answer.up_to_symmetry


def shapes_with_one_solution(
    rules: CutRules,
    dice: random.Random,
    make: Callable[[list[tuple[Cell, ...]]], Puzzle],
    nodes: int,
    words: str,
) -> list[tuple[Cell, ...]]:
    """The pieces of a cut with exactly one solution up to symmetry, as they lie; ``make`` gives their puzzle.

    ``words`` name the board. PuzzleError when counts of so many nodes, or MAX_CUTS of them, found none.
    """
    descent = Descent(rules, dice, make, Limits(nodes=nodes))
    if descent.run() is Status.COMPLETE:
        return descent.best_shapes()
    if descent.best is None:
        raise PuzzleError(f"{words} was not cut into such pieces; use another number of them or seed")
    fewest = f"the fewest solutions were {descent.solutions}"
    if descent.solutions > MAX_COUNTED:
        fewest = f"all have more than {MAX_COUNTED}, or were not counted to the end"
    raise PuzzleError(
        f"no cut of {words} with exactly one solution was found: of {descent.cuts:,} cuts {fewest}; "
        "use another seed or number of pieces"
    )


class _Generator:
    """The generation of one puzzle: the best cut so far, and its number of solutions."""

    def __init__(self, spec: RandomPuzzleSpec, limits: Limits, cancel: threading.Event | None) -> None:
        self.spec = spec
        dice = random.Random(f"{spec.width}x{spec.height}/{spec.pieces}/{spec.seed}")
        self.descent = Descent(spec.rules, dice, lambda shapes: _puzzle(shapes, spec)[0], limits, cancel)

    def generate(self) -> RandomPuzzle:
        return self._result(self.descent.run() if self.spec.unique else self._one())

    def _one(self) -> Status:
        """Cut once."""
        descent = self.descent
        descent.cuts = 1
        try:
            descent.best = descent.cut.saved() if descent.cut.start() else None
        except Cancelled as end:
            return end.status
        return Status.COMPLETE

    def _result(self, status: Status) -> RandomPuzzle:
        cuts, shapes = self.descent.cuts, self.descent.best_shapes()
        if not shapes:
            sentence = "No such puzzle was found; try another seed, a larger spread or other pieces."
            return RandomPuzzle(
                Status.LIMIT if status is Status.COMPLETE else status, None, None, 0, cuts, sentence
            )
        random.Random(self.spec.seed).shuffle(shapes)
        puzzle, solution = _puzzle(shapes, self.spec, turned=True)
        if errors := faults(puzzle, solution):
            raise RuntimeError(f"the cut is not a solution of its puzzle: {errors[0]}")
        solutions = 0
        if not self.spec.unique:
            sentence = "It has a solution."
        elif self.descent.solutions == 1:
            puzzle, solutions = replace(puzzle, expect=(ONE_SOLUTION,)), 1
            sentence = f"It has exactly one solution up to symmetry (cut {cuts:,}, fully counted)."
        elif self.descent.solutions > MAX_COUNTED:
            sentence = (
                f"It has a solution, and perhaps many: none of {cuts:,} cuts had at most {MAX_COUNTED}."
            )
        else:
            solutions = self.descent.solutions
            sentence = f"It has {solutions} solutions up to symmetry: the fewest of {cuts:,} cuts."
        return RandomPuzzle(status, puzzle, solution, solutions, cuts, sentence)


def _puzzle(
    shapes: Sequence[tuple[Cell, ...]], spec: RandomPuzzleSpec, *, turned: bool = False
) -> tuple[Puzzle, Solution]:
    """The puzzle that a cut makes, and the cut as its solution; with ``turned`` pieces lie at random."""
    dice = random.Random(spec.seed) if turned else None
    pieces, placements = cut_pieces(shapes, SQUARE, spec.motions, dice)
    board = Board.of(product(range(spec.width), range(spec.height)))
    title = f"{spec.height} x {spec.width} in {len(shapes)} pieces, cut at random (seed {spec.seed})"
    return Puzzle(board, tuple(pieces), title=title), Solution.of(placements)
