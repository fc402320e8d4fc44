"""``tilewright gunport library``: the best boards known, which people and engines improve."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.commands import StrictGroup
from tilewright.cli.completion import PLAIN_FILE
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.json_output import print_json
from tilewright.cli.options import json_option
from tilewright.cli.output import check_writable, drawing_option, output_option
from tilewright.cli.sources import report_warnings
from tilewright.errors import FormatError, LibraryError
from tilewright.families import gunport as api
from tilewright.families.gunport.cli.output import (
    PDF,
    check_output,
    entry_arrangements,
    entry_body,
    entry_bound,
    entry_numbers,
    entry_proof,
    file_writer,
    is_known,
    pages_content,
    sides,
    style_option,
    submission_body,
    submission_text,
)
from tilewright.wording import aligned, counted, quoted

if TYPE_CHECKING:
    from tilewright.families.gunport.library import LibraryEntry, SubmissionResult

PAGE_SUFFIXES = (PDF, ".svg")
TEXT_SUFFIXES = (".txt", "")
MAX_PER_PAGE = 60
SHOWN = 20  # the most wrong entries that are printed; all are counted
library_option = click.option(
    "--library",
    "library_path",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The library's file. Default: the one in TILEWRIGHT_LIBRARY, else the user's own.",
)
piece_option = click.option(
    "--piece",
    default="domino",
    show_default=True,
    metavar="PIECE",
    help="The piece: domino, I3, 'L tromino', T4, P, or a drawing such as XX/X.",
)
no_slide_option = click.option(
    "--no-slide", is_flag=True, help="Apply the rule that no piece may be able to slide."
)
own_option = click.option(
    "--own", is_flag=True, help="Only entries of this file, without the shipped boards."
)
shipped_option = click.option("--shipped", is_flag=True, help="Only the boards shipped with Tilewright.")


def _source(*, own: bool, shipped: bool) -> str:
    """Which entries --own and --shipped select; without them, the best of each board."""
    from tilewright.families.gunport.library.store import BOTH, OWN, SHIPPED

    if own and shipped:
        raise click.UsageError("--own and --shipped cannot be combined; without them, both are read")
    return OWN if own else SHIPPED if shipped else BOTH


def _examples(*commands: str) -> str:
    return "\n  tilewright gunport library ".join(["\b\nExamples:", *commands])


EPILOG = """\b
Examples:
  tilewright gunport library list
  tilewright gunport library show 8x10
  tilewright gunport library import found.txt --who Ada

The library is a file in the user's data directory, or the one named by --library or by the environment
variable TILEWRIGHT_LIBRARY. Boards shipped with Tilewright are always included: all of at most 14 rows and
columns.
"""


@click.group(cls=StrictGroup, epilog=EPILOG, short_help="The best boards known.")
def library() -> None:
    """The best gunport boards known: proven to be optimal, or the best that anyone has found.

    Every entry is checked first. Arrangements are replaced only by one with fewer pieces. Those with equally
    few are kept next to each other, one of each class under the board's symmetries, up to 100 of a board.
    """


@library.command("list", epilog=_examples("list", "list --own --json", "list --shipped"))
@own_option
@shipped_option
@library_option
@json_option
def list_all(
    own: bool,  # noqa: FBT001 - from click
    shipped: bool,  # noqa: FBT001
    library_path: Path | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """List the boards of the library, with their numbers of pieces and ports."""
    opened = api.Library(library_path)
    entries = opened.entries(source=_source(own=own, shipped=shipped))
    if as_json:
        _print_json("list", library=str(opened.path), boards=[entry_body(entry) for entry in entries])
        return
    for (piece, no_slide), group in groupby(entries, key=lambda e: (e.key.piece, e.key.no_slide)):
        click.echo(f"{piece}{', no slide' if no_slide else ''}:")
        rows = [("board", "pieces", "ports", "", "kept", "found by", "on")]
        rows += [
            (e.key.name, str(e.pieces), str(e.ports), entry_bound(e), str(e.kept), e.who, e.found[:10])
            for e in group
        ]
        for line in aligned(rows, "<>><>"):
            click.echo(f"  {line}")
    if not entries:
        click.echo(
            f"the library is empty; its file {'is' if opened.path.exists() else 'will be'} {opened.path}"
        )


@library.command(
    epilog=_examples(
        "show 8x10",
        "show 10x8 --style letters",
        "show 14x14 --all -o boards.svg",
        "show 6x6 --no-slide --json",
    )
)
@click.argument("board")
@click.option("--all", "everything", is_flag=True, help="Show every arrangement that is kept.")
@style_option
@drawing_option
@piece_option
@no_slide_option
@own_option
@shipped_option
@library_option
@json_option
def show(
    board: str,
    everything: bool,  # noqa: FBT001 - from click
    style: str | None,
    output: Path | None,
    piece: str,
    no_slide: bool,  # noqa: FBT001 - from click
    own: bool,  # noqa: FBT001
    shipped: bool,  # noqa: FBT001
    library_path: Path | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Show the best arrangement known of BOARD: a size (rows x columns), a file, '-', or catalog:NAME."""
    source = _source(own=own, shipped=shipped)
    check_output(output)
    rules = api.rules_for(piece, no_slide=no_slide)
    with report_warnings(board):
        wanted = api.read_board(board)
    entry = api.Library(library_path).best(wanted, rules, source=source)
    if entry is None:
        if as_json:
            _print_json("show", board=board, found=False)
        else:
            how = f"{rules.piece.name}{', no slide' if no_slide else ''}"
            among = "".join(f" {word}" for word in ("own", "shipped") if word == source)
            click.echo(f"the library has no{among} arrangement of {wanted.name} ({how})", err=True)
        click.get_current_context().exit(ExitCode.NONE)
    arrangements = entry.all_on(wanted)[: None if everything else 1]
    drawings = [api.dumps(arrangement, style or "") for arrangement in arrangements]
    if output is not None:
        _draw(entry, arrangements, output, style or "")
    if as_json:
        body = {
            **entry_body(entry, drawings, everything=everything),
            **sides(wanted.size),
            "output": output and str(output),
        }
        _print_json("show", found=True, **body)
        return
    if output is None:
        for drawing in drawings:
            click.echo(drawing)
    click.echo(f"{wanted.name}: {entry_numbers(entry)}, {entry_proof(entry)}.")
    click.echo(f"Found by {entry.who}, {entry.found}{'; shipped with Tilewright' if entry.shipped else ''}.")
    from tilewright.families.gunport.library import HISTORY

    for sentence in (HISTORY.get(entry.key), entry_arrangements(entry)):
        if sentence:
            click.echo(f"{sentence}.")
    if output is not None:
        click.echo(f"wrote {output}")


@library.command(
    "import",
    epilog=_examples(
        "import found.txt",
        "import GunPortSolutions.stm",
        "import found.txt --who Ada --no-slide",
        "import - --library shared.sqlite --json",
    ),
)
@click.argument("file", type=PLAIN_FILE)
@click.option("--who", default="", metavar="NAME", help="The finder, overriding the file.")
@piece_option
@no_slide_option
@library_option
@json_option
def import_file(
    file: str,
    who: str,
    piece: str,
    no_slide: bool,  # noqa: FBT001 - from click
    library_path: Path | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Enter the boards drawn in FILE ('-' is standard input), separated by blank lines.

    Boards are drawn in <>^v. or in LRUDE; other pieces in letters, with --piece. Each is checked; if one is
    wrong, none is entered. FILE can also be the GunPortSolutions.stm of the gunport program of 2011, whose
    wrong boards are refused by name while the others are entered. A file proves no lower bound.
    """
    from tilewright.families.gunport.library import loads
    from tilewright.families.gunport.library.stm import SUFFIX, is_stm, loads_stm
    from tilewright.formats import read_bytes
    from tilewright.formats.files import decode

    opened = api.Library(library_path)
    name = "standard input" if file == "-" else file
    shown = Path(file).name if file != "-" else name
    unnamed = f"a drawing in {shown}" if shown.isprintable() and len(shown) < 100 else "a drawing"
    data = read_bytes(file)
    partly = is_stm(data) or Path(file).suffix.lower() == SUFFIX
    try:
        if partly:
            submissions = loads_stm(data, api.rules_for(piece, no_slide=no_slide), who or unnamed)
        else:
            submissions = loads(decode(data, name), who=who, unnamed=unnamed, piece=piece, no_slide=no_slide)
    except FormatError as error:
        raise error if error.file else error.at(name) from None
    valid = [drawn.submission for drawn in submissions if drawn.submission is not None]
    wrong = len(submissions) - len(valid)
    outcomes: list[SubmissionResult] = opened.enter(valid) if valid and (partly or not wrong) else []
    entered = sum(outcome.entered for outcome in outcomes)
    results = iter(outcomes)
    pairs = [(drawn, next(results, None) if drawn.submission is not None else None) for drawn in submissions]
    if as_json:
        _print_json(
            "import",
            file=file,
            library=str(opened.path),
            entered=entered,
            wrong=wrong,
            drawings=[submission_body(*pair) for pair in pairs],
        )
    else:
        for drawn, outcome in pairs:
            where = "" if partly else f"line {drawn.line}: "
            click.echo(f"{where}{submission_text(drawn, outcome)}")
        total = counted(len(submissions), "board" if partly else "drawing")
        if wrong and not partly:
            click.echo(f"{wrong:,} of {total} wrong: nothing was entered", err=True)
        else:
            known = sum(is_known(*pair) for pair in pairs)
            worse = len(valid) - entered - known
            parts = [f"{entered:,} entered in {opened.path}", f"{known:,} known already"]
            parts += [f"{worse:,} no better than those known"] if worse else []
            parts += [f"{wrong:,} refused"] if partly else []
            click.echo(f"{total}: {', '.join(parts)}", err=not valid)
    failure = ExitCode.NONE if outcomes else ExitCode.BAD_INPUT
    click.get_current_context().exit(failure if wrong else ExitCode.FOUND)


@library.command(
    epilog=_examples(
        "export -o boards.txt",
        "export 8x10 6x6",
        "export -o GunPortSolutions.stm",
        "export 8x8 9x9 10x10 -o sheet.pdf",
        "export --own --json",
    )
)
@click.argument("boards", nargs=-1)
@output_option(
    "Write to this file: .txt, .stm for the gunport program of 2011, or pages to print: .pdf, .svg for one."
)
@click.option(
    "--per-page",
    type=click.IntRange(1, MAX_PER_PAGE),
    metavar="N",
    help="Boards of a page to print, in rows from the left. Default: 12.",
)
@own_option
@shipped_option
@library_option
@json_option
def export(
    boards: tuple[str, ...],
    output: Path | None,
    per_page: int | None,
    own: bool,  # noqa: FBT001 - from click
    shipped: bool,  # noqa: FBT001
    library_path: Path | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Write the library, or its entries for BOARDS, as drawings that import reads, or as pages to print.

    A comment line above each drawing describes it. Pages have the size A4; each board has its title, and the
    first of its arrangements. What a file .stm cannot hold is left out and counted.
    """
    from tilewright.families.gunport.library import dumps
    from tilewright.families.gunport.library.stm import SUFFIX, dumps_stm
    from tilewright.formats import write_atomically

    source = _source(own=own, shipped=shipped)
    suffix = None if output is None else output.suffix.lower()
    printed = suffix in PAGE_SUFFIXES
    if per_page is not None and not printed:
        raise click.UsageError(f"--per-page requires -o with one of {', '.join(PAGE_SUFFIXES)}")
    if output is not None:
        if suffix not in (*TEXT_SUFFIXES, SUFFIX, *PAGE_SUFFIXES):
            expected = ", ".join(filter(None, (*TEXT_SUFFIXES, SUFFIX, *PAGE_SUFFIXES)))
            raise click.UsageError(
                f"{output}: no file {quoted(suffix)} can be written; expected one of {expected}"
            )
        check_writable(output)
    opened = api.Library(library_path)
    entries = opened.entries(source=source)
    if printed and not entries:
        raise LibraryError("the library is empty: there is nothing to draw")
    if boards:
        entries = _only(entries, boards)
    for entry in entries:
        entry.arrangement  # noqa: B018 - entries are checked before they are written
    written, lost = len(entries), ""
    if output is None:
        content: str | bytes = dumps(entries)
    else:
        if suffix == SUFFIX:
            stm = dumps_stm(entries)
            content, written, lost = stm.data, stm.boards, stm.left_out
        else:
            content = _pages(entries, output, per_page) if printed else dumps(entries)
        write_atomically(output, content)
    if as_json:
        body: dict[str, object] = {"output": output and str(output), "boards": written, "left_out": lost}
        if output is None:
            body["boards"] = [
                entry_body(entry, [one.drawing for one in entry.sheets], everything=True) for entry in entries
            ]
        _print_json("export", library=str(opened.path), **body)
    elif output is not None:
        click.echo(f"wrote {output}: {counted(written, 'board')}")
        if lost:
            click.echo(lost, err=True)
    else:
        click.echo(content, nl=False)


@library.command(epilog=_examples("verify", "verify --library shared.sqlite --remove"))
@click.option("--remove", is_flag=True, help="Delete wrong entries from the library's file.")
@library_option
@json_option
def verify(remove: bool, library_path: Path | None, as_json: bool) -> None:  # noqa: FBT001 - from click
    """Check every entry by its cells, and the library's file; exit code 1 if an entry is wrong."""
    opened = api.Library(library_path)
    total, wrong = opened.verify(remove=remove)
    removed = sum(not entry.shipped for entry, _ in wrong) if remove else 0
    if as_json:
        _print_json(
            "verify",
            library=str(opened.path),
            boards=total,
            valid=not wrong,
            wrong=len(wrong),
            removed=removed,
            faults=[{"board": e.key.name, "piece": e.key.piece, "faults": f} for e, f in wrong],
        )
    else:
        for entry, faults in wrong[:SHOWN]:
            click.echo(f"{entry.key.name}: {faults[0]}")
        if len(wrong) > SHOWN:
            click.echo(f"... and {len(wrong) - SHOWN:,} more")
        if wrong:
            click.echo(f"{len(wrong):,} of {counted(total, 'board')} wrong, {removed:,} removed")
        else:
            click.echo(f"all {counted(total, 'board')} valid")
    click.get_current_context().exit(ExitCode.NONE if wrong else ExitCode.FOUND)


def _print_json(command: str, **body: object) -> None:
    print_json({"command": f"gunport library {command}", **body})


def _draw(entry: LibraryEntry, arrangements: Sequence[api.Arrangement], output: Path, style: str) -> None:
    name = arrangements[0].board.name
    line = entry_proof(entry) if len(arrangements) > 1 else f"{entry_proof(entry)}; found by {entry.who}"
    caption = api.Caption(f"{name}: {entry_numbers(entry)}", line)
    with file_writer(output, sheet=len(arrangements), style=style, caption=lambda: caption) as writer:
        for arrangement in arrangements:
            writer.write(arrangement)
        writer.finish()


def _pages(entries: Sequence[LibraryEntry], output: Path, per_page: int | None) -> bytes:
    """Pages with the entries, each below its board, its numbers, its rules and its proof."""
    drawn = []
    for entry in entries:
        rules = [] if entry.key.piece == "domino" else [entry.key.piece]
        rules += ["no slide"] if entry.key.no_slide else []
        title = ", ".join([f"{entry.key.name}: {entry_numbers(entry)}", *rules])
        drawn.append((entry.arrangement, api.Caption(title, entry_proof(entry))))
    return pages_content(output, drawn, "Gunport boards, rows x columns", per_page)


def _only(entries: Sequence[LibraryEntry], boards: Sequence[str]) -> list[LibraryEntry]:
    """The entries of these boards, under any rules; LibraryError when one of them has none."""
    from tilewright.families.gunport.library import key_of

    wanted = {key_of(api.read_board(board), api.Rules()).key.board: board for board in boards}
    library_entries = [entry for entry in entries if entry.key.board in wanted]
    for missing in sorted(wanted.keys() - {entry.key.board for entry in library_entries}):
        raise LibraryError(f"the library has no arrangement of {wanted[missing]}")
    return library_entries
