"""Help with gunport: the best there is, the best that a position can still reach, hints, records.

The exact engines of ``tilewright.families.gunport`` answer, for a position with its pieces given. Where they
take too long or too much memory, there is an arrangement and a proven bound.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

from tilewright.errors import GameError, UnsupportedError
from tilewright.families.gunport.board import Arrangement, GunportBoard, board_symmetries, faults
from tilewright.families.gunport.engines.cover_problem import greedy_arrangement, pieces_needed
from tilewright.families.gunport.library import Library, Submission, SubmissionResult
from tilewright.families.gunport.play import GunportGame, GunportMove, GunportPosition
from tilewright.families.gunport.query import GunportAnswer, GunportQuery, SolveOptions
from tilewright.families.gunport.solve import solve_board
from tilewright.model.lattices import Cell
from tilewright.play.notation import cell_text, cells_text
from tilewright.solve.engines.base import Limits, Status

FIVE_SECONDS = SolveOptions(threads=1, limits=Limits(seconds=5.0))

RINGS = (2, 3, 4, 6)
"""The distances from pieces that disagree with the best arrangement within which its pieces are removed, in
cells."""
RING_SHARE = 0.3  # of the remaining time, for each ring


@dataclass(frozen=True)
class BestKnown:
    """The fewest pieces of a known arrangement, and a lower bound for all.

    ``pieces`` and ``arrangement`` are None when no arrangement is known; none exists when that is ``proven``.
    """

    status: Status
    pieces: int | None
    lower_bound: int
    arrangement: Arrangement | None
    proven: bool


@dataclass(frozen=True)
class Assessment:
    """How good a finished board is: ``optimal`` is None when it is not known whether fewer pieces suffice.

    ``record``: it has fewer pieces than any known one.
    """

    optimal: bool | None
    record: bool
    sentence: str


@dataclass(frozen=True)
class LayHint:
    """A piece of the best completion: lay ``placement``; None when the board is finished or nothing was
    found.

    ``reachable`` is the fewest pieces that the position can still end with, exact when ``proven``.
    """

    status: Status
    sentence: str
    placement: tuple[Cell, ...] | None = None
    reachable: int | None = None
    proven: bool = False

    @property
    def moves(self) -> tuple[str, ...]:
        """The hint as moves."""
        return () if self.placement is None else (str(GunportMove(self.placement)),)


@dataclass(frozen=True)
class LiftHint:
    """The pieces to lift, the last one first, so that the best can be reached again."""

    status: Status
    sentence: str
    lift: tuple[tuple[Cell, ...], ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        """The hint as moves."""
        return tuple(str(GunportMove(piece, lays=False)) for piece in self.lift)


def best_known(
    game: GunportGame,
    library: Library | None = None,
    options: SolveOptions = FIVE_SECONDS,
) -> BestKnown:
    """The fewest pieces on the game's board: from the library if proven there, else solved within limits."""
    board, known = game.board, None
    if library is not None and not board.pieces and not board.ports:
        entry = library.best(board, game.rules)
        if entry is not None:
            known = BestKnown(
                Status.COMPLETE, entry.pieces, entry.lower_bound, entry.on(board), proven=entry.proven
            )
            if entry.proven:
                return known
    found = _best_of(_solved(board, game, options))
    if known is None or known.pieces is None:
        return found
    bound = max(known.lower_bound, found.lower_bound)
    kept = found if found.pieces is not None and found.pieces < known.pieces else known
    return replace(
        kept, status=found.status, lower_bound=bound, proven=kept.pieces is not None and bound >= kept.pieces
    )


def complete(position: GunportPosition, options: SolveOptions = FIVE_SECONDS) -> BestKnown:
    """The arrangement with the fewest pieces that keeps the pieces on the board, as far as limits allow."""
    given = frozenset(position.pieces)
    board = GunportBoard(position.game.board.cells, given, position.game.board.ports)
    return _best_of(_solved(board, position.game, options))


def assess(position: GunportPosition, known: BestKnown) -> Assessment:
    """How good a finished board is, compared with the best; GameError when it is not finished."""
    if not position.finished:
        raise GameError(_unfinished(position))
    pieces, ports = len(position.pieces), len(position.ports)
    counted = f"{_counted(pieces, position.game)} and {ports:,} {'port' if ports == 1 else 'ports'}"
    if pieces <= known.lower_bound:
        first = known.pieces is not None and pieces < known.pieces
        return Assessment(
            optimal=True, record=first, sentence=f"{counted}: no arrangement has fewer. Well done!"
        )
    if known.pieces is not None and known.pieces < pieces:
        sentence = f"{counted}; there is an arrangement with {known.pieces:,}."
        return Assessment(optimal=False, record=False, sentence=sentence)
    if known.pieces == pieces:
        sentence = f"{counted}, as few as the best that is known; at least {known.lower_bound:,} are needed."
        return Assessment(optimal=None, record=False, sentence=sentence)
    before = "none was known before" if known.pieces is None else f"the best known had {known.pieces:,}"
    return Assessment(optimal=None, record=True, sentence=f"{counted}: a record, {before}!")


def lay_hint(
    position: GunportPosition,
    known: BestKnown,
    options: SolveOptions = FIVE_SECONDS,
) -> LayHint:
    """A piece of an arrangement with the fewest pieces that the position can still end with.

    ``known`` is the board's ``best_known``. Shows the piece nearest to the one laid last.
    """
    if position.finished:
        sentence = assess(position, known).sentence
        return LayHint(Status.COMPLETE, sentence, reachable=len(position.pieces), proven=True)
    found = _completed(position, known, _Budget(options))
    if found.arrangement is None or found.pieces is None:
        if found.proven:
            return LayHint(
                found.status, f"No arrangement contains these {_plural(position.game)}.", proven=True
            )
        return LayHint(found.status, "No completion of the board was found within the time limit.")
    new = found.arrangement.pieces - frozenset(position.pieces)
    if not new:  # all of them are laid, yet the board is not finished: a wrong answer
        raise RuntimeError("a completion with nothing to lay is not an arrangement")
    placement = min(new, key=lambda piece: (_distance(position, piece), [(y, x) for x, y in piece]))
    words = f"Lay a {position.game.rules.piece.name} on {cells_text(placement, 8)}"
    return LayHint(
        found.status, f"{words}; {_reachable(found, known)}.", placement, found.pieces, found.proven
    )


def lift_hint(
    position: GunportPosition,
    known: BestKnown,
    options: SolveOptions = FIVE_SECONDS,
) -> LiftHint:
    """The fewest pieces to lift, from the end, so that as few pieces as in ``known`` can be reached again.

    Fewer pieces on the board can only be completed better, so bisection finds how many may stay.
    """
    if known.pieces is None:
        reason = "This board has no arrangement" if known.proven else "No arrangement of this board is known"
        return LiftHint(known.status, f"{reason}, so lifting does not help.")
    budget, goal = _Budget(options), known.pieces

    def reaches(number: int) -> bool | None:
        found = _completed(replace(position, laid=position.laid[:number]), known, budget, enough=goal)
        if found.pieces is not None and found.pieces <= goal:
            return True
        return False if found.lower_bound > goal or found.proven else None

    low, high = 0, len(position.laid)  # low may stay, more than high may not
    while low < high:
        middle = (low + high + 1) // 2
        answer = reaches(middle)
        if answer is None:
            stopped = options.cancel is not None and options.cancel.is_set()
            status = Status.CANCELLED if stopped else Status.LIMIT
            return LiftHint(status, "The pieces to lift were not found within the time limit.")
        low, high = (middle, high) if answer else (low, middle - 1)
    lift = tuple(reversed(position.laid[low:]))
    if not lift:
        return LiftHint(
            Status.COMPLETE, f"Nothing needs to be lifted: {known.pieces:,} can still be reached."
        )
    named = ", ".join(cell_text(piece[0]) for piece in lift[:12]) + (", ..." if len(lift) > 12 else "")
    many = f"Lift the last {_plural(position.game)}, on" if len(lift) > 1 else "Lift the last one, on"
    return LiftHint(Status.COMPLETE, f"{many} {named}: then {known.pieces:,} can be reached again.", lift)


def submit(position: GunportPosition, who: str, library: Library) -> SubmissionResult:
    """Submit a finished board, found by ``who``, to the library.

    GameError when the board is not finished; LibraryError as of ``Library.enter``.
    """
    if not position.finished:
        raise GameError(_unfinished(position))
    return library.enter([Submission(position.arrangement, position.game.rules, who)])[0]


def _solved(board: GunportBoard, game: GunportGame, options: SolveOptions) -> GunportAnswer:
    """An engine's answer; where none can take the board, a greedy arrangement and a bound."""
    try:
        return solve_board(board, game.rules, GunportQuery(), options)
    except UnsupportedError:
        greedy = greedy_arrangement(board, game.rules)
        pieces = None if greedy is None else len(greedy.pieces)
        found = () if greedy is None else (greedy,)
        return GunportAnswer(
            board, game.rules, Status.LIMIT, pieces, pieces_needed(board, game.rules), found, method="greedy"
        )


def _best_of(answer: GunportAnswer) -> BestKnown:
    arrangement = answer.arrangements[0] if answer.arrangements else None
    return BestKnown(answer.status, answer.pieces, answer.lower_bound, arrangement, answer.proven)


@dataclass(frozen=True)
class _Budget:
    """Options whose time limit several queries share, counted from the creation of this object."""

    options: SolveOptions
    start_time: float = field(default_factory=time.monotonic)

    def remaining(self, share: float = 1.0) -> SolveOptions:
        """The options with the remaining time, or a share of it."""
        options = self.options.remaining(self.start_time)
        seconds = options.limits.seconds
        if seconds is None:
            return options
        return replace(options, limits=replace(options.limits, seconds=seconds * share))

    @property
    def exhausted(self) -> bool:
        """Whether the time is over or the work is cancelled."""
        cancel = self.options.cancel
        return (cancel is not None and cancel.is_set()) or self.remaining().limits.seconds == 0


def _completed(
    position: GunportPosition, known: BestKnown, budget: _Budget, enough: int | None = None
) -> BestKnown:
    """The best completion found: the best arrangement if it fits, else one adapted from it, else an exact
    one.

    With ``enough`` a completion with so few pieces is good enough.
    """
    found = _matching(position, known)
    if found is not None:
        return found
    adapted = _adapted(position, known, budget)
    goal = max(enough or 0, known.lower_bound)
    if adapted is not None and adapted.pieces is not None and adapted.pieces <= goal:
        return adapted
    exact = complete(position, budget.remaining())
    bound = max(exact.lower_bound, known.lower_bound)
    if adapted is not None and (exact.pieces is None or (adapted.pieces or 0) < exact.pieces):
        exact = replace(exact, pieces=adapted.pieces, arrangement=adapted.arrangement)
    return replace(exact, lower_bound=bound, proven=exact.proven or exact.pieces == bound)


def _adapted(position: GunportPosition, known: BestKnown, budget: _Budget) -> BestKnown | None:
    """The best arrangement, changed around the pieces that disagree with it.

    Its pieces are removed around those, within wider and wider rings, and the hole is filled optimally; None
    when there is no time, or no arrangement of this kind.
    """
    arrangement, laid = known.arrangement, set(position.pieces)
    if arrangement is None:
        return None
    images = _images(position, arrangement)
    image = max(images, key=lambda pieces: len(laid & pieces))
    conflicting = {cell for piece in laid - image for cell in piece}
    found: BestKnown | None = None
    for ring in RINGS:
        if budget.exhausted:
            break
        near = {
            (x + u, y + v)
            for x, y in conflicting
            for u in range(-ring, ring + 1)
            for v in range(-ring, ring + 1)
        }
        kept = {piece for piece in image if near.isdisjoint(piece)} | laid
        board = GunportBoard(position.game.board.cells, frozenset(kept), position.game.board.ports)
        answer = _best_of(_solved(board, position.game, budget.remaining(RING_SHARE)))
        if answer.pieces is not None and (found is None or answer.pieces < (found.pieces or 0)):
            bound = max(known.lower_bound, len(laid))
            found = replace(answer, lower_bound=bound, proven=answer.pieces <= bound)
        if not answer.proven or (found is not None and found.proven):
            break  # wider rings take even longer, or nothing can be improved
    return found


def _matching(position: GunportPosition, known: BestKnown) -> BestKnown | None:
    """The best arrangement of the board, as one of its images, when the position has only pieces of it."""
    if known.arrangement is None or not known.proven:
        return None
    laid = set(position.pieces)
    for pieces in _images(position, known.arrangement):
        if laid <= pieces:
            found = Arrangement(position.game.board, pieces)
            return replace(known, status=Status.COMPLETE, arrangement=found)
    return None


def _images(position: GunportPosition, arrangement: Arrangement) -> list[frozenset[tuple[Cell, ...]]]:
    """The pieces of each image of an arrangement under the board's symmetries."""
    return [
        frozenset(tuple(sorted(image[cell] for cell in piece)) for piece in arrangement.pieces)
        for image in board_symmetries(position.game.board, position.game.rules)
    ]


def _reachable(found: BestKnown, known: BestKnown) -> str:
    """What can still be reached, compared with the best."""
    if found.pieces is not None and found.pieces <= known.lower_bound:
        return f"{found.pieces:,} can still be reached, the fewest there are"
    if found.proven:
        return f"{found.pieces:,} can still be reached from here, no fewer"
    return f"{found.pieces:,} can be reached from here, perhaps fewer, at least {found.lower_bound:,}"


def _distance(position: GunportPosition, piece: tuple[Cell, ...]) -> int:
    """How far a piece lies from the one laid last; 0 for all before the first."""
    if not position.laid:
        return 0
    last = position.laid[-1]
    return min(abs(x - u) + abs(y - v) for x, y in piece for u, v in last)


def _unfinished(position: GunportPosition) -> str:
    if position.placements:
        return f"the board is not finished: another {position.game.rules.piece.name} can be laid"
    if position.slides:
        slide = position.slides[0]
        piece = f"the {position.game.rules.piece.name} on {cells_text(slide.cells, 8)}"
        return f"the board is not finished: {piece} can slide onto {cells_text(slide.ahead, 8)}"
    return f"the board is not finished: {faults(position.arrangement, position.game.rules)[0]}"


def _counted(number: int, game: GunportGame) -> str:
    return f"{number:,} {game.rules.piece.name if number == 1 else _plural(game)}"


def _plural(game: GunportGame) -> str:
    name = game.rules.piece.name
    return f"{name}es" if name.endswith("o") else f"{name} pieces"
