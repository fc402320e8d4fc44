"""Counts that a second engine confirms: one that shares no search code with the first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any, cast

from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Solution
from tilewright.solving.answers import CountByPiece, CountModulo, Distribution, Residue
from tilewright.solving.confirmation import Confirmation, SecondMethod, confirm, shared_resources
from tilewright.solving.engines.base import Engine
from tilewright.solving.engines.registry import engine_named
from tilewright.solving.facts import Prepared, PuzzleFacts, facts_of, prepare
from tilewright.solving.planner import Method, independent_engine, plan
from tilewright.solving.questions import Answer, Count, Find, Options, Query, Result
from tilewright.solving.runner import run
from tilewright.solving.steps import Control, Status, StepLoop


def run_confirmed(query: Query[Result]) -> Result:
    """The answer to a query that counts, confirmed by an engine that shares no search code with the first.

    With two threads both count at the same time, and the first number is that of the engine that finishes
    first. The second count makes no use of symmetry, unless orbits are counted. An answer that a limit ended
    is not confirmed. DisagreementError when the numbers differ; UnsupportedError when there is no such
    engine.
    """
    own, other = shared_resources(query.resources)
    control = replace(query.control, threads=own.threads)
    first = plan(prepare(replace(query, control=control, resources=own)))
    if first.method is Method.STOPPED:
        return run(first)
    if first.method is Method.PARTS:  # all parts by one engine, so that another one can confirm it
        first = replace(first, rival=None)
    second = second_count(replace(query, resources=other), first.engine, first.prepared.facts)
    if first.rival is not None and not second.parallel:  # the engine that loses the race confirms the winner
        answer: Any = run(first)
        left = first.prepared.loop.limits_left(0)
        again: Query[Any] = replace(query, control=replace(query.control, limits=left))
        return cast(Result, confirm_answer(again, answer))
    with second:
        answer = run(replace(first, rival=None))
        if answer.status is Status.COMPLETE:
            answer = replace(answer, confirmation=compare(second, query, first.engine, answer))
        elif isinstance(answer, Answer):
            answer = _finished(second, answer)
    result: Result = answer
    return result


def _finished(second: SecondMethod[Any], answer: Answer) -> Answer:
    """The answer of the second count instead of one that came to no end, where the second did."""
    try:
        found: Answer = second.result()[0]
    except (UnsupportedError, MemoryError):
        return answer
    if found.status is not Status.COMPLETE:
        return answer
    unfinished = Confirmation(answer.engine, answer.status, answer.seconds, answer.nodes, answer.note)
    return replace(found, confirmation=unfinished)


def confirm_answer(query: Query[Answer], answer: Answer) -> Answer:
    """An answer, where it is complete confirmed as by ``run_confirmed``, after it was found.

    ``query`` may say in other words what was counted: the puzzle may be another one with as many solutions.
    """
    if answer.status is not Status.COMPLETE:
        return answer
    engine = engine_named(answer.engine)
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
    if isinstance(question, CountByPiece):
        name, listing = question.piece, True

        def tally(solution: Solution) -> None:
            used[solution.used().get(name, 0)] += 1

        question = Find(tally)
    elif isinstance(question, CountModulo):
        question = Count()
    threads = query.resources.threads
    control = replace(query.control, threads=threads, checkpoint=None, resume=None)
    again = replace(query, question=question, options=options, control=control)
    silent = StepLoop(replace(control, on_progress=None))
    engine = independent_engine(Prepared(again, facts, silent), first, listing=listing)
    named: Options = replace(options, engine=engine.name)

    def calculate(control: Control) -> tuple[Answer, Counter[int]]:
        asked = replace(again, options=named, control=control)
        planned = plan(Prepared(asked, facts, StepLoop(control)), precheck=False)
        return cast(Answer, run(planned)), used

    return SecondMethod(engine.name, calculate, query.control, parallel=query.control.threads > 1)


def compare(second: SecondMethod[Any], query: Query[Any], first: Engine, answer: Any) -> Confirmation:
    """The confirmation of a complete answer by the second count."""
    numbers, numbers_of = _numbers(query, answer)

    def compared(
        found: tuple[Answer, Counter[int]],
    ) -> tuple[Mapping[str, object], Status, int, str]:
        other, used = found
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
        numbers = {"residue": answer.residue, "exists": answer.exists}
        return numbers, lambda other, _: {
            "residue": (other.solutions or 0) % answer.modulus,
            "exists": bool(other.solutions),
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
