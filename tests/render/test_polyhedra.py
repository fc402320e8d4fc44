"""Cells of any lattice in space as bodies: what is painted over what, borders, pieces pulled apart."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import CUBE, LATTICES, PRISM, SPHERE, Cell, Lattice
from tilewright.model.lattices.cube import project
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.render import polyhedra, to_svg
from tilewright.render.options import RenderOptions
from tilewright.render.palette import swatch
from tilewright.render.polyhedra import Polyhedron
from tilewright.render.scene import Area, Label
from tilewright.testing import random_polyform

SOLIDS = tuple(lattice for lattice in LATTICES.values() if lattice.is_solid)
solids = pytest.mark.parametrize("lattice", SOLIDS, ids=lambda lattice: lattice.name)
VIEW = (1.0, 1.0, 1.0)  # towards the viewer


def planes(lattice: Lattice, cell: Cell) -> list[tuple[tuple[float, ...], float]]:
    """The half-spaces of a cell: outward normals, and how far the faces are out."""
    assert lattice.faces is not None
    faces = lattice.faces(cell)
    corners = {corner for face in faces for corner in face}
    inside = [sum(values) / len(corners) for values in zip(*corners, strict=True)]
    found: list[tuple[tuple[float, ...], float]] = []
    for a, b, c in (face[:3] for face in faces):
        u, v = ([q - p for p, q in zip(a, e, strict=True)] for e in (b, c))
        n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        far = sum(p * q for p, q in zip(n, a, strict=True))
        if sum(p * q for p, q in zip(n, inside, strict=True)) > far:
            n, far = (-n[0], -n[1], -n[2]), -far
        found.append((n, far))
    return found


def nearest(lattice: Lattice, cells: list[Cell], point: tuple[float, float, float]) -> Cell | None:
    """The cell that the line of sight through a point meets first, by cutting it with the half-spaces."""
    best, where = None, -float("inf")
    for cell in cells:
        low, high = -float("inf"), float("inf")
        for normal, far in planes(lattice, cell):
            along = sum(p * q for p, q in zip(normal, VIEW, strict=True))
            left = far - sum(p * q for p, q in zip(normal, point, strict=True))
            if abs(along) < 1e-12:
                if left < 0:
                    low = float("inf")
            elif along > 0:
                high = min(high, left / along)
            else:
                low = max(low, left / along)
        if low < high and high > where:
            best, where = cell, high
    return best


def painted(areas: list[Area], x: float, y: float) -> str | None:
    """The colour of a point: that of the last polygon over it; None at the border of one."""
    colour = "none"
    for area in areas:
        (shape,) = area.loops
        turns = [
            (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
            for a, b in zip(shape, (*shape[1:], shape[0]), strict=True)
        ]
        if min(map(abs, turns)) < 1e-3:
            return None
        if all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns):
            colour = area.fill
    return colour


@solids
@given(data=st.data())
def test_the_nearest_body_is_seen(lattice: Lattice, data: st.DataObject) -> None:
    """The painted colour of random points is that of the body that a line of sight meets first."""
    dice = data.draw(st.randoms(use_true_random=False))
    cells = random_polyform(dice, lattice, data.draw(st.integers(1, 9)))
    owner = {cell: dice.randrange(3) for cell in cells}
    bodies = [
        Polyhedron(tuple(cell for cell in cells if owner[cell] == number), swatch(number))
        for number in sorted(set(owner.values()))
    ]
    bodies = [body for body in bodies if body.cells]
    figure = polyhedra.figure(lattice, bodies)
    areas = [mark for mark in figure.marks(20) if isinstance(mark, Area)]
    left, top, right, bottom = figure.box
    looks = {
        number: {area.fill for area in polyhedra_areas(lattice, body)} for number, body in enumerate(bodies)
    }
    for _ in range(25):
        point = (dice.uniform(-3, 3), dice.uniform(-3, 3), 0.0)
        x, y = project(*point)
        colour = painted(areas, x, y)
        if colour is None:
            continue
        seen = nearest(lattice, cells, point)
        if seen is None:
            assert colour == "none"
        else:
            assert left <= x <= right and top <= y <= bottom
            number = next(n for n, body in enumerate(bodies) if seen in body.cells)
            assert colour in looks[number]


def polyhedra_areas(lattice: Lattice, body: Polyhedron) -> list[Area]:
    """The areas of single cells of a body, which have all its shades."""
    return [
        mark
        for cell in body.cells
        for mark in polyhedra.figure(lattice, [Polyhedron((cell,), body.style)]).marks(20)
        if isinstance(mark, Area)
    ]


@solids
@given(data=st.data())
def test_pulled_apart_pieces_do_not_touch(lattice: Lattice, data: st.DataObject) -> None:
    dice = data.draw(st.randoms(use_true_random=False))
    cells = random_polyform(dice, lattice, data.draw(st.integers(2, 12)))
    parts = [[cell for k, cell in enumerate(sorted(cells)) if k % 3 == rest] for rest in range(3)]
    parts = [part for part in parts if part]
    moved = polyhedra.pulled_apart(lattice, parts)
    for before, after in zip(parts, moved, strict=True):
        assert lattice.normalise(before) == lattice.normalise(after)
    for one, other in combinations(moved, 2):
        assert set(one).isdisjoint(other)
        assert all(set(lattice.neighbours(cell)).isdisjoint(other) for cell in one)


def test_labels_lie_on_the_faces_that_are_seen() -> None:
    low, high = [(0, 0, 0)], [(0, 0, 1)]
    bodies = [Polyhedron(tuple(low), swatch(0), "a"), Polyhedron(tuple(high), swatch(1), "b")]
    labels = [mark.words for mark in polyhedra.figure(PRISM, bodies).marks(20) if isinstance(mark, Label)]
    assert labels == ["a", "b"]
    assert not [mark for mark in polyhedra.figure(PRISM, bodies).marks(5) if isinstance(mark, Label)]


def test_too_many_faces_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polyhedra, "MAX_FACES", 11)
    with pytest.raises(UnsupportedError, match="12 faces to draw in space; at most 11"):
        polyhedra.figure(SPHERE, [Polyhedron(((0, 0, 0),), swatch(0))])


@pytest.mark.parametrize("view", ["", "isometric", "exploded", "layers", "all"])
def test_every_view_of_every_lattice_is_drawn(view: str) -> None:
    for lattice in SOLIDS:
        if lattice is CUBE:
            continue
        start = lattice.classes[0]
        cells = [start, lattice.neighbours(start)[0]]
        pieces = [Piece.of(name, [cell], lattice=lattice) for name, cell in zip("ab", cells, strict=True)]
        puzzle = Puzzle(Board.of({cells[0]: "red", cells[1]: ""}), pieces, lattice=lattice)
        solution = Solution.of(Placement(name, (cell,)) for name, cell in zip("ab", cells, strict=True))
        options = RenderOptions(view=view)
        text = to_svg(puzzle, [solution], options)
        assert text.startswith("<svg") and ">a<" in text and ">b<" in text
        assert to_svg(puzzle, (), options).startswith("<svg")
