"""The option ``--moves``: the kinds of moves by which assemblies are taken apart."""

from __future__ import annotations

import click

from tilewright.cli.options import FILTERS, grouped
from tilewright.family import WITH_ROTATIONS, filter_references

MOVES = ("translations", "rotations")


def has_rotations(_context: click.Context, _option: click.Parameter, value: str | None) -> bool:
    """Whether the kinds of moves include rotations; BadParameter for what is no list of kinds."""
    kinds = [MOVES[0]] if value is None else [kind.strip() for kind in value.split(",")]
    for kind in kinds:
        if kind not in MOVES:
            raise click.BadParameter(f"{kind!r} is no kind of move; expected {' and '.join(MOVES)}")
    if MOVES[0] not in kinds:
        raise click.BadParameter("pieces leave by translations: give translations,rotations")
    return MOVES[1] in kinds


moves_option = click.option(
    "--moves",
    metavar="KINDS",
    callback=has_rotations,
    help="Moves to try: translations, or translations,rotations (cubes only). Default: translations.",
)
filter_moves_option = grouped(
    FILTERS,
    click.option(
        "--moves",
        metavar="KINDS",
        callback=has_rotations,
        help="With --only: translations, or translations,rotations.\f Rotations are tried on cubes only. "
        "Default: translations.",
    ),
)


def filter_with_moves(only: str | None, *, moves: bool) -> str | None:
    """The name of the filter; with ``moves`` that of the filter that tries rotations as well."""
    if not moves:
        return only
    if only is None:
        raise click.UsageError("--moves requires --only")
    name = f"{only.removesuffix(WITH_ROTATIONS)}{WITH_ROTATIONS}"
    if name not in filter_references():
        raise click.UsageError(f"--only {only} makes no moves; --moves cannot be combined with it")
    return name
