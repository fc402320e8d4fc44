"""Heesch numbers by a second program in Python, which shares nothing with the core's search.

It leaves out pairs of copies that cannot be surrounded, and pairs that enclose cells which cannot be filled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.pieces.polyforms import Shape

Placed = tuple[Cell, ...]
"""The cells of a copy."""

Corona = tuple[Placed, ...]

CHECKED = 500  # nodes between two checks for cancellation


@dataclass(frozen=True)
class HeeschNumbers:
    """The most coronas without holes (``hc``), and with holes in the last one (``hh``), with witnesses.

    A number is final when the next corona was searched completely; else it is a lower bound.
    """

    hc: int
    hh: int
    is_final: bool
    without_holes: tuple[Corona, ...] = ()
    with_holes: tuple[Corona, ...] = ()


def heesch_numbers(
    shape: Shape, lattice: Lattice, max_coronas: int, check_cancelled: Callable[[], None]
) -> HeeschNumbers:
    """The Heesch numbers of a polyform without holes, as far as ``max_coronas`` coronas.

    They are final unless a patch without holes has that many coronas.
    """
    search = _CoronaSearch(shape, lattice, check_cancelled)
    without: tuple[Corona, ...] = ()
    with_holes: tuple[Corona, ...] = ()
    for level in range(1, max_coronas + 1):
        best = search.extend(level)
        if best.with_holes:
            with_holes = best.with_holes
        if not best.without_holes:
            return HeeschNumbers(len(without), len(with_holes), True, without, with_holes)
        without = best.without_holes
    return HeeschNumbers(len(without), len(with_holes), False, without, with_holes)


@dataclass
class _Witnesses:
    """The first chains of coronas of a length, the last one with or without holes."""

    without_holes: tuple[Corona, ...] = ()
    with_holes: tuple[Corona, ...] = ()


class _Copy(NamedTuple):
    """A copy of the polyform: the number of its orientation, and a translation."""

    orientation: int
    shift: Cell


class _CoronaSearch:
    """Coronas around one polyform.

    Two copies that touch may lie in a corona with ``depth`` others around it only if copies can surround the
    two of them, and those touch in ways that hold for one corona less. In a patch without holes two copies
    may not enclose cells that copies cannot fill.
    """

    def __init__(self, shape: Shape, lattice: Lattice, check_cancelled: Callable[[], None]) -> None:
        self.lattice = lattice
        self.check_cancelled = check_cancelled
        self.images = sorted({lattice.normalise(image) for image in lattice.images(shape, "all")})
        self.number = {image: k for k, image in enumerate(self.images)}
        self.first = _Copy(self.number[lattice.normalise(shape)], (0, 0))
        self.inverse = [
            next(
                m for m in lattice.motions["all"] if lattice.normalise(m.image(image) or ()) == self.images[0]
            )
            for image in self.images
        ]
        self.cells: dict[_Copy, Placed] = {}
        self.rims = [rim_of(image, lattice) for image in self.images]
        self.relations: dict[tuple[int, bool, int, int, Cell], bool] = {}
        self.surrounded: dict[tuple[int, _Copy], bool] = {}
        self.nodes = 0

    def cells_of(self, copy: _Copy) -> Placed:
        """The cells of a copy."""
        cells = self.cells.get(copy)
        if cells is None:
            (x, y), image = copy.shift, self.images[copy.orientation]
            cells = self.cells[copy] = tuple([(a + x, b + y) for a, b in image])
        return cells

    def extend(self, level: int) -> _Witnesses:
        """The first chains of so many coronas: every chain is tried until one without holes is known."""
        witnesses = _Witnesses()
        patch = frozenset(self.cells_of(self.first))
        self._extend((), [self.first], patch, level, witnesses)
        return witnesses

    def _extend(
        self,
        chain: tuple[Corona, ...],
        before: Sequence[_Copy],
        patch: frozenset[Cell],
        left: int,
        witnesses: _Witnesses,
    ) -> None:
        last = left == 1
        if last and not witnesses.with_holes:
            first = next(self.coronas(patch, before, 0, may_enclose=True), None)
            if first is None:
                return
            witnesses.with_holes = (*chain, tuple(map(self.cells_of, first)))
        for copies in self.coronas(patch, before, left - 1, may_enclose=False):
            corona = tuple(map(self.cells_of, copies))
            whole = patch.union(*corona)
            if has_hole(whole, self.lattice):
                continue
            if last:
                witnesses.without_holes = (*chain, corona)
            else:
                self._extend((*chain, corona), copies, whole, left - 1, witnesses)
            if witnesses.without_holes:
                return

    def coronas(
        self, patch: frozenset[Cell], before: Sequence[_Copy], depth: int, *, may_enclose: bool
    ) -> Iterator[list[_Copy]]:
        """All coronas of a patch around whose last copies ``before`` and them ``depth`` others may lie.

        Unless it ``may_enclose`` cells, some coronas with holes are left out.
        """
        is_free = depth == 0 and may_enclose
        rim = rim_of(patch, self.lattice)
        copies = self._copies(rim, patch)
        if not is_free:
            copies = [
                copy for copy in copies if all(self._fits(copy, one, depth, may_enclose) for one in before)
            ]
        covering: dict[Cell, int] = {}
        for k, copy in enumerate(copies):
            for cell in self.cells_of(copy):
                covering[cell] = covering.get(cell, 0) | 1 << k
        if not all(cell in covering for cell in rim):
            return
        order = sorted(rim)
        of_rim = [covering[cell] for cell in order]
        excluded: dict[int, int] = {}

        def excluded_by(k: int) -> int:
            """The copies that overlap this one or touch it in a wrong way."""
            mask = 0
            for cell in self.cells_of(copies[k]):
                mask |= covering[cell]
            if not is_free:
                for other, copy in enumerate(copies):
                    if not mask >> other & 1 and not self._fits(copies[k], copy, depth, may_enclose):
                        mask |= 1 << other
            return mask

        def search(left: int, open_cells: list[int], chosen: list[int]) -> Iterator[list[int]]:
            if not open_cells:
                yield chosen
                return
            self.nodes += 1
            if self.nodes % CHECKED == 0:
                self.check_cancelled()
            options = min([mask & left for mask in open_cells], key=int.bit_count)
            while options:
                bit = options & -options
                options ^= bit
                k = bit.bit_length() - 1
                if k not in excluded:
                    excluded[k] = excluded_by(k)
                rest = left & ~excluded[k]
                yield from search(rest, [mask for mask in open_cells if not mask & bit], [*chosen, k])

        for chosen in search((1 << len(copies)) - 1, of_rim, []):
            yield [copies[k] for k in chosen]

    def _copies(self, rim: Iterable[Cell], patch: frozenset[Cell]) -> list[_Copy]:
        """All copies that cover a cell of the rim and none of the patch."""
        copies: dict[_Copy, None] = {}
        is_translation = self.lattice.is_translation
        for x, y in rim:
            for number, image in enumerate(self.images):
                for a, b in image:
                    shift = (x - a, y - b)
                    copy = _Copy(number, shift)
                    if is_translation(shift) and copy not in copies and patch.isdisjoint(self.cells_of(copy)):
                        copies[copy] = None
        return list(copies)

    def _fits(self, copy: _Copy, other: _Copy, depth: int, may_enclose: bool) -> bool:  # noqa: FBT001
        """Whether two copies are apart, or may touch in this way."""
        shift = subtract(other.shift, copy.shift)
        key = (depth, may_enclose, copy.orientation, other.orientation, shift)
        fits = self.relations.get(key)
        if fits is None:
            near = self.cells_of(_Copy(other.orientation, shift))
            own = self.images[copy.orientation]
            fits = self.rims[copy.orientation].isdisjoint(near) or (
                (may_enclose or all(size % len(own) == 0 for size in enclosed((*own, *near), self.lattice)))
                and (not depth or self._can_surround(depth, copy.orientation, near))
            )
            self.relations[key] = fits
        return fits

    def _can_surround(self, depth: int, orientation: int, near: Placed) -> bool:
        """Whether copies can surround two of them; the answer is kept for all pairs that are alike."""
        motion, lattice = self.inverse[orientation], self.lattice
        shift = lattice.anchor(map(motion, self.images[orientation]))
        cells = sorted(subtract(motion(cell), shift) for cell in near)
        at = lattice.anchor(cells)
        other = _Copy(self.number[lattice.normalise(cells)], at)
        if (depth, other) not in self.surrounded:
            one = _Copy(0, (0, 0))
            patch = frozenset((*self.images[0], *cells))
            coronas = self.coronas(patch, (one, other), depth - 1, may_enclose=depth == 1)
            self.surrounded[depth, other] = next(coronas, None) is not None
        return self.surrounded[depth, other]


# --- Rims and holes


def rim_of(patch: Iterable[Cell], lattice: Lattice) -> set[Cell]:
    """The cells outside a patch that touch it in a side or a corner."""
    cells = set(patch)
    rim: set[Cell] = set()
    for cell in cells:
        rim.update(around(cell, lattice))
    return rim - cells


def around(cell: Cell, lattice: Lattice) -> list[Cell]:
    """The cells that share a corner with a cell."""
    kind = lattice.class_of(cell)
    shift = subtract(cell, kind)
    return [add(step, shift) for step in _around_class(kind, lattice)]


@cache
def _around_class(kind: Cell, lattice: Lattice) -> tuple[Cell, ...]:
    def corners(cell: Cell) -> set[tuple[float, float]]:
        return {(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in lattice.outline(cell)}

    own = corners(kind)
    near, todo = {kind}, [kind]
    while todo:
        for other in lattice.neighbours(todo.pop()):
            if other not in near and own & corners(other):
                near.add(other)
                todo.append(other)
    return tuple(sorted(near - {kind}))


def has_hole(patch: Iterable[Cell], lattice: Lattice) -> bool:
    """Whether a connected patch encloses cells: whether its rim is in several parts.

    The rim of a patch without holes is connected by sides, for such a patch is a disc.
    """
    rim = rim_of(patch, lattice)
    return len(_reached(next(iter(rim)), rim, lattice)) != len(rim)


def enclosed(patch: Iterable[Cell], lattice: Lattice) -> list[int]:
    """How many cells are in each hole of a patch."""
    cells = set(patch)
    rim = rim_of(cells, lattice)
    left = rim - _reached(min(rim), rim, lattice)  # the first cell of the rim is outside
    sizes = []
    while left:
        hole, todo = set(), [next(iter(left))]
        while todo:
            cell = todo.pop()
            if cell not in hole:
                hole.add(cell)
                todo += [near for near in lattice.neighbours(cell) if near not in cells]
        sizes.append(len(hole))
        left -= hole
    return sizes


def _reached(start: Cell, cells: set[Cell], lattice: Lattice) -> set[Cell]:
    """The cells that neighbours join with the first one."""
    reached, todo = {start}, [start]
    while todo:
        for near in lattice.neighbours(todo.pop()):
            if near in cells and near not in reached:
                reached.add(near)
                todo.append(near)
    return reached
