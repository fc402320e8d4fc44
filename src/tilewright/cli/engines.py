"""``--engine``: the names that each command takes. They stand here, so that help need not load an engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

LISTING = ("dense", "dancing", "ahead", "bitmask", "reference")
SWEEP = "frontier"
DETERMINANTS = "kasteleyn"

SOLVERS = (*LISTING, SWEEP)
"""Engines that can list solutions; the sweep keeps a graph of its states and walks through it."""
RESTARTS = "restarts"
FINDERS = (*SOLVERS, RESTARTS)
"""Engines that can find one solution."""
COUNTERS = (*SOLVERS, DETERMINANTS)
"""Engines that can count them."""
POPULATION = "population"
ESTIMATED = (*COUNTERS, POPULATION)
"""What can be asked for an estimate; the population estimates nothing but the number of solutions."""


class EngineName(click.ParamType[str]):
    """The name of an engine, one of those that the command takes."""

    name = "engine"

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.names:
            what = f"there is no engine named {value!r}"
            if value == DETERMINANTS:
                what = f"the engine {value!r} lists no solutions, it only counts"
            self.fail(f"{what}; there are {', '.join(self.names)}", param, ctx)
        return str(value)


def engine_option(names: tuple[str, ...], sentence: str) -> Callable[[Command], Command]:
    """The option ``--engine`` for a command that takes these names."""
    return click.option(
        "--engine",
        type=EngineName(names),
        metavar="NAME",
        help=f"{sentence}: {', '.join(names)}.",
    )
