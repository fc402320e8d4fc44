"""The cubic lattice: cells (x, y, z), six neighbours, 48 motions, 24 of them proper.

z counts layers, upwards from the table; a layer seen from above is drawn as the square lattice is, x to
the right and y towards the viewer.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product
from math import cos, pi, sin

from tilewright.model.lattices.lattice import (
    GREEK_PREFIXES,
    Cell,
    Lattice,
    Motion,
    NamedDrawings,
    Point,
    Polyforms,
    Stencil,
    TextDrawing,
    linear,
)
from tilewright.model.lattices.square import SQUARE, SQUARE_DRAWINGS, box_colouring_name, box_stencil

AXES = "xyz"


def _signed_permutation(order: tuple[int, ...], signs: tuple[int, ...]) -> Motion:
    """The motion whose k-th new coordinate is the old one at ``order[k]``, times ``signs[k]``."""
    matrix = tuple(
        tuple(sign if k == at else 0 for k in range(3)) for at, sign in zip(order, signs, strict=True)
    )
    swaps = sum(order[i] > order[j] for i in range(3) for j in range(i + 1, 3))
    proper = (-1) ** swaps * signs[0] * signs[1] * signs[2] == 1
    new = ", ".join(("-" if sign < 0 else "") + AXES[at] for at, sign in zip(order, signs, strict=True))
    name = "identity" if new == "x, y, z" else f"{'turn' if proper else 'mirror'} to ({new})"
    return linear(name, matrix, proper=proper)


def _all() -> tuple[Motion, ...]:
    """All motions: the identity first, then the other turns, then mirrors."""
    orders = permutations(range(3))
    found = [_signed_permutation(order, signs) for order in orders for signs in product((1, -1), repeat=3)]
    return tuple(sorted(found, key=lambda motion: not motion.proper))


ALL = _all()
TURNS = tuple(motion for motion in ALL if motion.proper)
UPRIGHT = tuple(motion for motion in TURNS if motion((0, 0, 1)) == (0, 0, 1))
ALONG_AXES = tuple(motion for motion in ALL if tuple(map(abs, motion((1, 2, 3)))) == (1, 2, 3))


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    x, y, z = cell
    return ((x, y, z - 1), (x, y - 1, z), (x - 1, y, z), (x + 1, y, z), (x, y + 1, z), (x, y, z + 1))


def _anchor(cells: Iterable[Cell]) -> Cell:
    return tuple(map(min, zip(*cells, strict=True)))


def project(x: float, y: float, z: float) -> Point:
    """Where a point of space is drawn: isometric, x to the lower right, y to the lower left, z upwards."""
    return ((x - y) * cos(pi / 6), (x + y) * sin(pi / 6) - z)


def _outline(cell: Cell) -> tuple[Point, ...]:
    """The silhouette of the cube, a hexagon."""
    corners = ((0, 0, 1), (1, 0, 1), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 1, 1))
    return tuple(project(*(a + b for a, b in zip(cell, corner, strict=True))) for corner in corners)


CUBE_DRAWINGS: NamedDrawings = (
    *SQUARE_DRAWINGS[:9],
    ("A4", "#. ## / .. .#"),
    ("B4", "#. ## / #. .."),
    ("P4", "#. ## / .. #."),
    *SQUARE_DRAWINGS[9:],
    ("A", ".# ## / .# #."),
    ("J1", "... #.. / ..# ###"),
    ("J2", "... .#. / ..# ###"),
    ("J4", "..# ... / ..# ###"),
    ("L1", "..# ### / ... #.."),
    ("L2", "..# ### / ... .#."),
    ("L3", "..# ### / ... ..#"),
    ("L4", "..# ### / ..# ..."),
    ("N1", "... #.. / .## ##."),
    ("N2", "... .#. / .## ##."),
    ("Q", "## ## / .. #."),
    ("S1", ".## ##. / ... #.."),
    ("S2", ".## ##. / ... .#."),
    ("T1", "#. ## #. / .. #. .."),
    ("T2", "#. ## #. / .. .# .."),
    ("V1", ".# ## .. / .. #. #."),
    ("V2", ".#. ##. / .## ..."),
)
"""Polycubes of up to five cubes, both hands: flat ones as polyominoes, the solid tetracubes as in Soma.

The solid pentacubes have the names that the makers of Super Quintillions gave them: L, N, S, T and V are
that tetromino or pentomino-like frame with a cube on top of it, numbered from where it stands; J1, J2, J4
and N1, N2 are the mirror images of L1, L2, L4 and S1, S2.
"""


def _stencil(cell: Cell, small: bool) -> Stencil:  # noqa: FBT001
    x, y, z = cell
    return box_stencil(x, y, lambda column, row: (column, row, z), small=small)


CUBE = Lattice(
    name="cube",
    dimension=3,
    motions={
        "fixed": ALL[:1],
        "upright": UPRIGHT,
        "rotation": TURNS,
        "reflection": ALONG_AXES,
        "all": ALL,
    },
    neighbours=_neighbours,
    anchor=_anchor,
    outline=_outline,
    classes=((0, 0, 0),),
    text=TextDrawing(
        place=lambda cell: (cell[0], cell[1], cell[2]),
        cell_at=lambda column, row, layer: (column, row, layer),
        stencil=_stencil,
        letter_on="part",
        layers=True,
        hint="an empty line begins the next layer",
    ),
    polyforms=Polyforms(
        "polycubes", tuple(f"{prefix}cube" for prefix in GREEK_PREFIXES[:6]), "s", 6, 5, CUBE_DRAWINGS
    ),
    usual_motions="rotation",
    layer=SQUARE,
    max_generated_size=9,
    colouring_name=box_colouring_name,
)
