"""Commands with too little memory: a result or one sentence, never a crash.

The bounds are what a command may map beyond the imported code, so they say the same on every machine. What
is asserted holds for any bound; at which one a command begins to succeed is left open.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.bounded_memory import BoundedRun
from support.waiting import HANGS_S
from tilewright.families.vanishing.files import dumps
from tilewright.families.vanishing.generation import BoardSpec, random_board

KILOBYTES = (0, 512, 2 << 10, 4 << 10, 9 << 10, 15 << 10, 19 << 10, 40 << 10)
TESTS = Path(__file__).parent.parent
COMMANDS = (
    "count catalog:pentominoes-6x10 --engine dense --nodes 100k",
    "count catalog:pentominoes-6x10 --engine dancing-cells --nodes 100k",
    "count catalog:pentominoes-6x10 --engine frontier --threads 2",
    "count catalog:dominoes-8x8 --engine kasteleyn --threads 3",
    "solve catalog:pentominoes-6x10 --engine restarts",
    "optimise catalog:gold-5x5",
    "sample catalog:pentominoes-6x10 -n 3",
    "reduce catalog:hexominoes-rook",
    "gunport 10x10 --engine dense --threads 2",
    "gunport 8x8 --engine bounded",
    "vanish solve BOARD",
    "estimate catalog:hexominoes-rook --engine sequential-monte-carlo --runs 1 --states 500",
)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc and RLIMIT_AS")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_succeeds_or_refuses(command: str, tmp_path: Path) -> None:
    if "BOARD" in command:
        board = tmp_path / "board.txt"
        board.write_text(dumps(random_board(BoardSpec(20, 20), seed=1)))
        command = command.replace("BOARD", str(board))
    bounds = [str(size << 10) for size in KILOBYTES]
    words = [sys.executable, "-m", "support.bounded_memory", *bounds]
    how: dict[str, Any] = {"capture_output": True, "text": True, "cwd": TESTS, "check": True}
    ended = subprocess.run(words, input=f"{command}\n", timeout=10 * HANGS_S, **how)
    runs = [BoundedRun(**json.loads(line)) for line in ended.stdout.splitlines()]
    assert len(runs) == len(KILOBYTES)
    for run in runs:
        assert run.code in (0, 2, 3), run
        assert "Traceback" not in run.error_text, run
        if run.code == 2:
            assert "memory" in run.error_text and len(run.error_text.splitlines()) == 1, run
    # Even no memory at all may be enough: what the imports have left free differs from run to run.
