"""``--order``: the items that a sweep goes through first, as words on the command line or in a file."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import click

_CELL = re.compile(r"-?\d+(?:,-?\d+)*")
_BRACKETED = re.compile(r"\(\s*(-?\d+(?:\s*,\s*-?\d+)*)\s*\)")


class Order(click.ParamType[tuple[str, ...]]):
    """Names of items: cells as ``2,0`` or ``(2, 0)``, pieces by name, with blanks between.

    A name with blanks stands in quotes. ``@PATH`` reads them from a file, in which ``#`` begins a remark.
    """

    name = "order"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        text, in_file = str(value), str(value).startswith("@")
        if in_file:
            try:
                text = Path(text[1:]).read_text(encoding="utf-8")
            except OSError as error:
                self.fail(f"cannot read {str(value)[1:]!r}: {error.strerror or error}", param, ctx)
            except UnicodeDecodeError:
                self.fail(f"{str(value)[1:]!r} is no text in UTF-8", param, ctx)
        plain = _BRACKETED.sub(lambda found: re.sub(r"\s", "", found[1]), text)
        try:
            words = shlex.split(plain, comments=in_file)
        except ValueError:
            self.fail("a quotation mark is never closed", param, ctx)
        if not words:
            self.fail("there is no name in it; expected cells like 2,0 and names of pieces", param, ctx)
        return tuple(f"({word})".replace(",", ", ") if _CELL.fullmatch(word) else word for word in words)


ORDER = Order()

order_option = click.option(
    "--order",
    type=ORDER,
    metavar="ITEMS",
    help="Let a sweep go through these items first: cells as x,y and names of pieces, with blanks "
    "between; @PATH reads them from a file. Without it several orders are tried.",
)
