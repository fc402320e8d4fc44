"""Surveys of positions: brute force on random assemblies, known burrs, limits, ways, pictures."""

from __future__ import annotations

import threading
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given

from support.assembly_cases import CAGE, KEY, MAZE, assembly, random_assemblies, winding_corridor
from support.brute_disassembly import Pieces, all_positions, first_groups
from support.shared_files import shared_file
from tilewright import load_puzzle, solutions
from tilewright.errors import PuzzleError
from tilewright.families.assembly import ways
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.disassembly import Disassembly, Separation
from tilewright.families.assembly.position_text import position_text
from tilewright.families.assembly.position_tree import Kind, graph_dot, position_tree, tree_scene
from tilewright.families.assembly.positions import PositionSurvey, starts_of_parts, survey_positions
from tilewright.families.assembly.replay import check_disassembly
from tilewright.families.assembly.survey import take_all_apart
from tilewright.families.assembly.ways import different_ways
from tilewright.model.puzzle import Placement, Puzzle, Solution
from tilewright.render.svg import scene_svg
from tilewright.solving.steps import Control, Limits, Status, StepLoop


def survey(case: tuple[Puzzle, Solution], max_positions: int = 200_000) -> PositionSurvey:
    puzzle, solution = case
    return survey_positions(
        Disassembler(puzzle), solution.placements, StepLoop(), max_positions=max_positions
    )


def expected_moves(levels: list[list[Pieces]], after: dict[Pieces, set[Pieces]]) -> Fraction:
    """The expected number of random moves, by elimination in fractions."""
    states = [state for level in levels for state in level if after[state]]
    at = {state: number for number, state in enumerate(states)}
    rows = []
    for state in states:
        row = [Fraction(0)] * (len(states) + 1)
        row[at[state]] += len(after[state])
        row[-1] = Fraction(len(after[state]))
        for other in after[state]:
            if other in at:
                row[at[other]] -= 1
        rows.append(row)
    for k in reversed(range(1, len(rows))):  # until only the start is left
        pivot = rows[k]
        for row in rows[:k]:
            if row[k]:
                factor = row[k] / pivot[k]
                for column in range(len(row)):
                    row[column] -= factor * pivot[column]
    return 1 + rows[0][-1] / rows[0][0] if rows else Fraction(1)


def dead_ends(levels: list[list[Pieces]], after: dict[Pieces, set[Pieces]], outs: set[Pieces]) -> int:
    """Sets of positions of a level that moves join, without ways out, from which no move leads farther or to
    a way out."""
    count = 0
    for number, level in enumerate(levels[1:], start=1):
        nearer = {state for one in levels[:number] for state in one}
        left = set(level) - outs
        while left:
            joined = todo = {left.pop()}
            while todo:
                todo = set[Pieces]().union(*(after[state] for state in todo)) & left
                left -= todo
                joined = joined | todo
            reached = set[Pieces]().union(*(after[state] for state in joined)) - joined
            count += reached <= nearer - outs
    return count


def distances_out(after: dict[Pieces, set[Pieces]], outs: set[Pieces]) -> dict[Pieces, int]:
    """The fewest moves from each position to a way out."""
    distances = dict.fromkeys(outs, 0)
    while True:
        following = {
            state for state, reached in after.items() if reached & distances.keys()
        } - distances.keys()
        if not following:
            return distances
        distances |= dict.fromkeys(following, max(distances.values()) + 1)


@given(random_assemblies())
def test_all_numbers_agree_with_brute_force(case: tuple[Puzzle, Solution]) -> None:
    result = survey(case)
    pieces = [frozenset(one.cells) for one in case[1].placements]
    levels, after, outs = all_positions(pieces)
    assert result.is_complete and result.positions == len(after)
    assert list(result.levels) == [len(level) for level in levels]
    pairs = {frozenset((state, other)) for state, reached in after.items() for other in reached}
    assert result.moves == len(pairs)
    assert result.ways_out == len(outs)
    distance = {state: number for number, level in enumerate(levels) for state in level}
    if not outs:
        assert result.level is None and result.shortest_ways == 0 and result.random_moves is None
        assert result.first_groups == ()
        return
    least = min(distance[state] for state in outs)
    assert result.level == least + 1
    assert result.dead_ends is not None and len(result.dead_ends) == dead_ends(levels, after, outs)
    ways = Counter({levels[0][0]: 1})
    for level, following in pairwise(levels[: least + 1]):
        for state in level:
            for other in after[state] & set(following):
                ways[other] += ways[state]
    assert result.shortest_ways == sum(ways[state] for state in outs if distance[state] == least)
    to_out = distances_out(after, outs)
    assert result.no_gain == sum(rest >= least for rest in to_out.values()) - 1
    on_ways = sum(distance[state] + rest == least for state, rest in to_out.items())
    assert result.on_shortest_ways == on_ways
    assert result.random_moves == pytest.approx(float(expected_moves(levels, after)), rel=1e-6)
    splits: dict[frozenset[frozenset[int]], int] = {}
    for state in sorted(outs, key=lambda state: distance[state]):
        for split in first_groups(state):
            splits.setdefault(split, distance[state] + 1)
    everything = frozenset(range(len(pieces)))
    assert splits == {
        frozenset((frozenset(group.pieces), everything - frozenset(group.pieces))): group.moves
        for group in result.first_groups
    }


def test_the_numbers_of_a_maze_are_those_that_one_counts() -> None:
    result = survey(assembly(*MAZE))
    assert (result.levels, result.moves, result.ways_out, result.level) == ((1, 4, 3), 16, 1, 2)
    assert result.dead_ends is not None and [len(one) for one in result.dead_ends] == [3]
    assert (result.shortest_ways, result.on_shortest_ways, result.no_gain) == (1, 2, 6)
    assert [group.pieces for group in result.first_groups] == [(1,)]


def test_a_position_is_where_its_moves_lead() -> None:
    result = survey(winding_corridor(3))
    graph = result.graph
    assert result.level == 4
    for position in range(result.positions):
        way = result.way_to(position)
        assert len(way) == result.distances[position] + 1 and way[0] == 0 and way[-1] == position
        for before, after in pairwise(way):
            assert after in graph.neighbours(before)
            assert result.move(before, after).steps > 0
        for other in graph.neighbours(position):
            assert result.is_way_out[other] or position in graph.neighbours(other)
            shifts = result.shifts(position), result.shifts(other)
            assert shifts[0] != shifts[1] and shifts[0][0] == (0, 0, 0)


def test_a_limit_is_named_and_what_is_known_is_right() -> None:
    whole = survey(winding_corridor(3))
    for most in range(1, whole.positions):
        part = survey(winding_corridor(3), most)
        assert part.status is Status.LIMIT and part.positions <= most
        assert part.levels == whole.levels[: len(part.levels)]
        assert part.level in (None, whole.level)
        unknown = (part.dead_ends, part.shortest_ways, part.no_gain, part.random_moves)
        assert unknown == (None,) * 4
        assert "not complete" in position_text(part, "ABCDE")
        tree = position_tree(part)
        assert len(tree.positions) == part.positions
    assert survey(winding_corridor(3), whole.positions) == survey(winding_corridor(3), 10**30) == whole


def test_a_cancellation_keeps_what_is_known() -> None:
    puzzle, solution = winding_corridor(3)
    cancel = threading.Event()
    cancel.set()
    loop = StepLoop(Control(cancel=cancel))
    result = survey_positions(Disassembler(puzzle), solution.placements, loop)
    assert result.status is Status.CANCELLED and result.positions == 1 and result.levels == (1,)
    late = StepLoop(Control(Limits(seconds=0)))
    late_ways = different_ways(puzzle, Disassembler(puzzle), solution.placements, 3, late)
    assert late_ways.status is Status.LIMIT and late_ways.disassemblies == () and not late_ways.are_all


def test_combining_ways_looks_for_a_cancellation(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, solution = burr("burr-six-different")
    added, checks = [0], [0]
    add = ways._BestWays.add

    def counted_add(best: ways._BestWays, way: ways._Way) -> None:
        added[0] += 1
        add(best, way)

    class CountingEvent(threading.Event):
        last = 1 << 60

        def is_set(self) -> bool:
            checks[0] += 1
            return checks[0] > self.last

    monkeypatch.setattr(ways._BestWays, "add", counted_add)
    cancel = CountingEvent()
    result = different_ways(
        puzzle, Disassembler(puzzle), solution.placements, 2_000, StepLoop(Control(cancel=cancel))
    )
    assert result.status is Status.COMPLETE and checks[0] > added[0] > len(result.disassemblies) > 1
    cancel.last, checks[0], added[0] = checks[0] // 2, 0, 0
    result = different_ways(
        puzzle, Disassembler(puzzle), solution.placements, 2_000, StepLoop(Control(cancel=cancel))
    )
    assert result.status is Status.CANCELLED and not result.are_all
    assert len(result.disassemblies) <= ways.STOPPED_WAYS
    assert checks[0] - cancel.last < 2 * ways.STOPPED_WAYS


def test_what_is_locked_has_no_way_out() -> None:
    result = survey(assembly(*CAGE))
    assert (result.ways_out, result.level, result.first_groups, result.random_moves) == (
        0,
        None,
        (),
        None,
    )
    assert result.is_complete and result.positions > 1
    assert "no position has free pieces" in position_text(result, "AB")
    scene_svg(tree_scene(result, "cage"))


def test_a_single_group_has_nothing_to_survey() -> None:
    with pytest.raises(PuzzleError, match="nothing to take apart"):
        survey(assembly("AB", groups="AB"))


def burr(name: str) -> tuple[Puzzle, Solution]:
    """A burr of the catalogue, its first assembly that comes apart."""
    puzzle = load_puzzle(f"catalog:{name}")
    each = solutions(puzzle)
    return puzzle, next(one for one in each if Disassembler(puzzle).take_apart(one).comes_apart)


@pytest.mark.parametrize(("name", "level"), [("burr-level-5", 5), ("burr-six-different", 1)])
def test_burrs_have_the_levels_that_they_are_known_for(name: str, level: int) -> None:
    result = survey(burr(name))
    assert result.is_complete and result.level == level
    assert result.random_moves is not None and result.random_moves >= level


@pytest.mark.parametrize(
    ("name", "levels"), [("key-trap", (26, 4, 5, 1, 2)), ("misused-key", (6, 22, 7, 2, 5, 2))]
)
def test_known_puzzles_agree_with_the_search_for_the_fewest_moves(name: str, levels: tuple[int, ...]) -> None:
    puzzle = load_puzzle(shared_file(f"burrtools/{name}.xmpuzzle"))
    disassembler = Disassembler(puzzle)
    chosen: list[Disassembly] = []
    take_all_apart(puzzle, first=True, on_result=lambda _, one: chosen.append(one))
    assert chosen[-1].levels[: len(levels)] == levels
    placements = [Placement(name, cells) for name, cells in chosen[-1].pieces]
    result = survey_positions(disassembler, placements, StepLoop())
    assert result.is_complete and result.level == levels[0] and result.dead_ends
    least = disassembler.take_apart(placements, least_total=True, is_image=True)
    best = different_ways(puzzle, disassembler, placements, 1, StepLoop())
    assert best.status is Status.COMPLETE and best.disassemblies[0].total == least.total


def tree_of(part: Separation | None, pieces: frozenset[int]) -> object:
    """What splits from what."""
    if part is None:
        return pieces
    last = frozenset(part.moves[-1].pieces)
    following = {one.pieces: one for one in (part.remaining, part.removed) if one is not None}
    sides = (last, pieces - last)
    return pieces, frozenset(tree_of(following.get(tuple(sorted(side))), side) for side in sides)


def all_trees(pieces: Pieces, numbers: tuple[int, ...]) -> dict[object, int]:
    """The least number of moves for each tree of splits, by brute force."""
    if len(pieces) == 1:
        return {frozenset(numbers): 0}
    levels, _, outs = all_positions(pieces)
    trees: dict[object, int] = {}
    for distance, level in enumerate(levels):
        for state in level:
            for split in first_groups(state) if state in outs else ():
                sides = [
                    all_trees(tuple(state[k] for k in sorted(side)), tuple(numbers[k] for k in sorted(side)))
                    for side in split
                ]
                for one, moves in sides[0].items():
                    for other, others in sides[1].items():
                        tree = (frozenset(numbers), frozenset((one, other)))
                        total = distance + 1 + moves + others
                        trees[tree] = min(total, trees.get(tree, total))
    return trees


@given(random_assemblies(most_pieces=3))
def test_different_ways_agree_with_brute_force(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    pieces = tuple(frozenset(one.cells) for one in solution.placements)
    trees = all_trees(pieces, tuple(range(len(pieces))))
    ways = different_ways(puzzle, Disassembler(puzzle), solution.placements, len(trees) + 1, StepLoop())
    assert ways.are_all and ways.status is Status.COMPLETE
    everything = frozenset(range(len(pieces)))
    assert {tree_of(one.separation, everything): one.total for one in ways.disassemblies} == trees
    few = different_ways(puzzle, Disassembler(puzzle), solution.placements, 1, StepLoop())
    assert [one.total for one in few.disassemblies] == sorted(trees.values())[:1]
    assert few.are_all == (len(trees) <= 1)


def test_the_ways_of_a_burr_are_different_and_in_order() -> None:
    puzzle, solution = burr("burr-level-5")
    ways = different_ways(puzzle, Disassembler(puzzle), solution.placements, 5, StepLoop())
    assert len(ways.disassemblies) == 5 and not ways.are_all
    everything = frozenset(range(6))
    assert len({tree_of(one.separation, everything) for one in ways.disassemblies}) == 5
    totals = [one.total for one in ways.disassemblies]
    least = Disassembler(puzzle).take_apart(solution, least_total=True)
    assert totals == sorted(totals) and totals[0] == least.total
    for one in ways.disassemblies:
        check_disassembly(one, puzzle)


def test_parts_begin_where_they_are_left() -> None:
    puzzle, solution = burr("burr-level-5")
    disassembler = Disassembler(puzzle)
    one = disassembler.take_apart(solution.placements, is_image=True)
    assert one.separation is not None
    for (pieces, shifts), level in zip(starts_of_parts(one.separation), one.levels, strict=True):
        part = survey_positions(disassembler, solution.placements, StepLoop(), pieces=pieces, shifts=shifts)
        assert part.pieces == pieces and part.level == level


def test_a_tree_shows_each_position_once_below_the_one_it_was_reached_from() -> None:
    result = survey(assembly(*MAZE))
    tree = position_tree(result)
    assert [one.position for one in tree.positions] == list(range(result.positions)) and not tree.left_out
    kinds = Counter(one.kind for one in tree.positions)
    assert kinds[Kind.WAY_OUT] == result.ways_out and kinds[Kind.START] == 1
    assert result.dead_ends and kinds[Kind.DEAD_END] == sum(map(len, result.dead_ends))
    assert sum(one.is_shortest for one in tree.positions) == result.on_shortest_ways
    by_level: dict[int, list[float]] = {}
    for one in tree.positions:
        assert one.level == result.distances[one.position]
        by_level.setdefault(one.level, []).append(one.x)
    for places in by_level.values():
        assert min(places) >= 0 and max(places) <= tree.width
        assert all(b - a > 1 - 1e-9 for a, b in pairwise(sorted(places)))
    svg = scene_svg(tree_scene(result, "burr <1>"))
    ElementTree.fromstring(svg)
    assert "burr &lt;1&gt;" in svg and "way out" in svg and "dead end" in svg


def test_a_large_tree_is_thinned_and_says_so() -> None:
    result = survey(winding_corridor(3))
    tree = position_tree(result, 20)
    assert len(tree.positions) == 20 and tree.left_out == result.positions - 20
    assert sum(one.left_out for one in tree.positions) == tree.left_out
    shown = {one.position for one in tree.positions}
    assert all(one.parent is None or one.parent in shown for one in tree.positions)
    assert Kind.WAY_OUT in {one.kind for one in tree.positions}
    assert "20 drawn" in scene_svg(tree_scene(result, "burr", 20))


def test_the_graph_is_written_for_graphviz() -> None:
    result = survey(assembly(*KEY))
    lines = graph_dot(result).splitlines()
    assert lines[0] == "graph positions {" and lines[-1] == "}"
    assert sum(" -- " in line for line in lines) == result.moves
    assert sum("[shape=" in line for line in lines) == result.positions
    assert sum('kind="way_out"' in line for line in lines) == result.ways_out
