"""Boards of any shape, any piece, with given pieces and ports: exact answers through the frontier engine.

One sweep over the states of the board's cover problem (``clumsy``) finds the fewest pieces and how many
arrangements have them; ways back through the same states are the arrangements, all of them or a fair sample.
Up to symmetry they are counted by Burnside's lemma, with one more sweep for each kind of symmetry.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.answer import GunportAnswer
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, faults
from tilewright.families.gunport.clumsy import to_clumsy
from tilewright.families.gunport.greedy import greedy_arrangement, pieces_needed
from tilewright.families.gunport.symmetries import BoardMotion, board_symmetries, canonical, is_canonical
from tilewright.solve.burnside import Quotient, orbit_count
from tilewright.solve.engines.base import Limits, Progress, Status
from tilewright.solve.engines.frontier.semirings import WORD, Best, best_counted
from tilewright.solve.engines.frontier.sweep import Evaluation, Query, evaluate
from tilewright.solve.engines.frontier.traceback import stream_ways
from tilewright.solve.estimation.state_growth import growth
from tilewright.solve.resources import Resources, default_threads
from tilewright.solve.stepping import Control

METHOD = "frontier"
MAX_CELLS = 20_000  # a second or two to lay every piece everywhere, in which no button is looked at
FIRST_LIST, LONGEST_LIST = 50, 2_000  # ways that are looked for in one walk through the states

MOST_BITS = 60.0  # of a number of states that memory could hold

SEMIRING = best_counted()


def solve_shape(
    board: GunportBoard,
    rules: Rules = Rules(),  # noqa: B008 - frozen
    *,
    count: bool = False,
    unique: bool = False,
    arrangements: int | None = 1,
    sample: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    memory: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> GunportAnswer:
    """The fewest pieces on a board, with up to ``arrangements`` optimal arrangements (None: all of them).

    ``count``: how many optimal arrangements there are. ``unique``: also how many up to the board's own
    symmetries; the arrangements, but for a sample, are then one of each kind. ``sample``: instead of the
    first arrangements this many, each drawn from all optimal ones alike, independently; the same seed gives
    the same ones. ``limits.solutions`` is a limit of arrangements too. When a limit or a stop comes before
    the fewest pieces are known, the answer has an arrangement found by greed, if any, and a proven bound.
    ``memory``: bytes of tables, as in ``Resources``.

    UnsupportedError when the board has more than MAX_CELLS cells, or states would be too long, or are
    expected to need more memory than they may have. PuzzleError when a given piece is another than that of
    the rules. ValueError for a negative number.
    """
    found: list[Arrangement] = []
    steps = optimal_arrangements(
        board,
        rules,
        unique=unique,
        arrangements=arrangements,
        sample=sample,
        seed=seed,
        threads=threads,
        memory=memory,
        limits=limits,
        on_progress=on_progress,
        cancel=cancel,
    )
    while True:
        try:
            found.append(next(steps))
        except StopIteration as end:
            answer: GunportAnswer = end.value
            break
    if found:
        answer = replace(answer, arrangements=tuple(found))
    return answer if count or unique else replace(answer, optima=None)


def optimal_arrangements(
    board: GunportBoard,
    rules: Rules = Rules(),  # noqa: B008 - frozen
    *,
    unique: bool = False,
    arrangements: int | None = None,
    sample: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    memory: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> Generator[Arrangement, None, GunportAnswer]:
    """The optimal arrangements one by one, each checked; keywords and errors as of ``solve_shape``.

    Returns the answer, with counts; its ``arrangements`` are empty but for one found by greed.
    """
    if seed < 0 or any(n is not None and n < 0 for n in (arrangements, sample)):
        raise ValueError("a number of arrangements and a seed are 0 or more")
    wanted = arrangements if sample is None else sample
    if limits.solutions is not None:
        wanted = limits.solutions if wanted is None else min(wanted, limits.solutions)
    control = Control(
        Limits(nodes=limits.nodes, seconds=limits.seconds), threads or default_threads(), on_progress, cancel
    )
    question = _Question(board, rules, Resources(threads or default_threads(), memory), control)
    question.check_memory()
    if sample is not None:
        yield from question.drawn(wanted or 0, random.Random(seed))
    else:
        yield from question.listed(wanted, board_symmetries(board, rules) if unique else ())
    return question.answer(unique=unique)


def count_orbits(
    board: GunportBoard,
    rules: Rules,
    best: Best,
    *,
    threads: int | None = None,
    memory: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> GunportAnswer:
    """How many optimal arrangements there are up to symmetry, where the number of all is known.

    ``best``: the fewest pieces as its cost, and how many arrangements have them. ``up_to_symmetry`` is None
    when a limit or a stop came first. Errors as of ``solve_shape``.
    """
    control = Control(
        Limits(nodes=limits.nodes, seconds=limits.seconds), threads or default_threads(), on_progress, cancel
    )
    question = _Question(board, rules, Resources(threads or default_threads(), memory), control)
    return question.counted(best)


class _Stopped(Exception):  # noqa: N818 - no error: a limit or a button
    """A count did not come to its end."""

    def __init__(self, evaluation: Evaluation[Best | None]) -> None:
        super().__init__()
        self.evaluation = evaluation


class _Question:
    """One board under rules; ``found`` is how the sweep ended, once it has."""

    def __init__(self, board: GunportBoard, rules: Rules, resources: Resources, control: Control) -> None:
        if len(board.cells) > MAX_CELLS:
            raise UnsupportedError(
                f"{board.name} has {len(board.cells):,} cells; the engine {METHOD!r} takes boards of up to "
                f"{MAX_CELLS:,}"
            )
        self.begun = time.monotonic()
        self.board, self.rules, self.resources, self.control = board, rules, resources, control
        self.clumsy = to_clumsy(board, rules)
        self.query = Query(self.clumsy.problem, self.clumsy.given)
        self.found: Evaluation[Best | None] | None = None
        self.states = 0

    def check_memory(self) -> None:
        """UnsupportedError when the states are too long, or their tables are expected to be too large."""
        plan, bound = self.query.plan, self.resources.bytes()
        if self.query.refusal:
            raise UnsupportedError(
                f"{self.board.name} with the {self.rules.piece.name}: {self.query.refusal}"
            )
        if plan.log_states < MOST_BITS and 2**plan.log_states * plan.state_bits < bound:
            return  # no trial is needed to see that it fits
        expected = growth(self.query, SEMIRING, self.resources, self._left())
        if not expected.whole and expected.bytes > bound:
            raise UnsupportedError(
                f"{self.board.name} with the {self.rules.piece.name} is expected to need at least about "
                f"{_size(expected.bytes)} of memory for its states; {_size(bound)} may be used"
            )

    def listed(self, wanted: int | None, group: Sequence[BoardMotion]) -> Generator[Arrangement, None, None]:
        """Up to so many optimal arrangements; with a group, those that stand for their images."""
        if wanted is None:
            for arrangement in self._ways(lambda optima: _lists(optima, FIRST_LIST)):
                if is_canonical(arrangement, group):
                    yield arrangement
            return
        if wanted == 0:  # a sweep that keeps nothing
            query = self.query
            self.found = evaluate(
                query.problem, SEMIRING, prefix=query.prefix, resources=self.resources, control=self._left()
            )
            return
        # Few are wanted: going to the image that stands for each is sooner done than waiting for it.
        seen: set[Arrangement] = set()

        def until_enough(optima: int) -> Iterator[list[int]]:
            return takewhile(lambda _: len(seen) < wanted, _lists(optima, min(wanted, LONGEST_LIST)))

        for arrangement in self._ways(until_enough):
            kept = canonical(arrangement, group) if group else arrangement
            if len(seen) < wanted and kept not in seen:
                seen.add(kept)
                yield kept

    def drawn(self, number: int, dice: random.Random) -> Generator[Arrangement, None, None]:
        """So many optimal arrangements, each drawn from all alike."""

        def lists(optima: int) -> Iterator[list[int]]:
            for start in range(0, number, LONGEST_LIST):
                yield [dice.randrange(optima) for _ in range(min(LONGEST_LIST, number - start))]

        yield from self._ways(lists)

    def _ways(self, lists: Callable[[int], Iterator[list[int]]]) -> Generator[Arrangement, None, None]:
        """Sweep, then the arrangements whose numbers ``lists`` names for a number of optimal ones."""

        def ask(words: bytes, limbs: int) -> Iterator[list[bytes]]:
            for numbers in lists(int.from_bytes(words[WORD:], "little")):
                yield [words[:WORD] + number.to_bytes(limbs * WORD, "little") for number in numbers]

        steps = stream_ways(self.query, SEMIRING, ask, self.resources, self._left())
        while True:
            try:
                ways = next(steps)
            except StopIteration as end:
                self.found = end.value
                return
            for options in ways:
                yield self._checked(options)

    def _checked(self, options: Sequence[int]) -> Arrangement:
        """The arrangement of a solution; RuntimeError if it is none: a fault of the engine."""
        arrangement = self.clumsy.arrangement(options)
        wrong = faults(arrangement, self.rules)
        if wrong:
            raise RuntimeError(f"the engine {METHOD!r} gave a wrong arrangement: {'; '.join(wrong)}")
        return arrangement

    def answer(self, *, unique: bool) -> GunportAnswer:
        """What was found, once the arrangements were listed; with ``unique`` the count up to symmetry."""
        found = self.found
        assert found is not None, "the arrangements come first"
        self.states += found.states
        if found.value is None:
            return self._without_optimum(found)
        best = found.value
        if unique and found.status is Status.COMPLETE:
            return self.counted(best)
        return self._answer(found.status, best.cost, best.cost, optima=best.optima, note=found.note)

    def counted(self, best: Best) -> GunportAnswer:
        """The answer with the number of optimal arrangements up to symmetry."""
        orbits, status, note = None, Status.COMPLETE, ""
        try:
            orbits = self._up_to_symmetry(best)
        except _Stopped as end:
            status, note = end.evaluation.status, end.evaluation.note
        return self._answer(status, best.cost, best.cost, optima=best.optima, orbits=orbits, note=note)

    def _without_optimum(self, found: Evaluation[Best | None]) -> GunportAnswer:
        if found.status is Status.COMPLETE:
            return self._answer(found.status, None, 0, optima=0, orbits=0)
        greedy = greedy_arrangement(self.board, self.rules)
        pieces = None if greedy is None else len(greedy.pieces)
        answer = self._answer(found.status, pieces, pieces_needed(self.board, self.rules), note=found.note)
        return answer if greedy is None else replace(answer, arrangements=(greedy,))

    def _answer(
        self,
        status: Status,
        pieces: int | None,
        bound: int,
        *,
        optima: int | None = None,
        orbits: int | None = None,
        note: str = "",
    ) -> GunportAnswer:
        return GunportAnswer(
            self.board,
            self.rules,
            status,
            pieces,
            bound,
            optima=optima,
            up_to_symmetry=orbits,
            method=METHOD,
            states=self.states,
            seconds=time.monotonic() - self.begun,
            note=note,
        )

    def _up_to_symmetry(self, best: Best) -> int:
        """How many optimal arrangements there are up to the board's symmetries, by Burnside's lemma.

        An arrangement that a symmetry keeps is a solution of the quotient problem, where an option costs what
        its orbit costs together. Where the least cost is larger there, the symmetry keeps no optimal one.
        """
        group = board_symmetries(self.board, self.rules)
        clumsy = self.clumsy

        def kept(quotient: Quotient) -> int:
            assert best.optima is not None
            if quotient.problem is clumsy.problem:
                return best.optima
            found = evaluate(
                quotient.problem,
                SEMIRING,
                prefix=quotient.forced,
                times=quotient.times,
                resources=self.resources,
                control=self._left(),
            )
            self.states += found.states
            if found.status is not Status.COMPLETE:
                raise _Stopped(found)
            if found.value is None or found.value.cost > best.cost:
                return 0
            if found.value.cost < best.cost or found.value.optima is None:
                raise RuntimeError(
                    f"the engine {METHOD!r} found a better arrangement among the symmetric ones"
                )
            return found.value.optima

        options = tuple(clumsy.option_permutation(image) for image in group)
        items = tuple(clumsy.item_permutation(image) for image in group)
        return orbit_count(clumsy.problem, options, items, clumsy.given, kept)

    def _left(self) -> Control:
        """The limits less what is spent."""
        limits, spent = self.control.limits, time.monotonic() - self.begun
        seconds = None if limits.seconds is None else max(0.0, limits.seconds - spent)
        nodes = None if limits.nodes is None else max(0, limits.nodes - self.states)
        return replace(self.control, limits=Limits(nodes=nodes, seconds=seconds))


def _lists(optima: int, first: int) -> Iterator[list[int]]:
    """The numbers below ``optima`` in lists, the first so long, those after it longer."""
    start, size = 0, first
    while start < optima:
        yield list(range(start, min(start + size, optima)))
        start, size = start + size, min(2 * size, LONGEST_LIST)


def _size(size: float) -> str:
    if size >= 1e15:
        return "a million GB, or more,"
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.0f} MB"
