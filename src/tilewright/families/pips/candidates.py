"""What may still lie where on a board of Pips: sets of candidates, as integers with a bit for each.

A candidate is a domino on two cells, turned one way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tilewright.families.pips.puzzle import (
    MOST_PIPS,
    Cell,
    LaidDomino,
    PipsPuzzle,
    cell_name,
    domino_name,
)

NUMBERS = range(MOST_PIPS + 1)
"""On a half of a domino."""


class Candidates:
    """What may still lie where: the candidates that are left, and the dominoes that are laid."""

    def __init__(self, puzzle: PipsPuzzle) -> None:
        self.puzzle = puzzle
        self.left = Counter(domino_name(*pair) for pair in puzzle.dominoes)
        """The dominoes that are not laid yet, by name."""
        self.laid: list[LaidDomino] = []
        self.numbers: dict[Cell, int] = {}
        """The numbers on covered cells."""
        pairs = sorted({(min(pair), max(pair)) for pair in puzzle.dominoes})
        cells = puzzle.cells
        position = {cell: k for k, cell in enumerate(cells)}
        self.all = [
            LaidDomino((cell, other), numbers)
            for cell in cells
            for other in puzzle.neighbours(cell)
            if position[cell] < position[other]
            for pair in pairs
            for numbers in dict.fromkeys((pair, pair[::-1]))
        ]
        self.index = {one: k for k, one in enumerate(self.all)}
        self.alive = (1 << len(self.all)) - 1
        self.on_cell = dict.fromkeys(cells, 0)
        self.with_number = {(cell, number): 0 for cell in cells for number in NUMBERS}
        self.of_domino = dict.fromkeys(self.left, 0)
        self.on_edge: dict[tuple[Cell, Cell], int] = {}
        for k, one in enumerate(self.all):
            self.of_domino[one.name] |= 1 << k
            self.on_edge[one.cells] = self.on_edge.get(one.cells, 0) | 1 << k
            for cell, number in zip(one.cells, one.numbers, strict=True):
                self.on_cell[cell] |= 1 << k
                self.with_number[cell, number] |= 1 << k

    def copy(self) -> Candidates:
        """A copy that can be changed alone."""
        twin = object.__new__(Candidates)
        twin.__dict__.update(self.__dict__)
        twin.left, twin.laid, twin.numbers = Counter(self.left), [*self.laid], dict(self.numbers)
        return twin

    def lay(self, one: LaidDomino) -> None:
        """Lay a domino."""
        self.laid.append(one)
        self.left[one.name] -= 1
        for cell, number in zip(one.cells, one.numbers, strict=True):
            self.numbers[cell] = number
            self.alive &= ~self.on_cell[cell]
        if not self.left[one.name]:
            self.alive &= ~self.of_domino[one.name]

    def exclude(self, gone: Iterable[LaidDomino]) -> None:
        """Candidates that are not possible."""
        self.alive &= ~self.index_of(gone)

    def index_of(self, candidates: Iterable[LaidDomino]) -> int:
        """Candidates as a set."""
        wanted = 0
        for one in candidates:
            wanted |= 1 << self.index[one]
        return wanted

    @property
    def is_solved(self) -> bool:
        """Whether all dominoes are laid."""
        return len(self.laid) == len(self.puzzle.dominoes)

    @property
    def open_cells(self) -> list[Cell]:
        """The cells without a domino, row by row."""
        return [cell for cell in self.on_cell if cell not in self.numbers]

    def indices(self, candidates: int) -> Iterator[int]:
        """The indices of the bits of a set."""
        while candidates:
            low = candidates & -candidates
            yield low.bit_length() - 1
            candidates ^= low

    def members(self, candidates: int) -> list[LaidDomino]:
        """The candidates of a set."""
        return [self.all[k] for k in self.indices(candidates)]

    def numbers_on(self, cell: Cell) -> list[int]:
        """The numbers that a cell may have."""
        if cell in self.numbers:
            return [self.numbers[cell]]
        return [number for number in NUMBERS if self.alive & self.with_number[cell, number]]

    def halves(self) -> Counter[int]:
        """How often each number is on the dominoes that are not laid."""
        halves: Counter[int] = Counter()
        for name, times in self.left.items():
            for number in map(int, name.split("-")):
                halves[number] += times
        return halves

    def without(self, cell: Cell, numbers: Iterable[int]) -> int:
        """The candidates that put another number on a cell than these."""
        allowed = set(numbers)
        gone = 0
        for number in NUMBERS:
            if number not in allowed:
                gone |= self.alive & self.with_number[cell, number]
        return gone

    def contradiction(self) -> str:
        """Why nothing is possible any more, as far as is seen at once; "" if nothing is."""
        for cell in self.open_cells:
            if not self.alive & self.on_cell[cell]:
                return f"nothing fits on {cell_name(cell)}"
        for name, times in self.left.items():
            if (self.alive & self.of_domino[name]).bit_count() < times:
                return f"there is no place for {name}"
        for k, region in enumerate(self.puzzle.regions):
            numbers = [self.numbers[cell] for cell in region.cells if cell in self.numbers]
            if len(numbers) == len(region.cells) and not region.allows(numbers):
                return f"{region_text(self.puzzle, k)} does not have its {region.words}"
        return ""


def region_text(puzzle: PipsPuzzle, index: int) -> str:
    """A region by its first cell."""
    first = min(puzzle.regions[index].cells, key=lambda cell: (cell[1], cell[0]))
    return f"the region of {cell_name(first)}"


def laid_text(laid: LaidDomino) -> str:
    """Where a domino lies, with its numbers if they differ: ``row 1, column 2 (3) and row 1, column 3``."""
    one, other = map(cell_name, laid.cells)
    a, b = laid.numbers
    return f"{one} and {other}" if a == b else f"{one} ({a}) and {other} ({b})"


def listed_words(numbers: Iterable[int]) -> str:
    """Numbers in order: ``0, 2, 5``."""
    return ", ".join(map(str, sorted(numbers)))


def either_words(numbers: Sequence[int]) -> str:
    """Numbers that are possible: ``3``, ``3 or 4``, ``0 to 3``."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    *rest, last = map(str, numbers)
    return f"{', '.join(rest)} or {last}" if rest else last
