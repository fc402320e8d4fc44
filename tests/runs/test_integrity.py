"""Verification of a file or of one run, and its cancellation."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from support.store_cases import ORBITS, PAGE, small_run, store_run
from tilewright.errors import RunError
from tilewright.runs import database, recovery
from tilewright.runs.integrity import verify_file
from tilewright.runs.recovery import recover_file

SOUND, SPOILT = small_run(unique=True), small_run()


class Enough(KeyboardInterrupt):
    """Somebody pressed Ctrl-C."""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a sound run and another whose solutions have been tampered with."""
    path = tmp_path_factory.mktemp("soundness") / "runs.db"
    store_run(path, SOUND)
    spoilt = store_run(path, SPOILT)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE solutions SET options = '1 2' WHERE id % 400 = 0 AND run = ?", (spoilt,))
    connection.close()
    return path


def test_one_run_is_checked_alone(path: Path) -> None:
    (sound,) = verify_file(path, run=SOUND.assignment.run).runs
    assert (sound.count, sound.solutions) == (0, ORBITS) and sound.tasks > 8
    (spoilt,) = verify_file(path, run=SPOILT.assignment.run).runs
    assert spoilt.count > 0 and "is damaged" in spoilt.faults[0]
    assert {one.run: one.count for one in verify_file(path).runs} == {
        sound.run: 0,
        spoilt.run: spoilt.count,
    }


def test_verify_reports_a_missing_run(path: Path) -> None:
    assert "no row of run 'zzzz'" in verify_file(path, run="zzzz").faults[0]
    with pytest.raises(RunError, match="no such file"):
        verify_file(path.with_name("none.db"), run="zzzz")


@pytest.mark.parametrize(
    "work",
    [verify_file, lambda path, check_cancelled: verify_file(path, check_cancelled, run=SOUND.assignment.run)],
)
def test_verification_can_be_cancelled_at_any_point(
    path: Path, work: Callable[[Path, Callable[[], None]], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "CANCEL_CHECK_STEPS", 300)
    looks = 0

    def check_cancelled() -> None:
        nonlocal looks
        looks += 1
        if looks == last:
            raise Enough

    last = 0
    work(path, check_cancelled)
    assert looks > 30
    for last in range(1, looks, looks // 20):
        looks = 0
        with pytest.raises(Enough):
            work(path, check_cancelled)
        assert looks == last or looks < last + 20  # it may be asked again before it is out


def test_cancelled_recovery_leaves_no_file(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "CANCEL_CHECK_STEPS", 2_000)
    monkeypatch.setattr(recovery, "ROWS_PER_CHECK", 200)

    left = 0

    def check_cancelled() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise Enough

    for looks in (1, 5, 20, 60):
        left = looks
        with pytest.raises(Enough):
            recover_file(path, tmp_path / "good.db", check_cancelled)
        assert list(tmp_path.iterdir()) == []
    left = 0
    assert len(recover_file(path, tmp_path / "good.db", check_cancelled)) == 2


def tables_are_read(path: Path) -> bool:
    connection = sqlite3.connect(path)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")
        return True
    except sqlite3.DatabaseError:
        return False
    finally:
        connection.close()


def test_a_damaged_schema_is_reported(path: Path, tmp_path: Path) -> None:
    sound, bad = path.read_bytes(), tmp_path / "bad.db"
    told = 0
    for start in range(PAGE, 40 * PAGE, PAGE):  # tables are made before all else
        bad.write_bytes(sound[:start] + b"\x5a" * PAGE + sound[start + PAGE :])
        if not tables_are_read(bad):
            told += 1
            report = verify_file(bad)
            assert not report.is_sound and "the list of its tables cannot be read" in report.faults[0]
    assert told
