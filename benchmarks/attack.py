"""Attack the program from all sides: puzzles, surfaces, fuzz, kill, flip, load.

    python benchmarks/attack.py [--seconds 3600] [--seed N] [--only SECTION ...] [--cases N] [--report FILE]

Each section draws random cases until its share of the time is over. A failure is a wrong number, an exception
of another kind than the program promises, a lost solution. The smallest case of each kind of failure is kept
in ``build/attack/SEED``. The dated report says what was tried and what failed; exit code 1 if anything did.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "faults"))

import attack_assemblies
import attack_files
import attack_puzzles
import attack_runs
import attack_surfaces
from attack_section import Section

ROOT = Path(__file__).resolve().parent.parent
SECTIONS: dict[str, tuple[float, Callable[[Section], None]]] = {
    "puzzles": (0.3, attack_puzzles.attack),
    "surfaces": (0.05, attack_surfaces.attack),
    "assemblies": (0.1, attack_assemblies.attack),
    "fuzz": (0.2, attack_files.attack),
    "kill": (0.2, attack_runs.kill),
    "flip": (0.05, attack_runs.flip),
    "damage": (0.05, attack_runs.damage),
    "load": (0.1, attack_runs.load),
}
"""The sections with their shares of the time."""


def run_sections(names: list[str], seconds: float, seed: int, cases: int | None) -> list[Section]:
    """Run the sections one after another."""
    total = sum(SECTIONS[name][0] for name in names)
    done = []
    for name in names:
        share, attack = SECTIONS[name]
        random_numbers = random.Random(f"{seed} {name}")
        section = Section(
            name, random_numbers, seconds * share / total, ROOT / "build" / "attack" / str(seed), cases
        )
        attack(section)
        section.end()
        done.append(section)
    return done


def report(sections: list[Section], seconds: float, seed: int) -> str:
    """What was tried and what failed, as a page."""
    processor = sum(os.times()[:4])
    lines = [
        f"# Attack, {time.strftime('%Y-%m-%d')}",
        "",
        f"Written by `python benchmarks/attack.py --seconds {seconds:g} --seed {seed}` on",
        f"{os.cpu_count()} cores with Python {platform.python_version()}, in {processor:,.0f} s of processor",
        f"time; the load average of the last 15 minutes was {os.getloadavg()[2]:.1f}.",
        "",
        "| section | tried | seconds | kinds of failures |",
        "|---|---|---:|---:|",
    ]
    for section in sections:
        tried = ", ".join(f"{number:,} {what}" for what, number in section.tried.most_common())
        lines.append(f"| {section.name} | {tried} | {section.seconds:,.0f} | {len(section.failures)} |")
    for section in sections:
        lines += ["", *section.details] if section.details else []
        for kind, failure in section.failures.items():
            lines += ["", f"## {section.name}: {kind}, {failure.times:,} times", "", failure.message, ""]
            if failure.case:
                lines += ["The smallest case:", "", "```text", failure.case[:2000], "```"]
    if not any(section.failures for section in sections):
        lines += ["", "Nothing failed."]
    return "\n".join([*lines, ""])


def main() -> int:
    """Attack, print the report and write it."""
    parser = argparse.ArgumentParser(description="Attack the program from all sides.")
    seconds = float(os.environ.get("ATTACK_SECONDS", "3600"))
    parser.add_argument("--seconds", type=float, default=seconds, help="default: ATTACK_SECONDS, or 3600")
    parser.add_argument("--seed", type=int, help="default: a random one, which the report names")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS), metavar="SECTION")
    parser.add_argument(
        "--cases",
        type=int,
        help="end the section 'assemblies' after so many with a first number above 1 on each lattice",
    )
    parser.add_argument("--report", type=Path, help="default: docs/reports/DATE-attack.md")
    arguments = parser.parse_args()
    seed = secrets.randbelow(10**9) if arguments.seed is None else arguments.seed
    print(f"seed {seed}", file=sys.stderr, flush=True)
    sections = run_sections(arguments.only, arguments.seconds, seed, arguments.cases)
    text = report(sections, arguments.seconds, seed)
    path = arguments.report or ROOT / "docs" / "reports" / f"{time.strftime('%Y-%m-%d')}-attack.md"
    path.write_text(text)
    print(text)
    return int(any(section.failures for section in sections))


if __name__ == "__main__":
    sys.exit(main())
