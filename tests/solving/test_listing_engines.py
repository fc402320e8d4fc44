"""Engines that search no tree, registered as by another package: what they list and find is what is said."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from support.fake_clock import FakeClock
from support.puzzle_cases import piece, rectangle
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import Cover
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.registry import Registry
from tilewright.solving import api
from tilewright.solving.engines import registry
from tilewright.solving.engines.base import (
    Batch,
    Engine,
    Features,
    Outcome,
)
from tilewright.solving.engines.frontier.sweep import SweepQuery
from tilewright.solving.facts import prepare
from tilewright.solving.planner import plan
from tilewright.solving.questions import Answer, Find, Query
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Cancelled, Control, Limits, Status, StepLoop
from tilewright.solving.strategies.listing import option_batches
from tilewright.testing import reference_solutions

DOMINOES = Puzzle(rectangle(4, 4), (piece("I2", "##", copies=8),))
ALL, ORBITS = 36, 9
ONE = Limits(solutions=1)


def covers(puzzle: Puzzle = DOMINOES) -> list[tuple[int, ...]]:
    """All solutions as sorted options, by the reference."""
    cover = prepare(Query(puzzle, Find())).cover
    return [tuple(cover.options(solution)) for solution in reference_solutions(puzzle)]


def solve(puzzle: Puzzle, **how: Any) -> Answer:
    return api.solve(puzzle, **{"sink": lambda _: None, **how})


@dataclass
class Given:
    """An adapter that lists or finds what it is given, and ends as it is given."""

    option_sets: Sequence[tuple[int, ...]]
    end: Any = Status.COMPLETE
    refusal: str = ""
    seconds: float = 0.0
    calls: list[str] = field(default_factory=list)
    nodes: int = 7
    share: float = 0.5
    note: str = ""
    name: str = "own"
    proof: str = ""

    def unsupported(self, problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
        return self.refusal

    def unsupported_query(self, query: SweepQuery) -> str:
        return self.refusal

    def expected_seconds(self, query: SweepQuery, resources: Resources) -> float:
        return self.seconds

    def listing(self, query: SweepQuery, resources: Resources, loop: StepLoop) -> GivenList:
        self.calls.append("listing")
        return GivenList(self)

    def first_solution(
        self, cover: Cover, loop: StepLoop, companion: Engine | None, refute: Callable[[bool], str]
    ) -> GivenFirst:
        self.calls.append("first_solution")
        return GivenFirst(self)


class GivenList:
    def __init__(self, given: Given) -> None:
        self.given, self.nodes, self.share, self.note = given, given.nodes, given.share, given.note

    def batches(self) -> Generator[Batch, None, Status]:
        for one in self.given.option_sets:
            yield [one]
        if isinstance(self.given.end, Cancelled):
            raise self.given.end
        end: Status = self.given.end
        return end


class GivenFirst(GivenList):
    name, proof = "own", ""

    def batches(self) -> Generator[Batch, None, Outcome]:  # type: ignore[override]
        status = yield from super().batches()
        return Outcome(status, 99, 99, self.nodes, 0.0, self.share)


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Given]:
    """Registers the engine ``own`` with an adapter and capabilities."""

    def add(given: Given, *capabilities: str, **descriptor: Any) -> Given:
        own = Engine("own", "a test", frozenset(capabilities), given, **descriptor)
        known = Registry("tilewright.engines", {**registry.ENGINES.builtin, "own": own})
        monkeypatch.setattr(registry, "ENGINES", known)
        return given

    return add


def always(features: Features) -> str:
    return "it suits"


def test_an_engine_that_lists_is_the_one_that_lists(register: Callable[..., Given]) -> None:
    given = register(Given(covers()), "lists")
    solutions: list[Solution] = []
    answer = solve(DOMINOES, sink=solutions.append, engine="own")
    assert given.calls == ["listing"] and answer.engine == "own"
    assert (answer.status, answer.solutions, answer.nodes, len(set(solutions))) == (
        Status.COMPLETE,
        ALL,
        7,
        ALL,
    )
    unique = solve(DOMINOES, sink=solutions.append, engine="own", unique=True)
    assert (unique.up_to_symmetry, unique.solutions) == (ORBITS, ALL)


@pytest.mark.parametrize(("limit", "status"), [(1, Status.LIMIT), (35, Status.LIMIT), (36, Status.COMPLETE)])
def test_a_limit_of_solutions_is_kept_for_the_engine(
    register: Callable[..., Given], limit: int, status: Status
) -> None:
    register(Given(covers()), "lists")
    answer = solve(DOMINOES, engine="own", limits=Limits(solutions=limit))
    assert (answer.status, answer.solutions) == (status, limit)


@pytest.mark.parametrize("end", [Status.LIMIT, Status.CANCELLED, Cancelled(Status.LIMIT)])
def test_a_list_is_complete_only_where_the_engine_says_so(register: Callable[..., Given], end: Any) -> None:
    register(Given(covers(), end, note="its memory is full"), "lists")
    answer = solve(DOMINOES, engine="own")
    assert answer.status is getattr(end, "status", end) and answer.solutions == ALL
    assert (answer.share, answer.note) == (0.5, "its memory is full")
    register(Given((), end), "first")
    assert solve(DOMINOES, engine="own", limits=ONE).status is not Status.COMPLETE or end is Status.COMPLETE


def test_an_engine_that_does_not_say_how_its_list_ended(register: Callable[..., Given]) -> None:
    register(Given(covers(), None), "lists")
    with pytest.raises(RuntimeError, match="'own' does not say how its list ended"):
        solve(DOMINOES, engine="own")


@pytest.mark.parametrize("capability", ["lists", "first"])
def test_wrong_solutions_are_not_delivered(register: Callable[..., Given], capability: str) -> None:
    register(Given([covers()[0][:-1]]), capability, suits=always)
    with pytest.raises(RuntimeError, match="'own' gave a wrong solution"):
        solve(DOMINOES, engine="own", limits=ONE)
    query = Query(DOMINOES, Find(), control=Control(ONE))
    with pytest.raises(RuntimeError, match="'own' gave a wrong solution"):
        facts = prepare(query)
        list(option_batches(plan(facts), facts))


def test_an_engine_that_gives_a_first_solution_is_run(register: Callable[..., Given]) -> None:
    given = register(Given(covers()[:2], Status.COMPLETE), "first")
    solutions: list[Solution] = []
    answer = solve(DOMINOES, sink=solutions.append, engine="own", limits=ONE)
    assert given.calls == ["first_solution"] and answer.engine == "own"
    # It found two, of which one was asked for: not all.
    assert (answer.status, answer.solutions, len(solutions)) == (Status.LIMIT, 1, 1)
    with pytest.raises(UnsupportedError, match="'own' does not support this: it finds only one"):
        solve(DOMINOES, engine="own")


@pytest.mark.parametrize(
    ("capabilities", "limits", "what"),
    [
        (["lists", "resumable"], Limits(), "a list of solutions"),
        (["first"], ONE, "a search for one solution"),
    ],
)
def test_checkpoints_are_refused(
    register: Callable[..., Given], tmp_path: Path, capabilities: list[str], limits: Limits, what: str
) -> None:
    given = register(Given(covers()), *capabilities)
    with pytest.raises(UnsupportedError, match=f"'own' keeps no checkpoints of {what}; other engines do"):
        solve(DOMINOES, engine="own", limits=limits, checkpoint=tmp_path / "kept")
    assert not given.calls and not list(tmp_path.iterdir())


def test_what_an_engine_does_not_take_is_said(register: Callable[..., Given]) -> None:
    for capability in ("lists", "first"):
        register(Given(covers(), refusal="it is Tuesday"), capability)
        with pytest.raises(UnsupportedError, match="'own' does not support this: it is Tuesday"):
            solve(DOMINOES, engine="own", limits=ONE)


# Without --engine


def test_an_engine_that_suits_is_chosen(register: Callable[..., Given], tmp_path: Path) -> None:
    for capability, limits in (("lists", Limits()), ("lists", ONE), ("first", ONE)):
        given = register(Given(covers()), capability, suits=always)
        answer = solve(DOMINOES, limits=limits)
        assert (answer.engine, answer.engine_reason, len(given.calls)) == ("own", "it suits", 1)
        # A checkpoint is kept by another engine.
        kept = solve(DOMINOES, limits=limits, checkpoint=tmp_path / f"{capability} {limits.solutions}")
        assert kept.engine != "own" and len(given.calls) == 1


def test_an_engine_is_not_chosen_without_a_reason(register: Callable[..., Given]) -> None:
    for capability in ("lists", "first"):
        given = register(Given(covers()), capability)
        assert solve(DOMINOES, limits=ONE).engine != "own" and not given.calls
        given = register(Given((), refusal="no"), capability, suits=always)
        assert solve(DOMINOES, limits=ONE).engine != "own" and not given.calls


@pytest.mark.parametrize(("seconds", "calls"), [(0.0, ["listing"]), (1e9, [])])
def test_an_engine_that_tells_its_time_is_chosen_where_it_is_sooner(
    register: Callable[..., Given], seconds: float, calls: list[str]
) -> None:
    given = register(Given(covers(), seconds=seconds), "lists", "predictable", suits=always)
    assert (plan(prepare(Query(DOMINOES, Find()))).engine.name == "own") is bool(calls)
    assert solve(DOMINOES).solutions == ALL and given.calls == calls


def test_a_lower_rank_comes_first(register: Callable[..., Given], monkeypatch: pytest.MonkeyPatch) -> None:
    register(Given(covers()), "lists", suits=always)
    better = replace(registry.ENGINES["own"], name="better", rank=-1)
    known = Registry("tilewright.engines", {**registry.ENGINES.builtin, "better": better})
    monkeypatch.setattr(registry, "ENGINES", known)
    assert plan(prepare(Query(DOMINOES, Find()))).engine.name == "better"


def test_what_is_impossible_is_not_given_to_it(register: Callable[..., Given]) -> None:
    given = register(Given(()), "lists", suits=always)
    five = Puzzle(rectangle(3, 3), (piece("I2", "##", copies=4),))
    assert solve(five).proof and not given.calls


def test_a_limit_of_time_after_the_last_solution_leaves_nothing_out(
    register: Callable[..., Given], still_clock: FakeClock
) -> None:
    register(Given(covers()), "lists")
    steps = api.solutions(DOMINOES, engine="own", limits=Limits(seconds=1))
    for _ in range(ALL):
        next(steps)
    still_clock.now += 2
    with pytest.raises(StopIteration) as end:
        next(steps)
    assert end.value.value.status is Status.COMPLETE


def test_a_limit_of_time_before_the_last_solutions_ends_the_list(
    register: Callable[..., Given], still_clock: FakeClock
) -> None:
    register(Given(covers()), "lists")
    steps = api.solutions(DOMINOES, engine="own", limits=Limits(seconds=1))
    for _ in range(ALL // 2):
        next(steps)
    still_clock.now += 2
    with pytest.raises(StopIteration) as end:
        for _ in range(ALL):
            next(steps)
    assert end.value.value.status is Status.LIMIT
