"""Kasteleyn's determinants against matchings counted one by one, transfer matrices, and the literature."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, count, islice
from math import isqrt, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzle_cases import piece, rectangle
from tilewright import _core
from tilewright.cover import CoverProblem, to_cover
from tilewright.engines import kasteleyn, reference
from tilewright.engines.kasteleyn import count_matchings, symmetric_remainder, unsupported
from tilewright.errors import UnsupportedError
from tilewright.puzzle import Board, Puzzle

Cell = tuple[int, int]
Edge = tuple[int, int]

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


def matching_problem(vertices: int, edges: Iterable[Edge]) -> CoverProblem:
    return CoverProblem(
        tuple(f"v{k}" for k in range(vertices)),
        ((1, 1),) * vertices,
        tuple(((u, 0), (v, 0)) for u, v in edges),
    )


def board_graph(cells: Iterable[Cell], steps: Sequence[Cell] = ((1, 0), (0, 1))) -> tuple[int, list[Edge]]:
    place = {cell: k for k, cell in enumerate(sorted(cells))}
    edges = [
        (k, place[x + dx, y + dy])
        for (x, y), k in place.items()
        for dx, dy in steps
        if (x + dx, y + dy) in place
    ]
    return len(place), edges


def tilings(cells: Iterable[Cell]) -> int:
    return count_matchings(matching_problem(*board_graph(cells)))


def drawn(text: str) -> list[Cell]:
    return [(x, y) for y, line in enumerate(text.split()) for x, mark in enumerate(line) if mark == "#"]


def rectangle_cells(width: int, height: int) -> list[Cell]:
    return [(x, y) for x in range(width) for y in range(height)]


def matchings(vertices: int, edges: Iterable[Edge]) -> int:
    """Perfect matchings, the least vertex first; sets of matched vertices are met once."""
    later: list[Counter[int]] = [Counter() for _ in range(vertices)]
    for u, v in edges:
        later[min(u, v)][max(u, v)] += 1
    table = Counter({0: 1})  # matched vertices -> ways
    for u in range(vertices):
        after: Counter[int] = Counter()
        for matched, ways in table.items():
            if matched >> u & 1:
                after[matched] += ways
                continue
            for v, weight in later[u].items():
                if not matched >> v & 1:
                    after[matched | 1 << u | 1 << v] += ways * weight
        table = after
    return sum(table.values())


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
        held = cells - {(0, 0), (x, y)}
        assert tilings(held) == matchings(*board_graph(held)) > 0


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


def test_what_is_no_matching_is_refused_in_a_sentence() -> None:
    single = CoverProblem(("a", "b"), ((1, 1), (1, 1)), (((0, 0), (1, 0)), ((0, 0),)))
    assert unsupported(single) == "it takes options that cover two items each, and option 1 covers 1"
    triple = CoverProblem(("a", "b", "c"), ((1, 1),) * 3, (((0, 0), (1, 0), (2, 0)),))
    assert unsupported(triple) == "it takes options that cover two items each, and option 0 covers 3"
    twice = CoverProblem(("a", "b"), ((1, 1), (2, 2)), (((0, 0), (1, 0)),))
    assert "b is to be covered 2 times" in unsupported(twice)
    loose = CoverProblem(("a", "b"), ((1, 1), (0, 1)), (((0, 0), (1, 0)),))
    assert "b is to be covered 0 to 1 times" in unsupported(loose)
    optional = CoverProblem(("a", "b", "c"), ((1, 1), (1, 1)), (((0, 0), (2, 0)), ((1, 0), (2, 0))))
    assert unsupported(optional) == "it takes no items that may stay uncovered, and c may"
    with pytest.raises(UnsupportedError, match="kasteleyn cannot count this: it takes no items that may"):
        count_matchings(optional)


def test_items_that_nothing_covers() -> None:
    assert count_matchings(CoverProblem(("a",), ((1, 1),), ())) == 0
    assert count_matchings(CoverProblem(("a", "b", "c"), ((1, 1),) * 3, (((0, 0), (1, 0)),))) == 0
    assert count_matchings(CoverProblem(("a",), ((0, 3),), ())) == 1
    assert count_matchings(CoverProblem((), (), ())) == 1


def test_secondary_items_that_cannot_clash() -> None:
    options = (((0, 0), (1, 0), (4, 0)), ((2, 0), (3, 0), (5, 2)), ((1, 0), (2, 0), (5, 2)), ((0, 0), (3, 0)))
    problem = CoverProblem(("a", "b", "c", "d", "x", "y"), ((1, 1),) * 4, options)
    assert count_matchings(problem) == len(list(reference.solutions(problem))) == 2


uses = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 2)), min_size=1, max_size=3, unique_by=lambda u: u[0]
)


@st.composite
def cover_problems(draw: st.DrawFn) -> CoverProblem:
    """Small problems, most options with two items, some with more, some items covered oddly."""
    bounds = [(1, 1)] * 6
    if draw(st.integers(0, 3)) == 0:
        bounds[draw(st.integers(0, 5))] = draw(st.sampled_from([(0, 1), (2, 2), (1, 2), (0, 0)]))
    pairs = st.lists(st.integers(0, 5), min_size=2, max_size=2, unique=True).map(
        lambda p: [(i, 0) for i in p]
    )
    mixed = uses.map(lambda u: [(i, c if i >= 6 else 0) for i, c in u])
    odd = draw(st.integers(0, 2)) == 0
    options = [
        tuple(option)
        for option in draw(st.lists(pairs | mixed if odd else pairs, max_size=10))
        if any(item < 6 for item, _ in option)
    ]
    return CoverProblem(tuple("abcdefgh"), tuple(bounds), tuple(options))


@settings(max_examples=400)
@given(cover_problems(), st.data())
def test_prefixes_and_odd_problems_against_the_reference(problem: CoverProblem, data: st.DataObject) -> None:
    prefix: tuple[int, ...] = ()
    if problem.options:
        some = data.draw(st.lists(st.integers(0, len(problem.options) - 1), max_size=3, unique=True))
        prefix = tuple(~o if data.draw(st.booleans()) else o for o in some)
    if not unsupported(problem, prefix):
        assert count_matchings(problem, prefix) == len(list(reference.solutions(problem, prefix)))


def test_forced_options() -> None:
    vertices, edges = board_graph(rectangle_cells(8, 8))
    problem = matching_problem(vertices, edges)
    first, last = 0, len(edges) - 1
    held = [cell for k, cell in enumerate(rectangle_cells(8, 8)) if k not in {*edges[first], *edges[last]}]
    assert count_matchings(problem, (first, last)) == matchings(*board_graph(held)) > 0
    both = [count_matchings(problem, (o,)) + count_matchings(problem, (~o,)) for o in (3, 50)]
    assert both == [12988816, 12988816]
    clash = next(k for k, edge in enumerate(edges) if k and set(edge) & set(edges[0]))
    assert count_matchings(problem, (0, clash)) == 0
    assert count_matchings(problem, (0, ~0)) == 0


def test_a_prefix_may_make_a_problem_fit() -> None:
    board = rectangle(5, 4)
    puzzle = Puzzle(board, (piece("domino", "##", (0, 10)), piece("square", "## ##", 1)))
    cover = to_cover(puzzle)
    assert unsupported(cover.problem)
    squares = [o for o, p in enumerate(cover.placements) if p.piece == "square"]
    for square in squares:
        assert unsupported(cover.problem, (square,)) == ""
    together = sum(count_matchings(cover.problem, (square,)) for square in squares)
    assert together == len(list(reference.solutions(cover.problem)))


def test_a_puzzle_with_a_forced_placement() -> None:
    cells = rectangle(6, 5).required
    plain = to_cover(Puzzle(Board.of(cells), (piece("domino", "##", (0, 15)),)))
    forced = Board(plain.puzzle.board.required, (), plain.puzzle.board.colours, (plain.placements[4],))
    cover = to_cover(Puzzle(forced, (piece("domino", "##", (0, 15)),)))
    assert 0 < count_matchings(cover.problem, cover.forced) < count_matchings(cover.problem) == 1183


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_and_slices_change_nothing(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kasteleyn, "SLICE", 500.0)
    monkeypatch.setattr(kasteleyn, "BEAT", 0.001)
    shares: list[float] = []
    cells = rectangle_cells(16, 16)
    vertices, edges = board_graph(cells)
    found = count_matchings(matching_problem(vertices, edges), threads=threads, heed=shares.append)
    assert found == A004003[8]
    assert shares and shares == sorted(shares) and 0 <= shares[0] <= shares[-1] <= 1


def test_what_heed_raises_stops_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    class StopError(Exception):
        pass

    def heed(share: float) -> None:
        if next(calls) > 3:
            raise StopError(share)

    monkeypatch.setattr(kasteleyn, "SLICE", 100.0)
    monkeypatch.setattr(kasteleyn, "BEAT", 0.001)
    calls = count()
    before = threading.active_count()
    vertices, edges = board_graph(rectangle_cells(60, 60))
    with pytest.raises(StopError) as caught:
        count_matchings(matching_problem(vertices, edges), heed=heed)
    assert caught.value.args[0] < 1
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


def is_prime(n: int) -> bool:
    return n > 1 and all(n % k for k in range(2, int(n**0.5) + 1))


def test_primes() -> None:
    below = (n for n in range(2**31 - 1, 0, -2) if is_prime(n))
    expected = list(islice(below, 6))
    assert _core.primes(0, 6) == expected
    assert _core.primes(2, 3) == expected[2:5]
    assert _core.primes(0, 0) == []


@given(st.integers(1, 12), st.data())
def test_remainders_give_the_number_back(many: int, data: st.DataObject) -> None:
    primes = _core.primes(0, many)
    half = prod(primes) // 2
    number = data.draw(st.integers(-half, half))
    assert symmetric_remainder([number % p for p in primes], primes) == number


def determinant(size: int, entries: Sequence[tuple[int, int, int]]) -> int:
    """By Laplace's expansion along the first row, sets of columns met once."""
    table = Counter({0: 1})
    for row in range(size):
        after: Counter[int] = Counter()
        for r, column, value in entries:
            if r != row:
                continue
            for taken, total in table.items():
                if not taken >> column & 1:
                    sign = (-1) ** (taken >> column).bit_count()
                    after[taken | 1 << column] += sign * value * total
        table = after
    return table[(1 << size) - 1]


@pytest.mark.parametrize("vectors", ["", "baseline"])
@given(st.integers(0, 7), st.data())
def test_determinants_of_any_sparse_matrix(vectors: str, size: int, data: st.DataObject) -> None:
    values = st.integers(-3, 3).filter(bool)
    entries = [
        (row, column, data.draw(values))
        for row in range(size)
        for column in sorted(data.draw(st.sets(st.integers(0, size - 1), max_size=4)))
    ]
    for prime in _core.primes(5, 2):
        residue = _core.DeterminantResidue(_core.DeterminantSweep(size, entries), prime, vectors)
        while not residue.advance(40):
            with pytest.raises(RuntimeError):
                _ = residue.value
        assert residue.value == determinant(size, entries) % prime


@pytest.mark.parametrize(
    "entries", [[(0, 2, 1)], [(-1, 0, 1)], [(0, 0, 0)], [(0, 1, 1), (0, 1, 2)], [(0, 0, 2**30 + 1)]]
)
def test_bad_matrices(entries: list[tuple[int, int, int]]) -> None:
    with pytest.raises(ValueError):
        _core.DeterminantSweep(2, entries)


def test_bad_moduli_and_edges() -> None:
    sweep = _core.DeterminantSweep(1, [(0, 0, 1)])
    for prime in (2, 7, 2**30 + 1, 2**31 - 3, 2**32 - 5):
        with pytest.raises(ValueError):
            _core.DeterminantResidue(sweep, prime)
    with pytest.raises(ValueError):
        _core.DeterminantResidue(sweep, 2**31 - 1, "avx1024")
    for edges in ([(0, 0)], [(0, 1), (1, 0)], [(0, 2)], [(-1, 0)]):
        with pytest.raises(ValueError):
            _core.pfaffian_signs(2, edges)
