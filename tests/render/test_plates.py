"""Bodies on plates of a printer: inside it, apart, and those that fit nowhere are named."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.lattice_cases import soma
from tilewright.errors import UnsupportedError
from tilewright.model.lattices import CUBE
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.render.bevel import Mesh
from tilewright.render.bodies import BETWEEN, Body, piece_bodies
from tilewright.render.booleans import library, solid_of
from tilewright.render.plates import MAX_BODIES, Printer, extent, packed_plates

FACES = ((0, 2, 1), (0, 3, 2), (0, 1, 5), (0, 5, 4), (1, 2, 6), (1, 6, 5))
MORE = ((2, 3, 7), (2, 7, 6), (3, 0, 4), (3, 4, 7), (4, 5, 6), (4, 6, 7))


def box(name: str, wide: float, deep: float, high: float) -> Body:
    base = [(0.0, 0.0), (wide, 0.0), (wide, deep), (0.0, deep)]
    return Body(
        name, "#ffffff", Mesh(tuple((x, y, z) for z in (0.0, high) for x, y in base), (*FACES, *MORE))
    )


lengths = st.floats(1, 60)


@given(st.lists(st.tuples(lengths, lengths, lengths), min_size=1, max_size=25))
@settings(max_examples=60)
def test_boxes_lie_on_the_plates_and_apart(sizes: list[tuple[float, float, float]]) -> None:
    printer = Printer(100, 80, 60)
    bodies = [box(str(number), *size) for number, size in enumerate(sizes)]
    plates = packed_plates(bodies, printer)
    assert sorted(body.name for plate in plates for body in plate) == sorted(body.name for body in bodies)
    for plate in plates:
        for body in plate:
            low, high = body.box
            assert min(low) > -1e-6 and low[2] == pytest.approx(0)
            assert high[0] < 100 + 1e-6 and high[1] < 80 + 1e-6 and high[2] < 60 + 1e-6
            assert sorted(extent(body)) == pytest.approx(sorted(sizes[int(body.name)]))
        for one, other in combinations(plate, 2):
            gaps = [max(a - d, c - b) for a, b, c, d in zip(*one.box, *other.box, strict=True)][:2]
            assert max(gaps) > BETWEEN - 1e-6


def test_the_pieces_of_a_puzzle_are_turned_and_not_mirrored() -> None:
    puzzle, _ = soma()
    manifold3d = library("the test needs")
    bodies = {body.name: body for body in piece_bodies(puzzle)}
    for plate in packed_plates(list(bodies.values()), Printer(62, 130, 62)):
        for body in plate:
            turned, drawn = (solid_of(manifold3d, one.mesh) for one in (body, bodies[body.name]))
            assert turned.volume() == pytest.approx(drawn.volume())
        solids = [solid_of(manifold3d, body.mesh).translate(body.shift) for body in plate]
        for one, other in combinations(solids, 2):
            assert one.min_gap(other, 10) > BETWEEN - 1e-6


def test_a_body_lies_down_where_it_does_not_stand() -> None:
    cells = [(0, 0, z) for z in range(5)]
    puzzle = Puzzle(Board.of(cells), [Piece.of("tower", cells, lattice=CUBE)], lattice=CUBE)
    ((body,),) = packed_plates(piece_bodies(puzzle), Printer(110, 30, 30))
    assert extent(body) == pytest.approx((99.8, 19.8, 19.8))
    ((body,),) = packed_plates(piece_bodies(puzzle), Printer(30, 30, 110))
    assert extent(body) == pytest.approx((19.8, 19.8, 99.8))


def test_copies_share_their_mesh_on_a_plate() -> None:
    (plate,) = packed_plates([box("a", 10, 20, 5)] * 3, Printer(100, 100, 100))
    assert len({id(body.mesh) for body in plate}) == 1


def test_what_fits_nowhere_is_named() -> None:
    with pytest.raises(
        UnsupportedError, match=r"of 50 x 50 x 50 mm has no space for 'b' of 90.0 x 5.0 x 5.0 mm;"
    ):
        packed_plates([box("a", 5, 5, 5), box("b", 90, 5, 5)], Printer(50, 50, 50))
    tall = [box(str(number), 5, 5, 90 + number) for number in range(7)]
    with pytest.raises(UnsupportedError, match=r"'0' of 5.0 x 5.0 x 90.0 mm, '1' of .* and 2 more; expected"):
        packed_plates(tall, Printer(50, 50, 50))
    with pytest.raises(UnsupportedError, match="2,001 pieces are too many to pack"):
        packed_plates([box("a", 5, 5, 5)] * (MAX_BODIES + 1), Printer(50, 50, 50))
    with pytest.raises(UnsupportedError, match="a printer cannot be 0 mm wide"):
        Printer(0, 50, 50)
