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
from tilewright.families.gunport.query import SweepLoop
from tilewright.model.lattices import Cell
from tilewright.solving.steps import Cancelled, Status

MOST_COLUMNS = 63
FIRST_STATES = 20_000
STATE_LIMIT = "states"  # the note of Cancelled for a limit of states that the caller set
KEPT_SHARE = 0.5  # of the memory bound; beyond it layers are dropped and swept again for the traceback
_COVERED, _REACHING, _PORT, _OPENS = range(4)


@dataclass(frozen=True)
class ExcessBound:
    """A rectangle, rows >= columns, and the largest excess that is searched for.

    ``width`` bounds the profiles of a layer, 0: no bound. With a bound, what is found exists, but what
    exists may be missed.
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
        return self.rows * self.columns

    @property
    def max_misses(self) -> int:
        """The most misses of either kind in an arrangement of this excess."""
        return 2 * self.excess + 2

    def sweep(
        self, tally: str, threads: int, modulus: int = 2, vertical: int | None = None
    ) -> _core.GunportBounded:
        """A fresh sweep of the core, with at most ``vertical`` vertical misses."""
        misses = (self.max_misses if vertical is None else vertical, self.max_misses)
        return _core.gunport_bounded(self.rows, self.columns, misses, tally, modulus, self.width, threads)


@dataclass(frozen=True)
class BoundedResult:
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

    Call ``run`` first. Layers of profiles stay in memory for the traceback or, beyond the bound, single ones
    from which stretches are swept again.
    """

    def __init__(
        self, bound: ExcessBound, loop: SweepLoop, memory: int, *, counted: bool, traceback: bool
    ) -> None:
        self.bound, self.loop, self.memory = bound, loop, memory
        self.counted, self.traceback = counted, traceback
        self.stretches: list[tuple[int, _core.GunportBounded | None]] = [(0, None)]
        self.last: _core.GunportBounded | None = None
        self._last_stretch = 0  # the stretch whose layers ``last`` holds

    def run(self, most_states: int | None = None) -> BoundedResult:
        """Sweep the board. Cancelled when a limit is reached: also of memory, or of ``most_states``."""
        search = self._fresh()
        if self.traceback:
            search.keep(0, self.bound.cells)

        def between() -> None:
            if most_states is not None and search.states > most_states:
                raise Cancelled(Status.LIMIT, STATE_LIMIT)
            if search.bytes > KEPT_SHARE * self.memory and search.at_rest and self.traceback:
                self._begin_stretch(search)
            if search.bytes > self.memory:
                raise Cancelled(
                    Status.LIMIT,
                    f"the profiles need more than the {self.memory >> 20:,} MB of memory allowed, after "
                    f"{search.step * 100 // self.bound.cells}% of the cells",
                )

        try:
            self._sweep(search, between)
        finally:
            self.loop.states += search.states
        self.last, self._last_stretch = search, len(self.stretches) - 1
        pair = search.found()
        return BoundedResult(None if pair is None else pair[0], not search.thinned, search.states)

    def _fresh(self) -> _core.GunportBounded:
        return self.bound.sweep("exact" if self.counted else "none", self.loop.threads)

    def _begin_stretch(self, search: _core.GunportBounded) -> None:
        step = search.step
        if step == self.stretches[-1][0]:
            return
        search.forget(0, step - 1)
        most = self.bound.max_misses
        self.stretches.append((step, search.from_step(step, (most, most))))

    def _sweep(
        self, search: _core.GunportBounded, between: Callable[[], None] = lambda: None, end: int | None = None
    ) -> None:
        goal = self.bound.cells if end is None else end

        def advance(states: int) -> bool:
            return search.advance(states) or search.step >= goal

        self.loop.sweep(
            advance,
            FIRST_STATES,
            lambda: (search.step + search.part) / self.bound.cells,
            lambda: search.states,
            between,
        )

    def number(self) -> int:
        """How many arrangements have that least number of dominoes, exactly.

        A number of more than 128 bits is computed modulo primes whose product exceeds a bound on it.
        """
        assert self.last is not None and self.counted
        pair = self.last.found()
        if pair is None:
            return 0
        if not self.last.overflowed:
            return pair[1]
        estimate = self.bound.sweep("estimate", self.loop.threads)
        self._sweep(estimate)
        primes = primes_above(estimate.log2_at_most())
        residues = []
        for prime in primes:
            search = self.bound.sweep("modulo", self.loop.threads, prime)
            self._sweep(search)
            result = search.found()
            assert result is not None
            residues.append(result[1])
        return chinese_remainder(residues, primes)

    @property
    def ranked(self) -> bool:
        """Whether arrangements can be found by their number."""
        return self.last is not None and self.counted and not self.last.overflowed

    def at(self, ranks: Sequence[int]) -> list[Arrangement]:
        """The arrangements with these numbers, from 0; without a count any number gives the same one."""
        rows, columns = self.bound.rows, self.bound.columns
        board = GunportBoard.rectangle(rows, columns)
        return [Arrangement.of(board, dominoes_of(letters, columns)) for letters in self.letters(ranks)]

    def letters(self, ranks: Sequence[int]) -> list[bytes]:
        """The same, each as the letters of its cells in the sweep, row by row."""
        assert self.last is not None
        ends = self.last.ends()
        goals = []
        for rank in ranks:
            for profile, _, ways in ends:
                if rank < ways or not self.counted:
                    goals.append((profile, rank))
                    break
                rank -= ways
            else:
                raise ValueError("there are fewer arrangements")
        letters: list[list[bytes]] = [[] for _ in goals]
        for number in range(len(self.stretches) - 1, -1, -1):
            begin, start = self.stretches[number]
            end = self.bound.cells if number + 1 == len(self.stretches) else self.stretches[number + 1][0]
            search = self._layers(number, begin, end, start)
            for i, (profile, rank) in enumerate(goals):
                self.loop.check_cancelled()
                profile, rank, part = search.follow(profile, rank, end, begin)
                goals[i] = (profile, rank)
                letters[i].append(part)
        return [b"".join(parts)[::-1] for parts in letters]

    def _layers(
        self, number: int, begin: int, end: int, start: _core.GunportBounded | None
    ) -> _core.GunportBounded:
        assert self.last is not None
        if number == self._last_stretch:
            return self.last
        most = self.bound.max_misses
        again = self._fresh() if start is None else start.from_step(begin, (most, most))
        again.keep(begin, end)
        self._sweep(again, end=end)
        return again


def dominoes_of(letters: bytes, columns: int) -> list[tuple[Cell, Cell]]:
    """The dominoes of an arrangement from its cells' letters in the sweep, row by row."""
    other = {_OPENS: (1, 0), _REACHING: (0, 1)}  # where the other half of a domino is
    cells = (
        (i % columns, i // columns, other[letter]) for i, letter in enumerate(letters) if letter in other
    )
    return [((x, y), (x + dx, y + dy)) for x, y, (dx, dy) in cells]


_TOP = 1 << 62
_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
"""Bases that decide primality below 3.1 * 10^23 (Sorenson, Webster, Strong pseudoprimes to twelve bases)."""


def primes_above(bits: float) -> list[int]:
    """The first primes above 2^62, so many that their product exceeds 2^bits; each below 2^63."""
    primes: list[int] = []
    candidate = _TOP + 1
    while 62 * len(primes) <= bits:
        if is_prime(candidate):
            primes.append(candidate)
        candidate += 2
    return primes


def is_prime(number: int) -> bool:
    """Whether a number below 3.1 * 10^23 is prime (Miller and Rabin, with bases that are known to
    suffice)."""
    if number < 2:
        return False
    for base in _WITNESSES:
        if number % base == 0:
            return number == base
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in _WITNESSES:
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def chinese_remainder(residues: Sequence[int], primes: Sequence[int]) -> int:
    """The least number from 0 on with these residues (Chinese remainder theorem); 0 without residues."""
    number, product = 0, 1
    for residue, prime in zip(residues, primes, strict=True):
        number += product * ((residue - number) * pow(product, -1, prime) % prime)
        product *= prime
    return number
