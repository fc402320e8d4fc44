"""The engine kasteleyn: counts perfect matchings by determinants and Pfaffians modulo primes.

``determinants.py`` turns the matchings of planar graphs into determinants of whole matrices, with a proven
bound on each, and ``pfaffians.py`` those of boards with joined sides into a sum of Pfaffians. The core works
out each of them modulo enough primes that their product exceeds twice the bound 2^31 times over, and the
Chinese remainder theorem gives its value. No float takes part in it.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from math import isqrt, prod
from typing import Protocol

from tilewright import _core
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.frontier.sweep import Evaluation, SweepQuery
from tilewright.solving.engines.kasteleyn.determinants import (
    Determinant,
    Determinants,
    determinants,
    matching_graph,
)
from tilewright.solving.engines.kasteleyn.pfaffians import PfaffianSum, pfaffian_sum
from tilewright.solving.engines.remainders import symmetric_remainder
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Cancelled, Control, Status, StepLoop
from tilewright.threads import submitted, thread_pool

STEP_COST = 2e7  # additions in one step of a thread: about 10 ms
_PRIME_BITS = 30  # each prime is above 2^30
CONTRADICTION = "the results modulo primes contradict each other: this is a bug or bad memory"


def unsupported(problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
    """Why the engine does not take a problem below a prefix (as in ``Task``); "" when it does."""
    method = _method(problem, tuple(prefix))
    return method if isinstance(method, str) else ""


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
    method = _method(problem, tuple(prefix))
    if isinstance(method, str):
        raise UnsupportedError(f"the engine kasteleyn cannot count this: {method}")
    loop = loop or StepLoop()
    factor, jobs = 1, list[_Job]()
    if isinstance(method, PfaffianSum):
        jobs.append(_PfaffianJob(method))
    else:
        factor = method.factor
        for part in method.parts:
            loop.check_cancelled()
            jobs.append(_DeterminantJob(part))
    residues = _residues(jobs, threads, loop) if jobs else []
    return factor * prod(job.count(rests) for job, rests in zip(jobs, residues, strict=True))


@lru_cache(maxsize=1)  # a planner asks whether it can be counted just before it is
def _method(problem: CoverProblem, prefix: tuple[int, ...]) -> Determinants | PfaffianSum | str:
    graph = matching_graph(problem, prefix)
    if isinstance(graph, str):
        return graph
    if (planar := determinants(graph)) is not None:
        return planar
    if problem.layout is not None:
        return pfaffian_sum(graph, problem.layout)
    return (
        "it accepts problems that can be drawn in the plane, or on a board whose sides are joined: "
        "a dot for each item, a line between two dots for each option, and no lines that cross"
    )


class _Residue(Protocol):
    """A number modulo a prime, made step by step."""

    def advance(self, budget: float) -> bool: ...
    @property
    def value(self) -> int: ...


class _Job(Protocol):
    """A number to be worked out modulo some primes; ``cost`` is that of one of them."""

    primes: tuple[int, ...]
    cost: float

    def residue(self, prime: int) -> _Residue: ...
    def count(self, rests: Sequence[int]) -> int: ...


class _DeterminantJob:
    """A determinant, which counts perfect matchings of a part of a planar graph."""

    def __init__(self, part: Determinant) -> None:
        self._part = part
        self._sweep = _core.DeterminantSweep(part.size, part.entries)
        self.cost = self._sweep.cost
        self.primes = tuple(_core.primes(0, _primes_for(part.bound)))

    def residue(self, prime: int) -> _Residue:
        return _core.DeterminantResidue(self._sweep, prime)

    def count(self, rests: Sequence[int]) -> int:
        """What the part counts, from its determinant modulo each prime.

        The 31 bits to spare are a check: determinants that were wrong modulo some prime would almost
        surely combine to a number far beyond the bound.
        """
        value = abs(symmetric_remainder(rests, self.primes))
        root = isqrt(value) if self._part.squared else value
        if value > self._part.bound or (self._part.squared and root * root != value):
            raise ArithmeticError(CONTRADICTION)
        return root


class _PfaffianJob:
    """A sum of Pfaffians, which counts perfect matchings on a board with joined sides."""

    def __init__(self, of: PfaffianSum) -> None:
        self._sum = of
        self.cost = of.cost
        self.primes = _primes_with_roots(_primes_for(of.bound))

    def residue(self, prime: int) -> _Residue:
        return self._sum.residue(prime)

    def count(self, rests: Sequence[int]) -> int:
        """The number; a negative one, or one beyond the bound, is an error as above."""
        value = symmetric_remainder(rests, self.primes)
        if not 0 <= value <= self._sum.bound:
            raise ArithmeticError(CONTRADICTION)
        return value


def _residues(jobs: Sequence[_Job], threads: int, loop: StepLoop) -> list[list[int]]:
    """The number of each job modulo each of its primes; Cancelled or an error ends all threads."""
    residues = [[0] * len(job.primes) for job in jobs]
    tasks = ((k, n) for k, job in enumerate(jobs) for n in range(len(job.primes)))
    cost = sum(job.cost * len(job.primes) for job in jobs)
    done, stop, lock = 0.0, False, threading.Lock()

    def share() -> float:
        return min(1.0, done / cost)

    def work() -> None:
        nonlocal done
        while True:
            with lock:
                number, place = next(tasks, (-1, -1))
            if number < 0:
                return
            job = jobs[number]
            residue = job.residue(job.primes[place])
            while not residue.advance(STEP_COST):
                if stop:
                    return
            residues[number][place] = residue.value
            with lock:
                done += job.cost

    from concurrent.futures import FIRST_EXCEPTION, Future, wait  # loads logging

    threads = min(threads, 1 + int(cost / STEP_COST))
    with thread_pool(threads, "determinants") as pool:

        def finished(timeout: float) -> bool:
            ended, working = wait(running, timeout, FIRST_EXCEPTION)
            return not working or any(thread.exception() for thread in ended)

        running: list[Future[None]] = []
        try:
            for _ in range(threads):
                running.append(submitted(pool, work))
            loop.wait(finished, lambda: loop.states_progress(share(), 0))
        except Cancelled as cancelled:
            cancelled.share = share()
            raise
        finally:
            stop = True
    for thread in running:
        thread.result()
    return residues


def _primes_for(bound: int) -> int:
    """How many primes make a product above 2^32 times a bound: enough for the sign, with 31 bits to spare."""
    return (bound.bit_length() + 32) // _PRIME_BITS + 1


def _primes_with_roots(count: int) -> tuple[int, ...]:
    """The largest primes modulo which -1 is a square."""
    primes: list[int] = []
    skip = 0
    while len(primes) < count:
        primes += [prime for prime in _core.primes(skip, count) if prime % 4 == 1]
        skip += count
    return tuple(primes[:count])


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
