"""Matrices of items: which squares are filled, and which labels stand beside them."""

from __future__ import annotations

import pytest

from tilewright.errors import UnsupportedError
from tilewright.formats import conflict_graph, dlx, dpf
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.render import matrix
from tilewright.render.matrix import conflicts_scene, items_scene
from tilewright.render.options import RenderOptions
from tilewright.render.palette import COLOURS
from tilewright.render.picture import to_png, to_svg
from tilewright.render.scene import Area, Label, Scene
from tilewright.solving.api import solutions as found_by

STICKS = dpf.loads("5 3 2 1 3 2 0 2 3 1 4 2 0 3 2 1 2 3 2 0 4 2 1 3 3 0 1 2")


def squares(scene: Scene) -> set[tuple[float, float]]:
    """The corners of the filled squares as (column, row), from 0."""
    areas = [mark for mark in scene.marks if isinstance(mark, Area)]
    corners = [loop[0] for area in areas for loop in area.loops]
    left = min(x for x, _ in corners)
    top = min(y for _, y in corners)
    return {(round(x - left, 6), round(y - top, 6)) for x, y in corners}


def words(scene: Scene) -> list[str]:
    return [mark.words for mark in scene.marks if isinstance(mark, Label)]


def test_a_solution_is_its_options_by_the_items() -> None:
    solution = next(one for one in found_by(STICKS) if dpf.solution_text(STICKS, one, 1) == "0 2 | 4 | 1 3\n")
    scene = items_scene(STICKS, [solution], RenderOptions())
    assert words(scene) == ["0", "1", "2", "3", "4", "p1", "p2", "p3", "p1:0,2", "p2:4", "p3:1,3"]
    assert squares(scene) == {(0, 0), (2, 0), (5, 0), (4, 1), (6, 1), (1, 2), (3, 2), (7, 2)}
    fills = [mark.fill for mark in scene.marks if isinstance(mark, Area)]
    assert fills == list(COLOURS[:3])


def test_several_solutions_stand_below_each_other() -> None:
    solutions = list(found_by(STICKS))
    scene = items_scene(STICKS, solutions, RenderOptions())
    assert words(scene)[0] == "3 solutions"
    assert len(squares(scene)) == 3 * 8
    assert words(items_scene(STICKS, solutions, RenderOptions(limit=2)))[0] == "first 2 of 3 solutions"


def test_as_many_solutions_as_fit_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "MAX_ROWS", 7)
    scene = items_scene(STICKS, list(found_by(STICKS)), RenderOptions())
    assert words(scene)[0] == "first 2 of 3 solutions"


def test_colours_of_items_are_written_into_their_squares() -> None:
    puzzle = dlx.loads("a b | x\na x:red\nb x:red\n")
    assert words(items_scene(puzzle, (), RenderOptions())) == [
        *("a", "b", "x"),
        *("a x:red", "b x:red"),
        *("red", "red"),
    ]


def test_long_names_of_columns_stand_upright() -> None:
    puzzle = ExactCoverPuzzle.of([["long", "b"]])
    assert words(items_scene(puzzle, (), RenderOptions()))[:5] == ["l", "o", "n", "g", "b"]


def test_the_conflicts_are_those_of_the_graph() -> None:
    scene = conflicts_scene([option.label for option in STICKS.options], conflict_graph.conflicts_of(STICKS))
    areas = [mark for mark in scene.marks if isinstance(mark, Area)]
    left = min(x for area in areas for loop in area.loops for x, _ in loop)
    top = min(y for area in areas for loop in area.loops for _, y in loop)
    filled = {(round(x - left) + 1, round(y - top) + 1) for area in areas for ((x, y), *_) in area.loops}
    lines = conflict_graph.dumps(STICKS).splitlines()
    edges = {(int(a), int(b)) for _, a, b in (line.split() for line in lines if line.startswith("e "))}
    assert filled == edges | {(b, a) for a, b in edges}


def test_files_are_written() -> None:
    assert to_svg(STICKS).startswith("<svg")
    assert to_png(STICKS, [next(iter(found_by(STICKS)))]).startswith(b"\x89PNG")


def test_large_matrices_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "MAX_COLUMNS", 7)
    with pytest.raises(UnsupportedError, match="have 8 columns; at most 300 rows and 7 columns"):
        to_svg(STICKS)
    with pytest.raises(UnsupportedError, match="have 8 columns; at most"):
        conflicts_scene(list("abcdefgh"), [()] * 8)
    monkeypatch.setattr(matrix, "MAX_ROWS", 7)
    with pytest.raises(UnsupportedError, match="have 8 rows and 8 columns; at most 7 rows and"):
        to_svg(STICKS)
