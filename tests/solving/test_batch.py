"""Counts of many puzzles: in order, whatever counts them, and ended by what ends them."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from support.waiting import HANGS_S
from tilewright import catalogue, workers
from tilewright.errors import FormatError, UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import SQUARE
from tilewright.solving import batch
from tilewright.solving.api import count
from tilewright.solving.batch import BatchJob, count_all, sendable
from tilewright.solving.questions import Answer
from tilewright.solving.steps import Limits, Status
from tilewright.testing import random_puzzle
from tilewright.workers import ChildProcess, Message


class AwaitedProcess(ChildProcess):
    """A process for whose first message, that it is ready, its thread waits."""

    is_ready = False

    def receive(self, seconds: float | None = None) -> Message | None:
        message = super().receive(seconds if self.is_ready else HANGS_S)
        self.is_ready = True
        return message


@pytest.fixture(params=["threads", "processes"])
def where(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Counting by threads alone, or by processes from the second puzzle of each thread on."""
    monkeypatch.setattr(batch, "WITHOUT_PROCESSES", 0.0 if request.param == "processes" else 1e9)
    monkeypatch.setattr(batch, "BUSY", float("inf"))
    monkeypatch.setattr(batch, "ChildProcess", AwaitedProcess)
    return str(request.param)


def summary(answer: Answer | Exception) -> tuple[Any, ...]:
    assert isinstance(answer, Answer)
    return answer.status, answer.solutions, answer.labelled, answer.up_to_symmetry, answer.title


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_answers_are_those_of_single_counts_and_in_order(threads: int, where: str) -> None:
    puzzles: list[AnyPuzzle] = [random_puzzle(seed) for seed in range(40)]
    puzzles += [ExactCoverPuzzle.of({object(): ["a"], object(): ["a"]})]
    answers = list(count_all(puzzles, unique=True, labelled=True, threads=threads))
    assert [*map(summary, answers)] == [summary(count(p, unique=True, labelled=True)) for p in puzzles]


def test_puzzles_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []

    def source() -> Iterator[AnyPuzzle]:
        while True:
            taken.append(len(taken))
            yield random_puzzle(len(taken))

    answers = count_all(source(), threads=2)
    first = next(answers)
    assert isinstance(first, Answer) and 1 <= len(taken) <= 2 * batch.AHEAD + 3
    before = threading.active_count()
    answers.close()  # type: ignore[attr-defined]
    assert threading.active_count() <= before - 2


def test_an_error_is_raised_in_its_place_or_returned(where: str) -> None:
    wrong = count_all([catalogue.load("soma-cube"), catalogue.load("dominoes-4x4")], engine="kasteleyn")
    with pytest.raises(UnsupportedError, match="kasteleyn"):
        next(wrong)
    puzzles = [catalogue.load(name) for name in ("dominoes-4x4", "soma-cube", "dominoes-5x6")] * 4
    answers = list(count_all(puzzles, engine="kasteleyn", threads=2, return_errors=True))
    kinds = [type(one).__name__ for one in answers]
    assert kinds == ["Answer", "UnsupportedError", "Answer"] * 4
    assert [one.solutions for one in answers if isinstance(one, Answer)] == [36, 1183] * 4


def test_what_the_source_raises_comes_after_the_answers_before() -> None:
    def source() -> Iterator[AnyPuzzle]:
        yield catalogue.load("dominoes-4x4")
        raise FormatError("no more")

    answers = count_all(source(), return_errors=True)
    assert summary(next(answers))[1] == 36
    with pytest.raises(FormatError, match="no more"):
        next(answers)


def test_arguments_are_checked_at_once() -> None:
    with pytest.raises(UnsupportedError, match="threads is 0"):
        count_all([], threads=0)
    with pytest.raises(UnsupportedError, match="memory is -1"):
        count_all([], memory=-1)
    values = list(count_all(["no puzzle"], return_errors=True))  # type: ignore[call-overload]
    assert isinstance(values[0], Exception)
    assert list(count_all([])) == []


def test_a_puzzle_that_no_process_can_make_is_counted_here(where: str) -> None:
    """A lattice that is in no registry, as of a program that makes its own."""
    puzzle = catalogue.load("dominoes-4x4")
    own = replace(puzzle, lattice=replace(SQUARE, name="mine"))  # type: ignore[arg-type]
    with pytest.raises(KeyError):
        pickle.loads(pickle.dumps(own))
    assert [summary(one)[1] for one in count_all([own] * 8, threads=2)] == [36] * 8


@pytest.mark.event
def test_a_cancellation_ends_those_under_way_and_begins_no_others(where: str) -> None:
    hard = catalogue.load("pentahexes-10x11")
    easy: list[AnyPuzzle] = [catalogue.load("dominoes-4x4")] * 8
    cancel, under_way = threading.Event(), threading.Event()

    def source() -> Iterator[AnyPuzzle]:
        yield from easy
        under_way.set()
        yield from [hard] * 8

    values = []
    for answer in count_all(source(), threads=2, cancel=cancel):
        values.append(summary(answer)[0])
        if len(values) == len(easy):
            assert under_way.wait(HANGS_S)
            cancel.set()
    assert values[:8] == [Status.COMPLETE] * 8
    assert values[8:] == [Status.CANCELLED] * len(values[8:]) and 1 <= len(values[8:]) <= 2


def test_limits_are_those_of_each_puzzle() -> None:
    hard = catalogue.load("pentahexes-10x11")
    answers = list(count_all([hard] * 3, threads=2, limits=Limits(nodes=10_000)))
    assert [summary(one)[0] for one in answers] == [Status.LIMIT] * 3


@pytest.mark.event
@pytest.mark.parametrize("where", ["processes"], indirect=True)
def test_a_process_that_dies_loses_one_answer(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hard = catalogue.load("pentahexes-10x11")
    easy: list[AnyPuzzle] = [catalogue.load("dominoes-4x4")] * 4
    sent = pickle.dumps(hard)

    class KilledProcess(AwaitedProcess):
        """It is killed as soon as it has the hard puzzle."""

        def send(self, job: object) -> None:
            super().send(job)
            if isinstance(job, BatchJob) and job.puzzle == sent:
                os.kill(self.start(), signal.SIGKILL)

    monkeypatch.setattr(batch, "ChildProcess", KilledProcess)
    answers = list(count_all([*easy, *easy, hard, *easy], threads=2, return_errors=True))
    assert len(answers) == 13
    assert isinstance(answers[8], RuntimeError) and "was killed by SIGKILL" in str(answers[8])
    assert [summary(one)[1] for one in answers[9:]] == [36] * 4


def test_errors_that_cannot_be_sent_keep_their_text() -> None:
    class OwnError(Exception):
        pass

    kept = sendable(UnsupportedError("no"))
    assert isinstance(kept, UnsupportedError) and str(kept) == "no"
    assert str(sendable(OwnError("why"))) == "OwnError: why"


@pytest.mark.parametrize("where", ["processes"], indirect=True)
def test_a_batch_goes_on_where_no_process_can_be_started(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError("Resource temporarily unavailable")

    monkeypatch.setattr(workers, "start_child", refuse)
    puzzle = catalogue.load("dominoes-4x4")
    assert [summary(one)[1] for one in count_all([puzzle] * 8, threads=2)] == [36] * 8
