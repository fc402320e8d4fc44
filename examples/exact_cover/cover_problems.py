"""Small problems for the seven steps: each has items, and options that cover some of them.

An exact cover is a choice of options in which each item is covered exactly once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

Item = Hashable
Options = dict[str, frozenset[Item]]
"""The items that each option covers, by the option's name."""


def dominoes(width: int, height: int) -> Options:
    """The items are the squares of a board; an option is a domino on two of them."""
    options: Options = {}
    for x in range(width):
        for y in range(height):
            if x + 1 < width:
                options[f"({x},{y})-({x + 1},{y})"] = frozenset({(x, y), (x + 1, y)})
            if y + 1 < height:
                options[f"({x},{y})-({x},{y + 1})"] = frozenset({(x, y), (x, y + 1)})
    return options


PENTOMINOES = {
    "F": "01 02 10 11 21", "I": "00 01 02 03 04", "L": "00 01 02 03 13", "N": "00 01 11 12 13",
    "P": "00 01 02 10 11", "T": "00 10 20 11 12", "U": "00 02 10 11 12", "V": "00 01 02 12 22",
    "W": "00 01 11 12 22", "X": "01 10 11 12 21", "Y": "00 01 02 03 11", "Z": "00 10 11 12 22",
}  # fmt: skip
"""A digit for x and one for y of each cell."""


def turned(cells: frozenset[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
    """A piece in its rotations and reflections, each moved to the corner."""
    for flip in (False, True):
        shape = {(y, x) if flip else (x, y) for x, y in cells}
        for _ in range(4):
            shape = {(-y, x) for x, y in shape}
            left, top = min(x for x, _ in shape), min(y for _, y in shape)
            yield frozenset((x - left, y - top) for x, y in shape)


def pentominoes(width: int, height: int, names: str = "FILNPTUVWXYZ") -> Options:
    """The items are the squares and the pieces, so that each piece is used once; an option is a placement."""
    options: Options = {}
    for name in names:
        cells = frozenset((int(digits[0]), int(digits[1])) for digits in PENTOMINOES[name].split())
        for number, shape in enumerate(sorted(set(turned(cells)), key=sorted)):
            for x in range(width - max(x for x, _ in shape)):
                for y in range(height - max(y for _, y in shape)):
                    placed = frozenset((x + u, y + v) for u, v in shape)
                    options[f"{name}{number}@{x},{y}"] = placed | {name}
    return options


def items_of(options: Options) -> list[Item]:
    """All items, in an order that does not depend on the run."""
    return sorted(frozenset[Item]().union(*options.values()), key=str)
