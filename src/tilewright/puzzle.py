"""Board, Piece, Puzzle, Placement, Solution: the values people think in. All frozen; see ``replace``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from tilewright.errors import PuzzleError
from tilewright.lattices import SQUARE, Cell, Lattice

MODES = ("fixed", "rotation", "reflection", "all")
"""How a piece may move: as drawn; turned; mirrored left-right and up-down, no quarter turns; all motions."""

MAX_CELLS = 100_000
"""The largest board and the largest piece that are accepted, in cells."""


@dataclass(frozen=True)
class Placement:
    """A piece lying on the board: the piece's name and the cells that it covers, sorted."""

    piece: str
    cells: tuple[Cell, ...]

    @property
    def sort_key(self) -> tuple[tuple[Cell, ...], str]:
        """What the standard order of placements goes by: the cells, then the piece."""
        return (self.cells, self.piece)


@dataclass(frozen=True)
class Solution:
    """Placements that fill the board; equal as pictures when equal as values (placements are sorted)."""

    placements: tuple[Placement, ...]

    @classmethod
    def of(cls, placements: Iterable[Placement]) -> Solution:
        """The solution with these placements, in the standard order: by their first cells."""
        return cls(tuple(sorted(placements, key=lambda p: p.sort_key)))

    def used(self) -> dict[str, int]:
        """How many copies of each piece lie on the board; pieces that stay out are absent."""
        tally: dict[str, int] = {}
        for placement in self.placements:
            tally[placement.piece] = tally.get(placement.piece, 0) + 1
        return tally


@dataclass(frozen=True)
class Piece:
    """A shape with a name, ``min_copies`` to ``max_copies`` of it, and the motions it may make.

    ``cells`` are normalised and sorted. ``colours`` is empty, or one colour a cell in the order of
    ``cells``; a cell with colour "" fits any board cell.
    """

    name: str
    cells: tuple[Cell, ...]
    colours: tuple[str, ...] = ()
    min_copies: int = 1
    max_copies: int = 1
    motions: str = "all"

    def __post_init__(self) -> None:
        if not self.cells:
            raise PuzzleError(f"piece {self.name!r} has no cells")
        if len(set(self.cells)) != len(self.cells):
            raise PuzzleError(f"piece {self.name!r} names a cell twice")
        if self.colours and len(self.colours) != len(self.cells):
            raise PuzzleError(
                f"piece {self.name!r} has {len(self.cells)} cells but {len(self.colours)} colours"
            )
        if self.motions not in MODES:
            raise PuzzleError(
                f"piece {self.name!r} has motions {self.motions!r}; expected one of {', '.join(MODES)}"
            )
        if not 0 <= self.min_copies <= self.max_copies:
            raise PuzzleError(
                f"piece {self.name!r} has copies {self.min_copies} to {self.max_copies}; "
                "expected 0 <= least <= most"
            )

    @classmethod
    def of(
        cls,
        name: str,
        cells: Iterable[Cell] | Mapping[Cell, str],
        *,
        lattice: Lattice = SQUARE,
        copies: int | tuple[int, int] = 1,
        motions: str = "all",
    ) -> Piece:
        """A piece from cells anywhere on the lattice; a mapping gives each cell its colour."""
        least, most = (copies, copies) if isinstance(copies, int) else copies
        held = list(cells)
        if not held:
            raise PuzzleError(f"piece {name!r} has no cells")
        shift = lattice.anchor(held)
        moved = sorted((tuple(a - b for a, b in zip(c, shift, strict=True)), c) for c in held)
        colours: tuple[str, ...] = ()
        if isinstance(cells, Mapping) and any(cells.values()):
            colours = tuple(cells[original] for _, original in moved)
        return cls(name, tuple(cell for cell, _ in moved), colours, least, most, motions)

    @property
    def size(self) -> int:
        """How many cells one copy covers."""
        return len(self.cells)

    def colour_of(self, index: int) -> str:
        """The colour of the cell with this index; "" fits any."""
        return self.colours[index] if self.colours else ""

    def orientations(self, lattice: Lattice) -> tuple[tuple[tuple[Cell, str], ...], ...]:
        """Each different way to hold the piece: (cell, colour) pairs, normalised and sorted, no two alike."""
        seen: dict[tuple[tuple[Cell, str], ...], None] = {}
        for motion in lattice.motions[self.motions]:
            image = [motion(cell) for cell in self.cells]
            shift = lattice.anchor(image)
            pairs = tuple(
                sorted(
                    (tuple(a - b for a, b in zip(cell, shift, strict=True)), self.colour_of(i))
                    for i, cell in enumerate(image)
                )
            )
            seen.setdefault(pairs)
        return tuple(seen)

    def shape_key(self, lattice: Lattice) -> tuple[tuple[Cell, str], ...]:
        """The same for two pieces exactly when one is the other moved by the motions they may make."""
        return min(self.orientations(lattice))


@dataclass(frozen=True)
class Board:
    """The cells to fill: ``required`` ones, ``optional`` ones, their colours, and forced placements.

    ``required`` and ``optional`` are sorted and disjoint; a cell that ``colours`` leaves out has colour "".
    """

    required: tuple[Cell, ...]
    optional: tuple[Cell, ...] = ()
    colours: Mapping[Cell, str] = field(default_factory=dict)
    forced: tuple[Placement, ...] = ()

    def __post_init__(self) -> None:
        if not self.required and not self.optional:
            raise PuzzleError("the board has no cells")
        if len(self.required) + len(self.optional) > MAX_CELLS:
            raise PuzzleError(
                f"the board has {len(self.required) + len(self.optional):,} cells; "
                f"at most {MAX_CELLS:,} are accepted"
            )
        held = set(self.required)
        if len(held) != len(self.required) or len(set(self.optional)) != len(self.optional):
            raise PuzzleError("the board names a cell twice")
        for cell in self.optional:
            if cell in held:
                raise PuzzleError(f"board cell {cell} is both required and optional")
        for cell in self.colours:
            if cell not in held and cell not in self.cells:
                raise PuzzleError(f"a colour is given for {cell}, which is not on the board")

    @classmethod
    def of(
        cls,
        required: Iterable[Cell] | Mapping[Cell, str],
        optional: Iterable[Cell] | Mapping[Cell, str] = (),
        *,
        forced: Iterable[Placement] = (),
    ) -> Board:
        """A board from cells in any order; mappings give cells their colours."""
        colours: dict[Cell, str] = {}
        for part in (required, optional):
            if isinstance(part, Mapping):
                colours.update((cell, colour) for cell, colour in part.items() if colour)
        return cls(tuple(sorted(required)), tuple(sorted(optional)), colours, tuple(forced))

    @cached_property
    def cells(self) -> frozenset[Cell]:
        """All cells, required and optional."""
        return frozenset(self.required) | frozenset(self.optional)

    def colour(self, cell: Cell) -> str:
        """The colour of a cell; "" where none was given."""
        return self.colours.get(cell, "")

    def __hash__(self) -> int:
        return hash((self.required, self.optional, tuple(sorted(self.colours.items())), self.forced))


@dataclass(frozen=True)
class Expected:
    """A known count of a puzzle and where the number comes from.

    ``what`` is ``solutions``, ``labelled`` or ``unique``; ``motions`` and ``use`` say under which rules
    ("" and "all": the puzzle's own).
    """

    what: str
    count: int
    source: str
    motions: str = ""
    use: str = "all"


@dataclass(frozen=True)
class Puzzle:
    """A board and the pieces that are to fill it, on a lattice."""

    board: Board
    pieces: tuple[Piece, ...]
    title: str = ""
    source: str = ""
    lattice: Lattice = SQUARE
    expect: tuple[Expected, ...] = ()

    def __post_init__(self) -> None:
        names: set[str] = set()
        for piece in self.pieces:
            if piece.name in names:
                raise PuzzleError(f"two pieces are named {piece.name!r}")
            names.add(piece.name)
            for cell in piece.cells:
                if len(cell) != self.lattice.dimension:
                    raise PuzzleError(
                        f"piece {piece.name!r} has the cell {cell}; "
                        f"the {self.lattice.name} lattice has {self.lattice.dimension} coordinates"
                    )
        for cell in self.board.cells:
            if len(cell) != self.lattice.dimension:
                raise PuzzleError(
                    f"the board has the cell {cell}; "
                    f"the {self.lattice.name} lattice has {self.lattice.dimension} coordinates"
                )
        self._check_forced()

    def _check_forced(self) -> None:
        by_name = {piece.name: piece for piece in self.pieces}
        taken: set[Cell] = set()
        tally: dict[str, int] = {}
        for placement in self.board.forced:
            piece = by_name.get(placement.piece)
            if piece is None:
                raise PuzzleError(f"a forced placement names {placement.piece!r}, which is no piece")
            if not self.fits(piece, placement.cells):
                raise PuzzleError(
                    f"the forced placement of {placement.piece!r} on {list(placement.cells)} "
                    "does not have the piece's shape and colours, or leaves the board"
                )
            for cell in placement.cells:
                if cell in taken:
                    raise PuzzleError(f"two forced placements cover the cell {cell}")
                taken.add(cell)
            tally[piece.name] = tally.get(piece.name, 0) + 1
            if tally[piece.name] > piece.max_copies:
                raise PuzzleError(f"more copies of {piece.name!r} are forced than there are")

    def fits(self, piece: Piece, cells: Iterable[Cell]) -> bool:
        """Whether these cells are a placement of the piece: shape, colours, on the board."""
        held = sorted(cells)
        if not held or any(cell not in self.board.cells for cell in held):
            return False
        shift = self.lattice.anchor(held)
        if not self.lattice.is_translation(shift):
            return False
        for pairs in piece.orientations(self.lattice):
            moved = [(tuple(a + b for a, b in zip(c, shift, strict=True)), k) for c, k in pairs]
            if [c for c, _ in moved] == held and all(
                self.colours_agree(k, self.board.colour(c)) for c, k in moved
            ):
                return True
        return False

    @staticmethod
    def colours_agree(piece_colour: str, board_colour: str) -> bool:
        """Whether a piece's cell may lie on a board's cell; "" on either side fits anything."""
        return piece_colour == board_colour or not piece_colour or not board_colour

    @cached_property
    def by_name(self) -> dict[str, Piece]:
        """The pieces by their names."""
        return {piece.name: piece for piece in self.pieces}

    def __hash__(self) -> int:
        return hash((self.board, self.pieces, self.lattice.name))

    @cached_property
    def areas_fit(self) -> bool:
        """Whether some allowed numbers of copies have areas that add up to the board's."""
        most = len(self.board.cells)
        reachable = 1  # bit a: area a can be made up by the pieces so far
        for piece in self.pieces:
            reachable <<= piece.min_copies * piece.size if piece.min_copies * piece.size <= most else most + 1
            for _ in range(min(piece.max_copies, most // piece.size) - piece.min_copies):
                longer = reachable | reachable << piece.size
                if longer == reachable:
                    break
                reachable = longer & ((1 << most + 1) - 1)
        reachable &= (1 << most + 1) - 1
        return reachable >> len(self.board.required) != 0

    def with_motions(self, mode: str) -> Puzzle:
        """The puzzle with all pieces moving so; pieces that become alike become copies of one piece."""
        moved = [replace(piece, motions=mode) for piece in self.pieces]
        pieces = merge_copies(moved, self.lattice)
        kept = {piece.shape_key(self.lattice): piece.name for piece in pieces}
        name = {piece.name: kept[piece.shape_key(self.lattice)] for piece in moved}
        forced = tuple(replace(placement, piece=name[placement.piece]) for placement in self.board.forced)
        return replace(self, board=replace(self.board, forced=forced), pieces=pieces)

    def using_any(self) -> Puzzle:
        """The puzzle where each piece may be left over: at least none of it, at most as many as before."""
        return replace(self, pieces=tuple(replace(p, min_copies=0) for p in self.pieces))


def merge_copies(pieces: Iterable[Piece], lattice: Lattice) -> tuple[Piece, ...]:
    """One piece for all that are alike under the motions they may make, with their copies added up."""
    merged: dict[tuple[object, ...], Piece] = {}
    for piece in pieces:
        key = (piece.motions, piece.shape_key(lattice))
        if key in merged:
            before = merged[key]
            merged[key] = replace(
                before,
                min_copies=before.min_copies + piece.min_copies,
                max_copies=before.max_copies + piece.max_copies,
            )
        else:
            merged[key] = piece
    return tuple(merged.values())
