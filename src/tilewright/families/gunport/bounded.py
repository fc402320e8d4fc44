"""Rectangles by the bounded sweep: is there an arrangement of this excess; how many; which.

The excess of an arrangement is e = dominoes - ports; dominoes = (cells + e) / 3. The core keeps only
profiles that an arrangement of excess e can have by the bounds proven in
native/families/gunport/bounds.hpp, so a small excess is decided quickly on wide boards, and all
arrangements that have the least excess are counted and found on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilewright import _core
from tilewright.families.gunport.board import Arrangement, GunportBoard
from tilewright.families.gunport.residues import combine, primes_above
from tilewright.families.gunport.stepping import Ended, Walker
from tilewright.model.lattices import Cell
from tilewright.solve.engines.base import Status

MOST_COLUMNS = 63
FIRST_STATES = 20_000
STATES = "states"  # the note of an end by a limit of states that the caller set
KEPT = 0.5  # of the memory bound: with more in use layers are forgotten, to be swept again on the way back
_COVERED, _REACHING, _PORT, _OPENS = range(4)


@dataclass(frozen=True)
class Excess:
    """A rectangle, rows >= columns, and the largest excess that is looked for.

    ``width`` bounds the profiles of a layer, 0: no bound. With a bound, what is found is there, but
    what is not found may be.
    """

    rows: int
    columns: int
    excess: int
    width: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.columns <= min(self.rows, MOST_COLUMNS):
            raise ValueError(
                f"{self.rows} x {self.columns}: expected rows >= columns, 1 to {MOST_COLUMNS} columns"
            )

    @property
    def cells(self) -> int:
        """Cells of the board."""
        return self.rows * self.columns

    @property
    def most(self) -> int:
        """The most misses of either kind that an arrangement of this excess has."""
        return 2 * self.excess + 2

    def sweep(self, tally: str, threads: int, modulus: int = 2) -> _core.GunportBounded:
        """A fresh sweep of the core."""
        most = self.most
        return _core.gunport_bounded(
            self.rows, self.columns, (most, most), tally, modulus, self.width, threads
        )


@dataclass(frozen=True)
class Verdict:
    """The least number of dominoes with at most that excess, None when there is no such arrangement.

    ``proven`` False: profiles were dropped, so None proves nothing and a number is only an upper bound.
    """

    pieces: int | None
    proven: bool
    states: int


def least_excess(rows: int, columns: int) -> int:
    """The least excess that any arrangement can have: e = -mn (mod 3), and e >= -1 by the four sides.

    Misses (native/families/gunport/bounds.hpp) are never negative and add up to 2e + 2 in either direction.
    """
    excess = -rows * columns % 3
    return -1 if excess == 2 else excess


class BoundedSearch:
    """The arrangements of a rectangle with the least number of dominoes among those of a bounded excess.

    ``run`` first; then the others. Layers of profiles stay in memory for the ways back, or, when they pass
    the bound, single ones from which stretches are swept again.
    """

    def __init__(self, asked: Excess, walker: Walker, memory: int, *, counted: bool, ways: bool) -> None:
        self.asked, self.walker, self.memory = asked, walker, memory
        self.counted, self.ways = counted, ways
        self.threads = max(1, walker.control.threads)
        self._stretches: list[tuple[int, _core.GunportBounded | None]] = [(0, None)]
        self._last: _core.GunportBounded | None = None
        self._at = 0  # the stretch whose layers ``_last`` holds

    def run(self, most_states: int | None = None) -> Verdict:
        """Sweep the board. Ended when a limit is reached: also of memory, or of ``most_states``."""
        search = self.asked.sweep("exact" if self.counted else "none", self.threads)
        if self.ways:
            search.keep(0, self.asked.cells)

        def between() -> None:
            if most_states is not None and search.states > most_states:
                raise Ended(Status.LIMIT, STATES)
            if search.bytes > KEPT * self.memory and search.at_rest and self.ways:
                self._begin_stretch(search)
            if search.bytes > self.memory:
                raise Ended(
                    Status.LIMIT,
                    f"the profiles take more than the {self.memory >> 20:,} MB that they may, after "
                    f"{search.step * 100 // self.asked.cells}% of the cells",
                )

        try:
            self._sweep(search, between)
        finally:
            self.walker.states += search.states
        self._last, self._at = search, len(self._stretches) - 1
        found = search.found()
        return Verdict(None if found is None else found[0], not search.thinned, search.states)

    def _begin_stretch(self, search: _core.GunportBounded) -> None:
        step = search.step
        if step == self._stretches[-1][0]:
            return
        search.forget(0, step - 1)
        most = self.asked.most
        self._stretches.append((step, search.from_step(step, (most, most))))

    def _sweep(
        self, search: _core.GunportBounded, between: Callable[[], None] = lambda: None, end: int | None = None
    ) -> None:
        goal = self.asked.cells if end is None else end

        def advance(states: int) -> bool:
            return search.advance(states) or search.step >= goal

        self.walker.run(
            advance,
            FIRST_STATES,
            lambda: (search.step + search.part) / self.asked.cells,
            lambda: search.states,
            between,
        )

    def number(self) -> int:
        """How many arrangements have that least number of dominoes, exactly.

        A number of more than 128 bits is worked out modulo primes, whose product passes a bound on it.
        """
        assert self._last is not None and self.counted
        found = self._last.found()
        if found is None:
            return 0
        if not self._last.overflowed:
            return found[1]
        rough = self.asked.sweep("estimate", self.threads)
        self._sweep(rough)
        primes = primes_above(rough.log2_at_most())
        residues = []
        for prime in primes:
            search = self.asked.sweep("modulo", self.threads, prime)
            self._sweep(search)
            again = search.found()
            assert again is not None
            residues.append(again[1])
        return combine(residues, primes)

    @property
    def ranked(self) -> bool:
        """Whether the arrangements can be asked for by number."""
        return self._last is not None and self.counted and not self._last.overflowed

    def at(self, ranks: Sequence[int]) -> list[Arrangement]:
        """The arrangements with these numbers, from 0; without a count any number gives the same one."""
        return [self._arrangement(letters) for letters in self.letters(ranks)]

    def letters(self, ranks: Sequence[int]) -> list[bytes]:
        """The same, each as its cells' letters in the sweep, row by row."""
        assert self._last is not None
        ends = self._last.ends()
        goals = []
        for rank in ranks:
            for profile, _, ways in ends:
                if rank < ways or not self.counted:
                    goals.append((profile, rank))
                    break
                rank -= ways
            else:
                raise ValueError("there are not so many arrangements")
        letters: list[list[bytes]] = [[] for _ in goals]
        for number in range(len(self._stretches) - 1, -1, -1):
            begin, kept = self._stretches[number]
            end = self.asked.cells if number + 1 == len(self._stretches) else self._stretches[number + 1][0]
            search = self._layers(number, begin, end, kept)
            for i, (profile, rank) in enumerate(goals):
                self.walker.check()
                profile, rank, part = search.follow(profile, rank, end, begin)
                goals[i] = (profile, rank)
                letters[i].append(part)
        return [b"".join(parts)[::-1] for parts in letters]

    def _layers(
        self, number: int, begin: int, end: int, kept: _core.GunportBounded | None
    ) -> _core.GunportBounded:
        """The sweep whose layers of this stretch are held, swept again if need be."""
        assert self._last is not None
        if number == self._at:
            return self._last
        again = (
            kept.from_step(begin, (self.asked.most, self.asked.most))
            if kept is not None
            else self.asked.sweep("exact" if self.counted else "none", self.threads)
        )
        again.keep(begin, end)
        self._sweep(again, end=end)
        return again

    def _arrangement(self, letters: bytes) -> Arrangement:
        rows, columns = self.asked.rows, self.asked.columns
        return Arrangement.of(GunportBoard.rectangle(rows, columns), dominoes_of(letters, columns))


def dominoes_of(letters: bytes, columns: int) -> list[tuple[Cell, Cell]]:
    """The dominoes of an arrangement from its cells' letters in the sweep, row by row."""
    dominoes: list[tuple[Cell, Cell]] = []
    for i, letter in enumerate(letters):
        x, y = i % columns, i // columns
        if letter == _OPENS:
            dominoes.append(((x, y), (x + 1, y)))
        elif letter == _REACHING:
            dominoes.append(((x, y), (x, y + 1)))
    return dominoes
