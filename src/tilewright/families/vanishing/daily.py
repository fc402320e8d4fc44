"""The boards of a date."""

from __future__ import annotations

from datetime import date
from functools import partial

from tilewright.families.vanishing.drawing import board_scene
from tilewright.families.vanishing.files import board_address, loads
from tilewright.render.scene import Scene
from tilewright.web.daily import PageRequest, PuzzleAddress, chosen


def addresses_of_date(day: date) -> dict[str, PuzzleAddress]:
    """The addresses of the boards of a date by level; all pieces of each board can be removed."""
    boards = {level: board_text(line) for level, line in chosen(__package__, day).items()}
    return {
        level: PuzzleAddress(
            board_address(board),
            PageRequest("/vanishing/board", {"board": board}),
            partial(scene_of_board, board),
        )
        for level, board in boards.items()
    }


def scene_of_board(text: str) -> Scene:
    """The board of a text, before anything is removed."""
    return board_scene(loads(text))


def board_text(line: str) -> str:
    """The board of a line such as ``5;4 h1200 ...``: the sides, then the pieces without their semicolons."""
    size, *pieces = line.split()
    return "\n".join([size, *(";".join(piece) for piece in pieces), ""])
