"""Counts that a second engine confirms: one that shares no search code with the first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Solution
from tilewright.solving.answers import CountByPiece, CountModulo, Distribution, Residue
from tilewright.solving.confirmation import Confirmation, SecondMethod, confirm, shared_resources
from tilewright.solving.engines.base import Engine
from tilewright.solving.engines.registry import (
    ENGINES,
    REQUESTED,
    by_rank,
    engines_with,
    features_of,
)
from tilewright.solving.facts import Prepared, PuzzleFacts, facts_of
from tilewright.solving.questions import Answer, Count, Find, Options, Query
from tilewright.solving.steps import Cancelled, Control, Status, StepLoop
from tilewright.solving.strategies.base import Strategy
from tilewright.solving.strategies.counting import CountWithoutListing
from tilewright.solving.strategies.tree import SearchTree

if TYPE_CHECKING:
    from tilewright.solving.explanation import PlanNode
    from tilewright.solving.facts import Measuring


def sharing(facts: Prepared[Any]) -> Prepared[Any]:
    """The same facts for a first method, which leaves a half of the resources to a second one."""
    own, _ = shared_resources(facts.query.resources)
    control = replace(facts.query.control, threads=own.threads)
    query = replace(facts.query, control=control, resources=own)
    return replace(facts, query=query, loop=replace(facts.loop, control=control))


@dataclass(frozen=True)
class Confirmed(Strategy):
    """A count, confirmed by an engine that shares no search code with the first.

    With two threads both count at the same time, and the first number is that of the engine that finishes
    first. The second count makes no use of symmetry, unless orbits are counted. An answer that a limit ended
    is not confirmed. DisagreementError when the numbers differ; UnsupportedError when there is no such
    engine. ``own`` are the facts of the first count.
    """

    first: Strategy
    own: Prepared[Any]

    @property
    def children(self) -> tuple[Strategy, ...]:
        return (self.first,)

    def answer(self, facts: Prepared[Any]) -> Any:
        query, own, first = facts.query, self.own, self.first
        _, other = shared_resources(query.resources)
        second = second_count(replace(query, resources=other), first.engine, own.facts)
        if first.alone() != first and not second.parallel:
            # The engine that loses the race confirms the winner.
            answer = first.run(own)
            again = replace(query, control=replace(query.control, limits=own.loop.limits_left(0)))
            return confirm_answer(again, answer)
        with second:
            answer = first.alone().run(own)
            if answer.status is Status.COMPLETE:
                return replace(answer, confirmation=compare(second, query, first.engine, answer))
            return _finished(second, answer) if isinstance(answer, Answer) else answer

    def node(self, measuring: Measuring) -> PlanNode:
        from tilewright.solving.explanation import PlanNode

        words = "a count that another engine confirms"
        return PlanNode(words, children=(self.first.node(Measuring(self.own)),))


def _finished(second: SecondMethod[Any], answer: Answer) -> Answer:
    """The answer of the second count instead of one that came to no end, where the second did."""
    try:
        answer_found: Answer = second.result()[0]
    except (UnsupportedError, MemoryError):
        return answer
    if answer_found.status is not Status.COMPLETE:
        return answer
    unfinished = Confirmation(answer.engine, answer.status, answer.seconds, answer.nodes, answer.note)
    return replace(answer_found, confirmation=unfinished)


def confirm_answer(query: Query[Answer], answer: Answer) -> Answer:
    """An answer, where it is complete confirmed as by :class:`Confirmed`, after it was found.

    ``query`` may say in other words what was counted: the puzzle may be another one with as many solutions.
    """
    if answer.status is not Status.COMPLETE:
        return answer
    # A strategy may answer by a formula, without a registered engine: any engine confirms it.
    engine = ENGINES.get(answer.engine) or Engine(answer.engine, "", frozenset(), "")
    try:
        counted = second_count(query, engine, facts_of(query.puzzle))
    except UnsupportedError as error:  # the number is known, and not lost
        return replace(answer, confirmation=Confirmation("", Status.LIMIT, 0.0, 0, str(error)))
    with counted as second:
        return replace(answer, confirmation=compare(second, query, engine, answer))


def second_count(query: Query[Any], first: Engine, facts: PuzzleFacts) -> SecondMethod[Any]:
    """The second count for a query that ``first`` answers, by what is known of its puzzle."""
    if query.control.limits.solutions is not None:
        raise UnsupportedError("a count that stops after some solutions cannot be confirmed")
    options = replace(
        query.options, engine=None, order=(), symmetry=query.options.unique and query.options.symmetry
    )
    used: Counter[int] = Counter()
    question, listing = query.question, False

    def tally(solution: Solution) -> None:
        if listing:
            used[solution.used().get(name, 0)] += 1

    name = ""
    if isinstance(question, CountByPiece):
        name, listing, question = question.piece, True, Find()
    elif isinstance(question, CountModulo):
        question = Count()
    threads = query.resources.threads
    control = replace(query.control, threads=threads, checkpoint=None, resume=None)
    again = replace(query, question=question, options=options, control=control)
    silent = StepLoop(replace(control, on_progress=None))
    engine = independent_engine(Prepared(again, facts, silent), first, listing=listing)
    named: Options = replace(options, engine=engine.name)
    is_tree = engine.can("splittable")
    strategy = SearchTree(engine, REQUESTED) if is_tree else CountWithoutListing(engine, REQUESTED)

    def calculate(control: Control) -> tuple[Answer, Counter[int]]:
        of_second = Prepared(replace(again, options=named, control=control), facts, StepLoop(control))
        return strategy.run(of_second, tally), used

    return SecondMethod(engine.name, calculate, query.control, parallel=query.control.threads > 1)


def compare(second: SecondMethod[Any], query: Query[Any], first: Engine, answer: Any) -> Confirmation:
    """The confirmation of a complete answer by the second count."""
    numbers, numbers_of = _numbers(query, answer)

    def compared(
        pair: tuple[Answer, Counter[int]],
    ) -> tuple[Mapping[str, object], Status, int, str]:
        other, used = pair
        # More solutions than there are is a contradiction, even where the second count came to no end.
        exceeds = isinstance(answer, Answer) and (other.solutions or 0) > (answer.solutions or 0)
        status = Status.COMPLETE if exceeds else other.status
        return numbers_of(other, used), status, other.nodes, other.note

    context = {
        "question": type(query.question).__name__,
        "options": asdict(query.options),
        "seed": query.control.seed,
        "title": query.puzzle.title,
        "puzzle": _puzzle_text(query.puzzle),
    }
    return confirm(second, first.name, numbers, compared, context)


def _numbers(
    query: Query[Any], answer: Any
) -> tuple[Mapping[str, object], Callable[[Answer, Counter[int]], Mapping[str, object]]]:
    """What is compared: the first method's numbers, and those of the second by the same names."""
    if isinstance(answer, Distribution):
        copies = {f"solutions_with_{n}_copies": count for n, count in enumerate(answer.counts)}
        return {**copies, "solutions": answer.solutions}, lambda _, used: {
            **dict.fromkeys(copies, 0),
            **{f"solutions_with_{n}_copies": count for n, count in used.items()},
            "solutions": used.total(),
        }
    if isinstance(answer, Residue):
        numbers = {"residue": answer.residue, "has_solution": answer.has_solution}
        return numbers, lambda other, _: {
            "residue": (other.solutions or 0) % answer.modulus,
            "has_solution": bool(other.solutions),
        }
    names = ["solutions"]
    names += ["labelled"] if query.options.labelled else []
    names += ["up_to_symmetry"] if query.options.unique else []
    return {name: getattr(answer, name) for name in names}, lambda other, _: {
        name: getattr(other, name) for name in names
    }


def _puzzle_text(puzzle: AnyPuzzle) -> str:
    """The puzzle as text in the project's own format, or why there is none."""
    from tilewright.formats.registry import FORMATS

    dumps = FORMATS["toml"].dumps
    assert dumps is not None
    try:
        return dumps(puzzle)
    except UnsupportedError as error:
        return str(error)


def independent_engine(facts: Prepared[Any], first: Engine, *, listing: bool = False) -> Engine:
    """The engine that is to confirm a count by ``first``: the quickest that shares no search code with it.

    With ``listing`` it must list solutions. UnsupportedError when there is none that supports the query.
    """
    options, problem = facts.query.options, facts.cover.problem
    used = first.code_of_count(unique=options.unique)
    free = [e for e in engines_with("counts") if not used & e.code_of_count(unique=options.unique)]
    reasons: list[str] = []
    counters: list[Engine] = []
    for engine in free if not listing else ():
        if not engine.can("splittable"):
            refusal = _refusal_to_count(facts, engine)
            counters += [] if refusal else [engine]
            reasons += [f"{engine.name}: {refusal}"] if refusal else []
    trees = sorted((e for e in free if e.can("splittable")), key=by_rank)
    features = features_of(problem)
    tree = next((e for e in trees if e.suits(features) and not e.unsupported(problem)), None)
    polynomial = next((e for e in counters if e.can("polynomial")), None)
    by_states = next((e for e in counters if e.can("weighted")), None)
    if polynomial is not None:
        return polynomial
    if tree is not None and by_states is not None:
        try:
            by_tree = facts.search_nodes(tree) * tree.seconds_of_node(problem)
            sweep = facts.forecast
            fits = sweep.bytes < facts.query.resources.bytes()
            return by_states if fits and sweep.seconds < by_tree else tree
        except Cancelled:
            return tree  # what follows ends at once
    engine_found = by_states or tree or next(iter(counters), None)
    if engine_found is None:
        raise UnsupportedError(
            f"no engine that shares no search code with {first.name!r} can confirm this count"
            + "".join(f"; {reason}" for reason in reasons)
        )
    return engine_found


def _refusal_to_count(facts: Prepared[Any], counter: Engine) -> str:
    """Why a counter that lists nothing does not support a query, as a sentence; "" when it does."""
    if facts.by_copies:
        if not counter.can("weighted"):
            return "it cannot label copies that may be left over"
        if not facts.labels_fit:
            return "so many copies that may be left over can be labelled by listing engines only"
    refusal: str = counter.loaded_adapter.unsupported_query(facts.sweep)
    return refusal
