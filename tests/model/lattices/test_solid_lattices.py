"""Lattices in space: bodies of cells that fill it, and motions that are isometries of the bodies."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import dist, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.lattice_cases import cell_volume
from tilewright.model.lattices import LATTICES, SPHERE, Cell, Lattice
from tilewright.model.lattices.lattice import Point3, add
from tilewright.model.pieces.piece import Piece
from tilewright.model.pieces.polyforms import polyforms
from tilewright.testing import random_polyform

SOLIDS = tuple(lattice for lattice in LATTICES.values() if lattice.is_solid)
solids = pytest.mark.parametrize("lattice", SOLIDS, ids=lambda lattice: lattice.name)


def faces(lattice: Lattice, cell: Cell) -> tuple[tuple[Point3, ...], ...]:
    assert lattice.faces is not None
    return lattice.faces(cell)


def key(face: Sequence[Point3]) -> frozenset[tuple[int, ...]]:
    """Equal for faces with the same corners."""
    return frozenset(tuple(round(x * 1000) for x in corner) for corner in face)


def middle(points: Sequence[Point3]) -> Point3:
    x, y, z = (sum(values) / len(points) for values in zip(*points, strict=True))
    return (x, y, z)


def corners(lattice: Lattice, cell: Cell) -> list[Point3]:
    return sorted({corner for face in faces(lattice, cell) for corner in face})


def volume(lattice: Lattice, cell: Cell) -> float:
    """The volume of the pyramids from the middle of a cell to its faces."""
    inside = middle(corners(lattice, cell))
    total = 0.0
    for face in faces(lattice, cell):
        for b, c in pairwise(face):
            (x, y, z), (p, q, r), (u, v, w) = (
                [s - t for s, t in zip(spot, inside, strict=True)] for spot in (face[0], b, c)
            )
            total += abs(x * (q * w - r * v) - y * (p * w - r * u) + z * (p * v - q * u)) / 6
    return total


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


@solids
def test_neighbours_are_the_cells_that_share_a_face(lattice: Lattice) -> None:
    """So the bodies fill space; the line between the middles of two is at right angles to their face."""
    for cell in lattice.classes:
        own = {key(face) for face in faces(lattice, cell)}
        assert len(own) == len(faces(lattice, cell)) == len(lattice.neighbours(cell))
        inside = middle(corners(lattice, cell))
        for near in lattice.neighbours(cell):
            shared = [face for face in faces(lattice, near) if key(face) in own]
            assert len(shared) == 1
            beyond = middle(corners(lattice, near))
            across = [b - a for a, b in zip(inside, beyond, strict=True)]
            heights = [dot(across, corner) for corner in shared[0]]
            assert all(isclose(height, heights[0], abs_tol=1e-9) for height in heights)
            assert dot(across, inside) < heights[0] < dot(across, beyond)


@solids
def test_bodies_have_their_volume(lattice: Lattice) -> None:
    for cell in lattice.classes:
        assert isclose(volume(lattice, cell), cell_volume(lattice, cell))


@solids
def test_translations_move_bodies(lattice: Lattice) -> None:
    for cell in lattice.classes:
        steps = [tuple(30 * (k == axis) for k in range(3)) for axis in range(3)]
        for step in steps:
            moved = middle(corners(lattice, add(cell, step)))
            first = lattice.classes[0]
            there = middle(corners(lattice, add(first, step)))
            for here, far, start, end in zip(
                middle(corners(lattice, cell)), moved, middle(corners(lattice, first)), there, strict=True
            ):
                assert isclose(far - here, end - start, abs_tol=1e-9)


def middles(lattice: Lattice, cells: Sequence[Cell]) -> list[Point3]:
    return [middle(corners(lattice, cell)) for cell in cells]


def hand(points: Sequence[Point3]) -> float:
    """Six times the volume of a tetrahedron, with a sign."""
    a, b, c, d = points
    (x, y, z), (p, q, r), (u, v, w) = ([s - t for s, t in zip(e, a, strict=True)] for e in (b, c, d))
    return x * (q * w - r * v) - y * (p * w - r * u) + z * (p * v - q * u)


@solids
@given(data=st.data())
def test_motions_are_isometries_of_the_bodies(lattice: Lattice, data: st.DataObject) -> None:
    dice = data.draw(st.randoms(use_true_random=False))
    cells = random_polyform(dice, lattice, data.draw(st.integers(2, 7)))
    before = middles(lattice, cells)
    for motion in lattice.motions["all"]:
        image = motion.image(cells)
        if image is None:
            assert motion.divisor > 1
            continue
        after = middles(lattice, image)
        for i, j in combinations(range(len(cells)), 2):
            assert isclose(dist(before[i], before[j]), dist(after[i], after[j]))
        for four in combinations(range(len(cells)), 4):
            was, now = (hand([points[k] for k in four]) for points in (before, after))
            assert isclose(now, was if motion.proper else -was, abs_tol=1e-9)


def test_half_turns_carry_flat_pieces_of_spheres_only() -> None:
    """A layer at right angles to a diagonal comes to lie on itself; next to it nothing fits."""
    triangle = [(0, 0, 0), (1, -1, 0), (1, 0, -1)]
    turns = [motion for motion in SPHERE.motions["rotation"] if motion.divisor > 1]
    carried = [motion.name for motion in turns if motion.image(triangle) is not None]
    assert len(turns) == 96 and len(carried) == 24
    assert all(name.startswith("half turn about (1, 1, 1)") for name in carried)
    assert all(motion.image([*triangle, (1, 1, 0)]) is None for motion in turns)
    # Four spheres in a layer, an S, are their own mirror image in space, and so one piece, not two.
    crooked = Piece.of(
        "S", [(0, 0, 0), (1, -1, 0), (1, -2, 1), (2, -3, 1)], lattice=SPHERE, motions="rotation"
    )
    mirrored = [(-x, y, z) for x, y, z in crooked.cells]
    assert set(crooked.orientations(SPHERE)) == set(
        Piece.of("S", mirrored, lattice=SPHERE, motions="rotation").orientations(SPHERE)
    )


@solids
def test_free_and_one_sided_polyforms_agree_with_fixed_ones(lattice: Lattice) -> None:
    """Each class is as large as its orbit, by the definition of the motions."""
    for size in (1, 2, 3, 4):
        fixed = set(polyforms(size, "fixed", lattice))
        for mode in ("rotation", "all"):
            classes: dict[object, set[object]] = {}
            for shape in fixed:
                orbit = frozenset(map(lattice.normalise, lattice.images(shape, mode)))
                assert orbit <= fixed
                classes.setdefault(orbit, set()).add(shape)
            assert all(orbit == members for orbit, members in classes.items())
            assert len(classes) == len(polyforms(size, mode, lattice))


@given(data=st.data())
def test_pieces_of_spheres_are_alike_when_all_their_orientations_are(data: st.DataObject) -> None:
    """Of cells that are far apart some turns are possible in one orientation and not in another."""
    steps = st.sampled_from([(3, 3, 0), (0, 3, -3), (1, 1, 4), (3, -3, 0), (2, 2, 2), (4, -1, -1), (1, 1, 0)])
    cells = {(0, 0, 0), *data.draw(st.sets(steps, min_size=1, max_size=3))}
    piece = Piece.of("p", cells, lattice=SPHERE, motions="rotation")
    ways = [[cell for cell, _ in pairs] for pairs in piece.orientations(SPHERE)]
    other = Piece.of("q", data.draw(st.sampled_from(ways)), lattice=SPHERE, motions="rotation")
    alike = set(piece.orientations(SPHERE)) == set(other.orientations(SPHERE))
    assert (piece.shape_key(SPHERE) == other.shape_key(SPHERE)) == alike
