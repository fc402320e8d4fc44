"""``tilewright vanish show``: a board as text or picture; an order of removal as a strip or an animation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.completion import PLAIN_FILE
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, ascii_option, json_option
from tilewright.cli.output import ANIMATIONS, check_suffix, check_writable, draws_lines, output_option
from tilewright.families.vanishing.cli.solve import from_right_option, load_allowed_order
from tilewright.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.families.vanishing.board import DominoBoard
    from tilewright.families.vanishing.game import VanishingPosition

SUFFIXES = (".svg", ".png", ".txt", ".gif")
STRIP_FRAMES = 12  # how many boards a strip has by default


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PLAIN_FILE)
@click.option("--order", "order_file", metavar="ORDER", help="Show the order of removal in this file.")
@click.option("--at", type=click.IntRange(0), metavar="N", help="Show one board, after N removals.")
@click.option(
    "--frames",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help=f"Show the order on at most N boards. Default: {STRIP_FRAMES} in a strip, all in an animation.",
)
@click.option("--numbers", is_flag=True, help="Draw the number of each piece: its place in FILE, from 1.")
@click.option("--animate", is_flag=True, help="Animate an SVG; a GIF is always animated.")
@output_option("Draw into this file: .svg, .png, .txt or .gif.")
@ascii_option
@from_right_option
@json_option
def show(
    *,
    file: str,
    order_file: str | None,
    at: int | None,
    frames: int | None,
    numbers: bool,
    animate: bool,
    output: Path | None,
    plain: bool,
    from_right: bool,
    as_json: bool,
) -> None:
    """Draw the board in FILE, or with --order the removals one after another."""
    suffix = "" if output is None else output.suffix.lower()
    if output is not None:
        check_suffix(output, SUFFIXES)
    if animate and suffix not in ANIMATIONS:
        raise click.UsageError(f"--animate requires -o with one of {', '.join(ANIMATIONS)}")
    if order_file is None:
        requests = {"--at": at is not None, "--frames": frames is not None, "--animate": animate}
        requests["a GIF"] = suffix == ".gif"
        for name, given in requests.items():
            if given:
                raise click.UsageError(f"{name} shows an order of removal; name its file with --order")
    if at is not None and (frames is not None or animate or suffix == ".gif"):
        raise click.UsageError("--at shows one board; it excludes --frames, --animate and a GIF")
    if numbers and suffix in ("", ".txt"):
        raise click.UsageError("--numbers draws into pictures; it requires -o with .svg, .png or .gif")
    if file == order_file == "-":
        raise click.UsageError("standard input cannot hold both the board and the order")
    if output is not None:
        check_writable(output, *(Path(name) for name in (file, order_file) if name not in (None, "-")))
    from tilewright.families.vanishing.animation import ANIMATORS, removal_animation
    from tilewright.families.vanishing.files import load
    from tilewright.families.vanishing.game import begin
    from tilewright.formats import write_atomically

    board = load(file, from_right=from_right)
    order = () if order_file is None else load_allowed_order(order_file, board)
    if at is not None and at > len(order):
        raise click.UsageError(f"--at is {at:,}, but the order has {counted(len(order), 'removal')}")
    single = order_file is None or at is not None
    position = begin(board, order[: at or 0] if single else order)
    title = "" if file == "-" else Path(file).stem
    suffix = suffix or ".txt"
    plain = plain if output is not None else not draws_lines(plain)
    content: str | bytes = ""
    if animate or suffix == ".gif":
        animation = removal_animation(board, order, frames, numbered=numbers)
        content, count = ANIMATORS[suffix](animation), len(animation.turns)
    elif as_json and output is None:
        count = 0
    elif single:
        content, count = _picture(position, title, suffix, numbers=numbers, plain=plain), 1
    else:
        content, count = _strip(board, order, frames, title, suffix, numbers=numbers, plain=plain)
    if output is not None:
        write_atomically(output, content)
    if as_json:
        print_json(
            {
                "command": "vanish show",
                "file": file,
                "width": board.width,
                "height": board.height,
                "pieces": [str(piece) for piece in board.pieces],
                "removed": [str(board.pieces[number]) for number in position.removed],
                "left": position.remaining,
                "removable": [str(board.pieces[number]) for number in position.removable],
                "output": output,
            }
        )
    elif output is not None:
        click.echo(f"wrote {output}" + (f": {counted(count, 'frame')}" if not single else ""))
    else:
        click.echo(content, nl=False)


def _summary(position: VanishingPosition) -> str:
    """The size of the board, how many pieces are on it, and how many of them are removable."""
    from tilewright.families.vanishing.board import size_text

    board, removable = position.board, len(position.removable)
    total = counted(len(board.pieces), "piece")
    pieces = f"{position.remaining:,} of {total}" if position.removed else total
    size, now = size_text(board.width, board.height), f"{removable:,}" if removable else "none"
    return f"{size}, {pieces}; {now} removable now"


def _picture(
    position: VanishingPosition, title: str, suffix: str, *, numbers: bool, plain: bool
) -> str | bytes:
    from tilewright.families.vanishing.drawing import BoardSnapshot, board_scene, board_text
    from tilewright.render.png import SCENE_WRITERS

    if suffix == ".txt":
        text = board_text(position.board, position.removed, marked=position.removable, plain=plain)
        return f"{text}{_summary(position)}" + (": those in brackets\n" if position.removable else "\n")
    line = _summary(position) + (": those with a thick border" if position.removable else "")
    snapshot = BoardSnapshot(position.gone, frozenset(position.removable), numbered=numbers)
    return SCENE_WRITERS[suffix](board_scene(position.board, snapshot, title=title, line=line))


def _strip(
    board: DominoBoard,
    order: Sequence[int],
    frames: int | None,
    title: str,
    suffix: str,
    *,
    numbers: bool,
    plain: bool,
) -> tuple[str | bytes, int]:
    from tilewright.families.vanishing.animation import RemovalAnimation
    from tilewright.families.vanishing.drawing import MAX_SQUARES, board_text, check_picture_size, strip_scene
    from tilewright.render.png import SCENE_WRITERS

    # By default a few, fewer of a large board.
    most = max(1, min(STRIP_FRAMES, MAX_SQUARES // (board.width * board.height)))
    animation = RemovalAnimation.of(board, order, most if frames is None else frames, numbered=numbers)
    check_picture_size(board, len(animation.turns))
    shown = tuple(animation.frames())
    if suffix == ".txt":
        texts = (board_text(board, each.removed, marked=each.marked, plain=plain) for each in shown)
        parts = (f"{each.caption}\n{text}" for each, text in zip(shown, texts, strict=True))
        return "\n".join(parts) + "pieces in brackets are removed before the next board\n", len(shown)
    end = f"{counted(len(order), 'removal')}, {len(board.pieces) - len(order):,} left"
    line = f"{end}; pieces with a thick border are removed before the next board"
    return SCENE_WRITERS[suffix](strip_scene(board, shown, title=title, line=line)), len(shown)
