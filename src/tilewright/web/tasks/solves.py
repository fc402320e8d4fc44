"""Tasks of solves: answers to questions about a puzzle, and solutions as files."""

from __future__ import annotations

import base64
import io
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.formats.solutions import write_solutions
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Placement, Solution
from tilewright.render import RENDERERS, RenderOptions
from tilewright.solve import api
from tilewright.solve.engines.base import Limits, Progress
from tilewright.web.tasks import Emit
from tilewright.web.tasks.puzzles import placement_views, read_source

BATCH_SIZE = 200  # solutions in one event
BATCH_INTERVAL_S = 0.2  # how long found solutions wait for more

MAX_PICTURED = 60
"""Solutions in one picture."""


@dataclass
class SolveTask:
    """One question that is being answered."""

    puzzle: AnyPuzzle
    args: dict[str, Any]
    emit: Emit
    cancel: threading.Event
    _waiting: list[list[dict[str, Any]]] = field(default_factory=list)
    _last_flush: float = 0.0

    @property
    def keywords(self) -> dict[str, Any]:
        """The keyword arguments that all questions share."""
        return {
            "threads": self.args["threads"],
            "on_progress": self.emit_progress,
            "cancel": self.cancel,
        }

    def limits(self, solutions: int | None = None) -> Limits:
        """The limits of the question."""
        return Limits(solutions=solutions, seconds=self.args["time_limit_s"])

    def emit_progress(self, state: Progress) -> None:
        """Send the progress, after the solutions that wait."""
        self.flush()
        self.emit(
            "progress",
            {
                "share": state.share,
                "nodes": state.nodes,
                "solutions": str(state.solutions if not state.images else state.images),
                "seconds": state.seconds,
                "remaining_s": state.eta,
                "progress_text": state.words,
            },
        )

    def emit_solution(self, solution: Solution) -> None:
        """Send a solution, together with others that are found soon after."""
        self._waiting.append(placement_views(solution.placements))
        if len(self._waiting) >= BATCH_SIZE or time.monotonic() - self._last_flush > BATCH_INTERVAL_S:
            self.flush()

    def flush(self) -> None:
        """Send the solutions that wait."""
        if self._waiting:
            self.emit("solutions", self._waiting)
            self._waiting = []
        self._last_flush = time.monotonic()


def solve(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The answer to ``args["question"]`` (a key of QUESTIONS) about a puzzle, as ``SolveAnswer``."""
    task = SolveTask(read_source(args), args, emit, cancel)
    answer = QUESTIONS[args["question"]](task)
    task.flush()
    return answer


def download(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> str:
    """The solutions ``args["solutions"]`` of the puzzle as a file of the kind ``args["kind"]``, in base64."""
    puzzle = read_source(args)
    solutions = [
        Solution.of(Placement(one["piece"], tuple(map(tuple, one["cells"]))) for one in placements)
        for placements in args["solutions"]
    ]
    return base64.b64encode(_file_content(puzzle, solutions, args["kind"], args["total"])).decode()


def _file_content(puzzle: AnyPuzzle, solutions: list[Solution], kind: str, total: int) -> bytes:
    if kind in ("json", "ndjson"):
        text = io.StringIO()
        write_solutions(text, puzzle, solutions, kind)
        return text.getvalue().encode()
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("a puzzle of items and options has no picture; download the solutions as JSON")
    options = RenderOptions(limit=MAX_PICTURED, total=total if len(solutions) != 1 else None)
    return RENDERERS[f".{kind}"](puzzle, solutions[:MAX_PICTURED], options)


def _listed(task: SolveTask, max_solutions: int, *, unique: bool) -> dict[str, Any]:
    answer = api.solve(
        task.puzzle,
        sink=task.emit_solution,
        unique=unique,
        engine=task.args["engine"] or None,
        limits=task.limits(max_solutions),
        **task.keywords,
    )
    return _numbers(answer, complete_at=1 if max_solutions == 1 else None)


def _first(task: SolveTask) -> dict[str, Any]:
    return _listed(task, 1, unique=False)


def _all(task: SolveTask) -> dict[str, Any]:
    return _listed(task, task.args["max_solutions"], unique=False)


def _unique(task: SolveTask) -> dict[str, Any]:
    return _listed(task, task.args["max_solutions"], unique=True)


def _count(task: SolveTask) -> dict[str, Any]:
    return _numbers(
        api.count(
            task.puzzle,
            unique=task.args["up_to_symmetry"],
            engine=task.args["engine"] or None,
            limits=task.limits(),
            **task.keywords,
        )
    )


def _optimise(task: SolveTask) -> dict[str, Any]:
    best = api.optimise(
        task.puzzle,
        maximise=task.args["maximise"],
        count_optima=True,
        limits=task.limits(),
        **task.keywords,
    )
    if best.solution is not None:
        task.emit_solution(best.solution)
    return _answer(
        best.status.value,
        solutions=best.optima,
        cost=best.cost,
        nodes=best.states,
        seconds=best.seconds,
        engine=best.engine,
        reason=best.reason,
        share=best.share,
        note=best.note,
    )


def _sample(task: SolveTask) -> dict[str, Any]:
    drawn = api.sample(
        task.puzzle,
        task.args["sample_size"],
        seed=task.args["seed"],
        limits=task.limits(),
        **task.keywords,
    )
    for solution in drawn.solutions:
        task.emit_solution(solution)
    return _answer(
        drawn.status.value,
        solutions=drawn.total,
        nodes=drawn.states,
        seconds=drawn.seconds,
        engine=drawn.engine,
        reason=drawn.reason,
        share=drawn.share,
        note=drawn.note,
    )


def _estimate(task: SolveTask) -> dict[str, Any]:
    start_time = time.monotonic()
    found = api.estimate(task.puzzle, engine=task.args["engine"] or None, cancel=task.cancel)
    if not found:
        raise UnsupportedError("the estimate was stopped too early for a result")
    names = (
        "engine",
        "exact",
        *(f"{of}{error}" for of in ("nodes", "seconds", "solutions") for error in ("", "_error")),
    )
    return _answer(
        "complete",
        nodes=int(found[0].nodes),
        seconds=time.monotonic() - start_time,
        engine=found[0].engine,
        share=1.0,
        estimates=[{name: getattr(one, name) for name in names} for one in found],
    )


QUESTIONS: dict[str, Callable[[SolveTask], dict[str, Any]]] = {
    "first": _first,
    "all": _all,
    "unique": _unique,
    "count": _count,
    "optimise": _optimise,
    "sample": _sample,
    "estimate": _estimate,
}


def _numbers(answer: api.Answer, complete_at: int | None = None) -> dict[str, Any]:
    status = answer.status.value
    if complete_at is not None and answer.solutions == complete_at and status == "limit":
        status = "complete"  # the one solution that was requested
    return _answer(
        status,
        solutions=answer.solutions,
        up_to_symmetry=answer.up_to_symmetry,
        symmetries=answer.symmetries,
        nodes=answer.nodes,
        seconds=answer.seconds,
        engine=answer.engine,
        reason=answer.reason,
        share=answer.share,
        note=answer.note,
        proof=answer.proof,
    )


def _answer(
    status: str,
    *,
    nodes: int,
    seconds: float,
    engine: str,
    share: float,
    solutions: int | None = None,
    up_to_symmetry: int | None = None,
    cost: int | None = None,
    symmetries: str = "",
    reason: str = "",
    note: str = "",
    proof: str = "",
    estimates: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """``SolveAnswer``; numbers that may be larger than a double holds are strings of digits."""
    return {
        "status": status,
        "solutions": None if solutions is None else str(solutions),
        "up_to_symmetry": None if up_to_symmetry is None else str(up_to_symmetry),
        "cost": None if cost is None else str(cost),
        "symmetries": symmetries,
        "nodes": str(nodes),
        "seconds": seconds,
        "engine": engine,
        "reason": reason,
        "share": share,
        "note": note,
        "proof": proof,
        "estimates": estimates or [],
    }
