"""What all requests of a server share."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import Request

from tilewright.web.limits import WebLimits
from tilewright.web.solves import Solves
from tilewright.web.worker_pool import Calculators, Refused

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True)
class ServerSettings:
    """``hosts`` as in security.Door. ``runs`` is the file of durable runs and ``library`` that of gunport
    boards, None for the usual ones."""

    limits: WebLimits = field(default_factory=WebLimits)
    token: str = ""
    hosts: tuple[str, ...] = LOOPBACK
    runs: Path | None = None
    library: Path | None = None


@dataclass
class House:
    """What requests share: ``request.app.state.house``.

    ``asks`` answer quick questions of the pages, ``solves`` work on the long ones in ``running``.
    """

    settings: ServerSettings
    asks: Calculators
    solves: Calculators
    running: Solves
    _kept: dict[str, asyncio.Future[Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, settings: ServerSettings) -> House:
        """A house that is not open yet."""
        limits = settings.limits
        asks = Calculators(limits.asks, limits.queue, limits.memory)
        solves = Calculators(limits.solves, limits.solves, limits.memory)
        return cls(settings, asks, solves, Solves(solves, limits))

    async def open(self) -> None:
        """Start what must be there for the first visitor."""
        await self.asks.start()
        await self.solves.start()

    async def close(self) -> None:
        """End all work and all event streams; a second time it does nothing."""
        await self.running.close()
        await self.asks.close()
        await self.solves.close()

    @property
    def limits(self) -> WebLimits:
        """The server's bounds."""
        return self.settings.limits

    async def asked_by(
        self, request: Request, task: str, args: dict[str, Any], seconds: float | None = None
    ) -> Any:
        """What a task gives back for a visitor; given up, its process killed, when the visitor goes away.

        ``seconds`` None is the usual time of a question.
        """
        answer = asyncio.ensure_future(self.asks.ask(task, args, seconds or self.limits.ask_seconds))
        gone = asyncio.ensure_future(_gone(request))
        try:
            await asyncio.wait([answer, gone], return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                gone.result()
                raise Refused({"message": "nobody waits for this any more"}, 499)
            return answer.result()
        finally:
            answer.cancel()
            gone.cancel()

    async def kept(self, task: str, args: dict[str, Any]) -> Any:
        """What a task gives back whose answer never changes; asked once, then remembered.

        Only for questions of which there are a bounded number.
        """
        name = json.dumps([task, args], sort_keys=True)
        asked = self._kept.get(name)
        if asked is None:
            asked = asyncio.ensure_future(self.asks.ask(task, args, self.limits.ask_seconds))
            self._kept[name] = asked
            asked.add_done_callback(partial(self._drop_refused, name))
        return await asyncio.shield(asked)  # others may wait for it, too

    def _drop_refused(self, name: str, asked: asyncio.Future[Any]) -> None:
        if asked.cancelled() or asked.exception() is not None:
            del self._kept[name]


async def _gone(request: Request) -> None:
    """Wait until the visitor has hung up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def house_of(request: Request) -> House:
    """The house that a request came to."""
    house: House = request.app.state.house
    return house
