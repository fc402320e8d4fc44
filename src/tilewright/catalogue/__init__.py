"""The catalogue: a file for each puzzle; ``index.toml`` has the order, the groups and the tags."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from tilewright.errors import FormatError, PuzzleError
from tilewright.model.exact_cover_puzzle import AnyPuzzle

INDEX = "index"
PREFIXES = ("catalog:", "catalogue:")


@dataclass(frozen=True)
class PuzzleEntry:
    """A puzzle of the catalogue; its file is read on first use.

    ``tags`` say what it is about; ``open`` (no count is known here), ``heavy`` (more than seconds),
    ``impossible`` and ``no search`` (impossible, for a reason that a search does not see) have a meaning of
    their own.
    """

    name: str
    group: str
    tags: tuple[str, ...]

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

    def load(self) -> AnyPuzzle:
        """The puzzle."""
        from tilewright.formats.toml import loads  # deferred, so that names are listed quickly

        try:
            return loads(self.text)
        except FormatError as error:
            raise error.at(f"{self.name}.toml") from None


def _read(name: str) -> str:
    return files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")


@cache
def entries() -> dict[str, PuzzleEntry]:
    """Every puzzle by its name, in the catalogue's order."""
    found: dict[str, PuzzleEntry] = {}
    for group in tomllib.loads(_read(INDEX))["group"]:
        for name, tags in group["puzzles"].items():
            found[name] = PuzzleEntry(name, group["title"], (*group["tags"], *tags))
    return found


def names() -> tuple[str, ...]:
    """The names of all puzzles, in the catalogue's order."""
    return tuple(entries())


def entry(name: str) -> PuzzleEntry:
    """The entry of this name; PuzzleError, with names that are close, when there is none."""
    if name in entries():
        return entries()[name]
    close = get_close_matches(name, names(), n=3, cutoff=0.4)
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    raise PuzzleError(f"the catalogue has no puzzle named {name!r}{hint}")


def is_reference(source: str) -> bool:
    """Whether a text names a puzzle of the catalogue as ``catalog:NAME``."""
    return source.startswith(PREFIXES)


def load(name: str) -> AnyPuzzle:
    """The puzzle of this name, or of ``catalog:NAME``; PuzzleError when there is none."""
    return entry(name.partition(":")[2] if is_reference(name) else name).load()


def search(words: str | Iterable[str] = "") -> tuple[PuzzleEntry, ...]:
    """The entries that have every word in their name, title, group, source or tags; case is ignored."""
    wanted = (words if isinstance(words, str) else " ".join(words)).lower().split()

    def searched_text(one: PuzzleEntry) -> str:
        return " ".join((one.name, one.title, one.group, str(one.head.get("source", "")), *one.tags)).lower()

    return tuple(one for one in entries().values() if all(word in searched_text(one) for word in wanted))


__all__ = ["PuzzleEntry", "entries", "entry", "is_reference", "load", "names", "search"]
