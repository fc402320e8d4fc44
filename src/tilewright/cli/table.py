"""``tilewright table``: the counts and times of many puzzles."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli import table_output
from tilewright.cli.answers import area_mismatch
from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import TIME_LIMIT, Interrupted
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    MOTIONS,
    Command,
    DocumentedCommand,
    engine_option,
    json_option,
    memory_option,
    nodes_option,
    quiet_option,
    reading_options,
    use_option,
)
from tilewright.cli.output import check_output_file, note, output_keys, output_option
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import SPAN, ParsedType
from tilewright.cli.results_file import ResultsFile
from tilewright.cli.sources import given_parameters, load_puzzle
from tilewright.clock import monotonic
from tilewright.errors import FormatError, PuzzleError, TilewrightError
from tilewright.missing_file import missing_file
from tilewright.solving.engines.registry import ENGINES
from tilewright.solving.steps import Progress
from tilewright.solving.tabulation import ERROR, PuzzleRow, RowOptions, measure
from tilewright.wording import counted, quoted

if TYPE_CHECKING:
    from tilewright.catalogue import PuzzleEntry
    from tilewright.model.exact_cover_puzzle import AnyPuzzle

MAX_NUMBER = 1_024


def _parse_numbers(text: str) -> tuple[int, ...]:
    words = text.replace(" ", "").split(",")
    if not all(word.isascii() and word.isdigit() and len(word) <= len(str(MAX_NUMBER)) for word in words):
        raise ValueError(f"{quoted(text)} is not a list of numbers; expected e.g. 4 or 1,2,4")
    numbers = tuple(map(int, words))
    for number in numbers:
        if not 1 <= number <= MAX_NUMBER:
            raise ValueError(f"{number} is out of range; expected 1 to {MAX_NUMBER}")
        if numbers.count(number) > 1:
            raise ValueError(f"{number} is given twice; expected different numbers")
    return numbers


_NUMBERS = ParsedType("numbers", _parse_numbers)


def _numbers_option(name: str, text: str) -> Callable[[Command], Command]:
    return click.option(name, type=_NUMBERS, metavar="N,...", default=(), help=text)


@click.command(cls=DocumentedCommand)
@click.argument("files", nargs=-1, required=True, type=PUZZLE_FILE, metavar="FILE...")
@reading_options
@click.option(
    "--motions",
    "modes",
    type=MOTIONS,
    multiple=True,
    help="Allowed motions of the pieces, as for count. May be given several times to compare them.",
)
@use_option
@click.option(
    "--time",
    "seconds",
    type=SPAN,
    metavar="TIME",
    help="Stop each row after this time, such as 90, 1m30s or 2h. Default: no limit.",
)
@nodes_option
@engine_option("counts")
@_numbers_option(
    "--threads",
    "Number of threads, or several, such as 1,2,4, which are compared. Default: all available cores.",
)
@_numbers_option(
    "--workers",
    "Search in so many processes of a run; several numbers, such as 1,2,4, are compared.",
)
@memory_option
@click.option(
    "--results",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="PATH",
    help="Keep each finished row in PATH (.ndjson). Rows that are complete in it are not computed again.",
)
@click.option(
    "--to",
    "to_format",
    type=click.Choice(list(table_output.FORMATS)),
    default="text",
    show_default=True,
    help="What is printed.",
)
@output_option(
    "Write to this file: .txt, .tsv, .md, .html, .json, or a chart of the times, .svg or .png.", several=True
)
@quiet_option
@json_option
def table(
    *,
    files: tuple[str, ...],
    modes: tuple[str, ...],
    threads: tuple[int, ...],
    workers: tuple[int, ...],
    results: Path | None,
    to_format: str,
    outputs: tuple[Path, ...],
    quiet: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Tabulate the counts and times of puzzles: files, folders, and catalog:QUERY.

    A row has the number of solutions with identical copies distinct (labelled), with identical copies
    interchangeable, and up to symmetry, the time to the first and to all solutions, the nodes and the engine.
    """
    from tilewright.formats import write_atomically

    for output in outputs:
        check_output_file(output, table_output.SUFFIXES, *files)
    if workers and given["engine"] is not None and not ENGINES[given["engine"]].can("splittable"):
        raise click.UsageError(
            f"--workers needs an engine that splits its search; {given['engine']} does not"
        )
    if workers and given["memory"] is not None and not threads:
        raise click.UsageError("--memory and --workers cannot be combined: a run needs no tables of states")
    given["threads"] = threads[0] if threads else None
    options = RowOptions(**{field.name: given.pop(field.name) for field in fields(RowOptions)})
    settings = _settings(threads, workers)
    sources = find_sources(files)
    kept = TableResults(results, [Path(source.name) for source in sources]) if results else None
    jobs = [
        Job(source, mode, given, options.engine, setting)
        for source in sources
        for mode in modes or (None,)
        for setting in settings
    ]
    done = [kept.row(job) if kept else None for job in jobs]
    rows: list[PuzzleRow] = []
    with ProgressMonitor("tabulating", quiet=quiet) as monitor:
        progress = TableProgress(monitor, len(jobs) - sum(row is not None for row in done))
        for job, known in zip(jobs, done, strict=True):
            row = known
            if row is None:
                progress.begin(job.title)
                row = job.run(options, progress, monitor)
                if row is None:
                    break
                progress.finish()
                if kept:
                    kept.append(job, row)
            rows.append(row)
    interrupted = len(rows) < len(jobs)
    for output in outputs if rows else ():
        write_atomically(output, table_output.content(rows, output.suffix.lower(), interrupted=interrupted))
    if as_json:
        body = table_output.heading_keys(rows, interrupted=interrupted)
        print_json({**body, **output_keys(outputs if rows else ())})
    else:
        if rows:
            click.echo(table_output.FORMATS[to_format](rows), nl=False)
        if to_format == "text":
            click.echo(f"\n{table_output.summary(rows)}")
            for output in outputs if rows else ():
                click.echo(f"wrote {output}: {counted(len(rows), 'row')}")
    click.get_current_context().exit(_exit_code(rows, len(jobs)))


def _settings(threads: Sequence[int], workers: Sequence[int]) -> list[Setting]:
    """The numbers of threads and workers to compare; one that has neither where nothing is compared."""
    if len(threads) <= 1 and not workers:
        return [Setting()]
    return [
        *(Setting(threads=number) for number in threads),
        *(Setting(workers=number) for number in workers),
    ]


def _exit_code(rows: Sequence[PuzzleRow], total: int) -> ExitCode:
    """The exit code; errors and the end of the table are noted on stderr."""
    if len(rows) < total:
        note(f"stopped after {len(rows):,} of {counted(total, 'row')}")
        return ExitCode.INTERRUPTED
    wrong = [row for row in rows if row.status == ERROR]
    if wrong:
        note(
            f"{counted(len(wrong), 'row')} could not be computed; the first: {wrong[0].name}: {wrong[0].note}"
        )
        return ExitCode.BAD_INPUT
    limited = [row for row in rows if not row.complete]
    if limited:
        note(f"a limit ended {counted(len(limited), 'row')}; the first: {limited[0].name}")
        return ExitCode.LIMIT
    return ExitCode.FOUND


# --- What is tabulated


@dataclass(frozen=True)
class TableSource:
    """A puzzle to tabulate: what ``load_puzzle`` accepts, and the name of its row."""

    name: str
    title: str

    @property
    def content(self) -> bytes:
        """What identifies the puzzle; OSError when the file cannot be read."""
        from tilewright import catalogue

        if catalogue.is_reference(self.name):
            from tilewright.formats.toml.parameters import resolve

            bare = self.name.partition(":")[2]
            entry, given = catalogue.entry(bare), catalogue.given_parameters(bare)
            values = resolve(entry.parameters, given) if entry.parameters else {}
            return catalogue.with_parameters(entry.text, values).encode()
        given = given_parameters()
        return Path(self.name).read_bytes() + (json.dumps(given).encode() if given else b"")

    @property
    def parameters(self) -> dict[str, str] | None:
        """None: those of the command; the name of a puzzle of the catalogue has its own."""
        from tilewright import catalogue

        return {} if catalogue.is_reference(self.name) else None


def find_sources(words: Sequence[str]) -> list[TableSource]:
    """The puzzles that the words name, each once; FormatError for a word that names none."""
    values: dict[str, str] = {}
    for word in words:
        for name, title in _expand(word):
            values.setdefault(name, title)
    titles = list(values.values())
    return [TableSource(name, name if titles.count(title) > 1 else title) for name, title in values.items()]


def _expand(word: str) -> Iterator[tuple[str, str]]:
    """The puzzles that a word names, each with the name of its row."""
    from tilewright import catalogue

    path, query = Path(word), word.partition(":")[2]
    if catalogue.is_reference(word):
        entry = catalogue.find(query)
        if entry is not None:
            yield from _with_parameters(entry, query)
            return
        entries = catalogue.search(query)
        if not entries:
            near = catalogue.suggestion(query, "catalog:")
            raise FormatError(f"no puzzle of the catalogue matches these words{near}", file=word)
        yield from ((f"catalog:{one.name}", f"catalog:{one.name}") for one in entries)
    elif path.is_dir():
        files = sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
        if not files:
            raise FormatError("the folder has no files; expected puzzles", file=word)
        yield from ((str(file), file.name) for file in files)
    elif word == "-" or not path.exists():
        entry = catalogue.find(word) if word != "-" else None
        if entry is None:
            expected = "expected files, folders, or catalog:QUERY"
            problem = f"standard input cannot be tabulated; {expected}"
            if word != "-":
                problem = missing_file(word, catalogue.all_names(), "catalog:", expected=f"; {expected}")
            raise FormatError(problem, file=word or "FILE")
        yield f"catalog:{entry.name}", word
    elif path.is_file():
        yield word, path.name
    else:  # a pipe can be read only once, and perhaps nobody writes to it
        raise FormatError(
            "this is not an ordinary file; expected files, folders, or catalog:QUERY", file=word
        )


def _with_parameters(entry: PuzzleEntry, query: str) -> Iterator[tuple[str, str]]:
    """A puzzle of the catalogue for each combination of the values that follow its name."""
    from tilewright import catalogue
    from tilewright.formats.toml.parameters import expanded, resolve

    given, own = given_parameters(), catalogue.given_parameters(query)
    for name in own:
        if name in given:
            raise PuzzleError(f"{name} is given twice")
    given = {**own, **given}
    for values in expanded(entry.parameters, given) if given else [{}]:
        resolve(entry.parameters, values)
        name = catalogue.with_parameters(f"catalog:{entry.name}", values)
        yield name, ", ".join(values.values()) if values else f"catalog:{query}"


@dataclass(frozen=True)
class Setting:
    """How many threads or worker processes a row has; None where the table does not compare them."""

    threads: int | None = None
    workers: int | None = None


@dataclass(frozen=True)
class Job:
    """A row to compute: a puzzle under rules."""

    source: TableSource
    motions: str | None
    rules: dict[str, Any]
    engine: str | None
    setting: Setting = Setting()

    @property
    def title(self) -> str:
        """The name of the row, with its motions."""
        return f"{self.source.title} ({self.motions})" if self.motions else self.source.title

    @property
    def key(self) -> str:
        """The same for the same puzzle, rules and engine, and for these only."""
        words: list[object] = [self.motions, sorted(self.rules.items(), key=str), self.engine]
        if self.setting != Setting():  # so that other rows keep their keys
            words.append(asdict(self.setting))
        rules = json.dumps(words)
        return hashlib.sha256(rules.encode() + b"\0" + self.source.content).hexdigest()

    def run(self, options: RowOptions, progress: TableProgress, monitor: ProgressMonitor) -> PuzzleRow | None:
        """The row; an error is a row as well; None when the table was stopped."""
        title, motions, setting = self.source.title, self.motions, self.setting
        if setting.threads is not None:
            options = replace(options, threads=setting.threads)
        error_row = PuzzleRow(title, ERROR, motions=motions, **asdict(setting))
        try:
            given = {"motions": motions, "parameters": self.source.parameters, **self.rules}
            puzzle: AnyPuzzle = load_puzzle(self.source.name, **given).puzzle
            if monitor.cancel.is_set():
                return None
            keywords: dict[str, Any] = {"motions": motions, "on_progress": progress, "cancel": monitor.cancel}
            if setting.workers is not None:
                from tilewright.runs.tabulation import measure_run

                row = measure_run(title, puzzle, options, setting.workers, **keywords)
            else:
                row = replace(measure(title, puzzle, options, **keywords), threads=setting.threads)
        except Interrupted:
            TIME_LIMIT.clear()
            return None
        except FormatError as error:
            place = f"line {error.line}: " if error.line else ""
            return replace(error_row, note=f"{place}{error.message}")
        except (TilewrightError, OSError, MemoryError) as error:
            reason = str(error) or "not enough memory for this puzzle"
            return replace(error_row, note=reason)
        if row.solutions == 0 and row.complete and not row.note:
            return replace(row, note=area_mismatch(puzzle))
        return None if row.status == "cancelled" else row


class TableProgress:
    """The progress of a table, from that of its rows, which count alike."""

    def __init__(self, monitor: ProgressMonitor, total: int) -> None:
        self._monitor, self._total, self._done = monitor, max(1, total), 0
        self._title, self._start = "", monotonic()

    def begin(self, title: str) -> None:
        """A row is computed from now on."""
        self._title = title
        self(Progress(0.0, 0, 0, 0, 0.0, None))

    def finish(self) -> None:
        """The row is complete."""
        self._done += 1

    def __call__(self, progress: Progress) -> None:
        share = (self._done + progress.share) / self._total
        elapsed = monotonic() - self._start
        eta = elapsed * (1 - share) / share if share > 0 else None
        words = f"{self._done:,} of {counted(self._total, 'row')}: {self._title}"
        self._monitor(Progress(share, 0, 0, 0, elapsed, eta, listed=False, words=words))


# --- The results file


class TableResults:
    """Finished rows of tables in a results file, which the next table continues."""

    def __init__(self, path: Path, inputs: Sequence[Path]) -> None:
        """Read the file, or begin it; FormatError when it is another file, OutputError when not writable."""
        self._file = ResultsFile(path, "table", inputs)
        names = {field.name for field in fields(PuzzleRow)}
        self._rows: dict[str, PuzzleRow] = {}
        for key, body in self._file.rows.items():
            try:
                self._rows[key] = PuzzleRow(**{name: value for name, value in body.items() if name in names})
            except TypeError:
                raise self._file.wrong(body["line"]) from None

    def row(self, job: Job) -> PuzzleRow | None:
        """The complete row of a job under its present name; None when it is to be computed."""
        try:
            row = self._rows.get(job.key)
        except OSError:
            return None
        return replace(row, name=job.source.title) if row is not None and row.complete else None

    def append(self, job: Job, row: PuzzleRow) -> None:
        """Keep a row; it is on disk when this returns. Rows with errors are not kept."""
        if row.status != ERROR:
            self._file.append(job.key, table_output.row_keys(row))
