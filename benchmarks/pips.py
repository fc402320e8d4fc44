"""Pips: counts, first solutions beside CP-SAT on a plain model, the command, and new puzzles.

The puzzles are the published days in ``../shared/puzzles/pips`` where there are any, else those of the first
fifteen days of November 2026.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from statistics import median

from ortools.sat.python import cp_model

from programs import ROOT
from report import duration, machine, table
from tilewright.families.pips import solving
from tilewright.families.pips.files import LEVELS, dumps, loads
from tilewright.families.pips.generation import make, puzzle_of_date
from tilewright.families.pips.puzzle import Cell, PipsPuzzle
from tilewright.solving.steps import Control

SHARED = Path(os.environ.get("TILEWRIGHT_SHARED", ROOT.parent / "shared")) / "puzzles" / "pips"
MEDIUM, HARD = 100, 20
"""How many new puzzles are made."""
ROUNDS = 5


@dataclass
class Counted:
    """A puzzle with the seconds of its counts and of its first solution, by us and by CP-SAT."""

    name: str
    placements: int
    fillings: int
    placing: float
    filling: float
    first: float
    peer: float


def days() -> Iterator[tuple[str, str, PipsPuzzle]]:
    """Name, level and puzzle."""
    files = sorted(SHARED.glob("*.json"))
    for path in files:
        for level, puzzle in loads(path.read_text("utf-8")).items():
            yield f"{path.stem} {level}", level, puzzle
    for day in range(1, 16) if not files else ():
        for level in LEVELS:
            made = puzzle_of_date(date(2026, 11, day), level).puzzle
            assert made is not None
            yield made.title, level, made


def cp_sat(puzzle: PipsPuzzle) -> tuple[bool, float]:
    """Whether CP-SAT finds a solution, and its seconds: a Boolean for each way to lay each kind of domino."""
    model = cp_model.CpModel()
    numbers = {cell: model.new_int_var(0, 6, "") for cell in puzzle.cells}
    on_cell: dict[Cell, list[cp_model.IntVar]] = defaultdict(list)
    for pair, copies in Counter(tuple(sorted(pair)) for pair in puzzle.dominoes).items():
        uses = []
        for cell in puzzle.cells:
            for other in puzzle.neighbours(cell):
                if pair[0] == pair[1] and other < cell:
                    continue
                way = model.new_bool_var("")
                model.add(numbers[cell] == pair[0]).only_enforce_if(way)
                model.add(numbers[other] == pair[1]).only_enforce_if(way)
                uses.append(way)
                on_cell[cell].append(way)
                on_cell[other].append(way)
        model.add(sum(uses) == copies)
    for ways in on_cell.values():
        model.add_exactly_one(ways)
    for region in puzzle.regions:
        own, target = [numbers[cell] for cell in region.cells], region.target or 0
        if region.rule == "equal":
            for one in own[1:]:
                model.add(one == own[0])
        elif region.rule == "different":
            model.add_all_different(own)
        elif region.rule == "sum":
            model.add(sum(own) == target)
        elif region.rule == "less":
            model.add(sum(own) < target)
        elif region.rule == "greater":
            model.add(sum(own) > target)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    return status in (cp_model.OPTIMAL, cp_model.FEASIBLE), solver.wall_time


def _timed(action: Callable[[], object]) -> tuple[object, float]:
    begin = time.perf_counter()
    result = action()
    return result, time.perf_counter() - begin


def count_all(tell: Callable[[str], object]) -> dict[str, list[Counted]]:
    """All puzzles by level. RuntimeError when CP-SAT and the sweeps disagree."""
    rows: dict[str, list[Counted]] = defaultdict(list)
    for name, level, puzzle in days():
        tell(f"pips: {name}")
        placed = min((solving.count(puzzle, fillings=False) for _ in range(3)), key=lambda one: one.seconds)
        filled = solving.count(puzzle, placements=False)
        first = min(_timed(partial(solving.first, puzzle))[1] for _ in range(3))
        exists, peer = cp_sat(puzzle)
        assert placed.placements is not None and filled.fillings is not None
        if exists != (placed.placements > 0):
            raise RuntimeError(f"{name}: CP-SAT says {exists}, ours {placed.placements}")
        rows[level].append(
            Counted(name, placed.placements, filled.fillings, placed.seconds, filled.seconds, first, peer)
        )
    return rows


def over_version() -> list[list[str]]:
    """What ``pips count`` takes beyond ``--version``, in pairs one after the other."""
    lines = []
    with tempfile.TemporaryDirectory() as room:
        for name, _, puzzle in [one for one in days() if one[0].split()[-1] in ("easy", "hard")][:2]:
            path = Path(room) / "puzzle.txt"
            path.write_text(dumps(puzzle), encoding="utf-8")
            beyond = []
            for _ in range(ROUNDS):
                seconds = [
                    _timed(partial(subprocess.run, words, check=True, capture_output=True))[1]
                    for words in (
                        [sys.executable, "-m", "tilewright", "--version"],
                        [sys.executable, "-m", "tilewright", "pips", "count", str(path), "--quiet"],
                    )
                ]
                beyond.append(seconds[1] - seconds[0])
            lines.append([name, duration(median(beyond))])
    return lines


def measure(tell: Callable[[str], object]) -> str:
    """All tables as Markdown; ``tell`` hears what is begun."""
    rows = count_all(tell)
    tell("pips: new puzzles")
    _, medium = _timed(lambda: [make("medium", Control(seed=seed)) for seed in range(MEDIUM)])
    hard = [_timed(partial(make, "hard", Control(seed=seed)))[1] for seed in range(HARD)]
    listed = [row for level in rows.values() for row in level]
    largest = sorted(listed, key=lambda row: -row.fillings)[:4]
    heads = ["placements", "worst", "fillings", "worst", "first", "CP-SAT, first", "ratio"]
    return "\n".join(
        [
            f"Machine: {machine()}; one thread each. Times are medians and the worst.",
            "",
            *table(["level", "puzzles", *heads], [_level_cells(level, of) for level, of in rows.items()]),
            "",
            "The puzzles with the most fillings:",
            "",
            *table(
                ["puzzle", "placements", "time", "fillings", "time"],
                map(_large_cells, largest),
            ),
            "",
            f"`pips count` beyond `tilewright --version`, median of {ROUNDS} pairs:",
            "",
            *table(["puzzle", "beyond"], over_version()),
            "",
            f"New puzzles: {MEDIUM} medium ones in {duration(medium)}; of {HARD} hard ones the median "
            f"{duration(median(hard))}, the worst {duration(max(hard))}.",
        ]
    )


def _large_cells(row: Counted) -> list[str]:
    numbers = (f"{row.placements:,}", duration(row.placing), f"{row.fillings:,}", duration(row.filling))
    return [row.name, *numbers]


def _level_cells(level: str, rows: list[Counted]) -> list[str]:
    def middle(of: Callable[[Counted], float]) -> str:
        return duration(median(map(of, rows)))

    return [
        level,
        str(len(rows)),
        middle(lambda row: row.placing),
        duration(max(row.placing for row in rows)),
        middle(lambda row: row.filling),
        duration(max(row.filling for row in rows)),
        middle(lambda row: row.first),
        middle(lambda row: row.peer),
        f"{median(row.peer / row.first for row in rows):.0f}",
    ]
