"""One connection: what uvicorn says there by itself, it says as the rest of the server does."""

from __future__ import annotations

import asyncio
from collections.abc import Sized
from typing import Any

import h11
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from tilewright.web.security import refusal

NO_HTTP = "this is no HTTP that the server understands"
CROWDED = "too many connections are open to this server; close some pages, or try again in a moment"


class Connection(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with the house's body and headers where it refuses by itself."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        if self.limit_concurrency is not None:
            self.app = _Crowd(self.app, self.connections, self.limit_concurrency)
            self.limit_concurrency = None  # uvicorn need not look as well

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, and hang up."""
        headers, body = refusal(NO_HTTP)
        start = h11.Response(status_code=400, headers=[*headers, (b"connection", b"close")], reason=b"")
        for event in (start, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class _Crowd:
    """An ASGI layer: 503 for everybody while more than ``most`` connections are open."""

    def __init__(self, app: ASGIApp, connections: Sized, most: int) -> None:
        self._app, self._connections, self._most = app, connections, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or len(self._connections) <= self._most:
            await self._app(scope, receive, send)
            return
        headers, body = refusal(CROWDED)
        hang_up = [*headers, (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 503, "headers": hang_up})
        await send({"type": "http.response.body", "body": body})
