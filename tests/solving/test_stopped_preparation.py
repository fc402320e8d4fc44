"""A cancellation before or in a search ends it soon, and what was not searched is not claimed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from support.cancelling import CancelAtCheck
from support.fake_clock import FakeClock
from support.puzzle_cases import piece, rectangle
from tilewright import _core
from tilewright.cancellation import cancelled_by, check_cancelled, steps_cancelled_by
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.solving import api
from tilewright.solving.engines.frontier import sweep, sweep_size
from tilewright.solving.engines.frontier.sweep import SweepQuery
from tilewright.solving.engines.native import core_problem
from tilewright.solving.facts import prepare
from tilewright.solving.planner import plan
from tilewright.solving.questions import Count, Query
from tilewright.solving.steps import Cancelled, Control, Limits, Status
from tilewright.solving.strategies.listing import Stopped

LATE = 4
"""Checks after the cancellation: the stage sees it, and so do the loops around it."""


def puzzle() -> Puzzle:
    """A puzzle of which nothing is known yet: what is computed for one is kept as long as it lives."""
    return Puzzle(rectangle(6, 5), (piece("V", "##/#.", (0, 10)), piece("D", "##", (0, 15))))


Ask = Callable[[threading.Event], Any]
delivered: list[Solution] = []
QUESTIONS: dict[str, Ask] = {
    "count": lambda cancel: api.count(puzzle(), cancel=cancel, threads=1),
    "count --unique": lambda cancel: api.count(puzzle(), cancel=cancel, threads=1, unique=True),
    "count by frontier": lambda cancel: api.count(puzzle(), engine="frontier", cancel=cancel, threads=1),
    "count by frontier, unique": lambda cancel: api.count(
        puzzle(), engine="frontier", cancel=cancel, threads=1, unique=True
    ),
    "count --confirm": lambda cancel: api.count(puzzle(), cancel=cancel, threads=1, confirm=True),
    "count_by": lambda cancel: api.count_by(puzzle(), "D", cancel=cancel, threads=1),
    "count_modulo": lambda cancel: api.count_modulo(puzzle(), 7, cancel=cancel, threads=1),
    "optimise": lambda cancel: api.optimise(puzzle(), cancel=cancel, threads=1),
    "sample": lambda cancel: api.sample(puzzle(), 2, cancel=cancel, threads=1),
    "forced": lambda cancel: api.forced(puzzle(), cancel=cancel, threads=1),
    "solve": lambda cancel: api.solve(puzzle(), sink=delivered.append, cancel=cancel, threads=1),
    "solve --unique": lambda cancel: api.solve(
        puzzle(), sink=delivered.append, unique=True, cancel=cancel, threads=1
    ),
    "solve by frontier": lambda cancel: api.solve(
        puzzle(), sink=delivered.append, engine="frontier", cancel=cancel, threads=1
    ),
    "estimate": lambda cancel: api.estimate(puzzle(), seconds=1e9, repetitions=3, cancel=cancel, threads=1),
}


def claims(answer: Any) -> dict[str, object]:
    """What an answer says of all solutions; nothing is claimed by None, an empty list or a lower bound."""
    sweeps = ("optima", "cost", "residue", "has_solution", "total", "counts")
    names = (*sweeps, "always", "never", "solution", "proof")
    return {name: value for name in names if (value := getattr(answer, name, None))}


@pytest.fixture(autouse=True)
def small_steps(still_clock: FakeClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stages have many checks, and no step grows with its time."""
    monkeypatch.setattr(sweep, "ORDER_STEP", 300)
    monkeypatch.setattr(sweep_size, "STEP", 20)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_cancellation_at_each_check_ends_it_soon_and_claims_nothing(name: str) -> None:
    whole = CancelAtCheck(10**9)
    complete = QUESTIONS[name](whole)
    assert complete.status is Status.COMPLETE
    for at in (*range(1, 40), *range(40, whole.checks, max(1, whole.checks // 20))):
        cancel = CancelAtCheck(at)
        delivered.clear()
        answer = QUESTIONS[name](cancel)
        assert cancel.late <= LATE + 2 * len(delivered), at  # it looks before each solution and batch
        if answer.status is Status.COMPLETE:  # it came at the last check
            assert claims(answer) == claims(complete)
            continue
        assert answer.status is Status.CANCELLED, at
        assert not claims(answer).keys() - {"total", "counts", "always", "never", "solution"}, at


@pytest.mark.parametrize("name", ["count by frontier", "optimise", "sample", "count_by", "count_modulo"])
def test_the_first_checks_come_before_a_state_is_expanded(name: str) -> None:
    for at in range(1, 6):
        answer = QUESTIONS[name](CancelAtCheck(at))
        assert answer.status is Status.CANCELLED
        assert getattr(answer, "states", getattr(answer, "nodes", 0)) == 0
        assert not claims(answer) and answer.share == 0


def test_the_order_of_a_sweep_checks_once_for_so_many_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    query, checks = SweepQuery(prepare(Query(puzzle(), Count())).cover.problem), 0

    def count() -> None:
        nonlocal checks
        checks += 1

    uses = sum(map(len, query.problem.options))
    monkeypatch.setattr(sweep, "ORDER_STEP", uses)
    with cancelled_by(count):
        assert query.plan.order
    assert checks >= 8  # four passes over all options for each of several lines
    with pytest.raises(RuntimeError, match="chosen first"):
        unchosen = _core.Frontier(core_problem(query.problem), (), (), (), (), (), ())
        _ = unchosen.log_states


def test_a_plan_that_is_stopped_searches_nothing() -> None:
    cancel = threading.Event()
    cancel.set()
    query = Query(puzzle(), Count(), control=Control(Limits(), cancel=cancel))
    query = replace(query, options=replace(query.options, engine="frontier"))
    planned = plan(prepare(query))
    assert isinstance(planned, Stopped) and planned.engine.name == "frontier"


def test_steps_are_made_within_the_check_and_taken_outside() -> None:
    checks: list[str] = []

    def steps() -> Any:
        for word in ("a", "b"):
            check_cancelled()
            yield word
        return "end"

    taken = steps_cancelled_by(lambda: checks.append("check"), steps())
    assert next(taken) == "a" and checks == ["check"]
    check_cancelled()
    assert checks == ["check"]
    assert next(taken) == "b"
    with pytest.raises(StopIteration) as end:
        next(taken)
    assert end.value.value == "end"


def test_steps_that_are_cancelled_raise_it() -> None:
    def stop() -> None:
        raise Cancelled

    def steps() -> Any:
        check_cancelled()
        yield "never"

    with pytest.raises(Cancelled):
        next(steps_cancelled_by(stop, steps()))
