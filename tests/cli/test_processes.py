"""The command line as a process: signals, pipes, terminals, imports."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support.cli import TROMINOES, dominoes, endless, parse_json, puzzle_file, start
from tilewright.cli.interruption import ECHO_S

ATTEMPTS = 4
"""A busy machine may be late once; a command that is always late is wrong."""


def python(*words: str) -> str:
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True).stdout


def loaded_by(code: str) -> set[str]:
    return set(python("-c", f"import sys\n{code}\nprint(*sys.modules)").split()[-2000:])


def test_importing_the_package_is_light() -> None:
    modules = loaded_by("import tilewright")
    heavy = {"click", "rich", "PIL", "numpy", "hypothesis", "tilewright._core", "tilewright.model.puzzle"}
    assert "tilewright" in modules and not heavy & modules


def test_help_imports_only_what_it_needs() -> None:
    code = (
        "from tilewright.cli.program import program\ntry: program.main(['--help'])\nexcept SystemExit: pass"
    )
    modules = loaded_by(code)
    heavy = {
        "rich",
        "PIL",
        "numpy",
        "tilewright._core",
        "tilewright.formats",
        "tilewright.solve.engines.base",
    }
    assert "click" in modules and not heavy & modules


def test_exit_codes_of_real_processes(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    for words, code in (
        (["count", path], 0),
        (["count", path, "--motions", "fixed"], 1),
        (["count", tmp_path / "none"], 2),
        (["solve", path, "--limit", 1], 3),
    ):
        process = start(*words)
        _, errors = process.communicate()
        assert process.returncode == code
        assert "Traceback" not in errors


def stopped(number: signal.Signals, folder: Path, *words: object) -> tuple[float, int, str, str]:
    """Start a search that prints, stop it soon; how long that took, its exit code, what it said."""
    # Files, not pipes: a pipe that nobody empties would hold the command up.
    with (folder / "stdout").open("w+") as output, (folder / "stderr").open("w+") as errors:
        process = start(*words, stdout=output, stderr=errors)
        deadline = time.monotonic() + 30
        while os.fstat(output.fileno()).st_size < 10_000 and time.monotonic() < deadline:
            time.sleep(0.02)
        clock = time.monotonic()
        process.send_signal(number)
        process.wait(timeout=30)
        seconds = time.monotonic() - clock
        output.seek(0)
        errors.seek(0)
        return seconds, process.returncode, output.read(), errors.read()


@pytest.mark.alone
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_a_long_search_within_half_a_second(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    path = puzzle_file(tmp_path, endless())
    times = []
    for _ in range(ATTEMPTS):
        seconds, ended, output, errors = stopped(number, tmp_path, "solve", path, "--all", "--quiet")
        assert ended == code
        assert "solutions so far" in output and "stopped after" in errors and "--checkpoint" in errors
        times.append(seconds)
        if seconds < 0.5:
            break
    assert min(times) < 0.5


@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.1, 0.25, 0.4])
def test_a_second_interrupt_ends_the_program_in_order(tmp_path: Path, seconds: float) -> None:
    """Whenever it comes: in the search, while its threads end, and while the interpreter ends."""
    process = start("solve", puzzle_file(tmp_path, endless()), "--all", "--quiet", stdout=subprocess.DEVNULL)
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    time.sleep(ECHO_S + seconds)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130, errors
    assert "terminate called" not in errors and "Traceback" not in errors


def test_an_interrupt_while_the_program_is_imported() -> None:
    script = (
        "import sys\n"
        "from importlib.abc import MetaPathFinder\n"
        "class Interrupting(MetaPathFinder):\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'tilewright.cli.program': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "from tilewright.cli import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, encoding="utf-8")
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [("--json",), ("--json", "--nodes", "0"), ()])
def test_a_full_stdout_gives_one_error_message(tmp_path: Path, words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        process = start("count", puzzle_file(tmp_path), *words, stdout=full)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 2
    assert "tilewright: " in errors and "Traceback" not in errors and "ignored" not in errors


def test_a_signal_leaves_one_json_object(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, endless())
    _, code, output, _ = stopped(signal.SIGINT, tmp_path, "solve", path, "--all", "--json")
    body = parse_json(output)
    assert code == 130 and body["status"] == "cancelled"
    assert body["solutions"] == len(body["found"]) > 0


def test_a_signalled_search_leaves_complete_output_and_can_be_resumed(tmp_path: Path) -> None:
    path, keep, out = puzzle_file(tmp_path, endless()), tmp_path / "state", tmp_path / "out.ndjson"
    words = ["solve", path, "--all", "-o", out, "--checkpoint", keep]
    process = start(*words)
    deadline = time.monotonic() + 20
    spool = tmp_path / "state.solutions"
    while time.monotonic() < deadline and not (spool.exists() and spool.stat().st_size):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130, errors
    before = out.read_text().splitlines()
    assert before and all(line.endswith("]") for line in before)
    assert f"tilewright solve {path} --all -o {out} --resume {keep}" in errors
    nodes = 1 + int(parse_json(_state(path, keep))["nodes"])
    again = start("solve", path, "--all", "-o", out, "--resume", keep, "--nodes", nodes)
    again.communicate(timeout=30)
    assert out.read_text().splitlines()[: len(before)] == before


def _state(path: Path, keep: Path) -> str:
    process = start(
        "solve", path, "--all", "--resume", keep, "--nodes", 1, "--json", "-o", keep.with_suffix(".json")
    )
    return process.communicate(timeout=30)[0]


def test_a_killed_search_leaves_no_output(tmp_path: Path) -> None:
    path, out = puzzle_file(tmp_path, endless()), tmp_path / "out.ndjson"
    process = start("solve", path, "--all", "-o", out)
    time.sleep(1.0)
    process.kill()
    process.communicate()
    assert not out.exists()


def test_a_closed_pipe_is_not_an_error(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, dominoes(8, 8))
    with (tmp_path / "stderr").open("w+") as errors:
        process = start("solve", path, "--all", "--quiet", stderr=errors)
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=30) == 141
        errors.seek(0)
        assert errors.read() == ""


def test_a_puzzle_through_a_pipe() -> None:
    process = start("count", "-", "--json", stdin=subprocess.PIPE)
    output, _ = process.communicate(TROMINOES)
    assert parse_json(output)["solutions"] == 4


def test_a_terminal_that_cannot_draw_lines_gets_ascii(tmp_path: Path) -> None:
    process = start("solve", puzzle_file(tmp_path), env={**os.environ, "PYTHONIOENCODING": "ascii"})
    output, errors = process.communicate()
    assert process.returncode == 0 and errors == "" and output.isascii() and "+---" in output


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
class TestOnATerminal:
    def on_terminal(self, *words: object, **environment: str) -> tuple[str, int]:
        """What a command shows whose stdout and stderr are a terminal."""
        master, slave = os.openpty()
        process = start(
            *words, stdout=slave, stderr=slave, text=False, env={**os.environ, "TERM": "xterm", **environment}
        )
        os.close(slave)
        shown = b""
        while select.select([master], [], [], 30)[0]:
            try:
                data = os.read(master, 65536)
            except OSError:  # Linux says so when the other end is closed
                break
            if not data:
                break
            shown += data
        os.close(master)
        return shown.decode(), process.wait(timeout=30)

    def test_a_long_search_has_a_bar(self, tmp_path: Path) -> None:
        path = puzzle_file(tmp_path, endless())
        shown, code = self.on_terminal("count", path, "--engine", "dense", "--time", "5")
        assert code == 3
        assert "counting" in shown and "%" in shown and "nodes/s" in shown and "solutions" in shown
        assert shown.count("counting") > 3

    def test_a_short_search_and_a_quiet_one_have_none(self, tmp_path: Path) -> None:
        path = puzzle_file(tmp_path)
        assert "%" not in self.on_terminal("count", path)[0]
        long = puzzle_file(tmp_path, endless())
        words = ["--engine", "dense", "--time", "1", "--quiet"]
        assert "counting" not in self.on_terminal("count", long, *words)[0]

    def test_colour_by_itself_and_not_with_no_color(self, tmp_path: Path) -> None:
        path = puzzle_file(tmp_path)
        assert "\x1b[" in self.on_terminal("solve", path)[0]
        assert "\x1b[" not in self.on_terminal("solve", path, NO_COLOR="1")[0]
        assert "\x1b[" not in self.on_terminal("solve", path, "--no-color")[0]
