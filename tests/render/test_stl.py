from __future__ import annotations

import math
import struct
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from support.lattice_cases import cell_area, cell_volume, cut_boards, hexes, soma, sticks, triangles
from tilewright.errors import UnsupportedError
from tilewright.model.lattices import (
    CUBE,
    HEXAGON,
    LATTICES,
    LINE,
    PRISM,
    RHOMBIC_TETRAHEDRON,
    SPHERE,
    SQUARE,
    STICK,
    TETRA_OCTAHEDRON,
    TRIANGLE,
    Cell,
    Lattice,
)
from tilewright.model.lattices.lattice import Point3
from tilewright.model.puzzle import Board, Piece, Puzzle, Solution
from tilewright.render.bevel import Mesh
from tilewright.render.mesh import PrintSettings, piece_mesh
from tilewright.render.stl import piece_stl, plate_stl, solution_stl
from tilewright.render.surface import CellBodies, SetBack
from tilewright.render.vectors import cross, dot, minus

Triangle = tuple[Point3, Point3, Point3]
SOLID = [name for name in LATTICES if name != STICK.name]


def facets_of(data: bytes) -> list[tuple[Point3, Triangle]]:
    """The normal and the corners of every facet of a binary STL file, read by its definition."""
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    pairs = []
    for i in range(count):
        n = struct.unpack_from("<12fH", data, 84 + 50 * i)
        assert n[12] == 0
        pairs.append((n[0:3], (n[3:6], n[6:9], n[9:12])))
    return pairs


def facets_in(lattice: Lattice, cells: Sequence[Cell], size: PrintSettings) -> list[Triangle]:
    """The corners of the triangles of a piece."""
    return list(piece_mesh(lattice, cells, size).facets())


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
        return sum(cell_volume(lattice, cell) for cell in cells) * size.unit(lattice) ** 3
    return len(cells) * cell_area(lattice) * size.cell**2 * size.thickness


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
    facets = facets_in(lattice, cells, PrintSettings(cell=10, gap=gap, height=3))
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
    facets = facets_in(lattice, cells, size)
    sides = edges(facets)
    assert all(count == sides[b, a] for (a, b), count in sides.items())
    assert max(sides.values()) <= 4
    assert volume(facets) == pytest.approx(volume_of(lattice, cells, size))


def test_cubes_that_touch_along_an_edge_share_it_without_a_gap_and_part_with_one() -> None:
    cells = ((0, 0, 0), (1, 1, 0))
    shared = edges(facets_in(CUBE, cells, PrintSettings(gap=0)))
    assert Counter(shared.values())[2] == 2  # one edge, in both directions
    parted = edges(facets_in(CUBE, cells, PrintSettings(gap=0.2)))
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
    facets = facets_in(CUBE, ((4, 0, 0), (5, 0, 0)), PrintSettings(cell=20, gap=0.5))
    assert [pair for span in spans(facets) for pair in span] == pytest.approx(
        [0.25, 39.75, 0.25, 19.75, 0, 19.5]
    )
    assert volume(facets) == pytest.approx(39.5 * 19.5 * 19.5)
    flat = facets_in(SQUARE, ((0, 0), (1, 0)), PrintSettings(cell=20, gap=0.5, height=4))
    assert [pair for span in spans(flat) for pair in span] == pytest.approx([0.25, 39.75, 0.25, 19.75, 0, 4])
    assert volume(flat) == pytest.approx(39.5 * 19.5 * 4)
    rod = facets_in(LINE, ((0,), (1,), (2,)), PrintSettings(cell=20, gap=0.5, height=4))
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
    lost = volume_of(lattice, cells, size) - volume(facets_in(lattice, cells, size))
    assert lost == pytest.approx(d * sides, rel=1e-3)


def test_a_piece_is_not_its_mirror_image() -> None:
    # Seen from above, x goes right and y towards the viewer: the arm of this L is at the lower right.
    facets = facets_in(SQUARE, ((0, 0), (0, 1), (0, 2), (1, 2)), PrintSettings(cell=10, gap=0))
    right = [spot for facet in facets for spot in facet if spot[0] > 15]
    assert max(y for _, y, _ in right) == 10  # a printer's y goes away from the viewer
    tripod = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 0, 1))
    facets = facets_in(CUBE, tripod, PrintSettings(cell=1, gap=0))
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
    alone = sum(volume(facets_in(puzzle.lattice, piece.cells, size)) for piece in puzzle.pieces)
    assert volume(facets) == pytest.approx(alone, rel=1e-4)


def test_the_heading_is_not_that_of_the_text_form() -> None:
    puzzle = Puzzle(Board.of([(0, 0)]), (Piece.of("solid é\x1b" + 100 * "x", [(0, 0)]),))
    data = piece_stl(puzzle, 0)
    assert data.startswith(b"Tilewright: solid e?xx")
    assert len(facets_of(data)) == 12  # two a side
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
        PrintSettings(**sizes, balls=False, grid=False)


@pytest.mark.parametrize("case", [hexes(), triangles()], ids=["hexagon", "triangle"])
def test_flat_pieces_have_the_requested_height(case: tuple[Puzzle, Solution]) -> None:
    facets = [facet for _, facet in facets_of(plate_stl(case[0], PrintSettings(cell=12)))]
    assert spans(facets)[2] == (0, 3)


def assert_closed(mesh: Mesh) -> None:
    """Each edge is the side of two triangles, in opposite directions, and no triangle is a line."""
    sides = Counter((one[k - 1], one[k]) for one in mesh.triangles for k in range(3))
    assert set(sides.values()) == {1}
    assert all((b, a) in sides for a, b in sides)


@given(shapes(), st.sampled_from([0.0, 0.1, 0.5]), st.sampled_from([0.0, 0.2, 0.5, 2.0]))
def test_meshes_are_closed_with_any_gap_and_bevel(
    case: tuple[Lattice, tuple[Cell, ...]], gap: float, bevel: float
) -> None:
    lattice, cells = case
    mesh = piece_mesh(lattice, cells, PrintSettings(cell=10, gap=gap, height=3, bevel=bevel))
    assert_closed(mesh)
    sharp = volume(facets_in(lattice, cells, PrintSettings(cell=10, gap=gap, height=3)))
    assert 0 < volume(list(mesh.facets())) <= sharp * (1 + 1e-9)


@given(st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=14))
def test_the_volume_of_cubes_is_that_of_the_points_that_are_far_from_missing_ones(cells: set[Cell]) -> None:
    """In tenths of a cube, with faces set back by one of them: a small cube stays where all around it do."""
    positions = {
        tuple(10 * c + k for c, k in zip(cell, small, strict=True))
        for cell in cells
        for small in product(range(10), repeat=3)
    }
    around = list(product((-1, 0, 1), repeat=3))
    left = sum(all((x + a, y + b, z + c) in positions for a, b, c in around) for x, y, z in positions)
    facets = facets_in(CUBE, sorted(cells), PrintSettings(cell=10, gap=2))
    assert volume(facets) == pytest.approx(left)


@given(shapes(), st.data())
def test_no_point_is_nearer_to_a_missing_cell_than_half_the_gap(
    case: tuple[Lattice, tuple[Cell, ...]], data: st.DataObject
) -> None:
    """Between a point and a missing cell are two planes of the lattice half the gap apart."""
    lattice, cells = case
    assume(lattice.is_solid)
    inset = 0.04
    facets = SetBack(CellBodies(lattice), inset).facets(cells)
    bodies = CellBodies(lattice)
    missing = {near for cell in cells for near in bodies.around(cell)}.difference(cells)
    dice = data.draw(st.randoms(use_true_random=False))
    for facet in dice.sample(facets, min(len(facets), 12)):
        weights = [dice.uniform(0.1, 1) for _ in facet]
        x, y, z = (
            sum(w * p[k] for w, p in zip(weights, facet, strict=True)) / sum(weights) for k in range(3)
        )
        spot = (x, y, z)
        for cell in missing:
            reaches = (
                dot(way, spot) - max(dot(way, corner) for corner in bodies.corners(cell).values())
                for way in bodies.ways
            )
            assert max(reaches) >= inset - 1e-9


@pytest.mark.parametrize("lattice", [CUBE, PRISM, SPHERE, RHOMBIC_TETRAHEDRON, TETRA_OCTAHEDRON], ids=str)
def test_faces_are_set_back_evenly(lattice: Lattice) -> None:
    """A cell with its faces moved in by d loses, to first order, d times its surface."""
    d = 1e-4
    for cell in lattice.classes:
        bodies = CellBodies(lattice)
        surface = sum(
            math.dist((0, 0, 0), cross(minus(b, a), minus(c, a))) / 2
            for face in bodies.faces(cell)
            for a, b, c in ((face[0], *pair) for pair in pairwise(face[1:]))
        )
        size = PrintSettings(cell=1, gap=2 * d, grid=True)
        lost = volume_of(lattice, [cell], size) - volume(facets_in(lattice, [cell], size))
        assert lost == pytest.approx(d * surface, rel=3e-3)


@pytest.mark.parametrize("box", [(1, 1, 1), (3, 1, 2)])
def test_the_bevel_of_a_box_is_exact(box: tuple[int, int, int]) -> None:
    """Prisms are cut off along edges, and at corners what lies beyond a plane through three points."""
    h, (a, b, c) = 1.5, (10 * k for k in box)
    cells = list(product(*map(range, box)))
    facets = facets_in(CUBE, cells, PrintSettings(cell=10, gap=0, bevel=h))
    assert volume(facets) == pytest.approx(a * b * c - 2 * h**2 * (a + b + c) + 16 / 3 * h**3)
    assert len(facets) == 6 * 2 + 12 * 2 + 8


def test_a_bevel_ends_at_a_wall() -> None:
    """A tower on a slab: its upright edges are cut off down to the slab, the upper ones as a cube's."""
    slab = [(x, y, 0) for x in range(3) for y in range(3)]
    h = 1.0
    sizes = PrintSettings(cell=10, gap=0, bevel=h)
    both, alone = (volume(facets_in(CUBE, cells, sizes)) for cells in ([*slab, (1, 1, 1)], slab))
    upper = 4 * 10 * h**2 / 2 - 4 * (0.75 - 1 / 12) * h**3
    assert both - alone == pytest.approx(1000 - upper - 4 * 10 * h**2 / 2)


def test_a_solution_is_printed_in_place() -> None:
    puzzle, solution = soma()
    size = PrintSettings(cell=10, gap=0.4)
    facets = [facet for _, facet in facets_of(solution_stl(puzzle, solution, size))]
    assert [end for span in spans(facets) for end in span] == pytest.approx(
        [0.2, 29.8, 0.2, 29.8, 0, 29.6], abs=1e-4
    )
    alone = [facets_in(CUBE, one.cells, size) for one in solution]
    assert volume(facets) == pytest.approx(sum(map(volume, alone)), rel=1e-4)
    assert set(edges(facets).values()) == {1}
