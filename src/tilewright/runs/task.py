"""What travels between a coordinator and its workers: the assignment, tasks, results."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Assignment:
    """What a worker must know of a run before it takes tasks; small, and sent once.

    ``puzzle`` is the puzzle as Tilewright's own TOML. ``keep`` says that solutions are wanted, not only
    their number; ``unique`` that one of each orbit is. ``folded`` says that tasks count orbits with their
    sizes although all solutions are counted, as that saves work. ``digest`` is the SHA-256 of the cover
    problem, the group, the engine and the flags, as the coordinator made them: a worker that makes
    another one of the same text is of another version, and must not take part.
    """

    run: str
    version: str
    puzzle: str
    engine: str
    keep: bool
    unique: bool
    folded: bool
    digest: str

    @property
    def orbits(self) -> bool:
        """Whether a task visits one solution of each orbit."""
        return self.unique or self.folded


@dataclass(frozen=True)
class RunTask:
    """One task of a run: the solutions below a prefix of decisions (as ``engines.contract.Task`` has it).

    ``must`` belongs to tasks over orbits. ``share`` is the part of the whole tree that it is held to be,
    0 to 1; all tasks that are not split add up to 1.
    """

    number: int
    prefix: tuple[int, ...]
    must: tuple[int, ...]
    share: float


@dataclass(frozen=True)
class Budget:
    """When a worker ends a task early and hands back the rest as new tasks.

    ``seconds`` bounds its time, ``solutions`` how many it holds before they are committed.
    """

    seconds: float
    solutions: int = 20_000


@dataclass(frozen=True)
class Rest:
    """A part of a task that was not searched: a prefix, and its share of the whole run's tree."""

    prefix: tuple[int, ...]
    share: float


@dataclass(frozen=True)
class TaskResult:
    """What came of a task. ``found`` and the counts are those of what was searched, exactly.

    ``rest`` are disjoint parts that were not: empty when the task is done, new tasks with the same ``must``
    when it ended early. ``solutions`` counts orbits where the tasks do, ``images`` the solutions in them
    (equal to ``solutions`` otherwise). ``found`` has, where solutions are kept, the options of each in
    ascending order; for ``unique`` the least image of its orbit. Each has passed the verifier.
    ``seconds`` is the worker's own time.
    """

    number: int
    worker: str
    nodes: int
    solutions: int
    images: int
    seconds: float
    found: tuple[tuple[int, ...], ...] = ()
    rest: tuple[Rest, ...] = ()


@dataclass(frozen=True)
class TaskLost:
    """A task that came back without a result: its worker died, or raised; nothing of it counts.

    ``reason`` is for people. ``fault`` says that the task itself raised, so that trying for ever is no use.
    """

    number: int
    worker: str
    reason: str
    fault: bool = False
