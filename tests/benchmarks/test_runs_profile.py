"""A profile of a real run: what was searched below each part, and how rests fell."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from runs_profile import profile
from tilewright.catalogue import load
from tilewright.runs.creation import RunQuestion, new_run
from tilewright.runs.store import Store
from tilewright.runs.task import Remainder, TaskResult


def test_parts_are_what_was_searched_below_them(tmp_path: Path) -> None:
    new = new_run(load("pentominoes-3x20"), RunQuestion(keep=False, engine="dense", tasks=4))
    path = tmp_path / "runs.db"
    with Store(path) as store:
        run = store.create_run(new, "", "").id
        first, *others = store.waiting(run, 1_000)
        with pytest.raises(ValueError, match="needs first tasks"):
            profile(path, run)
        rest = tuple(Remainder((*first.prefix, 5, n), first.share / 4) for n in range(3))
        results = [TaskResult(first.number, "w", 1, 0, 0, 2.0, (), rest)]
        results += [TaskResult(task.number, "w", 1, 0, 0, 5.0) for task in others]
        store.commit(run, results)
        for task, seconds in zip(store.waiting(run, 9), itertools.count(1)):
            store.commit(run, [TaskResult(task.number, "w", 1, 0, 0, float(seconds))])
    got = profile(path, run)
    assert got.seconds == 2 + 5 * len(others) + 6
    assert got.splits == ((500, 333, 167),)
    assert sorted(got.first) == sorted([round(8e3 / got.seconds), *[round(5e3 / got.seconds)] * len(others)])
    assert (got.dust, got.solutions) == (0, 0.0)
