"""Child processes: their jobs, and how they are cancelled, limited, killed and replaced."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support import worker_jobs
from support.waiting import HANGS_S, wait_until
from tilewright.workers import DEAD, AsyncChildProcess, ChildProcess

DO = f"{worker_jobs.__name__}:do"
MAX_BYTES = 1 << 20
TESTS = Path(__file__).parent


@pytest.fixture(scope="module")
def child() -> Iterator[ChildProcess]:
    process = ChildProcess(DO)
    yield process
    process.end()


def echo(child: ChildProcess, value: object) -> int:
    """The process that sends a value back."""
    child.send(("echo", value))
    message = child.receive(HANGS_S)
    assert message is not None and message[:2] == ("echo", value)
    return int(message[2])


def is_gone(process: int) -> bool:
    """Whether a process has ended, and its end has been collected."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def has_ended(process: int) -> bool:
    """Whether a process has ended, even if whoever adopted it has not collected its end yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_what_a_job_prints_does_not_mix_with_its_messages(child: ChildProcess) -> None:
    first = echo(child, {"a": (1, 2)})
    assert echo(child, b"0" * MAX_BYTES) == first == child.start()
    assert child.receive(0) is None


@pytest.mark.event
def test_a_cancellation_is_of_the_job_before_it(child: ChildProcess) -> None:
    child.send(("wait", 1))
    assert child.receive(HANGS_S) == ("waiting",)
    child.cancel()
    assert child.receive(HANGS_S) == ("stopped", 1)
    child.cancel()  # too late: nothing runs
    child.send(("wait", 2))
    child.send(("wait", 3))
    child.cancel()
    assert child.receive(HANGS_S) == ("waiting",)
    assert child.receive(0) is None  # the second was not cancelled
    child.kill()
    assert child.receive(HANGS_S) == DEAD
    child.end()


@pytest.mark.event
def test_a_busy_process_is_killed_and_replaced(child: ChildProcess) -> None:
    first = echo(child, 1)
    child.send(("spin", None))
    assert child.receive(HANGS_S) == ("spinning",)
    child.kill()
    assert child.receive(HANGS_S) == DEAD
    assert child.death().startswith("was killed by SIGKILL (out of memory?)")
    assert is_gone(first)
    assert echo(child, 2) != first


def test_a_death_is_reported_with_the_last_line(child: ChildProcess) -> None:
    child.send(("exit", 3))
    assert child.receive(HANGS_S) == DEAD
    assert child.death() == "ended with exit code 3, why it ends"
    broken = ChildProcess(f"{worker_jobs.__name__}:broken")
    broken.send(7)
    assert broken.receive(HANGS_S) == DEAD
    assert broken.death() == "ended with exit code 1, ArithmeticError: 7"
    assert broken.death() == "" and broken.receive(0) == DEAD


@pytest.mark.event
def test_a_process_that_died_idle_is_replaced(child: ChildProcess) -> None:
    first = echo(child, 1)
    os.kill(first, signal.SIGTERM)
    assert child.receive(HANGS_S) == DEAD
    child.send_to_running(("echo", 2))  # to nobody
    assert echo(child, 3) != first


def test_files_of_the_working_directory_are_no_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("queue", "tilewright", "json"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(9)")
    monkeypatch.chdir(tmp_path)
    process = ChildProcess(DO)
    try:
        assert echo(process, 1)
    finally:
        process.end()


@pytest.mark.anyio
async def test_memory_is_limited_and_messages_are_bounded_for_an_event_loop() -> None:
    process = await AsyncChildProcess.start(DO, 600_000_000)
    try:
        process.send(("bytes", 700_000_000))
        assert await process.receive(MAX_BYTES) == ("no memory",)
        process.send(("bytes", 1_000))
        assert await process.receive(MAX_BYTES) == ("memory",)
        process.send(("echo", "0" * 1_000))
        with pytest.raises(ValueError, match="more than 1000 bytes"):
            await process.receive(1_000)
    finally:
        await process.end()
    assert not process.is_alive and is_gone(process.program.pid)


@contextmanager
def started(kind: str) -> Iterator[subprocess.Popen[str]]:
    """A program of ``support.busy_processes``, in a group of its own as in a terminal."""
    with subprocess.Popen(
        [sys.executable, "-m", "support.busy_processes", kind],
        cwd=TESTS,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        try:
            yield program
        finally:
            program.kill()


def busy(program: subprocess.Popen[str]) -> list[int]:
    """Its processes, once they are busy."""
    assert program.stdout is not None
    processes = [int(word) for word in program.stdout.readline().split()]
    assert processes and not any(map(is_gone, processes))
    return processes


@pytest.mark.event
@pytest.mark.parametrize("kind", ["python_code", "native_code", "program", "solver", "counts", "runs"])
def test_ctrl_c_ends_all_busy_processes_with_the_program(kind: str) -> None:
    if kind == "solver":
        pytest.importorskip("ortools")
    with started(kind) as program:
        processes = busy(program)
        os.killpg(program.pid, signal.SIGINT)
        _, errors = program.communicate(timeout=HANGS_S)
    assert "KeyboardInterrupt" in errors
    if kind == "program":  # whoever adopted that may not have collected its end yet
        wait_until(lambda: has_ended(processes[1]))
        processes.pop()
    assert all(map(is_gone, processes))


@pytest.mark.event
@pytest.mark.parametrize("kind", ["python_code", "program", "counts", "runs"])
def test_processes_end_when_the_program_is_killed(kind: str) -> None:
    with started(kind) as program:
        processes = busy(program)
        program.kill()
        wait_until(lambda: all(map(has_ended, processes)))
