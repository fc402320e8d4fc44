"""A query to the exact engines: what is asked, under which options, and the answer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tilewright.clock import monotonic
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, faults
from tilewright.solving.confirmation import Confirmation, confirmed_by
from tilewright.solving.resources import Resources, default_threads
from tilewright.solving.steps import Control, Limits, Progress, Status, StepLoop, StepSize
from tilewright.wording import quoted

OnBest = Callable[[Arrangement | None, int], None]


@dataclass(frozen=True)
class GunportQuery:
    """What is asked besides the fewest pieces.

    Up to ``arrangements`` optimal arrangements (None: all), with ``unique`` one of each class under the
    board's symmetries; or instead ``sample`` of them, drawn uniformly and independently with ``seed``.
    ``count``: the number of optimal arrangements, in all and up to symmetry. ValueError for a negative
    number.
    """

    count: bool = False
    arrangements: int | None = 1
    unique: bool = False
    sample: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.seed < 0 or any(n is not None and n < 0 for n in (self.arrangements, self.sample)):
            raise ValueError("a number of arrangements and a seed are 0 or more")

    @property
    def single(self) -> bool:
        """Whether any one optimal arrangement will do, or none."""
        return self.sample is None and self.arrangements in (0, 1)

    @property
    def plain(self) -> bool:
        """Whether one will do, and nothing is counted."""
        return self.single and not self.count


@dataclass(frozen=True)
class SolveOptions:
    """Threads (None: all cores), bytes of memory for tables (None: half of what is free), and limits.

    ``list_orbits``: up to symmetry, arrangements are counted by a list where they are few enough for that,
    even if sweeps of the engine ``frontier`` would be quicker.

    ``on_best`` is called with the best arrangement found so far (None: none yet) and the proven lower bound
    whenever one of them changes, by the engines that know them before their end.
    """

    threads: int | None = None
    memory: int | None = None
    limits: Limits = field(default_factory=Limits)
    on_progress: Callable[[Progress], None] | None = None
    cancel: threading.Event | None = None
    list_orbits: bool = False
    on_best: OnBest | None = None

    @property
    def resources(self) -> Resources:
        return Resources(self.threads or default_threads(), self.memory)

    @property
    def control(self) -> Control:
        return Control(self.limits, self.threads or default_threads(), self.on_progress, self.cancel)

    def remaining(self, start_time: float, share: float = 1.0) -> SolveOptions:
        """The same with a share of what is left of the time limit since ``start_time``, by
        ``time.monotonic``."""
        seconds = self.limits.seconds
        if seconds is None:
            return self
        limits = replace(self.limits, seconds=share * max(0.0, seconds - (monotonic() - start_time)))
        return replace(self, limits=limits)


@dataclass
class SweepLoop(StepLoop):
    """The step loop of a query that takes several sweeps; ``states`` counts those of the finished sweeps."""

    states: int = 0

    @property
    def threads(self) -> int:
        """The threads of a sweep."""
        return max(1, self.control.threads)

    def sweep(
        self,
        advance: Callable[[int], bool],
        units: int,
        share: Callable[[], float] | None,
        states: Callable[[], int] = lambda: 0,
        between: Callable[[], None] = lambda: None,
    ) -> None:
        """Run one sweep, ``units`` in the first step; ``share`` of the work is reported unless it is None."""

        def progress() -> Progress:
            return self.states_progress(share() if share else 0.0, self.states + states())

        self.run(advance, StepSize(units), progress if share else None, between)


@dataclass(frozen=True)
class GunportAnswer:
    """The fewest pieces on a board, or what is known about them.

    ``pieces`` is the number on the best arrangement found, None when none was found; ``lower_bound`` is
    proven: every arrangement has at least as many. ``proven``: they are equal; or no arrangement exists
    (``pieces`` None, status COMPLETE). ``optima`` and ``up_to_symmetry`` count the arrangements with that
    many pieces; None when that was not asked for or not reached. ``arrangements`` are those asked for, each
    checked. ``method`` names the engine, ``orbits_method`` the one that counted up to symmetry; ``note`` is
    "" or says which limit was reached. ``confirmation`` says how a second engine counted again, where that
    was asked for.
    """

    board: GunportBoard
    rules: Rules
    status: Status
    pieces: int | None
    lower_bound: int
    arrangements: tuple[Arrangement, ...] = ()
    optima: int | None = None
    up_to_symmetry: int | None = None
    method: str = ""
    states: int = 0
    seconds: float = 0.0
    note: str = ""
    orbits_method: str = ""
    confirmation: Confirmation | None = None

    @property
    def confirmed_by(self) -> str:
        """The engine that found the same numbers by other search code; "" without one."""
        return confirmed_by(self.confirmation)

    @property
    def proven(self) -> bool:
        """Whether the number of pieces is proven to be the least, or that there is no arrangement."""
        if self.pieces is None:
            return self.status is Status.COMPLETE
        return self.lower_bound >= self.pieces

    @property
    def best(self) -> Arrangement | None:
        """The first of the arrangements, if there is one."""
        return self.arrangements[0] if self.arrangements else None

    def with_best(self, best: Arrangement | None) -> GunportAnswer:
        """The same with this as the best arrangement found."""
        return self if best is None else replace(self, pieces=len(best.pieces), arrangements=(best,))

    @property
    def ports(self) -> int | None:
        """The ports of the best arrangement found; None when none was found."""
        if self.pieces is None:
            return None
        return len(self.board.cells) - self.pieces * len(self.rules.piece.cells)


def checked(arrangement: Arrangement, rules: Rules, engine: str) -> Arrangement:
    """An arrangement that an engine found; RuntimeError if it is invalid, an error of the engine."""
    wrong = faults(arrangement, rules)
    if wrong:
        raise RuntimeError(f"the engine {quoted(engine)} returned a wrong arrangement: {'; '.join(wrong)}")
    return arrangement
