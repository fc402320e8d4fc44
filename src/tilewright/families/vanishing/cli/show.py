"""``tilewright vanish show``: a board as text or picture; an order of removal as a strip or an animation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.options import ascii_option, json_option
from tilewright.cli.output import check_suffix, check_writable, draws_lines, print_json
from tilewright.cli.quantities import counted
from tilewright.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.families.vanishing.board import DominoBoard
    from tilewright.families.vanishing.pictures import Frame

SUFFIXES = (".svg", ".png", ".txt", ".gif")
MOVING = (".gif", ".svg")
STRIP = 12
"""How many boards a strip has when nothing is said."""

EPILOG = """\b
Examples:
  tilewright vanish show board.txt
  tilewright vanish show board.xml -o board.png
  tilewright vanish show board.txt --order solution.txt --at 10
  tilewright vanish show board.txt --order solution.txt -o strip.svg --frames 8
  tilewright vanish show board.txt --order solution.txt -o film.gif
  tilewright vanish show board.txt --order solution.txt -o film.svg --animate

Pieces that may go now are marked: by brackets in text, by a thick border in a picture. Where an order is
shown, those are marked that go before the next board.
"""


@click.command(epilog=EPILOG, short_help="Draw a board, or an order of removal as a film.")
@click.argument("file")
@click.option(
    "--order", "order_file", metavar="ORDER", help="A file with an order of removal: show how it goes."
)
@click.option(
    "--at",
    type=click.IntRange(0),
    metavar="N",
    help="Show one board, after the first N removals of the order, and what may go then.",
)
@click.option(
    "--frames",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help=f"How many boards show the order at most; without it {STRIP} in a strip, all in an animation.",
)
@click.option("--animate", is_flag=True, help="Let an SVG move by itself; a GIF always does.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Draw into this file: .svg, .png, .txt or .gif.",
)
@ascii_option
@json_option
def show(
    file: str,
    order_file: str | None,
    at: int | None,
    frames: int | None,
    animate: bool,  # noqa: FBT001 - from click
    output: Path | None,
    plain: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Draw the board in FILE, or with --order the removals one after another."""
    _check_request(file, order_file, at, frames, output, animate=animate)
    from tilewright.families.vanishing.files import load
    from tilewright.formats import write_atomically

    board = load(file)
    order = () if order_file is None else checked_order(order_file, board)
    if at is not None and at > len(order):
        raise click.UsageError(f"--at is {at:,}, but the order has {counted(len(order), 'removal')}")
    moving = output is not None and (animate or output.suffix.lower() == ".gif")
    single = order_file is None or at is not None
    title = "" if file == "-" else Path(file).stem
    written = ""
    content: str | bytes
    if output is not None:
        if moving:
            content, count = _animation(board, order, frames, output.suffix.lower())
        elif single:
            content, count = _picture(board, order[: at or 0], title, output.suffix.lower(), plain=plain), 1
        else:
            content, count = _strip(board, order, frames, title, output.suffix.lower(), plain=plain)
        write_atomically(output, content)
        written = f"wrote {output}" + (f": {counted(count, 'frame')}" if not single else "")
    if as_json:
        print_json(_body(file, board, order[: at or 0] if single else order, output))
    elif output is not None:
        click.echo(written)
    elif single:
        click.echo(_board_words(board, order[: at or 0], plain=not draws_lines(plain)), nl=False)
    else:
        shown = _shown(board, order, frames)
        click.echo(_strip_words(board, shown, plain=not draws_lines(plain)), nl=False)


def _check_request(
    file: str,
    order_file: str | None,
    at: int | None,
    frames: int | None,
    output: Path | None,
    *,
    animate: bool,
) -> None:
    """Refuse what cannot be together, and a file that could not be written in the end."""
    suffix = "" if output is None else output.suffix.lower()
    if output is not None:
        check_suffix(output, SUFFIXES)
    if animate and suffix not in MOVING:
        raise click.UsageError(
            f"--animate is about a picture that moves; give -o with one of {', '.join(MOVING)}"
        )
    if order_file is None:
        asked = {"--at": at is not None, "--frames": frames is not None, "--animate": animate}
        asked["a GIF"] = suffix == ".gif"
        for word, given in asked.items():
            if given:
                raise click.UsageError(f"{word} shows an order of removal; name its file with --order")
    if at is not None and (frames is not None or animate or suffix == ".gif"):
        raise click.UsageError("--at shows one board; expected neither --frames nor --animate nor a GIF")
    if file == order_file == "-":
        raise click.UsageError("standard input cannot hold both the board and the order")
    if output is not None:
        check_writable(output, *(Path(name) for name in (file, order_file) if name not in (None, "-")))


def checked_order(order_file: str, board: DominoBoard) -> tuple[int, ...]:
    """The order in a file; FormatError when it cannot be read, or one of its removals is not allowed."""
    from tilewright.families.vanishing.check import faults
    from tilewright.families.vanishing.files import load_order

    order = load_order(order_file, board)
    if wrong := faults(board, order):
        raise FormatError(wrong[0], file="standard input" if order_file == "-" else order_file)
    return order


def _body(file: str, board: DominoBoard, removed: Sequence[int], output: Path | None) -> dict[str, object]:
    from tilewright.families.vanishing.play import begin

    position = begin(board, removed)
    return {
        "command": "vanish show",
        "file": file,
        "width": board.width,
        "height": board.height,
        "pieces": [str(piece) for piece in board.pieces],
        "removed": [str(board.pieces[number]) for number in removed],
        "left": position.left,
        "removable": [str(board.pieces[number]) for number in position.removable],
        "output": output and str(output),
    }


def _board_line(board: DominoBoard, removed: Sequence[int], may_go: int) -> str:
    """How many pieces there are, and how many may go."""
    left = len(board.pieces) - len(removed)
    size = f"{board.width} x {board.height}"
    pieces = f"{left:,} of {counted(len(board.pieces), 'piece')}" if removed else counted(left, "piece")
    return f"{size}, {pieces}; {f'{may_go:,}' if may_go else 'none'} may go now"


def _board_words(board: DominoBoard, removed: Sequence[int], *, plain: bool) -> str:
    from tilewright.families.vanishing.drawing import board_text
    from tilewright.families.vanishing.play import begin

    text = board_text(board, removed, marked=(may := begin(board, removed).removable), plain=plain)
    return f"{text}{_board_line(board, removed, len(may))}" + (": those in brackets\n" if may else "\n")


def _picture(
    board: DominoBoard, removed: Sequence[int], title: str, suffix: str, *, plain: bool
) -> str | bytes:
    from tilewright.families.vanishing.pictures import WRITERS, Frame, board_scene
    from tilewright.families.vanishing.play import begin

    if suffix == ".txt":
        return _board_words(board, removed, plain=plain)
    may = begin(board, removed).removable
    line = _board_line(board, removed, len(may)) + (": those with a thick border" if may else "")
    frame = Frame(frozenset(removed), frozenset(may))
    return WRITERS[suffix](board_scene(board, frame, title=title, line=line))


def _strip(
    board: DominoBoard, order: Sequence[int], frames: int | None, title: str, suffix: str, *, plain: bool
) -> tuple[str | bytes, int]:
    from tilewright.families.vanishing.pictures import WRITERS, strip_scene

    shown = _shown(board, order, frames)
    if suffix == ".txt":
        return _strip_words(board, shown, plain=plain), len(shown)
    end = f"{counted(len(order), 'removal')}, {len(board.pieces) - len(order):,} left"
    line = f"{end}; what goes before the next board has a thick border"
    return WRITERS[suffix](strip_scene(board, shown, title=title, line=line)), len(shown)


def _shown(board: DominoBoard, order: Sequence[int], frames: int | None) -> tuple[Frame, ...]:
    """The frames that are asked for; for None a few, fewer of a large board."""
    from tilewright.families.vanishing.animation import film
    from tilewright.families.vanishing.pictures import MAX_SQUARES, check_size

    usual = max(1, min(STRIP, MAX_SQUARES // (board.width * board.height)))
    asked = film(board, order, usual if frames is None else frames)
    check_size(board, len(asked.turns))
    return tuple(asked.frames())


def _strip_words(board: DominoBoard, shown: Sequence[Frame], *, plain: bool) -> str:
    from tilewright.families.vanishing.drawing import board_text

    parts = [
        f"{frame.caption}\n{board_text(board, frame.removed, marked=frame.marked, plain=plain)}"
        for frame in shown
    ]
    return "\n".join(parts) + "pieces in brackets go before the next board\n"


def _animation(
    board: DominoBoard, order: Sequence[int], frames: int | None, suffix: str
) -> tuple[bytes, int]:
    from tilewright.families.vanishing.animation import ANIMATORS, animated

    film = animated(board, order, frames)
    return ANIMATORS[suffix](film), len(film.turns)
