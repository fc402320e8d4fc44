"""The pieces of six-piece burrs: square sticks with cubes cut out of the part where they cross.

A stick has a cross section of two by two cubes, and six of them cross in three pairs. Of each, twelve cubes
lie where another stick can have them, and only these may be missing. Pieces are numbered as usual: 1 plus a
power of two for each missing cube, of equal pieces the least number. There are 4,096 ways to leave cubes out;
2,225 of these leave the stick in one piece, and up to rotations these are 837 pieces, 59 of them notchable.

Source: W. H. Cutler, The six-piece burr, Journal of Recreational Mathematics 10 (1977-78), 241-250, and
A computer analysis of all 6-piece burrs (1994).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product

from tilewright.errors import PuzzleError
from tilewright.generators import Generator, Parameter
from tilewright.model.lattices import CUBE, Cell
from tilewright.model.pieces.piece import Piece
from tilewright.model.puzzle import Board, Puzzle
from tilewright.wording import quoted

SOURCE = "W. H. Cutler, A computer analysis of all 6-piece burrs (1994)"
STICKS = 6
SETS = ("usable", "notchable")
SHORTEST, LONGEST = 6, 40

# The cubes that may be missing, in the order of their numbers; of a stick along x whose inner layer is at
# y 0, the outer one at y 1.
_REMOVABLE: tuple[Cell, ...] = (
    *((x, 0, -1) for x in range(-2, 2)),
    *((x, 0, 0) for x in range(-2, 2)),
    *((x, 1, -1) for x in range(-1, 1)),
    *((x, 1, 0) for x in range(-1, 1)),
)
_MIDDLE: tuple[Cell, ...] = tuple(product(range(-2, 2), range(2), range(-1, 1)))


def burr(length: int = SHORTEST, pieces: str = "usable", *, solid: bool = False) -> Puzzle:
    """The six-piece burr with pieces of a length as candidates, up to six copies of each.

    ``pieces`` is ``usable``, ``notchable``, or the numbers of some pieces. With ``solid`` no cube may be
    missing inside. PuzzleError for odd lengths, for pieces too short to keep an end, or longer than 40, and
    for numbers of no piece.
    """
    if length % 2 or not SHORTEST <= length <= LONGEST:
        raise PuzzleError(
            f"the sticks of a burr are {length} long; expected an even length, {SHORTEST} to {LONGEST}"
        )
    places = stick_places(length)
    times = {cell: sum(cell in place for place in places) for cell in set().union(*places)}
    required = [cell for cell, count in times.items() if solid or count == 1]
    optional = [cell for cell, count in times.items() if not solid and count > 1]
    candidates = [
        Piece.of(str(number), _stick(length, number), lattice=CUBE, copies=(0, STICKS), motions="rotation")
        for number in _numbers(pieces)
    ]
    kind = "solid six-piece burr" if solid else "six-piece burr"
    return Puzzle(
        Board.of(required, optional),
        candidates,
        title=f"{kind} of {pieces if pieces in SETS else 'some'} pieces {length} long",
        source=SOURCE,
        lattice=CUBE,
        mirrors=True,
    )


def _numbers(pieces: str) -> Sequence[int]:
    """The numbers of a set of pieces, or those in a text."""
    if pieces in SETS:
        return [n for n in stick_numbers() if pieces == "usable" or is_notchable(missing_cubes(n))]
    words = pieces.replace(",", " ").split()
    for word in words:
        if not (
            word.isascii() and word.isdigit() and len(word) < 6 and 1 <= int(word) <= 1 << len(_REMOVABLE)
        ):
            raise PuzzleError(
                f"{quoted(word)} is no piece of a six-piece burr; expected {' or '.join(SETS)}, or "
                "numbers from 1 "
                f"to {1 << len(_REMOVABLE):,}, such as '52 103 256'"
            )
        if not _is_connected(missing_cubes(int(word))):
            raise PuzzleError(f"the piece {word} of a six-piece burr is not in one part")
    if not words:
        raise PuzzleError("no pieces of the six-piece burr are given")
    return list(dict.fromkeys(map(int, words)))


def missing_cubes(number: int) -> frozenset[Cell]:
    """The cubes that are missing from the piece of this number."""
    return frozenset(cell for bit, cell in enumerate(_REMOVABLE) if (number - 1) >> bit & 1)


def stick_numbers() -> tuple[int, ...]:
    """The numbers of the pieces in one part, of those that rotations carry into each other the least."""
    return tuple(sorted(set(_least_numbers().values())))


def piece_number(missing: Iterable[Cell]) -> int:
    """The number of the piece from which these cubes are missing; of equal pieces the least."""
    places = {cell: bit for bit, cell in enumerate(_REMOVABLE)}
    return _least_numbers()[1 + sum(1 << places[cell] for cell in missing)]


@cache
def _least_numbers() -> dict[int, int]:
    """The least number of the same piece, for each number of one in one part."""
    bit = {cell: 1 << k for k, cell in enumerate(_MIDDLE)}
    rotations = [[bit[cell] for cell in turned] for turned in _rotations()]
    least: dict[int, int] = {}
    numbers: dict[int, int] = {}
    for number in range(1, 1 + (1 << len(_REMOVABLE))):
        missing = missing_cubes(number)
        if _is_connected(missing):
            rotation = [k for k, cell in enumerate(_MIDDLE) if cell not in missing]
            shape = min(sum(turned[k] for k in rotation) for turned in rotations)
            numbers[number] = least.setdefault(shape, number)
    return numbers


def is_notchable(missing: frozenset[Cell]) -> bool:
    """Whether a saw can cut the cubes out of the stick: notches that go through it, at right angles to it."""
    return all(any(line <= missing for line in _lines(cell)) for cell in missing)


def _lines(cell: Cell) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """The cubes of a stick that a cut along z through this one removes, and those that one along y does."""
    x, y, z = cell
    return frozenset({(x, y, -1), (x, y, 0)}), frozenset({(x, 0, z), (x, 1, z)})


def _rotations() -> Iterator[list[Cell]]:
    """The middle of a stick, turned by each of the rotations that carry the stick onto itself."""
    cells = list(_MIDDLE)
    for _ in range(4):
        yield cells
        yield [(-1 - x, y, -1 - z) for x, y, z in cells]
        cells = [(x, z + 1, -y) for x, y, z in cells]


def _is_connected(missing: frozenset[Cell]) -> bool:
    """Whether what is left of the middle hangs together, with the ends beyond it."""
    left: set[Cell] = (set(_MIDDLE) | set(product((-3, 2), range(2), range(-1, 1)))) - missing
    todo: list[Cell] = [(-3, 0, 0)]
    left.remove(todo[0])
    while todo:
        for near in CUBE.neighbours(todo.pop()):
            if near in left:
                left.remove(near)
                todo.append(near)
    return not left


def _stick(length: int, number: int) -> Iterator[Cell]:
    missing = missing_cubes(number)
    cells = product(range(-length // 2, length // 2), range(2), range(-1, 1))
    return (cell for cell in cells if cell not in missing)


def stick_places(length: int) -> list[dict[Cell, Cell]]:
    """Where the six whole sticks lie: for each cell of the board the cube of the stick that is there."""
    places: list[dict[Cell, Cell]] = []
    for axis, side in product(range(3), range(2)):
        place: dict[Cell, Cell] = {}
        for x, y, z in product(range(-length // 2, length // 2), range(2), range(-1, 1)):
            cell = [0, 0, 0]
            # The stick on the other side is turned about its own axis by half a turn.
            across = (z, y) if side else (-1 - z, -1 - y)
            cell[axis], cell[(axis + 1) % 3], cell[(axis + 2) % 3] = x, across[1], across[0]
            place[tuple(cell)] = (x, y, z)
        places.append(place)
    return places


BURR = Generator(
    "burr",
    "the six-piece burr with many sticks as candidates, for 'assembly search'",
    burr,
    (
        Parameter("length", "number", "The length of the sticks, even. Default: 6.", minimum=SHORTEST),
        Parameter(
            "pieces", "word", "usable (837 pieces), notchable (59), or numbers of pieces. Default: usable."
        ),
        Parameter("solid", "flag", "Allow no holes inside."),
    ),
    ("burr --pieces notchable -o sticks.toml", "burr --length 8 --pieces '103 480 824 928 1024'"),
)
