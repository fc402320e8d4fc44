"""What the shell completes: files, and names of the catalogue. The scripts for the shells are click's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

CATALOGUE = "catalog:"


class FileType(click.ParamType[str]):
    """A text that is completed as the path of a file and, with ``catalogue``, as the name of a puzzle."""

    name = "text"

    def __init__(self, *, files: bool = True, catalogue: bool = True) -> None:
        self.files, self.catalogue = files, catalogue

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The files, unless the name of a puzzle is begun, and the names of puzzles that begin so."""
        from click.shell_completion import CompletionItem

        items = [CompletionItem(incomplete, type="file")] if self.files else []
        if not self.catalogue:
            return items
        # Bash takes "catalog:" for a word of its own: then only the name after it is incomplete.
        prefix = CATALOGUE if incomplete.startswith(CATALOGUE) else ""
        begun = incomplete.removeprefix(prefix)
        if prefix or begun or not self.files:
            from tilewright import catalogue

            names = [prefix + name for name in catalogue.names() if name.startswith(begun)]
            return [*map(CompletionItem, names), *(() if prefix else items)]
        return [*items, CompletionItem(CATALOGUE)]


PUZZLE_FILE = FileType()
PLAIN_FILE = FileType(catalogue=False)
PUZZLE_NAME = FileType(files=False)
