"""What the adapters of the core keep between searches."""

from __future__ import annotations

from support.own_process import in_own_process, peak_memory_kb
from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines import native
from tilewright.solving.engines.base import Symmetry, Task
from tilewright.solving.engines.native import DANCING_CELLS, DENSE

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


def test_levels_that_are_never_gone_back_to_take_no_memory() -> None:
    """Each of 10,000 levels kept the sizes of all items: 400 MB, and of a large board gigabytes."""
    assert in_own_process(memory_of_a_deep_search) < 100_000


def memory_of_a_deep_search() -> int:
    """The kilobytes of memory that a search takes that has one way on each of many levels."""
    size = 10_000
    names = tuple(map(str, range(size)))
    problem = CoverProblem(names, ((1, 1),) * size, tuple(((item, 0),) for item in range(size)))
    before = peak_memory_kb()
    search = DANCING_CELLS.start(problem, Task(()), 0)
    assert search.probe(1) == (size + 1, 1)
    assert search.advance(2 * size) == "complete"
    assert search.solutions == 1
    return peak_memory_kb() - before
