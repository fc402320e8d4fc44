"""The frontier engine: one memoised sweep along a line of items answers for all solutions together.

A state is what the options still to be decided can tell of those decided: which items are open, how often
an item was covered, which colour it is committed to. Equal states are solved once; keys are compared in full.
States lie in tables by the place that they have come to, so only those between the front and as far as an
option reaches ahead are held. Counts never wrap: the core widens its numbers before a sum could overflow.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from tilewright import _core
from tilewright.cancellation import check_cancelled
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving import costs
from tilewright.solving.engines.frontier.semirings import COUNT, Semiring
from tilewright.solving.engines.native import core_problem
from tilewright.solving.engines.registry import FRONTIER
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Cancelled, Control, Status, StepLoop, StepSize
from tilewright.wording import memory_text

if TYPE_CHECKING:
    from tilewright.solving.engines.frontier.sweep_checkpoint import SweepCheckpoint

Value = TypeVar("Value")

FIRST_BUDGET = 10_000  # states
USUAL_CHILDREN = 1.3  # that a state leads to on average, several times as many while the states grow
ORDER_STEP = 200_000  # uses of items that the choice of a line looks at between two checks: about 10 ms
SAMPLED_OPTIONS = 200  # that tell how long items live
LASTING = 0.5  # of the line
LASTING_POWER, MANY_LASTING = 1.4, 8  # see share_of
LONG, LATELY, SLOWER = 500_000, 1.25, 2.0  # see share_done


@dataclass(frozen=True)
class SweepQuery:
    """A cover problem as a sweep takes it, with its weights and order; the core's plan is made once.

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
        """The core's plan: the line of items and what lives at each place.

        The check of the context ends the choice of the line, see :mod:`tilewright.cancellation`.
        """
        costs = self.problem.costs
        if not all(0 <= weight < 1 << 64 for weight in self.weights):
            raise ValueError("a weight is 0 to 2^64 - 1")
        plan = _core.Frontier(
            core_problem(self.problem),
            self.prefix,
            self.times,
            self.weights,
            [-cost for cost in costs] if self.maximise else costs,
            self.marks,
            self.order,
        )
        check_cancelled()
        while not plan.choose(ORDER_STEP):
            check_cancelled()
        return plan

    @cached_property
    def profiles(self) -> _core.ProfileSteps:
        """The steps of a sweep over all profiles, along the same line."""
        return self.plan.profile_steps()

    @cached_property
    def lasting(self) -> int:
        """How many items live along most of the line, such as pieces; judged by a part of the options."""
        line = self.plan.items
        place = {item: number for number, item in enumerate(line)}
        first = dict(place)
        options = self.problem.options
        for option in options[:: max(1, len(options) // SAMPLED_OPTIONS)]:
            places = [place[item] for item, _ in option if item in place]
            for item, _ in option:
                if item in place:
                    first[item] = min(first[item], *places)
        long = sum(place[item] - first[item] > LASTING * len(line) for item in line)
        return long + len(self.problem.items) - len(line)  # what has no place on it lives all along

    def state_seconds(self, children: float = USUAL_CHILDREN, region_steps: float = 0.0) -> float:
        """How long a state that leads to so many takes on one thread, within a factor of about 2.

        ``region_steps`` are the steps of all checks of its children's regions, which only a sweep knows.
        """
        options = len(self.problem.options) / max(1, len(self.problem.items))
        words = next((words for words in costs.SWEEP_REGION if self.plan.state_bits < 64 * words), 16)
        child = costs.SWEEP_CHILD + (words - 1) * costs.SWEEP_WORD
        state = costs.SWEEP_STATE + options * costs.SWEEP_OPTION
        return state + children * child + region_steps * costs.SWEEP_REGION[words]

    @property
    def refusal(self) -> str:
        """Why no sweep can be made, as a sentence; "" when one can."""
        return self.plan.refusal

    def identity(self, semiring: Semiring[Any]) -> dict[str, Any]:
        """What a checkpoint must agree with: the problem, the question, the line of items, the semiring."""
        import hashlib  # loads OpenSSL

        line = (self.plan.items, self.plan.live, self.plan.state_bits)  # the same items may lie elsewhere
        asked = (self.prefix, self.times, self.weights, self.marks, self.maximise, line)
        return {
            "problem": self.problem.digest,
            "asked": hashlib.sha256(repr(asked).encode()).hexdigest(),
            "semiring": [semiring.name, semiring.modulus, semiring.degree],
        }

    def within(self, semiring: Semiring[Any]) -> SweepQuery:
        """The query with what the semiring looks at."""
        return replace(self, marks=semiring.marks, maximise=semiring.maximise)

    def start(self, semiring: Semiring[Any], resources: Resources) -> _core.Sweep:
        """The core's sweep in a semiring, at its beginning."""
        threads, memory = max(1, resources.threads), resources.bytes()
        return self.plan.sweep(semiring.name, semiring.modulus, semiring.degree, threads, memory)


class CountAdapter(Protocol):
    """What the module of an engine that counts without listing provides, besides an EngineAdapter's."""

    def unsupported_query(self, query: SweepQuery) -> str:
        """Why the engine cannot count for this query, as a sentence; "" when it can."""

    def count(self, query: SweepQuery, resources: Resources, control: Control) -> Evaluation[int]:
        """The number of solutions.

        It keeps ``control.limits`` of nodes, which are its states, and of time (``StepLoop(control)`` counts
        both, and ends for a cancellation) and ``resources.bytes()``; an early end has no value, and a note
        where it was the memory.
        """


class ModularAdapter(CountAdapter, Protocol):
    """What the module of an engine that also counts modulo a number provides."""

    def evaluate(
        self, query: SweepQuery, semiring: Semiring[Value], resources: Resources, control: Control
    ) -> Evaluation[Value]:
        """The number of solutions in a semiring: an exact one, or modulo a number."""


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
    abandoned: bool = False


class Stop(NamedTuple):
    """A sweep is abandoned that has not done this share after so many states."""

    states: int
    share: float


def sweep(
    query: SweepQuery,
    semiring: Semiring[Value],
    resources: Resources = Resources(),  # noqa: B008 - frozen
    control: Control = Control(),  # noqa: B008 - frozen
    stops: Sequence[Stop] = (),
) -> Evaluation[Value]:
    """The sum over all solutions in a semiring; UnsupportedError when states would be too long.

    The value does not depend on the order, the threads or the memory; with too little memory there is none.
    """
    if query.refusal:
        raise UnsupportedError(query.refusal)
    search = query.start(semiring, resources)
    loop = StepLoop(control)
    known, steps = (search.states, search.children, search.hopeless), search.region_steps
    price = query.state_seconds(region_steps=steps * USUAL_CHILDREN)

    def share() -> float:
        return share_done(query, search)

    def ended() -> bool:
        return search.place == search.places

    checkpoint = checkpoint_of(FRONTIER.checkpoint_kind, query, semiring, search, loop, share)

    def state_seconds() -> float:
        nonlocal known, price
        last, known = known, (search.states, search.children, search.hopeless)
        states, children, hopeless = (now - before for now, before in zip(known, last, strict=True))
        if states:
            price = query.state_seconds(children / states, steps * (children + hopeless) / states)
        return price

    for stop in stops:
        limits = replace(control.limits, nodes=stop.states)
        part = StepLoop(replace(control, limits=limits), loop.start_time)
        status, note = run_to_end(search, part, share, ended, checkpoint, state_seconds)
        if status is Status.COMPLETE or note or search.states < stop.states:
            break
        if share() < stop.share:
            return Evaluation(
                Status.LIMIT, None, search.states, loop.seconds, share(), "", search.peak, abandoned=True
            )
    else:
        status, note = run_to_end(search, loop, share, ended, checkpoint, state_seconds)
    if status is not Status.COMPLETE:
        return Evaluation(status, None, search.states, loop.seconds, share(), note, search.peak)
    value = semiring.read(search.value(), search.limbs)
    return Evaluation(status, value, search.states, loop.seconds, 1.0, "", search.peak)


def checkpoint_of(
    kind: str,
    query: SweepQuery,
    semiring: Semiring[Any],
    search: _core.Sweep | _core.ProfileSweep,
    loop: StepLoop,
    share: Callable[[], float],
) -> SweepCheckpoint | None:
    """The checkpoint of a sweep, which is resumed where that is asked for; None for a run without one."""
    if not loop.control.is_durable:
        return None
    from tilewright.solving.engines.frontier.sweep_checkpoint import SweepCheckpoint  # here: few have one

    return SweepCheckpoint(kind, query.identity(semiring), search, loop, share)


def run_to_end(
    search: _core.Sweep | _core.ProfileSweep,
    loop: StepLoop,
    share: Callable[[], float],
    ended: Callable[[], bool],
    checkpoint: SweepCheckpoint | None,
    state_seconds: Callable[[], float],
) -> tuple[Status, str]:
    """Step a sweep with its checkpoint; how it ended, and which limit ended it."""
    status, note = Status.COMPLETE, ""
    between = checkpoint.write_if_due if checkpoint is not None else lambda: None
    try:
        run_steps(search, loop, share, between, state_seconds)
    except Cancelled as cancelled:
        # A sweep that was at its end when it was resumed is complete: there was nothing left to limit.
        if cancelled.status is not Status.LIMIT or not ended():
            status, note = cancelled.status, cancelled.note
    if checkpoint is not None:
        checkpoint.write_if_due(ended=True)
    return status, note


def run_steps(
    search: _core.Sweep | _core.ProfileSweep | _core.Graph,
    loop: StepLoop,
    share: Callable[[], float],
    between: Callable[[], None] = lambda: None,
    state_seconds: Callable[[], float] | None = None,
) -> None:
    """Step a sweep or a graph to its end; Cancelled when a limit or a cancellation comes first.

    The bound of memory is such a limit.
    """

    def advance(budget: int) -> bool:
        status = search.advance(budget)
        if status is _core.SweepStatus.memory:
            note = f"the tables reached the bound of memory, {memory_text(search.peak)} of it in use"
            raise Cancelled(Status.LIMIT, note)
        return status is _core.SweepStatus.complete

    loop.run(
        advance,
        StepSize(FIRST_BUDGET, smallest=1_000),
        lambda: loop.states_progress(share(), search.states),
        between,
        lambda: search.states,
        loop.control.limits.nodes,
        state_seconds,
    )


def share_of(query: SweepQuery, place: int, states: int) -> float:
    """How much of a sweep is done, 0 to 1: a guess.

    States at a place are taken for 2^(b * live items there), with the one b for which the places that are
    done have had as many states as they had. That is right where items live for a short part of the line.
    With ``lasting`` items the states are fewer at both ends, where few or nearly all of these are covered, so
    the guess is raised to a power: with it what was left of 19 puzzles was wrong by a factor of 2.5 on
    average, without it five times too little.
    """
    live = query.plan.live
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
    share = finished / (finished + math.fsum(2.0 ** min(low * n, 900.0) for n in rest))
    return float(share ** (1 + LASTING_POWER * min(1.0, query.lasting / MANY_LASTING)))


def share_done(query: SweepQuery, search: _core.Sweep) -> float:
    """How much of a sweep is done, 0 to 1: a guess that the last part of its states confirms.

    With dozens of pieces that may be left over :func:`share_of` soon says that nearly all is done, and then
    goes up ever more slowly. So the rest of a long sweep is taken for as many states as at the pace of the
    last fifth of them, where that is far more. From the first state on, that made what was left of seven such
    puzzles wrong by a factor of 3 on average instead of 28, and of 14 others by 1.9 instead of 2.1.
    """
    states, share = search.states, share_of(query, search.place, search.states)
    if states < LONG or not 0 < share < 1:
        return share
    for place, before in reversed(search.passed):
        gained = share - share_of(query, place, before) if before * LATELY <= states else 0.0
        if gained > 0:
            left, by_pace = states * (1 - share) / share, (1 - share) * (states - before) / gained
            return states / (states + by_pace) if by_pace > SLOWER * left else share
    return share


def unsupported(problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
    """Why the engine does not take the problem below a prefix, as a sentence; "" when it does."""
    return SweepQuery(problem, tuple(prefix)).refusal


def unsupported_query(query: SweepQuery) -> str:
    """As ``CountAdapter`` says."""
    return query.refusal


def count(query: SweepQuery, resources: Resources, control: Control) -> Evaluation[int]:
    """As ``CountAdapter`` says."""
    return sweep(query, COUNT, resources, control)


evaluate = sweep  # as ``ModularAdapter`` says
