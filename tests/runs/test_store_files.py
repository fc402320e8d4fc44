"""The files of the store: closed, full, moved, copied, stopped; its errors word for word."""

from __future__ import annotations

import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from support.store_cases import (
    NEW,
    RUN,
    do_tasks,
    error_of,
    execute,
    perform_waiting,
    small_run,
    store_run,
)
from tilewright.errors import DamagedError
from tilewright.runs import store
from tilewright.runs.database import damage_advice
from tilewright.runs.reading import run_status
from tilewright.runs.rows import (
    RunState,
)
from tilewright.runs.store import INTERRUPTED_REASON, Store, new_file, request_stop


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.db"


@pytest.fixture
def opened(path: Path) -> Iterator[Store]:
    """A store with a run that has just begun."""
    with Store(path) as opened:
        opened.create_run(NEW, "dominoes", "dominoes.toml")
        yield opened


@contextmanager
def full_disk() -> Iterator[None]:
    """No file can grow."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_a_closed_store_says_so(opened: Store) -> None:
    opened.close()
    opened.close()
    words = f"{opened.path}: the file cannot be used (Cannot operate on a closed database.)"
    calls: dict[Callable[..., object], tuple[object, ...]] = {
        opened.create_run: (NEW, "", ""),
        opened.run: (RUN,),
        opened.set_state: (RUN, RunState.STOPPED),
        opened.heartbeat: (RUN, 1.0),
        opened.check_run: (RUN,),
        opened.totals: (RUN,),
        opened.estimate: (RUN,),
        opened.delete_run: (RUN,),
        opened.waiting: (RUN, 1),
        opened.sample: (RUN, 1, Random(1)),
        opened.commit: (RUN, []),
    }
    for call, arguments in calls.items():
        assert error_of(call, *arguments) == words
    with Store(opened.path):
        pass


def test_a_full_disk_is_named_with_what_to_do(opened: Store) -> None:
    other = small_run(unique=True)
    results = perform_waiting(opened, NEW, 4)
    calls: list[tuple[Callable[..., object], tuple[object, ...], str]] = [
        (opened.create_run, (other, "", ""), "try again"),
        (opened.set_state, (RUN, RunState.STOPPED), f"`tilewright run resume {RUN} --db {opened.path}`"),
        (opened.heartbeat, (RUN, 1.0), f"`tilewright run resume {RUN} --db {opened.path}`"),
        (opened.commit, (RUN, results), f"`tilewright run resume {RUN} --db {opened.path}`"),
        (opened.delete_run, (RUN,), "try again"),
        (request_stop, (opened.path, RUN), "try again"),
    ]
    before = run_status(opened.path, RUN)
    for call, arguments, advice in calls:
        with full_disk():
            said = error_of(call, *arguments)
        assert said.startswith(f"{opened.path}: the file could not be written") and said.endswith(
            f"Make space, then {advice}"
        )
        assert run_status(opened.path, RUN) == before
    assert opened.commit(RUN, results).tasks == 4


def test_states_are_synced(opened: Store) -> None:
    statements: list[str] = []
    opened._connection.set_trace_callback(lambda statement: statements.append(statement.upper()))
    opened.set_state(RUN, RunState.STOPPED)
    full, *between, normal = statements
    assert full == "PRAGMA SYNCHRONOUS = FULL" and normal == "PRAGMA SYNCHRONOUS = NORMAL"
    assert between[0] == "BEGIN IMMEDIATE" and between[-1] == "COMMIT"
    statements.clear()
    with pytest.raises(ValueError, match="waiting"):
        opened.set_state(RUN, RunState.COMPLETE)
    assert statements[-2:] == ["ROLLBACK", "PRAGMA SYNCHRONOUS = NORMAL"]


def test_opening_a_file(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert error_of(lambda: Store(path, create=False)) == f"{path}: there is no such file"
    assert not list(tmp_path.iterdir())
    long = tmp_path / ("r" * 256)
    assert error_of(Store, long) == f"{long}: the file cannot be used: File name too long"
    monkeypatch.setenv("TILEWRIGHT_RUNS", str(path))
    with Store() as opened:
        assert opened.path == path
    run = store_run(path, NEW, 1)
    with Store(str(path), create=False) as opened:
        assert opened.path == path
        assert opened.run(run).reason == "by the test"  # it was not running
    # The first fault that SQLite finds, on one line.
    monkeypatch.setattr(store, "connect_writing", lambda path: Damaged(path))
    words = (
        f"{path}: the file is damaged (*** in database main *** Page 7 is never used); it is not written to. "
        f"{damage_advice(path)}"
    )
    with pytest.raises(DamagedError) as refused:
        Store(path)
    assert str(refused.value) == words
    monkeypatch.undo()
    with Store(path):  # the lock is free
        pass


class Damaged(sqlite3.Connection):
    """A connection to a file in which SQLite finds a fault."""

    def execute(self, query: str, *_: object) -> sqlite3.Cursor:
        assert query.upper() == "PRAGMA QUICK_CHECK(1)"
        return super().execute("SELECT '*** in database main ***' || char(10) || 'Page 7 is never used'")


def test_only_running_runs_are_marked_as_interrupted(path: Path) -> None:
    stopped = store_run(path, small_run(unique=True), 1)
    with Store(path) as opened:
        opened.create_run(NEW, "", "")
    with Store(path) as opened:
        assert (opened.run(RUN).state, opened.run(RUN).reason) == (RunState.STOPPED, INTERRUPTED_REASON)
        assert opened.run(stopped).reason == "by the test"
        opened.set_state(RUN, RunState.RUNNING)
    execute(path, "UPDATE runs SET title = 'another' WHERE id = ?", RUN)
    words = f"{path}: the file is damaged: the row of run {RUN!r} has a wrong checksum"
    assert error_of(Store, path) == words


def test_files_that_are_not_in_their_place(opened: Store) -> None:
    assert opened.missing_file() == ""
    for end in ("", "-wal", "-shm"):
        file = opened.path.with_name(f"runs.db{end}")
        away = file.with_name("away")
        file.rename(away)
        assert opened.missing_file() == f"{file} was removed or moved away while a coordinator worked on it"
        shutil.copyfile(away, file)
        assert (
            opened.missing_file() == f"{file} was replaced by another file while a coordinator worked on it"
        )
        away.replace(file)
    assert opened.missing_file() == ""


def test_files_beside_the_one_that_a_link_names(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "links" / "link.db"
    link.parent.mkdir()
    link.symlink_to(path)
    with Store(link) as opened:
        assert opened.missing_file() == ""
        wal = tmp_path / "runs.db-wal"
        wal.rename(tmp_path / "away")
        assert opened.missing_file().startswith(f"{wal} was removed")
        (tmp_path / "away").rename(wal)
        link.unlink()
        assert opened.missing_file().startswith(f"{link} was removed")


def test_copies_of_an_open_file(opened: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    do_tasks(opened, NEW, 1)
    expected = opened.totals(RUN)
    assert opened.save_copy() == tmp_path / "runs-saved.db"
    assert opened.save_copy() == tmp_path / "runs-saved-2.db"
    for name in ("runs-saved.db", "runs-saved-2.db"):
        assert run_status(tmp_path / name, RUN).totals == expected
    elsewhere, temporary = tmp_path.with_name("elsewhere"), tmp_path.with_name("temporary")
    for folder in (elsewhere, temporary):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    monkeypatch.setattr(store, "gettempdir", lambda: str(temporary))
    monkeypatch.chdir(elsewhere)
    opened.path = tmp_path / "nowhere" / "runs.db"  # as when its directory has been removed
    assert opened.save_copy() == elsewhere / "runs-saved.db"
    assert run_status(elsewhere / "runs-saved.db", RUN).totals == expected
    monkeypatch.setattr(Path, "cwd", lambda: tmp_path / "nowhere")
    assert opened.save_copy() == temporary / "runs-saved.db"
    assert run_status(temporary / "runs-saved.db", RUN).totals == expected
    monkeypatch.setattr(Path, "cwd", lambda: tmp_path / "nowhere else")
    monkeypatch.setattr(store, "gettempdir", lambda: str(tmp_path / "no place"))
    first = tmp_path / "nowhere" / "runs-saved.db"
    words = f"[Errno 2] No such file or directory: '{first}'"
    assert error_of(opened.save_copy) == f"{opened.path}: no copy could be written: {words}"
    for folder in (elsewhere, temporary):
        shutil.rmtree(folder)


def test_a_copy_that_fails_is_deleted(opened: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = set(tmp_path.iterdir())
    monkeypatch.setattr(store, "gettempdir", lambda: str(tmp_path))
    monkeypatch.chdir(tmp_path)
    target = tmp_path / "runs-saved.db"
    with full_disk():
        said = error_of(opened.save_copy)
    assert said.startswith(
        f"{opened.path}: no copy could be written: {target}: the file could not be written"
    )
    assert set(tmp_path.iterdir()) == there


def test_new_files_have_new_names(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.write_text("mine")
    for number in (2, 3):
        with new_file(path) as target:
            assert target == tmp_path / f"a-{number}.db"
            assert target.read_bytes() == b""
    with pytest.raises(KeyboardInterrupt), new_file(path) as target:
        assert target == tmp_path / "a-4.db"
        raise KeyboardInterrupt
    with pytest.raises(KeyError), new_file(path) as target:
        target.unlink()
        raise KeyError
    assert not (tmp_path / "a-4.db").exists()
    assert path.read_text() == "mine"


def test_whom_a_request_to_stop_reaches(path: Path) -> None:
    assert error_of(request_stop, path, RUN) == f"{path}: there is no such file"
    with Store(path) as opened:
        opened.create_run(NEW, "", "")
        none = f"{path}: there is no run 'nobody'; `tilewright run list` lists all runs"
        assert error_of(request_stop, path, "nobody") == none
        assert request_stop(path, RUN) is True
        assert opened.run(RUN).stop_requested == 1
        opened.set_state(RUN, RunState.RUNNING)
        opened.set_state(RUN, RunState.FAILED)
        assert request_stop(path, RUN) is False  # it does not run
        assert opened.run(RUN).stop_requested == 0
        opened.set_state(RUN, RunState.RUNNING)
    assert request_stop(path, RUN) is False  # nobody works on it
    assert run_status(path, RUN).run.stop_requested == 0
