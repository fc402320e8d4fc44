from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from support.web_cases import AsgiClient, RunningApp, running_app, until
from tilewright.web.result_cache import ResultCache
from tilewright.web.worker_pool import WorkerPool

pytestmark = [pytest.mark.anyio, pytest.mark.event]


class Computations:
    """Counts the computations of each key; they wait for ``go``."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.cancelled: list[str] = []
        self.go = asyncio.Event()

    async def compute(self, key: str) -> str:
        self.begun.append(key)
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.cancelled.append(key)
            raise
        if key == "wrong":
            raise ValueError(key)
        return key.upper()


def ask(cache: ResultCache, computations: Computations, key: str) -> asyncio.Task[Any]:
    return asyncio.ensure_future(cache.get(key, lambda: computations.compute(key)))


async def test_results_are_computed_once() -> None:
    cache, computations = ResultCache(5), Computations()
    asked = [ask(cache, computations, key) for key in ("a", "b", "a", "a")]
    await until(lambda: len(computations.begun) == 2)
    computations.go.set()
    assert await asyncio.gather(*asked) == ["A", "B", "A", "A"]
    assert await ask(cache, computations, "a") == "A"
    assert computations.begun == ["a", "b"]


async def test_the_result_used_least_recently_goes_first() -> None:
    cache, computations = ResultCache(2), Computations()
    computations.go.set()
    for key in ("a", "b", "a", "c"):  # b goes
        await ask(cache, computations, key)
    for key in ("a", "c", "b"):
        await ask(cache, computations, key)
    assert computations.begun == ["a", "b", "c", "b"]


async def test_a_computation_goes_on_while_somebody_waits() -> None:
    cache, computations = ResultCache(5), Computations()
    first, second = ask(cache, computations, "a"), ask(cache, computations, "a")
    await until(lambda: computations.begun)
    first.cancel()
    await asyncio.wait([first])
    assert computations.cancelled == []
    computations.go.set()
    assert await second == "A"


async def test_a_computation_that_nobody_waits_for_is_cancelled() -> None:
    cache, computations = ResultCache(5), Computations()
    asked = [ask(cache, computations, "a") for _ in range(2)]
    await until(lambda: computations.begun)
    for one in asked:
        one.cancel()
    await asyncio.wait(asked)
    again = ask(cache, computations, "a")  # at once: it does not join what is being cancelled
    await until(lambda: computations.cancelled == ["a"])
    computations.go.set()
    assert await again == "A"
    assert computations.begun == ["a", "a"]


async def test_failures_are_not_kept() -> None:
    cache, computations = ResultCache(5), Computations()
    computations.go.set()
    for _ in range(2):
        with pytest.raises(ValueError, match="wrong"):
            await ask(cache, computations, "wrong")
    assert computations.begun == ["wrong"] * 2


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[RunningApp]:
    async with running_app(tmp_path) as started:
        yield started


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tasks that worker processes have begun."""
    begun: list[str] = []
    run: Callable[..., Awaitable[Any]] = WorkerPool.run

    async def counting(self: WorkerPool, task: str, args: dict[str, Any], timeout_s: float) -> Any:
        begun.append(task.rpartition(":")[0].rpartition(".")[2] + ":" + task.rpartition(":")[2])
        return await run(self, task, args, timeout_s)

    monkeypatch.setattr(WorkerPool, "run", counting)
    return begun


async def test_puzzles_of_a_date_are_made_for_the_first_visitor(app: RunningApp, tasks: list[str]) -> None:
    query = {"date": "2026-11-28", "level": "easy"}
    first = await app.client.post("/api/pips/date", json=query)
    assert first.status_code == 200
    both = [app.client.post("/api/pips/date", json=query) for _ in range(2)]
    assert [one.json() for one in await asyncio.gather(*both)] == [first.json()] * 2
    for _ in range(2):
        assert (await app.client.get("/api/daily?date=2026-11-28")).status_code == 200
    assert tasks == ["tasks:of_date", "daily:of_date"]
    other = await app.client.post("/api/pips/date", json=query | {"date": "2026-11-29"})
    assert other.json() != first.json()
    assert tasks[2:] == ["tasks:of_date"]


async def test_a_wrong_date_is_an_error_each_time(app: RunningApp, tasks: list[str]) -> None:
    for _ in range(2):
        answer = await app.client.post("/api/pips/date", json={"date": "2026-02-30"})
        assert answer.status_code == 422
    assert tasks == ["tasks:of_date"] * 2


async def test_a_task_ends_when_its_last_client_disconnects(
    app: RunningApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    computations = Computations()

    async def waiting(self: WorkerPool, task: str, args: dict[str, Any], timeout_s: float) -> Any:
        return await computations.compute(task)

    monkeypatch.setattr(WorkerPool, "run", waiting)
    body, headers = b'{"date": "2026-11-28", "level": "hard"}', {"content-type": "application/json"}
    clients = [AsgiClient(app.app, "POST", "/api/pips/date", (body,), headers) for _ in range(2)]
    answers = [client.send() for client in clients]
    await until(lambda: all(client.read_parts for client in clients) and computations.begun)
    clients[0].disconnected.set()
    await answers[0]
    assert computations.cancelled == []
    clients[1].disconnected.set()
    await answers[1]
    await until(lambda: computations.cancelled)
    assert len(computations.begun) == 1
