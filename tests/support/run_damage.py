"""What readers of a damaged run database show: the same as before, or a refusal."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache, partial
from pathlib import Path

from click.testing import CliRunner

from support.store_cases import do_tasks
from tilewright.catalogue import load
from tilewright.cli.program import program
from tilewright.errors import RunError
from tilewright.model.lattices import CUBE
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.runs.coordinator import coordinate
from tilewright.runs.creation import NewRun, RunQuestion, new_run
from tilewright.runs.executors import ExecutorOptions
from tilewright.runs.executors.local import threads
from tilewright.runs.integrity import verify_file
from tilewright.runs.reading import (
    DamagedRun,
    RunStatus,
    find_run,
    listed_runs,
    newest_run,
    run_status,
    run_statuses,
    solutions,
    solutions_with_levels,
)
from tilewright.runs.rows import RunState
from tilewright.runs.store import Store

SMALL_PAGE = 512  # so that most bits of a small file are in use
REFUSED = "refused"


@cache
def tiny_run(*, unique: bool) -> NewRun:
    """Domino tilings of the 4 x 4 board: 36, or 9 up to symmetry."""
    return new_run(load("dominoes-4x4"), RunQuestion(keep=True, unique=unique, tasks=3))


def tiny_file(path: Path, *, halfway: bool = True) -> None:
    """Write a file of small pages with a complete run, and another that is halfway or complete."""
    with Store(path) as store:
        for unique in (True, False):
            new = tiny_run(unique=unique)
            run = store.create_run(new, "dominoes", "dominoes.toml").id
            do_tasks(store, new, 1 if halfway and not unique else None, solutions=1)
            waits = bool(store.waiting(run, 1))
            store.heartbeat(run, 1.5, (), None, 0.0)
            store.set_state(run, RunState.STOPPED if waits else RunState.COMPLETE)
    use_small_pages(path)


def use_small_pages(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute(f"PRAGMA page_size = {SMALL_PAGE}")
        connection.execute("VACUUM")
        connection.execute("PRAGMA journal_mode = WAL")


def _resumed(path: Path, run: str) -> object:
    copy = path.with_name("resumed.db")
    for end in ("", "-wal"):
        copy.with_name(copy.name + end).unlink(missing_ok=True)
        if path.with_name(path.name + end).exists():
            shutil.copyfile(path.with_name(path.name + end), copy.with_name(copy.name + end))
    with Store(copy, create=False) as store:
        result = coordinate(store, run, threads(ExecutorOptions(1)))
        if result.state is RunState.FAILED:
            return REFUSED  # the command raises it
    totals = result.progress.totals
    return result.state, totals.solutions, totals.images, tuple(solutions(copy, run))


def _status(path: Path, run: str) -> object:
    return run_status(path, run)


def _found(path: Path, run: str) -> object:
    return find_run(path, run[:5])


def _listed(path: Path, run: str) -> object:
    listed = listed_runs(path)
    same = [one for one in listed if one.id == run and isinstance(one, RunStatus)]
    if not same:
        assert any(isinstance(one, DamagedRun) for one in listed)
        return REFUSED
    return same


def _solutions(path: Path, run: str) -> object:
    return list(solutions_with_levels(path, run))


def readers(runs: list[str]) -> dict[str, Callable[[Path], object]]:
    """All that reads numbers from a file with these runs."""
    of_run = {
        "find": _found,
        "listed": _listed,
        "status": _status,
        "solutions": _solutions,
        "resume": _resumed,
    }
    return {
        "list": run_statuses,
        "newest": newest_run,
        **{f"{name} {run}": partial(read, run=run) for run in runs for name, read in of_run.items()},
    }


COMPLETE, HALFWAY = (tiny_run(unique=unique).assignment.run for unique in (True, False))
READERS = readers([COMPLETE, HALFWAY])


def observed(path: Path, reader: Callable[[Path], object]) -> object:
    """What a reader shows; REFUSED when it refuses with one sentence."""
    try:
        return reader(path)
    except RunError as error:
        message = str(error)
        assert message and "\n" not in message, message
        return REFUSED


def is_sound(path: Path) -> bool:
    """Whether verification finds no damage; a refusal is damage."""
    try:
        return verify_file(path).is_sound
    except RunError:
        return False


def command_json(*words: object) -> tuple[int, dict[str, object]]:
    """The exit code and the JSON object of a command."""
    result = CliRunner().invoke(program, [*map(str, words), "--json"], prog_name="tilewright")
    return result.exit_code, json.loads(result.stdout)


def flipped(data: bytes, bit: int) -> bytes:
    """The same bytes but for one bit."""
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


class Sample:
    """A file as bytes, with its WAL, and what its readers show when it is intact."""

    def __init__(
        self,
        folder: Path,
        data: bytes,
        wal: bytes = b"",
        readers: dict[str, Callable[[Path], object]] = READERS,
    ) -> None:
        self.path = folder / "runs.db"
        self.data, self.wal, self.readers = data, wal, readers
        self.shown = {name: self.show(name) for name in readers}
        assert REFUSED not in self.shown.values()

    def write(self, data: bytes | None = None, wal: bytes | None = None) -> None:
        self.path.with_name("runs.db-shm").unlink(missing_ok=True)
        self.path.write_bytes(self.data if data is None else data)
        self.path.with_name("runs.db-wal").write_bytes(self.wal if wal is None else wal)

    def show(self, name: str) -> object:
        self.write()
        return observed(self.path, self.readers[name])

    def check(self, what: str, data: bytes | None = None, wal: bytes | None = None) -> list[str]:
        """Check what all readers show of a damaged file; the readers that refused it."""
        refusals = []
        for name, reader in self.readers.items():
            self.write(data, wal)
            shown = observed(self.path, reader)
            if shown == REFUSED:
                refusals.append(name)
            else:
                assert shown == self.shown[name], (what, name)
        return refusals


def closed_sample(folder: Path) -> Sample:
    """A file that nobody uses: it has no WAL."""
    tiny_file(folder / "made.db")
    return Sample(folder, (folder / "made.db").read_bytes())


def abandoned_sample(folder: Path) -> Sample:
    """A file whose coordinator was killed: its last changes are in the WAL."""
    path = folder / "made.db"
    tiny_file(path)
    with Store(path) as store:
        store.set_state(HALFWAY, RunState.RUNNING)
        do_tasks(store, tiny_run(unique=False), solutions=1)
        store.heartbeat(HALFWAY, 2.0)
        return Sample(folder, path.read_bytes(), path.with_name("made.db-wal").read_bytes())


@cache
def filtered_run() -> NewRun:
    """Assemblies of six dominoes in a 2 x 2 x 3 box, all of which come apart: 32, or 7 up to symmetry."""
    board = Board.of((x, y, z) for x in range(2) for y in range(2) for z in range(3))
    domino = Piece.of("domino", [(0, 0, 0), (1, 0, 0)], lattice=CUBE, copies=6, motions="rotation")
    puzzle = Puzzle(board, (domino,), lattice=CUBE)
    return new_run(puzzle, RunQuestion(keep=True, filter="disassemblable", tasks=3))


def filtered_sample(folder: Path, rounds: int = 1) -> Sample:
    """A file that nobody uses, of a run with a filter that is halfway."""
    path, new = folder / "made.db", filtered_run()
    with Store(path) as store:
        run = store.create_run(new, "dominoes", "dominoes.toml").id
        do_tasks(store, new, rounds, solutions=1)
        assert store.waiting(run, 1)
        store.set_state(run, RunState.STOPPED)
    use_small_pages(path)
    return Sample(folder, path.read_bytes(), readers=readers([run]))
