from __future__ import annotations

import math
import struct
from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from support.lattice_cases import cell_volume, cut_boards, hexes, soma, sticks, triangles
from tilewright.errors import UnsupportedError
from tilewright.model.lattices import CUBE, HEXAGON, LATTICES, LINE, SQUARE, STICK, TRIANGLE, Cell, Lattice
from tilewright.model.puzzle import Board, Piece, Puzzle, Solution
from tilewright.render.mesh import Point3, PrintSettings, Triangle, piece_mesh
from tilewright.render.stl import piece_stl, plate_stl

SOLID = [name for name in LATTICES if name != STICK.name]
AREA = {"line": 1.0, "square": 1.0, "hexagon": math.sqrt(3) / 2, "triangle": math.sqrt(3) / 4}
"""The area of a flat cell, in squares of what ``Print.cell`` measures."""


def facets_of(data: bytes) -> list[tuple[Point3, Triangle]]:
    """The normal and the corners of every facet of a binary STL file, read by its definition."""
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    found = []
    for i in range(count):
        n = struct.unpack_from("<12fH", data, 84 + 50 * i)
        assert n[12] == 0
        found.append((n[0:3], (n[3:6], n[6:9], n[9:12])))
    return found


def edges(facets: list[Triangle]) -> Counter[tuple[Point3, Point3]]:
    """How often each directed edge is a side of a facet."""
    return Counter((facet[i - 1], facet[i]) for facet in facets for i in range(3))


def volume(facets: list[Triangle]) -> float:
    """The volume within a closed surface, positive when normals options out (Gauss)."""
    total = 0.0
    for (a, b, c), (d, e, f), (g, h, i) in facets:
        total += a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g)
    return total / 6


def volume_of(lattice: Lattice, cells: Sequence[Cell], size: PrintSettings) -> float:
    """What cells of this lattice fill when nothing is cut off."""
    if lattice.is_solid:
        return sum(cell_volume(lattice, cell) for cell in cells) * size.cell**3
    return len(cells) * AREA[lattice.name] * size.cell**2 * size.thickness


@st.composite
def shapes(draw: st.DrawFn) -> tuple[Lattice, tuple[Cell, ...]]:
    """Any set of few cells, joined or not, on any lattice that has solid cells."""
    lattice = LATTICES[draw(st.sampled_from(SOLID))]
    sides = [range(-1, 3 if lattice.dimension == 3 else 4)] * lattice.dimension
    cells = st.sampled_from([cell for cell in product(*sides) if lattice.is_cell(cell)])
    return lattice, tuple(sorted(draw(st.sets(cells, min_size=1, max_size=20))))


@given(shapes(), st.sampled_from([0.1, 0.5, 1.5]))
def test_with_a_gap_every_edge_is_the_side_of_two_facets(
    case: tuple[Lattice, tuple[Cell, ...]], gap: float
) -> None:
    lattice, cells = case
    facets = piece_mesh(lattice, cells, PrintSettings(cell=10, gap=gap, height=3))
    sides = edges(facets)
    assert set(sides.values()) == {1}
    assert all((b, a) in sides for a, b in sides)
    full = volume_of(lattice, cells, PrintSettings(cell=10, height=3))
    # Of an eighth of an octahedron, whose faces are 2.1 mm from its middle, little is left by 0.75 mm.
    assert (0.3 if not lattice.is_solid or lattice is CUBE else 0.1) * full < volume(facets) < full


@given(shapes())
def test_without_a_gap_the_volume_is_that_of_the_cells(case: tuple[Lattice, tuple[Cell, ...]]) -> None:
    lattice, cells = case
    size = PrintSettings(cell=10, gap=0, height=3)
    facets = piece_mesh(lattice, cells, size)
    sides = edges(facets)
    assert all(count == sides[b, a] for (a, b), count in sides.items())
    assert max(sides.values()) <= 4
    assert volume(facets) == pytest.approx(volume_of(lattice, cells, size))


def test_cubes_that_touch_along_an_edge_share_it_without_a_gap_and_part_with_one() -> None:
    cells = ((0, 0, 0), (1, 1, 0))
    shared = edges(piece_mesh(CUBE, cells, PrintSettings(gap=0)))
    assert Counter(shared.values())[2] == 2  # one edge, in both directions
    parted = edges(piece_mesh(CUBE, cells, PrintSettings(gap=0.2)))
    assert set(parted.values()) == {1}


def spans(facets: list[Triangle]) -> list[tuple[float, float]]:
    """The least and the greatest coordinate along each axis."""
    return [
        (
            min(spot[k] for facet in facets for spot in facet),
            max(spot[k] for facet in facets for spot in facet),
        )
        for k in range(3)
    ]


def test_faces_are_set_back_by_half_the_gap() -> None:
    facets = piece_mesh(CUBE, ((4, 0, 0), (5, 0, 0)), PrintSettings(cell=20, gap=0.5))
    assert [pair for span in spans(facets) for pair in span] == pytest.approx(
        [0.25, 39.75, 0.25, 19.75, 0, 19.5]
    )
    assert volume(facets) == pytest.approx(39.5 * 19.5 * 19.5)
    flat = piece_mesh(SQUARE, ((0, 0), (1, 0)), PrintSettings(cell=20, gap=0.5, height=4))
    assert [pair for span in spans(flat) for pair in span] == pytest.approx([0.25, 39.75, 0.25, 19.75, 0, 4])
    assert volume(flat) == pytest.approx(39.5 * 19.5 * 4)
    rod = piece_mesh(LINE, ((0,), (1,), (2,)), PrintSettings(cell=20, gap=0.5, height=4))
    assert volume(rod) == pytest.approx(59.5 * 19.5 * 4)


@pytest.mark.parametrize(
    ("lattice", "cells", "sides"),
    [
        (TRIANGLE, ((0, 0), (1, 0), (2, 0)), 5),  # a trapezium
        (TRIANGLE, ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)), 6),  # a hexagon, whole about a vertex
        (HEXAGON, ((0, 0),), 6 / math.sqrt(3)),
    ],
)
def test_walls_are_set_back_evenly(lattice: Lattice, cells: tuple[Cell, ...], sides: float) -> None:
    """A convex piece with its walls moved in by d loses, to first order, d times its border."""
    d = 1e-4
    size = PrintSettings(cell=1, gap=2 * d, height=1)
    lost = volume_of(lattice, cells, size) - volume(piece_mesh(lattice, cells, size))
    assert lost == pytest.approx(d * sides, rel=1e-3)


def test_a_piece_is_not_its_mirror_image() -> None:
    # Seen from above, x goes right and y towards the viewer: the arm of this L is at the lower right.
    facets = piece_mesh(SQUARE, ((0, 0), (0, 1), (0, 2), (1, 2)), PrintSettings(cell=10, gap=0))
    right = [spot for facet in facets for spot in facet if spot[0] > 15]
    assert max(y for _, y, _ in right) == 10  # a printer's y goes away from the viewer
    tripod = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 0, 1))
    facets = piece_mesh(CUBE, tripod, PrintSettings(cell=1, gap=0))
    top = [spot for facet in facets for spot in facet if spot[2] == 2]
    assert {(x, y) for x, y, _ in top} == {(1, 1), (2, 1), (1, 2), (2, 2)}


def test_normals_look_out_of_the_facets() -> None:
    for normal, (a, b, c) in facets_of(piece_stl(soma()[0], 0)):
        u, v = ([q - p for p, q in zip(a, end, strict=True)] for end in (b, c))
        cross = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        length = math.hypot(*cross)
        assert normal == pytest.approx([x / length for x in cross], abs=1e-5)


@given(cut_boards())
@settings(max_examples=40)
def test_a_plate_holds_every_piece_apart(case: tuple[Puzzle, Solution]) -> None:
    puzzle, _ = case
    assume(puzzle.pieces and puzzle.lattice is not STICK)
    size = PrintSettings(cell=10, gap=0.4)
    facets = [facet for _, facet in facets_of(plate_stl(puzzle, size))]
    sides = edges(facets)
    assert set(sides.values()) == {1}  # also after rounding to the file's numbers
    assert all((b, a) in sides for a, b in sides)
    alone = sum(volume(piece_mesh(puzzle.lattice, piece.cells, size)) for piece in puzzle.pieces)
    assert volume(facets) == pytest.approx(alone, rel=1e-4)


def test_the_heading_is_not_that_of_the_text_form() -> None:
    puzzle = Puzzle(Board.of([(0, 0)]), (Piece.of("solid é\x1b" + 100 * "x", [(0, 0)]),))
    data = piece_stl(puzzle, 0)
    assert data.startswith(b"Tilewright: solid e?xx")
    assert len(facets_of(data)) == 16  # four on top, four below, two a wall
    assert data == piece_stl(puzzle, 0)


def test_what_cannot_be_printed_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="sticks have no width"):
        plate_stl(sticks()[0])
    with pytest.raises(UnsupportedError, match="no pieces"):
        plate_stl(Puzzle(Board.of([(0, 0)]), ()))
    far = Puzzle(Board.of([(0, 0)]), (Piece.of("far", [(0, 0), (10**6, 0)], copies=(0, 1)),))
    with pytest.raises(UnsupportedError, match=r"20,000,020 mm long; at most 10,000"):
        piece_stl(far, 0)
    big = Puzzle(Board.of([(0, 0)]), (Piece.of("big", [(x, y) for x in range(200) for y in range(101)]),))
    with pytest.raises(UnsupportedError, match="20,200 cells"):
        plate_stl(big, PrintSettings(cell=1))


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ({"cell": 0.0}, "a cell cannot be 0.0 mm wide"),
        ({"cell": math.nan}, "a cell cannot be nan"),
        ({"gap": -0.1}, "the gap between pieces cannot be -0.1 mm; expected 0 to 5"),
        ({"gap": 6.0}, "a quarter of the cell"),
        ({"height": math.inf}, "a piece cannot be inf mm high"),
    ],
)
def test_sizes_that_cannot_be_are_refused(sizes: dict[str, float], words: str) -> None:
    with pytest.raises(UnsupportedError, match=words):
        PrintSettings(**sizes)


@pytest.mark.parametrize("case", [hexes(), triangles()], ids=["hexagon", "triangle"])
def test_flat_pieces_have_the_requested_height(case: tuple[Puzzle, Solution]) -> None:
    facets = [facet for _, facet in facets_of(plate_stl(case[0], PrintSettings(cell=12)))]
    assert spans(facets)[2] == (0, 3)
