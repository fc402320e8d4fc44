"""Rows of the store as values, and their protection: checksums for rows, keys for solutions."""

from __future__ import annotations

import hashlib
import json
import math
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from enum import Enum
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple, TypeVar

from tilewright.errors import DamagedError, RunError
from tilewright.model.levels import Levels
from tilewright.model.puzzle import Placement
from tilewright.runs.decisions import decisions_from_text, decisions_to_text, packed, unpacked
from tilewright.runs.progress import ProgressEstimate, RunTotals, WorkerProgress
from tilewright.runs.task import Assignment, Remainder, RunTask
from tilewright.wording import quoted

KEY_BYTES = 16
CHECKSUM_BYTES = 8

WAITING, SPLIT, DONE = "waiting", "split", "done"
"""The states of a task, as stored."""


class RunState(Enum):
    """The states of a run, as stored; INTERRUPTED is never stored: running, but without a coordinator."""

    RUNNING = "running"
    INTERRUPTED = "interrupted"
    STOPPED = "stopped"
    COMPLETE = "complete"
    FAILED = "failed"


class RunRow(NamedTuple):
    """A run as it is stored, without its checksum; see ``database.py`` for the columns."""

    id: str
    title: str
    source: str
    puzzle: str
    engine: str
    keep: int
    first_only: int
    is_unique: int
    folded: int
    symmetries: int
    digest: str
    version: str
    created_at: str
    options: int
    first_tasks: int
    status: str
    reason: str
    seconds: float
    stop_requested: int
    filter: str = ""
    labels: str = ""
    first_found_at: str = ""
    first_seconds: float | None = None

    @property
    def state(self) -> RunState:
        """The stored state."""
        return RunState(self.status)

    @property
    def is_labelled(self) -> bool:
        """Whether solutions are also counted with identical copies distinct."""
        return bool(self.labels)

    def labelled(self, solutions: int) -> int:
        """So many solutions, counted with identical copies distinct."""
        return solutions * int(self.labels)

    @property
    def has_levels(self) -> bool:
        """Whether the levels of all solutions that its filter keeps are stored."""
        return bool(self.filter and not self.first_only)

    @property
    def assignment(self) -> Assignment:
        """What its workers must know; the version is the one that created the run."""
        return Assignment(
            run=self.id,
            version=self.version,
            puzzle=self.puzzle,
            engine=self.engine,
            keep=bool(self.keep),
            unique=bool(self.is_unique),
            folded=bool(self.folded),
            digest=self.digest,
            filter=self.filter,
        )


class TaskRow(NamedTuple):
    """A task as it is stored, without its checksum. ``done`` and ``split`` are final, as are their counts."""

    id: int
    run: str
    parent: int | None
    prefix: str
    required: str
    share: float
    status: str = WAITING
    done_share: float = 0.0
    nodes: int = 0
    solutions: int = 0
    images: int = 0
    duplicates: int = 0
    seconds: float = 0.0
    worker: str = ""
    remainders: str = ""
    examined: int = 0
    undecided: int = 0
    levels: str = ""
    cpu_seconds: float = 0.0

    @property
    def task(self) -> RunTask:
        """The task as workers receive it."""
        required = tuple(json.loads(self.required))
        return RunTask(self.id, decisions_from_text(self.prefix), required, self.share)

    @property
    def unsearched(self) -> TaskRow:
        """The task as it was when it began to wait."""
        return TaskRow(*self[:6])

    @property
    def first_copy(self) -> FirstTaskRow:
        """The second copy of a task that the run began with."""
        return FirstTaskRow(self.id, self.run, self.prefix, self.required, self.share)


def waiting_task(
    number: int, run: str, parent: int | None, prefix: Sequence[int], required: str, share: float
) -> TaskRow:
    """A new task; ``required`` as it is stored."""
    return TaskRow(number, run, parent, decisions_to_text(prefix), required, float(share))


class FirstTaskRow(NamedTuple):
    """The second copy of a task that a run began with."""

    id: int
    run: str
    prefix: str
    required: str
    share: float

    @property
    def row(self) -> TaskRow:
        """The task as it was when the run began."""
        return TaskRow(self.id, self.run, None, self.prefix, self.required, self.share)


class OptionRow(NamedTuple):
    """The placement that the number of an option stands for."""

    id: int
    run: str
    number: int
    piece: str
    cells: str

    @property
    def placement(self) -> Placement:
        """The placement itself."""
        return Placement(self.piece, tuple(tuple(cell) for cell in json.loads(self.cells)))


class TotalsRow(NamedTuple):
    """The sums over a run's tasks, changed in each transaction that changes a task.

    ``workers`` is the number of its rows of workers. The digests are the sums of the checksums of its tasks,
    and of the keys of its solutions; they do not depend on any order.
    """

    run: str
    waiting: int = 0
    split: int = 0
    done: int = 0
    share: float = 0.0
    solutions: int = 0
    images: int = 0
    duplicates: int = 0
    nodes: int = 0
    seconds: float = 0.0
    workers: int = 0
    task_digest: str = "0" * 2 * CHECKSUM_BYTES
    solution_digest: str = "0" * 2 * KEY_BYTES
    examined: int = 0
    undecided: int = 0
    cpu_seconds: float = 0.0

    @property
    def totals(self) -> RunTotals:
        """The sums as they are shown."""
        # The shares add up to 1 but for rounding; a run has the share 1 when, and only when, no task waits.
        share = min(self.share, 1.0 - 1e-12) if self.waiting else 1.0
        values = {field.name: getattr(self, field.name) for field in fields(RunTotals)}
        return RunTotals(**values | {"share": share})

    def without_task(self, row: TaskRow) -> TotalsRow:
        """The sums without a task."""
        return self._replace(
            **{name: getattr(self, name) - getattr(row, name) for name in TASK_SUMS},
            **{row.status: getattr(self, row.status) - 1},
            share=self.share - row.done_share,
        ).with_checksums([checksum_of(row)], [])

    def with_task(self, row: TaskRow) -> TotalsRow:
        """The sums with a task."""
        return self._replace(
            **{name: getattr(self, name) + getattr(row, name) for name in TASK_SUMS},
            **{row.status: getattr(self, row.status) + 1},
            share=self.share + row.done_share,
        ).with_checksums([], [checksum_of(row)])

    def with_checksums(self, removed: Iterable[str], added: Iterable[str]) -> TotalsRow:
        """The digest of tasks without some checksums and with others."""
        start = int(self.task_digest, 16) - sum(int(one, 16) for one in removed)
        return self._replace(task_digest=_digest(start, (int(one, 16) for one in added), CHECKSUM_BYTES))

    def with_solutions(self, keys: Iterable[bytes]) -> TotalsRow:
        """The digest with the keys of further solutions."""
        start = int(self.solution_digest, 16)
        numbers = (int.from_bytes(key) for key in keys)
        return self._replace(solution_digest=_digest(start, numbers, KEY_BYTES))

    def differences(self, other: TotalsRow) -> list[str]:
        """The names of the sums that are not the same, but for rounding; digests are not compared."""

        def is_same(name: str) -> bool:
            ours, theirs = getattr(self, name), getattr(other, name)
            if name in ("share", "seconds", "cpu_seconds"):
                return math.isclose(ours, theirs, rel_tol=1e-6, abs_tol=1e-6)
            return bool(ours == theirs)

        return [name for name in SUMS if not is_same(name)]


TASK_SUMS = ("solutions", "images", "duplicates", "nodes", "seconds", "examined", "undecided", "cpu_seconds")
SUMS = ("waiting", "split", "done", "share", *TASK_SUMS, "workers")


class WorkerRow(NamedTuple):
    """A worker as its coordinator last saw it."""

    run: str
    name: str
    host: str = ""
    tasks: int = 0
    nodes: int = 0
    seconds: float = 0.0
    running_tasks: str = ""
    last_seen: str = ""

    @property
    def progress(self) -> WorkerProgress:
        """The worker as it is shown."""
        running = tuple(map(int, self.running_tasks.split()))
        return WorkerProgress(self.name, self.host, running, *self[3:6], self.last_seen)


class EstimateRow(NamedTuple):
    """The estimated size of a run; ``dives`` is 0 where there is none yet."""

    run: str
    dives: int = 0
    weight: float = 0.0
    nodes: float = 0.0
    ahead: float = 0.0
    error: float = 0.0
    nodes_per_second: float = 0.0

    @property
    def estimate(self) -> ProgressEstimate | None:
        """The estimate, if there is one."""
        return ProgressEstimate(*self[1:6]) if self.dives else None


ChangingRow = RunRow | TaskRow | TotalsRow | WorkerRow | EstimateRow
ProtectedRow = RunRow | TaskRow | FirstTaskRow | OptionRow | TotalsRow | WorkerRow | EstimateRow

TABLES: dict[type[ProtectedRow], str] = {
    RunRow: "runs",
    TaskRow: "tasks",
    FirstTaskRow: "first_tasks",
    OptionRow: "options",
    TotalsRow: "totals",
    WorkerRow: "workers",
    EstimateRow: "estimates",
}
"""The table of each kind of row that has a checksum."""

ADDED_COLUMNS: dict[type[ProtectedRow], tuple[int, ...]] = {
    RunRow: (1, 3),
    TaskRow: (2, 1, 1),
    TotalsRow: (2, 1),
}
"""How many of the last columns each later version of the file added, the newest version last.

They come after the checksum in the table, and count for it only where they, or newer ones, do not all have
their defaults, so that the checksums of older files stay right.
"""

_NOUNS: dict[type[ProtectedRow], str] = {
    RunRow: "run",
    TaskRow: "task",
    FirstTaskRow: "first task",
    OptionRow: "option",
    TotalsRow: "the totals of run",
    WorkerRow: "worker",
    EstimateRow: "the estimate of run",
}
_COLUMNS = {kind: ", ".join((*kind._fields, "checksum")) for kind in TABLES}
# Keys are not set, though they would stay the same: SQLite would look for all rows that refer to the old one.
_CHANGING: dict[type[ProtectedRow], tuple[str, ...]] = {
    RunRow: ("status", "reason", "seconds", "stop_requested", "first_found_at", "first_seconds"),
    TaskRow: TaskRow._fields[6:],
    TotalsRow: TotalsRow._fields[1:],
    WorkerRow: WorkerRow._fields[2:],
    EstimateRow: EstimateRow._fields[1:],
}
_KEYS: dict[type[ProtectedRow], tuple[str, ...]] = {
    TotalsRow: ("run",),
    WorkerRow: ("run", "name"),
    EstimateRow: ("run",),
}
"""The columns that identify a row, where these are not its ``id``."""
Row = TypeVar("Row", RunRow, TaskRow, FirstTaskRow, OptionRow, TotalsRow, WorkerRow, EstimateRow)


def checksum_of(row: ProtectedRow) -> str:
    """The checksum over all values of a row and the name of its table."""
    values = tuple(row)
    for added in reversed(ADDED_COLUMNS.get(type(row), ())):
        names = row._fields[: len(values)][-added:]
        if any(getattr(row, name) != row._field_defaults[name] for name in names):
            break
        values = values[:-added]
    content = repr((TABLES[type(row)], *values))  # lone surrogates are escaped
    return hashlib.sha256(content.encode()).hexdigest()[: 2 * CHECKSUM_BYTES]


def select(
    connection: sqlite3.Connection, kind: type[Row], tail: str = "", *parameters: object
) -> Iterator[tuple[Row, bool]]:
    """The rows of a table, and whether the checksum of each is right; ``tail`` follows the table's name."""
    query = f"SELECT {_COLUMNS[kind]} FROM {TABLES[kind]} {tail}"
    for values in connection.execute(query, parameters):
        row = kind._make(values[:-1])
        yield row, checksum_of(row) == values[-1]


def select_intact(
    connection: sqlite3.Connection, path: Path, kind: type[Row], tail: str, *parameters: object
) -> list[Row]:
    """As ``select``, all at once; DamagedError when a row is damaged."""
    rows = []
    for row, is_intact in select(connection, kind, tail, *parameters):
        if not is_intact:
            raise wrong_checksum(path, row)
        rows.append(row)
    return rows


def wrong_checksum(path: Path, row: ProtectedRow) -> DamagedError:
    """The error about a damaged row."""
    return DamagedError(f"{path}: the file is damaged: {row_name(row)} has a wrong checksum")


def row_name(row: ProtectedRow) -> str:
    """A row in a sentence about damage: ``the row of task 12``."""
    key = " ".join(str(getattr(row, name)) for name in _KEYS.get(type(row), ("id",)))
    return f"the row of {_NOUNS[type(row)]} {key!a}"


def select_run(connection: sqlite3.Connection, path: Path, run: str) -> RunRow:
    """The row of a run; RunError when there is none of this name, or it is damaged."""
    for row in select_intact(connection, path, RunRow, "WHERE id = ?", run):
        return row
    raise RunError(f"{path}: there is no run {quoted(run)}; `tilewright run list` lists all runs")


def insert(connection: sqlite3.Connection, kind: type[ProtectedRow], rows: Iterable[ProtectedRow]) -> None:
    """Store new rows with their checksums."""
    marks = ", ".join("?" * (len(kind._fields) + 1))
    query = f"INSERT INTO {TABLES[kind]} ({_COLUMNS[kind]}) VALUES ({marks})"
    connection.executemany(query, ((*row, checksum_of(row)) for row in rows))


def update(connection: sqlite3.Connection, row: ChangingRow) -> None:
    """Bring a stored row to these values, the constant ones aside."""
    kind = type(row)
    names, keys = _CHANGING[kind], _KEYS.get(kind, ("id",))
    where = " AND ".join(f"{key} = ?" for key in keys)
    query = f"UPDATE {TABLES[kind]} SET {' = ?, '.join((*names, 'checksum'))} = ? WHERE {where}"
    values = [getattr(row, name) for name in names]
    connection.execute(query, (*values, checksum_of(row), *(getattr(row, key) for key in keys)))


def next_id(connection: sqlite3.Connection, kind: type[TaskRow | OptionRow]) -> int:
    """A number above those of all rows of a table."""
    return int(connection.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {TABLES[kind]}").fetchone()[0])


def insert_options(connection: sqlite3.Connection, run: str, placements: Iterable[Placement]) -> None:
    """Store what the numbers of a run's options stand for."""
    first_id = next_id(connection, OptionRow)
    rows = (
        OptionRow(first_id + number, run, number, one.piece, _compact_json(one.cells))
        for number, one in enumerate(placements)
    )
    insert(connection, OptionRow, rows)


def _digest(start: int, numbers: Iterable[int], size: int) -> str:
    """A sum of numbers of ``size`` bytes, cut to that size, in hexadecimal."""
    return f"{(start + sum(numbers)) % 256**size:0{2 * size}x}"


def solution_key(text: str, levels: str = "") -> bytes:
    """The key of a solution: its options, ascending, with spaces between, and its levels."""
    content = f"{text}\n{levels}" if levels else text
    return hashlib.sha256(content.encode()).digest()[:KEY_BYTES]


def is_solution_intact(text: object, key: object, levels: object) -> bool:
    """Whether the options and the levels of a stored solution are texts, and the key is theirs."""
    return isinstance(text, str) and isinstance(levels, str) and solution_key(text, levels) == key


def levels_to_text(levels: Levels) -> str:
    """Levels as they are stored: all numbers, with dots between."""
    return ".".join(map(str, levels))


def levels_from_text(text: str) -> Levels:
    """The levels that are stored as a text; ValueError when it is none."""
    return tuple(map(int, text.split("."))) if text else ()


def level_counts_to_text(solutions: Iterable[Levels]) -> str:
    """The number of solutions by levels, as it is stored; "" for none."""
    counts = Counter(map(levels_to_text, solutions))
    return _compact_json(dict(sorted(counts.items()))) if counts else ""


def level_counts_from_text(text: str) -> Counter[Levels]:
    """The numbers that are stored as a text."""
    return Counter({levels_from_text(levels): number for levels, number in json.loads(text or "{}").items()})


def numbers_text(numbers: Iterable[int]) -> str:
    """Options as JSON without blanks."""
    return _compact_json(list(numbers))


def remainders_text(prefix: Sequence[int], remainders: Iterable[Remainder]) -> str:
    """The second copy of new tasks: for each its share, the length that it keeps of ``prefix``, its tail."""
    copies = []
    for remainder in remainders:
        pairs = zip(prefix, remainder.prefix, strict=False)
        kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        copies.append([remainder.share, kept, packed(remainder.prefix[kept:])])
    return _compact_json(copies)


def _compact_json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def remainders_of(row: TaskRow) -> list[Remainder]:
    """The remainders that a split task was split into."""
    if not row.remainders:
        return []
    prefix = decisions_from_text(row.prefix)
    copies = json.loads(row.remainders)
    return [Remainder((*prefix[:kept], *unpacked(tail)), share) for share, kept, tail in copies]


def now(seconds_ago: float = 0.0) -> str:
    """The time in UTC, now or so long ago, to the second."""
    return (datetime.now(UTC) - timedelta(seconds=seconds_ago)).strftime("%Y-%m-%dT%H:%M:%SZ")
