"""Rectangles and dominoes: the fewest dominoes, how many arrangements have them, and which.

Two independent engines: the dense sweep takes every profile (up to 23 columns, any length); the bounded one
takes those that an arrangement of small excess can have (up to 63 columns). By default the bounded one is
tried briefly, since it answers most boards at once; then the dense one, where it is quick; then a good
arrangement is searched for, and smaller ones are found or excluded by meeting in the middle.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable, Sequence
from itertools import product
from operator import itemgetter

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.families.gunport.engines.bounded import (
    MOST_COLUMNS,
    STATE_LIMIT,
    BoundedSearch,
    ExcessBound,
    least_excess,
)
from tilewright.families.gunport.engines.cover_problem import greedy_arrangement
from tilewright.families.gunport.engines.dense import MOST_COLUMNS as MAX_DENSE_COLUMNS
from tilewright.families.gunport.engines.dense import DenseSearch, bytes_needed
from tilewright.families.gunport.engines.meet_in_middle import MeetInMiddleSearch
from tilewright.families.gunport.query import (
    GunportAnswer,
    GunportQuery,
    OnBest,
    SolveOptions,
    SweepLoop,
    checked,
)
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Cancelled, Control, Status
from tilewright.wording import quoted

SWEEPS = ("dense", "bounded")
TRIAL_STATES = 3_000_000  # of the bounded sweep before others are tried: about a tenth of a second
NARROW = 16  # columns up to which the dense sweep takes at most a second or two
ATTEMPTS = (
    *((3, 300, 0), (9, 300, 0), (18, 300, 0)),
    *((0, 3_000, 0), (0, 20_000, 0), (3, 0, 2), (6, 3_000, 0), (9, 3_000, 0), (3, 0, 3)),
)
"""The attempts at a good arrangement, the quick ones first: how far above the least excess it is, and either
the profiles that a layer is thinned to, or the misses that each half of the board may have."""
BATCH = 500  # arrangements that are traced back at a time
MAX_LISTED = 100_000  # arrangements that are listed to count them up to symmetry


def dense_unsupported(board: GunportBoard, rules: Rules, query: GunportQuery, options: SolveOptions) -> str:
    """Why the dense sweep alone cannot answer a query, as a sentence; "" when it can."""
    if board.size is None or not rules.is_domino:
        return "it supports plain rectangles and dominoes only"
    if not query.plain:
        return "it finds one arrangement and counts none"
    columns, memory = min(board.size), options.resources.bytes()
    if columns > MAX_DENSE_COLUMNS:
        return f"it supports up to {MAX_DENSE_COLUMNS} columns"
    return "" if bytes_needed(columns, no_slide=rules.no_slide) <= memory else "it needs more memory"


def bounded_unsupported(board: GunportBoard, rules: Rules, query: GunportQuery, options: SolveOptions) -> str:
    """Why the bounded sweep cannot answer a query, as a sentence; "" when it can."""
    if board.size is None or not rules.is_domino:
        return "it supports plain rectangles and dominoes only"
    if rules.no_slide:
        return "it has no bound for arrangements without sliding"
    return "" if min(board.size) <= MOST_COLUMNS else f"it supports up to {MOST_COLUMNS} columns"


class RectangleSearch:
    """The fewest dominoes on a rectangle.

    Call ``solve`` first. With ``rules.no_slide`` the dense engine finds the number and one arrangement. When
    ``Cancelled`` is raised, ``best`` and ``lower`` have what is known. UnsupportedError when the engine
    cannot take the board, or there is too little memory.
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
        on_best: OnBest | None = None,
    ) -> None:
        if board.size is None or not rules.is_domino:
            raise UnsupportedError("this search supports only plain rectangles and dominoes")
        self.board, self.rules, self.counted = board, rules, counted
        rows, columns = board.size
        self.turned = rows < columns
        self.rows, self.columns = max(rows, columns), min(rows, columns)
        self.engine = self._chosen(engine)
        self.memory = resources.bytes()
        self.loop = SweepLoop(control)
        self.excess = least_excess(self.rows, self.columns)
        self.lower = 0 if rules.no_slide else self._pieces(self.excess)
        self.best: Arrangement | None = None
        self.method = self.engine or "bounded"
        self._on_best = on_best
        self._search: BoundedSearch | None = None  # of the least excess, for counts and lists

    def _chosen(self, engine: str | None) -> str | None:
        if engine is not None and engine not in SWEEPS:
            raise UnsupportedError(
                f"there is no gunport engine {quoted(engine)}; expected one of {', '.join(SWEEPS)}"
            )
        if self.rules.no_slide and engine == "bounded":
            raise UnsupportedError("the bounded sweep has no bound for arrangements without sliding")
        if engine != "dense" and not self.rules.no_slide and self.columns > MOST_COLUMNS:
            raise UnsupportedError(
                f"a board of {self.rows} x {self.columns} is too wide: rectangles of up to {MOST_COLUMNS} "
                "columns, of any length, can be solved"
            )
        return "dense" if self.rules.no_slide else engine

    def _pieces(self, excess: int) -> int:
        return (self.rows * self.columns + excess) // 3

    def _upright(self, arrangement: Arrangement) -> Arrangement:
        """An arrangement of a sweep, whose board has as many rows as columns or more, on the board itself."""
        return checked(arrangement.transposed() if self.turned else arrangement, self.rules, self.method)

    def _take(self, arrangement: Arrangement) -> None:
        if self.best is None or len(arrangement.pieces) < len(self.best.pieces):
            self.best = self._upright(arrangement)
            self._report_best()

    def _report_best(self) -> None:
        if self._on_best is not None:
            self._on_best(self.best, self.lower)

    def solve(self) -> None:
        """Find the fewest dominoes, with an arrangement."""
        self._report_best()
        if self.engine == "dense":
            self._dense()
        elif self.engine == "bounded" or not self._dense_fits():
            self._bounded()
        else:
            try:
                self._decide(TRIAL_STATES)
            except Cancelled as end:
                if end.note != STATE_LIMIT:
                    raise
                self._dense()

    def _dense_fits(self) -> bool:
        return self.columns <= NARROW and bytes_needed(self.columns) <= self.memory

    def _dense(self) -> None:
        self.method = "dense"
        search = DenseSearch(self.columns, self.loop, self.memory, no_slide=self.rules.no_slide)
        least, arrangement = search.meet(self.rows)
        if least is not None and arrangement is not None:
            self.lower = least
            self._take(arrangement)

    def _bounded(self) -> None:
        """Decide the least excess; where that takes long, find a good arrangement first."""
        try:
            self._decide(TRIAL_STATES)
            return
        except Cancelled as end:
            if end.note != STATE_LIMIT:
                raise
        self._find_good()
        while not self._proven():
            if self.excess < 0:  # the halves have no misses to share
                self._decide(None)
                continue
            arrangement = self._meet_in_middle(self.excess).run()
            if arrangement is not None:
                self._take(arrangement)
                return
            self._exclude()

    def _proven(self) -> bool:
        return self.best is not None and len(self.best.pieces) == self.lower

    def _exclude(self) -> None:
        self.excess += 3
        self.lower = self._pieces(self.excess)
        self._report_best()

    def _decide(self, most_states: int | None) -> None:
        """Try the excesses from the least on until one has an arrangement, or the best is proven optimal.

        Without a limit of states only the current one is decided.
        """
        self.method = "bounded"
        while not self._proven() or self.counted:
            bound = ExcessBound(self.rows, self.columns, self.excess)
            search = BoundedSearch(bound, self.loop, self.memory, counted=self.counted, traceback=True)
            if search.run(most_states).pieces is not None:
                self._search = search
                self._take(search.at([0])[0])
                return
            self._exclude()
            if most_states is None:
                return

    def _find_good(self) -> None:
        greedy = greedy_arrangement(self.board, self.rules)
        if greedy is not None and (self.best is None or len(greedy.pieces) < len(self.best.pieces)):
            self.best = checked(greedy, self.rules, "greedy")
            self._report_best()
        least = self.excess if self.excess >= 0 else self.excess + 3
        for more, width, each in ATTEMPTS:
            if self._proven():
                return
            if self.best is not None and len(self.best.pieces) <= self._pieces(least + more):
                continue
            search = self._meet_in_middle(least + more, width)
            arrangement = search.attempt(each) if each else search.run()
            if arrangement is not None:
                self._take(arrangement)

    def _meet_in_middle(self, excess: int, width: int = 0) -> MeetInMiddleSearch:
        return MeetInMiddleSearch(ExcessBound(self.rows, self.columns, excess, width), self.loop, self.memory)

    def _all(self) -> BoundedSearch:
        if self._search is None:
            if self.rules.no_slide:
                raise UnsupportedError("the dense sweep finds only the fewest dominoes and one arrangement")
            assert self.best is not None
            excess = 3 * len(self.best.pieces) - self.rows * self.columns
            bound = ExcessBound(self.rows, self.columns, excess)
            search = BoundedSearch(bound, self.loop, self.memory, counted=True, traceback=True)
            if search.run().pieces != len(self.best.pieces):
                raise RuntimeError("the engines 'bounded' and 'dense' disagree")
            self._search = search
        return self._search

    @property
    def ranked(self) -> bool:
        """Whether there are at most 2^128 arrangements, few enough to be found by their number."""
        return self._all().ranked

    def number(self) -> int:
        """How many arrangements have the fewest dominoes."""
        return self._all().number()

    def up_to_symmetry(self, number: int) -> int | None:
        """The number up to the board's symmetries; None when there are too many to list."""
        if number > MAX_LISTED or not self._all().ranked:
            return None
        square = self.rows == self.columns
        return count_orbits_of(self._all().letters(range(number)), self.columns, square=square)

    def list_arrangements(self, number: int) -> Generator[Arrangement, None, None]:
        """The arrangements with the fewest dominoes, of which there are ``number``."""
        for start in range(0, number, BATCH):
            yield from self._at(range(start, min(start + BATCH, number)))

    def sample(self, number: int, wanted: int, rng: random.Random) -> Generator[Arrangement, None, None]:
        """``wanted`` arrangements, each drawn uniformly."""
        for start in range(0, wanted, BATCH):
            yield from self._at([rng.randrange(number) for _ in range(min(BATCH, wanted - start))])

    def _at(self, ranks: Sequence[int]) -> Generator[Arrangement, None, None]:
        search = self._all()
        if not search.ranked:
            raise UnsupportedError("there are more than 2^128 arrangements: too many to sample or list")
        for arrangement in search.at(ranks):
            yield self._upright(arrangement)

    def answer(self, status: Status, note: str = "") -> GunportAnswer:
        answer = GunportAnswer(
            self.board,
            self.rules,
            status,
            None,
            self.lower,
            method=self.method,
            states=self.loop.states,
            seconds=self.loop.seconds,
            note=note,
        )
        return answer.with_best(self.best)


_PORT, _LEFT, _RIGHT, _UPPER, _LOWER = range(5)
_COVERED, _REACHING, _VACANT, _OPENS = range(4)  # a cell's letter in a sweep
_NAMES = bytes.maketrans(bytes([_REACHING, _VACANT, _OPENS]), bytes([_UPPER, _PORT, _LEFT]))
_MIRROR = {_LEFT: _RIGHT, _RIGHT: _LEFT}
_FLIP = {_UPPER: _LOWER, _LOWER: _UPPER}
_TURN = {_LEFT: _UPPER, _UPPER: _LEFT, _RIGHT: _LOWER, _LOWER: _RIGHT}


def count_orbits_of(arrangements: Iterable[bytes], columns: int, *, square: bool) -> int:
    """The number of orbits of arrangements under the rectangle's symmetries, by Burnside's lemma.

    ``arrangements`` are all of them, each as the letters of its cells in a sweep of ``columns`` columns.
    """
    everything = [_cell_states(letters, columns) for letters in arrangements]
    if not everything:
        return 0
    rows = len(everything[0]) // columns
    group = _symmetries(rows, columns, square=square)
    fixed = 0
    for names, places in group:
        if len(places) == 1:
            fixed += len(everything)
            continue
        take = itemgetter(*places)
        fixed += sum(take(cells.translate(names)) == tuple(cells) for cells in everything)
    assert fixed % len(group) == 0
    return fixed // len(group)


def _cell_states(letters: bytes, columns: int) -> bytes:
    """Each cell as a port or the half of a domino that covers it."""
    cells = bytearray(letters.translate(_NAMES))
    for i, letter in enumerate(letters):
        if letter == _COVERED:
            cells[i] = _LOWER if i >= columns and letters[i - columns] == _REACHING else _RIGHT
    return bytes(cells)


def _symmetries(rows: int, columns: int, *, square: bool) -> list[tuple[bytes, list[int]]]:
    """For each symmetry: the image of each half, and the cell from which each cell's half comes."""
    group = []
    for flip, mirror, turn in product((False, True), (False, True), (False, True) if square else (False,)):
        names = list(range(256))
        for change, applies in ((_MIRROR, mirror), (_FLIP, flip), (_TURN, turn)):
            if applies:
                names = [change.get(name, name) for name in names]
        places = []
        for y, x in product(range(rows), range(columns)):
            u, v = (y, x) if turn else (x, y)
            u = columns - 1 - u if mirror else u
            v = rows - 1 - v if flip else v
            places.append(v * columns + u)
        group.append((bytes(names), places))
    return group
