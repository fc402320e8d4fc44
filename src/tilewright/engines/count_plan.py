"""Whether a count lists solutions or not: what was asked for, what a checkpoint holds, what pays."""

from __future__ import annotations

import time
from collections.abc import Sequence

from tilewright.cover import Cover
from tilewright.engines.counters import FRONTIER
from tilewright.engines.frontier import Query
from tilewright.engines.frontier_files import is_sweep
from tilewright.engines.parts import Stopped
from tilewright.engines.planner import CountPlan, choose, choose_counter, named_counter
from tilewright.engines.resources import Resources
from tilewright.engines.run import Control, heed_of
from tilewright.engines.totals import has_loose_copies, order_of
from tilewright.errors import UnsupportedError
from tilewright.symmetry import symmetries


def count_plan(
    cover: Cover,
    engine: str | None,
    control: Control,
    resources: Resources,
    order: Sequence[str] | None,
    *,
    labelled: bool,
    unique: bool,
    symmetry: bool,
) -> CountPlan | None:
    """The engine that counts without listing, when one is asked for or pays; else None."""
    query = Query(cover.problem, cover.forced, order=order_of(cover, order or ()))
    if engine is None and control.resume is not None:
        taken_up = is_sweep(control.resume)
        return CountPlan(FRONTIER, "the checkpoint was made by it") if taken_up else None
    if engine is None and order:
        engine = FRONTIER.name  # the only one that an order of items speaks to
    if engine is not None:
        plan = named_counter(engine, query)
        if plan is not None and control.limits.solutions is not None:
            raise UnsupportedError(
                f"the engine {engine!r} counts all at once: it cannot stop after some solutions"
            )
        if order and (plan is None or plan.counter is not FRONTIER):
            raise UnsupportedError(
                f"the engine {engine!r} goes its own way: only frontier takes an order of items"
            )
        return plan
    if not cover.puzzle.areas_fit or control.limits.solutions is not None or control.limits.nodes is not None:
        return None

    def folds() -> int:
        return len(symmetries(cover.puzzle).members) if unique or symmetry else 1

    try:
        listing = choose(cover.problem).engine
        plan = choose_counter(
            query, listing, symmetries=folds, resources=resources, heed=heed_of(control, time.monotonic())
        )
    except Stopped:
        return None  # the search that follows hears of it at once
    if plan is not None and plan.counter is not FRONTIER and labelled and has_loose_copies(cover.puzzle):
        return CountPlan(FRONTIER, "copies that may be left over are told apart by a sweep only")
    return plan
