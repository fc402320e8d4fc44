"""Tasks that list, start, stop and continue durable runs, which have processes of their own."""

from __future__ import annotations

import threading
from itertools import islice
from pathlib import Path
from typing import Any

from tilewright.errors import RunError
from tilewright.model.levels import count_by_level
from tilewright.runs import reading
from tilewright.runs.background import start_background
from tilewright.runs.creation import RunQuestion, new_run
from tilewright.runs.database import RUNS_FORMAT
from tilewright.runs.lock import lock_holder
from tilewright.runs.progress import remaining_text, share_text
from tilewright.runs.reading import DamagedRun, RunStatus
from tilewright.runs.rows import RunState
from tilewright.runs.store import Store, request_stop
from tilewright.runs.task_list import TaskState, run_tasks
from tilewright.web.tasks import Emit
from tilewright.web.tasks.puzzles import placement_views, read_source


def list_runs(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """All runs, the newest first, as ``RunList``."""
    path = _path(args)
    run_status = reading.listed_runs(path)[::-1] if path.exists() else []
    return {
        "file": path.name,
        "runs": [_view(one) for one in run_status if isinstance(one, RunStatus)],
        "damaged": [_fields(one, "id", "reason") for one in run_status if isinstance(one, DamagedRun)],
    }


def status(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The state of a run, as ``RunView``."""
    return _view(reading.run_status(_path(args), args["run"]))


def start(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Create a run and start its process."""
    path = _path(args)
    _check_not_busy(path)
    puzzle = read_source(args)
    question = RunQuestion(
        keep=args["question"] != "count",
        first_only=args["question"] == "first",
        unique=args["unique"],
        engine=args["engine"] or None,
        filter=args["only"],
        labelled=args["labelled"] and args["question"] != "first",
    )
    new = new_run(puzzle, question)
    if new.proof:
        raise RunError(f"no solution exists, so no run was stored. {new.proof}")
    with Store(path) as store:
        row = store.create_run(new, puzzle.title, args["source"]["catalogue"] or args["source"]["filename"])
        if row.state is RunState.RUNNING:
            store.set_state(row.id, RunState.STOPPED, "its process has not started")
    return _start_process(path, row.id, args)


def resume(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Continue a run in a process of its own."""
    path = _path(args)
    _check_not_busy(path)
    return _start_process(path, args["run"], args)


def stop(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Ask a run to stop."""
    path = _path(args)
    reading.run_status(path, args["run"])  # an error when there is no such run
    if not request_stop(path, args["run"]):
        raise RunError(f"the run {args['run']} is not running")
    return status(args, emit, cancel)


def delete(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> None:
    """Delete a run with its solutions."""
    with Store(_path(args), create=False) as store:
        store.delete_run(args["run"])


def solutions(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Some of a run's solutions, as ``RunSolutions``."""
    path, run = _path(args), args["run"]
    row = reading.run_status(path, run).run
    islice_found = islice(reading.solutions(path, run), args["start"], args["start"] + args["count"])
    pictures = [placement_views(solution.placements) for solution in islice_found]
    return {"start": args["start"], "puzzle": row.puzzle, "solutions": pictures}


def tasks(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Some of a run's tasks, as ``RunTasks``."""
    states = [TaskState(state) for state in args["states"]]
    task_list = run_tasks(_path(args), args["run"], args["count"], after=args["after"], states=states)
    return {
        "tasks": [
            {
                **_fields(one, "parent", "share", "chosen", "excluded", "seconds", "cpu_seconds", "worker"),
                "task": one.number,
                "state": one.state.value,
                **{name: str(getattr(one, name)) for name in ("solutions", "images", "nodes")},
            }
            for one in task_list.tasks
        ],
        "next": task_list.tasks[-1].number if task_list.has_more else None,
    }


def levels(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """How many of a run's solutions have which level, as ``RunLevels``."""
    path, run = _path(args), args["run"]
    counts = reading.run_levels(path, run)
    rows = [] if counts is None else count_by_level(counts)
    return {
        "rows": [
            {
                "level": row.level,
                "solutions": str(row.solutions),
                "levels": [(text, str(number)) for text, number in row.levels.items()],
            }
            for row in rows
        ]
    }


def _path(args: dict[str, Any]) -> Path:
    return Path(args["database"]) if args["database"] else RUNS_FORMAT.default_path()


def _check_not_busy(path: Path) -> None:
    holder = lock_holder(path) if path.exists() else None
    if holder is not None:
        raise RunError("another run of this file is running; stop it first, or wait for its end")


def _start_process(path: Path, run: str, args: dict[str, Any]) -> dict[str, Any]:
    state = reading.run_status(path, run).state
    if state is not RunState.COMPLETE:
        start_background(path, run, ["--workers", str(args["workers"])])
    return _view(reading.run_status(path, run))


def _view(run_status: RunStatus) -> dict[str, Any]:
    run, totals, progress = run_status.run, run_status.totals, run_status.progress()
    return {
        **_fields(run, "id", "title", "source", "engine", "reason", "seconds"),
        "question": "first" if run.first_only else "all" if run.keep else "count",
        "unique": bool(run.is_unique),
        "created": run.created_at,
        "state": run_status.state.value,
        "cpu_seconds": totals.cpu_seconds,
        "first_found_at": run.first_found_at or None,
        "first_seconds": run.first_seconds,
        "share": progress.share.low,
        "progress_text": share_text(progress.share),
        **_fields(totals, "waiting", "done", "split"),
        "solutions": str(totals.solutions),
        "images": str(totals.images),
        "labelled": str(run.labelled(totals.images)) if run.is_labelled else None,
        "nodes": str(totals.nodes),
        "nodes_per_second": progress.nodes_per_second,
        "remaining": remaining_text(progress.remaining_s),
        "stores_solutions": bool(run.keep),
        "only": run.filter,
        "examined": str(totals.examined),
        "undecided": str(totals.undecided),
        "has_levels": run.has_levels,
        "workers": [
            {
                **_fields(one, "name", "host", "tasks", "seconds", "last_seen"),
                "nodes": str(one.nodes),
                "leased": len(one.running_tasks),
            }
            for one in progress.workers
        ],
    }


def _fields(one: object, *names: str) -> dict[str, Any]:
    return {name: getattr(one, name) for name in names}
