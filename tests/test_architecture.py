"""Reads the imports of every module and checks the direction that docs/explanation/architecture.md draws."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "tilewright"

_FOUNDATION = {
    "atomic_files",
    "errors",
    "cancellation",
    "clock",
    "extras",
    "registry",
    "sqlite",
    "family",
    "missing_file",
    "wording",
    "threads",
    "workers",
}
_MODEL = {*_FOUNDATION, "model", "exact_cover"}
_FILES = {"formats", "render", "catalogue", "generators"}
_CORE = {*_MODEL, *_FILES, "solving"}
MAY_IMPORT: dict[str, set[str]] = {
    "atomic_files": {"errors", "wording"},
    "errors": {"wording"},
    "cancellation": set(),
    "clock": set(),
    "extras": set(),
    "registry": {"errors"},
    "sqlite": {"errors", "wording"},
    "wording": set(),
    "threads": {"_core"},
    "workers": {"registry", "threads"},
    "missing_file": set(),
    "family": {"registry"},
    "documents": {*_MODEL, "formats"},
    "loading": {*_MODEL, *_FILES},
    "pieces": _MODEL,
    "results": {*_CORE, "runs"},
    "model": {*_FOUNDATION},
    "exact_cover": {*_FOUNDATION, "model"},
    "formats": _MODEL,
    "render": _MODEL,
    "catalogue": {*_MODEL, "formats"},
    "generators": _MODEL,
    "solving": {*_MODEL, *_FILES, "_core"},
    "series": _CORE,
    "testing": _CORE,
    "verbs": {*_CORE, "loading"},
    "runs": {*_CORE, ""},
    "polyforms": {*_MODEL, "solving", "_core"},
    "play": {*_CORE, "_core"},
    "cli": {*_CORE, "series", "runs", "play", "polyforms", "web", ""},
    "web": {*_CORE, "runs", "play", "polyforms", ""},
    "jupyter": {*_CORE, "play", "web"},
    "families": {*_CORE, "documents", "runs", "play", "cli", "web", "jupyter", "_core", ""},
    "__init__": {*_CORE, "old_paths", "runs", "verbs"},
    "__main__": {"cli"},
    "old_paths": set(),
}
"""Package -> the packages that it may import, besides itself. "" is tilewright's own ``__init__``."""

HEAVY = (
    "numpy",
    "PIL",
    "rich",
    "click",
    "ortools",
    "distributed",
    "dask",
    "starlette",
    "uvicorn",
    "fastapi",
    "pydantic",
    "hypothesis",
    "anywidget",
)


@cache
def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    value = {}
    for path in sorted(SOURCE.rglob("*.py")):
        name = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")
        value[name] = path
    return value


def package_of(module: str) -> str:
    """The module or package right below tilewright that a module belongs to; "" for tilewright itself."""
    return module.split(".")[1] if "." in module else ""


def imported(text: str, package: str, known: set[str]) -> set[str]:
    """The known modules that a text imports, at any depth: in functions and under TYPE_CHECKING too.

    ``package`` is the dotted package that relative imports start from. ``from a import b`` imports the module
    ``a.b`` where there is one, else ``a``.
    """
    texts: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            texts |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            start = parts[: len(parts) - node.level + 1] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            texts |= {
                f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base for alias in node.names
            }
    return texts & known


@cache
def imports() -> dict[str, set[str]]:
    """The modules of the package that each module imports."""
    known = {*modules(), "tilewright._core"}
    value = {}
    for name, path in modules().items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        value[name] = imported(path.read_text(encoding="utf-8"), package, known) - {name}
    return value


def components(edges: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of a graph, each sorted (Tarjan 1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(edges.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            cut = stack.index(node)
            groups.append(sorted(stack[cut:]))
            del stack[cut:]

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return groups


def test_every_package_has_its_place() -> None:
    names = {path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in modules().values()}
    assert names <= MAY_IMPORT.keys(), "give the new package a line in MAY_IMPORT"


@pytest.mark.parametrize("module", modules())
def test_imports_point_one_way(module: str) -> None:
    package = package_of(module) or "__init__"
    wrong = {package_of(other) for other in imports()[module]} - MAY_IMPORT[package] - {package}
    assert not wrong, f"{module} must not import {', '.join(sorted(wrong))}"


def test_no_family_imports_another() -> None:
    for module, others in imports().items():
        if package_of(module) == "families":
            family = module.split(".")[2:3]
            assert all(other.split(".")[2:3] == family for other in others if package_of(other) == "families")


def test_no_import_circle() -> None:
    assert [part for part in components(imports()) if len(part) > 1] == []


def test_components_are_found() -> None:
    edges = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}
    assert sorted(components(edges)) == [["a"], ["b", "c"], ["d"]]


def test_no_package_may_import_one_that_may_import_it() -> None:
    for package, allowed in MAY_IMPORT.items():
        for other in allowed & MAY_IMPORT.keys():
            assert package not in MAY_IMPORT[other], f"{package} and {other} may import each other"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import t.cli.program", {"t.cli.program"}),
        ("from t import cover, formats", {"t.cover", "t.formats"}),
        ("from t import __version__", {"t"}),
        ("import t", {"t"}),
        ("def late():\n    from t.solving import run", {"t.solving.run"}),
        ("if TYPE_CHECKING:\n    from t.solving.run import Run", {"t.solving.run"}),
        ("from . import program", {"t.cli.program"}),
        ("from ..solving import run", {"t.solving.run"}),
        ("from .. import cover", {"t.cover"}),
        ("import os, rich.console", set()),
    ],
)
def test_reads_every_kind_of_import(text: str, expected: set[str]) -> None:
    known = {"t", "t.cli", "t.cli.program", "t.cover", "t.formats", "t.solving", "t.solving.run"}
    assert imported(text, "t.cli", known) == expected


def test_import_leaves_the_heavy_modules_alone() -> None:
    code = f"import sys, tilewright; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


STARTERS = {
    "workers": {"subprocess.Popen"},
    "threads": {"threading.Thread", "concurrent.futures.ThreadPoolExecutor"},
}
"""Module -> what starts processes or threads there; nothing does elsewhere."""
STARTING = re.compile(
    r"subprocess\.\w+|(threading|multiprocessing)\.(\w+\.)*(Thread|Timer|\w*Process|\w*Pool|get_context)"
    r"|concurrent\.futures\.(\w+\.)*(\w+PoolExecutor)|_thread\.\w+|asyncio\.(\w+\.)*create_subprocess_\w+"
    r"|os\.(fork|forkpty|popen|posix_spawnp?|spawn\w+|startfile|system)"
)


def started(text: str) -> set[str]:
    """What a text calls, or derives classes from, that starts processes or threads."""
    tree = ast.parse(text)
    full: dict[str, str] = {}
    used: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            full |= {alias.asname or alias.name.partition(".")[0]: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            full |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call):
            used.add(ast.unparse(node.func))
        elif isinstance(node, ast.ClassDef):
            used |= {ast.unparse(base) for base in node.bases}
    parts = [name.partition(".") for name in used]
    names = {full.get(head, head) + dot + rest for head, dot, rest in parts}
    return {name for name in names if STARTING.fullmatch(name)}


@pytest.mark.parametrize("module", modules())
def test_processes_and_threads_start_in_one_module_each(module: str) -> None:
    found = started(modules()[module].read_text(encoding="utf-8"))
    assert found == STARTERS.get(package_of(module), set()), "use tilewright.workers or tilewright.threads"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import subprocess as s\ns.run([])", {"subprocess.run"}),
        ("from subprocess import Popen\nPopen([])", {"subprocess.Popen"}),
        ("import asyncio\nasync def f():\n    await asyncio.create_subprocess_exec('a')", None),
        ("import multiprocessing\nmultiprocessing.get_context('spawn').Process()", None),
        ("from multiprocessing.pool import ThreadPool\nThreadPool()", None),
        ("from concurrent.futures import ProcessPoolExecutor as P\nP()", None),
        ("def f():\n    from threading import Thread\n    class Own(Thread): ...", {"threading.Thread"}),
        ("import os\nos.fork()", {"os.fork"}),
        ("import threading\nheld: threading.Thread\nthreading.Event()", set()),
        ("import subprocess\nsubprocess.PIPE", set()),
    ],
)
def test_starts_are_found(text: str, expected: set[str] | None) -> None:
    assert started(text) == expected if expected is not None else started(text)
