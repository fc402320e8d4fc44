"""Assemblies taken apart: how long it takes to list them, and to take them all apart, by one thread and two.

With ``run.py assemblies --assemblies FOLDER TABLE`` there are files as well: TABLE is a table with tabs of
the columns ``file``, ``problem``, ``assemblies`` and ``solutions`` (those that come apart), ``-`` where a
number is unknown. With ``--against PYTHON`` another build, that of this Python, takes them apart as well, in
turns.
"""

from __future__ import annotations

import csv
import json
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from programs import FailedError, WrongCountError
from report import duration, table
from tilewright.model.levels import levels_text

MEGABYTE = 1024  # kilobytes
TURNS = 3
"""So often each build takes all assemblies apart; the medians are shown."""

SMALL_PARENT = """
import os, sys
_, status, usage = os.wait4(os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:]), 0)
print(usage.ru_maxrss, file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""Runs a command and prints its peak memory: small itself, as that of its parent would count as well."""

ENDING = ("--threads", "1", "--quiet", "--json")
ERROR = 2  # the exit code of a command that was used wrongly, or failed


@dataclass(frozen=True)
class Case:
    """A puzzle as arguments of a command, with what is known of its assemblies."""

    name: str
    arguments: tuple[str, ...]
    assemblies: int | None
    solutions: int | None


CATALOGUE = (
    Case("burr-six-different", ("burr-six-different",), 1, 1),
    Case("burr-level-5", ("burr-level-5",), 3, 1),
    Case("burr-level-9", ("burr-level-9",), 26, 16),
    Case("burr-solid", ("burr-solid",), 1063, 314),
)
"""The burrs of the catalogue; their tests have the sources of these numbers."""


def files(folder: Path, listed: Path) -> Iterator[Case]:
    """The problems of a table, with their files in a folder."""
    with listed.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t")
        for row in rows:
            known = [None if row[name] == "-" else int(row[name]) for name in ("assemblies", "solutions")]
            name = f"{Path(row['file']).stem} {row['problem']}"
            yield Case(name, (str(folder / row["file"]), "--problem", row["problem"]), known[0], known[1])


def measured(command: Sequence[str]) -> tuple[dict[str, Any], float]:
    """The JSON object that a command prints, and its peak memory in megabytes."""
    done = subprocess.run(
        [sys.executable, "-c", SMALL_PARENT, *command], capture_output=True, text=True, check=False
    )
    if done.returncode == ERROR or not done.stdout:
        raise FailedError(list(command), done.stdout or done.stderr, done.returncode)
    body: dict[str, Any] = json.loads(done.stdout)
    return body, int(done.stderr.splitlines()[-1]) / MEGABYTE


def taken_apart(python: str, case: Case, thread_number: int = 1) -> tuple[dict[str, Any], float]:
    """All assemblies of a puzzle taken apart by the build of this Python: see :func:`measured`."""
    options = ["--all", *case.arguments, "--threads", str(thread_number), "--quiet", "--json"]
    return measured([python, "-m", "tilewright", "disassemble", *options])


def row(case: Case, other: str | None) -> list[str]:
    """The row of a puzzle; WrongCountError when a number is not the known one, or two builds differ."""
    counted, _ = measured([sys.executable, "-m", "tilewright", "count", "--unique", *case.arguments, *ENDING])
    seconds: dict[str, list[float]] = {"one": [], "two": [], "other": []}
    for _ in range(TURNS):
        apart, megabytes = taken_apart(sys.executable, case)
        seconds["one"].append(apart["seconds"])
        rest = {"two": (sys.executable, 2)} | ({"other": (other, 1)} if other else {})
        for name, (python, thread_number) in rest.items():
            again, _ = taken_apart(python, case, thread_number)
            if (again["solutions"], again["levels"]) != (apart["solutions"], apart["levels"]):
                raise WrongCountError(f"{case.name}: {name} finds other levels")
            seconds[name].append(again["seconds"])
    assemblies, solutions = apart["assemblies"], apart["solutions"]
    for value, known in ((counted["up_to_symmetry"], assemblies), (assemblies, case.assemblies)):
        if known is not None and value != known:
            raise WrongCountError(f"{value} assemblies of {case.name}, not {known}")
    if case.solutions is not None and solutions != case.solutions:
        raise WrongCountError(f"{solutions} assemblies of {case.name} come apart, not {case.solutions}")
    if apart["status"] != "complete":
        raise WrongCountError(f"not all assemblies of {case.name} were examined")
    highest = levels_text([int(part) for part in apart["levels"][0].split(".")]) if apart["levels"] else ""
    one = statistics.median(seconds["one"])
    return [
        case.name,
        f"{assemblies:,}",
        f"{solutions:,}",
        highest,
        duration(counted["seconds"]),
        duration(one),
        f"{one / statistics.median(seconds['two']):.2f}",
        *([f"{one / statistics.median(seconds['other']):.2f}"] if other else []),
        f"{apart['states']:,}",
        f"{megabytes:.0f}",
    ]


def measure(folder: Path | None = None, listed: Path | None = None, other: str | None = None) -> str:
    """The section as Markdown; ``other`` is the Python of another build, which is compared."""
    cases = [*CATALOGUE, *(files(folder, listed) if folder is not None and listed is not None else ())]
    head = [
        "puzzle",
        "assemblies",
        "come apart",
        "highest level",
        "to count",
        "to take apart",
        "gain by a second thread",
        *(["of the time of the other build"] if other else []),
        "states",
        "MB",
    ]
    text = (
        "`seconds` of `count --unique` and of `disassemble --all`, which lists the assemblies as well, and "
        f"its peak memory in megabytes; one thread, medians of {TURNS}."
    )
    return "\n".join([text, "", *table(head, [row(case, other) for case in cases])])
