"""What ``tilewright --version`` prints."""

from __future__ import annotations

import platform
import re
import sys
from importlib import metadata

import tilewright

DEVELOPMENT = {"bench", "dev", "docs", "lint", "test"}
"""Extras that no user of the program needs."""


def version_text(*, verbose: bool) -> str:
    """The version; with ``verbose`` also the Python, the compiler, the instruction sets and the extras."""
    text = f"tilewright {tilewright.__version__}"
    if not verbose:
        return text
    from tilewright.solve.core_build import core_build

    rows = {
        "Python": f"{platform.python_version()} ({platform.python_implementation()}, {sys.executable})",
        "system": platform.platform(),
        **core_build(),
    }
    for extra, packages in sorted(_extras().items()):
        rows[f"extra {extra}"] = ", ".join(f"{name} {_version_of(name)}" for name in packages)
    width = max(map(len, rows))
    return "\n".join([text, *(f"  {name:{width}}  {value}" for name, value in rows.items())])


def _extras() -> dict[str, list[str]]:
    """The packages of each extra of the installed Tilewright."""
    extras: dict[str, list[str]] = {}
    try:
        requirements = metadata.requires("tilewright") or []
    except metadata.PackageNotFoundError:
        return extras
    for requirement in requirements:
        name = re.match(r"[\w.-]+", requirement)
        extra = re.search(r"""extra == ["'](\w+)["']""", requirement)
        if name and extra and extra[1] not in DEVELOPMENT:
            extras.setdefault(extra[1], []).append(name[0])
    return extras


def _version_of(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "(not installed)"
