"""Small boards of any shape, any piece: every arrangement is listed by a search of the tree.

The same cover problem as the engine ``frontier`` answers (``cover_problem``), solved by other code: it checks
that engine where no other supports the board. Its time grows with the number of all arrangements, optimal or
not.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from dataclasses import replace
from itertools import islice

from tilewright.families.gunport.board import (
    Arrangement,
    BoardMotion,
    GunportBoard,
    Rules,
    board_symmetries,
    is_canonical,
    representatives,
)
from tilewright.families.gunport.engines.cover_problem import (
    ArrangementProblem,
    arrangement_problem,
    pieces_needed,
)
from tilewright.families.gunport.query import GunportAnswer, GunportQuery, SolveOptions, checked
from tilewright.solving.engines.base import (
    Outcome,
    Task,
)
from tilewright.solving.engines.registry import choose
from tilewright.solving.search.tree_search import search_batches
from tilewright.solving.search.trial import TreeSearch
from tilewright.solving.steps import Returning, Status, StepLoop

METHOD = "tree-search"
MAX_CELLS = 64  # a board of 6x7 takes two seconds, 7x7 minutes, 8x8 hours


def unsupported(board: GunportBoard, rules: Rules, query: GunportQuery, options: SolveOptions) -> str:
    """Why the engine does not support a board, as a sentence; "" when it does."""
    cells = len(board.cells)
    return "" if cells <= MAX_CELLS else f"it lists the arrangements on boards of up to {MAX_CELLS} cells"


def optimal_arrangements(
    board: GunportBoard, rules: Rules, query: GunportQuery, options: SolveOptions
) -> Generator[Arrangement, None, GunportAnswer]:
    """The optimal arrangements that a query asks for, each checked; returns the answer.

    PuzzleError when a given piece is not the piece of the rules.
    """
    cover = arrangement_problem(board, rules)
    loop = StepLoop(options.control)
    arrangements: list[Arrangement] = []
    fewest, nodes, status = pieces_needed(board, rules), 0, Status.COMPLETE
    most = len(board.cells) // len(rules.piece.cells)
    while not arrangements and fewest <= most and status is Status.COMPLETE:
        outcome, solutions = _with_pieces(cover, fewest, loop)
        nodes, status = nodes + outcome.nodes, outcome.status
        arrangements = [checked(cover.arrangement(solution), rules, METHOD) for solution in solutions]
        fewest += not arrangements
    group = board_symmetries(board, rules)
    complete = status is Status.COMPLETE
    answer = GunportAnswer(
        board,
        rules,
        status,
        fewest if arrangements else None,
        fewest if arrangements or not complete else 0,
        optima=len(arrangements) if complete else None,
        up_to_symmetry=sum(is_canonical(one, group) for one in arrangements) if complete else None,
        orbits_method=METHOD if complete else "",
        method=METHOD,
        states=nodes,
        seconds=loop.seconds,
    )
    if not complete:
        return answer.with_best(arrangements[0] if arrangements else None)
    yield from _selected(arrangements, group, query)
    return answer


def _with_pieces(
    cover: ArrangementProblem, pieces: int, loop: StepLoop
) -> tuple[Outcome, list[tuple[int, ...]]]:
    """All arrangements with so many pieces, as options: one more item is covered by each piece."""
    problem = cover.problem
    primary = len(problem.bounds)
    options = tuple(
        tuple((item + (item >= primary), colour) for item, colour in option)
        + (((primary, 0),) if number < len(cover.placements) else ())
        for number, option in enumerate(problem.options)
    )
    exactly = replace(
        problem,
        items=(*problem.items[:primary], "pieces", *problem.items[primary:]),
        bounds=(*problem.bounds, (pieces, pieces)),
        options=options,
        near=(),
        costs=(),
    )
    whole = Task(cover.given)
    search = TreeSearch(exactly, choose(exactly).engine, whole, lambda _: (whole,), keep=True)
    batches = Returning(search_batches(search, loop))
    solutions = [solution for batch in batches for solution in batch]
    return batches.value, solutions


def _selected(
    arrangements: Sequence[Arrangement], group: Sequence[BoardMotion], query: GunportQuery
) -> Sequence[Arrangement]:
    if query.sample is not None:
        rng = random.Random(query.seed)
        return (
            [arrangements[rng.randrange(len(arrangements))] for _ in range(query.sample)]
            if arrangements
            else []
        )
    if not query.unique:
        return list(islice(arrangements, query.arrangements))
    return list(representatives(arrangements, group, query.arrangements))
