"""Engines for tests: one whose searches are given, and registry entries for the time of a test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tilewright.exact_cover.problem import CoverProblem
from tilewright.registry import Registry
from tilewright.solving.engines import registry
from tilewright.solving.engines.base import (
    Engine,
    Search,
    Task,
)
from tilewright.solving.engines.registry import DANCING_CELLS


@dataclass(frozen=True)
class SearchesOf:
    """An adapter that takes every problem and starts the searches it is given."""

    start: Callable[[CoverProblem, Task, int], Search | Any]

    def unsupported(self, problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
        return ""


def engine_of(start: Callable[[CoverProblem, Task, int], Search | Any], name: str = "test") -> Engine:
    """An engine that starts the searches it is given, with the costs of dancing-cells."""
    return replace(DANCING_CELLS, name=name, adapter=SearchesOf(start), aliases=())


def use_engines(monkeypatch: pytest.MonkeyPatch, *engines: Engine) -> None:
    """Replace built-in engines of these names for the time of a test."""
    for engine in engines:
        monkeypatch.setattr(registry, engine.name.replace("-", "_").upper(), engine)
    builtin = registry.ENGINES.builtin
    monkeypatch.setattr(registry, "ENGINES", Registry[Engine]("tilewright.engines", builtin))


def engine_names(*capabilities: str) -> tuple[str, ...]:
    """The names of the built-in engines that have all these capabilities."""
    return tuple(engine.name for engine in registry.engines_with(*capabilities))
