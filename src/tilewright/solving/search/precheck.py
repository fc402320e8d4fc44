"""Before a search: is there a reason why it would find nothing? Every way to a search asks here.

- :func:`simple_reason` takes no time, so it is asked before everything else: then nothing is searched.
- :func:`long_search_refuted` and :func:`no_solution` take up to a second, so they are asked only where a
  search is expected to take long, and a short one has found no solution.

The checks depend on the puzzle alone, never on the clock, so that runs repeat.
"""

from __future__ import annotations

from typing import Protocol

from tilewright.exact_cover.translation import Cover
from tilewright.solving.engines.base import (
    Engine,
    Task,
)
from tilewright.solving.steps import CancelCheck, StepLoop

PRECHECK_FROM = 2.0  # seconds that a search is expected to take from which a reason is sought
REFUTING_DIVES = 64  # at least: fewer mostly show a tree as too small, and a reason would not be looked for
SHORT_SEARCH = 50_000  # nodes of a search that should find a solution where they are not rare
STEP = 2_000


class PreparedSearch(Protocol):
    """What is asked of a prepared query: its cover problem, its clock, and the expected size of a search."""

    @property
    def cover(self) -> Cover: ...
    @property
    def loop(self) -> StepLoop: ...
    def search_nodes(self, engine: Engine, times: int = 1) -> float: ...


def simple_reason(cover: Cover) -> str:
    """Why there is no solution, as a sentence, where areas, single cells or pieces show it; else "".

    Only where there is a reason does this take time.
    """
    if cover.puzzle.areas_fit and not cover.problem.has_uncoverable_item(cover.forced):
        return ""
    from tilewright.solving.infeasibility import simple  # here: few puzzles have no solution

    reason = simple(cover.puzzle, cover.placements)
    return reason.sentence if reason is not None else ""


def is_long(prepared: PreparedSearch, engine: Engine) -> bool:
    """Whether a search for all solutions by an engine is expected to take so long that a reason is sought."""
    nodes = prepared.search_nodes(engine, max(1, REFUTING_DIVES // engine.dives))
    return nodes * engine.seconds_of_node(prepared.cover.problem) >= PRECHECK_FROM


def long_search_refuted(prepared: PreparedSearch, engine: Engine) -> str:
    """As ``no_solution``, for what begins with no trial of its own: "" where a short search finds a solution.

    Cancelled when the loop of ``prepared`` is cancelled.
    """
    if not is_long(prepared, engine):
        return ""
    cover, check_cancelled = prepared.cover, prepared.loop.check_cancelled
    search = engine.start(cover.problem, Task(cover.forced), 0)
    while search.nodes < SHORT_SEARCH and not search.solutions:
        check_cancelled()
        if search.advance(STEP) != "running":
            break
    return "" if search.solutions else no_solution(cover, check_cancelled)


def no_solution(cover: Cover, check_cancelled: CancelCheck, *, plain: bool = False) -> str:
    """A reason why there is no solution, as a sentence; "" when none shows at a quick look.

    With ``plain`` only what takes no time.
    """
    from tilewright.solving.infeasibility import quick_steps  # here: few searches are that long

    for reason in quick_steps(cover.puzzle, cover.placements, plain=plain):
        check_cancelled()
        if reason is not None:
            return reason.sentence
    return ""
