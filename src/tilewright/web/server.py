"""The server itself: a socket, uvicorn, and the line that says where it is."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from tilewright.errors import OutputError
from tilewright.web.app import create_app
from tilewright.web.house import ServerSettings

FAREWELL_SECONDS = 2
"""How long open streams may hold the server's end."""


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
        config = uvicorn.Config(
            create_app(settings),
            log_level="warning",
            timeout_graceful_shutdown=FAREWELL_SECONDS,
            server_header=False,
        )
        if browser:
            threading.Thread(target=webbrowser.open, args=(place,), daemon=True).start()
        uvicorn.Server(config).run(sockets=[listener])


def address(host: str, port: int, token: str) -> str:
    """The address to open, with the token where there is one."""
    shown = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)
    if ":" in shown:
        shown = f"[{shown.strip('[]')}]"
    return f"http://{shown}:{port}/" + (f"?token={token}" if token else "")


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
