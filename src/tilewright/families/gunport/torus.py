"""Patterns: arrangements on a torus, which repeated fill the plane.

A torus of P rows and Q columns with a shift S is the plane where (x, y) is the same cell as (x + Q, y) and
as (x + S, y + P): the copy below stands S columns further to the right. A piece covers as many different
cells of the torus as it has; two cells are adjacent by any way round. So no domino lies on a cell that is its
own neighbour, as on a torus of one column, and such a cell may be a port.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.gunport.board import (
    MAX_AREA,
    Arrangement,
    GunportBoard,
    PieceCells,
    Rules,
    cells_ahead,
)
from tilewright.families.gunport.drawing import PORTS, SHAPES, domino_marks, drawn, style_for
from tilewright.formats.drawing import SPARE_CHARACTERS
from tilewright.model.lattices import SQUARE, Cell
from tilewright.wording import counted


@dataclass(frozen=True)
class Torus:
    """``rows`` x ``columns`` cells (x, y); PuzzleError for none, too many, or a wrong shift."""

    rows: int
    columns: int
    shift: int = 0

    def __post_init__(self) -> None:
        if self.rows < 1 or self.columns < 1:
            raise PuzzleError(f"a torus of {self.rows} x {self.columns} has no cells; expected at least 1x1")
        if self.rows * self.columns > MAX_AREA:
            raise PuzzleError(f"a torus of {self.rows} x {self.columns} has more than {MAX_AREA:,} cells")
        if not 0 <= self.shift < self.columns:
            raise PuzzleError(
                f"the shift {self.shift:,} is too large for {counted(self.columns, 'column')}; expected 0 to "
                f"{self.columns - 1:,}"
            )

    @property
    def name(self) -> str:
        """``torus of 4x6``, ``torus of 4x6 with shift 1``."""
        return f"torus of {self.rows}x{self.columns}" + (f" with shift {self.shift}" if self.shift else "")

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells in reading order."""
        return tuple((x, y) for y in range(self.rows) for x in range(self.columns))

    def cell(self, place: Cell) -> Cell:
        """The cell of the torus at a place of the plane."""
        x, y = place
        times, row = divmod(y, self.rows)
        return (x - times * self.shift) % self.columns, row

    def cells_of(self, places: Iterable[Cell]) -> PieceCells:
        """The different cells of the torus at places of the plane, sorted."""
        return tuple(sorted({self.cell(place) for place in places}))

    @property
    def has_loops(self) -> bool:
        """Whether a cell is its own neighbour."""
        return self.columns == 1 or (self.rows == 1 and self.shift == 0)

    def placements(self, rules: Rules) -> Iterator[PieceCells]:
        """Every placement of the piece, as places of the plane, that covers different cells.

        Different placements may cover the same cells, as on a torus of two columns.
        """
        for x, y in self.cells:
            for shape in rules.orientations:
                places = tuple((x + u, y + v) for u, v in shape)
                if len(self.cells_of(places)) == len(places):
                    yield places

    def ahead(self, places: PieceCells) -> Iterator[PieceCells]:
        """The cells that a piece newly covers when it slides by one, for each direction that has some."""
        own = set(self.cells_of(places))
        for there in cells_ahead(places):
            if cells := tuple(cell for cell in self.cells_of(there) if cell not in own):
                yield cells


@dataclass(frozen=True)
class Pattern:
    """Pieces on a torus, as places of the plane that begin on the torus itself; the other cells are ports."""

    torus: Torus
    pieces: tuple[PieceCells, ...]

    @cached_property
    def ports(self) -> tuple[Cell, ...]:
        """The cells that no piece covers, in reading order."""
        covered = {cell for piece in self.pieces for cell in self.torus.cells_of(piece)}
        return tuple(cell for cell in self.torus.cells if cell not in covered)

    @property
    def port_density(self) -> Fraction:
        """The share of cells that are ports."""
        return Fraction(len(self.ports), len(self.torus.cells))

    @property
    def piece_density(self) -> Fraction:
        """Pieces a cell."""
        return Fraction(len(self.pieces), len(self.torus.cells))

    def repeated(self, down: int, across: int) -> tuple[Arrangement, Cell]:
        """So many copies below and next to each other as an arrangement, and where the second of each begins.

        Pieces stand out at the border.
        """
        torus = self.torus
        steps = [
            (i * torus.columns + k * torus.shift, k * torus.rows) for k in range(down) for i in range(across)
        ]
        pieces = [[(x + a, y + b) for x, y in piece] for a, b in steps for piece in self.pieces]
        ports = {(x + a, y + b) for a, b in steps for x, y in self.ports}
        cells = ports.union(*pieces)
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        board = GunportBoard(frozenset((x - left, y - top) for x, y in cells))
        moved = ([(x - left, y - top) for x, y in piece] for piece in pieces)
        return Arrangement.of(board, moved), (torus.columns + torus.shift - left, torus.rows - top)


def pattern_faults(pattern: Pattern, rules: Rules) -> list[str]:
    """What is wrong with a pattern, as sentences; checked by cells alone, as ``board.faults`` does."""
    torus, wrong = pattern.torus, []
    covered: set[Cell] = set()
    for piece in pattern.pieces:
        cells = torus.cells_of(piece)
        if not rules.allow(piece) or len(cells) != len(piece):
            wrong.append(f"the piece on {list(piece)} is not the {rules.piece.name}")
        if not covered.isdisjoint(cells):
            wrong.append(f"the piece on {list(piece)} lies on another one")
        covered.update(cells)
    ports = set(pattern.ports)
    for placement in torus.placements(rules):
        if ports.issuperset(torus.cells_of(placement)):
            wrong.append(f"another {rules.piece.name} fits on {list(torus.cells_of(placement))}")
    for piece in pattern.pieces if rules.no_slide else ():
        for ahead in torus.ahead(piece):
            if ports.issuperset(ahead):
                wrong.append(f"the piece on {list(piece)} can slide onto {list(ahead)}")
    return wrong


def pattern_text(pattern: Pattern, rules: Rules, style: str = "") -> str:
    """The torus as rows of text; a piece that goes round is drawn in parts.

    UnsupportedError when the style cannot show the pieces, or letters run out.
    """
    torus, chosen = pattern.torus, style or style_for(rules)
    marks = dict.fromkeys(torus.cells, PORTS[chosen])
    for piece in pattern.pieces:
        own = _piece_marks(pattern, piece, marks) if chosen == SHAPES else domino_marks(piece, chosen)
        marks |= {torus.cell(place): mark for place, mark in own.items()}
    return drawn(marks)


def _piece_marks(pattern: Pattern, piece: PieceCells, marks: Mapping[Cell, str]) -> dict[Cell, str]:
    """The first letter that no piece has that touches this one, by any way round."""
    taken = {marks[pattern.torus.cell(near)] for place in piece for near in SQUARE.neighbours(place)}
    letter = next((letter for letter in SPARE_CHARACTERS if letter not in taken), None)
    if letter is None:
        raise UnsupportedError("a piece touches too many others to be drawn in letters")
    return dict.fromkeys(piece, letter)
