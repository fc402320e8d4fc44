"""Every command has help with valid examples, explains every option and is documented."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from contextlib import suppress

import click
import pytest

from support.cli import run
from tilewright import catalogue
from tilewright.cli.interruption import TIME_LIMIT, start_command
from tilewright.cli.program import COMMANDS, program
from tilewright.clock import monotonic
from tilewright.families.gunport.cli.board import BoardGroup
from tilewright.solving import continuation


def commands(group: click.Group = program, name: str = "") -> Iterator[tuple[str, click.Command]]:
    yield name, group
    for word in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), word)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{name} {word}".strip())
        else:
            yield f"{name} {word}".strip(), command


ALL = dict(commands())


def examples(command: click.Command) -> list[list[str]]:
    groups = []
    for line in (command.epilog or "").splitlines():
        if line.startswith("  ") and "tilewright " in line:
            groups.append(shlex.split(line.split("tilewright ", 1)[1]))
    return groups


@pytest.mark.parametrize("name", ALL)
def test_every_command_has_examples_of_itself(name: str) -> None:
    lines = examples(ALL[name])
    assert lines and any(" ".join(line).startswith(name) for line in lines)


@pytest.mark.parametrize("name", ALL)
def test_every_example_is_a_valid_command_line(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(continuation, "contents_text", str)  # --resume alone reads a file that is not here
    for line in examples(ALL[name]):
        group: click.Command = program
        rest = list(line)
        while isinstance(group, click.Group):
            command = group.get_command(click.Context(group), rest[0])
            if isinstance(group, BoardGroup) and command is None:
                break  # the word is a board
            assert command is not None
            group = command
            rest.pop(0)
        start_command(monotonic())
        with suppress(click.exceptions.Exit):
            group.make_context("tilewright", rest)  # UsageError for options and values that are wrong
        TIME_LIMIT.clear()  # or the alarm of --time would end the tests
        for word in line:
            if word.startswith("catalog:"):
                assert catalogue.search(word.removeprefix("catalog:"))
        if line[:2] == ["catalog", "show"]:
            assert line[2] in catalogue.names()


@pytest.mark.parametrize("name", ALL)
def test_help_fits_a_terminal(name: str) -> None:
    """100 lines of 80 columns: longer explanations are in the manual pages; grids on one line are exempt."""
    ctx = click.Context(program, info_name="tilewright", terminal_width=80)
    for word in name.split():
        ctx = click.Context(ALL[name], info_name=word, parent=ctx)
    lines = ALL[name].get_help(ctx).splitlines()
    assert len(lines) <= 100
    assert not [line for line in lines if len(line) > 80 and not re.search(r"[0-9. ]{60}|^  --.*\[", line)]


def test_options_of_a_group_have_its_heading() -> None:
    text = run("solve", "--help").stdout
    headings = [line for line in text.splitlines() if re.fullmatch(r"[A-Z][A-Za-z ]+:", line)]
    assert headings == [
        "Options:", "Puzzle:", "Which solutions:", "Filter:", "Limits:", "Search:", "Checkpoints:", "Output:",
        "Printing:",
    ]  # fmt: skip
    assert text.index("Limits:") < text.index("--time TIME") < text.index("Search:")
    assert "--cell, --unit MM, --gap MM" in text and "show --help' explains them" in " ".join(text.split())
    assert "  --gap MM     " in run("show", "--help").stdout


def test_the_manual_has_what_the_help_leaves_out() -> None:
    option = next(param for param in ALL["solve"].params if param.name == "motions")
    assert isinstance(option, click.Option) and option.help is not None
    short, feed, rest = option.help.partition("\f")
    text = " ".join(run("solve", "--help").stdout.split())
    assert feed and short.strip() in text and rest.strip() not in text
    record = option.get_help_record(click.Context(ALL["solve"]))
    assert record is not None and rest.strip() in record[1]


@pytest.mark.parametrize("name", ALL)
def test_every_option_is_explained(name: str) -> None:
    for parameter in ALL[name].params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
    assert ALL[name].help


@pytest.mark.parametrize("name", ALL)
def test_help_shows_the_examples(name: str) -> None:
    result = run(*name.split(), "--help")
    assert result.exit_code == 0
    for line in examples(ALL[name]):
        assert shlex.join(line) in result.stdout


def test_an_unknown_command_is_refused() -> None:
    result = run("slove")
    assert result.exit_code == 2
    assert "No such command 'slove'; did you mean solve or serve?" in result.stderr
    assert "No such command 'xyzzy'." in run("xyzzy").stderr
    assert "did you mean show?" in run("catalog", "shwo").stderr


def test_json_is_offered_everywhere() -> None:
    for name, command in ALL.items():
        if not isinstance(command, click.Group):
            assert any("--json" in parameter.opts for parameter in command.params), name


def test_the_command_list_repeats_each_commands_own_summary() -> None:
    """It is kept apart so that help comes without their imports."""
    for name, words in COMMANDS.items():
        command = program.get_command(click.Context(program), name)
        assert command is not None
        assert command.get_short_help_str(200) == words
