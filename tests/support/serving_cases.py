"""A real server on loopback for a block, in a thread of the test's own process."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from support.web_cases import LIMITS
from tilewright.web.app import app_of
from tilewright.web.connection import Connection
from tilewright.web.limits import WebLimits
from tilewright.web.server import FAREWELL_SECONDS, HouseServer
from tilewright.web.state import House, ServerSettings


@contextmanager
def serving(
    directory: Path, limits: WebLimits = LIMITS, connections: int | None = None, **settings: Any
) -> Iterator[str]:
    """The address of a server that is up while the block lasts; ``connections`` may be open at once."""
    house = House.of(
        ServerSettings(limits, runs=directory / "runs.db", library=directory / "gunport.db", **settings)
    )
    config = uvicorn.Config(
        app_of(house),
        http=Connection,
        limit_concurrency=connections,
        log_level="critical",
        timeout_graceful_shutdown=FAREWELL_SECONDS,
        server_header=False,
    )
    server = HouseServer(config, house)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(200)
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive(), "the server did not start"
                time.sleep(0.01)
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
