"""Help with gunport: the best there is, the best that a position can still reach, hints, records.

The exact engines of ``tilewright.families.gunport`` answer, for a position with its pieces given. Where they
would take too long or too much memory, there is an arrangement that was found and a bound that is proven.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, replace

from tilewright.errors import GameError, UnsupportedError
from tilewright.families.gunport.answer import GunportAnswer
from tilewright.families.gunport.board import Arrangement, GunportBoard, faults
from tilewright.families.gunport.greedy import greedy_arrangement, pieces_needed
from tilewright.families.gunport.library import Find, Library
from tilewright.families.gunport.library.store import Outcome
from tilewright.families.gunport.play import Game, Move, Position
from tilewright.families.gunport.solve import Means, Question, solve_board
from tilewright.families.gunport.symmetries import board_symmetries
from tilewright.model.lattices import Cell
from tilewright.play.notation import cell_text, cells_text
from tilewright.solve.engines.base import Limits, Status

FIVE_SECONDS = Limits(seconds=5.0)

RINGS = (2, 3, 4, 6)
"""How far from pieces that disagree with the best arrangement it is taken up, in cells."""
RING_SHARE = 0.3  # of the time that is left, for each ring


@dataclass(frozen=True)
class Best:
    """The fewest pieces that an arrangement is known to have, and a bound that none is below.

    ``pieces`` and ``arrangement`` are None when no arrangement is known; none exists when that is ``proven``.
    """

    status: Status
    pieces: int | None
    lower_bound: int
    arrangement: Arrangement | None
    proven: bool


@dataclass(frozen=True)
class Verdict:
    """What a finished board is worth: ``optimal`` None when it is not known whether fewer pieces suffice.

    ``record``: it has fewer pieces than any that was known.
    """

    optimal: bool | None
    record: bool
    sentence: str


@dataclass(frozen=True)
class Hint:
    """A piece of the best completion: lay ``place``. None when the board is finished or nothing was found.

    ``reachable`` is the fewest pieces that the position can still end with, exact when ``proven``.
    """

    status: Status
    sentence: str
    place: tuple[Cell, ...] | None = None
    reachable: int | None = None
    proven: bool = False

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that the hint means."""
        return () if self.place is None else (str(Move(self.place)),)


@dataclass(frozen=True)
class Mend:
    """The pieces laid last that are to be lifted, the last first, so that the best is reached again."""

    status: Status
    sentence: str
    lift: tuple[tuple[Cell, ...], ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that are meant."""
        return tuple(str(Move(piece, lays=False)) for piece in self.lift)


def best(
    game: Game,
    library: Library | None = None,
    limits: Limits = FIVE_SECONDS,
    cancel: threading.Event | None = None,
    memory: int | None = None,
) -> Best:
    """The fewest pieces on the game's board: from the library where it knows, else solved within limits.

    ``memory`` bounds the bytes of the engines' tables (None: half of what is free).
    """
    board, known = game.board, None
    if library is not None and not board.pieces and not board.ports:
        entry = library.best(board, game.rules)
        if entry is not None:
            known = Best(
                Status.COMPLETE, entry.pieces, entry.lower_bound, entry.on(board), proven=entry.proven
            )
            if entry.proven:
                return known
    found = _best_of(_solved(board, game, limits, cancel, memory))
    if known is None or known.pieces is None:
        return found
    bound = max(known.lower_bound, found.lower_bound)
    kept = found if found.pieces is not None and found.pieces < known.pieces else known
    return replace(
        kept, status=found.status, lower_bound=bound, proven=kept.pieces is not None and bound >= kept.pieces
    )


def complete(
    position: Position,
    limits: Limits = FIVE_SECONDS,
    cancel: threading.Event | None = None,
    memory: int | None = None,
) -> Best:
    """The arrangement with the fewest pieces that keeps what lies on the board, as far as limits go."""
    given = frozenset(position.pieces)
    board = GunportBoard(position.game.board.cells, given, position.game.board.ports)
    return _best_of(_solved(board, position.game, limits, cancel, memory))


def verdict(position: Position, known: Best) -> Verdict:
    """What a finished board is worth beside the best; GameError when it is not finished."""
    if not position.finished:
        raise GameError(_unfinished(position))
    pieces, ports = len(position.pieces), len(position.ports)
    counted = f"{_counted(pieces, position.game)} and {ports:,} {'port' if ports == 1 else 'ports'}"
    if pieces <= known.lower_bound:
        first = known.pieces is not None and pieces < known.pieces
        return Verdict(
            optimal=True, record=first, sentence=f"{counted}: no arrangement has fewer. Well done!"
        )
    if known.pieces is not None and known.pieces < pieces:
        told = f"{counted}; there is an arrangement with {known.pieces:,}."
        return Verdict(optimal=False, record=False, sentence=told)
    if known.pieces == pieces:
        told = f"{counted}, as few as the best that is known; at least {known.lower_bound:,} are needed."
        return Verdict(optimal=None, record=False, sentence=told)
    before = "none was known before" if known.pieces is None else f"the best known had {known.pieces:,}"
    return Verdict(optimal=None, record=True, sentence=f"{counted}: a record, {before}!")


def hint(
    position: Position,
    known: Best,
    limits: Limits = FIVE_SECONDS,
    cancel: threading.Event | None = None,
    memory: int | None = None,
) -> Hint:
    """A piece of an arrangement with the fewest pieces that the position can still end with.

    ``known`` is the board's ``best``. Of the arrangement's pieces that is shown which lies nearest to the one
    laid last.
    """
    if position.finished:
        told = verdict(position, known).sentence
        return Hint(Status.COMPLETE, told, reachable=len(position.pieces), proven=True)
    found = _completed(position, known, _Clock(limits, cancel, memory))
    if found.arrangement is None or found.pieces is None:
        if found.proven:
            return Hint(
                found.status, f"No arrangement has these {_plural(position.game)} as they lie.", proven=True
            )
        return Hint(found.status, "No way to finish the board was found in the time.")
    new = found.arrangement.pieces - frozenset(position.pieces)
    if not new:  # all lies as it should, and yet it is not finished: no engine's answer
        raise RuntimeError("a completion with nothing to lay is no arrangement")
    place = min(new, key=lambda piece: (_distance(position, piece), [(y, x) for x, y in piece]))
    words = f"Lay a {position.game.rules.piece.name} on {cells_text(place, 8)}"
    return Hint(found.status, f"{words}; {_reachable(found, known)}.", place, found.pieces, found.proven)


def mend(
    position: Position,
    known: Best,
    limits: Limits = FIVE_SECONDS,
    cancel: threading.Event | None = None,
    memory: int | None = None,
) -> Mend:
    """What to lift, from the end, so that as few pieces as in ``known`` can be reached again; no less helps.

    Fewer pieces on the board can only be completed better, so halving finds how many may stay.
    """
    if known.pieces is None:
        word = "There is no arrangement of this board" if known.proven else "No arrangement of it is known"
        return Mend(known.status, f"{word}, so lifting does not help.")
    clock, goal = _Clock(limits, cancel, memory), known.pieces

    def reaches(number: int) -> bool | None:
        found = _completed(replace(position, laid=position.laid[:number]), known, clock, enough=goal)
        if found.pieces is not None and found.pieces <= goal:
            return True
        return False if found.lower_bound > goal or found.proven else None

    low, high = 0, len(position.laid)  # low may stay; more than high may not
    while low < high:
        middle = (low + high + 1) // 2
        answer = reaches(middle)
        if answer is None:
            stopped = cancel is not None and cancel.is_set()
            status = Status.CANCELLED if stopped else Status.LIMIT
            return Mend(status, "What to lift was not found out in the time.")
        low, high = (middle, high) if answer else (low, middle - 1)
    lift = tuple(reversed(position.laid[low:]))
    if not lift:
        return Mend(Status.COMPLETE, f"Nothing need be lifted: {known.pieces:,} can still be reached.")
    named = ", ".join(cell_text(piece[0]) for piece in lift[:12]) + (", ..." if len(lift) > 12 else "")
    many = f"Lift the last {_plural(position.game)}, on" if len(lift) > 1 else "Lift the last one, on"
    return Mend(Status.COMPLETE, f"{many} {named}: then {known.pieces:,} can be reached again.", lift)


def enter(position: Position, who: str, library: Library) -> Outcome:
    """Put a finished board into the library; what became of it. ``who`` found it.

    GameError when the board is not finished; LibraryError as of ``Library.enter``.
    """
    if not position.finished:
        raise GameError(_unfinished(position))
    return library.enter([Find(position.arrangement, position.game.rules, who)])[0]


def _solved(
    board: GunportBoard, game: Game, limits: Limits, cancel: threading.Event | None, memory: int | None
) -> GunportAnswer:
    """An engine's answer; where none can take the board, an arrangement found by greed, and a bound."""
    means = Means(threads=1, memory=memory, limits=limits, cancel=cancel)
    try:
        return solve_board(board, game.rules, Question(), means)
    except UnsupportedError:
        greedy = greedy_arrangement(board, game.rules)
        pieces = None if greedy is None else len(greedy.pieces)
        found = () if greedy is None else (greedy,)
        return GunportAnswer(
            board, game.rules, Status.LIMIT, pieces, pieces_needed(board, game.rules), found, method="greedy"
        )


def _best_of(answer: GunportAnswer) -> Best:
    arrangement = answer.arrangements[0] if answer.arrangements else None
    return Best(answer.status, answer.pieces, answer.lower_bound, arrangement, answer.proven)


@dataclass(frozen=True)
class _Clock:
    """Limits that several questions share, from when this was made."""

    limits: Limits
    cancel: threading.Event | None
    memory: int | None
    begun: float = field(default_factory=time.monotonic)

    def left(self, share: float = 1.0) -> Limits:
        """What is left of the time, or a share of it."""
        if self.limits.seconds is None:
            return self.limits
        left = max(0.0, self.limits.seconds - (time.monotonic() - self.begun))
        return replace(self.limits, seconds=left * share)

    @property
    def over(self) -> bool:
        """Whether the time is over, or somebody pressed the button."""
        return (self.cancel is not None and self.cancel.is_set()) or self.left().seconds == 0


def _completed(position: Position, known: Best, clock: _Clock, enough: int | None = None) -> Best:
    """The best completion that is found: the best arrangement where it agrees, that one mended, an exact one.

    With ``enough`` a completion with so few pieces is good enough.
    """
    found = _following(position, known)
    if found is not None:
        return found
    mended = _mended(position, known, clock)
    goal = max(enough or 0, known.lower_bound)
    if mended is not None and mended.pieces is not None and mended.pieces <= goal:
        return mended
    exact = complete(position, clock.left(), clock.cancel, clock.memory)
    bound = max(exact.lower_bound, known.lower_bound)
    if mended is not None and (exact.pieces is None or (mended.pieces or 0) < exact.pieces):
        exact = replace(exact, pieces=mended.pieces, arrangement=mended.arrangement)
    return replace(exact, lower_bound=bound, proven=exact.proven or exact.pieces == bound)


def _mended(position: Position, known: Best, clock: _Clock) -> Best | None:
    """A completion that is like the best arrangement but around the pieces that disagree with it.

    Around those the best arrangement is taken up, in wider and wider rings, and the hole is filled as well as
    can be; None when there is no time for it, or no arrangement that way.
    """
    arrangement, laid = known.arrangement, set(position.pieces)
    if arrangement is None:
        return None
    images = _images(position, arrangement)
    image = max(images, key=lambda pieces: len(laid & pieces))
    strange = {cell for piece in laid - image for cell in piece}
    found: Best | None = None
    for ring in RINGS:
        if clock.over:
            break
        near = {
            (x + u, y + v) for x, y in strange for u in range(-ring, ring + 1) for v in range(-ring, ring + 1)
        }
        kept = {piece for piece in image if near.isdisjoint(piece)} | laid
        board = GunportBoard(position.game.board.cells, frozenset(kept), position.game.board.ports)
        answer = _best_of(_solved(board, position.game, clock.left(RING_SHARE), clock.cancel, clock.memory))
        if answer.pieces is not None and (found is None or answer.pieces < (found.pieces or 0)):
            bound = max(known.lower_bound, len(laid))
            found = replace(answer, lower_bound=bound, proven=answer.pieces <= bound)
        if not answer.proven or (found is not None and found.proven):
            break  # wider rings take longer still; or there is nothing to better
    return found


def _following(position: Position, known: Best) -> Best | None:
    """The best arrangement of the board, as one of its images, when the position has only pieces of it."""
    if known.arrangement is None or not known.proven:
        return None
    laid = set(position.pieces)
    for pieces in _images(position, known.arrangement):
        if laid <= pieces:
            found = Arrangement(position.game.board, pieces)
            return replace(known, status=Status.COMPLETE, arrangement=found)
    return None


def _images(position: Position, arrangement: Arrangement) -> list[frozenset[tuple[Cell, ...]]]:
    """An arrangement of the board's as each of the board's symmetries shows it: its pieces."""
    return [
        frozenset(tuple(sorted(image[cell] for cell in piece)) for piece in arrangement.pieces)
        for image in board_symmetries(position.game.board, position.game.rules)
    ]


def _reachable(found: Best, known: Best) -> str:
    """What can still be reached, beside the best."""
    if found.pieces is not None and found.pieces <= known.lower_bound:
        return f"{found.pieces:,} can still be reached, the fewest there are"
    if found.proven:
        return f"{found.pieces:,} can still be reached from here, no fewer"
    return f"{found.pieces:,} can be reached from here, perhaps fewer, but at least {found.lower_bound:,}"


def _distance(position: Position, piece: tuple[Cell, ...]) -> int:
    """How far a piece lies from the one laid last; 0 for all before the first."""
    if not position.laid:
        return 0
    last = position.laid[-1]
    return min(abs(x - u) + abs(y - v) for x, y in piece for u, v in last)


def _unfinished(position: Position) -> str:
    if position.places:
        return f"the board is not finished: another {position.game.rules.piece.name} can be laid"
    if position.slides:
        slide = position.slides[0]
        held = f"the {position.game.rules.piece.name} on {cells_text(slide.cells, 8)}"
        return f"the board is not finished: {held} can slide onto {cells_text(slide.ahead, 8)}"
    return f"the board is not finished: {faults(position.arrangement, position.game.rules)[0]}"


def _counted(number: int, game: Game) -> str:
    return f"{number:,} {game.rules.piece.name if number == 1 else _plural(game)}"


def _plural(game: Game) -> str:
    name = game.rules.piece.name
    return f"{name}es" if name.endswith("o") else f"{name} pieces"
