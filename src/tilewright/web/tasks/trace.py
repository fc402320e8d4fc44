"""The search at work: a window of its steps."""

from __future__ import annotations

import threading
from typing import Any

from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.lattices import Cell
from tilewright.play.trace import Step, Trace
from tilewright.solve.engines.base import Limits
from tilewright.web.tasks import Tell
from tilewright.web.tasks.puzzles import placement_view
from tilewright.web.tasks.sources import puzzle_of

_last: dict[str, Trace] = {}
"""The search that was watched last in this process: who steps on through it does not begin anew."""


def watch(args: dict[str, Any], tell: Tell, cancel: threading.Event) -> dict[str, Any]:
    """The steps from ``args["start"]`` on, ``args["count"]`` of them: models.TraceView."""
    puzzle = puzzle_of(args["source"], args["cells"])
    window = _trace(repr(args["source"]), puzzle).window(
        args["start"], args["count"], Limits(seconds=args["seconds"]), cancel
    )
    return {
        "steps": [_view(step) for step in window.steps],
        "laid": [placement_view(one) for one in window.laid],
        "ended": window.ended,
    }


def _trace(name: str, puzzle: AnyPuzzle) -> Trace:
    if name not in _last:
        made = Trace(puzzle)
        _last.clear()
        _last[name] = made
    return _last[name]


def _view(step: Step) -> dict[str, Any]:
    cell: list[int] | None = None
    if isinstance(step.key, tuple):
        at: Cell = step.key
        cell = list(at)
    return {
        "number": step.number,
        "kind": step.kind,
        "depth": step.depth,
        "nodes": step.nodes,
        "solutions": step.solutions,
        "ways": step.ways,
        "cell": cell,
        "item": step.key if isinstance(step.key, str) else "",
        "placement": None if step.placement is None else placement_view(step.placement),
        "sentence": step.sentence,
    }
