"""The engine restarts: one solution of a large packing, while another search may prove that there is none.

The local search sweeps over the board with awkward pieces first, starts again when it is stuck, and mends
covers that are nearly right. Both searches work in rounds of so many nodes. A round counts as if the local
search had had its turn first, whatever the number of threads: the same problem and seed give the same
solution after the same number of nodes. So does a search that is resumed from a checkpoint.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tilewright import _core
from tilewright.clock import monotonic
from tilewright.errors import CheckpointError
from tilewright.exact_cover.neighbours import MAX_PAIRS
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import Cover
from tilewright.solving.engines.base import (
    Batch,
    Engine,
    Outcome,
    Search,
    Task,
)
from tilewright.solving.engines.checkpoint import (
    WRONG_CONTENT,
    OtherSearchError,
    damage,
    numbers,
    whole_number,
)
from tilewright.solving.engines.native import core_problem
from tilewright.solving.engines.registry import ENGINES, RESTARTS, canonical_name, engine_named
from tilewright.solving.engines.search_checkpoint import SearchCheckpoint, SearchIdentity
from tilewright.solving.steps import Cancelled, Progress, Status, StepLoop, StepSize
from tilewright.threads import start_thread

ROUND = 2_000_000  # nodes of the local search in a round: a second or two
FIRST_STEP = 16  # nodes
MUCH = 1_000_000  # pieces too many or too few: the core says as much where no cover has been mended
JOIN_SECONDS = 0.3  # how long cancelled searches are waited for
SNAPSHOT_SECONDS = 1.0  # between two positions of a search, for a checkpoint
PRECHECK_AFTER = 2  # rounds without a solution before a longer look for a reason why there is none

NO_NEIGHBOURS = (
    "restarts needs to know which cells lie side by side: from a board, or from options that each have one "
    f"piece, as their first or last item, and together at most {MAX_PAIRS:,} pairs of cells"
)


def unsupported(problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
    """Why the engine does not take the problem below a prefix, as a sentence; "" when it does."""
    whole = problem.with_neighbours
    core = core_problem(whole)
    if not any(least for least, _ in problem.bounds):
        return "restarts does not support problems in which nothing must be covered"
    if not any(whole.near):
        return NO_NEIGHBOURS
    if not prefix:
        return _core.restarts_unsupported(core)
    try:
        _core.make_restarts(core, prefix, 0)
    except ValueError as error:
        return str(error)
    return ""


@dataclass(frozen=True)
class Position:
    """Where one search stands: its nodes since the start, and its position; None before it has started."""

    nodes: int = 0
    position: tuple[int, ...] | None = None


def _restore(search: Search | _core.Restarts, start: Position) -> None:
    """Bring a fresh search to a position; CheckpointError when it is none of its tree."""
    if start.position is None:
        return
    try:
        search.restore(start.position)
    except (ValueError, TypeError) as error:  # TypeError: a number that is too large for the core
        raise CheckpointError(
            f"the checkpoint does not fit this search ({error}); another version of tilewright made it"
        ) from None


class RestartsSearch:
    """The core's search with restarts."""

    def __init__(self, problem: CoverProblem, prefix: tuple[int, ...], seed: int, start: Position) -> None:
        self._search = _core.make_restarts(core_problem(problem.with_neighbours), prefix, seed)
        _restore(self._search, start)

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


class _TreeCompanion:
    """A search of another engine for the first solution of the same problem."""

    def __init__(
        self, problem: CoverProblem, prefix: tuple[int, ...], engine: Engine, start: Position
    ) -> None:
        self._search = engine.start(problem, Task(prefix), 1)
        self._before = start.nodes
        _restore(self._search, start)

    def advance(self, budget: int) -> str:
        return self._search.advance(budget)

    @property
    def nodes(self) -> int:
        return self._before + self._search.nodes

    def solution(self) -> tuple[int, ...] | None:
        number_lists = self._search.take()
        return tuple(number_lists[0]) if number_lists else None

    def position(self) -> list[int]:
        return list(self._search.position())

    def words(self) -> str:
        return ""


@dataclass
class _SearchThread:
    """One of the concurrent searches; it is made in its own thread, as that may take a while."""

    name: str
    share: int  # nodes in a round
    make: Callable[[Position], RestartsSearch | _TreeCompanion]
    durable: bool = False
    start: Position = field(default_factory=Position)  # where it stands, or stood a moment ago
    base: int = 0  # nodes at the beginning of the round
    search: RestartsSearch | _TreeCompanion | None = None
    status: str = "running"
    size: StepSize = field(default_factory=lambda: StepSize(FIRST_STEP, smallest=FIRST_STEP))
    error: BaseException | None = None
    halt: threading.Event = field(default_factory=threading.Event)

    @property
    def nodes(self) -> int:
        return self.start.nodes if self.search is None else self.search.nodes

    def run(self, nodes: int) -> threading.Thread:
        """Visit so many more nodes, or fewer when it ends or is halted, in a thread."""
        return start_thread(self._run, self.name, nodes)

    def _run(self, nodes: int) -> None:
        try:
            if self.search is None:
                self.search = self.make(self.start)
            goal = self.search.nodes + nodes
            looked = monotonic()
            while self.status == "running" and self.search.nodes < goal and not self.halt.is_set():
                before, begin = self.search.nodes, time.perf_counter()
                granted = min(self.size.units, goal - before)
                self.status = self.search.advance(granted)
                if granted == self.size.units:
                    self.size.adapt(granted, self.search.nodes - before, time.perf_counter() - begin)
                if self.durable and monotonic() - looked >= SNAPSHOT_SECONDS:
                    self._snapshot()
                    looked = monotonic()
            if self.durable:
                self._snapshot()
        except BaseException as error:  # noqa: BLE001 - handed to the main thread, which raises it
            self.error = error

    def _snapshot(self) -> None:
        if self.search is not None and self.status == "running":
            self.start = Position(self.search.nodes, tuple(self.search.position()))


class FirstSolution:
    """One search, as a generator of at most one batch; ``name`` is the engine that ended it.

    ``companion`` searches the tree in parallel. ``refute(plain)`` gives a reason why there is no solution, if
    it finds one: ``proof``; it is called where there is a companion.
    """

    def __init__(
        self, cover: Cover, loop: StepLoop, companion: Engine | None, refute: Callable[[bool], str]
    ) -> None:
        self.name, self.proof = RESTARTS.name, ""
        self._loop, control = loop, loop.control
        self._seed = control.seed
        self._rounds_done = self._nodes_done = 0  # complete rounds, and the nodes in them
        self._found: tuple[int, ...] | None = None
        self._checkpoint: SearchCheckpoint | None = None
        problem, prefix = self._problem, _ = cover.problem, cover.forced
        stands: Sequence[dict[str, Any]] = ()
        if control.is_durable:
            tasks = hashlib.sha256(repr(prefix).encode()).hexdigest()
            identity = SearchIdentity(problem.digest, RESTARTS.name, tasks, keep=True, rounds=True)
            self._checkpoint = SearchCheckpoint(loop, identity)
            if self._checkpoint.saved is not None:
                head, *stands = self._checkpoint.saved.parts
                with self._checked_content():
                    self._seed, self._rounds_done, self._nodes_done = (
                        whole_number(head[name]) for name in ("seed", "rounds", "done")
                    )
                    self.name, beside = canonical_name(head["by"]), canonical_name(head["beside"])
                path = control.resume or self._checkpoint.resumed_path
                if control.seed not in (0, self._seed):
                    raise OtherSearchError(path, f"its seed is {self._seed:,}, not {control.seed:,}")
                if beside and beside not in ENGINES:
                    raise CheckpointError(f"the checkpoint {path} was made by another version of tilewright")
                companion = engine_named(beside) if beside else None
        self._refute = refute if companion is not None else None
        self._searches = [
            _SearchThread(
                RESTARTS.name, ROUND, lambda start: RestartsSearch(problem, prefix, self._seed, start)
            )
        ]
        if (tree := companion) is not None:
            make = partial(_TreeCompanion, problem, prefix, tree)
            self._searches.append(_SearchThread(tree.name, tree.companion_nodes, make))
        for search in self._searches:
            search.durable = control.is_durable
        for search, stand in zip(self._searches, stands, strict=False):
            with self._checked_content():
                position = stand["position"]
                place = None if position is None else numbers(position)
                search.start = Position(whole_number(stand["nodes"]), place)
                search.base = whole_number(stand["base"])

    @contextmanager
    def _checked_content(self) -> Iterator[None]:
        """CheckpointError where the checkpoint has the right checksum, but not the right content."""
        try:
            yield
        except WRONG_CONTENT:
            assert self._checkpoint is not None
            raise damage(self._checkpoint.resumed_path) from None

    def batches(self) -> Generator[Batch, None, Outcome]:
        """The solution as sorted options, when there is one; returns how it ended."""
        checkpoint = self._checkpoint
        try:
            if checkpoint is not None:
                for batch in checkpoint.open():
                    self._found = batch[0]
                    with self._checked_content():
                        self._problem.check_solution(self._found)
                self._save()  # at once: an older checkpoint of this name is another search's
                if self._found:
                    yield [self._found]
                    return Outcome(Status.LIMIT, 1, 1, self._nodes_done, self._loop.seconds_before, 0.0)
            return (yield from self._rounds())
        finally:
            for each in self._searches:
                each.halt.set()
            if checkpoint is not None:
                try:
                    self._save()
                finally:
                    checkpoint.close()

    def _save(self) -> None:
        """Write the checkpoint, if there is one: how far the rounds are, and where each search stands."""
        if self._checkpoint is None:
            return
        head = {
            "seed": self._seed,
            "rounds": self._rounds_done,
            "done": self._nodes_done,
            "beside": self._searches[1].name if len(self._searches) > 1 else "",
            "by": self.name,
        }
        stands = [{"base": each.base, **vars(each.start)} for each in self._searches]
        delivered = int(self._found is not None)
        self._checkpoint.save((head, *stands), delivered, images=delivered)

    def _rounds(self) -> Generator[Batch, None, Outcome]:
        while True:
            # Here, not after the round: a cancellation may come between its last node and this line.
            if all(search.nodes - search.base >= search.share for search in self._searches):
                self._nodes_done += sum(self._spent())
                self._rounds_done += 1
                for each in self._searches:
                    each.base = each.nodes
            if self._refute is not None and self._rounds_done in (0, PRECHECK_AFTER):
                self.proof = self._refute(self._rounds_done == 0)
                if self.proof:
                    return self._outcome(Status.COMPLETE, 1.0)
            left = self._loop.control.limits.nodes
            shares: list[int] = []
            for each in self._searches:
                grant = each.share
                if left is not None:
                    grant = min(grant, left - self._nodes_done - sum(shares))
                shares.append(max(0, grant))
            # A round that was cut short is continued.
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
                return (yield from self._end(self._searches[ended], sum(spent[: ended + 1])))

    @property
    def nodes(self) -> int:
        """The nodes of all searches so far."""
        return self._nodes_done + sum(self._spent())

    def _spent(self) -> list[int]:
        """The nodes of this round so far, of each search."""
        return [each.nodes - each.base for each in self._searches]

    def _outcome(self, status: Status, share: float) -> Outcome:
        """What is said where no search found a solution."""
        return Outcome(status, 0, 0, self.nodes, self._loop.seconds, share)

    def _end(self, each: _SearchThread, spent: int) -> Generator[Batch, None, Outcome]:
        """A search found a solution, or came to the end of its tree."""
        assert each.search is not None
        self.name = each.name
        solution = each.search.solution()
        nodes, seconds = self._nodes_done + spent, self._loop.seconds
        if solution is None:
            return Outcome(Status.COMPLETE, 0, 0, nodes, seconds, 1.0)
        if self._checkpoint is not None:
            self._nodes_done, self._found = nodes, solution
            self._checkpoint.add([solution])
            self._save()
        yield [solution]
        # There may be others: nobody looked.
        return Outcome(Status.LIMIT, 1, 1, nodes, seconds, 0.0)

    def _round(self, shares: list[int]) -> int | None:
        """One round: which search ended the query; None when only the round is over."""
        threads: list[threading.Thread] = []
        waiting = list(zip(self._searches, shares, strict=True))
        if self._loop.control.threads > 1:
            threads = [each.run(share) for each, share in waiting]
        for number, (each, share) in enumerate(waiting):
            if number == len(threads):
                threads.append(each.run(share))
            thread = threads[number]

            def finished(timeout: float, thread: threading.Thread = thread) -> bool:
                thread.join(timeout)
                if self._checkpoint is not None and thread.is_alive() and self._checkpoint.is_due:
                    self._save()
                return not thread.is_alive()

            try:
                self._loop.wait(finished, self._progress)
            except Cancelled:
                self._halt(threads)
                raise
            if each.error is not None:
                raise each.error
            if each.status != "running":
                self._halt(threads)
                return number
        return None

    def _halt(self, threads: list[threading.Thread]) -> None:
        """Stop all threads; one that is still making its search ends by itself later on."""
        for each in self._searches:
            each.halt.set()
        end = monotonic() + JOIN_SECONDS
        for thread in threads:
            thread.join(max(0.0, end - monotonic()))

    def _progress(self) -> Progress:
        nodes = sum(each.nodes for each in self._searches)
        search = self._searches[0].search
        words = "getting ready" if search is None else search.words()
        return Progress(0.0, nodes, 0, 0, self._loop.seconds, None, words=words)


first_solution = FirstSolution  # as ``FirstAdapter`` says
