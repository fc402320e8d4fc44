"""Runs commands with little memory: ``python -m support.bounded_memory BYTES... < LINES``, a command a line.

All code is imported first; then each command runs in a process of its own, forked from here, which may map
so many bytes more than it has mapped already.

Python itself does not survive every lack of memory, which says nothing about Tilewright: it may abort while
it imports a module, and CPython 3.11 tries for ever to enter an exception handler when there is no memory for
an integer. So all modules are imported first, and some small objects can be made without new memory.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import resource
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import NoReturn

CPU_SECONDS = 1800
"""After which a command is killed, which counts as a crash."""
SMALL_OBJECT_BYTES = 512
"""Up to this size Python allocates objects from pools."""
POOL_BYTES = 1 << 14
SPARE_POOLS = 16
"""For each of the 32 sizes."""
PACKAGES = ("catalogue", "cli", "exact_cover", "families", "formats", "model", "render", "solve")
ALSO = ("encodings.idna", "rich.progress", "rich.table", "tilewright._core", "unicodedata")


@dataclass(frozen=True)
class BoundedRun:
    """How a command ended; ``code`` is negative after a signal."""

    command: str
    extra_bytes: int
    code: int
    error_text: str


def import_everything() -> None:
    """Import all modules that commands import when they need them, but those of servers and other solvers."""
    for name in PACKAGES:
        package = importlib.import_module(f"tilewright.{name}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not {"web", "solvers"} & set(module.name.split(".")):
                importlib.import_module(module.name)
    for name in ALSO:
        importlib.import_module(name)


def small_object(size: int, number: int) -> object:
    """An object of so many bytes, a multiple of 16."""
    header = sys.getsizeof(b"")
    return object() if size < 32 else (1 << 31) + number if size < header else bytes(size - header)


def spare_small_objects() -> list[object]:
    """What keeps pools of small objects of all sizes mapped, with room in them, while it is held itself."""
    kept: list[object] = []
    for size in range(16, SMALL_OBJECT_BYTES + 1, 16):
        in_pool = POOL_BYTES // size
        kept += [small_object(size, number) for number in range(SPARE_POOLS * in_pool)][::in_pool]
    return kept


def run(command: str, extra_bytes: int) -> BoundedRun:
    """Run a command of Tilewright in a forked process."""
    with tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            _become(command, extra_bytes, errors.fileno())
        _, status = os.waitpid(child, 0)
        errors.seek(0)
        text = errors.read().decode(errors="replace")
    return BoundedRun(command, extra_bytes, os.waitstatus_to_exitcode(status), text)


def _become(command: str, extra_bytes: int, errors: int) -> NoReturn:
    from tilewright.cli import main

    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(errors, 2)
    sys.argv = ["tilewright", *command.split()]
    with open("/proc/self/statm") as file:  # noqa: PTH123 - as little as possible is imported and allocated
        mapped = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (mapped + extra_bytes, mapped + extra_bytes))
    main()
    raise AssertionError  # main exits


def _runs() -> Iterator[BoundedRun]:
    for line in sys.stdin:
        for extra_bytes in sys.argv[1:]:
            yield run(line.strip(), int(extra_bytes))


if __name__ == "__main__":
    import_everything()
    spare = spare_small_objects()
    for each in _runs():
        print(json.dumps(asdict(each)), flush=True)
