"""Local search on a torus: windows of a pattern, unrolled in the plane, are filled anew."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.families.gunport.board import GunportBoard, PieceCells, Rules
from tilewright.families.gunport.engines.improvement import (
    LARGE_PIECE_WINDOW,
    WINDOW,
    ArrangementSearch,
    Window,
    reach,
)
from tilewright.families.gunport.query import SolveOptions
from tilewright.families.gunport.torus import Pattern, Torus, pattern_faults
from tilewright.model.lattices import Cell
from tilewright.solving.steps import Status

LEAST_SIDE = 3
"""Of a window that is worth a search."""


@dataclass(frozen=True)
class ImprovedPattern:
    """A valid pattern, how many windows were filled to find it, and how the search ended."""

    pattern: Pattern
    windows: int
    status: Status


def window_side(torus: Torus, rules: Rules) -> int:
    """The side of the windows: with the cells around that matter, they do not go round the torus."""
    most = WINDOW if rules.is_domino else LARGE_PIECE_WINDOW
    return min(most, min(torus.rows, torus.columns) - 2 * reach(rules))


def improved_pattern(
    torus: Torus, rules: Rules, options: SolveOptions, bound: int, seed: int = 0
) -> ImprovedPattern | None:
    """The best pattern that is found; None where the torus is too small, or nothing to begin with is found.

    The search ends at ``bound`` pieces, after many windows without success, or at a limit.
    """
    best = _first_pattern(torus, rules) if window_side(torus, rules) >= LEAST_SIDE else None
    if best is None:
        return None

    def refill(cell_sets: set[PieceCells], window: Window) -> int:
        nonlocal best
        assert best is not None
        free = set(torus.cells_of(window.free))
        outside = [piece for piece in best.pieces if not free.issuperset(torus.cells_of(piece))]
        best = Pattern(torus, tuple(sorted([*outside, *(_on_torus(torus, piece) for piece in cell_sets)])))
        return len(best.pieces)

    def window_of(corner: Cell) -> Window:
        assert best is not None
        return _window(best, rules, corner)

    search = ArrangementSearch(rules, options, seed)
    search.run(len(best.pieces), bound, torus.cells, window_of, refill)
    return ImprovedPattern(best, search.windows, search.status)


def _first_pattern(torus: Torus, rules: Rules) -> Pattern | None:
    """Pieces one after the other, as long as one fits; None if that is no arrangement under the rules."""
    covered: set[Cell] = set()
    pieces: list[PieceCells] = []
    for places in torus.placements(rules):
        cells = torus.cells_of(places)
        if covered.isdisjoint(cells):
            pieces.append(places)
            covered.update(cells)
    pattern = Pattern(torus, tuple(pieces))
    return None if pattern_faults(pattern, rules) else pattern


def _on_torus(torus: Torus, piece: PieceCells) -> PieceCells:
    """The piece moved so that its first place is the cell of the torus itself."""
    (x, y), (u, v) = piece[0], torus.cell(piece[0])
    return tuple((a - x + u, b - y + v) for a, b in piece)


def _window(pattern: Pattern, rules: Rules, corner: Cell) -> Window:
    """The window with this corner, in the plane, and what lies around it."""
    torus, side = pattern.torus, window_side(pattern.torus, rules)
    place_in = {torus.cell(place): (piece, place) for piece in pattern.pieces for place in piece}
    left, top = corner

    def square(margin: int) -> list[Cell]:
        steps = range(-margin, side + margin)
        return [(left + dx, top + dy) for dy in steps for dx in steps]

    def piece_at(place: Cell) -> PieceCells:
        """The piece over a place of the plane, () for a port."""
        known = place_in.get(torus.cell(place))
        if known is None:
            return ()
        piece, (x, y) = known
        return tuple((a - x + place[0], b - y + place[1]) for a, b in piece)

    inside = set(square(0))
    free = frozenset(place for place in inside if inside.issuperset(piece_at(place)))
    around = [place for place in square(reach(rules)) if place not in free]
    given = frozenset(piece for piece in map(piece_at, around) if piece)
    ports = frozenset(place for place in around if not piece_at(place))
    return Window(GunportBoard(free.union(ports, *given), given, ports), free)
