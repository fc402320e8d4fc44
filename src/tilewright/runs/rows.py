"""Rows of the store as values, and their protection: checksums for rows, keys for solutions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from enum import Enum
from typing import Any, NamedTuple

from tilewright.errors import RunError
from tilewright.model.puzzle import Placement
from tilewright.runs.task import Assignment, Remainder, RunTask

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

    @property
    def state(self) -> RunState:
        """The stored state."""
        return RunState(self.status)

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

    @property
    def task(self) -> RunTask:
        """The task as workers receive it."""
        prefix, required = json.loads(self.prefix), json.loads(self.required)
        return RunTask(self.id, tuple(prefix), tuple(required), self.share)

    @property
    def unsearched(self) -> TaskRow:
        """The task as it was when it began to wait."""
        return TaskRow(*self[:6])


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


ProtectedRow = RunRow | TaskRow | FirstTaskRow | OptionRow

TABLES: dict[type[ProtectedRow], str] = {
    RunRow: "runs",
    TaskRow: "tasks",
    FirstTaskRow: "first_tasks",
    OptionRow: "options",
}
"""The table of each kind of row that has a checksum."""

_COLUMNS = {kind: ", ".join((*kind._fields, "checksum")) for kind in TABLES}
INSERT = {
    kind: f"INSERT INTO {table} ({_COLUMNS[kind]}) VALUES ({', '.join('?' * (len(kind._fields) + 1))})"
    for kind, table in TABLES.items()
}
SELECT = {kind: f"SELECT {_COLUMNS[kind]} FROM {table}" for kind, table in TABLES.items()}

# Keys are not set, though they would stay the same: SQLite would look for all rows that refer to the old one.
_CHANGING: dict[type[ProtectedRow], tuple[str, ...]] = {
    RunRow: ("status", "reason", "seconds", "stop_requested"),
    TaskRow: TaskRow._fields[6:],
}
UPDATE = {
    kind: f"UPDATE {TABLES[kind]} SET {' = ?, '.join((*names, 'checksum'))} = ? WHERE id = ?"
    for kind, names in _CHANGING.items()
}


def update_values(row: RunRow | TaskRow) -> tuple[Any, ...]:
    """The parameters of UPDATE that bring a stored row to these values, the constant ones aside."""
    return (*(getattr(row, name) for name in _CHANGING[type(row)]), checksum_of(row), row.id)


def insert_values(row: ProtectedRow) -> tuple[Any, ...]:
    """The parameters of INSERT: a row's values and its checksum."""
    return (*row, checksum_of(row))


def checksum_of(row: ProtectedRow) -> str:
    """The checksum over all values of a row and the name of its table."""
    content = repr((TABLES[type(row)], *row))
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[: 2 * CHECKSUM_BYTES]


def run_row(values: Sequence[Any], path: str) -> RunRow:
    """A row of ``runs`` from a SELECT; RunError when it is damaged."""
    row = RunRow(*values[:-1])
    if checksum_of(row) != values[-1]:
        raise RunError(f"{path}: the row of run {row.id!r} is damaged")
    return row


def task_row(values: Sequence[Any], path: str) -> TaskRow:
    """A row of ``tasks`` from a SELECT; RunError when it is damaged."""
    row = TaskRow(*values[:-1])
    if checksum_of(row) != values[-1]:
        raise RunError(f"{path}: the row of task {row.id} is damaged")
    return row


def option_row(row_id: int, run: str, number: int, placement: Placement) -> OptionRow:
    """The row of an option."""
    cells = json.dumps(placement.cells, separators=(",", ":"))
    return OptionRow(row_id, run, number, placement.piece, cells)


def solution_key(text: str) -> bytes:
    """The key of a solution's text: its options, ascending, with spaces between."""
    return hashlib.sha256(text.encode()).digest()[:KEY_BYTES]


def numbers_text(numbers: Iterable[int]) -> str:
    """Decisions or options as JSON without blanks."""
    return json.dumps(list(numbers), separators=(",", ":"))


def remainders_text(prefix: Sequence[int], remainders: Iterable[Remainder]) -> str:
    """The second copy of new tasks: for each its share, the length that it keeps of ``prefix``, its tail."""
    copies = []
    for remainder in remainders:
        kept = 0
        for ours, theirs in zip(prefix, remainder.prefix, strict=False):
            if ours != theirs:
                break
            kept += 1
        copies.append([remainder.share, kept, remainder.prefix[kept:]])
    return json.dumps(copies, separators=(",", ":"))


def remainders_of(row: TaskRow) -> list[Remainder]:
    """The remainders that a split task was split into."""
    if not row.remainders:
        return []
    prefix = tuple(json.loads(row.prefix))
    return [Remainder((*prefix[:kept], *tail), share) for share, kept, tail in json.loads(row.remainders)]


def now() -> str:
    """The time in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
