"""Random boards for the tests of vanishing dominoes, and a plain search as the reference."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from tilewright.families.vanishing.board import Domino, DominoBoard, is_removable


def random_board(seed: int, most: int = 10) -> DominoBoard:
    """A small board of any kind: full or with gaps, one square wide, values too large to matter."""
    chance = random.Random(seed)
    width, height = chance.randint(1, 6), chance.randint(1, 5)
    largest = chance.choice([0, 1, 2, 3, 9])
    gaps = chance.choice([0, 0, 0.3])
    squares = [(x, y) for x in range(width) for y in range(height)]
    chance.shuffle(squares)
    taken: set[tuple[int, int]] = set()
    pieces: list[Domino] = []
    for x, y in squares:
        first = chance.random() < 0.5
        for upright in (first, not first):
            other = (x, y + 1) if upright else (x + 1, y)
            inside = other[0] < width and other[1] < height
            if inside and not taken & {(x, y), other} and chance.random() >= gaps and len(pieces) < most:
                taken |= {(x, y), other}
                pieces.append(Domino(upright, chance.randint(0, largest), chance.randint(0, largest), x, y))
                break
    return DominoBoard(width, height, tuple(pieces))


boards = st.integers(0, 10**9).map(random_board)


def fewest_remaining(board: DominoBoard) -> int:
    """The fewest pieces that can remain, by a search of all sets of removed pieces."""
    seen = {frozenset[int]()}
    todo = list(seen)
    for gone in todo:  # grows while it is walked
        covered = {square: n for square, n in board.piece_at.items() if n not in gone}
        for number in range(len(board.pieces)):
            if number not in gone and is_removable(board, covered, number):
                after = gone | {number}
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
    return len(board.pieces) - max(map(len, seen))
