"""Damages of a run database, drawn from a seed, and what each command says of the damaged file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random

from click.testing import CliRunner

from support.run_damage import SMALL_PAGE, filtered_run, use_small_pages
from support.store_cases import do_tasks
from tilewright.catalogue import load
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.program import program
from tilewright.errors import RunError
from tilewright.model.puzzle import Solution
from tilewright.runs.creation import NewRun, RunQuestion, new_run
from tilewright.runs.reading import run_statuses, solutions
from tilewright.runs.recovery import recover_file
from tilewright.runs.rows import RunState
from tilewright.runs.store import Store

QUESTIONS = {
    "listing": RunQuestion(keep=True, tasks=3),
    "count": RunQuestion(keep=False, tasks=3),
    "unique": RunQuestion(keep=True, unique=True, tasks=3),
    "first": RunQuestion(keep=True, first_only=True, tasks=3),
}
FILTERED = {"only": True, "only-count": False}
KINDS = (*QUESTIONS, *FILTERED)


def _new_run(kind: str) -> NewRun:
    if kind in QUESTIONS:
        return new_run(load("dominoes-4x4"), QUESTIONS[kind])
    puzzle = filtered_run().context.cover.puzzle
    return new_run(puzzle, RunQuestion(keep=FILTERED[kind], filter="disassemblable", tasks=3))


class DamageCase:
    """A file of small pages with one complete run of a kind, and what is known of it."""

    def __init__(self, folder: Path, kind: str) -> None:
        folder.mkdir()
        self.kind, self.path = kind, folder / "runs.db"
        new = _new_run(kind)
        self.run = new.assignment.run
        with Store(self.path) as store:
            store.create_run(new, kind, f"{kind}.toml")
            do_tasks(store, new, solutions=2)
            store.heartbeat(self.run, 1.5)
            store.set_state(self.run, RunState.COMPLETE)
        use_small_pages(self.path)
        self.data = self.path.read_bytes()
        self.keeps = bool(new.question.keep)
        self.commands = [
            ("run", "verify"),
            ("run", "verify", self.run),
            ("run", "status", self.run),
            ("run", "list"),
            *([("run", "export", self.run)] if self.keeps else []),
        ]
        self.shown = {words: self.output(words) for words in self.commands}
        assert all(code == 0 for code, _ in self.shown.values()), self.shown
        self.solutions: set[Solution] = set(solutions(self.path, self.run)) if self.keeps else set()

    def write(self, data: bytes) -> None:
        for end in ("-wal", "-shm"):
            self.path.with_name(self.path.name + end).unlink(missing_ok=True)
        self.path.write_bytes(data)

    def output(self, words: tuple[str, ...]) -> tuple[int, str]:
        """The exit code of a command and its JSON object; AssertionError where it ends in a traceback."""
        ended = CliRunner().invoke(
            program, [*words, "--db", str(self.path), "--json"], prog_name="tilewright"
        )
        if ended.exception is not None and not isinstance(ended.exception, SystemExit):
            raise AssertionError(f"{' '.join(words)} ends in a traceback") from ended.exception
        assert ended.exit_code != ExitCode.BUG, f"{' '.join(words)}: {ended.stderr}"
        json.loads(ended.stdout)
        return ended.exit_code, ended.stdout

    def check(self, data: bytes) -> str:
        """Let all commands and the recovery read a damaged file; ``noticed`` or ``unharmed``."""
        value = {}
        for words in self.commands:
            self.write(data)
            value[words] = self.output(words)
        codes = [value[words][0] for words in self.commands[:2]]
        assert set(codes) <= {0, 1, 2}, codes
        for words in self.commands[2:]:
            assert value[words][0] in (0, 2), (words, value[words])
            assert value[words][0] == 2 or value[words] == self.shown[words], (words, value[words])
            assert value[words][0] == 0 or set(codes) <= {1, 2}, (words, value[words][1], codes)
        self.write(data)
        self._check_recovery()
        return "noticed" if any(codes) else "unharmed"

    def _check_recovery(self) -> None:
        target = self.path.with_name("good.db")
        for end in ("", "-wal", "-shm"):
            target.with_name(target.name + end).unlink(missing_ok=True)
        try:
            (saved, *others) = recover_file(self.path, target)
        except RunError as error:
            assert "nothing can be recovered" in str(error) or "no such file" in str(error), error
            return
        assert not others and saved.run == self.run and not saved.lost, saved
        (status,) = run_statuses(target)
        if self.keeps:
            kept = list(solutions(target, self.run))
            assert len(kept) == len(set(kept)) == saved.solutions
            assert set(kept) <= self.solutions, "a solution was invented"
            assert saved.requeued or set(kept) == self.solutions, "lost solutions are not named"
        assert saved.requeued or status.state is RunState.COMPLETE


def _byte(dice: Random, data: bytearray) -> None:
    data[dice.randrange(len(data))] = dice.randrange(256)


def _bit(dice: Random, data: bytearray) -> None:
    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def _zeros(dice: Random, data: bytearray) -> None:
    start = dice.randrange(len(data))
    size = min(dice.choice((8, 64, SMALL_PAGE, 4096)), len(data) - start)
    data[start : start + size] = bytes(size)


def _swap(dice: Random, data: bytearray) -> None:
    one, other = (SMALL_PAGE * number for number in dice.sample(range(len(data) // SMALL_PAGE), 2))
    first = data[one : one + SMALL_PAGE]
    data[one : one + SMALL_PAGE] = data[other : other + SMALL_PAGE]
    data[other : other + SMALL_PAGE] = first


def _truncate(dice: Random, data: bytearray) -> None:
    size = dice.randrange(len(data))
    del data[size if dice.random() < 0.5 else size // SMALL_PAGE * SMALL_PAGE :]


BYTES: tuple[Callable[[Random, bytearray], None], ...] = (_byte, _byte, _bit, _zeros, _swap, _truncate)


def _change_row(dice: Random, connection: sqlite3.Connection) -> None:
    """Delete a row, or write NULL, another number or another text into one of its columns."""
    tables = [
        name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        if connection.execute(f"SELECT 1 FROM {name}").fetchone()
    ]  # fmt: skip
    table = dice.choice(tables)
    rowids = [number for (number,) in connection.execute(f"SELECT rowid FROM {table}")]
    rowid = dice.choice(rowids)
    if dice.random() < 0.3:
        connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (rowid,))
        return
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    value = dice.choice(("NULL", "0", "7", "'x'", "''", "x'00ff'", "1e300"))
    connection.execute(f"UPDATE OR IGNORE {table} SET {dice.choice(columns)} = {value} WHERE rowid = {rowid}")


def _edit_definitions(connection: sqlite3.Connection, statement: str, *values: object) -> None:
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(statement, values)
    version = connection.execute("PRAGMA schema_version").fetchone()[0]
    connection.execute(f"PRAGMA schema_version = {version + 1}")


def damage_by_sql(dice: Random, path: Path) -> None:
    """Change a row; at times past its index, at times past NOT NULL and the types of its columns."""
    kept: list[tuple[object, ...]] = []
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        query = "SELECT rowid, type, name, tbl_name, rootpage, sql FROM sqlite_schema WHERE type = ?"
        if past_index := dice.random() < 0.5:
            indexes = connection.execute(query + " AND sql NOT NULL", ("index",)).fetchall()
            kept = dice.sample(indexes, dice.randint(1, len(indexes)))
            for row in kept:
                _edit_definitions(connection, "DELETE FROM sqlite_schema WHERE name = ?", row[2])
        tables = connection.execute(query, ("table",)).fetchall()
        if past_types := dice.random() < 0.5:
            _edit_definitions(
                connection,
                "UPDATE sqlite_schema SET sql = replace(replace(sql, 'NOT NULL', ''), 'STRICT', '') "
                "WHERE type = 'table'",
            )
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        with suppress(sqlite3.IntegrityError):  # where the definitions do not permit it
            _change_row(dice, connection)
        if past_types:
            for row in tables:
                _edit_definitions(
                    connection, "UPDATE sqlite_schema SET sql = ? WHERE rowid = ?", row[5], row[0]
                )
        if past_index:
            for row in kept:
                _edit_definitions(connection, "INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", *row[1:])
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def damages(case: DamageCase, seed: int) -> Iterator[tuple[str, bytes]]:
    """Damaged versions of a file without end, each with a sentence that says how it was made."""
    dice = Random(f"{case.kind} {seed}")
    scratch = case.path.with_name("scratch.db")
    number = 0
    while True:
        number += 1
        if dice.random() < 0.4:
            scratch.write_bytes(case.data)
            damage_by_sql(dice, scratch)
            yield f"{case.kind}, seed {seed}, number {number}, by SQL", scratch.read_bytes()
            continue
        change = dice.choice(BYTES)
        data = bytearray(case.data)
        change(dice, data)
        yield f"{case.kind}, seed {seed}, number {number}, {change.__name__[1:]}", bytes(data)
