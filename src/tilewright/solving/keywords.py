"""From the keywords of a function of ``api`` to its query, and to the answer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Solution
from tilewright.solving.driver import run
from tilewright.solving.facts import prepare
from tilewright.solving.planner import plan, plan_confirmed
from tilewright.solving.questions import Answer, Find, Options, Query, Question, Result
from tilewright.solving.resources import Resources, default_threads
from tilewright.solving.settings import check_combination
from tilewright.solving.steps import Control, Limits, Progress, check_amount
from tilewright.wording import quoted

if TYPE_CHECKING:
    from tilewright.model.levels import LevelRange, Levels
    from tilewright.solving.strategies.filtering import SolutionFilter


def control_of(
    threads: int | None,
    limits: Limits,
    on_progress: Callable[[Progress], None] | None,
    cancel: threading.Event | None,
    checkpoint: Path | None = None,
    resume: Path | None = None,
    restart: bool = False,  # noqa: FBT001 - as the keywords of the functions
    on_resume: Callable[[str], None] | None = None,
    seed: int = 0,
) -> Control:
    if not isinstance(limits, Limits):
        raise UnsupportedError(
            f"the limits are {quoted(limits)}; expected Limits(solutions=, nodes=, seconds=)"
        )
    if threads is not None:
        check_amount(threads, "threads", 1)
    if restart:
        durable = {"checkpoint": checkpoint, "resume": resume, "restart": restart}
        check_combination([name for name, value in durable.items() if value is not None])
    saved, read = (None if path is None else Path(path) for path in (checkpoint, resume))
    count = threads or default_threads()
    control = Control(limits, count, on_progress, cancel, saved, read, seed)
    return replace(control, restart=restart, on_resume=on_resume)


def filtering_of(
    only: str | None,
    min_level: int | None,
    max_level: int | None,
    options: Options,
    control: Control,
    *,
    confirm: bool = False,
    sort: str | None = None,
) -> tuple[SolutionFilter, LevelRange] | None:
    """The filter and the levels that are asked for; UnsupportedError for what does not go with a filter."""
    if only is None and min_level is None and max_level is None and sort is None:
        return None
    given = {
        "only": only is not None,
        "min_level": min_level is not None,
        "max_level": max_level is not None,
        "sort": sort is not None,
        "confirm": confirm,
        "order": bool(options.order),
        "checkpoint": control.is_durable,
        "seed": control.seed != 0,
    }
    check_combination([name for name, is_given in given.items() if is_given])
    for name, level in (("min_level", min_level), ("max_level", max_level)):
        if level is not None:
            check_amount(level, name, 0)
    if only is None:
        return None
    if not options.symmetry:
        raise UnsupportedError("only and symmetry=False cannot be combined")
    if min_level is not None and max_level is not None and min_level > max_level:
        raise UnsupportedError(f"min_level {min_level} is above max_level {max_level}")
    from tilewright.model.levels import LevelRange
    from tilewright.solving.strategies.filtering import filter_named

    return filter_named(only), LevelRange(min_level, max_level)


def answer_kept(
    puzzle: AnyPuzzle,
    filtering: tuple[SolutionFilter, LevelRange],
    sink: Callable[[Solution, Levels], object],
    options: Options,
    control: Control,
    memory: int | None,
) -> Answer:
    """The answer about the solutions that a filter keeps, each delivered with its levels."""
    chosen, wanted = filtering
    return solve_filtered(
        puzzle,
        chosen,
        sink=lambda solution, value: sink(solution, value.levels),
        wanted=wanted,
        labelled=options.labelled,
        engine=options.engine,
        threads=control.threads,
        limits=control.limits,
        memory=memory,
        on_progress=control.on_progress,
        cancel=control.cancel,
    )


def solve_filtered(
    puzzle: AnyPuzzle,
    chosen: SolutionFilter,
    *,
    sink: Callable[[Solution, Any], object],
    wanted: LevelRange | None = None,
    labelled: bool = False,
    engine: str | None = None,
    threads: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    memory: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> Answer:
    """Deliver each solution that has a property and levels in a range, one of each orbit, with its finding.

    ``limits.solutions`` bounds the solutions that are kept; the answer counts the solutions of their orbits,
    as :func:`tilewright.solving.api.count` does. ``memory`` bounds the bytes of all examinations together
    (None: half of what is free). UnsupportedError when the puzzle has no board, and where the property has
    no meaning.
    """
    from tilewright.model.exact_cover_puzzle import require_board
    from tilewright.model.levels import LevelRange
    from tilewright.solving.strategies.filtering import Filtered

    if memory is not None:
        check_amount(memory, "memory", 0)
    count = threads or default_threads()
    control = Control(replace(limits, solutions=None), count, on_progress, cancel)
    options = Options(engine, unique=True, labelled=labelled)
    facts = prepare(Query(require_board(puzzle), Find(), options, control, Resources(count, memory)))
    listing = plan(facts)
    kept = wanted or LevelRange()
    return run(facts, Filtered(listing.engine, listing.reason, listing, chosen, sink, kept, limits.solutions))


def answer_to(
    puzzle: AnyPuzzle,
    question: Question[Result],
    options: Options,
    control: Control,
    memory: int | None = None,
    *,
    confirm: bool = False,
) -> Result:
    if memory is not None:
        check_amount(memory, "memory", 0)
    query = Query(puzzle, question, options, control, Resources(control.threads, memory))
    with continuing_query(query) as continued:
        facts = prepare(continued)
        return run(facts, plan_confirmed(facts) if confirm else plan(facts))


@contextmanager
def continuing_query(query: Query[Result]) -> Iterator[Query[Result]]:
    """The query with the checkpoint that it continues, if it has one."""
    if not query.control.is_durable:
        yield query
        return
    from tilewright.solving.continuation import continuing  # here: few searches keep one

    with continuing(query.control, query.words) as control:
        yield replace(query, control=control)
