"""Every command that searches says at once why there is no solution."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from support.cli import NOTHING_FITS, printed_json, puzzle_file, run
from tilewright.cli.program import program
from tilewright.solving.engines.base import Engine
from tilewright.solving.engines.frontier.sweep import SweepQuery

REASON = "The areas differ: the pieces have 20 cells, the board has 16 cells to fill."
TOO_SMALL = "###\n###   ##\n###   #\n"
"""A board of 3 by 3 with one piece of 3 cells."""

WAYS = {
    "solve": "solve",
    "count": "count",
    "table": "table",
    "run start": "run start",
    "optimise": "optimise",
    "sample": "sample",
    "estimate": "estimate",
    "explain": "explain --run",
    "why": "why",
    "forced": "forced",
    "reduce": "reduce",
}
"""The words before FILE of the commands that search the puzzle in it."""
OTHERS = (
    "shuffle", "flips", "heights", "series", "run resume", "polyform", "gunport", "vanish", "dominosa",
    "pips", "disassemble", "assembly",
)  # fmt: skip
"""Commands with --time that read no such puzzle: puzzles of a family, stored runs, no puzzle at all."""


def commands(group: click.Group = program, words: str = "") -> Iterator[tuple[str, click.Command]]:
    """All commands with their words."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{words}{name} ")
        else:
            yield words + name, command


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search or a sweep that is begun fails the test."""

    def begun(*_: object) -> None:
        raise AssertionError("a search was begun")

    monkeypatch.setattr(Engine, "start", begun)
    monkeypatch.setattr(SweepQuery, "start", begun)


def test_all_commands_that_search_are_tested() -> None:
    timed = {name for name, command in commands() if any("--time" in p.opts for p in command.params)}
    assert {name for name in timed if not name.startswith(OTHERS)} == WAYS.keys()


@pytest.mark.usefixtures("no_search")
@pytest.mark.parametrize("words", WAYS.values())
def test_the_reason_is_given(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_RUNS", str(tmp_path / "runs.db"))
    path = puzzle_file(tmp_path, NOTHING_FITS)
    result = run(*words.split(), path)
    assert REASON.rstrip(".") in result.stdout.replace("\n", " ")
    assert result.exit_code == (0 if words in ("estimate", "table") else 1), result.output


@pytest.mark.usefixtures("no_search")
@pytest.mark.parametrize("words", WAYS.values())
def test_the_reason_is_in_the_json_object(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEWRIGHT_RUNS", str(tmp_path / "runs.db"))
    path = puzzle_file(tmp_path, NOTHING_FITS)
    body = printed_json(run(*words.split(), path, "--json"))
    match words:
        case "why":
            assert body["reason"]["sentence"] == REASON
        case "estimate":
            assert body["counted"]["proof"] == REASON
        case "explain --run":
            assert (body["answer"]["solutions"], REASON in body["plan"]["reason"]) == (0, True)
        case "table":
            assert body["rows"][0]["note"] == REASON
        case _:
            assert (body["status"], body["proof"]) == ("complete", REASON)


@pytest.mark.usefixtures("no_search")
def test_no_run_is_stored(tmp_path: Path) -> None:
    path, db = puzzle_file(tmp_path, NOTHING_FITS), tmp_path / "runs.db"
    for options in ([], ["--count"], ["--first"], ["--background"], ["--unique", "--engine", "dense"]):
        result = run("run", "start", path, "--db", db, *options)
        assert (result.exit_code, result.stdout) == (1, f"no solution exists\n{REASON}\n")
        assert result.stderr.startswith("tilewright: no run was stored\n")
        assert not db.exists()


@pytest.mark.usefixtures("no_search")
def test_a_reduced_puzzle_is_written_all_the_same(tmp_path: Path) -> None:
    path, output = puzzle_file(tmp_path, NOTHING_FITS), tmp_path / "reduced.dlx"
    result = run("reduce", path, "-o", output)
    assert result.exit_code == 1 and REASON in result.stdout and output.exists()


@pytest.mark.usefixtures("no_search")
@pytest.mark.parametrize(
    "words", ["count --by V3", "count --modulo 7", "count --unique", "solve --unique --all"]
)
def test_other_questions(words: str, tmp_path: Path) -> None:
    name, *options = words.split()
    result = run(name, puzzle_file(tmp_path, TOO_SMALL), *options)
    assert result.exit_code == 1 and "The areas differ" in result.stdout, result.output
