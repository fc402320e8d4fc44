"""The adapters of the engines of the C++ core that search a tree."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tilewright import _core
from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.base import (
    Search,
    Symmetry,
    Task,
)

Made = TypeVar("Made")

# What the core made of a problem, found by the identity of the Python object for as long as that lives:
# building it takes longer than many a search.
_made: dict[int, Any] = {}

MAX_SYMMETRIES = 16
"""The core's symmetries that are kept: each copies its group, and a search may have a thousand tasks."""
# By the identity of the group, which is kept with it, and by the options that images must contain.
_symmetries: dict[tuple[int, tuple[int, ...]], tuple[object, _core.Symmetry]] = {}
_symmetries_lock = threading.Lock()


def _once(source: object, make: Callable[[], Made]) -> Made:
    made: Made | None = _made.get(id(source))
    if made is None:
        made = _made[id(source)] = make()
        weakref.finalize(source, _made.pop, id(source), None)
    return made


def core_problem(problem: CoverProblem) -> _core.Problem:
    """The core's copy of a cover problem; made once."""
    return _once(
        problem, lambda: _core.Problem(len(problem.items), problem.bounds, problem.options, problem.near)
    )


def _core_symmetry(symmetry: Symmetry) -> _core.Symmetry:
    """The core's copy of a symmetry; those used last are made once."""
    key = id(symmetry.group), symmetry.must
    with _symmetries_lock:
        entry = _symmetries.pop(key, None) or (symmetry.group, _core.Symmetry(symmetry.group, symmetry.must))
        _symmetries[key] = entry  # as the last
        if len(_symmetries) > MAX_SYMMETRIES:
            del _symmetries[next(iter(_symmetries))]
    return entry[1]


def images_of(symmetry: Symmetry | None, solutions: Sequence[Sequence[int]]) -> int:
    """How many solutions these stand for, each as its options: the sum of the sizes of their orbits."""
    return len(solutions) if symmetry is None else _core_symmetry(symmetry).orbit_sizes(solutions)


class NativeSearch:
    """A search of the core over one task."""

    def __init__(self, name: str, problem: CoverProblem, task: Task, capacity: int) -> None:
        symmetry = None if task.symmetry is None else _core_symmetry(task.symmetry)
        search = _core.make_search(name, core_problem(problem), task.prefix, symmetry, capacity, "")
        self._search = search
        self.progress, self.probe, self.take = search.progress, search.probe, search.take
        self.position, self.restore, self.remainder = search.position, search.restore, search.remainder

    def advance(self, budget: int) -> str:
        return _STATUS[self._search.advance(budget)]

    @property
    def nodes(self) -> int:
        return self._search.nodes

    @property
    def solutions(self) -> int:
        return self._search.solutions

    @property
    def images(self) -> int:
        return self._search.images


_STATUS = {status: status.name for status in _core.Status}


class NativeAdapter:
    """The adapter of the core's engine of this name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def unsupported(self, problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
        return _core.unsupported(self._name, core_problem(problem))

    def start(self, problem: CoverProblem, task: Task, capacity: int) -> Search:
        return NativeSearch(self._name, problem, task, capacity)


BITMASK = NativeAdapter("bitmask")
DENSE = NativeAdapter("dense")
FORWARD_CHECKING = NativeAdapter("ahead")
DANCING_CELLS = NativeAdapter("dancing")


def core_build() -> dict[str, str]:
    """The compiler and the instruction sets, each with its name."""
    return {
        "compiler": _core.compiler + (", stable ABI" if _core.stable_abi else ""),
        "instruction sets compiled": ", ".join(_core.compiled_vector_units),
        "instruction sets in use": ", ".join(_core.vector_units()),
    }
