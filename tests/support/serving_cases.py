"""A real server on loopback, in a thread of the test process."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from support.waiting import wait_until
from support.web_cases import LIMITS, server_settings
from tilewright.web.server import WebServer
from tilewright.web.settings import WebLimits
from tilewright.web.state import AppState


@contextmanager
def running_server(directory: Path, limits: WebLimits = LIMITS, **settings: Any) -> Iterator[str]:
    """The address of a server that runs during the block."""
    state = AppState.create(server_settings(directory, limits, **settings))
    server = WebServer(state, log_level="critical")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(200)
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            wait_until(lambda: server.started or not thread.is_alive())
            assert server.started
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
