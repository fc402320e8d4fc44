"""Server-sent events (WHATWG HTML, section 9.2)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi.responses import StreamingResponse

QUIET_SECONDS = 15.0  # after which a comment is sent, so that nobody between takes the stream for dead


async def event_stream(events: AsyncIterator[dict[str, Any]]) -> StreamingResponse:
    """A response that tells each event as JSON.

    What refuses the stream refuses before its first event, and so is an answer with a status of its own.
    """
    first = await anext(events)
    return StreamingResponse(_lines(first, events), media_type="text/event-stream")


async def _lines(first: dict[str, Any], events: AsyncIterator[dict[str, Any]]) -> AsyncIterator[str]:
    yield _line(first)
    coming = asyncio.ensure_future(_next(events))
    try:
        while True:
            done, _ = await asyncio.wait([coming], timeout=QUIET_SECONDS)
            if not done:
                yield ": still here\n\n"
                continue
            event = coming.result()
            if event is None:
                return
            yield _line(event)
            coming = asyncio.ensure_future(_next(events))
    finally:
        coming.cancel()
        await asyncio.wait([coming])
        close = getattr(events, "aclose", None)
        if close is not None:
            await close()


async def _next(events: AsyncIterator[dict[str, Any]]) -> dict[str, Any] | None:
    return await anext(events, None)


def _line(event: dict[str, Any]) -> str:
    return f"data: {json.dumps(event, separators=(',', ':'))}\n\n"
