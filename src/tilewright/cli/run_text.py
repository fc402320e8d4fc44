"""What is said of a run: in lines for people, and as the keys of a JSON object."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tilewright.cli.quantities import counted, short, span

if TYPE_CHECKING:
    from tilewright.runs.progress import RunProgress, WorkerProgress
    from tilewright.runs.rows import RunRow
    from tilewright.solve.engines.base import Progress

MOST_DOING = 3
"""Tasks of one worker that are named; a cluster's may have more at hand."""
COLUMNS = ("worker", "host", "tasks", "nodes", "nodes/s", "at task")


def question_words(row: RunRow) -> str:
    """What was asked: ``all solutions, kept``."""
    if row.one:
        return "one solution"
    what = "all solutions up to symmetry" if row.by_orbit else "all solutions"
    return f"{what}, {'kept' if row.keep else 'only counted'}"


def title_words(row: RunRow) -> str:
    """What the puzzle is called, by itself and where it came from."""
    return f"{row.title} ({row.source})" if row.title and row.title != row.source else row.source


def found_words(row: RunRow, progress: RunProgress, symmetry: str = "") -> str:
    """The numbers, as ``solve`` and ``count`` say them; ``symmetry`` names the group where it is known."""
    partial = row.status != "complete"
    if not progress.solutions:
        return "no solution found so far" if partial else "no solution exists"
    words = counted(progress.images, "solution")
    if row.one:
        return "1 solution"
    if row.by_orbit:
        words += f" ({progress.solutions:,} up to symmetry{': ' + symmetry if symmetry else ''})"
    return f"{words} so far" if partial else words


def task_words(progress: RunProgress) -> str:
    """``12 done, 32 left, 2 of them with workers``."""
    words = f"{progress.done:,} done"
    if progress.waiting:
        words += f", {progress.waiting:,} left"
    return words + (f", {progress.running:,} of them with workers" if progress.running else "")


def pace_words(progress: RunProgress) -> str:
    """How fast it goes and what is left, while it goes on."""
    from tilewright.runs.progress_estimate import left_words

    words, left = f"{short(progress.nodes_per_second)} nodes/s", left_words(progress.left)
    return f"{words}, {left}" if left else words


def done_words(progress: RunProgress) -> str:
    """How much is done: ``about 30 to 45% of the nodes``, or that it cannot be told yet."""
    from tilewright.runs.progress_estimate import share_words

    return share_words(progress.share)


def after_words(progress: RunProgress) -> str:
    """After how much of the search: ``1,234 nodes, about 30 to 45% of all``."""
    from tilewright.runs.progress_estimate import share_words

    nodes = counted(progress.nodes, "node")
    if "told" in (words := share_words(progress.share)):
        return f"{nodes}, what part of all {words}"
    return f"{nodes}, {words.replace('of the nodes', 'of all')}"


def status_lines(row: RunRow, progress: RunProgress, status: str) -> list[tuple[str, str]]:
    """All about a run, as names and what they stand for."""
    lines = [
        ("puzzle", title_words(row)),
        ("question", question_words(row)),
        ("begun", row.created.replace("T", " ").replace("Z", " UTC")),
        ("status", status),
        ("done", done_words(progress)),
        ("tasks", task_words(progress)),
        ("found", found_words(row, progress)),
        ("work", f"{counted(progress.nodes, 'node')} in {span(progress.seconds)} by {row.engine}"),
    ]
    if row.status == "running" and progress.running:
        lines.append(("pace", pace_words(progress)))
    return lines


def worker_row(worker: WorkerProgress) -> tuple[str, ...]:
    """One worker as a row under COLUMNS."""
    doing = " ".join(map(str, worker.doing[:MOST_DOING])) + (" ..." if worker.doing[MOST_DOING:] else "")
    rate = short(worker.nodes / worker.seconds) if worker.seconds > 0 else ""
    return worker.name, worker.host, f"{worker.tasks:,}", short(worker.nodes), rate, doing


def watched(progress: RunProgress) -> Progress:
    """The same as a bar shows it."""
    from tilewright.runs.progress_estimate import short_share
    from tilewright.solve.engines.base import Progress

    tasks = f"{progress.done:,} of {counted(progress.done + progress.waiting, 'task')}"
    words = f"{counted(progress.images, 'solution')}, {tasks}, {pace_words(progress)}"
    return Progress(
        progress.share.low,
        progress.nodes,
        progress.solutions,
        progress.images,
        progress.seconds,
        None,
        words=words,
        told=short_share(progress.share),
    )


def summary(row: RunRow, progress: RunProgress, symmetry: str = "") -> str:
    """The line that a run ends with: ``9,356 solutions   12.3 s, 1,234 nodes, dense, 256 tasks``."""
    cost = [
        span(progress.seconds),
        counted(progress.nodes, "node"),
        row.engine,
        counted(progress.done, "task"),
        *([counted(len(progress.workers), "worker")] if progress.workers else []),
    ]
    return f"{found_words(row, progress, symmetry)}   {', '.join(cost)}"


def body(row: RunRow, progress: RunProgress, status: str) -> dict[str, object]:
    """The keys about a run in a JSON object."""
    from tilewright.runs.progress_estimate import left_words

    left = progress.left
    return {
        "run": row.id,
        "file": row.source,
        "title": row.title,
        "question": "first" if row.one else "all",
        "unique": bool(row.by_orbit),
        "kept": bool(row.keep),
        "begun": row.created,
        "status": status,
        "reason": row.reason,
        "solutions": min(1, progress.images) if row.one else progress.images,
        **({"up_to_symmetry": progress.solutions} if row.by_orbit else {}),
        "nodes": progress.nodes,
        "seconds": round(progress.seconds, 6),
        "done": done_words(progress),
        "share": [progress.share.low, progress.share.high],
        "engine": row.engine,
        "tasks": {"done": progress.done, "running": progress.running, "waiting": progress.waiting},
        "nodes_per_second": round(progress.nodes_per_second, 1),
        "left": left_words(left),
        "eta": None if left is None else [left.low, left.high if math.isfinite(left.high) else None],
        "workers": [
            {
                "name": worker.name,
                "host": worker.host,
                "tasks": worker.tasks,
                "nodes": worker.nodes,
                "seconds": round(worker.seconds, 6),
                "doing": list(worker.doing),
            }
            for worker in progress.workers
        ],
    }
