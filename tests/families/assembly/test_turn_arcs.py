"""Arcs that show turns: round the axis, from where a cell lies to where it is after the turn."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright import load_puzzle
from tilewright.families.assembly.animation import DisassemblyAnimation
from tilewright.families.assembly.disassembly import Disassembly, Turn
from tilewright.families.assembly.filter import AssemblyExaminer
from tilewright.families.assembly.instructions import instructions_pages
from tilewright.families.assembly.turn_drawing import turn_arc
from tilewright.model.lattices import CUBE
from tilewright.model.puzzle import Puzzle
from tilewright.render.polyhedra import centre
from tilewright.render.scene import Stroke
from tilewright.solving.api import solutions
from tilewright.solving.steps import never_cancelled

coordinate = st.integers(-4, 4)


@given(
    st.integers(0, 2),
    st.tuples(coordinate, coordinate),
    st.sampled_from([-3, -2, -1, 1, 2, 3]),
    st.sets(st.tuples(coordinate, coordinate, coordinate), min_size=1, max_size=1),
)
def test_an_arc_goes_round_the_axis_to_where_the_cell_is_turned(
    axis: int, around: tuple[int, int], quarters: int, cells: set[tuple[int, int, int]]
) -> None:
    at = [0, 0, 0]
    at[(axis + 1) % 3], at[(axis + 2) % 3] = 2 * around[0], 2 * around[1]
    turn = Turn((0,), axis, tuple(at), quarters)
    (cell,) = cells
    arc = turn_arc(CUBE, turn, cells)
    assert len(arc) == 12 * abs(quarters) + 1
    assert arc[0] == pytest.approx(centre(CUBE, cell))
    assert arc[-1] == pytest.approx(centre(CUBE, turn.turned(cell)))
    middle = centre(CUBE, tuple(half // 2 for half in at))
    assert len({round(math.dist(point, middle), 6) for point in arc}) == 1


def turned_puzzle(name: str) -> tuple[Puzzle, Disassembly]:
    puzzle = load_puzzle(f"catalog:{name}")
    solution = next(iter(solutions(puzzle)))
    return puzzle, AssemblyExaminer(puzzle, rotations=True).examine(solution, never_cancelled)


def test_each_turn_of_the_instructions_has_an_arc() -> None:
    puzzle, disassembly = turned_puzzle("turning-maze")
    assert disassembly.separation is not None
    turns = sum(isinstance(move, Turn) for part in disassembly.separation.parts() for move in part.moves)
    pages = instructions_pages(DisassemblyAnimation(puzzle, disassembly))
    arcs = [
        mark
        for page in pages
        for mark in page.marks
        if isinstance(mark, Stroke) and not mark.closed and len(mark.lines[0]) > 6
    ]
    assert turns == len(arcs) == 3
