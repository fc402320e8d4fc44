"""The adapter of the engine frontier: counts by a sweep, and lists from the graph of its states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.solve.engines.frontier.sweep import (
    SweepQuery,
    count,
    evaluate,
    unsupported,
    unsupported_query,
)
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import StepLoop

if TYPE_CHECKING:
    from tilewright.solve.engines.frontier.traceback import GraphList

__all__ = ["count", "evaluate", "listing", "unsupported", "unsupported_query"]


def listing(query: SweepQuery, resources: Resources, loop: StepLoop) -> GraphList:
    """As ``ListAdapter`` says."""
    from tilewright.solve.engines.frontier.traceback import GraphList  # here: counts need none of it

    return GraphList(query, resources, loop)
