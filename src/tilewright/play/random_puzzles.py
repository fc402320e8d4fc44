"""Make me a puzzle: a random rectangle cut into pieces, certain to have a solution, or exactly one.

The cut is a solution, so there is one. Exactly one, up to the rectangle's symmetries, is sought among cuts
into jagged pieces: of 7 x 8 in 9 pieces, each side by which the borders between them are longer takes away
almost half of the solutions. Such a cut is changed a little, again and again, as long as that leaves no more
solutions than before; they are counted.
"""

from __future__ import annotations

import random
import string
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from tilewright.errors import PuzzleError
from tilewright.model.lattices import SQUARE, Cell
from tilewright.model.pieces import canonical, polyforms
from tilewright.model.puzzle import Board, Expected, Piece, Placement, Puzzle, Solution
from tilewright.model.verification import faults
from tilewright.play.cutting import Cut, Frame
from tilewright.solve.api import count
from tilewright.solve.engines.base import Limits, Status

MAX_AREA = 400
MAX_PIECES = 100
MOTIONS = ("all", "rotation", "fixed")

MOST_CUTS = 3_000  # cuts that are looked at for one with one solution
MANY = 64  # solutions beyond which it does not matter how many there are
PATIENCE = 60  # changes that do not help, after which a cut is begun anew
COUNT_NODES = 2_000_000  # of one count, about two seconds; a cut that takes longer is passed over
SHAKES = (1, 2, 3, 6)  # cells that change hands between two cuts, drawn at random
GENERATED = 7  # cells of pieces up to which it is known at once how many shapes there are


@dataclass(frozen=True)
class Wish:
    """What is wished for: ``width`` x ``height`` cells in ``pieces`` pieces, all of about the same size.

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
                f"a board of {self.width} x {self.height} is wished for; expected at least 1 x 1 and at most "
                f"{MAX_AREA} cells"
            )
        if not 1 <= self.pieces <= min(area, MAX_PIECES):
            raise PuzzleError(
                f"{self.pieces} pieces are wished for; expected 1 to {min(area, MAX_PIECES)} on {area} cells"
            )
        if self.motions not in MOTIONS:
            raise PuzzleError(f"there are no motions {self.motions!r}; expected one of {', '.join(MOTIONS)}")
        if not 0 <= self.spread <= MAX_AREA:
            raise PuzzleError(f"a spread of {self.spread} is wished for; expected 0 to {MAX_AREA}")
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
        room, left, smallest, largest = self.width * self.height, self.pieces, 0, 0
        for size, shapes in there:
            smallest += size * min(shapes, left)
            left -= min(shapes, left)
        needed = self.pieces
        for size, shapes in reversed(there):
            largest += size * min(shapes, needed)
            needed -= min(shapes, needed)
        if left or smallest > room or largest < room:
            raise PuzzleError(
                f"{self.pieces} different pieces of {least} to {most} cells cannot cover {room} cells; ask "
                "for fewer pieces, a larger spread, or pieces that may be alike"
            )


@dataclass(frozen=True)
class Made:
    """The puzzle that was made, with the solution that it was cut from.

    ``solutions`` is their number up to symmetry, 0 when it is not known. When exactly one was wished for and
    ``status`` is not COMPLETE, the puzzle is the nearest to it that was found; None when there is none.
    """

    status: Status
    puzzle: Puzzle | None
    solution: Solution | None
    solutions: int
    cuts: int
    sentence: str


class _Stop(Exception):  # noqa: N818 - no error: a limit or a button
    """The time is over, or somebody pressed the button."""

    def __init__(self, status: Status) -> None:
        super().__init__()
        self.status = status


def make(
    wish: Wish,
    limits: Limits = Limits(seconds=30.0),  # noqa: B008 - frozen
    cancel: threading.Event | None = None,
) -> Made:
    """A puzzle as wished for; the same wish makes the same one, unless the time ends it.

    Of the limits the time counts, and ``nodes``: those of all counts together.
    """
    return _Maker(wish, limits, cancel).made()


class _Maker:
    """One wish on its way: the best cut so far, and how many solutions it has."""

    def __init__(self, wish: Wish, limits: Limits, cancel: threading.Event | None) -> None:
        self.wish, self.limits, self.cancel = wish, limits, cancel
        self.begun = time.monotonic()
        self.nodes = self.cuts = 0
        self.dice = random.Random(f"{wish.width}x{wish.height}/{wish.pieces}/{wish.seed}")
        least, most = wish.sizes
        frame = Frame(
            wish.width,
            wish.height,
            wish.pieces,
            least,
            most,
            wish.different,
            wish.motions,
            jagged=wish.unique,
        )
        self.cut = Cut(frame, self.dice, self._heed)
        self.best: list[int] | None = None
        self.solutions = MANY + 1  # that or more

    def made(self) -> Made:
        """The puzzle, or what came nearest to it."""
        status = Status.COMPLETE
        try:
            self._search()
        except _Stop as stop:
            status = stop.status
        if self.wish.unique and self.solutions != 1 and status is Status.COMPLETE:
            status = Status.LIMIT
        return self._told(status)

    def _search(self) -> None:
        if not self.wish.unique:
            self.cuts = 1
            self.best = self.cut.saved() if self.cut.begin() else None
            return
        while self.solutions > 1 and self.cuts < MOST_CUTS and self.cut.begin():
            self._descend()

    def _descend(self) -> None:
        """Change a new cut for others with as few solutions or fewer, until there is one or nothing helps."""
        self.best = self.best or self.cut.saved()
        at = self._count(MANY)
        stale = 0
        while at > 1 and stale < PATIENCE and self.cuts < MOST_CUTS:
            before = self.cut.saved()
            found = self._count(at) if self.cut.shake(self.dice.choice(SHAKES)) else MANY + 1
            if found > at:
                self.cut.restore(before)
            stale = 0 if found < at else stale + 1
            at = min(at, found)

    def _count(self, most: int) -> int:
        """The solutions of the cut up to symmetry; ``most`` + 1 when there are more, or it takes too long."""
        self._heed()
        self.cuts += 1
        puzzle, _ = _puzzle(self.cut.shapes, self.wish)
        nodes = COUNT_NODES
        if self.limits.nodes is not None:
            nodes = min(nodes, self.limits.nodes - self.nodes)
            if nodes <= 0:
                raise _Stop(Status.LIMIT)
        seconds = self.limits.seconds
        if seconds is not None:
            seconds = max(0.0, seconds - (time.monotonic() - self.begun))
        limits = Limits(most + 1, nodes, seconds)
        answer = count(puzzle, unique=True, limits=limits, threads=1, cancel=self.cancel)
        self.nodes += answer.nodes
        if answer.status is not Status.COMPLETE or answer.up_to_symmetry is None:
            return most + 1
        if answer.up_to_symmetry < self.solutions:
            self.solutions, self.best = answer.up_to_symmetry, self.cut.saved()
        return answer.up_to_symmetry

    def _heed(self) -> None:
        if self.cancel is not None and self.cancel.is_set():
            raise _Stop(Status.CANCELLED)
        seconds = self.limits.seconds
        if seconds is not None and time.monotonic() - self.begun >= seconds:
            raise _Stop(Status.LIMIT)

    def _told(self, status: Status) -> Made:
        if self.best is None:
            words = "No such puzzle was found; ask for another seed, a larger spread or other pieces."
            return Made(
                Status.LIMIT if status is Status.COMPLETE else status, None, None, 0, self.cuts, words
            )
        self.cut.restore(self.best)
        shapes = self.cut.shapes
        random.Random(self.wish.seed).shuffle(shapes)
        puzzle, solution = _puzzle(shapes, self.wish, turned=True)
        if wrong := faults(puzzle, solution):
            raise RuntimeError(f"the cut is no solution of its puzzle: {wrong[0]}")
        if not self.wish.unique:
            return Made(status, puzzle, solution, 0, self.cuts, "It has a solution.")
        if self.solutions == 1:
            known = Expected("unique", 1, "counted when the puzzle was made")
            words = f"It has exactly one solution up to symmetry, as a full count of cut {self.cuts:,} says."
            return Made(status, replace(puzzle, expect=(known,)), solution, 1, self.cuts, words)
        if self.solutions > MANY:
            words = f"It has a solution, and perhaps many: none of {self.cuts:,} cuts had at most {MANY}."
            return Made(status, puzzle, solution, 0, self.cuts, words)
        words = f"It has {self.solutions} solutions up to symmetry: the fewest of {self.cuts:,} cuts."
        return Made(status, puzzle, solution, self.solutions, self.cuts, words)


def _puzzle(
    shapes: Sequence[tuple[Cell, ...]], wish: Wish, *, turned: bool = False
) -> tuple[Puzzle, Solution]:
    """The puzzle that a cut makes, and the cut as its solution; with ``turned`` pieces lie at random."""
    dice = random.Random(wish.seed)
    alike: dict[tuple[Cell, ...], list[tuple[Cell, ...]]] = {}
    for shape in shapes:
        alike.setdefault(canonical(shape, wish.motions), []).append(shape)
    pieces, placements = [], []
    for number, held in enumerate(alike.values()):
        letter, round_ = string.ascii_uppercase[number % 26], number // 26
        name = letter + (str(round_ + 1) if round_ else "")
        motions = SQUARE.motions[wish.motions]
        motion = dice.choice(motions) if turned else motions[0]
        cells = [motion(cell) for cell in held[0]]
        pieces.append(Piece.of(name, cells, copies=len(held), motions=wish.motions))
        placements += [Placement(name, shape) for shape in held]
    board = Board.of(product(range(wish.width), range(wish.height)))
    title = f"{wish.width} x {wish.height} in {len(shapes)} pieces, cut at random (seed {wish.seed})"
    return Puzzle(board, tuple(pieces), title=title), Solution.of(placements)
