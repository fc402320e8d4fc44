"""New grids of dominosa, beside sgt-dominosa (Debian's sgt-puzzles) where it is there."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from statistics import median

from report import duration, machine, table
from tilewright.families.dominosa.generation import generate
from tilewright.families.dominosa.puzzle import dominosa, read_grid
from tilewright.families.dominosa.techniques import grade
from tilewright.solving import api
from tilewright.solving.steps import Control

GRIDS = ((6, "easy"), (6, "medium"), (6, "hard"), (9, "hard"), (12, "medium"), (12, "hard"), (15, "hard"))
SEEDS = 20
PEER = shutil.which("sgt-dominosa", path="/usr/games:/usr/local/bin:/usr/bin")
THEIR_LEVELS = {"t": "Trivial", "b": "Basic", "h": "Hard", "e": "Extreme"}
THEIR_GRIDS = 50
GRADES = ("easy", "medium", "hard", "not by techniques")
PEER_SEEDS = 5
PEER_LEVELS = {"easy": "t", "medium": "b", "hard": "h"}
LARGEST_PEER = 9
"""A double-12 grid takes sgt-dominosa minutes."""


def _timed(action: Callable[[], object]) -> float:
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def _theirs(parameters: str, count: int) -> list[str]:
    assert PEER is not None
    done = subprocess.run(
        [PEER, "--generate", str(count), parameters], check=True, capture_output=True, text=True
    )
    return done.stdout.split()


def _row(largest: int, difficulty: str) -> list[str]:
    ours = [_timed(partial(generate, largest, difficulty, Control(seed=seed))) for seed in range(SEEDS)]
    cells = [f"double-{largest}, {difficulty}", duration(median(ours)), duration(max(ours))]
    if PEER is None or largest > LARGEST_PEER:
        return [*cells, "not tried", ""]
    parameters = f"{largest}d{PEER_LEVELS[difficulty]}"
    theirs = median(_timed(partial(_theirs, parameters, 1)) for _ in range(PEER_SEEDS))
    return [*cells, duration(theirs), f"{theirs / median(ours):.1f}"]


def _graded(level: str) -> list[str]:
    """Grids of one of their levels by ours; RuntimeError unless each has one solution."""
    graded: Counter[str] = Counter()
    for text in _theirs(f"6d{level}", THEIR_GRIDS):
        grid = read_grid(text)
        if api.count(dominosa(grid), threads=1).solutions != 1:
            raise RuntimeError(f"{text} has not one solution")
        result = grade(grid)
        graded[result.difficulty if result.solved else GRADES[-1]] += 1
    return [THEIR_LEVELS[level], *(str(graded[name]) for name in GRADES)]


def measure(tell: Callable[[str], object]) -> str:
    """The tables as Markdown; ``tell`` hears what is begun."""
    tell("dominosa: new grids")
    lines = [
        f"Machine: {machine()}; one thread. {SEEDS} seeds; sgt-dominosa: median of {PEER_SEEDS} grids.",
        "",
        *table(
            ["set", "median", "worst", "sgt-dominosa", "ratio"],
            [_row(largest, difficulty) for largest, difficulty in GRIDS],
        ),
    ]
    if PEER is not None:
        tell("dominosa: their levels")
        lines += [
            "",
            f"{THEIR_GRIDS} double-6 grids of each level of sgt-dominosa, each with one solution, graded:",
            "",
            *table(["their level", *GRADES], map(_graded, THEIR_LEVELS)),
        ]
    return "\n".join(lines)
