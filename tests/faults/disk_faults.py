"""Faults of the disk: a quota that is reached, a file system that is full, pages that are overwritten."""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stage import REFUSED, Fault, Stage, answer, command, kill_group, one_line

PAGE = 4096
ROOM = "8m"  # of the small file system
MOST_DRAWS = 10


def quota(stage: Stage) -> None:
    """no file may grow any more, as with a quota (RLIMIT_FSIZE); the limit lifted, `run resume`"""
    with stage.started() as process:
        stage.moment(process)
        size = max(file.stat().st_size for file in stage.folder.glob("runs.db*"))
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, size))
        _failed(process)
    stage.resume()


def full_file_system(stage: Stage) -> None:
    """a file system without a free byte (tmpfs); some room made, `run resume`"""
    with small_file_system(stage.folder / "disk") as folder:
        kept, stage.db = stage.db, folder / "runs.db"
        with stage.started() as process:
            stage.moment(process)
            _fill(folder / "filler")
            _failed(process)
        (folder / "filler").unlink()
        stage.resume()
        shutil.copy(stage.db, kept)
    stage.db = kept


def damaged_page(stage: Stage) -> None:
    """a page of the file is overwritten with chance; `run export -o good.db`, resumed there"""
    with stage.started() as process:
        stage.moment(process)
        kill_group(process)
    command("run", "list", "--db", stage.db)
    _settle(stage.db)
    sound = stage.db.read_bytes()
    for _ in range(MOST_DRAWS):
        stage.db.write_bytes(_damaged(stage, sound))
        if _saved(stage):
            break
    else:
        raise AssertionError("the run could not be saved, whichever page was hit")
    stage.resume()


def _saved(stage: Stage) -> bool:
    """The good part of a damaged file becomes the stage's; False when the run itself is told to be lost."""
    told = answer("run", "verify", "--db", stage.db)
    if told.exit_code == 0:
        return True  # nothing was in that page: the run goes on in its file
    # The first page says whose file it is.
    assert f"{stage.db} is damaged" in told.stdout or "its beginning is damaged" in told.stderr, told.output
    before = stage.db.read_bytes()
    refused = answer("run", "resume", "last", "--db", stage.db, "--quiet")
    assert refused.exit_code == REFUSED and one_line(refused.stderr) and "damaged" in refused.stderr
    assert stage.db.read_bytes() == before
    good = stage.folder / "good.db"
    good.unlink(missing_ok=True)
    saved = json.loads(command("run", "export", "--db", stage.db, "-o", good, "--json").stdout)
    if not saved["runs"] or saved["runs"][0]["lost"]:
        return False
    command("run", "verify", "--db", good)
    stage.db = good
    return True


def _damaged(stage: Stage, sound: bytes) -> bytes:
    page = stage.chance.randrange(len(sound) // PAGE) * PAGE
    return sound[:page] + stage.chance.randbytes(PAGE) + sound[page + PAGE :]


def _settle(db: Path) -> None:
    """What a killed coordinator left in the log goes into the file itself."""
    from tilewright.runs.store import Store

    with Store(db, create=False):
        pass
    assert not db.with_name(db.name + "-wal").exists()


def _failed(process: subprocess.Popen[str]) -> None:
    """The run ends by itself, and says in a sentence that there is no room."""
    _, errors = process.communicate(timeout=60)
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
    """A file system of a few megabytes, in memory; gone at the end."""
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
