"""Assemblies taken apart, on one thread: how long it takes to list them, and to take all of them apart.

With ``run.py assemblies --assemblies FOLDER TABLE`` there are files as well: TABLE is a table with tabs of
the columns ``file``, ``problem``, ``assemblies`` and ``solutions`` (those that come apart), ``-`` where a
number is unknown.
"""

from __future__ import annotations

import csv
import json
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

SMALL_PARENT = """
import os, sys
_, status, usage = os.wait4(os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:]), 0)
print(usage.ru_maxrss, file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""Runs a command and prints its peak memory: small itself, as that of its parent would count as well."""

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


def row(case: Case) -> list[str]:
    """The row of a puzzle; WrongCountError when a number is not the known one."""
    program = [sys.executable, "-m", "tilewright"]
    ending = [*case.arguments, "--threads", "1", "--quiet", "--json"]
    counted, _ = measured([*program, "count", "--unique", *ending])
    apart, megabytes = measured([*program, "disassemble", "--all", *ending])
    assemblies, solutions = apart["assemblies"], apart["solutions"]
    for value, known in ((counted["up_to_symmetry"], assemblies), (assemblies, case.assemblies)):
        if known is not None and value != known:
            raise WrongCountError(f"{value} assemblies of {case.name}, not {known}")
    if case.solutions is not None and solutions != case.solutions:
        raise WrongCountError(f"{solutions} assemblies of {case.name} come apart, not {case.solutions}")
    if not apart["proven"]:
        raise WrongCountError(f"not all is proven of {case.name}")
    highest = levels_text([int(part) for part in apart["levels"][0].split(".")]) if apart["levels"] else ""
    return [
        case.name,
        f"{assemblies:,}",
        f"{solutions:,}",
        highest,
        duration(counted["seconds"]),
        duration(apart["seconds"]),
        f"{apart['states']:,}",
        f"{megabytes:.0f}",
    ]


def measure(folder: Path | None = None, listed: Path | None = None) -> str:
    """The section as Markdown."""
    cases = [*CATALOGUE, *(files(folder, listed) if folder is not None and listed is not None else ())]
    head = [
        "puzzle",
        "assemblies",
        "come apart",
        "highest level",
        "to count",
        "to take apart",
        "states",
        "MB",
    ]
    text = (
        "`seconds` of `count --unique` and of `disassemble --all`, which lists the assemblies as well, and "
        "its peak memory in megabytes; one thread."
    )
    return "\n".join([text, "", *table(head, [row(case) for case in cases])])
