"""Solves that are running or finished: state, answer, stored solutions and listeners of each.

The task of a solve answers a question about a puzzle; families have tasks of their own.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import tempfile
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import IO, Any

from tilewright.web.events import KEEP_ALIVE_S, Events
from tilewright.web.settings import WebLimits
from tilewright.web.worker_pool import (
    CANCEL_GRACE_S,
    TaskError,
    TaskHandle,
    WorkerEvent,
    WorkerPool,
    WorkerResult,
)

log = logging.getLogger(__name__)

OVERTIME_S = 5.0  # that a process has beyond the time limit of its solve, to end by itself

SOLVE = "tilewright.web.tasks.solves:solve"

EVENT_INTERVAL_S = 0.1  # between two events of a stream, however fast solutions come


@dataclass
class Solve:
    """One solve; its solutions are JSON lines in ``_file``, which start at ``_offsets``.

    ``task`` is the task (``module:function``) that answers it.

    ``state`` is ``running``, ``done``, ``failed`` or ``abandoned``. ``version`` grows with every change, so
    that a listener knows whether there is something new.
    """

    id: str
    task: str
    args: dict[str, Any]
    state: str = "running"
    progress: dict[str, Any] | None = None
    answer: dict[str, Any] | None = None
    error: dict[str, Any] | None = None
    version: int = 0
    stored: int = 0
    listeners: int = 0
    handle: TaskHandle = field(default_factory=TaskHandle)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    work: asyncio.Task[None] | None = None
    abandon_timer: asyncio.TimerHandle | None = None
    _file: IO[bytes] = field(default_factory=lambda: tempfile.TemporaryFile())  # noqa: SIM115 - see close
    _offsets: list[int] = field(default_factory=list)

    def store(self, solutions: list[Any], max_solutions: int, max_bytes: int) -> None:
        """Store solutions, up to these limits in all."""
        offset = self._file.seek(0, 2)
        for solution in solutions:
            line = json.dumps(solution, separators=(",", ":")).encode() + b"\n"
            if self.stored >= max_solutions or offset + len(line) > max_bytes:
                return
            self._file.write(line)
            self._offsets.append(offset)
            self.stored += 1
            offset += len(line)

    def page(self, start: int, count: int, max_bytes: int) -> list[Any]:
        """Up to ``count`` solutions from ``start`` (from 0); of more than one, at most ``max_bytes``."""
        if start >= self.stored:
            return []
        self._file.seek(self._offsets[start])
        end = min(self.stored, start + count)
        while end > start + 1 and self._offsets[end - 1] - self._offsets[start] > max_bytes:
            end = (start + end) // 2
        return [json.loads(self._file.readline()) for _ in range(end - start)]

    def close(self) -> None:
        """Delete the stored solutions."""
        self._file.close()

    def view(self) -> dict[str, Any]:
        """The solve as ``api.solves.SolveView``."""
        names = ("id", "state", "progress", "answer", "error", "stored")
        return {name: getattr(self, name) for name in names}

    def notify(self) -> None:
        """Wake all listeners."""
        self.version += 1
        self.changed.set()
        self.changed = asyncio.Event()


class Solves:
    """All solves of a server."""

    def __init__(self, pool: WorkerPool, limits: WebLimits) -> None:
        self._pool, self._limits = pool, limits
        self._solves: dict[str, Solve] = {}
        self._streams = 0

    def start(self, args: dict[str, Any], task: str = SOLVE) -> Solve:
        """Start a solve; TaskError with 429 when too many are running."""
        running = sum(one.state == "running" for one in self._solves.values())
        if running >= self._limits.max_solves:
            raise TaskError(
                f"{running} solves are running, the most this server allows; stop one or wait", 429
            )
        self._remove_old()
        solve = Solve(secrets.token_urlsafe(9), task, args)
        self._solves[solve.id] = solve
        solve.work = asyncio.ensure_future(self._run(solve))
        self._set_abandon_timer(solve)
        return solve

    def get(self, solve_id: str, task: str = SOLVE) -> Solve:
        """The solve with this id and this task; TaskError with 404 when there is none."""
        solve = self._solves.get(solve_id)
        if solve is None or solve.task != task:
            raise TaskError("there is no such solve; the server removes old ones", 404)
        return solve

    def stop(self, solve: Solve) -> None:
        """Ask a solve to end with what it has."""
        if solve.state == "running":
            solve.handle.cancel()

    async def remove(self, solve: Solve) -> None:
        """End a solve at once and remove it."""
        del self._solves[solve.id]
        await self._end(solve)
        solve.close()

    async def close(self) -> None:
        """Remove all solves."""
        for solve in list(self._solves.values()):
            await self.remove(solve)

    async def events(self, solve: Solve) -> Events:
        """The view of a solve whenever it changes, up to the final one; None to keep the stream alive.

        A solve whose last listener has been gone for a while is ended.
        """
        if self._streams >= self._limits.max_streams:
            raise TaskError("too many pages are connected to this server; close some", 429)
        self._streams += 1
        solve.listeners += 1
        try:
            seen = -1
            while True:
                while solve.version == seen:
                    try:
                        async with asyncio.timeout(KEEP_ALIVE_S):
                            await solve.changed.wait()
                    except TimeoutError:
                        yield None
                seen = solve.version
                view = solve.view()
                yield view
                if view["state"] != "running":  # not solve.state: that may have changed since
                    return
                await asyncio.sleep(EVENT_INTERVAL_S)
        finally:
            self._streams -= 1
            solve.listeners -= 1
            self._set_abandon_timer(solve)

    def _set_abandon_timer(self, solve: Solve) -> None:
        """End the solve after a while if it has no listener then."""
        if solve.abandon_timer is not None:
            solve.abandon_timer.cancel()
            solve.abandon_timer = None
        if not solve.listeners and solve.state == "running":
            loop = asyncio.get_running_loop()
            solve.abandon_timer = loop.call_later(self._limits.abandon_after_s, self._abandon, solve)

    def _abandon(self, solve: Solve) -> None:
        if not solve.listeners and solve.state == "running" and solve.work is not None:
            solve.state = "abandoned"
            solve.work.cancel()

    async def _run(self, solve: Solve) -> None:
        try:
            await self._follow(solve)
        except TaskError as error:
            solve.state, solve.error = "failed", error.body
            if solve.handle.is_cancelled and error.status != 422:
                message = (
                    f"it did not stop within {CANCEL_GRACE_S:g} s and was killed; its solutions are kept"
                )
                solve.error = {"message": message}
        except OSError as error:
            message = f"the solutions cannot be stored: {error.strerror or error}"
            solve.state, solve.error = "failed", {"message": message}
        except Exception:
            log.exception("a solve failed")
            message = "internal server error; see the server's log"
            solve.state, solve.error = "failed", {"message": message}
        finally:
            if solve.state == "running":
                solve.state = "abandoned"
            solve.notify()

    async def _follow(self, solve: Solve) -> None:
        limits = self._limits
        timeout_s = solve.args["time_limit_s"] + OVERTIME_S
        stream = self._pool.stream(solve.task, solve.args, timeout_s, solve.handle)
        async with aclosing(stream) as steps:
            async for step in steps:
                if isinstance(step, WorkerResult):
                    solve.answer, solve.state = step.data, "done"
                elif isinstance(step, WorkerEvent) and step.kind == "solutions":
                    solve.store(step.data, limits.max_solutions, limits.max_solutions_bytes)
                else:
                    solve.progress = step.data
                solve.notify()

    async def _end(self, solve: Solve) -> None:
        if solve.work is not None and not solve.work.done():
            solve.work.cancel()
            await asyncio.wait([solve.work])
        if solve.state == "running":  # its work had not even started
            solve.state = "abandoned"
            solve.notify()
        if solve.abandon_timer is not None:
            solve.abandon_timer.cancel()

    def _remove_old(self) -> None:
        over = [one for one in self._solves.values() if one.state != "running" and not one.listeners]
        for solve in over[: max(0, len(over) - self._limits.max_finished_solves + 1)]:
            del self._solves[solve.id]
            solve.close()
