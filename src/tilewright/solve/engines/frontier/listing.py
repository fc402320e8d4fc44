"""Lists of solutions from the graph of all states: no dead ends, once the graph is complete."""

from __future__ import annotations

from collections.abc import Generator

from tilewright.solve.engines.base import Outcome, Status, Symmetry
from tilewright.solve.engines.frontier.sweep import SweepQuery, run_steps
from tilewright.solve.engines.reference import orbit_size
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import Cancelled, StepLoop

AT_ONCE = 32  # solutions between two checks for cancellation


class GraphList:
    """One list: the graph first, then the walk. ``note`` says which limit the graph reached, if any."""

    def __init__(
        self, query: SweepQuery, symmetry: Symmetry | None, resources: Resources, loop: StepLoop
    ) -> None:
        self._query, self._symmetry, self._resources, self._loop = query, symmetry, resources, loop
        self.note = ""

    def batches(self) -> Generator[list[tuple[int, ...]], None, Outcome]:
        """The solutions (with a symmetry, one of each orbit) as sorted options; returns how it ended."""
        loop, limits = self._loop, self._loop.control.limits
        graph = self._query.plan.graph(max(1, self._resources.threads), self._resources.bytes())
        solutions = images = 0

        def outcome(status: Status, share: float) -> Outcome:
            return Outcome(status, solutions, images, graph.states, loop.seconds, share)

        try:
            run_steps(graph, loop, lambda: graph.share)
            found: list[tuple[int, ...]] | None = None
            while found is None or len(found) == AT_ONCE:
                loop.check_cancelled()
                found = [tuple(options) for options in graph.walk(AT_ONCE)]
                batch: list[tuple[int, ...]] = []
                full = False
                for options in found:
                    size = 1 if self._symmetry is None else orbit_size(self._symmetry, options)
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
