"""Modules below the paths that they had until version 0.2."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import tilewright
from support.plugins import environment_with, run
from tilewright import old_paths

IN_PLUGINS = [
    "engines.base",
    "engines.frontier.sweep",
    "resources",
    "stepping",
    "infeasibility",
    "api",
    "batch",
    "explain",
    "explanation",
    "sweep_answers",
]


@pytest.mark.parametrize("name", [*IN_PLUGINS, *sorted(old_paths.MOVED)])
def test_an_old_path_gives_the_module_and_warns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, f"tilewright.solve.{name}", raising=False)
    with pytest.warns(DeprecationWarning, match="goes with the next version"):
        module = import_module(f"tilewright.solve.{name}")
    assert module is sys.modules[module.__name__] and ".solve." not in module.__name__
    assert module.__spec__ is not None and module.__spec__.name == module.__name__


def test_what_was_never_there_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"tilewright\.solve\.nothing"):
        import_module("tilewright.solve.nothing")


def test_solve_is_the_function_and_can_be_called_beside_an_old_path() -> None:
    code = (
        "import tilewright, types\n"
        "assert isinstance(tilewright.solve, types.FunctionType)\n"
        "import tilewright.solve.engines.base as base\n"
        "from tilewright.solving.engines.base import Status\n"
        "from tilewright.solve import api, engines\n"
        "assert base.Status is Status and engines.base is base and api.solve\n"
        "answer = tilewright.solve(tilewright.load('catalog:dominoes-4x4'), sink=str)\n"
        "assert answer.solutions, answer\n"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)
    assert callable(tilewright.solve)


def test_a_package_that_was_written_for_0_2_still_works(tmp_path: Path) -> None:
    environment = environment_with(Path(__file__).with_name("plugin_of_0_2"), tmp_path)
    assert "8 solutions" in run(environment, "count", "catalog:pentominoes-3x20", "--engine", "subsets")
    assert "found a solution" in run(environment, "solve", "catalog:dominoes-4x4", "--engine", "dives")
    assert run(environment, "aztec", "4") == "1024\n"
    table = tmp_path / "dominoes.csv"
    run(environment, "convert", "catalog:dominoes-4x4", table)
    assert "36 solutions" in run(environment, "count", table, "--unique", "--engine", "subsets")
