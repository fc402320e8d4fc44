"""What ``tilewright --version`` prints."""

from __future__ import annotations

import platform
import sys
from importlib import metadata

import tilewright
from tilewright.extras import EXTRAS


def version_text(*, verbose: bool) -> str:
    """The version; with ``verbose`` also the Python, the compiler, the instruction sets and the extras."""
    text = f"tilewright {tilewright.__version__}"
    if not verbose:
        return text
    from tilewright.solving.engines.native import core_build

    rows = {
        "Python": f"{platform.python_version()} ({platform.python_implementation()}, {sys.executable})",
        "system": platform.platform(),
        **core_build(),
    }
    for extra, packages in EXTRAS.items():
        rows[f"extra {extra}"] = ", ".join(f"{name} {_version_of(name)}" for name in packages)
    width = max(map(len, rows))
    return "\n".join([text, *(f"  {name:{width}}  {value}" for name, value in rows.items())])


def _version_of(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "(not installed)"
