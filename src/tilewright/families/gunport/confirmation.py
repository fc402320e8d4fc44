"""Gunport boards solved twice: by an engine, and by another one that shares no search code with it."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.families.gunport.query import GunportAnswer, GunportQuery, SolveOptions
from tilewright.families.gunport.registry import ENGINES
from tilewright.families.gunport.solve import default_engine, solve_board, stream_arrangements
from tilewright.registry import load_attribute
from tilewright.solving.confirmation import Confirmation, SecondMethod, confirm, shared_resources
from tilewright.solving.steps import Control, Status


def confirmed_arrangements(
    board: GunportBoard,
    rules: Rules,
    query: GunportQuery,
    options: SolveOptions,
    *,
    engine: str | None = None,
) -> Generator[Arrangement, None, GunportAnswer]:
    """As ``stream_arrangements``, with the numbers confirmed by an engine that shares no search code.

    An answer that a limit ended is not confirmed. DisagreementError when the numbers differ; UnsupportedError
    when there is no such engine for the board.
    """
    first = engine or default_engine(board, rules, query)
    parallel = options.resources.threads > 1
    own, other = shared_resources(options.resources)
    options = replace(options, threads=own.threads, memory=own.memory, list_orbits=True)
    # Two arrangements instead of none: they are numbered, and not only the pieces.
    numbers = GunportQuery(count=query.count, arrangements=0 if query.plain or query.count else 2)
    control = options.control

    def calculate(control: Control) -> GunportAnswer:
        again = SolveOptions(
            other.threads, other.memory, control.limits, control.on_progress, control.cancel, list_orbits=True
        )
        return solve_board(board, rules, numbers, again, engine=name)

    name = second_engine(first, board, rules, query, numbers, replace(options, memory=other.memory))
    with SecondMethod(name, calculate, control, parallel=parallel) as second:
        answer = yield from stream_arrangements(board, rules, query, options, engine=first)
        if answer.status is Status.COMPLETE:
            answer = replace(answer, confirmation=_compare(second, answer, first))
    return answer


def second_engine(
    first: str,
    board: GunportBoard,
    rules: Rules,
    query: GunportQuery,
    numbers: GunportQuery,
    options: SolveOptions,
) -> str:
    """The engine that is to confirm an answer by the first one; UnsupportedError when there is none."""
    used = set(ENGINES[first].search_code)
    if load_attribute(ENGINES[first].unsupported)(board, rules, query, options):  # another one completes it
        used |= ENGINES["bounded"].search_code
    reasons = []
    for candidate in ENGINES.values():
        if not used & candidate.search_code:
            reason = load_attribute(candidate.unsupported)(board, rules, numbers, options)
            if not reason:
                return candidate.name
            reasons.append(f"{candidate.name}: {reason}")
    raise UnsupportedError(
        f"no engine that shares no search code with {first!r} can confirm this; {'; '.join(reasons)}"
    )


def _compare(second: SecondMethod[GunportAnswer], answer: GunportAnswer, first: str) -> Confirmation:
    names = ["pieces"]
    names += ["optima"] if answer.optima is not None else []
    shared = answer.orbits_method and (
        ENGINES[answer.orbits_method].search_code & ENGINES[second.name].search_code
    )
    names += ["up_to_symmetry"] if answer.up_to_symmetry is not None and not shared else []

    def compared(other: GunportAnswer) -> tuple[Mapping[str, object], Status, int, str]:
        numbers = {name: getattr(other, name) for name in names}
        return numbers, other.status, other.states, other.note

    context = {
        "question": "gunport",
        "board": [list(cell) for cell in sorted(answer.board.cells)],
        "given_pieces": sorted(answer.board.pieces),
        "given_ports": sorted(answer.board.ports),
        "piece": sorted(answer.rules.piece.cells),
        "motions": answer.rules.piece.motions,
        "no_slide": answer.rules.no_slide,
        "seed": 0,
    }
    numbers = {name: getattr(answer, name) for name in names}
    confirmation = confirm(second, first, numbers, compared, context)
    if shared and confirmation.status is Status.COMPLETE:
        note = (
            f"the number up to symmetry was counted by {answer.orbits_method} alone: there are too many "
            "arrangements to list; the other numbers are confirmed"
        )
        return replace(confirmation, status=Status.LIMIT, note=note)
    return confirmation
