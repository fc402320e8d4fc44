"""Exact covers by copies of one shape, by the core's search."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeVar

from tilewright import _core

ENGINE = "dancing"
STEP = 2000  # nodes of the search between two checks
KEPT = 100  # solutions that the core keeps until they are taken

Item = TypeVar("Item", bound=Hashable)


def exact_covers(
    primary: Sequence[Item], options: Sequence[Sequence[Item]], check_cancelled: Callable[[], None]
) -> Iterator[list[int]]:
    """Each choice of options that covers all primary items once and every other item at most once.

    An option covers at least one primary item. ``check_cancelled`` is called every few milliseconds; what it
    raises ends the search.
    """
    number = {item: k for k, item in enumerate(primary)}
    for option in options:
        for item in option:
            number.setdefault(item, len(number))
    uses = [[(number[item], 0) for item in option] for option in options]
    problem = _core.Problem(len(number), [(1, 1)] * len(primary), uses, [])
    search = _core.make_search(ENGINE, problem, [], None, KEPT, "")
    status = _core.Status.running
    while status != _core.Status.complete:
        check_cancelled()
        status = search.advance(STEP)
        yield from search.take()
