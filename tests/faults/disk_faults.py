"""Faults of the disk: a quota that is reached, a file system that is full, pages that are overwritten."""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fault_scenario import DEADLINE, REFUSED, Fault, FaultScenario, answer, command, kill_group, one_line

PAGE = 4096
ROOM = "8m"  # of the small file system
MOST_DRAWS = 10


def quota(scenario: FaultScenario) -> None:
    """no file may grow, as with a quota (RLIMIT_FSIZE); the limit lifted, `run resume`"""
    with scenario.started() as process:
        scenario.wait_for_moment(process)
        size = max(file.stat().st_size for file in scenario.folder.glob("runs.db*"))
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, size))
        _failed(process)
    scenario.resume()


def full_file_system(scenario: FaultScenario) -> None:
    """a full file system (tmpfs); space is freed, `run resume`"""
    with small_file_system(scenario.folder / "disk") as folder:
        kept, scenario.db = scenario.db, folder / "runs.db"
        with scenario.started() as process:
            scenario.wait_for_moment(process)
            _fill(folder / "filler")
            _failed(process)
        (folder / "filler").unlink()
        scenario.resume()
        shutil.copy(scenario.db, kept)
    scenario.db = kept


def damaged_page(scenario: FaultScenario) -> None:
    """a page of the file is overwritten at random; `run export -o good.db`, resumed there"""
    with scenario.started() as process:
        scenario.wait_for_moment(process)
        kill_group(process)
    command("run", "list", "--db", scenario.db)
    _settle(scenario.db)
    sound = scenario.db.read_bytes()
    for _ in range(MOST_DRAWS):
        scenario.db.write_bytes(_damaged(scenario, sound))
        if _saved(scenario):
            break
    else:
        raise AssertionError("the run could not be saved, whichever page was hit")
    scenario.resume()


def _saved(scenario: FaultScenario) -> bool:
    """Recover a damaged file, and use the new one; False when the run itself is reported as lost."""
    checked = answer("run", "verify", "--db", scenario.db)
    if checked.exit_code == 0:
        return True  # nothing was in that page: the run goes on in its file
    # The first page says whose file it is.
    assert f"{scenario.db} is damaged" in checked.stdout or "its beginning is damaged" in checked.stderr, (
        checked.output
    )
    before = scenario.db.read_bytes()
    refused = answer("run", "resume", "last", "--db", scenario.db, "--quiet")
    assert refused.exit_code == REFUSED and one_line(refused.stderr) and "damaged" in refused.stderr
    assert scenario.db.read_bytes() == before
    good = scenario.folder / "good.db"
    good.unlink(missing_ok=True)
    saved = json.loads(command("run", "export", "--db", scenario.db, "-o", good, "--json").stdout)
    if not saved["runs"] or saved["runs"][0]["lost"]:
        return False
    command("run", "verify", "--db", good)
    scenario.db = good
    return True


def _damaged(scenario: FaultScenario, sound: bytes) -> bytes:
    page = scenario.chance.randrange(len(sound) // PAGE) * PAGE
    return sound[:page] + scenario.chance.randbytes(PAGE) + sound[page + PAGE :]


def _settle(db: Path) -> None:
    """Checkpoint the WAL that a killed coordinator left into the file."""
    from tilewright.runs.store import Store

    with Store(db, create=False):
        pass
    assert not db.with_name(db.name + "-wal").exists()


def _failed(process: subprocess.Popen[str]) -> None:
    """Check that the run ends by itself with a message that the disk is full."""
    _, errors = process.communicate(timeout=DEADLINE)
    assert process.returncode not in (0, None) and "Traceback" not in errors, (process.returncode, errors)
    assert "disk" in errors or "written" in errors, errors


def _fill(filler: Path) -> None:
    size = 1 << 16
    with filler.open("wb", buffering=0) as stream:
        while size:
            try:
                stream.write(b"\0" * size)
            except OSError:
                size //= 2


def may_mount() -> bool:
    """Whether this user may mount a file system here."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        line = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", folder]
        try:
            mounted = subprocess.run(line, capture_output=True, check=False).returncode == 0
        except OSError:
            return False
        if mounted:
            subprocess.run(["umount", folder], check=True)
        return mounted


@contextmanager
def small_file_system(folder: Path) -> Iterator[Path]:
    """A file system of a few megabytes in memory, unmounted at the end."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


THREADS = ("--executor", "threads", "--workers", 2)
FAULTS: dict[str, tuple[Fault, tuple[object, ...]]] = {
    "quota": (quota, THREADS),
    "full-file-system": (full_file_system, THREADS),
    "damaged-page": (damaged_page, THREADS),
}
