"""A result becomes rows: its solutions, and what its task's row says from then on. Doubles do not count."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import to_cover
from tilewright.formats import toml
from tilewright.runs.rows import DONE, SPLIT, RunRow, TaskRow, key_of, now, rests_text
from tilewright.runs.task import TaskResult

_INSERT_SOLUTION = (
    "INSERT INTO solutions (run, task, options, key) VALUES (?, ?, ?, ?) ON CONFLICT (run, key) DO NOTHING"
)
_CREDIT_WORKER = """
    INSERT INTO workers (run, name, host, tasks, nodes, seconds, seen) VALUES (?, ?, '', 1, ?, ?, ?)
    ON CONFLICT (run, name) DO UPDATE SET tasks = tasks + 1, nodes = nodes + excluded.nodes,
        seconds = seconds + excluded.seconds, seen = excluded.seen
"""


class Results:
    """What writes results; it is used within a transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._names: list[str] = []
        self._groups: dict[str, tuple[tuple[int, ...], ...]] = {}

    def take(self, run: RunRow, held: TaskRow, result: TaskResult) -> TaskRow:
        """The task's row with its result; its solutions are stored."""
        if len(result.found) != (result.solutions if run.keep else 0):
            raise ValueError(
                f"task {result.number}: {len(result.found)} solutions came with a count of {result.solutions}"
            )
        if len(self._names) < run.options:
            self._names = list(map(str, range(run.options)))
        names = self._names
        texts = [" ".join([names[o] for o in options]) for options in result.found]
        keys = [key_of(text) for text in texts]
        connection = self._connection
        doubles: list[int] = []
        before = connection.total_changes
        # Neighbours in the index one after another: its pages are found quicker.
        order = sorted(range(len(keys)), key=keys.__getitem__)
        connection.executemany(_INSERT_SOLUTION, [(run.id, held.id, texts[i], keys[i]) for i in order])
        if connection.total_changes - before < len(texts):
            doubles = self._doubles(run.id, held.id, keys)
        rest = sum(rest.share for rest in result.rest)
        self._connection.execute(
            _CREDIT_WORKER,
            (run.id, result.worker, result.nodes, result.seconds, now()),
        )
        return held._replace(
            status=SPLIT if result.rest else DONE,
            done_share=max(0.0, held.share - rest),
            nodes=result.nodes,
            solutions=result.solutions - len(doubles),
            images=result.images - sum(self._images(run, result.found[i]) for i in doubles),
            doubles=len(doubles),
            seconds=float(result.seconds),
            worker=result.worker,
            rests=rests_text(json.loads(held.prefix), result.rest) if result.rest else "",
        )

    def _doubles(self, run: str, task: int, keys: Sequence[bytes]) -> list[int]:
        """The places of the solutions that were not stored, as others had come before them."""
        seen: set[bytes] = set()
        doubles = []
        for place, key in enumerate(keys):
            (owner,) = self._connection.execute(
                "SELECT task FROM solutions WHERE run = ? AND key = ?", (run, key)
            ).fetchone()
            if owner != task or key in seen:
                doubles.append(place)
            seen.add(key)
        return doubles

    def _images(self, run: RunRow, options: Sequence[int]) -> int:
        """How many solutions a stored one stands for; only asked of doubles, so the group is made then."""
        if not run.by_orbit:
            return 1
        if run.id not in self._groups:
            cover = to_cover(toml.loads(run.puzzle))
            self._groups[run.id] = symmetries(cover.puzzle).option_permutations(cover)
        return len({tuple(sorted(image[o] for o in options)) for image in self._groups[run.id]})
