"""Shapes as designers change them: cells on any lattice, with colours, some of which may stay empty.

Every function returns a new shape. A shape that is turned or mirrored stays in the corner where it was, so
that as many turns as make a whole one give the same shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from math import cos, pi, sin

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.model.board import MAX_CELLS
from tilewright.model.bodies import Matrix, finer_cells, image, middle, minus, same
from tilewright.model.lattices import Cell, Lattice, Motion
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.pieces.piece import check_dimension
from tilewright.wording import counted, quoted

AXES = "xyz"
MAX_FACTOR = 10
"""The largest factor by which a shape is scaled."""

MAX_TIMES = 100
MAX_BOX = 1_000_000
"""Coordinates in the box around a shape up to which its holes are found."""


@dataclass(frozen=True)
class Shape:
    """Cells on a lattice by their colours, "" for none; ``variable`` ones may stay empty.

    PuzzleError for a shape without cells, with too many, or with what is no cell of the lattice.
    """

    lattice: Lattice
    cells: Mapping[Cell, str]
    variable: frozenset[Cell] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        if not self.cells:
            raise PuzzleError("the shape has no cell")
        if len(self.cells) > MAX_CELLS:
            raise PuzzleError(
                f"the shape has {counted(len(self.cells), 'cell')}; at most {MAX_CELLS:,} are accepted"
            )
        check_dimension(self.cells, self.lattice, "the shape")
        for cell in self.cells:
            if not self.lattice.is_cell(cell):
                raise PuzzleError(
                    f"the shape has {cell}, which is no cell of the {self.lattice.name} lattice"
                )
        stray = sorted(self.variable - self.cells.keys())
        if stray:
            raise PuzzleError(f"the cell {stray[0]} may stay empty, but the shape does not have it")

    @classmethod
    def of(cls, lattice: Lattice, cells: Iterable[Cell], variable: Iterable[Cell] = ()) -> Shape:
        """A shape without colours.

        >>> from tilewright.model.lattices import SQUARE
        >>> len(Shape.of(SQUARE, [(0, 0), (1, 0)], variable=[(2, 0)]).cells)
        3
        """
        free = frozenset(variable)
        return cls(lattice, dict.fromkeys(sorted({*cells, *free}), ""), free)

    @property
    def fixed(self) -> list[Cell]:
        """The cells that may not stay empty, sorted."""
        return sorted(self.cells.keys() - self.variable)

    def with_cells(self, cells: Iterable[Cell]) -> Shape:
        """Only these of its cells."""
        kept = {cell: self.cells[cell] for cell in sorted(cells)}
        return replace(self, cells=kept, variable=self.variable & kept.keys())

    def moved(self, there: Mapping[Cell, Cell]) -> Shape:
        """Each cell carried to another one."""
        cells = {there[cell]: colour for cell, colour in self.cells.items()}
        return replace(
            self, cells=dict(sorted(cells.items())), variable=frozenset(there[cell] for cell in self.variable)
        )


# --- Motions


def turn(shape: Shape, axis: str = "z", times: int = 1) -> Shape:
    """The shape turned about an axis, by the smallest turn of its lattice, clockwise as seen from above.

    That is a quarter of a turn on most lattices, a sixth on triangles and hexagons, half a turn about the
    axes of prisms that lie. Negative ``times`` turn back.

        >>> from tilewright.model.lattices import SQUARE
        >>> turn(Shape.of(SQUARE, [(0, 0), (1, 0), (2, 0)])).fixed
        [(0, 0), (0, 1), (0, 2)]
    """
    if abs(times) > MAX_TIMES:
        raise PuzzleError(f"the shape is to be turned {times} times; expected at most {MAX_TIMES}")
    motion, order = turn_motion(shape.lattice, axis)
    for _ in range(times % order):
        shape = _carried(shape, motion)
    return shape


def mirror(shape: Shape, axis: str = "x") -> Shape:
    """The shape with the coordinate along an axis reversed."""
    return _carried(shape, mirror_motion(shape.lattice, axis))


def shift(shape: Shape, by: Sequence[int]) -> Shape:
    """The shape moved by a translation of its lattice; PuzzleError for what is none."""
    vector = tuple(by)
    _check_vector(shape.lattice, vector, "the shift")
    if not shape.lattice.is_translation(vector):
        rule = shape.lattice.translation_rule
        raise PuzzleError(
            f"the shift {_written(vector)} is no translation of the {shape.lattice.name} lattice; "
            f"expected {rule or 'another one'}"
        )
    return shape.moved({cell: add(cell, vector) for cell in shape.cells})


@cache
def turn_motion(lattice: Lattice, axis: str) -> tuple[Motion, int]:
    """The smallest turn of a lattice about an axis, and how many make a whole turn."""
    axes = _axes(lattice, AXES if lattice.is_solid else AXES[2:], axis)
    for order in (6, 4, 3, 2):
        motion = _motion_like(lattice, _rotation(AXES.index(axis), 2 * pi / order))
        if motion is not None:
            return motion, order
    others = [other for other in axes if other != axis and lattice.dimension > 1]
    hint = f"; expected {' or '.join(others)}" if others else ""
    raise UnsupportedError(f"no turn about the axis {axis} keeps the {lattice.name} lattice{hint}")


@cache
def mirror_motion(lattice: Lattice, axis: str) -> Motion:
    """The motion of a lattice that reverses the coordinate of space along an axis."""
    _axes(lattice, AXES[: lattice.dimension], axis)
    at = AXES.index(axis)
    motion = _motion_like(
        lattice, tuple(tuple((-1.0 if k == at else 1.0) * (k == j) for j in range(3)) for k in range(3))
    )
    if motion is None:
        raise UnsupportedError(f"no mirror across the axis {axis} keeps the {lattice.name} lattice")
    return motion


def _axes(lattice: Lattice, axes: str, axis: str) -> str:
    """The axes of a lattice; PuzzleError for one that is none of them."""
    if len(axis) != 1 or axis not in axes:
        raise PuzzleError(
            f"the axis is {quoted(axis)}; expected {' or '.join(axes)} on the {lattice.name} lattice"
        )
    return axes


def _carried(shape: Shape, motion: Motion) -> Shape:
    """The shape after a motion, in the corner where it was."""
    cells, lattice = list(shape.cells), shape.lattice
    images = motion.image(cells)
    if images is None:
        raise UnsupportedError(f"the motion {quoted(motion.name)} does not carry all cells to cells")
    back = subtract(lattice.anchor(cells), lattice.anchor(images))
    return shape.moved(dict(zip(cells, (add(cell, back) for cell in images), strict=True)))


def _rotation(axis: int, angle: float) -> Matrix:
    """A turn about an axis, clockwise as seen from its far end with y downwards on the page."""
    u, v = (axis + 1) % 3, (axis + 2) % 3
    rows = [[float(k == j) for j in range(3)] for k in range(3)]
    rows[u][u] = rows[v][v] = cos(angle)
    rows[u][v], rows[v][u] = -sin(angle), sin(angle)
    return tuple(map(tuple, rows))


def _motion_like(lattice: Lattice, matrix: Matrix) -> Motion | None:
    """The motion of a lattice that moves points of space as a matrix does, up to a translation."""
    cells = sorted(_around(lattice))
    start, *points = [middle(lattice, cell) for cell in cells]
    for motion in lattice.motions["all"]:
        if motion.divisor != 1:
            continue
        first, *images = [middle(lattice, motion(cell)) for cell in cells]
        if all(
            same(image(matrix, minus(point, start)), minus(there, first))
            for point, there in zip(points, images, strict=True)
        ):
            return motion
    return None


@cache
def _around(lattice: Lattice) -> frozenset[Cell]:
    """Cells in all directions of a lattice: up to three steps from one of them."""
    cells = {lattice.classes[0]}
    for _ in range(3):
        cells |= {near for cell in cells for near in lattice.neighbours(cell)}
    return frozenset(cells)


def scale(shape: Shape, factor: int) -> Shape:
    """Each cell as the cells that fill it when it is made larger by a factor.

    UnsupportedError where cells of the lattice do not fill a larger one, as hexagons and spheres.

        >>> from tilewright.model.lattices import SQUARE
        >>> scale(Shape.of(SQUARE, [(1, 0)]), 2).fixed
        [(2, 0), (2, 1), (3, 0), (3, 1)]
    """
    if not 1 <= factor <= MAX_FACTOR:
        raise PuzzleError(f"the factor is {factor}; expected a whole number from 1 to {MAX_FACTOR}")
    lattice = shape.lattice
    if len(shape.cells) * factor**lattice.dimension > MAX_CELLS:
        raise PuzzleError(f"the larger shape has more than {MAX_CELLS:,} cells")
    cells: dict[Cell, str] = {}
    variable: set[Cell] = set()
    for cell, colour in shape.cells.items():
        start = lattice.class_of(cell)
        away = tuple(factor * step for step in subtract(cell, start))
        finer = [add(one, away) for one in finer_cells(lattice, start, factor)]
        cells.update(dict.fromkeys(finer, colour))
        if cell in shape.variable:
            variable.update(finer)
    return replace(shape, cells=dict(sorted(cells.items())), variable=frozenset(variable))


# --- Cells


def crop(shape: Shape, low: Sequence[int], high: Sequence[int]) -> Shape:
    """The cells with coordinates from ``low`` to ``high``, both included; PuzzleError if there is none."""
    for vector, what in ((tuple(low), "the first corner"), (tuple(high), "the last corner")):
        _check_vector(shape.lattice, vector, what)
    kept = [cell for cell in shape.cells if all(a <= k <= b for a, k, b in zip(low, cell, high, strict=True))]
    if not kept:
        raise PuzzleError(f"the shape has no cell from {_written(low)} to {_written(high)}")
    return shape.with_cells(kept)


def inside(shape: Shape, thickness: int = 1) -> frozenset[Cell]:
    """The cells that are left when the outermost ones are taken away so many times."""
    left = set(shape.cells)
    for _ in range(thickness):
        left = {cell for cell in left if all(near in left for near in shape.lattice.neighbours(cell))}
    return frozenset(left)


def hollow(shape: Shape, thickness: int = 1) -> Shape:
    """The shape without its inner cells; its walls are so many cells thick."""
    if thickness < 1:
        raise PuzzleError(f"the walls are {thickness} cells thick; expected a whole number from 1")
    return shape.with_cells(shape.cells.keys() - inside(shape, thickness))


def vary(shape: Shape, cells: Iterable[Cell]) -> Shape:
    """The shape with exactly these of its cells variable, so that they may stay empty."""
    return replace(shape, variable=frozenset(cells) & shape.cells.keys())


def paint(shape: Shape, colour: str, cells: Iterable[Cell] | None = None) -> Shape:
    """The shape with these cells in a colour; by default all."""
    chosen = set(shape.cells if cells is None else cells)
    painted = {cell: colour if cell in chosen else own for cell, own in shape.cells.items()}
    return replace(shape, cells=painted)


def holes(shape: Shape) -> list[list[Cell]]:
    """The cavities: connected cells that the shape encloses."""
    lattice, own = shape.lattice, shape.cells
    columns = list(zip(*own, strict=True))
    reach = 2 + max(
        abs(step)
        for cell in _around(lattice)
        for near in lattice.neighbours(cell)
        for step in subtract(near, cell)
    )
    low, high = [min(column) - reach for column in columns], [max(column) + reach for column in columns]
    volume = 1
    for a, b in zip(low, high, strict=True):
        volume *= b - a + 1
    if volume > MAX_BOX:
        raise UnsupportedError(
            f"the box around the shape has {volume:,} places; at most {MAX_BOX:,} are searched"
        )

    def is_within(cell: Cell) -> bool:
        return all(a <= k <= b for a, k, b in zip(low, cell, high, strict=True))

    seen: set[Cell] = set()
    cavities = []
    for cell in sorted(own):
        for start in lattice.neighbours(cell):
            if start in own or start in seen:
                continue
            seen.add(start)
            part, todo, is_closed = [start], [start], True
            while todo:
                for near in lattice.neighbours(todo.pop()):
                    if near in own or near in seen:
                        continue
                    if not is_within(near):
                        is_closed = False
                        continue
                    seen.add(near)
                    part.append(near)
                    todo.append(near)
            if is_closed:
                cavities.append(sorted(part))
    return cavities


def fill(shape: Shape) -> Shape:
    """The shape with the cells that it encloses."""
    added = {cell: "" for cavity in holes(shape) for cell in cavity}
    return replace(shape, cells=dict(sorted({**shape.cells, **added}.items())))


def union(one: Shape, other: Shape) -> Shape:
    """The cells of both, with the colours of the first; a cell is variable if it is so wherever it is."""
    _check_lattices(one, other)
    cells = dict(sorted({**other.cells, **one.cells}.items()))
    fixed = {*one.fixed, *other.fixed}
    return replace(one, cells=cells, variable=frozenset(cells.keys() - fixed))


def difference(one: Shape, other: Shape) -> Shape:
    """The cells of the first that the second does not have; PuzzleError if there is none."""
    return _part(one, other, one.cells.keys() - other.cells.keys(), "outside of the second")


def intersection(one: Shape, other: Shape) -> Shape:
    """The cells of the first that the second has too; PuzzleError if there is none."""
    return _part(one, other, one.cells.keys() & other.cells.keys(), "in the second")


def _part(one: Shape, other: Shape, kept: Iterable[Cell], where: str) -> Shape:
    _check_lattices(one, other)
    cells = list(kept)
    if not cells:
        raise PuzzleError(f"no cell of the first shape lies {where}, so nothing is left")
    return one.with_cells(cells)


def box(lattice: Lattice, size: Sequence[int]) -> Shape:
    """All cells with coordinates from 0, so many along each axis.

    >>> from tilewright.model.lattices import CUBE
    >>> len(box(CUBE, (2, 3, 4)).cells)
    24
    """
    _check_vector(lattice, tuple(size), "the size")
    whole = 1
    for length in size:
        if length < 1:
            raise PuzzleError(f"the size is {_written(size)}; expected whole numbers from 1")
        whole *= length
    if whole > MAX_CELLS:
        raise PuzzleError(
            f"a box of {_written(size)} has {whole:,} places; at most {MAX_CELLS:,} are accepted"
        )
    cells = [cell for cell in product(*map(range, size)) if lattice.is_cell(cell)]
    if not cells:
        raise PuzzleError(f"a box of {_written(size)} has no cell of the {lattice.name} lattice")
    return Shape.of(lattice, cells)


OPERATIONS: Mapping[str, Callable[..., Shape]] = {
    "turn": turn,
    "mirror": mirror,
    "shift": shift,
    "scale": scale,
    "crop": crop,
    "hollow": hollow,
    "fill": fill,
}
"""What makes one shape of another one, by name."""


def _check_lattices(one: Shape, other: Shape) -> None:
    if one.lattice is not other.lattice:
        raise PuzzleError(
            f"one shape is on the {one.lattice.name} lattice, the other on the {other.lattice.name} lattice"
        )


def _check_vector(lattice: Lattice, vector: Sequence[int], what: str) -> None:
    if len(vector) != lattice.dimension:
        raise PuzzleError(
            f"{what} is {_written(vector)}; expected {lattice.dimension} whole numbers on the "
            f"{lattice.name} lattice"
        )


def _written(vector: Sequence[int]) -> str:
    return ",".join(map(str, vector))
