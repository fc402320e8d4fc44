"""Races of a search of the tree with a sweep: right, repeatable, bounded, and ended by what ends a search."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from support.cancelling import CancelAtCheck
from support.engine_cases import use_engines
from support.puzzle_cases import pentominoes, piece, rectangle
from support.waiting import HANGS_S
from tilewright import catalogue
from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.solving import steps as stepping
from tilewright.solving.api import count, solutions, solve
from tilewright.solving.engines.registry import DENSE, FRONTIER, engines_with
from tilewright.solving.questions import Answer
from tilewright.solving.search.race import GROWTH, HARDLY_ANY, SEARCH_FIRST, Race, Rival
from tilewright.solving.steps import Budget, Cancelled, Control, Limits, Progress, Status, StepLoop, StepSize
from tilewright.solving.strategies import counting
from tilewright.testing import random_puzzle

MONOMER_DIMER = Puzzle(rectangle(8, 8), (piece("d", "##", copies=(0, 32)), piece("m", "#", copies=(0, 64))))
NOTHING = Progress(0.0, 0, 0, 0, 0.0, None)
LONGEST = 0.3  # seconds of effort before a search


@pytest.fixture
def short_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every count that is not over after a few nodes is a race."""
    searches = engines_with("splittable")
    use_engines(monkeypatch, *(replace(engine, trial_nodes=5) for engine in searches))


LARGE = 14  # the seed of a puzzle with 461,822 solutions; the reference takes a minute to list them


@pytest.mark.usefixtures("short_trials")
@pytest.mark.parametrize("unique", [False, True])
def test_races_count_right_and_repeat(*, unique: bool) -> None:
    raced = 0
    for seed in {*range(60)} - {LARGE}:
        puzzle = random_puzzle(seed)
        right = count(puzzle, engine="reference", unique=unique, labelled=True)
        one, two = (count(puzzle, threads=n, unique=unique, labelled=True) for n in (1, 2))
        for answer in (one, two):
            entry = (answer.status, answer.solutions, answer.labelled, answer.up_to_symmetry)
            assert entry == (Status.COMPLETE, right.solutions, right.labelled, right.up_to_symmetry)
        assert (one.engine, one.tried, one.nodes) == (two.engine, two.tried, two.nodes)
        raced += bool(one.tried)
    assert raced > 10


@pytest.mark.usefixtures("short_trials")
@pytest.mark.parametrize("unique", [False, True])
def test_a_sweep_that_wins_counts_right_and_repeats(*, unique: bool) -> None:
    puzzle = random_puzzle(LARGE)
    right = count(puzzle, engine="dense", unique=unique)
    one, two = (count(puzzle, threads=n, unique=unique) for n in (1, 2))
    for answer in (one, two):
        assert (answer.engine, answer.tried) == ("frontier", "dense, frontier")
        assert (answer.solutions, answer.up_to_symmetry) == (right.solutions, right.up_to_symmetry)
    assert right.solutions == 461_822 and one.nodes == two.nodes


def test_the_answer_says_who_was_first_and_who_ran() -> None:
    answer = count(MONOMER_DIMER)
    assert (answer.engine, answer.tried) == ("profile-sweep", "dense, frontier, profile-sweep")
    assert answer.engine_reason == "it was done before a search by dense"
    assert answer.solutions == 179788343101980135
    long = count(pentominoes(rectangle(10, 6)), threads=1)
    assert long.solutions == 9356 and long.tried == "dense, frontier"


def test_without_memory_the_search_goes_on_alone() -> None:
    answer = count(pentominoes(rectangle(10, 6)), memory=1 << 20)
    assert (answer.engine, answer.tried, answer.solutions) == ("dense", "dense, frontier", 9356)


def test_a_search_of_years_says_that_memory_was_short() -> None:
    puzzle = Puzzle(rectangle(20, 20), (piece("d", "##", copies=(0, 200)), piece("m", "#", copies=(0, 400))))
    answer = count(puzzle, memory=1 << 20)
    assert answer.status is Status.LIMIT and answer.solutions is None
    assert "bound of memory" in answer.note


@pytest.mark.usefixtures("ticking_clock")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_or_a_cancellation_ends_both(threads: int) -> None:
    one = pentominoes(rectangle(12, 10))
    hard = replace(one, pieces=tuple(replace(each, min_copies=2, max_copies=2) for each in one.pieces))
    before = threading.active_count()
    assert count(hard, threads=threads, limits=Limits(seconds=100)).status is Status.LIMIT
    cancel = CancelAtCheck(100)
    assert count(hard, threads=threads, cancel=cancel).status is Status.CANCELLED
    assert threading.active_count() == before


def _race(work: Any, threads: int = 1, expected: float = 0.0, *, search_first: bool = False) -> Race[Answer]:
    control = Control(threads=threads)
    return Race(
        DENSE.node_seconds,
        Rival(FRONTIER, work, control),
        StepLoop(control),
        0.1,
        lambda answer: answer.status is Status.COMPLETE,
        expected,
        longest=LONGEST,
        search_first=search_first,
    )


def _answer(status: Status = Status.COMPLETE) -> Answer:
    return Answer(status, 1, None, None, "", 0, 0.0, "frontier", "", 1.0)


def test_a_rival_that_cannot_count_drops_out() -> None:
    def refuse(_: Control) -> Answer:
        raise UnsupportedError("not this puzzle")

    race = _race(refuse)
    assert not race.head_start(lambda: NOTHING)
    assert race.begin(0, 0.0) is None
    race.rival.close()


def test_a_rival_that_waits_for_more_effort_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It went on waiting for a twentieth of a second, in every count that the search won."""
    monkeypatch.setattr(stepping, "STEP_SECONDS", 10 * HANGS_S)

    def work(control: Control) -> Answer:
        assert control.budget is not None and control.cancel is not None
        control.budget.spend(1.0)
        check = StepLoop(control).check_cancelled
        control.budget.units(1.0, lambda: 0.5, check)
        return _answer()

    race = _race(work)
    assert not race.head_start(lambda: NOTHING)
    closing = threading.Thread(target=race.rival.close)
    closing.start()
    closing.join(HANGS_S)
    assert not closing.is_alive() and race.rival.result is None


def test_an_error_of_the_rival_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Answer:
        raise RuntimeError("broken")

    monkeypatch.setattr(counting.CountWithoutListing, "answer", fail)
    with pytest.raises(RuntimeError, match="broken"):
        count(MONOMER_DIMER)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("search_first", [False, True])
@pytest.mark.parametrize("tree_seconds", [0.05, 0.5, 7.0, 300.0])
@pytest.mark.parametrize("rival_seconds", [0.05, 0.5, 7.0, 300.0])
def test_effort_is_bounded_whatever_is_expected(
    tree_seconds: float, rival_seconds: float, threads: int, *, search_first: bool
) -> None:
    """With nothing known of shares, either candidate costs at most 1 + GROWTH times what it takes alone."""
    first = 0.2

    def work(control: Control) -> Answer:
        left = rival_seconds
        budget = control.budget
        assert isinstance(budget, Budget) and control.cancel is not None

        def check_cancelled() -> None:
            if control.cancel is not None and control.cancel.is_set():
                raise Cancelled

        while left > 0:
            step = min(left, budget.units(0.01, lambda: 0.0, check_cancelled) * 0.01)
            budget.spend(step)
            left -= step
        return _answer()

    race = _race(work, threads, first / SEARCH_FIRST, search_first=search_first)
    total = tree_nodes = int(tree_seconds / DENSE.node_seconds)
    visited = 0
    won = race.head_start(lambda: NOTHING)
    while not won and visited < total:
        granted = race.begin(visited, 0.0)
        visited = total if granted is None else min(total, visited + granted)
        won = visited < total and race.end(lambda: NOTHING)
    race.rival.close()
    spent = visited * DENSE.node_seconds + race.rival.budget.spent
    best = min(tree_seconds, rival_seconds)
    assert spent <= (1 + GROWTH) * best + first + 0.02
    assert won == (visited < tree_nodes)


def _work_of(seconds: float, share_of: Callable[[float], float]) -> Callable[[Control], Answer]:
    """Work of so many seconds of effort, which says by what it has spent how much of it is done."""

    def work(control: Control) -> Answer:
        budget = control.budget
        assert isinstance(budget, Budget)

        def check_cancelled() -> None:
            if control.cancel is not None and control.cancel.is_set():
                raise Cancelled

        while budget.spent < seconds:
            units = budget.units(0.01, lambda: share_of(budget.spent), check_cancelled)
            budget.spend(min(units * 0.01, seconds - budget.spent))
        return _answer()

    return work


def test_a_rival_that_is_near_its_end_goes_on_before_the_search() -> None:
    near = _race(_work_of(0.13, lambda spent: spent / 0.13))
    assert near.head_start(lambda: NOTHING)
    far = _race(_work_of(0.18, lambda spent: spent / 1.8))
    assert not far.head_start(lambda: NOTHING)
    assert far.rival.budget.spent == pytest.approx(0.1)
    far.rival.close()
    boastful = _race(_work_of(10.0, lambda spent: 0.9))
    assert not boastful.head_start(lambda: NOTHING)
    assert boastful.rival.budget.spent <= LONGEST + 0.02
    boastful.rival.close()


def test_a_search_that_is_expected_to_be_quick_comes_first() -> None:
    race = _race(_work_of(0.1, lambda _: 0.0), expected=0.2, search_first=True)
    assert not race.head_start(lambda: NOTHING)
    nodes = race.begin(0, 0.0)
    assert nodes == int(SEARCH_FIRST * 0.2 / DENSE.node_seconds)
    assert not race.end(lambda: NOTHING) and race.rival.budget.spent == 0
    race.begin(nodes, 0.0)
    assert race.end(lambda: NOTHING)
    assert race.rival.budget.spent == pytest.approx(0.1)
    race.rival.close()


def test_the_progress_of_whichever_is_nearer_to_its_end_is_shown() -> None:
    """That of a sweep which had run out of memory was shown for as long as the search went on."""
    far, near = replace(NOTHING, share=0.3), replace(NOTHING, share=0.9)
    race = _race(_work_of(10.0, lambda spent: spent / 1.0))
    assert race.shown(far) is far
    assert not race.head_start(lambda: NOTHING)
    race.rival.progress = near
    race.begin(int(5 / DENSE.node_seconds), 0.001)
    assert race.shown(far) is near
    race.begin(int(5 / DENSE.node_seconds), 0.999)
    assert race.shown(far) is far
    race.begin(int(5 / DENSE.node_seconds), 0.001)
    race.rival.close()
    assert race.shown(far) is far


def test_a_search_is_held_back_by_the_more_hopeful_guess_only() -> None:
    race = _race(_work_of(10.0, lambda spent: spent / 1.0))
    assert not race.head_start(lambda: NOTHING)
    half, tenth = (int(seconds / DENSE.node_seconds) for seconds in (0.05, 0.01))
    assert race.begin(half, 0.001, expected=2 * half) == int(0.1 / DENSE.node_seconds) - half
    assert race.begin(tenth, 0.001) == max(1, int(0.14 * HARDLY_ANY / DENSE.node_seconds) - tenth)
    race.rival.close()


def test_a_trial_that_is_near_its_end_goes_on_without_a_race() -> None:
    answer = count(catalogue.load("pentominoes-8x8-diagonal-holes"), threads=1)
    assert (answer.engine, answer.tried) == ("dense", "")
    assert answer.nodes > DENSE.trial_nodes


def test_a_trial_goes_on_when_a_rival_is_not_quicker() -> None:
    """A sweep has far more to do there than what is left of the trial."""
    puzzle = catalogue.load("pentominoes-8x8-centre-hole")
    answer = count(puzzle, threads=1)
    assert answer.solutions == 520
    assert (answer.engine, answer.tried) == ("dense", "dense, frontier")
    assert answer.nodes == count(puzzle, engine="dense", threads=1).nodes


def test_no_rival_is_set_up_for_a_few_milliseconds() -> None:
    """Eleven Langford pairs are counted sooner than the modules of a sweep are loaded."""
    answer = count(ExactCoverPuzzle.of(langford(11)), threads=1)
    assert (answer.solutions, answer.engine, answer.tried) == (35584, "dense", "")


def langford(n: int) -> list[tuple[str, str, str]]:
    """Langford pairs of 1 to n, as options."""
    return [(f"n{i}", f"s{j}", f"s{j + i + 1}") for i in range(1, n + 1) for j in range(2 * n - i - 1)]


# Lists and first solutions


def mutilated(side: int) -> ExactCoverPuzzle:
    """Dominoes on a chessboard without two opposite corners, as items without a board: no colours to see."""
    cells = [(x, y) for x in range(side) for y in range(side)]
    cells = [cell for cell in cells if cell not in ((0, 0), (side - 1, side - 1))]
    pairs = [((x, y), (x + dx, y + dy)) for x, y in cells for dx, dy in ((1, 0), (0, 1))]
    return ExactCoverPuzzle.of([pair for pair in pairs if pair[1] in cells])


@pytest.mark.parametrize("threads", [1, 2])
def test_that_there_is_no_solution_may_be_known_from_states_first(threads: int) -> None:
    answer = solve(mutilated(10), sink=lambda _: None, limits=Limits(solutions=1), threads=threads)
    assert (answer.status, answer.solutions, answer.engine) == (Status.COMPLETE, 0, "frontier")
    assert answer.tried == "forward-checking, frontier"
    assert answer.engine_reason == "it was done before a search by forward-checking"


@pytest.mark.usefixtures("short_trials")
@pytest.mark.parametrize("limit", [1, None])
def test_lists_and_first_solutions_are_right_whoever_wins(limit: int | None) -> None:
    engines = set()
    for seed in {*range(60)} - {LARGE}:
        puzzle = random_puzzle(seed)
        lists: list[list[Solution]] = [[], []]
        for threads, all_solutions in enumerate(lists, 1):
            answer = solve(puzzle, sink=all_solutions.append, limits=Limits(solutions=limit), threads=threads)
            engines.add((answer.engine, bool(answer.tried)))
        right = [*solutions(puzzle, engine="reference")]
        assert lists[0] == lists[1]
        assert len(lists[0]) == (len(right) if limit is None else min(1, len(right)))
        assert set(lists[0]) <= set(right) and len(set(lists[0])) == len(lists[0])
    assert limit == 1 or ("frontier", True) in engines
    assert any(engine != "frontier" for engine, _ in engines)


def test_a_list_is_delivered_after_the_race_whoever_wins() -> None:
    """6x10 pentominoes: the search wins, and what it held back comes first and in its order."""
    puzzle = pentominoes(rectangle(10, 6))
    raced = [*solutions(puzzle, threads=2)]
    alone = [*solutions(puzzle, engine="dense", threads=1)]
    assert raced == alone or sorted(map(repr, raced)) == sorted(map(repr, alone))
    assert len(raced) == 9356


def test_a_list_with_many_solutions_a_node_is_not_held_back() -> None:
    cancel = threading.Event()
    all_solutions: list[Solution] = []

    def take(solution: Solution) -> None:
        all_solutions.append(solution)
        if len(all_solutions) == 100:
            cancel.set()

    answer = solve(MONOMER_DIMER, sink=take, cancel=cancel)
    assert answer.status is Status.CANCELLED and all_solutions and not answer.tried


def test_a_rival_that_seems_done_and_is_not_gets_no_endless_head_start() -> None:
    """Its share is rounded to 1, so nothing seems to be left."""

    def work(control: Control) -> Answer:
        spent = 0

        def advance(units: int) -> bool:
            nonlocal spent
            spent += units
            return False

        nearly = replace(NOTHING, share=1.0)
        loop, size = StepLoop(control), StepSize(1)
        loop.run(advance, size, lambda: nearly, done=lambda: spent, unit_seconds=lambda: 0.01)
        raise AssertionError

    race = _race(work)
    try:
        assert not race.head_start(lambda: NOTHING)
    finally:
        race.rival.close()
