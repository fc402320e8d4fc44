"""Pieces as closed surfaces to be printed, with clearance and bevelled edges.

A lattice's y grows towards the viewer; a printer's away. So y changes its sign, and a piece comes out as it
is drawn and not as its mirror image.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import SQUARE, Cell, Lattice
from tilewright.model.lattices.lattice import Point3
from tilewright.render import geometry
from tilewright.render.balls import ball_mesh
from tilewright.render.bevel import Mesh, mesh_of
from tilewright.render.surface import CellBodies, SetBack

LONGEST = 10_000.0
"""No printed piece is longer, in millimetres: the coordinates of the file have seven digits."""


@dataclass(frozen=True)
class PrintSettings:
    """How large pieces are made, in millimetres; UnsupportedError for sizes that cannot be.

    ``cell`` is a cell's side (of hexagons, from middle to middle), ``gap`` the clearance of two pieces that
    lie side by side: every face is set back by half of it. ``height`` is that of flat pieces, None: a
    quarter of the cell. ``bevel`` is how wide edges are cut off, on each of their two faces. With ``balls``
    spheres are balls joined by necks, not rhombic dodecahedra.
    """

    cell: float = 20.0
    gap: float = 0.2
    height: float | None = None
    bevel: float = 0.0
    balls: bool = False

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

        if self.bevel and self.balls:
            raise UnsupportedError("balls have no edges to bevel")

    @property
    def thickness(self) -> float:
        """The height of flat pieces."""
        return self.cell / 4 if self.height is None else self.height

    def words(self, lattice: Lattice) -> str:
        """The sizes in words."""
        thickness = "" if lattice.is_solid else f", {self.thickness:g} mm high"
        bevel = f", edges bevelled by {self.bevel:g} mm" if self.bevel else ""
        balls = ", spheres as balls" if self.balls else ""
        return f"cells of {self.cell:g} mm{thickness}, gaps of {self.gap:g} mm between pieces{bevel}{balls}"


def piece_mesh(lattice: Lattice, cells: Sequence[Cell], size: PrintSettings) -> Mesh:
    """The surface of a piece, on the plane z = 0, near the origin, in millimetres.

    Cells that touch along an edge or at a corner alone come apart; with a gap of 0 they have vertices of
    their own in the same place. Raises UnsupportedError for sticks, and for pieces of more than LONGEST.
    """
    return assembly_meshes(lattice, [cells], size)[0]


def assembly_meshes(lattice: Lattice, pieces: Sequence[Sequence[Cell]], size: PrintSettings) -> list[Mesh]:
    """The surfaces of pieces that lie side by side; as :func:`piece_mesh`."""
    if lattice.can_cross:
        raise UnsupportedError("sticks have no width, so there is no body of them to print")
    if size.balls and not lattice.is_round:
        raise UnsupportedError(f"balls are printed of spheres only, and the lattice is {lattice.name}")
    if lattice.dimension == 1:
        lattice, pieces = SQUARE, [[(*cell, 0) for cell in cells] for cells in pieces]
    low, high = _extent(lattice, [cell for cells in pieces for cell in cells])
    longest = max(b - a for a, b in zip(low, high, strict=True)) * size.cell
    if longest > LONGEST:
        raise UnsupportedError(
            f"a piece would be {longest:,.0f} mm long; at most {LONGEST:,.0f} mm are printed. "
            "Use smaller cells"
        )
    inset = size.gap / 2 / size.cell
    if size.balls:
        meshes = [ball_mesh(lattice, cells, inset) for cells in pieces]
    else:
        surfaces = _surfaces(lattice, size.thickness / size.cell, inset)
        meshes = [mesh_of(surfaces.facets(cells), size.bevel / size.cell) for cells in pieces]
    floor = min(z for mesh in meshes for _, _, z in mesh.vertices)
    return [_placed(mesh, (low[0], high[1], floor), size.cell) for mesh in meshes]


@lru_cache(maxsize=8)
def _surfaces(lattice: Lattice, height: float, inset: float) -> SetBack:
    return SetBack(CellBodies(lattice, height), inset)


def _placed(mesh: Mesh, origin: Point3, scale: float) -> Mesh:
    """The mesh in millimetres with its y turned round."""
    left, front, floor = origin
    vertices = tuple(
        [((x - left) * scale, (front - y) * scale, (z - floor) * scale) for x, y, z in mesh.vertices]
    )
    return Mesh(vertices, tuple([(a, c, b) for a, b, c in mesh.triangles]))


def _extent(lattice: Lattice, cells: Sequence[Cell]) -> tuple[Point3, Point3]:
    """The least and the greatest coordinates of the cells, in cell sides."""
    if lattice.faces is not None:
        corners = (corner for cell in cells for face in lattice.faces(cell) for corner in face)
        columns = list(zip(*corners, strict=True))
        (a, b, c), (d, e, f) = map(min, columns), map(max, columns)
        return (a, b, c), (d, e, f)
    left, top, right, bottom = geometry.bounds(lattice, cells)
    return (left, top, 0.0), (right, bottom, 0.0)
