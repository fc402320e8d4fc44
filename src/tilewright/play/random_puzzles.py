"""Random puzzles: a rectangle is cut into pieces, so that it has a solution, or exactly one.

The cut is a solution, so there is one. Exactly one, up to the rectangle's symmetries, is sought among cuts
into jagged pieces: of 7 x 8 in 9 pieces, each side by which the borders between them are longer takes away
almost half of the solutions. Such a cut is changed a little, again and again, as long as that leaves no more
solutions than before; they are counted.
"""

from __future__ import annotations

import random
import string
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from tilewright.errors import PuzzleError
from tilewright.model.lattices import SQUARE, Cell
from tilewright.model.pieces import canonical, polyforms
from tilewright.model.puzzle import Board, Expected, Piece, Placement, Puzzle, Solution
from tilewright.model.verification import faults
from tilewright.solve.api import count
from tilewright.solve.engines.base import Limits, Status
from tilewright.solve.stepping import CancelCheck, Cancelled, Control, StepLoop

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
SLACK = 2  # cells by which pieces together may be too large or too small while a cut is changed
RESTARTS = 12
STEPS_PER_CELL = 400  # tries to move a cell from one piece to another, before a cut is started again
NEARBY = 0.7  # of the moves, when two pieces are alike: one of them changes
SMOOTHING = 0.1  # of the moves that shorten the borders by one side are made where pieces are to be jagged
JAGGING_PER_CELL = 60  # tries to move a cell while a new cut is made jagged
ASTRAY = 0.02  # of the moves that make more pieces alike are made all the same


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
        area = self.width * self.height
        least, most = area // self.pieces, -(-area // self.pieces)
        return max(1, least - self.spread), min(area, most + self.spread)

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
        self.cut = Cut(spec, self.dice, self.loop.check_cancelled)
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
    dice = random.Random(spec.seed)
    alike: dict[tuple[Cell, ...], list[tuple[Cell, ...]]] = {}
    for shape in shapes:
        alike.setdefault(canonical(shape, spec.motions), []).append(shape)
    pieces, placements = [], []
    for number, held in enumerate(alike.values()):
        letter, round_ = string.ascii_uppercase[number % 26], number // 26
        name = letter + (str(round_ + 1) if round_ else "")
        motions = SQUARE.motions[spec.motions]
        motion = dice.choice(motions) if turned else motions[0]
        cells = [motion(cell) for cell in held[0]]
        pieces.append(Piece.of(name, cells, copies=len(held), motions=spec.motions))
        placements += [Placement(name, shape) for shape in held]
    board = Board.of(product(range(spec.width), range(spec.height)))
    title = f"{spec.height} x {spec.width} in {len(shapes)} pieces, cut at random (seed {spec.seed})"
    return Puzzle(board, tuple(pieces), title=title), Solution.of(placements)


class Cut:
    """A rectangle cut into connected pieces, while cells go from piece to piece.

    ``dice`` decides everything; ``check_cancelled`` is called now and then, and may raise to stop the work.
    For a ``unique`` solution pieces are jagged: those with long borders fit together in far fewer ways.
    """

    def __init__(self, spec: RandomPuzzleSpec, dice: random.Random, check_cancelled: CancelCheck) -> None:
        self.spec, self.dice, self.check_cancelled = spec, dice, check_cancelled
        self.least, self.most = spec.sizes
        self.cells: list[Cell] = list(product(range(spec.width), range(spec.height)))
        at = {cell: k for k, cell in enumerate(self.cells)}
        self.near = [[at[n] for n in SQUARE.neighbours(cell) if n in at] for cell in self.cells]
        self.owner: list[int] = []
        self.members: list[set[int]] = []
        self._last = (0, 0)  # the last cell that was given away, and whose it was
        self._kind: list[tuple[Cell, ...] | None] = []  # of each piece; None: not known since it changed

    def start(self) -> bool:
        """A new cut of the wanted kind; False when none came about, after several attempts."""
        for _ in range(RESTARTS):
            self._grow()
            if self.settle() and (not self.spec.unique or self._jag()):
                return True
        return False

    def settle(self) -> bool:
        """Move cells until the cut is of the wanted kind; False when that took too many moves."""
        twins = self._twins()
        for step in range(STEPS_PER_CELL * len(self.cells)):
            if step % 64 == 0:
                self.check_cancelled()
            if not twins and not self._excess:
                return True
            if self._move(twins if self.dice.random() < NEARBY else ()):
                now = self._twins()
                if len(now) > len(twins) and self.dice.random() > ASTRAY:
                    self._give(*self._last)  # back
                else:
                    twins = now
        return False

    def _jag(self) -> bool:
        """Lengthen the borders between pieces; False when the cut then does not settle."""
        for step in range(JAGGING_PER_CELL * len(self.cells)):
            if step % 64 == 0:
                self.check_cancelled()
            self._move()
        return self.settle()

    def shake(self, moves: int) -> bool:
        """Change the cut a little; False when it is then not of the wanted kind and does not settle."""
        made = tries = 0
        while made < moves and tries < STEPS_PER_CELL:
            tries += 1
            made += self._move()
        return self.settle()

    @property
    def shapes(self) -> list[tuple[Cell, ...]]:
        """The pieces as they lie, their cells sorted."""
        return [tuple(sorted(self.cells[k] for k in held)) for held in self.members]

    def saved(self) -> list[int]:
        """The cut as the number of the piece on each cell, for ``restore``."""
        return list(self.owner)

    def restore(self, saved: list[int]) -> None:
        self.owner = list(saved)
        self.members = [set() for _ in range(self.spec.pieces)]
        for cell, piece in enumerate(saved):
            self.members[piece].add(cell)
        self._kind = [None] * self.spec.pieces

    @property
    def _excess(self) -> int:
        return sum(self._wrong(len(held)) for held in self.members)

    def _wrong(self, size: int) -> int:
        """By how many cells a size is outside the bounds."""
        return max(0, self.least - size, size - self.most)

    def _twins(self) -> list[int]:
        """The pieces that are like another one, but for the first of each kind; none where they may be."""
        if not self.spec.different:
            return []
        seen: set[tuple[Cell, ...]] = set()
        found = []
        for piece, held in enumerate(self.members):
            kind = self._kind[piece]
            if kind is None:
                kind = canonical([self.cells[k] for k in held], self.spec.motions)
                self._kind[piece] = kind
            if kind in seen:
                found.append(piece)
            seen.add(kind)
        return found

    def _grow(self) -> None:
        """Grow pieces from single cells: each step adds a cell to the smallest piece that can grow."""
        self.owner = [-1] * len(self.cells)
        self.members = [{seed} for seed in self.dice.sample(range(len(self.cells)), self.spec.pieces)]
        for piece, held in enumerate(self.members):
            for cell in held:
                self.owner[cell] = piece
        self._kind = [None] * self.spec.pieces
        growing = set(range(self.spec.pieces))
        while growing:
            piece = min(growing, key=lambda k: (len(self.members[k]), k))
            edge = sorted({n for cell in self.members[piece] for n in self.near[cell] if self.owner[n] < 0})
            if not edge:
                growing.discard(piece)
                continue
            cell = self.dice.choice(edge)
            self.owner[cell] = piece
            self.members[piece].add(cell)

    def _move(self, among: Sequence[int] = ()) -> bool:
        """Try to give a random cell, of a piece ``among`` these, to a neighbouring piece, or take one."""
        if among:
            cell = self.dice.choice(sorted(self.members[self.dice.choice(among)]))
        else:
            cell = self.dice.randrange(len(self.cells))
        neighbour = self.dice.choice(self.near[cell]) if self.near[cell] else cell
        if among and self.dice.random() < 0.5:
            cell, neighbour = neighbour, cell
        old, new = self.owner[cell], self.owner[neighbour]
        if old == new or len(self.members[old]) == 1:
            return False
        before = self._wrong(len(self.members[old])) + self._wrong(len(self.members[new]))
        after = self._wrong(len(self.members[old]) - 1) + self._wrong(len(self.members[new]) + 1)
        if after > before and self._excess + after - before > SLACK:
            return False
        if self.spec.unique:
            owners = [self.owner[n] for n in self.near[cell]]
            shorter = owners.count(new) - owners.count(old)  # sides that the borders lose
            if shorter > 0 and self.dice.random() > SMOOTHING**shorter:
                return False
        if not self._holds_without(old, cell):
            return False
        self._give(cell, new)
        self._last = cell, old
        return True

    def _give(self, cell: int, new: int) -> None:
        old = self.owner[cell]
        self.members[old].discard(cell)
        self.members[new].add(cell)
        self.owner[cell] = new
        self._kind[old] = self._kind[new] = None

    def _holds_without(self, piece: int, cell: int) -> bool:
        """Whether a piece stays in one part when a cell of it goes."""
        left = [n for n in self.near[cell] if self.owner[n] == piece]
        if len(left) == 1:
            return True
        reached, todo = {left[0]}, [left[0]]
        while todo:
            for n in self.near[todo.pop()]:
                if self.owner[n] == piece and n != cell and n not in reached:
                    reached.add(n)
                    todo.append(n)
        return all(n in reached for n in left)
