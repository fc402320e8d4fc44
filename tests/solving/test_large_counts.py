"""Counts beyond 64 and 128 bits and windows beyond 64 and 128 items, against counts of another kind."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.independent_counts import (
    DOMINOES,
    L_TROMINOES,
    MONOMER,
    Shape,
    aztec_diamond,
    domino_tilings,
    hexagon,
    scattered_product,
    tilings_of_rectangle,
)
from support.puzzle_cases import rectangle
from tilewright.exact_cover.translation import to_cover
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.lattices import TRIANGLE
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.model.verification import is_solution
from tilewright.solving import api
from tilewright.solving.engines.frontier.traceback import _Tracer
from tilewright.solving.resources import LEAST_MEMORY
from tilewright.solving.steps import Status

SHAPES: dict[str, Sequence[Shape]] = {"o": MONOMER, "d": DOMINOES, "L": L_TROMINOES}


def packing(width: int, height: int, names: str) -> Puzzle:
    """A rectangle with any number of copies of these pieces."""
    copies = (0, width * height)
    pieces = [Piece.of(name, SHAPES[name][0], copies=copies) for name in names]
    return Puzzle(rectangle(width, height), pieces)


def counted(puzzle: AnyPuzzle, engine: str, threads: int = 1, order: Sequence[str] = ()) -> int | None:
    answer = api.count(puzzle, engine=engine, threads=threads, order=order)
    assert answer.status is Status.COMPLETE
    return answer.solutions


@pytest.mark.parametrize("names", ["d", "L", "od", "oL", "dL", "odL"])
@pytest.mark.parametrize(("width", "height"), [(2, 60), (3, 50), (4, 42), (5, 30), (6, 23)])
def test_long_rectangles_against_a_transfer_matrix(names: str, width: int, height: int) -> None:
    shapes = [shape for name in names for shape in SHAPES[name]]
    expected = tilings_of_rectangle(width, height, shapes)
    assert counted(packing(width, height, names), "frontier", 2) == expected


def test_the_rectangles_have_counts_beyond_64_and_128_bits() -> None:
    lengths = [tilings_of_rectangle(4, height, DOMINOES + MONOMER).bit_length() for height in (20, 42)]
    assert 64 < lengths[0] < 128 < lengths[1]


@pytest.mark.parametrize(("width", "height"), [(8, 8), (12, 13), (18, 18), (20, 21), (7, 7)])
def test_dominoes_against_the_product_of_cosines(width: int, height: int) -> None:
    expected = domino_tilings(width, height)
    assert counted(packing(width, height, "d"), "kasteleyn", 2) == expected
    if width <= 12:
        assert (
            counted(packing(width, height, "d"), "frontier", 2)
            == expected
            == tilings_of_rectangle(width, height, DOMINOES)
        )


@pytest.mark.parametrize("order", [1, 4, 9, 11, 12, 16, 23])
def test_aztec_diamonds(order: int) -> None:
    cells, expected = aztec_diamond(order)
    puzzle = Puzzle(Board.of(cells), [Piece.of("d", DOMINOES[0], copies=len(cells) // 2)])
    assert counted(puzzle, "kasteleyn", 2) == expected
    if order <= 9:
        assert counted(puzzle, "frontier", 2) == expected
    if order <= 4:
        assert {counted(puzzle, engine, 3) for engine in ("dense", "dancing-cells", "bitmask")} == {expected}


@pytest.mark.parametrize(
    "sides", [(1, 1, 1), (2, 3, 4), (3, 3, 3), (5, 5, 5), (2, 2, 40), (8, 9, 10), (11, 11, 11)]
)
def test_lozenges_in_a_hexagon(sides: tuple[int, int, int]) -> None:
    cells, expected = hexagon(*sides)
    a, b, c = sides
    assert len(set(cells)) == len(cells) == 2 * (a * b + b * c + c * a)
    lozenge = Piece.of("z", [(0, 0), (1, 0)], lattice=TRIANGLE, copies=len(cells) // 2)
    puzzle = Puzzle(Board.of(cells), [lozenge], lattice=TRIANGLE)
    assert counted(puzzle, "kasteleyn", 2) == expected
    if min(sides) <= 5:
        assert counted(puzzle, "frontier", 2) == expected
    if expected < 1000:
        assert {counted(puzzle, engine) for engine in ("dense", "dancing-cells", "reference")} == {expected}


def window(puzzle: AnyPuzzle, order: Sequence[str]) -> int:
    """How many items are open at the same time, at most."""
    problem = to_cover(puzzle).problem
    number = {name: item for item, name in enumerate(problem.items)}
    places = [number[name] for name in order]
    at = {item: place for place, item in enumerate(places)}
    spans = [sorted(at[item] for item, _ in option) for option in problem.options]
    return max(
        len({place for span in spans if span[0] < now for place in span if place >= now})
        for now in range(len(places))
    )


@pytest.mark.parametrize(
    ("components", "items", "repetitions"), [(3, 30, 1), (4, 45, 1), (5, 40, 2), (12, 20, 300)]
)
@pytest.mark.parametrize("seed", range(3))
def test_wide_windows_against_the_product_of_the_components(
    components: int, items: int, repetitions: int, seed: int
) -> None:
    puzzle, order, expected = scattered_product(
        random.Random(f"{components} {seed}"), components, items, repetitions=repetitions
    )
    assert window(puzzle, order) > (64 if components == 3 else 128)
    for threads in (1, 4):
        assert counted(puzzle, "frontier", threads, order) == expected
    assert counted(puzzle, "frontier", 1) == expected
    if expected < 3000:
        for engine in ("dense", "dancing-cells", "forward-checking"):
            assert counted(puzzle, engine, 4) == expected


@given(st.integers(0, 2**32), st.integers(1, 4), st.integers(2, 20), st.integers(1, 3))
@settings(max_examples=20)
def test_products_of_any_size(seed: int, components: int, items: int, repetitions: int) -> None:
    puzzle, order, expected = scattered_product(
        random.Random(seed), components, items, repetitions=repetitions
    )
    assert counted(puzzle, "frontier", 2, order) == expected
    if expected < 2000:
        for engine in ("dense", "dancing-cells", "forward-checking", "bitmask"):
            if not api.unsupported_by(engine, puzzle):
                assert counted(puzzle, engine, 3) == expected


def test_samples_of_a_sweep_that_spills_to_files(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    write = _Tracer.write

    def note(tracer: _Tracer[int], search: object) -> None:
        written.append(1)
        write(tracer, search)  # type: ignore[arg-type]

    monkeypatch.setattr(_Tracer, "write", note)
    puzzle = packing(9, 60, "od")
    sample = api.sample(puzzle, 5, threads=2, memory=LEAST_MEMORY)
    assert written
    assert sample.total == tilings_of_rectangle(9, 60, MONOMER + DOMINOES) > 1 << 128
    assert all(is_solution(puzzle, solution) for solution in sample.solutions)
