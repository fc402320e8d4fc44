"""Answers about puzzles: count, solve, estimate, and more. Verified solutions and numbers come out."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tilewright.abstract import AnyPuzzle
from tilewright.cover import Cover, to_cover
from tilewright.engines import checkpoint as files
from tilewright.engines.contract import Limits, Outcome, Progress, Status, Symmetry, Task
from tilewright.engines.count_plan import count_plan
from tilewright.engines.counters import FRONTIER, KASTELEYN
from tilewright.engines.distribution import Distribution, count_by
from tilewright.engines.estimates import DIVES, Estimate, estimate_tasks
from tilewright.engines.forecasts import Forecast
from tilewright.engines.forecasts import forecast as forecast_query
from tilewright.engines.frontier import Query
from tilewright.engines.listing import graph_list
from tilewright.engines.optima import Optimum, Sample, optimise, sample
from tilewright.engines.orbits import orbit_tasks
from tilewright.engines.parts import (
    SIZE_PROBES,
    Heed,
    Stopped,
    affordable_dives,
    expected_nodes,
)
from tilewright.engines.planner import Plan, choose
from tilewright.engines.reference import REFERENCE
from tilewright.engines.registry import ENGINES
from tilewright.engines.residue import Residue, count_modulo
from tilewright.engines.resources import Resources
from tilewright.engines.run import Batch, Control, Work, batches, heed_of, images_of
from tilewright.engines.sweeping import order_of
from tilewright.engines.totals import Counting, has_loose_copies
from tilewright.engines.verified import verified
from tilewright.puzzle import Solution
from tilewright.symmetry import Symmetries, symmetries
from tilewright.verify import Checker

__all__ = [
    "Answer",
    "Distribution",
    "Estimate",
    "Forecast",
    "Limits",
    "Optimum",
    "Progress",
    "Residue",
    "Sample",
    "Status",
    "count",
    "count_by",
    "count_modulo",
    "determinants_refuse",
    "estimate",
    "first",
    "forecast",
    "optimise",
    "sample",
    "solutions",
    "solve",
]


FOLD_FROM = 500_000  # expected nodes from which a plain count makes use of the board's symmetries


@dataclass(frozen=True)
class Answer:
    """What was found out about a puzzle. Counts are lower bounds ("so far") unless the status is COMPLETE.

    ``solutions`` are different pictures; ``labelled`` takes each copy of a piece for its own person;
    ``up_to_symmetry`` counts orbits, under the group that ``symmetries`` names. A count that was not
    asked for is None; so is one that an engine that does not list was still working on, and others that
    it had finished are then exact. ``note`` is "" or says which limit was reached.
    """

    status: Status
    solutions: int | None
    labelled: int | None
    up_to_symmetry: int | None
    symmetries: str
    nodes: int
    seconds: float
    engine: str
    reason: str
    share: float
    note: str = ""


def count(
    puzzle: AnyPuzzle,
    *,
    unique: bool = False,
    labelled: bool = False,
    engine: str | None = None,
    threads: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    symmetry: bool = True,
    memory: int | None = None,
    order: Sequence[str] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    checkpoint: Path | None = None,
    resume: Path | None = None,
) -> Answer:
    """How many solutions the puzzle has, without keeping them.

    ``unique`` counts up to symmetry as well, ``labelled`` with labelled copies as well. ``symmetry=False``
    searches the whole tree even where the board's symmetries would save work. ``threads`` None is two.
    Where it pays, nothing is listed: see ``frontier`` and ``kasteleyn`` in docs/engines.md. ``memory``
    bounds the bytes of their tables (None: half of what is free); ``order`` names items (cells as
    ``(x, y)``, pieces by name) that the engine frontier is to go through first.
    """
    control = Control(limits, threads or 2, on_progress, cancel, checkpoint, resume)
    resources = Resources(threads or 2, memory)
    cover = to_cover(puzzle)
    plan = count_plan(
        cover, engine, control, resources, order, labelled=labelled, unique=unique, symmetry=symmetry
    )
    if plan is None:
        asked = _Asked(
            cover, control, engine, unique=unique, labelled=labelled, keep=False, symmetry=symmetry
        )
        return asked.answer(None)
    group = symmetries(puzzle) if unique or (symmetry and plan.counter.weighs) else None
    items = order_of(cover, order or ())
    counting = Counting(cover, plan.counter, group, resources, control, items, fold=symmetry)
    found = counting.totals(unique=unique, labelled=labelled)
    return Answer(
        status=found.status,
        solutions=found.solutions,
        labelled=found.labelled,
        up_to_symmetry=found.up_to_symmetry,
        symmetries=group.words if group is not None else "",
        nodes=found.states,
        seconds=found.seconds,
        engine=plan.counter.name,
        reason=plan.reason,
        share=found.share,
        note=found.note,
    )


def solve(
    puzzle: AnyPuzzle,
    *,
    sink: Callable[[Solution], None],
    unique: bool = False,
    labelled: bool = False,
    engine: str | None = None,
    threads: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    symmetry: bool = True,
    memory: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    checkpoint: Path | None = None,
    resume: Path | None = None,
) -> Answer:
    """Hand each solution to ``sink``, verified, one at a time; with ``unique`` one of each orbit.

    The order is the same for any number of threads. A search for one solution (``limits.solutions``
    1) looks into all parts of the tree in turn, so its solution need not be the first of a full search.
    ``memory`` bounds the bytes of the graph of states (None: half of what is free), which the engine
    frontier makes and walks through; without an engine it is used where that is expected to pay.
    """
    control = Control(limits, threads or 2, on_progress, cancel, checkpoint, resume)
    cover = to_cover(puzzle)
    asked = _Asked(
        cover, control, engine, unique=unique, labelled=labelled, keep=True, symmetry=symmetry, memory=memory
    )
    return asked.answer(sink)


def solutions(
    puzzle: AnyPuzzle,
    *,
    unique: bool = False,
    engine: str | None = None,
    threads: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    symmetry: bool = True,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    checkpoint: Path | None = None,
    resume: Path | None = None,
) -> Iterator[Solution]:
    """The solutions, verified, as an iterator: the search waits while nobody asks, and ends when closed."""
    control = Control(limits, threads or 2, on_progress, cancel, checkpoint, resume)
    cover = to_cover(puzzle)
    asked = _Asked(cover, control, engine, unique=unique, labelled=False, keep=True, symmetry=symmetry)
    for batch in asked.batches():
        yield from asked.verified(batch)


def first(puzzle: AnyPuzzle, *, engine: str | None = None, threads: int | None = None) -> Solution | None:
    """A solution, verified; None when none exists."""
    found = list(solutions(puzzle, engine=engine, threads=threads, limits=Limits(solutions=1)))
    return found[0] if found else None


def estimate(
    puzzle: AnyPuzzle,
    *,
    engine: str | None = None,
    unique: bool = False,
    symmetry: bool = True,
    dives: int = DIVES,
    seed: int = 0,
    cancel: threading.Event | None = None,
) -> tuple[Estimate, ...]:
    """How large the count's search is expected to be, for each engine that takes the puzzle.

    The engine that the planner would choose comes first; ``engine`` asks about that one only. All but
    ``seconds`` depend on ``dives`` and ``seed`` alone. With ``unique`` solutions are about one
    an orbit. When ``cancel`` is set only the estimates come that were made before.
    """
    cover = to_cover(puzzle)
    best = choose(cover.problem, engine).engine
    others = [
        other
        for other in ENGINES.values()
        if engine is None and other not in (best, REFERENCE) and not other.unsupported(cover.problem)
    ]
    group = symmetries(puzzle) if unique or symmetry else None
    heed = heed_of(Control(cancel=cancel), time.monotonic())
    found: list[Estimate] = []
    for each in (best, *others):
        work = _work(cover, Plan(each, ""), group, keep=False, unique=unique, fold=symmetry)
        try:
            tasks = work.tasks(heed)
            guess = estimate_tasks(
                cover.problem, tasks, each, unfold=not unique, dives=dives, seed=seed, heed=heed
            )
        except Stopped:
            break
        found.append(guess)
    return tuple(found)


def forecast(puzzle: AnyPuzzle, *, order: Sequence[str] | None = None) -> Forecast:
    """How large a count by the engine frontier is expected to be, symmetry left alone.

    ``order`` is as in ``count``.
    """
    cover = to_cover(puzzle)
    return forecast_query(Query(cover.problem, cover.forced, order=order_of(cover, order or ())))


def determinants_refuse(puzzle: AnyPuzzle) -> str:
    """Why the engine kasteleyn cannot count this puzzle's solutions, as a sentence; "" when it can."""
    cover = to_cover(puzzle)
    return KASTELEYN.unsupported(Query(cover.problem, cover.forced))


class _Asked:
    """A question about a puzzle, made ready: the cover problem, the group, the plan, the work."""

    def __init__(
        self,
        cover: Cover,
        control: Control,
        engine: str | None,
        *,
        unique: bool,
        labelled: bool,
        keep: bool,
        symmetry: bool,
        memory: int | None = None,
    ) -> None:
        self.puzzle = puzzle = cover.puzzle
        self.cover, self.control = cover, control
        self.unique, self.labelled = unique, labelled
        self.note = ""
        resources = Resources(control.threads, memory)
        self.graph = graph_list(cover, control, resources, engine, unique=unique) if keep else None
        self.plan = _plan(cover, None if self.graph else engine, control.resume)
        self.group = symmetries(puzzle) if unique or symmetry else None
        # Labelled counts of puzzles that may leave copies out differ from solution to solution.
        self.weighed = labelled and has_loose_copies(puzzle)
        self.keep = keep or self.weighed
        saves_work = symmetry and not self.keep and control.limits.solutions is None
        self.work = _work(self.cover, self.plan, self.group, keep=self.keep, unique=unique, fold=saves_work)
        self.checker = Checker(puzzle)
        self.labelled_so_far = 0
        self.outcome: Outcome | None = None

    def batches(self) -> Generator[Batch, None, Outcome]:
        """The solutions as options; nothing at all, and no search, when the areas cannot add up."""
        if not self.puzzle.areas_fit and self.control.checkpoint is None and self.control.resume is None:
            self.plan = replace(self.plan, reason="the areas of the pieces cannot add up to the board's")
            return Outcome(Status.COMPLETE, 0, 0, 0, 0.0, 1.0)
        if self.graph is None:
            return (yield from batches(self.work, self.control))
        outcome = yield from self.graph.batches()
        if not self.graph.note or self.graph.asked_for:
            self.note = self.graph.note
            return outcome
        self.graph = None  # too large after all: search
        return (yield from batches(self.work, self.control))

    def verified(self, batch: Sequence[tuple[int, ...]]) -> Iterator[Solution]:
        """The solutions that options stand for, each found right by the checker."""
        return verified(self.cover, self.checker, self._engine_name, batch)

    def answer(self, sink: Callable[[Solution], None] | None) -> Answer:
        """Run the search to its end; the answer."""
        steps = self.batches()
        while True:
            try:
                batch = next(steps)
            except StopIteration as end:
                return self._answer(end.value)
            if sink is None and not self.weighed:
                continue
            for options, solution in zip(batch, self.verified(batch), strict=True):
                if self.weighed:
                    self.labelled_so_far += self._labels(solution) * images_of(self.work.first, options)
                if sink is not None:
                    sink(solution)

    def _labels(self, solution: Solution) -> int:
        """In how many ways labelled copies can make the picture."""
        used = solution.used()
        return math.prod(math.perm(p.max_copies, used.get(p.name, 0)) for p in self.puzzle.pieces)

    def _answer(self, outcome: Outcome) -> Answer:
        total = outcome.images
        every = math.prod(math.factorial(p.max_copies) for p in self.puzzle.pieces if p.min_copies > 1)
        labelled = self.labelled_so_far if self.weighed else total * every
        return Answer(
            status=outcome.status,
            solutions=total,
            labelled=labelled if self.labelled else None,
            up_to_symmetry=outcome.solutions if self.unique else None,
            symmetries=self.group.words if self.group is not None else "",
            nodes=outcome.nodes,
            seconds=outcome.seconds,
            engine=self._engine_name,
            reason=self._reason,
            share=outcome.share,
            note=self.note,
        )

    @property
    def _engine_name(self) -> str:
        return self.plan.engine.name if self.graph is None else FRONTIER.name

    @property
    def _reason(self) -> str:
        if self.graph is None:
            return self.plan.reason
        return (
            "you asked for it" if self.graph.asked_for else "few states lead to many solutions or dead ends"
        )


def _plan(cover: Cover, engine: str | None, resume: Path | None) -> Plan:
    """The planner's choice; a run that is taken up goes on with the engine that it had."""
    if engine is None and resume is not None:
        name = files.load(resume).question.engine
        return replace(choose(cover.problem, name), reason="the checkpoint was made by it")
    return choose(cover.problem, engine)


def _work(
    cover: Cover, plan: Plan, group: Symmetries | None, *, keep: bool, unique: bool, fold: bool
) -> Work:
    """The search that answers: over orbits when they are asked for, or when counting them saves work."""
    whole = Task(cover.forced)
    if group is None or group.trivial or not (unique or fold):
        return Work(cover.problem, plan.engine, whole, lambda heed: (whole,), keep)

    def tasks(heed: Heed) -> tuple[Task, ...]:
        # A small tree is searched whole sooner than a good branch item for orbits is found.
        if not unique:
            probes = max(2, affordable_dives(cover.problem, SIZE_PROBES))
            if expected_nodes(cover.problem, whole, plan.engine, probes, heed) < FOLD_FROM:
                return (whole,)
        options, items = group.option_permutations(cover), group.item_permutations(cover)
        return orbit_tasks(cover.problem, cover.forced, options, items, plan.engine, heed)

    start = Task(cover.forced, Symmetry(group.option_permutations(cover))) if unique else whole
    return Work(cover.problem, plan.engine, start, tasks, keep)
