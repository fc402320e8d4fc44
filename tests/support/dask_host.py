"""A Dask scheduler, workers, or both, in a process of their own that a test may kill.

Run as a program it takes a JSON object: ``scheduler`` (an address to connect workers to; without it a
scheduler is started), ``port``, ``file`` (a scheduler file to write), ``workers`` (how many, of one thread
each), ``blind`` (Tilewright cannot be imported), ``tls`` (a directory with ca.pem, cert.pem, key.pem). It
prints the scheduler's address, and ends when its standard input does.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass
class Host:
    """A host process, as the test that started it sees it."""

    process: subprocess.Popen[str]
    address: str

    @property
    def port(self) -> int:
        """The scheduler's port."""
        return int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """End it at once, without a farewell to anybody."""
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def host(**asked: Any) -> Iterator[Host]:
    """A host that is up and has all its workers; killed at the end."""
    with subprocess.Popen(
        [sys.executable, __file__, json.dumps(asked, default=str)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            assert "://" in address, f"the host did not start: {asked}"
            yield Host(process, address)
        finally:
            process.kill()


async def serve(asked: dict[str, Any]) -> None:
    """Be a host until standard input ends."""
    from distributed import Scheduler, Security, Worker

    security = None
    if "tls" in asked:
        files = {what: str(Path(asked["tls"]) / f"{what}.pem") for what in ("ca", "cert", "key")}
        security = Security(
            require_encryption=True,
            tls_ca_file=files["ca"],
            **{
                f"tls_{role}_{what}": files[what]
                for role in ("scheduler", "worker")
                for what in ("cert", "key")
            },
        )
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()

    def wait() -> None:
        sys.stdin.read()
        loop.call_soon_threadsafe(ended.set)

    threading.Thread(target=wait, daemon=True).start()
    async with contextlib.AsyncExitStack() as stack:
        address = asked.get("scheduler")
        if address is None:
            scheduler = Scheduler(
                host="127.0.0.1",
                port=asked.get("port", 0),
                security=security,
                dashboard_address="127.0.0.1:0",
                dashboard=False,
                scheduler_file=asked.get("file"),
            )
            address = (await stack.enter_async_context(scheduler)).address
        for _ in range(asked.get("workers", 0)):
            await stack.enter_async_context(
                Worker(address, nthreads=1, host="127.0.0.1", security=security, dashboard=False)
            )
        print(address, flush=True)
        await ended.wait()


if __name__ == "__main__":
    request = json.loads(sys.argv[1])
    if request.get("blind"):
        sys.modules["tilewright"] = None  # type: ignore[assignment]
    asyncio.run(serve(request))
