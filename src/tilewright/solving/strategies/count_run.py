"""Counts without listing: all solutions, labelled ones, and those up to symmetry by Burnside's lemma."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.solving.engines.base import Engine
from tilewright.solving.engines.frontier.count_by_states import count_by_states
from tilewright.solving.engines.frontier.semirings import COUNT, by_marks
from tilewright.solving.engines.frontier.sweep import CountAdapter, Evaluation, SweepQuery, sweep
from tilewright.solving.engines.registry import engines_with
from tilewright.solving.facts import Prepared
from tilewright.solving.questions import Answer
from tilewright.solving.search.burnside import Quotient, orbit_count, weights_by_orbit
from tilewright.solving.steps import Cancelled, Control, Status, StepLoop
from tilewright.solving.strategies.base import Strategy


class CountRun:
    """One count, with all that was counted on the way."""

    def __init__(self, strategy: Strategy, facts: Prepared[Any], loop: StepLoop) -> None:
        self.strategy, self.facts, self.query = strategy, facts, facts.query
        self.cover, self.loop = facts.cover, loop
        options = self.query.options
        weighted = options.symmetry and strategy.engine.can("weighted")
        self.group = facts.symmetries if options.unique or weighted else None
        self.states = 0
        self.total: Evaluation[int] | None = None
        self.engine = strategy.engine  # that of the count of all solutions
        self.by_copies: dict[tuple[int, ...], int] | None = None  # of all solutions, by copies used

    def answer(self) -> Answer:
        """The numbers; up to symmetry by one count for each kind of symmetry."""
        options, group = self.query.options, self.group
        orbits: int | None = None
        status, note, share = Status.COMPLETE, "", 1.0
        try:
            if self.facts.by_copies:
                self.by_copies = self._count_by_copies()
            if options.unique and group is not None and not group.trivial:
                permutations = group.option_permutations(self.cover), group.item_permutations(self.cover)
                orbits = orbit_count(self.cover.problem, *permutations, self.cover.forced, self._count_fixed)
            elif self.by_copies is None:
                self._count_all()
        except Cancelled as cancelled:  # what was counted before is known all the same
            status, note, share = cancelled.status, cancelled.note, cancelled.share
        solutions = labelled = None
        if self.by_copies is not None:
            solutions = sum(self.by_copies.values())
            labelled = sum(n * self._labels(used) for used, n in self.by_copies.items())
        elif self.total is not None and self.total.value is not None:
            solutions = self.total.value
            labelled = solutions * self._labels() if options.labelled else None
        if status is Status.COMPLETE and options.unique and orbits is None:
            orbits = solutions
        return Answer(
            status=status,
            solutions=solutions,
            labelled=labelled,
            up_to_symmetry=orbits,
            symmetries=group.words if options.unique and group is not None else "",
            nodes=self.states,
            seconds=self.loop.seconds,
            engine=self.engine.name,
            engine_reason=self.strategy.reason,
            share=share,
            note=note,
        )

    def _count_all(self) -> int:
        """All solutions, from a part of the options where symmetry gives the others."""
        query = self.facts.sweep
        weights = self._weights(query)
        # Options that are left out change the best order little, and to find it takes long.
        weighted = (
            query if weights is None else replace(query, weights=weights, order=tuple(query.plan.items))
        )
        self.engine, self.total = self._count(query, self.loop.control, weighted)
        assert self.total.value is not None
        return self.total.value

    def _weights(self, query: SweepQuery) -> tuple[int, ...] | None:
        fold = self.query.options.symmetry and self.strategy.engine.can("weighted")
        if not fold or self.group is None or self.group.trivial:
            return None
        places = [0] * len(self.cover.problem.items)
        for place, item in enumerate(query.plan.items):
            places[item] = place
        options = self.group.option_permutations(self.cover)
        return weights_by_orbit(self.cover.problem, options, self.cover.forced, places=places)

    def _count_fixed(self, quotient: Quotient) -> int:
        if quotient.problem is self.cover.problem:
            if self.by_copies is not None:  # known, and the one checkpoint is of that count
                return sum(self.by_copies.values())
            return self._count_all()
        query = SweepQuery(quotient.problem, quotient.forced, quotient.times)
        # The counts of the smaller problems are quick; only the one of all solutions has a checkpoint.
        value = self._count(query, replace(self.loop.control, checkpoint=None, resume=None))[1].value
        assert value is not None
        return value

    def _count(
        self, query: SweepQuery, control: Control, weighted: SweepQuery | None = None
    ) -> tuple[Engine, Evaluation[int]]:
        """A count, and the engine that made it; ``weighted`` has the same number for engines that weigh."""
        engine: Engine = self.strategy.engine
        plain = query
        if weighted is not None and engine.can("weighted"):
            query = weighted
        if engine.loaded_adapter.unsupported_query(query):
            engine = engines_with("counts", "weighted")[0]  # for a quotient of what another counter takes
        adapter: CountAdapter = engine.loaded_adapter
        refusal = adapter.unsupported_query(query)
        if refusal:
            raise UnsupportedError(f"a count that is needed here cannot be made: {refusal}")
        control = replace(control, limits=self.loop.limits_left(self.states))
        resources, began = self.query.resources, self.loop.elapsed
        if engine.can("weighted") and not self.facts.settled:
            engine, evaluation = count_by_states(engine, plain, query, COUNT, resources, control)
        else:
            evaluation = adapter.count(query, resources, control)
        self._note(engine, evaluation, began)
        if evaluation.status is not Status.COMPLETE:
            raise Cancelled(evaluation.status, evaluation.note, evaluation.share)
        return engine, evaluation

    def _note(self, engine: Engine, evaluation: Evaluation[Any], began: float) -> None:
        self.states += evaluation.states
        seconds = self.loop.elapsed - began
        self.loop.note_effort(
            "count", engine.name, evaluation.states, seconds, evaluation.share, evaluation.status
        )

    def _labels(self, used: tuple[int, ...] = ()) -> int:
        """In how many ways labelled copies make one tiling that uses so many of each loose piece."""
        loose = dict(zip((p.name for p in self.facts.loose_pieces), used, strict=False))
        return math.prod(
            math.perm(p.max_copies, loose.get(p.name, p.max_copies))
            for p in self.cover.puzzle.pieces
            if p.max_copies > 1
        )

    def _count_by_copies(self) -> dict[tuple[int, ...], int]:
        """How many solutions there are for each number of copies used of each loose piece."""
        if not self.strategy.engine.can("weighted"):
            raise UnsupportedError(
                f"the engine {self.strategy.engine.name!r} cannot label copies that may be left over; "
                f"{engines_with('counts', 'weighted')[0].name} can"
            )
        if not self.facts.labels_fit:
            raise UnsupportedError(
                "so many copies that may be left over can be labelled by listing engines only"
            )
        loose = self.facts.loose_pieces
        most = [self.facts.most_used(piece) for piece in loose]
        steps = [math.prod(n + 1 for n in most[:k]) for k in range(len(most) + 1)]
        step = dict(zip((piece.name for piece in loose), steps, strict=False))
        marks = [step.get(placement.piece, 0) for placement in self.cover.placements]
        marks += [0] * len(self.cover.holes)
        semiring = by_marks(marks, steps[-1] - 1)
        control = replace(self.loop.control, limits=self.loop.limits_left(self.states))
        query, began = self.facts.sweep.within(semiring), self.loop.elapsed
        evaluation = sweep(query, semiring, self.query.resources, control)
        self._note(self.strategy.engine, evaluation, began)
        if evaluation.value is None:
            raise Cancelled(evaluation.status, evaluation.note, evaluation.share)
        by_copies = {}
        for mark, number in enumerate(evaluation.value):
            if number:
                by_copies[tuple(mark // steps[k] % (most[k] + 1) for k in range(len(most)))] = number
        return by_copies
