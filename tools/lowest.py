"""Test with the lowest versions that pyproject.toml allows: ``lowest.py TEST...``, arguments of pytest.

The lowest versions of the packages that pyproject.toml names, for the build too, and the newest of all others
are installed into ``build/lowest``; Tilewright is compiled and installed there, and the tests run against it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from environments import ROOT, CommandError, install, new_environment, run

WORK = ROOT / "build" / "lowest"
EXTRAS = ("cluster", "models", "test", "web")


def lowest_versions(uv: Path, *arguments: str | Path, resolution: str = "lowest-direct") -> str:
    """The packages that Tilewright needs, one ``name==version`` a line, as uv resolves them."""
    return run(
        uv,
        "pip",
        "compile",
        "--quiet",
        "--no-header",
        "--no-annotate",
        "--resolution",
        resolution,
        *arguments,
    )


def main() -> int:
    """Install and test; the exit code of pytest, or 2 when something cannot be installed."""
    try:
        python = new_environment(sys.executable, WORK / "venv")
        install(python, "uv>=0.5")
        uv = python.parent / "uv"
        WORK.mkdir(parents=True, exist_ok=True)
        build = WORK / "build.in"
        settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
        build.write_text("\n".join(settings["build-system"]["requires"]))
        extras = [word for extra in EXTRAS for word in ("--extra", extra)]
        versions = lowest_versions(uv, "--python", python, ROOT / "pyproject.toml", build, *extras)
        (WORK / "requirements.txt").write_text(versions)
        tools = ["cmake>=3.26"] if shutil.which("cmake") is None else []
        install(python, "--requirement", str(WORK / "requirements.txt"), "ninja", *tools)
        install(python, "--no-deps", "--no-build-isolation", str(ROOT))
    except CommandError as error:
        print(error, file=sys.stderr)
        return 2
    return subprocess.run([python, "-m", "pytest", *sys.argv[1:]], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
