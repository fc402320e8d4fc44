"""The parts of a run: a search split into disjoint pieces, and how far each of them is."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tilewright.cover import CoverProblem
from tilewright.engines.contract import Engine, Search, Task
from tilewright.engines.native import core_problem

# How many parts a run has, by the nodes that probing expects: enough to keep threads busy and a
# progress bar moving, few enough that starting them costs little.
PART_TABLE = ((2e6, 32), (1e8, 64), (1e10, 256), (math.inf, 1024))
SIZE_PROBES = 256  # shared out among the tasks
WEIGHT_PROBES = 16


@dataclass
class Part:
    """One part: its task, what it found, and where it stands. Fields change only under the crew's lock.

    ``position`` is where the next search of the part is to be taken up; None is the start. ``waiting``
    are solutions found and not yet delivered: those of all nodes counted in ``nodes``, no others.
    """

    task: Task
    weight: float = 1.0
    nodes: int = 0
    solutions: int = 0
    images: int = 0
    share: float = 0.0
    done: bool = False
    position: list[int] | None = None
    waiting: deque[tuple[int, ...]] = field(default_factory=deque)

    def open(self, problem: CoverProblem, engine: Engine, capacity: int) -> Search:
        """A search that stands where the part stands; ValueError when that is no place in its tree."""
        search = engine.start(problem, self.task, capacity)
        if self.position is not None:
            search.restore(self.position)
        return search


def split_tasks(problem: CoverProblem, tasks: Sequence[Task], engine: Engine) -> list[Part]:
    """The parts of some tasks, in order: the same for the same problem, tasks and engine everywhere."""
    probes = max(8, SIZE_PROBES // max(1, len(tasks)))
    expected = [expected_nodes(problem, task, engine, probes) for task in tasks]
    total = sum(expected)
    want = next(parts for nodes, parts in PART_TABLE if total < nodes)
    parts = []
    for task, nodes in zip(tasks, expected, strict=True):
        share = max(1, round(want * nodes / total)) if total else 1
        prefixes = core_problem(problem).split(task.prefix, share) if share > 1 else [task.prefix]
        parts += [Part(replace(task, prefix=tuple(prefix)), nodes / len(prefixes)) for prefix in prefixes]
    return parts


def expected_nodes(problem: CoverProblem, task: Task, engine: Engine, probes: int) -> float:
    """The mean number of nodes over some random dives (Knuth 1975); right on average, and repeatable."""
    search = engine.start(problem, task, 0)
    return math.fsum(search.probe(seed)[0] for seed in range(1, probes + 1)) / probes


def weigh(problem: CoverProblem, parts: Sequence[Part], engine: Engine) -> None:
    """Give each part the weight that probing finds for it; for progress only, never for results."""
    for part in parts:
        part.weight = max(1.0, expected_nodes(problem, part.task, engine, WEIGHT_PROBES))


def share_done(parts: Sequence[Part]) -> float:
    """The share of the whole tree that is done: nodes visited against nodes expected.

    A finished part weighs what it had; the others what probing said, corrected by how wrong probing
    was on the finished ones, and by how far the part is.
    """
    finished = [part for part in parts if part.done]
    if len(finished) == len(parts):
        return 1.0
    visited = sum(part.nodes for part in finished)
    foreseen = sum(part.weight for part in finished)
    correction = visited / foreseen if len(finished) * 8 >= len(parts) and visited and foreseen else 1.0
    total = float(visited)
    done = float(visited)
    for part in parts:
        if part.done:
            continue
        guess = max(part.weight * correction, 1.0)
        if part.share > 0.02:  # nearer the end, the part's own progress knows better than probing
            trust = math.sqrt(part.share)
            guess = trust * part.nodes / part.share + (1 - trust) * guess
        done += min(part.nodes, guess)
        total += max(guess, part.nodes)
    return min(done / total, 0.9999) if total else 0.0
