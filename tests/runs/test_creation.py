"""Runs that are split by depth."""

from __future__ import annotations

import pytest

from support.store_cases import ALL, ORBITS
from tilewright import catalogue
from tilewright.errors import RunError
from tilewright.runs.creation import MAX_FIRST_TASKS, RunQuestion, new_run
from tilewright.runs.task import TaskBudget
from tilewright.runs.worker import build_context

PUZZLE = catalogue.load("dominoes-4x8")
COUNTS = {False: ALL, True: ORBITS}


@pytest.mark.parametrize("unique", [False, True])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_tasks_of_any_split_depth_have_all_solutions(depth: int, unique: bool) -> None:  # noqa: FBT001
    new = new_run(PUZZLE, RunQuestion(keep=True, unique=unique, depth=depth))
    shallow = new_run(PUZZLE, RunQuestion(keep=True, unique=unique, depth=1))
    assert len(new.tasks) >= len(shallow.tasks)
    assert sum(task.share for task in new.tasks) == pytest.approx(1)
    context = build_context(new.assignment, new.context.cover)
    done = [context.perform(task, TaskBudget(60), "here", lambda: False) for task in new.tasks]
    assert sum(result.solutions for result in done) == COUNTS[unique]
    assert len({options for result in done for options in result.option_sets}) == COUNTS[unique]


def test_a_deep_split_of_a_large_tree_is_refused() -> None:
    with pytest.raises(RunError, match=f"more than {MAX_FIRST_TASKS:,} tasks already at depth"):
        new_run(catalogue.load("pentominoes-6x10"), RunQuestion(keep=True, depth=60))
