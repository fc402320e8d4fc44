"""Boards that close on themselves: cylinder, torus, Moebius strip, Klein bottle.

A surface is a rectangle of the lattice whose sides are joined. In the unwrapped plane the rectangle is
repeated (mirrored where a join is reversed); each cell of the plane is a copy of a cell of the rectangle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from tilewright.errors import PuzzleError
from tilewright.model.layout import Join
from tilewright.wording import counted, quoted

if TYPE_CHECKING:
    from tilewright.model.lattices import Cell, Lattice, Motion
    from tilewright.model.pieces.piece import Way

OPEN, PLAIN, REVERSED = Join


class Wrap(Enum):
    """A surface: how the left side is joined to the right one, and the top to the bottom."""

    CYLINDER = (PLAIN, OPEN)
    TORUS = (PLAIN, PLAIN)
    MOEBIUS = (REVERSED, OPEN)
    KLEIN = (REVERSED, PLAIN)

    @property
    def across(self) -> Join:
        """How the left side is joined to the right one."""
        return self.value[0]

    @property
    def down(self) -> Join:
        """How the top is joined to the bottom."""
        return self.value[1]

    def __str__(self) -> str:
        return self.name.lower()


WRAPS = tuple(str(wrap) for wrap in Wrap)
"""The names of the surfaces."""

NAMES = {
    Wrap.CYLINDER: "cylinder",
    Wrap.TORUS: "torus",
    Wrap.MOEBIUS: "Moebius strip",
    Wrap.KLEIN: "Klein bottle",
}
"""What the surfaces are called in sentences."""


@dataclass(frozen=True)
class Surface:
    """A rectangle of ``width`` columns and ``height`` rows, from the cell (0, 0) on, with joined sides.

    On a cylinder and a torus the cells (0, y) and (width, y) are the same, on a Moebius strip and a Klein
    bottle (0, y) and (width, height - 1 - y); on a torus and a Klein bottle also (x, 0) and (x, height).
    """

    wrap: Wrap
    width: int
    height: int

    def __post_init__(self) -> None:
        if not isinstance(self.wrap, Wrap):
            raise PuzzleError(f"the surface is {quoted(self.wrap)}; expected one of {', '.join(WRAPS)}")
        for name in ("width", "height"):
            if type(value := getattr(self, name)) is not int or value < 1:
                raise PuzzleError(
                    f"the {name} of a surface is {quoted(value)}; expected a whole number from 1"
                )

    def __str__(self) -> str:
        return f"{NAMES[self.wrap]} of {counted(self.width, 'column')} and {counted(self.height, 'row')}"

    @property
    def is_one_sided(self) -> bool:
        """Whether a shape that goes round comes back turned over."""
        return self.wrap.across is REVERSED

    def holds(self, cell: Cell) -> bool:
        """Whether a cell lies in the rectangle."""
        x, y = cell
        return 0 <= x < self.width and 0 <= y < self.height

    def taken_back(self, cell: Cell) -> Cell | None:
        """The cell of the rectangle that a cell of the unwrapped plane is a copy of; None beyond an edge."""
        turns, x = divmod(cell[0], self.width)
        y = cell[1]
        if self.wrap.down is PLAIN:
            y %= self.height
        elif not 0 <= y < self.height:
            return None
        return (x, self.height - 1 - y if turns % 2 and self.wrap.across is REVERSED else y)

    def neighbours(self, lattice: Lattice, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a side with one, each once, without itself, in order."""
        near = {self.taken_back(other) for other in lattice.neighbours(cell)}
        return tuple(sorted(other for other in near if other is not None and other != cell))

    def starts(self, lattice: Lattice, first: Cell, cells: Iterable[Cell]) -> Iterator[Cell]:
        """Those of some cells to which a translation carries a cell."""
        for cell in cells:
            if lattice.is_translation((cell[0] - first[0], cell[1] - first[1])):
                yield cell

    def placed(self, cells: Sequence[Cell], start: Cell) -> tuple[Cell, ...] | None:
        """Where cells lie once the first of them is moved to ``start``, in their order.

        None where one lies beyond an edge, or two of them on one cell.
        """
        x, y = (to - at for to, at in zip(start, cells[0], strict=True))
        value = [self.taken_back((a + x, b + y)) for a, b in cells]
        if len(set(value)) < len(value) or None in value:
            return None
        return tuple(cell for cell in value if cell is not None)

    def carried(self, motion: Motion, start: Cell) -> dict[Cell, Cell] | None:
        """Where a motion of the unwrapped plane that carries (0, 0) to ``start`` carries each cell.

        None unless it carries copies of one cell to copies of one cell.
        """
        zero = motion((0, 0))
        shift = (start[0] - zero[0], start[1] - zero[1])

        def image(cell: Cell) -> Cell | None:
            a, b = motion(cell)
            return self.taken_back((a + shift[0], b + shift[1]))

        cells = [(x, y) for x in range(self.width) for y in range(self.height)]
        value: dict[Cell, Cell] = {}
        for cell in cells:
            there = image(cell)
            if there is None:
                return None
            value[cell] = there
        if len(set(value.values())) < len(cells):
            return None
        # Where sides are longer than two cells, cells next to each other have no other copies next to each
        # other. So the images of three cells in a corner tell those of all their copies.
        beyond = 2 if min(self.width, self.height) > 2 else 2 * max(self.width, self.height)
        for x in range(-beyond, self.width + beyond):
            for y in range(-beyond, self.height + beyond):
                back = self.taken_back((x, y))
                if back is not None and value[back] != image((x, y)):
                    return None
        return value

    def check(self, lattice: Lattice, cells: Iterable[Cell]) -> None:
        """PuzzleError where a lattice, or some of the cells, do not fit the surface."""
        if lattice.dimension != 2:
            raise PuzzleError(f"the board is on the {lattice.name} lattice; only flat boards are wrapped")
        if lattice.can_cross:
            raise PuzzleError(f"a board of the {lattice.name} lattice cannot be wrapped")
        if self.is_one_sided and lattice.name != "square":
            raise PuzzleError(
                f"a {NAMES[self.wrap]} is turned over, which a board of the {lattice.name} lattice cannot be"
            )
        steps = [("columns", self.width, (self.width, 0))]
        if self.wrap.down is PLAIN:
            steps.append(("rows", self.height, (0, self.height)))
        for what, length, step in steps:
            if not lattice.is_translation(step):
                raise PuzzleError(
                    f"{length} {what} of the {lattice.name} lattice cannot be joined: "
                    "the pattern does not fit"
                )
        for cell in cells:
            if not self.holds(cell):
                raise PuzzleError(
                    f"the cell {cell} is outside the {self}, whose cells are (0, 0) to "
                    f"({self.width - 1}, {self.height - 1})"
                )

    def check_ways(self, name: str, ways: Iterable[Way]) -> None:
        """PuzzleError for a piece that comes back turned over, if these are its ways and it may not be."""
        if not self.is_one_sided:
            return
        shapes = set(ways)
        for way in shapes:
            if _turned_over(way) not in shapes:
                raise PuzzleError(
                    f"the piece {quoted(name)} comes back turned over on a {NAMES[self.wrap]}, "
                    "but its motions do not allow that"
                )


def _turned_over(way: Way) -> Way:
    top = max(y for (_, y), _ in way)
    bottom = min(y for (_, y), _ in way)
    return tuple(sorted(((x, top + bottom - y), colour) for (x, y), colour in way))
