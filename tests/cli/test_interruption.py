"""Ctrl-C, SIGTERM and the time limit: what ends in order, what ends at once, and with which exit code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import weakref
from collections.abc import Iterator
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from support.cli import parse_json, signalled, start
from support.fake_clock import FakeClock
from support.waiting import HANGS_S
from tilewright.cli import interruption
from tilewright.cli.error_report import report
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import (
    ECHO_S,
    GRACE_S,
    LONG_GRACE_S,
    TIME_LIMIT,
    CancelEvent,
    Interrupted,
    SignalHandling,
    TimeLimitReached,
    final_code,
    seconds_left,
    start_command,
)
from tilewright.cli.progress import ProgressMonitor

TERM, INT, ALARM = signal.SIGTERM, signal.SIGINT, signal.SIGALRM


class Clock(FakeClock):
    """``alarm`` is the time of the next alarm, 0 for none."""

    alarm = 0.0

    def set_alarm(self, seconds: float) -> None:
        self.alarm = self.now + seconds if seconds else 0.0

    def run_to_alarm(self) -> None:
        """Move on to the alarm, which comes."""
        self.now, self.alarm = self.alarm, self.alarm + GRACE_S
        signal.raise_signal(ALARM)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    clock = Clock()
    clock.install(monkeypatch)
    monkeypatch.setattr(interruption, "_set_alarm", clock.set_alarm)
    start_command(clock.now)
    yield clock
    start_command(clock.now)


def _checked(clock: Clock) -> CancelEvent:
    """The event of a search that checked it some time ago."""
    cancel = CancelEvent()
    cancel.is_set()
    clock.now += 2 * GRACE_S
    return cancel


@pytest.mark.event
@pytest.mark.parametrize(("number", "code"), [(INT, 130), (TERM, 143)])
def test_a_signal_where_nothing_is_searched_is_raised_at_once(clock: Clock, number: int, code: int) -> None:
    with SignalHandling(), pytest.raises(Interrupted) as stop:
        signal.raise_signal(number)
    assert final_code(stop.value.code) == code


@pytest.mark.event
@pytest.mark.parametrize(("number", "code"), [(INT, 130), (TERM, 143)])
def test_a_search_that_checks_its_event_ends_in_order(clock: Clock, number: int, code: int) -> None:
    cancel = CancelEvent()
    assert not cancel.is_set()
    with SignalHandling(cancel):
        signal.raise_signal(number)
        assert cancel.is_set()
        clock.run_to_alarm()
        assert clock.alarm == 0.0
    assert final_code(ExitCode.INTERRUPTED) == code


@pytest.mark.event
def test_a_search_that_has_not_begun_is_interrupted_at_once(clock: Clock) -> None:
    with SignalHandling(CancelEvent()), pytest.raises(Interrupted):
        signal.raise_signal(INT)
    with SignalHandling(CancelEvent()), pytest.raises(TimeLimitReached):
        TIME_LIMIT.start(5.0)
        clock.run_to_alarm()


def test_the_time_limit_ends_with_the_command(clock: Clock) -> None:
    with SignalHandling():
        TIME_LIMIT.start(5.0)
        with SignalHandling(CancelEvent()):
            pass
        assert clock.alarm == 1005.0  # an inner block leaves it to the outer one
    assert clock.alarm == 0.0 and not TIME_LIMIT.is_set


@pytest.mark.event
def test_work_that_does_not_check_its_event_is_interrupted(clock: Clock) -> None:
    with SignalHandling(_checked(clock)):
        signal.raise_signal(INT)
        with pytest.raises(Interrupted):
            clock.run_to_alarm()
        assert clock.now == 1000.0 + 3 * GRACE_S
    assert clock.alarm == 0.0


@pytest.mark.event
def test_work_that_checked_its_event_shortly_before_gets_longer(clock: Clock) -> None:
    cancel = CancelEvent()
    with SignalHandling(cancel):
        cancel.is_set()
        clock.now += 0.01
        signal.raise_signal(INT)
        with pytest.raises(Interrupted):
            for _ in range(10):
                clock.run_to_alarm()
        assert LONG_GRACE_S <= clock.now - 1000.01 <= LONG_GRACE_S + GRACE_S


@pytest.mark.event
def test_two_signals_at_once_count_as_one_and_later_ones_do_not(clock: Clock) -> None:
    """``timeout`` signals its child and then the whole group; what was found is still to be printed."""
    with SignalHandling(_checked(clock)):
        for _ in range(3):
            signal.raise_signal(TERM)
        clock.now += 2 * ECHO_S
        with pytest.raises(Interrupted):
            signal.raise_signal(TERM)
    assert final_code(ExitCode.INTERRUPTED) == 143


def test_the_time_limit_ends_what_is_not_a_search(clock: Clock) -> None:
    with SignalHandling():
        TIME_LIMIT.start(5.0)
        with pytest.raises(TimeLimitReached) as end:
            clock.run_to_alarm()
    assert clock.now == 1005.0 and end.value.code == 3


def test_the_time_limit_of_a_search_is_left_to_the_search(clock: Clock) -> None:
    cancel = _checked(clock)
    with SignalHandling(cancel):
        TIME_LIMIT.start(5.0)
        clock.run_to_alarm()
        assert not cancel.is_set()  # now the search finds its own limit
        clock.run_to_alarm()
        assert clock.alarm == 0.0


def test_the_time_limit_ends_a_search_that_does_not_check(clock: Clock) -> None:
    with SignalHandling(_checked(clock)):
        TIME_LIMIT.start(5.0)
        with pytest.raises(TimeLimitReached):
            for _ in range(10):
                clock.run_to_alarm()
    assert clock.now == 1005.0 + GRACE_S


def _swallow(clock: Clock) -> None:
    """Let the alarm come in the callback of a weak reference, from where no exception gets out."""
    event = CancelEvent()
    reference = weakref.ref(event, lambda _: clock.run_to_alarm())
    del event
    assert reference() is None


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("is_search", [False, True])
def test_the_time_limit_comes_again_where_its_exception_is_lost(clock: Clock, *, is_search: bool) -> None:
    with SignalHandling(_checked(clock) if is_search else None):
        TIME_LIMIT.start(5.0)
        if is_search:
            clock.run_to_alarm()  # the search has some time to check its event
        _swallow(clock)
        _swallow(clock)
        with pytest.raises(TimeLimitReached):
            clock.run_to_alarm()
    assert clock.alarm == 0.0


@pytest.mark.event
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_signal_comes_again_where_its_exception_is_lost(clock: Clock) -> None:
    with SignalHandling():
        reference = weakref.ref(CancelEvent(), lambda _: signal.raise_signal(TERM))
        assert reference() is None
        with pytest.raises(Interrupted) as stop:
            clock.run_to_alarm()
    assert (clock.alarm, final_code(stop.value.code)) == (0.0, 143)


@pytest.mark.event
@pytest.mark.parametrize("number", [INT, ALARM])
def test_a_signal_waits_while_an_extension_module_is_loaded(clock: Clock, number: int) -> None:
    class Loader(ExtensionFileLoader):
        def exec_module(self, module: ModuleType) -> None:
            signal.raise_signal(number)
            clock.run_to_alarm()

    with SignalHandling():
        TIME_LIMIT.start(0.001)
        clock.now += 1
        Loader("core", "core.so").exec_module(ModuleType("core"))
        with pytest.raises(TimeLimitReached if number == ALARM else Interrupted):
            clock.run_to_alarm()


@pytest.mark.parametrize("json", [[], ["--json"]])
def test_a_wrapped_interruption_is_no_bug(capsys: pytest.CaptureFixture[str], json: list[str]) -> None:
    """As Python 3.11 does where ``__set_name__`` is called."""
    error = RuntimeError("Error calling __set_name__")
    error.__cause__ = Interrupted()
    assert report(error, ["count", *json]) == ExitCode.INTERRUPTED
    output = capsys.readouterr()
    assert output.err == "tilewright: interrupted; nothing was written\n"
    assert bool(output.out) == bool(json)


def test_no_alarm_comes_while_an_interruption_is_handled(clock: Clock) -> None:
    with SignalHandling():
        TIME_LIMIT.start(5.0)
        try:
            try:
                clock.run_to_alarm()
            finally:
                clock.run_to_alarm()
        except TimeLimitReached:
            clock.run_to_alarm()
            try:
                raise OSError
            except OSError:
                clock.run_to_alarm()
            TIME_LIMIT.clear()
    assert clock.alarm == 0.0 and clock.now > 1005.0 + 2 * GRACE_S


@pytest.mark.event
def test_the_time_limit_does_not_end_the_output_of_what_was_found(clock: Clock) -> None:
    monitor = ProgressMonitor("test")
    with monitor:
        TIME_LIMIT.start(5.0)
        monitor.end_search()
        clock.now += 100
        signal.raise_signal(ALARM)  # one that was on its way
    assert clock.alarm == 0.0


def test_the_time_limit_counts_from_the_start_of_the_process(clock: Clock) -> None:
    assert seconds_left(5.0) == 5.0  # nothing was limited
    TIME_LIMIT.start(5.0)
    clock.now += 2.0
    assert seconds_left(5.0) == 3.0
    clock.now += 10.0
    assert seconds_left(5.0) == 0.0
    assert seconds_left(None) is None


@pytest.mark.event
def test_handlers_and_ignored_signals_are_put_back(clock: Clock) -> None:
    def handlers() -> list[object]:
        return [signal.getsignal(number) for number in (INT, TERM, ALARM)]

    former = signal.signal(INT, signal.SIG_IGN)
    try:
        before = handlers()
        with SignalHandling():
            assert signal.getsignal(INT) == signal.SIG_IGN  # as nohup leaves it
            signal.raise_signal(INT)
        assert handlers() == before
    finally:
        signal.signal(INT, former)


INTERRUPTING = """
import os, signal, sys
from importlib.abc import MetaPathFinder
class Interrupting(MetaPathFinder):
    def find_spec(self, name, *_):
        if name == {module!r}: os.kill(os.getpid(), signal.{signal})
sys.meta_path.insert(0, Interrupting())
from tilewright.cli import main
sys.argv = ["tilewright", *{words!r}]
main()
"""


@pytest.mark.parametrize(("number", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("tilewright.cli.program", ["catalog", "list"]),
        ("tilewright.catalogue", ["count", "catalog:dominoes-8x8", "--json"]),
        ("tilewright.solving.api", ["count", "catalog:dominoes-8x8", "--json"]),
        ("tilewright.families.vanishing.files", ["vanish", "solve", "none.txt", "--json"]),
        ("tilewright.formats", ["show", "none.txt"]),
    ],
)
def test_a_signal_while_modules_are_imported(number: str, code: int, module: str, words: list[str]) -> None:
    script = INTERRUPTING.format(module=module, signal=number, words=words)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, encoding="utf-8")
    assert done.returncode == code, done.stderr
    if module == "tilewright.cli.program":
        assert done.stderr == ""
    else:
        assert done.stderr == "tilewright: interrupted; nothing was written\n"
    if "--json" in words:
        assert parse_json(done.stdout)["error"]["kind"] == "stopped"


def test_a_time_limit_while_the_puzzle_is_read(tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    os.mkfifo(puzzle)
    writer = os.open(puzzle, os.O_RDWR)  # nothing comes, and the file does not end
    try:
        process = start("count", puzzle, "--time", "0.000001", "--json")
        output, errors = process.communicate(timeout=HANGS_S)
    finally:
        os.close(writer)
    assert process.returncode == 3
    message = "the time limit was reached before there was a result; nothing was written"
    assert parse_json(output) == {"error": {"kind": "limit", "message": message}}
    assert errors == f"tilewright: {message}\n"


def test_the_time_limit_counts_from_the_start_of_the_process_that_imports(tmp_path: Path) -> None:
    script = (
        "import time\n"
        "while time.process_time() < 1: pass\n"
        "from tilewright.cli import main\n"
        "from tilewright.cli.program import program\n"
        "program.main = lambda prog_name, start_time: print(time.monotonic() - start_time >= 1)\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, text=True)
    assert done.stdout == "True\n"


@pytest.mark.event
@pytest.mark.parametrize("method", [(), ("--approx", "bounded")])
def test_a_signal_ends_a_large_vanishing_game(tmp_path: Path, method: tuple[str, ...]) -> None:
    """From when its cancellation is checked for the first time, while the board is set up."""
    chance = Random(1)
    pieces = [
        f"h;{chance.randrange(5)};{chance.randrange(5)};{4 * (k % 125)};{k // 125}" for k in range(100_000)
    ]
    board = tmp_path / "large.txt"
    board.write_text("\n".join(["500;800", *pieces]) + "\n", encoding="utf-8")
    done = signalled("checked", INT, "vanish", "solve", board, *method, "--quiet")
    assert done.returncode == 130, done.stderr
