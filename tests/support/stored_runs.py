"""A run in a file of its own, with as many sessions as a test needs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Solution
from tilewright.runs.coordinator import RunControl, SessionResult, coordinate
from tilewright.runs.creation import RunQuestion, new_run
from tilewright.runs.executors import Executor
from tilewright.runs.reading import RunStatus, run_status, solutions
from tilewright.runs.store import Store


@dataclass
class StoredRun:
    """A run in a file."""

    path: Path
    run: str

    def session(self, executor: Executor, control: RunControl | None = None) -> SessionResult:
        with Store(self.path) as store:
            return coordinate(store, self.run, executor, control)

    def status(self) -> RunStatus:
        return run_status(self.path, self.run)

    def stored(self) -> list[Solution]:
        return list(solutions(self.path, self.run))


def store_new_run(path: Path, puzzle: AnyPuzzle, question: RunQuestion) -> StoredRun:
    with Store(path) as store:
        row = store.create_run(new_run(puzzle, question), "a puzzle", "puzzle.toml")
        return StoredRun(path, row.id)
