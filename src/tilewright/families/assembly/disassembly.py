"""How an assembly comes apart: moves, separations and levels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tilewright.model.lattices import Cell
from tilewright.registry import load_attribute
from tilewright.solving.steps import Status


class Verdict(StrEnum):
    """What is known of an assembly that does not come apart, by one of its parts.

    LOCKED: no pieces of the part can begin to move by translations, not even several groups at different
    speeds. NO_TRANSLATIONS: no translations separate it, as the steps that were searched reach whatever
    translations reach. SEVERAL_AT_ONCE: it does not come apart by the moves that were tried, and only several
    groups at once can begin to move. THESE_MOVES: it does not come apart by the moves that were tried.
    NO_TURNS: nor do translations and turns about axes parallel to the grid's, one group at a time and from
    whole places to whole places; ``text.TURNS_TRIED`` says about which axes.
    """

    LOCKED = "locked"
    NO_TRANSLATIONS = "no_translations"
    SEVERAL_AT_ONCE = "several_groups_at_once"
    THESE_MOVES = "these_moves"
    NO_TURNS = "no_translations_or_turns"

    @property
    def is_proof(self) -> bool:
        """Whether no translation was left out; of turns, those that it names were tried."""
        return self in (Verdict.LOCKED, Verdict.NO_TRANSLATIONS, Verdict.NO_TURNS)


@dataclass(frozen=True)
class Move:
    """Pieces that shift together by so many steps along a direction; ``steps`` 0: they leave for good.

    Pieces are numbers: the assembly's pieces in the order of :attr:`Disassembly.pieces`.
    """

    pieces: tuple[int, ...]
    direction: Cell
    steps: int


@dataclass(frozen=True)
class Turn:
    """Pieces that turn together about an axis that is parallel to one of the grid's.

    ``axis``: 0, 1, 2 for x, y, z. ``centre``: where it runs, in halves of a cell, so that centres of cells
    have even coordinates; the one along the axis is 0. ``quarters``: -3 to 3 but 0; positive
    ones turn x to y about z, y to z about x, and z to x about y.
    """

    pieces: tuple[int, ...]
    axis: int
    centre: Cell
    quarters: int

    def turned(self, cell: Cell) -> Cell:
        """Where a cell is after the turn."""
        a, b = (self.axis + 1) % 3, (self.axis + 2) % 3
        image = list(cell)
        x, y = 2 * cell[a] - self.centre[a], 2 * cell[b] - self.centre[b]
        for _ in range(self.quarters % 4):
            x, y = -y, x
        image[a], image[b] = (self.centre[a] + x) // 2, (self.centre[b] + y) // 2
        return tuple(image)


@dataclass(frozen=True)
class Separation:
    """The fewest moves until some pieces of a part are free; the last move takes them away.

    ``remaining`` and ``removed`` separate what remains of the part and what was taken away, where there is
    anything to separate.
    """

    pieces: tuple[int, ...]
    moves: tuple[Move | Turn, ...]
    remaining: Separation | None = None
    removed: Separation | None = None

    def parts(self) -> Iterator[Separation]:
        """This separation, then those of what remains, then those of what is removed."""
        open_parts = [self]
        while open_parts:
            part = open_parts.pop()
            yield part
            open_parts += [following for following in (part.removed, part.remaining) if following is not None]


@dataclass(frozen=True)
class Blocking:
    """Why an assembly does not come apart: a part of it that does not.

    ``positions`` are those that its pieces reach, each as how far every piece has moved relative to the first
    one; none of the pieces can leave from any of them. ``whole`` is False where there are more. ``met`` says,
    for where the pieces lie at first, which others each one meets within one step along a direction.
    ``turned``: how many more positions there are in which pieces are turned against the first one.
    ``together``: where only several groups at once can begin to move, one way to do so: the pieces of each
    group and its velocity, in coordinates of cells; the other pieces rest.
    """

    pieces: tuple[int, ...]
    positions: tuple[tuple[Cell, ...], ...]
    whole: bool
    met: dict[tuple[int, Cell], tuple[int, ...]]
    turned: int = 0
    together: tuple[tuple[tuple[int, ...], Cell], ...] = ()


@dataclass(frozen=True)
class Bound:
    """A part whose search ended for want of memory: if it can be separated, it takes at least ``moves``."""

    pieces: tuple[int, ...]
    moves: int


@dataclass(frozen=True, repr=False)
class Disassembly:
    """What is known of one assembly.

    ``pieces``: the name and the cells of each piece. ``status``: COMPLETE when the search ended; LIMIT when
    the memory did not suffice. ``separation``: None when the assembly does not come apart, or is not known
    to. ``states``: relative positions of pieces that were reached. ``blocking``: why it does not come apart,
    if that was requested. ``bound``: what is proven where the memory did not suffice. ``total_at_least``:
    where the least sum of moves was requested, no sum is less; the status is LIMIT when more were found.
    ``verdict``: what is known of one that does not come apart; None where there is nothing to separate.
    """

    pieces: tuple[tuple[str, tuple[Cell, ...]], ...]
    status: Status
    separation: Separation | None
    states: int
    blocking: Blocking | None = None
    bound: Bound | None = None
    total_at_least: int | None = None
    verdict: Verdict | None = None

    def __repr__(self) -> str:
        known = "no translations take it apart" if self.is_proven else "not known to come apart"
        known = f"levels {self.levels}" if self.comes_apart else known
        return f"<Disassembly of {len(self.pieces)} pieces: {known}, {self.status.value}>"

    def __str__(self) -> str:
        written: str = load_attribute("tilewright.families.assembly.text:disassembly_text")(self)
        return written

    @property
    def total(self) -> int:
        """The sum of the moves of all separations."""
        return sum(self.levels)

    @property
    def is_proven(self) -> bool:
        """Whether it comes apart, or no translations separate it."""
        return self.status is Status.COMPLETE and (self.verdict is None or self.verdict.is_proof)

    @property
    def comes_apart(self) -> bool:
        """Whether every part is separated."""
        return self.separation is not None

    @property
    def levels(self) -> tuple[int, ...]:
        """The numbers of moves of all separations, () when it does not come apart."""
        return () if self.separation is None else tuple(len(part.moves) for part in self.separation.parts())
