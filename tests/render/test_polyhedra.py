"""Cells of any lattice in space as bodies: what is painted over what, borders, pieces pulled apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.lines_of_sight import AT_REST, nearest, painted
from tilewright.errors import UnsupportedError
from tilewright.model.lattices import CUBE, LATTICES, PRISM, Lattice
from tilewright.model.lattices.cube import project
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.render import polyhedra, to_svg
from tilewright.render.options import RenderOptions
from tilewright.render.palette import swatch
from tilewright.render.polyhedra import Polyhedron, SolidScene, VisibleFace, labelled_faces
from tilewright.render.scene import Area, Dots, Label
from tilewright.render.vectors import mean
from tilewright.testing import random_polyform

SOLIDS = tuple(lattice for lattice in LATTICES.values() if lattice.is_solid)
solids = pytest.mark.parametrize("lattice", SOLIDS, ids=lambda lattice: lattice.name)


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
    areas = [mark for mark in figure.marks(20) if isinstance(mark, Area | Dots)]
    left, top, right, bottom = figure.box
    looks = {number: {mark.fill for mark in fills(lattice, body)} for number, body in enumerate(bodies)}
    for _ in range(25):
        point = (dice.uniform(-3, 3), dice.uniform(-3, 3), 0.0)
        x, y = project(*point)
        colour = painted(areas, x, y)
        if colour is None:
            continue
        seen = nearest(lattice, [(cell, AT_REST) for cell in cells], point)
        if seen is None:
            assert colour == "none"
        else:
            assert left <= x <= right and top <= y <= bottom
            number = next(n for n, body in enumerate(bodies) if seen in body.cells)
            assert colour in looks[number]


def fills(lattice: Lattice, body: Polyhedron) -> list[Area | Dots]:
    """The areas and discs of single cells of a body, which have all its shades."""
    return [
        mark
        for cell in body.cells
        for mark in polyhedra.figure(lattice, [Polyhedron((cell,), body.style)]).marks(20)
        if isinstance(mark, Area | Dots)
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


def labels_of(bodies: Sequence[Polyhedron]) -> set[str]:
    return {mark.words for mark in polyhedra.figure(CUBE, bodies).marks(20) if isinstance(mark, Label)}


def test_no_label_where_two_cubes_meet_before_the_middle_as_seen() -> None:
    """Only the top of the first cube is free; the common border of the other two goes through its middle."""
    one = Polyhedron(((0, 0, 0),), swatch(0), "a")
    right, left = (Polyhedron((cell, (*cell[:2], 1)), swatch(1), "b") for cell in ((1, 0, 0), (0, 1, 0)))
    assert labels_of([one, right, left]) == {"b"}
    assert labels_of([one, right, Polyhedron(((0, 1, 0),), swatch(1), "b")]) == {"a", "b"}


@solids
@given(data=st.data())
def test_labels_lie_on_middles_that_are_seen(lattice: Lattice, data: st.DataObject) -> None:
    """Lines of sight close to the middle of a labelled face meet its cell, all where all do for any face."""
    dice = data.draw(st.randoms(use_true_random=False))
    cells = random_polyform(dice, lattice, data.draw(st.integers(2, 4)))
    owner = {cell: dice.randrange(3) for cell in cells}
    parts = [tuple(cell for cell in cells if owner[cell] == number) for number in range(3)]
    bodies = [Polyhedron(part, swatch(0), "a") for part in parts if part]
    seen = [face for faces in SolidScene(lattice, bodies).seen.values() for face in faces]
    labelled = {face.body: face for face in labelled_faces(seen, "a" * len(bodies))}

    def share(face: VisibleFace) -> float:
        """How much close to the middle of a face is seen."""
        x, y, z = mean(face.corners)
        turns = [k * math.tau / 24 + 0.01 for k in range(24)]
        # Across the line of sight.
        near = [(x + a, y + b, z - a - b) for a, b in ((math.cos(t) / 500, math.sin(t) / 500) for t in turns)]
        rest = [(cell, AT_REST) for cell in cells]
        return sum(nearest(lattice, rest, point) == face.cell for point in near) / len(near)

    for number in range(len(bodies)):
        shares = [share(face) for face in seen if face.body == number]
        best = max(shares, default=0.0)
        assert (number in labelled) == (best > 0)
        if best:
            assert (share(labelled[number]) == 1) == (best == 1)
            assert share(labelled[number]) > 0


def test_too_many_faces_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polyhedra, "MAX_FACES", 4)
    with pytest.raises(UnsupportedError, match="5 faces to draw in space; at most 4"):
        polyhedra.figure(PRISM, [Polyhedron(((0, 0, 0),), swatch(0))])


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
