"""The package ``tilewright.solving`` below its name of version 0.2, ``tilewright.solve``: for one version.

``from tilewright.solve.engines.base import Engine`` works, and warns. Since 0.3 ``tilewright.solve`` is the
function; while an old path is in use, it is a module that can be called as the function.
"""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

OLD, NEW = "tilewright.solve", "tilewright.solving"

MOVED = {
    "batch_worker": f"{NEW}.batch",
    "checkpoint": f"{NEW}.engines.checkpoint",
    "child_process": "tilewright.workers",
    "count_by_states": f"{NEW}.engines.frontier.count_by_states",
    "core_build": f"{NEW}.engines.native",
    "expected_effort": f"{NEW}.planner",
    "feasibility_precheck": f"{NEW}.search.precheck",
    "levels": "tilewright.model.levels",
    "counting": f"{NEW}.strategies.count_run",
    "part_counts": f"{NEW}.strategies.parts",
    "preparation": f"{NEW}.facts",
    "query": f"{NEW}.questions",
    "runner": f"{NEW}.driver",
    "search_checkpoint": f"{NEW}.engines.search_checkpoint",
    "search_threads": f"{NEW}.search.threads",
    "search_work": f"{NEW}.facts",
    "stepping": f"{NEW}.steps",
    "sweep_questions": f"{NEW}.strategies.sweeps",
    "sweep_answers": f"{NEW}.answers",
    **{
        name: f"{NEW}.search.{name}"
        for name in (
            "burnside",
            "effort_comparison",
            "orbits",
            "partition",
            "parts_run",
            "race",
            "reduction",
            "tree_search",
            "trial",
        )
    },
    **{name: f"{NEW}.strategies.{name}" for name in ("confirmed_count", "filtering", "forced")},
}
"""The modules that have another name below the new package, or are elsewhere."""


class _OldPackage(ModuleType):
    """What ``tilewright.solve`` is once an old path has been imported."""

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return import_module(f"{NEW}.api").solve(*arguments, **keywords)


class _OldPath(Loader):
    """Gives the module that an old path stands for."""

    def __init__(self, new: str) -> None:
        self._new = new

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return _OldPackage(spec.name) if spec.name == OLD else None

    def exec_module(self, module: ModuleType) -> None:
        if module.__name__ != OLD:
            text = f"{module.__name__} is now {self._new}; the old path goes with the next version"
            warnings.warn(text, DeprecationWarning, stacklevel=2)
            sys.modules[module.__name__] = import_module(self._new)


def spec_of(path: str) -> ModuleSpec | None:
    """How an old path is imported; None if there is no such module."""
    name = path.removeprefix(f"{OLD}.")
    new = NEW if path == OLD else MOVED.get(name, f"{NEW}.{name}")
    try:
        import_module(new)
    except ModuleNotFoundError as error:
        if error.name != new:
            raise
        return None
    return ModuleSpec(path, _OldPath(new), is_package=path == OLD or hasattr(import_module(new), "__path__"))
