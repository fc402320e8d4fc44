"""Prints what keeps this Python from building Tilewright, in one sentence; nothing when all is well.

Kept in an old dialect of the language, since it runs under whatever ``python3`` is.
"""

import os
import sys
import sysconfig


def fault():
    """The fault of this Python, or an empty text."""
    version = "{}.{}".format(*sys.version_info[:2])
    if sys.version_info < (3, 11):  # noqa: UP036
        return (
            f"Python {version} is too old: install Python 3.11 or newer "
            "(Debian, Ubuntu: apt install python3.11 python3.11-venv python3.11-dev; others: python.org)."
        )
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        return (
            f"Python {version} lacks its venv module: install it "
            f"(Debian, Ubuntu: apt install python{version}-venv)."
        )
    if not os.path.exists(sysconfig.get_paths()["include"] + "/Python.h"):  # noqa: PTH110
        return (
            f"Python {version} lacks its C headers: install them "
            f"(Debian, Ubuntu: apt install python{version}-dev; Fedora: dnf install python3-devel)."
        )
    return ""


if __name__ == "__main__":
    sys.stdout.write(fault())
