"""Estimates of the number of states: exact without a sample, right on average with one; the command."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given

from support.cli import printed_json, run
from support.domino_boards import boards
from tilewright.errors import UnsupportedError
from tilewright.families.vanishing import state_estimate
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.files import dumps, loads
from tilewright.families.vanishing.generation import BoardSpec, random_board
from tilewright.families.vanishing.state_estimate import estimate_states, independent_groups
from tilewright.families.vanishing.state_graph import reachable_states
from tilewright.solving import steps as stepping
from tilewright.solving.steps import Cancelled, Control


def free_board(pieces: int) -> DominoBoard:
    """Pieces that can be removed in every order: 2^pieces states."""
    return loads(f"2;{pieces}\n" + "\n".join(f"h;0;0;0;{row}" for row in range(pieces)))


def supported_board(pieces: int) -> DominoBoard:
    """Pieces of which each needs the one on its right: from left to right, every set can be removed."""
    lines = (f"h;{2 * pieces};0;{2 * at};0" for at in range(pieces))
    return loads(f"{2 * pieces};1\n" + "\n".join(lines))


def chain_board(pieces: int) -> DominoBoard:
    """Pieces of which each must wait for the one on its left: pieces + 1 states."""
    lines = (f"h;{2 * at};9;{2 * at};0" for at in range(pieces))
    return loads(f"{2 * pieces};1\n" + "\n".join(lines))


@given(boards)
def test_without_a_sample_the_number_is_exact(board: DominoBoard) -> None:
    states = reachable_states(board, Control(), 10**6).states
    estimate = estimate_states(board, Control())
    assert estimate.exact and (estimate.states, estimate.lower_bound, estimate.upper_bound) == (states,) * 3


def test_groups_do_not_depend_on_each_other() -> None:
    assert sorted(map(len, independent_groups(free_board(5)))) == [1] * 5
    assert sorted(map(len, independent_groups(chain_board(5)))) == [5]
    assert estimate_states(free_board(70), Control()).states == 2**70
    assert estimate_states(chain_board(12), Control()).states == 13
    assert independent_groups(loads("3;1\nh;9;9;0;0\n")) == []  # it can never be removed


@pytest.fixture
def sampled(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], None]:
    """Sets how many states are counted before there is a sample, and its size."""

    def set_sizes(most_counted: int, sample: int) -> None:
        monkeypatch.setattr(state_estimate, "MOST_COUNTED", most_counted)
        monkeypatch.setattr(state_estimate, "SAMPLE", sample)

    return set_sizes


@pytest.mark.parametrize("seed", [1, 3, 4, 5, 6, 7])
def test_a_sample_of_everything_gives_the_number(seed: int, sampled: Callable[[int, int], None]) -> None:
    """Each state is then counted once, whatever reaches it: in parts that are one in all."""
    board = random_board(BoardSpec(6, 6), seed)
    states = reachable_states(board, Control(), 10**6).states
    sampled(0, 10**6)
    estimate = estimate_states(board, Control())
    assert estimate.states == states and estimate.lower_bound <= states <= estimate.upper_bound


def test_samples_are_right_on_average(sampled: Callable[[int, int], None]) -> None:
    board = random_board(BoardSpec(6, 6), 1)
    states = reachable_states(board, Control(), 10**6).states
    sampled(20, 30)
    estimates = [estimate_states(board, Control(seed=seed)) for seed in range(50)]
    assert len({each.states for each in estimates}) > 10
    assert sum(each.states for each in estimates) / len(estimates) == pytest.approx(states, rel=0.15)
    assert all(each.lower_bound <= states <= each.upper_bound and not each.exact for each in estimates)
    assert estimate_states(board, Control(seed=3)).states == estimates[3].states


def test_estimates_are_never_above_the_upper_bound(
    tmp_path: Path, sampled: Callable[[int, int], None]
) -> None:
    board = supported_board(9)
    assert reachable_states(board, Control(), 10**6).states == 2**9
    sampled(5, 5)
    numbers = [estimate_states(board, Control(seed=seed)).states for seed in range(20)]
    assert max(numbers) == 2**9 > min(numbers)
    file = tmp_path / "board.txt"
    file.write_text(dumps(board), encoding="utf-8")
    words = run("vanish", "estimate", file, "--seed", numbers.index(2**9)).stdout
    assert words.startswith("about 510 states by a sample; at least 10 and at most 512   ")


def test_progress_is_at_most_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepping, "PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr(state_estimate, "StepSize", lambda units, seconds: stepping.StepSize(1, 0.0))
    shares: list[float] = []
    estimate_states(free_board(30), Control(on_progress=lambda progress: shares.append(progress.share)))
    assert shares and max(shares) <= 1.0


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        estimate_states(chain_board(5), Control(cancel=cancel))
    with pytest.raises(UnsupportedError, match=r"101 pieces depend on each other; .* groups of at most 100"):
        estimate_states(chain_board(101), Control())
    assert estimate_states(free_board(101), Control()).states == 2**101, "pieces that depend on no other"
    monkeypatch.setattr(state_estimate, "MAX_PIECES", 100)
    with pytest.raises(UnsupportedError, match=r"101 pieces might be removed; .* at most 100 such"):
        estimate_states(free_board(101), Control())


def test_the_exact_search_is_cancelled(
    monkeypatch: pytest.MonkeyPatch, sampled: Callable[[int, int], None]
) -> None:
    cancel = threading.Event()

    class EndlessSearch:
        stuck: tuple[int, ...] = ()
        lower = 0

        def __init__(self, *_: object) -> None: ...

        def advance(self, effort: int) -> bool:
            cancel.set()
            return False

    def search(self: state_estimate._GroupEstimator, state: int, _: object) -> bool:
        return self._search(state)

    monkeypatch.setattr(state_estimate, "VanishingSearch", EndlessSearch)
    monkeypatch.setattr(state_estimate._GroupEstimator, "_is_reachable", search)
    sampled(0, 100)
    with pytest.raises(Cancelled):
        estimate_states(chain_board(5), Control(cancel=cancel))


def test_the_command(tmp_path: Path, sampled: Callable[[int, int], None]) -> None:
    file = tmp_path / "board.txt"
    file.write_text(dumps(free_board(3)), encoding="utf-8")
    assert run("vanish", "estimate", file).stdout.startswith("8 states, counted without a sample   ")
    body = printed_json(run("vanish", "estimate", file, "--seed", 5, "--json"))
    assert (body["states"], body["lower_bound"], body["upper_bound"], body["exact"]) == (8, 8, 8, True)
    assert (body["pieces"], body["seed"]) == (3, 5)
    sampled(2, 50)
    file.write_text(dumps(chain_board(4)), encoding="utf-8")
    assert (
        "about 5 states by a sample; at least 3 and at most 16   " in run("vanish", "estimate", file).stdout
    )
    file.write_text(dumps(chain_board(101)), encoding="utf-8")
    wrong = run("vanish", "estimate", file)
    assert wrong.exit_code == 2 and "groups of at most 100 pieces" in wrong.stderr
