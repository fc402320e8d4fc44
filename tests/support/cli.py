"""Shared by the tests of the command line: running it, and a few puzzles as files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from support.json_schema import load_valid_json
from support.waiting import HANGS_S
from tilewright.cli.program import program

TESTS = Path(__file__).parents[1]

TROMINOES = """\
####
####   ##  ##  #    #
####   #   #   ##  ##
"""
"""A 4 by 3 board and four L-trominoes: 4 solutions, 2 up to symmetry."""

TWO_SPARE = """\
###
###   ##  ##  ##  ##
"""
"""A 3 by 2 board and four dominoes: each of the 3 solutions leaves one of them over."""

NOTHING_FITS = """\
####       #
####  ##   #
####  ##   #
####       #####

####
####
"""
"""A 4 by 4 board with pieces of 4, 7 and 8 cells: their areas do not fit."""

STRIP = """\
[legend]
a = { cost = 3 }
[board]
drawing = "##a##"
[[pieces]]
name = "I2"
drawing = "##"
copies = 2
[[pieces]]
name = "I1"
drawing = "#"
cost = 10
[[costs]]
piece = "I1"
cells = [[4, 0]]
cost = -20
"""
"""Two dominoes and a single cell in a row; the cell may lie at 0, 2 or 4: costs 13, 13 and -7."""


def drawn(width: int, height: int, pieces: str) -> str:
    """A rectangle with pieces drawn below it."""
    return ("#" * width + "\n") * height + "\n" + pieces


def dominoes(width: int, height: int) -> str:
    """A rectangle and as many dominoes as fill it."""
    count = width * height // 2
    return drawn(width, height, ("##  " * 10 + "\n\n") * (count // 10) + "##  " * (count % 10) + "\n")


def endless() -> str:
    """A puzzle with too many solutions to list, 258,584,046,368 domino tilings, but with a quick count."""
    return dominoes(10, 10)


def puzzle_file(folder: Path, text: str | bytes = TROMINOES, name: str = "puzzle.txt") -> Path:
    """A file with this puzzle in it."""
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def run(*words: object, text: str | bytes | None = None, **environment: str) -> Result:
    """Run the command line in this process: ``run("count", path, "--json")``."""
    line = [str(word) for word in words]
    with warnings.catch_warnings():
        if "--time" in line:  # its signal may come after a file is opened and before the block that closes it
            warnings.simplefilter("ignore", ResourceWarning)
        return CliRunner().invoke(program, line, input=text, env=environment, prog_name="tilewright")


def printed_json(result: Result) -> dict[str, Any]:
    """The one JSON object that a command printed."""
    return parse_json(result.stdout)


def parse_json(text: str) -> dict[str, Any]:
    """The one JSON object that makes up this text; AssertionError unless it agrees with the schema."""
    assert text.count("\n") == 1 and text.endswith("\n"), text
    body = load_valid_json(text)
    assert isinstance(body, dict)
    return body


def python_path() -> str:
    """PYTHONPATH of processes that import modules of the tests."""
    return os.pathsep.join(filter(None, (str(TESTS), os.environ.get("PYTHONPATH"))))


def start(
    *words: object, at: str = "", number: signal.Signals = signal.SIGINT, **how: Any
) -> subprocess.Popen[str]:
    """Start the command line as a process of its own, with pipes for stdout and stderr.

    With ``at`` a signal comes at an event of ``support.signalled_command``.
    """
    module = ["support.signalled_command", at, number.name] if at else ["tilewright"]
    if at:
        how["env"] = {**(how.get("env") or os.environ), "PYTHONPATH": python_path()}
    line = [sys.executable, "-m", *module, *map(str, words)]
    return subprocess.Popen(
        line, **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **how}
    )


def signalled(event: str, number: signal.Signals, *words: object) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, to which a signal comes at an event of ``support.signalled_command``."""
    with start(*words, at=event, number=number) as process:
        output, errors = process.communicate(timeout=HANGS_S)
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)
