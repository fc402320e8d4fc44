"""Solutions that have a property which a search of the tree does not see: each is examined by a filter.

A family registers its filters (``Family.filters``). Solutions are listed up to the symmetries of the board,
as the property is the same for all images of a solution, and examined on threads.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from time import thread_time
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, runtime_checkable

from tilewright.cancellation import steps_cancelled_by
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.family import filter_references
from tilewright.model.exact_cover_puzzle import require_board
from tilewright.model.lattices import Lattice
from tilewright.model.levels import LevelRange, Levels
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.registry import did_you_mean, load_attribute
from tilewright.solving.facts import Prepared
from tilewright.solving.questions import Answer, Kept
from tilewright.solving.steps import (
    CancelCheck,
    Cancelled,
    Progress,
    RemainingTime,
    Returning,
    Status,
    StepLoop,
)
from tilewright.solving.strategies.base import Strategy
from tilewright.solving.strategies.listing import labellings, option_batches
from tilewright.threads import submitted, thread_pool
from tilewright.wording import counted, quoted

if TYPE_CHECKING:
    from concurrent.futures import Future

    from tilewright.exact_cover.translation import Cover
    from tilewright.solving.engines.base import Batch
    from tilewright.solving.explanation import PlanNode
    from tilewright.solving.facts import Measuring

CHUNK = 1024  # solutions that a thread takes at once, where they are examined quickly
QUICK_SECONDS = 0.02  # in which solutions are listed or examined before more of them are at once
WAIT_SECONDS = 0.05  # for a thread before cancellation is looked for
UNKNOWN_S = 10.0  # time from which it is said that the time left is unknown


class FilterResult(Protocol):
    """What an examination found out about a solution."""

    @property
    def status(self) -> Status:
        """COMPLETE when the solution is decided, else LIMIT."""

    @property
    def levels(self) -> Levels:
        """Those of a solution that has the property; () of one that has not, or is undecided."""


Found = TypeVar("Found", bound=FilterResult, covariant=True)


class Examiner(Protocol[Found]):
    """Examines solutions of one puzzle, one after another, in one thread."""

    def examine(self, solution: Solution, check_cancelled: CancelCheck) -> Found:
        """What is found of a solution; the same for all its images under the symmetries of the board."""


@dataclass(frozen=True)
class Examined(Generic[Found]):
    """What was found of some solutions, one after another.

    ``states``: of each, the effort of its examination. ``noted``: by their numbers from 0, ascending, those
    of which there is more to say than that they are decided and have not the property.
    """

    states: Sequence[int]
    noted: Sequence[tuple[int, Solution, Found]] = ()


class ListedSolutions:
    """The solutions of a puzzle that sets of options stand for, each made and verified when it is needed; for
    several threads. ``get_cover()`` is the translated puzzle."""

    def __init__(self, get_cover: Callable[[], Cover], engine: str) -> None:
        self._get_cover, self._engine, self._lock = get_cover, engine, threading.Lock()

    @property
    def cover(self) -> Cover:
        return self._get_cover()

    def solution(self, options: Sequence[int]) -> Solution:
        """The solution; RuntimeError if it is wrong."""
        with self._lock:
            return next(self.cover.verified(self._engine, [options]))


@runtime_checkable
class OptionsExaminer(Examiner[Found], Protocol[Found]):
    """An examiner that examines solutions as sets of options, many of them quicker than one after another;
    it makes solutions only of those that have the property."""

    def option_table(self, cover: Cover) -> Any:
        """What it needs to know of the options, for the examiners of all threads; None where it examines
        solutions only."""

    def examine_options(
        self, table: Any, batch: Batch, solutions: ListedSolutions, check_cancelled: CancelCheck
    ) -> Iterator[Examined[Found]]:
        """What is found of the solutions of a batch, some after another, in their order."""


class SolutionDocument(Protocol):
    """A file with what was found of solutions; its entries are made as they are found, so that a search that
    is stopped writes the file at once."""

    def entry(self, value: Any) -> str:
        """What the file has of a solution."""

    def text(self, entries: Sequence[str]) -> str:
        """The text of the file."""


@dataclass(frozen=True)
class SolutionFilter:
    """A property of solutions.

    ``examiner`` makes an examiner for a puzzle, which may use so many bytes for a solution, and needs no more
    than ``max_bytes``; UnsupportedError where the property has no meaning, as on all lattices that do not
    fulfil ``suits``. ``documents`` makes a file of a puzzle's solutions, by its suffix; UnsupportedError when
    such a file cannot hold the puzzle.
    """

    name: str
    examiner: Callable[[Puzzle, int], Examiner[Any]]
    max_bytes: int
    documents: Mapping[str, Callable[[Puzzle], SolutionDocument]] = field(default_factory=dict)
    suits: Callable[[Lattice], bool] = lambda lattice: True


def filter_named(name: str) -> SolutionFilter:
    """The filter of this name; UnsupportedError when no family has one."""
    known = filter_references()
    if name not in known:
        raise UnsupportedError(
            f"there is no filter {quoted(name)}; expected one of "
            f"{', '.join(known)}{did_you_mean(name, known)}"
        )
    solution_filter: SolutionFilter = load_attribute(known[name])
    return solution_filter


class Examination(Generic[Found]):
    """Examines solutions on threads, as they are listed, and gives them back in their order."""

    def __init__(
        self,
        make_examiner: Callable[[], Examiner[Found]],
        loop: StepLoop,
        threads: int,
        words: str = "{kept:,} kept of {examined:,} examined",
    ) -> None:
        self._make_examiner, self._loop, self._threads, self._words = make_examiner, loop, threads, words
        self._abandoned = threading.Event()
        self._own = threading.local()
        self._own.examiner = make_examiner()  # here, so that what it refuses is said at once
        self._listing = Progress(0.0, 0, 0, 0, 0.0, None)
        self._remaining = RemainingTime()
        self._table: Any = None
        self.taken = self.examined = self.kept = 0
        self._at_once = 1

    def results(
        self, batches: Iterator[Batch], solutions: ListedSolutions
    ) -> Generator[tuple[Batch, Examined[Found]], None, None]:
        """Some solutions after another with what was found; Cancelled at the time limit and when the loop is
        cancelled."""
        self._solutions = solutions
        chunks = self._chunks(batches)
        try:
            if self._threads > 1:
                yield from self._results_of_threads(chunks)
                return
            for chunk in chunks:
                yield from map(self._noted, self._examine_all(chunk))
        finally:
            self._abandoned.set()

    def watch(self, listing: Progress) -> None:
        """Take the progress of the search that lists the solutions."""
        self._listing = listing

    def progress(self) -> Progress:
        """How far the search and the examination are together."""
        seconds = self._loop.seconds
        share = self._listing.share * self.examined / max(1, self.taken)
        eta = self._remaining.estimate(seconds, share)
        words = self._words.format(kept=self.kept, examined=self.examined)
        if eta is None and seconds >= UNKNOWN_S:
            words += ", time left unknown"
        return Progress(share, self._listing.nodes, self.kept, self.kept, seconds, eta, words=words)

    def _chunks(self, batches: Iterator[Batch]) -> Iterator[Batch]:
        """The solutions, more at once where they are listed and examined quickly: none waits long for
        another, and where the first ones suffice, few are listed in vain."""
        waiting: Batch = []
        began = self._loop.elapsed
        for batch in batches:
            waiting += batch
            is_quick = batch and self._loop.elapsed - began < QUICK_SECONDS
            while waiting and (not is_quick or len(waiting) >= self._at_once):
                chunk, waiting = waiting[: self._at_once], waiting[self._at_once :]
                yield self._taken(chunk)
                began = self._loop.elapsed
        while waiting:
            chunk, waiting = waiting[: self._at_once], waiting[self._at_once :]
            yield self._taken(chunk)

    def _taken(self, chunk: Batch) -> Batch:
        if not self.taken and isinstance(self._own.examiner, OptionsExaminer):
            self._table = self._own.examiner.option_table(self._solutions.cover)
        self.taken += len(chunk)
        return chunk

    def _results_of_threads(self, chunks: Iterator[Batch]) -> Iterator[tuple[Batch, Examined[Found]]]:
        waiting: deque[Future[list[tuple[Batch, Examined[Found]]]]] = deque()
        with thread_pool(self._threads, "examination") as pool:
            try:
                for chunk in chunks:
                    waiting.append(submitted(pool, partial(list, self._examine_all(chunk))))
                    if len(waiting) > 2 * self._threads:
                        yield from map(self._noted, self._wait(waiting.popleft()))
                while waiting:
                    yield from map(self._noted, self._wait(waiting.popleft()))
            finally:
                self._abandoned.set()

    def _wait(
        self, future: Future[list[tuple[Batch, Examined[Found]]]]
    ) -> list[tuple[Batch, Examined[Found]]]:
        while True:
            try:
                return future.result(WAIT_SECONDS)
            except TimeoutError:
                self._loop.check_cancelled()
                self._loop.report(self.progress)

    def _noted(self, result: tuple[Batch, Examined[Found]]) -> tuple[Batch, Examined[Found]]:
        self.examined += len(result[0])
        self.kept += sum(bool(one.levels) for _, _, one in result[1].noted)
        self._loop.report(self.progress)
        return result

    def _examine_all(self, chunk: Batch) -> Iterator[tuple[Batch, Examined[Found]]]:
        """What is found of some solutions; where that takes long, fewer are taken at once from then on."""
        began, done = thread_time(), 0
        for examined in steps_cancelled_by(self._check_cancelled, self._examine_each(chunk)):
            yield chunk[done : done + len(examined.states)], examined
            done += len(examined.states)
        if done != len(chunk):
            raise RuntimeError(f"{done} of {len(chunk)} solutions were examined")
        is_slow = thread_time() - began >= QUICK_SECONDS
        self._at_once = max(1, len(chunk) // 2) if is_slow else min(2 * len(chunk), CHUNK)

    def _examine_each(self, chunk: Batch) -> Generator[Examined[Found], None, None]:
        if not hasattr(self._own, "examiner"):
            self._own.examiner = self._make_examiner()
        examiner = self._own.examiner
        if self._table is not None:
            yield from examiner.examine_options(self._table, chunk, self._solutions, self._check_cancelled)
            return
        for options in chunk:
            self._check_cancelled()
            solution = self._solutions.solution(options)
            yield Examined([0], [(0, solution, examiner.examine(solution, self._check_cancelled))])

    def _check_cancelled(self) -> None:
        self._loop.check_cancelled()
        if self._abandoned.is_set():
            raise Cancelled


@dataclass(frozen=True)
class Filtered(Strategy):
    """The listed solutions that have a property and levels in a range, one of each orbit.

    The order is the same for any number of threads. At most ``limit`` solutions are kept. The answer counts
    the solutions of their orbits, and has what was kept. UnsupportedError where the property has no meaning.
    """

    listing: Strategy
    filter: SolutionFilter
    sink: Callable[[Solution, Any], object]
    wanted: LevelRange = LevelRange()  # noqa: RUF009 - frozen
    limit: int | None = None

    @property
    def children(self) -> tuple[Strategy, ...]:
        return (self.listing,)

    def answer(self, facts: Prepared[Any]) -> Answer:
        board, query, loop = require_board(facts.query.puzzle), facts.query, facts.loop
        threads, limit, labelled = query.resources.threads, self.limit, query.options.labelled
        each = min(self.filter.max_bytes, query.resources.bytes() // threads)
        examination = Examination(lambda: self.filter.examiner(board, each), loop, threads)
        control = replace(query.control, on_progress=examination.watch)
        options = replace(query.options, labelled=False)
        listed_query = replace(query, control=control, options=options)
        listed_facts = Prepared(listed_query, facts.facts, StepLoop(control))
        listed = Returning(option_batches(self.listing, listed_facts))
        solutions = ListedSolutions(lambda: listed_facts.cover, self.engine.name)
        results = examination.results(iter(listed), solutions)
        group = symmetries(board)
        kept: list[Levels] = []
        images = labels = undecided = 0
        ending = None
        try:
            for solution, result in (pair[1:] for _, examined in results for pair in examined.noted):
                undecided += result.status is not Status.COMPLETE
                if not result.levels or result.levels not in self.wanted:
                    continue
                orbit = len(group.orbit(solution))
                images += orbit
                labels += orbit * labellings(board, solution) if labelled else 0
                kept.append(result.levels)
                self.sink(solution, result)
                if len(kept) == limit:
                    ending = Status.LIMIT
                    break
        except Cancelled as cancelled:
            ending = cancelled.status
        finally:
            results.close()
            listed.steps.close()
        progress = examination.progress()
        answer = Answer(
            status=ending or Status.COMPLETE,
            solutions=0,
            labelled=None,
            up_to_symmetry=0,
            symmetries=group.words,
            nodes=progress.nodes,
            seconds=0.0,
            engine=self.engine.name,
            engine_reason=self.reason,
            share=progress.share,
            title=board.title,
        )
        if ending is None:
            answer = listed.value
            if undecided and answer.status is Status.COMPLETE:
                many = counted(undecided, "solution")
                note = f"{many} undecided, for want of memory or as not all was tried"
                answer = replace(answer, status=Status.LIMIT, note=note)
        return replace(
            answer,
            solutions=images,
            labelled=labels if labelled else None,
            up_to_symmetry=len(kept),
            seconds=loop.seconds,
            kept=Kept(examination.examined, undecided, tuple(kept)),
        )

    def unanswered(self, facts: Prepared[Any], status: Status) -> Answer:
        """The answer when nothing was examined yet."""
        answer: Answer = super().unanswered(facts, status)
        return replace(answer, solutions=0, up_to_symmetry=0, kept=Kept(0, 0, ()))

    def node(self, measuring: Measuring) -> PlanNode:
        from tilewright.solving.explanation import PlanNode

        words = f"the solutions that the filter {self.filter.name} keeps"
        return PlanNode(words, reason=self.reason, children=(self.listing.node(measuring),))
