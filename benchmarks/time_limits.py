"""How long after their time limit, and after Ctrl-C, commands end that have much to prepare.

``make bench`` measures it: each command with ``--time`` once with that limit, and once without it, when it
gets SIGINT after as long. The target is half a second for both.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

TIMES_S = (1.0, 2.5)
"""Time limits: other stages of the preparation are under way at each."""
TARGET_S = 0.5
GIVEN_UP_S = 30.0  # after the time limit
FIFO = "pipe.txt"
"""A named pipe to which nobody writes."""

PUZZLES = {
    "heptominoes in three 11x23": "catalog:heptominoes-three-11x23",
    "heptominoes in 19x40": "catalog:heptominoes-19x40-four-holes",
    "a pipe": FIFO,
}
COMMANDS = {
    "solve": "solve",
    "solve --all --unique": "solve --all --unique",
    "solve --checkpoint": "solve --all --checkpoint saved",
    "count": "count",
    "count --unique": "count --unique",
    "sample": "sample",
    "optimise": "optimise",
    "estimate": "estimate",
    "why": "why",
    "forced": "forced",
    "reduce": "reduce",
    "run start": "run start --db runs.db",
    "run start --unique": "run start --unique --db runs.db",
}
OTHERS = {
    "gunport": "gunport 40x40",
    "dominosa maximise": "dominosa maximise 9",
    "assembly search": "assembly search --sticks notchable",
    "disassemble (a pipe)": f"disassemble {FIFO}",
    "vanish solve (a pipe)": f"vanish solve {FIFO}",
    "dominosa solve (a pipe)": f"dominosa solve {FIFO}",
}


@dataclass(frozen=True)
class Delay:
    """Seconds from the limit or the signal to the end of a command; negative: it ended before."""

    seconds: float
    code: int | None

    @property
    def text(self) -> str:
        if self.code is None:
            return f"**over {GIVEN_UP_S:.0f} s**"
        if self.seconds <= -TARGET_S:
            return "ended before"
        shown = f"{max(0.0, self.seconds):.2f} s"
        return shown if self.seconds <= TARGET_S else f"**{shown}**"


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        os.mkfifo(Path(name) / FIFO)
        yield Path(name)


def delay(words: str, after_s: float, *, interrupt: bool) -> Delay:
    """How long after ``after_s`` seconds a command ends: by ``--time``, or by SIGINT."""
    line = [
        sys.executable,
        "-m",
        "tilewright",
        *words.split(),
        *([] if interrupt else ["--time", str(after_s)]),
    ]
    with _folder() as folder:
        start = time.monotonic()
        process = subprocess.Popen(line, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with process:
            try:
                if interrupt:
                    try:
                        process.wait(after_s)
                    except subprocess.TimeoutExpired:
                        process.send_signal(signal.SIGINT)
                code = process.wait(start + after_s + GIVEN_UP_S - time.monotonic())
            except subprocess.TimeoutExpired:
                process.kill()
                return Delay(GIVEN_UP_S, None)
            return Delay(time.monotonic() - start - after_s, code)


def cases() -> list[tuple[str, str]]:
    """What is measured: a heading and the words of the command."""
    rows = [
        (f"{name}, {what}", f"{words.split(' --')[0]} {puzzle} {' '.join(_options(words))}")
        for name, words in COMMANDS.items()
        for what, puzzle in PUZZLES.items()
    ]
    return rows + list(OTHERS.items())


def _options(words: str) -> list[str]:
    """The words from the first option on."""
    given = words.split()
    return given[next((k for k, word in enumerate(given) if word.startswith("--")), len(given)) :]


def measure() -> str:
    """The delays as a table in Markdown, and how many are above the target."""
    columns = [(seconds, interrupt) for interrupt in (False, True) for seconds in TIMES_S]
    heads = [f"{'Ctrl-C after' if interrupt else '--time'} {seconds:g} s" for seconds, interrupt in columns]
    lines = [f"| command | {' | '.join(heads)} |", f"|---|{'---:|' * len(heads)}"]
    late = total = 0
    for name, words in cases():
        found = [delay(words, seconds, interrupt=interrupt) for seconds, interrupt in columns]
        late += sum(one.seconds > TARGET_S for one in found)
        total += len(found)
        lines.append(f"| {name} | {' | '.join(one.text for one in found)} |")
        print(lines[-1], file=sys.stderr)
    text = f"Delays after the limit or the signal; {total - late} of {total} are within {TARGET_S:g} s."
    return "\n".join([text, "", *lines])
