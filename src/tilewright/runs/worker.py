"""What a worker does: makes the problem of an assignment once, then tasks, one after another."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tilewright import __version__
from tilewright.cover import Cover, to_cover
from tilewright.engines.contract import Engine, Symmetry, Task
from tilewright.engines.registry import engine_for
from tilewright.engines.verified import verified
from tilewright.errors import RunError
from tilewright.formats import toml_puzzle
from tilewright.runs.task import Assignment, Budget, Rest, RunTask, TaskResult
from tilewright.symmetry import symmetries
from tilewright.verify import Checker

SLICE = 0.03  # seconds between two looks at the clock and the stop button
FIRST_SLICE = 64  # nodes
CAPACITY = 4_096  # solutions that the search may hold before they are taken


@dataclass
class Bench:
    """All that a worker keeps of a run: the problem, its engine, its group; made by :func:`bench_for`.

    A bench may serve several threads at once.
    """

    assignment: Assignment
    cover: Cover
    engine: Engine
    group: tuple[tuple[int, ...], ...]
    checker: Checker
    _symmetries: dict[tuple[int, ...], Symmetry] = field(default_factory=dict)

    def task(self, prefix: tuple[int, ...], must: tuple[int, ...]) -> Task:
        """A task of the engines, with the group where orbits are searched."""
        if not self.assignment.orbits or len(self.group) == 1:
            return Task(prefix)
        symmetry = self._symmetries.get(must)
        if symmetry is None:
            symmetry = self._symmetries.setdefault(must, Symmetry(self.group, must))
        return Task(prefix, symmetry)

    def canonical(self, options: Sequence[int]) -> tuple[int, ...]:
        """The least of the images of a solution under the group; the solution itself where all are kept."""
        if not self.assignment.unique:
            return tuple(options)
        return min(tuple(sorted([image[o] for o in options])) for image in self.group)

    def perform(self, asked: RunTask, budget: Budget, worker: str, stop: Callable[[], bool]) -> TaskResult:
        """Search a task until it is done, its budget is used up, or ``stop()`` says so.

        RuntimeError when the engine gives a wrong solution: a fault of Tilewright.
        """
        began = time.monotonic()
        keep = self.assignment.keep
        capacity = max(1, min(CAPACITY, budget.solutions)) if keep else 0
        search = self.engine.start(self.cover.problem, self.task(asked.prefix, asked.must), capacity)
        found: list[tuple[int, ...]] = []
        nodes = FIRST_SLICE
        while True:
            clock = time.perf_counter()
            status = search.advance(nodes)
            clock = time.perf_counter() - clock
            if keep:
                found += map(tuple, search.take())
            if status == "complete":
                rest: tuple[Rest, ...] = ()
                break
            late = time.monotonic() - began >= budget.seconds or len(found) >= budget.solutions or stop()
            if late:
                rest = tuple(Rest(tuple(p), share * asked.share) for p, share in search.remainder())
                break
            if status == "running" and clock < SLICE / 2:
                nodes *= 4 if clock < SLICE / 8 else 2
            elif clock > SLICE * 2:
                nodes = max(FIRST_SLICE, nodes // 2)
        for _ in verified(self.cover, self.checker, self.engine.name, found):
            pass  # it raises at the first wrong one
        symmetric = self.assignment.orbits and len(self.group) > 1
        return TaskResult(
            number=asked.number,
            worker=worker,
            nodes=search.nodes,
            solutions=search.solutions,
            images=search.images if symmetric else search.solutions,
            seconds=time.monotonic() - began,
            found=tuple(map(self.canonical, found)),
            rest=rest,
        )


def bench_for(assignment: Assignment) -> Bench:
    """The bench of an assignment; RunError when this worker would search another problem than was meant."""
    if assignment.version != __version__:
        raise RunError(
            f"this worker has Tilewright {__version__}, the coordinator has {assignment.version}; "
            "all of them must have the same"
        )
    bench = make_bench(assignment, to_cover(toml_puzzle.loads(assignment.puzzle)))
    made = digest_of(bench)
    if made != assignment.digest:
        raise RunError(
            "this worker makes another problem of the puzzle than the coordinator does, although both say "
            f"Tilewright {__version__}; install the same build on all machines"
        )
    return bench


def make_bench(assignment: Assignment, cover: Cover) -> Bench:
    """A bench without the look at version and digest: the coordinator's own, which makes the digest."""
    engine = engine_for(assignment.engine, cover.problem)
    group: tuple[tuple[int, ...], ...] = (tuple(range(len(cover.problem.options))),)
    if assignment.orbits:
        group = symmetries(cover.puzzle).option_permutations(cover)
    return Bench(assignment, cover, engine, group, Checker(cover.puzzle))


def digest_of(bench: Bench) -> str:
    """SHA-256 over all that coordinator and workers must have alike."""
    asked = bench.assignment
    flags = repr((asked.engine, asked.keep, asked.unique, asked.folded, bench.group))
    return hashlib.sha256(f"{bench.cover.problem.digest}\n{flags}".encode()).hexdigest()
