"""Whether an engine that visits far fewer nodes, each of which takes longer, searches a tree sooner.

Estimates by random dives do not tell: they are wrong by more than the engines differ. So both search the same
small pieces of the tree to their ends. Effort is counted in nodes, at what each is expected to take, so that
the choice depends neither on the clock nor on the number of threads.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.base import (
    Engine,
    Task,
)
from tilewright.solving.engines.native import core_problem
from tilewright.solving.search.partition import Part
from tilewright.solving.steps import StepLoop, StepSize

LONG_SECONDS = 0.2  # that a search is expected to take, from which engines are compared
PIECES = 8  # of each part, of which one is searched
SHARE, MOST_SECONDS = 0.005, 0.25  # of the effort that is expected, and at most, for the first engine and all
# pieces together
LARGE = 0.2  # of that, for a piece
TELLING_SECONDS = 5e-4  # of effort on the pieces: less says nothing
FIRST_STEP = 16  # nodes
GOLDEN = (5**0.5 - 1) / 2
GAIN = 0.7  # of the effort of the first engine, at most, for which the other one takes its place


def relative_effort(
    problem: CoverProblem,
    parts: Sequence[Part],
    engine: Engine,
    other: Engine,
    expected: float,
    loop: StepLoop,
) -> float:
    """The effort of the other engine relative to that of the first one; infinite where it is not less.

    The parts are those of the whole search, which is expected to take so many seconds by the first engine.
    Cancelled when the loop is.
    """
    if expected < LONG_SECONDS:
        return math.inf
    # In an order that jumps about, the same everywhere: neighbours are alike.
    pieces = [part for _, part in sorted(enumerate(parts), key=lambda pair: pair[0] * GOLDEN % 1)]
    left = min(SHARE * expected, MOST_SECONDS)
    most = LARGE * left
    spent = other_spent = 0.0
    for number, part in enumerate(pieces):
        if left <= 0:
            break
        loop.check_cancelled()
        prefixes = core_problem(problem).split(part.task.prefix, PIECES)
        if not prefixes:
            continue  # nothing to search
        piece = replace(part.task, prefix=tuple(prefixes[number % len(prefixes)]))
        effort = _effort(problem, piece, engine, most, loop)
        other_effort = _effort(problem, piece, other, effort / GAIN, loop)
        left -= effort
        # A piece that is not done takes at least so much. One that neither engine does tells nothing.
        if effort < most or other_effort < most / GAIN:
            spent += effort
            other_spent += other_effort
    return other_spent / spent if spent > TELLING_SECONDS and other_spent < GAIN * spent else math.inf


def _effort(problem: CoverProblem, task: Task, engine: Engine, most: float, loop: StepLoop) -> float:
    """The effort of a search for all solutions of a task, in seconds; ``most`` where it is not less."""
    node_seconds = engine.seconds_of_node(problem)
    search, nodes, complete = engine.start(problem, task, 0), int(most / node_seconds) + 1, False

    def advance(units: int) -> bool:
        nonlocal complete
        complete = search.advance(min(units, nodes - search.nodes)) == "complete"
        return complete or search.nodes >= nodes

    loop.run(advance, StepSize(FIRST_STEP))
    return min(most, search.nodes * node_seconds) if complete else most
