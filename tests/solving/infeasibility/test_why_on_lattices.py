"""Reasons on every lattice, weights in fractions, and the quick look before a search."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from test_why import faults_of, has_solution

from tilewright import catalogue
from tilewright.exact_cover.placements import placements_of
from tilewright.model.lattices import CUBE, HEXAGON, LATTICES, SQUARE, STICK, TRIANGLE, Cell, Lattice
from tilewright.model.puzzle import Board, Piece, Puzzle, Solution
from tilewright.solving.api import count, solve
from tilewright.solving.infeasibility import quick_steps, steps
from tilewright.solving.infeasibility.remainder import placed, without_places
from tilewright.solving.infeasibility.weight_bound import Column, refute, weight_bound
from tilewright.solving.steps import Status


def grown(lattice: Lattice, size: int, dice: st.DataObject, start: Cell | None = None) -> list[Cell]:
    """A connected shape of so many cells."""
    cells = [start or lattice.classes[0]]
    while len(cells) < size:
        near = sorted({n for cell in cells for n in lattice.neighbours(cell)} - set(cells))
        cells.append(dice.draw(st.sampled_from(near)))
    return cells


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(LATTICES)), st.data())
def test_a_reason_is_a_proof_on_every_lattice(name: str, data: st.DataObject) -> None:
    lattice = LATTICES[name]
    cells = grown(lattice, data.draw(st.integers(2, 12)), data)
    bare = data.draw(st.sampled_from([0, 0, 0, 1, 3]))
    pieces = []
    for number in range(data.draw(st.integers(1, 2))):
        shape = grown(lattice, data.draw(st.integers(1, 4)), data)
        fair = max(1, len(cells) // len(shape))
        least = data.draw(st.sampled_from([0, 1, fair]))
        mode = data.draw(st.sampled_from(sorted(lattice.motions)))
        most = least + data.draw(st.sampled_from([0, 0, fair]))
        pieces.append(Piece.of(f"p{number}", shape, lattice=lattice, copies=(least, most), motions=mode))
    board = Board.of(cells[: len(cells) - bare], cells[len(cells) - bare :])
    puzzle = Puzzle(board, tuple(pieces), lattice=lattice)
    places = placements_of(puzzle)
    reasons = [r for r in (*steps(puzzle), *quick_steps(puzzle, places)) if r is not None]
    for reason in reasons:
        event(f"{name}: {reason.kind}")
        assert not faults_of(puzzle, reason), reason
    if reasons:
        assert not has_solution(puzzle), reasons


def q_pentacubes(copies: int = 25) -> Puzzle:
    """Squares of four cubes with a fifth on top, in a box of five by five by five."""
    box = Board.of((x, y, z) for x in range(5) for y in range(5) for z in range(5))
    q = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1)]
    piece = Piece.of("Q", q, lattice=CUBE, copies=copies, motions="rotation")
    return Puzzle(box, (piece,), lattice=CUBE)


def test_q_pentacubes_are_refused_without_a_search() -> None:
    puzzle = q_pentacubes()
    solutions: list[Solution] = []
    for answer in (solve(puzzle, sink=solutions.append), count(puzzle)):
        assert answer.status is Status.COMPLETE
        assert answer.solutions == 0
        assert "No piece can cover two of the 27 cells" in answer.proof
        assert answer.nodes <= 100_000
    assert not solutions


def test_scales_find_by_themselves_what_rival_cells_are() -> None:
    puzzle = q_pentacubes()
    rest = placed(without_places(puzzle), placements_of(puzzle))
    (reason,) = [reason for reason in weight_bound(rest) if reason is not None]
    assert reason.sentence == (
        "Weigh the cells as in the picture. Wherever it lies, a piece weighs at most 1, and 25 pieces "
        "together at most 25; but the board weighs 27."
    )
    assert {cell for cell, _ in reason.classes} == {
        c for c in puzzle.board.cells if not any(x % 2 for x in c)
    }
    assert not faults_of(puzzle, reason)


@pytest.mark.parametrize("name", ["pentominoes-6x10", "t-tetrominoes-8x8", "bars-and-a-square", "iq-creator"])
def test_puzzles_with_solutions_pass_the_scales(name: str) -> None:
    puzzle = catalogue.load(name)
    assert isinstance(puzzle, Puzzle)
    assert not [reason for reason in quick_steps(puzzle, placements_of(puzzle)) if reason is not None]


def test_words_fit_the_lattice() -> None:
    up = Board.of([(0, 0), (1, 0), (2, 0), (1, 1)])  # three that point up, and one down
    puzzle = Puzzle(up, (Piece.of("two", [(0, 0), (1, 0)], lattice=TRIANGLE, copies=2),), lattice=TRIANGLE)
    sentences = [reason.sentence for reason in steps(puzzle) if reason is not None]
    assert any(s.startswith("Colour the triangles that point up black") for s in sentences), sentences
    sticks = Board.of([(1, 0), (3, 0), (5, 0), (6, 1)])  # three level, one upright
    corner = Piece.of("L", [(1, 0), (2, 1)], lattice=STICK, copies=2)
    told = [r.sentence for r in steps(Puzzle(sticks, (corner,), lattice=STICK)) if r is not None]
    assert any("sticks black" in s for s in told), told
    ring = Board.of(HEXAGON.neighbours((0, 0)))
    three = Piece.of("I", [(0, 0), (1, 0), (2, 0)], lattice=HEXAGON, copies=2)
    assert [r for r in steps(Puzzle(ring, (three,), lattice=HEXAGON)) if r is not None]


def fails(columns: list[Column], right: list[int]) -> tuple[Fraction, ...] | None:
    fractions = [proof for proof in refute(columns, right, 1000) if proof is not None]
    return fractions[0] if fractions else None


MATRICES = st.integers(1, 4).flatmap(
    lambda rows: st.tuples(
        st.lists(st.dictionaries(st.integers(0, rows - 1), st.integers(-2, 3), max_size=rows), max_size=6),
        st.lists(st.integers(0, 4), min_size=rows, max_size=rows),
    )
)


@given(MATRICES)
def test_multipliers_prove_that_equations_fail(system: tuple[list[Column], list[int]]) -> None:
    columns, right = system
    proof = fails(columns, right)
    if proof is not None:
        assert all(sum(proof[k] * a for k, a in column.items()) <= 0 for column in columns)
        assert sum(y * value for y, value in zip(proof, right, strict=True)) > 0


@given(MATRICES, st.data())
def test_equations_with_a_solution_do_not_fail(
    system: tuple[list[Column], list[int]], data: st.DataObject
) -> None:
    columns, right = system
    values = [data.draw(st.integers(0, 3)) for _ in columns]
    right = [
        sum(column.get(k, 0) * x for column, x in zip(columns, values, strict=True))
        for k in range(len(right))
    ]
    turned: list[Column] = [{k: a if right[k] >= 0 else -a for k, a in column.items()} for column in columns]
    assert fails(turned, [abs(value) for value in right]) is None


def test_without_a_symmetry_and_with_cells_that_may_stay_bare() -> None:
    """Two corners of a notched board need a piece each, and there is one; one cell may stay bare."""
    board = Board.of([(0, 0), (1, 0), (3, 0), (4, 0)], [(2, 0)])
    puzzle = Puzzle(board, (Piece.of("I3", [(0, 0), (1, 0), (2, 0)], copies=(0, 1)),), lattice=SQUARE)
    rest = placed(without_places(puzzle), placements_of(puzzle))
    reasons = [reason for reason in weight_bound(rest) if reason is not None]
    assert reasons
    assert not faults_of(puzzle, reasons[0])
