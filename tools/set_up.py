"""Set-up in .venv, called by make: ``set_up.py packages`` and ``set_up.py core``.

``packages`` makes the virtual environment and installs from PyPI what pyproject.toml asks for,
``core`` compiles the C++ core and installs Tilewright editable: Python sources are live, the core is
compiled anew by the next make. A failed compilation leaves the core that was there. Calls wait for
one another, so several people may call make in one checkout.
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
from pathlib import Path

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
    """What stands in the way, in a sentence for the user."""


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
    """What Tilewright, its build, its tests and its checks need from PyPI."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project = settings["project"]
    wanted = [*settings["build-system"]["requires"], *project["dependencies"]]
    wanted += of_extra("dev", project["optional-dependencies"])
    if not _has_cmake():
        wanted.append("cmake>=3.18")
    if shutil.which("ninja") is None:
        wanted.append("ninja>=1.10")
    return wanted


def of_extra(name: str, extras: dict[str, list[str]]) -> list[str]:
    """What an extra asks for; of Tilewright's other extras, which it may name, what these ask for."""
    wanted = []
    for need in extras[name]:
        own = re.fullmatch(r"tilewright\[([\w,]+)\]", need)
        wanted += [each for other in own[1].split(",") for each in of_extra(other, extras)] if own else [need]
    return wanted


def _has_cmake() -> bool:
    """Whether the system has a cmake that is new enough; one from PyPI serves otherwise."""
    path = shutil.which("cmake")
    if path is None:
        return False
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"version (\d+)\.(\d+)", said)
    return found is not None and (int(found[1]), int(found[2])) >= (3, 18)


def environment() -> None:
    """Make .venv, or make it anew when its Python does not run (it was moved, or Python was upgraded)."""
    try:
        alive = subprocess.run([PYTHON, "-c", "import pip"], capture_output=True, check=False).returncode == 0
    except OSError:
        alive = False
    if not alive:
        say(f"Making .venv with Python {sys.version.split()[0]}")
        venv.create(HOME, clear=True, with_pip=True)


def packages() -> None:
    """Install the packages that pyproject.toml asks for into .venv."""
    compiler()  # say it first when it is missing, before anything is downloaded
    environment()
    say("Installing packages from PyPI into .venv")
    pip("install", "--upgrade-strategy", "only-if-needed", *requirements())


def core() -> None:
    """Compile the core and install Tilewright editable."""
    os.environ["CXX"] = compiler()
    say(f"Compiling the core with {os.environ['CXX']}")
    pip("install", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    # pip compiles what it copies; of an editable install it copies nothing, and where Python may keep no
    # bytecode each start would compile every source anew. Sources that change later are noticed as ever.
    subprocess.run([PYTHON, "-m", "compileall", "-q", str(ROOT / "src")], check=False)


def pip(*arguments: str) -> None:
    """Run pip of .venv."""
    command = [str(PYTHON), "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    path = f"{PYTHON.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    if subprocess.run(command, env={**os.environ, "PATH": path}, check=False).returncode:
        raise SetUpError("Set-up stopped: pip says above why. Mend it and call make again.")


def say(text: str) -> None:
    """Tell what takes time."""
    print(f"{text} ...", flush=True)


def main() -> int:
    """Run the steps that are named; 2 when something is missing on this machine."""
    steps = {"packages": packages, "core": core}
    lock = ROOT / "build" / "set-up.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        try:
            for name in sys.argv[1:]:
                steps[name]()
        except SetUpError as error:
            print(error, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
