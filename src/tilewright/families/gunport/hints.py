"""Help with gunport: the best there is, the best that a position can still reach, hints, records.

The exact engines of ``tilewright.families.gunport`` answer, for a position with its pieces given. Where they
take too long or too much memory, there is an arrangement and a proven bound.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilewright.clock import monotonic
from tilewright.errors import GameError, UnsupportedError
from tilewright.families.gunport.board import GunportBoard, PieceCells, board_symmetries, faults
from tilewright.families.gunport.engines.cover_problem import greedy_arrangement, pieces_needed
from tilewright.families.gunport.library import Library, Submission, SubmissionResult
from tilewright.families.gunport.pieces import pieces_text, plural_name
from tilewright.families.gunport.play import GunportGame, GunportMove, GunportPosition
from tilewright.families.gunport.query import GunportAnswer, GunportQuery, SolveOptions
from tilewright.families.gunport.solve import solve_board
from tilewright.play.notation import cell_text, cells_text
from tilewright.solving.steps import Limits, Status
from tilewright.wording import counted

FIVE_SECONDS = SolveOptions(threads=1, limits=Limits(seconds=5.0))

RINGS = (2, 3, 4, 6)
"""The distances from pieces that disagree with the best arrangement within which its pieces are removed, in
cells."""
RING_SHARE = 0.3  # of the remaining time, for each ring


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
    """A piece of the best completion: lay ``placement``; None when the board is finished or none was found.

    ``reachable`` is the fewest pieces that the position can still end with, exact when ``proven``.
    """

    sentence: str
    placement: PieceCells | None = None
    reachable: int | None = None
    proven: bool = False

    @property
    def moves(self) -> tuple[str, ...]:
        return () if self.placement is None else (str(GunportMove(self.placement)),)


@dataclass(frozen=True)
class LiftHint:
    """The pieces to lift, the last one first, so that the best can be reached again."""

    sentence: str
    lift: tuple[PieceCells, ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(str(GunportMove(piece, lays=False)) for piece in self.lift)


def best_known(
    game: GunportGame, library: Library | None = None, options: SolveOptions = FIVE_SECONDS
) -> GunportAnswer:
    """The fewest pieces on the game's board: from the library if proven there, else solved within limits."""
    board, rules = game.board, game.rules
    entry = None
    if library is not None and not board.pieces and not board.ports:
        entry = library.best(board, rules)
    if entry is None:
        return _solved(board, game, options)
    known = GunportAnswer(board, rules, Status.COMPLETE, entry.pieces, entry.lower_bound, (entry.on(board),))
    if known.proven:
        return known
    answer = _solved(board, game, options)
    kept = answer if answer.pieces is not None and answer.pieces < entry.pieces else known
    return replace(kept, status=answer.status, lower_bound=max(entry.lower_bound, answer.lower_bound))


def complete(position: GunportPosition, options: SolveOptions = FIVE_SECONDS) -> GunportAnswer:
    """The arrangement with the fewest pieces that keeps the pieces on the board, as far as limits allow."""
    game = position.game
    return _solved(replace(game.board, pieces=frozenset(position.pieces)), game, options)


def assess(position: GunportPosition, known: GunportAnswer) -> Assessment:
    """How good a finished board is, compared with the best; GameError when it is not finished."""
    if not position.finished:
        raise GameError(_unfinished(position))
    pieces, ports = len(position.pieces), len(position.ports)
    score = f"{pieces_text(pieces, position.game.rules)} and {counted(ports, 'port')}"
    if pieces <= known.lower_bound:
        first = known.pieces is not None and pieces < known.pieces
        before = f" The best known until now had {known.pieces:,}." if first else ""
        return Assessment(optimal=True, record=first, sentence=f"{score}: no arrangement has fewer.{before}")
    if known.pieces is not None and known.pieces < pieces:
        sentence = f"{score}; there is an arrangement with {known.pieces:,}."
        return Assessment(optimal=False, record=False, sentence=sentence)
    if known.pieces == pieces:
        sentence = f"{score}, as few as the best that is known; at least {known.lower_bound:,} are needed."
        return Assessment(optimal=None, record=False, sentence=sentence)
    needed = f"at least {known.lower_bound:,} are needed"
    if known.pieces is None:
        sentence = f"{score}. No arrangement of this board was known to compare it with; {needed}."
    else:
        sentence = f"{score}, fewer than the {known.pieces:,} of the best known until now; {needed}."
    return Assessment(optimal=None, record=True, sentence=sentence)


def lay_hint(
    position: GunportPosition, known: GunportAnswer, options: SolveOptions = FIVE_SECONDS
) -> LayHint:
    """A piece of an arrangement with the fewest pieces that the position can still end with.

    ``known`` is the board's ``best_known``. Shows the piece nearest to the one laid last.
    """
    if position.finished:
        return LayHint(assess(position, known).sentence, reachable=len(position.pieces), proven=True)
    answer = _Completions(known, options).best(position)
    if answer.best is None:
        if answer.proven:
            return LayHint(f"No arrangement contains these {plural_name(position.game.rules)}.", proven=True)
        return LayHint("No completion of the board was found within the time limit.")
    new = answer.best.pieces - frozenset(position.pieces)
    if not new:  # all of them are laid, yet the board is not finished: a wrong answer
        raise RuntimeError("a completion with nothing to lay is not an arrangement")
    placement = min(new, key=lambda piece: (_distance(position, piece), [(y, x) for x, y in piece]))
    words = f"Lay a {position.game.rules.piece.name} on {cells_text(placement, 8)}"
    return LayHint(f"{words}; {_reachable(answer, known)}.", placement, answer.pieces, answer.proven)


def lift_hint(
    position: GunportPosition, known: GunportAnswer, options: SolveOptions = FIVE_SECONDS
) -> LiftHint:
    """The fewest pieces to lift, from the end, so that as few pieces as in ``known`` can be reached again.

    Fewer pieces on the board can only be completed better, so bisection finds how many may stay.
    """
    goal = known.pieces
    if goal is None:
        reason = "This board has no arrangement" if known.proven else "No arrangement of this board is known"
        return LiftHint(f"{reason}, so lifting does not help.")
    completions = _Completions(known, options)
    low, high = 0, len(position.laid)  # low may stay, more than high may not
    while low < high:
        middle = (low + high + 1) // 2
        answer = completions.best(replace(position, laid=position.laid[:middle]), enough=goal)
        if answer.pieces is not None and answer.pieces <= goal:
            low = middle
        elif answer.lower_bound > goal or answer.proven:
            high = middle - 1
        else:
            return LiftHint("The pieces to lift were not found within the time limit.")
    lift = position.laid[low:][::-1]
    if not lift:
        return LiftHint(f"Nothing needs to be lifted: {goal:,} can still be reached.")
    named = ", ".join(cell_text(piece[0]) for piece in lift[:12]) + (", ..." if len(lift) > 12 else "")
    many = plural_name(position.game.rules) if len(lift) > 1 else "one"
    return LiftHint(f"Lift the last {many}, on {named}: then {goal:,} can be reached again.", lift)


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
    except UnsupportedError as error:
        greedy = greedy_arrangement(board, game.rules)
        bound = pieces_needed(board, game.rules)
        answer = GunportAnswer(board, game.rules, Status.LIMIT, None, bound, method="greedy", note=str(error))
        return answer.with_best(greedy)


class _Completions:
    """Completions of positions on one board, whose best is ``known``; the searches share one time limit."""

    def __init__(self, known: GunportAnswer, options: SolveOptions) -> None:
        self.known, self.options, self.start_time = known, options, monotonic()
        arrangement = known.best
        symmetries = board_symmetries(known.board, known.rules) if arrangement else ()
        self.images = [arrangement.moved(image, known.board) for image in symmetries] if arrangement else []

    def best(self, position: GunportPosition, enough: int = 0) -> GunportAnswer:
        """The best completion found: an image of the best arrangement if it fits, else one adapted from it,
        else an exact one. A completion with ``enough`` pieces is good enough."""
        known, laid = self.known, set(position.pieces)
        matching = [image for image in self.images if known.proven and laid <= image.pieces]
        if matching:
            return replace(known, status=Status.COMPLETE, arrangements=(matching[0],))
        adapted = self._adapted(position)
        if adapted and adapted.pieces and adapted.pieces <= max(enough, known.lower_bound):
            return adapted
        exact = complete(position, self.options.remaining(self.start_time))
        bound = max(exact.lower_bound, known.lower_bound)
        if adapted and (exact.pieces is None or (adapted.pieces or 0) < exact.pieces):
            exact = replace(exact, pieces=adapted.pieces, arrangements=adapted.arrangements)
        return replace(exact, lower_bound=bound)

    def _adapted(self, position: GunportPosition) -> GunportAnswer | None:
        """The best arrangement, changed around the pieces that disagree with it.

        Its pieces are removed around those, within wider and wider rings, and the hole is filled optimally;
        None when there is no time, or no arrangement of this kind.
        """
        if not self.images:
            return None
        board, laid, bound = position.game.board, frozenset(position.pieces), self.known.lower_bound
        image = max((image.pieces for image in self.images), key=lambda pieces: len(laid & pieces))
        conflicting = {cell for piece in laid - image for cell in piece}
        gunport_answer: GunportAnswer | None = None
        for ring in RINGS:
            options = self.options.remaining(self.start_time, RING_SHARE)
            if options.limits.seconds == 0 or (options.cancel is not None and options.cancel.is_set()):
                break
            span = range(-ring, ring + 1)
            near = {(x + u, y + v) for x, y in conflicting for u in span for v in span}
            kept = frozenset(piece for piece in image if near.isdisjoint(piece)) | laid
            answer = _solved(replace(board, pieces=kept), position.game, options)
            if answer.pieces is not None and (
                gunport_answer is None or answer.pieces < (gunport_answer.pieces or 0)
            ):
                gunport_answer = replace(answer, lower_bound=max(bound, len(laid)))
            if not answer.proven or (gunport_answer is not None and gunport_answer.proven):
                break  # wider rings take even longer, or nothing can be improved
        return gunport_answer


def _reachable(answer: GunportAnswer, known: GunportAnswer) -> str:
    if answer.pieces is not None and answer.pieces <= known.lower_bound:
        return f"{answer.pieces:,} can still be reached, the fewest there are"
    if answer.proven:
        return f"{answer.pieces:,} can still be reached from here, no fewer"
    return f"{answer.pieces:,} can be reached from here, perhaps fewer, at least {answer.lower_bound:,}"


def _distance(position: GunportPosition, piece: PieceCells) -> int:
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
