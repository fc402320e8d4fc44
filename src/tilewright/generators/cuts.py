"""Boards cut at random into connected pieces: such a cut is a solution of the puzzle of its pieces."""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilewright.model.lattices import Cell, Lattice
from tilewright.model.pieces import canonical, polyforms
from tilewright.model.puzzle import Expected, Piece, Placement

SLACK = 2  # cells by which pieces together may be too large or too small while a cut is changed
RESTARTS = 12
STEPS_PER_CELL = 400  # tries to move a cell from one piece to another, before a cut is started again
NEARBY = 0.7  # of the moves, when two pieces are alike: one of them changes
SMOOTHING = 0.1  # of the moves that shorten the borders by one side are made where pieces are to be jagged
JAGGING_PER_CELL = 60  # tries to move a cell while a new cut is made jagged
ONE_SOLUTION = Expected("unique", 1, "counted when the puzzle was made")
FEW = 4  # the most cells of pieces that are listed to see whether so many are different
ASTRAY = 0.02  # of the moves that make more pieces alike are made all the same


@dataclass(frozen=True)
class CutRules:
    """How a board is cut: into so many pieces, of the fewest to the most cells in ``sizes``.

    ``different``: no motion of the mode ``motions`` carries one piece to another. ``jagged``: pieces have
    long borders, and so fit together in far fewer ways.
    """

    lattice: Lattice
    cells: tuple[Cell, ...]
    pieces: int
    sizes: tuple[int, int]
    different: bool
    motions: str
    jagged: bool = False


def piece_sizes(area: int, pieces: int, spread: int) -> tuple[int, int]:
    """The fewest and the most cells of pieces that differ by at most so many cells from the mean."""
    least, most = area // pieces, -(-area // pieces)
    return max(1, least - spread), min(area, most + spread)


def cut_pieces(
    shapes: Sequence[tuple[Cell, ...]], lattice: Lattice, motions: str, dice: random.Random | None = None
) -> tuple[list[Piece], list[Placement]]:
    """The pieces of a cut, those that are alike as copies of one, and where they lie; turned at random if
    there are ``dice``."""
    alike: dict[tuple[Cell, ...], list[tuple[Cell, ...]]] = {}
    for shape in shapes:
        alike.setdefault(canonical(shape, motions, lattice), []).append(shape)
    pieces, placements = [], []
    for number, tables in enumerate(alike.values()):
        letter, round_ = string.ascii_uppercase[number % 26], number // 26
        name = letter + (str(round_ + 1) if round_ else "")
        images = list(lattice.images(tables[0], motions))
        cells = dice.choice(images) if dice else images[0]
        pieces.append(Piece.of(name, cells, lattice=lattice, copies=len(tables), motions=motions))
        placements += [Placement(name, shape) for shape in tables]
    return pieces, placements


def _fit(rules: CutRules) -> bool:
    """Whether so many pieces can be different on the board; True where only larger pieces tell."""
    area, needed = 0, rules.pieces if rules.different else 0
    for size in range(rules.sizes[0], rules.sizes[1] + 1):
        if not needed or size > FEW:
            return area <= len(rules.cells)
        taken = min(needed, len(polyforms(size, rules.motions, rules.lattice)))
        area, needed = area + taken * size, needed - taken
    return not needed and area <= len(rules.cells)


class Cut:
    """A board cut into connected pieces, while cells go from piece to piece.

    ``dice`` decides everything; ``check_cancelled`` is called now and then, and may raise to stop the work.
    """

    def __init__(self, rules: CutRules, dice: random.Random, check_cancelled: Callable[[], None]) -> None:
        self.rules, self.dice, self.check_cancelled = rules, dice, check_cancelled
        self.least, self.most = rules.sizes
        self.cells: list[Cell] = list(rules.cells)
        at = {cell: k for k, cell in enumerate(self.cells)}
        self.near = [[at[n] for n in rules.lattice.neighbours(cell) if n in at] for cell in self.cells]
        self.owner: list[int] = []
        self.members: list[set[int]] = []
        self._last = (0, 0)  # the last cell that was given away, and whose it was
        self._kind: list[tuple[Cell, ...] | None] = []  # of each piece; None: not known since it changed

    def start(self) -> bool:
        """A new cut of the wanted kind; False when none came about, after several attempts, or none can."""
        if not _fit(self.rules):
            return False
        for _ in range(RESTARTS):
            self._grow()
            if self.settle() and (not self.rules.jagged or self._jag()):
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
        return [tuple(sorted(self.cells[k] for k in member)) for member in self.members]

    def saved(self) -> list[int]:
        """The cut as the number of the piece on each cell, for ``restore``."""
        return list(self.owner)

    def restore(self, saved: list[int]) -> None:
        self.owner = list(saved)
        self.members = [set() for _ in range(self.rules.pieces)]
        for cell, piece in enumerate(saved):
            self.members[piece].add(cell)
        self._kind = [None] * self.rules.pieces

    @property
    def _excess(self) -> int:
        return sum(self._wrong(len(numbers)) for numbers in self.members)

    def _wrong(self, size: int) -> int:
        """By how many cells a size is outside the bounds."""
        return max(0, self.least - size, size - self.most)

    def _twins(self) -> list[int]:
        """The pieces that are like another one, but for the first of each kind; none where they may be."""
        if not self.rules.different:
            return []
        seen: set[tuple[Cell, ...]] = set()
        numbers = []
        for piece, value in enumerate(self.members):
            kind = self._kind[piece]
            if kind is None:
                kind = canonical([self.cells[k] for k in value], self.rules.motions, self.rules.lattice)
                self._kind[piece] = kind
            if kind in seen:
                numbers.append(piece)
            seen.add(kind)
        return numbers

    def _grow(self) -> None:
        """Grow pieces from single cells: each step adds a cell to the smallest piece that can grow."""
        self.owner = [-1] * len(self.cells)
        self.members = [{seed} for seed in self.dice.sample(range(len(self.cells)), self.rules.pieces)]
        for piece, numbers in enumerate(self.members):
            for cell in numbers:
                self.owner[cell] = piece
        self._kind = [None] * self.rules.pieces
        growing = set(range(self.rules.pieces))
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
        if self.rules.jagged:
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
