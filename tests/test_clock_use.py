"""Tests do not go by the machine's clock: they wait for events, count nodes, or have a clock of their own.

A limit that only ends what hangs may be in seconds; it is ``support.waiting.HANGS_S``, or at least ``NET_S``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import click
import pytest

from tilewright.cli.quantities import SPAN

TESTS = Path(__file__).parent
PLUGIN_TESTS = TESTS.parent / "examples" / "plugin" / "tests"
NET_S = 300.0
"""A limit of so many seconds or more ends what hangs; less could be reached on a slow machine."""
SPENT_S = 1e-5
"""A limit of so little time is over before anything begins."""
PAUSES = {"sleep", "wait_for_timeout"}
CLOCKS = {"time.time", "time.monotonic", "time.perf_counter", "time.process_time"}
WAITS = {"alarm", "join", "result", "results", "settimeout", "stop", "wait", "wait_for"}
"""Methods whose last argument is how long they wait."""
EXPECTATIONS = "expect("
"""Of a page; their timeouts are in milliseconds."""
LIMITS = {"seconds", "time_limit_s", "timeout_s", "busy_timeout_s"}
LIMITED = {
    "Limits",
    "ModelOptions",
    "estimate",
    "find_convention",
    "replace",
    "run",
    "run_task",
    "solve_model",
}
"""Functions whose keywords ``LIMITS`` end a search; elsewhere they say how long something took."""
FAKES = {"still_clock", "ticking_clock"}

ALLOWED = {
    "browser/test_edit_page.py: pauses by page.wait_for_timeout": "Chromium drops quick downloads",
    "faults/fault_scenario.py: pauses by time.sleep": "any moment of a run that is held is right",
    "faults/killing_faults.py: pauses by time.sleep": "any moment of a run that begins is right",
    "faults/network_faults.py: pauses by time.sleep": "how long a network is bad; any time is right",
    "faults/network_faults.py: ends by wait after 0.2 s": "looks again",
    "runs/executors/test_dask_cluster.py: ends by results after 0.5 s": "looks again",
    "runs/executors/test_dask_cluster.py: reads time.monotonic": "ends what hangs",
    "runs/executors/test_local.py: ends by results after 1 s": "looks again",
    "support/clock_rate/sitecustomize.py: reads time.monotonic": "the clock of another machine",
    "support/tcp_proxy.py: pauses by asyncio.sleep": "a slow network; any time is right",
    "support/waiting.py: pauses by time.sleep": "looks again",
    "support/waiting.py: reads time.monotonic": "ends what hangs",
    "support/web_cases.py: pauses by asyncio.sleep": "looks again",
    "web/test_connections.py: pauses by asyncio.sleep": "in a loop whose time is the test's",
    "web/test_solves.py: ends by time_limit_s after 0.5 s": "any number is right; it has any time to end",
    "web/test_solves.py: ends by time_limit_s after 3 s": "any kind is right; it has any time to end",
}
"""What goes by the clock all the same, as ``file: what it does``, with the reason."""


def has_fake_clock(nodes: list[ast.AST]) -> bool:
    """Whether the module or one of the functions around a place uses a clock of the test."""
    for node in nodes:
        if isinstance(node, ast.Module):
            lines = [line for line in node.body if isinstance(line, ast.Assign)]
            places: list[ast.AST] = [
                line.value for line in lines if ast.unparse(line.targets[0]) == "pytestmark"
            ]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            places = [node.args, *node.decorator_list]
        else:
            continue
        if any(fake in ast.unparse(place) for fake in FAKES for place in places):
            return True
    return False


def number(node: ast.AST | None, constants: dict[str, float]) -> float | None:
    """The value of a number or of a constant of the module; None for everything else."""
    if isinstance(node, ast.Name):
        return constants.get(node.id)
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    return None


def command_limits(node: ast.AST) -> Iterator[float]:
    """The limits of time of a command line: in one text, or as elements of a row."""
    texts: list[str] = []
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        texts += re.findall(r"--time[ =]([\w.]+)", node.value)
    row = node.args if isinstance(node, ast.Call) else getattr(node, "elts", [])
    for option, value in pairwise(row):
        if isinstance(option, ast.Constant) and option.value == "--time" and isinstance(value, ast.Constant):
            texts.append(str(value.value))
    for text in texts:
        with suppress(click.BadParameter):  # what the command refuses
            yield SPAN.convert(text, None, None)


def limits(node: ast.AST, constants: dict[str, float]) -> Iterator[tuple[str, float | None]]:
    """Each limit of time that a call or a command line has, and how it is given."""
    for limit in command_limits(node):
        yield "--time", limit
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value in LIMITS:
                yield str(key.value), number(value, constants)
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func).rpartition(".")[2]
        for keyword in node.keywords:
            if keyword.arg == "timeout" and ast.unparse(node.func).startswith(EXPECTATIONS):
                milliseconds = number(keyword.value, constants)
                yield keyword.arg, None if milliseconds is None else milliseconds / 1_000
            elif keyword.arg == "timeout" or (keyword.arg in LIMITS and name in LIMITED):
                yield keyword.arg, number(keyword.value, constants)
        if name in WAITS and node.args and (name != "wait_for" or len(node.args) > 1):
            yield name, number(node.args[-1], constants)


def uses(node: ast.AST, constants: dict[str, float], outer: list[ast.AST]) -> Iterator[str]:
    """What a part of a test, which stands in others, does by the machine's clock."""
    if isinstance(node, ast.ImportFrom) and node.module == "time":
        yield "imports from time"
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func)
        if name.rpartition(".")[2] in PAUSES and number(node.args[0], constants) != 0:
            yield f"pauses by {name}"
        if name in CLOCKS:
            yield f"reads {name}"
        for keyword in node.keywords:
            if keyword.arg == "deadline" and ast.unparse(keyword.value) != "None":
                yield "has a deadline"
    for name, limit in limits(node, constants):
        if limit is not None and SPENT_S < limit < NET_S and not has_fake_clock(outer):
            yield f"ends by {name} after {limit:g} s"


def walk(node: ast.AST, outer: list[ast.AST]) -> Iterator[tuple[ast.AST, list[ast.AST]]]:
    """All parts of a syntax tree, each with what it stands in."""
    yield node, outer
    for child in ast.iter_child_nodes(node):
        yield from walk(child, [*outer, node])


def uses_in(text: str) -> Iterator[tuple[int, str]]:
    """What a module does by the clock, with the line."""
    module = ast.parse(text)
    constants = {
        ast.unparse(line.targets[0]): value
        for line in module.body
        if isinstance(line, ast.Assign) and (value := number(line.value, {})) is not None
    }
    for node, outer in walk(module, []):
        for use in uses(node, constants, outer):
            yield getattr(node, "lineno", 0), use


def test_no_test_goes_by_the_clock() -> None:
    paths = {
        path.relative_to(TESTS).as_posix(): path for path in TESTS.rglob("*.py") if path != Path(__file__)
    }
    paths |= {path.name: path for path in PLUGIN_TESTS.rglob("*.py")}
    everything = {
        (f"{name}: {use}", line)
        for name, path in paths.items()
        for line, use in uses_in(path.read_text(encoding="utf-8"))
    }
    assert sorted(f"{use} (line {line})" for use, line in everything if use not in ALLOWED) == []
    assert {use for use, _ in everything} >= set(ALLOWED), "ALLOWED has what is no longer done"


@pytest.mark.parametrize(
    ("text", "use"),
    [
        ("time.sleep(0.1)", "pauses by time.sleep"),
        ("await asyncio.sleep(SHORT)", "pauses by asyncio.sleep"),
        ("page.wait_for_timeout(50)", "pauses by page.wait_for_timeout"),
        ("assert time.perf_counter() - start < 5", "reads time.perf_counter"),
        ("from time import monotonic", "imports from time"),
        ('run("count", path, "--time", "1m")', "ends by --time after 60 s"),
        ('CASES = ["count FILE --time 2s"]', "ends by --time after 2 s"),
        ("count(puzzle, limits=Limits(seconds=SHORT))", "ends by seconds after 5 s"),
        ('question = {"time_limit_s": 3}', "ends by time_limit_s after 3 s"),
        ("process.communicate(timeout=60)", "ends by timeout after 60 s"),
        ("assert event.wait(1)", "ends by wait after 1 s"),
        ('CASES = ["count FILE --time 0.5"]', "ends by --time after 0.5 s"),
        ("await asyncio.wait_for(what(), 5)", "ends by wait_for after 5 s"),
        ("future.result(SHORT)", "ends by result after 5 s"),
        ("connection.settimeout(3)", "ends by settimeout after 3 s"),
        ("signal.alarm(3)", "ends by alarm after 3 s"),
        ("back = executor.stop(20.0)", "ends by stop after 20 s"),
        ("expect(page).to_have_text('a', timeout=5_000)", "ends by timeout after 5 s"),
        ("run(check, time_limit_s=60.0)", "ends by time_limit_s after 60 s"),
        ("@settings(deadline=500)\ndef test(): pass", "has a deadline"),
    ],
)
def test_uses_of_the_clock_are_found(text: str, use: str) -> None:
    assert [one for _, one in uses_in(f"SHORT = 5\n{text}\n")] == [use]


@pytest.mark.parametrize(
    "text",
    [
        "await asyncio.sleep(0)",
        "process.communicate(timeout=HANGS_S)",
        "count(puzzle, limits=Limits(seconds=0))",
        'run("count", path, "--time", "soon")',
        'run("count", path, "--time", "1000h")',
        'def test(still_clock): run("count", path, "--time", "20")',
        '@pytest.mark.usefixtures("ticking_clock")\ndef test(): Limits(seconds=20)',
        'pytestmark = pytest.mark.usefixtures("still_clock")\ndef test(): Limits(seconds=20)',
        "answer = replace(first, elapsed=3)",
        "held.wait_for(1)",
    ],
)
def test_what_holds_on_any_machine_is_accepted(text: str) -> None:
    assert list(uses_in(text)) == []
