"""Counts of problems with parts that share no item: each is counted by itself, and the counts are multiplied.

A search of the tree would go through all solutions of one part again for each one of another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.base import Task
from tilewright.solving.planner import Plan, choose
from tilewright.solving.questions import Answer
from tilewright.solving.steps import Control, Progress, Status

CountPart = Callable[[CoverProblem, Control], Answer]
"""Counts the solutions of one part under a control."""


def count_parts(plan: Plan[Answer], count_part: CountPart) -> Answer:
    """The product of the counts of a problem's independent parts; equal parts are counted once.

    A part that a moment's search completes needs no plan of its own.
    """
    parts, loop = plan.prepared.parts, plan.prepared.loop
    known: dict[tuple[object, ...], int] = {}
    nodes: dict[str, int] = {}
    total, done, status, note = 1, 0, Status.COMPLETE, ""

    def on_progress(progress: Progress) -> None:
        report = loop.control.on_progress
        if report is not None:
            words = f"part {done + 1} of {len(parts)}"
            report(replace(progress, share=(done + progress.share) / len(parts), eta=None, words=words))

    for part in parts:
        status = loop.interruption or status
        if not total or status is not Status.COMPLETE:
            break
        key = part.bounds, part.options
        if key not in known:
            engine = plan.engine if plan.rival is None else choose(part).engine
            search, began = engine.start(part, Task(), 0), loop.elapsed
            if search.advance(engine.trial_nodes) == "complete":
                known[key] = search.solutions
                nodes[engine.name] = nodes.get(engine.name, 0) + search.nodes
                seconds = loop.elapsed - began
                loop.note_effort("part", engine.name, search.nodes, seconds, 1.0, Status.COMPLETE)
            else:
                limits = loop.limits_left(sum(nodes.values()))
                answer = count_part(part, replace(loop.control, limits=limits, on_progress=on_progress))
                nodes[answer.engine] = nodes.get(answer.engine, 0) + answer.nodes
                seconds = loop.elapsed - began
                loop.note_effort("part", answer.engine, answer.nodes, seconds, answer.share, answer.status)
                if answer.status is not Status.COMPLETE or answer.solutions is None:
                    status, note = answer.status, answer.note
                    break
                known[key] = answer.solutions
        total *= known[key]
        done += 1
    complete = status is Status.COMPLETE
    return Answer(
        status=status,
        solutions=total if complete else None,
        labelled=None,
        up_to_symmetry=None,
        symmetries="",
        nodes=sum(nodes.values()),
        seconds=loop.seconds,
        engine=max(nodes, key=nodes.__getitem__, default=plan.engine.name),
        reason=plan.reason,
        share=1.0 if complete else done / len(parts),
        note=note,
        tried=", ".join(nodes) if len(nodes) > 1 else "",
    )
