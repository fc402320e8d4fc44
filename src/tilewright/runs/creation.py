"""Plans a run: from a question to the assignment for its workers and the first tasks."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tilewright import __version__
from tilewright.errors import RunError, UnsupportedError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.formats import toml
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.runs.filters import examiner_of
from tilewright.runs.task import Assignment, RunTask
from tilewright.runs.worker import WorkerContext, build_context, tempered
from tilewright.solving.engines.base import (
    Engine,
    Task,
)
from tilewright.solving.engines.native import core_problem
from tilewright.solving.engines.registry import choose
from tilewright.solving.facts import Prepared, prepare
from tilewright.solving.questions import Find, Options, Query
from tilewright.solving.search.partition import (
    START_OPTIONS,
    Part,
    affordable_dives,
    expected_nodes,
    split_tasks,
)
from tilewright.solving.search.precheck import long_search_refuted
from tilewright.solving.search.tree_search import puzzle_search
from tilewright.wording import quoted

MAX_FIRST_TASKS = 4_096
"""Runs begin with at most about so many tasks: those that turn out large are split as they go."""
DEFAULT_TASKS = 256

ID_BYTES = 4
DIVE_FACTOR = 20  # how many times the dives of an ordinary search are made beforehand: a run lasts longer
MAX_DIVES = 64  # for each part, to weigh it: only the order of tasks depends on it
MIN_DIVES = 4


@dataclass(frozen=True)
class RunQuestion:
    """The question of a run.

    ``keep`` stores the solutions, otherwise they are only counted; ``first_only`` ends the run at the first.
    ``unique`` takes one of each orbit. With ``filter``, the name of a filter of solutions, only those that it
    keeps count, one of each orbit, and their levels are stored with them. ``labelled`` also counts solutions
    with identical copies distinct. ``engine`` None leaves the choice
    to the planner. ``tasks`` is about the number of first tasks; ``depth``, where given, makes instead each
    way to make so many choices a task.
    """

    keep: bool
    first_only: bool = False
    unique: bool = False
    engine: str | None = None
    tasks: int = DEFAULT_TASKS
    depth: int | None = None
    filter: str = ""
    labelled: bool = False

    def __post_init__(self) -> None:
        if self.filter:
            object.__setattr__(self, "unique", True)
        if not 1 <= self.tasks <= MAX_FIRST_TASKS:
            raise RunError(f"a run can begin with 1 to {MAX_FIRST_TASKS:,} tasks, not with {self.tasks:,}")


@dataclass(frozen=True)
class NewRun:
    """A run that has not been stored yet: the question, the context of its workers, its first tasks.

    ``proof`` is "", or a reason why there is no solution: then there are no tasks, and nothing to store.
    ``labels`` is how many solutions each one makes with identical copies distinct, None if not counted.
    """

    question: RunQuestion
    context: WorkerContext
    tasks: tuple[RunTask, ...]
    proof: str = ""
    labels: int | None = None

    @property
    def assignment(self) -> Assignment:
        """What its workers must know."""
        return self.context.assignment


def new_run(puzzle: AnyPuzzle, question: RunQuestion) -> NewRun:
    """A run for a puzzle; UnsupportedError when the engine cannot take it.

    The tasks are disjoint and together all, and the same everywhere for the same puzzle and question. There
    may be none, where planning finds that there is no solution; ``proof`` says why, where a sentence can.
    """
    # Workers read the text, so the coordinator does too: the numbers of options must be the same.
    text = toml.dumps(puzzle)
    prepared = prepare(Query(toml.loads(text), Find(), Options(question.engine, question.unique)))
    cover = prepared.cover
    examiner_of(question.filter, cover.puzzle)  # which says what it refuses
    labels = _labels(prepared) if question.labelled else None
    plan = choose(cover.problem, question.engine)
    proof = prepared.facts.simple_reason
    if not proof and question.engine is None:
        proof = long_search_refuted(prepared, plan.engine)
    group = prepared.symmetries
    fold = not question.keep and not question.unique and not group.trivial
    search = puzzle_search(
        cover, plan.engine, lambda: group, keep=question.keep, unique=question.unique, fold=fold
    )
    engine_tasks = () if proof else search.tasks(prepared.loop)
    assignment = Assignment(
        run=secrets.token_hex(ID_BYTES),
        version=__version__,
        puzzle=text,
        engine=plan.engine.name,
        keep=question.keep,
        unique=question.unique,
        # A small tree is searched whole, without symmetry.
        folded=fold and all(task.symmetry is not None for task in engine_tasks),
        digest="",
        filter=question.filter,
    )
    context = build_context(assignment, cover)
    context = replace(context, assignment=replace(assignment, digest=context.digest()))
    if question.depth is not None:
        parts = _split_by_depth(cover.problem, engine_tasks, question.depth)
    elif engine_tasks:
        parts = split_tasks(cover.problem, engine_tasks, plan.engine, most=question.tasks)
    else:
        parts = []
    _weigh(cover.problem, parts, plan.engine)
    total = sum(part.weight for part in parts) or 1.0
    required = [part.task.symmetry.must if part.task.symmetry else () for part in parts]
    tasks = (
        RunTask(number, part.task.prefix, options, part.weight / total)
        for number, (part, options) in enumerate(zip(parts, required, strict=True), start=1)
    )
    return NewRun(question, context, tuple(tasks), proof, labels)


def has_fixed_labels(puzzle: AnyPuzzle) -> bool:
    """Whether each solution makes the same number of solutions with identical copies distinct."""
    return not prepare(Query(puzzle, Find())).loose_pieces


def _labels(prepared: Prepared[Any]) -> int:
    """How many solutions each makes with identical copies distinct; UnsupportedError where that varies."""
    for piece in prepared.loose_pieces:
        raise UnsupportedError(
            f"copies of {quoted(piece.name)} may be left over, so that solutions make different numbers of "
            "labelled ones; 'tilewright count --labelled' counts them"
        )
    return prepared.labels


def _split_by_depth(problem: CoverProblem, tasks: Sequence[Task], choices: int) -> list[Part]:
    """A part for each way to make so many choices, forced ones aside; RunError when there are too many."""
    prefixes = [(task, task.prefix) for task in tasks]
    for level in range(1, choices + 1):
        deeper: list[tuple[Task, tuple[int, ...]]] = []
        for task, prefix in prefixes:
            deeper += [(task, tuple(below)) for below in core_problem(problem).split(prefix, 2)]
            if len(deeper) > MAX_FIRST_TASKS:
                raise RunError(
                    f"a split depth of {choices} makes more than {MAX_FIRST_TASKS:,} tasks already at depth "
                    f"{level}; use a smaller one: large tasks are split during the run"
                )
        prefixes = deeper
    return [Part(replace(task, prefix=prefix)) for task, prefix in prefixes]


def _weigh(problem: CoverProblem, parts: list[Part], engine: Engine) -> None:
    """Give each part the weight that random dives find for it; none where that would take long."""
    count = max(1, len(parts))
    dives = min(MAX_DIVES, DIVE_FACTOR * affordable_dives(problem, MAX_DIVES * len(parts)) // count)
    if dives >= MIN_DIVES and len(parts) * len(problem.options) <= DIVE_FACTOR * START_OPTIONS:
        sizes = [expected_nodes(problem, part.task, engine, dives) for part in parts]
        for part, size in zip(parts, tempered(sizes), strict=True):
            part.weight = size
