"""Problems with symmetries for the tests of quotients, and their solutions counted by a plain table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from hypothesis import assume
from hypothesis import strategies as st

from support.puzzle_cases import piece, rectangle
from tilewright.exact_cover.problem import CoverProblem, Use
from tilewright.exact_cover.symmetry import Permutations, symmetries
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle
from tilewright.solving.engines.reference import start_node, walk
from tilewright.solving.search.burnside import Quotient

Options = tuple[int, ...]


@dataclass(frozen=True)
class Case:
    """A problem with a group, and the options that belong to every solution."""

    problem: CoverProblem
    options: Permutations
    items: Permutations
    forced: Options = ()


def case_of(puzzle: Puzzle) -> Case:
    cover, group = to_cover(puzzle), symmetries(puzzle)
    return Case(cover.problem, group.option_permutations(cover), group.item_permutations(cover), cover.forced)


def every_solution(problem: CoverProblem, forced: Options = (), most_nodes: int = 5_000) -> list[Options]:
    """All solutions; a random problem whose tree is large is passed over, for it may take hours."""
    steps = list(islice(walk(problem, start_node(forced)), most_nodes + 1))
    assume(len(steps) <= most_nodes)
    return [step for step in steps if step is not None]


def image(permutation: Options, solution: Options) -> Options:
    return tuple(sorted(permutation[option] for option in solution))


def count(asked: Quotient) -> int:
    """The solutions of a quotient by a table over its options, one by one; knows nothing of orbits."""
    problem = asked.problem
    often = {(option, item): c for option, item, c in asked.times}
    order = sorted(range(len(problem.options)), key=lambda option: min(problem.options[option]))
    last = {item: option for option in order for item, _ in problem.options[option]}
    if any(least and item not in last for item, (least, _) in enumerate(problem.bounds)):
        return 0
    table = {(0,) * len(problem.items): 1}
    for option in order:
        uses = problem.options[option]
        after: Counter[tuple[int, ...]] = Counter()
        for used, ways in table.items():
            taken = chosen(problem, used, uses, {item: often.get((option, item), 1) for item, _ in uses})
            for state in [taken] if option in asked.forced else [taken, list(used)]:
                if state is None:
                    continue
                for item, _ in uses:
                    if last[item] == option:
                        if item < problem.primary and state[item] < problem.bounds[item][0]:
                            break
                        state[item] = 0
                else:
                    after[tuple(state)] += ways
        table = dict(after)
    return sum(table.values())


def chosen(
    problem: CoverProblem, used: tuple[int, ...], uses: Sequence[Use], often: dict[int, int]
) -> list[int] | None:
    """What is used after one option more; a secondary item has its colour, and -1 for colour 0."""
    state = list(used)
    for item, colour in uses:
        if item < problem.primary:
            state[item] += often[item]
            if state[item] > problem.bounds[item][1]:
                return None
        elif state[item] and (not colour or state[item] != colour):
            return None
        else:
            state[item] = colour or -1
    return state


@st.composite
def symmetric_problems(draw: st.DrawFn) -> Case:
    """Random problems with the powers of a random permutation of their items, which they are closed under.

    Some options come twice, and going round their orbit once exchanges the two: then powers that move no
    item move options.
    """
    primary, secondary = draw(st.integers(1, 5)), draw(st.integers(0, 3))
    turn = [
        *draw(st.permutations(range(primary))),
        *(primary + i for i in draw(st.permutations(range(secondary)))),
    ]
    bounds = [(1, 1)] * primary
    for item in range(primary):
        bound = draw(st.sampled_from([(1, 1), (1, 1), (0, 1), (1, 2), (0, 2), (2, 2), (2, 4), (0, 3)]))
        there = item
        while True:
            bounds[there] = bound
            there = turn[there]
            if there == item:
                break
    options: list[tuple[Use, ...]] = []
    carried: list[int] = []
    for _ in range(draw(st.integers(1, 4))):
        numbers = draw(st.sets(st.integers(0, primary - 1), min_size=1, max_size=3))
        extra = draw(st.sets(st.integers(primary, primary + secondary - 1))) if secondary else set()
        start = tuple((i, 0) for i in sorted(numbers)) + tuple(
            (i, draw(st.integers(0, 2))) for i in sorted(extra)
        )
        orbit = [start]
        while (moved := tuple(sorted((turn[i], colour) for i, colour in orbit[-1]))) != start:
            orbit.append(moved)
        orbit *= 1 + draw(st.booleans())
        if len(options) + len(orbit) > 12:
            continue
        first = len(options)
        options += orbit
        carried += [first + (k + 1) % len(orbit) for k in range(len(orbit))]
    problem = CoverProblem(tuple(f"i{i}" for i in range(primary + secondary)), tuple(bounds), tuple(options))
    option_group, item_group = [tuple(range(len(options)))], [tuple(range(len(turn)))]
    while True:
        ahead = tuple(carried[o] for o in option_group[-1])
        moved_items = tuple(turn[i] for i in item_group[-1])
        if ahead == option_group[0] and moved_items == item_group[0]:
            break
        option_group.append(ahead)
        item_group.append(moved_items)
    forced: set[int] = set()
    if options and draw(st.integers(0, 3)) == 0:
        seed = draw(st.integers(0, len(options) - 1))
        forced = {member[seed] for member in option_group}
    return Case(problem, tuple(option_group), tuple(item_group), tuple(sorted(forced)))


DOMINO, MONOMINO, TROMINO = "##", "#", "#. ##"
TETROMINOES = {"I": "####", "O": "## ##", "T": "### .#.", "S": ".## ##.", "L": "### #.."}


def checkered(width: int, height: int) -> Board:
    return Board.of({(x, y): "ab"[(x + y) % 2] for x in range(width) for y in range(height)})


NAMED = {
    **{
        f"dominoes {width}x{height}": Puzzle(
            rectangle(width, height), (piece("D", DOMINO, (0, width * height // 2)),)
        )
        for width, height in [(2, 2), (3, 2), (3, 4), (4, 4), (5, 4), (4, 6)]
    },
    "monominoes and dominoes": Puzzle(rectangle(3, 3), (piece("D", DOMINO, (0, 4)), piece("M", "#", (0, 9)))),
    "three monominoes": Puzzle(rectangle(3, 3), (piece("D", DOMINO, 3), piece("M", "#", 3))),
    "L trominoes round a hole": Puzzle(rectangle(5, 5, [(2, 2)]), (piece("V", TROMINO, 8),)),
    "L trominoes by a corner": Puzzle(rectangle(5, 5, [(0, 0)]), (piece("V", TROMINO, 8),)),
    "tetrominoes up to twice": Puzzle(
        rectangle(5, 4), tuple(piece(name, text, (0, 2)) for name, text in TETROMINOES.items())
    ),
    "two to four squares": Puzzle(
        rectangle(4, 4), (piece("O", "## ##", (0, 2)), piece("D", DOMINO, (2, 6)), piece("I", "####", (0, 2)))
    ),
    "turns only": Puzzle(
        rectangle(4, 4), (piece("L", TETROMINOES["L"], (0, 4), "rotation"), piece("D", DOMINO, (0, 3)))
    ),
    "checkered": Puzzle(
        checkered(4, 4),
        (Piece.of("D", {(0, 0): "a", (1, 0): "b"}, copies=(0, 8)), piece("L", TETROMINOES["L"], (0, 2))),
    ),
    "optional cells": Puzzle(
        Board.of([(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)], [(1, 1), (3, 1), (-1, 1)]),
        (piece("D", DOMINO, (0, 6)), piece("T", "###", (0, 2))),
    ),
    "forced": Puzzle(
        Board.of(
            [(x, y) for x in range(4) for y in range(4)],
            forced=(Placement("D", ((1, 1), (2, 1))), Placement("D", ((1, 2), (2, 2)))),
        ),
        (piece("D", DOMINO, (0, 8)), piece("M", MONOMINO, (0, 4))),
    ),
}
