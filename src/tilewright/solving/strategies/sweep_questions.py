"""Questions that one sweep over states answers: counts by piece, counts modulo a number, optima, samples."""

from __future__ import annotations

import random
from typing import Any

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
from tilewright.solving.facts import Prepared
from tilewright.solving.planner import Plan
from tilewright.solving.questions import Result
from tilewright.solving.steps import Status
from tilewright.wording import quoted

MOST_COPIES = 100_000  # a state has a number for each; more are beyond any memory anyway


def run_sweep(plan: Plan[Result]) -> Any:
    """Answer a question by one sweep; UnsupportedError when there cannot be one."""
    loop = plan.prepared.loop
    began = loop.elapsed
    found = _swept(plan)
    loop.note_effort("sweep", found.engine, found.states, loop.elapsed - began, found.share, found.status)
    return found


def _swept(plan: Plan[Result]) -> Any:
    match plan.prepared.query.question:
        case CountByPiece(piece):
            return _count_by_piece(plan, piece)
        case CountModulo(modulus):
            return _count_modulo(plan, modulus)
        case Optimise() as question:
            return _optimise(plan, question)
        case Draw(size):
            return _draw(plan, size)
        case question:
            raise TypeError(f"no sweep supports {quoted(question)}")


def without_sweep(plan: Plan[Any], status: Status, proof: str = "") -> Any:
    """The answer to a question that one sweep answers when there is none: by a proof that no solution exists,
    which is COMPLETE, or as the work ended before; nothing is known then.
    """
    prepared, engine = plan.prepared, plan.engine.name

    def answer(kind: type[Any], *found: object) -> Any:
        return kind(
            status, *found, states=0, seconds=prepared.loop.seconds, share=1.0 if proof else 0.0,
            engine=engine, reason=plan.reason, proof=proof,
        )  # fmt: skip

    match prepared.query.question:
        case CountByPiece(piece):
            return answer(Distribution, piece, (0,) * (_most_copies(prepared, piece) + 1) if proof else ())
        case CountModulo(modulus):
            return answer(Residue, modulus, *((0, False) if proof else (None, None)))
        case Optimise():
            return answer(Optimum, None, None, None)
        case Draw():
            return answer(Sample, (), 0 if proof else None)
        case question:
            raise TypeError(f"no sweep supports {quoted(question)}")


def _count_by_piece(plan: Plan[Any], piece: str) -> Distribution:
    prepared = plan.prepared
    query, cover = prepared.query, prepared.cover
    marks = [int(p.piece == piece) for p in cover.placements] + [0] * len(cover.holes)
    semiring = by_marks(marks, _most_copies(prepared, piece))
    found = sweep(prepared.sweep.within(semiring), semiring, query.resources, query.control)
    return Distribution(
        found.status, piece, found.value or (), found.states, found.seconds, found.share,
        plan.engine.name, plan.reason, found.note,
    )  # fmt: skip


def _most_copies(prepared: Prepared[Any], name: str) -> int:
    """The most copies of a piece that fit on the board."""
    puzzle = prepared.query.puzzle
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("this puzzle has items and options, no pieces that could be counted by")
    piece = puzzle.by_name.get(name)
    if piece is None:
        names = ", ".join(puzzle.by_name) or "none at all"
        raise UnsupportedError(f"there is no piece {quoted(name)} in this puzzle; there are {names}")
    most = prepared.most_used(piece)
    if most > MOST_COPIES:
        raise UnsupportedError(f"up to {most:,} copies can be used; a sweep distinguishes {MOST_COPIES:,}")
    return most


def _count_modulo(plan: Plan[Any], modulus: int) -> Residue:
    prepared, query, engine = plan.prepared, plan.prepared.query, plan.engine
    plain = modulo(modulus)
    # The core gives no words at all where there is no solution.
    semiring: Semiring[tuple[int, bool]] = Semiring(
        plain.name, lambda words, limbs: (plain.read(words, limbs), words != b""), modulus=modulus
    )
    if plan.settled:
        adapter: ModularAdapter = engine.loaded_adapter
        found = adapter.evaluate(prepared.sweep, semiring, query.resources, query.control)
    else:
        engine, found = count_by_states(
            engine, prepared.sweep, prepared.sweep, semiring, query.resources, query.control
        )
    residue, exists = found.value if found.value is not None else (None, None)
    return Residue(
        found.status, modulus, residue, exists, found.states, found.seconds, found.share,
        engine.name, plan.reason, found.note,
    )  # fmt: skip


def _optimise(plan: Plan[Any], question: Optimise) -> Optimum:
    prepared, query, cover = plan.prepared, plan.prepared.query, plan.prepared.cover
    semiring = best_counted(maximise=question.maximise)

    def first(words: bytes, limbs: int) -> list[bytes]:
        return [words[:WORD] + bytes(limbs * WORD)]

    sweep_query = prepared.sweep.within(semiring)
    traced = trace_solutions(sweep_query, semiring, first, query.resources, query.control)
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


def _draw(plan: Plan[Any], size: int) -> Sample:
    prepared = plan.prepared
    query = prepared.query
    dice = random.Random(query.control.seed)

    def ask(words: bytes, limbs: int) -> list[bytes]:
        total = int.from_bytes(words, "little")
        return [dice.randrange(total).to_bytes(limbs * WORD, "little") for _ in range(size)]

    traced = trace_solutions(prepared.sweep, COUNT_TRACED, ask, query.resources, query.control)
    found = traced.evaluation
    drawn = tuple(prepared.cover.verified(plan.engine.name, traced.solutions))
    return Sample(
        found.status, drawn, found.value, found.states, prepared.loop.seconds, found.share,
        plan.engine.name, plan.reason, found.note,
    )  # fmt: skip
