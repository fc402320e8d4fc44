"""The greedy arrangement is valid, and its lower bound holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.brute_arrangements import Brute
from tilewright.families.gunport.board import GunportBoard, Rules, is_arrangement
from tilewright.families.gunport.engines.cover_problem import greedy_arrangement, pieces_needed
from tilewright.families.gunport.pieces import rules_for

PAGE = [(x, y) for x in range(6) for y in range(5)]


@given(st.sets(st.sampled_from(PAGE), min_size=1, max_size=16), st.sampled_from(("domino", "I3", "V3", "T4")))
def test_random_boards(cells: set[tuple[int, int]], name: str) -> None:
    board, rules = GunportBoard(frozenset(cells)), rules_for(name)
    arrangement = greedy_arrangement(board, rules)
    assert arrangement is not None and is_arrangement(arrangement, rules)
    best = Brute(cells, rules.piece.cells).best
    assert best is not None and pieces_needed(board, rules) <= best <= len(arrangement.pieces)


@pytest.mark.parametrize(("rows", "columns", "most"), [(29, 29, 290), (30, 7, 72), (7, 30, 72)])
def test_large_boards_are_laid_in_stripes(rows: int, columns: int, most: int) -> None:
    """Without stripes they have 405 and 99 dominoes; the formula gives 281 and 70."""
    arrangement = greedy_arrangement(GunportBoard.rectangle(rows, columns), Rules())
    assert (
        arrangement is not None and is_arrangement(arrangement, Rules()) and len(arrangement.pieces) <= most
    )


def test_given_pieces_and_ports_are_kept() -> None:
    cells = GunportBoard.rectangle(3, 4).cells
    board = GunportBoard(cells, frozenset({((1, 1), (2, 1))}), frozenset({(0, 0), (3, 0)}))
    arrangement = greedy_arrangement(board, Rules())
    assert (
        arrangement is not None
        and is_arrangement(arrangement, Rules())
        and pieces_needed(board, Rules()) >= 1
    )
    clash = GunportBoard(cells, ports=frozenset({(0, 0), (1, 0)}))
    assert greedy_arrangement(clash, Rules()) is None


def test_each_given_piece_is_needed() -> None:
    cells = GunportBoard.rectangle(1, 4).cells
    board = GunportBoard(cells, frozenset({((0, 0), (1, 0)), ((2, 0), (3, 0))}))
    assert pieces_needed(board, Rules()) == 2


@pytest.mark.parametrize(("rows", "columns", "least"), [(4, 4, 3), (12, 12, 24), (1, 4, 1)])
def test_the_bound_is_useful(rows: int, columns: int, least: int) -> None:
    assert pieces_needed(GunportBoard.rectangle(rows, columns), Rules()) >= least
