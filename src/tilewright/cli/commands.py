"""Commands and groups that refuse an option that is given twice, of which click keeps the last value."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.parser import _OptionParser


OWN = "Options"
"""The heading of the options of a command itself."""

COLUMNS = 26
"""The widest column of options in a help text."""

EXPLAINED_BY = {"Printing": "show"}
"""Groups of options that one command explains; the help of others has their names alone."""


class StrictCommand(click.Command):
    """A command that takes each option once, but for those that are made to be repeated."""

    def make_parser(self, ctx: click.Context) -> _OptionParser:
        """The parser, which also checks how often options are given."""
        parser = super().make_parser(ctx)
        parse = parser.parse_args

        def parse_once(
            args: list[str],
        ) -> tuple[dict[str, object], list[str], list[click.Parameter]]:
            values, rest, order = parse(args)
            if not ctx.resilient_parsing:  # as when words are completed
                _check_given_once(order, ctx)
            return values, rest, order

        parser.parse_args = parse_once  # type: ignore[method-assign]
        return parser

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options in groups, those of the command itself first, each with the first part of its help.

        What follows a form feed in the help of an option is in the manual pages and in the documentation.
        """
        groups: dict[str, list[tuple[str, str]]] = {OWN: []}
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx) if isinstance(option, click.Option) else None
            if record is not None:
                shown = record[0], _first_part(record[1])
                groups.setdefault(getattr(option, "group", OWN), []).append(shown)
        for name, records in groups.items():
            other = EXPLAINED_BY.get(name, self.name)
            with formatter.section(name):
                if other == self.name:
                    formatter.write_dl(records, col_max=COLUMNS)
                else:
                    names = ", ".join(names for names, _ in records)
                    formatter.write_text(f"{names}; 'tilewright {other} --help' explains them.")
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)


class StrictGroup(StrictCommand, click.Group):
    """A group of such commands, which is one itself; ``aliases`` are former names, not listed in the help."""

    command_class = StrictCommand

    @cached_property
    def aliases(self) -> dict[str, str]:
        return {}

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, self.aliases.get(cmd_name, cmd_name))


def _check_given_once(order: Sequence[click.Parameter], ctx: click.Context) -> None:
    """UsageError for a second option with the same value; ``order`` has a parameter each time it is given."""
    if any(isinstance(one, click.Option) and one.is_flag and one.is_eager for one in order):
        return  # --help is answered whatever else is given
    given: dict[str | None, click.Option] = {}
    for option in order:
        if not isinstance(option, click.Option) or option.multiple or option.count:
            continue
        other = given.setdefault(option.name, option)
        if option is not other:
            raise click.UsageError(f"{_shown(other)} and {_shown(option)} cannot be combined", ctx)
        if sum(one is option for one in order) > 1:
            raise click.UsageError(f"{_shown(option)} is given more than once; expected once at most", ctx)


def _shown(option: click.Option) -> str:
    """The name of an option, its first long one if it has one."""
    return next((name for name in option.opts if name.startswith("--")), option.opts[0])


def _first_part(text: str) -> str:
    """The help of an option up to a form feed, and what click adds to it: a default, or a range."""
    first, feed, rest = text.partition("\f")
    extra = rest[rest.rindex("  [") :] if feed and rest.endswith("]") and "  [" in rest else ""
    return first.strip() + extra
