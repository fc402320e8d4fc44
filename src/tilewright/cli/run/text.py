"""What is printed about a run: lines for people, and the keys of a JSON object."""

from __future__ import annotations

import math

from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.quantities import short, span
from tilewright.runs.progress import (
    RunProgress,
    RunTotals,
    WorkerProgress,
    is_known,
    remaining_text,
    share_text,
    short_share_text,
)
from tilewright.runs.reading import RunStatus
from tilewright.runs.rows import RunRow, RunState
from tilewright.solving.steps import Progress
from tilewright.wording import counted

STATES: dict[RunState, tuple[str, ExitCode]] = {
    RunState.RUNNING: ("running, by {holder}", ExitCode.LIMIT),
    RunState.INTERRUPTED: ("interrupted: its coordinator ended unexpectedly", ExitCode.LIMIT),
    RunState.STOPPED: ("stopped: {reason}", ExitCode.LIMIT),
    RunState.COMPLETE: ("complete", ExitCode.FOUND),
    RunState.FAILED: ("failed: {reason}", ExitCode.BAD_INPUT),
}
"""Each state as text, and the exit code of a command that leaves a run in it."""

MAX_RUNNING_TASKS = 3  # tasks of one worker that are named; a cluster's may have more at hand
COLUMNS = ("worker", "host", "tasks", "nodes", "nodes/s", "at task")


def state_text(status: RunStatus) -> str:
    """The state of a run, and who works on it or why it ended."""
    text, _ = STATES[status.state]
    return text.format(holder=status.holder, reason=status.run.reason).removesuffix(": ")


def question_text(row: RunRow) -> str:
    """The question of a run: ``all solutions, kept``."""
    of_filter = f"{row.filter} " if row.filter else ""
    if row.first_only:
        return f"one {of_filter}solution"
    what = f"all {of_filter}solutions" + (" up to symmetry" if row.is_unique else "")
    return f"{what}, {'kept' if row.keep else 'only counted'}"


def title_text(row: RunRow) -> str:
    """The title of the puzzle, and where it came from."""
    return f"{row.title} ({row.source})" if row.title and row.title != row.source else row.source


def found_text(row: RunRow, progress: RunProgress, symmetry: str = "") -> str:
    """The numbers, as ``solve`` and ``count`` print them; ``symmetry`` describes the group if known."""
    totals, partial = progress.totals, row.state is not RunState.COMPLETE
    if row.filter and totals.examined and not (row.first_only and totals.solutions):
        text = _filtered_text(totals, symmetry) + _labelled_text(row, totals)
        return f"{text} so far" if partial else text
    if not totals.solutions:
        return "no solution found so far" if partial else "no solution exists"
    if row.first_only:
        return "1 solution"
    text = counted(totals.images, "solution")
    if row.is_unique:
        text += f" ({totals.solutions:,} up to symmetry{': ' + symmetry if symmetry else ''})"
    text += _labelled_text(row, totals)
    return f"{text} so far" if partial else text


def _labelled_text(row: RunRow, totals: RunTotals) -> str:
    if not row.is_labelled:
        return ""
    return f", {row.labelled(totals.images):,} with identical copies distinct"


def first_text(row: RunRow) -> str:
    """When the first solution was found: ``after 2.5 s, at 2026-11-26 03:22:17 UTC``."""
    if row.first_seconds is None:
        return ""
    return f"after {span(row.first_seconds)}, at {time_text(row.first_found_at)}"


def time_text(time: str) -> str:
    """A stored time for people."""
    return time.replace("T", " ").replace("Z", " UTC")


def _filtered_text(totals: RunTotals, symmetry: str) -> str:
    text = f"{counted(totals.images, 'solution')}, {totals.solutions:,} of {totals.examined:,} up to symmetry"
    text += f" ({symmetry})" if symmetry else ""
    return text + (f", {undecided_text(totals.undecided)}" if totals.undecided else "")


def undecided_text(undecided: int) -> str:
    """``2 undecided, for want of memory or as not all was tried``."""
    return f"{undecided:,} undecided, for want of memory or as not all was tried"


def tasks_text(progress: RunProgress) -> str:
    """``12 done, 32 left, 2 of them with workers``."""
    text = f"{progress.totals.finished:,} done"
    if progress.totals.waiting:
        text += f", {progress.totals.waiting:,} left"
    return text + (f", {progress.running_tasks:,} of them with workers" if progress.running_tasks else "")


def speed_text(progress: RunProgress) -> str:
    """The speed of a run and the time that remains: ``225k nodes/s, 2 to 5 h left``."""
    speed, remaining = f"{short(progress.nodes_per_second)} nodes/s", remaining_text(progress.remaining_s)
    return f"{speed}, {remaining}" if remaining else speed


def searched_text(progress: RunProgress) -> str:
    """How much was searched: ``1,234 nodes, about 30 to 45% of all``."""
    nodes = counted(progress.totals.nodes, "node")
    if not is_known(progress.share):
        return f"{nodes}, an unknown part of all"
    return f"{nodes}, {share_text(progress.share, 'of all')}"


def status_lines(row: RunRow, progress: RunProgress, state: str) -> list[tuple[str, str]]:
    """All about a run, as names and values."""
    cpu = progress.totals.cpu_seconds
    work = f"{counted(progress.totals.nodes, 'node')} in {span(progress.seconds)}"
    work += f" ({cpu_text(cpu)} of processor time)" if cpu else ""
    lines = [
        ("puzzle", title_text(row)),
        ("question", question_text(row)),
        ("started", time_text(row.created_at)),
        ("status", state),
        ("progress", share_text(progress.share)),
        ("tasks", tasks_text(progress)),
        ("found", found_text(row, progress)),
        *([("first", first_text(row))] if row.first_seconds is not None else []),
        ("work", f"{work} by {row.engine}"),
    ]
    if row.state is RunState.RUNNING and progress.running_tasks:
        lines.append(("speed", speed_text(progress)))
    return lines


def cpu_text(seconds: float) -> str:
    """A processor time; ``-`` for none, as in runs of versions that did not measure it."""
    return span(seconds) if seconds else "-"


def worker_row(worker: WorkerProgress) -> tuple[str, ...]:
    """One worker as a row under COLUMNS."""
    tasks = list(map(str, worker.running_tasks[:MAX_RUNNING_TASKS]))
    if len(worker.running_tasks) > MAX_RUNNING_TASKS:
        tasks.append("...")
    speed = short(worker.nodes / worker.seconds) if worker.seconds > 0 else ""
    return worker.name, worker.host, f"{worker.tasks:,}", short(worker.nodes), speed, " ".join(tasks)


def bar_progress(progress: RunProgress) -> Progress:
    """The progress of a run as the progress bar of a search shows it."""
    totals = progress.totals
    tasks = f"{totals.finished:,} of {counted(totals.finished + totals.waiting, 'task')}"
    facts = [
        counted(totals.images, "solution"),
        *([f"{totals.examined:,} examined"] if totals.examined else []),
        *([tasks] if is_known(progress.share) else []),
        f"{short(totals.nodes)} nodes",
        speed_text(progress),
    ]
    return Progress(
        progress.share.low,
        totals.nodes,
        totals.solutions,
        totals.images,
        progress.seconds,
        None,
        words=", ".join(facts),
        share_text=short_share_text(progress.share) if is_known(progress.share) else tasks,
    )


def summary(row: RunRow, progress: RunProgress, symmetry: str = "") -> str:
    """The last line about a run: ``9,356 solutions   12.3 s, 1,234 nodes, dense, 256 tasks``."""
    cost = [
        span(progress.seconds),
        counted(progress.totals.nodes, "node"),
        row.engine,
        counted(progress.totals.finished, "task"),
        *([counted(len(progress.workers), "worker")] if progress.workers else []),
    ]
    return f"{found_text(row, progress, symmetry)}   {', '.join(cost)}"


def run_json(row: RunRow, progress: RunProgress, state: RunState) -> dict[str, object]:
    """The keys about a run in a JSON object."""
    totals, remaining = progress.totals, progress.remaining_s
    return {
        "run": row.id,
        "file": row.source,
        "title": row.title,
        "question": "first" if row.first_only else "all",
        "unique": bool(row.is_unique),
        "kept": bool(row.keep),
        "started_at": row.created_at,
        "status": state.value,
        "reason": row.reason,
        "solutions": min(1, totals.images) if row.first_only else totals.images,
        **({"up_to_symmetry": totals.solutions} if row.is_unique else {}),
        **({"labelled": row.labelled(totals.images)} if row.is_labelled else {}),
        **_filter_json(row, totals),
        "nodes": totals.nodes,
        "seconds": round(progress.seconds, 6),
        "cpu_seconds": round(totals.cpu_seconds, 6),
        "first_found_at": row.first_found_at or None,
        "first_seconds": None if row.first_seconds is None else round(row.first_seconds, 6),
        "progress_text": share_text(progress.share),
        "share": [progress.share.low, progress.share.high],
        "engine": row.engine,
        "tasks": {"done": totals.finished, "running": progress.running_tasks, "waiting": totals.waiting},
        "nodes_per_second": round(progress.nodes_per_second, 1),
        "remaining": remaining_text(remaining),
        "remaining_s": None
        if remaining is None
        else [remaining.low, remaining.high if math.isfinite(remaining.high) else None],
        "workers": [_worker_json(worker) for worker in progress.workers],
    }


def _filter_json(row: RunRow, totals: RunTotals) -> dict[str, object]:
    if not row.filter:
        return {}
    return {"only": row.filter, "examined": totals.examined, "undecided": totals.undecided}


def _worker_json(worker: WorkerProgress) -> dict[str, object]:
    names = ("name", "host", "tasks", "nodes", "seconds", "running_tasks")
    return {name: getattr(worker, name) for name in names} | {"seconds": round(worker.seconds, 6)}
