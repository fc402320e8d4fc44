"""Arrangements by name: those in a file that Tilewright or an older program wrote, or the best of a size."""

from __future__ import annotations

import json
from pathlib import Path

from tilewright.errors import FormatError
from tilewright.families.gunport.board import Arrangement, Rules
from tilewright.families.gunport.board_files import board_of_size
from tilewright.families.gunport.library import DrawnSubmission
from tilewright.families.gunport.library import loads as loads_sheet
from tilewright.families.gunport.library.stm import SUFFIX, is_stm, loads_stm
from tilewright.families.gunport.query import GunportQuery, SolveOptions
from tilewright.families.gunport.solve import stream_arrangements
from tilewright.formats.files import decode, read_bytes
from tilewright.missing_file import missing_file
from tilewright.solving.steps import Returning

MAX_CELLS = 1_000_000
"""The cells of all arrangements of a size that are listed: a few seconds; 7x10 has 12,503 arrangements."""
STDIN = "-"
_WHO = "a file"  # submissions have a finder


def most_listed(name: str) -> int | None:
    """How many best arrangements are listed for a name that is a size; None for another name."""
    board = board_of_size(name)
    return None if board is None else max(1, MAX_CELLS // len(board.cells))


def read_arrangements(
    name: str,
    rules: Rules = Rules(),  # noqa: B008 - frozen
    options: SolveOptions = SolveOptions(),  # noqa: B008
) -> list[Arrangement]:
    """The arrangements of a name, all on one board, each checked under the rules.

    A size such as ``4x10`` stands for its best arrangements, up to MAX_CELLS. After a limit or a cancellation
    they are those found by then, maybe none. Any other name is a file, ``-`` standard input:
    drawings with blank lines between them, JSON of ``gunport``, or ``GunPortSolutions.stm``.
    FormatError for a file without arrangements, with a wrong one, or with several boards. UnsupportedError
    and PuzzleError as of ``solve.stream_arrangements``.
    """
    board = board_of_size(name)
    if board is not None:
        query = GunportQuery(arrangements=most_listed(name))
        steps = Returning(stream_arrangements(board, rules, query, options))
        return list(steps) or list(steps.value.arrangements)
    file = "standard input" if name == STDIN else name
    if name != STDIN and not Path(name).exists():
        raise FormatError(f"it is not a size such as 4x10, and there is {missing_file(name)}", file=file)
    data = read_bytes(name)
    try:
        drawn = _drawn(data, Path(name).suffix.lower(), rules)
    except FormatError as error:
        raise error.at(file) from None
    arrangements = []
    for one in drawn:
        if one.submission is None:
            raise FormatError(one.fault, file=file)
        arrangements.append(one.submission.arrangement)
    boards = list(dict.fromkeys(arrangement.board for arrangement in arrangements))
    if len(boards) > 1:
        raise FormatError(
            f"it has arrangements on several boards, {boards[0].name} and {boards[1].name} among them; "
            "expected one board",
            file=file,
        )
    return arrangements


def _drawn(data: bytes, suffix: str, rules: Rules) -> list[DrawnSubmission]:
    """What a file shows, each checked; FormatError when it shows nothing."""
    if is_stm(data) or suffix == SUFFIX:
        return loads_stm(data, rules, _WHO)
    text = decode(data)
    if text.lstrip().startswith("{"):
        text = _drawings_of_json(text)
    return loads_sheet(text, unnamed=_WHO, piece=rules.piece.name, no_slide=rules.no_slide)


def _drawings_of_json(text: str) -> str:
    """The drawings in what ``gunport --json`` prints, with blank lines between them."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"this is not JSON: {error}") from None
    drawings = body.get("arrangements") or [body.get("arrangement")]
    try:
        return "\n\n".join("\n".join(lines) for lines in drawings)
    except TypeError:
        raise FormatError(
            "there is no arrangement in this JSON; expected 'arrangement', a list of lines, or a list of "
            "such lists, 'arrangements'"
        ) from None
