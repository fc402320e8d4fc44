"""Reduction against the reference: no solution is lost, none is won, and costs stay with their options."""

from __future__ import annotations

import random
import threading
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.cover_strategies import problems
from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.base import Task
from tilewright.solving.engines.reference import solutions
from tilewright.solving.engines.registry import engines_with
from tilewright.solving.search.reduction import ITEM_RULES, OPTION_RULES, reduce
from tilewright.solving.steps import Control, StepLoop


def every(problem: CoverProblem, prefix: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    return sorted(solutions(problem, prefix))


@st.composite
def priced(draw: st.DrawFn) -> CoverProblem:
    problem = draw(problems())
    costs = draw(st.lists(st.integers(-5, 5), min_size=len(problem.options), max_size=len(problem.options)))
    return replace(problem, costs=tuple(costs))


@given(priced(), st.data())
def test_solutions_and_optima_stay(problem: CoverProblem, data: st.DataObject) -> None:
    want = every(problem)
    limit = data.draw(st.sampled_from([0, 5, 20, 100, 2**40]))
    reduction = reduce(problem, limit=limit)
    left = reduction.left
    got = [left.whole(value) for value in every(left.problem)]
    assert sorted(got) == want
    costs = left.problem.costs or (0,) * len(left.problem.options)
    assert costs == tuple(problem.costs[o] for o in left.options) or not any(costs)
    if want:
        assert set(reduction.chosen) <= set.intersection(*map(set, want))
        assert not set(reduction.removed) & {option for result in want for option in result}
    if reduction.dead_item is not None:
        assert not want
    else:
        assert sum(reduction.by_rule.values()) == len(reduction.chosen) + len(reduction.removed)
        assert len(left.options) == len(problem.options) - len(reduction.chosen) - len(reduction.removed)
        assert sum(left.dropped.values()) == len(problem.items) - len(left.items)
        assert [left.problem.items[k] for k in range(len(left.items))] == [
            problem.items[i] for i in left.items
        ]


@given(problems(), st.data())
def test_a_search_with_its_decisions_finds_the_same(problem: CoverProblem, data: st.DataObject) -> None:
    want = every(problem)
    prefix: tuple[int, ...] = ()
    if want and want[0]:  # as with forced placements
        prefix = tuple(sorted(data.draw(st.sets(st.sampled_from(want[0])))))
        want = every(problem, prefix)
    reduction = reduce(problem, prefix)
    if reduction.dead_item is not None:
        assert not want
        return
    decisions = reduction.decisions(prefix)
    assert decisions is not None
    assert decisions[: len(prefix)] == prefix
    for engine in engines_with("splittable"):
        if not engine.unsupported(problem):
            search = engine.start(problem, Task(decisions), 1000)
            assert search.advance(10**6) == "complete"
            assert sorted(map(tuple, search.take())) == want, engine.name


@given(problems(), st.randoms())
def test_what_falls_does_not_depend_on_the_order(problem: CoverProblem, dice: random.Random) -> None:
    order = list(range(len(problem.options)))
    dice.shuffle(order)
    shuffled = replace(problem, options=tuple(problem.options[o] for o in order))
    one, other = reduce(problem), reduce(shuffled)
    assert one.complete
    assert other.complete
    assert (one.dead_item is None) == (other.dead_item is None)
    if one.dead_item is None:
        assert sorted(order[o] for o in other.removed) == list(one.removed)
        assert sorted(order[o] for o in other.chosen) == list(one.chosen)


@given(problems(), st.data())
def test_a_prefix_that_contradicts_it_has_no_solutions(problem: CoverProblem, data: st.DataObject) -> None:
    numbers = range(len(problem.options))
    prefix = tuple(o if data.draw(st.booleans()) else ~o for o in numbers if data.draw(st.booleans()))
    reduction = reduce(problem)
    want = every(problem, prefix)
    if reduction.dead_item is not None or (decisions := reduction.decisions(prefix)) is None:
        assert not want
    else:
        assert every(problem, decisions) == want


def of(bounds: str, *options: str, secondary: str = "") -> CoverProblem:
    """A problem in small letters: ``a1 b0-2`` are bounds; ``a b c.2`` is an option, c in colour 2."""
    names, limits = [], []
    for word in bounds.split():
        least, _, most = word[1:].partition("-")
        names.append(word[0])
        limits.append((int(least), int(most or least)))
    names += secondary.split()
    uses = [
        tuple((names.index(w[0]), int(w[2:] or 0) if len(w) > 1 else 0) for w in option.split())
        for option in options
    ]
    return CoverProblem(tuple(names), tuple(limits), tuple(tuple(sorted(u)) for u in uses))


@pytest.mark.parametrize(
    ("rule", "problem", "fell"),
    [
        ("forced", of("a1 b1", "a", "b", "b"), 1),
        ("clash", of("a1 b1 c1", "a b", "b c", "c", "c"), 1),
        ("subset", of("a1 b1 c1", "a b", "a b c", "b c", "c"), 1),
        ("subset", of("a2 b0-2 c1", "a b", "a b", "a b c", "b c", "c", "c"), 1),
        ("subset", of("a1 c0-1", "a s.1", "a s.1", "c s.2", "c s.1", "c s", secondary="s"), 2),
        ("bare", of("a1 b1 c1", "a b", "a c", "b c", "a", "b"), 1),
    ],
)
def test_each_rule(rule: str, problem: CoverProblem, fell: int) -> None:
    reduction = reduce(problem)
    assert reduction.by_rule[rule] == fell
    assert set(reduction.by_rule) == set(OPTION_RULES)
    assert [reduction.left.whole(s) for s in every(reduction.left.problem)] == every(problem)


def test_probing_looks_further_than_one_choice() -> None:
    """With a and b by one option, c and e have one each, and these two clash."""
    problem = of("a1 b1 c1 d1 e1", "a b", "a", "c b", "c d", "d e", "e b")
    reduction = reduce(problem)
    assert (reduction.by_rule["bare"], reduction.by_rule["probing"]) == (0, 1)
    assert reduction.removed == (0,)
    assert reduction.chosen == (1,)
    assert sorted(reduction.left.whole(s) for s in every(reduction.left.problem)) == every(problem)
    assert len(every(problem)) == 2


@pytest.mark.parametrize(
    ("rule", "problem", "fell"),
    [
        ("done", of("a1 b1 c1", "a b", "c", "c"), 2),
        ("loose", of("a1 b0-5", "a b", "a"), 1),
        ("idle", of("a1 b1", "a s.1", "a s.1", "b s.1 t", "b", secondary="s t"), 2),
        ("equal", of("a1 b1 c1", "a b", "a b c", "c"), 1),
        ("equal", of("a1 b1", "a s t", "a t s", "b s t", "b", secondary="s t"), 2),  # and a
        ("equal", of("a1 b1", "a s.1 t.2", "a s.2 t.1", "b s.1 t.2", "b s.2 t.1", secondary="s t"), 1),
        ("implied", of("a1 b1", "a s", "a s", "a b", "b", secondary="s"), 1),
        ("implied", of("a1 b0-1 c1", "a b", "a b", "a c", "c"), 1),
    ],
)
def test_items_that_forbid_nothing_more_are_dropped(rule: str, problem: CoverProblem, fell: int) -> None:
    reduction = reduce(problem)
    assert reduction.left.dropped[rule] == fell
    assert set(reduction.left.dropped) == set(ITEM_RULES)
    assert [reduction.left.whole(s) for s in every(reduction.left.problem)] == every(problem)


def test_options_that_are_alike_are_different_solutions() -> None:
    problem = of("a1 b1", "a b", "a b", "a", "b")
    reduction = reduce(problem)
    assert Counter(map(len, map(reduction.left.whole, every(reduction.left.problem)))) == {1: 2, 2: 1}


def test_an_item_without_options() -> None:
    problem = of("a1 b1", "a")
    reduction = reduce(problem)
    assert reduction.dead_item == 1
    assert reduction.left.problem.items == ("b",)
    assert every(reduction.left.problem) == []


def test_cancellation_keeps_what_was_found() -> None:
    cancelled = threading.Event()
    cancelled.set()
    assert not reduce(of("a1", "a"), loop=StepLoop(Control(cancel=cancelled))).complete


def test_a_prefix_that_names_no_option() -> None:
    with pytest.raises(ValueError, match="names no option"):
        reduce(of("a1", "a"), [7])
