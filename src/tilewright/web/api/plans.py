"""Plans: how a question would be answered, and what that is expected to take."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel

from tilewright.web.api.base import run_puzzle_task
from tilewright.web.api.solves import QuestionRequest
from tilewright.web.state import app_state


class ExplainRequest(QuestionRequest):
    """A question about a puzzle, as for a solve; samples and estimates always have the same steps."""

    question: Literal["first", "all", "unique", "count", "optimise"] = "first"


class ExpectedView(BaseModel):
    """What a step is expected to take on one thread, and ``text`` with the same in words.

    ``amount`` is of nodes or states (``unit``, "" for neither). ``memory_bytes`` are those of tables, null
    without them; ``amount``, ``seconds`` and ``memory_bytes`` are also null above 1e308.
    """

    text: str
    amount: float | None
    unit: str
    seconds: float | None
    measured_by: str
    memory_bytes: float | None


class PlanNodeView(BaseModel):
    """A step of a plan, and the steps that it is made of; ``step`` is its kind, "" if it only has others."""

    words: str
    step: str
    engine: str
    reason: str
    expected: ExpectedView | None
    children: list[PlanNodeView]


class AlternativeView(BaseModel):
    """An engine that is not used: what it is expected to take, or why it is not used or what it is for."""

    engine: str
    expected: ExpectedView | None
    reason: str


class ExplanationView(BaseModel):
    """The plan for a question. ``facts`` are what it rests on.

    ``note`` says what is missing where the time for measuring was up; ``status`` is then ``limit``, else
    ``complete``.
    """

    question: str
    facts: list[str]
    plan: PlanNodeView
    alternatives: list[AlternativeView]
    measuring_seconds: float
    status: str
    note: str


router = APIRouter(tags=["solves"])


@router.post("/explain", response_model=ExplanationView, operation_id="explainQuestion")
async def explain(query: ExplainRequest, request: Request) -> Any:
    """How a solve would answer a question: its steps, why they were chosen, and what each is expected to
    take, as far as two seconds tell."""
    max_solutions = min(query.max_solutions, app_state(request).limits.max_solutions)
    task = "tilewright.web.tasks.plans:explain"
    return await run_puzzle_task(request, task, query, max_solutions=max_solutions, threads=1)
