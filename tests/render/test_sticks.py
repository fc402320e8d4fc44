from __future__ import annotations

from itertools import pairwise

import pytest

from support.lattice_cases import filled, sticks
from tilewright.errors import PuzzleError
from tilewright.model.lattices import STICK, Cell, Point
from tilewright.model.puzzle import Placement, Puzzle, Solution
from tilewright.render import RenderOptions, to_svg
from tilewright.render.palette import FAINT, GROUND, INK, swatch
from tilewright.render.scene import Dots, Label, Stroke
from tilewright.render.sticks import SHORT, WIDTH, board_figure


def strokes(case: tuple[Puzzle, Solution], piece: str) -> set[tuple[Point, Point]]:
    """The lines of a piece, each from its lesser end."""
    puzzle, solution = case
    fill = swatch([p.name for p in puzzle.pieces].index(piece)).fill
    marks = board_figure(puzzle, solution.placements, labels=False).marks(60)
    lines = [
        line for mark in marks if isinstance(mark, Stroke) and mark.colour == fill for line in mark.lines
    ]
    return {(min(line), max(line)) for line in lines for _ in pairwise(line)}


def cornered() -> tuple[Puzzle, Solution]:
    """Two pieces that turn at one vertex, (2, 2)."""
    letters: dict[Cell, str] = {(1, 2): "a", (2, 1): "a", (3, 2): "b", (2, 3): "b"}
    return filled(STICK, letters)


def test_a_stick_ends_short_of_a_vertex_that_it_shares_with_others() -> None:
    # c turns at (0, 0) alone; b's end at (2, 0), in half units, is where c's level stick ends too.
    assert strokes(sticks(), "c") == {((0, 0), (1 - SHORT, 0)), ((0, 0), (0, 1 - SHORT))}
    assert strokes(sticks(), "b") == {((1, SHORT), (1, 1)), ((1, 1), (1, 2))}


def test_pieces_cross_one_over_the_other() -> None:
    puzzle, solution = sticks()
    assert strokes(sticks(), "a") == {((SHORT, 1), (1, 1)), ((1, 1), (2, 1))}
    marks = board_figure(puzzle, solution.placements, labels=False).marks(60)
    colours = [mark.colour for mark in marks if isinstance(mark, Stroke)]
    pieces = [swatch(i).fill for i in range(3)]
    # Each piece is drawn on a wider line of ink, after those before it.
    assert colours[:2] == [FAINT, GROUND]
    assert colours[2::2] == [INK] * 3 and set(colours[3::2]) == set(pieces)


def test_corners_at_one_vertex_are_cut_off() -> None:
    a, b = strokes(cornered(), "a"), strokes(cornered(), "b")
    assert a == {((0, 1), (1 - SHORT, 1)), ((1, 0), (1, 1 - SHORT)), ((1 - SHORT, 1), (1, 1 - SHORT))}
    assert b == {((1 + SHORT, 1), (2, 1)), ((1, 1 + SHORT), (1, 2)), ((1, 1 + SHORT), (1 + SHORT, 1))}


def test_labels_stand_on_discs_that_are_wider_than_the_sticks() -> None:
    puzzle, solution = sticks()
    marks = board_figure(puzzle, solution.placements, labels=True).marks(60)
    assert sorted(mark.words for mark in marks if isinstance(mark, Label)) == ["a", "b", "c"]
    discs = [mark for mark in marks if isinstance(mark, Dots)]
    assert len(discs) == 6 and min(disc.radius for disc in discs) > WIDTH
    assert not [
        m for m in board_figure(puzzle, solution.placements, labels=True).marks(5) if isinstance(m, Label)
    ]


def test_placements_off_the_board_are_refused() -> None:
    puzzle, _ = sticks()
    with pytest.raises(PuzzleError, match=r"\(9, 0\), which is off the board"):
        to_svg(puzzle, [Solution((Placement("a", ((9, 0),)),))], RenderOptions())
