"""Pips: dominoes fill a board that is cut into regions, and the numbers in each region obey its rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tilewright.errors import PuzzleError
from tilewright.family import FamilyPuzzle
from tilewright.registry import did_you_mean
from tilewright.wording import counted, quoted

Cell = tuple[int, int]
"""(x, y); y grows downwards."""

MOST_PIPS = 6  # on half a domino
MAX_DOMINOES = 32  # the core keeps sets of cells in words of 64 bits
MAX_TARGET = 10_000  # above any sum on a board

RULES: Mapping[str, bool] = {
    "none": False,
    "equal": False,
    "different": False,
    "sum": True,
    "less": True,
    "greater": True,
}
"""The rules by name, in the order of the core: whether each has a target."""


@dataclass(frozen=True)
class Region:
    """Cells (x, y) under a rule: no rule, all equal, all different, or a sum that is, or is less or greater
    than, the target."""

    cells: tuple[Cell, ...]
    rule: str = "none"
    target: int | None = None

    def __post_init__(self) -> None:
        if not self.cells:
            raise PuzzleError("a region has no cells")
        if self.rule not in RULES:
            near = did_you_mean(self.rule, RULES)
            raise PuzzleError(
                f"there is no rule {quoted(self.rule)}; expected one of {', '.join(RULES)}{near}"
            )
        if RULES[self.rule] and self.target is None:
            raise PuzzleError(f"a region has the rule {self.rule} without a target; expected a number")
        if not RULES[self.rule] and self.target is not None:
            raise PuzzleError(f"a region has the rule {self.rule} and a target; that rule has none")
        if self.target is not None and not 0 <= self.target <= MAX_TARGET:
            raise PuzzleError(f"a region has the target {self.target:,}; expected 0 to {MAX_TARGET:,}")

    @property
    def label(self) -> str:
        """The rule as players see it at the region's corner: ``11``, ``<5``, ``>8``, ``=``, ``≠``; or ""."""
        signs = {"none": "", "equal": "=", "different": "≠", "sum": "", "less": "<", "greater": ">"}
        return signs[self.rule] + ("" if self.target is None else str(self.target))

    @property
    def words(self) -> str:
        """The rule in words: ``sum 11``, ``sum below 5``, ``all equal``, ``no rule``."""
        texts = {
            "none": "no rule",
            "equal": "all equal",
            "different": "all different",
            "sum": f"sum {self.target}",
            "less": f"sum below {self.target}",
            "greater": f"sum above {self.target}",
        }
        return texts[self.rule]

    def allows(self, numbers: list[int]) -> bool:
        """Whether these numbers on its cells obey the rule."""
        total, target = sum(numbers), self.target or 0
        results = {
            "none": True,
            "equal": len(set(numbers)) == 1,
            "different": len(set(numbers)) == len(numbers),
            "sum": total == target,
            "less": total < target,
            "greater": total > target,
        }
        return results[self.rule]


@dataclass(frozen=True)
class PipsPuzzle(FamilyPuzzle):
    """Dominoes, as pairs of numbers from 0 to 6, and the regions that make up the board.

    Each domino is to be laid once, on two cells that share a side. PuzzleError where the regions share a
    cell, where there are not twice as many cells as dominoes, or more than 32 dominoes. ``title`` is for
    people.
    """

    dominoes: tuple[tuple[int, int], ...]
    regions: tuple[Region, ...]
    title: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for pair in self.dominoes:
            for number in pair:
                if not 0 <= number <= MOST_PIPS:
                    name = domino_name(*pair)
                    raise PuzzleError(f"the domino {name} has {number} pips; expected 0 to {MOST_PIPS}")
        often = Counter(cell for region in self.regions for cell in region.cells)
        for cell, times in often.items():
            if min(cell) < 0:
                raise PuzzleError(f"the cell {cell} is left of or above (0, 0); expected coordinates from 0")
            if times > 1:
                raise PuzzleError(f"{cell_name(cell)} is in {times} regions; expected one")
        if not often:
            raise PuzzleError("the board has no cells")
        if len(often) % 2:
            raise PuzzleError(
                f"the board has {counted(len(often), 'cell')}, an odd number; a domino covers two cells"
            )
        if 2 * len(self.dominoes) != len(often):
            raise PuzzleError(
                f"{counted(len(self.dominoes), 'domino', 'dominoes')} cannot fill "
                f"{counted(len(often), 'cell')}; expected {len(often) // 2}"
            )
        if len(self.dominoes) > MAX_DOMINOES:
            raise PuzzleError(
                f"the puzzle has {len(self.dominoes)} dominoes; at most {MAX_DOMINOES} are supported"
            )

    @cached_property
    def region_of(self) -> dict[Cell, int]:
        """The index of the region of each cell, row by row."""
        owners = {cell: k for k, region in enumerate(self.regions) for cell in region.cells}
        return {cell: owners[cell] for cell in sorted(owners, key=lambda cell: (cell[1], cell[0]))}

    @property
    def cells(self) -> list[Cell]:
        """The cells, row by row."""
        return list(self.region_of)

    @property
    def width(self) -> int:
        return 1 + max(x for x, _ in self.region_of) - min(x for x, _ in self.region_of)

    @property
    def height(self) -> int:
        return 1 + max(y for _, y in self.region_of) - min(y for _, y in self.region_of)

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The cells of the board that share a side with this one."""
        x, y = cell
        return [
            other for other in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)) if other in self.region_of
        ]


@dataclass(frozen=True)
class LaidDomino:
    """A domino on two cells, with the number on each."""

    cells: tuple[Cell, Cell]
    numbers: tuple[int, int]

    @property
    def name(self) -> str:
        return domino_name(*self.numbers)


@dataclass(frozen=True)
class PipsSolution:
    """The dominoes on the board, in the order of their first cells."""

    dominoes: tuple[LaidDomino, ...]

    @property
    def numbers(self) -> dict[Cell, int]:
        """The number on each cell."""
        return {
            cell: number
            for laid in self.dominoes
            for cell, number in zip(laid.cells, laid.numbers, strict=True)
        }


def domino_name(a: int, b: int) -> str:
    """A domino as people write it, the smaller number first: ``2-5``."""
    return f"{min(a, b)}-{max(a, b)}"


def cell_name(cell: Cell) -> str:
    """A cell in words, counted from 1: ``row 2, column 5``."""
    return f"row {cell[1] + 1}, column {cell[0] + 1}"
