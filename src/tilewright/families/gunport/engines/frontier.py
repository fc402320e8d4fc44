"""Boards of any shape, any piece, with given pieces and ports: exact answers through the frontier engine.

One sweep over the states of the board's cover problem (``cover_problem``) finds the fewest pieces and how
many arrangements have them; a traceback through the same states gives the arrangements, all of them or a
uniform sample. Up to symmetry they are counted by Burnside's lemma, with one more sweep for each kind of
symmetry.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from tilewright.clock import monotonic
from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import (
    Arrangement,
    BoardMotion,
    GunportBoard,
    Rules,
    board_symmetries,
    canonical,
    representatives,
)
from tilewright.families.gunport.engines.cover_problem import (
    arrangement_problem,
    greedy_arrangement,
    pieces_needed,
)
from tilewright.families.gunport.query import GunportAnswer, GunportQuery, SolveOptions, checked
from tilewright.solving.engines.frontier.semirings import WORD, Best, best_counted
from tilewright.solving.engines.frontier.sweep import Evaluation, SweepQuery, sweep
from tilewright.solving.engines.frontier.sweep_size import state_growth
from tilewright.solving.engines.frontier.traceback import stream_solutions
from tilewright.solving.resources import Resources
from tilewright.solving.search.burnside import Quotient, orbit_count
from tilewright.solving.steps import Cancelled, Control, Limits, Returning, Status
from tilewright.wording import memory_text

METHOD = "frontier"
MAX_CELLS = 20_000  # placing every piece everywhere takes a second or two, in which nothing can be cancelled
FIRST_LIST, LONGEST_LIST = 50, 2_000  # arrangements that one traceback finds

MOST_BITS = 60.0  # of a number of states that memory could hold

SEMIRING = best_counted()


def optimal_arrangements(
    board: GunportBoard, rules: Rules, query: GunportQuery, options: SolveOptions
) -> Generator[Arrangement, None, GunportAnswer]:
    """The optimal arrangements one by one, each checked; returns the answer.

    The answer has the number of optimal arrangements, with ``query.unique`` also up to symmetry, and no
    arrangements, except one that was found greedily when a limit came before the fewest pieces were known.
    ``limits.solutions`` limits the arrangements as well.

    UnsupportedError when the board has more than MAX_CELLS cells, or states would be too long, or are
    expected to need more memory than is allowed. PuzzleError when a given piece is not the piece of the
    rules.
    """
    wanted = query.arrangements if query.sample is None else query.sample
    if options.limits.solutions is not None:
        wanted = options.limits.solutions if wanted is None else min(wanted, options.limits.solutions)
    search = FrontierSearch(board, rules, options)
    search.check_memory()
    if query.sample is not None:
        yield from search.sample(wanted or 0, random.Random(query.seed))
    else:
        yield from search.list_arrangements(wanted, board_symmetries(board, rules) if query.unique else ())
    return search.answer(unique=query.unique)


def unsupported(board: GunportBoard, rules: Rules, query: GunportQuery, options: SolveOptions) -> str:
    """Why the engine does not support a board, as a sentence; "" when it does."""
    try:
        FrontierSearch(board, rules, options).check_memory()
    except UnsupportedError as error:
        return str(error)
    except Cancelled:
        pass  # the search that follows ends at once
    return ""


def check_memory(query: SweepQuery, name: str, resources: Resources, control: Control) -> None:
    """UnsupportedError when the states are too long, or their tables are expected to be too large."""
    plan, bound = query.plan, resources.bytes()
    if query.refusal:
        raise UnsupportedError(f"{name}: {query.refusal}")
    if plan.log_states < MOST_BITS and 2**plan.log_states * plan.state_bits < bound:
        return  # it fits; no trial is needed
    expected = state_growth(query, SEMIRING, resources, control)
    if not expected.whole and expected.bytes > bound:
        raise UnsupportedError(
            f"{name} is expected to need {memory_text(expected.bytes)} of memory or more for its states; "
            f"{memory_text(bound)} may be used"
        )


class FrontierSearch:
    """One board under rules; ``evaluation`` is the result of the sweep, once it has ended.

    Errors as of ``optimal_arrangements``.
    """

    def __init__(self, board: GunportBoard, rules: Rules, options: SolveOptions) -> None:
        if len(board.cells) > MAX_CELLS:
            raise UnsupportedError(
                f"{board.name} has {len(board.cells):,} cells; the engine {METHOD!r} supports boards of "
                f"up to {MAX_CELLS:,}"
            )
        self.start_time = monotonic()
        self.board, self.rules, self.options = board, rules, options
        self.resources = options.resources
        self.cover = arrangement_problem(board, rules)
        self.query = SweepQuery(self.cover.problem, self.cover.given)
        self.evaluation: Evaluation[Best | None] | None = None
        self.states = 0

    def check_memory(self) -> None:
        """UnsupportedError when the states are too long, or their tables are expected to be too large."""
        name = f"{self.board.name} with the {self.rules.piece.name}"
        check_memory(self.query, name, self.resources, self._remaining())

    def list_arrangements(
        self, wanted: int | None, group: Sequence[BoardMotion]
    ) -> Generator[Arrangement, None, None]:
        """Up to ``wanted`` optimal arrangements; with a group, the canonical ones of their images."""
        if wanted is None:
            every = self._traceback(lambda optima: _batches(optima, FIRST_LIST))
            yield from representatives(every, group, None)
            return
        if wanted == 0:  # a sweep that keeps nothing
            self.evaluation = sweep(self.query, SEMIRING, self.resources, self._remaining())
            return
        # Few are wanted: it is quicker to map each to its canonical image than to wait for that one.
        seen: set[Arrangement] = set()

        def until_enough(optima: int) -> Iterator[list[int]]:
            return takewhile(lambda _: len(seen) < wanted, _batches(optima, min(wanted, LONGEST_LIST)))

        for arrangement in self._traceback(until_enough):
            image = canonical(arrangement, group) if group else arrangement
            if len(seen) < wanted and image not in seen:
                seen.add(image)
                yield image

    def sample(self, number: int, rng: random.Random) -> Generator[Arrangement, None, None]:
        def batches(optima: int) -> Iterator[list[int]]:
            for start in range(0, number, LONGEST_LIST):
                yield [rng.randrange(optima) for _ in range(min(LONGEST_LIST, number - start))]

        yield from self._traceback(batches)

    def _traceback(self, batches: Callable[[int], Iterator[list[int]]]) -> Generator[Arrangement, None, None]:
        """Sweep, then yield the arrangements with the numbers in ``batches(the number of optimal ones)``."""

        def requests(words: bytes, limbs: int) -> Iterator[list[bytes]]:
            for numbers in batches(int.from_bytes(words[WORD:], "little")):
                yield [words[:WORD] + number.to_bytes(limbs * WORD, "little") for number in numbers]

        steps = Returning(stream_solutions(self.query, SEMIRING, requests, self.resources, self._remaining()))
        for solutions in steps:
            for options in solutions:
                yield checked(self.cover.arrangement(options), self.rules, METHOD)
        self.evaluation = steps.value

    def answer(self, *, unique: bool) -> GunportAnswer:
        evaluation = self.evaluation
        assert evaluation is not None, "the arrangements are listed first"
        self.states += evaluation.states
        best = evaluation.value
        if best is None and evaluation.status is Status.COMPLETE:
            return self._answer(evaluation.status, None, 0, optima=0, up_to_symmetry=0)
        if best is None:
            bound = pieces_needed(self.board, self.rules)
            greedy = greedy_arrangement(self.board, self.rules)
            return self._answer(evaluation.status, None, bound, note=evaluation.note).with_best(greedy)
        if unique and evaluation.status is Status.COMPLETE:
            return self.counted(best)
        return self._answer(evaluation.status, best.cost, best.cost, optima=best.optima, note=evaluation.note)

    def counted(self, best: Best) -> GunportAnswer:
        """The answer with the number of optimal arrangements up to symmetry, where that of all is known.

        ``best``: the fewest pieces as its cost, and how many arrangements have them. ``up_to_symmetry`` is
        None when a limit or cancellation came first.
        """
        orbits, status, note = None, Status.COMPLETE, ""
        try:
            orbits = self._up_to_symmetry(best)
        except Cancelled as end:
            status, note = end.status, end.note
        known: dict[str, Any] = {"up_to_symmetry": orbits, "orbits_method": METHOD, "note": note}
        return self._answer(status, best.cost, best.cost, optima=best.optima, **known)

    def _answer(self, status: Status, pieces: int | None, bound: int, **known: Any) -> GunportAnswer:
        seconds = monotonic() - self.start_time
        work: dict[str, Any] = {"method": METHOD, "states": self.states, "seconds": seconds}
        return GunportAnswer(self.board, self.rules, status, pieces, bound, **known, **work)

    def _up_to_symmetry(self, best: Best) -> int:
        """How many optimal arrangements there are up to the board's symmetries, by Burnside's lemma.

        An arrangement that a symmetry fixes is a solution of the quotient problem, where an option costs as
        much as its whole orbit. Where the least cost is larger there, the symmetry fixes no optimal one.
        """
        group = board_symmetries(self.board, self.rules)
        cover = self.cover

        def fixed(quotient: Quotient) -> int:
            assert best.optima is not None
            if quotient.problem is cover.problem:
                return best.optima
            fixed_query = SweepQuery(quotient.problem, quotient.forced, quotient.times)
            evaluation = sweep(fixed_query, SEMIRING, self.resources, self._remaining())
            self.states += evaluation.states
            if evaluation.status is not Status.COMPLETE:
                raise Cancelled(evaluation.status, evaluation.note)
            if evaluation.value is None or evaluation.value.cost > best.cost:
                return 0
            if evaluation.value.cost < best.cost or evaluation.value.optima is None:
                raise RuntimeError(f"the engine {METHOD!r} found a better arrangement among symmetric ones")
            return evaluation.value.optima

        options = tuple(cover.option_permutation(image) for image in group)
        items = tuple(cover.item_permutation(image) for image in group)
        return orbit_count(cover.problem, options, items, cover.given, fixed)

    def _remaining(self) -> Control:
        options = self.options.remaining(self.start_time)
        nodes = options.limits.nodes
        nodes = None if nodes is None else max(0, nodes - self.states)
        return replace(options.control, limits=Limits(nodes=nodes, seconds=options.limits.seconds))


def _batches(optima: int, first: int) -> Iterator[list[int]]:
    """The numbers below ``optima`` in batches, the first of size ``first``, the following ones larger."""
    start, size = 0, first
    while start < optima:
        yield list(range(start, min(start + size, optima)))
        start, size = start + size, min(2 * size, LONGEST_LIST)
