"""Which placements are in every solution, and which in none: a search for each that is still undecided."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from tilewright.model.puzzle import Placement, Solution
from tilewright.solve.engines.base import Limits, Progress, Status, Task
from tilewright.solve.planner import Plan
from tilewright.solve.query import Forced
from tilewright.solve.tree_search import TreeSearch, search


def decide_placements(plan: Plan[Forced]) -> Forced:
    """Decide for each placement whether it is in all solutions, in none, or in some."""
    return _Decision(plan).answer()


class _Decision:
    """One query in progress. Options are ``common`` to all solutions seen, ``seen`` in one, or neither."""

    def __init__(self, plan: Plan[Forced]) -> None:
        prepared = plan.prepared
        self.cover, self.engine, self.loop = prepared.cover, plan.engine, prepared.loop
        group = prepared.group
        self.images: tuple[tuple[int, ...], ...] = ()
        if group is not None and not group.trivial:
            self.images = group.option_permutations(self.cover)
        self.size = len(self.cover.placements)
        self.common: set[int] | None = None  # None before the first solution
        self.seen: set[int] = set()
        self.always: set[int] = set(self.cover.forced)
        self.never: set[int] = set()
        self.first: Solution | None = None
        self.solutions = self.searches = self.nodes = 0

    def answer(self) -> Forced:
        """Search until everything is decided, or a limit or a stop comes."""
        status = Status.COMPLETE
        if self.cover.puzzle.areas_fit:
            found, ended = self._search(())
            status = ended if not found else Status.COMPLETE
        if self.common is not None:
            status = self._decide()
        return self._answer(status)

    def _decide(self) -> Status:
        assert self.common is not None
        for option in sorted(self.common):
            if option in self.common and option not in self.always:
                found, ended = self._search((~option,))
                if not found and ended is not Status.COMPLETE:
                    return ended
                if not found:
                    self.always.update(self._orbit(option))
        for option in range(self.size):
            if option not in self.seen and option not in self.never:
                found, ended = self._search((option,))
                if not found and ended is not Status.COMPLETE:
                    return ended
                if not found:
                    self.never.update(self._orbit(option))
        return Status.COMPLETE

    def _orbit(self, option: int) -> Iterable[int]:
        return {image[option] for image in self.images} or (option,)

    def _search(self, prefix: tuple[int, ...]) -> tuple[bool, Status]:
        """Whether a solution keeps to the prefix, and how the search for it ended; a solution is noted."""
        limits = Limits(solutions=1, nodes=self._nodes_left(), seconds=self._seconds_left())
        ended = self.loop.interruption
        if ended is None and limits.nodes == 0:
            ended = Status.LIMIT
        if ended is not None:
            return False, ended
        task = Task((*(o for o in self.cover.forced if o not in prefix), *prefix))
        tree = TreeSearch(self.cover.problem, self.engine, task, lambda loop: (task,), keep=True)
        control = replace(self.loop.control, limits=limits, on_progress=self._on_progress())
        batches: list[tuple[int, ...]] = []
        outcome = search(tree, control, batches.extend)
        self.searches += 1
        self.nodes += outcome.nodes
        for solution in self.cover.verified(self.engine.name, batches):
            self._note(solution)
        self._report(self.nodes)
        return bool(batches), outcome.status

    def _note(self, solution: Solution) -> None:
        """A solution and its images decide that what they have is not in none, what they lack not in all."""
        self.solutions += 1
        self.first = self.first or solution
        options = self.cover.options(solution)
        for image in self.images or (tuple(range(self.size)),):
            held = {image[option] for option in options}
            self.seen |= held
            self.common = held if self.common is None else self.common & held

    def _nodes_left(self) -> int | None:
        nodes = self.loop.control.limits.nodes
        return None if nodes is None else max(0, nodes - self.nodes)

    def _seconds_left(self) -> float | None:
        seconds = self.loop.control.limits.seconds
        return None if seconds is None else max(0.0, seconds - self.loop.elapsed)

    @property
    def _decided(self) -> int:
        """How many placements are decided."""
        if self.common is None:
            return 0
        return len(self.seen - self.common) + len(self.always) + len(self.never)

    def _on_progress(self) -> Callable[[Progress], None] | None:
        if self.loop.control.on_progress is None:
            return None
        before = self.nodes
        return lambda progress: self._report(before + progress.nodes)

    def _report(self, nodes: int) -> None:
        if self.loop.control.on_progress is None:
            return
        share = self._decided / max(1, self.size)
        words = f"{self._decided:,} of {self.size:,} placements decided"
        self.loop.control.on_progress(
            Progress(share, nodes, self.solutions, self.solutions, self.loop.seconds, None, words=words)
        )

    def _answer(self, status: Status) -> Forced:
        if self.common is None:
            always, never, sometimes = set[int](), set[int](), 0
            undecided = [] if status is Status.COMPLETE else list(range(self.size))
        else:
            always, never = self.always, self.never
            sometimes = len(self.seen - self.common)
            settled = always | never | (self.seen - self.common)
            undecided = [option for option in range(self.size) if option not in settled]

        def listed(options: Iterable[int]) -> tuple[Placement, ...]:
            return tuple(self.cover.placements[option] for option in sorted(options))

        return Forced(
            status=status,
            solution=self.first,
            always=listed(always),
            never=listed(never),
            undecided=listed(undecided),
            sometimes=sometimes,
            placements=self.size,
            solutions=self.solutions,
            searches=self.searches,
            nodes=self.nodes,
            seconds=self.loop.seconds,
            engine=self.engine.name,
        )
