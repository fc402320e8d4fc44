"""Random boards on surfaces: Pfaffians and transfer matrices of rings against plain counts and the sweeps."""

from __future__ import annotations

from itertools import islice

from attack_section import Section
from support.matching_cases import matchings, rectangle_cells
from support.surface_graphs import JOINS, surface_edges, surface_problem
from tilewright.model.lattices import SQUARE
from tilewright.model.surfaces import Wrap
from tilewright.series.boards import PieceKinds, Series, read_board
from tilewright.series.rings import surface_matrix, surface_strip
from tilewright.solving import api
from tilewright.solving.engines.kasteleyn.counting import count_matchings
from tilewright.solving.steps import Limits

MAX_SIDE = 8
USUAL_CELLS = 40  # of a board of dominoes; plain counts of larger ones take seconds
MAX_CELLS = 24  # of a board of a series
SECONDS = Limits(seconds=300.0)


def attack(section: Section) -> None:
    """Draw boards with missing cells, and series of random pieces, until the time is over."""
    while section.active:
        domino_board(section)
        random_series(section)


def domino_board(section: Section) -> None:
    """Count a random board of dominoes by Pfaffians and one by one."""
    dice = section.dice
    width, height = dice.randint(1, MAX_SIDE), dice.randint(1, MAX_SIDE)
    while width * height > USUAL_CELLS and dice.random() < 0.95:
        width, height = dice.randint(1, MAX_SIDE), dice.randint(1, MAX_SIDE)
    cells = rectangle_cells(width, height)
    for cell in dice.sample(cells, min(dice.choice((0, 0, 1, 2, 3, 5, 8, 16)), len(cells) - 1)):
        cells.remove(cell)
    across, down, parallel = dice.choice(JOINS), dice.choice(JOINS), dice.random() < 0.3
    order, edges = surface_edges(cells, width, height, across, down, parallel=parallel)
    case = f"{width}x{height}, {across}, {down}, parallel {parallel}: {order}"
    with section.expecting("Pfaffians", case):
        problem = surface_problem(cells, width, height, across, down, parallel=parallel)
        counted, expected = count_matchings(problem), matchings(len(order), edges)
        section.tried["boards of dominoes"] += 1
        section.tried["boards with missing cells"] += len(cells) < width * height
        if counted != expected:
            section.fail("Pfaffians", f"{counted} by Pfaffians, {expected} one by one", case)


def random_series(section: Section) -> None:
    """Count a series of random pieces by the transfer matrix and by engines."""
    dice = section.dice
    shapes = {
        frozenset((dice.randint(0, 2), dice.randint(0, 2)) for _ in range(dice.randint(1, 4)))
        for _ in range(dice.randint(1, 3))
    }
    named = tuple((f"p{k}", tuple(sorted(shape))) for k, shape in enumerate(sorted(shapes, key=sorted)))
    pieces = PieceKinds("random", SQUARE, named, ("all",) * len(named))
    wrap, width = dice.choice(list(Wrap)), dice.randint(1, 5)
    across = "{}xN" if wrap in (Wrap.MOEBIUS, Wrap.KLEIN) else dice.choice(("{}xN", "Nx{}"))
    series = Series(read_board(across.format(width)), pieces, wrap=wrap, parallel=dice.random() < 0.4)
    case = f"{series}: {named}"
    with section.expecting("series", case):
        matrix = surface_matrix(series, surface_strip(series))
        if matrix is None:
            section.tried["series without a matrix"] += 1
            return
        section.tried["series"] += 1
        for n, number in enumerate(islice(matrix.counts(), 9)):
            if n < max(1, matrix.first) or n * width > MAX_CELLS:
                continue
            answer = api.count(series.puzzle(n), limits=SECONDS)
            section.tried["terms of series"] += 1
            if answer.solutions != number:
                section.fail(
                    "series",
                    f"{answer.solutions} by {answer.engine}, {number} by the transfer matrix",
                    f"{case}, N = {n}",
                )
