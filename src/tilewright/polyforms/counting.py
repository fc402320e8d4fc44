"""Numbers of polyforms.

The core counts fixed polyforms by Redelmeier's algorithm, on squares from some size on by the
transfer-matrix method of Conway and Jensen. Free and one-sided ones follow from Burnside's lemma: those that
a motion keeps are counted as sets of orbits, of which there are few. Motions of some sets of cells only, as
spheres in a plane have them, merge classes of the others: these sets are enumerated by themselves.

D. H. Redelmeier, Counting polyominoes: yet another attack, Discrete Mathematics 36 (1981) 191-203.
I. Jensen, Enumerations of lattice animals and trees, J. Statistical Physics 102 (2001) 865-881.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright._core import PolyformCounter, PolyformGraph, PolyformLister, TransferMatrix
from tilewright.errors import UnsupportedError
from tilewright.model.lattices import SQUARE, Motion
from tilewright.model.lattices.lattice import subtract
from tilewright.model.pieces import KINDS
from tilewright.polyforms.graphs import make_graph
from tilewright.polyforms.listing import FIRST_VERTICES, loop_eta, make_lister
from tilewright.polyforms.periodic import ClassMotion, PeriodicLattice
from tilewright.polyforms.query import ENUMERATION, TRANSFER, PolyformQuery
from tilewright.polyforms.symmetries import motion_classes
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Cancelled, Control, Progress, Status, StepLoop, StepSize
from tilewright.wording import memory_text

FIRST_TRANSFER_SIZE = 16  # from which the transfer matrix is quicker
FIRST_STATES = 1000  # of the first step of the transfer matrix


@dataclass(frozen=True)
class PolyformCount:
    """How many polyforms there are; ``count`` is None where a limit or a cancellation came first.

    ``engine`` is that of the fixed polyforms, ``share`` what was done of its work, ``note`` which
    limit it was.
    """

    status: Status
    count: int | None
    engine: str
    seconds: float
    share: float
    note: str = ""


def count_polyforms(
    query: PolyformQuery, resources: Resources | None = None, control: Control | None = None, engine: str = ""
) -> PolyformCount:
    """The number of polyforms of a query, by the quicker engine or the one named.

    UnsupportedError where the transfer matrix is named and cannot count them.
    """
    count = _Count(query, resources or Resources(), StepLoop(control or Control()), engine)
    try:
        number = count.result()
    except Cancelled as end:
        return PolyformCount(end.status, None, count.engine, count.loop.seconds, count.share, end.note)
    return PolyformCount(Status.COMPLETE, number, count.engine, count.loop.seconds, 1.0)


class _Count:
    """A count under way."""

    def __init__(self, query: PolyformQuery, resources: Resources, loop: StepLoop, engine: str) -> None:
        self.query, self.resources, self.loop = query, resources, loop
        self.periodic = PeriodicLattice(query.lattice)
        self.share = 0.0
        is_countable = query.lattice is SQUARE and query.with_holes
        if engine == TRANSFER and not is_countable:
            raise UnsupportedError("the transfer matrix counts polyominoes, with holes, on squares only")
        is_large = query.size >= FIRST_TRANSFER_SIZE
        self.engine = engine or (TRANSFER if is_countable and is_large else ENUMERATION)

    def result(self) -> int:
        """The number; Cancelled where a limit or a cancellation comes first."""
        motions = self.query.lattice.motions[KINDS[self.query.kind]]
        whole = [motion for motion in motions if motion.divisor == 1]
        total, rest = divmod(self._kept_by_all(), len(whole))
        assert rest == 0, "the counts of symmetric polyforms contradict each other"
        return total - self._merged([motion for motion in motions if motion.divisor > 1])

    def _kept_by_all(self) -> int:
        """The sum over all motions of the polyforms that they keep."""
        graphs: list[PolyformGraph] = []
        weights: list[int] = []
        by_transfer = self.engine == TRANSFER
        for number, same in enumerate(motion_classes(self.periodic, KINDS[self.query.kind])):
            for symmetry in () if by_transfer and number == 0 else same.symmetries:
                self.loop.check_cancelled()
                graphs.append(self._graph(symmetry))
                weights.append(same.motions)
        total = 0
        if graphs:
            query = self.query
            counter = PolyformCounter(graphs, query.size, not query.with_holes, self.resources.threads)
            self._run(counter, FIRST_VERTICES, "symmetric ones" if by_transfer else "counting")
            total = sum(w * c for w, c in zip(weights, counter.counts, strict=True))
        return total + (self._by_transfer() if by_transfer else 0)

    def _graph(self, symmetry: ClassMotion) -> PolyformGraph:
        return make_graph(self.periodic, symmetry, self.query.size, with_holes=self.query.with_holes)

    def _by_transfer(self) -> int:
        sweep, limit = TransferMatrix(self.query.size), self.resources.bytes()

        def check_memory() -> None:
            if sweep.memory > limit:
                raise Cancelled(Status.LIMIT, f"the states reached the bound of memory, {memory_text(limit)}")

        self._run(sweep, FIRST_STATES, "counting", check_memory)
        high, low = sweep.count
        return (high << 64) + low

    def _merged(self, partial_motions: list[Motion]) -> int:
        """By how much motions of some sets of cells only lessen the number of classes.

        A set that such a motion carries is connected by the steps that it carries to whole ones. Motions that
        carry the same steps carry the same sets.
        """
        lattice, query = self.query.lattice, self.query
        if partial_motions and len(lattice.classes) > 1:
            raise UnsupportedError(f"polyforms of the {lattice.name} lattice cannot be counted")
        whole = [motion for motion in lattice.motions[KINDS[query.kind]] if motion.divisor == 1]
        by_steps: dict[tuple[bool, ...], Motion] = {}
        for motion in partial_motions:
            by_steps.setdefault(self._carried_steps(motion), motion)
        merged, earlier = 0, list[Motion]()
        for carried, motion in by_steps.items():
            part = self.periodic.restricted(carried)
            graph = make_graph(part, part.motion(lattice.motions["fixed"][0]), query.size)
            classes = []
            for motions in (whole, [*whole, *partial_motions]):
                self.loop.check_cancelled()
                lister = make_lister(
                    part, graph, query, motions, self.resources.threads, excluded=earlier, keeps=False
                )
                self._run(lister, FIRST_VERTICES, "flat ones")
                classes.append(lister.count)
            merged += classes[0] - classes[1]
            earlier.append(motion)
        return merged

    def _carried_steps(self, motion: Motion) -> tuple[bool, ...]:
        cell = self.periodic.classes[0]
        start = motion.carry(cell)
        return tuple(
            [
                all(x % motion.divisor == 0 for x in subtract(motion.carry(near), start))
                for near in self.query.lattice.neighbours(cell)
            ]
        )

    def _run(
        self,
        search: PolyformCounter | PolyformLister | TransferMatrix,
        first: int,
        words: str,
        between: Callable[[], None] = lambda: None,
    ) -> None:
        def progress() -> Progress:
            self.share = search.progress
            seconds = self.loop.seconds
            return Progress(self.share, 0, 0, 0, seconds, loop_eta(self.loop, self.share), words=words)

        try:
            self.loop.run(search.advance, StepSize(first), progress, between)
        finally:
            self.share = search.progress
