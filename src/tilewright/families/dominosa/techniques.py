"""Solving dominosa by deduction: named techniques, the easiest first, and the grade of a grid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tilewright.families.dominosa.puzzle import NumberGrid, check_grid
from tilewright.model.lattices import Cell

EASY, MEDIUM, HARD = "easy", "medium", "hard"
DIFFICULTIES = (EASY, MEDIUM, HARD)

Domino = tuple[int, int]  # A domino by its numbers, the smaller one first


@dataclass(frozen=True)
class DominoPlacement:
    """Two neighbouring cells, and the domino with their numbers."""

    cells: tuple[Cell, Cell]
    domino: Domino


@dataclass(frozen=True)
class Deduction:
    """What a technique found: a placement of every solution, or placements of none."""

    technique: str
    placed: DominoPlacement | None = None
    excluded: tuple[DominoPlacement, ...] = ()


class Contradiction(Exception):  # noqa: N818 - a finding, caught where it is looked for
    """A cell or a domino without a candidate: there is no solution."""


class CandidateGrid:
    """The placements that are still possible, by cell and by domino."""

    def __init__(self, grid: NumberGrid) -> None:
        self.by_cell: dict[Cell, set[DominoPlacement]] = {cell: set() for cell in grid.cells}
        self.by_domino: dict[Domino, set[DominoPlacement]] = {
            (a, b): set() for b in range(grid.largest + 1) for a in range(b + 1)
        }
        self.placed: list[DominoPlacement] = []
        for (x, y), number in grid.cells.items():
            for other in ((x + 1, y), (x, y + 1)):
                if other in grid.cells:
                    low, high = sorted((number, grid.cells[other]))
                    placement = DominoPlacement(((x, y), other), (low, high))
                    self.by_domino[low, high].add(placement)
                    for cell in placement.cells:
                        self.by_cell[cell].add(placement)

    def copy(self) -> CandidateGrid:
        other = CandidateGrid.__new__(CandidateGrid)
        other.by_cell = {cell: set(placements) for cell, placements in self.by_cell.items()}
        other.by_domino = {domino: set(placements) for domino, placements in self.by_domino.items()}
        other.placed = list(self.placed)
        return other

    @property
    def done(self) -> bool:
        return not self.by_cell

    def apply(self, deduction: Deduction) -> None:
        """Apply a deduction; Contradiction when it leaves a cell or a domino without a candidate."""
        if deduction.placed is not None:
            self._place(deduction.placed)
        for placement in deduction.excluded:
            self._exclude(placement)

    def _place(self, placement: DominoPlacement) -> None:
        self.placed.append(placement)
        for other in self.by_domino.pop(placement.domino) - {placement}:
            self._unlink(other)
        for cell in placement.cells:
            for other in self.by_cell.pop(cell):
                if other.domino in self.by_domino:
                    self._exclude(other)

    def _exclude(self, placement: DominoPlacement) -> None:
        placements = self.by_domino[placement.domino]
        placements.discard(placement)
        if not placements:
            raise Contradiction
        self._unlink(placement)

    def _unlink(self, placement: DominoPlacement) -> None:
        for cell in placement.cells:
            if cell in self.by_cell:
                self.by_cell[cell].discard(placement)
                if not self.by_cell[cell]:
                    raise Contradiction


FindDeduction = Callable[[CandidateGrid], Deduction | None]


def only_domino_for_a_cell(candidates: CandidateGrid) -> Deduction | None:
    """A cell with one candidate."""
    return _single(candidates.by_cell.values(), "only domino for a cell")


def only_place_for_a_domino(candidates: CandidateGrid) -> Deduction | None:
    """A domino with one candidate."""
    return _single(candidates.by_domino.values(), "only place for a domino")


def _single(groups: Iterable[set[DominoPlacement]], technique: str) -> Deduction | None:
    placements = next((group for group in groups if len(group) == 1), None)
    return Deduction(technique, placed=next(iter(placements))) if placements else None


def shared_cell(candidates: CandidateGrid) -> Deduction | None:
    """All candidates of a domino share a cell: no other domino covers it."""
    for domino, placements in candidates.by_domino.items():
        shared = set.intersection(*(set(placement.cells) for placement in placements))
        for cell in sorted(shared):
            others = [placement for placement in candidates.by_cell[cell] if placement.domino != domino]
            if others:
                return Deduction("all places of a domino share a cell", excluded=_sorted(others))
    return None


def single_domino(candidates: CandidateGrid) -> Deduction | None:
    """All candidates of a cell are of one domino: it covers that cell."""
    for cell, placements in candidates.by_cell.items():
        dominoes = {placement.domino for placement in placements}
        if len(dominoes) == 1:
            others = [
                placement for placement in candidates.by_domino[dominoes.pop()] if cell not in placement.cells
            ]
            if others:
                return Deduction("one domino alone covers a cell", excluded=_sorted(others))
    return None


def pair_of_cells(candidates: CandidateGrid) -> Deduction | None:
    """Two cells with candidates of the same two dominoes, not both covered by one: they cover these cells."""
    first: dict[frozenset[Domino], list[Cell]] = {}
    for cell, placements in candidates.by_cell.items():
        dominoes = frozenset(placement.domino for placement in placements)
        if len(dominoes) != 2:
            continue
        for other in first.get(dominoes, ()):
            if any(other in placement.cells for placement in placements):
                continue
            pair = {cell, other}
            outside = [p for d in dominoes for p in candidates.by_domino[d] if pair.isdisjoint(p.cells)]
            if outside:
                return Deduction("two dominoes for two cells", excluded=_sorted(outside))
        first.setdefault(dominoes, []).append(cell)
    return None


def split_region(candidates: CandidateGrid) -> Deduction | None:
    """A placement that cuts off a region which dominoes cannot fill, by its chessboard colouring."""
    for domino in sorted(candidates.by_domino):
        for placement in _sorted(candidates.by_domino[domino]):
            if not all(map(_even, _regions(candidates, placement))):
                return Deduction("cuts off a region that cannot be filled", excluded=(placement,))
    return None


def trial(candidates: CandidateGrid) -> Deduction | None:
    """A placement from which the easy techniques lead to a contradiction."""
    for domino in sorted(
        candidates.by_domino, key=lambda domino: (len(candidates.by_domino[domino]), domino)
    ):
        for placement in _sorted(candidates.by_domino[domino]):
            trial_grid = candidates.copy()
            try:
                trial_grid.apply(Deduction("trial", placed=placement))
                _apply_all(trial_grid, (only_domino_for_a_cell, only_place_for_a_domino))
            except Contradiction:
                return Deduction("trial and contradiction", excluded=(placement,))
    return None


def _regions(candidates: CandidateGrid, placed: DominoPlacement) -> Iterable[list[Cell]]:
    """The connected regions of the uncovered cells after a placement, joined by the remaining candidates."""
    uncovered = set(candidates.by_cell) - set(placed.cells)
    while uncovered:
        start = uncovered.pop()
        region, stack = [start], [start]
        while stack:
            for placement in candidates.by_cell[stack.pop()]:
                if placement.domino == placed.domino:
                    continue
                for cell in placement.cells:
                    if cell in uncovered and not set(placement.cells) & set(placed.cells):
                        uncovered.discard(cell)
                        region.append(cell)
                        stack.append(cell)
        yield region


def _even(region: list[Cell]) -> bool:
    return 2 * sum((x + y) % 2 for x, y in region) == len(region)


def _sorted(placements: Iterable[DominoPlacement]) -> tuple[DominoPlacement, ...]:
    return tuple(sorted(placements, key=lambda placement: placement.cells))


TECHNIQUES: dict[FindDeduction, str] = {
    only_domino_for_a_cell: EASY,
    only_place_for_a_domino: EASY,
    shared_cell: MEDIUM,
    single_domino: MEDIUM,
    pair_of_cells: MEDIUM,
    split_region: MEDIUM,
    trial: HARD,
}
"""The techniques in the order in which they are tried, from the first again after each deduction, with the
difficulty of a puzzle that requires them."""


@dataclass(frozen=True)
class Grade:
    """How far the techniques solve a grid.

    ``difficulty`` is that of the hardest technique used, or ``hard`` when ``solved`` is False: then the
    techniques do not suffice (several solutions, or a very hard grid). ``consistent`` is False when they
    prove that there is no solution.
    """

    difficulty: str
    solved: bool
    consistent: bool
    deductions: tuple[Deduction, ...]

    @property
    def used(self) -> dict[str, int]:
        """The number of uses of each technique, by its name."""
        return dict(Counter(deduction.technique for deduction in self.deductions))


def grade(grid: NumberGrid) -> Grade:
    """Solve a grid by the techniques. PuzzleError when its numbers are not those of a set."""
    check_grid(grid)
    candidates = CandidateGrid(grid)
    if not all(candidates.by_cell.values()) or not all(candidates.by_domino.values()):
        return Grade(EASY, solved=False, consistent=False, deductions=())
    hardest, solved, consistent = 0, True, True
    deductions: list[Deduction] = []
    try:
        while solved and not candidates.done:
            for find, difficulty in TECHNIQUES.items():
                if (deduction := find(candidates)) is not None:
                    hardest = max(hardest, DIFFICULTIES.index(difficulty))
                    deductions.append(deduction)
                    candidates.apply(deduction)
                    break
            else:
                hardest, solved = DIFFICULTIES.index(HARD), False
    except Contradiction:
        solved = consistent = False
    return Grade(DIFFICULTIES[hardest], solved, consistent, tuple(deductions))


def _apply_all(candidates: CandidateGrid, finds: tuple[FindDeduction, ...]) -> None:
    """Apply these techniques as long as they find something."""
    while not candidates.done:
        deduction = next(filter(None, (find(candidates) for find in finds)), None)
        if deduction is None:
            return
        candidates.apply(deduction)
