"""Families of puzzles: what the program and the server know of each is its descriptor."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from tilewright.registry import Registry, load_attribute

_KIND = re.compile(r"""^[ \t]*kind[ \t]*=[ \t]*["']([\w-]+)["'][ \t]*$""", re.MULTILINE)


class Family(NamedTuple):
    """What a family adds to the program and to the server.

    References are texts ``module:attribute``; what they name is imported when it is used.

    commands: each command with its one line of help; ``command_references`` has the click command of each.
    sources: who posed and solved its puzzles, as text, for searches.
    generators: references to the generators of ``tilewright make`` by name.
    router: the FastAPI router, mounted under ``/api``; "" if there is none.
    pages: the names of its web pages by their addresses; see ``tilewright.web.pages``.
    page_groups: the menu of the header in which a page stands, by its address: ``play``, ``tools`` or
        ``learn``. Default: ``play``.
    puzzle_pages: those of its pages that open a puzzle named in their address, with the dimension of such
        puzzles; the message ``NAME.open_it`` is the text of links there.
    puzzle_page: a reference to a function of a puzzle: the address of the family's page that opens just this
        one, such as "/dominosa#n=6&g=001/101"; "" for other puzzles.
    text_page: a reference to the same of a text that is no puzzle file but one of the family's.
    daily: a reference to a function of a date: the addresses of the family's puzzles of that date by level
        (easy, medium, hard), which stay the same in later versions; see ``tilewright.web.daily``.
    widgets: references to its widgets for notebooks, by their names in ``tilewright.jupyter``.
    web_package: the package whose directory ``static`` has the files of the pages and the messages.
    file_hint: a reference to a function of a text: what it is in this family and the command to use, such as
        "a board of vanishing dominoes; use: tilewright vanish solve FILE"; "" for other texts.
    file_option: an option of ``tilewright serve`` for a file that the family keeps: its name and its help.
    puzzles: for each class of its puzzles, as a reference, the module with the functions that take them in
        place of those of ``tilewright``: ``solve``, ``count``, ``draw`` and so on, listed in ``__all__``; or
        ``as_puzzle``, the plain puzzle that the others are asked about. The classes are derived from
        :class:`FamilyPuzzle`.
    filters: references to filters of solutions, for ``--only``, by name; see
        ``tilewright.solving.strategies.filtering``.
    """

    name: str
    commands: Mapping[str, str] = {}
    command_references: Mapping[str, str] = {}
    sources: str = ""
    generators: Mapping[str, str] = {}
    router: str = ""
    pages: Mapping[str, str] = {}
    page_groups: Mapping[str, str] = {}
    puzzle_pages: Mapping[str, int] = {}
    puzzle_page: str = ""
    text_page: str = ""
    daily: str = ""
    widgets: Mapping[str, str] = {}
    web_package: str = ""
    file_hint: str = ""
    file_option: tuple[str, str] | None = None
    puzzles: Mapping[str, str] = {}
    filters: Mapping[str, str] = {}


class FamilyPuzzle:
    """A puzzle, or a part of one, that the functions of ``tilewright`` take as its family says."""


def _module_for(kind: type) -> str:
    """The module with the functions for this class; "" if no family has any."""
    names = [f"{base.__module__}:{base.__qualname__}" for base in kind.__mro__]
    modules = (
        family.puzzles[name] for family in FAMILIES.values() for name in names if name in family.puzzles
    )
    return next(modules, "")


def functions_for(puzzle: object) -> Any:
    """The module with the functions that a family has for this value; None if there is none."""
    module = _module_for(type(puzzle))
    return load_attribute(module) if module else None


FAMILIES: Registry[Family] = Registry(
    "tilewright.families",
    {
        "gunport": "tilewright.families.gunport.family:GUNPORT",
        "vanishing": "tilewright.families.vanishing.family:VANISHING",
        "dominosa": "tilewright.families.dominosa.family:DOMINOSA",
        "assembly": "tilewright.families.assembly.family:ASSEMBLY",
        "pips": "tilewright.families.pips.family:PIPS",
    },
)
"""The families by name. Another package adds one by an entry point of the group ``tilewright.families``."""


def kind_of(text: str) -> str:
    """The kind that a text names as a document of a family does; "" for other texts."""
    match = _KIND.search(text)
    return match[1] if match else ""


WITH_ROTATIONS = "-with-rotations"
"""Ends the name of the filter that ``--moves translations,rotations`` makes of another one."""


def filter_references() -> dict[str, str]:
    """References to the filters of solutions of all families, by name."""
    return {name: text for family in FAMILIES.values() for name, text in family.filters.items()}
