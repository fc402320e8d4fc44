"""Tests that wait for an event or a signal have the mark ``event``, by which they are run under load."""

from __future__ import annotations

import ast
from pathlib import Path

TESTS = Path(__file__).parent
WAITING = {
    *("signalled", "send_signal", "raise_signal", "kill", "terminate"),
    *("wait_until", "wait_for", "until", "endless_run", "started_search"),
}
"""The functions that send a signal, or wait for something that happens elsewhere."""
TIMED = {"Timer", "ATTEMPTS"}
"""What a test that waits for a time uses, and one that tries again."""


def called(tree: ast.AST) -> set[str]:
    """The names of all functions and methods that are called."""
    functions = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "") for node in functions}


def is_marked(test: ast.FunctionDef | ast.AsyncFunctionDef, module: ast.Module) -> bool:
    marks = [
        node.value
        for node in module.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"
    ]
    return any("mark.event" in ast.unparse(mark) for mark in (*marks, *test.decorator_list))


def modules() -> list[tuple[Path, ast.Module]]:
    """All test modules but those of the browser, which wait for its pages."""
    paths = [path for path in sorted(TESTS.rglob("test_*.py")) if path.parent.name != "browser"]
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in paths]


def test_tests_that_wait_are_marked() -> None:
    unmarked = [
        f"{path.relative_to(TESTS)}: {test.name}"
        for path, module in modules()
        for test in ast.walk(module)
        if isinstance(test, ast.FunctionDef | ast.AsyncFunctionDef)
        and test.name.startswith("test_")
        and called(test) & WAITING
        and not is_marked(test, module)
    ]
    assert unmarked == []


def test_no_test_tries_again_or_sets_a_timer() -> None:
    names = {
        f"{path.relative_to(TESTS)}: {name}"
        for path, module in modules()
        for node in ast.walk(module)
        for name in [node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")]
        if name in TIMED
    }
    assert names == set()
