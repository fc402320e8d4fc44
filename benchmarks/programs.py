"""The programs that are measured: compiled or installed into an environment of their own, and run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
import venv
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "bench"

_NO_MEMORY = re.compile(r"bad_alloc|MemoryError|memory allocation of|out of memory", re.IGNORECASE)


class WrongCountError(Exception):
    """One of our programs counted something else than is known."""


class FailedError(Exception):
    """A program ended with an error: ``said`` is what it wrote to its standard error."""

    def __init__(self, command: list[str], said: str, code: int) -> None:
        super().__init__(f"{' '.join(command)} failed:\n{said}")
        self.said, self.code = said, code


def compile_plain() -> Path:
    """Compile plain dancing links with -O3."""
    compiler = os.environ.get("CXX") or next(filter(shutil.which, ("c++", "g++", "clang++")), None)
    if compiler is None:
        raise SystemExit("there is no C++ compiler; install g++ or clang++")
    program = BUILD / "plain_dlx"
    source = Path(__file__).parent / "plain_dlx.cpp"
    subprocess.run([compiler, "-O3", "-std=c++20", str(source), "-o", str(program)], check=True)
    return program


def peers_python() -> Path:
    """The Python of the peers' environment, made when it is not there or pyproject.toml asks for others."""
    home = BUILD / "peers"
    python, stamp = home / "bin" / "python", home / "installed.json"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = json.dumps(project["optional-dependencies"]["bench"])
    if not stamp.exists() or stamp.read_text() != wanted:
        print("Installing the peers from PyPI ...", flush=True)
        venv.create(home, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "--quiet", "install", *json.loads(wanted)], check=True)
        stamp.write_text(wanted)
    return python


def versions(python: Path, names: Iterable[str]) -> dict[str, str]:
    """The versions of packages that are installed in the peers' environment."""
    code = (
        "import importlib.metadata as m, json; "
        f"print(json.dumps({{name: m.version(name) for name in {tuple(names)!r}}}))"
    )
    said = subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout
    values: dict[str, str] = json.loads(said)
    return values


def run(command: list[str], timeout: float | None) -> dict[str, Any]:
    """The JSON object in a command's last line; ``{"remark": ...}`` when it ran out of time."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return {"remark": f"> {timeout:g} s"}
    if done.returncode:
        raise FailedError(command, done.stderr, done.returncode)
    # Some peers print what they are doing.
    body: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return body


def run_peer(command: list[str], timeout: float | None) -> dict[str, Any]:
    """The same for a program of others, whose crashes are a remark in the table and no reason to stop."""
    try:
        return run(command, timeout)
    except FailedError as error:
        if _NO_MEMORY.search(error.said):
            return {"remark": "out of memory"}
        last = (error.said.strip().splitlines() or ["no message"])[-1]
        print(f"{' '.join(command)} failed with {error.code}: {last}", flush=True)
        return {"remark": "fails"}
