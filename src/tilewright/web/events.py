"""Server-sent events (WHATWG HTML, section 9.2)."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from typing import Any

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

QUIET_SECONDS = 15.0  # after which a comment is sent, so that nobody between takes the stream for dead

Events = AsyncGenerator[dict[str, Any] | None, None]
"""What happens, as JSON has it; None when nothing did for QUIET_SECONDS."""


class EventStream(StreamingResponse):
    """A response that tells each event, and closes ``events`` however it ends itself."""

    media_type = "text/event-stream"

    def __init__(self, first: dict[str, Any] | None, events: Events) -> None:
        self._events, self._told = events, _lines(first, events)
        super().__init__(self._told)

    @classmethod
    async def of(cls, events: Events) -> EventStream:
        """The response for events; what refuses them does so before the first, as an answer of its own."""
        return cls(await anext(events), events)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell the events until they end, or the visitor is gone."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._told.aclose()
            await self._events.aclose()


async def _lines(first: dict[str, Any] | None, events: Events) -> AsyncGenerator[str, None]:
    yield _line(first)
    async for event in events:
        yield _line(event)


def _line(event: dict[str, Any] | None) -> str:
    if event is None:
        return ": still here\n\n"
    return f"data: {json.dumps(event, separators=(',', ':'))}\n\n"
