"""``tilewright vanish convert``: a board from text to XML and back."""

from __future__ import annotations

from pathlib import Path

import click

from tilewright.cli.completion import PLAIN_FILE
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, json_option
from tilewright.cli.output import check_output_file
from tilewright.families.vanishing.cli.solve import ORDER_SUFFIXES, write_board
from tilewright.wording import counted


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PLAIN_FILE)
@click.argument("output", type=click.Path(path_type=Path))
@json_option
def convert(*, file: str, output: Path, as_json: bool) -> None:
    """Write the board in FILE to OUTPUT: .txt for text, .xml for XML."""
    from tilewright.families.vanishing.files import load

    check_output_file(output, ORDER_SUFFIXES, file)
    board = load(file)
    write_board(output, board)
    if as_json:
        print_json({"command": "vanish convert", "source": file, "target": str(output)})
    else:
        click.echo(f"wrote {output}: {counted(len(board.pieces), 'piece')}")
