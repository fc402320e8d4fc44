"""The puzzle formats: one descriptor each, which the program, the page and the documentation read.

A format's module is imported when the format reads or writes, or when a text may be of it, so that a puzzle
in one format does not wait for all the others.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, cast

from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Solution
from tilewright.model.surfaces import NAMES
from tilewright.registry import Registry, did_you_mean, load_attribute
from tilewright.wording import quoted


class Reader(Protocol):
    """Reads a puzzle from text; ``motions`` overrides the motions of all pieces, "" keeps the file's."""

    def __call__(self, text: str, motions: str = "") -> AnyPuzzle: ...


class UnusedShape(Protocol):
    """A shape of a file: cells with their colours, "" for none, some of which may stay empty."""

    @property
    def name(self) -> str: ...
    @property
    def weight(self) -> int: ...
    @property
    def filled(self) -> Mapping[Cell, str]: ...
    @property
    def variable(self) -> Mapping[Cell, str]: ...


Writer = Callable[[AnyPuzzle], str]
SolutionText = Callable[[AnyPuzzle, Solution, int], str]


@dataclass(frozen=True)
class Format:
    """A puzzle format: what it is called, what it can do, and the module that does it.

    extensions: file name extensions in lower case, with the dot; "" is a file name without one.
    summary: one line for tables and option help. docs: the heading of its section in
        docs/reference/formats.md, or an address.
    module: a reference ``module`` or ``module:attribute`` to an object with

        - ``loads(text, motions="")`` if ``reads``; with ``lattices`` also a keyword ``lattice``
        - ``dumps(puzzle)`` if ``writes``
        - ``loads_problem(text, motions, problem)`` if ``several_puzzles``, with ``lattice`` as ``loads``;
          problems count from 1; and ``problem_names(text)``, ``rewrite(text, motions)`` and
          ``edited(text, puzzles, origins, names)``, for all of them
        - ``unused_shapes(text)`` if ``keeps_shapes``: the shapes in a text that no puzzle uses; then
          ``edited`` takes ``dropped_shapes`` as well, and ``shapes_lattice(text)`` is their lattice by name
        - ``saved_solutions(text, puzzle, problem)`` if ``saves_solutions``: those that a file holds, as
          solutions of this puzzle; of several problems those of this number
        - ``solution_text(puzzle, solution, number)`` if ``solutions``: whole lines; numbers count from 1
        - ``check_strict(text)`` if ``strict``: FormatError for what the format itself does not allow, but
          ``loads`` reads
        - ``looks_like(text)``: whether a text is of this format. Formats that are only
          written have it too, so that a file in one is refused by name.

    content: a regular expression that every text of the format matches (``re.search``); for others
        ``looks_like`` is not called, which would import the module.
    strict: whether it has extensions that only Tilewright reads.
    header: whether a first line may name the items; ``header(puzzle)`` gives it.
    parameters: whether ``loads`` takes ``parameters``, values of those that a file may declare.
    lattices: the lattices, by name, that can be chosen when a puzzle is read; empty for no choice.
    cells: whether the format has a board and pieces, rather than items and options only.
    surfaces: whether it can say that the sides of a board are joined.
    any_text: the format of last resort, which accepts any text; it is not detected.
    """

    name: str
    extensions: tuple[str, ...]
    summary: str
    module: str
    docs: str
    reads: bool = True
    writes: bool = True
    several_puzzles: bool = False
    keeps_shapes: bool = False
    saves_solutions: bool = False
    solutions: bool = False
    cells: bool = True
    surfaces: bool = False
    any_text: bool = False
    content: str = ""
    lattices: tuple[str, ...] = ()
    strict: bool = False
    header: bool = False
    parameters: bool = False

    @cached_property
    def _functions(self) -> Any:
        return load_attribute(self.module)

    @property
    def loads(self) -> Reader | None:
        """What reads a puzzle from text; None when the format is only written."""
        return cast(Reader, self._functions.loads) if self.reads else None

    @property
    def dumps(self) -> Writer | None:
        """What writes a puzzle as text; None when the format is only read."""
        return self._write if self.writes else None

    def _write(self, puzzle: AnyPuzzle) -> str:
        surface = None if isinstance(puzzle, ExactCoverPuzzle) else puzzle.board.surface
        if surface is not None and self.cells and not self.surfaces:
            raise UnsupportedError(
                f"the format {self.name} cannot say that the board is a {NAMES[surface.wrap]}; "
                "write a puzzle file (.toml), or items and options (.dlx)"
            )
        return cast(str, self._functions.dumps(puzzle))

    @property
    def solution_text(self) -> SolutionText | None:
        """What writes a solution in the format's own words; None when it has none."""
        return cast(SolutionText, self._functions.solution_text) if self.solutions else None

    def problem_names(self, text: str) -> tuple[str, ...]:
        """The names of the puzzles in a text of a format with ``several_puzzles``."""
        return cast(tuple[str, ...], self._functions.problem_names(text))

    def unused_shapes(self, text: str) -> Sequence[UnusedShape]:
        """The shapes in a text that no puzzle uses; none where the format does not have them."""
        return cast(Sequence[UnusedShape], self._functions.unused_shapes(text) if self.keeps_shapes else ())

    def shapes_lattice(self, text: str) -> str:
        """The lattice of the shapes in a text of a format with ``keeps_shapes``."""
        return cast(str, self._functions.shapes_lattice(text))

    def rewrite(self, text: str, motions: str = "") -> str:
        """A text of a format with ``several_puzzles`` with all its puzzles and the solutions in it."""
        return cast(str, self._functions.rewrite(text, motions))

    def edited(
        self,
        text: str,
        puzzles: Sequence[AnyPuzzle],
        origins: Sequence[int | None] | None = None,
        names: Sequence[str | None] | None = None,
        dropped_shapes: Sequence[int] = (),
    ) -> tuple[str, tuple[str, ...]]:
        """A text of a format with ``several_puzzles`` with these puzzles for those in it, and the rest kept.

        ``origins`` are the numbers of the puzzles in the text, from 0, None for one that is added; None: all
        of them in their order. With a name of None a puzzle keeps its name. The text "" begins a new file.
        ``dropped_shapes`` are numbers in ``unused_shapes(text)``, from 0, of those that are left out.
        Also sentences that say what was left out, because it does not hold for the puzzle now.
        """
        dropped = (dropped_shapes,) if dropped_shapes else ()
        written = self._functions.edited(text, puzzles, origins, names, *dropped)
        return cast(tuple[str, tuple[str, ...]], written)

    def saved_solutions(self, text: str, puzzle: AnyPuzzle, problem: int = 0) -> list[Solution]:
        """The solutions in a text of a format with ``saves_solutions``, as those of this puzzle."""
        return cast(list[Solution], self._functions.saved_solutions(text, puzzle, problem))

    def matches(self, text: str) -> bool:
        """Whether a text is of this format. FormatError when it could as well be of another one."""
        if self.any_text or re.search(self.content, text) is None:
            return self.any_text
        return bool(self._functions.looks_like(text))

    def header_line(self, puzzle: AnyPuzzle) -> str:
        """The line that names the items, with its line feed; UnsupportedError where the format has none."""
        if not self.header:
            raise UnsupportedError(f"the format {self.name} has no header that names the items")
        return str(self._functions.header(puzzle))

    def check_strict(self, text: str) -> None:
        """FormatError for what is an extension of the format, if there are any."""
        if self.strict:
            self._functions.check_strict(text)

    def read(
        self,
        text: str,
        motions: str = "",
        problem: int = 0,
        lattice: str = "",
        parameters: Mapping[str, str] | None = None,
    ) -> AnyPuzzle:
        """The puzzle in a text; of several, the one numbered ``problem``, from 1; 0 means the only one.

        ``lattice`` is one of ``lattices``, or "" to let the text decide. UnsupportedError when the format is
        only written, when it holds one puzzle and a number is given, and for other lattices.
        """
        if self.loads is None:
            raise UnsupportedError(f"the format {self.name} can be written, but not read")
        if lattice and lattice not in self.lattices:
            expected = f"expected {' or '.join(self.lattices)}" if self.lattices else "the file has its own"
            raise UnsupportedError(f"the format {self.name} cannot be read on {quoted(lattice)}; {expected}")
        if parameters and not self.parameters:
            raise UnsupportedError(f"a file of the format {self.name} has no parameters")
        chosen: dict[str, Any] = {"lattice": lattice} if lattice else {}
        if parameters:
            chosen["parameters"] = parameters
        if not problem:
            return cast(AnyPuzzle, self._functions.loads(text, motions, **chosen))
        if not self.several_puzzles:
            raise UnsupportedError(
                f"a file of the format {self.name} holds one puzzle; a problem number cannot be given"
            )
        return cast(AnyPuzzle, self._functions.loads_problem(text, motions, problem, **chosen))


def _builtin() -> dict[str, Format]:
    """The formats of this package, which ``formats.toml`` describes."""
    text = Path(__file__).with_name("formats.toml").read_text(encoding="utf-8")
    entries: dict[str, dict[str, Any]] = tomllib.loads(text)
    return {
        name: Format(**{key: _frozen(value) for key, value in entry.items()}, name=name)
        for name, entry in entries.items()
    }


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


FORMATS: Registry[Format] = Registry("tilewright.formats", _builtin())
"""All puzzle formats by name. Other packages add theirs by entry points of ``tilewright.formats``."""


def by_name(name: str) -> Format:
    """The format with this name or extension, as ``cdpf`` or ``.cdpf``; UnsupportedError lists the names."""
    if not isinstance(name, str):
        raise UnsupportedError(f"the format is {quoted(name)}; expected its name")
    if name not in FORMATS:
        claimed = by_extension(f".{name.removeprefix('.')}") if name else None
        if claimed is not None:
            return claimed
        raise UnsupportedError(
            f"there is no format named {quoted(name)}; known formats: {', '.join(FORMATS)}"
            f"{did_you_mean(name, FORMATS)}"
        )
    return FORMATS[name]


def by_extension(extension: str) -> Format | None:
    """The format that claims a file name extension such as ``.toml``, or None."""
    return next(iter(claiming(extension)), None)


def claiming(extension: str) -> list[Format]:
    """The formats that claim a file name extension, those that can be read first."""
    claimed = [value for value in FORMATS.values() if extension.lower() in value.extensions]
    return sorted(claimed, key=lambda file_format: not file_format.reads)
