"""What the tests of the solvers share: their processes, where their packages are installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

from support.waiting import HANGS_S
from tilewright.families.gunport.board import GunportBoard
from tilewright.families.gunport.registry import SOLVERS
from tilewright.families.gunport.solvers.process import SolverProcesses

SOLVER_CASES = [
    pytest.param(
        name,
        marks=pytest.mark.skipif(
            not solver.extra and shutil.which(name) is None, reason=f"{name} is not installed"
        ),
    )
    for name, solver in SOLVERS.items()
]
SECONDS = HANGS_S
"""For models that take a fraction of a second, so that a fault ends, too."""


def running() -> Iterator[SolverProcesses]:
    """The processes of all solvers, ended afterwards; the test is skipped where a package is missing."""
    for package in ("ortools", "highspy"):
        if subprocess.run([sys.executable, "-c", f"import {package}"], capture_output=True).returncode:
            pytest.skip(f"{package} is not installed")
    with SolverProcesses() as processes:
        yield processes


def rectangle(rows: int, columns: int) -> GunportBoard:
    """The plain rectangle."""
    return GunportBoard.rectangle(rows, columns)
