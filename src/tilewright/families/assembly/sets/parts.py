"""Does the parts of a search for sets on threads: in order, with progress, limits and a checkpoint."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from tilewright.families.assembly.sets.best import BestSoFar
from tilewright.families.assembly.sets.checkpoint import SetCheckpoint, SetTally
from tilewright.families.assembly.sets.goal import SetResult
from tilewright.model.levels import levels_text
from tilewright.solving.steps import CancelCheck, Cancelled, Progress, StepLoop
from tilewright.threads import submitted, thread_pool

WAIT_SECONDS = 0.05  # for a thread before cancellation is looked for


@dataclass(frozen=True)
class PartDone:
    """What was done in a part: sets that were looked at, and searches that ended for want of memory."""

    sets: int
    undecided: int


class Parts(Protocol):
    """Work in parts: ``do_part`` offers sets to the best so far, and what it does depends on the number of
    the part alone. ``parts`` None: there is always one more."""

    @property
    def parts(self) -> int | None: ...

    def share(self, done: int) -> float:
        """The share of the work in the parts before one, 0 to 1."""

    def do_part(self, number: int, check_cancelled: CancelCheck, ended: threading.Event) -> PartDone:
        """Do a part; Cancelled when the check says so. ``ended`` is set when all work is to end."""


class PieceSetRun:
    """Does the parts that are left, on so many threads, and notes what was done in the tally."""

    def __init__(
        self,
        work: Parts,
        best: BestSoFar,
        loop: StepLoop,
        tally: SetTally,
        checkpoint: SetCheckpoint | None,
        on_best: Callable[[SetResult], None] | None,
    ) -> None:
        self._work, self._best, self._loop, self._tally = work, best, loop, tally
        self._checkpoint, self._on_best = checkpoint, on_best
        self._ended = threading.Event()
        self._begun = loop.elapsed
        self._share_before = work.share(tally.done)

    def run(self, threads: int) -> None:
        """Do all parts; Cancelled when a limit or a cancellation comes first. The checkpoint is written."""
        waiting: deque[Future[PartDone]] = deque()
        following = self._tally.done
        with thread_pool(threads, "sets") as pool:
            try:
                while True:
                    while len(waiting) < 2 * threads and following != self._work.parts:
                        work = partial(self._work.do_part, following, self._check_cancelled, self._ended)
                        waiting.append(submitted(pool, work))
                        following += 1
                    if not waiting:
                        break
                    self._note(self._wait(waiting.popleft()))
            finally:
                self._ended.set()
                for future in waiting:
                    future.cancel()
                self._tell()
                self._save()

    def _wait(self, future: Future[PartDone]) -> PartDone:
        while True:
            try:
                return future.result(WAIT_SECONDS)
            except TimeoutError:
                self._loop.check_cancelled()
                self._tell()
                self._loop.report(self._progress)
                if self._checkpoint is not None and self._checkpoint.is_due:
                    self._save()

    def _note(self, done: PartDone) -> None:
        self._tally.done += 1
        self._tally.sets += done.sets
        self._tally.undecided += done.undecided
        self._tell()
        self._loop.check_cancelled()
        self._loop.report(self._progress)
        if self._checkpoint is not None and self._checkpoint.is_due:
            self._save()

    def _save(self) -> None:
        best_set = self._best.best_set
        if best_set is not None:
            self._tally.best, self._tally.order = best_set.result.puzzle, best_set.order
        self._tally.seconds = self._loop.seconds
        if self._checkpoint is not None:
            self._checkpoint.write(self._work.parts)

    def _tell(self) -> None:
        for result in self._best.take_news():
            if self._on_best is not None:
                self._on_best(result)

    def _progress(self) -> Progress:
        share = self._work.share(self._tally.done)
        now = share - self._share_before
        elapsed = self._loop.elapsed - self._begun
        eta = elapsed * (1 - share) / now if now > 0.002 else None
        best_set = self._best.best_set
        best = "none yet" if best_set is None else levels_text(best_set.result.levels)
        words = f"{self._tally.sets:,} sets, best level {best}"
        share_text = "" if self._work.parts is not None else f"{self._tally.done:,} restarts"
        seconds = self._loop.seconds
        return Progress(share, 0, self._tally.sets, 0, seconds, eta, words=words, share_text=share_text)

    def _check_cancelled(self) -> None:
        self._loop.check_cancelled()
        if self._ended.is_set():
            raise Cancelled
