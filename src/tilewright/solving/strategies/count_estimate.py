"""How many solutions a puzzle has and how large a count is, as far as a short time tells.

First comes a real count: where it completes, everything is exact. It may visit so many nodes, and then so
many states of a sweep, as are expected to take a part of the time: whether it completes does not depend on
the machine, unless that is several times slower than expected and the time is up before. Then repetitions of
an estimate fill the time, over the tree of the search and, for large packings and where the tree shows no
solution, by sequential Monte Carlo. All numbers are lower bounds where the repetitions do not agree.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from tilewright.cancellation import cancelled_by
from tilewright.errors import UnsupportedError
from tilewright.solving.engines import sequential_monte_carlo
from tilewright.solving.engines.base import Engine
from tilewright.solving.engines.frontier.count_by_states import predictable_counter
from tilewright.solving.engines.frontier.sweep_size import Forecast
from tilewright.solving.engines.registry import (
    ENGINES,
    SEQUENTIAL_MONTE_CARLO,
    choose,
    engine_named,
    large_packing,
)
from tilewright.solving.facts import Prepared
from tilewright.solving.quantity import Kind, Quantity, assess, exactly
from tilewright.solving.questions import Answer, AnswerDisplay, Query
from tilewright.solving.search.tree_search import puzzle_search
from tilewright.solving.search.tree_size import TreeSample
from tilewright.solving.steps import LARGEST_STEP, Cancelled, Limits, Progress, Status, StepLoop, check_amount
from tilewright.solving.strategies.base import Strategy
from tilewright.solving.strategies.listing import NoSearch, Stopped
from tilewright.solving.strategies.tree import SearchTree
from tilewright.wording import counted, span

COUNT_SHARE = 0.1  # of the time: the expected effort of the real count by a search, and as much by a sweep
HOPELESS = 10.0  # times the effort that a sweep is expected to take
CLOCK_SHARE = 0.45  # of the time, after which the real count ends on slow machines
FORECAST_SHARE = 0.3  # of the rest, for a guess at a sweep
TREE_SHARE = 0.5  # of the rest, for a tree where sequential Monte Carlo follows
MOST_REPETITIONS = 200  # they agree by then, or never
FIRST_STATES = 250  # of sequential Monte Carlo, and each time GROWTH as many
GROWTH = 4
FORECAST_OPTIONS = 10_000  # up to here a guess at a sweep takes a moment
RUNS = 12  # of sequential Monte Carlo with so many states

UNKNOWN = Quantity(Kind.UNKNOWN)


@dataclass(frozen=True)
class Repetitions:
    """How often an estimate is repeated, and how many states each repetition of sequential Monte Carlo keeps.

    None: as many as the time allows.
    """

    number: int | None = None
    states: int | None = None

    def __post_init__(self) -> None:
        if self.number is not None:
            check_amount(self.number, "repetitions", 1)
        if self.states is not None:
            check_amount(self.states, "states", 1)


@dataclass(frozen=True, repr=False)
class Estimate(AnswerDisplay):
    """What is known of a count: its number of solutions, the nodes of its search, the seconds on one thread.

    ``engine`` makes that search, ``estimator`` the number of solutions: the same engine, or
    sequential-monte-carlo, which keeps ``states`` partial solutions. ``counted`` is what the real count found
    with its effort, None without one. ``sweep`` is a guess at a sweep of the frontier, None where it is not
    needed. ``status`` is CANCELLED if the estimate was, LIMIT if the time was up before the real count had
    spent its effort, else COMPLETE. ``requested``: the query names the engine, and what is not exact is about
    a count by it.
    """

    status: Status
    solutions: Quantity
    nodes: Quantity
    seconds: Quantity
    engine: str
    estimator: str
    states: int = 0
    counted: Answer | None = None
    sweep: Forecast | None = None
    measuring_seconds: float = 0.0
    requested: bool = False

    @property
    def words(self) -> str:
        """What is known of the number of solutions."""
        if self.solutions.kind is Kind.EXACT and not self.solutions.value:
            return "no solution exists"
        if self.solutions.value is None:
            return "the number of solutions is unknown"
        return self.solutions.words(unit=" solution" if self.solutions.value == 1 else " solutions")

    @property
    def effort(self) -> str:
        """What it took, and what the estimate rests on."""
        repetitions = max(self.solutions.repetitions, self.nodes.repetitions)
        based = f"{counted(repetitions, 'repetition')} by {self.estimator}" if repetitions else self.engine
        return f"{span(self.measuring_seconds)}, {based}"

    @property
    def proof(self) -> str:
        """A reason why there is no solution, if one was met."""
        return "" if self.counted is None else self.counted.proof


def counted_query(query: Query[Answer]) -> Query[Answer]:
    """The query of the real count: sequential Monte Carlo does not count."""
    if query.options.engine is None or engine_named(query.options.engine) != SEQUENTIAL_MONTE_CARLO:
        return query
    return replace(query, options=replace(query.options, engine=None))


def estimate_count(
    facts: Prepared[Answer], counting: Strategy, repetitions: Repetitions, effort: float | None = None
) -> Estimate:
    """The estimate of a count, which ``counting`` would make; its time is the limit of seconds of the query.

    ``effort`` is that of the real count by a search, and by a sweep, in expected seconds; None: a part of the
    time.
    """
    if effort is None:
        effort = COUNT_SHARE * (facts.query.control.limits.seconds or 0.0)
    return _Estimation(facts, counting, repetitions, effort).estimate()


class _Estimation:
    def __init__(
        self, prepared: Prepared[Answer], counting: Strategy, repetitions: Repetitions, effort: float
    ) -> None:
        self.prepared, self.query, self.loop, self.counting = (
            prepared,
            prepared.query,
            prepared.loop,
            counting,
        )
        self.cover, self.repetitions, self.effort = prepared.cover, repetitions, effort
        self.late = False  # the time was up before the real count had spent its effort
        name = self.query.options.engine
        self.engine: Engine | None = None if name is None else engine_named(name)
        self.counted: Answer | None = None
        self.nodes = self.seconds = UNKNOWN
        self.sweep: Forecast | None = None

    def estimate(self) -> Estimate:
        """The exact numbers of a count that is soon complete, else what the repetitions say."""
        with cancelled_by(self.loop.check_cancelled):
            try:
                return self._estimate()
            except Cancelled:  # what was counted before is known all the same
                self.late = self.late or self.counted is None
                engine = self.engine or choose(self.cover.problem).engine
                return self._result(assess((), certain=self._found), engine)

    def _estimate(self) -> Estimate:
        if self.engine == SEQUENTIAL_MONTE_CARLO:
            if self.query.options.unique:
                raise UnsupportedError(
                    f"{SEQUENTIAL_MONTE_CARLO.name} estimates all solutions, not those up to symmetry"
                )
            if not self.prepared.facts.simple_reason:
                estimate_found = self._population(SEQUENTIAL_MONTE_CARLO)
                return estimate_found or self._result(UNKNOWN, SEQUENTIAL_MONTE_CARLO)
        if isinstance(self.counting, Stopped):
            raise Cancelled(self.loop.interruption or Status.CANCELLED)
        self.counted = counted = self._count()
        if counted.status is Status.COMPLETE:
            self.engine = ENGINES.get(counted.engine, self.counting.engine)
            self.nodes, self.seconds = exactly(counted.nodes), exactly(counted.seconds)
            return self._result(exactly(self._found), self.engine)
        self.sweep = self._forecast()
        if self.engine is not None and not self.engine.can("splittable"):
            return self._result(assess((), certain=self._found), self.engine)
        engine = self.engine or choose(self.cover.problem).engine
        may_sample = self.engine is None and not self.query.options.unique and self._suits_population()
        large = may_sample and bool(large_packing(self.cover.problem))
        solutions = self._tree(engine, lambda exists: may_sample and (large or not exists))
        if large or (may_sample and not solutions.repetitions):
            return self._population(engine) or self._result(solutions, engine)
        return self._result(solutions, engine)

    def _count(self) -> Answer:
        """A real count by the engine of the plan; a search that is not complete is followed by a sweep."""
        control = replace(self.query.control, limits=Limits(seconds=CLOCK_SHARE * self._seconds_left))
        facts = Prepared(
            replace(counted_query(self.query), control=control), self.prepared.facts, StepLoop(control)
        )
        counted = self._count_within(facts, self.counting.alone())  # a race would go by itself
        if counted.status is not Status.LIMIT or self.late or not isinstance(self.counting, SearchTree):
            return counted
        rival = self.counting.rival
        if rival is None or not self._may_sweep:
            return counted
        reason = f"it was done after a search by {self.counting.engine.name} that was not"
        swept = self._count_within(facts, replace(rival, reason=reason))
        return swept if swept.status is Status.COMPLETE else counted

    @property
    def _may_sweep(self) -> bool:
        """Whether a sweep is not expected to take far more than its effort."""
        if len(self.cover.problem.options) > FORECAST_OPTIONS:
            return False
        with suppress(Cancelled):
            sweep = self.prepared.forecast
            known = predictable_counter(self.prepared.sweep, self.query.resources)
            seconds = sweep.seconds if known is None else min(sweep.seconds, known[1])
            return not sweep.refusal and seconds <= HOPELESS * self.effort
        return False

    def _count_within(self, whole: Prepared[Answer], counting: Strategy) -> Answer:
        """A count with the effort of a real count; ``late`` if the time was up before."""
        nodes = None if isinstance(counting, NoSearch) else self._affordable(counting.engine)
        control = replace(whole.loop.control, limits=replace(whole.loop.limits_left(0), nodes=nodes))
        answer: Answer = counting.run(
            Prepared(replace(whole.query, control=control), whole.facts, StepLoop(control))
        )
        short = nodes is None or answer.nodes < nodes
        self.late = answer.status is Status.LIMIT and not answer.note and short
        return replace(answer, title=whole.query.puzzle.title)

    def _affordable(self, engine: Engine) -> int | None:
        """How many nodes or states are expected to take the effort; None where no number is needed."""
        if engine.can("polynomial"):
            return None
        seconds = engine.seconds_of_node(self.cover.problem)
        if engine.can("modular") and not self.prepared.sweep.refusal:
            known = predictable_counter(self.prepared.sweep, self.query.resources)
            if known is not None and known[1] <= self.effort:
                return None
            # While the number of states grows each leads to many others.
            problem = self.cover.problem
            seconds = self.prepared.sweep.state_seconds(len(problem.options) / max(1, len(problem.items)))
        return int(min(self.effort / seconds, LARGEST_STEP))

    def _forecast(self) -> Forecast | None:
        """A guess at a sweep where it is asked for or quick; None where a part of the time is not enough."""
        quick = len(self.cover.problem.options) <= FORECAST_OPTIONS
        if not (self.engine.can("ordered") if self.engine else quick):
            return None
        share = 1.0 if self.engine is not None and not self.engine.can("splittable") else FORECAST_SHARE
        limits = Limits(seconds=share * self._seconds_left)
        loop = StepLoop(replace(self.query.control, limits=limits))
        with suppress(Cancelled), cancelled_by(loop.check_cancelled):
            return replace(self.prepared, loop=loop).forecast
        return None

    @property
    def _seconds_left(self) -> float:
        left = self.loop.limits_left(0).seconds
        assert left is not None
        return left

    @property
    def _found(self) -> int:
        """The solutions that the count found."""
        if self.counted is None:
            return 0
        unique = self.query.options.unique
        return (self.counted.up_to_symmetry if unique else self.counted.solutions) or 0

    def _suits_population(self) -> bool:
        return not SEQUENTIAL_MONTE_CARLO.unsupported(self.cover.problem, self.cover.forced)

    def _tree(self, engine: Engine, leaves_time: Callable[[bool], bool]) -> Quantity:
        """The number of solutions by repetitions over the tree; and its nodes, and the seconds they take.

        It takes all of the time, or a part if ``leaves_time(whether a solution was found)``.
        """
        options, query = self.query.options, self.query
        fold = options.symmetry
        search = puzzle_search(
            self.cover, engine, lambda: self.prepared.group, keep=False, unique=options.unique, fold=fold
        )
        sample: TreeSample | None = None
        kept = (1 - TREE_SHARE) * self._seconds_left
        most = self.repetitions.number or MOST_REPETITIONS

        def seconds_left() -> float:
            matches = sample is not None and any(sample.solutions)
            return self._seconds_left - (kept if leaves_time(matches) else 0.0)

        def check_cancelled() -> None:
            self.loop.check_cancelled()
            if seconds_left() <= 0:
                raise Cancelled
            self.loop.report(lambda: self._progress(0 if sample is None else len(sample.nodes)))

        def enough() -> bool:
            assert sample is not None
            return len(sample.nodes) >= most or seconds_left() < sample.longest

        try:
            tasks = search.tasks(self.loop)
        except Cancelled:
            return assess((), certain=self._found)
        sample = TreeSample(
            self.cover.problem, engine, tasks, not options.unique, query.control.seed, check_cancelled
        )
        sample.repeat(enough)
        if sample.exact:
            nodes, solutions = exactly(round(sample.nodes[-1])), exactly(round(sample.solutions[-1]))
        else:
            seen = 0 if self.counted is None or self.counted.engine != engine.name else self.counted.nodes
            nodes = assess(sample.nodes, certain=seen)
            solutions = assess(sample.solutions, certain=self._found)
        self.nodes, self.seconds = nodes, nodes.times(sample.node_seconds)
        return solutions

    def _population(self, engine: Engine) -> Estimate | None:
        """By sequential Monte Carlo, with more and more states while time is left; None without a result."""
        number, states = self.repetitions.number or RUNS, self.repetitions.states
        solutions_estimate: sequential_monte_carlo.SolutionsEstimate | None = None
        size = states or FIRST_STATES
        while True:
            try:
                last = sequential_monte_carlo.estimate_solutions(
                    self.cover, states=size, repetitions=number, seed=self.query.control.seed, loop=self.loop
                )
            except Cancelled:
                break
            exact = last.solutions.kind is Kind.EXACT
            if solutions_estimate is None or exact or last.repetitions == number:
                solutions_estimate = last
            size = min(size * GROWTH, sequential_monte_carlo.MOST_STATES)
            if states is not None or exact or self.loop.interruption is not None or size == last.states:
                break
        if solutions_estimate is None:
            return None
        solutions = solutions_estimate.solutions
        if solutions.value is None or solutions.value < self._found:
            solutions = assess((), certain=self._found)
        return self._result(solutions, engine, SEQUENTIAL_MONTE_CARLO, solutions_estimate.states)

    def _progress(self, repetitions: int) -> Progress:
        seconds = self.query.control.limits.seconds
        share = min(1.0, self.loop.elapsed / seconds) if seconds else 0.0
        words = f"repetition {repetitions + 1}"
        return Progress(share, 0, 0, 0, self.loop.seconds, None, listed=False, words=words)

    def _result(
        self, solutions: Quantity, engine: Engine, estimator: Engine | None = None, states: int = 0
    ) -> Estimate:
        cancel = self.query.control.cancel
        cancelled = cancel is not None and cancel.is_set()
        return Estimate(
            status=Status.CANCELLED if cancelled else Status.LIMIT if self.late else Status.COMPLETE,
            solutions=solutions,
            nodes=self.nodes,
            seconds=self.seconds,
            engine=engine.name,
            estimator=(estimator or engine).name,
            states=states,
            counted=self.counted,
            sweep=self.sweep,
            measuring_seconds=self.loop.elapsed,
            requested=self.query.options.engine is not None,
        )
