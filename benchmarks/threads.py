"""Two threads compared with one: counts by one engine each, in processes of their own.

``threads.py CASE THREADS SECONDS`` counts one case and prints a JSON object; the section ``threads`` of
``run.py`` calls it for each case on one thread and on two.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass

from counting_problems import MONOMER_DIMER
from measure_engine import peak_megabytes
from programs import WrongCountError, run
from report import duration, table
from tilewright.catalogue import load
from tilewright.generators.boxes import box
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.solving.api import count
from tilewright.solving.batch import count_all
from tilewright.solving.steps import Status
from timing import repeat

TIMES = 1.7
"""Target speed of two threads relative to one."""


@dataclass(frozen=True)
class Case:
    """A puzzle of the catalogue, or the side of a square of monomers and dimers; the known count.

    With a ``batch`` it is counted so many times by ``count_all``. ``most_seconds`` is a target for two
    threads.
    """

    engine: str
    puzzle: str | int
    solutions: int
    batch: int = 1
    most_seconds: float | None = None

    def make(self) -> AnyPuzzle:
        """The puzzle."""
        if isinstance(self.puzzle, str):
            return load(self.puzzle)
        return box((self.puzzle, self.puzzle), ("1x1", "1x2"))


CASES = {
    "lucky thirteen": Case("dense", "lucky-thirteen", 555320),
    "6x10 pentominoes, a batch of ten": Case("dense", "pentominoes-6x10", 9356, batch=10),
    "monomer-dimer 20x20": Case("frontier", 20, MONOMER_DIMER[20]),
    "monomer-dimer 20x20, all profiles": Case("profile-sweep", 20, MONOMER_DIMER[20], most_seconds=1.5),
    "monomer-dimer 24x24, all profiles": Case("profile-sweep", 24, MONOMER_DIMER[24]),
}


def markdown(seconds: float, timeout: float) -> str:
    """The table of all cases; each is repeated as often as fits in ``seconds``."""
    rows = []
    for name, case in CASES.items():
        one, two = (
            run([sys.executable, __file__, name, str(threads), str(seconds)], 20 * timeout)
            for threads in (1, 2)
        )
        times = one["seconds"] / two["seconds"]
        target = f"{TIMES} {'met' if times >= TIMES else 'MISSED'}"
        if case.most_seconds is not None:
            met = two["seconds"] <= case.most_seconds
            target += f", {case.most_seconds:g} s {'met' if met else 'MISSED'}"
        rows.append(
            [
                name, case.engine, duration(one["seconds"]), duration(two["seconds"]), f"{times:.2f}",
                f"{two['megabytes']:,.0f} MB", target,
            ]
        )  # fmt: skip
    head = ["problem", "engine", "one thread", "two threads", "speed-up", "memory", "target"]
    return "\n".join(["Two threads, alone on the machine:", "", *table(head, rows)])


def main() -> None:
    """Count one case."""
    name, threads, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    case = CASES[name]
    puzzle = case.make()

    def once() -> None:
        if case.batch == 1:
            answers = iter((count(puzzle, engine=case.engine, threads=threads),))
        else:
            answers = count_all([puzzle] * case.batch, engine=case.engine, threads=threads)
        for answer in answers:
            if answer.status is not Status.COMPLETE or answer.solutions != case.solutions:
                raise WrongCountError(f"{case.engine} counts {answer.solutions} solutions of {name}")

    _, best = repeat(lambda: once, seconds)
    print(json.dumps({"seconds": best, "megabytes": peak_megabytes()}))


if __name__ == "__main__":
    main()
