"""Solves under way and finished: each with its answer so far, its solutions in a file, and who listens."""

from __future__ import annotations

import asyncio
import json
import secrets
import tempfile
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import IO, Any

from tilewright.web.calculators import Calculators, Call, Done, Refused, Told
from tilewright.web.limits import WebLimits

OVERTIME = 5.0  # seconds that a process has beyond the time of its question, to end by itself


@dataclass
class Solve:
    """One solve. ``state`` is ``running``, ``done``, ``refused`` or ``abandoned``.

    ``turn`` grows with every change, so that whoever listens knows whether there is something new.
    """

    name: str
    question: dict[str, Any]
    state: str = "running"
    progress: dict[str, Any] | None = None
    answer: dict[str, Any] | None = None
    fault: dict[str, Any] | None = None
    turn: int = 0
    kept: int = 0
    listeners: int = 0
    calls: list[Call] = field(default_factory=list)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    work: asyncio.Task[None] | None = None
    _file: IO[bytes] = field(default_factory=lambda: tempfile.TemporaryFile())  # noqa: SIM115 - closed by drop
    _starts: list[int] = field(default_factory=list)

    def keep(self, solutions: list[Any], most: int) -> None:
        """Lay solutions down, up to ``most`` in all."""
        self._file.seek(0, 2)
        for solution in solutions[: max(0, most - self.kept)]:
            self._starts.append(self._file.tell())
            self._file.write(json.dumps(solution, separators=(",", ":")).encode() + b"\n")
            self.kept += 1

    def page(self, start: int, count: int) -> list[Any]:
        """Solutions from ``start`` (from 0), up to ``count`` of them."""
        if start >= self.kept:
            return []
        self._file.seek(self._starts[start])
        return [json.loads(self._file.readline()) for _ in range(min(count, self.kept - start))]

    def drop(self) -> None:
        """Let go of the file."""
        self._file.close()

    def view(self) -> dict[str, Any]:
        """As models.SolveView."""
        return {
            "id": self.name,
            "state": self.state,
            "progress": self.progress,
            "answer": self.answer,
            "fault": self.fault,
            "kept": self.kept,
        }

    async def notify(self) -> None:
        """Wake all who listen."""
        self.turn += 1
        async with self.changed:
            self.changed.notify_all()


class Solves:
    """All solves of a server."""

    def __init__(self, calculators: Calculators, limits: WebLimits) -> None:
        self._calculators, self._limits = calculators, limits
        self._solves: dict[str, Solve] = {}
        self._streams = 0

    def begin(self, question: dict[str, Any]) -> Solve:
        """Start a solve; Refused with 429 when as many run as may."""
        running = sum(one.state == "running" for one in self._solves.values())
        if running >= self._limits.solves:
            words = f"{running} solves are running, as many as this server allows; stop one or wait"
            raise Refused({"message": words}, 429)
        self._forget_old()
        solve = Solve(secrets.token_urlsafe(9), question)
        self._solves[solve.name] = solve
        solve.work = asyncio.ensure_future(self._work(solve))
        self._watch(solve)
        return solve

    def get(self, name: str) -> Solve:
        """The solve of this name; Refused with 404 when there is none."""
        solve = self._solves.get(name)
        if solve is None:
            raise Refused({"message": "there is no such solve; the server forgets old ones"}, 404)
        return solve

    def stop(self, solve: Solve) -> None:
        """Ask a solve to end with what it has."""
        for call in solve.calls:
            call.stop()

    async def remove(self, name: str) -> None:
        """End a solve at once and forget it."""
        solve = self.get(name)
        await self._end(solve)
        del self._solves[name]
        solve.drop()

    async def close(self) -> None:
        """End all of them."""
        for name in list(self._solves):
            await self.remove(name)

    async def events(self, solve: Solve) -> AsyncIterator[dict[str, Any]]:
        """The solve's view whenever it changes, the last one when it is over.

        When the last who listened went away, and nobody came back for a while, the solve is ended.
        """
        if self._streams >= self._limits.streams:
            raise Refused({"message": "too many pages listen to this server; close some"}, 429)
        self._streams += 1
        solve.listeners += 1
        try:
            seen = -1
            while True:
                async with solve.changed:
                    await solve.changed.wait_for(lambda: solve.turn != seen)  # noqa: B023 - awaited here
                seen = solve.turn
                view = solve.view()
                yield view
                if view["state"] != "running":  # not solve.state: that may have changed since
                    return
        finally:
            self._streams -= 1
            solve.listeners -= 1
            self._watch(solve)

    def _watch(self, solve: Solve) -> None:
        """End the solve after a while, if nobody listens to it then."""
        if not solve.listeners and solve.state == "running":
            loop = asyncio.get_running_loop()
            loop.call_later(self._limits.abandoned_seconds, self._abandon, solve)

    def _abandon(self, solve: Solve) -> None:
        if not solve.listeners and solve.state == "running" and solve.work is not None:
            solve.state = "abandoned"
            solve.work.cancel()

    async def _work(self, solve: Solve) -> None:
        limits = self._limits
        seconds = solve.question["seconds"] + OVERTIME
        try:
            told = self._calculators.steps("solve", solve.question, seconds, solve.calls)
            async with aclosing(told) as steps:
                async for step in steps:
                    if isinstance(step, Done):
                        solve.answer, solve.state = step.data, "done"
                    elif isinstance(step, Told) and step.event == "solutions":
                        solve.keep(step.data, limits.kept_solutions)
                    else:
                        solve.progress = step.data
                    await solve.notify()
        except Refused as refused:
            solve.state, solve.fault = "refused", refused.fault
            await solve.notify()
        finally:
            if solve.state == "running":
                solve.state = "abandoned"

    async def _end(self, solve: Solve) -> None:
        if solve.work is not None and not solve.work.done():
            solve.work.cancel()
            await asyncio.wait([solve.work])
        await solve.notify()

    def _forget_old(self) -> None:
        over = [one for one in self._solves.values() if one.state != "running" and not one.listeners]
        for solve in over[: max(0, len(over) - self._limits.kept_solves + 1)]:
            del self._solves[solve.name]
            solve.drop()
