"""Dancing links as a picture: nodes, headers, and the lines between neighbours."""

from __future__ import annotations

import pytest

from tilewright.errors import UnsupportedError
from tilewright.formats import dlx, exact_cover_text
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.render import matrix
from tilewright.render.links import HALF, HIGH, STUB, WIDE, links_scene
from tilewright.render.scene import Area, Label, Scene, Stroke

MATRIX = "0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n"
"""A matrix of D. E. Knuth, Dancing links (2000)."""


def words(scene: Scene) -> list[str]:
    return [mark.words for mark in scene.marks if isinstance(mark, Label)]


def boxes(scene: Scene) -> tuple[set[tuple[int, int]], ...]:
    """The (row, column) of the headers, and those of the nodes; the root is at (0, 0)."""
    areas = [mark for mark in scene.marks if isinstance(mark, Area)]
    left, top = areas[0].loops[0][0]
    return tuple(
        {(round((y - top) / HIGH), round((x - left) / WIDE)) for (x, y), *_ in area.loops} for area in areas
    )


def lines(scene: Scene) -> list[tuple[int, int, int, int]]:
    """Each line from the (row, column) of its first node to those of its last, without its ends."""
    areas = [mark for mark in scene.marks if isinstance(mark, Area)]
    left, top = areas[0].loops[0][0][0] + HALF[0], areas[0].loops[0][0][1] + HALF[1]
    number_lists = []
    stroke = next(mark for mark in scene.marks if isinstance(mark, Stroke))
    for (x, y), (to_x, to_y) in stroke.lines:
        dx, dy = (HALF[0] + STUB, 0.0) if y == to_y else (0.0, HALF[1] + STUB)
        start, end = ((y + dy - top) / HIGH, (x + dx - left) / WIDE), (to_y - dy - top, to_x - dx - left)
        number_lists.append((round(start[0]), round(start[1]), round(end[0] / HIGH), round(end[1] / WIDE)))
    return number_lists


def test_nodes_are_the_ones_of_the_matrix() -> None:
    scene = links_scene(exact_cover_text.loads(MATRIX))
    headers, nodes = boxes(scene)
    assert headers == {(0, column) for column in range(8)}
    ones = enumerate(MATRIX.splitlines(), start=1)
    assert nodes == {(row, k) for row, bits in ones for k, bit in enumerate(bits, start=1) if bit == "1"}
    assert words(scene)[:8] == ["root", "0: 2", "1: 2", "2: 2", "3: 3", "4: 2", "5: 2", "6: 3"]


def test_lines_lead_from_the_first_node_to_the_last() -> None:
    scene = links_scene(exact_cover_text.loads(MATRIX))
    across = [
        (0, 0, 0, 7),
        (1, 3, 1, 6),
        (2, 1, 2, 7),
        (3, 2, 3, 6),
        (4, 1, 4, 4),
        (5, 2, 5, 7),
        (6, 4, 6, 7),
    ]
    down = [(0, column, last, column) for column, last in enumerate((4, 5, 3, 6, 6, 3, 6), start=1)]
    assert lines(scene) == across + down


def test_secondary_items_are_not_linked_with_the_root_and_colours_are_written() -> None:
    scene = links_scene(dlx.loads("a b | x\na x:red\nb x:red\n"))
    assert lines(scene)[0] == (0, 0, 0, 2)
    assert words(scene)[-4:] == ["a x:red", "red", "b x:red", "red"]


def test_no_options_and_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    headers, *nodes = boxes(links_scene(dlx.loads("a b\n")))
    assert len(headers) == 3 and not nodes
    monkeypatch.setattr(matrix, "MAX_ROWS", 1)
    with pytest.raises(UnsupportedError, match="2 rows"):
        links_scene(ExactCoverPuzzle.of([["a"], ["b"]]))
