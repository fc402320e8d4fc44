"""Measure the start of the package, and the time and memory of ``count --unique`` of lucky13."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Startup:
    """Seconds to import and to print the help; seconds, orbits and megabytes of lucky13 up to symmetry."""

    import_seconds: float
    help_seconds: float
    lucky_seconds: float
    lucky_unique: int
    lucky_megabytes: float


def measure(root: Path) -> Startup:
    """Measure with this Python in the checkout ``root``."""
    python = sys.executable
    bare = _best([python, "-c", "pass"])
    imported = _best([python, "-c", "import tilewright"]) - bare
    helped = _best([python, "-m", "tilewright", "--help"])
    question = ["count", "catalog:lucky-thirteen", "--unique", "--json", "--quiet"]
    taken, megabytes, output = _observed([python, "-m", "tilewright", *question], root)
    unique = json.loads(output)["up_to_symmetry"]
    if unique != 69415:
        raise SystemExit(f"WRONG COUNT: lucky13 has 69415 solutions up to symmetry, not {unique}")
    return Startup(imported, helped, taken, unique, megabytes)


def _observed(command: list[str], folder: Path) -> tuple[float, float, str]:
    """Seconds, peak megabytes and output of a command; getrusage reports KB, on macOS bytes."""
    begin = time.perf_counter()
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    taken = time.perf_counter() - begin
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return taken, usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3), output


def _best(command: list[str], times: int = 10) -> float:
    """The shortest of several runs of a command, in seconds."""
    best = float("inf")
    for _ in range(times):
        begin = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        best = min(best, time.perf_counter() - begin)
    return best


def text(start: Startup) -> str:
    """The measurements as a Markdown list."""
    return "\n".join(
        (
            f"- `import tilewright` takes {start.import_seconds * 1e3:.0f} ms (target: under 150),",
            f"  `tilewright --help` {start.help_seconds * 1e3:.0f} ms (target: under 250).",
            f"- `tilewright count catalog:lucky-thirteen --unique` ({start.lucky_unique:,}) takes "
            f"{start.lucky_seconds:.1f} s on {os.cpu_count()} cores (target: under 60),",
            f"  and {start.lucky_megabytes:.0f} MB at most (target: under 200).",
        )
    )
