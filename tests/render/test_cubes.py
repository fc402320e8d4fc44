from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations, product
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.lattice_cases import cut_boards, hexes, soma, sticks
from tilewright.cli.solution_output import VIEWS as OFFERED
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.model.lattices import CUBE, LATTICES, Cell, Lattice, Point
from tilewright.model.lattices.cube import plan
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.render import RenderOptions, cubes, geometry, to_svg
from tilewright.render.cubes import lit
from tilewright.render.options import VIEWS
from tilewright.render.palette import COLOURS, FAINT, GROUND, luminance, swatch
from tilewright.render.scene import Area, Label, Stroke
from tilewright.render.sheet import scene
from tilewright.render.solid import LEFT, RIGHT, TOP


def words(puzzle: Puzzle, solutions: list[Solution], options: RenderOptions) -> list[str]:
    """All labels of a picture, in the order in which they are drawn."""
    return [mark.words for mark in scene(puzzle, solutions, options).marks if isinstance(mark, Label)]


def fills(puzzle: Puzzle, solutions: list[Solution], options: RenderOptions) -> set[str]:
    return {mark.fill for mark in scene(puzzle, solutions, options).marks if isinstance(mark, Area)}


def test_the_command_line_offers_the_views_that_there_are() -> None:
    assert OFFERED == VIEWS


def test_one_solution_is_shown_in_every_view() -> None:
    puzzle, solution = soma()
    texts = words(puzzle, [solution], RenderOptions())
    captions = [word for word in texts if len(word) > 1]
    assert captions == ["Soma cube", "assembled", "pulled apart", "layer 1", "layer 2", "layer 3"]
    assert texts == words(puzzle, [solution], RenderOptions(view="all"))
    layer = [name for part in ("VZTL", "ZTABP", "ZTABP") for name in part]
    assert sorted(words(puzzle, [solution], RenderOptions(view="layers", title=""))) == sorted(
        [*layer, "layer 1", "layer 2", "layer 3"]
    )


def test_pulled_apart_each_piece_shows_its_label() -> None:
    puzzle, solution = soma()
    names = words(puzzle, [solution], RenderOptions(view="exploded", title=""))
    assert sorted(names) == sorted(piece.name for piece in puzzle.pieces)


def test_a_sheet_shows_layers_without_words() -> None:
    puzzle, solution = soma()
    assert words(puzzle, [solution, solution], RenderOptions()) == ["Soma cube", "2 solutions", "1", "2"]
    assert scene(puzzle, [solution, solution], RenderOptions()) == scene(
        puzzle, [solution, solution], RenderOptions(view="layers")
    )


def test_the_faces_of_a_cube_have_three_shades_of_its_colour() -> None:
    puzzle, solution = soma()
    shown = fills(puzzle, [solution], RenderOptions(view="exploded"))
    assert shown == {lit(COLOURS[i], side) for i in range(7) for side in (LEFT, RIGHT, TOP)}
    for colour in COLOURS:
        assert luminance(lit(colour, TOP)) > luminance(lit(colour, LEFT)) > luminance(lit(colour, RIGHT))


def test_a_board_without_a_solution_is_pale_and_shows_its_cubes() -> None:
    puzzle, _ = soma()
    bare = replace(puzzle, pieces=())
    assert fills(bare, [], RenderOptions()) == {lit(GROUND, side) for side in (LEFT, RIGHT, TOP)}
    lines = [mark for mark in scene(bare, [], RenderOptions()).marks if isinstance(mark, Stroke)]
    assert len(lines) == 3  # between cubes, at the edges, around the whole


def test_cells_that_nothing_covers_are_air() -> None:
    puzzle, solution = soma()
    part = Solution(solution.placements[:1])
    options = RenderOptions(view="isometric", title="")
    only = {swatch([p.name for p in puzzle.pieces].index(part.placements[0].piece)).fill}
    assert fills(puzzle, [part], options) == {lit(fill, side) for fill in only for side in (LEFT, RIGHT, TOP)}
    assert GROUND in fills(puzzle, [Solution(())], options)  # nothing at all: the layers of the board


def test_chequered_cubes_have_two_tones_and_more_colours_are_dots() -> None:
    cells = list(product(range(2), repeat=3))
    for colours, dots in (("ab", 0), ("abc", 3)):
        painted: dict[Cell, str] = {cell: colours[sum(cell) % len(colours)] for cell in cells}
        puzzle = Puzzle(Board.of(painted), (Piece.of("all", painted, lattice=CUBE),), lattice=CUBE)
        solution = Solution.of([Placement("all", tuple(cells))])
        svg = to_svg(puzzle, [solution], RenderOptions(view="isometric"))
        assert len(fills(puzzle, [solution], RenderOptions(view="isometric"))) == (3 if dots else 6)
        assert len(re.findall("h0", svg)) == (24 if dots else 0)  # a ring and a dot on each of twelve faces


@given(cut_boards(), st.sampled_from(["", *VIEWS]))
@settings(max_examples=25)
def test_every_picture_is_well_formed_and_the_same_each_time(
    case: tuple[Puzzle, Solution], view: str
) -> None:
    puzzle, solution = case
    options = RenderOptions(view=view if puzzle.lattice is CUBE else "")
    for solutions in ([], [solution], [solution, solution]):
        svg = to_svg(puzzle, solutions, options)
        assert svg == to_svg(puzzle, solutions, options)
        root = ElementTree.fromstring(svg)
        left, top, wide, high = map(float, root.attrib["viewBox"].split())
        numbers = [
            tuple(map(float, pair.split(",")))
            for path in root.iter("{http://www.w3.org/2000/svg}path")
            for pair in re.findall(r"-?[\d.]+,-?[\d.]+", path.attrib["d"])
        ]
        assert all(left <= x <= wide and top <= y <= high for x, y in numbers)


def test_views_are_of_cubes() -> None:
    for puzzle, solution in (hexes(), sticks()):
        with pytest.raises(
            UnsupportedError, match=f"view layers is of puzzles in space.*{puzzle.lattice.name}"
        ):
            to_svg(puzzle, [solution], RenderOptions(view="layers"))
    with pytest.raises(UnsupportedError, match="no view 'above'; expected one of isometric, exploded"):
        RenderOptions(view="above")


@pytest.mark.parametrize("view", VIEWS)
def test_invalid_placements_are_refused(view: str) -> None:
    puzzle, _ = soma()
    for placement, fault in (
        (Placement("Q", ((0, 0, 0),)), "'Q', which the puzzle does not have"),
        (Placement("V", ((0, 0, 3),)), r"\(0, 0, 3\), which is off the board"),
    ):
        with pytest.raises(PuzzleError, match=fault):
            to_svg(puzzle, [Solution((placement,))], RenderOptions(view=view))


def test_large_boards_are_not_pulled_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, solution = soma()
    monkeypatch.setattr(cubes, "MAX_EXPLODED", 26)
    with pytest.raises(UnsupportedError, match="27 cells cannot be drawn pulled apart; at most 26 are"):
        to_svg(puzzle, [solution], RenderOptions(view="exploded"))
    texts = words(puzzle, [solution], RenderOptions())
    assert "assembled" in texts and "pulled apart" not in texts


def test_layers_stand_in_the_footprint_of_all_and_their_words_within_the_picture() -> None:
    cells = [(x, y, 0) for x, y in product(range(3), range(3))] + [(0, 0, 1), (0, 0, 4)]
    puzzle = Puzzle(Board.of(cells), (Piece.of("one", [(0, 0, 0)], lattice=CUBE, copies=11),), lattice=CUBE)
    solution = Solution.of(Placement("one", (cell,)) for cell in cells)
    drawn = scene(puzzle, [solution], RenderOptions(view="layers", labels=False))
    named = [mark for mark in drawn.marks if isinstance(mark, Label)]
    assert [mark.words for mark in named] == ["layer 1", "layer 2", "layer 5"]
    assert all(1.5 <= mark.at[0] <= drawn.width - 1.5 for mark in named)
    pale = drawn.marks[0]
    assert isinstance(pale, Stroke) and pale.colour == FAINT
    widths = [max(x for x, _ in loop) - min(x for x, _ in loop) for loop in pale.lines]
    assert widths == pytest.approx([3, 3])  # around the second and the third layer; the first one is whole


SOLID = [lattice for lattice in LATTICES.values() if lattice.is_solid]


@pytest.mark.parametrize("lattice", SOLID, ids=lambda lattice: lattice.name)
def test_layers_are_drawn_as_seen_from_above_and_no_cell_hides_another(lattice: Lattice) -> None:
    assert lattice.faces is not None
    cells = [cell for cell in product(range(6), repeat=3) if lattice.is_cell(cell)]
    for z in range(6):
        layer = [cell for cell in cells if cell[2] == z]
        seen = {cell: plan(lattice.faces(cell)) for cell in layer}
        for one, other in permutations(layer, 2):
            assert not inside(geometry.middle(seen[one]), seen[other])
    for cell in lattice.classes:
        # A piece of one cell is drawn as its plan, somewhere.
        puzzle = Puzzle(Board.of([cell]), [Piece.of("P", [cell], lattice=lattice)], lattice=lattice)
        options = RenderOptions(view="layers", labels=False, title="")
        (drawn,) = (
            mark.loops[0]
            for mark in scene(puzzle, [Solution.of([Placement("P", (cell,))])], options).marks
            if isinstance(mark, Area) and mark.fill == swatch(0).fill
        )
        assert shape_of(drawn) == shape_of(plan(lattice.faces(cell)))


def inside(point: Point, convex: Sequence[Point]) -> bool:
    """Whether a point is well inside a convex polygon."""
    x, y = point
    sides = zip(convex, (*convex[1:], convex[0]), strict=True)
    turns = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for a, b in sides]
    return min(turns) > 1e-6 or max(turns) < -1e-6


def shape_of(points: Sequence[Point]) -> list[tuple[float, float]]:
    """The corners relative to the least of them, in units of the width, sorted."""
    left, top, right, _ = geometry.box_around(points)
    return sorted(
        (round((x - left) / (right - left), 5), round((y - top) / (right - left), 5)) for x, y in points
    )
