"""``tilewright run tasks``: the tasks of a run one by one."""

from __future__ import annotations

from pathlib import Path

import click

from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, json_option
from tilewright.cli.quantities import span
from tilewright.cli.run import LAST, db_option, resolve_run, run_command, runs_file
from tilewright.cli.run.text import cpu_text, run_json, state_text, tasks_text
from tilewright.runs.task_list import ListedTask, TaskState, run_tasks
from tilewright.wording import aligned

LIMIT = 100
COLUMNS = ("task", "rest of", "status", "share", "choices", "solutions", "nodes", "time", "cpu", "worker")


@click.command(cls=DocumentedCommand)
@click.argument("run_id", metavar="[ID]", default=LAST)
@click.option(
    "--status",
    "states",
    type=click.Choice([state.value for state in TaskState]),
    multiple=True,
    help="Only tasks with this status. May be given several times.",
)
@click.option(
    "--limit",
    type=click.IntRange(1, 1_000_000),
    default=LIMIT,
    show_default=True,
    metavar="N",
    help="List at most N tasks.",
)
@click.option(
    "--after",
    type=click.IntRange(min=0),
    default=0,
    metavar="TASK",
    help="List only tasks with a higher number than TASK.",
)
@db_option
@json_option
def tasks(
    run_id: str,
    states: tuple[str, ...],
    limit: int,
    after: int,
    db: Path | None,
    as_json: bool,  # noqa: FBT001 - from click
) -> None:
    """List the tasks of the run ID: their status, what they found, time and worker."""
    path = runs_file(db)
    run = resolve_run(path, run_id)
    task_list = run_tasks(path, run, limit, after=after, states=[TaskState(state) for state in states])
    row, progress = task_list.status.run, task_list.status.progress()
    last = task_list.tasks[-1].number if task_list.has_more else None
    if as_json:
        listed = [_task_json(task, unique=bool(row.is_unique)) for task in task_list.tasks]
        facts = run_json(row, progress, task_list.status.state)
        keys = ("run", "file", "title", "status", "unique", "tasks")
        body = {key: facts[key] for key in keys}
        print_json({"command": "run tasks", "db": str(path), **body, "task_list": listed, "next": last})
        return
    click.echo(f"run {row.id} is {state_text(task_list.status)}; tasks: {tasks_text(progress)}")
    if not task_list.tasks:
        click.echo("no task is listed")
        return
    for line in aligned([COLUMNS, *map(_task_row, task_list.tasks)], ">><>>>>>><"):
        click.echo(f"  {line}")
    if last is not None:
        options = [word for state in states for word in ("--status", state)]
        options += ["--limit", str(limit)] if limit != LIMIT else []
        more = run_command("tasks", run, db, *options, "--after", str(last))
        click.echo(f"there are more: {more}")


def _task_row(task: ListedTask) -> tuple[str, ...]:
    effort = [f"{task.images:,}", f"{task.nodes:,}", span(task.seconds), cpu_text(task.cpu_seconds)]
    if task.state not in (TaskState.SPLIT, TaskState.DONE):
        effort = [""] * len(effort)
    parent = "" if task.parent is None else str(task.parent)
    share = f"{100 * task.share:.3g}%"
    return str(task.number), parent, task.state.value, share, str(len(task.chosen)), *effort, task.worker


def _task_json(task: ListedTask, *, unique: bool) -> dict[str, object]:
    return {
        "task": task.number,
        "parent": task.parent,
        "status": task.state.value,
        "share": task.share,
        "chosen": list(task.chosen),
        "excluded": list(task.excluded),
        "solutions": task.images,
        **({"up_to_symmetry": task.solutions} if unique else {}),
        "nodes": task.nodes,
        "seconds": round(task.seconds, 6),
        "cpu_seconds": round(task.cpu_seconds, 6),
        "worker": task.worker,
    }
