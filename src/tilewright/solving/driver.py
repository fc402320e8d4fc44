"""Drives a strategy: takes its steps, hands on the solutions, and gives the answer."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any, cast

from tilewright.model.puzzle import Solution
from tilewright.solving.facts import Prepared
from tilewright.solving.questions import Answer, Find, Result
from tilewright.solving.steps import Returning
from tilewright.solving.strategies.base import Strategy


def run(facts: Prepared[Result], strategy: Strategy) -> Result:
    """Answer the query by a strategy. Solutions go to the question's sink, if it has one.

    Where a limit or a cancellation comes before the search, the answer has its status and says nothing else.
    """
    question = facts.query.question
    sink = question.sink if isinstance(question, Find) else None
    steps = Returning(strategy.steps(facts))
    for solution in steps:
        if sink is not None:
            sink(solution)
    answer: Any = steps.value
    if isinstance(answer, Answer):
        answer = replace(answer, title=facts.query.puzzle.title)
    return cast(Result, answer)


def iterate(facts: Prepared[Answer], strategy: Strategy) -> Generator[Solution, None, Answer]:
    """The solutions, then the answer; closing the generator ends the search."""
    answer: Answer = yield from strategy.steps(facts)
    return answer
