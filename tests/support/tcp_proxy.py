"""A TCP proxy on this machine that cuts, delays, holds up and duplicates the connections that it forwards."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Coroutine
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from support.waiting import HANGS_S

CHUNK = 65_536
POLL_SECONDS = 0.02


class TcpProxy:
    """Forwards connections to a port of this machine; use it in ``with``. Any thread may call its methods.

    Until they are set back: ``max_delay_s`` holds each piece of data for a random time up to that, in order;
    ``is_stalled`` forwards nothing; ``is_refusing`` closes new connections at once; ``is_duplicating`` sends
    what comes over new connections also over a second one, whose answers are dropped.
    """

    def __init__(self, target_port: int, seed: int) -> None:
        self.target_port = target_port
        self.max_delay_s = 0.0
        self.is_stalled = self.is_refusing = self.is_duplicating = False
        self.port = 0
        self.connections = self.cuts = self.duplicates = 0  # so far
        self._random = random.Random(seed)
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxy", daemon=True)
        self._server: asyncio.Server | None = None

    def __enter__(self) -> Self:
        self._thread.start()
        self._server = self._call(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._call(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(HANGS_S)
        self._loop.close()

    def cut(self) -> int:
        """Cut all connections, as by a cable; how many there were."""
        return int(self._call(self._cut()))

    def _call(self, what: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(HANGS_S)

    async def _close(self) -> None:
        assert self._server is not None
        self._server.close()
        await self._cut()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _cut(self) -> int:
        writers = list(self._writers)
        for writer in writers:
            writer.transport.abort()
        self.cuts += len(writers) // 2
        return len(writers) // 2

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        # asyncio of Python 3.11 prints a traceback for each handler that ends by its cancellation
        with suppress(OSError, asyncio.CancelledError):
            if self.is_refusing:
                return writer.transport.abort()
            try:
                answers, target = await asyncio.open_connection("127.0.0.1", self.target_port)
            except OSError:
                return writer.transport.abort()
            self._writers |= {writer, target}
            copy = None
            if self.is_duplicating:
                dropped, copy = await asyncio.open_connection("127.0.0.1", self.target_port)
                self.duplicates += 1
                self._writers.add(copy)
                drain = asyncio.ensure_future(self._forward(dropped, None, None))
            try:
                await asyncio.wait(
                    [
                        asyncio.ensure_future(self._forward(reader, target, copy)),
                        asyncio.ensure_future(self._forward(answers, writer, None)),
                    ],
                    return_when=asyncio.FIRST_COMPLETED,
                )
            finally:
                for one in (writer, target, copy):
                    if one is not None:
                        self._writers.discard(one)
                        one.transport.abort()
                if copy is not None:
                    drain.cancel()
        return None

    async def _forward(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter | None,
        copy: asyncio.StreamWriter | None,
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                if self.max_delay_s:
                    await asyncio.sleep(self._random.uniform(0.0, self.max_delay_s))
                while self.is_stalled:
                    await asyncio.sleep(POLL_SECONDS)
                for one in (copy, writer):
                    if one is not None and not one.transport.is_closing():
                        one.write(data)
                        await one.drain()
