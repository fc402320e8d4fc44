"""Pieces that are changed cell by cell: every state is an assembly, and annealings repeat themselves."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from support.set_cases import check_best, random_pool
from tilewright.errors import CheckpointError, UnsupportedError
from tilewright.families.assembly.burr_sticks import burr, stick_numbers
from tilewright.families.assembly.sets import annealing
from tilewright.families.assembly.sets.goal import Goal, Wanted
from tilewright.families.assembly.sets.growth import EMPTY, GrowthSpace, growth_of, stick_growth
from tilewright.families.assembly.sets.search import SearchMethod, SetSearch, grow_sets
from tilewright.model.lattices import CUBE, LATTICES
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.model.verification import faults
from tilewright.solving.steps import Control, Limits, Status

SPHERES = Puzzle(
    Board.of([(0, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)], [(2, 1, 1), (1, 2, 1)]),
    [Piece.of(name, [(0, 0, 0), (1, 1, 0)], lattice=LATTICES["sphere"], motions="rotation") for name in "ab"],
    lattice=LATTICES["sphere"],
)


def small_space() -> GrowthSpace:
    return growth_of(random_pool(3))


SPACES: dict[str, Callable[[], GrowthSpace]] = {
    "cubes": small_space,
    "spheres": lambda: growth_of(SPHERES),
    "sticks": lambda: stick_growth(6),
}


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Annealings of a few steps."""
    monkeypatch.setattr(annealing, "STEPS", 40)
    monkeypatch.setattr(annealing, "SHUFFLE", 10)


def outcome(search: SetSearch) -> object:
    assert search.best is not None
    return search.sets, search.best.puzzle, search.best.rank, search.best.best


@pytest.mark.parametrize("kind", SPACES)
def test_every_change_leaves_an_assembly_of_connected_pieces(kind: str) -> None:
    space = SPACES[kind]()
    random = Random(1)
    owners = space.start(random)
    cells = space.cells(owners)
    changes = 0
    for _ in range(150):
        change = space.changed(owners, cells, random)
        if change is None:
            continue
        changes += 1
        cell, after = change
        assert after != owners[cell] and after in space.allowed[cell]
        owners[cell] = after
        cells = space.cells(owners)
        assert all(space.is_connected(positions) for positions in cells)
        assert set(space.puzzle.board.required) <= {cell for cell, piece in owners.items() if piece != EMPTY}
    assert changes > 10
    puzzle = space.set_of(cells)
    by_shape = {piece.shape_key(space.lattice): piece.name for piece in puzzle.pieces}
    shapes = [Piece.of("x", value, lattice=space.lattice, motions="rotation") for value in cells]
    placed = [
        Placement(by_shape[shape.shape_key(space.lattice)], tuple(sorted(result)))
        for shape, result in zip(shapes, cells, strict=True)
    ]
    assert faults(puzzle, Solution.of(placed)) == []


def test_sticks_have_the_numbers_of_their_shapes() -> None:
    space = stick_growth(8)
    shapes = {piece.name: piece.shape_key(CUBE) for piece in burr(8).pieces}
    for seed in range(5):
        puzzle = space.set_of(space.cells(space.start(Random(seed))))
        assert sum(piece.max_copies for piece in puzzle.pieces) == 6
        for piece in puzzle.pieces:
            assert int(piece.name) in stick_numbers() and shapes[piece.name] == piece.shape_key(CUBE)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("goal", Goal)
def test_the_same_seed_finds_the_same_set_on_any_number_of_threads(goal: Goal) -> None:
    space, wanted = small_space(), Wanted(goal)
    alone, together = (
        grow_sets(space, wanted, Control(threads=number, seed=7), restarts=4) for number in (1, 3)
    )
    assert outcome(alone) == outcome(together)
    assert (alone.status, alone.method, alone.is_proven) == (Status.COMPLETE, SearchMethod.ANNEALING, False)
    assert alone.assemblies is None and check_best(alone.best).solutions >= 1
    assert goal is Goal.LEVEL or alone.best is None or alone.best.solutions == 1


@pytest.mark.usefixtures("short")
def test_more_restarts_are_never_worse() -> None:
    space = small_space()
    ranks = [grow_sets(space, control=Control(seed=2), restarts=number).best for number in (1, 2, 4)]
    known = [best.rank for best in ranks if best is not None]
    assert len(known) == 3 and known == sorted(known)


@pytest.mark.usefixtures("short")
def test_a_resumed_search_ends_as_one_without_a_pause(tmp_path: Path) -> None:
    space, path = small_space(), tmp_path / "grow.ckpt"
    whole = grow_sets(space, control=Control(seed=5), restarts=5)
    grow_sets(space, control=Control(checkpoint=path, seed=5), restarts=2)
    assert outcome(grow_sets(space, control=Control(threads=2, resume=path, seed=5), restarts=5)) == outcome(
        whole
    )
    with pytest.raises(CheckpointError, match=r"seed 5, and this one .* seed 6"):
        grow_sets(space, control=Control(resume=path, seed=6), restarts=5)


@pytest.mark.usefixtures("short")
def test_a_cancelled_search_has_the_best_so_far() -> None:
    cancel = threading.Event()
    search = grow_sets(
        small_space(), control=Control(threads=2, cancel=cancel), on_best=lambda _: cancel.set()
    )
    assert search.status is Status.CANCELLED and search.best is not None
    assert grow_sets(small_space(), control=Control(Limits(seconds=0.0))).status is Status.LIMIT


def test_what_cannot_be_changed() -> None:
    pool = random_pool(3)
    for puzzle, message in (
        (replace(pool, pieces=pool.pieces[:1]), "no assembly to begin with"),
        (
            replace(pool, board=replace(pool.board, cell_costs={pool.board.required[0]: 1})),
            "cannot be changed",
        ),
        (
            Puzzle(
                Board.of([(0, 0, 0), (2, 0, 0)]),
                [Piece.of("a", [(0, 0, 0), (2, 0, 0)], lattice=CUBE)],
                lattice=CUBE,
            ),
            "'a' is not connected",
        ),
    ):
        with pytest.raises(UnsupportedError, match=message):
            growth_of(puzzle)
