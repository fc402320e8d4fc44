"""Solutions of the least or the greatest cost, where that is the goal of ``tilewright solve``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from tilewright.cli.search import SearchOptions
from tilewright.model.goal import FILL, GOALS, goal_text
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.cli.progress import ProgressMonitor
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.puzzle import Solution
    from tilewright.solving.api import Answer

goal_option = click.option(
    "--goal",
    type=click.Choice(GOALS),
    help="Find any solution, or one of the least or the greatest cost.\f Default: what the puzzle's "
    "file says.",
)

_FILL_ONLY = ("engine", "nodes", "checkpoint", "resume", "restart", "unique", "labelled", "reject", "only")
"""Options of a search for any solutions, which an optimum does not have."""


@dataclass(frozen=True)
class GoalAnswer:
    """What was found, in the form of every search, and the cost of these solutions; None without one."""

    answer: Answer
    goal: str
    cost: int | None

    @property
    def keys(self) -> dict[str, object]:
        """The keys of the JSON object that only a goal has."""
        return {"goal": self.goal, "cost": self.cost}

    def result_text(self, question: str) -> str:
        """The result in words; "" where the usual ones are right: no solution, or none found."""
        if self.cost is None:
            return ""
        if self.answer.status.value != "complete" and question == "first":
            return f"found a solution of cost {self.cost:,}, the {self.goal} so far"
        if question == "first":
            return f"found a solution of {goal_text(self.goal)}, {self.cost:,} (use --all to list every one)"
        so_far = "" if self.answer.status.value == "complete" else " so far"
        text = counted(self.answer.solutions or 0, "solution")
        return f"{text} of {goal_text(self.goal)}, {self.cost:,}{so_far}"


def goal_of(options: SearchOptions, puzzle: AnyPuzzle, given: str | None, seed: int | None) -> str:
    """The goal of a search: the one that was given, else the puzzle's.

    UsageError where the goal is a cost and an option applies only to a search for any solutions.
    """
    goal = given or puzzle.goal
    if goal == FILL:
        return goal
    taken = [name for name in _FILL_ONLY if getattr(options, name)] + ["seed"] * (seed is not None)
    if taken:
        whose = "--goal asks for" if given else "the goal of this puzzle is"
        raise click.UsageError(
            f"--{taken[0]} cannot be combined with a goal, and {whose} {goal_text(goal)}; "
            f"--goal {FILL} finds any solution"
        )
    return goal


def solve_for_goal(
    options: SearchOptions,
    puzzle: AnyPuzzle,
    goal: str,
    sink: Callable[[Solution], None],
    monitor: ProgressMonitor,
    question: str,
    most: int | None,
) -> GoalAnswer:
    """The first solution of the least or greatest cost, or up to ``most`` of them (None: all).

    The cost is found by a sweep; unless the question is the first, all solutions are listed and compared
    with it.
    """
    from tilewright.solving import api
    from tilewright.solving.steps import Status

    best = api.optimise(puzzle, maximise=goal == "greatest", **options.keywords(api.optimise, monitor))
    answer = api.Answer(
        best.status, int(best.solution is not None), None, None, "", best.states, best.seconds, best.engine,
        best.engine_reason, best.share, best.note, best.proof, puzzle.title,
    )  # fmt: skip
    if question == "first" or best.status is not Status.COMPLETE or best.solution is None:
        if best.solution is not None:
            sink(best.solution)
        return GoalAnswer(answer, goal, best.cost)
    number = 0

    def put(solution: Solution) -> None:
        nonlocal number
        if number == most or puzzle.cost(solution) != best.cost:
            return
        number += 1
        sink(solution)
        if number == most:
            monitor.cancel.set()

    listed = api.solve(puzzle, sink=put, **options.keywords(api.solve, monitor))
    status = Status.LIMIT if number == most else listed.status
    return GoalAnswer(replace(listed, status=status, solutions=number), goal, best.cost)
