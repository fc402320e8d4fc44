from __future__ import annotations

import math
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright
from support.engine_cases import engine_names, engine_of
from support.puzzle_cases import drawn, pentominoes, piece, puzzles, rectangle
from tilewright import catalogue
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import to_cover
from tilewright.model.lattices import SQUARE, Cell
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.model.verification import is_solution
from tilewright.solving import api
from tilewright.solving.engines import reference
from tilewright.solving.engines.registry import ENGINES, engines_with
from tilewright.solving.steps import Limits, Status
from tilewright.solving.strategies import listing

NEAR_CORNERS = [(1, 1), (6, 1), (1, 6), (6, 6)]

# board, solutions, up to symmetry; known since Scott (1958), Haselgrove and Haselgrove (1960) and others
KNOWN = {
    "3x20": (rectangle(20, 3), 8, 2),
    "4x15": (rectangle(15, 4), 1472, 368),
    "5x12": (rectangle(12, 5), 4040, 1010),
    "6x10": (rectangle(10, 6), 9356, 2339),
    "8x8 without the middle": (rectangle(8, 8, [(3, 3), (3, 4), (4, 3), (4, 4)]), 520, 65),
    "8x8 without the corners": (rectangle(8, 8, [(0, 0), (0, 7), (7, 0), (7, 7)]), 17360, 2170),
    "8x8 without cells near the corners": (rectangle(8, 8, NEAR_CORNERS), 1504, 188),
    "8x8 without a diagonal": (rectangle(8, 8, [(i, i) for i in (2, 3, 4, 5)]), 296, 74),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_counts_of_pentominoes(name: str) -> None:
    board, total, unique = KNOWN[name]
    answer = api.count(pentominoes(board), unique=True, labelled=True)
    assert answer.status is Status.COMPLETE
    assert (answer.solutions, answer.up_to_symmetry, answer.labelled) == (total, unique, total)
    assert "symmetries" in answer.symmetries
    assert api.count(pentominoes(board)).solutions == total


@pytest.mark.parametrize("engine", sorted(set(engine_names("splittable")) - {"reference"}))
def test_every_engine_and_no_symmetry_give_the_known_counts(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.solving.search.trial.LONGEST_TRIAL_SECONDS", 0.0)
    board, total, unique = KNOWN["8x8 without a diagonal"]
    plain = api.count(pentominoes(board), engine=engine, symmetry=False)
    assert (plain.solutions, plain.up_to_symmetry, plain.engine) == (total, None, engine)
    folded = api.count(pentominoes(board), engine=engine, unique=True)
    assert (folded.solutions, folded.up_to_symmetry) == (total, unique)
    assert folded.nodes < plain.nodes


def test_with_turns_only_unique_is_up_to_turns() -> None:
    shapes = {**{p.name: p for p in pentominoes(rectangle(1, 1)).pieces}}
    puzzle = Puzzle(rectangle(5, 4), tuple(shapes[name] for name in "PLVY"))
    for mode in ("all", "rotation", "reflection", "fixed"):
        own_puzzle = puzzle.with_motions(mode)
        every = list(api.solutions(own_puzzle))
        orbits = {symmetries(own_puzzle).canonical(solution) for solution in every}
        answer = api.count(own_puzzle, unique=True)
        assert (answer.solutions, answer.up_to_symmetry) == (len(every), len(orbits)), mode


def test_dominoes_without_a_piece_that_is_free_of_symmetry() -> None:
    puzzle = Puzzle(rectangle(6, 6), (piece("I2", "##", copies=18),))
    answer = api.count(puzzle, unique=True, labelled=True)
    assert (answer.solutions, answer.up_to_symmetry) == (6728, 930)  # A004003, A158907
    assert answer.labelled == 6728 * math.factorial(18)  # beyond 64 bits


def brute(puzzle: Puzzle) -> list[Solution]:
    cover = to_cover(puzzle)
    return [cover.solution(options) for options in reference.solutions(cover.problem, cover.forced)]


@given(puzzle=puzzles(), data=st.data())
def test_random_puzzles(puzzle: Puzzle, data: st.DataObject) -> None:
    every = brute(puzzle)
    if len(every) > 400:
        return
    assert all(is_solution(puzzle, solution) for solution in every)
    orbits = {symmetries(puzzle).canonical(solution) for solution in every}
    labelled = sum(
        math.prod(math.perm(p.max_copies, solution.used().get(p.name, 0)) for p in puzzle.pieces)
        for solution in every
    )
    takers = [e.name for e in engines_with("splittable") if not e.unsupported(to_cover(puzzle).problem)]
    engine = data.draw(st.sampled_from([None, *takers]))
    answer = api.count(puzzle, unique=True, labelled=True, engine=engine)
    assert (answer.status, answer.solutions) == (Status.COMPLETE, len(every))
    assert (answer.up_to_symmetry, answer.labelled) == (len(orbits), labelled)
    solutions: list[Solution] = []
    assert api.solve(puzzle, sink=solutions.append, engine=engine).solutions == len(every)
    assert len(solutions) == len(every)
    assert set(solutions) == set(every)
    unique = list(api.solutions(puzzle, unique=True, engine=engine))
    assert len(unique) == len(orbits)
    assert {symmetries(puzzle).canonical(solution) for solution in unique} == orbits
    one = api.first(puzzle, engine=engine)
    assert (one in set(every)) if every else (one is None)


def moved(puzzle: Puzzle, motion: int, names: list[str], order: list[int]) -> Puzzle:
    """The same puzzle mirrored or turned, its pieces renamed and shuffled."""
    turn = SQUARE.motions["all"][motion]

    def carry(cell: Cell) -> Cell:
        return turn(cell)

    board = puzzle.board
    name = {p.name: new for p, new in zip(puzzle.pieces, names, strict=True)}
    colours = {carry(cell): colour for cell, colour in board.colours.items()}
    carried = Board.of(
        {carry(c): colours.get(carry(c), "") for c in board.required},
        {carry(c): colours.get(carry(c), "") for c in board.optional},
        forced=[Placement(name[p.piece], tuple(sorted(map(carry, p.cells)))) for p in board.forced],
    )
    pieces = []
    for number in order:
        p = puzzle.pieces[number]
        cells = {carry(cell): p.colour_of(i) for i, cell in enumerate(p.cells)}
        copies = (p.min_copies, p.max_copies)
        pieces.append(Piece.of(name[p.name], cells, copies=copies, motions=p.motions))
    return Puzzle(carried, tuple(pieces), max_holes=puzzle.max_holes)


@given(puzzle=puzzles(), motion=st.integers(0, 7), data=st.data())
def test_moving_renaming_and_shuffling_change_no_count(
    puzzle: Puzzle, motion: int, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(puzzle.pieces))))
    names = data.draw(st.permutations([f"name {i}" for i in range(len(puzzle.pieces))]))
    one = api.count(puzzle, unique=True, labelled=True)
    two = api.count(moved(puzzle, motion, list(names), list(order)), unique=True, labelled=True)
    assert (one.solutions, one.up_to_symmetry, one.labelled) == (
        two.solutions,
        two.up_to_symmetry,
        two.labelled,
    )


@given(puzzles())
def test_the_branches_add_up(puzzle: Puzzle) -> None:
    """Each solution covers the first free cell by one placement: forcing each in turn counts them all."""
    whole = api.count(puzzle).solutions
    taken = {cell for p in puzzle.board.forced for cell in p.cells}
    cell = next((c for c in puzzle.board.required if c not in taken), None)
    if cell is None:
        return
    total = 0
    for placement in to_cover(puzzle).placements:
        if cell in placement.cells and taken.isdisjoint(placement.cells):
            used = sum(p.piece == placement.piece for p in puzzle.board.forced)
            if used < puzzle.by_name[placement.piece].max_copies:
                board = replace(puzzle.board, forced=(*puzzle.board.forced, placement))
                total += api.count(replace(puzzle, board=board)).solutions or 0
    assert total == whole


def test_the_order_of_solutions_does_not_depend_on_threads() -> None:
    puzzle = pentominoes(rectangle(15, 4))
    one, two, three = (list(api.solutions(puzzle, threads=n)) for n in (1, 2, 3))
    assert one == two == three
    assert len(set(one)) == 1472
    assert all(is_solution(puzzle, solution) for solution in one)


def test_a_limit_is_said_and_counts_are_lower_bounds() -> None:
    puzzle = pentominoes(rectangle(10, 6))
    solutions: list[Solution] = []
    answer = api.solve(puzzle, sink=solutions.append, limits=Limits(solutions=7))
    assert (answer.status, answer.solutions, len(solutions)) == (Status.LIMIT, 7, 7)
    answer = api.solve(puzzle, sink=solutions.append, unique=True, limits=Limits(solutions=5))
    assert (answer.status, answer.up_to_symmetry, len(solutions)) == (Status.LIMIT, 5, 12)
    assert answer.solutions == 20
    answer = api.count(puzzle, limits=Limits(nodes=100_000))
    assert answer.status is Status.LIMIT
    assert answer.solutions is not None
    assert 0 < answer.solutions < 9356
    assert 0 < answer.share < 1
    assert api.count(puzzle, limits=Limits(solutions=50)).solutions == 50


def test_cancelled_at_once() -> None:
    cancel = threading.Event()
    cancel.set()
    answer = api.count(pentominoes(rectangle(10, 6)), symmetry=False, cancel=cancel)
    assert answer.status is Status.CANCELLED


def test_an_iterator_can_be_left() -> None:
    before = threading.active_count()
    iterator = api.solutions(pentominoes(rectangle(10, 6)))
    assert is_solution(pentominoes(rectangle(10, 6)), next(iterator))
    del iterator
    assert threading.active_count() == before


def test_small_and_odd_puzzles() -> None:
    empty = Puzzle(rectangle(2, 1), ())
    assert api.count(empty, unique=True, labelled=True).solutions == 0
    optional = Puzzle(Board.of((), [(0, 0), (1, 0)]), ())  # nothing to cover: one solution, the empty one
    assert list(api.solutions(optional)) == [Solution(())]
    assert api.count(optional, unique=True).up_to_symmetry == 1
    loose = Puzzle(Board.of((), [(0, 0), (1, 0)]), (piece("o", "#", copies=(0, 1)),))
    assert api.count(loose, unique=True, labelled=True).solutions == 3
    assert api.count(loose, unique=True).up_to_symmetry == 2
    both = Placement("i", ((0, 0), (1, 0)))
    full = Puzzle(Board.of([(0, 0), (1, 0)], forced=[both]), (piece("i", "##"),))
    assert list(api.solutions(full)) == [Solution((both,))]
    assert api.first(Puzzle(rectangle(3, 1), (piece("i", "##"), piece("j", "##")))) is None


def test_areas_that_cannot_add_up_are_seen_at_once() -> None:
    puzzle = replace(pentominoes(rectangle(8, 8)))
    answer = api.count(puzzle)
    assert (answer.status, answer.solutions, answer.nodes) == (Status.COMPLETE, 0, 0)
    assert answer.proof.startswith("The areas differ")
    assert api.first(puzzle) is None
    gaps = Puzzle(rectangle(7, 1), (piece("a", "##", copies=(0, 3)), piece("b", "####", copies=(0, 1))))
    assert not gaps.areas_fit
    assert Puzzle(gaps.board, (*gaps.pieces, piece("c", "###", copies=(0, 1)))).areas_fit


def test_an_engine_that_is_asked_for_must_exist_and_take_the_puzzle() -> None:
    puzzle = pentominoes(rectangle(10, 6))
    with pytest.raises(UnsupportedError, match="no engine named 'magic'"):
        api.count(puzzle, engine="magic")
    assert api.count(puzzle, engine="dancing-cells", limits=Limits(nodes=10)).engine_reason == "as requested"


class Lying(reference.ReferenceSearch):
    """A search that leaves out most of each solution."""

    def take(self) -> list[list[int]]:
        return [value[:1] for value in super().take()]


LYING = engine_of(Lying, "lying")


def test_a_wrong_solution_of_an_engine_is_never_delivered(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(rectangle(2, 2), (piece("I2", "##", copies=2),))

    monkeypatch.setitem(ENGINES.builtin, "lying", "test_api:LYING")
    with pytest.raises(RuntimeError, match=r"'lying' gave a wrong solution.*is not covered"):
        list(api.solutions(puzzle, engine="lying"))


def test_count_optimise_and_sample_agree_on_a_small_board() -> None:
    puzzle = Puzzle(
        Board.of(rectangle(4, 4).required, costs={(0, 0): 1}), (Piece.of("I", drawn("##"), copies=8),)
    )
    answer = api.count(puzzle, unique=True, labelled=True, engine="frontier")
    assert (answer.solutions, answer.up_to_symmetry, answer.labelled) == (36, 9, 36 * 40320)
    listed = api.count(puzzle, engine="dense")
    assert (listed.solutions, listed.engine) == (36, "dense")
    best = api.optimise(puzzle, count_optima=True)
    assert (best.cost, best.optima) == (1, 36)
    assert best.solution is not None and puzzle.cost(best.solution) == 1
    fair = api.sample(puzzle, 5, seed=3)
    assert (len(fair.solutions), fair.total) == (5, 36)
    assert fair.solutions[:1] == api.sample(puzzle, 1, seed=3).solutions
    with pytest.raises(TypeError, match="colour"):
        api.count(puzzle, colour="red")  # type: ignore[call-overload]


def test_the_package_can_be_called_as_the_function_of_its_name() -> None:
    solutions: list[Solution] = []
    puzzle = Puzzle(rectangle(2, 2), (piece("I2", "##", copies=2),))
    assert tilewright.count(puzzle).solutions == 2
    assert tilewright.solve(puzzle, sink=solutions.append).solutions == len(solutions) == 2


def test_mistakes_are_explained(tmp_path: Path) -> None:
    puzzle = pentominoes(rectangle(3, 20))
    loose: Any = tilewright.count
    for value in ("puzzle.txt", None, [puzzle]):
        with pytest.raises(PuzzleError, match="is not a puzzle"):
            loose(value)
    for options, words in (
        ({"threads": 0}, "threads is 0; expected a whole number from 1"),
        ({"memory": "2G"}, "memory is '2G'"),
        ({"limits": 5}, "the limits are 5; expected Limits"),
        ({"order": "zzz"}, "the order is 'zzz'; expected a list"),
    ):
        with pytest.raises(UnsupportedError, match=words):
            loose(puzzle, **options)
    seconds: Any = "1"
    with pytest.raises(UnsupportedError, match="the limit seconds is '1'"):
        Limits(seconds=seconds)
    save: Any = tilewright.save
    with pytest.raises(PuzzleError, match="is not a puzzle; tilewright"):
        save("puzzle.toml", puzzle)
    state: Any = str(tmp_path / "state.ckpt")  # a text is a path, too
    assert tilewright.count(puzzle, checkpoint=state).solutions == 8


def test_solutions_found_before_a_cancellation_are_not_all_delivered(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = catalogue.load("dominoes-6x6")
    cancel = threading.Event()
    monkeypatch.setattr(listing, "LATE_SECONDS", 0.0)
    seen: list[Solution] = []

    def sink(solution: Solution) -> None:
        seen.append(solution)
        if len(seen) == 3:
            cancel.set()

    for unique in (False, True):
        seen.clear()
        cancel.clear()
        answer = api.solve(puzzle, sink=sink, unique=unique, cancel=cancel, threads=1)
        assert answer.status is Status.CANCELLED and len(seen) == 3
        assert answer.up_to_symmetry == (3 if unique else None)
        group = symmetries(puzzle)
        whole = sum(len(group.orbit(solution)) for solution in seen) if unique else 3
        assert answer.solutions == whole
    monkeypatch.setattr(listing, "LATE_SECONDS", 60.0)  # then what was found is delivered
    seen.clear()
    cancel.clear()
    answer = api.solve(puzzle, sink=sink, cancel=cancel, threads=1)
    assert answer.solutions == len(seen) > 3
