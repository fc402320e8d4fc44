"""A search of the tree: a quick trial, then parts on threads; limits, progress, checkpoints, cancellation.

The same problem, tasks and engine give the same solutions in the same order and the same number of
nodes, whatever the number of threads, and however the run was sliced, killed and resumed. (With a
limit of nodes and more than one thread the nodes are exact, but which part spent them is not.)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace

from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.symmetry import Symmetries
from tilewright.exact_cover.translation import Cover
from tilewright.solving.engines.base import (
    Batch,
    Engine,
    Outcome,
    Symmetry,
    Task,
)
from tilewright.solving.search.trial import TreeSearch, TrialSearch
from tilewright.solving.steps import Cancelled, Control, Progress, Returning, Status, StepLoop

FOLD_FROM = 500_000  # expected nodes from which a plain count makes use of the board's symmetries
REDUCED_FROM = 5e6  # expected nodes from which a tenth less of them is worth a reduction
REDUCTION_STEPS = 100_000_000  # at most: about a quarter of a second


def is_folded(nodes: float, *, unique: bool) -> bool:
    """Whether a search of a tree with so many nodes is made over orbits, where symmetries may save work."""
    return unique or nodes >= FOLD_FROM


def is_reduced(nodes: float, engine: Engine) -> bool:
    """Whether options that are in no solution are removed before a search of so many nodes."""
    return engine.gains_by_reduction and nodes >= REDUCED_FROM


def puzzle_search(
    cover: Cover,
    engine: Engine,
    group: Callable[[], Symmetries | None],
    *,
    keep: bool,
    unique: bool,
    fold: bool,
) -> TreeSearch:
    """The search of a puzzle: over orbits with ``unique``, or with ``fold`` where that saves work.

    ``group()`` is asked only where symmetries matter: for a short search they take long.
    """
    whole = Task(cover.forced)

    def symmetries() -> Symmetries | None:
        all_symmetries = group() if unique or fold else None
        return None if all_symmetries is None or all_symmetries.trivial else all_symmetries

    def tasks(loop: StepLoop) -> tuple[Task, ...]:
        from tilewright.solving.search.orbits import orbit_tasks  # here: a trial needs no tasks
        from tilewright.solving.search.partition import affordable_dives, expected_nodes

        check = loop.check_cancelled
        probes = max(2, affordable_dives(cover.problem, engine.dives))
        nodes = expected_nodes(cover.problem, whole, engine, probes, check)
        all_tasks: tuple[Task, ...] = (whole,)
        # A small tree is searched whole faster than a good branch item for orbits is found.
        symmetric = symmetries() if is_folded(nodes, unique=unique) else None
        if symmetric is not None:
            options, items = symmetric.option_permutations(cover), symmetric.item_permutations(cover)
            all_tasks = orbit_tasks(cover.problem, cover.forced, options, items, engine, check, nodes)
        if is_reduced(nodes, engine):
            return narrowed(cover.problem, whole, all_tasks, int(min(nodes, REDUCTION_STEPS)), loop)
        return all_tasks

    first = whole
    symmetric = symmetries() if unique else None
    if symmetric is not None:
        first = Task(cover.forced, Symmetry(symmetric.option_permutations(cover)))
    return TreeSearch(cover.problem, engine, first, tasks, keep)


def narrowed(
    problem: CoverProblem, whole: Task, tasks: Sequence[Task], steps: int, loop: StepLoop
) -> tuple[Task, ...]:
    """The same tasks in smaller trees: options that no solution of the whole has are removed beforehand.

    They are in no solution of any task, so nothing about orbits changes. Tasks without solutions go.
    """
    from tilewright.solving.search.reduction import reduce  # here: few searches are that long

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


def search(work: TreeSearch, control: Control, sink: Callable[[Batch], None] | None = None) -> Outcome:
    """Search, delivering solutions to ``sink`` in order, in batches; how it ended and what was found."""
    steps = Returning(search_batches(work, StepLoop(control)))
    for batch in steps:
        if sink is not None and batch:
            sink(batch)
    return steps.value


def search_batches(work: TreeSearch, loop: StepLoop) -> Generator[Batch, None, Outcome]:
    """Search as a generator of batches of solutions that returns the outcome; closing it ends the search.

    A batch is empty where no solution is at hand and the search goes on.
    """
    control = loop.control
    tried = Outcome(Status.LIMIT, 0, 0, 0, 0.0, 0.0)
    if not control.is_durable:
        trial = TrialSearch(work, loop)
        tried, rows = _tried(trial, tried, loop)
        if rows is not None:
            if rows:
                yield rows
            return tried
    try:
        plain = control.limits.solutions == 1  # more is looked for after a first round
        begins = control.resume is None and not tried.solutions
        if begins and work.refute and work.refute(loop, plain):
            return Outcome(Status.COMPLETE, 0, 0, tried.nodes, loop.seconds, 1.0)
    except Cancelled as cancelled:
        if not control.is_durable:  # else a checkpoint is written if there is time to split the search
            return Outcome(cancelled.status, 0, 0, tried.nodes, loop.seconds, 0.0)
    race, began = None, None
    try:
        race = work.race(tried) if work.race else None
        if race is not None and race.head_start(lambda: race.shown(_progress_of(tried))):
            return tried
        if race is not None and not trial.kept:
            trial.patience = math.inf  # nothing quicker is in sight: parts take a while to set up
            tried, rows = _tried(trial, tried, loop)
            if rows is not None:
                return tried
        from tilewright.solving.search.parts_run import (
            PartsRun,  # here: most searches of small puzzles end before
        )

        began = loop.elapsed
        outcome = yield from PartsRun(work, loop, race).batches()
        engine, won = outcome.engine or work.engine.name, race is not None and race.winner is not None
        status = None if won else outcome.status
        loop.note_effort("search", engine, outcome.nodes, loop.elapsed - began, outcome.share, status)
        return outcome
    except Cancelled as cancelled:
        if began is not None:
            loop.note_effort("search", work.engine.name, 0, loop.elapsed - began, 0.0, cancelled.status)
        return Outcome(cancelled.status, 0, 0, 0, loop.seconds, 0.0)
    finally:
        if race is not None:
            race.rival.close()
            race.note_effort()


def _tried(trial: TrialSearch, before: Outcome, loop: StepLoop) -> tuple[Outcome, Batch | None]:
    """What a trial found that had come as far as ``before``; see :meth:`TrialSearch.run`."""
    began = loop.elapsed
    tried, rows = trial.run()
    status, nodes = None if rows is None else tried.status, tried.nodes - before.nodes
    loop.note_effort("trial", trial.work.engine.name, nodes, loop.elapsed - began, tried.share, status)
    return tried, rows


def _progress_of(outcome: Outcome) -> Progress:
    """That of a trial; its share of the tree is not of what follows."""
    pair = outcome.solutions, outcome.images
    return Progress(0.0, outcome.nodes, *pair, outcome.seconds, None)
