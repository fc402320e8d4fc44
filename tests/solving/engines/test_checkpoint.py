from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.fake_clock import FakeClock
from support.puzzle_cases import pentominoes, piece, rectangle
from support.search_cases import LARGE, collected, matchings, work
from tilewright.errors import CheckpointError, OutputError
from tilewright.model.puzzle import Puzzle
from tilewright.solving import api
from tilewright.solving.engines import checkpoint
from tilewright.solving.engines.base import Batch
from tilewright.solving.engines.registry import ENGINES
from tilewright.solving.engines.search_checkpoint import load_search
from tilewright.solving.search.tree_search import search, search_batches
from tilewright.solving.steps import Control, Limits, Status, StepLoop


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.checkpoint"


@pytest.mark.parametrize("keep", [True, False])
def test_stopped_again_and_again_a_run_comes_to_the_same_end(path: Path, keep: bool) -> None:  # noqa: FBT001
    task = replace(LARGE, keep=keep)
    rows, whole = collected(task, Control(threads=2, checkpoint=path.with_name("whole")))
    assert whole.status is Status.COMPLETE
    stops = 0
    resume = None
    nodes = whole.nodes // 5
    while True:
        threads = 1 + stops % 3
        limits = Limits(nodes=nodes * (stops + 1))
        again, outcome = collected(task, Control(limits, threads, checkpoint=path, resume=resume))
        resume = path
        if outcome.status is Status.COMPLETE:
            break
        assert outcome.nodes == limits.nodes
        assert set(again) <= set(rows)
        stops += 1
    assert stops >= 4
    assert again == rows
    assert (outcome.solutions, outcome.images, outcome.nodes) == (whole.solutions, whole.images, whole.nodes)


def test_a_stop_button_leaves_a_checkpoint_to_go_on_from(path: Path) -> None:
    every, whole = collected(LARGE, Control(threads=2))
    cancel = threading.Event()
    rows: Batch = []

    def sink(batch: Batch) -> None:
        rows.extend(batch)
        if len(rows) > 20_000:
            cancel.set()

    outcome = search(LARGE, Control(threads=2, cancel=cancel, checkpoint=path), sink)
    assert outcome.status is Status.CANCELLED
    again, outcome = collected(LARGE, Control(threads=1, resume=path))
    assert (again, outcome.status) == (every, Status.COMPLETE)
    replayed, outcome = collected(
        LARGE, Control(threads=1, resume=path)
    )  # and of a finished run: all at once
    assert (replayed, outcome.nodes) == (every, whole.nodes)


def test_a_generator_that_is_closed_can_be_taken_up(path: Path) -> None:
    every, _ = collected(LARGE, Control(threads=2))
    steps = search_batches(LARGE, StepLoop(Control(threads=2, checkpoint=path)))
    for _ in range(20):
        next(steps)
    steps.close()
    assert collected(LARGE, Control(threads=2, resume=path))[0] == every


def test_a_resumed_run_may_write_to_another_file(path: Path, tmp_path: Path) -> None:
    every, whole = collected(LARGE, Control())
    collected(LARGE, Control(Limits(nodes=60_000), checkpoint=path))
    before = path.read_bytes(), checkpoint.solutions_path(path).read_bytes()
    other = tmp_path / "other"
    collected(LARGE, Control(Limits(nodes=90_000), checkpoint=other, resume=path))
    assert (path.read_bytes(), checkpoint.solutions_path(path).read_bytes()) == before
    rows, outcome = collected(LARGE, Control(resume=other))
    assert (rows, outcome.nodes) == (every, whole.nodes)


def test_the_first_solution_after_a_stop(path: Path) -> None:
    task = work(matchings(9))  # none: all rounds are run
    task = replace(task, engine=replace(task.engine, round_nodes=40))
    whole = collected(task, Control(Limits(solutions=1), checkpoint=path))[1]
    for nodes in range(50, whole.nodes, 100):
        path.unlink()
        _, outcome = collected(task, Control(Limits(solutions=1, nodes=nodes), checkpoint=path))
        assert (outcome.status, outcome.nodes) == (Status.LIMIT, nodes)
        _, outcome = collected(task, Control(Limits(solutions=1), resume=path))
        assert (outcome.status, outcome.solutions, outcome.nodes) == (Status.COMPLETE, 0, whole.nodes)


def test_where_no_solutions_are_kept_there_is_no_file_of_them(path: Path) -> None:
    counting = replace(LARGE, keep=False)
    whole = collected(counting, Control())[1]
    spool = checkpoint.solutions_path(path)
    collected(counting, Control(Limits(nodes=60_000), checkpoint=path))
    assert path.exists() and not spool.exists()
    outcome = collected(counting, Control(resume=path))[1]
    assert (outcome.solutions, outcome.nodes) == (whole.solutions, whole.nodes)
    assert not spool.exists()


def test_the_first_checkpoint_comes_soon(
    path: Path, still_clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "FIRST_CHECKPOINT_SECONDS", 0.05)
    monkeypatch.setattr(checkpoint, "CHECKPOINT_SECONDS", 1000.0)
    sizes: list[int] = []

    def sink(_: Batch) -> None:
        still_clock.now += 0.002
        sizes.append(load_search(path).spooled)

    search(LARGE, Control(Limits(solutions=6_400), checkpoint=path), sink)
    assert len(set(sizes)) == 2  # that of the start, and one more: the next would come long after


KILLED = """
    import sys
    from pathlib import Path
    sys.path[:0] = {paths!r}
    from support.search_cases import LARGE
    from tilewright.solving.engines import checkpoint
    from tilewright.solving.steps import Control
    from tilewright.solving.search.tree_search import search
    checkpoint.CHECKPOINT_SECONDS = checkpoint.FIRST_CHECKPOINT_SECONDS = 0.0
    path = Path(sys.argv[1])

    def slow(batch):
        print(len(batch), flush=True)
        sys.stdin.readline()

    search(LARGE, Control(threads=2, checkpoint=path, resume=path if path.exists() else None), slow)
    print("done", flush=True)
"""


@pytest.mark.event
def test_killed_at_any_moment_a_run_comes_to_the_same_end(path: Path) -> None:
    every, whole = collected(LARGE, Control(threads=2))
    here = Path(__file__).parent
    script = textwrap.dedent(KILLED).format(paths=[str(here.parent), *sys.path])
    for attempt in range(3):
        child = subprocess.Popen(
            [sys.executable, "-c", script, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdin is not None and child.stdout is not None
        for _ in range(5 * (attempt + 1)):
            assert child.stdout.readline().strip().isdigit()  # it is not done
            child.stdin.write("\n")
            child.stdin.flush()
        os.kill(child.pid, signal.SIGKILL)  # while it works on, or waits for the next line
        child.communicate()
    assert path.exists()
    rows, outcome = collected(LARGE, Control(threads=2, resume=path))
    assert (rows, outcome.status, outcome.nodes) == (every, Status.COMPLETE, whole.nodes)


def interrupted(path: Path) -> None:
    collected(LARGE, Control(Limits(nodes=60_000), checkpoint=path))


def test_a_checkpoint_of_another_puzzle_or_question_is_refused(path: Path) -> None:
    interrupted(path)
    for other, words in (
        (work(matchings(12)), "another puzzle"),
        (work(matchings(14), "dense"), "the engine 'dancing-cells'"),
        (replace(LARGE, keep=False), "a count without a limit keeps none"),
    ):
        with pytest.raises(CheckpointError, match=words):
            collected(other, Control(resume=path))
    with pytest.raises(CheckpointError, match="with a limit of one"):
        collected(LARGE, Control(Limits(solutions=1), resume=path))


@pytest.mark.parametrize("size", [0, 1, 20, 80, 200, -1])
def test_a_truncated_checkpoint_is_refused(path: Path, size: int) -> None:
    interrupted(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:size])
    with pytest.raises(CheckpointError, match=r"not a checkpoint|damaged or cut short"):
        collected(LARGE, Control(resume=path))


def test_a_damaged_checkpoint_is_refused(path: Path) -> None:
    interrupted(path)
    whole = path.read_bytes()
    for at in (3, 40, 100, len(whole) // 2, len(whole) - 2):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(CheckpointError):
            collected(LARGE, Control(resume=path))
    path.write_bytes(b"\xff\x00\x80" * 50)
    with pytest.raises(CheckpointError, match="not a checkpoint"):
        collected(LARGE, Control(resume=path))


def test_damaged_or_missing_solutions_are_refused(path: Path) -> None:
    interrupted(path)
    spool = checkpoint.solutions_path(path)
    whole = spool.read_bytes()
    assert whole
    for bad in (whole[:-3], b"x" + whole[1:]):
        spool.write_bytes(bad)
        with pytest.raises(CheckpointError, match="damaged or cut short"):
            collected(LARGE, Control(resume=path))
    spool.write_bytes(whole + b"1 2 3\n4 5")  # written after the checkpoint: cut off
    assert collected(LARGE, Control(resume=path))[1].solutions == 135_135
    spool.unlink()
    with pytest.raises(CheckpointError, match="missing"):
        collected(LARGE, Control(resume=path))


def test_files_that_cannot_be_opened_say_so(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="cannot read the checkpoint"):
        collected(LARGE, Control(resume=tmp_path / "nothing"))
    with pytest.raises(OutputError, match="cannot be written"):
        collected(LARGE, Control(checkpoint=tmp_path / "no" / "where"))


def test_unique_and_symmetric_counts_resume_with_the_engine_they_had(path: Path) -> None:
    puzzle = pentominoes(rectangle(10, 6))
    for unique in (True, False):
        path.unlink(missing_ok=True)
        part = api.count(puzzle, unique=unique, limits=Limits(nodes=200_000), checkpoint=path, engine="dense")
        assert part.status is Status.LIMIT
        assert part.solutions is not None
        assert part.solutions < 9356
        whole = api.count(puzzle, unique=unique, resume=path)
        assert (whole.solutions, whole.up_to_symmetry) == (9356, 2339 if unique else None)
        assert whole.engine == "dense"


def test_solutions_of_a_resumed_run_are_all_verified_and_all_there(path: Path) -> None:
    puzzle = pentominoes(rectangle(15, 4))
    every = list(api.solutions(puzzle, unique=True))
    assert len(every) == 368
    few = list(api.solutions(puzzle, unique=True, limits=Limits(nodes=60_000), checkpoint=path))
    assert 0 < len(few) < 368
    again = list(api.solutions(puzzle, unique=True, resume=path))
    assert set(again) == set(every)
    other = Puzzle(rectangle(15, 4), (*puzzle.pieces[1:], piece("F", ".## ##. #..")))
    with pytest.raises(CheckpointError):
        api.count(other, resume=path)


def test_a_checkpoint_of_the_version_before_is_resumed(path: Path) -> None:
    every, whole = collected(LARGE, Control())
    interrupted(path)
    payload = path.read_bytes()[:-32].split(b"\n", 2)[2]
    value = json.loads(payload)
    value["question"] = {**value.pop("identity"), "engine": "dancing"}  # its former name
    body = json.dumps(value)
    path.write_text(f"tilewright checkpoint 1\n{hashlib.sha256(body.encode()).hexdigest()}\n{body}\n")
    rows, outcome = collected(LARGE, Control(resume=path))
    assert (rows, outcome.nodes) == (every, whole.nodes)


SEARCHED = Puzzle(rectangle(4, 4), (piece("I2", "##", 8),))
ENGINES_THAT_RESUME = [
    name for name, engine in ENGINES.items() if engine.can("resumable") and engine.can("counts")
]


def forged(path: Path, change: Callable[[Any], object]) -> None:
    """Change the content of a checkpoint, and make its checksum right."""
    magic, head, payload = path.read_bytes()[: -checkpoint.DIGEST].split(b"\n", 2)
    in_payload = checkpoint.kind_of(path) == checkpoint.SEARCH
    content = json.loads(payload if in_payload else head)
    change(content)
    text = json.dumps(content).encode()
    whole = b"\n".join([magic, head, text] if in_payload else [magic, text, payload])
    path.write_bytes(whole + hashlib.sha256(whole).digest())


WRONG_VALUES: tuple[object, ...] = (None, "x", -1, 1.5, [], {}, [[]], 2**70, {"a": 1}, [-1], [2**70], True)


@pytest.mark.parametrize("engine", ENGINES_THAT_RESUME)
def test_a_forged_checkpoint_is_refused_or_resumed(path: Path, engine: str) -> None:
    """Values of it replaced by others, with the right checksum: no error but CheckpointError."""

    def count(resume: Path | None, nodes: int) -> None:
        limits = Limits(nodes=nodes)
        api.count(SEARCHED, engine=engine, checkpoint=path, resume=resume, limits=limits, threads=1)

    count(None, 6)
    whole = path.read_bytes()
    refused = 0
    for number in range(24):
        chance = Random(number)

        def change(content: Any, chance: Random = chance) -> None:
            holder, key = content, chance.choice(list(content))
            while isinstance(holder[key], dict | list) and holder[key] and chance.random() < 0.9:
                holder = holder[key]
                key = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
            if chance.random() < 0.3:
                del holder[key]
            else:
                holder[key] = chance.choice(WRONG_VALUES)

        path.write_bytes(whole)
        forged(path, change)
        try:
            count(path, 7)
        except CheckpointError as error:
            assert "\n" not in str(error)
            refused += 1
    assert refused > 8


def test_a_checkpoint_with_a_solution_that_is_none_is_refused(path: Path) -> None:
    values: list[object] = []
    options: dict[str, Any] = {"engine": "dancing-cells", "limits": Limits(nodes=30), "threads": 1}
    api.solve(SEARCHED, sink=values.append, checkpoint=path, **options)
    assert values
    spool = checkpoint.solutions_path(path)
    first, *others = spool.read_text().splitlines(keepends=True)
    spool.write_text("".join([" ".join(first.split()[1:]) + "\n", *others]))
    data = spool.read_bytes()

    def change(content: Any) -> None:
        content.update(spooled=len(data), digest=hashlib.sha256(data).hexdigest())

    forged(path, change)
    with pytest.raises(CheckpointError, match="is damaged"):
        api.solve(SEARCHED, sink=values.append, resume=path, **options)
