"""Strategies of other packages, which the planner asks before it chooses one itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tilewright.registry import Registry
from tilewright.solving.facts import Prepared
from tilewright.solving.strategies.base import Strategy


@dataclass(frozen=True)
class StrategyPlan:
    """A way to answers that another package adds, by an entry point of the group ``tilewright.strategies``.

    ``plan(facts)`` gives the strategy for a question where it answers that, else None; it looks at the puzzle
    and the question and searches nothing. It is not asked where the query names an engine, has limits of
    solutions or nodes, or keeps a checkpoint. ``summary`` says what it does.
    """

    name: str
    summary: str
    plan: Callable[[Prepared[Any]], Strategy | None]


STRATEGIES: Registry[StrategyPlan] = Registry("tilewright.strategies", {})


def registered_strategy(facts: Prepared[Any]) -> Strategy | None:
    """The first strategy of another package that answers a query; None without one."""
    limits, control = facts.query.control.limits, facts.query.control
    if facts.requested or control.is_durable or limits.solutions is not None or limits.nodes is not None:
        return None
    return next((strategy for each in STRATEGIES.values() if (strategy := each.plan(facts))), None)
