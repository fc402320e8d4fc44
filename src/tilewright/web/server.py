"""The server itself: a socket, uvicorn, and the line that says where it is."""

from __future__ import annotations

import resource
import socket
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from tilewright.errors import OutputError
from tilewright.web.app import app_of
from tilewright.web.connection import Connection
from tilewright.web.state import House, ServerSettings

FAREWELL_SECONDS = 2
"""How long requests may hold the server's end."""

CONNECTIONS = 4_000
"""Open at once at most; who comes then is told that the server is busy (503)."""

OTHER_FILES = 200
"""Open files beside connections: pages that are read, pipes of processes, solutions."""


class HouseServer(uvicorn.Server):
    """A server that ends its event streams when it is to end, as they would not end by themselves."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self._house = house

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the house, then everything else."""
        await self._house.close()
        await super().shutdown(sockets)


def run(
    settings: ServerSettings, host: str, port: int, *, browser: bool, ready: Callable[[str], None]
) -> None:
    """Serve until Ctrl-C or SIGTERM; OutputError when the address cannot be had.

    ``ready`` is told the address as soon as visitors can come.
    """
    listener = _listener(host, port)
    with listener:
        place = address(host, listener.getsockname()[1], settings.token)
        ready(place)
        house = House.of(settings)
        config = uvicorn.Config(
            app_of(house),
            http=Connection,
            limit_concurrency=min(CONNECTIONS, _files() - OTHER_FILES),
            log_level="warning",
            timeout_graceful_shutdown=FAREWELL_SECONDS,
            server_header=False,
        )
        if browser:
            threading.Thread(target=webbrowser.open, args=(place,), daemon=True).start()
        HouseServer(config, house).run(sockets=[listener])


def address(host: str, port: int, token: str) -> str:
    """The address to open, with the token where there is one."""
    shown = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)
    if ":" in shown:
        shown = f"[{shown.strip('[]')}]"
    return f"http://{shown}:{port}/" + (f"?token={token}" if token else "")


def _files() -> int:
    """How many files this process may have open, once it has asked for as many as it can use."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
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
            f"cannot listen at {host}, port {port}: {error.strerror or error}; --port 0 takes a free one"
        ) from None
    return listener
