"""What all requests of a server share."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import Request

from tilewright.web.calculators import Calculators
from tilewright.web.limits import WebLimits
from tilewright.web.solves import Solves

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True)
class ServerSettings:
    """``hosts`` as in security.Door; ``runs`` is the file of durable runs, None for the usual one."""

    limits: WebLimits = field(default_factory=WebLimits)
    token: str = ""
    hosts: tuple[str, ...] = LOOPBACK
    runs: Path | None = None


@dataclass
class House:
    """What requests share: ``request.app.state.house``.

    ``asks`` answer quick questions of the pages, ``solves`` work on the long ones in ``running``.
    """

    settings: ServerSettings
    asks: Calculators
    solves: Calculators
    running: Solves
    _kept: dict[str, Any] = field(default_factory=dict)

    @property
    def limits(self) -> WebLimits:
        """The server's bounds."""
        return self.settings.limits

    async def kept(self, task: str, args: dict[str, Any]) -> Any:
        """What a task gives back whose answer never changes; asked once, then remembered.

        Only for questions of which there are a bounded number.
        """
        name = json.dumps([task, args], sort_keys=True)
        if name not in self._kept:
            self._kept[name] = await self.asks.ask(task, args, self.limits.ask_seconds)
        return self._kept[name]


def house_of(request: Request) -> House:
    """The house that a request came to."""
    house: House = request.app.state.house
    return house
