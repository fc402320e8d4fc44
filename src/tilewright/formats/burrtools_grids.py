"""The grids of BurrTools: which lattice each is, where its cells lie there, and how it numbers motions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilewright.model.lattices import (
    CUBE,
    PRISM,
    RHOMBIC_TETRAHEDRON,
    SPHERE,
    TETRA_OCTAHEDRON,
    Cell,
    Lattice,
    Motion,
)
from tilewright.model.lattices.hexagon import turn_name


def _as_it_is(place: Cell) -> Cell:
    return place


def _upside_down(place: Cell) -> Cell:
    x, y, z = place
    return (x, -y, z)


@dataclass(frozen=True)
class Grid:
    """A grid: its number in files, what its cells are, and its lattice.

    ``cell`` is the cell of the lattice at a place of the grid, ``place`` the way back. Both are linear.
    Boxes of shapes have whole blocks of ``block`` places along each axis. ``transformations`` are the motions
    by their numbers in saved assemblies, the proper ones, and ``others`` more of them; the mirrored ones
    follow, each after ``mirror``. Of other motions the numbers are not known.
    """

    number: str
    cells: str
    lattice: Lattice
    transformations: tuple[Motion, ...]
    mirror: Motion
    cell: Callable[[Cell], Cell] = _as_it_is
    place: Callable[[Cell], Cell] = _as_it_is
    block: int = 1
    others: tuple[tuple[int, Motion], ...] = ()

    def turned(self, number: int, cells: Sequence[Cell]) -> list[Cell] | None:
        """Where a transformation carries cells, up to a translation; None when its number is not known."""
        mirrored, turn = divmod(number, len(self.lattice.motions["rotation"]))
        motion = dict(self.numbered).get(turn)
        if mirrored not in (0, 1) or motion is None:
            return None
        return motion.image([self.mirror.carry(cell) for cell in cells] if mirrored else cells)

    @property
    def numbered(self) -> tuple[tuple[int, Motion], ...]:
        """The proper motions whose numbers are known."""
        return (*enumerate(self.transformations), *self.others)

    @property
    def has_more_motions(self) -> bool:
        """Whether there are motions whose numbers are not known."""
        return len(self.lattice.motions["rotation"]) > len(self.numbered)


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
"""The same of spheres, as far as they are those of a cube: the first 24 of 120."""


def _cubic(lattice: Lattice, listed: str = _CUBIC) -> tuple[tuple[Motion, ...], Motion]:
    """The transformations of a grid with the motions of the cube, and its mirror."""
    by_name = {motion.name: motion for motion in lattice.motions["all"]}
    images = [image + ")" for image in listed.replace("\n", " ").split(")")[:-1]]
    names = ["turn to " + image.strip() for image in images]
    names[0] = "identity"
    return tuple([by_name[name] for name in names]), by_name["mirror to (-x, y, z)"]


def _prismatic() -> tuple[tuple[Motion, ...], Motion]:
    """Turns by sixths, anticlockwise as seen from above, and the same after turning over about the y axis."""
    by_name = {motion.name: motion for motion in PRISM.motions["all"]}
    turns = [by_name[turn_name(-k % 6)] for k in range(6)]
    over = by_name["mirror left-right, upside down"]

    def turned_over(turn: Motion) -> Motion:
        return Motion(f"{over.name}, {turn.name}", True, lambda cell: turn.carry(over.carry(cell)))

    return (*turns, *map(turned_over, turns)), by_name["mirror left-right"]


_NUMBER_28 = next(
    motion
    for motion in SPHERE.motions["rotation"]
    if motion.name == "half turn about (1, -1, 1), then turn to (x, -y, -z)"
)
"""The one other transformation of spheres that is known, from an example of BurrTools itself."""

GRIDS: dict[str, Grid] = {
    grid.number: grid
    for grid in (
        Grid("0", "cubes", CUBE, *_cubic(CUBE)),
        # y goes upwards in BurrTools, and a triangle with x + y even has its side below.
        Grid("1", "triangular prisms", PRISM, *_prismatic(), _upside_down, _upside_down),
        Grid("2", "spheres", SPHERE, *_cubic(SPHERE, _SPHERICAL), others=((28, _NUMBER_28),)),
        Grid("3", "rhombic tetrahedra", RHOMBIC_TETRAHEDRON, *_cubic(RHOMBIC_TETRAHEDRON), block=5),
        Grid("4", "tetrahedra and octahedra", TETRA_OCTAHEDRON, *_cubic(TETRA_OCTAHEDRON), block=3),
    )
}
"""The grids by the number in ``<gridType type="0"/>``."""


def grid_of(lattice: Lattice) -> Grid | None:
    """The grid whose lattice it is."""
    return next((grid for grid in GRIDS.values() if grid.lattice is lattice), None)
