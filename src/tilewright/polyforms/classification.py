"""How polyforms tile the plane, by the core: one of them, and a table of all of a size.

Isohedral tilings are searched by the groups that carry the copies to each other, completely; others by exact
covers of tori up to a number of copies. What neither finds is surrounded by coronas.

J. Myers, Polyform tiling, www.polyomino.org.uk/mathematics/polyform-tiling.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tilewright._core import TorusSearch, find_isohedral
from tilewright.model.lattices import SQUARE, Lattice
from tilewright.model.pieces.polyforms import Shape
from tilewright.polyforms.coronas import HeeschNumbers, more_coronas, no_coronas
from tilewright.polyforms.listing import list_polyforms
from tilewright.polyforms.plane import plane_of
from tilewright.polyforms.query import PolyformQuery
from tilewright.polyforms.tilings import PeriodicTiling, TilingClass, check_tiling
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Cancelled, Control, Progress, Status, StepLoop, StepSize
from tilewright.wording import counted

MAX_COPIES = 6
"""The most copies in a fundamental domain of tilings that are not isohedral, unless more are asked for."""

MAX_CORONAS = 4
"""The most coronas that are searched around a polyform, unless more are asked for."""

MAX_RECTANGLE = 100
"""The most cells of a rectangle that is tiled, unless more are asked for."""

MAX_NODES = 500_000
"""The most choices in the search for one number of coronas."""

FIRST_NODES = 1000  # of the first step
STAGES = ((1, 4), (2, 6), (3, 8))
"""Coronas and copies that are tried first: most polyforms are settled by few of them."""


@dataclass(frozen=True)
class AtlasLimits:
    """How far a polyform is examined.

    ``copies`` in the fundamental domain of a tiling, ``coronas`` around a shape of which no tiling is known,
    ``rectangle``, the cells of a rectangle of squares, and ``nodes``, the choices in the search for one
    number of coronas.
    """

    copies: int = MAX_COPIES
    coronas: int = MAX_CORONAS
    rectangle: int = MAX_RECTANGLE
    nodes: int = MAX_NODES


@dataclass(frozen=True)
class Settled:
    """What is known of a polyform without an isohedral tiling.

    All tilings with up to ``tried_copies`` copies in a fundamental domain were searched, unless one is known.
    """

    tiling_class: TilingClass
    heesch: HeeschNumbers
    tiling: PeriodicTiling | None = None
    tried_copies: int = 0


def isohedral_class(shape: Shape, lattice: Lattice) -> tuple[TilingClass, PeriodicTiling | None]:
    """The simplest isohedral tiling by a polyform; class ``unknown`` and None if there is none."""
    plane = plane_of(lattice)
    rows = plane.core_shape(shape)
    for kind, motions, required in (
        (TilingClass.TRANSLATION, [0], -1),
        (TilingClass.HALF_TURN, [0, plane.half_turn], plane.half_turn),
        (TilingClass.ISOHEDRAL, list(plane.motions), -1),
    ):
        result = find_isohedral(plane.core, rows, motions, required)
        if result is not None:
            tiling = plane.tiling(rows, result)
            check_tiling(shape, tiling, lattice)
            return kind, tiling
    return TilingClass.UNKNOWN, None


def settle(
    shape: Shape,
    lattice: Lattice,
    limits: AtlasLimits,
    loop: StepLoop,
    on_progress: Callable[[Settled], object] = lambda settled: None,
) -> Settled:
    """Whether a polyform without an isohedral tiling tiles the plane; Cancelled by a limit of the loop.

    ``on_progress`` is given what is known meanwhile.
    """
    heesch, tried = no_coronas(shape), 0
    for coronas, copies in (*STAGES, (limits.coronas, limits.copies)):
        heesch = more_coronas(shape, lattice, heesch, min(coronas, limits.coronas), limits.nodes, loop)
        if heesch.are_final:
            return Settled(TilingClass.NONE, heesch, tried_copies=tried)
        on_progress(Settled(TilingClass.UNKNOWN, heesch, tried_copies=tried))
        while tried < min(copies, limits.copies):
            tiling = torus_tiling_of(shape, lattice, tried + 1, loop)
            if tiling is not None:
                return Settled(TilingClass.ANISOHEDRAL, heesch, tiling, tried)
            tried += 1
            on_progress(Settled(TilingClass.UNKNOWN, heesch, tried_copies=tried))
    return Settled(TilingClass.UNKNOWN, heesch, tried_copies=tried)


def torus_tiling_of(shape: Shape, lattice: Lattice, copies: int, loop: StepLoop) -> PeriodicTiling | None:
    """A periodic tiling with so many copies in a fundamental domain; None if there is none."""
    plane = plane_of(lattice)
    rows = plane.core_shape(shape)
    search = TorusSearch(plane.core, rows, copies)

    def progress() -> Progress:
        words = f"tilings with {counted(copies, 'copy', 'copies')}"
        return Progress(0.0, search.nodes, 0, 0, loop.seconds, None, words=words)

    loop.run(search.advance, StepSize(FIRST_NODES), progress)
    if search.tiling is None:
        return None
    tiling = plane.tiling(rows, search.tiling)
    check_tiling(shape, tiling, lattice)
    return tiling


@dataclass
class TilerTable:
    """How many polyforms of a size tile the plane how, the free ones.

    ``total`` is the number of all, ``classes`` counts those without holes, and ``holed`` the others, which do
    not tile. ``heesch`` counts the shapes of class ``none`` by their Heesch numbers without holes,
    ``heesch_holes`` by those with holes in the last corona. ``unknown`` has the shapes that the bounds did
    not settle. Where ``status`` is not complete, a limit left some shapes out.
    """

    status: Status = Status.COMPLETE
    total: int = 0
    classes: Counter[TilingClass] = field(default_factory=Counter)
    holed: int = 0
    heesch: Counter[int] = field(default_factory=Counter)
    heesch_holes: Counter[int] = field(default_factory=Counter)
    unknown: list[Shape] = field(default_factory=list)
    seconds: float = 0.0
    share: float = 0.0

    @property
    def not_examined(self) -> int:
        """How many shapes without holes a limit left out."""
        return self.total - self.holed - self.classes.total()


def tabulate_tilers(
    size: int,
    lattice: Lattice = SQUARE,
    limits: AtlasLimits | None = None,
    resources: Resources | None = None,
    control: Control | None = None,
) -> TilerTable:
    """The table of the free polyforms of a size; UnsupportedError for a lattice that is not of the plane.

    >>> {kind.value: count for kind, count in tabulate_tilers(6).classes.items()}
    {'translation': 24, 'half-turn': 11}
    """
    table, control, limits = TilerTable(), control or Control(), limits or AtlasLimits()
    plane_of(lattice)
    loop = StepLoop(control)
    totals = []
    for with_holes in (True, False):
        shapes = list_polyforms(PolyformQuery(size, "free", lattice, with_holes), resources, control)
        if shapes.status is not Status.COMPLETE:
            table.status, table.seconds = shapes.status, loop.seconds
            return table
        totals.append(shapes.count)
    table.total, table.holed = totals[0], totals[0] - totals[1]

    def progress() -> Progress:
        done = table.classes.total()
        return Progress(done / totals[1], 0, 0, 0, loop.seconds, None, words="shapes")

    try:
        for shape in shapes:
            loop.check_cancelled()
            _add(table, shape, lattice, limits, loop)
            loop.report(progress)
    except Cancelled as end:
        table.status = end.status
    table.seconds, table.share = loop.seconds, table.classes.total() / totals[1]
    return table


def _add(table: TilerTable, shape: Shape, lattice: Lattice, limits: AtlasLimits, loop: StepLoop) -> None:
    """Add a shape to a table."""
    kind, _ = isohedral_class(shape, lattice)
    if kind is TilingClass.UNKNOWN:
        settled = settle(shape, lattice, limits, loop)
        kind = settled.tiling_class
        if kind is TilingClass.NONE:
            table.heesch[settled.heesch.without_holes.number] += 1
            table.heesch_holes[settled.heesch.with_holes.number] += 1
        elif kind is TilingClass.UNKNOWN:
            table.unknown.append(shape)
    table.classes[kind] += 1
