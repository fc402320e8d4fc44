"""What faults cost durable runs: each fault of tests/faults, again and again, at random moments.

    python benchmarks/run_faults.py [--times 20] [--seed 1] [--only NAME ...]

Each time a run is begun from the command line, hit, brought to its end as its user would, and compared with
one that nothing disturbed: its counts, its solutions one by one, the soundness of its file. A table in
Markdown comes out, and a line for each time that was not as it should be.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "faults"))

from dask_faults import FAULTS as OF_CLUSTERS
from disk_faults import FAULTS as OF_DISKS
from disk_faults import may_mount
from killing_faults import FAULTS as OF_PROCESSES
from stage import ORBITS, PUZZLE, SOLUTIONS, UNHARMED, Stage, Verdict, undisturbed

FAULTS = OF_PROCESSES | OF_DISKS | OF_CLUSTERS
AGAIN = 3
"""How often a fault hits one run, where it may do so several times."""


def once(name: str, seed: int) -> Verdict | str:
    """What became of a run that was hit; why, when it did not come to its end as it should."""
    fault, who = FAULTS[name]
    with TemporaryDirectory() as folder:
        stage = Stage(Path(folder), seed, *who, times=AGAIN)
        try:
            fault(stage)
            return stage.verdict()
        except AssertionError as error:
            return str(error) or "it went another way than it should"


def repeated(name: str, times: int, seed: int) -> str:
    """The row of the table about a fault."""
    missed = 0
    verdicts: list[Verdict | str] = []
    while len(verdicts) < times and missed < times:
        got = once(name, seed + len(verdicts) + missed)
        if got == "the run was over before the fault":
            missed += 1  # the machine was quicker: there was nothing to hit
            continue
        verdicts.append(got)
        if got != UNHARMED:
            print(f"{name}, seed {seed + len(verdicts) + missed - 1}: {got}", file=sys.stderr, flush=True)
    ended = [one for one in verdicts if isinstance(one, Verdict)]
    astray = len(verdicts) - len(ended)
    lost, doubled = sum(one.lost for one in ended), sum(one.doubled for one in ended)
    equal = sum(one == UNHARMED for one in ended)
    words = (FAULTS[name][0].__doc__ or name).partition(";")
    who = " ".join(map(str, FAULTS[name][1])) or "a Dask cluster"
    what = "nothing" if equal == len(verdicts) else f"{lost} solutions; {astray} runs went astray"
    columns = (words[0], who, words[2].strip() or "-", len(verdicts), what, doubled)
    return "| " + " | ".join(str(column) for column in columns) + " |"


def main() -> None:
    """Print the table, a row as soon as it is known."""
    parser = argparse.ArgumentParser(description="What faults cost durable runs.")
    parser.add_argument("--times", type=int, default=20, help="how often each fault is tried")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=FAULTS, default=list(FAULTS), metavar="NAME")
    asked = parser.parse_args()
    began = time.monotonic()
    undisturbed()
    print(f"{PUZZLE}: {SOLUTIONS:,} solutions, {ORBITS:,} up to symmetry, each of them compared\n")
    print("| fault | who works | then | times tried | lost | doubled |")
    print("|---|---|---|---:|---|---:|", flush=True)
    for name in asked.only:
        if name == "full-file-system" and not may_mount():
            print(f"{name}: no file system can be mounted here", file=sys.stderr)
            continue
        print(repeated(name, asked.times, asked.seed), flush=True)
    print(f"\n{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
