"""Run a program with another build of the compiled core: ``with_core.py CORE.so PROGRAM [ARGUMENT ...]``."""

from __future__ import annotations

import importlib.util
import runpy
import sys
from pathlib import Path


def main() -> None:
    """Load the core under its name, then run the program."""
    core, program = map(Path, sys.argv[1:3])
    spec = importlib.util.spec_from_file_location("tilewright._core", core)
    assert spec is not None and spec.loader is not None
    sys.modules["tilewright._core"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.argv = sys.argv[2:]
    sys.path[0] = str(program.parent)
    runpy.run_path(str(program), run_name="__main__")


if __name__ == "__main__":
    main()
