"""Questions of somebody who plays a tiling: a hint, what is left, why it cannot be completed."""

from __future__ import annotations

import threading
from typing import Any

from tilewright.errors import GameError
from tilewright.model.puzzle import Placement
from tilewright.play import hints, tiling
from tilewright.solve.engines.base import Limits
from tilewright.web.tasks import Tell
from tilewright.web.tasks.puzzles import placement_view
from tilewright.web.tasks.sources import puzzle_of


def hint(args: dict[str, Any], tell: Tell, cancel: threading.Event) -> dict[str, Any]:
    """A placement that belongs to some solution of the position, or what to lift: models.HintView."""
    found = hints.hint(_position(args), _limits(args), cancel)
    return {
        "sentence": found.sentence,
        "place": None if found.place is None else placement_view(found.place),
        "lift": _views(found.lift),
    }


def left(args: dict[str, Any], tell: Tell, cancel: threading.Event) -> dict[str, Any]:
    """How many solutions the position has: models.LeftView."""
    found = hints.left(_position(args), limits=_limits(args), cancel=cancel)
    return {
        "sentence": found.sentence,
        "solutions": str(found.solutions),
        "exact": found.exact,
        "known": found.status.value == "complete",
    }


def why_not(args: dict[str, Any], tell: Tell, cancel: threading.Event) -> dict[str, Any]:
    """Why the position cannot be completed: models.WhyNotView."""
    found = hints.why_not(_position(args), _limits(args), cancel)
    return {
        "solvable": found.solvable,
        "sentences": list(found.sentences),
        "cells": [list(cell) for cell in found.cells],
        "placements": _views(found.core),
    }


def check(args: dict[str, Any], tell: Tell, cancel: threading.Event) -> dict[str, Any]:
    """The position after some moves, as the checker sees it: models.PositionView."""
    position = _position(args)
    return {
        "finished": position.finished,
        "free": len(position.free),
        "position": tiling.dumps(position),
        "laid": _views(position.laid),
    }


def _position(args: dict[str, Any]) -> tiling.Position:
    puzzle = puzzle_of(args["source"], args["cells"])
    if args["position"]:
        if args["moves"]:
            raise GameError("give a position or moves, not both")
        return tiling.loads(puzzle, args["position"])
    return tiling.replay(puzzle, args["moves"])


def _limits(args: dict[str, Any]) -> Limits:
    return Limits(seconds=args["seconds"])


def _views(placements: tuple[Placement, ...]) -> list[dict[str, Any]]:
    return [placement_view(one) for one in placements]
