"""Packages that add to Tilewright, as processes see them in which they are installed."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path


def environment_with(package: Path, site: Path) -> dict[str, str]:
    """The variables of a process with a package: its sources, and its entry points in the folder ``site``."""
    project = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {reference}" for name, reference in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(site), str(package / "src")))}


def started(environment: dict[str, str], *words: object) -> subprocess.CompletedProcess[str]:
    """A command that has ended, with the package installed."""
    command = [sys.executable, "-m", "tilewright", *map(str, words)]
    return subprocess.run(command, env=environment, capture_output=True, check=False, encoding="utf-8")


def run(environment: dict[str, str], *words: object) -> str:
    """What the program prints when the package is installed."""
    done = started(environment, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout
