"""Rectangles and dominoes: the fewest dominoes, how many arrangements have them, and which.

Two engines answer, independent of each other: the dense sweep takes every profile (up to 23 columns, any
length); the bounded one takes those that an arrangement of small excess can have (up to 63 columns). Without
a wish the bounded one is tried for a moment, since it answers most boards at once; then the dense one, where
it is quick; then a good arrangement is looked for, and smaller ones are found or excluded by half sweeps.
"""

from __future__ import annotations

import random
import time
from collections.abc import Generator

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.answer import GunportAnswer
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, faults
from tilewright.families.gunport.bounded import MOST_COLUMNS, STATES, BoundedSearch, Excess, least_excess
from tilewright.families.gunport.dense import DenseSearch, bytes_needed
from tilewright.families.gunport.greedy import greedy_arrangement
from tilewright.families.gunport.meet_in_middle import HalvesSearch
from tilewright.families.gunport.orbits import orbits_by_listing
from tilewright.families.gunport.stepping import Ended, Walker
from tilewright.families.gunport.symmetries import board_symmetries, is_canonical
from tilewright.solve.engines.base import Status
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import Control

ENGINES = ("dense", "bounded")
MOMENT = 3_000_000  # states of the bounded sweep before others are tried: about a tenth of a second
NARROW = 16  # columns up to which the dense sweep takes less than a second or two
APPROACH = (
    *((3, 300, 0), (9, 300, 0), (18, 300, 0)),
    *((0, 3_000, 0), (0, 20_000, 0), (3, 0, 2), (6, 3_000, 0), (9, 3_000, 0), (3, 0, 3)),
)
"""What is tried for a good arrangement, the quick first: how far above the least excess it is, and either the
profiles that a layer is thinned to, or the misses that each half of the board may have."""
BATCH = 500  # arrangements that are found at a time
LISTED = 100_000  # arrangements that are listed in order to count them up to symmetry


class RectangleSearch:
    """The fewest dominoes on a rectangle.

    ``solve`` first; ``number``, ``orbits``, ``listed`` and ``drawn`` then. With ``rules.no_slide`` the dense
    engine finds the number and one arrangement. What is known is known whenever ``Ended`` is raised.
    UnsupportedError when the engine cannot take the board, or memory does not suffice.
    """

    def __init__(
        self,
        board: GunportBoard,
        rules: Rules,
        *,
        engine: str | None = None,
        counted: bool = False,
        control: Control,
        resources: Resources,
    ) -> None:
        if board.size is None or not rules.is_domino:
            raise UnsupportedError("this search is for plain rectangles and dominoes")
        self.board, self.rules, self.counted = board, rules, counted
        rows, columns = board.size
        self.turned = rows < columns
        self.rows, self.columns = max(rows, columns), min(rows, columns)
        self.engine = self._fitting(engine)
        self.memory = resources.bytes()
        self.walker = Walker(control, time.monotonic())
        self.excess = least_excess(self.rows, self.columns)
        self.lower = 0 if rules.no_slide else self._pieces(self.excess)
        self.best: Arrangement | None = None
        self.method = self.engine or "bounded"
        self._search: BoundedSearch | None = None  # of the least excess, for counts and lists

    def _fitting(self, engine: str | None) -> str | None:
        if engine is not None and engine not in ENGINES:
            raise UnsupportedError(
                f"there is no gunport engine {engine!r}; expected one of {', '.join(ENGINES)}"
            )
        if self.rules.no_slide and engine == "bounded":
            raise UnsupportedError("the bounded sweep has no bound for arrangements without sliding")
        if engine != "dense" and not self.rules.no_slide and self.columns > MOST_COLUMNS:
            raise UnsupportedError(
                f"a board of {self.rows} x {self.columns} is too wide: rectangles of up to {MOST_COLUMNS} "
                "columns, and any length, can be solved"
            )
        return "dense" if self.rules.no_slide else engine

    def _pieces(self, excess: int) -> int:
        return (self.rows * self.columns + excess) // 3

    def _take(self, arrangement: Arrangement) -> None:
        """Note an arrangement of a sweep, whose board has as many rows as columns or more."""
        self._note(arrangement.transposed() if self.turned else arrangement)

    def _note(self, arrangement: Arrangement) -> None:
        """Note an arrangement when it is the best so far; RuntimeError when it is none."""
        if self.best is None or len(arrangement.pieces) < len(self.best.pieces):
            self.best = self._checked(arrangement)

    def _checked(self, arrangement: Arrangement) -> Arrangement:
        wrong = faults(arrangement, self.rules)
        if wrong:
            raise RuntimeError(f"the engine {self.method!r} gave a wrong arrangement: {'; '.join(wrong)}")
        return arrangement

    def solve(self) -> None:
        """Find the fewest dominoes, with an arrangement."""
        if self.engine == "dense":
            self._dense()
        elif self.engine == "bounded" or not self._dense_fits():
            self._bounded()
        else:
            try:
                self._decide(MOMENT)
            except Ended as end:
                if end.note != STATES:
                    raise
                self._dense()

    def _dense_fits(self) -> bool:
        return self.columns <= NARROW and bytes_needed(self.columns) <= self.memory

    def _dense(self) -> None:
        self.method = "dense"
        search = DenseSearch(self.columns, self.walker, self.memory, no_slide=self.rules.no_slide)
        least, arrangement = search.meet(self.rows)
        if least is not None and arrangement is not None:
            self.lower = least
            self._take(arrangement)

    def _bounded(self) -> None:
        """Decide the least excess; where that takes long, find a good arrangement first."""
        try:
            self._decide(MOMENT)
            return
        except Ended as end:
            if end.note != STATES:
                raise
        self._approach()
        while not self._proven():
            if self.excess < 0:  # two halves have no misses to share
                self._decide(None)
                continue
            arrangement = self._halves(self.excess).run()
            if arrangement is not None:
                self._take(arrangement)
                return
            self._exclude()

    def _proven(self) -> bool:
        return self.best is not None and len(self.best.pieces) == self.lower

    def _exclude(self) -> None:
        """No arrangement has the excess that was looked at last."""
        self.excess += 3
        self.lower = self._pieces(self.excess)

    def _decide(self, most_states: int | None) -> None:
        """Go through the excesses from the least on until one has an arrangement, or the best is proven.

        Without a limit of states only the least of all is decided.
        """
        self.method = "bounded"
        while not self._proven() or self.counted:
            asked = Excess(self.rows, self.columns, self.excess)
            search = BoundedSearch(asked, self.walker, self.memory, counted=self.counted, ways=True)
            if search.run(most_states).pieces is not None:
                self._search = search
                self._take(search.at([0])[0])
                return
            self._exclude()
            if most_states is None:
                return

    def _approach(self) -> None:
        """A good arrangement, proven to be the best or not; each that is found is noted."""
        greedy = greedy_arrangement(self.board, self.rules)
        if greedy is not None:
            self._note(greedy)
        least = self.excess if self.excess >= 0 else self.excess + 3
        for more, width, each in APPROACH:
            if self._proven():
                return
            if self.best is not None and len(self.best.pieces) <= self._pieces(least + more):
                continue
            search = self._halves(least + more, width)
            arrangement = search.attempt(each) if each else search.run()
            if arrangement is not None:
                self._take(arrangement)

    def _halves(self, excess: int, width: int = 0) -> HalvesSearch:
        return HalvesSearch(Excess(self.rows, self.columns, excess, width), self.walker, self.memory)

    def _all(self) -> BoundedSearch:
        """The search that knows all arrangements with the fewest dominoes."""
        if self._search is None:
            if self.rules.no_slide:
                raise UnsupportedError(
                    "the dense sweep finds the fewest dominoes and one arrangement, no more"
                )
            assert self.best is not None
            excess = 3 * len(self.best.pieces) - self.rows * self.columns
            asked = Excess(self.rows, self.columns, excess)
            search = BoundedSearch(asked, self.walker, self.memory, counted=True, ways=True)
            if search.run().pieces != len(self.best.pieces):
                raise RuntimeError("the engines 'bounded' and 'dense' disagree")
            self._search = search
        return self._search

    @property
    def ranked(self) -> bool:
        """Whether there are few enough arrangements, at most 2^128, to be listed, drawn and compared."""
        return self._all().ranked

    def number(self) -> int:
        """How many arrangements have the fewest dominoes."""
        return self._all().number()

    def orbits(self, number: int) -> int | None:
        """How many there are up to the board's symmetries; None when they are too many to be listed."""
        if number > LISTED or not self._all().ranked:
            return None
        square = self.rows == self.columns
        return orbits_by_listing(self._all().letters(range(number)), self.columns, square=square)

    def listed(self, number: int, wanted: int | None, *, unique: bool) -> Generator[Arrangement, None, None]:
        """Up to so many of the arrangements (None: all), with ``unique`` one of each kind."""
        group = board_symmetries(self.board, self.rules) if unique else ()
        given = 0
        for start in range(0, number, BATCH):
            for arrangement in self._some(range(start, min(start + BATCH, number))):
                if wanted is not None and given >= wanted:
                    return
                if is_canonical(arrangement, group):
                    given += 1
                    yield arrangement

    def drawn(self, number: int, wanted: int, dice: random.Random) -> Generator[Arrangement, None, None]:
        """So many arrangements, each drawn from all alike."""
        for start in range(0, wanted, BATCH):
            yield from self._some([dice.randrange(number) for _ in range(min(BATCH, wanted - start))])

    def _some(self, ranks: range | list[int]) -> Generator[Arrangement, None, None]:
        search = self._all()
        if not search.ranked:
            raise UnsupportedError("there are more than 2^128 arrangements: too many to be drawn or listed")
        for arrangement in search.at(ranks):
            yield self._checked(arrangement.transposed() if self.turned else arrangement)

    def answer(self, status: Status, note: str = "") -> GunportAnswer:
        """What is known, with the best arrangement."""
        return GunportAnswer(
            self.board,
            self.rules,
            status,
            None if self.best is None else len(self.best.pieces),
            self.lower,
            () if self.best is None else (self.best,),
            method=self.method,
            states=self.walker.states,
            seconds=self.walker.seconds,
            note=note,
        )
