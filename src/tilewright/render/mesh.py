"""Pieces as closed surfaces to be printed, with clearance and bevelled edges.

A lattice's y grows towards the viewer; a printer's away. So y changes its sign, and a piece comes out as it
is drawn and not as its mirror image.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import SQUARE, Cell, Lattice
from tilewright.model.lattices.lattice import Point3
from tilewright.render import geometry
from tilewright.render.balls import NECK, ball_mesh
from tilewright.render.bevel import Mesh, mesh_of
from tilewright.render.polyhedra import ball_radius
from tilewright.render.surface import CellBodies, SetBack

LONGEST = 10_000.0
"""No printed piece is longer, in millimetres: the coordinates of the file have seven digits."""


@dataclass(frozen=True)
class PrintSettings:
    """How large pieces are made, in millimetres; UnsupportedError for sizes that cannot be.

    ``cell`` is a cell's side (of hexagons and spheres, from middle to middle), ``gap`` the clearance of two
    pieces that lie side by side: every face is set back by half of it. ``height`` is that of flat pieces,
    None: a quarter of the cell. ``bevel`` is how wide edges are cut off, on each of their two faces. With
    ``balls`` spheres are balls joined by necks, not rhombic dodecahedra, and ``cell`` is the diameter of
    each ball. With ``grid`` it is the unit of the coordinates instead: for spheres the distance from middle
    to middle is the root of 2 of that, for others the same. Pieces are hollow within a ``wall`` of this
    thickness, None: solid; ``drain`` is the diameter of the holes in it, 0 for none, None: 3 mm or a fifth of
    the cell, whichever is less.
    """

    cell: float = 20.0
    gap: float = 0.2
    height: float | None = None
    bevel: float = 0.0
    balls: bool = False
    grid: bool = False
    wall: float | None = None
    drain: float | None = None

    def __post_init__(self) -> None:
        if not 0.1 <= self.cell <= 1000:
            raise UnsupportedError(f"a cell cannot be {self.cell} mm wide; expected 0.1 to 1,000")
        if not 0 <= self.gap <= self.cell / 4:
            raise UnsupportedError(
                f"the gap between pieces cannot be {self.gap} mm; "
                f"expected 0 to {self.cell / 4:g}, a quarter of the cell"
            )
        if self.height is not None and not 0.1 <= self.height <= 1000:
            raise UnsupportedError(f"a piece cannot be {self.height} mm high; expected 0.1 to 1,000")
        if not 0 <= self.bevel <= self.cell / 4:
            raise UnsupportedError(
                f"the bevel of edges cannot be {self.bevel} mm; expected 0 to {self.cell / 4:g}, "
                "a quarter of the cell"
            )

        if self.wall is not None and not max(0.1, self.bevel) <= self.wall <= self.cell / 2:
            raise UnsupportedError(
                f"walls cannot be {self.wall} mm thick; expected {max(0.1, self.bevel):g} to "
                f"{self.cell / 2:g}, from the width of bevels to half of the cell"
            )
        if self.drain is not None and self.wall is None:
            raise UnsupportedError("holes drain hollow pieces only; expected a thickness of walls too")
        if self.drain is not None and not (self.drain == 0 or 0.1 <= self.drain <= self.cell):
            raise UnsupportedError(
                f"a drain hole cannot be {self.drain} mm wide; expected 0 for none, or 0.1 to {self.cell:g}, "
                "the width of a cell"
            )
        if self.bevel and self.balls:
            raise UnsupportedError("balls have no edges to bevel")

    @property
    def thickness(self) -> float:
        """The height of flat pieces."""
        return self.cell / 4 if self.height is None else self.height

    @property
    def hole(self) -> float:
        """The diameter of drain holes of hollow pieces, 0 for none."""
        return min(3.0, self.cell / 5) if self.drain is None else self.drain

    def unit(self, lattice: Lattice) -> float:
        """How long the unit of the lattice's coordinates is."""
        if self.grid or not lattice.is_round:
            return self.cell
        return (self.cell + self.gap * self.balls) / (2 * ball_radius(lattice))

    def words(self, lattice: Lattice) -> str:
        """The sizes in words."""
        thickness = "" if lattice.is_solid else f", {self.thickness:g} mm high"
        bevel = f", edges bevelled by {self.bevel:g} mm" if self.bevel else ""
        cells = f"balls of {self.cell:g} mm" if self.balls else f"cells of {self.cell:g} mm"
        hollow = "" if self.wall is None else f", hollow with walls of {self.wall:g} mm"
        if self.wall is not None and self.hole:
            hollow += f" and drain holes of {self.hole:g} mm"
        if self.grid and lattice.is_round:
            cells = f"{'balls' if self.balls else 'spheres'} on a grid of {self.cell:g} mm"
        return f"{cells}{thickness}, gaps of {self.gap:g} mm between pieces{bevel}{hollow}"


def piece_mesh(lattice: Lattice, cells: Sequence[Cell], size: PrintSettings) -> Mesh:
    """The surface of a piece, on the plane z = 0, near the origin, in millimetres.

    Cells that touch along an edge or at a corner alone come apart; with a gap of 0 they have vertices of
    their own in the same place. Raises UnsupportedError for sticks, and for pieces of more than LONGEST.
    """
    return assembly_meshes(lattice, [cells], size)[0]


def assembly_meshes(lattice: Lattice, pieces: Sequence[Sequence[Cell]], size: PrintSettings) -> list[Mesh]:
    """The surfaces of pieces that lie side by side; as :func:`piece_mesh`."""
    return Frame.of(lattice, pieces, size).meshes()


@dataclass(frozen=True)
class Frame:
    """Pieces of a lattice in space, and where their cells lie in millimetres.

    ``origin`` is the point of the lattice that comes to lie at the origin, but for the heights.
    """

    lattice: Lattice
    pieces: Sequence[Sequence[Cell]]
    size: PrintSettings
    unit: float
    origin: Point3

    @classmethod
    def of(cls, lattice: Lattice, pieces: Sequence[Sequence[Cell]], size: PrintSettings) -> Frame:
        """The frame in which pieces are near the origin; UnsupportedError when they cannot be printed."""
        if lattice.can_cross:
            raise UnsupportedError("sticks have no width, so there is no body of them to print")
        if size.balls and not lattice.is_round:
            raise UnsupportedError(f"balls are printed of spheres only, and the lattice is {lattice.name}")
        if lattice.dimension == 1:
            lattice, pieces = SQUARE, [[(*cell, 0) for cell in cells] for cells in pieces]
        low, high = _extent(lattice, [cell for cells in pieces for cell in cells])
        unit = size.unit(lattice)
        longest = max(b - a for a, b in zip(low, high, strict=True)) * unit
        if longest > LONGEST:
            raise UnsupportedError(
                f"a piece would be {longest:,.0f} mm long; at most {LONGEST:,.0f} mm are printed. "
                "Use smaller cells"
            )
        return cls(lattice, pieces, size, unit, (low[0], high[1], 0.0))

    def meshes(self) -> list[Mesh]:
        """The surfaces of the pieces, the lowest points at z = 0."""
        return self.placed(self.outer)

    @cached_property
    def outer(self) -> list[Mesh]:
        """The surfaces in units of the lattice."""
        size, inset = self.size, self.size.gap / 2 / self.unit
        if size.balls:
            return [ball_mesh(self.lattice, cells, inset) for cells in self.pieces]
        surfaces = _surfaces(self.lattice, size.thickness / self.unit, inset)
        return [mesh_of(surfaces.facets(cells), size.bevel / self.unit) for cells in self.pieces]

    def inner(self, wall: float) -> list[Mesh]:
        """The surfaces of what is left within walls of this many millimetres, in units of the lattice."""
        wall /= self.unit
        inset = self.size.gap / 2 / self.unit + wall
        if self.size.balls:
            radius = ball_radius(self.lattice)
            neck = (NECK * (radius - inset + wall) - wall) / (radius - inset) if inset < radius else 0.0
            return [ball_mesh(self.lattice, cells, inset, neck) for cells in self.pieces]
        if self.lattice.is_solid:
            surfaces = _surfaces(self.lattice, 1.0, inset)
            return [mesh_of(surfaces.facets(cells)) for cells in self.pieces]
        height = self.size.thickness / self.unit - 2 * wall
        if height <= 0:
            return [Mesh((), ()) for _ in self.pieces]
        surfaces = _surfaces(self.lattice, height, inset)
        meshes = [mesh_of(surfaces.facets(cells)) for cells in self.pieces]
        return [Mesh(tuple([(x, y, z + wall) for x, y, z in m.vertices]), m.triangles) for m in meshes]

    def placed(self, meshes: Sequence[Mesh]) -> list[Mesh]:
        """Meshes in millimetres with their y turned round."""
        return [
            Mesh(tuple(map(self.point, mesh.vertices)), tuple([(a, c, b) for a, b, c in mesh.triangles]))
            for mesh in meshes
        ]

    def point(self, at: Point3) -> Point3:
        """Where a point of the lattice lies."""
        left, front, _ = self.origin
        return ((at[0] - left) * self.unit, (front - at[1]) * self.unit, (at[2] - self._floor) * self.unit)

    @cached_property
    def _floor(self) -> float:
        return min(z for mesh in self.outer for _, _, z in mesh.vertices)


@lru_cache(maxsize=8)
def _surfaces(lattice: Lattice, height: float, inset: float) -> SetBack:
    return SetBack(CellBodies(lattice, height), inset)


def _extent(lattice: Lattice, cells: Sequence[Cell]) -> tuple[Point3, Point3]:
    """The least and the greatest coordinates of the cells, in cell sides."""
    if lattice.faces is not None:
        corners = (corner for cell in cells for face in lattice.faces(cell) for corner in face)
        columns = list(zip(*corners, strict=True))
        (a, b, c), (d, e, f) = map(min, columns), map(max, columns)
        return (a, b, c), (d, e, f)
    left, top, right, bottom = geometry.bounds(lattice, cells)
    return (left, top, 0.0), (right, bottom, 0.0)
