"""Compare the progress that a run shows with the true share of its nodes.

    python benchmarks/runs_progress.py PUZZLE[:ENGINE] ... [--unique] [--workers 2]
    python benchmarks/runs_progress.py hundred --unique --seconds 180 --nodes 744788953

Each run is completed, or stopped after --seconds if its number of nodes is known. At 10, 30, 50, 70 and 90 %
of the nodes, the table lists the estimated share with its range, and the share of the completed tasks.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tilewright.catalogue import load
from tilewright.runs.coordinator import RunControl, coordinate
from tilewright.runs.creation import RunQuestion, new_run
from tilewright.runs.executors import ExecutorOptions
from tilewright.runs.executors.local import threads
from tilewright.runs.progress import Bounds, RunProgress, short_share_text
from tilewright.runs.rows import RunState
from tilewright.runs.store import Store
from tilewright.solving.steps import Limits

MARKS = (0.1, 0.3, 0.5, 0.7, 0.9)
SLACK = 0.02  # what bounds that are told in two figures may be off


class Shown(NamedTuple):
    """What a run showed at a moment."""

    nodes: int
    share: Bounds
    booked: float


def watched(
    name: str, engine: str | None, *, unique: bool, workers: int, limits: Limits
) -> tuple[list[Shown], int, float]:
    """All that a run shows until it ends; its nodes, and its seconds."""
    shown: list[Shown] = []
    with TemporaryDirectory() as folder, Store(Path(folder) / "runs.db") as store:
        new = new_run(load(name), RunQuestion(keep=False, unique=unique, engine=engine))
        run = store.create_run(new, "", name).id

        def look(progress: RunProgress) -> None:
            shown.append(Shown(progress.totals.nodes, progress.share, store.totals(run).share))

        began = time.monotonic()
        end = coordinate(store, run, threads(ExecutorOptions(workers)), RunControl(limits, look))
        assert end.state is not RunState.FAILED, end
        return shown, end.progress.totals.nodes, time.monotonic() - began


def row(name: str, engine: str | None, *, unique: bool, workers: int, limits: Limits, nodes: int = 0) -> str:
    """The row of the table about a run that takes so many nodes, if that is known."""
    shown, visited, seconds = watched(name, engine, unique=unique, workers=workers, limits=limits)
    nodes = nodes or visited
    columns = []
    for mark in MARKS:
        at = next((one for one in shown if one.nodes >= mark * nodes), None)
        if at is None:
            columns.append("")
            continue
        columns.append(f"{100 * at.nodes / nodes:.0f}: {short_share_text(at.share)} ({100 * at.booked:.0f})")
    going_on = [one for one in shown if 0 < one.nodes < nodes]
    told = [one for one in going_on if one.share.low > 0]
    right = [
        one
        for one in going_on
        if one.share.low * (1 - SLACK) <= one.nodes / nodes <= one.share.high * (1 + SLACK)
    ]
    print(f"{name}: {len(going_on)} shown, {len(told)} with a range, {len(right)} right", file=sys.stderr)
    fields = (name, engine or "-", f"{nodes:,}", f"{seconds:.0f}", *columns)
    right_share = f"{100 * len(right) / max(1, len(going_on)):.0f}%"
    return "| " + " | ".join((*fields, f"{100 * len(told) / max(1, len(going_on)):.0f}%", right_share)) + " |"


def main() -> None:
    """Print the table, a row as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("puzzles", nargs="+", metavar="PUZZLE[:ENGINE]")
    parser.add_argument("--unique", action="store_true")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, help="stop each run after this time; requires --nodes")
    parser.add_argument("--nodes", type=int, default=0, help="nodes of the whole run")
    asked = parser.parse_args()
    marks = " | ".join(f"{100 * mark:.0f}%" for mark in MARKS)
    print(f"| puzzle | engine | nodes | s | {marks} | range told | right |")
    print("|---|---|---:|---:|" + "---|" * len(MARKS) + "---:|---:|", flush=True)
    for word in asked.puzzles:
        name, _, engine = word.partition(":")
        limits = Limits(seconds=asked.seconds)
        print(
            row(
                name,
                engine or None,
                unique=asked.unique,
                workers=asked.workers,
                limits=limits,
                nodes=asked.nodes,
            ),
            flush=True,
        )


if __name__ == "__main__":
    main()
