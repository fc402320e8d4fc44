"""Through which modules a question goes: a trace of the calls of a second count of a puzzle, on one thread.

    python benchmarks/module_trace.py [PUZZLE]

It prints how many modules of the package are entered, and how often a call goes from one into another.
The first count imports what the second one needs. Calls inside the core are not seen.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import pairwise
from types import FrameType

import tilewright

PUZZLE = "catalog:pentominoes-3x20"
PREFIX = "tilewright."


def modules_called(name: str) -> list[str]:
    """The modules of the package in the order in which their functions are called by a second count."""
    puzzle = tilewright.load(name)
    tilewright.count(puzzle, threads=1)
    entered: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        module = frame.f_globals.get("__name__", "")
        if event == "call" and module.startswith(PREFIX):
            entered.append(module)

    sys.setprofile(note)
    try:
        tilewright.count(puzzle, threads=1)
    finally:
        sys.setprofile(None)
    return entered


def main() -> None:
    entered = modules_called(sys.argv[1] if len(sys.argv) > 1 else PUZZLE)
    changes = sum(one != other for one, other in pairwise(entered))
    print(f"{len(set(entered))} modules, {changes} changes of module, {len(entered)} calls")
    for module, calls in Counter(entered).most_common():
        print(f"{calls:6}  {module}")


if __name__ == "__main__":
    main()
