"""Virtual environments in ``build`` and the commands that run in them, for the other tools."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT, CompletedProcess
from subprocess import run as run_process

ROOT = Path(__file__).resolve().parent.parent


class CommandError(Exception):
    """A command has failed, or its result is not as it should be; the message tells why."""


def run(*command: str | Path, folder: Path = ROOT, **variables: str) -> str:
    """What a command prints; a CommandError with it when it fails. ``variables`` are set for it."""
    done = run_unchecked(*command, folder=folder, **variables)
    if done.returncode:
        words = " ".join(map(str, command))
        raise CommandError(f"{done.stdout}\n{words}\nfailed with exit code {done.returncode}")
    return done.stdout


def run_unchecked(*command: str | Path, folder: Path = ROOT, **variables: str) -> CompletedProcess[str]:
    """A command that has ended, with all it printed as ``stdout``."""
    return run_process(
        [str(word) for word in command],
        cwd=folder,
        env=_without_python_path(os.environ) | variables,
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=STDOUT,
        text=True,
        check=False,
    )


def _without_python_path(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name != "PYTHONPATH"}


def new_environment(python: str | Path, folder: Path) -> Path:
    """The Python of a new virtual environment."""
    shutil.rmtree(folder, ignore_errors=True)
    run(python, "-m", "venv", folder)
    return folder / "bin" / "python"


def install(python: Path, *packages: str) -> None:
    """Install packages by the pip of an environment."""
    run(python, "-m", "pip", "install", "--disable-pip-version-check", *packages)
