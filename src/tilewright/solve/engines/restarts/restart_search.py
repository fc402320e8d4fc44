"""One solution of a large packing: restarts along a sweep and mending, beside a search that can prove none.

Both go on in rounds of so many nodes. A round counts as if the restarts had had their turn first, whatever
the number of threads: the same problem and seed give the same solution after the same number of nodes. So
does a search that goes on from a checkpoint, which holds where each of them stands; see restarts_files.py.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Protocol

from tilewright import _core
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import Cover, CoverProblem
from tilewright.solve import checkpoint as files
from tilewright.solve.engines.base import Engine, Outcome, Progress, Status, Task
from tilewright.solve.engines.native import core_problem
from tilewright.solve.engines.registry import ENGINES
from tilewright.solve.engines.restarts.restart_checkpoint import NAME, Place, Record, Standing, take_up
from tilewright.solve.planner import choose, large_packing
from tilewright.solve.runner import Batch
from tilewright.solve.stepping import Cancelled, Control, StepLoop, StepSize

__all__ = ["NAME", "FirstSolution", "first_solution"]

ROUND = 2_000_000  # nodes of restarts in a round: a second or two
BESIDE = {"ahead": 5_000, "dense": 100_000, "bitmask": 200_000}  # nodes of the other search: about as long
BESIDE_OTHERS = 5_000
FIRST_STEP = 16  # nodes
MUCH = 1_000_000  # pieces too many or too few: the core says as much where no cover has been mended
JOIN_SECONDS = 0.3  # how long cancelled searches are waited for
SNAPSHOT_SECONDS = 1.0  # between two looks at where a search stands, for a checkpoint
REFUTED_AFTER = 2  # rounds without a solution before a longer look for a reason why there is none


class _Stepped(Protocol):
    """What a strand drives."""

    def advance(self, budget: int) -> str: ...

    @property
    def nodes(self) -> int: ...

    def solution(self) -> tuple[int, ...] | None: ...

    def position(self) -> list[int]: ...

    def words(self) -> str: ...


class _Restarts:
    """The core's search with restarts."""

    def __init__(self, problem: CoverProblem, prefix: tuple[int, ...], seed: int, place: Place) -> None:
        self._search = _core.make_restarts(core_problem(problem), prefix, seed)
        take_up(self._search, place)

    def advance(self, budget: int) -> str:
        return self._search.advance(budget).name

    @property
    def nodes(self) -> int:
        return self._search.nodes

    def solution(self) -> tuple[int, ...] | None:
        return tuple(self._search.solution) or None

    def position(self) -> list[int]:
        return self._search.position()

    def words(self) -> str:
        runs, depth, wrong = self._search.runs, self._search.depth, self._search.wrong
        words = f"{runs:,} runs, {depth:,} placements at once at most"
        if wrong > MUCH:
            return words
        return f"{words}; all cells covered with {wrong:,} pieces too many or too few"


class _Beside:
    """A search of another engine for the first solution of the same problem."""

    def __init__(self, problem: CoverProblem, prefix: tuple[int, ...], engine: Engine, place: Place) -> None:
        self._search = engine.start(problem, Task(prefix), 1)
        self._before = place.nodes
        take_up(self._search, place)

    def advance(self, budget: int) -> str:
        return self._search.advance(budget)

    @property
    def nodes(self) -> int:
        return self._before + self._search.nodes

    def solution(self) -> tuple[int, ...] | None:
        found = self._search.take()
        return tuple(found[0]) if found else None

    def position(self) -> list[int]:
        return list(self._search.position())

    def words(self) -> str:
        return ""


@dataclass
class _Strand:
    """One of the searches that go on side by side; it is made in its own thread, as that may take a while."""

    name: str
    share: int  # nodes in a round
    make: Callable[[Place], _Stepped]
    durable: bool = False
    place: Place = field(default_factory=Place)  # where it stands, or stood a moment ago
    base: int = 0  # nodes at the beginning of the round
    search: _Stepped | None = None
    status: str = "running"
    size: StepSize = field(default_factory=lambda: StepSize(FIRST_STEP, smallest=FIRST_STEP))
    error: BaseException | None = None
    halt: threading.Event = field(default_factory=threading.Event)

    @property
    def nodes(self) -> int:
        return self.place.nodes if self.search is None else self.search.nodes

    def go(self, nodes: int) -> threading.Thread:
        """Visit so many more nodes, or fewer when it ends or is halted, in a thread."""
        thread = threading.Thread(target=self._go, args=(nodes,), name=f"tilewright-{self.name}", daemon=True)
        thread.start()
        return thread

    def _go(self, nodes: int) -> None:
        try:
            if self.search is None:
                self.search = self.make(self.place)
            goal = self.search.nodes + nodes
            looked = time.monotonic()
            while self.status == "running" and self.search.nodes < goal and not self.halt.is_set():
                before, start = self.search.nodes, time.perf_counter()
                granted = min(self.size.units, goal - before)
                self.status = self.search.advance(granted)
                if granted == self.size.units:
                    self.size.adapt(granted, self.search.nodes - before, time.perf_counter() - start)
                if self.durable and time.monotonic() - looked >= SNAPSHOT_SECONDS:
                    self._look()
                    looked = time.monotonic()
            if self.durable:
                self._look()
        except BaseException as error:  # noqa: BLE001 - handed to the main thread, which raises it
            self.error = error

    def _look(self) -> None:
        if self.search is not None and self.status == "running":
            self.place = Place(self.search.nodes, tuple(self.search.position()))


def first_solution(
    cover: Cover, control: Control, engine: str | None, refute: Callable[[bool], str]
) -> FirstSolution | None:
    """The search for one solution by restarts, when it is asked for, or when no engine is and it pays.

    ``refute(plain)`` gives a reason why there is no solution, if it finds one; see ``doubts.no_solution``.
    """
    one = control.limits.solutions == 1
    if engine == NAME:
        refusal = _refusal(cover)
        if not one:
            refusal = "it finds one solution; ask for one"
        if refusal:
            raise UnsupportedError(f"the engine {NAME!r} cannot take this: {refusal}")
        return FirstSolution(cover, control, None, "you asked for it", refute)
    if engine is not None or not one or not cover.puzzle.areas_fit:
        return None
    if control.resume is not None:
        taken_up = files.load(control.resume).question.engine == NAME
        return FirstSolution(cover, control, None, "", refute) if taken_up else None
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
        self._record = None
        standing, seed = Standing(), control.seed
        if control.checkpoint is not None or control.resume is not None:
            self._record = record = Record(cover, control)
            standing = record.standing
            if control.resume is not None:
                beside = ENGINES[standing.beside] if standing.beside else None
                self.reason = "the checkpoint was made by it"
            seed = standing.seed
        self._refute = refute if beside is not None else None
        self._rounds_done, self._nodes_done = standing.rounds, standing.done
        problem, prefix = cover.problem, cover.forced
        durable = self._record is not None

        def sweep(place: Place) -> _Stepped:
            return _Restarts(problem, prefix, seed, place)

        self._strands = [_Strand(NAME, ROUND, sweep, durable)]
        if beside is not None:
            other = beside

            def search(place: Place) -> _Stepped:
                return _Beside(problem, prefix, other, place)

            share = BESIDE.get(beside.name, BESIDE_OTHERS)
            self._strands.append(_Strand(beside.name, share, search, durable))
        for strand, place, base in zip(self._strands, standing.places, standing.bases, strict=False):
            strand.place, strand.base = place, base

    def batches(self) -> Generator[Batch, None, Outcome]:
        """The solution as sorted options, when there is one; returns how it ended."""
        record = self._record
        self._loop = StepLoop(self.control, seconds_before=0.0 if record is None else record.before)
        try:
            if record is not None:
                record.begin(self._standing())
                if record.found:
                    self.name = record.standing.by
                    yield [record.found]
                    return Outcome(Status.LIMIT, 1, 1, record.standing.done, record.before, 0.0)
            outcome = yield from self._rounds()
            return outcome
        finally:
            for strand in self._strands:
                strand.halt.set()
            if record is not None:
                record.close(self._standing())

    def _rounds(self) -> Generator[Batch, None, Outcome]:
        while True:
            # Here, not after the round: who stops a search may do so between its last node and this line.
            if all(gone >= strand.share for gone, strand in zip(self._spent(), self._strands, strict=True)):
                self._nodes_done += sum(self._spent())
                self._rounds_done += 1
                for strand in self._strands:
                    strand.base = strand.nodes
            if self._refute is not None and self._rounds_done in (0, REFUTED_AFTER):
                self.proof = self._refute(self._rounds_done == 0)
                if self.proof:
                    return self._outcome(Status.COMPLETE, 1.0)
            left = self.control.limits.nodes
            shares: list[int] = []
            for strand in self._strands:
                grant = strand.share
                if left is not None:
                    grant = min(grant, left - self._nodes_done - sum(shares))
                shares.append(max(0, grant))
            # A round that was cut short is gone on with.
            spent = self._spent()
            shares = [max(0, share - gone) for share, gone in zip(shares, spent, strict=True)]
            if not any(shares):
                return self._outcome(Status.LIMIT, 0.0)
            try:
                ended = self._round(shares)
            except Cancelled as cancelled:
                return self._outcome(cancelled.status, 0.0)
            if ended is not None:
                spent = self._spent()
                return (yield from self._end(self._strands[ended], sum(spent[: ended + 1])))

    def _spent(self) -> list[int]:
        """The nodes of this round so far, strand by strand."""
        return [strand.nodes - strand.base for strand in self._strands]

    def _outcome(self, status: Status, share: float) -> Outcome:
        """What is said where no search found a solution."""
        nodes = self._nodes_done + sum(self._spent())
        return Outcome(status, 0, 0, nodes, self._loop.seconds, share)

    def _end(self, strand: _Strand, spent: int) -> Generator[Batch, None, Outcome]:
        """A search found a solution, or came to the end of its tree."""
        assert strand.search is not None
        self.name = strand.name
        solution = strand.search.solution()
        nodes, seconds = self._nodes_done + spent, self._loop.seconds
        if solution is None:
            return Outcome(Status.COMPLETE, 0, 0, nodes, seconds, 1.0)
        if self._record is not None:
            self._nodes_done = nodes
            self._record.find(solution, self._standing())
        yield [solution]
        # There may be others: nobody looked.
        return Outcome(Status.LIMIT, 1, 1, nodes, seconds, 0.0)

    def _standing(self) -> Standing:
        beside = self._strands[1].name if len(self._strands) > 1 else ""
        places = tuple(strand.place for strand in self._strands)
        seed = self.control.seed if self._record is None else self._record.standing.seed
        bases = tuple(strand.base for strand in self._strands)
        return Standing(seed, self._rounds_done, self._nodes_done, bases, places, beside, self.name)

    def _round(self, shares: list[int]) -> int | None:
        """One round: which strand ended the search; None when only the round is over."""
        threads: list[threading.Thread] = []
        waiting = list(zip(self._strands, shares, strict=True))
        if self.control.threads > 1:
            threads = [strand.go(share) for strand, share in waiting]
        for number, (strand, share) in enumerate(waiting):
            if number == len(threads):
                threads.append(strand.go(share))
            thread = threads[number]

            def finished(timeout: float, thread: threading.Thread = thread) -> bool:
                thread.join(timeout)
                if self._record is not None and thread.is_alive():
                    self._record.save_now_and_then(self._standing)
                return not thread.is_alive()

            try:
                self._loop.wait(finished, self._progress)
            except Cancelled:
                self._halt(threads)
                raise
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
        end = time.monotonic() + JOIN_SECONDS
        for thread in threads:
            thread.join(max(0.0, end - time.monotonic()))

    def _progress(self) -> Progress:
        nodes = sum(strand.nodes for strand in self._strands)
        search = self._strands[0].search
        words = "getting ready" if search is None else search.words()
        return Progress(0.0, nodes, 0, 0, self._loop.seconds, None, words=words)
