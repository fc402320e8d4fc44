"""Before a long search: is there a reason why it would find nothing?

Reasons are looked for only where a search is expected to take long, and a moment of it has found no
solution. What is looked at depends on the puzzle alone, never on the clock, so that runs repeat.
"""

from __future__ import annotations

from tilewright.exact_cover.translation import Cover
from tilewright.solve.engines.base import Engine, Task
from tilewright.solve.partition import affordable_dives, expected_nodes
from tilewright.solve.planner import node_seconds
from tilewright.solve.stepping import CancelCheck

DOUBTED_FROM = 2.0  # seconds that a search is expected to take from which a reason is looked for
DIVES = 64
MOMENT = 50_000  # nodes of a search that should find a solution where they are not rare
MOMENT_SLICE = 2_000


def expected_seconds(cover: Cover, engine: Engine, check_cancelled: CancelCheck) -> float:
    """What a search for all solutions is expected to take, from a few random dives."""
    dives = max(2, affordable_dives(cover.problem, DIVES))
    return expected_nodes(cover.problem, Task(cover.forced), engine, dives, check_cancelled) * node_seconds(
        engine
    )


def finds_one_soon(cover: Cover, engine: Engine, check_cancelled: CancelCheck) -> bool:
    """Whether a moment's search finds a solution."""
    search = engine.start(cover.problem, Task(cover.forced), 0)
    for _ in range(0, MOMENT, MOMENT_SLICE):
        check_cancelled()
        if search.advance(MOMENT_SLICE) != "running" or search.solutions:
            break
    return search.solutions > 0


def no_solution(cover: Cover, check_cancelled: CancelCheck, *, plain: bool = False) -> str:
    """A reason why there is no solution, as a sentence; "" when none shows at a quick look.

    With ``plain`` only what takes no time: who wants one solution waits for no deeper ones at first.
    """
    from tilewright.solve.infeasibility import (  # here: few searches are long enough to be doubted
        plain_steps,
        quick_steps,
    )

    look = plain_steps if plain else quick_steps
    for reason in look(cover.puzzle, cover.placements):
        check_cancelled()
        if reason is not None:
            return reason.sentence
    return ""
