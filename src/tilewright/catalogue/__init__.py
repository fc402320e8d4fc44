"""The catalogue: a file for each puzzle; ``index.toml`` has the order, the groups and the tags."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from tilewright.errors import FormatError, PuzzleError
from tilewright.model.exact_cover_puzzle import AnyPuzzle, require_board
from tilewright.registry import did_you_mean
from tilewright.wording import quoted

if TYPE_CHECKING:
    from tilewright.formats.toml.parameters import PuzzleParameter
    from tilewright.formats.toml.reader import WholePuzzle

INDEX = "index"
PREFIXES = ("catalog:", "catalogue:")
_NAME = r"[^\W\d_a-z][\w.-]+"


@dataclass(frozen=True)
class PuzzleEntry:
    """A puzzle of the catalogue; its file is read on first use.

    ``tags`` say what it is about; ``open`` (no count is known here), ``heavy`` (more than seconds),
    ``impossible`` and ``no search`` (impossible, for a reason that a search does not see) have a meaning of
    their own. ``aliases`` are its names in other programs and collections, which are accepted as well.
    """

    name: str
    group: str
    tags: tuple[str, ...]
    aliases: tuple[str, ...] = ()

    @cached_property
    def text(self) -> str:
        """The puzzle's file, TOML."""
        return _read(self.name)

    @cached_property
    def head(self) -> dict[str, Any]:
        """The parsed file: title, source, expected counts; no puzzle is built."""
        return tomllib.loads(self.text)

    @property
    def title(self) -> str:
        """A line that describes the puzzle."""
        return str(self.head["title"])

    @property
    def source(self) -> str:
        """Where the puzzle comes from, or ""."""
        return str(self.head.get("source", ""))

    @property
    def authors(self) -> tuple[str, ...]:
        """The names in the sources of the known counts: words that begin with a capital."""
        counted = " ".join(str(known["source"]) for known in self.head.get("expect", ()))
        return tuple(dict.fromkeys(re.findall(_NAME, counted)))

    @property
    def known_counts(self) -> frozenset[int]:
        """The numbers of solutions that are known, by any rules."""
        counts = ("solutions", "labelled", "unique")
        return frozenset(known["count"] for known in self.head.get("expect", ()) if known["what"] in counts)

    @property
    def searched_text(self) -> str:
        """What a search looks into: names, title, group, tags, source, authors."""
        words = (self.name, *self.aliases, self.title, self.group, *self.tags, self.source, *self.authors)
        return " ".join(words)

    @cached_property
    def parameters(self) -> tuple[PuzzleParameter, ...]:
        """The parameters that its file declares."""
        from tilewright.formats.toml.parameters import read_parameters
        from tilewright.formats.toml.values import Values

        return read_parameters(Values(self.head, self.text))

    def load(self, motions: str = "", parameters: Mapping[str, str] | None = None) -> AnyPuzzle:
        """The puzzle, with these motions for all pieces; "": with those of its file.

        ``parameters`` are values of its parameters; PuzzleError for those that cannot be. UnsupportedError
        for motions when it has items and options only.
        """
        if motions:
            require_board(self.load(), f"catalog:{self.name}")
        try:
            return self.whole(motions).at(parameters or {})
        except FormatError as error:
            raise error.at(f"{self.name}.toml") from None

    def whole(self, motions: str = "") -> WholePuzzle:
        """The puzzle with all cells; one with parameters is kept, since it is asked with many values."""
        from tilewright.formats.toml.reader import loads_whole

        if "parameters" not in self.head:
            return loads_whole(self.text, motions)
        kept: dict[str, WholePuzzle] = self.__dict__.setdefault("_kept", {})
        if motions not in kept:
            kept[motions] = loads_whole(self.text, motions)
        return kept[motions]


def _read(name: str) -> str:
    from importlib.resources import files

    return files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")


@cache
def entries() -> dict[str, PuzzleEntry]:
    """Every puzzle by its name, in the catalogue's order."""
    index = tomllib.loads(_read(INDEX))
    puzzle_entries: dict[str, PuzzleEntry] = {}
    for group in index["group"]:
        for name, tags in group["puzzles"].items():
            puzzle_entries[name] = PuzzleEntry(name, group["title"], (*group["tags"], *tags))
    for collection in index["collection"]:
        for alias, name in collection["aliases"].items():
            one = puzzle_entries[name]
            tags = tuple(dict.fromkeys((*one.tags, collection["tag"])))
            puzzle_entries[name] = replace(one, tags=tags, aliases=(*one.aliases, alias))
    return puzzle_entries


@cache
def _by_any_name() -> dict[str, PuzzleEntry]:
    """Every puzzle by its name and its aliases, in lower case."""
    puzzle_entries = {alias.casefold(): one for one in entries().values() for alias in one.aliases}
    return puzzle_entries | {name.casefold(): one for name, one in entries().items()}


def names() -> tuple[str, ...]:
    """The names of all puzzles, in the catalogue's order."""
    return tuple(entries())


def find(name: str) -> PuzzleEntry | None:
    """The entry of this name or alias, in any case; None when there is none.

    Values of parameters may follow: ``calendar,date=2026-11-24``.
    """
    return _by_any_name().get(name.partition(",")[0].casefold())


def given_parameters(name: str) -> dict[str, str]:
    """The values that follow a name; PuzzleError for what is none."""
    values: dict[str, str] = {}
    for word in name.split(",")[1:]:
        key, equals, value = word.partition("=")
        if not equals or not key or not value:
            raise PuzzleError(f"{quoted(word)} is no value of a parameter; expected one as date=2026-11-24")
        if key in values:
            raise PuzzleError(f"{key} is given twice")
        values[key] = value
    return values


def with_parameters(name: str, values: Mapping[str, str]) -> str:
    """A name followed by values."""
    return ",".join([name, *(f"{key}={value}" for key, value in values.items())])


def suggestion(name: str, prefix: str = "") -> str:
    """``; did you mean X or Y?`` with names and aliases that are close; "" when none is."""
    return did_you_mean(name, all_names(), prefix)


def all_names() -> Iterator[str]:
    """The names and aliases of all puzzles."""
    return (other for one in entries().values() for other in (one.name, *one.aliases))


def entry(name: str) -> PuzzleEntry:
    """The entry of this name or alias; PuzzleError, with names that are close, when there is none."""
    puzzle_entry = find(name)
    if puzzle_entry is None:
        name = name.partition(",")[0]
        raise PuzzleError(f"the catalogue has no puzzle named {quoted(name)}{suggestion(name)}")
    return puzzle_entry


def is_reference(source: str) -> bool:
    """Whether a text names a puzzle of the catalogue as ``catalog:NAME``."""
    return source.startswith(PREFIXES)


def load(name: str, motions: str = "", parameters: Mapping[str, str] | None = None) -> AnyPuzzle:
    """The puzzle of this name or alias, or of ``catalog:NAME``; PuzzleError when there is none.

    Values of parameters may follow the name, and be in ``parameters``.

    ``motions`` overrides those of the pieces. Copies that are drawn in different ways then become different
    pieces where these motions do not carry them to each other.
    """
    bare = name.partition(":")[2] if is_reference(name) else name
    one, values = entry(bare), given_parameters(bare)
    for key in parameters or {}:
        if key in values:
            raise PuzzleError(f"{key} is given twice")
    return one.load(motions, {**values, **(parameters or {})})


def search(words: str | Iterable[str] = "") -> tuple[PuzzleEntry, ...]:
    """The entries that have every word in a name, the title, the group, a tag, the source or an author.

    A number is also found among the known counts, where commas may separate thousands. Case is ignored.
    """
    wanted = (words if isinstance(words, str) else " ".join(words)).lower().split()
    return tuple(one for one in entries().values() if all(_has(one, word) for word in wanted))


def _has(one: PuzzleEntry, word: str) -> bool:
    is_number = re.fullmatch(r"[0-9]{1,4000}|[0-9]{1,3}(?:,[0-9]{3}){1,999}", word) is not None
    return word in one.searched_text.lower() or (is_number and int(word.replace(",", "")) in one.known_counts)


__all__ = [
    "PuzzleEntry",
    "entries",
    "entry",
    "find",
    "is_reference",
    "load",
    "names",
    "search",
    "suggestion",
]
