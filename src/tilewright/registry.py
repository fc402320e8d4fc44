"""Registries: descriptors by name, the built-in ones and those that other packages add by entry points.

A built-in descriptor is named as ``module:attribute`` and imported when it is first used, so that a registry
costs nothing until something of it is needed. Another package registers a descriptor in its
``pyproject.toml``::

    [project.entry-points."tilewright.lattices"]
    my-lattice = "my_package.my_lattice:MY_LATTICE"
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


def load_attribute(reference: str) -> Any:
    """The object that ``module:attribute`` names, or the module that ``module`` names."""
    module, _, attribute = reference.partition(":")
    module_held = import_module(module)
    return getattr(module_held, attribute) if attribute else module_held


def did_you_mean(name: str, names: Iterable[str], prefix: str = "") -> str:
    """``; did you mean X or Y?`` with the names closest to a mistyped one; "" when none is close."""
    from difflib import get_close_matches

    known = {one.casefold(): one for one in names}
    close = get_close_matches(name.casefold(), known, n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(prefix + known[one] for one in close)}?" if close else ""


@cache
def _any_entry_points() -> bool:
    """Whether an installed package has entry points of Tilewright.

    Importing ``importlib.metadata`` takes longer than all else that ``--help`` needs, so the files are
    searched for the name of a group first.
    """
    # pathlib takes longer to import than this search, and open() twice as long as os.open().
    for folder in filter(os.path.isdir, sys.path):
        for name in os.listdir(folder):  # noqa: PTH208
            if name.endswith("-info"):
                try:
                    file = os.open(f"{folder}/{name}/entry_points.txt", os.O_RDONLY)
                except OSError:
                    continue
                try:
                    text = b""
                    while more := os.read(file, 1 << 15):
                        text += more
                finally:
                    os.close(file)
                if b"[tilewright." in text:
                    return True
    return False


class Registry(Mapping[str, T], Generic[T]):
    """Descriptors by name: the built-in ones in their order, then those of other packages, sorted by name.

    A name of another package never replaces a built-in one. The installed packages are searched for entry
    points of ``group`` only when a name is not built in, or when all names are listed.
    """

    def __init__(self, group: str, builtin: Mapping[str, str | T]) -> None:
        """``builtin`` has the descriptors, or references to them that are imported on first use."""
        self.group = group
        self.builtin = dict(builtin)
        self._loaded: dict[str, T] = {}
        self._chosen: dict[frozenset[str], tuple[T, ...]] = {}

    def chosen(self, key: frozenset[str], matches: Callable[[T], bool]) -> tuple[T, ...]:
        """The descriptors that match, in order; found once for each key."""
        if key not in self._chosen:
            self._chosen[key] = tuple(filter(matches, self.values()))
        return self._chosen[key]

    @cached_property
    def _entry_points(self) -> dict[str, EntryPoint]:
        if not _any_entry_points():
            return {}
        from importlib.metadata import entry_points  # takes longer than all else that a short command needs

        points = {point.name: point for point in entry_points(group=self.group)}
        return {name: points[name] for name in sorted(points) if name not in self.builtin}

    def __getitem__(self, name: str) -> T:
        if name not in self._loaded:
            if name not in self.builtin:
                self._loaded[name] = self._entry_points[name].load()
                return self._loaded[name]
            text = self.builtin[name]
            self._loaded[name] = load_attribute(text) if isinstance(text, str) else text
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self.builtin or name in self._entry_points

    def __iter__(self) -> Iterator[str]:
        yield from self.builtin
        yield from self._entry_points

    def __len__(self) -> int:
        return len(self.builtin) + len(self._entry_points)
