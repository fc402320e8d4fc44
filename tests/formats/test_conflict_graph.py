"""The conflict graph: its independent sets of full weight are the solutions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import assume, given, settings

from support.formats_strategies import abstract_puzzles
from support.puzzle_cases import piece, puzzles, rectangle
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import to_cover
from tilewright.formats import conflict_graph, dlx
from tilewright.formats.to_exact_cover import to_exact_cover_puzzle
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Puzzle
from tilewright.solving.engines.reference import start_node, walk

NODES = 2_000


def read(text: str) -> tuple[list[int], set[tuple[int, int]], int]:
    """The weights of the vertices, the edges, and the weight of a solution."""
    lines = text.splitlines()
    [head] = [line.split() for line in lines if line.startswith("p ")]
    weights = [int(line.split()[2]) for line in lines if line.startswith("n ")]
    edges = {(int(a), int(b)) for sign, a, b in (x.split() for x in lines if x.startswith("e ")) if sign}
    assert head == ["p", "edge", str(len(weights)), str(len(edges))]
    assert all(1 <= a < b <= len(weights) for a, b in edges)
    [wanted] = [line for line in lines if line.startswith("c Solutions are")]
    return weights, edges, int(wanted.split()[-1].rstrip("."))


def independent(weights: list[int], edges: set[tuple[int, int]], wanted: int) -> Iterator[tuple[int, ...]]:
    """The independent sets of this weight; as many None as it takes."""

    def walk_on(vertex: int, chosen: tuple[int, ...], weight: int) -> Iterator[tuple[int, ...]]:
        if vertex > len(weights):
            if weight == wanted:
                yield chosen
            return
        if all((other, vertex) not in edges for other in chosen):
            yield from walk_on(vertex + 1, (*chosen, vertex), weight + weights[vertex - 1])
        yield from walk_on(vertex + 1, chosen, weight)

    return walk_on(1, (), 0)


def ways(puzzle: AnyPuzzle) -> int | None:
    cover = to_cover(puzzle)
    steps = list(islice(walk(cover.problem, start_node(())), NODES))
    return None if len(steps) == NODES else sum(step is not None for step in steps)


@settings(max_examples=60)
@given(puzzles() | abstract_puzzles())
def test_independent_sets_are_solutions(puzzle: AnyPuzzle) -> None:
    whole = to_exact_cover_puzzle(puzzle)
    try:
        text = conflict_graph.dumps(puzzle)
    except UnsupportedError:
        assert whole.has_costs or any(item.primary and item.most != 1 for item in whole.items)
        return
    assert conflict_graph.looks_like(text)
    weights, edges, wanted = read(text)
    assume(len(weights) <= 14)
    assert sum(1 for _ in independent(weights, edges, wanted)) == ways(whole)


def test_the_graph_by_the_letter() -> None:
    puzzle = dlx.loads("a b | x\na x:red\nb x:red\nb x:blue\na b\n")
    assert conflict_graph.dumps(puzzle) == (
        "c Options, one a vertex: 4\nc 1 = a x:red\nc 2 = b x:red\nc 3 = b x:blue\nc 4 = a b\n"
        "c Solutions are the independent sets of weight 2.\n"
        "p edge 4 5\nn 1 1\nn 2 1\nn 3 1\nn 4 2\ne 1 3\ne 1 4\ne 2 3\ne 2 4\ne 3 4\n"
    )


def test_what_it_cannot_express_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = Puzzle(rectangle(3, 2), (piece("d", "##", copies=2), piece("m", "#", copies=2)))
    with pytest.raises(UnsupportedError, match="'d' must be covered exactly twice; use --labelled"):
        conflict_graph.dumps(pair)
    with pytest.raises(UnsupportedError, match="cannot express costs"):
        conflict_graph.dumps(dlx.loads("a\na |5\n"))
    monkeypatch.setattr(conflict_graph, "MAX_EDGES", 10)
    with pytest.raises(UnsupportedError, match="more than 10 edges"):
        conflict_graph.dumps(Puzzle(rectangle(3, 4), (piece("d", "##", copies=6),)))
