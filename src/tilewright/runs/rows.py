"""Rows of the store as values, and their protection: checksums for rows, keys for solutions."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from enum import Enum
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple, TypeVar

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

    @property
    def first_copy(self) -> FirstTaskRow:
        """The second copy of a task that the run began with."""
        return FirstTaskRow(self.id, self.run, self.prefix, self.required, self.share)


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
# Keys are not set, though they would stay the same: SQLite would look for all rows that refer to the old one.
_CHANGING: dict[type[ProtectedRow], tuple[str, ...]] = {
    RunRow: ("status", "reason", "seconds", "stop_requested"),
    TaskRow: TaskRow._fields[6:],
}
Row = TypeVar("Row", RunRow, TaskRow, FirstTaskRow, OptionRow)


def checksum_of(row: ProtectedRow) -> str:
    """The checksum over all values of a row and the name of its table."""
    content = repr((TABLES[type(row)], *row))
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[: 2 * CHECKSUM_BYTES]


def select(
    connection: sqlite3.Connection, kind: type[Row], tail: str = "", *parameters: object
) -> Iterator[tuple[Row, bool]]:
    """The rows of a table, and whether the checksum of each is right; ``tail`` follows the table's name."""
    query = f"SELECT {_COLUMNS[kind]} FROM {TABLES[kind]} {tail}"
    for values in connection.execute(query, parameters):
        row = kind._make(values[:-1])
        yield row, checksum_of(row) == values[-1]


def select_intact(
    connection: sqlite3.Connection, path: Path, kind: type[Row], tail: str = "", *parameters: object
) -> list[Row]:
    """As ``select``, all at once; RunError when a row is damaged."""
    rows = []
    for row, is_intact in select(connection, kind, tail, *parameters):
        if not is_intact:
            raise RunError(f"{path}: the row of {TABLES[kind].removesuffix('s')} {row.id!r} is damaged")
        rows.append(row)
    return rows


def select_run(connection: sqlite3.Connection, path: Path, run: str) -> RunRow:
    """The row of a run; RunError when there is none of this name, or it is damaged."""
    for row in select_intact(connection, path, RunRow, "WHERE id = ?", run):
        return row
    raise RunError(f"{path}: there is no run {run!r}; `tilewright run list` lists all runs")


def insert(connection: sqlite3.Connection, kind: type[ProtectedRow], rows: Iterable[ProtectedRow]) -> None:
    """Store new rows with their checksums."""
    marks = ", ".join("?" * (len(kind._fields) + 1))
    query = f"INSERT INTO {TABLES[kind]} ({_COLUMNS[kind]}) VALUES ({marks})"
    connection.executemany(query, ((*row, checksum_of(row)) for row in rows))


def update(connection: sqlite3.Connection, row: RunRow | TaskRow) -> None:
    """Bring a stored row to these values, the constant ones aside."""
    names = _CHANGING[type(row)]
    query = f"UPDATE {TABLES[type(row)]} SET {' = ?, '.join((*names, 'checksum'))} = ? WHERE id = ?"
    connection.execute(query, (*(getattr(row, name) for name in names), checksum_of(row), row.id))


def next_id(connection: sqlite3.Connection, table: str) -> int:
    """A number above those of all rows of a table."""
    return int(connection.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table}").fetchone()[0])


def insert_options(connection: sqlite3.Connection, run: str, placements: Iterable[Placement]) -> None:
    """Store what the numbers of a run's options stand for."""
    first_id = next_id(connection, "options")
    rows = (
        OptionRow(first_id + number, run, number, one.piece, json.dumps(one.cells, separators=(",", ":")))
        for number, one in enumerate(placements)
    )
    insert(connection, OptionRow, rows)


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
        pairs = zip(prefix, remainder.prefix, strict=False)
        kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
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
