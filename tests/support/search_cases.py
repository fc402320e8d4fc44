"""Searches whose solutions are many and evenly spread, for the tests of what runs them.

Imports little: a test starts processes that run these searches, and kills them.
"""

from __future__ import annotations

from itertools import combinations

from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.base import (
    Batch,
    Outcome,
    Task,
)
from tilewright.solving.engines.registry import ENGINES
from tilewright.solving.search.tree_search import search
from tilewright.solving.search.trial import TreeSearch
from tilewright.solving.steps import Control


def matchings(points: int) -> CoverProblem:
    """Perfect matchings of a complete graph: 1 * 3 * 5 * ... solutions, evenly spread."""
    options = tuple(((i, 0), (j, 0)) for i, j in combinations(range(points), 2))
    return CoverProblem(tuple(map(str, range(points))), ((1, 1),) * points, options)


def work(problem: CoverProblem, engine: str = "dancing-cells", *, keep: bool = True) -> TreeSearch:
    return TreeSearch(problem, ENGINES[engine], Task(), lambda loop: (Task(),), keep)


def collected(task: TreeSearch, control: Control) -> tuple[Batch, Outcome]:
    solutions: Batch = []
    outcome = search(task, control, solutions.extend)
    return solutions, outcome


SMALL = work(matchings(10))  # 945 solutions
LARGE = work(matchings(14))  # 135,135 solutions: more than a trial's worth
