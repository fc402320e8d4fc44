"""Neighbours of items where nothing is known of them, as in puzzles that were read without a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

Option = Sequence[tuple[int, int]]
"""Items with colours, as in a cover problem."""

MAX_PAIRS = 5_000_000  # pairs of items in options; beyond, no neighbours are inferred


def infer_neighbours(items: int, options: Sequence[Option]) -> tuple[tuple[int, ...], ...]:
    """Neighbours of so many items, by which the cells of each option hang together; () without pieces.

    The last item of each option is taken as its piece, or the first, if so each option has one piece; pieces
    have no neighbours. Cells that are often in one option are joined first: on a board those side by side.
    """
    pieces = _pieces(options)
    cells = [[item for item, _ in option if item not in pieces] for option in options]
    if not pieces or sum(len(cell) ** 2 for cell in cells) > MAX_PAIRS:
        return ()
    together: Counter[tuple[int, int]] = Counter()
    for cell in cells:
        together.update(combinations(sorted(cell), 2))
    near: list[set[int]] = [set() for _ in range(items)]
    for cell in cells:
        for one, other in _tree(sorted(cell), together):
            near[one].add(other)
            near[other].add(one)
    every = [item for item in range(items) if item not in pieces]
    for before, item in zip([every[-1], *every], every, strict=False):
        if not near[item] and before != item:  # never with another cell: next to any will do
            near[item].add(before)
            near[before].add(item)
    return tuple(tuple(sorted(numbers)) for numbers in near)


def _pieces(options: Sequence[Option]) -> set[int]:
    """Items of which each option has exactly one, and besides another item; empty when none are found."""
    for pick in (max, min):
        numbers = {pick(option)[0] for option in options}
        if all(len(option) > 1 and sum(item in numbers for item, _ in option) == 1 for option in options):
            return numbers
    return set()


def _tree(cells: Sequence[int], together: Counter[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pairs that join all the cells, those first that are most often together."""
    group = {cell: cell for cell in cells}
    joined = []
    for one, other in sorted(combinations(cells, 2), key=lambda pair: (-together[pair], pair)):
        if group[one] != group[other]:
            joined.append((one, other))
            old = group[other]
            group = {cell: group[one] if number == old else number for cell, number in group.items()}
    return joined
