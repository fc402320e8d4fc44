"""A question that a search answers, made ready: the cover problem, the group, the plan, the work."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from tilewright.errors import CheckpointError
from tilewright.exact_cover.symmetry import Symmetries, symmetries
from tilewright.exact_cover.translation import Cover, CoverProblem
from tilewright.model.puzzle import Solution
from tilewright.model.verification import Checker
from tilewright.solve import checkpoint as files
from tilewright.solve.counting import has_loose_copies
from tilewright.solve.engines.base import Outcome, Status, Symmetry, Task
from tilewright.solve.engines.counters import FRONTIER
from tilewright.solve.engines.frontier.listing import graph_list
from tilewright.solve.engines.restarts.restart_search import NAME as RESTARTS
from tilewright.solve.engines.restarts.restart_search import first_solution
from tilewright.solve.feasibility_precheck import DOUBTED_FROM, expected_seconds, finds_one_soon, no_solution
from tilewright.solve.orbits import orbit_tasks
from tilewright.solve.partition import SIZE_PROBES, affordable_dives, expected_nodes
from tilewright.solve.planner import Plan, choose, reduction_steps
from tilewright.solve.reduction import reduce
from tilewright.solve.resources import Resources
from tilewright.solve.runner import Batch, Work, batches, images_of
from tilewright.solve.stepping import CancelCheck, Cancelled, Control, StepLoop, cancel_check_of
from tilewright.solve.verified import verified

FOLD_FROM = 500_000  # expected nodes from which a plain count makes use of the board's symmetries


@dataclass(frozen=True)
class Answer:
    """What was found out about a puzzle. Counts are lower bounds ("so far") unless the status is COMPLETE.

    ``solutions`` are different pictures; ``labelled`` takes each copy of a piece for its own person;
    ``up_to_symmetry`` counts orbits, under the group that ``symmetries`` names. A count that was not
    asked for is None; so is one that an engine that does not list was still working on, and others that
    it had finished are then exact. ``note`` is "" or says which limit was reached. ``proof`` is "", or a
    reason why there is no solution, which made the search needless.
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
    proof: str = ""


def refuted(cover: Cover, control: Control, begun: float) -> str:
    """A reason why there is no solution, where a moment's search finds none either; else ""."""
    check_cancelled = cancel_check_of(control, begun)
    try:
        soon = finds_one_soon(cover, choose(cover.problem).engine, check_cancelled)
        return "" if soon else no_solution(cover, check_cancelled)
    except Cancelled:
        return ""  # what follows hears of it at once


class Asked:
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
        self.note = self.proof = ""
        resources = Resources(control.threads, memory)
        self.graph = graph_list(cover, control, resources, engine, unique=unique) if keep else None
        self.finder = first_solution(cover, control, engine, self._doubt) if keep else None
        if self.finder:
            self.plan = choose(cover.problem, first=True)
        else:
            self.plan = _plan(cover, None if self.graph else engine, control)
        self.group = symmetries(puzzle) if unique or symmetry else None
        # Labelled counts of puzzles that may leave copies out differ from solution to solution.
        self.weighed = labelled and has_loose_copies(puzzle)
        self.keep = keep or self.weighed
        saves_work = symmetry and not self.keep and control.limits.solutions is None
        work = work_of(self.cover, self.plan, self.group, keep=self.keep, unique=unique, fold=saves_work)
        self.work = replace(work, refute=self._refute) if engine is None else work
        self.checker = Checker(puzzle)
        self.labelled_so_far = 0
        self.outcome: Outcome | None = None

    def batches(self) -> Generator[Batch, None, Outcome]:
        """The solutions as options; nothing at all, and no search, when the areas cannot add up."""
        if not self.puzzle.areas_fit and self.control.checkpoint is None and self.control.resume is None:
            self.plan = replace(self.plan, reason="the areas of the pieces cannot add up to the board's")
            return Outcome(Status.COMPLETE, 0, 0, 0, 0.0, 1.0)
        if self.finder is not None:
            outcome = yield from self.finder.batches()
            self.proof = self.finder.proof
            return outcome
        if self.graph is None:
            return (yield from batches(self.work, self.control))
        if not self.graph.asked_for:
            begun = time.monotonic()
            self.proof = refuted(self.cover, self.control, begun)
            if self.proof:
                return Outcome(Status.COMPLETE, 0, 0, 0, time.monotonic() - begun, 1.0)
        outcome = yield from self.graph.batches()
        if not self.graph.note or self.graph.asked_for:
            self.note = self.graph.note
            return outcome
        self.graph = None  # too large after all: search
        return (yield from batches(self.work, self.control))

    def _doubt(self, plain: bool) -> str:  # noqa: FBT001 - as Work.refute says
        """A reason why there is no solution, if one is found."""
        try:
            return no_solution(self.cover, cancel_check_of(self.control, time.monotonic()), plain=plain)
        except Cancelled:
            return ""  # what follows hears of it at once

    def _refute(self, check_cancelled: CancelCheck, plain: bool) -> bool:  # noqa: FBT001 - as Work.refute says
        """Whether a reason is found why there is no solution, where the search is expected to take long."""
        if expected_seconds(self.cover, self.plan.engine, check_cancelled) >= DOUBTED_FROM:
            self.proof = no_solution(self.cover, check_cancelled, plain=plain)
        return bool(self.proof)

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
            proof=self.proof,
        )

    @property
    def _engine_name(self) -> str:
        if self.finder is not None:
            return self.finder.name
        return self.plan.engine.name if self.graph is None else FRONTIER.name

    @property
    def _reason(self) -> str:
        if self.finder is not None:
            return self.finder.reason
        if self.graph is None:
            return self.plan.reason
        return (
            "you asked for it" if self.graph.asked_for else "few states lead to many solutions or dead ends"
        )


def _plan(cover: Cover, engine: str | None, control: Control) -> Plan:
    """The planner's choice; a run that is taken up goes on with the engine that it had."""
    if engine is None and control.resume is not None:
        name = files.load(control.resume).question.engine
        if name == RESTARTS:
            raise CheckpointError(
                f"the checkpoint {control.resume} is of a search for one solution by the engine {name!r}; "
                "go on with 'solve', without --all and --limit"
            )
        return replace(choose(cover.problem, name), reason="the checkpoint was made by it")
    return choose(cover.problem, engine, first=control.limits.solutions == 1)


def work_of(
    cover: Cover, plan: Plan, group: Symmetries | None, *, keep: bool, unique: bool, fold: bool
) -> Work:
    """The search that answers: over orbits when they are asked for, or when counting them saves work."""
    whole = Task(cover.forced)
    symmetric = group is not None and not group.trivial and (unique or fold)

    def tasks(loop: StepLoop) -> tuple[Task, ...]:
        probes = max(2, affordable_dives(cover.problem, SIZE_PROBES))
        nodes = expected_nodes(cover.problem, whole, plan.engine, probes, loop.check_cancelled)
        found: tuple[Task, ...] = (whole,)
        # A small tree is searched whole sooner than a good branch item for orbits is found.
        if symmetric and group is not None and (unique or nodes >= FOLD_FROM):
            options, items = group.option_permutations(cover), group.item_permutations(cover)
            found = orbit_tasks(
                cover.problem, cover.forced, options, items, plan.engine, loop.check_cancelled
            )
        steps = reduction_steps(plan.engine, nodes)
        return narrowed(cover.problem, whole, found, steps, loop) if steps else found

    unfold = group is not None and symmetric and unique
    start = Task(cover.forced, Symmetry(group.option_permutations(cover))) if group and unfold else whole
    return Work(cover.problem, plan.engine, start, tasks, keep)


def narrowed(
    problem: CoverProblem, whole: Task, tasks: Sequence[Task], steps: int, loop: StepLoop
) -> tuple[Task, ...]:
    """The same tasks in smaller trees: options that no solution of the whole has are left out beforehand.

    They are in no solution of any task, so nothing about orbits changes. Tasks without solutions go.
    """
    reduction = reduce(problem, whole.prefix, limit=steps, loop=loop)
    loop.check_cancelled()
    if reduction.dead_item is not None:
        return ()
    prefixes = [reduction.decisions(task.prefix) for task in tasks]
    return tuple(
        replace(task, prefix=prefix)
        for task, prefix in zip(tasks, prefixes, strict=True)
        if prefix is not None
    )
