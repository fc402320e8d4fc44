"""Questions that one sweep over states answers: counts by piece, counts modulo a number, optima, samples."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.solving.answers import (
    CountByPiece,
    CountModulo,
    Distribution,
    Draw,
    Optimise,
    Optimum,
    Residue,
    Sample,
)
from tilewright.solving.engines.frontier.count_by_states import count_by_states
from tilewright.solving.engines.frontier.semirings import (
    COUNT_TRACED,
    WORD,
    Semiring,
    best_counted,
    by_marks,
    modulo,
)
from tilewright.solving.engines.frontier.sweep import ModularAdapter, sweep
from tilewright.solving.engines.frontier.traceback import trace_solutions
from tilewright.solving.engines.registry import choose
from tilewright.solving.facts import Prepared
from tilewright.solving.search.precheck import is_long, long_search_refuted
from tilewright.solving.steps import Cancelled, Status
from tilewright.solving.strategies.base import Strategy
from tilewright.wording import quoted

if TYPE_CHECKING:
    from tilewright.solving.explanation import PlanNode
    from tilewright.solving.facts import Measuring

MOST_COPIES = 100_000  # a state has a number for each; more are beyond any memory anyway


@dataclass(frozen=True)
class Sweep(Strategy):
    """One sweep over states answers the question; UnsupportedError when there cannot be one."""

    def answer(self, facts: Prepared[Any]) -> Any:
        proof = self._proof(facts)
        if proof:
            return without_sweep(facts, self, Status.COMPLETE, proof)
        loop = facts.loop
        began = loop.elapsed
        swept = self._swept(facts)
        loop.note_effort("sweep", swept.engine, swept.states, loop.elapsed - began, swept.share, swept.status)
        return swept

    def unanswered(self, facts: Prepared[Any], status: Status) -> Any:
        return without_sweep(facts, self, status)

    def _proof(self, facts: Prepared[Any]) -> str:
        """Why no sweep is needed, as there is no solution; "" where no reason shows."""
        if facts.requested or facts.query.control.resume is not None:
            return facts.facts.simple_reason
        engine, loop = choose(facts.cover.problem).engine, facts.loop
        try:
            if not is_long(facts, engine):
                return ""
            began = loop.elapsed
            proof = long_search_refuted(facts, engine)
            loop.note_effort("proof", "", 0, loop.elapsed - began, 1.0, Status.COMPLETE)
            return proof
        except Cancelled:
            return ""  # the sweep that follows ends at once

    def _swept(self, facts: Prepared[Any]) -> Any:
        match facts.query.question:
            case CountByPiece(piece):
                return _count_by_piece(facts, self, piece)
            case CountModulo(modulus):
                return _count_modulo(facts, self, modulus)
            case Optimise() as question:
                return _optimise(facts, self, question)
            case Draw(size):
                return _draw(facts, self, size)
            case question:
                raise TypeError(f"no sweep supports {quoted(question)}")

    def node(self, measuring: Measuring) -> PlanNode:
        from tilewright.solving.explanation import IN_TURN, PlanNode, proof_node

        facts, expected = measuring.facts, measuring.expected_sweep(self.engine)
        sweep = PlanNode("one sweep", "sweep", self.engine.name, self.reason, expected)
        searching = choose(facts.cover.problem).engine
        if not measuring.measured(lambda: is_long(facts, searching)):
            return sweep
        return PlanNode(IN_TURN, children=(proof_node("a short search"), sweep))


def without_sweep(facts: Prepared[Any], strategy: Strategy, status: Status, proof: str = "") -> Any:
    """The answer to a question that one sweep answers when there is none: by a proof that no solution exists,
    which is COMPLETE, or as the work ended before; nothing is known then.
    """
    engine = strategy.engine.name

    def answer(kind: type[Any], *values: object) -> Any:
        return kind(
            status, *values, states=0, seconds=facts.loop.seconds, share=1.0 if proof else 0.0,
            engine=engine, engine_reason=strategy.reason, proof=proof,
        )  # fmt: skip

    match facts.query.question:
        case CountByPiece(piece):
            return answer(Distribution, piece, (0,) * (_most_copies(facts, piece) + 1) if proof else ())
        case CountModulo(modulus):
            return answer(Residue, modulus, *((0, False) if proof else (None, None)))
        case Optimise():
            return answer(Optimum, None, None, None)
        case Draw():
            return answer(Sample, (), 0 if proof else None)
        case question:
            raise TypeError(f"no sweep supports {quoted(question)}")


def _count_by_piece(facts: Prepared[Any], strategy: Sweep, piece: str) -> Distribution:
    query, cover = facts.query, facts.cover
    marks = [int(p.piece == piece) for p in cover.placements] + [0] * len(cover.holes)
    semiring = by_marks(marks, _most_copies(facts, piece))
    result = sweep(facts.sweep.within(semiring), semiring, query.resources, query.control)
    return Distribution(
        result.status, piece, result.value or (), result.states, result.seconds, result.share,
        strategy.engine.name, strategy.reason, result.note,
    )  # fmt: skip


def _most_copies(facts: Prepared[Any], name: str) -> int:
    """The most copies of a piece that fit on the board."""
    puzzle = facts.query.puzzle
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("this puzzle has items and options, no pieces that could be counted by")
    piece = puzzle.by_name.get(name)
    if piece is None:
        names = ", ".join(puzzle.by_name) or "none at all"
        raise UnsupportedError(f"there is no piece {quoted(name)} in this puzzle; there are {names}")
    most = facts.most_used(piece)
    if most > MOST_COPIES:
        raise UnsupportedError(f"up to {most:,} copies can be used; a sweep distinguishes {MOST_COPIES:,}")
    return most


def _count_modulo(facts: Prepared[Any], strategy: Sweep, modulus: int) -> Residue:
    query, engine = facts.query, strategy.engine
    plain = modulo(modulus)
    # The core gives no words at all where there is no solution.
    semiring: Semiring[tuple[int, bool]] = Semiring(
        plain.name, lambda words, limbs: (plain.read(words, limbs), words != b""), modulus=modulus
    )
    if facts.settled:
        adapter: ModularAdapter = engine.loaded_adapter
        result = adapter.evaluate(facts.sweep, semiring, query.resources, query.control)
    else:
        engine, result = count_by_states(
            engine, facts.sweep, facts.sweep, semiring, query.resources, query.control
        )
    residue, exists = result.value if result.value is not None else (None, None)
    return Residue(
        result.status, modulus, residue, exists, result.states, result.seconds, result.share,
        engine.name, strategy.reason, result.note,
    )  # fmt: skip


def _optimise(facts: Prepared[Any], strategy: Sweep, question: Optimise) -> Optimum:
    query, cover = facts.query, facts.cover
    semiring = best_counted(maximise=question.maximise)

    def first(words: bytes, limbs: int) -> list[bytes]:
        return [words[:WORD] + bytes(limbs * WORD)]

    sweep_query = facts.sweep.within(semiring)
    traced = trace_solutions(sweep_query, semiring, first, query.resources, query.control)
    result = traced.evaluation
    cost = optima = solution = None
    if result.status is Status.COMPLETE and result.value is not None:
        cost = result.value.cost
        optima = result.value.optima if question.count_optima else None
        (solution,) = cover.verified(strategy.engine.name, traced.solutions)
        if cover.puzzle.cost(solution) != cost:
            raise RuntimeError(
                f"the engine {strategy.engine.name!r} gave a solution with another cost than it found"
            )
    return Optimum(
        result.status, cost, optima, solution, result.states, facts.loop.seconds, result.share,
        strategy.engine.name, strategy.reason, result.note, maximise=question.maximise,
    )  # fmt: skip


def _draw(facts: Prepared[Any], strategy: Sweep, size: int) -> Sample:
    query = facts.query
    dice = random.Random(query.control.seed)

    def ask(words: bytes, limbs: int) -> list[bytes]:
        total = int.from_bytes(words, "little")
        return [dice.randrange(total).to_bytes(limbs * WORD, "little") for _ in range(size)]

    traced = trace_solutions(facts.sweep, COUNT_TRACED, ask, query.resources, query.control)
    result = traced.evaluation
    drawn = tuple(facts.cover.verified(strategy.engine.name, traced.solutions))
    return Sample(
        result.status, drawn, result.value, result.states, facts.loop.seconds, result.share,
        strategy.engine.name, strategy.reason, result.note,
    )  # fmt: skip
