"""Flip bits of a small run database or of its WAL, and see what every reader of it shows.

    python benchmarks/runs_damage.py [--every 1] [--first 0]

Each reader must show the same as before, or refuse the file with one sentence: the states, the list, the
solutions, and a resumed run to its end. The output is a Markdown table; any other outcome ends the script.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from report import table
from support.run_damage import Sample, abandoned_sample, closed_sample, filtered_sample, flipped


def flip_bits(sample: Sample, *, of_wal: bool, first: int, every: int) -> list[str]:
    """A row: how many bits were flipped, and how often each kind of reader refused the file."""
    content = sample.wal if of_wal else sample.data
    refused: Counter[str] = Counter()
    bits = range(first, 8 * len(content), every)
    for bit in bits:
        changed = flipped(content, bit)
        where = f"bit {bit} of the {'WAL' if of_wal else 'file'}"
        refusals = sample.check(where, wal=changed) if of_wal else sample.check(where, changed)
        refused.update({name.split()[0] for name in refusals})
        refused["any"] += bool(refusals)
    kinds = ("any", "status", "list", "solutions", "resume")
    return [f"{len(content):,}", f"{len(bits):,}", *(f"{refused[kind]:,}" for kind in kinds)]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Flip bits of a run database.")
    parser.add_argument("--every", type=int, default=1, help="flip one bit in so many; default: 1")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one; default: 0")
    asked = parser.parse_args()
    start = time.monotonic()
    rows = []
    with TemporaryDirectory() as folder:
        for name, make, of_wal in (
            ("closed file", closed_sample, False),
            ("file of a killed coordinator", abandoned_sample, False),
            ("WAL of a killed coordinator", abandoned_sample, True),
            ("closed file of a run with a filter", filtered_sample, False),
        ):
            place = Path(folder) / name.replace(" ", "-")
            place.mkdir()
            row = flip_bits(make(place), of_wal=of_wal, first=asked.first, every=asked.every)
            rows.append([name, *row, "0"])
    head = ["content", "bytes", "bits flipped", "refused", "status", "list", "export", "resume", "wrong"]
    print(*table(head, rows), sep="\n")
    print(f"\n{time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
