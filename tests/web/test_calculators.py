from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from support.web_cases import HARD, TINY, until
from tilewright.web import worker_pool
from tilewright.web.models.solves import SolveRequest
from tilewright.web.worker_pool import Calculators, Call, Done, Refused, Told

pytestmark = pytest.mark.anyio

MEMORY = 2_000_000_000


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def held() -> AsyncIterator[Calculators]:
    """One process at a time, and one request that may wait."""
    made = Calculators(1, 1, MEMORY)
    await made.start()
    yield made
    await made.close()
    assert made.processes == 0


def question(puzzle: dict[str, str], **given: Any) -> dict[str, Any]:
    asked = SolveRequest.model_validate({"puzzle": puzzle, "question": "all", "most": 1_000_000, **given})
    return {
        **asked.model_dump(exclude={"puzzle"}),
        "source": asked.puzzle.model_dump(),
        "cells": 5_000,
        "threads": 1,
    }


async def answers(held: Calculators) -> None:
    """The calculators work, and no process is left over."""
    found = await held.ask("solve", question(TINY, question="count"), 30)
    assert found["solutions"] == "5"
    await until(lambda: held.processes <= held.room and held.busy == 0)


def pid(held: Calculators) -> int:
    (process,) = held._all
    return process.child.pid


def gone(number: int) -> bool:
    return not Path(f"/proc/{number}").exists()


async def test_one_process_answers_one_request_after_another(held: Calculators) -> None:
    await answers(held)
    first = pid(held)
    await answers(held)
    assert pid(held) == first


async def test_a_task_that_refuses_keeps_its_process(held: Calculators) -> None:
    await answers(held)
    first = pid(held)
    with pytest.raises(Refused, match="NUL") as refused:
        await held.ask("solve", question({"text": "XX\0"}), 30)
    assert refused.value.status == 422
    assert pid(held) == first


async def test_a_request_out_of_time_is_refused_and_its_process_replaced(held: Calculators) -> None:
    await answers(held)
    first = pid(held)
    with pytest.raises(Refused, match="longer than") as refused:
        await held.ask("solve", question(HARD), 0.5)
    assert refused.value.status == 408
    await until(lambda: gone(first))
    await answers(held)
    assert pid(held) != first


async def test_a_request_that_is_left_has_its_process_killed(held: Calculators) -> None:
    await answers(held)
    first = pid(held)
    async with aclosing(held.steps("solve", question(HARD), 60)) as steps:
        async for _ in steps:
            break
    await until(lambda: gone(first))
    await answers(held)


async def test_a_cancelled_request_has_its_process_killed(held: Calculators) -> None:
    await answers(held)
    first = pid(held)
    asked = asyncio.ensure_future(held.ask("solve", question(HARD), 60))
    await asyncio.sleep(0.3)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    await until(lambda: gone(first))
    await answers(held)


async def test_a_killed_process_is_told_and_replaced(held: Calculators) -> None:
    await answers(held)
    first = pid(held)
    asked = asyncio.ensure_future(held.ask("solve", question(HARD), 60))
    await asyncio.sleep(0.2)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(Refused, match="ended early") as refused:
        await asked
    assert refused.value.status == 413
    await answers(held)


async def test_a_process_killed_while_it_waits_is_not_asked(held: Calculators) -> None:
    await answers(held)
    (process,) = held._all
    os.kill(process.child.pid, signal.SIGKILL)
    await until(lambda: not process.alive)
    await answers(held)


async def test_a_fault_of_a_task_is_500_and_its_process_replaced(capfd: pytest.CaptureFixture[str]) -> None:
    made = Calculators(1, 1, MEMORY)
    try:
        await made.start()
        first = pid(made)
        with pytest.raises(Refused, match="mistake") as refused:
            await made.ask("solve", {}, 30)
        assert refused.value.status == 500
        await until(lambda: gone(first))
        assert "KeyError" in capfd.readouterr().err
        await answers(made)
    finally:
        await made.close()


async def test_too_many_requests_are_refused_at_once(held: Calculators) -> None:
    waiting = [asyncio.ensure_future(held.ask("solve", question(HARD), 60)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Refused, match="all it can do") as refused:
        await held.ask("lattices", {}, 30)
    assert refused.value.status == 429
    for one in waiting:
        one.cancel()
    await asyncio.wait(waiting)
    await answers(held)


async def test_a_stop_ends_a_search_with_what_it_has(held: Calculators) -> None:
    call = Call()
    told = []
    async with aclosing(held.steps("solve", question(HARD), 60, call)) as steps:
        async for step in steps:
            told.append(step)
            if isinstance(step, Told) and step.event == "solutions":
                call.stop()
    last = told[-1]
    assert isinstance(last, Done)
    assert last.data["status"] == "cancelled"
    found = [
        one for step in told if isinstance(step, Told) and step.event == "solutions" for one in step.data
    ]
    assert 0 < len(found) <= int(last.data["solutions"])
    await answers(held)


async def test_a_stop_before_the_process_has_begun_is_not_lost(held: Calculators) -> None:
    call = Call()
    call.stop()
    async with aclosing(held.steps("solve", question(HARD), 60, call)) as steps:
        last = [step async for step in steps][-1]
    assert isinstance(last, Done)
    assert last.data["status"] == "cancelled"


async def test_a_stop_after_the_end_hurts_nobody(held: Calculators) -> None:
    call = Call()
    async with aclosing(held.steps("solve", question(TINY), 60, call)) as steps:
        assert [step async for step in steps]
    first = pid(held)
    call.stop()
    await answers(held)
    assert pid(held) == first


async def test_a_process_is_replaced_after_many_requests(
    held: Calculators, monkeypatch: pytest.MonkeyPatch
) -> None:
    await answers(held)
    first = pid(held)
    monkeypatch.setattr(worker_pool, "REQUESTS", 1)
    await answers(held)
    await until(lambda: gone(first))
    await answers(held)


async def test_an_answer_beyond_all_bounds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "LINE_LIMIT", 1_000)
    small = Calculators(1, 0, MEMORY)
    try:
        with pytest.raises(Refused, match="too large to be sent") as refused:
            await small.ask("entries", {}, 30)
        assert refused.value.status == 413
        assert (await small.ask("lattices", {}, 30))["lattices"]
    finally:
        await small.close()


async def test_memory_is_bounded() -> None:
    small = Calculators(1, 0, 60_000_000)
    try:
        with pytest.raises(Refused, match="memory") as refused:
            await small.ask("solve", question(GREEDY, question="count"), 60)
        assert refused.value.status == 413
        await answers(small)
    finally:
        await small.close()


ROWS = "#" * 60 + "\n"
GREEDY = {
    "text": f"[board]\ndrawing = '''\n{ROWS * 60}'''\n[[pieces]]\nset = 'pentominoes'\ncopies = [0, 99]\n",
    "format": "toml",
}
"""Its placements alone do not fit into what the test gives."""


async def test_close_ends_processes_that_work() -> None:
    made = Calculators(2, 0, MEMORY)
    await made.start()
    asked = [asyncio.ensure_future(made.ask("solve", question(HARD), 60)) for _ in range(2)]
    await until(lambda: made.processes == 2)
    numbers = [process.child.pid for process in made._all]
    await made.close()
    assert all(gone(number) for number in numbers)
    assert made.processes == 0
    for one in asked:
        with pytest.raises(Refused):
            await one
    with pytest.raises(Refused, match="going down") as refused:
        await made.ask("lattices", {}, 30)
    assert refused.value.status == 503
