"""Isohedral tilings of the plane by one polyform, by the boundary criteria of Heesch and Kienzle.

A polyform without holes tiles isohedrally if and only if its boundary is a product of arcs in one of nine
ways, in which arcs may be empty. T arcs are translates of each other, C arcs are carried to themselves by a
half turn, C3, C4 and C6 arcs to the next one by a third, quarter or sixth of a turn about the point between
them, G arcs to each other by a glide reflection:

    TTTTTT (translations alone: Beauquier and Nivat), TCCTCC (half turns: Conway), TCCTGG, TG1G1TG2G2,
    TG1G2TG2G1, CG1CG2G1G2, C3C3C3C3C3C3, CC4C4C4C4, CC3C3C6C6

The isometries that carry arcs to each other generate the group of the tiling. A factorisation that is not
right for its type gives a group that does not tile, so each group is tried: what is returned is a tiling.

B. Grünbaum and G. C. Shephard, Tilings and Patterns, Freeman 1987, chapter 6.
S. Langerman and A. Winslow, A quasilinear-time algorithm for tiling the plane isohedrally with a polyomino,
Symposium on Computational Geometry 2016.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from tilewright.model.lattices import Lattice
from tilewright.model.lattices.lattice import subtract
from tilewright.model.pieces.polyforms import Shape
from tilewright.polyforms.boundary import DIRECTIONS, HALF, Edge, boundary_of, turns_of
from tilewright.polyforms.integer_matrices import Vector, echelon
from tilewright.polyforms.periodic import ClassMotion, PeriodicLattice
from tilewright.polyforms.tilings import Isometry, PeriodicTiling, TilingClass

THIRD, QUARTER, SIXTH = (DIRECTIONS // k for k in (3, 4, 6))


class Gluing(NamedTuple):
    """The isometry that carries the tile across one side of the boundary to that across another.

    The side ``source`` of the tile is carried to the side ``target``, so that the image of the tile lies
    across it. ``turn`` and ``proper`` say how directions change.
    """

    source: int
    target: int
    proper: bool
    turn: int


Factorisation = tuple[Gluing, ...]


def isohedral_tiling(shape: Shape, lattice: Lattice) -> tuple[TilingClass, PeriodicTiling | None]:
    """The simplest isohedral tiling by a polyform without holes; class ``unknown`` and None if there is none.

    A tiling by translations comes first, then one by translations and half turns, then all others.
    """
    word = BoundaryWord(boundary_of(shape, lattice))
    group = _Groups(shape, word.edges, lattice)
    for name, factorisations in (
        (TilingClass.TRANSLATION, word.by_translations()),
        (TilingClass.HALF_TURN, word.by_half_turns()),
        (TilingClass.ISOHEDRAL, word.by_others()),
    ):
        for factorisation in factorisations:
            tiling = group.tiling(factorisation)
            if tiling is not None:
                return name, tiling
    return TilingClass.UNKNOWN, None


class BoundaryWord:
    """The boundary of a tile, and how it is a product of arcs. Positions are modulo its length."""

    def __init__(self, edges: Sequence[Edge]) -> None:
        self.edges = edges
        self.word = [edge.direction for edge in edges]
        self.length = len(edges)

    @cached_property
    def opposite(self) -> list[list[int]]:
        """By i and j: how long an arc may be that begins at i and whose translate ends before j."""
        return self._matches(lambda i, j: self.word[i] == (self.word[j] + HALF) % DIRECTIONS, -1)

    @cached_property
    def palindrome(self) -> list[list[int]]:
        """By i and j: how long an arc from i on may be, and one that ends before j that is its reverse."""
        return self._matches(lambda i, j: self.word[i] == self.word[j], -1)

    @cached_property
    def glides(self) -> dict[int, list[list[int]]]:
        """By the sum of directions, then by i and j: how long arcs from i and j on may be that are glides."""
        sums = {(a + b) % DIRECTIONS for a in self.word for b in self.word}
        return {
            total: self._matches(lambda i, j, t=total: (self.word[i] + self.word[j]) % DIRECTIONS == t, 1)  # type: ignore[misc]
            for total in sums
        }

    def _matches(self, match: Callable[[int, int], bool], step: int) -> list[list[int]]:
        """By i and j: for how many k from 0 on the places i + k match those from j on, or back before j."""
        n = self.length
        table = [[0] * n for _ in range(n)]
        for i in range(n):
            for j in range(n):
                k = 0
                while k < n and match((i + k) % n, (j + k if step > 0 else j - 1 - k) % n):
                    k += 1
                table[i][j] = k
        return table

    def is_palindrome(self, start: int, length: int) -> bool:
        """Whether a half turn carries an arc to itself."""
        n = self.length
        return self.palindrome[start % n][(start + length) % n] >= (length + 1) // 2

    def centred(self, start: int, length: int) -> Factorisation:
        """A C arc."""
        return (self._gluing(start + length - 1, start, HALF),) if length else ()

    def two_centred(self, start: int, length: int) -> Factorisation | None:
        """Two C arcs, of which one may be empty; None if an arc is no two of them."""
        for first in range(length + 1):
            if self.is_palindrome(start, first) and self.is_palindrome(start + first, length - first):
                return self.centred(start, first) + self.centred(start + first, length - first)
        return None

    def translated(self, start: int, other: int, length: int) -> Factorisation:
        """Two T arcs."""
        return (self._gluing(other + length - 1, start, 0),) if length else ()

    def reflected(self, start: int, other: int, length: int) -> Iterator[Factorisation]:
        """Two G arcs, if they are that."""
        n = self.length
        if not length:
            yield ()
            return
        total = (self.word[start % n] + self.word[other % n]) % DIRECTIONS
        if self.glides[total][start % n][other % n] >= length:
            yield (Gluing(other % n, start % n, proper=False, turn=total),)

    def two_reflected(self, start: int, length: int) -> Iterator[Factorisation]:
        """Two G arcs, one after the other."""
        if length % 2 == 0:
            yield from self.reflected(start, start + length // 2, length // 2)

    def turned(self, start: int, half: int, turn: int) -> Iterator[Factorisation]:
        """Two arcs of ``half`` sides each, the second the first one turned about the point between."""
        n, middle = self.length, start + half
        if not half:
            yield ()
            return
        sign = (self.word[middle % n] - self.word[(middle - 1) % n] - HALF) % DIRECTIONS
        if sign in (turn, DIRECTIONS - turn) and all(
            (self.word[(middle + k) % n] - self.word[(middle - 1 - k) % n] - HALF) % DIRECTIONS == sign
            for k in range(half)
        ):
            yield (Gluing((middle - 1) % n, middle % n, proper=True, turn=sign),)

    def _gluing(self, source: int, target: int, turn: int) -> Gluing:
        return Gluing(source % self.length, target % self.length, proper=True, turn=turn)

    def _pairs(self) -> Iterator[tuple[int, int, int]]:
        """Two T arcs, which may be empty: the starts and the length."""
        n = self.length
        for start in range(n):
            for gap in range(n // 2 + 1):
                yield start, start + gap, 0
            for length in range(1, n // 2 + 1):
                for other in range(start + length, start + n - length + 1):
                    if self.opposite[start][(other + length) % n] >= length:
                        yield start, other, length

    def by_translations(self) -> Iterator[Factorisation]:
        """TTTTTT."""
        n = self.length
        if n % 2:
            return
        half = n // 2
        for start in range(half):
            for first in range(1, half):
                if self.opposite[start][(start + half + first) % n] < first:
                    continue
                for second in range(1, half - first + 1):
                    third = half - first - second
                    cuts = (start, start + first, start + first + second, start + half)
                    if all(self.opposite[a % n][(b + half) % n] >= b - a for a, b in pairwise(cuts) if b > a):
                        yield sum(
                            (
                                self.translated(a, a + half, length)
                                for a, length in zip(cuts, (first, second, third), strict=False)
                            ),
                            (),
                        )

    def by_half_turns(self) -> Iterator[Factorisation]:
        """TCCTCC."""
        n = self.length
        for start, other, length in self._pairs():
            first = self.two_centred(start + length, other - start - length)
            if first is not None:
                second = self.two_centred(other + length, start + n - other - length)
                if second is not None:
                    yield self.translated(start, other, length) + first + second

    def by_others(self) -> Iterator[Factorisation]:
        """All other types, those with turns first."""
        yield from self._by_turns()
        yield from self._by_glides()

    def _by_turns(self) -> Iterator[Factorisation]:
        n = self.length
        if n % 2 == 0:  # C3C3C3C3C3C3
            yield from self._three_turned(range(n), 0, (THIRD, THIRD, THIRD))
        for length in range(n + 1):
            for start in range(n):
                if (n - length) % 2 or not self.is_palindrome(start, length):
                    continue
                rest = start + length
                for turns in ((QUARTER, QUARTER), (THIRD, SIXTH), (SIXTH, THIRD)):
                    half = (n - length) // 2
                    for first in range(half + 1):
                        for a in self.turned(rest, first, turns[0]):
                            for b in self.turned(rest + 2 * first, half - first, turns[1]):
                                yield self.centred(start, length) + a + b

    def _three_turned(self, starts: range, _: int, turns: tuple[int, int, int]) -> Iterator[Factorisation]:
        half = self.length // 2
        for start in starts:
            for first in range(half + 1):
                for a in self.turned(start, first, turns[0]):
                    for second in range(half - first + 1):
                        for b in self.turned(start + 2 * first, second, turns[1]):
                            third = half - first - second
                            for c in self.turned(start + 2 * (first + second), third, turns[2]):
                                yield a + b + c

    def _by_glides(self) -> Iterator[Factorisation]:
        n = self.length
        for start, other, length in self._pairs():
            a, b = start + length, other + length
            gaps = other - a, start + n - b
            shifts = self.translated(start, other, length)
            for first in self.two_reflected(a, gaps[0]):
                centred = self.two_centred(b, gaps[1])
                if centred is not None:  # TCCTGG
                    yield shifts + centred + first
                for second in self.two_reflected(b, gaps[1]):  # TG1G1TG2G2
                    yield shifts + first + second
            for second in self.two_reflected(b, gaps[1]):  # TGGTCC
                centred = self.two_centred(a, gaps[0])
                if centred is not None:
                    yield shifts + centred + second
            if gaps[0] == gaps[1]:  # TG1G2TG2G1
                for cut in range(gaps[0] + 1):
                    for first in self.reflected(a, b + gaps[0] - cut, cut):
                        for second in self.reflected(a + cut, b, gaps[0] - cut):
                            yield shifts + first + second
        yield from self._by_glides_and_half_turns()

    def _by_glides_and_half_turns(self) -> Iterator[Factorisation]:
        """CG1CG2G1G2."""
        n = self.length
        for start in range(n):
            for c1 in range(n + 1):
                if not self.is_palindrome(start, c1):
                    continue
                for g2 in range((n - c1) // 2 + 1):
                    for g1 in range((n - c1 - 2 * g2) // 2 + 1):
                        last = start + n - g2
                        c2 = n - c1 - 2 * g1 - 2 * g2
                        for first in self.reflected(start + c1, last - g1, g1):
                            for second in self.reflected(last - g1 - g2, last, g2):
                                middle = start + c1 + g1
                                if self.is_palindrome(middle, c2):
                                    yield self.centred(start, c1) + first + self.centred(middle, c2) + second


class _Groups:
    """The groups that gluings of a tile generate."""

    def __init__(self, shape: Shape, edges: Sequence[Edge], lattice: Lattice) -> None:
        self.shape = shape
        self.edges = edges
        self.lattice = lattice
        self.periodic = PeriodicLattice(lattice)
        self.cells = [self.periodic.split(cell) for cell in shape]
        self.motions = {motion.name: motion for motion in lattice.motions["all"]}
        self.linear = {name: self.periodic.motion(motion) for name, motion in self.motions.items()}
        self.names = turns_of(lattice)
        self.tried: set[frozenset[Isometry]] = set()

    def isometry(self, gluing: Gluing) -> Isometry | None:
        """The isometry of a gluing; None if it is none of the lattice."""
        name = self.names.get((gluing.proper, gluing.turn))
        if name is None:
            return None
        carried = self.motions[name](self.edges[gluing.source].inside)
        shift = subtract(self.edges[gluing.target].outside, carried)
        return Isometry(name, shift) if self.lattice.is_translation(shift) else None

    def tiling(self, factorisation: Factorisation) -> PeriodicTiling | None:
        """The tiling by the images of the tile under the group; None if they are none."""
        isometries = []
        for gluing in factorisation:
            isometry = self.isometry(gluing)
            if isometry is None:
                return None
            isometries.append(isometry)
        key = frozenset(isometries)
        if key in self.tried:
            return None
        self.tried.add(key)
        generators = [
            self.linear[one.motion].shifted(self.periodic.coordinates(one.shift)) for one in isometries
        ]
        return self._orbit(generators, tuple(dict.fromkeys(isometries)))

    def _orbit(
        self, generators: Sequence[ClassMotion], symmetries: tuple[Isometry, ...]
    ) -> PeriodicTiling | None:
        identity = self.linear[self.lattice.motions["fixed"][0].name]
        elements = {identity.linear_part: identity}
        todo = [identity]
        shifts: set[Vector] = set()
        while todo:
            element = todo.pop()
            for generator in generators:
                image = element.after(generator)
                known = elements.setdefault(image.linear_part, image)
                if known is image:
                    todo.append(image)
                shifts.add(subtract(image.images[0][0], known.images[0][0]))
        turned = {element.turned(shift) for element in elements.values() for shift in shifts}
        basis = echelon(turned)
        if len(basis) != 2:
            return None
        index = basis[0][0] * basis[1][1]
        if index * len(self.periodic.classes) != len(elements) * len(self.shape):
            return None
        copies = [[element(cell) for cell in self.cells] for element in elements.values()]
        covered = {(_reduced(at, basis), kind) for copy in copies for at, kind in copy}
        if len(covered) != len(elements) * len(self.shape):
            return None
        first, second = (subtract(self.periodic.cell(row, 0), self.periodic.cell((0, 0), 0)) for row in basis)
        return PeriodicTiling(
            (first, second),
            tuple(tuple(self.periodic.cell(at, kind) for at, kind in copy) for copy in copies),
            symmetries,
        )


def _reduced(at: Sequence[int], basis: Sequence[Vector]) -> Vector:
    (a, b), (_, d) = basis
    times = at[0] // a
    return (at[0] - times * a, (at[1] - times * b) % d)
