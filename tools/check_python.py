"""Prints what keeps this Python from building Tilewright, in one sentence; nothing when all is well.

Kept in the oldest dialect of the language, since it runs under whatever ``python3`` is.
"""

import os
import sys
import sysconfig


def fault():
    version = "%d.%d" % sys.version_info[:2]  # noqa: UP031
    if sys.version_info < (3, 11):
        return (
            "Python %s is too old: install Python 3.11 or newer "  # noqa: UP031
            "(Debian, Ubuntu: apt install python3.11 python3.11-venv python3.11-dev; others: python.org)." % version
        )
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        return (
            "Python %s lacks its venv module: install it "  # noqa: UP031
            "(Debian, Ubuntu: apt install python%s-venv)." % (version, version)
        )
    if not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")):  # noqa: PTH110, PTH118
        return (
            "Python %s lacks its C headers: install them "  # noqa: UP031
            "(Debian, Ubuntu: apt install python%s-dev; Fedora: dnf install python3-devel)." % (version, version)
        )
    return ""


if __name__ == "__main__":
    sys.stdout.write(fault())
