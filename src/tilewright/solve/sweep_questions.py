"""Questions that one sweep over states answers: counts by piece, counts modulo a number, optima, samples."""

from __future__ import annotations

import random
from typing import Any, TypeVar

from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.solve.engines.base import Status
from tilewright.solve.engines.frontier.semirings import (
    COUNT_TRACED,
    WORD,
    Semiring,
    best_counted,
    by_marks,
    modulo,
)
from tilewright.solve.engines.frontier.sweep import SweepQuery, sweep
from tilewright.solve.engines.frontier.traceback import trace_solutions
from tilewright.solve.planner import Plan
from tilewright.solve.query import (
    CountByPiece,
    CountModulo,
    Distribution,
    Draw,
    Optimise,
    Optimum,
    Residue,
    Result,
    Sample,
)

MOST_COPIES = 100_000  # a state has a number for each; more are beyond any memory anyway

Value = TypeVar("Value")


def run_sweep(plan: Plan[Result]) -> Any:
    """Answer a question by one sweep; UnsupportedError when there cannot be one."""
    question = plan.prepared.query.question
    if isinstance(question, CountByPiece):
        return _count_by_piece(plan, question.piece)
    if isinstance(question, CountModulo):
        return _count_modulo(plan, question.modulus)
    if isinstance(question, Optimise):
        return _optimise(plan, question)
    if isinstance(question, Draw):
        return _draw(plan, question.size)
    raise TypeError(f"no sweep supports {question!r}")


def _query(plan: Plan[Result], semiring: Semiring[Value]) -> SweepQuery:
    prepared = plan.prepared
    cover, order = prepared.cover, prepared.sweep.order
    return SweepQuery(
        cover.problem, cover.forced, order=order, marks=semiring.marks, maximise=semiring.maximise
    )


def _count_by_piece(plan: Plan[Result], piece: str) -> Distribution:
    prepared = plan.prepared
    degree = _most_copies(prepared.query.puzzle, piece)
    semiring = by_marks([int(placement.piece == piece) for placement in prepared.cover.placements], degree)
    found = sweep(_query(plan, semiring), semiring, prepared.query.resources, prepared.query.control)
    return Distribution(
        found.status, piece, found.value or (), found.states, found.seconds, found.share, found.note
    )


def _most_copies(puzzle: AnyPuzzle, name: str) -> int:
    """The most copies of a piece that fit on the board."""
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("this puzzle has items and options, no pieces that could be counted by")
    piece = puzzle.by_name.get(name)
    if piece is None:
        names = ", ".join(puzzle.by_name) or "none at all"
        raise UnsupportedError(f"there is no piece {name!r} in this puzzle; there are {names}")
    most = min(piece.max_copies, len(puzzle.board.cells) // piece.size)
    if most > MOST_COPIES:
        raise UnsupportedError(f"up to {most:,} copies can be used; a sweep distinguishes {MOST_COPIES:,}")
    return most


def _count_modulo(plan: Plan[Result], modulus: int) -> Residue:
    plain = modulo(modulus)
    # The core gives no words at all where there is no solution.
    semiring: Semiring[tuple[int, bool]] = Semiring(
        plain.name, lambda words, limbs: (plain.read(words, limbs), words != b""), modulus=modulus
    )
    query = plan.prepared.query
    found = sweep(_query(plan, semiring), semiring, query.resources, query.control)
    residue, exists = found.value if found.value is not None else (None, None)
    return Residue(
        found.status, modulus, residue, exists, found.states, found.seconds, found.share, found.note
    )


def _optimise(plan: Plan[Result], question: Optimise) -> Optimum:
    prepared = plan.prepared
    cover, query = prepared.cover, prepared.query
    semiring = best_counted(maximise=question.maximise)

    def first(words: bytes, limbs: int) -> list[bytes]:
        return [words[:WORD] + bytes(limbs * WORD)]

    traced = trace_solutions(_query(plan, semiring), semiring, first, query.resources, query.control)
    found = traced.evaluation
    cost = optima = solution = None
    if found.status is Status.COMPLETE and found.value is not None:
        cost = found.value.cost
        optima = found.value.optima if question.count_optima else None
        (solution,) = cover.verified(plan.engine.name, traced.solutions)
        if cover.puzzle.cost(solution) != cost:
            raise RuntimeError(
                f"the engine {plan.engine.name!r} gave a solution with another cost than it found"
            )
    return Optimum(
        found.status, cost, optima, solution, found.states, prepared.loop.seconds, found.share,
        plan.engine.name, plan.reason, found.note,
    )  # fmt: skip


def _draw(plan: Plan[Result], size: int) -> Sample:
    prepared = plan.prepared
    query = prepared.query
    dice = random.Random(query.control.seed)

    def ask(words: bytes, limbs: int) -> list[bytes]:
        total = int.from_bytes(words, "little")
        return [dice.randrange(total).to_bytes(limbs * WORD, "little") for _ in range(size)]

    traced = trace_solutions(_query(plan, COUNT_TRACED), COUNT_TRACED, ask, query.resources, query.control)
    found = traced.evaluation
    drawn = tuple(prepared.cover.verified(plan.engine.name, traced.solutions))
    return Sample(
        found.status, drawn, found.value, found.states, prepared.loop.seconds, found.share,
        plan.engine.name, plan.reason, found.note,
    )  # fmt: skip
