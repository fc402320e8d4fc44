"""The files of checkpoints byte by byte, their errors word for word, and what may be overwritten."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import math
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from support.fake_clock import FakeClock
from tilewright.errors import CheckpointError, OutputError
from tilewright.solving.engines import checkpoint
from tilewright.solving.engines.checkpoint import (
    CHECKPOINT_SECONDS,
    DIGEST,
    FIRST_CHECKPOINT_SECONDS,
    LONGEST_HEAD,
    MAGIC,
    OTHER_PUZZLE,
    OTHER_QUESTION,
    SEARCH,
    SWEEP_MAGIC,
    TEXT_MAGIC,
    check_place,
    fraction,
    kind_of,
    numbers,
    open_checkpoint,
    seconds_of,
    solutions_path,
    whole_number,
    write_checkpoint,
)
from tilewright.solving.engines.registry import FRONTIER
from tilewright.solving.engines.search_checkpoint import (
    BATCH,
    SearchCheckpoint,
    SearchIdentity,
    SearchState,
    SolutionsFile,
    check_identity,
    load_search,
)
from tilewright.solving.steps import Control, StepLoop

IDENTITY = SearchIdentity("problem", "dense", "tasks", keep=True, rounds=False)
STATE = SearchState(IDENTITY, ({"position": [1, 2]}, {"position": []}), 7, 40, "digest", 14, 1.5)


def save_search(path: Path, state: SearchState) -> None:
    write_checkpoint(path, SEARCH, {"engine": state.identity.engine}, lambda write: write(state.content))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state"


def error_of(kind: type[CheckpointError | OutputError], call: object, *arguments: object) -> str:
    assert callable(call)
    with pytest.raises(kind) as refused:
        call(*arguments)
    return str(refused.value)


@pytest.mark.parametrize(
    ("read", "right", "wrong"),
    [
        (whole_number, [0, 1, 2**70], [-1, 1.5, True, "1", [1]]),
        (fraction, [-1e-6, 0, 0.5, 1, 1 + 1e-6], [-2e-6, 1 + 2e-6, math.nan, True, "1"]),
        (seconds_of, [0, 0.5, 1e300], [-1e-9, math.inf, math.nan, True, "1"]),
    ],
)
def test_values_of_a_checkpoint(
    read: Callable[[object], float], right: list[float], wrong: list[object]
) -> None:
    for value in right:
        assert read(value) == value
        assert type(read(value)) is (int if read is whole_number else float)
    for other in wrong:
        with pytest.raises(ValueError, match=re.escape(str(other))):
            read(other)


def test_lists_of_a_checkpoint() -> None:
    assert numbers([]) == () and numbers([-3, 2**70]) == (-3, 2**70)
    refused: list[object] = [(1, 2), [1, True], [1.0], ["1"], "12", {}]
    for wrong in refused:
        with pytest.raises(ValueError, match=re.escape(str(wrong))):
            numbers(wrong)


def test_the_bytes_of_a_checkpoint(path: Path) -> None:
    fresh = path.with_name("state.new")
    there: list[bool] = []

    def payload(write: object) -> None:
        assert callable(write)
        there.append(fresh.exists() and not path.exists())
        write(b"one\n")
        write(b"two")

    write_checkpoint(path, "kind", {"a": [1, 2]}, payload)
    text = MAGIC + b'{"kind":"kind","a":[1,2]}\none\ntwo'
    assert path.read_bytes() == text + hashlib.sha256(text).digest()
    assert there == [True] and not fresh.exists()
    with open_checkpoint(path, "kind") as (head, read):
        assert head == {"kind": "kind", "a": [1, 2]}
        assert (read(4), read(-1), read(0)) == (b"one\n", b"two", b"")


def test_the_state_of_a_search_is_read_as_it_was_written(path: Path) -> None:
    save_search(path, STATE)
    assert load_search(path) == STATE
    magic, head, body = path.read_bytes().split(b"\n", 2)
    assert magic + b"\n" == MAGIC and head == b'{"kind":"search","engine":"dense"}'
    fields = {**vars(STATE), "identity": vars(IDENTITY)}
    assert body[:-32] == json.dumps(fields, separators=(",", ":")).encode()


def test_kinds(path: Path) -> None:
    save_search(path, STATE)
    assert kind_of(path) == SEARCH
    path.write_bytes(SWEEP_MAGIC + b"{}\n")
    assert kind_of(path) == FRONTIER.checkpoint_kind
    path.write_bytes(TEXT_MAGIC)
    assert kind_of(path) == SEARCH
    path.write_bytes(b"something else\n")
    assert error_of(CheckpointError, kind_of, path) == f"{path} is not a checkpoint of tilewright"
    damaged = f"the checkpoint {path} is damaged or cut short"
    for head in (b"", b"{}\n", b"[1]\n", b"{\n", b'{"kind":"search"' + b" " * LONGEST_HEAD + b"}\n"):
        path.write_bytes(MAGIC + head)
        assert error_of(CheckpointError, kind_of, path) == damaged
    path.unlink()
    missing = f"cannot read the checkpoint {path}: No such file or directory"
    assert error_of(CheckpointError, kind_of, path) == missing
    assert error_of(CheckpointError, load_search, path) == missing


def test_each_byte_of_a_checkpoint_counts(path: Path) -> None:
    save_search(path, STATE)
    whole = path.read_bytes()
    for at in range(len(whole)):
        for content in (whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :], whole[:at]):
            path.write_bytes(content)
            with pytest.raises(CheckpointError):
                load_search(path)
    path.write_bytes(whole + b"x")
    with pytest.raises(CheckpointError):
        load_search(path)


def test_each_byte_of_a_checkpoint_of_the_first_version_counts(path: Path) -> None:
    fields = {name: value for name, value in vars(STATE).items() if name != "identity"}
    body = json.dumps({**fields, "question": vars(IDENTITY)}).encode()
    whole = TEXT_MAGIC + hashlib.sha256(body).hexdigest().encode() + b"\n" + body + b"\n"
    path.write_bytes(whole)
    assert load_search(path) == STATE
    with open_checkpoint(path, SEARCH) as (head, _):
        assert head == {"version": 1}
    damaged = f"the checkpoint {path} is damaged or cut short"
    for at in range(len(TEXT_MAGIC), len(whole)):
        for content in (whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :], whole[:at]):
            path.write_bytes(content)
            assert error_of(CheckpointError, load_search, path) == damaged


def test_no_more_is_read_than_there_is(path: Path) -> None:
    save_search(path, STATE)
    damaged = f"the checkpoint {path} is damaged or cut short"

    def read_too_much() -> None:
        with open_checkpoint(path, SEARCH) as (_, read):
            read(len(read(-1)) and 1)

    assert error_of(CheckpointError, read_too_much) == damaged


def test_the_checksum_is_compared_whatever_was_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_search(path, STATE)
    whole = path.read_bytes()
    monkeypatch.setattr(checkpoint, "READ_BYTES", 7)  # the rest is read in several blocks

    def read_some(length: int) -> None:
        with open_checkpoint(path, SEARCH) as (_, read):
            read(length)

    for length in (0, 10, -1):
        read_some(length)
        for place in (len(whole) - 1, len(whole) - DIGEST - 1, len(whole) // 2):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
            with pytest.raises(CheckpointError):
                read_some(length)
        path.write_bytes(whole + b"x")
        with pytest.raises(CheckpointError):
            read_some(length)
        path.write_bytes(whole)


def test_checkpoints_of_another_kind(path: Path) -> None:
    save_search(path, STATE)
    assert (
        error_of(CheckpointError, load_sweep, path)
        == f"the checkpoint {path} cannot be continued: it is of a search by the engine 'dense', "
        "which the engine 'frontier' cannot continue"
    )
    path.write_bytes(SWEEP_MAGIC + b"{}\n")
    words = "it was made by the engine 'frontier', and only a count by it can resume"
    assert (
        error_of(CheckpointError, load_search, path) == f"the checkpoint {path} cannot be continued: {words}"
    )


def load_sweep(path: Path) -> None:
    with open_checkpoint(path, FRONTIER.checkpoint_kind):
        pass


def test_only_checkpoints_are_overwritten(path: Path, tmp_path: Path) -> None:
    assert solutions_path(path) == tmp_path / "state.solutions"
    solutions_path(path).write_bytes(b"")
    check_place(path)
    solutions_path(path).write_bytes(b"\n")
    kept = "it is not overwritten; name another file, or delete this one"
    orphans = f"{solutions_path(path)} does not belong to a checkpoint; {kept}"
    assert error_of(OutputError, check_place, path) == orphans
    path.touch()
    assert error_of(OutputError, check_place, path) == orphans
    for content in (MAGIC + b'{"kind":"any"}\n', SWEEP_MAGIC + b"{}\n", TEXT_MAGIC):
        path.write_bytes(content)
        check_place(path)
    path.write_bytes(MAGIC + b"{}\n")
    assert (
        error_of(OutputError, check_place, path) == f"the checkpoint {path} is damaged or cut short; {kept}"
    )
    path.write_bytes(b"my letters\n")
    assert error_of(OutputError, check_place, path) == f"{path} is not a checkpoint of tilewright; {kept}"
    long = path.with_name("s" * 256)
    assert (
        error_of(OutputError, check_place, long) == f"cannot write the checkpoint {long}: File name too long"
    )
    below = path / "below" / "state"
    assert error_of(OutputError, write_checkpoint, below, SEARCH, {}, lambda write: None) == (
        f"the checkpoint {below} cannot be written: Not a directory"
    )
    fresh = path.with_name("state.new")
    fresh.write_bytes(MAGIC + b"as a search left it that was killed")
    path.unlink()
    solutions_path(path).unlink()
    check_place(path)
    fresh.write_bytes(b"my letters\n")
    assert error_of(OutputError, check_place, path) == f"{fresh} is not a checkpoint of tilewright; {kept}"


def test_what_a_checkpoint_does_not_agree_with(path: Path) -> None:
    check_identity(path, IDENTITY, IDENTITY)
    counting, one = replace(IDENTITY, keep=False), replace(IDENTITY, rounds=True)
    for identity, other, words in (
        (IDENTITY, replace(counting, problem="x"), OTHER_PUZZLE),
        (IDENTITY, replace(counting, engine="x"), "it was made by the engine 'dense', not 'x'"),
        (
            IDENTITY,
            counting,
            "it keeps solutions, as lists and counts with --limit do: a count without a limit keeps none",
        ),
        (
            counting,
            IDENTITY,
            "it counts solutions without keeping them, and cannot be continued to list or to limit them",
        ),
        (
            IDENTITY,
            one,
            "it is of a search for several solutions, and cannot be continued with a limit of one",
        ),
        (
            one,
            IDENTITY,
            "it is of a search that ends with one solution, and cannot be continued to find more",
        ),
        (IDENTITY, replace(IDENTITY, tasks="x"), OTHER_QUESTION),
    ):
        error = error_of(CheckpointError, check_identity, path, identity, other)
        assert error == f"the checkpoint {path} cannot be continued: {words}"


def test_solutions_are_replayed_in_batches(path: Path) -> None:
    file = SolutionsFile(path)
    assert list(file.replay()) == [] and file.flush() == 0 and not path.exists()
    solutions = [(number, number + 1) for number in range(2 * BATCH + 3)]
    file.add([])
    assert not path.exists()
    file.add(solutions[:5])
    file.add(solutions[5:])
    length = file.flush()
    assert path.read_text().splitlines()[:2] == ["0 1", "1 2"] and length == path.stat().st_size
    file.close()
    with path.open("ab") as stream:
        stream.write(b"of a later time, not valid\n")
    again = SolutionsFile(path, length, file.digest)
    batches = list(again.replay())
    assert [len(batch) for batch in batches] == [BATCH, BATCH, 3]
    assert [solution for batch in batches for solution in batch] == solutions
    again.add([(1,)])
    assert again.flush() == length + 2
    again.close()
    damaged = f"the solutions' file {path} is damaged or cut short"
    assert error_of(CheckpointError, SolutionsFile, path, length, "x") == damaged
    whole = path.read_bytes()
    for longer in (len(whole) + 1, len(whole) + 99):
        assert error_of(CheckpointError, SolutionsFile, path, longer, file.digest) == damaged
        assert path.read_bytes() == whole


def test_solutions_that_cannot_be_read(path: Path) -> None:
    content = b"1 2\n3 x\n"
    path.write_bytes(content)
    file = SolutionsFile(path, len(content), hashlib.sha256(content).hexdigest())
    damaged = f"the solutions' file {path} is damaged or cut short"
    assert error_of(CheckpointError, lambda: list(file.replay())) == damaged
    file.close()
    below = path / "below"
    words = f"cannot write {below}: Not a directory"
    assert error_of(OutputError, SolutionsFile, below) == words
    path.unlink()
    assert error_of(CheckpointError, SolutionsFile, path, 1, "") == f"the solutions' file {path} is missing"
    path.mkdir()
    for valid in (0, 1):
        assert error_of(OutputError, SolutionsFile, path, valid) == f"cannot write {path}: Is a directory"


class FullDisk(io.BytesIO):
    """A file on a disk that is full."""

    def write(self, data: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    def flush(self) -> None:
        self.write(b"")


def test_a_disk_that_is_full_is_one_clear_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = SolutionsFile(path)
    monkeypatch.setattr(Path, "open", lambda path, mode: FullDisk())
    full = f"cannot write {path}: No space left on device"
    assert error_of(OutputError, file.add, [(1, 2, 3)]) == full
    assert error_of(OutputError, file.flush) == full
    monkeypatch.setattr(FullDisk, "close", FullDisk.flush)
    assert error_of(OutputError, file.close) == full
    monkeypatch.undo()
    below = SolutionsFile(path / "nowhere")
    words = f"cannot write {below.path}: No such file or directory"
    assert error_of(OutputError, below.add, [(1,)]) == words


def searching(saved: Path | None = None, resume: Path | None = None) -> SearchCheckpoint:
    return SearchCheckpoint(StepLoop(Control(checkpoint=saved, resume=resume)), IDENTITY)


def test_when_checkpoints_are_due(
    path: Path, still_clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = searching(path)
    still_clock.now += FIRST_CHECKPOINT_SECONDS
    assert not state.is_due  # it is not open
    state.save([], 0, 0)
    state.close()
    assert not path.exists()
    assert list(state.open()) == []
    assert state.is_due
    still_clock.now -= 0.5
    assert not state.is_due
    state.save([], 0, 0)  # at the start of the search: the first one is still to come soon
    for interval in (FIRST_CHECKPOINT_SECONDS, CHECKPOINT_SECONDS, CHECKPOINT_SECONDS):
        still_clock.now += interval - 0.25
        assert not state.is_due
        still_clock.now += 0.25
        assert state.is_due
        state.save([], 0, 0)
    monkeypatch.setattr(checkpoint, "CHECKPOINT_SECONDS", 1.0)
    path.unlink()
    often = searching(path)
    list(often.open())
    still_clock.now += 1
    assert often.is_due


def test_a_search_is_saved_and_resumed(path: Path, tmp_path: Path) -> None:
    first = searching(path)
    assert (first.saved, first.resumed_path) == (None, path)
    assert list(first.open()) == []
    first.add([(1, 2), (3,)])
    first.save(iter([{"a": 1}]), 2, 5)
    saved = load_search(path)
    stored = b"1 2\n3\n"
    assert saved == SearchState(
        IDENTITY, ({"a": 1},), 2, len(stored), hashlib.sha256(stored).hexdigest(), 5, saved.seconds
    )
    first.add([(4,)])
    first.close()  # this solution came after the checkpoint
    assert solutions_path(path).read_bytes() == stored + b"4\n"
    save_search(path, replace(saved, seconds=1000.0))
    before = path.read_bytes()

    other = tmp_path / "other"
    loop = StepLoop(Control(checkpoint=other, resume=path))
    moved = SearchCheckpoint(loop, IDENTITY)
    assert (moved.saved, moved.resumed_path) == (replace(saved, seconds=1000.0), path)
    assert list(moved.open()) == [[(1, 2), (3,)]]
    moved.add([(5,)])
    moved.save([], 3, 6)
    moved.close()
    assert solutions_path(path).read_bytes() == stored and path.read_bytes() == before
    assert solutions_path(other).read_bytes() == stored + b"5\n"
    assert 1000 <= load_search(other).seconds < 2000

    same = searching(resume=other)
    assert same.resumed_path == other
    assert list(same.open()) == [[(1, 2), (3,), (5,)]]
    same.add([(6,)])
    same.save([], 4, 7)
    same.close()
    assert solutions_path(other).read_bytes() == stored + b"5\n6\n"
    assert (load_search(other).delivered, load_search(other).images) == (4, 7)


def test_a_search_takes_no_place_of_other_files(path: Path, tmp_path: Path) -> None:
    state = searching(path)
    list(state.open())
    state.save([], 0, 0)
    state.close()
    letters = tmp_path / "letters"
    letters.write_text("my letters\n")
    for resume in (None, path):
        assert error_of(OutputError, searching, letters, resume).startswith(f"{letters} is not a checkpoint")
    assert letters.read_text() == "my letters\n"
    save_search(path, replace(STATE, identity=replace(IDENTITY, problem="x")))
    other = f"the checkpoint {path} cannot be continued: {OTHER_PUZZLE}"
    assert error_of(CheckpointError, searching, None, path) == other
    before = path.read_bytes()
    there = f"the checkpoint {path} exists already; {checkpoint.NOT_OVERWRITTEN}"
    assert error_of(OutputError, searching, path) == there
    assert path.read_bytes() == before
