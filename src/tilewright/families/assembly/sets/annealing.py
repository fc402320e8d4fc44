"""Changes pieces cell by cell, by simulated annealing with restarts: good sets, without a proof.

Each part is an annealing of its own from a seed of its own, and what it visits depends on nothing else. Sets
are examined where an assembly is at least as high as the best so far, which saves time and changes no answer.

Source: S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, Optimization by simulated annealing, Science 220 (1983).
"""

from __future__ import annotations

import math
import threading
from collections import Counter
from dataclasses import replace
from random import Random

from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.sets.best import BestSoFar
from tilewright.families.assembly.sets.goal import Wanted, examine
from tilewright.families.assembly.sets.growth import EMPTY, GrowthSpace, Owners
from tilewright.families.assembly.sets.parts import PartDone
from tilewright.model.lattices import Cell
from tilewright.solving.steps import CancelCheck

STEPS = 2_000  # of an annealing: assemblies that are taken apart
WARM, COLD = 0.7, 0.1  # temperatures, in moves of the first level
SECOND = 0.1  # of a move of the second level
HOLE = 0.03  # of an empty cell, against it: fewer holes leave fewer assemblies
SHUFFLE = 200  # changes at random before an annealing that begins with a given assembly
EXAMINED = 12  # sets of each first level that an annealing examines at most


class Annealings:
    """Annealings one after another: each is a part. ``restarts`` None: as many as there is time for."""

    def __init__(
        self,
        space: GrowthSpace,
        wanted: Wanted,
        best: BestSoFar,
        max_bytes: int,
        seed: int,
        restarts: int | None,
    ) -> None:
        self._space, self._wanted, self._best = space, wanted, best
        self._max_bytes, self._seed = max_bytes, seed
        self._puzzle = replace(space.puzzle, pieces=space.templates, expect=(), costs=())
        self.parts = restarts

    def share(self, done: int) -> float:
        """The share of the annealings before one; 0 where there is always one more."""
        return 0.0 if self.parts is None else done / self.parts

    def do_part(self, number: int, check_cancelled: CancelCheck, ended: threading.Event) -> PartDone:
        """An annealing: each assembly differs from the one before in a cell."""
        space, random = self._space, Random(f"{self._seed} {number}")
        # Its memory of shapes grows with each new one, so it serves one annealing.
        disassembler = Disassembler(self._puzzle, self._max_bytes)
        owners = space.start(random)
        cells = space.cells(owners)
        if space.first is not None and number:
            for _ in range(SHUFFLE):
                if (change := space.changed(owners, cells, random)) is not None:
                    self._apply(owners, cells, *change)
        score = -math.inf
        examined: Counter[int] = Counter()
        seen: set[tuple[frozenset[tuple[int, ...]], ...]] = set()
        undecided = 0
        for step in range(STEPS):
            check_cancelled()
            change = space.changed(owners, cells, random) if step else None
            if step and change is None:
                continue
            before = None
            if change is not None:
                before = (change[0], owners[change[0]])
                self._apply(owners, cells, *change)
            disassembly = disassembler.take_apart(space.placements(cells), check_cancelled, is_image=True)
            levels = disassembly.levels
            now = self._score(levels, owners)
            temperature = WARM * (COLD / WARM) ** (step / STEPS)
            if now < score and random.random() >= math.exp((now - score) / temperature):
                assert before is not None
                self._apply(owners, cells, *before)
                continue
            score = now
            key = tuple(sorted((frozenset(positions) for positions in cells), key=sorted))
            if not levels or key in seen or examined[levels[0]] >= EXAMINED:
                continue
            seen.add(key)
            examined[levels[0]] += 1
            if levels[0] < self._best.first_level:
                continue
            result = examine(space.set_of(cells), self._wanted, self._max_bytes, check_cancelled, ended)
            undecided += result.undecided
            if self._wanted.accepts(result):
                self._best.offer(result, (number, step))
        return PartDone(STEPS, undecided)

    @staticmethod
    def _apply(owners: Owners, cells: list[set[Cell]], cell: Cell, after: int) -> None:
        """Give a cell to a piece, or to none."""
        before = owners[cell]
        if before != EMPTY:
            cells[before].remove(cell)
        if after != EMPTY:
            cells[after].add(cell)
        owners[cell] = after

    @staticmethod
    def _score(levels: tuple[int, ...], owners: Owners) -> float:
        """How good an assembly is: the greater the better."""
        holes = sum(piece == EMPTY for piece in owners.values())
        first = levels[0] if levels else 0
        return first + SECOND * (levels[1] if len(levels) > 1 else 0) - HOLE * holes
