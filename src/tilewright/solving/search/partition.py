"""The parts of a run: a search split into disjoint pieces, and how far each of them is."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tilewright.errors import CheckpointError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.base import (
    Engine,
    Search,
    Task,
)
from tilewright.solving.engines.native import core_problem
from tilewright.solving.steps import CancelCheck, never_cancelled

# How many parts a run has, by the nodes that probing expects: enough to keep threads busy and a
# progress bar moving, few enough that starting them costs little.
PART_TABLE = ((2e5, 8), (2e6, 16), (1e8, 64), (1e10, 256), (math.inf, 1024))
SIZE_PROBES = 256  # shared out among the tasks, where dives are quick
WEIGHT_PROBES = 16
LEAST_WEIGHT_PROBES = 4  # fewer say less about a part than its share of the whole does
HUGE = 1e140  # nodes or solutions; what one dive finds is cut to it, so that sums and squares stay finite
START_OPTIONS = 400_000  # options, over all searches, that one step of planning may start
DIVE_WORK = 1e8  # options times levels, over all dives, that one step of planning may see: about 0.1 s


SAVED = ("nodes", "solutions", "images", "share", "done", "position")
"""The fields of a part that a checkpoint holds, besides the solutions that wait."""


@dataclass
class Part:
    """One part: its task, what it found, and where it stands. Fields change only under the threads' lock.

    ``position`` is where the next search of the part continues; None is the start. ``waiting``
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
        """A search that stands where the part stands; CheckpointError when that is no place in its tree."""
        search = engine.start(problem, self.task, capacity)
        if self.position is not None:
            try:
                search.restore(self.position)
            except (ValueError, TypeError):  # TypeError: a number that is too large for the core
                raise CheckpointError(
                    "the checkpoint does not fit this search: it is damaged, or of another version of "
                    "tilewright"
                ) from None
        return search

    def state(self) -> dict[str, Any]:
        """The part as a checkpoint holds it."""
        return {**{name: getattr(self, name) for name in SAVED}, "waiting": list(self.waiting)}

    def resume(self, state: Mapping[str, Any]) -> None:
        """Bring a fresh part to where a checkpoint has it; an error of WRONG_CONTENT when it is no state."""
        from tilewright.solving.engines import (
            checkpoint as files,  # here, as hashlib below: few searches keep one
        )

        self.nodes, self.solutions, self.images = (
            files.whole_number(state[name]) for name in ("nodes", "solutions", "images")
        )
        self.share = files.fraction(state["share"])
        self.done = bool(files.whole_number(int(state["done"])))
        position = state["position"]
        self.position = None if position is None else list(files.numbers(position))
        self.waiting = deque(map(files.numbers, state["waiting"]))


def parts_digest(parts: Sequence[Part]) -> str:
    """A SHA-256 over the tasks of the parts, the groups of their symmetries included."""
    import hashlib

    digest = hashlib.sha256()
    groups: dict[int, bytes] = {}
    for part in parts:
        symmetry = part.task.symmetry
        digest.update(repr((part.task.prefix, symmetry and symmetry.must)).encode())
        if symmetry is not None:
            group = groups.get(id(symmetry.group))
            if group is None:
                group = hashlib.sha256(repr(symmetry.group).encode()).digest()
                groups[id(symmetry.group)] = group
            digest.update(group)
    return digest.hexdigest()


def split_tasks(
    problem: CoverProblem,
    tasks: Sequence[Task],
    engine: Engine,
    check_cancelled: CancelCheck = never_cancelled,
    most: int | None = None,
) -> list[Part]:
    """The parts of some tasks, in order: the same for the same problem, tasks and engine everywhere.

    There are at least as many as there are tasks, and no more than about ``most``.
    """
    probes = max(2, max(SIZE_PROBES // max(1, len(tasks)), 8) * engine.dives // SIZE_PROBES)
    step = max(1, len(tasks) // affordable(problem, SIZE_PROBES))  # each sample stands for so many tasks
    chosen = tasks[::step]
    probes = max(2, affordable_dives(problem, probes * len(chosen)) // max(1, len(chosen)))
    samples = [expected_nodes(problem, task, engine, probes, check_cancelled) for task in chosen]
    expected = [samples[number // step] for number in range(len(tasks))]
    total = sum(expected)
    want = affordable(problem, next(parts for nodes, parts in PART_TABLE if total < nodes))
    if most is not None:
        want = min(want, most)
    parts = []
    for task, nodes in zip(tasks, expected, strict=True):
        check_cancelled()
        share = max(1, round(want * nodes / total)) if total else 1
        prefixes = core_problem(problem).split(task.prefix, share) if share > 1 else [task.prefix]
        parts += [Part(replace(task, prefix=tuple(prefix)), nodes / len(prefixes)) for prefix in prefixes]
    return parts


def affordable(problem: CoverProblem, searches: int) -> int:
    """So many searches, or fewer where the problem is so large that starting each takes long."""
    return min(searches, max(8, START_OPTIONS // max(1, len(problem.options))))


def affordable_dives(problem: CoverProblem, dives: int) -> int:
    """So many dives, or fewer where each takes long; a matter of the problem alone, so that plans repeat."""
    return min(dives, int(DIVE_WORK / max(1.0, problem.depth * len(problem.options))))


def expected_nodes(
    problem: CoverProblem,
    task: Task,
    engine: Engine,
    probes: int,
    check_cancelled: CancelCheck = never_cancelled,
) -> float:
    """The mean number of nodes over some random dives (Knuth 1975); right on average, and repeatable."""
    check_cancelled()
    # A symmetry takes time to set up, and changes which solutions count, not which nodes are visited.
    search = engine.start(problem, Task(task.prefix), 0)
    nodes = []
    for seed in range(1, probes + 1):
        check_cancelled()
        nodes.append(dive(search, seed)[0])
    return math.fsum(nodes) / probes


def dive(search: Search, seed: int) -> tuple[float, float]:
    """What one random dive says: the nodes of the tree, and its solutions; neither above HUGE."""
    nodes, solutions = search.probe(seed)
    return min(HUGE, nodes), min(HUGE, solutions)


def weigh(
    problem: CoverProblem,
    parts: Sequence[Part],
    engine: Engine,
    check_cancelled: CancelCheck = never_cancelled,
) -> None:
    """Give each part the weight that probing finds for it; for progress only, never for results."""
    probes = affordable_dives(problem, WEIGHT_PROBES * len(parts)) // max(1, len(parts))
    if affordable(problem, len(parts)) < len(parts) or probes < LEAST_WEIGHT_PROBES:
        return
    for part in parts:
        part.weight = max(1.0, expected_nodes(problem, part.task, engine, probes, check_cancelled))


def share_done(parts: Sequence[Part]) -> float:
    """The share of the whole tree that is done: nodes visited against nodes expected.

    A finished part weighs what it had. One that is under way weighs what its own progress says once it
    has outgrown what probing said. The others weigh what probing said, corrected by how wrong it was on
    the parts that were started.
    """
    started = [part for part in parts if part.done or part.nodes]
    if len(parts) == sum(part.done for part in parts):
        return 1.0
    sizes = [_expected_size(part) for part in started]
    expected = math.fsum(part.weight for part in started)
    correction = math.fsum(sizes) / expected if expected else 1.0
    untouched = math.fsum(part.weight for part in parts if not (part.done or part.nodes))
    total = math.fsum(sizes) + untouched * correction
    return min(sum(part.nodes for part in started) / total, 0.9999) if total else 0.0


def _expected_size(part: Part) -> float:
    """The nodes that a part will have had in the end."""
    if part.done:
        return part.nodes
    by_progress = part.nodes / max(part.share, 1e-9)
    trust = math.sqrt(part.share) if part.nodes < part.weight else 1.0
    return max(part.nodes, trust * by_progress + (1 - trust) * part.weight)
