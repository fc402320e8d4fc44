"""The border of the core: lists and strings in, lists out, and threads without memory."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tilewright import _core
from tilewright.threads import NO_THREAD, start_thread, submitted

BOUNDS = [(1, 1), (1, 1)]
OPTIONS = [[(0, 0)], [(1, 0)], [(0, 0), (1, 0)]]


def _search(problem: _core.Problem, symmetry: _core.Symmetry | None = None, engine: str = "dancing") -> Any:
    return _core.make_search(engine, problem, [], symmetry, 10, "")


@pytest.mark.parametrize("sequence", [list, tuple])
def test_any_sequence_is_a_list(sequence: Callable[[Any], Any]) -> None:
    options = sequence([sequence([sequence(use) for use in option]) for option in OPTIONS])
    search = _search(_core.Problem(2, sequence(BOUNDS), options, sequence([])))
    assert search.advance(100) == _core.Status.complete
    assert sorted(search.take()) == [[0, 1], [2]]


def test_a_range_is_a_sequence_of_numbers() -> None:
    search = _search(_core.Problem(2, BOUNDS, OPTIONS, []), _core.Symmetry([range(3)], range(0)))
    assert search.advance(100) == _core.Status.complete
    assert search.solutions == 2


@pytest.mark.parametrize(
    "options",
    [
        [[(0, "x")]],
        [[(0, 1 << 40)]],
        [[(0, 0.5)]],
        [[(0,)]],
        [[0]],
        [0],
        "01",
        b"01",
        {0: 1},
        None,
        [[(0, None)]],
    ],
)
def test_other_values_are_type_errors(options: Any) -> None:
    with pytest.raises(TypeError, match="incompatible function arguments"):
        _core.Problem(2, BOUNDS, options, [])


def test_an_engine_is_a_string() -> None:
    problem = _core.Problem(2, BOUNDS, OPTIONS, [])
    for engine in (1, b"dancing", "\ud800", None):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            _search(problem, engine=engine)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="engine"):
        _search(problem, engine="an engine of another kind, whose name is long")


def test_a_list_that_shrinks_while_it_is_read_is_read_to_its_end() -> None:
    class Zero:
        def __index__(self) -> int:
            numbers.clear()
            return 0

    numbers: list[Any] = [Zero(), 1, 2]
    with pytest.raises(ValueError, match="length"):
        _core.Symmetry([[0, 1, 2], numbers], [])
    assert numbers == []


def test_a_search_keeps_its_symmetry() -> None:
    search = _search(_core.Problem(2, BOUNDS, OPTIONS, []), _core.Symmetry([[0, 1, 2], [1, 0, 2]], []))
    assert search.advance(100) == _core.Status.complete
    assert (search.solutions, search.images) == (2, 2)


def test_a_residue_keeps_its_plan() -> None:
    residue = _core.DeterminantResidue(_core.DeterminantSweep(1, [(0, 0, 7)]), _core.primes(0, 1)[0])
    while not residue.advance(1e6):
        pass
    assert residue.value == 7


def test_a_thread_is_refused_without_memory_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    assert _core.prepare_thread()
    start_thread(done.append, "test", 1).join()
    monkeypatch.setattr(_core, "prepare_thread", lambda: False)
    with pytest.raises(MemoryError, match=NO_THREAD):
        start_thread(done.append, "test", 2)
    with ThreadPoolExecutor(1) as pool, pytest.raises(MemoryError, match=NO_THREAD):
        submitted(pool, lambda: done.append(3)).result()
    monkeypatch.setattr(_core, "prepare_thread", lambda: True)
    assert _core.can_start_thread()
    monkeypatch.setattr(_core, "can_start_thread", lambda: False)
    with pytest.raises(MemoryError, match=NO_THREAD):
        start_thread(done.append, "test", 4)
    with ThreadPoolExecutor(1) as pool, pytest.raises(MemoryError, match=NO_THREAD):
        submitted(pool, lambda: done.append(5))
    assert done == [1]
