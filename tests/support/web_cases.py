"""What the tests of the web share: houses that are open for a block, a client, visitors who hang up."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
from starlette.types import Message

from tilewright.web.app import app_of
from tilewright.web.limits import WebLimits
from tilewright.web.state import House, ServerSettings

TINY = {"text": "XXXX\nXXXX\n\nXX\n\nXX\n\nXX\n\nXX\n", "format": "ascii"}
"""Four dominoes on a board of 4 by 2 cells."""

HARD = {"catalogue": "dominoes-8x8"}
"""Has more solutions than can be listed while a test waits."""

LIMITS = WebLimits(memory=2_000_000_000, abandoned_seconds=0.2)


@dataclass
class Open:
    """An open house, and a client at its door."""

    house: House
    app: Any
    client: httpx.AsyncClient


@asynccontextmanager
async def opened(directory: Path, limits: WebLimits = LIMITS, **settings: Any) -> AsyncIterator[Open]:
    """A house that is open while the block lasts; its runs and its library lie in ``directory``."""
    held = ServerSettings(limits, runs=directory / "runs.db", library=directory / "gunport.db", **settings)
    house = House.of(held)
    app = app_of(house)
    await house.open()
    try:
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            yield Open(house, app, client)
    finally:
        await house.close()


def bounds(**given: Any) -> WebLimits:
    """The tests' limits with others in their place."""
    return replace(LIMITS, **given)


@dataclass
class Visitor:
    """Somebody who asks over bare ASGI, and may hang up whenever it pleases; ``parts`` is what came back."""

    app: Any
    method: str = "GET"
    path: str = "/"
    body: tuple[bytes, ...] = (b"",)
    headers: dict[str, str] = field(default_factory=dict)
    query: str = ""
    status: int = 0
    shown: dict[str, str] = field(default_factory=dict)
    parts: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.gone = asyncio.Event()
        self.heard = asyncio.Event()
        self._sent = 0

    def ask(self) -> asyncio.Task[None]:
        """Begin; the task ends when the application has nothing more to say."""
        headers = {"host": "127.0.0.1", **self.headers}
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": self.method,
            "scheme": "http",
            "path": self.path,
            "raw_path": self.path.encode(),
            "query_string": self.query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        return asyncio.ensure_future(self.app(scope, self._receive, self._send))

    async def _receive(self) -> Message:
        if self._sent < len(self.body):
            part = self.body[self._sent]
            self._sent += 1
            return {"type": "http.request", "body": part, "more_body": self._sent < len(self.body)}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.shown = {name.decode(): value.decode() for name, value in message["headers"]}
        elif message.get("body"):
            self.parts.append(message["body"])
        self.heard.set()

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events that came, as JSON."""
        lines = b"".join(self.parts).decode().split("\n\n")
        return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]


async def until(condition: Any, seconds: float = 20.0) -> None:
    """Wait until a condition holds; AssertionError when it does not within the time."""
    end = asyncio.get_running_loop().time() + seconds
    while not condition():
        assert asyncio.get_running_loop().time() < end, "it never came true"
        await asyncio.sleep(0.01)


async def finished(client: httpx.AsyncClient, question: dict[str, Any]) -> dict[str, Any]:
    """A solve's last view, listened to from its beginning to its end."""
    begun = await client.post("/api/solves", json=question)
    assert begun.status_code == 201, begun.text
    told = await client.get(f"/api/solves/{begun.json()['id']}/events")
    assert told.headers["content-type"].startswith("text/event-stream")
    lines = [line for line in told.text.split("\n\n") if line.startswith("data: ")]
    view: dict[str, Any] = json.loads(lines[-1].removeprefix("data: "))
    return view
