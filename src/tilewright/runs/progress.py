"""How far a run is: what its coordinator tells, and the pace that it is judged by."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.runs.reading import Totals

WINDOW = 30.0  # seconds that the nodes a second are taken over
SETTLED = 0.5  # seconds before an end is foreseen


@dataclass(frozen=True)
class WorkerProgress:
    """One worker, as its coordinator sees it; its counts are of this sitting."""

    name: str
    host: str
    doing: tuple[int, ...]
    tasks: int
    nodes: int
    seconds: float


@dataclass(frozen=True)
class RunProgress:
    """How far a run is: only what is committed counts, over all sittings.

    ``share`` is the part of the tree that is done, 0 to 1. ``images`` are the solutions in the orbits that
    ``solutions`` counts; both are equal where orbits are not searched. ``seconds`` is wall time of all
    sittings, ``eta`` what is left of it, None while nothing can be said. ``done`` counts tasks that are done
    or split, ``waiting`` all others, ``running`` those of them that workers have now.
    """

    share: float
    running: int
    waiting: int
    done: int
    solutions: int
    images: int
    nodes: int
    nodes_per_second: float
    seconds: float
    eta: float | None
    workers: tuple[WorkerProgress, ...] = ()


def progress_at(
    totals: Totals,
    seconds: float,
    workers: tuple[WorkerProgress, ...] = (),
    *,
    nodes_per_second: float = 0.0,
    eta: float | None = None,
) -> RunProgress:
    """The totals of a run as progress, after so much wall time; without workers nobody works on it."""
    return RunProgress(
        share=totals.share if totals.waiting else 1.0,
        running=sum(len(worker.doing) for worker in workers),
        waiting=totals.waiting,
        done=totals.done + totals.split,
        solutions=totals.solutions,
        images=totals.images,
        nodes=totals.nodes,
        nodes_per_second=nodes_per_second,
        seconds=seconds,
        eta=eta,
        workers=workers,
    )


class Pace:
    """How fast this sitting goes: nodes a second of late, and when it will be over."""

    def __init__(self, nodes: int, share: float) -> None:
        self._share = share
        self._marks: deque[tuple[float, int]] = deque([(0.0, nodes)])

    def nodes_per_second(self, seconds: float, nodes: int) -> float:
        """Over the last half minute; ``seconds`` since the sitting began, ``nodes`` of the whole run."""
        if seconds > self._marks[-1][0]:
            self._marks.append((seconds, nodes))
        while len(self._marks) > 2 and self._marks[1][0] <= seconds - WINDOW:
            self._marks.popleft()
        first_seconds, first_nodes = self._marks[0]
        return (nodes - first_nodes) / (seconds - first_seconds) if seconds > first_seconds else 0.0

    def eta(self, seconds: float, share: float) -> float | None:
        """Seconds that are left, if the rest of the tree goes as fast as what this sitting did of it."""
        gained = share - self._share
        if gained <= 0 or seconds < SETTLED:
            return None
        return seconds * (1 - share) / gained
