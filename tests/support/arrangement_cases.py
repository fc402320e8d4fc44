"""Random boards and arrangements for the tests of drawings and of the library."""

from __future__ import annotations

from hypothesis import strategies as st

from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.families.gunport.engines.cover_problem import placements_of
from tilewright.families.gunport.pieces import rules_for
from tilewright.model.lattices import SQUARE, Cell

DOMINO_RULES = Rules()
RULES = [rules_for(name) for name in ("domino", "I3", "V3", "S4", "L4", "O1", "P")]


@st.composite
def boards(draw: st.DrawFn) -> GunportBoard:
    """Cells anywhere in a small box, in one part or several, its corner at (0, 0) or not."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    every = [(x, y) for y in range(height) for x in range(width)]
    pairs = draw(st.one_of(st.just(every), st.lists(st.sampled_from(every), min_size=1, unique=True)))
    dx, dy = draw(
        st.tuples(st.integers(-2, 2), st.integers(-2, 2)) if draw(st.booleans()) else st.just((0, 0))
    )
    return GunportBoard(frozenset((x + dx, y + dy) for x, y in pairs))


@st.composite
def arrangements(draw: st.DrawFn, rules: Rules = DOMINO_RULES, *, full: bool = True) -> Arrangement:
    """Pieces put on a board one after the other until, when it is to be ``full``, no more fits."""
    board = draw(boards())
    taken: set[Cell] = set()
    pieces = []
    for placement in draw(st.permutations(placements_of(board, rules))):
        if taken.isdisjoint(placement) and (full or draw(st.booleans())):
            taken.update(placement)
            pieces.append(placement)
    return Arrangement.of(board, pieces)


@st.composite
def given_boards(draw: st.DrawFn) -> GunportBoard:
    """A board with some pieces of an arrangement given, and some cells as ports."""
    rules = draw(st.sampled_from(RULES))
    arrangement = draw(arrangements(rules, full=False))
    ports = (
        draw(st.lists(st.sampled_from(sorted(arrangement.ports)), unique=True)) if arrangement.ports else []
    )
    return GunportBoard(arrangement.board.cells, arrangement.pieces, frozenset(ports))


def at_origin(arrangement: Arrangement) -> tuple[set[Cell], set[tuple[Cell, ...]]]:
    """Cells and pieces of an arrangement, moved so that its board's corner is (0, 0)."""
    left, top = SQUARE.anchor(arrangement.board.cells)
    cells: set[Cell] = {(x - left, y - top) for x, y in arrangement.board.cells}
    return cells, {tuple(sorted((x - left, y - top) for x, y in piece)) for piece in arrangement.pieces}
