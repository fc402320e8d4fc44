"""Checks the types of the JavaScript, which JSDoc comments declare, with TypeScript from npm.

Prints the findings; ends with 1 if there are any. Without npm it says so and ends with 0, or with 1 where CI
is set. tools/javascript/package-lock.json has the version of TypeScript and its checksums.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from javascript_types import declarations

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "tools/javascript"
BUILD = ROOT / "build/javascript"
UNCHECKED = SOURCES / "unchecked.txt"
"""Files, one in each line, that may still have findings; one without any must leave the list."""

_FINDING = re.compile(r"(\S+?\.(?:js|ts))\(\d+,\d+\): ")


def main() -> int:
    """Check, and print what was found."""
    problem = install()
    if problem:
        is_error = bool(os.environ.get("CI"))
        print(f"The types of the JavaScript are not checked: {problem}.", file=sys.stderr)
        return int(is_error)
    (BUILD / "generated.d.ts").write_text(declarations())
    findings = check()
    for finding in findings:
        print(finding)
    return int(bool(findings))


def install() -> str:
    """Install what package-lock.json lists into build/javascript, once; why that cannot be done, or ""."""
    lock = (SOURCES / "package-lock.json").read_bytes()
    stamp = BUILD / "installed"
    digest = hashlib.sha256(lock).hexdigest()
    if stamp.exists() and stamp.read_text() == digest:
        return ""
    npm = shutil.which("npm")
    if npm is None:
        return "there is no npm here"
    BUILD.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(SOURCES / name, BUILD)
    command = [npm, "ci", "--no-audit", "--no-fund", "--prefix", str(BUILD)]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode:
        return f"npm could not install TypeScript: {' '.join(process.stderr.split())[:300]}"
    stamp.write_text(digest)
    return ""


def check() -> list[str]:
    """The findings of TypeScript that count."""
    command = [str(BUILD / "node_modules/.bin/tsc"), "--pretty", "false", "--project", str(ROOT)]
    process = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    return with_exceptions(process.stdout + process.stderr, UNCHECKED.read_text().split())


def with_exceptions(output: str, unchecked: list[str]) -> list[str]:
    """The lines of findings but for those in unchecked files, and a line for each of these that has none."""
    shown, failing, is_shown = [], set(), True
    for line in output.splitlines():
        if match := _FINDING.match(line):
            failing.add(match[1])
            is_shown = match[1] not in unchecked
        if is_shown:
            shown.append(line)
    passing = [name for name in unchecked if name not in failing]
    where = UNCHECKED.relative_to(ROOT)
    return shown + [f"{name} has no findings: take it from {where}" for name in passing]


if __name__ == "__main__":
    sys.exit(main())
