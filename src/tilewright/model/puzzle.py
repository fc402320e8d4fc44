"""Board, Piece, Puzzle, Placement, Solution: frozen dataclasses, to be changed by ``replace``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, count
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from tilewright.errors import PuzzleError
from tilewright.model.board import MAX_CELLS, Board
from tilewright.model.file_layout import FileLayout
from tilewright.model.goal import FILL, check_goal
from tilewright.model.lattices import LATTICES, SQUARE, Cell, Lattice
from tilewright.model.lattices.lattice import moved_back
from tilewright.model.pieces.piece import (
    MAX_COST,
    MODES,
    Piece,
    as_cells,
    as_tuple,
    check_cost,
    check_dimension,
    check_lattice,
    likeness,
    merge_copies,
)
from tilewright.model.pieces.sets import name_of
from tilewright.model.solution import Placement, PlacementCost, Solution
from tilewright.model.surfaces import Surface
from tilewright.registry import load_attribute
from tilewright.wording import counted, quoted

__all__ = [
    "MAX_CELLS",
    "MAX_COST",
    "MODES",
    "Board",
    "Expected",
    "Piece",
    "Placement",
    "PlacementCost",
    "Puzzle",
    "Solution",
    "merge_copies",
]


@dataclass(frozen=True)
class Expected:
    """A known number of a puzzle and where it comes from.

    ``what`` is ``solutions``, ``labelled`` or ``unique``; or ``least`` or ``most``, the least and the
    greatest cost of a solution; or ``cheapest`` or ``dearest``, how many solutions have it. ``motions`` and
    ``use`` are the rules it holds for ("" and "all": those of the puzzle).

        >>> Expected("solutions", 9356, "Haselgrove and Haselgrove 1960").count
        9356
    """

    what: str
    count: int
    source: str
    motions: str = ""
    use: str = "all"


@dataclass(frozen=True, repr=False)
class Puzzle:
    """A board and the pieces that are to fill it, on a lattice. A notebook shows its picture.

    ``costs`` has extra costs of single placements, each placement at most once.
    ``colour_pairs`` None: a piece's cell lies on board cells of its own colour; else on those that a pair
    (piece's colour, board's colour) allows, and on no others. "" on either side always fits. With
    ``crossings`` False no two pieces may cross, on a lattice where they can. ``mirrors`` says
    which reflections of the board count up to symmetry. None: those that carry each allowed position of a
    piece to one of the same piece. True: also those that carry pieces to other pieces of the set, although
    they may not be turned over: Soma has 480 solutions up to rotations, and 240 so. False: none.
    ``max_holes`` bounds how many of the optional cells stay empty in a solution; None: any number.
    ``goal`` says what is asked, one of ``model.goal.GOALS``; it does not change what a solution is.
    ``file_layout`` is the order of the file, where its format keeps it.
    ``part_of`` may be a puzzle with more cells and the same pieces: many puzzles that are parts of one share
    the work of finding where pieces can lie.
    """

    board: Board
    pieces: tuple[Piece, ...]
    title: str = ""
    source: str = ""
    lattice: Lattice = SQUARE
    expect: tuple[Expected, ...] = ()
    costs: tuple[PlacementCost, ...] = ()
    colour_pairs: tuple[tuple[str, str], ...] | None = None
    crossings: bool = True
    mirrors: bool | None = None
    max_holes: int | None = None
    goal: str = FILL
    file_layout: FileLayout | None = field(default=None, compare=False)
    part_of: Puzzle | None = field(default=None, compare=False)

    if TYPE_CHECKING:

        def __init__(
            self,
            board: Board,
            pieces: Iterable[Piece],
            title: str = "",
            source: str = "",
            lattice: Lattice = SQUARE,
            expect: Iterable[Expected] = (),
            costs: Iterable[PlacementCost] = (),
            colour_pairs: Iterable[Sequence[str]] | None = None,
            crossings: bool = True,  # noqa: FBT001 - as the fields
            mirrors: bool | None = None,  # noqa: FBT001
            max_holes: int | None = None,
            goal: str = FILL,
            file_layout: FileLayout | None = None,
            part_of: Puzzle | None = None,
        ) -> None: ...

    @classmethod
    def of(
        cls,
        board: Board | str | Iterable[Sequence[int]] | Mapping[Cell, str],
        pieces: Iterable[Piece | str] | Mapping[str, Piece | str],
        **fields: Any,
    ) -> Puzzle:
        """A puzzle from a board and pieces, of which any may be a drawing; ``fields`` are its other fields.

        A mapping gives pieces their names; others have the usual names, where there are such, or letters.
        Equal ones become copies of one piece. In a drawing ``#`` is a cell; see :meth:`Board.of`. The lattice
        is that of squares, or of cubes where the cells have three coordinates.

            >>> puzzle = Puzzle.of("####\\n####\\n####", ["##\\n# "] * 4)
            >>> [(piece.name, piece.max_copies) for piece in puzzle.pieces]
            [('V3', 4)]
        """
        board = board if isinstance(board, Board) else Board.of(board)
        lattice = fields.setdefault("lattice", LATTICES["cube"] if board.is_solid else SQUARE)
        check_lattice(lattice)
        if isinstance(pieces, Mapping):
            given = list(pieces.items())
        else:
            given = [("", piece) for piece in as_tuple(pieces, "the pieces of a puzzle")]
        taken = {piece.name for _, piece in given if isinstance(piece, Piece)}
        named: list[Piece] = []
        for name, piece in given:
            if not isinstance(piece, Piece):
                piece = Piece.of(name, piece, lattice=lattice, motions=lattice.usual_motions)
                if not name:
                    piece = replace(piece, name=_free_name(piece, lattice, taken))
                    taken.add(piece.name)
            named.append(replace(piece, name=name) if name else piece)
        return cls(board, merge_copies(named, lattice), **fields)

    def __post_init__(self) -> None:
        for field_name in ("title", "source"):
            if not isinstance(text := getattr(self, field_name), str):
                raise PuzzleError(f"the {field_name} of a puzzle is {quoted(text)}; expected a text")
        for field_name in ("pieces", "expect", "costs"):
            values = as_tuple(getattr(self, field_name), f"the {field_name} of a puzzle")
            object.__setattr__(self, field_name, values)
        if self.colour_pairs is not None:
            pairs: tuple[Any, ...] = as_tuple(self.colour_pairs, "the pairs of colours")
            object.__setattr__(
                self, "colour_pairs", tuple(as_tuple(pair, "the colours of a pair") for pair in pairs)
            )
        self._check_types()
        name = self.lattice.name
        if not self.crossings and not self.lattice.can_cross:
            raise PuzzleError(f"pieces cannot cross on the {name} lattice, so none can be kept out")
        bound = self.max_holes
        if bound is not None and (not isinstance(bound, int) or isinstance(bound, bool) or bound < 0):
            raise PuzzleError(f"max_holes is {quoted(bound)}; expected None or a whole number from 0")
        check_goal(self.goal)
        if self.colour_pairs is not None and not all(all(pair) for pair in self.colour_pairs):
            raise PuzzleError("a pair of colours has an empty one; cells without a colour fit all others")
        names: set[str] = set()
        for piece in self.pieces:
            if piece.name in names:
                raise PuzzleError(f"two pieces are named {quoted(piece.name)}")
            names.add(piece.name)
            check_dimension(piece.cells, self.lattice, f"piece {quoted(piece.name)}")
            for cell in piece.cells:
                if not self.lattice.is_cell(cell):
                    raise PuzzleError(f"piece {quoted(piece.name)} has {cell}, no cell of the {name} lattice")
        check_dimension(self.board.cells, self.lattice, "the board")
        for cell in self.board.cells:
            if not self.lattice.is_cell(cell):
                raise PuzzleError(f"the board has {cell}, which is not a cell of the {name} lattice")
        if (surface := self.board.surface) is not None:
            surface.check(self.lattice, self.board.cells)
            for piece in self.pieces:
                surface.check_ways(piece.name, piece.orientations(self.lattice))
        self._check_forced()
        if len(self._listed) != len(self.costs):
            raise PuzzleError("a placement is given two costs")
        for listed in self.costs:
            self.check_priced(listed)

    def _check_types(self) -> None:
        """PuzzleError for values of other types, which Python would find out late."""
        if not isinstance(self.board, Board):
            raise PuzzleError(f"the board is {quoted(self.board)}; expected Board.of(cells)")
        check_lattice(self.lattice)
        kinds = (
            ("pieces", Piece, self.pieces),
            ("forced placements", Placement, self.board.forced),
            ("costs", PlacementCost, self.costs),
            ("known counts", Expected, self.expect),
        )
        for what, kind, values in kinds:
            for value in values:
                if not isinstance(value, kind):
                    result = quoted(value)
                    raise PuzzleError(f"{result} is among the {what}; expected {kind.__name__}(...)")

    def _check_forced(self) -> None:
        taken: set[Cell] = set()
        passed: set[Cell] = set()
        tally: Counter[str] = Counter()
        for placement in self.board.forced:
            piece = self._placed(placement, "forced")
            for cell in placement.cells:
                if cell in taken:
                    raise PuzzleError(f"two forced placements cover the cell {cell}")
                taken.add(cell)
            if not self.crossings:
                for junction in self.lattice.passed(placement.cells):
                    if junction in passed:
                        raise PuzzleError(f"two forced placements cross at {junction}")
                    passed.add(junction)
            tally[piece.name] += 1
            if tally[piece.name] > piece.max_copies:
                raise PuzzleError(f"more copies of {quoted(piece.name)} are forced than there are")

    def _placed(self, placement: Placement, what: str) -> Piece:
        """The piece of a placement; PuzzleError when it does not fit on the empty board."""
        piece = self.by_name.get(placement.piece)
        if piece is None:
            raise PuzzleError(f"a {what} placement names {quoted(placement.piece)}, which is not a piece")
        if not self.fits(piece, placement.cells):
            where = f"the {what} placement of {quoted(placement.piece)} on {list(placement.cells)}"
            raise PuzzleError(f"{where} does not have the piece's shape and colours, or leaves the board")
        return piece

    def check_priced(self, listed: PlacementCost) -> None:
        """PuzzleError when the placement does not fit, or its cost is not allowed."""
        placement = listed.placement
        self._placed(placement, "priced")
        check_cost(listed.cost, f"the placement of {quoted(placement.piece)} on {list(placement.cells)}")

    def fits(self, piece: Piece, cells: Iterable[Cell]) -> bool:
        """Whether these cells are a placement of the piece: shape, colours, on the board."""
        values = sorted(as_cells(cells, "a placement"))
        if not values or any(cell not in self.board.cells for cell in values):
            return False
        return next(self._paintings(piece, values), None) is not None

    def _paintings(self, piece: Piece, cells: Sequence[Cell]) -> Iterator[tuple[str, ...]]:
        """The colours that a piece may have on sorted cells which it covers, all of them allowed there."""
        board = [self.board.colour(cell) for cell in cells]
        if self.board.surface is not None:
            paintings: Iterable[tuple[str, ...]] = self._wrapped_paintings(self.board.surface, piece, cells)
        else:
            shift = self.lattice.anchor(cells)
            if not self.lattice.is_translation(shift):
                return
            paintings = self._painted(piece).get(tuple(moved_back(cells, shift)), ())
        yield from (painted for painted in paintings if all(map(self.colours_agree, painted, board)))

    def _wrapped_paintings(
        self, surface: Surface, piece: Piece, cells: Sequence[Cell]
    ) -> Iterator[tuple[str, ...]]:
        """The same on a surface, allowed on the colours of the board or not."""
        for way in piece.orientations(self.lattice):
            shape, colours = zip(*way, strict=True)
            for start in surface.starts(self.lattice, shape[0], cells):
                placed = surface.placed(shape, start)
                if placed is not None and tuple(sorted(placed)) == tuple(cells):
                    painted = dict(zip(placed, colours, strict=True))
                    yield tuple(painted[cell] for cell in cells)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells next to one, those round the surface included; some may not be on the board."""
        if self.board.surface is None:
            return tuple(self.lattice.neighbours(cell))
        return self.board.surface.neighbours(self.lattice, cell)

    def components(self) -> list[list[Cell]]:
        """The connected components of the board, as ``Lattice.components``."""
        return self.lattice.components(self.board.cells, self.neighbours)

    def colours_on(self, placement: Placement) -> dict[Cell, str]:
        """The colour of each cell of a placement: that of the piece there, else that of the board; or ""."""
        cells = sorted(placement.cells)
        board = [self.board.colour(cell) for cell in cells]
        own = next(self._paintings(self.by_name[placement.piece], cells), ("",) * len(cells))
        return {cell: mine or ground for cell, mine, ground in zip(cells, own, board, strict=True)}

    def _painted(self, piece: Piece) -> dict[tuple[Cell, ...], list[tuple[str, ...]]]:
        """The piece's orientations as shapes, each with its colourings; computed once per piece."""
        if piece not in self._shapes:
            shapes = self._shapes[piece] = {}
            for pairs in piece.orientations(self.lattice):
                shape, colours = zip(*pairs, strict=True)
                shapes.setdefault(shape, []).append(colours)
        return self._shapes[piece]

    @cached_property
    def _shapes(self) -> dict[Piece, dict[tuple[Cell, ...], list[tuple[str, ...]]]]:
        return {}

    def colours_agree(self, piece_colour: str, board_colour: str) -> bool:
        """Whether a cell of a piece may cover a cell of the board; "" on either side fits any colour."""
        if not piece_colour or not board_colour:
            return True
        if self.colour_pairs is None:
            return piece_colour == board_colour
        return (piece_colour, board_colour) in self.colour_pairs

    @cached_property
    def by_name(self) -> dict[str, Piece]:
        """The pieces by their names."""
        return {piece.name: piece for piece in self.pieces}

    def __hash__(self) -> int:
        return hash((self.board, self.pieces, self.lattice.name))

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        counts = f"{counted(len(self.board.cells), 'cell')}, {counted(len(self.pieces), 'piece')}"
        return f"<Puzzle{title}: {self.lattice.name}, {counts}>"

    def _repr_svg_(self) -> str | None:
        return str(svg) if (svg := load_attribute("tilewright.render.notebook:notebook_svg")(self)) else None

    @property
    def has_costs(self) -> bool:
        """Whether any piece, cell or placement has a cost other than 0."""
        return (
            any(piece.cost for piece in self.pieces)
            or any(self.board.cell_costs.values())
            or any(listed.cost for listed in self.costs)
        )

    def cost_of(self, placement: Placement) -> int:
        """What a placement costs: its piece, the cells that it covers, and its extra cost."""
        piece = self.by_name.get(placement.piece)
        if piece is None:
            raise PuzzleError(f"no piece is named {quoted(placement.piece)}")
        cells = self.board.cell_costs
        own = self._listed.get((placement.piece, frozenset(placement.cells)), 0) if self.costs else 0
        return piece.cost + (sum(cells.get(cell, 0) for cell in placement.cells) if cells else 0) + own

    def cost(self, solution: Solution) -> int:
        """What a solution costs: the sum over its placements."""
        return sum(map(self.cost_of, solution))

    @cached_property
    def _listed(self) -> dict[tuple[str, frozenset[Cell]], int]:
        return {(c.placement.piece, frozenset(c.placement.cells)): c.cost for c in self.costs}

    @cached_property
    def least_area(self) -> int:
        """How many cells the pieces of a solution cover at least, by the board and the bound on holes."""
        required = len(self.board.required)
        return required if self.max_holes is None else max(required, len(self.board.cells) - self.max_holes)

    @cached_property
    def least_copies(self) -> dict[str, int]:
        """How many copies of each piece a solution has at least, by ``min_copies`` and the bound on holes."""
        most = sum(piece.max_copies * piece.size for piece in self.pieces)
        least = {}
        for piece in self.pieces:
            others = most - piece.max_copies * piece.size
            needed = 0 if self.max_holes is None else -((others - self.least_area) // piece.size)
            least[piece.name] = min(piece.max_copies, max(piece.min_copies, needed))
        return least

    @cached_property
    def areas_fit(self) -> bool:
        """Whether some allowed numbers of copies have the area of the board."""
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
        return reachable >> self.least_area != 0

    def with_motions(self, mode: str) -> Puzzle:
        """The puzzle with these motions for all pieces; pieces that become equal become copies of one piece.

        Pieces alike in shape stay apart where they cost differently. Costs of placements that cannot be
        made any more are left out.
        """
        prices: dict[str, set[tuple[frozenset[Cell], int]]] = {}
        for (name, cells), cost in self._listed.items():
            prices.setdefault(name, set()).add((cells, cost))
        own = {name: frozenset(price) for name, price in prices.items()}
        moved = [replace(piece, motions=mode) for piece in self.pieces]
        pieces = merge_copies(moved, self.lattice, own)
        kept = {likeness(piece, self.lattice, own): piece.name for piece in pieces}
        renamed = {piece.name: kept[likeness(piece, self.lattice, own)] for piece in moved}
        forced = tuple(replace(placement, piece=renamed[placement.piece]) for placement in self.board.forced)
        board = replace(self.board, forced=forced)
        bare = replace(self, board=board, pieces=pieces, costs=())
        listed = (c for c in self.costs if renamed[c.placement.piece] == c.placement.piece)
        costs = tuple(c for c in listed if bare.fits(bare.by_name[c.placement.piece], c.placement.cells))
        return replace(bare, costs=costs)

    def using_any(self) -> Puzzle:
        """The puzzle in which no piece must be used: from 0 copies to as many as before."""
        return replace(self, pieces=tuple(replace(p, min_copies=0) for p in self.pieces))


def _free_name(piece: Piece, lattice: Lattice, taken: Container[str]) -> str:
    """A name that no other piece has: the usual one of the shape, or a letter, or either with a number."""
    usual = name_of(piece.cells, lattice)
    names = chain([usual] if usual else ascii_uppercase, (f"{usual or 'P'}{n}" for n in count(2)))
    return next(name for name in names if name not in taken)
