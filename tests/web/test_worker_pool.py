from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from support.waiting import HANGS_S
from support.web_cases import HARD, TINY, until
from tilewright.web import worker_pool
from tilewright.web.api.solves import SolveRequest
from tilewright.web.worker_pool import TaskError, TaskHandle, WorkerEvent, WorkerPool, WorkerResult

pytestmark = [pytest.mark.anyio, pytest.mark.event]

MEMORY_BYTES = 2_000_000_000

SOLVE = "tilewright.web.tasks.solves:solve"
ENTRIES = "tilewright.web.tasks.catalogue:entries"
DESCRIPTORS = "tilewright.web.tasks.puzzles:descriptors"


@pytest.fixture(scope="module")
async def pool() -> AsyncIterator[WorkerPool]:
    """One process at a time, and one request that may wait."""
    started = WorkerPool(1, 1, MEMORY_BYTES)
    await started.start()
    yield started
    await started.close()
    assert not started.processes


def question(puzzle: dict[str, str], **given: Any) -> dict[str, Any]:
    query = SolveRequest.model_validate(
        {"puzzle": puzzle, "question": "all", "max_solutions": 1_000_000, **given}
    )
    return {
        **query.model_dump(exclude={"puzzle"}),
        "source": query.puzzle.model_dump(),
        "max_cells": 5_000,
        "threads": 1,
    }


async def answers(pool: WorkerPool) -> None:
    """Check that the pool works and has no process left over."""
    value = await pool.run(SOLVE, question(TINY, question="count"), HANGS_S)
    assert value["solutions"] == "5"
    await until(lambda: len(pool.processes) <= pool.size and pool.active == 0)


def pid(pool: WorkerPool) -> int:
    (process,) = pool.processes
    return process.program.pid


def gone(number: int) -> bool:
    return not Path(f"/proc/{number}").exists()


async def started_search(pool: WorkerPool) -> asyncio.Task[None]:
    """A search without end that has found something; AssertionError if it ends by itself."""
    event = asyncio.Event()

    async def search() -> None:
        async with aclosing(pool.stream(SOLVE, question(HARD), HANGS_S)) as steps:
            async for _ in steps:
                event.set()
        raise AssertionError("the search has ended")

    running = asyncio.ensure_future(search())
    await asyncio.wait({running, asyncio.ensure_future(event.wait())}, return_when="FIRST_COMPLETED")
    return running


async def test_process_is_reused(pool: WorkerPool) -> None:
    await answers(pool)
    first = pid(pool)
    await answers(pool)
    assert pid(pool) == first


async def test_process_is_reused_after_a_task_error(pool: WorkerPool) -> None:
    await answers(pool)
    first = pid(pool)
    with pytest.raises(TaskError, match="NUL") as error:
        await pool.run(SOLVE, question({"text": "XX\0"}), HANGS_S)
    assert error.value.status == 422
    assert pid(pool) == first


async def test_timeout_replaces_the_process(pool: WorkerPool) -> None:
    await answers(pool)
    first = pid(pool)
    with pytest.raises(TaskError, match="longer than") as error:
        await pool.run(SOLVE, question(HARD), 0.5)
    assert error.value.status == 408
    await until(lambda: gone(first))
    await answers(pool)
    assert pid(pool) != first


async def test_closing_the_stream_kills_the_process(pool: WorkerPool) -> None:
    await answers(pool)
    first = pid(pool)
    async with aclosing(pool.stream(SOLVE, question(HARD), HANGS_S)) as steps:
        async for _ in steps:
            break
    await until(lambda: gone(first))
    await answers(pool)


async def test_cancelling_kills_the_process(pool: WorkerPool) -> None:
    await answers(pool)
    first = pid(pool)
    running = await started_search(pool)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    await until(lambda: gone(first))
    await answers(pool)


async def test_killed_process_is_replaced(pool: WorkerPool) -> None:
    await answers(pool)
    first = pid(pool)
    running = await started_search(pool)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(TaskError, match="ended unexpectedly") as error:
        await running
    assert error.value.status == 413
    await answers(pool)


async def test_killed_idle_process_is_not_used(pool: WorkerPool) -> None:
    await answers(pool)
    (process,) = pool.processes
    os.kill(process.program.pid, signal.SIGKILL)
    await until(lambda: not process.is_alive)
    await answers(pool)


async def test_internal_error_replaces_the_process(capfd: pytest.CaptureFixture[str]) -> None:
    started = WorkerPool(1, 1, MEMORY_BYTES)
    try:
        await started.start()
        first = pid(started)
        with pytest.raises(TaskError, match="internal server error") as error:
            await started.run(SOLVE, {}, HANGS_S)
        assert error.value.status == 500
        await until(lambda: gone(first))
        assert "KeyError" in capfd.readouterr().err
        await answers(started)
    finally:
        await started.close()


async def test_queue_is_limited(pool: WorkerPool) -> None:
    waiting = [asyncio.ensure_future(pool.run(SOLVE, question(HARD), HANGS_S)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(TaskError, match="busy") as error:
        await pool.run(DESCRIPTORS, {}, HANGS_S)
    assert error.value.status == 429
    for one in waiting:
        one.cancel()
    await asyncio.wait(waiting)
    await answers(pool)


async def test_cancelled_search_returns_what_it_has(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "CANCEL_GRACE_S", HANGS_S)
    handle = TaskHandle()
    steps_seen = []
    async with aclosing(pool.stream(SOLVE, question(HARD), HANGS_S, handle)) as steps:
        async for step in steps:
            steps_seen.append(step)
            if isinstance(step, WorkerEvent) and step.kind == "solutions":
                handle.cancel()
    last = steps_seen[-1]
    assert isinstance(last, WorkerResult)
    assert last.data["status"] == "cancelled"
    values = [
        one
        for step in steps_seen
        if isinstance(step, WorkerEvent) and step.kind == "solutions"
        for one in step.data
    ]
    assert 0 < len(values) <= int(last.data["solutions"])
    first = pid(pool)
    await answers(pool)
    assert pid(pool) == first  # a cancellation is of one task


async def test_cancelling_before_the_start(pool: WorkerPool) -> None:
    handle = TaskHandle()
    handle.cancel()
    async with aclosing(pool.stream(SOLVE, question(HARD), HANGS_S, handle)) as steps:
        last = [step async for step in steps][-1]
    assert isinstance(last, WorkerResult)
    assert last.data["status"] == "cancelled"


async def test_a_process_that_starts_slowly_still_hears_a_cancellation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    held_python = tmp_path / "python"
    held_python.write_text(f'#!/bin/sh\nread line < {gate}\nexec {sys.executable} "$@"\n')
    held_python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(held_python))
    monkeypatch.setattr(worker_pool, "CANCEL_GRACE_S", 0)
    slow = WorkerPool(1, 1, MEMORY_BYTES)
    handle = TaskHandle()
    handle.cancel()

    async def last_step() -> WorkerEvent | WorkerResult:
        async with aclosing(slow.stream(SOLVE, question(HARD), HANGS_S, handle)) as steps:
            return [step async for step in steps][-1]

    opened = os.open(gate, os.O_RDWR)
    running = asyncio.ensure_future(last_step())
    try:
        await until(lambda: slow.processes)
        monkeypatch.setattr(worker_pool, "CANCEL_GRACE_S", HANGS_S)
        os.write(opened, b"\n")
        last = await running
    finally:
        await slow.close()
        os.close(opened)
    assert isinstance(last, WorkerResult) and last.data["status"] == "cancelled"


async def test_the_time_of_a_task_begins_with_the_task(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[bool] = []
    handle = TaskHandle()
    monkeypatch.setattr(handle, "start", lambda: started.append(True))
    new = WorkerPool(1, 1, MEMORY_BYTES)
    try:
        with pytest.raises(TaskError, match="longer than 0 seconds"):
            async with aclosing(new.stream(SOLVE, question(HARD), 0.0, handle)) as steps:
                async for _ in steps:
                    pass
    finally:
        await new.close()
    assert started


async def test_cancelling_after_the_end_does_nothing(pool: WorkerPool) -> None:
    handle = TaskHandle()
    async with aclosing(pool.stream(SOLVE, question(TINY), HANGS_S, handle)) as steps:
        assert [step async for step in steps]
    first = pid(pool)
    handle.cancel()
    await answers(pool)
    assert pid(pool) == first


async def test_process_is_replaced_after_many_tasks(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await answers(pool)
    first = pid(pool)
    monkeypatch.setattr(worker_pool, "MAX_TASKS", 1)
    await answers(pool)
    await until(lambda: gone(first))
    await answers(pool)


async def test_result_size_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "MAX_MESSAGE_BYTES", 40_000)
    small = WorkerPool(1, 0, MEMORY_BYTES)
    try:
        with pytest.raises(TaskError, match="too large to send") as error:
            await small.run(ENTRIES, {}, HANGS_S)
        assert error.value.status == 413
        assert await small.run(DESCRIPTORS, {}, HANGS_S)
    finally:
        await small.close()


async def test_memory_is_limited() -> None:
    small = WorkerPool(1, 0, 60_000_000)
    try:
        with pytest.raises(TaskError, match="memory") as error:
            await small.run(SOLVE, question(LARGE, question="count"), HANGS_S)
        assert error.value.status == 413
        await answers(small)
    finally:
        await small.close()


ROWS = "#" * 60 + "\n"
LARGE = {
    "text": f"[board]\ndrawing = '''\n{ROWS * 60}'''\n[[pieces]]\nset = 'pentominoes'\ncopies = [0, 99]\n",
    "format": "toml",
}
"""Its placements alone exceed the memory limit of the test."""


async def test_close_ends_busy_processes() -> None:
    started = WorkerPool(2, 0, MEMORY_BYTES)
    await started.start()
    running = [asyncio.ensure_future(started.run(SOLVE, question(HARD), HANGS_S)) for _ in range(2)]
    await until(lambda: len(started.processes) == 2)
    numbers = [process.program.pid for process in started.processes]
    await started.close()
    assert all(gone(number) for number in numbers)
    assert not started.processes
    for one in running:
        with pytest.raises(TaskError):
            await one
    with pytest.raises(TaskError, match="shutting down") as error:
        await started.run(DESCRIPTORS, {}, HANGS_S)
    assert error.value.status == 503
