"""A question becomes a run: the assignment for its workers, and the first tasks."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tilewright import __version__
from tilewright.errors import RunError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import CoverProblem, to_cover
from tilewright.formats import toml
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.runs.task import Assignment, RunTask
from tilewright.runs.worker import Bench, digest_of, make_bench, tempered
from tilewright.solve.engines.base import Engine, Task
from tilewright.solve.engines.native import core_problem
from tilewright.solve.partition import START_OPTIONS, Part, affordable_dives, expected_nodes, split_tasks
from tilewright.solve.planner import choose
from tilewright.solve.stepping import StepLoop
from tilewright.solve.tree_search import puzzle_search

MOST_FIRST_TASKS = 4_096
"""Runs begin with at most about so many tasks: those that turn out large are split as they go."""

ID_BYTES = 4
PATIENCE = 20
"""How many times the dives that a search in one sitting has are made beforehand: a run lasts."""
MOST_DIVES = 64  # for each part, to weigh it: large ones are to come first, no more rests on it
LEAST_DIVES = 4


@dataclass(frozen=True)
class RunQuestion:
    """What is asked of a run.

    ``keep`` stores the solutions, otherwise they are only counted; ``one`` ends the run at the first.
    ``unique`` takes one of each orbit. ``engine`` None leaves the choice to the planner. ``tasks`` is about
    how many the run is to begin with; ``depth``, where it is given, says instead that each way to make so
    many choices is a task.
    """

    keep: bool
    one: bool = False
    unique: bool = False
    engine: str | None = None
    tasks: int = 256
    depth: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.tasks <= MOST_FIRST_TASKS:
            raise RunError(f"a run can begin with 1 to {MOST_FIRST_TASKS:,} tasks, not with {self.tasks:,}")


@dataclass(frozen=True)
class NewRun:
    """A run that has not been stored yet: its bench, its first tasks, and the question."""

    question: RunQuestion
    bench: Bench
    tasks: tuple[RunTask, ...]

    @property
    def assignment(self) -> Assignment:
        """What its workers are told."""
        return self.bench.assignment


def new_run(puzzle: AnyPuzzle, question: RunQuestion) -> NewRun:
    """A run for a puzzle; UnsupportedError when the engine cannot take it.

    The tasks are disjoint and together all: the same for the same puzzle and question everywhere. There may
    be none, where planning finds that there is no solution.
    """
    # Workers read the text, so the coordinator does too: the numbers of options must be the same.
    text = toml.dumps(puzzle)
    cover = to_cover(toml.loads(text))
    plan = choose(cover.problem, question.engine)
    group = symmetries(cover.puzzle)
    fold = not question.keep and not question.unique and not group.trivial
    search = puzzle_search(cover, plan.engine, group, keep=question.keep, unique=question.unique, fold=fold)
    found = search.tasks(StepLoop())
    assignment = Assignment(
        run=secrets.token_hex(ID_BYTES),
        version=__version__,
        puzzle=text,
        engine=plan.engine.name,
        keep=question.keep,
        unique=question.unique,
        # A small tree is searched whole, without symmetry.
        folded=fold and all(task.symmetry is not None for task in found),
        digest="",
    )
    bench = make_bench(assignment, cover)
    bench = replace(bench, assignment=replace(bench.assignment, digest=digest_of(bench)))
    if question.depth is not None:
        parts = _by_depth(bench.cover.problem, found, question.depth)
    else:
        parts = split_tasks(bench.cover.problem, found, plan.engine, most=question.tasks) if found else []
    _weigh(bench.cover.problem, parts, plan.engine)
    return NewRun(question, bench, _numbered(parts))


def _by_depth(problem: CoverProblem, tasks: Sequence[Task], choices: int) -> list[Part]:
    """A part for each way to make so many choices, forced ones aside; RunError when it makes too many."""
    prefixes = [(task, task.prefix) for task in tasks]
    for level in range(1, choices + 1):
        deeper: list[tuple[Task, tuple[int, ...]]] = []
        for task, prefix in prefixes:
            deeper += [(task, tuple(below)) for below in core_problem(problem).split(prefix, 2)]
            if len(deeper) > MOST_FIRST_TASKS:
                raise RunError(
                    f"a split depth of {choices} makes more than {MOST_FIRST_TASKS:,} tasks at depth {level} "
                    "already; large tasks are split as the run goes, so a smaller depth will do"
                )
        prefixes = deeper
    return [Part(replace(task, prefix=prefix)) for task, prefix in prefixes]


def _weigh(problem: CoverProblem, parts: list[Part], engine: Engine) -> None:
    """Give each part the weight that random dives find for it; none where that would take long."""
    dives = min(
        MOST_DIVES, PATIENCE * affordable_dives(problem, MOST_DIVES * len(parts)) // max(1, len(parts))
    )
    if dives >= LEAST_DIVES and len(parts) * len(problem.options) <= PATIENCE * START_OPTIONS:
        sizes = [expected_nodes(problem, part.task, engine, dives) for part in parts]
        for part, size in zip(parts, tempered(sizes), strict=True):
            part.weight = size


def _numbered(parts: list[Part]) -> tuple[RunTask, ...]:
    total = sum(part.weight for part in parts) or 1.0
    return tuple(
        RunTask(number, part.task.prefix, _must(part.task), part.weight / total)
        for number, part in enumerate(parts, start=1)
    )


def _must(task: Task) -> tuple[int, ...]:
    return () if task.symmetry is None else task.symmetry.must
