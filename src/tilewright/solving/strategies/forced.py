"""Which placements are in every solution, and which in none: a search for each that is still undecided."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tilewright.model.puzzle import Placement, Solution
from tilewright.solving.engines.base import Engine, Task
from tilewright.solving.facts import Prepared
from tilewright.solving.questions import Forced
from tilewright.solving.search.precheck import is_long, no_solution
from tilewright.solving.search.tree_search import search
from tilewright.solving.search.trial import TreeSearch
from tilewright.solving.steps import Progress, Status, StepLoop
from tilewright.solving.strategies.base import Strategy

if TYPE_CHECKING:
    from tilewright.solving.explanation import PlanNode
    from tilewright.solving.facts import Measuring


@dataclass(frozen=True)
class DecideEach(Strategy):
    """A search for each placement that is still undecided."""

    def answer(self, facts: Prepared[Any]) -> Forced:
        return _Decision(self.engine, facts).answer()

    def node(self, measuring: Measuring) -> PlanNode:
        from tilewright.solving.explanation import PlanNode

        words = "a search for each placement that is undecided"
        return PlanNode(words, "", self.engine.name, self.reason)


class _Decision:
    """One query in progress. Options are ``common`` to all solutions seen, ``seen`` in one, or neither."""

    def __init__(self, engine: Engine, facts: Prepared[Any]) -> None:
        self.facts, self.proof = facts, ""
        self.cover, self.engine, self.loop = facts.cover, engine, facts.loop
        self.size = len(self.cover.placements)
        group = facts.group
        self.images: tuple[tuple[int, ...], ...] = (tuple(range(len(self.cover.problem.options))),)
        if group is not None and not group.trivial:
            self.images = group.option_permutations(self.cover)
        self.common: set[int] | None = None  # None before the first solution
        self.seen: set[int] = set()
        self.always: set[int] = set(self.cover.forced)
        self.never: set[int] = set()
        self.first: Solution | None = None
        self.solutions = self.searches = self.nodes = 0

    def answer(self) -> Forced:
        """Search until everything is decided, or a limit or a stop comes."""
        status = Status.COMPLETE
        self.proof = self.facts.facts.simple_reason
        if not self.proof:
            exists, ended = self._search((), self._refute)
            status = ended if not exists else Status.COMPLETE
        if self.common is not None:
            status = self._decide(self.common)
        return self._answer(status)

    def _decide(self, first: set[int]) -> Status:
        """Search for a solution without each option of the first one, then for one with each other option."""
        ended: Status | None = None
        for option in sorted(first):
            assert self.common is not None
            if not ended and option in self.common and option not in self.always:
                ended = self._try(option, ~option, self.always)
        for option in range(self.size):
            if not ended and option not in self.seen and option not in self.never:
                ended = self._try(option, option, self.never)
        return ended or Status.COMPLETE

    def _try(self, option: int, decision: int, decided: set[int]) -> Status | None:
        """Note the option and its images as decided when no solution keeps to a decision."""
        exists, ended = self._search((decision,))
        if exists:
            return None
        if ended is not Status.COMPLETE:
            return ended
        decided.update(image[option] for image in self.images)
        return None

    def _refute(self, loop: StepLoop, plain: bool) -> bool:  # noqa: FBT001 - as TreeSearch says
        """Whether it can be shown without a search that there is no solution at all."""
        if not self.facts.requested and is_long(self.facts, self.engine):
            self.proof = no_solution(self.cover, loop.check_cancelled, plain=plain)
        return bool(self.proof)

    def _search(
        self, prefix: tuple[int, ...], refute: Callable[[StepLoop, bool], bool] | None = None
    ) -> tuple[bool, Status]:
        """Whether a solution keeps to the prefix, and how the search for it ended; a solution is noted."""
        limits = replace(self.loop.limits_left(self.nodes), solutions=1)
        ended = self.loop.interruption or (Status.LIMIT if limits.nodes == 0 else None)
        if ended is not None:
            return False, ended
        task = Task((*(o for o in self.cover.forced if o not in prefix), *prefix))
        tree = TreeSearch(self.cover.problem, self.engine, task, lambda loop: (task,), True, refute)
        control = replace(self.loop.control, limits=limits)
        if control.on_progress is not None:
            control = replace(control, on_progress=lambda progress: self._report(self.nodes + progress.nodes))
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
        options = self.cover.placing(self.cover.options(solution))
        for image in self.images:
            numbers = {image[option] for option in options}
            self.seen |= numbers
            self.common = numbers if self.common is None else self.common & numbers

    @property
    def sometimes(self) -> set[int]:
        """Options that are in some solutions seen and not in others."""
        return set() if self.common is None else self.seen - self.common

    def _report(self, nodes: int) -> None:
        if self.loop.control.on_progress is None:
            return
        decided = 0
        if self.common is not None:
            decided = len(self.sometimes) + len(self.always) + len(self.never)
        words = f"{decided:,} of {self.size:,} placements decided"
        share, seconds = decided / max(1, self.size), self.loop.seconds
        self.loop.control.on_progress(
            Progress(share, nodes, self.solutions, self.solutions, seconds, None, words=words)
        )

    def _answer(self, status: Status) -> Forced:
        none_known = self.common is None
        settled = self.sometimes | self.always | self.never
        left = set(range(self.size)) - (set() if none_known else settled)

        def listed(options: Iterable[int]) -> tuple[Placement, ...]:
            return tuple(self.cover.placements[option] for option in sorted(options))

        return Forced(
            status=status,
            solution=self.first,
            always=() if none_known else listed(self.always),
            never=() if none_known else listed(self.never),
            undecided=() if none_known and status is Status.COMPLETE else listed(left),
            sometimes=len(self.sometimes),
            placements=self.size,
            solutions=self.solutions,
            searches=self.searches,
            nodes=self.nodes,
            seconds=self.loop.seconds,
            engine=self.engine.name,
            proof=self.proof,
        )
