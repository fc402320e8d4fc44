"""The operations on a solve that has been started, the same for each kind: look, follow, stop, delete."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from tilewright.web.events import EventStream
from tilewright.web.state import app_state

SolveId = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


def add_lifecycle_routes(router: APIRouter, view: type[BaseModel], kind: str, task: str) -> None:
    """Add the operations ``getKIND``, ``followKIND``, ``stopKIND`` and ``deleteKIND``.

    ``view`` is the model of a solve with this task.
    """

    @router.get("/{solve_id}", response_model=view, operation_id=f"get{kind}")
    async def get(solve_id: SolveId, request: Request) -> Any:
        """The state of a solve."""
        return app_state(request).solves.get(solve_id, task).view()

    @router.get(
        "/{solve_id}/events",
        operation_id=f"follow{kind}",
        response_class=StreamingResponse,  # for the OpenAPI document
        responses={
            200: {
                "content": {"text/event-stream": {}},
                "description": f"{view.__name__}s as server-sent events.",
            },
        },
    )
    async def follow(solve_id: SolveId, request: Request) -> EventStream:
        """A solve whenever it changes, as server-sent events that each hold its state."""
        solves = app_state(request).solves
        return await EventStream.create(solves.events(solves.get(solve_id, task)))

    @router.post("/{solve_id}/stop", response_model=view, operation_id=f"stop{kind}")
    async def stop(solve_id: SolveId, request: Request) -> Any:
        """Ask a solve to end with what it has; its events report when it has ended."""
        solves = app_state(request).solves
        solve = solves.get(solve_id, task)
        solves.stop(solve)
        return solve.view()

    @router.delete("/{solve_id}", status_code=204, operation_id=f"delete{kind}")
    async def delete(solve_id: SolveId, request: Request) -> Response:
        """End a solve at once and remove it."""
        solves = app_state(request).solves
        await solves.remove(solves.get(solve_id, task))
        return Response(status_code=204)
