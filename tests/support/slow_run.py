"""A run whose tasks take minutes each, planned in a moment."""

from __future__ import annotations

from dataclasses import replace

from tilewright import catalogue
from tilewright.runs.creation import NewRun, RunQuestion, new_run
from tilewright.runs.worker import build_context


def slow_run() -> NewRun:
    """Planned with a fast engine, to be done with the slow one."""
    new = new_run(catalogue.load("pentominoes-6x10"), RunQuestion(keep=False, tasks=1))
    context = build_context(replace(new.assignment, engine="reference"), new.context.cover)
    context = replace(context, assignment=replace(context.assignment, digest=context.digest()))
    return replace(new, context=context, tasks=tuple(task for task in new.tasks if task.share > 0.01))
