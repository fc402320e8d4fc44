"""Solutions put together step by step: the order is one in which each piece slides into its place."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.lattice_cases import cut_boards, soma
from tilewright.errors import UnsupportedError
from tilewright.model.lattices import CUBE, Cell
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.render.instructions import WAYS, slide_order, step_pages
from tilewright.render.scene import Label, Scene


def blocked(piece: set[Cell], others: set[Cell], way: Cell) -> bool:
    """Whether a piece that goes step by step in a direction meets another within some steps."""
    return any(
        tuple(c + k * w for c, w in zip(cell, way, strict=True)) in others
        for cell in piece
        for k in range(1, 9)
    )


def words(pages: list[Scene]) -> list[str]:
    return [mark.words for page in pages for mark in page.marks if isinstance(mark, Label)]


@given(st.lists(st.integers(0, 3), min_size=18, max_size=18))
@settings(max_examples=150)
def test_an_order_is_right_and_exists_if_any_does(numbers: list[int]) -> None:
    spots = list(product(range(3), range(3), range(2)))
    pieces: list[list[Cell]] = [
        [spot for spot, n in zip(spots, numbers, strict=True) if n == k] for k in range(4)
    ]
    pieces = [piece for piece in pieces if piece]
    order = slide_order(pieces)
    sets = [set(piece) for piece in pieces]
    if order is not None:
        assert sorted(step.number for step in order) == list(range(len(pieces)))
        for k, step in enumerate(order):
            before = set().union(*(sets[one.number] for one in order[:k]))
            assert step.way is not None and not blocked(sets[step.number], before, step.way)
    else:
        for ways in permutations(range(len(pieces))):
            assert any(
                all(blocked(sets[n], set().union(*(sets[m] for m in ways[:k])), way) for way in WAYS)
                for k, n in enumerate(ways)
            )


def test_rings_that_hold_each_other_have_no_order() -> None:
    first = [(x, y, 0) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    second = [(1, 1, 0), (1, 1, 1), (1, 2, 1), (1, 3, 1), (1, 3, 0), (1, 3, -1), (1, 2, -1), (1, 1, -1)]
    assert slide_order([first, second]) is None
    pieces = [Piece.of("A", first, lattice=CUBE), Piece.of("B", second, lattice=CUBE)]
    puzzle = Puzzle(Board.of([*first, *second]), pieces, lattice=CUBE)
    solution = Solution.of([Placement("A", tuple(first)), Placement("B", tuple(second))])
    lines = words(step_pages(puzzle, solution))
    assert any("no order in which each piece slides straight into its place exists" in line for line in lines)


def test_the_soma_cube_is_put_together_from_above() -> None:
    puzzle, solution = soma()
    lines = words(step_pages(puzzle, solution))
    assert any("7 pieces; each slides straight into its place" in line for line in lines)
    steps = [line for line in lines if line[:1].isdigit() and ". " in line]
    assert len(steps) == 7 and "finished" in lines
    assert all(" from " in line for line in steps[1:])


@given(cut_boards())
@settings(max_examples=40)
def test_each_placement_has_a_step_on_every_lattice(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    if not list(solution):
        with pytest.raises(UnsupportedError, match="no steps to draw"):
            step_pages(puzzle, solution)
        return
    lines = words(step_pages(puzzle, solution))
    for number in range(1, len(list(solution)) + 1):
        assert sum(line.startswith(f"{number}. ") for line in lines) == 1
    assert ("finished" in lines) == puzzle.lattice.is_solid
