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
from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.frontier.sweep import Evaluation, SweepQuery
from tilewright.solving.engines.kasteleyn.determinants import (
    Determinant,
    Determinants,
    determinants,
    matching_graph,
)
from tilewright.solving.engines.remainders import symmetric_remainder
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Cancelled, Control, Status, StepLoop
from tilewright.threads import submitted, thread_pool

STEP_COST = 2e7  # additions in one step of a thread: about 10 ms
_PRIME_BITS = 30  # each prime is above 2^30


def unsupported(problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
    """Why the engine does not take a problem below a prefix (as in ``Task``); "" when it does."""
    text = _determinants(problem, tuple(prefix))
    return text if isinstance(text, str) else ""


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
    all_determinants = _determinants(problem, tuple(prefix))
    if isinstance(all_determinants, str):
        raise UnsupportedError(f"the engine kasteleyn cannot count this: {all_determinants}")
    if not all_determinants.parts:
        return all_determinants.factor
    loop = loop or StepLoop()
    jobs = []
    for part in all_determinants.parts:
        loop.check_cancelled()
        jobs.append(_Job(part, _core.DeterminantSweep(part.size, part.entries), tuple(_primes(part.bound))))
    residues = _residues(jobs, threads, loop)
    return all_determinants.factor * prod(
        _value(job, rests) for job, rests in zip(jobs, residues, strict=True)
    )


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


def _residues(jobs: Sequence[_Job], threads: int, loop: StepLoop) -> list[list[int]]:
    """The determinant of each job modulo each of its primes; Cancelled or an error ends all threads."""
    residues = [[0] * len(job.primes) for job in jobs]
    tasks = ((k, n) for k, job in enumerate(jobs) for n in range(len(job.primes)))
    cost = sum(job.sweep.cost * len(job.primes) for job in jobs)
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
            residue = _core.DeterminantResidue(job.sweep, job.primes[place])
            while not residue.advance(STEP_COST):
                if stop:
                    return
            residues[number][place] = residue.value
            with lock:
                done += job.sweep.cost

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
