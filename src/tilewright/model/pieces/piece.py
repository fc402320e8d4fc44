"""Piece: a shape with a name, its number of copies, its motions and its cost."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from operator import index
from typing import TYPE_CHECKING, TypeVar

from tilewright.cancellation import checked
from tilewright.errors import PuzzleError
from tilewright.model.drawn_cells import cells_drawn
from tilewright.model.lattices import SQUARE, Cell, Lattice
from tilewright.model.lattices.lattice import moved_back
from tilewright.wording import quoted

T = TypeVar("T")

Way = tuple[tuple[Cell, str], ...]
"""A way in which a piece may lie: its cells with colours, normalised and sorted."""

MODES = ("fixed", "upright", "rotation", "reflection", "all")
"""How a piece may move: as drawn; rotated about the vertical axis only; rotated; reflected along the
axes without quarter turns; all motions. ``upright`` differs from ``rotation`` only in space."""

MAX_COST = 10**12
"""The largest cost that is accepted, either way: what a full board costs then fits in 64 bits."""


MAX_WEIGHT = 10**6
"""The largest weight of a piece, either way."""

MAX_OPTION_COST = 2**62
"""The largest cost of an option, either way: that of its piece, its cells and its placement together."""


def check_cost(cost: int, whose: str, most: int = MAX_COST) -> None:
    """PuzzleError, which names the owner of the cost, when it is not a whole number or too large."""
    if not isinstance(cost, int) or isinstance(cost, bool) or abs(cost) > most:
        raise PuzzleError(f"{whose} has the cost {quoted(cost)}; expected a whole number up to {most:,}")


def as_cells(cells: Iterable[Sequence[int]], whose: str) -> tuple[Cell, ...]:
    """Cells as a tuple of tuples of int, the same object where they are; else PuzzleError, with the owner."""
    if type(cells) is tuple and {*map(type, cells)} <= {tuple}:
        return cells
    try:
        return tuple([tuple(map(index, cell)) for cell in cells])
    except TypeError:
        raise PuzzleError(
            f"{whose} has the cells {quoted(cells)}; expected a list of the cells' coordinates, "
            "such as [(0, 0), (1, 0)]"
        ) from None


def whole_cells(cells: Iterable[Sequence[int]], whose: str) -> tuple[Cell, ...]:
    """As :func:`as_cells`, with every coordinate checked: an int, not 0.5 or a text."""
    positions = as_cells(cells, whose)
    return (
        positions
        if {*map(type, chain.from_iterable(positions))} <= {int}
        else as_cells(list(positions), whose)
    )


def as_tuple(values: Iterable[T], what: str) -> tuple[T, ...]:
    """The values as a tuple; PuzzleError, which says what they are, when they are not several."""
    if type(values) is tuple:
        return values
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise PuzzleError(f"{what} are {quoted(values)}; expected a list")
    return tuple(values)


def check_texts(texts: Iterable[object], what: str) -> None:
    """PuzzleError, which says what it is, for the first that is no text."""
    for text in texts:
        if not isinstance(text, str):
            raise PuzzleError(f"{what} is {quoted(text)}; expected a text")


def check_lattice(lattice: object) -> None:
    """PuzzleError for what is no lattice, such as the name of one."""
    if not isinstance(lattice, Lattice):
        raise PuzzleError(
            f"the lattice is {quoted(lattice)}; expected one of LATTICES, such as LATTICES['cube']"
        )


def check_dimension(cells: Iterable[Cell], lattice: Lattice, whose: str) -> None:
    """PuzzleError for a cell with too many or too few coordinates."""
    for cell in cells:
        if len(cell) != lattice.dimension:
            wanted = f"the {lattice.name} lattice has {lattice.dimension} coordinates"
            other = "for another one give lattice=, such as LATTICES['cube']"
            raise PuzzleError(f"{whose} has the cell {cell}; {wanted}; {other}")


@dataclass(frozen=True)
class Piece:
    """A shape with a name, ``min_copies`` to ``max_copies`` of it, and the motions it may make.

    ``cells`` are normalised and sorted. ``colours`` is empty, or one colour a cell in the order of
    ``cells``; a cell with colour "" fits any board cell. ``cost`` is that of each copy that is used, a
    whole number, negative ones too, of at most MAX_COST either way.

    ``groups`` and ``weight`` matter when an assembly is taken apart, not for solutions: pieces of one group,
    numbered from 1, need not be separated from each other, and the heaviest piece stays put.
    """

    name: str
    cells: tuple[Cell, ...]
    colours: tuple[str, ...] = ()
    min_copies: int = 1
    max_copies: int = 1
    motions: str = "all"
    cost: int = 0
    groups: tuple[int, ...] = ()
    weight: int = 0

    if TYPE_CHECKING:

        def __init__(
            self,
            name: str,
            cells: Iterable[Sequence[int]],
            colours: Iterable[str] = (),
            min_copies: int = 1,
            max_copies: int = 1,
            motions: str = "all",
            cost: int = 0,
            groups: Iterable[int] = (),
            weight: int = 0,
        ) -> None: ...

    def __post_init__(self) -> None:
        check_texts([self.name], "the name of a piece")
        object.__setattr__(self, "cells", whole_cells(self.cells, f"piece {quoted(self.name)}"))
        object.__setattr__(
            self, "colours", as_tuple(self.colours, f"the colours of piece {quoted(self.name)}")
        )
        check_texts(self.colours, f"a colour of piece {quoted(self.name)}")
        if not self.cells:
            raise PuzzleError(f"piece {quoted(self.name)} has no cells")
        if len(set(self.cells)) != len(self.cells):
            raise PuzzleError(f"piece {quoted(self.name)} names a cell twice")
        has = f"piece {quoted(self.name)} has"
        if self.colours and len(self.colours) != len(self.cells):
            raise PuzzleError(f"{has} {len(self.cells)} cells but {len(self.colours)} colours")
        if self.motions not in MODES:
            raise PuzzleError(f"{has} motions {quoted(self.motions)}; expected one of {', '.join(MODES)}")
        numbers = isinstance(self.min_copies, int) and isinstance(self.max_copies, int)
        if not numbers or not 0 <= self.min_copies <= self.max_copies:
            copies = f"copies {quoted(self.min_copies)} to {quoted(self.max_copies)}"
            raise PuzzleError(f"{has} {copies}; expected whole numbers, 0 <= least <= most")
        check_cost(self.cost, f"piece {quoted(self.name)}")
        groups = as_tuple(self.groups, f"the groups of piece {quoted(self.name)}")
        if any(type(group) is not int or group < 1 for group in groups):
            raise PuzzleError(f"{has} the groups {quoted(groups)}; expected whole numbers from 1")
        object.__setattr__(self, "groups", tuple(sorted(set(groups))))
        if type(self.weight) is not int or abs(self.weight) > MAX_WEIGHT:
            raise PuzzleError(
                f"{has} the weight {quoted(self.weight)}; expected a whole number up to {MAX_WEIGHT:,}"
            )

    @classmethod
    def of(
        cls,
        name: str,
        cells: str | Iterable[Sequence[int]] | Mapping[Cell, str],
        *,
        lattice: Lattice = SQUARE,
        copies: int | tuple[int, int] = 1,
        motions: str = "all",
        cost: int = 0,
        groups: Iterable[int] = (),
        weight: int = 0,
    ) -> Piece:
        """A piece from cells anywhere on the lattice, or from a drawing; a mapping gives cells their colours.

        In a drawing ``#`` is a cell; see :func:`tilewright.model.drawn_cells.cells_drawn`.

            >>> Piece.of("corner", "##\\n#.").cells
            ((0, 0), (0, 1), (1, 0))
        """
        whose = f"piece {quoted(name)}"
        cells = cells_drawn(cells, whose) if isinstance(cells, str) else cells
        match copies:
            case int():
                least = most = copies
            case (int(least), int(most)):
                pass
            case _:
                raise PuzzleError(f"{whose} has copies {quoted(copies)}; expected a number, or (least, most)")
        check_lattice(lattice)
        value = whole_cells(as_tuple(cells, f"the cells of {whose}"), whose)
        if not value:
            raise PuzzleError(f"{whose} has no cells")
        check_dimension(value, lattice, whose)
        shift = lattice.anchor(value)
        moved = sorted(zip(moved_back(value, shift), value, strict=True))
        colours: tuple[str, ...] = ()
        if isinstance(cells, Mapping) and any(cells.values()):
            colours = tuple(cells[original] or "" for _, original in moved)
        ordered = tuple(cell for cell, _ in moved)
        return cls(name, ordered, colours, least, most, motions, cost, groups, weight)

    @property
    def size(self) -> int:
        """How many cells one copy covers."""
        return len(self.cells)

    def colour_of(self, index: int) -> str:
        """The colour of the cell with this index; "" fits any."""
        return self.colours[index] if self.colours else ""

    def orientations(self, lattice: Lattice) -> tuple[Way, ...]:
        """The distinct orientations of the piece: (cell, colour) pairs, normalised and sorted."""
        return _orientations(self.cells, self.colours, self.motions, lattice)

    def shape_key(self, lattice: Lattice) -> Hashable:
        """Equal exactly for pieces that their motions carry to each other; costs are not compared."""
        ways = self.orientations(lattice)
        if all(motion.divisor == 1 for motion in lattice.motions[self.motions]):
            return min(ways)
        return tuple(sorted(ways))  # where the motions are no group, two pieces may share some orientations


def way_of(cells: Sequence[Cell], colours: Sequence[str], lattice: Lattice) -> Way:
    """How a piece lies, as (cell, colour) pairs, normalised and sorted; without colours all are ""."""
    moved = moved_back(cells, lattice.anchor(cells))
    if not any(colours):  # quicker than to sort pairs
        return tuple([(cell, "") for cell in sorted(moved)])
    return tuple(sorted(zip(moved, colours, strict=True)))


@lru_cache(maxsize=256)
def _orientations(
    cells: tuple[Cell, ...], colours: tuple[str, ...], motions: str, lattice: Lattice
) -> tuple[Way, ...]:
    """See :meth:`Piece.orientations`; kept, as the cover of a puzzle and its symmetries both need them."""
    seen: dict[Way, None] = {}
    for image in lattice.images(cells, motions):
        seen.setdefault(way_of(image, colours, lattice))
    return tuple(seen)


def merge_copies(
    pieces: Iterable[Piece], lattice: Lattice, own: Mapping[str, Hashable] | None = None
) -> tuple[Piece, ...]:
    """One piece for all alike in shape, motions, cost and what ``own`` has for their names; copies add up."""
    alike: dict[Hashable, list[Piece]] = {}
    for piece in checked(pieces):
        alike.setdefault(likeness(piece, lattice, own or {}), []).append(piece)
    return tuple(
        replace(
            same[0],
            min_copies=sum(piece.min_copies for piece in same),
            max_copies=sum(piece.max_copies for piece in same),
        )
        for same in alike.values()
    )


def likeness(piece: Piece, lattice: Lattice, own: Mapping[str, Hashable]) -> Hashable:
    """A key that is equal for pieces that are interchangeable."""
    rules = (piece.motions, piece.cost, piece.groups, piece.weight)
    return (rules, piece.shape_key(lattice), own.get(piece.name))
