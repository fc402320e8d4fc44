"""Every semiring of the frontier against the sum over all solutions, listed one by one."""

from __future__ import annotations

from math import comb
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.frontier_problems import (
    EXISTS,
    best,
    cover_problems,
    evaluate,
    listed,
    optima,
    polynomial,
    queries,
    total,
)
from tilewright.exact_cover.problem import MAX_TOTAL, CoverProblem
from tilewright.solving.engines.frontier.semirings import (
    COUNT,
    Best,
    Semiring,
    best_counted,
    by_marks,
    modulo,
)
from tilewright.solving.engines.frontier.sweep import SweepQuery
from tilewright.solving.engines.reference import solutions
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Status

Value = TypeVar("Value")

some_threads = st.integers(1, 3)


def value(query: SweepQuery, semiring: Semiring[Value], threads: int = 1) -> Value | None:
    evaluation = evaluate(
        query.problem,
        semiring,
        prefix=query.prefix,
        times=query.times,
        weights=query.weights,
        order=query.order,
        resources=Resources(threads=threads),
    )
    assert evaluation.status is Status.COMPLETE and evaluation.share == 1.0 and evaluation.note == ""
    return evaluation.value


def separate(*ways: int, costs: tuple[int, ...] = ()) -> CoverProblem:
    """Items that have nothing to do with each other: item i is in ``ways[i]`` options of its own."""
    return CoverProblem(
        tuple(f"i{i}" for i in range(len(ways))),
        ((1, 1),) * len(ways),
        tuple(((item, 0),) for item, n in enumerate(ways) for _ in range(n)),
        costs=costs,
    )


@given(queries(times=False, weights=False))
def test_the_slow_answer_lists_what_the_reference_does(query: SweepQuery) -> None:
    rows = list(listed(query))
    assert len(set(rows)) == len(rows)
    assert set(rows) == set(solutions(query.problem, query.prefix))


@given(queries(), some_threads)
def test_counts(query: SweepQuery, threads: int) -> None:
    want = total(query)
    assert value(query, COUNT, threads) == want
    assert value(query, EXISTS, threads) is (want > 0)


@given(queries(), st.one_of(st.integers(1, 5), st.integers(1, 2**63 - 1)), some_threads)
def test_counts_modulo_a_number(query: SweepQuery, modulus: int, threads: int) -> None:
    assert value(query, modulo(modulus), threads) == total(query) % modulus


@given(query=queries(), maximise=st.booleans(), threads=some_threads)
def test_best_costs_and_how_many_have_them(query: SweepQuery, *, maximise: bool, threads: int) -> None:
    want = optima(query, maximise=maximise)
    assert value(query, best(maximise=maximise), threads) == (want and want[0])
    assert value(query, best_counted(maximise=maximise), threads) == (want and Best(*want))


@given(queries(), st.integers(0, 6), st.data())
def test_generating_functions(query: SweepQuery, degree: int, data: st.DataObject) -> None:
    mark = st.sampled_from((0, 0, 1, 1, 2, 3, 7, 2**31 - 1, 2**40))
    marks = tuple(data.draw(mark) for _ in query.problem.options)
    want = polynomial(query, marks, degree)
    assert value(query, by_marks(marks, degree), data.draw(some_threads)) == want


@given(cover_problems(costs=False))
def test_the_generating_function_by_options_adds_up_to_the_count(problem: CoverProblem) -> None:
    degree = len(problem.options)
    by_size = evaluate(problem, by_marks((1,) * degree, degree)).value
    assert by_size is not None and sum(by_size) == evaluate(problem, COUNT).value


# Counts longer than a word


@pytest.mark.parametrize("items", (3, 31, 32, 33, 63, 64, 65, 96, 100, 130, 200))
@pytest.mark.parametrize("threads", (1, 3))
def test_counts_of_more_than_64_bits(items: int, threads: int) -> None:
    problem = separate(*(4 for _ in range(items)), costs=(5, 5, 5, 9) * items)
    query = SweepQuery(problem)
    assert value(query, COUNT, threads) == 4**items
    assert value(query, best_counted(), threads) == Best(5 * items, 3**items)
    assert value(query, best_counted(maximise=True), threads) == Best(9 * items, 1)
    marks = (0, 0, 0, 1) * items
    assert value(query, by_marks(marks, items), threads) == tuple(
        comb(items, k) * 3 ** (items - k) for k in range(items + 1)
    )
    assert value(query, by_marks(marks, 2), threads) == (
        3**items,
        items * 3 ** (items - 1),
        comb(items, 2) * 3 ** (items - 2),
    )
    assert value(query, modulo(10**18 + 9), threads) == 4**items % (10**18 + 9)


@pytest.mark.parametrize("weight", (2**32 - 1, 2**40, 2**63, 2**64 - 1))
@pytest.mark.parametrize("items", (1, 2, 3, 5))
def test_weights_of_up_to_64_bits(weight: int, items: int) -> None:
    problem = separate(*(2 for _ in range(items)), costs=(1, 0) * items)
    query = SweepQuery(problem, weights=(weight, weight - 1) * items)
    assert value(query, COUNT) == (2 * weight - 1) ** items
    assert value(query, modulo(10**9 + 7)) == (2 * weight - 1) ** items % (10**9 + 7)
    assert value(query, best_counted()) == Best(0, (weight - 1) ** items)
    assert value(query, by_marks((1, 0) * items, items)) == tuple(
        comb(items, k) * weight**k * (weight - 1) ** (items - k) for k in range(items + 1)
    )


@pytest.mark.parametrize("chosen", (1, 2, 3, 4, 7))
def test_the_product_of_the_weights_that_a_prefix_chooses_may_be_long(chosen: int) -> None:
    heavy = 2**64 - 1
    problem = separate(*(1 for _ in range(8)))
    query = SweepQuery(problem, prefix=tuple(range(chosen)), weights=(heavy,) * 8)
    assert value(query, COUNT) == heavy**8
    assert value(query, best_counted()) == Best(0, heavy**8)
    assert value(query, by_marks((0,) * 8, 1)) == (heavy**8, 0)
    assert value(query, modulo(97)) == heavy**8 % 97
    everything = SweepQuery(problem, prefix=tuple(range(8)), weights=query.weights)
    assert value(everything, COUNT) == heavy**8


def test_marks_that_a_prefix_chooses_may_be_large() -> None:
    problem = separate(1, 1, 2)
    marks = (2**31 - 1, 2**31 - 1, 0, 1)
    assert value(SweepQuery(problem, prefix=(0, 1)), by_marks(marks, 3)) == (0, 0, 0, 0)
    assert value(SweepQuery(problem, prefix=(0, 1)), by_marks((1, 1, 0, 1), 3)) == (0, 0, 1, 1)


def test_costs_may_add_up_to_2_to_the_62() -> None:
    half = MAX_TOTAL // 2
    problem = separate(2, 2, costs=(half, -half, half, 1 - half))
    assert value(SweepQuery(problem), best()) == 1 - MAX_TOTAL
    assert value(SweepQuery(problem), best(maximise=True)) == MAX_TOTAL
    assert value(SweepQuery(problem, prefix=(0, ~2)), best_counted()) == Best(1, 1)


# Bad input


def test_what_is_no_semiring_is_refused() -> None:
    for modulus in (-1, 0, 2**63):
        with pytest.raises(ValueError, match="modulus"):
            modulo(modulus)
    with pytest.raises(ValueError, match="mark"):
        by_marks((0, -1), 3)
    for degree in (-1, 100_001):
        with pytest.raises(ValueError, match="degree"):
            by_marks((0, 1), degree)


@pytest.mark.parametrize(
    "query",
    (
        SweepQuery(separate(2), weights=(1,)),
        SweepQuery(separate(2), weights=(1, 1, 1)),
        SweepQuery(separate(2), weights=(1, -1)),
        SweepQuery(separate(2), weights=(1, 2**64)),
        SweepQuery(separate(2), marks=(1,)),
        SweepQuery(separate(2), prefix=(2,)),
        SweepQuery(separate(2), prefix=(~2,)),
        SweepQuery(separate(2), prefix=(0, 0)),
        SweepQuery(separate(2), prefix=(0, ~0)),
        SweepQuery(separate(2), order=(1,)),
        SweepQuery(separate(2), order=(0, 0)),
        SweepQuery(separate(2), order=(-1,)),
        SweepQuery(separate(2), times=((2, 0, 1),)),
        SweepQuery(separate(2), times=((0, 1, 1),)),
        SweepQuery(separate(2), times=((0, 0, 0),)),
    ),
)
def test_a_question_about_what_is_not_there_is_refused(query: SweepQuery) -> None:
    with pytest.raises(ValueError):
        _ = query.plan
