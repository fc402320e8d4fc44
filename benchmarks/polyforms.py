"""Counts and lists of polyforms on one thread, beside the lister in Python."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

from report import duration, machine, table

TARGETS: tuple[tuple[str, int, int, float | None], ...] = (
    ("13 --count", 238_591, 1, 0.2),
    ("16 --count", 13_079_255, 1, 3),
    ("16 --count --engine enumeration", 13_079_255, 1, None),
    ("18 --count", 192_622_052, 4, 60),
    ("18 --count --engine enumeration", 192_622_052, 4, None),
    ("28 --count --kind fixed", 1_228_088_671_826_973, 1, 60),
    ("15 --count --no-holes", 3_001_127, 1, None),
    ("14 --count --lattice hexagon", 15_796_897, 1, None),
    ("20 --count --lattice triangle", 14_448_984, 1, None),
    ("12 --count --lattice cube", 9_371_094, 1, None),
    ("13", 238_591, 1, 4),
)
"""Words after ``tilewright polyforms``, the published number, threads, and the target in seconds."""

PYTHON_LISTER = "from tilewright.model.pieces import polyforms; print(len(polyforms(12)))"


def _measured(command: list[str]) -> tuple[str, float, float]:
    """What a command prints, its processor time in seconds, and its most memory in MB."""
    with subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        text = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ends with {process.returncode}")
    return text, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000


def _row(words: str, number: int, threads: int, target: float | None) -> list[str]:
    command = ["-m", "tilewright", "polyforms", *words.split(), "--quiet", "--threads", str(threads)]
    text, seconds, memory = _measured(command)
    counted = int(text.split()[0].replace(",", "")) if "--count" in words else text.count("\n")
    if counted != number:
        raise RuntimeError(f"polyforms {words}: {counted}, published are {number}")
    goal = "" if target is None else f"{target:g} s, {'met' if seconds <= target else 'missed'}"
    return [f"`polyforms {words}`", f"{number:,}", str(threads), duration(seconds), f"{memory:.0f} MB", goal]


def measure(tell: Callable[[str], object]) -> str:
    """The table as Markdown; ``tell`` hears what is begun. RuntimeError for a wrong number."""
    tell("polyforms")
    rows = [_row(*target) for target in TARGETS]
    text, seconds, memory = _measured(["-c", PYTHON_LISTER])
    rows.append(
        ["the lister in Python, 12 cells", f"{int(text):,}", "1", duration(seconds), f"{memory:.0f} MB", ""]
    )
    return "\n".join(
        [
            f"Machine: {machine()}. Processor time of whole commands; numbers as published.",
            "",
            *table(["command", "polyforms", "threads", "time", "memory", "target"], rows),
        ]
    )
