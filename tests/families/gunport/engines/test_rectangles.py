"""Rectangles: both engines, counts, lists, samples, threads, stopping."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from support.brute_arrangements import Brute
from support.cancelling import CancelAtCheck
from support.known_rectangles import SQUARES, known_boards, least
from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import GunportBoard, Rules, board_symmetries, faults, representatives
from tilewright.families.gunport.engines import rectangles
from tilewright.families.gunport.engines.rectangles import SWEEPS, RectangleSearch
from tilewright.families.gunport.query import GunportAnswer
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Cancelled, Control, Limits, Progress, Status

NO_SLIDE = Rules(no_slide=True)
DOMINO = ((0, 0), (1, 0))

rectangle = GunportBoard.rectangle


def search(rows: int, columns: int, *, counted: bool = True) -> RectangleSearch:
    rectangle_search = RectangleSearch(
        rectangle(rows, columns), Rules(), counted=counted, control=Control(), resources=Resources()
    )
    rectangle_search.solve()
    return rectangle_search


def solve_rectangle(
    board: GunportBoard,
    rules: Rules = Rules(),  # noqa: B008 - frozen
    *,
    engine: str | None = None,
    count: bool = False,
    unique: bool = False,
    control: Control | None = None,
    resources: Resources = Resources(),  # noqa: B008 - frozen
) -> GunportAnswer:
    """What a search reports, and its answer when it was cancelled."""
    rectangle_search = RectangleSearch(
        board,
        rules,
        engine=engine,
        counted=count or unique,
        control=control or Control(threads=2),
        resources=resources,
    )
    optima = orbits = None
    status, note = Status.COMPLETE, ""
    try:
        rectangle_search.solve()
        if (count or unique) and rectangle_search.best is not None:
            optima = rectangle_search.number()
            if unique:
                orbits = rectangle_search.up_to_symmetry(optima)
    except Cancelled as end:
        status, note = end.status, end.note
    return replace(rectangle_search.answer(status, note), optima=optima, up_to_symmetry=orbits)


def checked(answer: GunportAnswer) -> int | None:
    """The fewest dominoes of an answer that is complete, with its arrangement checked."""
    assert answer.status is Status.COMPLETE
    assert answer.proven
    if answer.pieces is None:
        assert answer.arrangements == ()
        return None
    (arrangement,) = answer.arrangements
    assert arrangement.board == answer.board
    assert faults(arrangement, answer.rules) == []
    assert len(arrangement.pieces) == answer.pieces == answer.lower_bound
    return answer.pieces


# Numbers


@pytest.mark.parametrize("shorter", range(1, 13))
def test_known_numbers(shorter: int) -> None:
    for longer in range(shorter, 25 if shorter < 9 else 17, 1 if shorter < 6 else 3):
        for rows, columns in {(shorter, longer), (longer, shorter)}:
            answer = solve_rectangle(rectangle(rows, columns))
            assert checked(answer) == least(rows, columns)


def test_engines_agree() -> None:
    for rows in range(1, 11):
        for columns in range(1, 11):
            for engine in SWEEPS:
                answer = solve_rectangle(rectangle(rows, columns), engine=engine)
                assert checked(answer) == least(rows, columns)
                assert answer.method == engine


def test_known_squares() -> None:
    for n, pieces in enumerate(SQUARES, 1):
        assert checked(solve_rectangle(rectangle(n, n))) == pieces


def test_known_counts() -> None:
    for known in known_boards(no_slide=False):
        for rows, columns in {(known.rows, known.columns), (known.columns, known.rows)}:
            answer = solve_rectangle(rectangle(rows, columns), unique=True)
            assert checked(answer) == known.pieces
            assert (answer.optima, answer.up_to_symmetry) == (known.optima, known.orbits)


def test_known_numbers_without_sliding() -> None:
    for known in known_boards(no_slide=True):
        for rows, columns in {(known.rows, known.columns), (known.columns, known.rows)}:
            assert checked(solve_rectangle(rectangle(rows, columns), NO_SLIDE)) == known.pieces


@pytest.mark.parametrize("no_slide", [False, True])
def test_against_brute_force(*, no_slide: bool) -> None:
    for rows in range(1, 7):
        for columns in range(1, 31 // rows if rows > 1 else 13):
            if rows * columns > (20 if no_slide else 30) or max(rows, columns) > 12:
                continue
            brute = Brute([(x, y) for x in range(columns) for y in range(rows)], DOMINO, no_slide=no_slide)
            answer = solve_rectangle(rectangle(rows, columns), Rules(no_slide=no_slide), count=not no_slide)
            assert checked(answer) == brute.best
            if not no_slide:
                assert answer.optima == len(brute.arrangements)


# The bounded engine where the short trial does not suffice


@pytest.mark.parametrize("moment", [300, 3000])
def test_a_short_trial_changes_no_answer(moment: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rectangles, "TRIAL_STATES", moment)
    for rows, columns in (
        (4, 4),
        (5, 5),
        (7, 7),
        (8, 8),
        (10, 8),
        (11, 7),
        (9, 9),
        (13, 4),
        (12, 10),
        (16, 7),
    ):
        for engine in (None, "bounded"):
            answer = solve_rectangle(rectangle(rows, columns), engine=engine, count=rows < 10)
            assert checked(answer) == least(rows, columns)
            if rows < 10:
                known = {(k.rows, k.columns): k.optima for k in known_boards(no_slide=False)}
                assert answer.optima == known.get((rows, columns), answer.optima)


@pytest.mark.parametrize("engine", [None, "bounded"])
def test_an_excess_of_minus_one_may_take_long(engine: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    # As on 46 x 46, where that is more than a moment.
    monkeypatch.setattr(rectangles, "TRIAL_STATES", 1)
    for rows, columns in ((4, 4), (7, 7), (8, 8)):
        assert checked(solve_rectangle(rectangle(rows, columns), engine=engine)) == least(rows, columns)


# Lists and samples


@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (2, 8), (8, 2), (5, 6), (7, 4), (4, 7)])
def test_lists_are_complete(rows: int, columns: int) -> None:
    rectangle_search = search(rows, columns)
    number = rectangle_search.number()
    brute = Brute([(x, y) for x in range(columns) for y in range(rows)], DOMINO)
    listed = list(rectangle_search.list_arrangements(number))
    assert {arrangement.pieces for arrangement in listed} == set(brute.arrangements)
    assert len(listed) == number == len(brute.arrangements)
    assert listed[:3] == list(representatives(rectangle_search.list_arrangements(number), (), 3))
    assert all(arrangement.board == rectangle_search.board for arrangement in listed)
    kinds = list(
        representatives(
            rectangle_search.list_arrangements(number),
            board_symmetries(rectangle_search.board, Rules()),
            None,
        )
    )
    assert len(set(kinds)) == len(kinds) == rectangle_search.up_to_symmetry(number)
    assert set(kinds) <= set(listed)


def test_too_many_to_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    rectangle_search = search(5, 5)
    assert rectangle_search.up_to_symmetry(rectangle_search.number()) == 39
    monkeypatch.setattr(rectangles, "MAX_LISTED", 311)
    assert rectangle_search.up_to_symmetry(rectangle_search.number()) is None


def test_samples_are_fair() -> None:
    rectangle_search = search(4, 4)
    number = rectangle_search.number()
    assert number == 100
    drawn = list(rectangle_search.sample(number, 5_000, random.Random(4)))
    assert drawn[:700] == list(rectangle_search.sample(number, 700, random.Random(4)))
    counts = Counter(drawn)
    assert len(counts) == 100
    # Chi-square with 99 degrees of freedom: beyond 161 once in 10,000 times, below 56 as well.
    square = sum((count - 50) ** 2 / 50 for count in counts.values())
    assert 56 < square < 161
    assert all(faults(arrangement, Rules()) == [] for arrangement in counts)


# Threads, steps, memory


def test_threads_and_memory_change_nothing() -> None:
    for engine in SWEEPS:
        answers = [
            solve_rectangle(
                rectangle(14, 10),
                engine=engine,
                control=Control(threads=threads),
                resources=Resources(threads, memory),
            )
            for threads in (1, 3)
            for memory in (1 << 28, 12 << 20)
        ]
        assert {checked(answer) for answer in answers} == {47}
        for one, other in pairwise(answers):
            assert one.arrangements == other.arrangements or engine == "dense"


def test_steps_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = solve_rectangle(rectangle(8, 7), count=True)
    monkeypatch.setattr("tilewright.solving.steps.STEP_SECONDS", 0)
    monkeypatch.setattr("tilewright.families.gunport.engines.bounded.FIRST_STATES", 3)
    small = solve_rectangle(rectangle(8, 7), count=True)
    assert (small.pieces, small.optima, small.arrangements, small.states) == (
        plain.pieces,
        plain.optima,
        plain.arrangements,
        plain.states,
    )


# Cancellation


@pytest.mark.usefixtures("ticking_clock")
@pytest.mark.parametrize("engine", [*SWEEPS, None])
def test_cancelled_at_any_time_the_answer_is_true(engine: str | None) -> None:
    rows, columns = 20, 11
    true = least(rows, columns)
    statuses = set()
    for seconds in (0, 3, 10, 30, 100):
        control = Control(Limits(seconds=seconds))
        answer = solve_rectangle(rectangle(rows, columns), engine=engine, count=True, control=control)
        statuses.add(answer.status)
        assert answer.lower_bound <= true
        assert answer.pieces is None or answer.pieces >= true
        assert answer.proven == (answer.pieces is not None and answer.lower_bound == answer.pieces)
        assert answer.optima is None or answer.status is Status.COMPLETE
        assert all(faults(arrangement, Rules()) == [] for arrangement in answer.arrangements)
    assert Status.LIMIT in statuses


def test_cancellation_ends_it_soon() -> None:
    for engine, (rows, columns) in {"dense": (90, 17), "bounded": (32, 31)}.items():
        cancel_event = CancelAtCheck(20)
        control = Control(threads=2, cancel=cancel_event)
        answer = solve_rectangle(rectangle(rows, columns), engine=engine, control=control)
        assert cancel_event.late <= 2
        assert answer.status is Status.CANCELLED
        assert answer.lower_bound <= (rows * columns + 2) // 3 + 5


def test_progress_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.solving.steps.PROGRESS_SECONDS", 0.0)  # however quick the machine is
    seen: list[Progress] = []
    solve_rectangle(rectangle(15, 15), engine="dense", control=Control(threads=2, on_progress=seen.append))
    assert len(seen) > 1
    assert all(0 <= progress.share <= 1 for progress in seen)


# Refusals


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"no gunport engine 'magic'; expected one of dense, bounded"):
        solve_rectangle(rectangle(3, 3), engine="magic")
    with pytest.raises(UnsupportedError, match="no bound for arrangements without sliding"):
        solve_rectangle(rectangle(3, 3), NO_SLIDE, engine="bounded")
    with pytest.raises(UnsupportedError, match="70 x 64 is too wide"):
        solve_rectangle(rectangle(64, 70))
    with pytest.raises(UnsupportedError, match="1 to 23 columns, not 24"):
        solve_rectangle(rectangle(24, 24), engine="dense")
    with pytest.raises(UnsupportedError, match=r"18 columns needs \d+ MB of memory; 21 MB may be used"):
        solve_rectangle(rectangle(18, 18), engine="dense", resources=Resources(1, 20 << 20))
    board = GunportBoard(rectangle(3, 3).cells, ports=frozenset({(0, 0)}))
    with pytest.raises(UnsupportedError, match="plain rectangles"):
        solve_rectangle(board)
    rectangle_search = RectangleSearch(
        rectangle(4, 4), NO_SLIDE, counted=True, control=Control(), resources=Resources()
    )
    rectangle_search.solve()
    with pytest.raises(UnsupportedError, match="only the fewest dominoes and one arrangement"):
        rectangle_search.number()
