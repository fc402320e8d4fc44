"""Rows of the store as values, and what checks them: seals for rows, keys for solutions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from tilewright.errors import RunError
from tilewright.model.puzzle import Placement
from tilewright.runs.task import Assignment, Rest, RunTask

KEY_BYTES = 16
SEAL_BYTES = 8

WAITING, SPLIT, DONE = "waiting", "split", "done"
RUNNING, STOPPED, COMPLETE, FAILED = "running", "stopped", "complete", "failed"

RESULT_COLUMNS = (
    "status", "done_share", "nodes", "solutions", "images", "doubles", "seconds", "worker", "rests",
)  # fmt: skip
"""What changes in a row of ``tasks``, once, when its result comes."""


class RunRow(NamedTuple):
    """A run as it is stored, without its seal; see schema.py for the columns."""

    id: str
    title: str
    source: str
    puzzle: str
    engine: str
    keep: int
    one: int
    by_orbit: int
    folded: int
    symmetries: int
    digest: str
    version: str
    created: str
    options: int
    first_tasks: int
    status: str
    reason: str
    seconds: float
    stop_wish: int

    @property
    def assignment(self) -> Assignment:
        """What its workers are told; the version is that which began the run."""
        return Assignment(
            run=self.id,
            version=self.version,
            puzzle=self.puzzle,
            engine=self.engine,
            keep=bool(self.keep),
            unique=bool(self.by_orbit),
            folded=bool(self.folded),
            digest=self.digest,
        )


class TaskRow(NamedTuple):
    """A task as it is stored, without its seal. ``done`` and ``split`` are final, and so are their counts."""

    id: int
    run: str
    parent: int | None
    prefix: str
    must: str
    share: float
    status: str = WAITING
    done_share: float = 0.0
    nodes: int = 0
    solutions: int = 0
    images: int = 0
    doubles: int = 0
    seconds: float = 0.0
    worker: str = ""
    rests: str = ""

    @property
    def task(self) -> RunTask:
        """The task as workers get it."""
        return RunTask(self.id, tuple(json.loads(self.prefix)), tuple(json.loads(self.must)), self.share)


class FirstTaskRow(NamedTuple):
    """The second copy of a task that a run began with."""

    id: int
    run: str
    prefix: str
    must: str
    share: float

    @property
    def row(self) -> TaskRow:
        """The task as it was when the run began."""
        return TaskRow(self.id, self.run, None, self.prefix, self.must, self.share)


class OptionRow(NamedTuple):
    """What the number of an option stands for."""

    id: int
    run: str
    number: int
    piece: str
    cells: str


Sealed = RunRow | TaskRow | FirstTaskRow | OptionRow

TABLES: dict[type[Sealed], str] = {
    RunRow: "runs",
    TaskRow: "tasks",
    FirstTaskRow: "first_tasks",
    OptionRow: "options",
}
"""The table that each kind of row is kept in."""

_NAMES = {kind: ", ".join(kind._fields) for kind in TABLES}
INSERT = {
    kind: f"INSERT INTO {table} ({_NAMES[kind]}, seal) VALUES ({', '.join('?' * (len(kind._fields) + 1))})"
    for kind, table in TABLES.items()
}
SELECT = {kind: f"SELECT {_NAMES[kind]}, seal FROM {table}" for kind, table in TABLES.items()}
_CHANGING: dict[type[Sealed], tuple[str, ...]] = {
    RunRow: ("status", "reason", "seconds", "stop_wish"),
    TaskRow: RESULT_COLUMNS,
}
# Keys are not named, though they would stay: SQLite would look for all rows that belong to the old one.
UPDATE = {
    kind: f"UPDATE {TABLES[kind]} SET {', '.join(f'{name} = ?' for name in (*names, 'seal'))} WHERE id = ?"
    for kind, names in _CHANGING.items()
}


def changes(row: RunRow | TaskRow) -> tuple[Any, ...]:
    """What UPDATE takes to bring a stored row to these values, where the others are as they were."""
    return (*(getattr(row, name) for name in _CHANGING[type(row)]), seal_of(row), row.id)


def seal_of(row: Sealed) -> str:
    """The checksum over all values of a row and the name of its table."""
    content = repr((TABLES[type(row)], *row))
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[: 2 * SEAL_BYTES]


def sealed(row: Sealed) -> tuple[Any, ...]:
    """A row's values with its seal, for INSERT."""
    return (*row, seal_of(row))


def run_row(values: Sequence[Any], where: str) -> RunRow:
    """A row of ``runs`` as it came with its seal; RunError when it is damaged."""
    row = RunRow(*values[:-1])
    if seal_of(row) != values[-1]:
        raise RunError(f"{where}: the row of run {row.id!r} is damaged")
    return row


def task_row(values: Sequence[Any], where: str) -> TaskRow:
    """A row of ``tasks`` as it came with its seal; RunError when it is damaged."""
    row = TaskRow(*values[:-1])
    if seal_of(row) != values[-1]:
        raise RunError(f"{where}: the row of task {row.id} is damaged")
    return row


def option_row(number: int, run: str, option: int, placement: Placement) -> OptionRow:
    """The row of an option; ``number`` is the row's own."""
    cells = json.dumps(placement.cells, separators=(",", ":"))
    return OptionRow(number, run, option, placement.piece, cells)


def key_of(text: str) -> bytes:
    """The key of a solution's text: its options, ascending, with spaces between."""
    return hashlib.sha256(text.encode()).digest()[:KEY_BYTES]


def numbers_text(numbers: Iterable[int]) -> str:
    """Decisions or options as JSON without blanks."""
    return json.dumps(list(numbers), separators=(",", ":"))


def rests_text(prefix: Sequence[int], rests: Iterable[Rest]) -> str:
    """The second copy of a task's rests: for each its share, what it keeps of ``prefix``, its tail."""
    said = []
    for rest in rests:
        kept = 0
        for ours, theirs in zip(prefix, rest.prefix, strict=False):
            if ours != theirs:
                break
            kept += 1
        said.append([rest.share, kept, rest.prefix[kept:]])
    return json.dumps(said, separators=(",", ":"))


def rests_of(row: TaskRow) -> list[Rest]:
    """The rests that a split task was split into."""
    if not row.rests:
        return []
    prefix = tuple(json.loads(row.prefix))
    return [Rest((*prefix[:kept], *more), share) for share, kept, more in json.loads(row.rests)]


def now() -> str:
    """The time in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
