"""The engine kasteleyn: counts perfect matchings of planar graphs by determinants modulo primes.

``determinants.py`` turns the matchings into determinants of whole matrices, with a proven bound on each. The
core works out each determinant modulo enough primes that their product exceeds twice the bound 2^31
times over, and the Chinese remainder theorem gives its value. No float takes part in it.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt, prod

from tilewright import _core
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import CoverProblem
from tilewright.solve.engines.base import Status
from tilewright.solve.engines.frontier.sweep import Evaluation, SweepQuery
from tilewright.solve.engines.kasteleyn.determinants import (
    Determinant,
    Determinants,
    determinants,
    matching_graph,
)
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import Cancelled, Control, StepLoop

STEP_COST = 2e7  # additions in one step of a thread: about 10 ms
_PRIME_BITS = 30  # each prime is above 2^30


def unsupported(problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
    """Why the engine does not take a problem below a prefix (as in ``Task``); "" when it does."""
    found = _determinants(problem, tuple(prefix))
    return found if isinstance(found, str) else ""


def count_matchings(
    problem: CoverProblem,
    prefix: Sequence[int] = (),
    threads: int = 1,
    loop: StepLoop | None = None,
) -> int:
    """The number of solutions below a prefix (as in ``Task``); exact.

    Cancelled when a time limit or a cancellation ends ``loop`` first. UnsupportedError when ``unsupported``
    gives a reason.
    """
    if threads < 1:
        raise ValueError(f"there must be at least one thread, not {threads}")
    found = _determinants(problem, tuple(prefix))
    if isinstance(found, str):
        raise UnsupportedError(f"the engine kasteleyn cannot count this: {found}")
    if not found.parts:
        return found.factor
    loop = loop or StepLoop()
    jobs = []
    for part in found.parts:
        loop.check_cancelled()
        jobs.append(_Job(part, _core.DeterminantSweep(part.size, part.entries), tuple(_primes(part.bound))))
    pool = _DeterminantThreads(jobs)
    pool.run(threads, loop)
    return found.factor * prod(_value(job, rests) for job, rests in zip(jobs, pool.residues, strict=True))


@lru_cache(maxsize=1)  # a planner asks whether it can be counted just before it is
def _determinants(problem: CoverProblem, prefix: tuple[int, ...]) -> Determinants | str:
    graph = matching_graph(problem, prefix)
    if isinstance(graph, str):
        return graph
    return determinants(graph) or (
        "it accepts problems that can be drawn in the plane: "
        "a dot for each item, a line between two dots for each option, and no lines that cross"
    )


@dataclass(frozen=True)
class _Job:
    """A determinant, how to work it out, and the primes to do it for."""

    part: Determinant
    sweep: _core.DeterminantSweep
    primes: tuple[int, ...]


class _DeterminantThreads:
    """Threads that work out the determinant of each job modulo each of its primes: ``residues``."""

    def __init__(self, jobs: Sequence[_Job]) -> None:
        self._jobs = jobs
        self._tasks = ((k, n) for k, job in enumerate(jobs) for n in range(len(job.primes)))
        self._cost = sum(job.sweep.cost * len(job.primes) for job in jobs)
        self._done = 0.0
        self._working = 0
        self._stop = False
        self._error: BaseException | None = None
        self._changed = threading.Condition()
        self.residues = [[0] * len(job.primes) for job in jobs]

    def run(self, threads: int, loop: StepLoop) -> None:
        """Work until all is done; Cancelled, or an exception of a thread, stops all threads."""
        self._working = min(threads, 1 + int(self._cost / STEP_COST))
        running = [threading.Thread(target=self._work, daemon=True) for _ in range(self._working)]
        try:
            for thread in running:
                thread.start()
            loop.wait(self._finished, lambda: loop.states_progress(self._share, 0))
        except Cancelled as cancelled:
            cancelled.share = self._share
            raise
        finally:
            self._stop = True
            for thread in running:
                if thread.ident is not None:
                    thread.join()
        if self._error is not None:
            raise self._error

    @property
    def _share(self) -> float:
        return min(1.0, self._done / self._cost)

    def _finished(self, timeout: float) -> bool:
        """Whether all threads have ended, now or within ``timeout`` seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: self._working == 0, timeout)

    def _work(self) -> None:
        try:
            while (task := self._next()) is not None:
                self._work_out(*task)
        except BaseException as error:  # noqa: BLE001 - raised again by run, in the caller's thread
            self._error = error
            self._stop = True
        finally:
            with self._changed:
                self._working -= 1
                self._changed.notify_all()

    def _next(self) -> tuple[int, int] | None:
        with self._changed:
            return None if self._stop else next(self._tasks, None)

    def _work_out(self, number: int, place: int) -> None:
        job = self._jobs[number]
        residue = _core.DeterminantResidue(job.sweep, job.primes[place])
        while not residue.advance(STEP_COST):
            if self._stop:
                return
        self.residues[number][place] = residue.value
        with self._changed:
            self._done += job.sweep.cost


def _primes(bound: int) -> list[int]:
    """Primes whose product is above 2^32 times a bound: enough for the sign, with 31 bits to spare."""
    return _core.primes(0, (bound.bit_length() + 32) // _PRIME_BITS + 1)


def _value(job: _Job, rests: Sequence[int]) -> int:
    """What a part counts, from its determinant modulo each prime.

    The 31 bits to spare are a check: determinants that were wrong modulo some prime would almost
    surely combine to a number far beyond the bound.
    """
    value = abs(symmetric_remainder(rests, job.primes))
    root = isqrt(value) if job.part.squared else value
    if value > job.part.bound or (job.part.squared and root * root != value):
        raise ArithmeticError("determinants modulo primes contradict each other: this is a bug or bad memory")
    return root


def symmetric_remainder(rests: Sequence[int], primes: Sequence[int]) -> int:
    """The whole number x of least absolute value with x = rest modulo each of different primes."""
    whole = prod(primes)
    parts = [
        (rest * pow(whole // prime % prime, -1, prime) % prime, prime)
        for rest, prime in zip(rests, primes, strict=True)
    ]
    while len(parts) > 1:  # the sum of part * whole / prime, by halves: large factors meet large ones
        pairs = zip(parts[::2], parts[1::2], strict=False)
        odd = parts[len(parts) & ~1 :]
        parts = [(a * n + b * m, m * n) for (a, m), (b, n) in pairs] + odd
    x = parts[0][0] % whole
    return x - whole if 2 * x > whole else x


class KasteleynAdapter:
    """The adapter of the engine kasteleyn."""

    def unsupported(self, problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
        if any(len(uses) != 2 for uses in problem.options):  # at once, before any graph is made
            return "each option has to cover exactly two items, and nothing else"
        return unsupported(problem, prefix)

    def unsupported_query(self, query: SweepQuery) -> str:
        if query.times or query.weights:
            return "its options are weighted, or cover an item several times"
        return self.unsupported(query.problem, query.prefix)

    def count(self, query: SweepQuery, resources: Resources, control: Control) -> Evaluation[int]:
        loop = StepLoop(control)
        try:
            value = count_matchings(query.problem, query.prefix, max(1, resources.threads), loop)
        except Cancelled as cancelled:
            return Evaluation(cancelled.status, None, 0, loop.seconds, cancelled.share)
        return Evaluation(Status.COMPLETE, value, 0, loop.seconds, 1.0)


ADAPTER = KasteleynAdapter()
