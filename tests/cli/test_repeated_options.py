"""An option that is given twice is refused by every command, unless it is made to be repeated."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from support.cli import run
from tilewright.cli.commands import StrictCommand
from tilewright.cli.program import program


def commands(command: click.Command = program, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            command_found = command.get_command(context, name)
            assert command_found is not None
            yield from commands(command_found, (*path, name))


def command_at(path: tuple[str, ...]) -> click.Command:
    command: click.Command = program
    for name in path:
        assert isinstance(command, click.Group)
        command_found = command.get_command(click.Context(command), name)
        assert command_found is not None
        command = command_found
    return command


def words(option: click.Option, name: str) -> list[str]:
    return [name] if option.is_flag else [name, "1"]


ALL = list(commands())


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_option_of_every_command(path: tuple[str, ...]) -> None:
    command = command_at(path)
    assert isinstance(command, StrictCommand)
    for option in command.get_params(click.Context(command)):
        if not isinstance(option, click.Option) or (option.is_eager and option.is_flag):
            continue
        twice = [*words(option, option.opts[0]), *words(option, option.opts[-1])]
        if option.multiple or option.count:
            command.make_parser(click.Context(command)).parse_args(twice)
            continue
        result = run(*path, *twice)
        named = next((name for name in option.opts if name.startswith("--")), option.opts[0])
        assert result.exit_code == 2
        assert f"{named} is given more than once; expected once at most" in result.stderr


def test_two_options_for_one_value() -> None:
    result = run("show", "catalog:pentominoes-6x10", "--color", "always", "--no-colour")
    assert result.exit_code == 2 and "--color and --no-color cannot be combined" in result.stderr


def test_a_checkpoint_to_resume_does_not_hide_the_others(tmp_path: Path) -> None:
    result = run("count", "catalog:dominoes-6x6", "--threads", 1, "--threads", 2, "--resume", tmp_path / "ck")
    assert result.exit_code == 2 and "--threads is given more than once" in result.stderr


def test_help_is_shown_whatever_else_is_given() -> None:
    result = run("table", "--threads", 1, "--threads", 2, "--help", "--help")
    assert result.exit_code == 0 and result.stdout.startswith("Usage: ")


def test_an_option_before_and_after_a_command() -> None:
    """The two belong to different commands."""
    assert "--json belongs after KIND" in run("make", "--json", "box", "--json").stderr
