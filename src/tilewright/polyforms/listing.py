"""Lists of polyforms: the core enumerates the fixed ones, and keeps those that are canonical."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from tilewright._core import PolyformGraph, PolyformLister
from tilewright.model.lattices import SQUARE, Cell, Lattice, Motion
from tilewright.model.pieces import KINDS
from tilewright.model.pieces.polyforms import Shape
from tilewright.polyforms.graphs import make_graph, padded
from tilewright.polyforms.periodic import PeriodicLattice
from tilewright.polyforms.query import ENUMERATION, PolyformQuery
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Cancelled, Control, Progress, Status, StepLoop, StepSize
from tilewright.wording import memory_text

FIRST_VERTICES = 20_000  # of the first step
BATCH = 1000  # shapes that are translated together


@dataclass
class PolyformList:
    """The polyforms of a query in the order of their cells, or how the search for them ended.

    Iteration gives each once: the core forgets those that are taken.
    """

    status: Status
    count: int
    seconds: float
    share: float
    note: str = ""
    engine: str = ENUMERATION
    _lister: PolyformLister | None = None
    _lattice: Lattice = SQUARE
    _size: int = 1

    def __iter__(self) -> Iterator[Shape]:
        lister = self._lister
        if lister is None:
            return
        cells: dict[int, Cell] = {}
        radix, origin, dimension = lister.radix, lister.origin, self._lattice.dimension
        while codes := lister.take(BATCH):
            for code in set(codes) - cells.keys():
                first, rest = divmod(code, radix * radix)
                cells[code] = tuple([x + origin for x in (first, *divmod(rest, radix))[:dimension]])
            for start in range(0, len(codes), self._size):
                yield tuple([cells[code] for code in codes[start : start + self._size]])


def list_polyforms(
    query: PolyformQuery, resources: Resources | None = None, control: Control | None = None
) -> PolyformList:
    """Every polyform of a query, one canonical shape for each class, in the order of ``polyforms``."""
    resources, loop = resources or Resources(), StepLoop(control or Control())
    lattice, limit = query.lattice, resources.bytes()
    periodic = PeriodicLattice(lattice)
    lister: PolyformLister | None = None

    def progress() -> Progress:
        share = lister.progress if lister else 0.0
        return Progress(share, 0, 0, 0, loop.seconds, loop_eta(loop, share), words="listing")

    try:
        identity = periodic.motion(lattice.motions["fixed"][0])
        graph = make_graph(periodic, identity, query.size, with_holes=query.with_holes)
        loop.check_cancelled()
        lister = make_lister(periodic, graph, query, lattice.motions[KINDS[query.kind]], resources.threads)
        started = lister

        def check_memory() -> None:
            if started.memory > limit:
                note = f"the list reached the bound of memory, {memory_text(started.memory)} of it in use"
                raise Cancelled(Status.LIMIT, note)

        loop.run(lister.advance, StepSize(FIRST_VERTICES), progress, check_memory)
    except Cancelled as end:
        share = lister.progress if lister else 0.0
        return PolyformList(end.status, 0, loop.seconds, share, end.note)
    return PolyformList(
        Status.COMPLETE,
        lister.count,
        loop.seconds,
        1.0,
        _lister=lister,
        _lattice=lattice,
        _size=query.size,
    )


def loop_eta(loop: StepLoop, share: float) -> float | None:
    """Seconds that are left if the rest takes as long as what is done."""
    return loop.seconds * (1 - share) / share if share > 0.02 else None


def make_lister(
    periodic: PeriodicLattice,
    graph: PolyformGraph,
    query: PolyformQuery,
    motions: Sequence[Motion],
    threads: int,
    *,
    excluded: Sequence[Motion] = (),
    keeps: bool = True,
) -> PolyformLister:
    """The core's lister of the shapes that none of the motions carries to one before them.

    Shapes that an excluded motion carries to cells are left out.
    """
    lattice = periodic.lattice
    cells = [periodic.cell(at[: lattice.dimension], number) for number, *at in graph.cells]
    images = [_image(motion, cells) for motion in motions]
    basis = [padded(row) for row in periodic.basis]
    sizes = [range(row[k]) for k, row in enumerate(periodic.basis)]
    shifts = [padded(lattice.anchor([residue])) for residue in product(*sizes)]
    return PolyformLister(
        graph, query.size, not query.with_holes, images, [_image(m, cells) for m in excluded], basis, shifts,
        keeps, threads,
    )  # fmt: skip


def _image(motion: Motion, cells: Sequence[Cell]) -> list[int]:
    """The divisor of a motion, and the coordinates of the images of cells times that."""
    moved = motion.image(cells) if motion.divisor == 1 else [motion.carry(cell) for cell in cells]
    assert moved is not None
    return [motion.divisor, *(x for cell in moved for x in padded(cell))]
