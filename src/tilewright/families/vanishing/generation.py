"""New boards: at random, or such that every piece can be removed, of a chosen difficulty."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilewright.errors import PuzzleError
from tilewright.families.vanishing.board import Domino, DominoBoard, Square, distance, size_text
from tilewright.families.vanishing.conditions import possible_conditions
from tilewright.wording import quoted

MAX_SQUARES = 40_000  # the largest board that is made
MAX_GAME_SQUARES = 100  # the largest board that is made for a game: it is made in seconds
FLIPS = 30  # turned pairs of dominoes per square that randomise a tiling

DIFFICULTIES = {"easy": (0.25, 1.0), "medium": (0.03, 0.25), "hard": (0.0, 0.03)}
"""The bounds on the share of random games that remove every piece: see :func:`play_at_random`."""

GAME_SIZES = {"easy": (5, 4), "medium": (6, 6), "hard": (8, 6)}
"""Width and height of a new board for a game, by difficulty."""

GAMES = 400  # random games by which the difficulty of a board is measured
TRIES = 60  # boards that are made in search of one of the wanted difficulty
Shape = tuple[bool, int, int]  # A domino without values: whether it is upright, x and y


@dataclass(frozen=True)
class BoardSpec:
    """Values up to ``largest``, and the shares of halves that are blank and of dominoes that are left out."""

    width: int
    height: int
    largest: int = 4
    blanks: float = 0.25
    gaps: float = 0.0

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1 or self.width * self.height > MAX_SQUARES:
            raise PuzzleError(
                f"cannot make a board of {size_text(self.width, self.height)}; expected at least 1 x 1 and "
                f"at most {MAX_SQUARES:,} squares"
            )
        longer = max(self.width, self.height)
        if not 0 <= self.largest <= longer:
            raise PuzzleError(f"the largest value is {self.largest}; expected 0 to {longer}, the longer side")
        if not (0 <= self.blanks <= 1 and 0 <= self.gaps < 1):
            raise PuzzleError("the shares of blanks and of gaps are numbers from 0 to 1")


@dataclass(frozen=True)
class GeneratedBoard:
    """A new board, an order that removes all pieces if it has one by design, and results of random games."""

    board: DominoBoard
    order: tuple[int, ...] = ()
    cleared: int = 0
    mean_remaining: float = 0.0


def random_board(spec: BoardSpec, seed: int = 0) -> DominoBoard:
    """A board with a random tiling and random values; the same seed gives the same board."""
    rng = random.Random(seed)
    pieces = tuple(
        Domino(upright, _value(spec, rng), _value(spec, rng), x, y) for upright, x, y in _shapes(spec, rng)
    )
    return DominoBoard(spec.width, spec.height, pieces)


def solvable_board(spec: BoardSpec, difficulty: str, seed: int = 0) -> GeneratedBoard:
    """A board from which every piece can be removed, of a chosen difficulty.

    It is built backwards: each domino is placed with values that allow its removal at once. Of several such
    boards the first of the wanted difficulty is taken, and for ``hard`` the one that the fewest random games
    clear. PuzzleError when no board that was tried has the difficulty.
    """
    if difficulty not in DIFFICULTIES:
        raise PuzzleError(
            f"there is no difficulty {quoted(difficulty)}; expected one of {', '.join(DIFFICULTIES)}"
        )
    least, most = DIFFICULTIES[difficulty]
    best: GeneratedBoard | None = None
    for attempt in range(TRIES):
        rng = random.Random(f"{seed} {attempt}")
        made = _built_backwards(spec, rng)
        if made is None:
            continue
        cleared, mean = play_at_random(made.board, rng)
        made = replace(made, cleared=cleared, mean_remaining=mean)
        if not least <= cleared / GAMES <= most:
            continue
        if difficulty != "hard":
            return made
        if best is None or (made.cleared, -made.mean_remaining) < (best.cleared, -best.mean_remaining):
            best = made
    if best is None:
        raise PuzzleError(
            f"none of {TRIES} boards of {size_text(spec.width, spec.height)} was {difficulty}; larger boards "
            "are harder, smaller values easier"
        )
    return best


def game_board(difficulty: str, width: int = 0, height: int = 0, seed: int = 0) -> GeneratedBoard:
    """A solvable board for a game, by default of the usual size; PuzzleError when it cannot be made."""
    usual_width, usual_height = GAME_SIZES.get(difficulty, (1, 1))
    width, height = width or usual_width, height or usual_height
    if width * height > MAX_GAME_SQUARES:
        size = size_text(width, height)
        raise PuzzleError(f"cannot make a board of {size}; a game has at most {MAX_GAME_SQUARES} squares")
    return solvable_board(BoardSpec(width, height, largest=min(4, max(width, height))), difficulty, seed)


def play_at_random(board: DominoBoard, rng: random.Random, games: int = GAMES) -> tuple[int, float]:
    """Play random games; how many removed every piece, and how many pieces remained on average."""
    player = RandomPlayer(board)
    remaining = [len(board.pieces) - sum(1 for _ in player.play(rng)) for _ in range(games)]
    return remaining.count(0), sum(remaining) / games


class RandomPlayer:
    """The conditions of a board as lists, so that a game costs little more than its removals."""

    def __init__(self, board: DominoBoard) -> None:
        self.piece_of: list[int] = []  # by condition
        self.waits: list[int] = []  # how many pieces must still be removed, by condition
        self.removed_in: list[list[int]] = [
            [] for _ in board.pieces
        ]  # conditions that need the piece removed
        self.present_in: list[list[int]] = [
            [] for _ in board.pieces
        ]  # conditions that need the piece present
        for number, conditions in enumerate(possible_conditions(board)):
            for condition in conditions:
                for other in condition.removed:
                    self.removed_in[other].append(len(self.piece_of))
                for other in condition.present:
                    self.present_in[other].append(len(self.piece_of))
                self.piece_of.append(number)
                self.waits.append(len(condition.removed))

    def play(self, rng: random.Random) -> Iterator[int]:
        """The pieces of a game, as they are removed at random until none can be."""
        waits = list(self.waits)
        holding = [0] * len(self.removed_in)  # how many conditions of each piece hold
        for condition, wait in enumerate(waits):
            holding[self.piece_of[condition]] += wait == 0
        removed = [False] * len(holding)
        ready = [number for number, count in enumerate(holding) if count]
        while ready:
            at = rng.randrange(len(ready))
            ready[at], ready[-1] = ready[-1], ready[at]
            number = ready.pop()
            if removed[number] or not holding[number]:
                continue  # it is here for the second time, or not removable any more
            removed[number] = True
            yield number
            for condition in self.present_in[number]:
                holding[self.piece_of[condition]] -= waits[condition] == 0
                waits[condition] = -1  # can never hold again
            for condition in self.removed_in[number]:
                if waits[condition] > 0:
                    waits[condition] -= 1
                    if waits[condition] == 0:
                        holding[self.piece_of[condition]] += 1
                        ready.append(self.piece_of[condition])


def _value(spec: BoardSpec, rng: random.Random) -> int:
    if spec.largest == 0 or rng.random() < spec.blanks:
        return 0
    return rng.randint(1, spec.largest)


def _shapes(spec: BoardSpec, rng: random.Random) -> list[Shape]:
    """A random tiling, with one empty square where their number is odd, thinned by the share of gaps."""
    width, height = spec.width, spec.height
    other: dict[Square, Square] = {}

    def cover(a: Square, b: Square) -> None:
        other[a], other[b] = b, a

    for y in range(height):
        for x in range(0, width - 1, 2):
            cover((x, y), (x + 1, y))
    if width % 2:
        for y in range(0, height - 1, 2):
            cover((width - 1, y), (width - 1, y + 1))
    for _ in range(FLIPS * width * height if width > 1 and height > 1 else 0):
        x, y = rng.randrange(width - 1), rng.randrange(height - 1)
        a, b, c, d = (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
        if other.get(a) == b and other.get(c) == d:
            cover(a, c)
            cover(b, d)
        elif other.get(a) == c and other.get(b) == d:
            cover(a, b)
            cover(c, d)
    shapes = [(b[0] == a[0], *a) for a, b in sorted(other.items(), key=lambda pair: pair[0][::-1]) if a < b]
    return [shape for shape in shapes if rng.random() >= spec.gaps]


def _built_backwards(spec: BoardSpec, rng: random.Random) -> GeneratedBoard | None:
    """A board with an order that removes all pieces; None when some piece had no value small enough."""
    shapes = _shapes(spec, rng)
    backwards = list(range(len(shapes)))
    rng.shuffle(backwards)
    covered: set[Square] = set()
    pieces: dict[int, Domino] = {}
    for number in backwards:
        piece = _with_values(spec, shapes[number], covered, rng)
        if piece is None:
            return None
        pieces[number] = piece
        covered.update(piece.squares)
    board = DominoBoard(spec.width, spec.height, tuple(pieces[number] for number in range(len(shapes))))
    return GeneratedBoard(board, tuple(reversed(backwards)))


def _with_values(spec: BoardSpec, shape: Shape, covered: set[Square], rng: random.Random) -> Domino | None:
    """The domino with values that allow its removal at once; None when no value is small enough."""
    upright, x, y = shape
    pairs: list[tuple[int, int]] = []
    for index, (side, halves) in enumerate(Domino(upright, 0, 0, x, y).sides):
        distances = [distance(spec.width, spec.height, covered, square, side) for square, _ in halves]
        if max(distances) > spec.largest:
            continue
        if len(distances) == 1:
            distances.insert(1 - index, _value(spec, rng))  # the other half has any value
        pairs.append((distances[0], distances[1]))
    return Domino(upright, *rng.choice(pairs), x, y) if pairs else None
