"""Commands with too little memory: a number or one sentence, never a crash."""

from __future__ import annotations

import subprocess
import sys

import pytest

# The bound is set when all code is loaded: what a command takes beyond that is what is tried.
BOUNDED = """
import pkgutil, importlib, resource, sys
import tilewright
for name in ("cli", "solve", "formats", "model", "exact_cover", "families", "render", "catalogue"):
    package = importlib.import_module(f"tilewright.{name}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not {"web", "solvers"} & set(module.name.split(".")):
            importlib.import_module(module.name)
import encodings.idna, unicodedata, rich.progress, rich.table, tilewright.cli
extra = int(sys.argv[1])
sys.argv = ["tilewright", *sys.argv[2:]]
with open("/proc/self/statm") as file:
    size = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + extra, size + extra))
sys.exit(tilewright.cli.main())
"""
MEGABYTES = (2, 6, 15, 40)
COMMANDS = (
    *(f"count catalog:pentominoes-6x10 --engine {name}" for name in ("dense", "dancing-cells", "frontier")),
    "count catalog:dominoes-8x8 --engine kasteleyn --threads 3",
    "optimise catalog:gold-5x5",
    "sample catalog:pentominoes-6x10 -n 3",
    "reduce catalog:pentominoes-6x10",
    "gunport 10x10 --engine dense",
    "gunport 8x8 --engine bounded",
    "estimate catalog:hexominoes-rook --engine sequential-monte-carlo --runs 2 --states 2000",
)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc and RLIMIT_AS")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_counts_or_refuses(command: str) -> None:
    codes = set()
    for megabytes in MEGABYTES:
        words = [sys.executable, "-c", BOUNDED, str(megabytes << 20), *command.split()]
        ended = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300)
        codes.add(ended.returncode)
        assert ended.returncode in (0, 2, 3), ended.stderr
        assert "Traceback" not in ended.stderr
        if ended.returncode == 2:
            assert "memory" in ended.stderr and len(ended.stderr.strip().splitlines()) == 1
    assert 2 in codes
