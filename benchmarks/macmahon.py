"""MacMahon's squares from both ends: a program of its own, which imports nothing of Tilewright.

``python benchmarks/macmahon.py`` counts the ways to lay the 24 three-coloured squares in 6 x 4 with a border
of one colour, in half a minute and 4 GB. It fills the columns from the left and merges partial solutions with
the same squares and the same colours on their frontier. The right half, after a half turn, is a left half
with the other squares, so the two are combined in the middle.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from itertools import product

FREE = -1  # any colour
Edges = tuple[int, int, int, int]  # the colours at the top, right, bottom and left
Frontier = tuple[int, ...]  # the right edge of each row, then the edge above the next cell
States = dict[Frontier, dict[int, int]]  # by frontier and by the bits of the used squares: how many there are


def squares(colours: int) -> list[set[Edges]]:
    """Each square as the set of its different rotations."""
    number_lists: dict[Edges, set[Edges]] = {}
    for a, b, c, d in product(range(colours), repeat=4):
        rotations: set[Edges] = {(a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c)}
        number_lists[min(rotations)] = rotations
    return [number_lists[edges] for edges in sorted(number_lists)]


def sweep(colours: int, columns: int, height: int, border: int) -> States:
    """The partial solutions that fill the first columns; ``border`` is the colour of outer edges, or FREE."""
    fitting = defaultdict(list)
    for number, rotations in enumerate(squares(colours)):
        for top, right, bottom, left in rotations:
            for above in (top, FREE):
                fitting[left, above].append((1 << number, right, bottom))
    sides = product(range(colours), repeat=height) if border == FREE else [(border,) * height]
    states: States = {(*side, border): {0: 1} for side in sides}
    for row in list(range(height)) * columns:
        is_last = row == height - 1
        after: States = defaultdict(dict)
        for frontier, state in states.items():
            for bit, right, bottom in fitting[frontier[row], frontier[height]]:
                if is_last and border not in (FREE, bottom):
                    continue
                below = border if is_last else bottom
                values = after[(*frontier[:row], right, *frontier[row + 1 : height], below)]
                for used, number in state.items():
                    if not used & bit:
                        values[used | bit] = values.get(used | bit, 0) + number
        states = after
    return states


def count(colours: int, width: int, height: int, border: int = FREE) -> int:
    """The number of ways to lay all squares, from the left to the right."""
    everything = (1 << width * height) - 1
    return sum(
        values.get(everything, 0)
        for frontier, values in sweep(colours, width, height, border).items()
        if border == FREE or set(frontier) == {border}
    )


def count_from_both_ends(colours: int, width: int, height: int, border: int = FREE) -> int:
    """The same for an even width. The first square is in one half, and a half turn takes it to the other."""
    everything = (1 << width * height) - 1
    half = sweep(colours, width // 2, height, border)
    total = 0
    for frontier, values in half.items():
        other = half.get((*frontier[height - 1 :: -1], border), {})
        total += sum(number * other.get(everything ^ used, 0) for used, number in values.items() if used & 1)
    return 2 * total


def main() -> None:
    """Count, print, and divide by the 4 motions of the board and the 2 orders of the other colours."""
    start_time = time.monotonic()
    total = count_from_both_ends(3, 6, 4, border=0)
    print(f"{total:,} solutions, {total // 8:,} essentially different, {time.monotonic() - start_time:.0f} s")
    sys.exit(0 if total == 106_624 else 1)


if __name__ == "__main__":
    main()
