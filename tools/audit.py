"""Look for known security holes in the packages that Tilewright needs: ``audit.py``.

The newest and the lowest versions that pyproject.toml allows are looked up by pip-audit. Exit code 0: all
were looked up, and none has a known hole; 1: there are holes; 2: a command failed; 3: there is no data for
some packages, which is so where the database cannot be reached.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from environments import ROOT, CommandError, install, new_environment, run_unchecked
from lowest import lowest_versions

WORK = ROOT / "build" / "audit"
EXTRAS = ("cluster", "models", "web")


def report(fields: dict[str, Any], versions: str) -> tuple[int, list[str]]:
    """The exit code for what pip-audit found in these versions, and the lines to print."""
    holes, unknown = [], []
    for package in fields["dependencies"]:
        if "skip_reason" in package:
            unknown.append(package["name"])
        for hole in package.get("vulns", ()):
            fixed = ", ".join(hole["fix_versions"]) or "no version"
            holes.append(f"{package['name']} {package['version']}: {hole['id']}, fixed in {fixed}")
    if holes:
        return 1, [f"{versions} versions: {hole}" for hole in holes]
    if unknown:
        return 3, [f"{versions} versions: no data for {len(unknown)} packages: {', '.join(sorted(unknown))}"]
    return 0, [f"{versions} versions: no known holes in {len(fields['dependencies'])} packages"]


def audit(python: Path, resolution: str, versions: str) -> tuple[int, list[str]]:
    """Look up one set of versions."""
    extras = [word for extra in EXTRAS for word in ("--extra", extra)]
    listed = WORK / f"{versions}.txt"
    pyproject = ROOT / "pyproject.toml"
    listed.write_text(
        lowest_versions(python.parent / "uv", "--python", python, pyproject, *extras, resolution=resolution)
    )
    answer = WORK / f"{versions}.json"
    answer.unlink(missing_ok=True)
    done = run_unchecked(
        *(python, "-m", "pip_audit", "--requirement", listed, "--no-deps", "--disable-pip"),
        *("--format", "json", "--output", answer, "--progress-spinner", "off"),
    )
    if not answer.exists():
        last = (done.stdout.strip().splitlines() or ["no message"])[-1]
        return 3, [f"{versions} versions: pip-audit could not look them up: {last}"]
    return report(json.loads(answer.read_text()), versions)


def main() -> int:
    """Audit both sets of versions; the worst exit code: holes, then failures, then missing data."""
    try:
        python = new_environment(sys.executable, WORK / "venv")
        install(python, "uv>=0.5", "pip-audit>=2.7")
        results = [audit(python, "highest", "newest"), audit(python, "lowest-direct", "lowest")]
    except CommandError as error:
        print(error, file=sys.stderr)
        return 2
    for _, lines in results:
        print("\n".join(lines))
    codes = {code for code, _ in results}
    return next(code for code in (1, 2, 3, 0) if code in codes)


if __name__ == "__main__":
    sys.exit(main())
