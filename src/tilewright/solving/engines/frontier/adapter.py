"""The adapter of the engine frontier: counts by a sweep, and lists from the graph of its states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.solving.engines.frontier.sweep import (
    SweepQuery,
    count,
    evaluate,
    unsupported,
    unsupported_query,
)
from tilewright.solving.resources import Resources
from tilewright.solving.steps import StepLoop

if TYPE_CHECKING:
    from tilewright.solving.engines.frontier.traceback import GraphList

__all__ = ["count", "evaluate", "listing", "unsupported", "unsupported_query"]


def listing(query: SweepQuery, resources: Resources, loop: StepLoop) -> GraphList:
    """As ``ListAdapter`` says."""
    from tilewright.solving.engines.frontier.traceback import GraphList  # here: counts need none of it

    return GraphList(query, resources, loop)
