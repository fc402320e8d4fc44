"""Counts by engines that list nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tilewright.solving.facts import Prepared
from tilewright.solving.questions import Answer
from tilewright.solving.steps import Control, StepLoop
from tilewright.solving.strategies.base import Strategy

if TYPE_CHECKING:
    from tilewright.solving.explanation import PlanNode, StepEstimate
    from tilewright.solving.facts import Measuring

SHARE_BY_WEIGHTS = 0.35  # of the states that are left where one placement stands for its orbit


@dataclass(frozen=True)
class CountWithoutListing(Strategy):
    """A count by an engine that lists nothing; it is expected to take ``seconds``, 0 if not estimated."""

    seconds: float = 0.0

    def answer(self, facts: Prepared[Any], control: Control | None = None) -> Answer:
        """The count; ``control`` replaces that of the query.

        Numbers are exact: where a limit ended the count up to symmetry, that of all solutions may be known.
        """
        from tilewright.solving.strategies.count_run import CountRun  # imports the sweeps

        loop = facts.loop
        return CountRun(self, facts, loop if control is None else StepLoop(control, loop.start_time)).answer()

    def node(self, measuring: Measuring) -> PlanNode:
        from tilewright.solving.explanation import PlanNode

        facts, engine = measuring.facts, self.engine
        words, group = "a count without listing", facts.group
        expected = measuring.expected_sweep(engine)
        folds = engine.can("weighted") and facts.query.options.symmetry and not facts.by_copies
        folds = folds and group is not None and not group.trivial
        if facts.query.options.unique and group is not None and not group.trivial:
            words = "counts without listing, one for each class of symmetries (Burnside's lemma),"
        elif facts.by_copies:
            words += ", by how many copies of each piece are used,"
        elif folds:
            words += ", with one placement for all of its images,"
        if folds and expected is not None:
            expected = _folded(expected)
        return PlanNode(words, "count", engine.name, self.reason, expected)


def _folded(sweep: StepEstimate) -> StepEstimate:
    """What a forecast becomes where one placement stands for its orbit; a sweep over all states is exact."""
    from tilewright.solving.explanation import FORECAST

    if sweep.measured_by != FORECAST:
        return sweep
    share, memory = SHARE_BY_WEIGHTS, sweep.memory_bytes
    return replace(
        sweep,
        amount=sweep.amount * share,
        seconds=sweep.seconds * share,
        memory_bytes=None if memory is None else memory * share,
    )
