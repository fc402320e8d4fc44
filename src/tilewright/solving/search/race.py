"""Two ways to one answer, in turns: a search of the tree, and a rival that sweeps over states.

Which of them is quicker is not known beforehand: random dives tell little of a tree with long tails, and a
forecast leaves out most states. So neither is trusted. In each round both may spend equal effort, which
grows by the factor GROWTH from round to round: whichever finishes first costs little more than two or three
times what it would alone. Effort is counted in nodes and states, at what each is expected to cost, so that
the winner depends neither on the clock nor on the number of threads.

What each has done by then decides how much it gets: where one is far from its end when the other is near, it
gets a part of the effort only.

A list of solutions waits until the race is decided, as the two list in different orders. There the race has
a limit of effort: after it the one that seems nearer to its end goes on alone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from tilewright.cancellation import cancelled_by
from tilewright.clock import monotonic
from tilewright.errors import UnsupportedError
from tilewright.solving.engines.base import Engine
from tilewright.solving.steps import Budget, Cancelled, Control, Progress, Status, StepLoop, seconds_left
from tilewright.threads import start_thread

GROWTH = 1.4  # of the effort from one round to the next
HARDLY_ANY = 1 / 16  # of the effort: the least that a candidate gets, however far it is from its end
NEXT_GRANT, LEAST_GRANT = 1.2, 0.1  # of what it seems to need, and of the first effort
SEARCH_FIRST = 1.5  # times what a search is expected to take: its effort before its rival is set up
FIRST_ROUND_SECONDS = 0.02  # of a search that is expected to take longer: rounds cost something themselves
UNLIMITED = float("inf")

Found = TypeVar("Found")


@dataclass
class Rival(Generic[Found]):
    """Work in a thread of its own that waits whenever its effort is spent.

    ``work(control)`` does it under a control that has the budget; UnsupportedError when it cannot.
    ``result`` is None until it has ended, and after that when it could not; then ``seconds`` says how long it
    took, with the time in which it waited.
    """

    engine: Engine
    work: Callable[[Control], Found]
    control: Control
    budget: Budget = field(default_factory=Budget)
    result: Found | None = None
    progress: Progress | None = None
    ended: bool = False
    seconds: float = 0.0
    _error: BaseException | None = None
    _thread: threading.Thread | None = None
    _stop: threading.Event = field(default_factory=threading.Event)

    def grant(self, effort: float) -> None:
        """Let it go on, or begin, until it has spent this much in all."""
        self.budget.grant(effort)
        if self._thread is None:
            self._thread = start_thread(self._run, "rival")

    def rests(self, timeout: float) -> bool:
        """Wait until it has ended or spent its effort; whether that happened within ``timeout`` seconds."""
        resting = self._thread is None or self.budget.rests(timeout)
        if self._error is not None:
            raise self._error
        return resting

    def close(self) -> None:
        """End it, and wait for that."""
        self._stop.set()
        self.budget.close()  # it may wait there for more
        if self._thread is not None:
            self._thread.join()
        self.ended = True

    def _run(self) -> None:
        start = monotonic()
        try:
            self._work()
        finally:
            self.seconds = monotonic() - start

    def _work(self) -> None:
        control = replace(self.control, cancel=self._stop, on_progress=self._note, budget=self.budget)
        try:
            with cancelled_by(StepLoop(control).check_cancelled):
                self.result = self.work(control)
        except (UnsupportedError, Cancelled):
            pass  # the search of the tree goes on alone
        except BaseException as error:  # noqa: BLE001 - raised in the thread that waits
            self._error = error
        self.ended = True
        self.budget.close()

    def _note(self, progress: Progress) -> None:
        self.progress = progress


@dataclass
class Race(Generic[Found]):
    """A search of the tree, and its rival.

    Before the search is set up the rival gets ``effort``, and more as long as it seems nearer to its end:
    ``head_start``, and ``longest`` at most. With ``search_first`` it gets nothing before the search has had
    more than it is expected to take. Before each round the search asks ``begin`` how many nodes it may visit
    (or goes through rounds of its own, and says so by ``follow``), and after it ``end`` whether the rival has
    won, as ``wins`` says: then ``winner`` is what it found. After the effort ``limit`` only one of them goes
    on. ``node_seconds`` is what a node of the search is expected to take, ``expected`` what all of it with
    its set-up is.
    """

    node_seconds: float
    rival: Rival[Found]
    loop: StepLoop
    effort: float
    wins: Callable[[Found], bool]
    expected: float = 0.0
    limit: float = UNLIMITED
    longest: float = 0.0
    search_first: bool = False
    winner: Found | None = None
    _left: float | None = None
    _rival_effort: float = 0.0

    @property
    def together(self) -> bool:
        """Whether both run at the same time, which takes two threads."""
        return self.loop.control.threads > 1

    def head_start(self, progress: Callable[[], Progress]) -> bool:
        """Whether the rival has won before the search is set up; Cancelled when the loop is.

        It gets more as long as it seems to be nearer to its end than the search is expected to be.
        """
        if self.search_first:
            return False
        granted = self.effort
        while True:
            self.rival.grant(granted)
            if self._settled(progress) or self.rival.ended:
                return self.winner is not None
            left = self._rival_left
            if left is None or left > max(self.expected, self.effort / 2) or granted >= self.longest:
                break
            # Where the share is rounded to 1 nothing seems to be left.
            granted = min(self.longest, granted + max(NEXT_GRANT * left, LEAST_GRANT * self.effort))
        # The search may spend as much in its first round.
        self.effort = max(granted, min(self.expected, FIRST_ROUND_SECONDS)) / GROWTH
        return False

    def begin(self, nodes: int, share: float, expected: float = 0.0) -> int | None:
        """How many nodes the search may visit in the next round; None: as many as it likes.

        It has visited ``nodes``, and done this share of its tree; ``expected`` nodes were expected before.
        """
        if self.rival.ended:
            return None
        if self.search_first:
            self.search_first = False
            first = SEARCH_FIRST * self.expected
            self.effort = first / GROWTH  # the rival's in the next round is as much
            return max(1, int(first / self.node_seconds))
        self.effort *= GROWTH
        left = seconds_left(nodes * self.node_seconds, share)
        by_dives = max(expected * self.node_seconds, self.expected) - nodes * self.node_seconds
        if by_dives > 0:  # the more hopeful of two guesses: a search is not to be held back by a bad one
            left = by_dives if left is None else min(left, by_dives)
        self._left = left
        self._grant(_part(self._rival_left, left))
        return max(1, int(self.effort * _part(left, self._rival_left) / self.node_seconds) - nodes)

    def follow(self, nodes: int) -> None:
        """Before a round of a search that has visited so many nodes: the rival may spend as much."""
        self.effort = max(self.effort, nodes * self.node_seconds)
        self._grant(1.0)

    def end(self, progress: Callable[[], Progress]) -> bool:
        """Whether the rival has won, after its part of the round; Cancelled when the loop is."""
        if self.rival.ended:
            return self._settled(progress)
        if self._rival_effort and not self.together:
            self.rival.grant(self._rival_effort)
        won = self._settled(progress)
        if won or self.effort < self.limit or self.rival.ended:
            return won
        rival_left = self._rival_left
        if rival_left is not None and (self._left is None or rival_left < self._left):
            self.rival.grant(UNLIMITED)
            return self._settled(progress)
        self.rival.close()
        return False

    def shown(self, progress: Progress) -> Progress:
        """The progress to show: that of whichever seems to be nearer to its end, and has not given up."""
        rival, left = self.rival, self._rival_left
        if rival.progress is None or rival.ended or left is None:
            return progress
        return rival.progress if self._left is None or left < self._left else progress

    def note_effort(self) -> None:
        """Note what the rival took, once it is closed; nothing where it did not begin."""
        rival = self.rival
        if not rival.seconds:
            return
        amount, share = 0 if rival.progress is None else rival.progress.nodes, rival.budget.share
        status = None
        if self.winner is not None:
            amount, share, status = getattr(self.winner, "nodes", amount), 1.0, Status.COMPLETE
        name = getattr(self.winner, "engine", rival.engine.name)
        self.loop.note_effort("rival", name, amount, rival.seconds, share, status)

    @property
    def _rival_left(self) -> float | None:
        return seconds_left(self.rival.budget.spent, self.rival.budget.share)

    def _grant(self, part: float) -> None:
        self._rival_effort = self.effort * part
        if self.together and not self.rival.ended:
            self.rival.grant(self._rival_effort)

    def _settled(self, progress: Callable[[], Progress]) -> bool:
        self.loop.wait(self.rival.rests, progress)
        value = self.rival.result
        if value is not None and self.wins(value):
            self.winner = value
        return self.winner is not None


AnyRace = Race[Any]


def _part(left: float | None, other_left: float | None) -> float:
    """The share of the effort for a candidate that takes so long when the other takes ``other_left``."""
    if left is None or other_left is None or left <= other_left:
        return 1.0
    return max(HARDLY_ANY, (other_left / left) ** 2)
