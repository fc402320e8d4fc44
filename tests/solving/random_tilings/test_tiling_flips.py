"""Heights, flips and the graph of flips against their definitions, on boards whose tilings are listed."""

from __future__ import annotations

import pytest

from support.puzzle_cases import rectangle
from tilewright.errors import UnsupportedError
from tilewright.generators.tilings import aztec, hexagon
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.solving import api
from tilewright.solving.random_tilings.flips import (
    extreme_tilings,
    flip_graph,
    flipped,
    flips,
    tiling_heights,
)
from tilewright.solving.steps import Status


def dominoes(board: Board) -> Puzzle:
    return Puzzle(board, (Piece.of("d", [(0, 0), (1, 0)], copies=len(board.required) // 2),))


PUZZLES = {
    "aztec 2": aztec(2),
    "4x4": dominoes(rectangle(4, 4)),
    "2x6": dominoes(rectangle(2, 6)),
    "hexagon 2, 2, 2": hexagon(2, 2, 2),
    "hexagon 1, 2, 3": hexagon(1, 2, 3),
}


@pytest.mark.parametrize("name", PUZZLES)
def test_flips_join_all_tilings_and_change_one_height(name: str) -> None:
    puzzle = PUZZLES[name]
    solutions = list(api.solutions(puzzle))
    period = 3 if "hexagon" in name else 4
    edges, farthest = 0, 0
    beside = {solution: [flipped(solution, at) for at in flips(solution)] for solution in solutions}
    for solution, others in beside.items():
        edges += len(others)
        heights = tiling_heights(solution)
        for at, other in zip(flips(solution), others, strict=True):
            assert other in beside
            changed = tiling_heights(other)
            assert {corner for corner in heights if heights[corner] != changed[corner]} == {at}
            assert abs(heights[at] - changed[at]) == period
    for start in solutions:
        distance, queue = {start: 0}, [start]
        for solution in queue:
            for other in beside[solution]:
                if other not in distance:
                    distance[other] = distance[solution] + 1
                    queue.append(other)
        assert len(distance) == len(solutions)
        farthest = max(farthest, *distance.values())
    graph = flip_graph(puzzle)
    assert (graph.solutions, graph.flips, graph.diameter) == (len(solutions), edges // 2, farthest)
    assert graph.status is Status.COMPLETE


def test_the_extreme_tilings_bound_all_heights() -> None:
    puzzle = aztec(3)
    extremes = extreme_tilings(puzzle)
    assert extremes is not None
    low, high = map(tiling_heights, extremes)
    for solution in api.solutions(puzzle):
        heights = tiling_heights(solution)
        assert all(low[at] <= heights[at] <= high[at] for at in heights)


def test_heights_along_a_border_by_hand() -> None:
    """Two horizontal dominoes in a square of 2 x 2: round the middle the height is low or high."""
    puzzle = dominoes(rectangle(2, 2))
    values = set()
    for solution in api.solutions(puzzle):
        heights = tiling_heights(solution)
        assert len(heights) == 9
        assert heights[0, 2] == 0  # the left corner of the bottom row
        border = [heights[at] for at in ((0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0), (0, 1))]
        assert {abs(a - b) for a, b in zip(border, [*border[1:], border[0]], strict=True)} == {1}
        values.add(heights[1, 1])
    assert max(values) - min(values) == 4


def test_a_graph_that_is_too_large_is_left_unfinished() -> None:
    graph = flip_graph(dominoes(rectangle(8, 8)), most=500)
    assert graph.status is Status.LIMIT
    assert graph.solutions > 500
    assert "at least" in str(graph)


def test_boards_that_have_no_heights() -> None:
    ring = Board.of([(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)])
    with pytest.raises(UnsupportedError, match="without holes"):
        flip_graph(dominoes(ring))
    with pytest.raises(UnsupportedError, match="other pieces"):
        flip_graph(Puzzle(rectangle(3, 2), (Piece.of("L", "##\n#.", copies=2),)))
    without = dominoes(
        Board.of([(x, y) for x in range(4) for y in range(4) if (x, y) not in {(0, 0), (3, 3)}])
    )
    assert (flip_graph(without).solutions, flip_graph(without).diameter) == (0, None)
    assert str(flip_graph(without)) == "no tiling exists"
    (solution,) = api.sample(dominoes(rectangle(1, 2)), 1).solutions
    assert flips(solution) == ()
    with pytest.raises(UnsupportedError, match="no flip is possible"):
        flipped(solution, (0, 0))


def test_memory_bounds_the_tilings() -> None:
    graph = flip_graph(dominoes(rectangle(100, 100)), memory=3_500_000)
    assert graph.status is Status.LIMIT
    assert 500 < graph.solutions <= 1_100
    assert graph.note == "the tilings reached the bound of memory, 3.5 MB"
