"""What an engine may use of the machine: threads and memory."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

LEAST_MEMORY = 1 << 20  # bytes: less is no use
UNKNOWN_FREE = 4 << 30  # bytes that are taken for free where the system does not say


def default_threads() -> int:
    """As many threads as there are cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True)
class Resources:
    """Threads, and bytes that tables may take together (None: half of what is free when a run begins)."""

    threads: int = field(default_factory=default_threads)
    memory: int | None = None

    def bytes(self) -> int:
        """The bound in bytes."""
        return max(LEAST_MEMORY, free_memory() // 2 if self.memory is None else self.memory)


def free_memory() -> int:
    """Bytes that programs can still get without swapping: what the system calls available, and no more than
    what the container's limit leaves."""
    free = _available()
    for limit, used in (
        ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
        ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
    ):
        most, now = _number(limit), _number(used)
        if most is not None and now is not None:
            free = min(free, max(0, most - now))
    return free


def _available() -> int:
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):  # no Linux: the system does not say in a way that we know
        return UNKNOWN_FREE


def _number(path: str) -> int | None:
    try:
        text = Path(path).read_text().strip()
    except OSError:  # no such control group
        return None
    return int(text) if text.isdigit() else None
