"""Checks the types of the JavaScript, which JSDoc comments declare, with TypeScript from npm.

Prints the findings; ends with 1 if there are any. Without npm it says so and ends with 0, or with 1 where CI
is set. tools/javascript/package-lock.json has the version of TypeScript and its checksums.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from javascript_types import declarations

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "tools/javascript"
BUILD = ROOT / "build/javascript"


def main() -> int:
    """Check, and let TypeScript print what it finds."""
    problem = install()
    if problem:
        print(f"The types of the JavaScript are not checked: {problem}.", file=sys.stderr)
        return int(bool(os.environ.get("CI")))
    (BUILD / "generated.d.ts").write_text(declarations())
    command = [str(BUILD / "node_modules/.bin/tsc"), "--pretty", "false", "--project", str(ROOT)]
    return int(subprocess.run(command, cwd=ROOT, check=False).returncode != 0)


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


if __name__ == "__main__":
    sys.exit(main())
