"""The frontier engine: one memoised sweep along a line of items answers for all solutions together.

A state is what the options still to be decided can tell of those decided: which items are open, how often
an item was covered, which colour it is committed to. Equal states are solved once; keys are compared in full.
States lie in tables by the place that they have come to, so only those between the front and as far as an
option reaches ahead are held. Counts never wrap: the core widens its numbers before a sum could overflow.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from tilewright import _core
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import CoverProblem
from tilewright.solve.engines.base import Progress, Status
from tilewright.solve.engines.frontier import sweep_checkpoint as files
from tilewright.solve.engines.frontier.semirings import Semiring
from tilewright.solve.engines.native import core_problem
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import Control, interruption

Value = TypeVar("Value")

STEP_SECONDS = 0.04  # between two looks at the clock and the button
FIRST_BUDGET = 10_000  # states
PROGRESS_SECONDS = 0.1
CHECKPOINT_SECONDS = 10.0


@dataclass(frozen=True)
class Query:
    """A cover problem as a sweep sees it, and what is asked beside it; the core's plan is made once.

    ``prefix`` are options that every solution has (``~o``: none has). ``times`` lists (option, item, c) for
    uses that cover a primary item c > 1 times. ``weights`` and ``costs`` have a number for each option, or
    none (1; the problem's costs); an option of weight 0 is left out. ``order`` names items (numbers) to go
    through first; without it the core tries several orders and takes the most promising.
    """

    problem: CoverProblem
    prefix: tuple[int, ...] = ()
    times: tuple[tuple[int, int, int], ...] = ()
    weights: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    marks: tuple[int, ...] = field(default=(), repr=False)
    maximise: bool = False

    @cached_property
    def plan(self) -> _core.Frontier:
        """The core's plan: the line of items and what lives at each place."""
        costs = self.problem.costs
        if not all(0 <= weight < 1 << 64 for weight in self.weights):
            raise ValueError("a weight is 0 to 2^64 - 1")
        return _core.Frontier(
            core_problem(self.problem),
            self.prefix,
            self.times,
            self.weights,
            [-cost for cost in costs] if self.maximise else costs,
            self.marks,
            self.order,
        )

    @property
    def refusal(self) -> str:
        """Why no sweep can be made, as a sentence; "" when one can."""
        return self.plan.refusal


@dataclass(frozen=True)
class Evaluation(Generic[Value]):
    """How a sweep ended. ``value`` is None unless it is complete; ``note`` says which limit ended it."""

    status: Status
    value: Value | None
    states: int
    seconds: float
    share: float
    note: str = ""
    peak: int = 0  # bytes


class Steps(Protocol):
    """What steps: a sweep or a graph of the core."""

    def advance(self, budget: int) -> _core.SweepStatus: ...

    @property
    def states(self) -> int: ...

    @property
    def peak(self) -> int: ...


def evaluate(
    problem: CoverProblem,
    semiring: Semiring[Value],
    *,
    prefix: Sequence[int] = (),
    times: Sequence[tuple[int, int, int]] = (),
    weights: Sequence[int] = (),
    order: Sequence[int] = (),
    resources: Resources = Resources(),  # noqa: B008 - frozen
    control: Control = Control(),  # noqa: B008 - frozen
) -> Evaluation[Value]:
    """The sum over all solutions in a semiring; UnsupportedError when states would be too long.

    The value does not depend on the order, the threads or the memory; with too little memory there is none.
    """
    query = Query(
        problem, tuple(prefix), tuple(times), tuple(weights), tuple(order), semiring.marks, semiring.maximise
    )
    return sweep(query, semiring, resources, control)


def sweep(
    query: Query, semiring: Semiring[Value], resources: Resources, control: Control
) -> Evaluation[Value]:
    """The same for a query whose plan may be known already."""
    begun = time.monotonic()
    if query.refusal:
        raise UnsupportedError(query.refusal)
    search = query.plan.sweep(
        semiring.name, semiring.modulus, semiring.degree, max(1, resources.threads), resources.bytes()
    )
    runner = Runner(search, control, begun, lambda: share_of(query.plan, search.place, search.states))
    keeper = _Keeper(query, semiring, search, control)
    runner.before = keeper.before
    status = runner.run(keeper.keep)
    if status is Status.LIMIT and search.place == search.places:
        status = Status.COMPLETE  # it was at its end when it was taken up: there was nothing left to limit
    keeper.keep(ended=True)
    if status is not Status.COMPLETE:
        return Evaluation(
            status, None, search.states, runner.seconds, runner.share(), runner.note, search.peak
        )
    value = semiring.read(search.value(), search.limbs)
    return Evaluation(status, value, search.states, runner.seconds, 1.0, "", search.peak)


class Runner:
    """Steps a sweep or a graph to its end, a limit or a stop, and reports how far it is."""

    def __init__(self, search: Steps, control: Control, begun: float, share: Callable[[], float]) -> None:
        self.search, self.control, self.begun, self.share = search, control, begun, share
        self.before = 0.0  # seconds of the runs that this one goes on from
        self.note = ""
        self._reported = begun

    @property
    def seconds(self) -> float:
        """How long it has taken, with the runs before."""
        return self.before + time.monotonic() - self.begun

    def run(self, between: Callable[[], None] = lambda: None) -> Status:
        """Step to the end; ``between`` is called after each step."""
        budget = FIRST_BUDGET
        nodes = self.control.limits.nodes
        while True:
            status = interruption(self.control, self.begun)
            if status is not None:
                return status
            if nodes is not None and self.search.states >= nodes:
                return Status.LIMIT
            step = budget if nodes is None else min(budget, nodes - self.search.states)
            before, start = self.search.states, time.monotonic()
            found = self.search.advance(step)
            taken = time.monotonic() - start
            if found is _core.SweepStatus.complete:
                return Status.COMPLETE
            if found is _core.SweepStatus.memory:
                self.note = (
                    f"the tables reached the bound of memory, {_megabytes(self.search.peak)} of it in use"
                )
                return Status.LIMIT
            between()
            self._report()
            done = max(self.search.states - before, step // 4)
            budget = int(min(max(1_000, done * STEP_SECONDS / max(taken, 1e-6)), 2 * step + 1_000, 1 << 40))

    def _report(self) -> None:
        now = time.monotonic()
        if self.control.on_progress is None or now - self._reported < PROGRESS_SECONDS:
            return
        self._reported = now
        share = self.share()
        eta = (now - self.begun) * (1 - share) / share if share > 0.002 else None
        self.control.on_progress(Progress(share, self.search.states, 0, 0, self.seconds, eta, listed=False))


def share_of(plan: _core.Frontier, place: int, states: int) -> float:
    """How much of a sweep is done, 0 to 1: a guess.

    States at a place are taken for 2^(b * live items there), with the one b for which the places that are
    done have had as many states as they had.
    """
    live = plan.live
    stride = max(1, len(live) // 2_000)
    done = [n for n in live[:place:stride] if n >= 0]
    rest = [n for n in live[place::stride] if n >= 0]
    if not done or states == 0:
        return 0.0
    if not rest:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(30):
        b = (low + high) / 2
        if sum(2.0 ** min(b * n, 900.0) for n in done) * stride > states:
            high = b
        else:
            low = b
    finished = math.fsum(2.0 ** min(low * n, 900.0) for n in done)
    return finished / (finished + math.fsum(2.0 ** min(low * n, 900.0) for n in rest))


def _megabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"


class _Keeper:
    """Checkpoints of a sweep: taken up at the start, written between places now and then and at the end."""

    def __init__(
        self, query: Query, semiring: Semiring[Value], search: _core.Sweep, control: Control
    ) -> None:
        self.search = search
        self.path: Path | None = control.checkpoint or control.resume
        self.before = 0.0
        self.begun = self.written = time.monotonic()
        if self.path is None:
            return
        self.question = files.question(query, semiring)
        if control.resume is not None:
            self.before = files.load(control.resume, self.question, search)
            if self.path != control.resume:
                files.check_place(self.path)
        else:
            files.check_place(self.path)
            self._write()

    def keep(self, *, ended: bool = False) -> None:
        """Write the checkpoint when it is time, or at the end, where the sweep is between two places."""
        if self.path is None or not self.search.at_rest:
            return
        if ended or time.monotonic() - self.written >= CHECKPOINT_SECONDS:
            self._write()

    def _write(self) -> None:
        assert self.path is not None
        files.save(self.path, self.question, self.search, self.before + time.monotonic() - self.begun)
        self.written = time.monotonic()
