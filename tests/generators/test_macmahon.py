"""MacMahon's tiles: how many there are, that edges match, and counts against plain trying."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product

import pytest

from support.generator_counts import count_solutions
from tilewright.errors import PuzzleError
from tilewright.generators.macmahon import macmahon, triangles
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.solving import api


def tiles(puzzle: ExactCoverPuzzle) -> int:
    return sum(item.name.startswith("tile-") for item in puzzle.items)


@pytest.mark.parametrize(("colours", "count"), [(2, 6), (3, 24), (4, 70)])
def test_how_many_squares_there_are(colours: int, count: int) -> None:
    """n (n + 1) (n^2 - n + 2) / 4, MacMahon 1921; OEIS A006528."""
    assert tiles(macmahon(colours)) == count == colours * (colours + 1) * (colours**2 - colours + 2) // 4


def plain_count(border: int | None) -> int:
    """The ways of the six squares of two colours in 2 x 3, by trying everything."""
    squares = [t for t in product((1, 2), repeat=4) if t == min(t[k:] + t[:k] for k in range(4))]
    number = 0
    for order in permutations(squares):
        turned = [sorted({t[k:] + t[:k] for k in range(4)}) for t in order]
        for laid in product(*turned):  # up, right, down, left; 3 columns, 2 rows
            across = all(laid[k][1] == laid[k + 1][3] for k in (0, 1, 3, 4))
            down = all(laid[k][2] == laid[k + 3][0] for k in range(3))
            rim = [laid[k][0] for k in range(3)] + [laid[k][2] for k in range(3, 6)]
            rim += [laid[0][3], laid[3][3], laid[2][1], laid[5][1]]
            number += across and down and (border is None or set(rim) == {border})
    return number


@pytest.mark.parametrize("border", [None, 1])
def test_two_colours_against_trying_everything(border: int | None) -> None:
    assert count_solutions(macmahon(2, border=border)) == plain_count(border)


@pytest.mark.parametrize("puzzle", [macmahon(3, border=1), triangles(1)])
def test_a_solution_has_matching_edges_and_its_border(puzzle: ExactCoverPuzzle) -> None:
    solution = api.first(puzzle, threads=1)
    assert solution is not None and len(solution.placements) == 24
    texts: dict[str, set[str]] = {}
    for placement in solution.placements:
        for item, colour in puzzle.options[puzzle.option_of(placement)].uses:
            if item.startswith("edge-"):
                texts.setdefault(item, set()).add(colour)
    assert all(len(colours) == 1 for colours in texts.values())
    assert len(texts) == (38 if "squares" in puzzle.title else 30)


def test_triangles_fill_a_hexagon() -> None:
    puzzle = triangles()
    assert tiles(puzzle) == 24
    assert sum(item.name.startswith("cell-") for item in puzzle.items) == 24
    assert sum(not item.primary for item in puzzle.items) == 30  # 42 edges, 12 of them on the rim


def test_what_cannot_be_made() -> None:
    wrongs: tuple[Callable[[], object], ...] = (
        lambda: macmahon(1),
        lambda: macmahon(10**9),
        lambda: macmahon(3, (5, 5)),
        lambda: macmahon(3, (2, 3, 4)),
        lambda: macmahon(3, border=4),
        lambda: triangles(5),
    )
    for wrong in wrongs:
        with pytest.raises(PuzzleError):
            wrong()
