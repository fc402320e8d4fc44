"""The time limit and Ctrl-C hold for all that comes before a search: reading, translation, reasons, tasks."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import click
import pytest

from support.cli import printed_json, puzzle_file, run
from tilewright.cli import options
from tilewright.cli.interruption import TIME_LIMIT
from tilewright.cli.program import program
from tilewright.runs.reading import run_statuses

FILE_COMMANDS = (
    "solve",
    "count",
    "why",
    "forced",
    "reduce",
    "sample",
    "optimise",
    "estimate",
    "run start",
)
OF_EACH = ("table", "gunport compare", "vanish compare", "vanish play")
"""Commands with a time for each row, trial, method or hint."""
STAGES = {
    "why": ["tilewright.formats.read", "tilewright.solving.infeasibility.why"],
    "run start": [
        "tilewright.formats.read",
        "tilewright.runs.creation.prepare",
        "tilewright.solving.facts.to_cover",
        "tilewright.solving.facts.symmetries",
        "tilewright.runs.creation.puzzle_search",
        "tilewright.runs.creation.split_tasks",
        "tilewright.runs.creation.expected_nodes",
        "tilewright.runs.creation.build_context",
    ],
}
"""What comes before a search: functions as their callers name them."""


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


def test_every_time_option_limits_the_whole_command() -> None:
    timed = {name: p for name, command in commands() for p in command.params if "--time" in p.opts}
    assert {"solve", "run start", "run resume", "vanish solve", "assembly search"} <= timed.keys()
    for name, parameter in timed.items():
        is_limit = parameter.callback is options._start_time_limit
        assert is_limit == (name not in OF_EACH), name
        assert is_limit or any(word in (parameter.help or "") for word in ("each", "hint")), name


def end_time(*_: object, **__: object) -> NoReturn:
    """The time limit ends while this runs, which goes on for ever."""
    TIME_LIMIT._seconds = 0.0
    signal.raise_signal(signal.SIGALRM)
    raise AssertionError("it goes on after the time limit")


def press(*_: object, **__: object) -> NoReturn:
    """Ctrl-C while this runs, which goes on for ever."""
    signal.raise_signal(signal.SIGINT)
    raise AssertionError("it goes on after Ctrl-C")


ENDS = [pytest.param(end_time, 3, id="time"), pytest.param(press, 130, id="Ctrl-C")]


@pytest.mark.parametrize(("end", "code"), ENDS)
@pytest.mark.parametrize("words", FILE_COMMANDS)
def test_reading(
    words: str, end: Callable[..., None], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEWRIGHT_RUNS", str(tmp_path / "runs.db"))
    monkeypatch.setattr("tilewright.formats.read", end)
    result = run(*words.split(), puzzle_file(tmp_path), "--time", "1h")
    assert result.exit_code == code, result.output
    assert not (tmp_path / "runs.db").exists()


@pytest.mark.parametrize(("end", "code"), ENDS)
@pytest.mark.parametrize("stage", STAGES["run start"])
def test_the_preparation_of_a_run(
    stage: str, end: Callable[..., None], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "runs.db"
    monkeypatch.setattr(stage, end)
    result = run("run", "start", puzzle_file(tmp_path), "--count", "--time", "1h", "--db", db)
    assert result.exit_code == code, result.output
    assert not db.exists()


@pytest.mark.parametrize(("end", "code"), ENDS)
@pytest.mark.parametrize("words", ["start", "resume"])
def test_the_set_up_of_a_session(
    words: str, end: Callable[..., None], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "runs.db"
    target: list[object] = ["start", puzzle_file(tmp_path)]
    if words == "resume":
        with monkeypatch.context() as patch:
            patch.setattr("tilewright.runs.coordinator.to_cover", end)
            run("run", *target, "--time", "1h", "--db", db)
        target = ["resume", "last"]
    monkeypatch.setattr("tilewright.runs.coordinator.to_cover", end)
    result = run("run", *target, "--time", "1h", "--db", db)
    assert result.exit_code == code, result.output
    assert "to resume: tilewright run resume" in result.stderr
    assert [status.state.value for status in run_statuses(db)] == ["stopped"]
    monkeypatch.undo()
    assert run("run", "resume", "last", "--db", db).stdout.count("4 solutions") == 1


@pytest.mark.parametrize(("end", "code"), ENDS)
@pytest.mark.parametrize("stage", STAGES["why"])
def test_reasons(
    stage: str, end: Callable[..., None], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage, end)
    result = run("why", puzzle_file(tmp_path), "--time", "1h")
    assert result.exit_code == code and result.stdout == "", result.output


def test_json_while_looking_for_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = puzzle_file(tmp_path)
    for end, status in ((end_time, "limit"), (press, "cancelled")):
        monkeypatch.setattr("tilewright.solving.infeasibility.why", end)
        body = printed_json(run("why", path, "--json", "--time", "1h"))
        assert (body["reason"], body["status"]) == (None, status)
