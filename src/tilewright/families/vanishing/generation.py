"""New boards: at random, or certain to be solvable to the last piece, as hard as wanted."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tilewright.errors import PuzzleError
from tilewright.families.vanishing.board import Domino, DominoBoard, Square
from tilewright.families.vanishing.conditions import SIDES, conditions

MOST_SQUARES = 40_000
"""The largest board that is made."""

FLIPS = 30
"""Turned pairs of dominoes a square, until a tiling has forgotten where it began."""

DIFFICULTIES = {"easy": (0.25, 1.0), "medium": (0.03, 0.25), "hard": (0.0, 0.03)}
"""Within which bounds the share of careless games lies that reach the end: see ``careless``."""

PLAYS = 400
"""Careless games by which a board is judged."""

TRIES = 60
"""Boards that are looked at for one of the wanted difficulty."""

Shape = tuple[bool, int, int]
"""A domino without values: whether it is upright, x and y."""


@dataclass(frozen=True)
class Wishes:
    """What a new board is to be: its sides, values from 0 to ``largest``, how many halves have the value 0
    (a share, the others are drawn from 1 to ``largest``), and how many dominoes are left out (a share)."""

    width: int
    height: int
    largest: int = 4
    blanks: float = 0.25
    gaps: float = 0.0

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1 or self.width * self.height > MOST_SQUARES:
            raise PuzzleError(
                f"a board of {self.width} x {self.height} is wished for; expected at least 1 x 1 "
                f"and at most {MOST_SQUARES:,} squares"
            )
        if not 0 <= self.largest <= max(self.width, self.height):
            raise PuzzleError(
                f"values up to {self.largest} are wished for; expected 0 to {max(self.width, self.height)}, "
                "the longer side"
            )
        if not (0 <= self.blanks <= 1 and 0 <= self.gaps < 1):
            raise PuzzleError("the shares of blanks and of gaps are numbers from 0 to 1")


@dataclass(frozen=True)
class Made:
    """A board that was made, and how often careless games on it reach the end (of PLAYS).

    ``order`` removes all pieces, where the board was made to be solvable; otherwise it is empty.
    """

    board: DominoBoard
    order: tuple[int, ...] = ()
    reached: int = 0
    mean_left: float = 0.0


def random_board(wishes: Wishes, seed: int = 0) -> DominoBoard:
    """A board with a random tiling and random values; the same seed gives the same board."""
    chance = random.Random(seed)
    pieces = tuple(
        Domino(upright, _value(wishes, chance), _value(wishes, chance), x, y)
        for upright, x, y in _shapes(wishes, chance)
    )
    return DominoBoard(wishes.width, wishes.height, pieces)


def solvable_board(wishes: Wishes, difficulty: str, seed: int = 0) -> Made:
    """A board from which every piece can be removed, as difficult as wanted.

    It is laid backwards: each domino is put where it could go at once, its value being the distance there
    is. Of several such boards the first of the wanted difficulty is taken, and for ``hard`` the one on
    which the fewest careless games succeed; PuzzleError when there is none among those tried.
    """
    if difficulty not in DIFFICULTIES:
        raise PuzzleError(f"there is no difficulty {difficulty!r}; expected one of {', '.join(DIFFICULTIES)}")
    least, most = DIFFICULTIES[difficulty]
    best: Made | None = None
    for attempt in range(TRIES):
        chance = random.Random(f"{seed} {attempt}")
        made = _laid_backwards(wishes, chance)
        if made is None:
            continue
        reached, mean = careless(made.board, chance)
        made = Made(made.board, made.order, reached, mean)
        if not least <= reached / PLAYS <= most:
            continue
        if difficulty != "hard":
            return made
        if best is None or (made.reached, -made.mean_left) < (best.reached, -best.mean_left):
            best = made
    if best is None:
        raise PuzzleError(
            f"none of {TRIES} boards of {wishes.width} x {wishes.height} was {difficulty}; "
            "expected a wish that can be met: a larger board is harder, smaller values are easier"
        )
    return best


def careless(board: DominoBoard, chance: random.Random, plays: int = PLAYS) -> tuple[int, float]:
    """How many of so many games reach the end when each removal is drawn by lot, and how many pieces are
    left on the average: a board full of dead ends has few that do."""
    game = _Game(board)
    reached = left = 0
    for _ in range(plays):
        stay = game.played(chance)
        reached += stay == 0
        left += stay
    return reached, left / plays


class _Game:
    """A board's conditions as lists, so that a game costs little more than its removals."""

    def __init__(self, board: DominoBoard) -> None:
        self.piece: list[int] = []  # of each condition
        self.waits: list[int] = []  # how many pieces must be gone first
        self.gone: list[list[int]] = [[] for _ in board.pieces]  # conditions that want the piece gone
        self.there: list[list[int]] = [[] for _ in board.pieces]  # conditions that want it there
        for number, ways in enumerate(conditions(board)):
            for way in ways:
                for other in way.gone:
                    self.gone[other].append(len(self.piece))
                for other in way.there:
                    self.there[other].append(len(self.piece))
                self.piece.append(number)
                self.waits.append(len(way.gone))

    def played(self, chance: random.Random) -> int:
        """How many pieces are left when removals are drawn by lot until none can go."""
        waits = list(self.waits)
        ways = [0] * len(self.gone)  # how many conditions of each piece hold
        for condition, left in enumerate(waits):
            ways[self.piece[condition]] += left == 0
        removed = [False] * len(ways)
        ready = [number for number, held in enumerate(ways) if held]
        stay = len(ways)
        while ready:
            at = chance.randrange(len(ready))
            ready[at], ready[-1] = ready[-1], ready[at]
            number = ready.pop()
            if removed[number] or not ways[number]:
                continue  # it was put here twice, or cannot go any more
            removed[number] = True
            stay -= 1
            for condition in self.there[number]:
                ways[self.piece[condition]] -= waits[condition] == 0
                waits[condition] = -1  # lost for ever
            for condition in self.gone[number]:
                if waits[condition] > 0:
                    waits[condition] -= 1
                    if waits[condition] == 0:
                        ways[self.piece[condition]] += 1
                        ready.append(self.piece[condition])
        return stay


def _value(wishes: Wishes, chance: random.Random) -> int:
    if wishes.largest == 0 or chance.random() < wishes.blanks:
        return 0
    return chance.randint(1, wishes.largest)


def _shapes(wishes: Wishes, chance: random.Random) -> list[Shape]:
    """A random tiling (one square stays empty where their number is odd), thinned by the share of gaps."""
    width, height = wishes.width, wishes.height
    other: dict[Square, Square] = {}

    def lay(a: Square, b: Square) -> None:
        other[a], other[b] = b, a

    for y in range(height):
        for x in range(0, width - 1, 2):
            lay((x, y), (x + 1, y))
    if width % 2:
        for y in range(0, height - 1, 2):
            lay((width - 1, y), (width - 1, y + 1))
    for _ in range(FLIPS * width * height if width > 1 and height > 1 else 0):
        x, y = chance.randrange(width - 1), chance.randrange(height - 1)
        a, b, c, d = (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
        if other.get(a) == b and other.get(c) == d:
            lay(a, c)
            lay(b, d)
        elif other.get(a) == c and other.get(b) == d:
            lay(a, b)
            lay(c, d)
    shapes = [(b[0] == a[0], *a) for a, b in sorted(other.items(), key=lambda pair: pair[0][::-1]) if a < b]
    return [shape for shape in shapes if chance.random() >= wishes.gaps]


def _laid_backwards(wishes: Wishes, chance: random.Random) -> Made | None:
    """A board whose pieces can all go, and their order; None when some piece had no value small enough."""
    shapes = _shapes(wishes, chance)
    backwards = list(range(len(shapes)))
    chance.shuffle(backwards)
    covered: set[Square] = set()
    pieces: dict[int, Domino] = {}
    for number in backwards:
        piece = _valued(wishes, shapes[number], covered, chance)
        if piece is None:
            return None
        pieces[number] = piece
        covered.update(piece.squares)
    board = DominoBoard(wishes.width, wishes.height, tuple(pieces[number] for number in range(len(shapes))))
    return Made(board, tuple(reversed(backwards)))


def _valued(wishes: Wishes, shape: Shape, covered: set[Square], chance: random.Random) -> Domino | None:
    """The domino with values such that it could go at once, by an end or by a long side."""
    upright, x, y = shape
    first, second = Domino(upright, 0, 0, x, y).squares
    ends, longs = (("up", "down"), ("left", "right")) if upright else (("left", "right"), ("up", "down"))
    found: list[tuple[int, int]] = []
    for at, (square, side) in enumerate(zip((first, second), ends, strict=True)):
        distance = _distance(wishes, covered, square, side)
        if distance <= wishes.largest:
            free = _value(wishes, chance)
            found.append((distance, free) if at == 0 else (free, distance))
    for side in longs:
        pair = (_distance(wishes, covered, first, side), _distance(wishes, covered, second, side))
        if max(pair) <= wishes.largest:
            found.append(pair)
    return Domino(upright, *chance.choice(found), x, y) if found else None


def _distance(wishes: Wishes, covered: set[Square], start: Square, side: str) -> int:
    (x, y), (dx, dy) = start, SIDES[side]
    count = 0
    while True:
        x, y = x + dx, y + dy
        if not (0 <= x < wishes.width and 0 <= y < wishes.height) or (x, y) in covered:
            return count
        count += 1
