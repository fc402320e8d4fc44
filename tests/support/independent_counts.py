"""Numbers of tilings that can be very large, in plain Python and without any part of the package's counting.

A transfer matrix for rectangles, closed formulas, and puzzles made of small ones that do not touch.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal, localcontext
from itertools import combinations
from math import prod

from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option

Cell = tuple[int, int]
Shape = tuple[Cell, ...]

MONOMER: tuple[Shape, ...] = (((0, 0),),)
DOMINOES: tuple[Shape, ...] = (((0, 0), (1, 0)), ((0, 0), (0, 1)))
L_TROMINOES: tuple[Shape, ...] = (
    ((0, 0), (1, 0), (0, 1)),
    ((0, 0), (1, 0), (1, 1)),
    ((0, 0), (0, 1), (1, 1)),
    ((0, 0), (-1, 1), (0, 1)),
)


def tilings_of_rectangle(width: int, height: int, shapes: Sequence[Shape]) -> int:
    """Tilings of a rectangle; a shape has (0, 0) as its first cell, row by row.

    A state is the set of covered cells ahead: bit k is the cell k places on.
    """
    table = {0: 1}
    for y in range(height):
        for x in range(width):
            masks = [
                sum(1 << (dy * width + dx) for dx, dy in shape)
                for shape in shapes
                if all(0 <= x + dx < width and y + dy < height for dx, dy in shape)
            ]
            after: dict[int, int] = {}
            for state, ways in table.items():
                for mask in [0] if state & 1 else masks:
                    if not state & mask:
                        new = (state | mask) >> 1
                        after[new] = after.get(new, 0) + ways
            table = after
    return table.get(0, 0)


def domino_tilings(width: int, height: int) -> int:
    """Kasteleyn's product for a rectangle (Physica 27, 1961), with enough digits to be exact."""
    if width * height % 2:
        return 0
    with localcontext() as context:
        context.prec = 30 + width * height // 4
        columns = [4 * _cos_squared(Decimal(j) / (width + 1)) for j in range(1, (width + 1) // 2 + 1)]
        rows = [4 * _cos_squared(Decimal(k) / (height + 1)) for k in range(1, (height + 1) // 2 + 1)]
        return int(prod((a + b for a in columns for b in rows), start=Decimal(1)).to_integral_value())


def _cos_squared(turns: Decimal) -> Decimal:
    """The square of the cosine of pi times a number from 0 to 1/2, by power series."""
    angle = turns * _pi()
    term, total, number = Decimal(1), Decimal(0), 0
    while total + term != total:
        total += term
        number += 2
        term *= -angle * angle / (number * (number - 1))
    return total * total


def _pi() -> Decimal:
    """Machin: pi = 16 arctan(1/5) - 4 arctan(1/239)."""

    def arctan_of_inverse(n: int) -> Decimal:
        power, total, number = Decimal(1) / n, Decimal(0), 1
        while total + power / number != total:
            total += power / number if number % 4 == 1 else -power / number
            power /= n * n
            number += 2
        return total

    return 16 * arctan_of_inverse(5) - 4 * arctan_of_inverse(239)


def aztec_diamond(order: int) -> tuple[list[Cell], int]:
    """Its cells, and the number of its domino tilings (Elkies, Kuperberg, Larsen and Propp 1992)."""
    span = range(-order, order)
    cells = [(x, y) for x in span for y in span if abs(2 * x + 1) + abs(2 * y + 1) <= 2 * order]
    return cells, 2 ** (order * (order + 1) // 2)


def hexagon(a: int, b: int, c: int) -> tuple[list[Cell], int]:
    """Cells of the triangular lattice, and how many lozenge tilings they have (MacMahon's box formula)."""
    cells = [
        (2 * (-1 - v) - u + (u + v + w + 2), u)
        for u in range(b + c)
        for v in range(-c, a)
        for w in range(-a - b, 0)
        if u + v + w in (-2, -1)
    ]
    numerator, denominator = 1, 1
    for i in range(1, a + 1):
        for j in range(1, b + 1):
            for k in range(1, c + 1):
                numerator *= i + j + k - 1
                denominator *= i + j + k - 2
    return cells, numerator // denominator


def scattered_product(
    dice: random.Random, components: int, items: int, *, repetitions: int = 1
) -> tuple[ExactCoverPuzzle, list[str], int]:
    """A puzzle made of independent ones, a random order of all items, and the number of solutions.

    Each component has ``items`` items and a few partitions of them as options, each option ``repetitions``
    times. In the random order nearly all items are open at the same time.
    """
    options: list[Option] = []
    names: list[str] = []
    total = 1
    for component in range(components):
        own = [f"{component}.{number}" for number in range(items)]
        names += own
        blocks: list[frozenset[str]] = []
        for _ in range(dice.randint(1, 3)):
            dice.shuffle(own)
            cuts = sorted(dice.sample(range(1, items), min(items - 1, dice.randint(0, 2))))
            ends = zip([0, *cuts], [*cuts, items], strict=True)
            blocks += [frozenset(own[start:end]) for start, end in ends]
        blocks *= repetitions
        options += [Option([(name, "") for name in sorted(block)]) for block in blocks]
        total *= _exact_covers(frozenset(own), blocks)
    dice.shuffle(names)
    dice.shuffle(options)
    return ExactCoverPuzzle([Item(name) for name in names], options), names, total


def _exact_covers(whole: frozenset[str], blocks: Sequence[frozenset[str]]) -> int:
    """Choices of disjoint blocks that make up the whole, by trying all different ones."""
    copies = Counter(blocks)
    return sum(
        prod(copies[block] for block in chosen)
        for size in range(1, len(copies) + 1)
        for chosen in combinations(copies, size)
        if sum(map(len, chosen)) == len(whole) and frozenset().union(*chosen) == whole
    )
