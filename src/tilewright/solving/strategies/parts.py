"""Counts of problems with parts that share no item: each is counted by itself, and the counts are multiplied.

A search of the tree would go through all solutions of one part again for each one of another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tilewright.solving.engines.base import Engine, Task
from tilewright.solving.facts import Prepared
from tilewright.solving.questions import Answer
from tilewright.solving.steps import Control, Progress, Status, StepLoop
from tilewright.solving.strategies.base import Strategy
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.solving.explanation import PlanNode
    from tilewright.solving.facts import Measuring


@dataclass(frozen=True)
class IndependentPart:
    """A part of a problem, ``alike`` times: a short search by ``engine``, and what follows that.

    ``facts`` are those of the part, whose query has the control of the whole.
    """

    facts: Prepared[Answer]
    engine: Engine
    strategy: Strategy
    alike: int = 1

    def count(self, control: Control) -> Answer:
        """The count where the short search is not enough."""
        query = replace(self.facts.query, control=control)
        answer: Answer = self.strategy.run(Prepared(query, self.facts.facts, StepLoop(control)))
        return answer


@dataclass(frozen=True)
class Product(Strategy):
    """The product of the counts of a problem's independent parts; equal parts are counted once."""

    parts: tuple[IndependentPart, ...]

    @property
    def children(self) -> tuple[Strategy, ...]:
        return tuple(part.strategy for part in self.parts)

    def answer(self, facts: Prepared[Any]) -> Answer:
        loop, count = facts.loop, sum(part.alike for part in self.parts)
        nodes: dict[str, int] = {}
        total, done, status, note = 1, 0, Status.COMPLETE, ""

        def on_progress(progress: Progress) -> None:
            report = loop.control.on_progress
            if report is not None:
                words = f"part {done + 1} of {count}"
                report(replace(progress, share=(done + progress.share) / count, eta=None, words=words))

        for part in self.parts:
            status = loop.interruption or status
            if not total or status is not Status.COMPLETE:
                break
            engine, began = part.engine, loop.elapsed
            search = engine.start(part.facts.cover.problem, Task(), 0)
            if search.advance(engine.trial_nodes) == "complete":
                solutions = search.solutions
                nodes[engine.name] = nodes.get(engine.name, 0) + search.nodes
                seconds = loop.elapsed - began
                loop.note_effort("part", engine.name, search.nodes, seconds, 1.0, Status.COMPLETE)
            else:
                limits = loop.limits_left(sum(nodes.values()))
                answer = part.count(replace(loop.control, limits=limits, on_progress=on_progress))
                nodes[answer.engine] = nodes.get(answer.engine, 0) + answer.nodes
                seconds = loop.elapsed - began
                loop.note_effort("part", answer.engine, answer.nodes, seconds, answer.share, answer.status)
                if answer.status is not Status.COMPLETE or answer.solutions is None:
                    status, note = answer.status, answer.note
                    break
                solutions = answer.solutions
            total *= solutions**part.alike
            done += part.alike
        complete = status is Status.COMPLETE
        return Answer(
            status=status,
            solutions=total if complete else None,
            labelled=None,
            up_to_symmetry=None,
            symmetries="",
            nodes=sum(nodes.values()),
            seconds=loop.seconds,
            engine=max(nodes, key=nodes.__getitem__, default=self.engine.name),
            engine_reason=self.reason,
            share=1.0 if complete else done / count,
            note=note,
            tried=", ".join(nodes) if len(nodes) > 1 else "",
        )

    def node(self, measuring: Measuring) -> PlanNode:
        from tilewright.solving.explanation import PlanNode

        children = []
        for part in self.parts:
            words = f"the count of a part with {counted(len(part.facts.cover.problem.options), 'option')}"
            words += f", for {part.alike} alike" if part.alike > 1 else ""
            children.append(PlanNode(words))
        words = "counts of parts, multiplied"
        return PlanNode(words, "part", "", self.reason, None, tuple(children))
