"""One solution of a large packing: restarts along a sweep and mending, beside a search that can prove none.

Both go on in rounds of so many nodes. A round counts as if the restarts had had their turn first, whatever
the number of threads: the same problem and seed give the same solution after the same number of nodes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Protocol

from tilewright import _core
from tilewright.cover import Cover, CoverProblem
from tilewright.engines.contract import Engine, Outcome, Progress, Status, Task
from tilewright.engines.native import core_problem
from tilewright.engines.planner import choose, large_packing
from tilewright.engines.run import Batch
from tilewright.engines.work import Control, stopped
from tilewright.errors import UnsupportedError

NAME = "restarts"

ROUND = 2_000_000  # nodes of restarts in a round: a second or two
BESIDE = {"ahead": 5_000, "dense": 100_000, "bitmask": 200_000}  # nodes of the other search: about as long
BESIDE_OTHERS = 5_000
SLICE = 0.03  # seconds that one call of the core is to last: short enough to stop at once
FIRST_BUDGET = 16
POLL = 0.05
MUCH = 1_000_000  # pieces too many or too few: the core says as much where no cover has been mended
FAREWELL = 0.3  # seconds that a search has to hear that it is to stop
REFUTED_AFTER = 2  # rounds without a solution before a longer look for a reason why there is none


class _Stepped(Protocol):
    """What a strand drives."""

    def advance(self, budget: int) -> str: ...

    @property
    def nodes(self) -> int: ...

    def solution(self) -> tuple[int, ...] | None: ...

    def words(self) -> str: ...


class _Restarts:
    """The core's search with restarts."""

    def __init__(self, problem: CoverProblem, prefix: tuple[int, ...], seed: int) -> None:
        self._search = _core.make_restarts(core_problem(problem), prefix, seed)

    def advance(self, budget: int) -> str:
        return self._search.advance(budget).name

    @property
    def nodes(self) -> int:
        return self._search.nodes

    def solution(self) -> tuple[int, ...] | None:
        return tuple(self._search.solution) or None

    def words(self) -> str:
        runs, depth, wrong = self._search.runs, self._search.depth, self._search.wrong
        words = f"{runs:,} runs, {depth:,} placements at once at most"
        if wrong > MUCH:
            return words
        return f"{words}; all cells covered with {wrong:,} pieces too many or too few"


class _Beside:
    """A search of another engine for the first solution of the same problem."""

    def __init__(self, problem: CoverProblem, prefix: tuple[int, ...], engine: Engine) -> None:
        self._search = engine.start(problem, Task(prefix), 1)

    def advance(self, budget: int) -> str:
        return self._search.advance(budget)

    @property
    def nodes(self) -> int:
        return self._search.nodes

    def solution(self) -> tuple[int, ...] | None:
        found = self._search.take()
        return tuple(found[0]) if found else None

    def words(self) -> str:
        return ""


@dataclass
class _Strand:
    """One of the searches that go on side by side; it is made in its own thread, as that may take a while."""

    name: str
    share: int  # nodes in a round
    make: Callable[[], _Stepped]
    search: _Stepped | None = None
    status: str = "running"
    budget: int = FIRST_BUDGET
    error: BaseException | None = None
    halt: threading.Event = field(default_factory=threading.Event)

    @property
    def nodes(self) -> int:
        return 0 if self.search is None else self.search.nodes

    def go(self, nodes: int) -> threading.Thread:
        """Visit so many more nodes, or fewer when it ends or is halted, in a thread."""
        thread = threading.Thread(target=self._go, args=(nodes,), name=f"tilewright-{self.name}", daemon=True)
        thread.start()
        return thread

    def _go(self, nodes: int) -> None:
        try:
            if self.search is None:
                self.search = self.make()
            goal = self.search.nodes + nodes
            while self.status == "running" and self.search.nodes < goal and not self.halt.is_set():
                granted = min(self.budget, goal - self.search.nodes)
                clock = time.perf_counter()
                self.status = self.search.advance(granted)
                clock = time.perf_counter() - clock
                if granted == self.budget:
                    faster = clock < SLICE / 2
                    self.budget = self.budget * 2 if faster else max(FIRST_BUDGET, self.budget // 2)
        except BaseException as error:  # noqa: BLE001 - handed to the main thread, which raises it
            self.error = error


def first_solution(
    cover: Cover, control: Control, engine: str | None, refute: Callable[[bool], str]
) -> FirstSolution | None:
    """The search for one solution by restarts, when it is asked for, or when no engine is and it pays.

    ``refute(plain)`` gives a reason why there is no solution, if it finds one; see ``doubts.no_solution``.
    """
    one = control.limits.solutions == 1
    durable = control.checkpoint is not None or control.resume is not None
    if engine == NAME:
        refusal = _refusal(cover)
        if not one:
            refusal = "it finds one solution; ask for one"
        elif durable:
            refusal = "it keeps no checkpoint"
        if refusal:
            raise UnsupportedError(f"the engine {NAME!r} cannot take this: {refusal}")
        return FirstSolution(cover, control, None, "you asked for it", refute)
    if engine is not None or not one or durable or not cover.puzzle.areas_fit:
        return None
    reason = large_packing(cover.problem)
    if not reason or _refusal(cover):
        return None
    return FirstSolution(cover, control, choose(cover.problem, first=True).engine, reason, refute)


def _refusal(cover: Cover) -> str:
    """Why restarts do not take the problem, or what forced placements leave of it; "" when they do."""
    problem = core_problem(cover.problem)
    if not any(least for least, _ in cover.problem.bounds):
        return "restarts takes no problem in which nothing has to be covered"
    if not cover.forced:
        return _core.restarts_unsupported(problem)
    try:
        _core.make_restarts(problem, cover.forced, 0)
    except ValueError as error:
        return str(error)
    return ""


class FirstSolution:
    """One search, as a generator of at most one batch; ``name`` is the engine that ended it."""

    def __init__(
        self,
        cover: Cover,
        control: Control,
        beside: Engine | None,
        reason: str,
        refute: Callable[[bool], str],
    ) -> None:
        self.control, self.reason, self.name = control, reason, NAME
        self.proof = ""
        self._refute = refute if beside is not None else None
        problem, prefix = cover.problem, cover.forced
        self._strands = [_Strand(NAME, ROUND, lambda: _Restarts(problem, prefix, control.seed))]
        if beside is not None:
            share = BESIDE.get(beside.name, BESIDE_OTHERS)
            self._strands.append(_Strand(beside.name, share, lambda: _Beside(problem, prefix, beside)))

    def batches(self) -> Generator[Batch, None, Outcome]:
        """The solution as sorted options, when there is one; returns how it ended."""
        begun = time.monotonic()
        try:
            return (yield from self._rounds(begun))
        finally:
            for strand in self._strands:
                strand.halt.set()

    def _rounds(self, begun: float) -> Generator[Batch, None, Outcome]:
        done = 0  # nodes of whole rounds
        rounds = 0
        while True:
            if self._refute is not None and rounds in (0, REFUTED_AFTER):
                self.proof = self._refute(rounds == 0)
                if self.proof:
                    return Outcome(Status.COMPLETE, 0, 0, done, time.monotonic() - begun, 1.0)
            left = self.control.limits.nodes
            shares: list[int] = []
            for strand in self._strands:
                grant = strand.share if left is None else min(strand.share, left - done - sum(shares))
                shares.append(max(0, grant))
            if not any(shares):
                return Outcome(Status.LIMIT, 0, 0, done, time.monotonic() - begun, 0.0)
            before = [strand.nodes for strand in self._strands]
            ended = self._round(shares, begun)
            spent = [strand.nodes - old for strand, old in zip(self._strands, before, strict=True)]
            if isinstance(ended, Status):
                return Outcome(ended, 0, 0, done + sum(spent), time.monotonic() - begun, 0.0)
            if ended is not None:
                done += sum(spent[: ended + 1])
                return (yield from self._end(self._strands[ended], done, begun))
            done += sum(spent)
            rounds += 1

    def _end(self, strand: _Strand, nodes: int, begun: float) -> Generator[Batch, None, Outcome]:
        """A search found a solution, or came to the end of its tree."""
        assert strand.search is not None
        self.name = strand.name
        solution = strand.search.solution()
        seconds = time.monotonic() - begun
        if solution is None:
            return Outcome(Status.COMPLETE, 0, 0, nodes, seconds, 1.0)
        yield [solution]
        # There may be others: nobody looked.
        return Outcome(Status.LIMIT, 1, 1, nodes, seconds, 0.0)

    def _round(self, shares: list[int], begun: float) -> int | Status | None:
        """One round: which strand ended the search, or how it was ended; None when only the round is over."""
        threads: list[threading.Thread] = []
        waiting = list(zip(self._strands, shares, strict=True))
        if self.control.threads > 1:
            threads = [strand.go(share) for strand, share in waiting]
        for number, (strand, share) in enumerate(waiting):
            if number == len(threads):
                threads.append(strand.go(share))
            while threads[number].is_alive():
                threads[number].join(POLL)
                ended = stopped(self.control, begun)
                if ended is not None:
                    self._halt(threads)
                    return ended
                self._report(begun)
            if strand.error is not None:
                raise strand.error
            if strand.status != "running":
                self._halt(threads)
                return number
        return None

    def _halt(self, threads: list[threading.Thread]) -> None:
        """Stop all threads; one that is still making its search ends by itself later on."""
        for strand in self._strands:
            strand.halt.set()
        end = time.monotonic() + FAREWELL
        for thread in threads:
            thread.join(max(0.0, end - time.monotonic()))

    def _report(self, begun: float) -> None:
        if self.control.on_progress is None:
            return
        nodes = sum(strand.nodes for strand in self._strands)
        search = self._strands[0].search
        words = "getting ready" if search is None else search.words()
        seconds = time.monotonic() - begun
        self.control.on_progress(Progress(0.0, nodes, 0, 0, seconds, None, words=words))
