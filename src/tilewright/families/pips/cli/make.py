"""``tilewright pips make``: new puzzles with one solution, for files and for paper."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, ascii_option, json_option, quiet_option, seed_option
from tilewright.cli.output import check_output_file, draws_lines, note, output_option
from tilewright.cli.progress import ProgressMonitor
from tilewright.clock import monotonic
from tilewright.errors import FormatError
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.families.pips.generation import MadePuzzle

LEVELS = ("easy", "medium", "hard")
SUFFIXES = (".json", ".txt", ".svg", ".pdf", ".png")
MAX_COUNT = 10_000


def _parse_date(ctx: click.Context, param: click.Parameter, value: str | None) -> date | None:
    if value is None:
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise click.BadParameter(
            f"{value!r} is no date; expected one such as 2026-11-24", ctx, param
        ) from None


@click.command(cls=DocumentedCommand)
@click.option(
    "--level", type=click.Choice(LEVELS), default="medium", show_default=True,
    help="How hard: which techniques are needed.",
)  # fmt: skip
@click.option("--cells", type=click.IntRange(2, 64), metavar="N", help="Cells of the board, an even number.")
@click.option("--shape", metavar="FILE", help="A drawing of the board: '#' or a letter for a cell.")
@click.option("--symmetric", is_flag=True, help="A board that a half turn leaves as it is.")
@click.option(
    "--count", "number", type=click.IntRange(1, MAX_COUNT), default=1, show_default=True, metavar="N",
    help="Make N puzzles, with the seeds from --seed on.",
)  # fmt: skip
@click.option("--date", "day", callback=_parse_date, metavar="DATE", help="The puzzle of this date.")
@click.option("--solution", "solved", is_flag=True, help="Also print the solutions.")
@seed_option("The same seed gives the same puzzle.")
@output_option("Write into this file: .json, .txt, .svg, .png or .pdf, solutions at the end of the sheet.")
@ascii_option
@quiet_option
@json_option
def make(
    *,
    level: str,
    cells: int | None,
    shape: str | None,
    symmetric: bool,
    number: int,
    day: date | None,
    solved: bool,
    seed: int,
    output: Path | None,
    plain: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Make puzzles with exactly one solution."""
    from tilewright.families.pips import generation
    from tilewright.families.pips.files import to_json
    from tilewright.solving.steps import Control, Progress

    _check_options(cells, shape, day, number=number, symmetric=symmetric)
    check_output_file(output, SUFFIXES)
    wanted = _shape_cells(shape) if shape else ()
    made: list[MadePuzzle] = []
    failed = 0
    stopped, start_time = False, monotonic()
    with ProgressMonitor("making", quiet=quiet) as monitor:
        for k in range(number):
            control = Control(cancel=monitor.cancel, seed=seed + k)
            if day is not None:
                result = generation.puzzle_of_date(day, level, control)
            else:
                result = generation.make(level, control, cells=cells, shape=wanted, symmetric=symmetric)
            stopped = result.status.value == "cancelled"
            if stopped:
                break
            failed += result.puzzle is None
            made += [result] if result.puzzle else []
            eta = (monotonic() - start_time) * (number - k - 1) / (k + 1)
            words = f"{k + 1:,} of {counted(number, 'puzzle')}"
            monitor(Progress((k + 1) / number, k + 1, 0, 0, monotonic() - start_time, eta, words=words))
    puzzles = [one.puzzle for one in made if one.puzzle is not None]
    message = ""
    if output is not None and puzzles:
        _write(output, made)
        message = f"wrote {output}: {counted(len(puzzles), 'puzzle')}"
    if as_json:
        status = "cancelled" if stopped else "limit" if failed else "complete"
        body = {"command": "pips make", "level": level, "seed": seed, "status": status, "output": output}
        print_json({**body, "puzzles": [to_json({"": one}) for one in puzzles]})
    elif output is None:
        texts = [_shown(one, solved=solved, plain=plain) for one in made]
        click.echo("\n".join(texts), nl=False)
    else:
        click.echo(message or f"no puzzle was made; {output} was not written")
    if stopped:
        note("stopped")
        click.get_current_context().exit(ExitCode.INTERRUPTED)
    if failed:
        note(f"{counted(failed, 'seed')} gave no {level} puzzle; choose others with --seed")
        click.get_current_context().exit(ExitCode.LIMIT)


def _shown(made: MadePuzzle, *, solved: bool, plain: bool) -> str:
    """A puzzle as text, and its solution drawn if asked."""
    from tilewright.families.pips.drawing import board_text
    from tilewright.families.pips.files import dumps

    if made.puzzle is None:
        return ""
    drawn = board_text(made.puzzle, made.solution, plain=not draws_lines(plain)) if solved else ""
    return dumps(made.puzzle) + (f"\n{drawn}" if drawn else "")


def _check_options(
    cells: int | None, shape: str | None, day: date | None, *, number: int, symmetric: bool
) -> None:
    """click's UsageError for options that contradict each other."""
    if shape is not None and (cells is not None or symmetric):
        other = "--cells" if cells is not None else "--symmetric"
        raise click.UsageError(f"--shape says which cells there are, so {other} cannot be given, too")
    if day is not None and (number > 1 or cells is not None or shape is not None or symmetric):
        raise click.UsageError("--date says which puzzle it is; only --level can be given, too")
    if cells is not None and cells % 2:
        raise click.UsageError(f"--cells {cells} is odd; a domino covers two cells")


def _shape_cells(file: str) -> list[tuple[int, int]]:
    """The cells of a drawing: all signs but dots and blanks."""
    from tilewright.formats import read_text

    rows = read_text(file).splitlines()
    cells = [(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign not in ". \t"]
    if not cells:
        raise FormatError("the drawing has no cells; expected '#' for each", file=file)
    return cells


def _write(output: Path, made: Sequence[MadePuzzle]) -> None:
    """Write puzzles into a file, by its suffix."""
    from tilewright.formats import write_atomically

    write_atomically(output, _WRITERS[output.suffix.lower()](made))


def _json_of(made: Sequence[MadePuzzle]) -> str:
    from tilewright.families.pips.files import to_json

    puzzles = [one.puzzle for one in made if one.puzzle]
    return (
        json.dumps(to_json({"" if len(puzzles) == 1 else str(k): one for k, one in enumerate(puzzles, 1)}))
        + "\n"
    )


def _text_of(made: Sequence[MadePuzzle]) -> str:
    from tilewright.families.pips.files import dumps

    return "\n".join(dumps(one.puzzle) for one in made if one.puzzle)


def _picture_of(suffix: str) -> Callable[[Sequence[MadePuzzle]], bytes]:
    def content(made: Sequence[MadePuzzle]) -> bytes:
        from tilewright.families.pips.drawing import board_scene
        from tilewright.families.pips.pages import one_scene, page_scenes
        from tilewright.render.pdf import scenes_pdf
        from tilewright.render.png import SCENE_WRITERS

        solved = [(one.puzzle, one.solution) for one in made if one.puzzle and one.solution]
        if suffix == ".pdf":
            return scenes_pdf(page_scenes(solved))
        is_one = len(solved) == 1
        scene = board_scene(solved[0][0]) if is_one else one_scene(page_scenes(solved))
        return SCENE_WRITERS[suffix](scene)

    return content


_WRITERS: dict[str, Callable[[Sequence[MadePuzzle]], str | bytes]] = {
    ".json": _json_of,
    ".txt": _text_of,
    ".svg": _picture_of(".svg"),
    ".png": _picture_of(".png"),
    ".pdf": _picture_of(".pdf"),
}
