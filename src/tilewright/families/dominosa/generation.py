"""New grids by local search: with one solution that the techniques find, and with as many as possible.

Grids of the double-n set are n + 2 wide and n + 1 high; their reflections in a diagonal have as many
solutions.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tilewright._core import DominosaGenerator, DominosaMostWays
from tilewright.errors import UnsupportedError
from tilewright.families.dominosa.counting import MAX_SET, RectangleCounter
from tilewright.families.dominosa.puzzle import NumberGrid, domino_name
from tilewright.families.dominosa.techniques import DIFFICULTIES, Grade, grade
from tilewright.model.puzzle import Placement, Solution
from tilewright.solving.steps import Cancelled, Control, Progress, Status, StepLoop, StepSize
from tilewright.wording import quoted

_UNLIMITED = Control()

MAX_MADE = 15  # the largest set of which grids are made: the page has space for it
TRIES = 500  # random grids that the generator begins with before it gives up
FIRST_CHANGES = 20  # of the first step
MAX_PROVEN_SET = 5  # the largest set for which the core can keep all tilings to prove a maximum
STEPS_PER_CELL = 10_000  # default steps of an annealing round, for each cell

START_HEAT, REHEAT, END_HEAT = 0.25, 0.12, 0.02
"""Temperatures, in logarithms of counts: at the start of a round, of a reheating, and at their ends."""

REHEATINGS = 8  # how often a round continues from its best grid; the first cooling is a fifth of the round

STEPS_PER_CHECK = 64
PROOF_NODES = 20_000  # of the first step


@dataclass(frozen=True)
class GenerationResult:
    """A grid with one solution, its solution and grade (None: not found); ``tried`` grids were begun."""

    status: Status
    grid: NumberGrid | None
    solution: Solution | None
    grade: Grade | None
    tried: int


def generate(
    largest: int,
    difficulty: str,
    control: Control = _UNLIMITED,
    *,
    symmetric: bool = False,
    tries: int = TRIES,
) -> GenerationResult:
    """A random grid of the double-``largest`` set with exactly one solution and of this difficulty.

    The core lays the set at random and makes changes (two dominoes exchanged, one reversed, two adjacent ones
    rotated) as long as the techniques of the difficulty leave fewer ways to lie, until they leave none and
    those of the next lower one leave some: see :mod:`tilewright.families.dominosa.techniques`. With
    ``symmetric``, a half turn leaves the outlines of the dominoes as they are. The same seed gives the same
    grid. UnsupportedError for a set that is too large, or an unknown difficulty.
    """
    _check_set(largest, MAX_MADE)
    if difficulty not in DIFFICULTIES:
        raise UnsupportedError(
            f"there is no difficulty {quoted(difficulty)}; expected {', '.join(DIFFICULTIES)}"
        )
    width, height, level = largest + 2, largest + 1, DIFFICULTIES.index(difficulty)
    core = DominosaGenerator(width, height, largest, level, symmetric, _seed(f"{difficulty} {control.seed}"))
    loop = StepLoop(control)

    def progress() -> Progress:
        words = f"{core.grids:,} grids begun"
        return Progress(core.grids / tries, core.grids, 0, 0, loop.seconds, None, words=words)

    try:
        loop.run(core.advance, StepSize(FIRST_CHANGES), progress, done=lambda: core.grids, most=tries)
    except Cancelled as end:
        return GenerationResult(end.status, None, None, None, core.grids)
    numbers = core.numbers
    solution = Solution.of(
        Placement(domino_name(numbers[a], numbers[b]), ((a % width, a // width), (b % width, b // width)))
        for a, b in core.pairs
    )
    grid = NumberGrid.filled(numbers, width)
    return GenerationResult(Status.COMPLETE, grid, solution, grade(grid), core.grids)


def _seed(text: str) -> int:
    """64 bits of a text, the same everywhere."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


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
