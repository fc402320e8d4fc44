"""``--engine``: help lists the engines of the registry, and each of them is accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import printed_json, puzzle_file, run
from support.engine_cases import engine_names
from tilewright.solving.engines.registry import ENGINES

HELP = {
    "solve": tuple(name for name in ENGINES if {"first", "lists"} & ENGINES[name].capabilities),
    "why": engine_names("lists"),
    "count": engine_names("counts"),
    "estimate": (*engine_names("counts"), *engine_names("estimates")),
}


def test_every_engine_is_named_by_a_command() -> None:
    """But for those that work on cells: 'sample' chooses them by the board."""
    named = {name for names in HELP.values() for name in names}
    assert named == set(ENGINES) - set(engine_names("by cells"))


@pytest.mark.parametrize(("former", "name"), [("ahead", "forward-checking"), ("dancing", "dancing-cells")])
def test_former_names_are_accepted(tmp_path: Path, former: str, name: str) -> None:
    result = run("count", puzzle_file(tmp_path, "##\n##\n\n##  ##\n"), "--engine", former, "--json")
    assert printed_json(result)["engine"] == name


def test_dancing_links_is_accepted_and_explained(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, "##\n##\n\n##  ##\n")
    result = run("count", path, "--engine", "dancing-links", "--json")
    body = printed_json(result)
    assert (body["engine"], body["solutions"]) == ("dancing-cells", 2)
    assert result.stderr.startswith("tilewright: dancing-links is the engine dancing-cells: ")
    assert not run("count", path, "--engine", "dancing-cells").stderr


@pytest.mark.parametrize(("command", "names"), HELP.items())
def test_help_lists_the_engines(command: str, names: tuple[str, ...]) -> None:
    text = " ".join(run(command, "--help").stdout.split()).replace("- ", "-")  # wrapped at hyphens
    assert f"Engines: {', '.join(names)}." in text


@pytest.mark.parametrize(("command", "names"), HELP.items())
def test_each_listed_engine_is_accepted(tmp_path: Path, command: str, names: tuple[str, ...]) -> None:
    path = puzzle_file(tmp_path, "##\n##\n\n##  ##\n")
    for name in names:
        assert run(command, path, "--engine", name, "--quiet").exit_code == 0, name


@pytest.mark.parametrize("command", HELP)
def test_an_unknown_engine_is_refused(tmp_path: Path, command: str) -> None:
    result = run(command, puzzle_file(tmp_path), "--engine", "steam", "--json")
    error = printed_json(result)["error"]
    assert result.exit_code == 2 and error["kind"] == "usage"
    assert "there is no engine named 'steam'; expected one of dense, dancing" in error["message"]


def test_an_engine_that_only_counts_is_refused_by_solve() -> None:
    result = run("solve", "catalog:dominoes-8x8", "--engine", "kasteleyn")
    assert result.exit_code == 2 and "does not support the engine 'kasteleyn'" in result.stderr
