"""What all requests of a server share."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

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

    @property
    def limits(self) -> WebLimits:
        """The server's bounds."""
        return self.settings.limits


def house_of(request: Request) -> House:
    """The house that a request came to."""
    house: House = request.app.state.house
    return house
