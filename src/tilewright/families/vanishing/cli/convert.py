"""``tilewright vanish convert``: a board from text to XML and back."""

from __future__ import annotations

from pathlib import Path

import click

from tilewright.cli.completion import PLAIN_FILE
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, json_option
from tilewright.cli.output import check_output_file, note
from tilewright.families.vanishing.cli.solve import ORDER_SUFFIXES, from_right_option, write_board
from tilewright.wording import counted


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PLAIN_FILE)
@click.argument("output", type=click.Path(path_type=Path))
@from_right_option
@click.option("--renumber", is_flag=True, help="Count x of OUTPUT from the other side.")
@json_option
def convert(*, file: str, output: Path, from_right: bool, renumber: bool, as_json: bool) -> None:
    """Write the board in FILE to OUTPUT: .txt for text, .xml for XML."""
    from tilewright.families.vanishing.files import load_noting_order

    check_output_file(output, ORDER_SUFFIXES, file)
    board, has_order = load_noting_order(file, from_right=from_right)
    write_board(output, board.renumbered() if renumber else board)
    if has_order:
        note(f"{file} also has an order of removal, which is not written")
    if as_json:
        print_json({"command": "vanish convert", "source": file, "target": str(output)})
    else:
        click.echo(f"wrote {output}: {counted(len(board.pieces), 'piece')}")
