"""Set up .venv: ``set_up.py packages``, ``set_up.py core`` and ``set_up.py extra NAME``; called by make.

``packages`` creates the virtual environment and installs what Tilewright needs to be compiled and run.
``core`` compiles the C++ core and installs Tilewright in editable mode. ``extra`` installs the packages of an
extra of pyproject.toml. A failed compilation keeps the previous core. A lock serialises concurrent calls.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
PYTHON = HOME / "bin" / "python"

NEEDS = """\
#include <bit>
#include <concepts>
#include <span>
template <std::unsigned_integral T> int ones(std::span<const T> row) {
  int sum = 0;
  for (const T word : row) sum += std::popcount(word);
  return sum;
}
int main() {
  const unsigned row[] = {1, 3};
  return ones(std::span<const unsigned>(row)) == 3 ? 0 : 1;
}
"""


class SetUpError(Exception):
    """The set-up cannot continue; the message tells the user why."""


def compiler() -> str:
    """The path of a C++ compiler that compiles C++20: $CXX, or the first of c++, g++, clang++."""
    tried = []
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "needs.cpp"
        source.write_text(NEEDS)
        for name in dict.fromkeys((os.environ.get("CXX", ""), "c++", "g++", "clang++")):
            path = shutil.which(name) if name else None
            if path is None:
                continue
            tried.append(name)
            command = [path, "-std=c++20", str(source), "-o", str(Path(folder) / "needs")]
            if subprocess.run(command, capture_output=True, check=False).returncode == 0:
                return path
    where = "(Debian, Ubuntu: apt install g++; Fedora: dnf install gcc-c++; macOS: xcode-select --install)"
    if tried:
        raise SetUpError(
            f"No C++20 compiler was found ({', '.join(tried)} cannot compile C++20): "
            f"install g++ 11 or clang++ 14 or newer {where}."
        )
    raise SetUpError(f"No C++ compiler was found: install g++ 11 or clang++ 14 or newer {where}.")


def requirements() -> list[str]:
    """The packages for Tilewright and its build."""
    settings = _settings()
    needed = [*settings["build-system"]["requires"], *settings["project"]["dependencies"]]
    if not _has_cmake():
        needed.append("cmake>=3.18")
    if shutil.which("ninja") is None:
        needed.append("ninja>=1.10")
    return needed


def _settings() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def packages_of_extra(name: str, extras: dict[str, list[str]]) -> list[str]:
    """The packages of an extra, including those of Tilewright's other extras that it names."""
    packages = []
    for package in extras[name]:
        own = re.fullmatch(r"tilewright\[([\w,]+)\]", package)
        if own:
            packages += [each for other in own[1].split(",") for each in packages_of_extra(other, extras)]
        else:
            packages.append(package)
    return packages


def _has_cmake() -> bool:
    """Whether the system has a recent enough cmake; otherwise one is installed from PyPI."""
    path = shutil.which("cmake")
    if path is None:
        return False
    output = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    match = re.search(r"version (\d+)\.(\d+)", output)
    return match is not None and (int(match[1]), int(match[2])) >= (3, 18)


def environment() -> None:
    """Create .venv, also when its Python no longer runs (moved, or Python was upgraded)."""
    try:
        works = subprocess.run([PYTHON, "-c", "import pip"], capture_output=True, check=False).returncode == 0
    except OSError:
        works = False
    if not works:
        log(f"Creating .venv with Python {sys.version.split()[0]}")
        venv.create(HOME, clear=True, with_pip=True)


def packages() -> None:
    """Install what Tilewright needs to be compiled and run."""
    compiler()  # fail before anything is downloaded
    environment()
    log("Installing packages from PyPI into .venv")
    install(requirements())


def extra(name: str) -> None:
    """Install the packages of an extra of pyproject.toml."""
    environment()
    log(f"Installing the packages of the extra '{name}' from PyPI into .venv")
    install(packages_of_extra(name, _settings()["project"]["optional-dependencies"]))


def install(packages: list[str]) -> None:
    """Install packages that are not there; where all are, no network is needed."""
    pip("install", "--upgrade-strategy", "only-if-needed", *packages)


def core() -> None:
    """Compile the core and install Tilewright editable."""
    os.environ["CXX"] = compiler()
    log(f"Compiling the core with {os.environ['CXX']}")
    pip("install", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    # pip compiles only what it copies, which is nothing in editable mode. Without bytecode every start of
    # Python would compile all sources where PYTHONDONTWRITEBYTECODE is set.
    subprocess.run([PYTHON, "-m", "compileall", "-q", str(ROOT / "src")], check=False)


def pip(*arguments: str) -> None:
    """Run the pip of .venv; what it prints is shown when it fails."""
    command = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]
    path = f"{PYTHON.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(
        command,
        env={**os.environ, "PATH": path, "PIP_PROGRESS_BAR": "off"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SetUpError(f"{done.stdout}\nSet-up failed: see the message of pip above.")


def log(text: str) -> None:
    """Announce a step that takes time."""
    print(f"{text} ...", flush=True)


def main() -> int:
    """Run the step named by the arguments; exit code 2 when something is missing on this machine."""
    steps: dict[str, Callable[..., None]] = {"packages": packages, "core": core, "extra": extra}
    step, *names = sys.argv[1:]
    lock = ROOT / "build" / "set-up.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as wrapper:
        fcntl.flock(wrapper, fcntl.LOCK_EX)
        try:
            steps[step](*names)
        except SetUpError as error:
            print(error, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
