"""The grids of BurrTools: which lattice each is, where its cells lie there, and how it numbers motions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright.model.lattices import LATTICES, Cell, Lattice, Motion
from tilewright.model.lattices.lattice import add, subtract

MAX_COLOURS = 63
MAX_VOXELS = 1_000_000  # the largest box of a shape that is read or written, in cells, empty ones too


def _as_it_is(place: Cell) -> Cell:
    return place


def _upside_down(place: Cell) -> Cell:
    x, y, z = place
    return (x, -y, z)


@dataclass(frozen=True)
class Grid:
    """A grid: its number in files, what its cells are, and the name of its lattice.

    ``cell`` is the cell of the lattice at a place of the grid, ``place`` the way back. Both are linear.
    Boxes of shapes have whole blocks of ``block`` places along each axis. ``make_motions`` makes
    ``transformations`` and ``mirror``.
    """

    number: str
    cells: str
    lattice_name: str
    make_motions: Callable[[Lattice], tuple[tuple[Motion, ...], Motion]]
    cell: Callable[[Cell], Cell] = _as_it_is
    place: Callable[[Cell], Cell] = _as_it_is
    block: int = 1

    @cached_property
    def lattice(self) -> Lattice:
        """Its lattice, which is imported when it is first used: a file is of one grid."""
        return LATTICES[self.lattice_name]

    @cached_property
    def _motions(self) -> tuple[tuple[Motion, ...], Motion]:
        return self.make_motions(self.lattice)

    @property
    def transformations(self) -> tuple[Motion, ...]:
        """The proper motions by their numbers in saved assemblies; the mirrored ones follow."""
        return self._motions[0]

    @property
    def mirror(self) -> Motion:
        """After which each of the transformations is a mirrored one."""
        return self._motions[1]

    def transformed(self, number: int, hotspot: Cell, cells: Sequence[Cell]) -> list[Cell] | None:
        """Where a transformation carries a hotspot and cells, up to a translation.

        None when there is no such number, or the cells do not come to lie on cells.
        """
        mirrored, turn = divmod(number, len(self.transformations))
        if mirrored not in (0, 1):
            return None
        if mirrored:
            hotspot, cells = self.mirror.carry(hotspot), [self.mirror.carry(cell) for cell in cells]
        return carried(self.transformations[turn], hotspot, cells)

    def default_hotspot(self, cells: Sequence[Cell]) -> Cell:
        """The hotspot that is written for a piece: the place (0, 0, 0) of its box, or the sphere next to it.

        Between spheres not every transformation carries it to a place of the grid.
        """
        corner = self.lattice.anchor([self.place(cell) for cell in cells])
        if all(motion.divisor == 1 for motion in self.transformations):
            return self.cell(corner)
        return min(cells, key=lambda cell: (sum(k * k for k in subtract(self.place(cell), corner)), cell))


def at_hotspot(grid: Grid, number: int, turned: Sequence[Cell]) -> Cell:
    """The cell whose place a saved assembly gives: the hotspot, the first of the turned cells."""
    return turned[0]


def at_box(grid: Grid, number: int, turned: Sequence[Cell]) -> Cell:
    """The same in files of version 1, which has only cubes: the corner of the box of the turned piece."""
    return grid.lattice.anchor(turned[1:])


def at_vertex(grid: Grid, number: int, turned: Sequence[Cell]) -> Cell:
    """The same of prisms in early files of version 2: the one at the turned vertex of the hotspot."""
    return add(turned[0], grid.cell(_VERTICES[number]))


Reference = Callable[[Grid, int, Sequence[Cell]], Cell]
"""The cell whose place is saved, of a transformation's number, and a hotspot and cells that it has turned."""

_VERTICES = (
    *((0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0), (1, 1, 0), (0, 1, 0)),
    *((2, 0, 1), (2, 1, 1), (1, 1, 1), (0, 1, 1), (0, 0, 1), (1, 0, 1)),
    *((2, 0, 0), (2, 1, 0), (1, 1, 0), (0, 1, 0), (0, 0, 0), (1, 0, 0)),
    *((0, 0, 1), (1, 0, 1), (2, 0, 1), (2, 1, 1), (1, 1, 1), (0, 1, 1)),
)
"""By transformation: the way back from where a cell comes when it is turned about its lower left vertex."""


def carried(motion: Motion, hotspot: Cell, cells: Sequence[Cell]) -> list[Cell] | None:
    """Where a motion carries a hotspot and cells, or None; a hotspot that misses all places is rounded."""
    images = motion.image(cells)
    if images is None:
        return None
    half = motion.divisor // 2
    away = subtract(motion.carry(hotspot), motion.carry(cells[0]))
    return [add(images[0], tuple((step + half) // motion.divisor for step in away)), *images]


_CUBIC = """
    (x, y, z) (x, -z, y) (x, -y, -z) (x, z, -y) (-z, y, x) (-y, -z, x) (z, -y, x) (y, z, x)
    (-x, y, -z) (-x, -z, -y) (-x, -y, z) (-x, z, y) (z, y, -x) (y, -z, -x) (-z, -y, -x) (-y, z, -x)
    (-y, x, z) (z, x, y) (y, x, -z) (-z, x, -y) (y, -x, z) (-z, -x, y) (-y, -x, -z) (z, -x, -y)
"""
"""The images of a cell (x, y, z) under the transformations of cubes, in the order of their numbers."""

_SPHERICAL = """
    (x, y, z) (z, -y, x) (-y, x, z) (y, z, x) (-x, -y, z) (-z, y, x) (y, -x, z) (-y, -z, x)
    (z, x, y) (x, z, -y) (-x, z, y) (-z, x, -y) (-z, -x, y) (-x, -z, -y) (x, -z, y) (z, -x, -y)
    (z, y, -x) (x, -y, -z) (-y, z, -x) (y, x, -z) (-z, -y, -x) (-x, y, -z) (y, -z, -x) (-y, -x, -z)
"""
"""The same of spheres: the first 24 of 120."""

_AFTER_HALF_TURNS = """
    (-1, 1, 1): (-x, y, -z) (-z, -y, -x)
    (1, 1, -1): (-x, y, -z) (-z, -y, -x)
    (1, -1, 1): (x, -y, -z) (-x, -z, -y)
    (1, 1, -1): (x, -y, -z) (-x, -z, -y)
    (1, 1, 1): (-x, y, -z) (z, -y, x)
    (1, -1, 1): (-x, y, -z) (z, -y, x)
    (1, 1, 1): (x, -y, -z) (-x, z, y)
    (-1, 1, 1): (x, -y, -z) (-x, z, y)
    (1, -1, 1): (-y, -x, -z) (-x, -y, z)
    (-1, 1, 1): (-y, -x, -z) (-x, -y, z)
    (1, 1, 1): (y, x, -z) (-x, -y, z)
    (1, 1, -1): (y, x, -z) (-x, -y, z)
    (1, 1, 1): (-z, y, x) (-y, -z, x) (-y, -x, -z) (y, z, x) (x, -z, y) (-z, x, -y) (z, x, y) (-x, -z, -y)
        (z, -x, -y) (-z, -x, y) (x, z, -y) (-z, -y, -x) (x, y, z) (y, -z, -x) (-y, x, z) (z, y, -x)
        (-y, z, -x) (y, -x, z)
    (1, -1, 1): (-z, x, -y) (y, x, -z) (z, -x, -y) (x, z, -y) (-y, -z, x) (-z, -y, -x) (y, -z, -x) (y, z, x)
        (z, y, -x) (-z, y, x) (-y, z, -x) (-z, -x, y) (-y, x, z) (x, -z, y) (z, x, y) (y, -x, z) (-x, z, y)
        (x, y, z)
    (-1, 1, 1): (y, -z, -x) (z, y, -x) (y, x, -z) (-y, z, -x) (-z, -x, y) (-x, -z, -y) (x, -z, y)
        (z, -x, -y) (z, x, y) (x, z, -y) (-z, x, -y) (-z, y, x) (-y, -z, x) (y, -x, z) (z, -y, x) (x, y, z)
        (y, z, x) (-y, x, z)
    (1, 1, -1): (-y, -x, -z) (y, -z, -x) (z, y, -x) (-y, z, -x) (-z, -x, y) (z, -x, -y) (x, -z, y)
        (x, z, -y) (z, x, y) (-z, x, -y) (-x, z, y) (-z, y, x) (-y, -z, x) (y, -x, z) (z, -y, x) (x, y, z)
        (y, z, x) (-y, x, z)
"""
"""The others: a half turn about a diagonal, and where turns of the cube then carry (x, y, z)."""


def _listed(text: str) -> list[str]:
    """The images of a cell in a list of them."""
    return [image.strip() + ")" for image in text.split(")")[:-1]]


def _cubic(lattice: Lattice, listed: str = _CUBIC) -> tuple[tuple[Motion, ...], Motion]:
    """The transformations of a grid with the motions of the cube, and its mirror."""
    by_name = {motion.name: motion for motion in lattice.motions["all"]}
    turns = [by_name["identity"], *(by_name[f"turn to {image}"] for image in _listed(listed)[1:])]
    return tuple(turns), by_name["mirror to (-x, y, z)"]


def _spherical(lattice: Lattice) -> tuple[tuple[Motion, ...], Motion]:
    """The transformations of spheres, and their mirror."""
    turns, mirror = _cubic(lattice, _SPHERICAL)
    by_name = {motion.name: motion for motion in lattice.motions["rotation"]}
    diagonal = ""
    more = []
    for entry in _listed(_AFTER_HALF_TURNS.replace("):", ":)")):
        if entry.endswith(":)"):
            diagonal = entry.replace(":)", ")")
            continue
        name = f"half turn about {diagonal}, then turn to {entry}"
        more.append(by_name[name.removesuffix(", then turn to (x, y, z)")])
    return (*turns, *more), mirror


def _prismatic(lattice: Lattice) -> tuple[tuple[Motion, ...], Motion]:
    """Turns by sixths, anticlockwise as seen from above, and the same after turning over about the y axis."""
    from tilewright.model.lattices.hexagon import turn_name  # here: most files are of cubes

    by_name = {motion.name: motion for motion in lattice.motions["all"]}
    turns = [by_name[turn_name(-k % 6)] for k in range(6)]
    over = by_name["mirror left-right, upside down"]

    def turned_over(turn: Motion) -> Motion:
        return Motion(f"{over.name}, {turn.name}", True, lambda cell: turn.carry(over.carry(cell)))

    return (*turns, *map(turned_over, turns)), by_name["mirror left-right"]


GRIDS: dict[str, Grid] = {
    grid.number: grid
    for grid in (
        Grid("0", "cubes", "cube", _cubic),
        # y goes upwards in BurrTools, and a triangle with x + y even has its side below.
        Grid("1", "triangular prisms", "prism", _prismatic, _upside_down, _upside_down),
        Grid("2", "spheres", "sphere", _spherical),
        Grid("3", "rhombic tetrahedra", "rhombic-tetrahedron", _cubic, block=5),
        Grid("4", "tetrahedra and octahedra", "tetra-octahedron", _cubic, block=3),
    )
}
"""The grids by the number in ``<gridType type="0"/>``."""


def references(grid: Grid, version: str) -> tuple[Reference, ...]:
    """What places in saved assemblies may refer to in a file of this version, the most likely first."""
    if grid.lattice_name == "prism":
        return at_hotspot, at_vertex
    return (at_box, at_hotspot) if version == "1" else (at_hotspot,)


def grid_of(lattice: Lattice) -> Grid | None:
    """The grid whose lattice it is."""
    return next((grid for grid in GRIDS.values() if grid.lattice_name == lattice.name), None)
