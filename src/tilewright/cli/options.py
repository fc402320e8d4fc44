"""The options that several commands share; nothing here loads a solver."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

import click

from tilewright.cli.commands import StrictCommand, StrictGroup
from tilewright.cli.interruption import TIME_LIMIT
from tilewright.cli.output import note
from tilewright.cli.quantities import AMOUNT, ORDER, SEED, SIZE, SPAN, ParsedType
from tilewright.family import WITH_ROTATIONS, filter_references
from tilewright.registry import did_you_mean
from tilewright.solving.engines.registry import ALIAS_NOTES, ENGINES, canonical_name
from tilewright.solving.settings import FIELDS, problem_of
from tilewright.wording import quoted

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Command = TypeVar("Command", bound=Callable[..., Any])


PUZZLE, WHAT, FILTERS, LIMITS = "Puzzle", "Which solutions", "Filter", "Limits"
SEARCH, CHECKPOINTS, OUTPUT, PRINTING = "Search", "Checkpoints", "Output", "Printing"
"""Headings of options in help texts."""


def with_options(
    command: Command, options: Iterable[Callable[[Command], Command]], group: str = ""
) -> Command:
    """The command with these options, which its help lists in this order, below the heading ``group``.

    Options that have a heading already keep it.
    """
    known = {*map(id, _parameters(command))}
    for option in reversed(tuple(options)):
        command = option(command)
    for parameter in _parameters(command):
        if group and id(parameter) not in known and not hasattr(parameter, "group"):
            parameter.group = group
    return command


def _parameters(command: Any) -> list[Any]:
    return getattr(command, "__click_params__", None) or getattr(command, "params", [])


def grouped(group: str, *options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Options below a heading of the help."""
    return lambda command: with_options(command, options, group)


@dataclass(frozen=True)
class OptionGroup:
    """Options that belong together; the fields are named after the options' parameters."""

    @classmethod
    def take(cls, given: dict[str, Any]) -> Self:
        """Remove the options of these names from ``given``."""
        return cls(**{field.name: given.pop(field.name) for field in fields(cls) if field.name in given})


# --- Help


@cache
def _help_entries(path: Path) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(path.read_text(encoding="utf-8"))


class DocumentedCommand(StrictCommand):
    """A command whose summary and examples are in ``help.toml`` next to its module, read when shown."""

    @property
    def _help_entry(self) -> dict[str, Any]:
        path = Path(inspect.getfile(inspect.unwrap(cast(Callable[..., Any], self.callback))))
        entries = _help_entries(path.with_name("help.toml"))
        return cast(dict[str, Any], entries.get(f"{path.stem} {self.name}") or entries[str(self.name)])

    @property
    def short_help(self) -> str | None:
        return str(self._help_entry["summary"])

    @short_help.setter
    def short_help(self, text: str | None) -> None:
        """Click sets it; the file decides."""

    @property
    def epilog(self) -> str | None:
        examples, text = self._help_entry["examples"], self._help_entry.get("text", "")
        heading = "Examples:" if len(examples) > 1 else "Example:"
        return "\n".join(["\b", heading, *(f"  {line}" for line in examples), "", text])

    @epilog.setter
    def epilog(self, text: str | None) -> None:
        """Click sets it; the file decides."""


class DocumentedGroup(DocumentedCommand, StrictGroup):
    """A group with its summary and examples, and those of its commands, in ``help.toml``."""

    command_class = DocumentedCommand


# --- Fields of questions and settings, see ``tilewright.solving.settings``


def help_of(name: str, more: str = "") -> str:
    """The help of the option for a field; ``more`` is for the reference and the man pages only."""
    return FIELDS[name].help + (f"\f {more}" if more else "")


def option_word(name: str) -> str:
    """The option for a field."""
    return f"--{name.replace('_', '-')}"


def check_combination(given: Iterable[str]) -> None:
    """UsageError where fields that are given cannot be combined, or lack what they need."""
    if problem := problem_of([*given], option_word):
        raise click.UsageError(problem)


# --- What is printed

json_option = grouped(
    OUTPUT, click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
)
quiet_option = grouped(OUTPUT, click.option("-q", "--quiet", is_flag=True, help="Do not show progress."))
ascii_option = grouped(
    OUTPUT, click.option("--ascii", "plain", is_flag=True, help="Draw with ASCII characters only.")
)
color_option = grouped(
    OUTPUT,
    click.option(
        "--color",
        "--colour",
        "color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="Colour drawings; auto colours on a terminal unless NO_COLOR is set.",
    ),
)
no_color_option = grouped(
    OUTPUT,
    click.option("--no-color", "--no-colour", "color", flag_value="never", help="Same as --color never."),
)


def drawing_options(command: Command) -> Command:
    """``--ascii``, ``--color`` and ``--no-color``, on a click command."""
    return with_options(command, (ascii_option, color_option, no_color_option))


# --- Which puzzle, and under which rules

MODES = ("fixed", "upright", "rotation", "reflection", "all")


class _MotionsType(click.Choice[str]):
    """The motions of pieces; ``default``, the word of student projects, means ``fixed``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert("fixed" if value == "default" else value, param, ctx)


MOTIONS = _MotionsType(MODES)

motions_option = grouped(
    PUZZLE,
    click.option(
        "--motions",
        type=MOTIONS,
        help="Allowed motions of the pieces. Default: what the file says.\f None (fixed, also called "
        "default), rotations (rotation), reflections and half turns (reflection), or rotations and "
        "reflections (all). In space, upright allows only rotations about the vertical axis. A file that "
        "says nothing means rotation in space and all on other lattices.",
    ),
)
use_option = grouped(
    PUZZLE,
    click.option(
        "--use",
        type=click.Choice(["all", "any"]),
        default="all",
        show_default=True,
        help="Require every piece (all) or let any be left over (any).",
    ),
)
unique_option = grouped(
    WHAT,
    click.option(
        "--unique",
        is_flag=True,
        help=help_of("unique"),
    ),
)

labelled_option = grouped(
    WHAT,
    click.option("--labelled", is_flag=True, help=help_of("labelled")),
)


def mirrors_option_for(condition: str) -> Callable[[Command], Command]:
    """The option ``--mirrors`` of a command that counts up to symmetry under this condition, or always."""
    start, which = (f"{condition}, which" if condition else "Which"), FIELDS["mirrors"].help[len("Which") :]
    return grouped(
        WHAT,
        click.option(
            "--mirrors",
            type=click.Choice(["same", "different"]),
            help=f"{start}{which} Default: what the file says.\f None "
            "(different), or all that carry the set of pieces to itself (same); a file that says nothing "
            "means those that carry each piece to itself.",
        ),
    )


mirrors_option = mirrors_option_for("With --unique")
_from_option = grouped(
    PUZZLE,
    click.option(
        "--from",
        "from_format",
        metavar="FORMAT",
        help="Format of FILE. Default: detected.\f 'tilewright convert --help' lists the formats; "
        "extension and content tell which one it is.",
    ),
)

ALL_PROBLEMS = 0
"""The value of ``--problem all``."""


class _ProblemType(click.IntRange):
    """The number of a problem in a file, or ``all``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return ALL_PROBLEMS if value == "all" else super().convert(value, param, ctx)


_problem_option = grouped(
    PUZZLE,
    click.option(
        "--problem",
        type=_ProblemType(min=1),
        metavar="N",
        help="Problem in a file with several.\f They are numbered from 1; count, convert and "
        "disassemble accept 'all'.",
    ),
)
strict_option = click.option(
    "--strict",
    is_flag=True,
    help="Refuse what only Tilewright allows in a format, such as comments in DPF.",
)


PARAMETERS = f"{__name__}.parameters"
"""Where the context of a command keeps the values of ``--param`` and ``--date``."""


def _keep_parameters(ctx: click.Context, param: click.Parameter, values: Any) -> None:
    kept = ctx.meta.setdefault(PARAMETERS, {})
    for word in values if isinstance(values, tuple) else [f"date={values}"] if values else []:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise click.BadParameter(f"{word!r} is no value; expected one as date=2026-11-24", ctx, param)
        if name in kept:
            raise click.BadParameter(f"{name} is given twice", ctx, param)
        kept[name] = value


_choosing_options = grouped(
    PUZZLE,
    click.option(
        "--lattice", metavar="LATTICE",
        help="Read an .xmpuzzle file of cubes on this lattice.\f It is cube or square. Default: square "
        "if the board and all pieces are one layer of cubes.",
    ),
    click.option(
        "--param", multiple=True, metavar="NAME=VALUE", expose_value=False, callback=_keep_parameters,
        help="A parameter of the puzzle.\f 'tilewright catalog show NAME' lists those of a puzzle of the "
        "catalogue.",
    ),
    click.option(
        "--date", metavar="DATE", expose_value=False, callback=_keep_parameters,
        help="Same as --param date=DATE.",
    ),
)  # fmt: skip


def reading_options(command: Command) -> Command:
    """``--from``, ``--problem``, ``--lattice``, ``--param`` and ``--date``, on a click command."""
    return with_options(command, (_from_option, _problem_option, _choosing_options))


def rules_options(command: Command) -> Command:
    """The reading options, ``--motions`` and ``--use``: what ``sources.load_puzzle`` takes."""
    return with_options(command, (reading_options, motions_option, use_option))


# --- How to search


def _start_time_limit(ctx: click.Context, param: click.Parameter, seconds: float | None) -> float | None:
    if seconds is not None and not ctx.resilient_parsing:
        TIME_LIMIT.start(seconds)
    return seconds


def _time_option(text: str, default: str | None = None) -> Callable[[Command], Command]:
    return grouped(
        LIMITS,
        click.option(
            "--time",
            "seconds",
            type=SPAN,
            metavar="TIME",
            callback=_start_time_limit,
            default=default,
            show_default=default is not None,
            help=text,
        ),
    )


time_option = _time_option(help_of("time", "It counts from the start of the program."))
estimate_time_option = _time_option(
    "Time for the estimate, such as 90, 1m30s or 2h, counted from the start of the program.", "5s"
)
explain_time_option = _time_option(
    "Measure for this time, such as 2s or 1m, at most; with --run, stop the run after it. Default: "
    "measure for 2s, and let the run take as long as it needs."
)
nodes_option = grouped(
    LIMITS,
    click.option(
        "--nodes",
        type=AMOUNT,
        metavar="N",
        help=help_of("nodes"),
    ),
)
memory_option = grouped(
    LIMITS,
    click.option(
        "--memory",
        type=SIZE,
        metavar="SIZE",
        help=help_of("memory"),
    ),
)
threads_option = grouped(
    SEARCH,
    click.option(
        "--threads",
        type=click.IntRange(FIELDS["threads"].least, FIELDS["threads"].most),
        metavar="N",
        help=help_of("threads"),
    ),
)


def resource_options(command: Command) -> Command:
    return with_options(command, (time_option, memory_option, threads_option))


def seed_option(text: str = FIELDS["seed"].help, *, default: int | None = 0) -> Callable[[Command], Command]:
    return grouped(
        SEARCH,
        click.option(
            "--seed", type=SEED, metavar="N", default=default, show_default=default is not None, help=text
        ),
    )


confirm_option = grouped(
    SEARCH,
    click.option(
        "--confirm",
        is_flag=True,
        help=help_of(
            "confirm",
            "Both count at the same time where there are two threads. If they disagree, a bug report is "
            "written and the exit code is 4.",
        ),
    ),
)


# --- Engines


class _NamesOption(click.Option):
    """Names the possible values when the help is shown: listing them searches the installed packages."""

    def __init__(self, *arguments: Any, noun: str, names: Callable[[], list[str]], **extra: Any) -> None:
        super().__init__(*arguments, **extra)
        self._noun, self._names = noun, names

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in self._names() if name.startswith(incomplete)]

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        if record is None:
            return None
        first, feed, rest = record[1].partition("\f")
        return record[0], f"{first} {self._noun}: {', '.join(self._names())}.{feed}{rest}"


def engine_option(
    *capabilities: str,
    text: str = help_of(
        "engine", "One that is named searches without trying longer proofs first that there is no solution."
    ),
) -> Callable[[Command], Command]:
    """``--engine`` for engines with at least one of these capabilities; former names are accepted."""
    wanted = frozenset(capabilities)

    def names() -> list[str]:
        return [name for name, engine in ENGINES.items() if engine.capabilities & wanted]

    def parse(value: str) -> str:
        name = canonical_name(value)
        engine = ENGINES.get(name)
        if engine is not None and engine.capabilities & wanted:
            if value in ALIAS_NOTES:
                note(ALIAS_NOTES[value])
            return name
        problem = f"there is no engine named {quoted(value)}"
        if engine is not None:
            problem = f"this command does not support the engine {quoted(value)}"
        raise ValueError(f"{problem}; expected one of {', '.join(names())}{did_you_mean(value, names())}")

    engine = ParsedType("engine", parse)
    return grouped(
        SEARCH,
        click.option(
            "--engine", cls=_NamesOption, noun="Engines", names=names, type=engine, metavar="NAME", help=text
        ),
    )


# --- Filters


def _filter_names() -> list[str]:
    return [name for name in filter_references() if not name.endswith(WITH_ROTATIONS)]


def _parse_filter(value: str) -> str:
    if value not in filter_references():
        names = _filter_names()
        known = f"expected one of {', '.join(names)}{did_you_mean(value, names)}"
        raise ValueError(f"there is no filter named {quoted(value)}; {known}")
    return value


only_option = grouped(
    FILTERS,
    click.option(
        "--only",
        cls=_NamesOption,
        noun="Filters",
        names=_filter_names,
        type=ParsedType("filter", _parse_filter),
        metavar="FILTER",
        help=help_of("only"),
    ),
)


# --- The order of a sweep

order_option = grouped(
    SEARCH,
    click.option(
        "--order",
        type=ORDER,
        metavar="ITEMS",
        help=help_of(
            "order", "Cells as x,y and piece names, separated by spaces, or @PATH to read them from a file."
        ),
    ),
)
