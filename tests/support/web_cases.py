"""What the tests of the web share: running applications, an HTTP client, clients that disconnect."""

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

from support.waiting import HANGS_S
from tilewright.web.app import create_app
from tilewright.web.settings import ServerSettings, WebLimits
from tilewright.web.state import AppState

TINY = {"text": "XXXX\nXXXX\n\nXX\n\nXX\n\nXX\n\nXX\n", "format": "ascii"}
"""Four dominoes on a board of 4 by 2 cells."""

HARD = {"catalogue": "dominoes-8x8"}
"""Has more solutions than can be listed while a test waits."""

LIMITS = WebLimits(worker_memory_bytes=2_000_000_000, abandon_after_s=HANGS_S)


@dataclass
class RunningApp:
    """A running application and a client."""

    state: AppState
    app: Any
    client: httpx.AsyncClient


@asynccontextmanager
async def running_app(
    directory: Path, limits: WebLimits = LIMITS, **settings: Any
) -> AsyncIterator[RunningApp]:
    """An application that runs during the block, with its files in ``directory``."""
    state = AppState.create(server_settings(directory, limits, **settings))
    app = create_app(state)
    await state.start()
    try:
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            yield RunningApp(state, app, client)
    finally:
        await state.close()


def server_settings(directory: Path, limits: WebLimits = LIMITS, **settings: Any) -> ServerSettings:
    """Settings of a server with its files in ``directory``."""
    files = {"gunport": directory / "gunport.db"}
    return ServerSettings(limits, run_database=directory / "runs.db", family_files=files, **settings)


def limits_with(**changes: Any) -> WebLimits:
    """The limits of the tests with changes."""
    return replace(LIMITS, **changes)


@dataclass
class AsgiClient:
    """A client on bare ASGI that may disconnect at any time; ``parts`` are the parts of the response."""

    app: Any
    method: str = "GET"
    path: str = "/"
    body: tuple[bytes, ...] = (b"",)
    headers: dict[str, str] = field(default_factory=dict)
    query: str = ""
    status: int = 0
    response_headers: dict[str, str] = field(default_factory=dict)
    parts: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.disconnected = asyncio.Event()
        self.read_parts = 0

    def send(self) -> asyncio.Task[None]:
        """Send the request; the task ends when the response is complete."""
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
        if self.read_parts < len(self.body):
            part = self.body[self.read_parts]
            self.read_parts += 1
            return {"type": "http.request", "body": part, "more_body": self.read_parts < len(self.body)}
        await self.disconnected.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.response_headers = {name.decode(): value.decode() for name, value in message["headers"]}
        elif message.get("body"):
            self.parts.append(message["body"])

    @property
    def events(self) -> list[dict[str, Any]]:
        """The received events as JSON."""
        lines = b"".join(self.parts).decode().split("\n\n")
        return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]


async def until(condition: Any, seconds: float = HANGS_S) -> None:
    """Wait until a condition holds; AssertionError when it does not within the time."""
    end = asyncio.get_running_loop().time() + seconds
    while not condition():
        assert asyncio.get_running_loop().time() < end, "the condition never became true"
        await asyncio.sleep(0.01)


async def finished(
    client: httpx.AsyncClient, question: dict[str, Any], address: str = "/api/solves"
) -> dict[str, Any]:
    """The final view of a solve that is followed from its start to its end."""
    started = await client.post(address, json=question)
    assert started.status_code == 201, started.text
    events = await client.get(f"{address}/{started.json()['id']}/events")
    assert events.headers["content-type"].startswith("text/event-stream")
    lines = [line for line in events.text.split("\n\n") if line.startswith("data: ")]
    view: dict[str, Any] = json.loads(lines[-1].removeprefix("data: "))
    return view
