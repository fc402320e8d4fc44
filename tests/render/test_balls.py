"""Balls joined by necks: closed surfaces, in one part, apart from the balls of other pieces."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import dist, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import CUBE, SPHERE, Cell
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.render import bodies
from tilewright.render.balls import NECK, ball_mesh
from tilewright.render.bevel import Mesh
from tilewright.render.mesh import PrintSettings, piece_mesh
from tilewright.render.stl import piece_stl

RADIUS = sqrt(0.5)
INSETS = st.sampled_from([0.0, 0.005, 0.125])
PLACES = [cell for cell in product(range(3), repeat=3) if SPHERE.is_cell(cell)]
SHAPES = st.sets(st.sampled_from(PLACES), min_size=1, max_size=6)


def parts(mesh: Mesh) -> int:
    """How many parts hang together."""
    root = list(range(len(mesh.vertices)))

    def find(k: int) -> int:
        while root[k] != k:
            root[k] = k = root[root[k]]
        return k

    for a, b, c in mesh.triangles:
        root[find(a)] = root[find(b)] = find(c)
    return len({find(k) for k in range(len(root))})


def volume(mesh: Mesh) -> float:
    total = 0.0
    for (a, b, c), (d, e, f), (g, h, i) in mesh.facets():
        total += a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g)
    return total / 6


@given(SHAPES, INSETS)
def test_the_surface_is_closed_and_as_connected_as_the_cells(cells: set[Cell], inset: float) -> None:
    mesh = ball_mesh(SPHERE, sorted(cells), inset)
    sides = Counter((one[k - 1], one[k]) for one in mesh.triangles for k in range(3))
    assert set(sides.values()) == {1} and all((b, a) in sides for a, b in sides)
    assert parts(mesh) == len(SPHERE.components(cells))


@given(SHAPES, INSETS)
def test_no_point_is_nearer_to_another_ball_than_the_gap(cells: set[Cell], inset: float) -> None:
    mesh = ball_mesh(SPHERE, sorted(cells), inset)
    others = {near for cell in cells for near in SPHERE.neighbours(cell)} - cells
    for point in mesh.vertices:
        assert min(dist(point, other) for other in others) >= RADIUS + inset - 1e-4


@pytest.mark.parametrize("inset", [0.0, 0.05])
def test_the_volume_is_that_of_balls_and_necks(inset: float) -> None:
    radius = RADIUS - inset
    one = volume(ball_mesh(SPHERE, [(0, 0, 0)], inset))
    assert one == pytest.approx(4 / 3 * pi * radius**3, rel=0.02) and one < 4 / 3 * pi * radius**3
    two = volume(ball_mesh(SPHERE, [(0, 0, 0), (1, 1, 0)], inset))
    # A neck takes the place of two caps, and fills what is between them.
    height = radius * (1 - sqrt(1 - NECK**2))
    caps = 2 * pi * height**2 * (3 * radius - height) / 3
    neck = pi * (NECK * radius) ** 2 * 2 * (RADIUS - radius * sqrt(1 - NECK**2))
    assert two - 2 * one == pytest.approx(neck - caps, rel=0.1)


def test_a_piece_is_written_as_balls() -> None:
    pair = Piece.of("P", [(0, 0, 0), (1, 1, 0)], lattice=SPHERE)
    puzzle = Puzzle(Board.of(pair.cells), [pair], lattice=SPHERE)
    settings = PrintSettings(balls=True)
    mesh = piece_mesh(SPHERE, puzzle.pieces[0].cells, settings)
    assert len(piece_stl(puzzle, 0, settings)) == 84 + 50 * len(mesh.triangles)
    assert min(z for _, _, z in mesh.vertices) == pytest.approx(0) and volume(mesh) > 0
    assert settings.words(SPHERE).startswith("balls of 20 mm")


def test_what_is_no_ball_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnsupportedError, match="no edges to bevel"):
        PrintSettings(bevel=1, balls=True)
    with pytest.raises(UnsupportedError, match="of spheres only, and the lattice is cube"):
        piece_mesh(CUBE, [(0, 0, 0)], PrintSettings(balls=True))
    monkeypatch.setattr(bodies, "MAX_BALLS", 1)
    pair = Piece.of("P", [(0, 0, 0), (1, 1, 0)], lattice=SPHERE)
    puzzle = Puzzle(Board.of(pair.cells), [pair], lattice=SPHERE)
    with pytest.raises(UnsupportedError, match="2 balls cannot be printed at once; at most 1 are"):
        piece_stl(puzzle, 0, PrintSettings(balls=True))
