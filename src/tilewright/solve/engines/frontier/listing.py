"""Lists of solutions from the graph of all states: no dead ends, once the graph stands."""

from __future__ import annotations

import time
from collections.abc import Generator

from tilewright.errors import UnsupportedError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import Cover
from tilewright.solve.engines.base import Engine, Outcome, Status, Symmetry
from tilewright.solve.engines.counters import FRONTIER
from tilewright.solve.engines.frontier.sweep import Query, run_steps
from tilewright.solve.engines.reference import orbit_size
from tilewright.solve.estimation.sweep_size import forecast
from tilewright.solve.planner import LISTED_AT_ONCE, choose, listing_nodes, node_seconds
from tilewright.solve.resources import Resources
from tilewright.solve.runner import Batch
from tilewright.solve.stepping import (
    CancelCheck,
    Cancelled,
    Control,
    StepLoop,
    cancel_check_of,
    never_cancelled,
)

AT_ONCE = 32  # solutions between two looks at the clock and the button
PASSES = 3.0  # what a graph costs over a sweep: its states are gone through again, backwards, with look-ups


def graph_pays(
    query: Query, listing: Engine, resources: Resources, check_cancelled: CancelCheck = never_cancelled
) -> bool:
    """Whether the graph of states is expected to list all solutions in half the time of a search."""
    nodes = listing_nodes(query, listing, check_cancelled)
    if nodes < LISTED_AT_ONCE or query.refusal:
        return False
    check_cancelled()
    sweep = forecast(query)
    check_cancelled()
    # All states are held, not only those at a time.
    room = sweep.bytes / max(1.0, sweep.live) * sweep.states
    return room < resources.bytes() and 2 * PASSES * sweep.seconds < nodes * node_seconds(listing)


def graph_list(
    cover: Cover, control: Control, resources: Resources, engine: str | None, *, unique: bool
) -> GraphList | None:
    """The list by the graph of states, when the engine frontier is asked for, or no engine and it pays."""
    query = Query(cover.problem, cover.forced)
    durable = control.checkpoint is not None or control.resume is not None
    if engine == FRONTIER.name:
        if durable:
            raise UnsupportedError(
                "the engine 'frontier' keeps no checkpoints of a list of solutions; other engines do"
            )
        group = symmetries(cover.puzzle) if unique else None
        symmetry = None
        if group is not None and not group.trivial:
            symmetry = Symmetry(group.option_permutations(cover))
        return GraphList(query, symmetry, resources, control, asked_for=True)
    limits = control.limits
    if engine is not None or durable or unique or not cover.puzzle.areas_fit:
        return None
    if limits.solutions is not None or limits.nodes is not None:
        return None
    try:
        check_cancelled = cancel_check_of(control, time.monotonic())
        pays = graph_pays(query, choose(cover.problem).engine, resources, check_cancelled)
    except Cancelled:
        return None  # the search that follows hears of it at once
    return GraphList(query, None, resources, control, asked_for=False) if pays else None


class GraphList:
    """One list: the graph first, then the walk. ``note`` says which limit the graph reached, if any."""

    def __init__(
        self,
        query: Query,
        symmetry: Symmetry | None,
        resources: Resources,
        control: Control,
        *,
        asked_for: bool,
    ) -> None:
        if query.refusal:
            raise UnsupportedError(query.refusal)
        self.asked_for = asked_for
        self.query, self.symmetry, self.resources, self.control = query, symmetry, resources, control
        self.note = ""

    def batches(self) -> Generator[Batch, None, Outcome]:
        """The solutions (with a symmetry, one of each orbit) as sorted options; returns how it ended."""
        loop = StepLoop(self.control)
        limits = self.control.limits
        graph = self.query.plan.graph(max(1, self.resources.threads), self.resources.bytes())
        solutions = images = 0

        def outcome(status: Status, share: float) -> Outcome:
            return Outcome(status, solutions, images, graph.states, loop.seconds, share)

        try:
            run_steps(graph, loop, lambda: graph.share)
            found: list[tuple[int, ...]] | None = None
            while found is None or len(found) == AT_ONCE:
                loop.check_cancelled()
                found = [tuple(options) for options in graph.walk(AT_ONCE)]
                batch: Batch = []
                full = False
                for options in found:
                    size = 1 if self.symmetry is None else orbit_size(self.symmetry, options)
                    full = size > 0 and solutions == limits.solutions
                    if full:
                        break
                    if size:
                        batch.append(options)
                        solutions += 1
                        images += size
                if batch:
                    yield batch
                if full:
                    return outcome(Status.LIMIT, graph.share)
        except Cancelled as cancelled:
            self.note = cancelled.note
            return outcome(cancelled.status, graph.share)
        return outcome(Status.COMPLETE, 1.0)
