"""Read from a run database how long tasks took and how they were split: a Profile for runs_scaling.py.

    .venv/bin/python benchmarks/runs_profile.py RUNS.db [ID]

A part is included once everything below it is done; its time is the sum over the tasks below it. To get many
splits of a small tree, use small budgets (``RunControl(task_seconds=0.05)``).
"""

from __future__ import annotations

import argparse
import math
import sqlite3
import statistics
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

PER_MILLE = 1_000
MAX_SPLITS = 16
MIN_REST_S = 0.05  # splits that left less are ignored


@dataclass(frozen=True)
class Profile:
    """A search tree as measured by the tasks of a run.

    ``seconds`` of one core for the whole tree, infinite where it cannot be searched. ``first`` are the
    first tasks' parts of it, ``splits`` the parts into which rests fell, each in thousandths and the largest
    first; ``dust`` is how many parts of less than a thousandth a split has besides. ``cut`` is what ending
    a task early costs its worker in seconds, ``solutions`` are stored per second of search. ``spread`` is how
    wrong shares are: the standard deviation of the logarithm of a part's time against its share.
    """

    name: str
    seconds: float
    first: tuple[int, ...]
    splits: tuple[tuple[int, ...], ...]
    dust: int
    cut: float
    solutions: float
    spread: float

    def __post_init__(self) -> None:
        if not self.first or not self.splits or not all(map(sum, (self.first, *self.splits))):
            raise ValueError(
                f"{self.name}: a profile needs first tasks, and splits, of which some part is left"
            )


def profile(path: Path, run: str | None) -> Profile:
    """The profile of a run; ValueError when nothing of it is done. What a cut costs is not in a file: 0."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        if run is None:
            ((run,),) = connection.execute("SELECT id FROM runs ORDER BY created DESC LIMIT 1")
        (keep,) = connection.execute("SELECT keep FROM runs WHERE id = ?", (run,)).fetchone()
        rows = connection.execute(
            "SELECT id, parent, share, status, seconds, solutions FROM tasks WHERE run = ? ORDER BY id DESC",
            (run,),
        ).fetchall()
    below: dict[int, float] = defaultdict(float)
    parts: dict[int, list[int]] = defaultdict(list)
    undone: set[int] = set()
    for number, parent, _, status, seconds, _ in rows:  # parts have higher numbers than what they are of
        below[number] += seconds
        if status == "waiting":
            undone.add(number)
        if parent is not None:
            below[parent] += below[number]
            parts[parent].append(number)
            if number in undone:
                undone.add(parent)
    split = sorted(
        (sorted((below[part] for part in of), reverse=True) for n, of in parts.items() if n not in undone),
        key=math.fsum,
        reverse=True,
    )
    split = [of for of in split if math.fsum(of) >= MIN_REST_S]
    first = sorted((below[row[0]] for row in rows if row[1] is None and row[0] not in undone), reverse=True)
    shares = {row[0]: row[2] for row in rows}
    wrong = [math.log(below[n] / shares[n]) for n in below if n not in undone and below[n] * shares[n] > 0]
    spent = math.fsum(row[4] for row in rows)
    return Profile(
        name=path.stem,
        seconds=spent,
        first=_in_thousandths(first),
        splits=tuple(_in_thousandths(of) for of in split[:MAX_SPLITS]),
        dust=round(statistics.mean(sum(_thousandths(p, of) < 1 for p in of) for of in split)) if split else 0,
        cut=0.0,
        solutions=sum(row[5] for row in rows) / spent if keep else 0.0,
        spread=round(statistics.pstdev(wrong), 2) if wrong else 0.0,
    )


def _thousandths(part: float, of: list[float]) -> int:
    return round(PER_MILLE * part / math.fsum(of))


def _in_thousandths(of: list[float]) -> tuple[int, ...]:
    return tuple(t for part in of if (t := _thousandths(part, of)) > 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path, metavar="RUNS.db")
    parser.add_argument("run", nargs="?", metavar="ID", help="default: the newest run")
    asked = parser.parse_args()
    print(profile(asked.path, asked.run))


if __name__ == "__main__":
    main()
