"""MacMahon's squares by plain backtracking: a program of its own, which imports nothing of Tilewright.

``python benchmarks/macmahon.py`` counts the ways to lay the 24 three-coloured squares in 6 x 4 with a border
of one colour; its 168 million nodes take hours. It always fills the cell that the fewest squares fit, and
leaves a branch when a colour has more edges inside the board than the squares can give.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from itertools import product

FREE = -1  # the colour of an edge that is not known yet
Edges = tuple[int, int, int, int]  # the colours at the top, right, bottom and left


def turned(edges: Edges) -> Edges:
    """The square after a quarter turn."""
    top, right, bottom, left = edges
    return left, top, right, bottom


def squares(colours: int) -> list[set[Edges]]:
    """Each square as the set of its different rotations."""
    found = set()
    for top, right, bottom, left in product(range(colours), repeat=4):
        rotations = [(top, right, bottom, left)]
        while len(rotations) < 4:
            rotations.append(turned(rotations[-1]))
        found.add(frozenset(rotations))
    return sorted(map(set, found), key=sorted)


class EdgeBoard:
    """Squares on a rectangle; ``border`` is the colour of all its outer edges, or FREE."""

    def __init__(self, colours: int, width: int, height: int, border: int = FREE) -> None:
        pieces = squares(colours)
        if len(pieces) != width * height:
            raise ValueError(f"{len(pieces)} squares do not fill {width} x {height}")
        # The numbers of the edges of each cell: horizontal edges row by row, then vertical ones.
        across = width * (height + 1)
        self.cells = {
            (x, y): (
                y * width + x,
                across + y * (width + 1) + x + 1,
                (y + 1) * width + x,
                across + y * (width + 1) + x,
            )
            for y, x in product(range(height), range(width))
        }
        owners: dict[int, int] = defaultdict(int)
        for edges in self.cells.values():
            for edge in edges:
                owners[edge] += 1
        outer = [edge for edge, number in owners.items() if number == 1]
        self.colour = [FREE] * len(owners)
        self.left = [sum(next(iter(one)).count(colour) for one in pieces) for colour in range(colours)]
        if border == FREE:
            self.left = [2 * edges for edges in self.left]  # no bound: some of them are outer edges
        else:
            for edge in outer:
                self.colour[edge] = border
            self.left[border] -= len(outer)
        self.left = [edges // 2 for edges in self.left]
        # For each pattern of known and free edges: the bits of the squares that fit, and their rotations.
        self.fitting: dict[Edges, int] = defaultdict(int)
        self.rotations: dict[Edges, list[tuple[int, Edges]]] = defaultdict(list)
        for number, rotations in enumerate(pieces):
            for edges in rotations:
                for hidden in product((False, True), repeat=4):
                    top, right, bottom, left = (FREE if h else c for h, c in zip(hidden, edges, strict=True))
                    self.fitting[top, right, bottom, left] |= 1 << number
                    self.rotations[top, right, bottom, left].append((1 << number, edges))
        self.unused = (1 << len(pieces)) - 1
        self.allowed = dict.fromkeys(self.cells, self.unused)
        self.width, self.height = width, height

    def count_by_quarter(self) -> int:
        """``count`` for even sides, from the solutions with the first square in the top left quarter.

        The first square has one colour. Only the identity leaves a cell in place, so each
        solution has four images, with this square in each of the quarters.
        """
        for x, y in self.allowed:
            if 2 * x >= self.width or 2 * y >= self.height:
                self.allowed[x, y] &= ~1
        return 4 * self.count()

    def count(self) -> int:
        """The number of ways to lay all squares."""
        if not self.cells:
            return 1
        colour, fewest, best = self.colour, len(self.cells) + 1, (0, 0)
        for cell, (a, b, c, d) in self.cells.items():
            fitting = self.fitting.get((colour[a], colour[b], colour[c], colour[d]), 0)
            number = (fitting & self.unused & self.allowed[cell]).bit_count()
            if number < fewest:
                fewest, best = number, cell
                if not number:
                    return 0
        edges = self.cells.pop(best)
        top, right, bottom, left = (colour[edge] for edge in edges)
        free = [(edge, place) for place, edge in enumerate(edges) if colour[edge] == FREE]
        total = 0
        for bit, colours in self.rotations[top, right, bottom, left]:
            if not self.unused & self.allowed[best] & bit:
                continue
            for edge, place in free:
                colour[edge] = colours[place]
                self.left[colours[place]] -= 1
            if min(self.left) >= 0:
                self.unused ^= bit
                total += self.count()
                self.unused ^= bit
            for edge, place in free:
                colour[edge] = FREE
                self.left[colours[place]] += 1
        self.cells[best] = edges
        return total


def main() -> None:
    """Count, print, and divide by the 4 motions of the board and the 2 orders of the other colours."""
    start_time = time.monotonic()
    total = EdgeBoard(3, 6, 4, border=0).count_by_quarter()
    print(f"{total:,} solutions, {total // 8:,} essentially different, {time.monotonic() - start_time:.0f} s")
    sys.exit(0 if total == 106_624 else 1)


if __name__ == "__main__":
    main()
