"""How far a run is: what its coordinator tells, and how fast it goes."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.runs.progress_estimate import ALL, NOTHING, NOTHING_TOLD, Bounds, Outlook

if TYPE_CHECKING:
    from tilewright.runs.reading import Totals

WINDOW = 30.0  # seconds that the nodes a second are taken over


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

    ``share`` is the part of all nodes that is done, 0 to 1, as far as dives tell: exactly 1 when the run is
    complete, and then only. ``images`` are the solutions in the orbits that ``solutions`` counts; both are
    equal where orbits are not searched. ``seconds`` is wall time of all sittings, ``left`` what is left of
    it, None while nothing can be said. ``done`` counts tasks that are done or split, ``waiting`` all others,
    ``running`` those of them that workers have now.
    """

    share: Bounds
    running: int
    waiting: int
    done: int
    solutions: int
    images: int
    nodes: int
    nodes_per_second: float
    seconds: float
    left: Bounds | None
    workers: tuple[WorkerProgress, ...] = ()


def progress_at(
    totals: Totals,
    seconds: float,
    workers: tuple[WorkerProgress, ...] = (),
    *,
    outlook: Outlook | None,
    nodes_per_second: float = 0.0,
    working: bool = False,
) -> RunProgress:
    """The totals of a run as progress, after so much wall time.

    ``working`` says that somebody works on it, and goes on until all is searched.
    """
    share = ALL
    if totals.waiting:
        share = NOTHING_TOLD if outlook is None else outlook.share(totals.nodes)
        if not totals.nodes:
            share = NOTHING
    return RunProgress(
        share=share,
        running=sum(len(worker.doing) for worker in workers),
        waiting=totals.waiting,
        done=totals.done + totals.split,
        solutions=totals.solutions,
        images=totals.images,
        nodes=totals.nodes,
        nodes_per_second=nodes_per_second,
        seconds=seconds,
        left=_left(share, totals.nodes / nodes_per_second) if working and nodes_per_second else None,
        workers=workers,
    )


def _left(share: Bounds, spent: float) -> Bounds | None:
    """Seconds that are left, when ``spent`` seconds at today's pace would have done what is done."""
    if share.high in (0.0, 1.0):
        return None
    most = spent * (1 / share.low - 1) if share.low else math.inf
    return Bounds(spent * (1 / share.high - 1), most)


class Pace:
    """How fast a sitting goes: nodes a second of late."""

    def __init__(self, nodes: int) -> None:
        self._marks: deque[tuple[float, int]] = deque([(0.0, nodes)])

    def nodes_per_second(self, seconds: float, nodes: int) -> float:
        """Over the last half minute; ``seconds`` since the sitting began, ``nodes`` of the whole run."""
        if seconds > self._marks[-1][0]:
            self._marks.append((seconds, nodes))
        while len(self._marks) > 2 and self._marks[1][0] <= seconds - WINDOW:
            self._marks.popleft()
        first_seconds, first_nodes = self._marks[0]
        return (nodes - first_nodes) / (seconds - first_seconds) if seconds > first_seconds else 0.0
