"""Board: the cells to fill."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from tilewright.errors import PuzzleError
from tilewright.model.drawn_cells import cells_drawn
from tilewright.model.lattices import Cell
from tilewright.model.pieces.piece import as_tuple, check_cost, check_texts, whole_cells
from tilewright.model.solution import Placement
from tilewright.model.surfaces import Surface
from tilewright.wording import quoted

MAX_CELLS = 100_000  # the largest board and the largest piece that are accepted, in cells


@dataclass(frozen=True)
class Board:
    """The cells to fill: ``required`` ones, ``optional`` ones, their colours, and forced placements.

    ``required`` and ``optional`` are sorted and disjoint; a cell not in ``colours`` has the colour "".
    Cells that are not a tuple of tuples are converted and sorted. ``cell_costs`` are the costs of covering
    cells, from -MAX_COST to MAX_COST; default: 0. ``labels`` are words that pictures show on uncovered cells,
    and on places next to the board. ``surface`` is the rectangle with joined sides in which the cells lie;
    None for a board in the plane or in space.
    """

    required: tuple[Cell, ...]
    optional: tuple[Cell, ...] = ()
    colours: Mapping[Cell, str] = field(default_factory=dict)
    forced: tuple[Placement, ...] = ()
    cell_costs: Mapping[Cell, int] = field(default_factory=dict)
    labels: Mapping[Cell, str] = field(default_factory=dict)
    surface: Surface | None = None

    if TYPE_CHECKING:

        def __init__(
            self,
            required: Iterable[Sequence[int]],
            optional: Iterable[Sequence[int]] = (),
            colours: Mapping[Cell, str] = ...,
            forced: Iterable[Placement] = (),
            cell_costs: Mapping[Cell, int] = ...,
            labels: Mapping[Cell, str] = ...,
            surface: Surface | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        for name in ("required", "optional"):
            given = getattr(self, name)
            if isinstance(given, Mapping):
                raise PuzzleError("the board's cells are a mapping; Board.of takes cells with colours")
            cells = whole_cells(given, "the board")
            if cells is not given:
                object.__setattr__(self, name, tuple(sorted(cells)))
        object.__setattr__(self, "forced", as_tuple(self.forced, "the forced placements"))
        if not self.required and not self.optional:
            raise PuzzleError("the board has no cells")
        size = len(self.required) + len(self.optional)
        if size > MAX_CELLS:
            raise PuzzleError(f"the board has {size:,} cells; at most {MAX_CELLS:,} are accepted")
        values = set(self.required)
        if len(values) != len(self.required) or len(set(self.optional)) != len(self.optional):
            raise PuzzleError("the board names a cell twice")
        for cell in self.optional:
            if cell in values:
                raise PuzzleError(f"board cell {cell} is both required and optional")
        for cell in self.colours:
            if cell not in values and cell not in self.cells:
                raise PuzzleError(f"a colour is given for {cell}, which is not on the board")
        check_texts(self.colours.values(), "a colour of the board")
        check_texts(self.labels.values(), "a label of the board")
        for cell, cost in self.cell_costs.items():
            if cell not in self.cells:
                raise PuzzleError(f"a cost is given for {cell}, which is not on the board")
            check_cost(cost, f"board cell {cell}")

    @classmethod
    def of(
        cls,
        required: str | Iterable[Sequence[int]] | Mapping[Cell, str],
        optional: str | Iterable[Sequence[int]] | Mapping[Cell, str] = (),
        *,
        forced: Iterable[Placement] = (),
        costs: Mapping[Cell, int] | None = None,
        surface: Surface | None = None,
    ) -> Board:
        """A board from cells in any order, or from a drawing; mappings give cells their colours and costs.

        In a drawing ``#`` is a cell, any other character a cell of the colour of this name, and a full stop
        or a space none; see :func:`tilewright.model.drawn_cells.cells_drawn`.

            >>> len(Board.of("##.\\n###").cells)
            5
        """
        required, optional = (
            cells_drawn(part, "the board") if isinstance(part, str) else part for part in (required, optional)
        )
        colours: dict[Cell, str] = {}
        for part in (required, optional):
            if isinstance(part, Mapping):
                colours.update((cell, colour) for cell, colour in part.items() if colour)
        if not isinstance(costs, Mapping | None):
            raise PuzzleError(f"the costs of the board's cells are {quoted(costs)}; expected {{cell: cost}}")
        cells, free = (list(as_tuple(part, "the cells of the board")) for part in (required, optional))
        return cls(cells, free, colours, forced, dict(costs or {}), surface=surface)

    @classmethod
    def rectangle(cls, rows: int, columns: int) -> Board:
        """A rectangle of squares.

        >>> len(Board.rectangle(6, 10).cells)
        60
        """
        for name, size in (("rows", rows), ("columns", columns)):
            if type(size) is not int or not 1 <= size <= MAX_CELLS:
                raise PuzzleError(f"{name} is {quoted(size)}; expected a whole number from 1")
        return cls([(x, y) for x in range(columns) for y in range(rows)])

    @property
    def is_solid(self) -> bool:
        """Whether the cells have three coordinates."""
        return all(len(cell) == 3 for cell in (*self.required, *self.optional))

    @cached_property
    def cells(self) -> frozenset[Cell]:
        """All cells, required and optional."""
        return frozenset(self.required) | frozenset(self.optional)

    def colour(self, cell: Cell) -> str:
        """The colour of a cell; "" where none was given."""
        return self.colours.get(cell, "")

    def __hash__(self) -> int:
        content = (self.required, self.optional, tuple(sorted(self.colours.items())), self.forced)
        return hash((*content, self.surface))
