"""Letters of domino shuffling on the Aztec diamond: which squares are a domino."""

from __future__ import annotations


def second_square(x: int, y: int, letter: str, order: int) -> tuple[int, int] | None:
    """The right or lower square of the domino whose left or upper square is (x, y); None for other squares.

    ``letter`` is that of the square, N or S in a horizontal domino, E or W in a vertical one. y goes down;
    the square of 2 x ``order`` squares a side round the diamond begins at (0, 0).
    """
    if letter not in "NSEW" or (x + y - order) % 2 != (letter in "NW"):
        return None
    return (x + 1, y) if letter in "NS" else (x, y + 1)
