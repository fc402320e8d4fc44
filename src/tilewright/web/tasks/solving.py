"""The long questions: solutions, numbers, the cheapest, a fair sample, how long it would take."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Solution
from tilewright.solve import api
from tilewright.solve.engines.base import Limits, Progress
from tilewright.web.tasks import Tell
from tilewright.web.tasks.puzzles import placement_view
from tilewright.web.tasks.sources import puzzle_of

BATCH = 200  # solutions told at once at most
BATCH_SECONDS = 0.2  # and how long found ones wait for more


@dataclass
class Asked:
    """One question under way."""

    puzzle: AnyPuzzle
    args: dict[str, Any]
    tell: Tell
    cancel: threading.Event
    _waiting: list[list[dict[str, Any]]] = field(default_factory=list)
    _told: float = 0.0

    @property
    def keywords(self) -> dict[str, Any]:
        """What all questions are asked with."""
        return {
            "threads": self.args["threads"],
            "on_progress": self.progress,
            "cancel": self.cancel,
        }

    def limits(self, solutions: int | None = None) -> Limits:
        """The bounds of this question; the time is a little less than that of the whole process."""
        return Limits(solutions=solutions, seconds=self.args["seconds"])

    def progress(self, state: Progress) -> None:
        """Tell how far it is; solutions that wait go first."""
        self.flush()
        self.tell(
            "progress",
            {
                "share": state.share,
                "nodes": state.nodes,
                "solutions": str(state.solutions if not state.images else state.images),
                "seconds": state.seconds,
                "eta": state.eta,
                "words": state.words,
            },
        )

    def found(self, solution: Solution) -> None:
        """Tell a solution, together with others that come soon after."""
        self._waiting.append([placement_view(one) for one in solution.placements])
        if len(self._waiting) >= BATCH or time.monotonic() - self._told > BATCH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Tell what waits."""
        if self._waiting:
            self.tell("solutions", self._waiting)
            self._waiting = []
        self._told = time.monotonic()


def solve(args: dict[str, Any], tell: Tell, cancel: threading.Event) -> dict[str, Any]:
    """Answer ``args["question"]`` (a key of QUESTIONS) about ``args["source"]``, as models.SolveAnswer."""
    puzzle = puzzle_of(args["source"], args["cells"])
    asked = Asked(puzzle, args, tell, cancel)
    answer = QUESTIONS[args["question"]](asked)
    asked.flush()
    return answer


def _listed(asked: Asked, most: int, *, unique: bool) -> dict[str, Any]:
    answer = api.solve(
        asked.puzzle,
        sink=asked.found,
        unique=unique,
        engine=asked.args["engine"] or None,
        limits=asked.limits(most),
        **asked.keywords,
    )
    return _numbers(answer, complete_at=1 if most == 1 else None)


def _first(asked: Asked) -> dict[str, Any]:
    return _listed(asked, 1, unique=False)


def _all(asked: Asked) -> dict[str, Any]:
    return _listed(asked, asked.args["most"], unique=False)


def _unique(asked: Asked) -> dict[str, Any]:
    return _listed(asked, asked.args["most"], unique=True)


def _count(asked: Asked) -> dict[str, Any]:
    return _numbers(
        api.count(
            asked.puzzle,
            unique=asked.args["up_to_symmetry"],
            engine=asked.args["engine"] or None,
            limits=asked.limits(),
            **asked.keywords,
        )
    )


def _optimise(asked: Asked) -> dict[str, Any]:
    best = api.optimise(
        asked.puzzle,
        maximise=asked.args["maximise"],
        count_optima=True,
        limits=asked.limits(),
        **asked.keywords,
    )
    if best.solution is not None:
        asked.found(best.solution)
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


def _sample(asked: Asked) -> dict[str, Any]:
    drawn = api.sample(
        asked.puzzle,
        asked.args["number"],
        seed=asked.args["seed"],
        limits=asked.limits(),
        **asked.keywords,
    )
    for solution in drawn.solutions:
        asked.found(solution)
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


def _estimate(asked: Asked) -> dict[str, Any]:
    begun = time.monotonic()
    guesses = api.estimate(asked.puzzle, engine=asked.args["engine"] or None, cancel=asked.cancel)
    if not guesses:
        raise UnsupportedError("the estimate was stopped before anything was known")
    best = guesses[0]
    lines = [
        {
            "engine": one.engine,
            "nodes": one.nodes,
            "nodes_error": one.nodes_error,
            "seconds": one.seconds,
            "seconds_error": one.seconds_error,
            "solutions": one.solutions,
            "solutions_error": one.solutions_error,
            "exact": one.exact,
        }
        for one in guesses
    ]
    return _answer(
        "complete",
        nodes=int(best.nodes),
        seconds=time.monotonic() - begun,
        engine=best.engine,
        share=1.0,
        estimates=lines,
    )


QUESTIONS: dict[str, Callable[[Asked], dict[str, Any]]] = {
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
        status = "complete"  # one solution was asked for, and there it is
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
    """models.SolveAnswer; numbers that may be larger than a double holds are strings of digits."""
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
