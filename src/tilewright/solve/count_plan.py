"""Whether a count lists solutions or not: what was asked for, what a checkpoint holds, what pays."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from tilewright.errors import UnsupportedError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import Cover
from tilewright.solve.counting import has_loose_copies, labels_fit
from tilewright.solve.engines.counters import FRONTIER, Counter
from tilewright.solve.engines.frontier.setup import order_of
from tilewright.solve.engines.frontier.sweep import Query
from tilewright.solve.engines.frontier.sweep_checkpoint import is_sweep
from tilewright.solve.planner import CountPlan, choose, choose_counter, named_counter
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import Cancelled, Control, cancel_check_of


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
    why = "you asked for it"
    if engine is None and control.resume is not None:
        if not is_sweep(control.resume):
            return None
        engine, why = FRONTIER.name, "the checkpoint was made by it"
    if engine is None and order:
        engine, why = FRONTIER.name, "it alone takes an order of items"
    if engine is not None:
        plan = named_counter(engine, query)
        if plan is not None:
            plan = replace(plan, reason=why)
            _check(plan.counter, control)
        if order and (plan is None or plan.counter is not FRONTIER):
            raise UnsupportedError(
                f"the engine {engine!r} goes its own way: only frontier takes an order of items"
            )
        return plan
    told_apart = labelled and has_loose_copies(cover.puzzle)
    if told_apart and not labels_fit(cover.puzzle):
        return None
    if not cover.puzzle.areas_fit or control.limits.solutions is not None or control.limits.nodes is not None:
        return None

    def folds() -> int:
        return len(symmetries(cover.puzzle).members) if unique or symmetry else 1

    try:
        listing = choose(cover.problem).engine
        plan = choose_counter(
            query,
            listing,
            symmetries=folds,
            resources=resources,
            check_cancelled=cancel_check_of(control, time.monotonic()),
            durable=control.checkpoint is not None,
        )
    except Cancelled:
        return None  # the search that follows hears of it at once
    if plan is not None and plan.counter is not FRONTIER and told_apart:
        return CountPlan(FRONTIER, "copies that may be left over are told apart by a sweep only")
    return plan


def _check(counter: Counter, control: Control) -> None:
    """UnsupportedError when the run is to be limited or kept in a way that a counter cannot."""
    if control.limits.solutions is not None:
        raise UnsupportedError(
            f"the engine {counter.name!r} counts all at once: it cannot stop after some solutions"
        )
    if counter is not FRONTIER and (control.checkpoint is not None or control.resume is not None):
        raise UnsupportedError(f"the engine {counter.name!r} keeps no checkpoints; frontier does")
