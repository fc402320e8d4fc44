"""Answers about puzzles: count, solve, estimate, and more. Verified solutions and numbers come out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import to_cover
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Solution
from tilewright.solve.counting import Counting
from tilewright.solve.engines.base import Limits, Progress, Status
from tilewright.solve.engines.counters import KASTELEYN
from tilewright.solve.engines.frontier.setup import order_of
from tilewright.solve.engines.frontier.sweep import Query
from tilewright.solve.engines.reference import REFERENCE
from tilewright.solve.engines.registry import ENGINES
from tilewright.solve.estimation.sweep_size import Forecast
from tilewright.solve.estimation.sweep_size import forecast as forecast_query
from tilewright.solve.estimation.tree_size import DIVES, Estimate, estimate_tasks
from tilewright.solve.feasibility_precheck import DOUBTED_FROM
from tilewright.solve.planner import CountPlan, Plan, choose
from tilewright.solve.prepared import Answer, Asked, refuted, work_of
from tilewright.solve.resources import Resources, default_threads
from tilewright.solve.stepping import Cancelled, Control, StepLoop

if TYPE_CHECKING:
    from tilewright.solve.count_by_piece import Distribution, count_by
    from tilewright.solve.count_modulo import Residue, count_modulo
    from tilewright.solve.engines.sequential_monte_carlo import PopulationEstimate
    from tilewright.solve.optimisation import Optimum, Sample, optimise, sample

__all__ = [
    "Answer",
    "Distribution",
    "Estimate",
    "Forecast",
    "Limits",
    "Optimum",
    "PopulationEstimate",
    "Progress",
    "Residue",
    "Sample",
    "Status",
    "count",
    "count_by",
    "count_modulo",
    "determinants_refuse",
    "estimate",
    "estimate_solutions",
    "first",
    "forecast",
    "optimise",
    "population_pays",
    "population_refuses",
    "sample",
    "solutions",
    "solve",
]

_HOMES = {
    "Distribution": "count_by_piece",
    "Optimum": "optimisation",
    "PopulationEstimate": "engines.sequential_monte_carlo",
    "Residue": "count_modulo",
    "Sample": "optimisation",
    "count_by": "count_by_piece",
    "count_modulo": "count_modulo",
    "optimise": "optimisation",
    "sample": "optimisation",
}
"""The modules of the questions that stand elsewhere, imported when asked, so that ``solve`` does not wait."""


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"tilewright.solve.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


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
    searches the whole tree even where the board's symmetries would save work. ``threads``
    None: all cores that the process may use.
    Where it pays, nothing is listed: see ``frontier`` and ``kasteleyn`` in docs/explanation/engines.md.
    ``memory`` bounds the bytes of their tables (None: half of what is free); ``order`` names items (cells as
    ``(x, y)``, pieces by name) that the engine frontier is to go through first.
    """
    from tilewright.solve.count_plan import count_plan

    control = Control(limits, threads or default_threads(), on_progress, cancel, checkpoint, resume)
    resources = Resources(threads or default_threads(), memory)
    cover = to_cover(puzzle)
    plan = count_plan(
        cover, engine, control, resources, order, labelled=labelled, unique=unique, symmetry=symmetry
    )
    if plan is None:
        asked = Asked(cover, control, engine, unique=unique, labelled=labelled, keep=False, symmetry=symmetry)
        return asked.answer(None)
    if engine is None and plan.seconds >= DOUBTED_FROM and control.checkpoint is control.resume is None:
        begun = time.monotonic()
        proof = refuted(cover, control, begun)
        if proof:
            return _none(plan, proof, time.monotonic() - begun, unique=unique, labelled=labelled)
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


def _none(plan: CountPlan, proof: str, seconds: float, *, unique: bool, labelled: bool) -> Answer:
    """The answer that there is no solution, by a reason and without the count that was planned."""
    return Answer(
        Status.COMPLETE, 0, 0 if labelled else None, 0 if unique else None, "", 0, seconds,
        plan.counter.name, plan.reason, 1.0, proof=proof,
    )  # fmt: skip


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
    seed: int = 0,
) -> Answer:
    """Hand each solution to ``sink``, verified, one at a time; with ``unique`` one of each orbit.

    The order is the same for any number of threads. A search for one solution (``limits.solutions``
    1) looks into all parts of the tree in turn, so its solution need not be the first of a full search.
    ``memory`` bounds the bytes of the graph of states (None: half of what is free), which the engine
    frontier makes and walks through; without an engine it is used where that is expected to pay. ``seed``
    decides the chances that the engine restarts takes.
    """
    control = Control(limits, threads or default_threads(), on_progress, cancel, checkpoint, resume, seed)
    cover = to_cover(puzzle)
    asked = Asked(
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
    control = Control(limits, threads or default_threads(), on_progress, cancel, checkpoint, resume)
    cover = to_cover(puzzle)
    asked = Asked(cover, control, engine, unique=unique, labelled=False, keep=True, symmetry=symmetry)
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
    loop = StepLoop(Control(cancel=cancel))
    found: list[Estimate] = []
    for each in (best, *others):
        work = work_of(cover, Plan(each, ""), group, keep=False, unique=unique, fold=symmetry)
        try:
            tasks = work.tasks(loop)
            guess = estimate_tasks(
                cover.problem,
                tasks,
                each,
                unfold=not unique,
                dives=dives,
                seed=seed,
                check_cancelled=loop.check_cancelled,
            )
        except Cancelled:
            break
        found.append(guess)
    return tuple(found)


def estimate_solutions(
    puzzle: AnyPuzzle,
    *,
    states: int | None = None,
    repetitions: int | None = None,
    seed: int = 0,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> PopulationEstimate | None:
    """How many solutions the puzzle has, by runs that keep a sample of the partial solutions.

    It is meant for large packings, where random dives come to no solution. None when ``cancel`` was set
    before two runs were over.
    """
    from tilewright.solve.engines import sequential_monte_carlo

    try:
        return sequential_monte_carlo.estimate_solutions(
            to_cover(puzzle),
            states=sequential_monte_carlo.STATES if states is None else states,
            repetitions=sequential_monte_carlo.REPETITIONS if repetitions is None else repetitions,
            seed=seed,
            loop=StepLoop(Control(on_progress=on_progress, cancel=cancel)),
        )
    except Cancelled:
        return None


def population_refuses(puzzle: AnyPuzzle) -> str:
    """Why ``estimate_solutions`` cannot take this puzzle, as a sentence; "" when it can."""
    from tilewright.solve.engines import sequential_monte_carlo

    return sequential_monte_carlo.refusal(to_cover(puzzle))


def population_pays(puzzle: AnyPuzzle) -> bool:
    """Whether ``estimate_solutions`` is to be asked rather than ``estimate``: a large packing."""
    from tilewright.solve.engines import sequential_monte_carlo

    return sequential_monte_carlo.pays(to_cover(puzzle))


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
