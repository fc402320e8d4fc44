"""What travels between a coordinator and its workers: the assignment, tasks, results."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.model.levels import Levels


@dataclass(frozen=True)
class Assignment:
    """What a worker must know of a run before it takes tasks; small, and sent once.

    ``puzzle`` is Tilewright's own TOML. ``keep`` requests the solutions, not only their number; ``unique``
    one solution of each orbit. With ``folded`` tasks count orbits with their sizes although all solutions are
    counted, as that saves work. ``digest`` is the SHA-256 of the cover problem, the group, the engine and the
    flags as the coordinator made them: a worker that computes another one from the same text has another
    version and must not take part. ``filter`` names a filter of solutions, "" for none.
    """

    run: str
    version: str
    puzzle: str
    engine: str
    keep: bool
    unique: bool
    folded: bool
    digest: str
    filter: str = ""

    @property
    def by_orbit(self) -> bool:
        """Whether a task visits one solution of each orbit."""
        return self.unique or self.folded


@dataclass(frozen=True)
class RunTask:
    """One task of a run: the solutions below a prefix of decisions, as in ``solve.engines.base.Task``.

    ``required`` are the options that images must contain to be compared, for tasks over orbits. ``share`` is
    the estimated part of the whole tree, 0 to 1; the shares of all tasks that are not split add up to 1.
    """

    number: int
    prefix: tuple[int, ...]
    required: tuple[int, ...]
    share: float


@dataclass(frozen=True)
class TaskBudget:
    """When a worker ends a task early and hands back the rest as new tasks.

    ``seconds`` bounds its time, ``solutions`` how many it holds before they are committed.
    """

    seconds: float
    solutions: int = 20_000


@dataclass(frozen=True)
class Remainder:
    """A part of a task that was not searched: a prefix, and its share of the whole run's tree."""

    prefix: tuple[int, ...]
    share: float


@dataclass(frozen=True)
class TaskResult:
    """The outcome of a task: ``option_sets`` and the counts are exact for the part that was searched.

    ``remainders`` are the disjoint parts that were not searched: empty when the task is done, else they
    become new tasks with the same ``required``. ``solutions`` counts orbits where the tasks do, ``images``
    the solutions in them (otherwise equal to ``solutions``). Where solutions are kept, ``option_sets`` has
    the options of each in ascending order; for ``unique`` the least image of its orbit. Each has passed the
    verifier. ``seconds`` is the worker's own time, ``cpu_seconds`` its processor time, and ``first_seconds``
    its time until the first solution, None without one. With a filter, these are what it kept of ``examined``
    solutions, of which ``undecided`` need more memory; ``levels`` has those of every solution, stored or only
    counted.
    """

    number: int
    worker: str
    nodes: int
    solutions: int
    images: int
    seconds: float
    option_sets: tuple[tuple[int, ...], ...] = ()
    remainders: tuple[Remainder, ...] = ()
    levels: tuple[Levels, ...] = ()
    examined: int = 0
    undecided: int = 0
    cpu_seconds: float = 0.0
    first_seconds: float | None = None


@dataclass(frozen=True)
class TaskLost:
    """A task that came back without a result: its worker died or raised; nothing of it counts.

    ``failed`` says that the task itself raised, so that it must not be retried for ever.
    """

    number: int
    worker: str
    reason: str
    failed: bool = False


Returned = TaskResult | TaskLost
