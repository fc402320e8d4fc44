"""Random puzzles: they fit the spec by definition, and are deterministic."""

from __future__ import annotations

import random
import threading
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.errors import PuzzleError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import to_cover
from tilewright.generators.cuts import Cut
from tilewright.model.lattices import SQUARE
from tilewright.model.puzzle import Puzzle
from tilewright.model.verification import faults
from tilewright.play.random_puzzles import MAX_AREA, RandomPuzzle, RandomPuzzleSpec, generate
from tilewright.solving.api import count
from tilewright.solving.engines import reference
from tilewright.solving.steps import Limits, Status

pytestmark = pytest.mark.usefixtures("still_clock")

FREE = Limits()
MOST_STEPS = 600


@st.composite
def speces(draw: st.DrawFn, largest: int = 5, *, unique: bool = False) -> RandomPuzzleSpec:
    width, height = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    different = draw(st.booleans())
    pieces = draw(st.integers(1, min(width * height, 5)))
    motions = draw(st.sampled_from(["all", "rotation", "fixed"]))
    spread, seed = draw(st.integers(0, 3)), draw(st.integers(0, 1_000))
    try:
        return RandomPuzzleSpec(width, height, pieces, different, unique, spread, motions, seed)
    except PuzzleError as error:
        assert different and "cannot cover" in str(error)
        return RandomPuzzleSpec(width, height, pieces, False, unique, spread, motions, seed)


def check_puzzle(spec: RandomPuzzleSpec, made: RandomPuzzle) -> Puzzle:
    """What holds of every puzzle that is made."""
    assert made.puzzle is not None and made.solution is not None
    puzzle = made.puzzle
    assert not faults(puzzle, made.solution)
    assert len(puzzle.board.required) == spec.width * spec.height
    assert sum(piece.max_copies for piece in puzzle.pieces) == spec.pieces
    least, most = spec.sizes
    for piece in puzzle.pieces:
        assert least <= piece.size <= most
        assert len(SQUARE.components(piece.cells)) == 1
        assert piece.motions == spec.motions
        assert piece.min_copies == piece.max_copies
        assert piece.max_copies == 1 or not spec.different
    keys = [piece.shape_key(SQUARE) for piece in puzzle.pieces]
    assert len(set(keys)) == len(keys)
    return puzzle


@given(speces())
def test_cut_is_a_solution_and_fits_the_spec(spec: RandomPuzzleSpec) -> None:
    made = generate(spec, FREE)
    if made.puzzle is None:  # different pieces that are not to be had on so narrow a board
        assert spec.different and made.status is Status.LIMIT
        return
    check_puzzle(spec, made)
    assert made.status is Status.COMPLETE
    assert generate(spec, FREE) == made


@settings(max_examples=12)
@given(speces(4, unique=True))
def test_unique_puzzle_has_one_solution_by_definition(spec: RandomPuzzleSpec) -> None:
    made = generate(spec, Limits(nodes=20_000))
    if made.puzzle is None:
        return
    puzzle = check_puzzle(spec, made)
    assert (made.solutions == 1) == (made.status is Status.COMPLETE)
    cover = to_cover(puzzle)
    nodes = list(islice(reference.walk(cover.problem, reference.start_node(())), MOST_STEPS))
    if made.solutions and len(nodes) < MOST_STEPS:
        group = symmetries(puzzle)
        orbits = {group.canonical(cover.solution(node)) for node in nodes if node is not None}
        assert len(orbits) == made.solutions
        assert group.canonical(made.solution) in orbits  # type: ignore[arg-type]


def test_medium_board_has_exactly_one_solution() -> None:
    spec = RandomPuzzleSpec(6, 6, 7, unique=True, seed=3)
    made = generate(spec, Limits(seconds=60.0))
    puzzle = check_puzzle(spec, made)
    assert (made.status, made.solutions) == (Status.COMPLETE, 1)
    assert count(puzzle, unique=True).up_to_symmetry == 1
    assert [(known.what, known.count) for known in puzzle.expect] == [("unique", 1)]
    assert generate(RandomPuzzleSpec(6, 6, 7, unique=True, seed=4), Limits(seconds=60.0)).puzzle != puzzle


@pytest.mark.parametrize(("width", "height", "pieces"), [(8, 10, 12), (10, 10, 13)])
def test_large_board_has_exactly_one_solution(width: int, height: int, pieces: int) -> None:
    spec = RandomPuzzleSpec(width, height, pieces, unique=True, seed=2)
    made = generate(spec, Limits(seconds=120.0))
    puzzle = check_puzzle(spec, made)
    assert (made.status, made.solutions) == (Status.COMPLETE, 1)
    assert count(puzzle, unique=True).up_to_symmetry == 1


def test_jagged_pieces_have_longer_borders() -> None:
    def borders(seed: int, *, jagged: bool) -> int:
        spec = RandomPuzzleSpec(8, 8, 10, unique=jagged)
        cut = Cut(spec.rules, random.Random(seed), lambda: None)
        assert cut.start()
        return sum(cut.owner[k] != cut.owner[n] for k in range(64) for n in cut.near[k]) // 2

    for seed in range(5):
        assert borders(seed, jagged=True) > borders(seed, jagged=False)


def test_many_pieces() -> None:
    spec = RandomPuzzleSpec(20, 20, 80, different=False)
    check_puzzle(spec, generate(spec))
    spec = RandomPuzzleSpec(10, 10, 18)
    check_puzzle(spec, generate(spec))


def test_time_limit_node_limit_and_cancellation() -> None:
    spec = RandomPuzzleSpec(6, 10, 12, unique=True)
    some = generate(spec, Limits(nodes=3_000))
    assert some.status is Status.LIMIT
    check_puzzle(spec, some)
    assert generate(spec, Limits(nodes=3_000)) == some
    assert generate(spec, Limits(seconds=0.0)).status is Status.LIMIT
    cancelled = threading.Event()
    cancelled.set()
    stopped = generate(spec, cancel=cancelled)
    assert (stopped.status, stopped.puzzle) == (Status.CANCELLED, None)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"width": 0}, "a board of 4 x 0 is not possible"),
        ({"width": 101}, "at most 400 cells"),
        ({"pieces": 0}, "0 pieces are not possible; expected 1 to 16"),
        ({"pieces": 17}, "expected 1 to 16 on 16 cells"),
        ({"motions": "any"}, "there are no motions 'any'"),
        ({"spread": -1}, "a spread of -1"),
        ({"pieces": 16}, "16 different pieces of 1 to 2 cells cannot cover 16 cells"),
        ({"pieces": 5, "spread": 0, "width": 3}, "5 different pieces of 2 to 3 cells cannot cover 12 cells"),
    ],
)
def test_impossible_specs_are_errors(wrong: dict[str, object], sentence: str) -> None:
    asked: dict[str, object] = {"width": 4, "height": 4, "pieces": 4, **wrong}
    with pytest.raises(PuzzleError) as error:
        RandomPuzzleSpec(**asked)  # type: ignore[arg-type]
    assert sentence in str(error.value)


@given(st.integers(1, 7), st.integers(1, 7), st.integers(0, 10_000))
def test_shaken_cut_is_valid(width: int, height: int, seed: int) -> None:
    pieces = max(1, width * height // 5)
    spec = RandomPuzzleSpec(width, height, pieces, different=False, spread=MAX_AREA)
    cut = Cut(spec.rules, random.Random(seed), lambda: None)
    assert cut.start()
    saved, shapes = cut.saved(), cut.shapes
    for _ in range(5):
        assert cut.shake(3)
        covered = [cell for shape in cut.shapes for cell in shape]
        assert sorted(covered) == sorted(set(cut.cells))
        assert all(len(SQUARE.components(shape)) == 1 for shape in cut.shapes)
    cut.restore(saved)
    assert cut.shapes == shapes
