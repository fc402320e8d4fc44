"""Placements and options of a puzzle as the core takes them, for the searches of several threads."""

from __future__ import annotations

import struct
import threading
from collections.abc import Iterable, Sequence
from itertools import chain

from tilewright import _core
from tilewright.cancellation import checked
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import Cover
from tilewright.families.assembly.representatives import Representatives
from tilewright.families.assembly.slides import slides_of
from tilewright.model.lattices import Cell
from tilewright.model.lattices.lattice import moved_back
from tilewright.model.puzzle import Placement, Puzzle

MAX_GROUPS = 32
PACKED = struct.Struct("=4iI")  # a placement for the core: the number of its shape, its place, its groups
CHECKED_AT_ONCE = 16  # options between two looks for cancellation


def group_masks(puzzle: Puzzle) -> dict[str, int]:
    """By the name of each piece, its groups as bits; UnsupportedError for more groups than 32."""
    groups = sorted({group for piece in puzzle.pieces for group in piece.groups})
    if len(groups) > MAX_GROUPS:
        raise UnsupportedError(f"pieces are in {len(groups)} groups; at most {MAX_GROUPS} are supported")
    bits = {group: 1 << k for k, group in enumerate(groups)}
    return {piece.name: sum(bits[group] for group in piece.groups) for piece in puzzle.pieces}


class PieceTable:
    """Placements as the core takes them. Several threads may use it."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.groups = group_masks(puzzle)
        self._class_of = slides_of(puzzle.lattice).class_of
        self._numbers: dict[tuple[int, tuple[Cell, ...]], int] = {}
        self._shapes: list[bytes] = []
        self._packed: dict[int, tuple[Placement, bytes]] = {}
        self._lock = threading.Lock()

    def packed(self, placements: Iterable[Placement]) -> list[bytes]:
        """Each of some placements: its shape, place and groups."""
        known, pack = self._packed, self._pack
        return [row for _, row in [known.get(id(one)) or pack(one) for one in placements]]

    def add_shapes(self, contacts: _core.AssemblyContacts) -> None:
        """Add the shapes of all placements so far that are not there yet, under the same numbers for all."""
        for shape in self._shapes[contacts.shapes :]:
            contacts.add_shape(shape)

    def _pack(self, placement: Placement) -> tuple[Placement, bytes]:
        place = min(placement.cells)
        cells = tuple(moved_back(placement.cells, place))
        key = (self._class_of(place), cells)  # the classes of the other cells follow
        with self._lock:
            if key not in self._numbers:
                kinds = map(self._class_of, placement.cells)
                rows = chain.from_iterable((*cell, kind) for cell, kind in zip(cells, kinds, strict=True))
                self._shapes.append(struct.pack(f"={4 * len(cells)}i", *rows))
                self._numbers[key] = len(self._shapes) - 1
        packed = PACKED.pack(self._numbers[key], *place, self.groups[placement.piece])
        known = self._packed[id(placement)] = (placement, packed)  # kept, so that its id stays its own
        return known


class OptionTable:
    """The options of a puzzle's cover problem as the core takes them, so that assemblies need not be made of
    placements. Several threads may use it.

    It chooses the image of each assembly, and the order of its pieces, as the representatives do.
    """

    def __init__(self, cover: Cover, representatives: Representatives, pieces: PieceTable) -> None:
        self.pieces = pieces
        self._placements, self._representatives = cover.placements, representatives
        self._table = _core.AssemblyPlacements(len(cover.placements), bool(representatives.deciding))
        self._lock = threading.Lock()

    def assemblies(self, batch: Sequence[Sequence[int]]) -> tuple[bytes, list[int]]:
        """The pieces of assemblies, one assembly after another, and of how many pieces each is."""
        while True:
            packed, sizes, missing = self._table.assemble(batch)
            if not missing:
                return packed, sizes
            with self._lock:
                for option, symmetry in checked(missing, CHECKED_AT_ONCE):
                    self._add(option, symmetry)

    def _add(self, option: int, symmetry: int) -> None:
        """Add what a symmetry makes of an option, or with -1 which symmetry the option decides."""
        placement, representatives = self._placements[option], self._representatives
        if symmetry < 0:
            decides = placement.piece == representatives.deciding
            self._table.set_symmetry(option, representatives.member(placement) if decides else -1)
            return
        (order, rotation, corner), image = representatives.image(symmetry, placement)
        key = (order, rotation, *corner, *placement.cells[0])  # the last tells apart what is equal but for it
        self._table.set_placement(option, symmetry, key, self.pieces.packed([image])[0])
