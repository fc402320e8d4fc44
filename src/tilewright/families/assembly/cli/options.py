"""Options that the commands about the assemblies of one puzzle share."""

from __future__ import annotations

from tilewright.cli.options import (
    Command,
    mirrors_option_for,
    motions_option,
    reading_options,
    resource_options,
    with_options,
)


def assembly_options(command: Command) -> Command:
    """How the puzzle is read, which motions and mirror images there are, and the resources."""
    return with_options(command, (reading_options, motions_option, mirrors_option_for(""), resource_options))
