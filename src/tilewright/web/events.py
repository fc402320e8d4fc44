"""Server-sent events (WHATWG HTML, section 9.2)."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from typing import Any

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

KEEP_ALIVE_S = 15.0  # a comment is sent after this time without events, so that no proxy closes the stream

Events = AsyncGenerator[dict[str, Any] | None, None]
"""Events as JSON values; None after KEEP_ALIVE_S without one."""


class EventStream(StreamingResponse):
    """A response that sends each event, and closes ``events`` whenever it ends."""

    media_type = "text/event-stream"

    def __init__(self, first: dict[str, Any] | None, events: Events) -> None:
        self._events, self._lines = events, _lines(first, events)
        super().__init__(self._lines)

    @classmethod
    async def create(cls, events: Events) -> EventStream:
        """The response for events; an error before the first event becomes an ordinary error response."""
        return cls(await anext(events), events)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until they end or the client disconnects."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._lines.aclose()
            await self._events.aclose()


async def _lines(first: dict[str, Any] | None, events: Events) -> AsyncGenerator[str, None]:
    yield _line(first)
    async for event in events:
        yield _line(event)


def _line(event: dict[str, Any] | None) -> str:
    if event is None:
        return ": keep-alive\n\n"
    return f"data: {json.dumps(event, separators=(',', ':'))}\n\n"
