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
from itertools import islice
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
from tilewright.solving.strategies.listing import labellings
from tilewright.threads import submitted, thread_pool
from tilewright.wording import counted, quoted

if TYPE_CHECKING:
    from concurrent.futures import Future

    from tilewright.solving.explanation import PlanNode
    from tilewright.solving.facts import Measuring

CHUNK = 32  # solutions that a thread takes at once, where they are examined quickly
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


@runtime_checkable
class BatchExaminer(Examiner[Found], Protocol[Found]):
    """An examiner that examines several solutions quicker than one after another."""

    def examine_each(self, solutions: Sequence[Solution], check_cancelled: CancelCheck) -> Iterator[Found]:
        """What is found of each of some solutions, in their order."""


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
        self, make_examiner: Callable[[], Examiner[Found]], loop: StepLoop, threads: int, chunk: int = CHUNK
    ) -> None:
        self._make_examiner, self._loop, self._threads, self._chunk = make_examiner, loop, threads, chunk
        self._abandoned = threading.Event()
        self._own = threading.local()
        self._own.examiner = make_examiner()  # here, so that what it refuses is said at once
        self._own.takes_several = isinstance(self._own.examiner, BatchExaminer)
        self._listing = Progress(0.0, 0, 0, 0, 0.0, None)
        self._remaining = RemainingTime()
        self.taken = self.examined = self.kept = 0
        self._at_once = 1

    def results(self, solutions: Iterator[Solution]) -> Generator[tuple[Solution, Found], None, None]:
        """Each solution with what was found; Cancelled at the time limit and when the loop is cancelled."""
        try:
            if self._threads > 1:
                yield from self._results_of_threads(solutions)
                return
            while chunk := self._quickly_listed(solutions):
                self.taken += len(chunk)
                yield from map(self._noted, self._examine_each(chunk))
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
        words = f"{self.kept:,} kept of {self.examined:,} examined"
        if eta is None and seconds >= UNKNOWN_S:
            words += ", time left unknown"
        return Progress(share, self._listing.nodes, self.kept, self.kept, seconds, eta, words=words)

    def _quickly_listed(self, solutions: Iterator[Solution]) -> list[Solution]:
        """The next solutions, more of them where they come at once, so that none waits for another."""
        began = self._loop.elapsed
        listed = list(islice(solutions, self._at_once))
        is_quick = self._loop.elapsed - began < QUICK_SECONDS
        self._at_once = min(2 * self._at_once, self._chunk) if is_quick else 1
        return listed

    def _results_of_threads(self, solutions: Iterator[Solution]) -> Iterator[tuple[Solution, Found]]:
        waiting: deque[Future[list[tuple[Solution, Found]]]] = deque()
        with thread_pool(self._threads, "examination") as pool:
            try:
                while chunk := list(islice(solutions, self._at_once)):
                    self.taken += len(chunk)
                    waiting.append(submitted(pool, partial(self._examine_all, chunk)))
                    if len(waiting) > 2 * self._threads:
                        yield from map(self._noted, self._wait(waiting.popleft()))
                while waiting:
                    yield from map(self._noted, self._wait(waiting.popleft()))
            finally:
                self._abandoned.set()

    def _wait(self, future: Future[list[tuple[Solution, Found]]]) -> list[tuple[Solution, Found]]:
        while True:
            try:
                return future.result(WAIT_SECONDS)
            except TimeoutError:
                self._loop.check_cancelled()
                self._loop.report(self.progress)

    def _noted(self, result: tuple[Solution, Found]) -> tuple[Solution, Found]:
        self.examined += 1
        self.kept += bool(result[1].levels)
        self._loop.report(self.progress)
        return result

    def _examine_all(self, solutions: Sequence[Solution]) -> list[tuple[Solution, Found]]:
        """What is found of some solutions; where that takes long, threads take fewer at once from then on, so
        that none waits for another."""
        began = thread_time()
        examined = list(self._examine_each(solutions))
        if thread_time() - began >= QUICK_SECONDS:
            self._at_once = max(1, len(solutions) // 2)
        else:
            self._at_once = min(2 * len(solutions), self._chunk)
        return examined

    def _examine_each(self, solutions: Sequence[Solution]) -> Iterator[tuple[Solution, Found]]:
        if not hasattr(self._own, "examiner"):
            self._own.examiner = self._make_examiner()
            self._own.takes_several = isinstance(self._own.examiner, BatchExaminer)
        examiner = self._own.examiner
        if self._own.takes_several:
            results = (result for result in examiner.examine_each(solutions, self._check_cancelled))
        else:
            results = self._one_by_one(examiner, solutions)
        return zip(solutions, steps_cancelled_by(self._check_cancelled, results), strict=True)

    def _one_by_one(
        self, examiner: Examiner[Found], solutions: Sequence[Solution]
    ) -> Generator[Found, None, None]:
        for solution in solutions:
            self._check_cancelled()
            yield examiner.examine(solution, self._check_cancelled)

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
        chunk = CHUNK if limit is None else 1
        examination = Examination(lambda: self.filter.examiner(board, each), loop, threads, chunk)
        control = replace(query.control, on_progress=examination.watch)
        options = replace(query.options, labelled=False)
        listed_query = replace(query, control=control, options=options)
        listed = Returning(self.listing.steps(Prepared(listed_query, facts.facts, StepLoop(control))))
        results = examination.results(iter(listed))
        group = symmetries(board)
        kept: list[Levels] = []
        images = labels = undecided = 0
        ending = None
        try:
            for solution, result in results:
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
