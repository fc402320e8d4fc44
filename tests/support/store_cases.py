"""For tests of durable runs: a small run with known counts, its tasks done here, files damaged."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from tilewright.catalogue import load
from tilewright.errors import RunError
from tilewright.runs.creation import NewRun, RunQuestion, new_run
from tilewright.runs.progress import ProgressEstimate
from tilewright.runs.rows import RunState
from tilewright.runs.store import Store
from tilewright.runs.task import TaskBudget, TaskResult

ALL, ORBITS = 2245, 658
"""Domino tilings of the 4 x 8 board (OEIS A099390 has 2245), and up to its symmetries."""

PAGE = 4096


def small_run(*, unique: bool = False, keep: bool = True) -> NewRun:
    """A run of eight first tasks or so, made once, and always of the same name."""
    return _small_run(unique=unique, keep=keep)


@cache
def _small_run(*, unique: bool, keep: bool) -> NewRun:
    return new_run(load("dominoes-4x8"), RunQuestion(keep=keep, unique=unique, tasks=8))


NEW = small_run()
RUN = NEW.assignment.run
ESTIMATE = ProgressEstimate(dives=160, weight=2.0, nodes=5e3, ahead=4e3, error=1e3)


def perform_waiting(store: Store, new: NewRun, most: int, solutions: int = 20) -> list[TaskResult]:
    """The next waiting tasks, done until each has found so many solutions; the rest is handed back."""
    tasks = store.waiting(new.assignment.run, most)
    return [new.context.perform(task, TaskBudget(60.0, solutions), "here", lambda: False) for task in tasks]


def do_tasks(store: Store, new: NewRun, rounds: int | None = None, solutions: int = 20) -> None:
    """Do waiting tasks, four a round, until none waits or for so many rounds."""
    while (rounds is None or rounds > 0) and (done := perform_waiting(store, new, 4, solutions)):
        store.commit(new.assignment.run, done)
        rounds = None if rounds is None else rounds - 1


def store_run(path: Path, new: NewRun, rounds: int | None = None) -> str:
    """A file with a run that was worked on for so many rounds; the run's name."""
    with Store(path) as store:
        store.create_run(new, "dominoes", "dominoes.toml")
        do_tasks(store, new, rounds)
        if not store.waiting(new.assignment.run, 1):
            store.set_state(new.assignment.run, RunState.COMPLETE)
        else:
            store.set_state(new.assignment.run, RunState.STOPPED, "by the test")
    return new.assignment.run


def damaged(data: bytes, seed: int) -> bytes:
    """A file with garbage, zeros or flipped bits on some of its pages."""
    draw = random.Random(seed)
    bad = bytearray(data)
    for _ in range(draw.choice((1, 1, 2, 4, 8))):
        at = draw.randrange(len(data) // PAGE) * PAGE
        kind = draw.randrange(4)
        if kind == 0:
            bad[at : at + PAGE] = bytes(PAGE)
        elif kind == 1:
            bad[at : at + PAGE] = draw.randbytes(PAGE)
        elif kind == 2:
            bad[at + draw.randrange(PAGE)] ^= 1 << draw.randrange(8)
        else:  # a piece of another page
            other = draw.randrange(len(data) // PAGE) * PAGE
            bad[at + 512 : at + 1024] = data[other + 512 : other + 1024]
    return bytes(bad)


def execute(path: Path, statement: str, *parameters: object) -> None:
    """Carry out a statement of SQL on a file, past the store."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, parameters)


def error_of(call: Callable[..., object], *arguments: object) -> str:
    """The sentence of the RunError that a call raises."""
    with pytest.raises(RunError) as refused:
        call(*arguments)
    return str(refused.value)
