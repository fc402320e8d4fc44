"""Explains a plan: the steps of a question, by the numbers that the planner and the strategies decide by.

The numbers are measured before the question is answered: by random dives into a search tree (Knuth 1975),
by a sweep that leaves out most of its states, or by a cost that is known beforehand.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from tilewright.cancellation import cancelled_by
from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.solving.dispatch import verb
from tilewright.solving.driver import run as run_plan
from tilewright.solving.engines.base import Engine
from tilewright.solving.engines.registry import engines_with
from tilewright.solving.explanation import (
    UNKNOWN,
    Alternative,
    Explanation,
    PlanNode,
    StepEstimate,
)
from tilewright.solving.facts import Measuring, Prepared, facts_of
from tilewright.solving.planner import plan
from tilewright.solving.questions import Count, Find, Options, Query, Question
from tilewright.solving.resources import Resources, default_threads
from tilewright.solving.settings import Settings
from tilewright.solving.steps import (
    Cancelled,
    Control,
    Effort,
    Limits,
    Progress,
    Status,
    StepLoop,
    check_amount,
)
from tilewright.solving.strategies.base import Strategy
from tilewright.solving.strategies.listing import NoSearch, Stopped
from tilewright.wording import counted, quoted

SECONDS = 2.0  # for measuring, if nothing is said
QUESTIONS = ("first", "all", "count", "optimise")
SLOWEST_MEASURED = 1e-5  # seconds a node: dives by slower engines take long themselves


@verb
def explain(
    puzzle: AnyPuzzle,
    question: str = "first",
    *,
    run: bool = False,
    maximise: bool | None = None,
    unique: bool = False,
    labelled: bool = False,
    engine: str | None = None,
    symmetry: bool = True,
    order: Sequence[str] | None = None,
    seconds: float = SECONDS,
    threads: int | None = None,
    memory: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    settings: Settings | None = None,
) -> Explanation:
    """The plan for a question: its steps, why each was chosen, and what it is expected to take.

    ``question`` is "first" (one solution), "all" (the list of them), "count", or "optimise" (the least cost,
    or the greatest with ``maximise``; None: the puzzle's goal decides). What the plan rests on is measured
    for up to ``seconds``. With ``run`` the question is then answered, under ``limits``: each step says what
    it took, and ``answer`` has the answer. Other keywords as of :func:`tilewright.count`. UnsupportedError
    for another question.

        >>> from tilewright import explain, load
        >>> explain(load("catalog:dominoes-8x8"), "count").root.engine
        'kasteleyn'
    """
    if question not in QUESTIONS:
        raise UnsupportedError(f"the question is {quoted(question)}; expected {', '.join(QUESTIONS)}")
    if threads is not None:
        check_amount(threads, "threads", 1)
    if memory is not None:
        check_amount(memory, "memory", 0)
    asked: Question[Any] = Count()
    if question == "optimise":
        from tilewright.solving.answers import Optimise

        is_greatest = puzzle.goal == "greatest" if maximise is None else maximise
        asked = Optimise(is_greatest, count_optima=False)
    elif question != "count":
        asked = Find(lambda solution: None)
    limits = replace(limits, solutions=1 if question == "first" else limits.solutions)
    control = Control(limits, threads or default_threads(), on_progress, cancel)
    options = Options(engine, unique, labelled, symmetry, order or ())
    query = Query(puzzle, asked, options, control, Resources(control.threads, memory))
    facts, loop = facts_of(puzzle), StepLoop(control)
    if run:  # which needs the translation: the time for measuring does not cut it off
        with cancelled_by(loop.check_cancelled), suppress(Cancelled):
            _ = facts.cover
    if limits.seconds is not None:
        seconds = max(0.0, min(seconds, limits.seconds - loop.elapsed))
    measured_under = replace(control, limits=replace(limits, seconds=seconds), on_progress=None)
    measuring = Prepared(replace(query, control=measured_under), facts, StepLoop(measured_under))
    explaining = _Explaining(measuring)
    explained = explaining.explanation()
    if not run or explained.status is Status.CANCELLED:
        return explained
    if limits.seconds is not None:
        limits = replace(limits, seconds=max(0.0, limits.seconds - loop.elapsed))
    query = replace(query, control=replace(control, limits=limits))
    running = Prepared(query, facts, StepLoop(query.control), measuring.measured)
    chosen = plan(running)
    answer = run_plan(running, chosen)
    root = explained.root
    if root.words == UNKNOWN and not isinstance(chosen, Stopped):
        root = chosen.node(explaining)  # by now the plan is known, if not what it was expected to take
    efforts = running.loop.efforts
    if question == "first" and answer.solutions:  # a step that found it ended as it was to
        efforts = [
            replace(one, status=Status.COMPLETE) if one.status is Status.LIMIT else one for one in efforts
        ]
    return replace(explained, root=_with_efforts(root, efforts), answer=answer)


def _with_efforts(node: PlanNode, efforts: Iterable[Effort]) -> PlanNode:
    """The plan with what each of its steps took."""
    efforts = tuple(efforts)
    own = tuple(effort for effort in efforts if effort.step == node.step)
    return replace(node, actual=own, children=tuple(_with_efforts(one, efforts) for one in node.children))


class _Explaining(Measuring):
    """An explanation in the making."""

    def explanation(self) -> Explanation:
        chosen = plan(self.facts)
        with cancelled_by(self.facts.loop.check_cancelled):
            root = self.measured(lambda: chosen.node(self)) or PlanNode(UNKNOWN)
            alternatives = self.measured(lambda: tuple(self._alternatives(chosen))) or ()
            facts = self.measured(lambda: tuple(self._facts(chosen))) or ()
        note = ""
        if self.ended is not None:
            why = "was stopped" if self.ended is Status.CANCELLED else "reached its limit of time"
            note = f"Measuring {why}: some numbers are missing."
        question, title = self.facts.query.words, self.facts.query.puzzle.title
        status, seconds = self.ended or Status.COMPLETE, self.facts.loop.elapsed
        return Explanation(question, title, facts, root, alternatives, seconds, status, note)

    def _facts(self, chosen: Strategy) -> Iterator[str]:
        if isinstance(chosen, Stopped):
            return
        cover = self.facts.cover
        options, items = len(cover.problem.options), len(cover.problem.items)
        yield f"{counted(options, 'option')} for {counted(items, 'item')}"
        if cover.forced:
            yield counted(len(cover.forced), "forced placement")
        group = self.facts.group
        if group is not None:
            yield "no symmetry" if group.trivial else group.words.removeprefix("up to ")
        if len(self.facts.parts) > 1:
            yield f"{len(self.facts.parts)} parts that share no item"

    # What is not used

    def _alternatives(self, chosen: Strategy) -> Iterator[Alternative]:
        if isinstance(chosen, Stopped | NoSearch):
            return
        used = chosen.engines
        for engine in self._candidates():
            if engine not in used:
                refusal = self._refusal(engine)
                expected = None if refusal else self.measured(partial(self._expected, engine))
                yield Alternative(engine.name, expected, refusal or engine.summary)

    def _candidates(self) -> list[Engine]:
        """The engines that answer such questions, each once."""
        if isinstance(self.facts.query.question, Count):
            return list(engines_with("counts"))
        if not isinstance(self.facts.query.question, Find):
            return list(engines_with("optimises"))
        engines = {engine.name: engine for engine in engines_with("lists")}
        if self.facts.query.control.limits.solutions == 1:
            engines |= {engine.name: engine for engine in engines_with("first")}
        return list(engines.values())

    def _refusal(self, engine: Engine) -> str:
        cover = self.facts.cover
        if engine.can("splittable") or not (engine.can("counts") or engine.can("lists")):
            return engine.unsupported(cover.problem, cover.forced)
        refusal: str = engine.loaded_adapter.unsupported_query(self.facts.sweep)
        return refusal

    def _expected(self, engine: Engine) -> StepEstimate | None:
        if not engine.can("splittable"):
            return self.expected_sweep(engine)
        if engine.seconds_of_node(self.facts.cover.problem) > SLOWEST_MEASURED:
            return None
        return self.nodes_estimate(self.listing_work(engine))
