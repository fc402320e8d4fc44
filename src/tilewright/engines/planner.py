"""The planner: which engine takes a problem, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright.cover import CoverProblem
from tilewright.engines.contract import Engine
from tilewright.engines.registry import ENGINES, engine_for


@dataclass(frozen=True)
class Plan:
    """The engine that was chosen, and why, as a sentence."""

    engine: Engine
    reason: str


@dataclass(frozen=True)
class Features:
    """What the rules look at.

    ``frontier`` is how far apart, in the order of items, neighbouring items lie at most: the width of a
    rectangle whose cells are numbered line by line; 0 when nothing is known about neighbours.
    """

    options: int
    items: int
    plain: bool  # each primary item is covered exactly once
    coloured: bool
    frontier: int

    @classmethod
    def of(cls, problem: CoverProblem) -> Features:
        """The features of a problem."""
        return cls(
            options=len(problem.options),
            items=len(problem.items),
            plain=all(bound == (1, 1) for bound in problem.bounds),
            coloured=any(colour for uses in problem.options for _, colour in uses),
            frontier=max(
                (abs(item - other) for item, row in enumerate(problem.near) for other in row), default=0
            ),
        )


@dataclass(frozen=True)
class Rule:
    """An engine, when it is the one to take, and the reason in words (features by name in braces)."""

    engine: str
    holds: Callable[[Features], bool]
    reason: str


NARROW = 5  # cells: up to here a sweep beats minimum remaining values on all pentomino boards
DENSE_SIZE = 10_000_000  # options times items: bits of the rows that the top of the tree is judged by

# The first rule that holds, and whose engine takes the problem, decides.
RULES = (
    Rule(
        "bitmask",
        lambda f: f.plain and not f.coloured and 0 < f.frontier <= NARROW,
        "the board is narrow ({frontier} cells), so a fixed order of cells leaves few choices",
    ),
    Rule(
        "dense",
        lambda f: f.options * f.items <= DENSE_SIZE,
        "{options:,} options for {items:,} items fit in rows of bits",
    ),
    Rule(
        "dancing",
        lambda f: True,
        "{options:,} options for {items:,} items are many: lists take the least work",
    ),
)


def choose(problem: CoverProblem, engine: str | None = None) -> Plan:
    """The plan for a problem; ``engine`` overrides (UnsupportedError when it cannot take the problem)."""
    if engine is not None:
        return Plan(engine_for(engine, problem), "you asked for it")
    features = Features.of(problem)
    for rule in RULES:
        if rule.holds(features) and not ENGINES[rule.engine].unsupported(problem):
            return Plan(ENGINES[rule.engine], rule.reason.format(**vars(features)))
    return Plan(ENGINES["reference"], "no other engine takes the problem")
