"""Pieces cut for a printer: each part fits, pegs go into holes with play, together they are the piece."""

from __future__ import annotations

from itertools import combinations
from math import pi, sin

import pytest

from support.lattice_cases import chain_puzzle
from tilewright.errors import UnsupportedError
from tilewright.model.lattices import CUBE, LATTICES, SPHERE, STICK, Lattice
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.render.bodies import Body, piece_body
from tilewright.render.booleans import library, solid_of
from tilewright.render.mesh import PrintSettings
from tilewright.render.plates import Printer, extent, fitting_turns
from tilewright.render.split import Joint, split_bodies

CASES = [*((lattice, False) for lattice in LATTICES.values() if lattice is not STICK), (SPHERE, True)]
JOINT = Joint.of(20, 0.2)


def bar(length: int) -> Body:
    cells = [(x, 0, 0) for x in range(length)]
    puzzle = Puzzle(Board.of(cells), [Piece.of("bar", cells, lattice=CUBE)], lattice=CUBE)
    return piece_body(puzzle, 0)


@pytest.mark.parametrize(("lattice", "balls"), CASES, ids=str)
def test_parts_fit_and_are_the_piece_together(lattice: Lattice, balls: bool) -> None:  # noqa: FBT001
    body = piece_body(chain_puzzle(lattice, 4), 0, PrintSettings(balls=balls))
    limit = 0.7 * max(extent(body))
    printer = Printer(limit, limit, limit)
    parts = split_bodies([body], printer, JOINT)
    assert len(parts) > 1 and all(fitting_turns(part, printer) for part in parts)
    assert [part.name for part in parts] == [f"A {k} of {len(parts)}" for k in range(1, len(parts) + 1)]
    manifold3d = library("the test needs")
    whole, solids = solid_of(manifold3d, body.mesh), [solid_of(manifold3d, part.mesh) for part in parts]
    assert all(solid.status() == manifold3d.Error.NoError for solid in solids)
    for one, other in combinations(solids, 2):
        assert (one ^ other).volume() == pytest.approx(0, abs=1e-6)
    together = manifold3d.Manifold.batch_boolean(solids, manifold3d.OpType.Add)
    assert (together - whole).volume() == pytest.approx(0, abs=1e-6)
    # What is missing is the play around pegs and behind them.
    assert 0 < whole.volume() - together.volume() < 0.03 * whole.volume()


def test_pegs_of_a_bar_have_the_play_of_the_gap() -> None:
    """Half of the bar has two pegs, and they leave 0.1 mm all around and 0.5 mm at the end."""
    parts = split_bodies([bar(4)], Printer(60, 60, 60), JOINT)
    assert len(parts) == 2
    manifold3d = library("the test needs")
    first, second = (solid_of(manifold3d, part.mesh) for part in parts)
    # Pegs of 5 mm in holes of 5.5 mm, a tenth of a millimetre wider all around; both are prisms of 32 sides.
    base = 16 * sin(pi / 16)
    half = 39.9 * 19.8**2
    assert first.volume() == pytest.approx(half + 2 * 5 * base * 2.5**2)
    assert second.volume() == pytest.approx(half - 2 * 5.5 * base * 2.6**2)
    # Pulled apart by 1 mm, the pegs are still in the holes, and 0.1 mm away from their walls.
    low, high = first.bounding_box()[0], second.bounding_box()[0]
    pulled = second.translate((1.0 if high > low else -1.0, 0, 0))
    assert first.min_gap(pulled, 2) == pytest.approx(0.1, abs=0.02)


def test_what_fits_stays_whole_and_copies_are_cut_once() -> None:
    body, small = bar(6), bar(2)
    parts = split_bodies([small, body, body], Printer(50, 50, 50), JOINT)
    assert parts[0] is small
    half = (len(parts) - 1) // 2
    assert [part.mesh for part in parts[1 : 1 + half]] == [part.mesh for part in parts[1 + half :]]
    assert parts[1].mesh is parts[1 + half].mesh


def test_what_has_no_room_for_pegs_is_named() -> None:
    body = piece_body(chain_puzzle(CUBE, 4), 0, PrintSettings(cell=3))
    with pytest.raises(UnsupportedError, match=r"'A' of .* mm .* no cut of it has space for pegs"):
        split_bodies([body], Printer(8, 8, 8), Joint.of(3, 0.2))
    with pytest.raises(UnsupportedError, match="into more than 64 parts"):
        split_bodies([bar(200)], Printer(30, 30, 30), JOINT)
