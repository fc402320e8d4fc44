"""Kills the processes whose command line has a word, the first line of standard input, once that is closed.

The system closes it whatever becomes of the test, so nothing that a test starts in the background stays.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path


def processes_with(word: str) -> list[int]:
    """The processes that have the word in their command line, this one excepted."""
    numbers = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has ended
            if word.encode() in path.read_bytes().split(b"\0"):
                numbers.append(int(path.parent.name))
    return [number for number in numbers if number != os.getpid()]


if __name__ == "__main__":
    WORD = sys.stdin.readline().strip()
    sys.stdin.read()
    while NUMBERS := processes_with(WORD):  # again: one of them may just have started another
        for number in NUMBERS:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
