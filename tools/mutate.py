"""Mutation testing of the modules in ``mutate.toml``: ``mutate.py [MODULE ...] [--report FILE]``.

mutmut changes one expression at a time in a copy of the sources, and the tests that mirror the module must
fail for each change. Survivors must be listed in ``mutate.toml`` with a reason; exit code 1 if any is not, or
if one that is listed no longer survives.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tilewright import _core

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mutate"
COPIED = ("src", "benchmarks", "docs")  # what the tests read
KILLED = ("killed", "timeout", "segfault")
# The tests must import the copy, which the finder of an editable installation would hide.
MUTMUT = """\
import sys
sys.meta_path = [finder for finder in sys.meta_path if "ScikitBuild" not in type(finder).__name__]
sys.argv[0] = "mutmut"
from mutmut.__main__ import cli
cli()
"""


@dataclass(frozen=True)
class Change:
    """One mutant as the text that it changes: the function, and the lines before and after."""

    function: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.function}: `{self.before}` becomes `{self.after}`"


@dataclass(frozen=True)
class Reasons:
    """Why changes survive: one by one, and by patterns of text that nothing depends on."""

    by_change: dict[Change, str]
    by_pattern: dict[str, str]

    @classmethod
    def of_module(cls, module: dict[str, Any], patterns: Sequence[dict[str, str]]) -> Reasons:
        """The reasons that ``mutate.toml`` gives."""
        by_change = {
            Change(listed["function"], listed["before"], after): group["reason"]
            for group in module.get("survivors", [])
            for listed in group["changes"]
            for after in listed["after"]
        }
        return cls(by_change, {one["pattern"]: one["reason"] for one in patterns})

    def of(self, change: Change) -> str:
        """Why this change may survive; "" if no reason is known."""
        for pattern, reason in self.by_pattern.items():
            if re.sub(pattern, "", change.before) == re.sub(pattern, "", change.after):
                return reason
        return self.by_change.get(change, "")


@dataclass
class Outcome:
    """What became of the mutants of one module."""

    module: str
    statuses: Counter[str]
    seconds: float
    accepted: list[tuple[Change, str]] = field(default_factory=list)
    unexplained: list[Change] = field(default_factory=list)
    obsolete: list[Change] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        """Whether each survivor has a reason, and each reason a survivor."""
        return not self.unexplained and not self.obsolete


def prepare(name: str, tests: Sequence[str]) -> Path:
    """A fresh copy of the sources and tests, with mutmut's settings."""
    folder = WORK / Path(name).stem
    shutil.rmtree(folder, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__", ".hypothesis")
    for part in (*COPIED, "tests"):
        shutil.copytree(ROOT / part, folder / part, ignore=ignored)
    shutil.copy(_core.__file__, folder / "src" / "tilewright")
    settings = {
        "source_paths": ["src"],
        "only_mutate": [f"src/{name}"],
        "also_copy": COPIED,
        "pytest_add_cli_args_test_selection": list(tests),
        "pytest_add_cli_args": ["--hypothesis-seed=0", "-p", "no:cacheprovider"],
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    project = (ROOT / "pyproject.toml").read_text()
    (folder / "pyproject.toml").write_text("\n".join([project, "[tool.mutmut]", *lines, ""]))
    return folder


def mutmut(folder: Path, *arguments: str) -> str:
    """What mutmut prints; its messages go to the terminal."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = [sys.executable, "-c", MUTMUT, *arguments]
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(arguments)}: mutmut failed\n{done.stdout[-4000:]}")
    return done.stdout


def change(folder: Path, mutant: str) -> Change:
    """The text that a mutant changes."""
    function = mutant.rpartition("__mutmut_")[0].rpartition(".")[2].removeprefix("x")
    function = function.removeprefix("_").removeprefix("ǁ").replace("ǁ", ".")
    lines = mutmut(folder, "show", mutant).splitlines()
    body = [line for line in lines if line[:1] in ("+", "-") and line[:3] not in ("+++", "---")]
    before, after = (" ".join(line[1:].strip() for line in body if line[0] == sign) for sign in "-+")
    return Change(function, before, after)


def test(name: str, tests: Sequence[str], reasons: Reasons, processes: int) -> Outcome:
    """The outcome for one module."""
    start = time.monotonic()
    folder = prepare(name, tests)
    mutmut(folder, "run", "--max-children", str(processes))
    statuses: dict[str, str] = {}
    for line in mutmut(folder, "results", "--all", "true").splitlines():
        mutant, _, status = line.strip().partition(": ")
        if "__mutmut_" in mutant:
            statuses[mutant] = status
    outcome = Outcome(name, Counter(statuses.values()), time.monotonic() - start)
    survivors = [change(folder, mutant) for mutant, status in statuses.items() if status not in KILLED]
    for survivor in survivors:
        if why := reasons.of(survivor):
            outcome.accepted.append((survivor, why))
        else:
            outcome.unexplained.append(survivor)
    outcome.obsolete = [listed for listed in reasons.by_change if listed not in survivors]
    return outcome


def report(outcomes: Sequence[Outcome]) -> str:
    """The outcomes as a page."""
    lines = [
        f"# Mutation testing, {time.strftime('%Y-%m-%d')}",
        "",
        "Written by `make mutate`: mutmut changes one expression at a time, and the tests that mirror the",
        "module run. Each survivor has a reason in `tools/mutate.toml`.",
        "",
        "| module | mutants | killed | of these by a timeout | survived with a reason | without | seconds |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for one in outcomes:
        timed_out = one.statuses["timeout"]
        total, killed = one.statuses.total(), sum(one.statuses[status] for status in KILLED)
        row = (total, killed, timed_out, len(one.accepted), len(one.unexplained))
        lines.append(f"| `{one.module}` | {' | '.join(f'{n:,}' for n in row)} | {one.seconds:,.0f} |")
    for one in outcomes:
        if one.accepted or not one.is_complete:
            lines += ["", f"## `{one.module}`", ""]
        by_reason: dict[str, list[Change]] = {}
        for change_held, reason in one.accepted:
            by_reason.setdefault(reason, []).append(change_held)
        for reason, changes in by_reason.items():
            lines += [f"- {reason}", *(f"    - {value}" for value in dict.fromkeys(changes))]
        lines += [f"- **no reason**: {result}" for result in one.unexplained]
        lines += [f"- **no longer survives**: {outcome}" for outcome in one.obsolete]
    return "\n".join([*lines, ""])


def main() -> int:
    """Test the modules that are named, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("modules", nargs="*", help="parts of module paths (default: all of mutate.toml)")
    parser.add_argument(
        "--processes", type=int, default=1, help="tests that run at the same time (default: 1)"
    )
    parser.add_argument("--report", type=Path, help="write the report to this file too")
    arguments = parser.parse_args()
    outcomes = []
    settings = tomllib.loads((ROOT / "tools" / "mutate.toml").read_text())
    for module in settings["module"]:
        if arguments.modules and not any(part in module["path"] for part in arguments.modules):
            continue
        print(f"{module['path']} ...", file=sys.stderr, flush=True)
        reasons = Reasons.of_module(module, settings["anywhere"])
        outcomes.append(test(module["path"], module["tests"], reasons, arguments.processes))
    if not outcomes:
        parser.error(f"no module in mutate.toml has {' or '.join(arguments.modules)} in its path")
    text = report(outcomes)
    print(text)
    if arguments.report:
        arguments.report.write_text(text)
    return 0 if all(one.is_complete for one in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
