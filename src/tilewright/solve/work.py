"""What a run is given: the work, how to do it, and when to stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilewright.exact_cover.translation import CoverProblem
from tilewright.solve.engines.base import Engine, Task
from tilewright.solve.stepping import CancelCheck, StepLoop


@dataclass(frozen=True)
class Work:
    """What to search: ``first`` is the whole query as one task, which a short trial may complete.

    Otherwise ``tasks(loop)`` gives the tasks to split and run; Cancelled when the loop is cancelled. Both
    have the same solutions, or orbits. ``refute(check, plain)`` is called when the trial found no solution:
    whether it can be shown without a search that there is none, with ``plain`` by the quick reasons alone.
    """

    problem: CoverProblem
    engine: Engine
    first: Task
    tasks: Callable[[StepLoop], Sequence[Task]]
    keep: bool
    refute: Callable[[CancelCheck, bool], bool] | None = None
