"""New grids by local search with exact counts: with exactly one solution, and with as many as possible.

Grids of the double-n set are n + 2 wide and n + 1 high; their reflections in a diagonal have as many
solutions.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from tilewright._core import DominosaMostWays
from tilewright.errors import UnsupportedError
from tilewright.families.dominosa.counting import MAX_SET, RectangleCounter
from tilewright.families.dominosa.puzzle import NumberGrid, domino_name
from tilewright.families.dominosa.techniques import DIFFICULTIES, Grade, grade
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Placement, Solution
from tilewright.solving.steps import Cancelled, Control, Progress, Status, StepLoop, StepSize
from tilewright.wording import quoted

_UNLIMITED = Control()

TRIES = 500  # grids with one solution that are graded before the generator gives up
MAX_CHANGES = 20_000  # changes on the way to a grid with one solution before a new start
FLIPS_PER_CELL = 12  # rotations of two adjacent dominoes, for each cell, that randomise a tiling
MAX_PROVEN_SET = 5  # the largest set for which the core can keep all tilings to prove a maximum
STEPS_PER_CELL = 10_000  # default steps of an annealing round, for each cell

START_HEAT, REHEAT, END_HEAT = 0.25, 0.12, 0.02
"""Temperatures, in logarithms of counts: at the start of a round, of a reheating, and at their ends."""

REHEATINGS = 8  # how often a round continues from its best grid; the first cooling is a fifth of the round

STEPS_PER_CHECK = 64
PROOF_NODES = 20_000  # of the first step


@dataclass(frozen=True)
class GenerationResult:
    """A grid with one solution, its solution and grade (None: not found); ``tried`` grids were graded."""

    status: Status
    grid: NumberGrid | None
    solution: Solution | None
    grade: Grade | None
    tried: int


def generate(
    largest: int, difficulty: str, control: Control = _UNLIMITED, *, tries: int = TRIES
) -> GenerationResult:
    """A random grid of the double-``largest`` set with exactly one solution and of this difficulty.

    The set is placed at random; then changes (two dominoes exchanged, one reversed, two adjacent ones
    rotated) that do not increase the number of solutions lead to a grid with one. This is repeated until a
    grid has the difficulty: see :mod:`tilewright.families.dominosa.techniques`. The same seed gives the same
    grid. UnsupportedError for a set that is too large, or an unknown difficulty.
    """
    _check_set(largest, MAX_SET)
    if difficulty not in DIFFICULTIES:
        raise UnsupportedError(
            f"there is no difficulty {quoted(difficulty)}; expected {', '.join(DIFFICULTIES)}"
        )
    rng = random.Random(f"{largest} {difficulty} {control.seed}")
    counter = RectangleCounter(largest + 2, largest + 1, largest)
    loop, tried = StepLoop(control), 0

    def progress() -> Progress:
        return Progress(tried / tries, tried, 0, 0, loop.seconds, None, words=f"{tried:,} grids graded")

    try:
        for _ in range(tries):
            tiling = _NumberedTiling(counter, largest, rng)
            exists = _reduce_to_one(tiling, counter, rng, loop)
            tried += 1
            if not exists:
                continue
            loop.report(progress)
            grid = NumberGrid.filled(tiling.numbers(), counter.width)
            graded = grade(grid)
            if graded.difficulty == difficulty:
                return GenerationResult(Status.COMPLETE, grid, tiling.solution(), graded, tried)
    except Cancelled as end:
        return GenerationResult(end.status, None, None, None, tried)
    return GenerationResult(Status.LIMIT, None, None, None, tried)


def _reduce_to_one(
    tiling: _NumberedTiling, counter: RectangleCounter, rng: random.Random, loop: StepLoop
) -> bool:
    """Change a tiling until its grid has one solution; False when that takes too many changes."""
    count = counter.count(tiling.numbers())
    for change in range(MAX_CHANGES):
        if count == 1:
            return True
        if change % STEPS_PER_CHECK == 0:
            loop.check_cancelled()
        toggle = tiling.random_change(rng)
        toggle()
        changed = counter.count(tiling.numbers())
        if changed <= count:
            count = changed
        else:
            toggle()
    return False


class _NumberedTiling:
    """A tiling of a rectangle with a domino of the set on each of its pairs of cells."""

    def __init__(self, counter: RectangleCounter, largest: int, rng: random.Random) -> None:
        self.width, self.height = counter.width, counter.height
        self.pairs = self._stripes()
        self.dominoes = [(a, b) for b in range(largest + 1) for a in range(b + 1)]
        rng.shuffle(self.dominoes)
        for k, (a, b) in enumerate(self.dominoes):
            if rng.random() < 0.5:
                self.dominoes[k] = (b, a)
        self.number = {cell: k for k, pair in enumerate(self.pairs) for cell in pair}
        for _ in range(FLIPS_PER_CELL * self.width * self.height):
            self._rotate(rng.randrange(self.width - 1), rng.randrange(self.height - 1))

    def _stripes(self) -> list[tuple[Cell, Cell]]:
        if self.width % 2 == 0:
            return [((x, y), (x + 1, y)) for y in range(self.height) for x in range(0, self.width, 2)]
        return [((x, y), (x, y + 1)) for x in range(self.width) for y in range(0, self.height, 2)]

    def numbers(self) -> list[int]:
        """The numbers on the cells, row by row."""
        numbers = [0] * (self.width * self.height)
        for pair, domino in zip(self.pairs, self.dominoes, strict=True):
            for (x, y), number in zip(pair, domino, strict=True):
                numbers[y * self.width + x] = number
        return numbers

    def solution(self) -> Solution:
        """The dominoes as they are placed."""
        return Solution.of(
            Placement(domino_name(*domino), pair)
            for pair, domino in zip(self.pairs, self.dominoes, strict=True)
        )

    def random_change(self, rng: random.Random) -> Callable[[], None]:
        """A random change; made a second time it restores the tiling."""
        kind = rng.randrange(3)
        if kind == 0:
            return partial(self._exchange, rng.randrange(len(self.pairs)), rng.randrange(len(self.pairs)))
        if kind == 1:
            return partial(self._reverse, rng.randrange(len(self.pairs)))
        return partial(self._rotate, rng.randrange(self.width - 1), rng.randrange(self.height - 1))

    def _exchange(self, a: int, b: int) -> None:
        self.dominoes[a], self.dominoes[b] = self.dominoes[b], self.dominoes[a]

    def _reverse(self, k: int) -> None:
        self.dominoes[k] = (self.dominoes[k][1], self.dominoes[k][0])

    def _rotate(self, x: int, y: int) -> None:
        """Rotate two dominoes that fill the square of four cells with this corner, if there are such."""
        corner, right, below, far = (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
        a, b = self.number[corner], self.number[far]
        if (self.pairs[a], self.pairs[b]) == ((corner, right), (below, far)):
            self.pairs[a], self.pairs[b] = (corner, below), (right, far)
        elif (self.pairs[a], self.pairs[b]) == ((corner, below), (right, far)):
            self.pairs[a], self.pairs[b] = (corner, right), (below, far)
        for k in (a, b):
            self.number.update(dict.fromkeys(self.pairs[k], k))


@dataclass(frozen=True)
class MaximisationResult:
    """The best grid found; None if there is none. ``proven``: no grid has more.

    ``tried``: the grids counted, or the nodes of the proof. ``share``: the part of the search that was done.
    """

    status: Status
    solutions: int
    grid: NumberGrid | None
    proven: bool
    tried: int
    seconds: float
    share: float


def maximise(
    largest: int, control: Control = _UNLIMITED, *, rounds: int = 4, steps: int | None = None
) -> MaximisationResult:
    """Search for the grid of the double-``largest`` set with the most solutions, by simulated annealing.

    A step exchanges two numbers; each grid is counted exactly. Round r of a seed is always the same, whatever
    the number of rounds: ``steps`` steps from a random set, cooling, with reheatings. ``limits.nodes`` limits
    the grids counted. UnsupportedError for a set that is too large.
    """
    _check_set(largest, MAX_SET)
    counter = RectangleCounter(largest + 2, largest + 1, largest)
    planned = steps if steps is not None else STEPS_PER_CELL * counter.width * counter.height
    loop, limit = StepLoop(control), control.limits.nodes
    best, tried, share, status = 0, 0, 0.0, Status.COMPLETE
    numbers: list[int] | None = None

    def progress() -> Progress:
        return _progress(loop, share, best, tried, "grids")

    try:
        for number in range(rounds):
            for done, count, value in _anneal(counter, largest, f"{control.seed}.{number}", planned):
                if count > best:
                    best, numbers = count, value
                tried, share = number * planned + done, (number + done / planned) / rounds
                loop.report(progress)
                loop.check_cancelled()
                if limit is not None and tried >= limit:
                    raise Cancelled(Status.LIMIT)
    except Cancelled as end:
        status = end.status
    grid = None if numbers is None else NumberGrid.filled(numbers, counter.width)
    return MaximisationResult(status, best, grid, False, tried, loop.seconds, share)


def _anneal(
    counter: RectangleCounter, largest: int, seed: str, steps: int
) -> Iterator[tuple[int, int, list[int]]]:
    """A round of annealing, reheated from the best grid; yields (steps done, best count, its numbers)."""
    rng = random.Random(seed)
    kept = _random_numbers(counter, largest, rng)
    best = counter.count(kept)
    rest = steps - steps // 5
    ends = [0, *(steps // 5 + rest * k // REHEATINGS for k in range(REHEATINGS + 1))]
    for (start, end), heat in zip(pairwise(ends), [START_HEAT, *[REHEAT] * REHEATINGS], strict=True):
        for done, count, numbers in _cool(counter, kept, rng, end - start, heat):
            if count > best:
                best, kept = count, numbers
            yield start + done, best, kept
    yield steps, best, kept


def _cool(
    counter: RectangleCounter, numbers: Sequence[int], rng: random.Random, steps: int, heat: float
) -> Iterator[tuple[int, int, list[int]]]:
    """Cool down from a grid; yields what :func:`_anneal` does, at the end as well."""
    current = list(numbers)
    count = best = counter.count(current)
    kept = list(current)
    for step in range(steps):
        a, b = rng.randrange(len(current)), rng.randrange(len(current))
        chance = rng.random()
        if current[a] != current[b]:
            current[a], current[b] = current[b], current[a]
            changed = counter.count(current)
            temperature = heat * (END_HEAT / heat) ** (step / steps)
            if changed and (changed >= count or chance < math.exp(math.log(changed / count) / temperature)):
                count = changed
                if count > best:
                    best, kept = count, list(current)
            else:
                current[a], current[b] = current[b], current[a]
        if step % STEPS_PER_CHECK == 0:
            yield step, best, kept
    yield steps, best, kept


def _random_numbers(counter: RectangleCounter, largest: int, rng: random.Random) -> list[int]:
    """The numbers of a set placed at random in rows, or in columns where rows are odd."""
    dominoes = [[a, b] for a in range(largest + 1) for b in range(a, largest + 1)]
    rng.shuffle(dominoes)
    for domino in dominoes:
        if rng.random() < 0.5:
            domino.reverse()
    numbers = [number for domino in dominoes for number in domino]
    if counter.width % 2 == 0:
        return numbers
    rows = [numbers[x :: counter.height] for x in range(counter.height)]  # a column is whole dominoes
    return [number for row in rows for number in row]


def prove_maximum(largest: int, floor: int = 0, control: Control = _UNLIMITED) -> MaximisationResult:
    """The grid of the double-``largest`` set with the most solutions, by branch and bound.

    Only grids with more than ``floor`` solutions are searched for; when there is none, the floor is proven to
    be the maximum and the grid is None. UnsupportedError for a set that is too large.
    """
    _check_set(largest, MAX_PROVEN_SET)
    search = DominosaMostWays(largest + 2, largest + 1, largest, floor)
    loop, status = StepLoop(control), Status.COMPLETE
    try:
        loop.run(
            search.advance,
            StepSize(PROOF_NODES),
            lambda: _progress(loop, search.share, search.best, search.nodes, "nodes"),
            done=lambda: search.nodes,
            most=control.limits.nodes,
        )
    except Cancelled as end:
        status = end.status
    grid = NumberGrid.filled(search.grid, largest + 2) if search.grid else None
    proven = status is Status.COMPLETE
    return MaximisationResult(status, search.best, grid, proven, search.nodes, loop.seconds, search.share)


def _check_set(largest: int, most: int) -> None:
    if not 1 <= largest <= most:
        raise UnsupportedError(f"the set is double-{largest}; expected double-1 to double-{most}")


def _progress(loop: StepLoop, share: float, best: int, tried: int, unit: str) -> Progress:
    eta = loop.elapsed * (1 - share) / share if share > 0.01 and unit == "grids" else None
    words = f"most solutions {best:,}, {tried:,} {unit}"
    return Progress(share, tried, best, best, loop.seconds, eta, words=words)
