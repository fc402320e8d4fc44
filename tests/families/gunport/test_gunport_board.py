"""Symmetries of boards with given pieces and ports."""

from __future__ import annotations

from dataclasses import replace

from support.brute_arrangements import Brute, orbits
from tilewright.families.gunport.board import (
    Arrangement,
    GunportBoard,
    Rules,
    board_symmetries,
    canonical,
    is_canonical,
)
from tilewright.families.gunport.pieces import rules_for

rectangle = GunportBoard.rectangle


def test_groups() -> None:
    rules = Rules()
    assert len(board_symmetries(rectangle(4, 4), rules)) == 8
    assert len(board_symmetries(rectangle(4, 5), rules)) == 4
    assert len(board_symmetries(rectangle(1, 5), rules)) == 2  # no two alike
    assert len(board_symmetries(rectangle(1, 1), rules)) == 1
    for board in (rectangle(4, 5), rectangle(1, 5)):
        first = board_symmetries(board, rules)[0]
        assert all(cell == image for cell, image in first.items())


def test_what_is_given_is_kept() -> None:
    square = rectangle(3, 3)
    assert len(board_symmetries(replace(square, ports=frozenset({(1, 1)})), Rules())) == 8
    assert len(board_symmetries(replace(square, ports=frozenset({(0, 0)})), Rules())) == 2
    assert len(board_symmetries(replace(square, pieces=frozenset({((0, 0), (1, 0))})), Rules())) == 1
    assert len(board_symmetries(replace(square, pieces=frozenset({((1, 0), (0, 0))})), Rules())) == 1
    both = replace(square, pieces=frozenset({((0, 0), (1, 0)), ((1, 2), (2, 2))}))
    assert len(board_symmetries(both, Rules())) == 2


def test_a_piece_that_may_only_be_turned_allows_what_keeps_its_orientations() -> None:
    turned = Rules(replace(Rules().piece, motions="rotation"))
    assert len(board_symmetries(rectangle(4, 4), turned)) == 8  # a domino is its own mirror image
    skew = Rules(replace(rules_for("S4").piece, motions="rotation"))
    assert len(board_symmetries(rectangle(4, 4), skew)) == 4


def test_one_image_is_canonical() -> None:
    board = rectangle(4, 4)
    group = board_symmetries(board, Rules())
    cell_sets = Brute(board.cells, [(0, 0), (1, 0)]).arrangements
    kept = [value for value in cell_sets if is_canonical(Arrangement(board, value), group)]
    assert len(kept) == orbits(board.cells, cell_sets, []) == 16
    images = {canonical(Arrangement(board, result), group).pieces for result in cell_sets}
    assert images == set(kept)
