"""What is whole of a run's tree of tasks, and what must be searched again.

Each row of ``tasks`` has a second copy of what it was as it began to wait: first tasks in ``first_tasks``,
all others in the ``rests`` of their parent. So a row that is lost, or whose solutions are not all there,
waits again from its beginning, and what had come of it before is left out. Nothing is lost or counted twice:
the tasks that are kept are disjoint and together all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tilewright.runs.rows import DONE, SPLIT, WAITING, FirstTaskRow, RunRow, TaskRow, numbers_text, rests_of


@dataclass(frozen=True)
class Judged:
    """The tasks of a run as they are to be: ``tasks`` are all of them, parents first.

    ``again`` were done or split, or their rows were lost, and wait now from their beginning. ``lost`` first
    tasks are in neither copy: the run cannot be finished from what there is, and ``tasks`` is empty.
    """

    tasks: tuple[TaskRow, ...]
    again: int
    lost: int


def judge(
    run: RunRow,
    firsts: Iterable[FirstTaskRow],
    tasks: Mapping[int, TaskRow],
    found: Mapping[int, int],
    next_id: int,
) -> Judged:
    """Judge a run's rows, each of which has its seal; ``found`` is how many solutions of each task are there.

    New rows get numbers from ``next_id``.
    """
    roots = {first.id: first.row for first in firsts}
    children: dict[int, list[TaskRow]] = defaultdict(list)
    for task in tasks.values():
        if task.parent is None:
            roots.setdefault(task.id, _afresh(task))
        else:
            children[task.parent].append(task)
    if len(roots) != run.first_tasks:
        return Judged((), 0, run.first_tasks - len(roots))
    kept: list[TaskRow] = []
    again = 0
    open_: list[TaskRow] = [roots[number] for number in sorted(roots, reverse=True)]
    while open_:
        meant = open_.pop()
        there = tasks.get(meant.id)
        if there is None or _afresh(there) != meant:
            again += 1
            kept.append(meant)
        elif there.status == WAITING:
            kept.append(there)
        elif run.keep and found.get(there.id, 0) != there.solutions:
            again += 1
            kept.append(meant)
        elif there.status == DONE:
            kept.append(there)
        else:
            assert there.status == SPLIT
            kept.append(there)
            known: dict[tuple[str, float], list[int]] = defaultdict(list)
            for child in sorted(children[there.id], reverse=True):
                known[child.prefix, child.share].append(child.id)
            for rest in rests_of(there):
                text, share = numbers_text(rest.prefix), float(rest.share)
                same = known[text, share]
                number = same.pop() if same else next_id
                next_id += number == next_id
                open_.append(TaskRow(number, run.id, there.id, text, there.must, share))
    return Judged(tuple(kept), again, 0)


def _afresh(task: TaskRow) -> TaskRow:
    """The task as it was when it began to wait."""
    return TaskRow(task.id, task.run, task.parent, task.prefix, task.must, task.share)
