"""The server process: a socket, uvicorn, and a clean end of event streams."""

from __future__ import annotations

import asyncio
import resource
import socket
import threading
import webbrowser
from collections.abc import Callable, Sized
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from tilewright.errors import OutputError
from tilewright.web.app import create_app
from tilewright.web.security import error_response
from tilewright.web.settings import ServerSettings
from tilewright.web.state import AppState

SHUTDOWN_TIMEOUT_S = 2

MAX_CONNECTIONS = 4_000  # open connections; further ones get 503

OTHER_FILES = 200  # open files besides connections: static files, pipes of worker processes, stored solutions

CLOSE = (b"connection", b"close")


class Connection(H11Protocol):
    """uvicorn's HTTP/1.1, with this server's error body and headers for the errors that it sends itself."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        if self.limit_concurrency is not None:
            self.app = _ConnectionLimit(self.app, self.connections, self.limit_concurrency)
            self.limit_concurrency = None  # replaces uvicorn's own check

    def send_400_response(self, msg: str) -> None:
        """Reject what is not HTTP, and close the connection."""
        error = error_response(400, "this is not valid HTTP")
        start = h11.Response(status_code=400, headers=[*error.raw_headers, CLOSE], reason=b"")
        for event in (start, h11.Data(data=bytes(error.body)), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class _ConnectionLimit:
    """An ASGI layer: 503 while more than ``limit`` connections are open."""

    def __init__(self, app: ASGIApp, connections: Sized, limit: int) -> None:
        self._app, self._connections, self._limit = app, connections, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or len(self._connections) <= self._limit:
            await self._app(scope, receive, send)
            return
        message = "too many open connections; close some pages, or try again in a moment"
        error = error_response(503, message)
        error.headers["connection"] = "close"
        await error(scope, receive, send)


class WebServer(uvicorn.Server):
    """A uvicorn server that ends its event streams on shutdown; they would not end by themselves."""

    def __init__(self, state: AppState, max_connections: int | None, log_level: str = "warning") -> None:
        config = uvicorn.Config(
            create_app(state),
            http=Connection,
            limit_concurrency=max_connections,
            log_level=log_level,
            timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
            server_header=False,
        )
        super().__init__(config)
        self._state = state

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the state, then everything else."""
        await self._state.close()
        await super().shutdown(sockets)


def run(
    settings: ServerSettings, host: str, port: int, *, browser: bool, ready: Callable[[str], None]
) -> None:
    """Serve until Ctrl-C or SIGTERM; OutputError when the address is not available.

    ``ready`` is called with the address as soon as clients can connect.
    """
    with _listener(host, port) as listener:
        url = address(host, listener.getsockname()[1], settings.token)
        ready(url)
        server = WebServer(AppState.create(settings), min(MAX_CONNECTIONS, _raise_file_limit() - OTHER_FILES))
        if browser:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
        server.run(sockets=[listener])


def address(host: str, port: int, token: str) -> str:
    """The address to open, with the token if there is one."""
    shown = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)
    if ":" in shown:
        shown = f"[{shown.strip('[]')}]"
    return f"http://{shown}:{port}/" + (f"?token={token}" if token else "")


def _raise_file_limit() -> int:
    """Raise the limit of open files to what the server can use; the limit afterwards."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def _listener(host: str, port: int) -> socket.socket:
    bare = host.strip("[]")
    listener = socket.socket(socket.AF_INET6 if ":" in bare else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((bare, port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise OutputError(
            f"cannot listen on {host}, port {port}: {error.strerror or error}; --port 0 chooses a free port"
        ) from None
    return listener
