"""All best arrangements of a small board, by trying: cell after cell is a hole, or the first cell of a piece.

It knows cells as bits and nothing else of the package; what it leaves out are arrangements with more pieces
than the best one so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Cell = tuple[int, ...]
Cells = tuple[Cell, ...]

SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))


def turned(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The eight images of some cells, in order, where they fall."""
    images: list[list[Cell]] = []
    for flip in (1, -1):
        positions: list[Cell] = [(flip * x, y) for x, y in cells]
        for _ in range(4):
            images.append(positions)
            positions = [(-y, x) for x, y in positions]
    return images


def corner(cells: Iterable[Cell]) -> Cells:
    """Sorted cells, moved to the corner."""
    positions = list(cells)
    left, top = min(x for x, _ in positions), min(y for _, y in positions)
    return tuple(sorted((x - left, y - top) for x, y in positions))


def laid(board: Iterable[Cell], piece: Sequence[Cell]) -> list[frozenset[Cell]]:
    """Every way that the piece lies on the board."""
    cells = set(board)
    pairs = set()
    for shape in {corner(image) for image in turned(piece)}:
        for x, y in cells:
            for a, b in shape:
                there = frozenset((x - a + u, y - b + v) for u, v in shape)
                if there <= cells:
                    pairs.add(there)
    return sorted(pairs, key=sorted)


class Brute:
    """The search; ``best`` is the least number of pieces (None: impossible), ``arrangements`` have it."""

    def __init__(
        self,
        board: Iterable[Cell],
        piece: Sequence[Cell],
        *,
        no_slide: bool = False,
        pieces: Iterable[Cells] = (),
        ports: Iterable[Cell] = (),
    ) -> None:
        cells = sorted(board)
        bit = {cell: 1 << k for k, cell in enumerate(cells)}
        places = laid(cells, piece)
        self.places = [tuple(sorted(place)) for place in places]
        self.masks = [sum(bit[cell] for cell in place) for place in places]
        self.size = len(cells)
        self.meets = [
            sum(1 << q for q, other in enumerate(self.masks) if other & mask) for mask in self.masks
        ]
        self.hits = max((meet.bit_count() for meet in self.meets), default=1)
        self.first: list[list[int]] = [[] for _ in cells]
        self.last: list[list[int]] = [[] for _ in cells]
        for p, mask in enumerate(self.masks):
            self.first[(mask & -mask).bit_length() - 1].append(p)
            self.last[mask.bit_length() - 1].append(mask)
        # (placement, cells it would slide onto) by the cell after which it can be told
        self.slides: list[list[tuple[int, int]]] = [[] for _ in cells]
        if no_slide:
            for p, place in enumerate(places):
                for dx, dy in SIDES:
                    onto = {(x + dx, y + dy) for x, y in place} - place
                    if onto <= set(cells):
                        ahead = sum(bit[cell] for cell in onto)
                        self.slides[(ahead | self.masks[p]).bit_length() - 1].append((1 << p, ahead))
        given = {tuple(sorted(value)) for value in pieces}
        self.must = sum(1 << p for p, place in enumerate(self.places) if place in given)
        self.shut = sum(bit[cell] for cell in ports)
        self.open = sum(bit[cell] for positions in given for cell in positions)  # no holes there
        self.least = self.size + 1
        self.chosen: list[int] = []
        self._go(0, 0, 0, 0, (1 << len(places)) - 1, 0)
        self.best = self.least if self.least <= self.size else None
        self.arrangements = [
            frozenset(place for p, place in enumerate(self.places) if result >> p & 1)
            for result in self.chosen
        ]

    def _go(self, at: int, covered: int, holes: int, number: int, alive: int, used: int) -> None:
        """Cells before ``at`` are decided; ``alive`` placements have no covered cell yet."""
        while at < self.size and covered >> at & 1:
            if not self._still(at, holes, number):
                return
            at += 1
        # Each placement that is alive has to be met by a piece yet, and a piece meets only so many.
        if used - (-alive.bit_count() // self.hits) > self.least:
            return
        if at == self.size:
            if number & self.must == self.must:
                if used < self.least:
                    self.least, self.chosen = used, []
                self.chosen.append(number)
            return
        bit = 1 << at
        if not self.open & bit:
            with_hole = holes | bit
            if all(mask & with_hole != mask for mask in self.last[at]) and self._still(at, with_hole, number):
                self._go(at + 1, covered, with_hole, number, alive, used)
        if not self.shut & bit:
            for p in self.first[at]:
                mask = self.masks[p]
                if not mask & (covered | self.shut):
                    self._go(at, covered | mask, holes, number | 1 << p, alive & ~self.meets[p], used + 1)

    def _still(self, at: int, holes: int, number: int) -> bool:
        return all(not (number & p and ahead & holes == ahead) for p, ahead in self.slides[at])


def orbits(
    board: Iterable[Cell], cell_sets: Iterable[frozenset[Cells]], given: Sequence[frozenset[Cells]]
) -> int:
    """How many arrangements there are up to the board's symmetries that keep each set of ``given``."""
    cells = sorted(board)
    maps = []
    for image in turned(cells):
        left = min(x for x, _ in image) - min(x for x, _ in cells)
        top = min(y for _, y in image) - min(y for _, y in cells)
        there: list[Cell] = [(x - left, y - top) for x, y in image]
        if sorted(there) == cells:
            maps.append(dict(zip(cells, there, strict=True)))

    def moved(cell_sets: Iterable[Cells], to: dict[Cell, Cell]) -> frozenset[Cells]:
        return frozenset(tuple(sorted(to[cell] for cell in place)) for place in cell_sets)

    kept = [to for to in maps if all(moved(outcome, to) == outcome for outcome in given)]
    return len({min(tuple(sorted(moved(values, to))) for to in kept) for values in cell_sets})
