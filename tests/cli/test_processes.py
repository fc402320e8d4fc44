"""The command line as a process: signals, pipes, terminals, imports."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.cli import TROMINOES, dominoes, endless, parse_json, puzzle_file, signalled, start
from support.waiting import HANGS_S


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
        "tilewright.solving.engines.base",
    }
    assert "click" in modules and not heavy & modules


def test_exit_codes_of_real_processes(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    for words, code in (
        (["count", path], 0),
        (["count", path, "--motions", "fixed"], 1),
        (["count", tmp_path / "none"], 2),
        (["solve", path, "--limit", 1], 0),
        (["count", path, "--limit", 1], 3),
    ):
        process = start(*words)
        _, errors = process.communicate()
        assert process.returncode == code
        assert "Traceback" not in errors


@pytest.mark.event
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_a_long_search_in_order(tmp_path: Path, number: signal.Signals, code: int) -> None:
    path = puzzle_file(tmp_path, endless())
    done = signalled("found", number, "solve", path, "--all", "--quiet")
    assert done.returncode == code
    assert "solutions so far" in done.stdout
    assert "stopped after" in done.stderr and "--checkpoint" in done.stderr


@pytest.mark.event
@pytest.mark.parametrize("event", ["at once", "stopping", "threads end", "interpreter ends"])
def test_a_second_interrupt_ends_the_program_in_order(tmp_path: Path, event: str) -> None:
    """Whenever it comes: in the search, while its threads end, and while the interpreter ends."""
    path = puzzle_file(tmp_path, endless())
    done = signalled(f"found,{event}", signal.SIGINT, "solve", path, "--all", "--quiet")
    assert done.returncode == 130, done.stderr
    assert "terminate called" not in done.stderr and "Traceback" not in done.stderr


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
        _, errors = process.communicate(timeout=HANGS_S)
    assert process.returncode == 2
    assert "tilewright: " in errors and "Traceback" not in errors and "ignored" not in errors


@pytest.mark.event
def test_a_signal_leaves_one_json_object(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, endless())
    done = signalled("found", signal.SIGINT, "solve", path, "--all", "--json")
    body = parse_json(done.stdout)
    assert done.returncode == 130 and body["status"] == "cancelled"
    assert body["solutions"] == len(body["found"]) > 0


@pytest.mark.event
@pytest.mark.parametrize("threads", [1, 2])
def test_a_signalled_search_leaves_complete_output_and_can_be_resumed(tmp_path: Path, threads: int) -> None:
    """The same solutions come first again; of several threads only some of them were in their order."""
    path, keep, out = puzzle_file(tmp_path, endless()), tmp_path / "state", tmp_path / "out.ndjson"
    line = ("solve", path, "--all", "-o", out, "--threads", threads)
    done = signalled("found", signal.SIGINT, *line, "--checkpoint", keep)
    assert done.returncode == 130, done.stderr
    before = out.read_text().splitlines()
    assert before and all(line.endswith("]") for line in before)
    assert f"{' '.join(['tilewright', *map(str, line)])} --resume {keep}" in done.stderr
    nodes = 1 + int(parse_json(_state(path, keep))["nodes"])
    again = start(*line, "--resume", keep, "--nodes", nodes)
    again.communicate(timeout=HANGS_S)
    after = out.read_text().splitlines()
    assert set(before) <= set(after) if threads > 1 else after[: len(before)] == before


def _state(path: Path, keep: Path) -> str:
    process = start(
        "solve", path, "--all", "--resume", keep, "--nodes", 1, "--json", "-o", keep.with_suffix(".json")
    )
    return process.communicate(timeout=HANGS_S)[0]


@pytest.mark.event
def test_a_killed_search_leaves_no_output(tmp_path: Path) -> None:
    path, out = puzzle_file(tmp_path, endless()), tmp_path / "out.ndjson"
    done = signalled("found", signal.SIGKILL, "solve", path, "--all", "-o", out)
    assert done.returncode == -signal.SIGKILL and not out.exists()


def test_a_closed_pipe_is_not_an_error(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, dominoes(8, 8))
    with (tmp_path / "stderr").open("w+") as errors:
        process = start("solve", path, "--all", "--quiet", stderr=errors)
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=HANGS_S) == 141
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
    def on_terminal(self, *words: object, at: str = "", **environment: str) -> tuple[str, int]:
        """What a command shows whose stdout and stderr are a terminal."""
        master, slave = os.openpty()
        place = {**os.environ, "TERM": "xterm", **environment}
        process = start(*words, at=at, stdout=slave, stderr=slave, text=False, env=place)
        os.close(slave)
        shown = b""
        while select.select([master], [], [], HANGS_S)[0]:
            try:
                data = os.read(master, 65536)
            except OSError:  # Linux says so when the other end is closed
                break
            if not data:
                break
            shown += data
        os.close(master)
        return shown.decode(), process.wait(timeout=HANGS_S)

    @pytest.mark.event
    def test_a_long_search_has_a_bar(self, tmp_path: Path) -> None:
        path = puzzle_file(tmp_path, endless())
        shown, code = self.on_terminal("count", path, "--engine", "dense", at="drawn")
        assert code == 130
        assert "counting" in shown and "%" in shown and "nodes/s" in shown and "solutions" in shown
        assert shown.count("counting") > 3

    @pytest.mark.event
    def test_a_short_search_and_a_quiet_one_have_none(self, tmp_path: Path) -> None:
        path = puzzle_file(tmp_path)
        assert "%" not in self.on_terminal("count", path)[0]
        long = puzzle_file(tmp_path, endless())
        words = ["--engine", "dense", "--quiet"]
        shown, code = self.on_terminal("count", long, *words, at="searched")
        assert code == 130 and "counting" not in shown

    def test_colour_by_itself_and_not_with_no_color(self, tmp_path: Path) -> None:
        path = puzzle_file(tmp_path)
        assert "\x1b[" in self.on_terminal("solve", path)[0]
        assert "\x1b[" not in self.on_terminal("solve", path, NO_COLOR="1")[0]
        assert "\x1b[" not in self.on_terminal("solve", path, "--no-color")[0]
