"""What the adapters of the core keep between searches."""

from __future__ import annotations

import pytest

from support.own_process import in_own_process, peak_memory_kb
from tilewright import catalogue
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import to_cover
from tilewright.solving.engines import native
from tilewright.solving.engines.base import Symmetry, Task
from tilewright.solving.engines.native import DANCING_CELLS, DENSE, images_of

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


@pytest.mark.parametrize("name", ["dominoes-5x6", "bars-and-a-square", "dominoes-4x4", "soma-cube"])
def test_a_solution_stands_for_its_images(name: str) -> None:
    cover = to_cover(catalogue.load(name))
    group = symmetries(cover.puzzle).option_permutations(cover)
    search = DENSE.start(cover.problem, Task(()), 500)
    search.advance(1_000_000)
    taken = search.take()
    sizes = [len({tuple(sorted(member[o] for o in options)) for member in group}) for options in taken]
    assert len(taken) > 1 and len(group) > 1
    assert [images_of(Symmetry(group), [options]) for options in taken] == sizes
    assert images_of(Symmetry(group), taken) == sum(sizes)
    assert images_of(None, taken) == len(taken)
    with pytest.raises(ValueError, match="option"):
        images_of(Symmetry(group), [(len(group[0]),)])


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
