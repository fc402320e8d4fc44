"""The atlas of polyforms: what is known of one polyform, each tiling with a witness that is checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tilewright.errors import PuzzleError
from tilewright.model.lattices import SQUARE, Cell, Lattice
from tilewright.model.pieces.polyforms import Shape, canonical
from tilewright.model.pieces.sets import name_of
from tilewright.model.shape import Shape as DrawnShape
from tilewright.model.shape import holes
from tilewright.polyforms.boundary import check_plane_lattice, perimeter_of
from tilewright.polyforms.classification import AtlasLimits, Settled, settle
from tilewright.polyforms.coronas import HeeschNumbers, no_coronas
from tilewright.polyforms.isohedral import isohedral_tiling
from tilewright.polyforms.rectangles import SmallestRectangle, smallest_rectangle
from tilewright.polyforms.tilings import PeriodicTiling, TilingClass, check_tiling
from tilewright.solving.steps import Cancelled, Control, Status, StepLoop
from tilewright.wording import counted

MAX_CELLS = 60
"""The most cells of a polyform that is examined."""


@dataclass
class AtlasEntry:
    """What is known of a polyform. ``status`` says whether a limit ended the work before it was complete.

    ``cells`` are canonical. ``symmetries`` are the motions, up to translations, that carry it to itself, and
    ``fixed_forms`` the orientations. ``reason`` says why it does not tile. ``tried_copies`` is the number of
    copies in a fundamental domain up to which all tilings were searched. ``heesch`` is None for a polyform
    that tiles: it can be surrounded any number of times. ``rectangle`` is the smallest one that copies tile,
    on squares, for a polyomino that may tile the plane.
    """

    lattice: Lattice
    cells: Shape
    name: str | None
    perimeter: int
    holes: int
    symmetries: tuple[str, ...]
    fixed_forms: int
    box: tuple[int, int]
    tiling_class: TilingClass = TilingClass.UNKNOWN
    tiling: PeriodicTiling | None = None
    reason: str = ""
    tried_copies: int = 0
    heesch: HeeschNumbers | None = None
    rectangle: SmallestRectangle | None = None
    status: Status = Status.COMPLETE
    notes: list[str] = field(default_factory=list)


def describe_polyform(cells: Iterable[Cell], lattice: Lattice) -> AtlasEntry:
    """The entry of a polyform without its tilings.

    PuzzleError for cells that are not connected or too many; UnsupportedError for other lattices than
    squares, hexagons and triangles.
    """
    check_plane_lattice(lattice)
    given = list(cells)
    if len(given) > MAX_CELLS:
        raise PuzzleError(
            f"the polyform has {counted(len(given), 'cell')}; at most {MAX_CELLS} cells are accepted"
        )
    parts = lattice.components(given)
    if len(parts) != 1:
        raise PuzzleError(f"the cells are in {len(parts)} parts; expected a connected polyform")
    shape = canonical(given, "all", lattice)
    kept = tuple(
        motion.name for motion in lattice.motions["all"][1:] if lattice.normalise(map(motion, shape)) == shape
    )
    width, height = (max(axis) - min(axis) + 1 for axis in zip(*shape, strict=True))
    return AtlasEntry(
        lattice,
        shape,
        name_of(shape, lattice),
        perimeter_of(shape, lattice),
        len(holes(DrawnShape.of(lattice, shape))),
        kept,
        len({lattice.normalise(image) for image in lattice.images(shape, "all")}),
        (width, height),
    )


def examine_polyform(
    cells: Iterable[Cell], lattice: Lattice, limits: AtlasLimits | None = None, control: Control | None = None
) -> AtlasEntry:
    """The entry of a polyform in the atlas; see :class:`AtlasEntry`.

    >>> from tilewright.model.lattices import SQUARE
    >>> from tilewright.model.pieces import polyomino
    >>> examine_polyform(polyomino("F"), SQUARE).tiling_class.value
    'half-turn'
    """
    limits, loop = limits or AtlasLimits(), StepLoop(control or Control())
    entry = describe_polyform(cells, lattice)
    try:
        _classify(entry, limits, loop)
        if lattice is SQUARE and entry.tiling_class is not TilingClass.NONE:
            entry.rectangle = smallest_rectangle(entry.cells, limits.rectangle, loop)
    except Cancelled as ended:
        entry.status = ended.status
    return entry


def _classify(entry: AtlasEntry, limits: AtlasLimits, loop: StepLoop) -> None:
    """Find how a polyform tiles the plane."""
    shape, lattice = entry.cells, entry.lattice
    if entry.holes:
        entry.tiling_class = TilingClass.NONE
        entry.reason = "no copy fits into the hole"
        entry.heesch = no_coronas(shape, is_final=True)
        return
    entry.tiling_class, entry.tiling = isohedral_tiling(shape, lattice)
    if entry.tiling is not None:
        check_tiling(shape, entry.tiling, lattice)
        return

    def take(known: Settled) -> None:
        entry.tiling_class, entry.tiling = known.tiling_class, known.tiling
        entry.tried_copies = known.tried_copies
        entry.heesch = known.heesch if known.tiling is None else None

    settled = settle(shape, lattice, limits, loop, take)
    take(settled)
    if entry.tiling_class is TilingClass.NONE:
        most = settled.heesch.with_holes.number + 1
        entry.reason = f"it cannot be surrounded {counted(most, 'time')} by copies"
