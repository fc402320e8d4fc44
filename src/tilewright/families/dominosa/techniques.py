"""Dominosa as people solve it: named techniques, from the easiest on, and what a grid takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tilewright.families.dominosa.number_grid import NumberGrid
from tilewright.families.dominosa.puzzle import check_grid
from tilewright.model.lattices import Cell

EASY, MEDIUM, HARD = "easy", "medium", "hard"
DIFFICULTIES = (EASY, MEDIUM, HARD)

Domino = tuple[int, int]
"""A domino by its numbers, the smaller one first."""


@dataclass(frozen=True)
class Place:
    """Two neighbouring cells, and the domino that would lie there."""

    cells: tuple[Cell, Cell]
    domino: Domino


@dataclass(frozen=True)
class Step:
    """What a technique found out: a place that a domino takes, or places where none lies."""

    technique: str
    taken: Place | None = None
    excluded: tuple[Place, ...] = ()


class Contradiction(Exception):  # noqa: N818 - a finding, caught where it is looked for
    """A cell that no domino can cover any more, or a domino without a place."""


class Sheet:
    """What is left: the places that dominoes may still take, by cell and by domino."""

    def __init__(self, grid: NumberGrid) -> None:
        self.at: dict[Cell, set[Place]] = {cell: set() for cell in grid.cells}
        self.of: dict[Domino, set[Place]] = {
            (a, b): set() for b in range(grid.largest + 1) for a in range(b + 1)
        }
        self.taken: list[Place] = []
        for (x, y), number in grid.cells.items():
            for other in ((x + 1, y), (x, y + 1)):
                if other in grid.cells:
                    low, high = sorted((number, grid.cells[other]))
                    place = Place(((x, y), other), (low, high))
                    self.of[low, high].add(place)
                    for cell in place.cells:
                        self.at[cell].add(place)

    def copy(self) -> Sheet:
        """The same state, to be changed alone."""
        other = Sheet.__new__(Sheet)
        other.at = {cell: set(places) for cell, places in self.at.items()}
        other.of = {domino: set(places) for domino, places in self.of.items()}
        other.taken = list(self.taken)
        return other

    @property
    def done(self) -> bool:
        """Whether all cells are covered."""
        return not self.at

    def follow(self, step: Step) -> None:
        """Do what a step says; Contradiction when that leaves a cell or a domino without a place."""
        if step.taken is not None:
            self._take(step.taken)
        for place in step.excluded:
            self._drop(place)

    def _take(self, place: Place) -> None:
        self.taken.append(place)
        for other in self.of.pop(place.domino) - {place}:
            self._forget(other)
        for cell in place.cells:
            for other in self.at.pop(cell):
                if other.domino in self.of:
                    self._drop(other)

    def _drop(self, place: Place) -> None:
        places = self.of[place.domino]
        places.discard(place)
        if not places:
            raise Contradiction
        self._forget(place)

    def _forget(self, place: Place) -> None:
        for cell in place.cells:
            if cell in self.at:
                self.at[cell].discard(place)
                if not self.at[cell]:
                    raise Contradiction


Find = Callable[[Sheet], Step | None]


def only_domino_for_a_cell(sheet: Sheet) -> Step | None:
    """A cell that one place alone can cover."""
    for places in sheet.at.values():
        if len(places) == 1:
            return Step("only domino for a cell", taken=next(iter(places)))
    return None


def only_place_for_a_domino(sheet: Sheet) -> Step | None:
    """A domino that has one place left."""
    for places in sheet.of.values():
        if len(places) == 1:
            return Step("only place for a domino", taken=next(iter(places)))
    return None


def shared_cell(sheet: Sheet) -> Step | None:
    """All places of a domino share a cell: nothing else covers it."""
    for domino, places in sheet.of.items():
        shared = set.intersection(*(set(place.cells) for place in places))
        for cell in sorted(shared):
            others = [place for place in sheet.at[cell] if place.domino != domino]
            if others:
                return Step("all places of a domino share a cell", excluded=_sorted(others))
    return None


def single_domino(sheet: Sheet) -> Step | None:
    """All that can cover a cell is one domino, turned this way or that: it lies nowhere else."""
    for cell, places in sheet.at.items():
        dominoes = {place.domino for place in places}
        if len(dominoes) == 1:
            others = [place for place in sheet.of[dominoes.pop()] if cell not in place.cells]
            if others:
                return Step("one domino alone covers a cell", excluded=_sorted(others))
    return None


def pair_of_cells(sheet: Sheet) -> Step | None:
    """Two cells that the same two dominoes alone can cover, not both by one: the two lie nowhere else."""
    first: dict[frozenset[Domino], list[Cell]] = {}
    for cell, places in sheet.at.items():
        dominoes = frozenset(place.domino for place in places)
        if len(dominoes) != 2:
            continue
        for other in first.get(dominoes, ()):
            if any(other in place.cells for place in places):
                continue
            held = {cell, other}
            outside = [p for d in dominoes for p in sheet.of[d] if held.isdisjoint(p.cells)]
            if outside:
                return Step("two dominoes for two cells", excluded=_sorted(outside))
        first.setdefault(dominoes, []).append(cell)
    return None


def split_region(sheet: Sheet) -> Step | None:
    """A place that cuts off a region which dominoes cannot fill: odd, or uneven as on a chessboard."""
    for domino in sorted(sheet.of):
        for place in _sorted(sheet.of[domino]):
            if not all(map(_even, _regions(sheet, place))):
                return Step("cuts off a region that cannot be filled", excluded=(place,))
    return None


def trial(sheet: Sheet) -> Step | None:
    """A place that leads, by the easy techniques alone, to a contradiction."""
    for domino in sorted(sheet.of, key=lambda domino: (len(sheet.of[domino]), domino)):
        for place in _sorted(sheet.of[domino]):
            ahead = sheet.copy()
            try:
                ahead.follow(Step("trial", taken=place))
                _solve(ahead, (only_domino_for_a_cell, only_place_for_a_domino))
            except Contradiction:
                return Step("trial and contradiction", excluded=(place,))
    return None


def _regions(sheet: Sheet, taken: Place) -> Iterable[list[Cell]]:
    """The cells that are left when a domino lies there, in pieces that the remaining places join."""
    left = set(sheet.at) - set(taken.cells)
    while left:
        start = left.pop()
        region, todo = [start], [start]
        while todo:
            for place in sheet.at[todo.pop()]:
                if place.domino == taken.domino:
                    continue
                for cell in place.cells:
                    if cell in left and not set(place.cells) & set(taken.cells):
                        left.discard(cell)
                        region.append(cell)
                        todo.append(cell)
        yield region


def _even(region: list[Cell]) -> bool:
    return 2 * sum((x + y) % 2 for x, y in region) == len(region)


def _sorted(places: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places, key=lambda place: place.cells))


@dataclass(frozen=True)
class Technique:
    """A way to find a step, and how hard a puzzle is that takes it."""

    difficulty: str
    find: Find


TECHNIQUES: tuple[Technique, ...] = (
    Technique(EASY, only_domino_for_a_cell),
    Technique(EASY, only_place_for_a_domino),
    Technique(MEDIUM, shared_cell),
    Technique(MEDIUM, single_domino),
    Technique(MEDIUM, pair_of_cells),
    Technique(MEDIUM, split_region),
    Technique(HARD, trial),
)
"""The techniques in the order in which they are tried: after each step from the first again."""


@dataclass(frozen=True)
class Grade:
    """How a person gets through a grid.

    ``difficulty`` is that of the hardest technique that was needed; ``solved`` is False when all of them were
    not enough and it is left to guess (a grid of several ways, or a very hard one); the difficulty is then
    ``hard``. ``consistent`` is False when the steps show that there is no way at all.
    """

    difficulty: str
    solved: bool
    consistent: bool
    steps: tuple[Step, ...]

    @property
    def used(self) -> dict[str, int]:
        """How often each technique was used, by its name."""
        return dict(Counter(step.technique for step in self.steps))


def grade(grid: NumberGrid) -> Grade:
    """Solve a grid by the techniques alone. PuzzleError when its numbers are not those of a set."""
    check_grid(grid)
    sheet = Sheet(grid)
    if not all(sheet.at.values()) or not all(sheet.of.values()):
        return Grade(EASY, solved=False, consistent=False, steps=())
    hardest = 0
    steps: list[Step] = []
    try:
        while not sheet.done:
            for technique in TECHNIQUES:
                step = technique.find(sheet)
                if step is not None:
                    hardest = max(hardest, DIFFICULTIES.index(technique.difficulty))
                    steps.append(step)
                    sheet.follow(step)
                    break
            else:
                return Grade(HARD, solved=False, consistent=True, steps=tuple(steps))
    except Contradiction:
        return Grade(DIFFICULTIES[hardest], solved=False, consistent=False, steps=tuple(steps))
    return Grade(DIFFICULTIES[hardest], solved=True, consistent=True, steps=tuple(steps))


def _solve(sheet: Sheet, finds: tuple[Find, ...]) -> None:
    """Follow these techniques as far as they lead."""
    while not sheet.done:
        step = next(filter(None, (find(sheet) for find in finds)), None)
        if step is None:
            return
        sheet.follow(step)
