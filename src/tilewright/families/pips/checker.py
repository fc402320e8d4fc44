"""What is wrong with a solution, from the rules alone: no engine is imported here."""

from __future__ import annotations

from collections import Counter

from tilewright.families.pips.puzzle import PipsPuzzle, PipsSolution, cell_name, domino_name
from tilewright.wording import counted


def faults(puzzle: PipsPuzzle, solution: PipsSolution) -> list[str]:
    """What is wrong, as sentences; empty for a right solution.

    Each domino is used once, on two neighbouring cells; each cell is covered once; each region
    obeys its rule.
    """
    wrong = []
    for laid in solution.dominoes:
        (x, y), (u, v) = laid.cells
        for cell in laid.cells:
            if cell not in puzzle.region_of:
                wrong.append(f"{laid.name} lies on {cell_name(cell)}, which is not on the board")
        if abs(x - u) + abs(y - v) != 1:
            one, other = map(cell_name, laid.cells)
            wrong.append(f"{laid.name} lies on {one} and {other}, which share no side")
    covered = Counter(cell for laid in solution.dominoes for cell in laid.cells)
    for cell in puzzle.region_of:
        if covered[cell] != 1:
            wrong.append(f"{cell_name(cell)} is covered by {counted(covered[cell], 'domino', 'dominoes')}")
    used = Counter(laid.name for laid in solution.dominoes)
    given = Counter(domino_name(*pair) for pair in puzzle.dominoes)
    for name in sorted(used | given):
        if used[name] != given[name]:
            wrong.append(f"{name} is laid {used[name]} times; there are {given[name]}")
    numbers = solution.numbers
    for region in puzzle.regions:
        if all(cell in numbers for cell in region.cells):
            own = [numbers[cell] for cell in region.cells]
            if not region.allows(own):
                shown = ", ".join(map(str, own))
                wrong.append(
                    f"the region with {cell_name(region.cells[0])} has the numbers {shown}; "
                    f"expected {region.words}"
                )
    return wrong
