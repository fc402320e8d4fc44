"""Gunport boards, arrangements on them, their symmetries, and the checker that every arrangement passes.

The gunport problem: pieces (dominoes, unless said otherwise) lie on a board so that no more fits; the
vacant cells are ports (Sands, The gunport problem, Mathematics Magazine 44, 1971; Gardner, Scientific
American, 1974). For dominoes: no two ports are adjacent. The least number of dominoes is that of a minimum
maximal matching of the grid graph, or a clumsy packing (Gyarfas, Lehel, Tuza, Clumsy packing of dominoes,
Discrete Mathematics 71, 1988).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright.errors import PuzzleError
from tilewright.exact_cover.symmetry import allowed_motions
from tilewright.family import FamilyPuzzle
from tilewright.model.lattices import SQUARE, Cell
from tilewright.model.lattices.square import DIAGONAL
from tilewright.model.pieces.piece import Piece
from tilewright.model.puzzle import Board, Puzzle
from tilewright.wording import quoted

PieceCells = tuple[Cell, ...]  # the sorted cells of a piece on a board
BoardMotion = Mapping[Cell, Cell]  # the image of each cell of a board, as under a symmetry
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))

MAX_AREA = 100_000  # the largest gunport board that is accepted, in cells
DOMINO = Piece.of("domino", [(0, 0), (1, 0)], copies=(0, MAX_AREA))


@dataclass(frozen=True)
class Rules:
    """``piece`` lies on the board in all its motions; with ``no_slide``, no piece may be able to move by one
    cell straight into ports."""

    piece: Piece = DOMINO
    no_slide: bool = False

    @property
    def is_domino(self) -> bool:
        """Whether the piece is the domino, free to turn."""
        return set(self.orientations) == {((0, 0), (0, 1)), ((0, 0), (1, 0))}

    @cached_property
    def orientations(self) -> tuple[tuple[Cell, ...], ...]:
        """The piece's shapes, each sorted and with its least x and least y at 0."""
        motions = SQUARE.motions[self.piece.motions]
        return tuple(sorted({SQUARE.normalise(map(motion, self.piece.cells)) for motion in motions}))

    def allow(self, cells: Iterable[Cell]) -> bool:
        """Whether the piece can lie on just these cells."""
        values = sorted(cells)
        left, top = values[0][0], min(y for _, y in values)
        return tuple((x - left, y - top) for x, y in values) in self.orientations

    def placements(self, cells: Sequence[Cell]) -> Iterator[PieceCells]:
        """Every placement of the piece on these cells, in the order of its first cell among them."""
        values = set(cells)
        for x, y in cells:
            for shape in self.orientations:
                a, b = shape[0]
                placement = tuple((x - a + u, y - b + v) for u, v in shape)
                if values.issuperset(placement):
                    yield placement


def by_lines(cells: Iterable[Cell]) -> list[Cell]:
    """Cells in reading order."""
    return sorted(cells, key=lambda cell: (cell[1], cell[0]))


def cells_ahead(piece: PieceCells) -> Iterator[PieceCells]:
    """For each direction: the cells that a piece newly covers when it slides by one cell."""
    for dx, dy in DIRECTIONS:
        yield tuple(sorted({(x + dx, y + dy) for x, y in piece}.difference(piece)))


def image_of(piece: PieceCells, image: BoardMotion) -> PieceCells:
    """A piece under a motion."""
    return tuple(sorted(image[cell] for cell in piece))


@dataclass(frozen=True, repr=False)
class GunportBoard(FamilyPuzzle):
    """The cells (x, y) of a board, x to the right and y downwards; the given pieces and ports.

    ``pieces`` are placements that every arrangement must have, each as its sorted cells; ``ports`` are cells
    that must stay vacant.
    """

    cells: frozenset[Cell]
    pieces: frozenset[PieceCells] = frozenset()
    ports: frozenset[Cell] = frozenset()

    def __post_init__(self) -> None:
        if isinstance(self.cells, int):
            raise PuzzleError(
                f"the cells of a board are {self.cells}; expected a set, or GunportBoard.rectangle(...)"
            )
        object.__setattr__(self, "pieces", frozenset(tuple(sorted(piece)) for piece in self.pieces))
        if not self.cells:
            raise PuzzleError("the board has no cells")
        if len(self.cells) > MAX_AREA:
            raise PuzzleError(f"the board has {len(self.cells):,} cells; at most {MAX_AREA:,} are accepted")
        odd = next((cell for cell in self.cells if len(cell) != 2), None)
        if odd is not None:
            raise PuzzleError(f"cell {odd} is on the board; expected two coordinates (x, y)")
        taken = set(self.ports)
        for piece in sorted(self.pieces):
            for cell in piece:
                if cell in taken:
                    raise PuzzleError(f"cell {cell} is given twice")
                taken.add(cell)
        off = sorted(taken - self.cells)
        if off:
            raise PuzzleError(f"cell {off[0]} is given, but it is not on the board")

    def __repr__(self) -> str:
        given = f", {len(self.pieces)} pieces and {len(self.ports)} ports given"
        return f"<GunportBoard {self.name}{given if self.pieces or self.ports else ''}>"

    @classmethod
    def rectangle(cls, rows: int, columns: int) -> GunportBoard:
        """The plain rectangle of this many rows and columns. PuzzleError when it is empty or too large."""
        if not (isinstance(rows, int) and isinstance(columns, int)):
            raise PuzzleError(f"a board of {quoted(rows)} x {quoted(columns)}; expected whole numbers")
        if rows < 1 or columns < 1:
            raise PuzzleError(f"a board of {rows} x {columns} has no cells; expected at least 1x1")
        if rows * columns > MAX_AREA:
            raise PuzzleError(
                f"a board of {rows} x {columns} has {rows * columns:,} cells; "
                f"at most {MAX_AREA:,} are accepted"
            )
        return cls(frozenset((x, y) for y in range(rows) for x in range(columns)))

    def moved(self, image: BoardMotion) -> GunportBoard:
        """The board under a motion."""
        return GunportBoard(
            frozenset(map(image.__getitem__, self.cells)),
            frozenset(image_of(piece, image) for piece in self.pieces),
            frozenset(map(image.__getitem__, self.ports)),
        )

    @cached_property
    def size(self) -> tuple[int, int] | None:
        """Rows and columns, when the board is a rectangle from (0, 0) with nothing given; else None."""
        rows, columns = 1 + max(y for _, y in self.cells), 1 + max(x for x, _ in self.cells)
        full = len(self.cells) == rows * columns and min(min(cell) for cell in self.cells) >= 0
        return (rows, columns) if full and not self.pieces and not self.ports else None

    @property
    def name(self) -> str:
        """``8x10`` for a plain rectangle, else ``board of 52 cells``."""
        return "x".join(map(str, self.size)) if self.size else f"board of {len(self.cells)} cells"


@dataclass(frozen=True, repr=False)
class Arrangement(FamilyPuzzle):
    """Pieces on a board, each as its sorted cells; all cells that no piece covers are ports."""

    board: GunportBoard
    pieces: frozenset[PieceCells]

    def __repr__(self) -> str:
        return f"<Arrangement of {len(self.pieces)} pieces on {self.board.name}>"

    @classmethod
    def of(cls, board: GunportBoard, pieces: Iterable[Iterable[Cell]]) -> Arrangement:
        """The arrangement with these pieces, their cells in any order."""
        return cls(board, frozenset(tuple(sorted(piece)) for piece in pieces))

    @cached_property
    def ports(self) -> frozenset[Cell]:
        """The cells that no piece covers."""
        return self.board.cells - {cell for piece in self.pieces for cell in piece}

    def moved(self, image: BoardMotion, board: GunportBoard) -> Arrangement:
        """The arrangement under a motion, on ``board``."""
        return Arrangement(board, frozenset(image_of(piece, image) for piece in self.pieces))

    def transposed(self) -> Arrangement:
        """The arrangement reflected in the diagonal: x and y exchanged."""
        image = {cell: DIAGONAL(cell) for cell in self.board.cells}
        return self.moved(image, self.board.moved(image))


def faults(arrangement: Arrangement, rules: Rules) -> list[str]:
    """What is wrong with an arrangement, as sentences; empty for a valid one.

    Checked by cells alone: each piece is the rules' piece in one of its motions and on the board; no cell is
    covered twice; the board's given pieces and ports are there; no further piece fits into the ports; with
    ``no_slide``, no piece can move by one cell straight into ports.
    """
    board, wrong = arrangement.board, []
    covered: set[Cell] = set()
    for piece in sorted(arrangement.pieces):
        if not rules.allow(piece):
            wrong.append(f"the piece on {list(piece)} is not the {rules.piece.name}")
        for cell in piece:
            if cell not in board.cells:
                wrong.append(f"a piece covers {cell}, which is not on the board")
            elif cell in covered:
                wrong.append(f"cell {cell} is covered twice")
            covered.add(cell)
    wrong += [f"the given piece on {list(p)} is missing" for p in sorted(board.pieces - arrangement.pieces)]
    wrong += [f"cell {cell} is a given port, but it is covered" for cell in sorted(board.ports & covered)]
    ports = arrangement.ports
    for placement in rules.placements(sorted(ports)):
        wrong.append(f"another {rules.piece.name} fits on {list(placement)}")
    for piece in sorted(arrangement.pieces) if rules.no_slide else ():
        for ahead in cells_ahead(piece):
            if ports.issuperset(ahead):
                wrong.append(f"the piece on {list(piece)} can slide onto {list(ahead)}")
    return wrong


def is_arrangement(arrangement: Arrangement, rules: Rules) -> bool:
    """Whether ``faults`` finds nothing."""
    return not faults(arrangement, rules)


def board_symmetries(board: GunportBoard, rules: Rules) -> tuple[BoardMotion, ...]:
    """The distinct symmetries of a board with its given pieces and ports, the identity first.

    They are the motions that keep the orientations of the piece (as for ``count --unique``), each followed by
    a translation, that map the board's cells, its given pieces and its given ports to themselves.
    """
    cells = sorted(board.cells)
    numbers: dict[tuple[Cell, ...], BoardMotion] = {}
    for motion, _ in allowed_motions(Puzzle(Board.of(cells), (rules.piece,))):
        turned = [motion(cell) for cell in cells]
        (a, b), (u, v) = SQUARE.anchor(cells), SQUARE.anchor(turned)
        images = tuple((x - u + a, y - v + b) for x, y in turned)
        image = dict(zip(cells, images, strict=True))
        if (
            board.cells.issuperset(images)
            and board.ports.issuperset(image[cell] for cell in board.ports)
            and board.pieces.issuperset(image_of(piece, image) for piece in board.pieces)
        ):
            numbers.setdefault(images, image)
    return tuple(numbers.values())


def canonical(arrangement: Arrangement, group: Sequence[BoardMotion]) -> Arrangement:
    """The canonical one of an arrangement's images: the first, by its sorted pieces."""
    return Arrangement(arrangement.board, frozenset(min(_moved(arrangement, image) for image in group)))


def is_canonical(arrangement: Arrangement, group: Sequence[BoardMotion]) -> bool:
    """Whether an arrangement is the canonical one of its images."""
    pieces = tuple(sorted(arrangement.pieces))
    return all(pieces <= _moved(arrangement, image) for image in group)


def representatives(
    arrangements: Iterable[Arrangement], group: Sequence[BoardMotion], wanted: int | None
) -> Iterator[Arrangement]:
    """Up to ``wanted`` arrangements (None: all), with a group one of each class, from all of them."""
    if wanted is None:
        yield from (arrangement for arrangement in arrangements if is_canonical(arrangement, group))
        return
    # Few are wanted: it is quicker to map each to its canonical image than to wait for that one.
    seen: set[Arrangement] = set()
    for number, arrangement in enumerate(arrangements):
        if (len(seen) if group else number) >= wanted:
            return
        image = canonical(arrangement, group) if group else arrangement
        if image not in seen:
            yield image
        if group:
            seen.add(image)


def _moved(arrangement: Arrangement, image: BoardMotion) -> tuple[PieceCells, ...]:
    return tuple(sorted(image_of(piece, image) for piece in arrangement.pieces))


def pearce(rows: int, columns: int) -> int:
    """The least number of dominoes by Pearce's formula (in Gardner, Scientific American, 1974).

    mn/3 if 3 divides m or n; else (mn + 2)/3 if m = n (mod 3); else (mn + 1)/3. It holds for small boards of
    2 rows and columns or more; not for a single row (1x4 needs 1), and not for every large board.
    """
    area = rows * columns
    if area % 3 == 0:
        return area // 3
    return (area + 2) // 3 if rows % 3 == columns % 3 else (area + 1) // 3
