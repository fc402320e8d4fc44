"""What the tests of gunport's frontier engine share: its arrangements and answer at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from dataclasses import replace

from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.families.gunport.engines.frontier import optimal_arrangements
from tilewright.families.gunport.query import GunportAnswer, GunportQuery, SolveOptions
from tilewright.solving.steps import Limits, Progress

DOMINO_RULES = Rules()


def arrangements_of(
    board: GunportBoard, rules: Rules = DOMINO_RULES, *, unique: bool = False
) -> Generator[Arrangement, None, GunportAnswer]:
    """All optimal arrangements, one by one."""
    return optimal_arrangements(board, rules, GunportQuery(arrangements=None, unique=unique), SolveOptions())


def solve_by_frontier(
    board: GunportBoard,
    rules: Rules = DOMINO_RULES,
    *,
    unique: bool = False,
    arrangements: int | None = 1,
    sample: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    memory: int | None = None,
    limits: Limits | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> GunportAnswer:
    """The engine's answer, with the arrangements that were asked for."""
    query = GunportQuery(arrangements=arrangements, unique=unique, sample=sample, seed=seed)
    options = SolveOptions(threads, memory, limits or Limits(), on_progress, cancel)
    steps = optimal_arrangements(board, rules, query, options)
    all_arrangements = []
    while True:
        try:
            all_arrangements.append(next(steps))
        except StopIteration as end:
            answer: GunportAnswer = end.value
            return replace(answer, arrangements=tuple(all_arrangements)) if all_arrangements else answer
