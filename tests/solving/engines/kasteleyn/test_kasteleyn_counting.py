"""Kasteleyn's determinants against matchings counted one by one, transfer matrices, and the literature."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from math import isqrt, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.matching_cases import (
    Cell,
    Edge,
    board_graph,
    drawn,
    matching_problem,
    matchings,
    rectangle_cells,
)
from tilewright import _core
from tilewright.errors import UnsupportedError
from tilewright.solving import steps as stepping
from tilewright.solving.engines.kasteleyn import counting
from tilewright.solving.engines.kasteleyn.counting import count_matchings, unsupported
from tilewright.solving.engines.remainders import symmetric_remainder
from tilewright.solving.steps import Cancelled, Control, Progress, Status, StepLoop

A004003 = (
    1, 2, 36, 6728, 12988816, 258584046368, 53060477521960000, 112202208776036178000000,
    2444888770250892795802079170816, 548943583215388338077567813208427340288,
)  # fmt: skip
"""Domino tilings of the square with side 2n."""

A099390 = {
    (1, 7): 0, (1, 8): 1, (2, 7): 21, (2, 8): 34, (3, 4): 11, (3, 6): 41, (3, 8): 153, (3, 7): 0,
    (4, 5): 95, (4, 6): 281, (4, 7): 781, (4, 8): 2245, (5, 6): 1183, (5, 8): 14824, (6, 7): 31529,
    (6, 8): 167089, (7, 8): 1292697, (8, 9): 108435745, (8, 10): 1031151241,
}  # fmt: skip
"""Domino tilings of the m x n rectangle."""


def tilings(cells: Iterable[Cell]) -> int:
    return count_matchings(matching_problem(*board_graph(cells)))


@cache
def fillings(width: int) -> dict[int, tuple[int, ...]]:
    """For the cells of a line that are taken from the line above: the cells that it takes below."""

    def ways(taken: int, x: int) -> list[int]:
        if x == width:
            return [0]
        if taken >> x & 1:
            return ways(taken, x + 1)
        below = [mask | 1 << x for mask in ways(taken, x + 1)]
        flat = ways(taken | 1 << (x + 1), x + 2) if x + 1 < width and not taken >> (x + 1) & 1 else []
        return below + flat

    return {taken: tuple(ways(taken, 0)) for taken in range(1 << width)}


def transfer(width: int, height: int) -> int:
    """Domino tilings of a rectangle by transfer matrices, line after line."""
    table = Counter({0: 1})
    for _ in range(height):
        after: Counter[int] = Counter()
        for taken, ways in table.items():
            for below in fillings(width)[taken]:
                after[below] += ways
        table = after
    return table[0]


def test_squares() -> None:
    for half, expected in enumerate(A004003):
        assert tilings(rectangle_cells(2 * half, 2 * half)) == expected


@pytest.mark.parametrize(("sides", "expected"), A099390.items())
def test_rectangles_of_the_literature(sides: tuple[int, int], expected: int) -> None:
    width, height = sides
    assert tilings(rectangle_cells(width, height)) == expected
    assert tilings(rectangle_cells(height, width)) == expected


@pytest.mark.parametrize("sides", [(2, 300), (3, 80), (5, 64), (7, 40), (8, 101), (9, 30), (10, 35)])
def test_rectangles_by_transfer_matrices(sides: tuple[int, int]) -> None:
    assert tilings(rectangle_cells(*sides)) == transfer(*sides)


def test_large_squares_are_powers_of_two_times_odd_squares() -> None:
    # With side 2n the number is 2^n times the square of an odd number (A065072).
    for half in (16, 40):
        odd_square, rest = divmod(tilings(rectangle_cells(2 * half, 2 * half)), 2**half)
        assert rest == 0
        root = isqrt(odd_square)
        assert root * root == odd_square and root % 2 == 1


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5, 8, 13, 20])
def test_aztec_diamonds(order: int) -> None:
    span = range(-order, order)
    diamond = [(x, y) for x in span for y in span if abs(2 * x + 1) + abs(2 * y + 1) <= 2 * order]
    assert tilings(diamond) == 2 ** (order * (order + 1) // 2)


def test_mutilated_chessboards() -> None:
    cells = set(rectangle_cells(8, 8))
    assert tilings(cells - {(0, 0), (7, 7)}) == 0
    for x, y in ((1, 0), (3, 0), (4, 7), (7, 6), (3, 4)):  # Gomory: one of each colour
        pairs = cells - {(0, 0), (x, y)}
        assert tilings(pairs) == matchings(*board_graph(pairs)) > 0


RINGS = """
##########
#........#
#.######.#
#.#....#.#
#.#.##.#.#
#.#.##.#.#
#.#....#.#
#.######.#
#........#
##########
"""

HOLED: dict[str, tuple[str, int | None]] = {
    "a ring": ("#### #..# #..# ####", 2),
    "a ring with a board inside": ("######## #......# #.####.# #.####.# #......# ########", 2 * 5),
    "rings in rings": (RINGS, 2**3),
    "a hole of one cell, twice": ("######## #.###### ######## ######## ######.# ########", None),
    "holes that meet at a corner": ("###### #.#### ##.### ###### ###### ######", None),
    "a hole around an odd board": ("##### #...# #.#.# #...# #####", 0),
    "a hole of two cells with a pillar": ("####### ##...## ##.#.## ##...## #######", 0),
    "two rooms joined by a corridor": ("####....#### #.########.# ####....####", None),
    "a cut vertex": ("##... ##... .#### ..#.# ..###", None),
    "two squares at a corner": ("##.. ##.. ..## ..##", 4),
}


@pytest.mark.parametrize("name", HOLED)
def test_boards_with_holes(name: str) -> None:
    text, expected = HOLED[name]
    cells = drawn(text)
    counted = matchings(*board_graph(cells))
    assert expected is None or counted == expected
    assert tilings(cells) == counted


def test_a_determinant_that_is_zero() -> None:
    # The left room has a black cell too many and the right one a white cell; the corridor starts at
    # white cells and ends at black ones, so it only makes things worse.
    cells = drawn("###..### ######## ###..###")
    assert sum((-1) ** (x + y) for x, y in cells) == 0
    assert tilings(cells) == matchings(*board_graph(cells)) == 0


def test_many_components_and_an_empty_board() -> None:
    squares = [(3 * k + x, y) for k in range(40) for x in range(2) for y in range(2)]
    assert tilings(squares) == 2**40
    assert tilings([]) == 1
    assert tilings([(0, 0)]) == 0
    assert tilings([(0, 0), (0, 1)]) == 1
    assert tilings([(0, k) for k in range(20_000)]) == 1
    assert tilings([(0, 0), (0, 1), (5, 5)]) == 0


@given(st.integers(1, 7), st.integers(1, 7), st.data())
def test_random_boards(width: int, height: int, data: st.DataObject) -> None:
    cells = set(rectangle_cells(width, height))
    cells -= data.draw(st.sets(st.sampled_from(sorted(cells)), max_size=len(cells) // 3))
    assert tilings(cells) == matchings(*board_graph(cells))


def random_planar(data: st.DataObject, steps: Sequence[Cell]) -> tuple[int, list[Edge]]:
    """Part of a grid with further steps that do not cross, edges taken away, doubled and renumbered."""
    width, height = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5))
    cells = rectangle_cells(width, height)
    kept = set(cells) - data.draw(st.sets(st.sampled_from(cells), max_size=len(cells) // 4))
    vertices, edges = board_graph(kept, steps)
    if edges:
        gone = data.draw(st.sets(st.sampled_from(edges), max_size=len(edges) // 4))
        more = data.draw(st.lists(st.sampled_from(edges), max_size=6))
        edges = [edge for edge in edges if edge not in gone] + more
    name = data.draw(st.permutations(range(vertices)))
    return vertices, [(name[u], name[v]) for u, v in edges]


@pytest.mark.parametrize(
    "steps",
    [((1, 0), (0, 1)), ((1, 0), (0, 1), (1, 1)), ((1, 0), (0, 1), (1, -1)), ((0, 1), (1, 1), (1, 0), (2, 1))],
    ids=["square", "triangles", "other triangles", "with longer steps"],
)
@given(st.data())
def test_random_graphs(steps: Sequence[Cell], data: st.DataObject) -> None:
    vertices, edges = random_planar(data, steps)
    problem = matching_problem(vertices, edges)
    if len(steps) < 4 or not unsupported(problem):
        assert count_matchings(problem) == matchings(vertices, edges)


@given(st.data())
def test_random_triangulations(data: st.DataObject) -> None:
    """Vertices put into faces one after another, then edges taken away: planar, and seldom bipartite."""
    faces = [(0, 1, 2), (0, 1, 2)]
    edges = [(0, 1), (0, 2), (1, 2)]
    vertices = data.draw(st.integers(3, 14))
    for new in range(3, vertices):
        a, b, c = faces.pop(data.draw(st.integers(0, len(faces) - 1)))
        faces += [(a, b, new), (a, c, new), (b, c, new)]
        edges += [(a, new), (b, new), (c, new)]
    gone = data.draw(st.sets(st.sampled_from(edges), max_size=len(edges) // 2))
    kept = [edge for edge in edges if edge not in gone]
    assert count_matchings(matching_problem(vertices, kept)) == matchings(vertices, kept)


def test_graphs_with_odd_cycles_of_the_literature() -> None:
    def ring(n: int, first: int = 0) -> list[Edge]:
        return [(first + k, first + (k + 1) % n) for k in range(n)]

    prism = ring(3) + ring(3, 3) + [(k, k + 3) for k in range(3)]
    octahedron = [e for e in combinations(range(6), 2) if sum(e) != 5]
    dodecahedron = (
        ring(5) + [(k, k + 5) for k in range(5)] + [(k + 5, k + 10) for k in range(5)]
        + [(10 + k, 5 + (k + 1) % 5) for k in range(5)] + [(k + 10, k + 15) for k in range(5)] + ring(5, 15)
    )  # fmt: skip
    for vertices, edges, expected in (
        (4, list(combinations(range(4), 2)), 3),
        (6, prism, 4),
        (6, octahedron, 8),
        (20, dodecahedron, 36),
    ):
        assert count_matchings(matching_problem(vertices, edges)) == expected


def test_parallel_options_count_each() -> None:
    assert count_matchings(matching_problem(2, [(0, 1)] * 7)) == 7
    square = [(0, 1)] * 2 + [(1, 2)] * 3 + [(2, 3)] * 5 + [(0, 3)] * 7
    assert count_matchings(matching_problem(4, square)) == 2 * 5 + 3 * 7
    vertices, edges = board_graph(rectangle_cells(6, 6))
    assert count_matchings(matching_problem(vertices, edges * 2)) == 6728 * 2**18
    assert count_matchings(matching_problem(4, [*combinations(range(4), 2)] * 10)) == 300


def test_what_is_not_planar_is_refused_in_a_sentence() -> None:
    k33 = [(u, v) for u in range(3) for v in range(3, 6)]
    k6 = list(combinations(range(6), 2))
    vertices, edges = board_graph(rectangle_cells(4, 4), ((1, 0), (0, 1), (1, 1), (1, -1)))
    for problem in (matching_problem(6, k33), matching_problem(6, k6), matching_problem(vertices, edges)):
        assert "drawn in the plane" in unsupported(problem)
        with pytest.raises(UnsupportedError, match="drawn in the plane"):
            count_matchings(problem)
    assert unsupported(matching_problem(6, k33[:-1])) == ""
    assert count_matchings(matching_problem(6, k33[:-1])) == matchings(6, k33[:-1])
    # What hangs on K(3,3) by a leaf is planar once the leaf is matched; an odd graph has no matching.
    assert count_matchings(matching_problem(7, [*k33, (0, 6)])) == 0
    assert count_matchings(matching_problem(8, [*k33, (0, 6), (3, 7)])) == 2


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_and_steps_change_nothing(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = rectangle_cells(60, 60)
    expected = tilings(cells)
    monkeypatch.setattr(counting, "STEP_COST", 500.0)
    monkeypatch.setattr(stepping, "STEP_SECONDS", 0.0)
    monkeypatch.setattr(stepping, "PROGRESS_SECONDS", 0.0)
    seen: list[Progress] = []
    vertices, edges = board_graph(cells)
    count = count_matchings(
        matching_problem(vertices, edges), threads=threads, loop=StepLoop(Control(on_progress=seen.append))
    )
    assert count == expected
    shares = [progress.share for progress in seen]  # none if the threads are done before the first look
    assert shares == sorted(shares) and all(0 <= share <= 1 for share in shares)


def test_cancellation_stops_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "STEP_COST", 100.0)
    monkeypatch.setattr(stepping, "STEP_SECONDS", 0.0)
    monkeypatch.setattr(stepping, "PROGRESS_SECONDS", 0.0)
    before = threading.active_count()
    vertices, edges = board_graph(rectangle_cells(60, 60))
    cancel = threading.Event()
    loop = StepLoop(Control(on_progress=lambda progress: cancel.set(), cancel=cancel))
    with pytest.raises(Cancelled) as caught:
        count_matchings(matching_problem(vertices, edges), loop=loop)
    assert caught.value.status is Status.CANCELLED and caught.value.share < 1
    assert threading.active_count() == before


class FalseResidue:
    """A core that is wrong modulo each prime but the first."""

    def __init__(self, sweep: _core.DeterminantSweep, prime: int) -> None:
        self._true = TRUE_RESIDUE(sweep, prime)
        self._off = prime != _core.primes(0, 1)[0]

    def advance(self, budget: float) -> bool:
        return self._true.advance(budget)

    @property
    def value(self) -> int:
        return self._true.value ^ self._off


TRUE_RESIDUE = _core.DeterminantResidue


def test_wrong_residues_are_noticed_and_faults_of_threads_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    vertices, edges = board_graph(rectangle_cells(6, 6))
    problem = matching_problem(vertices, edges)
    monkeypatch.setattr(_core, "DeterminantResidue", FalseResidue)
    with pytest.raises(ArithmeticError):
        count_matchings(problem)
    monkeypatch.setattr(_core, "DeterminantResidue", lambda sweep, prime: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        count_matchings(problem)
    with pytest.raises(ValueError, match="at least one thread"):
        count_matchings(problem, threads=0)


@given(st.integers(1, 12), st.data())
def test_remainders_give_the_number_back(many: int, data: st.DataObject) -> None:
    primes = _core.primes(0, many)
    half = prod(primes) // 2
    number = data.draw(st.integers(-half, half))
    assert symmetric_remainder([number % p for p in primes], primes) == number
