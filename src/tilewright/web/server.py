"""The server process: a socket, uvicorn, and a clean end of event streams."""

from __future__ import annotations

import resource
import socket
import webbrowser
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from tilewright.errors import OutputError
from tilewright.threads import start_thread
from tilewright.web.app import create_app
from tilewright.web.clients import ClientLimit
from tilewright.web.connections import Connection, Connections
from tilewright.web.settings import ServerSettings, WebLimits
from tilewright.web.state import AppState

SHUTDOWN_TIMEOUT_S = 2

BACKLOG = 2_048  # connections that the system keeps until they are accepted

ACCEPTED_AT_ONCE = 64  # in one step of the event loop; it takes four steps until others are closed for them

OTHER_FILES = 200  # open files besides connections: static files, pipes of worker processes, stored solutions


class WebServer(uvicorn.Server):
    """A uvicorn server that ends its event streams on shutdown; they would not end by themselves."""

    def __init__(self, state: AppState, log_level: str = "warning") -> None:
        config = uvicorn.Config(
            ClientLimit(create_app(state), state.settings),
            http=Connection,
            ws="none",
            proxy_headers=False,  # ClientLimit reads them
            backlog=ACCEPTED_AT_ONCE,
            log_level=log_level,
            timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
            server_header=False,
        )
        super().__init__(config)
        self.server_state = Connections(state.settings)
        self._state = state

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, with a longer queue of connections than asyncio accepts at once."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(BACKLOG)

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
        url = address(host, listener.getsockname()[1], settings.token, settings.root_path)
        ready(url)
        server = WebServer(AppState.create(replace(settings, limits=_with_open_files(settings.limits))))
        if browser:
            start_thread(webbrowser.open, "browser", url)
        server.run(sockets=[listener])


def address(host: str, port: int, token: str, root_path: str = "") -> str:
    """The address to open, with the token if there is one."""
    shown = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)
    if ":" in shown:
        shown = f"[{shown.strip('[]')}]"
    return f"http://{shown}:{port}{root_path}/" + (f"?token={token}" if token else "")


def _with_open_files(limits: WebLimits) -> WebLimits:
    """Raise the system's limit of open files as needed; the limits of connections that it allows.

    One client has at most half of all connections.
    """
    others = 4 * ACCEPTED_AT_ONCE + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.max_connections + others
    if soft != resource.RLIM_INFINITY and soft < wanted:
        wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    connections = max(2, wanted - others)
    return replace(
        limits,
        max_connections=connections,
        max_client_connections=min(limits.max_client_connections, connections // 2),
    )


def _listener(host: str, port: int) -> socket.socket:
    bare = host.strip("[]")
    listener = socket.socket(socket.AF_INET6 if ":" in bare else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((bare, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise OutputError(
            f"cannot listen on {host}, port {port}: {error.strerror or error}; --port 0 chooses a free port"
        ) from None
    return listener
