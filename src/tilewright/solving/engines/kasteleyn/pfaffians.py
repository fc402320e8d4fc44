"""Perfect matchings of graphs on rectangles whose opposite sides are joined, as sums of Pfaffians.

On the torus and the Klein bottle these are four Pfaffians, on the Moebius strip two (P. W. Kasteleyn, The
statistics of dimers on a lattice, 1961; W. T. Lu and F. Y. Wu, Dimer statistics on the Moebius strip and the
Klein bottle, 1999; G. Tesler, Matchings in graphs on non-orientable surfaces, 2000). The proof here is short
and needs no orientation of faces, so cells may be missing anywhere.

Number the vertices 1, 2, ... and let A be the skew matrix with +w in row i and column j > i for an edge of
weight w. By definition, Pf A is the sum over perfect matchings M of w(M) (-1)^k(M), where k(M) is the number
of crossings among the edges of M when the vertices stand on a line, in order, and edges are arcs on one side.

Draw the rectangle in the plane, its rows from below upwards and tilted a little, so that the heights of the
cells are in the order of their numbers, row by row. With the arcs far to the right this drawing has the
crossings k. Moving an arc to another course changes its crossings with the other edges of M by the number of
vertices that it passes, modulo 2, since each other vertex has one edge of M. So a sign of -1 for each vertex
passed, put on the edge, turns k into the number of crossings of any drawing D. Here D has straight edges
between neighbours in the rectangle. Passed are:

- by an edge between neighbours in a row: nothing;
- by an edge up to the next row, the cells to the right of its lower end in the row of that end;
- by an edge across, which leaves at the right, goes over the top, and comes back from the left to its other
  end v, all cells after v in the order (but its own ends);
- by an edge down, which leaves at the top, goes round at the right, and comes back from below, the cells to
  the right of its upper end in the last row (but its own ends).

In D edges cross only outside the rectangle, and there the parity is that of their ends around it: each edge
across crosses each edge down once. Two edges across cross once if that join is reversed, else not at all;
likewise two edges down. With a edges across and b down, D has f(a, b) = ab + [C(a, 2)] + [C(b, 2)] crossings,
modulo 2, where a bracket counts if its join is reversed. (-1)^f depends on a and b modulo 4, so it is the sum
of c(s, t) i^(sa + tb) over s and t modulo 4. Hence the number of perfect matchings is the sum of
c(s, t) Pf A(i^s, i^t), where the edges across are weighted by the first number and those down by the second.
No |c| exceeds 1, as each is a mean of numbers of absolute value 1.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isqrt, prod

from tilewright import _core
from tilewright.model.layout import Join, JoinedRectangle
from tilewright.solving.engines.kasteleyn.determinants import Graph

Place = tuple[int, int]
"""Column, row."""

INSIDE, ACROSS, DOWN = range(3)
"""The kinds of entries: edges inside the rectangle, and those over its joined sides."""


@dataclass(frozen=True)
class PfaffianTerm:
    """A term of the sum: ``coefficient`` is (real, imaginary) in sixteenths, ``powers`` are s and t."""

    coefficient: tuple[int, int]
    powers: tuple[int, int]


@dataclass(frozen=True)
class PfaffianSum:
    """The weighted number of perfect matchings: the sum of the terms, negated where ``is_negative``.

    ``matrix`` has the rows in the order of elimination. The number is at most ``bound``.
    """

    matrix: _core.SkewMatrix
    terms: tuple[PfaffianTerm, ...]
    is_negative: bool
    bound: int

    @cached_property
    def cost(self) -> float:
        """What the sum takes modulo one prime, in additions, about."""
        return self.matrix.cost * len(self.terms)

    def residue(self, prime: int) -> PfaffianSumResidue:
        """The sum modulo a prime that is 1 modulo 4."""
        return PfaffianSumResidue(self, prime)


class PfaffianSumResidue:
    """The sum of Pfaffians modulo a prime, made step by step."""

    def __init__(self, of: PfaffianSum, prime: int) -> None:
        self.value = 0
        self._of, self._prime = of, prime
        self._root = square_root_of_minus_one(prime)
        self._next = 0
        self._begin()

    def _begin(self) -> None:
        s, t = self._of.terms[self._next].powers
        factors = [1, pow(self._root, s, self._prime), pow(self._root, t, self._prime)]
        self._pfaffian = _core.PfaffianResidue(self._of.matrix, self._prime, factors)

    def advance(self, budget: float) -> bool:
        """Go on for about so many additions; True once ``value`` is the sum."""
        if not self._pfaffian.advance(budget):
            return False
        real, imaginary = self._of.terms[self._next].coefficient
        self.value += (real + imaginary * self._root) * self._pfaffian.value
        self._next += 1
        if self._next < len(self._of.terms):
            self._begin()
            return False
        self.value = self.value * pow(-16 if self._of.is_negative else 16, -1, self._prime) % self._prime
        return True


def square_root_of_minus_one(prime: int) -> int:
    """A number whose square is -1 modulo a prime that is 1 modulo 4."""
    for base in range(2, prime):
        root = pow(base, (prime - 1) // 4, prime)
        if root * root % prime == prime - 1:
            return root
    raise ValueError(f"{prime} is no prime that is 1 modulo 4")


def pfaffian_sum(graph: Graph, layout: JoinedRectangle) -> PfaffianSum | str:
    """The Pfaffians that count the perfect matchings of a graph on a rectangle with joined sides.

    A sentence where an edge joins no neighbours there.
    """
    places = [layout.places[item] for item in graph.items if item < len(layout.places)]
    cells = [place for place in places if place is not None]
    if len(set(cells)) < len(graph.items):
        return "it accepts only items that are cells, each in a place of its own"
    numbered = sorted(range(graph.vertices), key=lambda vertex: cells[vertex][::-1])
    rank = {vertex: k for k, vertex in enumerate(numbered)}
    passed = _Passed(layout, cells, rank)
    edges: list[tuple[int, int, int, int]] = []
    for (u, v), weight in graph.weights.items():
        kind, is_odd = passed.course(u, v)
        if kind < 0:
            return f"it accepts only options of neighbours, and {cells[u]} and {cells[v]} are not"
        first, last = sorted((u, v), key=rank.__getitem__)
        edges.append((first, last, -weight if is_odd else weight, kind))

    joins = Counter(kind for *_, kind in edges)
    terms = _terms(
        layout.across if joins[ACROSS] else Join.OPEN,
        layout.down if joins[DOWN] else Join.OPEN,
    )
    matrix, order = min(
        (_matrix(edges, order) for order in _orders(layout, cells)), key=lambda pair: pair[0].cost
    )
    squares = [0] * graph.vertices
    for (u, v), weight in graph.weights.items():
        squares[u] += weight * weight
        squares[v] += weight * weight
    # Hadamard's inequality bounds the determinants, which are the squares of the Pfaffians.
    determinant = isqrt(prod(square**times for square, times in Counter(squares).items())) + 1
    is_odd = _is_odd([rank[vertex] for vertex in order])
    return PfaffianSum(matrix, terms, is_odd, len(terms) * (isqrt(determinant) + 1))


class _Passed:
    """The courses of edges in the drawing, and whether they pass an odd number of vertices."""

    def __init__(self, layout: JoinedRectangle, places: Sequence[Place], rank: dict[int, int]) -> None:
        self._layout, self._places, self._rank = layout, places, rank
        self._row_end: dict[int, int] = defaultdict(int)  # how many vertices a row and those before it have
        for vertex, (_, y) in enumerate(places):
            self._row_end[y] = max(self._row_end[y], rank[vertex] + 1)

    def course(self, u: int, v: int) -> tuple[int, bool]:
        """The kind of an edge, and whether it passes an odd number of vertices; -1 for no edge."""
        (x, y), (x2, y2) = self._places[u], self._places[v]
        if abs(x - x2) + abs(y - y2) == 1:
            lower = u if y < y2 else v
            return INSIDE, y != y2 and bool(self._right_of(lower) % 2)
        for top, bottom, kind in ((u, v, ACROSS), (v, u, ACROSS), (u, v, DOWN), (v, u, DOWN)):
            if self._joined(self._places[top], self._places[bottom], kind):
                if kind == ACROSS:
                    after = len(self._places) - 1 - self._rank[bottom]
                    return kind, bool((after - (self._rank[top] > self._rank[bottom])) % 2)
                own = self._places[top][1] == self._places[bottom][1]
                own = own and self._rank[bottom] > self._rank[top]
                return kind, bool((self._right_of(top) - own) % 2)
        return -1, False

    def _right_of(self, vertex: int) -> int:
        """How many vertices lie to the right of one in its row."""
        return self._row_end[self._places[vertex][1]] - 1 - self._rank[vertex]

    def _joined(self, leaving: Place, entering: Place, kind: int) -> bool:
        """Whether an edge may leave at the right or top and come back from the other side."""
        layout, (x, y), (x2, y2) = self._layout, leaving, entering
        if kind == ACROSS:
            expected = {Join.PLAIN: y, Join.REVERSED: layout.height - 1 - y}.get(layout.across)
            return (x, x2, y2) == (layout.width - 1, 0, expected)
        expected = {Join.PLAIN: x, Join.REVERSED: layout.width - 1 - x}.get(layout.down)
        return (y, y2, x2) == (layout.height - 1, 0, expected)


def _terms(across: Join, down: Join) -> tuple[PfaffianTerm, ...]:
    """The coefficients c(s, t) that are not zero, by the inverse of the finite Fourier transform."""
    units = ((1, 0), (0, 1), (-1, 0), (0, -1))
    span = {Join.OPEN: range(1), Join.PLAIN: range(4), Join.REVERSED: range(4)}
    scale = 16 // (len(span[across]) * len(span[down]))
    terms = []
    for s in span[across]:
        for t in span[down]:
            real = imaginary = 0
            for a in span[across]:
                for b in span[down]:
                    crossings = a * b
                    crossings += a * (a - 1) // 2 if across is Join.REVERSED else 0
                    crossings += b * (b - 1) // 2 if down is Join.REVERSED else 0
                    unit = units[-(s * a + t * b) % 4]
                    sign = -scale if crossings % 2 else scale
                    real, imaginary = real + sign * unit[0], imaginary + sign * unit[1]
            if real or imaginary:
                terms.append(PfaffianTerm((real, imaginary), (s, t)))
    return tuple(terms)


def _orders(layout: JoinedRectangle, places: Sequence[Place]) -> list[list[int]]:
    """Orders of elimination, by columns and by rows, from both ends at once where ends are joined."""

    def folded(size: int, *, is_folded: bool) -> Callable[[int], int]:
        return (lambda k: 2 * min(k, size - 1 - k) + (2 * k >= size)) if is_folded else lambda k: k

    is_across, is_down = layout.across is not Join.OPEN, layout.down is not Join.OPEN
    column = folded(layout.width, is_folded=is_across or layout.down is Join.REVERSED)
    row = folded(layout.height, is_folded=is_down or layout.across is Join.REVERSED)
    cells = [(column(x), row(y)) for x, y in places]
    return [
        sorted(range(len(places)), key=lambda vertex: cells[vertex]),
        sorted(range(len(places)), key=lambda vertex: cells[vertex][::-1]),
    ]


def _matrix(
    edges: Sequence[tuple[int, int, int, int]], order: list[int]
) -> tuple[_core.SkewMatrix, list[int]]:
    line = {vertex: k for k, vertex in enumerate(order)}
    entries = [
        (line[u], line[v], value, kind) if line[u] < line[v] else (line[v], line[u], -value, kind)
        for u, v, value, kind in edges
    ]
    return _core.SkewMatrix(len(order), entries), order


def _is_odd(permutation: Sequence[int]) -> bool:
    """Whether a permutation is made of an odd number of exchanges."""
    seen = [False] * len(permutation)
    cycles = 0
    for start in range(len(permutation)):
        cycles += not seen[start]
        while not seen[start]:
            seen[start] = True
            start = permutation[start]
    return bool((len(permutation) - cycles) % 2)
