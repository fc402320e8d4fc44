"""Explains a plan: the steps of a question, by the numbers that the planner and the runner decide by.

The numbers are measured before the question is answered: by random dives into a search tree (Knuth 1975),
by a sweep that leaves out most of its states, or by a cost that is known beforehand.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from tilewright.cancellation import cancelled_by
from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.solving.engines.base import Engine
from tilewright.solving.engines.frontier.count_by_states import predictable_counter
from tilewright.solving.engines.registry import engines_with
from tilewright.solving.explanation import Alternative, Explanation, PlanNode, StepEstimate
from tilewright.solving.facts import Prepared, facts_of
from tilewright.solving.planner import SHARE_BY_WEIGHTS, Method, Plan, choose, looking_ahead, plan
from tilewright.solving.questions import Count, Find, Options, Query, Question
from tilewright.solving.resources import Resources, default_threads
from tilewright.solving.runner import run as run_plan
from tilewright.solving.search.effort_comparison import LONG_SECONDS
from tilewright.solving.search.precheck import is_long
from tilewright.solving.search.tree_search import is_reduced, puzzle_search
from tilewright.solving.search.trial import TrialSearch
from tilewright.solving.search.work import SearchWork
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
from tilewright.wording import counted, quoted

SECONDS = 2.0  # for measuring, if nothing is said
QUESTIONS = ("first", "all", "count", "optimise")
SLOWEST_MEASURED = 1e-5  # seconds a node: dives by slower engines take long themselves

DIVES = "random dives into the tree; mostly right within a factor of two"
FORECAST = "a sweep over some of the states; it may be several times too high or too low"
ALL_STATES = "a sweep over all states"
IN_TURN = "one after the other, until the question is answered"
UNKNOWN = "not known: a plan takes longer to make"
FIXED = "nodes that are fixed for each engine, or those of the whole tree if it is expected to have fewer"
KNOWN = "known beforehand, as the time depends on the size of the board alone"

Measured = TypeVar("Measured")


def explain(
    puzzle: AnyPuzzle,
    question: str = "first",
    *,
    run: bool = False,
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
) -> Explanation:
    """The plan for a question: its steps, why each was chosen, and what it is expected to take.

    ``question`` is "first" (one solution), "all" (the list of them), "count", or "optimise" (the least cost,
    or the greatest if that is the puzzle's goal). What the plan rests on is measured for up to ``seconds``.
    With ``run`` the question is then answered, under ``limits``: each step says what it took, and ``answer``
    has the answer. Other keywords as of :func:`tilewright.count`. UnsupportedError for another question.

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

        asked = Optimise(puzzle.goal == "greatest", count_optima=False)
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
    found = run_plan(chosen)
    root = explained.root
    if root.words == UNKNOWN and chosen.method is not Method.STOPPED:
        root = explaining.root(chosen)  # by now the plan is known, if not what it was expected to take
    efforts = running.loop.efforts
    if question == "first" and found.solutions:  # a step that found it ended as it was to
        efforts = [
            replace(one, status=Status.COMPLETE) if one.status is Status.LIMIT else one for one in efforts
        ]
    return replace(explained, root=_with_efforts(root, efforts), answer=found)


def _with_efforts(node: PlanNode, efforts: Iterable[Effort]) -> PlanNode:
    """The plan with what each of its steps took."""
    efforts = tuple(efforts)
    own = tuple(effort for effort in efforts if effort.step == node.step)
    return replace(node, actual=own, children=tuple(_with_efforts(one, efforts) for one in node.children))


def _folded(sweep: StepEstimate) -> StepEstimate:
    """What a forecast becomes where one placement stands for its orbit; a sweep over all states is exact."""
    if sweep.measured_by != FORECAST:
        return sweep
    share, memory = SHARE_BY_WEIGHTS, sweep.memory_bytes
    return replace(
        sweep,
        amount=sweep.amount * share,
        seconds=sweep.seconds * share,
        memory_bytes=None if memory is None else memory * share,
    )


class _Explaining:
    """An explanation in the making; ``ended`` says how measuring was cut off, None where it was not."""

    def __init__(self, prepared: Prepared[Any]) -> None:
        self.prepared, self.query, self.loop = prepared, prepared.query, prepared.loop
        self.ended: Status | None = None

    def explanation(self) -> Explanation:
        chosen = plan(self.prepared)
        with cancelled_by(self.loop.check_cancelled):
            root = self._measured(lambda: self.root(chosen)) or PlanNode(UNKNOWN)
            alternatives = self._measured(lambda: tuple(self._alternatives(chosen))) or ()
            facts = self._measured(lambda: tuple(self._facts(chosen))) or ()
        note = ""
        if self.ended is not None:
            why = "was stopped" if self.ended is Status.CANCELLED else "reached its limit of time"
            note = f"Measuring {why}: some numbers are missing."
        question, title = self.query.words, self.query.puzzle.title
        status, seconds = self.ended or Status.COMPLETE, self.loop.elapsed
        return Explanation(question, title, facts, root, alternatives, seconds, status, note)

    def _measured(self, measure: Callable[[], Measured]) -> Measured | None:
        """What a measurement says; None where it was cut off."""
        if self.ended is None:
            try:
                return measure()
            except Cancelled as cancelled:
                self.ended = cancelled.status
        return None

    def _facts(self, chosen: Plan[Any]) -> Iterator[str]:
        if chosen.method is Method.STOPPED:
            return
        cover = self.prepared.cover
        options, items = len(cover.problem.options), len(cover.problem.items)
        yield f"{counted(options, 'option')} for {counted(items, 'item')}"
        if cover.forced:
            yield counted(len(cover.forced), "forced placement")
        group = self.prepared.group
        if group is not None:
            yield "no symmetry" if group.trivial else group.words.removeprefix("up to ")
        if len(self.prepared.parts) > 1:
            yield f"{len(self.prepared.parts)} parts that share no item"

    # The tree

    def root(self, chosen: Plan[Any]) -> PlanNode:
        """The tree of a plan; numbers are missing once the time for measuring was up."""
        engine, reason = chosen.engine.name, chosen.reason
        match chosen.method:
            case Method.STOPPED:
                self.ended = self.loop.interruption or Status.LIMIT
                return PlanNode(UNKNOWN)
            case Method.NOTHING:
                return PlanNode(
                    "no search", reason=f"no solution exists: {self.prepared.facts.simple_reason}"
                )
            case Method.SEARCH:
                return self._search(chosen)
            case Method.PARTS:
                return PlanNode("counts of parts, multiplied", "part", "", reason, None, self._parts())
            case Method.COUNT:
                return self._count(chosen.engine, "count", reason)
            case Method.FIRST:
                tree = chosen.tree
                children = (
                    () if tree is None else (PlanNode("a search of the tree", engine=tree.engine.name),)
                )
                words = "a search for one solution without a tree"
                return PlanNode(words, "first", engine, reason, None, children)
            case Method.LIST:
                return PlanNode(
                    "a list without a search of the tree",
                    "list",
                    engine,
                    reason,
                    self._expected_sweep(chosen.engine),
                )
            case Method.SWEEP:
                sweep = PlanNode("one sweep", "sweep", engine, reason, self._expected_sweep(chosen.engine))
                searching = choose(self.prepared.cover.problem).engine
                if not self._measured(lambda: is_long(self.prepared, searching)):
                    return sweep
                words = "a reason why no solution exists, looked for if a short search finds none"
                return PlanNode(IN_TURN, children=(PlanNode(words, "proof"), sweep))
            case Method.PLACEMENTS:
                return PlanNode("a search for each placement that is undecided", "", engine, reason)

    def _parts(self) -> tuple[PlanNode, ...]:
        alike: dict[tuple[object, ...], int] = {}
        sizes: dict[tuple[object, ...], str] = {}
        for part in self.prepared.parts:
            key = part.bounds, part.options
            alike[key] = alike.get(key, 0) + 1
            sizes[key] = f"{counted(len(part.options), 'option')}"
        return tuple(
            PlanNode(f"the count of a part with {sizes[key]}" + (f", for {n} alike" if n > 1 else ""))
            for key, n in alike.items()
        )

    def _count(self, engine: Engine, step: str, reason: str) -> PlanNode:
        """A count without listing, as the plan or as the rival of a search."""
        words, group = "a count without listing", self.prepared.group
        expected = self._expected_sweep(engine)
        folds = engine.can("weighted") and self.query.options.symmetry and not self._by_copies
        if self.query.options.unique and group is not None and not group.trivial:
            words = "counts without listing, one for each class of symmetries (Burnside's lemma),"
        elif self._by_copies:
            words += ", by how many copies of each piece are used,"
        elif folds and group is not None and not group.trivial:
            words += ", with one placement for all of its images,"
        if folds and group is not None and not group.trivial and expected is not None:
            expected = _folded(expected)
        return PlanNode(words, step, engine.name, reason, expected)

    @property
    def _by_copies(self) -> bool:
        """Whether a count tells solutions apart by how many copies of pieces they use."""
        return self.query.options.labelled and bool(self.prepared.loose_pieces)

    def _search(self, chosen: Plan[Any]) -> PlanNode:
        """A search of the tree: after a trial, and in turns with a rival where there is one."""
        children = []
        if not self.query.control.is_durable:
            children.append(self._trial(chosen))
        if not chosen.requested and self._measured(lambda: is_long(self.prepared, chosen.engine)):
            words = "a reason why no solution exists, looked for if the trial finds none"
            children.append(PlanNode(words, "proof"))
        search = self._whole_search(chosen)
        if chosen.rival is None:
            children.append(search)
        else:
            rival = self._rival(chosen)
            turns = "in turns" if self.query.control.threads == 1 else "both at the same time,"
            words = f"a race, {turns} until one of the two is done"
            children.append(PlanNode(words, children=(search, rival)))
        if len(children) == 1:
            return children[0]
        return PlanNode(IN_TURN, children=tuple(children))

    def _trial(self, chosen: Plan[Any]) -> PlanNode:
        engine, problem = chosen.engine, self.prepared.cover.problem
        work = self._tree_search(chosen)
        trial, reason = TrialSearch(work, self.loop), chosen.reason
        if not trial.kept:
            reason += "; it goes on where it seems near its end"
        tree_nodes = self._measured(lambda: self.prepared.search_nodes(engine))
        nodes = trial.nodes if tree_nodes is None else min(trial.nodes, tree_nodes)
        expected = StepEstimate(nodes, "nodes", nodes * engine.seconds_of_node(problem), FIXED)
        return PlanNode("a short search of the whole tree", "trial", engine.name, reason, expected)

    def _tree_search(self, chosen: Plan[Any]) -> Any:
        options, limits = self.query.options, self.query.control.limits
        listing = isinstance(self.query.question, Find)
        fold = options.symmetry and not listing and limits.solutions is None
        group = self.prepared.group
        search = puzzle_search(
            self.prepared.cover, chosen.engine, lambda: group, keep=listing, unique=options.unique, fold=fold
        )
        return search if chosen.rival is None else replace(search, race=lambda tried: None)

    def _whole_search(self, chosen: Plan[Any]) -> PlanNode:
        engine, options = chosen.engine, self.query.options
        first = self.query.control.limits.solutions is not None
        words, reason = "a search of the tree in parts", chosen.reason
        threads = self.query.control.threads
        if threads > 1:
            words += f" on {threads} threads"
        work = self._measured(lambda: SearchWork.of(self.prepared, engine))
        if work is None:
            return PlanNode(words, "search", engine.name, reason)
        if isinstance(self.query.question, Find) and not options.unique:
            work = replace(work, folds=1)
        if work.folds > 1:
            words += f", of one solution in each orbit of {work.folds} symmetries"
        if is_reduced(work.tree_nodes, engine):
            words += ", without options that are in no solution"
        other = looking_ahead(chosen)
        if not chosen.requested and other is not None and work.seconds >= LONG_SECONDS:
            reason += f"; {other.name} takes its place if it takes less time on small pieces of the tree"
        expected = StepEstimate(work.nodes, "nodes", work.seconds, DIVES)
        if first:
            reason += "; the expected effort is that of the whole tree, as where solutions are is not known"
        return PlanNode(words, "search", engine.name, reason, expected)

    def _rival(self, chosen: Plan[Any]) -> PlanNode:
        assert chosen.rival is not None
        why = "which of the two takes less time is not known beforehand"
        if isinstance(self.query.question, Find):
            expected = self._expected_sweep(chosen.rival)
            return PlanNode("a list from the graph of states", "rival", chosen.rival.name, why, expected)
        node = self._count(chosen.rival, "rival", why)
        known = self._measured(lambda: predictable_counter(self.prepared.sweep, self.query.resources))
        if known is not None and not self._by_copies:
            node = replace(
                node, reason=f"{why}; {known[0].name} takes its place where that is expected to be sooner"
            )
        return node

    def _expected_sweep(self, engine: Engine) -> StepEstimate | None:
        """What a sweep by an engine is expected to take; None where nothing tells it beforehand."""
        if engine.can("predictable"):
            adapter = engine.loaded_adapter
            seconds = adapter.expected_seconds(self.prepared.sweep, self.query.resources)
            return StepEstimate(0.0, "", seconds, KNOWN)
        if not engine.can("weighted"):
            return None
        found = self._measured(lambda: self.prepared.forecast)
        if found is None or found.refusal:
            return None
        how = ALL_STATES if found.exact else FORECAST
        return StepEstimate(found.states, "states", found.seconds, how, found.bytes)

    # What is not used

    def _alternatives(self, chosen: Plan[Any]) -> Iterator[Alternative]:
        if chosen.method in {Method.STOPPED, Method.NOTHING}:
            return
        used = {chosen.engine, chosen.rival, None if chosen.tree is None else chosen.tree.engine}
        for engine in self._candidates():
            if engine not in used:
                refusal = self._refusal(engine)
                expected = None if refusal else self._measured(partial(self._expected, engine))
                yield Alternative(engine.name, expected, refusal or engine.summary)

    def _candidates(self) -> list[Engine]:
        """The engines that answer such questions, each once."""
        if isinstance(self.query.question, Count):
            return list(engines_with("counts"))
        if not isinstance(self.query.question, Find):
            return list(engines_with("optimises"))
        found = {engine.name: engine for engine in engines_with("lists")}
        if self.query.control.limits.solutions == 1:
            found |= {engine.name: engine for engine in engines_with("first")}
        return list(found.values())

    def _refusal(self, engine: Engine) -> str:
        cover = self.prepared.cover
        if engine.can("splittable") or not (engine.can("counts") or engine.can("lists")):
            return engine.unsupported(cover.problem, cover.forced)
        refusal: str = engine.loaded_adapter.unsupported_query(self.prepared.sweep)
        return refusal

    def _expected(self, engine: Engine) -> StepEstimate | None:
        if not engine.can("splittable"):
            return self._expected_sweep(engine)
        if engine.seconds_of_node(self.prepared.cover.problem) > SLOWEST_MEASURED:
            return None
        work = SearchWork.of(self.prepared, engine)
        if isinstance(self.query.question, Find) and not self.query.options.unique:
            work = replace(work, folds=1)
        return StepEstimate(work.nodes, "nodes", work.seconds, DIVES)
