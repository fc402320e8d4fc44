"""Pips puzzles for tests: at random, with a plain program that lists their solutions, and a published set."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from tilewright.families.pips.puzzle import RULES, Cell, LaidDomino, PipsPuzzle, Region, domino_name
from tilewright.families.pips.techniques import Step

Placement = frozenset[LaidDomino]

UNIQUE = """\
.AB
CADEFG
C.DEFG
C.D..G

A sum 6
C equal
D equal
E sum 1
F sum 2
G equal
3-6 2-2 0-2 6-6 1-1 1-2 3-5 0-1
"""
"""Four placements, as many fillings."""

WITHOUT = """\
AAB
ABB
A sum 1
B sum 30
0-0 1-1 6-6
"""
"""No solution: the pips do not suffice."""

ONE_WAY = """\
ABC
DDE
A sum 0
B sum 4
C sum 1
D equal
E sum 2
1-2 0-4 3-3
"""
"""One solution."""


def random_puzzle(dice: random.Random, most_cells: int = 12) -> PipsPuzzle:
    """A board of up to so many cells, mostly with a solution: random numbers obey most of its rules."""
    cells: list[Cell] = [(0, 0)]
    wanted = 2 * dice.randint(1, most_cells // 2)
    while len(cells) < wanted:
        x, y = dice.choice(cells)
        dx, dy = dice.choice([(1, 0), (0, 1), (-1, 0), (0, -1)])
        if (x + dx, y + dy) not in cells:
            cells.append((x + dx, y + dy))
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    cells = [(x - left, y - top) for x, y in cells]
    largest = dice.randint(1, 6)
    dominoes = [(dice.randint(0, largest), dice.randint(0, largest)) for _ in range(wanted // 2)]
    numbers = _numbers(dice, cells, dominoes)
    regions, free = [], dice.sample(cells, len(cells))
    while free:
        size = dice.randint(1, min(4, len(free)))
        part, free = free[:size], free[size:]
        regions.append(_region(dice, part, [numbers[cell] for cell in part]))
    return PipsPuzzle(tuple(dominoes), tuple(regions))


def _numbers(
    dice: random.Random, cells: Sequence[Cell], dominoes: Sequence[tuple[int, int]]
) -> dict[Cell, int]:
    """The numbers of a way to lay the dominoes; any where dominoes cannot cover the cells."""
    mixed = [dice.choice([pair, pair[::-1]]) for pair in dice.sample(dominoes, len(dominoes))]
    blank = PipsPuzzle(((0, 0),) * len(dominoes), (Region(tuple(cells)),))
    for tiling in placements(blank):
        pairs = [one.cells for one in sorted(tiling, key=str)]
        return {
            cell: number
            for own, numbers in zip(pairs, mixed, strict=True)
            for cell, number in zip(own, numbers, strict=True)
        }
    halves = [number for pair in mixed for number in pair]
    return dict(zip(cells, dice.sample(halves, len(halves)), strict=True))


def _region(dice: random.Random, part: Sequence[Cell], own: Sequence[int]) -> Region:
    rule = dice.choice(list(RULES))
    total = sum(own) + dice.choice([0, 0, 0, 0, 1, -1])
    if rule == "equal" and len(set(own)) > 1 and dice.random() < 0.8:
        rule = "sum"
    if rule == "different" and len(set(own)) < len(own) and dice.random() < 0.8:
        rule = "none"
    target = {"sum": total, "less": total + dice.randint(1, 3), "greater": total - dice.randint(1, 3)}.get(
        rule
    )
    return Region(tuple(part), rule, None if target is None else max(0, target))


def placements(puzzle: PipsPuzzle) -> Iterator[Placement]:
    """All solutions by the definition: each domino in turn on the first open cell; rules of full regions."""
    cells = puzzle.cells
    left = Counter(domino_name(*pair) for pair in puzzle.dominoes)
    numbers: dict[Cell, int] = {}
    laid: list[LaidDomino] = []

    def obeyed(*changed: Cell) -> bool:
        for region in {puzzle.regions[puzzle.region_of[cell]] for cell in changed}:
            own = [numbers[cell] for cell in region.cells if cell in numbers]
            if len(own) == len(region.cells) and not region.allows(own):
                return False
        return True

    def lay() -> Iterator[Placement]:
        cell = next((cell for cell in cells if cell not in numbers), None)
        if cell is None:
            yield frozenset(laid)
            return
        for other in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)):
            if other not in puzzle.region_of or other in numbers:
                continue
            for name in [name for name, times in left.items() if times]:
                a, b = map(int, name.split("-"))
                for own in dict.fromkeys([(a, b), (b, a)]):
                    left[name] -= 1
                    numbers[cell], numbers[other] = own
                    laid.append(LaidDomino((cell, other), own))
                    if obeyed(cell, other):
                        yield from lay()
                    laid.pop()
                    del numbers[cell], numbers[other]
                    left[name] += 1

    return lay()


def fillings(solutions: Sequence[Placement]) -> set[frozenset[tuple[Cell, int]]]:
    """The different numbers on the cells of solutions."""
    return {
        frozenset((cell, n) for one in placement for cell, n in zip(one.cells, one.numbers, strict=True))
        for placement in solutions
    }


def remaining_after(steps: Sequence[Step], solutions: set[Placement]) -> set[Placement]:
    """Those that have the guesses of an explanation; AssertionError where a step does not hold in all."""
    for step in steps:
        if step.level == "guess":
            assert step.laid is not None
            solutions = {one for one in solutions if step.laid in one}
            assert solutions
        elif step.laid is not None:
            assert all(step.laid in one for one in solutions), step
        assert not any(gone in one for one in solutions for gone in step.excluded), step
        assert step.why.endswith(".") and step.what.endswith(".")
    return solutions
