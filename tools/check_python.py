"""Print why this Python cannot build Tilewright; print nothing when it can.

Written for old versions of Python, because it runs under any ``python3``.
"""

import os
import sys
import sysconfig


def problem():
    """The problem with this Python, or an empty text."""
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
    sys.stdout.write(problem())
