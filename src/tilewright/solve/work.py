"""What a run is given: the work, how to do it, and when to stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilewright.exact_cover.translation import CoverProblem
from tilewright.solve.engines.base import Engine, Task
from tilewright.solve.stepping import CancelCheck


@dataclass(frozen=True)
class Work:
    """What to search: ``first`` is the whole question as one task, tried for a moment; if that does not
    finish it, ``tasks(check)`` tells the tasks to split and run, calling ``check_cancelled`` every few
    milliseconds. Both have the same solutions, or orbits. ``refute(check, plain)``, asked when the trial
    found no solution, tells whether it can be shown without a search that there is none, with ``plain`` by
    the quick reasons alone."""

    problem: CoverProblem
    engine: Engine
    first: Task
    tasks: Callable[[CancelCheck], Sequence[Task]]
    keep: bool
    refute: Callable[[CancelCheck, bool], bool] | None = None
