"""Placement and Solution: pieces lying on a board, and how to take a solution elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.extras import import_failure
from tilewright.model.lattices import Cell
from tilewright.model.pieces.piece import as_cells, as_tuple
from tilewright.registry import load_attribute
from tilewright.wording import quoted

MAX_GRID = 10_000_000  # the most entries of a solution's grid


@dataclass(frozen=True)
class Placement:
    """A piece lying on the board: the piece's name and the cells that it covers, sorted.

    Cells that are not a tuple of tuples are converted and sorted.

        >>> Placement("I2", ((0, 0), (1, 0))).piece
        'I2'
    """

    piece: str
    cells: tuple[Cell, ...]

    if TYPE_CHECKING:

        def __init__(self, piece: str, cells: Iterable[Sequence[int]]) -> None: ...

    def __post_init__(self) -> None:
        cells = as_cells(self.cells, f"the placement of {quoted(self.piece)}")
        if cells is not self.cells:
            object.__setattr__(self, "cells", tuple(sorted(cells)))

    @property
    def sort_key(self) -> tuple[tuple[Cell, ...], str]:
        """The key of the standard order of placements: the cells, then the piece."""
        return (self.cells, self.piece)

    def to_dict(self) -> dict[str, Any]:
        """The placement as solution files have it, for JSON and the like."""
        return {"piece": self.piece, "cells": [list(cell) for cell in self.cells]}


@dataclass(frozen=True)
class PlacementCost:
    """The cost of one placement, added to those of its piece and its cells; may be negative.

    >>> PlacementCost(Placement("I2", ((0, 0), (1, 0))), 5).cost
    5
    """

    placement: Placement
    cost: int


@dataclass(frozen=True, repr=False)
class Solution:
    """Placements that fill the board, sorted, so that equal tilings are equal values.

    It iterates over its placements; those that are not in a tuple are sorted. ``puzzle`` is the puzzle that
    was solved, None when it is not known; it is not compared.

        >>> from tilewright import Puzzle, first
        >>> found = first(Puzzle.of("####", ["##", "##"]))
        >>> found.to_grid()
        [['I2', 'I2', 'I2', 'I2']]
    """

    placements: tuple[Placement, ...]
    puzzle: ClassVar[Any] = None  # a field would be written out by dataclasses.asdict

    if TYPE_CHECKING:

        def __init__(self, placements: Iterable[Placement]) -> None: ...

    def __post_init__(self) -> None:
        if type(self.placements) is not tuple:
            placements = as_tuple(self.placements, "the placements of a solution")
            for one in placements:
                if not isinstance(one, Placement):
                    raise PuzzleError(
                        f"a solution has {quoted(one)}; expected placements: Placement(piece, cells)"
                    )
            object.__setattr__(self, "placements", tuple(sorted(placements, key=lambda p: p.sort_key)))

    @classmethod
    def of(cls, placements: Iterable[Placement]) -> Solution:
        """The solution with these placements, in the standard order: by their first cells."""
        return cls(list(placements))

    def with_puzzle(self, puzzle: Any) -> Solution:
        """An equal solution that knows its puzzle."""
        known = Solution(self.placements)
        object.__setattr__(known, "puzzle", puzzle)
        return known

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.placements)

    def __repr__(self) -> str:
        used = ", ".join(name if often == 1 else f"{name} ({often})" for name, often in self.used().items())
        used = used if len(used) <= 60 else f"{used[:60].rstrip()}..."
        return f"<Solution with {len(self.placements)} placements: {used}>" if used else "<Solution, empty>"

    def used(self) -> dict[str, int]:
        """How many copies of each piece are placed; pieces that are not used are absent."""
        return dict(Counter(placement.piece for placement in self.placements))

    def to_grid(self, empty: str = "") -> list[Any]:
        """The name of the piece on each cell, as nested lists, the last coordinate outermost.

        On squares ``grid[y][x]``, on cubes ``grid[z][y][x]``. The grid spans the board, or the placements
        when the puzzle is not known, and begins at its least coordinates. ``empty`` stands where no piece
        lies. PuzzleError without cells, or when there would be too many entries.
        """
        names = [placement.piece for placement in self.placements]
        return self._grid(lambda number: empty if number < 0 else names[number])

    def to_array(self) -> Any:
        """The number of the placement on each cell, from 0, as a NumPy array; -1 where no piece lies.

        Its shape is that of :meth:`to_grid`; ``solution.placements[array[y, x]]`` is the placement.
        UnsupportedError when NumPy cannot be imported.
        """
        try:
            import numpy
        except ImportError as error:
            raise UnsupportedError(import_failure("an array needs", "arrays", error)) from error
        return numpy.array(self._grid(lambda number: number))

    def to_dict(self) -> dict[str, Any]:
        """The placements as solution files have them: lists, texts and numbers, for JSON and the like."""
        return {"placements": [placement.to_dict() for placement in self]}

    def _grid(self, entry: Any) -> list[Any]:
        board = getattr(self.puzzle, "board", None)
        if self.puzzle is not None and board is None:
            raise PuzzleError("a puzzle of items and options has no cells, so its solutions have no grid")
        number = {cell: k for k, placement in enumerate(self.placements) for cell in placement.cells}
        cells = [*number, *(board.cells if board is not None else ())]
        if not cells:
            return []
        columns = list(zip(*cells, strict=True))
        least = list(map(min, columns))
        sizes = [max(column) - low + 1 for column, low in zip(columns, least, strict=True)]
        if prod(sizes) > MAX_GRID:
            raise PuzzleError(
                f"the grid would have {prod(sizes):,} entries; at most {MAX_GRID:,} are possible"
            )

        def part(rest: Cell) -> Any:
            axis = len(sizes) - len(rest) - 1
            if axis < 0:
                return entry(number.get(rest, -1))
            return [part((k + least[axis], *rest)) for k in range(sizes[axis])]

        grid: list[Any] = part(())
        return grid

    def _repr_svg_(self) -> str | None:
        return str(svg) if (svg := load_attribute("tilewright.render.notebook:notebook_svg")(self)) else None

    def _repr_html_(self) -> str | None:
        return (
            str(html) if (html := load_attribute("tilewright.render.notebook:notebook_html")(self)) else None
        )
