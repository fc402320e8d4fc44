"""What the adapters of the core keep between searches."""

from __future__ import annotations

from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines import native
from tilewright.solving.engines.base import Symmetry, Task
from tilewright.solving.engines.native import DENSE

ITEMS = 2 * native.MAX_SYMMETRIES


def test_the_symmetries_of_many_tasks_are_not_all_kept() -> None:
    problem = CoverProblem(("a",), ((1, 1),), tuple(((0, 0),) for _ in range(ITEMS)))
    group = (tuple(range(ITEMS)), tuple(reversed(range(ITEMS))))
    tasks = [Task((option,), Symmetry(group, (option,))) for option in range(ITEMS)]
    searches = [DENSE.start(problem, task, 0) for task in tasks]
    assert len(native._symmetries) <= native.MAX_SYMMETRIES
    for search in searches:  # each has its symmetry all the same
        assert search.advance(10) == "complete"
        assert (search.solutions, search.images) == (1, 2)
