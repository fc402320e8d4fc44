"""The terms of a series: its puzzles counted one after the other, each compared with a second method."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from tilewright.errors import DisagreementError, PuzzleError, UnsupportedError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.model.puzzle import Puzzle
from tilewright.model.surfaces import Wrap
from tilewright.series.boards import AnySeries, Length, Series
from tilewright.series.folded import FoldedMatrix, folded_matrix, folded_strip
from tilewright.series.recurrence import Recurrence, find_recurrence
from tilewright.series.rings import RingMatrix, surface_matrix, surface_strip
from tilewright.series.transfer import Strip, TransferMatrix, growing_axis
from tilewright.solving import api
from tilewright.solving.steps import Limits, Progress, Status
from tilewright.wording import counted

TRANSFER_MATRIX = "transfer-matrix"
"""The name of the second method for strips."""

MAX_PRODUCTS = 80_000_000
"""The most products of numbers in the terms that a proof by the transfer matrix needs: about ten seconds."""


class SeriesQuestion(StrEnum):
    """What is asked of each puzzle of a series."""

    SOLUTIONS = "solutions"
    UNIQUE = "unique"
    LABELLED = "labelled"
    LEAST = "least"
    GREATEST = "greatest"


@dataclass(frozen=True)
class Term:
    """A term: ``value`` is None where a limit came first, or where no solution has a cost.

    ``engine`` counted it in ``seconds``, and the method ``confirmed_by``, "" for none, counted the same.
    """

    n: int
    value: int | None
    status: str
    seconds: float
    engine: str
    confirmed_by: str = ""

    @property
    def is_complete(self) -> bool:
        """Whether the term is the answer, not what a limit left."""
        return self.status == Status.COMPLETE.value


@dataclass(frozen=True)
class TermOptions:
    """What each term may take, as the keywords of ``api.count``."""

    engine: str | None = None
    threads: int | None = None
    nodes: int | None = None
    memory: int | None = None
    confirm: bool = False


class SeriesCounter:
    """Counts the terms of a series, and finds its recurrence."""

    def __init__(self, series: AnySeries, question: SeriesQuestion) -> None:
        self.series, self.question = series, question
        self._strip_series = series if isinstance(series, Series) and series.board.is_strip else None
        self._counts: list[int] = []

    @cached_property
    def strip(self) -> Strip | None:
        """How pieces lie in the board, where that is a strip."""
        if self._strip_series is None:
            return None
        try:
            return (folded_strip if self._is_folded else surface_strip)(self._strip_series)
        except (UnsupportedError, PuzzleError):  # columns differ, or one of them is too long to be built
            return None

    @cached_property
    def matrix(self) -> TransferMatrix | RingMatrix | FoldedMatrix | None:
        """The transfer matrix; None where the board is no strip or the matrix too large, and for costs."""
        if self.question not in (SeriesQuestion.SOLUTIONS, SeriesQuestion.UNIQUE) or self.strip is None:
            return None
        assert self._strip_series is not None
        return (folded_matrix if self._is_folded else surface_matrix)(self._strip_series, self.strip)

    @property
    def _is_folded(self) -> bool:
        """Whether the growing side is reversed where the short one is joined."""
        one = self._strip_series
        return one is not None and one.wrap is Wrap.MOEBIUS and growing_axis(one) == 1

    @property
    def _has_bound_up_to_symmetry(self) -> bool:
        """Whether ``bound_up_to_symmetry`` holds: where columns differ, the symmetries do with the length."""
        if self.question is not SeriesQuestion.UNIQUE or self.matrix is None or self.matrix.period > 1:
            return False
        if self._strip_series is None or self._strip_series.wrap:
            return False
        try:
            self.bound_up_to_symmetry()
        except PuzzleError:  # its first board is too large
            return False
        return True

    @property
    def _side(self) -> Length:
        """The side of the strip that grows."""
        assert self._strip_series is not None
        board = self._strip_series.board
        return board.sides[board.free_sides[0]]

    def matrix_count(self, n: int) -> int:
        """The number of solutions by the transfer matrix, which must be there; 1 of an empty strip.

        Rings that are shorter than ``matrix.first`` have another number.
        """
        assert self.matrix is not None
        length = self._side.at(n)
        while len(self._counts) <= length:
            self._counts.append(next(self._iterator))
        return self._counts[length]

    @cached_property
    def _iterator(self) -> Iterator[int]:
        assert self.matrix is not None
        return self.matrix.counts()

    def term(
        self,
        n: int,
        options: TermOptions = TermOptions(),
        *,
        seconds: float | None = None,
        on_progress: Callable[[Progress], None] | None = None,
        cancel: threading.Event | None = None,
    ) -> Term:
        """A term, counted by an engine; a strip's number of solutions is compared with the transfer matrix.

        It takes ``seconds`` at most, if they are given. DisagreementError when the numbers differ.
        """
        puzzle = self.series.puzzle(n)
        if self.question in (SeriesQuestion.LEAST, SeriesQuestion.GREATEST):
            best = api.optimise(
                puzzle,
                maximise=self.question is SeriesQuestion.GREATEST,
                threads=options.threads,
                memory=options.memory,
                limits=Limits(nodes=options.nodes, seconds=seconds),
                on_progress=on_progress,
                cancel=cancel,
            )
            value = best.cost if best.status is Status.COMPLETE else None
            return Term(n, value, best.status.value, best.seconds, best.engine)
        answer = api.count(
            puzzle,
            unique=self.question is SeriesQuestion.UNIQUE,
            labelled=self.question is SeriesQuestion.LABELLED,
            engine=options.engine,
            threads=options.threads,
            limits=Limits(nodes=options.nodes, seconds=seconds),
            memory=options.memory,
            confirm=options.confirm,
            on_progress=on_progress,
            cancel=cancel,
        )
        if answer.status is not Status.COMPLETE:
            return Term(n, None, answer.status.value, answer.seconds, answer.engine)
        confirmed = answer.confirmed_by
        if self._compare(n, answer.solutions, answer.engine) and self.question is SeriesQuestion.SOLUTIONS:
            confirmed = confirmed or TRANSFER_MATRIX
        value = {
            SeriesQuestion.SOLUTIONS: answer.solutions,
            SeriesQuestion.UNIQUE: answer.up_to_symmetry,
            SeriesQuestion.LABELLED: answer.labelled,
        }[self.question]
        return Term(n, value, answer.status.value, answer.seconds, answer.engine, confirmed)

    def check(self, term: Term) -> None:
        """Compare an earlier term with the transfer matrix; DisagreementError if they differ."""
        if self.question is SeriesQuestion.SOLUTIONS and term.is_complete:
            self._compare(term.n, term.value, term.engine)

    def _compare(self, n: int, solutions: int | None, engine: str) -> bool:
        """Whether the transfer matrix knows the term; DisagreementError if it is another one."""
        if self.matrix is None or self._side.at(n) < self.matrix.first:
            return False
        expected = self.matrix_count(n)
        if solutions is not None and solutions != expected:
            report = {"series": str(self.series), "n": n, engine: solutions, TRANSFER_MATRIX: expected}
            raise DisagreementError(
                f"the two methods disagree for N = {n}: {solutions:,} solutions by {engine}, {expected:,} by "
                "the transfer matrix",
                report,
            )
        return True

    # --- The recurrence

    def recurrence(self, terms: list[Term]) -> Recurrence | None:
        """The recurrence of the series; of a count of solutions in a strip from the transfer matrix alone.

        Of other series from consecutive complete terms. None where no recurrence agrees with them.
        """
        if self.is_provable and self.question is SeriesQuestion.SOLUTIONS:
            return self._proven()
        values = consecutive(terms)
        if self._grows_fast(terms):
            return None
        if self._has_bound_up_to_symmetry:
            begin, order = self.bound_up_to_symmetry()
            values = [term for term in values if term.n >= begin]
            proven = _recurrence(values, order)
            if proven is not None and proven.is_proven:
                return proven
        return _recurrence(values)

    def _grows_fast(self, terms: list[Term]) -> bool:
        """Whether ever more copies, each distinct, make more solutions than any recurrence gives."""
        is_labelled = self.question is SeriesQuestion.LABELLED and isinstance(self.series, Series)
        return is_labelled and any(term.value for term in terms)

    @property
    def is_provable(self) -> bool:
        """Whether the transfer matrix is there, and small enough for as many terms as a proof needs."""
        return self.matrix is not None and self.matrix.products(self._side.factor) <= MAX_PRODUCTS

    def _proven(self) -> Recurrence:
        assert self.matrix is not None
        side = self._side
        # From the empty strip on, or from the first ring that is long enough.
        start = max(0, -((side.constant - self.matrix.first) // side.factor))
        bound = self.matrix.order(side.factor)
        numbers = [self.matrix_count(n) for n in range(start, start + 2 * bound)]
        recurrence = find_recurrence(numbers, start, bound)
        assert recurrence is not None and recurrence.is_proven, "the order is bounded by the matrix"
        return recurrence

    def reason(self, recurrence: Recurrence | None, terms: list[Term]) -> str:
        """What makes the recurrence a proof, or what is missing for one, as a sentence."""
        if self._grows_fast(terms):
            return "with identical copies distinct the numbers grow faster than any such sequence"
        if recurrence is None:
            return f"there is none, or {counted(len(consecutive(terms)), 'term')} in a row do not show it"
        agrees = (
            f"it agrees with {counted(recurrence.agreeing, 'term')} beyond the first {recurrence.order:,}"
        )
        if self.question in (SeriesQuestion.LEAST, SeriesQuestion.GREATEST):
            return f"{agrees}; costs have no transfer matrix here"
        if self.matrix is None or not (self.is_provable or self.question is SeriesQuestion.UNIQUE):
            why = "the transfer matrix is too large"
            if not isinstance(self.series, Series):
                why = "puzzles of 'make' have no transfer matrix here"
            elif self.strip is None:
                why = "the board is no strip whose columns are alike"
            return f"{agrees}; {why}"
        if self.question is SeriesQuestion.UNIQUE and self._strip_series and self._strip_series.wrap:
            return f"{agrees}; on a surface no bound is known up to symmetry"
        if self.question is SeriesQuestion.UNIQUE and not self._has_bound_up_to_symmetry:
            return f"{agrees}; columns of this board differ, or it is too wide, so that no bound is known"
        states = f"the transfer matrix has {counted(self.matrix.states, 'state')}"
        if self.question is SeriesQuestion.UNIQUE:
            begin, order = self.bound_up_to_symmetry()
            need = recurrence.start + recurrence.order + order - 1
            sentence = f"{states}, so that from N = {begin} on no order above {order:,} is needed; {agrees}"
            return (
                sentence if recurrence.is_proven else f"{sentence}; terms up to N = {need:,} would prove it"
            )
        is_reduced = self.matrix.order() < self.matrix.states
        if isinstance(self.matrix, TransferMatrix):
            classes = f" in {self.matrix.order():,} classes" if is_reduced else ""
            return f"{states}{classes}, so that no order above {recurrence.bound:,} is needed; {agrees}"
        why = "; by the symmetries of a column" if is_reduced else ", so that"
        return f"{states}{why} no order above {recurrence.bound:,} is needed; {agrees}"

    def bound_up_to_symmetry(self) -> tuple[int, int]:
        """From which term on the numbers up to symmetry have a recurrence, and of which order at most.

        By Burnside's lemma they are a mean of the numbers of solutions that each symmetry of the board
        leaves as they are. A symmetry that keeps both ends of the strip has a transfer matrix of its own
        over some of the states. One that exchanges the ends joins two equal halves: M to the power of half
        the length, over all states, and the few ways to fill the middle; all these have one polynomial in
        the square.
        """
        assert self.matrix is not None and self.strip is not None and self._strip_series is not None
        others = [side.constant for side in self._strip_series.board.sides if not side.factor]
        least = max(2 * self.strip.reach + 2, 1 + max(others))
        begin = 0
        while self._side.at(begin) < least:
            begin += 1
        puzzle = self._strip_series.puzzle_of_size(self._strip_series.board.size(begin))
        keeping = _keeping_ends(puzzle, growing_axis(self._strip_series))
        total = len(symmetries(puzzle).members)
        order = self.matrix.states * (keeping + (2 if total > keeping else 0))
        return begin, order


def _keeping_ends(puzzle: Puzzle, axis: int) -> int:
    """How many symmetries of a strip leave its first column where it is."""
    first = min(cell[axis] for cell in puzzle.board.cells)
    column = [cell for cell in puzzle.board.cells if cell[axis] == first]
    return sum(
        all(symmetry.cells[cell][axis] == first for cell in column) for symmetry in symmetries(puzzle).members
    )


def consecutive(terms: list[Term]) -> list[Term]:
    """The complete terms of consecutive numbers up to the last one."""
    chain: list[Term] = []
    for term in terms:
        if not term.is_complete or term.value is None:
            continue
        if chain and term.n != chain[-1].n + 1:
            chain = []
        chain.append(term)
    return chain


def _recurrence(terms: list[Term], bound: int | None = None) -> Recurrence | None:
    values = [term.value for term in terms if term.value is not None]
    return find_recurrence(values, terms[0].n, bound) if values else None
