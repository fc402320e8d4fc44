"""Grids with exactly one way to lay the whole set, as hard as is wished."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass

from tilewright.errors import UnsupportedError
from tilewright.families.dominosa.counting import LARGEST_QUICK, Rectangle
from tilewright.families.dominosa.number_grid import NumberGrid
from tilewright.families.dominosa.puzzle import domino_name
from tilewright.families.dominosa.techniques import DIFFICULTIES, Grade, grade
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Placement, Solution
from tilewright.solve.engines.base import Status

TRIES = 500
"""Grids with one way that are graded before it is given up."""

MOVES = 20_000
"""Changes on the way to one grid with one way, before it is begun anew."""

FLIPS_A_CELL = 12
"""Turns of two dominoes side by side, for each cell, that make a tiling random."""


@dataclass(frozen=True)
class Generated:
    """A grid with exactly one way, that way, and how a person gets there; None when no such grid was found.

    ``tried`` grids with one way were graded. The status is COMPLETE when the grid is as wished, LIMIT when it
    was given up, CANCELLED when it was stopped.
    """

    status: Status
    grid: NumberGrid | None
    solution: Solution | None
    grade: Grade | None
    tried: int


def generate(
    largest: int,
    difficulty: str,
    seed: int = 0,
    *,
    tries: int = TRIES,
    cancel: threading.Event | None = None,
    on_try: Callable[[int], None] | None = None,
) -> Generated:
    """A random grid of the double-``largest`` set, n + 2 wide and n + 1 high, with exactly one way.

    The set is laid at random; then single changes (two dominoes swapped, one turned round, two side by side
    turned together) that do not make the ways more lead to a grid with one way. That is repeated until one
    is as hard as wished: see :mod:`tilewright.families.dominosa.techniques`. The same seed gives the same
    grid. UnsupportedError for a set that is too large, or a difficulty that is none.
    """
    if not 1 <= largest <= LARGEST_QUICK:
        raise UnsupportedError(
            f"grids are made for sets from double-1 to double-{LARGEST_QUICK}, not double-{largest}"
        )
    if difficulty not in DIFFICULTIES:
        raise UnsupportedError(f"there is no difficulty {difficulty!r}; expected {', '.join(DIFFICULTIES)}")
    chance = random.Random(f"{largest} {difficulty} {seed}")
    board = Rectangle(largest + 2, largest + 1, largest)
    for tried in range(1, tries + 1):
        laid = _Laid(board, largest, chance)
        if not _down_to_one(laid, board, chance, cancel):
            if cancel is not None and cancel.is_set():
                return Generated(Status.CANCELLED, None, None, None, tried - 1)
            continue
        if on_try is not None:
            on_try(tried)
        grid = NumberGrid.filled(laid.numbers(), board.width)
        found = grade(grid)
        if found.difficulty == difficulty:
            return Generated(Status.COMPLETE, grid, laid.solution(), found, tried)
    return Generated(Status.LIMIT, None, None, None, tries)


def _down_to_one(
    laid: _Laid, board: Rectangle, chance: random.Random, cancel: threading.Event | None
) -> bool:
    """Change the laid set until there is one way; False when that takes too long, or somebody stops it."""
    ways = board.ways(laid.numbers())
    for move in range(MOVES):
        if ways == 1:
            return True
        if move % 64 == 0 and cancel is not None and cancel.is_set():
            return False
        undo = laid.change(chance)
        now = board.ways(laid.numbers())
        if now <= ways:
            ways = now
        else:
            undo()
    return False


class _Laid:
    """A tiling of a rectangle with a domino of the set on each of its pairs of cells."""

    def __init__(self, board: Rectangle, largest: int, chance: random.Random) -> None:
        self.width, self.height = board.width, board.height
        self.pairs = self._stripes()
        self.dominoes = [(a, b) for b in range(largest + 1) for a in range(b + 1)]
        chance.shuffle(self.dominoes)
        for k, (a, b) in enumerate(self.dominoes):
            if chance.random() < 0.5:
                self.dominoes[k] = (b, a)
        self.number = {cell: k for k, pair in enumerate(self.pairs) for cell in pair}
        for _ in range(FLIPS_A_CELL * self.width * self.height):
            self._flip(chance)

    def _stripes(self) -> list[tuple[Cell, Cell]]:
        if self.width % 2 == 0:
            return [((x, y), (x + 1, y)) for y in range(self.height) for x in range(0, self.width, 2)]
        return [((x, y), (x, y + 1)) for x in range(self.width) for y in range(0, self.height, 2)]

    def numbers(self) -> list[int]:
        """The numbers on the cells, row by row."""
        held = [0] * (self.width * self.height)
        for ends, domino in zip(self.pairs, self.dominoes, strict=True):
            for (x, y), number in zip(ends, domino, strict=True):
                held[y * self.width + x] = number
        return held

    def solution(self) -> Solution:
        """The dominoes as they lie."""
        return Solution.of(
            Placement(domino_name(*domino), pair)
            for pair, domino in zip(self.pairs, self.dominoes, strict=True)
        )

    def change(self, chance: random.Random) -> Callable[[], None]:
        """Make a random change; what takes it back."""
        dominoes, kind = self.dominoes, chance.randrange(3)
        if kind == 0:
            a, b = chance.randrange(len(dominoes)), chance.randrange(len(dominoes))
            dominoes[a], dominoes[b] = dominoes[b], dominoes[a]

            def swap() -> None:
                dominoes[a], dominoes[b] = dominoes[b], dominoes[a]

            return swap
        if kind == 1:
            k = chance.randrange(len(dominoes))
            dominoes[k] = (dominoes[k][1], dominoes[k][0])

            def turn() -> None:
                dominoes[k] = (dominoes[k][1], dominoes[k][0])

            return turn
        return self._flip(chance)

    def _flip(self, chance: random.Random) -> Callable[[], None]:
        """Turn two dominoes that fill a square of four cells, where a random square has such."""
        x, y = chance.randrange(self.width - 1), chance.randrange(self.height - 1)
        corner, right, below, far = (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
        a, b = self.number[corner], self.number[far]
        before = self.pairs[a], self.pairs[b]
        if before == ((corner, right), (below, far)):
            after = (corner, below), (right, far)
        elif before == ((corner, below), (right, far)):
            after = (corner, right), (below, far)
        else:
            return lambda: None

        def lay(first: tuple[Cell, Cell], second: tuple[Cell, Cell]) -> None:
            self.pairs[a], self.pairs[b] = first, second
            for pair, k in ((first, a), (second, b)):
                for cell in pair:
                    self.number[cell] = k

        lay(*after)
        return lambda: lay(*before)
