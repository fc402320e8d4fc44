"""New Pips puzzles with exactly one solution, as hard as asked, and the puzzles of a date.

A board grows domino by domino; numbers are put on it, and its cells are cut into regions whose rules they
obey. Rules are then made stronger until one solution is left, and weaker as long as it stays the only one and
the techniques of :mod:`tilewright.families.pips.techniques` find it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from tilewright.errors import UnsupportedError
from tilewright.families.pips.puzzle import (
    MAX_DOMINOES,
    MOST_PIPS,
    Cell,
    LaidDomino,
    PipsPuzzle,
    PipsSolution,
    Region,
)
from tilewright.families.pips.solving import first, solutions
from tilewright.families.pips.techniques import LEVELS, explain
from tilewright.solving.steps import Cancelled, Control, Limits, Progress, Returning, Status, StepLoop
from tilewright.wording import counted, quoted

Item = TypeVar("Item")

VERSION = 1
"""Of the generator, in every seed. What a seed gives is fixed: another way to make puzzles has another
version, and dates keep the one with which they began."""

SIZES = {"easy": (8, 12), "medium": (14, 20), "hard": (24, 32)}
"""The least and the most cells of a level, where nothing else is asked."""

MAX_SIDE = 8  # cells of a board that grows: they can be touched on a phone
MAX_REGION = 6  # cells of a region
TRIES = 200  # boards before the generator gives up
STRENGTHENINGS = 60  # changes until one solution is left
NODES = 20_000  # of a search for a second solution
LEAST_SHAPE = 2

_UNLIMITED = Control()


@dataclass(frozen=True)
class MadePuzzle:
    """A puzzle with one solution, and how hard it is; None: not found. ``tried`` boards were made."""

    status: Status
    puzzle: PipsPuzzle | None
    solution: PipsSolution | None
    level: str
    tried: int


class Dice:
    """Random choices that are the same on every machine and with every version of Python.

    Python keeps only ``Random.random`` of a seed as it is; all others are made of it here.
    """

    def __init__(self, seed: str) -> None:
        self._source = random.Random(seed)

    def chance(self, probability: float) -> bool:
        return self._source.random() < probability

    def below(self, number: int) -> int:
        return int(self._source.random() * number)

    def choice(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        mixed = list(items)
        for k in range(len(mixed) - 1, 0, -1):
            other = self.below(k + 1)
            mixed[k], mixed[other] = mixed[other], mixed[k]
        return mixed


def make(
    level: str,
    control: Control = _UNLIMITED,
    *,
    cells: int | None = None,
    shape: Sequence[Cell] = (),
    symmetric: bool = False,
) -> MadePuzzle:
    """A puzzle of this level with one placement and one filling; the same seed gives the same puzzle.

    ``shape`` are the cells of the board. Otherwise one of ``cells`` cells grows, ``symmetric`` under a half
    turn if asked. UnsupportedError for what cannot be made.
    """
    if level not in LEVELS:
        raise UnsupportedError(f"there is no level {quoted(level)}; expected {', '.join(LEVELS)}")
    number = len(shape) or cells
    if number is not None and (number % 2 or not LEAST_SHAPE <= number <= 2 * MAX_DOMINOES):
        raise UnsupportedError(
            f"a board with {counted(number, 'cell')} is not made; expected an even number from {LEAST_SHAPE} "
            f"to {2 * MAX_DOMINOES}"
        )
    asked = f"{level} {number or ''} {symmetric} {sorted(shape)}"
    dice = Dice(f"pips {VERSION} {asked} {control.seed}")
    loop = StepLoop(control)
    tried = 0

    def progress() -> Progress:
        words = f"{counted(tried, 'board')} tried"
        return Progress(tried / TRIES, tried, 0, 0, loop.seconds, None, words=words)

    try:
        for _ in range(TRIES):
            loop.check_cancelled()
            loop.report(progress)
            tried += 1
            made = _Maker(dice, level, loop.check_cancelled).attempt(number, shape, symmetric=symmetric)
            if made is not None:
                return MadePuzzle(Status.COMPLETE, *made, level, tried)
    except Cancelled as end:
        return MadePuzzle(end.status, None, None, level, tried)
    return MadePuzzle(Status.LIMIT, None, None, level, tried)


def puzzle_of_date(day: date, level: str, control: Control = _UNLIMITED) -> MadePuzzle:
    """The puzzle of a date, the same on every machine and in every version.

    >>> from datetime import date
    >>> puzzle_of_date(date(2026, 1, 1), "easy").puzzle.title
    'Pips of 2026-01-01, easy'
    """
    if level not in LEVELS:
        raise UnsupportedError(f"there is no level {quoted(level)}; expected {', '.join(LEVELS)}")
    made = make(level, replace(control, seed=day.toordinal()))
    if made.puzzle is None:
        return made
    return replace(made, puzzle=replace(made.puzzle, title=f"Pips of {day.isoformat()}, {level}"))


class _Maker:
    """One attempt at a puzzle."""

    def __init__(self, dice: Dice, level: str, check_cancelled: Callable[[], None]) -> None:
        self.dice, self.level = dice, level
        self.check_cancelled = check_cancelled
        self.numbers: dict[Cell, int] = {}
        self.laid: list[LaidDomino] = []

    def attempt(
        self, number: int | None, shape: Sequence[Cell], *, symmetric: bool
    ) -> tuple[PipsPuzzle, PipsSolution] | None:
        if shape:
            tiling = self._tiling_of(sorted(set(shape), key=lambda cell: (cell[1], cell[0])))
        else:
            low, high = SIZES[self.level]
            wanted = number or low + 2 * self.dice.below((high - low) // 2 + 1)
            tiling = self._grown(wanted, symmetric=symmetric)
        if tiling is None:
            return None
        self._number(_at_origin(tiling))
        regions = self._strengthened(self._cut())
        if regions is None:
            return None
        regions = self._weakened(regions)
        puzzle = self._puzzle(regions)
        if self._level_of(puzzle) != self.level:
            return None
        return puzzle, PipsSolution(tuple(self.laid))

    # --- The board

    def _grown(self, wanted: int, *, symmetric: bool) -> list[tuple[Cell, Cell]] | None:
        """Dominoes that cover a board of so many cells; None where growing got stuck."""
        tiling: list[tuple[Cell, Cell]] = [((0, 0), (1, 0))]
        if symmetric and wanted % 4 == 0:
            tiling.append(((0, 1), (1, 1)))
        bottom = len(tiling) - 1 if symmetric else 0
        cells = {cell: None for pair in tiling for cell in pair}
        while len(cells) < wanted:
            choices = []
            for x, y in cells:
                for a in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)):
                    for b in ((a[0], a[1] - 1), (a[0] - 1, a[1]), (a[0] + 1, a[1]), (a[0], a[1] + 1)):
                        if a not in cells and b not in cells:
                            choices.append((a, b))
            pair = max(
                (self.dice.choice(choices) for _ in range(3)),
                key=lambda pair: sum(other in cells for cell in pair for other in _beside(cell)),
            )
            added = [pair]
            if symmetric:
                image = tuple((1 - x, bottom - y) for x, y in pair)
                added.append((image[0], image[1]))
            new = [cell for one in added for cell in one]
            grown = [*cells, *new]
            if len(set(new)) < len(new) or any(cell in cells for cell in new) or _side(grown) > MAX_SIDE:
                if self.dice.chance(0.02):
                    return None
                continue
            tiling += added
            cells = dict.fromkeys(grown)
        return self._mixed(tiling)

    def _tiling_of(self, cells: Sequence[Cell]) -> list[tuple[Cell, Cell]] | None:
        """Dominoes that cover these cells. UnsupportedError where there are none."""
        solution = first(_blank(cells))
        if solution is None:
            raise UnsupportedError("dominoes cannot cover this shape; choose another")
        return self._mixed([laid.cells for laid in solution.dominoes])

    def _mixed(self, tiling: list[tuple[Cell, Cell]]) -> list[tuple[Cell, Cell]]:
        """The tiling after random quarter turns of two dominoes side by side."""
        pairs = {min(pair): max(pair) for pair in tiling}
        for _ in range(6 * len(pairs)):
            x, y = self.dice.choice(list(pairs))
            if pairs[x, y] == (x + 1, y) and pairs.get((x, y + 1)) == (x + 1, y + 1):
                del pairs[x, y + 1]
                pairs[x, y], pairs[x + 1, y] = (x, y + 1), (x + 1, y + 1)
            elif pairs[x, y] == (x, y + 1) and pairs.get((x + 1, y)) == (x + 1, y + 1):
                del pairs[x + 1, y]
                pairs[x, y], pairs[x, y + 1] = (x + 1, y), (x + 1, y + 1)
        return list(pairs.items())

    # --- The numbers

    def _number(self, tiling: Sequence[tuple[Cell, Cell]]) -> None:
        """Put dominoes on the tiling such that equal numbers often lie side by side."""
        kinds = [(a, b) for b in range(MOST_PIPS + 1) for a in range(b + 1)]
        chosen = self.dice.shuffled(kinds)[: len(tiling)]
        while len(chosen) < len(tiling):
            chosen.append(self.dice.choice(kinds))
        values = [pair if self.dice.chance(0.5) else pair[::-1] for pair in chosen]

        def put(k: int) -> None:
            for cell, number in zip(tiling[k], values[k], strict=True):
                self.numbers[cell] = number

        for k in range(len(tiling)):
            put(k)
        for _ in range(30 * len(tiling)):
            j, k = self.dice.below(len(tiling)), self.dice.below(len(tiling))
            around = {cell for index in (j, k) for cell in tiling[index]}
            before, old = self._equal_sides(around), (values[j], values[k])
            values[j], values[k] = values[k], values[j]
            if self.dice.chance(0.5):
                values[j] = values[j][::-1]
            put(j)
            put(k)
            if self._equal_sides(around) < before:
                values[j], values[k] = old
                put(j)
                put(k)
        self.laid = sorted(
            (
                LaidDomino(pair, own) if pair[0] < pair[1] else LaidDomino(pair[::-1], own[::-1])
                for pair, own in zip(tiling, values, strict=True)
            ),
            key=lambda laid: (laid.cells[0][1], laid.cells[0][0]),
        )

    def _equal_sides(self, cells: set[Cell]) -> int:
        """How often a neighbour of one of these cells has its number."""
        return sum(self.numbers.get(other) == self.numbers[cell] for cell in cells for other in _beside(cell))

    # --- The regions

    def _cut(self) -> list[Region]:
        """Regions that cover the board, with rules that the numbers obey."""
        free = dict.fromkeys(sorted(self.numbers, key=lambda cell: (cell[1], cell[0])))
        regions: list[Region] = []
        for cell in self.dice.shuffled(list(free)):
            if cell not in free:
                continue
            same = self._around(cell, free, MAX_REGION, equal=True)
            if len(same) > 1 and self.dice.chance(0.7):
                part, rule = same, "equal"
            else:
                part = self._around(cell, free, 1 + self.dice.below(4), equal=False)
                rule = self._random_rule(part)
            regions.append(self._region(part, rule))
            for one in part:
                del free[one]
        return regions

    def _around(self, start: Cell, free: dict[Cell, None], most: int, *, equal: bool) -> list[Cell]:
        """Connected free cells from one on, chosen at random; with ``equal``, those with its number."""
        part, edge = [start], [start]
        while edge and len(part) < most:
            cell = self.dice.choice(edge)
            near = [
                other
                for other in _beside(cell)
                if other in free
                and other not in part
                and (not equal or self.numbers[other] == self.numbers[start])
            ]
            if near:
                part.append(self.dice.choice(near))
                edge.append(part[-1])
            else:
                edge.remove(cell)
        return part

    def _random_rule(self, part: Sequence[Cell]) -> str:
        own = [self.numbers[cell] for cell in part]
        if len(part) == 1 and self.dice.chance(0.35):
            return "none"
        if len(part) > 1 and len(set(own)) == len(own) and self.dice.chance(0.4):
            return "different"
        if self.dice.chance(0.2):
            return "less" if self.dice.chance(0.5) else "greater"
        return "sum"

    def _region(self, part: Sequence[Cell], rule: str) -> Region:
        """A region with a rule that its numbers obey; the sum instead where this one says nothing."""
        cells = tuple(sorted(part, key=lambda cell: (cell[1], cell[0])))
        total, most = sum(self.numbers[cell] for cell in cells), MOST_PIPS * len(cells)
        if rule == "less" and total < most - 1:
            return Region(cells, "less", total + 1 + self.dice.below(2))
        if rule == "greater" and total > 1:
            return Region(cells, "greater", total - 1 - self.dice.below(2))
        if rule in ("none", "equal", "different"):
            return Region(cells, rule)
        return Region(cells, "sum", total)

    # --- One solution

    def _strengthened(self, regions: list[Region]) -> list[Region] | None:
        """Regions with stronger rules that leave one solution; None where that cannot be had."""
        for _ in range(STRENGTHENINGS):
            self.check_cancelled()
            others = self._solutions(regions)
            if others is None:
                return None
            if len(others) == 1:
                return regions
            wrong = [
                cell
                for cell in self.numbers
                if any(solution.numbers[cell] != self.numbers[cell] for solution in others)
            ]
            if not wrong:
                return None  # the same numbers by other dominoes: no rule tells them apart
            cell = self.dice.choice(wrong)
            k = next(k for k, region in enumerate(regions) if cell in region.cells)
            weak = regions[k].rule in ("none", "less", "greater")
            if weak:
                regions = [*regions[:k], self._region(regions[k].cells, "sum"), *regions[k + 1 :]]
            elif len(regions[k].cells) == 1:
                return None
            else:
                rest = dict.fromkeys(one for one in regions[k].cells if one != cell)
                parts = [self._region([cell], "sum")]
                while rest:
                    part = _connected(next(iter(rest)), rest)
                    parts.append(self._region(part, regions[k].rule if len(part) > 1 else "sum"))
                    for one in part:
                        del rest[one]
                regions = [*regions[:k], *parts, *regions[k + 1 :]]
        return None

    def _solutions(self, regions: Sequence[Region]) -> list[PipsSolution] | None:
        """Up to two solutions; None where the search for them takes too long."""
        search = Returning(solutions(self._puzzle(regions), Control(Limits(solutions=2, nodes=NODES))))
        listed = list(search)
        return None if len(listed) < 2 and search.value.status is not Status.COMPLETE else listed

    def _weakened(self, regions: list[Region]) -> list[Region]:
        """Regions with weaker rules and the same only solution, not above the level."""
        most = LEVELS.index(self.level)
        for _ in range(2):
            changed = False
            for cell in self.dice.shuffled(list(self.numbers)):
                self.check_cancelled()
                weaker = self._weaker(regions, cell)
                if weaker is None:
                    continue
                listed = self._solutions(weaker)
                if listed is None or len(listed) != 1:
                    continue
                level = self._level_of(self._puzzle(weaker))
                if level in LEVELS and LEVELS.index(level) <= most:
                    regions, changed = weaker, True
            if not changed:
                break
        return regions

    def _weaker(self, regions: list[Region], cell: Cell) -> list[Region] | None:
        """The regions with the one of a cell under a weaker rule, or joined with its neighbour."""
        k = next(k for k, region in enumerate(regions) if cell in region.cells)
        region = regions[k]
        others = [*regions[:k], *regions[k + 1 :]]
        near = sorted({
            index
            for own in region.cells
            for other in _beside(own)
            for index, one in enumerate(others)
            if other in one.cells and len(one.cells) + len(region.cells) <= MAX_REGION - 1
        })  # fmt: skip
        if near and self.dice.chance(0.5):
            index = self.dice.choice(near)
            joined = [*region.cells, *others[index].cells]
            is_equal = len({self.numbers[one] for one in joined}) == 1
            rule = "equal" if is_equal else "sum"
            return [*others[:index], self._region(joined, rule), *others[index + 1 :]]
        if region.rule == "sum" and len(region.cells) == 1:
            return [*others, Region(region.cells)]
        own = [self.numbers[one] for one in region.cells]
        if region.rule == "sum" and len(set(own)) == len(own) > 1 and self.dice.chance(0.4):
            return [*others, Region(region.cells, "different")]
        if region.rule == "sum" and self.dice.chance(0.7):
            rule = "less" if self.dice.chance(0.5) else "greater"
            weaker = self._region(region.cells, rule)
            return None if weaker.rule == "sum" else [*others, weaker]
        if region.rule in ("less", "greater"):
            return [*others, Region(region.cells)]
        return None

    def _puzzle(self, regions: Sequence[Region]) -> PipsPuzzle:
        ordered = sorted(regions, key=lambda region: (region.cells[0][1], region.cells[0][0]))
        dominoes = sorted((min(laid.numbers), max(laid.numbers)) for laid in self.laid)
        return PipsPuzzle(tuple(dominoes), tuple(ordered))

    def _level_of(self, puzzle: PipsPuzzle) -> str:
        explanation = explain(puzzle, check_cancelled=self.check_cancelled)
        return explanation.level if explanation.solved else "guess"


def _beside(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    x, y = cell
    return (x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)


def _side(cells: Sequence[Cell]) -> int:
    """The longer side of the rectangle around cells."""
    return max(1 + max(cell[axis] for cell in cells) - min(cell[axis] for cell in cells) for axis in (0, 1))


def _connected(start: Cell, cells: dict[Cell, None]) -> list[Cell]:
    """The cells that hang together with one."""
    part = [start]
    for cell in part:
        part += [other for other in _beside(cell) if other in cells and other not in part]
    return part


def _blank(cells: Sequence[Cell]) -> PipsPuzzle:
    """Cells without a rule, and as many dominoes 0-0 as cover them."""
    return PipsPuzzle(((0, 0),) * (len(cells) // 2), (Region(tuple(cells)),))


def _at_origin(tiling: Sequence[tuple[Cell, Cell]]) -> list[tuple[Cell, Cell]]:
    """The dominoes, moved so that the least row and column are 0."""
    left, top = (min(cell[axis] for pair in tiling for cell in pair) for axis in (0, 1))
    return [((a - left, b - top), (c - left, d - top)) for (a, b), (c, d) in tiling]
