"""Tasks for tilings that are played by hand, and for watching a search step by step."""

from __future__ import annotations

import threading
from typing import Any

from tilewright.errors import GameError
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.play import hints, tiling
from tilewright.play.trace import SearchStep, SearchTrace
from tilewright.solving.api import optimise
from tilewright.solving.steps import Limits, Status
from tilewright.web.tasks import Emit
from tilewright.web.tasks.puzzles import placement_view, placement_views, read_source

_last_trace: dict[str, SearchTrace] = {}
"""The last search that was watched in this process, so that the next steps do not start from the
beginning."""


def hint(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A placement that is part of some solution, or what to lift, as ``HintView``."""
    return hint_view(hints.hint(_position(args), _limits(args), cancel))


def hint_view(tiling_hint: hints.TilingHint) -> dict[str, Any]:
    """A hint as ``HintView``."""
    return {
        "sentence": tiling_hint.sentence,
        "place": None if tiling_hint.place is None else placement_view(tiling_hint.place),
        "lift": placement_views(tiling_hint.lift),
        "region": [list(cell) for cell in tiling_hint.region],
        "cell": None if tiling_hint.cell is None else list(tiling_hint.cell),
        "reason": tiling_hint.reason,
    }


def remaining(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """How many solutions the position has, as ``RemainingView``."""
    solutions = hints.remaining_solutions(_position(args), limits=_limits(args), cancel=cancel)
    return {
        "sentence": solutions.sentence,
        "solutions": str(solutions.solutions),
        "exact": solutions.exact,
        "known": solutions.status.value == "complete",
    }


def why_not(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Why the position cannot be completed, as ``WhyNotView``."""
    reason = hints.explain_dead_end(_position(args), _limits(args), cancel)
    return {
        "solvable": reason.solvable,
        "sentences": list(reason.sentences),
        "cells": [list(cell) for cell in reason.cells],
        "placements": placement_views(reason.core),
    }


def check(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The position after some moves, as ``PositionView``."""
    position = _position(args)
    return {
        "finished": position.finished,
        "solved": hints.is_solved(position, _limits(args), cancel),
        "free": len(position.free),
        "position": tiling.dumps(position),
        "placements": placement_views(position.placed),
    }


def costs(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The least and the greatest cost of the solutions, as ``CostRange``.

    They are computed: that the puzzle's file gives them proves nothing.
    """
    puzzle = tiling.start(read_source(args)).puzzle

    def best(*, maximise: bool) -> int | None:
        limits = Limits(seconds=args["time_limit_s"] / 2)
        optimum = optimise(puzzle, maximise=maximise, threads=1, limits=limits, cancel=cancel)
        return optimum.cost if optimum.status is Status.COMPLETE else None

    return {"least": best(maximise=False), "most": best(maximise=True)}


def trace(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The steps from ``args["start"]``, ``args["count"]`` of them, as ``TraceView``."""
    search = _trace(repr(args["source"]), read_source(args))
    window = search.window(args["start"], args["count"], _limits(args), cancel)
    return {
        "steps": [_step_view(step) for step in window.steps],
        "placements": placement_views(window.placed),
        "ended": window.ended,
    }


def _position(args: dict[str, Any]) -> tiling.TilingPosition:
    puzzle = read_source(args)
    if args["position"]:
        if args["moves"]:
            raise GameError("give a position or moves, not both")
        return tiling.loads(puzzle, args["position"])
    return tiling.replay(puzzle, args["moves"])


def _limits(args: dict[str, Any]) -> Limits:
    return Limits(seconds=args["time_limit_s"])


def _trace(key: str, puzzle: AnyPuzzle) -> SearchTrace:
    if key not in _last_trace:
        search = SearchTrace(puzzle)
        _last_trace.clear()
        _last_trace[key] = search
    return _last_trace[key]


def _step_view(step: SearchStep) -> dict[str, Any]:
    names = ("number", "kind", "depth", "nodes", "solutions", "ways", "sentence")
    return {
        **{name: getattr(step, name) for name in names},
        "cell": list(step.key) if isinstance(step.key, tuple) else None,
        "item": step.key if isinstance(step.key, str) else "",
        "placement": None if step.placement is None else placement_view(step.placement),
    }
