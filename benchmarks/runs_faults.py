"""Measure what faults cost durable runs: each fault of tests/faults, repeated at random moments.

    python benchmarks/runs_faults.py [--times 20] [--seed 1] [--only NAME ...]

Each repetition starts a run from the command line, injects the fault, completes the run as a user would and
compares it with an undisturbed run: the counts, every solution and the integrity of the file. The output is a
Markdown table, and a line on stderr for each repetition.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "faults"))

from dask_faults import FAULTS as OF_CLUSTERS
from disk_faults import FAULTS as OF_DISKS
from disk_faults import may_mount
from fault_scenario import ORBITS, PUZZLE, SOLUTIONS, UNHARMED, FaultOutcome, FaultScenario, undisturbed
from killing_faults import FAULTS as OF_PROCESSES
from network_faults import FAULTS as OF_NETWORKS

FAULTS = OF_PROCESSES | OF_DISKS | OF_CLUSTERS | OF_NETWORKS
AGAIN = 3
"""How often a fault is injected into one run, for faults that can be repeated."""


def hit_run(name: str, seed: int) -> FaultOutcome | str:
    """The result of a run with a fault; a message when it did not end as expected."""
    fault, who = FAULTS[name]
    with TemporaryDirectory() as folder:
        scenario = FaultScenario(Path(folder), seed, *who, times=AGAIN)
        try:
            fault(scenario)
            return scenario.outcome()
        except (AssertionError, subprocess.TimeoutExpired) as error:
            return str(error) or "it did not end as expected"


def repeated(name: str, times: int, seed: int) -> str:
    """The row of the table about a fault."""
    missed = 0
    verdicts: list[FaultOutcome | str] = []
    while len(verdicts) < times and missed < times:
        start = time.monotonic()
        got = hit_run(name, seed + len(verdicts) + missed)
        ending = "nothing lost" if got == UNHARMED else got
        print(
            f"{name}, seed {seed + len(verdicts) + missed}, {time.monotonic() - start:.0f} s: {ending}",
            file=sys.stderr,
            flush=True,
        )
        if got == "the run was over before the fault":
            missed += 1  # the run ended before the fault was injected
            continue
        verdicts.append(got)
    ended = [one for one in verdicts if isinstance(one, FaultOutcome)]
    failed = len(verdicts) - len(ended)
    lost, doubled = sum(one.lost for one in ended), sum(one.doubled for one in ended)
    equal = sum(one == UNHARMED for one in ended)
    words = (FAULTS[name][0].__doc__ or name).partition(";")
    who = " ".join(map(str, FAULTS[name][1])) or "a Dask cluster"
    what = "nothing" if equal == len(verdicts) else f"{lost} solutions; {failed} runs failed"
    columns = (words[0], who, words[2].strip() or "-", len(verdicts), what, doubled)
    return "| " + " | ".join(str(column) for column in columns) + " |"


def main() -> None:
    """Print the table, each row as soon as it is known."""
    parser = argparse.ArgumentParser(description="Measure what faults cost durable runs.")
    parser.add_argument("--times", type=int, default=20, help="repetitions of each fault; default: 20")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=FAULTS, default=list(FAULTS), metavar="NAME")
    asked = parser.parse_args()
    began = time.monotonic()
    undisturbed()
    print(f"{PUZZLE}: {SOLUTIONS:,} solutions, {ORBITS:,} up to symmetry, each of them compared\n")
    print("| fault | workers | recovery | repetitions | lost | duplicated |")
    print("|---|---|---|---:|---|---:|", flush=True)
    for name in asked.only:
        if name == "full-file-system" and not may_mount():
            print(f"{name}: no file system can be mounted here", file=sys.stderr)
            continue
        print(repeated(name, asked.times, asked.seed), flush=True)
    print(f"\n{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
