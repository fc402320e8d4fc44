"""How many solutions a large packing has: a sweep over its cells that keeps a sample of partial solutions.

native/solving/search/sequential_monte_carlo.hpp says why the estimate is unbiased whatever the guide is. Here
runs are repeated, the guide is chosen by runs that do not count, and the error is estimated.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from tilewright import _core
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import Cover
from tilewright.solving.engines.native import core_problem
from tilewright.solving.engines.registry import SEQUENTIAL_MONTE_CARLO
from tilewright.solving.quantity import Quantity, assess, exactly
from tilewright.solving.steps import Cancelled, Progress, StepLoop, StepSize

NAME = SEQUENTIAL_MONTE_CARLO.name

STATES = 20_000
REPETITIONS = 16
MOST_STATES = 5_000_000  # some 100 bytes each, on as many levels as an option has cells
FIRST_STEP = 2_000  # states that the first step extends: some 10 ms
GUIDES = ((0.5, 0.2), (0.6, 0.0), (0.3, 0.1), (0.0, 0.0))  # the first where short runs tell nothing
"""What is tried: what a used piece's awkwardness adds to a state's worth, an open cell at the front takes."""
TRIALS = 3  # runs of each guide
TRIAL_SHARE = 4  # of the states, one in so many
EXACT = 2**53  # sums of whole numbers up to here are exact


@dataclass(frozen=True)
class SolutionsEstimate:
    """What repeated runs say about the number of solutions: exact where no state was left out.

    ``repetitions`` runs were made, of which ``empty`` found no solution. ``states`` were kept at a time,
    ``nodes`` gone on from in all of them.
    """

    solutions: Quantity
    empty: int
    repetitions: int
    states: int
    nodes: int
    seconds: float


def unsupported(problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
    """Why the engine does not take the problem below a prefix, as a sentence; "" when it does."""
    if not any(least for least, _ in problem.bounds):
        return f"{NAME} does not support problems in which nothing must be covered"
    try:
        _core.make_population(core_problem(problem), prefix, [], 0.0)
    except ValueError as error:
        return str(error).replace("restarts takes", f"{NAME} takes", 1)
    return ""


def estimate_solutions(
    cover: Cover,
    *,
    states: int = STATES,
    repetitions: int = REPETITIONS,
    seed: int = 0,
    loop: StepLoop | None = None,
) -> SolutionsEstimate:
    """The number of solutions, by that many runs that keep that many states; the same for the same seed.

    Solutions are different pictures. When ``loop`` is cancelled, the estimate is that of the runs that are
    complete by then, if there are two; else Cancelled. UnsupportedError when the problem is none for it, or
    ``states`` is out of range.
    """
    reason = unsupported(cover.problem, cover.forced)
    if not reason and not 1 <= states <= MOST_STATES:
        reason = f"it keeps 1 to {MOST_STATES:,} states, not {states:,}"
    if reason:
        raise UnsupportedError(f"the engine {NAME!r} does not support this puzzle: {reason}")
    loop = loop or StepLoop()
    runs: list[PopulationRun] = []
    population: _core.Population | None = None
    loop.check_cancelled()

    def progress() -> Progress:
        within = 0.0 if population is None else population.share
        done = sum(run.nodes for run in runs) + (0 if population is None else population.nodes)
        words = f"run {len(runs) + 1} of {repetitions}" if population is not None else "choosing a guide"
        share = (len(runs) + within) / repetitions
        return Progress(share, done, 0, 0, loop.seconds, None, listed=False, words=words)

    guided = _guided(cover, max(1, states // TRIAL_SHARE), seed, loop, progress)
    population = guided
    try:
        for number in range(repetitions):
            runs.append(run_once(guided, states, _seed(seed, number + 1), loop, progress))
            if not runs[-1].sampled:  # each run would say the same
                break
    except Cancelled:
        if len(runs) < 2:
            raise
    return summarise(runs, states, loop.seconds)


@dataclass(frozen=True)
class PopulationRun:
    """One run: ``solutions`` times two to the power of ``exponent`` is its estimate."""

    solutions: float
    exponent: int
    nodes: int
    sampled: bool

    @property
    def log(self) -> float:
        """The logarithm to base 2 of the estimate, which is not 0."""
        return math.log2(self.solutions) + self.exponent


def _guided(
    cover: Cover, states: int, seed: int, loop: StepLoop, progress: Callable[[], Progress]
) -> _core.Population:
    """A population with the guide that does best in short runs.

    The mean of an estimate is right whatever the guide, and the mean of its logarithm the lower the more it
    varies: so the guide with the greatest mean logarithm is the best. More runs that came to a solution go
    before.
    """
    problem = core_problem(cover.problem)
    awkward = _core.make_population(problem, cover.forced, [], 0.0).awkward
    pieces = [value for value in awkward if value]
    mean = fmean(pieces) if pieces else 0.0
    best: tuple[tuple[int, float], _core.Population] | None = None
    for weight, border in GUIDES:
        loop.check_cancelled()
        guide = [weight * (value - mean) if value else 0.0 for value in awkward]
        population = _core.make_population(problem, cover.forced, guide, border)
        runs = [
            run_once(population, states, _seed(seed, -trial), loop, progress)
            for trial in range(1, TRIALS + 1)
        ]
        if not runs[0].sampled:
            return population
        logs = [run.log for run in runs if run.solutions]
        merit = (len(logs), math.fsum(logs))
        if best is None or merit > best[0]:
            best = merit, population
    assert best is not None
    return best[1]


def run_once(
    population: _core.Population,
    states: int,
    seed: int,
    loop: StepLoop,
    progress: Callable[[], Progress] | None = None,
) -> PopulationRun:
    """One run of the core's population, to its end or until the loop is cancelled."""
    population.begin(states, seed)
    loop.run(
        lambda units: population.advance(units) is not _core.Status.running, StepSize(FIRST_STEP), progress
    )
    return PopulationRun(population.solutions, population.exponent, population.nodes, population.sampled)


def _seed(seed: int, number: int) -> int:
    return (seed * 1_000_003 + number) * 0x9E3779B97F4A7C15 & (1 << 64) - 1


def summarise(runs: Sequence[PopulationRun], states: int, seconds: float) -> SolutionsEstimate:
    """The estimate from independent runs with so many states each."""
    # Runs have exponents of their own; relative to the largest, numbers that vanish do not matter.
    top = max((run.exponent for run in runs if run.solutions), default=0)
    values = [math.ldexp(run.solutions, max(-2_000, run.exponent - top)) for run in runs]
    solutions = assess(values, exponent=top)
    if not any(run.sampled for run in runs):
        number = int(values[0]) << top if top > 0 else int(math.ldexp(values[0], top))
        if number <= EXACT:
            solutions = exactly(number)
    empty = sum(1 for run in runs if not run.solutions)
    nodes = sum(run.nodes for run in runs)
    return SolutionsEstimate(solutions, empty, len(runs), states, nodes, seconds)
