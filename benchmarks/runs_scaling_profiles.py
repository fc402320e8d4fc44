"""What runs_scaling.py starts from, as measured: trees (by runs_profile.py), and what a task costs."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from runs_profile import Profile


@dataclass(frozen=True)
class Costs:
    """Seconds of the coordinator for a task handed out, a result, each rest and each solution of it.

    ``scan`` is added to a task for each worker: waiting tasks are found past those that are out. ``worker``
    is what a worker loses with each task. ``most`` is how many workers the executor may have.
    """

    task: float
    scan: float
    result: float
    rest: float
    solution: float
    worker: float
    most: int


def parts(words: str) -> tuple[int, ...]:
    """Thousandths, as they are written down here."""
    return tuple(map(int, words.split()))


STORE = Costs(
    task=0.06e-3, scan=0.016e-6, result=0.155e-3, rest=0.078e-3, solution=1 / 75_000, worker=0.5e-3, most=0
)
"""The coordinator and its file alone: runs_coordinator.py and runs_store.py, seconds of the processor."""

LUCKY13 = Profile(
    name="lucky13",
    seconds=1.5,
    first=parts("187 176 133 53 50 50 46 36 35 30 30 22 20 17 16 14 10 10 10 9 8 8 5 5 4 3 3 2 1 1 1 1 1 1"),
    splits=(
        parts("324 136 127 123 111 38 37 36 20 18 10 5 5 3 2 2 1 1"),
        parts("376 183 159 145 52 37 14 12 12 5 3"),
        parts("162 159 143 135 118 101 88 56 15 6 5 5 2 1 1"),
        parts("575 307 41 31 17 12 8 4 1"),
        parts("499 89 82 60 56 50 41 25 24 24 19 11 10 3 1 1 1 1 1"),
        parts("385 294 184 48 29 17 14 14 5 3 1 1 1 1 1 1 1"),
        parts("174 112 109 69 55 51 48 48 46 42 39 33 31 20 18 16 16 16 13 8 7 7 6 5 5 1 1 1 1"),
        parts("703 92 42 39 31 29 20 19 9 1 1 1 1 1 1 1 1"),
        parts("404 205 101 74 51 47 37 21 14 12 2 2 2 2 2 2 2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"),
        parts("214 184 141 126 121 89 34 24 20 13 6 4 4 3 2 2 1 1 1 1 1 1 1 1 1"),
    ),
    dust=12,
    cut=0.01,
    solutions=0.0,
    spread=1.96,
)
"""All 93 first tasks to their end, counted; cut into many small tasks, so that it shows how they split."""

BOARD1 = Profile(
    name="board1",
    seconds=570.0,
    first=parts(
        "119 111 61 59 53 42 37 36 35 30 29 26 22 21 18 18 13 10 8 8 7 6 6 6 5 5 5 5 5 5 5 5 4 4 4 "
        "4 4 4 4 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 "
        "2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 "
        "1 1 1"
    ),
    splits=(
        parts("191 191 176 120 77 74 50 32 32 24 13 8 5 5 3 1"),
        parts("222 219 103 100 75 66 61 60 32 26 19 4 3 2 2 2 1 1"),
        parts("407 114 110 42 41 33 30 30 30 24 23 20 17 15 14 12 9 6 6 5 4 3 3 3"),
        parts(
            "113 112 60 58 56 54 53 49 39 35 33 28 27 27 22 20 20 18 17 17 15 12 11 10 10 8 8 8 8 7 6 5 "
            "4 4 3 3 3 2 2 2 2 1 1 1 1 1 1 1"
        ),
        parts("209 164 125 118 87 73 65 55 32 19 12 10 7 6 3 2 2 1 1 1 1 1 1 1 1 1 1 1 1"),
        parts("188 185 169 124 104 79 39 30 28 17 16 5 3 2 2 1 1 1 1 1 1 1"),
        parts("366 305 123 95 68 17 16 9"),
        parts("116 113 103 102 90 84 70 63 56 46 43 30 21 14 13 11 4 4 3 2 2 2 1 1 1 1 1"),
        parts("509 267 161 20 10 7 7 6 4 3 2 2 1 1"),
        parts("513 174 173 116 7 5 4 3 2 1 1 1 1"),
    ),
    dust=17,
    cut=0.03,
    solutions=760.0,
    spread=4.94,
)
"""All solutions up to symmetry, kept: 200 first tasks to their end. Seconds: its nodes at a core's pace."""

ROOK = Profile(
    name="hexominoes_rook",
    seconds=math.inf,
    first=(1,) * 67,
    splits=((1,) * 175,),
    dust=155,
    cut=0.25,
    solutions=24.0,
    spread=2.4,
)
"""35 hexominoes, 210 cells: nobody can search this tree. In three minutes each task that was ended early left
some 330 rests: half were dead ends, the others went on beyond any budget. All parts count as equal."""

COUNTED = replace(ROOK, name="hexominoes_rook, only counted", solutions=0.0)

PROFILES = (LUCKY13, BOARD1, ROOK, COUNTED)

EXECUTORS = {
    "threads": replace(STORE, most=100),
    "processes": replace(STORE, task=0.15e-3, result=0.3e-3, worker=1e-3, most=100),
    "dask": replace(STORE, task=1e-3, result=1.2e-3, worker=4e-3, most=10_000),
}
"""What an executor adds in the coordinator's process, and with each task to its worker."""
