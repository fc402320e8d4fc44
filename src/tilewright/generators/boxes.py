"""Rectangles and boxes to be filled with polyominoes, dominoes or bricks; sticks to be cut."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import isqrt, prod

from tilewright.errors import PuzzleError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.model.lattices import CUBE, LINE, SQUARE, Lattice
from tilewright.model.pieces import piece_set, set_copies, set_lattice, set_motions
from tilewright.model.puzzle import MAX_CELLS, Board, Piece, Puzzle
from tilewright.model.surfaces import NAMES, Surface, Wrap
from tilewright.wording import counted, quoted

Size = tuple[int, ...]  # rows, columns and layers; of a line its length
MAX_STICK_PIECES = 200
MAX_STICK_OPTIONS = 100_000  # the most ways to cut single sticks
_LATTICES: dict[int, Lattice] = {1: LINE, 2: SQUARE, 3: CUBE}
_BRICK = re.compile(r"([0-9]+(?:x[0-9]+)*)(?:\*([0-9]+))?")


def read_size(text: str) -> Size:
    """The size in a text such as ``6x10``, rows x columns, or ``3x4x5``, with layers.

    PuzzleError when it is not a size, or too large.
    """
    words = text.lower().replace("×", "x").split("x")
    if len(words) > 3 or not all(re.fullmatch("0*[1-9][0-9]*", w) and len(w) <= 6 for w in words):
        raise PuzzleError(
            f"{quoted(text)} is not a size; expected rows x columns, such as 6x10, or with layers, "
            "such as 3x4x5"
        )
    size = tuple(map(int, words))
    if prod(size) > MAX_CELLS:
        raise PuzzleError(f"{text} has {prod(size):,} cells; at most {MAX_CELLS:,} are accepted")
    return size


def polyominoes(pieces: str, size: Size, *, spare: bool = False, wrap: str | None = None) -> Puzzle:
    """A rectangle or a box to be filled with the set of pieces named ``pieces``, such as ``pentominoes``.

    In a box flat pieces are one cell thick and may be turned in space. With ``spare`` pieces may be unused.
    ``wrap`` is the surface to which a rectangle is wrapped.
    PuzzleError when the pieces do not have as many cells as the board, or with ``spare`` fewer.
    """
    shapes, copies = piece_set(pieces), set_copies(pieces)
    lattice, own, motions = _lattice(size), set_lattice(pieces), set_motions(pieces)
    if own not in (SQUARE, CUBE) or own.dimension > lattice.dimension:
        kind = "solid" if own is CUBE else "not made of squares"
        raise PuzzleError(f"the {pieces} are {kind}; they do not fit on a {_words(size)} board")
    if own is not lattice and motions != "all":
        raise PuzzleError(f"flat pieces can be turned over in a box; the {pieces} are for a rectangle")
    check_area(pieces, prod(size), _words(size), spare=spare)
    placed = tuple(
        Piece.of(
            name,
            [(*cell, *(0,) * (lattice.dimension - len(cell))) for cell in shape],
            lattice=lattice,
            copies=(0 if spare else times, times),
            motions=motions if own is lattice else lattice.usual_motions,
        )
        for (name, shape), times in zip(shapes, copies, strict=True)
    )
    title = f"{pieces[:1].upper()}{pieces[1:]} {_where(size, wrap)}"
    return Puzzle(_board(size, wrap), placed, title=title, lattice=lattice)


def check_area(pieces: str, area: int, words: str, *, spare: bool) -> None:
    """PuzzleError when a set of pieces has fewer cells than a board, or more and none is to be left over."""
    sizes = [len(shape) for _, shape in piece_set(pieces)]
    cells = sum(size * times for size, times in zip(sizes, set_copies(pieces), strict=True))
    if cells < area or (cells > area and not spare):
        have = f"the {pieces} have {counted(cells, 'cell')} and {words} has {area:,}"
        raise PuzzleError(f"{have}; use --spare to allow unused pieces" if cells > area else have)


def dominoes(size: Size, wrap: str | None = None) -> Puzzle:
    """A rectangle, wrapped to a surface or not, or a box to be filled with identical dominoes."""
    area = prod(size)
    if area % 2:
        cells = counted(area, "cell")
        raise PuzzleError(f"{_words(size)} has {cells}, an odd number; dominoes cannot fill it")
    lattice = _lattice(size)
    piece = _brick("domino", (2, 1), lattice, area // 2)
    return Puzzle(_board(size, wrap), (piece,), title=f"Dominoes {_where(size, wrap)}", lattice=lattice)


def box(size: Size, bricks: Sequence[str], wrap: str | None = None) -> Puzzle:
    """A line, a rectangle or a box to be filled with bricks: any number of ``1x2x4``, or six: ``1x2x4*6``.

    Bricks may be turned; equal ones are copies of one piece. ``wrap`` is the surface to which a rectangle is
    wrapped. PuzzleError for a text that is not a brick, and
    when bricks in given numbers have too many cells.
    """
    if not bricks:
        raise PuzzleError("there are no bricks; expected at least one, such as 1x2x4")
    lattice = _LATTICES[len(size)]
    area = prod(size)
    fixed: Counter[Size] = Counter()
    free: dict[Size, None] = {}
    for text in bricks:
        match = _BRICK.fullmatch(text.lower().replace("×", "x"))
        if not match:
            expected = "expected one such as 1x2x4, or 1x2x4*6 for six of them"
            raise PuzzleError(f"{quoted(text)} is not a brick; {expected}")
        brick = read_size(match[1])
        if len(brick) > len(size) and sorted(brick)[len(brick) - len(size) - 1] > 1:
            raise PuzzleError(f"the brick {match[1]} does not fit in {_words(size)}")
        brick = tuple(sorted(brick, reverse=True)[: len(size)])
        brick += (1,) * (len(size) - len(brick))
        if match[2] is None:
            free[brick] = None
        elif len(match[2]) > 6 or int(match[2]) < 1:
            raise PuzzleError(f"the number of bricks {match[1]} is {match[2]}; expected 1 to 999,999")
        else:
            fixed[brick] += int(match[2])
    for brick in free:
        if brick in fixed:
            name = "x".join(map(str, brick))
            raise PuzzleError(f"the brick {name} is given both with and without a number")
    needed = sum(prod(brick) * times for brick, times in fixed.items())
    if needed > area or (needed < area and not free):
        raise PuzzleError(f"the bricks have {counted(needed, 'cell')} and {_words(size)} has {area:,}")
    pieces = [_brick("x".join(map(str, brick)), brick, lattice, times) for brick, times in fixed.items()]
    for brick in free:
        most = (area - needed) // prod(brick)
        alone = len(free) == 1 and not fixed and area % prod(brick) == 0
        pieces.append(_brick("x".join(map(str, brick)), brick, lattice, most if alone else (0, most)))
    title = f"Bricks {_where(size, wrap)}"
    return Puzzle(_board(size, wrap), tuple(pieces), title=title, lattice=lattice)


def sticks(lengths: Sequence[int], into: int | None = None) -> ExactCoverPuzzle:
    """Sticks to be cut into pieces of lengths 1 to ``into``, each once; None: as many pieces as use them up.

    An option names the pieces of a stick, not their order along it; sticks of equal length are
    interchangeable. With ``into`` an end of each stick may be left over. PuzzleError when the lengths do not
    add up, or there are too many ways to cut single sticks.
    """
    if not lengths or min(lengths) < 1:
        raise PuzzleError("expected at least one stick, and lengths of 1 or more")
    total = sum(lengths)
    most = into if into is not None else (isqrt(8 * total + 1) - 1) // 2
    if most > MAX_STICK_PIECES or most < 1:
        raise PuzzleError(f"the number of pieces is {most:,}; expected 1 to {MAX_STICK_PIECES}")
    needed = most * (most + 1) // 2
    if into is None and needed != total:
        raise PuzzleError(
            f"the total length is {total:,}, which is not 1 + 2 + ... + n; the nearest sums are {needed:,} "
            f"and {needed + most + 1:,}. Use --into to set the longest piece and allow leftover ends"
        )
    if needed > total:
        raise PuzzleError(f"the total length is {total:,}; the pieces from 1 to {most} need {needed:,}")
    tally = Counter(lengths)
    sets = _sets_by_sum(most)
    ways = sum(sum(sets[length if needed == total else 1 : length + 1]) for length in tally)
    if ways > MAX_STICK_OPTIONS:
        raise PuzzleError(f"there are more than {MAX_STICK_OPTIONS:,} ways to cut single sticks")
    options: list[Option] = []
    for length in sorted(tally):
        least = length if needed == total else 1
        for chosen in _cuts(length, least, most):
            uses = [f"stick-{length}", *(f"piece-{size}" for size in chosen)]
            name = f"{length} = {' + '.join(map(str, chosen))}"
            if sum(chosen) < length:
                name += f", {length - sum(chosen)} over"
            options.append(Option(tuple((item, "") for item in uses), name))
    pieces = [Item(f"piece-{size}") for size in range(1, most + 1)]
    whole = [
        Item(f"stick-{length}", times if needed == total else 0, times)
        for length, times in sorted(tally.items())
    ]
    words = ", ".join(map(str, lengths[:12])) + (", ..." if len(lengths) > 12 else "")
    return ExactCoverPuzzle((*pieces, *whole), tuple(options), title=f"Sticks {words} cut into 1 to {most}")


def _brick(name: str, size: Size, lattice: Lattice, copies: int | tuple[int, int]) -> Piece:
    size += (1,) * (lattice.dimension - len(size))
    cells = product(*map(range, size))
    return Piece.of(name, cells, lattice=lattice, copies=copies, motions=lattice.usual_motions)


def _board(size: Size, wrap: str | None = None) -> Board:
    if wrap is not None and len(size) != 2:
        raise PuzzleError(f"only rectangles are wrapped, and {_words(size)} is none")
    if len(size) > 1:
        rows, columns, *layers = size
        size = (columns, rows, *layers)  # x grows along the columns
    surface = None if wrap is None else Surface(Wrap[wrap.upper()], *size)
    return Board.of(product(*map(range, size)), surface=surface)


def _where(size: Size, wrap: str | None) -> str:
    return f"in {_words(size)}" if wrap is None else f"on a {NAMES[Wrap[wrap.upper()]]} of {_words(size)}"


def _lattice(size: Size) -> Lattice:
    if len(size) < 2:
        raise PuzzleError(f"{_words(size)} is a line; expected a rectangle or a box, such as 6x10 or 3x4x5")
    return _LATTICES[len(size)]


def _words(size: Size) -> str:
    return " x ".join(map(str, size))


def _sets_by_sum(most: int) -> list[int]:
    """How many sets of different sizes up to ``most`` have each sum."""
    sets = [1] + [0] * (most * (most + 1) // 2)
    for size in range(1, most + 1):
        for total in range(size * (size + 1) // 2, size - 1, -1):
            sets[total] += sets[total - size]
    return sets


def _cuts(length: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """The sets of different sizes up to ``most`` that add up to ``least`` to ``length``, none empty.

    Each step leads to at least one set: bounding the number of sets bounds the work.
    """

    def chosen(most: int, least: int, size: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if sizes and least <= 0:
            yield sizes
        for one in range(min(size, most), 0, -1):
            if one * (one + 1) // 2 < least:
                break
            yield from chosen(most - one, least - one, one - 1, (*sizes, one))

    return chosen(length, least, most, ())
