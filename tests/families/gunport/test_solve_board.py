"""Solving boards exactly: the choice of the engine, counts, lists, samples, and limits."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.known_rectangles import known_boards
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.families.gunport import solve
from tilewright.families.gunport.board import (
    MAX_AREA,
    Arrangement,
    GunportBoard,
    Rules,
    board_symmetries,
    canonical,
    is_arrangement,
)
from tilewright.families.gunport.engines import frontier, rectangles
from tilewright.families.gunport.pieces import rules_for
from tilewright.families.gunport.query import GunportQuery, SolveOptions
from tilewright.families.gunport.registry import ENGINES
from tilewright.families.gunport.solve import solve_board, stream_arrangements
from tilewright.model.pieces.piece import MODES, Piece
from tilewright.model.puzzle import Board, Puzzle
from tilewright.solving.steps import Limits, Progress, Status

FIXED = Rules(no_slide=True)
COUNT, ALL, KINDS = (
    GunportQuery(count=True),
    GunportQuery(arrangements=None),
    GunportQuery(arrangements=None, unique=True),
)


def board(rows: int, columns: int) -> GunportBoard:
    return GunportBoard.rectangle(rows, columns)


@pytest.mark.parametrize("shape", [[(0, 0), (1, 0)], [(0, 0), (1, 0), (1, 1)], [(0, 0), (1, 0), (2, 0)]])
@pytest.mark.parametrize("motions", MODES)
@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (3, 4), (4, 4)])
def test_engines_agree_on_symmetry_in_every_mode(
    rows: int, columns: int, motions: str, shape: list[tuple[int, int]]
) -> None:
    """What counts as a symmetry is what ``count --unique`` says, whatever the motions of the piece."""
    rules = Rules(Piece.of("piece", shape, copies=(0, MAX_AREA), motions=motions))
    given_board = board(rows, columns)
    engines = ENGINES if rules.is_domino else ("frontier",)
    answers = [solve_board(given_board, rules, query=COUNT, engine=engine) for engine in engines]
    entries = {(answer.pieces, answer.optima, answer.up_to_symmetry) for answer in answers}
    every = solve_board(given_board, rules, query=ALL, engine="frontier")
    group = symmetries(Puzzle(Board.of(given_board.cells), (rules.piece,))).members
    orbits = {
        min(
            tuple(sorted(tuple(sorted(member.cells[cell] for cell in piece)) for piece in one.pieces))
            for member in group
        )
        for one in every.arrangements
    }
    assert entries == {(every.pieces, len(every.arrangements), len(orbits))}


@pytest.mark.parametrize("no_slide", [False, True])
def test_known_boards(no_slide: bool) -> None:  # noqa: FBT001 - from pytest
    for known in known_boards(no_slide=no_slide):
        if known.rows * known.columns > (100 if not no_slide else 42):
            continue
        answer = solve_board(board(known.rows, known.columns), Rules(no_slide=no_slide), COUNT)
        assert (answer.pieces, answer.optima) == (known.pieces, known.optima), known
        assert answer.proven and answer.status is Status.COMPLETE
        if known.orbits is not None:
            assert answer.up_to_symmetry == known.orbits


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_agree(engine: str) -> None:
    for rows, columns in ((1, 1), (1, 7), (3, 3), (5, 4), (4, 7), (6, 6)):
        answer = solve_board(board(rows, columns), query=COUNT, engine=engine)
        other = solve_board(board(columns, rows), query=COUNT)
        assert (answer.pieces, answer.optima, answer.up_to_symmetry, answer.proven) == (
            other.pieces,
            other.optima,
            other.up_to_symmetry,
            True,
        )


@pytest.mark.parametrize(
    ("given_board", "rules", "query", "method"),
    [
        (board(5, 6), Rules(), ALL, "bounded"),
        (board(100, 5), Rules(), GunportQuery(), "dense"),
        (board(5, 100), Rules(), GunportQuery(arrangements=2), "bounded"),
        (board(5, 6), FIXED, GunportQuery(), "dense"),
        (board(5, 6), FIXED, COUNT, "frontier"),
        (board(5, 6), rules_for("I3"), GunportQuery(), "frontier"),
        (GunportBoard(frozenset([(0, 0), (1, 0), (0, 1)])), Rules(), GunportQuery(), "frontier"),
        (GunportBoard(board(3, 3).cells, ports=frozenset([(1, 1)])), Rules(), GunportQuery(), "frontier"),
    ],
)
def test_which_engine_answers(
    given_board: GunportBoard, rules: Rules, query: GunportQuery, method: str
) -> None:
    answer = solve_board(given_board, rules, query)
    assert answer.method == method and answer.proven
    assert answer.arrangements and all(
        is_arrangement(arrangement, rules) for arrangement in answer.arrangements
    )


@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from([None, "dense", "frontier"]))
@settings(max_examples=25)
def test_lists_are_whole(rows: int, columns: int, engine: str | None) -> None:
    given_board = board(rows, columns)
    everything = solve_board(given_board, query=ALL, engine=engine)
    kinds = solve_board(given_board, query=KINDS, engine=engine)
    group = board_symmetries(given_board, Rules())
    assert len(set(everything.arrangements)) == len(everything.arrangements) == everything.optima
    assert {canonical(value, group) for value in everything.arrangements} == set(kinds.arrangements)
    assert len(kinds.arrangements) == solve_board(given_board, query=COUNT).up_to_symmetry
    some = solve_board(given_board, query=GunportQuery(arrangements=2, unique=True), engine=engine)
    assert len(some.arrangements) == min(2, len(kinds.arrangements))
    assert set(some.arrangements) <= set(kinds.arrangements)
    none = solve_board(given_board, query=GunportQuery(arrangements=0), engine=engine)
    assert none.arrangements == () and none.pieces == everything.pieces


def test_plain_queries_count_nothing() -> None:
    for engine in ENGINES:
        answer = solve_board(board(4, 5), engine=engine)
        assert (answer.optima, answer.up_to_symmetry, len(answer.arrangements)) == (None, None, 1)


def test_impossible_boards() -> None:
    for query in (GunportQuery(), COUNT, ALL):
        answer = solve_board(board(1, 3), FIXED, query)
        assert (answer.pieces, answer.ports, answer.proven, answer.arrangements) == (None, None, True, ())
        assert answer.optima in (0, None)


def test_samples_are_fair_and_repeatable() -> None:
    query = GunportQuery(sample=2_000, seed=3)
    for engine in (None, "frontier"):
        drawn = solve_board(board(3, 3), query=query, engine=engine).arrangements
        again = solve_board(board(3, 3), query=query, engine=engine).arrangements
        assert drawn == again
        often = Counter(drawn)
        # Four arrangements, 500 times each expected; a fair sample leaves these bounds once in 10^8.
        assert len(often) == 4 and all(380 < times < 620 for times in often.values())


def count_by(monkeypatch: pytest.MonkeyPatch, given_board: GunportBoard, *, sweeps: bool) -> int | None:
    with monkeypatch.context() as patch:
        patch.setattr(solve, "sweeps_are_quicker", lambda columns, optima: sweeps)
        return solve_board(given_board, query=COUNT).up_to_symmetry


@pytest.mark.parametrize(("rows", "columns"), [(5, 20), (7, 8), (8, 8), (4, 4)])
def test_lists_and_sweeps_agree(monkeypatch: pytest.MonkeyPatch, rows: int, columns: int) -> None:
    given_board = board(rows, columns)
    assert count_by(monkeypatch, given_board, sweeps=True) == count_by(monkeypatch, given_board, sweeps=False)


def test_many_arrangements_are_counted_up_to_symmetry_by_sweeps() -> None:
    answer = solve_board(board(5, 80), query=COUNT)
    assert (answer.optima or 0) > rectangles.MAX_LISTED
    assert answer.status is Status.COMPLETE and answer.up_to_symmetry is not None
    assert (answer.optima or 0) / 4 <= answer.up_to_symmetry < (answer.optima or 0) / 4 * 1.1


def test_an_unreached_count_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rectangles, "MAX_LISTED", 4)
    answer = solve_board(board(14, 15), query=COUNT)
    assert (answer.pieces, answer.optima, answer.up_to_symmetry) == (70, 8, None)
    assert answer.status is Status.LIMIT and "not counted up to symmetry" in answer.note
    assert answer.proven and len(answer.arrangements) == 1


def test_more_than_can_be_numbered_is_listed_by_states(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = {query: solve_board(board(4, 5), query=query) for query in (ALL, KINDS)}
    monkeypatch.setattr(rectangles.RectangleSearch, "ranked", property(lambda self: False))
    for query, answer in expected.items():
        again = solve_board(board(4, 5), query=query)
        assert set(again.arrangements) == set(answer.arrangements) and again.optima == answer.optima
    monkeypatch.setattr(frontier, "MAX_CELLS", 10)
    with pytest.raises(UnsupportedError, match=r"more than 2\^128 arrangements.*supports boards of up to 10"):
        solve_board(board(4, 5), query=ALL)


@pytest.mark.parametrize(
    ("given_board", "rules"),
    [(board(24, 25), Rules()), (board(14, 14), FIXED), (board(12, 12), rules_for("I3"))],
)
@pytest.mark.usefixtures("ticking_clock")
@pytest.mark.parametrize("stop", ["cancel", "time"])
def test_a_stop_leaves_what_is_known(given_board: GunportBoard, rules: Rules, stop: str) -> None:
    cancel_event = threading.Event()
    seconds = 20 if stop == "time" else None

    def press(progress: Progress) -> None:
        if stop == "cancel":
            cancel_event.set()

    options = SolveOptions(limits=Limits(seconds=seconds), on_progress=press, cancel=cancel_event)
    answer = solve_board(given_board, rules, GunportQuery(), options)
    assert answer.status is (Status.LIMIT if stop == "time" else Status.CANCELLED)
    assert answer.pieces is None or answer.lower_bound <= answer.pieces
    assert not answer.proven
    assert all(is_arrangement(arrangement_found, rules) for arrangement_found in answer.arrangements)


def test_a_stop_in_a_list_keeps_the_number() -> None:
    cancel_event = threading.Event()
    steps = stream_arrangements(board(5, 40), query=ALL, options=SolveOptions(cancel=cancel_event))
    arrangements: list[Arrangement] = [next(steps)]
    cancel_event.set()
    while True:
        try:
            arrangements.append(next(steps))
        except StopIteration as end:
            answer = end.value
            break
    assert answer.status is Status.CANCELLED and answer.arrangements == ()
    assert answer.proven and len(arrangements) < answer.optima


def test_the_best_so_far_and_the_bound_are_reported_before_the_end() -> None:
    heard: list[tuple[int | None, int]] = []

    def hear(best: Arrangement | None, lower_bound: int) -> None:
        assert best is None or is_arrangement(best, Rules())
        heard.append((None if best is None else len(best.pieces), lower_bound))

    wide = board(17, 19)  # too wide for the dense sweep, so good arrangements come first
    answer = solve_board(wide, options=SolveOptions(on_best=hear))
    assert heard[0] == (None, 108) and heard[-1] == (answer.pieces, answer.lower_bound) == (109, 109)
    assert len(heard) > 3
    for (more, lower), (fewer, higher) in pairwise(heard):
        assert lower <= higher <= 109 and (more is None or (fewer is not None and 109 <= fewer <= more))


@pytest.mark.usefixtures("ticking_clock")
def test_progress_of_the_dense_sweep_has_no_states() -> None:
    reported: list[Progress] = []
    solve_board(
        board(14, 14), FIXED, options=SolveOptions(limits=Limits(seconds=30), on_progress=reported.append)
    )
    assert reported and {progress.words for progress in reported} == {"dense sweep of 14 columns"}


def test_time_is_shared_by_all_sweeps() -> None:
    answer = solve_board(board(9, 9), query=COUNT, options=SolveOptions(limits=Limits(seconds=0)))
    assert answer.status is Status.LIMIT and answer.up_to_symmetry is None


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: solve_board(board(3, 3), engine="kasteleyn"), "there are dense, bounded, frontier"),
        (lambda: solve_board(board(3, 3), rules_for("I3"), engine="dense"), "supports plain rectangles"),
        (
            lambda: solve_board(GunportBoard(frozenset([(5, 5)])), engine="bounded"),
            "supports plain rectangles",
        ),
        (lambda: solve_board(board(3, 3), FIXED, engine="bounded"), "has no bound"),
        (lambda: solve_board(board(64, 64)), "too wide"),
        (lambda: solve_board(board(20, 20), FIXED), "of memory"),
    ],
)
def test_what_cannot_be_answered(ask: Callable[[], object], words: str) -> None:
    with pytest.raises(UnsupportedError, match=words):
        ask()


@pytest.mark.parametrize("bad", [{"arrangements": -1}, {"sample": -1}, {"seed": -1}])
def test_bad_questions(bad: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="0 or more"):
        GunportQuery(**bad)  # type: ignore[arg-type]
