"""What a strategy is: one way to an answer, as a value. The planner makes trees of them; the driver runs one.

A strategy knows the facts it is given, and never the planner nor the driver. Those of a question with
solutions deliver them as they go; all others give their answer at once.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.cancellation import cancelled_by
from tilewright.model.puzzle import Solution
from tilewright.solving.engines.base import Engine
from tilewright.solving.facts import Measuring, Prepared
from tilewright.solving.questions import Answer, DecidePlacements, Forced
from tilewright.solving.steps import Cancelled, Returning, Status

if TYPE_CHECKING:
    from tilewright.solving.explanation import PlanNode


@dataclass(frozen=True)
class Strategy:
    """A way to an answer by an engine, and why it was chosen, as a sentence. Its children are strategies."""

    engine: Engine
    reason: str

    @property
    def children(self) -> tuple[Strategy, ...]:
        """The strategies that it is made of."""
        return ()

    @property
    def engines(self) -> set[Engine]:
        """The engines that it may use, those of its children included."""
        return {self.engine}.union(*(child.engines for child in self.children))

    def steps(self, facts: Prepared[Any]) -> Generator[Solution, None, Any]:
        """The solutions, verified, and then the answer; closing the generator ends the work."""
        with cancelled_by(facts.loop.check_cancelled):
            try:
                answer = self.answer(facts)
            except Cancelled as cancelled:
                answer = self.unanswered(facts, cancelled.status)
        yield from ()
        return answer

    def run(self, facts: Prepared[Any], sink: Callable[[Solution], object] | None = None) -> Any:
        """The answer, after all steps, for a strategy that has this one; each solution goes to the sink."""
        steps = Returning(self.steps(facts))
        for solution in steps:
            if sink is not None:
                sink(solution)
        return steps.value

    def alone(self) -> Strategy:
        """The same without a rival."""
        return self

    def answer(self, facts: Prepared[Any]) -> Any:
        """The answer, of a strategy that delivers no solutions; Cancelled where nothing is known by then.

        What it took is noted with ``facts.loop.note_effort``, by the name of the step in ``node``.
        """
        raise NotImplementedError

    def unanswered(self, facts: Prepared[Any], status: Status) -> Any:
        """The answer when a limit or a cancellation came before anything was known."""
        seconds, engine = facts.loop.seconds, self.engine.name
        if isinstance(facts.query.question, DecidePlacements):
            return Forced(status, None, (), (), (), 0, 0, 0, 0, 0, seconds, engine)
        return Answer(status, None, None, None, "", 0, seconds, engine, self.reason, 0.0)

    def node(self, measuring: Measuring) -> PlanNode:
        """The strategy as a step of an explained plan; numbers are missing once measuring was cut off."""
        raise NotImplementedError
