"""``tilewright show``: a drawing of the board and the pieces, or files of the pieces for 3-D printing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.drawing import DrawStyle, cost_lines, describe, echo_drawing, free_lines, item_tables
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    DocumentedCommand,
    drawing_options,
    json_option,
    rules_options,
    strict_option,
)
from tilewright.cli.output import (
    BODIES,
    DRAWINGS,
    PAPER,
    PICTURES,
    check_writable,
    output_keys,
    output_option,
)
from tilewright.cli.printed_pieces import PlateOptions, plate_options, write_pieces
from tilewright.cli.printing import GIVE_BODIES, PrintingOptions, printing_options
from tilewright.cli.solution_output import check_output, check_view, view_option
from tilewright.cli.sources import LoadedPuzzle, has_items, load_puzzle
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.render.scene import Scene

SUFFIXES = (*DRAWINGS, PAPER, *BODIES)


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@rules_options
@strict_option
@output_option(
    "Write a drawing (.svg, .png, .txt), paper models (.pdf), or bodies for 3-D printers (.stl, .3mf, .obj "
    "or a directory)."
)
@view_option
@click.option("--conflicts", is_flag=True, help="Draw which options exclude each other, as a matrix.")
@click.option("--links", is_flag=True, help="Draw the matrix as the linked lists of dancing links.")
@click.option(
    "--labelled",
    is_flag=True,
    help="With --conflicts: number identical copies, which become different pieces.",
)
@click.option(
    "--pieces", is_flag=True, help="List the pieces with their numbers of orientations and of placements."
)
@click.option(
    "--placements",
    is_flag=True,
    help="List the placements with their numbers: the rows of the exact cover matrix.",
)
@printing_options
@plate_options
@drawing_options
@json_option
def show(
    *,
    file: str,
    output: Path | None,
    view: str | None,
    conflicts: bool,
    links: bool,
    labelled: bool,
    pieces: bool,
    placements: bool,
    plain: bool,
    color: str,
    as_json: bool,
    **rules: Any,
) -> None:
    """Draw the board and the pieces of the puzzle in FILE, or list its items and options."""
    printing, plate = PrintingOptions.take(rules), PlateOptions.take(rules)
    loaded = load_puzzle(file, **rules)
    puzzle = loaded.puzzle
    check_view(view, [output] if output else [], puzzle, papers=True)
    if output is not None and (pieces or placements):
        raise click.UsageError("--pieces and --placements cannot be combined with -o")
    if links and conflicts:
        raise click.UsageError("--links cannot be combined with --conflicts")
    if labelled and not conflicts:
        raise click.UsageError("--labelled requires --conflicts")
    to_bodies = output is not None and (output.suffix.lower() in BODIES or output.is_dir())
    where = f"{GIVE_BODIES}, or with a directory"
    plate.check(output, to_bodies=to_bodies, where=where)
    to_paper = output is not None and output.suffix.lower() == PAPER and not to_bodies
    printing.check(to_bodies=to_bodies, to_paper=to_paper, where=where)
    written, files = "", [output] if output else []
    if conflicts:
        written = _write_conflicts(loaded, output, labelled=labelled)
    elif links:
        written = _write_links(loaded, output)
    elif output is not None and to_bodies:
        written, files = write_pieces(loaded, output, plate, printing)
    elif output is not None and to_paper:
        written = _write_paper(loaded, output, view, printing)
    elif output is not None:
        written = _write_drawing(loaded, output, view, plain=plain)
    if as_json:
        lists = _list_keys(puzzle, pieces=pieces, placements=placements)
        print_json({"command": "show", "file": file, **describe(puzzle), **lists, **output_keys(files)})
    elif output is not None:
        click.echo(written)
    elif pieces or placements:
        _print_lists(puzzle, pieces=pieces, placements=placements)
    else:
        style = DrawStyle.from_options(plain=plain, color=color)
        echo_drawing(style.draw_puzzle(puzzle), style)
        if lines := [*free_lines(puzzle), *cost_lines(puzzle)]:
            click.echo("\n" + "\n".join(lines))


def _print_lists(puzzle: AnyPuzzle, *, pieces: bool, placements: bool) -> None:
    """Print the pieces, the placements, or both, and the size of the matrix."""
    from tilewright.cli.placement_lists import matrix_line, piece_lines, row_lines
    from tilewright.formats.to_exact_cover import matrix_size, to_exact_cover_puzzle

    lines = piece_lines(puzzle) if pieces else []
    lines += row_lines(to_exact_cover_puzzle(puzzle)) if placements else []
    is_forced = not has_items(puzzle) and bool(puzzle.board.forced)
    left_out = ", without the placements that forced ones exclude" if is_forced else ""
    for line in [*lines, matrix_line(*matrix_size(puzzle)) + left_out]:
        click.echo(line)


def _list_keys(puzzle: AnyPuzzle, *, pieces: bool, placements: bool) -> dict[str, object]:
    """The JSON keys of what :func:`_print_lists` prints."""
    from tilewright.cli.placement_lists import piece_numbers, row_keys
    from tilewright.formats.to_exact_cover import matrix_size, to_exact_cover_puzzle

    if not (pieces or placements):
        return {}
    numbers = {"piece_numbers": piece_numbers(puzzle)} if pieces else {}
    listed = {"placements": row_keys(to_exact_cover_puzzle(puzzle))} if placements else {}
    rows, columns = matrix_size(puzzle)
    return {**numbers, **listed, "matrix": {"rows": rows, "columns": columns}}


def _write_drawing(loaded: LoadedPuzzle, output: Path, view: str | None, *, plain: bool) -> str:
    """Draw the puzzle into a file; a line that says what was written."""
    from tilewright.formats import write_atomically
    from tilewright.render.options import RenderOptions
    from tilewright.render.picture import RENDERERS

    if not output.suffix:
        raise click.UsageError(
            f"{output}: expected a directory or a file with the extension {', '.join(SUFFIXES)}"
        )
    check_output(output, loaded, suffixes=SUFFIXES)
    puzzle = loaded.puzzle
    if has_items(puzzle) and output.suffix.lower() not in PICTURES:
        write_atomically(output, item_tables(puzzle) + "\n")
    else:
        options = RenderOptions(ascii=plain, view=view or "")
        write_atomically(output, RENDERERS[output.suffix.lower()](puzzle, (), options))
    return f"wrote {output}"


def _write_paper(loaded: LoadedPuzzle, output: Path, view: str | None, printing: PrintingOptions) -> str:
    """Draw the pieces in true size on pages; a line that says what was written."""
    from tilewright.formats import write_atomically
    from tilewright.render.paper import paper_pages
    from tilewright.render.pdf import scenes_pdf

    check_output(output, loaded, suffixes=SUFFIXES)
    assert not has_items(loaded.puzzle)
    pages = paper_pages(loaded.puzzle, printing.cell, view or "")
    write_atomically(output, scenes_pdf(pages))
    return f"wrote {output}: {counted(len(pages), 'page')} of size A4"


def _write_conflicts(loaded: LoadedPuzzle, output: Path | None, *, labelled: bool) -> str:
    """Draw the conflict matrix into a file; a line that says what was written."""
    from tilewright.formats.conflict_graph import conflicts_of, graph_puzzle
    from tilewright.formats.to_exact_cover import numbered_copies
    from tilewright.render.matrix import conflicts_scene

    output = _check_picture("--conflicts", loaded, output)
    puzzle, _ = graph_puzzle(numbered_copies(loaded.puzzle) if labelled else loaded.puzzle)
    scene = conflicts_scene([option.label for option in puzzle.options], conflicts_of(puzzle), puzzle.title)
    return _write_scene(scene, output)


def _write_links(loaded: LoadedPuzzle, output: Path | None) -> str:
    """Draw the linked lists of the matrix into a file; a line that says what was written."""
    from tilewright.formats.to_exact_cover import to_exact_cover_puzzle
    from tilewright.render.links import links_scene

    output = _check_picture("--links", loaded, output)
    return _write_scene(links_scene(to_exact_cover_puzzle(loaded.puzzle)), output)


def _check_picture(option: str, loaded: LoadedPuzzle, output: Path | None) -> Path:
    """The file of a picture; UsageError if none is given."""
    if output is None or output.suffix.lower() not in PICTURES:
        raise click.UsageError(f"{option} requires -o with a file that ends in .svg or .png")
    check_writable(output, loaded.path)
    return output


def _write_scene(scene: Scene, output: Path) -> str:
    from tilewright.formats import write_atomically
    from tilewright.render.png import scene_png
    from tilewright.render.svg import scene_svg

    is_svg = output.suffix.lower() == ".svg"
    write_atomically(output, scene_svg(scene) if is_svg else scene_png(scene))
    return f"wrote {output}"
