"""Which squares are a domino, by the letters of domino shuffling."""

from __future__ import annotations

from tilewright.model.aztec import second_square


def test_the_two_tilings_of_the_order_1() -> None:
    for rows, dominoes in (
        (("NN", "SS"), [((0, 0), (1, 0)), ((0, 1), (1, 1))]),
        (("WE", "WE"), [((0, 0), (0, 1)), ((1, 0), (1, 1))]),
    ):
        squares = [(x, y, second_square(x, y, rows[y][x], 1)) for y in range(2) for x in range(2)]
        assert [((x, y), second) for x, y, second in squares if second] == dominoes
    assert second_square(0, 0, ".", 1) is None
