"""Tasks about random tilings step by step."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.solving.random_tilings import shuffling
from tilewright.solving.steps import Cancelled, Control, Limits
from tilewright.web.tasks import Emit

MAX_BLOCKS = 400_000  # of the steps of one answer, one letter each


def shuffle_steps(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The steps from ``args["start"]`` on that fit an answer, as ``ShuffleStepsView``."""
    steps: list[str] = []
    letters = 0
    for step in _steps(args, args["start"], cancel):
        letters += len(step.blocks)
        if steps and letters > MAX_BLOCKS:
            break
        steps.append(step.blocks)
    return {"steps": steps}


def shuffle_heights(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The heights after the step ``args["step"]``, as ``ShuffleHeightsView``."""
    if args["step"] > args["order"]:
        raise UnsupportedError(f"the order {args['order']} has no step {args['step']}")
    step = next(_steps(args, args["step"], cancel))
    return {"heights": [height for row in step.tiling.heights for height in row]}


def _steps(args: dict[str, Any], start: int, cancel: threading.Event) -> Iterator[shuffling.ShuffleStep]:
    control = Control(Limits(seconds=args["seconds"]), cancel=cancel)
    weights = {name: args[name] for name in ("seed", "horizontal", "vertical")}
    try:
        yield from shuffling.shuffle_steps(args["order"], start=start, control=control, **weights)
    except Cancelled:
        raise UnsupportedError("shuffling so far takes longer than the time limit") from None
