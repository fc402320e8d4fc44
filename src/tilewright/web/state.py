"""The state that all requests of a server share."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from fastapi import Request

from tilewright.web.settings import ServerSettings, WebLimits
from tilewright.web.solves import Solves
from tilewright.web.worker_pool import TaskError, WorkerPool


@dataclass
class AppState:
    """The worker pools and the solves of a server.

    ``request_pool`` runs the short tasks of the pages, ``solve_pool`` the long ones of ``solves``.
    """

    settings: ServerSettings
    request_pool: WorkerPool
    solve_pool: WorkerPool
    solves: Solves
    _cache: dict[str, asyncio.Future[Any]] = field(default_factory=dict)

    @classmethod
    def create(cls, settings: ServerSettings) -> AppState:
        """The state of a server that has not started yet."""
        limits = settings.limits
        request_pool = WorkerPool(limits.request_workers, limits.request_queue, limits.worker_memory_bytes)
        solve_pool = WorkerPool(limits.max_solves, limits.max_solves, limits.worker_memory_bytes)
        return cls(settings, request_pool, solve_pool, Solves(solve_pool, limits))

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
        timeout_s = timeout_s or self.limits.request_time_s
        result = asyncio.ensure_future(self.request_pool.run(task, args, timeout_s))
        disconnected = asyncio.ensure_future(_wait_for_disconnect(request))
        try:
            await asyncio.wait([result, disconnected], return_when=asyncio.FIRST_COMPLETED)
            if not result.done():
                disconnected.result()
                raise TaskError("the client has disconnected", 499)
            return result.result()
        finally:
            result.cancel()
            disconnected.cancel()

    async def cached(self, task: str, args: dict[str, Any]) -> Any:
        """The result of a task whose result never changes, computed once.

        Only for tasks with a bounded number of arguments.
        """
        key = json.dumps([task, args], sort_keys=True)
        result = self._cache.get(key)
        if result is None:
            result = asyncio.ensure_future(self.request_pool.run(task, args, self.limits.request_time_s))
            self._cache[key] = result
            result.add_done_callback(partial(self._drop_failed, key))
        return await asyncio.shield(result)  # other requests may wait for it

    def _drop_failed(self, key: str, result: asyncio.Future[Any]) -> None:
        if result.cancelled() or result.exception() is not None:
            del self._cache[key]


async def _wait_for_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def app_state(request: Request) -> AppState:
    """The state of the application that a request was sent to."""
    state: AppState = request.app.state.tilewright
    return state
