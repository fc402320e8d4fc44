"""The state that all requests of a server share."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

from fastapi import Request

from tilewright.web.result_cache import ResultCache
from tilewright.web.settings import ServerSettings, WebLimits
from tilewright.web.solves import Solves
from tilewright.web.worker_pool import TaskError, WorkerPool


@dataclass
class AppState:
    """The worker pools and the solves of a server.

    ``request_pool`` runs the short tasks of the pages, ``solve_pool`` the long ones of ``solves``.
    ``results`` are those of tasks whose results never change.
    """

    settings: ServerSettings
    request_pool: WorkerPool
    solve_pool: WorkerPool
    solves: Solves
    results: ResultCache

    @classmethod
    def create(cls, settings: ServerSettings) -> AppState:
        """The state of a server that has not started yet."""
        limits = settings.limits
        request_pool = WorkerPool(limits.request_workers, limits.request_queue, limits.worker_memory_bytes)
        solve_pool = WorkerPool(limits.max_solves, limits.max_solves, limits.worker_memory_bytes)
        results = ResultCache(limits.max_results)
        return cls(settings, request_pool, solve_pool, Solves(solve_pool, limits), results)

    async def start(self) -> None:
        """Start the first process of each pool."""
        await self.request_pool.start()
        await self.solve_pool.start()

    async def close(self) -> None:
        """End all work and all event streams; calling it again does nothing."""
        await self.solves.close()
        await self.request_pool.close()
        await self.solve_pool.close()

    @property
    def limits(self) -> WebLimits:
        """The limits of the server."""
        return self.settings.limits

    async def run_task(
        self, request: Request, task: str, args: dict[str, Any], timeout_s: float | None = None
    ) -> Any:
        """The result of a task; its process is killed when the client disconnects.

        ``timeout_s`` None is the usual time of a short task.
        """
        return await _while_connected(request, self._run(task, args, timeout_s))

    async def run_task_once(
        self, request: Request, task: str, args: dict[str, Any], timeout_s: float | None = None
    ) -> Any:
        """As ``run_task``, of a task whose result never changes: it is computed once, and then kept.

        The process is killed when all clients that wait for the result have disconnected.
        """
        key = json.dumps([task, args], sort_keys=True)
        result = self.results.get(key, lambda: self._run(task, args, timeout_s))
        return await _while_connected(request, result)

    def _run(self, task: str, args: dict[str, Any], timeout_s: float | None) -> Coroutine[Any, Any, Any]:
        return self.request_pool.run(task, args, timeout_s or self.limits.request_time_s)


async def _while_connected(request: Request, result: Coroutine[Any, Any, Any]) -> Any:
    """What ``result`` returns; it is cancelled when the client disconnects."""
    computed = asyncio.ensure_future(result)
    disconnected = asyncio.ensure_future(_wait_for_disconnect(request))
    try:
        await asyncio.wait([computed, disconnected], return_when=asyncio.FIRST_COMPLETED)
        if not computed.done():
            disconnected.result()
            raise TaskError("the client has disconnected", 499)
        return computed.result()
    finally:
        computed.cancel()
        disconnected.cancel()


async def _wait_for_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def app_state(request: Request) -> AppState:
    """The state of the application that a request was sent to."""
    state: AppState = request.app.state.tilewright
    return state
