"""The files of checkpoints byte by byte, their errors word for word, and what may be overwritten."""

from __future__ import annotations

import errno
import hashlib
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tilewright.errors import CheckpointError, OutputError
from tilewright.solve.checkpoint import (
    BATCH,
    LONGEST_HEAD,
    MAGIC,
    SEARCH,
    SWEEP,
    SWEEP_MAGIC,
    TEXT_MAGIC,
    SearchIdentity,
    SearchState,
    SolutionsFile,
    check_identity,
    check_place,
    kind_of,
    load_search,
    open_checkpoint,
    save_search,
    solutions_path,
    write_checkpoint,
)

IDENTITY = SearchIdentity("problem", "dense", "tasks", keep=True, rounds=False)
STATE = SearchState(IDENTITY, ({"position": [1, 2]}, {"position": []}), 7, 40, "digest", 14, 1.5)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state"


def error_of(kind: type[CheckpointError | OutputError], call: object, *arguments: object) -> str:
    assert callable(call)
    with pytest.raises(kind) as refused:
        call(*arguments)
    return str(refused.value)


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
    assert kind_of(path) == SWEEP
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


def test_checkpoints_of_another_kind(path: Path) -> None:
    save_search(path, STATE)
    assert error_of(CheckpointError, load_sweep, path) == f"{path} is a checkpoint of a search"
    path.write_bytes(SWEEP_MAGIC + b"{}\n")
    words = f"{path} is a checkpoint of the engine 'frontier': only a count by it can resume"
    assert error_of(CheckpointError, load_search, path) == words


def load_sweep(path: Path) -> None:
    with open_checkpoint(path, SWEEP):
        pass


def test_only_checkpoints_are_overwritten(path: Path, tmp_path: Path) -> None:
    assert solutions_path(path) == tmp_path / "state.solutions"
    solutions_path(path).write_bytes(b"")
    check_place(path)
    solutions_path(path).write_bytes(b"\n")
    foreign = "this file does not belong to a checkpoint; it is not overwritten"
    assert error_of(OutputError, check_place, path) == f"{solutions_path(path)}: {foreign}"
    for content in (b"", MAGIC, SWEEP_MAGIC + b"more", TEXT_MAGIC):
        path.write_bytes(content)
        check_place(path)
    path.write_bytes(b"my letters\n")
    assert error_of(OutputError, check_place, path) == f"{path}: {foreign}"
    below = path / "below" / "state"
    assert error_of(OutputError, write_checkpoint, below, SEARCH, {}, lambda write: None) == (
        f"cannot write the checkpoint {below}: Not a directory"
    )


def test_what_a_checkpoint_does_not_agree_with(path: Path) -> None:
    check_identity(path, IDENTITY, IDENTITY)
    for other, words in (
        (
            replace(IDENTITY, problem="x"),
            f"the checkpoint {path} belongs to another puzzle, or to other rules for it",
        ),
        (replace(IDENTITY, engine="x"), f"the checkpoint {path} was made by the engine 'dense', not 'x'"),
        (
            replace(IDENTITY, keep=False),
            f"the checkpoint {path} belongs to another question about this puzzle "
            "(all or unique, solving or counting), or to another version of tilewright",
        ),
    ):
        assert error_of(CheckpointError, check_identity, path, IDENTITY, other) == words


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
    assert error_of(CheckpointError, SolutionsFile, path, length + 99, file.digest) == damaged
    path.unlink()
    assert error_of(CheckpointError, SolutionsFile, path, 1, "") == f"the solutions' file {path} is missing"
    path.mkdir()
    with pytest.raises(OutputError, match=f"cannot write {path}: "):
        SolutionsFile(path)


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
