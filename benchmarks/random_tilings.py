"""Random tilings: the seconds and the memory of ``sample`` and ``shuffle`` as commands, on one thread."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from report import duration, machine, table

ROUNDS = 3
BOARDS = {
    "Aztec diamond of order 20": ("aztec", "20"),
    "Aztec diamond of order 200": ("aztec", "200"),
    "dominoes in 100 x 100": ("dominoes", "100x100"),
    "dominoes in 200 x 200": ("dominoes", "200x200"),
    "lozenges in a 40 x 40 x 40 hexagon": ("hexagon", "40", "40", "40"),
}
"""What ``make`` makes, to be sampled."""
ORDERS = (300, 1000, 3000)


def measure(tell: Callable[[str], object]) -> str:
    """The table as Markdown: CPU seconds of a whole command, median of a few, and its peak memory."""
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for title, words in BOARDS.items():
            path = folder / "board.toml"
            _run(["make", *words, "-o", str(path)])
            rows.append(
                [f"`sample`, {title}", *_figures(["sample", str(path), "-o", str(folder / "a.json")])]
            )
            tell(" ".join(rows[-1]))
        for order in ORDERS:
            line = ["shuffle", str(order), "-o", str(folder / "a.txt")]
            rows.append([f"`shuffle {order}`", *_figures(line)])
            tell(" ".join(rows[-1]))
    heads = ["command", "CPU time", "memory"]
    return "\n".join(
        [
            f"Machine: {machine()}; one thread; medians of {ROUNDS} runs, and the most memory.",
            "",
            *table(heads, rows),
        ]
    )


def _figures(words: list[str]) -> list[str]:
    seconds, memory = zip(*(_run(words) for _ in range(ROUNDS)), strict=True)
    return [duration(median(seconds)), f"{max(memory) / 1e6:.0f} MB"]


def _run(words: list[str]) -> tuple[float, int]:
    """CPU seconds and peak bytes of a command, measured in a process between, which has no other children."""
    program = (
        "import resource, subprocess, sys; "
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); "
        "u = resource.getrusage(resource.RUSAGE_CHILDREN); print(u.ru_utime + u.ru_stime, u.ru_maxrss)"
    )
    line = [sys.executable, "-c", program, sys.executable, "-m", "tilewright", *words]
    seconds, peak = subprocess.run(line, check=True, capture_output=True, encoding="utf-8").stdout.split()
    return float(seconds), int(peak) * 1024
