"""Why pieces stay: what is said to hold for ever does, and what is said of an order is true of it."""

from __future__ import annotations

from hypothesis import given

from support.domino_boards import boards
from tilewright.families.vanishing.board import Domino, DominoBoard
from tilewright.families.vanishing.check import may_go
from tilewright.families.vanishing.exact import solve
from tilewright.families.vanishing.explain import KINDS, stays


@given(boards)
def test_what_can_never_go_goes_in_no_order(board: DominoBoard) -> None:
    hopeless = {stay.number for stay in stays(board, []) if stay.kind in ("never", "stuck")}
    seen = {frozenset[int]()}
    todo = list(seen)
    ever: set[int] = set()
    for gone in todo:  # grows while it is walked
        covered = {square: n for square, n in board.piece_at.items() if n not in gone}
        for number in range(len(board.pieces)):
            if number not in gone and may_go(board, covered, number):
                ever.add(number)
                if gone | {number} not in seen:
                    seen.add(gone | {number})
                    todo.append(gone | {number})
    assert not hopeless & ever


@given(boards)
def test_each_piece_that_is_left_has_four_reasons(board: DominoBoard) -> None:
    order = solve(board).order
    found = stays(board, order)
    assert [stay.number for stay in found] == [n for n in range(len(board.pieces)) if n not in order]
    for stay in found:
        assert stay.kind in KINDS
        assert len(stay.sides) == 4
        assert all(side.sentence for side in stay.sides)
        for_ever = all(side.for_ever for side in stay.sides)
        assert for_ever == (stay.kind in ("never", "stuck"))


def test_by_hand() -> None:
    """Either piece needs the other there: the first to go keeps the other."""
    board = DominoBoard(
        7, 1, (Domino(False, 5, 0, 0, 0), Domino(False, 0, 5, 2, 0), Domino(False, 6, 1, 4, 0))
    )
    first, second = stays(board, [2])[:2]
    assert first.kind == "conflict"
    assert "the edge is 0 squares away, and the value is 5" in first.sides[0].sentence
    assert first.sides[1].sentence.startswith("piece") or first.sides[1].for_ever
    assert second.number == 1
