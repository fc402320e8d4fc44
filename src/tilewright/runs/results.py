"""A result becomes rows: its solutions, and the new values of its task's row. Duplicates do not count."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import to_cover
from tilewright.formats import toml
from tilewright.runs.decisions import decisions_from_text
from tilewright.runs.rows import (
    DONE,
    SPLIT,
    RunRow,
    TaskRow,
    level_counts_to_text,
    levels_to_text,
    remainders_text,
    solution_key,
)
from tilewright.runs.task import TaskResult

_INSERT_SOLUTION = (
    "INSERT INTO solutions (run, task, options, key, levels) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (run, key) DO NOTHING"
)


class ResultWriter:
    """Writes results; use it within a transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._option_texts: list[str] = []
        self._groups: dict[str, tuple[tuple[int, ...], ...]] = {}

    def write(self, run: RunRow, task: TaskRow, result: TaskResult) -> tuple[TaskRow, list[bytes]]:
        """Store a result's solutions; the task's row with the result, and the keys of those that are new.

        ValueError when the result's numbers contradict its solutions.
        """
        if len(result.option_sets) != (result.solutions if run.keep else 0):
            raise ValueError(
                f"task {result.number}: {len(result.option_sets)} solutions came with a count of "
                f"{result.solutions}"
            )
        if len(result.levels) != (result.solutions if run.filter else 0):
            raise ValueError(f"task {result.number}: {len(result.levels)} levels came with its solutions")
        keys, duplicates = self._store_solutions(run, task, result)
        open_share = sum(remainder.share for remainder in result.remainders)
        row = task._replace(
            status=SPLIT if result.remainders else DONE,
            done_share=max(0.0, task.share - open_share),
            nodes=result.nodes,
            solutions=result.solutions - len(duplicates),
            images=result.images - sum(self._orbit_size(run, result.option_sets[i]) for i in duplicates),
            duplicates=len(duplicates),
            seconds=float(result.seconds),
            worker=result.worker,
            remainders=remainders_text(decisions_from_text(task.prefix), result.remainders)
            if result.remainders
            else "",
            examined=result.examined,
            undecided=result.undecided,
            levels="" if run.keep else level_counts_to_text(result.levels),
            cpu_seconds=float(result.cpu_seconds),
        )
        return row, keys

    def _store_solutions(
        self, run: RunRow, task: TaskRow, result: TaskResult
    ) -> tuple[list[bytes], list[int]]:
        """Store solutions that are new to the run; their keys, and the positions of the others."""
        if len(self._option_texts) < run.options:
            self._option_texts = list(map(str, range(run.options)))
        names = self._option_texts
        texts = [" ".join([names[o] for o in options]) for options in result.option_sets]
        levels = list(map(levels_to_text, result.levels)) if run.filter else [""] * len(texts)
        keys = list(map(solution_key, texts, levels))
        before = self._connection.total_changes
        # Neighbours in the index one after another: its pages are found faster.
        order = sorted(range(len(keys)), key=keys.__getitem__)
        rows = [(run.id, task.id, texts[i], keys[i], levels[i]) for i in order]
        self._connection.executemany(_INSERT_SOLUTION, rows)
        if self._connection.total_changes - before == len(texts):
            return keys, []
        seen: set[bytes] = set()
        duplicates = []
        for position, key in enumerate(keys):
            (owner,) = self._connection.execute(
                "SELECT task FROM solutions WHERE run = ? AND key = ?", (run.id, key)
            ).fetchone()
            if owner != task.id or key in seen:
                duplicates.append(position)
            seen.add(key)
        known = set(duplicates)
        return [key for position, key in enumerate(keys) if position not in known], duplicates

    def _orbit_size(self, run: RunRow, options: Sequence[int]) -> int:
        """How many solutions a stored one represents; needed for duplicates only, so the group is lazy."""
        if not run.is_unique:
            return 1
        if run.id not in self._groups:
            cover = to_cover(toml.loads(run.puzzle))
            self._groups[run.id] = symmetries(cover.puzzle).option_permutations(cover)
        return len({tuple(sorted(image[o] for o in options)) for image in self._groups[run.id]})
