"""``tilewright vanish make``: new boards, at random or certain to be solvable."""

from __future__ import annotations

from pathlib import Path

import click

from tilewright.cli.json_output import print_json
from tilewright.cli.make import SIZE_TYPE
from tilewright.cli.options import DocumentedCommand, json_option, seed_option
from tilewright.cli.output import check_output_file, note, output_option
from tilewright.families.vanishing.cli.solve import ORDER_SUFFIXES, write_board

DIFFICULTIES = ("easy", "medium", "hard")


@click.command(cls=DocumentedCommand)
@click.argument("size", type=SIZE_TYPE, metavar="SIZE")
@click.option(
    "--values", "largest", type=click.IntRange(0, 1000), default=4, show_default=True, metavar="N",
    help="The largest value.",
)  # fmt: skip
@click.option(
    "--blanks", type=click.FloatRange(0, 1), default=0.25, show_default=True, metavar="SHARE",
    help="The share of halves that are blank, that is, have the value 0.",
)  # fmt: skip
@click.option(
    "--gaps", type=click.FloatRange(0, 1, max_open=True), default=0.0, show_default=True, metavar="SHARE",
    help="The share of dominoes that are left out.",
)  # fmt: skip
@click.option("--difficulty", type=click.Choice(DIFFICULTIES), help="Make a board that can be cleared.")
@seed_option("The same seed gives the same board.")
@output_option("Write the board to this file, .txt or .xml. Default: standard output.")
@json_option
def make(
    *,
    size: tuple[int, ...],
    largest: int,
    blanks: float,
    gaps: float,
    difficulty: str | None,
    seed: int,
    output: Path | None,
    as_json: bool,
) -> None:
    """Make a board of SIZE, rows x columns, such as 9x10 for a board that is 10 squares wide."""
    from tilewright.families.vanishing.files import dumps
    from tilewright.families.vanishing.generation import (
        GAMES,
        BoardSpec,
        GeneratedBoard,
        random_board,
        solvable_board,
    )

    if len(size) != 2:
        raise click.UsageError("SIZE is rows x columns, such as 9x10")
    height, width = size
    check_output_file(output, ORDER_SUFFIXES)
    spec = BoardSpec(width, height, largest, blanks, gaps)
    made = solvable_board(spec, difficulty, seed) if difficulty else GeneratedBoard(random_board(spec, seed))
    board = made.board
    if output is not None:
        write_board(output, board)
    if as_json:
        body: dict[str, object] = {
            "command": "vanish make",
            "width": width,
            "height": height,
            "pieces": [str(piece) for piece in board.pieces],
            "seed": seed,
            "difficulty": difficulty,
            "output": output,
        }
        if difficulty is not None:
            body.update(
                careless_games=GAMES, careless_cleared=made.cleared, careless_left=made.mean_remaining
            )
        print_json(body)
    elif output is None:
        click.echo(dumps(board), nl=False)
    else:
        click.echo(f"wrote {output}: {len(board.pieces):,} pieces")
    if difficulty is not None and not as_json:
        note(
            f"all pieces can be removed; {made.cleared} of {GAMES} random games remove all, and "
            f"{made.mean_remaining:.1f} pieces remain on average"
        )
