"""Orders of removal by any method, checked on the squares; methods compared; why pieces remain."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

from tilewright._core import VanishingApproximation, VanishingSearch
from tilewright.errors import UnsupportedError
from tilewright.families.vanishing.board import DominoBoard, order_error
from tilewright.families.vanishing.conditions import RemovalCondition, native_conditions, side_conditions
from tilewright.families.vanishing.generation import RandomPlayer
from tilewright.families.vanishing.methods import APPROXIMATIONS, EXACT, GRAPH, METHODS, RANDOM
from tilewright.families.vanishing.state_graph import reachable_states
from tilewright.solving.steps import Cancelled, Control, Progress, Status, StepLoop, StepSize
from tilewright.wording import quoted

_UNLIMITED = Control()

STEP_SECONDS = 0.1
EXACT_STEPS = 25
"""Steps of the exact search before neighbourhoods are searched between its steps: one or two seconds."""
MAX_NEIGHBOURHOOD_STEPS = 1_000
NEIGHBOURHOOD_STATES = 20_000  # states of neighbourhoods between two steps of the exact search


@dataclass(frozen=True)
class VanishingResult:
    """The fewest remaining pieces that a method found, and a proven lower bound.

    ``order`` are the removed pieces, by number from 0. ``states`` are decisions and conflicts of the exact
    search, or states visited by an approximation.
    """

    method: str
    remaining: int
    lower_bound: int
    order: tuple[int, ...]
    states: int
    seconds: float
    status: Status = Status.COMPLETE

    @property
    def proven(self) -> bool:
        """Whether no order leaves fewer pieces."""
        return self.remaining == self.lower_bound


def solve(
    board: DominoBoard, method: str = EXACT, control: Control = _UNLIMITED, *, repetitions: int | None = None
) -> VanishingResult:
    """The best order of removal that a method finds; under limits or cancellation the best so far.

    The exact method ends early, with LIMIT, when its memory is used up. The seed of the control matters to
    ``neighbourhoods`` and ``random`` only; ``repetitions`` is the number of games of ``random``.
    UnsupportedError when there is no such method.
    """
    if method not in METHODS:
        raise UnsupportedError(f"there is no method {quoted(method)}; expected one of {', '.join(METHODS)}")
    loop = StepLoop(control)
    game, descriptor = (len(board.pieces), native_conditions(board)), METHODS[method]
    core: VanishingSearch | VanishingApproximation | _RandomGames
    advance: Callable[[int], bool]
    if method == EXACT:
        search = _ExactSearch(game)
        core, advance = search.core, search.advance
        size = StepSize(500, STEP_SECONDS, smallest=50, largest=20_000)
    elif method == RANDOM:
        core = _RandomGames(board, descriptor.rounds if repetitions is None else repetitions, control.seed)
        advance, size = core.advance, StepSize(500, STEP_SECONDS)
    else:
        core = VanishingApproximation(*game, method, descriptor.width, descriptor.rounds, control.seed)
        advance, size = core.advance, StepSize(20, STEP_SECONDS)

    def result(status: Status) -> VanishingResult:
        order = tuple(core.order)
        lower_bound = core.lower if isinstance(core, VanishingSearch) else 0
        remaining = len(board.pieces) - len(order)
        return VanishingResult(method, remaining, lower_bound, order, core.states, loop.seconds, status)

    try:
        loop.run(advance, size, lambda: _progress(result(Status.LIMIT), len(board.pieces)))
        vanishing_result = result(Status.COMPLETE)
    except Cancelled as end:
        vanishing_result = result(end.status)
    if error := order_error(board, vanishing_result.order):
        raise RuntimeError(f"the method {quoted(method)} gave a wrong order: {error}")
    return vanishing_result


def solve_by_graph(board: DominoBoard, control: Control, max_states: int) -> VanishingResult:
    """The longest path of the graph of states: exact where all states were found, else the best so far.

    LIMIT when more than ``max_states`` states can be reached.
    """
    graph = reachable_states(board, control, max_states)
    order = graph.best_order
    if error := order_error(board, order):
        raise RuntimeError(f"the graph of states gave a wrong order: {error}")
    lower_bound = graph.remaining if graph.status is Status.COMPLETE else 0
    return VanishingResult(
        GRAPH, graph.remaining, lower_bound, order, graph.states, graph.seconds, graph.status
    )


def _progress(result: VanishingResult, pieces: int) -> Progress:
    if result.method == EXACT:
        share = result.lower_bound / result.remaining if result.remaining else 1.0
    else:
        share = (pieces - result.remaining) / pieces if pieces else 1.0
    words = f"between {result.lower_bound:,} and {result.remaining:,} pieces remain"
    return Progress(share, result.states, 0, 0, result.seconds, None, listed=False, words=words)


class _ExactSearch:
    """The exact search, and on boards that take long neighbourhoods between its steps for a better order."""

    def __init__(self, game: tuple[int, list[tuple[int, list[int], list[int]]]]) -> None:
        self._game = game
        self.core = VanishingSearch(*game)
        self._neighbourhoods: VanishingApproximation | None = None
        self._steps = 0

    def advance(self, effort: int) -> bool:
        """Take a step of so many conflicts and decisions; True at the end. Cancelled without memory."""
        if self.core.finished or self.core.advance(effort):
            return True
        self._steps += 1
        if EXACT_STEPS < self._steps <= MAX_NEIGHBOURHOOD_STEPS:
            self._improve()
        if self.core.full:
            raise Cancelled(Status.LIMIT)
        return False

    def _improve(self) -> None:
        if self._neighbourhoods is None:
            method = METHODS["neighbourhoods"]
            self._neighbourhoods = VanishingApproximation(
                *self._game, method.name, method.width, method.rounds, 0
            )
        if self._neighbourhoods.advance(NEIGHBOURHOOD_STATES):
            self._steps = MAX_NEIGHBOURHOOD_STEPS
        if len(self._neighbourhoods.order) > len(self.core.order):
            self.core.offer(self._neighbourhoods.order)


class _RandomGames:
    """Games that remove pieces at random until none can be; the best of them."""

    def __init__(self, board: DominoBoard, repetitions: int, seed: int) -> None:
        self._pieces = len(board.pieces)
        self._player, self._rng = RandomPlayer(board), Random(seed)
        self._left = repetitions
        self._game: Iterator[int] = iter(())
        self._removed: list[int] = []
        self.order: list[int] = []
        self.states = 0

    def advance(self, removals: int) -> bool:
        """Play so many removals on; True when all games are played, or one removes every piece."""
        while removals > 0:
            played = list(islice(self._game, removals))
            self._removed += played
            self.states += len(played)
            removals -= len(played)
            if len(self._removed) > len(self.order):
                self.order = list(self._removed)
            if removals > 0:  # the game has ended
                if not self._left or len(self.order) == self._pieces:
                    return True
                self._left -= 1
                removals -= 1  # so that games without a removal end, too
                self._game, self._removed = self._player.play(self._rng), []
        return False


@dataclass(frozen=True)
class ComparisonRow:
    """A board by its name, what the exact method proved about it, and what each approximation found."""

    name: str
    pieces: int
    exact: VanishingResult
    approximations: tuple[VanishingResult, ...]


def compare(
    boards: Sequence[tuple[str, DominoBoard]],
    methods: Sequence[str] = APPROXIMATIONS,
    control: Control = _UNLIMITED,
    *,
    repetitions: int | None = None,
) -> list[ComparisonRow]:
    """A row for each board; limits hold for each method on each board. Cancellation drops the current row."""
    rows = []
    quiet = replace(control, on_progress=None)
    for number, (name, board) in enumerate(boards):
        results = []
        for method in (EXACT, *methods):
            if control.on_progress is not None:
                words = f"{name}: {method}"
                control.on_progress(Progress(number / len(boards), 0, 0, 0, 0.0, None, words=words))
            results.append(solve(board, method, quiet, repetitions=repetitions))
        if control.cancel is not None and control.cancel.is_set():
            break
        rows.append(ComparisonRow(name, len(board.pieces), results[0], tuple(results[1:])))
    return rows


REASONS = {
    "never": "the board alone forbids every side",
    "stuck": "every side waits for pieces that can never be removed themselves",
    "conflict": "another order could remove it, but this one does not",
}
"""Why a piece remains, from the simplest kind of reason to the deepest."""


@dataclass(frozen=True)
class SideReason:
    """Why a side of a piece does not allow its removal, as a sentence; ``permanent``: in no order it does."""

    side: str
    sentence: str
    permanent: bool


@dataclass(frozen=True)
class RemainingPiece:
    """A piece that remains, the kind of reason (a key of REASONS), and the reasons by side."""

    number: int
    kind: str
    sides: tuple[SideReason, ...]


def explain_remaining(board: DominoBoard, order: Sequence[int]) -> list[RemainingPiece]:
    """Every piece that an order leaves, with the reasons; those but "conflict" hold for every order."""
    stuck = frozenset(VanishingSearch(len(board.pieces), native_conditions(board)).stuck)
    turn_of = {number: turn for turn, number in enumerate(order, start=1)}
    pieces = []
    for number in range(len(board.pieces)):
        if number in turn_of:
            continue
        conditions = side_conditions(board, number)
        if all(condition.impossible for condition in conditions):
            kind = "never"
        else:
            kind = "stuck" if number in stuck else "conflict"
        reasons = tuple(_side_reason(board, condition, turn_of, stuck) for condition in conditions)
        pieces.append(RemainingPiece(number, kind, reasons))
    return pieces


def _side_reason(
    board: DominoBoard, condition: RemovalCondition, turn_of: dict[int, int], stuck: frozenset[int]
) -> SideReason:
    side = board.side_name(condition.side)
    if condition.impossible:
        return SideReason(side, condition.impossible, permanent=True)
    if blocked := condition.removed & stuck:
        verb = "is" if len(blocked) == 1 else "are"
        return SideReason(
            side, f"{_named(board, blocked)} {verb} in between and can never be removed", permanent=True
        )
    waiting = condition.removed - turn_of.keys()
    between = f"{_named(board, waiting)} {'is' if len(waiting) == 1 else 'are'} in between" if waiting else ""
    if lost := condition.present & turn_of.keys():
        turns = ", ".join(f"removal {turn_of[number]}" for number in sorted(lost))
        verb = "was" if len(lost) == 1 else "were"
        sentence = f"{_named(board, lost)} had to end the distance, but {verb} removed ({turns})"
        return SideReason(side, f"{sentence}, and {between}" if between else sentence, permanent=False)
    if not between:
        return SideReason(side, "nothing prevents the removal now", permanent=False)
    return SideReason(side, f"{between} and not removed", permanent=False)


def _named(board: DominoBoard, numbers: Collection[int]) -> str:
    words = [f"{number + 1} ({board.pieces[number]})" for number in sorted(numbers)]
    if len(words) == 1:
        return f"piece {words[0]}"
    return f"pieces {', '.join(words[:-1])} and {words[-1]}"
