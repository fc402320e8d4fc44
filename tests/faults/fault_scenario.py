"""A run that is started by the command line, hit by a fault, and compared with an undisturbed one.

Faults are functions of a ``FaultScenario``: each starts a run, causes its fault, and brings the run to its
end as a user would. ``FaultScenario.outcome`` compares the result.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil
from click.testing import CliRunner, Result

from support.cli import python_path
from support.held_run import LATEST
from support.waiting import HANGS_S, wait_until
from tilewright.catalogue import load
from tilewright.cli.program import program
from tilewright.errors import RunError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.formats.solutions import open_solutions
from tilewright.model.puzzle import Solution
from tilewright.runs.reading import RunStatus, run_statuses
from tilewright.solving.api import solve

PUZZLE = "pentominoes-5x12"
# The slowest engine that lists, so that there is time for a fault, and many tasks under way.
QUESTION = (f"catalog:{PUZZLE}", "--unique", "--engine", "dancing", "--tasks", "150")
SOLUTIONS, ORBITS = 4040, 1010  # Haselgrove 1960

DEADLINE = HANGS_S
EARLIEST = 0.05  # of the tree, where faults happen at first; the last ones at LATEST
COMMIT_SECONDS = 0.1  # between two commits of a run: a fault happens anywhere between them
REFUSED = 2  # the exit code of what cannot be done


@dataclass(frozen=True)
class FaultOutcome:
    """The final state of a run; numbers of solutions up to symmetry."""

    status: str
    solutions: int
    orbits: int
    lost: int
    doubled: int
    foreign: int
    sound: bool
    same_file: bool

    @property
    def nothing_lost(self) -> bool:
        """Whether the run is the same as one that nothing disturbed, to the last byte of its solutions."""
        return self == UNHARMED


UNHARMED = FaultOutcome("complete", SOLUTIONS, ORBITS, 0, 0, 0, sound=True, same_file=True)


class FaultScenario:
    """A folder with a run database, a random generator, and options such as ``--workers 2``.

    Faults that may hit a run several times do so ``times``.
    """

    def __init__(self, folder: Path, seed: int, *who: object, times: int = 1) -> None:
        self.folder = folder
        self.chance = random.Random(seed)
        self.who = who
        self.times = times
        self.db = folder / "runs.db"

    @contextmanager
    def started(self, *words: object) -> Iterator[subprocess.Popen[str]]:
        """A process that starts the run; its process group is killed at the end."""
        with launched("run", "start", *QUESTION, *self.who, "--db", self.db, "--quiet", *words) as process:
            yield process

    @contextmanager
    def resumed(self) -> Iterator[subprocess.Popen[str]]:
        """A process that resumes the run."""
        with launched("run", "resume", "last", *self.who, "--db", self.db, "--quiet") as process:
            yield process

    def resume(self) -> None:
        """Resume the run and wait for its end."""
        with self.resumed() as process:
            to_the_end(process)

    def wait_for_moment(self, process: subprocess.Popen[str], *, after: float = EARLIEST) -> float:
        """Wait for a random moment of the run; the share of the tree that is done by then."""
        wanted = self.chance.uniform(after, LATEST)
        run_status = self.wait_for(lambda now: now.totals.share >= wanted, process)
        time.sleep(self.chance.uniform(0.0, COMMIT_SECONDS))
        assert process.poll() is None, "the run ended before its fault"
        return run_status.totals.share

    def random_worker(self, process: subprocess.Popen[str]) -> psutil.Process:
        """A random one of the worker processes of a process; when the last ones died, one of the next."""
        living: list[psutil.Process] = []

        def are_found() -> bool:
            living.extend(spawned(process))
            return bool(living)

        wait_until(are_found, "no worker process came up")
        return self.chance.choice(living)

    def wait_for(self, wanted: Callable[[RunStatus], bool], process: subprocess.Popen[str]) -> RunStatus:
        """How the run stands, as soon as that is as wanted."""
        run_status: list[RunStatus] = []

        def is_found() -> bool:
            with suppress(RunError):  # the file is being made
                run_status.extend(status for status in run_statuses(self.db)[-1:] if wanted(status))
            assert run_status or process.poll() is None, f"the run ended before: {process.communicate()}"
            return bool(run_status)

        wait_until(is_found)
        return run_status[0]

    def status(self) -> dict[str, Any]:
        """The JSON object of ``run status``."""
        body: dict[str, Any] = json.loads(command("run", "status", "last", "--db", self.db, "--json").stdout)
        return body

    def outcome(self) -> FaultOutcome:
        """How the run differs from one that nothing disturbed."""
        body = self.status()
        file = self.folder / "found.ndjson"
        command("run", "export", "last", "--db", self.db, "-o", file)
        counts = Counter(file.read_bytes().splitlines())
        wanted = undisturbed()
        should = Counter(wanted.splitlines())
        return FaultOutcome(
            body["status"],
            body["solutions"],
            body["up_to_symmetry"],
            lost=len(should.keys() - counts.keys()),
            doubled=sum(counts.values()) - len(counts),
            foreign=len(counts.keys() - should.keys()),
            sound=answer("run", "verify", "--db", self.db).exit_code == 0,
            same_file=file.read_bytes() == wanted,
        )


@lru_cache
def undisturbed() -> bytes:
    """The exported solutions of a run that nothing disturbed; they are those that ``solve`` finds."""
    with TemporaryDirectory() as folder:
        scenario = FaultScenario(Path(folder), 0)
        with scenario.started() as process:
            _, errors = process.communicate(timeout=DEADLINE)
            assert process.returncode == 0, errors
        file = scenario.folder / "all.ndjson"
        command("run", "export", "last", "--db", scenario.db, "-o", file)
        content = file.read_bytes()
        with open_solutions(file) as kept:
            exported = list(kept)
    puzzle = load(PUZZLE)
    group = symmetries(puzzle)
    solved: list[Solution] = []
    solve(puzzle, sink=solved.append, unique=True)
    assert len(exported) == len(solved) == ORBITS
    assert {group.canonical(one) for one in exported} == {group.canonical(one) for one in solved}
    return content


def answer(*words: object) -> Result:
    """The result of a command, in this process: for everything that no fault hits."""
    return CliRunner().invoke(program, [str(word) for word in words], prog_name="tilewright")


def command(*words: object, code: int = 0) -> Result:
    """The same, with the exit code that is wanted."""
    ended = answer(*words)
    assert ended.exit_code == code, (words, ended.exit_code, ended.output)
    return ended


@contextmanager
def launched(*words: object) -> Iterator[subprocess.Popen[str]]:
    """A process of the command line, with its children in a group of their own; killed at the end.

    A run does not end before ``communicate`` closes its standard input.
    """
    line = [sys.executable, "-m", "support.held_run", *map(str, words)]
    environment = {**os.environ, "PYTHONPATH": python_path()}
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with grouped(line, env=environment, **pipes) as process:
        yield process


@contextmanager
def grouped(line: list[str], **pipes: Any) -> Iterator[subprocess.Popen[str]]:
    """A process that leads a group of its own; the whole group is killed at the end."""
    with subprocess.Popen(line, text=True, start_new_session=True, **pipes) as process:
        try:
            yield process
        finally:
            kill_group(process)


def spawned(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """The worker processes that a coordinator, or a ``dask worker``, has started and that live."""
    living = []
    for child in psutil.Process(process.pid).children():
        with suppress(psutil.Error):  # it died meanwhile
            if any("spawn_main" in word or "child_main" in word for word in child.cmdline()):
                living.append(child)
    return living


def kill_group(process: subprocess.Popen[str], number: signal.Signals = signal.SIGKILL) -> None:
    """Send a signal to a process and all its children at once; nothing when they are gone."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def to_the_end(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What a process prints until it ends, which it is to do well."""
    output, errors = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0, errors
    return output, errors


def one_line(errors: str) -> bool:
    """Whether an error is one message without a traceback."""
    return errors.startswith("tilewright: ") and "Traceback" not in errors


Fault = Callable[[FaultScenario], None]
"""Its docstring says what is done, and how the run comes to its end."""
