"""Solves under way and finished: each with its answer so far, its solutions in a file, and who listens."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import tempfile
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import IO, Any

from tilewright.web.events import QUIET_SECONDS, Events
from tilewright.web.limits import WebLimits
from tilewright.web.worker_pool import STOP_SECONDS, Calculators, Call, Done, Refused, Told

log = logging.getLogger(__name__)

OVERTIME = 5.0  # seconds that a process has beyond the time of its question, to end by itself

CALM_SECONDS = 0.1  # between two events of a stream, however fast solutions come


@dataclass
class Solve:
    """One solve; its solutions are JSON lines in ``_file``, each from its place in ``_starts`` on.

    ``state`` is ``running``, ``done``, ``refused`` or ``abandoned``.

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
    call: Call = field(default_factory=Call)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    work: asyncio.Task[None] | None = None
    ending: asyncio.TimerHandle | None = None
    _file: IO[bytes] = field(default_factory=lambda: tempfile.TemporaryFile())  # noqa: SIM115 - see drop
    _starts: list[int] = field(default_factory=list)

    def keep(self, solutions: list[Any], most: int, most_bytes: int) -> None:
        """Lay solutions down, up to ``most`` of them and ``most_bytes`` in all."""
        at = self._file.seek(0, 2)
        for solution in solutions:
            line = json.dumps(solution, separators=(",", ":")).encode() + b"\n"
            if self.kept >= most or at + len(line) > most_bytes:
                return
            self._file.write(line)
            self._starts.append(at)
            self.kept += 1
            at += len(line)

    def page(self, start: int, count: int, most_bytes: int) -> list[Any]:
        """Solutions from ``start`` (from 0), up to ``count`` of them and, but for one, ``most_bytes``."""
        if start >= self.kept:
            return []
        self._file.seek(self._starts[start])
        end = min(self.kept, start + count)
        while end > start + 1 and self._starts[end - 1] - self._starts[start] > most_bytes:
            end = (start + end) // 2
        return [json.loads(self._file.readline()) for _ in range(end - start)]

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

    def notify(self) -> None:
        """Wake all who listen."""
        self.turn += 1
        self.changed.set()
        self.changed = asyncio.Event()


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
        if solve.state == "running":
            solve.call.stop()

    async def remove(self, name: str) -> None:
        """End a solve at once and forget it."""
        solve = self.get(name)
        del self._solves[name]
        await self._end(solve)
        solve.drop()

    async def close(self) -> None:
        """End all of them."""
        for name in list(self._solves):
            await self.remove(name)

    async def events(self, solve: Solve) -> Events:
        """The solve's view whenever it changes, the last one when it is over; None now and then between.

        When the last who listened went away, and nobody came back for a while, the solve is ended.
        """
        if self._streams >= self._limits.streams:
            raise Refused({"message": "too many pages listen to this server; close some"}, 429)
        self._streams += 1
        solve.listeners += 1
        try:
            seen = -1
            while True:
                while solve.turn == seen:
                    try:
                        async with asyncio.timeout(QUIET_SECONDS):
                            await solve.changed.wait()
                    except TimeoutError:
                        yield None
                seen = solve.turn
                view = solve.view()
                yield view
                if view["state"] != "running":  # not solve.state: that may have changed since
                    return
                await asyncio.sleep(CALM_SECONDS)
        finally:
            self._streams -= 1
            solve.listeners -= 1
            self._watch(solve)

    def _watch(self, solve: Solve) -> None:
        """End the solve after a while, if nobody listens to it then."""
        if solve.ending is not None:
            solve.ending.cancel()
            solve.ending = None
        if not solve.listeners and solve.state == "running":
            loop = asyncio.get_running_loop()
            solve.ending = loop.call_later(self._limits.abandoned_seconds, self._abandon, solve)

    def _abandon(self, solve: Solve) -> None:
        if not solve.listeners and solve.state == "running" and solve.work is not None:
            solve.state = "abandoned"
            solve.work.cancel()

    async def _work(self, solve: Solve) -> None:
        try:
            await self._follow(solve)
        except Refused as refused:
            solve.state, solve.fault = "refused", refused.fault
            if solve.call.stopped and refused.status != 422:
                words = f"it did not stop within {STOP_SECONDS:g} s and was ended; what it had found is kept"
                solve.fault = {"message": words}
        except OSError as error:
            words = f"the solutions cannot be kept: {error.strerror or error}"
            solve.state, solve.fault = "refused", {"message": words}
        except Exception:
            log.exception("a solve went wrong")
            words = "this server made a mistake; its terminal shows which"
            solve.state, solve.fault = "refused", {"message": words}
        finally:
            if solve.state == "running":
                solve.state = "abandoned"
            solve.notify()

    async def _follow(self, solve: Solve) -> None:
        limits = self._limits
        seconds = solve.question["seconds"] + OVERTIME
        told = self._calculators.steps("solve", solve.question, seconds, solve.call)
        async with aclosing(told) as steps:
            async for step in steps:
                if isinstance(step, Done):
                    solve.answer, solve.state = step.data, "done"
                elif isinstance(step, Told) and step.event == "solutions":
                    solve.keep(step.data, limits.kept_solutions, limits.kept_bytes)
                else:
                    solve.progress = step.data
                solve.notify()

    async def _end(self, solve: Solve) -> None:
        if solve.work is not None and not solve.work.done():
            solve.work.cancel()
            await asyncio.wait([solve.work])
        if solve.state == "running":  # its work had not even begun
            solve.state = "abandoned"
            solve.notify()
        if solve.ending is not None:
            solve.ending.cancel()

    def _forget_old(self) -> None:
        over = [one for one in self._solves.values() if one.state != "running" and not one.listeners]
        for solve in over[: max(0, len(over) - self._limits.kept_solves + 1)]:
            del self._solves[solve.name]
            solve.drop()
