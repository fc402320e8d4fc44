from __future__ import annotations

import os
from pathlib import Path

import pytest

from tilewright.solving import resources
from tilewright.solving.resources import LEAST_MEMORY, UNKNOWN_FREE, Resources, free_memory


def files(monkeypatch: pytest.MonkeyPatch, texts: dict[str, str]) -> None:
    """As if the system had these files, and no others of its kind."""
    read = Path.read_text

    def text(path: Path, *args: str, **named: str) -> str:
        if str(path) in texts:
            return texts[str(path)]
        if str(path).startswith(("/proc", "/sys")):
            raise FileNotFoundError(path)
        return read(path, *args, **named)

    monkeypatch.setattr(Path, "read_text", text)


def test_the_bound_is_what_was_asked_for() -> None:
    assert Resources(2, 3 << 30).bytes() == 3 << 30
    assert Resources(2, LEAST_MEMORY + 1).bytes() == LEAST_MEMORY + 1
    assert Resources(2, 5).bytes() == LEAST_MEMORY
    assert Resources(2, 0).bytes() == LEAST_MEMORY


def test_without_a_wish_it_is_half_of_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "free_memory", lambda: 10 << 30)
    assert Resources().bytes() == 5 << 30
    monkeypatch.setattr(resources, "free_memory", lambda: 0)
    assert Resources().bytes() == LEAST_MEMORY


def test_what_is_free_is_some_of_what_there_is() -> None:
    assert 0 < free_memory() <= os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


MEMINFO = {"/proc/meminfo": "MemTotal: 9000000 kB\nMemFree: 1000 kB\nMemAvailable:   8000000 kB\n"}


@pytest.mark.parametrize(
    ("limits", "free"),
    [
        ({}, 8_000_000 * 1024),
        ({"memory.max": "max\n", "memory.current": "5\n"}, 8_000_000 * 1024),
        ({"memory.max": "3000000000\n", "memory.current": "1000000000\n"}, 2_000_000_000),
        ({"memory.max": "1000\n", "memory.current": "2000\n"}, 0),
        ({"memory.max": "3000000000\n"}, 8_000_000 * 1024),
        (
            {"memory/memory.limit_in_bytes": "4000000000\n", "memory/memory.usage_in_bytes": "500\n"},
            3_999_999_500,
        ),
        ({"memory.max": str(1 << 60), "memory.current": "0"}, 8_000_000 * 1024),
    ],
)
def test_a_container_has_what_its_limit_leaves(
    monkeypatch: pytest.MonkeyPatch, limits: dict[str, str], free: int
) -> None:
    files(monkeypatch, {**MEMINFO, **{f"/sys/fs/cgroup/{name}": text for name, text in limits.items()}})
    assert free_memory() == free


def test_a_system_that_does_not_say(monkeypatch: pytest.MonkeyPatch) -> None:
    files(monkeypatch, {})
    assert free_memory() == UNKNOWN_FREE
