"""A group of commands that is also a command itself: ``gunport BOARD`` beside ``gunport table``."""

from __future__ import annotations

import re

import click

_SUBCOMMAND = f"{__name__}.subcommand"
_EXPECTED = "expected a size such as 8x10 with at least 1 row and 1 column, a file, or catalog:NAME"


class BoardGroup(click.Group):
    """A group whose first word may be a board instead of a command: then it is a command itself."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] in self.commands:
            ctx.meta[_SUBCOMMAND] = True
            return super().parse_args(ctx, args)
        ctx.allow_interspersed_args, ctx.allow_extra_args = True, False
        negative = next((word for word in args if re.match(r"-\d", word)), "")
        try:
            return click.Command.parse_args(self, ctx, args)
        except click.NoSuchOption as error:
            if negative and error.option_name == negative[:2]:
                raise click.UsageError(f"{negative!r} is no board; {_EXPECTED}", ctx) from None
            raise

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of use, not of the alphabet."""
        return list(self.commands)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters of a question about a board; before a command there is only ``--help``."""
        params = super().get_params(ctx)
        if _SUBCOMMAND in ctx.meta:
            return [param for param in params if not param.expose_value]
        return params
