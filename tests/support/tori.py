"""A brute force for gunport patterns on a torus, which shares no code with the engines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator


def arrangements(rows: int, columns: int, shift: int, *, no_slide: bool) -> Counter[int]:
    """How many arrangements of a torus have each number of dominoes.

    The cells are numbers; each is covered by a domino, an unordered pair of different neighbours, or stays
    open, in the order of the numbers.
    """
    cells = rows * columns

    def step(cell: int, right: int, down: int) -> int:
        y, x = divmod(cell, columns)
        y, x = y + down, x + right
        while y >= rows:
            y, x = y - rows, x - shift
        while y < 0:
            y, x = y + rows, x + shift
        return y * columns + x % columns

    ways = ((1, 0), (-1, 0), (0, 1), (0, -1))
    near = [{step(cell, *way) for way in ways} - {cell} for cell in range(cells)]
    # The cells beyond the ends of a domino that it does not cover itself.
    beyond: dict[frozenset[int], set[int]] = {}
    for cell in range(cells):
        for right, down in ways:
            other = step(cell, right, down)
            if other != cell:
                ends = {step(cell, -right, -down), step(other, right, down)} - {cell, other}
                beyond.setdefault(frozenset((cell, other)), set()).update(ends)

    def fill(
        cell: int, covered: frozenset[int], ports: frozenset[int], dominoes: tuple[frozenset[int], ...]
    ) -> Iterator[int]:
        if cell == cells:
            if not (no_slide and any(beyond[domino] & ports for domino in dominoes)):
                yield len(dominoes)
            return
        if cell in covered:
            yield from fill(cell + 1, covered, ports, dominoes)
            return
        if near[cell].isdisjoint(ports):
            yield from fill(cell + 1, covered, ports | {cell}, dominoes)
        for other in near[cell]:
            if other > cell and other not in covered:
                domino = frozenset((cell, other))
                yield from fill(cell + 1, covered | domino, ports, (*dominoes, domino))

    return Counter(fill(0, frozenset(), frozenset(), ()))
