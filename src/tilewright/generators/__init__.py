"""Generators of puzzles of well-known kinds.

A generator is a function that returns a puzzle, with a :class:`Generator` that describes it, from which
``tilewright make`` and the documentation are made. ``GENERATORS`` has all of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tilewright.family import FAMILIES
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.registry import Registry, load_attribute

ParameterKind = Literal["number", "numbers", "word", "words", "size", "text", "flag"]
"""A whole number or several, a word or several, lengths such as 6x10, a text or a file with it, a switch."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a generator: its name, its kind, and its help text.

    A ``required`` parameter is an argument, in order; others are options, None or False by default.
    ``choices`` are the allowed words, () for any. ``minimum`` bounds numbers.
    """

    name: str
    kind: ParameterKind
    help: str
    required: bool = False
    choices: tuple[str, ...] = ()
    minimum: int = 1


@dataclass(frozen=True)
class Generator:
    """A kind of puzzle: ``make`` takes the parameters by name; ``examples`` follow ``tilewright make``."""

    name: str
    summary: str
    make: Callable[..., AnyPuzzle]
    parameters: tuple[Parameter, ...]
    examples: tuple[str, ...]


def _builtin() -> dict[str, Generator]:
    """The generators of this package, which ``generators.toml`` describes."""
    text = Path(__file__).with_name("generators.toml").read_text(encoding="utf-8")
    value = {}
    for name, entry in tomllib.loads(text).items():
        make = load_attribute(f"{__name__}.{entry['function']}")
        parameters = (
            Parameter(**(value | {"choices": tuple(value.get("choices", ()))}))
            for value in entry["parameters"]
        )
        value[name] = Generator(name, entry["summary"], make, tuple(parameters), tuple(entry["examples"]))
    return value


GENERATORS: Registry[Generator] = Registry(
    "tilewright.generators",
    {
        **_builtin(),
        **{name: generator for family in FAMILIES.values() for name, generator in family.generators.items()},
    },
)
"""The generators by name. Another package adds one by an entry point of this group."""
